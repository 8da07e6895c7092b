//! SIGKILL after each effect of a run: nothing is half-written, nothing is left behind, the next run completes the work.

use std::path::Path;

use crate::scratch;

const SITE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/site.pp");

#[test]
fn a_run_that_is_killed_after_any_effect_is_completed_by_the_next() {
    let undisturbed = scratch();
    let _ = undisturbed.apply_file(Path::new(SITE), &[]).expect(2);
    let expected = undisturbed.tree();
    let mut kills = 0;
    for effect in 1..=200 {
        let scratch = scratch();
        let kill = [("MAROTTE_TEST_KILL_AFTER", &*effect.to_string())];
        let killed = scratch.apply_file_with(Path::new(SITE), &[], &kill);
        if killed.code.is_some() {
            break;
        }
        kills += 1;
        for (path, what) in scratch.tree() {
            let whole = expected.get(&path);
            assert!(whole.is_some(), "left behind after effect {effect}: {}", path.display());
            // A directory or file has its final kind, mode and content, or is not there.
            assert_eq!(whole, Some(&what), "half done after effect {effect}: {}", path.display());
        }
        let again = scratch.apply_file(Path::new(SITE), &[]);
        assert!(matches!(again.code, Some(0 | 2)), "{again:?}");
        let mut tree = scratch.tree();
        // The exec is triggered by changes; those of the killed run are gone, as with Puppet.
        let index = Path::new("srv/shop/index.txt");
        tree.insert(index.to_path_buf(), expected[index].clone());
        assert_eq!(tree, expected, "after effect {effect} and another run");
    }
    assert!(kills >= 15, "only {kills} effects were seen");
}
