//! Checks that a file of a module contains only the definitions that match its path. Callers pass the path;
//! no file is read.

use crate::ast::{Expression, ExpressionKind, Mode, Program};
use crate::diagnostic::Diagnostic;
use crate::issue;
use crate::span::Span;

/// Checks that a file of a module defines only names that match its path: in `apache/manifests/mod/ssl.pp`
/// `apache::mod::ssl` and names nested in it.
///
/// `path` is relative to the modules directory and uses `/`. `file` is the file name in messages. Only
/// files of modules are checked; other manifests may define anything.
pub fn check_location(program: &Program, path: &str, file: &str) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    if !path.ends_with(".pp") {
        return diagnostics;
    }
    let namespace = namespace(path);
    // Puppet 3 did not check the location of definitions.
    let fault = match program.mode {
        Mode::Language3 => issue::deprecated_definition_location,
        Mode::Manifest | Mode::Epp => issue::illegal_definition_location,
    };
    check_names(&program.body.statements, namespace.as_deref(), &mut |name, at| {
        diagnostics.push(fault(name, file, at))
    });
    let misplaced = program.body.statements.iter().filter(|statement| !is_definition(statement));
    diagnostics.extend(misplaced.map(issue::illegal_top_construct_location));
    diagnostics
}

/// Returns whether a statement is allowed in a file of a module: any definition except a node.
fn is_definition(statement: &Expression) -> bool {
    matches!(
        statement.kind,
        ExpressionKind::Class(_)
            | ExpressionKind::Define(_)
            | ExpressionKind::Function(_)
            | ExpressionKind::TypeAlias(_)
            | ExpressionKind::TypeMapping(_)
            | ExpressionKind::TypeDefinition(_)
    )
}

/// Checks the names of classes, defines and functions, including those inside classes.
fn check_names(statements: &[Expression], namespace: Option<&str>, reject: &mut dyn FnMut(&str, Span)) {
    for statement in statements {
        let (name, inner) = match &statement.kind {
            ExpressionKind::Class(class) => (&class.name, class.body.statements.as_slice()),
            ExpressionKind::Define(define) => (&define.name, [].as_slice()),
            ExpressionKind::Function(function) => (&function.name, [].as_slice()),
            _ => continue,
        };
        let fits = namespace.is_some_and(|namespace| name.to_lowercase().starts_with(namespace));
        if !fits {
            reject(name, statement.position());
        }
        check_names(inner, namespace, reject);
    }
}

/// Returns the prefix of the names in a file of a module, or `None` for a file that can define none.
fn namespace(path: &str) -> Option<String> {
    let path = path.to_lowercase();
    let mut parts: Vec<&str> = path.split('/').collect();
    if parts.len() < 3 || !matches!(parts[1], "manifests" | "functions" | "types" | "plans") {
        return None;
    }
    let is_init = parts.len() == 3 && parts[2] == "init.pp";
    let file = parts.pop()?;
    parts.remove(1);
    if !is_init {
        parts.push(file.strip_suffix(".pp").unwrap_or(file));
    }
    Some(parts.join("::"))
}

#[cfg(test)]
mod tests {
    use super::check_location;
    use crate::{Mode, SourceFile, SourceId, parse};

    fn issues(path: &str, text: &str) -> Vec<String> {
        let (program, _) = parse(&SourceFile::new(SourceId(0), path, text), Mode::Manifest);
        check_location(&program, path, path).into_iter().map(|diagnostic| diagnostic.message).collect()
    }

    #[test]
    fn names_follow_the_path() {
        for (path, text) in [
            ("a/manifests/init.pp", "class a { } class a::b { } define a::c() { }"),
            ("a/manifests/b.pp", "class a::b { class c { } }"),
            ("a/manifests/b/c.pp", "define a::b::c() { }"),
            ("a/functions/f.pp", "function a::f() { }"),
            ("a/types/t.pp", "type A::T = Integer"),
            ("a/manifests/b.pp", "class A::B { }"),
            ("a/templates/b.epp", "f()"),
            ("a/manifests/empty.pp", ""),
        ] {
            assert_eq!(issues(path, text), [""; 0], "{path}");
        }
    }

    #[test]
    fn definitions_in_the_wrong_file_are_rejected() {
        assert_eq!(
            issues("a/manifests/b.pp", "class a::c { class d { } }"),
            [
                "Unacceptable location. The name 'a::c' is unacceptable in file 'a/manifests/b.pp'",
                "Unacceptable location. The name 'a::c::d' is unacceptable in file 'a/manifests/b.pp'",
            ]
        );
        assert_eq!(
            issues("a/files/b.pp", "class a::b { }"),
            ["Unacceptable location. The name 'a::b' is unacceptable in file 'a/files/b.pp'"]
        );
        assert_eq!(
            issues("a/manifests/init.pp", "class a { }\nnode 'x' { }\nnotice(1)"),
            [
                "This Node Definition is unacceptable as a top level construct in this location",
                "This Function Call is unacceptable as a top level construct in this location",
            ]
        );
    }
}
