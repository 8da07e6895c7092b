//! Log destinations: console levels, files, JSON, the system log.

use std::fs;
use std::os::unix::net::UnixDatagram;
use std::path::Path;

use marotte_tests::is_result_line;

use crate::scratch;

const CODE: &str = "notice('hi') warning(\"two\\nlines\") notify { 'x': tag => 'foo' }";

/// Returns the lines of a log without those that differ between runs.
fn lines(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).expect("the log is there");
    let is_timed = |line: &&str| !line.contains("seconds");
    text.lines().filter(is_timed).map(str::to_owned).collect()
}

#[test]
fn log_files_are_written_as_text_and_json() {
    let scratch = scratch();
    let path = |name: &str| scratch.path(name).display().to_string();
    let all = [path("log/run.log"), path("log/run.json"), path("log/run.jsonl")].join(", ");
    let variables = [("TZ", "CET-1")];
    let manifest = scratch.file("site.pp", CODE);
    let outcome = scratch.apply_file_with(&manifest, &["--logdest", &all], &variables).expect(2);
    assert_eq!((outcome.stdout.as_str(), outcome.stderr.as_str()), ("", ""), "lines go to the files alone");
    let text = lines(&scratch.path("log/run.log"));
    let stamp = "2026-01-31 12:00:00 +0100 ".len();
    assert!(text[0][..stamp].ends_with(" +0100 "), "{}", text[0]);
    let said = text.iter().map(|line| line.get(stamp..).unwrap_or(line)).filter(|line| !is_result_line(line));
    let said: Vec<&str> = said.collect();
    let expected = [
        "Scope(Class[main]) (notice): hi",
        "Scope(Class[main]) (warning): two",
        "    | lines",
        "Puppet (notice): x",
        "/Stage[main]/Main/Notify[x]/message (notice): defined 'message' as 'x'",
    ];
    assert_eq!(said, expected);
    let objects = lines(&scratch.path("log/run.jsonl"));
    let last = objects.iter().rev().find(|line| !is_result_line(line)).expect("lines");
    let last: serde_json::Value = serde_json::from_str(last).expect("an object on each line");
    assert_eq!(last["level"], "notice");
    assert_eq!(last["source"], "/Stage[main]/Main/Notify[x]/message");
    assert_eq!(last["message"], "defined 'message' as 'x'");
    assert_eq!(last["tags"][0], "notice");
    assert!(last["tags"].as_array().is_some_and(|tags| tags.contains(&"foo".into())), "{last}");
    assert_eq!((&last["file"], &last["line"]), (&manifest.display().to_string().into(), &1.into()));
    assert!(last["time"].as_str().is_some_and(|time| time.ends_with("+01:00")), "{last}");
    // A second run appends to the array, which is never closed.
    let _ = scratch.apply_file_with(&manifest, &["-l", &path("log/run.json")], &variables).expect(2);
    let array = fs::read_to_string(scratch.path("log/run.json")).expect("the log is there");
    let array: Vec<serde_json::Value> = serde_json::from_str(&format!("{array}]")).expect("an array without its end");
    assert_eq!(array.iter().filter(|line| line["message"] == "hi").count(), 2);
}

#[test]
fn console_can_be_one_of_several_destinations() {
    let scratch = scratch();
    let log = scratch.path("run.log").display().to_string();
    let _ = scratch.apply("fail('no')", &["--logdest", &format!("console,{log}")]).expect(1).complains("no (file: ");
    assert!(
        lines(Path::new(&log))[0]
            .contains(" Puppet (err): Evaluation Error: Error while evaluating a Function Call, no")
    );
    let outcome = scratch.run(&["apply", "/nowhere.pp", "--logdest", &log]).expect(1);
    assert_eq!(outcome.stderr, "");
    assert!(lines(Path::new(&log))[1].ends_with(" Puppet (err): Could not run: Could not find file /nowhere.pp"));
}

