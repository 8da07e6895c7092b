//! Schema of the type `group` and its providers, of which `groupadd` is implemented.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::Value;

    use crate::value::{Gid, Names};

    /// Manages groups: that they are there or not, under which number, and who belongs to them.
    ///
    /// Who belongs to a group can be said by each user (`groups` of the type `user`), or here by the group. To say it in both places
    /// asks for trouble where one of them says that its list is all there is.
    #[resource(
        name = "group",
        features(
            manages_members = "Who belongs to a group is kept with the group.",
            manages_aix_lam = "Groups are kept by the loadable authentication modules of AIX.",
            system_groups = "Groups of the system, with low numbers, can be made.",
            manages_local_users_and_groups = "Local groups can be managed in addition to those of a directory service."
        ),
        canonicalize,
        example = "group { 'www':\n  ensure => present,\n  gid    => 5000,\n}",
        example = "group { 'operators':\n  ensure          => present,\n  system          => true,\n  members         => ['root'],\n  \
                   auth_membership => true,\n}"
    )]
    #[provider(name = "aix", unbuilt, features("manages_aix_lam", "manages_local_users_and_groups", "manages_members"))]
    #[provider(name = "directoryservice", unbuilt, features("manages_members"))]
    #[provider(
        name = "groupadd",
        by = crate::groupadd::Groupadd,
        features(
            "manages_members",
            "system_groups",
            manages_local_users_and_groups(path("/usr/sbin/luseradd"), path("/usr/sbin/lgroupadd"))
        ),
        confine(
            path("/etc/group"),
            command("groupadd"),
            command("groupmod"),
            command("groupdel"),
            command("gpasswd")
        ),
        instances,
        docs = "Uses `groupadd`, `groupmod` and `groupdel`, and for `forcelocal` the `lgroupadd`, `lgroupmod` and `lgroupdel` of \
                libuser. Members are kept by `gpasswd`; Puppet needs libuser for them."
    )]
    #[provider(name = "ldap", unbuilt)]
    #[provider(name = "pw", unbuilt, features("manages_members"))]
    #[provider(name = "windows_adsi", unbuilt, features("manages_members"))]
    pub struct Group {
        /// Whether the group is there.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The number of the group. Without it the system takes one when it makes the group, not the same on all machines.
        #[property]
        pub gid: Option<Gid>,

        /// Who belongs to the group, beside those whose first group it is: a name, or a list. The users have to be there. What this
        /// means for others is up to `auth_membership`.
        #[property(unordered, features("manages_members"))]
        pub members: Option<Names>,

        /// Attributes as AIX has them: a list of `name=value`, or a hash. What this means for others is up to
        /// `attribute_membership`.
        #[property(data_type = "Any", features("manages_aix_lam"))]
        pub attributes: Option<Value>,

        /// The name of the group, with letters as large or small as they are. The title, unless it is given here.
        #[parameter(namevar)]
        pub name: String,

        /// Whether `members` are all there are: others are removed then.
        #[parameter(default = false)]
        pub auth_membership: bool,

        /// Whether another group may have the same number.
        #[parameter(default = false)]
        pub allowdupe: bool,

        /// The module that keeps the group (AIX).
        #[parameter(features("manages_aix_lam"))]
        pub ia_load_module: Option<String>,

        /// Whether `attributes` are all there are: others are removed then.
        #[parameter(default = "minimum")]
        pub attribute_membership: Membership,

        /// Whether it is a group of the system, with a low number. Only counts when the group is made.
        #[parameter(default = false)]
        pub system: bool,

        /// Whether the local group is meant where a directory service has groups too. It takes the programs of libuser.
        #[parameter(default = false, features("manages_local_users_and_groups"))]
        pub forcelocal: bool,
    }

    /// Presence.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Ensure {
        /// It is there.
        Present,
        /// It is not there.
        #[choice(absent)]
        Absent,
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
