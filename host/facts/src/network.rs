//! Owns the fact `networking`: the names of this machine.

use catalog::Value;

use crate::{hash, read};

pub(crate) fn gather() -> Value {
    let full = read("/proc/sys/kernel/hostname").unwrap_or_default();
    let (hostname, domain) = match full.split_once('.') {
        Some((hostname, domain)) => (hostname.to_owned(), Some(domain.to_owned())),
        None => (full, domain_of_hosts().or_else(domain_of_resolver)),
    };
    let fqdn = domain.as_ref().map_or_else(|| hostname.clone(), |domain| format!("{hostname}.{domain}"));
    hash([("domain", domain.map(Value::from)), ("fqdn", Some(fqdn.into())), ("hostname", Some(hostname.into()))])
}

/// The canonical name of this host in /etc/hosts may carry the domain.
fn domain_of_hosts() -> Option<String> {
    let hostname = read("/proc/sys/kernel/hostname")?;
    let hosts = read("/etc/hosts")?;
    hosts.lines().find_map(|line| {
        let mut words = line.split('#').next()?.split_whitespace().skip(1);
        let canonical = words.next()?;
        let (first, domain) = canonical.split_once('.')?;
        (first == hostname || words.any(|alias| alias == hostname)).then(|| domain.to_owned())
    })
}

fn domain_of_resolver() -> Option<String> {
    let text = read("/etc/resolv.conf")?;
    let value = |key: &str| {
        text.lines().find_map(|line| {
            let mut words = line.split_whitespace();
            (words.next()? == key).then(|| words.next().map(|domain| domain.trim_end_matches('.').to_owned())).flatten()
        })
    };
    value("domain").or_else(|| value("search")).filter(|domain| !domain.is_empty())
}
