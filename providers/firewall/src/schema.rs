//! Schemas of the types: their attributes, their documentation and their automatic relationships.

#[marotte_sdk::package]
mod package {
    use super::{Patterns, Unsupported};

    /// Manages a rule of the kernel's packet filter with `iptables` or `ip6tables`.
    ///
    /// The rules of a chain are ordered by name, so a name begins with a number. Rules that are not managed
    /// stay where they are; they are listed with a number above 9000, which other rules must not use, and
    /// with a warning if their attributes do not describe them completely. An attribute that is not given is
    /// not compared, and is removed when the rule is next changed. Names of hosts and services are not
    /// resolved. Of the matches and targets of Puppet's type, the documented ones are supported; attributes
    /// of others are rejected.
    #[resource(
        name = "firewall",
        canonicalize,
        relate,
        example = "firewall { '100 web servers':\n  proto  => 'tcp',\n  dport  => [80, 443],\n  source => '192.0.2.0/24',\n  action => \
                   'accept',\n}"
    )]
    #[provider(
        name = "iptables",
        by = crate::Ip4Rules,
        instances,
        confine(fact("kernel", "Linux"), command("iptables-save")),
        default_for(fact("kernel", "Linux")),
        docs = "Rules for IPv4. Runs `iptables-save` when each rule is applied, and persists changes across reboots \
                with the system's mechanism: `netfilter-persistent` on Debian, `iptables.init` on Red Hat."
    )]
    #[provider(
        name = "ip6tables",
        by = crate::Ip6Rules,
        instances,
        confine(fact("kernel", "Linux"), command("ip6tables-save")),
        docs = "Rules for IPv6."
    )]
    pub struct Firewall {
        /// The name: a number followed by a text. It is stored in the comment of the rule.
        #[parameter(namevar, data_type = "Pattern[/\\A\\d+[[:graph:][:space:]]+\\z/]")]
        pub name: String,

        /// Whether the rule should exist.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The address family of the rule. It takes precedence over `provider`.
        #[parameter]
        pub protocol: Option<Protocol>,

        /// How to handle several rules with the same name.
        #[parameter(default = "warn")]
        pub onduplicaterulebehaviour: Duplicate,

        /// The action for matching packets. For other targets, use `jump`.
        #[property]
        pub action: Option<Action>,

        /// The source of matching packets: an address, or a network such as `192.0.2.0/24`. A leading `! ` inverts the
        /// match.
        #[property]
        pub source: Option<String>,

        /// The destination of matching packets, like `source`.
        #[property]
        pub destination: Option<String>,

        /// The range of source addresses, such as `192.0.2.1-192.0.2.9`.
        #[property]
        pub src_range: Option<String>,

        /// The range of destination addresses, like `src_range`.
        #[property]
        pub dst_range: Option<String>,

        /// The source ports: numbers, and ranges such as `1-1024` or `1:1024`. A leading `! ` before each inverts the match.
        #[property]
        pub sport: Option<Vec<String>>,

        /// The destination ports, like `sport`.
        #[property]
        pub dport: Option<Vec<String>>,

        /// The protocol. A leading `! ` inverts the match.
        #[property(
            default = "tcp",
            data_type = "Pattern[/\\A(! )?(ip|tcp|udp|icmp|ipv6-icmp|esp|ah|vrrp|carp|igmp|ipencap|ipv4|ipv6|ospf|gre|cbt|sctp|pim|all)\\z/]"
        )]
        pub proto: String,

        /// The TCP flags to examine, and those of them that must be set: `SYN,RST,ACK SYN`.
        #[property]
        pub tcp_flags: Option<String>,

        /// The chain. It cannot be changed for an existing rule.
        #[property(default = "INPUT", data_type = "Pattern[/\\A[a-zA-Z0-9\\-_]+\\z/]")]
        pub chain: String,

        /// The table of the chain.
        #[property(default = "filter")]
        pub table: Table,

        /// The chain or target for matching packets. `accept`, `reject` and `drop` are the same as with `action`.
        #[property]
        pub jump: Option<String>,

        /// The chain in which processing continues, without returning.
        #[property]
        pub goto: Option<String>,

        /// The incoming interface; `eth+` matches all interfaces whose names begin with `eth`. A leading `! ` inverts
        /// the match.
        #[property(data_type = "Pattern[/\\A!?\\s?[a-zA-Z0-9\\-\\._\\+\\:@]+\\z/]")]
        pub iniface: Option<String>,

        /// The outgoing interface, like `iniface`.
        #[property(data_type = "Pattern[/\\A!?\\s?[a-zA-Z0-9\\-\\._\\+\\:@]+\\z/]")]
        pub outiface: Option<String>,

        /// The connection states of matching packets.
        #[property]
        pub state: Option<Vec<Tracked>>,

        /// The connection states of matching packets, for the `conntrack` match.
        #[property]
        pub ctstate: Option<Vec<Tracked>>,

        /// The ICMP type, by number or name.
        #[property]
        pub icmp: Option<String>,

        /// The maximum rate of matches, such as `50/sec`.
        #[property]
        pub limit: Option<String>,

        /// The number of initial matches before `limit` applies.
        #[property(data_type = "Pattern[/\\A\\d+\\z/]")]
        pub burst: Option<String>,

        /// The user who owns the sending socket, by name or id, or a range of ids.
        #[property(data_type = "Pattern[/\\A(! ?)?\\d+(-\\d+)?\\z/]")]
        pub uid: Option<String>,

        /// The group that owns the sending socket, like `uid`.
        #[property(data_type = "Pattern[/\\A(! ?)?\\d+(-\\d+)?\\z/]")]
        pub gid: Option<String>,

        /// The source MAC address.
        #[property(data_type = "Pattern[/\\A(?i:([0-9a-f]{2}[:]){5}([0-9a-f]{2}))\\z/]")]
        pub mac_source: Option<String>,

        /// The type of the destination address.
        #[property]
        pub pkttype: Option<PacketType>,

        /// The ICMP error sent to the sender with `action => reject`.
        #[property]
        pub reject: Option<String>,

        /// The prefix of log lines, with `jump => 'LOG'`.
        #[property]
        pub log_prefix: Option<String>,

        /// The level of log lines, with `jump => 'LOG'`, by number or name.
        #[property]
        pub log_level: Option<String>,

        /// The new source address, with `jump => 'SNAT'`.
        #[property]
        pub tosource: Option<String>,

        /// The new destination address, with `jump => 'DNAT'`.
        #[property]
        pub todest: Option<String>,

        /// The new destination or source ports, with `jump => 'REDIRECT'` or `jump => 'MASQUERADE'`.
        #[property]
        pub toports: Option<String>,

        /// The network that replaces the original one, with `jump => 'NETMAP'`.
        #[property]
        pub to: Option<String>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub bytecode: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub cgroup: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub checksum_fill: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub clamp_mss_to_pmtu: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub clusterip_clustermac: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub clusterip_hash_init: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub clusterip_hashmode: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub clusterip_local_node: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub clusterip_new: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub clusterip_total_nodes: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub condition: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub connlimit_above: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub connlimit_mask: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub connmark: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub ctdir: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub ctexpire: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub ctorigdst: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub ctorigdstport: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub ctorigsrc: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub ctorigsrcport: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub ctproto: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub ctrepldst: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub ctrepldstport: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub ctreplsrc: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub ctreplsrcport: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub ctstatus: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub date_start: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub date_stop: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub dst_cc: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub dst_type: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub gateway: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub hashlimit_above: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub hashlimit_burst: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub hashlimit_dstmask: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub hashlimit_htable_expire: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub hashlimit_htable_gcinterval: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub hashlimit_htable_max: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub hashlimit_htable_size: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub hashlimit_mode: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub hashlimit_name: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub hashlimit_srcmask: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub hashlimit_upto: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub helper: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub hop_limit: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub ipsec_dir: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub ipsec_policy: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub ipset: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub ipvs: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub isfirstfrag: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub isfragment: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub ishasmorefrags: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub islastfrag: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub kernel_timezone: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub length: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub log_ip_options: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub log_tcp_options: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub log_tcp_sequence: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub log_uid: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub mask: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub match_mark: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub month_days: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub mss: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub nflog_group: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub nflog_prefix: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub nflog_range: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub nflog_size: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub nflog_threshold: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub notrack: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub physdev_in: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub physdev_is_bridged: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub physdev_is_in: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub physdev_is_out: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub physdev_out: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub port: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub queue_bypass: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub queue_num: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub random: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub random_fully: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub rdest: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub reap: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub recent: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub rhitcount: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub rname: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub rpfilter: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub rseconds: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub rsource: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub rttl: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub set_dscp: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub set_dscp_class: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub set_mark: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub set_mss: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub socket: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub src_cc: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub src_type: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub stat_every: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub stat_mode: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub stat_packet: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub stat_probability: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub string: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub string_algo: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub string_from: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub string_hex: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub string_to: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub time_contiguous: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub time_start: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub time_stop: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub week_days: Option<Unsupported>,

        /// Not supported.
        #[parameter(data_type = "Any")]
        pub zone: Option<Unsupported>,
    }

    /// Manages a chain of rules.
    #[resource(
        name = "firewallchain",
        canonicalize,
        relate,
        example = "firewallchain { 'web:filter:IPv4':\n  purge => true,\n}"
    )]
    #[provider(
        name = "iptables_chain",
        by = crate::Chains,
        instances,
        generate,
        confine(fact("kernel", "Linux"), command("iptables-save")),
        default_for(fact("kernel", "Linux")),
        docs = "Chains for IPv4 and IPv6. Chains of bridges (`ethernet`) are rejected."
    )]
    pub struct Firewallchain {
        /// The name of the chain, its table and its protocol: `INPUT:filter:IPv4`.
        #[parameter(namevar)]
        pub name: String,

        /// Whether the chain should exist. Built-in chains always exist.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The action for packets that reach the end of a built-in chain.
        #[property]
        pub policy: Option<Policy>,

        /// Whether to remove rules of the chain that are not in the catalog.
        #[parameter(default = false)]
        pub purge: bool,

        /// Regular expressions: rules whose line in the output of `iptables-save` matches one of them are not
        /// removed.
        #[parameter]
        pub ignore: Option<Patterns>,

        /// Whether to keep rules that this type has not named.
        #[parameter(default = false)]
        pub ignore_foreign: bool,
    }

    /// Address families of a rule.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Protocol {
        /// IPv4.
        #[choice(name = "IPv4", aliases("iptables"))]
        Ipv4,
        /// IPv6.
        #[choice(name = "IPv6", aliases("ip6tables"))]
        Ipv6,
    }

    /// How to handle several rules with the same name.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Duplicate {
        /// Ignore them.
        Ignore,
        /// Log a warning.
        Warn,
        /// Report an error and change nothing.
        Error,
    }

    /// The action for a packet.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Action {
        /// The packet is accepted.
        Accept,
        /// The packet is dropped and the sender is notified.
        Reject,
        /// The packet is dropped.
        Drop,
    }

    /// A table.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Table {
        /// Address translation.
        Nat,
        /// Modification of packets.
        Mangle,
        /// Filtering of packets.
        Filter,
        /// Processing before connection tracking.
        Raw,
        /// Security labels for mandatory access control.
        Rawpost,
    }

    /// A connection state.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Tracked {
        /// The destination address was translated.
        #[choice(name = "DNAT")]
        Dnat,
        /// The packet belongs to an existing connection.
        #[choice(name = "ESTABLISHED")]
        Established,
        /// The packet does not belong to a valid connection.
        #[choice(name = "INVALID")]
        Invalid,
        /// The packet begins a connection.
        #[choice(name = "NEW")]
        New,
        /// The packet begins a connection that belongs to an existing one.
        #[choice(name = "RELATED")]
        Related,
        /// The source address was translated.
        #[choice(name = "SNAT")]
        Snat,
        /// The packet is not tracked.
        #[choice(name = "UNTRACKED")]
        Untracked,
    }

    /// The type of a destination address.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum PacketType {
        /// An address of this system.
        Unicast,
        /// Broadcast.
        Broadcast,
        /// Multicast.
        Multicast,
    }

    /// The policy of a chain.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Policy {
        /// The packet is accepted.
        Accept,
        /// The packet is dropped.
        Drop,
        /// The packet is passed to a program.
        Queue,
        /// Processing continues in the calling chain.
        Return,
    }
}

use marotte_sdk::prelude::*;
pub use package::*;

/// An attribute of Puppet's type that is not supported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsupported;

impl AttributeValue for Unsupported {
    fn from_value(_value: Value) -> Result<Self, InvalidValue> {
        Err("this attribute of Puppet's type is not supported".into())
    }

    fn into_value(self) -> Value {
        Value::Undef
    }
}

/// One regular expression, or a list of them.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Patterns(pub Vec<String>);

impl Patterns {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        let patterns = match value {
            Value::Array(values) => values.into_iter().map(String::from_value).collect::<Result<Vec<_>, _>>()?,
            Value::Text(text) => vec![text],
            Value::Boolean(false) => Vec::new(),
            _ => return Err("Ignore must be a string or an Array".into()),
        };
        Ok(Self(patterns))
    }
}
