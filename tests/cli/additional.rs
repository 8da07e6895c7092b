//! Resources that components add: beside theirs before the run, or within them at their turn.

use marotte_tests::{GENERATORS, Outcome, Scratch};

use crate::scratch;

fn apply(scratch: &Scratch, code: &str, flags: &[&str], exit: i32) -> Outcome {
    scratch.apply(code, &[&["--provider", GENERATORS], flags].concat()).expect(exit)
}

/// Returns the log lines about resources, without the path of the main class.
fn lines(outcome: &Outcome) -> Vec<String> {
    let of_resources = outcome.stdout.lines().filter(|line| line.contains("/Stage[main]/Main/"));
    of_resources.map(|line| line.replace("Notice: /Stage[main]/Main/", "")).collect()
}

#[test]
fn files_beside_a_directory_are_announced_and_completed_at_its_turn() {
    let scratch = scratch();
    let code = "bundle { '/b': files => { 'one' => 'first', 'two' => '' }, loglevel => notice, tag => 'mine' }
                notify { 'after': require => Bundle['/b'] }";
    let outcome = apply(&scratch, code, &[], 2);
    let messages = lines(&outcome);
    assert_eq!(messages[0], "Bundle[/b]/ensure: created");
    // The completed file is now content of the directory, so the other file waits for it.
    assert!(messages[1].starts_with("File[/b/two]/ensure: defined content as '{sha256}"), "{messages:#?}");
    assert!(messages[2].starts_with("File[/b/one]/ensure: defined content as '{sha256}"), "{messages:#?}");
    assert_eq!(messages[3], "Notify[after]/message: defined 'message' as 'after'");
    let tree = scratch.tree();
    let content = |name: &str| tree[std::path::Path::new(name)].split_once(' ').unwrap().1.to_owned();
    assert_eq!((content("b/one"), content("b/two")), ("0644 first".to_owned(), "0644 at its turn\n".to_owned()));
    let again = apply(&scratch, &code.replace("notify", "# notify"), &[], 0);
    assert_eq!(lines(&again), [""; 0]);
}

#[test]
fn a_dry_run_tells_of_what_would_be_added() {
    let scratch = scratch();
    let outcome =
        apply(&scratch, "bundle { '/b': files => { 'one' => 'first' } } tree { '/t': depth => 1 }", &["--noop"], 0);
    let messages = lines(&outcome);
    for resource in ["Bundle[/b]", "File[/b/one]", "Tree[/t]", "Tree[/t/0]"] {
        assert!(
            messages.iter().any(|line| line.starts_with(&format!("{resource}/ensure: current_value 'absent'"))),
            "{messages:#?}"
        );
    }
    assert!(scratch.tree().is_empty());
}

#[test]
fn who_waits_for_a_tree_waits_for_its_branches() {
    let scratch = scratch();
    let code = "tree { '/t': depth => 2, before => Notify['after'] } notify { 'after': }";
    let messages = lines(&apply(&scratch, code, &[], 2));
    let expected = ["/t", "/t/0", "/t/0/0", "/t/1", "/t/1/0"].map(|path| format!("Tree[{path}]/ensure: created"));
    assert_eq!(messages[..5], expected);
    assert_eq!(messages[5], "Notify[after]/message: defined 'message' as 'after'");
    assert!(scratch.root().join("t/1/0").is_dir());
}

#[test]
fn what_the_manifest_declares_wins() {
    let scratch = scratch();
    let code = "bundle { '/b': files => { 'one' => 'first' } }
                file { 'mine': path => '/b/one', ensure => file, content => 'mine', require => Bundle['/b'] }";
    let outcome = apply(&scratch, code, &[], 2);
    assert!(!outcome.stdout.contains("File[/b/one]"), "{}", outcome.stdout);
    assert_eq!(std::fs::read_to_string(scratch.root().join("b/one")).unwrap(), "mine");
}

#[test]
fn what_cannot_be_added_fails_its_parent_alone() {
    let wrong = [
        (
            "of => 'exec'",
            "the provider 'bundle' may not add Exec[/b/x]: no grant of its manifest covers the type 'exec'",
        ),
        ("of => 'nosuch'", "Could not find type nosuch"),
        ("extra => 'nope'", "no parameter named 'nope' on File[/b/x]"),
        ("extra => 'noop'", "File[/b/x] can't have a 'noop' of its own"),
    ];
    for (attribute, message) in wrong {
        let scratch = scratch();
        let code = format!(
            "bundle {{ '/b': files => {{ 'x' => '' }}, {attribute} }} bundle {{ '/c': files => {{ 'x' => 'c' }} }}"
        );
        let outcome = apply(&scratch, &code, &[], 6);
        let messages = format!("/Bundle[/b]: Failed to generate additional resources using 'generate': {message}");
        let _ = outcome.complains(&messages);
        assert_eq!(scratch.tree().len(), 2, "{:#?}", scratch.tree());
    }
}

#[test]
fn a_component_that_breaks_while_it_adds_fails_its_own_resource() {
    for (wrong, message) in [("fail", "the forest is closed"), ("panic", "lost in the forest")] {
        let scratch = scratch();
        let code = format!(
            "tree {{ '/t': wrong => '{wrong}' }} tree {{ '/u': depth => 1 }} notify {{ 'n': require => Tree['/t'] }}"
        );
        let outcome = apply(&scratch, &code, &[], 6);
        let outcome = outcome.complains("Tree[/t]: Failed to generate additional resources using 'eval_generate': ");
        let _ = outcome.complains(message).complains("Notify[n]: Skipping because of failed dependencies");
        assert!(scratch.root().join("u/0").is_dir());
    }
}
