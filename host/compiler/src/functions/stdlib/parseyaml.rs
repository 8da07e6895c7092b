//! `parseyaml`: YAML as a value.

use super::parsejson::parsed;
use crate::function::{Function, Overload};
use crate::functions::legacy;
use crate::yaml;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "parseyaml",
    "Returns what a string of YAML holds; the second argument where it holds nothing, or is no YAML. Aliases, dates and objects of Ruby \
     are refused.",
    &[Overload::new(legacy::PARAMETERS, |call| parsed(call, |text| yaml::load(text, "<unknown>")))],
);
