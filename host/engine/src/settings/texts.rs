//! Textual values of settings: flags take precedence over environment variables, `marotte.conf` and defaults;
//! `$name` is interpolated.

use std::collections::BTreeMap;
use std::env;
use std::ops::Deref;
use std::path::PathBuf;

use anyhow::{Context as _, Result, anyhow, bail};
use catalog::Value;
use ownership::{Checker, OwnershipRule};

use super::file::{self, MAIN, SettingEntry};
use super::origin::{SettingOrigin, variable};
use super::split;
use super::table::{self, NameStatus, SUPPORTED, SettingKind};
use super::types::SettingType;

/// Maximum depth of references between settings; deeper references are treated as circular.
const MAX_DEPTH: usize = 16;

/// A setting with its value and origin.
#[derive(Debug, Clone)]
pub struct Setting<T> {
    /// The value, which the setting also dereferences to.
    pub value: T,
    /// The text of the value.
    pub text: String,
    origin: SettingOrigin,
}

impl<T> Setting<T> {
    /// Returns the text if it was given by a flag or an environment variable, ignoring files.
    pub fn given(&self) -> Option<&str> {
        self.is_given().then_some(self.text.as_str())
    }

    /// Returns whether the value was given by a flag or an environment variable.
    pub fn is_given(&self) -> bool {
        matches!(self.origin, SettingOrigin::Flag(_) | SettingOrigin::Variable(_))
    }

    /// Returns whether the value is the default.
    pub fn is_default(&self) -> bool {
        self.origin == SettingOrigin::Default
    }
}

impl<T> Deref for Setting<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

/// Sources of settings other than `marotte.conf`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SettingSources {
    /// Values from the command line, which take precedence over all others.
    pub flags: BTreeMap<String, String>,
    /// Values from the environment, which take precedence over the file.
    pub variables: BTreeMap<String, String>,
    /// Defaults that depend on the system; they may refer to settings.
    pub machine: BTreeMap<&'static str, String>,
}

/// The texts of all settings.
#[derive(Debug, Clone, Default)]
pub struct SettingTexts {
    sources: SettingSources,
    path: PathBuf,
    file: Vec<SettingEntry>,
    /// The applicable sections of the file, in order of precedence.
    sections: Vec<String>,
}

/// The section of the agent.
const AGENT: &str = "agent";

/// The setting of dry runs.
const NOOP: &str = "noop";

/// A setting that a file can disable only if the file has passed the check itself.
const STRICT_PERMISSIONS: &str = "strict_permissions";

impl SettingTexts {
    /// Reads `marotte.conf`; the section `section` takes precedence over `main`. Also returns warnings about
    /// settings that have no effect.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or contains a setting that is unknown or not allowed in it.
    pub fn load(sources: SettingSources, section: &str) -> Result<(Self, Vec<String>)> {
        let mut sections = vec![section.to_owned()];
        if section != MAIN {
            sections.push(MAIN.to_owned());
        }
        let mut texts = Self { sources, path: PathBuf::new(), file: Vec::new(), sections };
        // The file cannot set its own path.
        texts.path = PathBuf::parse("config", &texts.text("config")?)?;
        let path = texts.path.clone();
        let mut warnings = Vec::new();
        let SettingSources { flags, variables, .. } = &texts.sources;
        let strict = flags.get(STRICT_PERMISSIONS).or_else(|| variables.get(STRICT_PERMISSIONS));
        let checker = Checker::new(strict.map(String::as_str) != Some("false"));
        for entry in file::read(&path, &checker, OwnershipRule::Trusted)? {
            let place = format!("(file: {}, line: {})", path.display(), entry.line);
            match table::find(&entry.name) {
                NameStatus::Supported(_) if matches!(entry.name.as_str(), "config" | "confdir") => {
                    bail!("The setting '{}' can only be given on the command line {place}", entry.name)
                }
                NameStatus::Supported(_)
                    if matches!(entry.name.as_str(), "manifest" | "modulepath" | "config_version") =>
                {
                    bail!(
                        "The setting '{}' belongs to an environment: set it in its environment.conf {place}",
                        entry.name
                    )
                }
                NameStatus::Supported(_) => texts.file.push(entry),
                NameStatus::Unsupported => {
                    warnings.push(format!("The setting '{}' is Puppet's and has no effect here {place}", entry.name));
                }
                NameStatus::Unknown(nearest) => return Err(anyhow!("{} {place}", unknown(&entry.name, nearest))),
            }
        }
        Ok((texts, warnings))
    }

