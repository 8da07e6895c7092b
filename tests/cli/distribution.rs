//! `marotte provider pack`, `publish`, `index` and `search`: distribution of components. Failing registries are
//! tested in `host/registry`.

use std::fs;
use std::path::Path;

use marotte_tests::{GENERATORS, INI_LINE, Outcome, Scratch};
use serde_json::Value;

use super::machine::Machine;
use crate::scratch;

fn provider(scratch: &Scratch, words: &[&str], exit: i32) -> Outcome {
    scratch.run(&[&["provider"], words].concat()).expect(exit)
}

/// Packs a built component.
fn packed(scratch: &Scratch, component: &str, name: &str) -> String {
    let file = scratch.path(name);
    fs::create_dir_all(file.parent().expect("what the test has made is there"))
        .expect("what the test has made is there");
    let file = file.display().to_string();
    let _ = provider(scratch, &["pack", component, "-o", &file], 0).says(&format!("into {file}: "));
    file
}

#[test]
fn packing_removes_metadata_of_the_build() {
    let scratch = scratch();
    let file = packed(&scratch, INI_LINE, "packed.wasm");
    let again = packed(&scratch, &file, "again.wasm");
    let bytes = fs::read(&file).unwrap();
    assert_eq!(bytes, fs::read(again).unwrap());
    assert!(bytes.len() <= fs::metadata(INI_LINE).unwrap().len() as usize);
    let show = |file: &str| {
        let shown = provider(&scratch, &["show", file, "--render-as", "json"], 0).stdout;
        let mut shown: Value = serde_json::from_str(&shown).unwrap();
        shown["sha256"] = Value::Null;
        shown
    };
    assert_eq!(show(&file), show(INI_LINE));
    let _ = provider(&scratch, &["test", &file], 0).says(" 0 failed");
    let script = scratch.file("x.wasm", "#!/bin/sh\n").display().to_string();
    let _ = provider(&scratch, &["pack", &script, "-o", &file], 1).complains("is not a WebAssembly component");
    assert_eq!(fs::read(&file).unwrap(), bytes);
    let nowhere = scratch.path("missing/x.wasm").display().to_string();
    let _ = provider(&scratch, &["pack", INI_LINE, "-o", &nowhere], 1).complains("Could not write");
}

#[test]
fn published_version_cannot_be_replaced() {
    let scratch = scratch();
    let file = packed(&scratch, GENERATORS, "makers.wasm");
    let mirror = scratch.path("mirror").display().to_string();
    let first = provider(&scratch, &["publish", &file, &mirror], 0).complains("There is no signature '");
    let _ = first.says("Published ").says("marotte provider add marotte/test-generators@");
    let again = provider(&scratch, &["publish", &file, &mirror, "--render-as", "json"], 0).stdout;
    let again: Value = serde_json::from_str(&again).unwrap();
    assert_eq!((&again["new"], &again["signers"]), (&false.into(), &serde_json::json!([])));
    let index = fs::read(Path::new(&mirror).join("index.json")).unwrap();
    // An additional section changes the digest but not the behaviour.
    let other = [fs::read(&file).unwrap(), vec![0, 3, 1, b'x', b'y']].concat();
    let other = scratch.file("other.wasm", other).display().to_string();
    let refused = provider(&scratch, &["publish", &other, &mirror], 1).complains("is not packed");
    let _ = refused.complains("already exists with other content").complains("choose another version");
    assert_eq!(fs::read(Path::new(&mirror).join("index.json")).unwrap(), index);
}

#[test]
fn invalid_destination_is_rejected() {
    let scratch = scratch();
    let file = packed(&scratch, GENERATORS, "makers.wasm");
    let full = scratch.file("full/letter", "dear").parent().unwrap().display().to_string();
    for (place, words) in [
        ("https://h/x", "a registry begins with 'oci://'"),
        ("oci://", "its host is invalid"),
        (full.as_str(), "the directory is neither empty nor an OCI layout"),
        ("oci://127.0.0.1:1/x", "oci://127.0.0.1:1/x/marotte/test-generators:"),
    ] {
        let _ = provider(&scratch, &["publish", &file, place], 1).complains(words);
    }
    assert_eq!(fs::read_dir(full).unwrap().count(), 1);
}

#[test]
fn unusable_component_is_not_packed() {
    let machine = Machine::new();
    let scratch = &machine.scratch;
    let manifest = "[package]\nname = 'example/motd'\nversion = '1.0.0'\ninterface = '0.1'\n";
    let schema = r#"{"version":1,"providers":[{"type_name":"file","name":"motd","hooks":["get","set"]}]}"#;
    let hollow = super::misbehaving::forged::with_sections(b"\0asm\x0d\0\x01\0", schema, manifest);
    let hollow = scratch.file("hollow.wasm", hollow).display().to_string();
    let output = scratch.path("packed.wasm");
    let words = "does not export 'types', which the contract requires";
    let _ = provider(scratch, &["pack", &hollow, "-o", &output.display().to_string()], 1).complains(words);
    let _ = machine.run(&["provider", "sign", &hollow, "--key", &machine.key], 0);
    let _ = machine.run(&["provider", "add", &hollow, "--accept-grants"], 1).complains(words);
    assert!(!output.exists());
}

