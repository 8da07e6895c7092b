//! Commands that the program starts.

use crate::scratch;

/// Row 13.
#[test]
fn program_has_no_verb_that_starts_a_command() {
    let scratch = scratch();
    let mark = scratch.path("mark").display().to_string();
    let outcome = scratch.run(&["__exec", "--uid", "65534", "--", "/bin/touch", "touch", &mark]);
    assert_ne!(outcome.code, Some(0));
    assert!(!scratch.path("mark").exists());
}
