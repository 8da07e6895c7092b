//! Components for resource types and providers of modules in Ruby: the schema comes from Ruby code, which is run without access to
//! the system, and the proposed grants from the commands and paths that it names.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use catalog::Value;
use marotte_contract::manifest::{CommandGrant, Manifest, PackageInfo, RubyCode};
use marotte_contract::package::embed;
use marotte_contract::schema::{
    Attribute, AttributeTrait, Choice, Condition, Feature, Hook, Meaning, PackageSchema, Provided, ProviderSchema,
    Role, Test, TitlePattern, TypeSchema, TypeTrait,
};
use ruby::interpreter::RubyCaller;
use serde_json::{Value as Json, json};
use sha2::{Digest as _, Sha256};

use super::facts::encoded;
use super::files::ModuleFiles;
use super::foreign::ForeignProviders;
use super::language::{self, LanguageAnswers};
use super::{RubyHost, RubyStore, TrustOptions, hex};
use crate::components;
use crate::settings::directories_in;
use crate::world::module_of;

/// The component that runs resource types in Ruby, without schema and manifest, compressed.
static COMPONENT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/ruby.wasm.zst"));

/// Why the arguments of commands are not listed.
const ARGUMENTS: &str = "Ruby code computes the arguments";

/// Words in names of attributes that are often secret, although the type does not declare it.
const SECRETS: [&str; 5] = ["password", "passwd", "passphrase", "secret", "token"];

/// Attributes that the host provides for every type.
const OF_HOST: [&str; 8] = ["provider", "title", "before", "require", "notify", "subscribe", "alias", "stage"];

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
    /// Makes the component for the types of a module, and for its providers of built-in types. `facts` returns facts of this
    /// system, on which declarations can depend.
    ///
    /// # Errors
    /// Returns an error if there is no such module, no interpreter is installed, or the module has no type and no provider that can
    /// be used.
    pub fn of_module(
        store: &RubyStore,
        modulepath: &[PathBuf],
        name: &str,
        options: &TrustOptions,
        facts: &dyn Fn(&str) -> Option<Value>,
    ) -> Result<Self> {
        let Some(module) = module_of(modulepath, name) else {
            bail!("There is no module '{name}' on the module path");
        };
        if store.installed()?.is_none() {
            bail!("No Ruby interpreter is installed; install one with 'marotte ruby add FILE'");
        }
        let mut omitted = Vec::new();
        let files = ruby_files(&module.join("lib/puppet/type"), false);
        let foreign = ForeignProviders::of_module(&module, modulepath, &mut omitted);
        if files.is_empty() && foreign.is_empty() && omitted.is_empty() {
            bail!("The module '{name}' has no resource types and no providers in Ruby");
        }
        let Description { types: description, providers: provided, loaded } =
            describe(store, modulepath, &files, &foreign, facts)?;
        omitted.extend(faults(&description));
        omitted.extend(faults(&provided));
        let mut schema = PackageSchema { version: marotte_contract::schema::VERSION, types: vec![], providers: vec![] };
        let (mut commands, mut replaces) = (BTreeMap::new(), Vec::new());
        for found in types(&description) {
            let type_name = text(&found["name"]);
            let is_built_in = components::built_in_types().any(|known| known == type_name);
            if is_built_in && !options.replace_built_in {
                let reason = "a built-in type has this name; --replace-built-in uses the type of the module";
                omitted.push((type_name.to_owned(), reason.to_owned()));
                continue;
            }
            match type_schema(found) {
                Ok(declared) => {
                    replaces.extend(is_built_in.then(|| type_name.to_owned()));
                    omitted.extend(uncalled(found));
                    schema.providers.extend(providers(found, &declared, &mut commands));
                    schema.types.push(declared);
                }
                Err(reason) => omitted.push((type_name.to_owned(), reason)),
            }
        }
        for (of_type, found) in foreign.iter().zip(provided.as_array().into_iter().flatten()) {
            let found = &found["type"];
            omitted.extend(uncalled(found));
            let found = described_providers(found, &of_type.schema, &mut commands);
            schema.providers.extend(found.into_iter().map(|provider| of_type.completed(provider)));
        }
        if schema.providers.is_empty() {
            let reasons: Vec<String> = omitted.iter().map(|(name, reason)| format!("{name}: {reason}")).collect();
            bail!("The module '{name}' has no type or provider in Ruby that can be used: {}", reasons.join("; "));
        }
        let own = ruby_files(&module.join("lib"), true);
        let sources: BTreeSet<PathBuf> = loaded.into_iter().chain(own.iter().cloned()).collect();
        let of_own = schema.types.iter().flat_map(|declared| declared.attributes.clone());
        let attributes: Vec<Attribute> =
            of_own.chain(foreign.iter().flat_map(|of_type| of_type.used_attributes(&sources))).collect();
        let (changes, calls) = (options.change.clone(), options.call.clone());
        let code =
            RubyCode { module: name.to_owned(), files: digests(modulepath, &sources)?, replaces, changes, calls };
        let mut manifest = manifest(&module, name, code, &schema, &attributes, commands)?;
        for path in &options.run {
            add_command(&mut manifest.commands, path);
        }
        propose(&mut manifest, &sources, &schema, &attributes, &options.environment);
        manifest.secrets.reveal.extend(options.reveal.iter().cloned());
        manifest.files.read.extend(options.read.iter().cloned());
        manifest.files.write.extend(options.write.iter().cloned());
        manifest.files.write.extend(options.chown.iter().cloned());
        manifest.files.chown.extend(options.chown.iter().cloned());
        manifest.resources.add.extend(options.add.iter().cloned());
        let found = options.find.iter().chain(&options.change).cloned();
        let found: BTreeSet<String> = manifest.resources.find.drain(..).chain(found).collect();
        manifest.resources.find = found.into_iter().collect();
        for unwanted in &options.without {
            if !withdraw(&mut manifest, unwanted) {
                bail!("--without {unwanted}: the code does not name it, so it is not proposed");
            }
        }
        let (schema, manifest) = (serde_json::to_string(&schema)?, toml::to_string(&manifest)?);
        let component = embed(&zstd::decode_all(COMPONENT)?, schema.as_bytes(), manifest.as_bytes());
        let package = runtime::read_package(name, &component)?;
        Ok(Self { component, name: package.manifest.package.name, omitted })
    }
}

