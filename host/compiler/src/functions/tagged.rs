//! `tagged`: tests whether the current class or instance, or the catalog, has tags.

use value::Value;

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(super) const FUNCTION: Function = Function::new(
    "tagged",
    "Returns whether the current class or instance of a defined type has all given tags. The names of classes declared \
     anywhere are tags as well.",
    &[Overload::legacy(|call| {
        let tags = legacy::some(call)?;
        let evaluator = &*call.evaluator;
        Ok(Value::Boolean(tags.iter().all(|tag| evaluator.has_tag(&tag.text()))))
    })],
);
