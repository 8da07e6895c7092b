//! `marotte provider show` and `marotte provider test`: features and conformance checks of a component.

use std::fs;
use std::process::{Command, Stdio};

use marotte_tests::{GENERATORS, MISBEHAVING, NONCOMPLIANT, Outcome, Scratch};
use rustix::process::Signal;
use serde_json::Value;

use crate::scratch;

fn provider(scratch: &Scratch, words: &[&str], exit: i32) -> Outcome {
    scratch.run(&[&["provider"], words].concat()).expect(exit)
}

/// Returns the path of a built-in component.
fn built_in(name: &str) -> String {
    marotte_tests::built_in_component(name).display().to_string()
}

#[test]
fn show_derives_capabilities_from_imports() {
    let scratch = scratch();
    let shown = provider(&scratch, &["show", &built_in("file")], 0).stdout;
    for line in [
        "  can    write files",
        "  cannot run commands that only read",
        "  can    connect to hosts over the network",
        "  cannot have secrets revealed by the host",
        "  write @path",
        "  provider posix of file",
    ] {
        assert!(shown.lines().any(|known| known.starts_with(line)), "no {line:?} in:\n{shown}");
    }
    let shown = provider(&scratch, &["show", MISBEHAVING], 0).stdout;
    for line in
        ["  can    write files", "  cannot download files", "  type hostile_loop: Never comes back from reading."]
    {
        assert!(shown.lines().any(|known| known == line), "no {line:?} in:\n{shown}");
    }
}

#[test]
fn show_prints_grants_as_json() {
    let shown = provider(&scratch(), &["show", GENERATORS, "--render-as", "json"], 0).stdout;
    let shown: Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(shown["name"], "marotte/test-generators");
    assert_eq!((&shown["can"]["process-query"], &shown["can"]["http"]), (&Value::Bool(true), &Value::Bool(false)));
    assert_eq!(shown["grants"]["resources"]["add"][0], "file");
    assert_eq!(shown["foreign_imports"], serde_json::json!([]));
    assert_eq!(shown["sha256"].as_str().unwrap().len(), 64);
}

#[test]
fn invalid_component_is_rejected() {
    let scratch = scratch();
    let file = scratch.file("x.wasm", "#!/bin/sh\n").display().to_string();
    for verb in ["show", "test"] {
        let outcome = provider(&scratch, &[verb, &file], 1).complains("is not a provider");
        let _ = outcome.complains("is not a WebAssembly component");
        let _ =
            provider(&scratch, &[verb, "/nowhere.wasm"], 1).complains("Could not read the provider '/nowhere.wasm'");
    }
}

/// Runs the conformance checks of the noncompliant component and returns the failed ones.
fn debtor(words: &[&str], exit: i32) -> Vec<String> {
    let all = [&["test", NONCOMPLIANT], words].concat();
    let output = provider(&scratch(), &all, exit).stdout;
    output.lines().filter(|line| line.contains("FAILED")).map(|line| line.trim().to_owned()).collect()
}

#[test]
fn compliant_type_passes_all_checks() {
    let output = provider(&scratch(), &["test", NONCOMPLIANT, "--type", "debtor"], 0).stdout;
    assert!(output.starts_with("debtor\n  ok      the description matches the schema section\n"), "{output}");
    assert!(output.contains("debtor, example 1\n  ok      the example compiles\n"), "{output}");
    assert!(output.ends_with("12 checks, 0 failed\n"), "{output}");
}

#[test]
fn each_violated_requirement_is_reported() {
    let with = |provider: &str| debtor(&["--type", "debtor", "--with", provider], 1);
    assert_eq!(with("never_done")[0], "FAILED  a second run changes nothing: Debtor[a]/ensure: created");
    let unforetold = "FAILED  a dry run predicts the changes: Debtor[b]/ensure was predicted and did not happen";
    assert_eq!(with("unforetold")[0], unforetold);
    assert_eq!(with("clinging")[0], "FAILED  a removed resource stays removed: Debtor[a]/ensure: removed");
    assert_eq!(with("failing")[0], "FAILED  the example can be applied: the bank is closed");
    let talker =
        "FAILED  canonicalize is idempotent: Talker[a]: 'text' was 'b, and more' and became 'b, and more, and more'";
    assert_eq!(debtor(&["--type", "talker"], 1)[0], talker);
    let misprint = debtor(&["--type", "misprint"], 1);
    assert!(misprint[0].starts_with("FAILED  the example compiles: no parameter named 'colour'"), "{misprint:#?}");
    let silent = "FAILED  the type has an example: it has none";
    assert_eq!(debtor(&["--type", "silent"], 1), [silent]);
}

#[test]
fn check_results_are_printed_as_json() {
    let output = provider(&scratch(), &["test", NONCOMPLIANT, "--render-as", "json"], 1).stdout;
    let checks: Vec<Value> = serde_json::from_str(&output).unwrap();
    let broken: Vec<&Value> = checks.iter().filter(|check| check["result"] == "failed").collect();
    assert_eq!(
        broken.iter().map(|check| check["type"].as_str().unwrap()).collect::<Vec<_>>(),
        ["talker", "misprint", "silent"]
    );
    assert_eq!(broken[2]["check"], "the type has an example");
}

