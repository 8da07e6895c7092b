//! Parser for the output of `iptables-save`: chains with their policies, and rules as options with arguments.

use marotte_sdk::prelude::*;

/// Options followed by a name, which is never quoted, whatever its first character is.
const NAMES: [&str; 5] = ["-A", "-j", "-g", "-i", "-o"];

/// Options followed by one text, which is quoted only if it contains characters other than letters, digits and
/// hyphens.
const TEXTS: [&str; 4] = ["--comment", "--log-prefix", "--nflog-prefix", "--name"];

/// Maximum number of lines of a rule, since a comment has at most this many characters.
const MOST_LINES: usize = 256;

/// Unmanaged rules get names with numbers above this.
const UNMANAGED: usize = 9000;

/// The content of the tables.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct SavedRules {
    pub(crate) chains: Vec<Chain>,
    pub(crate) rules: Vec<Rule>,
}

/// A chain.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Chain {
    pub(crate) table: String,
    pub(crate) name: String,
    /// The policy of a built-in chain; `None` for user-defined chains.
    pub(crate) policy: Option<String>,
}

/// A rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rule {
    pub(crate) table: String,
    pub(crate) chain: String,
    /// The line as printed.
    pub(crate) line: String,
    pub(crate) options: Vec<GivenRule>,
    /// The position among all rules, from 1.
    pub(crate) number: usize,
}

/// An option with its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GivenRule {
    pub(crate) is_negated: bool,
    pub(crate) name: String,
    pub(crate) values: Vec<String>,
}

impl SavedRules {
    /// Parses the output of a program.
    ///
    /// # Errors
    /// Returns an error if a line is not part of a table.
    pub(crate) fn parse(text: &str) -> Result<Self> {
        let mut saved = Self::default();
        let mut table = String::new();
        let mut lines = text.split('\n');
        while let Some(line) = lines.next() {
            let bare = line.trim();
            if bare.is_empty() || bare.starts_with('#') || bare == "COMMIT" {
                continue;
            }
            if let Some(name) = bare.strip_prefix('*') {
                name.clone_into(&mut table);
            } else if let Some(chain) = bare.strip_prefix(':') {
                let mut words = chain.split(' ');
                let (Some(name), Some(policy)) = (words.next(), words.next()) else { return Err(garbled(line)) };
                let policy = Some(policy.to_lowercase()).filter(|policy| policy != "-");
                saved.chains.push(Chain { table: table.clone(), name: name.to_owned(), policy });
            } else {
                let number = saved.rules.len() + 1;
                let rule = whole(line, &mut lines).and_then(|line| Rule::parse(&line, &table, number));
                saved.rules.push(rule.ok_or_else(|| garbled(line))?);
            }
        }
        Ok(saved)
    }
}

/// Returns a rule with its continuation lines: comments may contain newlines.
fn whole<'a>(line: &str, rest: &mut impl Iterator<Item = &'a str>) -> Option<String> {
    let mut whole = line.to_owned();
    for _ in 0..MOST_LINES {
        if words(&whole).is_some() {
            return Some(whole);
        }
        whole = whole + "\n" + rest.next()?;
    }
    None
}

fn garbled(line: &str) -> Error {
    Error::other(format!("unexpected line in the output of iptables-save: {line}"))
}

impl Rule {
    fn parse(line: &str, table: &str, number: usize) -> Option<Self> {
        let mut options: Vec<GivenRule> = Vec::new();
        let mut is_negated = false;
        for (word, is_quoted) in words(line)? {
            let is_text =
                options.last().is_some_and(|last| last.values.is_empty() && TEXTS.contains(&last.name.as_str()));
            let is_quoted = is_quoted || is_text;
            if word == "!" && !is_quoted {
                is_negated = true;
            } else if word.starts_with('-') && !is_quoted {
                options.push(GivenRule { is_negated: std::mem::take(&mut is_negated), name: word, values: Vec::new() });
            } else {
                let last = options.last_mut()?;
                // Old versions print `!` after the option.
                last.is_negated |= std::mem::take(&mut is_negated);
                last.values.push(word);
            }
        }
        let first = options.first().filter(|first| first.name == "-A" && !table.is_empty())?;
        let chain = first.values.first()?.clone();
        Some(Self { table: table.to_owned(), chain, line: line.to_owned(), options, number })
    }

