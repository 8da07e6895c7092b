//! Schema of the type `shellvar`.

#[marotte_sdk::package]
mod package {
    use crate::words::Word;

    /// Manages a variable in a shell script, or in a file of the same syntax such as those in `/etc/default` and
    /// `/etc/sysconfig`.
    ///
    /// Only assignments outside of functions, conditions and loops are managed; the rest of the file is preserved. If a
    /// variable is assigned several times, the last assignment is managed. A new variable is added below a comment that
    /// begins with its name, or at the end of the file. A missing file is created.
    ///
    /// The title is the name of the variable, or `NAME in FILE`. Values are inserted without escaping, like in the file: in
    /// a value in double quotes, `$` and backslashes have their meaning in the shell.
    ///
    /// **Autorequires:** the file, if it is managed.
    #[resource(
        name = "shellvar",
        title = "^((\\S+)\\s+in\\s+(\\S+))$" => (name, variable, target),
        title = "((\\S+))" => (name, variable),
        title = "(.*)" => (name),
        require(file = target),
        canonicalize,
        example = "shellvar { 'ENABLED':\n  target => '/etc/acme.conf',\n  value  => 'yes',\n}",
        example = "shellvar { 'JAVA_OPTS in /etc/acme.conf':\n  ensure       => exported,\n  value        => ['-Xmx512m', \
                   '-server'],\n  array_append => true,\n  comment      => 'memory of the server',\n}"
    )]
    #[provider(name = "augeas", by = crate::Script, docs = "Reads and writes the whole file, without Augeas.")]
    pub struct Shellvar {
        /// Whether the variable is assigned in the file. With `absent` and `array_append`, the words of `value` are removed
        /// instead of the variable.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// An arbitrary name for the resource; it has no effect.
        #[parameter(namevar)]
        pub name: String,

        /// The name of the variable. Defaults to the first word of the title.
        #[parameter(namevar, default = "")]
        pub variable: String,

        /// The absolute path of the file. Required unless the title contains it.
        #[parameter(namevar, default = "")]
        pub target: String,

        /// The value: a text, a number or a Boolean, or several, which are separated by spaces or elements of a shell array.
        /// Can be Sensitive. Required to create the variable.
        #[property(data_type = "Any")]
        pub value: Option<Vec<Word>>,

        /// Text of a comment above the variable, after its name and a colon. With an empty text, there is no such comment.
        #[property]
        pub comment: Option<String>,

        /// The quotes around the value.
        #[parameter(default = "auto")]
        pub quoted: Quoting,

        /// How several values are written.
        #[parameter(default = "auto")]
        pub array_type: ArrayType,

        /// Whether `value` is added to the words in the file. Otherwise it replaces them.
        #[parameter(default = "false")]
        pub array_append: Switch,

        /// Whether a new variable replaces the comment that begins with its name. Without `value`, its value is that in the
        /// comment.
        #[parameter(default = "false")]
        pub uncomment: Switch,
    }

    /// States of a variable.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Ensure {
        /// The variable is assigned.
        Present,
        /// The variable is neither assigned nor unset.
        #[choice(absent)]
        Absent,
        /// The variable is unset: `unset NAME`.
        Unset,
        /// The variable is assigned and exported: `export NAME=VALUE`.
        Exported,
    }

    /// Quotes around values.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Quoting {
        /// The quotes in the file, or double quotes if they are necessary.
        #[choice(aliases("true"))]
        Auto,
        /// Double quotes.
        Double,
        /// Single quotes.
        Single,
        /// None. A value that needs quotes is an error.
        #[choice(aliases("false"))]
        None,
    }

    /// Forms of several values.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum ArrayType {
        /// The form in the file, or one text.
        Auto,
        /// One text with the values separated by spaces.
        String,
        /// A shell array.
        Array,
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

pub use package::*;

impl Switch {
    pub(crate) fn is_on(self) -> bool {
        self == Self::True
    }
}
