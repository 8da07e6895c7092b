//! The fact `hypervisors`: details of each detected hypervisor.

use catalog::Value;

use super::{container, openvz, pci, platform, product, xen};
use crate::dmi;
use crate::smbios::Versions;
use crate::system::SystemProbe;
use crate::value::{filled, hash, integer};

pub(crate) fn gather(machine: &SystemProbe) -> Option<Value> {
    let traces = Traces::of(machine);
    let container = container::find(machine);
    let of = |kind: &str| container.as_ref().filter(|container| container.kind == kind).map(|found| found.to_value());
    filled([
        ("docker", of("docker")),
        ("hyperv", traces.hyperv()),
        ("kvm", traces.kvm()),
        ("lxc", of("lxc")),
        (
            "openvz",
            openvz(machine).map(|(kind, id)| {
                hash([("host", Some((kind == "openvzhn").into())), ("id", Some(integer(id.unsigned_abs())))])
            }),
        ),
        ("systemd_nspawn", of("systemd_nspawn")),
        ("virtualbox", traces.virtualbox(machine)),
        ("vmware", traces.vmware(machine)),
        ("xen", traces.xen(machine)),
    ])
}

/// Traces of hypervisors in the firmware, the processor and on the PCI bus.
struct Traces {
    vendor: String,
    bios: String,
    product: String,
    kind: Option<&'static str>,
    platform: String,
    bus: Option<&'static str>,
    all: String,
}

impl Traces {
    fn of(machine: &SystemProbe) -> Self {
        let field = |name: &str| dmi::field(machine, name).unwrap_or_default();
        Self {
            vendor: field("sys_vendor"),
            bios: field("bios_vendor"),
            product: field("product_name"),
            kind: product(machine),
            platform: platform::find(machine).unwrap_or_default(),
            bus: pci::find(machine),
            all: super::find(machine),
        }
    }

    fn kvm(&self) -> Option<Value> {
        let is_kvm = self.platform == "kvm"
            || self.bus == Some("kvm")
            || self.bios.contains("Amazon EC2")
            || self.bios.contains("Google")
            || (self.kind.is_none() && self.product.contains("OpenStack"));
        if !is_kvm || matches!(self.kind, Some("virtualbox" | "parallels")) {
            return None;
        }
        let owner = match () {
            () if self.vendor == "Google" => "google",
            () if self.vendor.starts_with("OpenStack") => "openstack",
            () if self.vendor.starts_with("Amazon") => "amazon",
            () => return Some(Value::Hash(Vec::new())),
        };
        Some(hash([(owner, Some(true.into()))]))
    }

    fn hyperv(&self) -> Option<Value> {
        let is_hyperv = self.vendor.contains("Microsoft") || self.product == "Virtual Machine";
        is_hyperv.then(|| Value::Hash(Vec::new()))
    }

    fn virtualbox(&self, machine: &SystemProbe) -> Option<Value> {
        let is_virtualbox =
            self.product == "VirtualBox" || self.platform.contains("virtualbox") || self.bus == Some("virtualbox");
        is_virtualbox.then(|| {
            let versions = Versions::of(machine);
            let revision = versions.virtualbox_revision.map(Value::from);
            hash([("revision", revision), ("version", versions.virtualbox.map(Value::from))])
        })
    }

    fn vmware(&self, machine: &SystemProbe) -> Option<Value> {
        let is_vmware = self.platform == "vmware"
            || self.product == "VMware"
            || self.bus == Some("vmware")
            || self.vendor == "VMware, Inc.";
        is_vmware.then(|| hash([("version", Versions::of(machine).vmware.map(Value::from))]))
    }

    fn xen(&self, machine: &SystemProbe) -> Option<Value> {
        let is_full = self.kind == Some("xenhvm") || self.bus == Some("xenhvm");
        let is_control = machine.read_trimmed("/proc/xen/capabilities").as_deref() == Some("control_d");
        let is_privileged = is_control || xen(machine) == Some("xen0");
        self.all.contains("xen").then(|| {
            let context = if is_full { "hvm" } else { "pv" };
            hash([("context", Some(context.into())), ("privileged", Some(is_privileged.into()))])
        })
    }
}
