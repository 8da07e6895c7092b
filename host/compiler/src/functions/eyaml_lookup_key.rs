//! `eyaml_lookup_key`: data function for YAML files with values encrypted by hiera-eyaml.

use hiera::{DataFormat, Lookup};
use value::EvalError;

use crate::evaluator::{Function, Overload};
use crate::issue;

pub(super) const FUNCTION: Function = Function::new(
    "eyaml_lookup_key",
    "Looks up a value in a YAML file whose values may be encrypted by hiera-eyaml. This is a `lookup_key` function for \
     a `hiera.yaml`, where the option `pkcs7_private_key` is the path of the private key.",
    &[Overload::new("String[1] $key, Hash[String[1], Any] $options, Puppet::LookupContext $context", |call| {
        let options = call.argument(1).as_hash().cloned().unwrap_or_default();
        let Some(path) = options.text("path") else { return Err(issue::no_path_for_eyaml()) };
        let data = Lookup::new(call.evaluator).data_file(&path.text(), DataFormat::Yaml)?;
        let key = call.text(0);
        match data.as_hash().and_then(|data| data.text(key)) {
            Some(value) => Lookup::new(call.evaluator).decrypted(value, &options, key),
            None => Err(EvalError::not_found()),
        }
    })],
);
