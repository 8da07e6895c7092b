//! Automatic relationships: with the package, with the file itself, and with directories above it and files below it.

use std::collections::BTreeMap;

use marotte_sdk::normal_path;
use marotte_sdk::prelude::*;

use crate::{PosixAcl, Switch};

impl Relate for PosixAcl {
    fn relate(row: &Row<Self>, system: &impl System) -> Vec<Relation> {
        let path = normal(&row.path);
        let (files, lists) = (titles(system, "file"), titles(system, "posix_acl"));
        let mut required = Vec::new();
        if row.recursive == Switch::True {
            required.extend(files.iter().filter(|(file, _)| is_below(file, &path)).map(|(_, title)| title.clone()));
        }
        required.extend(files.get(&path).cloned());
        required.extend(nearest(&files, &path));
        vec![
            Relation::require("package", vec!["acl".to_owned()]),
            Relation::require("file", required),
            Relation::require("posix_acl", nearest(&lists, &path).into_iter().collect()),
        ]
    }
}

/// Returns the titles of the resources of a type by their paths.
pub(crate) fn titles(system: &impl System, name: &str) -> BTreeMap<String, String> {
    let path = |(_, value): &(u16, Value)| match value {
        Value::Text(path) => Some(normal(path)),
        _ => None,
    };
    let resources = system.find(name, &["path".to_owned()]).into_iter();
    resources.filter_map(|resource| Some((resource.values.iter().find_map(path)?, resource.title))).collect()
}

/// Returns the title for the nearest directory above a path.
fn nearest(titles: &BTreeMap<String, String>, path: &str) -> Option<String> {
    let mut rest = path;
    while let Some((directory, _)) = rest.rsplit_once('/').filter(|_| rest != "/") {
        let directory = if directory.is_empty() { "/" } else { directory };
        if let Some(title) = titles.get(directory) {
            return Some(title.clone());
        }
        rest = directory;
    }
    None
}

/// Returns whether a path is below a directory.
pub(crate) fn is_below(path: &str, directory: &str) -> bool {
    let rest = path.strip_prefix(directory.trim_end_matches('/'));
    rest.is_some_and(|rest| rest.len() > 1 && rest.starts_with('/'))
}

pub(crate) fn normal(path: &str) -> String {
    normal_path(path).unwrap_or_default()
}
