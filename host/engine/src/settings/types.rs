//! Types of setting values and their textual forms.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, bail};
use catalog::Level;
use runtime::{KeepRuns, NoopGuards, RootCommands};
use value::Strict;

use super::table::SettingKind;
use super::{absolute, duration, keep, split};

/// The type of a setting.
pub trait SettingType: Sized {
    /// The kind of value, for the command line.
    const KIND: SettingKind;

    /// Parses the value of the setting `name`.
    ///
    /// # Errors
    /// Returns an error with Puppet's message if the text is not a valid value.
    fn parse(name: &str, text: &str) -> Result<Self>;
}

impl SettingType for String {
    const KIND: SettingKind = SettingKind::Text;

    fn parse(_name: &str, text: &str) -> Result<Self> {
        Ok(text.to_owned())
    }
}

/// A comma-separated list.
impl SettingType for Vec<String> {
    const KIND: SettingKind = SettingKind::Text;

    fn parse(_name: &str, text: &str) -> Result<Self> {
        Ok(list(text).map(str::to_owned).collect())
    }
}

/// Relative paths are relative to the current directory.
impl SettingType for PathBuf {
    const KIND: SettingKind = SettingKind::Path;

    fn parse(_name: &str, text: &str) -> Result<Self> {
        Ok(absolute(Path::new(text)))
    }
}

impl SettingType for Vec<PathBuf> {
    const KIND: SettingKind = SettingKind::Paths;

    fn parse(_name: &str, text: &str) -> Result<Self> {
        Ok(split(text))
    }
}

/// `None` is `unlimited`.
impl SettingType for Option<Duration> {
    const KIND: SettingKind = SettingKind::Duration;

    fn parse(name: &str, text: &str) -> Result<Self> {
        duration::parse(name, text)
    }
}

impl SettingType for KeepRuns {
    const KIND: SettingKind = SettingKind::Keep;

    fn parse(name: &str, text: &str) -> Result<Self> {
        keep::parse(name, text)
    }
}

/// A number of things, or of a port.
impl SettingType for u16 {
    const KIND: SettingKind = SettingKind::Number;

    fn parse(name: &str, text: &str) -> Result<Self> {
        match text.parse() {
            Ok(number) => Ok(number),
            Err(_) => {
                bail!("Invalid value '{text}' for parameter {name}: a number from 0 to {} is required", Self::MAX)
            }
        }
    }
}

/// A number of bytes.
impl SettingType for usize {
    const KIND: SettingKind = SettingKind::Size;

    fn parse(name: &str, text: &str) -> Result<Self> {
        Ok(Self::try_from(keep::parse_size(name, text)?).unwrap_or(Self::MAX))
    }
}

impl SettingType for bool {
    const KIND: SettingKind = SettingKind::Flag;

    fn parse(name: &str, text: &str) -> Result<Self> {
        match text {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => invalid(name, text, &["true", "false"]),
        }
    }
}

/// Implements the conversion between the values of a type and their names.
macro_rules! choices {
    ($type:ty: $($text:literal => $value:expr),+ $(,)?) => {
        impl SettingType for $type {
            const KIND: SettingKind = SettingKind::Choice(&[$($text),+]);

            fn parse(name: &str, text: &str) -> Result<Self> {
                match text {
                    $($text => Ok($value),)+
                    _ => invalid(name, text, &[$($text),+]),
                }
            }
        }
    };
}

/// Whether output is coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColorChoice {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

choices!(ColorChoice: "auto" => Self::Auto, "always" => Self::Always, "never" => Self::Never, "true" => Self::Always,
    "ansi" => Self::Always, "false" => Self::Never);

/// Exit codes of completed runs without detailed exit codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExitCodes {
    /// 0, even if resources failed.
    Puppet,
    /// 1 if resources failed.
    Strict,
}

choices!(ExitCodes: "puppet" => Self::Puppet, "strict" => Self::Strict);

/// The order of resources without relationships.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResourceOrder {
    /// The order of the manifest.
    Manifest,
    /// The order of the hashes of the titles.
    TitleHash,
    /// A random order.
    Random,
}

choices!(ResourceOrder: "manifest" => Self::Manifest, "title-hash" => Self::TitleHash, "random" => Self::Random);

/// The source of node classification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeTerminus {
    /// Manifests only.
    Plain,
    /// The command of `external_nodes`.
    Exec,
}

