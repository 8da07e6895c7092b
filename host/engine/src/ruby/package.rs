//! Components for resource types that modules declare in Ruby: the schema comes from Ruby code, which is run without access to
//! the system, and the proposed grants from the commands and paths that it names.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use marotte_contract::manifest::{CommandGrant, Manifest, PackageInfo, RubyCode};
use marotte_contract::package::embed;
use marotte_contract::schema::{
    Attribute, AttributeTrait, Choice, Condition, Feature, Hook, Meaning, PackageSchema, Provided, ProviderSchema,
    Role, Test, TitlePattern, TypeSchema, TypeTrait,
};
use ruby::interpreter::RubyCaller;
use serde_json::{Value as Json, json};
use sha2::{Digest as _, Sha256};

use super::files::ModuleFiles;
use super::{RubyHost, RubyStore, hex};
use crate::components;
use crate::settings::directories_in;
use crate::world::module_of;

/// The component that runs resource types in Ruby, without schema and manifest.
static COMPONENT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/ruby.wasm"));

/// Why the arguments of commands are not listed.
const ARGUMENTS: &str = "Ruby code computes the arguments";

/// Directories of programs, whose files can be tested for existence.
const PROGRAMS: [&str; 6] = ["/bin/*", "/sbin/*", "/usr/bin/*", "/usr/sbin/*", "/usr/local/bin/*", "/usr/local/sbin/*"];

/// Attributes that the host provides for every type.
const OF_HOST: [&str; 8] = ["provider", "title", "before", "require", "notify", "subscribe", "alias", "stage"];

/// Grants in addition to the proposed ones.
#[derive(Debug, Default)]
pub struct ExtraGrants {
    /// Files that can be read: paths and globs.
    pub read: Vec<String>,
    /// Files that can be written.
    pub write: Vec<String>,
    /// Programs that can be run: names or paths.
    pub run: Vec<String>,
}

/// A component for the types of a module.
pub struct RubyPackage {
    /// The component.
    pub component: Vec<u8>,
    /// The name of the provider: `puppetlabs/mysql`.
    pub name: String,
    /// Types and providers that it does not contain, with the reason.
    pub omitted: Vec<(String, String)>,
}

impl RubyPackage {
    /// Makes the component for the types of a module.
    ///
    /// # Errors
    /// Returns an error if there is no such module, no interpreter is installed, or the module has no type that can be used.
    pub fn of_module(store: &RubyStore, modulepath: &[PathBuf], name: &str, extra: &ExtraGrants) -> Result<Self> {
        let Some(module) = module_of(modulepath, name) else {
            bail!("There is no module '{name}' on the module path");
        };
        if store.installed()?.is_none() {
            bail!("No Ruby interpreter is installed; install one with 'marotte ruby add FILE'");
        }
        let files = ruby_files(&module.join("lib/puppet/type"), false);
        if files.is_empty() {
            bail!("The module '{name}' declares no resource types in Ruby");
        }
        let (description, loaded) = describe(store, modulepath, &files)?;
        let mut omitted = faults(&description);
        let mut schema = PackageSchema { version: marotte_contract::schema::VERSION, types: vec![], providers: vec![] };
        let mut commands = BTreeMap::new();
        for found in types(&description) {
            let type_name = text(&found["name"]);
            if components::built_in_types().any(|known| known == type_name) {
                omitted.push((type_name.to_owned(), "a built-in type has this name".to_owned()));
                continue;
            }
            match type_schema(found) {
                Ok(declared) => {
                    schema.providers.extend(providers(found, &declared, &mut commands));
                    schema.types.push(declared);
                }
                Err(reason) => omitted.push((type_name.to_owned(), reason)),
            }
        }
        if schema.types.is_empty() {
            let reasons: Vec<String> = omitted.iter().map(|(name, reason)| format!("{name}: {reason}")).collect();
            bail!("The module '{name}' has no type in Ruby that can be used: {}", reasons.join("; "));
        }
        let own = ruby_files(&module.join("lib"), true);
        let sources: BTreeSet<PathBuf> = loaded.into_iter().chain(own.iter().cloned()).collect();
        let code = RubyCode { module: name.to_owned(), files: digests(modulepath, &sources)? };
        let mut manifest = manifest(&module, name, code, &schema, commands)?;
        propose_files(&mut manifest, &own, &schema);
        manifest.files.read.extend(extra.read.iter().cloned());
        manifest.files.write.extend(extra.write.iter().cloned());
        for path in &extra.run {
            add_command(&mut manifest.commands, path);
        }
        let (schema, manifest) = (serde_json::to_string(&schema)?, toml::to_string(&manifest)?);
        let component = embed(COMPONENT, schema.as_bytes(), manifest.as_bytes());
        let package = runtime::read_package(name, &component)?;
        Ok(Self { component, name: package.manifest.package.name, omitted })
    }
}

