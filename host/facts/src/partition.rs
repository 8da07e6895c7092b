//! Owns the fact `partitions`: parts of disks, mapped devices and loops.

use std::path::Path;

use catalog::Value;

use crate::disk::{FOLDER, SECTOR};
use crate::system::SystemProbe;
use crate::udev::Properties;
use crate::value::{hash, integer};
use crate::{mount, unit};

pub(crate) fn gather(machine: &SystemProbe) -> Option<Value> {
    let mounts = mount::all(machine);
    let partitions = machine.names(FOLDER).into_iter().flat_map(|name| of_device(machine, &name));
    let facts: Vec<(Value, Value)> = partitions
        .map(|partition| {
            let mount = mounts.iter().find(|mount| mount.device == partition.name).map(|mount| mount.path.as_str());
            (partition.name.as_str().into(), partition.to_value(machine, mount))
        })
        .collect();
    (!facts.is_empty()).then_some(Value::Hash(facts))
}

/// Something that can hold a file system.
struct Partition {
    /// Its device: `/dev/sda1`.
    name: String,
    /// Its folder in `/sys`.
    folder: String,
    /// The file behind a loop.
    backing: Option<String>,
}

fn of_device(machine: &SystemProbe, name: &str) -> Vec<Partition> {
    let folder = format!("{FOLDER}/{name}");
    let one = |name: String, backing| vec![Partition { name, folder: folder.clone(), backing }];
    let text = |file: &str| machine.read_trimmed(&format!("{folder}/{file}")).filter(|text| !text.is_empty());
    if machine.is_folder(&format!("{folder}/device")) {
        let mut found = Vec::new();
        parts(machine, &folder, name, &mut found);
        found
    } else if machine.is_folder(&format!("{folder}/dm")) {
        let mapped = text("dm/name").map(|name| format!("/dev/mapper/{name}"));
        one(mapped.unwrap_or_else(|| format!("/dev/{name}")), None)
    } else if machine.is_folder(&format!("{folder}/loop")) {
        one(format!("/dev/{name}"), text("loop/backing_file"))
    } else {
        Vec::new()
    }
}

/// Finds the parts of a disk: folders beneath its own whose names hold its name.
fn parts(machine: &SystemProbe, folder: &str, disk: &str, found: &mut Vec<Partition>) {
    for name in machine.names(folder) {
        let folder = format!("{folder}/{name}");
        let path = machine.at(&folder);
        if !path.is_dir() {
            continue;
        }
        if name.contains(disk) {
            found.push(Partition { name: format!("/dev/{name}"), folder: folder.clone(), backing: None });
        }
        if !is_link(&path) {
            parts(machine, &folder, disk, found);
        }
    }
}

fn is_link(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|metadata| metadata.is_symlink())
}

impl Partition {
    fn to_value(&self, machine: &SystemProbe, mount: Option<&str>) -> Value {
        let sectors = machine.read_trimmed(&format!("{}/size", self.folder)).unwrap_or_default();
        let size = sectors.parse::<u64>().unwrap_or_default().saturating_mul(SECTOR);
        let properties = Properties::of(machine, &self.folder);
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
