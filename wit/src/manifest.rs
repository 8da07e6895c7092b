//! The provider manifest, `provider.toml`: the author of a component and the grants that it requests.
//! Everything not listed in the manifest is denied.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The manifest of a component, as in `provider.toml` and in the section `marotte:manifest`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Name and version.
    pub package: PackageInfo,
    /// Components that have to be there, too, since they define types that this one has providers of: `"acme/nginx" = "^1.2"`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub dependencies: BTreeMap<String, String>,
    /// Files that it may touch.
    #[serde(default)]
    pub files: FileGrants,
    /// Commands that it may run, by the name that it uses for them.
    #[serde(default)]
    pub commands: BTreeMap<String, CommandGrant>,
    /// Commands that the resource itself names.
    #[serde(default)]
    pub given: GivenGrants,
    /// Variables of the environment that it may see.
    #[serde(default)]
    pub environment: EnvironmentGrants,
    /// Hosts that it may speak to.
    #[serde(default)]
    pub network: NetworkGrants,
    /// Secrets that it may see in clear.
    #[serde(default)]
    pub secrets: SecretGrants,
    /// Resources of the catalog that it may look up, and types of resources that it may add.
    #[serde(default)]
    pub resources: ResourceGrants,
}

/// Who and what the component is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackageInfo {
    /// `namespace/name`.
    pub name: String,
    /// Semantic version.
    pub version: String,
    /// The version of the contract that it was built against: `0.1`.
    pub interface: String,
    /// SPDX expression.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub license: Option<String>,
}

/// Files that a component may touch. An entry is an absolute path, a glob (`/etc/nginx/**`), or `@attribute`: exactly the
/// path that this attribute of the resource in hand names. `@attribute/**` is everything below it too, `@attribute->` what a
/// link there leads to, `@attribute->/**` what links there and below lead to. `@attribute~/.ssh/*` is a path below the home of
/// the user whose name the attribute has, `@type.attribute` what this attribute of any resource of a type names that may be found.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileGrants {
    /// May be read. What may be written may be read, too.
    #[serde(default)]
    pub read: Vec<String>,
    /// May be written, and given any mode without the setuid and setgid bits.
    #[serde(default)]
    pub write: Vec<String>,
    /// The subset of these that may be given another owner or group.
    #[serde(default)]
    pub chown: Vec<String>,
    /// Of these, those whose mode may have the suid or the sgid bit.
    #[serde(default)]
    pub suid: Vec<String>,
}

/// A command by name.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandGrant {
    /// Absolute paths or names to look for in PATH, the first found counts. `@attribute` is the absolute path that this attribute of the
    /// resource in hand names: where it names one, nothing else is tried.
    pub find: Vec<String>,
    /// Argument lists that only read. `<name>` stands for one argument that is not an option (it does not begin with `-`, unless `--` comes
    /// before it), `--port=<port>` for an option with any value; `/etc/init.d/*` for one that is such a path, `@attribute` for one that the
    /// resource names, `@attribute/*` for a path below it. `[-p <port>]` are arguments that may be left out, `[-p <port>]...` arguments that
    /// may be repeated. `*` stands for one argument of any kind, a last `**` for any number of them: both need a reason in `wildcards`.
    #[serde(default)]
    pub query: Vec<Vec<String>>,
    /// Argument lists that may change something.
    #[serde(default)]
    pub mutate: Vec<Vec<String>>,
    /// Why arguments that `*` and `**` stand for cannot be enumerated, and what limits them instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wildcards: Option<String>,
    /// Environment variables passed to it in addition to the base set, including variables that the component
    /// may set. `*` matches any run of characters.
    #[serde(default)]
    pub environment: Vec<String>,
    /// Whether its queries can connect to other machines.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub network: bool,
    /// Files and directories that its queries can open, with everything below them, in addition to `[files]`
    /// and the base list: an absolute path, a glob (its directory before the first wildcard counts), `~/` and
    /// a path below the home directory of its user, or `@attribute`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub read: Vec<String>,
    /// Whether its queries can connect to services of this machine by Unix domain sockets. The service is trusted not to change anything
    /// for a query.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sockets: bool,
    /// Whether its queries have the process numbers of the host, for `kill -0`. They can signal no other process nevertheless.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub processes: bool,
    /// Capabilities that its queries keep. With one of them a query could change what the capability is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub capabilities: Vec<Capability>,
}

/// A capability that queries of a command can keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Capability {
    /// CAP_NET_ADMIN: the kernel does not show its packet filter without it.
    NetAdmin,
    /// CAP_NET_RAW: raw sockets.
    NetRaw,
}

impl Capability {
    /// Returns the name as a manifest has it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::NetAdmin => "net-admin",
            Self::NetRaw => "net-raw",
        }
    }
}

