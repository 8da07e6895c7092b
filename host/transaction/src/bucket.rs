//! Filebuckets: what a `filebucket` says about where the contents are kept that a run replaces.

use catalog::Value;

use crate::issue;
use crate::provider::Row;
use crate::resource_type::ResourceType;

/// The attribute that says where.
const PATH: &str = "path";

/// A name under which contents are kept, and where that is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileBucket {
    /// Its name, as resources give it in their `backup`.
    pub name: String,
    /// Where it is.
    pub place: BucketPlace,
}

/// Where a bucket is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BucketPlace {
    /// With all else that is kept for the next run.
    State,
    /// In this directory of the managed system.
    Directory(String),
    /// On a server.
    Server,
}

/// An attribute that can't be, and why.
type Refusal = (&'static str, &'static str);

impl FileBucket {
    /// Reads a row; `None` if it is no bucket.
    ///
    /// # Errors
    /// There can be no bucket there.
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
