//! `filebucket`: contents by SHA-256, stored by runs and by the subcommand.

use std::fs;

use marotte_tests::{Outcome, Scratch};

use crate::scratch;

const OLD: &str = "8c7e2c588c459378dfb3f0d90bf3974c59badb4a9e9880b0b0970a60103171ea";

fn filebucket(scratch: &Scratch, words: &[&str]) -> Outcome {
    let state = scratch.path("state").display().to_string();
    scratch.run_with(&[&["filebucket"], words, &["--vardir", &state]].concat(), &[("TZ", "UTC0")])
}

/// Returns the digests and paths of a listing, without times.
fn listed(outcome: &Outcome) -> Vec<(&str, &str)> {
    outcome
        .stdout
        .lines()
        .map(|line| (line.split(' ').next().unwrap_or(""), line.rsplit(' ').next().unwrap_or("")))
        .collect()
}

#[test]
fn replaced_content_is_listed_and_restored() {
    let scratch = scratch();
    let file = scratch.root().join("a");
    fs::write(&file, "olda\n").expect("the initial tree");
    let _ = scratch.apply("file { '/a': content => 'new', backup => 'puppet' }", &[]).expect(2);
    let list = filebucket(&scratch, &["list", "--local"]).expect(0);
    assert_eq!(listed(&list), [(OLD, "/a")]);
    assert_eq!(filebucket(&scratch, &["get", "--local", OLD]).expect(0).stdout, "olda\n");
    assert_eq!(filebucket(&scratch, &["get", "-l", &format!("{{sha256}}{OLD}")]).expect(0).stdout, "olda\n");
    let path = file.display().to_string();
    let restored = filebucket(&scratch, &["restore", "--local", &path, OLD]).expect(0);
    assert_eq!((restored.stdout.as_str(), restored.stderr.as_str()), ("", ""));
    assert_eq!(fs::read_to_string(&file).expect("it exists"), "olda\n");
    let state = scratch.path("state").display().to_string();
    let _ = scratch.run(&["undo", "--vardir", &state]).expect(0);
    assert_eq!(fs::read_to_string(&file).expect("it exists"), "new");
}

#[test]
fn empty_bucket_is_listed() {
    let scratch = scratch();
    let list = filebucket(&scratch, &["list", "--local"]).expect(0).complains("Notice: The filebucket in '");
    assert_eq!(list.stdout, "");
}

#[test]
fn contents_that_runs_have_replaced_are_in_the_bucket_of_this_system() {
    let scratch = scratch();
    fs::create_dir_all(scratch.root()).unwrap();
    fs::write(scratch.root().join("a"), "olda\n").unwrap();
    let _ = scratch.apply("file { '/a': content => 'new' }", &[]).expect(2);
    assert_eq!(listed(&filebucket(&scratch, &["list", "--local"]).expect(0)), [(OLD, "/a")]);
    assert_eq!(filebucket(&scratch, &["get", "--local", OLD]).expect(0).stdout, "olda\n");
    let missing = "0".repeat(64);
    let _ = filebucket(&scratch, &["get", "--local", &missing]).expect(1).complains("File not found");
}

#[test]
fn bucket_on_a_server_is_replaced_with_the_bucket_of_this_system() {
    let scratch = scratch();
    fs::write(scratch.root().join("a"), "olda\n").expect("the initial tree");
    let code = "
        filebucket { 'main': server => 'puppet', path => false }
        File { backup => 'main' }
        file { '/a': content => 'new' }";
    let warning = "Warning: Filebucket[main] is on a server, which is not supported";
    let _ = scratch.apply(code, &[]).expect(2).complains(warning);
    assert_eq!(listed(&filebucket(&scratch, &["list", "--local"]).expect(0)), [(OLD, "/a")]);
}

