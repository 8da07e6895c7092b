//! Facts of stdlib and systemd, which these modules implement in Ruby. They need no interpreter, and exist only if the file of the
//! module that defines them does.

use std::path::{Path, PathBuf};
use std::time::Duration;

use catalog::Value;
use launcher::Launch;

use crate::settings::SettingTexts;

/// The directory that exists while systemd manages the services.
const SYSTEMD: &str = "/run/systemd/system";

/// The program that lists units, and limits of its time and output.
const SYSTEMCTL: [&str; 2] = ["/usr/bin/systemctl", "/bin/systemctl"];
const TIMEOUT: Duration = Duration::from_secs(30);
const VOLUME: usize = 8 << 20;

/// The facts: their modules, the files that define them, and their names.
pub(super) const FACTS: [(&str, &str, &str); 9] = [
    ("stdlib", "package_provider.rb", "package_provider"),
    ("stdlib", "puppet_settings.rb", "puppet_environmentpath"),
    ("stdlib", "puppet_settings.rb", "puppet_server"),
    ("stdlib", "puppet_settings.rb", "puppet_vardir"),
    ("stdlib", "root_home.rb", "root_home"),
    ("stdlib", "service_provider.rb", "service_provider"),
    ("systemd", "systemd.rb", "systemd"),
    ("systemd", "systemd.rb", "systemd_internal_services"),
    ("systemd", "systemd.rb", "systemd_version"),
];

/// Returns whether the files that add a fact are only the one of the module that is replaced.
pub(super) fn is_known(name: &str, files: &[&Path]) -> bool {
    let [file] = files else { return false };
    FACTS.iter().any(|(module, own, fact)| *fact == name && file.ends_with(format!("{module}/lib/facter/{own}")))
}

/// Returns the value of one of [`FACTS`], or `None` where only the interpreter can determine it. `os` is the built-in fact.
pub(super) fn value(name: &str, os: Option<&Value>, settings: &SettingTexts) -> Option<Value> {
    let is_systemd = Path::new(SYSTEMD).is_dir();
    match name {
        "package_provider" => package_provider(os?).map(Value::from),
        "root_home" => Some(ownership::home_in_database(0)?.display().to_string().into()),
        "service_provider" => is_systemd.then(|| Value::from("systemd")),
        "systemd" => is_systemd.then_some(Value::Boolean(true)),
        "systemd_version" if is_systemd => version(&systemctl(&["--version"])?),
        "systemd_internal_services" if is_systemd => Some(services(&systemctl(&[
            "list-unit-files",
            "--no-legend",
            "--no-pager",
            "systemd-*",
            "--type=service",
            "--state=enabled,disabled,enabled-runtime,indirect",
        ])?)),
        _ => settings.text(name.strip_prefix("puppet_")?).ok().map(Value::from),
    }
}

/// Returns the default provider of packages; `None` for systems with more than one.
fn package_provider(os: &Value) -> Option<&'static str> {
    let text = |path: &str| facts::lookup(os.clone(), path).and_then(|value| value.as_str().map(str::to_owned));
    let major = || text("release.major").and_then(|major| major.parse::<u32>().ok());
    match text("family")?.as_str() {
        "Debian" => Some("apt"),
        "RedHat" if text("name")? == "Fedora" => (major()? >= 22).then_some("dnf"),
        "RedHat" if text("name")? != "Amazon" => Some(if major()? >= 8 { "dnf" } else { "yum" }),
        "Suse" => Some("zypper"),
        "Archlinux" => Some("pacman"),
        "Gentoo" => Some("portage"),
        _ => None,
    }
}

/// Returns the number in the first line of `systemctl --version`: `systemd 252 (252.30-1~deb12u2)`.
fn version(output: &str) -> Option<Value> {
    let line = output.lines().find(|line| line.contains("systemd"))?;
    line.split_whitespace().nth(1).map(Value::from)
}

/// Returns the states of units by their names.
fn services(output: &str) -> Value {
    let units = output.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        Some((Value::from(words.next()?), Value::from(words.next()?)))
    });
    Value::Hash(units.collect())
}

/// Returns the output of `systemctl`; `None` if it cannot be run.
fn systemctl(arguments: &[&str]) -> Option<String> {
    let program = SYSTEMCTL.iter().map(PathBuf::from).find(|program| program.is_file())?;
    let mut launch = Launch {
        timeout: TIMEOUT,
        limit: VOLUME,
        stop_at_limit: true,
        ..Launch::inheriting(program, arguments.iter().copied())
    };
    for name in ["LC_ALL", "LANG"] {
        launcher::set_variable(&mut launch.environment, name, "C");
    }
    let output = launch.run().ok().filter(|output| !output.timed_out && !output.truncated)?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn package_provider_follows_the_operating_system() {
        let provider = |family: &str, name: &str, major: &str| {
            let release = Value::Hash(vec![("major".into(), major.into())]);
            let os = vec![("family".into(), family.into()), ("name".into(), name.into()), ("release".into(), release)];
            package_provider(&Value::Hash(os))
        };
        assert_eq!(provider("Debian", "Ubuntu", "22.04"), Some("apt"));
        assert_eq!(provider("RedHat", "CentOS", "7"), Some("yum"));
        assert_eq!(provider("RedHat", "Rocky", "9"), Some("dnf"));
        assert_eq!(provider("RedHat", "Fedora", "40"), Some("dnf"));
        assert_eq!(provider("RedHat", "Amazon", "2"), None);
        assert_eq!(provider("Solaris", "Solaris", "11"), None);
    }

    #[test]
    fn output_of_systemctl_is_parsed() {
        assert_eq!(version("systemd 252 (252.30-1~deb12u2)\n+PAM +AUDIT\n"), Some("252".into()));
        let listed = services("systemd-networkd.service disabled enabled\nsystemd-timesyncd.service enabled enabled\n");
        let expected = [("systemd-networkd.service", "disabled"), ("systemd-timesyncd.service", "enabled")];
        assert_eq!(listed, Value::Hash(expected.map(|(name, state)| (name.into(), state.into())).to_vec()));
    }

    #[test]
    fn facts_are_only_known_if_their_module_alone_defines_them() {
        let own = Path::new("/etc/code/modules/stdlib/lib/facter/root_home.rb");
        assert!(is_known("root_home", &[own]));
        assert!(!is_known("root_home", &[]));
        assert!(!is_known("root_home", &[own, Path::new("/etc/code/modules/site/lib/facter/root_home.rb")]));
        assert!(!is_known("root_home", &[Path::new("/etc/code/modules/site/lib/facter/root_home.rb")]));
        assert!(!is_known("role", &[own]));
    }
}
