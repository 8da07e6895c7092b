//! What a manifest cannot have: each is refused with a message, in little time and memory.

use catalog::Value;
use compiler::{CompileRequest, CompilerSettings, FileLocation, Manifests, ReadError, SourceText, World};

/// An environment with nothing in it.
struct Nothing;

impl World for Nothing {
    fn name(&self) -> &str {
        "production"
    }

    fn now(&self) -> i128 {
        0
    }

    fn site(&self) -> Result<Vec<SourceText>, ReadError> {
        Ok(Vec::new())
    }

    fn text(&self, _: FileLocation<'_>, _: &str) -> Result<Option<SourceText>, ReadError> {
        Ok(None)
    }

    fn has_module(&self, _: &str) -> bool {
        false
    }

    fn schema(&self, _: &str) -> Option<std::sync::Arc<catalog::schema::TypeSchema>> {
        None
    }

    fn type_names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// An environment where each question for the memory in use finds 1 MiB more.
struct Growing {
    held: std::cell::Cell<usize>,
}

impl World for Growing {
    fn memory(&self) -> usize {
        self.held.set(self.held.get() + (1 << 20));
        self.held.get()
    }

    fn name(&self) -> &str {
        "production"
    }

    fn now(&self) -> i128 {
        0
    }

    fn site(&self) -> Result<Vec<SourceText>, ReadError> {
        Ok(Vec::new())
    }

    fn text(&self, _: FileLocation<'_>, _: &str) -> Result<Option<SourceText>, ReadError> {
        Ok(None)
    }

    fn has_module(&self, _: &str) -> bool {
        false
    }

    fn schema(&self, _: &str) -> Option<std::sync::Arc<catalog::schema::TypeSchema>> {
        None
    }

