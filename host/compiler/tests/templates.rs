//! ERB templates of modules: search, variables of their scope, and faults with file and line.

use std::sync::Arc;

use catalog::Value;
use catalog::schema::TypeSchema;
use compiler::{CompileRequest, FileLocation, Level, Manifests, ReadError, SourceText, World};

/// An environment with one module.
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

    fn site(&self) -> Result<Vec<SourceText>, ReadError> {
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

/// Compiles code; returns its notice, or the first error.
fn said(code: &str) -> Result<String, String> {
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
fn a_template_sees_the_variables_of_its_scope() {
    let said = said("$top = 'top' class { 'm': port => 81 }");
    assert_eq!(said.as_deref(), Ok("81 in 81 m top"));
}

#[test]
fn a_template_calls_functions_of_modules() {
    let said = said("$list = ['a', 'b'] notice(template('m/loop.erb'))");
    assert_eq!(said.as_deref(), Ok("* A\n* B\n"));
}

#[test]
fn templates_are_joined() {
    let said = said("$list = ['a'] notice(template('m/loop.erb', 'm/loop.erb'))");
    assert_eq!(said.as_deref(), Ok("* A\n* A\n"));
}

#[test]
fn the_fault_of_a_template_has_its_line() {
    let fault = said("$list = [1] notice(template('m/fault.erb'))").expect_err("there is no such method");
    let expected = "Failed to parse template m/fault.erb:\n  Filepath: /modules/m/templates/fault.erb\n  Line: 2\n  \
        Detail: undefined method `frist' for [1]:Array\n";
    assert!(fault.ends_with(expected), "{fault}");
}

#[test]
fn a_torn_template_is_refused() {
    let fault = said("notice(template('m/torn.erb'))").expect_err("the condition has no end");
    assert!(fault.contains("Line: ") && fault.contains("unexpected the end of the template"), "{fault}");
}

#[test]
fn what_a_template_does_to_a_value_is_seen_outside() {
    let said =
        said("$list = ['a', 'b'] notice(inline_template('<%= @list.pop %>'), inline_template('<%= @list.pop %>'))");
    assert_eq!(said.as_deref(), Ok("b a"));
}

#[test]
fn what_a_template_sets_is_shared_with_the_templates_within() {
    assert_eq!(said("notice(template('m/outer.erb'))").unwrap(), "10,20,");
    let twice = said("notice(template('m/outer.erb')) notice(template('m/outer.erb'))").unwrap_err();
    assert!(twice.contains("Cannot reassign variable '$shared'"), "{twice}");
}