/// Returns the descriptions of the types, and the files that were loaded.
fn describe(store: &RubyStore, modulepath: &[PathBuf], files: &[PathBuf]) -> Result<(Json, Vec<PathBuf>)> {
    let view = ModuleFiles::new(None, modulepath, &store.checker);
    let of_instance = view.clone();
    let host = RubyHost::reading(store.clone(), None, modulepath, move || Box::new(of_instance.clone()));
    let request = json!({ "do": "describe_types", "files": files });
    let description = host.ask(&request, &mut Loading).map_err(anyhow::Error::msg)?;
    let is_ruby = |file: &PathBuf| file.extension().is_some_and(|extension| extension == "rb");
    Ok((description, view.reads().into_iter().filter(is_ruby).collect()))
}

/// The caller while types are loaded, which knows nothing about the system.
struct Loading;

impl RubyCaller for Loading {
    fn answer(&mut self, question: &str) -> String {
        let question: Json = serde_json::from_str(question).unwrap_or_default();
        match text(&question["do"]) {
            "fact" | "which" | "stat" | "user" | "group" | "log" => json!({ "value": null }),
            "users" | "groups" | "find_resources" => json!({ "value": [] }),
            "has_type" => json!({ "value": false }),
            "version" => json!({ "value": catalog::PUPPET_VERSION }),
            other => json!({ "error": { "message": format!("'{other}' is not available while types are loaded") } }),
        }
        .to_string()
    }

    fn print(&mut self, _line: &str) {}
}

fn types(description: &Json) -> impl Iterator<Item = &Json> {
    let files = description.as_array().into_iter().flatten();
    files.flat_map(|file| file["types"].as_array().into_iter().flatten())
}

/// Returns the files that cannot be loaded, with the reason.
fn faults(description: &Json) -> Vec<(String, String)> {
    let files = description.as_array().into_iter().flatten();
    let errors = files.flat_map(|file| file["errors"].as_array().into_iter().flatten());
    errors.map(|error| (text(&error["file"]).to_owned(), text(&error["message"]).to_owned())).collect()
}

fn text(json: &Json) -> &str {
    json.as_str().unwrap_or_default()
}

fn texts(json: &Json) -> Vec<String> {
    json.as_array().into_iter().flatten().map(|part| text(part).to_owned()).collect()
}

