//! Traversal of all expressions of a program, for analyses that do not evaluate it.

use super::{Attribute, Block, Expression, ExpressionKind, Parameter, Program, StringPart};

impl Program {
    /// Calls a function for each expression, outer ones before inner ones: statements, definitions with their parameters and
    /// bodies, lambdas, and the expressions of interpolated strings.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Expression)) {
        let mut open = Vec::new();
        push_block(&self.body, &mut open);
        push_parameters(self.parameters.as_deref().unwrap_or_default(), &mut open);
        visit_all(open, visit);
    }
}

impl Expression {
    /// Calls a function for this expression and those in it, outer ones before inner ones.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Expression)) {
        visit_all(vec![self], visit);
    }
}

fn visit_all<'a>(mut open: Vec<&'a Expression>, visit: &mut dyn FnMut(&'a Expression)) {
    // A stack instead of recursion: the depth of a program is that of its text.
    while let Some(expression) = open.pop() {
        visit(expression);
        let start = open.len();
        push_children(expression, &mut open);
        open[start..].reverse();
    }
}

fn push_block<'a>(block: &'a Block, open: &mut Vec<&'a Expression>) {
    open.extend(&block.statements);
}

fn push_parameters<'a>(parameters: &'a [Parameter], open: &mut Vec<&'a Expression>) {
    for parameter in parameters {
        open.extend(&parameter.data_type);
        open.extend(&parameter.default);
    }
}

fn push_attributes<'a>(attributes: &'a [Attribute], open: &mut Vec<&'a Expression>) {
    open.extend(attributes.iter().map(|attribute| match attribute {
        Attribute::Named(named) => &named.value,
        Attribute::Splat(splat) => &splat.value,
    }));
}

/// Pushes the direct children of an expression, in the order of the text.
fn push_children<'a>(expression: &'a Expression, open: &mut Vec<&'a Expression>) {
    match &expression.kind {
        ExpressionKind::Interpolated(parts) => open.extend(parts.iter().filter_map(|part| match part {
            StringPart::Text(_) => None,
            StringPart::Expression(expression) => Some(expression),
        })),
        ExpressionKind::Heredoc(heredoc) => open.push(&heredoc.text),
        ExpressionKind::Array(elements) => open.extend(&**elements),
        ExpressionKind::Hash(entries) => open.extend(entries.iter().flat_map(|entry| [&entry.key, &entry.value])),
        ExpressionKind::Access(access) => {
            open.push(&access.target);
            open.extend(&access.keys);
        }
        ExpressionKind::Unary(unary) => open.push(&unary.operand),
        ExpressionKind::Binary(binary) => open.extend([&binary.left, &binary.right]),
        ExpressionKind::Assignment(assignment) => open.extend([&assignment.target, &assignment.value]),
        ExpressionKind::Parenthesized(inner) | ExpressionKind::RenderExpression(inner) => open.push(inner),
        ExpressionKind::Block(block) => push_block(block, open),
        ExpressionKind::Relationship(chain) => {
            open.push(&chain.first);
            open.extend(chain.links.iter().map(|link| &link.operand));
        }
        ExpressionKind::Undef
        | ExpressionKind::Default
        | ExpressionKind::Boolean(_)
        | ExpressionKind::Integer(_)
        | ExpressionKind::Float(_)
        | ExpressionKind::String(_)
        | ExpressionKind::Regex(_)
        | ExpressionKind::Name(_)
        | ExpressionKind::TypeName(_)
        | ExpressionKind::Variable(_)
        | ExpressionKind::Reserved(_)
        | ExpressionKind::RenderText(_) => {}
        _ => push_parts_of_statement(expression, open),
    }
}

/// Pushes the children of conditions, calls, resources and definitions.
fn push_parts_of_statement<'a>(expression: &'a Expression, open: &mut Vec<&'a Expression>) {
    match &expression.kind {
        ExpressionKind::Selector(selector) => {
            open.push(&selector.operand);
            open.extend(selector.entries.iter().flat_map(|entry| [&entry.pattern, &entry.value]));
        }
        ExpressionKind::If(condition) => {
            for clause in &condition.clauses {
                open.push(&clause.test);
                push_block(&clause.body, open);
            }
            condition.otherwise.iter().for_each(|block| push_block(block, open));
        }
        ExpressionKind::Unless(condition) => {
            open.push(&condition.test);
            push_block(&condition.body, open);
            condition.otherwise.iter().for_each(|block| push_block(block, open));
        }
        ExpressionKind::Case(case) => {
            open.push(&case.test);
            for option in &case.options {
                open.extend(&option.values);
                push_block(&option.body, open);
            }
        }
        ExpressionKind::Call(call) => {
            open.push(&call.function);
            open.extend(&call.arguments);
            push_lambda(call.lambda.as_deref(), open);
        }
        ExpressionKind::MethodCall(call) => {
            open.push(&call.receiver);
            open.extend(&call.arguments);
            push_lambda(call.lambda.as_deref(), open);
        }
        ExpressionKind::Resource(resource) => {
            open.push(&resource.type_name);
            for body in &resource.bodies {
                open.push(&body.title);
                push_attributes(&body.attributes, open);
            }
        }
        ExpressionKind::ResourceDefaults(defaults) => {
            open.push(&defaults.type_name);
            push_attributes(&defaults.attributes, open);
        }
        ExpressionKind::ResourceOverride(overrides) => {
            open.push(&overrides.resources);
            push_attributes(&overrides.attributes, open);
        }
        ExpressionKind::Collector(collector) => {
            open.push(&collector.type_name);
            open.extend(&collector.query);
            push_attributes(&collector.attributes, open);
        }
        _ => push_definition(expression, open),
    }
}

