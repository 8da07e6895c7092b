//! Variables and functions that a template refers to by literal names, found without rendering it.

use crate::syntax_tree::{
    AssignTarget, BlockArgument, BlockCode, BlockParameter, Call, Expr, ExprKind, HashItem, TextPart,
};

/// Something outside of the template that it refers to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TemplateReference {
    /// A variable: `@name`, `scope['name']`, `scope.lookupvar('name')`.
    Variable(String),
    /// A function: `scope.function_name([…])`, `scope.call_function('name', …)`.
    Function(String),
}

/// Returns the references of a program with their lines, in the order of the text.
pub(crate) fn references(program: &Expr) -> Vec<(TemplateReference, u32)> {
    let mut found = Vec::new();
    let mut open = vec![program];
    while let Some(expression) = open.pop() {
        found.extend(reference(&expression.kind).map(|reference| (reference, expression.line)));
        let start = open.len();
        push_children(&expression.kind, &mut open);
        open[start..].reverse();
    }
    found
}

fn reference(kind: &ExprKind) -> Option<TemplateReference> {
    let call = match kind {
        ExprKind::Instance(name) => return Some(TemplateReference::Variable(name.to_string())),
        ExprKind::Call(call) => call,
        _ => return None,
    };
    if !call.receiver.as_deref().is_some_and(is_scope) {
        return None;
    }
    if let Some(name) = call.name.strip_prefix("function_") {
        return Some(TemplateReference::Function(name.to_owned()));
    }
    let first = call.arguments.first().and_then(|argument| match &argument.kind {
        ExprKind::String(text) | ExprKind::Symbol(text) => Some(text.to_string()),
        _ => None,
    })?;
    match &*call.name {
        "call_function" => Some(TemplateReference::Function(first)),
        "lookupvar" | "[]" => Some(TemplateReference::Variable(first)),
        _ => None,
    }
}

fn is_scope(expression: &Expr) -> bool {
    matches!(&expression.kind, ExprKind::Call(Call { receiver: None, name, .. }) if &**name == "scope")
}

fn push_children<'e>(kind: &'e ExprKind, open: &mut Vec<&'e Expr>) {
    match kind {
        ExprKind::Interpolated(parts) | ExprKind::InterpolatedSymbol(parts) | ExprKind::Regexp(parts, _) => {
            open.extend(parts.iter().filter_map(|part| match part {
                TextPart::Text(_) => None,
                TextPart::Code(code) => Some(code),
            }));
        }
        ExprKind::Array(elements) | ExprKind::Yield(elements) | ExprKind::Sequence(elements) => open.extend(elements),
        ExprKind::Hash(items) => items.iter().for_each(|item| match item {
            HashItem::Pair(key, value) => open.extend([key, value]),
            HashItem::Splat(value) => open.push(value),
        }),
        ExprKind::Range(from, to, _) => open.extend(from.iter().chain(to).map(|end| &**end)),
        ExprKind::Splat(inner) | ExprKind::Not(inner) | ExprKind::Defined(inner) => open.push(inner),
        ExprKind::Assign(target, value) | ExprKind::Update(target, _, value) => {
            push_target(target, open);
            open.push(value);
        }
        ExprKind::AssignMany(targets, value) => {
            targets.iter().for_each(|target| push_target(target, open));
            open.push(value);
        }
        ExprKind::And(left, right) | ExprKind::Or(left, right) => open.extend([&**left, &**right]),
        ExprKind::Call(call) => push_call(call, open),
        ExprKind::Lambda(block) | ExprKind::Define(_, block) => push_block(block, open),
        ExprKind::Return(value) | ExprKind::Break(value) | ExprKind::Next(value) => {
            open.extend(value.iter().map(|value| &**value));
        }
        _ => push_branches(kind, open),
    }
}

/// Pushes the children of conditions and loops.
fn push_branches<'e>(kind: &'e ExprKind, open: &mut Vec<&'e Expr>) {
    match kind {
        ExprKind::If(test, body, otherwise) => open.extend([&**test, &**body, &**otherwise]),
        ExprKind::Case(test, branches, otherwise) => {
            open.extend(test.iter().map(|test| &**test));
            for branch in branches {
                open.extend(&branch.values);
                open.push(&branch.body);
            }
            open.push(otherwise);
        }
        ExprKind::While(repeated) => open.extend([&*repeated.condition, &*repeated.body]),
        ExprKind::For(targets, list, body) => {
            targets.iter().for_each(|target| push_target(target, open));
            open.extend([&**list, &**body]);
        }
        ExprKind::Begin(begin) => {
            open.push(&begin.body);
            for rescue in &begin.rescues {
                open.extend(&rescue.classes);
                open.push(&rescue.body);
            }
            open.extend(begin.otherwise.iter().chain(&begin.ensure).map(|part| &**part));
        }
        _ => {}
    }
}

fn push_call<'e>(call: &'e Call, open: &mut Vec<&'e Expr>) {
    open.extend(call.receiver.iter().map(|receiver| &**receiver));
    open.extend(&call.arguments);
    match &call.block {
        Some(BlockArgument::Block(block)) => push_block(block, open),
        Some(BlockArgument::Value(value)) => open.push(value),
        None => {}
    }
}

fn push_block<'e>(block: &'e BlockCode, open: &mut Vec<&'e Expr>) {
    open.extend(block.parameters.iter().filter_map(|parameter| match parameter {
        BlockParameter::Optional(_, value) => Some(value),
        BlockParameter::Required(_) | BlockParameter::Rest(_) | BlockParameter::Block(_) => None,
    }));
    open.push(&block.body);
}

fn push_target<'e>(target: &'e AssignTarget, open: &mut Vec<&'e Expr>) {
    match target {
        AssignTarget::Element(owner, keys) => {
            open.push(owner);
            open.extend(keys);
        }
        AssignTarget::Splat(inner) => push_target(inner, open),
        AssignTarget::Many(targets) => targets.iter().for_each(|target| push_target(target, open)),
        AssignTarget::Local(_) | AssignTarget::Instance(_) | AssignTarget::Nothing => {}
    }
}

#[cfg(test)]
mod tests {
    use super::TemplateReference::{Function, Variable};
    use crate::Template;

    #[test]
    fn references_of_a_template_are_found_with_their_lines() {
        let text = "<%= @role %>\n<% if scope['::a::b'] -%>\n<%= scope.function_up([@x]) %>\n<% end -%>\n\
                    <% [1].each do |n| %><%= scope.call_function('acme::low', n) %><% end %>\n\
                    <%= \"#{scope.lookupvar('z')}\" %><%= @local = 1 %>\n<%= other['y'] %>\n";
        let found = Template::parse(text).unwrap().references();
        let expected = [
            (Variable("role".into()), 1),
            (Variable("::a::b".into()), 2),
            (Function("up".into()), 3),
            (Variable("x".into()), 3),
            (Function("acme::low".into()), 5),
            (Variable("z".into()), 6),
        ];
        assert_eq!(found, expected);
    }
}
