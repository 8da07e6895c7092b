//! Sparse files: where the data and the holes of a file are, and a reader that makes the zeros of holes instead of reading them.

use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::FileExt as _;

use rustix::fs::SeekFrom;
use rustix::io::Errno;

/// Holes before this offset are read like data: most files are smaller, and a system call costs more than such a hole.
const FIRST_PROBE: u64 = 1 << 20;

/// What a file has from an offset on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// Data up to this offset, or to its end if the file system does not report holes.
    Data(u64),
    /// A hole up to this offset.
    Hole(u64),
    /// Nothing: the file ends here.
    End,
}

/// Returns what a file has from an offset on.
///
/// # Errors
/// The file can't be looked at.
pub(crate) fn extent(file: &File, offset: u64) -> io::Result<Extent> {
    match rustix::fs::seek(file, SeekFrom::Data(offset)) {
        Ok(data) if data > offset => Ok(Extent::Hole(data)),
        Ok(_) => Ok(match rustix::fs::seek(file, SeekFrom::Hole(offset)) {
            Ok(hole) if hole > offset => Extent::Data(hole),
            _ => Extent::Data(u64::MAX),
        }),
        Err(Errno::NXIO) => {
            let length = file.metadata()?.len();
            Ok(if length > offset { Extent::Hole(length) } else { Extent::End })
        }
        // Not every file system reports holes, and what the kernel makes when it is read has none.
        Err(_) => Ok(Extent::Data(u64::MAX)),
    }
}

/// Reads a file from its beginning, whatever the offset of its descriptor is.
#[derive(Debug)]
pub(crate) struct SparseReader<'f> {
    file: &'f File,
    offset: u64,
    known: Extent,
}

impl<'f> SparseReader<'f> {
    /// Returns a reader of a file.
    pub(crate) fn new(file: &'f File) -> Self {
        Self { file, offset: 0, known: Extent::Data(FIRST_PROBE) }
    }
}

impl Read for SparseReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Extent::Data(until) | Extent::Hole(until) = self.known
            && self.offset >= until
        {
            self.known = extent(self.file, self.offset)?;
        }
        let until = |end: u64| usize::try_from(end - self.offset).unwrap_or(usize::MAX).min(buffer.len());
        let read = match self.known {
            Extent::Hole(end) => {
                let zeros = until(end);
                buffer[..zeros].fill(0);
                zeros
            }
            Extent::Data(end) => {
                let wanted = until(end);
                self.file.read_at(&mut buffer[..wanted], self.offset)?
            }
            // It may have grown since.
            Extent::End => self.file.read_at(buffer, self.offset)?,
        };
        self.offset += read as u64;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_and_data_alternate() {
        let file = tempfile::tempfile().unwrap();
        file.set_len(16 << 20).unwrap();
        file.write_all_at(b"data", 8 << 20).unwrap();
        let mut expected = vec![0; 16 << 20];
        expected[8 << 20..(8 << 20) + 4].copy_from_slice(b"data");
        let mut bytes = Vec::new();
        SparseReader::new(&file).read_to_end(&mut bytes).unwrap();
        assert!(bytes == expected);
        assert_eq!(extent(&file, 0).unwrap(), Extent::Hole(8 << 20));
        assert!(matches!(extent(&file, 8 << 20).unwrap(), Extent::Data(until) if until < 9 << 20));
        assert_eq!(extent(&file, 16 << 20).unwrap(), Extent::End);
    }

    #[test]
    fn hole_of_terabytes_is_not_read() {
        let file = tempfile::tempfile().unwrap();
        file.set_len(2 << 40).unwrap();
        file.write_all_at(b"end", (2 << 40) - 3).unwrap();
        let mut reader = SparseReader { file: &file, offset: FIRST_PROBE, known: Extent::Data(FIRST_PROBE) };
        let mut buffer = [1; 8];
        assert_eq!(reader.read(&mut buffer).unwrap(), 8);
        assert_eq!(buffer, [0; 8]);
        assert!(matches!(reader.known, Extent::Hole(until) if until > (2 << 40) - (1 << 20)));
    }
}
