//! Interactive terminals: confirmation of grants before installation, and progress of transfers.

use std::fs;

use marotte_tests::INI_LINE;
use marotte_tests::server::{Answer, Server};
use marotte_tests::terminal::END;

use super::machine::Machine;

const QUESTION: &str = "Accept the grants of example/ini-line? [y/N] ";

#[test]
fn yes_accepts_the_displayed_grants() {
    let machine = Machine::new();
    let file = machine.component("ini.wasm", "0.1.0", "/etc/app.ini", true);
    for (round, answer) in ["y\n", "YES\n", " yes \n"].iter().enumerate() {
        let mut terminal = machine.scratch.start_on_terminal(&machine.words(&["provider", "add", &file]), &[]);
        terminal.until(QUESTION);
        terminal.types(answer);
        let (shown, code) = terminal.wait();
        assert_eq!(code, Some(0), "{shown}");
        let (before, _) = shown.split_once(QUESTION).unwrap();
        assert!(before.contains("+ may write @path") && before.contains("+ may read /etc/app.ini"), "{shown}");
        let _ = machine.run(&["provider", "verify"], 0).says("example/ini-line 0.1.0 matches the lock");
        if round < 2 {
            let _ = machine.run(&["provider", "remove", "example/ini-line"], 0);
        }
    }
    let _ = machine.apply(2);
}

#[test]
fn grants_are_shown_on_the_terminal_if_stdout_is_redirected() {
    let machine = Machine::new();
    let file = machine.component("ini.wasm", "0.1.0", "/etc/app.ini", true);
    let out = machine.directory("out");
    let mut words = vec!["-c".to_owned(), format!("exec \"$0\" \"$@\" > {out}")];
    words.push(env!("CARGO_BIN_EXE_marotte-under-test").to_owned());
    words.extend(machine.words(&["provider", "add", &file]));
    let mut terminal = marotte_tests::Scratch::new("/bin/sh").start_on_terminal(&words, &[]);
    terminal.until(QUESTION);
    terminal.types("y\n");
    let (shown, code) = terminal.wait();
    assert!(
        code == Some(0) && shown.contains("+ may write @path") && shown.contains("example/ini-line 0.1.0"),
        "{shown}"
    );
    let printed = fs::read_to_string(out).unwrap();
    assert!(
        printed.starts_with("Installed example/ini-line 0.1.0, recorded in '") && printed.lines().count() == 1,
        "{printed}"
    );
}

#[test]
fn other_answers_reject_and_change_nothing() {
    let machine = Machine::new();
    let file = machine.component("ini.wasm", "0.1.0", "/etc/app.ini", true);
    for answer in ["n\n", "no\n", "\n", "yea\n", END, "y"] {
        let mut terminal = machine.scratch.start_on_terminal(&machine.words(&["provider", "add", &file]), &[]);
        terminal.until(QUESTION);
        terminal.types(answer);
        if answer == "y" {
            // End of input after a partial line is not an answer.
            terminal.types("\x15");
            terminal.types(END);
        }
        let (shown, code) = terminal.wait();
        assert_eq!(code, Some(1), "{answer:?}: {shown}");
        assert!(shown.contains("The grants of example/ini-line were not accepted; nothing was changed"), "{shown}");
        assert!(!machine.lock().exists() && !machine.scratch.path("state/providers").exists(), "{answer:?}");
    }
    // The lock was released when the previous command ended.
    let _ = machine.run(&["provider", "add", &file, "--accept-grants"], 0);
}

#[test]
fn update_asks_only_for_additional_grants() {
    let machine = Machine::new();
    let file = machine.component("ini.wasm", "0.1.0", "/etc/app.ini", true);
    let _ = machine.run(&["provider", "add", &file, "--accept-grants"], 0);
    let update = machine.words(&["provider", "update"]);
    let _ = machine.component("ini.wasm", "0.1.1", "/etc/app.ini", true);
    let (shown, code) = machine.scratch.start_on_terminal(&update, &[]).wait();
    assert!(code == Some(0) && shown.contains("0.1.0 -> 0.1.1") && !shown.contains("[y/N]"), "{shown}");
    let _ = machine.component("ini.wasm", "0.1.2", "/etc/**", true);
    let mut terminal = machine.scratch.start_on_terminal(&update, &[]);
    terminal.until(QUESTION);
    terminal.types("y\n");
    let (shown, code) = terminal.wait();
    assert!(code == Some(0) && shown.contains("+ may read /etc/**") && !shown.contains("+ may write"), "{shown}");
}