#[test]
fn descriptions_in_an_index_are_escaped() {
    let scratch = scratch();
    let summary = "A forgery.\n\nacme/motd 9.9.9\n  may nothing\u{1b}[8m";
    let index = serde_json::json!({ "version": 1, "providers": [{
        "name": "acme/thing", "version": "1.0.0", "digest": format!("sha256:{:064}", 0),
        "types": [{ "name": "thing", "summary": summary, "attributes": [] }], "providers": [], "grants": ["write /etc\nx"],
    }] });
    let index = scratch.file("index.json", index.to_string()).display().to_string();
    let found = provider(&scratch, &["search", "--provider_index", &index, "forgery"], 0).stdout;
    let lines = [
        "acme/thing 1.0.0",
        "  type thing: A forgery.\\n\\nacme/motd 9.9.9\\n  may nothing\\e[8m",
        "  may write /etc\\nx",
    ];
    assert_eq!(found.lines().collect::<Vec<_>>(), lines);
}

#[test]
fn index_omits_unreadable_components() {
    let scratch = scratch();
    let readable = packed(&scratch, INI_LINE, "components/ini.wasm");
    let _ = scratch.file("components/later.wasm", "from another time");
    let directory = scratch.path("components").display().to_string();
    let index = scratch.path("index.json").display().to_string();
    let _ = provider(&scratch, &["index", &directory, "-o", &index], 0).complains("Skipped ");
    let index: Value = serde_json::from_str(&fs::read_to_string(&index).unwrap()).unwrap();
    assert_eq!(index["providers"].as_array().unwrap().len(), 1);
    fs::remove_file(readable).unwrap();
    let _ =
        provider(&scratch, &["index", &directory, "-o", "none.json"], 1).complains("contains no matching components");
}

#[test]
fn file_is_rejected_as_source_of_an_index() {
    let scratch = scratch();
    let file = packed(&scratch, INI_LINE, "ini.wasm");
    let index = scratch.file("index.json", "kept").display().to_string();
    for names in [&[][..], &["marotte/ini-line"]] {
        let words = [&["index", &file, "-o", &index], names].concat();
        let _ = provider(&scratch, &words, 1).complains("is a file; a directory or a registry is needed");
    }
    assert_eq!(fs::read_to_string(index).unwrap(), "kept");
}

#[test]
fn published_providers_are_found_by_search() {
    let scratch = scratch();
    let _ = provider(&scratch, &["search", "ini"], 1).complains("No index is configured");
    let (ini, makers) = (packed(&scratch, INI_LINE, "c/ini.wasm"), packed(&scratch, GENERATORS, "c/makers.wasm"));
    let directory = Path::new(&ini).parent().unwrap().display().to_string();
    let (mirror, index) =
        (scratch.path("mirror").display().to_string(), scratch.path("index.json").display().to_string());
    for file in [&ini, &makers] {
        let _ = provider(&scratch, &["publish", file, &mirror], 0);
    }
    for source in [&directory, &mirror] {
        let _ = provider(&scratch, &["index", source, "-o", &index], 0).says("2 versions of providers");
        let found = provider(&scratch, &["search", "--provider_index", &index, "INI", "line"], 0);
        let _ = found.says("type ini_line: ").says("  may write @path").is_silent_about("makers");
    }
    let _ = provider(&scratch, &["search", "--provider_index", &mirror, "ini"], 1).complains("has no index");
    let _ = provider(&scratch, &["publish", "--index", &index, &mirror], 0).says("search --provider_index");
    let found = provider(&scratch, &["search", "--provider_index", &mirror, "ini", "--render-as", "json"], 0).stdout;
    let found: Value = serde_json::from_str(&found).unwrap();
    assert_eq!(found.as_array().unwrap().len(), 1);
    assert_eq!(found[0]["types"][0]["name"], "ini_line");
    let _ = provider(&scratch, &["search", "--provider_index", &mirror, "nginx"], 1).says("matches 'nginx'");
    let _ = provider(&scratch, &["index", &mirror, "acme/none", "-o", &index], 1)
        .complains("has no version of the provider 'acme/none'");
    let _ = provider(&scratch, &["search", "--provider_index", &ini, "x"], 1).complains("is not an index of providers");
    let _ = provider(&scratch, &["index", "oci://127.0.0.1:1", "-o", &index], 1)
        .complains("Registries do not list their providers");
}
