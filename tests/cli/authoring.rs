//! `marotte provider new`, `build` and `docs`: from nothing to a component that keeps its promises. Crates come from what building the
//! program has downloaded.

use std::fs;
use std::path::Path;
use std::process::Command;

use marotte_tests::{Outcome, Scratch};
use serde_json::Value;

use crate::scratch;

/// Where components of these tests are built; kept, so that crates are built once.
const TARGET: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/authoring");

fn provider(scratch: &Scratch, words: &[&str], exit: i32) -> Outcome {
    scratch.run_with(&[&["provider"], words].concat(), &surroundings()).expect(exit)
}

/// What a toolchain needs of the environment.
fn surroundings() -> Vec<(&'static str, &'static str)> {
    let mut known = vec![("CARGO_TARGET_DIR", TARGET)];
    for name in ["PATH", "HOME", "CARGO_HOME", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN"] {
        known.extend(std::env::var(name).ok().map(|value| (name, &*value.leak())));
    }
    known
}

fn project(scratch: &Scratch, name: &str) -> String {
    let folder = scratch.path("project").display().to_string();
    let _ = provider(scratch, &["new", name, "--into", &folder], 0).says("provider build");
    folder
}

#[test]
fn a_project_is_built_tested_and_documented() {
    let scratch = scratch();
    let folder = project(&scratch, "acme/greeting_card");
    let built = provider(&scratch, &["build", &folder, "--offline", "--render-as", "json"], 0).stdout;
    let built: Value = serde_json::from_str(&built).unwrap();
    assert_eq!((&built["name"], &built["can"]["http"]), (&"acme/greeting_card".into(), &false.into()));
    let component = built["file"].as_str().unwrap();
    assert_eq!(built["size"], fs::metadata(component).unwrap().len());
    let _ = provider(&scratch, &["test", component], 0).says(" 0 broken");
    let docs = provider(&scratch, &["docs", component], 0);
    let _ = docs.says("# acme/greeting_card 0.1.0").says("### greeting_card").says("- write @path");
    let docs = provider(&scratch, &["docs", component, "--render-as", "json"], 0).stdout;
    let docs: Value = serde_json::from_str(&docs).unwrap();
    assert_eq!(docs["schema"]["types"][0]["attributes"][0]["name"], "path");
    assert_eq!(docs["manifest"]["files"]["write"][0], "@path");
    let card = "file { '/etc': ensure => directory } greeting_card { '/etc/card': text => 'Hello' }";
    let _ = scratch.apply(card, &["--provider", component]).expect(2);
    assert_eq!(fs::read_to_string(scratch.root().join("etc/card")).unwrap(), "Hello\n");
    let mut tests = Command::new("cargo");
    tests.args(["test", "--offline", "--release", "--quiet"]).current_dir(&folder).envs(surroundings());
    let tests = tests.output().unwrap();
    assert!(tests.status.success(), "{}", String::from_utf8_lossy(&tests.stdout));
    assert!(String::from_utf8_lossy(&tests.stdout).contains("3 passed"));
}

#[test]
fn a_project_takes_nobodys_place() {
    let scratch = scratch();
    let folder = project(&scratch, "motd");
    let before = fs::read_to_string(Path::new(&folder).join("src/lib.rs")).unwrap();
    let _ = provider(&scratch, &["new", "other", "--into", &folder], 1).complains("is there already");
    assert_eq!(fs::read_to_string(Path::new(&folder).join("src/lib.rs")).unwrap(), before);
    let nowhere = scratch.path("missing/project").display().to_string();
    let _ = provider(&scratch, &["new", "motd", "--into", &nowhere], 0);
    let _ = provider(&scratch, &["new", "Motd"], 1).complains("'Motd' is not a name for a provider");
    let leftovers = fs::read_dir(scratch.path("missing")).unwrap().count();
    assert_eq!(leftovers, 1);
}

#[test]
fn what_is_wrong_with_a_project_is_said_before_anybody_uses_it() {
    let scratch = scratch();
    let folder = project(&scratch, "motd");
    let no_project = scratch.path("").display().to_string();
    let _ = provider(&scratch, &["build", &no_project], 1).complains("is no project of a provider");
    let code = Path::new(&folder).join("src/lib.rs");
    let text = fs::read_to_string(&code).unwrap();
    fs::write(&code, text.replace("pub text: Option<String>", "pub text: Option<Sting>")).unwrap();
    let refused = provider(&scratch, &["build", &folder, "--offline"], 1);
    let _ = refused.complains("Sting").complains("The project was not built");
    fs::write(&code, text).unwrap();
    let manifest = Path::new(&folder).join("provider.toml");
    let granted = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, granted.replace("@path", "@pfad")).unwrap();
    let _ = provider(&scratch, &["build", &folder, "--offline"], 1).complains("pfad");
}
