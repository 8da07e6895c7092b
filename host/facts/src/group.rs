//! The table of structured facts: each name with what gathers it.

use catalog::Value;

use crate::system::SystemProbe;
use crate::{
    disk, dmi, identity, memory, mount, network, os, partition, processor, ssh, timezone, uptime, virtualization,
};

/// The version of Facter whose rules these are, which is what modules mean that ask for it.
const FACTER_VERSION: &str = "4.3.0";

/// What gathers a fact; `None` if the machine does not have it.
type Gather = fn(&SystemProbe) -> Option<Value>;

/// The facts, ordered by name.
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

/// Returns what gathers a fact.
pub(crate) fn find(name: &str) -> Option<(&'static str, Gather)> {
    GROUPS.iter().find(|(known, _)| *known == name).copied()
}

fn fips_enabled(machine: &SystemProbe) -> Option<Value> {
    Some(machine.read_trimmed("/proc/sys/crypto/fips_enabled").is_some_and(|text| text == "1").into())
}
