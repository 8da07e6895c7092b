//! Schema of the type `augeas`, and the line lists used by its attributes.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::{AbsolutePath, Value};

    use super::Lines;

    /// Changes configuration files by the tree that Augeas makes of them.
    ///
    /// Takes the command `augtool` (Debian: the package `augeas-tools`); where it is absent no provider is suitable. The changes are
    /// tried without being saved first: if no file would be another, nothing is done. So they can be said as what should be, and
    /// need no `onlyif`.
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
        docs = "Hands scripts to `augtool`, of version 1.2 or newer. Whether anything is to be done it is asked where it can write \
                nothing: what would stand in the files is compared with what stands there."
    )]
    pub struct Augeas {
        /// The result of the changes. Read-only.
        #[property(default = 0, data_type = "Integer[0, 0]", is = Value)]
        pub returns: i64,

        /// What this resource is called; nothing follows from it.
        #[parameter(namevar)]
        pub name: String,

        /// The prefix of every path that does not begin with a `/` or a variable. With `incl`, the default is
        /// `/files` followed by that file.
        #[parameter(default = "")]
        pub context: String,

        /// Make the changes only if this holds: `get PATH COMPARATOR TEXT`, `values PATH include TEXT`, `match PATH size COMPARATOR
        /// NUMBER` and the like (`not_include`, `== ['a', 'b']`, `!= [..]`). With `=~` the text is a regular expression.
        #[parameter]
        pub onlyif: Option<Lines>,

        /// The changes, a text with a change on each line or a list of them: `set`, `setm`, `rm` (`remove`), `clear`, `clearm`, `touch`,
        /// `ins` (`insert`), `mv` (`move`), `rename`, `defvar`, `defnode`, as in `augtool`. A value with blanks is put in quotes.
        #[parameter]
        pub changes: Option<Lines>,

        /// The directory that takes the place of `/`.
        #[parameter(default = "/")]
        pub root: AbsolutePath,

        /// Directories to look for lenses in, before the usual ones: a list, or one text with colons between them. Lenses that come with
        /// a module are found only if their directory is named here.
        #[parameter]
        pub load_path: Option<Lines>,

        /// Make the changes even if no file would be another.
        #[parameter(default = "false")]
        pub force: Switch,

        /// Whether lenses are type checked, which takes long.
        #[parameter(default = "false")]
        pub type_check: Switch,

        /// The lens to read `incl` with, such as `Hosts.lns`.
        #[parameter]
        pub lens: Option<String>,

        /// The only file to be read. Takes `lens`.
        #[parameter]
        pub incl: Option<String>,

        /// Whether differences of the files are shown, where they are wanted at all.
        #[parameter(default = "true")]
        pub show_diff: Shown,
    }

    /// Whether differences are shown.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Shown {
        /// They are.
        #[choice(name = "true", aliases("yes"))]
        Yes,
        /// They are not.
        #[choice(name = "false", aliases("no"))]
        No,
    }

    /// Yes or no.
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lines(pub Vec<String>);

impl AttributeValue for Lines {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        match value {
            // Puppet: a text in an array is a single line, even if it contains newlines.
            Value::Array(values) => Ok(Self(values.into_iter().map(elements).collect::<Result<Vec<_>, _>>()?.concat())),
            value => Ok(Self(clear(value)?.split('\n').map(str::to_owned).collect())),
        }
    }

    fn into_value(self) -> Value {
        self.0.into_value()
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
            Err("cannot have control characters: augtool would take them for orders to its editor of lines".into())
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
