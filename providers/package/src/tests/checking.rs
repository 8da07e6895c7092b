//! Tests of checks before anything is read.

use marotte_sdk::Value;

use super::{Site, text};
use crate::apt::Apt;

fn refusal(title: &str, attributes: &[(&str, Value)]) -> String {
    Site::<Apt>::new("apt").want(title, attributes).err().map(|error| error.message).unwrap_or_default()
}

#[test]
fn conflicting_attributes_are_rejected() {
    for gone in ["absent", "purged"] {
        let message = "You cannot use \"mark\" property while \"ensure\" is one of [\"absent\", \"purged\"]";
        assert_eq!(refusal("a", &[text("ensure", gone), text("mark", "none")]), message);
    }
    assert_eq!(refusal("a", &[text("ensure", "latest"), text("mark", "none")]), "");
    let disabled = [text("ensure", "disabled"), text("flavor", "minimal")];
    assert_eq!(refusal("a", &disabled), "Cannot have both `ensure => disabled` and `flavor`");
    let only = [("enable_only", true.into()), text("flavor", "minimal")];
    assert_eq!(refusal("a", &only), "Cannot have both `enable_only => true` and `flavor`");
    let both = [("enable_only", true.into()), text("ensure", "disabled")];
    assert_eq!(refusal("a", &both), "Cannot have both `ensure => disabled` and `enable_only => true`");
}

#[test]
fn names_that_look_like_options_are_rejected() {
    assert_eq!(refusal("-y", &[]), "The name '-y' is not valid: a command would parse it as an option");
    assert_eq!(refusal("", &[]), "The name '' is not valid: a command would parse it as an option");
    assert_eq!(
        refusal("a", &[text("source", "--x")]),
        "The source '--x' is not valid: a command would parse it as an option"
    );
    for name in ["g++", "a b", "it's \"so\"", "zażółć", "line\nbreak", "libc6:i386"] {
        assert_eq!(refusal(name, &[]), "");
    }
}

#[test]
fn command_must_be_a_path() {
    assert_eq!(refusal("a", &[text("command", "/opt/bin/gem")]), "");
    let message = "The command 'bin/gem' must be 'default' or an absolute path";
    assert_eq!(refusal("a", &[text("command", "bin/gem")]), message);
}

#[test]
fn attribute_without_effect_causes_a_warning() {
    let message = |name: &str| format!("Provider apt does not support {name}; it has no effect");
    assert_eq!(refusal("a", &[text("adminfile", "/srv/a")]), message("adminfile"));
    assert_eq!(
        refusal("a", &[text("reinstall_on_refresh", "true")]),
        "",
        "Puppet: no warning, although a refresh has no effect"
    );
    assert_eq!(refusal("a", &[text("responsefile", "/srv/a"), text("allowcdrom", "true")]), "");
    for name in ["instance", "status", "category", "platform", "root", "vendor", "description"] {
        assert_eq!(refusal("a", &[text(name, "x")]), format!("{name} is read-only; it has no effect"));
    }
}
