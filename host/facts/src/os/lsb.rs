//! The output of the program `lsb_release`, without running it, since it repeats a file. As in Facter, there is
//! none if the program is not installed.

use super::distribution::{Distribution, capitalize};
use crate::system::SystemProbe;

/// The output of `lsb_release -a`.
#[derive(Debug, PartialEq)]
pub(crate) struct Lsb {
    pub(crate) id: String,
    pub(crate) description: String,
    pub(crate) release: String,
    pub(crate) codename: Option<String>,
}

impl Lsb {
    pub(super) fn of(machine: &SystemProbe, distribution: &Distribution) -> Option<Self> {
        if !machine.has_command("lsb_release") {
            return None;
        }
        let text = machine.read("/etc/lsb-release").unwrap_or_default();
        let field = |name: &str| {
            let line =
                text.lines().find_map(|line| line.strip_prefix("DISTRIB_")?.strip_prefix(name)?.strip_prefix('='));
            line.map(|value| value.trim_matches('"').to_owned()).filter(|value| !value.is_empty())
        };
        let own = |name: &str| distribution.field(name).map(str::to_owned);
        let unknown = || "n/a".to_owned();
        Some(Self {
            id: field("ID").or_else(|| id(distribution)).unwrap_or_else(unknown),
            description: field("DESCRIPTION").or_else(|| own("pretty_name")).unwrap_or_else(unknown),
            release: field("RELEASE").or_else(|| own("version_id")).unwrap_or_else(unknown),
            codename: Some(field("CODENAME").or_else(|| own("version_codename")).unwrap_or_else(unknown)),
        })
    }
}

/// Returns the name if it only differs from the ID in capitalization, or else the capitalized ID.
fn id(distribution: &Distribution) -> Option<String> {
    let id = distribution.field("id")?;
    let name = distribution.field("name").filter(|name| name.eq_ignore_ascii_case(id));
    Some(name.map_or_else(|| capitalize(id), str::to_owned))
}
