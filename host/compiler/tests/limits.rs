//! Limits: code that exceeds one is rejected with a message, quickly and without exhausting memory.

use catalog::Value;
use value::{CompileRequest, CompilerSettings, FileLocation, ManifestSource, Manifests, ReadError, SourceText, World};

/// A world without files.
struct Nothing;

impl World for Nothing {
    fn name(&self) -> &str {
        "production"
    }

    fn now(&self) -> i128 {
        0
    }

    fn site(&self) -> Result<Vec<ManifestSource>, ReadError> {
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

/// A world whose memory usage grows by 1 MiB with each query.
struct Growing {
    allocated: std::cell::Cell<usize>,
}

impl World for Growing {
    fn memory(&self) -> usize {
        self.allocated.set(self.allocated.get() + (1 << 20));
        self.allocated.get()
    }

    fn name(&self) -> &str {
        "production"
    }

    fn now(&self) -> i128 {
        0
    }

    fn site(&self) -> Result<Vec<ManifestSource>, ReadError> {
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

fn assert_rejected(cases: &[(&str, &str)]) {
    for (code, expected) in cases {
        let message = refusal(*code);
        assert!(message.contains(expected), "{code}: {message:?}");
    }
}

#[test]
fn string_length_is_limited() {
    assert!(refusal(format!("$x = '{}'", "a".repeat(50 << 20))).contains("A string of 52428802 bytes is too long"));
    assert!(refusal(format!("notice(@(END))\n{}\n-END\n", "a".repeat(50 << 20))).contains("too long"));
    assert_rejected(&[
        ("Integer[1, 40].reduce('ab') |$m, $x| { \"${m}${m}\" }", "A string of more than 33554432 bytes is too long"),
        ("Integer[1, 40].reduce('ab') |$m, $x| { join([$m, $m, $m], '') }", "is too long"),
        ("Integer[1, 40].reduce('ab') |$m, $x| { sprintf('%s%s', $m, $m) }", "is too long"),
        ("$x = sprintf('%1000000s', ''); regsubst($x, ' ', $x, 'G')", "is too long"),
        ("sprintf('%1000000000s', '')", "width too big"),
        ("sprintf('%16000000s%16000000s%16000000s', '', '', '')", "is too long"),
    ]);
}

#[test]
fn array_size_is_limited() {
    assert_rejected(&[
        ("Array(Integer[1, 1000000000])", "An array of 1000000000 elements is too big; the maximum is 10000000"),
        ("Integer[1, 1000000000].slice(2)", "is too big"),
        ("Integer[1, 40].reduce([1]) |$m, $x| { $m + $m }", "is too big"),
    ]);
}

#[test]
fn copied_size_of_shared_arrays_is_limited() {
    let doubled = "$x = Integer[1, 60].reduce('a') |$m, $x| { [$m, $m] }";
    assert_rejected(&[
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
fn json_indentation_is_limited() {
    let indented = "to_json_pretty([[[[1]]]], false, {indent => sprintf('%16000000s', '')})";
    assert_rejected(&[(indented, "is too long")]);
}

#[test]
fn large_arrays_are_processed_in_linear_time() {
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
fn value_nesting_is_limited() {
    let message = "nested too deeply";
    assert_rejected(&[
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
fn loop_iterations_are_limited() {
    let settings = || CompilerSettings { maximum_iterations: 1_000, ..CompilerSettings::default() };
    let message = "The loops took more than 1000 iterations";
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
fn endless_recursion_is_rejected() {
    // The stack size of a main thread; threads of the test harness have only a quarter of it.
    let thread = std::thread::Builder::new().stack_size(8 * 1024 * 1024).spawn(reject_endless_recursion);
    thread.expect("a thread starts").join().expect("the code is rejected");
}

fn reject_endless_recursion() {
    assert_rejected(&[
        ("function f($x) { f($x) } f(1)", "stack level too deep"),
        ("class a inherits b { } class b inherits a { } include a", "stack level too deep"),
        ("type A = B type B = A notice(1 =~ A)", "resolved to a real type"),
        ("define d() { d { \"${title}x\": } } d { 'a': }", "1000"),
        (r"notice('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!' =~ /^(a|aa)+\1$/)", "backtrack"),
    ]);
}

#[test]
fn lookaround_over_long_text_is_rejected_with_the_pattern() {
    let message = "a search in a text of 1048576 bytes could take too many steps: /(?=.*x)a/";
    let text = "$x = sprintf('%1048576s', '')";
    assert_rejected(&[
        (&format!("{text} notice($x =~ /(?=.*x)a/)"), message),
        (&format!("{text} regsubst($x, '(?=.*x)a', '', 'G')"), message),
        (&format!("{text} split($x, /(?=.*x)a/)"), message),
        (&format!("{text} match($x, /(?=.*x)a/)"), message),
    ]);
    assert_eq!(refusal("$x = sprintf('%10000s', '') regsubst($x, '(?=.*x)a', '', 'G')"), "");
}

#[test]
fn memory_budget_error_has_a_location() {
    let compile = |maximum_memory| {
        let settings = CompilerSettings { maximum_memory, ..CompilerSettings::default() };
        let allocated = std::cell::Cell::new(1 << 30);
        let world = Growing { allocated };
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
fn syntax_nesting_is_limited() {
    for (open, close) in [("[", "]"), ("(", ")"), ("{a => ", "}"), ("\"${", "}\""), ("if true { ", " }"), ("!", "")] {
        let message = refusal(format!("$x = {}1{}", open.repeat(100_000), close.repeat(100_000)));
        assert!(message.contains("nest"), "{open}: {message:?}");
    }
}
