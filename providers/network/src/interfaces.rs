//! The provider `interfaces` of `network_config`, which edits the file of ifupdown.

use marotte_sdk::limits;
use marotte_sdk::prelude::*;
use marotte_sdk::records::destination;

use crate::attributes::{Keys, judged, option_lines, options};
use crate::stanzas::{Change, Interface, Stanzas};
use crate::{Ensure, Mode, NetworkConfig, NetworkConfigAttribute, NetworkConfigState};

const PATH: &str = "/etc/network/interfaces";

/// The keys of attributes in a stanza.
const KEYS: Keys = &[
    (NetworkConfigAttribute::Ipaddress, "address"),
    (NetworkConfigAttribute::Netmask, "netmask"),
    (NetworkConfigAttribute::Mtu, "mtu"),
];

/// The option that names the interface of a VLAN.
const RAW_DEVICE: &str = "vlan-raw-device";

/// Provider for Debian.
#[derive(Debug, Default)]
pub struct Interfaces;

impl Provider for Interfaces {
    type Resource = NetworkConfig;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<NetworkConfig>]) -> Vec<Result<State<NetworkConfig>>> {
        let stanzas = read(system);
        for_each_row(rows, |row| {
            let Some(found) = stanzas.as_ref().map_err(Clone::clone)?.interface(&row.name)? else {
                return Ok(NetworkConfigState::absent().into());
            };
            let is_vlan = is_vlan(&row.name, &found);
            let is = state(&row.name, &found);
            let is = NetworkConfigState { options: Some(options(&found.lines, row, is_own)), ..is };
            // Interfaces have no start mode.
            let state = judged(is, row, KEYS).with(Verdict::insync(NetworkConfigAttribute::Startmode));
            // Only names and options distinguish VLANs from other interfaces.
            let is_insync = row.mode == Mode::Raw || is_vlan;
            Ok(if is_insync { state.with(Verdict::insync(NetworkConfigAttribute::Mode)) } else { state })
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<NetworkConfig>,
        _is: &NetworkConfigState,
        changed: &[NetworkConfigAttribute],
    ) -> Result<Applied<NetworkConfigAttribute>> {
        let mut stanzas = read(system)?;
        if row.ensure == Ensure::Absent {
            stanzas.remove(&row.name)?;
        } else {
            let change = change(row, &stanzas, changed)?;
            stanzas.put(&row.name, &change)?;
        }
        let path = destination(system, row.id(), PATH.to_owned())?;
        system.write(&path, &vec![stanzas.to_text().into()], &Attrs::default(), None)?;
        Ok(Applied::all())
    }
}

impl Instances for Interfaces {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<NetworkConfig>>> {
        let stanzas = read(system)?;
        let mut instances = Vec::new();
        for name in stanzas.names() {
            // An interface with several stanzas cannot be managed.
            if let Ok(Some(found)) = stanzas.interface(name) {
                instances.push(Instance { title: name.to_owned(), is: state(name, &found) });
            }
        }
        Ok(instances)
    }
}

fn read(system: &impl ReadSystem) -> Result<Stanzas> {
    let text = system.find_text(&Place::unowned(PATH), limits::CONFIG_FILE)?;
    Ok(Stanzas::parse(&text.unwrap_or_default()))
}

fn is_own(key: &str) -> bool {
    KEYS.iter().any(|(_, known)| *known == key)
}

fn state(name: &str, found: &Interface) -> NetworkConfigState {
    let mut options = found.lines.clone();
    options.0.retain(|(key, _)| !is_own(key));
    let mode = if is_vlan(name, found) { Mode::Vlan } else { Mode::Raw };
    let (family, method) = found.kind.clone().unzip();
    NetworkConfigState {
        ensure: Some(Ensure::Present),
        ipaddress: found.lines.last("address").map(Into::into),
        netmask: found.lines.last("netmask").map(Into::into),
        mtu: found.lines.last("mtu").map(Into::into),
        method,
        family,
        onboot: Some(found.is_auto.into()),
        hotplug: Some(found.is_hotplug.into()),
        mode: Some(mode),
        options: Some(options),
        ..NetworkConfigState::default()
    }
}

fn is_vlan(name: &str, found: &Interface) -> bool {
    name.starts_with("vlan") || has_number(name) || found.lines.has(RAW_DEVICE)
}

/// Returns whether a name ends with the number of a VLAN.
fn has_number(name: &str) -> bool {
    let Some((device, number)) = name.rsplit_once('.') else { return false };
    let is_number = (1..=4).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
    !device.is_empty() && is_number && number.parse().is_ok_and(|number: u16| number < 4096)
}

/// Returns the changes that make the interface as desired.
fn change(row: &Row<NetworkConfig>, stanzas: &Stanzas, changed: &[NetworkConfigAttribute]) -> Result<Change> {
    use NetworkConfigAttribute as A;
    let is_new = changed.contains(&A::Ensure);
    let found = stanzas.interface(&row.name)?.unwrap_or_default();
    // An interface that is only in a list has no stanza yet.
    let is_whole = is_new || found.kind.is_none();
    let is_changed = |attribute| is_whole || changed.contains(&attribute);
    let has_device = row.options.as_ref().is_some_and(|options| options.has(RAW_DEVICE));
    if row.mode == Mode::Vlan && is_changed(A::Mode) && !has_device && !has_number(&row.name) {
        let message = format!("The name of the VLAN '{}' has no number, so options must have '{RAW_DEVICE}'", row.name);
        return Err(Error::invalid(message));
    }
    let values = [row.ipaddress.as_deref(), row.netmask.as_deref(), row.mtu.as_deref()];
    let is_option = |key: &str| row.options.as_ref().is_some_and(|options| options.has(key));
    let mut lines: Vec<(String, Vec<String>)> = KEYS
        .iter()
        .zip(values)
        .filter(|((attribute, key), _)| is_changed(*attribute) && !is_option(key))
        .filter_map(|((_, key), value)| Some(((*key).to_owned(), vec![value?.to_owned()])))
        .collect();
    if let Some(wanted) = row.options.as_ref().filter(|_| is_changed(A::Options)) {
        lines.extend(option_lines(&options(&found.lines, row, is_own), wanted));
    }
    Ok(Change {
        family: is_changed(A::Family).then(|| row.family.name()),
        method: is_changed(A::Method).then(|| row.method.name()),
        is_auto: is_changed(A::Onboot).then(|| row.onboot.is_on()),
        is_hotplug: is_changed(A::Hotplug).then(|| row.hotplug.is_on()),
        lines,
    })
}
