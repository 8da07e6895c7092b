//! Renders templates for `tests/acceptance/debian-templates`. Reads the paths from standard input. The first argument
//! is the variables as JSON, the second the output directory. Prints the path and the error of each template that
//! fails.
#![expect(clippy::print_stdout, clippy::disallowed_methods, reason = "this program is used by the tests")]

use std::io::BufRead;

use erb::{ScopeError, Template, TemplateLimits, TemplateScope};
use ruby::{Data, json};

/// The given variables, which are looked up by their unqualified names.
struct Variables(Vec<(Data, Data)>);

impl TemplateScope for Variables {
    fn variable(&mut self, name: &str) -> Result<Option<Data>, ScopeError> {
        let leaf = Data::String(name.rsplit("::").next().unwrap_or(name).to_owned());
        Ok(self.0.iter().find(|(known, _)| *known == leaf).map(|(_, value)| value.clone()))
    }

    fn names(&mut self) -> Vec<String> {
        let names =
            self.0.iter().filter_map(|(name, _)| if let Data::String(name) = name { Some(name.clone()) } else { None });
        names.collect()
    }

    fn call(&mut self, function: &str, arguments: Vec<Data>) -> Result<Data, ScopeError> {
        match function {
            // Same result as in the recorder's fake of Puppet's scope.
            "versioncmp" => Ok(Data::Integer(1)),
            _ => Ok(arguments.into_iter().next().unwrap_or(Data::Nil)),
        }
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

fn main() {
    let mut arguments = std::env::args().skip(1);
    let variables = std::fs::read_to_string(arguments.next().unwrap_or_default()).unwrap_or_default();
    let Ok(Data::Hash(variables)) = json::parse(&variables) else {
        return println!("the first argument must be a JSON file");
    };
    let directory = arguments.next().unwrap_or_default();
    for (index, path) in std::io::stdin().lock().lines().map_while(Result::ok).enumerate() {
        let bytes = std::fs::read(&path).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let result = match Template::parse(&text) {
            Ok(template) => template.render(&mut Variables(variables.clone()), TemplateLimits::default()),
            Err(fault) => {
                println!("PARSE {path}: {fault}");
                continue;
            }
        };
        let (kind, text) = match result {
            Ok(text) => ("text", text),
            Err(fault) => ("fault", format!("{}\n", fault.message)),
        };
        let file = format!("{directory}/{index}.{kind}");
        if let Err(error) = std::fs::write(&file, text) {
            println!("{file}: {error}");
        }
    }
}
