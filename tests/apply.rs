//! Replays recorded runs of real Puppet: every scenario below tests/apply must produce the same results,
//! except scenarios that tests/compat.toml lists with a reason, which must differ. `MAROTTE_SCENARIOS=DIR`
//! replays other scenarios instead.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use marotte_tests::conformance::Compat;
use marotte_tests::replay::{self, Need, Rules, Scenario};

/// What scenarios are called in compat.toml.
const PREFIX: &str = "apply-run/";

#[test]
fn recorded_runs_of_puppet_are_equal() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = Path::new(env!("CARGO_BIN_EXE_marotte-under-test"));
    let rules = Rules::read(&tests.join("apply/scenarios.toml")).unwrap();
    let compat = Compat::read(&tests.join("compat.toml")).unwrap();
    let others = std::env::var_os("MAROTTE_SCENARIOS").map(PathBuf::from);
    let mut names = BTreeSet::new();
    let mut faults = vec![];
    for directory in replay::find(others.as_deref().unwrap_or(&tests.join("apply"))).unwrap() {
        let scenario = Scenario::read(&directory).unwrap();
        let name = scenario.name.clone();
        names.insert(name.clone());
        if let Some(reason) = missing(rules.need(&name), &mut faults, &name) {
            skip(&name, &reason);
            continue;
        }
        let differences = replay::run(&scenario, program, &rules).unwrap();
        match (differences.as_slice(), compat.reason_for(&format!("{PREFIX}{name}"))) {
            ([], None) | ([_, ..], Some(_)) => {}
            ([], Some(_)) => faults.push(format!("{PREFIX}{name} no longer differs: take it out of compat.toml")),
            (differences, None) => faults.extend(differences.iter().map(|difference| format!("{name}: {difference}"))),
        }
    }
    if others.is_none() {
        let known = compat.cases().filter_map(|case| case.strip_prefix(PREFIX)).chain(rules.names());
        faults.extend(known.filter(|name| !names.contains(*name)).map(|name| format!("no scenario {name}")));
        assert!(names.len() > 45, "only {} scenarios", names.len());
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[expect(clippy::print_stderr, reason = "a scenario that is skipped says so")]
fn skip(name: &str, reason: &str) {
    eprintln!("SKIPPED {name}: needs {reason}");
}

/// Returns what a scenario needs and has not got.
fn missing(need: Option<&Need>, faults: &mut Vec<String>, name: &str) -> Option<String> {
    match need? {
        Need::Type(type_name) if marotte_tests::is_managed(type_name).expect("the built-in components can be read") => {
            faults.push(format!("{name} needs nothing more: take it out of scenarios.toml"));
            None
        }
        Need::Type(type_name) => Some(format!("the type {type_name}")),
        Need::File(path) if path.exists() => None,
        Need::File(path) => Some(path.display().to_string()),
        Need::Root(_) if rustix::process::geteuid().is_root() => None,
        Need::Root(_) => Some("root".to_owned()),
        Need::Ruby(what) => Some(format!("Ruby: {what}")),
    }
}
