//! Tests of the type: a system with some groups, whose programs record their arguments.

use marotte_sdk::fake::{FakeSystem, Programs, ProviderTest};
use marotte_sdk::{Code, Error, Provider as _, Value};

use crate::{Component, GroupAttribute, Groupadd};

/// A test system and its programs.
struct Site {
    machine: FakeSystem,
    trial: ProviderTest<Groupadd>,
    programs: Programs,
}

impl Site {
    fn new() -> Self {
        let machine = FakeSystem::new();
        machine.account("ann", 5000).account("bob", 5001).add_group("www", 33, &["bob", "ann"]);
        Self { trial: ProviderTest::new::<Component>(&machine, "groupadd"), programs: machine.programs(), machine }
    }

    fn apply(&mut self, title: &str, attributes: &[(&str, Value)]) -> Vec<String> {
        let wanted = self.trial.prepare(title, attributes).unwrap();
        self.trial.apply(&wanted)
    }

    fn noop(&mut self, title: &str, attributes: &[(&str, Value)]) -> Vec<String> {
        let wanted = self.trial.prepare(title, attributes).unwrap();
        self.trial.noop(&wanted)
    }
}

fn texts(texts: &[&str]) -> Value {
    Value::Array(texts.iter().map(|text| Value::from(*text)).collect())
}

#[test]
fn group_is_created_changed_and_removed() {
    let mut site = Site::new();
    let attributes = [("gid", "0600".into()), ("system", true.into()), ("allowdupe", true.into())];
    assert_eq!(site.apply("new", &attributes), ["ensure: created"]);
    assert_eq!(site.apply("www", &[("gid", Value::Integer(34))]), ["gid: gid changed 33 to 34"]);
    let duplicate = [("gid", "35".into()), ("allowdupe", true.into())];
    assert_eq!(site.apply("www", &duplicate), ["gid: gid changed 33 to 35"]);
    assert_eq!(site.apply("www", &[("ensure", "absent".into())]), ["ensure: removed"]);
    assert_eq!(site.apply("gone", &[("ensure", "absent".into())]), [""; 0]);
    assert_eq!(site.apply("www", &[("gid", "33".into())]), [""; 0]);
    assert_eq!(
        site.programs.ran(),
        [
            // Ruby parses the octal number as 384.
            r#"groupadd ["-g", "384", "-o", "-r", "--", "new"]"#,
            r#"groupmod ["-g", "34", "--", "www"]"#,
            r#"groupmod ["-g", "35", "-o", "--", "www"]"#,
            r#"groupdel ["--", "www"]"#,
        ]
    );
}

#[test]
fn unlisted_members_are_removed_only_with_auth_membership() {
    let mut site = Site::new();
    let all = ("auth_membership", true.into());
    assert_eq!(site.apply("www", &[("members", "ann".into())]), [""; 0]);
    assert_eq!(site.apply("www", &[("members", "ann, bob".into()), all.clone()]), [""; 0]);
    let messages = site.noop("www", &[("members", texts(&["ann"])), all.clone()]);
    assert_eq!(messages, ["members: current_value bob,ann, should be ann (noop)"]);
    let messages = site.apply("www", &[("members", texts(&["ann"])), all.clone()]);
    assert_eq!(messages, ["members: members changed bob,ann to ann"]);
    assert_eq!(site.apply("www", &[("members", texts(&[])), all]), ["members: members changed bob,ann to "]);
    assert_eq!(site.apply("ann", &[("members", texts(&["bob", "bob"]))]), ["members: members changed  to bob"]);
    assert_eq!(site.apply("new", &[("members", texts(&["bob"]))]), ["ensure: created"]);
    assert_eq!(
        site.programs.ran(),
        [
            r#"gpasswd ["-M", "ann", "--", "www"]"#,
            r#"gpasswd ["-M", "", "--", "www"]"#,
            r#"gpasswd ["-M", "bob", "--", "ann"]"#,
            r#"groupadd ["--", "new"]"#,
            r#"gpasswd ["-M", "bob", "--", "new"]"#,
        ]
    );
}

#[test]
fn unknown_member_is_an_error() {
    let mut site = Site::new();
    let failed = "members: change from bob,ann to ann,bob,eve failed: can't find user for eve";
    assert_eq!(site.apply("www", &[("members", texts(&["eve"]))]), [failed]);
    assert_eq!(site.programs.ran(), [""; 0]);
}

#[test]
fn names_are_not_parsed_as_options() {
    let mut site = Site::new();
    site.programs.answer("groupadd", 3, "groupadd: '-f' is not a valid group name\n");
    let failed = "ensure: change from 'absent' to 'present' failed: Could not create group -f: Execution of 'groupadd -- -f' \
                  returned 3: groupadd: '-f' is not a valid group name";
    assert_eq!(site.apply("-f", &[]), [failed]);
    site.programs.answer("groupdel", 8, "groupdel: cannot remove the primary group of user 'ann'\n");
    let failed = "ensure: change from 'present' to 'absent' failed: Could not delete group ann: Execution of 'groupdel -- ann' \
                  returned 8: groupdel: cannot remove the primary group of user 'ann'";
    assert_eq!(site.apply("ann", &[("ensure", "absent".into())]), [failed]);
    site.machine.fail("mutate", Error::new(Code::Timeout, "it took too long"));
    let failed = "gid: change from 33 to 1 failed: Could not set gid on group[www]: it took too long";
    assert_eq!(site.apply("www", &[("gid", "1".into())]), [failed]);
}

