//! Operations of the host on file contents: hashing, comparing and copying in pieces. Time limit and interruption
//! of the run are checked for each piece. Holes of sparse files are neither read nor written.

use std::cell::Cell;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::FileExt as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rustix::io::Errno;

use crate::system::sparse::{Extent, extent};

/// Size of the buffer and maximum size of a piece.
const PIECE: usize = 64 << 10;

/// Maximum size of a piece copied by the kernel.
const RANGE: usize = 32 << 20;

/// Time for which operations may continue after the run was interrupted, so that a small resource can be completed.
const GRACE: Duration = Duration::from_secs(1);

/// Progress of the copy of a content, shown by another thread.
#[derive(Debug, Default)]
pub struct CopyProgress {
    copied: AtomicU64,
    /// The size of the content in bytes; 0 if nothing of a known size is being copied.
    size: AtomicU64,
}

impl CopyProgress {
    /// Returns how many percent of the current content have been copied; `None` if nothing of a known size is being copied.
    #[must_use]
    pub fn percentage(&self) -> Option<u64> {
        let (copied, size) = (self.copied.load(Ordering::Relaxed), self.size.load(Ordering::Relaxed));
        let percentage = u128::from(copied.min(size)) * 100 / u128::from(Some(size).filter(|size| *size > 0)?);
        u64::try_from(percentage).ok()
    }

    fn set(&self, copied: u64, size: u64) {
        self.copied.store(copied, Ordering::Relaxed);
        self.size.store(size, Ordering::Relaxed);
    }
}

/// A buffer for contents, with limits for each operation.
#[derive(Debug)]
pub struct Transfer {
    buffer: Vec<u8>,
    limit: Duration,
    interrupt: Arc<AtomicBool>,
    grace: Duration,
    /// When the interruption was noticed.
    interrupted: Cell<Option<Instant>>,
    progress: Arc<CopyProgress>,
}

/// Reason why an operation on a content ended early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TransferEnd {
    /// The operation exceeded this time limit.
    TimedOut(Duration),
    /// The run was interrupted.
    Interrupted,
}

impl fmt::Display for TransferEnd {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TimedOut(limit) => {
                let seconds = limit.as_secs_f64();
                write!(formatter, "it took longer than {seconds} s, the limit set by 'content_timeout'")
            }
            Self::Interrupted => write!(formatter, "the run was interrupted"),
        }
    }
}

impl std::error::Error for TransferEnd {}

impl TransferEnd {
    /// Returns the reason if an error was caused by an early end.
    pub(crate) fn of(error: &io::Error) -> Option<Self> {
        error.get_ref()?.downcast_ref().copied()
    }
}

impl Default for Transfer {
    /// Returns a buffer without limits.
    fn default() -> Self {
        Self::new(Duration::MAX, Arc::default())
    }
}

impl Transfer {
    /// Creates a buffer for operations with this time limit for each content; they end when the flag is set.
    pub(crate) fn new(limit: Duration, interrupt: Arc<AtomicBool>) -> Self {
        Self {
            buffer: Vec::new(),
            limit,
            interrupt,
            grace: GRACE,
            interrupted: Cell::new(None),
            progress: Arc::default(),
        }
    }

    /// Shows the progress of copies.
    pub(crate) fn showing(self, progress: Arc<CopyProgress>) -> Self {
        Self { progress, ..self }
    }

    /// Returns a buffer with the same limits for another thread.
    pub(crate) fn for_thread(&self) -> Self {
        Self::new(self.limit, Arc::clone(&self.interrupt)).showing(Arc::clone(&self.progress))
    }

    /// Starts an operation on a content.
    pub(crate) fn begin(&mut self) -> Pieces<'_> {
        self.begin_within(self.limit)
    }

    /// Starts an operation whose time is limited elsewhere.
    pub(crate) fn begin_without_limit(&mut self) -> Pieces<'_> {
        self.begin_within(Duration::MAX)
    }

    fn begin_within(&mut self, limit: Duration) -> Pieces<'_> {
        if self.buffer.is_empty() {
            self.buffer = vec![0; PIECE];
        }
        let (interrupt, grace, interrupted) = (&*self.interrupt, self.grace, &self.interrupted);
        let progress = &*self.progress;
        Pieces { buffer: &mut self.buffer, limit, begun: Instant::now(), interrupt, grace, interrupted, progress }
    }
}

