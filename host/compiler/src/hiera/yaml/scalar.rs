//! Types of plain scalars by the rules of Psych: numbers of several bases, booleans and null, dates, symbols. All others are
//! strings.

/// What a plain scalar is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Scalar<'t> {
    Null,
    Boolean(bool),
    Integer(i64),
    Float(f64),
    /// The text itself.
    Text,
    /// `:name`
    Symbol(&'t str),
    /// A date or time, which data can not have: the class of Ruby.
    Refused(&'static str),
    /// A number that the language does not have.
    TooBig,
}

impl<'t> Scalar<'t> {
    /// Returns what a text is.
    pub(super) fn of(text: &'t str) -> Self {
        if text.is_empty() {
            return Self::Null;
        }
        if is_word(text) {
            return Self::word(text);
        }
        let lower = text.to_ascii_lowercase();
        match lower.as_str() {
            ".inf" | "+.inf" => return Self::Float(f64::INFINITY),
            "-.inf" => return Self::Float(f64::NEG_INFINITY),
            ".nan" => return Self::Float(f64::NAN),
            _ => {}
        }
        if is_time(text) {
            return Self::Refused("Time");
        }
        if is_date(text) {
            return Self::Refused("Date");
        }
        if let Some(name) = text.strip_prefix(':').filter(|name| !name.is_empty()) {
            let unquoted = |quote: char| name.strip_prefix(quote)?.strip_suffix(quote);
            let inner = unquoted('"').or_else(|| unquoted('\''));
            return Self::Symbol(inner.map_or(name, |inner| inner.strip_prefix(':').unwrap_or(inner)));
        }
        sexagesimal(text).or_else(|| decimal(text)).or_else(|| integer(text)).unwrap_or(Self::Text)
    }

    fn word(text: &str) -> Self {
        match text.to_ascii_lowercase().as_str() {
            "~" | "null" => Self::Null,
            "yes" | "true" | "on" => Self::Boolean(true),
            "no" | "false" | "off" => Self::Boolean(false),
            _ => Self::Text,
        }
    }
}

/// Returns whether a text begins, perhaps after one other letter, with a letter or a sign that no number has.
fn is_word(text: &str) -> bool {
    let is_of_words =
        |letter: char| letter.is_alphabetic() || letter.is_whitespace() || "_!@#$%^&*(){}<>|/\\~;=".contains(letter);
    let mut letters = text.chars();
    let Some(first) = letters.next() else { return false };
    let may_be_skipped = !first.is_ascii_digit() && !matches!(first, '.' | ':' | '-');
    is_of_words(first) || (may_be_skipped && letters.next().is_some_and(is_of_words)) || text.contains('\n')
}

/// Takes a number of digits off a text.
fn digits(text: &str, least: usize, most: usize) -> Option<&str> {
    let count = text.bytes().take(most).take_while(u8::is_ascii_digit).count();
    (count >= least).then(|| &text[count..])
}

/// Returns whether a text is `YYYY-MM-DD` with possible month and day.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts.as_slice() else { return false };
    let within = |part: &str, most: u8| {
        (1..=2).contains(&part.len())
            && part.bytes().all(|byte| byte.is_ascii_digit())
            && part.parse::<u8>().is_ok_and(|number| number <= most)
    };
    year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit()) && within(month, 12) && within(day, 31)
}

/// `YYYY-MM-DD hh:mm:ss`, perhaps with a fraction and a zone.
fn is_time(text: &str) -> bool {
    fn parse(text: &str) -> Option<()> {
        let rest = digits(text.strip_prefix('-').unwrap_or(text), 4, 4)?;
        let rest = digits(rest.strip_prefix('-')?, 1, 2)?;
        let rest = digits(rest.strip_prefix('-')?, 1, 2)?;
        let time = rest.strip_prefix(['T', 't']).unwrap_or_else(|| rest.trim_start());
        if time.len() == rest.len() {
            return None;
        }
        let rest = digits(time, 1, 2)?;
        let rest = digits(rest.strip_prefix(':')?, 2, 2)?;
        let rest = digits(rest.strip_prefix(':')?, 2, 2)?;
        let rest = match rest.strip_prefix('.') {
            Some(fraction) => digits(fraction, 0, usize::MAX)?,
            None => rest,
        };
        let zone = rest.trim_start();
        let is_zone = match zone.strip_prefix(['+', '-']) {
            Some(offset) => {
                let rest = digits(offset, 1, 2)?;
                let rest = rest.strip_prefix(':').unwrap_or(rest);
                rest.is_empty() || digits(rest, 2, 2)?.is_empty()
            }
            None => zone == "Z" || rest.is_empty(),
        };
        is_zone.then_some(())
    }
    parse(text).is_some()
}

