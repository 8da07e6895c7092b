//! Texts of the unit files and of the entry of cron.

use ruby::escape;

use super::{RECORD, Schedule, ServiceConfig};

/// Returns the first line of each file.
pub(super) fn record(config: &ServiceConfig) -> String {
    let flags: String = config.flags.iter().map(|flag| format!(" {}", escape::shell(flag))).collect();
    format!("{RECORD} {}{flags}\n", config.schedule.flags())
}

/// Returns the unit of a run.
pub(super) fn service(record: &str, config: &ServiceConfig) -> String {
    let words: Vec<String> = config.command.iter().map(|word| quoted(word)).collect();
    format!(
        "{record}# The next installation replaces this file; use 'systemctl edit marotte.service' for changes.

[Unit]
Description=Apply the configuration of this system with Marotte
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
ExecStart={command}

# SIGTERM ends a run after the current resource, and its report is written. Only Marotte receives it: a package manager is not
# interrupted, and daemons started by resources outlive the run.
KillMode=process
TimeoutStopSec=10min
# If memory runs out for a command, its resource fails and the run continues.
OOMPolicy=continue

# Protections that also hold for commands of resources.
UMask=0022
LimitCORE=0
KeyringMode=private
LockPersonality=yes
RestrictRealtime=yes
CapabilityBoundingSet=~CAP_BLOCK_SUSPEND CAP_LEASE CAP_SYS_PACCT CAP_WAKE_ALARM
# Others would prevent the configuration of the system. Options with a mount namespace (ProtectSystem, ProtectHome, PrivateTmp,
# PrivateDevices, ProtectKernelTunables, ProtectControlGroups) make paths read-only or hide them, and hide mounts made by resources
# from the rest of the system. NoNewPrivileges and RestrictSUIDSGID break su, mail and files with such modes; ProtectKernelModules,
# ProtectClock, ProtectHostname, SystemCallFilter and SystemCallArchitectures break commands. RestrictNamespaces prevents the sandbox
# of queries, and MemoryDenyWriteExecute compiled resource types. Marotte itself runs resource types in a sandbox.
",
        command = words.join(" ")
    )
}

/// Returns the unit of the timer.
pub(super) fn timer(record: &str, schedule: Schedule) -> String {
    format!(
        "{record}# The next installation replaces this file; use 'systemctl edit marotte.timer' for changes.

[Unit]
Description=Apply the configuration of this system {description}

[Timer]
OnCalendar={calendar}
# Each system has a delay of its own, so that they do not all start at once; it is the same for each run.
RandomizedDelaySec={delay}s
FixedRandomDelay=yes
AccuracySec=1s
# A run that was missed while the system was off is made up for.
Persistent=yes

[Install]
WantedBy=timers.target
",
        description = schedule.text(),
        calendar = schedule.calendar(),
        delay = schedule.splay(),
    )
}

/// Returns the entry of cron for a delay in minutes.
pub(super) fn cron(record: &str, config: &ServiceConfig, offset: u64) -> String {
    // In cron, an unquoted % ends the command; the quotation for shells quotes it.
    let words: Vec<String> = config.command.iter().map(|word| escape::shell(word)).collect();
    format!(
        "{record}# The next installation replaces this file. cron mails the output of a run, which consists of warnings and errors.
SHELL=/bin/sh
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
{fields} root {command} --quiet
",
        fields = config.schedule.cron(offset),
        command = words.join(" ")
    )
}

/// Quotes a word of a command in a unit: specifiers and variables are not replaced.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-.,:+/@=".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    let mut quoted = String::from("\"");
    for letter in word.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            '%' | '$' => quoted.extend([letter, letter]),
            letter => quoted.push(letter),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_units_are_quoted() {
        for (word, expected) in [
            ("--repo", "--repo"),
            ("https://git.example.org/a.git", "https://git.example.org/a.git"),
            ("", "\"\""),
            ("a b", "\"a b\""),
            ("50%\"$HOME\\", "\"50%%\\\"$$HOME\\\\\""),
            ("a;b", "\"a;b\""),
        ] {
            assert_eq!(quoted(word), expected);
        }
    }

    #[test]
    fn percent_is_quoted_for_cron() {
        let schedule = Schedule::new("1h", Some("0")).unwrap();
        let command = ["/bin/m", "https://h/a%20b"].map(str::to_owned).to_vec();
        let config = ServiceConfig { schedule, command, flags: Vec::new() };
        let text = cron("# x\n", &config, 5);
        assert!(text.ends_with("\n5 * * * * root /bin/m https://h/a\\%20b --quiet\n"), "{text}");
    }
}