    /// Reads the value of a setting.
    ///
    /// # Errors
    /// Returns an error if the setting depends on itself or on an unknown one, or the value is invalid.
    pub fn read<T: SettingType>(&self, name: &'static str) -> Result<Setting<T>> {
        let (text, origin) = (self.text(name)?, self.origin(name));
        let value = T::parse(name, &text).map_err(|fault| match &origin {
            SettingOrigin::Flag(_) | SettingOrigin::Default => fault,
            SettingOrigin::Variable(name) => anyhow!("{fault} (variable: {name})"),
            SettingOrigin::File(path, line) => anyhow!("{fault} (file: {}, line: {line})", path.display()),
        })?;
        Ok(Setting { value, text, origin })
    }

    /// Returns the value of a setting as text.
    ///
    /// # Errors
    /// Returns an error if the setting does not exist, or depends on itself or on an unknown one.
    pub fn text(&self, name: &str) -> Result<String> {
        self.resolve(name, None, 0)
    }

    /// Returns the origin of the value of a setting.
    pub fn origin(&self, name: &str) -> SettingOrigin {
        self.written(name).map_or(SettingOrigin::Default, |(_, origin)| origin)
    }

    /// Returns the values from the command line.
    #[must_use]
    pub fn flags(&self) -> &BTreeMap<String, String> {
        &self.sources.flags
    }

    /// Returns all settings with their values.
    ///
    /// # Errors
    /// Returns the errors of [`Self::text`].
    pub fn all(&self) -> Result<Vec<(&'static str, SettingKind, String)>> {
        SUPPORTED.iter().map(|setting| Ok((setting.name, setting.kind, self.text(setting.name)?))).collect()
    }

    /// Returns all settings as values of the language in an environment: `$settings::NAME` and `Puppet[:name]`.
    ///
    /// # Errors
    /// Returns the errors of [`Self::text`].
    pub(crate) fn values(&self, environment: &str, modulepath: &[PathBuf]) -> Result<Vec<(String, Value)>> {
        let paths = |paths: &[PathBuf]| Ok::<_, anyhow::Error>(env::join_paths(paths)?.to_string_lossy().into_owned());
        let mut values = Vec::with_capacity(SUPPORTED.len());
        for (name, kind, text) in self.all()? {
            let value = match (name, kind) {
                ("environment", _) => environment.into(),
                // Numbers only if they are set, in Puppet as well.
                ("ca_port" | "report_port", _) => text.into(),
                ("modulepath", _) => paths(modulepath)?.into(),
                (_, SettingKind::Flag) => Value::Boolean(text == "true"),
                (_, SettingKind::Number) => text.parse::<i64>().map_or_else(|_| text.into(), Value::Integer),
                (_, SettingKind::Paths) => paths(&split(&text))?.into(),
                (
                    _,
                    SettingKind::Text
                    | SettingKind::Path
                    | SettingKind::Choice(_)
                    | SettingKind::Choices(_)
                    | SettingKind::Duration
                    | SettingKind::Keep
                    | SettingKind::Size,
                ) => text.into(),
            };
            values.push((name.to_owned(), value));
        }
        Ok(values)
    }

    /// Checks that a run of another command than the agent does not ignore `noop = true` of the agent's section, which would
    /// change a system whose administrator requested dry runs. A flag or variable takes precedence.
    ///
    /// # Errors
    /// Returns an error that names the line.
    pub fn check_noop_of_agent(&self) -> Result<()> {
        let of_agent = self.file.iter().rev().find(|entry| entry.section == AGENT && entry.name == NOOP);
        match of_agent.filter(|entry| entry.value != "false") {
            Some(entry) if matches!(self.origin(NOOP), SettingOrigin::Default | SettingOrigin::File(..)) => bail!(
                "'noop = {}' in the section [agent] is only for 'marotte agent': move the line to [main], or pass --noop or \
                 --no-noop (file: {}, line: {})",
                entry.value,
                self.path.display(),
                entry.line
            ),
            _ => Ok(()),
        }
    }

    /// Interpolates `$name` and `${name}` in a text that belongs to an environment.
    ///
    /// # Errors
    /// Returns the errors of [`Self::text`].
    pub fn interpolate(&self, text: &str, environment: &str) -> Result<String> {
        self.replace(text, Some(environment), 0)
    }

