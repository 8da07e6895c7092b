//! `slice`: divides elements into groups of equal size.

use value::{EvalError, LazySequence, MAXIMUM_ELEMENTS, Value, check_size};

use crate::evaluator::{Function, FunctionCall, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "slice",
    "Divides the elements of an iterable value into groups of a given size; the last group may be smaller. Without a \
     block, returns an array of the groups. A block with one parameter receives each group as an array; otherwise it \
     must have one parameter for each element of a group. The elements of a hash are key-value pairs.",
    &[
        Overload::new("Hash[Any, Any] $hash, Integer[1, default] $slice_size, Callable &$block?", slice),
        Overload::new("Iterable $enumerable, Integer[1, default] $slice_size, Callable &$block?", slice),
    ],
);

fn slice(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    // The signature only allows positive sizes; a size above `usize::MAX` has the same effect as `usize::MAX`.
    let size = usize::try_from(call.integer(1).unwrap_or(1)).unwrap_or(usize::MAX);
    let Some(lazy) = LazySequence::over(call.argument(0)) else { return Ok(Value::Undef) };
    let arity = block_arity(call, size)?;
    if arity.is_none() {
        check_size(usize::try_from(lazy.len()).unwrap_or(usize::MAX))?;
    }
    let mut elements = lazy.elements();
    let mut groups = Vec::new();
    loop {
        let group: Vec<Value> = elements.by_ref().take(size.min(MAXIMUM_ELEMENTS)).collect();
        if group.is_empty() {
            break;
        }
        let Some(arity) = arity else {
            groups.push(Value::from(group));
            continue;
        };
        let arguments = if arity == 1 { vec![Value::from(group)] } else { filled(group, size, lazy.is_pairs()) };
        if call.step(&arguments)?.is_none() {
            break;
        }
    }
    Ok(if arity.is_some() { call.argument(0).clone() } else { Value::from(groups) })
}

/// Extends the last group to full size, with `undef` or empty pairs.
fn filled(mut group: Vec<Value>, size: usize, is_pairs: bool) -> Vec<Value> {
    group.resize(size, if is_pairs { Value::array([]) } else { Value::Undef });
    group
}

/// Returns the number of arguments passed to the block, if there is a block.
fn block_arity(call: &FunctionCall<'_, '_>, size: usize) -> Result<Option<usize>, EvalError> {
    let Some((required, most)) = call.block_arity() else { return Ok(None) };
    let arity = if required == most { required } else { size };
    if arity == 0 {
        return Err(EvalError::new("slice(): block must define at least one parameter. Block has 0."));
    }
    if arity != 1 && arity != size {
        let names = call.block.map(|block| block.parameter_names().collect::<Vec<_>>().join(", ")).unwrap_or_default();
        return Err(EvalError::new(format!(
            "slice(): block must define one parameter, or the same number of parameters as the given size of the slice \
             ({size}). Block has {arity}; {names}"
        )));
    }
    Ok(Some(arity))
}
