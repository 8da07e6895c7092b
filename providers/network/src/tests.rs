//! Tests of the types with files in memory.

use marotte_sdk::fake::{FakeSystem, FileNode, ProviderTest};
use marotte_sdk::{Code, Error, Value};

use crate::assignments::Assignments;
use crate::stanzas::Stanzas;
use crate::{Component, Interfaces, Routes, Scripts};

const INTERFACES: &str = "/etc/network/interfaces";
const ETH0: &str = "/etc/sysconfig/network-scripts/ifcfg-eth0";
const SUSE_ETH0: &str = "/etc/sysconfig/network/ifcfg-eth0";

/// Returns a system with one file.
fn system(path: &str, text: &str) -> FakeSystem {
    let machine = FakeSystem::new();
    machine.grant(include_str!("../provider.toml"));
    machine.put(path, FileNode::file(text));
    machine
}

/// Applies a resource with a provider twice, checks that the second run makes no changes, and returns the messages.
macro_rules! apply {
    ($provider:ty, $name:literal, $machine:expr, $title:expr, $attributes:expr) => {{
        let mut trial: ProviderTest<$provider> = ProviderTest::new::<Component>($machine, $name);
        match trial.prepare($title, &$attributes) {
            Ok(wanted) => {
                let messages = trial.apply(&wanted);
                if !messages.iter().any(|message| message.contains("fail") || message.contains("not evaluate")) {
                    assert_eq!(trial.apply(&wanted), [""; 0]);
                }
                messages
            }
            Err(error) => vec![error.message],
        }
    }};
}

fn interface(machine: &FakeSystem, title: &str, attributes: &[(&str, Value)]) -> Vec<String> {
    apply!(Interfaces, "interfaces", machine, title, attributes)
}

fn options(pairs: &[(&str, Value)]) -> Value {
    Value::Hash(pairs.iter().map(|(key, value)| ((*key).into(), value.clone())).collect())
}

#[test]
fn new_interface_is_added_at_the_end() {
    let machine = system(INTERFACES, "# x\nauto lo\niface lo inet loopback");
    let lines = options(&[("gateway", "192.0.2.1".into()), ("up", vec!["a b", "c"].into()), ("metric", 5.into())]);
    let attributes = [
        ("method", "static".into()),
        ("ipaddress", "192.0.2.10".into()),
        ("netmask", 24.into()),
        ("mtu", "1400".into()),
        ("hotplug", "false".into()),
        ("options", lines),
    ];
    assert_eq!(interface(&machine, "eth0", &attributes), ["ensure: created"]);
    let text = "# x\nauto lo\niface lo inet loopback\n\nauto eth0\niface eth0 inet static\n    address 192.0.2.10\n    netmask 24\n    \
                mtu 1400\n    gateway 192.0.2.1\n    up a b\n    up c\n    metric 5\n";
    assert_eq!(machine.text(INTERFACES), text);
    assert_eq!(interface(&machine, "eth0", &[("ensure", "absent".into())]), ["ensure: removed"]);
    assert_eq!(machine.text(INTERFACES), "# x\nauto lo\niface lo inet loopback\n");
}

#[test]
fn missing_file_is_created() {
    let machine = FakeSystem::new();
    machine.put("/etc/network", FileNode::directory());
    assert_eq!(interface(&machine, "eth0", &[]), ["ensure: created"]);
    assert_eq!(machine.text(INTERFACES), "auto eth0\nallow-hotplug eth0\niface eth0 inet dhcp\n");
}

