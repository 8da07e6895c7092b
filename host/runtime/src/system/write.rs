//! Owns the import `fs-write`, apart from removing: contents come to be whole or not at all, folders and links are made,
//! owners and modes set. Nothing is followed at the end of a path unless that is asked for.

use std::fs::File;
use std::io::{self, Read, Seek as _, Write as _};
use std::os::fd::{AsFd, AsRawFd as _};

use rustix::fs::{AtFlags, FallocateFlags, FileType, Gid, Mode, OFlags, RenameFlags, Stat, Timespec, Timestamps, Uid};
use rustix::io::Errno;

use crate::bindings::marotte::provider::errors::{Code, Error};
use crate::bindings::marotte::provider::fs_types::Body;
use crate::bindings::marotte::provider::fs_write::Attrs;
use crate::config::Durable;
use crate::error;
use crate::gate::{Effect, Place};
use crate::paths::{self, PathError, Purpose, Target};
use crate::record::Change;
use crate::system::Scope;
use crate::system::body::Content;

/// From this size on, room is asked for before anything is written.
const RESERVE: u64 = 1 << 20;

/// The mode of a new file where nothing is said.
const FILE_MODE: u32 = 0o644;

/// The mode of a new folder where nothing is said.
const FOLDER_MODE: u32 = 0o755;

/// A file on trial.
pub(crate) struct Staged {
    /// Where it is, under its temporary name.
    temporary: Target,
    /// Where it is to go.
    destination: Option<(String, Target)>,
}

