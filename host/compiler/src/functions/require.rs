//! `require`: declares classes before the current class.

use value::Value;

use crate::evaluator::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "require",
    "Declares classes as `include` does and makes the current class depend on them. Returns references to the classes.",
    &[Overload::new("Any +$names", |call| {
        let names = call.evaluator.class_arguments(call.arguments)?;
        call.evaluator.include_at(&names, call.span)?;
        let container = call.evaluator.container();
        let classes: Vec<Value> = names.iter().map(|name| crate::evaluator::class_reference(name)).collect();
        for class in &classes {
            call.evaluator.append_reference(container, "require", class.clone());
        }
        Ok(Value::from(classes))
    })],
);