/// An operation on one content.
pub(crate) struct Pieces<'t> {
    pub(crate) buffer: &'t mut [u8],
    limit: Duration,
    begun: Instant,
    interrupt: &'t AtomicBool,
    grace: Duration,
    interrupted: &'t Cell<Option<Instant>>,
    progress: &'t CopyProgress,
}

impl Drop for Pieces<'_> {
    fn drop(&mut self) {
        self.progress.set(0, 0);
    }
}

impl Pieces<'_> {
    /// Checks whether the operation may continue.
    ///
    /// # Errors
    /// Returns an error if the time limit is exceeded, or if the grace period after an interruption has ended.
    pub(crate) fn check(&self) -> io::Result<()> {
        if self.interrupt.load(Ordering::Relaxed) {
            let since = self.interrupted.get().unwrap_or_else(Instant::now);
            self.interrupted.set(Some(since));
            if since.elapsed() >= self.grace {
                return Err(io::Error::other(TransferEnd::Interrupted));
            }
        }
        if self.begun.elapsed() > self.limit {
            return Err(io::Error::other(TransferEnd::TimedOut(self.limit)));
        }
        Ok(())
    }

    /// Reads the next piece; an empty piece marks the end.
    ///
    /// # Errors
    /// Returns an error if the content cannot be read or the operation may not continue.
    pub(crate) fn next(&mut self, content: &mut dyn Read) -> io::Result<&[u8]> {
        loop {
            self.check()?;
            match content.read(self.buffer) {
                Ok(read) => return Ok(&self.buffer[..read]),
                Err(failed) if failed.kind() == io::ErrorKind::Interrupted => {}
                Err(failed) => return Err(failed),
            }
        }
    }

    /// Copies from a reader to a writer.
    ///
    /// # Errors
    /// Returns an error if reading or writing fails or the operation may not continue.
    pub(crate) fn copy(&mut self, content: &mut dyn Read, file: &mut dyn io::Write) -> io::Result<()> {
        loop {
            let piece = self.next(content)?;
            if piece.is_empty() {
                return Ok(());
            }
            file.write_all(piece)?;
        }
    }

    /// Shows that this part of a content has been copied.
    pub(crate) fn show(&self, copied: u64, size: u64) {
        self.progress.set(copied, size);
    }

    /// Copies a file into an empty one without holes, using the kernel, which may share the blocks.
    ///
    /// # Errors
    /// Returns an error if reading or writing fails or the operation may not continue.
    pub(crate) fn copy_file(&mut self, from: &File, to: &File) -> io::Result<()> {
        let size = from.metadata()?.len();
        let (mut offset, mut is_by_kernel) = (0, true);
        loop {
            self.check()?;
            self.show(offset, size);
            let until = match extent(from, offset)? {
                Extent::Data(until) => until,
                Extent::Hole(until) => {
                    offset = until;
                    continue;
                }
                Extent::End => break,
            };
            let wanted = usize::try_from(until - offset).unwrap_or(RANGE).min(RANGE);
            let copied = match is_by_kernel {
                true => copy_range(from, to, offset, wanted)?,
                false => None,
            };
            let copied = match copied {
                Some(copied) => copied,
                None => {
                    is_by_kernel = false;
                    self.copy_piece(from, to, offset, wanted)?
                }
            };
            if copied == 0 {
                break;
            }
            offset += copied as u64;
        }
        to.set_len(offset)
    }

    fn copy_piece(&mut self, from: &File, to: &File, offset: u64, wanted: usize) -> io::Result<usize> {
        let wanted = wanted.min(self.buffer.len());
        let read = from.read_at(&mut self.buffer[..wanted], offset)?;
        to.write_all_at(&self.buffer[..read], offset)?;
        Ok(read)
    }
}

