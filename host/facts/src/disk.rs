//! The fact `disks`.

use catalog::Value;

use crate::system::SystemProbe;
use crate::udev::Properties;
use crate::unit;
use crate::value::{hash, integer};

pub(crate) const DIRECTORY: &str = "/sys/block";

/// The unit of sizes reported by the kernel, regardless of the device's sector size.
pub(crate) const SECTOR: u64 = 512;

pub(crate) fn gather(machine: &SystemProbe) -> Option<Value> {
    let names = machine.names(DIRECTORY).into_iter();
    let names = names.filter(|name| machine.exists(&format!("{DIRECTORY}/{name}/device")));
    let disks: Vec<(Value, Value)> = names.map(|name| (name.as_str().into(), disk(machine, &name))).collect();
    (!disks.is_empty()).then_some(Value::Hash(disks))
}

fn disk(machine: &SystemProbe, name: &str) -> Value {
    let read = |file: &str| machine.read_trimmed(&format!("{DIRECTORY}/{name}/{file}"));
    let size = read("size").map(|sectors| sectors.parse::<u64>().unwrap_or_default().saturating_mul(SECTOR));
    let kind = read("queue/rotational").map(|rotational| if rotational == "0" { "ssd" } else { "hdd" });
    let properties = Properties::of(machine, &format!("{DIRECTORY}/{name}"));
    let serial = properties.first(&["SCSI_IDENT_SERIAL", "ID_SCSI_SERIAL", "ID_SERIAL_SHORT", "ID_SERIAL"]);
    let serial = serial.or_else(|| read("device/serial"));
    let wwn = properties.first(&["ID_WWN_WITH_EXTENSION", "ID_WWN"]);
    hash([
        ("model", read("device/model").map(Value::from)),
        ("serial", serial.filter(|text| !text.is_empty()).map(Value::from)),
        ("size", size.map(|size| unit::bytes(size).into())),
        ("size_bytes", size.map(integer)),
        ("type", kind.map(Value::from)),
        ("vendor", read("device/vendor").map(Value::from)),
        ("wwn", wwn.map(Value::from)),
    ])
}
