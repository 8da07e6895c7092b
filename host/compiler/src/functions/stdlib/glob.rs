//! `glob`: paths that match patterns.

use std::collections::BTreeSet;

use ruby::glob;
use value::{EvalError, Value, World};

use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "glob",
    "Returns the paths of existing files and directories that match a pattern, or one of an array of patterns, such as \
     `/etc/**/*.conf`, on the system that compiles the catalog. Patterns must be absolute.",
    &[Overload::legacy(matching)],
);

fn matching(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let arguments = legacy::arguments(call)?;
    let [patterns] = arguments.as_slice() else {
        let given = arguments.len();
        return Err(EvalError::new(format!("glob(): Wrong number of arguments given ({given} for 1)")));
    };
    let patterns = match patterns {
        Value::String(_) => std::slice::from_ref(patterns),
        Value::Array(patterns) => patterns,
        _ => return Err(EvalError::new("glob(): Requires either array or string to work")),
    };
    let mut found = Vec::new();
    for pattern in patterns {
        let pattern = legacy::text(pattern)?;
        let alternatives = glob::alternatives(pattern)
            .ok_or_else(|| EvalError::new(format!("glob(): '{pattern}' has more than 1000 alternatives")))?;
        for pattern in alternatives {
            if !pattern.is_empty() && !pattern.starts_with('/') {
                let message =
                    format!("glob(): '{pattern}' is not absolute: results would depend on the working directory");
                return Err(EvalError::new(message));
            }
            found.extend(walk(call, &pattern)?.into_iter().map(Value::from));
        }
    }
    Ok(found.into_iter().collect())
}

/// Returns the existing paths that match a pattern without braces, in order.
fn walk(call: &mut FunctionCall<'_, '_>, pattern: &str) -> Result<Vec<String>, EvalError> {
    if pattern.is_empty() {
        return Ok(Vec::new());
    }
    let is_for_directories = pattern.ends_with('/');
    let parts: Vec<&str> = pattern.split('/').filter(|part| !part.is_empty()).collect();
    let mut paths: Vec<String> = vec![String::new()];
    for (index, part) in parts.iter().enumerate() {
        let is_last = index + 1 == parts.len();
        let wants_directory = !is_last || is_for_directories;
        let mut next = BTreeSet::new();
        for path in paths {
            call.evaluator.count_iteration()?;
            let environment = call.evaluator.environment();
            if *part == "**" && wants_directory {
                next.extend(below(environment, path));
                continue;
            }
            let entries = environment.entries(if path.is_empty() { "/" } else { &path });
            let fits = |name: &str| if glob::is_pattern(part) { glob::matches(part, name) } else { name == *part };
            let fitting = entries.iter().filter(|entry| fits(&entry.name) && (entry.is_directory || !wants_directory));
            next.extend(fitting.map(|entry| format!("{path}/{}", entry.name)));
        }
        paths = next.into_iter().collect();
    }
    if is_for_directories {
        paths.iter_mut().for_each(|path| path.push('/'));
    }
    Ok(paths)
}

/// Returns a directory and the directories below it, without hidden ones; symbolic links are not followed.
fn below(environment: &dyn World, directory: String) -> Vec<String> {
    let mut found = vec![directory];
    let mut next = 0;
    while let Some(directory) = found.get(next).cloned() {
        let entries = environment.entries(if directory.is_empty() { "/" } else { &directory });
        let inner =
            entries.iter().filter(|entry| entry.is_directory && !entry.is_link && glob::matches("*", &entry.name));
        found.extend(inner.map(|entry| format!("{directory}/{}", entry.name)));
        next += 1;
    }
    found
}
