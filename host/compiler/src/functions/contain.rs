//! `contain`: declares classes inside the current class.

use crate::evaluator::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "contain",
    "Declares classes as `include` does and makes the current class contain them, so that relationships of the current \
     class also apply to them. Returns references to the classes.",
    &[Overload::new("Any +$names", |call| {
        let names = call.evaluator.class_arguments(call.arguments)?;
        let included = call.evaluator.include_at(&names, call.span)?;
        let container = call.evaluator.container();
        for resource in included {
            call.evaluator.resources.edges.insert((container, resource));
        }
        Ok(names.iter().map(|name| crate::evaluator::class_reference(name)).collect())
    })],
);
