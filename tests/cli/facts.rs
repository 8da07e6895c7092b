//! The facts of this machine as a user sees them, and that none are gathered that nobody asks for.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use serde_json::Value as Json;

use crate::scratch;

#[test]
fn facts_are_shown_as_puppet_shows_them() {
    let scratch = scratch();
    let folder = scratch.path("facts.d").display().to_string();
    let _ = scratch.file("facts.d/a.json", r#"{"tree": {"list": [{"b": 1, "a": 2}, "x"], "empty": {}, "none": null}}"#);
    let show = |arguments: &[&str]| {
        let out = scratch
            .run(&[&["facts", "show", "--external-dir", &folder, "--modulepath", "/nowhere"], arguments].concat());
        out.expect(0).stdout
    };
    assert_eq!(show(&["kernel"]), "{\n  \"kernel\": \"Linux\"\n}\n");
    assert_eq!(show(&["nothing", "kernel", "--render-as", "json"]), "{\"kernel\":\"Linux\",\"nothing\":\"\"}\n");
    assert_eq!(show(&["--value-only", "kernel"]), "Linux\n");
    assert_eq!(show(&["--value-only", "tree.list.0.a"]), "2\n");
    let tree = "{\n  \"tree\": {\n    \"empty\": {\n    },\n    \"list\": [\n      {\n        \"b\": 1,\n        \"a\": 2\n      },\n      \"x\"\n    ],\n    \"none\": \"\"\n  }\n}\n";
    assert_eq!(show(&["tree"]), tree);
    assert_eq!(show(&["kernel", "tree.empty", "--render-as", "yaml"]), "---\nkernel: Linux\ntree.empty: {}\n");
    let all: Json = serde_json::from_str(&show(&[])).unwrap();
    assert_eq!((&all["kernel"], &all["osfamily"]), (&"Linux".into(), &Json::Null));
    let all: Json = serde_json::from_str(&show(&["--show-legacy"])).unwrap();
    assert_eq!(all["osfamily"], all["os"]["family"]);
    assert!(show(&["--timing", "kernel"]).contains("fact 'kernel', took: (0.0"));
}

#[test]
fn the_word_show_can_be_left_out() {
    let scratch = scratch();
    let out = scratch.run_with(&["facts", "role", "--no-external-facts"], &[("FACTER_role", "web")]).expect(0);
    assert_eq!(out.stdout, "{\n  \"role\": \"web\"\n}\n");
    let _ = scratch.run(&["facts", "--value-only"]).expect(0).complains("Incorrect use of --value-only argument");
    let _ = scratch.run(&["describe", "file", "--render-as", "yaml"]).expect(1).complains("how to render 'yaml'");
}

#[test]
fn no_fact_is_gathered_that_no_manifest_names() {
    let scratch = scratch();
    let mark = scratch.path("ran");
    let script =
        scratch.file("modules/m/facts.d/mark", format!("#!/bin/sh\ntouch {}\necho mark=made\n", mark.display()));
    fs::set_permissions(script, fs::Permissions::from_mode(0o755)).unwrap();
    let modules = scratch.path("modules").display().to_string();
    let flags = ["--modulepath", modules.as_str()];
    let _ = scratch.apply("class a($x = 1) { $y = $x + 1 notice($y) } include a", &flags).expect(0).says("2");
    assert!(!mark.exists(), "external facts were gathered");
    let _ = scratch.apply("notice($facts['mark'])", &flags).expect(0).says("made");
    assert!(mark.exists());
}

#[test]
fn a_fact_that_only_ruby_can_give_is_named() {
    let scratch = scratch();
    let file = scratch.file("modules/m/lib/facter/shape.rb", "Facter.add(:shape) { setcode { 'round' } }\n");
    let modules = scratch.path("modules").display().to_string();
    let out = scratch.apply("notice($facts['shape'] =~ Undef)", &["--modulepath", &modules]).expect(0).says("true");
    let expected = format!("The fact 'shape' is written in Ruby ({})", file.display());
    let _ = out.complains(&expected);
    let _ = scratch.apply("notice(1)", &["--modulepath", &modules]).expect(0).is_silent_about("Ruby");
}

#[test]
fn legacy_facts_can_be_left_out() {
    let scratch = scratch();
    let code = "notice($facts['osfamily'] =~ Undef)";
    let _ = scratch.apply(code, &[]).expect(0).says("false");
    let _ = scratch.apply(code, &["--no-include_legacy_facts"]).expect(0).says("true");
}
