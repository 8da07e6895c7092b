//! Tests of refreshing packages.

use marotte_sdk::Value;

use super::{Site, text};
use crate::rpm::Rpm;

/// A package system under the name of a provider, which determines its features.
fn site(provider: &'static str) -> Site<Rpm> {
    let site = Site::new(provider);
    site.on("rpm", 0, "").on("rpm -qa", 0, "a 0 1.0 1 noarch\n");
    site
}

fn attributes(ensure: &str) -> [(&'static str, Value); 3] {
    [text("ensure", ensure), text("reinstall_on_refresh", "true"), text("source", "/srv/a.rpm")]
}

#[test]
fn refresh_reinstalls_with_a_reinstallable_provider() {
    let mut site = site("portage");
    for ensure in ["present", "latest", "1.0-1"] {
        site.refresh("a", &attributes(ensure)).unwrap();
        assert_eq!(site.ran_but("rpm -q"), ["rpm -U --oldpackage /srv/a.rpm"], "{ensure}");
    }
    site.on("rpm -U", 1, "error: no space");
    let failed = site.refresh("a", &attributes("present")).unwrap_err();
    assert_eq!(failed.message, "Execution of 'rpm -U --oldpackage /srv/a.rpm' returned 1: error: no space");
}

#[test]
fn refresh_does_not_install_an_absent_package() {
    let mut site = site("portage");
    for ensure in ["absent", "purged"] {
        site.refresh("a", &attributes(ensure)).unwrap();
        assert!(site.ran.borrow().is_empty(), "{ensure}");
    }
}

#[test]
fn refresh_has_no_effect_without_reinstall_on_refresh() {
    let mut site = site("portage");
    site.refresh("a", &[]).unwrap();
    site.refresh("a", &[text("reinstall_on_refresh", "false")]).unwrap();
    assert!(site.ran.borrow().is_empty());
}

#[test]
fn refresh_has_no_effect_without_a_reinstallable_provider() {
    let mut site = site("rpm");
    site.refresh("a", &attributes("present")).unwrap();
    assert!(site.ran.borrow().is_empty());
}
