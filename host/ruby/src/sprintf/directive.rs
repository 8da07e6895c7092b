//! Flags, width and precision of a directive.

use super::FormatError;

/// The part of a directive between the percent sign and the letter.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the format")]
pub(super) struct Directive {
    /// `-`: padding follows the text.
    pub(super) is_left: bool,
    /// `+`: numbers have a sign.
    pub(super) has_plus: bool,
    /// A space: positive numbers have a space in place of the sign.
    pub(super) has_space: bool,
    /// `0`: numbers are padded with zeros.
    pub(super) has_zero: bool,
    /// `#`: the alternate form, such as `0x` before the digits.
    pub(super) is_alternate: bool,
    /// Minimum number of characters.
    pub(super) width: Option<usize>,
    /// Whether there was a dot.
    pub(super) has_precision: bool,
    /// Number of digits, or maximum number of characters of a string.
    pub(super) precision: Option<usize>,
    /// The name with its brackets, if the argument was selected by name.
    pub(super) name: Option<String>,
}

impl Directive {
    /// Adds a flag.
    pub(super) fn add_flag(&mut self, flag: char) -> Result<(), FormatError> {
        if self.width.is_some() {
            return Err(FormatError::argument("flag after width"));
        }
        if self.has_precision {
            return Err(FormatError::argument("flag after precision"));
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

    /// Returns an error if a width is not allowed here.
    pub(super) fn check_width(&self) -> Result<(), FormatError> {
        if self.width.is_some() {
            return Err(FormatError::argument("width given twice"));
        }
        if self.has_precision {
            return Err(FormatError::argument("width after precision"));
        }
        Ok(())
    }

    /// Returns whether the directive has a flag, width or precision.
    pub(super) fn is_modified(&self) -> bool {
        let has_flag = self.is_left || self.has_plus || self.has_space || self.has_zero || self.is_alternate;
        has_flag || self.width.is_some() || self.has_precision
    }

    /// Returns an upper bound of the padding, in bytes.
    pub(super) fn padding(&self) -> usize {
        self.width.unwrap_or(0).saturating_add(self.precision.unwrap_or(0))
    }

    /// Appends a string, cut to the precision.
    pub(super) fn string(&self, string: &str, text: &mut String) {
        let end =
            self.precision.and_then(|count| string.char_indices().nth(count)).map_or(string.len(), |(end, _)| end);
        self.pad(&string[..end], text);
    }

    /// Appends text, padded with spaces.
    pub(super) fn pad(&self, string: &str, text: &mut String) {
        let missing = self.width.unwrap_or(0).saturating_sub(string.chars().count());
        let spaces = std::iter::repeat_n(' ', missing);
        if self.is_left {
            text.push_str(string);
            text.extend(spaces);
        } else {
            text.extend(spaces);
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
