//! SIGKILL after each effect of a run: no file is partially written, no temporary file remains, the next run
//! completes the work, and an undo of both runs restores the original state.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use marotte_tests::Scratch;

use crate::scratch;

const SITE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/site.pp");

type Tree = BTreeMap<PathBuf, String>;

/// Creates a tree with files to replace and to remove.
fn furnished() -> Scratch {
    let scratch = scratch();
    fs::create_dir(scratch.root().join("etc")).expect("the initial tree");
    fs::write(scratch.root().join("etc/motd"), "old\n").expect("the initial tree");
    fs::write(scratch.root().join("etc/motd.old"), "older\n").expect("the initial tree");
    scratch
}

#[test]
fn run_killed_after_any_effect_is_completed_by_the_next_and_both_are_undone() {
    let undisturbed = furnished();
    let start = undisturbed.tree();
    let _ = undisturbed.apply_file(Path::new(SITE), &[]).expect(2);
    let expected = undisturbed.tree();
    let mut kills = 0;
    for effect in 1..=200 {
        let scratch = furnished();
        let kill = [("MAROTTE_TEST_KILL_AFTER", &*effect.to_string())];
        let killed = scratch.apply_file_with(Path::new(SITE), &[], &kill);
        if killed.code.is_some() {
            break;
        }
        kills += 1;
        expect_whole(&scratch, &start, &expected, effect);
        let again = scratch.apply_file(Path::new(SITE), &[]);
        assert!(matches!(again.code, Some(0 | 2)), "{again:?}");
        let mut tree = scratch.tree();
        // The exec is triggered by changes; the killed run's changes are lost, as with Puppet.
        let index = Path::new("srv/shop/index.txt");
        tree.insert(index.to_path_buf(), expected[index].clone());
        assert_eq!(tree, expected, "after effect {effect} and another run");
        assert_eq!(undo_all(&scratch), start, "after effect {effect}, another run and their undo");
        let pending = fs::read_dir(scratch.path("state/pending")).into_iter().flatten().count();
        assert_eq!(pending, 0, "temporary names are recorded after effect {effect}");
    }
    assert!(kills >= 15, "only {kills} effects were seen");
}

/// Sixty resources of various types, all of which change something.
const MANY: &str = r#"
    file { '/srv': ensure => directory }
    Integer[1, 12].each |$i| {
      file { "/srv/directory${i}": ensure => directory, mode => '0750' }
      file { "/srv/directory${i}/page": content => "page ${i}\n", mode => '0604' }
      file { "/srv/link${i}": ensure => link, target => "directory${i}/page" }
      file { "/etc/old${i}": ensure => absent }
      file { "/etc/kept${i}": content => "new ${i}\n" }
    }"#;

fn crowded() -> Scratch {
    let scratch = scratch();
    let etc = scratch.root().join("etc");
    fs::create_dir(&etc).expect("the initial tree");
    for number in 1..=12 {
        fs::write(etc.join(format!("old{number}")), "old\n").expect("the initial tree");
        fs::write(etc.join(format!("kept{number}")), "old\n").expect("the initial tree");
    }
    scratch
}

#[test]
fn run_is_completed_after_many_successive_kills() {
    let undisturbed = crowded();
    let start = undisturbed.tree();
    let _ = undisturbed.apply(MANY, &[]).expect(2);
    let expected = undisturbed.tree();
    for effect in 1..=50 {
        let scratch = crowded();
        let manifest = scratch.file("site.pp", MANY);
        let kill = [("MAROTTE_TEST_KILL_AFTER", &*effect.to_string())];
        let killed = scratch.apply_file_with(&manifest, &[], &kill);
        assert_eq!(killed.code, None, "a run of {effect} effects or more is killed by a signal: {killed:?}");
        expect_whole(&scratch, &start, &expected, effect);
        let _ = scratch.apply_file(&manifest, &[]).expect(2);
        assert_eq!(scratch.tree(), expected, "after effect {effect} and another run");
        let pending = fs::read_dir(scratch.path("state/pending")).into_iter().flatten().count();
        assert_eq!(pending, 0, "temporary names are recorded after effect {effect}");
    }
}

/// Checks that every object has either its original or its desired kind, mode and content.
fn expect_whole(scratch: &Scratch, start: &Tree, expected: &Tree, effect: u32) {
    for (path, what) in scratch.tree() {
        let whole = [start.get(&path), expected.get(&path)];
        assert!(whole.contains(&Some(&what)), "left behind after effect {effect}: {}: {what}", path.display());
    }
}

#[test]
fn undo_killed_after_any_effect_is_completed_by_the_next() {
    let mut kills = 0;
    for effect in 1..=200 {
        let scratch = furnished();
        let start = scratch.tree();
        let _ = scratch.apply_file(Path::new(SITE), &[]).expect(2);
        let state = scratch.path("state").display().to_string();
        let kill = [("MAROTTE_TEST_KILL_AFTER", &*effect.to_string())];
        if scratch.run_with(&["undo", "--vardir", &state], &kill).code.is_some() {
            break;
        }
        kills += 1;
        assert_eq!(undo_all(&scratch), start, "after effect {effect} and another undo");
    }
    assert!(kills >= 15, "only {kills} effects were seen");
}

/// Undoes the last run until no run is left.
fn undo_all(scratch: &Scratch) -> Tree {
    let state = scratch.path("state").display().to_string();
    for _ in 0..3 {
        // Commands are not undone.
        let outcome = scratch.run(&["undo", "--vardir", &state, "--detailed-exitcodes"]);
        if outcome.code == Some(1) {
            let _ = outcome.complains("No run in ");
            return scratch.tree();
        }
    }
    panic!("too many runs can be undone")
}
