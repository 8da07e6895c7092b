//! Messages about templates, files and programs, and about functions and types that a module only has in Ruby.

use syntax::MissingRuby;
use value::{EvalError, ReadError, RunError, Value};

pub(crate) fn missing_template(name: &str) -> EvalError {
    EvalError::new(format!("Could not find template '{name}'"))
}

/// Returns the hint that a module does not exist.
pub(crate) fn missing_module(module: &str, directories: &[String]) -> String {
    let directories: Vec<String> = directories.iter().map(|directory| format!("'{directory}'")).collect();
    format!("there is no module '{module}' in {}", directories.join(", "))
}

pub(crate) fn invalid_template(function: &str, message: &str, place: &str) -> EvalError {
    EvalError::new(format!("{function}(): Invalid EPP: {message} {place}"))
}

pub(crate) fn failed_template(name: &str, file: &str, fault: &erb::TemplateError) -> EvalError {
    let erb::TemplateError { line, message, .. } = fault;
    let error = EvalError::new(format!(
        "Failed to parse template {name}:\n  Filepath: {file}\n  Line: {line}\n  Detail: {message}\n"
    ));
    with_template(error, fault, name)
}

/// Adds the template to its error if it needs Ruby.
fn with_template(error: EvalError, fault: &erb::TemplateError, name: &str) -> EvalError {
    match fault.is_unsupported {
        true => error
            .with_missing_ruby(MissingRuby::Template(name.into()))
            .with_hint("compute the value in the manifest, and use its variable in the template"),
        false if fault.message.ends_with("unexpected end of the template") => error
            .with_hint("close each block with '<% end %>' or '}', and each parenthesis, in the tag where it belongs"),
        false => error,
    }
}

pub(crate) fn failed_inline_template(fault: &erb::TemplateError) -> EvalError {
    with_template(EvalError::new(format!("Failed to parse inline template: {}", fault.message)), fault, "")
}

/// Returns the message for an undefined variable in a template.
pub(crate) fn undefined_template_variable(name: &str, reason: &str) -> String {
    format!("Undefined variable '{name}'; {reason}")
}

pub(crate) fn undefined_old_function(name: &str, scope: &str) -> String {
    format!("undefined method `function_{name}' for {scope}:Puppet::Parser::Scope")
}

pub(crate) fn erb_in_place_of_epp(fault: EvalError, file: &str) -> EvalError {
    fault.with_hint(format!("{file} is an ERB template; call template() to render it"))
}

pub(crate) fn missing_files(names: &str) -> EvalError {
    EvalError::new(format!("Could not find any files from {names}"))
}

pub(crate) fn missing_binary_file(name: &str) -> EvalError {
    EvalError::new(format!("binary_file(): The given file '{name}' does not exist"))
}

pub(crate) fn unreadable_file(error: &ReadError) -> EvalError {
    EvalError::new(error.to_string())
}

pub(crate) fn relative_generator() -> EvalError {
    EvalError::new("Generators must be fully qualified")
}

pub(crate) fn illegal_generator() -> EvalError {
    EvalError::new("Generators can only contain alphanumerics, file separators, and dashes")
}

pub(crate) fn generator_with_dots() -> EvalError {
    EvalError::new("Can not use generators with '..' in them.")
}

pub(crate) fn failed_generator(name: &str, reason: &RunError) -> EvalError {
    EvalError::new(format!("Failed to execute generator {name}: {reason}"))
}

pub(crate) fn function_not_found(name: &str) -> EvalError {
    EvalError::new(format!("Unknown function '{name}'"))
}

pub(crate) fn unknown_promise(name: &str) -> String {
    format!("Deferred function {name} has no return_type, unable to guarantee value type during compilation.")
}

pub(crate) fn unfit_promise(name: &str, arguments: Option<&[Value]>) -> EvalError {
    let arguments = arguments.map_or_else(String::new, |arguments| Value::array(arguments).ruby().as_ref().to_owned());
    EvalError::new(format!("No matching arity found for {name} with arguments {arguments}"))
}

/// Adds the hint that the function exists, but only in Ruby.
pub(crate) fn ruby_function(fault: EvalError, name: &str, file: &str) -> EvalError {
    let path = name.split_once("::").map_or_else(|| name.to_owned(), |(_, rest)| rest.replace("::", "/"));
    fault
        .with_hint(format!(
            "the function is written in Ruby ({file}), which needs an interpreter; install one with 'marotte ruby \
         add FILE', or write the function in the Puppet language, in 'functions/{path}.pp' of a module"
        ))
        .with_missing_ruby(MissingRuby::Function(name.into()))
}

/// Returns the error of a setting that needs an interpreter.
pub(crate) fn no_ruby_for_templates() -> EvalError {
    EvalError::new(
        "the setting ruby_templates lets the Ruby interpreter render templates, but none is installed; install one with \
         'marotte ruby add FILE'",
    )
    .with_missing_ruby(MissingRuby::Template("".into()))
}

/// Returns the hint that the fact exists, but only in Ruby.
pub(crate) fn ruby_fact(name: &str, file: &str) -> String {
    format!(
        "the fact '{name}' is written in Ruby ({file}); with an interpreter ('marotte ruby add FILE') it has a value unless \
         its code finds none, and an external fact in a directory facts.d of a module or of this system can replace it"
    )
}

/// Returns the warning that the attributes of a type are not checked. `code` is the file of its declaration, and the code
/// that cannot be read.
pub(crate) fn unread_declaration(type_name: &str, code: &str) -> String {
    format!(
        "The attributes of the type '{type_name}' are not checked, since its declaration in Ruby cannot be read completely: {code}"
    )
}

/// Adds the hint that the resource type exists, but only in Ruby.
pub(crate) fn ruby_resource_type(fault: EvalError, name: &str, file: &str) -> EvalError {
    fault.with_hint(format!(
        "the type is written in Ruby ({file}), which cannot run here; install a component that provides it, or use a \
         defined type"
    ))
    .with_missing_ruby(MissingRuby::ResourceType(name.into()))
}

/// Adds the hint that the data type exists, but only in Ruby.
pub(crate) fn ruby_data_type(fault: EvalError, name: &str, file: &str) -> EvalError {
    fault.with_hint(format!(
        "the type is written in Ruby ({file}), which cannot run here; write it in the Puppet language, as a type alias"
    ))
    .with_missing_ruby(MissingRuby::DataType(name.into()))
}
