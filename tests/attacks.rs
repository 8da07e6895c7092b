//! The attacks of the threat model (host/docs/security.md) that need neither root nor a network. The comment of each
//! test names its rows; `tests/acceptance/attacks` runs those that need root.

use marotte_tests::Scratch;

mod attacks {
    mod commands;
    mod grants;
    mod hostile;
    mod journal;
    mod language;
    mod paths;
    mod queries;
    mod registry;
    mod secrets;
    mod threat_model;
    mod values;
}

/// Creates a directory for one test.
fn scratch() -> Scratch {
    Scratch::new(env!("CARGO_BIN_EXE_marotte-under-test"))
}
