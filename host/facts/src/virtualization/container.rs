//! Detection of containers by their first process. As in Facter, a container is not detected if this user
//! cannot read the information about that process.

use catalog::Value;

use crate::system::SystemProbe;
use crate::value::hash;

/// A container.
#[derive(Debug, PartialEq)]
pub(crate) struct Container {
    /// `docker`, `lxc` or `systemd_nspawn`.
    pub(crate) kind: &'static str,
    /// The identifier, and the name of its kind.
    id: Option<(&'static str, String)>,
}

pub(crate) fn find(machine: &SystemProbe) -> Option<Container> {
    let groups = machine.read("/proc/1/cgroup")?;
    let environment = machine.read("/proc/1/environ")?;
    let docker = after(&groups, "docker/");
    let lxc = groups.lines().find_map(|line| line.strip_prefix("/lxc/")).and_then(|rest| rest.split('/').next());
    if lxc.is_some() || environment.contains("container=lxc") {
        let name = lxc.filter(|name| !name.is_empty()).or(docker.as_deref());
        return Some(Container { kind: "lxc", id: name.map(|name| ("name", name.to_owned())) });
    }
    if let Some(id) = docker {
        return Some(Container { kind: "docker", id: Some(("id", id)) });
    }
    environment.contains("container=systemd-nspawn").then(|| {
        let id = machine.read_trimmed("/etc/machine-id");
        Container { kind: "systemd_nspawn", id: id.map(|id| ("id", id)) }
    })
}

/// Returns the rest of the line after a prefix.
fn after(text: &str, start: &str) -> Option<String> {
    let at = text.find(start)? + start.len();
    text[at..].lines().next().filter(|rest| !rest.is_empty()).map(str::to_owned)
}

impl Container {
    /// Returns its entry in the fact `hypervisors`.
    pub(super) fn to_value(&self) -> Value {
        match &self.id {
            Some((name, id)) => hash([(name, Some(id.as_str().into()))]),
            None => Value::Hash(Vec::new()),
        }
    }
}
