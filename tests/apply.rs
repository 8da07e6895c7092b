//! Replays recorded runs of real Puppet: one test for each scenario in tests/apply, named `apply::NAME`, whose
//! results must be equal. Scenarios that tests/compat.toml lists with a reason must differ. `MAROTTE_SCENARIOS=DIR`
//! replays other scenarios instead.

#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};
use marotte_tests::conformance::{Compat, check_names};
use marotte_tests::replay::{self, Need, Rules, Scenario};

/// The prefix of scenarios in compat.toml.
const PREFIX: &str = "apply-run/";

/// The number of scenarios, so that a missing one is noticed.
const SCENARIOS: usize = 58;

fn main() -> ExitCode {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let rules = Arc::new(Rules::read(&tests.join("apply/scenarios.toml")).unwrap());
    let compat = Arc::new(Compat::read(&tests.join("compat.toml")).unwrap());
    let others = std::env::var_os("MAROTTE_SCENARIOS").map(PathBuf::from);
    let mut names = BTreeSet::new();
    let mut trials = Vec::new();
    for directory in replay::find(others.as_deref().unwrap_or(&tests.join("apply"))).unwrap() {
        let name = directory.file_name().unwrap().to_string_lossy().into_owned();
        let missing = rules.need(&name).and_then(missing);
        names.insert(name.clone());
        let (rules, compat, title) = (Arc::clone(&rules), Arc::clone(&compat), format!("apply::{name}"));
        let trial = Trial::test(title, move || run(&directory, &name, &rules, &compat));
        trials.push(match missing {
            // The kind is shown with the name of the ignored test.
            Some(missing) => trial.with_kind(format!("needs {missing}")).with_ignored_flag(true),
            None => trial,
        });
    }
    if others.is_none() {
        trials
            .push(Trial::test("apply::lists_of_scenarios_are_complete", move || check_lists(&names, &rules, &compat)));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn run(directory: &Path, name: &str, rules: &Rules, compat: &Compat) -> Result<(), Failed> {
    let scenario = Scenario::read(directory)?;
    let differences = replay::run(&scenario, Path::new(env!("CARGO_BIN_EXE_marotte-under-test")), rules)?;
    Ok(compat.check(&format!("{PREFIX}{name}"), &differences)?)
}

/// Checks that the number of scenarios is as expected, that every listed scenario exists, and that every listed
/// requirement is still unmet.
fn check_lists(names: &BTreeSet<String>, rules: &Rules, compat: &Compat) -> Result<(), Failed> {
    let listed = compat.cases().filter_map(|case| case.strip_prefix(PREFIX)).chain(rules.names());
    let mut faults = check_names(names, SCENARIOS, listed);
    for name in names {
        if let Some(Need::Type(type_name)) = rules.need(name)
            && marotte_tests::is_managed(type_name)?
        {
            faults.push(format!("the requirement of {name} is met: remove it from scenarios.toml"));
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
}

/// Returns the requirement of a scenario that this system does not meet.
fn missing(need: &Need) -> Option<String> {
    match need {
        Need::Type(type_name) => Some(format!("the type {type_name}")),
        Need::File(path) if path.exists() => None,
        Need::File(path) => Some(path.display().to_string()),
        Need::Root(_) if rustix::process::geteuid().is_root() => None,
        Need::Root(_) => Some("root".to_owned()),
        Need::Ruby(what) => Some(format!("Ruby: {what}")),
    }
}
