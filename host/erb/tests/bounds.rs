//! Robustness of templates: random, truncated and endless ones return a text or an error within their limits and
//! never panic.

use erb::{ScopeError, Template, TemplateLimits, TemplateScope};
use proptest::prelude::*;
use ruby::Data;

/// A scope with a few shared values.
#[derive(Default)]
struct SharedValues {
    /// Reported changes of shared values.
    changes: Vec<(usize, Data)>,
}

impl TemplateScope for SharedValues {
    fn variable(&mut self, name: &str) -> Result<Option<Data>, ScopeError> {
        let inner = Data::Shared(2, Box::new(Data::Array(vec![Data::Boolean(true)])));
        let list = Data::Array(vec![Data::Integer(1), Data::String("a".to_owned()), Data::Nil, inner.clone()]);
        Ok(match name {
            "list" | "same" => Some(Data::Shared(1, Box::new(list))),
            "inner" => Some(inner),
            "text" => Some(Data::Shared(3, Box::new(Data::String("text".to_owned())))),
            _ => None,
        })
    }

    fn change(&mut self, values: Vec<(usize, Data)>) {
        self.changes = values;
    }

    fn names(&mut self) -> Vec<String> {
        vec!["list".to_owned()]
    }

    fn call(&mut self, _: &str, _: Vec<Data>) -> Result<Data, ScopeError> {
        Ok(Data::Nil)
    }

    fn classes(&mut self) -> Vec<String> {
        Vec::new()
    }

    fn tags(&mut self) -> Vec<String> {
        Vec::new()
    }

    fn file(&self) -> Option<String> {
        None
    }

    fn text(&self) -> String {
        "Scope(Class[main])".to_owned()
    }
}

const LIMITS: TemplateLimits = TemplateLimits { steps: 200_000, memory: 8 * 1024 * 1024, depth: 500 };

fn render(template: &str) -> Result<String, String> {
    let parsed = Template::parse(template).map_err(|fault| fault.message)?;
    parsed.render(&mut SharedValues::default(), LIMITS).map_err(|fault| fault.message)
}

/// Returns the changes of shared values made by a template.
fn changes(template: &str) -> Vec<(usize, Data)> {
    let mut scope = SharedValues::default();
    Template::parse(template).expect(template).render(&mut scope, LIMITS).expect(template);
    scope.changes
}

#[test]
fn shared_values_keep_their_identity_and_report_changes() {
    assert_eq!(render("<%= @list.equal?(@same) %> <%= @list[3].equal?(@inner) %>").as_deref(), Ok("true true"));
    let known = |number| Data::Shared(number, Box::new(Data::Nil));
    let list = |last: Vec<Data>| {
        let first = [Data::Integer(1), Data::String("a".to_owned()), Data::Nil, known(2)];
        Data::Array(first.into_iter().chain(last).collect())
    };
    assert_eq!(changes("<% @same << :b %><%= @list.size %>"), [(1, list(vec![Data::Symbol("b".to_owned())]))]);
    assert_eq!(changes("<% @inner.clear %>"), [(2, Data::Array(Vec::new()))]);
    assert_eq!(changes("<% @list[3].clear %>"), [(2, Data::Array(Vec::new()))]);
    assert_eq!(changes("<% @text << '!' %>"), [(3, Data::String("text!".to_owned()))]);
    assert_eq!(changes("<% @list << @list %>"), [(1, list(vec![known(1)]))]);
    assert_eq!(changes("<% @list += [2]; x = @inner.map { |y| y }; x << 1; @text.upcase %>"), []);
    let refused = render("<% @list << lambda { } %>").expect_err("a lambda cannot be exported");
    assert!(refused.contains("not supported"), "{refused}");
}

#[test]
fn endless_templates_are_stopped() {
    for endless in [
        "<% while true do end %>",
        "<% loop { } %>",
        "<% x = 'a'; loop { x << x } %>",
        "<% x = [1]; loop { x += x } %>",
        "<% x = []; x.each { |y| x << 1 }; x << 1; x.each { x << 2 } %>",
        "<% def f(x) f(x) end; f(1) %>",
        "<% f = lambda { |x| f.call(x) }; f.call(1) %>",
        "<% x = 'a' * 1_000_000_000_000 %>",
        "<% x = Array.new(1_000_000_000) %>",
        "<% (1..9_000_000_000).to_a %>",
        "<% ('a'..'zzzzzzzzzz').to_a %>",
        "<% x = 'a'.ljust(9_000_000_000) %>",
        "<% x = '%9000000000d' % 1 %>",
        "<% x = [1]; 60.times { x = [x, x] }; x.flatten %>",
        "<% x = [1]; 60.times { x = [x, x] }; x.to_s %>",
        "<% x = [1]; 60.times { x = [x, x] }; x.to_json %>",
        "<% x = [1]; 60.times { x = [x, x] }; x.to_yaml %>",
        "<% x = []; 400.times { x = [x] }; y = [x] * 100_000; y.to_yaml %>",
        "<% x = (1..40_000).to_a; loop { x.each_index { |i| x + [i] } } %>",
        "<% x = (1..40_000).to_a; loop { x.insert(0, x.delete_at(0)) } %>",
        "<% x = []; x << x; x.flatten %>",
        "<% x = []; x << x; x.inspect %>",
        "<% x = []; x << x; {x => 1} %>",
        "<% x = {}; x['a'] = x; x.to_yaml %>",
        "<% x = []; 100_000.times { x = [x] }; x.to_s %>",
        "<% begin; loop { }; rescue Exception; loop { }; end %>",
        "<% begin; while true do end; ensure; while true do end; end %>",
        "<% 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' =~ /(a*)*\\1b/ while true %>",
        "<% x = 'a' * 100_000; 100_000.times { x =~ /b/ } %>",
    ] {
        assert!(render(endless).is_err(), "{endless} was not stopped");
    }
}

