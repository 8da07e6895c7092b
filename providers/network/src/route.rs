//! Lines of routes in the formats of the three distributions, and the attributes of `network_route`.

use std::net::IpAddr;

use marotte_sdk::prelude::*;
use marotte_sdk::records::RecordLine;

use crate::address::{Destination, address, mask, mask_bits, width};
use crate::values::Netmask;
use crate::{NetworkRoute, NetworkRouteAttribute};

/// The format of a file of routes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// `192.0.2.0 255.255.255.0 198.51.100.1 eth0 OPTIONS`
    Debian,
    /// `192.0.2.0/24 via 198.51.100.1 dev eth0 OPTIONS`
    RedHat,
    /// `192.0.2.0/24 198.51.100.1 - eth0 OPTIONS`
    Sles,
}

/// A line of a file of routes, without its comment.
#[derive(Debug, Clone)]
pub(crate) struct RouteLine(pub(crate) String);

impl RecordLine for RouteLine {
    fn parse(line: &str) -> Option<Self> {
        let text = line.split('#').next().unwrap_or_default().trim();
        (!text.is_empty()).then(|| Self(text.to_owned()))
    }

    fn name(&self) -> &str {
        &self.0
    }

    fn to_line(&self) -> String {
        self.0.clone()
    }
}

/// A route in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Route {
    pub(crate) destination: Destination,
    /// The network as written.
    pub(crate) network: String,
    pub(crate) gateway: Option<String>,
    pub(crate) interface: Option<String>,
    pub(crate) options: Option<String>,
}

impl Format {
    /// Parses a line; returns `None` for lines of another form.
    pub(crate) fn parse(self, line: &RouteLine) -> Option<Route> {
        let (words, rest) = words(&line.0);
        let (destination, gateway, interface) = match (self, words.as_slice()) {
            (Self::RedHat, ["local", name, "dev", ..]) => {
                let (interface, options) = next(&line.0, 3);
                let destination = Destination::Local((*name).to_owned());
                return Some(Route { destination, network: "local".to_owned(), gateway: None, interface, options });
            }
            (Self::Debian, ["default", _, gateway, interface]) => (Destination::Default, gateway, interface),
            (Self::Debian, [network, mask, gateway, interface]) => {
                (Destination::of(network, Some(mask))?, gateway, interface)
            }
            (Self::RedHat, [target, "via", gateway, "dev"]) => {
                let (interface, options) = next(&line.0, 4);
                let destination = Destination::parse(target)?;
                let network = network(target);
                return Some(Route { destination, network, gateway: Some((*gateway).to_owned()), interface, options });
            }
            (Self::Sles, [target, gateway, _, interface]) => (Destination::parse(target)?, gateway, interface),
            _ => return None,
        };
        Some(Route {
            destination,
            network: network(words[0]),
            gateway: Some((*gateway).to_owned()),
            interface: Some((*interface).to_owned()),
            options: rest,
        })
    }

    /// Returns the line of a route.
    ///
    /// # Errors
    /// Returns an error if the format has no such routes.
    pub(crate) fn line(self, route: &Route) -> Result<RouteLine> {
        let (Some(interface), gateway) = (&route.interface, route.gateway.as_deref()) else {
            return Err(Error::invalid("interface is required"));
        };
        let missing = || Error::invalid("gateway is required");
        let (name, network) = (route.destination.name(), &route.network);
        let mut line = match (self, &route.destination) {
            (Self::RedHat, Destination::Local(name)) => format!("local {name} dev {interface}"),
            (_, Destination::Local(_)) => {
                return Err(Error::invalid("Only the provider 'redhat' has routes whose network is 'local'"));
            }
            (Self::RedHat, _) => format!("{name} via {} dev {interface}", gateway.ok_or_else(missing)?),
            (Self::Sles, _) => format!("{name} {} - {interface}", gateway.ok_or_else(missing)?),
            (Self::Debian, destination) => {
                let (network, mask) = match destination {
                    Destination::Network(network_address, bits) => (network, mask(*bits, network_address.is_ipv6())),
                    _ => (&name, mask(0, false)),
                };
                format!("{network} {mask} {} {interface}", gateway.ok_or_else(missing)?)
            }
        };
        if let Some(options) = route.options.as_deref().filter(|options| !options.is_empty()) {
            line = format!("{line} {options}");
        }
        Ok(RouteLine(line))
    }
}