impl Scope<'_> {
    /// Asks whether a place may be written.
    ///
    /// # Errors
    /// It is refused, or a folder on the way is missing.
    pub(crate) fn writable(&mut self, doing: &str, path: &str) -> Result<Target, Error> {
        let located = self.machine.paths.locate(path, Purpose::Write);
        let target = match &located {
            Ok(target) => target,
            Err(PathError::Missing(Some(missing))) => &missing.whole,
            Err(failed) => return Err(error::path(doing, path, failed)),
        };
        self.check_write(path, target, false)?;
        located.map_err(|failed| error::path(doing, path, &failed))
    }

    /// Asks the gate for a place that has been resolved.
    ///
    /// # Errors
    /// It is refused.
    pub(crate) fn check_write(&self, path: &str, target: &Target, followed: bool) -> Result<(), Error> {
        let row = self.writing().and_then(|row| self.rows.find(row));
        let place = Place { path, target, followed, row, paths: &self.machine.paths };
        Ok(self.machine.gate.check(self.caller, self.phase, Effect::Write(&place))?)
    }

    /// `fs-write.write`
    pub(crate) fn write(&mut self, path: &str, body: Body, attrs: &Attrs, backup: Option<&str>) -> Result<(), Error> {
        check_attrs(attrs)?;
        let target = self.writable("write", path)?;
        let content = self.content(body)?;
        let old = existing(&target, path)?;
        self.back_up(path, &target, old.as_ref(), backup)?;
        let file = self.new_file(path, &target, &content, attrs, old.as_ref())?;
        match self.place(path, &target, &file, old.is_some()) {
            Err(Errno::BUSY) => self.write_in_place(path, &target, &content)?,
            other => other.map_err(|errno| error::system("write", path, errno))?,
        }
        self.wrote(&target, change_over(old.as_ref()));
        Ok(())
    }

    /// `fs-write.stage`
    pub(crate) fn stage(&mut self, path: Option<&str>, body: Body, attrs: &Attrs) -> Result<Staged, Error> {
        check_attrs(attrs)?;
        let (shown, target) = match path {
            Some(path) => (path, self.writable("write", path)?),
            None => ("a temporary file", self.temporary_place()?),
        };
        let content = self.content(body)?;
        let old = if path.is_some() { existing(&target, shown)? } else { None };
        let file = self.new_file(shown, &target, &content, attrs, old.as_ref())?;
        let temporary = self.temporary(shown, &target)?;
        if let Err(errno) = file.link(&temporary) {
            self.machine.journal.settle();
            return Err(error::system("write", shown, errno));
        }
        Ok(Staged { temporary, destination: path.map(|path| (path.to_owned(), target)) })
    }

    /// `fs-write.staged.path`: as commands see it.
    pub(crate) fn staged_path(&self, staged: &Staged) -> String {
        String::from_utf8_lossy(&self.machine.paths.on_machine(&staged.temporary.real())).into_owned()
    }

    /// `fs-write.staged.commit`
    pub(crate) fn commit(&mut self, staged: &mut Staged, backup: Option<&str>) -> Result<(), Error> {
        let Some((path, target)) = staged.destination.take() else {
            return Err(error::error(Code::Invalid, "this file was staged without a place, or is committed already"));
        };
        self.check_write(&path, &target, false)?;
        let old = existing(&target, &path)?;
        self.back_up(&path, &target, old.as_ref(), backup)?;
        let from = &staged.temporary;
        match rustix::fs::renameat(&from.folder, &*from.name, &target.folder, &*target.name) {
            Ok(()) => self.machine.journal.settle(),
            Err(Errno::BUSY) => {
                let opened = crate::system::files::open_at(from).map_err(|e| error::system("write", &path, e))?;
                self.write_in_place(&path, &target, &Content::of_file(opened.file, opened.size, path.clone()))?;
                self.discard(staged);
            }
            Err(errno) => return Err(error::system("write", &path, errno)),
        }
        self.wrote(&target, change_over(old.as_ref()));
        Ok(())
    }

    /// A staged file that was not committed goes.
    pub(crate) fn discard(&mut self, staged: &Staged) {
        // Not there: it was committed.
        let place = &staged.temporary;
        if rustix::fs::unlinkat(&place.folder, &*place.name, AtFlags::empty()).is_ok() {
            self.machine.journal.settle();
        }
    }

    /// `fs-write.make-directory`
    pub(crate) fn make_directory(&mut self, path: &str, attrs: &Attrs, parents: bool) -> Result<(), Error> {
        check_attrs(attrs)?;
        if parents {
            for above in ancestors(path) {
                let target = match self.machine.paths.locate(above, Purpose::Write) {
                    Ok(target) => target,
                    Err(failed) => return Err(error::path("make the folder", above, &failed)),
                };
                if paths::stat(&target).map_err(|errno| error::system("make the folder", above, errno))?.is_none() {
                    self.check_write(above, &target, false)?;
                    self.make_one(above, &target, &Attrs { mtime_ns: None, ..attrs.clone() })?;
                }
            }
        }
        let target = self.writable("make the folder", path)?;
        self.make_one(path, &target, attrs)
    }

    fn make_one(&mut self, path: &str, target: &Target, attrs: &Attrs) -> Result<(), Error> {
        let system = |errno| error::system("make the folder", path, errno);
        // Closed to others until owner and mode are right.
        rustix::fs::mkdirat(&target.folder, &*target.name, Mode::RWXU).map_err(system)?;
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let made = rustix::fs::openat(&target.folder, &*target.name, flags, Mode::empty())
            .and_then(|handle| apply(&handle, attrs, Some(FOLDER_MODE)));
        if let Err(errno) = made {
            // Only if it is still empty, as we made it.
            let _ = rustix::fs::unlinkat(&target.folder, &*target.name, AtFlags::REMOVEDIR);
            return Err(system(errno));
        }
        self.machine.paths.forget();
        self.wrote(target, Change::Created);
        Ok(())
    }

    /// `fs-write.make-symlink`: in place of another link at once, in place of nothing else.
    pub(crate) fn make_symlink(&mut self, to: &str, path: &str, attrs: &Attrs) -> Result<(), Error> {
        check_attrs(attrs)?;
        let target = self.writable("make the link", path)?;
        let system = |errno| error::system("make the link", path, errno);
        let old = paths::stat(&target).map_err(system)?;
        let change = change_over(old.as_ref());
        match old {
            None => {
                rustix::fs::symlinkat(to, &target.folder, &*target.name).map_err(system)?;
                own_link(&target, attrs).map_err(system)?;
            }
            Some(stat) if FileType::from_raw_mode(stat.st_mode) == FileType::Symlink => {
                let temporary = self.temporary(path, &target)?;
                let made = rustix::fs::symlinkat(to, &temporary.folder, &*temporary.name)
                    .and_then(|()| own_link(&temporary, attrs))
                    .and_then(|()| rename(&temporary, &target));
                if let Err(errno) = made {
                    let _ = rustix::fs::unlinkat(&temporary.folder, &*temporary.name, AtFlags::empty());
                    self.machine.journal.settle();
                    return Err(system(errno));
                }
                self.machine.journal.settle();
            }
            Some(_) => return Err(system(Errno::EXIST)),
        }
        self.machine.paths.forget();
        self.wrote(&target, change);
        Ok(())
    }

    /// `fs-write.set-attrs`
    pub(crate) fn set_attrs(&mut self, path: &str, attrs: &Attrs, follow: bool) -> Result<(), Error> {
        check_attrs(attrs)?;
        let system = |errno| error::system("change", path, errno);
        let mut target = self.writable("change", path)?;
        let mut stat = paths::stat(&target).map_err(system)?.ok_or_else(|| system(Errno::NOENT))?;
        if follow && FileType::from_raw_mode(stat.st_mode) == FileType::Symlink {
            target = self
                .machine
                .paths
                .follow(path, Purpose::Write)
                .map_err(|failed| error::path("change", path, &failed))?;
            self.check_write(path, &target, true)?;
            stat = paths::stat(&target).map_err(system)?.ok_or_else(|| system(Errno::NOENT))?;
        }
        if FileType::from_raw_mode(stat.st_mode) == FileType::Symlink {
            own_link(&target, attrs).map_err(system)?;
        } else {
            let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            rustix::fs::openat(&target.folder, &*target.name, flags, Mode::empty())
                .and_then(|handle| apply(&handle, attrs, None))
                .map_err(system)?;
        }
        self.machine.record.wrote(&target, Change::Content);
        self.machine.journal.effect();
        Ok(())
    }

    /// `fs-write.rename`
    pub(crate) fn rename(&mut self, source: &str, path: &str) -> Result<(), Error> {
        let from = self.writable("rename", source)?;
        let target = self.writable("rename to", path)?;
        let system = |errno| error::system("rename", source, errno);
        let moved = paths::stat(&from).map_err(system)?;
        let old = paths::stat(&target).map_err(system)?;
        rename(&from, &target).map_err(system)?;
        self.machine.paths.forget();
        self.machine.record.wrote(&from, gone(moved.as_ref()));
        self.machine.journal.touched(&from.folder);
        self.wrote(&target, change_over(old.as_ref()));
        Ok(())
    }

    /// Records that names have changed. Each write passes here once.
    pub(crate) fn wrote(&mut self, target: &Target, change: Change) {
        if crate::record::is_identity(&target.real()) {
            self.machine.identity.forget();
        }
        self.machine.record.wrote(target, change);
        self.machine.journal.touched(&target.folder);
        self.machine.journal.effect();
    }

    /// Returns the resource that is being written.
    pub(crate) fn writing(&self) -> Option<u32> {
        match self.phase {
            crate::gate::Phase::Write(writing) => Some(writing.row()),
            crate::gate::Phase::Catalog | crate::gate::Phase::Read => None,
        }
    }

    /// Makes a temporary name beside a place; whoever uses it settles it.
    fn temporary(&mut self, path: &str, beside: &Target) -> Result<Target, Error> {
        let folder = self.machine.paths.on_machine(beside.folder.real());
        let name = self.machine.journal.temporary(&folder).map_err(|failed| {
            let state = self.machine.journal.state().display();
            error::error(Code::Io, format!("Could not write {path}: no note of it can be made in {state}: {failed}"))
        })?;
        Ok(Target { folder: beside.folder.clone(), name: name.into_bytes().into() })
    }

    /// Where a file goes that no path was given for.
    fn temporary_place(&self) -> Result<Target, Error> {
        self.machine
            .paths
            .locate("/tmp/.", Purpose::Write)
            .map_err(|failed| error::path("write a temporary file in", "/tmp", &failed))
    }

    /// Writes a file that has no name yet, with everything it needs.
    fn new_file(
        &mut self,
        path: &str,
        target: &Target,
        content: &Content,
        attrs: &Attrs,
        old: Option<&Stat>,
    ) -> Result<Unnamed, Error> {
        let system = |errno| error::system("write", path, errno);
        let mut file = self.unnamed(path, target)?;
        let buffer = self.machine.buffer();
        let filled = fill(&mut file.file, content, buffer)
            .and_then(|()| apply(&file.file, &inherited(attrs, old), Some(FILE_MODE)).map_err(io::Error::from))
            .and_then(|()| {
                let survives = self.machine.journal.durable() == Durable::File && !is_volatile(&file.file);
                if survives { file.file.sync_all() } else { Ok(()) }
            });
        if let Err(failed) = filled {
            self.drop_unnamed(&file);
            return Err(match Errno::from_io_error(&failed) {
                Some(errno) => system(errno),
                None => error::io("write", path, &failed),
            });
        }
        Ok(file)
    }

    fn unnamed(&mut self, path: &str, target: &Target) -> Result<Unnamed, Error> {
        let flags = OFlags::WRONLY | OFlags::CLOEXEC;
        let mode = Mode::RUSR | Mode::WUSR;
        match rustix::fs::openat(&target.folder, ".", flags | OFlags::TMPFILE, mode) {
            Ok(handle) => Ok(Unnamed { file: handle.into(), name: None }),
            // Not every filesystem, and no old kernel, has files without a name.
            Err(Errno::OPNOTSUPP | Errno::ISDIR | Errno::NOENT | Errno::INVAL) => {
                let name = self.temporary(path, target)?;
                let flags = flags | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW;
                match rustix::fs::openat(&name.folder, &*name.name, flags, mode) {
                    Ok(handle) => Ok(Unnamed { file: handle.into(), name: Some(name) }),
                    Err(errno) => {
                        self.machine.journal.settle();
                        Err(error::system("write", path, errno))
                    }
                }
            }
            Err(errno) => Err(error::system("write", path, errno)),
        }
    }

    fn drop_unnamed(&mut self, file: &Unnamed) {
        if let Some(name) = &file.name {
            let _ = rustix::fs::unlinkat(&name.folder, &*name.name, AtFlags::empty());
            self.machine.journal.settle();
        }
    }

    /// Gives a finished file its name, at once.
    fn place(&mut self, path: &str, target: &Target, file: &Unnamed, replaces: bool) -> Result<(), Errno> {
        if file.name.is_none() && !replaces {
            match file.link(target) {
                // Something has come there meanwhile.
                Err(Errno::EXIST) => {}
                other => return other,
            }
        }
        let temporary = match &file.name {
            Some(name) => name.clone(),
            None => {
                let name = self.temporary(path, target).map_err(|_| Errno::IO)?;
                if let Err(errno) = file.link(&name) {
                    self.machine.journal.settle();
                    return Err(errno);
                }
                name
            }
        };
        let renamed = rename(&temporary, target);
        if renamed.is_err() {
            let _ = rustix::fs::unlinkat(&temporary.folder, &*temporary.name, AtFlags::empty());
        }
        self.machine.journal.settle();
        renamed
    }

    /// What is a mount point, as /etc/hosts is in a container, cannot be replaced. What was there is saved first, and room
    /// is made before anything is cut off.
    fn write_in_place(&mut self, path: &str, target: &Target, content: &Content) -> Result<(), Error> {
        let io = |failed: io::Error| error::io("write", path, &failed);
        self.save(path, target)?;
        let flags = OFlags::WRONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let handle = rustix::fs::openat(&target.folder, &*target.name, flags, Mode::empty())
            .map_err(|errno| error::system("write", path, errno))?;
        let mut file = File::from(handle);
        match rustix::fs::fallocate(&file, FallocateFlags::KEEP_SIZE, 0, content.size().max(1)) {
            Ok(()) | Err(Errno::OPNOTSUPP) => {}
            Err(errno) => return Err(error::system("write", path, errno)),
        }
        let buffer = self.machine.buffer();
        copy(&mut content.reader(), &mut file, buffer).map_err(io)?;
        file.set_len(content.size()).and_then(|()| file.sync_all()).map_err(io)?;
        self.warn(format!("{path} is a mount point, so it was written in place and not all at once"));
        Ok(())
    }
}

