//! Owns what `iptables-save` tells: chains with their policies, and rules, each as options with what they are given.

use marotte_sdk::prelude::*;

/// Rules without a name of ours get one that begins with more than this.
const UNMANAGED: usize = 9000;

/// All that is in the tables.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Saved {
    pub(crate) chains: Vec<Chain>,
    pub(crate) rules: Vec<Rule>,
}

/// A chain.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Chain {
    pub(crate) table: String,
    pub(crate) name: String,
    /// What becomes of a packet at its end; a chain of a user has none.
    pub(crate) policy: Option<String>,
}

/// A rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rule {
    pub(crate) table: String,
    pub(crate) chain: String,
    /// The line, as it was told.
    pub(crate) line: String,
    pub(crate) options: Vec<Given>,
    /// Its place among all rules, from 1.
    pub(crate) number: usize,
}

/// An option, and what it is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Given {
    pub(crate) is_negated: bool,
    pub(crate) name: String,
    pub(crate) values: Vec<String>,
}

impl Saved {
    /// Reads what a program tells.
    ///
    /// # Errors
    /// A line is none of a table.
    pub(crate) fn parse(text: &str) -> Result<Self> {
        let mut saved = Self::default();
        let mut table = String::new();
        for line in whole_lines(text) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') || line == "COMMIT" {
                continue;
            }
            if let Some(name) = line.strip_prefix('*') {
                name.clone_into(&mut table);
            } else if let Some(chain) = line.strip_prefix(':') {
                let mut words = chain.split(' ');
                let (Some(name), Some(policy)) = (words.next(), words.next()) else { return Err(garbled(line)) };
                let policy = Some(policy.to_lowercase()).filter(|policy| policy != "-");
                saved.chains.push(Chain { table: table.clone(), name: name.to_owned(), policy });
            } else {
                let number = saved.rules.len() + 1;
                saved.rules.push(Rule::parse(line, &table, number).ok_or_else(|| garbled(line))?);
            }
        }
        Ok(saved)
    }
}

/// Returns the lines, each with those that a text in quotes goes on in.
fn whole_lines(text: &str) -> Vec<String> {
    let mut whole: Vec<String> = Vec::new();
    for line in text.lines() {
        match whole.last_mut().filter(|last| last.starts_with("-A ") && words(last).is_none()) {
            Some(open) => {
                open.push('\n');
                open.push_str(line);
            }
            None => whole.push(line.to_owned()),
        }
    }
    whole
}

fn garbled(line: &str) -> Error {
    Error::other(format!("this is no line of iptables-save: {line}"))
}

impl Rule {
    fn parse(line: &str, table: &str, number: usize) -> Option<Self> {
        let mut options: Vec<Given> = Vec::new();
        let mut is_negated = false;
        for (word, is_quoted) in words(line)? {
            if word == "!" && !is_quoted {
                is_negated = true;
            } else if word.starts_with('-') && !is_quoted {
                options.push(Given { is_negated: std::mem::take(&mut is_negated), name: word, values: Vec::new() });
            } else {
                let last = options.last_mut()?;
                // Old versions write the mark behind the option.
                last.is_negated |= std::mem::take(&mut is_negated);
                last.values.push(word);
            }
        }
        let first = options.first().filter(|first| first.name == "-A" && !table.is_empty())?;
        let chain = first.values.first()?.clone();
        Some(Self { table: table.to_owned(), chain, line: line.to_owned(), options, number })
    }

    /// Returns what is given to the first of these options that is there.
    pub(crate) fn option(&self, names: &[&str]) -> Option<&Given> {
        self.options.iter().find(|option| names.contains(&option.name.as_str()))
    }

    /// Returns the name, which is in its comments.
    pub(crate) fn comment(&self) -> Option<String> {
        let comments = self.options.iter().filter(|option| option.name == "--comment");
        let comments: Vec<String> = comments.map(|option| option.values.join(" ")).collect();
        Some(comments.join(";")).filter(|_| !comments.is_empty())
    }

    /// Returns the name if it is one that this type gives: it begins with a number.
    pub(crate) fn own_name(&self) -> Option<String> {
        self.comment().filter(|name| name.len() > 1 && name.starts_with(|letter: char| letter.is_ascii_digit()))
    }

    /// Returns a name, by a digest of the line where it has none of its own. It sorts behind those of managed rules.
    pub(crate) fn name(&self, digest: &str) -> String {
        let number = UNMANAGED + self.number;
        self.own_name().unwrap_or_else(|| format!("{number} {}", self.comment().unwrap_or_else(|| digest.to_owned())))
    }

    /// Returns the words that name the rule where it is to be removed.
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

/// Splits a line at its blanks. What is between quotes is one word, and none of the line's own.
fn words(line: &str) -> Option<Vec<(String, bool)>> {
    let mut words: Vec<(String, bool)> = Vec::new();
    let mut letters = line.chars().peekable();
    while letters.next_if_eq(&' ').is_some() || letters.peek().is_some() {
        let Some(first) = letters.next_if(|letter| *letter != ' ') else { continue };
        let mut word = String::new();
        if first != '"' {
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
    fn tables_are_read() {
        let text = "# Generated by iptables-save v1.8.9\n*filter\n:INPUT DROP [0:0]\n:mine - [0:0]\n\
            -A INPUT ! -s 10.0.0.0/8 -p tcp -m comment --comment \"001 say \\\"-j\\\" ! it's\" -j ACCEPT\n-A mine\nCOMMIT\n";
        let saved = Saved::parse(text).unwrap();
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

    #[test]
    fn other_lines_are_refused() {
        for text in [
            "what is this\n",
            "*filter\n-A\n",
            "-A INPUT -j ACCEPT\n",
            "*filter\n-A INPUT --comment \"x\n",
            "*filter\n:INPUT\n",
        ] {
            assert!(Saved::parse(text).is_err(), "{text}");
        }
        assert_eq!(Saved::parse("").unwrap(), Saved::default());
    }
}
