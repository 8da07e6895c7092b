//! Constructors of numbers and booleans from each other, from times and from text.

use datatype::{Type, mismatch};
use ruby::bignum::Bignum;
use value::{EvalError, Value};

use crate::evaluator::function::LocalTypes;
use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::ruby_values;

const INTEGER_TYPES: &[&str] = &[
    "Radix = Variant[Default, Integer[2,2], Integer[8,8], Integer[10,10], Integer[16,16]]",
    r"Convertible = Variant[Numeric, Boolean, Pattern[/\A[+-]?\s*(?:(?:\d+)|(?:0[xX][0-9A-Fa-f]+)|(?:0[bB][01]+))\z/], Timespan, Timestamp]",
    "NamedArgs = Struct[{from => Convertible, Optional[radix] => Radix, Optional[abs] => Boolean}]",
];

const FLOAT_TYPES: &[&str] = &[
    r"Convertible = Variant[Numeric, Boolean, Pattern[/\A[+-]?\s*(?:(?:(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE]-?\d+)?)|(?:0[xX][0-9A-Fa-f]+)|(?:0[0-7]+)|(?:0[bB][01]+))\z/], Timespan, Timestamp]",
    "NamedArgs = Struct[{from => Convertible, Optional[abs] => Boolean}]",
];

const NUMERIC_TYPES: &[&str] = &[
    r"Convertible = Variant[Integer, Float, Boolean, Pattern[/\A[+-]?\s*(?:(?:(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE]-?\d+)?)|(?:0[xX][0-9A-Fa-f]+)|(?:0[0-7]+)|(?:0[bB][01]+))\z/], Timespan, Timestamp]",
    "NamedArgs = Struct[{from => Convertible, Optional[abs] => Boolean}]",
];

/// `Integer`
pub(super) static INTEGER: Function = Function::new(
    "new",
    "Converts a number, boolean, time or text to an integer.",
    &[
        Overload::new("Convertible $from, Radix $radix?, Boolean $abs?", |call| {
            integer(call.argument(0), call.argument(1), call.argument(2))
        }),
        Overload::new("NamedArgs $hash_args", |call| {
            integer(named(call, "from"), named(call, "radix"), named(call, "abs"))
        }),
        Overload::plain_refusal("Hash $hash_args", refuse_integer_hash),
        Overload::plain_refusal("Any $from, Integer $radix?, Boolean $abs?", |call| {
            refuse_integer(call.argument(0), call.argument(1))
        }),
    ],
)
.with_types(INTEGER_TYPES);

/// `Float`
pub(super) static FLOAT: Function = Function::new(
    "new_float",
    "Converts a number, boolean, time or text to a float.",
    &[
        Overload::new("Convertible $from, Boolean $abs?", |call| float(call.argument(0), call.argument(1))),
        Overload::new("NamedArgs $hash_args", |call| float(named(call, "from"), named(call, "abs"))),
        Overload::refusal("Any $from, Boolean $abs?", |call| Err(unconvertible(call.argument(0), "Float"))),
    ],
)
.with_types(FLOAT_TYPES);

/// `Numeric`
pub(super) static NUMERIC: Function = Function::new(
    "new_numeric",
    "Converts a number, boolean, time or text to a number.",
    &[
        Overload::new("Convertible $from, Boolean $abs?", |call| numeric(call.argument(0), call.argument(1))),
        Overload::new("NamedArgs $hash_args", |call| numeric(named(call, "from"), named(call, "abs"))),
        Overload::refusal("Any $from, Boolean $abs?", |call| Err(unconvertible(call.argument(0), "Numeric"))),
    ],
)
.with_types(NUMERIC_TYPES);

/// `Boolean`
pub(super) static BOOLEAN: Function = Function::new(
    "new_boolean",
    "Converts a number, boolean or text to a boolean.",
    &[
        Overload::new("Variant[Integer, Float, Boolean, Enum['false','true','yes','no','y','n',true]] $from", |call| {
            Ok(Value::from(boolean(call.argument(0))))
        }),
        Overload::refusal("Any $from", |call| Err(unconvertible(call.argument(0), "Boolean"))),
    ],
);

/// Returns an entry of the hash of named arguments.
fn named<'c>(call: &FunctionCall<'c, '_>, name: &str) -> &'c Value {
    call.argument(0).as_hash().and_then(|arguments| arguments.text(name)).unwrap_or(&Value::Undef)
}

