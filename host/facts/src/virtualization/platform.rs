//! Detection of the platform by the processor, the firmware and the kernel, in the order of the program
//! `virt-what`.

use crate::dmi;
use crate::system::SystemProbe;

pub(super) fn find(machine: &SystemProbe) -> Option<String> {
    let traces = traces(machine);
    let xen = traces.iter().position(|trace| *trace == "xen").and_then(|at| traces.get(at + 1));
    match xen {
        Some(&"xen-domU") => return Some("xenu".to_owned()),
        Some(&"xen-hvm") => return Some("xenhvm".to_owned()),
        Some(&"xen-dom0") => return Some("xen0".to_owned()),
        _ => {}
    }
    match *traces.first()? {
        "ibm_systemz" => Some("zlinux".to_owned()),
        "linux_vserver" => super::vserver(machine).map(str::to_owned),
        _ => traces.iter().find(|trace| **trace != "redhat").map(|trace| (*trace).to_owned()),
    }
}

/// Returns all traces.
fn traces(machine: &SystemProbe) -> Vec<&'static str> {
    let firmware = Firmware::of(machine);
    let processor = machine.kernel().hypervisor().unwrap_or_default();
    let information = machine.read("/proc/cpuinfo").unwrap_or_default();
    let environment = machine.read("/proc/1/environ").unwrap_or_default().to_lowercase();
    let mut found = Vec::new();
    let mut note = |is_found: bool, trace: &'static str| {
        if is_found {
            found.push(trace);
        }
    };
    let is_hyperv = processor == "Microsoft Hv";
    note(firmware.made_by("Alibaba"), "alibaba_cloud");
    note(processor == "VMwareVMware" || firmware.made_by("VMware"), "vmware");
    note(is_hyperv, "hyperv");
    note(!is_hyperv && firmware.made_by("Microsoft Corporation") && firmware.is("Virtual Machine"), "virtualpc");
    note(firmware.made_by("innotek GmbH"), "virtualbox");
    note(processor == "bhyve bhyve " || firmware.bios.starts_with("BHYVE"), "bhyve");
    note(machine.is_directory("/proc/vz") && !machine.is_directory("/proc/bc"), "openvz");
    note(environment.split('\0').any(|entry| entry.starts_with("container=lxc")), "lxc");
    note(machine.read("/proc/self/status").is_some_and(|status| status.contains("VxID: ")), "linux_vserver");
    note(information.contains("UML"), "uml");
    note(information.lines().any(|line| line.starts_with("vendor_id") && line.contains("IBM/S390")), "ibm_systemz");
    note(firmware.bios.starts_with("Parallels"), "parallels");
    note(firmware.made_by("Nutanix"), "nutanix_ahv");
    note(firmware.made_by("oVirt"), "ovirt");
    note(firmware.is("RHEV Hypervisor"), "rhev");
    note(firmware.is("Google Compute Engine"), "google_cloud");
    note(firmware.made_by("Red Hat"), "redhat");
    let xen = xen(machine, &processor, &firmware);
    xen.iter().for_each(|trace| note(true, trace));
    if xen.len() < 2 && !firmware.bios.starts_with("Parallels") {
        note(true, emulator(&processor, &firmware, &information).unwrap_or_default());
    }
    note(processor == "LKVMLKVMLKVM", "lkvm");
    note(is_docker(machine), "docker");
    note(environment.split('\0').any(|entry| entry.starts_with("container=podman")), "podman");
    note(processor == "OpenBSDVMM58", "vmm");
    note(firmware.is_of_amazon(), "aws");
    found.retain(|trace| !trace.is_empty());
    found
}

/// Returns the traces of Xen: its name, and the kind of domain if it is known.
fn xen(machine: &SystemProbe, processor: &str, firmware: &Firmware) -> Vec<&'static str> {
    if processor == "XenVMMXenVMM" && firmware.exists {
        return vec!["xen", "xen-hvm"];
    }
    if machine.is_directory("/proc/xen") {
        let capabilities = machine.read("/proc/xen/capabilities").unwrap_or_default();
        return vec!["xen", if capabilities.contains("control_d") { "xen-dom0" } else { "xen-domU" }];
    }
    let kind = machine.read("/sys/hypervisor/type").unwrap_or_default();
    if kind.contains("xen") { vec!["xen"] } else { Vec::new() }
}

fn emulator(processor: &str, firmware: &Firmware, information: &str) -> Option<&'static str> {
    match () {
        () if processor == "KVMKVMKVM" => Some("kvm"),
        () if processor == "TCGTCGTCGTCG" => Some("qemu"),
        () if firmware.is("KVM") || firmware.made_by("KVM") => Some("kvm"),
        () if firmware.made_by("QEMU") || information.contains("QEMU") => Some("qemu"),
        () => None,
    }
}

fn is_docker(machine: &SystemProbe) -> bool {
    let is_in_group = machine.read("/proc/self/cgroup").is_some_and(|groups| groups.contains("/docker/"));
    is_in_group || machine.exists("/.dockerenv") || machine.exists("/.dockerinit")
}

/// System and manufacturer according to the firmware.
struct Firmware {
    exists: bool,
    bios: String,
    version: String,
    makers: Vec<String>,
    products: Vec<String>,
}

impl Firmware {
    fn of(machine: &SystemProbe) -> Self {
        let fields = |names: &[&str]| names.iter().filter_map(|name| dmi::field(machine, name)).collect();
        Self {
            exists: machine.is_directory("/sys/class/dmi/id"),
            bios: dmi::field(machine, "bios_vendor").unwrap_or_default(),
            version: dmi::field(machine, "bios_version").unwrap_or_default(),
            makers: fields(&["sys_vendor", "board_vendor", "chassis_vendor"]),
            products: fields(&["product_name", "board_name"]),
        }
    }

    fn made_by(&self, start: &str) -> bool {
        self.makers.iter().any(|maker| maker.starts_with(start))
    }

    fn is(&self, start: &str) -> bool {
        self.products.iter().any(|product| product.starts_with(start))
    }

    fn is_of_amazon(&self) -> bool {
        let is_old = self.version.strip_suffix(".amazon").is_some_and(|version| {
            version.split('.').all(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
        });
        is_old || self.bios.starts_with("Amazon EC2")
    }
}
