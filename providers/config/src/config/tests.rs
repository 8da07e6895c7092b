//! Tests of the types on a test system. Editing of lines is tested in the SDK's `ini` module.

use marotte_sdk::fake::{FakeSystem, FileNode, ProviderTest};

use super::*;
use crate::{Ceph, Component, Flat, Multiple, Single};

const PATH: &str = "/etc/app.conf";
const TEXT: &str = "# App\n[DEFAULT]\n#debug = False\nhost = a\ndriver=one\ndriver = two\n";

fn machine() -> FakeSystem {
    let machine = FakeSystem::new();
    machine.put(PATH, FileNode::file(TEXT));
    machine
}

/// Applies a resource twice and checks that the second run makes no changes.
fn apply<K: Kind + Canonicalize>(machine: &FakeSystem, title: &str, attributes: &[(&str, Value)]) -> Vec<String> {
    let provider = if K::IS_LIST { "openstackconfig" } else { "ini_setting" };
    let mut trial: ProviderTest<Config<K>> = ProviderTest::new::<Component>(machine, provider);
    let wanted = trial.prepare(title, &[&[("path", PATH.into())], attributes].concat()).unwrap();
    let messages = trial.apply(&wanted);
    assert_eq!(trial.apply(&wanted), [""; 0]);
    messages
}

fn value(value: impl Into<Value>) -> (&'static str, Value) {
    ("value", value.into())
}

#[test]
fn setting_is_created_changed_and_removed() {
    let machine = machine();
    assert_eq!(apply::<Single>(&machine, "DEFAULT/debug", &[value(true)]), ["ensure: created"]);
    assert_eq!(apply::<Single>(&machine, "DEFAULT/host", &[value(" b ")]), ["value: value changed a to b"]);
    let text = TEXT.replace("#debug = False\n", "#debug = False\ndebug=True\n").replace("host = a", "host = b");
    assert_eq!(machine.text(PATH), text);
    assert_eq!(apply::<Single>(&machine, "DEFAULT/host", &[("ensure", "absent".into())]), ["ensure: removed"]);
    assert!(!machine.text(PATH).contains("host"));
}

#[test]
fn absent_value_removes_the_setting() {
    let machine = machine();
    assert_eq!(apply::<Single>(&machine, "DEFAULT/none", &[value("<SERVICE DEFAULT>")]), [""; 0]);
    assert_eq!(apply::<Single>(&machine, "DEFAULT/host", &[value("<SERVICE DEFAULT>")]), ["ensure: removed"]);
    let other = [value("-"), ("ensure_absent_val", "-".into())];
    assert_eq!(
        apply::<Multiple>(&machine, "DEFAULT/driver", &[other[1].clone(), value(vec!["-"])]),
        ["ensure: removed"]
    );
}

#[test]
fn service_default_keeps_the_current_value() {
    let machine = machine();
    assert_eq!(apply::<Single>(&machine, "DEFAULT/host", &[value("<_IMMUTABLE_>")]), [""; 0]);
    assert_eq!(apply::<Single>(&machine, "DEFAULT/none", &[value("<_IMMUTABLE_>")]), [""; 0]);
    machine.set_fact("os_immutable", "keep");
    assert_eq!(apply::<Multiple>(&machine, "DEFAULT/driver", &[value(vec!["keep"])]), [""; 0]);
    assert_eq!(apply::<Single>(&machine, "DEFAULT/host", &[value("<_IMMUTABLE_>")]).len(), 1);
}

