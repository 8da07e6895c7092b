//! `validate_cmd` and `validate_augeas`, which run a program during the compilation: rejected by name.

use value::EvalError;

use crate::evaluator::{Function, FunctionCall, Overload};

pub(in crate::functions) const COMMAND: Function = Function::new(
    "validate_cmd",
    "Fails: a compilation runs no programs that check contents. The attribute `validate_cmd` of the resource type `file` checks the \
     content on the node before the file is replaced.",
    &[Overload::legacy(|call| Err(rejection(call)))],
);

pub(in crate::functions) const AUGEAS: Function = Function::new(
    "validate_augeas",
    "Fails: a compilation runs no programs that check contents. The attribute `validate_cmd` of the resource type `file` checks the \
     content on the node before the file is replaced.",
    &[Overload::legacy(|call| Err(rejection(call)))],
);

fn rejection(call: &FunctionCall<'_, '_>) -> EvalError {
    let name = call.name();
    EvalError::new(format!("{name}(): content cannot be checked by a program during the compilation")).with_hint(
        "the attribute 'validate_cmd' of the resource type 'file' checks the content on the node before the file is replaced",
    )
}
