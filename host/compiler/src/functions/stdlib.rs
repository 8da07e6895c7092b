//! Functions of the module stdlib, one file each. They are available without the module and produce its messages.

mod any2array;
mod any2bool;
mod assert_private;
mod base64;
mod basename;
mod batch_escape;
mod bool2num;
mod bool2str;
mod checks;
mod clamp;
mod concat;
mod convert_base;
mod count;
mod crc32;
mod deep_merge;
mod deferrable_epp;
mod defined_with_params;
mod delete;
mod delete_at;
mod delete_regex;
mod delete_undef_values;
mod delete_values;
mod deprecation;
mod difference;
mod dig44;
mod dirname;
mod dos2unix;
mod enclose_ipv6;
mod end_with;
mod ensure;
mod ensure_packages;
mod ensure_resource;
mod ensure_resources;
mod extname;
mod fact;
mod fqdn_rand_string;
mod fqdn_rotate;
mod fqdn_uuid;
mod get_module_path;
mod getparam;
mod getvar_emptystring;
mod glob;
mod grep;
mod has_function;
mod has_interface_with;
mod has_key;
mod hash;
mod intersection;
mod ip_in_range;
mod is_a;
mod is_array;
mod is_bool;
mod is_domain_name;
mod is_float;
mod is_hash;
mod is_integer;
mod is_ip_address;
mod is_numeric;
mod is_string;
mod join_keys_to_values;
mod letter_set;
mod load_module_metadata;
mod loadjson;
mod loadyaml;
mod member;
mod merge;
mod nested_values;
mod num2bool;
mod os_version_gte;
mod parsehocon;
mod parsejson;
mod parsepson;
mod parseyaml;
mod pick;
mod pick_default;
mod powershell_escape;
mod prefix;
mod pw_hash;
mod range;
mod regexpescape;
mod reject;
mod renamed;
mod reverse;
mod rewrap_sensitive_data;
mod seeded_rand;
mod seeded_rand_string;
mod sha256;
mod shell_escape;
mod shell_join;
mod shell_split;
mod sort_by;
mod squeeze;
mod start_with;
mod str2bool;
mod str2resource;
mod str2saltedpbkdf2;
mod suffix;
mod swapcase;
mod to_bytes;
mod to_json;
mod to_json_pretty;
mod to_python;
mod to_ruby;
mod to_toml;
mod to_yaml;
mod type_of;
mod union;
mod unix2dos;
mod uriescape;
mod validate_absolute_path;
mod validate_array;
mod validate_bool;
mod validate_cmd;
mod validate_domain_name;
mod validate_email_address;
mod validate_hash;
mod validate_integer;
mod validate_ip_address;
mod validate_legacy;
mod validate_numeric;
mod validate_re;
mod validate_slength;
mod validate_string;
mod values_at;
mod xml_encode;
mod zip;

use value::{EvalError, Hash, Strict, Value};

use crate::evaluator::{Function, FunctionCall};
use crate::functions::{legacy, ruby_values};

