//! Files of a new project, for each language.

use std::path::{Path, PathBuf};

use super::ProjectName;
use crate::Language;

/// The SDK and the contract: paths and contents as compressed JSON.
static KIT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/kit.zst"));

/// The crate versions with which the SDK is tested, its toolchain, and its formatting options.
const RUST: [(&str, &str); 3] = [
    ("Cargo.lock", include_str!("../../../../Cargo.lock")),
    ("rust-toolchain.toml", include_str!("../../../../rust-toolchain.toml")),
    (".rustfmt.toml", include_str!("../../../../.rustfmt.toml")),
];

/// Returns the project's own files as templates: paths and contents, with placeholders such as `{type}`.
fn own(language: Language) -> &'static [(&'static str, &'static str)] {
    match language {
        Language::Rust => &[
            ("Cargo.toml", include_str!("rust/Cargo.toml.txt")),
            ("src/lib.rs", include_str!("rust/lib.rs.txt")),
            ("README.md", include_str!("rust/README.md.txt")),
            (".gitignore", include_str!("rust/gitignore.txt")),
            ("provider.toml", include_str!("provider.toml.txt")),
        ],
        Language::JavaScript => &[
            ("package.json", include_str!("javascript/package.json.txt")),
            ("{type}.js", include_str!("javascript/type.js.txt")),
            ("{type}.test.js", include_str!("javascript/type.test.js.txt")),
            ("README.md", include_str!("javascript/README.md.txt")),
            (".gitignore", include_str!("javascript/gitignore.txt")),
            ("provider.toml", include_str!("provider.toml.txt")),
            ("wit/world.wit", include_str!("world.wit.txt")),
        ],
        Language::Python => &[
            ("requirements.txt", include_str!("python/requirements.txt.txt")),
            ("app.py", include_str!("python/app.py.txt")),
            ("test_app.py", include_str!("python/test_app.py.txt")),
            ("providers.py", include_str!("python/providers.py.txt")),
            ("README.md", include_str!("python/README.md.txt")),
            (".gitignore", include_str!("python/gitignore.txt")),
            ("provider.toml", include_str!("provider.toml.txt")),
            ("wit/world.wit", include_str!("world.wit.txt")),
        ],
    }
}

/// Returns the destination of a file of the kit, or `None` if the language does not need it.
fn place(language: Language, path: &str) -> Option<PathBuf> {
    let relocated = |directory: &str, place: &str| path.strip_prefix(directory).map(|rest| Path::new(place).join(rest));
    let of_kit = match language {
        Language::Rust => {
            let is_foreign = ["sdk/javascript/", "sdk/python/"].iter().any(|directory| path.starts_with(directory));
            return (!is_foreign).then(|| Path::new("marotte").join(path));
        }
        Language::JavaScript => relocated("sdk/javascript/", "marotte"),
        Language::Python => relocated("sdk/python/", ""),
    };
    let shared = match path {
        "LICENSE-APACHE" | "LICENSE-MIT" => Some(Path::new("marotte").join(path)),
        "wit/src/schema.rs" => Some("marotte/schema.rs".into()),
        _ => relocated("wit/", "wit/deps/marotte").filter(|path| path.extension().is_some_and(|kind| kind == "wit")),
    };
    of_kit.or(shared)
}

/// Returns the paths and contents of the SDK and the contract.
fn kit() -> Vec<(String, String)> {
    let json = zstd::decode_all(KIT).expect("the build script has compressed the kit");
    serde_json::from_slice(&json).expect("the build script has written the kit as JSON")
}

/// Returns the paths and contents of the files of a new project.
pub(super) fn files(language: Language, name: &ProjectName) -> Vec<(PathBuf, String)> {
    let own = own(language).iter().flat_map(|(path, text)| match (*path, name.types()) {
        ("src/lib.rs", [_, _, ..]) => types(text, name),
        _ => vec![(PathBuf::from(name.fill(path)), name.fill(text))],
    });
    let kit = kit().into_iter().filter_map(|(path, text)| Some((place(language, &path)?, text)));
    let given = RUST.iter().filter(|_| matches!(language, Language::Rust));
    let given = given.map(|(path, text)| (PathBuf::from(path), (*text).to_owned()));
    own.chain(given).chain(kit).collect()
}

/// The beginning and the end of the module of the schema in the sample code.
const SCHEMA: (&str, &str) = ("pub mod schema {\n", "\n}\n");

