//! `inline_epp`: renders an EPP template given as a string.

use crate::evaluator::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "inline_epp",
    "Renders an EPP template given as a string. The template can access its parameters and the variables of the calling \
     scope. If it prints a `Sensitive` value, the result is `Sensitive`.",
    &[Overload::new("String $template, Hash[Pattern[/^\\w+$/], Any] $parameters?", |call| {
        call.evaluator.render_text(call.text(0), call.argument(1).as_hash())
    })],
)
.returning("Variant[String, Sensitive[String]]");
