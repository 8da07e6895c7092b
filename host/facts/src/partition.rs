//! The fact `partitions`: partitions of disks, mapped devices and loop devices.

use std::path::Path;

use catalog::Value;

use crate::disk::{DIRECTORY, SECTOR};
use crate::system::SystemProbe;
use crate::udev::Properties;
use crate::value::{hash, integer};
use crate::{mount, unit};

pub(crate) fn gather(machine: &SystemProbe) -> Option<Value> {
    let mounts = mount::all(machine);
    let partitions = machine.names(DIRECTORY).into_iter().flat_map(|name| of_device(machine, &name));
    let facts: Vec<(Value, Value)> = partitions
        .map(|partition| {
            let mount = mounts.iter().find(|mount| mount.device == partition.name).map(|mount| mount.path.as_str());
            (partition.name.as_str().into(), partition.to_value(machine, mount))
        })
        .collect();
    (!facts.is_empty()).then_some(Value::Hash(facts))
}

/// A block device that can contain a filesystem.
struct Partition {
    /// Its device: `/dev/sda1`.
    name: String,
    /// Its directory in `/sys`.
    directory: String,
    /// The backing file of a loop device.
    backing: Option<String>,
}

fn of_device(machine: &SystemProbe, name: &str) -> Vec<Partition> {
    let directory = format!("{DIRECTORY}/{name}");
    let one = |name: String, backing| vec![Partition { name, directory: directory.clone(), backing }];
    let text = |file: &str| machine.read_trimmed(&format!("{directory}/{file}")).filter(|text| !text.is_empty());
    if machine.is_directory(&format!("{directory}/device")) {
        let mut found = Vec::new();
        parts(machine, &directory, name, &mut found);
        found
    } else if machine.is_directory(&format!("{directory}/dm")) {
        let mapped = text("dm/name").map(|name| format!("/dev/mapper/{name}"));
        one(mapped.unwrap_or_else(|| format!("/dev/{name}")), None)
    } else if machine.is_directory(&format!("{directory}/loop")) {
        one(format!("/dev/{name}"), text("loop/backing_file"))
    } else {
        Vec::new()
    }
}

/// Finds the partitions of a disk: subdirectories whose names contain its name.
fn parts(machine: &SystemProbe, directory: &str, disk: &str, found: &mut Vec<Partition>) {
    for name in machine.names(directory) {
        let directory = format!("{directory}/{name}");
        let path = machine.at(&directory);
        if !path.is_dir() {
            continue;
        }
        if name.contains(disk) {
            found.push(Partition { name: format!("/dev/{name}"), directory: directory.clone(), backing: None });
        }
        if !is_link(&path) {
            parts(machine, &directory, disk, found);
        }
    }
}

fn is_link(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|metadata| metadata.is_symlink())
}

impl Partition {
    fn to_value(&self, machine: &SystemProbe, mount: Option<&str>) -> Value {
        let sectors = machine.read_trimmed(&format!("{}/size", self.directory)).unwrap_or_default();
        let size = sectors.parse::<u64>().unwrap_or_default().saturating_mul(SECTOR);
        let properties = Properties::of(machine, &self.directory);
        let plain = |name: &str| properties.first(&[name]).map(Value::from);
        let decoded = |name: &str| properties.decoded(name).map(Value::from);
        hash([
            ("backing_file", self.backing.as_deref().map(Value::from)),
            ("filesystem", plain("ID_FS_TYPE")),
            ("label", decoded("ID_FS_LABEL_ENC")),
            ("mount", mount.map(Value::from)),
            ("partlabel", decoded("ID_PART_ENTRY_NAME")),
            ("partuuid", plain("ID_PART_ENTRY_UUID")),
            ("size", Some(unit::bytes(size).into())),
            ("size_bytes", Some(integer(size))),
            ("uuid", decoded("ID_FS_UUID_ENC")),
        ])
    }
}
