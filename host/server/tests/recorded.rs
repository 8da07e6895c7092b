//! Requests whose replies a real puppetserver 7.9.5 gave, in `recorded/*.json`: this server gives the same, except for those that
//! `different.toml` lists with the reason. tests/recorders/puppetserver explains the placeholders. Also requests that puppetserver 7
//! does not have.

#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod recorded {
    pub(crate) mod client;
    pub(crate) mod compare;
    pub(crate) mod database;
    pub(crate) mod fixture;
    pub(crate) mod own;
    pub(crate) mod process;
}

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};
use recorded::compare::Comparison;
use recorded::fixture::{Fixture, copy, data};
use serde_json::Value as Json;
use server::SIGN_ARGUMENT;

/// The test binary has its own `main`, since the server runs this program to sign with the key of the authority.
fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_some_and(|first| first == SIGN_ARGUMENT) {
        return server::sign_main(arguments);
    }
    let test = |name: &str, run: fn()| {
        Trial::test(name, move || {
            run();
            Ok(())
        })
    };
    let tests = vec![
        test("replies_are_those_of_puppetserver", replies_are_those_of_puppetserver),
        test("replies_with_static_catalogs_are_those_of_puppetserver", replies_with_static_catalogs),
    ];
    let own = recorded::own::TESTS.iter().chain(&recorded::database::TESTS).map(|(name, run)| test(name, *run));
    let tests = tests.into_iter().chain(own).collect();
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}

/// Writes the programs of static catalogs.
fn code_programs(root: &Path) -> Vec<(&'static str, String)> {
    let program = |name: &str, text: &str| {
        let path = root.join(name);
        fs::write(&path, format!("#!/bin/sh\n{text}")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path.display().to_string()
    };
    let content = format!(
        "[ \"$2\" = \"code-$1-1\" ] || {{ echo \"unknown code_id\" >&2; exit 1; }}\nexec cat {}/environments/$1/\"$3\"\n",
        root.join("code").display()
    );
    copy(&data().join("static/environments"), &root.join("code/environments"));
    vec![
        ("code_id_command", program("code-id", "echo \"code-$1-1\"\n")),
        ("code_content_command", program("code-content", &content)),
    ]
}

fn replies_are_those_of_puppetserver() {
    // In the order of the recordings: replies can depend on earlier requests.
    let groups = ["catalogs", "files", "reports", "environments", "wrong", "status", "ca"];
    // As in the recorded version.
    compare(&Fixture::start(|_| vec![("allow_auto_renewal", "false".to_owned())]), &groups);
}

fn replies_with_static_catalogs() {
    compare(&Fixture::start(code_programs), &["static"]);
}

/// Compares the replies to the requests of groups with the recorded ones.
fn compare(fixture: &Fixture, groups: &[&str]) {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded");
    let listed = fs::read_to_string(here.join("different.toml")).unwrap();
    let listed: BTreeMap<String, BTreeMap<String, String>> = toml::from_str(&listed).unwrap();
    let mut faults = Vec::new();
    let mut count = 0;
    for group in groups {
        let recorded: Vec<Json> =
            serde_json::from_slice(&fs::read(here.join(format!("{group}.json"))).unwrap()).unwrap();
        let comparison = Comparison::new(fixture.directory.path(), &data(), &recorded);
        let known = listed.get(*group).cloned().unwrap_or_default();
        for (number, case) in recorded.iter().enumerate() {
            count += 1;
            let name = format!("{number:03} {}", case["name"].as_str().unwrap());
            let reply = fixture.clients.send(&comparison.request(case));
            match (comparison.difference(case, &reply), known.get(&name)) {
                (None, None) | (Some(_), Some(_)) => {}
                (Some(difference), None) => faults.push(format!("{group}: {name}: {difference}")),
                (None, Some(_)) => faults.push(format!("{group}: {name} is listed as different, but is the same")),
            }
        }
    }
    assert!(faults.is_empty(), "{} of {count} replies:\n{}", faults.len(), faults.join("\n"));
}
