//! The providers `redhat` and `sles` of `network_config`, which edit a file of assignments for each interface.

use marotte_sdk::limits;
use marotte_sdk::prelude::*;
use marotte_sdk::records::destination;

use crate::assignments::Assignments;
use crate::attributes::{Keys, is_name, judged, option_lines, options};
use crate::values::Options;
use crate::{Ensure, Method, Mode, NetworkConfig, NetworkConfigAttribute, NetworkConfigState, Switch};

/// Mode of a new file.
const MODE: u32 = 0o644;

/// The files of a distribution.
#[derive(Debug)]
struct Layout {
    directory: &'static str,
    keys: Keys,
    /// The key that makes an interface a VLAN.
    vlan: &'static str,
    /// The key with the name of the interface.
    device: Option<&'static str>,
}

const REDHAT: Layout = Layout {
    directory: "/etc/sysconfig/network-scripts",
    keys: &[
        (NetworkConfigAttribute::Ipaddress, "IPADDR"),
        (NetworkConfigAttribute::Netmask, "NETMASK"),
        (NetworkConfigAttribute::Method, "BOOTPROTO"),
        (NetworkConfigAttribute::Onboot, "ONBOOT"),
        (NetworkConfigAttribute::Hotplug, "HOTPLUG"),
        (NetworkConfigAttribute::Mtu, "MTU"),
        (NetworkConfigAttribute::Mode, "VLAN"),
    ],
    vlan: "VLAN",
    device: Some("DEVICE"),
};

const SLES: Layout = Layout {
    directory: "/etc/sysconfig/network",
    keys: &[
        (NetworkConfigAttribute::Ipaddress, "IPADDR"),
        (NetworkConfigAttribute::Netmask, "NETMASK"),
        (NetworkConfigAttribute::Method, "BOOTPROTO"),
        (NetworkConfigAttribute::Startmode, "STARTMODE"),
        (NetworkConfigAttribute::Mtu, "MTU"),
    ],
    vlan: "VLAN_ID",
    device: None,
};

/// Provider for Red Hat and SUSE.
#[derive(Debug)]
pub struct Scripts {
    layout: &'static Layout,
}

impl Open for Scripts {
    fn open(name: &str, _features: &[String]) -> Result<Self> {
        Ok(Self { layout: if name == "redhat" { &REDHAT } else { &SLES } })
    }
}

