//! Translation of Ruby's regular expression syntax into that of the engines. Unsupported constructs are rejected.

use super::class;
use super::error::PatternError;
use super::linear::RANGE_STATES;

/// Maximum nesting depth of groups.
const MAX_DEPTH: usize = 200;

/// Maximum nesting depth of groups that the linear engine certainly supports: it counts quantifiers and alternatives, too.
const MAX_PLAIN_DEPTH: usize = 30;

/// More states than a character, an anchor, a quantifier, an alternative or the ends of a group need.
const FEW_STATES: usize = 8;

/// A pattern in the syntax of the engines.
pub(super) struct Translation {
    pub(super) text: String,
    /// An upper bound of the number of states of its program, if the linear engine certainly supports the pattern; `None` if the pattern
    /// must be parsed to find out.
    pub(super) states: Option<usize>,
}

/// Translates a pattern.
pub(super) fn translate(source: &str) -> Result<Translation, PatternError> {
    let mut translator = Translator {
        cursor: Cursor { chars: source.chars().collect(), at: 0 },
        // `^` and `$` always match at line boundaries.
        out: String::from("(?m)"),
        has_named_groups: has_named_groups(source),
        names: Vec::new(),
        opened: 0,
        called: Vec::new(),
        depth: 0,
        states: FEW_STATES,
        is_plain: true,
    };
    translator.alternatives(false)?;
    if translator.cursor.at < translator.cursor.chars.len() {
        return Err(PatternError::UnmatchedParenthesis);
    }
    translator.check_calls()?;
    let states = translator.is_plain.then_some(translator.states);
    Ok(Translation { text: translator.out, states })
}

/// The position of a translator in a pattern.
pub(super) struct Cursor {
    pub(super) chars: Vec<char>,
    pub(super) at: usize,
}

impl Cursor {
    pub(super) fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let found = self.peek();
        self.at += usize::from(found.is_some());
        found
    }

    pub(super) fn looking_at(&self, text: &str) -> bool {
        text.chars().enumerate().all(|(index, expected)| self.chars.get(self.at + index) == Some(&expected))
    }

    pub(super) fn eat(&mut self, text: &str) -> bool {
        let found = self.looking_at(text);
        if found {
            self.at += text.chars().count();
        }
        found
    }

    /// Reads at most `limit` characters that satisfy a condition.
    pub(super) fn take_while(&mut self, limit: usize, test: impl Fn(char) -> bool) -> String {
        let mut taken = String::new();
        while taken.chars().count() < limit {
            match self.peek() {
                Some(character) if test(character) => taken.push(character),
                _ => break,
            }
            self.at += 1;
        }
        taken
    }

    /// Reads the text before a terminator, and the terminator.
    pub(super) fn take_until(&mut self, terminator: char) -> Option<String> {
        let mut taken = String::new();
        loop {
            match self.next()? {
                found if found == terminator => return Some(taken),
                other => taken.push(other),
            }
        }
    }
}

struct Translator {
    cursor: Cursor,
    out: String,
    /// Unnamed groups do not capture if there are named ones.
    has_named_groups: bool,
    /// The named groups so far.
    names: Vec<String>,
    /// Number of unnamed capturing groups opened so far.
    opened: usize,
    /// The groups that are called, possibly before their definition.
    called: Vec<Called>,
    depth: usize,
    /// An upper bound of the states of the program so far, while `is_plain`.
    states: usize,
    /// Whether the linear engine certainly supports the pattern so far.
    is_plain: bool,
}

/// A group called by `\g`.
enum Called {
    Name(String),
    Number(usize),
}

/// The last item in the output that a quantifier can follow.
#[derive(Clone, Copy)]
struct Atom {
    start: usize,
    is_quantified: bool,
    /// The number of states before it.
    states: usize,
}

/// Returns whether `(?<name>` or `(?'name'` occurs.
fn has_named_groups(source: &str) -> bool {
    let mut rest = source;
    while let Some(at) = rest.find("(?") {
        let after = &rest[at + 2..];
        let mut chars = after.chars();
        match (chars.next(), chars.next()) {
            (Some('<'), Some(second)) if second != '=' && second != '!' => return true,
            (Some('\''), _) => return true,
            _ => rest = after,
        }
    }
    false
}

