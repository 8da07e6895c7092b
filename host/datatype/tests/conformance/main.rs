//! Comparison with the results of Puppet, recorded in this directory by `tests/recorders/datatype.rb`.

#![expect(clippy::unwrap_used, reason = "tests")]

mod sample;

use datatype::mismatch::{self, Parameter};
use datatype::{
    FunctionSignature, Literal, Regex, SemVer, SemVerRange, SignatureBlock, SignatureParameter, Subject, SubjectView,
    Type, Uri,
};
use sample::{Sample, World};
use syntax::ast::{ExpressionKind, Mode};

/// The lines of a record, as an input and its results.
fn lines(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| line.split('\t').collect())
}

fn unescape(text: &str) -> String {
    text.replace("\\\\", "\u{0}").replace("\\n", "\n").replace("\\t", "\t").replace('\u{0}', "\\")
}

/// Removes the prefixes of Puppet's messages that this crate does not produce.
fn bare(text: &str) -> String {
    let mut rest = text;
    for lead in [
        "! ",
        "Evaluation Error: ",
        "Error while evaluating a '[]' expression, ",
        "Error while evaluating a Function Call, ",
    ] {
        rest = rest.strip_prefix(lead).unwrap_or(rest);
    }
    rest.to_owned()
}

/// Inputs whose result intentionally differs from Puppet's, with the reason.
const INTENDED: &[(&str, &str)] = &[
    (
        "Tree <- Variant[Tree, String]",
        "Puppet treats anything after an alias that occurs twice as assignable, unlike is_instance",
    ),
    ("String(Timestamp('12:30', '%H:%M'))", "Puppet's result is an artifact of its implementation"),
    ("String(Timestamp('1614834367', '%s'))", "Puppet's result is an artifact of its implementation"),
    ("String(Timestamp('2021-03-04', default, '+01:00'))", "the compiler implements this constructor"),
];

/// Collects all differences before failing.
#[derive(Default)]
struct Differences {
    checked: usize,
    found: Vec<String>,
}

impl Differences {
    fn check(&mut self, input: &str, expected: &str, actual: &str) {
        self.checked += 1;
        if INTENDED.iter().any(|(intended, _)| *intended == input) {
            assert_ne!(expected, actual, "{input} no longer differs");
            return;
        }
        if expected != "x" && expected != actual {
            self.found.push(format!("{input}\n  puppet: {expected}\n  here:   {actual}"));
        }
    }

    fn assert_none(&self, minimum: usize) {
        assert!(self.found.is_empty(), "{} of {}:\n{}", self.found.len(), self.checked, self.found.join("\n"));
        assert!(self.checked >= minimum, "only {} inputs were checked", self.checked);
    }
}

#[test]
fn type_access_matches_puppet() {
    let (mut world, mut differences) = (World::new(), Differences::default());
    for line in lines(include_str!("access.tsv")) {
        // Skips a string, which is not a type.
        if line[0].starts_with("file[") {
            continue;
        }
        let actual = world.evaluate(line[0]).map_or_else(|message| message, |value| value.text());
        differences.check(line[0], &bare(&unescape(line[1])), &actual);
    }
    differences.assert_none(300);
}

#[test]
fn type_parsing_matches_puppet() {
    let (mut world, mut differences) = (World::new(), Differences::default());
    for line in lines(include_str!("parse.tsv")) {
        if line[1].starts_with("! comparison of") {
            continue;
        }
        let actual = Type::parse(line[0], &mut world).map_or_else(|issue| issue.message, |found| found.to_string());
        differences.check(line[0], &bare(&unescape(line[1])), &actual);
    }
    differences.assert_none(120);
}

#[test]
fn type_conversions_match_puppet() {
    let (mut world, mut differences) = (World::new(), Differences::default());
    for line in lines(include_str!("forms.tsv")) {
        let data_type = world.data_type(line[0]);
        let iterated = data_type.iterable_type().map_or("-".to_owned(), |found| found.to_string());
        let forms = [
            data_type.generalize().to_string(),
            data_type.normalize().to_string(),
            data_type.to_alias_expanded_string(),
            iterated,
        ];
        for (expected, actual) in line[1..].iter().zip(forms) {
            differences.check(line[0], &unescape(expected), &actual);
        }
    }
    differences.assert_none(350);
}

