//! Help and manual, and the errors for invalid arguments.

use std::fs;
use std::process::Command;

use crate::scratch;

#[test]
fn trace_prints_the_causes_of_an_error() {
    let scratch = scratch();
    let words = ["apply", "--facts", "/nosuch.yaml", "-e", ""];
    let one = scratch.run(&words).expect(1);
    assert_eq!(one.stderr, "Error: Could not read '/nosuch.yaml': No such file or directory\n");
    let traced = scratch.run(&[&words[..], &["--trace"]].concat()).expect(1);
    let whole = "Error: Could not read '/nosuch.yaml'\n    |   because: No such file or directory\n";
    assert_eq!(traced.stderr, whole);
}

#[test]
fn version_has_the_commit_of_a_build_from_a_repository() {
    let version = scratch().run(&["--version"]).expect(0).stdout;
    let commit = r"( \([0-9a-f]{8,40} 20[0-9]{2}-[0-9]{2}-[0-9]{2}(, modified)?\))";
    // A build from a source archive has no commit.
    let git = concat!(env!("CARGO_MANIFEST_DIR"), "/../.git");
    let is_repository =
        Command::new("git").args(["--git-dir", git, "log", "-1"]).output().is_ok_and(|log| log.status.success());
    let optional = if is_repository { "" } else { "?" };
    let pattern = format!("^marotte {}{commit}{optional}\n$", regex::escape(env!("CARGO_PKG_VERSION")));
    assert!(regex::Regex::new(&pattern).expect("a pattern").is_match(&version), "{version}");
}

#[test]
fn invalid_arguments_are_reported_in_puppets_words() {
    let scratch = scratch();
    let hint = "See 'marotte help' for help on available marotte subcommands\n";
    let none = scratch.run::<&str>(&[]).expect(0);
    assert_eq!((none.stdout, none.stderr.as_str()), (scratch.run(&["help"]).expect(0).stdout, ""));
    let unknown = scratch.run(&["nosuchcmd"]).expect(1);
    assert_eq!(unknown.stdout, format!("Error: Unknown Marotte subcommand 'nosuchcmd'\n{hint}"));
    assert_eq!(unknown.stderr, "");
    let colored = scratch.run(&["nosuchcmd", "--color", "true"]).expect(1);
    assert_eq!(colored.stdout, format!("\u{1b}[1;31mError: Unknown Marotte subcommand 'nosuchcmd'\u{1b}[0m\n{hint}"));
    let _ = scratch.run(&["aply"]).expect(1).says("did you mean 'marotte apply'?");
    for (name, command) in [("run", "apply"), ("version", "--version")] {
        for words in [&[name][..], &["help", name]] {
            let _ = scratch.run(words).expect(1).says(&format!("'{name}'; did you mean 'marotte {command}'?"));
        }
    }
    for name in ["node", "server"] {
        let _ = scratch.run(&[name]).expect(1).is_silent_about("did you mean");
    }
    let _ = scratch.run(&["apply", "--check"]).expect(1).complains("  Hint: did you mean '--noop'?\n");
    for word in ["-noop", "-nop"] {
        let _ = scratch.run(&["apply", word]).expect(1).complains("  Hint: did you mean '--noop'?\n");
    }
    let _ = scratch.run(&["apply", "-q", "-zq"]).expect(1).is_silent_about("Hint");
    let _ = scratch.run(&["undo", "--dry-run"]).expect(1).complains("  Hint: did you mean '--noop'?\n");
    let _ = scratch.run(&["provider", "install"]).expect(1).complains("Did you mean 'marotte provider add'?");
    let _ = scratch.run(&["provider", "lst"]).expect(1).complains("Did you mean 'marotte provider list'?");
    let _ = scratch.run(&["help", "nosuchcmd"]).expect(1).says("Unknown Marotte subcommand 'nosuchcmd'");
    let options = "Error: Could not parse application options: ";
    for (words, message) in [
        (&["apply", "--xyzzy"][..], "invalid option: --xyzzy\n"),
        (&["resource", "file", "/x", "--to_json"], "invalid option: --to_json\n"),
        (&["apply", "-e"], "missing argument: --execute\n"),
        (&["apply", "--tags"], "missing argument: --tags\n"),
        (&["apply", "--pluginsync"], "The setting 'pluginsync' is Puppet's and has no effect here\n"),
        (&["apply", "--no-pluginsync"], "The setting 'pluginsync' is Puppet's and has no effect here\n"),
        (&["apply", "--strict", "x"], "invalid value 'x' for '--strict <CHOICE>'\n"),
        (&["apply", "--parseonly", "x.pp"], "invalid option: --parseonly\n"),
        (&["resource", "file", "/x", "--edit"], "invalid option: --edit\n"),
    ] {
        let outcome = scratch.run(words).expect(1);
        assert!(outcome.stderr.starts_with(&format!("{options}{message}")), "{words:?}: {}", outcome.stderr);
        assert_eq!(outcome.stdout, "");
    }
    let colored = scratch.run(&["apply", "--xyzzy", "--color=true"]).expect(1).stderr;
    assert_eq!(colored, format!("\u{1b}[1;31m{options}invalid option: --xyzzy\u{1b}[0m\n"));
    let _ = scratch.run(&["apply", "--vardirr", "/x"]).expect(1).complains("  Hint: did you mean '--vardir'?\n");
}

