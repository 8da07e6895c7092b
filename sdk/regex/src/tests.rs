//! Cases for the translation of Ruby regular expressions.

use super::*;

fn found<'t>(pattern: &str, text: &'t str) -> Option<&'t str> {
    let regex = Regex::new(pattern).unwrap_or_else(|error| panic!("{pattern}: {error}"));
    regex.find_at(text, 0).unwrap().map(|(start, end)| &text[start..end])
}

/// Pattern, text, and the match of Ruby 3.1.
const FINDINGS: &[(&str, &str, Option<&str>)] = &[
    ("^b", "a\nb", Some("b")),
    ("a$", "a\nb", Some("a")),
    (r"\Ab", "a\nb", None),
    (r"a\Z", "a\n", Some("a")),
    (r"a\z", "a\n", None),
    ("a.b", "a\nb", None),
    ("(?m)a.b", "a\nb", Some("a\nb")),
    ("(?m:a.b)", "a\nb", Some("a\nb")),
    (r"\h+", "xyz1fG", Some("1f")),
    (r"\w+", "éab", Some("ab")),
    (r"[[:alpha:]]+", "éab1", Some("éab")),
    (r"\bé\b", "é", Some("é")),
    (r"\d+", "٣4", Some("4")),
    ("a(?i)B|x", "ab", Some("ab")),
    ("a(?i)B|x", "aX", Some("aX")),
    ("a(?i)B|x", "x", None),
    ("a{,2}", "aaaa", Some("aa")),
    ("a{1,2}+", "aaaa", Some("aaaa")),
    ("{a}", "{a}", Some("{a}")),
    ("a{", "a{", Some("a{")),
    ("x]", "x]", Some("x]")),
    ("a++b", "aab", Some("aab")),
    ("a++ab", "aab", None),
    ("(?>a+)ab", "aab", None),
    ("a**", "aa", Some("aa")),
    ("(?<y>a)(b)", "ab", Some("ab")),
    (r"(a)\1", "aa", Some("aa")),
    (r"(?<y>a)\k<y>", "aa", Some("aa")),
    ("(?<=a)b", "ab", Some("b")),
    ("a(?#note)b", "ab", Some("ab")),
    ("(?x) a b # note", "ab", Some("ab")),
    ("(?x)[ ]a", " a", Some(" a")),
    (r"[\w-]+", "a-b", Some("a-b")),
    (r"[a-c&&[^b]]+", "bac", Some("ac")),
    (r"[]a]+", "]a", Some("]a")),
    (r"[a\]]+", "a]", Some("a]")),
    (r"[+--]", "-", Some("-")),
    (r"[\[\]]", "]", Some("]")),
    (r"\/", "/", Some("/")),
    (r"\<", "<", Some("<")),
    (r"\_\y", "_y", Some("_y")),
    (r"\u00e9\x41\101", "éAA", Some("éAA")),
    (r"\p{Upper}\p{^Upper}", "aBc", Some("Bc")),
    (r"^\d+(?:\.\d+)*$", "10.2", Some("10.2")),
    (r"[^\s]+", " ab ", Some("ab")),
    (r"\.(conf|d)$", "x.conf", Some(".conf")),
    ("~#& -", "~#& -", Some("~#& -")),
    ("[~~a]", "~", Some("~")),
    ("(?-mix:a.c)", "abc", Some("abc")),
    (r"\A(?<part>[a-z]+)(?:\.\g<part>)*\Z", "ab.cd", Some("ab.cd")),
    (r"\A(?<part>[a-z]+)(?:\.\g<part>)*\Z", "ab.", None),
    (r"\A(?<p>\(\g<p>*\)|x)\Z", "((x)())", Some("((x)())")),
    (r"\A(?<p>\(\g<p>*\)|x)\Z", "((x)()", None),
    (r"\A(?:a|b\g'0'c)", "a", Some("a")),
    (r"(a)\g<-1>b", "aab", Some("aab")),
    (r"\g<+1>(a)b", "aab", Some("aab")),
    (r"(?i:(a))\g<1>B", "AaB", Some("AaB")),
    (r"(a)\gb", "agb", Some("agb")),
];

#[test]
fn matches_equal_those_of_ruby() {
    for (pattern, text, expected) in FINDINGS {
        assert_eq!(found(pattern, text), *expected, "/{pattern}/ in {text:?}");
    }
}

#[test]
fn unnamed_groups_do_not_capture_if_there_are_named_groups() {
    assert_eq!(Regex::new("(?<y>a)(b)").unwrap().group_count(), 2);
    assert_eq!(Regex::new("(a)(b)").unwrap().group_count(), 3);
    assert_eq!(Regex::new("(?<y>a)").unwrap().group_names(), [None, Some("y")]);
}

