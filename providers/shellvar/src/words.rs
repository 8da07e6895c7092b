//! Values of attributes, and texts of which parts may be Sensitive.

use marotte_sdk::prelude::*;
use marotte_sdk::system::Part;
use marotte_sdk::{InvalidValue, Secret};

/// One of the desired values: a text, or a number or Boolean in its printed form.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Word(pub Text);

impl Word {
    fn parse(value: Value) -> std::result::Result<Self, InvalidValue> {
        Text::printed(value).map(Self)
    }

    /// Creates a word from the text in a file.
    pub(crate) fn of(text: &str) -> Self {
        Self(Text::Clear(text.to_owned()))
    }
}

/// A text and, if it is Sensitive, its secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) text: String,
    secret: Option<Secret>,
}

impl Piece {
    /// Reveals a desired value, which is parsed before it is written.
    pub(crate) fn of(system: &impl ReadSystem, word: &Word) -> Result<Self> {
        Ok(match &word.0 {
            Text::Clear(text) => text.clone().into(),
            Text::Secret(secret) => Self { text: system.reveal(*secret)?, secret: Some(*secret) },
        })
    }

    /// Returns the part of a body with this text.
    pub(crate) fn part(&self) -> Part {
        self.secret.map_or_else(|| Part::from(self.text.as_str()), |secret| secret.part(Form::Raw))
    }
}

impl From<String> for Piece {
    fn from(text: String) -> Self {
        Self { text, secret: None }
    }
}

impl From<&str> for Piece {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

/// Returns the concatenated texts.
pub(crate) fn joined<'p>(pieces: impl IntoIterator<Item = &'p Piece>) -> String {
    pieces.into_iter().map(|piece| piece.text.as_str()).collect()
}

/// Returns a value without its quotes.
pub(crate) fn unquoted(value: &str) -> &str {
    let within = |quote| value.strip_prefix(quote)?.strip_suffix(quote);
    within('"').or_else(|| within('\'')).unwrap_or(value)
}
