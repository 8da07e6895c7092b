//! Selection of the argument of a directive: the next one, one by number or one by name, never mixed; and its conversion to a
//! number.

use crate::eval_error::EvalError;
use crate::functions::bignum::Bignum;
use crate::functions::ruby;
use crate::value::Value;

/// The arguments of a template.
pub(super) struct Arguments<'t> {
    values: &'t [Value],
    taken: Taken,
}

/// How arguments have been taken so far.
enum Taken {
    /// One after the other: how many.
    InOrder(usize),
    ByNumber,
    ByName,
}

impl<'t> Arguments<'t> {
    /// Returns the arguments, none taken yet.
    pub(super) fn new(values: &'t [Value]) -> Self {
        Self { values, taken: Taken::InOrder(0) }
    }

    /// Takes the next argument.
    pub(super) fn next(&mut self) -> Result<&'t Value, EvalError> {
        match &mut self.taken {
            Taken::InOrder(count) => {
                *count += 1;
                self.values.get(*count - 1).ok_or_else(too_few)
            }
            Taken::ByNumber => Err(EvalError::new("unnumbered(1) mixed with numbered")),
            Taken::ByName => Err(EvalError::new("unnumbered(1) mixed with named")),
        }
    }

    /// Takes an argument by its number, from 1.
    pub(super) fn at(&mut self, number: usize) -> Result<&'t Value, EvalError> {
        match self.taken {
            Taken::InOrder(count @ 1..) => Err(EvalError::new(format!("numbered({number}) after unnumbered({count})"))),
            Taken::ByName => Err(EvalError::new(format!("numbered({number}) after named"))),
            Taken::InOrder(_) | Taken::ByNumber => {
                let index =
                    number.checked_sub(1).ok_or_else(|| EvalError::new(format!("invalid index - {number}$")))?;
                self.taken = Taken::ByNumber;
                self.values.get(index).ok_or_else(too_few)
            }
        }
    }

    /// Takes a value of the hash that is the only argument; `quoted` is the name with its brackets.
    pub(super) fn named(&mut self, name: &str, quoted: &str) -> Result<&'t Value, EvalError> {
        match self.taken {
            Taken::InOrder(count @ 1..) => {
                return Err(EvalError::new(format!("named{quoted} after unnumbered({count})")));
            }
            Taken::ByNumber => return Err(EvalError::new(format!("named{quoted} after numbered"))),
            Taken::InOrder(_) | Taken::ByName => self.taken = Taken::ByName,
        }
        let [Value::Hash(hash)] = self.values else {
            return Err(EvalError::new("one hash required"));
        };
        hash.text(name).ok_or_else(|| EvalError::new(format!("key{quoted} not found")))
    }
}

fn too_few() -> EvalError {
    EvalError::new("too few arguments")
}

/// Returns a value as an integer of any size, as Ruby's `Integer()` does.
pub(super) fn to_bignum(value: &Value) -> Result<Bignum, EvalError> {
    match value {
        Value::Integer(number) => Ok(Bignum::from(*number)),
        Value::Float(number) => {
            Bignum::truncate(*number).ok_or_else(|| EvalError::new(Value::Float(*number).text().as_ref()))
        }
        Value::String(text) => ruby::integer(text, None).ok_or_else(|| invalid(text, "Integer")),
        other => Err(EvalError::new(format!("can't convert {} into Integer", ruby::noun(other)))),
    }
}

/// Returns a value as a float, as Ruby's `Float()` does.
pub(super) fn to_float(value: &Value) -> Result<f64, EvalError> {
    match value {
        Value::String(text) => ruby::float(text).ok_or_else(|| invalid(text, "Float")),
        other => {
            ruby::number(other).ok_or_else(|| EvalError::new(format!("can't convert {} into Float", ruby::noun(other))))
        }
    }
}

/// Returns a number as a small integer; nothing else becomes one.
pub(super) fn to_integer(value: &Value) -> Result<i64, EvalError> {
    match value {
        Value::Integer(number) => Ok(*number),
        Value::Float(_) => {
            ruby::integer_value(&to_bignum(value)?).map(|number| number.as_integer().unwrap_or_default())
        }
        other => Err(EvalError::new(format!("no implicit conversion of {} into Integer", ruby::noun(other)))),
    }
}

fn invalid(text: &str, class: &str) -> EvalError {
    EvalError::new(format!("invalid value for {class}(): {}", Value::from(text).inspect()))
}
