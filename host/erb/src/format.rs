//! Formatting of strings: `'%-5s %03d' % [a, 1]`, `format`, `sprintf`.

use crate::interpreter::{Arguments, Interpreter, Unwind};
use crate::methods::in_radix;
use crate::value::Value;

/// Flags, width and precision of a directive, between percent sign and letter.
#[derive(Default)]
struct Directive {
    is_left: bool,
    has_plus: bool,
    has_space: bool,
    is_zero: bool,
    is_alternate: bool,
    width: Option<usize>,
    precision: Option<usize>,
    /// The value of a named reference: `%<name>d`.
    value: Option<Value>,
}

impl Interpreter<'_> {
    /// Formats values according to a format string.
    pub(crate) fn formatted(&mut self, template: &str, values: &[Value]) -> Result<String, Unwind> {
        let mut text = String::new();
        let mut next = 0;
        let mut letters = template.chars().peekable();
        while let Some(letter) = letters.next() {
            if letter != '%' {
                text.push(letter);
                continue;
            }
            let mut directive = Directive::default();
            loop {
                let Some(letter) = letters.next() else {
                    return Err(self.fault("ArgumentError", "incomplete format specifier; use %% (double %) instead"));
                };
                match letter {
                    '-' => directive.is_left = true,
                    '+' => directive.has_plus = true,
                    ' ' => directive.has_space = true,
                    '0' if directive.width.is_none() && directive.precision.is_none() => directive.is_zero = true,
                    '#' => directive.is_alternate = true,
                    '0'..='9' | '*' => {
                        let number = match letter {
                            '*' => {
                                let number = self.next_value(values, &mut next)?;
                                let number = self.integer_argument(number)?;
                                directive.is_left |= number < 0;
                                number.unsigned_abs()
                            }
                            digit => {
                                let mut number = u64::from(digit.to_digit(10).unwrap_or(0));
                                while let Some(digit) = letters.peek().and_then(|digit| digit.to_digit(10)) {
                                    number = number.saturating_mul(10).saturating_add(u64::from(digit));
                                    letters.next();
                                }
                                number
                            }
                        };
                        let number = usize::try_from(number).unwrap_or(usize::MAX);
                        self.reserve(number)?;
                        directive.width = Some(number);
                    }
                    '.' => {
                        let mut number = 0_usize;
                        while let Some(digit) = letters.peek().and_then(|digit| digit.to_digit(10)) {
                            number = number.saturating_mul(10).saturating_add(digit as usize);
                            letters.next();
                        }
                        self.reserve(number)?;
                        directive.precision = Some(number);
                    }
                    '<' | '{' => {
                        let end = if letter == '<' { '>' } else { '}' };
                        let name: String = letters.by_ref().take_while(|letter| *letter != end).collect();
                        let value = self.named_value(values, &name)?;
                        if letter == '{' {
                            let shown = self.text(value)?;
                            text.push_str(&directive.padded(shown));
                            break;
                        }
                        directive.value = Some(value);
                    }
                    '%' => {
                        text.push('%');
                        break;
                    }
                    '\n' | '\0' => {
                        text.extend(['%', letter]);
                        break;
                    }
                    kind => {
                        let value = match directive.value {
                            Some(value) => value,
                            None if "sdiufgGeExXobBcpa".contains(kind) => self.next_value(values, &mut next)?,
                            None => {
                                return Err(self.fault("ArgumentError", format!("malformed format string - %{kind}")));
                            }
                        };
                        let shown = self.directive(&directive, kind, value)?;
                        text.push_str(&shown);
                        break;
                    }
                }
            }
            if text.len() > self.available() {
                self.reserve(text.len())?;
            }
        }
        Ok(text)
    }

    fn next_value(&mut self, values: &[Value], next: &mut usize) -> Result<Value, Unwind> {
        *next += 1;
        match values.get(*next - 1) {
            Some(value) => Ok(*value),
            None => Err(self.fault("ArgumentError", "too few arguments")),
        }
    }

    fn named_value(&mut self, values: &[Value], name: &str) -> Result<Value, Unwind> {
        let [Value::Hash(_)] = values else { return Err(self.fault("ArgumentError", "one hash required")) };
        let key = self.heap.symbol(name);
        if !self.send(values[0], "key?", &Arguments::new(vec![key]))?.is_true() {
            return Err(self.fault("KeyError", format!("key<{name}> not found")));
        }
        self.send(values[0], "[]", &Arguments::new(vec![key]))
    }

    fn integer_argument(&mut self, value: Value) -> Result<i64, Unwind> {
        let function = Arguments::new(vec![match value {
            // Ruby: `format` rounds floats down to integers.
            Value::Float(number) => Value::Float(number.floor()),
            other => other,
        }]);
        match self.kernel("Integer", &function)? {
            Value::Integer(number) => Ok(number),
            _ => Ok(0),
        }
    }

    fn directive(&mut self, directive: &Directive, kind: char, value: Value) -> Result<String, Unwind> {
        Ok(match kind {
            's' | 'p' => {
                let text = if kind == 's' { self.text(value)? } else { self.inspect(value)? };
                let text = match directive.precision {
                    Some(most) => text.chars().take(most).collect(),
                    None => text,
                };
                directive.padded(text)
            }
            'c' => {
                let text = match value {
                    Value::Integer(code) => u32::try_from(code).ok().and_then(char::from_u32).map(String::from),
                    other => self.text(other)?.chars().next().map(String::from),
                };
                directive.padded(text.unwrap_or_default())
            }
            'd' | 'i' | 'u' => {
                let number = self.integer_argument(value)?;
                directive.number(number < 0, "", &number.unsigned_abs().to_string())
            }
            'x' | 'X' | 'o' | 'b' | 'B' => {
                let number = self.integer_argument(value)?;
                if number < 0 && !directive.has_plus && !directive.has_space {
                    return Err(self.unsupported(&format!("a negative number for `%{kind}` is")));
                }
                let (radix, prefix) = match kind {
                    'x' => (16, "0x"),
                    'X' => (16, "0X"),
                    'o' => (8, "0"),
                    'b' => (2, "0b"),
                    _ => (2, "0B"),
                };
                let digits = in_radix(number, radix);
                let digits = digits.trim_start_matches('-').to_owned();
                let digits = if kind == 'X' { digits.to_uppercase() } else { digits };
                let prefix = if directive.is_alternate && number != 0 { prefix } else { "" };
                directive.number(number < 0, prefix, &digits)
            }
            'f' | 'e' | 'E' | 'g' | 'G' => {
                let number = self.kernel("Float", &Arguments::new(vec![value]))?;
                let number = self.number(number)?;
                let digits = float_digits(number.abs(), kind, directive);
                let is_special = !number.is_finite();
                let zero = Directive { precision: None, is_zero: directive.is_zero && !is_special, ..*directive };
                zero.number(number.is_sign_negative() && !number.is_nan(), "", &digits)
            }
            other => return Err(self.unsupported(&format!("the format `%{other}` is"))),
        })
    }

    /// Calls a function by name.
    fn kernel(&mut self, name: &str, arguments: &Arguments) -> Result<Value, Unwind> {
        match crate::methods::find_function(name) {
            Some(function) => (function.body)(self, Value::Template, arguments),
            None => Ok(Value::Nil),
        }
    }
}