/// The functions of the modules.
pub(crate) static TABLE: &[&Function] = &[
    &any2array::FUNCTION,
    &any2bool::FUNCTION,
    &assert_private::FUNCTION,
    &base64::FUNCTION,
    &basename::FUNCTION,
    &renamed::BATCH_ESCAPE,
    &bool2num::FUNCTION,
    &bool2str::FUNCTION,
    &clamp::FUNCTION,
    &concat::FUNCTION,
    &convert_base::FUNCTION,
    &count::FUNCTION,
    &deep_merge::FUNCTION,
    &defined_with_params::FUNCTION,
    &delete::FUNCTION,
    &delete_at::FUNCTION,
    &delete_regex::FUNCTION,
    &delete_undef_values::FUNCTION,
    &delete_values::FUNCTION,
    &deprecation::FUNCTION,
    &difference::FUNCTION,
    &dig44::FUNCTION,
    &dirname::FUNCTION,
    &dos2unix::FUNCTION,
    &enclose_ipv6::FUNCTION,
    &ensure_packages::FUNCTION,
    &ensure_resource::FUNCTION,
    &ensure_resources::FUNCTION,
    &fact::FUNCTION,
    &fqdn_rand_string::FUNCTION,
    &fqdn_rotate::FUNCTION,
    &fqdn_uuid::FUNCTION,
    &get_module_path::FUNCTION,
    &getparam::FUNCTION,
    &getvar_emptystring::FUNCTION,
    &glob::FUNCTION,
    &grep::FUNCTION,
    &has_interface_with::FUNCTION,
    &renamed::HAS_IP_ADDRESS,
    &renamed::HAS_IP_NETWORK,
    &has_key::FUNCTION,
    &hash::FUNCTION,
    &intersection::FUNCTION,
    &is_a::FUNCTION,
    &is_array::FUNCTION,
    &is_bool::FUNCTION,
    &is_domain_name::FUNCTION,
    &is_float::FUNCTION,
    &is_hash::FUNCTION,
    &is_integer::FUNCTION,
    &is_ip_address::FUNCTION,
    &is_numeric::FUNCTION,
    &is_string::FUNCTION,
    &join_keys_to_values::FUNCTION,
    &load_module_metadata::FUNCTION,
    &loadjson::FUNCTION,
    &loadyaml::FUNCTION,
    &member::FUNCTION,
    &merge::FUNCTION,
    &num2bool::FUNCTION,
    &os_version_gte::FUNCTION,
    &renamed::PARSEHOCON,
    &parsejson::FUNCTION,
    &parsepson::FUNCTION,
    &parseyaml::FUNCTION,
    &pick::FUNCTION,
    &pick_default::FUNCTION,
    &renamed::POWERSHELL_ESCAPE,
    &prefix::FUNCTION,
    &pw_hash::FUNCTION,
    &range::FUNCTION,
    &regexpescape::FUNCTION,
    &reject::FUNCTION,
    &reverse::FUNCTION,
    &seeded_rand::FUNCTION,
    &renamed::SEEDED_RAND_STRING,
    &shell_escape::FUNCTION,
    &shell_join::FUNCTION,
    &shell_split::FUNCTION,
    &squeeze::FUNCTION,
    &batch_escape::FUNCTION,
    &crc32::FUNCTION,
    &deferrable_epp::FUNCTION,
    &end_with::FUNCTION,
    &ensure::FUNCTION,
    &ensure_packages::NAMESPACED,
    &extname::FUNCTION,
    &fqdn_rand_string::NAMESPACED,
    &fqdn_rotate::NAMESPACED,
    &has_function::FUNCTION,
    &has_interface_with::NAMESPACED,
    &ip_in_range::FUNCTION,
    &merge::NAMESPACED,
    &nested_values::FUNCTION,
    &os_version_gte::NAMESPACED,
    &parsehocon::FUNCTION,
    &powershell_escape::FUNCTION,
    &rewrap_sensitive_data::FUNCTION,
    &seeded_rand::NAMESPACED,
    &seeded_rand_string::FUNCTION,
    &sha256::FUNCTION,
    &shell_escape::NAMESPACED,
    &sort_by::FUNCTION,
    &start_with::FUNCTION,
    &str2resource::FUNCTION,
    &to_json::NAMESPACED,
    &to_json_pretty::NAMESPACED,
    &to_python::NAMESPACED,
    &to_ruby::NAMESPACED,
    &to_toml::NAMESPACED,
    &to_yaml::NAMESPACED,
    &type_of::FUNCTION,
    &validate_domain_name::FUNCTION,
    &validate_email_address::FUNCTION,
    &xml_encode::FUNCTION,
    &str2bool::FUNCTION,
    &str2saltedpbkdf2::FUNCTION,
    &suffix::FUNCTION,
    &swapcase::FUNCTION,
    &to_bytes::FUNCTION,
    &to_json::FUNCTION,
    &to_json_pretty::FUNCTION,
    &to_python::FUNCTION,
    &to_ruby::FUNCTION,
    &to_toml::FUNCTION,
    &to_yaml::FUNCTION,
    &renamed::TYPE_OF,
    &union::FUNCTION,
    &unix2dos::FUNCTION,
    &uriescape::FUNCTION,
    &validate_absolute_path::FUNCTION,
    &validate_array::FUNCTION,
    &validate_cmd::AUGEAS,
    &validate_bool::FUNCTION,
    &validate_cmd::COMMAND,
    &renamed::VALIDATE_DOMAIN_NAME,
    &renamed::VALIDATE_EMAIL_ADDRESS,
    &validate_hash::FUNCTION,
    &validate_integer::FUNCTION,
    &validate_ip_address::FUNCTION,
    &validate_legacy::FUNCTION,
    &validate_numeric::FUNCTION,
    &validate_re::FUNCTION,
    &validate_slength::FUNCTION,
    &validate_string::FUNCTION,
    &values_at::FUNCTION,
    &zip::FUNCTION,
];

