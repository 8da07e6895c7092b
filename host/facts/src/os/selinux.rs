//! The part `selinux` of the fact `os`.

use catalog::Value;

use crate::system::SystemProbe;
use crate::value::hash;

pub(super) fn gather(machine: &SystemProbe) -> Option<Value> {
    let mounts = machine.read("/proc/self/mounts").unwrap_or_default();
    let mount = mounts.lines().find(|line| line.contains("selinuxfs")).and_then(|line| line.split_whitespace().nth(1));
    let config = machine.read("/etc/selinux/config").filter(|text| !text.is_empty());
    let (Some(mount), Some(config)) = (mount, config) else {
        return Some(hash([("enabled", Some(false.into()))]));
    };
    let setting = |name: &str| {
        let line = config.lines().rev().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
        line.map(|value| value.rsplit('=').next().unwrap_or_default().trim().into())
    };
    let is_enforced = machine.read(&format!("{mount}/enforce")).is_some_and(|text| text == "1");
    let mode = if is_enforced { "enforcing" } else { "permissive" };
    Some(hash([
        ("config_mode", setting("SELINUX")),
        ("config_policy", setting("SELINUXTYPE")),
        ("current_mode", Some(mode.into())),
        ("enabled", Some(true.into())),
        ("enforced", Some(is_enforced.into())),
        ("policy_version", machine.read(&format!("{mount}/policyvers")).map(Value::from)),
    ]))
}
