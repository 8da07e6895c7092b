//! `epp`: a template of a file.

use crate::function::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "epp",
    "Returns the text that an EPP template makes: `epp('m/a.epp', {'x' => 1})` takes `templates/a.epp` of the module `m` and \
     sets its parameter `$x`. An absolute path can be given too. The template sees variables of the top scope and its \
     parameters. If it prints a `Sensitive`, all of its text is one.",
    &[Overload::new("String $path, Hash[Pattern[/^\\w+$/], Any] $parameters?", |call| {
        call.evaluator.render_named(call.text(0), call.argument(1).as_hash())
    })],
)
.returning("Variant[String, Sensitive[String]]");
