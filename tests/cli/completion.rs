//! Completion in shells: the scripts, and the candidates for names on this system.

use std::fs;
use std::process::{Command, Stdio};

use marotte_tests::Scratch;

use crate::scratch;

/// Returns the candidates for the last word, without descriptions.
#[track_caller]
fn complete(scratch: &Scratch, words: &[&str]) -> Vec<String> {
    let outcome = scratch.run(&[&["__complete", "fish"], words].concat()).expect(0);
    assert_eq!(outcome.stderr, "");
    outcome.stdout.lines().map(|line| line.split('\t').next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn completion_scripts_are_short_and_call_the_program() {
    let scratch = scratch();
    for shell in ["bash", "zsh", "fish"] {
        let script = scratch.run(&["completions", shell]).expect(0).says(&format!("__complete {shell}")).stdout;
        assert!(script.len() < 10_000, "{} bytes", script.len());
    }
    let _ = scratch.run(&["completions", "csh"]).expect(1).complains("invalid value 'csh'");
}

#[test]
fn completion_offers_runs_titles_and_tags_of_the_last_run() {
    let scratch = scratch();
    let code = "class motd { file { '/motd': content => 'x' } notify { 'a b': } } include motd";
    let _ = scratch.apply(code, &[]).expect(2);
    let (root, state) = (scratch.root().display().to_string(), scratch.path("state").display().to_string());
    let place = ["--root", &root, "--vardir", &state, "--modulepath", &root];
    let found = |before: &[&str], current: &[&str]| complete(&scratch, &[before, &place, current].concat());
    assert_eq!(found(&["report"], &[""]), ["list", "fleet", "1"]);
    assert_eq!(found(&["undo"], &[""]), ["1"]);
    assert_eq!(found(&["graph"], &["--run", ""]), ["1"]);
    assert_eq!(found(&["resource"], &["notify", ""]), ["a b"]);
    assert_eq!(found(&["apply"], &["--tags", "mo"]), ["motd"]);
    assert_eq!(found(&["apply"], &["--tags", "file,mo"]), ["file,motd"]);
}

#[test]
fn completion_offers_environments_classes_and_templates() {
    let scratch = scratch();
    let code = scratch.path("code").display().to_string();
    let _ = scratch.file("code/environments/testing/modules/zyx/manifests/server/tls.pp", "");
    let _ = scratch.file("code/environments/testing/modules/zyx/manifests/init.pp", "");
    let _ = scratch.file("code/environments/testing/modules/zyx/templates/zyx.conf.epp", "");
    let place = ["--codedir", &code, "--environment", "testing"];
    let found = |words: &[&str]| complete(&scratch, &[&words[..1], &place, &words[1..]].concat());
    assert_eq!(complete(&scratch, &["apply", "--codedir", &code, "--environment", ""]), ["testing"]);
    assert_eq!(complete(&scratch, &["apply", "--codedir", &code, "--environment=te"]), ["--environment=testing"]);
    assert_eq!(found(&["apply", "--tags", "zyx"]), ["zyx", "zyx::server::tls"]);
    let templates = ["epp", "render", "--codedir", &code, "--environment", "testing", "zyx/"];
    assert_eq!(complete(&scratch, &templates), ["zyx/zyx.conf.epp", ""]);
}

#[test]
fn completion_offers_facts_and_their_parts() {
    let scratch = scratch();
    assert_eq!(complete(&scratch, &["facts", "kernelv"]), ["kernelversion"]);
    assert!(complete(&scratch, &["facts", "os."]).contains(&"os.family".to_owned()));
}

#[test]
fn completion_runs_no_external_facts_and_reports_no_errors() {
    let scratch = scratch();
    let (ran, conf) = (scratch.path("ran"), scratch.path("conf"));
    let program = scratch.file("conf/facts.d/slow.sh", format!("#!/bin/sh\ntouch {}\n", ran.display()));
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(program, mode).expect("an executable file");
    let conf = conf.display().to_string();
    assert!(!complete(&scratch, &["facts", "--confdir", &conf, ""]).is_empty());
    assert!(!ran.exists());
    let _ = scratch.file("conf/marotte.conf", "vardir = \nnosuch\n");
    assert_eq!(complete(&scratch, &["undo", "--confdir", &conf, ""]), [""; 0]);
    assert_eq!(complete(&scratch, &["no", "such", ""]), [""; 0]);
    for words in [&["__complete"][..], &["__complete", "csh", "a"], &["__complete", "bash"]] {
        let outcome = scratch.run(words).expect(0);
        assert_eq!((outcome.stdout.as_str(), outcome.stderr.as_str()), ("", ""));
    }
}

#[test]
fn completion_writes_nothing() {
    let scratch = scratch();
    let state = scratch.path("state").display().to_string();
    for words in [&["undo", "--vardir", &state, ""][..], &["describe", "--vardir", &state, ""]] {
        let _ = complete(&scratch, words);
    }
    assert!(!scratch.path("state").exists());
}

/// Completes a line in bash with the script of the program, and returns the candidates.
fn in_bash(scratch: &Scratch, line: &str, replaced: &str) -> String {
    let script = scratch.run(&["completions", "bash"]).expect(0).stdout;
    let program = env!("CARGO_BIN_EXE_marotte-under-test");
    let directory = scratch.path("bin");
    fs::create_dir_all(&directory).expect("a directory");
    let link = directory.join("marotte");
    if !link.exists() {
        std::os::unix::fs::symlink(program, &link).expect("a symbolic link");
    }
    // `compopt` works only while bash completes.
    let code = format!(
        "compopt() {{ echo \"[$*]\"; }}\n{script}\nCOMP_LINE=$1; COMP_POINT=${{#1}}; _marotte '{}' \"$2\"\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"",
        link.display()
    );
    let mut bash = Command::new("bash");
    bash.args(["--norc", "-c", &code, "bash", line, replaced]).env("HOME", scratch.path("")).stdin(Stdio::null());
    let output = bash.current_dir(scratch.path("")).output().expect("bash runs");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8_lossy(&output.stdout).trim_end().replace('\n', " ")
}

#[test]
#[expect(clippy::print_stderr, reason = "a skipped test is reported")]
fn bash_completes_types_flags_and_paths() {
    if Command::new("bash").arg("--version").stdout(Stdio::null()).status().is_err() {
        eprintln!("SKIPPED: bash is not installed");
        return;
    }
    let scratch = scratch();
    let _ = scratch.file("site one.pp", "");
    assert_eq!(in_bash(&scratch, "marotte describe fil", "fil"), "file file_capability file_line filebucket");
    assert_eq!(in_bash(&scratch, "marotte apply --durable=r", "r"), "run");
    assert_eq!(in_bash(&scratch, "marotte resource file /x mod", "mod"), "[-o nospace] mode=");
    assert_eq!(in_bash(&scratch, "marotte apply site", "site"), "[-o filenames] site one.pp");
}
