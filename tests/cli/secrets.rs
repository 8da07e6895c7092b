//! Secrets are inaccessible to components without grants: each way from a token to the bytes is refused, redacted or
//! ineffective. Secrets are escaped or rejected according to the syntax of the files that contain them.

use std::fs;

use marotte_tests::{GRANTS, Outcome, Scratch};

use crate::scratch;

/// The secret of most tests, and its form in the provider's log messages.
const SECRET: &str = "canary";
const LEAKED: &str = "c a n a r y";

fn apply(scratch: &Scratch, code: &str, exit: i32) -> Outcome {
    fs::create_dir_all(scratch.root().join("leak")).expect("a directory of the test");
    let site = scratch.file("site.pp", code);
    scratch.apply_file_with(&site, &["--provider", GRANTS, "--show_diff"], &[]).expect(exit)
}

fn leak_in(scratch: &Scratch, secret: &str, how: &str, exit: i32) -> Outcome {
    apply(
        scratch,
        &format!("leaker {{ '/leak/a': secret => Sensitive('{secret}'), how => {how}, backup => '.bak' }}"),
        exit,
    )
}

fn leak(secret: &str, how: &str) -> Outcome {
    leak_in(&scratch(), secret, how, 2)
}

/// Returns the result logged by the provider.
fn answer(outcome: &Outcome) -> String {
    let line = outcome.stdout.lines().find_map(|line| line.split_once("answer: ")).expect("an answer");
    line.1.replace(' ', "")
}

#[test]
fn secret_file_is_not_read_without_grant() {
    for how in ["read", "read_text", "staged", "copy", "rename", "backup"] {
        let _ = leak(SECRET, how)
            .says("error: the provider 'leaker' may not read /")
            .says("since a secret was written to it ('[secrets] read' would allow it): no grant of its manifest covers it")
            .is_silent_about(LEAKED);
    }
}

#[test]
fn secret_file_is_not_read_in_the_next_run() {
    let scratch = scratch();
    let _ = leak_in(&scratch, SECRET, "read", 2);
    let outcome = leak_in(&scratch, SECRET, "later", 0);
    let _ = outcome.says("error: the provider 'leaker' may not read /leak/a").is_silent_about(LEAKED);
    let list = fs::read_to_string(scratch.path("state").join("secret-files")).unwrap();
    assert!(list.contains("/leak/a") && !list.contains(SECRET), "{list}");
}

#[test]
fn secret_file_with_another_content_is_read() {
    assert_eq!(answer(&leak(SECRET, "replaced")), "clear");
}

#[test]
fn secret_digest_has_a_new_key_in_each_run() {
    for how in ["digest", "read_digest"] {
        let digests: Vec<String> = (0..2).map(|_| answer(&leak("1234", how))).collect();
        assert_eq!(digests[0].len(), 64, "{digests:?}");
        assert_ne!(digests[0], digests[1], "{how}");
        // The SHA-256 of 1234.
        assert_ne!(digests[0], "03ac674216f3e15c761ee1a5e255f067953623c8b388b4459e13f978d7c846f4", "{how}");
    }
}

#[test]
fn secret_comparisons_are_limited() {
    let _ = leak("4711", "guess").says("error: the provider 'leaker' may compare secrets only 16 times in one call");
    // A secret among the first guesses shows that the comparison itself works.
    assert_eq!(answer(&leak("0003", "guess")), "0003");
}

#[test]
fn secret_difference_is_redacted() {
    assert_eq!(answer(&leak(SECRET, "diff")), "[diffredacted]");
}

#[test]
fn secret_output_of_commands_is_redacted() {
    for how in ["input", "file"] {
        let outcome = leak(SECRET, how).is_silent_about(LEAKED);
        assert_eq!(answer(&outcome), "[redacted];[redacted]", "{how}");
    }
    let outcome = leak(SECRET, "command").is_silent_about("P A T H");
    assert_eq!(answer(&outcome), ";[redacted]");
}

