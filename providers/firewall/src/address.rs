//! Canonical form of addresses: network addresses with the length of their prefix.

use std::net::IpAddr;

/// Formats an address or network like iptables-save, with an optional leading `!`; `None` if it matches all
/// addresses.
///
/// # Errors
/// Returns an error if the address is invalid or belongs to the other address family.
pub(crate) fn mask(value: &str, is_six: bool) -> Result<Option<String>, String> {
    let (mark, bare) = match value.strip_prefix('!') {
        Some(bare) => ("! ", bare.trim_start()),
        None => ("", value),
    };
    let fault =
        || format!("host_to_ip failed for {value}, exception {bare} is not an address; host names are not resolved");
    Ok(network(bare, is_six).ok_or_else(fault)?.map(|network| format!("{mark}{network}")))
}

fn network(text: &str, is_six: bool) -> Option<Option<String>> {
    let (address, length) = text.split_once('/').map_or((text, None), |(address, length)| (address, Some(length)));
    let address: IpAddr = address.parse().ok().filter(|address: &IpAddr| address.is_ipv6() == is_six)?;
    let most = if is_six { 128 } else { 32 };
    let length = length.map_or(Some(most), |length| prefix(length, most))?;
    let masked = match address {
        IpAddr::V4(address) => {
            let mask = u32::MAX.checked_shl(32 - length).unwrap_or(0);
            IpAddr::V4((u32::from(address) & mask).into())
        }
        IpAddr::V6(address) => {
            let mask = u128::MAX.checked_shl(128 - length).unwrap_or(0);
            IpAddr::V6((u128::from(address) & mask).into())
        }
    };
    Some(Some(format!("{masked}/{length}")).filter(|_| length > 0))
}

/// Parses the length of a prefix, which may be given as a mask.
fn prefix(text: &str, most: u32) -> Option<u32> {
    match text.parse::<u32>() {
        Ok(length) => Some(length).filter(|length| *length <= most),
        Err(_) => {
            let mask: u32 = text.parse::<std::net::Ipv4Addr>().ok()?.into();
            Some(mask.leading_ones()).filter(|ones| most == 32 && mask.count_ones() == *ones)
        }
    }
}

/// Checks that a text is a range of addresses of a family, with an optional leading `!`.
///
/// # Errors
/// Returns Puppet's message if the range is invalid.
pub(crate) fn range(value: &str, which: &str, is_six: bool) -> Result<(), String> {
    let bare = value.strip_prefix('!').unwrap_or(value).trim_start();
    let ends = bare.split_once('-').filter(|(first, last)| !first.contains('/') && !last.contains(['-', '/']));
    let (first, last) = ends.ok_or_else(|| format!("The {which} IP range must be in 'IP1-IP2' format."))?;
    for end in [first, last] {
        if !end.parse::<IpAddr>().is_ok_and(|address| address.is_ipv6() == is_six) {
            return Err(format!("Invalid IP address \"{end}\" in range \"{value}\""));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_formatted_like_iptables_save() {
        let four = |text: &str| mask(text, false).unwrap();
        assert_eq!(four("10.1.2.3").as_deref(), Some("10.1.2.3/32"));
        assert_eq!(four("10.1.2.3/8").as_deref(), Some("10.0.0.0/8"));
        assert_eq!(four("!10.1.2.3/255.255.0.0").as_deref(), Some("! 10.1.0.0/16"));
        assert_eq!(four("0.0.0.0/0"), None);
        assert_eq!(mask("2001:DB8::1/64", true).unwrap().as_deref(), Some("2001:db8::/64"));
        for text in ["", "host", "::1", "10.0.0.0/33", "10.0.0.0/255.0.255.0", "10.0.0.0/8/8"] {
            assert!(mask(text, false).is_err(), "{text}");
        }
    }

    #[test]
    fn range_requires_two_addresses() {
        assert!(range("10.0.0.1-10.0.0.9", "source", false).is_ok());
        assert_eq!(range("10.0.0.1", "source", false).unwrap_err(), "The source IP range must be in 'IP1-IP2' format.");
        let other = range("10.0.0.1-x", "source", false).unwrap_err();
        assert_eq!(other, "Invalid IP address \"x\" in range \"10.0.0.1-x\"");
    }
}
