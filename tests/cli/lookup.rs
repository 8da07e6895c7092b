//! `lookup`: values of Hiera data.

use crate::scratch;

/// Creates an environment with data and returns the flags that select it.
fn environment(scratch: &marotte_tests::Scratch) -> Vec<String> {
    let _ = scratch.file("envs/production/hiera.yaml", "version: 5\nhierarchy:\n  - {name: os, path: \"%{facts.os.family}.yaml\"}\n  - {name: common, path: common.yaml}\n");
    let _ = scratch.file(
        "envs/production/data/common.yaml",
        "a: text\ngreeting: hi\nb: [1, two]\nc: {x: 1, y: ~}\ns: hidden\nlookup_options: {s: {convert_to: Sensitive}}\n",
    );
    let _ = scratch.file("envs/production/data/Debian.yaml", "b: [zero]\n");
    let facts = scratch.file("facts.yaml", "os: {family: Debian}\n").display().to_string();
    let path = scratch.path("envs").display().to_string();
    let confdir = scratch.path("conf").display().to_string();
    ["--environmentpath", &path, "--confdir", &confdir, "--facts", &facts, "--node", "n1"].map(str::to_owned).to_vec()
}

#[test]
fn values_are_printed_in_puppets_format() {
    let scratch = scratch();
    let flags = environment(&scratch);
    let lookup = |arguments: &[&str]| {
        let mut all = vec!["lookup".to_owned()];
        all.extend(flags.iter().cloned().chain(arguments.iter().map(|argument| (*argument).to_owned())));
        scratch.run(&all)
    };
    assert_eq!(lookup(&["a"]).expect(0).stdout, "--- text\n");
    assert_eq!(lookup(&["c"]).expect(0).stdout, "---\nx: 1\n\"y\":\n");
    assert_eq!(lookup(&["c", "--render-as", "json"]).expect(0).stdout, "{\"x\":1,\"y\":null}\n");
    assert_eq!(lookup(&["c", "--render-as", "s"]).expect(0).stdout, "{\"x\"=>1, \"y\"=>nil}\n");
    assert_eq!(lookup(&["b", "--merge", "unique"]).expect(0).stdout, "---\n- zero\n- 1\n- two\n");
    assert_eq!(lookup(&["none", "a"]).expect(0).stdout, "--- text\n");
    assert_eq!(lookup(&["none", "--default", "d"]).expect(0).stdout, "--- d\n");
    let missing = lookup(&["none"]).expect(1).complains("There is no value for 'none'");
    assert_eq!(missing.stdout, "");
    let near = lookup(&["greting"]).expect(1);
    let _ = near.complains("There is no value for 'greting'; did you mean 'greeting'?\n");
    let _ = lookup(&["none", "--explain"]).expect(1).says("did not find a value for the name 'none'");
    let _ = lookup(&["a", "--type", "Integer"]).expect(1).complains("expects an Integer value, got String");
    let _ = lookup(&["b", "--merge", "unique", "--sort-merged-arrays"]).expect(1).complains("--merge deep");
    let _ = lookup(&[]).expect(1);
    for format in ["yaml", "json", "s"] {
        let _ = lookup(&["s", "--render-as", format]).expect(0).is_silent_about("hidden");
    }
}

#[test]
fn lookup_is_explained() {
    let scratch = scratch();
    let mut arguments = vec!["lookup".to_owned(), "--explain".to_owned(), "a".to_owned()];
    arguments.extend(environment(&scratch));
    let out = scratch.run(&arguments).expect(0).says("Searching for \"a\"\n").says("Hierarchy entry \"common\"");
    assert!(out.stdout.ends_with("        Found key: \"a\" value: \"text\"\n"), "{}", out.stdout);
    arguments.extend(["--render-as".to_owned(), "json".to_owned()]);
    let json: serde_json::Value = serde_json::from_str(&scratch.run(&arguments).expect(0).stdout).unwrap();
    assert!(json["branches"].is_array(), "{json}");
}
