//! `ssl show`: the content of the node's certificate.

use std::collections::BTreeMap;

use agent::IdentityFiles;
use anyhow::{Result, bail};
use serde_json::json;

use crate::console::Console;

/// Prints the certificate.
///
/// # Errors
/// Returns an error if there is no certificate, or it cannot be read.
pub(super) fn run(files: &IdentityFiles, console: &mut Console) -> Result<()> {
    let Some(certificate) = files.load_certificate()? else {
        bail!("There is no certificate: {}. 'marotte ssl bootstrap' requests one", files.certificate.display());
    };
    let extensions = certificate.extensions(&BTreeMap::new());
    let (names, fingerprint) = (certificate.alternative_names(), certificate.fingerprint());
    let (begin, end) = (certificate.not_before().to_string(), certificate.not_after().to_string());
    if console.is_structured() {
        console.print_data(&json!({
            "file": files.certificate,
            "subject": certificate.subject(),
            "issuer": certificate.issuer(),
            "serial": certificate.serial().to_string(),
            "not_before": begin,
            "not_after": end,
            "alternative_names": names,
            "extensions": extensions,
            "fingerprint": fingerprint,
        }));
        return Ok(());
    }
    let mut rows = vec![
        ("Subject", certificate.subject()),
        ("Issuer", certificate.issuer()),
        ("Serial number", certificate.serial().to_string()),
        ("Not before", begin),
        ("Not after", end),
        ("Alternative names", names.join(", ")),
    ];
    rows.extend(extensions.iter().map(|(name, value)| (name.as_str(), value.clone())));
    rows.extend([("SHA256", fingerprint), ("File", files.certificate.display().to_string())]);
    let text: String = rows.iter().map(|(name, value)| format!("{name:<18}{value}\n")).collect();
    console.print(&text);
    Ok(())
}
