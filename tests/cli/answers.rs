//! Output of subcommands: write errors are reported, all subcommands of `provider` support JSON, and none of them
//! runs code of a component.

use std::fs;
use std::ops::Range;
use std::path::Path;
use std::process::{Command, Stdio};

use marotte_tests::{INI_LINE, Outcome, Scratch};
use serde_json::{Value, json};
use wasmparser::{Parser, Payload};

use super::machine::Machine;
use crate::scratch;

const PROGRAM: &str = env!("CARGO_BIN_EXE_marotte-under-test");

/// Runs the program with standard output on a full disk.
fn run_on_full_disk(scratch: &Scratch, words: &[&str]) -> Outcome {
    let mut command = Command::new("sh");
    command.args(["-c", "exec \"$0\" \"$@\" > /dev/full", PROGRAM]).args(words).stdin(Stdio::null());
    command.env("HOME", scratch.path("")).env("NO_COLOR", "1");
    Outcome::new(&command.output().expect("a shell"))
}

#[test]
fn output_to_a_full_disk_is_an_error() {
    let scratch = scratch();
    let site = scratch.file("site.pp", "notify { 'x': }").display().to_string();
    let catalog =
        scratch.file("catalog.json", scratch.run(&["catalog", "compile", "--manifest", &site]).expect(0).stdout);
    let (catalog, key) = (catalog.display().to_string(), scratch.path("key.pem").display().to_string());
    let verbs: [&[&str]; 16] = [
        &["provider", "keygen", &key],
        &["provider", "docs", INI_LINE],
        &["provider", "show", INI_LINE],
        &["provider", "show", INI_LINE, "--render-as", "json"],
        &["provider", "list"],
        &["catalog", "compile", "--manifest", &site],
        &["facts", "kernel"],
        &["describe", "file"],
        &["describe", "--list"],
        &["config", "print"],
        &["parser", "dump", &site],
        &["epp", "render", "-e", "x"],
        &["completions", "bash"],
        &["man"],
        &["--version"],
        &["help"],
    ];
    for words in verbs {
        let outcome = run_on_full_disk(&scratch, words);
        assert_eq!(outcome.code, Some(1), "{words:?}: {}", outcome.stderr);
        let said = "Could not write to standard output: No space left on device";
        assert!(outcome.stderr.contains(said) && outcome.stderr.lines().count() == 1, "{words:?}: {}", outcome.stderr);
    }
    let same = run_on_full_disk(&scratch, &["catalog", "diff", &catalog, &catalog, "--render-as", "json"]).expect(2);
    let _ = same.complains("Could not write to standard output");
}

#[test]
fn closed_pipe_is_not_an_error() {
    let scratch = scratch();
    for words in [&["provider", "list"][..], &["facts"], &["--help"]] {
        let mut command = Command::new(PROGRAM);
        command.args(words).env("HOME", scratch.path("")).stdin(Stdio::null());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let _ = Outcome::new(&child.wait_with_output().unwrap()).expect(0);
    }
}

/// Runs a subcommand of `provider` and returns its JSON output.
#[track_caller]
fn answer(machine: &Machine, words: &[&str], code: i32) -> Value {
    let outcome = machine.run(&[&["provider"], words, &["--render-as", "json"]].concat(), code);
    serde_json::from_str(&outcome.stdout).unwrap_or_else(|error| panic!("{words:?}: {error} in {}", outcome.stdout))
}

#[test]
fn commands_for_the_lock_print_json() {
    let machine = Machine::new();
    let file = machine.component("ini.wasm", "0.1.0", "/etc/app.ini", true);
    let refused = answer(&machine, &["add", &file], 1);
    assert_eq!(
        refused[0]["grants"]["added"],
        json!(["read /etc/app.ini", "write @path", "use \"/etc/app.ini\" for 'path' by default"])
    );
    let added = answer(&machine, &["add", &file, "--accept-grants"], 0);
    assert_eq!(
        (&added[0]["name"], &added[0]["version"], &added[0]["previous_version"], &added[0]["grants"]),
        (&json!("example/ini-line"), &json!("0.1.0"), &Value::Null, &refused[0]["grants"])
    );
    assert!(added[0]["signed_by"].as_str().unwrap().starts_with("ed25519:"), "{added}");
    assert_eq!(answer(&machine, &["add", &file, "--accept-grants"], 0), json!([]));
    let _ = machine.component("ini.wasm", "0.1.1", "/etc/app.ini", true);
    let updated = answer(&machine, &["update"], 0);
    assert_eq!((&updated[0]["previous_version"], &updated[0]["version"]), (&json!("0.1.0"), &json!("0.1.1")));
    assert_eq!(updated[0]["grants"], json!({ "added": [], "removed": [] }));
    assert_eq!(answer(&machine, &["update"], 0), json!([]));
    let verified = json!([{ "name": "example/ini-line", "version": "0.1.1", "may_run": true, "fault": null }]);
    assert_eq!(answer(&machine, &["verify"], 0), verified);
    let listed = answer(&machine, &["list"], 0);
    let of = |name: &str| listed.as_array().unwrap().iter().find(|it| it["name"] == name).unwrap();
    let (built_in, locked) = (of("marotte/file"), of("example/ini-line"));
    assert_eq!((&built_in["built_in"], &locked["built_in"]), (&json!(true), &json!(false)));
    assert_eq!((&locked["types"], &locked["providers"][0]["type"]), (&json!(["ini_line"]), &json!("ini_line")));
    assert_eq!(locked["grants"], refused[0]["grants"]["added"]);
    fs::remove_dir_all(machine.scratch.path("state/providers")).unwrap();
    let verified = answer(&machine, &["verify"], 1);
    assert!(verified[0]["may_run"] == false && verified[0]["fault"].as_str().unwrap().contains("not installed"));
    let restored = answer(&machine, &["add", "--accept-grants"], 0);
    assert_eq!((&restored[0]["name"], &restored[0]["version"]), (&json!("example/ini-line"), &json!("0.1.1")));
    assert_eq!(answer(&machine, &["remove", "example/ini-line"], 0), json!({ "removed": ["example/ini-line"] }));
}

