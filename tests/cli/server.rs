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
