//! `Kernel#sprintf`: formats with the rules and errors of Ruby.

use std::str::Chars;

use thiserror::Error;

use crate::bignum::Bignum;

mod directive;
mod float;
mod integer;

use directive::Directive;

/// Maximum width and precision.
const MAXIMUM_WIDTH: usize = 1 << 24;

/// Error in a format or its arguments. Displays as Ruby's message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FormatError {
    /// Ruby's `ArgumentError`
    #[error("{0}")]
    Argument(String),
    /// Ruby's `KeyError`: the hash has no such key. Contains the name with its brackets.
    #[error("key{0} not found")]
    Key(String),
    /// Ruby's `RangeError`: the integer does not fit into 32 bits.
    #[error("integer {0} too {size} to convert to `int'", size = if *.0 < 0 { "small" } else { "big" })]
    Range(i64),
}

impl FormatError {
    fn argument(message: impl Into<String>) -> Self {
        Self::Argument(message.into())
    }
}

/// A number to be formatted by `%f`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// An integer, which is formatted exactly.
    Integer(i64),
    /// A float.
    Float(f64),
}

/// The arguments of a format, in the representation of the calling language.
pub trait FormatArguments {
    /// A value of the language.
    type Value: Clone;
    /// An error of the language.
    type Error;

    /// Converts an error of the format.
    fn error(&mut self, error: FormatError) -> Self::Error;

    /// Checks that a text of this many bytes is allowed.
    ///
    /// # Errors
    /// Returns an error if the text is too long.
    fn check_size(&mut self, bytes: usize) -> Result<(), Self::Error>;

    /// Returns the argument with an index from 0.
    fn get(&self, index: usize) -> Option<Self::Value>;

    /// Returns whether the only argument is a hash.
    fn is_one_hash(&self) -> bool;

    /// Returns the value of a key of the hash that is the only argument.
    ///
    /// # Errors
    /// Returns an error if the lookup fails; a missing key is `None`.
    fn named(&mut self, name: &str) -> Result<Option<Self::Value>, Self::Error>;

    /// Returns the result of `to_s`.
    ///
    /// # Errors
    /// Returns an error if the conversion fails.
    fn text(&mut self, value: &Self::Value) -> Result<String, Self::Error>;

    /// Returns the result of `inspect`.
    ///
    /// # Errors
    /// Returns an error if the conversion fails.
    fn inspect(&mut self, value: &Self::Value) -> Result<String, Self::Error>;

    /// Returns the text if the value is a string.
    fn as_string(&self, value: &Self::Value) -> Option<String>;

    /// Converts a value like `Integer()`.
    ///
    /// # Errors
    /// Returns an error if the value is not convertible.
    fn integer(&mut self, value: &Self::Value) -> Result<Bignum, Self::Error>;

    /// Converts a value like `Float()`; integers are returned unchanged.
    ///
    /// # Errors
    /// Returns an error if the value is not convertible.
    fn number(&mut self, value: &Self::Value) -> Result<Number, Self::Error>;

    /// Converts a number for `*` and `%c`, which accept no strings.
    ///
    /// # Errors
    /// Returns an error if the value is not a number or does not fit into 64 bits.
    fn small_integer(&mut self, value: &Self::Value) -> Result<i64, Self::Error>;
}

/// An error of the format or of the calling language.
enum Failure<E> {
    Format(FormatError),
    Language(E),
}

impl<E> From<FormatError> for Failure<E> {
    fn from(error: FormatError) -> Self {
        Self::Format(error)
    }
}

/// Formats arguments.
///
/// # Errors
/// Returns an error if the format is malformed, an argument is missing or has the wrong type, or the text is too long.
pub fn sprintf<A: FormatArguments>(format: &str, arguments: &mut A) -> Result<String, A::Error> {
    let text = String::with_capacity(format.len());
    let mut formatter = Formatter { rest: format.chars(), arguments, used: Used::InOrder(0), text };
    match formatter.run() {
        Ok(()) => Ok(formatter.text),
        Err(Failure::Format(error)) => Err(formatter.arguments.error(error)),
        Err(Failure::Language(error)) => Err(error),
    }
}

/// How the arguments have been selected so far.
enum Used {
    /// In order, with the number of arguments used so far.
    InOrder(usize),
    ByNumber,
    ByName,
}

struct Formatter<'f, 'a, A> {
    rest: Chars<'f>,
    arguments: &'a mut A,
    used: Used,
    text: String,
}

type Outcome<T, A> = Result<T, Failure<<A as FormatArguments>::Error>>;

