//! `to_json`: converts a value to JSON.

use value::to_data;

use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "to_json",
    "Converts a value to JSON on one line.",
    &[Overload::new("Any $data", |call| {
        call.argument(0).check_weight()?;
        Ok(ruby::json::compact(&to_data(call.argument(0)))?.into())
    })],
);

pub(in crate::functions) const NAMESPACED: Function = FUNCTION.renamed("stdlib::to_json");
