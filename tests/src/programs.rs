//! Programs that tests find through PATH: basic utilities, and stubs of programs that change users and groups. Other
//! programs of this system, such as `crontab`, are not found, so that results are the same everywhere.

use std::fs;
use std::io;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

/// Directories with the utilities of this system.
const DIRECTORIES: [&str; 4] = ["/usr/bin", "/bin", "/usr/sbin", "/sbin"];

/// Linked utilities. Those missing on this system are omitted.
const UTILITIES: &str = "[ awk basename bash cat chgrp chmod chown cmp cp cut date dd diff dirname echo env expr false find getent grep \
                         gunzip gzip head hostname id install kill ln ls mkdir mkfifo mktemp mv printf ps pwd readlink realpath rm rmdir \
                         sed seq sh sha256sum sleep sort stat sync tail tar tee test timeout touch tr true umask uname uniq wc whoami \
                         xargs yes";

/// Programs that providers require but that no test may run.
const STUBS: &str = "chage chpasswd gpasswd groupadd groupdel groupmod mount umount useradd userdel usermod";

/// Creates the programs available to tests in a directory.
///
/// # Errors
/// Returns an error if a link or a file cannot be created.
pub fn provide(directory: &Path) -> io::Result<()> {
    fs::create_dir_all(directory)?;
    for name in UTILITIES.split_whitespace() {
        let found = DIRECTORIES.iter().map(|parent| Path::new(parent).join(name)).find(|file| file.is_file());
        if let Some(file) = found {
            symlink(file, directory.join(name))?;
        }
    }
    for name in STUBS.split_whitespace() {
        let file = directory.join(name);
        fs::write(&file, format!("#!/bin/sh\necho \"a test started '{name}'\" >&2\nexit 1\n"))?;
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_only_the_listed_ones() {
        let directory = tempfile::tempdir().unwrap();
        provide(directory.path()).unwrap();
        let has = |name: &str| directory.path().join(name).exists();
        assert!(has("sh") && has("cat") && has("useradd"));
        assert!(!has("crontab") && !has("systemctl") && !has("apt-get"));
    }
}
