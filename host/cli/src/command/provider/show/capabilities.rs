//! Capabilities of a component: the interfaces of the contract that it imports, and its access to secrets.

use authoring::build::interface;
use runtime::Package;

/// The interfaces of the contract, with a description each.
pub(super) const ABILITIES: [(&str, &str); 9] = [
    ("fs-read", "read files"),
    ("fs-write", "write files"),
    ("process-query", "run commands that only read"),
    ("process-mutate", "run commands that change something"),
    ("identity", "look up users and groups"),
    ("catalog", "read other resources"),
    ("http", "connect to hosts over the network"),
    ("download", "download files"),
    ("secrets", "have secrets revealed by the host"),
];

/// Interfaces available to every component: logging, facts and regular expressions.
const ALWAYS_AVAILABLE: [&str; 3] = ["log", "facts", "regex"];

/// Interfaces that only define types of values.
const TYPE_INTERFACES: [&str; 6] = ["values", "errors", "fs-types", "http-types", "process-types", "schema"];

pub(super) fn can(package: &Package, ability: &str) -> bool {
    package.imports.iter().any(|import| interface(import) == Some(ability))
}

/// Returns the imports that are neither of the contract nor of WASI. No host loads a component with such
/// imports.
pub(super) fn foreign(package: &Package) -> Vec<&str> {
    let is_known = |import: &str| match interface(import) {
        Some(name) => {
            ALWAYS_AVAILABLE.contains(&name)
                || TYPE_INTERFACES.contains(&name)
                || ABILITIES.iter().any(|(known, _)| *known == name)
        }
        None => import.starts_with("wasi:"),
    };
    package.imports.iter().map(String::as_str).filter(|import| !is_known(import)).collect()
}

/// Returns how the host limits the component's access to secrets, as lines of text.
pub(super) fn secret_access(package: &Package) -> Vec<&'static str> {
    let secrets = &package.manifest.secrets;
    let mut lines = Vec::new();
    if can(package, "secrets") && !secrets.reveal.is_empty() {
        lines.push("can read the Sensitive values of the attributes that are granted above");
    }
    if secrets.read {
        lines
            .push("can read files that secrets were written to, and the output of commands that secrets were given to");
    } else {
        lines.push(
            "cannot read files that secrets were written to; once it has used a secret, the output of its commands is",
        );
        lines.push("redacted. It can still obtain the length of a secret, and what servers and programs return after receiving one");
    }
    lines
}
