//! Explanations of calls that match no signature of a function.

use std::sync::Arc;

use super::describe::{describe, is_count, merge};
use super::message::{Mismatch, PathStep, ReasonKind};
use crate::signature::{FunctionSignature, SignatureBlock};
use crate::subject::Subject;
use crate::types::{CallableType, Size, Type};

/// Describes why a call matches none of a function's signatures. The function `lambda` is described as a block.
pub fn describe_call<V: Subject>(
    function: &str,
    signatures: &[&FunctionSignature],
    arguments: &[V],
    block: Option<&CallableType>,
) -> String {
    let types: Vec<Type> = arguments.iter().map(Type::infer_set).collect();
    let block = block.map(|block| Type::Callable(Arc::new(block.clone())));
    let mut found: Vec<Vec<Mismatch>> = signatures
        .iter()
        .enumerate()
        .map(|(index, signature)| arguments_of(signature, &types, &[PathStep::Signature(index)]))
        .collect();
    if found.iter().any(Vec::is_empty) {
        let blocks: Vec<Vec<Mismatch>> = signatures
            .iter()
            .enumerate()
            .map(|(index, signature)| block_of(signature.block.as_ref(), block.as_ref(), &[PathStep::Signature(index)]))
            .collect();
        if blocks.iter().all(|reasons| !reasons.is_empty()) {
            found = blocks;
        } else {
            for (reasons, of_block) in found.iter_mut().zip(blocks) {
                if reasons.is_empty() {
                    *reasons = of_block;
                }
            }
        }
    }
    let label = if function == "lambda" { "block".to_owned() } else { format!("'{function}'") };
    if let [only] = merge(0, is_count, &found).as_slice() {
        return format!("{label}{only}");
    }
    let mut lines = Vec::new();
    let reasons = |reasons: &[Mismatch], indent: &str| -> Vec<String> {
        reasons.iter().map(|reason| format!("{indent}rejected:{}", reason.without_step(0))).collect()
    };
    match signatures {
        [only] => {
            lines.push(format!("{label} expects ({})", signature_text(only)));
            lines.extend(found.first().map(|found| reasons(found, "  ")).unwrap_or_default());
        }
        _ => {
            lines
                .push(format!("The function {label} was called with arguments it does not accept. It expects one of:"));
            for (signature, found) in signatures.iter().zip(&found) {
                lines.push(format!("  ({})", signature_text(signature)));
                lines.extend(reasons(found, "    "));
            }
        }
    }
    lines.join("\n")
}

/// Returns the first mismatching argument, or the mismatch in the number of arguments.
fn arguments_of(signature: &FunctionSignature, types: &[Type], path: &[PathStep]) -> Vec<Mismatch> {
    let actual = Size::exactly(types.len());
    if !signature.size().covers(actual) {
        return vec![Mismatch::new(path, ReasonKind::Count { expected: signature.size(), actual })];
    }
    for (index, actual) in types.iter().enumerate() {
        let Some(parameter) = signature.parameter_at(index) else { continue };
        if parameter.data_type.is_assignable(actual) {
            continue;
        }
        let mut at = path.to_vec();
        at.push(PathStep::Parameter(parameter.name.to_string()));
        let found = describe(&parameter.data_type, actual, &at);
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

fn block_of(expected: Option<&SignatureBlock>, actual: Option<&Type>, path: &[PathStep]) -> Vec<Mismatch> {
    match (expected, actual) {
        (None, Some(_)) => vec![Mismatch::new(path, ReasonKind::UnexpectedBlock)],
        (Some(expected), Some(actual)) => {
            let mut at = path.to_vec();
            at.push(PathStep::Block);
            describe(&expected.data_type, actual, &at)
        }
        (Some(expected), None) if !expected.data_type.is_assignable(&Type::Undef) => {
            vec![Mismatch::new(path, ReasonKind::MissingBlock)]
        }
        (_, None) => Vec::new(),
    }
}

/// `Integer count, String text?, Callable[1, 1] block`
fn signature_text(signature: &FunctionSignature) -> String {
    if signature.max == Some(0) {
        return String::new();
    }
    let count = signature.parameters.len();
    let mut texts: Vec<String> = signature
        .parameters
        .iter()
        .enumerate()
        .map(|(index, parameter)| {
            let is_repeated = signature.max.is_none() && index + 1 == count;
            let is_optional = index >= signature.min;
            let mark = match (is_repeated, is_optional) {
                (true, _) => {
                    if signature.min == count {
                        "+"
                    } else {
                        "*"
                    }
                }
                (false, true) => "?",
                (false, false) => "",
            };
            let data_type = match &parameter.data_type {
                Type::Optional(Some(inner)) if is_optional && !is_repeated => (**inner).clone(),
                other => other.clone(),
            };
            format!("{data_type} {}{mark}", parameter.name)
        })
        .collect();
    if let Some(block) = &signature.block {
        match &block.data_type {
            Type::Optional(Some(inner)) => texts.push(format!("{inner} {}?", block.name)),
            Type::Callable(_) => texts.push(format!("{} {}", block.data_type, block.name)),
            _ => {}
        }
    }
    texts.join(", ")
}
