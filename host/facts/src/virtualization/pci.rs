//! Detection of hypervisors by their PCI devices. Facter matches the names printed by `lspci`; these are the
//! corresponding IDs.

use crate::system::SystemProbe;

const DIRECTORY: &str = "/sys/bus/pci/devices";

pub(super) fn find(machine: &SystemProbe) -> Option<&'static str> {
    let devices = machine.names(DIRECTORY).into_iter();
    let mut numbers = devices.filter_map(|name| {
        let number = |file: &str| {
            let text = machine.read_trimmed(&format!("{DIRECTORY}/{name}/{file}"))?;
            u16::from_str_radix(text.strip_prefix("0x")?, 16).ok()
        };
        Some((number("vendor")?, number("device")?))
    });
    numbers.find_map(kind)
}

fn kind((vendor, device): (u16, u16)) -> Option<&'static str> {
    match (vendor, device) {
        // InnoTek.
        (0x80ee, _) => Some("virtualbox"),
        // XenSource.
        (0x5853, _) => Some("xenhvm"),
        // The graphics device of Hyper-V.
        (0x1414, 0x5353) => Some("hyperv"),
        (0x15ad, _) => Some("vmware"),
        (0x1ab8, _) => Some("parallels"),
        // Red Hat's device IDs for virtio; higher IDs are used for other devices.
        (0x1af4, 0x1000..=0x10ff) => Some("kvm"),
        _ => None,
    }
}
