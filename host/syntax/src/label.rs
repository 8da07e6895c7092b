//! Puppet's names of the kinds of expression, as used in its messages: `Function Call`, `'if' statement`.

use std::borrow::Cow;

use crate::ast::{Expression, ExpressionKind, UnaryOperator};

/// Returns the label of an expression, without an article.
pub fn label(expression: &Expression) -> Cow<'static, str> {
    Cow::Borrowed(match &expression.kind {
        ExpressionKind::Undef => "'undef' expression",
        ExpressionKind::Default => "'default' expression",
        ExpressionKind::Boolean(_) => "Boolean",
        ExpressionKind::Integer(_) => "Literal Integer",
        ExpressionKind::Float(_) => "Literal Float",
        ExpressionKind::String(_) => "String",
        ExpressionKind::Interpolated(_) => "Double Quoted String",
        ExpressionKind::Heredoc(heredoc) => return Cow::Owned(format!("'@({})' expression", heredoc.syntax)),
        ExpressionKind::Regex(_) => "Regular Expression",
        ExpressionKind::Array(_) => "Array Expression",
        ExpressionKind::Hash(_) => "Hash Expression",
        ExpressionKind::Name(_) => "Name",
        ExpressionKind::TypeName(_) => "Type-Name",
        ExpressionKind::Variable(_) => "Variable",
        ExpressionKind::Reserved(word) => return Cow::Owned(format!("Reserved Word '{word}'")),
        ExpressionKind::Access(_) => "'[]' expression",
        ExpressionKind::Unary(unary) => match unary.operator {
            UnaryOperator::Minus => "Unary Minus",
            UnaryOperator::Not => "'not' expression",
            UnaryOperator::Splat => "Unfold",
        },
        ExpressionKind::Binary(binary) => return quoted(binary.operator.symbol()),
        ExpressionKind::Assignment(assignment) => return quoted(assignment.operator.symbol()),
        ExpressionKind::Relationship(chain) => {
            return chain.links.last().map_or(Cow::Borrowed("'->' expression"), |link| quoted(link.operator.symbol()));
        }
        ExpressionKind::Parenthesized(_) => "Parenthesized Expression",
        ExpressionKind::Selector(_) => "Selector Expression",
        ExpressionKind::If(_) => "'if' statement",
        ExpressionKind::Unless(_) => "'unless' Statement",
        ExpressionKind::Case(_) => "'case' statement",
        ExpressionKind::Call(_) => "Function Call",
        ExpressionKind::MethodCall(_) => "Method call",
        ExpressionKind::Block(_) => "Block Expression",
        ExpressionKind::Resource(_) => "Resource Statement",
        ExpressionKind::ResourceDefaults(_) => "Resource Defaults Expression",
        ExpressionKind::ResourceOverride(_) => "Resource Override",
        ExpressionKind::Collector(collector) if collector.exported => "Exported Query",
        ExpressionKind::Collector(_) => "Virtual Query",
        ExpressionKind::Class(_) => "Host Class Definition",
        ExpressionKind::Define(_) => "'define' expression",
        ExpressionKind::Node(_) => "Node Definition",
        ExpressionKind::Function(_) => "Function Definition",
        ExpressionKind::TypeAlias(_) => "Type Alias",
        ExpressionKind::TypeMapping(_) => "Type Mapping",
        ExpressionKind::TypeDefinition(_) => "Type Definition",
        ExpressionKind::RenderText(_) => "Epp Text",
        ExpressionKind::RenderExpression(_) => "Epp Interpolated Expression",
    })
}

fn quoted(operator: &str) -> Cow<'static, str> {
    Cow::Owned(format!("'{operator}' expression"))
}

/// Returns the label of an expression with its indefinite article: `a Function Call`, `an Array Expression`.
pub fn a_an(expression: &Expression) -> String {
    with_article(&label(expression))
}

/// Returns the label of an expression with its indefinite article for the start of a sentence.
pub fn a_an_capitalized(expression: &Expression) -> String {
    capitalize(&a_an(expression))
}

/// Prefixes a text with `a` or `an`. Puppet decides by the first letter, ignoring quotes, and counts `y` as a
/// vowel.
pub fn with_article(text: &str) -> String {
    let mut letters = text.chars();
    let mut first = letters.next();
    if matches!(first, Some('\'' | '"')) {
        first = letters.next();
    }
    let vowel = first.is_some_and(|letter| "aeiouy".contains(letter.to_ascii_lowercase()));
    format!("{} {text}", if vowel { "an" } else { "a" })
}

fn capitalize(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::with_article;

    #[test]
    fn article_depends_on_the_first_letter() {
        assert_eq!(with_article("Function Call"), "a Function Call");
        assert_eq!(with_article("Array Expression"), "an Array Expression");
        assert_eq!(with_article("'if' statement"), "an 'if' statement");
        assert_eq!(with_article("'[]' expression"), "a '[]' expression");
    }
}
