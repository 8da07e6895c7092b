//! Schema of the type `group` and its providers, of which `groupadd` is implemented.

#[marotte_sdk::package]
mod package {
    use marotte_sdk::Value;

    use crate::value::{Gid, Names};

    /// Manages groups: their existence, number and members.
    ///
    /// The members of a group can be specified with the group, or with each user (`groups` of the type `user`).
    /// Specifying both leads to conflicts if one of the lists is exclusive.
    #[resource(
        name = "group",
        features(
            manages_members = "The members of a group can be managed.",
            manages_aix_lam = "Groups can be managed with the loadable authentication modules of AIX.",
            system_groups = "System groups, with low numbers, can be created.",
            manages_local_users_and_groups = "Local groups can be managed on systems with a directory service."
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
        docs = "Uses `groupadd`, `groupmod` and `groupdel`, or `lgroupadd`, `lgroupmod` and `lgroupdel` of libuser \
                with `forcelocal`. Members are set with `gpasswd`; Puppet requires libuser for them."
    )]
    #[provider(name = "ldap", unbuilt)]
    #[provider(name = "pw", unbuilt, features("manages_members"))]
    #[provider(name = "windows_adsi", unbuilt, features("manages_members"))]
    pub struct Group {
        /// Whether the group should exist.
        #[property(default = "present")]
        pub ensure: Ensure,

        /// The numeric group ID. If not set, the system chooses one when the group is created, which can differ between
        /// systems.
        #[property]
        pub gid: Option<Gid>,

        /// The members of the group, other than those whose primary group it is: a name, or a list. The users must
        /// exist. `auth_membership` determines whether other members are removed.
        #[property(unordered, features("manages_members"))]
        pub members: Option<Names>,

        /// AIX attributes: a list of `name=value`, or a hash. `attribute_membership` determines whether others are
        /// removed.
        #[property(data_type = "Any", features("manages_aix_lam"))]
        pub attributes: Option<Value>,

        /// The name of the group; letter case is significant. Defaults to the title.
        #[parameter(namevar)]
        pub name: String,

        /// Whether `members` is the complete list; if so, other members are removed.
        #[parameter(default = false)]
        pub auth_membership: bool,

        /// Whether the group can have the same number as another one.
        #[parameter(default = false)]
        pub allowdupe: bool,

        /// The module that manages the group (AIX).
        #[parameter(features("manages_aix_lam"))]
        pub ia_load_module: Option<String>,

        /// Whether `attributes` is the complete list; if so, others are removed.
        #[parameter(default = "minimum")]
        pub attribute_membership: Membership,

        /// Whether the group is a system group, with a low number. Only used when the group is created.
        #[parameter(default = false)]
        pub system: bool,

        /// Whether to manage the local group on a system with a directory service. Requires the programs of libuser.
        #[parameter(default = false, features("manages_local_users_and_groups"))]
        pub forcelocal: bool,
    }

    /// States of a group.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Ensure {
        /// The group exists.
        Present,
        /// The group does not exist.
        #[choice(absent)]
        Absent,
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