#[test]
fn assignability_matches_puppet() {
    let (mut world, mut differences) = (World::new(), Differences::default());
    let lines: Vec<_> = lines(include_str!("lattice.tsv")).collect();
    let types: Vec<Type> = lines.iter().map(|line| world.data_type(line[0])).collect();
    for (line, wide) in lines.iter().zip(&types) {
        for (digit, (narrow, other)) in line[1].chars().zip(types.iter().zip(&lines)) {
            let expected = match digit {
                'x' => "x",
                '0' => "no",
                '1' => "yes",
                _ => "equal",
            };
            let actual = match (wide.is_assignable(narrow), wide == narrow) {
                (false, _) => "no",
                (true, false) => "yes",
                (true, true) => "equal",
            };
            differences.check(&format!("{} <- {}", line[0], other[0]), expected, actual);
        }
    }
    differences.assert_none(20_000);
}

#[test]
fn instance_checks_match_puppet() {
    let (mut world, mut differences) = (World::new(), Differences::default());
    let values: Vec<_> = lines(include_str!("values.tsv")).map(|line| (line[0], world.value(line[0]))).collect();
    for line in lines(include_str!("instances.tsv")) {
        let data_type = world.data_type(line[0]);
        for (digit, (text, value)) in line[1].chars().zip(&values) {
            let actual = if data_type.is_instance(value) { "1" } else { "0" };
            differences.check(&format!("{text} =~ {}", line[0]), &digit.to_string(), actual);
        }
    }
    differences.assert_none(14_000);
}

#[test]
fn inference_matches_puppet() {
    let (mut world, mut differences) = (World::new(), Differences::default());
    for line in lines(include_str!("values.tsv")) {
        let value = world.value(line[0]);
        differences.check(line[0], &unescape(line[1]), &Type::infer(&value).to_string());
        differences.check(line[0], &unescape(line[2]), &Type::infer_set(&value).to_string());
    }
    differences.assert_none(190);
}

#[test]
fn common_types_match_puppet() {
    let (mut world, mut differences) = (World::new(), Differences::default());
    for line in lines(include_str!("common.tsv")) {
        let (left, right) = (Type::infer(&world.value(line[0])), Type::infer(&world.value(line[1])));
        differences.check(&line[..2].join(" and "), &unescape(line[2]), &Type::common(&left, &right).to_string());
    }
    differences.assert_none(50);
}

#[test]
fn mismatch_messages_match_puppet() {
    let (mut world, mut differences) = (World::new(), Differences::default());
    for line in lines(include_str!("mismatch.tsv")) {
        let (expected, value) = (world.data_type(line[0]), world.value(line[1]));
        let actual = mismatch::describe("it", &expected, &Type::infer_set(&value));
        differences.check(&line[..2].join(" for "), &unescape(line[2]), &actual);
    }
    differences.assert_none(190);
}

#[test]
fn parameter_checks_match_puppet() {
    let (mut world, mut differences) = (World::new(), Differences::default());
    for line in lines(include_str!("parameters.tsv")) {
        let Type::Struct(structure) = world.data_type(line[0]) else { panic!("{}", line[0]) };
        let parameters: Vec<Parameter<'_>> = structure
            .elements
            .iter()
            .map(|element| Parameter {
                name: &element.name,
                data_type: Some(&element.value),
                is_required: !element.is_optional,
                promised: None,
            })
            .collect();
        let given = world.value(line[1]);
        let given: Vec<(&str, &Sample)> = given
            .entries()
            .map(|(key, value)| match key.view() {
                SubjectView::String(name) => (name, value),
                _ => ("", value),
            })
            .collect();
        let actual = mismatch::check_parameters("D[x]", &parameters, &given)
            .map_or_else(|mismatch| mismatch.to_string(), |()| "-".to_owned());
        differences.check(line[1], &bare(&unescape(line[2])), &actual);
    }
    differences.assert_none(13);
}

