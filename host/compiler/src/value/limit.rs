//! Limits on the size of values. A manifest that exceeds them is wrong or malicious and is rejected before memory is exhausted.

use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::Value;
use crate::eval_error::EvalError;
use crate::issue;

/// Maximum number of elements of an array; lazy sequences can be longer.
pub(crate) const MAXIMUM_ELEMENTS: usize = 10_000_000;

/// How long a string may get, in bytes.
pub(crate) const MAXIMUM_TEXT: usize = syntax::MAXIMUM_TEXT;

/// How many arrays and hashes may be inside each other: who writes, compares or lets go of a value goes down into it.
const MAXIMUM_NESTING: usize = 2_000;

/// How much may be copied as a whole: bytes of text, and as many for each value in it as its place takes.
const MAXIMUM_WEIGHT: usize = 256 * 1024 * 1024;

/// Checks that an array is not made too big.
///
/// # Errors
/// It would be.
pub(crate) fn check_size(elements: usize) -> Result<(), EvalError> {
    if elements <= MAXIMUM_ELEMENTS { Ok(()) } else { Err(issue::too_many_elements(elements, MAXIMUM_ELEMENTS)) }
}

/// Checks that a string is not made too long.
///
/// # Errors
/// It would be.
pub(crate) fn check_text(bytes: usize) -> Result<(), EvalError> {
    if bytes <= MAXIMUM_TEXT { Ok(()) } else { Err(issue::text_too_long(MAXIMUM_TEXT)) }
}

impl Value {
    /// Checks what a function returns.
    ///
    /// # Errors
    /// It is too big.
    pub(crate) fn check_extent(&self) -> Result<(), EvalError> {
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
    pub(crate) fn check_weight(&self) -> Result<(), EvalError> {
        self.check_nesting()?;
        match self.lighten(MAXIMUM_WEIGHT) {
            Some(_) => Ok(()),
            None => Err(issue::value_too_big(MAXIMUM_WEIGHT)),
        }
    }

    /// Checks that arrays and hashes are not inside each other too often. Gives how many values were looked at.
    ///
    /// # Errors
    /// They are.
    pub(crate) fn check_nesting(&self) -> Result<usize, EvalError> {
        // Shared values are visited again only at greater depth.
        let mut met: FxHashMap<*const (), usize> = FxHashMap::default();
        let mut waiting = vec![(self, 0)];
        let mut count = 0;
        while let Some((value, depth)) = waiting.pop() {
            let address: *const () = match value {
                Self::Array(elements) => elements.as_ptr().cast(),
                Self::Hash(hash) => std::ptr::from_ref(&**hash).cast(),
                _ => continue,
            };
            if met.insert(address, depth).is_some_and(|before| before >= depth) {
                continue;
            }
            if depth >= MAXIMUM_NESTING {
                return Err(issue::nested_too_deeply(MAXIMUM_NESTING));
            }
            match value {
                Self::Array(elements) => {
                    count += elements.len();
                    waiting.extend(elements.iter().filter(|element| element.is_container()).map(|e| (e, depth + 1)));
                }
                Self::Hash(hash) => {
                    count += hash.len();
                    let inner = hash.iter().flat_map(|(key, value)| [key, value]);
                    waiting.extend(inner.filter(|value| value.is_container()).map(|value| (value, depth + 1)));
                }
                _ => {}
            }
        }
        Ok(count)
    }

    fn is_container(&self) -> bool {
        matches!(self, Self::Array(_) | Self::Hash(_))
    }

    /// Subtracts the weight of the value from the remaining limit; `None` if it is exceeded.
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

/// Lets go of a value that may be nested too deeply for the stack.
pub(crate) fn dismantle(value: Value) {
    let mut waiting = vec![value];
    while let Some(value) = waiting.pop() {
        match value {
            Value::Array(mut elements) => {
                // Values with other owners are not dropped.
                if let Some(elements) = Arc::get_mut(&mut elements) {
                    waiting.extend(elements.iter_mut().map(std::mem::take));
                }
            }
            Value::Hash(hash) => {
                if let Ok(hash) = Arc::try_unwrap(hash) {
                    waiting.extend(hash.entries.into_iter().flat_map(|(key, value)| [key, value]));
                }
            }
            _ => {}
        }
    }
}

/// Watches a value that a loop replaces turn by turn, which can nest it deeper each time. It looks the more rarely the more
/// there is to look at, so that a turn stays cheap.
#[derive(Debug, Default)]
pub(crate) struct NestingWatch {
    turns: usize,
}

impl NestingWatch {
    /// Takes what a turn made.
    ///
    /// # Errors
    /// It is nested too deeply.
    pub(crate) fn turn(&mut self, value: Value) -> Result<Value, EvalError> {
        if self.turns > 0 {
            self.turns -= 1;
            return Ok(value);
        }
        let (count, value) = checked(value)?;
        self.turns = (count / 200).min(64);
        Ok(value)
    }
}

/// Returns a value that is not nested too deeply, with how many there are in it.
///
/// # Errors
/// It is nested too deeply; it is let go of then.
pub(crate) fn checked(value: Value) -> Result<(usize, Value), EvalError> {
    match value.check_nesting() {
        Ok(count) => Ok((count, value)),
        Err(fault) => {
            dismantle(value);
            Err(fault)
        }
    }
}

/// Writes to a string until it exceeds the maximum length: the rest is dropped, and the caller rejects the result.
pub(super) struct BoundedWriter<'t>(pub(super) &'t mut String);

impl fmt::Write for BoundedWriter<'_> {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        if self.0.len() > MAXIMUM_TEXT {
            return Err(fmt::Error);
        }
        self.0.push_str(part);
        Ok(())
    }
}
