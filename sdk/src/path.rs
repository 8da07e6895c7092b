//! Normalization of absolute paths.

/// Removes `//`, `.`, `..` and a trailing `/` from an absolute path; returns `None` for other paths. The file
/// system is not accessed, so `..` after a symbolic link is resolved lexically.
///
/// ```
/// use marotte_sdk::normal_path;
///
/// assert_eq!(normal_path("//srv/./a/../b/").as_deref(), Some("/srv/b"));
/// assert_eq!(normal_path("srv"), None);
/// ```
#[must_use]
pub fn normal_path(path: &str) -> Option<String> {
    if !path.starts_with('/') {
        return None;
    }
    let mut normal = String::with_capacity(path.len());
    for name in path.split('/') {
        match name {
            "" | "." => {}
            ".." => normal.truncate(normal.rfind('/').unwrap_or(0)),
            name => normal.extend(["/", name]),
        }
    }
    if normal.is_empty() {
        normal.push('/');
    }
    Some(normal)
}

/// Joins a directory and a relative path; either may be empty.
#[must_use]
pub fn join_paths(directory: &str, below: &str) -> String {
    match (directory, below) {
        ("", below) => below.to_owned(),
        (directory, "") => directory.to_owned(),
        (directory, below) => format!("{}/{below}", directory.trim_end_matches('/')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_normalized() {
        for (path, normal) in [("/", "/"), ("//", "/"), ("/../a", "/a"), ("/a b/ü\n/", "/a b/ü\n"), ("/a/..", "/")] {
            assert_eq!(normal_path(path).as_deref(), Some(normal));
        }
        assert_eq!(normal_path(""), None);
        assert_eq!(normal_path("~/a"), None);
    }

    #[test]
    fn paths_are_joined_by_one_slash() {
        assert_eq!(join_paths("/", "a"), "/a");
        assert_eq!(join_paths("/a", "b/c"), "/a/b/c");
        assert_eq!(join_paths("", "b"), "b");
        assert_eq!(join_paths("/a", ""), "/a");
    }
}
