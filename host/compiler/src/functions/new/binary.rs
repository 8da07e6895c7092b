//! Constructor of `Binary`: from base64, text or integers.

use datatype::base64;
use value::{EvalError, Value};

use crate::evaluator::{Function, FunctionCall, Overload};

/// `Binary`
pub(super) static BINARY: Function = Function::new(
    "new_Binary",
    "Creates a `Binary` from base64 (`%B` strict, `%b` lenient, `%u` URL-safe), from text (`%s`, `%r`), or from \
     integers.",
    &[
        Overload::new("String $str, Base64Format $format?", |call| of_text(call.argument(0), call.argument(1))),
        Overload::new("Array[ByteInteger] $byte_array", |call| Ok(of_numbers(call.elements(0)))),
        Overload::new("BinaryArgsHash $hash_args", |call: &mut FunctionCall<'_, '_>| {
            let named = |name| call.argument(0).as_hash().and_then(|arguments| arguments.text(name));
            match named("value") {
                Some(Value::Array(numbers)) => Ok(of_numbers(numbers)),
                Some(text) => of_text(text, named("format").unwrap_or(&Value::Undef)),
                None => Ok(Value::Undef),
            }
        }),
    ],
)
.with_types(&[
    "ByteInteger = Integer[0,255]",
    "Base64Format = Enum[\"%b\", \"%u\", \"%B\", \"%s\", \"%r\"]",
    "StringHash = Struct[{value => String, \"format\" => Optional[Base64Format]}]",
    "ArrayHash = Struct[{value => Array[ByteInteger]}]",
    "BinaryArgsHash = Variant[StringHash, ArrayHash]",
]);

fn of_text(text: &Value, format: &Value) -> Result<Value, EvalError> {
    let text = text.as_str().unwrap_or_default();
    let bytes = match format.as_str() {
        Some("%b") => Some(base64::decode_lenient(text)),
        Some("%u") => base64::decode_url_safe(text),
        Some("%s" | "%r") => Some(text.as_bytes().to_vec()),
        _ => base64::decode(text),
    };
    bytes.map(|bytes| Value::Binary(bytes.into())).ok_or_else(|| EvalError::new("invalid base64"))
}

fn of_numbers(numbers: &[Value]) -> Value {
    let byte = |number: &Value| number.as_integer().and_then(|number| u8::try_from(number).ok());
    Value::Binary(numbers.iter().filter_map(byte).collect())
}
