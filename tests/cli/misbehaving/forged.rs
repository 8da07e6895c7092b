//! Files that are not components or contain false metadata: each is rejected by name when it is loaded, and none of
//! its code runs.

use std::fs;

use marotte_tests::MISBEHAVING;

use crate::scratch;

/// Header of a component.
const EMPTY: &[u8] = b"\0asm\x0d\0\x01\0";

const MANIFEST: &str = "[package]\nname = 'a/forged'\nversion = '1.0.0'\ninterface = '0.1'\n";

/// Adds a schema and a manifest to a component.
pub(in super::super) fn with_sections(component: &[u8], schema: &str, manifest: &str) -> Vec<u8> {
    let section = |name: &str, content: &str| {
        let named = [&length(name.len())[..], name.as_bytes(), content.as_bytes()].concat();
        [&[0][..], &length(named.len()), &named].concat()
    };
    [component, &section("marotte:schema", schema), &section("marotte:manifest", manifest)].concat()
}

/// Returns a component that imports an empty interface and has an empty schema.
fn importing(interface: &str) -> Vec<u8> {
    let types = [7, 3, 1, 0x42, 0];
    let import = [&[1, 0][..], &length(interface.len()), interface.as_bytes(), &[5, 0]].concat();
    let whole = [EMPTY, &types, &[10], &length(import.len()), &import].concat();
    with_sections(&whole, r#"{"version":1}"#, MANIFEST)
}

/// Encodes a number as LEB128.
fn length(mut number: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 0x80 {
        bytes.push(u8::try_from(number & 0x7f).expect("seven bits") | 0x80);
        number >>= 7;
    }
    bytes.push(u8::try_from(number).expect("seven bits"));
    bytes
}

/// Returns a component with the exports required by the contract, all of which are empty instances.
fn offering() -> Vec<u8> {
    let export = |name: &str| [&[0][..], &length(name.len()), name.as_bytes(), &[5, 0, 0]].concat();
    let exports = ["marotte:provider/types@0.1.0", "marotte:provider/providers@0.1.0"].map(export).concat();
    [EMPTY, &[5, 3, 1, 1, 0, 11], &length(exports.len() + 1), &[2], &exports].concat()
}

fn of_schema(schema: &str) -> Vec<u8> {
    with_sections(&offering(), schema, MANIFEST)
}

/// Returns a component whose schema has one type with these attributes and further JSON.
fn of_type(name: &str, attributes: &str, more: &str) -> Vec<u8> {
    of_schema(&format!(r#"{{"version":1,"types":[{{"name":"{name}","attributes":[{attributes}]{more}}}]}}"#))
}

/// Name and content of a file, and the expected error.
type Forged = (&'static str, Vec<u8>, &'static str);

fn no_components() -> Vec<Forged> {
    let genuine = fs::read(MISBEHAVING).expect("the built component");
    vec![
        ("a core module", b"\0asm\x01\0\0\0".to_vec(), "is not a WebAssembly component: it is a core module"),
        (
            "noise",
            (0..999_u32).map(|n| n.wrapping_mul(2_654_435_761).to_be_bytes()[0]).collect(),
            "is not a WebAssembly component",
        ),
        ("a text", b"#!/bin/sh\nrm -rf /\n".to_vec(), "is not a WebAssembly component"),
        ("nothing", vec![], "is not a WebAssembly component"),
        ("half of one", genuine[..genuine.len() / 2].to_vec(), "is not a WebAssembly component"),
        ("too large", vec![0; (64 << 20) + 1], "it has more than 64 MiB"),
        ("without sections", EMPTY.to_vec(), "has no section 'marotte:schema'"),
        (
            "of the day after",
            importing("marotte:provider/log@0.2.0"),
            "was built for version 0.2.0 of the contract; this program has version 0.1.0: update marotte",
        ),
        (
            "asking for more",
            importing("marotte:provider/teleport@0.1.0"),
            "imports marotte:provider/teleport@0.1.0, which is not in the contract",
        ),
        ("asking others", importing("evil:thing/rootkit"), "imports evil:thing/rootkit, which is not in the contract"),
    ]
}

fn false_schemas() -> Vec<Forged> {
    const NAME: &str = r#"{"name":"name","traits":["namevar"]}"#;
    let provider = |provider: &str| {
        let types = format!(r#"[{{"name":"forged","attributes":[{NAME}]}}]"#);
        of_schema(&format!(r#"{{"version":1,"types":{types},"providers":[{provider}]}}"#))
    };
    vec![
        ("no JSON", of_schema("version = 1"), "not a schema document"),
        ("deep", of_schema(&"[".repeat(1 << 20)), "not a schema document"),
        ("a flood of JSON", of_schema(&" ".repeat(5 << 20)), "its schema has more than 4 MiB"),
        ("no text", with_sections(EMPTY, "\u{0}", MANIFEST), "not a schema document"),
        ("of another version", of_schema(r#"{"version":2}"#), "is a document of version 2"),
        ("with more fields", of_schema(r#"{"version":1,"colour":"red"}"#), "unknown field `colour`"),
        ("no namevar", of_type("forged", r#"{"name":"path"}"#, ""), "type 'forged': no attribute is the namevar"),
        (
            "reserved attribute",
            of_type("forged", &format!(r#"{NAME},{{"name":"require"}}"#), ""),
            "the attribute name 'require' is reserved",
        ),
        ("reserved type", of_type("notify", NAME, ""), "type 'notify': the name is reserved for a built-in type"),
        ("no name", of_type("../etc", NAME, ""), "the name must consist of lower case letters"),
        (
            "same as nothing",
            of_type("forged", r#"{"name":"name","traits":["namevar"],"default":{"same_as":9}}"#, ""),
            "it refers to attribute 9, but has only 1",
        ),
        (
            "captures nothing",
            of_type("forged", NAME, r#","title_patterns":[{"pattern":"(.*)","captures":[7]}]"#),
            "it refers to attribute 7, but has only 1",
        ),
        ("too many attributes", of_type("forged", &vec![NAME; 1001].join(","), ""), "it has more than 1000 attributes"),
        (
            "unknown feature",
            provider(r#"{"type_name":"forged","name":"x","features":[{"feature":"flight"}]}"#),
            "the feature 'flight' is not declared",
        ),
        (
            "twice the same",
            provider(r#"{"type_name":"forged","name":"x"},{"type_name":"forged","name":"x"}"#),
            "provider 'x' of 'forged': it is declared twice",
        ),
        (
            "unknown attribute",
            provider(r#"{"type_name":"file","name":"x","attributes":["path","colour"]}"#),
            "provider 'x' of 'file': the type has no attribute 'colour'",
        ),
        (
            "someone's provider",
            provider(r#"{"type_name":"file","name":"posix"}"#),
            "both have a provider 'posix' of the type 'file'",
        ),
        ("no TOML", with_sections(EMPTY, r#"{"version":1}"#, "{}"), "its manifest"),
        (
            "deep TOML",
            with_sections(EMPTY, r#"{"version":1}"#, &format!("{MANIFEST}x = {}", "[".repeat(1 << 20))),
            "its manifest",
        ),
        (
            "a false grant",
            with_sections(
                &offering(),
                &format!(r#"{{"version":1,"types":[{{"name":"forged","attributes":[{NAME}]}}]}}"#),
                &format!("{MANIFEST}[files]\nwrite = ['../etc']\n"),
            ),
            "the grant '../etc' is not valid for",
        ),
        (
            "a grant that forges the displayed text",
            with_sections(
                &offering(),
                r#"{"version":1}"#,
                &format!("{MANIFEST}[files]\nread = [\"/x\\n\\nacme/thing 1.0.0 (checked)\\n  + may nothing\"]\n"),
            ),
            "has a character that cannot be displayed",
        ),
        (
            "nothing that it offers",
            with_sections(EMPTY, r#"{"version":1,"providers":[{"type_name":"file","name":"x"}]}"#, MANIFEST),
            "does not export 'types', which the contract requires: it cannot run",
        ),
    ]
}

#[track_caller]
fn assert_refused(forged: Vec<Forged>) {
    for (what, bytes, words) in forged {
        let scratch = scratch();
        let file = scratch.file("forged.wasm", bytes);
        let flags = ["--provider", file.to_str().expect("a UTF-8 path")];
        let (outcome, peak) = scratch.apply_measured("file { '/after': content => 'a' }", &flags, &[]);
        let stderr = outcome.expect(1).stderr;
        assert!(stderr.contains("forged") && stderr.contains(words), "{what}: no {words:?} in:\n{stderr}");
        assert!(stderr.len() < 4096 && !stderr.contains("panicked"), "{what}: {stderr}");
        assert!(peak < 300, "{what}: the program had {peak} MiB");
        assert!(scratch.tree().is_empty(), "{what}");
    }
}

#[test]
fn invalid_components_are_rejected_with_the_reason() {
    assert_refused(no_components());
}

#[test]
fn components_with_false_metadata_are_rejected_with_the_reason() {
    assert_refused(false_schemas());
}
