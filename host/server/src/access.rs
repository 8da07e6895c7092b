//! Exceptions from the table of permissions: the file in the setting `access_file`. Each line names a row of the table and a client
//! that may use its endpoints too: `catalog certname build.example.com` or `clean extension pp_role=administrator`.

use std::path::Path;

use anyhow::{Result, bail};
use identity::{Certname, Glob};
use puppet::AccessRow;

use crate::log::ServerLog;

/// The clients of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Clients {
    /// Those with a name that matches.
    Names(Glob),
    /// Those whose certificate has an extension with a value.
    Extension(String, String),
}

/// The exceptions.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct AccessRules(Vec<(AccessRow, Clients)>);

impl AccessRules {
    /// Reads the content of a file.
    ///
    /// # Errors
    /// Returns an error with the line if it is not a rule.
    pub(crate) fn read(text: &str, _log: &ServerLog, path: &Path) -> Result<Self> {
        let mut rules = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match rule(line) {
                Ok(rule) => rules.push(rule),
                Err(error) => bail!("{error} (file: {}, line: {number})", path.display()),
            }
        }
        Ok(Self(rules))
    }

    /// Returns whether a client may use the endpoints of a row. `extensions` are those of its certificate.
    pub(crate) fn allow(&self, row: AccessRow, name: &str, extensions: &[(String, String)]) -> bool {
        let Ok(certname) = name.parse::<Certname>() else { return false };
        self.0.iter().filter(|(known, _)| *known == row).any(|(_, clients)| match clients {
            Clients::Names(glob) => glob.matches(&certname),
            Clients::Extension(name, value) => {
                extensions.iter().any(|(known, actual)| known == name && actual == value)
            }
        })
    }
}

fn rule(line: &str) -> Result<(AccessRow, Clients)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [row, kind, value] = words.as_slice() else {
        bail!("A rule has three words: an endpoint, certname or extension, and a value")
    };
    let Some((row, _)) = AccessRow::ALL.iter().find(|(_, name)| name == row) else {
        let names: Vec<&str> = AccessRow::ALL.iter().map(|(_, name)| *name).collect();
        bail!("'{row}' is not one of {}", names.join(", "))
    };
    let clients = match *kind {
        "certname" if is_pattern(value) => Clients::Names(Glob::parse(value)),
        "certname" => bail!("'{value}' is not the name of a node or a pattern such as *.example.com"),
        "extension" => match value.split_once('=') {
            Some((name, value)) if !name.is_empty() && !value.is_empty() => {
                Clients::Extension(name.to_owned(), value.to_owned())
            }
            _ => bail!("'{value}' is not an extension and its value, such as pp_role=console"),
        },
        other => bail!("'{other}' is neither certname nor extension"),
    };
    Ok((*row, clients))
}

/// Returns whether a text is the name of a node, or all names of a domain.
fn is_pattern(text: &str) -> bool {
    let name = text.strip_prefix("*.").unwrap_or(text);
    name.parse::<Certname>().is_ok_and(|name| name.is_hostname())
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn read(text: &str) -> Result<AccessRules, String> {
        let read = AccessRules::read(text, &ServerLog::new(mpsc::channel().0), Path::new("/f"));
        read.map_err(|error| error.to_string())
    }

    #[test]
    fn rules_name_clients_by_name_and_extension() {
        let rules = read(
            "# exceptions\ncatalog certname build.example.com\n\n environment_classes  certname *.console.example.com\nclean \
             extension pp_role=admin\n",
        )
        .unwrap();
        let extensions = [("pp_role".to_owned(), "admin".to_owned())];
        assert!(rules.allow(AccessRow::Catalog, "build.example.com", &[]));
        assert!(!rules.allow(AccessRow::Catalog, "other.example.com", &extensions));
        assert!(!rules.allow(AccessRow::Report, "build.example.com", &[]));
        assert!(rules.allow(AccessRow::EnvironmentClasses, "a.console.example.com", &[]));
        assert!(rules.allow(AccessRow::Clean, "any.example.com", &extensions));
        assert!(!rules.allow(AccessRow::Clean, "any.example.com", &[]));
    }

    #[test]
    fn rules_that_are_not_valid_are_refused_with_the_line() {
        for (text, expected) in [
            ("catalog x", "A rule has three words: an endpoint, certname or extension, and a value"),
            ("catalog certname a b", "A rule has three words: an endpoint, certname or extension, and a value"),
            ("catalog name a", "'name' is neither certname nor extension"),
            ("catalog certname *", "'*' is not the name of a node or a pattern such as *.example.com"),
            ("catalog certname A.b", "'A.b' is not the name of a node or a pattern such as *.example.com"),
            ("catalog extension pp_role", "'pp_role' is not an extension and its value, such as pp_role=console"),
            (
                "file_content certname a",
                "'file_content' is not one of catalog, node, facts, report, environment_classes, certificate_status, clean, \
                 query, command",
            ),
        ] {
            assert_eq!(read(&format!("# x\n{text}\n")), Err(format!("{expected} (file: /f, line: 2)")));
        }
    }
}