    /// Returns the text of a setting and its origin: flags take precedence over environment variables, then
    /// the file, then the default.
    fn written(&self, name: &str) -> Option<(&str, SettingOrigin)> {
        let SettingSources { flags, variables, machine } = &self.sources;
        if let Some(value) = flags.get(name) {
            return Some((value, SettingOrigin::Flag(name.to_owned())));
        }
        if let Some(value) = variables.get(name) {
            return Some((value, SettingOrigin::Variable(variable(name))));
        }
        for section in &self.sections {
            let found = self.file.iter().rev().find(|entry| entry.section == *section && entry.name == name);
            if let Some(entry) = found {
                return Some((&entry.value, SettingOrigin::File(self.path.clone(), entry.line)));
            }
        }
        let default = || table::supported(name).map(|setting| setting.default);
        machine.get(name).map(String::as_str).or_else(default).map(|value| (value, SettingOrigin::Default))
    }

    fn resolve(&self, name: &str, environment: Option<&str>, depth: usize) -> Result<String> {
        if depth > MAX_DEPTH {
            bail!("The setting '{name}' depends on itself");
        }
        if let (Some(environment), "environment") = (environment, name) {
            return Ok(environment.to_owned());
        }
        match self.written(name) {
            Some(("", SettingOrigin::Default)) if matches!(name, "vardir" | "confdir") => Err(super::no_home()),
            Some((text, _)) => self.replace(text, environment, depth),
            None => Err(anyhow!(unknown(name, nearest(name)))),
        }
    }

    fn replace(&self, text: &str, environment: Option<&str>, depth: usize) -> Result<String> {
        let mut result = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find('$') {
            result.push_str(&rest[..at]);
            let after = &rest[at + 1..];
            let (name, end) = match after.strip_prefix('{').and_then(|inner| inner.split_once('}')) {
                Some((name, end)) => (name, end),
                None => {
                    let length = after.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
                    after.split_at(length.unwrap_or(after.len()))
                }
            };
            if name.is_empty() {
                result.push('$');
                rest = after;
                continue;
            }
            let value = self.resolve(name, environment, depth + 1);
            result.push_str(&value.with_context(|| format!("Could not resolve '{text}'"))?);
            rest = end;
        }
        result.push_str(rest);
        Ok(result)
    }
}

/// Returns the message for an unknown setting.
pub fn unknown(name: &str, nearest: Option<&str>) -> String {
    match nearest {
        Some(nearest) => format!("Unknown setting '{name}'; did you mean '{nearest}'?"),
        None => format!("Unknown setting '{name}'"),
    }
}

