//! Output for programs: log messages and results as JSON and YAML, validated against the schemas in `host/docs/json`.

use std::fs;
use std::path::Path;

use marotte_tests::{Outcome, Scratch, schema};
use serde_json::{Value as Json, json};

use crate::scratch;

/// Reads a published schema.
fn published(name: &str) -> Json {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../host/docs/json").join(name);
    serde_json::from_str(&fs::read_to_string(path).expect("a schema")).expect("JSON")
}

/// Parses each line of standard error and validates it.
#[track_caller]
fn records(outcome: &Outcome) -> Vec<Json> {
    let schema = published("log.schema.json");
    let parse = |line: &str| -> Json { serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line}")) };
    let records: Vec<Json> = outcome.stderr.lines().map(parse).collect();
    for record in &records {
        let faults = schema::faults(&schema, record);
        assert!(faults.is_empty(), "{faults:#?} in {record}");
    }
    records
}

/// Applies code and returns the log messages and the result.
#[track_caller]
fn apply(scratch: &Scratch, code: &str, flags: &[&str], exit: i32) -> (Vec<Json>, Json) {
    let outcome = scratch.apply(code, &[&["--render-as", "json"], flags].concat()).expect(exit);
    let result: Json = serde_json::from_str(&outcome.stdout).expect("one result on standard output");
    let faults = schema::faults(&published("apply.schema.json"), &result);
    assert!(faults.is_empty(), "{faults:#?} in {result}");
    (records(&outcome), result)
}

#[test]
fn json_records_of_changes_have_old_and_new_values() {
    let scratch = scratch();
    let (records, result) = apply(&scratch, "file { '/a': ensure => file, mode => '0600' }", &[], 2);
    let change = |records: &[Json]| records.iter().find(|record| record.get("change").is_some()).cloned();
    let created = change(&records).expect("a record about the change");
    assert_eq!((&created["resource"], &created["run"]), (&json!("File[/a]"), &result["run"]));
    assert_eq!(created["change"]["property"], "ensure");
    assert_eq!((&created["change"]["old"], &created["change"]["status"]), (&json!("absent"), &json!("success")));
    let counts = |result: &Json| ["status", "changes", "changed", "failures"].map(|name| result[name].clone());
    assert_eq!(counts(&result), [json!("changed"), json!(1), json!(1), json!(0)]);
    assert!(result["undo"].as_str().expect("a command").starts_with("marotte undo 1"), "{result}");
    let (records, result) = apply(&scratch, "file { '/a': mode => '0644' }", &["--noop"], 0);
    let pending = change(&records).expect("a record about the pending change");
    let expected = json!({ "property": "mode", "old": "0600", "new": "0644", "status": "noop" });
    assert_eq!(pending["change"], expected);
    assert_eq!((&result["noop"], &result["pending"], &result["undo"]), (&json!(true), &json!(1), &Json::Null));
}

#[test]
fn json_records_of_code_have_no_file() {
    let scratch = scratch();
    let state = scratch.path("state").display().to_string();
    let run = |code: &str| {
        let outcome = scratch.run(&["apply", "--noop", "--vardir", &state, "--render-as", "json", "-e", code]);
        let records = records(&outcome);
        let placed: Vec<(Json, Json)> = records
            .iter()
            .filter(|record| record["line"].is_number())
            .map(|record| (record["file"].clone(), record["line"].clone()))
            .collect();
        placed
    };
    let expected = [(Json::Null, json!(2))];
    assert_eq!(run("\nnotify { 'a': }"), expected, "an event");
    assert_eq!(run("\nnosuch()"), expected, "an error");
}

#[test]
fn json_records_redact_secrets() {
    let scratch = scratch();
    let code = "file { '/a': content => Sensitive('hunter2') }";
    let _ = apply(&scratch, "file { '/a': content => 'hunter1' }", &[], 2);
    let outcome = scratch.apply(code, &["--render-as", "json", "--show_diff"]).expect(2).is_silent_about("hunter");
    let changes: Vec<Json> = records(&outcome).iter().filter_map(|record| record.get("change").cloned()).collect();
    let expected = json!({ "property": "content", "old": "[redacted]", "new": "[redacted]", "status": "success" });
    assert_eq!(changes, [expected]);
}