impl Directive {
    fn padded(&self, text: String) -> String {
        let missing = self.width.unwrap_or(0).saturating_sub(text.chars().count());
        if self.is_left { text + &" ".repeat(missing) } else { " ".repeat(missing) + &text }
    }

    /// Formats a number with its sign, padded with zeros or blanks.
    fn number(&self, is_negative: bool, prefix: &str, digits: &str) -> String {
        let sign = match (is_negative, self.has_plus, self.has_space) {
            (true, ..) => "-",
            (false, true, _) => "+",
            (false, false, true) => " ",
            _ => "",
        };
        let zeros = self.precision.unwrap_or(0).saturating_sub(digits.len());
        let mut body = "0".repeat(zeros) + digits;
        if self.is_zero && !self.is_left && self.precision.is_none() {
            let taken = sign.len() + prefix.len() + body.len();
            body = "0".repeat(self.width.unwrap_or(0).saturating_sub(taken)) + &body;
        }
        self.padded(format!("{sign}{prefix}{body}"))
    }
}

/// Returns the digits of a float without the sign.
fn float_digits(number: f64, kind: char, directive: &Directive) -> String {
    if number.is_nan() {
        return "NaN".to_owned();
    }
    if number.is_infinite() {
        return "Inf".to_owned();
    }
    let precision = directive.precision.unwrap_or(6);
    match kind {
        'f' => format!("{number:.precision$}"),
        'e' | 'E' => exponential(number, precision, kind),
        _ => {
            let precision = precision.max(1);
            let shown = exponential(number, precision - 1, 'e');
            let exponent: i64 = shown.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0);
            let most = i64::try_from(precision).unwrap_or(i64::MAX);
            let trimmed = |digits: &str| match digits.contains('.') && !directive.is_alternate {
                true => digits.trim_end_matches('0').trim_end_matches('.').to_owned(),
                false => digits.to_owned(),
            };
            if (-4..most).contains(&exponent) {
                let places = usize::try_from(most - 1 - exponent).unwrap_or(0);
                return trimmed(&format!("{number:.places$}"));
            }
            let (digits, exponent) = shown.split_once('e').unwrap_or((&shown, "+00"));
            let mark = if kind == 'g' { 'e' } else { 'E' };
            format!("{}{mark}{exponent}", trimmed(digits))
        }
    }
}

fn exponential(number: f64, precision: usize, kind: char) -> String {
    let shown = format!("{number:.precision$e}");
    let (digits, exponent) = shown.split_once('e').unwrap_or((&shown, "0"));
    let (sign, exponent) = exponent.strip_prefix('-').map_or(('+', exponent), |rest| ('-', rest));
    format!("{digits}{kind}{sign}{exponent:0>2}")
}
