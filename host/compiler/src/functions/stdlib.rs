//! Functions of the module stdlib, one file each: there without the module, and with its messages.

pub(super) mod any2array;
pub(super) mod assert_private;
pub(super) mod basename;
pub(super) mod bool2num;
pub(super) mod bool2str;
mod checks;
pub(super) mod concat;
pub(super) mod deep_merge;
pub(super) mod defined_with_params;
pub(super) mod delete_at;
pub(super) mod delete_undef_values;
pub(super) mod deprecation;
pub(super) mod difference;
pub(super) mod dirname;
pub(super) mod ensure_packages;
pub(super) mod ensure_resource;
pub(super) mod ensure_resources;
pub(super) mod fact;
pub(super) mod has_key;
pub(super) mod hash;
pub(super) mod intersection;
pub(super) mod is_a;
pub(super) mod is_array;
pub(super) mod is_bool;
pub(super) mod is_hash;
pub(super) mod is_integer;
pub(super) mod is_string;
pub(super) mod join_keys_to_values;
pub(super) mod member;
pub(super) mod merge;
pub(super) mod pick;
pub(super) mod pick_default;
pub(super) mod prefix;
pub(super) mod str2bool;
pub(super) mod suffix;
pub(super) mod union;
pub(super) mod validate_absolute_path;
pub(super) mod validate_array;
pub(super) mod validate_bool;
pub(super) mod validate_hash;
pub(super) mod validate_integer;
pub(super) mod validate_legacy;
pub(super) mod validate_re;
pub(super) mod validate_string;

use crate::fault::Fault;
use crate::function::Call;
use crate::functions::{legacy, ruby};
use crate::request::Strict;
use crate::value::{Hash, Value};

/// Returns the elements of an array, or the keys of a hash with their values, changed as text: for `prefix` and `suffix`.
fn changed(call: &Call<'_, '_>, change: fn(&str, &str) -> String) -> Result<Value, Fault> {
    let name = call.name();
    let arguments = legacy::arguments(call)?;
    let Some(subject) = arguments.first() else {
        return Err(Fault::new(format!("{name}(): Wrong number of arguments given (0 for 1)")));
    };
    let addition = match arguments.get(1).filter(|addition| addition.is_true()) {
        None => None,
        Some(Value::String(addition)) => Some(addition.clone()),
        Some(other) => {
            let shown = other.inspect();
            return Err(Fault::new(format!("{name}(): expected second argument to be a String, got {shown}")));
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
            Err(Fault::new(format!("{name}(): expected first argument to be an Array or a Hash, got {shown}")))
        }
    }
}

/// Says whether a value counts as none where the first of several is picked.
fn is_nothing(value: &Value) -> bool {
    value.is_undef() || value.as_str() == Some("")
}

/// Warns of something deprecated, once for each key, or fails, as the settings say.
fn deprecated(call: &mut Call<'_, '_>, key: &str, message: &str) -> Result<(), Fault> {
    match call.evaluator.settings().strict {
        Strict::Off => {}
        Strict::Warning => call.evaluator.warn_once(&format!("stdlib#{key}"), message, Some(call.span)),
        Strict::Error => return Err(Fault::new(format!("deprecation. {key}. {message}"))),
    }
    Ok(())
}

/// Says whether two values are the same as Ruby sees it: `1` and `1.0` are, `a` and `A` are not.
fn is_same(left: &Value, right: &Value) -> bool {
    ruby::compare(left, right) == Some(std::cmp::Ordering::Equal)
}
