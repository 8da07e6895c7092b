//! `fact`: value of a fact by its path.

use syntax::Diagnostic;
use value::{EvalError, Value};

use super::element_at;
use crate::evaluator::{Function, FunctionCall, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "fact",
    "Returns a fact, or a nested value of it, by a dotted path: `fact('os.family')`. Names that contain dots are \
     enclosed in double quotes. Returns `undef` if it does not exist.",
    &[Overload::new("String $fact_name", fact)],
);

fn fact(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let path = segments(call.text(0));
    let [first, rest @ ..] = path.as_slice() else { return Ok(call.evaluator.facts.all().clone()) };
    let mut value = call.evaluator.facts.get(first).unwrap_or_default();
    for (index, segment) in rest.iter().enumerate() {
        let next = match &value {
            Value::Undef => return Ok(Value::Undef),
            Value::Hash(hash) => Ok(hash.text(segment).cloned()),
            Value::Array(elements) => match ruby::number::integer(segment, None) {
                Some(number) => Ok(number.to_i64().and_then(|number| element_at(elements, number)).cloned()),
                None => Err(format!("is an array; cannot index to '{segment}'")),
            },
            _ => Err(format!("is not a collection; cannot walk to '{segment}'")),
        };
        value = match next {
            Ok(found) => found.unwrap_or_default(),
            Err(reason) => {
                let (requested, walked) = (call.text(0), dotted(&path[..=index]));
                let message = format!("fact request for {requested} returning nil: '{walked}' {reason}");
                call.evaluator.log_diagnostic(Diagnostic::warning("WARNING", message, Some(call.span)));
                Value::Undef
            }
        };
    }
    Ok(value)
}

/// Splits a path at the dots outside of double quotes.
fn segments(path: &str) -> Vec<&str> {
    let mut segments = Vec::new();
    let mut rest = path;
    while !rest.is_empty() {
        let quoted =
            rest.strip_prefix('"').and_then(|inner| inner.split_once('"')).filter(|(name, _)| !name.is_empty());
        if let Some((name, after)) = quoted {
            segments.push(name);
            rest = after;
        } else if rest.starts_with(['.', '"']) {
            rest = &rest[1..];
        } else {
            let (name, after) = rest.split_at(rest.find(['.', '"']).unwrap_or(rest.len()));
            segments.push(name);
            rest = after;
        }
    }
    segments
}

fn dotted(path: &[&str]) -> String {
    let quoted = |name: &&str| if name.contains('.') { format!("\"{name}\"") } else { (*name).to_owned() };
    path.iter().map(quoted).collect::<Vec<_>>().join(".")
}