#[test]
fn invalid_numbers_are_rejected() {
    let site = Site::new();
    let refused = |value: Value| {
        site.trial.prepare("www", &[("gid", value)]).err().map(|error| error.message).unwrap_or_default()
    };
    for text in ["abc", "absent", "", "-", "1-2", "08", "1\n"] {
        assert!(refused(text.into()).ends_with(&format!("Invalid GID {text}")), "{text}");
    }
    assert!(refused(Value::Boolean(true)).contains("Invalid GID"));
    assert!(site.trial.prepare("www", &[("members", texts(&["ann", ""]))]).is_err());
}

#[test]
fn local_groups_are_changed_with_libuser() {
    let mut site = Site::new();
    let local = ("forcelocal", true.into());
    let attributes = [local.clone(), ("gid", "7000".into()), ("members", "ann".into())];
    assert_eq!(site.apply("new", &attributes), ["ensure: created"]);
    let taken = "GID 33 already exists, use allowdupe to force group creation";
    let messages = site.apply("new", &[local.clone(), ("gid", "33".into())]);
    assert_eq!(messages, [format!("ensure: change from 'absent' to 'present' failed: {taken}")]);
    assert_eq!(site.apply("www", &[local.clone(), ("gid", "34".into())]), ["gid: gid changed 33 to 34"]);
    assert_eq!(site.apply("www", &[local, ("ensure", "absent".into())]), ["ensure: removed"]);
    assert_eq!(
        site.programs.ran(),
        [
            r#"LIBUSER_CONF lgroupadd ["-g", "7000", "--", "new"]"#,
            r#"gpasswd ["-M", "ann", "--", "new"]"#,
            r#"LIBUSER_CONF lgroupmod ["-g", "34", "--", "www"]"#,
            r#"LIBUSER_CONF lgroupdel ["--", "www"]"#,
        ]
    );
}

#[test]
fn all_groups_are_listed() {
    let mut site = Site::new();
    let titles: Vec<String> = site.trial.instances().unwrap().into_iter().map(|found| found.title).collect();
    assert_eq!(titles, ["ann", "bob", "www"]);
}

#[test]
fn concurrently_added_members_are_kept() {
    let mut site = Site::new();
    let wanted = site.trial.prepare("new", &[("members", "ann".into())]).unwrap();
    site.machine.add_group("new", 700, &[]);
    let is = site.trial.get(&wanted).unwrap().is;
    assert_eq!(is.members, Some(crate::Names(Vec::new())));
    let site = Site::new();
    site.machine.add_group("new", 700, &["bob"]);
    Groupadd.set(&site.machine, &wanted.row, &is, &[GroupAttribute::Members]).unwrap();
    assert_eq!(site.programs.ran(), [r#"gpasswd ["-M", "ann,bob", "--", "new"]"#]);
}

#[test]
fn names_can_have_any_characters() {
    let mut site = Site::new();
    let names = ["-x", "--help", "a b", "it's", "\"q\"", "new\nline", "ünï", "$(id)", "a:b", "back\\slash"];
    for name in names {
        assert_eq!(site.apply(name, &[]), ["ensure: created"], "{name}");
        assert_eq!(site.programs.ran(), [format!("groupadd {:?}", ["--", name])]);
        site.machine.add_group(name, 900, &[]);
        assert_eq!(site.apply(name, &[("members", "ann".into())]).len(), 1, "{name}");
        assert_eq!(site.programs.ran(), [format!("gpasswd {:?}", ["-M", "ann", "--", name])]);
    }
}

#[test]
fn localized_output_and_invalid_utf8_are_reported() {
    let mut site = Site::new();
    site.programs.answer("groupadd", 9, &b"groupadd: Gruppe \xbbnew\xab existiert bereits\n"[..]);
    let messages = site.apply("new", &[]);
    assert!(
        messages[0].ends_with("returned 9: groupadd: Gruppe \u{fffd}new\u{fffd} existiert bereits"),
        "{messages:?}"
    );
}

#[test]
fn timeout_of_a_program_fails_only_its_attribute() {
    let mut site = Site::new();
    site.machine.fail("mutate", Error::new(Code::Timeout, "it took too long"));
    let messages =
        site.apply("www", &[("gid", "34".into()), ("members", "ann".into()), ("auth_membership", true.into())]);
    let failed = "gid: change from 33 to 34 failed: Could not set gid on group[www]: it took too long";
    assert_eq!(messages, [failed, "members: members changed bob,ann to ann"]);
}

#[test]
fn thousand_members_are_set_at_once() {
    let mut site = Site::new();
    let names: Vec<String> = (1000..2000).map(|number| format!("u{number}")).collect();
    for (number, name) in (1000..).zip(&names) {
        site.machine.account(name, number);
    }
    let members = Value::Array(names.iter().map(|name| name.as_str().into()).collect());
    assert_eq!(site.apply("new", &[("members", members)]), ["ensure: created"]);
    assert_eq!(site.programs.ran()[1], format!("gpasswd {:?}", ["-M", &names.join(","), "--", "new"]));
}
