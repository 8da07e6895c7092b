//! Messages about data lookups: keys, hierarchies, merges, interpolation, encrypted values.
//!
//! Puppet reports errors in the data without the location of the calling code; they are diagnostics without a span.
//! Other errors are plain, and get the location of the call.

use std::fmt;

use ruby::yaml::YamlError;
use syntax::{Diagnostic, Span};
use value::{EvalError, LOOKUP_ERROR};

use crate::config;

/// Issue code of type mismatches. If found inside a layer, such an error belongs to the data, otherwise to the calling
/// code.
pub(crate) const TYPE_ASSERTION: &str = "TYPE_MISMATCH";

/// Returns the error for a value with the wrong type.
pub(crate) fn type_assertion(message: impl Into<String>) -> EvalError {
    coded(TYPE_ASSERTION, message)
}

/// Returns an error in the data.
pub(crate) fn lookup_error(message: impl Into<String>) -> EvalError {
    Diagnostic::error(LOOKUP_ERROR, message, None).into()
}

fn coded(issue: &'static str, message: impl Into<String>) -> EvalError {
    Diagnostic::error(issue, message, None).into()
}

pub(crate) fn lookup_failed(key: &str, detail: &str) -> EvalError {
    type_assertion(format!("Lookup of key '{key}' failed: {detail}"))
}

pub(crate) fn lookup_key_syntax(what: &str, text: &str) -> EvalError {
    lookup_error(format!("Syntax error in {what}: {text}"))
}

pub(crate) fn lookup_not_a_hash(class: &str, segment: &str, key: &str) -> EvalError {
    lookup_error(format!(
        "Data Provider type mismatch: Got {class} when a hash-like object was expected to access value using '{segment}' \
         from key '{key}'"
    ))
}

pub(crate) fn lookup_recursive(keys: &[String]) -> EvalError {
    lookup_error(format!("Recursive lookup detected in [{}]", keys.join(", "))).with_hint(
        "the values of these keys refer to each other by '%{lookup(…)}', '%{alias(…)}' or '%{hiera(…)}'; give one of them a value \
         of its own",
    )
}

pub(crate) fn lookup_not_found(names: &[String]) -> EvalError {
    if let [name] = names {
        return lookup_error(format!("Function lookup() did not find a value for the name '{name}'"))
            .with_hint(format!("'marotte lookup {name} --explain' lists the files that are searched"));
    }
    let names: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
    lookup_error(format!("Function lookup() did not find a value for any of the names [{}]", names.join(", ")))
}

/// Returns the hint that a file has another suffix than in the hierarchy.
pub(crate) fn misnamed_file(missing: &str, existing: &str) -> String {
    format!("the hierarchy has '{missing}', which does not exist, but '{existing}' does")
}

/// Returns the hint for a data function that no module has.
pub(crate) fn install_module_of_backend(name: &str) -> String {
    format!("no module on the module path has the function '{name}'; install the module of this backend")
}

pub(crate) fn unknown_merge_strategy(name: &str) -> EvalError {
    EvalError::new(format!("Unknown merge strategy: '{name}'"))
        .with_hint("the strategies are 'first', 'unique', 'hash' and 'deep'")
}

pub(crate) fn missing_merge_strategy() -> EvalError {
    EvalError::new(
        "The hash given as 'merge' must contain the name of a strategy in string form for the key 'strategy'",
    )
}

pub(crate) fn empty_knockout_prefix() -> EvalError {
    EvalError::new("knockout_prefix cannot be an empty string in deep_merge!")
}

pub(crate) fn lookup_options_not_a_hash() -> EvalError {
    lookup_error("value of lookup_options must be a hash")
}

pub(crate) fn lookup_options_of_others(kind: &str, module: &str) -> EvalError {
    lookup_error(match kind {
        "pattern" => {
            format!("all lookup_options patterns must match a key starting with module name '{module}'")
        }
        _ => format!("all lookup_options keys must start with module name '{module}'"),
    })
}

pub(crate) fn convert_to_type(key: &str, source: &str, reason: &str) -> EvalError {
    lookup_error(format!(
        "Invalid data type in lookup_options for key '{key}' could not parse '{source}', error: '{reason}"
    ))
}

pub(crate) fn convert_to_failed(key: &str, reason: &str) -> EvalError {
    lookup_error(format!("The convert_to lookup_option for key '{key}' raised error: {reason}"))
}

