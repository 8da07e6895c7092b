//! Lossless conversion of values to a type: catalogs may contain numbers as strings, and a single value in
//! place of an array with one element. Used when a catalog is applied; the compiler does not convert
//! implicitly.

mod number;

use number::Number;

use crate::MAX_DEPTH;
use crate::subject::{Subject, SubjectView};
use crate::types::Type;

/// Constructor of the values of an implementation.
pub trait BuildValue: Subject + Clone {
    /// Creates a boolean.
    fn boolean(value: bool) -> Self;
    /// Creates an integer.
    fn integer(value: i64) -> Self;
    /// Creates a float.
    fn float(value: f64) -> Self;
    /// Creates a string.
    fn string(text: &str) -> Self;
    /// Creates an array.
    fn array(elements: Vec<Self>) -> Self;
    /// Creates a hash.
    fn hash(entries: Vec<(Self, Self)>) -> Self;
}

/// Returns the value itself if it is an instance of the type, or its conversion; `None` if it cannot be converted.
///
/// Strings are converted to numbers and booleans (`'10'`, `'yes'`), numbers and booleans to strings, a single
/// value to an array with one element. For a variant, the first type that the value is an instance of is
/// used, then the first type that it can be converted to.
pub fn convert<V: BuildValue>(expected: &Type, value: &V) -> Option<V> {
    within(expected, value, 0)
}

fn within<V: BuildValue>(expected: &Type, value: &V, depth: usize) -> Option<V> {
    if depth > MAX_DEPTH {
        return None;
    }
    if expected.is_instance(value) {
        return Some(value.clone());
    }
    let converted = match expected {
        Type::Variant(types) => types.iter().find_map(|part| within(part, value, depth + 1)),
        Type::Optional(Some(inner)) | Type::NotUndef(Some(inner)) => within(inner, value, depth + 1),
        Type::Alias(_) => match expected.resolved() {
            Type::Alias(_) => None,
            target => within(&target, value, depth + 1),
        },
        Type::Array(array) => elements(value, |_| Some(&array.element), depth),
        Type::Tuple(tuple) => elements(value, |index| tuple.type_at(index), depth),
        Type::Hash(hash) => entries(value, |_| Some((&hash.key, &hash.value)), depth),
        Type::Struct(structure) => {
            entries(value, |key| structure.element(key).map(|element| (&Type::Any, &element.value)), depth)
        }
        _ => scalar(expected, value),
    }?;
    expected.is_instance(&converted).then_some(converted)
}

fn scalar<V: BuildValue>(expected: &Type, value: &V) -> Option<V> {
    match (expected, value.view()) {
        (Type::Integer(_) | Type::Float(_) | Type::Numeric, SubjectView::String(text)) => {
            Some(match (expected, number::number(text)?) {
                (Type::Float(_), Number::Integer(number)) => V::float(float(number)),
                (_, Number::Integer(number)) => V::integer(number),
                (_, Number::Float(number)) => V::float(number),
            })
        }
        (Type::Float(_), SubjectView::Integer(number)) => Some(V::float(float(number))),
        (Type::Boolean(_), SubjectView::String(text)) => number::boolean(text).map(V::boolean),
        (
            Type::String(_) | Type::Text(_) | Type::Enum(_) | Type::Pattern(_) | Type::ScalarData | Type::Scalar,
            view,
        ) => match view {
            SubjectView::Integer(number) => Some(V::string(&number.to_string())),
            SubjectView::Float(number) => Some(V::string(&ruby::number::float_text(number))),
            SubjectView::Boolean(value) => Some(V::string(if value { "true" } else { "false" })),
            _ => None,
        },
        _ => None,
    }
}

#[expect(clippy::cast_precision_loss, reason = "the result is a float")]
fn float(number: i64) -> f64 {
    number as f64
}

/// Converts the elements of an array, or a single value as an array with one element.
fn elements<'t, V: BuildValue>(value: &V, type_at: impl Fn(usize) -> Option<&'t Type>, depth: usize) -> Option<V> {
    let found = match value.view() {
        SubjectView::Array(elements) => {
            let converted =
                elements.iter().enumerate().map(|(index, element)| within(type_at(index)?, element, depth + 1));
            converted.collect::<Option<Vec<V>>>()?
        }
        SubjectView::Undef => return None,
        _ => vec![within(type_at(0)?, value, depth + 1)?],
    };
    Some(V::array(found))
}

fn entries<'t, V: BuildValue>(
    value: &V,
    types_of: impl Fn(&str) -> Option<(&'t Type, &'t Type)>,
    depth: usize,
) -> Option<V> {
    if !matches!(value.view(), SubjectView::Hash(_)) {
        return None;
    }
    let converted = value.entries().map(|(key, value)| {
        let name = match key.view() {
            SubjectView::String(name) => name,
            _ => "",
        };
        let (key_type, value_type) = types_of(name)?;
        Some((within(key_type, key, depth + 1)?, within(value_type, value, depth + 1)?))
    });
    converted.collect::<Option<Vec<_>>>().map(V::hash)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Builtins, Literal};

    impl BuildValue for Literal {
        fn boolean(value: bool) -> Self {
            Self::Boolean(value)
        }
        fn integer(value: i64) -> Self {
            Self::Integer(value)
        }
        fn float(value: f64) -> Self {
            Self::Float(value)
        }
        fn string(text: &str) -> Self {
            Self::from(text)
        }
        fn array(elements: Vec<Self>) -> Self {
            Self::Array(elements.into())
        }
        fn hash(entries: Vec<(Self, Self)>) -> Self {
            Self::Hash(entries.into())
        }
    }

    fn converted(expected: &str, value: &str) -> String {
        let value = Literal::parse(value, &mut Builtins).unwrap();
        let expected = Type::parse(expected, &mut Builtins).unwrap();
        convert(&expected, &value).map_or_else(|| "no".to_owned(), |value| value.to_string())
    }

    #[test]
    fn conversions_are_lossless() {
        let cases = [
            ("Integer", "'10'", "10"),
            ("Integer[1, 5]", "'10'", "no"),
            ("Integer", "'1.5'", "no"),
            ("Float", "'1.5'", "1.5"),
            ("Float", "2", "2.0"),
            ("Numeric", "'7'", "7"),
            ("String", "10", "'10'"),
            ("String", "1.5", "'1.5'"),
            ("String", "true", "'true'"),
            ("Boolean", "'yes'", "true"),
            ("Boolean", "'false'", "false"),
            ("Boolean", "'on'", "no"),
            ("Boolean", "1", "no"),
            ("Array[Integer]", "'1'", "[1]"),
            ("Array[String]", "[1, 'a']", "['1', 'a']"),
            ("Array[String]", "undef", "no"),
            ("Variant[Integer, String]", "'10'", "'10'"),
            ("Variant[Integer, Boolean]", "'10'", "10"),
            ("Variant[Boolean, Integer]", "'no'", "false"),
            ("Enum['644']", "644", "'644'"),
            ("Pattern[/^[0-7]+$/]", "755", "'755'"),
            ("Optional[Integer]", "undef", "undef"),
            ("Optional[Integer]", "'3'", "3"),
            ("Hash[String, Integer]", "{a => '1'}", "{'a' => 1}"),
            ("Struct[{a => Integer}]", "{a => '1'}", "{'a' => 1}"),
            ("Struct[{a => Integer}]", "{b => '1'}", "no"),
            ("Tuple[Integer, String]", "['1', 2]", "[1, '2']"),
            ("Integer", "[1]", "no"),
        ];
        for (expected, value, result) in cases {
            assert_eq!(converted(expected, value), result, "{value} as {expected}");
        }
    }
}
