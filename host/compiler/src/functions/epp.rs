//! `epp`: renders an EPP template file.

use crate::evaluator::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "epp",
    "Renders an EPP template. `epp('m/a.epp', {'x' => 1})` uses `templates/a.epp` in the module `m` and sets the \
     template's parameter `$x`; absolute paths are also allowed. The template can access its parameters and the \
     variables of the top scope. If it prints a `Sensitive` value, the result is `Sensitive`.",
    &[Overload::new("String $path, Hash[Pattern[/^\\w+$/], Any] $parameters?", |call| {
        call.evaluator.render_named(call.text(0), call.argument(1).as_hash())
    })],
)
.returning("Variant[String, Sensitive[String]]");
