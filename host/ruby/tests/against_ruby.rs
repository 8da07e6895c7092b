//! Compares each format with the installed Ruby for random inputs. Ignored without Ruby.
#![expect(clippy::disallowed_methods, clippy::print_stderr, reason = "the test runs Ruby and reports its absence")]

use std::io::Write as _;
use std::process::{Command, ExitCode, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use ruby::bignum::Bignum;
use ruby::sprintf::{FormatArguments, FormatError, Number};
use ruby::yaml::YamlLayout;
use ruby::{Data, escape, glob, json, number, yaml};
use serde_json::{Value as Json, json};

/// Number of inputs of each test.
const INPUTS: usize = 3_000;

/// Reads a line with a list of arguments for each call and writes a line with the result or the error message.
const SCRIPT: &str = r#"
require 'json'; require 'yaml'; require 'shellwords'; require 'erb'; require 'date'
def value(v)
  kind, content = v.first
  case kind
  when 'f' then [content.to_i].pack('Q').unpack1('D')
  when 'i' then content.to_i
  when 'y' then content.to_sym
  when 'a' then content.map { |element| value(element) }
  when 'h' then content.to_h { |key, element| [value(key), value(element)] }
  else content
  end
end
code = eval("lambda { |*arguments| #{ARGV[0]} }")
STDIN.each_line do |line|
  result = begin
    code.call(*value(JSON.parse(line))).to_s
  rescue Psych::SyntaxError
    "syntax error"
  rescue StandardError => error
    "error: #{error.message}"
  end
  puts JSON.generate([result])
end
"#;

type Test = fn() -> Result<(), Failed>;

fn main() -> ExitCode {
    let has_ruby = Command::new("ruby").args(["-e", "exit RUBY_VERSION.to_f >= 3.1"]).status();
    let is_ignored = !has_ruby.is_ok_and(|status| status.success());
    if is_ignored {
        eprintln!("SKIPPED: comparisons with Ruby need the command 'ruby', version 3.1 or later");
    }
    let tests: [(&str, Test); 9] = [
        ("floats", floats),
        ("numbers_in_text", numbers_in_text),
        ("yaml_dump", yaml_dump),
        ("yaml_scalars", yaml_scalars),
        ("json_generate", json_generate),
        ("json_parse", json_parse),
        ("sprintf", sprintf),
        ("escapes", escapes),
        ("globs", globs),
    ];
    let trials = tests.map(|(name, test)| Trial::test(name, test).with_ignored_flag(is_ignored));
    libtest_mimic::run(&Arguments::from_args(), trials.into()).exit_code()
}

/// Compares the results of `ours` with the results of Ruby code, whose variable `arguments` contains the arguments.
fn compare<T: std::fmt::Debug>(
    code: &str,
    inputs: impl Strategy<Value = T>,
    arguments: impl Fn(&T) -> Vec<Data>,
    ours: impl Fn(&T) -> String,
) -> Result<(), Failed> {
    let mut runner = TestRunner::deterministic();
    let inputs: Vec<T> =
        (0..INPUTS).map(|_| inputs.new_tree(&mut runner).map(|tree| tree.current())).collect::<Result<_, _>>()?;
    let lines: String = inputs.iter().map(|input| format!("{}\n", to_json(&Data::Array(arguments(input))))).collect();
    let mut command = Command::new("ruby");
    let mut child = command.args(["-e", SCRIPT, code]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut stdin = child.stdin.take().ok_or("no standard input")?;
    let writer = std::thread::spawn(move || stdin.write_all(lines.as_bytes()));
    let output = child.wait_with_output()?;
    writer.join().map_err(|_| "the writer panicked")??;
    let results = String::from_utf8(output.stdout)?;
    let results: Vec<[String; 1]> = results.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    if results.len() != inputs.len() {
        return Err(format!("Ruby gave {} results for {} inputs", results.len(), inputs.len()).into());
    }
    let mut differences = Vec::new();
    for (input, [theirs]) in inputs.iter().zip(&results) {
        let ours = ours(input);
        if ours != *theirs {
            differences.push(format!("{input:?}\n  Ruby: {theirs:?}\n  ours: {ours:?}"));
        }
    }
    if differences.is_empty() {
        return Ok(());
    }
    let count = differences.len();
    differences.truncate(20);
    Err(format!("{count} of {INPUTS} differ:\n{}", differences.join("\n")).into())
}

fn to_json(data: &Data) -> Json {
    match data {
        Data::Boolean(value) => json!({ "b": value }),
        Data::Integer(number) => json!({ "i": number.to_string() }),
        Data::Float(number) => json!({ "f": number.to_bits().to_string() }),
        Data::Symbol(name) => json!({ "y": name }),
        Data::String(text) => json!({ "s": text }),
        Data::Array(list) => json!({ "a": list.iter().map(to_json).collect::<Vec<_>>() }),
        Data::Hash(entries) => {
            json!({ "h": entries.iter().map(|(key, value)| [to_json(key), to_json(value)]).collect::<Vec<_>>() })
        }
        _ => json!({ "n": null }),
    }
}

fn text(text: &str) -> Vec<Data> {
    vec![Data::String(text.to_owned())]
}

/// Floats of all magnitudes, and those with few digits.
fn any_float() -> impl Strategy<Value = f64> {
    let short =
        (-9_999_i64..9_999, -20_i32..20).prop_map(|(digits, power)| number::to_float(digits) * 10_f64.powi(power));
    prop_oneof![any::<f64>(), short]
}

/// Texts with characters that formats treat specially, and texts similar to numbers, dates and words of YAML.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-c \\-:#,\\[\\]{}&*!|>'\"%@`?~<=/\\\\_.0-2é½\t\n]{0,12}",
        "[-+]?[0-9_,]{0,4}[.:]?[0-9_]{0,3}([eE][-+]?[0-9]{1,2})?",
        "[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ][0-9]{1,2}:[0-9]{2}:[0-9]{2}(Z| \\+1|\\.5)?)?",
        "[-+.~]{0,2}(null|NULL|true|Yes|no|on|off|inf|Inf|nan|y|N|n)",
        "([a-z]{1,9} ){0,30}[a-z]",
        "[a-z]{1,9}(\n|: |[a-z]){0,40}",
        "0[xbo0-9a-f]{0,6}",
        "[À-ÿα-ωа-я½€、。一-丏😀-😏]{0,6}",
    ]
}

