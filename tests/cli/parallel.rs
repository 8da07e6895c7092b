//! `apply --parallel`: the directory tree and the report equal those of a sequential run.

use std::fs;

use marotte_tests::{Scratch, is_result_line};

use crate::scratch;

const SITE: &str = r#"
    file { '/srv': ensure => directory }
    Integer[1, 8].each |$directory| {
      file { "/srv/${directory}": ensure => directory, mode => '0750' }
      Integer[1, 20].each |$file| {
        file { "/srv/${directory}/${file}": content => "page ${file} of ${directory}\n", mode => '0604' }
      }
      file { "/srv/${directory}/latest": ensure => link, target => '20' }
    }
    file { '/missing/file': content => 'x' }
    file { '/srv/behind': content => 'x', require => File['/missing/file'] }
    file { '/srv/told': content => 'x', notify => Exec['/bin/true'] }
    exec { '/bin/true': refreshonly => true }
    file { '/etc': ensure => directory }
    file { '/etc/old': ensure => absent }
    file { '/etc/fact': content => $facts['kernel'] }"#;

fn furnished() -> Scratch {
    let scratch = scratch();
    fs::create_dir(scratch.root().join("etc")).expect("the initial tree");
    fs::write(scratch.root().join("etc/old"), "old").expect("the initial tree");
    scratch
}

/// Returns the lines of a text without times and random values.
fn plain(text: &str) -> Vec<String> {
    let is_timed = |line: &str| {
        let words =
            ["time", "uuid", "evaluation", "Applied catalog", "Compiled catalog", "# run", "configuration_version"];
        is_result_line(line) || words.iter().any(|word| line.contains(word))
    };
    let mut lines: Vec<String> = text.lines().filter(|line| !is_timed(line)).map(str::to_owned).collect();
    // Values of time metrics: `- 0.0123`.
    lines.retain(|line| line.trim_start().strip_prefix("- ").is_none_or(|rest| rest.parse::<f64>().is_err()));
    lines
}

#[test]
fn tree_output_and_report_equal_those_of_a_sequential_run() {
    let (one, many) = (furnished(), furnished());
    let site = |scratch: &Scratch, workers: &str| {
        let manifest = one.file("site.pp", SITE);
        let outcome = scratch.apply_file(&manifest, &["--parallel", workers, "--durable", "off"]).expect(6);
        let report = fs::read_to_string(scratch.path("state/last_run_report.yaml")).expect("the report");
        let directory = scratch.root().display().to_string();
        let plain = |text: &str| plain(&text.replace(&directory, "ROOT"));
        (plain(&outcome.stdout), plain(&outcome.stderr), plain(&report))
    };
    let (alone, together) = (site(&one, "1"), site(&many, "4"));
    assert_eq!(together.0, alone.0);
    assert_eq!(together.1, alone.1);
    assert_eq!(together.2, alone.2);
    assert_eq!(many.tree(), one.tree());
    let state = many.path("state").display().to_string();
    let _ = many.run(&["undo", "--vardir", &state]).expect(1).says(" not undone");
    assert_eq!(many.tree(), furnished().tree());
}

#[test]
fn dependent_resources_are_reported_and_set_again() {
    let scratch = scratch();
    let code = "file { '/b': source => '/a' } file { '/a': content => 'new' } file { '/c': source => '/a' }";
    fs::write(scratch.root().join("a"), "old").expect("the initial tree");
    let outcome = scratch.apply(code, &["--parallel", "3"]).expect(2);
    let _ = outcome.complains("File[/a] and File[/c] were applied concurrently");
    assert_eq!(fs::read_to_string(scratch.root().join("c")).expect("it exists"), "new");
}

#[test]
fn killed_run_is_completed_by_the_next() {
    let whole = furnished();
    let _ = whole.apply(SITE, &[]).expect(6);
    for effect in [1, 2, 3, 5, 8, 13, 21, 34, 55, 89] {
        let scratch = furnished();
        let manifest = scratch.file("site.pp", SITE);
        let kill = [("MAROTTE_TEST_KILL_AFTER", &*effect.to_string())];
        let killed = scratch.apply_file_with(&manifest, &["--parallel", "3"], &kill);
        assert_eq!(killed.code, None, "{killed:?}");
        let _ = scratch.apply(SITE, &["--parallel", "2"]).expect(6);
        assert_eq!(scratch.tree(), whole.tree(), "after effect {effect}");
    }
}

#[test]
fn invalid_number_of_threads_is_rejected() {
    let scratch = scratch();
    for number in ["0", "65", "many", "-1"] {
        let outcome = scratch.apply("", &[&format!("--parallel={number}")]).expect(1);
        let _ = outcome.complains("must be a number from 1 to 64");
    }
}