pub(crate) fn alias_not_alone() -> EvalError {
    coded(
        "HIERA_INTERPOLATION_ALIAS_NOT_ENTIRE_STRING",
        "'alias' interpolation is only permitted if the expression is equal to the entire string",
    )
}

pub(crate) fn unknown_interpolation_method(name: &str) -> EvalError {
    coded("HIERA_INTERPOLATION_UNKNOWN_INTERPOLATION_METHOD", format!("Unknown interpolation method '{name}'"))
        .with_hint("the methods are 'lookup', 'hiera', 'alias', 'literal' and 'scope'")
}

pub(crate) fn interpolation_method_not_allowed() -> EvalError {
    coded(
        "HIERA_INTERPOLATION_METHOD_SYNTAX_NOT_ALLOWED",
        "Interpolation using method syntax is not allowed in this context",
    )
}

pub(crate) fn unsupported_hiera_version(version: i64) -> (&'static str, String) {
    ("HIERA_UNSUPPORTED_VERSION", format!("This runtime does not support hiera.yaml version {version}"))
}

pub(crate) fn hiera_version_3_not_global(place: &str) -> (&'static str, String) {
    let place = syntax::label::with_article(place);
    ("HIERA_VERSION_3_NOT_GLOBAL", format!("hiera.yaml version 3 cannot be used in {place}"))
}

pub(crate) fn hiera_version_4_global() -> (&'static str, String) {
    ("HIERA_UNSUPPORTED_VERSION_IN_GLOBAL", "hiera.yaml version 4 cannot be used in the global layer".to_owned())
}

pub(crate) fn hierarchy_name_twice(name: &str, first: Option<u32>) -> (&'static str, String) {
    let first = first.map(|line| format!(" First defined at (line: {line})")).unwrap_or_default();
    ("HIERA_HIERARCHY_NAME_MULTIPLY_DEFINED", format!("Hierarchy name '{name}' defined more than once.{first}"))
}

pub(crate) fn backend_without_provider(name: &str) -> (&'static str, String) {
    ("HIERA_NO_PROVIDER_FOR_BACKEND", format!("No data provider is registered for backend '{name}'"))
}

pub(crate) fn hiera3_backend_not_global() -> (&'static str, String) {
    ("HIERA_V3_BACKEND_NOT_GLOBAL", "'hiera3_backend' is only allowed in the global layer".to_owned())
}

pub(crate) fn hiera3_backend_is_data_hash(name: &str) -> (&'static str, String) {
    (
        "HIERA_V3_BACKEND_REPLACED_BY_DATA_HASH",
        format!("Use \"data_hash: {name}_data\" instead of \"hiera3_backend: {name}\""),
    )
}

pub(crate) fn hiera3_backend_needs_ruby(name: &str) -> (&'static str, String) {
    (
        "HIERA_V3_BACKEND",
        format!(
            "The hiera3_backend '{name}' needs Ruby; write the backend as a lookup_key or data_hash function in the Puppet \
             language"
        ),
    )
}

pub(crate) fn default_hierarchy_not_in_module() -> (&'static str, String) {
    ("HIERA_DEFAULT_HIERARCHY_NOT_IN_MODULE", "'default_hierarchy' is only allowed in the module layer".to_owned())
}

const FUNCTION_KEYS: &str = "data_hash, lookup_key, data_dig, or hiera3_backend";

pub(crate) fn missing_data_function(name: &str) -> (&'static str, String) {
    ("HIERA_MISSING_DATA_PROVIDER_FUNCTION", format!("One of {FUNCTION_KEYS} must be defined in hierarchy '{name}'"))
}

pub(crate) fn several_data_functions(name: &str) -> (&'static str, String) {
    (
        "HIERA_MULTIPLE_DATA_PROVIDER_FUNCTIONS",
        format!("Only one of {FUNCTION_KEYS} can be defined in hierarchy '{name}'"),
    )
}

pub(crate) fn several_default_data_functions() -> (&'static str, String) {
    (
        "HIERA_MULTIPLE_DATA_PROVIDER_FUNCTIONS_IN_DEFAULT",
        format!("Only one of {FUNCTION_KEYS} can be defined in defaults"),
    )
}

pub(crate) fn several_locations(name: &str) -> (&'static str, String) {
    (
        "HIERA_MULTIPLE_LOCATION_SPECS",
        format!(
            "Only one of path, paths, glob, globs, uri, uris, or mapped_paths can be defined in hierarchy '{name}'"
        ),
    )
}

