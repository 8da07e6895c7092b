//! The facts `mountpoints` and `filesystems`.

use catalog::Value;

use crate::probe::DiskUsage;
use crate::system::SystemProbe;
use crate::unit;
use crate::value::{hash, integer};

/// A mounted filesystem.
pub(crate) struct Mount {
    pub(crate) device: String,
    pub(crate) path: String,
    kind: String,
    options: Vec<String>,
}

pub(crate) fn gather(machine: &SystemProbe) -> Option<Value> {
    let mut facts: Vec<(Value, Value)> = Vec::new();
    for mount in all(machine) {
        let usage = machine.kernel().usage(&machine.at(&mount.path)).unwrap_or_default();
        // A later mount hides an earlier one.
        facts.retain(|(path, _)| path.as_str() != Some(&mount.path));
        facts.push((mount.path.as_str().into(), mount.to_value(usage)));
    }
    Some(Value::Hash(facts))
}

/// Returns the mounts in order of mounting, without the kernel's virtual filesystems.
pub(crate) fn all(machine: &SystemProbe) -> Vec<Mount> {
    let text = machine.read("/proc/self/mounts").unwrap_or_default();
    let mounts = text.lines().filter_map(|line| Mount::parse(machine, line));
    mounts.filter(|mount| !mount.is_internal()).collect()
}

impl Mount {
    fn parse(machine: &SystemProbe, line: &str) -> Option<Self> {
        let mut fields = line.split(' ').map(unescape);
        let (device, path, kind, options) = (fields.next()?, fields.next()?, fields.next()?, fields.next()?);
        let options = options.split(',').map(|option| option.trim().to_owned()).collect();
        let device = if device == "/dev/root" { root_device(machine).unwrap_or(device) } else { device };
        Some(Self { device, path, kind, options })
    }

    fn is_internal(&self) -> bool {
        let is_kernels = ["/proc", "/sys"].iter().any(|start| self.path.starts_with(start));
        (is_kernels && self.kind != "tmpfs") || self.kind == "autofs"
    }

    fn to_value(&self, usage: DiskUsage) -> Value {
        let capacity = match usage.used + usage.available {
            total if usage.used == total => "100%".to_owned(),
            _ if usage.used == 0 => "0%".to_owned(),
            total => unit::share(usage.used, total),
        };
        hash([
            ("available", Some(unit::bytes(usage.available).into())),
            ("available_bytes", Some(integer(usage.available))),
            ("capacity", Some(capacity.into())),
            ("device", Some(self.device.as_str().into())),
            ("filesystem", Some(self.kind.as_str().into())),
            ("options", Some(Value::Array(self.options.iter().map(|option| option.as_str().into()).collect()))),
            ("size", Some(unit::bytes(usage.size).into())),
            ("size_bytes", Some(integer(usage.size))),
            ("used", Some(unit::bytes(usage.used).into())),
            ("used_bytes", Some(integer(usage.used))),
        ])
    }
}

/// Returns the root device from the kernel command line; the UUID of a partition is resolved by udev's links.
fn root_device(machine: &SystemProbe) -> Option<String> {
    let line = machine.read("/proc/cmdline")?;
    let root = line.split_whitespace().find_map(|word| word.strip_prefix("root="))?;
    let Some(uuid) = root.strip_prefix("PARTUUID=") else { return Some(root.to_owned()) };
    let device = machine.link(&format!("/dev/disk/by-partuuid/{uuid}"));
    Some(device.map_or_else(|| root.to_owned(), |name| format!("/dev/{name}")))
}

/// Decodes white space, which the kernel escapes as `\040`.
fn unescape(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        match rest {
            [b'\\', a @ b'0'..=b'3', b @ b'0'..=b'7', c @ b'0'..=b'7', after @ ..] => {
                bytes.push((a - b'0') << 6 | (b - b'0') << 3 | (c - b'0'));
                rest = after;
            }
            _ => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns the filesystems supported by the kernel that need a device.
pub(crate) fn filesystems(machine: &SystemProbe) -> Option<Value> {
    let text = machine.read("/proc/filesystems")?;
    let mut names: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with(char::is_whitespace))
        .map(str::trim)
        .filter(|name| *name != "fuseblk" && !name.is_empty())
        .collect();
    names.sort_unstable();
    Some(names.join(",").into())
}

#[cfg(test)]
mod tests {
    use super::unescape;

    #[test]
    fn white_space_in_paths_is_escaped() {
        assert_eq!(unescape(r"/mnt/my\040disk\134x"), r"/mnt/my disk\x");
        assert_eq!(unescape(r"/a\9"), r"/a\9");
    }
}
