//! Names of Ruby classes, for error messages.

use super::Value;

/// Returns the name of a value's class in Ruby.
pub fn class_name(value: &Value) -> String {
    match value {
        Value::Undef => "NilClass".to_owned(),
        Value::Default => "Symbol".to_owned(),
        Value::Boolean(true) => "TrueClass".to_owned(),
        Value::Boolean(false) => "FalseClass".to_owned(),
        Value::Integer(_) => "Integer".to_owned(),
        Value::Float(_) => "Float".to_owned(),
        Value::String(_) => "String".to_owned(),
        Value::Array(_) => "Array".to_owned(),
        Value::Hash(_) => "Hash".to_owned(),
        Value::Regexp(_) => "Regexp".to_owned(),
        Value::Type(data_type) => format!("Puppet::Pops::Types::P{}Type", data_type.simple_name()),
        Value::Sensitive(_) => "Puppet::Pops::Types::PSensitiveType::Sensitive".to_owned(),
        Value::Binary(_) => "Puppet::Pops::Types::PBinaryType::Binary".to_owned(),
        Value::Timestamp(_) => "Puppet::Pops::Time::Timestamp".to_owned(),
        Value::Timespan(_) => "Puppet::Pops::Time::Timespan".to_owned(),
        Value::SemVer(_) => "SemanticPuppet::Version".to_owned(),
        Value::SemVerRange(_) => "SemanticPuppet::VersionRange".to_owned(),
        Value::Uri(_) => "URI::Generic".to_owned(),
        Value::Iterator(_) => "Puppet::Pops::Types::Iterator".to_owned(),
        Value::Deferred(_) => "Puppet::DataTypes::Deferred".to_owned(),
        Value::Reference(_) => "Puppet::Resource".to_owned(),
        Value::Object(object) if object.context.is_some() => "Puppet::Pops::Lookup::Context".to_owned(),
        Value::Object(_) | Value::Collector(_) => "Object".to_owned(),
    }
}

/// Returns a value as the subject of a failed conversion: `nil`, `true`, `false`, or the name of its class.
pub fn class_noun(value: &Value) -> String {
    match value {
        Value::Undef => "nil".to_owned(),
        Value::Boolean(value) => value.to_string(),
        other => class_name(other),
    }
}