/// Returns the first four words of a line and the rest of it.
fn words(line: &str) -> (Vec<&str>, Option<String>) {
    let words: Vec<&str> = line.split_whitespace().take(4).collect();
    (words, rest(line, 4))
}

/// Returns the word at a position and the rest of the line after it.
fn next(line: &str, position: usize) -> (Option<String>, Option<String>) {
    (line.split_whitespace().nth(position).map(str::to_owned), rest(line, position + 1))
}

/// Returns the text after a number of words.
fn rest(line: &str, count: usize) -> Option<String> {
    let after = |text: &str| text.split_once(char::is_whitespace).map_or("", |(_, rest)| rest.trim_start()).to_owned();
    let rest = (0..count).fold(line.trim_start().to_owned(), |text, _| after(&text));
    (!rest.is_empty()).then_some(rest)
}

/// Returns the address of a destination as written.
fn network(target: &str) -> String {
    let network = target.split('/').next().unwrap_or_default();
    if network == "0.0.0.0" { "default" } else { network }.to_owned()
}

/// Returns the desired destination, if the attributes are valid.
pub(crate) fn destination(row: &NetworkRoute) -> Option<Destination> {
    match row.network.as_deref()? {
        "local" => Some(Destination::Local(row.name.clone())),
        network => Destination::of(network, row.netmask.as_deref()),
    }
}

/// Completes the attributes of a resource and returns the reasons why they are not valid.
pub(crate) fn complete(row: &mut Row<NetworkRoute>) -> Vec<(NetworkRouteAttribute, String)> {
    use NetworkRouteAttribute as A;
    if row.network.is_none()
        && let Some(destination) = Destination::parse(&row.name)
    {
        let network = match destination {
            Destination::Network(network, _) => network.to_string(),
            _ => "default".to_owned(),
        };
        row.network = Some(network);
    }
    let mut problems = Vec::new();
    let Some(network) = row.network.clone() else {
        return vec![(A::Network, "network is required unless the title is a destination".to_owned())];
    };
    if row.interface.is_none() {
        problems.push((A::Interface, "interface is required".to_owned()));
    }
    let mut parsed = None;
    match network.as_str() {
        "local" => {
            if row.name.contains(|letter: char| letter.is_whitespace() || letter == '#') {
                problems.push((A::Name, format!("Invalid destination: '{}'", row.name)));
            }
            return problems;
        }
        "default" => {}
        address => match address.parse::<IpAddr>() {
            Ok(address) => parsed = Some(address),
            Err(_) => problems.push((A::Network, format!("network '{address}' is not an IP address"))),
        },
    }
    if row.gateway.is_none() {
        problems.push((A::Gateway, "gateway is required".to_owned()));
    }
    problems.extend(complete_mask(row, parsed).map(|message| (A::Netmask, message)));
    problems
}

/// Makes the mask an address, and returns the reason why it is not one for the network.
fn complete_mask(row: &mut Row<NetworkRoute>, network: Option<IpAddr>) -> Option<String> {
    let Some(given) = row.netmask.clone() else { return Some("netmask is required".to_owned()) };
    let (bits, is_v6) = mask_bits(&given)?;
    let is_network_v6 = network.map_or(is_v6.unwrap_or(bits > 32), |network| network.is_ipv6());
    if network.is_some_and(|network| bits > width(network)) || is_v6.is_some_and(|is_v6| is_v6 != is_network_v6) {
        return Some(format!("netmask '{}' is not one for the network", &*given));
    }
    let mask = mask(bits, is_network_v6).to_string();
    if *given != *mask {
        row.netmask = Some(Netmask::from(mask.as_str()));
    }
    None
}

/// Returns whether two texts are the same address.
pub(crate) fn is_same_address(one: &str, other: &str) -> bool {
    one == other || address(one).is_some_and(|one| address(other) == Some(one))
}
