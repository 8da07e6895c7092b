//! Limits on the size of values. A manifest that exceeds them is wrong or malicious and is rejected before memory is exhausted.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::eval_error::EvalError;
use crate::issue;
use crate::value::{LazySequence, MAXIMUM_ELEMENTS, MAXIMUM_TEXT, Value};

/// Maximum nesting depth of arrays and hashes: printing, comparing and dropping a value are recursive.
const MAXIMUM_NESTING: usize = 2_000;

/// Maximum weight of a value that is copied as a whole: the bytes of its text plus the size of each nested value.
const MAXIMUM_WEIGHT: usize = 256 * 1024 * 1024;

/// Checks the size of an array before it is created.
///
/// # Errors
/// Returns an error if the array is too big.
pub fn check_size(elements: usize) -> Result<(), EvalError> {
    if elements <= MAXIMUM_ELEMENTS {
        Ok(())
    } else {
        Err(EvalError::new(issue::too_many_elements(elements, MAXIMUM_ELEMENTS)))
    }
}

/// Checks the length of a string before it is created.
///
/// # Errors
/// Returns an error if the string is too long.
pub fn check_text(bytes: usize) -> Result<(), EvalError> {
    if bytes <= MAXIMUM_TEXT { Ok(()) } else { Err(EvalError::new(issue::text_too_long(MAXIMUM_TEXT))) }
}

impl Value {
    /// Checks the result of a function.
    ///
    /// # Errors
    /// Returns an error if the value is too big.
    pub fn check_extent(&self) -> Result<(), EvalError> {
        match self {
            Self::String(text) => check_text(text.len()),
            Self::Array(elements) => check_size(elements.len()),
            _ => Ok(()),
        }
    }

    /// Checks that a value can be copied into a catalog or printed. Copies aren't shared, so a few arrays that contain
    /// each other several times could exhaust the memory.
    ///
    /// # Errors
    /// Returns an error if the value is too big.
    pub fn check_weight(&self) -> Result<(), EvalError> {
        self.check_nesting()?;
        match self.lighten(MAXIMUM_WEIGHT) {
            Some(_) => Ok(()),
            None => Err(EvalError::new(issue::value_too_big(MAXIMUM_WEIGHT)).with_hint(issue::SHARED_VALUES)),
        }
    }

    /// Checks the nesting depth of arrays and hashes. Returns the number of visited values.
    ///
    /// # Errors
    /// Returns an error if the value is nested too deeply.
    pub fn check_nesting(&self) -> Result<usize, EvalError> {
        // Shared values are visited again only at greater depth.
        let mut visited: FxHashMap<*const (), usize> = FxHashMap::default();
        let mut pending = vec![(self, 0)];
        let mut count = 0;
        while let Some((value, depth)) = pending.pop() {
            let address: *const () = match value {
                Self::Array(elements) => elements.as_ptr().cast(),
                Self::Hash(hash) => std::ptr::from_ref(&**hash).cast(),
                _ => continue,
            };
            if visited.insert(address, depth).is_some_and(|before| before >= depth) {
                continue;
            }
            if depth >= MAXIMUM_NESTING {
                return Err(EvalError::new(issue::nested_too_deeply(MAXIMUM_NESTING)).with_hint(issue::NESTED_BY_LOOP));
            }
            match value {
                Self::Array(elements) => {
                    count += elements.len();
                    pending.extend(elements.iter().filter(|element| element.is_container()).map(|e| (e, depth + 1)));
                }
                Self::Hash(hash) => {
                    count += hash.len();
                    let inner = hash.iter().flat_map(|(key, value)| [key, value]);
                    pending.extend(inner.filter(|value| value.is_container()).map(|value| (value, depth + 1)));
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

impl LazySequence {
    /// Collects all elements.
    ///
    /// # Errors
    /// Returns an error if there are too many.
    pub fn to_vec(&self) -> Result<Vec<Value>, EvalError> {
        check_size(usize::try_from(self.len()).unwrap_or(usize::MAX))?;
        Ok(self.elements().collect())
    }
}

/// Drops a value iteratively, because it may be nested too deeply for the stack.
fn dismantle(value: Value) {
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        match value {
            Value::Array(mut elements) => {
                // Shared values are not dropped.
                if let Some(elements) = Arc::get_mut(&mut elements) {
                    pending.extend(elements.iter_mut().map(std::mem::take));
                }
            }
            Value::Hash(hash) => {
                if let Ok(hash) = Arc::try_unwrap(hash) {
                    pending.extend(hash.into_entries().flat_map(|(key, value)| [key, value]));
                }
            }
            _ => {}
        }
    }
}

/// Checks the nesting of a value that is replaced on each iteration of a loop, which may nest it more deeply. Large
/// values are checked less often, so that an iteration stays cheap.
#[derive(Debug, Default)]
pub struct NestingWatch {
    turns: usize,
}

impl NestingWatch {
    /// Checks the value of an iteration.
    ///
    /// # Errors
    /// Returns an error if the value is nested too deeply.
    pub fn turn(&mut self, value: Value) -> Result<Value, EvalError> {
        if self.turns > 0 {
            self.turns -= 1;
            return Ok(value);
        }
        let (count, value) = checked_nesting(value)?;
        self.turns = (count / 200).min(64);
        Ok(value)
    }
}

/// Checks the nesting of a value. Returns it with the number of visited values.
///
/// # Errors
/// Returns an error if the value is nested too deeply; it is dropped in that case.
pub fn checked_nesting(value: Value) -> Result<(usize, Value), EvalError> {
    match value.check_nesting() {
        Ok(count) => Ok((count, value)),
        Err(fault) => {
            dismantle(value);
            Err(fault)
        }
    }
}
