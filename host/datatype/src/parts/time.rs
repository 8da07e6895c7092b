//! `Timestamp[from, to]` and `Timespan[from, to]`, with bounds given as strings, numbers or hashes.

use std::sync::Arc;

use super::TypeKey;
use crate::issue::{self, TypeIssue};
use crate::subject::{Subject, SubjectView};
use crate::timespan::{Timespan, TimespanFields};
use crate::timestamp::Timestamp;
use crate::types::{TimeRange, Type};

/// `Timestamp[from, to]`, `Timespan[from, to]`
pub(crate) fn times<V: Subject>(target: &Type, keys: &[TypeKey<'_, V>]) -> Result<Type, TypeIssue> {
    if matches!(target, Type::Timestamp(_)) {
        let bound = |index: usize| keys.get(index).map_or(Ok(None), timestamp);
        return ordered(bound(0)?, bound(1)?).map(|range| Type::Timestamp(Arc::new(range)));
    }
    let bound = |index: usize| keys.get(index).map_or(Ok(None), timespan);
    ordered(bound(0)?, bound(1)?).map(|range| Type::Timespan(Arc::new(range)))
}

fn ordered<T: PartialOrd + std::fmt::Display>(from: Option<T>, to: Option<T>) -> Result<TimeRange<T>, TypeIssue> {
    match (&from, &to) {
        (Some(low), Some(high)) if low > high => Err(issue::range_is_reversed(&low.to_string(), &high.to_string())),
        _ => Ok(TimeRange { from, to }),
    }
}

fn timestamp<V: Subject>(key: &TypeKey<'_, V>) -> Result<Option<Timestamp>, TypeIssue> {
    let text = |name: &str| match key.value().entry(name).map(Subject::view) {
        Some(SubjectView::String(text)) => Some(text),
        _ => None,
    };
    match key.view() {
        SubjectView::Timestamp(value) => Ok(Some(value)),
        SubjectView::Undef | SubjectView::Default => Ok(None),
        SubjectView::Integer(seconds) => Ok(Some(Timestamp::from_seconds(seconds))),
        SubjectView::Float(seconds) => Ok(Timestamp::from_float(seconds)),
        SubjectView::String(source) => Timestamp::parse_default(source).map(Some).map_err(issue::plain),
        SubjectView::Hash(_) => {
            let formats = match (text("format"), text("timezone")) {
                (Some(format), _) => vec![format],
                (None, Some(_)) => crate::timestamp::DEFAULT_FORMATS_WITHOUT_ZONE.to_vec(),
                (None, None) => crate::timestamp::DEFAULT_FORMATS.to_vec(),
            };
            Timestamp::parse(text("string").unwrap_or_default(), &formats, text("timezone"))
                .map(Some)
                .map_err(issue::plain)
        }
        _ => Err(issue::bad_time("Timestamp", key.ruby_class())),
    }
}

fn timespan<V: Subject>(key: &TypeKey<'_, V>) -> Result<Option<Timespan>, TypeIssue> {
    match key.view() {
        SubjectView::Timespan(value) => Ok(Some(value)),
        SubjectView::Undef | SubjectView::Default => Ok(None),
        SubjectView::Integer(seconds) => Ok(Some(Timespan::from_seconds(seconds))),
        SubjectView::Float(seconds) => Ok(Timespan::from_float(seconds)),
        SubjectView::String(source) => Timespan::parse_default(source).map(Some).map_err(issue::plain),
        SubjectView::Hash(_) => timespan_from_hash(key.value()).map(Some),
        _ => Err(issue::bad_time("Timespan", key.ruby_class())),
    }
}

/// Creates a span from `{string => …, format => …}` or `{days => …, hours => …}`.
fn timespan_from_hash<V: Subject>(hash: &V) -> Result<Timespan, TypeIssue> {
    if let Some(SubjectView::String(text)) = hash.entry("string").map(Subject::view) {
        let format = match hash.entry("format").map(Subject::view) {
            Some(SubjectView::String(format)) => vec![format],
            _ => crate::timespan::DEFAULT_FORMATS.to_vec(),
        };
        return Timespan::parse(text, &format).map_err(issue::plain);
    }
    let number = |name: &str| match hash.entry(name).map(Subject::view) {
        Some(SubjectView::Integer(value)) => value,
        _ => 0,
    };
    Ok(Timespan::from_fields(TimespanFields {
        is_negative: matches!(hash.entry("negative").map(Subject::view), Some(SubjectView::Boolean(true))),
        days: number("days"),
        hours: number("hours"),
        minutes: number("minutes"),
        seconds: number("seconds"),
        milliseconds: number("milliseconds"),
        microseconds: number("microseconds"),
        nanoseconds: number("nanoseconds"),
    }))
}
