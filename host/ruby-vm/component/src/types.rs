//! The attributes of the types, from the schema of the component.

use serde_json::Value as Json;

use crate::values::text;

/// The names of the attributes of a type, by their numbers.
#[derive(Debug, Default)]
pub(crate) struct Columns(Vec<String>);

impl Columns {
    /// Returns the attributes of a type; none if the schema does not contain it.
    pub(crate) fn of(schema: &str, type_name: &str) -> Self {
        let schema: Json = serde_json::from_str(schema).unwrap_or_default();
        let types = schema["types"].as_array().into_iter().flatten();
        let found = types.into_iter().find(|known| text(&known["name"]) == type_name);
        let attributes = found.and_then(|found| found["attributes"].as_array()).into_iter().flatten();
        Self(attributes.map(|attribute| text(&attribute["name"]).to_owned()).collect())
    }

    /// Returns the name of an attribute.
    pub(crate) fn name(&self, column: u16) -> Option<&str> {
        self.0.get(usize::from(column)).map(String::as_str)
    }

    /// Returns the number of an attribute.
    pub(crate) fn number(&self, name: &str) -> Option<u16> {
        u16::try_from(self.0.iter().position(|known| known == name)?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_have_the_order_of_the_schema() {
        let schema = r#"{"types":[{"name":"a","attributes":[{"name":"x"}]},{"name":"b","attributes":[{"name":"y"},{"name":"z"}]}]}"#;
        let columns = Columns::of(schema, "b");
        assert_eq!((columns.name(1), columns.number("y"), columns.number("x")), (Some("z"), Some(0), None));
        assert_eq!(Columns::of(schema, "c").name(0), None);
    }
}
