//! Schema of the type `vcsrepo`: its attributes, and the features and names of its providers. All providers
//! other than `git` are declared but never suitable.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::{Text, Value};

    use crate::value::{Count, Lines, Mask, Owner, Path, Proxy, Remote, Revision, Source};

    /// Manages a local copy of a repository: its existence, its sources, and the revision that is checked out.
    ///
    /// Reading the state does not fetch: a noop run lists the references of the remote and does not change the copy.
    ///
    /// **A directory that is not a repository**, or is a copy of another source, is an error unless `force` is set.
    ///
    /// **Local changes** to tracked files are lost when another revision is checked out, unless `keep_local_changes` is
    /// set; untracked files are kept.
    ///
    /// **Autorequires:** the packages `git` and `git-core`, if they are managed.
    #[resource(
        name = "vcsrepo",
        canonicalize,
        require(package = "git", package = "git-core"),
        features(
            bare_repositories = "Repositories without a working tree are supported.",
            basic_auth = "The server supports basic authentication with user and password.",
            branch = "The branch to clone can be specified.",
            configuration = "The configuration directory can be specified.",
            conflict = "The resolution of conflicts can be specified.",
            cvs_rsh = "The program that CVS uses to connect can be specified.",
            depth = "Shallow clones are supported.",
            filesystem_types = "The storage type of a repository can be specified.",
            gzip_compression = "The compression level can be specified.",
            hooks_allowed = "Hooks can be disabled.",
            http_proxy = "An HTTP proxy can be specified.",
            include_paths = "A copy can be limited to some paths.",
            keep_local_changes = "Local changes can be kept.",
            modules = "A module of the repository can be selected.",
            multiple_remotes = "A copy can have several remotes.",
            p4config = "A Perforce configuration can be specified.",
            reference_tracking = "References that change can be tracked (`ensure => latest`).",
            safe_directory = "A copy owned by another user can be trusted.",
            ssh_identity = "An SSH key can be specified.",
            submodules = "Repositories can contain submodules.",
            trust_server_cert = "Unverified server certificates can be accepted.",
            umask = "The umask for new files can be specified.",
            user = "Commands can be run as another user."
        ),
        example = "vcsrepo { '/srv/tools':\n  ensure   => present,\n  provider => git,\n}",
        example = "vcsrepo { '/srv/shared.git':\n  ensure   => bare,\n  provider => git,\n}"
    )]
    #[provider(name = "bzr", unbuilt, features("reference_tracking"))]
    #[provider(name = "cvs", unbuilt, features("cvs_rsh", "gzip_compression", "modules", "reference_tracking", "user"))]
    #[provider(name = "dummy", unbuilt)]
    #[provider(
        name = "git",
        by = crate::Git,
        features(
            "bare_repositories",
            "branch",
            "depth",
            "hooks_allowed",
            "http_proxy",
            "keep_local_changes",
            "multiple_remotes",
            "reference_tracking",
            "safe_directory",
            "ssh_identity",
            "submodules",
            "trust_server_cert",
            "umask",
            "user"
        ),
        confine(command("git")),
        specificity = 1,
        docs = "Manages git repositories. git never prompts for a password: a source that requires one is an error."
    )]
    #[provider(name = "hg", unbuilt, features("basic_auth", "reference_tracking", "ssh_identity", "user"))]
    #[provider(name = "p4", unbuilt, features("filesystem_types", "p4config", "reference_tracking"))]
    #[provider(
        name = "svn",
        unbuilt,
        features(
            "basic_auth",
            "configuration",
            "conflict",
            "depth",
            "filesystem_types",
            "include_paths",
            "reference_tracking",
            "trust_server_cert"
        )
    )]
    pub struct Vcsrepo {
        /// Whether the copy should exist, and of which kind it should be.
        #[property]
        pub ensure: Option<Ensure>,

        /// The source: a URL or a directory. A hash from the names of remotes to their URLs defines several sources, of
        /// which the one named by `remote` is cloned. Without a source, an empty repository is initialized. For an
        /// existing copy, only the other remotes can be changed.
        #[property(data_type = "Variant[String[1], Hash[String[1], String[1], 1]]")]
        pub source: Option<Source>,

        /// The branch, tag or commit to check out. A branch is not updated unless `ensure` is `latest`. Cannot be used
        /// with a bare repository.
        #[property(data_type = "Any")]
        pub revision: Option<Revision>,

        /// Whether to disable the hooks of the repository, by setting `core.hooksPath` to `/dev/null`.
        #[property(features("hooks_allowed"))]
        pub skip_hooks: Option<Switch>,

        /// The path of the copy.
        #[parameter(namevar, data_type = "Any")]
        pub path: Path,

        /// The user, by name or id, to whom all files are assigned after a change.
        #[parameter(data_type = "Any")]
        pub owner: Option<Owner>,

        /// The group, by name or id, to which all files are assigned after a change.
        #[parameter(data_type = "Any")]
        pub group: Option<Owner>,

        /// The user that runs git. To clone, this user must be able to create directories in the parent directory of
        /// `path`.
        #[parameter(features("user"))]
        pub user: Option<String>,

        /// One or more patterns of files that git ignores. They are written whenever the copy is created or changed.
        #[parameter(data_type = "Any")]
        pub excludes: Option<Lines>,

        /// Whether an object at `path` may be removed to create the copy. With `ensure => latest`, an
        /// outdated copy is cloned again.
        #[parameter(default = "false")]
        pub force: Switch,

        /// The remote from which revisions are fetched.
        #[parameter(default = "origin", data_type = "Any", features("multiple_remotes"))]
        pub remote: Remote,

        /// The branch to clone. Defaults to the branch that is checked out in the source.
        #[parameter(data_type = "Any", features("branch"))]
        pub branch: Option<Revision>,

        /// The number of commits to clone; `0` means all. With a limit, `revision` must be a branch or a tag.
        #[parameter(data_type = "Any", features("depth"))]
        pub depth: Option<Count>,

        /// Whether to fetch submodules.
        #[parameter(default = "true", features("submodules"))]
        pub submodules: Switch,

        /// The file with the SSH key. Host keys are not verified in this case.
        #[parameter(features("ssh_identity"))]
        pub identity: Option<String>,

        /// Whether to keep local changes to tracked files when another revision is checked out.
        #[parameter(default = "false", features("keep_local_changes"))]
        pub keep_local_changes: Switch,

        /// Whether git works on the copy although it is owned by another user than the one that git runs as.
        /// The owner of the copy can then make git run any program.
        #[parameter(default = "false", features("safe_directory"))]
        pub safe_directory: Switch,

        /// The umask for files that git creates, in octal digits.
        #[parameter(data_type = "Any", features("umask"))]
        pub umask: Option<Mask>,

        /// The proxy for HTTP and HTTPS; a hash from the names of remotes specifies one for each.
        #[parameter(data_type = "Any", features("http_proxy"))]
        pub http_proxy: Option<Proxy>,

        /// Whether to accept a server certificate regardless of its issuer.
        #[parameter(default = "false", features("trust_server_cert"))]
        pub trust_server_cert: Switch,

        /// The directory for temporary files of git.
        #[parameter]
        pub tmpdir: Option<String>,

        /// The storage type of the repository. No implemented provider supports it.
        #[parameter(features("filesystem_types"))]
        pub fstype: Option<String>,

        /// The compression level, from 0 to 6.
        #[parameter(data_type = "Variant[Integer[0, 6], Pattern[/\\A[0-6]\\z/]]", features("gzip_compression"))]
        pub compression: Option<Value>,

        /// The user name for the server.
        #[parameter(features("basic_auth"))]
        pub basic_auth_username: Option<String>,

        /// The password for the server.
        #[parameter(sensitive, features("basic_auth"))]
        pub basic_auth_password: Option<Text>,

        /// The module of the repository.
        #[parameter(features("modules"))]
        pub module: Option<String>,

        /// The configuration directory.
        #[parameter(features("configuration"))]
        pub configuration: Option<String>,

        /// The program that CVS uses to connect.
        #[parameter(features("cvs_rsh"))]
        pub cvs_rsh: Option<String>,

        /// The Perforce configuration.
        #[parameter(features("p4config"))]
        pub p4config: Option<String>,

        /// The paths to include in the copy.
        #[parameter(data_type = "Any", features("include_paths"))]
        pub includes: Option<Lines>,

        /// How to resolve conflicts between the copy and its source.
        #[parameter(features("conflict"))]
        pub conflict: Option<String>,
    }

    /// States of a copy.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Ensure {
        /// The copy exists, of any kind.
        Present,
        /// The copy is a bare repository. An existing working tree is removed.
        #[choice(features("bare_repositories"))]
        Bare,
        /// The copy is a bare repository in which all references mirror the source.
        #[choice(features("bare_repositories"))]
        Mirror,
        /// The copy does not exist.
        #[choice(absent)]
        Absent,
        /// The copy exists, and its branch (`revision`, or the one that is checked out) is up to date with the source.
        #[choice(features("reference_tracking"))]
        Latest,
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
