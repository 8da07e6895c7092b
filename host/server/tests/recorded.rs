//! Requests whose replies a real puppetserver 7.9.5 gave, in `recorded/*.json`: this server gives the same, except for those that
//! `different.toml` lists with the reason. tests/recorders/puppetserver explains the placeholders.

#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod recorded {
    pub(crate) mod client;
    pub(crate) mod compare;
}

use std::collections::BTreeMap;
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::thread;

use engine::settings::texts::SettingSources;
use engine::{ServedTypes, Settings};
use recorded::client::Clients;
use recorded::compare::Comparison;
use serde_json::Value as Json;
use server::{Server, ServerOptions, TlsFiles};

/// The directory of a server, with the code and the authority of the recordings.
struct Fixture {
    directory: tempfile::TempDir,
    address: SocketAddr,
}

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name())).unwrap();
        let target = to.join(name);
        if path.is_symlink() {
            std::os::unix::fs::symlink(fs::read_link(&path).unwrap(), target).unwrap();
        } else if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).unwrap();
        }
    }
}

impl Fixture {
    /// Starts a server, which ends with the process.
    fn start() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path();
        copy(&data().join("code"), &root.join("code"));
        copy(&data().join("ca-directory/ca"), &root.join("ca"));
        copy(&data().join("ca-directory/ssl"), &root.join("ssl"));
        for module in ["dev", "syntax", "production"] {
            fs::create_dir_all(root.join("code/environments").join(module).join("modules")).unwrap();
        }
        let text = |name: &str| root.join(name).display().to_string();
        let flags = [
            ("confdir", text("conf")),
            ("vardir", text("var")),
            ("codedir", text("code")),
            ("basemodulepath", text("code/modules")),
            ("autosign", "false".to_owned()),
        ];
        let flags = flags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let sources = SettingSources { flags, ..SettingSources::default() };
        let settings = Arc::new(Settings::from_sources(sources, "server", None).unwrap().0);
        let ssl = root.join("ssl");
        let files = TlsFiles {
            certificate: ssl.join("certs/puppet.example.com.pem"),
            key: ssl.join("private_keys/puppet.example.com.pem"),
            authorities: ssl.join("certs/ca.pem"),
            revocations: root.join("ca/ca_crl.pem"),
        };
        let options = ServerOptions {
            name: "puppet.example.com".to_owned(),
            authority: Some(root.join("ca")),
            bucket: root.join("var/bucket"),
            facts: root.join("var/facts"),
            reports: root.join("var/reports"),
            ..ServerOptions::default()
        };
        let (sender, messages) = mpsc::channel();
        let types = ServedTypes::load(&settings, &mut Silent).unwrap();
        let address = SocketAddr::from(([127, 0, 0, 1], 0));
        let server = Server::open(settings, options, files, types, address, sender).unwrap();
        let address = server.address().unwrap();
        thread::spawn(move || server.serve().unwrap());
        thread::spawn(move || messages.iter().for_each(drop));
        Self { directory, address }
    }
}

/// Drops the messages of a start.
struct Silent;

impl engine::Logger for Silent {
    fn enabled(&self, _level: catalog::Level) -> bool {
        false
    }

    fn write(&mut self, _message: &transaction::Log) {}

    fn diagnostic(&mut self, _: &syntax::Diagnostic, _: &syntax::SourceMap, _before: &str, _after: &str) {}
}

#[test]
fn replies_are_those_of_puppetserver() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded");
    let listed = fs::read_to_string(here.join("different.toml")).unwrap();
    let listed: BTreeMap<String, BTreeMap<String, String>> = toml::from_str(&listed).unwrap();
    let mut faults = Vec::new();
    let mut count = 0;
    let fixture = Fixture::start();
    let clients = Clients::new(fixture.address, &data().join("ca-directory/ssl"));
    // In the order of the recordings: replies can depend on earlier requests.
    for group in ["catalogs", "files", "reports", "environments", "wrong", "status", "ca"] {
        let recorded: Vec<Json> =
            serde_json::from_slice(&fs::read(here.join(format!("{group}.json"))).unwrap()).unwrap();
        let comparison = Comparison::new(fixture.directory.path(), &data(), &recorded);
        let known = listed.get(group).cloned().unwrap_or_default();
        for (number, case) in recorded.iter().enumerate() {
            count += 1;
            let name = format!("{number:03} {}", case["name"].as_str().unwrap());
            let reply = clients.send(&comparison.request(case));
            match (comparison.difference(case, &reply), known.get(&name)) {
                (None, None) | (Some(_), Some(_)) => {}
                (Some(difference), None) => faults.push(format!("{group}: {name}: {difference}")),
                (None, Some(_)) => faults.push(format!("{group}: {name} is listed as different, but is the same")),
            }
        }
    }
    assert!(faults.is_empty(), "{} of {count} replies:\n{}", faults.len(), faults.join("\n"));
}
