//! Tests of the provider on a test system. Editing of lines is tested in the SDK's `ini` module.

use marotte_sdk::fake::{FakeSystem, FileNode, ProviderTest};

use super::*;
use crate::Component;

const PATH: &str = "/etc/app.ini";
const TEXT: &str = "; App\n[server]\nport = 80\nname=old\n\n[client]\nx = 1\n";

fn machine() -> FakeSystem {
    let machine = FakeSystem::new();
    machine.put(PATH, FileNode::file(TEXT));
    machine
}

fn trial(machine: &FakeSystem) -> ProviderTest<Settings> {
    ProviderTest::new::<Component>(machine, "ruby")
}

fn row(attributes: &[(&'static str, Value)]) -> Vec<(&'static str, Value)> {
    [&[("path", PATH.into())], attributes].concat()
}

/// Applies a resource twice and checks that the second run makes no changes.
fn apply(machine: &FakeSystem, attributes: &[(&'static str, Value)]) -> Vec<String> {
    let mut trial = trial(machine);
    let wanted = trial.prepare("x", &row(attributes)).unwrap();
    let messages = trial.apply(&wanted);
    assert_eq!(trial.apply(&wanted), [""; 0]);
    messages
}

fn of(section: &str, setting: &str, value: &str) -> Vec<(&'static str, Value)> {
    vec![("section", section.into()), ("setting", setting.into()), ("value", value.into())]
}

#[test]
fn setting_is_created_changed_and_removed() {
    let machine = machine();
    machine.show_diff();
    assert_eq!(apply(&machine, &of("server", "port", " 8080 ")), ["value: value changed 80 to 8080"]);
    assert_eq!(apply(&machine, &of("client", "a b", "-- \"ä\"")), ["ensure: created"]);
    assert_eq!(apply(&machine, &of("", "top", "1")), ["ensure: created"]);
    let text = "; App\ntop = 1\n[server]\nport = 8080\nname=old\n\n[client]\nx = 1\na b = -- \"ä\"\n";
    assert_eq!(machine.text(PATH), text);
    let gone = [("section", "client".into()), ("setting", "x".into()), ("ensure", "absent".into())];
    assert_eq!(apply(&machine, &gone), ["ensure: removed"]);
    assert!(!machine.text(PATH).contains("x = 1"));
}

#[test]
fn show_diff_controls_the_display_of_values() {
    let message_of = |how: &str, shows: bool| {
        let machine = machine();
        if shows {
            machine.show_diff();
        }
        let attributes = [of("server", "port", "8080"), vec![("show_diff", how.into())]].concat();
        apply(&machine, &attributes).remove(0)
    };
    let hidden = "[redacted sensitive information]";
    assert_eq!(message_of("true", true), "value: value changed 80 to 8080");
    assert_eq!(message_of("true", false), format!("value: value changed {hidden} to {hidden}"));
    assert_eq!(message_of("false", true), format!("value: value changed {hidden} to {hidden}"));
    let digests = "{md5}f033ab37c30201f73f142449d037028d to {md5}d4a973e303ec37692cc8923e3148eef7";
    assert_eq!(message_of("md5", true), format!("value: value changed {digests}"));
}

#[test]
fn section_can_be_managed_without_a_setting() {
    let machine = machine();
    assert_eq!(apply(&machine, &[("section", "new".into())]), ["ensure: created"]);
    assert_eq!(machine.text(PATH), format!("{TEXT}\n[new]\n"));
    let gone = |section: &str| [("section", section.into()), ("ensure", "absent".into())];
    assert_eq!(apply(&machine, &gone("new")), ["ensure: removed"]);
    let mut trial = trial(&machine);
    let wanted = trial.prepare("x", &row(&gone("client"))).unwrap();
    let failed = "ensure: change from 'present' to 'absent' failed: The section 'client' is not empty";
    assert_eq!(trial.apply(&wanted), [failed]);
}

#[test]
fn force_new_section_creation_false_skips_the_setting() {
    let machine = machine();
    let unless = vec![("force_new_section_creation", false.into())];
    assert_eq!(apply(&machine, &[of("none", "a", "1"), unless.clone()].concat()), [""; 0]);
    assert_eq!(apply(&machine, &[of("client", "a", "1"), unless].concat()), ["ensure: created"]);
}

#[test]
fn refreshonly_changes_the_setting_only_on_refresh() {
    let machine = machine();
    let mut trial = trial(&machine);
    let wanted =
        trial.prepare("x", &row(&[of("server", "port", "1"), vec![("refreshonly", true.into())]].concat())).unwrap();
    assert_eq!(trial.apply(&wanted), [""; 0]);
    trial.refresh(&wanted).unwrap();
    assert!(machine.text(PATH).contains("port = 1\n"));
    let always = trial.prepare("x", &row(&of("server", "port", "2"))).unwrap();
    trial.refresh(&always).unwrap();
    assert!(machine.text(PATH).contains("port = 1\n"));
}

#[test]
fn syntax_of_the_file_can_be_configured() {
    let machine = FakeSystem::new();
    machine.put(PATH, FileNode::file("-- a\n"));
    let separators = vec![
        ("section_prefix", "-- ".into()),
        ("section_suffix", "".into()),
        ("key_val_separator", ": ".into()),
        ("indent_char", "\t".into()),
        ("indent_width", 2.into()),
    ];
    assert_eq!(apply(&machine, &[of("a", "k", "v"), separators].concat()), ["ensure: created"]);
    assert_eq!(machine.text(PATH), "-- a\n\t\tk: v\n");
}

#[test]
fn invalid_values_are_rejected() {
    let refused = |attributes: &[(&'static str, Value)]| {
        trial(&FakeSystem::new()).prepare("x", attributes).err().unwrap().message
    };
    assert!(refused(&[("path", "app.ini".into())]).contains("File paths must be fully qualified, not 'app.ini'"));
    assert!(refused(&row(&of("a", "#k", "v"))).contains("Invalid setting name: \"#k\""));
    assert!(refused(&row(&of("a", "k", "v\nw"))).contains("Values cannot include newlines"));
    assert!(refused(&row(&of("a\n", "k", "v"))).contains("cannot include newlines"));
    assert!(refused(&row(&[("value", "v".into())])).contains("'value' requires 'setting'"));
}

#[test]
fn secret_value_is_written_and_redacted() {
    let machine = machine();
    machine.show_diff();
    let mut trial = trial(&machine);
    let secret = Value::Secret(machine.secret("hidden"));
    let wanted =
        trial.prepare("x", &row(&[("section", "server".into()), ("setting", "name".into()), ("value", secret)]));
    let messages = trial.apply(&wanted.unwrap()).join("\n");
    assert!(!messages.contains("hidden"), "{messages}");
    assert!(machine.text(PATH).contains("name=hidden\n"));
}

#[test]
fn unreadable_or_unwritable_file_is_left_unchanged() {
    let machine = machine();
    let mut trial = trial(&machine);
    let wanted = trial.prepare("x", &row(&of("server", "port", "1"))).unwrap();
    machine.fail("read_text", Error::new(Code::Denied, "Permission denied - /etc/app.ini"));
    assert_eq!(trial.apply(&wanted), ["Could not evaluate: Permission denied - /etc/app.ini"]);
    machine.fail("write", Error::new(Code::Io, "No space left on device"));
    assert!(trial.apply(&wanted)[0].ends_with("failed: No space left on device"));
    assert_eq!(machine.text(PATH), TEXT);
}

#[test]
fn directory_is_required() {
    let directory = |path: &str| {
        let trial = trial(&FakeSystem::new());
        let attributes = [("path", path.into()), ("setting", "k".into())];
        Relate::relate(&trial.prepare("x", &attributes).unwrap().row, &FakeSystem::new())
    };
    assert_eq!(directory("/etc/app/x.ini"), [Relation::require("file", vec!["/etc/app".to_owned()])]);
    assert_eq!(directory("/x.ini"), [Relation::require("file", vec!["/".to_owned()])]);
}

#[test]
fn names_and_values_can_have_any_characters() {
    let machine = machine();
    for name in ["-x", "a b", "it's", "\"q\"", "ünï", "back\\slash", "a#b", "[x", "a\u{a0}b", "$(id)"] {
        for section in ["client", "-- 'ä' \"☃\"", "a]b"] {
            let value = "-- 'ä' \"☃\" = # ; [x] \\";
            assert_eq!(apply(&machine, &of(section, name, value)), ["ensure: created"], "{section} {name}");
            let gone = [("section", section.into()), ("setting", name.into()), ("ensure", "absent".into())];
            assert_eq!(apply(&machine, &gone), ["ensure: removed"], "{section} {name}");
        }
    }
    assert!(machine.text(PATH).starts_with(TEXT));
}

#[test]
fn setting_that_would_be_parsed_differently_is_rejected() {
    let refused = |attributes: &[(&'static str, Value)]| {
        trial(&FakeSystem::new()).prepare("x", &row(attributes)).err().map(|error| error.message)
    };
    for (section, name, value) in [("s", "a=b", "c"), ("s", "[a", "b]"), ("s", "a = b", "")] {
        let message = refused(&of(section, name, value)).unwrap_or_default();
        assert!(
            message.ends_with(&format!("The setting '{name}' would be parsed as a different setting")),
            "{message}"
        );
    }
    let blank = [of("s", "a b", "c"), vec![("key_val_separator", " ".into())]].concat();
    assert!(refused(&blank).is_some());
    let gone = [("section", "s".into()), ("setting", "a=b".into()), ("ensure", "absent".into())];
    assert_eq!(refused(&gone), None, "an absent setting is not written");
}

#[test]
fn concurrent_changes_are_preserved() {
    let machine = machine();
    let mut trial = trial(&machine);
    let wanted = trial.prepare("x", &row(&of("server", "port", "8080"))).unwrap();
    let is = trial.get(&wanted).unwrap().is;
    machine.put(PATH, FileNode::file("; ünï\r\n[server]\r\nmine = 1\r\nport = 81\r\n"));
    Settings.set(&machine, &wanted.row, &is, &[IniSettingAttribute::Value]).unwrap();
    assert_eq!(machine.text(PATH), "; ünï\r\n[server]\r\nmine = 1\r\nport = 8080\r\n");
}

#[test]
fn file_that_is_not_utf8_is_left_unchanged() {
    let machine = machine();
    let latin1 = b"; gr\xfc\xdfe\n[server]\nport = 80\n".to_vec();
    machine.put(PATH, FileNode::file(latin1.clone()));
    let mut trial = trial(&machine);
    let wanted = trial.prepare("x", &row(&of("server", "port", "1"))).unwrap();
    assert_eq!(trial.apply(&wanted), ["Could not evaluate: /etc/app.ini is not UTF-8"]);
    assert_eq!(machine.node(PATH).unwrap().content, latin1);
}

#[test]
fn file_with_a_thousand_settings_is_read_once() {
    let machine = FakeSystem::new();
    let text: String = (0..1000).map(|number| format!("k{number} = v\n")).collect();
    machine.put(PATH, FileNode::file(format!("[s]\n{text}")));
    let trial = trial(&machine);
    let want = |number: u32| trial.prepare("x", &row(&of("s", &format!("k{number}"), "v"))).unwrap().row;
    let rows: Vec<_> = (0..1000).map(want).collect();
    let states = Settings.get(&machine, &rows);
    assert!(states.into_iter().all(|state| state.unwrap().is.ensure == Some(Ensure::Present)));
    assert_eq!(machine.reads(), ["read_text"]);
}
