//! Accepted and rejected sources of providers: older versions, locations outside the policy, failing registries,
//! pipes, and the store of another lock.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;

use marotte_tests::INI_LINE;
use marotte_tests::server::{Answer, Server};

use super::machine::Machine;
use super::mirror::find;

const LINE: &str = "example/ini-line";

/// Publishes versions of the example into a directory, replacing earlier ones.
fn publish(machine: &Machine, directory: &str, versions: &[&str]) {
    if Path::new(directory).exists() {
        fs::remove_dir_all(directory).expect("a directory of the test");
    }
    for version in versions {
        let file = machine.made("made.wasm", INI_LINE, |manifest| {
            manifest["package"]["version"] = (*version).into();
        });
        let _ = machine.run(&["provider", "publish", &file, directory], 0);
    }
}

#[test]
fn older_version_requires_an_explicit_downgrade() {
    let machine = Machine::new();
    let source = machine.directory("source");
    publish(&machine, &source, &["0.1.0", "0.1.1"]);
    let _ = machine.run(&["provider", "add", "example/ini-line@^0.1", "--from", &source, "--accept-grants"], 0);
    let before = fs::read(machine.lock()).unwrap();
    publish(&machine, &source, &["0.0.9", "0.1.0"]);
    let words = format!("The newest version of {LINE} in '{source}' is 0.1.0, but 0.1.1 is locked");
    let update = machine.run(&["provider", "update"], 1).complains(&words);
    let command = update
        .stderr
        .split("To downgrade: marotte ")
        .nth(1)
        .unwrap()
        .split(['\n', '\u{1b}'])
        .next()
        .unwrap()
        .to_owned();
    let _ = machine.run(&["provider", "update", LINE], 1).complains(&words);
    let _ = machine.run(&["provider", "add", LINE, "--from", &source, "--accept-grants"], 1).complains(&words);
    let _ = machine.run(&["provider", "add", &format!("{source}:{LINE}")], 1).complains(&words);
    assert_eq!(fs::read(machine.lock()).unwrap(), before);
    // An explicit downgrade is allowed.
    let command: Vec<&str> = command.split(' ').chain(["--accept-grants"]).collect();
    let _ = machine.run(&command, 0).says("0.1.1 -> 0.1.0");
    let _ = machine.run(&["provider", "update", "example/ini-line@=0.0.9"], 0).says("0.1.0 -> 0.0.9");
    // Providers in a module were not requested by name, a provider file was.
    fs::create_dir_all(machine.directory("modules/ini/providers")).unwrap();
    let carried = machine.made("modules/ini/providers/ini.wasm", INI_LINE, |manifest| {
        manifest["package"]["version"] = "0.0.8".into();
    });
    let modules = machine.directory("modules");
    let refused = machine.run(&["provider", "add", "--from-modules", "--modulepath", &modules], 1);
    let _ = refused.complains("The newest version of example/ini-line in '").complains("is 0.0.8, but 0.0.9 is ");
    let _ = machine.run(&["provider", "add", &carried], 0).says("0.0.9 -> 0.0.8");
}

#[test]
fn update_reports_versions_outside_of_the_range() {
    let machine = Machine::new();
    let source = machine.directory("source");
    publish(&machine, &source, &["0.1.0", "0.2.0"]);
    let _ = machine.run(&["provider", "add", "example/ini-line@^0.1", "--from", &source, "--accept-grants"], 0);
    let outcome = machine.run(&["provider", "update"], 0).says("All providers are up to date");
    let _ = outcome.says(&format!(
        "example/ini-line 0.2.0 is available in '{source}', outside of the range ^0.1 in the lock file: marotte provider add \
         example/ini-line@^0.2.0 --from {source}"
    ));
    let _ = machine.run(&["provider", "add", "example/ini-line@^0.2.0", "--from", &source], 0);
    let _ = machine.run(&["provider", "update"], 0).is_silent_about("is available in");
}

#[test]
fn destination_that_could_be_a_registry_is_refused() {
    let machine = Machine::new();
    let file = machine.made("made.wasm", INI_LINE, |_| ());
    let refused = machine.run(&["provider", "publish", &file, "registry.example.org/x"], 1);
    let _ = refused.complains(
        "'registry.example.org/x' could be a registry or a new directory: write 'oci://registry.example.org/x' or \
         './registry.example.org/x'",
    );
    assert!(!Path::new("registry.example.org").exists());
}

