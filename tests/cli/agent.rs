//! `marotte agent` and `marotte ssl` at `marotte server`. `tests/acceptance/agent-at-puppetserver` runs them at a real puppetserver.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use marotte_tests::{Outcome, Scratch, Started};
use rustix::process::Signal;

use crate::scratch;

const NODE: &str = "web.example.com";

/// A server with an authority, and the directories of an agent.
struct Fleet {
    scratch: Scratch,
    port: u16,
}

#[expect(clippy::unwrap_used, reason = "a panic is how a test fails")]
impl Fleet {
    fn new(site: &str) -> Self {
        // The port is free again until the server uses it.
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let fleet = Self { scratch: scratch(), port };
        let _ = fleet.scratch.file("server/conf/autosign.conf", "*.example.com\n");
        fleet.site(site);
        let code = "server/code/environments/production/modules/probe";
        let _ = fleet.scratch.file(&format!("{code}/files/source.txt"), "from the server\n");
        let _ = fleet.scratch.file(&format!("{code}/files/tree/sub/file with space"), "tree\n");
        let _ = fleet.scratch.file(&format!("{code}/facts.d/of_plugin.txt"), "of_plugin=external\n");
        let flags = ["ca", "setup", "--subject-alt-names", "localhost"];
        let _ = fleet.scratch.run(&fleet.server_arguments(&flags)).expect(0);
        fleet
    }

    fn site(&self, text: &str) {
        let target = self.target("").display().to_string();
        let text = text.replace("TARGET", target.trim_end_matches('/'));
        let _ = self.scratch.file("server/code/environments/production/manifests/site.pp", text);
    }

    fn target(&self, name: &str) -> PathBuf {
        self.scratch.path("target").join(name)
    }

    fn server_arguments(&self, words: &[&str]) -> Vec<String> {
        let path = |name: &str| self.scratch.path(name).display().to_string();
        let (conf, var, code) = (path("server/conf"), path("server/var"), path("server/code"));
        let flags = ["--confdir", &conf, "--vardir", &var, "--codedir", &code, "--certname", "puppet.example.com"];
        words.iter().copied().chain(flags).map(str::to_owned).collect()
    }

    fn start(&self) -> Started {
        let address = format!("127.0.0.1:{}", self.port);
        let mut server = self.scratch.start(&self.server_arguments(&["server", "--listen", &address]));
        server.until("Serving agents on");
        server
    }

    fn stop(server: Started) -> Outcome {
        server.signal(Signal::TERM);
        server.wait().expect(0)
    }

    fn agent_arguments(&self, words: &[&str]) -> Vec<String> {
        let path = |name: &str| self.scratch.path(name).display().to_string();
        let (conf, var, run) = (path("conf"), path("var"), path("run"));
        let port = self.port.to_string();
        let flags =
            ["--confdir", &conf, "--vardir", &var, "--rundir", &run, "--certname", NODE, "--server", "localhost"];
        let more = ["--serverport", &port, "--waitforcert", "0"];
        words.iter().copied().chain(flags).chain(more).map(str::to_owned).collect()
    }

    fn run(&self, words: &[&str]) -> Outcome {
        self.scratch.run(&self.agent_arguments(words))
    }

    fn test(&self) -> Outcome {
        self.run(&["agent", "--test"])
    }

    /// Returns the reports that the server has received.
    fn reports(&self) -> Vec<serde_json::Value> {
        let directory = self.scratch.path("server/var/server/reports").join(NODE);
        let Ok(entries) = fs::read_dir(directory) else { return Vec::new() };
        let read = |path: PathBuf| serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        // A report that is just written has another name.
        let is_complete = |entry: &fs::DirEntry| !entry.file_name().as_encoded_bytes().starts_with(b".");
        let complete = entries.map(Result::unwrap).filter(is_complete);
        let mut reports: Vec<serde_json::Value> = complete.map(|entry| read(entry.path())).collect();
        reports.sort_by_key(|report| report["time"].as_str().map(str::to_owned));
        reports
    }

    fn spooled(&self) -> usize {
        fs::read_dir(self.scratch.path("var/client_data/reports")).map_or(0, Iterator::count)
    }
}

