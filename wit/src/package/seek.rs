//! Locates the sections in which a component describes itself without reading the rest of the component: only
//! section headers are read, other contents are skipped.

use std::io::{Read, Seek, SeekFrom};

use super::{FormatError, MAX_SECTION};
use crate::{MANIFEST_SECTION, SCHEMA_SECTION};

/// Preambles of a core module and of a component.
const MODULE: [u8; 8] = *b"\0asm\x01\0\0\0";
const COMPONENT: [u8; 8] = *b"\0asm\x0d\0\x01\0";

/// Section IDs. Core modules and nested components contain sections of their own.
const CUSTOM: u8 = 0;
const CORE_MODULE: u8 = 1;
const NESTED_COMPONENT: u8 = 4;

/// Maximum nesting depth of components.
const MAX_DEPTH: usize = 64;

/// Maximum length of a relevant section name.
const MAX_NAME: u64 = 64;

/// The sections found.
#[derive(Debug, Default)]
pub(super) struct FoundSections {
    pub(super) schema: Option<Vec<u8>>,
    pub(super) manifest: Option<Vec<u8>>,
}

/// A module or component that is being walked.
struct Level {
    end: u64,
    is_component: bool,
}

/// Finds the sections; the first of each name is used.
///
/// # Errors
/// Returns an error if the file cannot be read or is not a component.
pub(super) fn find(file: impl Read + Seek) -> Result<FoundSections, FormatError> {
    let mut walk = Walk { file, place: 0 };
    let end = walk.file.seek(SeekFrom::End(0))?;
    walk.go(0)?;
    let mut levels = vec![walk.level(end)?];
    if !levels[0].is_component {
        return Err(FormatError::CoreModule);
    }
    let mut found = FoundSections::default();
    while let Some(level) = levels.last() {
        let Level { end, is_component } = *level;
        if walk.place >= end {
            levels.pop();
            continue;
        }
        let at = walk.place;
        let kind = walk.byte()?;
        let size = walk.number()?;
        let after = walk.place.saturating_add(size);
        if after > end {
            return Err(FormatError::SectionOverrun { at });
        }
        match kind {
            CUSTOM => {
                let name = walk.number()?;
                let is_short = name <= MAX_NAME && walk.place + name <= after;
                let name = if is_short { walk.take(name)? } else { Vec::new() };
                let wanted = match &*name {
                    name if name == SCHEMA_SECTION.as_bytes() => Some(&mut found.schema),
                    name if name == MANIFEST_SECTION.as_bytes() => Some(&mut found.manifest),
                    _ => None,
                };
                if let Some(wanted @ None) = wanted {
                    // Reads one byte more than the limit, so that oversized sections are detected later.
                    *wanted = Some(walk.take((after - walk.place).min(MAX_SECTION as u64 + 1))?);
                }
                walk.go(after)?;
            }
            CORE_MODULE | NESTED_COMPONENT if is_component => {
                if levels.len() == MAX_DEPTH {
                    return Err(FormatError::Nesting { limit: MAX_DEPTH });
                }
                levels.push(walk.level(after)?);
            }
            _ => walk.go(after)?,
        }
    }
    Ok(found)
}

struct Walk<F> {
    file: F,
    /// The position of the next byte.
    place: u64,
}

impl<F: Read + Seek> Walk<F> {
    fn go(&mut self, place: u64) -> Result<(), FormatError> {
        self.place = self.file.seek(SeekFrom::Start(place))?;
        Ok(())
    }

    fn take(&mut self, count: u64) -> Result<Vec<u8>, FormatError> {
        let mut bytes = Vec::new();
        let read = self.file.by_ref().take(count).read_to_end(&mut bytes)?;
        self.place += read as u64;
        if read as u64 == count { Ok(bytes) } else { Err(FormatError::Truncated { at: self.place }) }
    }

    fn byte(&mut self) -> Result<u8, FormatError> {
        Ok(self.take(1)?[0])
    }

    /// Reads a LEB128 number of at most 32 bits.
    fn number(&mut self) -> Result<u64, FormatError> {
        let mut number = 0;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(FormatError::Number { at: self.place })
    }

    /// Reads the preamble of a module or component.
    fn level(&mut self, end: u64) -> Result<Level, FormatError> {
        let at = self.place;
        let head = self.take(8)?;
        match head == COMPONENT || head == MODULE {
            true => Ok(Level { end, is_component: head == COMPONENT }),
            false => Err(FormatError::Header { at }),
        }
    }
}
