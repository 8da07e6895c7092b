//! Attempts of a component without the grant 'reveal' to read secrets.

use std::fmt::Write as _;

use marotte_tests::{MISBEHAVING, Outcome};
use sha2::{Digest as _, Sha256};

use crate::scratch;

/// A secret that is easy to guess.
const SECRET: &str = "1234";

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("writing to a string cannot fail");
        text
    })
}

/// Applies code with the hostile component and checks that the output contains neither the secret nor its digest.
#[track_caller]
fn assert_nothing_learned(code: &str) -> Outcome {
    let scratch = scratch();
    let outcome = scratch.apply(code, &["--provider", MISBEHAVING, "--debug"]);
    let digest = hex(&Sha256::digest(SECRET));
    // The prefix distinguishes the result from a part of another number. The result of a guess is not checked: a few
    // comparisons per row are allowed (`secret_comparisons_are_limited`).
    let learned = ["read", "text", "command"].map(|answer| format!("{answer} {}", hex(SECRET.as_bytes())));
    for text in learned.iter().chain([&digest]) {
        assert!(!outcome.stdout.contains(text.as_str()), "the component learned '{text}':\n{}", outcome.stdout);
    }
    outcome
}

/// Rows 48, 50 and 51.
#[test]
fn secret_is_not_learned_by_writing_it() {
    let code =
        format!("hostile {{ 'x': trick => oracle, call => set, path => '/own', password => Sensitive('{SECRET}') }}");
    let outcome = assert_nothing_learned(&code);
    assert!(outcome.stdout.contains("read ") || outcome.code == Some(4), "{outcome:?}");
}

/// Row 49.
#[test]
fn secrets_of_other_resources_are_not_learned_by_writing_them() {
    let code = format!(
        "hostile {{ 'theirs': path => '/theirs', password => Sensitive('{SECRET}') }}
         -> hostile {{ 'x': trick => steal, call => set, path => '/own' }}"
    );
    let _ = assert_nothing_learned(&code);
}