const FILES: &str = "
  file { 'TARGET': ensure => directory }
  file { 'TARGET/facts': content => \"${facts['of_plugin']} ${facts['clientcert']} ${trusted['authenticated']}\" }
  file { 'TARGET/source': source => 'puppet:///modules/probe/source.txt' }
  file { 'TARGET/tree': ensure => directory, recurse => true, purge => true, source => 'puppet:///modules/probe/tree' }
";

#[test]
fn agent_applies_the_catalog_of_a_server() {
    let fleet = Fleet::new(FILES);
    let server = fleet.start();
    let _ = fleet.test().expect(2).says("Downloaded certificate for web.example.com").says("Synchronized plugins: ");
    let text = |name: &str| fs::read_to_string(fleet.target(name)).unwrap();
    assert_eq!(text("facts"), "external web.example.com remote");
    assert_eq!([text("source"), text("tree/sub/file with space")], ["from the server\n", "tree\n"]);
    let _ = fleet.test().expect(0).is_silent_about("Downloaded").is_silent_about("Synchronized");
    assert!(fleet.scratch.path("var/client_data/sources/production/modules/probe/source.txt").exists());
    // Drift is corrected, and what is no longer on the server is removed.
    fs::write(fleet.target("tree/other"), "").unwrap();
    fs::write(fleet.target("source"), "drift\n").unwrap();
    let _ = fleet.run(&["agent", "--test", "--noop"]).expect(0).says("should be");
    assert_eq!(text("source"), "drift\n");
    let _ = fleet.test().expect(2);
    assert_eq!(text("source"), "from the server\n");
    assert!(!fleet.target("tree/other").exists());
    let reports = fleet.reports();
    let statuses: Vec<_> = reports.iter().map(|report| report["status"].as_str().unwrap()).collect();
    assert_eq!(statuses, ["changed", "unchanged", "unchanged", "changed"]);
    // The server receives what this system stores.
    let stored = fleet.run(&["report", "1", "--render-as", "json"]).expect(0);
    let stored: serde_json::Value = serde_json::from_str(&stored.stdout).unwrap();
    for key in ["host", "time", "status", "transaction_uuid", "catalog_uuid", "logs", "metrics", "resource_statuses"] {
        assert!(!stored[key].is_null() && reports[0][key] == stored[key], "{key}: {} {}", reports[0][key], stored[key]);
    }
    let _ = Fleet::stop(server);
}

#[test]
fn agent_survives_an_outage_and_sends_reports_later() {
    let fleet = Fleet::new(FILES);
    let server = fleet.start();
    let _ = fleet.test().expect(2);
    let _ = Fleet::stop(server);
    fs::write(fleet.target("source"), "drift\n").unwrap();
    let once = ["agent", "--onetime", "--no-daemonize"];
    let outcome = fleet.run(&once).expect(1);
    let outcome =
        outcome.complains("Could not connect to localhost:").complains("Using cached catalog from environment");
    let _ = outcome.complains("could not be compared with the server").complains("will be sent by a later run");
    assert_eq!(fs::read_to_string(fleet.target("source")).unwrap(), "from the server\n");
    // Not in a test, a dry run, or if a setting excludes it.
    for more in [["--test"].as_slice(), &["--onetime", "--noop"], &["--onetime", "--no-usecacheonfailure"]] {
        let words: Vec<&str> = ["agent"].iter().chain(more).copied().collect();
        let _ = fleet.run(&words).expect(1).complains("Not using cache on failed catalog").complains("skipping run");
    }
    assert_eq!(fleet.spooled(), 4);
    let server = fleet.start();
    let _ = fleet.run(&once).expect(0).says("Sent 4 reports of earlier runs");
    let reports = fleet.reports();
    let cached: Vec<_> = reports.iter().map(|report| report["cached_catalog_status"].as_str().unwrap()).collect();
    assert_eq!(cached, ["not_used", "on_failure", "not_used", "not_used", "not_used", "not_used"]);
    assert_eq!(fleet.spooled(), 0);
    let _ = Fleet::stop(server);
}

#[test]
fn agent_does_not_apply_the_cached_catalog_if_the_manifest_fails() {
    let fleet = Fleet::new("notify { 'first': }");
    let server = fleet.start();
    let _ = fleet.test().expect(2);
    fleet.site("fail('as intended')");
    let once = ["agent", "--onetime", "--no-daemonize"];
    let outcome = fleet.run(&once).expect(1).complains("Error 500 on SERVER").complains("as intended");
    let _ = outcome.complains("skipping run").is_silent_about("first");
    let words = ["agent", "--onetime", "--no-daemonize", "--usecacheonfailure"];
    let _ = fleet.run(&words).expect(1).complains("Using cached catalog").says("first");
    let words = ["agent", "--onetime", "--no-daemonize", "--use_cached_catalog"];
    let _ = fleet.run(&words).expect(0).complains("Using cached catalog").says("first");
    let last = fleet.reports().pop().unwrap();
    assert_eq!(last["cached_catalog_status"], "explicitly_requested");
    let _ = Fleet::stop(server);
}

#[test]
fn agent_that_is_disabled_does_not_run() {
    let fleet = Fleet::new("notify { 'first': }");
    let _ = fleet.run(&["agent", "--disable", "replacing the disk"]).expect(0);
    let lock = fs::read_to_string(fleet.scratch.path("var/agent_disabled.lock")).unwrap();
    assert_eq!(lock, r#"{"disabled_message":"replacing the disk"}"#);
    let _ = fleet.test().expect(1).says("administratively disabled (Reason: 'replacing the disk')");
    let _ = fleet.run(&["agent", "--enable"]).expect(0);
    let server = fleet.start();
    let _ = fleet.test().expect(2);
    let _ = Fleet::stop(server);
}

#[test]
fn agent_runs_at_intervals_and_on_signals_until_it_is_stopped() {
    let fleet = Fleet::new("notify { 'first': }");
    let server = fleet.start();
    let mut agent = fleet.scratch.start(&fleet.agent_arguments(&["agent", "--no-daemonize", "--runinterval", "1h"]));
    agent.until("Starting agent version");
    wait_for(|| fleet.reports().len() == 1);
    let _ = fleet.run(&["agent", "--no-daemonize"]).expect(1).complains("another agent is running");
    agent.signal(Signal::USR1);
    agent.until("Caught USR1; a run starts");
    wait_for(|| fleet.reports().len() == 2);
    agent.signal(Signal::HUP);
    agent.until("The settings were read again");
    agent.signal(Signal::TERM);
    let _ = agent.wait().expect(0).says("Caught TERM; exiting");
    assert!(!fleet.scratch.path("run/agent.pid").exists());
    let _ = Fleet::stop(server);
}

#[test]
fn agent_in_the_background_is_a_process_of_its_own() {
    let fleet = Fleet::new("notify { 'first': }");
    let server = fleet.start();
    let log = fleet.scratch.path("agent.log").display().to_string();
    let _ = fleet.run(&["agent", "--runinterval", "1h", "--logdest", &log]).expect(0);
    wait_for(|| fleet.reports().len() == 1);
    let process: i32 = fs::read_to_string(fleet.scratch.path("run/agent.pid")).unwrap().trim().parse().unwrap();
    rustix::process::kill_process(rustix::process::Pid::from_raw(process).unwrap(), Signal::TERM).unwrap();
    wait_for(|| !fleet.scratch.path("run/agent.pid").exists());
    let log = fs::read_to_string(log).unwrap();
    assert!(log.contains("Starting agent version") && log.contains("first"), "{log}");
    let _ = Fleet::stop(server);
}

#[test]
fn agent_compiles_its_own_catalog_and_reports_it() {
    let fleet = Fleet::new("fail('not this one')");
    let server = fleet.start();
    let site = fleet.scratch.file("code/environments/production/manifests/site.pp", "notify { 'compiled here': }");
    let code = site.ancestors().nth(4).unwrap().display().to_string();
    let words = ["agent", "--test", "--catalog_terminus", "compiler", "--codedir", &code];
    let _ = fleet.run(&words).expect(2).says("compiled here");
    let _ = Fleet::stop(server);
    assert_eq!(fleet.reports().len(), 1);
    // The catalog needs no server; the report remains.
    let _ = fleet.run(&words).expect(2).says("compiled here").complains("will be sent by a later run");
    assert_eq!(fleet.spooled(), 1);
}

#[test]
fn ssl_commands_manage_the_identity_of_the_node() {
    let fleet = Fleet::new("notify { 'first': }");
    let _ = fleet.run(&["ssl", "show"]).expect(1).complains("'marotte ssl bootstrap' requests one");
    let _ = fleet.run(&["ssl", "verify"]).expect(1);
    let _ = fleet.run(&["ssl", "bootstrap"]).expect(1).complains("Could not connect to localhost:");
    let server = fleet.start();
    let attributes = "extension_requests:\n  pp_role: web\ncustom_attributes:\n  challengePassword: token\n";
    let _ = fleet.scratch.file("conf/csr_attributes.yaml", attributes);
    fs::remove_file(fleet.scratch.path("server/conf/autosign.conf")).unwrap();
    let outcome = fleet.run(&["ssl", "bootstrap"]).expect(1);
    let _ = outcome.complains("you might still need to sign this agent's certificate (web.example.com)");
    let _ = fleet.run(&["agent", "--fingerprint"]).expect(0).says("(SHA256) ");
    let _ = fleet.run(&["ssl", "download_cert"]).expect(1).complains("has not yet been signed");
    let _ = fleet.scratch.run(&fleet.server_arguments(&["ca", "sign", NODE])).expect(0);
    let _ = fleet.run(&["ssl", "bootstrap"]).expect(0).says("Completed SSL initialization");
    let _ = fleet.run(&["ssl", "verify"]).expect(0).says("Verified client certificate 'CN=web.example.com'");
    let _ = fleet.run(&["ssl", "show"]).expect(0).says("pp_role").says("web.example.com");
    let _ = fleet.run(&["ssl", "submit_request"]).expect(1).complains("Error 400 on SERVER");
    let _ = fleet.run(&["ssl", "clean", "--localca"]).expect(0).says("Removed private key").says("Removed local CRL");
    // The authority still has the certificate of the removed key.
    let _ = fleet.run(&["ssl", "bootstrap"]).expect(1).complains("does not match its private key");
    let _ = Fleet::stop(server);
}

#[test]
fn agent_refuses_other_authorities_and_revoked_certificates() {
    let fleet = Fleet::new("notify { 'first': }");
    let server = fleet.start();
    let wrong = "0".repeat(64);
    let outcome = fleet.run(&["ssl", "bootstrap", "--ca_fingerprint", &wrong]).expect(1);
    let _ = outcome.complains("did not match expected digest");
    assert!(!fleet.scratch.path("conf/ssl/certs/ca.pem").exists());
    let _ = fleet.test().expect(2);
    // The server's certificate has no such name.
    let words = ["agent", "--test", "--server", "127.0.0.1"];
    let mut arguments = fleet.agent_arguments(&[]);
    arguments.retain(|word| word != "--server" && word != "localhost");
    let arguments: Vec<String> = words.iter().map(|word| (*word).to_owned()).chain(arguments).collect();
    let _ = fleet.scratch.run(&arguments).expect(1).complains("Could not connect to 127.0.0.1:");
    let _ = Fleet::stop(server);
    // Another authority with the same names.
    let ssl = fleet.scratch.path("server/conf/ssl");
    fs::rename(&ssl, fleet.scratch.path("first-ssl")).unwrap();
    let words = ["ca", "setup", "--subject-alt-names", "localhost"];
    let _ = fleet.scratch.run(&fleet.server_arguments(&words)).expect(0);
    let server = fleet.start();
    let outcome = fleet.test().expect(1);
    let _ = outcome.complains("was not signed by an authority in the CA bundle");
    let _ = Fleet::stop(server);
    fs::remove_dir_all(&ssl).unwrap();
    fs::rename(fleet.scratch.path("first-ssl"), &ssl).unwrap();
    let _ = fleet.scratch.run(&fleet.server_arguments(&["ca", "revoke", NODE])).expect(0);
    fs::copy(ssl.join("crl.pem"), fleet.scratch.path("conf/ssl/crl.pem")).unwrap();
    let _ = fleet.run(&["ssl", "verify"]).expect(1).complains("is revoked");
}

#[test]
fn noop_of_the_agent_section_is_not_ignored() {
    let fleet = Fleet::new("notify { 'first': }");
    let server = fleet.start();
    let conf = format!("[agent]\nnoop = true\nserver = localhost\nserverport = {}\n", fleet.port);
    let _ = fleet.scratch.file("conf/marotte.conf", conf);
    let _ = fleet.test().expect(0).says("current_value 'absent', should be 'first' (noop)");
    let outcome = fleet.run(&["apply", "-e", "notify { 'x': }"]).expect(1);
    let _ = outcome.complains("'noop = true' in the section [agent] is only for 'marotte agent'");
    let _ = fleet.run(&["apply", "-e", "notify { 'x': }", "--no-noop"]).expect(0).says("defined 'message' as 'x'");
    let _ = fleet.run(&["report", "list"]).expect(0);
    let _ = Fleet::stop(server);
}

#[test]
fn agent_runs_the_commands_before_and_after_the_catalog() {
    let fleet = Fleet::new("file { 'TARGET': content => 'applied' }");
    let server = fleet.start();
    let target = fleet.target("").display().to_string();
    let (target, log) = (target.trim_end_matches('/'), fleet.scratch.path("log").display().to_string());
    let before = format!("test -e {target} && echo before with >> {log} || echo before >> {log}");
    let after = format!("test -e {target} && echo after with >> {log} || echo after >> {log}");
    let words = ["agent", "--test", "--prerun_command", &before, "--postrun_command", &after];
    let dry: Vec<&str> = words.iter().copied().chain(["--noop"]).collect();
    let outcome = fleet.run(&dry).expect(0).says("The command in prerun_command is not run in a dry run");
    let _ = outcome.says("The command in postrun_command is not run in a dry run");
    let _ = fleet.run(&words).expect(2);
    assert_eq!(fs::read_to_string(&log).unwrap(), "before\nafter with\n");
    // The catalog is not applied if the first command fails; the second one runs in any case.
    fs::remove_file(target).unwrap();
    let words = ["agent", "--test", "--prerun_command", "echo broken; exit 3", "--postrun_command", &after];
    let expected = "Could not run command from prerun_command: Execution of 'echo broken; exit 3' returned 3: broken";
    let _ = fleet.run(&words).expect(1).complains(expected);
    assert_eq!(fs::read_to_string(&log).unwrap(), "before\nafter with\nafter\n");
    let words = ["agent", "--test", "--postrun_command", "exit 3"];
    let _ = fleet.run(&words).expect(1).complains("Could not run command from postrun_command: ");
    assert!(fleet.target("").exists() || std::path::Path::new(target).exists());
    let statuses: Vec<_> = fleet.reports().iter().map(|report| report["status"].to_string()).collect();
    assert_eq!(statuses, ["\"unchanged\"", "\"changed\"", "\"failed\"", "\"changed\""]);
    let _ = Fleet::stop(server);
}

#[test]
fn agent_retrieves_old_revocation_lists_again() {
    let fleet = Fleet::new("notify { 'first': }");
    let server = fleet.start();
    let _ = fleet.test().expect(2);
    let _ = fleet.scratch.run(&fleet.server_arguments(&["ca", "generate", "other.example.com"])).expect(0);
    let _ = fleet.scratch.run(&fleet.server_arguments(&["ca", "revoke", "other.example.com"])).expect(0);
    let lists = || fs::read_to_string(fleet.scratch.path("conf/ssl/crl.pem")).unwrap();
    let first = lists();
    let _ = fleet.test().expect(2).is_silent_about("Refreshing CRL");
    assert_eq!(lists(), first);
    let refresh = ["agent", "--test", "--crl_refresh_interval", "0"];
    let _ = fleet.run(&refresh).expect(2).says("Refreshing CRL");
    assert_ne!(lists(), first);
    let _ = Fleet::stop(server);
    // The existing lists are sufficient during an outage.
    let _ = fleet.run(&refresh).expect(1).complains("Failed to refresh CRL, continuing with the existing one");
}

#[test]
fn agent_refuses_a_catalog_of_another_environment_in_strict_mode() {
    let fleet = Fleet::new("notify { 'first': }");
    let classifier = fleet.scratch.file("classifier", "#!/bin/sh\necho 'environment: other'\n");
    fs::set_permissions(&classifier, PermissionsExt::from_mode(0o755)).unwrap();
    let conf = format!("[main]\nnode_terminus = exec\nexternal_nodes = {}\n", classifier.display());
    let _ = fleet.scratch.file("server/conf/marotte.conf", conf);
    let _ = fleet.scratch.file("server/code/environments/other/manifests/site.pp", "notify { 'of other': }");
    let server = fleet.start();
    let outcome = fleet.run(&["agent", "--test", "--strict_environment_mode"]).expect(1);
    let _ = outcome.complains("its environment 'other' does not match agent specified environment 'production'");
    let _ = fleet.test().expect(2).says("of other");
    let _ = Fleet::stop(server);
}

#[test]
fn agent_connects_through_a_proxy() {
    let fleet = Fleet::new("notify { 'first': }");
    let server = fleet.start();
    let proxy = TcpListener::bind("127.0.0.1:0").unwrap();
    let (port, target) = (proxy.local_addr().unwrap().port().to_string(), fleet.port);
    let (sender, requests) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        for client in proxy.incoming() {
            let request = tunnel(client.unwrap(), target);
            let _ = sender.send(request);
        }
    });
    let mut words = vec!["agent", "--test", "--http_proxy_host", "127.0.0.1", "--http_proxy_port", &port];
    words.extend(["--http_proxy_user", "agent", "--http_proxy_password", "a%20b"]);
    let _ = fleet.run(&words).expect(2).says("first");
    assert!(requests.try_recv().is_err(), "no_proxy excludes localhost");
    words.extend(["--no_proxy", "example.com"]);
    let _ = fleet.run(&words).expect(2).says("first");
    let request = requests.recv().unwrap();
    assert!(request.starts_with(&format!("CONNECT localhost:{target} HTTP/1.1\r\n")), "{request}");
    // The user name and password: "agent:a b".
    assert!(request.contains("Proxy-Authorization: Basic YWdlbnQ6YSBi\r\n"), "{request}");
    let _ = Fleet::stop(server);
    let words = ["agent", "--test", "--http_extra_headers", "Accept:secret"];
    let _ = fleet.run(&words).expect(1).complains("The header 'Accept' in http_extra_headers is not valid");
}