#[test]
fn downgrade_is_confirmed() {
    let machine = Machine::new();
    let new = machine.component("new.wasm", "0.1.1", "/etc/app.ini", true);
    let old = machine.component("old.wasm", "0.1.0", "/etc/app.ini", true);
    let _ = machine.run(&["provider", "add", &new, "--accept-grants"], 0);
    for (answer, expected, version) in [("n\n", 1, "0.1.1"), ("y\n", 0, "0.1.0")] {
        let mut terminal = machine.scratch.start_on_terminal(&machine.words(&["provider", "add", &old]), &[]);
        terminal.until("Downgrade example/ini-line from 0.1.1 to 0.1.0? [y/N] ");
        terminal.types(answer);
        let (shown, code) = terminal.wait();
        assert_eq!(code, Some(expected), "{shown}");
        let _ = machine.run(&["provider", "list", "--verbose"], 0).says(&format!("example/ini-line {version} (locked"));
    }
}

#[test]
fn no_prompt_without_a_terminal_on_stdin() {
    let machine = Machine::new();
    let file = machine.component("ini.wasm", "0.1.0", "/etc/app.ini", true);
    let shown = machine.scratch.run_on_terminal(&machine.words(&["provider", "add", &file]), &[]);
    assert!(
        !shown.contains("[y/N]") && shown.contains("standard input is not a terminal: use --accept-grants"),
        "{shown}"
    );
    assert!(!machine.lock().exists());
}

/// Starts a registry with the content of a directory.
fn registry(machine: &Machine) -> (Server, String) {
    let mirror = machine.scratch.path("mirror");
    let server = Server::start(move |path| match super::mirror::find(&mirror, path) {
        Some(bytes) => Answer::Body(bytes),
        None => Answer::Status(404),
    });
    let place = format!("oci://127.0.0.1:{}/x", server.port());
    (server, place)
}

#[test]
fn long_transfer_shows_its_progress() {
    let machine = Machine::new();
    let file = machine.made("large.wasm", INI_LINE, |_| ());
    // Padded to the size of components written in other languages.
    machine.pad(&file, 3 << 20);
    let _ = machine.run(&["provider", "publish", &file, &machine.directory("mirror")], 0);
    let (_server, place) = registry(&machine);
    let size = fs::metadata(&file).unwrap().len();
    let add = machine.words(&["provider", "add", "example/ini-line", "--from", &place, "--accept-grants"]);
    let shown = machine.scratch.run_on_terminal(&add, &[("MAROTTE_TEST_PROGRESS_DELAY_MS", "0")]);
    let total = format!("/{:.2} MiB", size as f64 / f64::from(1 << 20));
    assert!(shown.contains(&total), "{total} in {shown:?}");
    // The progress bar is erased before any other output.
    let (bar, rest) = shown.rsplit_once("\x1b[2K").unwrap();
    assert!(
        bar.contains(&total) && rest.contains("example/ini-line 0.1.0 from") && !rest.contains(&total),
        "{shown:?}"
    );
    let _ = machine.run(&["provider", "remove", "example/ini-line"], 0);
    let shown = machine.scratch.run_on_terminal(&add, &[]);
    assert!(!shown.contains(&total), "one that is short shows nothing: {shown:?}");
    let _ = machine.run(&["provider", "remove", "example/ini-line"], 0);
    let quiet = machine.scratch.run_with(&add, &[("MAROTTE_TEST_PROGRESS_DELAY_MS", "0")]).expect(0);
    assert_eq!((quiet.stderr.as_str(), quiet.stdout.contains("MiB")), ("", false));
}
