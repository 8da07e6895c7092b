//! Undo on a system that was changed after the run.

use std::fs;
use std::os::unix::fs::symlink;

use crate::scratch;

/// Row 83.
#[test]
fn undo_does_not_follow_links_created_since() {
    let scratch = scratch();
    let (directory, elsewhere) = (scratch.root().join("dir"), scratch.root().join("elsewhere"));
    for path in [&directory, &elsewhere] {
        fs::create_dir(path).unwrap();
        fs::write(path.join("conf"), "old\n").unwrap();
    }
    let _ = scratch.apply("file { '/dir/conf': content => \"new\\n\" }", &[]).expect(2);
    fs::write(elsewhere.join("conf"), "new\n").unwrap();
    fs::rename(&directory, scratch.root().join("moved")).unwrap();
    symlink("/elsewhere", &directory).unwrap();
    let (root, state) = (scratch.root().display().to_string(), scratch.path("state").display().to_string());
    for force in [&[][..], &["--force"]] {
        let words = [&["undo", "--root", &root, "--vardir", &state], force].concat();
        let outcome = scratch.run(&words);
        assert_ne!(outcome.code, Some(0), "{}", outcome.stdout);
        assert_eq!(fs::read_to_string(elsewhere.join("conf")).unwrap(), "new\n", "{force:?}: {}", outcome.stderr);
    }
}
