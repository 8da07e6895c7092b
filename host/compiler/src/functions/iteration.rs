//! Implementation shared by functions that iterate over an array or hash with a block of one or two parameters.

use value::{LazySequence, Value};

use crate::evaluator::FunctionCall;

/// Returns the block arguments for each element, together with the element. A block with two parameters receives the
/// index and the element, or the key and the value of a hash; the element of a hash is a key-value pair.
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
