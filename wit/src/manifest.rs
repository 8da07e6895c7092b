//! The provider manifest, `provider.toml`: the author of a component and the grants that it requests.
//! Everything not listed in the manifest is denied.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The manifest of a component, as in `provider.toml` and in the section `marotte:manifest`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Name and version of the package.
    pub package: PackageInfo,
    /// Required components that define the types for which this component has providers:
    /// `"acme/nginx" = "^1.2"`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub dependencies: BTreeMap<String, String>,
    /// Files that the component may access.
    #[serde(default)]
    pub files: FileGrants,
    /// Commands that the component may run, by the name that it uses for them.
    #[serde(default)]
    pub commands: BTreeMap<String, CommandGrant>,
    /// Commands whose text comes from the resource.
    #[serde(default)]
    pub given: GivenGrants,
    /// Environment variables that the component may read.
    #[serde(default)]
    pub environment: EnvironmentGrants,
    /// Hosts to which the component may send requests.
    #[serde(default)]
    pub network: NetworkGrants,
    /// Secrets that the component may read in plain text.
    #[serde(default)]
    pub secrets: SecretGrants,
    /// Resources of the catalog that the component may look up, and types of resources that it may add.
    #[serde(default)]
    pub resources: ResourceGrants,
    /// The Ruby code that the component runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruby: Option<RubyCode>,
}

/// Ruby code of a module that declares resource types and their providers. The host runs it in an interpreter, which the
/// component can ask.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RubyCode {
    /// The name of the module.
    pub module: String,
    /// The files that may be loaded, and their SHA-256 digests in hexadecimal. A path begins with the name of a module:
    /// `mysql/lib/puppet/type/mysql_user.rb`.
    pub files: BTreeMap<String, String>,
    /// The built-in types that its types replace.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replaces: Vec<String>,
    /// The types of which it may change resources in the catalog before they are applied.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<String>,
    /// The types whose providers it may call, for resources that need not be in the catalog.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<String>,
}

/// Name, version and license of the component.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackageInfo {
    /// The name: `namespace/name`.
    pub name: String,
    /// The semantic version.
    pub version: String,
    /// The version of the contract against which the component was built: `0.1`.
    pub interface: String,
    /// The license as an SPDX expression.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub license: Option<String>,
}

/// Files that a component may access. An entry is an absolute path, a glob (`/etc/nginx/**`), or
/// `@attribute`: exactly the path in this attribute of the current resource. `@attribute/**` also covers
/// everything below that path, `@attribute->` the target of a symbolic link at that path, and
/// `@attribute->/**` the targets of links at and below it. `@attribute~/.ssh/*` is a path below the home
/// directory of the user named in the attribute. `@type.attribute` is the path in this attribute of any
/// resource of a type that the component may look up.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileGrants {
    /// Files that may be read. Files that may be written may also be read.
    #[serde(default)]
    pub read: Vec<String>,
    /// Files that may be written and given any mode without the setuid and setgid bits.
    #[serde(default)]
    pub write: Vec<String>,
    /// Subset of the writable files whose owner and group may be changed.
    #[serde(default)]
    pub chown: Vec<String>,
    /// Subset of the writable files whose mode may include the setuid and setgid bits.
    #[serde(default)]
    pub suid: Vec<String>,
}

/// A named command.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandGrant {
    /// Absolute paths, or names to search for in PATH; the first one found is used. `@attribute` is the
    /// absolute path in this attribute of the current resource; if the attribute has a value, no other entry
    /// is tried.
    pub find: Vec<String>,
    /// Argument lists that only read. `<name>` matches one argument that is not an option (it does not begin
    /// with `-`, unless it follows `--`), `--port=<port>` an option with any value, `/etc/init.d/*` an
    /// argument that is a matching path, `@attribute` a value of this attribute of the resource or a file that
    /// the component has staged for it, `@attribute/*` a path below it, and `@staged` any staged file.
    /// `[-p <port>]` are optional arguments, `[-p <port>]...` arguments that can be repeated. `*` matches one
    /// argument of any kind, a final `**` any number of arguments; both require a reason in `wildcards`.
    #[serde(default)]
    pub query: Vec<Vec<String>>,
    /// Argument lists that may change the system.
    #[serde(default)]
    pub mutate: Vec<Vec<String>>,
    /// The reason why the arguments matched by `*` and `**` cannot be enumerated, and what restricts them
    /// instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wildcards: Option<String>,
    /// Environment variables passed to the command in addition to the base set, including variables that the
    /// component may set. `*` matches any run of characters.
    #[serde(default)]
    pub environment: Vec<String>,
    /// Whether queries of this command can connect to other machines.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub network: bool,
    /// Files and directories that queries of this command can open, including everything below them, in
    /// addition to `[files]` and the base list: an absolute path, a glob (reduced to the directory before the
    /// first wildcard), `~/` and a path below the home directory of the user that runs the command, or
    /// `@attribute`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub read: Vec<String>,
    /// Whether queries of this command can connect to services of this machine through Unix domain sockets.
    /// The service is trusted not to change anything in response to a query.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sockets: bool,
    /// Whether queries of this command see the process IDs of the host, for `kill -0`. They still cannot send
    /// signals to other processes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub processes: bool,
    /// Capabilities that queries of this command keep. A query with a capability can change the state that
    /// the capability governs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub capabilities: Vec<Capability>,
}

