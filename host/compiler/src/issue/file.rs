//! Messages about templates, files and programs, and about what a module has only in Ruby.

use crate::environment::RunError;
use crate::fault::Fault;
use crate::value::Value;

pub(crate) fn missing_template(name: &str) -> Fault {
    Fault::new(format!("Could not find template '{name}'"))
}

pub(crate) fn invalid_template(function: &str, message: &str, place: &str) -> Fault {
    Fault::new(format!("{function}(): Invalid EPP: {message} {place}"))
}

pub(crate) fn failed_template(name: &str, file: &str, fault: &erb::Fault) -> Fault {
    let erb::Fault { line, message, .. } = fault;
    Fault::new(format!("Failed to parse template {name}:\n  Filepath: {file}\n  Line: {line}\n  Detail: {message}\n"))
}

pub(crate) fn failed_inline_template(fault: &erb::Fault) -> Fault {
    Fault::new(format!("Failed to parse inline template: {}", fault.message))
}

/// Says that a template looks up a variable that is not there.
pub(crate) fn undefined_template_variable(name: &str, reason: &str) -> String {
    format!("Undefined variable '{name}'; {reason}")
}

pub(crate) fn undefined_old_function(name: &str, scope: &str) -> String {
    format!("undefined method `function_{name}' for {scope}:Puppet::Parser::Scope")
}

pub(crate) fn erb_in_place_of_epp(fault: Fault, file: &str) -> Fault {
    fault.with_hint(format!("{file} is an ERB template; call template() to render it"))
}

pub(crate) fn missing_files(names: &str) -> Fault {
    Fault::new(format!("Could not find any files from {names}"))
}

pub(crate) fn missing_binary_file(name: &str) -> Fault {
    Fault::new(format!("binary_file(): The given file '{name}' does not exist"))
}

pub(crate) fn unreadable_file(error: &crate::environment::ReadError) -> Fault {
    Fault::new(error.to_string())
}

pub(crate) fn relative_generator() -> Fault {
    Fault::new("Generators must be fully qualified")
}

pub(crate) fn illegal_generator() -> Fault {
    Fault::new("Generators can only contain alphanumerics, file separators, and dashes")
}

pub(crate) fn generator_with_dots() -> Fault {
    Fault::new("Can not use generators with '..' in them.")
}

pub(crate) fn failed_generator(name: &str, reason: &RunError) -> Fault {
    Fault::new(format!("Failed to execute generator {name}: {reason}"))
}

pub(crate) fn function_not_found(name: &str) -> Fault {
    Fault::new(format!("Unknown function '{name}'"))
}

pub(crate) fn unknown_promise(name: &str) -> String {
    format!("Deferred function {name} has no return_type, unable to guarantee value type during compilation.")
}

pub(crate) fn unfit_promise(name: &str, arguments: Option<&[Value]>) -> Fault {
    let arguments = arguments.map_or_else(String::new, |arguments| Value::array(arguments).ruby().as_ref().to_owned());
    Fault::new(format!("No matching arity found for {name} with arguments {arguments}"))
}

/// Says that a function is there, but only in Ruby.
pub(crate) fn ruby_function(fault: Fault, name: &str, file: &str) -> Fault {
    let path = name.split_once("::").map_or_else(|| name.to_owned(), |(_, rest)| rest.replace("::", "/"));
    fault.with_hint(format!(
        "the function is written in Ruby ({file}), which can not run here; write it in the Puppet language, in \
         'functions/{path}.pp' of a module"
    ))
}

/// Says that a resource type is there, but only in Ruby.
pub(crate) fn ruby_resource_type(fault: Fault, file: &str) -> Fault {
    fault.with_hint(format!(
        "the type is written in Ruby ({file}), which can not run here; install a component that provides it, or use a \
         defined type"
    ))
}

/// Says that a data type is there, but only in Ruby.
pub(crate) fn ruby_data_type(fault: Fault, file: &str) -> Fault {
    fault.with_hint(format!(
        "the type is written in Ruby ({file}), which can not run here; write it in the Puppet language, as a type alias"
    ))
}
