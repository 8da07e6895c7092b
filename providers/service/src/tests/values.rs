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
fn path_must_be_a_list_of_absolute_paths() {
    assert_eq!(refusal("path", vec!["/a", "/b c"].into()), "");
    assert_eq!(
        refusal("path", "/a:/b".into()),
        "several directories must be given as a list: ['/a', '/b'] instead of '/a:/b'"
    );
    assert_eq!(refusal("path", "scripts".into()), "'scripts' is not an absolute path");
    assert_eq!(refusal("path", true.into()), "path must be a String or an Array of Strings");
}

#[test]
fn command_must_be_a_string_or_an_array() {
    for attribute in ["start", "stop", "restart", "status", "binary"] {
        assert_eq!(refusal(attribute, "/bin/true".into()), "");
        assert_eq!(refusal(attribute, Value::Array(vec!["sleep".into(), 5.into()])), "");
        assert_eq!(refusal(attribute, Value::Array(Vec::new())), "a command must be a String or an Array of Strings");
        assert_eq!(refusal(attribute, Value::Hash(Vec::new())), "a command must be a String or an Array of Strings");
    }
}

#[test]
fn timeout_must_be_positive() {
    let message = |shown| {
        format!("\"{shown}\" is not a positive integer: the timeout parameter must be specified as a positive integer")
    };
    assert_eq!(refusal("timeout", "5".into()), "");
    assert_eq!(refusal("timeout", 0.into()), message("0"));
    assert_eq!(refusal("timeout", "soon".into()), message("soon"));
}

#[test]
fn attributes_without_effect_cause_a_warning() {
    let site: Site<Processes> = Site::new("base");
    for attribute in ["control", "manifest"] {
        let messages = site.trial.prepare("x", &[(attribute, "y".into())]).err().map(|error| error.message);
        assert_eq!(messages, Some(format!("{attribute} changes nothing here")));
    }
}
