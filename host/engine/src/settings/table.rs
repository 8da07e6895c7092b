//! Table of settings: names, types, defaults and help texts of the supported ones, and the names of Puppet's other
//! settings.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use catalog::Level;
use ownership::Checker;
use runtime::{KeepRuns, NoopGuards, RootCommands};
use value::Strict;

use super::texts::{Setting, SettingTexts};
use super::types::{
    CatalogTerminus, ColorChoice, ExitCodes, NodeTerminus, ReportProcessor, ResourceOrder, RevocationCheck,
    SettingType, StoreconfigsBackend, SyslogFacility,
};

/// Kinds of values, for the command line and `config print`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettingKind {
    /// Any text.
    Text,
    /// A number.
    Number,
    /// `true` or `false`.
    Flag,
    /// A file or directory.
    Path,
    /// Directories, separated by colons.
    Paths,
    /// One of the given values.
    Choice(&'static [&'static str]),
    /// A time: seconds, or with a unit `s`, `m`, `h`, `d` or `y`; `unlimited`.
    Duration,
    /// Some of the given values, separated by commas.
    Choices(&'static [&'static str]),
    /// A number of runs and a number of bytes.
    Keep,
    /// Bytes, with a unit `K`, `M`, `G` or `T`.
    Size,
}

/// Description of a setting.
#[derive(Debug)]
pub struct SettingInfo {
    /// The name, which is Puppet's for settings that exist in Puppet.
    pub name: &'static str,
    /// The kind of its value.
    pub kind: SettingKind,
    /// The default value, with `$name` for other settings. The defaults of some directories depend on the system.
    pub default: &'static str,
    /// The help text.
    pub docs: &'static str,
    /// Whether the short help lists it.
    pub is_common: bool,
    /// Checks a value.
    check: fn(&str, &str) -> Result<()>,
}

impl SettingInfo {
    /// Checks that a value is valid for the setting.
    ///
    /// # Errors
    /// Returns an error with Puppet's message if the value is invalid.
    pub fn check(&self, value: &str) -> Result<()> {
        (self.check)(self.name, value)
    }
}

