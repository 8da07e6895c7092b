//! Commands with another umask and as another user. The program is its own `__exec`, as the binary is, so it has a `main` of
//! its own.

#![expect(clippy::unwrap_used, reason = "tests")]

#[path = "support/fixture.rs"]
mod fixture;

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::process::ExitCode;

use fixture::{Fixture, exec};
use transaction::provider::Run;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_some_and(|first| first == "__exec") {
        return runtime::exec_main(arguments);
    }
    a_umask_is_the_commands_own();
    if rustix::process::geteuid().is_root() {
        a_command_runs_as_another_user();
    }
    ExitCode::SUCCESS
}

fn a_umask_is_the_commands_own() {
    let mut it = Fixture::new(&Run::default());
    let row = exec(&mut it, "/usr/bin/touch made", &[("cwd", "/etc".into()), ("umask", "0027".into())]);
    it.set("exec", &row, &["returns"]).unwrap();
    assert_eq!(it.root("/etc/made").metadata().unwrap().mode() & 0o777, 0o640);
}

/// bob is a user of the root's own `/etc/passwd`, with the uid 1000.
fn a_command_runs_as_another_user() {
    let mut it = Fixture::new(&Run::default());
    for folder in [it.folder.path().to_path_buf(), it.root("/"), it.root("/tmp")] {
        fs::set_permissions(folder, fs::Permissions::from_mode(0o777)).unwrap();
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