fn integer(from: &Value, radix: &Value, abs: &Value) -> Result<Value, EvalError> {
    let number = match from {
        Value::Integer(number) => Bignum::from(*number),
        Value::Float(number) => {
            Bignum::truncate(*number).ok_or_else(|| EvalError::new(Value::Float(*number).text().as_ref()))?
        }
        Value::Boolean(value) => Bignum::from(i64::from(*value)),
        Value::Timestamp(time) => Bignum::from(time.seconds()),
        Value::Timespan(span) => Bignum::from(span.seconds()),
        other => {
            let text = other.as_str().unwrap_or_default();
            let base = radix.as_integer().and_then(|radix| u32::try_from(radix).ok());
            ruby::number::integer(text, base)
                .or_else(|| ruby::number::integer(&compact(text)?, base))
                .ok_or_else(|| invalid(text, "Integer"))?
        }
    };
    ruby_values::integer_value(&if abs.is_true() { number.absolute() } else { number })
}

fn refuse_integer(from: &Value, radix: &Value) -> Result<Value, EvalError> {
    check_radix(radix)?;
    let Ok(error) = unconvertible(from, "Integer").unplaced() else {
        return Ok(Value::Undef);
    };
    Err(EvalError::new(format!("'new' {}", error.message)))
}

fn refuse_integer_hash(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let from = named(call, "from");
    let has_from = call.argument(0).as_hash().is_some_and(|arguments| arguments.text("from").is_some());
    let mut names = LocalTypes::new(INTEGER_TYPES);
    if has_from && !integer_type("Convertible", &mut names)?.is_instance(from) {
        return refuse_integer(from, &Value::Undef);
    }
    check_radix(named(call, "radix"))?;
    let expected = integer_type("NamedArgs", &mut names)?;
    let actual = Type::infer_set(call.argument(0));
    Err(EvalError::new(mismatch::describe("Integer.new has wrong type,", &expected, &actual)))
}

/// Returns a type defined for the signatures of `Integer`. It is only valid as long as `names`.
fn integer_type(name: &str, names: &mut LocalTypes) -> Result<Type, EvalError> {
    Type::parse(name, names).map_err(|issue| EvalError::new(issue.message))
}

fn check_radix(radix: &Value) -> Result<(), EvalError> {
    match radix {
        Value::Undef | Value::Default | Value::Integer(2 | 8 | 10 | 16) => Ok(()),
        other => Err(EvalError::new(format!("Illegal radix: {}, expected 2, 8, 10, 16, or default", other.ruby()))),
    }
}

fn float(from: &Value, abs: &Value) -> Result<Value, EvalError> {
    let number = match from {
        Value::Boolean(value) => f64::from(u8::from(*value)),
        Value::Timestamp(time) => time.to_float(),
        Value::Timespan(span) => span.to_float(),
        Value::String(text) => {
            let read = |text: &str| {
                let has_base = matches!(text.get(..2), Some("0b" | "0B"));
                if has_base {
                    ruby::number::integer(text, None)?.digits(10).parse().ok()
                } else {
                    ruby::number::float(text)
                }
            };
            read(text).or_else(|| read(&compact(text)?)).ok_or_else(|| invalid(text, "Float"))?
        }
        other => ruby_values::number(other).unwrap_or_default(),
    };
    Ok(Value::Float(if abs.is_true() { number.abs() } else { number }))
}

fn numeric(from: &Value, abs: &Value) -> Result<Value, EvalError> {
    match from {
        Value::Float(_) | Value::Timestamp(_) | Value::Timespan(_) => float(from, abs),
        Value::String(text) => {
            let plain = compact(text).unwrap_or_else(|| text.as_ref().to_owned());
            match ruby::number::integer(&plain, None) {
                Some(_) => integer(&Value::from(plain), &Value::Default, abs),
                None => float(&Value::from(plain), abs),
            }
        }
        other => integer(other, &Value::Default, abs),
    }
}

fn boolean(from: &Value) -> bool {
    match from {
        Value::Boolean(value) => *value,
        Value::Integer(number) => *number != 0,
        Value::Float(number) => *number != 0.0,
        other => !matches!(other.text().to_ascii_lowercase().as_str(), "false" | "no" | "n"),
    }
}

/// Removes the white space between a sign and the number.
fn compact(text: &str) -> Option<String> {
    let digits = text.strip_prefix(['+', '-'])?;
    let trimmed = digits.trim_start();
    (trimmed.len() < digits.len()).then(|| format!("{}{trimmed}", &text[..1]))
}

fn invalid(text: &str, class: &str) -> EvalError {
    EvalError::new(format!("invalid value for {class}(): {}", Value::from(text).inspect()))
}

/// Returns the error for a value that cannot be converted.
pub(super) fn unconvertible(value: &Value, wanted: &str) -> EvalError {
    EvalError::new(match value.as_str() {
        Some(text) => format!("The string '{text}' cannot be converted to {wanted}"),
        None => format!("Value of type {} cannot be converted to {wanted}", Type::infer(value).generalize()),
    })
}
