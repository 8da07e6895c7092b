//! `reject`: elements that do not match a regular expression.

use value::{Hash, Value};

use super::grep::{matches, subject_and_regex};
use crate::evaluator::{Function, Overload};
use crate::functions::ruby_values;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "reject",
    "Returns the elements of an array, or the entries of a hash by their keys, that do not match a regular expression, \
     given as a string.",
    &[Overload::legacy(|call| {
        let (subject, regex) = subject_and_regex(call)?;
        match &subject {
            Value::Array(elements) => {
                let mut kept = Vec::new();
                for element in elements.iter() {
                    if !matches(&regex, element)? {
                        kept.push(element.clone());
                    }
                }
                Ok(kept.into())
            }
            Value::Hash(hash) => {
                let mut kept = Hash::default();
                for (key, value) in hash.iter() {
                    if !matches(&regex, key)? {
                        kept.insert(key.clone(), value.clone());
                    }
                }
                Ok(kept.into())
            }
            other => Err(ruby_values::no_method("reject", other)),
        }
    })],
);
