//! `marotte environment`: environments are published to a directory, pulled and applied. Registries are in `host/registry`, with
//! other programs in `tests/acceptance/environments`.

use std::fs;

use marotte_tests::{Outcome, Scratch};
use serde_json::Value;

use crate::scratch;

/// A system with a signing key, and a directory of artifacts.
struct Stage {
    scratch: Scratch,
    public: String,
}

impl Stage {
    fn new() -> Self {
        let stage = Self { scratch: scratch(), public: String::new() };
        let public = stage.run(&["provider", "keygen", &stage.path("key.pem")], 0).stdout.trim().to_owned();
        Self { public, ..stage }
    }

    fn path(&self, name: &str) -> String {
        self.scratch.path(name).display().to_string()
    }

    #[track_caller]
    fn run(&self, words: &[&str], code: i32) -> Outcome {
        let (conf, var) = (self.path("conf"), self.path("var"));
        let flags = ["--confdir", &conf, "--vardir", &var, "--certname", "n1.example.com"];
        self.scratch.run(&[words, &flags].concat()).expect(code)
    }

    #[track_caller]
    fn json(&self, words: &[&str], code: i32) -> Value {
        let output = self.run(&[words, &["--render-as", "json"]].concat(), code).stdout;
        serde_json::from_str(&output).unwrap_or_else(|error| panic!("{error}: {output}"))
    }

    fn trust(&self) {
        let _ = self.run(&["environment", "trust", &self.public, "--name", "production"], 0).says("is now trusted for");
    }

    fn place(&self, tag: &str) -> String {
        format!("{}:production:{tag}", self.path("mirror"))
    }

    /// Publishes an environment that logs a text, and returns its digest.
    fn publish(&self, text: &str, tag: &str) -> String {
        let _ = self.scratch.file("source/manifests/site.pp", "include web\n");
        let class = format!("class web {{ notice('{text}') }}\n");
        let _ = self.scratch.file("source/site/web/manifests/init.pp", class);
        let _ = self.scratch.file("source/site/web/metadata.json", format!("{{\"version\": \"{text}\"}}"));
        let _ = self.scratch.file("source/environment.conf", "modulepath = site:$basemodulepath\n");
        let (source, key) = (self.path("source"), self.path("key.pem"));
        let words = ["environment", "publish", &source, &self.place(tag), "--key", &key, "--commit", "4f2a"];
        self.json(&words, 0)["digest"].as_str().expect("a digest").to_owned()
    }

    #[track_caller]
    fn applies(&self, text: &str) {
        let _ = self.run(&["apply", "--root", &self.path("root")], 0).says(&format!("Class[Web]): {text}\n"));
    }
}

#[test]
fn pulled_environment_is_applied_and_replaced_at_once() {
    let stage = Stage::new();
    stage.trust();
    let first = stage.publish("1.0.0", "latest");
    let pulled = stage.json(&["environment", "pull", &stage.place("latest")], 0);
    assert_eq!((&pulled["digest"], &pulled["changed"]), (&first.as_str().into(), &true.into()));
    assert_eq!((pulled["signer"].as_str(), pulled["commit"].as_str()), (Some(&*stage.public), Some("4f2a")));
    stage.applies("1.0.0");
    let second = stage.publish("1.1.0", "latest");
    stage.applies("1.0.0");
    let _ = stage.run(&["environment", "pull", &stage.place("latest")], 0).says(&format!("previously {first}"));
    stage.applies("1.1.0");
    let _ = stage.run(&["environment", "pull", &stage.place("latest")], 0).says("already the current version");
    let back = format!("{}:production@{first}", stage.path("mirror"));
    let _ = stage.run(&["environment", "pull", &back], 0).says(&format!("previously {second}"));
    stage.applies("1.0.0");
    let listed = stage.json(&["environment", "list"], 0);
    let versions = &listed[0]["versions"];
    assert_eq!((&versions[0]["digest"], &versions[0]["current"]), (&first.as_str().into(), &true.into()), "{listed}");
    assert_eq!(versions[1]["digest"], second.as_str());
    let _ = stage
        .run(&["environment", "list"], 0)
        .says(&format!("production\n* {first}  "))
        .says(&format!("\n  {second}  "));
}

