//! Parsing of terms within attributes: texts, lists, values, conditions.

use marotte_contract::schema::{Condition, Provided, Test};
use proc_macro2::Span;
use serde_json::Value;
use syn::meta::ParseNestedMeta;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{Error, Expr, ExprCall, Ident, Lit, Result, Token, UnOp};

/// Parses `(a, b)` after a name.
pub(super) fn list(meta: &ParseNestedMeta<'_>) -> Result<Vec<Expr>> {
    let content;
    syn::parenthesized!(content in meta.input);
    Ok(Punctuated::<Expr, Token![,]>::parse_terminated(&content)?.into_iter().collect())
}

/// Returns the names in a list: `(a, b)`.
pub(super) fn names(list: &[Expr]) -> Result<Vec<String>> {
    let name = |expression: &Expr| match expression {
        Expr::Path(path) => Ok(path.path.require_ident()?.to_string()),
        other => Err(Error::new_spanned(other, "expected a name")),
    };
    list.iter().map(name).collect()
}

/// Parses `(a = x, b = y)` after a name.
pub(super) fn assignments(meta: &ParseNestedMeta<'_>) -> Result<Vec<(Ident, Expr)>> {
    let pair = |expression: Expr| match expression {
        Expr::Assign(assign) => match *assign.left {
            Expr::Path(path) => Ok((path.path.require_ident()?.clone(), *assign.right)),
            other => Err(Error::new_spanned(other, "expected a name")),
        },
        other => Err(Error::new_spanned(other, "expected `name = value`")),
    };
    list(meta)?.into_iter().map(pair).collect()
}

/// Parses a string literal.
pub(super) fn text(expression: &Expr) -> Result<String> {
    match expression {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Str(text) => Ok(text.value()),
            other => Err(Error::new_spanned(other, "expected a string literal")),
        },
        // Output of another macro is wrapped in an invisible group.
        Expr::Group(group) => text(&group.expr),
        other => Err(Error::new_spanned(other, "expected a string literal")),
    }
}

/// Parses string literals.
pub(super) fn texts(expressions: &[Expr]) -> Result<Vec<String>> {
    expressions.iter().map(text).collect()
}

/// Parses a value: a literal, a negative number, or a list of values.
pub(super) fn json(expression: &Expr) -> Result<Value> {
    match expression {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Str(text) => Ok(text.value().into()),
            Lit::Bool(boolean) => Ok(boolean.value.into()),
            Lit::Int(number) => Ok(number.base10_parse::<i64>()?.into()),
            Lit::Float(number) => Ok(number.base10_parse::<f64>()?.into()),
            other => Err(Error::new_spanned(other, "expected a string, a number or a Boolean")),
        },
        Expr::Array(array) => array.elems.iter().map(json).collect(),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => match json(&unary.expr)? {
            Value::Number(number) if number.is_i64() => Ok((-number.as_i64().unwrap_or_default()).into()),
            Value::Number(number) => Ok((-number.as_f64().unwrap_or_default()).into()),
            _ => Err(Error::new_spanned(unary, "expected a number")),
        },
        other => Err(Error::new_spanned(other, "expected a literal or a list of literals")),
    }
}

/// Parses conditions.
pub(super) fn conditions(expressions: &[Expr]) -> Result<Vec<Condition>> {
    expressions.iter().map(condition).collect()
}

/// Parses features of a provider: `"name"`, or `name(condition, ..)`.
pub(super) fn provided(expressions: &[Expr]) -> Result<Vec<Provided>> {
    let read = |expression: &Expr| match expression {
        Expr::Call(call) => {
            let args: Vec<Expr> = call.args.iter().cloned().collect();
            Ok(Provided { feature: called(call)?.to_string(), when: conditions(&args)? })
        }
        other => Ok(Provided { feature: text(other)?, when: Vec::new() }),
    };
    expressions.iter().map(read).collect()
}

/// Returns the names of the features of a provider with their places.
pub(super) fn feature_names(expressions: &[Expr]) -> Vec<(String, Span)> {
    let name = |expression: &Expr| match expression {
        Expr::Call(call) => called(call).map(ToString::to_string),
        other => text(other),
    };
    expressions.iter().filter_map(|expression| Some((name(expression).ok()?, expression.span()))).collect()
}

/// Returns the names of the commands in conditions with their places, including conditions of features.
pub(super) fn command_names(expressions: &[Expr]) -> Vec<(String, Span)> {
    let calls = expressions.iter().filter_map(|expression| match expression {
        Expr::Call(call) => Some(call),
        _ => None,
    });
    let of = |call: &ExprCall| {
        let arguments: Vec<Expr> = call.args.iter().cloned().collect();
        match (called(call).is_ok_and(|name| name == "command"), arguments.as_slice()) {
            (true, [name]) => text(name).map(|text| (text, name.span())).into_iter().collect(),
            (_, arguments) => command_names(arguments),
        }
    };
    calls.flat_map(of).collect()
}

fn called(call: &ExprCall) -> Result<&Ident> {
    match &*call.func {
        Expr::Path(path) => path.path.require_ident(),
        other => Err(Error::new_spanned(other, "expected a name")),
    }
}

fn condition(expression: &Expr) -> Result<Condition> {
    const KNOWN: &str =
        "fact(\"path\", \"value\", ..), command(\"name\"), path(\"/x\"), contains(\"/x\", \"text\") or not(..)";
    let Expr::Call(call) = expression else { return Err(Error::new_spanned(expression, KNOWN)) };
    let name = called(call)?;
    if name == "not" {
        let [inner] = call.args.iter().collect::<Vec<_>>()[..] else { return Err(Error::new_spanned(call, KNOWN)) };
        let inner = condition(inner)?;
        return Ok(Condition { holds: !inner.holds, ..inner });
    }
    let arguments = call.args.iter().map(text).collect::<Result<Vec<_>>>()?;
    let test = match (name.to_string().as_str(), arguments.as_slice()) {
        ("fact", [path, values @ ..]) if !values.is_empty() => Test::Fact(path.clone(), values.to_vec()),
        ("command", [name]) => Test::Command(name.clone()),
        ("path", [path]) => Test::Path(path.clone()),
        ("contains", [path, part]) => Test::Contains(path.clone(), part.clone()),
        _ => return Err(Error::new_spanned(call, KNOWN)),
    };
    Ok(Condition { test, holds: true })
}
