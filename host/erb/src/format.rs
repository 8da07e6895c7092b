//! Formatting of strings: `'%-5s %03d' % [a, 1]`, `format`, `sprintf`.

use ruby::bignum::Bignum;
use ruby::sprintf::{FormatArguments, FormatError, Number};

use crate::interpreter::{Arguments, Interpreter, Unwind};
use crate::value::Value;

impl Interpreter<'_> {
    /// Formats values according to a format string.
    pub(crate) fn formatted(&mut self, template: &str, values: &[Value]) -> Result<String, Unwind> {
        ruby::sprintf::sprintf(template, &mut Formatted { machine: self, values })
    }
}

struct Formatted<'m, 'i, 'v> {
    machine: &'m mut Interpreter<'i>,
    values: &'v [Value],
}

impl FormatArguments for Formatted<'_, '_, '_> {
    type Value = Value;
    type Error = Unwind;

    fn error(&mut self, error: FormatError) -> Unwind {
        let class = match error {
            FormatError::Argument(_) => "ArgumentError",
            FormatError::Key(_) => "KeyError",
            FormatError::Range(_) => "RangeError",
        };
        self.machine.fault(class, error.to_string())
    }

    fn check_size(&mut self, bytes: usize) -> Result<(), Unwind> {
        if bytes > self.machine.available() { self.machine.reserve(bytes) } else { Ok(()) }
    }

    fn get(&self, index: usize) -> Option<Value> {
        self.values.get(index).copied()
    }

    fn is_one_hash(&self) -> bool {
        matches!(self.values, [Value::Hash(_)])
    }

    fn named(&mut self, name: &str) -> Result<Option<Value>, Unwind> {
        let key = Arguments::new(vec![self.machine.heap.symbol(name)]);
        match self.machine.send(self.values[0], "key?", &key)?.is_true() {
            true => self.machine.send(self.values[0], "[]", &key).map(Some),
            false => Ok(None),
        }
    }

    fn text(&mut self, value: &Value) -> Result<String, Unwind> {
        self.machine.text(*value)
    }

    fn inspect(&mut self, value: &Value) -> Result<String, Unwind> {
        self.machine.inspect(*value)
    }

    fn as_string(&self, value: &Value) -> Option<String> {
        match value {
            Value::String(text) => Some(self.machine.heap.strings[*text].clone()),
            _ => None,
        }
    }

    fn integer(&mut self, value: &Value) -> Result<Bignum, Unwind> {
        self.machine.bignum(*value, None)
    }

    fn number(&mut self, value: &Value) -> Result<Number, Unwind> {
        match value {
            Value::Integer(number) => Ok(Number::Integer(*number)),
            other => self.machine.float(*other).map(Number::Float),
        }
    }

    fn small_integer(&mut self, value: &Value) -> Result<i64, Unwind> {
        match value {
            Value::Integer(number) => Ok(*number),
            Value::Float(number) => self.machine.truncated(*number),
            other => {
                let noun = self.machine.noun(*other);
                Err(self.machine.fault("TypeError", format!("no implicit conversion of {noun} into Integer")))
            }
        }
    }
}