#[test]
fn changed_interface_keeps_comments_order_and_other_stanzas() {
    let text = "source interfaces.d/*\nmapping eth1\n  script x\nauto eth0 eth1\nallow-hotplug eth0\n\niface eth0 inet static inherits base\n\
                \taddress 192.0.2.1 # old\n\t# comment\n\tup a \\\n\t  b\n\tnetmask 255.255.255.0\n\n# next\niface eth1 inet dhcp\n\
                iface eth1 inet6 auto\n";
    let machine = system(INTERFACES, text);
    let attributes = [("method", "none".into()), ("ipaddress", "192.0.2.2".into()), ("mtu", 9000.into())];
    let changes = ["ipaddress: ipaddress changed '192.0.2.1' to '192.0.2.2'", "mtu: mtu changed  to '9000'"];
    let messages = interface(&machine, "eth0", &attributes);
    assert_eq!((messages.len(), messages[0].as_str()), (2, changes[0]));
    let changed =
        text.replace("192.0.2.1 # old", "192.0.2.2").replace("255.255.255.0\n", "255.255.255.0\n\tmtu 9000\n");
    assert_eq!(machine.text(INTERFACES), changed);
    let attributes = [("method", "manual".into()), ("onboot", "no".into()), ("options", options(&[]))];
    assert_eq!(interface(&machine, "eth0", &attributes).len(), 3);
    let changed = changed.replace("auto eth0 eth1", "auto eth1").replace("inet static", "inet manual");
    assert_eq!(machine.text(INTERFACES), changed.replace("\tup a \\\n\t  b\n", ""));
    let refused = ["Could not evaluate: The interface 'eth1' has several stanzas"];
    assert_eq!(interface(&machine, "eth1", &[]), refused);
}

#[test]
fn vlan_needs_a_number_or_a_device() {
    let machine = system(INTERFACES, "");
    let vlan = [("mode", "vlan".into())];
    assert!(interface(&machine, "vlan5", &vlan)[0].contains("options must have 'vlan-raw-device'"));
    assert_eq!(interface(&machine, "eth0.4095", &vlan), ["ensure: created"]);
    assert!(interface(&machine, "eth0.4096", &vlan)[0].contains("has no number"));
    let device = [("mode", "vlan".into()), ("options", options(&[("vlan-raw-device", "eth0".into())]))];
    assert_eq!(interface(&machine, "storage", &device), ["ensure: created"]);
    assert_eq!(interface(&machine, "storage", &[]), [""; 0]);
}

#[test]
fn invalid_values_are_rejected() {
    let machine = system(INTERFACES, "");
    let secret = Value::Secret(machine.secret("x"));
    let hash = |value: Value| options(&[("a", value)]);
    for (attribute, value, message) in [
        ("ipaddress", "192.0.2.256".into(), "'192.0.2.256' is not an IP address"),
        ("ipaddress", "192.0.2.1/33".into(), "'192.0.2.1/33' is not an IP address"),
        ("netmask", "255.0.255.0".into(), "'255.0.255.0' is not a network mask"),
        ("netmask", 129.into(), "'129' is not a network mask"),
        ("mtu", 41.into(), "mtu must be a number from 42 to 65536, not '41'"),
        ("mtu", "1e3".into(), "mtu must be a number"),
        ("options", "x".into(), "options must be a hash"),
        ("options", hash("a\nb".into()), "Values cannot include newlines"),
        ("options", hash(secret), "Values cannot be Sensitive"),
        ("options", options(&[("a b", "x".into())]), "Invalid name of an option: 'a b'"),
    ] {
        let messages = interface(&machine, "eth0", &[(attribute, value)]);
        assert!(messages[0].contains(message), "{messages:?}");
    }
    assert_eq!(interface(&machine, "a/b", &[]), ["Invalid name of an interface: 'a/b'"]);
    assert_eq!(machine.text(INTERFACES), "");
}

#[test]
fn redhat_script_is_edited_in_place() {
    let text = "# x\nDEVICE=\"eth0\"\nBOOTPROTO=none\nONBOOT=yes # boot\nIPADDR='192.0.2.1'\nNAME=\"a b\"\nbroken line\nUUID=5";
    let machine = system(ETH0, text);
    let apply = |attributes: &[(&str, Value)]| apply!(Scripts, "redhat", &machine, "eth0", attributes);
    let method = ("method", "static".into());
    let hotplug = ("hotplug", "false".into());
    let base = [method, hotplug, ("ipaddress", "192.0.2.2".into()), ("family", "inet6".into())];
    assert_eq!(apply(&base).len(), 2);
    let changed = format!("{}\nHOTPLUG=no\n", text.replace("'192.0.2.1'", "192.0.2.2"));
    assert_eq!(machine.text(ETH0), changed);
    let [method, hotplug, ..] = base;
    let lines = options(&[("NAME", "a b".into()), ("BONDING_OPTS", "m=1 \"x\"".into()), ("ONBOOT", "no".into())]);
    assert_eq!(apply(&[method.clone(), hotplug.clone(), ("mode", "vlan".into()), ("options", lines)]).len(), 2);
    let changed = changed.replace("yes # boot", "no").replace("UUID=5\n", "") + "VLAN=yes\nBONDING_OPTS='m=1 \"x\"'\n";
    assert_eq!(machine.text(ETH0), changed);
    assert_eq!(apply(&[method, hotplug, ("onboot", false.into())]).len(), 1);
    assert_eq!(machine.text(ETH0), changed.replace("VLAN=yes\n", ""));
    assert_eq!(apply(&[("ensure", "absent".into())]), ["ensure: removed"]);
    assert!(machine.node(ETH0).is_none());
}

