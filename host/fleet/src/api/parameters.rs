//! The parameters of requests.

use serde_json::Value as Json;

use super::endpoint::{AcceptedParameters, Endpoint};
use crate::query::{Page, QueryError, Summaries, parse, parse_json};
use crate::time::Time;

/// Parameters that every request can have.
const GLOBAL: [&str; 5] =
    ["optimize_drop_unused_joins", "include_facts_expiration", "include_package_inventory", "explain", "origin"];
const PAGING: [&str; 5] = ["query", "limit", "offset", "order_by", "include_total"];
const DISTINCT: [&str; 3] = ["distinct_resources", "distinct_start_time", "distinct_end_time"];
const SUMMARIES: [&str; 3] = ["summarize_by", "count_by", "counts_filter"];

/// The parameters of a request.
#[derive(Debug, Default)]
pub(super) struct Parameters {
    pub(super) query: Option<Json>,
    pub(super) page: Page,
    pub(super) summaries: Summaries,
    pub(super) is_pretty: bool,
    pub(super) is_ast_only: bool,
}

impl Parameters {
    pub(super) fn read(endpoint: &Endpoint, given: &[(String, String)]) -> Result<Self, QueryError> {
        let accepted = endpoint.accepted;
        let groups: &[&[&str]] = match accepted {
            AcceptedParameters::Query => &[&PAGING, &["pretty"]],
            AcceptedParameters::Events => &[&PAGING, &["pretty"], &DISTINCT],
            AcceptedParameters::Counts => &[&PAGING, &["pretty"], &DISTINCT, &SUMMARIES],
            AcceptedParameters::Totals => &[&["query"], &DISTINCT, &SUMMARIES],
            AcceptedParameters::Object => &[&["pretty"]],
            AcceptedParameters::Root => &[&PAGING, &["pretty", "ast_only"]],
        };
        let is_known = |name: &str| GLOBAL.contains(&name) || groups.iter().any(|group| group.contains(&name));
        let required = match accepted {
            AcceptedParameters::Counts | AcceptedParameters::Totals => Some("summarize_by"),
            AcceptedParameters::Root => Some("query"),
            _ => None,
        };
        if let Some((name, _)) = given.iter().find(|(name, _)| !is_known(name)) {
            return Err(QueryError::usage(format!("Unsupported query parameter '{name}'")));
        }
        let mut found = Self::default();
        for (name, value) in given {
            found.set(accepted, name, value)?;
        }
        if let Some(missing) = required.filter(|required| given.iter().all(|(name, _)| name != required)) {
            return Err(QueryError::usage(format!("Missing required query parameter '{missing}'")));
        }
        check_distinct(given).map(|()| found)
    }

    fn set(&mut self, accepted: AcceptedParameters, name: &str, value: &str) -> Result<(), QueryError> {
        let is_true = value.eq_ignore_ascii_case("true");
        match name {
            "query" => {
                let query = if accepted == AcceptedParameters::Root { parse(value)? } else { parse_json(value)? };
                if !query.is_array() && !query.is_null() {
                    return Err(QueryError::Expression(query.to_string()));
                }
                self.query = Some(query).filter(|query| !query.is_null());
            }
            "order_by" => self.page.order_by = Page::order_by(value)?,
            "limit" => self.page.limit = Some(crate::query::limit(&value.into())?),
            "offset" => self.page.offset = Some(crate::query::offset(&value.into())?),
            "include_total" => self.page.include_total = is_true,
            "pretty" => self.is_pretty = is_true,
            "ast_only" => self.is_ast_only = is_true,
            "summarize_by" => self.summaries.summarize_by = Some(value.to_owned()),
            "count_by" => self.summaries.count_by = Some(value.to_owned()),
            "counts_filter" => self.summaries.counts_filter = Some(parse_json(value)?),
            "explain" => return Err(unsupported(name)),
            "include_facts_expiration" | "include_package_inventory" if is_true => return Err(unsupported(name)),
            // Others are without effect here, or unknown, which is an error.
            _ => {}
        }
        Ok(())
    }
}

/// Checks the parameters for the latest event of each resource, which are not supported.
fn check_distinct(given: &[(String, String)]) -> Result<(), QueryError> {
    let value = |name: &str| given.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str());
    let [resources, start, end] = DISTINCT.map(value);
    let times = "'distinct_start_time' and 'distinct_end_time'";
    match (resources, start, end) {
        (None, None, None) => Ok(()),
        (Some(_), Some(start), Some(end)) => match (start.parse::<Time>(), end.parse::<Time>()) {
            (Ok(_), Ok(_)) => Err(unsupported(DISTINCT[0])),
            _ => Err(QueryError::usage(format!(
                "query parameters {times} must be valid datetime strings: {start} {end}"
            ))),
        },
        (None, Some(_), Some(_)) => {
            Err(QueryError::usage(format!("'distinct_resources' query parameter must accompany parameters {times}")))
        }
        _ => Err(QueryError::usage(format!(
            "'distinct_resources' query parameter requires accompanying parameters {times}"
        ))),
    }
}

fn unsupported(name: &str) -> QueryError {
    QueryError::usage(format!("The query parameter '{name}' is not supported"))
}
