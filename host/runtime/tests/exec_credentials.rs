//! Commands of `exec` with another umask and as another user.

#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

#[path = "support/fixture.rs"]
mod fixture;

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};

use fixture::{Fixture, exec};
use transaction::provider::RunContext;

#[test]
fn exec_umask_applies_to_the_command() {
    let mut it = Fixture::new(&RunContext::default());
    let row = exec(&mut it, "/usr/bin/touch made", &[("cwd", "/etc".into()), ("umask", "0027".into())]);
    it.set("exec", &row, &["returns"]).unwrap();
    assert_eq!(it.root("/etc/made").metadata().unwrap().mode() & 0o777, 0o640);
}

/// bob is a user in `/etc/passwd` of the root, with the user ID 1000.
#[test]
#[expect(clippy::print_stderr, reason = "a test that is skipped reports it")]
fn exec_user_sets_user_and_groups() {
    if !rustix::process::geteuid().is_root() {
        eprintln!("SKIPPED: running a command as another user requires root");
        return;
    }
    let mut it = Fixture::new(&RunContext::default());
    for directory in [it.directory.path().to_path_buf(), it.root("/"), it.root("/tmp")] {
        fs::set_permissions(directory, fs::Permissions::from_mode(0o777)).unwrap();
    }
    let row = exec(
        &mut it,
        "id -u > made; id -G >> made; echo \"<$HOME>\" >> made",
        &[("cwd", "/tmp".into()), ("user", "bob".into())],
    );
    it.set("exec", &row, &["returns"]).unwrap();
    assert_eq!(fs::read_to_string(it.root("/tmp/made")).unwrap(), "1000\n1000\n<>\n");
    assert_eq!(it.root("/tmp/made").metadata().unwrap().uid(), 1000);
}

#[test]
fn exec_user_by_an_unknown_number_is_an_error() {
    let mut it = Fixture::new(&RunContext::default());
    for (attribute, message) in [("user", "Could not find user 54321"), ("group", "Could not find group 54321")] {
        let row = exec(&mut it, "/usr/bin/touch made", &[("cwd", "/etc".into()), (attribute, "54321".into())]);
        let fault = it.set("exec", &row, &["returns"]).unwrap_err();
        assert!(fault.message.contains(message), "{fault:?}");
        assert!(!it.root("/etc/made").exists());
    }
}
