//! `regsubst`: replaces matches of a regular expression.

use datatype::{Captures, Regex};
use value::{EvalError, Hash, Value, check_text};

use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::pattern;

pub(super) const FUNCTION: Function = Function::new(
    "regsubst",
    "Replaces the first match of a regular expression in a string, or in each string of an array; all matches with the \
     flag `G`. If the expression is a string, these flags are supported too: `E` (ignore white space and comments in \
     the expression), `I` (ignore case) and `M` (the dot matches line ends). In the replacement, `\\0` is the match, \
     `\\1` to `\\9` are its groups and `\\k<name>` is a named group. If the replacement is a hash, it maps each match \
     to its replacement.",
    &[
        Overload::new(
            "Variant[Array[String],String] $target, String $pattern, Variant[String,Hash[String,String]] $replacement, \
             Optional[Pattern[/^[GEIM]*$/]] $flags?, Enum['N','E','S','U'] $encoding?",
            by_text,
        ),
        Overload::new(
            "Variant[Array[String],String] $target, Variant[Regexp,Type[Regexp]] $pattern, \
             Variant[String,Hash[String,String]] $replacement, Pattern[/^G?$/] $flags?",
            by_regex,
        ),
    ],
);

fn by_text(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let (source, flags) = (call.text(1), call.text(3));
    let options: String = [('E', 'x'), ('I', 'i'), ('M', 'm')]
        .into_iter()
        .filter_map(|(flag, option)| flags.contains(flag).then_some(option))
        .collect();
    let regex = pattern::of_text(call.evaluator, source)?;
    // The line end closes a comment at the end of the expression.
    let regex = match options.as_str() {
        "" => regex,
        options if options.contains('x') => pattern::of_text(call.evaluator, &format!("(?{options}:{source}\n)"))?,
        options => pattern::of_text(call.evaluator, &format!("(?{options}:{source})"))?,
    };
    of_target(call, &regex)
}

fn by_regex(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    // Puppet treats the text of a `Regexp` type's expression as literal text.
    let regex = match call.argument(1) {
        Value::Type(data_type) => {
            let source = pattern::of_type(data_type).map_or("", Regex::source);
            Regex::literal(source).map_err(pattern::fault)?
        }
        other => pattern::regex(call.evaluator, other)?,
    };
    of_target(call, &regex)
}

fn of_target(call: &FunctionCall<'_, '_>, regex: &Regex) -> Result<Value, EvalError> {
    let is_global = call.text(3).contains('G');
    let replaced = |text: &str| substituted(text, regex, call.argument(2), is_global).map(Value::from);
    match call.argument(0) {
        Value::Array(texts) => texts.iter().filter_map(Value::as_str).map(replaced).collect(),
        other => replaced(other.as_str().unwrap_or_default()),
    }
}

fn substituted(text: &str, regex: &Regex, replacement: &Value, is_global: bool) -> Result<String, EvalError> {
    let found = if is_global {
        regex.captures_all(text).map_err(pattern::fault)?
    } else {
        regex.captures_at(text, 0).map_err(pattern::fault)?.into_iter().collect()
    };
    let mut result = String::with_capacity(text.len());
    let mut end = 0;
    for captures in found {
        let (from, to) = captures.whole();
        result.push_str(&text[end..from]);
        match replacement {
            Value::Hash(replacements) => result.push_str(lookup(replacements, &text[from..to])),
            other => expand(other.as_str().unwrap_or_default(), text, regex, &captures, &mut result)?,
        }
        check_text(result.len())?;
        end = to;
    }
    result.push_str(&text[end..]);
    Ok(result)
}

fn lookup<'h>(replacements: &'h Hash, found: &str) -> &'h str {
    replacements.text(found).and_then(Value::as_str).unwrap_or_default()
}

/// Appends a replacement with its backslash references expanded.
fn expand(
    replacement: &str,
    text: &str,
    regex: &Regex,
    captures: &Captures,
    result: &mut String,
) -> Result<(), EvalError> {
    let (from, to) = captures.whole();
    let mut rest = replacement;
    while let Some(place) = rest.find('\\') {
        result.push_str(&rest[..place]);
        let mut letters = rest[place + 1..].chars();
        let letter = letters.next();
        rest = letters.as_str();
        match letter {
            Some('\\') | None => result.push('\\'),
            Some('&') => result.push_str(&text[from..to]),
            Some('`') => result.push_str(&text[..from]),
            Some('\'') => result.push_str(&text[to..]),
            Some('+') => {
                let last = (1..captures.len()).rev().find_map(|group| captures.text(group, text));
                result.push_str(last.unwrap_or_default());
            }
            Some(digit @ '0'..='9') => {
                let group = digit.to_digit(10).and_then(|group| captures.text(group as usize, text));
                result.push_str(group.unwrap_or_default());
            }
            Some('k') if rest.starts_with('<') && rest.contains('>') => {
                let (name, after) = rest[1..].split_once('>').unwrap_or((rest, ""));
                let names = regex.group_names();
                let group = names.iter().rposition(|candidate| *candidate == Some(name));
                let group = group.ok_or_else(|| EvalError::new(format!("undefined group name reference: {name}")))?;
                result.push_str(captures.text(group, text).unwrap_or_default());
                rest = after;
            }
            Some(other) => {
                result.push('\\');
                result.push(other);
            }
        }
    }
    result.push_str(rest);
    Ok(())
}
