//! Queries whose replies a real PuppetDB 7.12.1 gave, in `recorded/*.json`: one test for each. A store with the same commands
//! returns the same, except for the queries that `different.toml` lists with the reason. `tests/recorders/puppetdb` describes the
//! files. The store is an SQLite file, or the empty PostgreSQL database in the variable `MAROTTE_TEST_DATABASE`, with which
//! `tests/acceptance/postgres` runs these tests.

#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod recorded {
    pub(crate) mod compare;
    pub(crate) mod random;
}

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use fleet::{Command, PostgresOptions, PostgresStore, QueryReply, QueryRequest, SqliteStore, Store, Time, answer};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value as Json;

/// The number of queries, so that a missing one is noticed.
const QUERIES: usize = 9_689;

/// Queries that are to differ: the reason by group and name.
type Differences = BTreeMap<String, BTreeMap<String, String>>;

fn main() -> ExitCode {
    let directory = tempfile::tempdir().unwrap();
    let store = open(directory.path());
    load(&*store);
    let different: Differences = toml::from_str(&fs::read_to_string(data("different.toml")).unwrap()).unwrap();
    let different = Arc::new(different);
    let mut trials = Vec::new();
    let mut names = Vec::new();
    for group in groups() {
        let cases = cases(&group);
        for (number, case) in cases.into_iter().enumerate() {
            let name = format!("{number:03} {}", title(&case));
            names.push((group.clone(), name.clone()));
            let (store, different, group) = (Arc::clone(&store), Arc::clone(&different), group.clone());
            trials.push(Trial::test(format!("{group}::{name}"), move || {
                let reason = different.get(&group).and_then(|group| group.get(&name));
                check(&*store, &case, reason.map(String::as_str))
            }));
        }
    }
    let wrong: Vec<Json> = serde_json::from_slice(&fs::read(data("wrong_commands.json")).unwrap()).unwrap();
    for (number, case) in wrong.into_iter().enumerate() {
        let name = format!("wrong_commands::{number:03} {}", case["parameters"]);
        trials.push(Trial::test(name, move || check_command(&case)));
    }
    trials.push(Trial::test("random_queries_do_not_fail_in_the_database", move || check_random(&*store)));
    trials.push(Trial::test("list_of_differences_is_complete", move || check_list(&names, &different)));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn open(directory: &Path) -> Arc<dyn Store> {
    match env::var("MAROTTE_TEST_DATABASE") {
        Ok(url) => {
            let options = PostgresOptions::of_url(&url, &|name| env::var_os(name)).unwrap();
            let limit = Some(Duration::from_secs(60));
            Arc::new(PostgresStore::new(options, None, limit))
        }
        Err(_) => Arc::new(SqliteStore::open(&directory.join("fleet.sqlite3")).unwrap()),
    }
}

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded").join(name)
}

