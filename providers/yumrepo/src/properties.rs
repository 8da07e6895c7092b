//! Table of settings: attributes and their names in the file. All other code is derived from it.

use crate::schema::{Yumrepo, YumrepoAttribute, YumrepoState};
use crate::value::SettingValue;

/// Desired value of a setting.
pub(crate) struct Property<'a> {
    pub(crate) attribute: YumrepoAttribute,
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
    ($($field:ident $attribute:ident $(as $key:literal)?,)*) => {
        /// Returns the desired settings of a resource, in order of declaration.
        pub(crate) fn wanted(row: &Yumrepo) -> Vec<Property<'_>> {
            let mut wanted = Vec::new();
            $(if let Some(value) = &row.$field {
                wanted.push(Property {
                    attribute: YumrepoAttribute::$attribute,
                    name: stringify!($field),
                    key: key!($field $($key)?),
                    wanted: &value.0,
                });
            })*
            wanted
        }

        /// Creates a state from the settings in a file.
        pub(crate) fn state<'a>(get: impl Fn(&str) -> Option<&'a str>) -> YumrepoState {
            YumrepoState { $($field: get(key!($field $($key)?)).map(Into::into),)* ..YumrepoState::default() }
        }
    };
}

properties! {
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
