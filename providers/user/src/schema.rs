//! Schema of the type `user` and its providers, of which `useradd` is implemented.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::{Text, Value};

    use crate::value::{Expiry, Id, MaxAge, MinAge, Names, PurgeSshKeys, WarnDays};

    /// Manages users: that they are there or not, their numbers, groups, home, shell and password.
    ///
    /// Made for the users that a system has for its own sake more than for people.
    ///
    /// Each attribute that is given is kept as it should be; whatever is not given is the system's to decide. A user that is
    /// made gets a group of the same name as its own where there is one and `gid` says nothing.
    ///
    /// **Relations by themselves**: the group in `gid`, by its name or its number, those in `groups` and the users in `roles` come
    /// first, if they are managed.
    #[resource(
        name = "user",
        require(group = groups, user = roles),
        canonicalize,
        relate,
        features(
            allows_duplicates = "Several users may have the same number.",
            manages_homedir = "A home can be made and removed along with the user.",
            manages_passwords = "Passwords can be set, by their hash.",
            manages_password_age = "It can be said how old passwords may be and have to be.",
            manages_password_salt = "Passwords have a salt that can be set.",
            manages_solaris_rbac = "Users have authorizations and profiles as Solaris has them.",
            manages_roles = "Users have roles.",
            manages_expiry = "It can be said until when a user may come in.",
            system_users = "Users of the system, with low numbers, can be made.",
            manages_aix_lam = "Users are kept by the loadable authentication modules of AIX.",
            manages_local_users_and_groups = "Local users can be managed in addition to those of a directory service.",
            manages_shell = "The shell can be set.",
            manages_loginclass = "Users have a login class."
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
        docs = "Uses `useradd`, `usermod`, `userdel`, `chage` and `chpasswd`, and for `forcelocal` the `luseradd`, `lusermod`, `luserdel` \
                and `lchage` of libuser. A password's hash goes to `chpasswd` on its standard input, so that no list of processes \
                shows it."
    )]
    #[provider(name = "windows_adsi", unbuilt, features("manages_homedir", "manages_passwords", "manages_roles"))]
    pub struct User {
        /// Whether the user exists. Defaults to `present` if any other attribute is set.
        #[property]
        pub ensure: Option<Ensure>,

        /// The user's home. It is not made by being named here: that is for `managehome`, or for a `file`.
        #[property]
        pub home: Option<String>,

        /// The number of the user. Without it the system takes one when it makes the user, not the same on all machines.
        #[property]
        pub uid: Option<Id>,

        /// The user's first group, by name or number.
        #[property]
        pub gid: Option<Id>,

        /// Who the user is, mostly the full name.
        #[property]
        pub comment: Option<String>,

        /// The program that the user gets on coming in. It has to be there, and to be a program.
        #[property(features("manages_shell"))]
        pub shell: Option<String>,

        /// The hash of the user's password, as the system keeps it; `!` or `*` for none that fits. It is never shown, and has no `:` and no
        /// line break in it.
        #[property(sensitive, features("manages_passwords"), data_type = "Pattern[/\\A[^:\\n]*\\z/]")]
        pub password: Option<Text>,

        /// The days for which a password has to be kept.
        #[property(features("manages_password_age"))]
        pub password_min_age: Option<MinAge>,

        /// The days for which a password may be kept.
        #[property(features("manages_password_age"))]
        pub password_max_age: Option<MaxAge>,

        /// The days before a password expires on which the user is warned.
        #[property(features("manages_password_age"))]
        pub password_warn_days: Option<WarnDays>,

        /// The user's other groups, by name: one, or a list. What this means for groups that are not listed is up to `membership`.
        #[property(unordered)]
        pub groups: Option<Names>,

        /// The day from which on the user may not come in, as `YYYY-MM-DD`; or `absent` for never.
        #[property(features("manages_expiry"))]
        pub expiry: Option<Expiry>,

        /// The user's roles. What this means for roles that are not listed is up to `role_membership`.
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

        /// How often the password's hash is hashed (macOS).
        #[property(data_type = "Any", features("manages_password_salt"))]
        pub iterations: Option<Value>,

        /// The user's login class.
        #[property(features("manages_loginclass"))]
        pub loginclass: Option<String>,

        /// The name of the user, with letters as large or small as they are. The title, unless it is given here.
        #[parameter(namevar)]
        pub name: String,

        /// Whether `groups` are all there are: the user leaves others then.
        #[parameter(default = "minimum")]
        pub membership: Membership,

        /// Whether it is a user of the system, with a low number. Only counts when the user is made.
        #[parameter(default = false)]
        pub system: bool,

        /// Whether another user may have the same number.
        #[parameter(default = false)]
        pub allowdupe: bool,

        /// Whether the home is made when the user is, and removed with the user. Does nothing about a user that stays.
        #[parameter(default = false)]
        pub managehome: bool,

        /// Whether `roles` are all there are: others are removed then.
        #[parameter(default = "minimum")]
        pub role_membership: Membership,

        /// Whether `auths` are all there are: others are removed then.
        #[parameter(default = "minimum")]
        pub auth_membership: Membership,

        /// Whether `profiles` are all there are: others are removed then.
        #[parameter(default = "minimum")]
        pub profile_membership: Membership,

        /// Whether `keys` are all there are: others are removed then.
        #[parameter(default = "minimum")]
        pub key_membership: Membership,

        /// The module that keeps the user (AIX).
        #[parameter(features("manages_aix_lam"))]
        pub ia_load_module: Option<String>,

        /// Whether `attributes` are all there are: others are removed then.
        #[parameter(default = "minimum")]
        pub attribute_membership: Membership,

        /// Whether the local user is meant where a directory service has users too. It takes the programs of libuser.
        #[parameter(default = false, features("manages_local_users_and_groups"))]
        pub forcelocal: bool,

        /// Whether SSH keys with which one may come in as this user are removed unless an `ssh_authorized_key` manages them: `true` for
        /// those in `.ssh/authorized_keys`, or the files to look in, one or a list, each by its full path; `~/` and `%h/` at the beginning
        /// stand for the user's home.
        #[parameter(default = false)]
        pub purge_ssh_keys: PurgeSshKeys,
    }

    /// Presence.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Ensure {
        /// The user is there.
        Present,
        /// The user is not there.
        #[choice(absent)]
        Absent,
        /// The user is there, as a role.
        #[choice(features("manages_solaris_rbac"))]
        Role,
    }

    /// Whether the list is complete.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Membership {
        /// It is; others are removed.
        Inclusive,
        /// There may be others.
        Minimum,
    }
}

pub use package::*;
