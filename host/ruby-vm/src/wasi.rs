//! The functions of WASI preview 1 that the interpreter imports. Files of modules can be read; accesses to other files are
//! questions to the caller. There are no sockets, processes or environment variables of the system.
#![expect(clippy::too_many_arguments, reason = "the signatures are those of WASI")]

use std::io;
use std::time::{Duration, SystemTime};

use serde_json::json;
use wasmtime::{Caller, Error, Linker, Result};

use crate::files::{FileKind, FileStatus, FileTable, OpenMode, ROOT, inode};
use crate::guest::{Guest, OutOfBounds, memory};
use crate::state::State;

/// Name of the imported module.
const MODULE: &str = "wasi_snapshot_preview1";

/// The environment variables of the interpreter.
const ENVIRONMENT: &[&str] = &["HOME=/", "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "PATH=/usr/sbin:/usr/bin:/sbin:/bin"];

/// Maximum length of a line that Ruby prints; longer ones are split.
const MAXIMUM_LINE: usize = 64 * 1024;

/// Error numbers of WASI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
enum Errno {
    Access = 2,
    BadDescriptor = 8,
    Exists = 20,
    Fault = 21,
    TooLarge = 22,
    Invalid = 28,
    Io = 29,
    IsDirectory = 31,
    TooManyFiles = 33,
    NoEntry = 44,
    NotDirectory = 54,
    NotSupported = 58,
    ReadOnly = 69,
    NotSeekable = 70,
    OtherDevice = 75,
}

type Outcome = Result<(), Errno>;

impl From<OutOfBounds> for Errno {
    fn from(_: OutOfBounds) -> Self {
        Self::Fault
    }
}

impl From<io::Error> for Errno {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::NoEntry,
            io::ErrorKind::AlreadyExists => Self::Exists,
            io::ErrorKind::FileTooLarge => Self::TooLarge,
            io::ErrorKind::ReadOnlyFilesystem => Self::ReadOnly,
            io::ErrorKind::PermissionDenied => Self::Access,
            io::ErrorKind::InvalidInput => Self::Invalid,
            io::ErrorKind::NotADirectory => Self::NotDirectory,
            io::ErrorKind::IsADirectory => Self::IsDirectory,
            io::ErrorKind::Other => Self::TooManyFiles,
            _ => Self::Io,
        }
    }
}

/// Links a list of functions.
macro_rules! link {
    ($linker:ident, $($name:ident($($argument:ident: $kind:ty),*);)*) => {
        $($linker.func_wrap(
            MODULE,
            stringify!($name),
            |mut caller: Caller<'_, State>, $($argument: $kind),*| -> Result<i32> {
                let memory = memory(&mut caller)?;
                let (bytes, state) = memory.data_and_store_mut(&mut caller);
                Ok($name(&mut Guest::new(bytes), state, $($argument),*).map_or_else(|errno| errno as i32, |()| 0))
            },
        )?;)*
    };
}

