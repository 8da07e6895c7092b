//! Host names of this system, from the kernel, `/etc/hosts` and `/etc/resolv.conf`. DNS is not queried.

use crate::system::SystemProbe;

/// The names of a system.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct HostNames {
    pub(crate) hostname: Option<String>,
    pub(crate) domain: Option<String>,
    pub(crate) fqdn: Option<String>,
}

impl HostNames {
    /// Determines the names. As in Facter, the first name on the host's line of `/etc/hosts` is the fully
    /// qualified name in any case, but its domain is only used if it begins with the host's name.
    pub(crate) fn of(machine: &SystemProbe) -> Self {
        let node = machine.kernel().uname().node;
        let (hostname, domain) = split(&node).map_or((node.as_str(), None), |(host, domain)| (host, Some(domain)));
        if hostname.is_empty() {
            return Self::default();
        }
        let canonical = if domain.is_none() { canonical(machine, hostname) } else { None };
        let of_canonical = canonical.as_deref().and_then(split).filter(|(host, _)| *host == hostname);
        let domain = domain.or(of_canonical.map(|(_, domain)| domain)).map(str::to_owned);
        let domain = domain.or_else(|| resolver(machine));
        let fqdn = canonical.clone().unwrap_or_else(|| match &domain {
            Some(domain) => format!("{hostname}.{domain}"),
            None => hostname.to_owned(),
        });
        Self { hostname: Some(hostname.to_owned()), domain, fqdn: Some(fqdn) }
    }
}

fn split(name: &str) -> Option<(&str, &str)> {
    name.split_once('.').filter(|(_, domain)| !domain.is_empty())
}

/// Returns the first name on the line of `/etc/hosts` that contains a name.
fn canonical(machine: &SystemProbe, hostname: &str) -> Option<String> {
    let hosts = machine.read("/etc/hosts")?;
    hosts.lines().find_map(|line| {
        let names: Vec<&str> = line.split('#').next()?.split_whitespace().skip(1).collect();
        let is_here = names.iter().any(|name| name.eq_ignore_ascii_case(hostname));
        is_here.then(|| names[0].to_owned())
    })
}

/// Returns the domain of the resolver, or else the first domain of its search list.
fn resolver(machine: &SystemProbe) -> Option<String> {
    let text = machine.read("/etc/resolv.conf")?;
    let value = |key: &str| {
        text.lines().find_map(|line| {
            let rest = line.strip_prefix(key)?;
            rest.starts_with(char::is_whitespace).then(|| rest.split_whitespace().next().map(str::to_owned))?
        })
    };
    value("domain").or_else(|| value("search"))
}