fn any_data() -> impl Strategy<Value = Data> {
    let key = prop_oneof![
        4 => any_text().prop_map(Data::String),
        1 => "[a-z_]{1,5}".prop_map(Data::Symbol),
        1 => any::<i64>().prop_map(Data::Integer),
    ];
    let leaf = prop_oneof![
        1 => Just(Data::Nil),
        1 => any::<bool>().prop_map(Data::Boolean),
        1 => any::<i64>().prop_map(Data::Integer),
        1 => any_float().prop_map(Data::Float),
        1 => "[a-z_]{1,5}".prop_map(Data::Symbol),
        6 => any_text().prop_map(Data::String),
    ];
    leaf.prop_recursive(4, 24, 4, move |inner| {
        let entries = prop::collection::vec((key.clone(), inner.clone()), 0..4).prop_map(|mut entries| {
            let mut known = Vec::new();
            entries.retain(|(key, _)| {
                let is_new = !known.contains(key);
                known.push(key.clone());
                is_new
            });
            Data::Hash(entries)
        });
        prop_oneof![prop::collection::vec(inner, 0..4).prop_map(Data::Array), entries]
    })
}

fn floats() -> Result<(), Failed> {
    compare("arguments[0].to_s", any_float(), |input| vec![Data::Float(*input)], |input| number::float_text(*input))
}

