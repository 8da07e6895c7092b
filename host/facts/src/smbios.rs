//! The firmware's SMBIOS table, from which versions of hypervisors can be determined.

use crate::system::SystemProbe;

/// Versions of hypervisors.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Versions {
    /// The version of VirtualBox.
    pub(crate) virtualbox: Option<String>,
    /// The revision of VirtualBox.
    pub(crate) virtualbox_revision: Option<String>,
    /// The VMware product with its version.
    pub(crate) vmware: Option<&'static str>,
}

impl Versions {
    /// Reads the table, which is only readable by root.
    pub(crate) fn of(machine: &SystemProbe) -> Self {
        let table = std::fs::read(machine.at("/sys/firmware/dmi/tables/DMI")).unwrap_or_default();
        Self::parse(&table)
    }

    fn parse(table: &[u8]) -> Self {
        let after = |start: &str| {
            let at = find(table, start.as_bytes())? + start.len();
            let word: Vec<u8> = table[at..].iter().copied().take_while(u8::is_ascii_graphic).collect();
            String::from_utf8(word).ok().filter(|word| !word.is_empty())
        };
        Self {
            virtualbox: after("vboxVer_"),
            virtualbox_revision: after("vboxRev_"),
            vmware: start_of_bios(table).and_then(vmware),
        }
    }
}

fn find(table: &[u8], wanted: &[u8]) -> Option<usize> {
    table.windows(wanted.len()).position(|window| window == wanted)
}

/// Returns the address of the BIOS in memory, from the structure of type 0: a segment at offset 6.
fn start_of_bios(table: &[u8]) -> Option<u32> {
    let mut rest = table;
    while let [kind, length, ..] = *rest {
        if kind == 0 {
            let segment = u16::from_le_bytes([*rest.get(6)?, *rest.get(7)?]);
            return Some(u32::from(segment) << 4);
        }
        // The fixed part is followed by strings, each terminated by a zero byte, and another zero byte.
        let strings = rest.get(usize::from(length)..)?;
        rest = strings.get(find(strings, &[0, 0])? + 2..)?;
    }
    None
}

fn vmware(start: u32) -> Option<&'static str> {
    Some(match start {
        0xe8480 => "ESXi 2.5",
        0xe7c70 => "ESXi 3.0",
        0xe66c0 | 0xe7910 => "ESXi 3.5",
        0xea550 | 0xea6c0 => "ESXi 4.0",
        0xea2e0 => "ESXi 4.1",
        0xe72c0 => "ESXi 5.0",
        0xea0c0 => "ESXi 5.1",
        0xea050 => "ESXi 5.5",
        0xe99e0 | 0xe9a40 => "ESXi 6.0",
        0xea580 => "ESXi 6.5",
        0xea520 | 0xea490 => "ESXi 6.7",
        0xea5e0 => "Fusion 8.5",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hypervisor_versions_are_found() {
        let mut table = vec![1, 4, 0, 0, b'x', 0, 0];
        table.extend([0, 8, 1, 0, 1, 2, 0x58, 0xea]);
        table.extend(b"vendor\0\0");
        table.extend([11, 5, 2, 0, 2]);
        table.extend(b"vboxVer_6.1.0\0vboxRev_135406\0\0");
        let versions = Versions::parse(&table);
        let expected = Versions {
            virtualbox: Some("6.1.0".to_owned()),
            virtualbox_revision: Some("135406".to_owned()),
            vmware: Some("ESXi 6.5"),
        };
        assert_eq!(versions, expected);
        assert_eq!(Versions::parse(&[1]), Versions::default());
    }
}
