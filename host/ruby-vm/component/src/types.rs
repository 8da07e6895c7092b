//! The attributes of the types, from the schema of the component.

use serde_json::Value as Json;

use crate::values::text;

/// The names of the attributes of a type, by their numbers.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    names: Vec<String>,
    is_of_host: bool,
}

impl Columns {
    /// Returns the attributes of a type; none if the schema does not contain it. For a type that the host implements, the provider
    /// lists them.
    pub(crate) fn of(schema: &str, type_name: &str, provider: Option<&str>) -> Self {
        let schema: Json = serde_json::from_str(schema).unwrap_or_default();
        let listed = |key: &str| schema[key].as_array().into_iter().flatten();
        let attributes = |found: &Json| found["attributes"].as_array().cloned().unwrap_or_default();
        if let Some(found) = listed("types").find(|known| text(&known["name"]) == type_name) {
            let names = attributes(found).iter().map(|one| text(&one["name"]).to_owned()).collect();
            return Self { names, is_of_host: false };
        }
        let is_asked = |known: &&Json| text(&known["type_name"]) == type_name && known["name"].as_str() == provider;
        let found = listed("providers").find(is_asked).map(attributes).unwrap_or_default();
        Self { names: found.iter().map(|one| text(one).to_owned()).collect(), is_of_host: true }
    }

    /// Returns whether the host implements the type.
    pub(crate) fn is_of_host(&self) -> bool {
        self.is_of_host
    }

    /// Returns the name of an attribute.
    pub(crate) fn name(&self, column: u16) -> Option<&str> {
        self.names.get(usize::from(column)).map(String::as_str)
    }

    /// Returns the number of an attribute.
    pub(crate) fn number(&self, name: &str) -> Option<u16> {
        u16::try_from(self.names.iter().position(|known| known == name)?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_have_the_order_of_the_schema() {
        let schema = r#"{"types":[{"name":"a","attributes":[{"name":"x"}]},{"name":"b","attributes":[{"name":"y"},{"name":"z"}]}]}"#;
        let columns = Columns::of(schema, "b", Some("ruby"));
        assert_eq!((columns.name(1), columns.number("y"), columns.number("x")), (Some("z"), Some(0), None));
        assert_eq!(Columns::of(schema, "c", None).name(0), None);
    }

    #[test]
    fn attributes_of_other_types_are_those_of_the_provider() {
        let schema = r#"{"providers":[{"type_name":"a","name":"x","attributes":["p"]},{"type_name":"a","name":"y","attributes":["q"]}]}"#;
        assert_eq!(Columns::of(schema, "a", Some("y")).name(0), Some("q"));
        assert_eq!(Columns::of(schema, "a", Some("z")).name(0), None);
    }
}