#[test]
fn sources_outside_the_policy_receive_no_request() {
    let machine = Machine::new();
    let source = machine.directory("source");
    publish(&machine, &source, &["0.1.0"]);
    let directory = PathBuf::from(&source);
    let server = Server::start(move |path| find(&directory, path).map_or(Answer::Status(404), Answer::Body));
    let place = format!("oci://127.0.0.1:{}/x", server.port());
    let _ = machine.run(&["provider", "add", LINE, "--from", &place, "--accept-grants"], 0);
    let before = server.requests().len();
    let policy = machine.scratch.path("conf/policy.toml");
    let text = fs::read_to_string(&policy).unwrap();
    let trusted = machine.directory("trusted");
    fs::write(&policy, format!("sources = ['{trusted}/*']\n{text}")).unwrap();
    let refused = format!("The policy does not allow providers from '{place}'");
    let copy = machine.directory("copy");
    for words in [
        &["provider", "add", LINE, "--from", &place][..],
        &["provider", "add", LINE, "--provider_sources", &place],
        &["provider", "update"],
        &["provider", "mirror", &copy],
        &["provider", "mirror", &copy, "--from", &place],
        &["provider", "mirror", &copy, LINE, "--from", &place],
    ] {
        let _ = machine.run(words, 1).complains(&refused);
    }
    fs::remove_file(machine.stored()).unwrap();
    let _ = machine.run(&["provider", "add"], 1).complains(&refused);
    assert_eq!(server.requests().len(), before);
    // Locations are compared after resolving symbolic links.
    fs::create_dir(machine.directory("evil")).unwrap();
    let evil = machine.made("evil/ini.wasm", INI_LINE, |_| {});
    fs::create_dir(&trusted).unwrap();
    symlink(&evil, format!("{trusted}/link.wasm")).unwrap();
    for detour in ["../evil/ini.wasm", "link.wasm"] {
        let _ = machine
            .run(&["provider", "add", &format!("{trusted}/{detour}"), "--accept-grants"], 1)
            .complains("The policy does not allow providers from '")
            .complains("/evil/ini.wasm'");
    }
    let _ = machine.run(&["provider", "remove", LINE], 0);
    fs::copy(&evil, format!("{trusted}/ini.wasm")).unwrap();
    fs::copy(format!("{evil}.sig"), format!("{trusted}/ini.wasm.sig")).unwrap();
    let _ = machine.run(&["provider", "add", &format!("{trusted}/ini.wasm"), "--accept-grants"], 0);
}

/// Returns the faulty response of a registry instead of the stored data.
type Fault = fn(&str, Vec<u8>) -> Answer;

/// Returns all files below a directory.
fn files(directory: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(directory).into_iter().flatten() {
        let path = entry.expect("a directory of the test").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            let bytes = fs::read(&path).expect("a file of the test");
            found.insert(path, bytes);
        }
    }
    found
}

fn only_components(path: &str, bytes: Vec<u8>, fault: impl Fn(Vec<u8>) -> Answer) -> Answer {
    if path.contains("/blobs/") && bytes.len() > 10_000 { fault(bytes) } else { Answer::Body(bytes) }
}

#[test]
fn faulty_registry_leaves_lock_and_store_intact() {
    let faults: [(Fault, &str); 6] = [
        (|_, _| Answer::Status(401), "status 401: log in with `docker login"),
        (|path, bytes| only_components(path, bytes, |_| Answer::Status(404)), "status 404: the name does not exist"),
        (|_, _| Answer::Status(429), "status 429: too many requests"),
        (|_, _| Answer::Status(500), "status 500: the registry has an internal error"),
        (
            |path, bytes| only_components(path, bytes, |bytes| Answer::Half(bytes[..bytes.len() / 2].to_vec())),
            "the response is incomplete",
        ),
        (
            |path, bytes| {
                only_components(path, bytes, |mut bytes| {
                    bytes[5000] ^= 1;
                    Answer::Body(bytes)
                })
            },
            "the digest of the component is sha256:",
        ),
    ];
    // Some requests are retried with pauses.
    thread::scope(|scope| {
        for (fault, words) in faults {
            scope.spawn(move || fails_once_each(fault, words));
        }
    });
}

