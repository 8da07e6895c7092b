//! Checks that run reports have Puppet's format 12: the schema must match reports of both real Puppet and this
//! program.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::fs;
use std::path::{Path, PathBuf};

use marotte_tests::{Scratch, schema};
use serde_json::Value;

fn scratch() -> Scratch {
    Scratch::new(env!("CARGO_BIN_EXE_marotte-under-test"))
}

fn read_schema() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("report/schema.json");
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// Reads a report with the program's own reader, which must support Puppet's reports as well.
fn data(scratch: &Scratch, report: &Path) -> Value {
    let directory = scratch.path("state/reports/n");
    fs::create_dir_all(&directory).unwrap();
    fs::copy(report, directory.join("209901010000-999999.yaml")).unwrap();
    let (root, state) = (scratch.root(), scratch.path("state"));
    let place = ["--root", root.to_str().unwrap(), "--vardir", state.to_str().unwrap()];
    let shown = scratch.run(&[&["report", "999999", "--render-as", "json"][..], &place].concat()).expect(0);
    // The text and HTML forms can be created from any report as well.
    let _ = scratch.run(&[&["report", "999999"][..], &place].concat()).expect(0).says("Run");
    let _ = scratch.run(&[&["report", "999999", "--html"][..], &place].concat()).expect(0).says("</html>");
    serde_json::from_str(&shown.stdout).unwrap()
}

#[test]
fn schema_matches_reports_of_puppet() {
    let (schema, scratch) = (read_schema(), scratch());
    let mut reports: Vec<PathBuf> = Vec::new();
    for scenario in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("apply")).unwrap() {
        let Ok(files) = fs::read_dir(scenario.unwrap().path()) else { continue };
        reports.extend(files.map(|file| file.unwrap().path()).filter(|path| {
            let name = path.file_name().unwrap().to_str().unwrap();
            name.starts_with("report") && name.ends_with(".yaml")
        }));
    }
    assert!(reports.len() > 60, "only {} recorded reports", reports.len());
    for report in reports {
        let faults = schema::faults(&schema, &data(&scratch, &report));
        assert!(faults.is_empty(), "{}: {faults:#?}", report.display());
    }
}

#[test]
fn schema_matches_reports_of_marotte() {
    let schema = read_schema();
    let cases: [(&str, &[&str]); 8] = [
        ("", &[]),
        ("notify { 'a': }", &["--debug"]),
        ("file { '/a': content => Sensitive('x'), audit => all }", &["--noop"]),
        ("file { '/a': content => \"x\\n\" } ~> exec { '/bin/true': refreshonly => true }", &["--test"]),
        (
            "exec { '/bin/false': tries => 2 } -> notify { \"b\\u{85}\\n<x>\": message => [1, 2.5, true, { 'a' => undef }] }",
            &[],
        ),
        ("fail('x')", &[]),
        ("notify { 'a': require => Notify['b'] } notify { 'b': require => Notify['a'] }", &[]),
        ("define d() { notify { $title: } } d { 'x::y': } class c::d { d { 'z': } } include c::d", &["--tags", "z"]),
    ];
    for (code, flags) in cases {
        let scratch = scratch();
        let _ = scratch.apply(code, flags);
        let faults = schema::faults(&schema, &data(&scratch, &scratch.path("state/last_run_report.yaml")));
        assert!(faults.is_empty(), "{code}: {faults:#?}");
    }
}
