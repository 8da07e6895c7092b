//! Schema of the type `vcsrepo`: its attributes, and the features and names of its providers. All providers
//! other than `git` are declared but never suitable.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::{Text, Value};

    use crate::value::{Count, Lines, Mask, Owner, Path, Proxy, Remote, Revision, Source};

    /// Manages a copy of a repository: that it is there, where it comes from, and which revision is checked out.
    ///
    /// Reading the state does not fetch: a dry run asks the remote for its references and leaves the copy as
    /// it is.
    ///
    /// **A directory that is something else**, or a copy of another source, is an error unless `force` says that it may be replaced.
    ///
    /// **Local changes** to files that the repository has are lost when another revision is checked out, unless `keep_local_changes` says
    /// otherwise; other files stay.
    ///
    /// **Relations by themselves**: the packages `git` and `git-core` come first, if they are managed.
    #[resource(
        name = "vcsrepo",
        canonicalize,
        require(package = "git", package = "git-core"),
        features(
            bare_repositories = "Repositories without a working tree are supported.",
            basic_auth = "A user and a password can be given to the server.",
            branch = "It can be said which branch is cloned.",
            configuration = "The directory of the settings can be chosen.",
            conflict = "It can be said what becomes of conflicts.",
            cvs_rsh = "The program that CVS connects with can be chosen.",
            depth = "A copy may have the latest history alone.",
            filesystem_types = "A repository can be kept in several ways.",
            gzip_compression = "It can be said how hard is compressed.",
            hooks_allowed = "Hooks can be kept from being run.",
            http_proxy = "A proxy can be given.",
            include_paths = "A copy may have some paths alone.",
            keep_local_changes = "Local changes can be kept.",
            modules = "A repository has modules to choose from.",
            multiple_remotes = "A copy can have several sources.",
            p4config = "Perforce's settings can be given.",
            reference_tracking = "Names can stand for revisions that change, which is what `ensure => latest` is for.",
            safe_directory = "The owner of a copy can be trusted.",
            ssh_identity = "A key for SSH can be given.",
            submodules = "A repository can have others within it.",
            trust_server_cert = "The certificate of a server can be trusted unseen.",
            umask = "The modes of new files can be limited.",
            user = "It can be run as another user."
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
        docs = "Repositories of git. git never asks for a password: a source that wants one is an error."
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
        /// Whether there is a copy, and of which kind.
        #[property]
        pub ensure: Option<Ensure>,

        /// Where it comes from: a URL or a directory. A hash from the names of remotes to theirs gives it several, of which the one
        /// that `remote` names is cloned. Without any, an empty repository is made. Only remotes beside that one can be changed
        /// later on.
        #[property(data_type = "Variant[String[1], Hash[String[1], String[1], 1]]")]
        pub source: Option<Source>,

        /// The branch, tag or commit that is checked out. A branch is as it was when it was checked out, unless `ensure` is `latest`. Goes
        /// with no bare repository.
        #[property(data_type = "Any")]
        pub revision: Option<Revision>,

        /// Whether the hooks of the repository are never run: its setting `core.hooksPath` leads nowhere then.
        #[property(features("hooks_allowed"))]
        pub skip_hooks: Option<Switch>,

        /// The directory of the copy.
        #[parameter(namevar, data_type = "Any")]
        pub path: Path,

        /// The user, by name or number, that all of it belongs to once it was made or changed.
        #[parameter(data_type = "Any")]
        pub owner: Option<Owner>,

        /// The group, by name or number, that all of it belongs to once it was made or changed.
        #[parameter(data_type = "Any")]
        pub group: Option<Owner>,

        /// The user that git is run as. The directory above `path` has to let that user make directories when something is cloned.
        #[parameter(features("user"))]
        pub user: Option<String>,

        /// Patterns of files that git shall not see, one or a list. They are written whenever the copy is made or changed.
        #[parameter(data_type = "Any")]
        pub excludes: Option<Lines>,

        /// Whether an object at `path` may be removed to create the copy. With `ensure => latest`, an
        /// outdated copy is cloned again.
        #[parameter(default = "false")]
        pub force: Switch,

        /// The remote that revisions come from.
        #[parameter(default = "origin", data_type = "Any", features("multiple_remotes"))]
        pub remote: Remote,

        /// The branch to clone; by default what the source has checked out.
        #[parameter(data_type = "Any", features("branch"))]
        pub branch: Option<Revision>,

        /// The number of commits to clone; `0` for all of them. Then `revision` must be a branch or a tag.
        #[parameter(data_type = "Any", features("depth"))]
        pub depth: Option<Count>,

        /// Whether the repositories within it are fetched, too.
        #[parameter(default = "true", features("submodules"))]
        pub submodules: Switch,

        /// The file with the key for SSH. The keys of hosts are not checked then.
        #[parameter(features("ssh_identity"))]
        pub identity: Option<String>,

        /// Whether changes that were made to files of the copy are kept when another revision is checked out.
        #[parameter(default = "false", features("keep_local_changes"))]
        pub keep_local_changes: Switch,

        /// Whether git works on the copy although it is owned by another user than the one that git runs as.
        /// The owner of the copy can then make git run any program.
        #[parameter(default = "false", features("safe_directory"))]
        pub safe_directory: Switch,

        /// The umask of what git makes, in octal digits.
        #[parameter(data_type = "Any", features("umask"))]
        pub umask: Option<Mask>,

        /// The proxy for http and https; a hash from the names of remotes gives each its own.
        #[parameter(data_type = "Any", features("http_proxy"))]
        pub http_proxy: Option<Proxy>,

        /// Whether to accept a server certificate regardless of its issuer.
        #[parameter(default = "false", features("trust_server_cert"))]
        pub trust_server_cert: Switch,

        /// The directory for temporary files of git.
        #[parameter]
        pub tmpdir: Option<String>,

        /// How a repository is kept. No provider that is built has a choice.
        #[parameter(features("filesystem_types"))]
        pub fstype: Option<String>,

        /// How hard is compressed, from 0 to 6.
        #[parameter(data_type = "Variant[Integer[0, 6], Pattern[/\\A[0-6]\\z/]]", features("gzip_compression"))]
        pub compression: Option<Value>,

        /// The user for the server.
        #[parameter(features("basic_auth"))]
        pub basic_auth_username: Option<String>,

        /// The password for the server.
        #[parameter(sensitive, features("basic_auth"))]
        pub basic_auth_password: Option<Text>,

        /// The module of the repository.
        #[parameter(features("modules"))]
        pub module: Option<String>,

        /// The directory of the settings.
        #[parameter(features("configuration"))]
        pub configuration: Option<String>,

        /// The program that CVS connects with.
        #[parameter(features("cvs_rsh"))]
        pub cvs_rsh: Option<String>,

        /// Perforce's settings.
        #[parameter(features("p4config"))]
        pub p4config: Option<String>,

        /// The paths that the copy has.
        #[parameter(data_type = "Any", features("include_paths"))]
        pub includes: Option<Lines>,

        /// What becomes of conflicts between the copy and its source.
        #[parameter(features("conflict"))]
        pub conflict: Option<String>,
    }

    /// Kinds of presence.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Ensure {
        /// It is there, of whatever kind.
        Present,
        /// It is there without working files. One with them loses them.
        #[choice(features("bare_repositories"))]
        Bare,
        /// It is there without working files, and every name in it follows the source.
        #[choice(features("bare_repositories"))]
        Mirror,
        /// It is not there.
        #[choice(absent)]
        Absent,
        /// It is there, and its branch (`revision`, or the one that is checked out) is as the source has it.
        #[choice(features("reference_tracking"))]
        Latest,
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

pub use package::*;
