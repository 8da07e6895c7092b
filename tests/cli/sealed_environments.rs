//! `marotte environment publish --seal`: values are encrypted for the nodes that the paths of their files name. Keys, certificates and
//! messages are in `host/eyaml/tests`, other programs in `tests/acceptance/sealed`.

use std::fs;
use std::path::{Path, PathBuf};

use identity::{Certificate, PrivateKey, Revocation, RevocationList};
use marotte_tests::{Outcome, Scratch};
use serde_json::Value;

use crate::scratch;

const PLAIN: &str = "s3cret é";

const HIERARCHY: &str = "version: 5\ndefaults:\n  lookup_key: eyaml_lookup_key\n  options: {pkcs7_private_key: /nowhere/eyaml.pem}\nhierarchy:\n  \
                         - {name: node, path: 'nodes/%{trusted.certname}.yaml'}\n  - {name: common, path: common.yaml}\n";

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../host/eyaml/tests").join(name)
}

/// Returns the message that the publisher's key decrypts, as a value of YAML in several lines.
fn value() -> String {
    let message = fs::read_to_string(data("eyaml/message.base64")).expect("the recorded message");
    format!("ENC[PKCS7,{}]", message.trim().replace('\n', "\n    "))
}

/// An environment and the certificates of nodes.
struct Stage(Scratch);

impl Stage {
    fn new() -> Self {
        let stage = Self(scratch());
        stage.copy("data/ca.pem", "ca/ca_crt.pem");
        for name in ["rsa1", "p256", "p384"] {
            stage.copy(&format!("data/{name}.pem"), &format!("ca/signed/{name}.example.com.pem"));
        }
        let _ = stage.0.file("source/hiera.yaml", HIERARCHY);
        let _ = stage.0.file("source/manifests/site.pp", "notice(lookup('own'))\n");
        let _ = stage.0.file("source/data/common.yaml", format!("# a comment\nall: >\n    {}\nplain: x\n", value()));
        for name in ["rsa1", "p256"] {
            let text = format!("own: \"pre {} post\"\n", value());
            let _ = stage.0.file(&format!("source/data/nodes/{name}.example.com.yaml"), text);
        }
        stage
    }

    fn copy(&self, from: &str, to: &str) {
        let _ = self.0.file(to, fs::read(data(from)).expect("recorded data"));
    }

    fn path(&self, name: &str) -> String {
        self.0.path(name).display().to_string()
    }

    #[track_caller]
    fn run(&self, node: &str, words: &[&str], code: i32) -> Outcome {
        let (conf, var, code_directory) = (self.path(&format!("{node}/conf")), self.path("var"), self.path("code"));
        let name = format!("{node}.example.com");
        let flags = ["--confdir", &conf, "--vardir", &var, "--codedir", &code_directory, "--certname", &name];
        self.0.run(&[words, &flags].concat()).expect(code)
    }

    /// Publishes the environment with the publisher's key.
    #[track_caller]
    fn publish(&self, flags: &[&str], code: i32) -> Outcome {
        let key = data("eyaml/private_key.pkcs7.pem").display().to_string();
        self.publish_with(&[&["--unseal-key", &key], flags].concat(), code)
    }

    #[track_caller]
    fn publish_with(&self, flags: &[&str], code: i32) -> Outcome {
        let (source, mirror, ca) =
            (self.path("source"), format!("{}:production", self.path("mirror")), self.path("ca"));
        let words = ["environment", "publish", &source, &mirror, "--seal", &ca];
        let outcome = self.run("publisher", &[&words, flags].concat(), code);
        outcome.is_silent_about("s3cret")
    }

    #[track_caller]
    fn json(&self, words: &[&str]) -> Value {
        let output = self.run("publisher", &[words, &["--render-as", "json"]].concat(), 0).stdout;
        serde_json::from_str(&output).unwrap_or_else(|error| panic!("{error}: {output}"))
    }

    /// Pulls the environment that was published last.
    #[track_caller]
    fn pull(&self) {
        let mirror = format!("{}:production", self.path("mirror"));
        let digest = self.json(&["environment", "show", &mirror])["digest"].as_str().expect("a digest").to_owned();
        let _ = self.run("publisher", &["environment", "trust", &digest, "--name", "production"], 0);
        let _ = self.run("publisher", &["environment", "pull", &mirror], 0);
    }

