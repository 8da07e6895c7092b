//! The classes and modules available to templates, and their hierarchy.

use crate::heap::Heap;
use crate::value::Value;

/// Each class with its superclass; modules have none.
const CLASSES: &[(&str, &str)] = &[
    ("Array", "Object"),
    ("BasicObject", ""),
    ("Class", "Object"),
    ("Comparable", ""),
    ("ERB", "Object"),
    ("ERB::Util", ""),
    ("Enumerable", ""),
    ("Enumerator", "Object"),
    ("Exception", "Object"),
    ("FalseClass", "Object"),
    ("File", "Object"),
    ("Float", "Numeric"),
    ("FloatDomainError", "RangeError"),
    ("FrozenError", "RuntimeError"),
    ("Gem", ""),
    ("Gem::Version", "Object"),
    ("Hash", "Object"),
    ("IPAddr", "Object"),
    ("IPAddr::AddressFamilyError", "IPAddr::Error"),
    ("IPAddr::Error", "ArgumentError"),
    ("IPAddr::InvalidAddressError", "IPAddr::Error"),
    ("IPAddr::InvalidPrefixError", "IPAddr::InvalidAddressError"),
    ("IndexError", "StandardError"),
    ("Integer", "Numeric"),
    ("JSON", ""),
    ("JSON::GeneratorError", "JSON::JSONError"),
    ("JSON::JSONError", "StandardError"),
    ("JSON::ParserError", "JSON::JSONError"),
    ("Kernel", ""),
    ("KeyError", "IndexError"),
    ("LocalJumpError", "StandardError"),
    ("MatchData", "Object"),
    ("Math", ""),
    ("NameError", "StandardError"),
    ("SystemStackError", "Exception"),
    ("NilClass", "Object"),
    ("NotImplementedError", "Exception"),
    ("NoMethodError", "NameError"),
    ("Numeric", "Object"),
    ("Object", ""),
    ("Proc", "Object"),
    ("Psych", ""),
    ("Puppet", ""),
    ("Puppet::Error", "RuntimeError"),
    ("Puppet::ParseError", "Puppet::Error"),
    ("Puppet::Parser::Scope", "Object"),
    ("Puppet::Parser::TemplateWrapper", "Object"),
    ("Puppet::Pops::Types::PSensitiveType::Sensitive", "Object"),
    ("Range", "Object"),
    ("RangeError", "StandardError"),
    ("Regexp", "Object"),
    ("RegexpError", "StandardError"),
    ("RuntimeError", "StandardError"),
    ("Set", "Object"),
    ("Shellwords", ""),
    ("StandardError", "Exception"),
    ("StopIteration", "IndexError"),
    ("String", "Object"),
    ("Symbol", "Object"),
    ("ArgumentError", "StandardError"),
    ("TrueClass", "Object"),
    ("TypeError", "StandardError"),
    ("YAML", ""),
    ("ZeroDivisionError", "StandardError"),
];

/// Returns the static name of a class in the table.
pub(crate) fn named(name: &str) -> Option<&'static str> {
    CLASSES.iter().find(|(known, _)| *known == name).map(|(known, _)| *known)
}

/// Constants of Ruby and Puppet that give access to the system or are not used in templates.
const OUTSIDE: &[&str] = &[
    "ARGF",
    "ARGV",
    "Base64",
    "BasicSocket",
    "BigDecimal",
    "Binding",
    "CGI",
    "CSV",
    "Complex",
    "DATA",
    "Data",
    "Date",
    "DateTime",
    "Digest",
    "Dir",
    "ENV",
    "Encoding",
    "Etc",
    "Facter",
    "Fiber",
    "FileTest",
    "FileUtils",
    "Find",
    "GC",
    "Hiera",
    "IO",
    "IPSocket",
    "Marshal",
    "Method",
    "Module",
    "Monitor",
    "Mutex",
    "Net",
    "ObjectSpace",
    "Open3",
    "OpenSSL",
    "OpenStruct",
    "Pathname",
    "Process",
    "Puppet",
    "PuppetX",
    "Puppet_X",
    "RUBY_PLATFORM",
    "Ractor",
    "Random",
    "Rational",
    "RbConfig",
    "Resolv",
    "STDERR",
    "STDIN",
    "STDOUT",
    "SecureRandom",
    "Signal",
    "Socket",
    "StringIO",
    "StringScanner",
    "Struct",
    "TCPSocket",
    "TOPLEVEL_BINDING",
    "Tempfile",
    "Thread",
    "Time",
    "Timeout",
    "UDPSocket",
    "URI",
    "Zlib",
];

/// Returns whether a constant exists in Ruby or Puppet but is not available to templates.
pub(crate) fn is_unavailable(path: &str) -> bool {
    let first = path.split("::").next().unwrap_or(path);
    OUTSIDE.contains(&first)
}

/// Returns whether a class is an exception class.
pub(crate) fn is_exception(name: &str) -> bool {
    is_kind_of(name, "Exception")
}

/// Returns whether a class is equal to another or is one of its subclasses.
pub(crate) fn is_kind_of(name: &str, ancestor: &str) -> bool {
    let mut current = name;
    loop {
        if current == ancestor || includes(current, ancestor) {
            return true;
        }
        match CLASSES.iter().find(|(known, _)| *known == current) {
            Some((_, above)) if !above.is_empty() => current = above,
            // Classes that are not in the table belong to Puppet.
            None if current == name => current = "Object",
            _ => return false,
        }
    }
}

/// Returns whether a class includes a module.
fn includes(class: &str, module: &str) -> bool {
    match module {
        "Enumerable" => matches!(class, "Array" | "Hash" | "Range" | "Set" | "Enumerator"),
        "Comparable" => matches!(class, "String" | "Numeric" | "Gem::Version" | "IPAddr"),
        "Kernel" | "BasicObject" => class == "Object",
        _ => false,
    }
}

/// Returns the name of the class of a value.
pub(crate) fn of(value: Value, heap: &Heap) -> String {
    let name = match value {
        Value::Nil => "NilClass",
        Value::Boolean(true) => "TrueClass",
        Value::Boolean(false) => "FalseClass",
        Value::Integer(_) => "Integer",
        Value::Float(_) => "Float",
        Value::Symbol(_) => "Symbol",
        Value::String(_) => "String",
        Value::Array(_) => "Array",
        Value::Hash(_) => "Hash",
        Value::Set(_) => "Set",
        Value::Range(_) => "Range",
        Value::Regexp(_) => "Regexp",
        Value::Match(_) => "MatchData",
        Value::Proc(_) => "Proc",
        Value::Enumerator(_) => "Enumerator",
        Value::Sensitive(_) => "Puppet::Pops::Types::PSensitiveType::Sensitive",
        Value::Version(_) => "Gem::Version",
        Value::Address(_) => "IPAddr",
        Value::Class(_) => "Class",
        Value::Template => "Puppet::Parser::TemplateWrapper",
        Value::Scope => "Puppet::Parser::Scope",
        Value::Exception(exception) => return heap.name(heap.exceptions[exception].class).to_string(),
        Value::Foreign(foreign) => return heap.foreigns[foreign].class.clone(),
    };
    name.to_owned()
}
