//! Parts of `network_config` that all providers share: which line of a file belongs to which attribute.

use marotte_sdk::prelude::*;

use crate::values::Options;
use crate::{NetworkConfig, NetworkConfigAttribute, NetworkConfigState, NetworkRoute, NetworkRouteAttribute};

/// The key of each attribute in a file.
pub(crate) type Keys = &'static [(NetworkConfigAttribute, &'static str)];

impl Canonicalize for NetworkConfig {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        if !is_name(&row.name) {
            problems.error(row, NetworkConfigAttribute::Name, format!("Invalid name of an interface: '{}'", row.name));
        }
        if row.startmode.is_empty() || row.startmode.contains(char::is_whitespace) {
            problems.error(row, NetworkConfigAttribute::Startmode, format!("Invalid start mode: '{}'", row.startmode));
        }
    }
}

/// Returns whether a text can be the name of an interface, which is a part of the name of a file.
pub(crate) fn is_name(name: &str) -> bool {
    !matches!(name, "" | "." | "..")
        && !name.contains(|letter: char| letter.is_whitespace() || letter.is_control() || matches!(letter, '/' | '#'))
}

impl Canonicalize for NetworkRoute {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        for (attribute, message) in crate::route::complete(row) {
            problems.error(row, attribute, message);
        }
        if let Some(interface) = row.interface.as_ref().filter(|interface| !is_name(interface)) {
            let message = format!("Invalid name of an interface: '{interface}'");
            problems.error(row, NetworkRouteAttribute::Interface, message);
        }
        if row.options.as_ref().is_some_and(|options| options.contains(['\n', '\r', '#'])) {
            problems.error(row, NetworkRouteAttribute::Options, "options must be one line without comments");
        }
    }
}

/// Returns the options of an interface in a file: the keys that are not attributes, and the keys in the attribute `options`.
pub(crate) fn options(lines: &Options, row: &NetworkConfig, is_own: impl Fn(&str) -> bool) -> Options {
    let is_option = |key: &str| !is_own(key) || row.options.as_ref().is_some_and(|options| options.has(key));
    Options(lines.0.iter().filter(|(key, _)| is_option(key)).cloned().collect())
}

/// Adds verdicts: on the options, and on attributes whose key the resource sets as an option.
pub(crate) fn judged(is: NetworkConfigState, row: &NetworkConfig, keys: Keys) -> State<NetworkConfig> {
    let Some(wanted) = &row.options else { return State::new(is) };
    let is_insync = is.options.as_ref().is_some_and(|options| options == wanted);
    let verdict = if is_insync { Verdict::insync } else { Verdict::differs };
    let state = State::new(is).with(verdict(NetworkConfigAttribute::Options));
    let overridden = keys.iter().filter(|(_, key)| wanted.has(key));
    overridden.fold(state, |state, (attribute, _)| state.with(Verdict::insync(*attribute)))
}

/// Returns the lines to write for the options: the desired ones, and those to be removed without values.
pub(crate) fn option_lines(current: &Options, wanted: &Options) -> Vec<(String, Vec<String>)> {
    let removed = current.keys().filter(|key| !wanted.has(key)).map(|key| (key.to_owned(), Vec::new()));
    removed.chain(wanted.0.iter().cloned()).collect()
}
