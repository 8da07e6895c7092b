//! `marotte server` and `marotte ca`. The replies of the server are tested in `host/server`.

use std::fs;

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
