//! Names of expressions and values in messages, with or without an article.

use syntax::ast::{BinaryOperator, Expression, ExpressionKind, UnaryOperator};
use value::Value;

/// Returns the name of an expression, such as `Function Call`.
pub(crate) fn expression_label(expression: &Expression) -> String {
    syntax::label::label(expression).into_owned()
}

/// Returns the name of an expression's class in Puppet, which appears in some of its messages.
pub(crate) fn model_class(expression: &Expression) -> String {
    let name = match &expression.kind {
        ExpressionKind::Undef => "LiteralUndef",
        ExpressionKind::Default => "LiteralDefault",
        ExpressionKind::Boolean(_) => "LiteralBoolean",
        ExpressionKind::Integer(_) => "LiteralInteger",
        ExpressionKind::Float(_) => "LiteralFloat",
        ExpressionKind::String(_) => "LiteralString",
        ExpressionKind::Interpolated(_) => "ConcatenatedString",
        ExpressionKind::Heredoc(_) => "HeredocExpression",
        ExpressionKind::Regex(_) => "LiteralRegularExpression",
        ExpressionKind::Array(_) => "LiteralList",
        ExpressionKind::Hash(_) => "LiteralHash",
        ExpressionKind::Name(_) => "QualifiedName",
        ExpressionKind::TypeName(_) => "QualifiedReference",
        ExpressionKind::Variable(_) => "VariableExpression",
        ExpressionKind::Access(_) => "AccessExpression",
        ExpressionKind::Unary(unary) => match unary.operator {
            UnaryOperator::Minus => "UnaryMinusExpression",
            UnaryOperator::Not => "NotExpression",
            UnaryOperator::Splat => "UnfoldExpression",
        },
        ExpressionKind::Binary(binary) => match binary.operator {
            BinaryOperator::And => "AndExpression",
            BinaryOperator::Or => "OrExpression",
            BinaryOperator::In => "InExpression",
            BinaryOperator::Match | BinaryOperator::NotMatch => "MatchExpression",
            BinaryOperator::Add
            | BinaryOperator::Subtract
            | BinaryOperator::Multiply
            | BinaryOperator::Divide
            | BinaryOperator::Modulo
            | BinaryOperator::LeftShift
            | BinaryOperator::RightShift => "ArithmeticExpression",
            _ => "ComparisonExpression",
        },
        ExpressionKind::Parenthesized(_) => "ParenthesizedExpression",
        ExpressionKind::Selector(_) => "SelectorExpression",
        ExpressionKind::If(_) => "IfExpression",
        ExpressionKind::Case(_) => "CaseExpression",
        ExpressionKind::Call(_) => "CallNamedFunctionExpression",
        ExpressionKind::MethodCall(_) => "CallMethodExpression",
        _ => "Expression",
    };
    format!("Puppet::Pops::Model::{name}")
}

/// Returns the name of a value's type, such as `Array`.
pub(crate) fn value_label(value: &Value) -> String {
    match value {
        Value::Undef => "Undef Value",
        Value::Default | Value::Iterator(_) | Value::Deferred(_) | Value::Object(_) | Value::Uri(_) => "Object",
        Value::Boolean(_) => "Boolean",
        Value::Integer(_) => "Integer",
        Value::Float(_) => "Float",
        Value::String(_) => "String",
        Value::Array(_) => "Array",
        Value::Hash(_) => "Hash",
        Value::Regexp(_) => "Regexp",
        Value::Type(data_type) => {
            let is_titled = matches!(&**data_type, datatype::Type::Resource(resource) if resource.title.is_some());
            let kind = if is_titled { " Resource-Reference" } else { "-Type" };
            return format!("{data_type}{kind}");
        }
        Value::Reference(_) => "Resource Statement",
        Value::Sensitive(_) => "Sensitive",
        Value::Binary(_) => "Binary",
        Value::Timestamp(_) => "Timestamp",
        Value::Timespan(_) => "Timespan",
        Value::SemVer(_) => "Semver",
        Value::SemVerRange(_) => "SemverRange",
        Value::Collector(_) => "Catalog-Collector",
    }
    .to_owned()
}

/// Prefixes a label with a capitalised article.
pub(crate) fn a_an_uc(label: &str) -> String {
    let text = syntax::label::with_article(label);
    let mut letters = text.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles_are_chosen_as_by_puppet() {
        assert_eq!(a_an_uc("Hash"), "A Hash");
        assert_eq!(a_an_uc("'if' statement"), "An 'if' statement");
    }
}
