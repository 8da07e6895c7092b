//! The grammar of PQL, with chumsky.

use std::ops::Range;

use chumsky::error::{Rich, RichPattern};
use chumsky::extra;
use chumsky::prelude::*;
use serde_json::{Value as Json, json};

use super::PqlError;
use super::token::Token;

/// Entities that PQL has a name for.
const ENTITIES: [&str; 14] = [
    "facts",
    "reports",
    "catalogs",
    "packages",
    "package_inventory",
    "resources",
    "nodes",
    "environments",
    "factsets",
    "fact_paths",
    "fact_contents",
    "inventory",
    "edges",
    "events",
];

const FUNCTIONS: [&str; 6] = ["count", "avg", "sum", "min", "max", "to_string"];

/// Maximum nesting depth.
const DEPTH: usize = 100;

type Extra<'t> = extra::Err<Rich<'t, Token>>;

/// A rule of the grammar.
trait Rule<'t, T>: Parser<'t, &'t [Token], T, Extra<'t>> + Clone {}
impl<'t, T, P: Parser<'t, &'t [Token], T, Extra<'t>> + Clone> Rule<'t, T> for P {}

/// Returns a query as JSON arrays.
pub(super) fn parse(source: &str, tokens: &[(Token, Range<usize>)]) -> Result<Json, PqlError> {
    let list: Vec<Token> = tokens.iter().map(|(token, _)| token.clone()).collect();
    let position = |index: usize| tokens.get(index).map_or(source.len(), |(_, span)| span.start);
    if let Some(index) = too_deep(&list) {
        return Err(PqlError::at(source, position(index), &[format!("at most {DEPTH} levels of brackets")]));
    }
    query().then_ignore(end()).parse(&list).into_result().map_err(|errors| {
        let Some(error) = errors.first() else { return PqlError::at(source, source.len(), &[]) };
        let at = error.span().start;
        // What follows a complete query is wrong from the blanks before it on.
        let is_complete = error.expected().all(|pattern| matches!(pattern, RichPattern::EndOfInput));
        let previous = tokens.get(at.wrapping_sub(1)).filter(|_| is_complete);
        let mut expected: Vec<String> = error.expected().map(shown).collect();
        expected.sort_unstable();
        expected.dedup();
        PqlError::at(source, previous.map_or_else(|| position(at), |(_, span)| span.end), &expected)
    })
}

/// Returns the first bracket that is nested too deeply.
fn too_deep(tokens: &[Token]) -> Option<usize> {
    let mut depth = 0_usize;
    tokens.iter().position(|token| {
        match token {
            Token::LeftParenthesis | Token::LeftBracket | Token::LeftBrace | Token::Not => depth += 1,
            Token::RightParenthesis | Token::RightBracket | Token::RightBrace => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > DEPTH
    })
}

fn shown(pattern: &RichPattern<'_, Token>) -> String {
    match pattern {
        RichPattern::Label(text) => text.to_string(),
        RichPattern::EndOfInput => "the end".to_owned(),
        RichPattern::Token(token) => token.to_string(),
        _ => "another token".to_owned(),
    }
}

/// A word that is not used for anything else.
fn word<'t>(text: &'static str) -> impl Rule<'t, ()> {
    any().filter(move |token| matches!(token, Token::Word(word) if word == text)).ignored().labelled(text)
}

fn entity<'t>() -> impl Rule<'t, String> {
    select! { Token::Word(word) if ENTITIES.contains(&word.as_str()) => word }.labelled("an entity")
}

fn field<'t>() -> impl Rule<'t, Json> {
    let name = select! {
        Token::Word(word) => word.into(),
        Token::Dotted(name) => name.into(),
        Token::And => "and".into(),
        Token::Or => "or".into(),
        Token::In => "in".into(),
    };
    name.labelled("a field")
}

fn text<'t>() -> impl Rule<'t, Json> {
    select! { Token::Text(text) => Json::from(text) }.labelled("a text in quotes")
}

fn literal<'t>() -> impl Rule<'t, Json> {
    any()
        .filter(|token: &Token| token.literal().is_some())
        .map(|token| token.literal().unwrap_or_default())
        .labelled("a value")
}

/// A list in brackets with at least one item.
fn list<'t>(item: impl Rule<'t, Json>) -> impl Rule<'t, Vec<Json>> {
    item.separated_by(just(Token::Comma))
        .at_least(1)
        .collect()
        .delimited_by(just(Token::LeftBracket), just(Token::RightBracket))
}

