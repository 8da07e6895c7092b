//! Checks that wildcards in the argument lists of the built-in components have reasons.

use std::fs;
use std::path::Path;

use marotte_contract::arguments::has_wildcard;
use marotte_contract::manifest::Manifest;

#[test]
fn wildcards_of_built_in_components_have_reasons() {
    let providers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../providers");
    let mut faults = Vec::new();
    let mut count = 0;
    for entry in fs::read_dir(providers).unwrap() {
        let file = entry.unwrap().path().join("provider.toml");
        let Ok(text) = fs::read_to_string(&file) else { continue };
        for (name, command) in Manifest::from_toml(&text).unwrap().commands {
            count += 1;
            let has_wildcard = command.query.iter().chain(&command.mutate).any(|arguments| has_wildcard(arguments));
            let has_reason = command.wildcards.as_deref().is_some_and(|reason| !reason.trim().is_empty());
            if has_wildcard != has_reason {
                faults.push(format!("{}: '{name}': wildcard {has_wildcard}, reason {has_reason}", file.display()));
            }
        }
    }
    assert!(count > 50, "only {count} commands were found");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