/// Adds the functions to a linker.
///
/// # Errors
/// Returns an error if a function is already defined.
pub(crate) fn link(linker: &mut Linker<State>) -> Result<()> {
    link! { linker,
        environ_get(list: u32, texts: u32);
        environ_sizes_get(count: u32, size: u32);
        clock_res_get(clock: u32, result: u32);
        clock_time_get(clock: u32, precision: u64, result: u32);
        fd_readdir(file: u32, buffer: u32, length: u32, cookie: u64, used: u32);
        fd_datasync(file: u32);
        fd_sync(file: u32);
        fd_renumber(from: u32, to: u32);
        fd_fdstat_get(file: u32, result: u32);
        fd_fdstat_set_flags(file: u32, flags: u32);
        fd_prestat_get(file: u32, result: u32);
        fd_prestat_dir_name(file: u32, buffer: u32, length: u32);
        fd_filestat_get(file: u32, result: u32);
        fd_filestat_set_size(file: u32, size: u64);
        fd_read(file: u32, list: u32, count: u32, result: u32);
        fd_pread(file: u32, list: u32, count: u32, position: u64, result: u32);
        fd_write(file: u32, list: u32, count: u32, result: u32);
        fd_pwrite(file: u32, list: u32, count: u32, position: u64, result: u32);
        fd_seek(file: u32, offset: i64, whence: u32, result: u32);
        fd_tell(file: u32, result: u32);
        fd_close(file: u32);
        fd_advise(file: u32, offset: u64, length: u64, advice: u32);
        path_open(directory: u32, lookup: u32, path: u32, length: u32, flags: u32, rights: u64, inherited: u64, mode: u32, result: u32);
        path_filestat_get(directory: u32, lookup: u32, path: u32, length: u32, result: u32);
        path_readlink(directory: u32, path: u32, length: u32, buffer: u32, size: u32, used: u32);
        path_rename(from: u32, path: u32, length: u32, to: u32, new: u32, new_length: u32);
        path_symlink(target: u32, target_length: u32, directory: u32, path: u32, length: u32);
        path_link(from: u32, lookup: u32, path: u32, length: u32, to: u32, new: u32, new_length: u32);
        path_unlink_file(directory: u32, path: u32, length: u32);
        path_create_directory(directory: u32, path: u32, length: u32);
        path_remove_directory(directory: u32, path: u32, length: u32);
        path_filestat_set_times(directory: u32, lookup: u32, path: u32, length: u32, accessed: u64, modified: u64, flags: u32);
        poll_oneoff(subscriptions: u32, events: u32, count: u32, result: u32);
        random_get(buffer: u32, length: u32);
    }
    linker.func_wrap(MODULE, "proc_exit", |_: Caller<'_, State>, status: i32| -> Result<()> {
        Err(Error::msg(format!("the Ruby process ended with status {status}")))
    })?;
    Ok(())
}

fn environ_get(guest: &mut Guest<'_>, _: &mut State, list: u32, texts: u32) -> Outcome {
    let mut address = texts;
    for (place, text) in (list..).step_by(4).zip(ENVIRONMENT) {
        guest.write_u32(place, address)?;
        guest.write(address, text.as_bytes())?;
        address = offset(address, text.len())?;
        guest.write(address, &[0])?;
        address = offset(address, 1)?;
    }
    Ok(())
}

fn environ_sizes_get(guest: &mut Guest<'_>, _: &mut State, count: u32, size: u32) -> Outcome {
    guest.write_u32(count, length_of(ENVIRONMENT.len())?)?;
    let bytes = ENVIRONMENT.iter().map(|text| text.len() + 1).sum();
    Ok(guest.write_u32(size, length_of(bytes)?)?)
}

fn clock_res_get(guest: &mut Guest<'_>, _: &mut State, _clock: u32, result: u32) -> Outcome {
    Ok(guest.write_u64(result, 1)?)
}

fn clock_time_get(guest: &mut Guest<'_>, _: &mut State, clock: u32, _precision: u64, result: u32) -> Outcome {
    let time = match clock {
        0 => SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default(),
        1..=3 => START.elapsed(),
        _ => return Err(Errno::Invalid),
    };
    Ok(guest.write_u64(result, nanoseconds(time))?)
}

/// The origin of the monotonic clock.
static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

fn fd_readdir(
    guest: &mut Guest<'_>,
    state: &mut State,
    file: u32,
    buffer: u32,
    length: u32,
    cookie: u64,
    used: u32,
) -> Outcome {
    let directory = state.files.get(file).ok_or(Errno::BadDescriptor)?;
    if directory.status.kind != FileKind::Directory {
        return Err(Errno::NotDirectory);
    }
    let (path, names) = (directory.path.clone(), directory.names.clone());
    let mut bytes = Vec::new();
    for (index, name) in (1_u64..).zip(names).skip(usize::try_from(cookie).map_err(|_| Errno::Invalid)?) {
        if bytes.len() >= length as usize {
            break;
        }
        let path = format!("{}/{name}", path.trim_end_matches('/'));
        // WASI has a number for unknown kinds.
        let kind = state.files.access().status(&path, false).map_or(0, |status| number_of(status.kind));
        bytes.extend(index.to_le_bytes());
        bytes.extend(inode(&path).to_le_bytes());
        bytes.extend(length_of(name.len())?.to_le_bytes());
        bytes.extend(u32::from(kind).to_le_bytes());
        bytes.extend(name.as_bytes());
    }
    bytes.truncate(length as usize);
    guest.write(buffer, &bytes)?;
    Ok(guest.write_u32(used, length_of(bytes.len())?)?)
}

