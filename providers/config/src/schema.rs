//! Schemas of the types. Each consists of a name, a file and a separator; to add a type, add a line.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::AbsolutePath;

    use crate::value::{Lowered, Name, Plain, SectionAndKey, Spelled};

    /// The setting has one value.
    ///
    /// The title consists of the section, a slash, and the name of the setting. Comments, order and indentation of the
    /// rest of the file are preserved. A new setting is added below a commented-out setting of the same name, or at the
    /// end of its section.
    #[resource(
        canonicalize,
        example = "file { '/etc/app':\n  ensure => directory,\n}\n{type} { 'DEFAULT/debug':\n  value => true,\n  path  => '/etc/app/app.conf',\n}"
    )]
    #[provider(name = "ini_setting", by = crate::Config<Single>, instances, docs = "A file with one value for each setting.")]
    #[member(
        name = "aodh_api_paste_ini",
        docs = "Manages a setting in `/etc/aodh/api-paste.ini`.",
        defaults(path = "/etc/aodh/api-paste.ini"),
        require(anchor = "aodh::install::end")
    )]
    #[member(
        name = "aodh_api_uwsgi_config",
        docs = "Manages a setting in `/etc/aodh/aodh-api-uwsgi.ini`.",
        defaults(path = "/etc/aodh/aodh-api-uwsgi.ini"),
        require(anchor = "aodh::install::end")
    )]
    #[member(
        name = "barbican_api_paste_ini",
        docs = "Manages a setting in `/etc/barbican/barbican-api-paste.ini`.",
        defaults(path = "/etc/barbican/barbican-api-paste.ini"),
        require(anchor = "barbican::install::end")
    )]
    #[member(
        name = "barbican_api_uwsgi_config",
        docs = "Manages a setting in `/etc/barbican/barbican-api-uwsgi.ini`.",
        defaults(path = "/etc/barbican/barbican-api-uwsgi.ini"),
        require(anchor = "barbican::install::end")
    )]
    #[member(
        name = "ceilometer_rootwrap_config",
        docs = "Manages a setting in `/etc/ceilometer/rootwrap.conf`.",
        defaults(path = "/etc/ceilometer/rootwrap.conf"),
        require(anchor = "ceilometer::install::end")
    )]
    #[member(
        name = "cinder_api_paste_ini",
        docs = "Manages a setting in `/etc/cinder/api-paste.ini`.",
        defaults(path = "/etc/cinder/api-paste.ini"),
        require(anchor = "cinder::install::end")
    )]
    #[member(
        name = "cinder_api_uwsgi_config",
        docs = "Manages a setting in `/etc/cinder/cinder-api-uwsgi.ini`.",
        defaults(path = "/etc/cinder/cinder-api-uwsgi.ini"),
        require(anchor = "cinder::install::end")
    )]
    #[member(
        name = "cinder_rootwrap_config",
        docs = "Manages a setting in `/etc/cinder/rootwrap.conf`.",
        defaults(path = "/etc/cinder/rootwrap.conf"),
        require(anchor = "cinder::install::end")
    )]
    #[member(
        name = "cloudkitty_api_paste_ini",
        docs = "Manages a setting in `/etc/cloudkitty/api_paste.ini`.",
        defaults(path = "/etc/cloudkitty/api_paste.ini"),
        require(anchor = "cloudkitty::install::end")
    )]
    #[member(
        name = "cloudkitty_api_uwsgi_config",
        docs = "Manages a setting in `/etc/cloudkitty/cloudkitty-api-uwsgi.ini`.",
        defaults(path = "/etc/cloudkitty/cloudkitty-api-uwsgi.ini"),
        require(anchor = "cloudkitty::install::end")
    )]
    #[member(
        name = "congress_api_paste_ini",
        docs = "Manages a setting in `/etc/congress/api-paste.ini`.",
        defaults(path = "/etc/congress/api-paste.ini"),
        require(package = "congress-server")
    )]
    #[member(
        name = "congress_config",
        docs = "Manages a setting in `/etc/congress/congress.conf`.",
        defaults(path = "/etc/congress/congress.conf"),
        require(package = "congress")
    )]
    #[member(
        name = "designate_api_paste_ini",
        docs = "Manages a setting in `/etc/designate/api-paste.ini`.",
        defaults(path = "/etc/designate/api-paste.ini"),
        require(anchor = "designate::install::end")
    )]
    #[member(
        name = "designate_api_uwsgi_config",
        docs = "Manages a setting in `/etc/designate/designate-api-uwsgi.ini`.",
        defaults(path = "/etc/designate/designate-api-uwsgi.ini"),
        require(anchor = "designate::install::end")
    )]
    #[member(
        name = "designate_rootwrap_config",
        docs = "Manages a setting in `/etc/designate/rootwrap.conf`.",
        defaults(path = "/etc/designate/rootwrap.conf"),
        require(anchor = "designate::install::end")
    )]
    #[member(
        name = "etcddiscovery_config",
        docs = "Manages a setting in `/etc/etcd-discovery/etcd-discovery.conf`.",
        defaults(path = "/etc/etcd-discovery/etcd-discovery.conf"),
        require(anchor = "etcddiscovery::install::end")
    )]
    #[member(
        name = "glance_api_paste_ini",
        docs = "Manages a setting in `/etc/glance/glance-api-paste.ini`.",
        defaults(path = "/etc/glance/glance-api-paste.ini"),
        require(anchor = "glance::install::end")
    )]
    #[member(
        name = "glance_api_uwsgi_config",
        docs = "Manages a setting in `/etc/glance/glance-api-uwsgi.ini`.",
        defaults(path = "/etc/glance/glance-api-uwsgi.ini"),
        require(anchor = "glance::install::end")
    )]
    #[member(
        name = "glance_image_import_config",
        docs = "Manages a setting in `/etc/glance/glance-image-import.conf`.",
        defaults(path = "/etc/glance/glance-image-import.conf"),
        require(anchor = "glance::install::end")
    )]
    #[member(
        name = "glance_rootwrap_config",
        docs = "Manages a setting in `/etc/glance/rootwrap.conf`.",
        defaults(path = "/etc/glance/rootwrap.conf"),
        require(anchor = "glance::install::end")
    )]
    #[member(
        name = "glance_swift_config",
        docs = "Manages a setting in `/etc/glance/glance-swift.conf`.",
        defaults(path = "/etc/glance/glance-swift.conf"),
        require(anchor = "glance::install::end")
    )]
    #[member(
        name = "gnocchi_api_paste_ini",
        docs = "Manages a setting in `/etc/gnocchi/api-paste.ini`.",
        defaults(path = "/etc/gnocchi/api-paste.ini"),
        require(anchor = "gnocchi::install::end")
    )]
    #[member(
        name = "gnocchi_api_uwsgi_config",
        docs = "Manages a setting in `/etc/gnocchi/gnocchi-api-uwsgi.ini`.",
        defaults(path = "/etc/gnocchi/gnocchi-api-uwsgi.ini"),
        require(anchor = "gnocchi::install::end")
    )]
    #[member(
        name = "heat_api_cfn_uwsgi_config",
        docs = "Manages a setting in `/etc/heat/heat-api-cfn-uwsgi.ini`.",
        defaults(path = "/etc/heat/heat-api-cfn-uwsgi.ini"),
        require(anchor = "heat::install::end")
    )]
    #[member(
        name = "heat_api_paste_ini",
        docs = "Manages a setting in `/etc/heat/api-paste.ini`.",
        defaults(path = "/etc/heat/api-paste.ini"),
        require(anchor = "heat::install::end")
    )]
    #[member(
        name = "heat_api_uwsgi_config",
        docs = "Manages a setting in `/etc/heat/heat-api-uwsgi.ini`.",
        defaults(path = "/etc/heat/heat-api-uwsgi.ini"),
        require(anchor = "heat::install::end")
    )]
    #[member(
        name = "keystone_puppet_config",
        docs = "Manages a setting in `/etc/keystone/puppet.conf`.",
        defaults(path = "/etc/keystone/puppet.conf"),
        require(anchor = "keystone::install::end", file = "/etc/keystone/puppet.conf")
    )]
    #[member(
        name = "keystone_uwsgi_config",
        docs = "Manages a setting in `/etc/keystone/keystone-uwsgi.ini`.",
        defaults(path = "/etc/keystone/keystone-uwsgi.ini"),
        require(anchor = "keystone::install::end", file = "/etc/keystone/keystone-uwsgi.ini")
    )]
    #[member(
        name = "magnum_api_paste_ini",
        docs = "Manages a setting in `/etc/magnum/api-paste.ini`.",
        defaults(path = "/etc/magnum/api-paste.ini"),
        require(anchor = "magnum::install::end")
    )]
    #[member(
        name = "magnum_api_uwsgi_config",
        docs = "Manages a setting in `/etc/magnum/magnum-api-uwsgi.ini`.",
        defaults(path = "/etc/magnum/magnum-api-uwsgi.ini"),
        require(file = "/etc/magnum/magnum-api-uwsgi.ini", anchor = "magnum::install::end")
    )]
    #[member(
        name = "manila_api_paste_ini",
        docs = "Manages a setting in `/etc/manila/api-paste.ini`.",
        defaults(path = "/etc/manila/api-paste.ini"),
        require(anchor = "manila::install::end")
    )]
    #[member(
        name = "manila_api_uwsgi_config",
        docs = "Manages a setting in `/etc/manila/manila-api-uwsgi.ini`.",
        defaults(path = "/etc/manila/manila-api-uwsgi.ini"),
        require(anchor = "manila::install::end")
    )]
    #[member(
        name = "manila_rootwrap_config",
        docs = "Manages a setting in `/etc/manila/rootwrap.conf`.",
        defaults(path = "/etc/manila/rootwrap.conf"),
        require(anchor = "manila::install::end")
    )]
    #[member(
        name = "murano_cfapi_config",
        docs = "Manages a setting in `/etc/murano/murano-cfapi.conf`.",
        defaults(path = "/etc/murano/murano-cfapi.conf"),
        require(anchor = "murano::install::end")
    )]
    #[member(
        name = "murano_cfapi_paste_ini_config",
        docs = "Manages a setting in `/etc/murano/murano-cfapi-paste.ini`.",
        defaults(path = "/etc/murano/murano-cfapi-paste.ini"),
        require(anchor = "murano::install::end")
    )]
    #[member(
        name = "murano_config",
        docs = "Manages a setting in `/etc/murano/murano.conf`.",
        defaults(path = "/etc/murano/murano.conf"),
        require(anchor = "murano::install::end")
    )]
    #[member(
        name = "murano_paste_ini_config",
        docs = "Manages a setting in `/etc/murano/murano-paste.ini`.",
        defaults(path = "/etc/murano/murano-paste.ini"),
        require(anchor = "murano::install::end")
    )]
    #[member(
        name = "eswitchd_config",
        docs = "Manages a setting in `/etc/neutron/plugins/ml2/eswitchd.conf`.",
        defaults(path = "/etc/neutron/plugins/ml2/eswitchd.conf"),
        require(anchor = "neutron::install::end")
    )]
    #[member(
        name = "ironic_neutron_agent_config",
        docs = "Manages a setting in `/etc/neutron/plugins/ml2/ironic_neutron_agent.ini`.",
        defaults(path = "/etc/neutron/plugins/ml2/ironic_neutron_agent.ini"),
        require(anchor = "neutron::install::end")
    )]
    #[member(
        name = "neutron_agent_linuxbridge",
        docs = "Manages a setting in `/etc/neutron/plugins/ml2/linuxbridge_agent.ini`.",
        defaults(path = "/etc/neutron/plugins/ml2/linuxbridge_agent.ini"),
        require(anchor = "neutron::install::end")
    )]
    #[member(
        name = "neutron_agent_macvtap",
        docs = "Manages a setting in `/etc/neutron/plugins/ml2/macvtap_agent.ini`.",
        defaults(path = "/etc/neutron/plugins/ml2/macvtap_agent.ini"),
        require(anchor = "neutron::install::end")
    )]
    #[member(
        name = "neutron_agent_ovs",
        docs = "Manages a setting in `/etc/neutron/plugins/ml2/openvswitch_agent.ini`.",
        defaults(path = "/etc/neutron/plugins/ml2/openvswitch_agent.ini"),
        require(anchor = "neutron::install::end")
    )]
    #[member(
        name = "neutron_agent_vpp",
        docs = "Manages a setting in `/etc/neutron/plugins/ml2/vpp_agent.ini`.",
        defaults(path = "/etc/neutron/plugins/ml2/vpp_agent.ini"),
        require(anchor = "neutron::install::end")
    )]
    #[member(
        name = "neutron_api_paste_ini",
        docs = "Manages a setting in `/etc/neutron/api-paste.ini`.",
        defaults(path = "/etc/neutron/api-paste.ini"),
        require(anchor = "neutron::install::end")
    )]
    #[member(
        name = "neutron_api_uwsgi_config",
        docs = "Manages a setting in `/etc/neutron/neutron-api-uwsgi.ini`.",
        defaults(path = "/etc/neutron/neutron-api-uwsgi.ini"),
        require(anchor = "neutron::install::end")
    )]
    #[member(
        name = "neutron_bgp_dragent_config",
        docs = "Manages a setting in `/etc/neutron/bgp_dragent.ini`.",
        defaults(path = "/etc/neutron/bgp_dragent.ini"),
        require(anchor = "neutron::install::end")
    )]
    #[member(
        name = "neutron_bgpvpn_bagpipe_config",
        docs = "Manages a setting in `/etc/neutron/bagpipe-bgp/bgp.conf`.",
        defaults(path = "/etc/neutron/bagpipe-bgp/bgp.conf"),
        require(anchor = "neutron::install::end")
    )]
    #[member(
        name = "neutron_dhcp_agent_config",
        docs = "Manages a setting in `/etc/neutron/dhcp_agent.ini`.",
        defaults(path = "/etc/neutron/dhcp_agent.ini"),
        require(anchor = "neutron::install::end")
    )]
    #[member(
        name = "neutron_l2gw_agent_config",
        docs = "Manages a setting in `/etc/neutron/l2gateway_agent.ini`.",
        defaults(path = "/etc/neutron/l2gateway_agent.ini"),
        require(anchor = "neutron::install::end")
    )]
    #[member(
        name = "neutron_l3_agent_config",
        docs = "Manages a setting in `/etc/neutron/l3_agent.ini`.",
        defaults(path = "/etc/neutron/l3_agent.ini"),
        require(anchor = "neutron::install::end")
    )]
    #[member(
        name = "neutron_metadata_agent_config",
        docs = "Manages a setting in `/etc/neutron/metadata_agent.ini`.",
        defaults(path = "/etc/neutron/metadata_agent.ini"),
        require(anchor = "neutron::install::end")
    )]
    #[member(
        name = "neutron_metering_agent_config",
        docs = "Manages a setting in `/etc/neutron/metering_agent.ini`.",
        defaults(path = "/etc/neutron/metering_agent.ini"),
        require(anchor = "neutron::install::end")
    )]
    #[member(
        name = "neutron_mlnx_agent_config",
        docs = "Manages a setting in `/etc/neutron/plugins/mlnx/mlnx_conf.ini`.",
        defaults(path = "/etc/neutron/plugins/mlnx/mlnx_conf.ini"),
        require(anchor = "neutron::install::end")
    )]
    #[member(
        name = "neutron_plugin_linuxbridge",
        docs = "Manages a setting in `/etc/neutron/plugins/linuxbridge/linuxbridge_conf.ini`.",
        defaults(path = "/etc/neutron/plugins/linuxbridge/linuxbridge_conf.ini")
    )]
    #[member(
        name = "neutron_plugin_ml2",
        docs = "Manages a setting in `/etc/neutron/plugins/ml2/ml2_conf.ini`.",
        defaults(path = "/etc/neutron/plugins/ml2/ml2_conf.ini"),
        require(anchor = "neutron::install::end")
    )]
    #[member(
        name = "neutron_plugin_nsx",
        docs = "Manages a setting in `/etc/neutron/plugins/vmware/nsx.ini`.",
        defaults(path = "/etc/neutron/plugins/vmware/nsx.ini"),
        require(anchor = "neutron::install::end", file = "/etc/neutron/plugins/vmware")
    )]
    #[member(
        name = "neutron_plugin_nuage",
        docs = "Manages a setting in `/etc/neutron/plugins/nuage/plugin.ini`.",
        defaults(path = "/etc/neutron/plugins/nuage/plugin.ini"),
        require(anchor = "neutron::install::end", file = "/etc/neutron/plugins/nuage/plugin.ini")
    )]
    #[member(
        name = "neutron_plugin_opencontrail",
        docs = "Manages a setting in `/etc/neutron/plugins/opencontrail/ContrailPlugin.ini`.",
        defaults(path = "/etc/neutron/plugins/opencontrail/ContrailPlugin.ini"),
        require(anchor = "neutron::install::end", file = "/etc/neutron/plugins/opencontrail")
    )]
    #[member(
        name = "neutron_rootwrap_config",
        docs = "Manages a setting in `/etc/neutron/rootwrap.conf`.",
        defaults(path = "/etc/neutron/rootwrap.conf"),
        require(anchor = "neutron::install::end")
    )]
    #[member(
        name = "neutron_sriov_agent_config",
        docs = "Manages a setting in `/etc/neutron/plugins/ml2/sriov_agent.ini`.",
        defaults(path = "/etc/neutron/plugins/ml2/sriov_agent.ini"),
        require(anchor = "neutron::install::end")
    )]
    #[member(
        name = "neutron_vpnaas_agent_config",
        docs = "Manages a setting in `/etc/neutron/vpn_agent.ini`.",
        defaults(path = "/etc/neutron/vpn_agent.ini"),
        require(anchor = "neutron::install::end")
    )]
    #[member(
        name = "ovn_metadata_agent_config",
        docs = "Manages a setting in `/etc/neutron/neutron_ovn_metadata_agent.ini`.",
        defaults(path = "/etc/neutron/neutron_ovn_metadata_agent.ini"),
        require(anchor = "neutron::install::end")
    )]
    #[member(
        name = "nova_api_metadata_uwsgi_config",
        docs = "Manages a setting in `/etc/nova/nova-api-metadata-uwsgi.ini`.",
        defaults(path = "/etc/nova/nova-api-metadata-uwsgi.ini"),
        require(anchor = "nova::install::end")
    )]
    #[member(
        name = "nova_api_paste_ini",
        docs = "Manages a setting in `/etc/nova/api-paste.ini`.",
        defaults(path = "/etc/nova/api-paste.ini"),
        require(anchor = "nova::install::end")
    )]
    #[member(
        name = "nova_api_uwsgi_config",
        docs = "Manages a setting in `/etc/nova/nova-api-uwsgi.ini`.",
        defaults(path = "/etc/nova/nova-api-uwsgi.ini"),
        require(anchor = "nova::install::end")
    )]
    #[member(
        name = "nova_rootwrap_config",
        docs = "Manages a setting in `/etc/nova/rootwrap.conf`.",
        defaults(path = "/etc/nova/rootwrap.conf"),
        require(anchor = "nova::install::end")
    )]
    #[member(
        name = "octavia_api_uwsgi_config",
        docs = "Manages a setting in `/etc/octavia/octavia-api-uwsgi.ini`.",
        defaults(path = "/etc/octavia/octavia-api-uwsgi.ini"),
        require(anchor = "octavia::install::end")
    )]
    #[member(
        name = "octavia_ovn_provider_config",
        docs = "Manages a setting in `/etc/octavia/conf.d/ovn.conf`.",
        defaults(path = "/etc/octavia/conf.d/ovn.conf"),
        require(anchor = "octavia::install::end")
    )]
    #[member(
        name = "panko_api_paste_ini",
        docs = "Manages a setting in `/etc/panko/api_paste.ini`.",
        defaults(path = "/etc/panko/api_paste.ini"),
        require(anchor = "panko::install::end")
    )]
    #[member(
        name = "panko_api_uwsgi_config",
        docs = "Manages a setting in `/etc/panko/panko-api-uwsgi.ini`.",
        defaults(path = "/etc/panko/panko-api-uwsgi.ini"),
        require(anchor = "panko::install::end")
    )]
    #[member(
        name = "panko_config",
        docs = "Manages a setting in `/etc/panko/panko.conf`.",
        defaults(path = "/etc/panko/panko.conf"),
        require(anchor = "panko::install::end")
    )]
    #[member(
        name = "placement_api_uwsgi_config",
        docs = "Manages a setting in `/etc/placement/placement-api-uwsgi.ini`.",
        defaults(path = "/etc/placement/placement-api-uwsgi.ini"),
        require(anchor = "placement::install::end")
    )]
    #[member(
        name = "sahara_api_paste_ini",
        docs = "Manages a setting in `/etc/sahara/api-paste.ini`.",
        defaults(path = "/etc/sahara/api-paste.ini"),
        require(anchor = "sahara::install::end")
    )]
    #[member(
        name = "sahara_api_uwsgi_config",
        docs = "Manages a setting in `/etc/sahara/sahara-api-uwsgi.ini`.",
        defaults(path = "/etc/sahara/sahara-api-uwsgi.ini"),
        require(anchor = "sahara::install::end")
    )]
    #[member(
        name = "swift_account_config",
        docs = "Manages a setting in `/etc/swift/account-server.conf`.",
        defaults(path = "/etc/swift/account-server.conf"),
        require(anchor = "swift::install::end")
    )]
    #[member(
        name = "swift_account_uwsgi_config",
        docs = "Manages a setting in `/etc/swift/swift-account-server-uwsgi.ini`.",
        defaults(path = "/etc/swift/swift-account-server-uwsgi.ini"),
        require(anchor = "swift::install::end")
    )]
    #[member(
        name = "swift_bench_config",
        docs = "Manages a setting in `/etc/swift/swift-bench.conf`.",
        defaults(path = "/etc/swift/swift-bench.conf"),
        require(anchor = "swift::install::end")
    )]
    #[member(
        name = "swift_config",
        docs = "Manages a setting in `/etc/swift/swift.conf`.",
        defaults(path = "/etc/swift/swift.conf"),
        require(anchor = "swift::install::end")
    )]
    #[member(
        name = "swift_container_config",
        docs = "Manages a setting in `/etc/swift/container-server.conf`.",
        defaults(path = "/etc/swift/container-server.conf"),
        require(anchor = "swift::install::end")
    )]
    #[member(
        name = "swift_container_reconciler_config",
        docs = "Manages a setting in `/etc/swift/container-reconciler.conf`.",
        defaults(path = "/etc/swift/container-reconciler.conf"),
        require(anchor = "swift::install::end")
    )]
    #[member(
        name = "swift_container_sync_realms_config",
        docs = "Manages a setting in `/etc/swift/container-sync-realms.conf`.",
        defaults(path = "/etc/swift/container-sync-realms.conf"),
        require(anchor = "swift::install::end")
    )]
    #[member(
        name = "swift_container_uwsgi_config",
        docs = "Manages a setting in `/etc/swift/swift-container-server-uwsgi.ini`.",
        defaults(path = "/etc/swift/swift-container-server-uwsgi.ini"),
        require(anchor = "swift::install::end")
    )]
    #[member(
        name = "swift_dispersion_config",
        docs = "Manages a setting in `/etc/swift/dispersion.conf`.",
        defaults(path = "/etc/swift/dispersion.conf"),
        require(anchor = "swift::install::end")
    )]
    #[member(
        name = "swift_drive_audit_config",
        docs = "Manages a setting in `/etc/swift/drive-audit.conf`.",
        defaults(path = "/etc/swift/drive-audit.conf"),
        require(anchor = "swift::install::end")
    )]
    #[member(
        name = "swift_internal_client_config",
        docs = "Manages a setting in `/etc/swift/internal-client.conf`.",
        defaults(path = "/etc/swift/internal-client.conf"),
        require(anchor = "swift::install::end")
    )]
    #[member(
        name = "swift_keymaster_config",
        docs = "Manages a setting in `/etc/swift/keymaster.conf`.",
        defaults(path = "/etc/swift/keymaster.conf"),
        require(anchor = "swift::install::end")
    )]
    #[member(
        name = "swift_memcache_config",
        docs = "Manages a setting in `/etc/swift/memcache.conf`.",
        defaults(path = "/etc/swift/memcache.conf"),
        require(anchor = "swift::install::end")
    )]
    #[member(
        name = "swift_object_config",
        docs = "Manages a setting in `/etc/swift/object-server.conf`.",
        defaults(path = "/etc/swift/object-server.conf"),
        require(anchor = "swift::install::end")
    )]
    #[member(
        name = "swift_object_expirer_config",
        docs = "Manages a setting in `/etc/swift/object-expirer.conf`.",
        defaults(path = "/etc/swift/object-expirer.conf"),
        require(anchor = "swift::install::end")
    )]
    #[member(
        name = "swift_proxy_config",
        docs = "Manages a setting in `/etc/swift/proxy-server.conf`.",
        defaults(path = "/etc/swift/proxy-server.conf"),
        require(anchor = "swift::install::end")
    )]
    #[member(
        name = "swift_proxy_uwsgi_config",
        docs = "Manages a setting in `/etc/swift/swift-proxy-server-uwsgi.ini`.",
        defaults(path = "/etc/swift/swift-proxy-server-uwsgi.ini"),
        require(anchor = "swift::install::end")
    )]
    #[member(
        name = "tempest_config",
        docs = "Manages a setting of Tempest, in the file given by `path`.",
        require(package = "tempest")
    )]
    pub struct Single {
        /// Whether the setting should exist.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The value, which can be Sensitive. `true` and `false` are written as `True` and `False`. Leading and
        /// trailing whitespace is ignored.
        #[property]
        pub value: Option<Spelled>,

        /// Whether the value is secret, so that it is not shown in messages.
        #[parameter(default = "false")]
        pub secret: Switch,

        /// A value that means that the setting should be absent.
        #[parameter(default = "<SERVICE DEFAULT>")]
        pub ensure_absent_val: String,

        /// The separator between the name and the value of a new setting.
        #[parameter(default = "=")]
        pub key_val_separator: String,

        /// The path of the file. It is created if missing; its directory must exist.
        #[parameter(required)]
        pub path: AbsolutePath,

        /// The section and the name of the setting, such as `DEFAULT/debug`. Defaults to the title.
        #[parameter(namevar)]
        pub name: SectionAndKey,
    }

    /// The setting has one or more values.
    ///
    /// The title consists of the section, a slash, and the name of the setting. Comments, order and indentation of the
    /// rest of the file are preserved. A new setting is added below a commented-out setting of the same name, or at the
    /// end of its section.
    #[resource(
        canonicalize,
        example = "file { '/etc/app':\n  ensure => directory,\n}\n{type} { 'DEFAULT/driver':\n  value => ['one', 'two'],\n  path  => '/etc/app/app.conf',\n}"
    )]
    #[provider(name = "openstackconfig", by = crate::Config<Multiple>, instances, docs = "A file in which a setting can occur several times.")]
    #[member(
        name = "aodh_config",
        docs = "Manages a setting in `/etc/aodh/aodh.conf`.",
        defaults(path = "/etc/aodh/aodh.conf"),
        require(anchor = "aodh::install::end")
    )]
    #[member(
        name = "barbican_config",
        docs = "Manages a setting in `/etc/barbican/barbican.conf`.",
        defaults(path = "/etc/barbican/barbican.conf"),
        require(anchor = "barbican::install::end")
    )]
    #[member(
        name = "ceilometer_config",
        docs = "Manages a setting in `/etc/ceilometer/ceilometer.conf`.",
        defaults(path = "/etc/ceilometer/ceilometer.conf"),
        require(anchor = "ceilometer::install::end")
    )]
    #[member(
        name = "cinder_config",
        docs = "Manages a setting in `/etc/cinder/cinder.conf`.",
        defaults(path = "/etc/cinder/cinder.conf"),
        require(anchor = "cinder::install::end")
    )]
    #[member(
        name = "cloudkitty_config",
        docs = "Manages a setting in `/etc/cloudkitty/cloudkitty.conf`.",
        defaults(path = "/etc/cloudkitty/cloudkitty.conf"),
        require(anchor = "cloudkitty::install::end")
    )]
    #[member(
        name = "designate_config",
        docs = "Manages a setting in `/etc/designate/designate.conf`.",
        defaults(path = "/etc/designate/designate.conf"),
        require(anchor = "designate::install::end")
    )]
    #[member(
        name = "designate_tlds_config",
        docs = "Manages a setting in `/etc/designate-tlds/designate-tlds.conf`.",
        defaults(path = "/etc/designate-tlds/designate-tlds.conf"),
        require(anchor = "designate::install::end")
    )]
    #[member(
        name = "glance_api_config",
        docs = "Manages a setting in `/etc/glance/glance-api.conf`.",
        defaults(path = "/etc/glance/glance-api.conf"),
        require(anchor = "glance::install::end")
    )]
    #[member(
        name = "glance_cache_config",
        docs = "Manages a setting in `/etc/glance/glance-cache.conf`.",
        defaults(path = "/etc/glance/glance-cache.conf"),
        require(anchor = "glance::install::end")
    )]
    #[member(
        name = "gnocchi_config",
        docs = "Manages a setting in `/etc/gnocchi/gnocchi.conf`.",
        defaults(path = "/etc/gnocchi/gnocchi.conf"),
        require(anchor = "gnocchi::install::end")
    )]
    #[member(
        name = "heat_config",
        docs = "Manages a setting in `/etc/heat/heat.conf`.",
        defaults(path = "/etc/heat/heat.conf"),
        require(anchor = "heat::install::end")
    )]
    #[member(
        name = "ironic_config",
        docs = "Manages a setting in `/etc/ironic/ironic.conf`.",
        defaults(path = "/etc/ironic/ironic.conf"),
        require(anchor = "ironic::install::end")
    )]
    #[member(
        name = "ironic_inspector_config",
        docs = "Manages a setting in `/etc/ironic-inspector/inspector.conf`.",
        defaults(path = "/etc/ironic-inspector/inspector.conf"),
        require(anchor = "ironic::install::end")
    )]
    #[member(
        name = "keystone_config",
        docs = "Manages a setting in `/etc/keystone/keystone.conf`.",
        defaults(path = "/etc/keystone/keystone.conf"),
        require(anchor = "keystone::install::end")
    )]
    #[member(
        name = "magnum_config",
        docs = "Manages a setting in `/etc/magnum/magnum.conf`.",
        defaults(path = "/etc/magnum/magnum.conf"),
        require(anchor = "magnum::install::end")
    )]
    #[member(
        name = "manila_config",
        docs = "Manages a setting in `/etc/manila/manila.conf`.",
        defaults(path = "/etc/manila/manila.conf"),
        require(anchor = "manila::install::end")
    )]
    #[member(
        name = "mistral_config",
        docs = "Manages a setting in `/etc/mistral/mistral.conf`.",
        defaults(path = "/etc/mistral/mistral.conf"),
        require(anchor = "mistral::install::end")
    )]
    #[member(
        name = "neutron_bgpvpn_service_config",
        docs = "Manages a setting in `/etc/neutron/networking_bgpvpn.conf`.",
        defaults(path = "/etc/neutron/networking_bgpvpn.conf"),
        require(anchor = "neutron::install::end")
    )]
    #[member(
        name = "neutron_config",
        docs = "Manages a setting in `/etc/neutron/neutron.conf`.",
        defaults(path = "/etc/neutron/neutron.conf"),
        require(anchor = "neutron::install::end")
    )]
    #[member(
        name = "neutron_l2gw_service_config",
        docs = "Manages a setting in `/etc/neutron/l2gw_plugin.ini`.",
        defaults(path = "/etc/neutron/l2gw_plugin.ini"),
        require(anchor = "neutron::install::end")
    )]
    #[member(
        name = "neutron_sfc_service_config",
        docs = "Manages a setting in `/etc/neutron/conf.d/neutron-server/networking-sfc.conf`.",
        defaults(path = "/etc/neutron/conf.d/neutron-server/networking-sfc.conf"),
        require(anchor = "neutron::install::end")
    )]
    #[member(
        name = "neutron_vpnaas_service_config",
        docs = "Manages a setting in `/etc/neutron/neutron_vpnaas.conf`.",
        defaults(path = "/etc/neutron/neutron_vpnaas.conf"),
        require(anchor = "neutron::install::end")
    )]
    #[member(
        name = "nova_config",
        docs = "Manages a setting in `/etc/nova/nova.conf`.",
        defaults(path = "/etc/nova/nova.conf"),
        require(anchor = "nova::install::end")
    )]
    #[member(
        name = "octavia_config",
        docs = "Manages a setting in `/etc/octavia/octavia.conf`.",
        defaults(path = "/etc/octavia/octavia.conf"),
        require(anchor = "octavia::install::end")
    )]
    #[member(
        name = "placement_config",
        docs = "Manages a setting in `/etc/placement/placement.conf`.",
        defaults(path = "/etc/placement/placement.conf"),
        require(anchor = "placement::install::end")
    )]
    #[member(
        name = "sahara_config",
        docs = "Manages a setting in `/etc/sahara/sahara.conf`.",
        defaults(path = "/etc/sahara/sahara.conf"),
        require(anchor = "sahara::install::end")
    )]
    pub struct Multiple {
        /// Whether the setting should exist.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The value, or a list of values in any order, each written on its own line; they can be Sensitive. `true` and
        /// `false` are written as `True` and `False`. Leading and trailing whitespace is ignored.
        #[property]
        pub value: Option<Vec<Spelled>>,

        /// Whether the value is secret, so that it is not shown in messages.
        #[parameter(default = "false")]
        pub secret: Switch,

        /// A value that means that the setting should be absent.
        #[parameter(default = "<SERVICE DEFAULT>")]
        pub ensure_absent_val: String,

        /// The separator between the name and the value of a new setting.
        #[parameter(default = "=")]
        pub key_val_separator: String,

        /// The path of the file. It is created if missing; its directory must exist.
        #[parameter(required)]
        pub path: AbsolutePath,

        /// The section and the name of the setting, such as `DEFAULT/debug`. Defaults to the title.
        #[parameter(namevar)]
        pub name: SectionAndKey,
    }

    /// The setting has one value. The file has no sections.
    ///
    /// The title is the name of the setting. Comments, order and indentation of the rest of the file are preserved. A
    /// new setting is added below a commented-out setting of the same name, or at the end of the file.
    #[resource(
        canonicalize,
        example = "file { '/etc/app':\n  ensure => directory,\n}\n{type} { 'log_level':\n  value => '3',\n  path  => '/etc/app/app.conf',\n}"
    )]
    #[provider(name = "ini_setting", by = crate::Config<Flat>, instances, docs = "A file with one value for each setting.")]
    #[member(
        name = "libvirtd_config",
        docs = "Manages a setting in `/etc/libvirt/libvirtd.conf`.",
        defaults(path = "/etc/libvirt/libvirtd.conf"),
        require(anchor = "nova::install::end")
    )]
    #[member(
        name = "virtlockd_config",
        docs = "Manages a setting in `/etc/libvirt/virtlockd.conf`.",
        defaults(path = "/etc/libvirt/virtlockd.conf"),
        require(anchor = "nova::install::end")
    )]
    #[member(
        name = "virtlogd_config",
        docs = "Manages a setting in `/etc/libvirt/virtlogd.conf`.",
        defaults(path = "/etc/libvirt/virtlogd.conf"),
        require(anchor = "nova::install::end")
    )]
    #[member(
        name = "virtnodedevd_config",
        docs = "Manages a setting in `/etc/libvirt/virtnodedevd.conf`.",
        defaults(path = "/etc/libvirt/virtnodedevd.conf"),
        require(anchor = "nova::install::end")
    )]
    #[member(
        name = "virtproxyd_config",
        docs = "Manages a setting in `/etc/libvirt/virtproxyd.conf`.",
        defaults(path = "/etc/libvirt/virtproxyd.conf"),
        require(anchor = "nova::install::end")
    )]
    #[member(
        name = "virtqemud_config",
        docs = "Manages a setting in `/etc/libvirt/virtqemud.conf`.",
        defaults(path = "/etc/libvirt/virtqemud.conf"),
        require(anchor = "nova::install::end")
    )]
    #[member(
        name = "virtsecretd_config",
        docs = "Manages a setting in `/etc/libvirt/virtsecretd.conf`.",
        defaults(path = "/etc/libvirt/virtsecretd.conf"),
        require(anchor = "nova::install::end")
    )]
    #[member(
        name = "virtstoraged_config",
        docs = "Manages a setting in `/etc/libvirt/virtstoraged.conf`.",
        defaults(path = "/etc/libvirt/virtstoraged.conf"),
        require(anchor = "nova::install::end")
    )]
    pub struct Flat {
        /// Whether the setting should exist.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The value, which can be Sensitive. Leading and trailing whitespace is ignored.
        #[property]
        pub value: Option<Plain>,

        /// Whether to put the value in double quotes, unless it begins with one.
        #[parameter(default = "false")]
        pub quote: Switch,

        /// Whether the value is secret, so that it is not shown in messages.
        #[parameter(default = "false")]
        pub secret: Switch,

        /// A value that means that the setting should be absent.
        #[parameter(default = "<SERVICE DEFAULT>")]
        pub ensure_absent_val: String,

        /// The separator between the name and the value of a new setting.
        #[parameter(default = "=")]
        pub key_val_separator: String,

        /// The path of the file. It is created if missing; its directory must exist.
        #[parameter(required)]
        pub path: AbsolutePath,

        /// The name of the setting, such as `log_level`. Defaults to the title.
        #[parameter(namevar)]
        pub name: Name,
    }

    /// The setting has one value.
    ///
    /// The title consists of the section, a slash, and the name of the setting. Comments, order and indentation of the
    /// rest of the file are preserved. A new setting is added below a commented-out setting of the same name, or at the
    /// end of its section.
    #[resource(
        canonicalize,
        example = "file { '/etc/app':\n  ensure => directory,\n}\n{type} { 'global/debug':\n  value => true,\n  path  => '/etc/app/app.conf',\n}"
    )]
    #[provider(name = "ini_setting", by = crate::Config<Ceph>, instances, docs = "A file with one value for each setting.")]
    #[member(
        name = "ceph_config",
        docs = "Manages a setting in `/etc/ceph/ceph.conf`.",
        defaults(path = "/etc/ceph/ceph.conf")
    )]
    pub struct Ceph {
        /// Whether the setting should exist.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The value, which can be Sensitive. `True` and `False` are written as `true` and `false`. Leading and
        /// trailing whitespace is ignored.
        #[property]
        pub value: Option<Lowered>,

        /// The path of the file. It is created if missing; its directory must exist.
        #[parameter(required)]
        pub path: AbsolutePath,

        /// The section and the name of the setting, such as `DEFAULT/debug`. Defaults to the title.
        #[parameter(namevar)]
        pub name: SectionAndKey,
    }

    /// A Boolean.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Switch {
        /// Yes.
        True,
        /// No.
        False,
    }
}

pub use package::*;
