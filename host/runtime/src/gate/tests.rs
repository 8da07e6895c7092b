//! Tests of `gate`. The table of imports is compared with the WIT files.

use std::collections::BTreeSet;
use std::path::Path;

use wit_parser::{Resolve, WorldItem};

use super::*;
use crate::arena::Columns;
use crate::link::{LinkProfile, interface};

/// Returns every function that the world `full` imports, as `interface` and `function`.
fn functions_of_the_contract() -> BTreeSet<(String, String)> {
    let mut resolve = Resolve::default();
    let wit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../wit");
    let (package, _) = resolve.push_dir(wit).unwrap();
    let world = resolve.select_world(&[package], Some("full")).unwrap();
    let mut functions = BTreeSet::new();
    for (key, item) in &resolve.worlds[world].imports {
        match item {
            WorldItem::Interface { id, .. } => {
                for function in resolve.interfaces[*id].functions.values() {
                    functions.insert((resolve.name_world_key(key), function.name.clone()));
                }
            }
            WorldItem::Function(function) => panic!("{} is outside of an interface", function.name),
            WorldItem::Type { .. } => {}
        }
    }
    functions
}

fn caller() -> Caller {
    Caller {
        type_name: "file".into(),
        provider: "file".into(),
        package: "marotte/file".into(),
        grants: Rc::new(ResolvedGrants::default()),
        columns: Rc::new(Columns::default()),
        schema: Arc::default(),
        prefetches: false,
        interpreter: None,
    }
}

/// Returns a provider of a type whose fourth attribute is `password` and whose fifth is `url`, with these grants.
fn granted(grants: &str) -> Caller {
    let manifest = format!("[package]\nname = 'a/b'\nversion = '1.0.0'\ninterface = '0.1'\n{grants}");
    let manifest = marotte_contract::manifest::Manifest::from_toml(&manifest).unwrap();
    let attribute = |name: &str| ["", "", "", "password", "url"].iter().position(|known| *known == name);
    let grants = ResolvedGrants::new(&manifest, "file", &|name| attribute(name).map(|at| at as u16)).unwrap();
    Caller { grants: Rc::new(grants), ..caller() }
}

#[test]
fn every_import_of_the_contract_has_a_rule() {
    let listed: BTreeSet<(String, String)> =
        import::ALL.iter().map(|import| (interface(import), import.function.to_owned())).collect();
    assert_eq!(listed.len(), import::ALL.len(), "an import is listed twice");
    let listed: BTreeSet<_> = listed.into_iter().filter(|(name, _)| !name.starts_with("marotte:ruby/")).collect();
    assert_eq!(listed, functions_of_the_contract());
}

#[test]
fn noop_run_permits_only_imports_that_read() {
    let mut gate = Gate::default();
    gate.begin(&RunContext { noop: true, ..RunContext::default() });
    assert!(gate.is_sealed());
    assert!(gate.enter_write(1).is_err(), "a noop run has no write phase");
    for import in import::ALL {
        let admitted = gate.check(&caller(), Phase::Read, Effect::Call(import)).is_ok();
        let reads_only = matches!(
            import.interface,
            "log"
                | "facts"
                | "regex"
                | "catalog"
                | "identity"
                | "fs-read"
                | "process-query"
                | "http"
                | "secrets"
                | "interpreter"
                | "programs"
                | "catalog-types"
                | "resources"
                | "provider-query"
        );
        assert_eq!(admitted, reads_only, "{import}");
        // Refused functions are linked to a stub in such a run.
        assert_eq!(LinkProfile::ReadOnly.exposes(import.rule), reads_only, "{import}");
    }
}

#[test]
fn catalog_phase_permits_no_access_to_the_system() {
    let gate = Gate::default();
    for import in import::ALL {
        let admitted = gate.check(&caller(), Phase::Catalog, Effect::Call(import)).is_ok();
        assert_eq!(
            admitted,
            matches!(
                import.interface,
                "log" | "facts" | "regex" | "catalog" | "interpreter" | "programs" | "catalog-types"
            ),
            "{import}"
        );
        assert_eq!(LinkProfile::Pure.exposes(import.rule), admitted, "{import}");
    }
}

#[test]
fn noop_run_permits_writing_enforced_rows_only() {
    let mut gate = Gate::default();
    gate.begin(&RunContext { noop: true, enforced: vec![7], ..RunContext::default() });
    assert!(!gate.is_sealed());
    assert!(gate.enter_write(8).is_err());
    let phase = gate.enter_write(7).unwrap();
    assert!(gate.check(&caller(), phase, Effect::Call(&import::FS_WRITE)).is_ok());
    let refusal = gate.check(&caller(), Phase::Read, Effect::Call(&import::FS_WRITE)).unwrap_err();
    assert_eq!(refusal.0, "the provider 'file' may not call fs-write.write: a dry run writes nothing");
}

#[test]
fn secret_is_revealed_only_with_a_grant_for_its_attribute() {
    let caller = granted("[secrets]\nreveal = ['password', 'foreign']\n");
    let gate = Gate::default();
    let see = |phase, attributes: &[u16]| gate.check(&caller, phase, Effect::Reveal(attributes));
    assert!(see(Phase::Read, &[1, 3]).is_ok());
    assert!(see(Phase::Catalog, &[3]).is_err());
    let refusal = see(Phase::Read, &[]).unwrap_err();
    assert_eq!(refusal.0, "the provider 'file' may not read an unknown secret: no grant of its manifest covers it");
}

