//! Checks that manifests compile to the same catalogs as in real Puppet: every case below tests/conformance
//! passes completely, except cases that tests/compat.toml lists with a reason, which must differ.

use std::collections::BTreeSet;
use std::path::Path;

use marotte_tests::conformance::{self, Case, Compat, Custom};

#[test]
fn manifests_compile_to_what_puppet_makes_of_them() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let compat = Compat::read(&tests.join("compat.toml")).unwrap();
    let types = marotte_tests::built_in_types().unwrap();
    let mut names = BTreeSet::new();
    let mut faults = Vec::new();
    for directory in conformance::find(&tests.join("conformance")).unwrap() {
        let case = Case::read(&directory).unwrap();
        let path = format!("{}/{}", case.category, case.name);
        if case.directory.join("modules").join("m/lib/puppet/type").is_dir() && !Custom::stands_for(&case).unwrap() {
            faults.push(format!("no guest stands for the types of {path}"));
        }
        if case.expected.is_none() {
            faults.push(format!("{path} has no expected.json"));
        }
        let verdict = conformance::run(&case, &types).unwrap();
        match (verdict.is_whole(), compat.reason(&case)) {
            (true, None) | (false, Some(_)) => {}
            (true, Some(_)) => faults.push(format!("{path} no longer differs: take it out of compat.toml")),
            (false, None) => {
                faults.extend(verdict.differences.iter().map(|difference| format!("{path}: {difference}")))
            }
        }
        names.insert(path);
    }
    // Recorded runs are looked at by a test of their own.
    let known = compat.cases().filter(|case| !case.starts_with("apply-run/"));
    faults.extend(known.filter(|case| !names.contains(*case)).map(|case| format!("no case {case}")));
    faults.extend(
        Custom::cases().unwrap().iter().filter(|case| !names.contains(*case)).map(|case| format!("no case {case}")),
    );
    assert!(names.len() > 600, "only {} cases", names.len());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_catalog_is_the_same_bytes_each_time() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let types = marotte_tests::built_in_types().unwrap();
    let mut compiled = 0;
    for directory in conformance::find(&tests.join("conformance")).unwrap() {
        let case = Case::read(&directory).unwrap();
        let first = conformance::document(&case, &types).unwrap();
        compiled += usize::from(first.is_some());
        assert!(first == conformance::document(&case, &types).unwrap(), "{}/{} differs", case.category, case.name);
    }
    assert!(compiled > 400, "only {compiled} cases compile");
}
