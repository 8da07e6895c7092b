//! Contents of files in a version of the code, for static catalogs.

/// Directories of modules from which contents are served.
const DIRECTORIES: [&str; 4] = ["files", "lib", "scripts", "tasks"];

/// Returns whether a text can be the identifier of a version of the code. As an argument of a program it is not an option.
#[must_use]
pub fn is_code_id(text: &str) -> bool {
    !text.starts_with('-') && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_;:".contains(&byte))
}

/// Returns whether contents of a path are served: it has the form `DIRECTORY/MODULE/files/…`. As an argument of a program it is not
/// an option.
#[must_use]
pub fn is_content_path(path: &str) -> bool {
    let parts: Vec<&str> = path.splitn(4, '/').collect();
    let [directory, module, kind, file] = parts.as_slice() else { return false };
    let has_dots = path.split('/').any(|part| part == "." || part == "..");
    !directory.is_empty()
        && !directory.starts_with('-')
        && !module.is_empty()
        && DIRECTORIES.contains(kind)
        && !file.is_empty()
        && !has_dots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_are_served_from_directories_of_modules_alone() {
        for path in ["modules/m/files/a", "site/m/lib/puppet/x.rb", "modules/m/tasks/t.sh", "modules/m/scripts/a/b"] {
            assert!(is_content_path(path), "{path}");
        }
        for path in ["modules/m/files", "modules/m/files/", "modules/m/manifests/init.pp", "m/files/a", "/m/files/a"] {
            assert!(!is_content_path(path), "{path}");
        }
        assert!(!is_content_path("modules/m/files/../manifests/a"));
        assert!(!is_content_path("--output=x/m/files/a"));
    }

    #[test]
    fn code_ids_have_few_characters() {
        assert!(is_code_id("code-production_1;a:b") && !is_code_id("a b") && !is_code_id("../x"));
        assert!(!is_code_id("--all"));
    }
}
