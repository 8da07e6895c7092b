//! Calls of the host that involve more than one path: each needs its own grant.

use marotte_tests::MISBEHAVING;

use crate::scratch;

/// Row 54.
#[test]
fn rename_needs_write_grants_for_both_ends() {
    let scratch = scratch();
    let code = "file { ['/theirs', '/own']: content => 'old' }
        -> hostile { 'x': trick => rename, call => set, path => '/own', other => '/theirs' }";
    let outcome = scratch.apply(code, &["--provider", MISBEHAVING]).expect(6);
    // One rename in each direction.
    let refusals = outcome.stderr.lines().find(|line| line.contains("Hostile[x]")).unwrap();
    assert_eq!(refusals.matches("may not write /theirs").count(), 2, "{}", outcome.stderr);
    assert_eq!(scratch.tree().len(), 2, "{:#?}", scratch.tree());
}

/// Row 55.
#[test]
fn parent_directories_require_their_own_grants() {
    let scratch = scratch();
    let code = "hostile { 'x': trick => parents, call => set, path => '/above/below' }";
    let _ = scratch.apply(code, &["--provider", MISBEHAVING]).expect(4).complains("may not write /above");
    assert!(scratch.tree().is_empty(), "{:#?}", scratch.tree());
}

/// Row 47.
#[test]
fn backup_suffix_names_no_ungranted_sibling() {
    let scratch = scratch();
    std::fs::write(scratch.root().join("hosts"), "old\n").unwrap();
    std::fs::write(scratch.root().join("hosts.deny"), "ALL: ALL\n").unwrap();
    for suffix in [".allow", ".deny", "/../other"] {
        let code = format!("hostile {{ 'x': trick => backup, call => set, path => '/hosts', other => '{suffix}' }}");
        let outcome = scratch.apply(&code, &["--provider", MISBEHAVING]);
        assert_eq!(outcome.code, Some(4), "{suffix}: {}{}", outcome.stdout, outcome.stderr);
    }
    assert_eq!(scratch.tree().len(), 2, "{:#?}", scratch.tree());
    assert_eq!(std::fs::read_to_string(scratch.root().join("hosts.deny")).unwrap(), "ALL: ALL\n");
}