/// A file that is not yet where it is to be: without a name, or under a temporary one.
struct Unnamed {
    file: File,
    name: Option<Target>,
}

impl Unnamed {
    fn link(&self, target: &Target) -> Result<(), Errno> {
        if let Some(name) = &self.name {
            return rustix::fs::renameat_with(
                &name.folder,
                &*name.name,
                &target.folder,
                &*target.name,
                RenameFlags::NOREPLACE,
            );
        }
        let path = format!("/proc/self/fd/{}", self.file.as_raw_fd());
        match rustix::fs::linkat(rustix::fs::CWD, path, &target.folder, &*target.name, AtFlags::SYMLINK_FOLLOW) {
            // Without /proc it takes a capability, which root has.
            Err(Errno::NOENT) => rustix::fs::linkat(&self.file, "", &target.folder, &*target.name, AtFlags::EMPTY_PATH),
            other => other,
        }
    }
}

fn fill(file: &mut File, content: &Content, buffer: &mut [u8]) -> io::Result<()> {
    if content.size() >= RESERVE {
        match rustix::fs::fallocate(&*file, FallocateFlags::KEEP_SIZE, 0, content.size()) {
            Ok(()) | Err(Errno::OPNOTSUPP) => {}
            Err(errno) => return Err(errno.into()),
        }
    }
    if let Some(bytes) = content.as_bytes() {
        return file.write_all(bytes);
    }
    if let Some((mut source, _)) = content.as_file() {
        // The kernel copies, or shares the blocks where the filesystem can.
        source.rewind()?;
        return io::copy(&mut source, file).map(drop);
    }
    copy(&mut content.reader(), file, buffer)
}

