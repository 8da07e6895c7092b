//! Tables of settings: attributes and their names in the file. All other code is derived from them.

use crate::schema::{Yumrepo, YumrepoAttribute, YumrepoState, Zypprepo, ZypprepoAttribute, ZypprepoState};
use crate::value::SettingValue;

/// A type whose resources are sections with settings.
pub(crate) trait Repository: marotte_sdk::Resource {
    /// Returns the desired settings of a resource, in order of declaration.
    fn wanted(&self) -> Vec<Property<'_, Self::Attribute>>;

    /// Creates the state of an existing repository from the settings in a file.
    fn state<'a>(get: impl Fn(&str) -> Option<&'a str>) -> Self::State;
}

/// Desired value of a setting.
pub(crate) struct Property<'a, A> {
    pub(crate) attribute: A,
    /// The name of the attribute.
    pub(crate) name: &'static str,
    /// The name of the setting in the file.
    pub(crate) key: &'static str,
    pub(crate) wanted: &'a SettingValue,
}

macro_rules! key {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $key:literal) => {
        $key
    };
}

macro_rules! properties {
    ($resource:ident, $attributes:ident, $state:ident; $($field:ident $attribute:ident $(as $key:literal)?,)*) => {
        impl Repository for $resource {
            fn wanted(&self) -> Vec<Property<'_, $attributes>> {
                let mut wanted = Vec::new();
                $(if let Some(value) = &self.$field {
                    wanted.push(Property {
                        attribute: $attributes::$attribute,
                        name: stringify!($field).trim_start_matches("r#"),
                        key: key!($field $($key)?),
                        wanted: &value.0,
                    });
                })*
                wanted
            }

            fn state<'a>(get: impl Fn(&str) -> Option<&'a str>) -> $state {
                $state { $($field: get(key!($field $($key)?)).map(Into::into),)* ..$state::present() }
            }
        }
    };
}

properties! {
    Yumrepo, YumrepoAttribute, YumrepoState;
    descr Descr as "name",
    mirrorlist Mirrorlist,
    baseurl Baseurl,
    enabled Enabled,
    gpgcheck Gpgcheck,
    payload_gpgcheck PayloadGpgcheck,
    repo_gpgcheck RepoGpgcheck,
    gpgkey Gpgkey,
    mirrorlist_expire MirrorlistExpire,
    include Include,
    exclude Exclude,
    gpgcakey Gpgcakey,
    includepkgs Includepkgs,
    enablegroups Enablegroups,
    module_hotfixes ModuleHotfixes,
    failovermethod Failovermethod,
    keepalive Keepalive,
    retries Retries,
    http_caching HttpCaching,
    timeout Timeout,
    metadata_expire MetadataExpire,
    protect Protect,
    priority Priority,
    minrate Minrate,
    throttle Throttle,
    bandwidth Bandwidth,
    cost Cost,
    proxy Proxy,
    proxy_username ProxyUsername,
    proxy_password ProxyPassword,
    s3_enabled S3Enabled,
    sslcacert Sslcacert,
    sslverify Sslverify,
    sslclientcert Sslclientcert,
    sslclientkey Sslclientkey,
    metalink Metalink,
    skip_if_unavailable SkipIfUnavailable,
    assumeyes Assumeyes,
    deltarpm_percentage DeltarpmPercentage,
    deltarpm_metadata_percentage DeltarpmMetadataPercentage,
    username Username,
    password Password,
}

properties! {
    Zypprepo, ZypprepoAttribute, ZypprepoState;
    descr Descr as "name",
    mirrorlist Mirrorlist,
    baseurl Baseurl,
    path Path,
    enabled Enabled,
    gpgcheck Gpgcheck,
    repo_gpgcheck RepoGpgcheck,
    pkg_gpgcheck PkgGpgcheck,
    gpgkey Gpgkey,
    priority Priority,
    autorefresh Autorefresh,
    keeppackages Keeppackages,
    r#type Type as "type",
}