#[test]
fn files_are_backed_up_to_any_directory() {
    let scratch = scratch();
    let bytes = [0, 255, b'\n', 200];
    let binary = scratch.file("binary", bytes).display().to_string();
    let text = scratch.file("text", "1\n").display().to_string();
    let bucket = scratch.path("bucket").display().to_string();
    let kept = filebucket(&scratch, &["backup", "--bucket", &bucket, &text, &binary, "/nowhere"]).expect(0);
    let one = "4355a46b19d348dc2f57c046f8ef63d4538ebb936000f3c9ee954a27460dd865";
    let lines: Vec<&str> = kept.stdout.lines().collect();
    assert_eq!(lines[0], format!("{text}: {one}"));
    assert_eq!(kept.stderr, "Error: /nowhere: no such file\n");
    let digest = lines[1].rsplit(' ').next().expect("a digest");
    let list = filebucket(&scratch, &["list", "-b", &bucket]).expect(0);
    assert_eq!(listed(&list), [(digest, &*binary), (one, &*text)]);
    let time = list.stdout.split(' ').nth(1).expect("a day").to_owned();
    for (flags, count) in [
        (&["--fromdate", &time][..], 2),
        (&["--todate", &time], 0),
        (&["--fromdate", "2001-01-01", "--todate", "2999-12-31 23:59:59"], 2),
        (&["--fromdate", "2999-01-01"], 0),
    ] {
        let list = filebucket(&scratch, &[&["list", "--bucket", &bucket], flags].concat()).expect(0);
        assert_eq!(list.stdout.lines().count(), count, "{flags:?}: {}", list.stdout);
    }
    let other = scratch.path("other").display().to_string();
    let _ = filebucket(&scratch, &["restore", "-b", &bucket, &other, digest]).expect(0);
    assert_eq!(fs::read(&other).expect("it exists"), bytes);
}

#[test]
fn contents_are_compared() {
    let scratch = scratch();
    let old = scratch.file("old", "same\nold\n").display().to_string();
    let new = scratch.file("new", "same\nnew\n").display().to_string();
    let _ = filebucket(&scratch, &["backup", "--local", &old]).expect(0);
    let digest = filebucket(&scratch, &["backup", "--local", &old]).expect(0).stdout;
    let digest = digest.trim_end().rsplit(' ').next().expect("a digest");
    for side in [&*old, digest] {
        let diff = filebucket(&scratch, &["diff", "--local", side, &new]).expect(0).stdout;
        let lines: Vec<&str> = diff.lines().collect();
        assert!(lines[0].starts_with(&format!("--- {side}\t20")) && lines[0].ends_with(" +0000"), "{diff}");
        assert!(lines[1].starts_with(&format!("+++ {new}\t20")), "{diff}");
        assert_eq!(lines[2..], ["@@ -1,2 +1,2 @@", " same", "-old", "+new"]);
    }
    assert_eq!(filebucket(&scratch, &["diff", "--local", digest, &old]).expect(0).stdout, "");
    let binary = scratch.file("binary", [0, 255]).display().to_string();
    let output = format!("Binary files {old} and {binary} differ\n");
    assert_eq!(filebucket(&scratch, &["diff", "--local", &old, &binary]).expect(0).stdout, output);
}

#[test]
fn invalid_arguments_are_reported_in_puppets_words() {
    let scratch = scratch();
    let none = "0".repeat(64);
    let traversal = format!("../../{}", "0".repeat(58));
    for (words, message) in [
        (&["get", "--local", "0000"][..], "Invalid checksum \"0000\""),
        (&["get", "--local"], "Invalid checksum \"\""),
        (&["get", "--local", &traversal], &*format!("Invalid checksum {traversal:?}")),
        (&["get", "--local", &none], "File not found"),
        (&["restore", "--local", "/nowhere", &none], "File not found"),
        (&["restore", "--local", "/nowhere"], "Invalid checksum \"\""),
        (&["list", "--local", "--fromdate", "junk"], "Error while parsing 'fromdate'"),
        (&["list", "--local", "--todate", "2026-13-01"], "Error while parsing 'todate'"),
        (&["backup", "--local"], "You must specify a file to back up"),
        (&["diff", "--local", "x"], "Need exactly two arguments: filebucket diff <file_a> <file_b>"),
        (&["list"], "No bucket server is configured; use --local or --bucket"),
        (&["list", "--remote"], "No bucket server is configured; use --local or --bucket"),
    ] {
        let outcome = filebucket(&scratch, words).expect(1);
        assert_eq!(outcome.stderr, format!("Error: Could not run: {message}\n"), "{words:?}");
        assert_eq!(outcome.stdout, "");
    }
    let action = "Error: 'filebucket' has no 'nosuch' action.  See `marotte help filebucket`.\n";
    assert_eq!(filebucket(&scratch, &["nosuch"]).expect(1).stderr, action);
}
