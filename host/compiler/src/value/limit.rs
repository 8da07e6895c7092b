//! How big values may get. A manifest that asks for more has a mistake in it or means harm, and is told so before memory ends.

use std::fmt;

use super::Value;
use crate::fault::Fault;
use crate::issue;

/// How many elements an array may be made to have; what is lazy may have more.
pub(crate) const MAXIMUM_ELEMENTS: usize = 10_000_000;

/// How long a string may get, in bytes.
pub(crate) const MAXIMUM_TEXT: usize = syntax::MAXIMUM_TEXT;

/// How many turns all loops of a compilation may take together.
pub(crate) const MAXIMUM_TURNS: u64 = 50_000_000;

/// How much may be copied as a whole: bytes of text, and as many for each value in it as its place takes.
const MAXIMUM_WEIGHT: usize = 256 * 1024 * 1024;

/// Checks that an array is not made too big.
///
/// # Errors
/// It would be.
pub(crate) fn check_size(elements: usize) -> Result<(), Fault> {
    if elements <= MAXIMUM_ELEMENTS { Ok(()) } else { Err(issue::too_many_elements(elements, MAXIMUM_ELEMENTS)) }
}

/// Checks that a string is not made too long.
///
/// # Errors
/// It would be.
pub(crate) fn check_text(bytes: usize) -> Result<(), Fault> {
    if bytes <= MAXIMUM_TEXT { Ok(()) } else { Err(issue::text_too_long(MAXIMUM_TEXT)) }
}

impl Value {
    /// Checks what a function returns.
    ///
    /// # Errors
    /// It is too big.
    pub(crate) fn check_extent(&self) -> Result<(), Fault> {
        match self {
            Self::String(text) => check_text(text.len()),
            Self::Array(elements) => check_size(elements.len()),
            _ => Ok(()),
        }
    }

    /// Checks that a value can be copied into a catalog, or written out. There each place holds a value of its own, so that
    /// a few arrays that hold each other several times are more than any memory.
    ///
    /// # Errors
    /// It is too big.
    pub(crate) fn check_weight(&self) -> Result<(), Fault> {
        match self.lighten(MAXIMUM_WEIGHT) {
            Some(_) => Ok(()),
            None => Err(issue::value_too_big(MAXIMUM_WEIGHT)),
        }
    }

    /// Takes the weight of the value off what is left; nothing if that is too much.
    fn lighten(&self, left: usize) -> Option<usize> {
        let left = left.checked_sub(size_of::<Self>())?;
        match self {
            Self::String(text) => left.checked_sub(text.len()),
            Self::Binary(bytes) => left.checked_sub(bytes.len()),
            Self::Array(elements) => elements.iter().try_fold(left, |left, element| element.lighten(left)),
            Self::Hash(hash) => hash.iter().try_fold(left, |left, (key, value)| value.lighten(key.lighten(left)?)),
            Self::Sensitive(inner) => inner.lighten(left),
            Self::Iterator(lazy) => left.checked_sub(usize::try_from(lazy.len()).ok()?.checked_mul(size_of::<Self>())?),
            _ => Some(left),
        }
    }
}

/// Writes to a string until that is longer than any may be: what it holds then is cut off, and refused by whoever checks it.
pub(super) struct Bounded<'t>(pub(super) &'t mut String);

impl fmt::Write for Bounded<'_> {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        if self.0.len() > MAXIMUM_TEXT {
            return Err(fmt::Error);
        }
        self.0.push_str(part);
        Ok(())
    }
}
