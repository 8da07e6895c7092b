//! Comparison of current and desired content: `fs-read.equal` and `fs-read.diff`. Contents are compared here and not passed to
//! the component.

use std::fs::File;
use std::io::{self, Read as _};
use std::os::fd::{AsFd as _, BorrowedFd};

use rustix::fs::FileType;
use rustix::io::Errno;
use similar::TextDiff;

use crate::bindings::marotte::provider::errors::{Code, Error};
use crate::bindings::marotte::provider::fs_types::{Body, Place};
use crate::error;
use crate::paths::PathTarget;
use crate::system::body::ResolvedBody;
use crate::system::sparse::SparseReader;
use crate::system::transfer::{Pieces, Transfer};
use crate::system::{CallContext, LookMode, files, source};

/// Minimum number of comparisons for which threads are started.
const WORTH_THREADS: usize = 64;

/// Contents up to this size are compared without a look at the size of the file.
const SMALL: usize = 64 << 10;

/// Files without blocks that are larger than this are sparse files, not files that the kernel makes.
const MAX_PSEUDO: u64 = 1 << 20;

/// Contents larger than this are not shown line by line.
const MAX_DIFF: u64 = 8 << 20;

impl CallContext<'_> {
    /// `fs-read.equal`: what the gate allows is compared on several threads where there is much of it.
    pub(crate) fn equal(&mut self, pairs: Vec<(Place, Body)>) -> Vec<Result<bool, Error>> {
        let mut asked = Vec::with_capacity(pairs.len());
        for (place, body) in pairs {
            let comparison = self.content(body).and_then(|content| {
                let target =
                    if source::is_url(&place.path) { None } else { Some(self.find(&place, LookMode::Read)?.target) };
                let is_secret = target.as_ref().map_or(Ok(false), |target| self.holds_secret(target))?;
                self.count_answer(content.secret || is_secret)?;
                Ok(Comparison { target, content })
            });
            asked.push((place, comparison));
        }
        let jobs: Vec<Job<'_>> = asked.iter().filter_map(|(_, comparison)| comparison.as_ref().ok()?.job()).collect();
        let mut outcomes = run(&jobs, self.machine.workers, &mut self.machine.transfer).into_iter();
        asked.iter().map(|(place, comparison)| self.conclude(place, comparison, &mut outcomes)).collect()
    }

    fn conclude(
        &mut self,
        place: &Place,
        comparison: &Result<Comparison, Error>,
        outcomes: &mut dyn Iterator<Item = io::Result<bool>>,
    ) -> Result<bool, Error> {
        let answer = match comparison {
            Err(failed) => Err(failed.clone()),
            Ok(Comparison { target: None, content }) => self.equal_source(place, content),
            Ok(Comparison { target: Some(_), content }) => match outcomes.next() {
                Some(Ok(same)) => Ok(same),
                Some(Err(failed)) if Errno::from_io_error(&failed) == Some(Errno::LOOP) => {
                    self.equal_behind(place, content)
                }
                Some(Err(failed)) => Err(error::io("read", &place.path, &failed)),
                None => Err(error::system("read", &place.path, Errno::IO)),
            },
        };
        match answer {
            Err(missing) if missing.code == Code::NotFound => Ok(false),
            other => other,
        }
    }

    /// A link at the end is followed as far as the grants go.
    fn equal_behind(&mut self, place: &Place, content: &ResolvedBody) -> Result<bool, Error> {
        let target = self.follow(place, LookMode::Read)?.target;
        let is_secret = self.holds_secret(&target)?;
        // `equal` has counted the answer if the content is secret.
        self.count_answer(is_secret && !content.secret)?;
        let job = Job { directory: target.directory.as_fd(), name: &target.name, content };
        compare(&job, &mut self.machine.transfer).map_err(|failed| error::io("read", &place.path, &failed))
    }

    fn equal_source(&mut self, place: &Place, content: &ResolvedBody) -> Result<bool, Error> {
        let file = self.open(place)?.file;
        same(&file, content, &mut self.machine.transfer).map_err(|failed| error::io("read", &place.path, &failed))
    }

    /// `fs-read.diff`: empty if differences are not shown.
    pub(crate) fn diff(&mut self, place: &Place, body: Body) -> Result<String, Error> {
        if !self.machine.show_diff {
            return Ok(String::new());
        }
        let content = self.content(body)?;
        if content.secret {
            return Ok("[diff redacted]".into());
        }
        let opened = match self.open(place) {
            Ok(opened) => Some(opened),
            Err(missing) if missing.code == Code::NotFound => None,
            Err(failed) => return Err(failed),
        };
        if opened.as_ref().is_some_and(|opened| opened.secret) {
            return Ok("[diff redacted]".into());
        }
        let size = opened.as_ref().map_or(0, |opened| opened.size);
        if size.max(content.size()) > MAX_DIFF {
            return Ok(format!("Files {} and its new content differ\n", place.path));
        }
        let mut old = Vec::new();
        if let Some(opened) = opened {
            let mut file = opened.file.take(MAX_DIFF);
            file.read_to_end(&mut old).map_err(|failed| error::io("read", &place.path, &failed))?;
        }
        Ok(show(&place.path, &old, &content.to_bytes()?))
    }
}

