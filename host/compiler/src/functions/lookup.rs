//! `lookup`: value of a key in the data.

use std::sync::Arc;

use hiera::LookupCall;
use value::{EvalError, Hash, Value};

use crate::evaluator::{Function, FunctionCall, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "lookup",
    "Returns the value of a key in the data, or of the first of several keys that has a value. The expected type, the \
     merge strategy and the default can be given in this order, or as a hash of options. A block is called with the key \
     if no value is found.",
    &[
        Overload::new("NameType $name, ValueType $value_type?, MergeType $merge?", |call| {
            let lookup = positional(call);
            call.evaluator.lookup(&lookup, None)
        }),
        Overload::new(
            "NameType $name, Optional[ValueType] $value_type, Optional[MergeType] $merge, DefaultValueType $default_value",
            |call| {
                let lookup = LookupCall { default: Some(call.argument(3).clone()), ..positional(call) };
                call.evaluator.lookup(&lookup, None)
            },
        ),
        Overload::new("NameType $name, ValueType $value_type?, MergeType $merge?, BlockType &$block", |call| {
            let lookup = positional(call);
            call.evaluator.lookup(&lookup, call.block)
        }),
        Overload::new("OptionsWithName $options_hash, BlockType &$block?", |call| {
            let options = call.argument(0).as_hash().cloned().unwrap_or_default();
            let name = options.text("name").cloned().unwrap_or_default();
            with_options(call, &name, &options)
        }),
        Overload::new(
            "Variant[String,Array[String]] $name, OptionsWithoutName $options_hash, BlockType &$block?",
            |call| {
                let options = call.argument(1).as_hash().cloned().unwrap_or_default();
                with_options(call, call.argument(0), &options)
            },
        ),
    ],
)
.with_types(&[
    "NameType = Variant[String, Array[String]]",
    "ValueType = Type",
    "DefaultValueType = Any",
    "MergeType = Variant[String[1], Hash[String, Scalar]]",
    "BlockType = Callable[NameType]",
    "OptionsWithName = Struct[{name => NameType, value_type => Optional[ValueType], default_value => \
     Optional[DefaultValueType], override => Optional[Hash[String,Any]], default_values_hash => \
     Optional[Hash[String,Any]], merge => Optional[MergeType]}]",
    "OptionsWithoutName = Struct[{value_type => Optional[ValueType], default_value => Optional[DefaultValueType], \
     override => Optional[Hash[String,Any]], default_values_hash => Optional[Hash[String,Any]], merge => \
     Optional[MergeType]}]",
]);

/// Returns the arguments of a lookup whose name, type and merge strategy are positional.
fn positional(call: &FunctionCall<'_, '_>) -> LookupCall {
    LookupCall {
        value_type: call.argument(1).as_type().cloned(),
        merge: call.argument(2).clone(),
        ..named(call.argument(0))
    }
}

fn with_options(call: &mut FunctionCall<'_, '_>, name: &Value, options: &Hash) -> Result<Value, EvalError> {
    let hash = |key: &str| match options.text(key) {
        Some(Value::Hash(hash)) => Arc::clone(hash),
        _ => Arc::default(),
    };
    let lookup = LookupCall {
        value_type: options.text("value_type").and_then(Value::as_type).cloned(),
        default: options.text("default_value").cloned(),
        overrides: hash("override"),
        defaults: hash("default_values_hash"),
        merge: options.text("merge").cloned().unwrap_or_default(),
        ..named(name)
    };
    call.evaluator.lookup(&lookup, call.block)
}

fn named(name: &Value) -> LookupCall {
    let names = match name {
        Value::Array(names) => names.iter().map(|name| name.text().to_string()).collect(),
        single => vec![single.text().to_string()],
    };
    LookupCall { names, is_list: name.as_array().is_some(), ..LookupCall::default() }
}
