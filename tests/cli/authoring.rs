//! `marotte provider new`, `build` and `docs`: from an empty directory to a component that passes the conformance
//! checks. Crates are taken from the downloads of the program's own build.

use std::fs;
use std::path::Path;
use std::process::Command;

use marotte_tests::{INI_LINE, Outcome, Scratch};
use serde_json::Value;

use crate::scratch;

/// Target directory of these tests, shared so that crates are built only once.
const TARGET: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/authoring");

fn provider(scratch: &Scratch, words: &[&str], exit: i32) -> Outcome {
    provider_in(TARGET, scratch, words, exit)
}

/// Runs a subcommand of `provider` with this target directory.
fn provider_in(target: &'static str, scratch: &Scratch, words: &[&str], exit: i32) -> Outcome {
    scratch.run_with(&[&["provider"], words].concat(), &environment_with(target)).expect(exit)
}

/// Returns the environment variables needed by a toolchain.
fn environment() -> Vec<(&'static str, &'static str)> {
    environment_with(TARGET)
}

fn environment_with(target: &'static str) -> Vec<(&'static str, &'static str)> {
    let mut known = vec![("CARGO_TARGET_DIR", target)];
    for name in ["PATH", "HOME", "CARGO_HOME", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN"] {
        known.extend(std::env::var(name).ok().map(|value| (name, &*value.leak())));
    }
    known
}

fn project(scratch: &Scratch, name: &str) -> String {
    let directory = scratch.path("project").display().to_string();
    let _ = provider(scratch, &["new", name, "--into", &directory], 0).says("provider build");
    directory
}

#[test]
fn project_is_built_tested_and_documented() {
    let scratch = scratch();
    let directory = project(&scratch, "acme/greeting_card");
    let built = provider(&scratch, &["build", &directory, "--offline", "--render-as", "json"], 0).stdout;
    let built: Value = serde_json::from_str(&built).unwrap();
    assert_eq!((&built["name"], &built["can"]["http"]), (&"acme/greeting_card".into(), &false.into()));
    let component = built["file"].as_str().unwrap();
    assert_eq!(built["size"], fs::metadata(component).unwrap().len());
    let _ = provider(&scratch, &["test", component], 0).says(" 0 failed");
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
    tests.args(["test", "--offline", "--release", "--quiet"]).current_dir(&directory).envs(environment());
    let tests = tests.output().unwrap();
    assert!(tests.status.success(), "{}", String::from_utf8_lossy(&tests.stdout));
    assert!(String::from_utf8_lossy(&tests.stdout).contains("3 passed"));
}

