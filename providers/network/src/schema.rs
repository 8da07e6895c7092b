//! Schemas of the types `network_config` and `network_route`.

#[marotte_sdk::package]
mod package {
    use crate::values::{Address, Mtu, Netmask, Options};

    /// Manages the configuration of a network interface in the files of the distribution.
    ///
    /// The configuration takes effect when the interface is started, for example on the next boot: a change does not start or
    /// stop it. Comments and the configuration of other interfaces are preserved.
    #[resource(
        name = "network_config",
        canonicalize,
        features(
            provider_options = "Options with any names can be set.",
            hotpluggable = "The system can start interfaces when they are detected.",
            startmode = "Interfaces have a start mode.",
            reconfigurable = "A changed configuration can be applied to the running interface."
        ),
        example = "file { '/etc/network':\n  ensure => directory,\n}\nnetwork_config { 'acme0':\n  method    => 'static',\n  ipaddress => \
                   '192.0.2.10',\n  netmask   => '255.255.255.0',\n  options   => { 'gateway' => '192.0.2.1', 'pre-up' => ['sleep 1', \
                   'sleep 2'] },\n}",
        example = "file { '/etc/network':\n  ensure => directory,\n}\nnetwork_config { 'acme0.42':\n  mode    => 'vlan',\n  hotplug => \
                   false,\n  mtu     => 1400,\n}"
    )]
    #[provider(
        name = "interfaces",
        by = crate::Interfaces,
        instances,
        features("provider_options", "hotpluggable"),
        confine(fact("os.family", "Debian")),
        default_for(fact("os.family", "Debian")),
        docs = "Edits the file `/etc/network/interfaces`. Files that it includes are not read."
    )]
    #[provider(
        name = "redhat",
        by = crate::Scripts,
        instances,
        features("provider_options", "hotpluggable"),
        confine(fact("os.family", "RedHat")),
        default_for(fact("os.family", "RedHat")),
        docs = "Edits the file `/etc/sysconfig/network-scripts/ifcfg-NAME`. Ignores `family`."
    )]
    #[provider(
        name = "sles",
        by = crate::Scripts,
        instances,
        features("provider_options", "startmode"),
        confine(fact("os.family", "Suse")),
        default_for(fact("os.family", "Suse")),
        docs = "Edits the file `/etc/sysconfig/network/ifcfg-NAME`. Ignores `family` and `onboot`."
    )]
    pub struct NetworkConfig {
        /// Whether the interface is configured.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The IP address.
        #[property(data_type = "Any")]
        pub ipaddress: Option<Address>,

        /// The network mask: an IP address such as `255.255.255.0`, or the number of bits.
        #[property(data_type = "Any")]
        pub netmask: Option<Netmask>,

        /// How the interface gets its address.
        #[property(default = "dhcp", is = String)]
        pub method: Method,

        /// The address family.
        #[property(default = "inet", is = String)]
        pub family: Family,

        /// Whether the interface is started on boot.
        #[property(default = "true")]
        pub onboot: Switch,

        /// Whether the interface is started when the system detects it.
        #[property(default = "true", features("hotpluggable"))]
        pub hotplug: Switch,

        /// When the interface is started: `STARTMODE` in the file.
        #[property(default = "auto", features("startmode"))]
        pub startmode: String,

        /// The maximum size of packets, from 42 to 65536.
        #[property(data_type = "Any")]
        pub mtu: Option<Mtu>,

        /// The kind of interface. With `vlan` and the provider `interfaces`, the name must end with a dot and the number of the
        /// VLAN, or `options` must have `vlan-raw-device`. With the provider `sles`, `options` must have `VLAN_ID`.
        #[property(default = "raw")]
        pub mode: Mode,

        /// All other options, as in the file. A value is a text, a number, or with the provider `interfaces` an array, which has a
        /// line for each element. If set, options that are not in this hash are removed.
        #[property(data_type = "Any")]
        pub options: Option<Options>,

        /// The name of the interface. Defaults to the title.
        #[parameter(namevar)]
        pub name: String,

        /// Whether the running interface gets a changed configuration. No provider supports it, so it is ignored.
        #[parameter(features("reconfigurable"))]
        pub reconfigure: Option<Switch>,
    }

    /// Manages a static route in the files of the distribution.
    ///
    /// The route takes effect when the interface is started. Comments and other routes are preserved. The title should be the
    /// destination: `default`, or an address and the number of bits of its mask.
    #[resource(
        name = "network_route",
        canonicalize,
        features(provider_options = "Options can be set."),
        example = "file { ['/etc/network', '/etc/network/if-up.d']:\n  ensure => directory,\n}\nfile { \
                   '/etc/network/if-up.d/20static-routes':\n  ensure => file,\n}\nnetwork_route { '198.51.100.0/24':\n  netmask   => \
                   '255.255.255.0',\n  gateway   => '192.0.2.1',\n  interface => 'acme0',\n  options   => 'table 200',\n  require   => \
                   File['/etc/network/if-up.d/20static-routes'],\n}"
    )]
    #[provider(
        name = "routes",
        by = crate::Routes,
        instances,
        features("provider_options"),
        confine(fact("os.family", "Debian"), path("/etc/network/if-up.d/20static-routes")),
        default_for(fact("os.family", "Debian")),
        docs = "Edits the file `/etc/network/routes`, which the package `ifupdown-extra` uses."
    )]
    #[provider(
        name = "redhat",
        by = crate::Routes,
        instances,
        features("provider_options"),
        confine(fact("os.family", "RedHat")),
        default_for(fact("os.family", "RedHat")),
        docs = "Edits the file `/etc/sysconfig/network-scripts/route-INTERFACE`."
    )]
    #[provider(
        name = "sles",
        by = crate::Routes,
        instances,
        features("provider_options"),
        confine(fact("os.family", "Suse")),
        default_for(fact("os.family", "Suse")),
        docs = "Edits the file `/etc/sysconfig/network/ifroute-INTERFACE`."
    )]
    pub struct NetworkRoute {
        /// Whether the route is configured.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The address of the destination, `default`, or with the provider `redhat` `local`, whose destination is the name of the
        /// resource. Defaults to the destination in the title.
        #[property]
        pub network: Option<String>,

        /// The network mask: an IP address such as `255.255.255.0`, or the number of bits. Required unless `network` is `local`.
        #[property(data_type = "Any")]
        pub netmask: Option<Netmask>,

        /// The IP address of the gateway. Required unless `network` is `local`.
        #[property(data_type = "Any")]
        pub gateway: Option<Address>,

        /// The name of the interface. Required.
        #[property]
        pub interface: Option<String>,

        /// The rest of the line, as in the file.
        #[property]
        pub options: Option<String>,

        /// The name of the route. Defaults to the title.
        #[parameter(namevar)]
        pub name: String,
    }

    /// Ways to get an address.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Method {
        /// The address of this resource.
        #[choice(aliases("none"))]
        Static,
        /// None: programs configure the interface.
        Manual,
        /// From a DHCP server.
        Dhcp,
        /// That of the loopback interface.
        Loopback,
    }

    /// Address families.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Family {
        /// IPv4.
        #[choice(aliases("inet4"))]
        Inet,
        /// IPv6.
        Inet6,
    }

    /// Kinds of interfaces.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Mode {
        /// Any interface except VLANs.
        Raw,
        /// A VLAN.
        Vlan,
    }

    /// A Boolean.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Switch {
        /// Yes.
        #[choice(aliases("yes"))]
        True,
        /// No.
        #[choice(aliases("no"))]
        False,
    }
}

pub use package::*;

impl From<bool> for Switch {
    fn from(is_on: bool) -> Self {
        if is_on { Self::True } else { Self::False }
    }
}

impl Switch {
    pub(crate) fn is_on(self) -> bool {
        self == Self::True
    }
}

impl Method {
    /// Returns its name in files.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Static => "static",
            Self::Manual => "manual",
            Self::Dhcp => "dhcp",
            Self::Loopback => "loopback",
        }
    }
}

impl Family {
    /// Returns its name in files.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Inet => "inet",
            Self::Inet6 => "inet6",
        }
    }
}