/// Returns the schema of a type, or the reason why it cannot be used.
fn type_schema(found: &Json) -> Result<TypeSchema, String> {
    let mut schema = TypeSchema {
        name: text(&found["name"]).to_owned(),
        docs: text(&found["doc"]).trim().to_owned(),
        hooks: vec![Hook::Canonicalize],
        ..TypeSchema::default()
    };
    let features = found["features"].as_array().into_iter().flatten();
    schema.features = features
        .map(|feature| Feature {
            name: text(&feature["name"]).to_owned(),
            docs: text(&feature["doc"]).trim().to_owned(),
        })
        .collect();
    for one in found["attributes"].as_array().into_iter().flatten() {
        let name = text(&one["name"]);
        if !OF_HOST.contains(&name) {
            schema.attributes.push(attribute(name, one, &schema.features));
        }
    }
    // Puppet changes `ensure` first.
    schema.attributes.sort_by_key(|attribute| attribute.name != "ensure");
    let hooks = texts(&found["hooks"]);
    if hooks.iter().any(|hook| hook.starts_with("auto")) {
        schema.hooks.push(Hook::Relate);
    }
    if found["self_refresh"] == true {
        schema.traits.push(TypeTrait::SelfRefresh);
    }
    match &found["title_patterns"] {
        Json::Array(patterns) => schema.title_patterns = title_patterns(patterns, &schema)?,
        _ if schema.namevars().count() > 1 => return Err("its titles are parsed by Ruby code".to_owned()),
        _ => {}
    }
    Ok(schema)
}

fn attribute(name: &str, found: &Json, features: &[Feature]) -> Attribute {
    let is_property = found["kind"] == "property";
    let mut traits = Vec::new();
    let mut flag = |key: &str, known| {
        if found[key] == true {
            traits.push(known);
        }
    };
    flag("is_namevar", AttributeTrait::Namevar);
    flag("is_required", AttributeTrait::Required);
    flag("is_sensitive", AttributeTrait::Sensitive);
    if found["array_matching"] == "all" {
        traits.push(AttributeTrait::WholeArray);
    }
    let is_declared = |name: &String| features.iter().any(|feature| feature.name == *name);
    let choice = |value: String| Choice {
        meaning: if value == "absent" { Meaning::Absent } else { Meaning::Ordinary },
        value,
        ..Choice::default()
    };
    let choices = if name == "ensure" { texts(&found["values"]).into_iter().map(choice).collect() } else { Vec::new() };
    Attribute {
        name: name.to_owned(),
        role: if is_property { Role::Property } else { Role::Parameter },
        traits,
        // Ruby code checks the values.
        data_type: "Any".to_owned(),
        choices,
        features: texts(&found["required_features"]).into_iter().filter(is_declared).collect(),
        docs: text(&found["doc"]).trim().to_owned(),
        ..Attribute::default()
    }
}

fn title_patterns(patterns: &[Json], schema: &TypeSchema) -> Result<Vec<TitlePattern>, String> {
    let pattern = |one: &Json| {
        let column = |name: &String| schema.column(name).and_then(|column| u16::try_from(column).ok());
        let names = texts(&one[1]);
        let captures: Option<Vec<u16>> = names.iter().map(column).collect();
        let captures =
            captures.ok_or_else(|| format!("its titles set {}, which are not all attributes", names.join(", ")))?;
        Ok(TitlePattern { pattern: text(&one[0]).to_owned(), captures })
    };
    patterns.iter().map(pattern).collect()
}

/// Returns the providers of a type, and adds the commands that they name.
fn providers(found: &Json, schema: &TypeSchema, commands: &mut BTreeMap<String, CommandGrant>) -> Vec<ProviderSchema> {
    let of_type = texts(&found["hooks"]);
    let has = |hook: &str| of_type.iter().any(|known| known == hook);
    let mut hooks = vec![Hook::Get, Hook::Set];
    for (name, hook) in [
        ("generate", Hook::Generate),
        ("eval_generate", Hook::Expand),
        ("pre_run_check", Hook::Precheck),
        ("refresh", Hook::Refresh),
        ("instances", Hook::Instances),
    ] {
        if has(name) {
            hooks.push(hook);
        }
    }
    let listed: Vec<&Json> = found["providers"].as_array().into_iter().flatten().collect();
    if listed.is_empty() {
        // The type implements everything itself.
        return vec![ProviderSchema {
            type_name: schema.name.clone(),
            name: schema.name.clone(),
            hooks,
            ..ProviderSchema::default()
        }];
    }
    let provider = |one: &Json| {
        let mut hooks = hooks.clone();
        if one["has_instances"] == true && !hooks.contains(&Hook::Instances) {
            hooks.push(Hook::Instances);
        }
        if one["has_prefetch"] == true {
            hooks.push(Hook::Prefetch);
        }
        let is_declared = |name: &String| schema.features.iter().any(|feature| feature.name == *name);
        let features = texts(&one["features"]).into_iter().filter(is_declared);
        ProviderSchema {
            type_name: schema.name.clone(),
            name: text(&one["name"]).to_owned(),
            docs: text(&one["doc"]).trim().to_owned(),
            features: features.map(|feature| Provided { feature, when: Vec::new() }).collect(),
            confine: required_commands(one, commands),
            default_for: defaults(&one["defaults"]),
            hooks,
            ..ProviderSchema::default()
        }
    };
    listed.into_iter().map(provider).collect()
}

