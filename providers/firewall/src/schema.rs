//! Schemas of the types: their attributes, their documentation and their automatic relationships.

#[marotte_sdk::package]
mod package {
    use super::{Patterns, Unsupported};

    /// A rule of the kernel's packet filter, by `iptables` or `ip6tables`.
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
        docs = "Rules for IPv4. Asks `iptables-save` at each rule's turn, and lets the system keep what was changed over a restart: on \
                Debian by `netfilter-persistent`, on Red Hat by `iptables.init`."
    )]
    #[provider(
        name = "ip6tables",
        by = crate::Ip6Rules,
        instances,
        confine(fact("kernel", "Linux"), command("ip6tables-save")),
        docs = "Rules for IPv6."
    )]
    pub struct Firewall {
        /// The name: a number, and a text behind it. It is kept in the comment of the rule.
        #[parameter(namevar, data_type = "Pattern[/\\A\\d+[[:graph:][:space:]]+\\z/]")]
        pub name: String,

        /// Whether there is such a rule.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// How to handle several rules with the same name.
        #[parameter(default = "warn")]
        pub onduplicaterulebehaviour: Duplicate,

        /// What becomes of a packet that matches; for anything else there is `jump`.
        #[property]
        pub action: Option<Action>,

        /// Where it comes from: an address, or a network as `192.0.2.0/24`. With `! ` before it: from anywhere else.
        #[property]
        pub source: Option<String>,

        /// Where it goes to, likewise.
        #[property]
        pub destination: Option<String>,

        /// The addresses that it may come from, as `192.0.2.1-192.0.2.9`.
        #[property]
        pub src_range: Option<String>,

        /// The addresses that it may go to, likewise.
        #[property]
        pub dst_range: Option<String>,

        /// The ports that it may come from: numbers, and ranges as `1-1024`. Each with `! ` before it: any others.
        #[property]
        pub sport: Option<Vec<String>>,

        /// The ports that it may go to, likewise.
        #[property]
        pub dport: Option<Vec<String>>,

        /// The protocol. With `! ` before it: any other.
        #[property(
            default = "tcp",
            data_type = "Pattern[/\\A(! )?(ip|tcp|udp|icmp|ipv6-icmp|esp|ah|vrrp|carp|igmp|ipencap|ipv4|ipv6|ospf|gre|cbt|sctp|pim|all)\\z/]"
        )]
        pub proto: String,

        /// The flags of TCP to look at, and of these the ones that are set: `SYN,RST,ACK SYN`.
        #[property]
        pub tcp_flags: Option<String>,

        /// The chain. A rule can't be moved to another.
        #[property(default = "INPUT", data_type = "Pattern[/\\A[a-zA-Z0-9\\-_]+\\z/]")]
        pub chain: String,

        /// The table of the chain.
        #[property(default = "filter")]
        pub table: Table,

        /// The chain or target for matching packets, if not one of the values of `action`.
        #[property]
        pub jump: Option<String>,

        /// The chain where it goes on without coming back.
        #[property]
        pub goto: Option<String>,

        /// The interface that it comes in by; `eth+` is each whose name begins so. With `! ` before it: any other.
        #[property(data_type = "Pattern[/\\A!?\\s?[a-zA-Z0-9\\-\\._\\+\\:@]+\\z/]")]
        pub iniface: Option<String>,

        /// The interface that it goes out by, likewise.
        #[property(data_type = "Pattern[/\\A!?\\s?[a-zA-Z0-9\\-\\._\\+\\:@]+\\z/]")]
        pub outiface: Option<String>,

        /// The states of connection that it may be in.
        #[property]
        pub state: Option<Vec<Tracked>>,

        /// The states of connection that it may be in, as connection tracking knows them.
        #[property]
        pub ctstate: Option<Vec<Tracked>>,

        /// The type of ICMP, by number or name.
        #[property]
        pub icmp: Option<String>,

        /// How often it may match: `50/sec`.
        #[property]
        pub limit: Option<String>,

        /// How often it may match before `limit` counts.
        #[property(data_type = "Pattern[/\\A\\d+\\z/]")]
        pub burst: Option<String>,

        /// The user that it comes from, by number or range of numbers.
        #[property(data_type = "Pattern[/\\A(! ?)?\\d+(-\\d+)?\\z/]")]
        pub uid: Option<String>,

        /// The group that it comes from, likewise.
        #[property(data_type = "Pattern[/\\A(! ?)?\\d+(-\\d+)?\\z/]")]
        pub gid: Option<String>,

        /// The hardware address that it comes from.
        #[property(data_type = "Pattern[/\\A(?i:([0-9a-f]{2}[:]){5}([0-9a-f]{2}))\\z/]")]
        pub mac_source: Option<String>,

        /// The kind of packet by whom it is for.
        #[property]
        pub pkttype: Option<PacketType>,

        /// The ICMP error sent to the sender with `action => reject`.
        #[property]
        pub reject: Option<String>,

        /// What log lines begin with, with `jump => 'LOG'`.
        #[property]
        pub log_prefix: Option<String>,

        /// The level of log lines, with `jump => 'LOG'`, by number or name.
        #[property]
        pub log_level: Option<String>,

        /// The address that it comes from afterwards, with `jump => 'SNAT'`.
        #[property]
        pub tosource: Option<String>,

        /// The address that it goes to afterwards, with `jump => 'DNAT'`.
        #[property]
        pub todest: Option<String>,

        /// The ports that it goes to or comes from afterwards, with `jump => 'REDIRECT'` or `jump => 'MASQUERADE'`.
        #[property]
        pub toports: Option<String>,

        /// The network that takes the place of its own, with `jump => 'NETMAP'`.
        #[property]
        pub to: Option<String>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub bytecode: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub cgroup: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub checksum_fill: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub clamp_mss_to_pmtu: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub clusterip_clustermac: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub clusterip_hash_init: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub clusterip_hashmode: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub clusterip_local_node: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub clusterip_new: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub clusterip_total_nodes: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub condition: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub connlimit_above: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub connlimit_mask: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub connmark: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub ctdir: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub ctexpire: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub ctorigdst: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub ctorigdstport: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub ctorigsrc: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub ctorigsrcport: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub ctproto: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub ctrepldst: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub ctrepldstport: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub ctreplsrc: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub ctreplsrcport: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub ctstatus: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub date_start: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub date_stop: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub dst_cc: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub dst_type: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub gateway: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub hashlimit_above: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub hashlimit_burst: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub hashlimit_dstmask: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub hashlimit_htable_expire: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub hashlimit_htable_gcinterval: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub hashlimit_htable_max: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub hashlimit_htable_size: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub hashlimit_mode: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub hashlimit_name: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub hashlimit_srcmask: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub hashlimit_upto: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub helper: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub hop_limit: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub ipsec_dir: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub ipsec_policy: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub ipset: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub ipvs: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub isfirstfrag: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub isfragment: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub ishasmorefrags: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub islastfrag: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub kernel_timezone: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub length: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub log_ip_options: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub log_tcp_options: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub log_tcp_sequence: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub log_uid: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub mask: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub match_mark: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub month_days: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub mss: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub nflog_group: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub nflog_prefix: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub nflog_range: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub nflog_threshold: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub notrack: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub physdev_in: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub physdev_is_bridged: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub physdev_is_in: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub physdev_is_out: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub physdev_out: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub port: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub queue_bypass: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub queue_num: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub random: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub random_fully: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub rdest: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub reap: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub recent: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub rhitcount: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub rname: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub rpfilter: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub rseconds: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub rsource: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub rttl: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub set_dscp: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub set_dscp_class: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub set_mark: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub set_mss: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub socket: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub src_cc: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub src_type: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub stat_every: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub stat_mode: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub stat_packet: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub stat_probability: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub string: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub string_algo: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub string_from: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub string_hex: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub string_to: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub time_contiguous: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub time_start: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub time_stop: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub week_days: Option<Unsupported>,

        /// Refused: not supported here.
        #[parameter(data_type = "Any")]
        pub zone: Option<Unsupported>,
    }

    /// A chain of rules.
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
        docs = "Chains for IPv4 and IPv6. Those of bridges (`ethernet`) are refused."
    )]
    pub struct Firewallchain {
        /// The chain, its table and its protocol: `INPUT:filter:IPv4`.
        #[parameter(namevar)]
        pub name: String,

        /// Whether there is such a chain. Those that the kernel brings are always there.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// What becomes of a packet at the end of the chain, of one that the kernel brings.
        #[property]
        pub policy: Option<Policy>,

        /// Whether rules in the chain that the catalog does not have are removed.
        #[parameter(default = false)]
        pub purge: bool,

        /// Regular expressions: rules whose line in the output of `iptables-save` matches one of them are not
        /// removed.
        #[parameter]
        pub ignore: Option<Patterns>,

        /// Whether rules without a name of this type's kind are not removed.
        #[parameter(default = false)]
        pub ignore_foreign: bool,
    }

    /// How to handle several rules with the same name.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Duplicate {
        /// Nothing.
        Ignore,
        /// A warning.
        Warn,
        /// An error, and nothing is changed.
        Error,
    }

    /// What becomes of a packet.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Action {
        /// It goes on.
        Accept,
        /// The packet is dropped, and the sender is notified.
        Reject,
        /// It is thrown away.
        Drop,
    }

    /// A table.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Table {
        /// Addresses are translated.
        Nat,
        /// Packets are changed.
        Mangle,
        /// Packets are let through or not.
        Filter,
        /// Before connections are tracked.
        Raw,
        /// After all, before packets go out.
        Rawpost,
    }

    /// A state of connection.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Tracked {
        /// The address it goes to was translated.
        #[choice(name = "DNAT")]
        Dnat,
        /// There is one.
        #[choice(name = "ESTABLISHED")]
        Established,
        /// There can't be one.
        #[choice(name = "INVALID")]
        Invalid,
        /// It begins one.
        #[choice(name = "NEW")]
        New,
        /// It begins one that belongs to another.
        #[choice(name = "RELATED")]
        Related,
        /// The address it comes from was translated.
        #[choice(name = "SNAT")]
        Snat,
        /// It is not tracked.
        #[choice(name = "UNTRACKED")]
        Untracked,
    }

    /// A kind of packet.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum PacketType {
        /// For this machine.
        Unicast,
        /// For all.
        Broadcast,
        /// For several.
        Multicast,
    }

    /// What becomes of a packet at the end of a chain.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Policy {
        /// It goes on.
        Accept,
        /// It is thrown away.
        Drop,
        /// A program gets it.
        Queue,
        /// What the chain that it came from says.
        Return,
    }
}

use marotte_sdk::prelude::*;
pub use package::*;

/// What Puppet's type knows and this one does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsupported;

impl AttributeValue for Unsupported {
    fn from_value(_value: Value) -> Result<Self, InvalidValue> {
        Err("this attribute of Puppet's type is not supported here".into())
    }

    fn into_value(self) -> Value {
        Value::Undef
    }
}

/// One regular expression, or a list of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Patterns(pub Vec<String>);

impl AttributeValue for Patterns {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        let patterns = match value {
            Value::Array(values) => values.into_iter().map(String::from_value).collect::<Result<Vec<_>, _>>()?,
            Value::Text(text) => vec![text],
            Value::Boolean(false) => Vec::new(),
            _ => return Err("Ignore must be a string or an Array".into()),
        };
        Ok(Self(patterns))
    }

    fn into_value(self) -> Value {
        self.0.into_value()
    }
}
