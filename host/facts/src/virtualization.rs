//! The facts `virtual`, `is_virtual` and `hypervisors`.

pub(crate) mod container;
mod hypervisor;
mod pci;
mod platform;

use catalog::Value;

use crate::dmi;
use crate::system::SystemProbe;
pub(crate) use hypervisor::gather as hypervisors;

/// Values for systems that are not virtual machines.
const PHYSICAL: [&str; 6] = ["physical", "xen0", "vmware_server", "vmware_workstation", "openvzhn", "vserver_host"];

/// Parts of product names with their virtualization type; the first match applies.
const PRODUCTS: [(&str, &str); 11] = [
    ("VMware", "vmware"),
    ("VirtualBox", "virtualbox"),
    ("Parallels", "parallels"),
    ("KVM", "kvm"),
    ("Virtual Machine", "hyperv"),
    ("RHEV Hypervisor", "rhev"),
    ("oVirt Node", "ovirt"),
    ("HVM domU", "xenhvm"),
    ("Bochs", "bochs"),
    ("OpenBSD", "vmm"),
    ("BHYVE", "bhyve"),
];

pub(crate) fn gather(machine: &SystemProbe) -> Option<Value> {
    Some(find(machine).into())
}

pub(crate) fn is_virtual(machine: &SystemProbe) -> Option<Value> {
    Some((!PHYSICAL.contains(&find(machine).as_str())).into())
}

/// Returns the platform of this system: `kvm`, `docker`, `physical`. The first match applies.
fn find(machine: &SystemProbe) -> String {
    let vendor = dmi::field(machine, "bios_vendor").unwrap_or_default();
    container::find(machine)
        .map(|container| container.kind.to_owned())
        .or_else(|| vendor.contains("Google").then(|| "gce".to_owned()))
        .or_else(|| platform::find(machine))
        .or_else(|| openvz(machine).map(|(kind, _)| kind.to_owned()))
        .or_else(|| vserver(machine).map(str::to_owned))
        .or_else(|| xen(machine).map(str::to_owned))
        .or_else(|| vendor.contains("Amazon EC2").then(|| "kvm".to_owned()))
        .or_else(|| product(machine).map(str::to_owned))
        .or_else(|| pci::find(machine).map(str::to_owned))
        .unwrap_or_else(|| "physical".to_owned())
}

/// Returns the platform according to the product name.
fn product(machine: &SystemProbe) -> Option<&'static str> {
    let name = dmi::field(machine, "product_name")?;
    PRODUCTS.iter().find(|(word, _)| name.contains(word)).map(|(_, kind)| *kind)
}

/// Returns whether this is the host or a guest of OpenVZ, and its ID.
fn openvz(machine: &SystemProbe) -> Option<(&'static str, i64)> {
    if machine.names("/proc/vz").is_empty() || machine.at("/proc/lve/list").is_file() {
        return None;
    }
    let id = status(machine, &["envID:"])?;
    Some((if id == "0" { "openvzhn" } else { "openvzve" }, id.parse().unwrap_or_default()))
}

/// Returns whether this is the host or a guest of Linux-VServer.
fn vserver(machine: &SystemProbe) -> Option<&'static str> {
    let id = status(machine, &["s_context:", "VxID:"])?;
    Some(if id == "0" { "vserver_host" } else { "vserver" })
}

/// Returns a field of this process's status that contains a single word.
fn status(machine: &SystemProbe, names: &[&str]) -> Option<String> {
    let text = machine.read("/proc/self/status")?;
    text.lines().find_map(|line| match line.split_whitespace().collect::<Vec<_>>().as_slice() {
        [name, value] if names.iter().any(|wanted| name.starts_with(wanted)) => Some((*value).to_owned()),
        _ => None,
    })
}

/// Returns whether this is Xen's first domain or another one.
fn xen(machine: &SystemProbe) -> Option<&'static str> {
    if machine.exists("/dev/xen/evtchn") {
        return Some("xen0");
    }
    (machine.exists("/proc/xen") || machine.exists("/dev/xvda1")).then_some("xenu")
}