#[test]
fn captures_have_byte_ranges() {
    let captures = Regex::new("(a)|(b)").unwrap().captures_at("xb", 0).unwrap().unwrap();
    assert_eq!(
        (captures.whole(), captures.range(1), captures.text(2, "xb"), captures.len()),
        ((1, 2), None, Some("b"), 3)
    );
}

/// Such patterns are matched without looking for groups.
#[test]
fn group_of_whole_texts_is_that_of_a_search_for_groups() {
    for group in ["(?:/[^/]+)+", "a|ab", ".*?", "(?i)é+", "x*", "(?m).+"] {
        let whole = Regex::new(&format!(r"\A(?:({group}))\z")).unwrap();
        let general = Regex::new(&format!(r"\A({group})()\z")).unwrap();
        for text in ["", "/a/b", "/a/b/", "ab", "é", "ÉÉ", "xx", "x\ny", "a\n"] {
            for start in (0..=text.len()).filter(|start| text.is_char_boundary(*start)) {
                let ranges = |regex: &Regex| {
                    let captures = regex.captures_at(text, start).unwrap();
                    captures.map(|captures| (captures.whole(), captures.range(1)))
                };
                assert_eq!(ranges(&whole), ranges(&general), "{group} in {text:?} from {start}");
            }
        }
        assert_eq!((whole.group_count(), general.group_count()), (2, 3));
    }
}

#[test]
fn search_continues_after_an_empty_match() {
    let ends: Vec<_> = Regex::new("b*").unwrap().captures_all("abé").unwrap().iter().map(Captures::whole).collect();
    assert_eq!(ends, [(0, 0), (1, 2), (2, 2), (4, 4)]);
}

#[test]
fn invalid_pattern_is_rejected() {
    for pattern in ["(", ")", "[", "[a", "*a", "a|*", "\\", "(?<1>a)", "[b-a]", "[[:no:]]", "\\p{", "(?z)", "(?", "[]"]
    {
        assert!(Regex::new(pattern).is_err(), "/{pattern}/");
    }
    assert!(Regex::new(&"(".repeat(100_000)).is_err());
    assert!(Regex::new(&"[".repeat(100_000)).is_err());
    assert!(Regex::new(&format!("{}a{}", "(".repeat(150), ")".repeat(150))).is_ok());
}

#[test]
fn invalid_group_call_is_rejected() {
    for (pattern, reason) in [
        (r"(?<a>a)(b)\g<1>", "numbered backref/call is not allowed. (use name)"),
        (r"\g<x>", "undefined name <x> reference"),
        (r"(a)\g<2>", "undefined group <2> reference"),
        (r"(a)\g<-2>", "undefined group <-2> reference"),
    ] {
        assert_eq!(Regex::new(pattern).unwrap_err().reason(), reason, "/{pattern}/");
    }
    // Unbounded recursion, and recursion that is too deep.
    assert!(Regex::new(r"(?<a>\g<a>)").is_err());
    assert!(Regex::new(r"(?<a>(?<b>x\g<a>?\g<b>?)y\g<a>?\g<b>?\g<a>?)").is_err());
}

#[test]
fn display_escapes_slashes() {
    assert_eq!(Regex::new(r"a/b\/c\\").unwrap().to_string(), r"/a\/b\/c\\/");
    assert_eq!(escape("a.b c\n"), r"a\.b\ c\n");
    assert!(Regex::literal("a.b").unwrap().is_match("a.b").unwrap());
}

#[test]
fn bounded_patterns_are_those_of_unbounded_ones_up_to_a_length() {
    for source in ["a(b*)", r"(?<!x)a", r"(a)\1", "[[:alpha:]]{3}"] {
        let (bounded, free) = (Regex::bounded(source).unwrap(), Regex::new(source).unwrap());
        for text in ["", "xa", "aab", "éàü"] {
            assert_eq!(bounded.captures_at(text, 0), free.captures_at(text, 0), "{source} {text}");
        }
    }
    assert_eq!(Regex::bounded("(").unwrap_err(), Regex::new("(").unwrap_err());
    let reason = |source: &str| Regex::bounded(source).unwrap_err().reason().to_owned();
    assert_eq!(reason(&"a".repeat(40_000)), "the pattern has more than 32768 bytes");
    assert_eq!(reason(&format!("(?=a){}", "b".repeat(5_000))), "the pattern has more than 4096 bytes");
    assert_eq!(reason("(?:(?:a{1000}){1000}){9}"), "compiles to more than 10485760 bytes");
}

#[test]
fn quick_searches_are_those_of_small_programs_in_short_texts() {
    let quick = |source: &str, bytes: usize| Regex::bounded(source).unwrap().is_quick(bytes);
    assert!(quick("^a.*b$", 1 << 16));
    assert!(!quick("^a.*b$", 1 << 20));
    assert!(!quick("(?:a?){20000}", 1 << 12));
    assert!(!quick("(?=a)", 1));
}