#[test]
fn project_with_several_types_is_built_and_tested() {
    let scratch = scratch();
    let directory = scratch.path("project").display().to_string();
    let types = ["--type", "sudo_rule", "--type", "sudo_alias"];
    let new = [&["new", "acme/sudo-ers"][..], &types, &["--into", &directory]].concat();
    let _ = provider(&scratch, &new, 0).says("providers of the types 'sudo_rule', 'sudo_alias'");
    let built = provider(&scratch, &["build", &directory, "--offline", "--render-as", "json"], 0).stdout;
    let built: Value = serde_json::from_str(&built).unwrap();
    let names: Vec<_> = built["types"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!((built["name"].as_str(), names), (Some("acme/sudo-ers"), vec!["sudo_rule", "sudo_alias"]));
    let _ = provider(&scratch, &["test", built["file"].as_str().unwrap()], 0).says(" 0 failed");
    let mut tests = Command::new("cargo");
    tests.args(["test", "--offline", "--release", "--quiet"]).current_dir(&directory).envs(environment());
    let tests = tests.output().unwrap();
    assert!(String::from_utf8_lossy(&tests.stdout).contains("6 passed"), "{tests:?}");
}

#[test]
fn project_from_a_ruby_declaration_is_built() {
    let scratch = scratch();
    let declaration = scratch.path("shelf_board.rb");
    let text = "Puppet::Type.newtype(:shelf_board) do\n  newparam(:shelf) { isnamevar }\n  newparam(:type) do\n    isnamevar\n  end\n\
                newparam(:self)\n  newparam(:struct)\n  newparam('a-b')\n  newproperty(:room) { isnamevar }\n\
                newproperty(:books, array_matching: :all) do\n    desc 'Which [books] are on it.'\n  end\n\
                newproperty(:tilt) do\n    newvalues(:left, %r{^a/\\d+\"?$}, :true)\n  end\n  ensurable\n\
                def self.title_patterns\n    [[/^(.*)\\/(.*)$/m, [[:shelf], [:type]]]]\n  end\nend\n";
    fs::write(&declaration, text).unwrap();
    let directory = scratch.path("project").display().to_string();
    let _ = provider(&scratch, &["new", "--from-ruby", &declaration.display().to_string(), "--into", &directory], 0);
    let built = provider(&scratch, &["build", &directory, "--offline", "--render-as", "json"], 0).stdout;
    let built: Value = serde_json::from_str(&built).unwrap();
    let docs = provider(&scratch, &["docs", built["file"].as_str().unwrap(), "--render-as", "json"], 0).stdout;
    let docs: Value = serde_json::from_str(&docs).unwrap();
    let shelf = &docs["schema"]["types"][0];
    let attribute = |name: &str| shelf["attributes"].as_array().unwrap().iter().find(|it| it["name"] == name).unwrap();
    assert_eq!(attribute("books")["docs"], "Which [books] are on it.");
    let tilt = "Variant[Enum['left', 'true'], Boolean, Pattern[/^a\\/\\d+\"?$/]]";
    assert_eq!(attribute("tilt")["data_type"], format!("Variant[{tilt}, Array[{tilt}]]"));
    assert_eq!((&attribute("room")["role"], &attribute("self")["name"]), (&"property".into(), &"self".into()));
    let readme = fs::read_to_string(Path::new(&directory).join("README.md")).unwrap();
    assert!(
        readme.contains("with the attributes of a declaration in Ruby") && !readme.contains("a text in a file"),
        "{readme}"
    );
    assert_eq!(shelf["title_patterns"][0]["pattern"], "(?m)^(.*)\\/(.*)$");
    let board = "shelf_board { 'kitchen/top': tilt => 'left' }";
    let applied = scratch.apply(board, &["--provider", built["file"].as_str().unwrap()]).expect(4);
    let _ = applied.complains("'get' of shelf_board is not implemented");
}

#[test]
fn build_is_reproducible_in_any_directory() {
    let pack = |target: &'static str| {
        let scratch = scratch();
        let directory = project(&scratch, "acme/greeting_card");
        let file = scratch.path("packed.wasm").display().to_string();
        let packed = provider_in(target, &scratch, &["pack", &directory, "--offline", "-o", &file], 0);
        let _ = packed.says("Packed acme/greeting_card 0.1.0").is_silent_about("Warning");
        let bytes = fs::read(&file).unwrap();
        // Dependencies added by the first build are kept in later builds.
        let lock = Path::new(&directory).join("Cargo.lock");
        let known = fs::read_to_string(&lock).unwrap();
        let _ = provider_in(target, &scratch, &["pack", &directory, "--offline", "-o", &file], 0);
        assert_eq!((fs::read(&file).unwrap() == bytes, fs::read_to_string(&lock).unwrap() == known), (true, true));
        let own = |version: &str| format!("name = \"greeting_card\"\nversion = \"{version}\"\n");
        fs::write(&lock, known.replace(&own("0.1.0"), &own("0.0.9"))).unwrap();
        let _ = provider_in(target, &scratch, &["pack", &directory, "--offline", "-o", &file], 1)
            .complains("If Cargo.lock is not up to date");
        bytes
    };
    let bytes = pack(TARGET);
    assert_eq!(bytes, pack(concat!(env!("CARGO_TARGET_TMPDIR"), "/elsewhere/authoring")));
    let text = String::from_utf8_lossy(&bytes);
    let home = std::env::var("HOME").unwrap();
    for place in [TARGET, &format!("{home}/.cargo"), "/rustup/toolchains", "/.rustup/"] {
        assert!(!text.contains(place), "{place}");
    }
}

#[test]
fn projects_created_concurrently_do_not_interfere() {
    let scratch = scratch();
    let directory = scratch.path("made/motd").display().to_string();
    for _ in 0..5 {
        let started: Vec<_> =
            (0..3).map(|_| scratch.start(&["provider", "new", "motd", "--into", directory.as_str()])).collect();
        let made: Vec<Outcome> = started.into_iter().map(marotte_tests::Started::wait).collect();
        assert_eq!(made.iter().filter(|made| made.code == Some(0)).count(), 1, "{made:#?}");
        assert!(made.iter().all(|made| made.code == Some(0) || made.stderr.contains("exists already")), "{made:#?}");
        assert!(scratch.path("made/motd/marotte/sdk/src/lib.rs").is_file());
        fs::remove_dir_all(&directory).unwrap();
    }
    assert_eq!(fs::read_dir(scratch.path("made")).unwrap().count(), 0);
}

