//! Recorded effects: the trace of a run, and missing dependencies.

use std::fs;

use crate::scratch;

#[test]
fn every_effect_is_traced_with_its_resource() {
    let scratch = scratch();
    let code = "
        file { '/a': content => Sensitive('canary') }
        exec { 'b': command => '/bin/echo hello', unless => '/bin/false', creates => '/c' }";
    let outcome = scratch.apply(code, &["--trace-effects"]).expect(2);
    let _ = outcome
        .says("Debug: File[/a]: look at /a\n")
        .says("Debug: File[/a]: write /a\n")
        .says("Debug: Exec[b]: look at /c\n")
        .says("Debug: Exec[b]: query /bin/false\n")
        .says("Debug: Exec[b]: run /bin/echo hello\n")
        .is_silent_about("canary");
    let _ = scratch.apply(code, &[]).expect(2).is_silent_about("Debug: ");
}

#[test]
fn effects_are_traced_as_json_on_request() {
    let scratch = scratch();
    let line = r#"{"effect":"write","resource":"File[/a]","subject":"/a"}"#;
    let _ = scratch.apply("file { '/a': content => 'a' }", &["--trace-effects=json"]).expect(2).complains(line);
    let _ = scratch
        .apply("file { '/a': content => 'b' }", &["--trace-effects", "--render-as", "json"])
        .expect(2)
        .complains(line);
    let file = scratch.path("trace");
    let flags = ["--trace-effects=json", "--trace-file", file.to_str().unwrap()];
    let _ = scratch.apply("file { '/a': content => 'c' }", &flags).expect(2).is_silent_about("\"effect\"");
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.lines().any(|known| known == line), "{text}");
    let _ = scratch.apply("", &["--trace-file", "x"]).expect(1).complains("--trace-effects");
    let _ = scratch.apply("", &["--trace-effects=xml"]).expect(1).complains("possible values: text, json");
}

#[test]
fn missing_dependency_is_reported() {
    let scratch = scratch();
    fs::write(scratch.root().join("b"), "old").unwrap();
    let code = "file { '/a': source => '/b' }\nfile { '/b': content => 'new' }";
    let outcome = scratch.apply(code, &[]).expect(2);
    let manifest = scratch.path("site.pp");
    let warning = format!(
        "Warning: File[/b] should come before File[/a]: File[/a] (file: {0}, line: 1) used /b, which File[/b] (file: {0}, line: 2) \
         changed later in this run; write: File['/b'] -> File['/a'], or the reverse if that is the intended order\n",
        manifest.display()
    );
    let _ = outcome.complains(&warning);
    // The state that was read is still current.
    let _ = scratch.apply(code, &[]).expect(2).is_silent_about("should come before");
}

#[test]
fn missing_dependency_on_a_creates_file_is_reported() {
    let scratch = scratch();
    let code = "exec { 'a': command => '/bin/true', creates => '/b' } file { '/b': content => 'new' }";
    let outcome = scratch.apply(code, &[]).expect(2);
    let _ = outcome
        .complains("Warning: Exec[a] and File[/b] both create /b, and no relationship orders them")
        .complains("write: Exec['a'] -> File['/b']");
}

#[test]
fn ordered_or_independent_resources_are_not_reported() {
    for (name, code) in [
        ("direct", "file { '/a': source => '/b' } -> file { '/b': content => 'new' }"),
        (
            "contained",
            "class one { file { '/a': source => '/b' } } class two { file { '/b': content => 'new' } }
             include one, two
             Class['one'] -> Class['two']",
        ),
        ("in between", "file { '/a': source => '/b' } -> notify { 'x': } -> file { '/b': content => 'new' }"),
        ("manifest order", "file { '/b': content => 'new' } file { '/a': source => '/b' }"),
        ("both read", "file { '/a': source => '/b' } file { '/c': source => '/b' }"),
        ("other file", "file { '/a': source => '/b' } file { '/c': content => 'new' }"),
        ("unchanged content", "file { '/a': source => '/b' } file { '/b': content => 'old' }"),
    ] {
        let scratch = scratch();
        fs::write(scratch.root().join("b"), "old").unwrap();
        let outcome = scratch.apply(code, &[]);
        assert!(!outcome.stderr.contains("should come before"), "{name}: {}", outcome.stderr);
        assert!(matches!(outcome.code, Some(0 | 2)), "{name}: {outcome:?}");
    }
}

#[test]
fn ordering_check_can_be_disabled() {
    let scratch = scratch();
    fs::write(scratch.root().join("b"), "old").unwrap();
    let config = scratch.file("marotte.conf", "ordering_check = false\n");
    let code = "file { '/a': source => '/b' } file { '/b': content => 'new' }";
    let _ = scratch.apply(code, &["--config", &config.display().to_string()]).expect(2).is_silent_about("should come");
}

#[test]
fn missing_dependency_on_a_program_is_reported() {
    let scratch = scratch();
    let tool = scratch.file("bin/tool", "#!/bin/sh\n");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(&tool, mode).unwrap();
    let (tool, directory) = (tool.display().to_string(), scratch.path("bin").display().to_string());
    let code = format!(
        "exec {{ 'a': command => 'tool', path => '{directory}' }} file {{ '{tool}': content => \"#!/bin/sh\\ntrue\\n\", mode => '0755' }}"
    );
    let state = scratch.path("state").display().to_string();
    let outcome = scratch.run(&["apply", "-e", &code, "--vardir", &state]).expect(0);
    let _ = outcome.complains(&format!("Exec[a] (line: 1) used {tool}, which File[{tool}] (line: 1) changed later"));
}
