//! Schemas of the types: attributes, documentation and automatic relationships.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::{Text, Value};

    use crate::value::PieceOrder;

    /// Puts a file together from all pieces that are meant for it.
    ///
    /// A piece, a `concat_fragment`, is meant for this file if its `target` is the path or the title of this resource, or if both
    /// have the same `tag`. What `file` knows to do with the content, it does: owner, mode, backup and the like are handed on to a
    /// `file` of the same path, which this resource adds to the catalog, and the changes are that file's.
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
        docs = "Finds the pieces among the resources of the catalog."
    )]
    pub struct ConcatFile {
        /// The file: an absolute path. The title, unless it is given here.
        #[parameter(namevar)]
        pub path: String,

        /// Whether the file is there.
        #[parameter(default = "present")]
        pub ensure: Ensure,

        /// What pieces have in common that are for this file.
        #[parameter(data_type = "Any")]
        pub tag: Option<Value>,

        /// The user that owns the file, by name or number.
        #[parameter(data_type = "Any")]
        pub owner: Option<Value>,

        /// The group that owns the file, by name or number.
        #[parameter(data_type = "Any")]
        pub group: Option<Value>,

        /// The permissions, as a `file` has them.
        #[parameter(data_type = "Any")]
        pub mode: Option<Value>,

        /// How the `order` of two fragments is compared; fragments with the same order are sorted by name.
        #[parameter(default = "numeric")]
        pub order: Order,

        /// How to back up the replaced file, as for `file`.
        #[parameter(data_type = "Variant[Boolean, String]")]
        pub backup: Option<Value>,

        /// Whether a file that is already there is replaced.
        #[parameter(default = true)]
        pub replace: bool,

        /// A command that judges the new content before it takes its place, as with a `file`.
        #[parameter]
        pub validate_cmd: Option<String>,

        /// Whether each piece that does not end with a newline gets one.
        #[parameter(default = false)]
        pub ensure_newline: bool,

        /// What the pieces are.
        #[parameter(default = "plain")]
        pub format: Format,

        /// Whether the first piece wins where two have other values for the same key; otherwise that is a fault. It says something
        /// about formats that have keys.
        #[parameter(default = false)]
        pub force: bool,

        /// Whether the SELinux label that the policy has for the path is left alone.
        #[parameter]
        pub selinux_ignore_defaults: Option<bool>,

        /// The range in the file's SELinux label.
        #[parameter]
        pub selrange: Option<String>,

        /// The role in the file's SELinux label.
        #[parameter]
        pub selrole: Option<String>,

        /// The type in the file's SELinux label.
        #[parameter]
        pub seltype: Option<String>,

        /// The user in the file's SELinux label.
        #[parameter]
        pub seluser: Option<String>,

        /// Whether differences of the content are shown, where they are wanted at all.
        #[parameter]
        pub show_diff: Option<bool>,
    }

    /// A piece of a file that a `concat_file` puts together. It does nothing by itself.
    #[resource(
        name = "concat_fragment",
        canonicalize,
        example = "concat_file { '/etc/hosts.allow': }\nconcat_fragment { 'ssh from the office':\n  target  => \
                   '/etc/hosts.allow',\n  content => \"sshd: 192.0.2.0/24\\n\",\n  order   => 20,\n}"
    )]
    #[provider(name = "catalog", by = crate::fragment::Piece, docs = "Leaves the piece to the file that it is for.")]
    pub struct ConcatFragment {
        /// The name of the piece, by which pieces of the same order are sorted.
        #[parameter(namevar)]
        pub name: String,

        /// The file that it is for: the path or the title of a `concat_file`. There must be a `target` or a `tag`.
        #[parameter]
        pub target: Option<String>,

        /// The piece itself. There must be either a `content` or a `source`.
        #[parameter]
        pub content: Option<Text>,

        /// Where the piece comes from: an absolute path, or `puppet:///modules/NAME/PATH` for a file of a module. Of several, the
        /// first that is there.
        #[parameter]
        pub source: Option<Vec<String>>,

        /// Where the piece belongs among the others: a number, or a text without `/`, `:` and newline.
        #[parameter(data_type = "Any", default = "10")]
        pub order: PieceOrder,

        /// A tag shared with the file that the fragment belongs to.
        #[parameter(data_type = "Any")]
        pub tag: Option<Value>,
    }

    /// How pieces are sorted.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Order {
        /// As texts, byte by byte: `'10'` is before `'9'`.
        Alpha,
        /// As numbers: 9 is before 10. A number can't be compared with a word.
        Numeric,
    }

    /// What pieces are.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Format {
        /// Texts, which are written one after the other.
        Plain,
        /// YAML. This is refused: use one of the other formats.
        Yaml,
        /// JSON, merged to one value on one line.
        Json,
        /// JSON, made elements of one array on one line.
        #[choice(name = "json-array")]
        JsonArray,
        /// JSON, merged to one value, indented.
        #[choice(name = "json-pretty")]
        JsonPretty,
        /// JSON, made elements of one array, indented.
        #[choice(name = "json-array-pretty")]
        JsonArrayPretty,
    }
}

pub use package::*;
