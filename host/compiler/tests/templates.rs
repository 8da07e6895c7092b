//! ERB templates in modules: file lookup, access to variables, and errors with file and line.

use std::sync::Arc;

use catalog::schema::TypeSchema;
use catalog::{Level, Value};
use value::{CompileRequest, FileLocation, ManifestSource, Manifests, ReadError, SourceText, World};

/// A world with one module.
struct MemoryWorld;

const FILES: [(&str, &str); 8] = [
    ("manifests/init.pp", "class m($port = 80) { $inner = 'in' notice(template('m/class.erb')) }"),
    ("functions/shout.pp", "function m::shout($x) { upcase($x) }"),
    ("templates/class.erb", "<%= @port %> <%= @inner %> <%= scope['m::port'] %> <%= @name %> <%= @top %>"),
    ("templates/loop.erb", "<% @list.each do |x| -%>\n* <%= scope.call_function('m::shout', [x]) %>\n<% end -%>\n"),
    ("templates/fault.erb", "one\n<%= @list.frist %>\n"),
    (
        "templates/outer.erb",
        "<%- scope.setvar('shared', {}) -%>\n<%- [1, 2].each do |n| -%>\n<%- scope.lookupvar('shared')[:item] = n -%>\n\
         <%= scope.function_template(['m/inner.erb']) -%>\n<%- end -%>\n",
    ),
    ("templates/inner.erb", "<%= scope.lookupvar('shared')[:item] * 10 %>,"),
    ("templates/torn.erb", "one\n<% if true %>\n"),
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
        let is_here = place == FileLocation::Module("m");
        let found = FILES.iter().find(|(known, _)| is_here && *known == path);
        Ok(found.map(|(path, text)| SourceText { name: format!("/modules/m/{path}"), text: (*text).to_owned() }))
    }

    fn find(&self, place: FileLocation<'_>, path: &str) -> Option<String> {
        let is_here = place == FileLocation::Module("m") && FILES.iter().any(|(known, _)| *known == path);
        is_here.then(|| format!("/modules/m/{path}"))
    }

    fn has_module(&self, name: &str) -> bool {
        name == "m"
    }

    fn schema(&self, _: &str) -> Option<Arc<TypeSchema>> {
        None
    }

    fn type_names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Compiles code. Returns its notice, or the first error.
fn output(code: &str) -> Result<String, String> {
    let request = CompileRequest {
        node: "node1.example.com".to_owned(),
        facts: Value::Hash(Vec::new()),
        trusted: Value::Hash(Vec::new()),
        manifests: Manifests::Code(code.to_owned()),
        ..CompileRequest::default()
    };
    let compiled =
        compiler::compile(&MemoryWorld, &request).map_err(|failure| failure.diagnostics[0].message.clone())?;
    let notices = compiled.logs.iter().filter(|log| log.level == Level::Notice);
    Ok(notices.map(|log| log.message.as_str()).collect())
}

#[test]
fn template_can_access_variables_of_its_scope() {
    let output = output("$top = 'top' class { 'm': port => 81 }");
    assert_eq!(output.as_deref(), Ok("81 in 81 m top"));
}

#[test]
fn template_can_call_module_functions() {
    let output = output("$list = ['a', 'b'] notice(template('m/loop.erb'))");
    assert_eq!(output.as_deref(), Ok("* A\n* B\n"));
}

#[test]
fn several_templates_are_joined() {
    let output = output("$list = ['a'] notice(template('m/loop.erb', 'm/loop.erb'))");
    assert_eq!(output.as_deref(), Ok("* A\n* A\n"));
}

#[test]
fn template_error_has_its_line() {
    let fault = output("$list = [1] notice(template('m/fault.erb'))").expect_err("the method is undefined");
    let expected = "Failed to parse template m/fault.erb:\n  Filepath: /modules/m/templates/fault.erb\n  Line: 2\n  \
        Detail: undefined method `frist' for [1]:Array\n";
    assert!(fault.ends_with(expected), "{fault}");
}

#[test]
fn incomplete_template_is_rejected() {
    let fault = output("notice(template('m/torn.erb'))").expect_err("the condition is unterminated");
    assert!(fault.contains("Line: ") && fault.contains("unexpected end of the template"), "{fault}");
}

#[test]
fn template_modification_of_a_value_is_visible_outside() {
    let output =
        output("$list = ['a', 'b'] notice(inline_template('<%= @list.pop %>'), inline_template('<%= @list.pop %>'))");
    assert_eq!(output.as_deref(), Ok("b a"));
}

#[test]
fn variable_set_by_template_is_visible_in_nested_templates() {
    assert_eq!(output("notice(template('m/outer.erb'))").unwrap(), "10,20,");
    let twice = output("notice(template('m/outer.erb')) notice(template('m/outer.erb'))").unwrap_err();
    assert!(twice.contains("Cannot reassign variable '$shared'"), "{twice}");
}
