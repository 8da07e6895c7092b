//! The certificates of nodes in a directory: that of an authority, or one with certificates.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use catalog::Value;
use engine::{NodeIdentity, Settings};
use eyaml::Recipient;
use identity::{Certificate, RevocationList};
use jiff::Timestamp;
use ownership::{Checker, OwnershipRule};

/// Files of an authority that are not certificates of nodes.
const BUNDLE: &str = "ca_crt.pem";
const REVOCATIONS: &str = "ca_crl.pem";
const OTHERS: [&str; 5] = [BUNDLE, REVOCATIONS, "ca_key.pem", "ca_pub.pem", "infra_crl.pem"];

/// The certificates for which values may be encrypted.
#[derive(Debug)]
pub(super) struct Certificates {
    pub(super) nodes: Vec<NodeCertificate>,
    /// Those for which all values are encrypted.
    pub(super) everywhere: Vec<Recipient>,
    revoked: Vec<String>,
    expired: Vec<String>,
}

/// The certificate of a node.
#[derive(Debug)]
pub(super) struct NodeCertificate {
    trusted: Value,
    pub(super) recipient: Recipient,
}

impl NodeCertificate {
    /// Returns the value of `trusted.a.b` for `a` and `b`, if it is a string.
    pub(super) fn fact(&self, segments: &[String]) -> Option<String> {
        let mut value = &self.trusted;
        for segment in segments {
            let Value::Hash(entries) = value else { return None };
            value = entries
                .iter()
                .find(|(key, _)| matches!(key, Value::String(key) if **key == **segment))
                .map(|(_, v)| v)?;
        }
        match value {
            Value::String(text) => Some(text.to_string()),
            _ => None,
        }
    }
}

/// The certificates and revocation lists of the authority.
struct IssuerFiles {
    bundle: Option<Vec<Certificate>>,
    lists: Vec<RevocationList>,
}

impl Certificates {
    /// Reads the certificates in a directory, and the files `everywhere` with certificates for which all values are encrypted.
    ///
    /// # Errors
    /// Returns an error that names the file if it is not a certificate, was issued by another authority, or can be changed by other
    /// users.
    pub(super) fn load(directory: &Path, everywhere: &[PathBuf], settings: &Settings) -> Result<Self> {
        let checker = &settings.checker;
        let names = server::extension_names(settings)?;
        let issuer = IssuerFiles::read(directory, checker)?;
        let now = Timestamp::now();
        let mut found = Self { nodes: Vec::new(), everywhere: Vec::new(), revoked: Vec::new(), expired: Vec::new() };
        for path in files(directory)? {
            let Some(certificate) = certificate(&path, checker)? else { continue };
            if certificate.is_authority() {
                continue;
            }
            issuer.check(&path, &certificate)?;
            let name = certificate.certname().with_context(|| path.display().to_string())?.to_string();
            if issuer.has_revoked(&certificate) {
                found.revoked.push(name);
            } else if certificate.not_after() <= now {
                found.expired.push(name);
            } else {
                let extensions = certificate.extensions(&names).into_iter().collect();
                let trusted = NodeIdentity { name, extensions }.trusted();
                let recipient = Recipient::try_from(&certificate).with_context(|| path.display().to_string())?;
                found.nodes.push(NodeCertificate { trusted, recipient });
            }
        }
        if found.nodes.is_empty() {
            bail!("'{}' has no valid certificate of a node", directory.display());
        }
        for path in everywhere {
            let Some(certificate) = certificate(path, checker)? else {
                bail!("The file '{}' does not exist", path.display());
            };
            found.everywhere.push(Recipient::try_from(&certificate).with_context(|| path.display().to_string())?);
        }
        Ok(found)
    }

    /// Returns messages about the certificates that are not used.
    pub(super) fn left_out(&self) -> Vec<String> {
        let lists = [("revoked", &self.revoked), ("expired", &self.expired)];
        let named = lists.into_iter().filter(|(_, names)| !names.is_empty());
        let message = |(why, names): (&str, &Vec<String>)| match &names[..] {
            [name] => format!("The {why} certificate of {name} is left out"),
            names => format!("The {} {why} certificates of {} are left out", names.len(), names.join(", ")),
        };
        named.map(message).collect()
    }
}

impl IssuerFiles {
    fn read(directory: &Path, checker: &Checker) -> Result<Self> {
        let bundle = text(&directory.join(BUNDLE), checker)?;
        let bundle = bundle.map(|text| Certificate::all_from_pem(&text)).transpose();
        let lists = text(&directory.join(REVOCATIONS), checker)?;
        let lists = lists.map(|text| RevocationList::all_from_pem(&text)).transpose();
        Ok(Self {
            bundle: bundle.with_context(|| directory.join(BUNDLE).display().to_string())?,
            lists: lists.with_context(|| directory.join(REVOCATIONS).display().to_string())?.unwrap_or_default(),
        })
    }

    fn check(&self, path: &Path, certificate: &Certificate) -> Result<()> {
        match &self.bundle {
            Some(bundle) if !bundle.iter().any(|issuer| certificate.is_signed_by(issuer)) => bail!(
                "The certificate '{}' was not issued by the authority of '{BUNDLE}' in the same directory, but by '{}'",
                path.display(),
                certificate.issuer()
            ),
            _ => Ok(()),
        }
    }

    fn has_revoked(&self, certificate: &Certificate) -> bool {
        let issuer = certificate.issuer();
        self.lists.iter().any(|list| list.issuer() == issuer && list.contains(&certificate.serial()))
    }
}

/// Returns the files with certificates in a directory, by name.
fn files(directory: &Path) -> Result<Vec<PathBuf>> {
    let signed = directory.join("signed");
    let directory = if signed.is_dir() { &signed } else { directory };
    let entries =
        fs::read_dir(directory).with_context(|| format!("Cannot read the directory '{}'", directory.display()))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.ends_with(".pem") && !OTHERS.contains(&name)
    });
    paths.sort();
    Ok(paths)
}

fn certificate(path: &Path, checker: &Checker) -> Result<Option<Certificate>> {
    let text = text(path, checker)?;
    text.map(|text| Certificate::from_pem(&text)).transpose().with_context(|| path.display().to_string())
}

fn text(path: &Path, checker: &Checker) -> Result<Option<String>> {
    match checker.read(path, OwnershipRule::Trusted) {
        Err(error) if error.is_missing() => Ok(None),
        bytes => Ok(Some(String::from_utf8(bytes?).with_context(|| path.display().to_string())?)),
    }
}
