//! `slice`: elements in groups of the same size.

use crate::eval_error::EvalError;
use crate::function::{Function, FunctionCall, Overload};
use crate::value::{LazySequence, MAXIMUM_ELEMENTS, Value, check_size};

pub(super) const FUNCTION: Function = Function::new(
    "slice",
    "Divides elements into groups of a size, the last of which may be smaller. Without a block it returns an array of the \
     groups. A block gets each group: as an array if it has one parameter, else with a parameter for each element. For a \
     hash the elements are pairs.",
    &[
        Overload::new("Hash[Any, Any] $hash, Integer[1, default] $slice_size, Callable &$block?", slice),
        Overload::new("Iterable $enumerable, Integer[1, default] $slice_size, Callable &$block?", slice),
    ],
);

fn slice(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    // The signature lets only positive sizes pass; there are never more elements than fit into memory.
    let size = usize::try_from(call.integer(1).unwrap_or(1)).unwrap_or(usize::MAX);
    let Some(lazy) = LazySequence::over(call.argument(0)) else { return Ok(Value::Undef) };
    let served = served(call, size)?;
    if served.is_none() {
        check_size(usize::try_from(lazy.len()).unwrap_or(usize::MAX))?;
    }
    let mut elements = lazy.elements();
    let mut groups = Vec::new();
    loop {
        let group: Vec<Value> = elements.by_ref().take(size.min(MAXIMUM_ELEMENTS)).collect();
        if group.is_empty() {
            break;
        }
        let Some(served) = served else {
            groups.push(Value::from(group));
            continue;
        };
        let arguments = if served == 1 { vec![Value::from(group)] } else { filled(group, size, lazy.is_pairs()) };
        if call.step(&arguments)?.is_none() {
            break;
        }
    }
    Ok(if served.is_some() { call.argument(0).clone() } else { Value::from(groups) })
}

/// Makes a group as long as the others; a missing pair is empty.
fn filled(mut group: Vec<Value>, size: usize, is_pairs: bool) -> Vec<Value> {
    group.resize(size, if is_pairs { Value::array([]) } else { Value::Undef });
    group
}

/// Returns how many arguments the block gets, if there is one.
fn served(call: &FunctionCall<'_, '_>, size: usize) -> Result<Option<usize>, EvalError> {
    let Some((required, most)) = call.block_arity() else { return Ok(None) };
    let served = if required == most { required } else { size };
    if served == 0 {
        return Err(EvalError::new("slice(): block must define at least one parameter. Block has 0."));
    }
    if served != 1 && served != size {
        let names = call.block.map(|block| block.parameter_names().collect::<Vec<_>>().join(", ")).unwrap_or_default();
        return Err(EvalError::new(format!(
            "slice(): block must define one parameter, or the same number of parameters as the given size of the slice \
             ({size}). Block has {served}; {names}"
        )));
    }
    Ok(Some(served))
}