/// Returns WASI's number of the kind of a file.
fn number_of(kind: FileKind) -> u8 {
    match kind {
        FileKind::Directory => 3,
        FileKind::File => 4,
        FileKind::Symlink => 7,
    }
}

fn fd_datasync(guest: &mut Guest<'_>, state: &mut State, file: u32) -> Outcome {
    fd_sync(guest, state, file)
}

fn fd_sync(_: &mut Guest<'_>, state: &mut State, file: u32) -> Outcome {
    known(state, file)?;
    Ok(state.files.flush(file)?)
}

/// Rejects unknown descriptors.
fn known(state: &mut State, file: u32) -> Outcome {
    if file <= ROOT || state.files.get(file).is_some() { Ok(()) } else { Err(Errno::BadDescriptor) }
}

fn fd_renumber(_: &mut Guest<'_>, _: &mut State, _from: u32, _to: u32) -> Outcome {
    Err(Errno::NotSupported)
}

fn fd_fdstat_get(guest: &mut Guest<'_>, state: &mut State, file: u32, result: u32) -> Outcome {
    let kind = match file {
        0..ROOT => 2,
        ROOT => number_of(FileKind::Directory),
        _ => number_of(state.files.get(file).ok_or(Errno::BadDescriptor)?.status.kind),
    };
    let mut bytes = [0; 24];
    bytes[0] = kind;
    bytes[8..].fill(0xff);
    Ok(guest.write(result, &bytes)?)
}

fn fd_fdstat_set_flags(_: &mut Guest<'_>, state: &mut State, file: u32, _flags: u32) -> Outcome {
    known(state, file)
}

fn fd_prestat_get(guest: &mut Guest<'_>, _: &mut State, file: u32, result: u32) -> Outcome {
    if file != ROOT {
        return Err(Errno::BadDescriptor);
    }
    guest.write_u32(result, 0)?;
    Ok(guest.write_u32(offset(result, 4)?, 1)?)
}

fn fd_prestat_dir_name(guest: &mut Guest<'_>, _: &mut State, file: u32, buffer: u32, length: u32) -> Outcome {
    if file != ROOT || length == 0 {
        return Err(Errno::BadDescriptor);
    }
    Ok(guest.write(buffer, b"/")?)
}

fn fd_filestat_get(guest: &mut Guest<'_>, state: &mut State, file: u32, result: u32) -> Outcome {
    match file {
        0..ROOT => Ok(guest.write(result, &status_bytes(2, 0, 0, SystemTime::UNIX_EPOCH))?),
        ROOT => {
            let kind = number_of(FileKind::Directory);
            Ok(guest.write(result, &status_bytes(kind, inode("/"), 0, SystemTime::UNIX_EPOCH))?)
        }
        _ => {
            let file = state.files.get(file).ok_or(Errno::BadDescriptor)?;
            write_status(guest, &file.path, &file.status, result)
        }
    }
}

fn write_status(guest: &mut Guest<'_>, path: &str, status: &FileStatus, result: u32) -> Outcome {
    let bytes = status_bytes(number_of(status.kind), inode(path), status.size, status.modified);
    Ok(guest.write(result, &bytes)?)
}

/// Returns the bytes of WASI's structure `filestat`.
fn status_bytes(kind: u8, inode: u64, size: u64, modified: SystemTime) -> [u8; 64] {
    let time = nanoseconds(modified.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default());
    let mut bytes = [0; 64];
    for (place, number) in
        [(0, 1), (8, inode), (16, u64::from(kind)), (24, 1), (32, size), (40, time), (48, time), (56, time)]
    {
        bytes[place..place + 8].copy_from_slice(&number.to_le_bytes());
    }
    bytes
}

fn fd_filestat_set_size(_: &mut Guest<'_>, state: &mut State, file: u32, size: u64) -> Outcome {
    let file = state.files.get(file).ok_or(Errno::BadDescriptor)?;
    if file.resize(size) { Ok(()) } else { Err(Errno::ReadOnly) }
}

