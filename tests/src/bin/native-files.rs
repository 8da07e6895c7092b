//! Checks or writes the files that `bench/manifests.py files N` declares, with the system calls that the guarantees of
//! the `file` type require and nothing else. `bench/native.py` compares marotte with it. Symbolic links are not
//! followed; a written file is synced and replaced by renaming.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command-line tool")]

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::process::ExitCode;
use std::time::Instant;
use std::{env, io};

use rustix::fs::{CWD, FileType, Mode, OFlags, ResolveFlags};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().collect();
    let [_, action, root, number] = arguments.as_slice() else {
        eprintln!("usage: native-files check|write ROOT N");
        return ExitCode::FAILURE;
    };
    let files: Vec<(String, String)> = (0..number.parse().unwrap_or(0u32)).map(declared).collect();
    let start = Instant::now();
    let result = match action.as_str() {
        "check" => check(root, &files),
        "write" => write(root, &files),
        _ => Err(io::Error::other(format!("unknown action {action}"))),
    };
    match result {
        Ok(()) => {
            println!("{:.6} s for {} files", start.elapsed().as_secs_f64(), files.len());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Returns name and content of file number `i`.
fn declared(i: u32) -> (String, String) {
    let mut line = format!("line {i:06} {}", "x".repeat(100));
    line.truncate(99);
    (format!("f{i:06}"), line + "\n")
}

fn directory(root: &str) -> io::Result<OwnedFd> {
    Ok(rustix::fs::openat(CWD, root, OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?)
}

/// Checks mode, size and content of all files.
fn check(root: &str, files: &[(String, String)]) -> io::Result<()> {
    let root = directory(root)?;
    let resolve = ResolveFlags::IN_ROOT | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
    let mut found = Vec::new();
    for (name, content) in files {
        let file = rustix::fs::openat2(&root, name, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty(), resolve)?;
        let stat = rustix::fs::fstat(&file)?;
        found.resize(content.len(), 0);
        let is_same = FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile
            && stat.st_mode & 0o7777 == 0o644
            && u64::try_from(stat.st_size) == Ok(content.len() as u64)
            && File::from(file).read(&mut found)? == content.len()
            && found == content.as_bytes();
        if !is_same {
            return Err(io::Error::other(format!("{name} is not as declared")));
        }
    }
    Ok(())
}

/// Writes all files: a temporary file with the content is synced and renamed.
fn write(root: &str, files: &[(String, String)]) -> io::Result<()> {
    let root = directory(root)?;
    for (name, content) in files {
        let temporary = format!(".{name}.new");
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        let mut file = File::from(rustix::fs::openat(&root, &temporary, flags, Mode::from_raw_mode(0o644))?);
        file.write_all(content.as_bytes())?;
        file.sync_all()?;
        rustix::fs::renameat(&root, &temporary, &root, name)?;
    }
    Ok(())
}
