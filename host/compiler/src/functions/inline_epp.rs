//! `inline_epp`: a template that is a string.

use crate::function::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "inline_epp",
    "Returns the text that an EPP template makes, which is given as a string. The template sees its parameters and all that \
     can be seen where it is called. If it prints a `Sensitive`, all of its text is one.",
    &[Overload::new("String $template, Hash[Pattern[/^\\w+$/], Any] $parameters?", |call| {
        call.evaluator.render_text(call.text(0), call.argument(1).as_hash())
    })],
)
.returning("Variant[String, Sensitive[String]]");
