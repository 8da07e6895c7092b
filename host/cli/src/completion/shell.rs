//! What each shell passes to the program and expects from it.

use std::iter::Peekable;
use std::str::Chars;

use clap::ValueEnum;

use super::candidate::{Candidate, Candidates};

/// Shells with completion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Shell {
    Bash,
    Zsh,
    Fish,
}

impl Shell {
    /// Returns the shell with a name.
    pub(super) fn find(name: &str) -> Option<Self> {
        Self::from_str(name, false).ok()
    }

    /// Returns the script that enables completion.
    pub(crate) fn script(self) -> &'static str {
        match self {
            Self::Bash => include_str!("../../completions/marotte.bash"),
            Self::Zsh => include_str!("../../completions/marotte.zsh"),
            Self::Fish => include_str!("../../completions/marotte.fish"),
        }
    }
}

/// A command line as passed by the script of a shell.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ShellInput {
    shell: Shell,
    /// The words after the name of the program; the last one is to be completed.
    pub(super) words: Vec<String>,
    /// The length of the beginning of the last word that the shell does not replace.
    kept: usize,
    /// Whether the last word is within quotes.
    is_quoted: bool,
}

impl ShellInput {
    /// Reads the arguments of the program after the name of the shell: in bash the line up to the cursor and the word
    /// that bash completes, in other shells the words.
    pub(super) fn read(shell: Shell, words: &[String]) -> Option<Self> {
        if shell != Shell::Bash {
            return Some(Self { shell, words: words.to_vec(), kept: 0, is_quoted: false });
        }
        let [line, replaced] = words else { return None };
        let (mut words, is_quoted) = split(line);
        if words.is_empty() {
            return None;
        }
        words.remove(0);
        // In bash words end at the characters of COMP_WORDBREAKS, too: `--name=` or `module::`.
        let current = words.last()?;
        let kept = if current.ends_with(replaced.as_str()) { current.len() - replaced.len() } else { 0 };
        Some(Self { shell, words, kept, is_quoted })
    }

    /// Formats candidates for the script of the shell, one per line. A line that starts with a tab requests paths.
    pub(super) fn format(&self, candidates: &Candidates) -> String {
        let mut text = String::new();
        for candidate in &candidates.values {
            text.push_str(&self.line(candidate));
            text.push('\n');
        }
        if let Some(paths) = candidates.paths {
            text.push_str(&format!("\t{}\n", paths.name()));
        }
        text
    }

    fn line(&self, Candidate { value, description }: &Candidate) -> String {
        match self.shell {
            Shell::Bash => {
                let value = value.get(self.kept..).unwrap_or(value);
                if self.is_quoted { value.to_owned() } else { escaped(value) }
            }
            // `_describe` expects VALUE:DESCRIPTION.
            Shell::Zsh if value.ends_with('=') => value.clone(),
            Shell::Zsh if description.is_empty() => value.replace(':', "\\:"),
            Shell::Zsh => format!("{}:{description}", value.replace(':', "\\:")),
            Shell::Fish if description.is_empty() => value.clone(),
            Shell::Fish => format!("{value}\t{description}"),
        }
    }
}

/// Quotes the characters that are special in bash.
fn escaped(value: &str) -> String {
    let mut text = String::new();
    for letter in value.chars() {
        if !letter.is_alphanumeric() && !"_./:=@%+,-".contains(letter) {
            text.push('\\');
        }
        text.push(letter);
    }
    text
}

/// Splits a line into words as a shell does; the last word is empty after a space. Also returns whether the line ends
/// within quotes.
fn split(line: &str) -> (Vec<String>, bool) {
    let mut letters = line.chars().peekable();
    let (mut words, mut is_quoted) = (Vec::new(), false);
    loop {
        while letters.next_if(|letter| letter.is_whitespace()).is_some() {}
        let mut word = String::new();
        while let Some(letter) = letters.next_if(|letter| !letter.is_whitespace()) {
            match letter {
                '\\' => word.extend(letters.next()),
                '\'' | '"' => is_quoted = !quoted(letter, &mut letters, &mut word),
                letter => word.push(letter),
            }
        }
        words.push(word);
        if letters.peek().is_none() {
            return (words, is_quoted);
        }
    }
}

/// Reads a word up to the quote that ends it. Returns whether there is one.
fn quoted(quote: char, letters: &mut Peekable<Chars<'_>>, word: &mut String) -> bool {
    while let Some(letter) = letters.next() {
        match letter {
            letter if letter == quote => return true,
            '\\' if quote == '"' => word.extend(letters.next()),
            letter => word.push(letter),
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_bash(line: &str, replaced: &str) -> ShellInput {
        ShellInput::read(Shell::Bash, &[line.to_owned(), replaced.to_owned()]).expect("a command line")
    }

    #[test]
    fn bash_lines_are_split_into_words() {
        assert_eq!(in_bash("marotte describe fi", "fi").words, ["describe", "fi"]);
        assert_eq!(in_bash("marotte  describe ", "").words, ["describe", ""]);
        assert_eq!(in_bash("marotte apply -e 'notice(1) ' x\\ y", "y").words, ["apply", "-e", "notice(1) ", "x y"]);
        let quoted = in_bash("marotte resource cron \"a b", "a b");
        assert_eq!((&*quoted.words, quoted.is_quoted), (&["resource".into(), "cron".into(), "a b".into()][..], true));
    }

    #[test]
    fn bash_keeps_the_part_before_a_word_break() {
        let input = in_bash("marotte apply --environment=pro", "pro");
        let candidates = ["--environment=production"].into_iter().collect();
        assert_eq!(input.format(&candidates), "production\n");
        let input = in_bash("marotte apply --tags ntp::", "");
        assert_eq!(input.format(&["ntp::server"].into_iter().collect()), "server\n");
        assert_eq!(input.format(&["ntp::a b"].into_iter().collect()), "a\\ b\n");
    }

    #[test]
    fn other_shells_get_descriptions() {
        let mut candidates = Candidates::default();
        candidates.add("ntp::server", "a class");
        let format = |shell| ShellInput::read(shell, &[]).expect("words").format(&candidates);
        assert_eq!(format(Shell::Zsh), "ntp\\:\\:server:a class\n");
        assert_eq!(format(Shell::Fish), "ntp::server\ta class\n");
    }
}
