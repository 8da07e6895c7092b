//! How absolute paths are spelled.

/// Takes `//`, `.` and `..` out of an absolute path, and the `/` at its end; `None` for any other path. The machine is not asked, so
/// a `..` behind a link goes by the words.
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
    let mut names: Vec<&str> = Vec::new();
    for name in path.split('/') {
        match name {
            "" | "." => {}
            ".." => {
                names.pop();
            }
            name => names.push(name),
        }
    }
    Some(format!("/{}", names.join("/")))
}

/// Puts a path and one below it together; either may be empty.
#[must_use]
pub fn join_paths(directory: &str, beneath: &str) -> String {
    match (directory, beneath) {
        ("", beneath) => beneath.to_owned(),
        (directory, "") => directory.to_owned(),
        (directory, beneath) => format!("{}/{beneath}", directory.trim_end_matches('/')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_spelled_in_one_way() {
        for (path, normal) in [("/", "/"), ("//", "/"), ("/../a", "/a"), ("/a b/ü\n/", "/a b/ü\n"), ("/a/..", "/")] {
            assert_eq!(normal_path(path).as_deref(), Some(normal));
        }
        assert_eq!(normal_path(""), None);
        assert_eq!(normal_path("~/a"), None);
    }

    #[test]
    fn paths_are_joined_by_one_stroke() {
        assert_eq!(join_paths("/", "a"), "/a");
        assert_eq!(join_paths("/a", "b/c"), "/a/b/c");
        assert_eq!(join_paths("", "b"), "b");
        assert_eq!(join_paths("/a", ""), "/a");
    }
}
