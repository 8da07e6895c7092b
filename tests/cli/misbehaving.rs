//! Misbehaving components: each fails its own resource with a message, and the rest of the catalog is applied.

mod cache;
mod commands;
pub(super) mod forged;
mod malformed;
mod phases;
mod race;
mod reach;
mod volume;

use std::fs;

use marotte_tests::MISBEHAVING;

use crate::scratch;

/// Applies a misbehaving resource between two valid ones and returns the output of the run.
fn misbehave(resource: &str, flags: &[&str], code: i32) -> (marotte_tests::Scratch, String) {
    let scratch = scratch();
    let manifest = format!("file {{ '/before': content => 'b' }} {resource} file {{ '/after': content => 'a' }}");
    let flags = [&["--provider", MISBEHAVING], flags].concat();
    let site = scratch.file("site.pp", manifest);
    let outcome = scratch.apply_file_with(&site, &flags, &[("MAROTTE_TEST_DEADLINE_MS", "500")]).expect(code);
    if !flags.contains(&"--noop") {
        assert!(scratch.root().join("before").exists() && scratch.root().join("after").exists(), "{}", outcome.stderr);
    }
    (scratch, outcome.stderr)
}

#[track_caller]
fn assert_complaint(stderr: &str, words: &[&str]) {
    for word in words {
        assert!(stderr.contains(word), "no {word:?} in:\n{stderr}");
    }
}

#[test]
fn endless_loop_is_stopped() {
    let (_, stderr) = misbehave("hostile_loop { 'x': }", &[], 6);
    assert_complaint(&stderr, &["Hostile_loop[x]", "stopped"]);
}

#[test]
fn excessive_memory_use_is_stopped() {
    let (_, stderr) = misbehave("hostile_memory { 'x': }", &[], 6);
    assert_complaint(&stderr, &["Hostile_memory[x]", "memory"]);
}

#[test]
fn panic_fails_its_resource() {
    let (_, stderr) = misbehave("hostile_panic { 'x': }", &[], 6);
    assert_complaint(&stderr, &["Hostile_panic[x]", "panic"]);
}

#[test]
fn write_while_reading_is_refused() {
    let (scratch, stderr) = misbehave("hostile_write_in_get { 'x': path => '/written' }", &[], 6);
    assert_complaint(&stderr, &["Hostile_write_in_get[x]", "read"]);
    assert!(!scratch.root().join("written").exists());
}

#[test]
fn write_in_a_dry_run_is_refused() {
    let (scratch, _) = misbehave("hostile_write_in_get { 'x': path => '/written' }", &["--noop"], 4);
    assert!(scratch.tree().is_empty(), "{:#?}", scratch.tree());
}

#[test]
fn path_outside_the_grant_is_refused() {
    for how in ["direct", "symlink", "dots", "own_link", "follow"] {
        let (scratch, stderr) = misbehave(
            &format!(
                "file {{ '/directory': ensure => directory }}
                 file {{ '/directory/out': ensure => link, target => '/elsewhere' }}
                 file {{ '/elsewhere': ensure => directory }}
                 hostile_outside {{ 'x': path => '/directory', how => '{how}', require => File['/elsewhere', '/directory/out'] }}"
            ),
            &[],
            6,
        );
        assert_complaint(&stderr, &["Hostile_outside[x]", "grant"]);
        assert_eq!(fs::read_dir(scratch.root().join("elsewhere")).unwrap().count(), 0, "{how}");
    }
}

#[test]
fn well_behaved_component_is_applied() {
    let scratch = scratch();
    let outcome = scratch.apply("well_behaved { 'x': path => '/fine' }", &["--provider", MISBEHAVING]).expect(2);
    let _ = outcome.complains("is not locked");
    assert!(scratch.root().join("fine").exists());
}
