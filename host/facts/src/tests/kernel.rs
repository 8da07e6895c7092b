//! Simulated kernel of a test system, read from lines of text.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::probe::{DiskUsage, InterfaceAddress, Kernel, Uname};

/// A kernel with recorded answers.
#[derive(Default)]
pub(super) struct Recorded {
    uname: Uname,
    user: u32,
    addresses: Vec<InterfaceAddress>,
    usages: Vec<(PathBuf, DiskUsage)>,
    hypervisor: Option<String>,
    now: Duration,
}

impl Recorded {
    /// Parses lines of a key and a value; the system's files are in `root`.
    pub(super) fn parse(text: &str, root: &Path) -> Self {
        let mut kernel = Self::default();
        kernel.uname.kernel = "Linux".to_owned();
        for line in text.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                ["node", name] => kernel.uname.node = (*name).to_owned(),
                ["release", name] => kernel.uname.release = (*name).to_owned(),
                ["hardware", name] => kernel.uname.hardware = (*name).to_owned(),
                ["hypervisor", name] => kernel.hypervisor = Some((*name).to_owned()),
                ["now", seconds] => kernel.now = Duration::from_secs(seconds.parse().unwrap()),
                ["user", uid, ..] => kernel.user = uid.parse().unwrap(),
                ["address", interface, address] => {
                    let (ip, mask) = network(address);
                    kernel.addresses.push(InterfaceAddress { interface: (*interface).to_owned(), ip, mask });
                }
                ["usage", path, size, available, used] => {
                    let [size, available, used] = [size, available, used].map(|number| number.parse().unwrap());
                    let path = root.join(path.replace("\\040", " ").trim_start_matches('/'));
                    kernel.usages.push((path, DiskUsage { size, available, used }));
                }
                // Only needed for recording with Facter, which reads this from a program and the C library.
                ["isa" | "interface", _] | [] => {}
                other => panic!("unknown line {other:?}"),
            }
        }
        kernel
    }
}

/// Parses an address with the prefix length of its network.
fn network(text: &str) -> (IpAddr, IpAddr) {
    let (ip, bits) = text.split_once('/').unwrap();
    let bits: u32 = bits.parse().unwrap();
    let ip: IpAddr = ip.parse().unwrap();
    let mask = match ip {
        IpAddr::V4(_) => Ipv4Addr::from(u32::MAX.checked_shl(32 - bits).unwrap_or(0)).into(),
        IpAddr::V6(_) => Ipv6Addr::from(u128::MAX.checked_shl(128 - bits).unwrap_or(0)).into(),
    };
    (ip, mask)
}

impl Kernel for Recorded {
    fn uname(&self) -> Uname {
        self.uname.clone()
    }

    fn user(&self) -> u32 {
        self.user
    }

    fn addresses(&self) -> Vec<InterfaceAddress> {
        self.addresses.clone()
    }

    fn usage(&self, directory: &Path) -> Option<DiskUsage> {
        self.usages.iter().find(|(known, _)| known == directory).map(|(_, usage)| *usage)
    }

    fn hypervisor(&self) -> Option<String> {
        self.hypervisor.clone()
    }

    fn now(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH + self.now
    }
}
