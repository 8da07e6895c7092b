//! Differences of contents: of new and removed files, and of the state that a plan does not expect.

use std::fs;

use crate::scratch;

#[test]
fn contents_of_new_and_removed_files_are_shown() {
    let scratch = scratch();
    fs::write(scratch.root().join("old"), "one\ntwo\n").unwrap();
    let code = "file { '/new': content => \"a\\nb\\n\" } file { '/old': ensure => absent }";
    let outcome = scratch.apply(code, &["--noop", "--show_diff"]).expect(0);
    let _ = outcome
        .says("--- /dev/null\n    | +++ /new (new content)\n    | @@ -0,0 +1,2 @@\n    | +a\n    | +b\n")
        .says("--- /old\n    | +++ /dev/null\n    | @@ -1,2 +0,0 @@\n    | -one\n    | -two\n");
    let _ = scratch.apply(code, &["--noop"]).expect(0).is_silent_about("+++");
    let secret = "file { '/new': content => Sensitive('canary') }";
    let outcome = scratch.apply(secret, &["--noop", "--show_diff"]).expect(0);
    let _ = outcome.is_silent_about("canary").says("[diff redacted]");
}

#[test]
fn long_content_of_a_new_file_is_limited() {
    let scratch = scratch();
    let code = "file { '/new': content => range(1, 250).join(\"\\n\") }";
    let outcome = scratch.apply(code, &["--noop", "--show_diff"]).expect(0);
    let _ = outcome.says("    | +200\n    | … 51 more lines\n").is_silent_about("+201");
}

#[test]
fn rejected_plan_shows_the_difference_from_the_current_content() {
    let scratch = scratch();
    let plan = scratch.path("plan").display().to_string();
    fs::write(scratch.root().join("a"), "old\n").unwrap();
    let code = "file { '/a': content => \"new\\n\" }";
    let _ = scratch.apply(code, &["--plan-out", &plan]).expect(0);
    fs::write(scratch.root().join("a"), "other\n").unwrap();
    let outcome = scratch.apply(code, &["--plan", &plan]).expect(16);
    let _ = outcome
        .complains("The plan is stale: the system has changed")
        .complains("    |     --- /a\n")
        .complains("    |     -other\n    |     +new\n");
}
