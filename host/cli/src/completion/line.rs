//! The words of a command line before the one to complete, read with the definitions of the program. Unlike in
//! parsing, unknown and missing words are not errors.

use std::collections::BTreeMap;

use clap::{Arg, Command};

/// A command line.
#[derive(Debug)]
pub(super) struct CommandLine {
    /// The definition of the command that the words select.
    pub(super) command: Command,
    /// The words of that command: `config`, `set`.
    pub(super) path: Vec<String>,
    /// The positional arguments.
    pub(super) positionals: Vec<String>,
    /// The given flags with a value, by their identifiers.
    pub(super) flags: BTreeMap<String, String>,
    /// The flag whose value is the next word.
    pub(super) awaiting: Option<Arg>,
    /// Whether the next word can be a flag: it does not follow `--`.
    pub(super) accepts_flags: bool,
}

impl CommandLine {
    /// Reads the words after the name of the program.
    pub(super) fn read(program: &Command, words: &[String]) -> Self {
        let mut line = Self {
            command: program.clone(),
            path: Vec::new(),
            positionals: Vec::new(),
            flags: BTreeMap::new(),
            awaiting: None,
            accepts_flags: true,
        };
        words.iter().for_each(|word| line.add(word));
        line
    }

    fn add(&mut self, word: &str) {
        if let Some(flag) = self.awaiting.take() {
            self.flags.insert(flag.get_id().to_string(), word.to_owned());
        } else if self.accepts_flags && word == "--" {
            self.accepts_flags = false;
        } else if self.accepts_flags && word.starts_with('-') && word != "-" {
            self.add_flag(word);
        } else if let Some(command) = self.command.find_subcommand(word).filter(|_| self.positionals.is_empty()) {
            // Only the selected command is completed with its flags; there are more than a thousand in all.
            self.command = command.clone();
            self.command.build();
            self.path.push(word.to_owned());
        } else {
            self.positionals.push(word.to_owned());
        }
    }

    fn add_flag(&mut self, word: &str) {
        let (name, value) = match word.split_once('=') {
            Some((name, value)) if word.starts_with("--") => (name, Some(value)),
            _ => (word, None),
        };
        let Some(flag) = self.flag(name).filter(|flag| flag.get_num_args().is_some_and(|range| range.takes_values()))
        else {
            return;
        };
        let (id, flag) = (flag.get_id().to_string(), flag.clone());
        match value {
            Some(value) => {
                self.flags.insert(id, value.to_owned());
            }
            None if flag.get_num_args().is_some_and(|range| range.min_values() > 0) => self.awaiting = Some(flag),
            None => {}
        }
    }

    /// Returns the definition of a flag: `--name`, or `-n` with the letters of other flags before it.
    pub(super) fn flag(&self, name: &str) -> Option<&Arg> {
        let mut flags = self.command.get_arguments();
        match name.strip_prefix("--") {
            Some(long) => flags.find(|flag| {
                flag.get_long() == Some(long) || flag.get_all_aliases().is_some_and(|names| names.contains(&long))
            }),
            None => flags.find(|flag| flag.get_short().is_some() && flag.get_short() == name.chars().last()),
        }
    }

    /// Returns the positional argument at an index, or an empty text.
    pub(super) fn positional_at(&self, place: usize) -> &str {
        self.positionals.get(place).map(String::as_str).unwrap_or_default()
    }

    /// Returns the definition of the positional argument that the next word belongs to.
    pub(super) fn positional(&self) -> Option<&Arg> {
        let positionals: Vec<&Arg> = self.command.get_positionals().collect();
        let repeats = |argument: &&Arg| argument.get_num_args().is_some_and(|range| range.max_values() > 1);
        let next = positionals.get(self.positionals.len());
        next.or_else(|| positionals.last().filter(|last| repeats(last))).copied()
    }
}
