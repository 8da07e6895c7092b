//! Types of the Resource API: the manifests in `resource_api/expected.json` have the results of real Puppet.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;

use super::site::Site;

/// Differences that are known: steps of cases, and the reasons.
const DIFFERENT: [(&str, &str); 18] = [
    ("simple other name 1", CANONICAL_TITLE),
    ("simple other name 2", CANONICAL_TITLE),
    ("canon create 1", CANONICAL_TITLE),
    ("canon create 3", CANONICAL_TITLE),
    ("canon create 4", CANONICAL_TITLE),
    ("canon wrong type 1", CANONICAL_TITLE),
    ("canon noop 1", CANONICAL_TITLE),
    ("simple unknown attribute 1", "the position of the error has another form"),
    ("simple loglevel and tags 1", "the log level of a resource applies to messages of its provider"),
    ("filter 1", WRITES_WHILE_READING),
    ("filter delete 1", WRITES_WHILE_READING),
    ("init change, error 1", FAILED_SET),
    ("fail raise 1", FAILED_SET),
    ("fail creating 1", FAILED_SET),
    ("fail processing 1", FAILED_SET),
    ("fail simple 1", FAILED_SET),
    ("secret change 1", "the old and new values of secrets have another form"),
    ("secret plain 1", "a plain value of an attribute with the data type Sensitive is made secret"),
];

const CANONICAL_TITLE: &str =
    "a resource keeps the title of the manifest in messages; Puppet replaces it by the namevar";
const WRITES_WHILE_READING: &str = "a provider that reads resources cannot write files";
const FAILED_SET: &str =
    "a change fails if the provider fails to set it; Puppet reports it as done, and then the error";

/// Manifests that are applied one after the other.
#[derive(Deserialize)]
struct Case {
    name: String,
    manifests: Vec<String>,
    before: BTreeMap<String, serde_json::Value>,
    noop: bool,
    strict: String,
    steps: Vec<Step>,
}

/// What Puppet does with a manifest.
#[derive(Deserialize)]
struct Step {
    /// The error of the compiler.
    compilation: Option<String>,
    /// The error that prevents the run.
    failure: Option<String>,
    #[serde(default)]
    logs: Vec<(String, String, String)>,
    /// The files of the providers: stored resources, and calls.
    state: Option<BTreeMap<String, String>>,
}

/// A log record: level, source and message.
type Log = (String, String, String);

#[test]
fn types_of_the_resource_api_act_as_in_puppet() {
    let Some(_) = super::store() else { return };
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("ruby/resource_api");
    let cases: Vec<Case> = serde_json::from_str(&fs::read_to_string(directory.join("expected.json")).unwrap()).unwrap();
    let site = Site::empty();
    copy(&directory.join("modules"), Path::new(&site.path("modules")));
    let files = site.path("state/**");
    let (status, output) =
        site.run(&["module", "trust", "own", "--accept-grants", "--read", &files, "--write", &files]);
    assert_eq!(status, Some(0), "{output}");
    let (mut steps, mut different, mut report) = (0, Vec::new(), String::new());
    for case in &cases {
        let _ = fs::remove_dir_all(site.path("state"));
        fs::create_dir(site.path("state")).unwrap();
        for (name, content) in &case.before {
            site.write(&format!("state/{name}.json"), &format!("{content}\n"));
        }
        for (number, (manifest, step)) in (1..).zip(case.manifests.iter().zip(&case.steps)) {
            steps += 1;
            let found = apply(&site, case, manifest);
            let expected = (expected_logs(step), step.state.clone().unwrap_or_else(|| found.1.clone()));
            if found != expected {
                different.push(format!("{} {number}", case.name));
                report.push_str(&format!("{} {number}: {manifest}\n  {expected:?}\n  {found:?}\n", case.name));
            }
        }
    }
    assert_eq!(steps, 163);
    let known: Vec<&str> = DIFFERENT.iter().map(|(name, _)| *name).collect();
    different.sort();
    let mut known: Vec<String> = known.into_iter().map(str::to_owned).collect();
    known.sort();
    assert_eq!(different, known, "{report}");
}

/// Applies a manifest. Returns the log records, and the contents of the files that the providers wrote by name. Deletes the
/// files `*.log`, to which providers append their calls.
fn apply(site: &Site, case: &Case, manifest: &str) -> (Vec<Log>, BTreeMap<String, String>) {
    let mut arguments = vec!["apply", "-e", manifest, "--render-as", "json", "--strict", &case.strict];
    arguments.extend(case.noop.then_some("--noop"));
    let output = site.output(&arguments);
    let mut logs = Vec::new();
    for line in String::from_utf8_lossy(&output.stderr).lines() {
        let record: serde_json::Value = serde_json::from_str(line).unwrap_or_default();
        let text = |key: &str| record[key].as_str().unwrap_or_default().to_owned();
        logs.extend(normal(text("level"), &text("source"), &text("message")));
    }
    logs.sort();
    logs.dedup();
    let mut state = BTreeMap::new();
    for entry in fs::read_dir(site.path("state")).unwrap() {
        let path = entry.unwrap().path();
        state.insert(path.file_name().unwrap().display().to_string(), fs::read_to_string(&path).unwrap());
        if path.extension().is_some_and(|extension| extension == "log") {
            fs::remove_file(path).unwrap();
        }
    }
    (logs, state)
}

fn expected_logs(step: &Step) -> Vec<Log> {
    let errors = step.compilation.iter().chain(&step.failure);
    let errors = errors.filter_map(|message| normal("err".to_owned(), "", message));
    let mut logs: Vec<Log> =
        step.logs.iter().filter_map(|(level, source, message)| normal(level.clone(), source, message)).collect();
    logs.extend(errors);
    logs.sort();
    logs.dedup();
    logs
}

/// Returns a record in the form in which both programs log it; `None` for one that only one of them logs.
fn normal(level: String, source: &str, message: &str) -> Option<Log> {
    let of_run = ["Compiled catalog", "Applied catalog", "Would have triggered", "nothing to change", "Creating state"];
    let is_time = |text: &str| text.split_once(" s").is_some_and(|(seconds, _)| seconds.parse::<f64>().is_ok());
    let is_summary = source.is_empty() && message.contains(" of ") && message.split(" in ").any(is_time);
    let is_of_run = is_summary || of_run.iter().any(|start| message.starts_with(start));
    // The recorder loads each type once; the position of an error in Ruby code is printed with --trace only.
    let is_of_declaration = message.contains("has no documentation") || message.starts_with("Unknown feature detected");
    let is_position = message.contains(".rb:") && message.contains(" at /");
    if level == "debug" || level == "info" || is_of_run || is_of_declaration || is_position {
        return None;
    }
    let message = message.strip_prefix("Could not evaluate: ").unwrap_or(message);
    let message = without(message, " (file: ", ")");
    let message = without(&message, "\n   (location: ", ")");
    let message = without(&without(&message, " in ", " seconds"), " (corrective", ")");
    // Messages of providers belong to the resource here, and have no source in Puppet.
    let source = source.strip_prefix("/Stage[main]/Main/").filter(|source| source.contains('/')).unwrap_or_default();
    Some((level, source.to_owned(), message))
}

/// Removes the first part of a text between two others.
fn without(text: &str, start: &str, end: &str) -> String {
    let found = text.split_once(start).and_then(|(before, rest)| Some((before, rest.split_once(end)?.1)));
    found.map_or_else(|| text.to_owned(), |(before, after)| format!("{before}{after}"))
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).unwrap();
        }
    }
}
