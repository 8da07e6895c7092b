//! Tests of attribute values.

use marotte_sdk::Value;

use super::Site;
use crate::base::Processes;

fn refusal(attribute: &str, value: Value) -> String {
    let site: Site<Processes> = Site::new("base");
    let refusal = site.trial.want("x", &[(attribute, value)]).err().map(|error| error.message).unwrap_or_default();
    // The host adds the name of the attribute.
    refusal.strip_prefix(&format!("attribute '{attribute}': ")).unwrap_or(&refusal).to_owned()
}

#[test]
fn directories_are_full_paths_each_by_itself() {
    assert_eq!(refusal("path", vec!["/a", "/b c"].into()), "");
    assert_eq!(refusal("path", "/a:/b".into()), "several directories are a list: ['/a', '/b'] instead of '/a:/b'");
    assert_eq!(refusal("path", "scripts".into()), "'scripts' is not the full path of a directory");
    assert_eq!(refusal("path", true.into()), "a path of scripts is a text, or a list of texts");
}

#[test]
fn commands_are_texts_or_lists_of_them() {
    for attribute in ["start", "stop", "restart", "status", "binary"] {
        assert_eq!(refusal(attribute, "/bin/true".into()), "");
        assert_eq!(refusal(attribute, Value::Array(vec!["sleep".into(), 5.into()])), "");
        assert_eq!(refusal(attribute, Value::Array(Vec::new())), "a command is a text, or a list of texts");
        assert_eq!(refusal(attribute, Value::Hash(Vec::new())), "a command is a text, or a list of texts");
    }
}

#[test]
fn seconds_are_positive() {
    let message = |shown| {
        format!("\"{shown}\" is not a positive integer: the timeout parameter must be specified as a positive integer")
    };
    assert_eq!(refusal("timeout", "5".into()), "");
    assert_eq!(refusal("timeout", 0.into()), message("0"));
    assert_eq!(refusal("timeout", "soon".into()), message("soon"));
}

#[test]
fn what_changes_nothing_is_warned_of() {
    let site: Site<Processes> = Site::new("base");
    for attribute in ["control", "manifest"] {
        let said = site.trial.prepare("x", &[(attribute, "y".into())]).err().map(|error| error.message);
        assert_eq!(said, Some(format!("{attribute} changes nothing here")));
    }
}