/// A comparison that the gate allows; without a target it is of a source by URL.
struct Comparison {
    target: Option<PathTarget>,
    content: ResolvedBody,
}

impl Comparison {
    fn job(&self) -> Option<Job<'_>> {
        let target = self.target.as_ref()?;
        Some(Job { directory: target.directory.as_fd(), name: &target.name, content: &self.content })
    }
}

/// A comparison as a thread makes it.
#[derive(Clone, Copy)]
struct Job<'a> {
    directory: BorrowedFd<'a>,
    name: &'a [u8],
    content: &'a ResolvedBody,
}

fn run(jobs: &[Job<'_>], workers: usize, transfer: &mut Transfer) -> Vec<io::Result<bool>> {
    if jobs.len() < WORTH_THREADS || workers < 2 {
        return jobs.iter().map(|job| compare(job, transfer)).collect();
    }
    let (own, others) = jobs.split_at(jobs.len().div_ceil(workers));
    std::thread::scope(|scope| {
        let running: Vec<_> = others
            .chunks(own.len())
            .map(|chunk| {
                let mut transfer = transfer.for_thread();
                let work = move || chunk.iter().map(|job| compare(job, &mut transfer)).collect::<Vec<_>>();
                (chunk.len(), scope.spawn(work))
            })
            .collect();
        let mut outcomes: Vec<io::Result<bool>> = own.iter().map(|job| compare(job, transfer)).collect();
        for (count, thread) in running {
            let lost = |_| (0..count).map(|_| Err(io::Error::other("the comparison ended unexpectedly"))).collect();
            outcomes.extend(thread.join().unwrap_or_else(lost));
        }
        outcomes
    })
}

/// A link is reported by `ELOOP`.
fn compare(job: &Job<'_>, transfer: &mut Transfer) -> io::Result<bool> {
    match files::open_raw(job.directory, job.name) {
        Ok(file) => same(&file, job.content, transfer),
        // Sockets cannot be opened, nor devices without a driver: these are no files with this content.
        Err(Errno::NOENT | Errno::NXIO | Errno::NODEV) => Ok(false),
        Err(errno) => Err(errno.into()),
    }
}

fn same(file: &File, content: &ResolvedBody, transfer: &mut Transfer) -> io::Result<bool> {
    // Nothing to read can be many things: only a file is an empty file.
    if content.size() == 0 {
        let stat = rustix::fs::fstat(file)?;
        return Ok(FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile && stat.st_size == 0);
    }
    let compared = match content.as_bytes() {
        // Reading a small content shows its size, too: it takes no system call before that.
        Some(bytes) if bytes.len() <= SMALL => same_bytes(file, bytes, transfer.begin()),
        _ if differs_in_size(file, content)? => Ok(false),
        Some(bytes) => same_bytes(file, bytes, transfer.begin()),
        None => same_content(file, content, transfer.begin()),
    };
    match compared {
        // A directory, or something that has nothing to say right now.
        Err(failed) if matches!(Errno::from_io_error(&failed), Some(Errno::ISDIR | Errno::AGAIN)) => Ok(false),
        other => other,
    }
}

/// Returns whether a file cannot have a content because of its size. The sizes of files that the kernel makes when they are read, in /proc
/// and /sys, say nothing: such files have no blocks, and are reported as empty or as one page.
fn differs_in_size(file: &File, content: &ResolvedBody) -> io::Result<bool> {
    let stat = rustix::fs::fstat(file)?;
    let size = u64::try_from(stat.st_size).unwrap_or_default();
    let is_file = FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile;
    Ok(is_file && (stat.st_blocks > 0 || size > MAX_PSEUDO) && size != content.size())
}

/// One more byte than expected is read, so that a file that has grown is detected at once.
fn same_bytes(mut file: &File, bytes: &[u8], pieces: Pieces<'_>) -> io::Result<bool> {
    let mut rest = bytes;
    loop {
        pieces.check()?;
        let buffer = &mut *pieces.buffer;
        let wanted = buffer.len().min(rest.len() + 1);
        match file.read(&mut buffer[..wanted]) {
            Ok(0) => return Ok(rest.is_empty()),
            Ok(read) if read > rest.len() || buffer[..read] != rest[..read] => return Ok(false),
            Ok(read) => {
                rest = &rest[read..];
                // A regular file gives less than was asked for only at its end.
                if read < wanted {
                    return Ok(rest.is_empty());
                }
            }
            Err(failed) if failed.kind() == io::ErrorKind::Interrupted => {}
            Err(failed) => return Err(failed),
        }
    }
}

fn same_content(file: &File, content: &ResolvedBody, pieces: Pieces<'_>) -> io::Result<bool> {
    let (mut reader, mut file) = (content.reader(), SparseReader::new(file));
    loop {
        pieces.check()?;
        let (left, right) = pieces.buffer.split_at_mut(pieces.buffer.len() / 2);
        let read = read_full(&mut reader, left)?;
        if read_full(&mut file, &mut right[..left.len()])? != read || left[..read] != right[..read] {
            return Ok(false);
        }
        if read < left.len() {
            return Ok(true);
        }
    }
}

fn read_full(reader: &mut dyn io::Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match reader.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(failed) if failed.kind() == io::ErrorKind::Interrupted => {}
            Err(failed) => return Err(failed),
        }
    }
    Ok(filled)
}

