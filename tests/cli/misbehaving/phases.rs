//! Failures of a component in each of its calls: each affects only the resource of the call.

use marotte_tests::MISBEHAVING;

use super::assert_complaint;
use crate::scratch;

#[test]
fn panic_in_any_call_fails_only_its_resource() {
    let scratch = scratch();
    let code = "file { '/before': content => 'b' }
        hostile {
          'canonicalize': trick => panic, call => canonicalize;
          'relate': trick => panic, call => relate;
          'generate': trick => panic, call => generate;
          'expand': trick => panic, call => expand;
          'get': trick => panic, call => get;
          'set': trick => panic, call => set;
          'refresh': ensure => absent, trick => panic, call => refresh, subscribe => File['/before'];
          'none': ;
        }
        hostile_open { 'open': }
        file { '/after': content => 'a' }";
    let outcome = scratch.apply(code, &["--provider", MISBEHAVING]).expect(6).says("Hostile[none]/ensure: created");
    for call in ["Canonicalize", "Relate", "Generate", "Expand", "Get", "Set", "Refresh"] {
        let title = call.to_lowercase();
        let of = format!("of Hostile[{title}] failed: it panicked at tests/components/misbehaving/src/trick.rs:");
        assert_complaint(&outcome.stderr, &[&of, &format!("no luck in {call} (in '{title}')")]);
    }
    assert_complaint(&outcome.stderr, &["Hostile_open[open]", "hostile_open does not open"]);
    assert!(scratch.root().join("before").exists() && scratch.root().join("after").exists());
}

#[test]
fn pure_call_is_limited_in_time() {
    let scratch = scratch();
    let code = "hostile {
          'loop': trick => loop, call => canonicalize;
        }
        file { '/after': content => 'a' }";
    let manifest = scratch.file("site.pp", code);
    let outcome = scratch
        .apply_file_with(&manifest, &["--provider", MISBEHAVING], &[("MAROTTE_TEST_DEADLINE_MS", "500")])
        .expect(6);
    assert_complaint(&outcome.stderr, &["Hostile[loop] ran for more than 0.5 s"]);
    assert!(scratch.root().join("after").exists());
}

#[test]
fn pure_call_cannot_access_the_system() {
    for (trick, import) in [("read_other", "fs-read.read-text"), ("write", "fs-write.write")] {
        let scratch = scratch();
        let code = format!("hostile {{ 'x': trick => {trick}, call => canonicalize, path => '/x', other => '/x' }}");
        let outcome = scratch.apply(&code, &["--provider", MISBEHAVING]).expect(1);
        assert_complaint(&outcome.stderr, &["Validation of Hostile[x] failed", &format!("may not call {import}")]);
        assert!(scratch.tree().is_empty());
    }
}
