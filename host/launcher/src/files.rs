//! Landlock rules: which files a query can open.

use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;

use landlock::{
    ABI, Access as _, AccessFs, BitFlags, CompatLevel, Compatible as _, PathBeneath, PathFd, Ruleset, RulesetAttr as _,
    RulesetCreated, RulesetCreatedAttr as _, RulesetError, Scope,
};
use rustix::fs::FileType;

/// The first version of Landlock that controls truncation: Linux 6.2.
pub(crate) const TRUNCATION: i32 = 3;

/// The first version of Landlock that limits signals and abstract sockets: Linux 6.12.
pub(crate) const SCOPES: i32 = 6;

/// Devices that discard everything written to them.
const WRITABLE_DEVICES: &[&str] = &["/dev/null", "/dev/zero", "/dev/full"];

/// Directories whose entries and subdirectories can be listed but not read, for pattern expansion in scripts.
const LISTABLE: &[&str] = &["/etc"];

/// Returns the version of the kernel's Landlock ABI; 0 without Landlock.
pub(crate) fn version() -> i32 {
    landlock_version().unwrap_or(0)
}

#[expect(unsafe_code, reason = "no library returns only the version of the ABI")]
fn landlock_version() -> Option<i32> {
    const CREATE_RULESET_VERSION: u32 = 1;
    // SAFETY: with this flag the kernel reads no memory.
    let version = unsafe {
        libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<u8>(), 0_usize, CREATE_RULESET_VERSION)
    };
    i32::try_from(version).ok().filter(|version| *version > 0)
}

/// Access rights of a query for files that it reads and runs.
fn reading() -> BitFlags<AccessFs> {
    AccessFs::Execute | AccessFs::ReadFile | AccessFs::ReadDir
}

/// Access rights in the scratch directory: all except creating devices, sockets and named pipes.
fn scratch(abi: ABI) -> BitFlags<AccessFs> {
    let special = AccessFs::MakeChar | AccessFs::MakeBlock | AccessFs::MakeSock | AccessFs::MakeFifo;
    AccessFs::from_all(abi) & !special
}

/// Builds the ruleset of a query that reads below `readable`, or everything without a list, and writes below
/// `writable`. Missing paths are skipped.
///
/// # Errors
/// Returns an error if the kernel has no Landlock.
pub(crate) fn ruleset(readable: Option<&[&Path]>, writable: &Path, scopes: bool) -> io::Result<OwnedFd> {
    build(readable, writable, scopes).map_err(|error| io::Error::other(error.to_string())).and_then(|rules| {
        let descriptor: Option<OwnedFd> = rules.into();
        descriptor.ok_or_else(|| io::Error::from(io::ErrorKind::Unsupported))
    })
}

fn build(readable: Option<&[&Path]>, writable: &Path, scopes: bool) -> Result<RulesetCreated, RulesetError> {
    // Rights of later versions (device ioctl) are covered by seccomp.
    let abi = if version() >= TRUNCATION {
        ABI::V3
    } else if version() == 2 {
        ABI::V2
    } else {
        ABI::V1
    };
    let handled = if readable.is_some() { AccessFs::from_all(abi) } else { AccessFs::from_write(abi) };
    let mut rules = Ruleset::default().set_compatibility(CompatLevel::HardRequirement).handle_access(handled)?;
    if scopes {
        rules = rules.scope(Scope::Signal | Scope::AbstractUnixSocket)?;
    }
    let mut rules = rules.create()?;
    for path in readable.unwrap_or_default() {
        rules = allow(rules, path, reading() & handled)?;
    }
    for directory in readable.map_or(&[][..], |_| LISTABLE) {
        rules = allow(rules, Path::new(directory), AccessFs::ReadDir.into())?;
    }
    for device in WRITABLE_DEVICES {
        rules = allow(
            rules,
            Path::new(device),
            (AccessFs::from_write(abi) | AccessFs::ReadFile) & AccessFs::from_file(abi) & handled,
        )?;
    }
    allow(rules, writable, scratch(abi) & handled)
}

fn allow(rules: RulesetCreated, path: &Path, access: BitFlags<AccessFs>) -> Result<RulesetCreated, RulesetError> {
    let Ok(descriptor) = PathFd::new(path) else { return Ok(rules) };
    // The kernel rejects rights for directories on a file.
    let is_directory =
        rustix::fs::fstat(&descriptor).is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Directory);
    let access = if is_directory { access } else { access & AccessFs::from_file(ABI::V3) };
    rules.add_rule(PathBeneath::new(descriptor, access))
}
