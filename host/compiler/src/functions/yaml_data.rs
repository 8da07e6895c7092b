//! `yaml_data`: data function for YAML files.

use crate::function::{Function, Overload};
use crate::hiera::DataFormat;
use crate::issue;

pub(super) const FUNCTION: Function = Function::new(
    "yaml_data",
    "Returns the data of a YAML file. This is a `data_hash` function for a `hiera.yaml`.",
    &[
        Overload::new("Struct[{path=>String[1]}] $options, Puppet::LookupContext $context", |call| {
            call.evaluator.data_of(call.argument(0), DataFormat::Yaml)
        }),
        Overload::refusal("Hash $options, Puppet::LookupContext $context", |_| Err(issue::no_path_for_data())),
    ],
);
