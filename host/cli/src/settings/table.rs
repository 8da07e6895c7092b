//! Owns the list of settings: those that Marotte honours, with what they are by default, and those of Puppet's that it does
//! not.

use anyhow::{Result, bail};

/// What kind of value a setting has.
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

/// A setting.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Setting {
    /// Its name; Puppet's where Puppet has it.
    pub(crate) name: &'static str,
    /// What kind of value it has.
    pub(crate) kind: SettingKind,
    /// Its value if nobody sets it, with `$name` for others. The folders at the root of all have theirs from the machine.
    pub(crate) default: &'static str,
    /// What it is for.
    pub(crate) docs: &'static str,
    /// Whether it is one of the few that a short help shows.
    pub(crate) is_common: bool,
}

impl Setting {
    /// Checks that a value is one that the setting can have.
    ///
    /// # Errors
    /// It is not.
    pub(crate) fn check(&self, value: &str) -> Result<()> {
        let allowed: &[&str] = match self.kind {
            SettingKind::Flag => &["true", "false"],
            SettingKind::Choice(choices) => choices,
            SettingKind::Duration => return super::duration::parse(self.name, value).map(drop),
            SettingKind::Keep => return super::keep::parse(self.name, value).map(drop),
            SettingKind::Size => return super::keep::parse_size(self.name, value).map(drop),
            SettingKind::Choices(choices) => {
                let names = value.split(',').map(str::trim).filter(|name| !name.is_empty());
                return names.into_iter().try_for_each(|name| self.check_one(name, choices));
            }
            SettingKind::Text | SettingKind::Path | SettingKind::Paths => return Ok(()),
        };
        self.check_one(value, allowed)
    }

    fn check_one(&self, value: &str, allowed: &[&str]) -> Result<()> {
        if allowed.contains(&value) {
            return Ok(());
        }
        let allowed: Vec<String> = allowed.iter().map(|choice| format!("'{choice}'")).collect();
        bail!("Invalid value '{value}' for parameter {}. Allowed values are {}", self.name, allowed.join(", "))
    }
}

const fn setting(name: &'static str, kind: SettingKind, default: &'static str, docs: &'static str) -> Setting {
    Setting { name, kind, default, docs, is_common: false }
}

/// A setting that a short help shows.
const fn common(name: &'static str, kind: SettingKind, default: &'static str, docs: &'static str) -> Setting {
    Setting { is_common: true, ..setting(name, kind, default, docs) }
}

/// The facilities of the system's log.
const FACILITIES: &[&str] = &[
    "auth", "authpriv", "cron", "daemon", "ftp", "kern", "local0", "local1", "local2", "local3", "local4", "local5",
    "local6", "local7", "lpr", "mail", "news", "syslog", "user", "uucp",
];

