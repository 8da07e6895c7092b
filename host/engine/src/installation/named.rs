//! Arguments that name providers: `NAME`, `NAME@RANGE`, a file, or `LAYOUT:NAME`.

use std::rc::Rc;

use anyhow::{Context as _, Result, bail};
use registry::artifact;
use registry::source::file::FileSource;
use registry::{ArtifactSource, Network, Policy, SourceLocator};
use semver::VersionReq;

use super::open_source;

/// A provider named on the command line.
pub struct NamedProvider {
    /// `namespace/name`
    pub name: String,
    /// The acceptable versions.
    pub choice: VersionReq,
    /// The range to record in the lock, if one was given.
    pub requirement: Option<VersionReq>,
    /// Downgrades are allowed because this version or range was requested.
    pub may_go_back: bool,
    /// The source, if one was given.
    pub source: Option<Rc<dyn ArtifactSource>>,
}

impl NamedProvider {
    /// Parses an argument.
    ///
    /// # Errors
    /// Returns an error if the argument is not the name of a provider, or it is a path that is not a provider
    /// or that the policy does not allow.
    pub fn parse(text: &str, network: &Network, policy: &Policy) -> Result<Self> {
        match text.rsplit_once(':') {
            Some((directory, name)) if !text.contains("://") && name.contains('/') && !name.starts_with('/') => {
                let named = Self::by_name(name)?;
                Ok(Self { source: Some(open_source(directory, network, policy)?), ..named })
            }
            _ if SourceLocator::is_location(text) => Self::file(text, policy),
            _ => Self::by_name(text),
        }
    }

    /// Creates the argument for the component in a file.
    ///
    /// # Errors
    /// Returns an error if the file is not a component, or the policy does not allow providers from it.
    pub fn file(text: &str, policy: &Policy) -> Result<Self> {
        let SourceLocator::File(path) = SourceLocator::find(text)? else {
            bail!("'{text}' is not a component file: give the name of a provider and --from {text}");
        };
        policy.check_source(&path.display().to_string())?;
        let source = FileSource::new(path);
        let artifact = source.read()?.artifact;
        let version = artifact.version().with_context(|| format!("The provider in '{text}' has no version"))?;
        let choice = VersionReq::parse(&format!("={version}"))?;
        let name = artifact.name().to_owned();
        Ok(Self { name, choice, requirement: None, may_go_back: true, source: Some(Rc::new(source)) })
    }

    /// Reads `NAME` or `NAME@RANGE`.
    ///
    /// # Errors
    /// Returns an error if the text is not of this form.
    pub fn by_name(text: &str) -> Result<Self> {
        let (name, range) = text.split_once('@').map_or((text, None), |(name, range)| (name, Some(range)));
        check_name(name)?;
        let requirement = range
            .map(|range| {
                let what = || format!("'{range}' is not a version range: examples are ^1.2, =1.2.3 and '>=1, <3'");
                VersionReq::parse(range).with_context(what)
            })
            .transpose()?;
        let choice = requirement.clone().unwrap_or(VersionReq::STAR);
        let may_go_back = requirement.is_some();
        Ok(Self { name: name.to_owned(), choice, requirement, may_go_back, source: None })
    }
}

/// Returns whether a provider is named.
pub(super) fn contains(named: &[NamedProvider], name: &str) -> bool {
    named.iter().any(|named| named.name == name)
}

/// Checks the name of a provider.
///
/// # Errors
/// Returns an error if the name is not valid.
pub fn check_name(name: &str) -> Result<()> {
    if artifact::is_name(name) {
        return Ok(());
    }
    bail!(
        "'{name}' is not the name of a provider: names have the form NAMESPACE/NAME in lower case, such as acme/nginx"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<NamedProvider> {
        NamedProvider::parse(text, &Network::new(Vec::new()), &Policy::default())
    }

    #[test]
    fn named_provider_accepts_version_range() {
        let named = parse("acme/nginx@>=1, <3").unwrap();
        assert_eq!((named.name.as_str(), named.choice.to_string().as_str()), ("acme/nginx", ">=1, <3"));
        let named = parse("acme/nginx").unwrap();
        assert_eq!((named.choice, named.requirement), (VersionReq::STAR, None));
    }

    #[test]
    fn named_provider_rejects_invalid_arguments() {
        for (text, expected) in [
            ("nginx", "NAMESPACE/NAME"),
            ("Acme/nginx", "NAMESPACE/NAME"),
            ("acme/nginx/x", "NAMESPACE/NAME"),
            ("acme/nginx@one", "'one' is not a version range"),
            ("./missing.wasm", "no such directory or file"),
            ("/missing:acme/nginx", "no such directory or file"),
        ] {
            let refused = format!("{:#}", parse(text).err().unwrap());
            assert!(refused.contains(expected), "{text}: {refused}");
        }
    }
}
