//! Reports as text and JSON.

use serde_json::{Value as Json, json};

use crate::finding::{Finding, FindingSeverity, MigrationReport, Place};

/// The number of places of a finding that the text lists.
const PLACES: usize = 3;

/// Formats a report: findings by group, and a summary in the last line.
#[must_use]
pub fn as_text(report: &MigrationReport) -> String {
    let mut text = String::new();
    let mut group = None;
    for finding in &report.findings {
        if group != Some(finding.group) {
            text.push_str(if group.is_some() { "\n" } else { "" });
            text.push_str(finding.group.title());
            text.push('\n');
            group = Some(finding.group);
        }
        text.push_str(&finding_as_text(finding));
    }
    text.push_str(if group.is_some() { "\n" } else { "" });
    text + &summary(report)
}

fn finding_as_text(finding: &Finding) -> String {
    let mut text = format!("  {}: {}\n", finding.severity.name(), finding.message);
    let mut places: Vec<String> = finding.places.iter().take(PLACES).map(place_as_text).collect();
    if finding.places.len() > PLACES {
        places.push(format!("{} more", finding.places.len() - PLACES));
    }
    if !places.is_empty() {
        text.push_str(&format!("    at {}\n", places.join(", ")));
    }
    if !finding.remedy.is_empty() {
        text.push_str(&format!("    remedy: {}\n", finding.remedy));
    }
    text
}

fn place_as_text(place: &Place) -> String {
    let numbers = [place.line, place.column].into_iter().flatten().map(|number| format!(":{number}"));
    numbers.fold(place.file.clone(), |text, number| text + &number)
}

fn summary(report: &MigrationReport) -> String {
    let count = |number: usize, word: &str| format!("{number} {word}{}", if number == 1 { "" } else { "s" });
    let of = |severity: FindingSeverity| count(report.count(severity), severity.name());
    let [errors, warnings, notes] = [FindingSeverity::Error, FindingSeverity::Warning, FindingSeverity::Note].map(of);
    format!("{errors}, {warnings}, {notes} in {}\n", count(report.files, "file"))
}

/// Formats a report as JSON, with all places.
#[must_use]
pub fn as_json(report: &MigrationReport) -> Json {
    let place = |place: &Place| json!({ "file": place.file, "line": place.line, "column": place.column });
    let finding = |finding: &Finding| {
        json!({
            "severity": finding.severity.name(),
            "group": finding.group.title(),
            "subject": finding.subject,
            "message": finding.message,
            "remedy": finding.remedy,
            "places": finding.places.iter().map(place).collect::<Vec<_>>(),
        })
    };
    json!({
        "directory": report.directory.display().to_string(),
        "files": report.files,
        "errors": report.count(FindingSeverity::Error),
        "warnings": report.count(FindingSeverity::Warning),
        "notes": report.count(FindingSeverity::Note),
        "findings": report.findings.iter().map(finding).collect::<Vec<_>>(),
    })
}
