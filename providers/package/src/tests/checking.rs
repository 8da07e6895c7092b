//! Tests of checks before anything is read.

use marotte_sdk::Value;

use super::{Site, text};
use crate::apt::Apt;

fn refusal(title: &str, attributes: &[(&str, Value)]) -> String {
    Site::<Apt>::new("apt").want(title, attributes).err().map(|error| error.message).unwrap_or_default()
}

#[test]
fn values_that_exclude_each_other_are_refused() {
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
fn what_a_command_would_take_for_an_option_is_refused() {
    assert_eq!(refusal("-y", &[]), "The name '-y' can't be passed to a command as a name");
    assert_eq!(refusal("", &[]), "The name '' can't be passed to a command as a name");
    assert_eq!(refusal("a", &[text("source", "--x")]), "The source '--x' can't be passed to a command as a source");
    for name in ["g++", "a b", "it's \"so\"", "zażółć", "line\nbreak", "libc6:i386"] {
        assert_eq!(refusal(name, &[]), "");
    }
}

#[test]
fn a_command_of_ones_own_is_a_path() {
    assert_eq!(refusal("a", &[text("command", "/opt/bin/gem")]), "");
    let message = "The command 'bin/gem' must be 'default' or a path that begins with '/'";
    assert_eq!(refusal("a", &[text("command", "bin/gem")]), message);
}

#[test]
fn an_attribute_that_changes_nothing_is_warned_of() {
    let message = |name: &str| format!("Provider apt has no use for {name}; it changes nothing");
    assert_eq!(refusal("a", &[text("adminfile", "/srv/a")]), message("adminfile"));
    assert_eq!(refusal("a", &[text("reinstall_on_refresh", "true")]), "", "Puppet: a refresh that does nothing is one");
    assert_eq!(refusal("a", &[text("responsefile", "/srv/a"), text("allowcdrom", "true")]), "");
    for name in ["instance", "status", "category", "platform", "root", "vendor", "description"] {
        assert_eq!(refusal("a", &[text(name, "x")]), format!("{name} is for the provider to set; it changes nothing"));
    }
}