impl Provider for Scripts {
    type Resource = NetworkConfig;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<NetworkConfig>]) -> Vec<Result<State<NetworkConfig>>> {
        for_each_row(rows, |row| {
            if let Some((key, _)) =
                row.options.iter().flat_map(|options| &options.0).find(|(_, values)| values.len() > 1)
            {
                return Err(Error::invalid(format!("The option '{key}' must have one value")));
            }
            let Some(file) = self.layout.read(system, row.place(self.layout.path(&row.name)))? else {
                return Ok(NetworkConfigState::absent().into());
            };
            self.layout.judged(row, &file.values())
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<NetworkConfig>,
        _is: &NetworkConfigState,
        changed: &[NetworkConfigAttribute],
    ) -> Result<Applied<NetworkConfigAttribute>> {
        let path = destination(system, row.id(), self.layout.path(&row.name))?;
        if row.ensure == Ensure::Absent {
            system.remove(&path, false, None)?;
            return Ok(Applied::all());
        }
        let current = self.layout.read(system, row.place(path.as_str()))?;
        let attrs = Attrs { mode: current.is_none().then_some(MODE), ..Attrs::default() };
        let mut file = current.unwrap_or_default();
        for (key, value) in self.layout.lines(row, &file.values(), changed)? {
            file.set(&key, value.as_deref())?;
        }
        system.write(&path, &vec![file.to_text().into()], &attrs, None)?;
        Ok(Applied::all())
    }
}

impl Instances for Scripts {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<NetworkConfig>>> {
        let mut instances = Vec::new();
        for name in names(system, self.layout.directory, "ifcfg-")? {
            if let Some(file) = self.layout.read(system, Place::unowned(self.layout.path(&name)))? {
                let is = self.layout.state(&file.values(), |key| self.layout.is_own(key));
                instances.push(Instance { title: name, is });
            }
        }
        Ok(instances)
    }
}

/// Returns the rest of the names of files that begin with a prefix, without backups.
pub(crate) fn names(system: &impl ReadSystem, directory: &str, prefix: &str) -> Result<Vec<String>> {
    const BACKUPS: &[&str] = &["~", ".bak", ".old", ".orig", ".rpmnew", ".rpmorig", ".rpmsave", ".scpmbackup"];
    let entries = match system.walk(&Place::unowned(directory), 1, false, &[], limits::DIRECTORY) {
        Ok(entries) => entries,
        Err(error) if error.code == Code::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let name = |path: &str| {
        let (_, file) = path.rsplit_once('/').unwrap_or(("", path));
        let name = file.strip_prefix(prefix)?;
        (is_name(name) && !BACKUPS.iter().any(|backup| name.ends_with(backup))).then(|| name.to_owned())
    };
    let mut names: Vec<String> = entries.iter().filter_map(|entry| name(&entry.path)).collect();
    names.sort();
    Ok(names)
}

impl Layout {
    fn path(&self, name: &str) -> String {
        format!("{}/ifcfg-{name}", self.directory)
    }

    fn read(&self, system: &impl ReadSystem, place: Place) -> Result<Option<Assignments>> {
        let text = system.find_text(&place, limits::CONFIG_FILE)?;
        text.map(|text| Assignments::parse(&place.path, &text)).transpose()
    }

    /// Returns whether an attribute, not an option, determines a key.
    fn is_own(&self, key: &str) -> bool {
        key == self.vlan || self.device == Some(key) || self.keys.iter().any(|(_, known)| *known == key)
    }

    fn state(&self, lines: &Options, is_own: impl Fn(&str) -> bool) -> NetworkConfigState {
        use NetworkConfigAttribute as A;
        let value =
            |attribute| self.keys.iter().find(|(known, _)| *known == attribute).and_then(|(_, key)| lines.last(key));
        let switch = |value: &str| Switch::from(value == "yes");
        let method = value(A::Method).filter(|method| self.methods().contains(method)).unwrap_or("static");
        let is_vlan = lines.last(self.vlan).is_some_and(|value| self.device.is_none() || value == "yes");
        let mut options = lines.clone();
        options.0.retain(|(key, _)| !is_own(key));
        NetworkConfigState {
            ensure: Some(Ensure::Present),
            ipaddress: value(A::Ipaddress).map(Into::into),
            netmask: value(A::Netmask).map(Into::into),
            method: Some(method.to_owned()),
            family: Some("inet".to_owned()),
            onboot: if self.device.is_some() { value(A::Onboot).map(switch) } else { Some(Switch::True) },
            hotplug: value(A::Hotplug).map(switch),
            startmode: value(A::Startmode).map(str::to_owned),
            mtu: value(A::Mtu).map(Into::into),
            mode: Some(if is_vlan { Mode::Vlan } else { Mode::Raw }),
            options: Some(options),
        }
    }

    /// Returns the methods other than `static` that are read from a file. All others have the same effect.
    fn methods(&self) -> &'static [&'static str] {
        if self.device.is_some() {
            &["dhcp", "bootp", "manual", "loopback"]
        } else {
            &["dhcp", "bootp", "manual", "loopback", "none"]
        }
    }

    /// Returns the state of a resource, with verdicts on attributes that the file cannot express.
    fn judged(&self, row: &Row<NetworkConfig>, lines: &Options) -> Result<State<NetworkConfig>> {
        use NetworkConfigAttribute as A;
        let is_option = |key: &str| row.options.as_ref().is_some_and(|options| options.has(key));
        if let Some(device) = self.device.filter(|device| !is_option(device)).and_then(|device| lines.last(device))
            && device != row.name
        {
            let path = self.path(&row.name);
            return Err(Error::invalid(format!("{path} configures the interface '{device}', not '{}'", row.name)));
        }
        let is = self.state(lines, |_| false);
        let is = NetworkConfigState { options: Some(options(lines, row, |key| self.is_own(key))), ..is };
        let is_known_vlan = is_option(self.vlan) && is.mode == Some(Mode::Vlan);
        let mut state = judged(is, row, self.keys).with(Verdict::insync(A::Family));
        if self.device.is_some() {
            state = state.with(Verdict::insync(A::Startmode));
        } else {
            state = state.with(Verdict::insync(A::Onboot)).with(Verdict::insync(A::Hotplug));
            // Without this, the value would count as an alias.
            if lines.last("BOOTPROTO") == Some("none") && !is_option("BOOTPROTO") && row.method == Method::Static {
                state = state.with(Verdict::differs(A::Method));
            }
            // The number of the VLAN is an option.
            if is_known_vlan {
                state = state.with(Verdict::insync(A::Mode));
            }
        }
        Ok(state)
    }

    /// Returns the values to assign; `None` removes a key.
    fn lines(
        &self,
        row: &Row<NetworkConfig>,
        current: &Options,
        changed: &[NetworkConfigAttribute],
    ) -> Result<Vec<(String, Option<String>)>> {
        use NetworkConfigAttribute as A;
        let is_changed = |attribute| changed.contains(&A::Ensure) || changed.contains(&attribute);
        let is_option = |key: &str| row.options.as_ref().is_some_and(|options| options.has(key));
        let mut lines: Vec<(String, Option<String>)> = Vec::new();
        let own = self.keys.iter().filter(|(attribute, key)| is_changed(*attribute) && !is_option(key));
        for (attribute, key) in own {
            if let Some(value) = self.value(row, *attribute) {
                lines.push(((*key).to_owned(), value));
            }
        }
        if let Some(device) = self.device.filter(|device| !is_option(device) && current.last(device) != Some(&row.name))
        {
            lines.push((device.to_owned(), Some(row.name.clone())));
        }
        if self.device.is_none() && is_changed(A::Mode) {
            match row.mode {
                Mode::Vlan if !is_option(self.vlan) => {
                    return Err(Error::invalid(format!("options of a VLAN must have '{}'", self.vlan)));
                }
                Mode::Raw if !is_option(self.vlan) => lines.push((self.vlan.to_owned(), None)),
                _ => {}
            }
        }
        if let Some(wanted) = row.options.as_ref().filter(|_| is_changed(A::Options) || is_changed(A::Mode)) {
            let wanted = option_lines(&options(current, row, |key| self.is_own(key)), wanted);
            lines.extend(wanted.into_iter().map(|(key, values)| (key, values.into_iter().next())));
        }
        Ok(lines)
    }

    /// Returns the value of an attribute in the file: `None` if it is not managed, and `Some(None)` if it has no assignment.
    fn value(&self, row: &NetworkConfig, attribute: NetworkConfigAttribute) -> Option<Option<String>> {
        use NetworkConfigAttribute as A;
        let switch = |switch: Switch| if switch.is_on() { "yes" } else { "no" };
        let text = match attribute {
            A::Ipaddress => row.ipaddress.as_deref()?,
            A::Netmask => row.netmask.as_deref()?,
            A::Mtu => row.mtu.as_deref()?,
            A::Method => Method::name(row.method),
            A::Onboot => switch(row.onboot),
            A::Hotplug => switch(row.hotplug),
            A::Startmode => &row.startmode,
            A::Mode if row.mode == Mode::Vlan => "yes",
            A::Mode => return Some(None),
            _ => return None,
        };
        Some(Some(text.to_owned()))
    }
}