#[test]
fn environment_without_trusted_signature_is_not_pulled() {
    let stage = Stage::new();
    let digest = stage.publish("1.0.0", "latest");
    let pull = ["environment", "pull", &stage.place("latest")];
    let _ = stage.run(&pull, 1).complains("which is not trusted for the environment 'production'");
    let source = stage.path("source");
    let unsigned = ["environment", "publish", &source, &stage.place("unsigned")];
    let _ = stage.run(&unsigned, 0).complains("The environment is not signed");
    let _ = stage.run(&["environment", "trust", &digest, "--name", "pro*"], 0).says("is now trusted");
    let _ = stage.run(&pull, 0).says("accepted without a signature");
    // Another digest, since it has no commit.
    let _ = stage
        .run(&["environment", "pull", &stage.place("unsigned")], 1)
        .complains("is not signed; `marotte environment trust");
    let _ = stage.run(&["environment", "pull", &stage.place("none")], 1).complains("does not exist");
    let _ = stage.run(&["environment", "trust", "x", "--name", "production"], 1).complains("is neither a public key");
    let _ = stage
        .run(&["environment", "trust", &digest, "--name", "../x"], 1)
        .complains("is not the name of an environment");
}

#[test]
fn environments_are_shown_and_compared() {
    let stage = Stage::new();
    stage.trust();
    let first = stage.publish("1.0.0", "v1");
    let _ = stage.run(&["environment", "pull", &stage.place("v1")], 0);
    let _ = stage.publish("1.1.0", "v2");
    let shown = stage.json(&["environment", "show", &stage.place("v1")], 0);
    assert_eq!((&shown["digest"], &shown["trusted"]), (&first.as_str().into(), &true.into()));
    assert_eq!(shown["modules"][0]["version"], "1.0.0");
    let local = stage.run(&["environment", "show", "production"], 0);
    let _ = local.says("  commit 4f2a\n").says("  site/web 1.0.0\n").says("accepted by the policy").says(&stage.public);
    let expected = "~ module site/web (1.0.0 -> 1.1.0)\n~ site/web/manifests/init.pp\n~ site/web/metadata.json\n";
    for (before, after) in [
        (stage.place("v1"), stage.place("v2")),
        ("production".to_owned(), stage.place("v2")),
        ("production".to_owned(), stage.path("source")),
        (stage.place("v1"), stage.path("source")),
    ] {
        let different = stage.run(&["environment", "diff", &before, &after], 1);
        assert_eq!(different.stdout, expected, "{before} {after}");
    }
    let _ = stage.run(&["environment", "diff", &stage.place("v2"), &stage.path("source")], 0);
    let difference = stage.json(&["environment", "diff", &stage.place("v2"), "production"], 1);
    assert_eq!(difference["modules"][0]["before"], "1.1.0");
    let _ = stage.run(&["environment", "diff", "nosuch", &stage.place("v2")], 2).complains("is not a reference");
}

#[test]
fn channel_is_followed_and_never_goes_back() {
    let stage = Stage::new();
    stage.trust();
    let (first, second) = (stage.publish("1.0.0", "v1"), stage.publish("1.1.0", "v2"));
    let (channel, key) = (stage.place("stable"), stage.path("key.pem"));
    let rollout = |digest: &str, percent: &str, code| {
        stage.run(&["environment", "rollout", &channel, digest, "--percent", percent, "--key", &key], code)
    };
    let _ = rollout(&first, "5", 1).complains("its first version is for all nodes");
    let _ = rollout(&first, "100", 0).says("has the serial 1\n").says("for 100% of the other nodes");
    let pull = ["environment", "pull", &channel, "--channel"];
    assert_eq!(stage.json(&pull, 0)["digest"], first.as_str());
    let index = stage.path("mirror/index.json");
    let older = fs::read(&index).expect("the index");
    let _ = rollout(&second, "100", 0).says("has the serial 2\n");
    let _ = stage.run(&pull, 0).says("serial 2 of the channel");
    stage.applies("1.1.0");
    fs::write(&index, older).expect("the index");
    let _ = stage.run(&pull, 1).complains("has already applied serial 2: an older channel is not accepted");
    stage.applies("1.1.0");
    let _ = stage.run(&pull[..3], 1).complains("a channel is pulled with --channel");
    let _ = stage.run(&["environment", "pull", &stage.place("v1"), "--channel"], 1).complains("not a channel");
    let _ = rollout(&"0".repeat(3), "5", 1).complains("is not a digest");
    let missing = format!("sha256:{}", "0".repeat(64));
    let _ = rollout(&missing, "5", 1).complains("does not exist");
}

