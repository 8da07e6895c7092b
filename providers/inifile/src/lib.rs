//! The resource types `ini_setting` and `ini_subsetting`: a value in a settings file, and a part of such a
//! value.

mod schema;
mod setting;
mod shown;
mod subsetting;
mod subsettings;
mod value;

pub use schema::{
    Component, Ensure, IniSetting, IniSettingAttribute, IniSettingState, IniSubsetting, IniSubsettingAttribute,
    IniSubsettingState, InsertType, ShowDiff, Switch,
};
pub use setting::Settings;
pub use subsetting::Subsettings;
pub use value::{Key, PartPosition, TrimmedText};