/// All settings that are honoured, by name.
pub(crate) const SUPPORTED: &[Setting] = &[
    setting(
        "agent_catalog_run_lockfile",
        SettingKind::Path,
        "$statedir/agent_catalog_run.lock",
        "The file that keeps two runs from meeting",
    ),
    setting(
        "basemodulepath",
        SettingKind::Paths,
        "$codedir/modules:/usr/share/puppet/modules",
        "Folders that hold modules for all environments, separated by colons",
    ),
    setting(
        "cache",
        SettingKind::Path,
        "",
        "Where the native code of components is kept; beneath vardir if that is set",
    ),
    setting(
        "catalog_cache_dir",
        SettingKind::Path,
        "$vardir/client_data/catalog",
        "Where the last good catalog of each node is kept",
    ),
    common("certname", SettingKind::Text, "", "The node's name, instead of the fact networking.fqdn"),
    setting(
        "classfile",
        SettingKind::Path,
        "$statedir/classes.txt",
        "Where the classes of a run are listed, for --loadclasses",
    ),
    setting("codedir", SettingKind::Path, "$confdir", "The folder of environments and modules"),
    common(
        "color",
        SettingKind::Choice(&["auto", "true", "ansi", "false"]),
        "auto",
        "When to use colours: auto is on a terminal, unless NO_COLOR is set",
    ),
    setting("compile_memory", SettingKind::Size, "2G", "Maximum memory of a compilation"),
    setting("confdir", SettingKind::Path, "", "The folder of configuration"),
    setting("config", SettingKind::Path, "$confdir/marotte.conf", "The file of settings"),
    setting("config_version", SettingKind::Text, "", "A command that prints the version of the code"),
    setting(
        "content_timeout",
        SettingKind::Duration,
        "30s",
        "Maximum time to read, hash, compare or copy the content of one file, or unlimited",
    ),
    setting(
        "corrective_changes",
        SettingKind::Flag,
        "false",
        "Tell changes apart that take back what someone else did since an earlier run",
    ),
    setting(
        "dblocation",
        SettingKind::Path,
        "$statedir/exported.sqlite3",
        "The file of the store of exported resources",
    ),
    setting("default_manifest", SettingKind::Path, "./manifests", "Where an environment has its manifests"),
    setting(
        "default_schedules",
        SettingKind::Flag,
        "true",
        "Have the schedules hourly, daily, weekly, monthly and never",
    ),
    common("environment", SettingKind::Text, "production", "The environment"),
    setting(
        "environment_data_provider",
        SettingKind::Text,
        "",
        "Where an environment has its data, in the way of Puppet 4.3",
    ),
    setting(
        "environmentpath",
        SettingKind::Paths,
        "$codedir/environments",
        "Folders that hold environments, separated by colons",
    ),
    setting(
        "evaltrace",
        SettingKind::Flag,
        "false",
        "Tell when each resource has its turn and how long it takes; with --verbose",
    ),
    setting(
        "external_fact_timeout",
        SettingKind::Duration,
        "30s",
        "Maximum time of each program in facts.d, or unlimited",
    ),
    setting(
        "external_nodes",
        SettingKind::Text,
        "none",
        "The command that classifies nodes, where node_terminus is exec",
    ),
    common("graph", SettingKind::Flag, "false", "Write the graphs as .dot files to the folder of graphdir"),
    setting("graphdir", SettingKind::Path, "$statedir/graphs", "Where graphs are written"),
    setting(
        "hiera_config",
        SettingKind::Path,
        "$confdir/hiera.yaml",
        "The hiera.yaml that counts for all environments",
    ),
    setting("ignoreschedules", SettingKind::Flag, "false", "Apply resources whatever their schedules say"),
    setting("include_legacy_facts", SettingKind::Flag, "true", "Facts of older Facter versions, such as osfamily, too"),
    setting("lastrunfile", SettingKind::Path, "$statedir/last_run_summary.yaml", "Where the last run is summed up"),
    setting("lastrunreport", SettingKind::Path, "$statedir/last_run_report.yaml", "Where the last run left its report"),
    setting(
        "log_level",
        SettingKind::Choice(&["debug", "info", "notice", "warning", "err", "alert", "emerg", "crit"]),
        "notice",
        "The least level of log lines that are shown",
    ),
    common(
        "logdest",
        SettingKind::Text,
        "",
        "Where log lines go: console, syslog, files (.json and .jsonl as JSON), several with commas",
    ),
    setting("logdir", SettingKind::Path, "", "The folder for log files"),
    setting("manifest", SettingKind::Path, "", "The manifest of the environment, or the folder of them"),
    setting(
        "maxwaitforlock",
        SettingKind::Duration,
        "1m",
        "How long to wait for another run to end; unlimited is for ever",
    ),
    common("modulepath", SettingKind::Paths, "", "Folders that hold modules, separated by colons"),
    setting(
        "node_terminus",
        SettingKind::Choice(&["plain", "exec"]),
        "plain",
        "Where nodes get their classes from: manifests alone, or a command, too",
    ),
    common("noop", SettingKind::Flag, "false", "Say what would change and change nothing"),
    setting(
        "noop_guards",
        SettingKind::Choice(&["restricted", "free", "skip"]),
        "restricted",
        "Whether a dry run runs the commands that ask whether an exec is needed: where they can write nothing, as they are, or not",
    ),
    setting(
        "ordering",
        SettingKind::Choice(&["manifest", "title-hash", "random"]),
        "manifest",
        "How resources are ordered that nothing else orders; another order than the manifest's shows what it forgot to say",
    ),
    setting("ordering_check", SettingKind::Flag, "true", "Tell when a resource used what another one changed later"),
    setting(
        "provider_index",
        SettingKind::Text,
        "",
        "Where provider search looks: an index, or the folder or registry that has one",
    ),
    setting(
        "provider_lock",
        SettingKind::Path,
        "$confdir/providers.lock",
        "The file that says which providers of others are used, and exactly which bytes they are",
    ),
    setting(
        "provider_policy",
        SettingKind::Path,
        "$confdir/policy.toml",
        "The file that says whose providers may be used, and what they may ask for",
    ),
    setting(
        "provider_sources",
        SettingKind::Text,
        "",
        "Where providers are looked for by name: registries (oci://HOST/PREFIX) and folders, separated by commas or white space",
    ),
    setting(
        "provider_store",
        SettingKind::Path,
        "",
        "The folder of installed providers; always this machine's: the folder providers in vardir, or where that would be without --root",
    ),
    setting("report", SettingKind::Flag, "true", "Keep a report of each run, and hand it on"),
    setting("report_keep", SettingKind::Keep, "200, 500M", "How many reports are kept, and how much of them"),
    setting("reportdir", SettingKind::Path, "$statedir/reports", "The folder of reports"),
    setting(
        "reports",
        SettingKind::Choices(&["store", "log", "http", "none"]),
        "store",
        "What becomes of reports: kept (store), told again (log), posted (http) or none, several with commas",
    ),
    setting("reporturl", SettingKind::Text, "http://localhost:3000/reports/upload", "Where reports are posted to"),
    setting("resourcefile", SettingKind::Path, "$statedir/resources.txt", "Where the resources of a run are listed"),
    setting(
        "root_commands",
        SettingKind::Choice(&["given", "all", "none"]),
        "given",
        "Which commands may change this machine while --root names another tree: those of the manifest, those of types too, none",
    ),
    setting("rundir", SettingKind::Path, "", "The folder for what must not outlive a restart of the machine"),
    common("show_diff", SettingKind::Flag, "false", "Show differences of contents"),
    setting("skip_tags", SettingKind::Text, "", "No resources with one of these tags, separated by commas"),
    setting("statedir", SettingKind::Path, "$vardir", "The folder of journals, graphs and lists"),
    setting(
        "statefile",
        SettingKind::Path,
        "$statedir/state.json",
        "Where what schedules and audits need is kept from run to run",
    ),
    setting("storeconfigs", SettingKind::Flag, "false", "Keep exported resources for other nodes, and collect theirs"),
    setting("storeconfigs_backend", SettingKind::Choice(&["sqlite"]), "sqlite", "How exported resources are kept"),
    setting(
        "strict",
        SettingKind::Choice(&["off", "warning", "error"]),
        "warning",
        "How strict to be about what is unwise",
    ),
    setting(
        "strict_permissions",
        SettingKind::Flag,
        "true",
        "Refuse settings, state and programs that other users can change, and manifests that everybody can change",
    ),
    setting("strict_variables", SettingKind::Flag, "false", "Treat an unknown variable as an error"),
    setting("summarize", SettingKind::Flag, "false", "Sum a run up when it is over"),
    setting("syslogfacility", SettingKind::Choice(FACILITIES), "daemon", "The facility of lines in the system's log"),
    setting("tags", SettingKind::Text, "", "Only resources with one of these tags, separated by commas"),
    setting("trace", SettingKind::Flag, "false", "Show what led to an error, each cause on a line"),
    setting(
        "undo_keep",
        SettingKind::Keep,
        "50, 1G",
        "How many runs can be undone, and how much of what they replaced is kept",
    ),
    setting(
        "usecacheonfailure",
        SettingKind::Flag,
        "true",
        "Apply the last good catalog if the environment's manifests do not compile",
    ),
    common("vardir", SettingKind::Path, "", "The folder of state and caches"),
    setting(
        "waitforlock",
        SettingKind::Duration,
        "0",
        "How often to look whether another run has ended; 0 is not to wait for it",
    ),
    setting(
        "write_catalog_summary",
        SettingKind::Flag,
        "false",
        "List classes and resources of the catalog in classfile and resourcefile",
    ),
];

/// All settings of Puppet 7: who sets one that is not honoured is told so.
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

/// What is known of a name.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NameStatus {
    /// A setting that is honoured.
    Honoured(&'static Setting),
    /// A setting of Puppet's that is not.
    Unsupported,
    /// No setting; the honoured one with the nearest name, if any is near.
    Unknown(Option<&'static str>),
}

/// Looks a name up.
pub(crate) fn find(name: &str) -> NameStatus {
    if let Some(setting) = SUPPORTED.iter().find(|setting| setting.name == name) {
        return NameStatus::Honoured(setting);
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
    fn names_are_honoured_not_honoured_or_unknown() {
        assert!(matches!(find("vardir"), NameStatus::Honoured(setting) if setting.name == "vardir"));
        assert_eq!(find("splay"), NameStatus::Unsupported);
        assert_eq!(find("storeconfig"), NameStatus::Unknown(Some("storeconfigs")));
        assert_eq!(find("xyzzy"), NameStatus::Unknown(None));
    }

    #[test]
    fn the_list_is_in_order() {
        assert!(SUPPORTED.is_sorted_by_key(|setting| setting.name));
    }
}
