//! Tests of the module above: the table of imports is held against the WIT files.

use std::collections::BTreeSet;
use std::path::Path;

use wit_parser::{Resolve, WorldItem};

use super::*;
use crate::arena::Columns;
use crate::link::{Lending, interface};

/// Every function that the world `full` imports, as `interface` and `function`.
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
        grants: Rc::new(Grants::default()),
        columns: Rc::new(Columns::default()),
        schema: Arc::default(),
        prefetches: false,
    }
}

#[test]
fn every_import_of_the_contract_has_a_rule() {
    let listed: BTreeSet<(String, String)> =
        import::ALL.iter().map(|import| (interface(import), import.function.to_owned())).collect();
    assert_eq!(listed.len(), import::ALL.len(), "an import is listed twice");
    assert_eq!(listed, functions_of_the_contract());
}

#[test]
fn in_a_noop_run_every_import_reads_or_is_refused() {
    let mut gate = Gate::default();
    gate.begin(&Run { noop: true, ..Run::default() });
    assert!(gate.is_sealed());
    assert!(gate.enter_write(1).is_err(), "there is no write phase");
    for import in import::ALL {
        let admitted = gate.check(&caller(), Phase::Read, Effect::Call(import)).is_ok();
        let reads_only = matches!(
            import.interface,
            "log" | "facts" | "catalog" | "identity" | "fs-read" | "process-query" | "secrets"
        );
        assert_eq!(admitted, reads_only, "{import}");
        // And what is not admitted has no function behind it in such a run's linker.
        assert_eq!(Lending::Reading.lends(import.rule), reads_only, "{import}");
    }
}

#[test]
fn what_checks_and_relates_touches_nothing() {
    let gate = Gate::default();
    for import in import::ALL {
        let admitted = gate.check(&caller(), Phase::Catalog, Effect::Call(import)).is_ok();
        assert_eq!(admitted, matches!(import.interface, "log" | "facts" | "catalog"), "{import}");
        assert_eq!(Lending::Pure.lends(import.rule), admitted, "{import}");
    }
}

#[test]
fn an_enforced_row_is_written_even_then_and_no_other() {
    let mut gate = Gate::default();
    gate.begin(&Run { noop: true, enforced: vec![7], ..Run::default() });
    assert!(!gate.is_sealed());
    assert!(gate.enter_write(8).is_err());
    let phase = gate.enter_write(7).unwrap();
    assert!(gate.check(&caller(), phase, Effect::Call(&import::FS_WRITE)).is_ok());
    let refusal = gate.check(&caller(), Phase::Read, Effect::Call(&import::FS_WRITE)).unwrap_err();
    assert_eq!(refusal.0, "the provider 'file' may not call fs-write.write: nothing is written in a noop run");
}

#[test]
fn what_cannot_be_granted_is_refused_in_every_phase() {
    let gate = Gate::default();
    let phase = gate.enter_write(1).unwrap();
    for import in [&import::HTTP_SEND, &import::DOWNLOAD_FETCH] {
        assert!(gate.check(&caller(), phase, Effect::Call(import)).is_err(), "{import}");
        assert!(!Lending::Everything.lends(import.rule), "{import}");
    }
}

#[test]
fn a_secret_is_seen_where_a_grant_names_its_attribute() {
    let manifest =
        "[package]\nname = 'a/b'\nversion = '1.0.0'\ninterface = '0.1'\n[secrets]\nreveal = ['password', 'foreign']\n";
    let manifest = marotte_wit::manifest::Manifest::from_toml(manifest).unwrap();
    let grants = Grants::new(&manifest, "file", &|name| (name == "password").then_some(3)).unwrap();
    let (gate, caller) = (Gate::default(), Caller { grants: Rc::new(grants), ..caller() });
    let see = |phase, attributes: &[u16]| gate.check(&caller, phase, Effect::Reveal(attributes));
    assert!(see(Phase::Read, &[1, 3]).is_ok());
    assert!(see(Phase::Catalog, &[3]).is_err());
    let refusal = see(Phase::Read, &[]).unwrap_err();
    assert_eq!(
        refusal.0,
        "the provider 'file' may not see a secret that it was not given: no grant of its manifest covers it"
    );
}
