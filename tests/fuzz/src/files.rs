//! An environment of a few files with a constant time.

use std::sync::Arc;

use catalog::schema::TypeSchema;
use value::{FileLocation, ManifestSource, ReadError, SourceText, World};

/// The files by path in the environment.
pub(crate) struct Files<'a>(pub(crate) &'a [(&'a str, &'a str)]);

impl Files<'_> {
    fn get(&self, place: FileLocation<'_>, path: &str) -> Option<(String, &str)> {
        let path = match place {
            FileLocation::Environment => path,
            FileLocation::Anywhere => path.strip_prefix("/environment/")?,
            FileLocation::Module(_) | FileLocation::AnyModule => return None,
        };
        self.0.iter().find(|(name, _)| *name == path).map(|(name, text)| (format!("/environment/{name}"), *text))
    }
}

impl World for Files<'_> {
    fn name(&self) -> &str {
        "production"
    }

    fn now(&self) -> i128 {
        0
    }

    fn site(&self) -> Result<Vec<ManifestSource>, ReadError> {
        Ok(Vec::new())
    }

    fn text(&self, place: FileLocation<'_>, path: &str) -> Result<Option<SourceText>, ReadError> {
        Ok(self.get(place, path).map(|(name, text)| SourceText { name, text: text.to_owned() }))
    }

    fn bytes(&self, place: FileLocation<'_>, path: &str) -> Result<Option<Vec<u8>>, ReadError> {
        Ok(self.get(place, path).map(|(_, text)| text.as_bytes().to_vec()))
    }

    fn find(&self, place: FileLocation<'_>, path: &str) -> Option<String> {
        match (place, path) {
            (FileLocation::Environment, "") => Some("/environment".to_owned()),
            _ => self.get(place, path).map(|(name, _)| name),
        }
    }

    fn has_module(&self, _: &str) -> bool {
        false
    }

    fn schema(&self, _: &str) -> Option<Arc<TypeSchema>> {
        None
    }

    fn type_names(&self) -> Vec<String> {
        Vec::new()
    }
}