#[test]
fn project_does_not_overwrite_an_existing_directory() {
    let scratch = scratch();
    let directory = project(&scratch, "motd");
    let before = fs::read_to_string(Path::new(&directory).join("src/lib.rs")).unwrap();
    let _ = provider(&scratch, &["new", "other", "--into", &directory], 1).complains("exists already");
    assert_eq!(fs::read_to_string(Path::new(&directory).join("src/lib.rs")).unwrap(), before);
    let nowhere = scratch.path("missing/project").display().to_string();
    let _ = provider(&scratch, &["new", "motd", "--into", &nowhere], 0);
    let _ = provider(&scratch, &["new", "Motd"], 1).complains("'Motd' is not a valid name of a provider");
    let leftovers = fs::read_dir(scratch.path("missing")).unwrap().count();
    assert_eq!(leftovers, 1);
}

#[test]
fn build_rejects_an_invalid_project() {
    let scratch = scratch();
    let directory = project(&scratch, "motd");
    let no_project = scratch.path("").display().to_string();
    let _ = provider(&scratch, &["build", &no_project], 1).complains("is not the project of a provider");
    let code = Path::new(&directory).join("src/lib.rs");
    let text = fs::read_to_string(&code).unwrap();
    fs::write(&code, text.replace("pub text: Option<String>", "pub text: Option<Sting>")).unwrap();
    let refused = provider(&scratch, &["build", &directory, "--offline"], 1);
    let _ = refused.complains("Sting").complains("The build failed; cargo's messages are above");
    fs::write(&code, text).unwrap();
    let manifest = Path::new(&directory).join("provider.toml");
    let granted = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, granted.replace("@path", "@pfad")).unwrap();
    let _ = provider(&scratch, &["build", &directory, "--offline"], 1).complains("pfad");
}

#[test]
fn provider_run_applies_to_a_scratch_directory() {
    let scratch = scratch();
    let component = INI_LINE;
    let tried = provider(&scratch, &["run", component], 0);
    let _ = tried.says("Ini_line[server/port]/ensure: created").says("+ /etc/app.ini");
    let dry = provider(&scratch, &["run", component, "--noop"], 0);
    let _ = dry.says("should be 'present' (noop)").says("nothing was changed");
    let root = scratch.path("tree").display().to_string();
    let code = "ini_line { 'client/name': value => 'x' }";
    let _ = provider(&scratch, &["run", component, "--root", &root, "-e", code], 0).says("+ /etc/app.ini");
    let again = "ini_line { 'client/name': value => 'y' }";
    let _ = provider(&scratch, &["run", component, "--root", &root, "-e", again], 0).says("~ /etc/app.ini");
    assert_eq!(fs::read_to_string(Path::new(&root).join("etc/app.ini")).unwrap(), "[client]\nname = y\n");
    let _ = provider(&scratch, &["run", component, "--root", &root, "-e", "fail('no')"], 1).complains("no");
    let nothing = scratch.path("nothing").display().to_string();
    let _ = provider(&scratch, &["run", &nothing], 1).complains("Could not read the provider");
}

#[test]
fn provider_watch_tests_each_change() {
    let scratch = scratch();
    let directory = scratch.path("watched");
    fs::create_dir(&directory).unwrap();
    let words = ["watch", &directory.display().to_string(), "--offline"];
    let _ = provider(&scratch, &words, 1).complains("is not the project of a provider");
    fs::write(directory.join("package.json"), "{}").unwrap();
    let mut watch = scratch.start(&[&["provider"], words.as_slice()].concat());
    watch.until("Waiting for a change");
    fs::remove_file(directory.join("package.json")).unwrap();
    watch.until("Waiting for a change");
    watch.signal(rustix::process::Signal::TERM);
    let _ = watch.wait().complains("provider.toml").complains("is not the project of a provider");
}

#[test]
fn projects_in_other_languages_report_missing_tools() {
    let scratch = scratch();
    let make = |language: &str| {
        let directory = scratch.path(language).display().to_string();
        let _ = provider(&scratch, &["new", "acme/motd", "--language", language, "--into", &directory], 0);
        directory
    };
    let javascript = make("js");
    let text = fs::read_to_string(Path::new(&javascript).join("motd.js")).unwrap();
    assert!(text.contains("name: \"motd\""), "{text}");
    let _ = provider(&scratch, &["build", &javascript], 1).complains("npm install");
    let python = make("python");
    let world = fs::read_to_string(Path::new(&python).join("wit/world.wit")).unwrap();
    assert!(world.contains("import marotte:provider/fs-write@0.1.0;") && !world.contains("http"), "{world}");
    let nothing = &[("PATH", "/nowhere")];
    let build = scratch.run_with(&["provider", "build", &python], nothing).expect(1);
    let _ = build.complains("'componentize-py' is not installed, or not in PATH");
    let _ = provider(&scratch, &["new", "motd", "--language", "ruby"], 1).complains("ruby");
}
