//! The `filebucket` resources: storage locations for contents replaced by a run.

use catalog::Value;

use crate::issue;
use crate::provider::Row;
use crate::resource_type::ResourceType;

/// Name of the attribute with the location.
const PATH: &str = "path";

/// A named storage location for replaced contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileBucket {
    /// Name of the bucket, as used in the `backup` attribute of resources.
    pub name: String,
    /// Location of the bucket.
    pub place: BucketPlace,
}

/// Location of a bucket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BucketPlace {
    /// The state directory.
    State,
    /// A directory of the managed system.
    Directory(String),
    /// A remote server.
    Server,
}

/// An invalid attribute and the reason.
type Refusal = (&'static str, &'static str);

impl FileBucket {
    /// Reads a row; returns `None` if the row is not a filebucket.
    ///
    /// # Errors
    /// Returns the invalid attribute and the reason if the location is not usable.
    pub(crate) fn read(kind: &ResourceType, row: &Row) -> Option<Result<Self, Refusal>> {
        (kind.is_engine && kind.schema.name == "filebucket").then(|| {
            let value = |name: &str| kind.column(name).and_then(|column| row.value(column));
            let name = value("name").and_then(Value::as_str).unwrap_or(&row.title);
            Ok(Self { name: name.to_owned(), place: BucketPlace::read(value(PATH))? })
        })
    }
}

impl BucketPlace {
    fn read(path: Option<&Value>) -> Result<Self, Refusal> {
        match path {
            None | Some(Value::Undef) => Ok(Self::State),
            Some(Value::Boolean(false)) => Ok(Self::Server),
            Some(Value::String(path)) if path.starts_with('/') => Ok(Self::Directory(path.clone())),
            Some(Value::Array(_)) => Err((PATH, issue::SEVERAL_BUCKET_PATHS)),
            Some(_) => Err((PATH, issue::RELATIVE_BUCKET_PATH)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_is_in_a_directory_or_on_a_server() {
        assert_eq!(BucketPlace::read(None), Ok(BucketPlace::State));
        assert_eq!(BucketPlace::read(Some(&false.into())), Ok(BucketPlace::Server));
        assert_eq!(BucketPlace::read(Some(&"/b".into())), Ok(BucketPlace::Directory("/b".into())));
        for refused in ["b".into(), true.into(), "false".into()] {
            assert_eq!(BucketPlace::read(Some(&refused)), Err(("path", "Filebucket paths must be absolute")));
        }
        let several = Value::Array(vec!["/a".into()]);
        assert_eq!(BucketPlace::read(Some(&several)), Err(("path", "You can only have one filebucket path")));
    }
}