/// `1:30` and `1:30:15`, in which each part counts sixty times the next. Psych counts hours first.
fn sexagesimal(text: &str) -> Option<Scalar<'_>> {
    let parts: Vec<&str> = text.split(':').collect();
    let (first, others) = parts.split_first()?;
    let unsigned = first.strip_prefix(['+', '-']).unwrap_or(first);
    let is_first = unsigned.starts_with(|letter: char| letter.is_ascii_digit())
        && unsigned.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_');
    if !(1..=2).contains(&others.len()) || !is_first {
        return None;
    }
    let (last, before) = others.split_last()?;
    let (last, fraction) = last.split_once('.').map_or((*last, None), |(whole, fraction)| (whole, Some(fraction)));
    let is_part = |part: &str| {
        (1..=2).contains(&part.len()) && part.parse::<u8>().is_ok_and(|number| number < 60) && !part.starts_with('+')
    };
    let is_fraction = |fraction: &str| fraction.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_');
    if !before.iter().all(|part| is_part(part)) || !is_part(last) || !fraction.is_none_or(is_fraction) {
        return None;
    }
    let plain = |part: &str| part.replace('_', "");
    let weights = [3_600, 60, 1];
    match fraction {
        None => {
            let parts = parts.iter().zip(weights).map(|(part, weight)| Some(plain(part).parse::<i64>().ok()? * weight));
            Some(parts.sum::<Option<i64>>().map_or(Scalar::TooBig, Scalar::Integer))
        }
        Some(_) => {
            let parts = parts.iter().zip([3_600.0, 60.0, 1.0]);
            Some(Scalar::Float(parts.map(|(part, weight)| plain(part).parse::<f64>().unwrap_or(0.0) * weight).sum()))
        }
    }
}

/// `1.5`, `.5`, `1.`, `1_000.5e+3`: the sign of an exponent can not be left out.
fn decimal(text: &str) -> Option<Scalar<'_>> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, rest) = unsigned.split_once('.')?;
    let is_whole = whole.is_empty()
        || whole.starts_with(|letter: char| letter.is_ascii_digit())
            && whole.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'_' | b','));
    let (fraction, exponent) = match rest.find(['e', 'E']) {
        Some(at) => (&rest[..at], Some(&rest[at + 1..])),
        None => (rest, None),
    };
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_exponent = |exponent: &str| {
        exponent.strip_prefix(['+', '-']).is_some_and(|digits| !digits.is_empty() && all_digits(digits))
    };
    if !is_whole || !all_digits(fraction) || !exponent.is_none_or(is_exponent) || unsigned == "." {
        return None;
    }
    let plain: String = text.chars().filter(|letter| !matches!(letter, '_' | ',')).collect();
    plain.parse().ok().map(Scalar::Float)
}

/// `0b101`, `0644`, `1_000`, `1,000`, `0x1F`.
fn integer(text: &str) -> Option<Scalar<'_>> {
    let (sign, unsigned) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let is_digit = |radix: u32| move |letter: char| letter.is_digit(radix) || matches!(letter, '_' | ',');
    let in_base = |digits: &str, radix: u32| {
        (!digits.is_empty() && digits.chars().all(is_digit(radix))).then(|| (digits.to_owned(), radix))
    };
    let (digits, radix) = match unsigned {
        "0" => ("0".to_owned(), 10),
        _ => match unsigned.strip_prefix('0') {
            Some(rest) => match (rest.strip_prefix('b'), rest.strip_prefix('x')) {
                (Some(binary), _) => in_base(binary, 2)?,
                (_, Some(hexadecimal)) => in_base(hexadecimal, 16)?,
                _ => in_base(rest, 8)?,
            },
            None => grouped(unsigned)?,
        },
    };
    let plain: String = digits.chars().filter(|letter| !matches!(letter, '_' | ',')).collect();
    if plain.is_empty() {
        return Some(if radix == 8 { Scalar::Integer(0) } else { Scalar::Text });
    }
    Some(i64::from_str_radix(&format!("{sign}{plain}"), radix).map_or(Scalar::TooBig, Scalar::Integer))
}