fn push_lambda<'a>(lambda: Option<&'a super::Lambda>, open: &mut Vec<&'a Expression>) {
    let Some(lambda) = lambda else { return };
    push_parameters(&lambda.parameters, open);
    open.extend(&lambda.return_type);
    push_block(&lambda.body, open);
}

fn push_definition<'a>(expression: &'a Expression, open: &mut Vec<&'a Expression>) {
    match &expression.kind {
        ExpressionKind::Class(class) => {
            push_parameters(&class.parameters, open);
            push_block(&class.body, open);
        }
        ExpressionKind::Define(define) => {
            push_parameters(&define.parameters, open);
            push_block(&define.body, open);
        }
        ExpressionKind::Node(node) => {
            open.extend(&node.matches);
            open.extend(&node.parent);
            push_block(&node.body, open);
        }
        ExpressionKind::Function(function) => {
            push_parameters(&function.parameters, open);
            open.extend(&function.return_type);
            push_block(&function.body, open);
        }
        ExpressionKind::TypeAlias(alias) => open.push(&alias.value),
        ExpressionKind::TypeMapping(mapping) => open.extend([&mapping.left, &mapping.right]),
        ExpressionKind::TypeDefinition(definition) => push_block(&definition.body, open),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Mode, SourceMap, parse};

    fn variables(text: &str, mode: Mode) -> Vec<String> {
        let mut sources = SourceMap::default();
        let (program, diagnostics) = parse(&sources.add("a.pp", text), mode);
        // Some of the expressions have no effect, which is not an error of the grammar.
        let is_accepted =
            |diagnostic: &crate::Diagnostic| !diagnostic.is_error() || diagnostic.issue.starts_with("IDEM_");
        assert!(diagnostics.iter().all(is_accepted), "{diagnostics:?}");
        let mut found = Vec::new();
        program.walk(&mut |expression| {
            if let ExpressionKind::Variable(name) = &expression.kind {
                found.push(name.to_string());
            }
        });
        found.sort();
        found
    }

    #[test]
    fn walk_visits_every_kind_of_expression() {
        let text = "class c(T[$a1] $p = $a2) inherits d { if $b1 { notice($b2) } elsif $b3 {} else { [$b4] } }\n\
                    define e($q = $c1) { unless $c2 { $c3 } else { $c4 } }\n\
                    node n { case $d1 { $d2: { $d3 } } }\nfunction f($r = $e1) >> T[$e2] { $e3 }\n\
                    $f1 = { $f2 => $f3 ? { $f4 => $f5 } }\n$g1.map |$s = $g2| { !$g3 + $g4[$g5] }\n\
                    file { $h1: mode => $h2, * => $h3 }\nFile { mode => $i1 }\nFile[$i2] { mode => $i3 }\n\
                    File <| tag == $j1 |> { mode => $j2 }\nFile[$k1] -> File[$k2]\n\"x ${l1} ${l2.f}\"\n\
                    type X = Enum[$m1]\n@(\"END\")\n  ${n1}\n  | END\n";
        let expected = [
            "a1", "a2", "b1", "b2", "b3", "b4", "c1", "c2", "c3", "c4", "d1", "d2", "d3", "e1", "e2", "e3", "f1", "f2",
            "f3", "f4", "f5", "g1", "g2", "g3", "g4", "g5", "h1", "h2", "h3", "i1", "i2", "i3", "j1", "j2", "k1", "k2",
            "l1", "l2", "m1", "n1",
        ];
        assert_eq!(variables(text, Mode::Manifest), expected);
        assert_eq!(variables("<%- | $p = $a | -%>x <%= $b %><% f($c) %>", Mode::Epp), ["a", "b", "c"]);
    }
}
