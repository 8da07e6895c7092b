//! Purging SSH keys: for each key in the files named by `purge_ssh_keys`, an absent `ssh_authorized_key` is
//! generated. A key declared in the catalog keeps its declaration.

use marotte_sdk::limits;
use marotte_sdk::prelude::*;

use crate::accounts_db;
use crate::value::PurgeSshKeys;
use crate::{Ensure, User, Useradd};

/// Supported key types.
const KINDS: [&str; 13] = [
    "ssh-dss",
    "ssh-ed25519",
    "ssh-rsa",
    "ecdsa-sha2-nistp256",
    "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "sk-ecdsa-sha2-nistp256@openssh.com",
    "sk-ssh-ed25519@openssh.com",
    "ssh-rsa-cert-v01@openssh.com",
    "ssh-ed25519-cert-v01@openssh.com",
    "ssh-dss-cert-v01@openssh.com",
    "ecdsa-sha2-nistp256-cert-v01@openssh.com",
    "ecdsa-sha2-nistp384-cert-v01@openssh.com",
];

impl Generate for Useradd {
    fn generate(&mut self, system: &impl ReadSystem, rows: &[Row<User>]) -> Result<Vec<Generated>> {
        let mut unmanaged = Vec::new();
        // No keys are purged for a user that is to be absent.
        for row in rows.iter().filter(|row| row.ensure != Some(Ensure::Absent)) {
            for file in files(system, row) {
                let Some(text) = read(system, row, &file)? else { continue };
                unmanaged.extend(names(&text, &file).into_iter().map(|name| {
                    Generated::new(row, "ssh_authorized_key", name)
                        .with("ensure", "absent")
                        .with("user", row.name.as_str())
                        .with("target", file.as_str())
                }));
            }
        }
        Ok(unmanaged)
    }
}

/// Returns the key files to search. Files below the home directory are omitted if the home directory is
/// unknown.
fn files(system: &impl ReadSystem, row: &Row<User>) -> Vec<String> {
    let listed = match &row.purge_ssh_keys {
        PurgeSshKeys::False => return Vec::new(),
        PurgeSshKeys::True => vec!["~/.ssh/authorized_keys".to_owned()],
        PurgeSshKeys::Files(files) => files.clone(),
    };
    let home = row.home.clone().or_else(|| accounts_db::find(system, row).map(|account| account.home));
    let place = |file: String| match file.strip_prefix("~/").or_else(|| file.strip_prefix("%h/")) {
        Some(rest) => home.as_ref().map(|home| format!("{}/{rest}", home.trim_end_matches('/'))),
        None => Some(file),
    };
    listed.into_iter().filter_map(place).collect()
}

/// Puppet: an unreadable file has no keys. A missing grant is an error, however; otherwise unmanaged keys
/// would remain.
fn read(system: &impl ReadSystem, row: &Row<User>, file: &str) -> Result<Option<String>> {
    match system.read_lossy(&row.place(file), limits::CONFIG_FILE) {
        Err(error) if matches!(error.code, Code::Denied | Code::NotFound) => Ok(None),
        // Comments may have any encoding; invalid UTF-8 must not prevent reading the other keys.
        answer => answer.map(Some),
    }
}

/// Returns the resource names of the keys in a file: the comment of each key, or the file name and a number
/// for keys without a comment.
fn names(text: &str, file: &str) -> Vec<String> {
    let mut unnamed = 0;
    let named = text.lines().filter_map(comment).map(|comment| match comment {
        "" => {
            unnamed += 1;
            format!("{file}:unnamed-{unnamed}")
        }
        comment => comment.to_owned(),
    });
    named.collect()
}

/// Returns the text after the key in a line, or `None` if the line has no key.
fn comment(line: &str) -> Option<&str> {
    if line.trim_start().starts_with('#') {
        return None;
    }
    let mut rest = line;
    loop {
        let (word, after) = word(rest)?;
        if KINDS.contains(&word) {
            let (_, comment) = self::word(after)?;
            return Some(comment.trim());
        }
        rest = after;
    }
}

/// Splits off the first word. Quoted text in an option is part of the word.
fn word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let mut is_quoted = false;
    let mut is_escaped = false;
    let end = text.find(|c: char| {
        is_quoted ^= c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        c.is_whitespace() && !is_quoted
    });
    let (word, rest) = text.split_at(end.unwrap_or(text.len()));
    (!word.is_empty()).then_some((word, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_identified_by_their_comments() {
        let text = "# ssh-rsa AAAA not\n\nssh-rsa AAAA ann@laptop\n\
                    command=\"echo \\\" ssh-rsa x\",no-pty ssh-ed25519 BBBB two words \nssh-rsa CCCC\n1024 35 99 old\nssh-rsa\nssh-rsa DDDD  \n";
        let expected = ["ann@laptop", "two words", "/k:unnamed-1", "/k:unnamed-2"];
        assert_eq!(names(text, "/k"), expected);
    }
}
