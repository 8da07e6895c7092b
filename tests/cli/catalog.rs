//! `catalog`: compilation, output and comparison of catalogs.

use serde_json::Value as Json;

use crate::scratch;

const SITE: &str = "class web($port = 80) { file { '/etc/web': content => \"port=${port}\\nhost=${trusted['certname']}\\n\", mode => '0644' } }\n";

#[test]
fn catalog_is_printed_in_puppets_format() {
    let scratch = scratch();
    let site = scratch.file("site.pp", format!("{SITE}include web\nnotice('hello')\n"));
    let site = site.to_str().unwrap();
    let out = scratch.run(&["catalog", "compile", "n1.example.com", "--manifest", site]).expect(0);
    let catalog: Json = serde_json::from_str(&out.stdout).expect("standard output contains only the catalog");
    assert_eq!(catalog["name"], "n1.example.com");
    assert_eq!(catalog["catalog_format"], 2);
    let file = catalog["resources"].as_array().unwrap().iter().find(|r| r["type"] == "File").unwrap();
    assert_eq!(file["parameters"]["content"], "port=80\nhost=n1.example.com\n");
    assert!(out.stderr.contains("Notice: Scope(Class[main]): hello"), "{}", out.stderr);
    let _ = scratch.run(&["catalog", "compile", "-e", "nosuch()"]).expect(1).complains("Unknown function: 'nosuch'");
    let both = scratch.run(&["catalog", "compile", "n", "--certname", "m", "-e", ""]).expect(0);
    let _ = both.says("\"name\": \"n\"").says("\"catalog_uuid\": ");
    let _ = scratch.run(&["catalog", "compile"]).expect(1).complains("--manifest");
}

#[test]
fn catalog_types_of_modules_in_ruby_are_resource_types() {
    let scratch = scratch();
    let declaration = "Puppet::Type.newtype(:thing) do\n  newparam(:name, namevar: true) do\n  end\nend\n";
    let _ = scratch.file("modules/m/lib/puppet/type/thing.rb", declaration);
    let modules = scratch.path("modules");
    let words = ["catalog", "compile", "n", "-e", "thing { 'x': }", "--modulepath", modules.to_str().unwrap()];
    let out = scratch.run(&words).expect(0);
    let catalog: Json = serde_json::from_str(&out.stdout).unwrap();
    let thing = catalog["resources"].as_array().unwrap().iter().find(|r| r["type"] == "Thing").unwrap();
    assert_eq!(thing["kind"], "compilable_type");
}

#[test]
fn glob_finds_existing_paths_in_rubys_order() {
    let scratch = scratch();
    for name in ["a/b/z.conf", "a/y.conf", "a/.d.conf", ".h/k.conf", "x.conf"] {
        let _ = scratch.file(&format!("tree/{name}"), "");
    }
    let tree = scratch.path("tree").display().to_string();
    for (patterns, found) in [
        ("'ROOT/**/*.conf'", "['ROOT/a/b/z.conf', 'ROOT/a/y.conf', 'ROOT/x.conf']"),
        ("'ROOT/**/'", "['ROOT/', 'ROOT/a/', 'ROOT/a/b/']"),
        ("'ROOT/**/b/*'", "['ROOT/a/b/z.conf']"),
        ("'ROOT/**'", "['ROOT/a', 'ROOT/x.conf']"),
        ("['ROOT/{a,x.conf}', 'ROOT/*/', '/nosuch/*']", "['ROOT/a', 'ROOT/x.conf', 'ROOT/a/']"),
        ("'ROOT/.h/*'", "['ROOT/.h/k.conf']"),
        ("'ROOT/x.conf/'", "[]"),
        ("''", "[]"),
    ] {
        let code = format!("notice(String(glob({})))", patterns.replace("ROOT", &tree));
        let out = scratch.run(&["catalog", "compile", "n", "-e", &code]).expect(0);
        let found = found.replace("ROOT", &tree);
        assert!(out.stderr.contains(&format!("Scope(Class[main]): {found}\n")), "{patterns}: {}", out.stderr);
    }
    let relative = scratch.run(&["catalog", "compile", "n", "-e", "glob('*.conf')"]).expect(1);
    let _ = relative.complains("glob(): '*.conf' is not absolute");
}

#[test]
fn catalogs_are_compared_line_by_line() {
    let scratch = scratch();
    let compile = |name: &str, code: &str| {
        let code = format!("{SITE}{code}");
        let out = scratch.run(&["catalog", "compile", "n", "-e", &code]).expect(0);
        scratch.file(name, out.stdout).display().to_string()
    };
    let old = compile("old.json", "include web notify { gone: }");
    let new = compile("new.json", "class { web: port => 81 } notify { came: message => 'x' }");
    let out = scratch.run(&["catalog", "diff", &old, &new]).expect(1);
    let expected = "  Class[Web]\n-   port => 80\n+   port => 81\n  File[/etc/web]\n    content:\n-     port=80\n+     port=81\n      host=n\n- Notify[gone]\n+ Notify[came]\n+   message => 'x'\n";
    assert_eq!(out.stdout, expected);
    let _ = scratch.run(&["catalog", "diff", &old, &old]).expect(0).is_silent_about("Class");
    let out = scratch.run(&["catalog", "diff", &old, &new, "--render-as", "json"]).expect(1);
    let json: Json = serde_json::from_str(&out.stdout).unwrap();
    assert_eq!(json["resources"][0]["parts"][0]["new"], 81);
    let _ = scratch.run(&["catalog", "diff", &old, "/nowhere"]).expect(2).complains("Could not read '/nowhere'");
    let bad = scratch.file("bad.json", "[]").display().to_string();
    let _ = scratch.run(&["catalog", "diff", &bad, &new]).expect(2).complains("is not a catalog");
}