/// Digits in groups, each of which ends in a digit.
fn grouped(text: &str) -> Option<(String, u32)> {
    let mut last = '_';
    for letter in text.chars() {
        match letter {
            '0'..='9' => {}
            '_' | ',' if last.is_ascii_digit() => {}
            _ => return None,
        }
        last = letter;
    }
    (last.is_ascii_digit()).then(|| (text.to_owned(), 10))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each was read by Psych 4.0.
    #[test]
    fn scalars_are_what_psych_says() {
        let cases: &[(&str, Scalar<'_>)] = &[
            ("", Scalar::Null),
            ("~", Scalar::Null),
            ("NULL", Scalar::Null),
            ("nil", Scalar::Text),
            ("yes", Scalar::Boolean(true)),
            ("On", Scalar::Boolean(true)),
            ("TRUE", Scalar::Boolean(true)),
            ("off", Scalar::Boolean(false)),
            ("No", Scalar::Boolean(false)),
            ("y", Scalar::Text),
            ("n", Scalar::Text),
            ("0", Scalar::Integer(0)),
            ("-0", Scalar::Integer(0)),
            ("+12", Scalar::Integer(12)),
            ("0644", Scalar::Integer(420)),
            ("089", Scalar::Text),
            ("0o17", Scalar::Text),
            ("0x1F", Scalar::Integer(31)),
            ("-0b101", Scalar::Integer(-5)),
            ("1_000", Scalar::Integer(1000)),
            ("1,000", Scalar::Integer(1000)),
            ("1__0", Scalar::Text),
            ("1_", Scalar::Text),
            ("12e3", Scalar::Text),
            ("1.5e3", Scalar::Text),
            ("1.5e+3", Scalar::Float(1500.0)),
            ("1.", Scalar::Float(1.0)),
            (".5", Scalar::Float(0.5)),
            ("-.5", Scalar::Float(-0.5)),
            (".", Scalar::Text),
            ("-", Scalar::Text),
            ("1.2.3", Scalar::Text),
            ("0_", Scalar::Integer(0)),
            ("1,0.5", Scalar::Float(10.5)),
            ("12:00:00.", Scalar::Float(43200.0)),
            ("2021-01-32", Scalar::Text),
            ("2021-01-01t1:00:00.5 +1", Scalar::Refused("Time")),
            ("é1", Scalar::Text),
            ("0777_7", Scalar::Integer(4095)),
            ("1.5E-3", Scalar::Float(0.0015)),
            ("1:05:30.25", Scalar::Float(3930.25)),
            ("+.5", Scalar::Float(0.5)),
            ("1_000.5", Scalar::Float(1000.5)),
            (".inf", Scalar::Float(f64::INFINITY)),
            ("-.INF", Scalar::Float(f64::NEG_INFINITY)),
            ("1:30", Scalar::Integer(5400)),
            ("1:30:15", Scalar::Integer(5415)),
            ("-1:30", Scalar::Integer(-1800)),
            ("1:60", Scalar::Text),
            ("1:2:3:4", Scalar::Text),
            ("1:30.5", Scalar::Float(5430.0)),
            ("2021-01-01", Scalar::Refused("Date")),
            ("2021-13-01", Scalar::Text),
            ("2021-1-1", Scalar::Refused("Date")),
            ("2021-01-01 10:00:00", Scalar::Refused("Time")),
            ("2021-01-01T10:00:00Z", Scalar::Refused("Time")),
            ("2021-01-01 10:00", Scalar::Text),
            (":sym", Scalar::Symbol("sym")),
            (":'a b'", Scalar::Symbol("a b")),
            (":", Scalar::Text),
            ("::a::b", Scalar::Symbol(":a::b")),
            ("=", Scalar::Text),
            ("192.0.2.1", Scalar::Text),
            ("99999999999999999999", Scalar::TooBig),
        ];
        for (text, expected) in cases {
            assert_eq!(Scalar::of(text), *expected, "{text}");
        }
        assert!(matches!(Scalar::of(".nan"), Scalar::Float(number) if number.is_nan()));
    }
}
