//! Native code put into the cache by another user is never run: the component is compiled again.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use marotte_tests::{GENERATORS, MISBEHAVING};

use crate::scratch;

/// Applies a resource of a component with a given cache and returns the file with its native code.
fn native(cache: &Path, component: &str, code: &str) -> PathBuf {
    let before = files(cache);
    let scratch = scratch();
    let manifest = scratch.file("site.pp", code);
    let cache_variable = cache.to_str().unwrap_or_default();
    let outcome = scratch.apply_file_with(&manifest, &["--provider", component], &[("MAROTTE_CACHE", cache_variable)]);
    assert_eq!(outcome.code, Some(2), "{}", outcome.stderr);
    let mut new = files(cache).into_iter().filter(|file| !before.contains(file));
    new.next().unwrap_or_else(|| panic!("nothing new in {}", cache.display()))
}

fn files(cache: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(cache) else { return Vec::new() };
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.filter(|path| path.file_name().is_some_and(|name| name != "key")).collect()
}

#[test]
fn forged_native_code_is_compiled_again() {
    let scratch = scratch();
    let (cache, foreign) = (scratch.path("cache"), scratch.path("foreign"));
    let tree = "tree { '/tree': }";
    let ours = native(&cache, GENERATORS, tree);
    let other = native(&cache, MISBEHAVING, "well_behaved { 'x': path => '/fine' }");
    let (genuine, other) = (fs::read(&ours).unwrap(), fs::read(other).unwrap());
    // The same code under the same name, authenticated with another key.
    let foreign = fs::read(native(&foreign, GENERATORS, tree)).unwrap();
    assert_ne!(foreign, genuine);
    let mut flipped = genuine.clone();
    let middle = flipped.len() / 2;
    flipped[middle..middle + 64].iter_mut().for_each(|byte| *byte ^= 0xff);
    let manifest = scratch.file("site.pp", tree);
    let cache_variable = cache.to_str().unwrap();
    for (what, forged, mode) in [
        ("cut off", &genuine[..genuine.len() / 2], 0o600),
        ("flipped", &flipped, 0o600),
        ("another component's", &other, 0o600),
        ("another key's", &foreign, 0o600),
        ("open to others", &genuine, 0o666),
    ] {
        fs::remove_file(&ours).unwrap();
        fs::write(&ours, forged).unwrap();
        fs::set_permissions(&ours, Permissions::from_mode(mode)).unwrap();
        fs::remove_dir_all(scratch.root().join("tree")).ok();
        let outcome =
            scratch.apply_file_with(&manifest, &["--provider", GENERATORS], &[("MAROTTE_CACHE", cache_variable)]);
        assert_eq!(outcome.code, Some(2), "{what}: {}", outcome.stderr);
        let found = fs::metadata(&ours).unwrap();
        assert_eq!(found.permissions().mode() & 0o777, 0o600, "{what}");
        assert_eq!(fs::read(&ours).unwrap(), genuine, "{what}: it was not recompiled");
    }
}