/// A capability that queries of a command can keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Capability {
    /// CAP_NET_ADMIN, without which the kernel does not list its packet filter rules.
    NetAdmin,
    /// CAP_NET_RAW, for raw sockets.
    NetRaw,
}

impl Capability {
    /// Returns the name used in manifests.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::NetAdmin => "net-admin",
            Self::NetRaw => "net-raw",
        }
    }
}

/// Commands whose text comes from the resource. Entries of the first three lists are names of attributes
/// (`unless`).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenGrants {
    /// Attributes whose commands may be run while reading.
    #[serde(default)]
    pub query: Vec<String>,
    /// Attributes whose commands may be run while writing.
    #[serde(default)]
    pub mutate: Vec<String>,
    /// Attributes that contain the placeholder which is replaced by the path of the file to validate. The
    /// placeholder `%` is always allowed.
    #[serde(default)]
    pub placeholder: Vec<String>,
    /// Environment variables passed to the commands in addition to PATH, including variables that may be set
    /// for them. `*` matches any run of characters.
    #[serde(default)]
    pub environment: Vec<String>,
}

/// Environment variables that the component itself may read. `*` matches any run of characters.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnvironmentGrants {
    /// Names of the variables.
    #[serde(default)]
    pub read: Vec<String>,
}

/// Hosts to which a component may send requests. An entry is a host name with or without a port
/// (`api.example.org`, `example.org:8443`). The scheme is https unless the entry begins with `http://`.
/// `*.example.org` matches every subdomain. `@attribute` is the host of the URL in this attribute of the
/// current resource, `@attribute->` any host to which that host redirects.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetworkGrants {
    /// Hosts that may be sent GET and HEAD requests, also in noop mode. Hosts in `write` may be read, too.
    #[serde(default)]
    pub read: Vec<String>,
    /// Hosts that may be sent any request.
    #[serde(default)]
    pub write: Vec<String>,
    /// Non-public addresses of these hosts to which connections are allowed.
    #[serde(default)]
    pub addresses: Vec<Addresses>,
    /// Non-public addresses to which a redirect may lead. No such redirect is followed unless listed here,
    /// regardless of `addresses`. A redirect within the host and port that the resource names needs no entry.
    #[serde(default)]
    pub redirects: Vec<Addresses>,
}

/// Non-public addresses. Connections to any other non-public address, such as multicast, are always refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Addresses {
    /// Addresses of this machine.
    Loopback,
    /// Private networks: RFC 1918, RFC 6598 and unique local addresses.
    Private,
    /// Link-local addresses, including the metadata service of cloud providers.
    LinkLocal,
}

impl Addresses {
    /// Returns the name used in manifests.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Loopback => "loopback",
            Self::Private => "private",
            Self::LinkLocal => "link-local",
        }
    }
}

/// Access to secrets. Without it, a component receives tokens for the secrets of its own resources. It can
/// put these tokens into files and into the input and environment of commands; the host then refuses or
/// redacts any read of such a file and the output of such a command.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SecretGrants {
    /// Attributes whose `Sensitive` values the component may read.
    #[serde(default)]
    pub reveal: Vec<String>,
    /// Attributes of other resources, each as `type.attribute`, whose `Sensitive` values the component may
    /// put into file contents and command input after it has looked up the resources (`[resources] find`).
    #[serde(default)]
    pub pass: Vec<String>,
    /// Whether the component may read files to which a secret was written and the output of commands to which
    /// a secret was passed, within its other grants.
    #[serde(default)]
    pub read: bool,
}

/// Resources of other providers. A resource added by a component is applied with the grants of *its own*
/// provider.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResourceGrants {
    /// Types of which the component may add resources in `generate` and `expand`, including its own types.
    #[serde(default)]
    pub add: Vec<String>,
    /// Types whose resources, with all their attributes in the manifest, the component may look up, including
    /// its own types.
    #[serde(default)]
    pub find: Vec<String>,
}

impl Manifest {
    /// Parses a manifest.
    ///
    /// # Errors
    /// Returns an error if the text is not valid TOML, or if a field is unknown or missing.
    pub fn from_toml(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifest_is_parsed() {
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
    fn unknown_field_is_rejected() {
        let text = "[package]\nname = 'a/b'\nversion = '1.0.0'\ninterface = '0.1'\ncolour = 'red'\n";
        assert!(Manifest::from_toml(text).unwrap_err().to_string().contains("colour"));
    }
}
