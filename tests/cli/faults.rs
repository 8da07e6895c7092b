//! Invalid input: each error contains the position and a hint, and nothing is changed partially.

use std::fs;
use std::process::Command;

use crate::scratch;

#[test]
fn misspelled_type_is_reported_with_position_and_nearest_name() {
    let outcome = scratch().apply("\nfle { '/a': }", &[]).expect(1);
    let _ = outcome
        .complains("Unknown resource type: 'fle'")
        .complains("site.pp, line: 2, column: 1)")
        .complains("2 | fle { '/a': }")
        .complains("'file'");
}

#[test]
fn misspelled_attribute_is_reported_with_position_and_nearest_name() {
    let outcome = scratch().apply("file { '/a':\n  contnt => 'x',\n}", &[]).expect(1);
    let _ = outcome.complains("no parameter named 'contnt'").complains("2 |   contnt => 'x',").complains("'content'");
}

#[test]
fn misspelled_function_is_reported_with_position_and_nearest_name() {
    let outcome = scratch().apply("$x = upcse('a')", &[]).expect(1);
    let _ = outcome.complains("Unknown function: 'upcse'").complains("line: 1, column: 6").complains("'upcase'");
}

#[test]
fn missing_brace_is_explained() {
    let outcome = scratch().apply("class a {\n  notify { 'x': }\n\ninclude a\n", &[]).expect(1);
    let _ = outcome.complains("Syntax error at end of input").complains("class a {");
}

#[test]
fn missing_source_fails_only_its_file() {
    let scratch = scratch();
    let code = "file { '/a': source => '/nowhere' } file { '/b': content => 'b' }";
    let outcome = scratch.apply(code, &[]).expect(6);
    let _ = outcome.complains("/nowhere");
    assert!(!scratch.root().join("a").exists());
    assert!(scratch.root().join("b").exists());
}

#[test]
fn unavailable_provider_fails_only_its_resource() {
    let scratch = scratch();
    let code = "package { 'ntp': ensure => '1.0', provider => windows } -> service { 'ntp': ensure => running, provider => upstart }
        user { 'u': uid => 1 } group { 'g': } file { '/b': content => 'b' }";
    let mut outcome = scratch.apply(code, &[]).expect(6);
    for name in ["user", "group"] {
        outcome = outcome.complains(&format!("Error: Could not find a suitable provider for {name}"));
    }
    outcome = outcome.complains("Provider upstart is not functional on this host");
    let _ = outcome
        .complains("Provider windows is not functional on this host")
        .is_silent_about("Skipping because of failed");
    assert!(scratch.root().join("b").exists());
}

#[test]
fn manifest_that_is_not_utf8_is_rejected() {
    let scratch = scratch();
    let file = scratch.file("bad.pp", b"notice('a')\n# \xff\n");
    let _ = scratch.apply_file(&file, &[]).expect(1).complains("is not UTF-8 at line 2");
}

#[test]
fn excessive_nesting_is_an_error() {
    let code = format!("$x = {}1{}", "[".repeat(100_000), "]".repeat(100_000));
    let _ = scratch().apply(&code, &[]).expect(1).complains("nest");
}

#[test]
fn invalid_value_is_rejected_before_anything_is_applied() {
    let scratch = scratch();
    let outcome = scratch.apply("file { '/a': content => 'a' } file { '/b': mode => 'rwx' }", &[]).expect(1);
    let _ = outcome.complains("Parameter mode failed on File[/b]");
    assert!(scratch.tree().is_empty());
}

#[expect(clippy::print_stderr, reason = "a skipped test reports it")]
fn skip(why: &str) {
    eprintln!("SKIPPED: a full disk: {why}");
}

/// The full disk is a small tmpfs in the test's own mount namespace; if the kernel does not permit this, the test
/// prints that it is skipped. In an ordinary user's user namespace, the owner of root's files is not mapped, so their
/// permissions are not checked.
#[test]
fn full_disk_keeps_the_previous_content() {
    let scratch = scratch();
    let root = scratch.root();
    let manifest = scratch.file(
        "site.pp",
        format!(
            "file {{ '{0}/kept': content => '{1}' }} file {{ '{0}/new': content => '{1}' }} file {{ '{0}/small': content => 'x' }}",
            root.display(),
            "y".repeat(300_000)
        ),
    );
    let script = format!(
        "mount -t tmpfs -o size=64k tmpfs '{0}' || exit 77
         echo old > '{0}/kept'
         '{1}' apply --color false --detailed-exitcodes --no-strict_permissions --vardir '{2}' '{3}' >&2
         echo code $?; cat '{0}/kept' '{0}/small'; ls -A '{0}'",
        root.display(),
        env!("CARGO_BIN_EXE_marotte-under-test"),
        scratch.path("state").display(),
        manifest.display(),
    );
    let output = Command::new("unshare").args(["--user", "--map-root-user", "--mount", "sh", "-c", &script]).output();
    let Ok(output) = output.inspect_err(|error| skip(&error.to_string())) else { return };
    if output.status.code() == Some(77) || !String::from_utf8_lossy(&output.stdout).starts_with("code ") {
        skip(&format!("no mount namespace here: {}", String::from_utf8_lossy(&output.stderr)));
        return;
    }
    assert_eq!(String::from_utf8_lossy(&output.stdout), "code 6\nold\nxkept\nsmall\n");
    assert!(String::from_utf8_lossy(&output.stderr).contains("No space left on device"));
    assert!(fs::read_dir(&root).is_ok());
}
