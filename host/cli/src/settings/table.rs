//! The settings: names, types, defaults and help texts of those that are supported, and the names of Puppet's other settings.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use compiler::Strict;
use ownership::Checker;
use runtime::{KeepRuns, NoopGuards, RootCommands};

use super::texts::{Setting, SettingTexts};
use super::types::{
    ColorChoice, NodeTerminus, ReportProcessor, ResourceOrder, SettingType, StoreconfigsBackend, SyslogFacility,
};
use crate::console::Level;

/// Kinds of values, for the command line and `config print`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SettingKind {
    /// Any text.
    Text,
    /// `true` or `false`.
    Flag,
    /// A file or folder.
    Path,
    /// Folders, separated by colons.
    Paths,
    /// One of these.
    Choice(&'static [&'static str]),
    /// A time: seconds, or with a unit `s`, `m`, `h`, `d` or `y`; `unlimited`.
    Duration,
    /// Some of these, separated by commas.
    Choices(&'static [&'static str]),
    /// How many runs are kept, and how many bytes of what they replaced.
    Keep,
    /// Bytes, with a unit `K`, `M`, `G` or `T`.
    Size,
}

/// Description of a setting.
#[derive(Debug)]
pub(crate) struct SettingInfo {
    /// The name; Puppet's where Puppet has the setting.
    pub(crate) name: &'static str,
    /// The kind of its value.
    pub(crate) kind: SettingKind,
    /// The default value, with `$name` for other settings. Some directories get theirs from the system instead.
    pub(crate) default: &'static str,
    /// The help text.
    pub(crate) docs: &'static str,
    /// Whether the short help lists it.
    pub(crate) is_common: bool,
    /// Checks a value.
    check: fn(&str, &str) -> Result<()>,
}

impl SettingInfo {
    /// Checks that a value is valid for the setting.
    ///
    /// # Errors
    /// The value is not, with Puppet's message.
    pub(crate) fn check(&self, value: &str) -> Result<()> {
        (self.check)(self.name, value)
    }
}