#[test]
fn secret_of_another_resource_requires_a_grant() {
    let scratch = scratch();
    let code = |attribute: &str| {
        format!(
            "fetcher {{ '/f': ensure => absent, url => 'https://h.test/f', secret => Sensitive('canary'),
                        hidden => Sensitive('canary') }}
             leaker {{ '/leak/a': found => '{attribute}', how => read }}"
        )
    };
    let outcome = apply(&scratch, &code("hidden"), 2);
    let _ = outcome.says("error: the provider used an unknown secret").is_silent_about(LEAKED);
    assert!(!scratch.root().join("leak/a").exists());
    let outcome = apply(&scratch, &code("secret"), 2);
    let _ = outcome.says("error: the provider 'leaker' may not read /leak/a").is_silent_about(LEAKED);
    assert_eq!(fs::read_to_string(scratch.root().join("leak/a")).unwrap(), SECRET);
}

#[test]
fn secret_line_with_a_line_break_is_refused_with_the_attribute() {
    let scratch = scratch();
    let code = r#"leaker { '/leak/a': secret => Sensitive("canary\nb = c"), how => line }"#;
    let message = "error: The Sensitive value of 'secret' in Leaker[/leak/a] cannot be written: it contains a line break, but must be a single line";
    let _ = apply(&scratch, code, 2).says(message).is_silent_about(SECRET);
    assert!(!scratch.root().join("leak/a").exists());
}

#[test]
fn secret_with_line_break_is_refused_in_settings() {
    let scratch = scratch();
    fs::create_dir_all(scratch.root().join("etc/yum.repos.d")).unwrap();
    for path in ["app.ini", "nova.conf", "lines"] {
        fs::write(scratch.root().join(path), "").unwrap();
    }
    let secret = r#"Sensitive("canary\n[admin]\nroot = true")"#;
    let resources = [
        format!("ini_setting {{ 'x': path => '/app.ini', section => 's', setting => 'p', value => {secret} }}"),
        format!("nova_config {{ 'DEFAULT/p': path => '/nova.conf', value => {secret} }}"),
        format!("yumrepo {{ 'x': baseurl => 'https://h.test', password => {secret} }}"),
        format!("file_line {{ 'x': path => '/lines', line => {secret} }}"),
    ];
    for resource in resources {
        let outcome = scratch.apply(&resource, &[]);
        let outcome = outcome.is_silent_about(SECRET).is_silent_about("admin");
        assert!(!matches!(outcome.code, Some(0 | 2)), "{resource}: {}", outcome.stderr);
        assert!(outcome.stderr.contains("line break") || outcome.stderr.contains("[redacted]"), "{}", outcome.stderr);
    }
    for path in ["app.ini", "nova.conf", "lines", "etc/yum.repos.d/x.repo"] {
        let text = fs::read_to_string(scratch.root().join(path)).unwrap_or_default();
        assert!(!text.contains("admin") && !text.contains(SECRET), "{path}: {text}");
    }
}

#[test]
fn secret_settings_are_written_and_kept() {
    let scratch = scratch();
    fs::create_dir_all(scratch.root().join("etc/yum.repos.d")).unwrap();
    for path in ["lines", "nova.conf"] {
        fs::write(scratch.root().join(path), "a\n").unwrap();
    }
    let code = "ini_setting { 'x': path => '/app.ini', section => 's', setting => 'p', value => Sensitive(' canary ') }
                ini_setting { 'y': path => '/app.ini', section => 's', setting => 'q', value => 'plain' }
                nova_config { 'DEFAULT/p': path => '/nova.conf', value => Sensitive(' canary ') }
                yumrepo { 'x': baseurl => 'https://h.test', password => Sensitive('canary') }
                file_line { 'x': path => '/lines', line => Sensitive('canary') }
                file { '/f': content => Sensitive('canary') }
                concat_file { 'c': path => '/c', tag => 'c' }
                concat_fragment { 'c': tag => 'c', content => Sensitive('canary') }";
    let _ = scratch.apply(code, &[]).expect(2).is_silent_about(SECRET);
    assert_eq!(fs::read_to_string(scratch.root().join("app.ini")).unwrap(), "[s]\np = canary\nq = plain\n");
    let _ = scratch.apply(code, &[]).expect(0).is_silent_about(SECRET);
}
