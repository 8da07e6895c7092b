//! `marotte server` and `marotte ca`. The replies of the server are tested in `host/server`.

use std::fs;
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::UnixDatagram;

use marotte_tests::{Outcome, Scratch};
use rustix::process::Signal;

use crate::scratch;

/// Returns a command line with the directories of a test.
fn arguments(scratch: &Scratch, words: &[&str]) -> Vec<String> {
    let path = |name: &str| scratch.path(name).display().to_string();
    let flags = ["--confdir", &path("conf"), "--vardir", &path("var"), "--certname", "puppet.example.com"];
    words.iter().copied().chain(flags).map(str::to_owned).collect()
}

fn run(scratch: &Scratch, words: &[&str]) -> Outcome {
    scratch.run(&arguments(scratch, words))
}

#[test]
fn authority_signs_lists_and_revokes() {
    let scratch = scratch();
    let _ = run(&scratch, &["ca", "list"]).expect(1).complains("'marotte ca setup' creates one");
    let _ = run(&scratch, &["ca", "setup"]).expect(0).says("Created the authority 'Puppet CA: puppet.example.com'");
    let _ = run(&scratch, &["ca", "setup"]).expect(1).complains("Existing file at");
    let _ = run(&scratch, &["ca", "list"]).expect(0).says("No requests");
    let _ = run(&scratch, &["ca", "generate", "web.example.com", "--subject-alt-names", "www.example.com"]).expect(0);
    let listed = run(&scratch, &["ca", "list", "--all"]).expect(0);
    let _ = listed.says("DNS:puppet").says("DNS:www.example.com");
    let _ = run(&scratch, &["ca", "revoke", "web.example.com"]).expect(0);
    let _ = run(&scratch, &["ca", "list", "--all"]).expect(0).says("revoked    web.example.com");
    let _ = run(&scratch, &["ca", "clean", "web.example.com"]).expect(0);
    let _ = run(&scratch, &["ca", "list", "--all"]).expect(0).is_silent_about("web.example.com");
    for (name, reason) in
        [("Web", "must be lower case"), ("none.example.com", "none.example.com"), ("../x", "unprintable")]
    {
        let _ = run(&scratch, &["ca", "sign", name]).expect(1).complains(reason);
    }
    let ssl = scratch.path("conf/ssl");
    let lists = [ssl.join("crl.pem"), ssl.join("ca/ca_crl.pem")].map(|file| fs::read_to_string(file).unwrap());
    assert_eq!(lists[0], lists[1], "the server reads the current revocation lists");
}

#[test]
fn authority_creates_lists_and_revokes_tokens() {
    let scratch = scratch();
    let _ = run(&scratch, &["ca", "setup"]).expect(0);
    let _ = run(&scratch, &["ca", "token", "list"]).expect(0).says("No tokens");
    let created = run(&scratch, &["ca", "token", "create", "--for", "*.example.com", "--ttl", "2h"]).expect(0);
    assert_eq!(created.stdout.trim().len(), 64, "the token alone is printed");
    let listed = run(&scratch, &["ca", "token", "list"]).expect(0).says("*.example.com");
    let id = listed.stdout.split(' ').next().unwrap();
    assert!(!listed.stdout.contains(created.stdout.trim()));
    let _ = run(&scratch, &["ca", "token", "revoke", id]).expect(0).says("Revoked token");
    let _ = run(&scratch, &["ca", "token", "revoke", id]).expect(1).complains("Could not find token");
    for (flag, value, reason) in
        [("--for", "a b", "is not a name or a pattern"), ("--ttl", "0", "expires"), ("--ttl", "x", "Invalid duration")]
    {
        let _ = run(&scratch, &["ca", "token", "create", flag, value]).expect(1).complains(reason);
    }
}

