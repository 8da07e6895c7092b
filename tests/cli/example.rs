//! The SDK's example, a line in an INI file: a component built with nothing but the SDK works with every subcommand.

use std::fs;

use marotte_tests::{INI_LINE, Outcome, Scratch};

use crate::scratch;

const BEFORE: &str = "debug = no\n[server]\nport = 80\n# the end\n";

const CODE: &str = "
    ini_line { 'server/port': value => '8080' }
    ini_line { '/etc/app.ini:server/host': value => 'example.org' }
    ini_line { '/debug': ensure => absent }";

/// Creates a root with a file to change.
fn configured() -> Scratch {
    let scratch = scratch();
    fs::create_dir(scratch.root().join("etc")).expect("the initial tree");
    fs::write(scratch.root().join("etc/app.ini"), BEFORE).expect("the initial tree");
    scratch
}

fn text(scratch: &Scratch) -> String {
    fs::read_to_string(scratch.root().join("etc/app.ini")).expect("the file")
}

fn resource(scratch: &Scratch, words: &[&str]) -> String {
    let (root, state) = (scratch.root().display().to_string(), scratch.path("state").display().to_string());
    let flags = ["--root", &root, "--vardir", &state, "--provider", INI_LINE];
    scratch.run(&[&["resource", "ini_line"], words, &flags].concat()).expect(0).stdout
}

fn provider(scratch: &Scratch, verb: &str) -> Outcome {
    scratch.run(&["provider", verb, INI_LINE]).expect(0)
}

#[test]
fn ini_line_is_predicted_applied_and_undone() {
    let scratch = configured();
    let flags = ["--provider", INI_LINE];
    let foretold = scratch.apply(CODE, &[&flags[..], &["--noop"]].concat()).expect(0);
    let foretold = foretold.says("/Ini_line[server/port]/value: current_value '80', should be '8080' (noop)");
    let _ = foretold.complains("it may read /etc/app.ini, write @path");
    assert_eq!(text(&scratch), BEFORE);
    let outcome = scratch.apply(CODE, &flags).expect(2);
    let outcome = outcome.says("/Ini_line[server/port]/value: value changed '80' to '8080'");
    let outcome = outcome.says("/Ini_line[/etc/app.ini:server/host]/ensure: created");
    let _ = outcome.says("/Ini_line[/debug]/ensure: removed");
    assert_eq!(text(&scratch), "[server]\nport = 8080\n# the end\nhost = example.org\n");
    let _ = scratch.apply(CODE, &flags).expect(0);
    let state = scratch.path("state").display().to_string();
    let undone = scratch.run(&["undo", "--vardir", &state]).expect(0);
    let _ = undone.says("Ini_line[server/port]: restored /etc/app.ini");
    assert_eq!(text(&scratch), BEFORE);
}

#[test]
fn ini_lines_with_equal_namevars_are_duplicates() {
    let code = "ini_line { 'server/port': value => '1' } ini_line { '/etc/app.ini:server/port': value => '2' }";
    let outcome = configured().apply(code, &["--provider", INI_LINE]).expect(1);
    let _ = outcome.complains("Cannot alias Ini_line[/etc/app.ini:server/port]");
}

#[test]
fn ini_line_is_shown_and_set() {
    let scratch = configured();
    let port = "ini_line { 'server/port':\n  ensure   => 'present',\n  provider => 'text',\n  value    => '80',\n}\n";
    let debug = port.replace("server/port", "/debug").replace("80", "no");
    assert_eq!(resource(&scratch, &[]), debug + port);
    assert_eq!(resource(&scratch, &["server/port"]), port);
    let set = resource(&scratch, &["server/port", "value=8080"]);
    assert!(set.starts_with("Notice: /Ini_line[server/port]/value: value changed '80' to '8080'\n"), "{set}");
    assert_eq!(text(&scratch), BEFORE.replace("80", "8080"));
}

#[test]
fn ini_line_is_described_and_passes_the_conformance_checks() {
    let scratch = scratch();
    let described = scratch.run(&["describe", "ini_line", "--providers", "--provider", INI_LINE]).expect(0);
    let described = described.says("A line in an INI file.").says("- **section** (*namevar*)");
    let _ = described.says("The text after the equals sign.").says("**text**");
    let shown = provider(&scratch, "show").says("  write @path").says("  cannot run commands");
    let _ = shown.says("  type ini_line: A line in an INI file.");
    let _ = provider(&scratch, "test").says("a removed resource can be recreated").is_silent_about("FAILED");
}

/// Writes the component with code that no engine compiles: every function body is replaced by an invalid instruction.
fn without_code(scratch: &Scratch) -> String {
    let mut bytes = fs::read(INI_LINE).expect("the component");
    let modules: Vec<std::ops::Range<usize>> = code(&bytes);
    assert!(!modules.is_empty());
    for range in modules {
        bytes[range].fill(0xff);
    }
    scratch.file("broken.wasm", bytes).display().to_string()
}

/// Returns the byte ranges of function bodies.
fn code(bytes: &[u8]) -> Vec<std::ops::Range<usize>> {
    let bodies = wasmparser::Parser::new(0).parse_all(bytes).filter_map(|payload| match payload {
        Ok(wasmparser::Payload::CodeSectionEntry(body)) => {
            let range = body.range();
            Some(range.start + 1..range.end)
        }
        _ => None,
    });
    bodies.collect()
}

#[test]
fn inspecting_commands_need_no_executable_code() {
    let scratch = configured();
    let broken = without_code(&scratch);
    let state = scratch.path("state").display().to_string();
    let flags = ["--vardir", &state, "--provider", &broken];
    let run = |words: &[&str]| scratch.run(&[words, &flags].concat());
    let compiled = run(&["catalog", "compile", "-e", "ini_line { 'server/port': value => '8080' }"]).expect(0);
    let _ = compiled.says("\"Ini_line\"");
    let wrong = run(&["catalog", "compile", "-e", "ini_line { 'server/port': colour => 'red' }"]).expect(1);
    let _ = wrong.complains("colour");
    let _ = run(&["describe", "ini_line"]).expect(0).says("A line in an INI file.");
    let _ = scratch.run(&["provider", "show", &broken]).expect(0).says("write @path");
    let _ = scratch.run(&["provider", "docs", &broken]).expect(0).says("### ini_line");
    let _ = scratch.run(&["provider", "list"]).expect(0);
    let applied = scratch.apply("ini_line { 'server/port': value => '8080' }", &["--provider", &broken]);
    assert_eq!(text(&scratch), BEFORE);
    let _ = applied.expect(4);
}
