//! `annotate`: notes that Ruby code keeps beside objects. There is no such code here.

use crate::eval_error::EvalError;
use crate::function::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "annotate",
    "Refuses to annotate values: annotations are for programs in Ruby that read the values of a manifest.",
    &[Overload::new("Type $type, Any $value, Any $annotation_hash?, Callable[0, 0] &$block?", |_| {
        Err(EvalError::new("annotate() is not supported: annotations are read by programs in Ruby only")
            .with_hint("keep what belongs to a value in a hash beside it"))
    })],
);
