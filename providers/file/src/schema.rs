//! Schema of the type `file`: its attributes, their documentation and its automatic relationships.

#[marotte_sdk::package]
mod package {
    use crate::attribute::{Backup, Content, Identity, Ignore, Mode};

    /// Manages files, directories and links: their existence, content, owner and permissions.
    ///
    /// `ensure` says which of the three it is to be. What a file holds comes from `content` or from `source`, where a link
    /// leads from `target`; only one of these can be given. A file is replaced whole or not at all.
    ///
    /// With `recurse` each file in a directory is managed as if it were written down, with the owner, the permissions and the other
    /// attributes of the directory. A file with a resource of its own, and all that is below it, is left to that one.
    ///
    /// Comes after the nearest managed directory above it, after what a link leads to, and after the user and the group that
    /// own it.
    #[resource(
        name = "file",
        title = "(?m)^(/|.*[^/])/*$" => (path),
        require(file = ancestor(path), file = target, user = owner, group = group),
        features(manages_symlinks = "Links can be managed."),
        canonicalize, parallel,
        example = "file { '/etc/motd':\n  ensure  => file,\n  content => \"Welcome.\\n\",\n  mode    => '0644',\n}",
        example = "file { '/srv/current':\n  ensure => link,\n  target => '/srv/releases/1',\n}",
        example = "file { '/etc/conf.d':\n  ensure  => directory,\n  recurse => true,\n  purge   => true,\n  force   => true,\n  ignore  => ['*.local', '.git'],\n  backup  => 'puppet',\n}"
    )]
    #[provider(
        name = "posix",
        by = crate::posix::Posix,
        expand(recurse),
        features("manages_symlinks"),
        docs = "Owners, groups and permissions as Unix has them."
    )]
    #[derive(Clone)]
    pub struct File {
        /// Where the file is: an absolute path. The title, unless it is given here.
        #[parameter(namevar)]
        pub path: String,

        /// Whether there is to be a file, and of which kind. Without it, `content` makes a file and `target` a link, and
        /// otherwise nothing is made.
        ///
        /// The path of another file makes a link to it: `ensure => '/srv/site'` is `ensure => link` with that `target`.
        #[property]
        pub ensure: Option<Ensure>,

        /// What the file is to hold: a text, or a Binary. May be Sensitive.
        #[property(data_type = "Any", is = String)]
        pub content: Option<Content>,

        /// The digest of what `source` holds, by the algorithm in `checksum`. The file is compared with this, so that the
        /// source is only read when they differ.
        #[property]
        pub checksum_value: Option<String>,

        /// Where the link leads, relative to its own directory or absolute.
        #[property]
        pub target: Option<String>,

        /// The user that owns the file, by name or number.
        #[property(data_type = "Any")]
        pub owner: Option<Identity>,

        /// The group that owns the file, by name or number.
        #[property(data_type = "Any")]
        pub group: Option<Identity>,

        /// The permissions: a text in octal (`'0644'`) or as of `chmod` (`'u=rw,go=r'`). A directory gets the right to be
        /// entered wherever an octal mode lets it be read. A new file without this is 0644, a new directory 0755. If an
        /// access control list gives anyone more rights than the mode, it is removed.
        #[property(data_type = "Any")]
        pub mode: Option<Mode>,

        /// What kind of file it is. Can only be read.
        #[read_only]
        pub r#type: Option<String>,

        /// The user in the file's SELinux label.
        #[property]
        pub seluser: Option<String>,

        /// The role in the file's SELinux label.
        #[property]
        pub selrole: Option<String>,

        /// The type in the file's SELinux label.
        #[property]
        pub seltype: Option<String>,

        /// The range in the file's SELinux label.
        #[property]
        pub selrange: Option<String>,

        /// When the file's owner, permissions or content were last changed. Can only be read.
        #[read_only]
        pub ctime: Option<String>,

        /// When the file's content was last changed. Can only be read.
        #[read_only]
        pub mtime: Option<String>,

        /// Where the content comes from: an absolute path, `file:///path`, or `puppet:///modules/NAME/PATH` for a file of a
        /// module. Of several, the first that is there. A directory makes a directory, and a link a link.
        #[parameter]
        pub source: Option<Vec<String>>,

        /// How to keep a file that is replaced or removed: `false` (the default) keeps no backup, a text that
        /// begins with a dot makes a copy with that suffix in the same directory, `true` means `.puppet-bak`,
        /// anything else is the title of a filebucket.
        #[parameter(data_type = "Any")]
        pub backup: Option<Backup>,

        /// By what contents are compared and named in messages; `sha256` by default. With `mtime` or `ctime` a file is as its source as
        /// long as it was changed later than that.
        #[parameter]
        pub checksum: Option<Checksum>,

        /// Replaces and removes directories with all that is in them. Without it they stay as they are. Default: `false`.
        #[parameter]
        pub force: Option<bool>,

        /// Whether an existing file may be replaced. With `false`, a missing file is created, and owner and
        /// mode are managed, but existing content is kept. Default: `true`.
        #[parameter]
        pub replace: Option<bool>,

        /// Whether to manage a link itself (`manage`, the default) or its target (`follow`).
        #[parameter]
        pub links: Option<Links>,

        /// Whether differences of content are shown, where they are wanted at all. Default: `true`.
        #[parameter]
        pub show_diff: Option<bool>,

        /// A command that judges new content before it takes its place; a `%` in it becomes the path of the new file. Unless
        /// it exits with 0 the file stays as it was.
        #[parameter]
        pub validate_cmd: Option<marotte_sdk::Text>,

        /// What stands for the path in `validate_cmd`. Default: `%`.
        #[parameter]
        pub validate_replacement: Option<String>,

        /// Whether the content of a directory is managed, too: all of it (`true`), only the files in the
        /// source (`remote`), or none (`false`, the default).
        ///
        /// With a `source`, the directory gets the files of the source. With `true`, all other files in the
        /// directory get the attributes, too, and `purge` can remove them. Not supported for a link with a
        /// `target`.
        #[parameter]
        pub recurse: Option<Recurse>,

        /// How deep `recurse` goes: 1 is what lies in the directory itself, 0 is nothing. Without it there is no limit.
        #[parameter]
        pub recurselimit: Option<u32>,

        /// The maximum number of files for `recurse`; more are an error. With `0` (the default) more than
        /// 1000 files cause a warning, with `-1` there is no limit and no warning.
        #[parameter(data_type = "Integer[-1]")]
        pub max_files: Option<i64>,

        /// Names that `recurse` leaves alone, with all that is below them: one pattern or several, as of a shell. A name that begins
        /// with a dot only matches a pattern that does.
        #[parameter(data_type = "Any")]
        pub ignore: Option<Ignore>,

        /// Whether `recurse => true` removes files that are neither in the source nor managed by another
        /// resource. Directories are removed only with `force`. Default: `false`.
        #[parameter]
        pub purge: Option<bool>,

        /// Whether `recurse` copies from all sources that are there, or from the first (the default). What several of them have comes
        /// from the first of these.
        #[parameter]
        pub sourceselect: Option<SourceSelect>,

        /// Whether owner, group and permissions are copied from the source if the manifest does not set them:
        /// always, when a file is created, or never (the default). Deprecated: set them explicitly.
        #[parameter]
        pub source_permissions: Option<SourcePermissions>,

        /// A directory in which new content waits to be judged by `validate_cmd`, instead of the file's own.
        #[parameter]
        pub staging_location: Option<String>,

        /// Whether the SELinux label that the policy has for the path is left alone. Default: `false`.
        #[parameter]
        pub selinux_ignore_defaults: Option<bool>,
    }

    /// Kinds of presence.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum Ensure {
        /// There is something, whatever it is; if there is nothing, a file is made.
        Present,
        /// There is nothing. A directory is only removed with `force`.
        #[choice(absent, aliases("false"))]
        Absent,
        /// There is a file.
        File,
        /// There is a directory; the one above it must be there.
        Directory,
        /// There is a link, with a `target`.
        #[choice(features("manages_symlinks"))]
        Link,
        /// There is a link to this path.
        Other(String),
    }

    /// Names of digests, and of times that are used in their place.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Checksum {
        /// SHA-256.
        Sha256,
        /// SHA-256 of the first 512 bytes.
        Sha256lite,
        /// MD5.
        Md5,
        /// MD5 of the first 512 bytes.
        Md5lite,
        /// SHA-1.
        Sha1,
        /// SHA-1 of the first 512 bytes.
        Sha1lite,
        /// SHA-512.
        Sha512,
        /// SHA-384.
        Sha384,
        /// SHA-224.
        Sha224,
        /// When the content was last changed.
        Mtime,
        /// When anything was last changed.
        Ctime,
        /// Nothing.
        None,
    }

    /// What to make of links.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Links {
        /// Follows links and uses their targets.
        Follow,
        /// They themselves are meant.
        Manage,
    }

    /// How far management goes into a directory.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Recurse {
        /// All that is in it.
        True,
        /// Not at all.
        #[choice(aliases("no"))]
        False,
        /// Only the files in the source.
        Remote,
    }

    /// Which sources count.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum SourceSelect {
        /// The first that is there.
        First,
        /// All.
        All,
    }

    /// Whose permissions count.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum SourcePermissions {
        /// The source's.
        Use,
        /// The source's when a file is made.
        UseWhenCreating,
        /// Not the source's.
        Ignore,
    }
}

pub use package::*;
