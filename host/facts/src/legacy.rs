//! Owns the facts of older Facter versions, flat ones that repeat parts of the structured ones.

use catalog::Value;

use crate::dig;

/// Legacy name, structured fact, keys within it.
const NAMES: &[(&str, &str, &[&str])] = &[
    ("architecture", "os", &["architecture"]),
    ("domain", "networking", &["domain"]),
    ("fqdn", "networking", &["fqdn"]),
    ("gid", "identity", &["group"]),
    ("hardwaremodel", "os", &["hardware"]),
    ("hostname", "networking", &["hostname"]),
    ("id", "identity", &["user"]),
    ("lsbdistcodename", "os", &["distro", "codename"]),
    ("lsbdistdescription", "os", &["distro", "description"]),
    ("lsbdistid", "os", &["distro", "id"]),
    ("lsbdistrelease", "os", &["distro", "release", "full"]),
    ("lsbmajdistrelease", "os", &["distro", "release", "major"]),
    ("lsbminordistrelease", "os", &["distro", "release", "minor"]),
    ("memoryfree", "memory", &["system", "available"]),
    ("memorysize", "memory", &["system", "total"]),
    ("operatingsystem", "os", &["name"]),
    ("operatingsystemmajrelease", "os", &["release", "major"]),
    ("operatingsystemrelease", "os", &["release", "full"]),
    ("osfamily", "os", &["family"]),
    ("physicalprocessorcount", "processors", &["physicalcount"]),
    ("processorcount", "processors", &["count"]),
    ("selinux", "os", &["selinux", "enabled"]),
];

pub(crate) fn from_structured(facts: &[(String, Value)]) -> Vec<(String, Value)> {
    let find = |fact: &str, keys: &[&str]| {
        let (_, value) = facts.iter().find(|(name, _)| name == fact)?;
        dig(value, keys).cloned()
    };
    NAMES.iter().filter_map(|(name, fact, keys)| Some(((*name).to_owned(), find(fact, keys)?))).collect()
}
