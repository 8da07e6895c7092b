//! Automatic relationships with files below the mount point, which require the mount.

use marotte_sdk::normal_path;
use marotte_sdk::prelude::*;

use crate::Mount;

impl Relate for Mount {
    fn relate(row: &Row<Self>, system: &impl System) -> Vec<Relation> {
        let files = system.find("file", &["path".to_owned()]).into_iter();
        let lies_in = |path: &Value| matches!(path, Value::Text(path) if is_below(path, &row.name.0));
        let below = files.filter(|file| file.values.iter().any(|(_, path)| lies_in(path)));
        vec![Relation::before("file", below.map(|file| file.title).collect())]
    }
}

/// Puppet: the root file system has no automatic relationships, since every path is below it.
fn is_below(path: &str, point: &str) -> bool {
    let path = normal_path(path).unwrap_or_default();
    point != "/" && path.strip_prefix(point).is_some_and(|rest| rest.len() > 1 && rest.starts_with('/'))
}
