//! The resource types `yumrepo` and `zypprepo`: a package repository, which is a section in a file read by yum and dnf,
//! or by zypper.

mod files;
mod inifile;
mod properties;
mod schema;
mod section;
mod value;

pub use inifile::{Inifile, ZypperInifile};
pub use schema::{
    Component, Ensure, Yumrepo, YumrepoAttribute, YumrepoState, Zypprepo, ZypprepoAttribute, ZypprepoState,
};
pub use value::{
    Caching, Expiry, Failover, Flag, Line, Number, Password, Proxy, Rate, SettingValue, Signed, Throttle, Url, Urls,
    ZyppType, ZyppUrl, ZyppUrls,
};