fn nearest(name: &str) -> Option<&'static str> {
    match table::find(name) {
        NameStatus::Unknown(nearest) => nearest,
        NameStatus::Supported(_) | NameStatus::Unsupported => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::settings::Settings;

    use super::*;

    fn values(text: &str, flags: &[(&str, &str)]) -> Result<(Settings, Vec<String>)> {
        with_variables(text, flags, &[])
    }

    fn with_variables(
        text: &str,
        flags: &[(&str, &str)],
        variables: &[(&str, &str)],
    ) -> Result<(Settings, Vec<String>)> {
        let directory = tempfile::tempdir().unwrap();
        std::fs::write(directory.path().join("marotte.conf"), text).unwrap();
        let map = |pairs: &[(&str, &str)]| {
            pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
        };
        let confdir = directory.path().display().to_string();
        let machine = BTreeMap::from([("confdir", confdir), ("vardir", "/var/x".to_owned())]);
        Settings::from_sources(SettingSources { flags: map(flags), variables: map(variables), machine }, "user", None)
    }

    #[test]
    fn flag_takes_precedence_over_variable_and_file() {
        let text = "[main]\nstrict = off\nnoop = true\n";
        let (values, _) =
            with_variables(text, &[("tags", "x")], &[("tags", "y"), ("strict", "error"), ("certname", "n")]).unwrap();
        let known = |name: &str| (values.texts.text(name).unwrap(), values.texts.origin(name).to_string());
        assert_eq!(known("tags"), ("x".to_owned(), "flag --tags".to_owned()));
        assert_eq!(known("strict"), ("error".to_owned(), "variable MAROTTE_STRICT".to_owned()));
        assert_eq!(known("show_diff"), ("false".to_owned(), "default".to_owned()));
        let (value, origin) = known("noop");
        assert!(value == "true" && origin.ends_with("/marotte.conf:3"), "{value} from {origin}");
        let fault = with_variables("", &[], &[("noop", "yes")]).unwrap_err().to_string();
        let expected =
            "Invalid value 'yes' for parameter noop. Allowed values are 'true', 'false' (variable: MAROTTE_NOOP)";
        assert_eq!(fault, expected);
    }

    #[test]
    fn command_line_takes_precedence_over_sections_and_defaults() {
        let text =
            "[main]\nstrict = off\nnoop = true\nvardir = /main\n[user]\nnoop = false\n[agent]\nvardir = /agent\n";
        let (values, _) = values(text, &[("strict", "error")]).unwrap();
        let text = |name: &str| values.texts.text(name).unwrap();
        assert_eq!([text("strict"), text("noop"), text("vardir")], ["error", "false", "/main"]);
        assert_eq!([text("statedir"), text("environment")], ["/main", "production"]);
    }

    #[test]
    fn noop_of_the_agent_is_not_ignored_by_other_runs() {
        let check = |text: &str, flags: &[(&str, &str)]| values(text, flags).unwrap().0.texts.check_noop_of_agent();
        check("[agent]\nenvironment = test\nnoop = false\n", &[]).unwrap();
        check("[agent]\nnoop = true\n", &[("noop", "false")]).unwrap();
        let fault = check("[main]\nnoop = false\n[agent]\nnoop = true\n", &[]).unwrap_err().to_string();
        assert!(fault.starts_with("'noop = true' in the section [agent] is only for 'marotte agent'"), "{fault}");
        assert!(fault.ends_with("line: 4)"), "{fault}");
    }

    #[test]
    fn strict_permissions_cannot_be_disabled_by_an_exposed_file() {
        use std::os::unix::fs::PermissionsExt as _;
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("marotte.conf");
        std::fs::write(&path, "strict_permissions = false\n").unwrap();
        let read = |mode: u32, flags: &[(&str, &str)]| {
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
            let flags = flags.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
            let machine =
                BTreeMap::from([("confdir", directory.path().display().to_string()), ("vardir", "/var/x".to_owned())]);
            Settings::from_sources(SettingSources { flags, machine, ..SettingSources::default() }, "user", None)
        };
        let refused = read(0o666, &[]).unwrap_err().to_string();
        assert!(refused.contains("is writable by everybody (mode 0666). Correct this with `chmod go-w "), "{refused}");
        assert!(refused.contains("--no-strict_permissions"), "{refused}");
        let lax = Checker::new(false);
        assert_eq!(*read(0o644, &[]).unwrap().0.checker, lax);
        assert_eq!(*read(0o666, &[("strict_permissions", "false")]).unwrap().0.checker, lax);
        assert_eq!(*read(0o644, &[("strict_permissions", "true")]).unwrap().0.checker, Checker::default());
    }

    #[test]
    fn unknown_home_directory_is_an_error() {
        let machine = BTreeMap::from([("confdir", "/nonexistent".to_owned())]);
        let read = |flags| {
            Settings::from_sources(
                SettingSources { flags, machine: machine.clone(), ..SettingSources::default() },
                "user",
                None,
            )
        };
        assert!(format!("{:#}", read(BTreeMap::new()).unwrap_err()).contains("set the variable HOME"));
        assert!(read(BTreeMap::from([("vardir".to_owned(), "/x".to_owned())])).is_ok());
    }

    #[test]
    fn settings_are_interpolated_in_other_settings() {
        let (known, _) = values("statedir = ${vardir}/s\ncodedir=$statedir/c$\n", &[]).unwrap();
        assert_eq!(known.codedir.text, "/var/x/s/c$");
        assert_eq!(known.texts.interpolate("$environment/x", "dev").unwrap(), "dev/x");
        let circle = values("statedir = $codedir\ncodedir = $statedir\n", &[]).unwrap_err();
        assert!(format!("{circle:#}").contains("depends on itself"));
    }

    #[test]
    fn setting_without_effect_is_reported_by_name() {
        let (_, warnings) = values("[main]\nserial = x\n", &[]).unwrap();
        assert!(
            warnings[0].starts_with("The setting 'serial' is Puppet's and has no effect here (file: "),
            "{warnings:?}"
        );
        let fault = values("[main]\nstoreconfig = true\n", &[]).unwrap_err().to_string();
        assert!(fault.starts_with("Unknown setting 'storeconfig'; did you mean 'storeconfigs'? (file: "), "{fault}");
        let fault = values("storeconfigs = maybe\n", &[]).unwrap_err().to_string();
        let expected = "Invalid value 'maybe' for parameter storeconfigs. Allowed values are 'true', 'false' (file: ";
        assert!(fault.starts_with(expected) && fault.ends_with(", line: 1)"), "{fault}");
        assert!(values("modulepath = /x\n", &[]).unwrap_err().to_string().contains("environment.conf"));
    }
}