fn fd_read(guest: &mut Guest<'_>, state: &mut State, file: u32, list: u32, count: u32, result: u32) -> Outcome {
    if file == 0 {
        // Standard input is empty.
        return Ok(guest.write_u32(result, 0)?);
    }
    let position = state.files.get(file).ok_or(Errno::BadDescriptor)?.position;
    let read = read_at(guest, &mut state.files, file, list, count, position)?;
    if let Some(file) = state.files.get(file) {
        file.position = position + u64::from(read);
    }
    Ok(guest.write_u32(result, read)?)
}

fn fd_pread(
    guest: &mut Guest<'_>,
    state: &mut State,
    file: u32,
    list: u32,
    count: u32,
    position: u64,
    result: u32,
) -> Outcome {
    let read = read_at(guest, &mut state.files, file, list, count, position)?;
    Ok(guest.write_u32(result, read)?)
}

/// Returns the address and length of a buffer in a list.
fn buffer_at(guest: &Guest<'_>, place: u32) -> Result<(u32, u32), Errno> {
    Ok((guest.u32(place)?, guest.u32(offset(place, 4)?)?))
}

/// Copies the content of a file to buffers. Returns the number of bytes.
fn read_at(
    guest: &mut Guest<'_>,
    files: &mut FileTable,
    file: u32,
    list: u32,
    count: u32,
    position: u64,
) -> Result<u32, Errno> {
    let file = files.get(file).ok_or(Errno::BadDescriptor)?;
    if file.status.kind == FileKind::Directory {
        return Err(Errno::IsDirectory);
    }
    let begin = usize::try_from(position).map_or(file.content.len(), |begin| begin.min(file.content.len()));
    let mut rest = &file.content[begin..];
    let mut read = 0;
    for place in (list..).step_by(8).take(count as usize) {
        let (address, length) = buffer_at(guest, place)?;
        let (now, later) = rest.split_at(rest.len().min(length as usize));
        guest.write(address, now)?;
        read += length_of(now.len())?;
        rest = later;
    }
    Ok(read)
}

fn fd_write(guest: &mut Guest<'_>, state: &mut State, file: u32, list: u32, count: u32, result: u32) -> Outcome {
    if !(1..ROOT).contains(&file) {
        let position = state.files.get(file).ok_or(Errno::BadDescriptor)?.position;
        let (written, position) = write_at(guest, state, file, list, count, position)?;
        if let Some(file) = state.files.get(file) {
            file.position = position;
        }
        return Ok(guest.write_u32(result, written)?);
    }
    let mut written = 0;
    for place in (list..).step_by(8).take(count as usize) {
        let (address, length) = buffer_at(guest, place)?;
        for byte in guest.bytes(address, length)? {
            if *byte == b'\n' || state.files.line.len() == MAXIMUM_LINE {
                let line = std::mem::take(&mut state.files.line);
                state.print(String::from_utf8_lossy(&line).into_owned());
            }
            if *byte != b'\n' {
                state.files.line.push(*byte);
            }
        }
        written += length;
    }
    Ok(guest.write_u32(result, written)?)
}

fn fd_pwrite(
    guest: &mut Guest<'_>,
    state: &mut State,
    file: u32,
    list: u32,
    count: u32,
    position: u64,
    result: u32,
) -> Outcome {
    let (written, _) = write_at(guest, state, file, list, count, position)?;
    Ok(guest.write_u32(result, written)?)
}

/// Copies buffers to a file. Returns the number of bytes, and the position after them.
fn write_at(
    guest: &Guest<'_>,
    state: &mut State,
    file: u32,
    list: u32,
    count: u32,
    mut position: u64,
) -> Result<(u32, u64), Errno> {
    let file = state.files.get(file).ok_or(Errno::BadDescriptor)?;
    if !file.is_writable() {
        return Err(Errno::ReadOnly);
    }
    let mut written = 0;
    for place in (list..).step_by(8).take(count as usize) {
        let (address, length) = buffer_at(guest, place)?;
        position = file.write_at(position, guest.bytes(address, length)?).ok_or(Errno::TooLarge)?;
        written += length;
    }
    Ok((written, position))
}

fn fd_seek(guest: &mut Guest<'_>, state: &mut State, file: u32, distance: i64, whence: u32, result: u32) -> Outcome {
    if file < ROOT {
        return Err(Errno::NotSeekable);
    }
    let file = state.files.get(file).ok_or(Errno::BadDescriptor)?;
    let origin = match whence {
        0 => 0,
        1 => file.position,
        2 => file.content.len() as u64,
        _ => return Err(Errno::Invalid),
    };
    file.position = origin.checked_add_signed(distance).ok_or(Errno::Invalid)?;
    Ok(guest.write_u64(result, file.position)?)
}

