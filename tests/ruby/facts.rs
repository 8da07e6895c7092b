//! Facts that modules implement in Ruby: `ruby/facts/modules` has files with facts, `ruby/facts/expected.json` what Facter 4.3 made
//! of them (`recorders/ruby_facts.rb`), and `ruby/facts/different` where Marotte differs, with the reason.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use serde_json::{Value as Json, json};

use super::STORE;

/// Directories that facts can use have the commands of the cases.
const READABLE: &str = "/var/tmp";

/// The module with facts that have the names of built-in ones.
const BUILT_IN: &str = "builtin";

/// The number of processes at a time.
const THREADS: usize = 8;

#[test]
fn facts_in_ruby_have_the_values_of_facter() {
    let Some(_) = super::store() else { return };
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("ruby/facts");
    let expected: Json = serde_json::from_str(&fs::read_to_string(directory.join("expected.json")).unwrap()).unwrap();
    let commands = tempfile::tempdir_in(READABLE).unwrap();
    copy(&directory.join("commands"), commands.path());
    let facts = tempfile::tempdir().unwrap();
    fs::copy(directory.join("system.json"), facts.path().join("system.json")).unwrap();
    let mut different: BTreeSet<(String, String)> = BTreeSet::new();
    for line in fs::read_to_string(directory.join("different")).unwrap().lines() {
        let (subject, _) = line.split_once(": ").unwrap();
        let (file, fact) = subject.split_once(' ').unwrap();
        different.insert((file.to_owned(), fact.to_owned()));
    }
    let cases: Vec<(&String, &Json)> = expected.as_object().unwrap().iter().collect();
    // Commands of some cases wait.
    let found: Vec<Found> = std::thread::scope(|scope| {
        let run = |chunk: &[(&String, &Json)]| -> Vec<Found> {
            let found = |(file, case): &(&String, &Json)| {
                let (module, _) = file.split_once('/').unwrap();
                let modules = tempfile::tempdir().unwrap();
                let link = modules.path().join(module);
                std::os::unix::fs::symlink(directory.join("modules").join(module), link).unwrap();
                // External facts take precedence over all others, so that built-in ones are those of the system here.
                let facts = Some(facts.path()).filter(|_| module != BUILT_IN);
                Found::of(case, modules.path(), facts, commands.path())
            };
            chunk.iter().map(found).collect()
        };
        let threads: Vec<_> =
            cases.chunks(cases.len().div_ceil(THREADS)).map(|chunk| scope.spawn(move || run(chunk))).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    let (mut wrong, mut count) = (Vec::new(), 0);
    for ((file, case), found) in cases.into_iter().zip(found) {
        let is_listed = |fact: &str| different.contains(&(file.clone(), fact.to_owned()));
        for (fact, value) in case["values"].as_object().unwrap() {
            count += 1;
            let found = &found.values[fact];
            if is_marked(value) {
                continue;
            }
            match (is_listed(fact), found == value) {
                (true, true) => wrong.push(format!("{file} {fact} does not differ any more")),
                (false, false) => wrong.push(format!("{file} {fact}: expected {value}, got {found}")),
                _ => {}
            }
        }
        let messages = case["messages"].as_array().unwrap().iter().filter(|_| !is_listed("messages"));
        for message in messages {
            let (level, text) = (message[0].as_str().unwrap(), message[1].as_str().unwrap());
            if !matches!(level, "debug" | "info")
                && !text.contains('<')
                && !found.log.contains(json!(text).to_string().trim_matches('"'))
            {
                wrong.push(format!("{file}: the message '{text}' is missing"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 300, "only {count} facts were found");
}

/// Returns whether the recorder has marked a value: it depends on the system, or JSON cannot contain it.
fn is_marked(value: &Json) -> bool {
    let shown = value.to_string();
    ["<bytes>", "<float>", "<address>", "<commands>", "<modules>", "<pid>"].iter().any(|mark| shown.contains(mark))
}

/// What the program printed.
struct Found {
    values: Json,
    log: String,
}

impl Found {
    /// Evaluates the facts of a case.
    fn of(case: &Json, modules: &Path, facts: Option<&Path>, commands: &Path) -> Self {
        let path = format!("{}:{}", commands.display(), std::env::var("PATH").unwrap());
        let values = case["values"].as_object().unwrap().iter();
        let names = values.filter(|(name, value)| !name.is_empty() && !is_marked(value)).map(|(name, _)| name);
        let output = Command::new(env!("CARGO_BIN_EXE_marotte-under-test"))
            .args(["facts", "show", "--render-as", "json", "--modulepath"])
            .arg(modules)
            .args(facts.into_iter().flat_map(|facts| [OsStr::new("--external-dir"), facts.as_os_str()]))
            .args(names)
            .env("PATH", path)
            .env(STORE.0, super::store_directory())
            .output()
            .unwrap();
        // The shell of the recordings names itself in another way.
        let plain = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace("/bin/sh: 1: ", "sh: ");
        let log = plain(&output.stderr);
        let values = serde_json::from_str(&plain(&output.stdout)).unwrap_or_else(|error| panic!("{error}: {log}"));
        Self { values, log }
    }
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => {
                fs::create_dir(&target).unwrap();
                copy(&entry.path(), &target);
            }
            false => drop(fs::copy(entry.path(), target).unwrap()),
        }
    }
    fs::set_permissions(to, fs::Permissions::from_mode(0o755)).unwrap();
}
