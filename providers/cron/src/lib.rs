//! The resource type `cron`: values, the crontab format, and the provider that changes crontabs with the
//! command `crontab`.

mod canonical;
mod compare;
mod crontab;
mod job;
mod schema;
mod table;
#[cfg(test)]
mod tests;
mod value;

pub use crontab::Crontab;
pub use schema::*;
pub use value::{
    Environment, Field, Hour, Hours, Line, Minute, Minutes, Month, Monthday, Monthdays, Months, Special, Times,
    Weekday, Weekdays,
};