/// Applies a change to the text of each element of an array, or of each key of a hash, for `prefix` and `suffix`.
fn changed(call: &FunctionCall<'_, '_>, change: fn(&str, &str) -> String) -> Result<Value, EvalError> {
    let name = call.name();
    let arguments = legacy::arguments(call)?;
    let Some(subject) = arguments.first() else {
        return Err(EvalError::new(format!("{name}(): Wrong number of arguments given (0 for 1)")));
    };
    let addition = match arguments.get(1).filter(|addition| addition.is_true()) {
        None => None,
        Some(Value::String(addition)) => Some(addition.clone()),
        Some(other) => {
            let shown = other.inspect();
            return Err(EvalError::new(format!("{name}(): expected second argument to be a String, got {shown}")));
        }
    };
    let text = |value: &Value| {
        let text = value.ruby();
        Value::from(addition.as_ref().map_or_else(|| text.to_string(), |addition| change(&text, addition)))
    };
    match subject {
        Value::Array(elements) => Ok(elements.iter().map(text).collect()),
        Value::Hash(hash) => Ok(hash.iter().map(|(key, value)| (text(key), value.clone())).collect::<Hash>().into()),
        other => {
            let shown = other.inspect();
            Err(EvalError::new(format!("{name}(): expected first argument to be an Array or a Hash, got {shown}")))
        }
    }
}

/// Returns whether `pick` and similar functions skip a value.
fn is_nothing(value: &Value) -> bool {
    value.is_undef() || value.as_str() == Some("")
}

/// Reports a deprecation, once per key: a warning or an error, depending on the `strict` setting.
fn deprecated(call: &mut FunctionCall<'_, '_>, key: &str, message: &str) -> Result<(), EvalError> {
    match call.evaluator.settings().strict {
        Strict::Off => {}
        Strict::Warning => call.evaluator.warn_once(&format!("stdlib#{key}"), message, Some(call.span)),
        Strict::Error => return Err(EvalError::new(format!("deprecation. {key}. {message}"))),
    }
    Ok(())
}

/// Returns whether two values are equal in Ruby: `1` equals `1.0`, but `a` does not equal `A`.
fn is_same(left: &Value, right: &Value) -> bool {
    ruby_values::compare(left, right) == Some(std::cmp::Ordering::Equal)
}

/// Returns the first argument, or an error if it is not an array or a string.
fn array_or_text(call: &FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let name = call.name();
    match legacy::arguments(call)?.into_iter().next() {
        None => Err(EvalError::new(format!("{name}(): Wrong number of arguments given (0 for 1)"))),
        Some(value @ (Value::Array(_) | Value::String(_))) => Ok(value),
        Some(_) => Err(EvalError::new(format!("{name}(): Requires either array or string to work with"))),
    }
}

/// Applies a change to a string, or to each string in an array.
fn each_text(value: &Value, change: fn(&str) -> String) -> Value {
    match value {
        Value::Array(elements) => {
            let changed =
                |element: &Value| element.as_str().map_or_else(|| element.clone(), |text| change(text).into());
            elements.iter().map(changed).collect()
        }
        other => change(&other.ruby()).into(),
    }
}

/// Returns an element; a negative index counts from the end.
fn element_at(elements: &[Value], index: i64) -> Option<&Value> {
    let place = usize::try_from(index.unsigned_abs()).ok()?;
    if index < 0 {
        elements.len().checked_sub(place).and_then(|place| elements.get(place))
    } else {
        elements.get(place)
    }
}
