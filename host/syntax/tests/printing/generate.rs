//! Generator of code with every construct of the language, in more notations than the canonical one. All
//! generated code is syntactically valid, so it always has a tree.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::Union;

type Text = BoxedStrategy<String>;

/// Maximum nesting depth.
const DEPTH: u32 = 4;

/// A manifest.
pub(crate) fn manifest() -> impl Strategy<Value = String> {
    vec(statement(DEPTH), 0..5).prop_map(|all| all.join(";\n"))
}

/// A template.
pub(crate) fn template() -> impl Strategy<Value = String> {
    let head = prop_oneof![Just(String::new()), parameters().prop_map(|all| format!("<%- |{all}| -%>\n"))];
    let code = prop_oneof![
        // The first statement could be parsed as part of the preceding code.
        statement(2).prop_map(|code| format!("<% $v = 1; {code};\n -%>")),
        expression(2).prop_map(|value| format!("<%= {value}\n %>")),
        (expression(1), words()).prop_map(|(test, text)| format!("<% if {test} {{ %>{text}<% }} -%>\n")),
        words(),
        Just("<%# nothing %>".to_owned()),
    ];
    // Puppet drops the text of a template that ends with a comment; the final text prevents that.
    (head, vec(code, 0..6)).prop_map(|(head, code)| format!("{head}{}end", code.concat()))
}

fn words() -> Text {
    prop_oneof!["[ a-z$\\\\'\"{}\\n]{0,12}", Just("<%% %%>".to_owned()), Just(" \n".to_owned())].boxed()
}

fn one_of(choices: &'static [&'static str]) -> Text {
    proptest::sample::select(choices).prop_map(str::to_owned).boxed()
}

fn name() -> Text {
    one_of(&["a", "foo", "foo::bar", "::x", "service", "b2_c"])
}

fn type_name() -> Text {
    one_of(&["File", "Integer", "Foo::Bar", "Any", "::Optional"])
}

fn variable() -> Text {
    one_of(&["$x", "$foo::bar", "$::top", "$_private", "$1", "$facts"])
}

