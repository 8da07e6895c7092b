//! `import`: removed in Puppet 4.

use crate::evaluator::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "import",
    "Was removed from the language in Puppet 4: manifests are loaded automatically by name.",
    &[Overload::new("Any *$arguments", |call| Err(crate::issue::discontinued_import(call.span).into()))],
);