fn fd_tell(guest: &mut Guest<'_>, state: &mut State, file: u32, result: u32) -> Outcome {
    fd_seek(guest, state, file, 0, 1, result)
}

fn fd_close(_: &mut Guest<'_>, state: &mut State, file: u32) -> Outcome {
    if file <= ROOT || state.files.close(file)? { Ok(()) } else { Err(Errno::BadDescriptor) }
}

fn fd_advise(_: &mut Guest<'_>, state: &mut State, file: u32, _offset: u64, _length: u64, _advice: u32) -> Outcome {
    known(state, file)
}

fn path_open(
    guest: &mut Guest<'_>,
    state: &mut State,
    directory: u32,
    _lookup: u32,
    path: u32,
    length: u32,
    flags: u32,
    rights: u64,
    _inherited: u64,
    descriptor_flags: u32,
    result: u32,
) -> Outcome {
    /// Flags of `path_open`.
    const CREATE: u32 = 1;
    const DIRECTORY: u32 = 2;
    const EXCLUSIVE: u32 = 4;
    const TRUNCATE: u32 = 8;
    /// The flag of a descriptor that appends.
    const APPEND: u32 = 1;
    /// The right to write.
    const WRITE: u64 = 1 << 6;

    let path = absolute(guest, state, directory, path, length)?;
    let mode = OpenMode {
        writes: rights & WRITE != 0,
        creates: flags & CREATE != 0,
        is_exclusive: flags & EXCLUSIVE != 0,
        truncates: flags & TRUNCATE != 0,
        appends: descriptor_flags & APPEND != 0,
    };
    if flags & DIRECTORY != 0 && state.files.access().status(&path, true)?.kind != FileKind::Directory {
        return Err(Errno::NotDirectory);
    }
    let descriptor = state.files.open(&path, mode)?;
    Ok(guest.write_u32(result, descriptor)?)
}

/// Returns the absolute path that the interpreter passed.
fn absolute(guest: &Guest<'_>, state: &State, directory: u32, path: u32, length: u32) -> Result<String, Errno> {
    let path = guest.bytes(path, length)?;
    let path = str::from_utf8(path).map_err(|_| Errno::NoEntry)?;
    state.files.absolute(directory, path).ok_or(Errno::BadDescriptor)
}

fn path_filestat_get(
    guest: &mut Guest<'_>,
    state: &mut State,
    directory: u32,
    lookup: u32,
    path: u32,
    length: u32,
    result: u32,
) -> Outcome {
    /// The flag of a lookup that follows a symbolic link at the end of the path.
    const FOLLOW: u32 = 1;

    let path = absolute(guest, state, directory, path, length)?;
    let status = state.files.access().status(&path, lookup & FOLLOW != 0)?;
    write_status(guest, &path, &status, result)
}

fn path_readlink(
    guest: &mut Guest<'_>,
    state: &mut State,
    directory: u32,
    path: u32,
    length: u32,
    buffer: u32,
    size: u32,
    used: u32,
) -> Outcome {
    let path = absolute(guest, state, directory, path, length)?;
    let target = state.files.access().target(&path)?.into_bytes();
    let target = &target[..target.len().min(size as usize)];
    guest.write(buffer, target)?;
    Ok(guest.write_u32(used, length_of(target.len())?)?)
}

fn path_rename(
    guest: &mut Guest<'_>,
    state: &mut State,
    from: u32,
    path: u32,
    length: u32,
    to: u32,
    new: u32,
    new_length: u32,
) -> Outcome {
    let source = absolute(guest, state, from, path, length)?;
    let path = absolute(guest, state, to, new, new_length)?;
    let access = state.files.access();
    access.check_writable(&source)?;
    let renamed = access.change(&path, json!({ "do": "file_rename", "source": source, "path": path }));
    // The contract has no code for it, and Ruby's library copies the file then.
    renamed.map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => Errno::OtherDevice,
        _ => error.into(),
    })
}

