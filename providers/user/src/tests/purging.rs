//! Tests of purging SSH keys.

use marotte_sdk::{Code, Error};

use super::*;

const KEYS: &str = "ssh-rsa AAAA ann@laptop\nssh-ed25519 BBBB\n";

fn generated(site: &mut Site, title: &str, attributes: &[(&str, Value)]) -> Result<Vec<String>> {
    let wanted = site.trial.prepare(title, attributes).unwrap();
    site.trial.generate(&wanted)
}

#[test]
fn keys_in_the_default_file_are_purged() {
    let mut site = Site::new();
    site.machine.put("/home/ann/.ssh/authorized_keys", FileNode::file(KEYS));
    let file = "/home/ann/.ssh/authorized_keys";
    assert_eq!(
        generated(&mut site, "ann", &[("purge_ssh_keys", true.into())]).unwrap(),
        [
            format!("Ssh_authorized_key[ann@laptop]: ensure => 'absent', user => 'ann', target => '{file}'"),
            format!("Ssh_authorized_key[{file}:unnamed-1]: ensure => 'absent', user => 'ann', target => '{file}'"),
        ]
    );
    assert_eq!(generated(&mut site, "ann", &[("purge_ssh_keys", "false".into())]).unwrap(), [""; 0]);
    assert_eq!(generated(&mut site, "ann", &[]).unwrap(), [""; 0]);
    assert_eq!(generated(&mut site, "ann", &[absent(), ("purge_ssh_keys", true.into())]).unwrap(), [""; 0]);
}

#[test]
fn home_in_the_manifest_takes_precedence() {
    let mut site = Site::new();
    site.machine.put("/srv/ann/keys", FileNode::file(KEYS)).put("/etc/keys/ann", FileNode::file("ssh-rsa CCCC x y\n"));
    let files = texts(&["~/keys", "%h/keys", "/etc/keys/ann", "/etc/keys/nobody"]);
    let asked = generated(&mut site, "ann", &[("home", "/srv/ann/".into()), ("purge_ssh_keys", files)]).unwrap();
    assert_eq!(asked.len(), 5);
    assert!(asked[0].ends_with("target => '/srv/ann/keys'"), "{}", asked[0]);
    assert!(asked[4].starts_with("Ssh_authorized_key[x y]:"), "{}", asked[4]);
}

#[test]
fn missing_user_has_no_keys() {
    let mut site = Site::new();
    assert_eq!(generated(&mut site, "new", &[("purge_ssh_keys", true.into())]).unwrap(), [""; 0]);
}

#[test]
fn unreadable_file_has_no_keys_but_a_missing_grant_is_an_error() {
    let mut site = Site::new();
    site.machine.put("/etc/keys", FileNode::file(KEYS));
    let purge = [("purge_ssh_keys", "/etc/keys".into())];
    site.machine.fail("read", Error::new(Code::Denied, "Permission denied"));
    assert_eq!(generated(&mut site, "ann", &purge).unwrap(), [""; 0]);
    site.machine.fail("read", Error::new(Code::Refused, "no grant"));
    assert_eq!(fault(generated(&mut site, "ann", &purge)), "no grant");
}

#[test]
fn comments_can_have_any_characters() {
    let mut site = Site::new();
    let comments: [&[u8]; 7] = [b"-x", b"a b", b"it's", b"\"q\"", "ünï".as_bytes(), b"caf\xe9", b"$(id)"];
    let keys = comments.map(|comment| [b"ssh-rsa AAAA ", comment, b"\r\n"].concat()).concat();
    site.machine.put("/etc/keys", FileNode::file([keys, b"\xff\xfe garbage\n\n".to_vec()].concat()));
    let asked = generated(&mut site, "ann", &[("purge_ssh_keys", "/etc/keys".into())]).unwrap();
    let titles: Vec<&str> =
        asked.iter().filter_map(|line| line.strip_prefix("Ssh_authorized_key[")?.split("]: ").next()).collect();
    assert_eq!(titles, ["-x", "a b", "it's", "\"q\"", "ünï", "caf\u{fffd}", "$(id)"]);
}