/// Adds and updates a provider from a registry that fails at first.
fn fails_once_each(fault: Fault, words: &str) {
    let machine = Machine::new();
    let source = machine.directory("source");
    publish(&machine, &source, &["0.1.0"]);
    let broken = Arc::new(Mutex::new(true));
    let (directory, state) = (PathBuf::from(&source), Arc::clone(&broken));
    let server = Server::start(move |path| match find(&directory, path) {
        Some(bytes) if *state.lock().expect("no thread has panicked") => fault(path, bytes),
        Some(bytes) => Answer::Body(bytes),
        None => Answer::Status(404),
    });
    let place = format!("oci://127.0.0.1:{}/x", server.port());
    let store = machine.scratch.path("state/providers");
    let add = ["provider", "add", LINE, "--from", &place, "--accept-grants"];
    let refused = machine.run(&add, 1).complains(words);
    assert!(refused.stderr.contains("example/ini-line"), "{}", refused.stderr);
    assert!(!machine.lock().exists() && files(&store).is_empty());
    *broken.lock().expect("no thread has panicked") = false;
    let _ = machine.run(&add, 0);
    let before = (fs::read(machine.lock()).expect("the added provider is locked"), files(&store));
    publish(&machine, &source, &["0.1.1"]);
    *broken.lock().expect("no thread has panicked") = true;
    let _ = machine.run(&["provider", "update"], 1).complains(words);
    assert_eq!((fs::read(machine.lock()).expect("the added provider is locked"), files(&store)), before);
    let _ = machine.run(&["provider", "verify"], 0).says("example/ini-line 0.1.0 matches the lock");
    *broken.lock().expect("no thread has panicked") = false;
    let _ = machine.run(&["provider", "update"], 0).says("0.1.0 -> 0.1.1");
}

#[test]
fn pipes_are_rejected_without_waiting() {
    let machine = Machine::new();
    let pipe = |path: &Path| {
        rustix::fs::mkfifoat(rustix::fs::CWD, path, rustix::fs::Mode::RWXU).expect("a directory of the test");
    };
    let file = machine.component("modules/ini/providers/ini.wasm", "0.1.0", "/etc/app.ini", true);
    let _ = machine.run(&["provider", "add", &file, "--accept-grants"], 0);
    let words = "it is not a file";
    let at = machine.directory("pipe");
    pipe(Path::new(&at));
    let _ = machine.run(&["provider", "show", &at], 1).complains(words);
    let _ =
        machine.run(&["provider", "new", "--from-ruby", &at, "--into", &machine.directory("new")], 1).complains(words);
    let stored = machine.stored();
    fs::remove_file(&stored).unwrap();
    pipe(&stored);
    let _ = machine.run(&["provider", "verify"], 1).complains(words);
    let signature = format!("{file}.sig");
    fs::remove_file(&signature).unwrap();
    pipe(Path::new(&signature));
    let _ = machine.run(&["provider", "add", &file, "--accept-grants"], 1).complains(words);
    fs::remove_file(&file).unwrap();
    pipe(Path::new(&file));
    let flags = ["--modulepath", &machine.directory("modules"), "--confdir", &machine.directory("conf")];
    let _ = machine.scratch.apply("", &flags).expect(1).complains(words);
}

#[test]
fn store_of_another_lock_is_rejected() {
    let machine = Machine::new();
    let file = machine.component("ini.wasm", "0.1.0", "/etc/app.ini", true);
    let _ = machine.run(&["provider", "add", &file, "--accept-grants"], 0);
    let (conf, state) = (machine.directory("other"), machine.directory("state"));
    let other =
        |words: &[&str]| machine.scratch.run(&[words, &["--confdir", &conf, "--vardir", &state]].concat()).expect(1);
    for words in
        [&["provider", "add", &file, "--accept-grants"][..], &["provider", "remove", LINE], &["provider", "add"]]
    {
        let _ = other(words).complains("it is the store of the lock '").complains("provider_store");
    }
    let _ = machine.run(&["provider", "verify"], 0).says("matches the lock");
}