#[test]
fn query_prints_what_a_server_keeps() {
    let fleet = Fleet::new("notify { 'first': }");
    let database = fleet.scratch.path("server/var/fleet.sqlite3").display().to_string();
    let query = |words: &[&str]| fleet.scratch.run(&fleet.server_arguments(words));
    let _ = query(&["query", "nodes {}"]).expect(1).complains("the setting database_url is empty");
    let _ = fleet.scratch.file("server/conf/marotte.conf", format!("[main]\ndatabase_url = sqlite:{database}\n"));
    let server = fleet.start();
    let _ = fleet.test().expect(2);
    let list = query(&["node", "list"]).expect(0).says("certname").says("changed");
    assert_eq!(list.stdout.lines().count(), 2, "{}", list.stdout);
    let _ = query(&["node", "list", "--status", "failed"]).expect(0).is_silent_about(NODE);
    let _ = query(&["node", "list", "--status", "none"]).expect(1).complains("'none' is not one of changed");
    let rows = query(&["query", "facts[value] { name = 'clientcert' }", "--render-as", "json"]).expect(0);
    let rows: serde_json::Value = serde_json::from_str(&rows.stdout).unwrap();
    assert_eq!(rows, serde_json::json!([{ "value": NODE }]));
    let _ = query(&["query", "resources[title] { type = 'Notify' }"]).expect(0).says("first");
    let shown = query(&["node", "show", NODE]).expect(0);
    let _ = shown.says("status       changed").says("Last reports").says("  changed  production  ");
    let shown = query(&["node", "show", NODE, "--render-as", "json"]).expect(0);
    let shown: serde_json::Value = serde_json::from_str(&shown.stdout).unwrap();
    assert_eq!(shown["facts"]["clientcert"], NODE);
    let _ = query(&["node", "show", "none.example.com"]).expect(1).complains("is not in the database");
    let _ = query(&["report", "fleet"]).expect(0).says("1 node: 1 changed.").says("1 node   Notify[first] message");
    let page = fleet.scratch.path("fleet.html").display().to_string();
    let _ = query(&["report", "fleet", "--html", &page]).expect(0);
    assert!(std::fs::read_to_string(&page).unwrap().contains("<code>Notify[first] message</code>"));
    let json = query(&["report", "fleet", "--render-as", "json"]).expect(0);
    let json: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(json["nodes"][0]["status"], "changed");
    let _ = query(&["query", "nodes { none = 1 }"]).expect(1).complains("The query failed: ");
    let _ = query(&["node", "deactivate", "none.example.com"]).expect(1).complains("is not in the database");
    let _ = query(&["node", "deactivate", NODE]).expect(0).says("Deactivated the node");
    let _ = query(&["node", "list"]).expect(0).is_silent_about(NODE);
    // The next run activates it again.
    let _ = fleet.test().expect(2);
    let _ = query(&["node", "list"]).expect(0).says(NODE);
    let _ = query(&["node", "purge", "none.example.com"]).expect(1).complains("is not in the database");
    let _ = query(&["node", "purge", NODE]).expect(0).says("Removed the node");
    let _ = query(&["node", "show", NODE]).expect(1);
    let _ = Fleet::stop(server);
}

