//! Persistence of rules across reboots with the system's own mechanism. If that fails, the rules are still in
//! effect, so the failure is only a warning.

use marotte_sdk::prelude::*;

use crate::family::is_six;

/// Saves the rules of an address family.
pub(crate) fn persist<R: Resource>(system: &impl WriteSystem, row: &Row<R>, program: &str) {
    let family = system.fact("os.family");
    let (name, words): (&str, &[&str]) = match family.as_ref().map(text) {
        Some("Debian") => ("netfilter-persistent", &["save"]),
        Some("RedHat") if is_six(Some(program)) => ("ip6tables-init", &["save"]),
        Some("RedHat") => ("iptables-init", &["save"]),
        _ => {
            system.warning(row, "Unable to persist firewall rules: the mechanism of this system is not known");
            return;
        }
    };
    let command = Command { row: row.id(), ..Command::named(name, words) };
    if let Err(error) = system.run(&command) {
        system.warning(row, &format!("Unable to persist firewall rules: {}", error.message));
    }
}

fn text(value: &Value) -> &str {
    match value {
        Value::Text(text) => text,
        _ => "",
    }
}