#[test]
fn help_shows_the_program_and_each_command() {
    let scratch = scratch();
    let all = scratch.run(&["help"]).expect(0).says("First steps:\n").says("Exit codes: ").stdout;
    assert_eq!(scratch.run(&["--help"]).expect(0).stdout, all);
    let apply = scratch.run(&["help", "apply"]).expect(0).says("Examples:\n").says("--pending-exitcodes").stdout;
    for words in [["apply", "--help"], ["apply", "-h"]] {
        assert_eq!(scratch.run(&words).expect(0).stdout, apply);
    }
    let lines = apply.lines().count();
    assert!(lines <= 100, "{lines} lines");
    assert!(!apply.contains("--catalog_cache_dir"), "settings are in 'help settings'");
    let _ = scratch.run(&["help", "config", "print"]).expect(0).says("--origin");
}

#[test]
fn help_is_wrapped_at_the_width_of_the_terminal() {
    let scratch = scratch();
    for words in
        [&["help"][..], &["help", "apply"], &["help", "provider", "add"], &["help", "settings"], &["help", "grants"]]
    {
        let text = scratch.run_with(words, &[("COLUMNS", "80")]).expect(0).stdout;
        let long: Vec<&str> = text.lines().filter(|line| line.chars().count() > 80).collect();
        assert!(long.is_empty(), "{words:?}: {long:#?}");
    }
    let wide = scratch.run_with(&["help", "grants"], &[("COLUMNS", "100")]).expect(0).stdout;
    assert!(wide.contains("A component has no access to the system except through\n"), "{wide}");
}

#[test]
fn help_prints_topics() {
    let scratch = scratch();
    for (topic, words) in [
        ("getting-started", "Getting started\n\nApply code"),
        ("settings", "\n  catalog_cache_dir\n      Directory of the last good catalog of each node [default: $vardir/"),
        ("grants", "marotte provider trust"),
        ("providers", "marotte provider new motd"),
        ("migrating", "marotte migrate check ./control-repo"),
        ("scheduled-runs", "marotte service install --repo"),
        ("exit-codes", "63    the list of classes cannot be read"),
    ] {
        let _ = scratch.run(&["help", topic]).expect(0).says(words);
    }
    let _ = scratch.run(&["help", "setting"]).expect(1).says("'setting'; did you mean 'marotte help settings'?");
    let _ = scratch.run(&["help", "apply", "settings"]).expect(0).says("Usage: marotte apply");
}

#[test]
fn manual_pages_are_generated() {
    let scratch = scratch();
    let _ = scratch.run(&["man"]).expect(0).says(".TH marotte 1").says("First steps:");
    let directory = scratch.path("man/man1");
    let _ = scratch.run(&["man", directory.to_str().expect("a UTF-8 path")]).expect(0);
    let page = fs::read_to_string(directory.join("marotte-apply.1")).expect("a page for each command");
    assert!(page.contains("pending\\-exitcodes") && page.contains("Examples:"), "{page}");
    assert!(!page.contains("catalog_cache_dir"), "settings are in 'help settings'");
    let _ = scratch.run(&["man", "/proc/nope"]).expect(1).complains("Could not write the pages to '/proc/nope'");
}
