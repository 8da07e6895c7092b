//! Warnings about certificates and revocation lists that end soon.

use std::path::Path;
use std::time::Duration;

use identity::{Certificate, RevocationList};
use jiff::Timestamp;

use crate::tls::TlsFiles;

/// How long before an end it is reported.
const SOON: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// Returns a sentence for each certificate and revocation list of the server that ends within 30 days of `now`, or has ended.
pub(crate) fn warnings(files: &TlsFiles, now: Timestamp) -> Vec<String> {
    let text = |path: &Path| std::fs::read_to_string(path).unwrap_or_default();
    let authorities = Certificate::all_from_pem(&text(&files.authorities)).unwrap_or_default();
    let lists = RevocationList::all_from_pem(&text(&files.revocations)).unwrap_or_default();
    let own = Certificate::from_pem(&text(&files.certificate)).ok();
    let authorities = authorities
        .iter()
        .map(|one| (format!("The certificate of the authority '{}'", one.subject()), one.not_after()));
    let lists = lists
        .iter()
        .filter_map(|list| Some((format!("The revocation list of '{}'", list.issuer()), list.next_update()?)));
    let own = own.iter().map(|one| ("The certificate of this server".to_owned(), one.not_after()));
    let all = authorities.chain(lists).chain(own);
    all.filter_map(|(what, end)| warning(&what, end, now)).collect()
}

fn warning(what: &str, end: Timestamp, now: Timestamp) -> Option<String> {
    let soon = now.checked_add(SOON).unwrap_or(Timestamp::MAX);
    let verb = if end <= now { "ended" } else { "ends" };
    (end <= soon).then(|| format!("{what} {verb} on {}", end.strftime("%F %T UTC")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_within_thirty_days_are_reported() {
        let time = |text: &str| text.parse::<Timestamp>().unwrap();
        let now = time("2026-11-27T00:00:00Z");
        assert_eq!(warning("X", time("2026-12-27T00:00:01Z"), now), None);
        assert_eq!(
            warning("X", time("2026-12-27T00:00:00Z"), now).as_deref(),
            Some("X ends on 2026-12-27 00:00:00 UTC")
        );
        assert_eq!(warning("X", now, now).as_deref(), Some("X ended on 2026-11-27 00:00:00 UTC"));
    }

    #[test]
    fn certificates_and_lists_of_a_server_are_examined() {
        let directory = tempfile::tempdir().unwrap();
        let options = identity::AuthorityOptions::new("Puppet CA: x");
        identity::Authority::create(&directory.path().join("ca"), &options).unwrap();
        let path = |name: &str| directory.path().join("ca").join(name);
        let files = TlsFiles {
            certificate: path("ca_crt.pem"),
            key: path("ca_key.pem"),
            authorities: path("ca_crt.pem"),
            revocations: path("ca_crl.pem"),
        };
        assert_eq!(warnings(&files, Timestamp::now()), Vec::<String>::new());
        let late = Timestamp::now().checked_add(Duration::from_secs(6 * 366 * 24 * 60 * 60)).unwrap();
        let texts = warnings(&files, late);
        let begins = [
            "The certificate of the authority 'CN=Puppet CA: x' ended",
            "The revocation list",
            "The certificate of this",
        ];
        assert!(texts.len() == 3 && texts.iter().zip(begins).all(|(text, begin)| text.starts_with(begin)), "{texts:?}");
    }
}
