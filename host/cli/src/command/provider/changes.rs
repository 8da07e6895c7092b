//! Description of a provider to be installed: metadata, types, grants, and the differences from the previous version.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use catalog::schema::PackageSchema;
use registry::{Grant, LockedProvider, beyond};
use runtime::Package;
use serde_json::{Value, json};

use report::sanitize::printable_line;

/// Added and removed items.
struct Difference {
    added: Vec<String>,
    removed: Vec<String>,
}

/// Describes a provider for acceptance.
pub(super) fn describe(entry: &LockedProvider, package: &Package, before: Option<&Package>) -> String {
    let signer = match &entry.signed {
        Some(signature) => format!("signed by {}", signature.key()),
        None => "not signed, accepted by its digest".to_owned(),
    };
    let version = match before.map(|before| &before.manifest.package.version) {
        Some(old) if *old != package.manifest.package.version => format!("{old} -> {}", entry.version),
        _ => entry.version.to_string(),
    };
    let mut text = printable_line(&format!("{} {version} from {} ({signer})", entry.name, entry.source)) + "\n";
    let _ = writeln!(text, "  {}", entry.artifact);
    for (what, Difference { added, removed }) in
        [("", of_offers(package, before)), ("may ", of_grants(package, before))]
    {
        for (sign, lines) in [('+', added), ('-', removed)] {
            for line in lines {
                let _ = writeln!(text, "  {sign} {what}{}", printable_line(&line));
            }
        }
    }
    text
}

/// Describes a provider for acceptance as JSON.
pub(super) fn to_json(entry: &LockedProvider, package: &Package, before: Option<&Package>) -> Value {
    let of = |Difference { added, removed }| json!({ "added": added, "removed": removed });
    json!({
        "name": entry.name,
        "version": entry.version.to_string(),
        "previous_version": before.map(|before| &before.manifest.package.version),
        "source": entry.source,
        "digest": entry.artifact,
        "signed_by": entry.signed.as_ref().map(|signature| signature.key().to_string()),
        "offers": of(of_offers(package, before)),
        "grants": of(of_grants(package, before)),
    })
}

fn of_offers(package: &Package, before: Option<&Package>) -> Difference {
    let (is, was) = (offers(&package.schema), before.map(|before| offers(&before.schema)).unwrap_or_default());
    let beyond = |one: &BTreeSet<String>, other: &BTreeSet<String>| one.difference(other).cloned().collect();
    Difference { added: beyond(&is, &was), removed: beyond(&was, &is) }
}

fn of_grants(package: &Package, before: Option<&Package>) -> Difference {
    let (is, was) = (package.requested_grants(), before.map(Package::requested_grants).unwrap_or_default());
    let texts = |grants: Vec<Grant>| grants.iter().map(ToString::to_string).collect();
    Difference { added: texts(beyond(is.clone(), &was)), removed: texts(beyond(was, &is)) }
}

/// Returns the capabilities of a package, a line for each type, attribute and provider.
fn offers(schema: &PackageSchema) -> BTreeSet<String> {
    let types = schema.types.iter().flat_map(|known| {
        let attributes = known.attributes.iter().map(|attribute| format!("type {}: {}", known.name, attribute.name));
        std::iter::once(format!("type {}", known.name)).chain(attributes)
    });
    let providers = schema.providers.iter().map(|known| format!("provider {} of {}", known.name, known.type_name));
    types.chain(providers).collect()
}