    fn type_names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Returns the message with which a manifest is rejected; empty if it compiles.
fn refusal(code: impl Into<String>) -> String {
    refusal_with(code, CompilerSettings::default())
}

fn refusal_with(code: impl Into<String>, settings: CompilerSettings) -> String {
    let request = CompileRequest {
        settings,
        node: "node1.example.com".to_owned(),
        facts: Value::Hash(Vec::new()),
        trusted: Value::Hash(Vec::new()),
        manifests: Manifests::Code(code.into()),
        ..CompileRequest::default()
    };
    match compiler::compile(&Nothing, &request) {
        Ok(_) => String::new(),
        Err(failure) => failure.diagnostics[0].message.clone(),
    }
}

fn assert_refused(cases: &[(&str, &str)]) {
    for (code, expected) in cases {
        let message = refusal(*code);
        assert!(message.contains(expected), "{code}: {message:?}");
    }
}

#[test]
fn strings_that_are_too_long() {
    assert!(refusal(format!("$x = '{}'", "a".repeat(50 << 20))).contains("A string of 52428802 bytes is too long"));
    assert!(refusal(format!("notice(@(END))\n{}\n-END\n", "a".repeat(50 << 20))).contains("too long"));
    assert_refused(&[
        ("Integer[1, 40].reduce('ab') |$m, $x| { \"${m}${m}\" }", "A string of more than 33554432 bytes is too long"),
        ("Integer[1, 40].reduce('ab') |$m, $x| { join([$m, $m, $m], '') }", "is too long"),
        ("Integer[1, 40].reduce('ab') |$m, $x| { sprintf('%s%s', $m, $m) }", "is too long"),
        ("$x = sprintf('%1000000s', ''); regsubst($x, ' ', $x, 'G')", "is too long"),
        ("sprintf('%1000000000s', '')", "width too big"),
        ("sprintf('%16000000s%16000000s%16000000s', '', '', '')", "is too long"),
    ]);
}

#[test]
fn arrays_that_are_too_big() {
    assert_refused(&[
        ("Array(Integer[1, 1000000000])", "An array of 1000000000 elements is too big; there may be 10000000"),
        ("Integer[1, 1000000000].slice(2)", "is too big"),
        ("Integer[1, 40].reduce([1]) |$m, $x| { $m + $m }", "is too big"),
    ]);
}

#[test]
fn arrays_that_hold_each_other_too_often() {
    let doubled = "$x = Integer[1, 60].reduce('a') |$m, $x| { [$m, $m] }";
    assert_refused(&[
        (&format!("{doubled} notify {{ 'a': message => $x }}"), "A value of more than 268435456 bytes is too big"),
        (&format!("{doubled} notice(\"${{x}}\")"), "A string of more than 33554432 bytes is too long"),
        (&format!("{doubled} notice(flatten($x))"), "is too big"),
        (&format!("{doubled} fail(String($x))"), "is too big"),
        (&format!("{doubled} pick($x)"), "is too big"),
        (&format!("{doubled} size(any2array($x))"), "is too big"),
        (&format!("{doubled} member([$x], 'a')"), "is too big"),
        (&format!("{doubled} delete_undef_values([$x])"), "is too big"),
        (&format!("{doubled} parsejson('[]', $x)"), "is too big"),
    ]);
}

#[test]
fn json_that_is_mostly_indentation() {
    let indented = "to_json_pretty([[[[1]]]], false, {indent => sprintf('%16000000s', '')})";
    assert_refused(&[(indented, "is too long")]);
}

#[test]
fn long_lists_are_checked_in_one_go() {
    let list = "$x = Array(Integer[1, 100000])";
    assert_eq!(refusal(format!("{list} validate_integer($x, 100000, 1)")), "");
    assert_eq!(refusal(format!("{list} validate_numeric($x, 100000, 1)")), "");
    assert_eq!(refusal(format!("{list} if !member($x, $x) {{ fail('x') }}")), "");
    assert_eq!(
        refusal(format!("{list} $h = Hash($x.map |$y| {{ [$y, 1] }}) if size(delete($h, $x)) > 0 {{ fail('x') }}")),
        ""
    );
    assert_eq!(refusal("$x = regsubst(sprintf('%1000000s', ''), ' ', '1', 'G') notice(abs(\"${x}.5\"))"), "");
}

#[test]
fn values_that_are_nested_too_deeply() {
    let message = "nested too deeply";
    assert_refused(&[
        ("Integer[1, 1000000].reduce([]) |$m, $x| { [$m] }", message),
        ("$x = Integer[1, 1000000].reduce([]) |$m, $x| { { 'a' => [$m, $x] } }", message),
        ("function f($n) { if $n == 0 { 1 } else { [[[f($n - 1)]]] } } $x = f(900)", message),
        (
            "define d($n, $x) { if $n > 0 { d { \"${title}x\": n => $n - 1, x => [[[$x]]] } } } d { 'a': n => 900, x => 1 }",
            message,
        ),
    ]);
    assert_eq!(refusal("$x = Integer[1, 1500].reduce([]) |$m, $x| { [$m] } notice('a')"), "");
}

#[test]
fn loops_that_take_too_many_turns() {
    let settings = || CompilerSettings { maximum_turns: 1_000, ..CompilerSettings::default() };
    let message = "The loops took more than 1000 turns";
    for code in [
        "Integer[1, 1001].each |$x| { }",
        "Integer[1, 40].each |$x| { Integer[1, 40].map |$y| { $x } }",
        "[1].filter |$x| { true } Integer[1, 2000].reduce |$m, $x| { $m }",
        "Integer[1, 1000000000].any |$y| { false }",
        "Integer[1, 1000000000].all |$y| { true }",
        "Integer[1, 1000000000].index |$y| { false }",
        "Array(Integer[1, 2000]).partition |$y| { true }",
        "Array(Integer[1, 2000]).group_by |$y| { $y }",
        "range('aaaaaaaa', 'zzzzzzzz', 1000000000)",
    ] {
        assert!(refusal_with(code, settings()).contains(message), "{code}");
    }
    assert_eq!(refusal_with("Integer[1, 990].each |$x| { }", settings()), "");
}

#[test]
fn what_has_no_end() {
    // As much stack as a program has; the threads of tests have a quarter of it.
    let thread = std::thread::Builder::new().stack_size(8 * 1024 * 1024).spawn(refuse_what_has_no_end);
    thread.expect("a thread starts").join().expect("all of it is refused");
}

fn refuse_what_has_no_end() {
    assert_refused(&[
        ("function f($x) { f($x) } f(1)", "stack level too deep"),
        ("class a inherits b { } class b inherits a { } include a", "stack level too deep"),
        ("type A = B type B = A notice(1 =~ A)", "resolved to a real type"),
        ("define d() { d { \"${title}x\": } } d { 'a': }", "1000"),
        (r"notice('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!' =~ /^(a|aa)+\1$/)", "backtrack"),
    ]);
}

#[test]
fn look_around_over_long_text_is_refused_with_the_pattern() {
    let message = "a search in a text of 1048576 bytes could take too many steps: /(?=.*x)a/";
    let text = "$x = sprintf('%1048576s', '')";
    assert_refused(&[
        (&format!("{text} notice($x =~ /(?=.*x)a/)"), message),
        (&format!("{text} regsubst($x, '(?=.*x)a', '', 'G')"), message),
        (&format!("{text} split($x, /(?=.*x)a/)"), message),
        (&format!("{text} match($x, /(?=.*x)a/)"), message),
    ]);
    assert_eq!(refusal("$x = sprintf('%10000s', '') regsubst($x, '(?=.*x)a', '', 'G')"), "");
}

#[test]
fn compilation_that_exceeds_its_memory_budget_is_refused_at_its_place() {
    let compile = |maximum_memory| {
        let settings = CompilerSettings { maximum_memory, ..CompilerSettings::default() };
        let held = std::cell::Cell::new(1 << 30);
        let world = Growing { held };
        let request = CompileRequest {
            settings,
            node: "node1.example.com".to_owned(),
            manifests: Manifests::Code("$x = Integer[1, 1000].map |$i| { \"${i}x\" }".to_owned()),
            ..CompileRequest::default()
        };
        compiler::compile(&world, &request).map_err(|failure| Box::new(failure.diagnostics[0].clone()))
    };
    let diagnostic = compile(256 << 20).map(drop).unwrap_err();
    assert!(diagnostic.message.contains("The compilation needs more than 256 MiB of memory"), "{}", diagnostic.message);
    assert!(diagnostic.span.is_some());
    assert!(compile(64 << 30).is_ok());
}

#[test]
fn nesting_that_is_too_deep() {
    for (open, close) in [("[", "]"), ("(", ")"), ("{a => ", "}"), ("\"${", "}\""), ("if true { ", " }"), ("!", "")] {
        let message = refusal(format!("$x = {}1{}", open.repeat(100_000), close.repeat(100_000)));
        assert!(message.contains("nest"), "{open}: {message:?}");
    }
}
