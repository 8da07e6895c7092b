//! Lookups with the explanations recorded from Puppet by `tests/recorders/lookup.rb`. Each directory in `lookup/` is an
//! environment with a `requests.yaml`, which lists the lookups, and the explanation of each lookup as text and as JSON.
#![expect(clippy::disallowed_methods, reason = "the environments are directories")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use catalog::{Value, wire};
use compiler::LookupRequest;
use hiera::Explain;
use value::{
    CompileRequest, CompilerSettings, DirectoryEntry, FileLocation, ManifestSource, ReadError, SourceText, World,
};

/// A world that reads an environment directory.
struct Directory(PathBuf);

impl World for Directory {
    fn name(&self) -> &str {
        "production"
    }

    fn site(&self) -> Result<Vec<ManifestSource>, ReadError> {
        Ok(Vec::new())
    }

    fn text(&self, place: FileLocation<'_>, path: &str) -> Result<Option<SourceText>, ReadError> {
        let read = |file: String| SourceText {
            text: fs::read_to_string(&file).expect("recorded files are UTF-8"),
            name: file,
        };
        Ok(self.find(place, path).filter(|file| Path::new(file).is_file()).map(read))
    }

    fn find(&self, place: FileLocation<'_>, path: &str) -> Option<String> {
        let directory = match place {
            FileLocation::Environment => self.0.clone(),
            FileLocation::AnyModule => return None,
            FileLocation::Module(module) => self.0.join("modules").join(module),
            FileLocation::Anywhere => PathBuf::from("/"),
        };
        let file = if path.is_empty() { directory } else { directory.join(path) };
        file.exists().then(|| file.display().to_string())
    }

    fn entries(&self, directory: &str) -> Vec<DirectoryEntry> {
        let entry = |found: fs::DirEntry| DirectoryEntry {
            name: found.file_name().to_string_lossy().into_owned(),
            is_directory: found.path().is_dir(),
            is_link: false,
        };
        let mut entries: Vec<DirectoryEntry> =
            fs::read_dir(directory).into_iter().flatten().flatten().map(entry).collect();
        entries.sort();
        entries
    }

    fn has_module(&self, name: &str) -> bool {
        self.find(FileLocation::Module(name), "").is_some()
    }

    fn schema(&self, _: &str) -> Option<Arc<catalog::schema::TypeSchema>> {
        None
    }

    fn type_names(&self) -> Vec<String> {
        Vec::new()
    }

    fn now(&self) -> i128 {
        0
    }
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lookup")
}

fn text(hash: &value::Hash, key: &str) -> Option<String> {
    hash.text(key).map(|value| value.text().to_string())
}

/// Performs a recorded request. Returns the explanation as text and as JSON.
fn explained(directory: &Path, recorded: &value::Hash) -> (String, serde_json::Value) {
    let global = directory.join("global.yaml");
    let global = if global.is_file() { global } else { directory.join("none/hiera.yaml") };
    let hash = |entries: &[(&str, Value)]| {
        Value::Hash(entries.iter().map(|(key, value)| ((*key).into(), value.clone())).collect())
    };
    let os = hash(&[("family", "Debian".into()), ("name", "Debian".into())]);
    let roles = Value::Array(vec!["db".into(), "web".into()]);
    let request = CompileRequest {
        node: "node1.example.com".to_owned(),
        facts: hash(&[("kernel", "Linux".into()), ("os", os), ("roles", roles)]),
        settings: CompilerSettings { hiera_config: Some(global.display().to_string()), ..CompilerSettings::default() },
        ..CompileRequest::default()
    };
    let keys = recorded.text("keys").and_then(value::Value::as_array).unwrap_or_default();
    let lookup = LookupRequest {
        keys: keys.iter().map(|key| key.text().to_string()).collect(),
        merge: text(recorded, "merge").map(|merge| merge.as_str().into()),
        explain: if text(recorded, "explain").as_deref() == Some("options") { Explain::Options } else { Explain::Data },
        ..LookupRequest::default()
    };
    let found = compiler::lookup(&Directory(directory.to_owned()), &request, &lookup).expect("the lookup succeeds");
    let explanation = found.explanation.expect("an explanation was requested");
    let json = wire::to_json(&explanation.to_value().to_catalog()).expect("an explanation can be converted to JSON");
    let shown = |text: &str| text.replace(&directory.display().to_string(), "$CASE");
    let json = serde_json::from_str(&shown(&json.to_string())).expect("the replaced text is valid JSON");
    (shown(&explanation.to_string()), json)
}

#[test]
fn explanations_match_puppet() {
    let mut count = 0;
    let mut different = Vec::new();
    for entry in fs::read_dir(corpus()).unwrap().flatten() {
        let directory = entry.path();
        let requests = value::yaml::parse(&fs::read_to_string(directory.join("requests.yaml")).unwrap()).unwrap();
        for recorded in requests.as_array().unwrap().iter().filter_map(value::Value::as_hash) {
            let base = directory.join(text(recorded, "name").unwrap());
            let (text, json) = explained(&directory, recorded);
            let expected = fs::read_to_string(base.with_extension("txt")).unwrap();
            if text != expected {
                different.push(format!("{}:\n{text}", base.with_extension("txt").display()));
            }
            let expected = fs::read_to_string(base.with_extension("json")).unwrap();
            if json != serde_json::from_str::<serde_json::Value>(&expected).unwrap() {
                different.push(format!("{}:\n{json:#}", base.with_extension("json").display()));
            }
            count += 1;
        }
    }
    assert!(count > 20, "only {count} lookups");
    assert!(different.is_empty(), "{}", different.join("\n"));
}
