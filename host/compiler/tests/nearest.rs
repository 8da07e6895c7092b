//! Unknown names of every kind: each is reported with Puppet's message, its location and the most similar known name.
//! If no name is similar enough, none is suggested.

use std::sync::Arc;

use catalog::Value;
use catalog::schema::{Attribute, AttributeTrait, TypeSchema};
use syntax::Diagnostic;
use value::{
    CompileRequest, CompilerSettings, DirectoryEntry, FileLocation, ManifestSource, Manifests, ReadError, SourceText,
    World,
};

/// A world with a module `site` and one resource type, `file`.
struct MemoryWorld;

/// The files of the modules.
const FILES: [(&str, &str); 8] = [
    ("site/manifests/init.pp", "class site($port = 80) { $directory = '/srv' }"),
    ("site/manifests/server.pp", "class site::server { }"),
    ("site/manifests/vhost.pp", "define site::vhost($docroot = '/') { }"),
    ("site/functions/join_all.pp", "function site::join_all($x) { $x }"),
    ("site/types/port.pp", "type Site::Port = Integer[1, 65535]"),
    ("site/templates/x.epp", "<%- | $colour | -%><%= $colour %>"),
    ("other/hiera.yaml", "version: 5\nhierarchy:\n  - name: own\n    data_hash: yml_data\n"),
    ("other/manifests/init.pp", "class other { }"),
];

impl World for MemoryWorld {
    fn name(&self) -> &str {
        "production"
    }

    fn now(&self) -> i128 {
        0
    }

    fn site(&self) -> Result<Vec<ManifestSource>, ReadError> {
        Ok(Vec::new())
    }

    fn text(&self, place: FileLocation<'_>, path: &str) -> Result<Option<SourceText>, ReadError> {
        let name = match place {
            FileLocation::Module(module) => format!("{module}/{path}"),
            _ => path.to_owned(),
        };
        let found = FILES.iter().find(|(known, _)| *known == name);
        Ok(found.map(|(_, text)| SourceText { name, text: (*text).to_owned() }))
    }

    fn modules(&self) -> Vec<String> {
        vec!["other".to_owned(), "site".to_owned()]
    }

    fn find(&self, place: FileLocation<'_>, path: &str) -> Option<String> {
        let FileLocation::Module(module) = place else { return None };
        let name = if path.is_empty() { module.to_owned() } else { format!("{module}/{path}") };
        FILES.iter().any(|(known, _)| known.starts_with(&name)).then_some(name)
    }

    fn entries(&self, directory: &str) -> Vec<DirectoryEntry> {
        let names = FILES.iter().filter_map(|(known, _)| known.strip_prefix(directory)?.strip_prefix('/'));
        names.map(|name| DirectoryEntry { name: name.to_owned(), is_directory: false, is_link: false }).collect()
    }

    fn has_module(&self, name: &str) -> bool {
        self.modules().iter().any(|known| known == name)
    }

    fn schema(&self, type_name: &str) -> Option<Arc<TypeSchema>> {
        let path = Attribute { name: "path".to_owned(), traits: vec![AttributeTrait::Namevar], ..Attribute::default() };
        let content = Attribute { name: "content".to_owned(), ..Attribute::default() };
        let attributes = vec![path, content];
        (type_name == "file")
            .then(|| Arc::new(TypeSchema { name: "file".to_owned(), attributes, ..TypeSchema::default() }))
    }

    fn type_names(&self) -> Vec<String> {
        vec!["file".to_owned()]
    }
}

/// Compiles code that must be rejected.
fn refusal(code: &str) -> Refusal {
    let facts = Value::Hash(vec![("kernel".into(), "Linux".into())]);
    let request = CompileRequest {
        node: "node1.example.com".to_owned(),
        facts,
        manifests: Manifests::Texts(vec![ManifestSource { name: "site.pp".into(), text: code.into() }]),
        settings: CompilerSettings { strict_variables: true, ..CompilerSettings::default() },
        ..CompileRequest::default()
    };
    let Err(failure) = compiler::compile(&MemoryWorld, &request) else { panic!("{code} compiles") };
    let diagnostic = failure.diagnostics.into_iter().next().expect("a failure has a diagnostic");
    let spans = diagnostic.span.into_iter().chain(diagnostic.labels.iter().map(|label| label.span));
    let is_placed = spans.filter_map(|span| failure.sources.locate(span)).any(|(file, _)| !file.is_empty());
    Refusal { diagnostic, is_placed }
}

/// Error for rejected code.
struct Refusal {
    diagnostic: Diagnostic,
    /// Whether the error has a location.
    is_placed: bool,
}

impl Refusal {
    fn hint(&self) -> Option<&str> {
        self.diagnostic.hints.iter().map(String::as_str).find(|hint| hint.starts_with("did you mean"))
    }
}

