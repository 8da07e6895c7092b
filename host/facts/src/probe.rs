//! System information that only the kernel provides. A trait, so that tests can replace it.

use std::net::IpAddr;
use std::path::Path;
use std::time::SystemTime;

use if_addrs::IfAddr;

/// The kernel's name and version, and the hardware.
#[derive(Clone, Debug, Default)]
pub(crate) struct Uname {
    /// `Linux`.
    pub(crate) kernel: String,
    /// The host name.
    pub(crate) node: String,
    /// `6.1.0-18-amd64`.
    pub(crate) release: String,
    /// `x86_64`.
    pub(crate) hardware: String,
}

/// An address of an interface.
#[derive(Clone, Debug)]
pub(crate) struct InterfaceAddress {
    /// The interface, or the label of the address: `eth0:1`.
    pub(crate) interface: String,
    /// The address.
    pub(crate) ip: IpAddr,
    /// The mask of its network.
    pub(crate) mask: IpAddr,
}

/// Usage of a filesystem in bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DiskUsage {
    /// Its size.
    pub(crate) size: u64,
    /// The space available to unprivileged users.
    pub(crate) available: u64,
    /// Used bytes.
    pub(crate) used: u64,
}

/// The kernel of a system.
pub(crate) trait Kernel {
    /// Returns the kernel's name and version, and the hardware.
    fn uname(&self) -> Uname;
    /// Returns the user ID of this process.
    fn user(&self) -> u32;
    /// Returns the addresses of all interfaces, in the kernel's order.
    fn addresses(&self) -> Vec<InterfaceAddress>;
    /// Returns the usage of the filesystem that contains a directory.
    fn usage(&self, directory: &Path) -> Option<DiskUsage>;
    /// Returns the signature of the hypervisor in the processor's CPUID leaves: `KVMKVMKVM`.
    fn hypervisor(&self) -> Option<String>;
    /// Returns the current time.
    fn now(&self) -> SystemTime;
}

/// The running kernel.
pub(crate) struct RunningKernel;

impl Kernel for RunningKernel {
    fn uname(&self) -> Uname {
        let uname = rustix::system::uname();
        let text = |text: &std::ffi::CStr| text.to_string_lossy().into_owned();
        Uname {
            kernel: text(uname.sysname()),
            node: text(uname.nodename()),
            release: text(uname.release()),
            hardware: text(uname.machine()),
        }
    }

    fn user(&self) -> u32 {
        rustix::process::getuid().as_raw()
    }

    fn addresses(&self) -> Vec<InterfaceAddress> {
        let entries = if_addrs::get_if_addrs().unwrap_or_default().into_iter();
        let addresses = entries.map(|entry| {
            let (ip, mask) = match entry.addr {
                IfAddr::V4(address) => (address.ip.into(), address.netmask.into()),
                IfAddr::V6(address) => (address.ip.into(), address.netmask.into()),
            };
            InterfaceAddress { interface: entry.name, ip, mask }
        });
        addresses.collect()
    }

    fn usage(&self, directory: &Path) -> Option<DiskUsage> {
        let status = rustix::fs::statvfs(directory).ok()?;
        Some(DiskUsage {
            size: status.f_blocks * status.f_frsize,
            available: status.f_bavail * status.f_frsize,
            used: status.f_blocks.saturating_sub(status.f_bfree) * status.f_frsize,
        })
    }

    #[cfg(any(target_arch = "x86_64", target_arch = "x86"))]
    fn hypervisor(&self) -> Option<String> {
        use raw_cpuid::{CpuId, Hypervisor, cpuid};
        let known = CpuId::new().get_hypervisor_info()?.identify();
        Some(match known {
            Hypervisor::Xen => "XenVMMXenVMM".to_owned(),
            Hypervisor::VMware => "VMwareVMware".to_owned(),
            Hypervisor::HyperV => "Microsoft Hv".to_owned(),
            Hypervisor::KVM => "KVMKVMKVM".to_owned(),
            Hypervisor::QEMU => "TCGTCGTCGTCG".to_owned(),
            Hypervisor::Bhyve => "bhyve bhyve ".to_owned(),
            _ => {
                let leaf = cpuid!(0x4000_0000);
                let bytes = [leaf.ebx, leaf.ecx, leaf.edx].map(u32::to_le_bytes).concat();
                String::from_utf8_lossy(&bytes).trim_end_matches('\0').to_owned()
            }
        })
    }

    #[cfg(not(any(target_arch = "x86_64", target_arch = "x86")))]
    fn hypervisor(&self) -> Option<String> {
        None
    }

    fn now(&self) -> SystemTime {
        SystemTime::now()
    }
}
