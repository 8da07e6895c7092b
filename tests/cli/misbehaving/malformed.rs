//! A component without the SDK that violates the contract in every call: the host validates its results, reports the
//! error, and continues.

use std::fs;
use std::path::PathBuf;

use marotte_tests::{MALFORMED, Scratch};

use super::assert_complaint;
use super::forged::with_sections;
use crate::scratch;

/// The schema in the component's section.
const SCHEMA: &str = r#"{"version":1,"types":[
    {"name":"raw","hooks":["canonicalize","relate"],"attributes":[
        {"name":"name","traits":["namevar"]},
        {"name":"ensure","role":"property","choices":[{"value":"present"},{"value":"absent","meaning":"absent"}],
         "default":{"constant":"present"}},
        {"name":"how"}]},
    {"name":"raw_check","attributes":[
        {"name":"name","traits":["namevar"]},
        {"name":"ensure","role":"property","choices":[{"value":"present"},{"value":"absent","meaning":"absent"}]},
        {"name":"how"}]}],
  "providers":[
    {"type_name":"raw","name":"raw","hooks":["get","set","generate","expand"]},
    {"type_name":"raw_check","name":"raw_check","hooks":["get","set","precheck"]}]}"#;

const MANIFEST: &str = "[package]\nname = 'marotte/test-malformed'\nversion = '0.1.0'\ninterface = '0.1'\n\
    [resources]\nadd = ['raw']\n";

/// Violations of the contract and the expected messages.
const VIOLATIONS: [(&str, &str); 31] = [
    ("cyclic", "its arena contains a value before its elements"),
    ("beyond", "it returned value 4711 of an arena with 1"),
    ("node", "it returned value 4711 of an arena with 1"),
    ("deep", "a value is nested more than 64 levels deep"),
    ("wide", "its arena expands to too many values"),
    ("texts", "its arena expands to more than 64 MiB of text"),
    ("long", "it returned a text that is not in its arena"),
    ("split", "it returned a text that is not in its arena"),
    ("huge", "passed too much data in one call and was stopped"),
    ("sessions", "opened too many handles and was stopped"),
    ("token", "it returned an unknown secret"),
    ("column", "it returned attribute 4711, but has only 3"),
    ("twice", "it returned two values for an attribute"),
    ("few", "0 states instead of 1"),
    ("many", "2 states instead of 1"),
    ("verdict on no attribute", "it returned attribute 4711, but has only 3"),
    ("two verdicts", "it returned two verdicts for attribute 1"),
    ("log an unknown row", "logged a message about row 4711, which is not part of the call"),
    ("log no attribute", "logged a message about attribute 4711, which is not part of the call"),
    ("apply no attribute", "it returned attribute 4711, but has only 3"),
    ("apply another", "it returned attribute 0, which it was not called to set"),
    ("apply twice", "it returned two results for attribute 1"),
    ("canonicalize an unknown row", "it returned row 4711, which was not requested"),
    ("canonicalize twice", "it returned two results for row"),
    ("canonicalize a cycle", "its arena contains a value before its elements"),
    ("report a problem with an unknown row", "it returned row 4711, which was not requested"),
    ("report a problem with no attribute", "it returned attribute 4711, but has only 3"),
    ("relate an unknown row", "it returned row 4711, which was not requested"),
    ("generate without a name", "a row has a column without a name"),
    ("generate ungranted", "no grant of its manifest covers the type 'exec'"),
    ("expand for an unknown row", "it returned row 4711, which was not requested"),
];

/// Maximum memory of the program in MiB.
const BOUND: u64 = 640;

fn component(scratch: &Scratch) -> PathBuf {
    let bytes = fs::read(MALFORMED).expect("the built component");
    scratch.file("raw.wasm", with_sections(&bytes, SCHEMA, MANIFEST))
}

fn raw(hows: impl Iterator<Item = &'static str>) -> String {
    let resources: Vec<String> = hows.map(|how| format!("raw {{ '{how}': how => '{how}' }}")).collect();
    format!("file {{ '/before': content => 'b' }} {} file {{ '/after': content => 'a' }}", resources.join("\n"))
}

#[test]
fn contract_violation_fails_only_its_resource() {
    let scratch = scratch();
    let component = component(&scratch);
    let code = raw(VIOLATIONS.iter().map(|(how, _)| *how).chain(["nothing", "flip"]));
    let flags = ["--provider", component.to_str().unwrap(), "--durable", "off"];
    let (outcome, peak) = scratch.apply_measured(&code, &flags, &[("MAROTTE_TEST_DEADLINE_MS", "5000")]);
    let outcome = outcome.expect(6).says("Raw[nothing]/ensure: created");
    for (how, words) in VIOLATIONS {
        let lines = || outcome.stderr.lines().filter(|line| line.contains(&format!("Raw[{how}]")));
        assert!(lines().any(|line| line.contains(words)), "{how}: no {words:?} in:\n{}", outcome.stderr);
    }
    assert!(scratch.root().join("before").exists() && scratch.root().join("after").exists());
    assert!(peak < BOUND, "the program had {peak} MiB");
}

#[test]
fn excessive_generated_resources_are_refused() {
    for (how, words) in [
        ("generate a million", "it generated more than 1000000 resources"),
        ("generate much", "its arena expands to too many values"),
        ("generate for an unknown row", "it returned row 4711, which was not requested"),
    ] {
        let scratch = scratch();
        let component = component(&scratch);
        let flags = ["--provider", component.to_str().unwrap()];
        let (outcome, peak) = scratch.apply_measured(&raw([how].into_iter()), &flags, &[]);
        assert_complaint(&outcome.expect(6).stderr, &[&format!("Raw[{how}]"), words]);
        assert!(scratch.root().join("after").exists());
        assert!(peak < BOUND, "{how}: the program had {peak} MiB");
    }
}

#[test]
fn contract_violation_in_precheck_prevents_the_run() {
    let scratch = scratch();
    let component = component(&scratch);
    let code = "raw_check { 'x': how => 'check an unknown row' } file { '/after': content => 'a' }";
    let outcome = scratch.apply(code, &["--provider", component.to_str().unwrap()]).expect(1);
    assert_complaint(&outcome.stderr, &["'raw_check' broke the contract: it returned row 4711"]);
    assert!(!scratch.root().join("after").exists());
}

#[test]
fn description_must_match_the_schema_section() {
    let scratch = scratch();
    let component = component(&scratch);
    let outcome = scratch.run(&["provider", "test", component.to_str().unwrap()]).expect(1);
    assert!(outcome.stdout.contains("the description matches the schema section"), "{}", outcome.stdout);
}