/// A channel whose nodes compile for themselves and send reports to a database.
struct WatchedChannel {
    stage: Stage,
    channel: String,
    database: String,
}

impl WatchedChannel {
    /// Creates a channel that assigns a version to all nodes.
    fn new(version: &str) -> Self {
        let stage = Stage::new();
        stage.trust();
        let (channel, database) = (stage.place("stable"), format!("sqlite:{}", stage.path("fleet.sqlite3")));
        let watched = Self { stage, channel, database };
        let version = watched.stage.publish(version, "v1");
        let _ = watched.rollout(&version, &["--percent", "100"], 0);
        watched
    }

    fn arguments(&self, version: &str, flags: &[&str]) -> Vec<String> {
        let (key, path) = (self.stage.path("key.pem"), |name: &str| self.stage.path(name));
        let words = ["environment", "rollout", &self.channel, version, "--key", &key];
        let more = ["--confdir", &path("conf"), "--vardir", &path("var"), "--database_url", &self.database];
        [&words, &more, flags].concat().into_iter().map(str::to_owned).collect()
    }

    #[track_caller]
    fn rollout(&self, version: &str, flags: &[&str], code: i32) -> Outcome {
        self.stage.scratch.run(&self.arguments(version, flags)).expect(code)
    }

    /// Pulls the version of a node and runs its agent.
    fn run_node(&self, name: &str) {
        let path = |part: &str| self.stage.path(&format!("nodes/{name}/{part}"));
        let (conf, var) = (path("conf"), path("var"));
        let flags = ["--confdir", &conf, "--vardir", &var, "--certname", name];
        let run = |words: &[&str]| self.stage.scratch.run(&[words, &flags].concat());
        let _ = run(&["environment", "trust", &self.stage.public, "--name", "production"]).expect(0);
        let _ = run(&["environment", "pull", &self.channel, "--channel"]).expect(0);
        let terminus = ["--catalog_terminus", "compiler", "--reports", "puppetdb", "--database_url", &self.database];
        // No server: the report is stored in the database.
        let server = ["--server", "127.0.0.1", "--serverport", "1", "--waitforcert", "0"];
        let _ = run(&[&["agent", "--test", "--noop"], &terminus[..], &server].concat());
    }
}

#[test]
fn rollout_watch_takes_a_failing_version_back() {
    let watched = WatchedChannel::new("1.0.0");
    let nodes = ["a.example.com", "b.example.com"];
    nodes.iter().for_each(|node| watched.run_node(node));
    // The manifest of the version is not valid: the text ends in the string.
    let bad = watched.stage.publish("1.1.0') fail('x", "v2");
    let flags = ["--percent", "100", "--watch", "--stop-at", "1", "--render-as", "json"];
    let mut rollout = watched.stage.scratch.start(&watched.arguments(&bad, &flags));
    rollout.until_complaint("100%: 0 of 2 nodes ran the version, 0 failed (1 allowed)");
    watched.run_node(nodes[0]);
    rollout.until_complaint("1 of 2 nodes ran the version, 1 failed");
    watched.run_node(nodes[1]);
    let stopped = rollout.wait().expect(4).complains("Too many runs failed; serial 3 takes the version back");
    let stopped: Value = serde_json::from_str(&stopped.stdout).expect("JSON");
    assert_eq!((&stopped["state"], &stopped["serial"]), (&"stopped".into(), &3.into()));
    assert_eq!(stopped["nodes"][1], serde_json::json!({ "name": nodes[1], "state": "failed" }));
    let first = watched.stage.json(&["environment", "show", &watched.stage.place("v1")], 0)["digest"].clone();
    assert_eq!(stopped["steps"], serde_json::json!([{ "digest": first, "percent": 100 }]));
    assert_eq!(watched.stage.json(&["environment", "pull", &watched.channel, "--channel"], 0)["digest"], first);
}

