//! `new`: creates a value of a data type from other values. This file selects the constructor and checks the result; the modules
//! in `new/` implement the constructors.

use datatype::{Type, mismatch};
use value::{EvalError, Value};

use crate::evaluator::function;
use crate::evaluator::{Evaluator, Function, FunctionCall, Overload};

mod binary;
mod collection;
mod number;
mod object;
mod other;
mod string;
mod time;
mod version;

pub(super) const FUNCTION: Function = Function::new(
    "new",
    "Creates a value of a data type, as calling the type does: `Integer('0x1F')` is 31. The arguments depend on the \
     type. A value that already has the type is returned unchanged. If there is a block, it is called with the new \
     value and its result is returned.",
    &[Overload::new("Type $type, Any *$args, Callable &$block?", |call| {
        let [data_type, arguments @ ..] = call.arguments else {
            return Ok(Value::Undef);
        };
        let data_type = data_type.as_type().cloned().unwrap_or(Type::Any);
        if let [value] = arguments
            && !matches!(data_type, Type::Init(_))
            && data_type.is_instance(value)
        {
            return Ok(value.clone());
        }
        let value = made(call, &data_type, arguments)?;
        if call.block.is_some() { call.invoke(&[value]) } else { Ok(value) }
    })],
);

/// Creates a value and checks that it is an instance of the type.
fn made(call: &mut FunctionCall<'_, '_>, data_type: &Type, arguments: &[Value]) -> Result<Value, EvalError> {
    let value = construct(call, data_type, arguments, 0)?;
    let subject = || format!("Converted value from {data_type}.new() has wrong type,");
    if data_type.is_instance(&value) {
        return Ok(value);
    }
    Err(EvalError::new(mismatch::describe(&subject(), data_type, &Type::infer_set(&value))))
}

fn construct(
    call: &mut FunctionCall<'_, '_>,
    data_type: &Type,
    arguments: &[Value],
    depth: usize,
) -> Result<Value, EvalError> {
    match data_type {
        Type::NotUndef(Some(inner)) | Type::Optional(Some(inner)) if depth < datatype::MAX_DEPTH => {
            construct(call, inner, arguments, depth + 1)
        }
        Type::Alias(_) if depth < datatype::MAX_DEPTH => construct(call, &data_type.resolved(), arguments, depth + 1),
        Type::Init(_) => other::initialized(call, data_type, arguments),
        Type::Object(_) | Type::ObjectExtension(_) | Type::Deferred | Type::Error => object::made(data_type, arguments),
        _ => match constructor(data_type) {
            Some(constructor) => run(call.evaluator, constructor, arguments, call.span),
            None => Err(EvalError::new(format!("Creation of new instance of type '{data_type}' is not supported"))),
        },
    }
}

/// Returns the constructor of a type, if it has one of its own.
fn constructor(data_type: &Type) -> Option<&'static Function> {
    Some(match data_type {
        Type::Integer(_) => &number::INTEGER,
        Type::Float(_) => &number::FLOAT,
        Type::Numeric => &number::NUMERIC,
        Type::Boolean(_) => &number::BOOLEAN,
        Type::String(_) | Type::Text(_) => &string::STRING,
        Type::Array(_) | Type::Tuple(_) => &collection::ARRAY,
        Type::Hash(_) | Type::Struct(_) => &collection::HASH,
        Type::Regexp(_) => &other::REGEXP,
        Type::Type(_) => &other::TYPE,
        Type::Sensitive(_) => &other::SENSITIVE,
        Type::Unit | Type::NotUndef(None) => &other::UNIT,
        Type::Uri(_) => &other::URI,
        Type::Binary => &binary::BINARY,
        Type::SemVer(_) => &version::SEM_VER,
        Type::SemVerRange => &version::SEM_VER_RANGE,
        Type::Timestamp(_) => &time::TIMESTAMP,
        Type::Timespan(_) => &time::TIMESPAN,
        _ => return None,
    })
}

fn run(
    evaluator: &mut Evaluator<'_>,
    constructor: &'static Function,
    arguments: &[Value],
    span: syntax::Span,
) -> Result<Value, EvalError> {
    function::call(evaluator, constructor, arguments, None, span)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use datatype::Builtins;

    use super::*;

    #[test]
    fn all_constructor_signatures_can_be_parsed() {
        let mut checked = BTreeSet::new();
        for name in crate::evaluator::TYPE_NAMES {
            if let Ok(data_type) = Type::named(name, &mut Builtins)
                && let Some(constructor) = constructor(&data_type)
            {
                function::check_signatures(constructor);
                checked.insert(std::ptr::from_ref(constructor));
            }
        }
        assert_eq!(checked.len(), 17, "{checked:?}");
    }
}
