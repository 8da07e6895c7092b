//! Inputs for the compilation of a case: the environment, which is the case's directory, the request, and constants
//! shared by all recordings.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use catalog::schema::TypeSchema;
use catalog::{Value, wire};
use engine::SystemWorld;
use engine::ruby::RubyStore;
use serde_json::Value as Json;
use value::{CompileRequest, CompilerSettings, Language, ManifestSource, Manifests, Strict};

use super::exported::ExportedResources;
use super::{Case, Custom};

/// The schemas of the resource types that cases may use.
pub type Types = Vec<Arc<TypeSchema>>;

/// The version of Puppet that recorded the results.
const PUPPET_VERSION: &str = "7.23.0";

/// The variable with the directory of an installed Ruby interpreter, for cases with functions in Ruby.
const RUBY_STORE: &str = "MAROTTE_RUBY_STORE";

/// The variable with which the interpreter renders all templates.
const RUBY_TEMPLATES: &str = "MAROTTE_RUBY_TEMPLATES";

/// The environment of every case.
const ENVIRONMENT: &str = "production";

/// Returns the environment of a case.
///
/// # Errors
/// Returns an error if `exported.yaml` is invalid.
pub(super) fn world(case: &Case, types: &Types, custom: &Custom) -> Result<SystemWorld, String> {
    let name = case.directory.join("manifest.pp").display().to_string();
    let site = vec![ManifestSource { name: name.into(), text: case.manifest.as_str().into() }];
    let types = types.iter().chain(&custom.types).map(|schema| (schema.name.clone(), Arc::clone(schema)));
    let types: BTreeMap<String, Arc<TypeSchema>> = types.collect();
    let directories = SystemWorld::new(ENVIRONMENT, site, case.modulepath(), types).with_root(case.directory.clone());
    let directories = match ruby_store() {
        Some(store) => directories.with_ruby(store.clone()),
        None => directories,
    };
    match &case.exported {
        Some(rows) => Ok(directories.with_database(Arc::new(ExportedResources::new(rows)?))),
        None => Ok(directories),
    }
}

/// Returns the store of the installed interpreter, which all cases share.
fn ruby_store() -> Option<&'static RubyStore> {
    static STORE: OnceLock<Option<RubyStore>> = OnceLock::new();
    let store = || Some(RubyStore::new(std::env::var_os(RUBY_STORE)?.into(), Arc::default()));
    STORE.get_or_init(store).as_ref()
}

/// Returns the compile request of a case.
///
/// # Errors
/// Returns an error if the value of a fact or a setting is invalid.
pub(super) fn request(case: &Case) -> Result<CompileRequest, String> {
    let value = |json: &Json| wire::from_json(json).map_err(|error| error.to_string());
    let mut facts = Vec::new();
    for (name, fact) in &case.facts {
        facts.push((name.as_str().into(), value(fact)?));
    }
    for (name, value) in [
        ("clientcert", Value::from(case.node.as_str())),
        ("clientversion", PUPPET_VERSION.into()),
        ("clientnoop", false.into()),
    ] {
        if !case.facts.contains_key(name) {
            facts.push((name.into(), value));
        }
    }
    let (hostname, domain) =
        case.node.split_once('.').map_or((case.node.as_str(), None), |(hostname, domain)| (hostname, Some(domain)));
    let trusted = Value::Hash(vec![
        ("authenticated".into(), "local".into()),
        ("certname".into(), case.node.as_str().into()),
        ("extensions".into(), Value::Hash(Vec::new())),
        ("hostname".into(), hostname.into()),
        ("domain".into(), domain.map_or(Value::Undef, Value::from)),
        ("external".into(), Value::Hash(Vec::new())),
    ]);
    let server: [(&str, Value); 4] = [
        ("serverversion", PUPPET_VERSION.into()),
        ("servername", "puppet.example.com".into()),
        ("serverip", "192.0.2.1".into()),
        ("environment", ENVIRONMENT.into()),
    ];
    let top = server.iter().filter(|(name, _)| *name != "environment");
    Ok(CompileRequest {
        node: case.node.clone(),
        facts: Value::Hash(facts),
        trusted,
        variables: top.map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
        server_facts: Value::Hash(server.into_iter().map(|(name, value)| (name.into(), value)).collect()),
        manifests: Manifests::Site,
        settings: settings(case)?,
        ..CompileRequest::default()
    })
}

fn settings(case: &Case) -> Result<CompilerSettings, String> {
    let strict = match case.text("strict") {
        None | Some("warning") => Strict::Warning,
        Some("error") => Strict::Error,
        Some("off") => Strict::Off,
        Some(other) => return Err(format!("{}: strict can't be '{other}'", case.directory.display())),
    };
    let language = match case.settings.get("language").map(Json::to_string).as_deref() {
        None | Some("4") => Language::Four,
        Some("3") => Language::Three,
        Some(other) => return Err(format!("{}: language can't be {other}", case.directory.display())),
    };
    Ok(CompilerSettings {
        language,
        strict,
        strict_variables: case.is_set("strict_variables"),
        ruby_templates: std::env::var_os(RUBY_TEMPLATES).is_some(),
        storeconfigs: case.exported.is_some(),
        environment_data_provider: case.text("environment_data_provider").map(str::to_owned),
        ..CompilerSettings::default()
    })
}
