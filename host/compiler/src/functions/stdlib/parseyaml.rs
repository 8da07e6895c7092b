//! `parseyaml`: parses YAML.

use value::yaml;

use super::parsejson::parsed;
use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "parseyaml",
    "Parses a YAML string. Returns the second argument if the string is empty or isn't valid YAML. Aliases, dates and \
     Ruby objects are rejected.",
    &[Overload::legacy(|call| parsed(call, |text| yaml::load(text, "<unknown>")))],
);
