//! Provider that downloads its file.

use marotte_sdk::prelude::*;
use marotte_sdk::system::{Method, Request, Want};

use crate::schema::{Ensure, Fetcher, FetcherAttribute, FetcherState};

/// Downloads a file.
#[derive(Debug, Default)]
pub struct FetcherProvider;

impl Provider for FetcherProvider {
    type Resource = Fetcher;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Fetcher>]) -> Vec<Result<State<Fetcher>>> {
        for_each_row(rows, |row| {
            let found = system.stat_one(&row.place(&row.path), false, Want::empty())?;
            let ensure = if found.is_some_and(|file| file.size > 0) { Ensure::Present } else { Ensure::Absent };
            Ok(FetcherState { ensure: Some(ensure) }.into())
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Fetcher>,
        _is: &FetcherState,
        _changed: &[FetcherAttribute],
    ) -> Result<Applied<FetcherAttribute>> {
        let request = Request { row: row.id(), ..Request::new(Method::Get, &row.url) };
        let digest = row.sha256.as_deref().map(|digest| ("sha256", digest));
        if row.staged == Some(true) {
            let attrs = Attrs { mode: Some(0o600), ..Attrs::default() };
            let staged = system.stage(Some(&row.path), &Body::new(), &attrs)?;
            system.fetch(&request, &staged.path(), digest)?;
            staged.commit(None)?;
        } else {
            system.fetch(&request, &row.path, digest)?;
        }
        Ok(Applied::all())
    }
}
