//! Puppet 3 code that the current language rejects or warns about: each manifest fails or warns with a hint at the flag
//! `--language 3`, and compiles without a diagnostic if it is set. `tests/conformance/language3` tests the semantics of
//! Puppet 3.

use std::sync::Arc;

use catalog::schema::TypeSchema;
use syntax::Diagnostic;
use value::{
    CompileRequest, CompilerSettings, FileLocation, GlobBase, Language, ManifestSource, Manifests, ReadError,
    SourceText, World,
};

/// A world with a single file to import.
struct OneFile;

impl World for OneFile {
    fn name(&self) -> &str {
        "production"
    }

    fn now(&self) -> i128 {
        0
    }

    fn site(&self) -> Result<Vec<ManifestSource>, ReadError> {
        Ok(Vec::new())
    }

    fn text(&self, _: FileLocation<'_>, _: &str) -> Result<Option<SourceText>, ReadError> {
        Ok(None)
    }

    fn imported(&self, _: GlobBase<'_>, pattern: &str) -> Result<Vec<ManifestSource>, ReadError> {
        let source = ManifestSource { name: "/one.pp".into(), text: "class one { }".into() };
        Ok(if pattern == "one.pp" { vec![source] } else { Vec::new() })
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
}

/// Compiles code. Returns whether it compiles, and the diagnostics.
fn compiled(code: &str, language: Language) -> (bool, Vec<Diagnostic>) {
    let request = CompileRequest {
        node: "www.example.com".to_owned(),
        manifests: Manifests::Code(code.to_owned()),
        settings: CompilerSettings { language, ..CompilerSettings::default() },
        ..CompileRequest::default()
    };
    let diagnostics = |logs: Vec<value::Log>| logs.into_iter().filter_map(|line| line.diagnostic);
    match compiler::compile(&OneFile, &request) {
        Ok(compiled) => (true, diagnostics(compiled.logs).collect()),
        Err(failure) => (false, diagnostics(failure.logs).chain(failure.diagnostics).collect()),
    }
}

#[test]
fn puppet3_code_is_rejected_with_a_hint() {
    for code in [
        "import 'one.pp'",
        "import 'one'\ninclude one",
        "$a = [1]\nclass c { $a += [2] }\ninclude c",
        "node base { }\nnode 'www.example.com' inherits base { }",
        "node 'www' { }",
        "node www-1.x.y, www.example.com { }",
        "class a-b { }\ninclude a-b",
        "class a { }\nclass c-d { }\nclass { 'c-d': }\nnotify { 'x': require => Class['c-d'] }",
        "class 7zip { }\ninclude 7zip",
        "class a::7zip { }\ninclude a::7zip",
        "$foo-bar = 1",
        "class c($Foo = 1) { }\ninclude c",
        "$x = not true\nnotify { 'x': }",
        "class a { $v = 1 include b }\nclass b { notify { 'x': message => $v } }\ninclude a",
    ] {
        let (_, diagnostics) = compiled(code, Language::Four);
        let is_hinted = diagnostics.iter().any(|one| one.hints.iter().any(|hint| hint.contains("--language 3")));
        assert!(is_hinted, "{code}\n{diagnostics:#?}");
        let (compiles, diagnostics) = compiled(code, Language::Three);
        assert!(compiles, "{code}\n{diagnostics:#?}");
        assert!(diagnostics.iter().any(|one| one.message.contains("deprecated")), "{code}\n{diagnostics:#?}");
        assert!(
            diagnostics.iter().all(|one| one.hints.iter().all(|hint| !hint.contains("--language 3"))),
            "{code}\n{diagnostics:#?}"
        );
    }
}

#[test]
fn code_invalid_in_both_languages_has_no_hint() {
    for code in
        ["$a -= 1", "class A { }", "node 'a b' { }", "$x = 1 $x = 2", "node 'db' { }", "notify { 'x': message => $y }"]
    {
        let (_, diagnostics) = compiled(code, Language::Four);
        assert!(!diagnostics.is_empty(), "{code}");
        let is_hinted = diagnostics.iter().any(|one| one.hints.iter().any(|hint| hint.contains("--language 3")));
        assert!(!is_hinted, "{code}\n{diagnostics:#?}");
    }
}

#[test]
fn import_without_matching_files_is_an_error() {
    let (compiles, diagnostics) = compiled("import 'two'", Language::Three);
    assert!(!compiles);
    assert_eq!(diagnostics[1].message, "No file(s) found for import of 'two'");
}
