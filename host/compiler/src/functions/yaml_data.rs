//! `yaml_data`: data function for YAML files.

use hiera::{DataFormat, Lookup};

use crate::evaluator::{Function, Overload};
use crate::issue;

pub(super) const FUNCTION: Function = Function::new(
    "yaml_data",
    "Returns the data of a YAML file. This is a `data_hash` function for a `hiera.yaml`.",
    &[
        Overload::new("Struct[{path=>String[1]}] $options, Puppet::LookupContext $context", |call| {
            let options = call.argument(0);
            Lookup::new(call.evaluator).data_of(options, DataFormat::Yaml)
        }),
        Overload::refusal("Hash $options, Puppet::LookupContext $context", |_| Err(issue::no_path_for_data())),
    ],
);
