//! Schema of the type `file`: its attributes, their documentation and its automatic relationships.

#[marotte_sdk::package]
mod package {
    use crate::attribute::{Backup, Content, Identity, Ignore, Mode};

    /// Manages files, directories and symbolic links, including their content, owner and permissions.
    ///
    /// The attribute `ensure` determines the kind of file. The content of a file is specified by `content` or `source`,
    /// the target of a link by `target`; these are mutually exclusive. Files are replaced atomically.
    ///
    /// With `recurse`, each file in a directory is managed with the owner, the permissions and the other attributes of
    /// the directory. A file with its own resource, and everything below it, is managed only by that resource.
    ///
    /// **Autorequires:** the nearest managed parent directory, the target of the link, and the owner and group of the
    /// file.
    #[resource(
        name = "file",
        // Paths that are written as usual match a pattern without alternatives, which is the fastest kind.
        title = "((?:/[^/]+)+)" => (path),
        title = "(?m)^(/|.*[^/])/*$" => (path),
        require(file = ancestor(path), file = target, user = owner, group = group),
        features(manages_symlinks = "Symbolic links can be managed."),
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
        docs = "Manages owners, groups and permissions of Unix file systems."
    )]
    #[derive(Clone)]
    pub struct File {
        /// The absolute path of the file. Defaults to the title.
        #[parameter(namevar)]
        pub path: String,

        /// Whether the file should exist, and which kind of file it should be. If not set, a missing file is created
        /// only if `content`, `source` or `target` is set.
        ///
        /// A path creates a link to it: `ensure => '/srv/site'` is the same as `ensure => link` with that `target`.
        #[property]
        pub ensure: Option<Ensure>,

        /// The desired content of the file, as a text or a Binary. Can be Sensitive.
        #[property(data_type = "Any", is = String)]
        pub content: Option<Content>,

        /// The expected digest of `source`, by the algorithm in `checksum`. The file is compared with it, so that the
        /// source is read only if they differ.
        #[property]
        pub checksum_value: Option<String>,

        /// The target of a link, absolute or relative to the directory of the link.
        #[property]
        pub target: Option<String>,

        /// The owner of the file, by name or id.
        #[property(data_type = "Any")]
        pub owner: Option<Identity>,

        /// The group of the file, by name or id.
        #[property(data_type = "Any")]
        pub group: Option<Identity>,

        /// The permissions, as a text: octal (`'0644'`) or symbolic as in `chmod` (`'u=rw,go=r'`). In an octal mode, a
        /// directory gets execute permission wherever it has read permission. The default mode of a new file is 0644,
        /// that of a new directory 0755. An access control list that grants more than the mode is removed.
        #[property(data_type = "Any")]
        pub mode: Option<Mode>,

        /// The kind of file. Read-only.
        #[read_only]
        pub r#type: Option<String>,

        /// The user of the file's SELinux label.
        #[property]
        pub seluser: Option<String>,

        /// The role of the file's SELinux label.
        #[property]
        pub selrole: Option<String>,

        /// The type of the file's SELinux label.
        #[property]
        pub seltype: Option<String>,

        /// The range of the file's SELinux label.
        #[property]
        pub selrange: Option<String>,

        /// The last time that the owner, permissions or content of the file changed. Read-only.
        #[read_only]
        pub ctime: Option<String>,

        /// The last time that the content of the file changed. Read-only.
        #[read_only]
        pub mtime: Option<String>,

        /// A source to copy: an absolute path, `file:///path`, or `puppet:///modules/NAME/PATH` for a file of a module.
        /// In a list, the first existing source is used. The kind of the source (file, directory or link) is copied,
        /// too.
        #[parameter]
        pub source: Option<Vec<String>>,

        /// How to keep a file that is replaced or removed: `false` (the default) keeps no backup, a text that
        /// begins with a dot makes a copy with that suffix in the same directory, `true` means `.puppet-bak`,
        /// anything else is the title of a filebucket.
        #[parameter(data_type = "Any")]
        pub backup: Option<Backup>,

        /// The algorithm by which contents are compared and shown in messages, `sha256` by default. With `mtime` or
        /// `ctime`, the file is in sync if it is at least as new as its source.
        #[parameter]
        pub checksum: Option<Checksum>,

        /// Whether to replace and remove directories with all of their content, which are otherwise kept. Default:
        /// `false`.
        #[parameter]
        pub force: Option<bool>,

        /// Whether an existing file may be replaced. With `false`, a missing file is created, and owner and
        /// mode are managed, but existing content is kept. Default: `true`.
        #[parameter]
        pub replace: Option<bool>,

        /// Whether to manage a link itself (`manage`, the default) or its target (`follow`).
        #[parameter]
        pub links: Option<Links>,

        /// Whether to show differences of the content, if differences are shown at all. Default: `true`.
        #[parameter]
        pub show_diff: Option<bool>,

        /// A command that validates the new content before the file is replaced; `%` is replaced with the path of the
        /// new file. If it does not exit with 0, the file is left unchanged.
        #[parameter]
        pub validate_cmd: Option<marotte_sdk::Text>,

        /// The placeholder for the path in `validate_cmd`. Default: `%`.
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

        /// The maximum depth of `recurse`: 1 is the content of the directory itself, 0 is nothing. The default is no
        /// limit.
        #[parameter]
        pub recurselimit: Option<u32>,

        /// The maximum number of files for `recurse`; more are an error. With `0` (the default) more than
        /// 1000 files cause a warning, with `-1` there is no limit and no warning.
        #[parameter(data_type = "Integer[-1]")]
        pub max_files: Option<i64>,

        /// One or more shell patterns of names that `recurse` ignores, including everything below them. A name that
        /// begins with a dot is matched only by a pattern that begins with a dot.
        #[parameter(data_type = "Any")]
        pub ignore: Option<Ignore>,

        /// Whether `recurse => true` removes files that are neither in the source nor managed by another
        /// resource. Directories are removed only with `force`. Default: `false`.
        #[parameter]
        pub purge: Option<bool>,

        /// Whether `recurse` copies all existing sources, or only the first one (the default). A file that occurs in
        /// several sources is copied from the first of them.
        #[parameter]
        pub sourceselect: Option<SourceSelect>,

        /// Whether owner, group and permissions are copied from the source if the manifest does not set them:
        /// always, when a file is created, or never (the default). Deprecated: set them explicitly.
        #[parameter]
        pub source_permissions: Option<SourcePermissions>,

        /// The directory in which new content is validated by `validate_cmd`, instead of the directory of the file.
        #[parameter]
        pub staging_location: Option<String>,

        /// Whether to ignore the SELinux label that the policy defines for the path. Default: `false`.
        #[parameter]
        pub selinux_ignore_defaults: Option<bool>,
    }

    /// States of a file.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum Ensure {
        /// A file of any kind; a missing file is created as a regular file.
        Present,
        /// No file. A directory is removed only with `force`.
        #[choice(absent, aliases("false"))]
        Absent,
        /// A regular file.
        #[choice(event = "file_created")]
        File,
        /// A directory; its parent directory must exist.
        #[choice(event = "directory_created")]
        Directory,
        /// A symbolic link to `target`.
        #[choice(features("manages_symlinks"), event = "link_created")]
        Link,
        /// A symbolic link to this path.
        Other(String),
    }

    /// Names of digests, and of timestamps that replace them.
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
        /// The last change of the content.
        Mtime,
        /// The last change of content or metadata.
        Ctime,
        /// No checksum.
        None,
    }

    /// How links are handled.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Links {
        /// Links are followed, and their targets are managed.
        Follow,
        /// Links themselves are managed.
        Manage,
    }

    /// How the content of a directory is managed.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Recurse {
        /// All files in it.
        True,
        /// Not at all.
        #[choice(aliases("no"))]
        False,
        /// Only the files in the source.
        Remote,
    }

    /// Which sources are used.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum SourceSelect {
        /// The first existing source.
        First,
        /// All existing sources.
        All,
    }

    /// When the permissions of the source are copied.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum SourcePermissions {
        /// Always.
        Use,
        /// When a file is created.
        UseWhenCreating,
        /// Never.
        Ignore,
    }
}

pub use package::*;
