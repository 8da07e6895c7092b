//! Constructors of regular expressions, types, secrets and URIs, and of `Init` types.

use std::sync::Arc;

use datatype::{Regex, Type, Uri};
use value::{EvalError, Value};

use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::pattern;

/// `Regexp`; in Puppet's messages its constructor is called `new_float`.
pub(super) static REGEXP: Function = Function::new(
    "new_float",
    "Creates a regular expression from its text.",
    &[Overload::new("String $pattern, Boolean $escape?", |call| {
        let regex = if call.argument(1).is_true() {
            Regex::literal(call.text(0)).map_err(pattern::fault)?
        } else {
            pattern::compiled(call.text(0))?
        };
        Ok(Value::Regexp(Arc::new(regex)))
    })],
);

/// `Type`
pub(super) static TYPE: Function = Function::new(
    "new_type",
    "Creates a data type from its text.",
    &[Overload::new("String[1] $type_string", |call| call.evaluator.parse_type(call.text(0)).map(Value::from))],
);

/// `Sensitive`
pub(super) static SENSITIVE: Function = Function::new(
    "new_Sensitive",
    "Creates a secret.",
    &[
        Overload::new("Sensitive $value", |call| Ok(call.argument(0).clone())),
        Overload::new("Any $value", |call| Ok(Value::sensitive(call.argument(0).clone()))),
    ],
);

/// `NotUndef` without parameters
pub(super) static UNIT: Function = Function::new(
    "new_unit",
    "Returns the value unchanged.",
    &[Overload::new("Any $from", |call| Ok(call.argument(0).clone()))],
);

/// `URI`; in Puppet's messages its constructor is called `new_error`.
pub(super) static URI: Function = Function::new(
    "new_error",
    "Creates a URI from its text or its components.",
    &[
        Overload::new("String[1] $uri", |call| {
            let uri = Uri::parse(call.text(0)).map_err(|error| EvalError::new(error.to_string()))?;
            Ok(Value::Uri(Arc::new(uri)))
        }),
        Overload::new(
            "Struct[{Optional[scheme] => String[1], Optional[userinfo] => String[1], Optional[host] => String[1], \
             Optional[port] => Integer[0], Optional[path] => String[1], Optional[query] => String[1], \
             Optional[fragment] => String[1], Optional[opaque] => String[1]}] $hash",
            |call| Ok(Value::Uri(Arc::new(assembled(call)))),
        ),
    ],
);

fn assembled(call: &FunctionCall<'_, '_>) -> Uri {
    let part = |name| call.argument(0).as_hash().and_then(|parts| parts.text(name));
    let text = |name| part(name).and_then(Value::as_str).map(Box::from);
    Uri {
        scheme: text("scheme"),
        userinfo: text("userinfo"),
        host: text("host"),
        port: part("port").and_then(Value::as_integer).and_then(|port| u16::try_from(port).ok()),
        path: text("path").unwrap_or_default(),
        query: text("query"),
        fragment: text("fragment"),
        opaque: text("opaque"),
    }
}

/// Creates an instance of the type wrapped by an `Init` type. An array is expanded to arguments, unless the type takes
/// an array as argument.
pub(super) fn initialized(
    call: &mut FunctionCall<'_, '_>,
    data_type: &Type,
    arguments: &[Value],
) -> Result<Value, EvalError> {
    let Type::Init(init) = data_type else { return Ok(Value::Undef) };
    let Some(target) = &init.target else {
        return Err(EvalError::new(format!("Creation of new instance of type '{data_type}' is not supported")));
    };
    let [value] = arguments else {
        let given = if arguments.is_empty() { "none".to_owned() } else { arguments.len().to_string() };
        return Err(EvalError::new(format!("'new_Init' expects 1 argument, got {given}")));
    };
    let mut given = vec![Value::from(target.clone())];
    match value {
        Value::Array(values) if init.arguments.is_empty() && !takes_array(target) => {
            given.extend(values.iter().cloned())
        }
        other => {
            given.push(other.clone());
            given.extend(init.arguments.iter().map(Value::from));
        }
    }
    call.evaluator.call_function("new", &given, None, call.span)
}

/// Returns whether the constructor of a type takes an array as its only argument.
fn takes_array(target: &Type) -> bool {
    matches!(
        target,
        Type::Array(_) | Type::Tuple(_) | Type::Hash(_) | Type::Struct(_) | Type::Binary | Type::Sensitive(_)
    )
}
