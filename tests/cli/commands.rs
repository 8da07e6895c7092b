//! Other subcommands: `parser`, `catalog`, `describe`, `doc`, `provider list`.

use crate::scratch;

#[test]
fn valid_manifest_is_validated_without_output() {
    let scratch = scratch();
    let file = scratch.file("a.pp", "notify { 'a': }");
    let outcome = scratch.run(&["parser", "validate", file.to_str().unwrap()]).expect(0);
    assert_eq!((outcome.stdout.as_str(), outcome.stderr.as_str()), ("", ""));
}

#[test]
fn all_errors_of_all_files_are_reported() {
    let scratch = scratch();
    let one = scratch.file("one.pp", "notify { 'a':\n");
    let two = scratch.file("two.pp", "\n  class { }\n}\n");
    let outcome = scratch.run(&["parser", "validate", one.to_str().unwrap(), two.to_str().unwrap()]).expect(1);
    let _ = outcome
        .complains("Error: Could not parse for environment production: Syntax error at end of input")
        .complains("one.pp")
        .complains("two.pp, line: ");
}

#[test]
fn language_3_is_accepted_only_with_the_flag() {
    let scratch = scratch();
    let _ = scratch.file("imported.pp", "class a-b { notify { 'old': } }");
    let site = scratch.file("site.pp", "import 'imported'\ninclude a-b\n");
    let site = site.to_str().unwrap();
    let outcome = scratch.run(&["parser", "validate", site, "--language", "3"]).expect(0);
    let _ = outcome.complains("Warning: The use of 'import' is deprecated");
    let outcome = scratch.run(&["catalog", "compile", "--manifest", site, "--language", "3"]).expect(0);
    assert!(outcome.stdout.contains("A-b"), "{}", outcome.stdout);
    let outcome = scratch.run(&["catalog", "compile", "--manifest", site]).expect(1);
    let _ = outcome.complains("Use of 'import' has been discontinued").complains("'--language 3'");
}

#[test]
fn missing_file_is_named() {
    let scratch = scratch();
    let outcome = scratch.run(&["parser", "validate", "/nowhere.pp"]).expect(1);
    let _ = outcome.complains("One or more file(s) specified did not exist:\n    | /nowhere.pp");
    let _ = scratch.run(&["apply", "/nowhere.pp"]).expect(1).complains("Could not find file /nowhere.pp");
}

#[test]
fn unmanaged_attributes_are_errors_in_strict_mode() {
    let scratch = scratch();
    let code = "service { 'x': provider => base, flags => '-v' }";
    let reason = "Provider base does not support features flaggable; not managing attribute flags";
    let _ = scratch.apply(code, &["--debug", "--noop"]).says(&format!("Service[x]: {reason}"));
    let _ = scratch.apply(code, &["--strict", "error"]).expect(1).complains(reason);
}

#[test]
fn types_are_described() {
    let scratch = scratch();
    let outcome = scratch.run(&["describe", "file", "--providers"]).expect(0);
    let _ = outcome.says("- **ensure**").says("- **path** (*namevar*").says("Providers");
    let _ = scratch.run(&["describe", "--list"]).expect(0).says("exec ").says("notify ").says("tidy ");
    let _ = scratch
        .run(&["describe", "package", "--providers"])
        .expect(0)
        .says("**apt**")
        .says("Not implemented yet.")
        .says("*X*");
    let _ = scratch.run(&["describe", "fle"]).expect(1).complains("Unknown type fle; did you mean 'file'?");
    let _ = scratch.run(&["describe", "xyzzy"]).expect(1).complains("'marotte describe --list' shows all");
}

