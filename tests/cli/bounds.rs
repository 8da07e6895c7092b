//! Limits of a run with large inputs: files of terabytes, manifests that exhaust memory, facts that never end. The
//! run ends within its limits with an error for each violation.

use std::fs::{self, File};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStringExt as _;
use std::os::unix::fs::{FileExt as _, PermissionsExt as _};
use std::path::Path;

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::fs::inotify::{self, CreateFlags, WatchFlags};
use rustix::process::Signal;

use crate::scratch;

/// Length of the sparse files. Hashing one takes longer than any test may run.
const TERABYTES: u64 = 2 << 40;

fn sparse(path: &Path) {
    let file = File::create(path).expect("a file");
    file.set_len(TERABYTES).expect("a file system with sparse files");
    file.write_all_at(b"end", TERABYTES - 3).expect("room for a block");
}

#[test]
fn sparse_file_of_terabytes_is_replaced_without_its_digest() {
    let scratch = scratch();
    let path = scratch.root().join("large");
    sparse(&path);
    let resource = "file { '/large': content => 'x', backup => false }";
    let outcome = scratch.apply(resource, &["--content-timeout", "1s"]).expect(2);
    let _ = outcome
        .says("content changed '{sha256}unknown' to '{sha256}2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881'")
        .complains("it is larger than undo_keep allows for a run");
    assert_eq!(fs::read(&path).expect("a file"), b"x");
}

#[test]
fn sparse_source_of_terabytes_is_an_error_of_its_resource() {
    let scratch = scratch();
    sparse(&scratch.root().join("source"));
    let code = "file { '/copy': source => '/source' } file { '/after': content => 'x' }";
    let outcome = scratch.apply(code, &["--content-timeout", "1s"]).expect(6);
    let _ = outcome.complains("File[/copy]").complains("it took longer than 1 s, the limit set by 'content_timeout'");
    assert!(scratch.root().join("after").exists() && !scratch.root().join("copy").exists());
}

#[test]
fn sigterm_ends_a_run_that_hashes_a_file_of_terabytes() {
    let scratch = scratch();
    let path = scratch.root().join("large");
    sparse(&path);
    let code = "file { '/large': content => 'x', backup => false } -> file { '/after': content => 'x' }";
    let manifest = scratch.file("large.pp", code);
    let watch = inotify::init(CreateFlags::NONBLOCK).expect("inotify");
    inotify::add_watch(&watch, &path, WatchFlags::ACCESS).expect("a watch of the file");
    let run = scratch.start(&scratch.apply_arguments(&manifest, &["--content-timeout", "unlimited"]));
    assert!(has_event(&watch), "the file is never read");
    run.signal(Signal::TERM);
    let outcome = run.wait().expect(1).complains("Could not read /large: the run was interrupted");
    let _ = outcome.complains("The run was interrupted; 1 resource(s) were not applied");
    assert!(!scratch.root().join("after").exists());
    assert!(scratch.path("state/last_run_report.yaml").exists(), "the report is missing");
}

/// Waits at most a minute until a watched file is read. The process is not dumpable, so an ordinary user
/// cannot list its descriptors in /proc.
fn has_event(watch: &OwnedFd) -> bool {
    let timeout = Timespec { tv_sec: 60, tv_nsec: 0 };
    rustix::event::poll(&mut [PollFd::new(watch, PollFlags::IN)], Some(&timeout)).is_ok_and(|ready| ready == 1)
}

/// Creates files and directories, some of whose names are not UTF-8.
fn foreign_names(root: &Path) {
    use std::os::unix::ffi::OsStrExt as _;

    for name in [&b"caf\xe9"[..], b"dir\xff/in\xfe", b"plain", b"zz/last"] {
        let path = root.join("tree").join(std::ffi::OsStr::from_bytes(name));
        fs::create_dir_all(path.parent().expect("a parent directory")).expect("our own directory");
        fs::write(path, "x").expect("a file");
    }
}

#[test]
fn names_that_are_not_utf8_are_purged() {
    let scratch = scratch();
    foreign_names(&scratch.root());
    let code = "file { '/tree': ensure => directory, recurse => true, purge => true, force => true, backup => false }
        file { '/tree/plain': content => 'kept' }";
    let outcome = scratch.apply(code, &[]).expect(2).says("File[/tree/caf\\xE9]/ensure: removed");
    let left: Vec<_> = fs::read_dir(scratch.root().join("tree")).expect("a directory").flatten().collect();
    assert_eq!(left.iter().map(fs::DirEntry::file_name).collect::<Vec<_>>(), ["plain"], "{}", outcome.stderr);
    let _ = scratch.apply(code, &[]).expect(0);
    let _ = scratch.run(&["undo", "--vardir", &scratch.path("state").display().to_string()]).expect(0);
    let restored = scratch.root().join("tree").join(std::ffi::OsString::from_vec(b"dir\xff/in\xfe".to_vec()));
    assert_eq!(fs::read(restored).expect("a restored file"), b"x");
}

#[test]
fn names_that_are_not_utf8_are_tidied_and_get_modes() {
    let scratch = scratch();
    foreign_names(&scratch.root());
    let modes = "file { '/tree': ensure => directory, recurse => true, mode => '0700' }";
    let _ = scratch.apply(modes, &[]).expect(2);
    let _ = scratch.apply(modes, &[]).expect(0);
    let tidy = "tidy { '/tree': recurse => true, matches => ['caf*', 'in*'], backup => false }";
    let _ = scratch.apply(tidy, &[]).expect(2);
    let tree = scratch.root().join("tree");
    assert!(!tree.join(std::ffi::OsString::from_vec(b"caf\xe9".to_vec())).exists());
    assert!(tree.join("plain").exists());
}

#[test]
fn compilation_over_the_memory_limit_is_an_error_at_its_position() {
    let scratch = scratch();
    let flags = ["--compile-memory", "64M"];
    for code in [
        "$x = Integer[1, 1000].map |$i| { sprintf('%1000000s', $i) }",
        "$x = Integer[1, 10000000].map |$i| { [$i, $i] }",
        "$x = Integer[1, 10000000].map |$i| { { 'a' => $i } }",
    ] {
        let outcome = scratch.apply(code, &flags).expect(1);
        let _ = outcome
            .complains("The compilation needs more than 64 MiB of memory, the limit set by 'compile_memory' (")
            .complains("line: 1, column: ");
    }
    let _ = scratch.apply("$x = sprintf('%1000000s', 1)", &flags).expect(0);
    let _ = scratch.apply("", &["--compile-memory", "much"]).expect(1).complains("Invalid value 'much'");
}

#[test]
fn external_fact_that_exceeds_its_timeout_is_an_error_of_that_fact() {
    let scratch = scratch();
    let slow = scratch.file("facts.d/slow", "#!/bin/sh\nexec sleep 600\n");
    fs::set_permissions(&slow, fs::Permissions::from_mode(0o755)).expect("our own file");
    let _ = scratch.file("facts.d/role.txt", "role=web\n");
    let directory = scratch.path("facts.d").display().to_string();
    let flags = ["facts", "role", "--external-dir", &directory, "--external-fact-timeout", "1s"];
    let outcome = scratch.run(&flags).expect(0).says("\"role\": \"web\"");
    let _ = outcome.complains("/slow' did not end within 1 s and was stopped");
}
