//! `hocon_data`: data function for HOCON files.

use crate::function::{Function, Overload};
use crate::hiera::DataFormat;
use crate::issue;

pub(super) const FUNCTION: Function = Function::new(
    "hocon_data",
    "Returns the data of a HOCON file. This is a `data_hash` function for a `hiera.yaml`.",
    &[
        Overload::new("Struct[{path=>String[1]}] $options, Puppet::LookupContext $context", |call| {
            call.evaluator.data_of(call.argument(0), DataFormat::Hocon)
        }),
        Overload::refusal("Hash $options, Puppet::LookupContext $context", |_| Err(issue::no_path_for_data())),
    ],
);