/// Puppet's built-in functions under test, in order of the call; `?` marks optional parameters, `*` repeated ones.
const BUILTIN: &[(&str, &[&str])] = &[
    ("upcase", &["Variant[Numeric, String, Array, Hash] arg"]),
    ("split", &["String str; Variant[String, Regexp, Type[Regexp]] pattern"]),
    ("join", &["Array arg; String delimiter?"]),
    ("keys", &["Hash hsh"]),
    ("versioncmp", &["String a; String b; Boolean ignore_trailing_zeroes?"]),
    ("dig", &["Optional[Collection] data; Any arg*"]),
    ("each", &EACH),
    ("map", &EACH),
    ("filter", &EACH),
    ("match", &["String string; Any pattern", "Array[String] string; Any pattern"]),
    (
        "regsubst",
        &[
            "Variant[Array[String], String] target; String pattern; Variant[String, Hash[String, String]] replacement; Optional[Pattern[/^[GEIM]*$/]] flags?; Enum['N', 'E', 'S', 'U'] encoding?",
            "Variant[Array[String], String] target; Variant[Regexp, Type[Regexp]] pattern; Variant[String, Hash[String, String]] replacement; Pattern[/^G?$/] flags?",
        ],
    ),
    ("round", &["Numeric val"]),
    ("length", &["Collection arg", "String arg", "Binary arg"]),
    (
        "type",
        &[
            "Any value; Enum[detailed] inference_method?",
            "Any value; Enum[reduced] inference_method",
            "Any value; Enum[generalized] inference_method",
        ],
    ),
    ("assert_type", &["Type type; Any value", "String type_string; Any value"]),
    ("new", &["Type type; Any args*"]),
];

const EACH: [&str; 4] = [
    "Hash hash; &Callable[2, 2] block",
    "Hash hash; &Callable[1, 1] block",
    "Iterable enumerable; &Callable[2, 2] block",
    "Iterable enumerable; &Callable[1, 1] block",
];

fn builtin(text: &str, world: &mut World) -> FunctionSignature {
    let mut signature = FunctionSignature::default();
    for part in text.split("; ") {
        let (data_type, name) = part.rsplit_once(' ').unwrap();
        if let Some(callable) = data_type.strip_prefix('&') {
            signature.block = Some(SignatureBlock { name: name.into(), data_type: world.data_type(callable) });
            continue;
        }
        let data_type = Type::parse(data_type, world).unwrap();
        let plain = name.trim_end_matches(['?', '*']);
        signature.parameters.push(SignatureParameter { name: plain.into(), data_type });
        signature.min += usize::from(plain == name);
        signature.max = if name.ends_with('*') { None } else { Some(signature.parameters.len()) };
    }
    signature
}

/// Functions written in the Puppet language.
fn written(name: &str, world: &mut World) -> Option<FunctionSignature> {
    let source = syntax::SourceFile::new(syntax::SourceId::default(), "functions.pp", include_str!("functions.pp"));
    let (program, _) = syntax::parse(&source, Mode::Manifest);
    let function = program.body.statements.iter().find_map(|statement| match &statement.kind {
        ExpressionKind::Function(function) if *function.name == *name => Some(function.clone()),
        _ => None,
    })?;
    let mut signature = FunctionSignature { max: Some(function.parameters.len()), ..FunctionSignature::default() };
    for parameter in &function.parameters {
        let data_type =
            parameter.data_type.as_ref().map_or(Type::Any, |found| world.data_type(source.slice(found.span)));
        signature.parameters.push(SignatureParameter { name: parameter.name.clone(), data_type });
        signature.min += usize::from(parameter.default.is_none() && !parameter.captures_rest);
        if parameter.captures_rest {
            signature.max = None;
        }
    }
    Some(signature)
}

