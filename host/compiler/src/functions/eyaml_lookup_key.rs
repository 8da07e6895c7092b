//! `eyaml_lookup_key`: a value of a YAML file in which values may be encrypted, for the levels of a hierarchy.

use crate::eval_error::EvalError;
use crate::function::{Function, Overload};
use crate::hiera::DataFormat;
use crate::issue;

pub(super) const FUNCTION: Function = Function::new(
    "eyaml_lookup_key",
    "Reads a value from a YAML file whose values may be encrypted as hiera-eyaml does it. This is a `lookup_key` function, to be \
     named in a `hiera.yaml` with the option `pkcs7_private_key`, the path of the key.",
    &[Overload::new("String[1] $key, Hash[String[1], Any] $options, Puppet::LookupContext $context", |call| {
        let options = call.argument(1).as_hash().cloned().unwrap_or_default();
        let Some(path) = options.text("path") else { return Err(issue::no_path_for_eyaml()) };
        let data = call.evaluator.data_file(&path.text(), DataFormat::Yaml)?;
        match data.as_hash().and_then(|data| data.text(call.text(0))) {
            Some(value) => call.evaluator.decrypted(value, &options, call.text(0)),
            None => Err(EvalError::not_found()),
        }
    })],
);