macro_rules! settings {
    (@common common) => { true };
    (@common) => { false };
    (@each $(#[doc = $docs:literal] $([$common:ident])? $name:ident: $type:ty = $default:literal;)*) => {
        /// All supported settings, sorted by name.
        pub(crate) const SUPPORTED: &[SettingInfo] = &[$(SettingInfo {
            name: stringify!($name),
            kind: <$type as SettingType>::KIND,
            default: $default,
            docs: $docs.trim_ascii_start(),
            is_common: settings!(@common $($common)?),
            check: |name, value| <$type as SettingType>::parse(name, value).map(drop),
        }),*];

        /// The settings of a run: one field for each, from flags, the environment, `marotte.conf` or its default.
        #[derive(Debug, Clone)]
        #[expect(dead_code, reason = "some settings serve only in other settings and as `$settings::NAME`")]
        pub(crate) struct Settings {
            /// The managed tree (`--root`).
            pub(crate) root: PathBuf,
            /// The check of files that decide what a run does, see `strict_permissions`.
            pub(crate) checker: Arc<Checker>,
            /// The texts that the values were read from.
            pub(crate) texts: SettingTexts,
            $(#[doc = $docs] pub(crate) $name: Setting<$type>,)*
        }

        impl Settings {
            /// Reads all values.
            ///
            /// # Errors
            /// A setting depends on itself or on an unknown one, or its value is not valid.
            pub(super) fn read(root: PathBuf, texts: SettingTexts) -> Result<Self> {
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
    /// The file that keeps two runs from meeting
    agent_catalog_run_lockfile: PathBuf = "$statedir/agent_catalog_run.lock";
    /// Folders that hold modules for all environments, separated by colons
    basemodulepath: Vec<PathBuf> = "$codedir/modules:/usr/share/puppet/modules";
    /// Where the native code of components is kept; beneath vardir if that is set
    cache: PathBuf = "";
    /// Where the last good catalog of each node is kept
    catalog_cache_dir: PathBuf = "$vardir/client_data/catalog";
    /// The node's name, instead of the fact networking.fqdn
    [common] certname: String = "";
    /// Where the classes of a run are listed, for --loadclasses
    classfile: PathBuf = "$statedir/classes.txt";
    /// The folder of environments and modules
    codedir: PathBuf = "$confdir";
    /// When to use colours: auto is on a terminal, unless NO_COLOR is set
    [common] color: ColorChoice = "auto";
    /// Maximum memory of a compilation
    compile_memory: usize = "2G";
    /// The folder of configuration
    confdir: PathBuf = "";
    /// The file of settings
    config: PathBuf = "$confdir/marotte.conf";
    /// A command that prints the version of the code
    config_version: String = "";
    /// Maximum time to read, hash, compare or copy the content of one file, or unlimited
    content_timeout: Option<Duration> = "30s";
    /// Tell changes apart that take back what someone else did since an earlier run
    corrective_changes: bool = "false";
    /// The file of the store of exported resources
    dblocation: PathBuf = "$statedir/exported.sqlite3";
    /// Where an environment has its manifests
    default_manifest: PathBuf = "./manifests";
    /// Have the schedules hourly, daily, weekly, monthly and never
    default_schedules: bool = "true";
    /// The environment
    [common] environment: String = "production";
    /// Where an environment has its data, in the way of Puppet 4.3
    environment_data_provider: String = "";
    /// Folders that hold environments, separated by colons
    environmentpath: Vec<PathBuf> = "$codedir/environments";
    /// Tell when each resource has its turn and how long it takes; with --verbose
    evaltrace: bool = "false";
    /// Maximum time of each program in facts.d, or unlimited
    external_fact_timeout: Option<Duration> = "30s";
    /// The command that classifies nodes, where node_terminus is exec
    external_nodes: String = "none";
    /// Write the graphs as .dot files to the folder of graphdir
    [common] graph: bool = "false";
    /// Where graphs are written
    graphdir: PathBuf = "$statedir/graphs";
    /// The hiera.yaml that counts for all environments
    hiera_config: PathBuf = "$confdir/hiera.yaml";
    /// Apply resources whatever their schedules say
    ignoreschedules: bool = "false";
    /// Facts of older Facter versions, such as osfamily, too
    include_legacy_facts: bool = "true";
    /// Where the last run is summed up
    lastrunfile: PathBuf = "$statedir/last_run_summary.yaml";
    /// Where the last run left its report
    lastrunreport: PathBuf = "$statedir/last_run_report.yaml";
    /// The least level of log lines that are shown
    log_level: Level = "notice";
    /// Where log lines go: console, syslog, files (.json and .jsonl as JSON), several with commas
    [common] logdest: String = "";
    /// The folder for log files
    logdir: PathBuf = "";
    /// The manifest of the environment, or the folder of them
    manifest: PathBuf = "";
    /// How long to wait for another run to end; unlimited is for ever
    maxwaitforlock: Option<Duration> = "1m";
    /// Folders that hold modules, separated by colons
    [common] modulepath: Vec<PathBuf> = "";
    /// Where nodes get their classes from: manifests alone, or a command, too
    node_terminus: NodeTerminus = "plain";
    /// Say what would change and change nothing
    [common] noop: bool = "false";
    /// Whether a dry run runs the commands that ask whether an exec is needed: where they can write nothing, as they are, or not
    noop_guards: NoopGuards = "restricted";
    /// How resources are ordered that nothing else orders; another order than the manifest's shows what it forgot to say
    ordering: ResourceOrder = "manifest";
    /// Tell when a resource used what another one changed later
    ordering_check: bool = "true";
    /// Where provider search looks: an index, or the folder or registry that has one
    provider_index: String = "";
    /// The file that says which providers of others are used, and exactly which bytes they are
    provider_lock: PathBuf = "$confdir/providers.lock";
    /// The file that says whose providers may be used, and what they may ask for
    provider_policy: PathBuf = "$confdir/policy.toml";
    /// Where providers are looked for by name: registries (oci://HOST/PREFIX) and folders, separated by commas or white space
    provider_sources: String = "";
    /// The folder of installed providers; always this machine's: the folder providers in vardir, or where that would be without --root
    provider_store: PathBuf = "";
    /// Keep a report of each run, and hand it on
    report: bool = "true";
    /// How many reports are kept, and how much of them
    report_keep: KeepRuns = "200, 500M";
    /// The folder of reports
    reportdir: PathBuf = "$statedir/reports";
    /// What becomes of reports: kept (store), told again (log), posted (http) or none, several with commas
    reports: Vec<ReportProcessor> = "store";
    /// Where reports are posted to
    reporturl: String = "http://localhost:3000/reports/upload";
    /// Where the resources of a run are listed
    resourcefile: PathBuf = "$statedir/resources.txt";
    /// Which commands may change this machine while --root names another tree: those of the manifest, those of types too, none
    root_commands: RootCommands = "given";
    /// The folder for what must not outlive a restart of the machine
    rundir: PathBuf = "";
    /// Show differences of contents
    [common] show_diff: bool = "false";
    /// No resources with one of these tags, separated by commas
    skip_tags: Vec<String> = "";
    /// The folder of journals, graphs and lists
    statedir: PathBuf = "$vardir";
    /// Where what schedules and audits need is kept from run to run
    statefile: PathBuf = "$statedir/state.json";
    /// Keep exported resources for other nodes, and collect theirs
    storeconfigs: bool = "false";
    /// How exported resources are kept
    storeconfigs_backend: StoreconfigsBackend = "sqlite";
    /// How strict to be about what is unwise
    strict: Strict = "warning";
    /// Refuse settings, state and programs that other users can change, and manifests that everybody can change
    strict_permissions: bool = "true";
    /// Treat an unknown variable as an error
    strict_variables: bool = "false";
    /// Sum a run up when it is over
    summarize: bool = "false";
    /// The facility of lines in the system's log
    syslogfacility: SyslogFacility = "daemon";
    /// Only resources with one of these tags, separated by commas
    tags: Vec<String> = "";
    /// Show what led to an error, each cause on a line
    trace: bool = "false";
    /// How many runs can be undone, and how much of what they replaced is kept
    undo_keep: KeepRuns = "50, 1G";
    /// Apply the last good catalog if the environment's manifests do not compile
    usecacheonfailure: bool = "true";
    /// The folder of state and caches
    [common] vardir: PathBuf = "";
    /// How often to look whether another run has ended; 0 is not to wait for it
    waitforlock: Option<Duration> = "0";
    /// List classes and resources of the catalog in classfile and resourcefile
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
pub(crate) enum NameStatus {
    /// A supported setting.
    Supported(&'static SettingInfo),
    /// A setting of Puppet that has no effect here.
    Unsupported,
    /// Not a setting, with the most similar name of a supported one, if there is one.
    Unknown(Option<&'static str>),
}

/// Looks up a setting by name.
pub(crate) fn find(name: &str) -> NameStatus {
    if let Some(setting) = SUPPORTED.iter().find(|setting| setting.name == name) {
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
        assert!(matches!(find("splay"), NameStatus::Unsupported));
        assert!(matches!(find("storeconfig"), NameStatus::Unknown(Some("storeconfigs"))));
        assert!(matches!(find("xyzzy"), NameStatus::Unknown(None)));
    }

    #[test]
    fn settings_are_sorted_by_name() {
        assert!(SUPPORTED.is_sorted_by_key(|setting| setting.name));
    }
}