fn literal() -> Text {
    prop_oneof![
        4 => one_of(&["undef", "default", "true", "false", "0", "42", "0x1F", "017", "1.5", "2e10", "1.25e-7", "a-b"]),
        2 => "'[ -&(-~\\n]{0,8}'".prop_filter("an escaped closing quote", |text| !text.contains('\\')),
        2 => one_of(&[r"'it\'s'", r"'C:\dir\\'", r#""tab\t \u{1F600} \\ \$x""#, r#""a 'b' \"c\"""#, r"''", r#"'"'"#, r#""$ 5""#]),
        1 => one_of(&["/a+/", r"/\/etc\/(.*)/", "/[]\\/]/"]),
        3 => variable(),
        2 => name(),
        2 => type_name(),
    ]
    .boxed()
}

/// An operand, or operands with operators.
fn expression(depth: u32) -> Text {
    if depth == 0 {
        return literal();
    }
    let inner = || expression(depth - 1);
    let list = || vec(inner(), 0..4).prop_map(|all| all.join(", "));
    let value = || prop_oneof![inner(), inner().prop_map(|value| format!("({value})"))];
    let operand = prop_oneof![
        2 => list().prop_map(|all| format!("[{all}]")),
        1 => inner().prop_map(|one| format!("[ {one}, ]")),
        2 => pairs(depth - 1).prop_map(|all| format!("{{ {all} }}")),
        1 => (target(), vec(inner(), 1..3)).prop_map(|(target, keys)| format!("{target}[{}]", keys.join(","))),
        1 => (one_of(&["-", "!", "*", "- "]), inner()).prop_map(|(sign, value)| format!("{sign}({value})")),
        1 => selector(depth - 1),
        2 => call(depth - 1),
        2 => string(depth - 1),
        1 => heredoc(depth - 1),
        1 => inner().prop_map(|value| format!("({value})")),
        1 => (variable(), inner()).prop_map(|(name, value)| format!("({name} = {value})")),
        1 => condition(depth - 1).prop_map(|code| format!("({code})")),
    ];
    let operator = one_of(&[
        "+", "-", "*", " / ", "%", "<<", ">>", "==", "!=", "<", "<=", ">", ">=", " in ", "=~", "!~", " and ", " or ",
    ]);
    prop_oneof![
        2 => literal(),
        4 => operand,
        2 => (value(), operator, value()).prop_map(|(left, operator, right)| format!("({left}){operator} {right}")),
    ]
    .boxed()
}

/// Values that can be accessed.
fn target() -> Text {
    prop_oneof![variable(), type_name(), Just("[1, 2]".to_owned()), Just("f(1)".to_owned())].boxed()
}

fn pairs(depth: u32) -> Text {
    let key = prop_oneof![literal(), one_of(&["type", "function"])];
    let pair = (key, expression(depth)).prop_map(|(key, value)| format!("{key} => {value}"));
    vec(pair, 0..4).prop_map(|all| all.join(", ")).boxed()
}

fn selector(depth: u32) -> Text {
    let entry = (literal(), expression(depth)).prop_map(|(pattern, value)| format!("{pattern} => {value}"));
    prop_oneof![
        (variable(), vec(entry.clone(), 1..4)).prop_map(|(of, all)| format!("{of} ? {{ {}, }}", all.join(", "))),
        (variable(), entry).prop_map(|(of, one)| format!("({of} ? {one})")),
    ]
    .boxed()
}

fn call(depth: u32) -> Text {
    let argument =
        prop_oneof![4 => expression(depth), 1 => expression(depth).prop_map(|value| format!("k => {value}"))];
    let arguments = vec(argument, 0..3).prop_map(|all| all.join(", ")).boxed();
    let function =
        prop_oneof![3 => one_of(&["f", "foo::bar", "type", "Integer"]), 1 => Just("Array[Integer]".to_owned())];
    let lambda = || prop_oneof![2 => Just(String::new()), 1 => lambda(depth)];
    prop_oneof![
        (function, arguments.clone(), lambda()).prop_map(|(name, all, lambda)| format!("{name}({all}){lambda}")),
        (target(), arguments, lambda()).prop_map(|(of, all, lambda)| format!("{of}.foo({all}){lambda}.type")),
        (target(), lambda()).prop_map(|(of, lambda)| format!("{of}.each{lambda}")),
        Just("$x.length()(1)".to_owned()),
    ]
    .boxed()
}

fn lambda(depth: u32) -> Text {
    let returns = prop_oneof![3 => Just(""), 1 => Just(" >> Array[Any]")];
    (parameters(), returns, body(depth)).prop_map(|(all, returns, body)| format!(" |{all}|{returns} {body}")).boxed()
}

fn parameters() -> Text {
    let data_type = one_of(&["", "Integer ", "Optional[String] ", "Struct[{a => Integer}]"]);
    let default = one_of(&["", " = 1", " = { a => [1] }", " = $x + 1"]);
    let one = (data_type, default).prop_map(|(data_type, default)| (data_type, default));
    (vec(one, 0..3), any::<bool>())
        .prop_map(|(all, rest)| {
            let names = ["$a", "$b", "$c"];
            let mut all: Vec<String> = all
                .iter()
                .zip(names)
                .map(|((data_type, default), name)| format!("{data_type}{name}{default}"))
                .collect();
            if rest {
                all.push("*$rest".to_owned());
            }
            all.join(", ")
        })
        .boxed()
}

/// A string with something to interpolate.
fn string(depth: u32) -> Text {
    let piece = prop_oneof![
        2 => one_of(&["text", " ", "\\n", "\\$", "$x", "$foo::bar.", "${x}", "${1}", "${facts[a]}", "\n", "$", "'"]),
        1 => flat(depth).prop_map(|value| format!("${{{value}}}")),
    ];
    // A `$` directly before a word or a brace would start an interpolation.
    vec(piece, 0..4).prop_map(|all| format!("\"{}\"", all.join(" "))).boxed()
}

/// An expression without heredocs, which cannot be inside one.
fn flat(depth: u32) -> Text {
    let inner = if depth == 0 { literal() } else { string(depth - 1) };
    prop_oneof![
        (variable(), inner.clone()).prop_map(|(left, right)| format!("{left} + {right}")),
        inner.clone().prop_map(|value| format!("[{value}]")),
        inner.clone().prop_map(|value| format!("$x[{value}]")),
        inner.prop_map(|value| format!("f({value}) |$y| {{ $y }}")),
    ]
    .boxed()
}

fn heredoc(depth: u32) -> Text {
    let plain = one_of(&["", "line\n", "  a\n b\\n $x\n", "END\n", "it ends with END\n\n"]);
    let piece = prop_oneof![
        one_of(&["a\n", "  $x\n", "${x}", "$ \\ \n", "\\$x\n", "\"\n"]),
        flat(depth.min(1)).prop_map(|value| format!("${{{value}}}\n"))
    ];
    // A line break in a string may precede a line that equals the tag.
    let ends = |line: &str| line.trim_end().ends_with('X');
    let rich = vec(piece, 0..4)
        .prop_map(|all| all.concat())
        .prop_filter("a text that contains its end line", move |text| !text.lines().any(ends));
    let tag = one_of(&["", "/", "/t", "/$nt", ":foo", ":foo+bar/"]);
    let mark = || one_of(&["", "-", "| ", "  |- "]);
    prop_oneof![
        (plain, tag.clone(), mark()).prop_map(|(text, tag, mark)| format!("(@(X{tag})\n{text}{mark}X\n)")),
        (rich, tag, mark()).prop_map(|(text, tag, mark)| format!("(@(\"X\"{tag})\n{text}\n{mark}X\n)")),
    ]
    .boxed()
}

/// Statements in braces.
fn body(depth: u32) -> Text {
    if depth == 0 {
        return one_of(&["{ }", "{ $x }", "{ notice 'a', 1 }", "{ include foo; 1 }"]);
    }
    // Only at the end: as in Puppet, `return` without parentheses takes the following tokens as its argument,
    // even after a semicolon.
    let end = prop_oneof![9 => Just(None), 1 => Just(Some("return"))];
    (vec(statement(depth - 1), 0..3), end)
        .prop_map(|(all, end)| {
            let all: Vec<&str> = all.iter().map(String::as_str).chain(end).collect();
            format!("{{ {} }}", all.join(";\n"))
        })
        .boxed()
}

fn condition(depth: u32) -> Text {
    let test = || expression(depth.min(1));
    let block = move || body(depth);
    let option = (vec(expression(0), 1..3), block()).prop_map(|(all, body)| format!("{}: {body}", all.join(", ")));
    prop_oneof![
        (test(), block()).prop_map(|(test, body)| format!("if {test} {body}")),
        (test(), block(), test(), block(), block())
            .prop_map(|(one, a, two, b, c)| format!("if {one} {a} elsif {two} {b} else {c}")),
        (test(), block(), block()).prop_map(|(test, a, b)| format!("unless {test} {a} else {b}")),
        (test(), vec(option, 1..3)).prop_map(|(test, all)| format!("case {test} {{ {} }}", all.join(" "))),
    ]
    .boxed()
}

fn attributes(depth: u32) -> Text {
    let one = prop_oneof![
        4 => (one_of(&["mode", "ensure", "if", "class", "a_long_name"]), one_of(&["=>", "+>"]), expression(depth))
            .prop_map(|(name, arrow, value)| format!("{name} {arrow} {value}")),
        1 => expression(depth).prop_map(|value| format!("* => {value}")),
    ];
    (vec(one, 0..4), any::<bool>())
        .prop_map(|(all, comma)| all.join(", ") + if comma && !all.is_empty() { "," } else { "" })
        .boxed()
}

fn resource(depth: u32) -> Text {
    let title = one_of(&["'a'", "\"b ${x}\"", "['a', 'b']", "$x", "default"]);
    let body = (title, attributes(depth)).prop_map(|(title, all)| format!("{title}: {all}"));
    let bodies = vec(body, 1..3).prop_map(|all| all.join(";\n")).boxed();
    let of = one_of(&["file", "class", "foo::bar", "@file", "@@notify", "File", "@ Resource['file']"]);
    let query = one_of(&["", "a == 1", "tag == 'x' and (b != 2 or c == 3)"]);
    let reference = one_of(&["File['a']", "File['a', 'b']", "Foo::Bar[$x]"]);
    prop_oneof![
        3 => (of, bodies).prop_map(|(of, bodies)| format!("{of} {{ {bodies} }}")),
        1 => (type_name(), attributes(depth)).prop_map(|(of, all)| format!("{of} {{ {all} }}")),
        1 => (reference, attributes(depth)).prop_map(|(of, all)| format!("{of} {{ {all} }}")),
        1 => (query.clone(), attributes(depth)).prop_map(|(query, all)| format!("File <| {query} |> {{ {all} }}")),
        1 => query.prop_map(|query| format!("File <<| {query} |>>")),
    ]
    .boxed()
}

fn chain(depth: u32) -> Text {
    let link = || prop_oneof![resource(depth), one_of(&["File['a']", "Class[b]", "[File['c']]"])];
    let arrow = || one_of(&["->", "~>", "<-", "<~"]);
    (link(), arrow(), link(), arrow(), link())
        .prop_map(|(a, first, b, second, c)| format!("{a} {first} {b} {second} {c}"))
        .boxed()
}

fn definition(depth: u32) -> Text {
    let block = move || body(depth);
    let parent = one_of(&["", "inherits foo", "inherits ::foo::params"]);
    prop_oneof![
        (parameters(), parent, block()).prop_map(|(all, parent, body)| format!("class c1 ({all}) {parent} {body}")),
        block().prop_map(|body| format!("class outer {{ class inner::most {body} define d {{ }} }}")),
        (parameters(), block()).prop_map(|(all, body)| format!("define foo::d ({all}) {body}")),
        (parameters(), block()).prop_map(|(all, body)| format!("function foo::f({all}) >> Any {body}")),
        (one_of(&["'a', /b+/", "default", "a.example.com, 12.b", "'x',"]), block())
            .prop_map(|(of, body)| format!("node {of} {body}")),
        one_of(&[
            "type A = Integer[1, 10]",
            "type A::B = Variant[String, Array[A]]",
            "type C = { attributes => { a => Integer } }",
            "type D = Parent { attributes => {} }",
            "type Runtime[ruby, 'X::Y'] = [/^a/, 'b']",
        ]),
    ]
    .boxed()
}

fn statement(depth: u32) -> Text {
    let nested = depth.saturating_sub(1);
    // In Puppet, a name and the following hash form a resource without a title, even across a semicolon.
    let is_name = |text: &str| text.starts_with(|c: char| c.is_ascii_lowercase() || c == ':');
    let is_name =
        move |text: &str| is_name(text) && text.chars().all(|c| c.is_ascii_alphanumeric() || "_:-".contains(c));
    let choices = vec![
        (3, expression(depth).prop_filter("a bare name", move |text| !is_name(text)).boxed()),
        (3, resource(nested)),
        (2, condition(nested)),
        (1, chain(nested.min(1))),
        (1, definition(nested)),
        (2, (variable(), expression(nested)).prop_map(|(name, value)| format!("{name} = {value}")).boxed()),
        (1, expression(nested).prop_map(|value| format!("[$a, $b] = {value}")).boxed()),
        (
            1,
            one_of(&["include foo", "notice 'a', $x", "fail \"no ${x}\"", "include(foo)", "return()", "require ['a']"]),
        ),
    ];
    Union::new_weighted(choices).boxed()
}
