//! The other verbs, and the program itself.

use crate::scratch;

#[test]
fn a_valid_manifest_is_validated_in_silence() {
    let scratch = scratch();
    let file = scratch.file("a.pp", "notify { 'a': }");
    let outcome = scratch.run(&["parser", "validate", file.to_str().unwrap()]).expect(0);
    assert_eq!((outcome.stdout.as_str(), outcome.stderr.as_str()), ("", ""));
}

#[test]
fn all_faults_of_all_files_are_reported() {
    let scratch = scratch();
    let one = scratch.file("one.pp", "notify { 'a':\n");
    let two = scratch.file("two.pp", "\n  class { }\n}\n");
    let outcome = scratch.run(&["parser", "validate", one.to_str().unwrap(), two.to_str().unwrap()]).expect(1);
    let _ = outcome
        .complains("Error: Could not parse for environment production: Syntax error at end of input")
        .complains("one.pp")
        .complains("two.pp, line: ");
}

#[test]
fn the_old_language_is_there_when_asked_for() {
    let scratch = scratch();
    let _ = scratch.file("imported.pp", "class a-b { notify { 'old': } }");
    let site = scratch.file("site.pp", "import 'imported'\ninclude a-b\n");
    let site = site.to_str().unwrap();
    let outcome = scratch.run(&["parser", "validate", site, "--language", "3"]).expect(0);
    let _ = outcome.complains("Warning: The use of 'import' is deprecated");
    let outcome = scratch.run(&["catalog", "compile", "--manifest", site, "--language", "3"]).expect(0);
    assert!(outcome.stdout.contains("A-b"), "{}", outcome.stdout);
    let outcome = scratch.run(&["catalog", "compile", "--manifest", site]).expect(1);
    let _ = outcome.complains("Use of 'import' has been discontinued").complains("'--language 3'");
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let scratch = scratch();
    let outcome = scratch.run(&["parser", "validate", "/nowhere.pp"]).expect(1);
    let _ = outcome.complains("One or more file(s) specified did not exist:\n/nowhere.pp");
    let _ = scratch.run(&["apply", "/nowhere.pp"]).expect(1).complains("Could not find file /nowhere.pp");
}

#[test]
fn who_is_strict_hears_of_attributes_that_are_not_managed() {
    let scratch = scratch();
    let code = "service { 'x': provider => base, flags => '-v' }";
    let reason = "Provider base does not support features flaggable; not managing attribute flags";
    let _ = scratch.apply(code, &["--debug", "--noop"]).says(&format!("Service[x]: {reason}"));
    let _ = scratch.apply(code, &["--strict", "error"]).expect(1).complains(reason);
}

#[test]
fn types_are_described() {
    let scratch = scratch();
    let outcome = scratch.run(&["describe", "file", "--providers"]).expect(0);
    let _ = outcome.says("- **ensure**").says("- **path** (namevar").says("Providers");
    let _ = scratch.run(&["describe", "--list"]).expect(0).says("exec ").says("notify ").says("tidy ");
    let _ = scratch
        .run(&["describe", "package", "--providers"])
        .expect(0)
        .says("**apt**")
        .says("Not built yet.")
        .says("*X*");
    let _ = scratch.run(&["describe", "fle"]).expect(1).complains("Unknown type fle");
}

#[test]
fn providers_show_what_they_may_touch() {
    let scratch = scratch();
    let outcome = scratch.run(&["provider", "list"]).expect(0);
    let _ = outcome.says("type file").says("may write @path").says("type exec");
}

#[test]
fn an_unknown_flag_is_an_error() {
    let _ = scratch().run(&["apply", "--nosuch"]).expect(1).complains("--nosuch");
    let _ = scratch().run(&["--version"]).expect(0).says("marotte ");
}