/// Copies a part of a file in the kernel; `None` if that is not possible.
fn copy_range(from: &File, to: &File, offset: u64, length: usize) -> io::Result<Option<usize>> {
    let (mut read_at, mut write_at) = (offset, offset);
    match rustix::fs::copy_file_range(from, Some(&mut read_at), to, Some(&mut write_at), length) {
        // Some filesystems report files whose content is generated by the kernel as empty.
        Ok(0) => Ok(None),
        Ok(copied) => Ok(Some(copied)),
        Err(Errno::XDEV | Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP | Errno::PERM | Errno::INTR) => Ok(None),
        Err(errno) => Err(errno.into()),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::MetadataExt as _;

    use super::*;
    use crate::system::digest::Algorithm;
    use crate::system::sparse::SparseReader;

    fn sparse(length: u64) -> File {
        let file = tempfile::tempfile().unwrap();
        file.write_all_at(b"begin", 0).unwrap();
        file.set_len(length).unwrap();
        file.write_all_at(b"middle", length / 2).unwrap();
        file
    }

    fn without_grace(interrupt: &Arc<AtomicBool>) -> Transfer {
        Transfer { grace: Duration::ZERO, ..Transfer::new(Duration::MAX, Arc::clone(interrupt)) }
    }

    #[test]
    fn small_content_is_finished_after_the_interruption() {
        let mut transfer = Transfer::new(Duration::MAX, Arc::new(AtomicBool::new(true)));
        let digest = Algorithm::SHA256.digest(&mut &b"abc"[..], &mut transfer).unwrap();
        assert!(digest.starts_with("ba7816bf"), "{digest}");
    }

    #[test]
    fn interrupted_run_ends_digest_copy_and_comparison() {
        let interrupt = Arc::new(AtomicBool::new(false));
        let mut transfer = without_grace(&interrupt);
        interrupt.store(true, Ordering::Relaxed);
        let (from, to) = (sparse(2 << 40), tempfile::tempfile().unwrap());
        let digest = Algorithm::SHA256.digest(&mut SparseReader::new(&from), &mut transfer).unwrap_err();
        assert_eq!(TransferEnd::of(&digest), Some(TransferEnd::Interrupted));
        let copied = transfer.begin().copy_file(&from, &to).unwrap_err();
        assert_eq!(TransferEnd::of(&copied), Some(TransferEnd::Interrupted));
        assert_eq!(to.metadata().unwrap().len(), 0);
    }

    #[test]
    fn interruption_during_work_ends_it_after_the_piece() {
        struct Endless(Arc<AtomicBool>, usize);
        impl Read for Endless {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                self.1 += 1;
                self.0.store(self.1 == 3, Ordering::Relaxed);
                Ok(buffer.len())
            }
        }
        let interrupt = Arc::new(AtomicBool::new(false));
        let mut endless = Endless(Arc::clone(&interrupt), 0);
        let ended = Algorithm::SHA256.digest(&mut endless, &mut without_grace(&interrupt)).unwrap_err();
        assert_eq!((TransferEnd::of(&ended), endless.1), (Some(TransferEnd::Interrupted), 3));
    }

    #[test]
    fn work_that_exceeds_its_time_ends_with_the_setting_in_the_message() {
        let mut transfer = Transfer::new(Duration::ZERO, Arc::default());
        let ended = Algorithm::SHA256.digest(&mut SparseReader::new(&sparse(2 << 40)), &mut transfer).unwrap_err();
        assert_eq!(TransferEnd::of(&ended), Some(TransferEnd::TimedOut(Duration::ZERO)));
        assert_eq!(ended.to_string(), "it took longer than 0 s, the limit set by 'content_timeout'");
    }

    #[test]
    fn sparse_file_is_copied_without_its_holes() {
        let (from, to) = (sparse(2 << 40), tempfile::tempfile().unwrap());
        Transfer::default().begin().copy_file(&from, &to).unwrap();
        let copied = to.metadata().unwrap();
        assert_eq!(copied.len(), 2 << 40);
        assert!(copied.blocks() * 512 < 1 << 20, "{} blocks", copied.blocks());
        let mut middle = [0; 6];
        to.read_exact_at(&mut middle, 1 << 40).unwrap();
        assert_eq!(&middle, b"middle");
    }

    #[test]
    fn progress_of_a_copy_is_shown_until_it_ends() {
        let progress = Arc::new(CopyProgress::default());
        let mut transfer = Transfer::default().showing(Arc::clone(&progress));
        let pieces = transfer.begin();
        assert_eq!(progress.percentage(), None);
        pieces.show(1 << 62, (1 << 62) * 3);
        assert_eq!(progress.percentage(), Some(33));
        pieces.show(7, 5);
        assert_eq!(progress.percentage(), Some(100));
        drop(pieces);
        assert_eq!(progress.percentage(), None);
    }

    #[test]
    fn file_without_a_size_is_copied_to_its_end() {
        let (from, to) = (File::open("/proc/self/limits").unwrap(), tempfile::tempfile().unwrap());
        Transfer::default().begin().copy_file(&from, &to).unwrap();
        assert!(to.metadata().unwrap().len() > 500);
    }
}
