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
const WRONGS: [(&str, &str); 31] = [
    ("cyclic", "its arena has a value before its parts"),
    ("beyond", "it answered with value 4711 of an arena of 1"),
    ("node", "it answered with value 4711 of an arena of 1"),
    ("deep", "a value is nested more than 64 levels deep"),
    ("wide", "its arena unfolds to too many values"),
    ("texts", "its arena unfolds to more than 64 MiB of text"),
    ("long", "it answered with a text that its arena has not"),
    ("split", "it answered with a text that its arena has not"),
    ("huge", "handed over too much at once and was stopped"),
    ("sessions", "held too many handles and was stopped"),
    ("token", "it answered with a secret that it was not given"),
    ("column", "it returned attribute 4711, but has only 3"),
    ("twice", "it answered twice about an attribute"),
    ("few", "states instead of 10"),
    ("many", "states instead of 12"),
    ("judge no attribute", "it returned attribute 4711, but has only 3"),
    ("judge twice", "it answered twice whether attribute 1"),
    ("log a stranger", "logged about row 4711, which was not part of the call"),
    ("log no attribute", "logged about attribute 4711, which was not part of the call"),
    ("apply no attribute", "it returned attribute 4711, but has only 3"),
    ("apply another", "it returned attribute 0, which it was not called to set"),
    ("apply twice", "it answered twice about attribute 1"),
    ("canonicalize a stranger", "it returned row 4711, which was not requested"),
    ("canonicalize twice", "it answered twice about row"),
    ("canonicalize a cycle", "its arena has a value before its parts"),
    ("find fault with a stranger", "it returned row 4711, which was not requested"),
    ("find fault with no attribute", "it returned attribute 4711, but has only 3"),
    ("relate a stranger", "it returned row 4711, which was not requested"),
    ("generate without a name", "a row has a column without a name"),
    ("generate ungranted", "no grant of its manifest covers the type 'exec'"),
    ("expand for a stranger", "it returned row 4711, which was not requested"),
];

/// Maximum memory of the program in MiB.
const BOUND: u64 = 640;

fn component(scratch: &Scratch) -> PathBuf {
    let bytes = fs::read(MALFORMED).expect("the component that the build made");
    scratch.file("raw.wasm", with_sections(&bytes, SCHEMA, MANIFEST))
}

fn raw(hows: impl Iterator<Item = &'static str>) -> String {
    let resources: Vec<String> = hows.map(|how| format!("raw {{ '{how}': how => '{how}' }}")).collect();
    format!("file {{ '/before': content => 'b' }} {} file {{ '/after': content => 'a' }}", resources.join("\n"))
}

#[test]
fn whatever_breaks_the_contract_costs_its_resource() {
    let scratch = scratch();
    let component = component(&scratch);
    let code = raw(WRONGS.iter().map(|(how, _)| *how).chain(["nothing", "flip"]));
    let flags = ["--provider", component.to_str().unwrap(), "--durable", "off"];
    let (outcome, peak) = scratch.apply_measured(&code, &flags, &[("MAROTTE_TEST_DEADLINE_MS", "5000")]);
    let outcome = outcome.expect(6).says("Raw[nothing]/ensure: created");
    for (how, words) in WRONGS {
        let lines = || outcome.stderr.lines().filter(|line| line.contains(&format!("Raw[{how}]")));
        assert!(lines().any(|line| line.contains(words)), "{how}: no {words:?} in:\n{}", outcome.stderr);
    }
    assert!(scratch.root().join("before").exists() && scratch.root().join("after").exists());
    assert!(peak < BOUND, "the program had {peak} MiB");
}

#[test]
fn resources_without_number_are_refused() {
    for (how, words) in [
        ("generate a million", "it generated more than 1000000 resources"),
        ("generate much", "its arena unfolds to too many values"),
        ("generate for a stranger", "it returned row 4711, which was not requested"),
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
fn a_check_before_the_run_that_breaks_the_contract_lets_nothing_be_applied() {
    let scratch = scratch();
    let component = component(&scratch);
    let code = "raw_check { 'x': how => 'check a stranger' } file { '/after': content => 'a' }";
    let outcome = scratch.apply(code, &["--provider", component.to_str().unwrap()]).expect(1);
    assert_complaint(&outcome.stderr, &["'raw_check' broke the contract: it returned row 4711"]);
    assert!(!scratch.root().join("after").exists());
}

#[test]
fn what_a_component_says_of_itself_is_held_against_its_section() {
    let scratch = scratch();
    let component = component(&scratch);
    let outcome = scratch.run(&["provider", "test", component.to_str().unwrap()]).expect(1);
    assert!(outcome.stdout.contains("the description matches the schema section"), "{}", outcome.stdout);
}
