//! Scope of an ERB template whose variables are the entries of a JSON object. All arrays and hashes are shared with
//! the scope.

use erb::{ScopeError, TemplateScope};
use ruby::Data;

/// The variables and their changes by a template.
pub struct Variables {
    all: Vec<(Data, Data)>,
    /// Variables changed by the template.
    pub changes: Vec<(usize, Data)>,
}

impl Variables {
    /// Returns the variables of a text; empty if the text is not a JSON object.
    pub fn of(text: &str) -> Self {
        let mut count = 0;
        match ruby::json::parse(text).map(|data| shared(data, &mut count)) {
            Ok(Data::Shared(_, inner)) => match *inner {
                Data::Hash(all) => Self { all, changes: Vec::new() },
                _ => Self { all: Vec::new(), changes: Vec::new() },
            },
            _ => Self { all: Vec::new(), changes: Vec::new() },
        }
    }
}

/// Converts all values to shared ones with numbers.
fn shared(data: Data, count: &mut usize) -> Data {
    *count += 1;
    let number = *count;
    let inner = match data {
        Data::Array(list) => Data::Array(list.into_iter().map(|element| shared(element, count)).collect()),
        Data::Hash(entries) => {
            Data::Hash(entries.into_iter().map(|(key, value)| (key, shared(value, count))).collect())
        }
        Data::String(text) => Data::String(text),
        other => return other,
    };
    Data::Shared(number, Box::new(inner))
}

impl TemplateScope for Variables {
    fn variable(&mut self, name: &str) -> Result<Option<Data>, ScopeError> {
        let is_named = |key: &Data| matches!(key, Data::String(text) if text == name);
        Ok(self.all.iter().find(|(key, _)| is_named(key)).map(|(_, value)| value.clone()))
    }

    fn names(&mut self) -> Vec<String> {
        let names = self.all.iter().filter_map(|(key, _)| match key {
            Data::String(name) => Some(name.clone()),
            _ => None,
        });
        names.collect()
    }

    fn change(&mut self, values: Vec<(usize, Data)>) {
        self.changes = values;
    }

    fn call(&mut self, function: &str, mut arguments: Vec<Data>) -> Result<Data, ScopeError> {
        arguments.pop().ok_or_else(|| ScopeError(format!("'{function}' expects an argument")))
    }

    fn classes(&mut self) -> Vec<String> {
        vec!["a".to_owned()]
    }

    fn tags(&mut self) -> Vec<String> {
        vec!["a".to_owned()]
    }

    fn file(&self) -> Option<String> {
        None
    }

    fn text(&self) -> String {
        "Scope(Class[main])".to_owned()
    }
}
