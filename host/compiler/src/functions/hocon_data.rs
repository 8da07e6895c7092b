//! `hocon_data`: data function for HOCON files.

use hiera::{DataFormat, Lookup};

use crate::evaluator::{Function, Overload};
use crate::issue;

pub(super) const FUNCTION: Function = Function::new(
    "hocon_data",
    "Returns the data of a HOCON file. This is a `data_hash` function for a `hiera.yaml`.",
    &[
        Overload::new("Struct[{path=>String[1]}] $options, Puppet::LookupContext $context", |call| {
            let options = call.argument(0);
            Lookup::new(call.evaluator).data_of(options, DataFormat::Hocon)
        }),
        Overload::refusal("Hash $options, Puppet::LookupContext $context", |_| Err(issue::no_path_for_data())),
    ],
);
