//! Messages of the functions that look up data. The messages of the lookup itself are in the crate `hiera`.

use value::EvalError;

pub(crate) fn no_path_for_data() -> EvalError {
    EvalError::new(
        "one of 'path', 'paths' 'glob', 'globs' or 'mapped_paths' must be declared in hiera.yaml when using this data_hash \
         function",
    )
}

pub(crate) fn no_path_for_eyaml() -> EvalError {
    EvalError::new(
        "'eyaml_lookup_key': one of 'path', 'paths' 'glob', 'globs' or 'mapped_paths' must be declared in hiera.yaml when \
         using this lookup_key function",
    )
}

pub(crate) fn deprecated_hiera_function(name: &str) -> String {
    format!(
        "The function '{name}' is deprecated in favor of using 'lookup'. See \
         https://puppet.com/docs/puppet/7.23/deprecated_language.html"
    )
}

pub(crate) fn no_data_item(key: &str) -> EvalError {
    EvalError::new(format!("Could not find data item {key}"))
}
