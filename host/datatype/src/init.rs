//! `Init[T]`: the values accepted by `T.new`.

mod constructor;

use crate::subject::Subject;
use crate::types::{InitType, Size, TupleType, Type};

/// Argument types of the constructors of a type.
pub(crate) struct ConstructorParameters {
    /// Types of a single argument.
    single: Vec<Type>,
    /// Types of several arguments, passed as an array.
    several: Vec<TupleType>,
}

impl InitType {
    /// Returns the argument types of the target's constructors, or `None` if the target has no constructor.
    pub(crate) fn accepted(&self) -> Option<ConstructorParameters> {
        let signatures = constructor::signatures(self.target.as_ref()?)?;
        let tuples = signatures.iter().filter_map(|signature| signature.callable().parameters);
        let mut accepted = ConstructorParameters { single: Vec::new(), several: Vec::new() };
        for tuple in tuples {
            if self.arguments.is_empty() {
                if tuple.effective_size() == Size::exactly(1) {
                    accepted.single.extend(tuple.types.first().cloned());
                } else {
                    accepted.several.push((*tuple).clone());
                }
            } else if self.leaves_one(&tuple) {
                accepted.single.extend(tuple.types.first().cloned());
            }
        }
        Some(accepted)
    }

    /// Returns whether the arguments provide all parameters but the first.
    fn leaves_one(&self, tuple: &TupleType) -> bool {
        tuple.effective_size().contains(self.arguments.len() + 1)
            && self.arguments.iter().enumerate().all(|(index, argument)| {
                tuple.type_at(index + 1).is_some_and(|expected| expected.is_instance(argument))
            })
    }
}

impl ConstructorParameters {
    /// Returns whether a value is a valid single argument, or an array of valid arguments.
    pub(crate) fn accepts_value<V: Subject>(&self, value: &V) -> bool {
        self.single.iter().any(|single| single.is_instance(value))
            || self.several.iter().any(|several| {
                let is_alone = several.effective_size().min() <= 1 && several.effective_size().contains(1);
                Type::Tuple(several.clone().into()).is_instance(value)
                    || (is_alone && several.types.first().is_some_and(|first| first.is_instance(value)))
            })
    }

    /// Returns whether all values of a type are valid single arguments, or arrays of valid arguments.
    pub(crate) fn accepts_type(&self, data_type: &Type) -> bool {
        self.single.iter().any(|single| single.is_assignable(data_type))
            || self.several.iter().any(|several| {
                let is_alone = several.effective_size().min() <= 1 && several.effective_size().contains(1);
                Type::Tuple(several.clone().into()).is_assignable(data_type)
                    || (is_alone && several.types.first().is_some_and(|first| first.is_assignable(data_type)))
            })
    }
}

#[cfg(test)]
mod tests {
    use crate::{Builtins, Literal, Type};

    #[test]
    fn init_accepts_constructor_arguments() {
        let cases = [
            ("Init[Integer]", "'42'", true),
            ("Init[Integer]", "'x'", false),
            ("Init[Integer]", "3.5", true),
            ("Init[Integer]", "undef", false),
            ("Init[Integer]", "['0x1f', 16]", true),
            ("Init[Integer]", "['1', 7]", false),
            ("Init[Integer, 16]", "'0x1f'", true),
            ("Init[Integer, 7]", "'1'", false),
            ("Init", "[1, default]", true),
            ("Init[Boolean]", "'yes'", true),
            ("Init[Boolean]", "'on'", false),
            ("Init[SemVer]", "'1.2.3'", true),
            ("Init[SemVer]", "'1.2'", false),
            ("Init[SemVer]", "[1, 2, 3]", true),
            ("Init[Binary]", "[1, 2]", true),
            ("Init[Timestamp]", "'x'", true),
            ("Init[Timespan]", "{days => 1}", true),
            ("Init[Timespan]", "{weeks => 1}", false),
            ("Init[Any]", "1", true),
            ("Init[Sensitive[String]]", "1", true),
            ("Init[Init[Integer]]", "1", true),
            ("Init[Object[{attributes => {a => Integer}}]]", "{a => 1}", true),
            ("Init[Object[{attributes => {a => Integer}}]]", "{b => 1}", false),
        ];
        for (text, value, expected) in cases {
            let data_type = Type::parse(text, &mut Builtins).unwrap();
            let value = Literal::parse(value, &mut Builtins).unwrap();
            assert_eq!(data_type.is_instance(&value), expected, "{value} =~ {text}");
        }
    }
}