fn operator<'t>(names: &'static [&'static str]) -> impl Rule<'t, String> {
    select! { Token::Operator(name) if names.contains(&name.as_str()) => name }.labelled("an operator")
}

/// A field, or a function of a field.
fn column<'t>() -> impl Rule<'t, Json> {
    let name = select! { Token::Word(word) if FUNCTIONS.contains(&word.as_str()) => word }.labelled("a function");
    let arguments = field().or(text()).then(just(Token::Comma).ignore_then(text()).repeated().collect::<Vec<Json>>());
    let arguments = arguments.or_not().delimited_by(just(Token::LeftParenthesis), just(Token::RightParenthesis));
    let call = name.then(arguments).map(|(name, arguments)| {
        let (first, rest) = arguments.unzip();
        ["function".into(), name.into()].into_iter().chain(first).chain(rest.into_iter().flatten()).collect()
    });
    call.or(field())
}

fn query<'t>() -> impl Rule<'t, Json> {
    recursive(|query| {
        let columns = column().separated_by(just(Token::Comma)).collect::<Vec<Json>>();
        let extract = columns.delimited_by(just(Token::LeftBracket), just(Token::RightBracket));
        let group = just(Token::GroupBy)
            .ignore_then(column().separated_by(just(Token::Comma)).at_least(1).collect::<Vec<Json>>())
            .map(|columns| ["group_by".into()].into_iter().chain(columns).collect::<Json>());
        let clauses =
            group.map(|group| (Some(group), Vec::new())).or(clause().repeated().collect().map(|list| (None, list)));
        let body = expression(query).or_not().then(clauses);
        let body = body.delimited_by(just(Token::LeftBrace), just(Token::RightBrace));
        entity().then(extract.or_not()).then(body).map(|((entity, columns), (condition, (group, clauses)))| {
            let inner: Vec<Json> = condition.into_iter().chain(group).collect();
            let inner = match columns {
                Some(columns) => {
                    vec![["extract".into(), columns.into()].into_iter().chain(inner).collect::<Json>()]
                }
                None => inner,
            };
            ["from".into(), entity.into()].into_iter().chain(inner).chain(clauses).collect::<Json>()
        })
    })
}

/// `limit`, `offset` or `order by`.
fn clause<'t>() -> impl Rule<'t, Json> {
    let number = select! { Token::Integer(number) => number }.labelled("a number");
    let limit = word("limit").ignore_then(number).map(|number| json!(["limit", number]));
    let offset = word("offset").ignore_then(number).map(|number| json!(["offset", number]));
    let way = select! { Token::Word(word) if word == "asc" || word == "desc" => word }.labelled("'asc' or 'desc'");
    let key = field().then(way.or_not()).map(|(field, way)| match way {
        Some(way) => json!([field, way]),
        None => field,
    });
    let order = just(Token::OrderBy)
        .ignore_then(key.separated_by(just(Token::Comma)).at_least(1).collect::<Vec<Json>>())
        .map(|keys| json!(["order_by", keys]));
    choice((limit, offset, order))
}

/// Conditions with `and`, `or` and `!`.
fn expression<'t>(query: impl Rule<'t, Json> + 't) -> impl Rule<'t, Json> {
    recursive(move |expression| {
        let group = expression.clone().delimited_by(just(Token::LeftParenthesis), just(Token::RightParenthesis));
        let subquery =
            entity().then(expression.or_not().delimited_by(just(Token::LeftBrace), just(Token::RightBrace))).map(
                |(entity, condition)| ["subquery".into(), entity.into()].into_iter().chain(condition).collect::<Json>(),
            );
        let atom = choice((group, subquery, condition(query)));
        let not = just(Token::Not)
            .repeated()
            .count()
            .then(atom)
            .map(|(count, inner)| (0..count).fold(inner, |inner, _| json!(["not", inner])));
        let joined = |name: &'static str| {
            move |parts: Vec<Json>| match <[Json; 1]>::try_from(parts) {
                Ok([only]) => only,
                Err(parts) => [Json::from(name)].into_iter().chain(parts).collect(),
            }
        };
        let and = not.separated_by(just(Token::And)).at_least(1).collect().map(joined("and"));
        and.separated_by(just(Token::Or)).at_least(1).collect().map(joined("or"))
    })
}

/// A comparison, `is null` or `in`.
fn condition<'t>(query: impl Rule<'t, Json>) -> impl Rule<'t, Json> {
    let array = list(literal()).map(Json::from);
    let value = literal().or(array);
    let compare = operator(&["=", "!="]).then(value);
    let matches = operator(&["~"]).then(text());
    let differs = operator(&["!~"]).then(literal());
    let is_boolean = |value: &Json| value.is_boolean();
    let ordered = operator(&[">=", "<=", "<", ">"]).then(
        any()
            .filter(move |token: &Token| token.literal().is_some_and(|value| !is_boolean(&value)))
            .map(|token| token.literal().unwrap_or_default())
            .labelled("a number or a text"),
    );
    let paths = operator(&["~>"]).then(list(text()).map(Json::from));
    let compared = choice((compare, matches, differs, ordered, paths));
    let is_null = select! { Token::IsNull => true, Token::IsNotNull => false }.labelled("'is null' or 'is not null'");
    let values = list(literal()).map(|values| json!(["array", values]));
    let is_in = just(Token::In).ignore_then(query.or(values));
    let list_in = list(column()).then(is_in.clone()).map(|(fields, source)| json!(["in", fields, source]));
    let field_in = field().then(is_in).map(|(field, source)| json!(["in", field, source]));
    let null = field().then(is_null).map(|(field, is_null)| json!(["null?", field, is_null]));
    let comparison = field().then(compared).map(|(field, (operator, value))| match operator.strip_prefix('!') {
        Some(operator) => json!(["not", [operator, field, value]]),
        None => json!([operator, field, value]),
    });
    choice((comparison, null, field_in, list_in))
}