/// Returns whether a request with this method, URL and original URL is allowed.
fn requests(caller: &Caller, phase: Phase, method: &str, url: &str, from: Option<&str>) -> bool {
    let row = transaction::provider::Row {
        id: 1,
        title: "x".into(),
        slots: vec![(4, catalog::Value::from("https://h.test:8443/file"))].into(),
    };
    let rows = crate::rows::Rows::new(std::iter::once(&row));
    let (url, from) = (Url::parse(url).unwrap(), from.map(|from| Url::parse(from).unwrap()));
    let writes = !matches!(method, "GET" | "HEAD");
    let request = HttpAccess { method, writes, url: &url, redirected_by: from.as_ref(), row: rows.find(1) };
    Gate::default().check(caller, phase, Effect::Request(&request)).is_ok()
}

#[test]
fn request_requires_a_grant_for_host_and_method() {
    let caller = granted("[network]\nread = ['*.ask.test']\nwrite = ['change.test']\n");
    let write = Gate::default().enter_write(1).unwrap();
    let is_allowed = |phase, method, url| requests(&caller, phase, method, url, None);
    assert!(is_allowed(Phase::Read, "GET", "https://a.ask.test/") && is_allowed(write, "HEAD", "https://a.ask.test/"));
    assert!(
        is_allowed(Phase::Read, "GET", "https://change.test/") && is_allowed(write, "DELETE", "https://change.test/")
    );
    for (phase, method, url) in [
        (Phase::Catalog, "GET", "https://a.ask.test/"),
        (Phase::Read, "POST", "https://change.test/"),
        (write, "POST", "https://a.ask.test/"),
        (write, "GET", "https://ask.test/"),
        (write, "GET", "http://a.ask.test/"),
        (write, "GET", "https://other.test/"),
    ] {
        assert!(!is_allowed(phase, method, url), "{method} {url}");
    }
}

#[test]
fn attribute_grant_covers_its_host_or_the_redirects_of_that_host() {
    let (here, there) = ("https://h.test:8443/other", "https://elsewhere.test/");
    let exact = granted("[network]\nread = ['@url']\n");
    assert!(requests(&exact, Phase::Read, "GET", here, None));
    assert!(requests(&exact, Phase::Read, "GET", here, Some(there)));
    assert!(!requests(&exact, Phase::Read, "GET", "https://h.test/", None), "another port");
    assert!(!requests(&exact, Phase::Read, "GET", there, Some(here)));
    let onward = granted("[network]\nread = ['@url->']\n");
    assert!(requests(&onward, Phase::Read, "GET", there, Some(here)));
    assert!(!requests(&onward, Phase::Read, "GET", here, None));
    assert!(!requests(&onward, Phase::Read, "GET", here, Some(there)));
}

#[test]
fn non_public_address_requires_a_grant() {
    let url = Url::parse("https://h.test/").unwrap();
    let connects = |caller: &Caller, address: &str| {
        let connection = Connection { url: &url, address: address.parse().unwrap(), redirected_by: None };
        Gate::default().check(caller, Phase::Read, Effect::Connect(&connection))
    };
    let (plain, near) = (caller(), granted("[network]\naddresses = ['private', 'link-local']\n"));
    assert!(connects(&plain, "1.1.1.1").is_ok());
    let refusal = connects(&plain, "::ffff:169.254.169.254").unwrap_err();
    let message = "the provider 'file' may not connect to h.test at ::ffff:169.254.169.254, which is a link-local address: \
                no grant of its manifest covers it";
    assert_eq!(refusal.0, message);
    assert!(connects(&near, "169.254.169.254").is_ok() && connects(&near, "10.0.0.1").is_ok());
    assert!(connects(&near, "127.0.0.1").is_err() && connects(&near, "224.0.0.1").is_err());
}

#[test]
fn redirect_to_non_public_address_requires_its_own_grant() {
    let (url, named) = (Url::parse("https://h.test/").unwrap(), Url::parse("https://named.test/x").unwrap());
    let follows = |caller: &Caller, address: &str| {
        let connection = Connection { url: &url, address: address.parse().unwrap(), redirected_by: Some(&named) };
        Gate::default().check(caller, Phase::Read, Effect::Connect(&connection))
    };
    let near = granted("[network]\naddresses = ['loopback', 'private', 'link-local']\n");
    let near_addresses =
        ["127.0.0.1", "::1", "::ffff:127.0.0.1", "10.0.0.1", "fd00::1", "64:ff9b::a00:1", "169.254.169.254", "fe80::1"];
    for address in near_addresses {
        assert!(follows(&near, address).is_err(), "{address}");
    }
    assert!(follows(&near, "1.1.1.1").is_ok());
    let message = follows(&near, "::ffff:10.0.0.1").unwrap_err().0;
    assert!(message.contains("which is a private address, to which https://named.test/x redirects: "), "{message}");
    let loopback = granted("[network]\nredirects = ['loopback']\n");
    assert!(follows(&loopback, "127.0.0.1").is_ok() && follows(&loopback, "10.0.0.1").is_err());
    assert!(follows(&loopback, "0.0.0.0").is_err());
}

#[test]
fn find_requires_a_grant_for_the_type_in_every_phase() {
    let caller = granted("[resources]\nfind = ['user']\n");
    let find = |phase, name| Gate::default().check(&caller, phase, Effect::Find(name)).is_ok();
    assert!(find(Phase::Catalog, "user") && find(Phase::Read, "user"));
    assert!(!find(Phase::Catalog, "group") && !find(Phase::Read, "group"));
}
