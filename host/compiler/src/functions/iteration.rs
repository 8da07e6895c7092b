//! What functions share that go through the elements of an array or hash with a block of one or two parameters.

use crate::function::FunctionCall;
use crate::value::{LazySequence, Value};

/// Returns what the block gets and the element it stands for: the element itself or, for a block of two parameters, index
/// and element; of a hash the elements are pairs of key and value.
pub(super) fn of(call: &FunctionCall<'_, '_>) -> Vec<(Vec<Value>, Value)> {
    let takes_two = call.block_arity().is_some_and(|(least, _)| least == 2);
    let Some(lazy) = LazySequence::over(call.argument(0)) else {
        return Vec::new();
    };
    let arguments = lazy.numbered().zip(lazy.elements()).map(|(numbered, element)| {
        let arguments = if takes_two { numbered.to_vec() } else { vec![element.clone()] };
        (arguments, element)
    });
    arguments.collect()
}
