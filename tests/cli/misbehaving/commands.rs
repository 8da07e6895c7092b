//! Commands of components: queries that never end, print too much or change the system, and programs without a grant.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;

use marotte_tests::MISBEHAVING;
use runtime::{Runtime, RuntimeConfig};

use super::assert_complaint;
use crate::scratch;

#[test]
fn query_is_limited_in_time_and_output() {
    let scratch = scratch();
    let code =
        "hostile { 'slow': trick => slow_query; 'flood': trick => flood_query } file { '/after': content => 'a' }";
    let flags = ["--provider", MISBEHAVING];
    let (outcome, peak) = scratch.apply_measured(code, &flags, &[("MAROTTE_TEST_DEADLINE_MS", "3000")]);
    let outcome = outcome.expect(6);
    assert_complaint(&outcome.stderr, &["Hostile[slow]", "Command exceeded timeout"]);
    assert_complaint(&outcome.stderr, &["Hostile[flood]", "'yes' printed more than 8388608 bytes"]);
    assert!(peak < 256, "the program had {peak} MiB");
    assert!(scratch.root().join("after").exists());
}

#[test]
#[expect(clippy::print_stderr, reason = "a skipped test reports it")]
fn query_that_changes_the_system_is_blocked_by_the_kernel() {
    if let Some(missing) = Runtime::new(RuntimeConfig::new(vec![])).unwrap().protections().missing() {
        eprintln!("SKIPPED: {missing}");
        return;
    }
    let scratch = scratch();
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    listener.set_nonblocking(true).unwrap();
    let (port, written) = (listener.local_addr().unwrap().port(), scratch.path("written"));
    let code = format!(
        "hostile {{ 'write': trick => lying_query, other => '{}' }}
         hostile {{ 'connect': trick => chatty_query, path => '/dev/tcp/127.0.0.1/{port}' }}
         file {{ '/after': content => 'a' }}",
        written.display()
    );
    let outcome = scratch.apply(&code, &["--provider", MISBEHAVING]).expect(6);
    assert_complaint(&outcome.stderr, &["Hostile[write]", "Permission denied"]);
    assert_complaint(&outcome.stderr, &["Hostile[connect]", "Operation not permitted"]);
    assert!(!written.exists() && listener.accept().is_err());
    assert!(scratch.root().join("after").exists());
}

#[test]
fn program_in_a_components_directory_is_not_found() {
    let scratch = scratch();
    let (directory, mark) = (scratch.root().join("own"), scratch.path("mark"));
    fs::create_dir(&directory).unwrap();
    let tool = directory.join("marotte-hostile-tool");
    fs::write(&tool, format!("#!/bin/sh\necho ran > '{}'\n", mark.display())).unwrap();
    fs::set_permissions(&tool, fs::Permissions::from_mode(0o755)).unwrap();
    let code = format!("hostile {{ 'x': trick => own_tool, path => '{}' }}", directory.display());
    let outcome = scratch.apply(&code, &["--provider", MISBEHAVING]).expect(4);
    assert_complaint(&outcome.stderr, &["Hostile[x]", "Could not find command 'tool'"]);
    assert!(!mark.exists());
}

#[test]
fn granted_command_cannot_be_replaced() {
    let scratch = scratch();
    let file = scratch.path("mine");
    let code = format!(
        "hostile {{ default: path => '{}', command => 'true';
           'code': trick => own_code; 'command': trick => own_command }}
         file {{ '/after': content => 'a' }}",
        file.display()
    );
    let outcome = scratch.apply(&code, &["--provider", MISBEHAVING]).expect(6);
    let refused = [
        "Hostile[code]",
        "may not set the variable 'LD_PRELOAD': no grant of its manifest covers it",
        "Hostile[command]",
        "may not replace 'true' with",
        "only a placeholder can be replaced",
    ];
    assert_complaint(&outcome.stderr, &refused);
    assert!(!file.exists() && scratch.root().join("after").exists());
}

#[test]
fn canonicalize_cannot_change_values_used_in_grants() {
    let scratch = scratch();
    let code = "hostile { 'x': trick => own_grant, call => set, path => '/granted', other => '/other';
                          'y': trick => own_grant, call => set, path => '/granted', other => '//granted' }
                file { '/after': content => 'a' }";
    let outcome = scratch.apply(code, &["--provider", MISBEHAVING]).expect(6);
    assert_complaint(
        &outcome.stderr,
        &["Hostile[x]", "changed the value, but grants refer to the value in the manifest"],
    );
    assert!(!outcome.stderr.contains("Hostile[y]"), "{}", outcome.stderr);
    let exists = |name: &str| scratch.root().join(name).exists();
    assert!(!exists("other") && exists("granted") && exists("after"));
}
