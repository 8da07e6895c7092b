//! Legacy facts of older Facter versions: top-level facts that repeat parts of the structured ones.

use catalog::Value;

use crate::os;
use crate::system::SystemProbe;
use crate::unit;
use crate::value::{dig, entries, entry};

/// Legacy name, structured fact, and keys within the structured fact.
const NAMES: &[(&str, &str, &[&str])] = &[
    ("architecture", "os", &["architecture"]),
    ("bios_release_date", "dmi", &["bios", "release_date"]),
    ("bios_vendor", "dmi", &["bios", "vendor"]),
    ("bios_version", "dmi", &["bios", "version"]),
    ("boardassettag", "dmi", &["board", "asset_tag"]),
    ("boardmanufacturer", "dmi", &["board", "manufacturer"]),
    ("boardproductname", "dmi", &["board", "product"]),
    ("boardserialnumber", "dmi", &["board", "serial_number"]),
    ("chassisassettag", "dmi", &["chassis", "asset_tag"]),
    ("chassistype", "dmi", &["chassis", "type"]),
    ("domain", "networking", &["domain"]),
    ("fqdn", "networking", &["fqdn"]),
    ("gid", "identity", &["group"]),
    ("hardwareisa", "processors", &["isa"]),
    ("hardwaremodel", "os", &["hardware"]),
    ("hostname", "networking", &["hostname"]),
    ("id", "identity", &["user"]),
    ("ipaddress", "networking", &["ip"]),
    ("ipaddress6", "networking", &["ip6"]),
    ("lsbdistrelease", "os", &["distro", "release", "full"]),
    ("lsbmajdistrelease", "os", &["distro", "release", "major"]),
    ("lsbminordistrelease", "os", &["distro", "release", "minor"]),
    ("macaddress", "networking", &["mac"]),
    ("manufacturer", "dmi", &["manufacturer"]),
    ("memoryfree", "memory", &["system", "available"]),
    ("memorysize", "memory", &["system", "total"]),
    ("netmask", "networking", &["netmask"]),
    ("netmask6", "networking", &["netmask6"]),
    ("network", "networking", &["network"]),
    ("network6", "networking", &["network6"]),
    ("operatingsystem", "os", &["name"]),
    ("operatingsystemmajrelease", "os", &["release", "major"]),
    ("operatingsystemrelease", "os", &["release", "full"]),
    ("osfamily", "os", &["family"]),
    ("physicalprocessorcount", "processors", &["physicalcount"]),
    ("processorcount", "processors", &["count"]),
    ("productname", "dmi", &["product", "name"]),
    ("scope6", "networking", &["scope6"]),
    ("selinux", "os", &["selinux", "enabled"]),
    ("selinux_config_mode", "os", &["selinux", "config_mode"]),
    ("selinux_config_policy", "os", &["selinux", "config_policy"]),
    ("selinux_current_mode", "os", &["selinux", "current_mode"]),
    ("selinux_enforced", "os", &["selinux", "enforced"]),
    ("selinux_policyversion", "os", &["selinux", "policy_version"]),
    ("serialnumber", "dmi", &["product", "serial_number"]),
    ("swapfree", "memory", &["swap", "available"]),
    ("swapsize", "memory", &["swap", "total"]),
    ("uptime", "system_uptime", &["uptime"]),
    ("uptime_days", "system_uptime", &["days"]),
    ("uptime_hours", "system_uptime", &["hours"]),
    ("uptime_seconds", "system_uptime", &["seconds"]),
    ("uuid", "dmi", &["product", "uuid"]),
];

/// Legacy names that are computed, or their prefixes, and the structured fact that they are computed from.
const MADE: &[(&str, &str)] = &[
    ("blockdevice", "disks"),
    ("dhcp_servers", "networking"),
    ("interfaces", "networking"),
    ("ipaddress6_", "networking"),
    ("ipaddress_", "networking"),
    ("lsb", "os"),
    ("macaddress_", "networking"),
    ("memoryfree_mb", "memory"),
    ("memorysize_mb", "memory"),
    ("mtu_", "networking"),
    ("netmask6_", "networking"),
    ("netmask_", "networking"),
    ("network6_", "networking"),
    ("network_", "networking"),
    ("processor", "processors"),
    ("scope6_", "networking"),
    ("ssh", "ssh"),
    ("swapfree_mb", "memory"),
    ("swapsize_mb", "memory"),
];

/// Prefix of the legacy name, which ends with the interface's name, and key of an interface.
const OF_INTERFACES: [(&str, &str); 9] = [
    ("ipaddress", "ip"),
    ("ipaddress6", "ip6"),
    ("macaddress", "mac"),
    ("mtu", "mtu"),
    ("netmask", "netmask"),
    ("netmask6", "netmask6"),
    ("network", "network"),
    ("network6", "network6"),
    ("scope6", "scope6"),
];

