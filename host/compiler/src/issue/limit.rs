//! Messages about exceeded limits. Puppet has no such limits and continues until memory is exhausted.

use crate::eval_error::EvalError;

pub(crate) fn too_many_elements(elements: usize, limit: usize) -> EvalError {
    EvalError::new(format!("An array of {elements} elements is too big; the maximum is {limit}"))
}

pub(crate) fn text_too_long(limit: usize) -> EvalError {
    EvalError::new(format!("A string of more than {limit} bytes is too long"))
}

pub(crate) fn value_too_big(limit: usize) -> EvalError {
    EvalError::new(format!("A value of more than {limit} bytes is too big"))
        .with_hint("do arrays or hashes contain the same values many times?")
}

pub(crate) fn nested_too_deeply(limit: usize) -> EvalError {
    EvalError::new(format!("A value with more than {limit} levels of arrays or hashes is nested too deeply"))
        .with_hint("does a loop repeatedly nest its own result in a new value?")
}

pub(crate) fn too_much_memory(limit: usize) -> EvalError {
    EvalError::new(format!(
        "The compilation needs more than {} MiB of memory, the limit set by 'compile_memory'",
        limit >> 20
    ))
}

pub(crate) fn too_many_turns(limit: u64) -> EvalError {
    EvalError::new(format!("The loops took more than {limit} iterations"))
        .with_hint("does a loop iterate over a range that is far too long?")
}
