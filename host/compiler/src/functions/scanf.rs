//! `scanf`: parses values from text by a Ruby format.

use ruby::scanf::{Scanned, scanf};
use value::{EvalError, Value};

use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::ruby_values::integer_value;

pub(super) const FUNCTION: Function = Function::new(
    "scanf",
    "Parses values from a string by a format and returns them as an array, up to the first mismatch: `%d`, `%i`, `%o`, \
     `%x` integers, `%f` a float, `%s` a word, `%c` characters, `%[a-z]` characters of a set. A number before the \
     letter is the maximum number of characters; with `*` the value is skipped. If there is a block, it is called with \
     the array and its result is returned.",
    &[Overload::new("String $data, String $format, Callable &$block?", |call: &mut FunctionCall<'_, '_>| {
        let values = Value::from(parse(call.text(0), call.text(1))?);
        if call.block.is_some() { call.invoke(&[values]) } else { Ok(values) }
    })],
);

fn parse(data: &str, format: &str) -> Result<Vec<Value>, EvalError> {
    let values = scanf(data, format).into_iter().map(|value| match value {
        Scanned::Integer(number) => integer_value(&number),
        Scanned::Float(number) => Ok(Value::Float(number)),
        Scanned::String(text) => Ok(Value::from(text)),
    });
    values.collect()
}