/// Adds the commands of a provider and returns the conditions that the required ones exist.
fn required_commands(provider: &Json, commands: &mut BTreeMap<String, CommandGrant>) -> Vec<Condition> {
    let mut conditions = Vec::new();
    for command in provider["commands"].as_array().into_iter().flatten() {
        let path = text(&command["path"]);
        if path.is_empty() {
            continue;
        }
        let name = add_command(commands, path);
        if command["optional"] != true {
            conditions.push(Condition { test: Test::Command(name), holds: true });
        }
    }
    conditions
}

/// Adds a program, given by its name or path, with any arguments, and returns the name of its grant.
fn add_command(commands: &mut BTreeMap<String, CommandGrant>, path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path).to_owned();
    let grant = commands.entry(name.clone()).or_insert_with(|| CommandGrant {
        query: vec![vec!["**".to_owned()]],
        mutate: vec![vec!["**".to_owned()]],
        wildcards: Some(ARGUMENTS.to_owned()),
        sockets: true,
        read: vec!["/etc".to_owned()],
        environment: vec!["HOME".to_owned()],
        ..CommandGrant::default()
    });
    if !grant.find.iter().any(|known| known == path) {
        grant.find.push(path.to_owned());
    }
    name
}

/// Returns the conditions under which a provider is the default: lists of facts with their values.
fn defaults(found: &Json) -> Vec<Vec<Condition>> {
    let lists = found.as_array().into_iter().flatten();
    let conditions = |list: &Json| {
        let facts = list.as_object().into_iter().flatten();
        facts
            .map(|(name, values)| {
                let values = match values {
                    Json::Array(_) => texts(values),
                    other => vec![text(other).to_owned()],
                };
                Condition { test: Test::Fact(name.clone(), values), holds: true }
            })
            .collect()
    };
    lists.map(conditions).collect()
}

/// Returns the Ruby files in a directory, or also in those below, in order.
fn ruby_files(directory: &Path, is_deep: bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_file() && path.extension().is_some_and(|extension| extension == "rb") {
            found.push(path);
        }
    }
    if is_deep {
        for inner in directories_in(directory) {
            found.extend(ruby_files(&inner, true));
        }
    }
    found.sort();
    found
}

/// Returns the digests of files by module and path.
fn digests(modulepath: &[PathBuf], files: &BTreeSet<PathBuf>) -> Result<BTreeMap<String, String>> {
    let mut roots = Vec::new();
    for module in modulepath.iter().flat_map(|directory| directories_in(directory)) {
        let name = module.file_name().unwrap_or_default().to_string_lossy().into_owned();
        roots.extend(module.canonicalize().ok().map(|root| (root, name)));
    }
    let mut digests = BTreeMap::new();
    for file in files {
        let file = file.canonicalize().with_context(|| file.display().to_string())?;
        let found = roots.iter().find_map(|(root, name)| Some((name, file.strip_prefix(root).ok()?)));
        let Some((module, path)) = found else { continue };
        let content = fs::read(&file).with_context(|| file.display().to_string())?;
        digests.insert(format!("{module}/{}", path.display()), hex(&Sha256::digest(content)));
    }
    Ok(digests)
}

