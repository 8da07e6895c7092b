//! `annotate`: not supported, because only Ruby code can read annotations.

use value::EvalError;

use crate::evaluator::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "annotate",
    "Fails: annotations are not supported, because only Ruby code can read them.",
    &[Overload::new("Type $type, Any $value, Any $annotation_hash?, Callable[0, 0] &$block?", |_| {
        Err(EvalError::new("annotate() is not supported: annotations can only be read by Ruby code")
            .with_hint("store additional data in a hash instead"))
    })],
);