    /// Returns the first of these options in the rule.
    pub(crate) fn option(&self, names: &[&str]) -> Option<&GivenRule> {
        self.options.iter().find(|option| names.contains(&option.name.as_str()))
    }

    /// Returns the comments, which contain the name.
    pub(crate) fn comment(&self) -> Option<String> {
        let comments = self.options.iter().filter(|option| option.name == "--comment");
        let comments: Vec<String> = comments.map(|option| option.values.join(" ")).collect();
        Some(comments.join(";")).filter(|_| !comments.is_empty())
    }

    /// Returns the comments if they are valid as part of a name.
    fn text(&self) -> Option<String> {
        self.comment().filter(|text| {
            !text.is_empty() && !text.contains(|letter: char| letter.is_control() && !letter.is_whitespace())
        })
    }

    /// Returns the name of a managed rule, which begins with a digit.
    pub(crate) fn own_name(&self) -> Option<String> {
        self.text().filter(|name| name.len() > 1 && name.starts_with(|letter: char| letter.is_ascii_digit()))
    }

    /// Returns a name, derived from a digest of the line if the rule has no comment. It sorts after the names of
    /// managed rules.
    pub(crate) fn name(&self, digest: &str) -> String {
        let number = UNMANAGED + self.number;
        self.own_name().unwrap_or_else(|| format!("{number} {}", self.text().unwrap_or_else(|| digest.to_owned())))
    }

    /// Returns whether another rule is in the same chain.
    pub(crate) fn shares_chain(&self, other: &Self) -> bool {
        (&self.table, &self.chain) == (&other.table, &other.chain)
    }

    /// Returns the arguments that specify the rule for its removal.
    pub(crate) fn specification(&self) -> Vec<String> {
        let mut words = Vec::new();
        for option in self.options.iter().skip(1) {
            if option.is_negated {
                words.push("!".to_owned());
            }
            words.push(option.name.clone());
            words.extend(option.values.iter().cloned());
        }
        words
    }
}

