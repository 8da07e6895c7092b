//! Owns how a provider that comes in is shown: what it is, what it offers, what it may do, and how that differs from the one before.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use catalog::schema::PackageSchema;
use registry::{Entry, beyond};
use runtime::Package;

/// Shows a provider to who has to accept it.
pub(in super::super) fn describe(entry: &Entry, package: &Package, before: Option<&Package>) -> String {
    let signer = match &entry.signed {
        Some(signature) => format!("signed by {}", signature.key()),
        None => "not signed, accepted by its digest".to_owned(),
    };
    let version = match before.map(|before| &before.manifest.package.version) {
        Some(old) if *old != package.manifest.package.version => format!("{old} -> {}", entry.version),
        _ => entry.version.to_string(),
    };
    let mut text = format!("{} {version} from {} ({signer})\n", entry.name, entry.source);
    let _ = writeln!(text, "  {}", entry.artifact);
    let empty = BTreeSet::new();
    let offers = offers(&package.schema);
    let offered = before.map_or_else(|| empty.clone(), |before| self::offers(&before.schema));
    for offer in offers.difference(&offered) {
        let _ = writeln!(text, "  + {offer}");
    }
    for offer in offered.difference(&offers) {
        let _ = writeln!(text, "  - {offer}");
    }
    let granted = before.map(Package::asked).unwrap_or_default();
    let asked = package.asked();
    for grant in beyond(asked.clone(), &granted) {
        let _ = writeln!(text, "  + may {grant}");
    }
    for grant in beyond(granted, &asked) {
        let _ = writeln!(text, "  - may {grant}");
    }
    text
}

/// Returns what a provider offers, a line for each type, attribute and provider.
fn offers(schema: &PackageSchema) -> BTreeSet<String> {
    let types = schema.types.iter().flat_map(|known| {
        let attributes = known.attributes.iter().map(|attribute| format!("type {}: {}", known.name, attribute.name));
        std::iter::once(format!("type {}", known.name)).chain(attributes)
    });
    let providers = schema.providers.iter().map(|known| format!("provider {} of {}", known.name, known.type_name));
    types.chain(providers).collect()
}