#[test]
fn json_result_reports_failures() {
    let scratch = scratch();
    let (records, result) = apply(&scratch, "exec { '/bin/false': } -> notify { 'x': }", &[], 4);
    let counts = ["status", "failures", "skipped"].map(|name| result[name].clone());
    assert_eq!(counts, [json!("failed"), json!(1), json!(1)]);
    assert!(records.iter().any(|record| record["level"] == "err" && record["resource"] == "Exec[/bin/false]"));
    let (records, result) = apply(&scratch, "notify { x: mesage => 1 }", &[], 1);
    assert_eq!((&result["status"], &result["resources"]), (&json!("failed"), &json!(0)));
    let error = records.last().expect("an error");
    assert_eq!((&error["line"], &error["level"]), (&json!(1), &json!("err")));
}

#[test]
fn json_result_contains_the_summary() {
    let (_, result) = apply(&scratch(), "", &["--summarize"], 0);
    assert!(result["summary"].as_str().expect("text").contains("Application:"), "{result}");
}

#[test]
fn json_errors_in_arguments_are_records() {
    let scratch = scratch();
    for words in [
        &["apply", "--xyzzy", "--render-as", "json"][..],
        &["apply", "--render-as=json", "--strict", "x"],
        &["nosuchcmd", "--render-as", "json"],
        &["graph", "--render-as", "json"],
    ] {
        let outcome = scratch.run(words).expect(1);
        assert_eq!((outcome.stdout.as_str(), records(&outcome).len()), ("", 1), "{words:?}");
    }
}

#[test]
fn formats_that_a_command_lacks_are_rejected_by_name() {
    let scratch = scratch();
    let refused = |words: &[&str], message: &str| {
        let _ = scratch.run(words).expect(1).complains(&format!("This command cannot render {message}"));
    };
    refused(&["facts", "--render-as", "s"], "'s'; it can render 'console', 'json' and 'yaml'");
    refused(&["config", "set", "noop", "true", "--render-as", "xml"], "'xml'; it can render 'console'");
    refused(&["catalog", "compile", "--render-as", "yaml"], "'yaml'; it can render 'console' and 'json'");
    let _ = scratch.run(&["help", "graph"]).expect(0).says("[possible values: console]");
}

#[test]
fn results_are_printed_as_yaml() {
    let scratch = scratch();
    let run = |words: &[&str]| scratch.run(&[words, &["--render-as", "yaml"]].concat()).expect(0).stdout;
    assert_eq!(run(&["config", "print", "noop"]), "---\nnoop: 'false'\n");
    assert!(run(&["doc", "--list"]).starts_with("---\n- name: type\n"));
    assert!(run(&["resource", "--types"]).contains("\n- file\n"));
    assert!(run(&["describe", "--list"]).contains("\n- name: file\n"));
}

#[test]
fn types_are_described_as_json() {
    let scratch = scratch();
    let run = |words: &[&str]| -> Json {
        let outcome = scratch.run(&[words, &["--render-as", "json"]].concat()).expect(0);
        serde_json::from_str(&outcome.stdout).expect("JSON")
    };
    let list = run(&["describe", "--list"]);
    let of = |name: &str| list.as_array().expect("a list").iter().find(|entry| entry["name"] == name).cloned();
    let file = of("file").expect("the type");
    assert_eq!((&file["component"], &file["providers"]), (&json!("marotte/file"), &json!(["posix"])));
    assert_eq!(of("notify").expect("the type")["component"], Json::Null);
    let described = run(&["describe", "file"]);
    let attributes = described[0]["attributes"].as_array().expect("attributes");
    let ensure = attributes.iter().find(|attribute| attribute["name"] == "ensure").expect("the attribute");
    assert_eq!(ensure["role"], "property");
    assert!(ensure["values"].as_array().expect("values").contains(&json!("directory")));
    assert_eq!(run(&["doc"]).as_array().map(Vec::len), list.as_array().map(Vec::len));
}

#[test]
fn undo_prints_its_result_as_json() {
    let scratch = scratch();
    let (_, result) = apply(&scratch, "file { '/a': content => 'x' }", &[], 2);
    let (root, state) = (scratch.root().display().to_string(), scratch.path("state").display().to_string());
    let outcome = scratch.run(&["undo", "--root", &root, "--vardir", &state, "--render-as", "json"]).expect(0);
    let undone: Json = serde_json::from_str(&outcome.stdout).expect("JSON");
    let members = ["status", "undoes", "undone", "left"].map(|name| undone[name].clone());
    assert_eq!(members, [json!("undone"), result["run"].clone(), json!(1), json!(0)]);
    let _ = records(&outcome);
}