#[test]
fn commands_for_authors_print_json() {
    let machine = Machine::new();
    let key = machine.directory("other.pem");
    let made = answer(&machine, &["keygen", &key], 0);
    assert_eq!(made["file"], key);
    let public = made["public_key"].as_str().unwrap();
    let trusted = answer(&machine, &["trust", public, "--namespace", "acme"], 0);
    assert_eq!(
        (&trusted["trusted"], &trusted["namespace"], &trusted["new"]),
        (&json!(public), &json!("acme"), &json!(true))
    );
    assert_eq!(answer(&machine, &["trust", public, "--namespace", "acme"], 0)["new"], false);
    let file = machine.component("c/ini.wasm", "0.1.0", "/etc/app.ini", false);
    let signed = answer(&machine, &["sign", &file, "--key", &key], 0);
    assert_eq!((&signed["name"], &signed["signed_by"]), (&json!("example/ini-line"), &json!(public)));
    assert!(Path::new(signed["file"].as_str().unwrap()).is_file());
    let mirror = machine.directory("mirror");
    for is_new in [true, false] {
        let copied = answer(&machine, &["mirror", &mirror, "--from", &file], 0);
        assert_eq!((&copied[0]["digest"], &copied[0]["new"]), (&signed["digest"], &json!(is_new)));
    }
    let index = machine.directory("index.json");
    assert_eq!(answer(&machine, &["index", &mirror, "-o", &index], 0), json!({ "file": index, "versions": 1 }));
    assert_eq!(answer(&machine, &["publish", "--index", &index, &mirror], 0)["index"], index);
    let directory = machine.directory("project");
    let project = answer(&machine, &["new", "acme/motd", "--into", &directory], 0);
    let expected = json!({ "directory": directory, "name": "acme/motd", "types": ["motd"], "language": "rust" });
    assert_eq!(project, expected);
    let ran = answer(&machine, &["run", &file], 0);
    assert_eq!((&ran["added"], &ran["removed"]), (&json!(["/etc/app.ini"]), &json!([])));
}

#[test]
fn repeated_add_reports_that_nothing_changed() {
    let machine = Machine::new();
    let file = machine.component("ini.wasm", "0.1.0", "/etc/app.ini", true);
    let _ = machine.run(&["provider", "add", &file, "--accept-grants"], 0).is_silent_about("already installed");
    let again = machine.run(&["provider", "add", &file], 0);
    assert_eq!(again.stdout, "example/ini-line 0.1.0 is already installed\n");
    let _ = machine
        .run(&["provider", "show", "acme/none"], 1)
        .complains("'acme/none' is neither a file nor a locked provider");
    let blob = machine.stored();
    fs::remove_file(&blob).unwrap();
    fs::create_dir(&blob).unwrap();
    let refused = machine.run(&["provider", "verify"], 1).stderr;
    assert_eq!(refused.matches(&blob.display().to_string()).count(), 1, "{refused}");
}

/// Returns a component in which every function traps immediately.
fn trapping(component: &str) -> Vec<u8> {
    let mut bytes = fs::read(component).expect("the component that the build made");
    let body = |payload| match payload {
        Ok(Payload::CodeSectionEntry(body)) => Some(body.range()),
        _ => None,
    };
    let bodies: Vec<Range<_>> = Parser::new(0).parse_all(&bytes).filter_map(body).collect();
    assert!(bodies.len() > 100, "{}", bodies.len());
    for range in bodies {
        let body = &mut bytes[range];
        // No local variables, `unreachable`, `nop` instructions, end.
        if let [locals, first, rest @ .., end] = body {
            (*locals, *first, *end) = (0, 0, 0x0b);
            rest.fill(1);
        }
    }
    bytes
}

#[test]
fn inspecting_a_component_runs_none_of_its_code() {
    let machine = Machine::new();
    let file = machine.scratch.file("trapping.wasm", trapping(INI_LINE)).display().to_string();
    let _ = machine.run(&["provider", "sign", &file, "--key", &machine.key], 0);
    let _ = machine.run(&["provider", "add", &file, "--accept-grants"], 0).says("+ type ini_line");
    let _ = machine.run(&["provider", "verify"], 0).says("is accepted");
    let _ = machine.run(&["provider", "list", "--verbose"], 0).says("  type ini_line: provider ");
    let _ = machine.run(&["provider", "show", "example/ini-line"], 0).says("  type ini_line: ");
    let _ = machine.run(&["provider", "docs", &file], 0).says("### ini_line");
    let _ = machine.run(&["describe", "ini_line"], 0).says("ini_line");
    let site = machine.scratch.file("compiled.pp", super::machine::CODE).display().to_string();
    let _ = machine.run(&["catalog", "compile", "--manifest", &site], 0).says("\"Ini_line\"");
    // A run executes the code and fails.
    let _ = machine.apply(6).complains("wasm trap");
}
