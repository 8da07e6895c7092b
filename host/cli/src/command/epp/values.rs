//! Parameters of a template, from `--values` and `--values_file`.

use std::path::Path;

use anyhow::{Context as _, Result, anyhow};
use compiler::EvaluationSession;
use engine::input::{self, ManifestText};
use ownership::Checker;
use value::{Hash, SourceText, Value};

use super::located;
use crate::args::EppRender;

/// Returns the parameters given by flags; `None` without any.
pub(super) fn read(
    arguments: &EppRender,
    session: &mut EvaluationSession<'_, '_>,
    checker: &Checker,
) -> Result<Option<Hash>> {
    let of_file = match &arguments.values_file {
        Some(file) => of_file(file, session, checker)?,
        None => None,
    };
    let Some(code) = &arguments.values else { return Ok(of_file) };
    let text = SourceText { name: "values-hash".to_owned(), text: code.clone() };
    match evaluated(session, text)? {
        Value::Undef => Ok(of_file),
        Value::Hash(given) => {
            let mut values = of_file.unwrap_or_default();
            values.extend(given.iter().map(|(key, value)| (key.clone(), value.clone())));
            Ok(Some(values))
        }
        other => Err(anyhow!("--values option must evaluate to a Hash or undef, got: '{}'", kind(&other))),
    }
}

fn of_file(file: &Path, session: &mut EvaluationSession<'_, '_>, checker: &Checker) -> Result<Option<Hash>> {
    let value = match file.extension().and_then(|extension| extension.to_str()) {
        Some("yaml") => Value::from(&input::read_yaml(file, checker).context("Could not load --values_file")?),
        Some("pp") => {
            let ManifestText { name, text } = input::read(file, checker).context("Could not load --values_file")?;
            evaluated(session, SourceText { name, text })?
        }
        _ => return Err(anyhow!("Only .yaml or .pp can be used as a --values_file")),
    };
    match value {
        Value::Undef => Ok(None),
        Value::Hash(values) => Ok(Some(Hash::clone(&values))),
        other => {
            let kind = kind(&other);
            Err(anyhow!("--values_file option must evaluate to a Hash or undef/nil, got: '{kind}'"))
        }
    }
}

fn kind(value: &Value) -> String {
    datatype::Type::infer(value).generalize().simple_name().to_string()
}

fn evaluated(session: &mut EvaluationSession<'_, '_>, text: SourceText) -> Result<Value> {
    session.evaluate(text).map_err(|diagnostics| match diagnostics.first() {
        Some(first) => located(first, session),
        None => anyhow!("the values cannot be evaluated"),
    })
}
