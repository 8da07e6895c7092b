//! Expressions in `functions/*.txt` with the results recorded from Puppet by `tests/recorders/functions.rb`, which also
//! documents the format. Each expression is compiled as an attribute of a resource, so that its value goes through the
//! whole compilation.
//!
//! The results of the expressions listed in `functions/different` are known to differ.
#![expect(clippy::disallowed_methods, reason = "the corpus is in files")]

use std::collections::BTreeSet;
use std::path::Path;

use catalog::{Level, Value};
use value::{CompileRequest, FileLocation, Manifests, ReadError, SourceText, World};

/// A world without files, and with a fixed time.
struct Nothing;

impl World for Nothing {
    fn name(&self) -> &str {
        "production"
    }

    fn now(&self) -> i128 {
        0
    }

    fn site(&self) -> Result<Vec<SourceText>, ReadError> {
        Ok(Vec::new())
    }

    fn text(&self, _: FileLocation<'_>, _: &str) -> Result<Option<SourceText>, ReadError> {
        Ok(None)
    }

    fn has_module(&self, _: &str) -> bool {
        false
    }

    fn schema(&self, _: &str) -> Option<std::sync::Arc<catalog::schema::TypeSchema>> {
        None
    }

    fn type_names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The recorder's facts, except those that are hashes.
const FACTS: [(&str, &str); 7] = [
    ("fqdn", "Node1.example.com"),
    ("interfaces", "eth0,lo"),
    ("ipaddress", "10.0.0.1"),
    ("ipaddress_eth0", "10.0.0.1"),
    ("ipaddress_lo", "127.0.0.1"),
    ("operatingsystem", "Debian"),
    ("operatingsystemmajrelease", "12"),
];

/// Returns the result of an expression as the lines recorded below it.
fn evaluated(expression: &str) -> Vec<String> {
    let hash = |name: &str, value: Value| Value::Hash(vec![(name.into(), value)]);
    let interfaces = hash("lo", hash("ip", "127.0.0.1".into()));
    let fqdn = ("fqdn".into(), "Node1.example.com".into());
    let networking = Value::Hash(vec![fqdn, ("interfaces".into(), interfaces)]);
    let release = ("release".into(), hash("major", "12".into()));
    let os = Value::Hash(vec![("name".into(), "Debian".into()), release]);
    let known = FACTS.iter().map(|(name, value)| ((*name).into(), (*value).into()));
    let request = CompileRequest {
        node: "node1.example.com".to_owned(),
        facts: Value::Hash([("networking".into(), networking), ("os".into(), os)].into_iter().chain(known).collect()),
        trusted: Value::Hash(Vec::new()),
        manifests: Manifests::Code(format!("notify {{ 'result': message => [{expression}] }}")),
        ..CompileRequest::default()
    };
    let (logs, result) = match compiler::compile(&Nothing, &request) {
        Ok(compiled) => {
            let resource = compiled.catalog.lookup("Notify", "result").map(|index| compiled.catalog.get(index));
            let value = resource.and_then(|resource| resource.value("message"));
            let value = match value {
                Some(Value::Array(elements)) => elements.first().map(shown),
                _ => None,
            };
            (compiled.logs, format!("= {}", value.unwrap_or_default()))
        }
        Err(failure) => {
            let message = &failure.diagnostics[0].message;
            (failure.logs, format!("! {}", quiet(plain(message))))
        }
    };
    let logged = logs.iter().filter(|log| log.level >= Level::Info);
    logged.map(|log| format!("~ {} {}", log.level.name(), quiet(&log.message))).chain([result]).collect()
}

/// Removes Puppet's prefix that names the expression being evaluated.
fn plain(message: &str) -> &str {
    let mut rest = message.strip_prefix("Evaluation Error: ").unwrap_or(message);
    while let Some((_, inner)) = rest.strip_prefix("Error while evaluating a").and_then(|rest| rest.split_once(", ")) {
        rest = inner;
    }
    rest
}

/// Returns a message as one line.
fn quiet(message: &str) -> String {
    let quoted = serde_json::to_string(message).unwrap_or_default();
    quoted[1..quoted.len() - 1].replace("\\\"", "\"")
}

/// Formats a value as the recorder does.
fn shown(value: &Value) -> String {
    let text = |text: &str| serde_json::to_string(text).unwrap_or_default();
    match value {
        Value::Undef => "undef".to_owned(),
        Value::Default => "default".to_owned(),
        Value::Boolean(value) => value.to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => ruby::number::float_text(*number),
        Value::String(string) => text(string),
        Value::Array(elements) => format!("[{}]", elements.iter().map(shown).collect::<Vec<_>>().join(", ")),
        Value::Hash(entries) => {
            let entries = entries.iter().map(|(key, value)| format!("{} => {}", shown(key), shown(value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
        Value::Regexp(source) => format!("Regexp({})", text(source)),
        Value::Reference(reference) => format!("Reference({reference})"),
        Value::Sensitive(secret) => format!("Sensitive({})", shown(secret.reveal())),
        Value::Binary(bytes) => format!("Binary({})", text(&datatype::base64::encode(bytes))),
        Value::Deferred(call) => {
            let list = |list: &Vec<Value>| list.iter().map(quoted).collect::<Vec<_>>().join(", ");
            let arguments = call.arguments.as_ref().map(|all| format!(", 'arguments' => [{}]", list(all)));
            let all = format!("Deferred({{'name' => '{}'{}}})", call.name, arguments.unwrap_or_default());
            format!("Deferred({})", text(&all))
        }
        Value::Other(name, string) => format!("{name}({})", text(string)),
        Value::Object(object) if object.is_type() => format!("Type({})", text(&object.text)),
        Value::Object(object) => format!("{}({})", object.type_name, text(&object.text)),
    }
}

/// Formats a nested value.
fn quoted(value: &Value) -> String {
    match value {
        Value::String(string) => format!("'{string}'"),
        Value::Array(elements) => format!("[{}]", elements.iter().map(quoted).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}

/// Returns whether two messages are equal apart from variations of the Ruby runtime.
fn matches(recorded: &[&str], lines: &[String]) -> bool {
    // Deprecations may end with a note that the location is unknown.
    let simple = |line: &str| {
        let line = line.replace("\\n   (file & line not available)", "");
        // Deprecations of stdlib end with a Ruby stack trace.
        line.split(" at [\"unknown\"").next().unwrap_or_default().to_owned()
    };
    recorded.len() == lines.len() && recorded.iter().zip(lines).all(|(recorded, line)| simple(recorded) == *line)
}

#[test]
fn function_results_match_puppet() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/functions");
    let different = std::fs::read_to_string(directory.join("different")).expect("the list of known differences");
    let different: BTreeSet<&str> = different.lines().filter_map(|line| line.strip_prefix("> ")).collect();
    let mut files: Vec<_> = std::fs::read_dir(&directory)
        .expect("the directory is part of the crate")
        .map(|entry| entry.expect("a readable entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    let mut report = String::new();
    let mut count = 0;
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a readable file");
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut lines = text.lines().filter(|line| !line.starts_with('#')).peekable();
        while let Some(line) = lines.next() {
            let Some(expression) = line.strip_prefix("> ") else { continue };
            let mut recorded = Vec::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("> ")) {
                recorded.push(line);
            }
            count += 1;
            let found = evaluated(expression);
            if matches(&recorded, &found) == different.contains(expression) {
                report +=
                    &format!("{name}\n> {expression}\n{}\ninstead of\n{}\n\n", found.join("\n"), recorded.join("\n"));
            }
        }
    }
    assert!(count > 1000, "only {count} expressions were found");
    assert!(report.is_empty(), "{report}{} differ", report.matches("\n> ").count());
}

/// Functions of stdlib that are missing in Debian's version, with which the other results were recorded. The expected
/// results follow the documentation of newer versions.
const NEWER: [(&str, &str); 25] = [
    ("stdlib::ensure(true)", "= \"present\""),
    ("stdlib::ensure('absent')", "= \"absent\""),
    ("stdlib::ensure_packages([])", "= undef"),
    ("stdlib::fqdn_rand_string(10)", "= \"DNfn3KRl9t\""),
    ("stdlib::fqdn_rand_string(20, undef, 'a', 1)", "= \"kfnzAsRgn7hPLmToukbC\""),
    ("stdlib::fqdn_rotate(['a', 'b', 'c', 'd'], 'x') == fqdn_rotate(['a', 'b', 'c', 'd'], 'x')", "= true"),
    ("stdlib::fqdn_rotate('abcdefgh') == fqdn_rotate('abcdefgh')", "= true"),
    ("stdlib::fqdn_rotate([])", "= []"),
    ("stdlib::has_interface_with('lo')", "= true"),
    ("stdlib::has_interface_with('eth9')", "= false"),
    ("stdlib::has_interface_with('ip', '127.0.0.1')", "= true"),
    ("stdlib::has_interface_with('ipaddress', '127.0.0.1')", "= true"),
    ("stdlib::has_interface_with('mac', '127.0.0.1')", "= false"),
    ("stdlib::merge({'a' => 1, 'b' => 2}, {'a' => 3})", "= {\"a\" => 3, \"b\" => 2}"),
    (
        "stdlib::nested_values({'a' => 'v1', 'b' => {'c' => 'v2', 'd' => {'e' => ['v3']}}, 'f' => {}})",
        "= [\"v1\", \"v2\", [\"v3\"]]",
    ),
    ("stdlib::os_version_gte('Debian', '11')", "= true"),
    ("stdlib::os_version_gte('Debian', '13')", "= false"),
    ("stdlib::os_version_gte('Ubuntu', '9')", "= false"),
    ("stdlib::seeded_rand(100, 'a seed')", "= 57"),
    ("stdlib::shell_escape('a b')", "= \"a\\\\ b\""),
    ("stdlib::to_json({'a' => 1})", "= \"{\\\"a\\\":1}\""),
    ("stdlib::to_json_pretty([1])", "= \"[\\n  1\\n]\\n\""),
    ("stdlib::to_python([true])", "= \"[True]\""),
    ("stdlib::to_yaml({'a' => 1})", "= \"---\\na: 1\\n\""),
    (
        "stdlib::to_yaml({'a' => 1}, {'canonical' => true})",
        "! stdlib::to_yaml(): The option 'canonical' with true is not supported",
    ),
];

#[test]
fn newer_stdlib_functions_follow_its_documentation() {
    for (expression, expected) in NEWER {
        assert_eq!(evaluated(expression), [expected], "{expression}");
    }
}
