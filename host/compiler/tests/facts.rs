//! Facts are requested by name and on demand: the world in these tests records the requests.

use std::cell::RefCell;
use std::sync::Arc;

use catalog::Value;
use catalog::schema::TypeSchema;
use value::{CompileRequest, CompilerSettings, FileLocation, ManifestSource, Manifests, ReadError, SourceText, World};

/// A world with three facts.
#[derive(Default)]
struct RecordingWorld(RefCell<Vec<String>>);

fn known() -> Vec<(String, Value)> {
    let os = Value::Hash(vec![("family".into(), "Debian".into())]);
    vec![("os".to_owned(), os), ("osfamily".to_owned(), "Debian".into()), ("role".to_owned(), "web".into())]
}

impl World for RecordingWorld {
    fn name(&self) -> &str {
        "production"
    }

    fn now(&self) -> i128 {
        0
    }

    fn site(&self) -> Result<Vec<ManifestSource>, ReadError> {
        Ok(Vec::new())
    }

    fn text(&self, _: FileLocation<'_>, path: &str) -> Result<Option<SourceText>, ReadError> {
        let text = match path {
            "/environment/hiera.yaml" => "{version: 5, hierarchy: [{name: os, path: '%{facts.os.family}.yaml'}]}",
            "/environment/data/Debian.yaml" => "place: '%{facts.role} on %{::facts.os.family}%{facts.nothing}'",
            _ => return Ok(None),
        };
        Ok(Some(SourceText { name: path.to_owned(), text: text.to_owned() }))
    }

    fn find(&self, place: FileLocation<'_>, path: &str) -> Option<String> {
        match place {
            FileLocation::Environment if path.is_empty() => Some("/environment".to_owned()),
            FileLocation::Anywhere => Some(self.text(place, path).ok()??.name),
            FileLocation::Environment | FileLocation::Module(_) | FileLocation::AnyModule => None,
        }
    }

    fn has_module(&self, _: &str) -> bool {
        false
    }

    fn schema(&self, _: &str) -> Option<Arc<TypeSchema>> {
        None
    }

    fn type_names(&self) -> Vec<String> {
        Vec::new()
    }

    fn fact(&self, name: &str) -> Option<Value> {
        self.0.borrow_mut().push(name.to_owned());
        known().into_iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    fn facts(&self) -> Vec<(String, Value)> {
        self.0.borrow_mut().push("*".to_owned());
        known()
    }
}

/// Compiles code. Returns the requested facts, and the messages of notices or of the error.
fn compile(code: &str, settings: CompilerSettings) -> (Vec<String>, Vec<String>) {
    let environment = RecordingWorld::default();
    let request = CompileRequest {
        facts: Value::Hash(vec![("role".into(), "db".into())]),
        manifests: Manifests::Code(code.to_owned()),
        settings,
        ..CompileRequest::default()
    };
    let messages = match compiler::compile(&environment, &request) {
        Ok(compiled) => compiled.logs.into_iter().map(|log| log.message).collect(),
        Err(failure) => failure.diagnostics.into_iter().map(|diagnostic| diagnostic.message).collect(),
    };
    (environment.0.into_inner(), messages)
}

#[test]
fn fact_is_requested_only_when_a_manifest_uses_it() {
    let cases: &[(&str, &[&str], &[&str])] = &[
        ("", &[], &[]),
        ("$x = 1 notice($x)", &["x"], &["1"]),
        ("notice($facts['os']['family'], $facts['os'])", &["os"], &["Debian {family => Debian}"]),
        ("notice(\"${::facts['os']['family']}\")", &["os"], &["Debian"]),
        ("notice($osfamily, $::osfamily)", &["osfamily"], &["Debian Debian"]),
        // Facts in the request are not requested from the world.
        ("notice($role, $facts['role'])", &[], &["db db"]),
        ("notice($facts.keys)", &["*"], &["[os, osfamily, role]"]),
        ("notice(defined('$osfamily'), defined('$nothing'))", &["osfamily", "nothing"], &["true false"]),
        ("notice($facts['nothing'] =~ Undef)", &["nothing"], &["true"]),
        ("notice(getvar('facts.os.family'), getvar('::facts.role'))", &["os"], &["Debian db"]),
        ("notice(getvar('facts. os . family'), getvar('facts.\"os\".family'))", &["os"], &["Debian Debian"]),
        ("notice(getvar('facts.nothing.more', 1))", &["nothing"], &["1"]),
        ("notice(lookup('place'))", &["os", "nothing"], &["db on Debian"]),
        ("with({'os' => 'mine'}) |$facts| { notice($facts['os']) }", &[], &["mine"]),
    ];
    for (code, requested, messages) in cases {
        assert_eq!(compile(code, CompilerSettings::default()), (owned(requested), owned(messages)), "{code}");
    }
}

#[test]
fn fact_cannot_be_reassigned_as_variable() {
    let (_, messages) = compile("$osfamily = 'mine'", CompilerSettings::default());
    assert_eq!(messages, ["Evaluation Error: Cannot reassign variable '$osfamily'"]);
    let (_, messages) =
        compile("class a { $osfamily = 'mine' notice($osfamily) } include a", CompilerSettings::default());
    assert_eq!(messages, ["mine"]);
    let settings = CompilerSettings { include_legacy_facts: false, ..CompilerSettings::default() };
    let (requested, _) = compile("$osfamily = 'mine'", settings);
    assert!(requested.is_empty());
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}