impl<A: FormatArguments> Formatter<'_, '_, A> {
    fn run(&mut self) -> Outcome<(), A> {
        while let Some(letter) = self.rest.next() {
            if letter != '%' {
                self.text.push(letter);
            } else if self.rest.as_str().is_empty() {
                let message = "incomplete format specifier; use %% (double %) instead";
                return Err(FormatError::argument(message).into());
            } else {
                self.directive()?;
                self.arguments.check_size(self.text.len()).map_err(Failure::Language)?;
            }
        }
        Ok(())
    }

    /// Replaces a directive, after its percent sign.
    fn directive(&mut self) -> Outcome<(), A> {
        let mut directive = Directive::default();
        let mut value = None;
        loop {
            let before = self.rest.clone();
            // Ruby treats the end like a null character.
            let letter = self.rest.next().unwrap_or('\0');
            match letter {
                ' ' | '#' | '+' | '-' | '0' => directive.add_flag(letter)?,
                '1'..='9' => {
                    self.rest = before;
                    self.width_or_position(&mut directive, &mut value)?;
                }
                '*' => {
                    directive.check_width()?;
                    let width = self.number_argument()?;
                    directive.is_left |= width < 0;
                    directive.width = Some(bounded(width.unsigned_abs(), "width")?);
                }
                '.' => self.precision(&mut directive)?,
                '<' | '{' => {
                    let named = self.named(&mut directive, letter)?;
                    if letter == '{' {
                        return self.append(&directive, 's', Some(named));
                    }
                    value = Some(named);
                }
                '%' | '\n' | '\0' => {
                    if letter != '%' {
                        self.rest = before;
                    }
                    if directive.is_modified() {
                        return Err(FormatError::argument("invalid format character - %").into());
                    }
                    self.text.push('%');
                    return Ok(());
                }
                letter => return self.append(&directive, letter, value),
            }
        }
    }

    /// Appends the text of a directive.
    fn append(&mut self, directive: &Directive, letter: char, value: Option<A::Value>) -> Outcome<(), A> {
        if !"spcdiuxXobBfeEgGaA".contains(letter) {
            return Err(FormatError::argument(format!("malformed format string - %{letter}")).into());
        }
        let value = match value {
            Some(value) => value,
            None => self.next_argument()?,
        };
        let Self { arguments, text, .. } = self;
        let size = text.len().saturating_add(directive.padding());
        arguments.check_size(size).map_err(Failure::Language)?;
        match letter {
            's' => directive.string(&arguments.text(&value).map_err(Failure::Language)?, text),
            'p' => directive.string(&arguments.inspect(&value).map_err(Failure::Language)?, text),
            'c' => {
                let letter = self.character(&value)?;
                directive.pad(letter.encode_utf8(&mut [0; 4]), &mut self.text);
            }
            'd' | 'i' | 'u' | 'x' | 'X' | 'o' | 'b' | 'B' => {
                let base = match letter {
                    'x' | 'X' => 16,
                    'o' => 8,
                    'b' | 'B' => 2,
                    _ => 10,
                };
                integer::write(directive, &arguments.integer(&value).map_err(Failure::Language)?, base, letter, text);
            }
            _ => match arguments.number(&value).map_err(Failure::Language)? {
                Number::Integer(number) if letter == 'f' => integer::write_fixed(directive, number, text),
                Number::Integer(number) => float::write(directive, crate::number::to_float(number), letter, text),
                Number::Float(number) => float::write(directive, number, letter, text),
            },
        }
        Ok(())
    }

    /// Returns the character of `%c`: a string of one character, or a code point.
    fn character(&mut self, value: &A::Value) -> Outcome<char, A> {
        if let Some(string) = self.arguments.as_string(value) {
            let mut letters = string.chars();
            return match (letters.next(), letters.next()) {
                (Some(letter), None) => Ok(letter),
                _ => Err(FormatError::argument("%c requires a character").into()),
            };
        }
        let number = self.small_integer(value)?;
        let letter = u32::try_from(number).ok().and_then(char::from_u32);
        letter.ok_or_else(|| FormatError::argument("invalid character").into())
    }

    /// Parses the digits of a number.
    fn number(&mut self, what: &str) -> Outcome<usize, A> {
        let digits = self.rest.as_str();
        let end = digits.find(|letter: char| !letter.is_ascii_digit());
        let end = end.ok_or_else(|| FormatError::argument("malformed format string - %*[0-9]"))?;
        self.rest = digits[end..].chars();
        if end == 0 {
            return Ok(0);
        }
        Ok(bounded(digits[..end].parse().unwrap_or(u64::MAX), what)?)
    }