/// Commands whose text comes from the resource: the names of attributes (`unless`).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenGrants {
    /// May be run while reading.
    #[serde(default)]
    pub query: Vec<String>,
    /// May be run while writing.
    #[serde(default)]
    pub mutate: Vec<String>,
    /// Attributes that say which text in a command stands for the path of a file on trial. `%` always may.
    #[serde(default)]
    pub placeholder: Vec<String>,
    /// Variables of the environment that they get, beside PATH, and that may be set for them. `*` stands for any run of characters.
    #[serde(default)]
    pub environment: Vec<String>,
}

/// Variables of the environment that a component itself may see; `*` stands for any run of characters.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnvironmentGrants {
    /// Their names.
    #[serde(default)]
    pub read: Vec<String>,
}

/// Hosts that a component may speak to. An entry is a name with or without a port (`api.example.org`, `example.org:8443`), by https
/// unless it begins with `http://`; `*.example.org` is every name that ends so. `@attribute` is the host of the URL that this attribute
/// of the resource in hand names, `@attribute->` where that host redirects to.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetworkGrants {
    /// May be asked: by GET and HEAD, in a noop run too. What may be written may be asked, too.
    #[serde(default)]
    pub read: Vec<String>,
    /// May be sent any request.
    #[serde(default)]
    pub write: Vec<String>,
    /// Addresses of these hosts that are not public and may be connected to nevertheless.
    #[serde(default)]
    pub addresses: Vec<Addresses>,
    /// Addresses that are not public and to which a redirect may lead; none unless listed here, whatever `addresses` lists. A
    /// redirect within the host and port that the resource names needs no entry.
    #[serde(default)]
    pub redirects: Vec<Addresses>,
}

/// Addresses that are not public. Others that are not, such as multicast, are never connected to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Addresses {
    /// This machine.
    Loopback,
    /// Networks of one's own: RFC 1918, RFC 6598 and unique local ones.
    Private,
    /// Link-local addresses, including the metadata service of clouds.
    LinkLocal,
}

impl Addresses {
    /// Returns the name as a manifest has it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Loopback => "loopback",
            Self::Private => "private",
            Self::LinkLocal => "link-local",
        }
    }
}

/// Rights to secrets. Without them a component has tokens of its own resources' secrets, which it can put into files and into the
/// input and environment of commands, and the host refuses or redacts what such a file or command would return.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SecretGrants {
    /// The names of the attributes whose `Sensitive` values it may see.
    #[serde(default)]
    pub reveal: Vec<String>,
    /// The attributes of other resources, each as `type.attribute`, whose `Sensitive` values it may put into bodies once it has found
    /// the resources (`[resources] find`).
    #[serde(default)]
    pub pass: Vec<String>,
    /// It may read files that a secret was written to, and the output of commands that a secret was given to, within its other grants.
    #[serde(default)]
    pub read: bool,
}

/// Resources of other providers. What a resource does that a component adds is done with the rights of *its* provider.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResourceGrants {
    /// Types of which it may add resources by `generate` and `expand`, its own included.
    #[serde(default)]
    pub add: Vec<String>,
    /// Types whose resources it may see with all that the manifest says of them, its own included.
    #[serde(default)]
    pub find: Vec<String>,
}

impl Manifest {
    /// Reads a manifest.
    ///
    /// # Errors
    /// Returns where the text is not TOML or which field is unknown or missing.
    pub fn from_toml(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_lists_its_grants() {
        let manifest = Manifest::from_toml(
            "[package]\nname = 'acme/nginx'\nversion = '1.0.0'\ninterface = '0.1'\n\
             [files]\nwrite = ['@path']\n[commands.nginx]\nfind = ['nginx']\nquery = [['-t']]\nenvironment = ['*_proxy']\n[given]\nquery = ['unless']\n\
             [network]\nread = ['@source->']\naddresses = ['link-local']\nredirects = ['private']\n[resources]\nadd = ['file']\nfind = ['user']\n",
        )
        .unwrap();
        assert_eq!(manifest.files.write, ["@path"]);
        assert_eq!(manifest.commands["nginx"].query, [["-t"]]);
        assert_eq!(manifest.given.query, ["unless"]);
        assert_eq!(manifest.commands["nginx"].environment, ["*_proxy"]);
        assert_eq!(
            (&*manifest.network.read, &*manifest.network.addresses, &*manifest.network.redirects),
            (&["@source->".to_owned()][..], &[Addresses::LinkLocal][..], &[Addresses::Private][..])
        );
        assert_eq!(
            (&*manifest.resources.add, &*manifest.resources.find),
            (&["file".to_owned()][..], &["user".to_owned()][..])
        );
    }

    #[test]
    fn an_unknown_field_is_refused() {
        let text = "[package]\nname = 'a/b'\nversion = '1.0.0'\ninterface = '0.1'\ncolour = 'red'\n";
        assert!(Manifest::from_toml(text).unwrap_err().to_string().contains("colour"));
    }
}