#[test]
fn server_answers_until_it_is_stopped() {
    let scratch = scratch();
    let _ = run(&scratch, &["server", "--listen", "127.0.0.1:0"]).expect(1).complains("'marotte ca setup'");
    let _ = run(&scratch, &["ca", "setup"]).expect(0);
    let mut server = scratch.start(&arguments(&scratch, &["server", "--listen", "127.0.0.1:0"]));
    server.until("Serving agents on 127.0.0.1:");
    server.signal(Signal::HUP);
    server.until("Reading the environments again");
    server.signal(Signal::TERM);
    let _ = server.wait().expect(0).says("Stopping");
}

#[test]
fn server_is_activated_by_a_socket_and_reports_its_states() {
    let scratch = scratch();
    let _ = run(&scratch, &["ca", "setup"]).expect(0);
    let socket = scratch.path("notify");
    let states = UnixDatagram::bind(&socket).unwrap();
    let received = || {
        let mut buffer = [0; 256];
        let length = states.recv(&mut buffer).unwrap();
        String::from_utf8_lossy(&buffer[..length]).into_owned()
    };
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let variables = [("NOTIFY_SOCKET", socket.to_str().unwrap())];
    let mut server = scratch.start_activated(&arguments(&scratch, &["server"]), listener.into(), &variables);
    server.until(&format!("Serving agents on {address}"));
    assert_eq!(received(), format!("READY=1\nSTATUS=Serving agents on {address}"));
    TcpStream::connect(address).unwrap();
    server.signal(Signal::HUP);
    assert!(received().starts_with("RELOADING=1\nMONOTONIC_USEC="));
    assert!(received().starts_with("READY=1\n"));
    server.signal(Signal::TERM);
    assert!(received().starts_with("STOPPING=1\n"));
    let _ = server.wait().expect(0);
}

#[test]
fn server_refuses_a_passed_descriptor_that_does_not_listen() {
    let scratch = scratch();
    let _ = run(&scratch, &["ca", "setup"]).expect(0);
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    let server = scratch.start_activated(&arguments(&scratch, &["server"]), socket.into(), &[]);
    let _ = server.wait().expect(1).complains("The file descriptor 3 that systemd passed is not a TCP socket");
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let words = arguments(&scratch, &["server", "--listen", "127.0.0.1:0"]);
    let server = scratch.start_activated(&words, listener.into(), &[]);
    let _ = server.wait().expect(1).complains("--listen cannot be used with a socket that systemd passes");
}

#[test]
fn server_refuses_configuration_files_that_are_not_valid_or_exposed() {
    let scratch = scratch();
    let _ = run(&scratch, &["ca", "setup"]).expect(0);
    for (name, text, reason) in [
        ("access.conf", "catalog\n", "A rule has three words"),
        ("fileserver.conf", "[a]\nroot /tmp\n", "Invalid argument 'root'"),
        ("custom_trusted_oid_mapping.yaml", "a: 1\n", "There is no key 'oid_mapping'"),
    ] {
        let file = scratch.path("conf").join(name);
        fs::write(&file, text).unwrap();
        let refused = run(&scratch, &["server", "--listen", "127.0.0.1:0"]).expect(1);
        let _ = refused.complains(reason).complains(&format!("(file: {}", file.display()));
        fs::write(&file, "").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o666)).unwrap();
        let _ = run(&scratch, &["server", "--listen", "127.0.0.1:0"]).expect(1).complains("writable");
        fs::remove_file(&file).unwrap();
    }
}

#[test]
fn server_refuses_upstream_servers_that_are_not_valid() {
    let scratch = scratch();
    let _ = run(&scratch, &["ca", "setup"]).expect(0);
    let listen = ["server", "--listen", "127.0.0.1:0"];
    for address in ["old.example.com", "http://old.example.com", "https://old.example.com/puppet"] {
        let failed = run(&scratch, &[&listen[..], &["--shadow", address]].concat()).expect(1);
        let _ = failed.complains("is not the address of a server: 'https://HOST' or 'https://HOST:PORT' is expected");
    }
    let both = ["--shadow", "https://a.example.com", "--fallback", "https://b.example.com"];
    let _ = run(&scratch, &[&listen[..], &both].concat()).expect(1).complains("cannot be used with");
    let both = ["--shadow_server", "https://a.example.com", "--fallback_server", "https://b.example.com"];
    let _ = run(&scratch, &[&listen[..], &both].concat()).expect(1).complains("exclude each other");
}