#[test]
fn rollout_watch_raises_the_share_of_a_version_that_does_not_fail() {
    let watched = WatchedChannel::new("1.0.0");
    let node = "a.example.com";
    watched.run_node(node);
    let good = watched.stage.publish("1.1.0", "v2");
    // The order of nodes is random: the node is in the first share or in the second one.
    let flags = ["--percent", "50,100", "--watch", "--stop-at", "0"];
    let mut rollout = watched.stage.scratch.start(&watched.arguments(&good, &flags));
    rollout.until("has the serial 2: ");
    watched.run_node(node);
    rollout.until("has the serial 3: ");
    watched.run_node(node);
    let _ = rollout.wait().expect(0).says("100%: 1 of 1 nodes ran the version, 0 failed (0 allowed)");
}

#[test]
fn rollout_watch_needs_a_database_with_reports_and_another_version() {
    let watched = WatchedChannel::new("1.0.0");
    let version = watched.stage.publish("1.1.0", "v2");
    let wrong = |flags: &[&str], message: &str| {
        let _ = watched.rollout(&version, flags, 1).complains(message);
    };
    wrong(&["--percent", "5", "--watch"], "the database has no report of the environment 'production'");
    wrong(&["--percent", "5,10"], "Several shares need --watch and --stop-at");
    wrong(&["--percent", "10,5", "--watch", "--stop-at", "1"], "must increase");
    wrong(&["--percent", "0", "--watch"], "has no nodes to watch");
    wrong(&["--percent", "5", "--stop-at", "2%"], "--watch");
    let key = watched.stage.path("key.pem");
    let words = ["environment", "rollout", &watched.channel, &version, "--key", &key, "--percent", "5", "--watch"];
    let _ = watched.stage.run(&words, 1).complains("There is no database: the setting database_url is empty");
    let same = watched.stage.json(&["environment", "show", &watched.stage.place("v1")], 0)["digest"].clone();
    let same = same.as_str().expect("a digest");
    let flags = ["--percent", "100", "--watch", "--stop-at", "1"];
    let _ = watched.rollout(same, &flags, 1).complains("has no other version");
    // The channel was not changed.
    assert_eq!(watched.stage.json(&["environment", "pull", &watched.channel, "--channel"], 0)["serial"], 1);
}

#[test]
fn existing_directory_and_wrong_entries_are_refused() {
    let stage = Stage::new();
    stage.trust();
    let _ = stage.publish("1.0.0", "latest");
    let own = stage.scratch.file("conf/environments/production/manifests/site.pp", "notice('own')\n");
    let _ = stage.run(&["environment", "pull", &stage.place("latest")], 1).complains("exists and was not pulled");
    assert!(own.is_file());
    std::os::unix::fs::symlink("/etc/passwd", stage.scratch.path("source/site/web/secret")).expect("a link");
    let source = stage.path("source");
    let publish = ["environment", "publish", &source, &stage.place("latest")];
    let _ = stage
        .run(&publish, 1)
        .complains("source/site/web/secret' cannot be part of an environment: it is a symbolic link");
    let _ = stage.run(&["environment", "publish", &source, &stage.path("mirror")], 1).complains("is not a reference");
    let named = format!("{}:pro-duction", stage.path("mirror"));
    let _ = stage.run(&["environment", "publish", &source, &named], 1).complains("is not the name of an environment");
}

#[test]
fn completion_offers_pulled_environments() {
    let stage = Stage::new();
    stage.trust();
    let _ = stage.publish("1.0.0", "latest");
    let _ = stage.run(&["environment", "pull", &stage.place("latest")], 0);
    let conf = stage.path("conf");
    for words in [&["environment", "show"][..], &["environment", "diff"], &["apply", "--environment"]] {
        let (command, flags) = words.split_at(words.len().min(if words[0] == "apply" { 1 } else { 2 }));
        let line = [&["__complete", "fish"], command, &["--confdir", &conf], flags, &[""]].concat();
        let found = stage.scratch.run(&line).expect(0).stdout;
        assert_eq!(found.lines().next(), Some("production"), "{words:?}: {found}");
    }
}