#[test]
fn several_values_are_written_one_per_line_in_any_order() {
    let machine = machine();
    assert_eq!(apply::<Multiple>(&machine, "DEFAULT/driver", &[value(vec!["two", "one"])]), [""; 0]);
    let messages = apply::<Multiple>(&machine, "DEFAULT/driver", &[value(vec!["two", "three"])]);
    assert_eq!(messages, [r#"value: value changed ["one", "two"] to ["two", "three"]"#]);
    assert!(machine.text(PATH).ends_with("host = a\ndriver = two\ndriver=three\n"));
    assert_eq!(apply::<Multiple>(&machine, "new/flag", &[value(vec!["false"])]), ["ensure: created"]);
    assert!(machine.text(PATH).ends_with("driver=three\n\n[new]\nflag=False\n"));
}

#[test]
fn secret_values_are_redacted() {
    let machine = machine();
    let messages = apply::<Single>(&machine, "DEFAULT/host", &[value("b"), ("secret", "true".into())]);
    assert_eq!(messages, ["value: value changed [old secret redacted] to [new secret redacted]"]);
    let mut trial: ProviderTest<Config<Single>> = ProviderTest::new::<Component>(&machine, "ini_setting");
    let row = [("path", PATH.into()), value(Value::Secret(machine.secret("hidden")))];
    let wanted = trial.prepare("DEFAULT/password", &row).unwrap();
    assert_eq!(trial.apply(&wanted), ["ensure: created"]);
    assert!(machine.text(PATH).ends_with("\npassword=hidden\n"));
}

#[test]
fn value_is_quoted_in_a_file_without_sections() {
    let machine = FakeSystem::new();
    machine.put(PATH, FileNode::file("#level = 1\n"));
    assert_eq!(apply::<Flat>(&machine, "level", &[value(3)]), ["ensure: created"]);
    let quoted = [value("a/b"), ("quote", "true".into())];
    assert_eq!(apply::<Flat>(&machine, "x/y", &quoted), ["ensure: created"]);
    assert_eq!(apply::<Flat>(&machine, "x/y", &[value("\"a/b\""), ("quote", "true".into())]), [""; 0]);
    assert_eq!(machine.text(PATH), "#level = 1\nlevel=3\nx/y=\"a/b\"\n");
}

#[test]
fn ceph_booleans_are_lower_case_and_separators_spaced() {
    let machine = FakeSystem::new();
    machine.put("/etc", FileNode::directory());
    assert_eq!(apply::<Ceph>(&machine, "global/a", &[value("TRUE")]), ["ensure: created"]);
    assert_eq!(machine.text(PATH), "[global]\na = true\n");
}

#[test]
fn invalid_values_are_rejected() {
    let trial: ProviderTest<Config<Multiple>> = ProviderTest::new::<Component>(&FakeSystem::new(), "openstackconfig");
    let refused = |title: &str, value: Value| {
        trial.prepare(title, &[("path", PATH.into()), ("value", value)]).err().unwrap().message
    };
    assert!(refused("debug", vec!["x"].into()).contains(r"Valid values match /\S+\/\S+/."));
    assert_eq!(refused("a/b", Value::Array(Vec::new())), "A list of values cannot be empty");
    assert!(refused("a/b", vec!["x\ny"].into()).contains("Values cannot include newlines"));
}

#[test]
fn settings_in_the_default_file_are_listed() {
    let machine = FakeSystem::new();
    machine.put("/etc/x/x.conf", FileNode::file("top = 1\n[DEFAULT]\n# no = 1\ndriver=one\nhost = a\ndriver = two\n"));
    let member = Member { name: "x_config", defaults: &[("path", "/etc/x/x.conf")] };
    let mut single = Config::<Single>::default();
    assert_eq!(single.instances(&machine).unwrap().len(), 0);
    single.serve(&member);
    let listed = single.instances(&machine).unwrap().into_iter();
    let listed: Vec<_> =
        listed.map(|it| (it.title, it.is.value.and_then(|it| it.0.clear().map(str::to_owned)))).collect();
    let one = |title: &str, value: &str| (title.to_owned(), Some(value.to_owned()));
    assert_eq!(listed, [one("top", "1"), one("DEFAULT/driver", "two"), one("DEFAULT/host", "a")]);
    let mut multiple = Config::<Multiple>::default();
    multiple.serve(&member);
    let listed = multiple.instances(&machine).unwrap();
    assert_eq!(listed[1].is.value.as_ref().unwrap().len(), 2);
    single.serve(&Member { name: "y_config", defaults: &[("path", "/etc/y")] });
    assert_eq!(single.instances(&machine).unwrap().len(), 0);
}

#[test]
fn names_and_values_can_have_any_characters() {
    let machine = machine();
    for title in
        ["-x/-y", "a b/c d", "it's/'it'", "ünï/ä", "filter: x/paste y", "a]b/c", "s/[x", "s/$(id)", "s/back\\slash"]
    {
        let set = [value("-- 'ä' \"☃\" = # ; [x] .")];
        assert_eq!(apply::<Single>(&machine, title, &set), ["ensure: created"], "{title}");
        assert_eq!(apply::<Single>(&machine, title, &[("ensure", "absent".into())]), ["ensure: removed"], "{title}");
    }
    assert!(machine.text(PATH).starts_with(TEXT));
}

#[test]
fn setting_that_would_be_parsed_differently_is_rejected() {
    fn refused<K: Kind + Canonicalize>(title: &str, value: &str) -> Option<String> {
        let trial: ProviderTest<Config<K>> = ProviderTest::new::<Component>(&FakeSystem::new(), "ini_setting");
        trial.prepare(title, &[("path", PATH.into()), ("value", value.into())]).err().map(|error| error.message)
    }
    for (title, key) in [("s/a=b", "a=b"), ("s/#a", "#a"), ("s/a ", "a ")] {
        let message = format!("The setting '{key}' would be parsed as a different setting");
        assert_eq!(refused::<Single>(title, "c").as_deref(), Some(&*message));
    }
    assert!(refused::<Single>("s/[a", "b]").is_some() && refused::<Flat>(";a", "b").is_some());
    assert_eq!(refused::<Single>("s/a=b", "<SERVICE DEFAULT>"), None, "an absent setting is not written");
}

#[test]
fn concurrent_changes_are_preserved() {
    let machine = machine();
    let mut trial: ProviderTest<Config<Single>> = ProviderTest::new::<Component>(&machine, "ini_setting");
    let wanted = trial.prepare("DEFAULT/host", &[("path", PATH.into()), value("b")]).unwrap();
    let is = trial.get(&wanted).unwrap().is;
    machine.put(PATH, FileNode::file("# ünï\r\n[mine]\r\nx = 1\r\n[DEFAULT]\r\nhost = c\r\n"));
    let mut provider = Config::<Single>::default();
    provider.set(&machine, &wanted.row, &is, &[Single::VALUE]).unwrap();
    assert_eq!(machine.text(PATH), "# ünï\r\n[mine]\r\nx = 1\r\n[DEFAULT]\r\nhost = b\r\n");
}

#[test]
fn unreadable_or_unwritable_file_is_left_unchanged() {
    let machine = machine();
    let mut trial: ProviderTest<Config<Single>> = ProviderTest::new::<Component>(&machine, "ini_setting");
    let wanted = trial.prepare("DEFAULT/host", &[("path", PATH.into()), value("b")]).unwrap();
    machine.fail("write", Error::new(Code::Io, "No space left on device"));
    assert!(trial.apply(&wanted)[0].ends_with("failed: No space left on device"));
    assert_eq!(machine.text(PATH), TEXT);
    let latin1 = b"# gr\xfc\xdfe\n[DEFAULT]\nhost = a\n".to_vec();
    machine.put(PATH, FileNode::file(latin1.clone()));
    assert_eq!(trial.apply(&wanted), ["Could not evaluate: /etc/app.conf is not UTF-8"]);
    assert_eq!(machine.node(PATH).unwrap().content, latin1);
}

#[test]
fn file_with_a_thousand_settings_is_read_once() {
    let machine = FakeSystem::new();
    let text: String = (0..1000).map(|number| format!("k{number} = v\n")).collect();
    machine.put(PATH, FileNode::file(format!("[s]\n{text}")));
    let trial: ProviderTest<Config<Single>> = ProviderTest::new::<Component>(&machine, "ini_setting");
    let want = |number: u32| trial.prepare(&format!("s/k{number}"), &[("path", PATH.into()), value("v")]).unwrap().row;
    let rows: Vec<_> = (0..1000).map(want).collect();
    let states = Config::<Single>::default().get(&machine, &rows);
    assert!(states.into_iter().all(|state| state.unwrap().is.ensure == Some(Ensure::Present)));
    assert_eq!(machine.reads(), ["read_text"]);
}
