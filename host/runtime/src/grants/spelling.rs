//! Check of values used in grants: `canonicalize` may normalise them but not make them refer to another path, host
//! or command, since that would change the grant.

use std::borrow::Cow;

use catalog::Value;

/// Returns whether a changed value grants no more than the original: each of its strings has the same meaning as a
/// string of the original.
pub(crate) fn is_respelled(original: Option<&Value>, changed: Option<&Value>) -> bool {
    let (mut known, mut all) = (Vec::new(), Vec::new());
    texts(original, &mut known);
    texts(changed, &mut all);
    all.into_iter().all(|text| known.iter().any(|known| *known == text || meaning(known) == meaning(text)))
}

fn texts<'v>(value: Option<&'v Value>, found: &mut Vec<&'v str>) {
    match value {
        Some(Value::String(text)) => found.push(text),
        Some(Value::Array(elements)) => elements.iter().for_each(|element| texts(Some(element), found)),
        Some(Value::Sensitive(secret)) => texts(Some(secret.reveal()), found),
        _ => {}
    }
}

/// Returns a path, also that of a `file` URL, without `//`, `.` and `..`. Of other strings, only trailing slashes
/// are removed.
fn meaning(text: &str) -> Cow<'_, str> {
    let path = text.strip_prefix("file://").filter(|path| path.starts_with('/')).unwrap_or(text);
    if !path.starts_with('/') {
        return Cow::Borrowed(text.trim_end_matches('/'));
    }
    let mut names: Vec<&str> = Vec::new();
    for name in path.split('/') {
        match name {
            "" | "." => {}
            ".." => drop(names.pop()),
            name => names.push(name),
        }
    }
    Cow::Owned(format!("/{}", names.join("/")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn respelled(original: &[&str], changed: &[&str]) -> bool {
        let list = |texts: &[&str]| Value::Array(texts.iter().map(|text| Value::from(*text)).collect());
        is_respelled(Some(&list(original)), Some(&list(changed)))
    }

    #[test]
    fn another_spelling_of_a_path_is_accepted() {
        assert!(respelled(&["/srv//a/./b/"], &["/srv/a/b"]));
        assert!(respelled(&["/srv/x/../a"], &["/srv/a"]));
        assert!(respelled(&["file:///srv/a"], &["/srv/a"]));
        assert!(respelled(&["puppet:///modules/a/"], &["puppet:///modules/a"]));
        assert!(respelled(&["/a", "/b"], &["/b"]));
        assert!(is_respelled(None, None));
        assert!(is_respelled(Some(&"/a".into()), None));
    }

    #[test]
    fn another_path_is_rejected() {
        assert!(!respelled(&["/srv/a"], &["/etc/shadow"]));
        assert!(!respelled(&["/srv/a"], &["/srv/a", "/etc/shadow"]));
        assert!(!respelled(&["/srv/a"], &["/srv"]));
        assert!(!respelled(&["check %"], &["rm -rf /"]));
        assert!(!is_respelled(None, Some(&"/etc/shadow".into())));
        let secret = Value::Sensitive(catalog::Sensitive::new("/etc/shadow".into()));
        assert!(!is_respelled(Some(&"/a".into()), Some(&secret)));
    }
}