/// Returns the path of the structured fact that replaces a legacy fact: `os.family` for `osfamily`. Legacy facts with
/// variable names, such as `ipaddress_eth0`, have none.
#[must_use]
pub fn replacement(name: &str) -> Option<String> {
    let (_, fact, keys) = NAMES.iter().find(|(legacy, ..)| *legacy == name)?;
    Some(std::iter::once(fact).chain(*keys).copied().collect::<Vec<_>>().join("."))
}

/// Returns the structured fact from which a legacy fact is derived; `None` for other names.
pub(crate) fn source(name: &str) -> Option<&'static str> {
    let plain = NAMES.iter().find(|(legacy, _, _)| *legacy == name).map(|(_, source, _)| *source);
    plain.or_else(|| MADE.iter().find(|(start, _)| name.starts_with(start)).map(|(_, source)| *source))
}

/// Returns the legacy facts that repeat parts of a structured fact.
pub(crate) fn repeat(machine: &SystemProbe, source: &str, value: &Value) -> Vec<(String, Value)> {
    let plain = NAMES.iter().filter(|(_, name, _)| *name == source);
    let mut facts: Vec<(String, Value)> =
        plain.filter_map(|(name, _, keys)| Some(((*name).to_owned(), dig(value, keys)?.clone()))).collect();
    match source {
        "os" => lsb(machine, &mut facts),
        "networking" => facts.extend(networking(value)),
        "memory" => facts.extend(memory(value)),
        "processors" => facts.extend(processors(value)),
        "disks" => facts.extend(disks(value)),
        "ssh" => facts.extend(ssh(value)),
        _ => {}
    }
    facts
}

/// Replaces the facts by those of the program `lsb_release`, except for the release on some distributions.
fn lsb(machine: &SystemProbe, facts: &mut Vec<(String, Value)>) {
    let repeats_release = os::repeats_release(machine);
    facts.retain(|(name, _)| !name.starts_with("lsb") || (repeats_release && name.ends_with("release")));
    facts.extend(os::lsb_facts(machine).into_iter().map(|(name, value)| (name.to_owned(), value.into())));
}

fn networking(value: &Value) -> Vec<(String, Value)> {
    let Some(interfaces) = entry(value, "interfaces") else { return Vec::new() };
    let names: Vec<&str> = entries(interfaces).map(|(name, _)| name).collect();
    let mut facts = vec![("interfaces".to_owned(), Value::from(names.join(",")))];
    // As in Puppet, a missing server is an empty string.
    let system = entry(value, "dhcp").cloned().unwrap_or_else(|| "".into());
    let mut servers = vec![(Value::from("system"), system)];
    for (name, interface) in entries(interfaces) {
        servers.extend(entry(interface, "dhcp").map(|server| (name.into(), server.clone())));
        let of_interface = OF_INTERFACES
            .iter()
            .filter_map(|(legacy, key)| Some((format!("{legacy}_{name}"), entry(interface, key)?.clone())));
        facts.extend(of_interface);
    }
    facts.push(("dhcp_servers".to_owned(), Value::Hash(servers)));
    facts
}

fn memory(value: &Value) -> Vec<(String, Value)> {
    let made = [
        ("memorysize_mb", ["system", "total_bytes"]),
        ("memoryfree_mb", ["system", "available_bytes"]),
        ("swapsize_mb", ["swap", "total_bytes"]),
        ("swapfree_mb", ["swap", "available_bytes"]),
    ];
    let made = made.iter().filter_map(|(name, keys)| match dig(value, keys)? {
        Value::Integer(bytes) => Some(((*name).to_owned(), Value::Float(unit::mebibytes(*bytes)))),
        _ => None,
    });
    made.collect()
}

fn processors(value: &Value) -> Vec<(String, Value)> {
    let Some(Value::Array(models)) = entry(value, "models") else { return Vec::new() };
    models.iter().enumerate().map(|(index, model)| (format!("processor{index}"), model.clone())).collect()
}

fn disks(value: &Value) -> Vec<(String, Value)> {
    let names: Vec<&str> = entries(value).map(|(name, _)| name).collect();
    let mut facts = vec![("blockdevices".to_owned(), Value::from(names.join(",")))];
    for (name, disk) in entries(value) {
        let keys = [("model", "model"), ("size", "size_bytes"), ("vendor", "vendor")];
        let made = keys
            .iter()
            .filter_map(|(legacy, key)| Some((format!("blockdevice_{name}_{legacy}"), entry(disk, key)?.clone())));
        facts.extend(made);
    }
    facts
}

fn ssh(value: &Value) -> Vec<(String, Value)> {
    let keys = entries(value).flat_map(|(name, key)| {
        let text = |keys: &[&str]| dig(key, keys).and_then(Value::as_str).unwrap_or_default().to_owned();
        let prints = format!("{}\n{}", text(&["fingerprints", "sha1"]), text(&["fingerprints", "sha256"]));
        [(format!("ssh{name}key"), text(&["key"]).into()), (format!("sshfp_{name}"), prints.into())]
    });
    keys.collect()
}