macro_rules! settings {
    (@common common) => { true };
    (@common) => { false };
    (@each $(#[doc = $docs:literal] $([$common:ident])? $name:ident: $type:ty = $default:literal;)*) => {
        /// All supported settings, sorted by name.
        pub const SUPPORTED: &[SettingInfo] = &[$(SettingInfo {
            name: stringify!($name),
            kind: <$type as SettingType>::KIND,
            default: $default,
            docs: $docs.trim_ascii_start(),
            is_common: settings!(@common $($common)?),
            check: |name, value| <$type as SettingType>::parse(name, value).map(drop),
        }),*];

        /// The settings of a run: one field for each, from flags, the environment, `marotte.conf` or its default.
        #[derive(Debug, Clone)]
        pub struct Settings {
            /// The managed tree (`--root`).
            pub root: PathBuf,
            /// The check of files that decide what a run does, see `strict_permissions`.
            pub checker: Arc<Checker>,
            /// The texts that the values were read from.
            pub texts: SettingTexts,
            $(#[doc = $docs] pub $name: Setting<$type>,)*
        }

        impl Settings {
            /// Reads all values.
            ///
            /// # Errors
            /// Returns an error if a setting depends on itself or on an unknown one, or its value is not valid.
            pub fn read(root: PathBuf, texts: SettingTexts) -> Result<Self> {
                $(let $name = texts.read(stringify!($name))?;)*
                let mut settings = Self { root, checker: Arc::default(), texts, $($name),* };
                settings.checker = Arc::new(Checker::new(*settings.strict_permissions));
                Ok(settings)
            }
        }
    };
}

settings! {
    @each
    /// File with exceptions from the table of permissions of a server
    access_file: PathBuf = "$confdir/access.conf";
    /// Lock file that prevents concurrent runs
    agent_catalog_run_lockfile: PathBuf = "$statedir/agent_catalog_run.lock";
    /// File that disables the agent, with the reason
    agent_disabled_lockfile: PathBuf = "$statedir/agent_disabled.lock";
    /// Let nodes renew their certificates
    allow_auto_renewal: bool = "true";
    /// Validity of renewed certificates, and of those that nodes renew by themselves
    auto_renewal_cert_ttl: Option<Duration> = "60d";
    /// Which certificate requests are signed at once: true, false, a file with names and patterns, or a program
    autosign: String = "$confdir/autosign.conf";
    /// Directories of modules for all environments, separated by colons
    basemodulepath: Vec<PathBuf> = "$codedir/modules:/usr/share/puppet/modules";
    /// Fingerprint of the authority's certificate (SHA256), without which an agent trusts the first one that it receives
    ca_fingerprint: String = "";
    /// Port of the certificate authority
    ca_port: u16 = "$serverport";
    /// Host of the certificate authority
    ca_server: String = "$server";
    /// Validity of certificates that the authority signs
    ca_ttl: Option<Duration> = "5y";
    /// Directory of compiled components; a directory of vardir if that is set
    cache: PathBuf = "";
    /// Directory of the certificate authority
    cadir: PathBuf = "$ssldir/ca";
    /// Directory of the last good catalog of each node
    catalog_cache_dir: PathBuf = "$vardir/client_data/catalog";
    /// Where the agent gets its catalog: rest (from the server) or compiler (from the manifests of this system)
    catalog_terminus: CatalogTerminus = "rest";
    /// Directory of certificates
    certdir: PathBuf = "$ssldir/certs";
    /// Which certificates of servers must not be revoked: chain, leaf, or false (no check)
    certificate_revocation: RevocationCheck = "chain";
    /// Name of the node, instead of the fact networking.fqdn
    [common] certname: String = "";
    /// File that lists the classes of a run, for --loadclasses
    classfile: PathBuf = "$statedir/classes.txt";
    /// Program of a server that prints the content of a file for an environment, a code ID and a path
    code_content_command: PathBuf = "";
    /// Program of a server that prints the code ID of an environment
    code_id_command: PathBuf = "";
    /// Directory of environments and modules
    codedir: PathBuf = "$confdir";
    /// When to colour output; auto: on a terminal unless NO_COLOR is set
    [common] color: ColorChoice = "auto";
    /// Maximum memory of a compilation
    compile_memory: usize = "2G";
    /// Number of requests that can wait for the compilation of a catalog on a server
    compile_queue: u16 = "256";
    /// Number of catalogs that a server compiles at the same time; 0: one for each processor
    compile_threads: u16 = "0";
    /// Maximum time of a compilation on a server, or unlimited
    compile_timeout: Option<Duration> = "60s";
    /// Configuration directory
    confdir: PathBuf = "";
    /// Configuration file
    config: PathBuf = "$confdir/marotte.conf";
    /// Command that prints the version of the code
    config_version: String = "";
    /// Maximum time to read, hash, compare or copy the content of one file, or unlimited
    content_timeout: Option<Duration> = "30s";
    /// Mark changes that revert drift since the previous run as corrective
    corrective_changes: bool = "false";
    /// Time after which the agent retrieves the revocation lists again, or unlimited
    crl_refresh_interval: Option<Duration> = "1d";
    /// Attributes and extensions of the agent's certificate request
    csr_attributes: PathBuf = "$confdir/csr_attributes.yaml";
    /// Run the agent in the background
    daemonize: bool = "true";
    /// Replica of a PostgreSQL database that queries are sent to; empty: none
    database_read_url: String = "";
    /// Database with the facts, catalogs and reports of nodes: sqlite:FILE, postgres://USER@HOST/NAME; empty: none
    database_url: String = "";
    /// Database of nodes with their exported resources, if database_url is empty and storeconfigs is set: an SQLite file
    dblocation: PathBuf = "$statedir/fleet.sqlite3";
    /// Manifest or directory of manifests of environments that do not set their own
    default_manifest: PathBuf = "./manifests";
    /// Declare the schedules hourly, daily, weekly, monthly and never
    default_schedules: bool = "true";
    /// Alternative names in the agent's certificate request, separated by commas
    dns_alt_names: Vec<String> = "";
    /// Environment
    [common] environment: String = "production";
    /// Data provider of environments, as in Puppet 4.3
    environment_data_provider: String = "";
    /// How long a server uses an environment without looking for changes, or unlimited
    environment_timeout: Option<Duration> = "0";
    /// Directories of environments, separated by colons
    environmentpath: Vec<PathBuf> = "$codedir/environments";
    /// Log the start and duration of each resource; needs --verbose
    evaltrace: bool = "false";
    /// Exit codes of `apply` without --detailed-exitcodes: puppet (0 even if resources failed) or strict (1 if they did)
    exit_codes: ExitCodes = "puppet";
    /// Maximum time of each program in facts.d, or unlimited
    external_fact_timeout: Option<Duration> = "30s";
    /// Command that classifies nodes if node_terminus is exec
    external_nodes: String = "none";
    /// URL of a server that compiles the catalogs that need Ruby code which cannot run here
    fallback_server: String = "";
    /// File with further mounts of the file server
    fileserverconfig: PathBuf = "$confdir/fileserver.conf";
    /// Write dependency graphs as .dot files to graphdir
    [common] graph: bool = "false";
    /// Directory of graphs
    graphdir: PathBuf = "$statedir/graphs";
    /// Global hiera.yaml
    hiera_config: PathBuf = "$confdir/hiera.yaml";
    /// Time before its end at which the certificate of this system is renewed; 0: never
    hostcert_renewal_interval: Option<Duration> = "30d";
    /// Revocation lists of the certificate authorities
    hostcrl: PathBuf = "$ssldir/crl.pem";
    /// Maximum time to connect to a server, or unlimited
    http_connect_timeout: Option<Duration> = "2m";
    /// Additional headers of the agent's requests, NAME:VALUE, separated by commas
    http_extra_headers: Vec<String> = "";
    /// Host of the HTTP proxy of the agent
    http_proxy_host: String = "none";
    /// Password at the HTTP proxy
    http_proxy_password: String = "none";
    /// Port of the HTTP proxy
    http_proxy_port: u16 = "3128";
    /// User name at the HTTP proxy
    http_proxy_user: String = "none";
    /// Maximum time to wait for a part of a response, or unlimited
    http_read_timeout: Option<Duration> = "10m";
    /// Ignore schedules
    ignoreschedules: bool = "false";
    /// Provide legacy facts such as osfamily
    include_legacy_facts: bool = "true";
    /// Summary of the last run
    lastrunfile: PathBuf = "$statedir/last_run_summary.yaml";
    /// Report of the last run
    lastrunreport: PathBuf = "$statedir/last_run_report.yaml";
    /// Certificates of the authorities that this system trusts
    localcacert: PathBuf = "$certdir/ca.pem";
    /// Minimum level of log messages
    log_level: Level = "notice";
    /// Log destinations: console, syslog, files (.json and .jsonl as JSON), separated by commas
    [common] logdest: String = "";
    /// Directory of log files
    logdir: PathBuf = "";
    /// Manifest or directory of manifests of the environment
    manifest: PathBuf = "";
    /// Maximum number of connections to a server
    max_connections: u16 = "2000";
    /// Maximum size of a request to a server
    max_request_size: usize = "64M";
    /// Maximum time to wait for a signed certificate, or unlimited
    maxwaitforcert: Option<Duration> = "unlimited";
    /// Maximum time to wait for another run, or unlimited
    maxwaitforlock: Option<Duration> = "1m";
    /// Let the declarations of types in modules take precedence over built-in types of the same name in manifests
    module_types: bool = "true";
    /// Directories of modules, separated by colons
    [common] modulepath: Vec<PathBuf> = "";
    /// Hosts and domains that the agent connects to without the HTTP proxy
    no_proxy: Vec<String> = "localhost, 127.0.0.1";
    /// How nodes are classified: by manifests alone (plain) or also by a command (exec)
    node_terminus: NodeTerminus = "plain";
    /// Report changes without making them
    [common] noop: bool = "false";
    /// How `onlyif` and `unless` run under --noop: restricted (read-only sandbox), free, or skip
    noop_guards: NoopGuards = "restricted";
    /// Run the agent once, in the foreground
    onetime: bool = "false";
    /// Order of resources without relationships; other orders than manifest reveal missing relationships
    ordering: ResourceOrder = "manifest";
    /// Report missing dependencies between resources
    ordering_check: bool = "true";
    /// File with the process ID of the agent
    pidfile: PathBuf = "$rundir/agent.pid";
    /// Command that runs after each run, whose failure makes the run fail
    postrun_command: String = "";
    /// Command that runs before a catalog is applied, whose failure ends the run
    prerun_command: String = "";
    /// Directory of private keys
    privatekeydir: PathBuf = "$ssldir/private_keys";
    /// Index that `provider search` uses: a file, a directory or a registry
    provider_index: String = "";
    /// Lock file of third-party providers: versions, digests and grants
    provider_lock: PathBuf = "$confdir/providers.lock";
    /// Policy for third-party providers: trusted signers and maximum grants
    provider_policy: PathBuf = "$confdir/policy.toml";
    /// Sources of providers: registries (oci://HOST/PREFIX) and directories, separated by commas or white space
    provider_sources: String = "";
    /// Directory of installed providers; not affected by --root
    provider_store: PathBuf = "";
    /// Maximum time of a query of the database, with the transfer of its rows, or unlimited
    query_timeout: Option<Duration> = "10m";
    /// Save a report of each run and pass it to the report processors
    report: bool = "true";
    /// Number and total size of reports to keep
    report_keep: KeepRuns = "200, 500M";
    /// Port of the server that receives the agent's reports
    report_port: u16 = "$serverport";
    /// Host that receives the agent's reports
    report_server: String = "$server";
    /// Number and total size of reports that the agent keeps until the server can be reached
    report_spool: KeepRuns = "100, 64M";
    /// Directory of reports
    reportdir: PathBuf = "$statedir/reports";
    /// Report processors: store, log, http, prometheus or none, separated by commas
    reports: Vec<ReportProcessor> = "store";
    /// URL to which reports are posted
    reporturl: String = "http://localhost:3000/reports/upload";
    /// Directory of the agent's certificate request
    requestdir: PathBuf = "$ssldir/certificate_requests";
    /// File that lists the resources of a run
    resourcefile: PathBuf = "$statedir/resources.txt";
    /// Commands that may change this system under --root: given (from manifests), all, or none
    root_commands: RootCommands = "given";
    /// Directory of the installed Ruby interpreter; a directory of vardir if that is set
    ruby_store: PathBuf = "";
    /// Let the Ruby interpreter render all ERB templates, instead of those that the built-in one does not support
    ruby_templates: bool = "false";
    /// Directory of files that do not survive a reboot
    rundir: PathBuf = "";
    /// Interval between runs of the agent
    runinterval: Option<Duration> = "30m";
    /// Host of the server
    [common] server: String = "puppet";
    /// Servers, HOST or HOST:PORT, separated by commas; the agent uses the first one that responds
    server_list: Vec<String> = "";
    /// Port of the server
    serverport: u16 = "8140";
    /// URL of a server that answers all agents, and whose catalogs are compared with those of this server
    shadow_server: String = "";
    /// Show differences between files
    [common] show_diff: bool = "false";
    /// Skip resources with one of these tags, separated by commas
    skip_tags: Vec<String> = "";
    /// Delay the agent's first run by a random time
    splay: bool = "false";
    /// Maximum delay of splay
    splaylimit: Option<Duration> = "$runinterval";
    /// Directory of keys, certificates and revocation lists
    ssldir: PathBuf = "$confdir/ssl";
    /// Directory of journals, graphs and lists
    statedir: PathBuf = "$vardir";
    /// State of schedules and audits from previous runs
    statefile: PathBuf = "$statedir/state.json";
    /// Compile static catalogs, with descriptions of their sources, for nodes that request them
    static_catalogs: bool = "true";
    /// Store exported resources and collect those of other nodes
    storeconfigs: bool = "false";
    /// Database of exported resources: the own one, or the PuppetDB of puppetdb.conf
    storeconfigs_backend: StoreconfigsBackend = "sqlite";
    /// Whether questionable code is ignored, warned about or an error
    strict: Strict = "warning";
    /// Refuse a catalog of another environment than the agent's
    strict_environment_mode: bool = "false";
    /// Refuse settings, state and programs that other users can change, and manifests that everyone can change
    strict_permissions: bool = "true";
    /// Treat unknown variables as errors
    strict_variables: bool = "false";
    /// Print a summary of the run
    summarize: bool = "false";
    /// Facility of messages to syslog
    syslogfacility: SyslogFacility = "daemon";
    /// Apply only resources with one of these tags, separated by commas
    tags: Vec<String> = "";
    /// Directory of text files that the node_exporter of Prometheus reads
    textfile_directory: PathBuf = "";
    /// Show the causes of an error
    trace: bool = "false";
    /// Short names of extensions in certificates
    trusted_oid_mapping_file: PathBuf = "$confdir/custom_trusted_oid_mapping.yaml";
    /// Number of runs that can be undone and the total size of the data kept for them
    undo_keep: KeepRuns = "50, 1G";
    /// Maximum time of a request to the server in fallback_server or shadow_server, or unlimited
    upstream_timeout: Option<Duration> = "5m";
    /// Apply the last good catalog instead of requesting one
    use_cached_catalog: bool = "false";
    /// Apply the last good catalog if the manifests do not compile; the run still fails. If the server cannot be reached, the agent does so unless this is set to false
    usecacheonfailure: bool = "false";
    /// Directory of state and caches
    [common] vardir: PathBuf = "";
    /// Interval between requests for a certificate that is not signed yet; 0: do not wait
    waitforcert: Option<Duration> = "2m";
    /// Interval between attempts to get the lock of another run; 0: do not wait
    waitforlock: Option<Duration> = "0";
    /// Write the classes and resources of the catalog to classfile and resourcefile
    write_catalog_summary: bool = "false";
}

/// All settings of Puppet 7. Setting an unsupported one draws a warning.
const PUPPET: &str = "\
    agent_catalog_run_lockfile agent_disabled_lockfile allow_duplicate_certs always_retry_plugins autoflush autosign \
    basemodulepath binder_config bucketdir ca_fingerprint ca_name ca_port ca_server ca_ttl cacert cacrl cadir cakey \
    capub catalog_cache_terminus catalog_terminus cert_inventory certdir certificate_revocation certname ciphers \
    classfile client_datadir clientbucketdir clientyamldir code codedir color confdir config config_file_name \
    config_version configprint crl_refresh_interval csr_attributes csrdir daemonize data_binding_terminus \
    default_file_terminus default_manifest default_schedules deviceconfdir deviceconfig devicedir diff diff_args \
    digest_algorithm disable_i18n disable_per_environment_manifest disable_warnings dns_alt_names document_all \
    environment environment_data_provider environment_timeout environmentpath evaltrace exclude_unchanged_resources \
    external_nodes fact_name_length_soft_limit fact_value_length_soft_limit factpath facts_terminus fileserverconfig \
    filetimeout forge_authorization freeze_main genconfig genmanifest graph graphdir group hiera_config hostcert \
    hostcrl hostcsr hostprivkey hostpubkey http_connect_timeout http_debug http_extra_headers http_keepalive_timeout \
    http_proxy_host http_proxy_password http_proxy_port http_proxy_user http_read_timeout http_user_agent \
    ignore_plugin_errors ignoremissingtypes ignoreschedules include_legacy_facts key_type keylength lastrunfile \
    lastrunreport ldapattrs ldapbase ldapclassattrs ldapparentattr ldappassword ldapport ldapserver ldapssl \
    ldapstackedattrs ldapstring ldaptls ldapuser libdir localcacert localedest localesource location_trusted \
    log_level logdest logdir manage_internal_file_permissions manifest masterport max_deprecations max_errors \
    max_warnings maximum_uid maxwaitforcert maxwaitforlock merge_dependency_warnings mkusers module_groups \
    module_repository module_working_dir modulepath name named_curve no_proxy node_cache_terminus node_name_fact \
    node_name_value node_terminus noop number_of_facts_soft_limit onetime passfile path payload_soft_limit pidfile \
    plugindest pluginfactdest pluginfactsource pluginsignore pluginsource pluginsync postrun_command \
    preferred_serialization_format preprocess_deferred prerun_command preview_outputdir priority privatedir \
    privatekeydir profile publicdir publickeydir puppet_trace puppetdlog report report_include_system_store \
    report_port report_server reportdir reports reporturl requestdir resourcefile resubmit_facts rich_data \
    route_file rundir runinterval runtimeout serial server server_datadir server_list serverport settings_catalog \
    show_diff signeddir skip_tags sourceaddress splay splaylimit srv_domain ssl_client_header \
    ssl_client_verify_header ssl_lockfile ssl_trust_store ssldir statedir statefile statettl static_catalogs \
    storeconfigs storeconfigs_backend strict strict_environment_mode strict_variables summarize \
    supported_checksum_types syslogfacility tags tasks top_level_facts_soft_limit trace transactionstorefile \
    trusted_external_command trusted_oid_mapping_file use_cached_catalog use_last_environment use_srv_records \
    usecacheonfailure user vardir vendormoduledir versioned_environment_dirs waitforcert waitforlock \
    write_catalog_summary yamldir";

/// Result of looking up a setting by name.
#[derive(Debug)]
pub enum NameStatus {
    /// A supported setting.
    Supported(&'static SettingInfo),
    /// A setting of Puppet that has no effect here.
    Unsupported,
    /// An unknown name, with the most similar supported name if there is one.
    Unknown(Option<&'static str>),
}

/// Looks up a supported setting by name.
#[must_use]
pub fn supported(name: &str) -> Option<&'static SettingInfo> {
    SUPPORTED.binary_search_by(|setting| setting.name.cmp(name)).ok().and_then(|place| SUPPORTED.get(place))
}

/// Looks up a setting by name.
pub fn find(name: &str) -> NameStatus {
    if let Some(setting) = supported(name) {
        return NameStatus::Supported(setting);
    }
    if PUPPET.split_ascii_whitespace().any(|known| known == name) {
        return NameStatus::Unsupported;
    }
    NameStatus::Unknown(syntax::nearest(name, SUPPORTED.iter().map(|setting| setting.name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setting_names_are_supported_unsupported_or_unknown() {
        assert!(matches!(find("vardir"), NameStatus::Supported(setting) if setting.name == "vardir"));
        assert!(matches!(find("serial"), NameStatus::Unsupported));
        assert!(matches!(find("storeconfig"), NameStatus::Unknown(Some("storeconfigs"))));
        assert!(matches!(find("xyzzy"), NameStatus::Unknown(None)));
    }

    #[test]
    fn settings_are_sorted_by_name() {
        assert!(SUPPORTED.is_sorted_by_key(|setting| setting.name));
    }
}
