//! Queries of a dry run, as an ordinary user: each operation is attempted in a guard, and its effect checked from outside.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::hostile::{assert_refused, dry_run, is_restricting};
use crate::scratch;

/// A process of the test that is the target of an attack.
struct Victim(Child);

impl Victim {
    fn new() -> Self {
        Self(Command::new("sleep").arg("600").stdin(Stdio::null()).spawn().expect("a process"))
    }

    fn pid(&self) -> String {
        self.0.id().to_string()
    }
}

impl Drop for Victim {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Row 20.
#[test]
fn query_writes_and_truncates_no_file() {
    if !is_restricting() {
        return;
    }
    let scratch = scratch();
    let file = scratch.file("file", "old\n");
    let (path, new) = (file.display().to_string(), scratch.path("new").display().to_string());
    let operations: [&[&str]; 11] = [
        &["write", &path],
        &["write", &new],
        &["truncate", &path],
        &["open-truncate", &path],
        &["touch", &path],
        &["chmod", &path],
        &["unlink", &path],
        &["rename", &path, &new],
        &["link", &path, &new],
        &["symlink", &path, &new],
        &["mkdir", &new],
    ];
    let before = fs::metadata(&file).unwrap();
    for operation in operations {
        assert_refused(&dry_run(&scratch, operation), operation[0]);
    }
    let after = fs::metadata(&file).unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), "old\n");
    assert_eq!((before.permissions(), before.modified().unwrap()), (after.permissions(), after.modified().unwrap()));
    assert!(!Path::new(&new).exists());
}

/// Row 33.
#[test]
fn query_takes_no_descriptor_or_memory_of_processes() {
    if !is_restricting() {
        return;
    }
    let (scratch, victim) = (scratch(), Victim::new());
    for operation in
        [&["take-descriptor", &victim.pid(), "1"][..], &["memory", &victim.pid()], &["trace", &victim.pid()]]
    {
        assert_refused(&dry_run(&scratch, operation), operation[0]);
    }
}

/// Rows 39 and 40.
#[test]
fn query_makes_no_calls_of_other_tables() {
    if !is_restricting() {
        return;
    }
    let scratch = scratch();
    let made = scratch.path("made").display().to_string();
    for operation in ["call32", "call-x32"] {
        let outcome = dry_run(&scratch, &[operation, &made]);
        assert!(!outcome.stdout.contains(&format!("{operation}: done")), "{}", outcome.stdout);
        assert!(!Path::new(&made).exists(), "'{operation}' made a directory");
    }
}

/// Row 41.
#[test]
fn query_mounts_nothing() {
    if !is_restricting() {
        return;
    }
    let scratch = scratch();
    let root = scratch.root().display().to_string();
    for operation in ["reconfigure", "mount", "own-namespace", "ring", "add-key"] {
        let outcome = dry_run(&scratch, &[operation, &root]);
        assert!(!outcome.stdout.contains(&format!("{operation}: done")), "{}", outcome.stdout);
    }
}

/// Rows 42 and 43.
#[test]
fn query_has_a_scratch_directory_of_its_own_that_goes() {
    let outcome = dry_run(&scratch(), &["suid"]);
    let path = outcome.stdout.split_whitespace().find(|word| word.ends_with("/hostile-suid"));
    let directory = Path::new(path.expect("the path of the file")).parent().unwrap();
    assert_ne!(directory, std::env::temp_dir());
    assert!(!directory.exists(), "{} is left behind", directory.display());
}