#[test]
fn redhat_script_is_created_for_its_device_only() {
    let machine = system(ETH0, "DEVICE=eth1\n");
    let wrong = apply!(Scripts, "redhat", &machine, "eth0", []);
    assert!(wrong[0].ends_with("ifcfg-eth0 configures the interface 'eth1', not 'eth0'"), "{wrong:?}");
    assert_eq!(apply!(Scripts, "redhat", &machine, "eth1", [("mtu", 1400.into())]), ["ensure: created"]);
    let path = ETH0.replace("eth0", "eth1");
    assert_eq!(machine.text(&path), "BOOTPROTO=dhcp\nONBOOT=yes\nHOTPLUG=yes\nMTU=1400\nDEVICE=eth1\n");
    assert_eq!(machine.node(&path).unwrap().mode, 0o644);
    let list = [("options", options(&[("DNS1", vec!["a", "b"].into())]))];
    let refused = apply!(Scripts, "redhat", &machine, "eth1", list);
    assert_eq!(refused, ["Could not evaluate: The option 'DNS1' must have one value"]);
    let quotes = [("options", options(&[("A", "'\"".into())]))];
    assert!(apply!(Scripts, "redhat", &machine, "eth1", quotes)[0].contains("The value of 'A' cannot be quoted"));
}

#[test]
fn sles_script_has_a_start_mode_and_the_number_of_a_vlan() {
    let machine = system(SUSE_ETH0, "BOOTPROTO=none\nSTARTMODE=hotplug\nVLAN_ID=5\n");
    let apply = |attributes: &[(&str, Value)]| apply!(Scripts, "sles", &machine, "eth0", attributes);
    assert_eq!(apply(&[("onboot", "false".into()), ("mode", "vlan".into())]).len(), 2);
    assert_eq!(machine.text(SUSE_ETH0), "BOOTPROTO=dhcp\nSTARTMODE=auto\nVLAN_ID=5\n");
    assert_eq!(apply(&[("options", options(&[("VLAN_ID", 6.into())]))]).len(), 1);
    assert_eq!(machine.text(SUSE_ETH0), "BOOTPROTO=dhcp\nSTARTMODE=auto\nVLAN_ID=6\n");
    assert_eq!(apply(&[]).len(), 1);
    assert_eq!(machine.text(SUSE_ETH0), "BOOTPROTO=dhcp\nSTARTMODE=auto\n");
    assert!(apply(&[("mode", "vlan".into())])[0].contains("options of a VLAN must have 'VLAN_ID'"));
}

/// Applies a route with an interface and gateway and returns the messages.
fn route(provider: &str, machine: &FakeSystem, title: &str, more: &[(&str, Value)]) -> Vec<String> {
    let mut attributes: Vec<(&str, Value)> = vec![("interface", "eth0".into())];
    if !more.iter().any(|(name, _)| *name == "gateway") {
        attributes.push(("gateway", "192.0.2.1".into()));
    }
    attributes.extend(more.iter().cloned());
    match provider {
        "redhat" => apply!(Routes, "redhat", machine, title, attributes),
        "sles" => apply!(Routes, "sles", machine, title, attributes),
        _ => apply!(Routes, "routes", machine, title, attributes),
    }
}