/// Returns the manifest: the name and version of the module, and grants for the commands.
fn manifest(
    module: &Path,
    name: &str,
    code: RubyCode,
    schema: &PackageSchema,
    commands: BTreeMap<String, CommandGrant>,
) -> Result<Manifest> {
    let metadata = fs::read_to_string(module.join("metadata.json")).unwrap_or_default();
    let metadata: Json = serde_json::from_str(&metadata).unwrap_or_default();
    let full = text(&metadata["name"]).to_lowercase().replace('-', "/");
    let version = text(&metadata["version"]);
    let mut manifest = Manifest::from_toml("[package]\nname = 'a/b'\nversion = '0.0.0'\ninterface = '0.1'\n")?;
    manifest.package = PackageInfo {
        name: if registry::artifact::is_name(&full) { full } else { format!("ruby/{name}") },
        version: if semver::Version::parse(version).is_ok() { version.to_owned() } else { "0.0.0".to_owned() },
        interface: "0.1".to_owned(),
        license: None,
    };
    manifest.commands = commands;
    manifest.ruby = Some(code);
    let secrets = schema.types.iter().flat_map(|declared| &declared.attributes);
    let is_secret = |attribute: &&Attribute| attribute.traits.contains(&AttributeTrait::Sensitive);
    let secrets: BTreeSet<String> = secrets.filter(is_secret).map(|attribute| attribute.name.clone()).collect();
    manifest.resources.find = schema.types.iter().map(|declared| declared.name.clone()).collect();
    manifest.secrets.reveal = secrets.into_iter().collect();
    Ok(manifest)
}

/// Proposes the files that the code names: absolute paths in texts, and paths in attributes.
fn propose_files(manifest: &mut Manifest, files: &[PathBuf], schema: &PackageSchema) {
    let mut named = BTreeSet::new();
    let mut writes = false;
    for file in files {
        let code = fs::read_to_string(file).unwrap_or_default();
        writes |= WRITING.iter().any(|method| code.contains(method));
        named.extend(paths(&code));
    }
    let attributes: BTreeSet<&str> = schema
        .types
        .iter()
        .flat_map(|declared| &declared.attributes)
        .map(|attribute| attribute.name.as_str())
        .filter(|name| PATHS.contains(name))
        .collect();
    let all = named.into_iter().chain(attributes.into_iter().map(|name| format!("@{name}")));
    if writes {
        manifest.files.write = all.collect();
    } else {
        manifest.files.read = all.collect();
    }
    manifest.files.read.extend(PROGRAMS.map(str::to_owned));
}

/// Methods that write files.
const WRITING: [&str; 9] = [
    "File.write",
    "File.open",
    "File.new",
    "FileUtils.",
    "ParsedFile",
    "IniFile",
    "ini_setting",
    "replace_file",
    "Tempfile",
];

/// Attributes whose values are paths of files.
const PATHS: [&str; 8] = ["config", "config_file", "dest", "file", "file_path", "filename", "path", "target"];

/// Returns the absolute paths of files in the string literals of a text.
fn paths(code: &str) -> BTreeSet<String> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '/' | '.' | '_' | '-' | '+');
    let mut found = BTreeSet::new();
    for quote in ['\'', '"'] {
        for (at, _) in code.match_indices(&format!("{quote}/")) {
            let rest = &code[at + 1..];
            let end = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
            let path = rest[..end].trim_end_matches('/');
            let is_whole = rest[end..].starts_with(quote);
            if is_whole && path.matches('/').count() >= 2 && !path.contains("..") {
                found.insert(path.to_owned());
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_in_literals_are_proposed() {
        let code = "a = '/etc/acme.conf'\nb = \"/var/lib/acme/\"\nc = '/usr'\nd = \"/etc/#{x}\"\ne = '/etc/../x'\nf = '/api v2'";
        assert_eq!(paths(code).into_iter().collect::<Vec<_>>(), ["/etc/acme.conf", "/var/lib/acme"]);
    }
}