pub(crate) fn reserved_option(key: &str, hierarchy: Option<&str>) -> (&'static str, String) {
    match hierarchy {
        Some(name) => (
            "HIERA_OPTION_RESERVED_BY_PUPPET",
            format!("Option key '{key}' used in hierarchy '{name}' is reserved by Puppet"),
        ),
        None => (
            "HIERA_DEFAULT_OPTION_RESERVED_BY_PUPPET",
            format!("Option key '{key}' used in defaults is reserved by Puppet"),
        ),
    }
}

pub(crate) fn unknown_data_function(kind: &str, name: &str) -> (&'static str, String) {
    ("HIERA_DATA_PROVIDER_FUNCTION_NOT_FOUND", format!("Unable to find '{kind}' function named '{name}'"))
}

/// Returns an error in a `hiera.yaml`.
pub(crate) fn configuration((issue, message): (&'static str, String), span: Option<Span>) -> EvalError {
    Diagnostic::error(issue, message, span).into()
}

pub(crate) fn unreadable_data(what: impl fmt::Display) -> EvalError {
    lookup_error(format!("Unable to parse {what}"))
}

pub(crate) fn unreadable_yaml(error: &YamlError, path: &str, text: &str) -> EvalError {
    with_yaml_line(unreadable_data(error.located(path)), error, text)
}

/// Adds the line of a syntax error in YAML.
pub(crate) fn with_yaml_line(fault: EvalError, error: &YamlError, text: &str) -> EvalError {
    let Some((line, _)) = error.place else { return fault };
    let written = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
    let indentation = &written[..written.len() - written.trim_start().len()];
    if indentation.contains('\t') {
        return fault.with_hint(format!("indent line {line} with spaces; YAML does not allow tabs there"));
    }
    if written.matches(": ").count() > 1 {
        return fault.with_hint(format!("put the value in line {line} in quotes, since it contains ': '"));
    }
    let has_odd_quotes = |(_, line): &(usize, &str)| {
        let line = config::without_comment(line);
        line.matches('"').count() % 2 == 1 || opens_single_quote(line)
    };
    if let Some((before, _)) = text.lines().enumerate().take(line).filter(has_odd_quotes).last() {
        return fault.with_hint(format!("is the quote in line {} closed?", before + 1));
    }
    match key_in(text, line) {
        Some(key) => fault.with_hint(format!("line {line} begins with '{key}'")),
        None => fault,
    }
}

/// Returns whether the value of a line begins with a single quote that the line does not close.
fn opens_single_quote(line: &str) -> bool {
    let value = line.split_once(": ").map_or(line, |(_, value)| value).trim_start_matches([' ', '-']);
    value.starts_with('\'') && value.matches('\'').count() % 2 == 1
}

pub(crate) fn duplicate_key(path: &str, line: usize, text: &str) -> String {
    let key = key_in(text, line).unwrap_or_default();
    format!("{path}: the key '{key}' in line {line} occurs earlier in the same hash; only the last value is used")
}

/// Returns the key in a line. Its value is not shown, since it may be a password.
fn key_in(text: &str, line: usize) -> Option<&str> {
    let line = text.lines().nth(line.checked_sub(1)?)?.trim_start_matches([' ', '\t', '-', '{', '[']);
    let end = line.find([':', ',', '}']).unwrap_or(line.len());
    Some(line[..end].trim()).filter(|key| !key.is_empty() && end < line.len())
}

pub(crate) fn not_a_yaml_hash(path: &str) -> String {
    format!("{path}: file does not contain a valid yaml hash")
}

pub(crate) fn not_decrypted(data: &str, key: &str, path: &str, reason: impl fmt::Display) -> EvalError {
    let data = shortened(data);
    lookup_error(format!(
        "hiera-eyaml backend error decrypting {data} when looking up {key} in {path}. Error was {reason}"
    ))
}

/// Hint for a sealed value that this node cannot decrypt.
pub(crate) const PUBLISH_AGAIN: &str = "if this node is new and the path of the file names it, publish the environment again with \
     'marotte environment publish --seal'";

/// Returns a text without line breaks, cut after a length at which an encrypted value can be recognised.
fn shortened(text: &str) -> String {
    const LENGTH: usize = 32;
    let mut letters = text.chars().filter(|letter| !letter.is_whitespace());
    let start: String = letters.by_ref().take(LENGTH).collect();
    if letters.next().is_some() { format!("{start}…") } else { start }
}

pub(crate) fn not_in_module_namespace(module: &str, origin: &str) -> String {
    format!("Module '{module}': {origin} must use keys qualified with the name of the module")
}

pub(crate) fn deprecated_module_data(name: &str, version: Option<u8>) -> Vec<String> {
    let rest = match version {
        Some(5..) => " It is ignored since a 'hiera.yaml' with version >= 5 is present",
        Some(_) => "",
        None => " A 'hiera.yaml' file should be used instead",
    };
    vec![format!("Defining \"data_provider\": \"{name}\" in metadata.json is deprecated.{rest}")]
}

pub(crate) fn deprecated_environment_data(name: &str, version: Option<u8>, path: &str) -> Vec<String> {
    let setting = format!("environment_data_provider='{name}'");
    match version {
        Some(5..) => {
            let ignored = format!("The {setting} setting is ignored since '{path}' version >= 5");
            let defined = format!("Defining {setting} in environment.conf is deprecated");
            if name == "hiera" { vec![defined] } else { vec![defined, ignored] }
        }
        Some(_) => vec![format!("Defining {setting} in environment.conf is deprecated.")],
        None => {
            vec![format!(
                "Defining {setting} in environment.conf is deprecated. A 'hiera.yaml' file should be used instead"
            )]
        }
    }
}

pub(crate) fn legacy_data_function(name: &str) -> String {
    format!("Using of legacy data provider function '{name}'. Please convert to a 'data_hash' function")
}

pub(crate) fn unknown_data_provider(environment: &str, kind: &str, name: &str) -> EvalError {
    EvalError::new(format!("Environment '{environment}', cannot find {kind}_data_provider '{name}'"))
        .with_hint("the providers are 'none', 'hiera' and 'function'; prefer a hiera.yaml of version 5")
}

pub(crate) fn unreadable_metadata(module: &str, reason: &str) -> String {
    format!("{module} has an invalid and unparsable metadata.json file. The parse error: {reason}")
}

pub(crate) fn hiera_version_3_unsupported() -> (&'static str, String) {
    (
        "HIERA_UNSUPPORTED_VERSION_IN_GLOBAL",
        "hiera.yaml version 3 is not supported here. It should be converted to version 5".to_owned(),
    )
}

/// Hint for the conversion of a version 3 configuration.
pub(crate) const HOW_TO_CONVERT_VERSION_3: &str = "write 'version: 5'; each of 'backends' becomes the 'data_hash' of \
     'defaults' (yaml_data), its 'datadir' that of 'defaults', and each entry of 'hierarchy' a level with a 'name' and a 'path'";

/// Hint for a configuration of version 5 without `version`.
pub(crate) const ADD_VERSION_5: &str = "the file has the keys of version 5; add the line 'version: 5'";

pub(crate) fn missing_hiera_version(path: &str) -> String {
    format!("{path} has no 'version', so it is read as version 3 and ignored; add the line 'version: 5'")
}

pub(crate) fn deprecated_hiera_version(path: &str, version: i64) -> String {
    format!("{path}: Use of 'hiera.yaml' version {version} is deprecated. It should be converted to version 5")
}

pub(crate) fn mapped_paths_variable(name: &str, value: &str) -> EvalError {
    EvalError::new(format!("The variable '{name}' of mapped_paths must be a String, an Array or a Hash, got {value}"))
}

/// Returns a warning without a location.
pub(crate) fn warning(message: impl Into<String>) -> Diagnostic {
    Diagnostic::warning("WARNING", message, None)
}

/// Returns the hint where the data is that interpolates a variable.
pub(crate) fn interpolating(name: &str, place: &str) -> String {
    format!("'%{{{name}}}' is in {place}")
}

/// A value contains `%{` without a closing brace.
pub(crate) fn unclosed_interpolation(place: &str) -> Diagnostic {
    warning(format!("An interpolation '%{{' in {place} is not closed by '}}', so it is not replaced"))
}

pub(crate) fn undefined_in_data(name: &str, reason: &str) -> String {
    format!("Undefined variable '{name}'; {reason}")
}

/// The braces of a glob expand to too many paths.
pub(crate) fn too_many_paths(pattern: &str) -> EvalError {
    EvalError::new(format!("The braces of the glob '{pattern}' expand to too many paths"))
}
