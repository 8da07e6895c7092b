//! Schema of the type `augeas`, and the line lists used by its attributes.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::{AbsolutePath, Value};

    use super::Lines;

    /// Changes configuration files through their Augeas trees.
    ///
    /// Requires the command `augtool` (package `augeas-tools` on Debian); without it, no provider is suitable. The
    /// changes are first tried without saving them, and saved only if they would alter a file. `changes` can therefore
    /// describe the desired state without an `onlyif`.
    #[resource(
        name = "augeas",
        canonicalize,
        example = "file { '/etc':\n  ensure => directory,\n}\nfile { '/etc/app.conf':\n  content => \"color = red\\n\",\n  \
                   replace => false,\n}\naugeas { 'the color of the app':\n  incl    => '/etc/app.conf',\n  lens    => \
                   'Simplevars.lns',\n  changes => 'set color blue',\n  require => File['/etc/app.conf'],\n}"
    )]
    #[provider(
        name = "augeas",
        by = crate::Augtool,
        confine(command("augtool")),
        docs = "Runs scripts with `augtool` 1.2 or newer. To determine whether changes are needed, `augtool` runs \
                without write access and the resulting content is compared with the current one."
    )]
    pub struct Augeas {
        /// The result of the changes. Read-only.
        #[property(default = 0, data_type = "Integer[0, 0]", is = Value)]
        pub returns: i64,

        /// An arbitrary name for the resource; it has no effect.
        #[parameter(namevar)]
        pub name: String,

        /// The prefix of paths that begin with neither a `/` nor a variable. With `incl`, it defaults to `/files`
        /// followed by that file.
        #[parameter(default = "")]
        pub context: String,

        /// Make the changes only if this condition holds: `get PATH COMPARATOR TEXT`, `values PATH include TEXT`,
        /// `match PATH size COMPARATOR NUMBER` and similar conditions (`not_include`, `== ['a', 'b']`, `!= [..]`). With
        /// `=~` the text is a regular expression.
        #[parameter]
        pub onlyif: Option<Lines>,

        /// The changes, as a text with one change on each line or as a list: `set`, `setm`, `rm` (`remove`), `clear`,
        /// `clearm`, `touch`, `ins` (`insert`), `mv` (`move`), `rename`, `defvar`, `defnode`, as in `augtool`. A value
        /// that contains spaces must be quoted.
        #[parameter]
        pub changes: Option<Lines>,

        /// The root directory of the file system, instead of `/`.
        #[parameter(default = "/")]
        pub root: AbsolutePath,

        /// Additional directories of lenses, searched first: a list, or a text separated by colons. Lenses that a
        /// module ships are found only if their directory is listed here.
        #[parameter]
        pub load_path: Option<Lines>,

        /// Make the changes even if they do not alter any file.
        #[parameter(default = "false")]
        pub force: Switch,

        /// Whether to type check the lenses, which is slow.
        #[parameter(default = "false")]
        pub type_check: Switch,

        /// The lens for `incl`, such as `Hosts.lns`.
        #[parameter]
        pub lens: Option<String>,

        /// The only file to load. Requires `lens`.
        #[parameter]
        pub incl: Option<String>,

        /// Whether to show differences of the files, if differences are shown at all.
        #[parameter(default = "true")]
        pub show_diff: Shown,
    }

    /// Whether differences are shown.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Shown {
        /// Differences are shown.
        #[choice(name = "true", aliases("yes"))]
        Yes,
        /// Differences are not shown.
        #[choice(name = "false", aliases("no"))]
        No,
    }

    /// A Boolean.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Switch {
        /// Yes.
        True,
        /// No.
        False,
    }
}

use marotte_sdk::prelude::*;
pub use package::*;

/// One text of several lines, or a list of texts.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Lines(pub Vec<String>);

impl Lines {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        match value {
            // Puppet: a text in an array is a single line, even if it contains newlines.
            Value::Array(values) => Ok(Self(values.into_iter().map(elements).collect::<Result<Vec<_>, _>>()?.concat())),
            value => Ok(Self(clear(value)?.split('\n').map(str::to_owned).collect())),
        }
    }
}

fn elements(value: Value) -> Result<Vec<String>, InvalidValue> {
    match value {
        Value::Array(values) => Ok(values.into_iter().map(elements).collect::<Result<Vec<_>, _>>()?.concat()),
        value => Ok(vec![clear(value)?]),
    }
}

/// Returns a text that can be passed to augtool.
fn clear(value: Value) -> Result<String, InvalidValue> {
    match Text::printed(value)? {
        Text::Clear(text) if text.chars().any(|letter| letter.is_control() && !"\n\r\t".contains(letter)) => {
            Err("cannot contain control characters: augtool would interpret them as commands of its line editor".into())
        }
        Text::Clear(text) => Ok(text.replace('\r', "")),
        Text::Secret(_) => Err("cannot be Sensitive: augtool shows its input".into()),
    }
}

impl Canonicalize for Augeas {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        if row.lens.is_some() != row.incl.is_some() {
            problems.error(row, None, "You must specify both the lens and incl parameters, or neither.");
        }
        let parts = [row.lens.as_deref(), row.incl.as_deref(), Some(&*row.root)];
        if parts.into_iter().flatten().any(|part| part.contains(['\n', '\r'])) {
            problems.error(row, None, "lens, incl and root cannot include newlines");
        }
        if let Some(incl) = row.incl.clone().filter(|_| row.context.is_empty()) {
            row.context = format!("/files{incl}");
        }
        if !row.context.is_empty() && !row.context.ends_with('/') {
            row.context.push('/');
        }
        row.mark_changed();
    }
}
