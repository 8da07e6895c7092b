//! The conformance cases about types of modules, run with the Ruby code of these types. `tests/conformance.rs` runs them with
//! equivalent components.

use std::path::Path;

use marotte_tests::conformance::{self, Case, Custom};

/// Cases with a known difference, and the reason.
const DIFFERENT: [(&str, &str); 3] = [
    ("newvalues-regex", "a Symbol of Ruby code is a string for the host"),
    ("provider-error", "the position of an error in Ruby code is logged, as with --trace in Puppet"),
    ("validate-before-munge", "a Symbol of Ruby code is a string for the host"),
];

#[test]
fn types_of_conformance_cases_run_in_ruby() {
    let Some(store) = super::store() else { return };
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance/customtypes");
    let types = marotte_tests::built_in_types().unwrap();
    let (mut cases, mut different, mut report) = (0, Vec::new(), String::new());
    for directory in conformance::find(&directory).unwrap() {
        let case = Case::read(&directory).unwrap();
        let custom = Custom::in_ruby(&case, &store).unwrap();
        let verdict = conformance::run_with(&case, &types, &custom).unwrap();
        cases += 1;
        if !verdict.is_whole() {
            for difference in &verdict.differences {
                report.push_str(&format!("{}: {difference}\n", case.name));
            }
            different.push(case.name);
        }
    }
    assert_eq!(cases, 20);
    assert_eq!(different, DIFFERENT.map(|(name, _)| name), "{report}");
}