    fn pulled(&self, file: &str) -> String {
        let path = self.0.path("code/environments/production").join(file);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// Installs key and certificate of a node.
    fn enrol(&self, node: &str) {
        self.copy(&format!("data/{node}.key"), &format!("{node}/conf/ssl/private_keys/{node}.example.com.pem"));
        self.copy(&format!("data/{node}.pem"), &format!("{node}/conf/ssl/certs/{node}.example.com.pem"));
    }

    #[track_caller]
    fn lookup(&self, node: &str, of: &str, key: &str, code: i32) -> Outcome {
        let facts = self.0.file("facts.yaml", "a: b\n").display().to_string();
        let name = format!("{of}.example.com");
        self.run(node, &["lookup", key, "--facts", &facts, "--node", &name, "--render-as", "json"], code)
    }

    #[track_caller]
    fn finds(&self, node: &str, key: &str, value: &str) {
        assert_eq!(self.lookup(node, node, key, 0).stdout.trim(), format!("\"{value}\""));
    }
}

#[test]
fn sealed_values_are_read_by_the_nodes_that_the_path_names() {
    let stage = Stage::new();
    let _ = stage.publish(&["--debug"], 0).says("3 values in 3 files sealed for 3 certificates");
    stage.pull();
    for node in ["rsa1", "p256", "p384", "rsa2"] {
        stage.enrol(node);
    }
    for node in ["rsa1", "p256", "p384"] {
        stage.finds(node, "all", PLAIN);
        stage.finds(node, "plain", "x");
    }
    for node in ["rsa1", "p256"] {
        stage.finds(node, "own", &format!("pre {PLAIN} post"));
        let _ = stage.run(node, &["apply", "--root", &stage.path("root")], 0).says(&format!("pre {PLAIN} post"));
    }
    for (node, of) in [("p256", "rsa1"), ("rsa1", "p256"), ("p384", "p256")] {
        let _ = stage
            .lookup(node, of, "own", 1)
            .complains("when looking up own in ")
            .complains(&format!("data/nodes/{of}.example.com.yaml. Error was the value is sealed for other nodes"))
            .complains("publish the environment again");
    }
    let _ = stage.lookup("rsa2", "rsa2", "all", 1).complains("the value is sealed for other nodes");
    // Without a key of its own, a system needs that of the level.
    let _ = stage.lookup("publisher", "rsa2", "all", 1).complains("the key file '/nowhere/eyaml.pem' does not exist");
}

#[test]
fn sealed_files_keep_their_text_around_the_values() {
    let stage = Stage::new();
    let _ = stage.publish(&[], 0);
    stage.pull();
    let text = stage.pulled("data/common.yaml");
    let (before, rest) = text.split_once("ENC[").expect("an encrypted value");
    let (_, after) = rest.split_once(']').expect("the end of the value");
    assert_eq!((before, after), ("# a comment\nall: >\n    ", "\nplain: x\n"));
    assert!(!text.contains("s3cret") && !text.contains(&value()));
    assert_eq!(stage.pulled("hiera.yaml"), HIERARCHY);
}

#[test]
fn sealed_environment_has_the_same_digest_when_it_is_published_again() {
    let stage = Stage::new();
    let _ = stage.publish(&[], 0).says("Published");
    let _ = stage.publish(&[], 0).says("Already published");
    let mirror = format!("{}:production", stage.path("mirror"));
    let shown = stage.json(&["environment", "show", &mirror]);
    assert_eq!(shown["sealed"], serde_json::json!({"files": 3, "values": 3, "readers": 3}));
    let _ =
        stage.run("p256", &["environment", "show", &mirror], 0).says("3 values in 3 files sealed for 3 certificates");
    // Another reader changes the values.
    stage.copy("data/rsa2.pem", "ca/signed/rsa2.example.com.pem");
    let _ = stage.publish(&[], 0).says("Published").says("for 4 certificates");
}

#[test]
fn revoked_and_expired_certificates_are_left_out() {
    let stage = Stage::new();
    stage.copy("data/expired.pem", "ca/signed/expired.example.com.pem");
    let read = |name: &str| fs::read_to_string(data(name)).expect("recorded data");
    let (ca, key) = (Certificate::from_pem(&read("data/ca.pem")), PrivateKey::from_pem(&read("data/ca.key")));
    let revoked = Certificate::from_pem(&read("data/rsa1.pem")).expect("a certificate");
    let now = revoked.not_before();
    let entry = Revocation { serial: revoked.serial(), time: now };
    let list =
        RevocationList::create(&ca.expect("a certificate"), &key.expect("a key"), 1, &[entry], now).expect("a list");
    let _ = stage.0.file("ca/ca_crl.pem", list.to_pem());
    let _ = stage
        .publish(&[], 0)
        .complains("The revoked certificate of rsa1.example.com is left out")
        .complains("The expired certificate of expired.example.com is left out")
        .complains("No certificate gives the path 'data/nodes/rsa1.example.com.yaml'")
        .says("2 values in 2 files sealed for 2 certificates");
    stage.pull();
    // The values that no node may read remain as they are.
    assert!(stage.pulled("data/nodes/rsa1.example.com.yaml").contains(&value()));
    stage.enrol("rsa1");
    let _ = stage.lookup("rsa1", "rsa1", "all", 1).complains("the value is sealed for other nodes");
    stage.enrol("p256");
    stage.finds("p256", "all", PLAIN);
}

#[test]
fn certificate_of_another_authority_is_refused() {
    let stage = Stage::new();
    stage.copy("data/stranger.pem", "ca/signed/stranger.example.com.pem");
    let _ = stage
        .publish(&[], 1)
        .complains("stranger.example.com.pem' was not issued by the authority of 'ca_crt.pem'")
        .complains("'CN=Puppet CA: other_ca'");
    let _ = stage.0.file("empty/x.txt", "");
    let (source, mirror, empty) =
        (stage.path("source"), format!("{}:production", stage.path("mirror")), stage.path("empty"));
    let words = ["environment", "publish", &source, &mirror, "--seal", &empty];
    let _ = stage.run("publisher", &words, 1).complains("has no valid certificate of a node");
    let _ = stage.0.file("empty/x.pem", "x");
    let _ = stage.run("publisher", &words, 1).complains("x.pem").complains("CERTIFICATE");
}

#[test]
fn server_reads_all_values_with_seal_for() {
    let stage = Stage::new();
    let server = data("data/rsa2.pem").display().to_string();
    let _ = stage.publish(&["--seal-for", &server], 0).says("for 4 certificates");
    stage.pull();
    stage.enrol("rsa2");
    for (of, key) in [("rsa1", "own"), ("p256", "own"), ("p384", "all")] {
        let _ = stage.lookup("rsa2", of, key, 0).says(PLAIN);
    }
}

#[test]
fn value_that_any_node_may_claim_draws_a_warning_or_an_error() {
    let stage = Stage::new();
    let hierarchy = format!("{HIERARCHY}  - {{name: system, path: 'os/%{{facts.os.family}}.yaml'}}\n");
    let _ = stage.0.file("source/hiera.yaml", hierarchy);
    let _ = stage.0.file("source/data/os/Debian.yaml", format!("b: {}\n", value()));
    let warning = "The level 'system' has the path of 'data/os/Debian.yaml' from '%{facts.os.family}'";
    let _ = stage.publish(&[], 0).complains(warning).says("4 values in 4 files sealed for 3 certificates");
    let _ = stage.publish(&["--seal-strict"], 1).complains(warning).complains("This is an error with --seal-strict");
    let _ = stage.0.file("source/data/os/Debian.yaml", "b: plain\n");
    let _ = stage.publish(&["--seal-strict"], 0).says("3 values in 3 files");
}

#[test]
fn publishing_without_the_right_key_is_an_error() {
    let stage = Stage::new();
    let _ = stage
        .publish_with(&[], 1)
        .complains("The key file '/nowhere/eyaml.pem' does not exist")
        .complains("--unseal-key");
    let other = data("eyaml/other_key.pkcs7.pem").display().to_string();
    let _ = stage
        .publish_with(&["--unseal-key", &other], 1)
        .complains("The encrypted value in 'data/common.yaml', line 3, cannot be sealed")
        .complains("the message was encrypted for another key");
    let _ = stage.0.file("source/data/common.yaml", "a: ENC[GPG,aaaa]\n");
    let _ = stage.publish(&[], 1).complains("the encryption method 'GPG' is not supported");
    let _ = stage.0.file("source/data/common.yaml", format!("a: \"{}\"\n", value().replace('\n', "\\\n")));
    let _ = stage.publish(&[], 1).complains("written with escapes");
}

#[test]
fn invalid_hierarchy_is_shown_with_its_line() {
    let stage = Stage::new();
    let twice = "  - name: common\n    path: other.yaml\n";
    let _ = stage.0.file("source/hiera.yaml", format!("{HIERARCHY}{twice}"));
    let _ = stage
        .publish(&[], 1)
        .complains("Hierarchy name 'common' defined more than once")
        .complains("source/hiera.yaml")
        .complains("  - name: common\n");
    let _ = stage.0.file("source/hiera.yaml", ":backends: [eyaml]\n:hierarchy: [common]\n");
    let _ = stage.publish(&[], 1).complains("A hiera.yaml of version 3 is ignored here");
    // Without encrypted values, such a file is ignored as by Puppet.
    fs::remove_dir_all(stage.0.path("source/data")).expect("a directory of the test");
    let _ = stage.publish(&[], 0).says("0 values in 0 files");
}

#[test]
fn module_data_and_links_have_the_readers_of_their_paths() {
    let stage = Stage::new();
    let _ = stage.0.file("source/modules/m/hiera.yaml", HIERARCHY);
    let _ = stage.0.file("source/modules/m/data/common.yaml", format!("m::x: {}\n", value()));
    fs::rename(stage.0.path("source/data/nodes"), stage.0.path("source/data/by-name"))
        .expect("a directory of the test");
    std::os::unix::fs::symlink("by-name", stage.0.path("source/data/nodes")).expect("a link of the test");
    let _ = stage.publish(&[], 0).says("4 values in 4 files sealed for 3 certificates");
    stage.pull();
    stage.enrol("p256");
    stage.finds("p256", "m::x", PLAIN);
    stage.finds("p256", "own", &format!("pre {PLAIN} post"));
}
