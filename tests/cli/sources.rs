//! Inputs of `apply` other than a single manifest, and the lists of classes and resources that it writes.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Stdio;

use marotte_tests::is_result_line;

use crate::scratch;

const CODE: &str = "
class web { file { '/web': content => 'x' } }
include web
file { '/as-it-is': }
notify { 'Told': }
";

#[test]
fn compiled_catalog_is_applied() {
    let scratch = scratch();
    let manifest = scratch.file("site.pp", CODE).display().to_string();
    let compiled = scratch.run(&["catalog", "compile", "n1", "--manifest", &manifest]).expect(0).stdout;
    let catalog = scratch.file("n1.json", &compiled).display().to_string();
    let (root, state) = (scratch.root().display().to_string(), scratch.path("state").display().to_string());
    let flags = ["apply", "--root", &root, "--vardir", &state, "--detailed-exitcodes", "--catalog"];
    let outcome = scratch.run(&[&flags[..], &[&catalog]].concat()).expect(2);
    let output: Vec<&str> =
        outcome.stdout.lines().filter(|line| !line.contains("seconds") && !is_result_line(line)).collect();
    let expected = [
        "Notice: /Stage[main]/Web/File[/web]/ensure: defined content as '{sha256}2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881'",
        "Notice: Told",
        "Notice: /Stage[main]/Main/Notify[Told]/message: defined 'message' as 'Told'",
    ];
    assert_eq!(output, expected);
    assert!(!outcome.stdout.contains("Compiled catalog"), "{}", outcome.stdout);
    let input = fs::File::open(&catalog).expect("it was written");
    let outcome = scratch.run_reading(&[&flags[..], &["-", "--noop"]].concat(), Stdio::from(input)).expect(0);
    let _ = outcome.says("should be 'Told' (noop)").is_silent_about("/web");
}

#[test]
fn invalid_catalog_is_rejected() {
    let scratch = scratch();
    for (content, reason) in [
        ("", "The catalog is not JSON: it is empty"),
        ("notify { 'x': }", "The catalog is not JSON: "),
        ("[]", "The catalog is not JSON: "),
        ("{}", "The catalog has format 0, but this program reads format 2"),
        (r#"{"catalog_format": 2}"#, "The catalog has no valid name"),
        (r#"{"catalog_format": 2, "name": "n", "resources": 5}"#, "The catalog has no valid resources"),
        (
            r#"{"catalog_format": 2, "name": "n", "resources": [{"type": "Nosuch", "title": "x", "kind": "compilable_type"}], "edges": []}"#,
            "Unknown resource type: 'nosuch'",
        ),
    ] {
        let catalog = scratch.file("bad.json", content).display().to_string();
        let outcome = scratch.run(&["apply", "--catalog", &catalog, "--vardir", &catalog.replace("bad.json", "state")]);
        let outcome = outcome.expect(1);
        let error = format!("Error: Could not run: Could not deserialize catalog from JSON: '{catalog}': {reason}");
        assert!(outcome.stderr.starts_with(&error), "{}", outcome.stderr);
        assert_eq!(outcome.stdout, "");
    }
    let _ = scratch
        .run(&["apply", "--catalog", "/nowhere"])
        .expect(1)
        .complains("Error: Could not run: Could not read '/nowhere'");
    let _ = scratch.run(&["apply", "--catalog", "x", "y.pp"]).expect(1).complains("cannot be used with");
}

#[test]
fn class_and_resource_lists_are_written_on_request() {
    let scratch = scratch();
    let _ = scratch.apply(CODE, &[]).expect(2);
    assert!(!scratch.path("state/classes.txt").exists(), "the lists were not requested");
    let _ = scratch.apply(CODE, &["--write-catalog-summary"]).expect(2);
    let read = |name: &str| fs::read_to_string(scratch.path(name)).expect("the list");
    assert_eq!(read("state/classes.txt"), "settings\nweb\n");
    assert_eq!(read("state/resources.txt"), "file[/web]\nnotify[told]\n");
    let mode = fs::metadata(scratch.path("state/classes.txt")).expect("the list").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    let other = scratch.path("other/list").display().to_string();
    let _ = scratch
        .apply("", &["--write_catalog_summary", "--resourcefile", &other, "--classfile", "/"])
        .expect(0)
        .complains("Error: Could not create class file /: ");
    assert_eq!(read("other/list"), "\n");
}

#[test]
fn loadclasses_includes_the_listed_classes() {
    let scratch = scratch();
    let code = "class web { notify { 'web': } } class db { notify { 'db': } }";
    let _ = scratch.file("state/classes.txt", "settings\nweb\n");
    let _ = scratch.apply(code, &["-L"]).expect(2).says("Notice: web").is_silent_about("db");
    let _ = scratch.apply(code, &["--loadclasses", "--classfile", "/nowhere"]).expect(0).is_silent_about("Notice: web");
    let _ = scratch.file("state/classes.txt", "gone");
    let _ = scratch.apply(code, &["--loadclasses"]).expect(1).complains("Could not find class gone for ");
    // A directory is not a readable list for any user.
    let outcome = scratch.apply(code, &["--loadclasses", "--classfile", "/"]).expect(63);
    assert_eq!(outcome.stderr, "Error: / is not readable\n");
}

#[test]
fn only_the_first_file_is_applied() {
    let scratch = scratch();
    let other = scratch.file("other.pp", "notify { 'other': }").display().to_string();
    let outcome = scratch.apply("notify { 'site': }", &[&other]).expect(2);
    let _ = outcome
        .complains(&format!("Warning: Only one file can be applied per run.  Skipping {other}\n"))
        .is_silent_about("Notice: other");
}

#[test]
fn pending_changes_have_their_own_exit_code() {
    let scratch = scratch();
    let manifest = scratch.file("site.pp", "file { '/a': content => 'x' }").display().to_string();
    let root = scratch.root().display().to_string();
    let state = scratch.path("state").display().to_string();
    let run = |flags: &[&str]| {
        scratch.run(&[&["apply", &manifest, "--root", &root, "--vardir", &state], flags].concat()).code
    };
    assert_eq!(run(&["--noop"]), Some(0));
    assert_eq!(run(&["--noop", "--detailed-exitcodes"]), Some(0));
    assert_eq!(run(&["--noop", "--pending-exitcodes"]), Some(8));
    assert_eq!(run(&["--pending-exitcodes"]), Some(2));
    assert_eq!(run(&["--noop", "--pending-exitcodes"]), Some(0));
    let _ = scratch.file("site.pp", "file { '/b': content => 'x' } file { '/c': content => 'x', noop => false }");
    assert_eq!(run(&["--noop", "--pending-exitcodes"]), Some(10));
}
