//! Supported file encodings.

use std::borrow::Cow;

use marotte_sdk::{Error, Result};

/// A character encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    Utf8,
    Ascii,
    Latin1,
}

impl Encoding {
    /// Returns the encoding with one of its Ruby names.
    pub(crate) fn named(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "utf-8" | "cp65001" => Some(Self::Utf8),
            "us-ascii" | "ascii" | "ansi_x3.4-1968" | "646" => Some(Self::Ascii),
            "iso-8859-1" | "iso8859-1" | "latin1" => Some(Self::Latin1),
            _ => None,
        }
    }

    pub(crate) fn decode(self, bytes: &[u8]) -> Result<Cow<'_, str>> {
        match self {
            Self::Latin1 => Ok(bytes.iter().copied().map(char::from).collect()),
            Self::Ascii if !bytes.is_ascii() => Err(Error::invalid("invalid byte sequence in US-ASCII")),
            Self::Ascii | Self::Utf8 => {
                let text = std::str::from_utf8(bytes).map_err(|_| Error::invalid("invalid byte sequence in UTF-8"))?;
                Ok(text.into())
            }
        }
    }

    pub(crate) fn encode(self, text: &str) -> Result<Vec<u8>> {
        match self {
            Self::Latin1 => text
                .chars()
                .map(|letter| u8::try_from(u32::from(letter)))
                .collect::<Result<_, _>>()
                .map_err(|_| Error::invalid("the line contains characters that ISO-8859-1 cannot represent")),
            Self::Ascii if !text.is_ascii() => {
                Err(Error::invalid("the line contains characters that US-ASCII cannot represent"))
            }
            Self::Ascii | Self::Utf8 => Ok(text.as_bytes().to_vec()),
        }
    }
}
