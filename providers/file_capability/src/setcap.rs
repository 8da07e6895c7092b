//! The provider `linux`: capabilities are listed by `getcap`, and compared and set by `setcap`.

use marotte_sdk::command::Tool;
use marotte_sdk::prelude::*;
use marotte_sdk::system::{Output, Want};

use crate::{Ensure, FileCapability, FileCapabilityAttribute, FileCapabilityState};

const GETCAP: Tool = Tool::new("getcap");
const SETCAP: Tool = Tool::new("setcap");

/// Provider that uses the commands of libcap.
#[derive(Debug, Default)]
pub struct Setcap;

impl Canonicalize for FileCapability {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        if !row.file.starts_with('/') {
            let message = format!("file {} is not an absolute path", row.file);
            problems.error(row, FileCapabilityAttribute::File, message);
        }
        let wrong = |capability: &&String| !is_valid(capability);
        if let Some(capability) = row.capability.iter().flatten().find(wrong) {
            let message = format!("capability {capability} has the wrong format");
            problems.error(row, FileCapabilityAttribute::Capability, message);
        }
        if row.ensure == Ensure::Present && row.capability.iter().flatten().next().is_none() {
            problems.error(row, None, "capability is a required attribute");
        }
    }
}

/// Returns whether a text consists of names, an operator and flags.
fn is_valid(capability: &str) -> bool {
    let is_name = |name: &str| {
        !name.is_empty() && name.chars().all(|character| character.is_ascii_alphanumeric() || character == '_')
    };
    capability.split_once(['=', '+', '-']).is_some_and(|(names, flags)| {
        names.split(',').all(is_name) && flags.chars().all(|flag| matches!(flag, 'e' | 'i' | 'p'))
    })
}

impl Provider for Setcap {
    type Resource = FileCapability;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<FileCapability>]) -> Vec<Result<State<FileCapability>>> {
        for_each_row(rows, |row| {
            // Puppet: a file that does not exist has no capabilities.
            if system.stat_one(&row.place(&row.file), false, Want::empty())?.is_none() {
                return Ok(FileCapabilityState::absent().into());
            }
            let listed = listed(&GETCAP.query_text(system, row.id(), &[&row.file])?, &row.file);
            let Some(listed) = listed else { return Ok(FileCapabilityState::absent().into()) };
            let ensure = Some(Ensure::Present);
            let state = State::new(FileCapabilityState { ensure, capability: Some(vec![listed]) });
            if row.ensure == Ensure::Present && is_equal(&comparison(system, row)?) {
                return Ok(state.with(Verdict::insync(FileCapabilityAttribute::Capability)));
            }
            Ok(state)
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<FileCapability>,
        _is: &FileCapabilityState,
        _changed: &[FileCapabilityAttribute],
    ) -> Result<Applied<FileCapabilityAttribute>> {
        match row.ensure {
            Ensure::Absent => SETCAP.run(system, row.id(), &["-q", "-r", &row.file])?,
            Ensure::Present => SETCAP.run(system, row.id(), &["-q", &wanted(row), &row.file])?,
        };
        Ok(Applied::all())
    }
}

/// Returns the capabilities of a row as one argument.
fn wanted(row: &FileCapability) -> String {
    row.capability.as_deref().unwrap_or_default().join(" ")
}

/// Compares the capabilities of the file with the capabilities of a row.
fn comparison(system: &impl ReadSystem, row: &Row<FileCapability>) -> Result<Output> {
    SETCAP.query(system, row.id(), &["-q", "-v", &wanted(row), &row.file])
}

/// Returns the result of a comparison. Unknown names are reported when the capabilities are set.
fn is_equal(output: &Output) -> bool {
    output.is_success()
}

/// Returns the capabilities in the output of `getcap`, or `None` if the file has none. Before release 2.48 of libcap, `=`
/// separates them from the path.
fn listed(output: &str, path: &str) -> Option<String> {
    let rest = output.lines().find_map(|line| line.strip_prefix(path)?.strip_prefix(' '))?.trim();
    Some(rest.strip_prefix("= ").unwrap_or(rest).to_owned()).filter(|listed| !listed.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capabilities_are_listed_by_old_and_new_releases() {
        let of = |line: &str| listed(line, "/a b");
        assert_eq!(of("/a b cap_net_admin,cap_net_raw=eip\n").as_deref(), Some("cap_net_admin,cap_net_raw=eip"));
        assert_eq!(of("/a b = cap_net_raw+ep\n").as_deref(), Some("cap_net_raw+ep"));
        assert_eq!(of("/a b =\n").as_deref(), Some("="), "a file can have an empty set");
        assert_eq!(of("/a b\n"), None);
        assert_eq!(of(""), None);
    }

    #[test]
    fn capability_has_names_operator_and_flags() {
        for good in ["cap_net_raw=ep", "cap_net_admin,CAP_NET_RAW+eip", "cap_chown=", "all-p"] {
            assert!(is_valid(good), "{good}");
        }
        for bad in ["", "cap_net_raw", "=ep", "cap_net_raw=E", "cap_net_raw,=p", "a b=p", "a=e=p", "a\nb=p"] {
            assert!(!is_valid(bad), "{bad:?}");
        }
    }
}
