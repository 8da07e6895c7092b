//! One directive: its flags, width and precision, and the text of strings and characters. Numbers have files of their own.

use super::argument::{self, Arguments};
use super::{float, integer};
use crate::eval_error::EvalError;
use crate::value::Value;

/// What stands between the percent sign and the letter.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the notation")]
pub(super) struct Directive<'t> {
    /// `-`: the text comes before its padding.
    pub(super) is_left: bool,
    /// `+`: numbers have a sign.
    pub(super) has_plus: bool,
    /// A space: numbers have one in place of a plus.
    pub(super) has_space: bool,
    /// `0`: numbers are padded with zeros.
    pub(super) has_zero: bool,
    /// `#`: the other form, such as `0x` before the digits.
    pub(super) is_alternate: bool,
    /// How many characters there are at least.
    pub(super) width: Option<usize>,
    /// Whether there was a dot.
    pub(super) has_precision: bool,
    /// How many digits, or characters of a string, there are.
    pub(super) precision: Option<usize>,
    /// The value, where it was chosen by number or name.
    pub(super) value: Option<&'t Value>,
    /// The name with its brackets, where the value was chosen by one.
    pub(super) name: Option<String>,
}

impl<'t> Directive<'t> {
    /// Adds a flag.
    pub(super) fn add_flag(&mut self, flag: char) -> Result<(), EvalError> {
        if self.width.is_some() {
            return Err(EvalError::new("flag after width"));
        }
        if self.has_precision {
            return Err(EvalError::new("flag after precision"));
        }
        match flag {
            '-' => self.is_left = true,
            '+' => self.has_plus = true,
            ' ' => self.has_space = true,
            '0' => self.has_zero = true,
            _ => self.is_alternate = true,
        }
        Ok(())
    }

    /// Checks that a width may follow.
    pub(super) fn check_width(&self) -> Result<(), EvalError> {
        if self.width.is_some() {
            return Err(EvalError::new("width given twice"));
        }
        if self.has_precision {
            return Err(EvalError::new("width after precision"));
        }
        Ok(())
    }

    /// Returns whether anything was between the percent sign and here, the choice of a value aside.
    pub(super) fn is_modified(&self) -> bool {
        let has_flag = self.is_left || self.has_plus || self.has_space || self.has_zero || self.is_alternate;
        has_flag || self.width.is_some() || self.has_precision
    }

    /// Writes the text of a value.
    pub(super) fn write(self, letter: char, arguments: &mut Arguments<'t>, text: &mut String) -> Result<(), EvalError> {
        let mut value = || self.value.map_or_else(|| arguments.next(), Ok);
        match letter {
            's' => self.string(&value()?.ruby(), text),
            'p' => self.string(&value()?.inspect(), text),
            'c' => {
                let letter = character(value()?)?;
                self.pad(letter.encode_utf8(&mut [0; 4]), text);
            }
            'd' | 'i' | 'u' => integer::write(&self, &argument::to_bignum(value()?)?, 10, letter, text),
            'x' | 'X' => integer::write(&self, &argument::to_bignum(value()?)?, 16, letter, text),
            'o' => integer::write(&self, &argument::to_bignum(value()?)?, 8, letter, text),
            'b' | 'B' => integer::write(&self, &argument::to_bignum(value()?)?, 2, letter, text),
            'f' => match value()? {
                // Integers are not made floats, which have not as many digits.
                Value::Integer(number) => integer::write_fixed(&self, *number, text),
                other => float::write(&self, argument::to_float(other)?, letter, text),
            },
            'e' | 'E' | 'g' | 'G' | 'a' | 'A' => float::write(&self, argument::to_float(value()?)?, letter, text),
            other => return Err(EvalError::new(format!("malformed format string - %{other}"))),
        }
        Ok(())
    }

    fn string(&self, string: &str, text: &mut String) {
        let end =
            self.precision.and_then(|count| string.char_indices().nth(count)).map_or(string.len(), |(end, _)| end);
        self.pad(&string[..end], text);
    }

    /// Writes text with blanks up to the width.
    pub(super) fn pad(&self, string: &str, text: &mut String) {
        let missing = self.width.unwrap_or(0).saturating_sub(string.chars().count());
        let blanks = std::iter::repeat_n(' ', missing);
        if self.is_left {
            text.push_str(string);
            text.extend(blanks);
        } else {
            text.extend(blanks);
            text.push_str(string);
        }
    }

    /// Returns the sign of a number.
    pub(super) fn sign(&self, is_negative: bool) -> &'static str {
        match (is_negative, self.has_plus, self.has_space) {
            (true, ..) => "-",
            (_, true, _) => "+",
            (_, _, true) => " ",
            _ => "",
        }
    }
}

/// Returns the character of `%c`: a string of one, or the number of one.
fn character(value: &Value) -> Result<char, EvalError> {
    if let Some(string) = value.as_str() {
        let mut letters = string.chars();
        return match (letters.next(), letters.next()) {
            (Some(letter), None) => Ok(letter),
            _ => Err(EvalError::new("%c requires a character")),
        };
    }
    let number = argument::to_integer(value)?;
    u32::try_from(number).ok().and_then(char::from_u32).ok_or_else(|| EvalError::new("invalid character"))
}