#[test]
fn messages_are_sent_to_syslog() {
    let scratch = scratch();
    let path = scratch.path("socket");
    let socket = UnixDatagram::bind(&path).expect("a socket of our own");
    socket.set_nonblocking(true).expect("reading without waiting");
    let variables =
        [("MAROTTE_TEST_SYSLOG", path.to_str().expect("a path of letters")), ("MAROTTE_SYSLOGFACILITY", "local3")];
    let manifest = scratch.file("site.pp", CODE);
    let _ = scratch.apply_file_with(&manifest, &["--logdest", "syslog"], &variables).expect(2);
    let mut said = vec![];
    let mut buffer = [0; 4096];
    while let Ok(length) = socket.recv(&mut buffer) {
        let text = String::from_utf8_lossy(&buffer[..length]).into_owned();
        let (priority, rest) = text.split_once('>').expect("a priority");
        said.push(format!("{priority}> {}", rest.split_once("]: ").expect("a name and a process").1));
    }
    said.retain(|line| !line.contains("seconds") && !is_result_line(line));
    let expected = [
        "<157> (Scope(Class[main])) hi",
        "<156> (Scope(Class[main])) two",
        "<156> (Scope(Class[main]))     | lines",
        "<157> x",
        "<157> (/Stage[main]/Main/Notify[x]/message) defined 'message' as 'x'",
    ];
    assert_eq!(said, expected);
}

#[test]
fn log_records_are_not_forged_by_messages_titles_and_file_names() {
    let scratch = scratch();
    fs::create_dir_all(scratch.root().join("purged")).expect("a directory");
    fs::write(scratch.root().join("purged/a\nforged: file name"), "").expect("a file");
    let log = scratch.path("run.log").display().to_string();
    let code = "notice(\"one\\nforged: message\") notify { \"two\\nforged: title\": }
        exec { \"/bin/false 'three\\nforged: command'\": }
        file { '/purged': ensure => directory, recurse => true, purge => true }";
    let outcome = scratch.apply(code, &["--logdest", &format!("console,{log}")]).expect(6);
    let text = fs::read_to_string(&log).expect("the log is there");
    for (place, text) in [("stdout", &outcome.stdout), ("stderr", &outcome.stderr), ("file", &text)] {
        assert!(text.contains("forged: "), "{place}: {text}");
        assert!(text.lines().all(|line| !line.trim_start().starts_with("forged: ")), "{place}: {text}");
    }
    let _ = outcome.says("File[/purged/a\\nforged: file name]/ensure: removed").says("one\n    | forged: message");
}

#[test]
fn invalid_destination_is_an_error() {
    let scratch = scratch();
    let _ = scratch.file("file", "");
    let below = scratch.path("file/run.log").display().to_string();
    for (place, reason) in [
        ("rel.log", "Could not set logdest to rel.log: A log file needs an absolute path: '/"),
        ("eventlog", "Could not set logdest to eventlog: Unknown destination type eventlog"),
        ("console, /", "Could not set logdest to console, /: Could not open '/': "),
        (&below, "Could not create the directory"),
    ] {
        let outcome = scratch.apply(CODE, &["--logdest", place]).expect(1).complains(reason);
        assert_eq!(outcome.stdout, "", "nothing was applied");
    }
}

#[test]
fn log_level_is_a_setting_and_flags_raise_it() {
    let scratch = scratch();
    let code = "debug('d') info('i') notice('n') warning('w') err('e')";
    let shown = |flags: &[&str], variables: &[(&str, &str)]| {
        let manifest = scratch.file("site.pp", code);
        let outcome = scratch.apply_file_with(&manifest, flags, variables).expect(0);
        let all = outcome.stdout + &outcome.stderr;
        let shown = all.lines().filter_map(|line| line.split_once(": Scope(Class[main]): ")).map(|(_, text)| text);
        shown.collect::<String>()
    };
    assert_eq!(shown(&[], &[]), "nwe");
    assert_eq!(shown(&["--verbose"], &[]), "inwe");
    assert_eq!(shown(&["--test"], &[]), "inwe");
    assert_eq!(shown(&["--debug"], &[]), "dinwe");
    assert_eq!(shown(&["--log_level", "err"], &[]), "e");
    assert_eq!(shown(&["--verbose"], &[("MAROTTE_LOG_LEVEL", "err")]), "inwe");
    assert_eq!(shown(&["-v"], &[("MAROTTE_LOG_LEVEL", "debug")]), "dinwe");
}