/// Returns the files of a crate with several types: the sample code of each in a module of its own, and the schema of all.
fn types(sample: &str, name: &ProjectName) -> Vec<(PathBuf, String)> {
    let (_, rest) = sample.split_once(SCHEMA.0).unwrap_or_default();
    let (structure, code) = rest.split_once(SCHEMA.1).unwrap_or_default();
    let mut modules = Vec::new();
    let (mut declared, mut structures) = (Vec::new(), Vec::new());
    for type_name in name.types() {
        let one = name.with_type(type_name);
        declared.push(format!("mod {type_name};\n"));
        structures.push(one.fill(structure).replace("super::Plain", &format!("super::{type_name}::Plain")));
        let code = code.replace("new::<schema::Component>", "new::<crate::schema::Component>");
        let head = "//! Manages a text in a file: `{type} { '/etc/{type}': text => 'Hello' }`. Replace this sample with your type.\n\n\
                    use marotte_sdk::prelude::*;\n\nuse crate::schema::{Ensure, {Type}, {Type}Attribute, {Type}State};\n";
        modules.push((PathBuf::from(format!("src/{type_name}.rs")), one.fill(&format!("{head}{code}"))));
    }
    let lib = format!(
        "//! The types of {name}.\n\n{}\n/// The attributes of the types. `marotte describe` shows the comments.\n\
         #[marotte_sdk::package]\n{}{}{}",
        declared.concat(),
        SCHEMA.0,
        structures.join("\n\n"),
        SCHEMA.1
    );
    modules.push(("src/lib.rs".into(), lib));
    modules
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn placeholders_are_replaced_and_paths_are_unique() {
        let name = ProjectName::parse("acme/motd", &[]).unwrap();
        for language in [Language::Rust, Language::JavaScript, Language::Python] {
            for (path, text) in own(language) {
                let text = name.fill(text);
                for placeholder in ["{type}", "{Type}", "{name}", "{crate}", "{space}", "{interface}", "{contract}"] {
                    assert!(!text.contains(placeholder), "{path}: {placeholder}");
                }
            }
            let files = files(language, &name);
            let places: BTreeSet<&PathBuf> = files.iter().map(|(path, _)| path).collect();
            assert_eq!(places.len(), files.len(), "{language:?}");
        }
    }

    #[test]
    fn links_in_the_kit_lead_to_files_of_the_kit() {
        let files = files(Language::Rust, &ProjectName::parse("motd", &[]).unwrap());
        let has = |wanted: &Path| files.iter().any(|(path, _)| path.starts_with(wanted));
        for (path, text) in files.iter().filter(|(path, _)| path.extension().is_some_and(|kind| kind == "md")) {
            let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
            for link in links.filter(|link| !link.contains("://") && !link.starts_with('#')) {
                let file = path.parent().unwrap().join(link.split('#').next().unwrap_or(link));
                assert!(!link.contains("..") && has(&file), "{}: {link}", path.display());
            }
            for excluded in ["`examples/", "host/README", "tests/README"] {
                assert!(!text.contains(excluded), "{}: {excluded}", path.display());
            }
        }
    }

    #[test]
    fn kit_imports_interfaces_of_the_current_contract() {
        let version = runtime::CONTRACT.split_once('@').unwrap().1;
        for (path, text) in kit().iter().filter(|(path, _)| path.ends_with(".js")) {
            let imports = text.split("from \"marotte:provider/").skip(1);
            for import in imports.map(|rest| rest.split('"').next().unwrap()) {
                assert_eq!(import.split_once('@').unwrap().1, version, "{path}: {import}");
            }
        }
    }

    #[test]
    fn projects_contain_the_kit_of_their_language_and_the_contract() {
        let name = ProjectName::parse("motd", &[]).unwrap();
        let has =
            |language: Language, wanted: &str| files(language, &name).iter().any(|(path, _)| path == Path::new(wanted));
        assert!(
            has(Language::Rust, "marotte/sdk/src/lib.rs")
                && !has(Language::Rust, "marotte/sdk/python/marotte/schema.py")
        );
        assert!(has(Language::JavaScript, "marotte/marotte.js") && has(Language::JavaScript, "motd.js"));
        assert!(has(Language::Python, "marotte/__init__.py") && has(Language::Python, "app.py"));
        assert!(has(Language::JavaScript, "marotte/fake.js") && has(Language::JavaScript, "motd.test.js"));
        assert!(has(Language::Python, "marotte_fake/__init__.py") && has(Language::Python, "test_app.py"));
        for language in [Language::JavaScript, Language::Python] {
            assert!(has(language, "wit/deps/marotte/values.wit") && has(language, "marotte/schema.rs"));
            assert!(!has(language, "wit/deps/marotte/README.md"));
        }
    }
}