fn copy(content: &mut dyn Read, file: &mut File, buffer: &mut [u8]) -> io::Result<()> {
    loop {
        match content.read(buffer) {
            Ok(0) => return Ok(()),
            Ok(read) => file.write_all(&buffer[..read])?,
            Err(failed) if failed.kind() == io::ErrorKind::Interrupted => {}
            Err(failed) => return Err(failed),
        }
    }
}

/// Owner before mode: changing the owner takes special bits away.
fn apply(handle: &impl AsFd, attrs: &Attrs, default_mode: Option<u32>) -> Result<(), Errno> {
    if attrs.uid.is_some() || attrs.gid.is_some() {
        let (uid, gid) = (attrs.uid.map(Uid::from_raw), attrs.gid.map(Gid::from_raw));
        rustix::fs::chownat(handle, "", uid, gid, AtFlags::EMPTY_PATH)?;
    }
    let path = format!("/proc/self/fd/{}", handle.as_fd().as_raw_fd());
    if let Some(mode) = attrs.mode.or(default_mode) {
        rustix::fs::chmod(&*path, Mode::from_raw_mode(mode & 0o7777))?;
    }
    if let Some(nanoseconds) = attrs.mtime_ns {
        let times = Timestamps {
            last_access: Timespec { tv_sec: 0, tv_nsec: rustix::fs::UTIME_OMIT },
            last_modification: Timespec {
                tv_sec: nanoseconds.div_euclid(1_000_000_000),
                tv_nsec: nanoseconds.rem_euclid(1_000_000_000),
            },
        };
        rustix::fs::utimensat(rustix::fs::CWD, &*path, &times, AtFlags::empty())?;
    }
    Ok(())
}

