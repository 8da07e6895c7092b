//! Replacements in the Puppet language for functions that modules define in Ruby. A function in the Puppet
//! language in the module itself takes precedence. A replacement exists only if the module contains the Ruby
//! file.

/// Replacements by path below the directory `functions`.
const FUNCTIONS: [(&str, &str); 11] = [
    ("apache/bool2httpd", include_str!("shims/apache/bool2httpd.pp")),
    ("ipaddresses", include_str!("shims/ipaddresses.pp")),
    ("is_service_default", include_str!("shims/is_service_default.pp")),
    ("mco_array_to_string", include_str!("shims/mco_array_to_string.pp")),
    ("memcached/max_memory", include_str!("shims/memcached/max_memory.pp")),
    ("normalize_ip_for_uri", include_str!("shims/normalize_ip_for_uri.pp")),
    ("translate", include_str!("shims/translate.pp")),
    ("validate_network_vlan_ranges", include_str!("shims/validate_network_vlan_ranges.pp")),
    ("validate_tunnel_id_ranges", include_str!("shims/validate_tunnel_id_ranges.pp")),
    ("validate_vni_ranges", include_str!("shims/validate_vni_ranges.pp")),
    ("validate_vxlan_udp_port", include_str!("shims/validate_vxlan_udp_port.pp")),
];

/// Returns the replacement of a function that a module defines in Ruby: `functions/bool2httpd.pp` of the
/// module `apache`, or `functions/init.pp` of a module with the name of a function without namespace.
pub(crate) fn of(module: &str, path: &str) -> Option<(&'static str, &'static str)> {
    let name = path.strip_prefix("functions/")?.strip_suffix(".pp")?;
    FUNCTIONS.into_iter().find(|(known, _)| match known.split_once('/') {
        Some((space, function)) => space == module && function == name,
        None => *known == module && name == "init",
    })
}

/// Returns whether a function has a replacement if a module defines it in Ruby: `apache::bool2httpd` or `ipaddresses`.
#[must_use]
pub fn replaces(name: &str) -> bool {
    let name = name.replacen("::", "/", 1);
    FUNCTIONS.iter().any(|(known, _)| *known == name)
}

/// Returns the paths of a Ruby function in a module, in the forms of Puppet 4 and Puppet 3.
pub(crate) fn in_ruby(name: &str) -> [String; 2] {
    [format!("lib/puppet/functions/{name}.rb"), format!("lib/puppet/parser/functions/{name}.rb")]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shim_is_found_at_the_path_of_the_function() {
        assert_eq!(of("apache", "functions/bool2httpd.pp").unwrap().0, "apache/bool2httpd");
        assert_eq!(of("translate", "functions/init.pp").unwrap().0, "translate");
        assert!(of("bool2httpd", "functions/init.pp").is_none());
        assert!(of("translate", "functions/translate.pp").is_none());
        assert!(of("apache", "manifests/init.pp").is_none());
    }
}