#[test]
fn routes_are_added_changed_and_removed_in_each_format() {
    for (provider, path, before, after) in [
        (
            "routes",
            "/etc/network/routes",
            "# x\ndefault 0.0.0.0 192.0.2.9 eth0\n10.0.0.0 255.0.0.0 reject\n198.51.100.0 255.255.255.0 192.0.2.1 eth0 table 5 # y\n",
            "# x\ndefault 0.0.0.0 192.0.2.1 eth0\n10.0.0.0 255.0.0.0 reject\n203.0.113.0 255.255.255.128 192.0.2.1 eth0 metric 5\n\
             2001:db8:: ffff:ffff:: 2001:db8::1 eth0\n",
        ),
        (
            "redhat",
            "/etc/sysconfig/network-scripts/route-eth0",
            "# x\n0.0.0.0/0 via 192.0.2.9 dev eth0\nother\n198.51.100.0/24 via 192.0.2.1 dev eth0 table 5 # y\n",
            "# x\ndefault via 192.0.2.1 dev eth0\nother\n203.0.113.0/25 via 192.0.2.1 dev eth0 metric 5\n2001:db8::/32 via \
             2001:db8::1 dev eth0\n",
        ),
        (
            "sles",
            "/etc/sysconfig/network/ifroute-eth0",
            "# x\ndefault 192.0.2.9 - eth0\nother\n198.51.100.0/24 192.0.2.1 - eth0 table 5 # y\n",
            "# x\ndefault 192.0.2.1 - eth0\nother\n203.0.113.0/25 192.0.2.1 - eth0 metric 5\n2001:db8::/32 2001:db8::1 - eth0\n",
        ),
    ] {
        let machine = system(path, before);
        let apply = |title: &str, more: &[(&str, Value)]| route(provider, &machine, title, more);
        assert_eq!(apply("198.51.100.0/24", &[("netmask", "24".into())]), [""; 0]);
        let gone = [("netmask", "255.255.255.0".into()), ("ensure", "absent".into())];
        assert_eq!(apply("198.51.100.0/24", &gone), ["ensure: removed"]);
        let changed = ["gateway: gateway changed '192.0.2.9' to '192.0.2.1'"];
        assert_eq!(apply("default", &[("netmask", "0.0.0.0".into())]), changed);
        let metric = [("network", "203.0.113.0".into()), ("netmask", 25.into()), ("options", "metric 5".into())];
        assert_eq!(apply("any title", &metric), ["ensure: created"]);
        let v6 = [("netmask", "32".into()), ("gateway", "2001:db8::1".into())];
        assert_eq!(apply("2001:db8::/32", &v6), ["ensure: created"]);
        assert_eq!(machine.text(path), after);
    }
}

#[test]
fn route_of_another_interface_is_moved_in_a_common_file() {
    let machine = system("/etc/network/routes", "198.51.100.0 255.255.255.0 192.0.2.1 eth1 table 5\n");
    let moved = route("routes", &machine, "198.51.100.0/24", &[("netmask", "24".into())]);
    assert_eq!(moved, ["interface: interface changed 'eth1' to 'eth0'"]);
    assert_eq!(machine.text("/etc/network/routes"), "198.51.100.0 255.255.255.0 192.0.2.1 eth0 table 5\n");
}

#[test]
fn local_routes_are_supported_by_redhat_only() {
    let path = "/etc/sysconfig/network-scripts/route-eth0";
    let machine = system(path, "local 10.0.0.0/8 dev eth0\n");
    let local = [("network", "local".into()), ("options", "table 5".into())];
    assert_eq!(route("redhat", &machine, "10.0.0.0/8", &local).len(), 1);
    assert_eq!(machine.text(path), "local 10.0.0.0/8 dev eth0 table 5\n");
    assert!(route("sles", &machine, "10.0.0.0/8", &local)[0].contains("Only the provider 'redhat' has routes"));
    machine.put(path, FileNode::file("ADDRESS0=10.0.0.0\nNETMASK0=255.0.0.0\n"));
    assert!(route("redhat", &machine, "10.0.0.0/8", &local)[0].contains("has routes as variables"));
}

#[test]
fn invalid_routes_are_rejected() {
    let machine = system("/etc/network/routes", "");
    let apply = |title: &str, more: &[(&str, Value)]| route("routes", &machine, title, more).join("; ");
    let mask = |mask: &str| ("netmask", mask.into());
    assert_eq!(apply("x", &[mask("24")]), "network is required unless the title is a destination");
    assert_eq!(apply("10.0.0.0/8", &[]), "netmask is required");
    assert_eq!(apply("10.0.0.0/8", &[mask("ffff::")]), "netmask 'ffff::' is not one for the network");
    assert_eq!(apply("x", &[("network", "a".into()), mask("24")]), "network 'a' is not an IP address");
    assert_eq!(
        apply("10.0.0.0/8", &[mask("8"), ("options", "a\nb".into())]),
        "options must be one line without comments"
    );
    assert_eq!(machine.text("/etc/network/routes"), "");
}