/// A link has an owner, but no mode.
fn own_link(target: &Target, attrs: &Attrs) -> Result<(), Errno> {
    if attrs.uid.is_none() && attrs.gid.is_none() {
        return Ok(());
    }
    let (uid, gid) = (attrs.uid.map(Uid::from_raw), attrs.gid.map(Gid::from_raw));
    rustix::fs::chownat(&target.folder, &*target.name, uid, gid, AtFlags::SYMLINK_NOFOLLOW)
}

fn rename(from: &Target, to: &Target) -> Result<(), Errno> {
    rustix::fs::renameat(&from.folder, &*from.name, &to.folder, &*to.name)
}

/// What is at a place before a file is written there; a folder is never replaced by a file.
fn existing(target: &Target, path: &str) -> Result<Option<Stat>, Error> {
    let stat = paths::stat(target).map_err(|errno| error::system("write", path, errno))?;
    match stat {
        Some(stat) if FileType::from_raw_mode(stat.st_mode) == FileType::Directory => {
            Err(error::system("write", path, Errno::ISDIR))
        }
        other => Ok(other),
    }
}

/// A file that takes the place of another keeps its owner and mode unless told otherwise.
fn inherited(attrs: &Attrs, old: Option<&Stat>) -> Attrs {
    let mut attrs = attrs.clone();
    if let Some(old) = old.filter(|old| FileType::from_raw_mode(old.st_mode) == FileType::RegularFile) {
        attrs.mode = attrs.mode.or(Some(old.st_mode & 0o7777));
        let (uid, gid) = (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw());
        // A new file is ours anyway; a needless change of owner could be forbidden.
        attrs.uid = attrs.uid.or((old.st_uid != uid).then_some(old.st_uid));
        attrs.gid = attrs.gid.or((old.st_gid != gid).then_some(old.st_gid));
    }
    attrs
}

