//! Attributes given on the command line, and the parameters shown for `--param`.

use anyhow::{Result, bail};
use transaction::Prepared;
use transaction::resource::FoundResource;

/// Adds the values of parameters.
pub(super) fn add_parameters(found: &mut FoundResource, names: &[String], prepared: Option<&Prepared>) {
    let Some(prepared) = prepared else { return };
    for (index, _) in prepared.catalog().iter() {
        for (name, value) in prepared.values(index) {
            if names.iter().any(|wanted| wanted == name) && !found.values.iter().any(|(known, _)| known == name) {
                found.values.push((name.to_owned(), value.clone()));
            }
        }
    }
}

/// Parses `attribute=value`.
pub(super) fn parse(setting: &str) -> Result<(String, String)> {
    let is_word = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    match setting.split_once('=') {
        Some((name, value)) if is_word(name) && !value.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => bail!("Invalid parameter setting {setting}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resource_rejects_invalid_attribute_arguments() {
        assert_eq!(parse("a=b=c").unwrap(), ("a".to_owned(), "b=c".to_owned()));
        for wrong in ["amount", "=x", "a=", "a-b=c"] {
            assert_eq!(parse(wrong).unwrap_err().to_string(), format!("Invalid parameter setting {wrong}"));
        }
    }
}
