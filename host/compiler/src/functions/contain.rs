//! `contain`: classes inside of the current one.

use crate::function::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "contain",
    "Declares classes as `include` does, and puts them into the current class, so that what comes before or after it comes \
     before or after them too. Returns references to the classes.",
    &[Overload::new("Any +$names", |call| {
        let names = call.evaluator.class_arguments(call.arguments)?;
        let included = call.evaluator.include(&names)?;
        let container = call.evaluator.container();
        for resource in included {
            call.evaluator.resources.edges.insert((container, resource));
        }
        Ok(names.iter().map(|name| crate::evaluator::class_reference(name)).collect())
    })],
);
