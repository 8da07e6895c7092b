//! `undo`: restores the directory tree, lists actions that cannot be undone, and reports invalid input.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use marotte_tests::{Outcome, Scratch};

use crate::scratch;

const SITE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/site.pp");

/// Returns the state that an undo must restore: the tree with owners and groups.
fn whole(scratch: &Scratch) -> BTreeMap<PathBuf, (String, u32, u32)> {
    let tree = scratch.tree().into_iter();
    tree.map(|(path, what)| {
        let metadata = fs::symlink_metadata(scratch.root().join(&path)).expect("listed files exist");
        (path, (what, metadata.uid(), metadata.gid()))
    })
    .collect()
}

fn undo(scratch: &Scratch, flags: &[&str]) -> Outcome {
    let state = scratch.path("state").display().to_string();
    let mut arguments = vec!["undo", "--vardir", &state, "--detailed-exitcodes"];
    arguments.extend(flags);
    scratch.run(&arguments)
}

/// Creates the files that the example site replaces, corrects and removes.
fn furnish(scratch: &Scratch) {
    let root = scratch.root();
    fs::create_dir_all(root.join("etc/shop/conf.d")).expect("the tree to begin with");
    fs::set_permissions(root.join("etc/shop/conf.d"), fs::Permissions::from_mode(0o700))
        .expect("the tree to begin with");
    fs::write(root.join("etc/motd"), b"old\xff\n").expect("the tree to begin with");
    fs::set_permissions(root.join("etc/motd"), fs::Permissions::from_mode(0o604)).expect("the tree to begin with");
    fs::write(root.join("etc/motd.old"), "older\n").expect("the tree to begin with");
    fs::create_dir_all(root.join("srv/shop")).expect("the tree to begin with");
    symlink("nowhere", root.join("srv/shop/about")).expect("the tree to begin with");
    if rustix::process::geteuid().is_root() {
        std::os::unix::fs::chown(root.join("etc/motd"), Some(4321), Some(1234)).expect("the tree to begin with");
        std::os::unix::fs::lchown(root.join("srv/shop/about"), Some(4321), Some(1234)).expect("the tree to begin with");
    }
}

#[test]
fn undo_of_the_example_site_restores_the_tree() {
    for is_furnished in [false, true] {
        let scratch = scratch();
        if is_furnished {
            furnish(&scratch);
        }
        let start = whole(&scratch);
        let _ = scratch.apply_file(Path::new(SITE), &[]).expect(2);
        let applied = whole(&scratch);
        if is_furnished {
            // The index was created by a command in an existing directory, so undo cannot detect that it should be
            // removed.
            let _ = undo(&scratch, &[])
                .expect(6)
                .complains("Exec[rebuild the index]: The effects of this command cannot be undone: ")
                .says("Undid run 1 in part in run 2: ")
                .says("changes undone, 1 command not undone");
            fs::remove_file(scratch.root().join("srv/shop/index.txt")).unwrap();
        } else {
            let _ = undo(&scratch, &[]).expect(6).says("File[/etc/motd]: removed /etc/motd");
        }
        assert_eq!(whole(&scratch), start);
        let _ = undo(&scratch, &["2"]).expect(2).says("Undid run 2 in run 3");
        let mut again = whole(&scratch);
        let index = Path::new("srv/shop/index.txt");
        again.insert(index.into(), applied[index].clone());
        assert_eq!(again, applied, "an undo of the undo");
        let _ = undo(&scratch, &["3"]).expect(2);
        let mut back = whole(&scratch);
        back.remove(index);
        assert_eq!(back, start, "and once more");
    }
}

#[test]
fn every_kind_of_change_is_undone() {
    let scratch = scratch();
    let root = scratch.root();
    fs::create_dir_all(root.join("gone/deep/er")).unwrap();
    fs::write(root.join("gone/deep/file"), "kept").unwrap();
    symlink("deep", root.join("gone/link")).unwrap();
    fs::write(root.join("suid"), "#!/bin/sh").unwrap();
    fs::set_permissions(root.join("suid"), fs::Permissions::from_mode(0o4755)).unwrap();
    fs::write(root.join("mode"), "m").unwrap();
    fs::write(root.join("was-file"), "f").unwrap();
    symlink("a", root.join("was-link")).unwrap();
    let start = whole(&scratch);
    let code = "
        file { '/gone': ensure => absent, force => true, backup => false }
        file { '/suid': content => 'new', backup => '.bak' }
        file { '/mode': mode => '0400' }
        file { '/was-file': ensure => link, target => 'mode' }
        file { '/was-link': ensure => file, content => 'x' }
        file { '/new': ensure => directory }
        file { '/new/one': content => 'one' }";
    let _ = scratch.apply(code, &[]).expect(2);
    assert!(root.join("suid.bak").exists());
    let _ = undo(&scratch, &["--noop"]).expect(2).says("File[/new]: would have removed /new (noop)");
    assert!(root.join("new/one").exists());
    let _ = undo(&scratch, &[]).expect(2);
    assert_eq!(whole(&scratch), start);
    let _ = undo(&scratch, &[]).expect(1).complains("No run in");
}

