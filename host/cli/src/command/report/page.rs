//! `report --html`, and how to undo the run of a report.

use std::path::Path;

use anyhow::{Context as _, Result};
use engine::Settings;
use engine::clock::LocalZone;
use files::Durability;
use report::show;
use report::view::ReportView;
use report::{ReportStore, html};

use crate::console::Console;

/// Writes the page of a report to a file; `-` is standard output.
///
/// # Errors
/// Returns an error if the report does not exist or cannot be read, or the page cannot be written.
pub(super) fn write(
    store: &ReportStore,
    settings: &Settings,
    run: Option<u64>,
    file: &Path,
    console: &mut Console,
) -> Result<()> {
    let (text, path) = super::read(store, run)?;
    let view = ReportView::read(&text).with_context(|| format!("'{}' is damaged", path.display()))?;
    let view = view.in_zone(LocalZone::system().into());
    let page = html::page(&view, undo(&view, settings)?.as_deref());
    if file == Path::new("-") {
        console.print(&page);
        return Ok(());
    }
    // Reports contain differences of files that not everybody can read.
    files::replace(file, files::PRIVATE, Durability::Lazy, |out| out.write_all(page.as_bytes()))
        .with_context(|| format!("Could not write '{}'", file.display()))
}

/// Returns how to undo the run of a report.
///
/// # Errors
/// Returns an error if other users can change the state directory.
pub(super) fn undo(view: &ReportView, settings: &Settings) -> Result<Option<String>> {
    let Some(head) = &view.head else { return Ok(None) };
    let journals = runtime::kept_runs(settings.state()?);
    let journal = journals.iter().find(|run| run.number == head.run);
    Ok(journal.and_then(|journal| show::undo(journal, &settings.state_flags())))
}