#[test]
fn syntax_tree_is_dumped_in_puppets_format() {
    let scratch = scratch();
    let dump = |arguments: &[&str]| scratch.run(&[&["parser", "dump"], arguments].concat());
    assert_eq!(dump(&["-e", "$a = [1, 2]"]).expect(0).stdout, "(= (var \"a\") (array 1 2))\n");
    let pretty = dump(&["-e", "$a = 1", "--pretty"]).expect(0).stdout;
    assert_eq!(pretty, "(=\n  (var\n    \"a\")\n  1)\n");
    let json = dump(&["-e", "$a = 1", "--format", "json"]).expect(0).stdout;
    assert_eq!(json, "{\"^\":[\"=\",{\"^\":[\"var\",\"a\"]},1]}\n");
    let file = scratch.file("a.pp", "notice(1)").display().to_string();
    assert_eq!(
        dump(&[&file]).expect(0).stdout,
        format!("--- {file}\n(invoke notice 1)\n").replace("notice 1", "{:functor (qn \"notice\") :args [1]}")
    );
    let _ = dump(&["-e", "notice("]).expect(1).complains("Syntax error at end of input");
    let _ = dump(&["/nowhere.pp"]).expect(1).complains("Could not read '/nowhere.pp'");
}

#[test]
fn log_messages_and_errors_are_printed_as_json() {
    let scratch = scratch();
    let out = scratch.run(&["apply", "-e", "warning('w') notify { x: }", "--noop", "--render-as", "json"]).expect(0);
    let lines: Vec<Json> = out.stderr.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.iter().any(|line| line["level"] == "warning" && line["message"] == "w"), "{lines:?}");
    let result: Json = serde_json::from_str(&out.stdout).unwrap();
    assert_eq!((&result["noop"], &result["pending"]), (&true.into(), &1.into()));
    let out = scratch.run(&["apply", "-e", "notify { x: mesage => 1 }", "--render-as", "json"]).expect(1);
    let fault: Json = serde_json::from_str(out.stderr.lines().last().unwrap()).unwrap();
    assert_eq!((&fault["level"], &fault["line"]), (&"err".into(), &1.into()));
    assert!(fault["hints"][0].as_str().unwrap().contains("message"), "{fault}");
    let file = scratch.file("b.pp", "notify { x").display().to_string();
    let out = scratch.run(&["parser", "validate", &file, "--render-as", "json"]).expect(1);
    let faults: Json = serde_json::from_str(&out.stdout).unwrap();
    assert_eq!(faults[&file]["issue_code"], "SYNTAX_ERROR");
    assert_eq!(faults[&file]["errors"].as_array().unwrap().len(), 1);
    let out = scratch.run(&["apply", "/nowhere.pp", "--render-as", "json"]).expect(1);
    let fault: Json = serde_json::from_str(out.stderr.trim()).unwrap();
    assert_eq!(fault["message"], "Could not run: Could not find file /nowhere.pp");
}

#[test]
fn cached_data_is_read_and_never_created() {
    let scratch = scratch();
    let vardir = scratch.path("var").display().to_string();
    let compile = |code: &str| {
        let code = format!("notice(String({code}))");
        scratch.run(&["catalog", "compile", "n", "--vardir", &vardir, "-e", &code])
    };
    let password = "extlib::cache_data('foreman_cache_data', 'admin', extlib::random_password(16))";
    let missing = compile(password).expect(1);
    let message = format!("'{vardir}/foreman_cache_data/admin' does not exist, and a compilation does not write files");
    let _ = missing.complains(&message).complains("as YAML").complains("extlib::cache_data()");
    assert!(!scratch.path("var/foreman_cache_data").exists());
    let _ = scratch.file("var/foreman_cache_data/admin", "--- s3cret\n");
    for call in [password, "::extlib::cache_data('foreman_cache_data', 'admin', 'x')"] {
        assert!(compile(call).expect(0).stderr.contains("Scope(Class[main]): s3cret\n"), "{call}");
    }
    let _ =
        compile("extlib::cache_data('a', 'b')").expect(1).complains("'extlib::cache_data' expects 3 arguments, got 2");
    let _ = compile("extlib::cache_data('', 'b', 1)").expect(1).complains("expects a String[1] value, got String");
}

#[test]
fn functions_with_effects_are_rejected_by_name() {
    let scratch = scratch();
    for (call, message, hint) in [
        ("extlib::random_password(8)", "extlib::random_password(): a random password", "a value of Hiera"),
        (
            "validate_cmd('x', '/bin/false')",
            "validate_cmd(): content cannot be checked",
            "the attribute 'validate_cmd'",
        ),
        (
            "validate_augeas('x', 'Hosts.lns')",
            "validate_augeas(): content cannot be checked",
            "the attribute 'validate_cmd'",
        ),
    ] {
        let _ = scratch.run(&["catalog", "compile", "n", "-e", call]).expect(1).complains(message).complains(hint);
    }
}
