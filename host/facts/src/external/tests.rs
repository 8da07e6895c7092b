//! Tests of the precedence, formats and messages of external facts, as in Facter.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::Duration;

use catalog::Value;
use ownership::OwnershipRule;
use tempfile::TempDir;

use super::{NamedFacts, gather, variable};
use crate::{FactOptions, FactsDirectory, Level};

/// Creates a directory with files; those without a suffix are programs.
fn directory(files: &[(&str, &str)]) -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = directory.path().join(name);
        fs::write(&path, text).unwrap();
        if !name.contains('.') {
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        }
    }
    directory
}

/// Collects the facts of directories; returns them with levels and texts of the messages.
fn gathered(directories: &[&Path], variables: &[(&str, &str)]) -> (NamedFacts, Vec<(Level, String)>) {
    let options = FactOptions {
        external: directories
            .iter()
            .map(|directory| FactsDirectory { path: directory.to_path_buf(), programs: OwnershipRule::Trusted })
            .collect(),
        variables: variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        ..FactOptions::default()
    };
    let mut log = Vec::new();
    let facts = gather(&options, &mut log);
    (facts, log.into_iter().map(|message| (message.level, message.text)).collect())
}

fn pair(name: &str, value: impl Into<Value>) -> (String, Value) {
    (name.to_owned(), value.into())
}

#[test]
fn text_files_contain_names_and_values() {
    let text = "Foo=from a\n sp ace = val ue \nnothing\nempty=\n# c=1\nx==y\nwin=x\r\na.b=1\nfoo2=1\nfoo2=2\n";
    let directory = directory(&[("a.txt", text)]);
    let (facts, log) = gathered(&[directory.path()], &[]);
    let expected = [
        pair("foo", "from a"),
        pair(" sp ace ", " val ue "),
        pair("# c", "1"),
        pair("x", "=y"),
        pair("win", "x"),
        pair("a.b", "1"),
        pair("foo2", "2"),
    ];
    let ignored = format!(
        "The line 3 of the external fact '{}' is ignored: a line has the form 'name=value'",
        directory.path().join("a.txt").display()
    );
    assert_eq!((facts.as_slice(), log), (expected.as_slice(), vec![(Level::Warning, ignored)]));
}

#[test]
fn text_file_warning_lists_lines_without_value_except_comments() {
    let directory = directory(&[("a.txt", "\n# comment\nrole: web\na=1\nstage prod\n=\n")]);
    let (facts, log) = gathered(&[directory.path()], &[]);
    let file = directory.path().join("a.txt").display().to_string();
    let ignored = format!("The lines 3, 5 of the external fact '{file}' are ignored: a line has the form 'name=value'");
    assert_eq!((facts, log), (vec![pair("a", "1")], vec![(Level::Warning, ignored)]));
}

