//! Formatting of a rule: the options that correspond to its attributes, in the order in which the program prints
//! them.

use crate::family::Family;
use crate::{Action, Firewall, PacketType, Table, Tracked};

/// Returns the options of a rule.
pub(crate) fn options<F: Family>(row: &Firewall) -> Vec<String> {
    let mut words = Words::default();
    words.one("-s", row.source.as_deref());
    words.one("-d", row.destination.as_deref());
    words.one("-i", row.iniface.as_deref());
    words.one("-o", row.outiface.as_deref());
    words.one("-p", Some(&row.proto));
    words.module("iprange", &[("--src-range", row.src_range.as_deref()), ("--dst-range", row.dst_range.as_deref())]);
    words.one("-m tcp --tcp-flags", row.tcp_flags.as_deref());
    words.module("owner", &[("--uid-owner", row.uid.as_deref()), ("--gid-owner", row.gid.as_deref())]);
    words.one("-m mac --mac-source", row.mac_source.as_deref());
    words.one("-m multiport --sports", ports(row.sport.as_deref()).as_deref());
    words.one("-m multiport --dports", ports(row.dport.as_deref()).as_deref());
    words.one("-m pkttype --pkt-type", row.pkttype.map(PacketType::name));
    words.one("-m state --state", states(row.state.as_deref()).as_deref());
    words.one("-m conntrack --ctstate", states(row.ctstate.as_deref()).as_deref());
    words.one(F::ICMP, row.icmp.as_deref());
    words.one("-m limit --limit", row.limit.as_deref());
    words.one("--limit-burst", row.burst.as_deref());
    words.one("-j", row.jump.as_deref().or(row.action.map(Action::target)));
    words.one("-g", row.goto.as_deref());
    words.one("--to-destination", row.todest.as_deref());
    words.one("--to-source", row.tosource.as_deref());
    words.one("--to-ports", row.toports.as_deref());
    words.one("--to", row.to.as_deref());
    if let Some(prefix) = &row.log_prefix {
        words.text("--log-prefix", prefix);
    }
    words.one("--log-level", row.log_level.as_deref());
    words.one("--reject-with", row.reject.as_deref());
    words.text("-m comment --comment", &row.name);
    words.0
}

#[derive(Default)]
struct Words(Vec<String>);

impl Words {
    /// Adds an option if it has a value. A `!` in the value is moved before the option.
    fn one(&mut self, option: &str, value: Option<&str>) {
        let Some(value) = value else { return };
        let mut words: Vec<&str> = option.split(' ').collect();
        let bare = match value.strip_prefix('!') {
            Some(bare) => {
                words.insert(words.len() - 1, "!");
                bare.trim_start()
            }
            None => value,
        };
        // Only TCP flags consist of two words.
        let values: Vec<&str> = if option.ends_with("--tcp-flags") { bare.split(' ').collect() } else { vec![bare] };
        self.0.extend(words.into_iter().chain(values).map(str::to_owned));
    }

    /// Adds options of a module, with the module's name once.
    fn module(&mut self, name: &str, options: &[(&str, Option<&str>)]) {
        if options.iter().any(|(_, value)| value.is_some()) {
            self.0.extend(["-m".to_owned(), name.to_owned()]);
        }
        for (option, value) in options {
            self.one(option, *value);
        }
    }

    /// Adds an option with a text, even if the text begins with `!`.
    fn text(&mut self, option: &str, value: &str) {
        self.0.extend(option.split(' ').chain([value]).map(str::to_owned));
    }
}

fn ports(ports: Option<&[String]>) -> Option<String> {
    let ports = ports?;
    let mark = if ports.iter().any(|port| port.starts_with('!')) { "! " } else { "" };
    let bare: Vec<String> = ports.iter().map(|port| port.trim_start_matches(['!', ' ']).replace('-', ":")).collect();
    Some(format!("{mark}{}", bare.join(",")))
}

fn states(states: Option<&[Tracked]>) -> Option<String> {
    Some(states?.iter().map(|state| state.name()).collect::<Vec<_>>().join(","))
}

/// Implements conversions between an enum and the program's names of its values.
macro_rules! named {
    ($name:ident, $($value:ident = $text:literal),+) => {
        impl $name {
            pub(crate) fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $text),+
                }
            }

            pub(crate) fn from_name(name: &str) -> Option<Self> {
                [$(Self::$value),+].into_iter().find(|value| value.name() == name)
            }
        }
    };
}

named!(Table, Nat = "nat", Mangle = "mangle", Filter = "filter", Raw = "raw", Rawpost = "rawpost");
named!(PacketType, Unicast = "unicast", Broadcast = "broadcast", Multicast = "multicast");
named!(
    Tracked,
    Dnat = "DNAT",
    Established = "ESTABLISHED",
    Invalid = "INVALID",
    New = "NEW",
    Related = "RELATED",
    Snat = "SNAT",
    Untracked = "UNTRACKED"
);

impl Action {
    pub(crate) fn target(self) -> &'static str {
        match self {
            Self::Accept => "ACCEPT",
            Self::Reject => "REJECT",
            Self::Drop => "DROP",
        }
    }

    pub(crate) fn from_target(target: &str) -> Option<Self> {
        [Self::Accept, Self::Reject, Self::Drop].into_iter().find(|action| action.target() == target)
    }
}
