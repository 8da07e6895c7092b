//! The DHCP server of an interface, from the lease file of systemd-networkd, dhclient or NetworkManager.

use crate::system::SystemProbe;

const DIRECTORIES: [&str; 5] =
    ["/var/lib/dhclient", "/var/lib/dhcp", "/var/lib/dhcp3", "/var/lib/NetworkManager", "/var/db"];

pub(super) fn server(machine: &SystemProbe, interface: &str, index: Option<&str>) -> Option<String> {
    networkd(machine, index).or_else(|| dhclient(machine, interface)).or_else(|| network_manager(machine, interface))
}

fn networkd(machine: &SystemProbe, index: Option<&str>) -> Option<String> {
    server_address(&machine.read(&format!("/run/systemd/netif/leases/{}", index?))?)
}

fn dhclient(machine: &SystemProbe, interface: &str) -> Option<String> {
    DIRECTORIES.iter().find_map(|directory| {
        let files = machine.names(directory).into_iter().filter(|name| is_lease(name));
        files.into_iter().find_map(|name| server_identifier(&machine.read(&format!("{directory}/{name}"))?, interface))
    })
}

fn is_lease(name: &str) -> bool {
    name.find("dhclient").is_some_and(|at| name[at..].contains(".lease"))
}

/// Returns the server in a lease file of dhclient if the file is about an interface.
fn server_identifier(text: &str, interface: &str) -> Option<String> {
    let is_about = |line: &str| line.find("interface").is_some_and(|at| line[at..].contains(interface));
    if !text.lines().any(is_about) {
        return None;
    }
    let found = text.split("dhcp-server-identifier ").skip(1);
    let mut addresses = found.map(|rest| rest.split(|c: char| !c.is_ascii_digit() && c != '.').next().unwrap_or(""));
    addresses.find(|address| address.parse::<std::net::Ipv4Addr>().is_ok()).map(str::to_owned)
}

fn network_manager(machine: &SystemProbe, interface: &str) -> Option<String> {
    let directory = "/var/lib/NetworkManager";
    let ending = format!("{interface}.lease");
    let is_internal =
        |name: &String| name.find("internal").is_some_and(|at| name[at + "internal".len()..].contains(&ending));
    let name = machine.names(directory).into_iter().find(is_internal)?;
    server_address(&machine.read(&format!("{directory}/{name}"))?)
}

fn server_address(text: &str) -> Option<String> {
    let at = text.find("SERVER_ADDRESS=")?;
    text[at..].lines().next()?.split_once('=').map(|(_, address)| address.to_owned())
}
