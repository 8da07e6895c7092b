//! Loopback: http is allowed only to this system, where connections cannot be intercepted, whatever the
//! source of the URL.

use std::net::IpAddr;

use ureq::Error;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::http::uri::Scheme;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

/// Returns whether a host, `HOST[:PORT]`, is this system.
pub(crate) fn is_loopback(host: &str) -> bool {
    let name = host.rsplit_once(':').filter(|(_, port)| port.parse::<u16>().is_ok()).map_or(host, |(name, _)| name);
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    name == "localhost" || name.ends_with(".localhost") || address.is_ok_and(|address| address.is_loopback())
}

/// Returns whether a URL from a registry can be requested: by https, or by http on this system if the registry
/// is on this system as well.
pub(crate) fn is_safe(url: &str, is_own_loopback: bool) -> bool {
    let Ok(url) = url.parse::<Uri>() else { return false };
    let is_here = is_own_loopback && url.host().is_some_and(is_loopback);
    url.scheme() == Some(&Scheme::HTTPS) || (url.scheme() == Some(&Scheme::HTTP) && is_here)
}

/// DNS resolver that only permits this system for http, including redirects.
#[derive(Debug, Default)]
pub(super) struct Loopback(DefaultResolver);

impl Resolver for Loopback {
    fn resolve(&self, url: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, Error> {
        // With https only, a connection by http is one to the proxy, which the administrator has configured.
        let is_open = !config.https_only() && url.scheme() != Some(&Scheme::HTTPS);
        let elsewhere = || Error::RequireHttpsOnly(url.to_string());
        if is_open && !url.host().is_some_and(is_loopback) {
            return Err(elsewhere());
        }
        let found = self.0.resolve(url, config, timeout)?;
        if is_open && !found.iter().all(|address| address.ip().is_loopback()) {
            return Err(elsewhere());
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loopback_is_recognised_by_the_host_of_the_url() {
        for url in ["http://127.0.0.1:5000/x", "http://[::1]/x", "http://localhost/t?a=b", "HTTP://127.9.9.9"] {
            assert!(is_safe(url, true) && !is_safe(url, false), "{url}");
        }
        for url in [
            "http://192.0.2.2/t",
            "http://127.0.0.1@192.0.2.2/t",
            "http://192.0.2.2:80#127.0.0.1",
            "http://127.0.0.1.example.org/",
            "http:127.0.0.1",
            "ftp://127.0.0.1/",
            "/t",
            "",
        ] {
            assert!(!is_safe(url, true), "{url}");
        }
        assert!(is_safe("https://registry.example/t", false));
    }
}
