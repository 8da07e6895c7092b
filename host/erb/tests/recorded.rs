//! Small templates with Ruby's results in `recorded/*.txt`. `tests/recorders/erb.rb` records them and documents the
//! format. Templates listed in `recorded/different` have known differences.
#![expect(clippy::disallowed_methods, reason = "the corpus is in files")]

use std::collections::BTreeSet;
use std::path::Path;

use erb::{ScopeError, Template, TemplateLimits, TemplateScope};
use ruby::{Data, json};

/// Scope with the variables of the file next to the templates and without functions.
struct Variables(Vec<(String, Data)>);

impl TemplateScope for Variables {
    fn variable(&mut self, name: &str) -> Result<Option<Data>, ScopeError> {
        Ok(self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone()))
    }

    fn names(&mut self) -> Vec<String> {
        self.0.iter().map(|(name, _)| name.clone()).collect()
    }

    fn call(&mut self, function: &str, _: Vec<Data>) -> Result<Data, ScopeError> {
        Err(ScopeError(format!("Unknown function '{function}'")))
    }

    fn classes(&mut self) -> Vec<String> {
        Vec::new()
    }

    fn tags(&mut self) -> Vec<String> {
        Vec::new()
    }

    fn file(&self) -> Option<String> {
        None
    }

    fn text(&self) -> String {
        "Scope(Class[main])".to_owned()
    }
}

fn variables(directory: &Path) -> Vec<(String, Data)> {
    let text = std::fs::read_to_string(directory.join("variables.json")).expect("the variables");
    let Ok(Data::Hash(entries)) = json::parse(&text) else { panic!("the variables are a hash") };
    let named = |(name, value)| match name {
        Data::String(name) => (name, value),
        other => panic!("{other:?} is not a name"),
    };
    entries.into_iter().map(named).collect()
}

/// Formats a result as the recorder does.
fn found(variables: &[(String, Data)], line: &str) -> String {
    let (template, is_expression) = match line.strip_prefix(">> ") {
        Some(quoted) => match json::parse(quoted) {
            Ok(Data::String(template)) => (template, false),
            other => panic!("{line}: {other:?}"),
        },
        None => (format!("<%= ({}).inspect %>", &line[2..]), true),
    };
    let parsed = match Template::parse(&template) {
        Ok(parsed) => parsed,
        Err(fault) => return format!("! SyntaxError: {}", fault.message),
    };
    match parsed.render(&mut Variables(variables.to_vec()), TemplateLimits::default()) {
        Ok(text) if is_expression => format!("= {text}"),
        Ok(text) => format!("= {}", json::compact(&Data::String(text)).unwrap_or_default()),
        Err(fault) => format!("! {}", fault.message.replace('\n', "\\n")),
    }
}

/// Returns whether a result equals the recorded one. The class of an error is not compared, nor are the messages of
/// Ruby's parser.
fn is_same(recorded: &str, found: &str) -> bool {
    match (recorded.strip_prefix("! "), found.strip_prefix("! ")) {
        (Some("SyntaxError"), Some(found)) => found.starts_with("SyntaxError"),
        (Some(recorded), Some(found)) => recorded.split_once(": ").is_some_and(|(_, message)| message == found),
        (None, None) => recorded == found,
        _ => false,
    }
}

#[test]
fn templates_match_ruby() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded");
    let variables = variables(&directory);
    let different = std::fs::read_to_string(directory.join("different")).expect("the list of known differences");
    let different: BTreeSet<&str> = different.lines().filter(|line| line.starts_with('>')).collect();
    let mut files: Vec<_> = std::fs::read_dir(&directory)
        .expect("the directory is part of the crate")
        .map(|entry| entry.expect("an entry that can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    let mut report = String::new();
    let (mut count, mut wrong) = (0, 0);
    for file in files {
        let text = std::fs::read_to_string(&file).expect("the file can be read");
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        while let Some(line) = lines.next() {
            if !line.starts_with('>') {
                continue;
            }
            let recorded = lines.next().unwrap_or_default();
            let found = found(&variables, line);
            count += 1;
            if is_same(recorded, &found) == different.contains(line) {
                wrong += 1;
                report += &format!("{line}\n{found}\ninstead of\n{recorded}\n\n");
            }
        }
    }
    assert!(count > 600, "only {count} templates were found");
    assert!(wrong == 0, "{report}{wrong} of {count} differ");
}
