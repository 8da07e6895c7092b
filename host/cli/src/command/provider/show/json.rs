//! Description of a component as JSON.

use runtime::Package;
use serde_json::{Value, json};

use super::capabilities::{ABILITIES, can, foreign};

/// Describes a component as JSON.
pub(in super::super) fn to_json(package: &Package, digest: &[u8]) -> Value {
    let digest = hex::encode(digest);
    let about = &package.manifest.package;
    let abilities: serde_json::Map<String, Value> =
        ABILITIES.iter().map(|(name, _)| ((*name).to_owned(), can(package, name).into())).collect();
    json!({
        "name": about.name,
        "version": about.version,
        "interface": about.interface,
        "license": about.license,
        "sha256": digest,
        "can": abilities,
        "imports": package.imports,
        "foreign_imports": foreign(package),
        "grants": {
            "files": package.manifest.files,
            "commands": package.manifest.commands,
            "given": package.manifest.given,
            "environment": package.manifest.environment,
            "network": package.manifest.network,
            "secrets": package.manifest.secrets,
            "resources": package.manifest.resources,
        },
        "types": package.schema.types,
        "providers": package.schema.providers,
    })
}