/// What Ruby code declares.
struct Description {
    /// By file: its types.
    types: Json,
    /// By type of the host: its providers.
    providers: Json,
    /// The files that were loaded.
    loaded: Vec<PathBuf>,
}

/// Loads files with types, and files with providers of other types.
fn describe(
    store: &RubyStore,
    modulepath: &[PathBuf],
    files: &[PathBuf],
    foreign: &[ForeignProviders],
    facts: &dyn Fn(&str) -> Option<Value>,
) -> Result<Description> {
    let view = ModuleFiles::new(None, modulepath, &store.checker);
    let of_instance = view.clone();
    let host = RubyHost::reading(store.clone(), None, modulepath, move || Box::new(of_instance.clone()));
    let mut caller = Loading { language: LanguageAnswers::new(Vec::new()), facts };
    let request = json!({ "do": "describe_types", "files": files });
    let types = host.ask(&request, &mut caller).map_err(anyhow::Error::msg)?;
    let of_types: Vec<Json> =
        foreign.iter().map(|one| json!({ "type": one.schema.name, "files": one.files })).collect();
    let request = json!({ "do": "describe_providers", "types": of_types });
    let providers = host.ask(&request, &mut caller).map_err(anyhow::Error::msg)?;
    let is_ruby = |file: &PathBuf| file.extension().is_some_and(|extension| extension == "rb");
    let loaded = view.reads().into_iter().filter(is_ruby).collect();
    Ok(Description { types, providers, loaded })
}

/// Returns the title patterns of a type that a file declares; `None` if it cannot be loaded, or Ruby code also converts the
/// parts of titles.
pub(crate) fn title_patterns(
    host: &RubyHost,
    file: &Path,
    schema: &TypeSchema,
    facts: &dyn Fn(&str) -> Option<Value>,
) -> Option<Vec<TitlePattern>> {
    let request = json!({ "do": "title_patterns", "file": file, "type": schema.name });
    let mut caller = Loading { language: LanguageAnswers::new(Vec::new()), facts };
    let patterns = host.ask(&request, &mut caller).ok()?;
    patterns_of(patterns.as_array()?, schema).ok()
}