/// Splits a line at spaces. A quoted text is one word, marked as quoted. `None` if a quote is not closed.
fn words(line: &str) -> Option<Vec<(String, bool)>> {
    let mut words: Vec<(String, bool)> = Vec::new();
    let mut letters = line.chars().peekable();
    while letters.next_if_eq(&' ').is_some() || letters.peek().is_some() {
        let Some(first) = letters.next_if(|letter| *letter != ' ') else { continue };
        let mut word = String::new();
        let is_name = words.last().is_some_and(|(last, is_quoted)| !is_quoted && NAMES.contains(&last.as_str()));
        if first != '"' || is_name {
            word.push(first);
            while let Some(letter) = letters.next_if(|letter| *letter != ' ') {
                word.push(letter);
            }
            words.push((word, false));
            continue;
        }
        loop {
            match letters.next()? {
                '"' => break,
                '\\' => word.push(letters.next()?),
                other => word.push(other),
            }
        }
        words.push((word, true));
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_parsed() {
        let text = "# Generated by iptables-save v1.8.9\n*filter\n:INPUT DROP [0:0]\n:mine - [0:0]\n\
            -A INPUT ! -s 10.0.0.0/8 -p tcp -m comment --comment \"001 say \\\"-j\\\" ! it's\" -j ACCEPT\n-A mine\nCOMMIT\n";
        let saved = SavedRules::parse(text).unwrap();
        let policies: Vec<_> =
            saved.chains.iter().map(|chain| (chain.name.as_str(), chain.policy.as_deref())).collect();
        assert_eq!(policies, [("INPUT", Some("drop")), ("mine", None)]);
        let rule = &saved.rules[0];
        assert_eq!((rule.table.as_str(), rule.chain.as_str()), ("filter", "INPUT"));
        assert_eq!(rule.comment().as_deref(), Some("001 say \"-j\" ! it's"));
        assert!(rule.option(&["-s"]).is_some_and(|option| option.is_negated && option.values == ["10.0.0.0/8"]));
        let specification = [
            "!",
            "-s",
            "10.0.0.0/8",
            "-p",
            "tcp",
            "-m",
            "comment",
            "--comment",
            "001 say \"-j\" ! it's",
            "-j",
            "ACCEPT",
        ];
        assert_eq!(rule.specification(), specification);
        assert_eq!(saved.rules[1].name("digest"), "9002 digest");
    }

    fn rules(lines: &str) -> Vec<Rule> {
        SavedRules::parse(&format!("*filter\n:INPUT ACCEPT [0:0]\n{lines}COMMIT\n")).unwrap().rules
    }

    #[test]
    fn comment_is_one_text_with_any_content() {
        let rules = rules(
            "-A INPUT -m comment --comment \"016 a  \n-A INPUT -j DROP\nCOMMIT\n\n# \\\"*nat\" -j ACCEPT\n\
             -A INPUT -m comment --comment -j -j ACCEPT\n-A INPUT -m comment --comment a -m comment --comment --dport -j ACCEPT\n\
             -A INPUT -j LOG --log-prefix --sport\n",
        );
        assert_eq!(rules.len(), 4);
        assert_eq!(rules[0].own_name().as_deref(), Some("016 a  \n-A INPUT -j DROP\nCOMMIT\n\n# \"*nat"));
        assert_eq!(
            (rules[0].table.as_str(), rules[0].option(&["-j"]).unwrap().values.join(" ")),
            ("filter", "ACCEPT".into())
        );
        assert_eq!(rules[1].comment().as_deref(), Some("-j"));
        assert_eq!(rules[1].option(&["-j"]).unwrap().values, ["ACCEPT"]);
        assert_eq!(rules[2].comment().as_deref(), Some("a;--dport"));
        assert!(rules[2].option(&["--dport"]).is_none());
        assert_eq!(rules[3].option(&["--log-prefix"]).unwrap().values, ["--sport"]);
    }

    #[test]
    fn names_can_begin_with_a_quote() {
        let rules = rules("-A \"abc -i \"b -j \"c\n-A INPUT -m comment --comment \"1 a\" -g it's\n");
        assert_eq!(rules[0].chain, "\"abc");
        assert_eq!(rules[0].option(&["-i"]).unwrap().values, ["\"b"]);
        assert_eq!(rules[0].option(&["-j"]).unwrap().values, ["\"c"]);
        assert_eq!(
            (rules[1].own_name().as_deref(), rules[1].option(&["-g"]).unwrap().values.join(" ")),
            (Some("1 a"), "it's".into())
        );
    }

    #[test]
    fn rule_with_an_invalid_comment_is_identified_by_its_digest() {
        let rules = rules(
            "-A INPUT -m comment --comment \"\"\n-A INPUT -m comment --comment \"1 \u{1}\"\n-A INPUT -m comment --comment \"a\tb\"\n",
        );
        let names: Vec<String> = rules.iter().map(|rule| rule.name("digest")).collect();
        assert_eq!(names, ["9001 digest", "9002 digest", "9003 a\tb"]);
    }

    #[test]
    fn invalid_lines_are_rejected() {
        for text in [
            "what is this\n",
            "*filter\n-A\n",
            "-A INPUT -j ACCEPT\n",
            "*filter\n-A INPUT --comment \"x\n",
            "*filter\n:INPUT\n",
        ] {
            assert!(SavedRules::parse(text).is_err(), "{text}");
        }
        assert_eq!(SavedRules::parse("").unwrap(), SavedRules::default());
    }
}
