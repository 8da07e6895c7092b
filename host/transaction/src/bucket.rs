//! The `filebucket` resources: storage locations for contents replaced by a run.

use catalog::Value;

use crate::issue;
use crate::provider::{BucketPlace, FileBucket, Row};
use crate::resource_type::ResourceType;

/// Name of the attribute with the location.
const PATH: &str = "path";

/// An invalid attribute and the reason.
type InvalidAttribute = (&'static str, &'static str);

/// Reads a row; returns `None` if the row is not a filebucket.
///
/// # Errors
/// Returns the invalid attribute and the reason if the location is not usable.
pub(crate) fn read(kind: &ResourceType, row: &Row) -> Option<Result<FileBucket, InvalidAttribute>> {
    (kind.is_engine && kind.schema.name == "filebucket").then(|| {
        let value = |name: &str| kind.column(name).and_then(|column| row.value(column));
        let name = value("name").and_then(Value::as_str).unwrap_or(&row.title);
        Ok(FileBucket { name: name.to_owned(), place: location(value(PATH))? })
    })
}

/// Returns whether Puppet would send replaced contents to a server, which is not supported: they are kept in the state
/// directory, so that manifests written for a server work.
pub(crate) fn is_remote(kind: &ResourceType, row: &Row) -> bool {
    let path = kind.column(PATH).and_then(|column| row.value(column));
    kind.is_engine && kind.schema.name == "filebucket" && path == Some(&Value::Boolean(false))
}

fn location(path: Option<&Value>) -> Result<BucketPlace, InvalidAttribute> {
    match path {
        None | Some(Value::Undef) => Ok(BucketPlace::State),
        // A bucket on a server, see `is_remote`.
        Some(Value::Boolean(false)) => Ok(BucketPlace::State),
        Some(Value::String(path)) if path.starts_with('/') => Ok(BucketPlace::Directory(path.to_string())),
        Some(Value::Array(_)) => Err((PATH, issue::SEVERAL_BUCKET_PATHS)),
        Some(_) => Err((PATH, issue::RELATIVE_BUCKET_PATH)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bucket_is_in_the_state_directory_or_another_one() {
        assert_eq!(location(None), Ok(BucketPlace::State));
        assert_eq!(location(Some(&false.into())), Ok(BucketPlace::State));
        assert_eq!(location(Some(&"/b".into())), Ok(BucketPlace::Directory("/b".into())));
        for invalid in ["b".into(), true.into(), "false".into()] {
            assert_eq!(location(Some(&invalid)), Err(("path", "Filebucket paths must be absolute")));
        }
        let several = Value::Array(vec!["/a".into()]);
        assert_eq!(location(Some(&several)), Err(("path", "You can only have one filebucket path")));
    }
}