fn groups() -> Vec<String> {
    let files = fs::read_dir(data("")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let group = |name: String| name.trim_end_matches(".zst").strip_suffix(".json").map(str::to_owned);
    let mut groups: Vec<String> = files.filter_map(group).collect();
    groups.retain(|name| !name.ends_with("commands"));
    groups.sort_unstable();
    groups
}

/// Returns the queries of a group. Those that were generated from a grammar are compressed.
fn cases(group: &str) -> Vec<Json> {
    let plain = data(&format!("{group}.json"));
    let text = match plain.exists() {
        true => fs::read(plain).unwrap(),
        false => zstd::decode_all(&*fs::read(data(&format!("{group}.json.zst"))).unwrap()).unwrap(),
    };
    serde_json::from_slice(&text).unwrap()
}

/// Applies the recorded commands, each received in a second of its own.
fn load(store: &dyn Store) {
    let commands: Vec<Json> = serde_json::from_slice(&fs::read(data("commands.json")).unwrap()).unwrap();
    for (second, command) in (0..).zip(&commands) {
        let received = Time(1_780_000_000_000 + second * 1000);
        let text = |name: &str| command[name].as_str().map_or_else(|| command[name].to_string(), str::to_owned);
        let parameters = [
            ("command", "command"),
            ("version", "version"),
            ("certname", "certname"),
            ("producer-timestamp", "producer_timestamp"),
        ];
        let parameters: Vec<(String, String)> =
            parameters.map(|(name, member)| (name.to_owned(), text(member))).to_vec();
        let command = Command::read(&parameters, command["payload"].to_string().as_bytes(), received).unwrap();
        command.apply(store, received).unwrap();
    }
}

/// Returns path and parameters of a query, shortened, as its name.
fn title(case: &Json) -> String {
    let parameters = case["parameters"].as_object().unwrap();
    let shown = |(name, value): (&String, &Json)| format!("{name}={}", value.as_str().unwrap());
    let parameters: Vec<String> = parameters.iter().map(shown).collect();
    let text = format!("{} {}", case["path"].as_str().unwrap(), parameters.join(" "));
    text.replace('\n', " ").trim().chars().take(100).collect()
}

/// A reply in memory.
#[derive(Default)]
struct Received {
    status: u16,
    records: Option<u64>,
    content: String,
}

impl QueryReply for Received {
    fn head(&mut self, status: u16, _: &'static str, records: Option<u64>) {
        (self.status, self.records) = (status, records);
    }

    fn content(&mut self, text: &str) -> ControlFlow<()> {
        self.content.push_str(text);
        ControlFlow::Continue(())
    }
}

fn check(store: &dyn Store, case: &Json, reason: Option<&str>) -> Result<(), Failed> {
    let parameters: Vec<(String, String)> = case["parameters"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, value)| (name.clone(), value.as_str().unwrap().to_owned()))
        .collect();
    let path = case["path"].as_str().unwrap();
    let mut reply = Received::default();
    let request = QueryRequest { path, parameters: &parameters, inactive_since: Time(0) };
    answer(store, request, &mut reply)?;
    match (recorded::compare::difference(case, reply.status, reply.records, &reply.content), reason) {
        (None, None) | (Some(_), Some(_)) => Ok(()),
        (Some(difference), None) => Err(difference.into()),
        (None, Some(_)) => Err("is listed as different, but is the same".into()),
    }
}

/// Checks that random queries have a reply with rows or with the reason why there are none.
fn check_random(store: &dyn Store) -> Result<(), Failed> {
    let mut random = recorded::random::Random::new(1);
    let mut answered = 0;
    for _ in 0..3_000 {
        let (path, parameters) = random.request();
        let mut reply = Received::default();
        let request = QueryRequest { path: &path, parameters: &parameters, inactive_since: Time(0) };
        answer(store, request, &mut reply).map_err(|error| format!("{path} {parameters:?}: {error}"))?;
        match reply.status {
            200 => answered += 1,
            400 => {}
            other => return Err(format!("{path} {parameters:?}: {other}").into()),
        }
    }
    if answered > 100 { Ok(()) } else { Err(format!("only {answered} queries are right").into()) }
}

/// Checks that a command is taken or refused as it was by PuppetDB, with the same message.
fn check_command(case: &Json) -> Result<(), Failed> {
    let parameters = case["parameters"].as_object().unwrap();
    let parameters: Vec<(String, String)> =
        parameters.iter().map(|(name, value)| (name.clone(), value.as_str().unwrap().to_owned())).collect();
    let read = Command::read(&parameters, case["body"].as_str().unwrap().as_bytes(), Time(0));
    let (found, expected) = (read.err().map(|error| error.to_string()), case["error"].as_str().map(str::to_owned));
    if found == expected { Ok(()) } else { Err(format!("{found:?}\ninstead of\n{expected:?}").into()) }
}

/// Checks that the number of queries is as expected and that every listed query exists.
fn check_list(names: &[(String, String)], different: &Differences) -> Result<(), Failed> {
    let mut faults: Vec<String> = Vec::new();
    if names.len() != QUERIES {
        faults.push(format!("{} queries instead of {QUERIES}", names.len()));
    }
    for (group, listed) in different {
        let unknown = listed.keys().filter(|name| !names.iter().any(|(known, found)| (known, found) == (group, *name)));
        faults.extend(unknown.map(|name| format!("{group}: there is no query '{name}'")));
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
}