/// As `diff -u` shows it.
fn show(path: &str, old: &[u8], new: &[u8]) -> String {
    let (Ok(old), Ok(new)) = (std::str::from_utf8(old), std::str::from_utf8(new)) else {
        return format!("Binary files {path} and its new content differ\n");
    };
    if old.contains('\0') || new.contains('\0') {
        return format!("Binary files {path} and its new content differ\n");
    }
    TextDiff::from_lines(old, new).unified_diff().header(path, &format!("{path} (new content)")).to_string()
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn file(content: &[u8]) -> File {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(content).unwrap();
        io::Seek::rewind(&mut file).unwrap();
        file
    }

    #[test]
    fn a_file_that_grew_or_shrank_is_not_the_same() {
        let mut transfer = Transfer::default();
        for (held, wanted, same) in [
            (&b"abcdefgh"[..], &b"abcdefgh"[..], true),
            (b"abcdefgh", b"abcdefg", false),
            (b"abcdefg", b"abcdefgh", false),
            (b"abcd", b"abcd", true),
            (b"", b"", true),
            (b"abcX", b"abcd", false),
        ] {
            assert_eq!(same_bytes(&file(held), wanted, transfer.begin()).unwrap(), same);
            let (left, right) = wanted.split_at(wanted.len() / 2);
            let content = ResolvedBody::of(&[left, right]);
            assert_eq!(same_content(&file(held), &content, transfer.begin()).unwrap(), same);
        }
    }

    #[test]
    fn file_of_other_size_is_never_read() {
        // Work that may take no time: each read of a piece would be an error.
        let mut transfer = Transfer::new(std::time::Duration::ZERO, std::sync::Arc::default());
        let (target, source) = (file(b""), file(b""));
        target.set_len(2 << 40).unwrap();
        source.set_len(1 << 40).unwrap();
        let content = ResolvedBody::of_file(source, 1 << 40, "/source".to_owned());
        assert!(!same(&target, &content, &mut transfer).unwrap());
        let large = vec![0; SMALL + 1];
        assert!(!same(&target, &ResolvedBody::of(&[&large]), &mut transfer).unwrap());
        let content = ResolvedBody::of_file(target.try_clone().unwrap(), 2 << 40, "/source".to_owned());
        assert!(same(&target, &content, &mut transfer).is_err());
    }

    #[test]
    fn file_that_the_kernel_makes_is_compared_by_its_content() {
        let text = std::fs::read("/proc/filesystems").unwrap();
        let (left, right) = text.split_at(text.len() / 2);
        let file = File::open("/proc/filesystems").unwrap();
        assert!(same(&file, &ResolvedBody::of(&[left, right]), &mut Transfer::default()).unwrap());
    }

    #[test]
    fn differences_look_like_diffs() {
        let shown = show("/x", b"one\ntwo\n", b"one\nthree");
        let expected =
            "--- /x\n+++ /x (new content)\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n\\ No newline at end of file\n";
        assert_eq!(shown, expected);
        assert!(show("/x", b"\xff", b"").starts_with("Binary files"));
    }
}