#[test]
fn type_is_described_in_puppets_format() {
    let scratch = scratch();
    let shown = |flags: &[&str]| scratch.run(&[&["describe", "notify"], flags].concat()).expect(0).stdout;
    let short = shown(&["--short", "--meta"]);
    let (docs, rest) = short.split_once("\n\nParameters\n----------\n").expect("the parameters");
    assert!(docs.starts_with("\nnotify\n======\n"), "{docs}");
    let expected = "    message, name, withpath

Meta Parameters
---------------
    alias, audit, before, loglevel, noop, notify, require, schedule, stage,
    subscribe, tag
";
    assert_eq!(rest, expected);
    let long = shown(&["-m"]);
    assert!(long.contains("\n- **name**\n    ") && long.contains("\n- **loglevel**\n    The level of"), "{long}");
    assert!(!shown(&[]).contains("Meta Parameters"));
    let providers = scratch.run(&["describe", "file", "-s"]).expect(0).stdout;
    assert!(providers.ends_with("\nProviders\n---------\n    posix\n"), "{providers}");
    let list = scratch.run(&["describe", "--list"]).expect(0).stdout;
    assert!(list.starts_with("These are the types known to marotte:\n"), "{list}");
    let (types, group) = list.split_once("\n\n").expect("a group of similar types");
    assert!(types.lines().skip(1).all(|line| line.contains(" - ") && !line.contains("keystone")), "{list}");
    assert!(group.starts_with("127 similar types of marotte/config, for example:"), "{list}");
    assert!(group.contains("keystone_config, "), "{list}");
    let narrow = scratch.run_with(&["describe", "--list"], &[("COLUMNS", "60")]).expect(0).stdout;
    assert!(narrow.lines().skip(1).all(|line| line.chars().count() <= 60), "{narrow}");
}

#[test]
fn reference_contains_all_types() {
    let scratch = scratch();
    let text = scratch.run(&["doc", "--reference", "type"]).expect(0).stdout;
    assert_eq!(scratch.run(&["doc"]).expect(0).stdout, text);
    assert!(text.starts_with("# Type Reference\n\n## Resource Types\n"), "{text}");
    let list = scratch.run(&["describe", "--list"]).expect(0).stdout;
    let types = list.lines().skip(1).take_while(|line| !line.is_empty());
    for name in types.filter_map(|line| line.split(' ').next()) {
        assert!(text.contains(&format!("\n### {name}\n")), "{name} is not in the reference");
    }
    assert!(text.contains("\npath\n: (**Namevar:** "), "{text}");
    assert!(text.contains("#### Provider Features") && text.contains("Valid values are "), "{text}");
    let _ = scratch.run(&["doc", "--list"]).expect(0).says("type - All Puppet resource types and all their details\n");
    let before = "Error: Could not run: ";
    let refused = scratch.run(&["doc", "--reference", "function"]).expect(1).stderr;
    assert_eq!(refused, format!("{before}Puppet's reference 'function' is not available; use 'type'\n"));
    let unknown = scratch.run(&["doc", "-r", "nosuch"]).expect(1).stderr;
    assert_eq!(unknown, format!("{before}Could not find reference nosuch\n"));
}

#[test]
fn provider_list_is_short_and_shows_grants_if_verbose() {
    let scratch = scratch();
    let short = scratch.run_with(&["provider", "list"], &[("COLUMNS", "80")]).expect(0).stdout;
    assert!(short.lines().all(|line| line.starts_with("marotte/") && line.chars().count() <= 80), "{short}");
    assert!(short.lines().any(|line| line.ends_with(" … 127 types")), "{short}");
    let outcome = scratch.run(&["provider", "list", "--verbose"]).expect(0);
    let _ = outcome.says("type file").says("may write @path").says("type exec");
    let some = scratch.run(&["provider", "list", "sysctl", "tid"]).expect(0).stdout;
    let names: Vec<&str> = some.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names, ["marotte/sysctl", "marotte/tidy"]);
}

#[test]
fn unknown_flag_is_an_error() {
    let _ = scratch().run(&["apply", "--nosuch"]).expect(1).complains("--nosuch");
    let _ = scratch().run(&["--version"]).expect(0).says("marotte ");
}