fn check_attrs(attrs: &Attrs) -> Result<(), Error> {
    match &attrs.selinux {
        None => Ok(()),
        Some(label) => {
            let message = format!("Could not set the SELinux label {label}: labels are not supported here");
            Err(error::error(Code::Refused, message))
        }
    }
}

fn change_over(old: Option<&Stat>) -> Change {
    match old.map(|stat| FileType::from_raw_mode(stat.st_mode)) {
        None => Change::Created,
        Some(FileType::RegularFile) => Change::Content,
        Some(FileType::Symlink) => Change::ReplacedLink,
        Some(_) => Change::Replaced,
    }
}

/// What the removal of something means to those who read it.
pub(crate) fn gone(old: Option<&Stat>) -> Change {
    match old.map(|stat| FileType::from_raw_mode(stat.st_mode)) {
        Some(FileType::Symlink) => Change::ReplacedLink,
        _ => Change::Replaced,
    }
}

/// What is in memory alone needs no sync.
fn is_volatile(file: &File) -> bool {
    const TMPFS: u64 = 0x0102_1994;
    const RAMFS: u64 = 0x8584_58f6;
    rustix::fs::fstatfs(file).is_ok_and(|found| {
        let magic = u64::try_from(found.f_type).unwrap_or(0);
        matches!(magic, TMPFS | RAMFS)
    })
}

/// The folders above a path, the topmost first.
fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    let path = path.trim_end_matches('/');
    path.char_indices().skip(1).filter(|(_, c)| *c == '/').map(|(end, _)| &path[..end])
}
