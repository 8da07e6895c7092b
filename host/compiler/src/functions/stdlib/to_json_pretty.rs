//! `to_json_pretty`: converts a value to indented JSON.

use ruby::json::JsonLayout;
use value::{EvalError, Hash, MAXIMUM_TEXT, Value, to_data};

use crate::evaluator::{Function, FunctionCall, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "to_json_pretty",
    "Converts an array or hash to indented JSON. If the second argument is true, `undef` values are omitted. The third \
     argument is a hash of options: `indent`, `space`, `space_before`, `object_nl`, `array_nl`, `allow_nan` and \
     `max_nesting`.",
    &[Overload::new(
        "Variant[Hash, Array] $data, Optional[Boolean] $skip_undef?, Struct[{indent => Optional[String], space => \
         Optional[String], space_before => Optional[String], object_nl => Optional[String], array_nl => Optional[String], \
         allow_nan => Optional[Boolean], max_nesting => Optional[Integer[-1,default]]}] $opts?",
        write,
    )],
);

pub(in crate::functions) const NAMESPACED: Function = FUNCTION.renamed("stdlib::to_json_pretty");

fn write(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let data = match (call.argument(0), call.argument(1).as_boolean()) {
        (Value::Array(elements), Some(true)) => elements.iter().filter(|value| !value.is_undef()).cloned().collect(),
        (Value::Hash(hash), Some(true)) => {
            let kept = hash.iter().filter(|(_, value)| !value.is_undef());
            kept.map(|(key, value)| (key.clone(), value.clone())).collect::<Hash>().into()
        }
        (other, _) => other.clone(),
    };
    data.check_weight()?;
    // A result that is too long is rejected when the function returns.
    let mut layout = JsonLayout { limit: MAXIMUM_TEXT, ..JsonLayout::pretty() };
    if let Value::Hash(options) = call.argument(2) {
        set(&mut layout, options);
    }
    let text = ruby::json::write(&to_data(&data), &layout)?;
    Ok(Value::from(text + "\n"))
}

fn set(layout: &mut JsonLayout, options: &Hash) {
    let text = |name: &str| options.text(name).and_then(Value::as_str).map(str::to_owned);
    let parts = [
        ("indent", &mut layout.indent),
        ("space", &mut layout.space),
        ("space_before", &mut layout.space_before),
        ("object_nl", &mut layout.object_nl),
        ("array_nl", &mut layout.array_nl),
    ];
    for (name, part) in parts {
        if let Some(text) = text(name) {
            *part = text;
        }
    }
    layout.allows_nan = options.text("allow_nan").and_then(Value::as_boolean).unwrap_or_default();
    match options.text("max_nesting").map(Value::as_integer) {
        None => {}
        // In Ruby, -1, 0 and nil all mean no limit.
        Some(None | Some(-1 | 0)) => layout.max_nesting = usize::MAX,
        Some(Some(limit)) => layout.max_nesting = usize::try_from(limit).unwrap_or(usize::MAX),
    }
}