#[test]
fn yaml_and_json_values_keep_their_types() {
    let yaml = r#"{"nul": null, "list": [1, 2.5, true], "1": "one"}"#;
    let directory = directory(&[("a.yaml", yaml), ("b.json", r#"{"j": {"a": null, "b": 1.5}}"#)]);
    let (facts, log) = gathered(&[directory.path()], &[]);
    let inner = vec![("a".into(), "".into()), ("b".into(), Value::Float(1.5))];
    let expected = [
        pair("j", Value::Hash(inner)),
        pair("nul", ""),
        pair("list", Value::Array(vec![1.into(), Value::Float(2.5), true.into()])),
        pair("1", "one"),
    ];
    assert_eq!((facts.as_slice(), log), (expected.as_slice(), Vec::new()));
}

#[test]
fn programs_print_lines_or_yaml() {
    let lines = "#!/bin/sh\necho k=v; echo \"k2=$LANG $LC_ALL\"; echo oops >&2; exit 3\n";
    let directory = directory(&[
        ("run", lines),
        ("tree", "#!/bin/sh\necho '{\"yk\": {\"a\": [1]}}'\n"),
        ("broken", "#!/nowhere\n"),
    ]);
    let (facts, log) = gathered(&[directory.path()], &[]);
    let tree = Value::Hash(vec![("a".into(), Value::Array(vec![1.into()]))]);
    assert_eq!(facts, [pair("yk", tree), pair("k", "v"), pair("k2", "C C")]);
    let file = directory.path().join("run");
    let stderr_output = format!("Command {} completed with the following stderr message: oops", file.display());
    assert_eq!(log[0], (Level::Warning, stderr_output));
    let failed = format!("The external fact '{}' ended with exit code 3: oops", file.display());
    assert_eq!(log[1], (Level::Warning, failed));
    assert!(log[2].1.starts_with("Failed while executing '"), "{log:?}");
}

#[test]
fn external_fact_that_others_can_change_is_refused() {
    let directory = directory(&[("run", "#!/bin/sh\necho k=v\n"), ("a.txt", "x=1\n")]);
    let set_mode = |name: &str, mode: u32| {
        fs::set_permissions(directory.path().join(name), fs::Permissions::from_mode(mode)).unwrap();
    };
    let refused = |log: &[(Level, String)], name: &str, remedy: &str| {
        let place = directory.path().join(name).display().to_string();
        log.iter().any(|(level, text)| *level == Level::Refusal && text.contains(&format!("{remedy} {place}`")))
    };
    set_mode("run", 0o777);
    let (facts, log) = gathered(&[directory.path()], &[]);
    assert_eq!(facts, [pair("x", "1")]);
    assert!(refused(&log, "run", "chmod go-w"), "{log:?}");
    set_mode("run", 0o755);
    set_mode("a.txt", 0o666);
    let (facts, log) = gathered(&[directory.path()], &[]);
    assert_eq!(facts, [pair("k", "v")]);
    assert!(refused(&log, "a.txt", "chmod o-w"), "{log:?}");
    set_mode("a.txt", 0o644);
    set_mode(".", 0o777);
    let (facts, log) = gathered(&[directory.path()], &[]);
    assert!(facts.is_empty() && log.len() == 2, "{facts:?} {log:?}");
}

#[test]
fn external_fact_that_exceeds_its_timeout_is_an_error_of_that_fact() {
    let directory = directory(&[("slow", "#!/bin/sh\nexec sleep 60\n")]);
    let options = FactOptions {
        external: vec![FactsDirectory { path: directory.path().to_path_buf(), programs: OwnershipRule::Trusted }],
        timeout: Some(Duration::from_millis(50)),
        ..FactOptions::default()
    };
    let mut log = Vec::new();
    assert!(gather(&options, &mut log).is_empty());
    let file = directory.path().join("slow");
    let limit = "did not end within 0.05 s and was stopped; the limit is the setting 'external_fact_timeout'";
    let text = format!("The external fact '{}' {limit}", file.display());
    assert_eq!((log[0].level, log[0].text.as_str()), (Level::Error, text.as_str()));
}

#[test]
fn program_with_endless_output_is_stopped() {
    let directory =
        directory(&[("loud", "#!/bin/sh\nexec cat /dev/zero\n"), ("angry", "#!/bin/sh\nexec cat /dev/zero >&2\n")]);
    let (facts, log) = gathered(&[directory.path()], &[]);
    assert!(facts.is_empty());
    let message = |name: &str| {
        let file = directory.path().join(name);
        (Level::Error, format!("Failed while executing '{}': its output exceeds 8 MiB", file.display()))
    };
    assert_eq!(log, [message("loud"), message("angry")]);
}

#[test]
fn variables_precede_the_first_directory_and_its_last_file() {
    let first = directory(&[("a.txt", "x=first a\nz=first\n"), ("b.txt", "x=first b\n")]);
    let second = directory(&[("z.txt", "x=second\ny=second\n")]);
    let (facts, _) = gathered(&[first.path(), second.path()], &[("FACTER_Z", "variable"), ("PATH", "/bin")]);
    assert_eq!(facts, [pair("z", "variable"), pair("x", "first b"), pair("y", "second")]);
}

#[test]
fn other_files_are_ignored() {
    let directory = directory(&[("note.md", "x=1"), ("z.yml", "x: 1"), (".hidden.txt", "x=1"), ("a.exe", "x=1")]);
    assert_eq!(gathered(&[directory.path(), Path::new("/nowhere")], &[]), (Vec::new(), Vec::new()));
}

#[test]
fn invalid_files_are_reported_and_the_others_are_read() {
    let directory =
        directory(&[("a.json", "{"), ("b.yaml", "a: [\n"), ("c.yaml", "false"), ("d.yaml", ""), ("e.txt", "x=1")]);
    fs::write(directory.path().join("f.txt"), b"x=\xff\n").unwrap();
    let (facts, log) = gathered(&[directory.path()], &[]);
    assert_eq!(facts, [pair("x", "1")]);
    let file = |name: &str| directory.path().join(name).display().to_string();
    let starts = [
        (Level::Error, format!("Failed to handle {} as text facts: the text is not UTF-8", file("f.txt"))),
        (Level::Debug, format!("Fact file {} was parsed but no key=>value data was returned", file("d.yaml"))),
        (Level::Warning, format!("Could not interpret fact file {}", file("c.yaml"))),
        (Level::Error, format!("Failed to handle {} as YAML facts: ", file("b.yaml"))),
        (Level::Error, format!("Failed to handle {} as JSON facts: ", file("a.json"))),
    ];
    assert_eq!(log.len(), starts.len(), "{log:?}");
    for ((level, text), (expected, start)) in log.iter().zip(&starts) {
        assert!(level == expected && text.starts_with(start), "{text}");
    }
}

#[test]
fn variables_with_the_prefix_are_facts() {
    for (name, fact) in [("FACTER_role", "role"), ("facter_A", "a"), ("FACTERx", "x"), ("FACTER_", "_")] {
        assert_eq!(variable(name).as_deref(), Some(fact));
    }
    for name in ["FACTER", "XFACTER_a", "FACTER_a-b", "PATH"] {
        assert_eq!(variable(name), None);
    }
}
