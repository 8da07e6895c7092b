//! Description of a component as text.

use std::fmt::Write as _;

use catalog::schema::{Hook, Provided, ProviderSchema};
use registry::index::first_sentence;
use report::sanitize::printable_line;
use runtime::Package;

use super::capabilities::{ABILITIES, can, foreign, secret_access};

/// Describes a component as text.
pub(in super::super) fn to_text(package: &Package, digest: &[u8]) -> String {
    let digest = hex::encode(digest);
    let about = &package.manifest.package;
    let license = about.license.as_deref().map(|license| format!(", {license}")).unwrap_or_default();
    let (title, contract) =
        (format!("{} {}", about.name, about.version), format!("version {} of the contract{license}", about.interface));
    let mut text = format!(
        "{}\n  for {}\n  sha256 {digest}\n\nCapabilities, according to its imports\n",
        printable_line(&title),
        printable_line(&contract)
    );
    for (name, what) in ABILITIES {
        let _ = writeln!(text, "  {} {what}", if can(package, name) { "can   " } else { "cannot" });
    }
    for import in foreign(package) {
        let _ =
            writeln!(text, "  imports {}, which is not in the contract: it cannot be loaded", printable_line(import));
    }
    text.push_str("\nRequested grants\n");
    let grants = package.grants();
    if grants.is_empty() {
        text.push_str("  nothing\n");
    }
    for grant in grants {
        let _ = writeln!(text, "  {}", printable_line(&grant));
    }
    text.push_str("\nAccess to secrets\n");
    for line in secret_access(package) {
        let _ = writeln!(text, "  {line}");
    }
    text.push_str("\nTypes and providers\n");
    for schema in &package.schema.types {
        let _ = writeln!(text, "  type {}: {}", schema.name, printable_line(&first_sentence(&schema.docs)));
    }
    for provider in &package.schema.providers {
        let words = format!("provider {} of {}{}", provider.name, provider.type_name, describe(provider));
        let _ = writeln!(text, "  {}", printable_line(&words));
    }
    text
}

fn describe(provider: &ProviderSchema) -> String {
    let mut text = String::new();
    let conditional = |provided: &Provided| match provided.when.as_slice() {
        [] => provided.feature.clone(),
        _ => format!("{} (where it can)", provided.feature),
    };
    let features: Vec<String> = provider.features.iter().map(conditional).collect();
    if !features.is_empty() {
        let _ = write!(text, "; features {}", features.join(", "));
    }
    let more = [Hook::Generate, Hook::Expand, Hook::Precheck, Hook::Instances, Hook::Refresh, Hook::Prefetch];
    let calls: Vec<String> = more.iter().filter(|hook| provider.hooks.contains(hook)).map(word).collect();
    if !calls.is_empty() {
        let _ = write!(text, "; also {}", calls.join(", "));
    }
    if !provider.hooks.contains(&Hook::Get) {
        text.push_str("; not built yet");
    }
    text
}

fn word(hook: &Hook) -> String {
    format!("{hook:?}").to_lowercase()
}