fn numbers_in_text() -> Result<(), Failed> {
    let inputs =
        prop_oneof!["[ \t]?[-+_0-9xXbBodef.pE]{0,9} ?", "[-+]?0?[xbod]?[0-9a-f_]{1,5}", "[0-9]{1,3}[._eE0-9+-]{0,6}"];
    // Ruby's `to_f` ignores hexadecimal digits after `0x`, but not after `+0x`.
    let results = "[(Integer(arguments[0]) rescue nil), (Float(arguments[0]) rescue nil), arguments[0].to_i, \
                   (arguments[0].match?(/x/i) ? 0.0 : arguments[0].to_f), arguments[0].to_i(16), arguments[0].to_i(2)].join(' ')";
    compare(
        results,
        inputs,
        |input| text(input),
        |input| {
            let integer = number::integer(input, None).map(|number| number.to_string()).unwrap_or_default();
            let float = number::float(input).map(number::float_text).unwrap_or_default();
            let leading = [10, 16, 2].map(|base| number::leading_integer(input, base).to_string());
            let has_prefix = input.contains(['x', 'X']);
            let leading_float = number::float_text(if has_prefix { 0.0 } else { number::leading_float(input) });
            format!("{integer} {float} {} {leading_float} {} {}", leading[0], leading[1], leading[2])
        },
    )
}

fn yaml_dump() -> Result<(), Failed> {
    compare(
        "arguments[0].to_yaml",
        any_data(),
        |input| vec![input.clone()],
        |input| yaml::dump(input, YamlLayout::default()),
    )
}

/// A value as read from YAML, in the form of Ruby's `inspect`.
#[derive(Clone, Default)]
struct Inspected(String);

macro_rules! inspected {
    ($($from:ty => |$value:ident| $text:expr),* $(,)?) => {
        $(impl From<$from> for Inspected {
            fn from($value: $from) -> Self {
                Self($text)
            }
        })*
    };
}

inspected! {
    bool => |value| value.to_string(),
    i64 => |value| value.to_string(),
    f64 => |value| number::float_text(value),
    &str => |value| format!("string {value}"),
    Vec<Inspected> => |value| value.iter().map(|element| &*element.0).collect::<Vec<_>>().join(", "),
}

impl yaml::FromYaml for Inspected {
    type Mapping = ();

    fn symbol(name: &str) -> Self {
        Self(format!("symbol {name}"))
    }

    fn from_mapping((): ()) -> Self {
        Self("mapping".to_owned())
    }

    fn insert((): &mut (), _: Self, _: Self) -> bool {
        false
    }

    fn entries(&self) -> Option<Vec<(Self, Self)>> {
        None
    }

    fn elements(&self) -> Option<&[Self]> {
        None
    }
}

fn yaml_scalars() -> Result<(), Failed> {
    let inputs = prop_oneof![
        "[-+]?[0-9_,]{0,4}[.:]?[0-9_]{0,3}([eE][-+]?[0-9]{1,2})?",
        "[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ][0-9]{1,2}:[0-9]{2}:[0-9]{2}(Z| \\+1|\\.5)?)?",
        "[-+.~]{0,1}(null|NULL|true|Yes|no|on|off|inf|Inf|nan|NaN|y|N|n)",
        "[-+]?0[xbo0-9a-fA-F_,]{0,6}",
        "[0-9]{1,3}(:[0-9]{1,2}){1,3}(\\.[0-9_]{0,2})?",
        "[a-z:.0-9]{1,5}",
    ];
    // Psych fails on numbers without digits, such as `0b_` and `.e-1`, with an error of `Integer()` or `Float()`.
    let inputs = inputs.prop_filter("syntax", |text| {
        let has_digits = !text.contains(['x', 'b'])
            || text.trim_end_matches(['_', ',']).ends_with(|last: char| last.is_ascii_hexdigit() && last != 'b');
        !text.is_empty()
            && !text.ends_with(':')
            && *text != "~"
            && *text != "-"
            && !text.to_ascii_lowercase().contains(".e")
            && has_digits
    });
    let results = "begin v = YAML.safe_load(\"- #{arguments[0]}\\n\", permitted_classes: [Symbol])[0]; \
                   case v when String then \"string #{v}\" when Symbol then \"symbol #{v}\" when nil then '' else v.to_s end; \
                   rescue Psych::DisallowedClass then 'date' end";
    compare(
        results,
        inputs,
        |input| text(input),
        |input| match yaml::parse::<Inspected>(&format!("- {input}\n"), yaml::ReadOptions::default()) {
            Ok(value) => value.0,
            Err(error) if error.message.starts_with("Tried to load unspecified class") => "date".to_owned(),
            Err(error) if error.place.is_some() => "syntax error".to_owned(),
            Err(error) => error.to_string(),
        },
    )
}