#[test]
fn call_errors_match_puppet() {
    let (mut world, mut differences) = (World::new(), Differences::default());
    for line in lines(include_str!("calls.tsv")) {
        let signatures: Vec<FunctionSignature> = match BUILTIN.iter().find(|(name, _)| *name == line[0]) {
            Some((_, overloads)) => overloads.iter().map(|text| builtin(text, &mut world)).collect(),
            None => match written(line[0], &mut world) {
                Some(signature) => vec![signature],
                None => continue,
            },
        };
        let arguments = world.value(line[1]);
        let SubjectView::Array(arguments) = arguments.view() else { panic!("{}", line[1]) };
        let accepts = signatures.iter().any(|signature| signature.accepts(arguments, None));
        let actual = if accepts {
            "-".to_owned()
        } else {
            mismatch::describe_call(line[0], &signatures.iter().collect::<Vec<_>>(), arguments, None)
        };
        differences.check(&line[..2].join(" "), &unescape(line[2]), &actual);
    }
    differences.assert_none(50);
}

#[test]
fn times_match_puppet() {
    let (mut world, mut differences) = (World::new(), Differences::default());
    for line in lines(include_str!("times.tsv")) {
        let actual = world.evaluate(line[0]).map_or_else(|message| message, |value| value.text());
        differences.check(line[0], &bare(&unescape(line[1])), &actual);
    }
    differences.assert_none(180);
}

#[test]
fn regular_expressions_match_puppet() {
    let mut differences = Differences::default();
    for line in lines(include_str!("regexps.tsv")) {
        let (pattern, text) = (unescape(line[0]), unescape(line[1]));
        let actual = match Regex::new(&pattern) {
            Err(_) => "refused".to_owned(),
            Ok(regex) => match regex.captures_at(&text, 0).unwrap() {
                None => "nothing".to_owned(),
                Some(found) => {
                    let group = |index| found.text(index, &text).map_or("-".to_owned(), |group| format!("<{group}>"));
                    (0..found.len()).map(group).collect::<Vec<_>>().join(" ")
                }
            },
        };
        differences.check(&format!("/{pattern}/ in {text:?}"), &unescape(line[2]), &actual);
    }
    differences.assert_none(130);
}

#[test]
fn version_ranges_match_puppet() {
    let mut differences = Differences::default();
    for line in lines(include_str!("versions.tsv")) {
        let actual = match (SemVerRange::parse(line[0]), SemVer::parse(line[1])) {
            (Some(range), Some(version)) => range.includes(&version).to_string(),
            _ => "refused".to_owned(),
        };
        differences.check(&line[..2].join(" "), line[2], &actual);
    }
    differences.assert_none(450);
}

#[test]
fn uri_components_match_puppet() {
    let mut differences = Differences::default();
    for line in lines(include_str!("uris.tsv")) {
        let Ok(uri) = Uri::parse(line[1]) else {
            differences.check(line[1], line[2], "refused");
            continue;
        };
        differences.check(line[1], line[2], &Uri::parse(line[0]).unwrap().join(&uri).to_string());
        let text = |part: Option<&str>| part.map_or("nil".to_owned(), |part| format!("{part:?}"));
        let port = uri.effective_port().map_or("nil".to_owned(), |port| port.to_string());
        let path = uri.opaque.is_none().then_some(&*uri.path);
        let parts = [
            text(uri.scheme.as_deref()),
            text(uri.userinfo.as_deref()),
            text(uri.host.as_deref()),
            port,
            text(path),
            text(uri.query.as_deref()),
            text(uri.fragment.as_deref()),
            text(uri.opaque.as_deref()),
        ];
        differences.check(line[1], line[3], &parts.join(" "));
    }
    differences.assert_none(55);
}

#[test]
fn literals_print_as_written() {
    for text in ["{'a' => [1, 2.5, undef, default, true], 'b' => /x/}", "Integer[1, 2]", "'it\\'s'"] {
        assert_eq!(Literal::parse(text, &mut World::new()).unwrap().to_string(), text);
    }
}
