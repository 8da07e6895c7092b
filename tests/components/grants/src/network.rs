//! Provider that sends requests to the hosts in its attributes and to hosts without a grant.

use marotte_sdk::prelude::*;
use marotte_sdk::system::{Method, Request, Response};

use crate::schema::{Asker, AskerAttribute, AskerState, Ensure};

/// Sends the request described by the row.
#[derive(Debug, Default)]
pub struct AskerProvider;

impl Provider for AskerProvider {
    type Resource = Asker;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Asker>]) -> Vec<Result<State<Asker>>> {
        for_each_row(rows, |row| {
            for url in row.url.iter().chain(&row.other) {
                for _ in 0..row.times.unwrap_or(1) {
                    let answer = system.send(&request(row, url, Method::Get))?;
                    log_response(system, row, &answer);
                }
            }
            let ensure = if row.change.is_some() { Ensure::Absent } else { Ensure::Present };
            Ok(AskerState { ensure: Some(ensure) }.into())
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Asker>,
        _is: &AskerState,
        _changed: &[AskerAttribute],
    ) -> Result<Applied<AskerAttribute>> {
        if let Some(url) = &row.change {
            let answer = system.send(&request(row, url, Method::Post))?;
            log_response(system, row, &answer);
        }
        Ok(Applied::all())
    }
}

fn request(row: &Row<Asker>, url: &str, usual: Method) -> Request {
    let method = match row.method.as_deref() {
        Some("get") => Method::Get,
        Some("head") => Method::Head,
        Some("post") => Method::Post,
        Some("put") => Method::Put,
        Some("patch") => Method::Patch,
        Some("delete") => Method::Delete,
        _ => usual,
    };
    let value = |text: &Text| vec![Part::from(text)];
    let headers = row.header.iter().zip(&row.value).map(|(name, text)| (name.clone(), value(text))).collect();
    let body = row.body.iter().map(|text| Part::from(text.as_str())).collect();
    let timeout_ms = row.patience.and_then(|time| u32::try_from(time).ok()).unwrap_or(0);
    Request { row: row.id(), headers, body, timeout_ms, ..Request::new(method, url) }
}

fn log_response(system: &impl ReadSystem, row: &Row<Asker>, answer: &Response) {
    let place = answer.headers.iter().find(|(name, _)| name == "location").map(|(_, place)| format!(" to {place}"));
    let body = String::from_utf8_lossy(&answer.body);
    system.notice(row, &format!("{}{}: {body}", answer.status, place.unwrap_or_default()));
}
