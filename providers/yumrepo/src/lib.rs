//! The resource type `yumrepo`: a package repository, which is a section in a file read by yum and dnf.

mod files;
mod inifile;
mod properties;
mod schema;
mod value;

pub use inifile::Inifile;
pub use schema::{Component, Ensure, Yumrepo, YumrepoAttribute, YumrepoState};
pub use value::{
    Caching, Expiry, Failover, Flag, Line, Number, Password, Proxy, Rate, SettingValue, Signed, Throttle, Url, Urls,
};
