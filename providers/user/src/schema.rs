//! Schema of the type `user` and its providers, of which `useradd` is implemented.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::{Text, Value};

    use crate::value::{Expiry, Id, MaxAge, MinAge, Names, PurgeSshKeys, WarnDays};

    /// Manages users: their existence, number, groups, home directory, shell and password.
    ///
    /// This type is intended for system users rather than for the accounts of people.
    ///
    /// Attributes that are not set are left to the system. The primary group of a new user is the group of the same
    /// name if there is one and `gid` is not set.
    ///
    /// **Autorequires:** the primary group, given by name or number, the groups in `groups`, and the users in `roles`,
    /// if they are managed.
    #[resource(
        name = "user",
        require(group = groups, user = roles),
        canonicalize,
        relate,
        features(
            allows_duplicates = "Several users may have the same number.",
            manages_homedir = "The home directory can be created and removed with the user.",
            manages_passwords = "Passwords can be set by their hash.",
            manages_password_age = "The minimum and maximum age of passwords can be set.",
            manages_password_salt = "The salt of passwords can be set.",
            manages_solaris_rbac = "Solaris roles, authorizations and profiles can be managed.",
            manages_roles = "Users have roles.",
            manages_expiry = "The expiry date of a user can be set.",
            system_users = "System users, with low numbers, can be created.",
            manages_aix_lam = "Users can be managed with the loadable authentication modules of AIX.",
            manages_local_users_and_groups = "Local users can be managed on systems with a directory service.",
            manages_shell = "The shell can be set.",
            manages_loginclass = "The login class of users can be set."
        ),
        example = "user { 'deploy':\n  ensure => present,\n  uid    => 5000,\n  home   => '/srv/deploy',\n  shell  => '/bin/sh',\n}",
        example = "group { 'www':\n  ensure => present,\n}\n\nuser { 'web':\n  ensure         => present,\n  system         => true,\n  \
                   gid            => 'www',\n  comment        => 'The web server',\n  home           => '/var/www',\n  expiry         => absent,\n  \
                   purge_ssh_keys => true,\n}"
    )]
    #[provider(
        name = "aix",
        unbuilt,
        features(
            "manages_aix_lam",
            "manages_expiry",
            "manages_homedir",
            "manages_local_users_and_groups",
            "manages_password_age",
            "manages_passwords",
            "manages_shell"
        )
    )]
    #[provider(
        name = "directoryservice",
        unbuilt,
        features("manages_password_salt", "manages_passwords", "manages_shell")
    )]
    #[provider(name = "hpuxuseradd", unbuilt, features("allows_duplicates", "manages_homedir", "manages_passwords"))]
    #[provider(name = "ldap", unbuilt, features("manages_passwords", "manages_shell"))]
    #[provider(
        name = "openbsd",
        unbuilt,
        features(
            "manages_expiry",
            "manages_homedir",
            "manages_loginclass",
            "manages_passwords",
            "manages_shell",
            "system_users"
        )
    )]
    #[provider(
        name = "pw",
        unbuilt,
        features("allows_duplicates", "manages_expiry", "manages_homedir", "manages_passwords", "manages_shell")
    )]
    #[provider(
        name = "user_role_add",
        unbuilt,
        features(
            "allows_duplicates",
            "manages_homedir",
            "manages_password_age",
            "manages_passwords",
            "manages_roles",
            "manages_shell",
            "manages_solaris_rbac"
        )
    )]
    #[provider(
        name = "useradd",
        by = crate::useradd::Useradd,
        features(
            "allows_duplicates",
            "manages_expiry",
            "manages_homedir",
            "manages_password_age",
            "manages_passwords",
            "manages_shell",
            "system_users",
            manages_local_users_and_groups(path("/usr/sbin/luseradd"), path("/usr/sbin/lgroupadd"))
        ),
        confine(
            path("/etc/passwd"),
            command("useradd"),
            command("usermod"),
            command("userdel"),
            command("chage"),
            command("chpasswd")
        ),
        instances,
        generate,
        docs = "Uses `useradd`, `usermod`, `userdel`, `chage` and `chpasswd`, or `luseradd`, `lusermod`, `luserdel` \
                and `lchage` of libuser with `forcelocal`. Password hashes are passed to `chpasswd` on standard input, \
                so that they are not visible in the process list."
    )]
    #[provider(name = "windows_adsi", unbuilt, features("manages_homedir", "manages_passwords", "manages_roles"))]
    pub struct User {
        /// Whether the user exists. Defaults to `present` if any other attribute is set.
        #[property]
        pub ensure: Option<Ensure>,

        /// The home directory of the user. It is not created unless `managehome` is set or a `file` manages it.
        #[property]
        pub home: Option<String>,

        /// The numeric user ID. If not set, the system chooses one when the user is created, which can differ between
        /// systems.
        #[property]
        pub uid: Option<Id>,

        /// The primary group of the user, by name or number.
        #[property]
        pub gid: Option<Id>,

        /// A description of the user, usually the full name.
        #[property]
        pub comment: Option<String>,

        /// The login shell. It must exist and be executable.
        #[property(features("manages_shell"))]
        pub shell: Option<String>,

        /// The password hash, in the format of the system; `!` or `*` disable the password. It is never shown, and must
        /// not contain `:` or line breaks.
        #[property(sensitive, features("manages_passwords"), data_type = "Pattern[/\\A[^:\\n]*\\z/]")]
        pub password: Option<Text>,

        /// The minimum age of a password in days before it can be changed.
        #[property(features("manages_password_age"))]
        pub password_min_age: Option<MinAge>,

        /// The maximum age of a password in days before it must be changed.
        #[property(features("manages_password_age"))]
        pub password_max_age: Option<MaxAge>,

        /// The number of days before the expiry of a password on which the user is warned.
        #[property(features("manages_password_age"))]
        pub password_warn_days: Option<WarnDays>,

        /// The supplementary groups of the user, by name: one, or a list. `membership` determines whether the user is
        /// removed from other groups.
        #[property(unordered)]
        pub groups: Option<Names>,

        /// The expiry date of the account, as `YYYY-MM-DD`, or `absent` for none.
        #[property(features("manages_expiry"))]
        pub expiry: Option<Expiry>,

        /// The roles of the user. `role_membership` determines whether others are removed.
        #[property(unordered, features("manages_roles"))]
        pub roles: Option<Vec<String>>,

        /// The user's authorizations. `auth_membership` determines whether others are removed.
        #[property(unordered, features("manages_solaris_rbac"))]
        pub auths: Option<Vec<String>>,

        /// The user's profiles, in order. `profile_membership` determines whether others are removed.
        #[property(features("manages_solaris_rbac"))]
        pub profiles: Option<Vec<String>>,

        /// Attributes of the user: a list of `name=value`, or a hash. `key_membership` determines whether
        /// others are removed.
        #[property(data_type = "Any", features("manages_solaris_rbac"))]
        pub keys: Option<Value>,

        /// The user's project.
        #[property(features("manages_solaris_rbac"))]
        pub project: Option<String>,

        /// Attributes as on AIX: a list of `name=value`, or a hash. `attribute_membership` determines whether
        /// others are removed.
        #[property(data_type = "Any", features("manages_aix_lam"))]
        pub attributes: Option<Value>,

        /// The salt of the password (macOS).
        #[property(features("manages_password_salt"))]
        pub salt: Option<String>,

        /// The number of iterations of the password hash (macOS).
        #[property(data_type = "Any", features("manages_password_salt"))]
        pub iterations: Option<Value>,

        /// The user's login class.
        #[property(features("manages_loginclass"))]
        pub loginclass: Option<String>,

        /// The name of the user; letter case is significant. Defaults to the title.
        #[parameter(namevar)]
        pub name: String,

        /// Whether `groups` is the complete list; if so, the user is removed from other groups.
        #[parameter(default = "minimum")]
        pub membership: Membership,

        /// Whether the user is a system user, with a low number. Only used when the user is created.
        #[parameter(default = false)]
        pub system: bool,

        /// Whether the user can have the same number as another one.
        #[parameter(default = false)]
        pub allowdupe: bool,

        /// Whether to create and remove the home directory with the user. Has no effect on an existing user.
        #[parameter(default = false)]
        pub managehome: bool,

        /// Whether `roles` is the complete list; if so, others are removed.
        #[parameter(default = "minimum")]
        pub role_membership: Membership,

        /// Whether `auths` is the complete list; if so, others are removed.
        #[parameter(default = "minimum")]
        pub auth_membership: Membership,

        /// Whether `profiles` is the complete list; if so, others are removed.
        #[parameter(default = "minimum")]
        pub profile_membership: Membership,

        /// Whether `keys` is the complete list; if so, others are removed.
        #[parameter(default = "minimum")]
        pub key_membership: Membership,

        /// The module that manages the user (AIX).
        #[parameter(features("manages_aix_lam"))]
        pub ia_load_module: Option<String>,

        /// Whether `attributes` is the complete list; if so, others are removed.
        #[parameter(default = "minimum")]
        pub attribute_membership: Membership,

        /// Whether to manage the local user on a system with a directory service. Requires the programs of libuser.
        #[parameter(default = false, features("manages_local_users_and_groups"))]
        pub forcelocal: bool,

        /// Whether to remove SSH keys of the user that no `ssh_authorized_key` manages: `true` for those in
        /// `.ssh/authorized_keys`, or the absolute path of a file to search, or a list of them; a leading `~/` or `%h/`
        /// stands for the home directory of the user.
        #[parameter(default = false)]
        pub purge_ssh_keys: PurgeSshKeys,
    }

    /// States of a user.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Ensure {
        /// The user exists.
        Present,
        /// The user does not exist.
        #[choice(absent)]
        Absent,
        /// The user exists as a role.
        #[choice(features("manages_solaris_rbac"))]
        Role,
    }

    /// Whether a list is complete.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Membership {
        /// The list is complete; others are removed.
        Inclusive,
        /// Others are kept.
        Minimum,
    }
}

pub use package::*;