/// The caller while types are loaded, which knows nothing about the system but facts.
struct Loading<'f> {
    language: LanguageAnswers,
    facts: &'f dyn Fn(&str) -> Option<Value>,
}

impl RubyCaller for Loading<'_> {
    fn answer(&mut self, question: &str) -> String {
        let question: Json = serde_json::from_str(question).unwrap_or_default();
        if let Some(answer) = self.language.answer(&question) {
            return answer;
        }
        match text(&question["do"]) {
            "fact" => json!({ "value": (self.facts)(text(&question["name"])).map(|fact| encoded(&fact)) }),
            "which" | "stat" | "user" | "group" | "log" => json!({ "value": null }),
            "users" | "groups" | "find_resources" => json!({ "value": [] }),
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
    if schema.namevars().next().is_none() {
        return Err("no attribute is the namevar".to_owned());
    }
    match &found["title_patterns"] {
        Json::Array(patterns) => schema.title_patterns = patterns_of(patterns, &schema)?,
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
    let choices = match name {
        "ensure" => {
            let any = Choice { value: "*".to_owned(), ..Choice::default() };
            let mut named = texts(&found["values"]);
            // The host must know this value, even if Ruby code checks values by other means.
            if !named.iter().any(|value| value == "absent") {
                named.push("absent".to_owned());
            }
            named.into_iter().map(choice).chain([any]).collect()
        }
        _ => Vec::new(),
    };
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

fn patterns_of(patterns: &[Json], schema: &TypeSchema) -> Result<Vec<TitlePattern>, String> {
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

/// Returns the providers of a type of the module, and adds the commands that they name.
fn providers(found: &Json, schema: &TypeSchema, commands: &mut BTreeMap<String, CommandGrant>) -> Vec<ProviderSchema> {
    let described = described_providers(found, schema, commands);
    if !described.is_empty() {
        return described;
    }
    // The type implements everything itself.
    let (type_name, name) = (schema.name.clone(), schema.name.clone());
    vec![ProviderSchema { type_name, name, hooks: hooks(found), ..ProviderSchema::default() }]
}

/// Returns the functions of all providers of a type.
fn hooks(found: &Json) -> Vec<Hook> {
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
    hooks
}

/// Returns the providers in the description of a type, and adds the commands that they name.
fn described_providers(
    found: &Json,
    schema: &TypeSchema,
    commands: &mut BTreeMap<String, CommandGrant>,
) -> Vec<ProviderSchema> {
    let hooks = hooks(found);
    let provider = |one: &Json| {
        let mut hooks = hooks.clone();
        if one["has_instances"] == true && !hooks.contains(&Hook::Instances) {
            hooks.push(Hook::Instances);
        }
        let is_declared = |name: &String| schema.features.iter().any(|feature| feature.name == *name);
        let features = texts(&one["features"]).into_iter().filter(is_declared);
        ProviderSchema {
            type_name: schema.name.clone(),
            name: text(&one["name"]).to_owned(),
            docs: text(&one["doc"]).trim().to_owned(),
            features: features.map(|feature| Provided { feature, when: Vec::new() }).collect(),
            confine: required_commands(one, commands),
            default_for: default_for(one),
            // In Puppet, a provider derived from another one precedes it.
            specificity: one["depth"].as_u64().and_then(|depth| u32::try_from(depth).ok()).unwrap_or_default(),
            hooks,
            ..ProviderSchema::default()
        }
    };
    found["providers"].as_array().into_iter().flatten().map(provider).collect()
}

/// Returns the methods of a type's providers that are not called, with the reason.
fn uncalled(found: &Json) -> impl Iterator<Item = (String, String)> {
    let providers = found["providers"].as_array().into_iter().flatten();
    providers.filter(|provider| provider["has_post_resource_eval"] == true).map(|provider| {
        let method =
            format!("post_resource_eval of the provider '{}' of {}", text(&provider["name"]), text(&found["name"]));
        (method, "it is not supported, and never called".to_owned())
    })
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
        ..CommandGrant::default()
    });
    if !grant.find.iter().any(|known| known == path) {
        grant.find.push(path.to_owned());
    }
    name
}

/// Returns the conditions under which a provider is the default. It is not if all conditions of an exception hold, so each
/// list gets one false condition of each exception.
fn default_for(provider: &Json) -> Vec<Vec<Condition>> {
    let mut lists = defaults(&provider["defaults"]);
    for exception in defaults(&provider["not_defaults"]) {
        let with = |list: Vec<Condition>| {
            let exception = exception.clone();
            exception.into_iter().map(move |condition| {
                let refused = Condition { holds: false, ..condition };
                list.iter().cloned().chain([refused]).collect()
            })
        };
        lists = lists.into_iter().flat_map(with).collect();
    }
    lists
}

/// Returns lists of facts with their values as conditions.
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
pub(super) fn ruby_files(directory: &Path, is_deep: bool) -> Vec<PathBuf> {
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
    attributes: &[Attribute],
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
    let is_named = |name: &str| SECRETS.iter().any(|word| name.contains(word));
    let is_secret =
        |attribute: &&Attribute| attribute.traits.contains(&AttributeTrait::Sensitive) || is_named(&attribute.name);
    let secrets: BTreeSet<String> =
        attributes.iter().filter(is_secret).map(|attribute| attribute.name.clone()).collect();
    manifest.resources.find = schema.types.iter().map(|declared| declared.name.clone()).collect();
    manifest.secrets.reveal = secrets.into_iter().collect();
    Ok(manifest)
}

/// Proposes the files that the code names, absolute paths in texts and paths in attributes, and the environment variables that
/// it names for its commands.
fn propose(
    manifest: &mut Manifest,
    files: &BTreeSet<PathBuf>,
    schema: &PackageSchema,
    attributes: &[Attribute],
    environment: &[String],
) {
    let (mut named, mut variables, mut called) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let (mut writes, mut chowns, mut serves) = (false, false, false);
    let adds =
        |provider: &ProviderSchema| provider.hooks.iter().any(|hook| matches!(hook, Hook::Generate | Hook::Expand));
    let adds = schema.providers.iter().any(adds);
    let mut added: BTreeSet<String> =
        schema.types.iter().filter(|_| adds).map(|declared| declared.name.clone()).collect();
    for file in files {
        let code = fs::read_to_string(file).unwrap_or_default();
        if adds {
            added.extend(named_types(&code));
        }
        writes |= WRITING.iter().any(|method| code.contains(method));
        chowns |= code.contains("chown");
        serves |= code.contains("Puppet::FileServing");
        called.extend(called_types(&code));
        named.extend(paths(&code));
        variables.extend(environment_variables(&code));
    }
    manifest.resources.add = added.into_iter().collect();
    if let Some(code) = &mut manifest.ruby {
        called.extend(code.calls.drain(..));
        code.calls = called.into_iter().collect();
    }
    for grant in manifest.commands.values_mut() {
        grant.environment = variables.iter().chain(environment).cloned().collect();
    }
    let names: BTreeSet<&str> = attributes.iter().map(|attribute| attribute.name.as_str()).collect();
    let all = named.into_iter().chain(names.iter().filter(|name| PATHS.contains(name)).map(|name| format!("@{name}")));
    if writes {
        manifest.files.write = all.collect();
        if chowns {
            manifest.files.chown.clone_from(&manifest.files.write);
        }
    } else {
        manifest.files.read = all.collect();
    }
    if serves && names.contains(SOURCE) {
        manifest.files.read.push(format!("@{SOURCE}"));
    }
}

/// Removes the grants for a file, program, environment variable, attribute or type whose providers are called. Returns whether there
/// was one.
fn withdraw(manifest: &mut Manifest, unwanted: &str) -> bool {
    let mut found = manifest.commands.remove(unwanted).is_some();
    let files = &mut manifest.files;
    let lists = [&mut files.read, &mut files.write, &mut files.chown, &mut manifest.secrets.reveal];
    let variables = manifest.commands.values_mut().map(|command| &mut command.environment);
    let calls = manifest.ruby.as_mut().map(|code| &mut code.calls);
    for list in lists.into_iter().chain(variables).chain(calls) {
        let before = list.len();
        list.retain(|entry| entry != unwanted);
        found |= list.len() < before;
    }
    found
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

/// The attribute with the source of a file.
const SOURCE: &str = "source";

/// Returns the types of whose resources a text calls the provider: `Puppet::Type.type(:service).new(name: 'x').provider.stop`.
fn called_types(code: &str) -> BTreeSet<String> {
    let is_call = |line: &&str| line.find(".new").is_some_and(|at| line[at..].contains(").provider."));
    code.lines().filter(is_call).flat_map(named_types).collect()
}

/// Returns the resource types that a text names: `Puppet::Type.type(:file)` and `Puppet::Type::File`.
fn named_types(code: &str) -> BTreeSet<String> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let mut found = BTreeSet::new();
    for start in ["Puppet::Type.type(:", "Puppet::Type::"] {
        for (at, _) in code.match_indices(start) {
            let rest = &code[at + start.len()..];
            let name = rest[..rest.find(|letter| !is_part(letter)).unwrap_or(rest.len())].to_lowercase();
            found.extend(language::is_type_of_host(&name).then_some(name));
        }
    }
    found
}

/// Returns the names of environment variables in the string literals of a text, and `HOME`; `OS_*` for a literal that begins with
/// `OS_` and continues with computed text.
fn environment_variables(code: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::from(["HOME".to_owned()]);
    for literal in code.split(['\'', '"']) {
        let is_part = |letter: char| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '_';
        let (name, is_prefix) = match literal.split_once("#{") {
            Some((start, _)) => (start, true),
            None => (literal, false),
        };
        let is_name = name.len() > 2 && name.starts_with(|letter: char| letter.is_ascii_uppercase());
        if !is_name || !name.chars().all(is_part) {
            continue;
        }
        if !is_prefix {
            found.insert(name.to_owned());
        } else if name.ends_with('_') {
            found.insert(format!("{name}*"));
        }
    }
    found
}

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
    fn types_that_code_names_are_found() {
        let code =
            "Puppet::Type.type(:file).new\nPuppet::Type::User.new(x)\nPuppet::Type.type(:none)\nPuppet::Type::String";
        assert_eq!(named_types(code).into_iter().collect::<Vec<_>>(), ["file", "user"]);
    }

    #[test]
    fn types_whose_providers_are_called_are_found() {
        let code = "Puppet::Type.type(:service).new(name: x[:y]).provider.stop\nPuppet::Type::Package.new({}).provider.query\n\
                    Puppet::Type.type(:file).new(name: 'x')\nPuppet::Type.type(:user).provider(:useradd)";
        assert_eq!(called_types(code).into_iter().collect::<Vec<_>>(), ["package", "service"]);
    }

    #[test]
    fn exceptions_of_defaults_are_conditions() {
        let provider = json!({ "defaults": [{ "a": "1" }], "not_defaults": [{ "b": "2", "c": ["3", "4"] }] });
        let fact = |name: &str, values: &[&str], holds| Condition {
            test: Test::Fact(name.to_owned(), values.iter().map(|value| (*value).to_owned()).collect()),
            holds,
        };
        let first = fact("a", &["1"], true);
        let expected = [vec![first.clone(), fact("b", &["2"], false)], vec![first, fact("c", &["3", "4"], false)]];
        assert_eq!(default_for(&provider), expected);
    }

    #[test]
    fn environment_variables_in_literals_are_proposed() {
        let code = "ENV['PATH'] += x\n{ 'MYSQL_PWD' => p, \"no\" => q, 'no' => 'A', 'Word' => 'X Y' }\n\"OS_#{name}\"";
        let expected = ["HOME", "MYSQL_PWD", "OS_*", "PATH"];
        assert_eq!(environment_variables(code).into_iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn paths_in_literals_are_proposed() {
        let code = "a = '/etc/acme.conf'\nb = \"/var/lib/acme/\"\nc = '/usr'\nd = \"/etc/#{x}\"\ne = '/etc/../x'\nf = '/api v2'";
        assert_eq!(paths(code).into_iter().collect::<Vec<_>>(), ["/etc/acme.conf", "/var/lib/acme"]);
    }
}
