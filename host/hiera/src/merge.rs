//! Merge strategies for the values of one key: first, unique and hash here; deep in `merge/deep.rs`.

mod deep;

use std::sync::Arc;

use datatype::{Builtins, Type, mismatch};
use value::{EvalError, Hash, Value};

use crate::explain::{LookupEvent, LookupStep};
use crate::issue;
use crate::lookup::Lookup;

/// A merge strategy with its options.
#[derive(Clone, Debug)]
pub(crate) struct Merge {
    strategy: Strategy,
    options: Arc<Hash>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Strategy {
    /// Like first; used if no strategy is given.
    Default,
    First,
    Unique,
    Hash,
    Deep,
    /// Like deep, with arbitrary options.
    UnconstrainedDeep,
    /// Like unconstrained deep, but later values take precedence.
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

    /// Returns the type of valid options.
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

    /// Returns the value in the form used by the merge.
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
    /// Returns the default strategy: the first value found.
    pub(crate) fn first_found() -> Self {
        Self { strategy: Strategy::Default, options: Arc::default() }
    }

    /// Returns the strategy that merges the top level of hashes.
    pub(crate) fn hash() -> Self {
        Self { strategy: Strategy::Hash, options: Arc::default() }
    }

    /// Parses a merge option: the name of a strategy, or a hash with the name and options.
    ///
    /// # Errors
    /// Returns an error if the strategy does not exist or an option is invalid.
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

    /// Returns the merged form of the only value found.
    fn single(&self, value: Value) -> Value {
        match (self.strategy, &value) {
            (Strategy::Unique, Value::Array(elements)) => unique(elements.iter().cloned()),
            _ => value,
        }
    }

    /// Merges two values; `first` takes precedence.
    ///
    /// # Errors
    /// Returns an error if a value has the wrong type for this strategy.
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

/// Checks a value against a type given as text.
pub(crate) fn assert_type(subject: &str, expected: &str, value: &Value) -> Result<(), EvalError> {
    let expected = Type::parse(expected, &mut Builtins).expect("the type literal is valid");
    mismatch::assert_instance(subject, &expected, value).map_err(issue::type_assertion)
}

impl Lookup<'_> {
    /// Merges the values of several places; `None` if there are none. If the first value is used, later places are not
    /// searched.
    ///
    /// # Errors
    /// Returns an error if a search fails or values cannot be merged.
    pub(crate) fn merged(
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
        self.explained(step, |lookup| {
            let mut result = None;
            for place in 0..places {
                let Some(value) = look(lookup, place)? else { continue };
                result = Some(match result {
                    None => merge.strategy.converted(value),
                    Some(first) => merge.merge(first, value)?,
                });
            }
            if let Some(result) = &result {
                lookup.explain_event(LookupEvent::Result, "", result);
            }
            Ok(result)
        })
    }
}
