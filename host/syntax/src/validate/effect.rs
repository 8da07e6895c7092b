//! Detection of statements without effect, whose value is discarded.

use crate::ast::{Block, Expression, ExpressionKind};
use crate::parser::on_enough_stack;

/// Returns whether evaluating an expression has no effect, as far as can be determined statically.
pub(super) fn has_no_effect(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Undef
        | ExpressionKind::Default
        | ExpressionKind::Boolean(_)
        | ExpressionKind::Integer(_)
        | ExpressionKind::Float(_)
        | ExpressionKind::String(_)
        | ExpressionKind::Interpolated(_)
        | ExpressionKind::Heredoc(_)
        | ExpressionKind::Regex(_)
        | ExpressionKind::Array(_)
        | ExpressionKind::Hash(_)
        | ExpressionKind::Name(_)
        | ExpressionKind::TypeName(_)
        | ExpressionKind::Variable(_)
        | ExpressionKind::Reserved(_)
        | ExpressionKind::Access(_)
        | ExpressionKind::Unary(_)
        | ExpressionKind::Selector(_) => true,
        // A match sets the numeric variables.
        ExpressionKind::Binary(binary) => !binary.operator.is_match(),
        ExpressionKind::Parenthesized(_)
        | ExpressionKind::Block(_)
        | ExpressionKind::If(_)
        | ExpressionKind::Unless(_)
        | ExpressionKind::Case(_) => on_enough_stack(|| contents_have_no_effect(expression)),
        ExpressionKind::Assignment(_)
        | ExpressionKind::Call(_)
        | ExpressionKind::MethodCall(_)
        | ExpressionKind::Resource(_)
        | ExpressionKind::ResourceDefaults(_)
        | ExpressionKind::ResourceOverride(_)
        | ExpressionKind::Collector(_)
        | ExpressionKind::Relationship(_)
        | ExpressionKind::Class(_)
        | ExpressionKind::Define(_)
        | ExpressionKind::Node(_)
        | ExpressionKind::Function(_)
        | ExpressionKind::TypeAlias(_)
        | ExpressionKind::TypeMapping(_)
        | ExpressionKind::TypeDefinition(_)
        | ExpressionKind::RenderText(_)
        | ExpressionKind::RenderExpression(_) => false,
    }
}

fn contents_have_no_effect(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Parenthesized(inner) => has_no_effect(inner),
        ExpressionKind::Block(block) => block_has_no_effect(block),
        ExpressionKind::If(condition) => {
            let clauses = &condition.clauses;
            clauses.iter().all(|clause| has_no_effect(&clause.test) && block_has_no_effect(&clause.body))
                && condition.otherwise.as_ref().is_none_or(block_has_no_effect)
        }
        ExpressionKind::Unless(condition) => {
            has_no_effect(&condition.test)
                && block_has_no_effect(&condition.body)
                && condition.otherwise.as_ref().is_none_or(block_has_no_effect)
        }
        ExpressionKind::Case(case) => {
            has_no_effect(&case.test)
                && case
                    .options
                    .iter()
                    .all(|option| option.values.iter().all(has_no_effect) && block_has_no_effect(&option.body))
        }
        _ => false,
    }
}

fn block_has_no_effect(block: &Block) -> bool {
    block.statements.iter().all(has_no_effect)
}