#[test]
fn job_runs_an_agent_that_waits_and_its_report_is_the_result() {
    let fleet = Fleet::new("notify { 'first': tag => 'one' } notify { 'second': }");
    let database = fleet.scratch.path("server/var/fleet.sqlite3").display().to_string();
    let job = |words: &[&str]| fleet.scratch.run(&fleet.server_arguments(&[&["job"], words].concat()));
    let _ = job(&["list"]).expect(1).complains("Jobs need the own database of a server");
    let _ = fleet.scratch.file("server/conf/marotte.conf", format!("[main]\ndatabase_url = sqlite:{database}\n"));
    let server = fleet.start();
    let _ = fleet.test().expect(2);
    let all = "nodes[certname] { }";
    let _ = job(&["run", "--query", "nodes[certname] { certname = 'none' }"]).expect(1).complains("selects no node");
    let _ = job(&["run", "--query", "nodes { none = 1 }"]).expect(1).complains("The query failed");
    // A node that does not ask for its run can be waited for in vain.
    let _ = job(&["noop", "--query", all]).expect(0).says("Started job 1 for 1 nodes");
    let _ = job(&["show", "1"]).expect(0).says("Job 1: running, 0 of 1 done (dry run): 1 waiting").says(NODE);
    let _ = job(&["stop", "1"]).expect(0).says("Stopped job 1");
    let _ = job(&["watch", "1"]).expect(1).says("stopped    web.example.com");
    // Its first run is that of the interval.
    let mut agent = fleet.scratch.start(&fleet.agent_arguments(&["agent", "--no-daemonize", "--runinterval", "1d"]));
    agent.until_complaint("Applied catalog");
    let done = job(&["noop", "--query", all, "--tags", "one", "--watch"]).expect(0);
    let _ = done.says("1 of 1 done (dry run): 1 changed");
    let done = job(&["run", "--query", all, "--watch", "--render-as", "json"]).expect(0);
    let done: serde_json::Value = serde_json::from_str(&done.stdout).unwrap();
    assert_eq!((&done["state"], &done["nodes"][0]["state"]), (&"finished".into(), &"changed".into()));
    let query = "reports[job_id, noop] { job_id is not null order by job_id }";
    let rows = fleet.scratch.run(&fleet.server_arguments(&["query", query, "--render-as", "json"])).expect(0);
    let rows: serde_json::Value = serde_json::from_str(&rows.stdout).unwrap();
    assert_eq!(rows, serde_json::json!([{ "job_id": "2", "noop": true }, { "job_id": "3", "noop": false }]));
    let _ = job(&["list"]).expect(0).says("finished  1 of 1 done: 1 changed");
    agent.signal(Signal::TERM);
    let _ = agent.wait().expect(0).says("A run starts for job 2");
    let _ = Fleet::stop(server);
}

/// Answers a request for a tunnel to a local port, copies bytes in both directions, and returns the request.
#[expect(clippy::unwrap_used, reason = "a panic is how a test fails")]
fn tunnel(mut client: TcpStream, port: u16) -> String {
    let mut request = Vec::new();
    while !request.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        client.read_exact(&mut byte).unwrap();
        request.extend(byte);
    }
    client.write_all(b"HTTP/1.1 200 OK\r\n\r\n").unwrap();
    let server = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let pairs = [(client.try_clone(), server.try_clone()), (Ok(server), Ok(client))];
    for (from, to) in pairs {
        let (mut from, mut to) = (from.unwrap(), to.unwrap());
        std::thread::spawn(move || {
            let _ = std::io::copy(&mut from, &mut to);
            let _ = to.shutdown(std::net::Shutdown::Write);
        });
    }
    String::from_utf8(request).unwrap()
}

/// Waits until something has happened in another process.
fn wait_for(condition: impl Fn() -> bool) {
    let begun = Instant::now();
    while !condition() {
        assert!(begun.elapsed() < Duration::from_secs(60), "nothing happened within a minute");
        std::thread::sleep(Duration::from_millis(20));
    }
}