#[test]
fn server_announces_its_upstream_server() {
    let scratch = scratch();
    let _ = run(&scratch, &["ca", "setup"]).expect(0);
    let listen = ["server", "--listen", "127.0.0.1:0"];
    for (flags, message) in [
        (["--shadow", "https://old.example.com"], "https://old.example.com:8140 answers all agents"),
        (
            ["--fallback_server", "https://localhost:8141"],
            "https://localhost:8141 compiles the catalogs that need Ruby",
        ),
    ] {
        let mut server = scratch.start(&arguments(&scratch, &[&listen[..], &flags].concat()));
        server.until(message);
        server.signal(Signal::TERM);
        let _ = server.wait().expect(0);
    }
}

#[test]
fn fallbacks_are_listed_by_reason_and_node() {
    let scratch = scratch();
    let _ = run(&scratch, &["server", "fallbacks"]).expect(0).says("The fallback server compiled no catalogs.");
    let count = r#"{"answered":2,"unanswered":0,"last":1}"#;
    let record = format!(r#"{{"node":"a.example.com","reasons":{{"function 'f'":{count}}}}}"#);
    let _ = scratch.file("var/server/fallbacks/a.example.com.json", record);
    let listed = run(&scratch, &["server", "fallbacks"]).expect(0);
    let _ = listed.says("    1 node   function 'f': 2 catalogs").says("  a.example.com  function 'f'");
    let _ = run(&scratch, &["server", "fallbacks", "--render-as", "json"]).expect(0).says("\"answered\": 2");
}

#[test]
fn shadow_report_shows_differences_and_nodes() {
    let scratch = scratch();
    let _ = run(&scratch, &["shadow", "report"]).expect(1).says("No catalogs were compared.");
    let node = |name: &str, result: &str| {
        let fields = format!(r#""node":"{name}","environment":"production","time":1795171802,"resources":3"#);
        let _ =
            scratch.file(&format!("var/server/shadow/nodes/{name}.json"), format!("{{{fields},\"result\":{result}}}"));
    };
    node("a.example.com", r#"{"status":"same"}"#);
    let _ = run(&scratch, &["shadow", "report"]).expect(0).says("The catalog of 1 node is the same.");
    let difference =
        r#"{"kind":"parameter","resource":"File[/etc/x]","parameter":"mode","upstream":"'0644'","here":"'0600'"}"#;
    node("b.example.com", &format!(r#"{{"status":"different","differences":[{difference}],"omitted":0}}"#));
    let shown = run(&scratch, &["shadow", "report"]).expect(1);
    let _ = shown
        .says("The catalogs of 1 of 2 nodes are the same; 1 differs.")
        .says("    1 node   File[/etc/x] mode: '0644' on the other server, '0600' here")
        .says("  b.example.com  2026-11-20 10:50:02  1 difference");
    let _ = run(&scratch, &["shadow", "report", "--render-as", "json"]).expect(1).says("\"different\": 1");
    let page = scratch.path("page.html");
    let _ = run(&scratch, &["shadow", "report", "--html", &page.display().to_string()]).expect(1);
    let mode = std::os::unix::fs::PermissionsExt::mode(&page.metadata().unwrap().permissions());
    assert!(fs::read_to_string(&page).unwrap().contains("<h1>Comparison of catalogs</h1>") && mode & 0o777 == 0o600);
    let _ =
        run(&scratch, &["shadow", "report", "--html", "/nonexistent/page.html"]).expect(2).complains("Could not write");
}