#[test]
fn files_changed_since_the_run_are_listed_and_kept() {
    let scratch = scratch();
    let root = scratch.root();
    fs::write(root.join("a"), "old a").unwrap();
    fs::write(root.join("b"), "old b").unwrap();
    let _ = scratch.apply("file { ['/a', '/b']: content => 'new' } file { '/d': ensure => directory }", &[]).expect(2);
    fs::write(root.join("a"), "mine").unwrap();
    fs::write(root.join("d/mine"), "mine").unwrap();
    let outcome = undo(&scratch, &[]).expect(6);
    let outcome =
        outcome.complains("File[/a]: Could not undo the change of /a: its content has been changed since; --force");
    let _ =
        outcome.complains("/d: it contains entries that the run did not create: mine").says("File[/b]: restored /b");
    let text = |name: &str| fs::read_to_string(root.join(name)).unwrap();
    assert_eq!([text("a"), text("b"), text("d/mine")], ["mine", "old b", "mine"]);
    // The run is not undone yet, so it is still the last one.
    let _ = undo(&scratch, &["--force"]).expect(2).says("Undid run 1 in run 3");
    assert_eq!(text("a"), "old a");
    assert!(!root.join("d").exists());
    let _ = undo(&scratch, &["3"]).expect(2);
    assert_eq!([text("a"), text("d/mine")], ["mine", "mine"], "replaced content is saved");
}

#[test]
fn runs_are_listed_and_the_oldest_are_removed() {
    let scratch = scratch();
    fs::create_dir_all(scratch.path("conf")).unwrap();
    let _ = scratch.file("conf/marotte.conf", "undo_keep = 2\n");
    let conf = scratch.path("conf").display().to_string();
    for content in ["one", "two", "three"] {
        let _ = scratch.apply(&format!("file {{ '/a': content => '{content}' }}"), &["--confdir", &conf]).expect(2);
    }
    let listed = undo(&scratch, &["--list"]).expect(0).is_silent_about("    1  ").says("    3  ");
    assert_eq!(listed.stdout.matches(" UTC  1 change, in /").count(), 2, "{}", listed.stdout);
    let _ = undo(&scratch, &["1"]).expect(1).complains("Error: There is no run 1");
    let _ = undo(&scratch, &["3"]).expect(2);
    let json = undo(&scratch, &["--list", "--render-as", "json"]).expect(0);
    assert!(json.stdout.contains("\"undoes\": 3"), "{}", json.stdout);
    let off = scratch.file("conf/marotte.conf", "undo_keep = 0\n");
    let _ = scratch.apply("file { '/b': content => 'b' }", &["--config", &off.display().to_string()]).expect(2);
    let listed = undo(&scratch, &["--list"]).expect(0);
    assert!(!listed.stdout.contains("    5  "), "{}", listed.stdout);
    let _ = scratch.file("conf/marotte.conf", "undo_keep = some\n");
    let _ = undo(&scratch, &["--confdir", &conf]).expect(1).complains("Invalid value 'some' for parameter undo_keep");
}

#[test]
fn damaged_journal_is_reported() {
    let scratch = scratch();
    let _ = scratch.apply("file { ['/a', '/b', '/c']: content => 'new' }", &[]).expect(2);
    let path = scratch.path("state/undo/1/journal");
    let mut bytes = fs::read(&path).unwrap();
    let line = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(1).unwrap().0 + 40;
    bytes[line] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let _ = undo(&scratch, &[]).expect(6).complains("The journal of run 1 is damaged in line 3").says("removed /a");
    assert_eq!([scratch.root().join("a").exists(), scratch.root().join("b").exists()], [false, true]);
    bytes[4] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let _ =
        undo(&scratch, &["1"]).expect(1).complains("The journal of run 1 cannot be read: its first line is damaged");
}

#[test]
fn modified_saved_contents_are_not_restored() {
    let scratch = scratch();
    fs::write(scratch.root().join("a"), "old").unwrap();
    let _ = scratch.apply("file { '/a': content => 'new' }", &[]).expect(2);
    fs::write(scratch.path("state/undo/1/saved/1"), "forged").unwrap();
    let _ = undo(&scratch, &[]).expect(4).complains("/saved/1 was modified");
    assert_eq!(fs::read_to_string(scratch.root().join("a")).unwrap(), "new");
}

#[test]
fn journal_contains_no_secrets() {
    let scratch = scratch();
    let code = "
        file { '/a': content => Sensitive('canary-one') }
        exec { 'b': command => Sensitive('/bin/echo canary-two'), environment => ['X=plain'] }";
    let _ = scratch.apply(code, &[]).expect(2);
    let _ = scratch.apply("file { '/a': content => Sensitive('canary-three') }", &[]).expect(2);
    for run in ["1", "2"] {
        let directory = scratch.path("state/undo").join(run);
        let journal = fs::read_to_string(directory.join("journal")).unwrap();
        assert!(!journal.contains("canary"), "{journal}");
        assert_eq!(fs::metadata(&directory).unwrap().mode() & 0o777, 0o700);
        assert_eq!(fs::metadata(directory.join("journal")).unwrap().mode() & 0o777, 0o600);
    }
    let _ = undo(&scratch, &[]).expect(2).is_silent_about("canary");
    assert_eq!(fs::read_to_string(scratch.root().join("a")).unwrap(), "canary-one");
    let _ = undo(&scratch, &[]).expect(6).is_silent_about("canary").complains("cannot be undone: [redacted]");
}
