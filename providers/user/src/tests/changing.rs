//! Tests of changing users and of the messages for failures.

use marotte_sdk::{Code, Error, Provider as _};

use super::*;
use crate::UserAttribute;

#[test]
fn user_is_created_with_all_attributes() {
    let mut site = Site::new();
    let hash = site.machine.secret("$6$canary");
    let messages = site.apply(
        "web",
        &[
            present(),
            ("uid", number(7000)),
            ("gid", "www".into()),
            ("comment", "The \"web\", -c it".into()),
            ("home", "/srv/a b".into()),
            ("shell", "/bin/sh".into()),
            ("groups", texts(&["users", "audio"])),
            ("expiry", "2030-01-31".into()),
            ("password", Value::Secret(hash)),
            ("password_min_age", number(2)),
            ("password_warn_days", number(-1)),
            ("managehome", true.into()),
            ("allowdupe", true.into()),
            ("system", true.into()),
        ],
    );
    assert_eq!(messages, ["ensure: created"]);
    assert_eq!(
        site.programs.ran(),
        [
            r#"useradd ["-c", "The \"web\", -c it", "-g", "www", "-G", "audio,users", "-e", "2030-01-31", "-d", "/srv/a b", "-s", "/bin/sh", "-u", "7000", "-o", "-m", "-r", "--", "web"]"#,
            r#"chage ["-m", "2", "--", "web"]"#,
            r#"chage ["-W", "-1", "--", "web"]"#,
            r#"chpasswd ["-e"] < web:SECRET"#,
        ]
    );
}

