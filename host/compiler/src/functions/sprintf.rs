//! `sprintf`: text from a template, by the rules and with the faults of Ruby's formats.

use std::str::Chars;

use crate::eval_error::EvalError;
use crate::function::{Function, FunctionCall, Overload};
use crate::functions::legacy;
use crate::value::{Value, check_text};

mod argument;
mod directive;
mod float;
mod integer;

use argument::Arguments;
use directive::Directive;

pub(super) const FUNCTION: Function = Function::new(
    "sprintf",
    "Returns a template in which each directive is replaced by an argument: `%s` text, `%p` text as in a manifest of Ruby, `%d` \
     an integer, `%x`, `%o` and `%b` one in base 16, 8 and 2, `%f`, `%e`, `%g` and `%a` a float, `%c` a character, `%%` a \
     percent sign. Between `%` and the letter there can be flags (`-`, `+`, `0`, `#`, a space), a width and, after a dot, a \
     precision. `%1$s` takes the first argument, `%<name>s` or `%{name}` a value of the hash that is the only one.",
    &[Overload::new(legacy::PARAMETERS, sprintf)],
);

fn sprintf(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let arguments = legacy::some(call)?;
    format(legacy::text(&arguments[0])?, &arguments[1..]).map(Value::from)
}

/// Longer padding is a mistake or an attack.
const MAXIMUM_WIDTH: usize = 1 << 24;

/// Returns a template with its directives replaced.
pub(super) fn format(template: &str, arguments: &[Value]) -> Result<String, EvalError> {
    let mut formatter = Formatter {
        rest: template.chars(),
        arguments: Arguments::new(arguments),
        text: String::with_capacity(template.len()),
    };
    while let Some(letter) = formatter.rest.next() {
        if letter != '%' {
            formatter.text.push(letter);
        } else if formatter.rest.as_str().is_empty() {
            return Err(EvalError::new("incomplete format specifier; use %% (double %) instead"));
        } else {
            formatter.replace()?;
            check_text(formatter.text.len())?;
        }
    }
    Ok(formatter.text)
}

/// A template on its way to text.
struct Formatter<'t> {
    rest: Chars<'t>,
    arguments: Arguments<'t>,
    text: String,
}

impl<'t> Formatter<'t> {
    /// Replaces the directive that begins here, after its percent sign.
    fn replace(&mut self) -> Result<(), EvalError> {
        let mut directive = Directive::default();
        loop {
            let before = self.rest.clone();
            // The end reads as a null character, as in Ruby.
            let letter = self.rest.next().unwrap_or('\0');
            match letter {
                ' ' | '#' | '+' | '-' | '0' => directive.add_flag(letter)?,
                '1'..='9' => {
                    self.rest = before;
                    self.width_or_position(&mut directive)?;
                }
                '*' => {
                    directive.check_width()?;
                    let width = self.number_argument()?;
                    directive.is_left |= width < 0;
                    directive.width = Some(bounded(width.unsigned_abs(), "width")?);
                }
                '.' => self.precision(&mut directive)?,
                '<' | '{' => {
                    let value = self.named(&mut directive, letter)?;
                    directive.value = Some(value);
                    if letter == '{' {
                        return directive.write('s', &mut self.arguments, &mut self.text);
                    }
                }
                '%' | '\n' | '\0' => {
                    if letter != '%' {
                        self.rest = before;
                    }
                    if directive.is_modified() {
                        return Err(EvalError::new("invalid format character - %"));
                    }
                    self.text.push('%');
                    return Ok(());
                }
                letter => return directive.write(letter, &mut self.arguments, &mut self.text),
            }
        }
    }

    /// Reads the digits of a number.
    fn number(&mut self, what: &str) -> Result<usize, EvalError> {
        let digits = self.rest.as_str();
        let end = digits.find(|letter: char| !letter.is_ascii_digit());
        let end = end.ok_or_else(|| EvalError::new("malformed format string - %*[0-9]"))?;
        self.rest = digits[end..].chars();
        if end == 0 {
            return Ok(0);
        }
        bounded(digits[..end].parse().unwrap_or(u64::MAX), what)
    }

    /// Takes a dollar sign, if there is one.
    fn dollar(&mut self) -> bool {
        let rest = self.rest.as_str().strip_prefix('$');
        if let Some(rest) = rest {
            self.rest = rest.chars();
        }
        rest.is_some()
    }

    fn width_or_position(&mut self, directive: &mut Directive<'t>) -> Result<(), EvalError> {
        let number = self.number("width")?;
        if self.dollar() {
            if directive.value.is_some() {
                return Err(EvalError::new(format!("value given twice - {number}$")));
            }
            directive.value = Some(self.arguments.at(number)?);
            return Ok(());
        }
        directive.check_width()?;
        directive.width = Some(number);
        Ok(())
    }

    fn precision(&mut self, directive: &mut Directive<'t>) -> Result<(), EvalError> {
        if directive.has_precision {
            return Err(EvalError::new("precision given twice"));
        }
        directive.has_precision = true;
        directive.precision = if let Some(rest) = self.rest.as_str().strip_prefix('*') {
            self.rest = rest.chars();
            let precision = self.number_argument()?;
            // A negative one counts as none.
            u64::try_from(precision).ok().map(|precision| bounded(precision, "precision")).transpose()?
        } else {
            Some(self.number("precision")?)
        };
        Ok(())
    }

    /// Takes the argument that a star stands for, which must be a number.
    fn number_argument(&mut self) -> Result<i64, EvalError> {
        let before = self.rest.clone();
        let position = self.number("width")?;
        let argument = if self.dollar() {
            self.arguments.at(position)?
        } else {
            self.rest = before;
            self.arguments.next()?
        };
        argument::to_integer(argument)
    }

    /// Takes the value of a name in angle brackets or braces.
    fn named(&mut self, directive: &mut Directive<'t>, open: char) -> Result<&'t Value, EvalError> {
        let close = if open == '<' { '>' } else { '}' };
        let (name, rest) = self
            .rest
            .as_str()
            .split_once(close)
            .ok_or_else(|| EvalError::new("malformed name - unmatched parenthesis"))?;
        self.rest = rest.chars();
        let quoted = format!("{open}{name}{close}");
        if let Some(earlier) = &directive.name {
            return Err(EvalError::new(format!("named{quoted} after {earlier}")));
        }
        let value = self.arguments.named(name, &quoted)?;
        directive.name = Some(quoted);
        Ok(value)
    }
}

/// Returns a width or precision that is not too big.
fn bounded(number: u64, what: &str) -> Result<usize, EvalError> {
    usize::try_from(number)
        .ok()
        .filter(|number| *number <= MAXIMUM_WIDTH)
        .ok_or_else(|| EvalError::new(format!("{what} too big")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn padding_is_bounded() {
        assert!(format("%999999999s", &[Value::from("a")]).is_err());
        assert!(format("%.999999999f", &[Value::from(1.0)]).is_err());
        assert_eq!(format("%.70000f", &[Value::from(1.0)]).unwrap().len(), 70_002);
        assert_eq!(format("%.70000e", &[Value::from(1.0)]).unwrap().len(), 70_006);
    }
}
