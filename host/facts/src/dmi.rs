//! The fact `dmi`: hardware information from the firmware.

use catalog::Value;

use crate::system::SystemProbe;
use crate::value::filled;

const CHASSIS: [&str; 32] = [
    "Other",
    "",
    "Desktop",
    "Low Profile Desktop",
    "Pizza Box",
    "Mini Tower",
    "Tower",
    "Portable",
    "Laptop",
    "Notebook",
    "Hand Held",
    "Docking Station",
    "All in One",
    "Sub Notebook",
    "Space-Saving",
    "Lunch Box",
    "Main System Chassis",
    "Expansion Chassis",
    "SubChassis",
    "Bus Expansion Chassis",
    "Peripheral Chassis",
    "Storage Chassis",
    "Rack Mount Chassis",
    "Sealed-Case PC",
    "Multi-system",
    "CompactPCI",
    "AdvancedTCA",
    "Blade",
    "Blade Enclosure",
    "Tablet",
    "Convertible",
    "Detachable",
];

pub(crate) fn gather(machine: &SystemProbe) -> Option<Value> {
    let text = |name: &str| field(machine, name).map(Value::from);
    let bios = filled([
        ("release_date", text("bios_date")),
        ("vendor", text("bios_vendor")),
        ("version", text("bios_version")),
    ]);
    let board = filled([
        ("asset_tag", text("board_asset_tag")),
        ("manufacturer", text("board_vendor")),
        ("product", text("board_name")),
        ("serial_number", text("board_serial")),
    ]);
    let chassis = filled([
        ("asset_tag", text("chassis_asset_tag")),
        ("type", field(machine, "chassis_type").and_then(|number| chassis(&number)).map(Value::from)),
    ]);
    let product = filled([
        ("name", text("product_name")),
        ("serial_number", text("product_serial")),
        ("uuid", text("product_uuid")),
    ]);
    filled([
        ("bios", bios),
        ("board", board),
        ("chassis", chassis),
        ("manufacturer", text("sys_vendor")),
        ("product", product),
    ])
}

/// Returns a field, such as `sys_vendor`.
pub(crate) fn field(machine: &SystemProbe, name: &str) -> Option<String> {
    machine.read_trimmed(&format!("/sys/class/dmi/id/{name}")).filter(|text| !text.is_empty())
}

fn chassis(number: &str) -> Option<&'static str> {
    let index = number.parse::<usize>().ok()?.checked_sub(1)?;
    CHASSIS.get(index).copied().filter(|name| !name.is_empty())
}
