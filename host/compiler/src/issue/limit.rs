//! Messages about exceeded limits. Puppet has no such limits and continues until memory is exhausted.

use value::EvalError;

pub(crate) fn too_much_memory(limit: usize) -> EvalError {
    EvalError::new(format!(
        "The compilation needs more than {} MiB of memory, the limit set by 'compile_memory'",
        limit >> 20
    ))
}

pub(crate) fn too_much_time() -> EvalError {
    EvalError::new("The compilation takes too long, longer than the limit set by 'compile_timeout'")
}

pub(crate) fn too_many_iterations(limit: u64) -> EvalError {
    EvalError::new(format!("The loops took more than {limit} iterations"))
        .with_hint("does a loop iterate over a range that is far too long?")
}
