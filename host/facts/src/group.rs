//! Table of the structured facts, with the function that collects each of them.

use catalog::Value;

use crate::system::SystemProbe;
use crate::{
    disk, dmi, identity, memory, mount, network, os, partition, processor, ssh, timezone, uptime, virtualization,
};

/// The version of Facter with which these facts are compatible; modules compare the fact with it.
const FACTER_VERSION: &str = "4.3.0";

/// Collects a fact; `None` if the system does not have it.
type Gather = fn(&SystemProbe) -> Option<Value>;

/// The facts, sorted by name.
pub(crate) const GROUPS: &[(&str, Gather)] = &[
    ("disks", disk::gather),
    ("dmi", dmi::gather),
    ("facterversion", |_| Some(FACTER_VERSION.into())),
    ("filesystems", mount::filesystems),
    ("fips_enabled", fips_enabled),
    ("hypervisors", virtualization::hypervisors),
    ("identity", identity::gather),
    ("is_virtual", virtualization::is_virtual),
    ("kernel", os::kernel),
    ("kernelmajversion", os::kernel_major),
    ("kernelrelease", os::kernel_release),
    ("kernelversion", os::kernel_version),
    ("load_averages", uptime::load_averages),
    ("memory", memory::gather),
    ("mountpoints", mount::gather),
    ("networking", network::gather),
    ("os", os::gather),
    ("partitions", partition::gather),
    ("path", |machine| machine.search_path().map(Value::from)),
    ("processors", processor::gather),
    ("ssh", ssh::gather),
    ("system_uptime", uptime::gather),
    ("timezone", timezone::gather),
    ("virtual", virtualization::gather),
];

/// Returns whether a structured fact is built in, such as `os`.
#[must_use]
pub fn is_core(name: &str) -> bool {
    find(name).is_some()
}

/// Returns the function that collects a fact.
pub(crate) fn find(name: &str) -> Option<(&'static str, Gather)> {
    GROUPS.iter().find(|(known, _)| *known == name).copied()
}

fn fips_enabled(machine: &SystemProbe) -> Option<Value> {
    Some(machine.read_trimmed("/proc/sys/crypto/fips_enabled").is_some_and(|text| text == "1").into())
}