fn json_generate() -> Result<(), Failed> {
    let shown = |result: Result<String, json::JsonError>| result.unwrap_or_else(|error| format!("error: {error}"));
    compare(
        "JSON.pretty_generate(arguments[0])",
        any_data(),
        |input| vec![input.clone()],
        |input| shown(json::pretty(input)),
    )?;
    compare("JSON.generate(arguments[0])", any_data(), |input| vec![input.clone()], |input| shown(json::compact(input)))
}

fn json_parse() -> Result<(), Failed> {
    let inputs = prop_oneof!["[\\[\\]{},:0-9.eE+\" \\-a\\\\n]{0,8}", "-?[0-9.eE+-]{1,6}", "\"[a-c\\\\nu0-9 ]{0,8}\""];
    let results = "(JSON.generate([JSON.parse(arguments[0])]) rescue 'error')";
    compare(
        results,
        inputs,
        |input| text(input),
        |input| match json::parse(input) {
            Ok(data) => json::compact(&Data::Array(vec![data])).unwrap_or_else(|_| "error".to_owned()),
            Err(_) => "error".to_owned(),
        },
    )
}

struct Values<'v>(&'v [Data]);

impl FormatArguments for Values<'_> {
    type Value = Data;
    type Error = String;

    fn error(&mut self, error: FormatError) -> String {
        error.to_string()
    }

    fn check_size(&mut self, _: usize) -> Result<(), String> {
        Ok(())
    }

    fn get(&self, index: usize) -> Option<Data> {
        self.0.get(index).cloned()
    }

    fn is_one_hash(&self) -> bool {
        matches!(self.0, [Data::Hash(_)])
    }

    fn named(&mut self, name: &str) -> Result<Option<Data>, String> {
        let Some(Data::Hash(entries)) = self.0.first() else { return Ok(None) };
        Ok(entries.iter().find(|(key, _)| *key == Data::Symbol(name.to_owned())).map(|(_, value)| value.clone()))
    }

    fn text(&mut self, value: &Data) -> Result<String, String> {
        Ok(match value {
            Data::Integer(number) => number.to_string(),
            Data::Float(number) => number::float_text(*number),
            Data::String(text) | Data::Symbol(text) => text.clone(),
            _ => String::new(),
        })
    }

    fn inspect(&mut self, value: &Data) -> Result<String, String> {
        match value {
            Data::String(text) => Ok(format!("\"{text}\"")),
            Data::Nil => Ok("nil".to_owned()),
            other => self.text(other),
        }
    }

    fn as_string(&self, value: &Data) -> Option<String> {
        match value {
            Data::String(text) => Some(text.clone()),
            _ => None,
        }
    }

    fn integer(&mut self, value: &Data) -> Result<Bignum, String> {
        match value {
            Data::Integer(number) => Ok(Bignum::from(*number)),
            Data::Float(number) => Bignum::truncate(*number).ok_or_else(|| number::float_text(*number)),
            Data::String(text) => {
                number::integer(text, None).ok_or_else(|| format!("invalid value for Integer(): \"{text}\""))
            }
            _ => Err("can't convert nil into Integer".to_owned()),
        }
    }

    fn number(&mut self, value: &Data) -> Result<Number, String> {
        match value {
            Data::Integer(number) => Ok(Number::Integer(*number)),
            Data::Float(number) => Ok(Number::Float(*number)),
            Data::String(text) => {
                let number = number::float(text).map(Number::Float);
                number.ok_or_else(|| format!("invalid value for Float(): \"{text}\""))
            }
            _ => Err("can't convert nil into Float".to_owned()),
        }
    }

    fn small_integer(&mut self, value: &Data) -> Result<i64, String> {
        match value {
            Data::Integer(number) => Ok(*number),
            #[expect(clippy::cast_possible_truncation, reason = "the inputs are small")]
            Data::Float(number) => Ok(*number as i64),
            Data::String(_) => Err("no implicit conversion of String into Integer".to_owned()),
            _ => Err("no implicit conversion from nil to integer".to_owned()),
        }
    }
}

