//! `include`: declares classes.

use crate::evaluator::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "include",
    "Declares classes, each at most once, with default values for their parameters. The arguments are strings, \
     references, or arrays of them. Returns references to the classes.",
    &[Overload::new("Any +$names", |call| {
        let names = call.evaluator.class_arguments(call.arguments)?;
        call.evaluator.include_at(&names, call.span)?;
        Ok(names.iter().map(|name| crate::evaluator::class_reference(name)).collect())
    })],
);
