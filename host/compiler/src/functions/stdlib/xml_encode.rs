//! `stdlib::xml_encode`: escapes text for XML.

use value::Value;

use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "stdlib::xml_encode",
    "Escapes a string for XML: as text, or with `attr` as a quoted attribute value.",
    &[Overload::new("String $str, Enum['text', 'attr'] $type?", |call| {
        let text = call.text(0).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        Ok(Value::from(match call.argument(1).as_str() {
            Some("attr") => format!("\"{}\"", text.replace('"', "&quot;")),
            _ => text,
        }))
    })],
);