#[test]
fn deeply_nested_templates_are_rejected() {
    for (open, close) in [("(", ")"), ("[", "]"), ("{1=>", "}"), ("!", ""), ("-", ""), ("x.y(", ")"), ("\"#{", "}\"")] {
        let template = format!("<%= {}1{} %>", open.repeat(100_000), close.repeat(100_000));
        assert!(render(&template).is_err(), "{open}");
    }
    let template = format!("{}x{}", "<% if true %>".repeat(20_000), "<% end %>".repeat(20_000));
    assert!(render(&template).is_err());
}

#[test]
fn long_chains_are_rejected() {
    for link in ["+1", ".succ", "[0]", " if 1", " rescue 1", " and 1", "::x", ".x.y { 1 }"] {
        let fault = render(&format!("<%= (1{}) %>", link.repeat(200_000))).expect_err(link);
        assert!(fault.contains("are chained"), "{link}: {fault}");
    }
    let chain = "+1".repeat(2_500);
    let fault = render(&format!("<%= {}1{} %>", "(".repeat(60), format!("{chain})").repeat(60))).expect_err("a chain");
    assert!(fault.contains("are chained"), "{fault}");
    let separate = format!("<%= 1{} %>", "+1".repeat(100)).repeat(100);
    assert_eq!(render(&separate), Ok("101".repeat(100)));
}

#[test]
fn element_access_does_not_copy_the_list() {
    let cheap = "<% x = (1..3_000).to_a; n = 0; x.each_index { |i| n += x[i] + x.size + x.first + x.last if !x.empty? } %><%= n %>";
    assert_eq!(render(cheap).as_deref(), Ok("22504500"));
    assert_eq!(render("<%= (1..10_000).to_a.drop_while { |x| x < 10_000 } %>").as_deref(), Ok("[10000]"));
}

#[test]
fn templates_cannot_access_the_system() {
    for reach in [
        "<%= `id` %>",
        "<%= %x(id) %>",
        "<% system('id') %>",
        "<% exec 'id' %>",
        "<%= File.read('/etc/passwd') %>",
        "<%= File.open('/etc/passwd') %>",
        "<%= IO.popen('id') %>",
        "<%= ENV['PATH'] %>",
        "<%= Dir['/*'] %>",
        "<%= open('/etc/passwd') %>",
        "<%= eval('1') %>",
        "<%= send(:eval, '1') %>",
        "<%= self.send(:system, 'id') %>",
        "<%= Kernel.system('id') %>",
        "<%= binding %>",
        "<%= $LOAD_PATH %>",
        "<%= Process.pid %>",
        "<%= Time.now %>",
        "<%= rand %>",
        "<%= ObjectSpace %>",
        "<%= Puppet.settings %>",
        "<% require 'socket' %>",
        "<%= scope.compiler %>",
        "<%= scope.catalog %>",
        "<%= __FILE__ %>",
        "<% class String; end %>",
    ] {
        let fault = render(reach).expect_err(reach);
        assert!(fault.contains("not supported") || fault.contains("undefined"), "{reach}: {fault}");
    }
}

/// Fragments of generated templates.
const PIECES: &[&str] = &[
    "<%", "<%=", "<%-", "<%#", "%>", "-%>", "<%%", "%%>", "\n", " ", "if", "end", "else", "do", "|x|", "{", "}", "(",
    ")", "[", "]", "@list", "x", "=", "==", "+", "-", "*", "/", "%", "<<", "'", "\"", "#{", ".", ",", "each", "map",
    "join", "1", "0.5", ":a", "a:", "=>", "&", "|", "?", ":", "while", "case", "when", "then", "def", "return", "nil",
    "!", "&&", "||", "..", "%w(", "%q", "\\", "#", ";", "é", "0x", "~", "->", "lambda", "begin", "rescue", "unless",
    "sort", "gsub", "/a/", "scope", "::", "@same", "@inner", "@text", "push", "gsub!", "clear",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn random_fragments_do_not_panic(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..40)) {
        let _ = render(&pieces.concat());
        let _ = render(&format!("<%= {} %>", pieces.join(" ")));
    }

    #[test]
    fn random_text_does_not_panic(text in "\\PC{0,60}") {
        let _ = render(&text);
        let _ = render(&format!("<%= {text} %>"));
    }

    #[test]
    fn truncated_templates_do_not_panic(at in 0_usize..300, piece in prop::sample::select(PIECES)) {
        let whole = "<% if @list.any? -%>\n<%= @list.map { |x| \"#{x}\" }.join(', ') %>\n<%- @list.each_with_index do |(a, b), i| -%>\n  \
            <%= i > 0 ? a.to_s.gsub(/(.)/, '\\1') : '%05d' % i %>\n<% end -%>\n<% end %>\n<% case 1 when 1..2 then x = {'a' => 1} end %>";
        let at = (0..=at.min(whole.len())).rev().find(|at| whole.is_char_boundary(*at)).unwrap_or(0);
        let _ = render(&whole[..at]);
        let _ = render(&format!("{}{piece}{}", &whole[..at], &whole[at..]));
    }
}
