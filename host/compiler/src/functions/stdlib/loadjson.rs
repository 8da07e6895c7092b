//! `loadjson`: the value that a file of JSON holds.

use super::loadyaml::loaded;
use crate::erb_template::to_value;
use crate::function::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "loadjson",
    "Returns what a file of JSON holds, which is named by its absolute path; the second argument where there is none, it holds nothing, or \
     is no JSON. URLs are refused: nothing is asked of the network while compiling.",
    &[Overload::new(legacy::PARAMETERS, |call| loaded(call, |text, _| Ok(to_value(ruby::json::parse(text)?))))],
);