/// Code with `NAME` in place of the name, a part of the message, the misspelt name, and the expected suggestion.
const KINDS: &[(&str, &str, &str, &str)] = &[
    ("NAME('x')", "Unknown function: 'notcie'", "notcie", "'notice'"),
    ("function own() { } NAME()", "Unknown function: 'onw'", "onw", "'own'"),
    ("NAME(1)", "Unknown function: 'site::join_al'", "site::join_al", "'site::join_all'"),
    ("[1].NAME", "Unknown function: 'lenght'", "lenght", "'length'"),
    ("call('NAME', 1)", "Unknown function 'notcie'", "notcie", "'notice'"),
    ("NAME { '/x': }", "Unknown resource type: 'fiel'", "fiel", "'file'"),
    ("NAME { '/x': }", "Unknown resource type: 'site::vhots'", "site::vhots", "'site::vhost'"),
    ("define web() { } NAME { 'x': }", "Unknown resource type: 'wbe'", "wbe", "'web'"),
    ("create_resources('NAME', {'/x' => {}})", "fiel", "fiel", "'file'"),
    ("include NAME", "Could not find class ::", "sitee", "'site'"),
    ("include NAME", "Could not find class ::", "site::sevrer", "'site::server'"),
    ("class web { } require NAME", "Could not find class ::", "wbe", "'web'"),
    ("class web { } contain NAME", "Could not find class ::", "wbe", "'web'"),
    ("class { 'NAME': }", "Could not find declared class", "site::sevrer", "'site::server'"),
    ("class a inherits NAME { } include a", "Could not find parent resource type", "sitee", "'site'"),
    ("class { 'site': NAME => 1 }", "has no parameter named 'prot'", "prot", "'port'"),
    ("class { 'site': NAME => 1 }", "has no parameter named 'requier'", "requier", "'require'"),
    ("site::vhost { 'x': NAME => 1 }", "has no parameter named 'docrot'", "docrot", "'docroot'"),
    ("file { '/x': NAME => 1 }", "no parameter named 'contnet'", "contnet", "'content'"),
    ("file { '/x': NAME => 1 }", "no parameter named 'notfiy'", "notfiy", "'notify'"),
    ("File { NAME => 1 } file { '/x': }", "no parameter named 'contnet'", "contnet", "'content'"),
    ("file { '/x': } File['/x'] { NAME => 1 }", "no parameter named 'contnet'", "contnet", "'content'"),
    ("file { '/x': } File <| |> { NAME => 1 }", "no parameter named 'contnet'", "contnet", "'content'"),
    ("$colour = 1 notice($NAME)", "Unknown variable: 'coluor'", "coluor", "'colour'"),
    ("notice($NAME)", "Unknown variable: 'kernle'", "kernle", "'kernel'"),
    ("$colour = 1 notice($::NAME)", "Unknown variable: '::coluor'", "coluor", "'::colour'"),
    ("include site notice($site::NAME)", "Unknown variable: 'site::direcotry'", "direcotry", "'site::directory'"),
    ("notice($settings::NAME)", "Unknown variable: 'settings::enviroment'", "enviroment", "'settings::environment'"),
    ("notice(1 =~ NAME)", "Resource type not found: Intger", "Intger", "'Integer'"),
    ("notice(1 =~ NAME)", "Resource type not found: Site::Prot", "Site::Prot", "'Site::Port'"),
    ("type Colour = Integer class a(NAME $x = 1) { } include a", "Coluor", "Coluor", "'Colour'"),
    ("notice(NAME['/x'])", "Resource type not found: Fiel", "Fiel", "'File'"),
    ("notice(NAME['/x'])", "Resource type not found: Site::Vhots", "Site::Vhots", "'Site::Vhost'"),
    ("NAME <| |>", "Resource type fiel doesn't exist", "Fiel", "'file'"),
    (
        "type Car = Object[{attributes => {wheels => Integer}}] notice(Car(4).NAME)",
        "Unknown function: 'whels'",
        "whels",
        "'wheels'",
    ),
    (
        "type Car = Object[{attributes => {wheels => Integer}}] Car({'NAME' => 4})",
        "unrecognized key 'whels'",
        "whels",
        "'wheels'",
    ),
    ("notice(epp('site/x.epp', { 'NAME' => 1, 'colour' => 2 }))", "no parameter named 'coluor'", "coluor", "'colour'"),
    (
        "file { ['/x', '/tmp']: require => File['NAME'] }",
        "Could not find resource 'File[/tpm]'",
        "/tpm",
        "File['/tmp']",
    ),
    ("file { ['/x', '/tmp']: } File['/x'] -> File['NAME']", "Could not find resource", "/tpm", "File['/tmp']"),
    ("@file { '/tmp': } realize(File['NAME'])", "Failed to realize virtual resources", "/tpm", "File['/tmp']"),
    ("file { '/tmp': } File['NAME'] { content => 1 }", "for overriding", "/tpm", "File['/tmp']"),
    ("stage { 'first': } class { 'site': stage => 'NAME' }", "Could not find stage frist", "frist", "Stage['first']"),
];

#[test]
fn most_similar_name_is_suggested() {
    let mut wrong = Vec::new();
    for (code, message, name, nearest) in KINDS {
        let code = code.replace("NAME", name);
        let refusal = refusal(&code);
        let expected = format!("did you mean {nearest}?");
        let Diagnostic { message: found, hints, .. } = &refusal.diagnostic;
        if !found.contains(message) || refusal.hint() != Some(&expected) || !refusal.is_placed {
            wrong.push(format!("{code}: {found} {hints:?}, placed: {}", refusal.is_placed));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn dissimilar_names_are_not_suggested() {
    let mut wrong = Vec::new();
    for (code, _, name, _) in KINDS {
        let far = match name.chars().next() {
            Some('/') => "/quuxquuxquux",
            Some(first) if first.is_uppercase() => "Quuxquuxquux",
            _ => "quuxquuxquux",
        };
        let code = code.replace("NAME", far);
        if let Some(hint) = refusal(&code).hint() {
            wrong.push(format!("{code}: {hint}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn unknown_data_function_gets_a_suggestion() {
    let refusal = refusal("notice(lookup('other::x'))");
    assert_eq!(refusal.diagnostic.message, "Unable to find 'data_hash' function named 'yml_data'");
    assert_eq!((refusal.hint(), refusal.is_placed), (Some("did you mean 'yaml_data'?"), true));
}
