//! Test systems, each with the facts that real Facter determined for it: `machines/NAME.machine` and the
//! recorded `machines/NAME.json`. `tests/recorders/facts.rb` records them and documents the sections.

mod kernel;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use catalog::Value;
use serde_json::Value as Json;
use tempfile::TempDir;

use crate::{FactOptions, Facts, SystemProbe};
use kernel::Recorded;

/// Facts that depend on the process, not on the system.
const OTHERS: [&str; 3] = ["facterversion", "path", "timezone"];

/// Creates a system from its sections; its files are written to the directory.
fn machine(text: &str, directory: &TempDir) -> SystemProbe {
    let mut kernel = Recorded::default();
    for section in text.split("=== ").skip(1) {
        let (head, body) = section.split_once('\n').unwrap();
        let (kind, name) = head.split_once(' ').unwrap_or((head, ""));
        let at = |path: &str| {
            let path = directory.path().join(path.trim_start_matches('/'));
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            path
        };
        match kind {
            "kernel" => kernel = Recorded::parse(body, directory.path()),
            "file" => fs::write(at(name), body.replace("\\0", "\0")).unwrap(),
            "line" => fs::write(at(name), body.trim_end_matches('\n')).unwrap(),
            "directory" => fs::create_dir_all(at(name)).unwrap(),
            "link" => {
                let (path, target) = name.split_once(' ').unwrap();
                symlink(target, at(path)).unwrap();
            }
            // Only needed for recording with Facter.
            "command" => {}
            other => panic!("unknown section {other}"),
        }
    }
    SystemProbe::simulated(directory.path().to_path_buf(), Box::new(kernel))
}

fn machines() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("machines");
    let mut files: Vec<PathBuf> = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "machine"));
    files.sort();
    files
}

/// Like Puppet's conversion: missing values are empty strings.
fn to_json(value: &Value) -> Json {
    match value {
        Value::Boolean(value) => (*value).into(),
        Value::Integer(number) => (*number).into(),
        Value::Float(number) => (*number).into(),
        Value::String(text) => (**text).into(),
        Value::Array(elements) => elements.iter().map(to_json).collect(),
        Value::Hash(entries) => Json::Object(
            entries.iter().map(|(key, value)| (key.as_str().unwrap().to_owned(), to_json(value))).collect(),
        ),
        other => panic!("unexpected value {other:?}"),
    }
}

fn sanitized(value: Json) -> Json {
    match value {
        Json::Null => "".into(),
        Json::Array(elements) => elements.into_iter().map(sanitized).collect(),
        Json::Object(entries) => {
            Json::Object(entries.into_iter().map(|(key, value)| (key, sanitized(value))).collect())
        }
        other => other,
    }
}

#[test]
fn facts_of_test_systems_match_facter() {
    let files = machines();
    assert!(files.len() >= 4);
    for file in files {
        let directory = tempfile::tempdir().unwrap();
        let machine = machine(&fs::read_to_string(&file).unwrap(), &directory);
        let facts = Facts::new(machine, FactOptions { legacy: true, ..FactOptions::default() });
        let mut found: Vec<(String, Json)> =
            facts.all(true).iter().map(|(name, value)| (name.clone(), to_json(value))).collect();
        found.retain(|(name, _)| !OTHERS.contains(&name.as_str()));
        let expected = fs::read_to_string(file.with_extension("json")).unwrap();
        let Json::Object(expected) = sanitized(serde_json::from_str(&expected).unwrap()) else { panic!() };
        for (name, value) in &found {
            assert_eq!(Some(value), expected.get(name), "{name} of {}", file.display());
        }
        let missing: Vec<&String> =
            expected.keys().filter(|name| !found.iter().any(|(known, _)| known == *name)).collect();
        assert!(missing.is_empty(), "missing facts of {}: {missing:?}", file.display());
        // A fact queried by name has the same value.
        for (name, value) in &found {
            assert_eq!(facts.fact(name).as_ref().map(to_json).as_ref(), Some(value), "{name}");
        }
    }
}

#[test]
fn facts_are_collected_on_first_use() {
    let directory = tempfile::tempdir().unwrap();
    let text = "=== kernel\nnode a.example.com\n=== file /proc/uptime\n10.5 1\n";
    let facts = Facts::new(machine(text, &directory), FactOptions { legacy: true, ..FactOptions::default() });
    let gathered = || facts.times().into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    assert!(gathered().is_empty());
    assert_eq!(facts.fact("uptime_seconds"), Some(10.into()));
    assert_eq!(facts.query("system_uptime.seconds"), Some(10.into()));
    assert_eq!(gathered(), ["external", "system_uptime"]);
    assert_eq!(facts.query("system_uptime.nothing"), None);
    assert_eq!(facts.fact("nothing"), None);
    let plain = Facts::new(machine(text, &directory), FactOptions::default());
    assert_eq!(plain.fact("uptime_seconds"), None);
    assert_eq!(SystemProbe::name(&machine(text, &directory)).as_deref(), Some("a.example.com"));
}

#[test]
fn external_fact_replaces_a_whole_structured_fact() {
    let directory = tempfile::tempdir().unwrap();
    let options = FactOptions {
        legacy: true,
        variables: vec![("FACTER_os".to_owned(), "mine".to_owned())],
        ..FactOptions::default()
    };
    let text = "=== kernel\nnode a\n=== file /etc/os-release\nID=debian\n";
    let facts = Facts::new(machine(text, &directory), options);
    assert_eq!(facts.fact("os"), Some("mine".into()));
    assert_eq!(facts.query("os.family"), None);
    assert_eq!(facts.fact("osfamily"), Some("Debian".into()));
}

#[test]
fn timezone_follows_daylight_saving_time() {
    let zone = |now: &str, zone: &str| {
        let directory = tempfile::tempdir().unwrap();
        let machine = machine(&format!("=== kernel\nnode a\nnow {now}\n"), &directory).in_zone(zone);
        Facts::new(machine, FactOptions::default()).fact("timezone")
    };
    let central = "CET-1CEST,M3.5.0,M10.5.0/3";
    assert_eq!(zone("1705276800", central), Some("CET".into()));
    assert_eq!(zone("1720000000", central), Some("CEST".into()));
    assert_eq!(zone("0", "Nowhere/At all"), Some("UTC".into()));
}
