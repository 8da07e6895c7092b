//! How the values that several places have for one key become one: the first, all elements, one level of a hash, or all
//! the way down, which is in `merge/deep.rs`.

mod deep;

use std::sync::Arc;

use datatype::{Builtins, Type, mismatch};

use super::explain::{LookupEvent, LookupStep};
use crate::eval_error::EvalError;
use crate::evaluator::Evaluator;
use crate::issue;
use crate::value::{Hash, Value};

/// A way to merge, with its options.
#[derive(Clone, Debug)]
pub(crate) struct Merge {
    strategy: Strategy,
    options: Arc<Hash>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Strategy {
    /// The first, because nothing else was asked for.
    Default,
    First,
    Unique,
    Hash,
    Deep,
    /// As deep, with any options.
    UnconstrainedDeep,
    /// As that, but the later of two values counts.
    ReverseDeep,
}

impl Strategy {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "default" => Self::Default,
            "first" => Self::First,
            "unique" => Self::Unique,
            "hash" => Self::Hash,
            "deep" => Self::Deep,
            "unconstrained_deep" => Self::UnconstrainedDeep,
            "reverse_deep" => Self::ReverseDeep,
            _ => return None,
        })
    }

    fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::First => "first",
            Self::Unique => "unique",
            Self::Hash => "hash",
            Self::Deep => "deep",
            Self::UnconstrainedDeep => "unconstrained_deep",
            Self::ReverseDeep => "reverse_deep",
        }
    }

    /// Returns the type of the options.
    fn options_type(self) -> String {
        let more = match self {
            Self::UnconstrainedDeep | Self::ReverseDeep => return "Hash[String[1],Any]".to_owned(),
            Self::Deep => {
                ",knockout_prefix=>Optional[String],merge_debug=>Optional[Boolean],merge_hash_arrays=>Optional[Boolean],\
                 sort_merged_arrays=>Optional[Boolean]"
            }
            Self::Default | Self::First | Self::Unique | Self::Hash => "",
        };
        format!("Struct[{{strategy=>Optional[Pattern[/{}/]]{more}}}]", self.name())
    }

    /// Returns the type of mergeable values.
    fn value_type(self) -> Option<&'static str> {
        match self {
            Self::Hash => Some("Hash[String,Data]"),
            Self::Unique => Some("Variant[Scalar,Array[Data]]"),
            _ => None,
        }
    }

    /// Returns a value as it takes part in a merge.
    fn converted(self, value: Value) -> Value {
        if self != Self::Unique {
            return value;
        }
        let mut flat = Vec::new();
        value.flatten_into(&mut flat);
        flat.into()
    }
}

impl Merge {
    /// The first value counts, because nothing else was asked for.
    pub(crate) fn first_found() -> Self {
        Self { strategy: Strategy::Default, options: Arc::default() }
    }

    /// One level of a hash.
    pub(crate) fn hash() -> Self {
        Self { strategy: Strategy::Hash, options: Arc::default() }
    }

    /// Returns what a value means: the name of a strategy, or a hash with the name and options.
    ///
    /// # Errors
    /// There is no such strategy, or it has no such options.
    pub(crate) fn of(value: &Value) -> Result<Self, EvalError> {
        let (name, options) = match value {
            Value::Undef | Value::Boolean(false) => return Ok(Self::first_found()),
            Value::Hash(hash) => match hash.text("strategy").filter(|name| !name.is_undef()) {
                Some(name) => (name.text(), if hash.len() > 1 { Arc::clone(hash) } else { Arc::default() }),
                None => return Err(issue::missing_merge_strategy()),
            },
            other => (other.text(), Arc::default()),
        };
        let strategy = Strategy::named(&name).ok_or_else(|| issue::unknown_merge_strategy(&name))?;
        if !options.is_empty() {
            let options = Value::Hash(Arc::clone(&options));
            assert_type("The merge options has wrong type,", &strategy.options_type(), &options)?;
        }
        Ok(Self { strategy, options })
    }

    /// Returns the one value of one place.
    fn single(&self, value: Value) -> Value {
        match (self.strategy, &value) {
            (Strategy::Unique, Value::Array(elements)) => unique(elements.iter().cloned()),
            _ => value,
        }
    }

    /// Merges two values, of which the first comes first.
    ///
    /// # Errors
    /// One of them can not be merged in this way.
    pub(crate) fn merge(&self, first: Value, second: Value) -> Result<Value, EvalError> {
        if let Some(expected) = self.strategy.value_type() {
            assert_type("The first element of the merge has wrong type,", expected, &first)?;
            assert_type("The second element of the merge has wrong type,", expected, &second)?;
        }
        Ok(match (self.strategy, &first, &second) {
            (Strategy::Hash, Value::Hash(first), Value::Hash(second)) => {
                let mut merged = Hash::clone(second);
                merged.extend(first.iter().map(|(key, value)| (key.clone(), value.clone())));
                merged.into()
            }
            (Strategy::Unique, ..) => {
                let mut all = Vec::new();
                first.flatten_into(&mut all);
                second.flatten_into(&mut all);
                unique(all)
            }
            (Strategy::Deep | Strategy::UnconstrainedDeep, ..) => deep::merge(&first, second, &self.options)?,
            (Strategy::ReverseDeep, ..) => deep::merge(&second, first, &self.options)?,
            _ => first,
        })
    }
}

fn unique(values: impl IntoIterator<Item = Value>) -> Value {
    let seen: Hash = values.into_iter().map(|value| (value, Value::Undef)).collect();
    seen.keys().cloned().collect()
}

/// Checks a value against a type that is written out.
pub(super) fn assert_type(subject: &str, expected: &str, value: &Value) -> Result<(), EvalError> {
    let expected = Type::parse(expected, &mut Builtins).expect("the types written out here are types");
    mismatch::assert_instance(subject, &expected, value).map_err(issue::type_assertion)
}

impl Evaluator<'_> {
    /// Merges what several places have; `None` if none has anything. Where the first value counts, the others are not
    /// looked at.
    ///
    /// # Errors
    /// Those of the places, and values that can not be merged.
    pub(super) fn merged(
        &mut self,
        merge: &Merge,
        places: usize,
        mut look: impl FnMut(&mut Self, usize) -> Result<Option<Value>, EvalError>,
    ) -> Result<Option<Value>, EvalError> {
        if matches!(merge.strategy, Strategy::Default | Strategy::First) {
            for place in 0..places {
                if let Some(value) = look(self, place)? {
                    return Ok(Some(value));
                }
            }
            return Ok(None);
        }
        if places < 2 {
            let value = if places == 0 { None } else { look(self, 0)? };
            return Ok(value.map(|value| merge.single(value)));
        }
        let step = || LookupStep::Merge { strategy: merge.strategy.name(), options: Arc::clone(&merge.options) };
        self.explained(step, |evaluator| {
            let mut result = None;
            for place in 0..places {
                let Some(value) = look(evaluator, place)? else { continue };
                result = Some(match result {
                    None => merge.strategy.converted(value),
                    Some(first) => merge.merge(first, value)?,
                });
            }
            if let Some(result) = &result {
                evaluator.explain_event(LookupEvent::Result, "", result);
            }
            Ok(result)
        })
    }
}
