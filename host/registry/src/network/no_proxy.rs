//! The variable `no_proxy`: hosts, their subdomains, a port of a host, and networks that contain the address of
//! a registry. Names are not resolved for it.

use std::net::IpAddr;

use super::NetworkError;

/// Parses the variable for a registry, `HOST[:PORT]`, and returns host patterns in the syntax of the client.
///
/// # Errors
/// Returns an error if an entry looks like a network but is not a valid one.
pub(super) fn patterns(text: &str, registry: &str) -> Result<Vec<String>, NetworkError> {
    let host = without_port(registry);
    let address: Option<IpAddr> = bare(host).parse().ok();
    let mut patterns = Vec::new();
    for entry in text.split([',', ' ']).filter(|entry| !entry.is_empty()) {
        if let Some((first, bits)) = entry.split_once('/') {
            let network = Network::parse(first, bits);
            let network = network.ok_or_else(|| NetworkError::NoProxy(entry.to_owned()))?;
            // A redirect to another address of the network uses the proxy nevertheless, since the client only
            // supports host patterns.
            patterns.extend(address.filter(|address| network.has(*address)).map(|_| host.to_owned()));
        } else if entry == registry || address.is_some() && bare(entry).parse().ok() == address {
            patterns.push(host.to_owned());
        } else if entry == "*" {
            patterns.push(entry.to_owned());
        } else {
            // 'example.org' includes its subdomains.
            let name = entry.strip_prefix("*.").or_else(|| entry.strip_prefix('.')).unwrap_or(entry);
            patterns.extend([name.to_owned(), format!(".{name}")]);
        }
    }
    Ok(patterns)
}

/// Removes the brackets of an address in a URL.
fn bare(host: &str) -> &str {
    host.trim_start_matches('[').trim_end_matches(']')
}

fn without_port(host: &str) -> &str {
    let name = host.rsplit_once(':').filter(|(_, port)| port.parse::<u16>().is_ok()).map(|(name, _)| name);
    // IPv6 addresses contain colons; as a host they have brackets.
    name.filter(|name| !name.contains(':') || name.ends_with(']')).unwrap_or(host)
}

/// A network: addresses with a common prefix.
struct Network {
    first: IpAddr,
    bits: u32,
}

impl Network {
    fn parse(first: &str, bits: &str) -> Option<Self> {
        let first: IpAddr = bare(first).parse().ok()?;
        let bits = bits.parse().ok().filter(|bits| *bits <= if first.is_ipv4() { 32 } else { 128 })?;
        Some(Self { first, bits })
    }

    fn has(&self, address: IpAddr) -> bool {
        let differing = match (self.first, address) {
            (IpAddr::V4(first), IpAddr::V4(address)) => (first.to_bits() ^ address.to_bits()).leading_zeros(),
            (IpAddr::V6(first), IpAddr::V6(address)) => (first.to_bits() ^ address.to_bits()).leading_zeros(),
            _ => return false,
        };
        differing >= self.bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str, registry: &str) -> Vec<String> {
        patterns(text, registry).unwrap()
    }

    #[test]
    fn no_proxy_network_contains_addresses() {
        for (text, registry, host) in [
            ("10.0.0.0/8", "10.1.2.3:5000", "10.1.2.3"),
            ("192.168.1.128/25,x", "192.168.1.200", "192.168.1.200"),
            ("0.0.0.0/0", "8.8.8.8", "8.8.8.8"),
            ("10.1.2.3/32", "10.1.2.3", "10.1.2.3"),
            ("fd00::/8", "[fd12::1]:5000", "[fd12::1]"),
            ("[fd12:0::1]", "[fd12::1]", "[fd12::1]"),
        ] {
            assert_eq!(names(text, registry)[0], host, "{text}");
        }
        for (text, registry) in [
            ("10.0.0.0/8", "11.1.2.3"),
            ("192.168.1.128/25", "192.168.1.100"),
            ("10.0.0.0/8", "ten.example"),
            ("::/0", "10.1.2.3"),
            ("0.0.0.0/0", "[fd12::1]"),
        ] {
            assert_eq!(names(text, registry), [""; 0], "{text}");
        }
    }

    #[test]
    fn no_proxy_host_includes_its_subdomains() {
        assert_eq!(
            names("a.example, *.b.example,.c.example,*", "r.example"),
            ["a.example", ".a.example", "b.example", ".b.example", "c.example", ".c.example", "*"]
        );
        assert_eq!(names("r.example:5000", "r.example:5000"), ["r.example"]);
        assert!(!names("r.example:5000", "r.example:443").contains(&"r.example".to_owned()));
    }

    #[test]
    fn no_proxy_rejects_invalid_networks() {
        for wrong in ["10.0.0.0/33", "fd00::/129", "10.0.0/8", "example.org/8", "10.0.0.0/"] {
            let message = patterns(wrong, "10.1.2.3").unwrap_err().to_string();
            assert!(message.contains(&format!("'{wrong}', which is not a network")), "{message}");
        }
    }
}
