//! `sprintf`: formats values by a Ruby format.

use ruby::bignum::Bignum;
use ruby::sprintf::{FormatArguments, FormatError, Number};
use value::{EvalError, Value, check_text, class_noun};

use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::{legacy, ruby_values};

pub(super) const FUNCTION: Function = Function::new(
    "sprintf",
    "Returns a format string with each directive replaced by an argument: `%s` text, `%p` the value as Ruby's `inspect` \
     prints it, `%d` an integer, `%x`, `%o` and `%b` an integer in base 16, 8 and 2, `%f`, `%e`, `%g` and `%a` a float, \
     `%c` a character, `%%` a percent sign. Flags (`-`, `+`, `0`, `#`, a space), a width, and a dot with a precision \
     may precede the letter. `%1$s` uses the first argument; `%<name>s` and `%{name}` use an entry of the only \
     argument, a hash.",
    &[Overload::legacy(sprintf)],
);

fn sprintf(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let arguments = legacy::some(call)?;
    format(legacy::text(&arguments[0])?, &arguments[1..]).map(Value::from)
}

/// Formats values by a format string.
pub(super) fn format(template: &str, values: &[Value]) -> Result<String, EvalError> {
    ruby::sprintf::sprintf(template, &mut Arguments(values))
}

struct Arguments<'v>(&'v [Value]);

impl<'v> FormatArguments for Arguments<'v> {
    type Value = &'v Value;
    type Error = EvalError;

    fn error(&mut self, error: FormatError) -> EvalError {
        EvalError::new(error.to_string())
    }

    fn check_size(&mut self, bytes: usize) -> Result<(), EvalError> {
        check_text(bytes)
    }

    fn get(&self, index: usize) -> Option<&'v Value> {
        self.0.get(index)
    }

    fn is_one_hash(&self) -> bool {
        matches!(self.0, [Value::Hash(_)])
    }

    fn named(&mut self, name: &str) -> Result<Option<&'v Value>, EvalError> {
        Ok(self.0.first().and_then(Value::as_hash).and_then(|hash| hash.text(name)))
    }

    fn text(&mut self, value: &&'v Value) -> Result<String, EvalError> {
        Ok(value.ruby().to_string())
    }

    fn inspect(&mut self, value: &&'v Value) -> Result<String, EvalError> {
        Ok(value.inspect())
    }

    fn as_string(&self, value: &&'v Value) -> Option<String> {
        value.as_str().map(str::to_owned)
    }

    fn integer(&mut self, value: &&'v Value) -> Result<Bignum, EvalError> {
        match value {
            Value::Integer(number) => Ok(Bignum::from(*number)),
            Value::Float(number) => {
                Bignum::truncate(*number).ok_or_else(|| EvalError::new(Value::Float(*number).text().as_ref()))
            }
            Value::String(text) => ruby::number::integer(text, None).ok_or_else(|| invalid(text, "Integer")),
            other => Err(EvalError::new(format!("can't convert {} into Integer", class_noun(other)))),
        }
    }

    fn number(&mut self, value: &&'v Value) -> Result<Number, EvalError> {
        match value {
            Value::Integer(number) => Ok(Number::Integer(*number)),
            Value::Float(number) => Ok(Number::Float(*number)),
            Value::String(text) => ruby::number::float(text).map(Number::Float).ok_or_else(|| invalid(text, "Float")),
            other => Err(EvalError::new(format!("can't convert {} into Float", class_noun(other)))),
        }
    }

    fn small_integer(&mut self, value: &&'v Value) -> Result<i64, EvalError> {
        match value {
            Value::Integer(number) => Ok(*number),
            Value::Float(_) => {
                let number = self.integer(value)?;
                number.to_i64().ok_or_else(|| ruby_values::out_of_range(&number))
            }
            other => Err(EvalError::new(format!("no implicit conversion of {} into Integer", class_noun(other)))),
        }
    }
}

fn invalid(text: &str, class: &str) -> EvalError {
    EvalError::new(format!("invalid value for {class}(): {}", Value::from(text).inspect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn padding_width_is_limited() {
        assert!(format("%999999999s", &[Value::from("a")]).is_err());
        assert!(format("%.999999999f", &[Value::from(1.0)]).is_err());
        assert_eq!(format("%.70000f", &[Value::from(1.0)]).unwrap().len(), 70_002);
        assert_eq!(format("%.70000e", &[Value::from(1.0)]).unwrap().len(), 70_006);
    }
}
