//! `import`: what Puppet 4 removed.

use crate::function::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "import",
    "Was removed from the language: manifests are found by their names.",
    &[Overload::new("Any *$arguments", |call| Err(crate::issue::discontinued_import(call.span).into()))],
);