#[test]
fn built_in_components_pass_all_checks() {
    let broken = |source: &runtime::ComponentSource| {
        let scratch = scratch();
        let file = built_in(source.name());
        // Examples that need missing programs or would change this system are skipped.
        let programs = scratch.path("programs");
        marotte_tests::programs::provide(&programs).unwrap();
        // In the sandbox the fixture's programs do not exist.
        let words = ["provider", "test", "--sandbox", "never", &file];
        let outcome = scratch.run_with(&words, &[("PATH", &programs.display().to_string())]);
        let mut broken = outcome.stdout.lines().filter(|line| line.contains("FAILED"));
        // Database servers and SELinux are not part of the fixture. Some of their programs have fixed paths.
        let needs = [
            ("mysql", "mysql_install_db"),
            ("postgresql", "Postgresql_conn_validator"),
            ("selboolean", "Selboolean"),
            ("selmodule", "Selmodule"),
        ];
        let is_excused = |line: &str| needs.iter().any(|(name, title)| source.name() == *name && line.contains(title));
        if needs.iter().any(|(name, _)| source.name() == *name) && broken.all(is_excused) {
            return None;
        }
        let is_tried = outcome.code == Some(0) || outcome.stderr.contains("has no types of its own");
        (!is_tried).then(|| format!("{}:\n{}{}", source.name(), outcome.stdout, outcome.stderr))
    };
    let faults: Vec<String> = engine::embedded().iter().filter_map(broken).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let scratch = scratch();
    let output = provider(&scratch, &["test", &built_in("file")], 0).stdout;
    assert!(output.contains("file, example 1\n  ok      the example compiles\n"), "{output}");
}

#[test]
fn commands_of_examples_change_only_the_sandbox() {
    let scratch = scratch();
    let exec = built_in("exec");
    let never = scratch.run(&["provider", "test", &exec, "--sandbox", "never"]).expect(0).stdout;
    let skipped = "  skipped the example can be applied: 'touch RELEASE' could change this system and not only ";
    assert!(never.contains(skipped) && never.contains("; --here tries it on this system\n"), "{never}");
    let usage = scratch.run(&["provider", "test", &exec, "--sandbox", "always", "--here"]).expect(1);
    let _ = usage.complains("the argument '--sandbox <WHEN>' cannot be used with '--here'");
    let auto = scratch.run(&["provider", "test", &exec]).expect(0);
    let always = scratch.run(&["provider", "test", &exec, "--sandbox", "always"]);
    if auto.stderr.contains("Commands cannot be run in a sandbox on this system: ") {
        // A kernel without user namespaces.
        let _ = always.expect(1).complains("Commands cannot be run in a sandbox on this system: ");
        assert!(auto.stdout.contains("  skipped "), "{auto:?}");
        return;
    }
    assert_eq!(always.expect(0).stdout, auto.stdout);
    assert!(
        !auto.stdout.contains("skipped") && auto.stdout.contains("ok      a second run changes nothing"),
        "{auto:?}"
    );
}

#[test]
fn time_limit_ends_a_call_that_does_not_end() {
    let faults = debtor(&["--type", "debtor", "--with", "endless", "--timeout", "1"], 1);
    let first = &faults[0];
    assert!(
        first.starts_with("FAILED  a dry run succeeds: ") && first.contains("ran for more than 1 s"),
        "{faults:#?}"
    );
}

#[test]
fn interrupted_test_leaves_no_files() {
    let scratch = scratch();
    let (file, temporary) = (built_in("file"), scratch.path("tmp"));
    fs::create_dir(&temporary).unwrap();
    let is_empty = || fs::read_dir(&temporary).unwrap().next().is_none();
    let is_interrupted = |signal| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_marotte-under-test"));
        command.args(["provider", "test", &file]).env("TMPDIR", &temporary).env("HOME", scratch.path(""));
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        while is_empty() && child.try_wait().unwrap().is_none() {}
        let _ = rustix::process::kill_process(rustix::process::Pid::from_child(&child), signal);
        let outcome = Outcome::new(&child.wait_with_output().unwrap());
        assert!(is_empty(), "{outcome:?}");
        outcome.code == Some(1) && outcome.stderr.contains("The test was interrupted")
    };
    for signal in [Signal::INT, Signal::TERM] {
        // A run that ended before the signal is inconclusive, so the test is repeated.
        assert!((0..50).any(|_| is_interrupted(signal)), "{signal:?}");
    }
}

#[test]
fn component_given_by_flag_replaces_a_built_in_one() {
    let scratch = scratch();
    let own = scratch.file("own.wasm", fs::read(built_in("tidy")).unwrap()).display().to_string();
    let outcome = scratch.apply("notice('compiled')", &["--provider", &own]).expect(0);
    let _ = outcome.says("compiled").complains("own.wasm is not locked");
    let outcome = scratch.apply("notice('compiled')", &["--provider", &own, "--provider", &built_in("tidy")]);
    let _ = outcome.expect(1).complains("the components 'own' and 'marotte_provider_tidy' both define the type 'tidy'");
}