fn path_symlink(
    guest: &mut Guest<'_>,
    state: &mut State,
    target: u32,
    target_length: u32,
    directory: u32,
    path: u32,
    length: u32,
) -> Outcome {
    let target = guest.text(target, target_length)?;
    let path = absolute(guest, state, directory, path, length)?;
    Ok(state.files.access().change(&path, json!({ "do": "file_symlink", "target": target, "path": path }))?)
}

fn path_link(_: &mut Guest<'_>, _: &mut State, _: u32, _: u32, _: u32, _: u32, _: u32, _: u32, _: u32) -> Outcome {
    Err(Errno::NotSupported)
}

fn path_unlink_file(guest: &mut Guest<'_>, state: &mut State, directory: u32, path: u32, length: u32) -> Outcome {
    let path = absolute(guest, state, directory, path, length)?;
    Ok(state.files.access().change(&path, json!({ "do": "file_remove", "path": path }))?)
}

fn path_create_directory(guest: &mut Guest<'_>, state: &mut State, directory: u32, path: u32, length: u32) -> Outcome {
    let path = absolute(guest, state, directory, path, length)?;
    Ok(state.files.access().change(&path, json!({ "do": "directory_make", "path": path }))?)
}

fn path_remove_directory(guest: &mut Guest<'_>, state: &mut State, directory: u32, path: u32, length: u32) -> Outcome {
    let path = absolute(guest, state, directory, path, length)?;
    Ok(state.files.access().change(&path, json!({ "do": "directory_remove", "path": path }))?)
}

fn path_filestat_set_times(
    guest: &mut Guest<'_>,
    state: &mut State,
    directory: u32,
    _lookup: u32,
    path: u32,
    length: u32,
    _accessed: u64,
    modified: u64,
    flags: u32,
) -> Outcome {
    /// Flags of the time of modification: the given one, or now.
    const GIVEN: u32 = 4;
    const NOW: u32 = 8;

    let path = absolute(guest, state, directory, path, length)?;
    let time = match flags & (GIVEN | NOW) {
        0 => return Ok(()),
        GIVEN => modified,
        _ => nanoseconds(SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default()),
    };
    Ok(state.files.access().change(&path, json!({ "do": "file_times", "path": path, "modified": time }))?)
}

/// Sleeps, which is what Ruby uses the function for. Files are always ready.
fn poll_oneoff(
    guest: &mut Guest<'_>,
    state: &mut State,
    subscriptions: u32,
    events: u32,
    count: u32,
    result: u32,
) -> Outcome {
    /// Sizes of a subscription and an event.
    const SUBSCRIPTION: usize = 48;
    const EVENT: usize = 32;

    if count == 0 {
        return Err(Errno::Invalid);
    }
    let mut pause = Duration::MAX;
    for place in (subscriptions..).step_by(SUBSCRIPTION).take(count as usize) {
        let kind = guest.bytes(offset(place, 8)?, 1)?[0];
        let time = match kind {
            0 => {
                let time = Duration::from_nanos(guest.u64(offset(place, 24)?)?);
                let is_absolute = guest.bytes(offset(place, 40)?, 1)?[0] & 1 == 1;
                if is_absolute { time.saturating_sub(START.elapsed()) } else { time }
            }
            _ => Duration::ZERO,
        };
        pause = pause.min(time);
    }
    std::thread::sleep(pause.min(state.longest_sleep));
    for (place, event) in (subscriptions..).step_by(SUBSCRIPTION).zip((events..).step_by(EVENT)).take(count as usize) {
        let mut bytes = [0; EVENT];
        bytes[..8].copy_from_slice(guest.bytes(place, 8)?);
        bytes[10] = guest.bytes(offset(place, 8)?, 1)?[0];
        guest.write(event, &bytes)?;
    }
    Ok(guest.write_u32(result, count)?)
}

fn random_get(guest: &mut Guest<'_>, _: &mut State, buffer: u32, length: u32) -> Outcome {
    getrandom::fill(guest.bytes_mut(buffer, length)?).map_err(|_| Errno::Io)
}

fn offset(address: u32, distance: usize) -> Result<u32, Errno> {
    address.checked_add(length_of(distance)?).ok_or(Errno::Fault)
}

fn length_of(length: usize) -> Result<u32, Errno> {
    u32::try_from(length).map_err(|_| Errno::Fault)
}

#[cfg(test)]
mod tests;