impl Translator {
    /// Translates up to the end of the group or pattern. In extended mode, whitespace and comments are ignored.
    fn alternatives(&mut self, is_extended: bool) -> Result<(), PatternError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(PatternError::GroupNesting);
        }
        self.is_plain &= self.depth <= MAX_PLAIN_DEPTH;
        let mut atom = None;
        while let Some(character) = self.cursor.peek() {
            match character {
                ')' => break,
                '|' => {
                    self.cursor.at += 1;
                    self.out.push('|');
                    self.count(FEW_STATES);
                    atom = None;
                }
                '*' | '+' | '?' => self.quantifier(&mut atom)?,
                '{' if self.counted() => self.interval(&mut atom)?,
                '#' if is_extended => drop(self.cursor.take_until('\n').unwrap_or_else(|| self.rest())),
                _ if is_extended && character.is_ascii_whitespace() => self.cursor.at += 1,
                '(' if self.cursor.looking_at("(?#") => {
                    self.cursor.take_until(')').ok_or(PatternError::EndInGroup)?;
                }
                _ => {
                    let (start, states) = (self.out.len(), self.states);
                    atom = self.atom(is_extended)?.then_some(Atom { start, is_quantified: false, states });
                }
            }
        }
        self.depth -= 1;
        Ok(())
    }

    fn rest(&mut self) -> String {
        self.cursor.take_while(usize::MAX, |_| true)
    }

    /// Translates an atom; returns whether a quantifier can follow.
    fn atom(&mut self, is_extended: bool) -> Result<bool, PatternError> {
        match self.cursor.next() {
            Some('(') => return self.group(is_extended),
            Some('[') => {
                let start = self.out.len();
                class::translate(&mut self.cursor, &mut self.out)?;
                self.count_class(start);
            }
            Some('\\') => return self.escape(),
            Some(anchor @ ('^' | '$')) => self.out.push(anchor),
            Some('.') => {
                self.out.push('.');
                // All characters but one are two ranges.
                self.count(2 * RANGE_STATES);
            }
            Some(other) => push_literal(other, &mut self.out),
            None => {}
        }
        self.count(FEW_STATES);
        Ok(true)
    }

    fn count(&mut self, states: usize) {
        self.states = self.states.saturating_add(states);
    }

    /// Counts the states of the class that begins at an offset of the output.
    fn count_class(&mut self, start: usize) {
        match class::states(&self.out[start..]) {
            Some(states) => self.count(states),
            None => self.is_plain = false,
        }
    }

    fn group(&mut self, is_extended: bool) -> Result<bool, PatternError> {
        if !self.cursor.eat("?") {
            self.opened += usize::from(!self.has_named_groups);
            self.out.push_str(if self.has_named_groups { "(?:" } else { "(" });
            return self.group_rest(is_extended);
        }
        for opening in [":", "=", "!", ">", "<=", "<!"] {
            if self.cursor.eat(opening) {
                self.is_plain &= opening == ":";
                self.out.push_str("(?");
                self.out.push_str(opening);
                return self.group_rest(is_extended);
            }
        }
        let terminator = match self.cursor.peek() {
            Some('<') => '>',
            Some('\'') => '\'',
            Some('~') => return Err(PatternError::AbsenceOperator),
            Some('(') => return Err(PatternError::ConditionalGroup),
            _ => return self.options(is_extended),
        };
        self.cursor.at += 1;
        let name = self.cursor.take_until(terminator).ok_or(PatternError::EndInGroup)?;
        if name.is_empty()
            || !name.chars().all(|c| c.is_alphanumeric() || c == '_')
            || name.starts_with(|c: char| c.is_numeric())
        {
            return Err(PatternError::GroupName(name));
        }
        // The name may occur twice.
        self.is_plain = false;
        self.out.push_str("(?<");
        self.out.push_str(&name);
        self.out.push('>');
        self.names.push(name);
        self.group_rest(is_extended)
    }

    fn group_rest(&mut self, is_extended: bool) -> Result<bool, PatternError> {
        self.alternatives(is_extended)?;
        if self.cursor.next() != Some(')') {
            return Err(PatternError::OpenParenthesis);
        }
        self.count(FEW_STATES);
        self.out.push(')');
        Ok(true)
    }

    /// Translates `(?im-x:…)` and `(?im-x)`. The latter extends to the end of the enclosing group in Ruby,
    /// including alternatives.
    fn options(&mut self, is_extended: bool) -> Result<bool, PatternError> {
        let mut extended = is_extended;
        let mut is_off = false;
        let (mut on, mut off) = (String::new(), String::new());
        let is_isolated = loop {
            let flag = match self.cursor.next() {
                Some(':') => break false,
                Some(')') => break true,
                Some('-') => {
                    is_off = true;
                    continue;
                }
                Some('x') => {
                    extended = !is_off;
                    continue;
                }
                Some('i') => 'i',
                // Ruby's `m` makes the dot match line breaks, which is `s` in other dialects.
                Some('m') => 's',
                _ => return Err(PatternError::GroupOption),
            };
            if is_off { off.push(flag) } else { on.push(flag) }
        };
        // Without case, each letter is a class. An option may occur twice.
        self.is_plain &= matches!(&*on, "" | "s") && matches!(&*off, "" | "i" | "s" | "is" | "si");
        self.out.push_str("(?");
        self.out.push_str(&on);
        if !off.is_empty() {
            self.out.push('-');
            self.out.push_str(&off);
        }
        self.out.push(':');
        if is_isolated {
            self.alternatives(extended)?;
            self.out.push(')');
            return Ok(true);
        }
        self.group_rest(extended)
    }

    /// Translates an escape outside of a class; returns whether a quantifier can follow.
    fn escape(&mut self) -> Result<bool, PatternError> {
        let Some(character) = self.cursor.next() else { return Err(PatternError::ShortEscape) };
        let start = self.out.len();
        match character {
            'd' => self.out.push_str("[0-9]"),
            'D' => self.out.push_str("[^0-9]"),
            'w' => self.out.push_str("[0-9A-Za-z_]"),
            'W' => self.out.push_str("[^0-9A-Za-z_]"),
            's' => self.out.push_str(r"[ \t\r\n\f\x0B]"),
            'S' => self.out.push_str(r"[^ \t\r\n\f\x0B]"),
            'h' => self.out.push_str("[0-9a-fA-F]"),
            'H' => self.out.push_str("[^0-9a-fA-F]"),
            'R' => self.out.push_str(r"(?:\r\n|[\n\x0B\f\r\x{85}\x{2028}\x{2029}])"),
            'X' => return Err(PatternError::GraphemeCluster),
            'A' | 'z' | 'b' | 'B' => {
                self.out.push('\\');
                self.out.push(character);
                self.count(FEW_STATES);
                return Ok(true);
            }
            'Z' => self.out.push_str(r"(?=\n?\z)"),
            'G' | 'K' => {
                self.is_plain = false;
                self.out.push('\\');
                self.out.push(character);
                return Ok(false);
            }
            'p' | 'P' => class::property(&mut self.cursor, character == 'P', &mut self.out)?,
            'k' => self.backreference()?,
            'g' if matches!(self.cursor.peek(), Some('<' | '\'')) => self.subexpression()?,
            '1'..='9' => self.numbered(character),
            _ => {
                self.cursor.at -= 1;
                let literal = class::character_escape(&mut self.cursor)?;
                push_literal(literal, &mut self.out);
                self.count(FEW_STATES);
                return Ok(true);
            }
        }
        // A set of characters, or something that the linear engine may not support.
        self.count_class(start);
        Ok(true)
    }

    /// Translates `\k<name>` and `\k'name'`.
    fn backreference(&mut self) -> Result<(), PatternError> {
        let terminator = match self.cursor.next() {
            Some('<') => '>',
            Some('\'') => '\'',
            _ => return Err(PatternError::Backreference),
        };
        let name = self.cursor.take_until(terminator).ok_or(PatternError::Backreference)?;
        self.out.push_str("\\k<");
        self.out.push_str(&name);
        self.out.push('>');
        Ok(())
    }

    /// Translates `\g<name>`, `\g<1>`, `\g<-1>`: a call of a group, possibly recursive.
    fn subexpression(&mut self) -> Result<(), PatternError> {
        let terminator = if self.cursor.next() == Some('<') { '>' } else { '\'' };
        let name = self.cursor.take_until(terminator).ok_or(PatternError::GroupName(String::new()))?;
        let digits = name.trim_start_matches(['+', '-']);
        let called = match digits.parse::<usize>() {
            Err(_) => Called::Name(name),
            Ok(_) if self.has_named_groups => return Err(PatternError::NumberedCall),
            Ok(number) => Called::Number(match name.chars().next() {
                Some('-') if number > self.opened => return Err(PatternError::UndefinedGroup(name)),
                Some('-') => self.opened + 1 - number,
                Some('+') => self.opened.saturating_add(number),
                _ => number,
            }),
        };
        match &called {
            Called::Name(name) => self.out.push_str(&format!("\\g<{name}>")),
            Called::Number(number) => self.out.push_str(&format!("\\g<{number}>")),
        }
        self.called.push(called);
        Ok(())
    }

    fn check_calls(&self) -> Result<(), PatternError> {
        self.called.iter().try_for_each(|called| match called {
            Called::Name(name) if !self.names.contains(name) => Err(PatternError::UndefinedName(name.clone())),
            Called::Number(number) if *number > self.opened => Err(PatternError::UndefinedGroup(number.to_string())),
            Called::Name(_) | Called::Number(_) => Ok(()),
        })
    }

    /// Translates `\1`: a group, or an octal character if there are fewer groups.
    fn numbered(&mut self, first: char) {
        let start = self.cursor.at;
        let mut digits = String::from(first);
        digits.push_str(&self.cursor.take_while(2, |c| c.is_ascii_digit()));
        if digits.len() > 1 && digits.chars().all(|c| c < '8') {
            self.cursor.at = start;
            let mut octal = String::from(first);
            octal.push_str(&self.cursor.take_while(2, |c| ('0'..'8').contains(&c)));
            if let Some(literal) = u32::from_str_radix(&octal, 8).ok().and_then(char::from_u32) {
                return push_literal(literal, &mut self.out);
            }
        }
        // Separates the number from a digit that follows.
        self.out.push_str("(?:\\");
        self.out.push_str(&digits);
        self.out.push(')');
    }

    /// Returns whether a brace begins an interval; otherwise it is literal.
    fn counted(&self) -> bool {
        let inside: String = self.cursor.chars[self.cursor.at + 1..].iter().take_while(|c| **c != '}').collect();
        let closes = self.cursor.chars.get(self.cursor.at + 1 + inside.chars().count()) == Some(&'}');
        let (least, most) = inside.split_once(',').unwrap_or((&inside, ""));
        let is_number = |text: &str| text.chars().all(|c| c.is_ascii_digit());
        closes && is_number(least) && is_number(most) && !(least.is_empty() && most.is_empty())
    }

    fn interval(&mut self, atom: &mut Option<Atom>) -> Result<(), PatternError> {
        self.begin_quantifier(atom)?;
        self.cursor.at += 1;
        let inside = self.cursor.take_until('}').unwrap_or_default();
        self.count_copies(atom, &inside);
        self.out.push('{');
        if inside.starts_with(',') {
            self.out.push('0');
        }
        self.out.push_str(&inside);
        self.out.push('}');
        // Unlike in other dialects, `{1,2}+` is not possessive: `+` repeats the interval.
        if self.cursor.eat("?") {
            self.out.push('?');
        }
        Ok(())
    }

    /// Counts the states of an atom as often as an interval such as `2,3` repeats it.
    fn count_copies(&mut self, atom: &Option<Atom>, interval: &str) {
        let (least, most) = interval.split_once(',').unwrap_or((interval, interval));
        let number = |text: &str| if text.is_empty() { Some(0) } else { text.parse::<u16>().ok() };
        let most = if most.is_empty() { least } else { most };
        match (number(least), number(most), atom) {
            (Some(least), Some(most), Some(atom)) if least <= most => {
                let copies = usize::from(most.max(1)) + 1;
                let repeated = (self.states - atom.states).saturating_add(FEW_STATES).saturating_mul(copies);
                self.states = atom.states.saturating_add(repeated);
            }
            _ => self.is_plain = false,
        }
    }

    fn quantifier(&mut self, atom: &mut Option<Atom>) -> Result<(), PatternError> {
        self.begin_quantifier(atom)?;
        self.count_copies(atom, "1");
        if let Some(character) = self.cursor.next() {
            self.out.push(character);
        }
        if self.cursor.eat("?") {
            self.out.push('?');
        } else if self.cursor.eat("+") {
            self.is_plain = false;
            // A possessive quantifier. Only an atomic group is supported by every engine.
            if let Some(atom) = atom {
                self.out.insert_str(atom.start, "(?>");
                self.out.push(')');
                atom.is_quantified = false;
            }
        }
        Ok(())
    }

    /// Wraps an already quantified atom in a group, since Ruby allows several quantifiers in a row.
    fn begin_quantifier(&mut self, atom: &mut Option<Atom>) -> Result<(), PatternError> {
        let atom = atom.as_mut().ok_or(PatternError::RepeatTarget)?;
        if atom.is_quantified {
            self.out.insert_str(atom.start, "(?:");
            self.out.push(')');
        }
        atom.is_quantified = true;
        Ok(())
    }
}

/// Appends a literal character.
pub(super) fn push_literal(character: char, out: &mut String) {
    match character {
        '\\' | '.' | '+' | '*' | '?' | '(' | ')' | '|' | '[' | ']' | '{' | '}' | '^' | '$' | '#' | '&' | '-' | '~' => {
            out.push('\\');
            out.push(character);
        }
        control if control.is_control() => out.push_str(&format!("\\x{{{:x}}}", u32::from(control))),
        other => out.push(other),
    }
}
