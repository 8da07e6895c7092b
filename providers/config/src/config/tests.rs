//! The types on a machine in memory; how lines are changed is tested where files of settings are owned.

use marotte_sdk::fake::{Fake, Node, Trial};

use super::*;
use crate::{Ceph, Component, Flat, Multiple, Single};

const PATH: &str = "/etc/app.conf";
const TEXT: &str = "# App\n[DEFAULT]\n#debug = False\nhost = a\ndriver=one\ndriver = two\n";

fn machine() -> Fake {
    let machine = Fake::new();
    machine.put(PATH, Node::file(TEXT));
    machine
}

/// Applies, and once more to see that nothing is left to be done.
fn apply<K: Kind + Canonicalize>(machine: &Fake, title: &str, attributes: &[(&str, Value)]) -> Vec<String> {
    let provider = if K::IS_LIST { "openstackconfig" } else { "ini_setting" };
    let mut trial: Trial<Config<K>> = Trial::new::<Component>(machine, provider);
    let wanted = trial.prepare(title, &[&[("path", PATH.into())], attributes].concat()).unwrap();
    let said = trial.apply(&wanted);
    assert_eq!(trial.apply(&wanted), [""; 0]);
    said
}

fn value(value: impl Into<Value>) -> (&'static str, Value) {
    ("value", value.into())
}

#[test]
fn a_setting_is_made_changed_and_removed() {
    let machine = machine();
    assert_eq!(apply::<Single>(&machine, "DEFAULT/debug", &[value(true)]), ["ensure: created"]);
    assert_eq!(apply::<Single>(&machine, "DEFAULT/host", &[value(" b ")]), ["value: value changed a to b"]);
    let text = TEXT.replace("#debug = False\n", "#debug = False\ndebug=True\n").replace("host = a", "host = b");
    assert_eq!(machine.text(PATH), text);
    assert_eq!(apply::<Single>(&machine, "DEFAULT/host", &[("ensure", "absent".into())]), ["ensure: removed"]);
    assert!(!machine.text(PATH).contains("host"));
}

#[test]
fn one_value_means_absence() {
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
fn one_value_means_that_all_stays() {
    let machine = machine();
    assert_eq!(apply::<Single>(&machine, "DEFAULT/host", &[value("<_IMMUTABLE_>")]), [""; 0]);
    assert_eq!(apply::<Single>(&machine, "DEFAULT/none", &[value("<_IMMUTABLE_>")]), [""; 0]);
    machine.set_fact("os_immutable", "keep");
    assert_eq!(apply::<Multiple>(&machine, "DEFAULT/driver", &[value(vec!["keep"])]), [""; 0]);
    assert_eq!(apply::<Single>(&machine, "DEFAULT/host", &[value("<_IMMUTABLE_>")]).len(), 1);
}

#[test]
fn several_values_stand_on_lines_of_their_own_in_any_order() {
    let machine = machine();
    assert_eq!(apply::<Multiple>(&machine, "DEFAULT/driver", &[value(vec!["two", "one"])]), [""; 0]);
    let said = apply::<Multiple>(&machine, "DEFAULT/driver", &[value(vec!["two", "three"])]);
    assert_eq!(said, [r#"value: value changed ["one", "two"] to ["two", "three"]"#]);
    assert!(machine.text(PATH).ends_with("host = a\ndriver = two\ndriver=three\n"));
    assert_eq!(apply::<Multiple>(&machine, "new/flag", &[value(vec!["false"])]), ["ensure: created"]);
    assert!(machine.text(PATH).ends_with("driver=three\n\n[new]\nflag=False\n"));
}

#[test]
fn what_is_secret_is_not_shown() {
    let machine = machine();
    let said = apply::<Single>(&machine, "DEFAULT/host", &[value("b"), ("secret", "true".into())]);
    assert_eq!(said, ["value: value changed [old secret redacted] to [new secret redacted]"]);
    let mut trial: Trial<Config<Single>> = Trial::new::<Component>(&machine, "ini_setting");
    let row = [("path", PATH.into()), value(Value::Secret(machine.secret("hidden")))];
    let wanted = trial.prepare("DEFAULT/password", &row).unwrap();
    assert_eq!(trial.apply(&wanted), ["ensure: created"]);
    assert!(machine.text(PATH).ends_with("\npassword=hidden\n"));
}

#[test]
fn files_without_sections_have_quotes() {
    let machine = Fake::new();
    machine.put(PATH, Node::file("#level = 1\n"));
    assert_eq!(apply::<Flat>(&machine, "level", &[value(3)]), ["ensure: created"]);
    let quoted = [value("a/b"), ("quote", "true".into())];
    assert_eq!(apply::<Flat>(&machine, "x/y", &quoted), ["ensure: created"]);
    assert_eq!(apply::<Flat>(&machine, "x/y", &[value("\"a/b\""), ("quote", "true".into())]), [""; 0]);
    assert_eq!(machine.text(PATH), "#level = 1\nlevel=3\nx/y=\"a/b\"\n");
}

#[test]
fn ceph_has_small_letters_and_blanks() {
    let machine = Fake::new();
    machine.put("/etc", Node::directory());
    assert_eq!(apply::<Ceph>(&machine, "global/a", &[value("TRUE")]), ["ensure: created"]);
    assert_eq!(machine.text(PATH), "[global]\na = true\n");
}

#[test]
fn what_cannot_be_is_refused() {
    let trial: Trial<Config<Multiple>> = Trial::new::<Component>(&Fake::new(), "openstackconfig");
    let refused =
        |title: &str, value: Value| trial.prepare(title, &[("path", PATH.into()), ("value", value)]).err().unwrap();
    assert!(refused("debug", vec!["x"].into()).contains(r"Valid values match /\S+\/\S+/."));
    assert_eq!(refused("a/b", Value::Array(Vec::new())), "A list of values cannot be empty");
    assert!(refused("a/b", vec!["x\ny"].into()).contains("Values cannot include newlines"));
}

#[test]
fn what_the_file_of_a_type_holds_is_listed() {
    let machine = Fake::new();
    machine.put("/etc/x/x.conf", Node::file("top = 1\n[DEFAULT]\n# no = 1\ndriver=one\nhost = a\ndriver = two\n"));
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
