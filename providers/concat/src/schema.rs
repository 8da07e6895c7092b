//! Schemas of the types: attributes, documentation and automatic relationships.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::{Text, Value};

    use crate::value::PieceOrder;

    /// Manages a file that is assembled from fragments.
    ///
    /// A `concat_fragment` belongs to the file if its `target` is the path or the title of this resource, or if both
    /// have the same `tag`. Attributes such as owner, mode and backup are passed on to a `file` resource with the same
    /// path, which is added to the catalog and makes the changes.
    ///
    /// A Sensitive fragment must be the only fragment of its file. It cannot be joined with others, since
    /// only the host can read it.
    #[resource(
        name = "concat_file",
        require(file = path),
        canonicalize,
        example = "concat_file { '/etc/motd':\n  tag  => 'motd',\n  mode => '0644',\n}\nconcat_fragment { 'greeting':\n  \
                   target  => '/etc/motd',\n  content => \"Welcome.\\n\",\n  order   => '01',\n}\nconcat_fragment { 'who is on \
                   duty':\n  tag     => 'motd',\n  content => \"Call the desk.\\n\",\n}"
    )]
    #[provider(
        name = "catalog",
        by = crate::file::FileAssembler,
        generate,
        expand,
        docs = "Finds the fragments in the catalog."
    )]
    pub struct ConcatFile {
        /// The absolute path of the file. Defaults to the title.
        #[parameter(namevar)]
        pub path: String,

        /// Whether the file should exist.
        #[parameter(default = "present")]
        pub ensure: Ensure,

        /// A tag shared with the fragments that belong to this file.
        #[parameter(data_type = "Any")]
        pub tag: Option<Value>,

        /// The owner of the file, by name or id.
        #[parameter(data_type = "Any")]
        pub owner: Option<Value>,

        /// The group of the file, by name or id.
        #[parameter(data_type = "Any")]
        pub group: Option<Value>,

        /// The permissions, as for `file`.
        #[parameter(data_type = "Any")]
        pub mode: Option<Value>,

        /// How the `order` of two fragments is compared; fragments with the same order are sorted by name.
        #[parameter(default = "numeric")]
        pub order: Order,

        /// How to back up the replaced file, as for `file`.
        #[parameter(data_type = "Variant[Boolean, String]")]
        pub backup: Option<Value>,

        /// Whether to replace an existing file.
        #[parameter(default = true)]
        pub replace: bool,

        /// A command that validates the new content before the file is replaced, as for `file`.
        #[parameter]
        pub validate_cmd: Option<String>,

        /// Whether to add a newline to each fragment that does not end with one.
        #[parameter(default = false)]
        pub ensure_newline: bool,

        /// The format of the fragments.
        #[parameter(default = "plain")]
        pub format: Format,

        /// Whether the first fragment takes precedence if fragments contain different values for the same key, which is
        /// an error otherwise. Only used by formats with keys.
        #[parameter(default = false)]
        pub force: bool,

        /// Whether to ignore the SELinux label that the policy defines for the path.
        #[parameter]
        pub selinux_ignore_defaults: Option<bool>,

        /// The range of the file's SELinux label.
        #[parameter]
        pub selrange: Option<String>,

        /// The role of the file's SELinux label.
        #[parameter]
        pub selrole: Option<String>,

        /// The type of the file's SELinux label.
        #[parameter]
        pub seltype: Option<String>,

        /// The user of the file's SELinux label.
        #[parameter]
        pub seluser: Option<String>,

        /// Whether to show differences of the content, if differences are shown at all.
        #[parameter]
        pub show_diff: Option<bool>,

        /// Whether the file exists, empty, if no fragment has content. Otherwise it is removed.
        #[parameter(default = true)]
        pub create_empty_file: bool,
    }

    /// A fragment of a file that a `concat_file` assembles. It has no effect of its own.
    #[resource(
        name = "concat_fragment",
        canonicalize,
        example = "concat_file { '/etc/hosts.allow': }\nconcat_fragment { 'ssh from the office':\n  target  => \
                   '/etc/hosts.allow',\n  content => \"sshd: 192.0.2.0/24\\n\",\n  order   => 20,\n}"
    )]
    #[provider(name = "catalog", by = crate::fragment::Piece, docs = "Changes nothing; the fragment is used by its `concat_file`.")]
    pub struct ConcatFragment {
        /// The name of the fragment; fragments with the same order are sorted by it.
        #[parameter(namevar)]
        pub name: String,

        /// The path or the title of the `concat_file` to which the fragment belongs. Either `target` or `tag` is
        /// required.
        #[parameter]
        pub target: Option<String>,

        /// The content of the fragment. Either `content` or `source` is required.
        #[parameter]
        pub content: Option<Text>,

        /// The source of the fragment: an absolute path, or `puppet:///modules/NAME/PATH` for a file of a module. In a
        /// list, the first existing source is used.
        #[parameter]
        pub source: Option<Vec<String>>,

        /// The position of the fragment: a number, or a text without `/`, `:` and newlines.
        #[parameter(data_type = "Any", default = "10")]
        pub order: PieceOrder,

        /// A tag shared with the file that the fragment belongs to.
        #[parameter(data_type = "Any")]
        pub tag: Option<Value>,
    }

    /// How fragments are sorted.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Order {
        /// As text, byte by byte: `'10'` sorts before `'9'`.
        Alpha,
        /// As numbers: 9 sorts before 10. A number cannot be compared with a word.
        Numeric,
    }

    /// The format of fragments.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Format {
        /// Text, which is concatenated.
        Plain,
        /// YAML. Not supported; use one of the other formats.
        Yaml,
        /// JSON, merged into one value on a single line.
        Json,
        /// JSON, collected in one array on a single line.
        #[choice(name = "json-array")]
        JsonArray,
        /// JSON, merged into one value, indented.
        #[choice(name = "json-pretty")]
        JsonPretty,
        /// JSON, collected in one array, indented.
        #[choice(name = "json-array-pretty")]
        JsonArrayPretty,
    }
}

pub use package::*;
