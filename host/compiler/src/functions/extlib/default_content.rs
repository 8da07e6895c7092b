//! `extlib::default_content`: given content, or that of a template.

use value::Value;

use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "extlib::default_content",
    "Returns a text unless it is empty; otherwise the text of a template, in EPP or ERB according to its name, if one is given.",
    &[Overload::new("Optional[String] $content, Optional[String] $template_name", |call| {
        if !call.text(0).is_empty() {
            return Ok(call.argument(0).clone());
        }
        let function = match call.text(1) {
            "" => return Ok(Value::Undef),
            name if name.ends_with(".epp") => "epp",
            _ => "template",
        };
        call.evaluator.call_function(function, &[call.argument(1).clone()], None, call.span)
    })],
)
.returning("Optional[String]");
