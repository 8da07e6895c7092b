//! Tests of reading and comparing users.

use marotte_sdk::fake::{FakeSystem, FileNode, ProviderTest};
use marotte_sdk::{Code, Error};

use super::*;
use crate::{Expiry, Id, MaxAge, MinAge, Names, WarnDays};

#[test]
fn all_attributes_are_read() {
    let mut site = Site::new();
    let wanted = site.trial.prepare("ann", &[]).unwrap();
    let is = site.trial.get(&wanted).unwrap().is;
    assert_eq!((is.uid, is.gid), (Some(Id::Number(5000)), Some(Id::Number(100))));
    assert_eq!((is.password_min_age, is.password_max_age), (Some(MinAge(1)), Some(MaxAge(90))));
    assert_eq!((is.password_warn_days, is.expiry), (Some(WarnDays(7)), Some(Expiry::Day("2030-02-19".into()))));
    assert_eq!((is.comment.as_deref(), is.shell.as_deref()), (Some("Ann"), Some("/bin/sh")));
    // The primary group comes first.
    assert_eq!(is.groups, Some(Names(vec!["users".into(), "audio".into()])));
}

#[test]
fn user_in_the_desired_state_is_in_sync() {
    let mut site = Site::new();
    let attributes = [
        present(),
        ("uid", "5000".into()),
        ("gid", "users".into()),
        ("comment", "Ann".into()),
        ("home", "/home/ann".into()),
        ("shell", "/bin/sh".into()),
        ("password_min_age", "1".into()),
        ("password_max_age", number(90)),
        ("password_warn_days", number(7)),
        ("expiry", "2030-02-19".into()),
        ("groups", "audio".into()),
    ];
    assert_eq!(site.apply("ann", &attributes), [""; 0]);
    assert_eq!(site.apply("nobody", &[absent()]), [""; 0]);
    assert_eq!(site.programs.ran(), [""; 0]);
}

#[test]
fn unlisted_groups_are_removed_only_with_inclusive_membership() {
    let mut site = Site::new();
    let inclusive = ("membership", "inclusive".into());
    assert_eq!(
        site.noop("ann", &[("groups", "www".into())]),
        ["groups: current_value users,audio, should be 'audio,users,www' (noop)"]
    );
    assert_eq!(
        site.noop("ann", &[("groups", texts(&[])), inclusive.clone()]),
        ["groups: current_value users,audio, should be '' (noop)"]
    );
    assert_eq!(site.noop("ann", &[("groups", texts(&["users", "audio", "users"])), inclusive]), [""; 0]);
    assert_eq!(site.noop("ann", &[("groups", texts(&[]))]), [""; 0]);
}

#[test]
fn unreadable_passwords_are_ignored() {
    let mut site = Site::new();
    site.machine.fail("read", Error::new(Code::Denied, "Permission denied"));
    let wanted = site.trial.prepare("ann", &[]).unwrap();
    let is = site.trial.get(&wanted).unwrap().is;
    assert_eq!((is.password, is.password_min_age, is.expiry), (None, None, Some(Expiry::Absent)));
    site.machine.fail("read", Error::new(Code::Io, "Input/output error"));
    assert_eq!(site.noop("ann", &[present()]), ["Could not evaluate: Input/output error"]);
}

#[test]
fn invalid_lines_in_the_password_file_are_skipped() {
    let mut site = Site::new();
    site.machine.put(
        "/etc/shadow",
        FileNode::file(&b"\xff\xfe\n::::\nann\n\nann:$y$\xffnew:x:1:y:7\nann:second:1:2:3:4:::"[..]),
    );
    let wanted = site.trial.prepare("ann", &[]).unwrap();
    let is = site.trial.get(&wanted).unwrap().is;
    assert_eq!((is.password_min_age, is.password_max_age), (Some(MinAge(1)), Some(MaxAge(-1))));
}

#[test]
fn invalid_numbers_are_parsed_leniently() {
    let mut site = Site::new();
    let most = i64::MAX;
    site.machine.put("/etc/shadow", FileNode::file(format!("ann:x:{most}:{most}:99999999999999999999:-7::{most}:\n")));
    let wanted = site.trial.prepare("ann", &[]).unwrap();
    let is = site.trial.get(&wanted).unwrap().is;
    assert_eq!((is.password_min_age, is.password_max_age), (Some(MinAge(most)), Some(MaxAge(-1))));
    assert!(matches!(is.expiry, Some(Expiry::Day(_))));
}

#[test]
fn all_users_are_listed_with_one_read() {
    let machine = FakeSystem::new();
    for number in 0..1000 {
        machine.account(&format!("user{number}"), 2000 + number);
    }
    let mut trial: ProviderTest<Useradd> = ProviderTest::new::<Component>(&machine, "useradd");
    let listed = trial.instances().unwrap();
    assert_eq!((listed.len(), listed[7].title.as_str()), (1000, "user7"));
    assert_eq!(machine.reads(), ["read"]);
}

#[test]
fn local_user_is_found_in_the_files() {
    let mut site = Site::new();
    assert_eq!(site.noop("ann", &[("forcelocal", true.into()), ("uid", number(5000))]), [""; 0]);
}
