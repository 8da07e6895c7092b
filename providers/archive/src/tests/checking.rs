//! Tests of checksums.

use marotte_sdk::fake::FileNode;

use super::{RIGHT, Site, text};

#[test]
fn file_with_a_different_checksum_is_replaced() {
    let mut site = Site::new();
    let checked = [text("source", "/srv/source"), text("checksum_type", "md5"), text("checksum", RIGHT)];
    site.machine.put("/srv/file.tar", FileNode::file("wrong"));
    let wrong = "2bda2998d9b0ee197da142a0447f6725";
    let noop = site.noop(&checked);
    assert_eq!(noop, [format!("ensure: current_value (md5){wrong}, should be (md5){RIGHT} (noop)")]);
    let messages = site.apply(&checked);
    assert_eq!(messages, [format!("ensure: replace archive: /srv/file.tar from (md5){wrong} to (md5){RIGHT}")]);
    assert_eq!(site.machine.text("/srv/file.tar"), "right");
    assert_eq!(site.apply(&checked), [""; 0]);
}

#[test]
fn download_with_a_wrong_checksum_is_rejected() {
    let mut site = Site::new();
    let other = "0123456789abcdef0123456789abcdef";
    let wanted = |source| [text("source", source), text("checksum_type", "md5"), text("checksum", other)];
    let messages = site.apply(&wanted("/srv/source"));
    let mismatch = format!("failed: Download file checksum mismatch (expected: {other} actual: {RIGHT})");
    assert!(messages[0].ends_with(&mismatch), "{messages:?}");
    site.on_url(&[("https://a/x", 200, "right")]);
    let messages = site.apply(&wanted("https://a/x"));
    assert!(
        messages[0].contains(&format!("failed: Download file checksum mismatch (expected: {other}): ")),
        "{messages:?}"
    );
    assert!(site.machine.node("/srv/file.tar").is_none());
    let messages = site.apply(&[&wanted("/srv/source")[..], &[text("checksum_verify", "false")]].concat());
    assert!(messages[0].starts_with("ensure: download archive"), "{messages:?}");
    let mut site = Site::new();
    let unsaid = [text("source", "/srv/source"), text("checksum_type", "md5")];
    assert!(site.apply(&unsaid)[0].contains("checksum mismatch"), "an empty checksum matches no file");
}

#[test]
fn checksum_is_read_from_a_url() {
    let mut site = Site::new();
    let list = Box::leak(format!("junk\n{}  other.tar\n", RIGHT.to_uppercase()).into_boxed_str());
    let listed = |url| [text("source", "/srv/source"), text("checksum_type", "md5"), text("checksum_url", url)];
    site.machine.put("/srv/list", FileNode::file(format!("file.tar: {RIGHT}\n")));
    assert!(site.apply(&listed("/srv/list"))[0].starts_with("ensure: download"));
    assert_eq!(site.apply(&listed("/srv/list")), [""; 0]);
    let answers: &'static [(&str, u16, &str)] =
        Box::leak(Box::new([("https://a/list", 200, &*list), ("https://a/none", 200, "x")]));
    site.on_url(answers);
    assert_eq!(site.noop(&listed("https://a/gone")), ["Could not evaluate: HTTP Error Code 404\nURL: https://a/gone"]);
    assert_eq!(site.noop(&listed("https://a/none")), ["Could not evaluate: There is no checksum in https://a/none"]);
    // Puppet's module: the comparison is case-sensitive.
    assert!(site.noop(&listed("https://a/list"))[0].contains("should be (md5)"));
}
