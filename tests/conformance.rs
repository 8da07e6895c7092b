//! Checks that manifests compile to the same catalogs as in real Puppet: one test for each case in
//! tests/conformance, named `CATEGORY::NAME`. Cases that tests/compat.toml lists with a reason must differ.

#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};

use engine::SharedFiles;
use libtest_mimic::{Arguments, Failed, Trial};
use marotte_tests::conformance::{self, Case, Compat, Custom, Types};

/// The number of cases, so that a missing one is noticed.
const CASES: usize = 2_006;

fn main() -> ExitCode {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let compat = Arc::new(Compat::read(&tests.join("compat.toml")).unwrap());
    let mut names = BTreeSet::new();
    let mut trials = Vec::new();
    for directory in conformance::find(&tests.join("conformance")).unwrap() {
        let (category, name) = conformance::name_of(&directory);
        names.insert(format!("{category}/{name}"));
        let compat = Arc::clone(&compat);
        trials.push(Trial::test(format!("{category}::{name}"), move || run(&directory, &compat)));
    }
    trials.push(Trial::test("lists_of_cases_are_complete", move || check_lists(&names, &compat)));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// Returns the types of the built-in components.
fn types() -> &'static Types {
    static TYPES: OnceLock<Types> = OnceLock::new();
    TYPES.get_or_init(|| marotte_tests::built_in_types().unwrap())
}

fn run(directory: &Path, compat: &Compat) -> Result<(), Failed> {
    let case = Case::read(directory)?;
    if case.directory.join("modules/m/lib/puppet/type").is_dir() && !Custom::stands_for(&case)? {
        return Err("no test component replaces its types".into());
    }
    if case.expected.is_none() {
        return Err("expected.json is missing".into());
    }
    let verdict = conformance::run(&case, types())?;
    let differences = verdict.differences.iter().filter(|difference| !difference.part.is_optional());
    compat.check(&format!("{}/{}", case.category, case.name), differences)?;
    let shared = Arc::new(SharedFiles::new(case.modulepath(), Arc::default()));
    let document = conformance::document(&case, types(), Arc::clone(&shared))?;
    if document.is_none() != (verdict.actual["status"] == "error") {
        return Err("the catalog for an agent and the result disagree about success".into());
    }
    if document != conformance::document(&case, types(), shared)? {
        return Err("a second compilation, with the files of the first, gives another catalog".into());
    }
    Ok(())
}

/// Checks that the number of cases is as expected and that every case in a list exists.
fn check_lists(names: &BTreeSet<String>, compat: &Compat) -> Result<(), Failed> {
    let custom = Custom::cases()?;
    // Recorded runs have their own tests.
    let listed = compat.cases().filter(|case| !case.starts_with("apply-run/"));
    let faults = conformance::check_names(names, CASES, listed.chain(custom.iter().map(String::as_str)));
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
}