choices!(NodeTerminus: "plain" => Self::Plain, "exec" => Self::Exec);

/// The origin of the agent's catalog.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CatalogTerminus {
    /// The server.
    Rest,
    /// The manifests of this system.
    Compiler,
}

choices!(CatalogTerminus: "rest" => Self::Rest, "compiler" => Self::Compiler);

/// Certificates that are looked up in revocation lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RevocationCheck {
    /// The server's and those of intermediate authorities.
    Chain,
    /// The server's.
    Leaf,
    /// None.
    Off,
}

choices!(RevocationCheck: "chain" => Self::Chain, "leaf" => Self::Leaf, "false" => Self::Off, "true" => Self::Chain);

/// The database of exported resources.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoreconfigsBackend {
    /// The own database: that of the setting `database_url`, or the SQLite file of `dblocation`.
    Sqlite,
    /// The PuppetDB of the file `puppetdb.conf`.
    PuppetDb,
}

choices!(StoreconfigsBackend: "sqlite" => Self::Sqlite, "puppetdb" => Self::PuppetDb);

choices!(NoopGuards: "restricted" => Self::Restricted, "free" => Self::Free, "skip" => Self::Skip);
choices!(RootCommands: "given" => Self::Given, "all" => Self::All, "none" => Self::None);
choices!(Strict: "off" => Self::Off, "warning" => Self::Warning, "error" => Self::Error);
choices!(
    Level:
    "debug" => Self::Debug,
    "info" => Self::Info,
    "notice" => Self::Notice,
    "warning" => Self::Warning,
    "err" => Self::Err,
    "alert" => Self::Alert,
    "emerg" => Self::Emerg,
    "crit" => Self::Crit,
);

/// A syslog facility, with its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SyslogFacility(pub u8);

choices!(
    SyslogFacility:
    "auth" => Self(4),
    "authpriv" => Self(10),
    "cron" => Self(9),
    "daemon" => Self(3),
    "ftp" => Self(11),
    "kern" => Self(0),
    "local0" => Self(16),
    "local1" => Self(17),
    "local2" => Self(18),
    "local3" => Self(19),
    "local4" => Self(20),
    "local5" => Self(21),
    "local6" => Self(22),
    "local7" => Self(23),
    "lpr" => Self(6),
    "mail" => Self(2),
    "news" => Self(7),
    "syslog" => Self(5),
    "user" => Self(1),
    "uucp" => Self(8),
);

/// A destination of reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportProcessor {
    /// The directory `reportdir`.
    Store,
    /// The log.
    Log,
    /// The URL `reporturl`.
    Http,
    /// A text file for Prometheus in the directory `textfile_directory`.
    Prometheus,
    /// The database of nodes, or the PuppetDB of the file `puppetdb.conf`.
    PuppetDb,
    /// No report processor.
    None,
}

impl ReportProcessor {
    const NAMES: &[&str] = &["store", "log", "http", "prometheus", "puppetdb", "none"];

    /// Returns the name of the processor, as in the setting.
    pub fn name(self) -> &'static str {
        match self {
            Self::Store => "store",
            Self::Log => "log",
            Self::Http => "http",
            Self::Prometheus => "prometheus",
            Self::PuppetDb => "puppetdb",
            Self::None => "none",
        }
    }
}

impl SettingType for Vec<ReportProcessor> {
    const KIND: SettingKind = SettingKind::Choices(ReportProcessor::NAMES);

    fn parse(name: &str, text: &str) -> Result<Self> {
        let processor = |text| match text {
            "store" => Ok(ReportProcessor::Store),
            "log" => Ok(ReportProcessor::Log),
            "http" => Ok(ReportProcessor::Http),
            "prometheus" => Ok(ReportProcessor::Prometheus),
            "puppetdb" => Ok(ReportProcessor::PuppetDb),
            "none" => Ok(ReportProcessor::None),
            _ => invalid(name, text, ReportProcessor::NAMES),
        };
        list(text).map(processor).collect()
    }
}

/// Returns the elements of a comma-separated list.
fn list(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|element| !element.is_empty())
}

/// Returns Puppet's error for a value that is not allowed.
fn invalid<T>(name: &str, value: &str, allowed: &[&str]) -> Result<T> {
    let allowed: Vec<String> = allowed.iter().map(|choice| format!("'{choice}'")).collect();
    bail!("Invalid value '{value}' for parameter {name}. Allowed values are {}", allowed.join(", "))
}
