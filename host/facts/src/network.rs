//! The fact `networking`. The network is not accessed: names are read from files, addresses from the kernel.

mod address;
mod dhcp;
mod interface;
pub(crate) mod name;

use catalog::Value;

use crate::system::SystemProbe;
use crate::value::{entries, hash};
use interface::Interface;

pub(crate) fn gather(machine: &SystemProbe) -> Option<Value> {
    let interfaces = interface::all(machine);
    let primary = primary(machine, &interfaces);
    let names = name::HostNames::of(machine);
    let shown: Vec<(Value, Value)> =
        interfaces.iter().map(|interface| (interface.name.as_str().into(), interface.to_value())).collect();
    let main = primary.as_ref().and_then(|name| shown.iter().find(|(known, _)| known.as_str() == Some(name)));
    let main = main.map(|(_, value)| value.clone()).unwrap_or(Value::Undef);
    let shown = (!shown.is_empty()).then_some(Value::Hash(shown));
    let Value::Hash(mut facts) = hash([
        ("domain", names.domain.map(Value::from)),
        ("fqdn", names.fqdn.map(Value::from)),
        ("hostname", names.hostname.map(Value::from)),
        ("interfaces", shown),
        ("primary", primary.map(Value::from)),
    ]) else {
        return None;
    };
    let copied = entries(&main).filter(|(key, _)| !key.starts_with("bindings"));
    facts.extend(copied.map(|(key, value)| (key.into(), value.clone())));
    Some(Value::Hash(facts))
}

/// Returns the interface of the default route, or the first one with a public address.
fn primary(machine: &SystemProbe, interfaces: &[Interface]) -> Option<String> {
    let routes = machine.read("/proc/net/route").unwrap_or_default();
    let routed = routes.lines().skip(1).find_map(|line| {
        let fields: Vec<&str> = line.trim().split('\t').map(str::trim).collect();
        match fields.as_slice() {
            [interface, "00000000", _, _, _, _, _, "00000000", ..] if *interface != "*" => {
                Some((*interface).to_owned())
            }
            _ => None,
        }
    });
    let known = || {
        let known = interfaces.iter().find(|interface| interface.has_public_address());
        known.map(|interface| interface.name.clone())
    };
    routed.or_else(known)
}
