//! `loadjson`: content of a JSON file.

use value::to_value;

use super::loadyaml::loaded;
use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "loadjson",
    "Returns the content of a JSON file, given by its absolute path. Returns the second argument if the file does not \
     exist, is empty or isn't valid JSON. URLs are rejected, because the compiler does not access the network.",
    &[Overload::legacy(|call| loaded(call, |text, _| Ok(to_value(ruby::json::parse(text)?))))],
);
