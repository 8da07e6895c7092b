//! Providers that depend on others: installed dependencies, conflicts, and refused removals.

use std::fs;

use marotte_tests::{GENERATORS, INI_LINE};

use super::machine::Machine;

const LINE: &str = "example/ini-line";
const BASE: &str = "example/base";

/// Creates a machine and a directory with several versions of the example, which depend on different versions of
/// another provider in the same directory.
fn stage() -> (Machine, String) {
    let machine = Machine::new();
    let mirror = machine.directory("mirror");
    let publish = |from: &str, name: &str, version: &str, needs: Option<&str>| {
        let file = machine.made("made.wasm", from, |manifest| {
            manifest["package"]["name"] = name.into();
            manifest["package"]["version"] = version.into();
            let needs = needs.map(|range| (BASE.to_owned(), range.into()));
            manifest.insert("dependencies".into(), toml::Table::from_iter(needs).into());
        });
        let _ = machine.run(&["provider", "publish", &file, &mirror], 0);
    };
    for version in ["1.0.0", "1.1.0", "2.0.0"] {
        publish(GENERATORS, BASE, version, None);
    }
    publish(INI_LINE, LINE, "0.1.0", Some("^1"));
    publish(INI_LINE, LINE, "0.2.0", Some("^2"));
    publish(INI_LINE, LINE, "0.3.0", None);
    publish(INI_LINE, LINE, "0.4.0", Some("^7"));
    (machine, mirror)
}

/// Adds providers from the directory.
#[track_caller]
fn add(machine: &Machine, mirror: &str, names: &[&str], code: i32) -> marotte_tests::Outcome {
    machine.run(&[&["provider", "add"], names, &["--from", mirror, "--accept-grants"]].concat(), code)
}

#[test]
fn dependencies_are_installed_and_cannot_be_removed_first() {
    let (machine, mirror) = stage();
    let added = add(&machine, &mirror, &["example/ini-line@=0.1.0"], 0);
    let _ = added.says("example/ini-line 0.1.0 from").says("example/base 1.1.0 from").says("+ type bundle");
    let _ = machine
        .run(&["provider", "verify"], 0)
        .says("example/base 1.1.0 matches")
        .says("example/ini-line 0.1.0 matches");
    let _ = machine.apply(2);
    let before = fs::read(machine.lock()).unwrap();
    let refused = machine.run(&["provider", "remove", BASE], 1);
    let _ = refused.complains("The provider 'example/ini-line' depends on 'example/base': remove both, or neither");
    assert_eq!(fs::read(machine.lock()).unwrap(), before);
    let _ = machine.run(&["provider", "remove", BASE, LINE], 0);
    assert_eq!(machine.stored_count(), 0);
}

#[test]
fn version_conflict_is_explained_and_nothing_is_changed() {
    let (machine, mirror) = stage();
    let refused = add(&machine, &mirror, &["example/ini-line@=0.1.0", "example/base@^2"], 1);
    let refused = refused.complains("No compatible versions of the providers exist:");
    let refused = refused.complains("'example/base' >=2.0.0, <3.0.0 is requested");
    let _ = refused.complains("'example/ini-line' 0.1.0 depends on 'example/base' >=1.0.0, <2.0.0");
    let refused = add(&machine, &mirror, &["example/ini-line@=0.4.0"], 1);
    let _ = refused.complains("has no version >=7.0.0, <8.0.0 of 'example/base', only 1.0.0, 1.1.0, 2.0.0");
    assert!(!machine.lock().exists());
    let _ = add(&machine, &mirror, &["example/base@^1"], 0);
    let before = fs::read(machine.lock()).unwrap();
    // A requested provider stays within its version range when others are added.
    let refused = add(&machine, &mirror, &["example/ini-line@=0.2.0"], 1);
    let _ = refused.complains("'example/ini-line' 0.2.0 depends on 'example/base' >=2.0.0, <3.0.0");
    assert_eq!(fs::read(machine.lock()).unwrap(), before);
    let _ = add(&machine, &mirror, &["example/ini-line@=0.1.0"], 0).is_silent_about("example/base");
}

#[test]
fn indirect_dependency_is_updated_with_its_dependent() {
    let (machine, mirror) = stage();
    let _ = add(&machine, &mirror, &["example/ini-line@=0.1.0"], 0);
    let update = |range: &str| machine.run(&["provider", "update", range, "--accept-grants"], 0);
    let moved = update("example/ini-line@=0.2.0");
    let _ = moved.says("example/ini-line 0.1.0 -> 0.2.0").says("example/base 1.1.0 -> 2.0.0");
    let _ = machine.run(&["provider", "update"], 0).says("All providers are up to date");
    let _ = machine.apply(2);
    let dropped = update("example/ini-line@=0.3.0").says("example/ini-line 0.2.0 -> 0.3.0");
    let dropped = dropped.says("No provider depends on 'example/base' any more");
    assert!(!dropped.stdout.contains("2.0.0 ->"), "{}", dropped.stdout);
    let command = dropped.stdout.split("marotte ").nth(1).unwrap().split(['\n', '\u{1b}']).next().unwrap();
    let _ = machine.run(&command.split(' ').collect::<Vec<_>>(), 0).says("example/base is removed");
    let _ = machine.run(&["provider", "verify"], 0).says("example/ini-line 0.3.0 matches");
    let _ = machine.apply(0);
}

#[test]
fn dependencies_must_be_trusted() {
    let (machine, mirror) = stage();
    let policy = machine.scratch.path("conf/policy.toml");
    let text = fs::read_to_string(&policy).unwrap();
    fs::write(&policy, text.replace("example", "another")).unwrap();
    let refused = add(&machine, &mirror, &["example/ini-line@=0.1.0"], 1);
    let _ = refused.complains("example/base").complains("which is not trusted for the namespace 'example'");
    assert!(!machine.lock().exists());
}
