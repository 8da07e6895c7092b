//! Commands that run: their output while they run, messages of the level debug, and the progress bar.

use std::fs;

use marotte_tests::server::{Answer, Server};

use crate::scratch;

/// A command that writes a line, and another one once a file exists.
fn waiting(file: &std::path::Path) -> String {
    let wait = format!("until test -e {}; do sleep 0.02; done", file.display());
    format!("exec {{ 'wait': command => 'echo one; {wait}; printf two', provider => shell }}")
}

#[test]
fn output_of_a_command_is_shown_while_it_runs() {
    let scratch = scratch();
    let file = scratch.path("continue");
    let state = scratch.path("state").display().to_string();
    let code = waiting(&file);
    let mut terminal = scratch.start_on_terminal(&["apply", "--vardir", &state, "--verbose", "-e", &code], &[]);
    terminal.until("Info: Exec[wait]: one");
    fs::write(&file, "").unwrap();
    let (shown, code) = terminal.wait();
    assert!(
        code == Some(0) && shown.contains("Info: Exec[wait]: two") && shown.contains("executed successfully"),
        "{shown}"
    );
}

#[test]
fn output_of_commands_is_shown_only_at_the_level_info() {
    let scratch = scratch();
    let code = "exec { ['/bin/echo a', '/bin/echo b']: }";
    for flags in [&["--verbose"][..], &["--debug"], &["--verbose", "--parallel", "2"]] {
        let outcome = scratch.apply(code, flags).expect(2);
        let _ = outcome.says("Info: Exec[/bin/echo a]: a\n").says("Info: Exec[/bin/echo b]: b\n");
    }
    for flags in [&[][..], &["--verbose", "--noop"], &["--verbose", "--quiet"]] {
        let _ = scratch.apply(code, flags).is_silent_about("Info: Exec[/bin/echo a]: a");
    }
    let structured = scratch.apply(code, &["--verbose", "--render-as", "json"]).expect(2);
    let is_line = |line: &str| {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        record["level"] == "info" && record["source"] == "Exec[/bin/echo a]" && record["message"] == "a"
    };
    assert!(structured.stderr.lines().any(is_line), "{}", structured.stderr);
}

#[test]
fn output_of_a_command_with_a_secret_is_not_shown_while_it_runs() {
    let scratch = scratch();
    let code = "exec { 'a': command => Sensitive('/bin/echo canary') }
        exec { 'b': command => '/usr/bin/printenv KEY', environment => [Sensitive('KEY=canary')] }";
    for flags in [&["--verbose"][..], &["--debug"], &["--debug", "--parallel", "2"]] {
        let _ = scratch.apply(code, flags).expect(2).is_silent_about("canary");
    }
}

#[test]
fn commands_are_logged_at_the_level_debug() {
    let scratch = scratch();
    let code = "exec { 'a': command => '/bin/echo one two', unless => '/bin/false' }";
    let outcome = scratch.apply(code, &["--debug"]).expect(2);
    let _ = outcome.says("Debug: /Stage[main]/Main/Exec[a]: Executing: /bin/false\n");
    let outcome = scratch.apply(code, &["--debug"]).expect(2);
    let _ = outcome.says("Debug: /Stage[main]/Main/Exec[a]: Executing: /bin/echo one two\n");
    let _ = scratch.apply(code, &["--verbose"]).expect(2).is_silent_about("Executing");
}

#[test]
fn progress_is_shown_during_the_first_resource() {
    let scratch = scratch();
    let file = scratch.path("continue");
    let state = scratch.path("state").display().to_string();
    let code = waiting(&file);
    let variables = [("MAROTTE_TEST_PROGRESS_DELAY_MS", "300")];
    let mut terminal = scratch.start_on_terminal(&["apply", "--vardir", &state, "-e", &code], &variables);
    terminal.until("0/1");
    // The duration follows after two seconds.
    terminal.until("Exec[wait] ");
    fs::write(&file, "").unwrap();
    let (shown, code) = terminal.wait();
    assert!(code == Some(0) && shown.contains("executed successfully"), "{shown}");
    let (_, duration) = shown.split_once("Exec[wait] ").unwrap();
    assert!(duration.starts_with(|digit: char| digit.is_ascii_digit()), "{shown}");
}

#[test]
fn progress_of_a_large_file_is_shown_in_percent() {
    let scratch = scratch();
    let (pipe, file) = (scratch.path("pipe"), scratch.path("file"));
    rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, 0o600.into()).unwrap();
    let gate = pipe.clone();
    let server = Server::start(move |_| Answer::InHalves(vec![b'x'; 1 << 20], gate.clone()));
    let state = scratch.path("state").display().to_string();
    let code = format!("file {{ '{}': source => '{}' }}", file.display(), server.url("/file"));
    let variables = [("MAROTTE_TEST_PROGRESS_DELAY_MS", "0")];
    let mut terminal = scratch.start_on_terminal(&["apply", "--vardir", &state, "-e", &code], &variables);
    terminal.until(" 50 %");
    drop(fs::File::options().write(true).open(&pipe).unwrap());
    let (shown, code) = terminal.wait();
    assert!(code == Some(0) && shown.contains("defined content as"), "{shown}");
    assert_eq!(fs::metadata(&file).unwrap().len(), 1 << 20);
}

#[test]
fn digests_are_short_on_terminals() {
    let scratch = scratch();
    let file = scratch.path("file");
    fs::write(&file, "old").unwrap();
    let state = scratch.path("state").display().to_string();
    let code = format!("file {{ '{}': content => 'new' }}", file.display());
    let words = ["apply", "--vardir", &state, "--noop", "-e", &code];
    let shown = scratch.run_on_terminal(&words, &[]);
    assert!(shown.contains("should be '{sha256}11507a0e2f5e…'"), "{shown}");
    let _ = scratch
        .run(&words)
        .expect(0)
        .says("'{sha256}11507a0e2f5e69d5dfa40a62a1bd7b6ee57e6bcd85c67c9b8431b36fff21c437'");
}
