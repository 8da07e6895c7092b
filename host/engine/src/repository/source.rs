//! Location of a repository: URL and branch. Both become arguments of `git`.

use std::fmt;
use std::path::Path;

use anyhow::{Result, bail};

use crate::settings::absolute;

/// Protocols that authenticate the server.
const PROTOCOLS: [&str; 3] = ["https", "ssh", "file"];

/// A repository and a branch of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepositorySource {
    /// The URL; a local path is absolute.
    pub url: String,
    /// The branch; `None` for the default branch of the repository.
    pub branch: Option<String>,
}

impl RepositorySource {
    /// Checks a URL and the name of a branch.
    ///
    /// # Errors
    /// Returns an error if the URL could be read as an option of `git`, contains a password or has a protocol that
    /// does not authenticate the server, or the branch is not a valid name.
    pub fn new(url: &str, branch: Option<&str>) -> Result<Self> {
        if url.is_empty() || url.starts_with('-') || url.contains(char::is_control) {
            bail!("'{}' is not the URL of a repository", url.escape_debug());
        }
        if let Some(name) = branch.filter(|name| !is_branch(name)) {
            bail!("'{}' is not the name of a branch", name.escape_debug());
        }
        let url = match url.split_once("://") {
            Some((protocol, rest)) => {
                if !PROTOCOLS.contains(&protocol) {
                    bail!("The protocol '{protocol}' does not authenticate the server: use https, ssh or a local path");
                }
                let user = rest.split('/').next().unwrap_or_default().rsplit_once('@').map(|(user, _)| user);
                if user.is_some_and(|user| user.contains(':')) {
                    // Other users can read unit files and the arguments of processes.
                    bail!("The URL contains a password: configure it as a credential of git, or use ssh with a key");
                }
                url.to_owned()
            }
            // As in git, a colon before the first slash separates a host from a path.
            None if url.split('/').next().is_some_and(|first| first.contains(':')) => {
                if url.contains("::") {
                    bail!("'{url}' is not the URL of a repository");
                }
                url.to_owned()
            }
            None => absolute(Path::new(url)).display().to_string(),
        };
        Ok(Self { url, branch: branch.map(str::to_owned) })
    }

    /// Reads the form that [`fmt::Display`] writes.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let (url, branch) = text.strip_suffix('\n')?.split_once('\n')?;
        Some(Self { url: url.to_owned(), branch: (!branch.is_empty()).then(|| branch.to_owned()) })
    }

    /// Returns the reference of the branch in the repository.
    pub(crate) fn reference(&self) -> String {
        self.branch.as_ref().map_or_else(|| "HEAD".to_owned(), |branch| format!("refs/heads/{branch}"))
    }
}

/// Writes URL and branch, each on a line.
impl fmt::Display for RepositorySource {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}\n{}\n", self.url, self.branch.as_deref().unwrap_or_default())
    }
}

/// Returns whether a text is the name of a branch, by the rules of `git check-ref-format`.
fn is_branch(name: &str) -> bool {
    let is_excluded = |letter: char| letter.is_control() || letter.is_whitespace() || "~^:?*[\\".contains(letter);
    let is_part = |part: &str| !part.is_empty() && !part.starts_with('.') && !part.ends_with(".lock");
    !name.starts_with('-')
        && !name.ends_with('.')
        && !name.contains("..")
        && !name.contains("@{")
        && !name.contains(is_excluded)
        && name.split('/').all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repository_source_accepts_authenticated_urls_and_paths() {
        for url in [
            "https://git.example.org/site.git",
            "ssh://git@example.org:2222/site",
            "git@example.org:site.git",
            "/srv/site",
        ] {
            assert_eq!(RepositorySource::new(url, Some("feature/x")).unwrap().url, url);
        }
        let relative = RepositorySource::new("site", None).unwrap();
        assert_eq!(relative.url, std::env::current_dir().unwrap().join("site").display().to_string());
        assert_eq!(RepositorySource::read(&relative.to_string()), Some(relative));
    }

    #[test]
    fn repository_source_refuses_options_passwords_and_other_protocols() {
        for (url, part) in [
            ("", "is not the URL"),
            ("--upload-pack=/bin/sh", "is not the URL"),
            ("https://a\nb", "is not the URL"),
            ("ext::sh -c id", "is not the URL"),
            ("http://example.org/site", "'http' does not authenticate"),
            ("git://example.org/site", "'git' does not authenticate"),
            ("https://me:secret@example.org/site", "contains a password"),
        ] {
            let error = RepositorySource::new(url, None).unwrap_err().to_string();
            assert!(error.contains(part) && !error.contains("secret"), "{url}: {error}");
        }
        for branch in ["", "-x", "a b", "a:b", "+a*", "a..b", "/a", "a/", ".a", "a.lock", "a\n"] {
            let error = RepositorySource::new("/srv/site", Some(branch)).unwrap_err().to_string();
            assert!(error.contains("is not the name of a branch"), "{branch}: {error}");
        }
    }
}
