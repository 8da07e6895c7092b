//! `Init[T]`: the values that a `T` can be made from. It accepts what `T.new` accepts.

mod constructor;

use crate::subject::Subject;
use crate::types::{InitType, Size, TupleType, Type};

/// What the constructors of a type take.
pub(crate) struct ConstructorParameters {
    /// The types of an only argument.
    single: Vec<Type>,
    /// The types of several arguments, given as a list.
    several: Vec<TupleType>,
}

impl InitType {
    /// Returns what the target's constructors take; none if nothing can be made.
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

    /// Returns whether the arguments fill all but the first parameter.
    fn leaves_one(&self, tuple: &TupleType) -> bool {
        tuple.effective_size().holds(self.arguments.len() + 1)
            && self.arguments.iter().enumerate().all(|(index, argument)| {
                tuple.type_at(index + 1).is_some_and(|expected| expected.is_instance(argument))
            })
    }
}

impl ConstructorParameters {
    /// Returns whether a value can be the argument, or holds the arguments.
    pub(crate) fn takes_value<V: Subject>(&self, value: &V) -> bool {
        self.single.iter().any(|single| single.is_instance(value))
            || self.several.iter().any(|several| {
                let is_alone = several.effective_size().min() <= 1 && several.effective_size().holds(1);
                Type::Tuple(several.clone().into()).is_instance(value)
                    || (is_alone && several.types.first().is_some_and(|first| first.is_instance(value)))
            })
    }

    /// Returns whether all values of a type can be the argument, or hold the arguments.
    pub(crate) fn takes_type(&self, data_type: &Type) -> bool {
        self.single.iter().any(|single| single.is_assignable(data_type))
            || self.several.iter().any(|several| {
                let is_alone = several.effective_size().min() <= 1 && several.effective_size().holds(1);
                Type::Tuple(several.clone().into()).is_assignable(data_type)
                    || (is_alone && several.types.first().is_some_and(|first| first.is_assignable(data_type)))
            })
    }
}

#[cfg(test)]
mod tests {
    use crate::{Builtins, Literal, Type};

    #[test]
    fn values_that_something_can_be_made_from() {
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
