//! `facts`: output, collection on first use, and facts of modules.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use serde_json::Value as Json;

use crate::scratch;

#[test]
fn facts_are_printed_in_puppets_format() {
    let scratch = scratch();
    let directory = scratch.path("facts.d").display().to_string();
    let _ = scratch.file("facts.d/a.json", r#"{"tree": {"list": [{"b": 1, "a": 2}, "x"], "empty": {}, "none": null}}"#);
    let show = |arguments: &[&str]| {
        let out = scratch
            .run(&[&["facts", "show", "--external-dir", &directory, "--modulepath", "/nowhere"], arguments].concat());
        out.expect(0).stdout
    };
    assert_eq!(show(&["kernel"]), "{\n  \"kernel\": \"Linux\"\n}\n");
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
fn unknown_fact_is_a_failure() {
    let scratch = scratch();
    let facts = |names: &[&str]| scratch.run(&[&["facts", "--no-external-facts"], names].concat());
    let outcome = facts(&["nothing", "kernel", "--render-as", "json"]).expect(1);
    assert_eq!(outcome.stdout, "{\"kernel\":\"Linux\",\"nothing\":null}\n");
    let _ = facts(&["nothing"]).expect(1).complains("There is no fact 'nothing'");
    let _ = facts(&["os.famly"]).expect(1).complains("There is no fact 'os.famly'; did you mean 'os.family'?");
    let _ = facts(&["kernal"]).expect(1).complains("did you mean 'kernel'?");
    let outcome = facts(&["os.family.x", "--value-only"]).expect(1).complains("There is no fact 'os.family.x'");
    assert_eq!(outcome.stdout, "\n");
}

#[test]
fn show_is_the_default_action() {
    let scratch = scratch();
    let out = scratch.run_with(&["facts", "role", "--no-external-facts"], &[("FACTER_role", "web")]).expect(0);
    assert_eq!(out.stdout, "{\n  \"role\": \"web\"\n}\n");
    let _ = scratch.run(&["facts", "--value-only"]).expect(0).complains("Incorrect use of --value-only argument");
}

#[test]
fn facts_that_no_manifest_uses_are_not_collected() {
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
fn ruby_fact_is_reported_with_its_file() {
    let scratch = scratch();
    let file = scratch.file("modules/m/lib/facter/shape.rb", "Facter.add(:shape) { setcode { 'round' } }\n");
    let modules = scratch.path("modules").display().to_string();
    let out = scratch.apply("notice($facts['shape'] =~ Undef)", &["--modulepath", &modules]).expect(0).says("true");
    let expected = format!(
        "Warning: The fact 'shape' ({}) is written in Ruby, so it has no value; install the interpreter with 'marotte ruby add FILE', or \
         replace it with an external fact in a directory facts.d of a module or of this system\n",
        file.display()
    );
    assert_eq!(out.stderr, expected);
    let _ = scratch.apply("notice(1)", &["--modulepath", &modules]).expect(0).is_silent_about("Ruby");
}

#[test]
fn facts_of_stdlib_and_systemd_need_no_interpreter() {
    let scratch = scratch();
    let code = "notice([$facts['root_home'], $facts['puppet_vardir'], $facts['package_provider'] =~ Undef])";
    let modules = scratch.path("modules").display().to_string();
    let apply = |expected: &str| {
        let outcome = scratch.apply(code, &["--modulepath", &modules]).expect(0).says(expected);
        outcome.is_silent_about("Ruby")
    };
    let _ = apply("[, , true]");
    let _ = scratch.file("modules/stdlib/lib/facter/root_home.rb", "Facter.add(:root_home) { }\n");
    let settings = "Facter.add(:puppet_vardir) { }\nFacter.add(:puppet_server) { }\n";
    let _ = scratch.file("modules/stdlib/lib/facter/puppet_settings.rb", settings);
    let _ = apply(&format!("[/root, {}, true]", scratch.path("state").display()));
    let all = scratch.run(&["facts", "--modulepath", &modules]).expect(0).says("\"root_home\": \"/root\"");
    let _ = all.says("\"puppet_vardir\": ").is_silent_about("package_provider");
    // A fact of another module replaces it, which needs the interpreter.
    let _ = scratch.file("modules/site/lib/facter/root_home.rb", "Facter.add(:root_home) { }\n");
    let outcome = scratch.apply("notice($facts['root_home'] =~ Undef)", &["--modulepath", &modules]).expect(0);
    let _ = outcome.says("true").complains("is written in Ruby");
}

#[test]
fn ruby_facts_are_reported_once() {
    let scratch = scratch();
    let many = scratch.file("modules/m/lib/facter/many.rb", "Facter.add(:one) { }\nFacter.add('two') { }\n");
    let three = scratch.file("modules/n/lib/facter/three.rb", "# three\n");
    let _ = scratch.file("other/m/lib/facter/four.rb", "Facter.add(:four) { }\n");
    let path = ["modules", "other"].map(|name| scratch.path(name).display().to_string()).join(":");
    let code = "notice([$facts['two'], $facts['three'], $facts['one'], $facts['two'], $facts['four'], $facts['five']])";
    let out = scratch.apply(code, &["--modulepath", &path]).expect(0);
    let (many, three) = (many.display(), three.display());
    // The second module 'm' is shadowed, and no module has 'five'.
    let expected =
        format!("Warning: The facts 'one' ({many}), 'three' ({three}), 'two' ({many}) are written in Ruby, ");
    assert!(out.stderr.starts_with(&expected) && out.stderr.lines().count() == 1, "{}", out.stderr);
    let _ = scratch.file("modules/m/facts.d/stand-in.txt", "one=1\ntwo=2\n");
    let _ = scratch.file("modules/n/facts.d/stand-in.yaml", "three: 3\n");
    let out = scratch.apply(code, &["--modulepath", &path]).expect(0).says("[2, 3, 1, 2, , ]");
    assert_eq!(out.stderr, "");
}

#[test]
fn external_facts_are_read_from_the_first_module_of_a_name() {
    let scratch = scratch();
    let _ = scratch.file("modules/m/facts.d/a.yaml", "from: first\nyaml: {deep: [1, true]}\n");
    let _ = scratch.file("modules/m/facts.d/b.json", r#"{"json": 1.5}"#);
    let _ = scratch.file("modules/m/facts.d/c.txt", "text=x\n");
    let script = scratch.file("modules/m/facts.d/d.sh", "#!/bin/sh\necho program=y\n");
    fs::set_permissions(script, fs::Permissions::from_mode(0o755)).unwrap();
    let _ = scratch.file("other/m/facts.d/a.yaml", "from: second\nsecond: here\n");
    let path = ["modules", "other"].map(|name| scratch.path(name).display().to_string()).join(":");
    let code = "notice([$facts['from'], $facts['yaml']['deep'], $facts['json'], $facts['text'], $facts['program'], $facts['second']])";
    let _ = scratch.apply(code, &["--modulepath", &path]).expect(0).says("[first, [1, true], 1.5, x, y, ]");
}

#[test]
fn legacy_facts_can_be_excluded() {
    let scratch = scratch();
    let code = "notice($facts['osfamily'] =~ Undef)";
    let _ = scratch.apply(code, &[]).expect(0).says("false");
    let _ = scratch.apply(code, &["--no-include_legacy_facts"]).expect(0).says("true");
}
