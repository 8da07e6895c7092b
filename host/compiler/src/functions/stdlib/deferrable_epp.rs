//! `stdlib::deferrable_epp`: renders an EPP template, deferred if a variable is deferred.

use std::sync::Arc;

use value::{self, Deferred, EvalError, FileLocation, LocatedFile, Value};

use crate::evaluator::{Function, FunctionCall, Overload};
use crate::issue;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "stdlib::deferrable_epp",
    "Renders an EPP template as `epp` does. If one of the variables is deferred, the rendering is deferred until the \
     catalog is applied.",
    &[Overload::new("String $template, Hash $variables", render)],
)
.returning("Variant[String, Sensitive[String], Deferred]");

fn render(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let Value::Hash(variables) = call.argument(1) else { return Ok(Value::Undef) };
    if !variables.values().any(|value| matches!(value, Value::Deferred(_))) {
        return call.evaluator.call_function("epp", call.arguments, None, call.span);
    }
    let environment = call.evaluator.environment();
    let Some(located) = LocatedFile::find(environment, call.text(0), "templates") else {
        return Err(issue::missing_template(call.text(0)));
    };
    let place: FileLocation<'_> = located.place;
    let text = environment.text(place, &located.path).map_err(|error| issue::unreadable_file(&error))?;
    let text = text.ok_or_else(|| issue::missing_template(call.text(0)))?;
    Ok(Value::Deferred(Arc::new(Deferred {
        name: "inline_epp".into(),
        arguments: Some([Value::from(text.text), call.argument(1).clone()].into()),
    })))
}