#[test]
fn existing_group_of_the_same_name_is_the_primary_group() {
    let mut site = Site::new();
    assert_eq!(site.apply("www", &[present(), ("allowdupe", true.into())]), ["ensure: created"]);
    assert_eq!(site.programs.ran(), [r#"useradd ["-g", "www", "-M", "--", "www"]"#]);
}

#[test]
fn names_are_not_parsed_as_options() {
    let mut site = Site::new();
    site.programs.answer("useradd", 3, "useradd: invalid user name '-r x'\n");
    let failed = "ensure: change from 'absent' to 'present' failed: Could not create user -r x: Execution of 'useradd -M -- -r x' \
                  returned 3: useradd: invalid user name '-r x'";
    assert_eq!(site.apply("-r x", &[present()]), [failed]);
    assert_eq!(site.apply("ünï", &[present()]), ["ensure: created"]);
    assert_eq!(site.programs.ran()[1], r#"useradd ["-M", "--", "ünï"]"#);
}

#[test]
fn each_attribute_is_changed_separately() {
    let mut site = Site::new();
    let hash = site.machine.secret("$6$canary");
    site.programs.answer("usermod", 12, "usermod: can't make it\n");
    let messages = site.apply(
        "ann",
        &[
            ("home", "/srv/ann".into()),
            ("uid", number(5001)),
            ("gid", "www".into()),
            ("comment", "".into()),
            ("password", Value::Secret(hash)),
            ("password_max_age", number(91)),
            ("groups", "www".into()),
            ("expiry", "absent".into()),
        ],
    );
    assert_eq!(
        messages[0],
        "home: change from '/home/ann' to '/srv/ann' failed: Could not set home on user[ann]: Execution of 'usermod -d \
         /srv/ann -- ann' returned 12: usermod: can't make it"
    );
    assert_eq!(messages[1], "uid: uid changed 5000 to 5001");
    assert_eq!(messages[2], "gid: gid changed 100 to 'www'");
    assert_eq!(messages[6], "groups: groups changed users,audio to ['audio', 'users', 'www']");
    assert_eq!(messages[7], "expiry: undefined 'expiry' from '2030-02-19'");
    assert_eq!(
        site.programs.ran(),
        [
            r#"usermod ["-d", "/srv/ann", "--", "ann"]"#,
            r#"usermod ["-u", "5001", "--", "ann"]"#,
            r#"usermod ["-g", "33", "--", "ann"]"#,
            r#"usermod ["-c", "", "--", "ann"]"#,
            r#"chpasswd ["-e"] < ann:SECRET"#,
            r#"chage ["-M", "91", "--", "ann"]"#,
            r#"usermod ["-G", "audio,users,www", "--", "ann"]"#,
            r#"usermod ["-e", "", "--", "ann"]"#,
        ]
    );
}

#[test]
fn managehome_removes_the_home_directory() {
    let mut site = Site::new();
    assert_eq!(site.apply("ann", &[absent()]), ["ensure: removed"]);
    assert_eq!(site.apply("ann", &[absent(), ("managehome", true.into())]), ["ensure: removed"]);
    assert_eq!(site.programs.ran(), [r#"userdel ["--", "ann"]"#, r#"userdel ["-r", "--", "ann"]"#]);
    site.programs.answer("userdel", 8, "userdel: user ann is currently used by process 1\n");
    let failed = "ensure: change from 'present' to 'absent' failed: Could not delete user ann: Execution of 'userdel -- ann' \
                  returned 8: userdel: user ann is currently used by process 1";
    assert_eq!(site.apply("ann", &[absent()]), [failed]);
}

#[test]
fn shell_must_be_executable() {
    let mut site = Site::new();
    let failed = "shell: change from '/bin/sh' to '/bin/no' failed: Shell /bin/no must exist";
    assert_eq!(site.apply("ann", &[("shell", "/bin/no".into())]), [failed]);
    let failed = "ensure: change from 'absent' to 'present' failed: Shell /etc/motd must be executable";
    assert_eq!(site.apply("new", &[present(), ("shell", "/etc/motd".into())]), [failed]);
    assert_eq!(site.programs.ran(), [""; 0]);
}

#[test]
fn unknown_group_is_an_error() {
    let mut site = Site::new();
    let failed = |group: &str| {
        format!("gid: change from 100 to {group} failed: Could not find group(s) {}", group.trim_matches('\''))
    };
    assert_eq!(site.apply("ann", &[("gid", "nobodies".into())]), [failed("'nobodies'")]);
    assert_eq!(site.apply("ann", &[("gid", number(77))]), [failed("77")]);
}

#[test]
fn output_of_chpasswd_is_an_error() {
    let mut site = Site::new();
    let secret = |site: &Site| ("password", Value::Secret(site.machine.secret("$6$canary")));
    site.programs.answer("chpasswd", 0, "chpasswd: line 1: user 'ann' does not exist\n");
    let password = secret(&site);
    let messages = site.apply("ann", &[password]);
    assert!(messages[0].ends_with("failed: chpasswd said chpasswd: line 1: user 'ann' does not exist"), "{messages:?}");
    site.programs.answer("chpasswd", 1, "");
    let password = secret(&site);
    let messages = site.apply("ann", &[password]);
    assert!(messages[0].ends_with("failed: chpasswd said "), "{messages:?}");
}

#[test]
fn timeout_of_a_program_fails_only_its_attribute() {
    let mut site = Site::new();
    site.machine.fail("mutate", Error::new(Code::Timeout, "it took too long"));
    let messages = site.apply("ann", &[("home", "/h".into()), ("comment", "x".into())]);
    assert_eq!(
        messages,
        [
            "home: change from '/home/ann' to '/h' failed: Could not set home on user[ann]: it took too long",
            "comment: comment changed 'Ann' to 'x'"
        ]
    );
}

#[test]
fn local_users_are_changed_with_libuser() {
    let mut site = Site::new();
    let local = ("forcelocal", true.into());
    let messages = site.apply(
        "web",
        &[
            present(),
            local.clone(),
            ("uid", number(7000)),
            ("groups", "www".into()),
            ("expiry", "absent".into()),
            ("password_max_age", number(9)),
            ("managehome", true.into()),
        ],
    );
    assert_eq!(messages, ["ensure: created"]);
    assert_eq!(
        site.programs.ran(),
        [
            r#"LIBUSER_CONF luseradd ["-u", "7000", "--", "web"]"#,
            r#"LIBUSER_CONF lchage ["-M", "9", "--", "web"]"#,
            r#"usermod ["-G", "www", "--", "web"]"#,
            r#"usermod ["-e", "", "--", "web"]"#,
        ]
    );
    let messages = site.apply("new", &[present(), local.clone(), ("uid", number(5000))]);
    let taken = "UID 5000 already exists, use allowdupe to force user creation";
    assert_eq!(messages, [format!("ensure: change from 'absent' to 'present' failed: {taken}")]);
    assert_eq!(site.apply("ann", &[local.clone(), ("comment", "x".into())]), ["comment: comment changed 'Ann' to 'x'"]);
    assert_eq!(site.apply("ann", &[local, absent()]), ["ensure: removed"]);
    assert_eq!(
        site.programs.ran(),
        [r#"LIBUSER_CONF lusermod ["-c", "x", "--", "ann"]"#, r#"LIBUSER_CONF luserdel ["--", "ann"]"#]
    );
    assert!(site.machine.effects().iter().all(|effect| effect.starts_with("stage") || effect.starts_with("mutate")));
}

#[test]
fn concurrently_added_groups_are_kept() {
    let mut site = Site::new();
    let wanted = site.trial.prepare("ann", &[("groups", "www".into())]).unwrap();
    let is = site.trial.get(&wanted).unwrap().is;
    site.machine.add_group("late", 700, &["bob", "ann"]);
    Useradd.set(&site.machine, &wanted.row, &is, &[UserAttribute::Groups]).unwrap();
    assert_eq!(site.programs.ran(), [r#"usermod ["-G", "audio,late,users,www", "--", "ann"]"#]);
    let wanted = site.trial.prepare("ann", &[("groups", "www".into()), ("membership", "inclusive".into())]).unwrap();
    Useradd.set(&site.machine, &wanted.row, &is, &[UserAttribute::Groups]).unwrap();
    assert_eq!(site.programs.ran(), [r#"usermod ["-G", "www", "--", "ann"]"#]);
}

#[test]
fn names_and_values_can_have_any_characters() {
    let mut site = Site::new();
    for word in ["-x", "--help", "a b", "it's", "\"q\"", "ünï", "$(id)", "back\\slash"] {
        assert_eq!(site.apply(word, &[present(), ("comment", word.into())]), ["ensure: created"], "{word}");
        assert_eq!(site.programs.ran(), [format!("useradd {:?}", ["-c", word, "-M", "--", word])]);
        assert_eq!(site.apply("ann", &[("comment", word.into())]).len(), 1, "{word}");
        assert_eq!(site.programs.ran(), [format!("usermod {:?}", ["-c", word, "--", "ann"])]);
    }
}

#[test]
fn localized_output_and_invalid_utf8_are_reported() {
    let mut site = Site::new();
    site.programs.answer("useradd", 9, &b"useradd: Benutzer \xbbnew\xab existiert bereits\n"[..]);
    let messages = site.apply("new", &[present()]);
    assert!(
        messages[0].ends_with("returned 9: useradd: Benutzer \u{fffd}new\u{fffd} existiert bereits"),
        "{messages:?}"
    );
}

#[test]
fn password_with_separators_is_rejected() {
    let mut site = Site::new();
    for (password, fault) in [("$6$x\nroot $6$y", "newlines"), ("$6$x\r", "newlines"), ("a:b", "':'")] {
        let refused = site.refusal(&[("password", password.into())]);
        assert!(refused.ends_with(&format!("Passwords cannot include {fault}")), "{refused}");
    }
    assert_eq!(site.apply("ann", &[("password", "$6$ok".into())]).len(), 1);
    assert_eq!(site.programs.ran(), [r#"chpasswd ["-e"] < ann:$6$ok"#]);
}