fn sprintf() -> Result<(), Failed> {
    let small = (-300_i64..300).prop_map(Data::Integer);
    let value = prop_oneof![
        small.clone(),
        any::<i64>().prop_map(Data::Integer),
        (-4_000_i64..4_000).prop_map(|number| Data::Float(number::to_float(number) / 8.0)),
        "[0-9x.]{1,4}|[a-c]".prop_map(Data::String),
        Just(Data::Nil),
    ];
    let named = (value.clone(), value.clone()).prop_map(|(a, b)| {
        vec![Data::Hash(vec![(Data::Symbol("a".to_owned()), a), (Data::Symbol("b".to_owned()), b)])]
    });
    let directive = "%[-+ 0#]{0,2}[1-9]?(\\.[0-9]?)?[dixXobBsfeEgGacp%]";
    let inputs = prop_oneof![
        4 => (directive, prop::collection::vec(value.clone(), 1..3)),
        1 => ("%[-+ 0#]{0,2}(1\\$|2\\$|3\\$)[0-9]?[dxsfe][ %d]{0,2}", prop::collection::vec(value, 1..3)),
        1 => ("%[-+ 0#]{0,2}(\\*|\\.\\*|\\*1\\$)[dxsfe]", prop::collection::vec(small, 1..3)),
        1 => ("%[-+ 0#]{0,2}(<a>|\\{b\\}|<c>)[0-9]?[dxsfe][ %]{0,2}(%<b>s|%d|%1\\$d)?", named),
    ];
    let arguments = |(format, values): &(String, Vec<Data>)| {
        std::iter::once(Data::String(format.clone())).chain(values.iter().cloned()).collect()
    };
    compare("format(*arguments)", inputs, arguments, |(format, values)| {
        ruby::sprintf::sprintf(format, &mut Values(values)).unwrap_or_else(|error| format!("error: {error}"))
    })
}

fn escapes() -> Result<(), Failed> {
    let results = "[Shellwords.escape(arguments[0]), ERB::Util.html_escape(arguments[0]), ERB::Util.url_encode(arguments[0])].join(\"\\0\")";
    compare(
        results,
        any_text(),
        |input| text(input),
        |input| format!("{}\0{}\0{}", escape::shell(input), escape::html(input), escape::url(input)),
    )
}

fn globs() -> Result<(), Failed> {
    let inputs = ("[a-c.*?]{0,4}(\\[[a-c!^-]{1,4}\\])?[a-c*]{0,2}", "[a-c.]{1,5}");
    compare(
        "File.fnmatch(*arguments)",
        inputs,
        |(pattern, name)| vec![text(pattern).remove(0), text(name).remove(0)],
        |(pattern, name)| glob::matches(pattern, name).to_string(),
    )
}