#[test]
fn interfaces_and_routes_are_listed() {
    let machine =
        system(INTERFACES, "auto lo eth0\niface lo inet loopback\niface eth1 inet dhcp\niface eth1 inet6 auto\n");
    let titles = |found: Vec<String>| found.join(" ");
    let mut trial: ProviderTest<Interfaces> = ProviderTest::new::<Component>(&machine, "interfaces");
    assert_eq!(titles(trial.instances().unwrap().into_iter().map(|found| found.title).collect()), "lo eth0");
    for (file, text) in
        [("ifcfg-eth1", "X=1"), ("ifcfg-eth1.bak", ""), ("route-eth1", "10.0.0.0/8 via 192.0.2.1 dev eth1")]
    {
        machine.put(&format!("/etc/sysconfig/network-scripts/{file}"), FileNode::file(text));
    }
    let mut trial: ProviderTest<Scripts> = ProviderTest::new::<Component>(&machine, "redhat");
    assert_eq!(titles(trial.instances().unwrap().into_iter().map(|found| found.title).collect()), "eth1");
    let mut trial: ProviderTest<Routes> = ProviderTest::new::<Component>(&machine, "redhat");
    assert_eq!(titles(trial.instances().unwrap().into_iter().map(|found| found.title).collect()), "10.0.0.0/8");
}

#[test]
fn unchanged_lines_are_preserved_in_any_form() {
    for text in [
        "",
        "\n\n",
        "iface",
        "iface a b",
        "  x y\n",
        "auto\nauto a\\\n b\n",
        "# c \\\niface a inet dhcp\r\n\tup x\r\n",
        "iface a inet dhcp\\\n",
        "allow-ovs br0\nno-auto-down a\niface ü inet manual\n  ä ö ü",
    ] {
        assert_eq!(Stanzas::parse(text).to_text(), text);
        let file = Assignments::parse("x", text).unwrap();
        assert_eq!(file.to_text(), text);
    }
    assert!(Assignments::parse("x", "A='b\nc'\n").unwrap_err().message.contains("the value of 'A' has several lines"));
    let stanzas = Stanzas::parse("auto a\\\n b # c\n# \\\niface b inet dhcp # d\n up x#y \\\n z\n");
    assert_eq!(stanzas.names(), ["a", "b"]);
    let lines = stanzas.interface("b").unwrap().unwrap().lines;
    assert_eq!(
        lines.values("up").iter().map(|line| line.split_whitespace().collect::<Vec<_>>()).collect::<Vec<_>>(),
        [["x#y", "z"]]
    );
}

#[test]
fn values_are_read_as_the_shell_does_and_quoted_for_it() {
    for (text, value) in [
        ("A=b", "b"),
        ("export A=b # c", "b"),
        ("A='b #c'\"d\"", "b #cd"),
        ("A=b#c", "b#c"),
        ("A=\\$b", "$b"),
        ("A=1\nA=2\n", "2"),
        ("A=", ""),
    ] {
        assert_eq!(Assignments::parse("x", text).unwrap().values().last("A"), Some(value), "{text}");
    }
    for value in ["b", "b c", "a=b", "\"b\" c", "it's", "(b)", "a;b", "b\\c", ""] {
        let mut file = Assignments::default();
        file.set("A", Some(value)).unwrap();
        let parsed = Assignments::parse("x", &file.to_text()).unwrap();
        assert_eq!(parsed.values().last("A"), Some(value));
    }
}

#[test]
fn full_disk_leaves_the_file_unchanged() {
    let machine = system(INTERFACES, "iface eth0 inet dhcp\n");
    machine.fail("write", Error::new(Code::Io, "No space left on device"));
    let messages = interface(&machine, "eth0", &[("mtu", 1400.into())]);
    assert!(messages[0].ends_with("failed: No space left on device"), "{messages:?}");
    assert_eq!(machine.text(INTERFACES), "iface eth0 inet dhcp\n");
}
