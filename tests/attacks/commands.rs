//! Commands of a manifest: the terminal and the file descriptors that they inherit.

use super::hostile::{program, run_under};
use crate::scratch;

/// Rows 7 and 8.
#[test]
fn exec_has_no_controlling_terminal() {
    let scratch = scratch();
    let hostile = program().display().to_string();
    let code = format!(
        "Exec {{ logoutput => true, returns => [0, 1] }}
         exec {{ '{hostile} type id': }} -> exec {{ '{hostile} show': }} -> exec {{ '{hostile} identity': }}"
    );
    let manifest = scratch.file("site.pp", code);
    let outcome = run_under(&scratch, &["on-terminal"], &scratch.apply_arguments(&manifest, &[]));
    let output = &outcome.stdout;
    assert!(output.contains("session=1 terminal=none"), "{output}");
    assert!(output.contains("unread input: 0"), "a command was typed into the shell:\n{output}");
    assert!(!output.contains("\u{1b}[31mraw"), "a raw escape sequence arrived at the terminal:\n{output}");
}

/// Row 9.
#[test]
fn exec_inherits_no_descriptor_of_the_caller() {
    let scratch = scratch();
    let hostile = program().display().to_string();
    let code = format!("exec {{ '{hostile} descriptors': logoutput => true }}");
    let manifest = scratch.file("site.pp", code);
    let log = scratch.file("log", "old\n");
    let script = format!("exec 9>>'{}'; exec \"$0\" \"$@\"", log.display());
    let mut command = std::process::Command::new("sh");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_marotte-under-test")]);
    command.args(scratch.apply_arguments(&manifest, &[])).env("HOME", scratch.path("")).env("NO_COLOR", "1");
    let outcome = marotte_tests::Outcome::new(&command.output().unwrap()).expect(2).says("descriptors: done");
    assert!(!outcome.stdout.contains("open: "), "{}", outcome.stdout);
}

/// Row 13.
#[test]
fn program_has_no_subcommand_that_starts_a_command() {
    let scratch = scratch();
    let mark = scratch.path("mark").display().to_string();
    let outcome = scratch.run(&["__exec", "--uid", "65534", "--", "/bin/touch", "touch", &mark]);
    assert_ne!(outcome.code, Some(0));
    assert!(!scratch.path("mark").exists());
}