    /// Consumes a dollar sign, if there is one.
    fn dollar(&mut self) -> bool {
        let rest = self.rest.as_str().strip_prefix('$');
        if let Some(rest) = rest {
            self.rest = rest.chars();
        }
        rest.is_some()
    }

    fn width_or_position(&mut self, directive: &mut Directive, value: &mut Option<A::Value>) -> Outcome<(), A> {
        let number = self.number("width")?;
        if self.dollar() {
            if value.is_some() {
                return Err(FormatError::argument(format!("value given twice - {number}$")).into());
            }
            *value = Some(self.numbered_argument(number)?);
            return Ok(());
        }
        directive.check_width()?;
        directive.width = Some(number);
        Ok(())
    }

    fn precision(&mut self, directive: &mut Directive) -> Outcome<(), A> {
        if directive.has_precision {
            return Err(FormatError::argument("precision given twice").into());
        }
        directive.has_precision = true;
        directive.precision = if let Some(rest) = self.rest.as_str().strip_prefix('*') {
            self.rest = rest.chars();
            let precision = self.number_argument()?;
            // A negative precision is ignored.
            u64::try_from(precision).ok().map(|precision| bounded(precision, "precision")).transpose()?
        } else {
            Some(self.number("precision")?)
        };
        Ok(())
    }

    /// Returns the argument of a `*`, which must be a number.
    fn number_argument(&mut self) -> Outcome<i64, A> {
        let before = self.rest.clone();
        let position = self.number("width")?;
        let argument = if self.dollar() {
            self.numbered_argument(position)?
        } else {
            self.rest = before;
            self.next_argument()?
        };
        self.small_integer(&argument).map(i64::from)
    }

    fn small_integer(&mut self, value: &A::Value) -> Outcome<i32, A> {
        let number = self.arguments.small_integer(value).map_err(Failure::Language)?;
        i32::try_from(number).map_err(|_| FormatError::Range(number).into())
    }

    fn next_argument(&mut self) -> Outcome<A::Value, A> {
        let index = match &mut self.used {
            Used::InOrder(count) => {
                *count += 1;
                *count - 1
            }
            Used::ByNumber => return Err(FormatError::argument("unnumbered(1) mixed with numbered").into()),
            Used::ByName => return Err(FormatError::argument("unnumbered(1) mixed with named").into()),
        };
        self.argument(index)
    }

    /// Returns the argument with a number from 1.
    fn numbered_argument(&mut self, number: usize) -> Outcome<A::Value, A> {
        let mixed = match self.used {
            Used::InOrder(0) | Used::ByNumber => None,
            Used::InOrder(count) => Some(format!("numbered({number}) after unnumbered({count})")),
            Used::ByName => Some(format!("numbered({number}) after named")),
        };
        if let Some(message) = mixed {
            return Err(FormatError::argument(message).into());
        }
        let index = number.checked_sub(1);
        let index = index.ok_or_else(|| FormatError::argument(format!("invalid index - {number}$")))?;
        self.used = Used::ByNumber;
        self.argument(index)
    }

    fn argument(&self, index: usize) -> Outcome<A::Value, A> {
        self.arguments.get(index).ok_or_else(|| FormatError::argument("too few arguments").into())
    }

    /// Returns the value of a name in angle brackets or braces.
    fn named(&mut self, directive: &mut Directive, open: char) -> Outcome<A::Value, A> {
        let close = if open == '<' { '>' } else { '}' };
        let parts = self.rest.as_str().split_once(close);
        let (name, rest) = parts.ok_or_else(|| FormatError::argument("malformed name - unmatched parenthesis"))?;
        self.rest = rest.chars();
        let quoted = format!("{open}{name}{close}");
        if let Some(earlier) = &directive.name {
            return Err(FormatError::argument(format!("named{quoted} after {earlier}")).into());
        }
        match self.used {
            Used::InOrder(0) | Used::ByName => self.used = Used::ByName,
            Used::InOrder(count) => {
                return Err(FormatError::argument(format!("named{quoted} after unnumbered({count})")).into());
            }
            Used::ByNumber => return Err(FormatError::argument(format!("named{quoted} after numbered")).into()),
        }
        if !self.arguments.is_one_hash() {
            return Err(FormatError::argument("one hash required").into());
        }
        let value = self.arguments.named(name).map_err(Failure::Language)?;
        directive.name = Some(quoted.clone());
        value.ok_or_else(|| FormatError::Key(quoted).into())
    }
}

/// Returns a width or precision that is within the limit.
fn bounded(number: u64, what: &str) -> Result<usize, FormatError> {
    usize::try_from(number)
        .ok()
        .filter(|number| *number <= MAXIMUM_WIDTH)
        .ok_or_else(|| FormatError::argument(format!("{what} too big")))
}
