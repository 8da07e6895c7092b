//! Expressions with the results recorded from Puppet by `tests/recorders/functions.rb`, which also documents the format. Each
//! expression is compiled as an attribute of a resource, so that its value goes through the whole compilation.

use std::collections::BTreeSet;

use catalog::{Level, Value};
use value::{CompileRequest, Manifests, World};

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
pub(crate) fn evaluated(world: &dyn World, expression: &str) -> Vec<String> {
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
        shown_settings: vec![("certname".to_owned(), "node1.example.com".into()), ("vardir".to_owned(), "/var".into())],
        manifests: Manifests::Code(format!("notify {{ 'result': message => [{expression}] }}")),
        ..CompileRequest::default()
    };
    let (logs, result) = match compiler::compile(world, &request) {
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
        Value::Other(other) => format!("{}({})", other.type_name, text(&other.text)),
        Value::Object(object) if object.is_type() => format!("Type({})", text(&object.text)),
        Value::Object(object) => format!("{}({})", object.type_name, text(&object.text)),
    }
}

/// Formats a nested value.
fn quoted(value: &Value) -> String {
    match value {
        Value::Undef => "undef".to_owned(),
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

/// Evaluates the expressions in files, given by name and text, and compares the results with the recorded ones. The results of
/// the expressions in `different` differ. Returns the number of expressions.
pub(crate) fn compare(files: &[(String, String)], different: &str, world: &dyn Fn() -> Box<dyn World>) -> usize {
    let different: BTreeSet<&str> = different.lines().filter_map(|line| line.strip_prefix("> ")).collect();
    let mut report = String::new();
    let mut count = 0;
    for (name, text) in files {
        let mut lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).peekable();
        while let Some(line) = lines.next() {
            let Some(expression) = line.strip_prefix("> ") else { continue };
            let mut recorded = Vec::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("> ")) {
                recorded.push(line);
            }
            count += 1;
            let found = evaluated(&*world(), expression);
            if matches(&recorded, &found) == different.contains(expression) {
                let (found, recorded) = (found.join("\n"), recorded.join("\n"));
                report += &format!("{name}\n> {expression}\n{found}\ninstead of\n{recorded}\n\n");
            }
        }
    }
    assert!(report.is_empty(), "{report}{} differ", report.matches("\n> ").count());
    count
}
