//! The report as a single self-contained HTML page: no scripts, no network requests, readable on phones, in
//! dark mode and on paper. The submodules write its parts.

mod events;
mod graph;
mod logs;
mod style;
mod timeline;

use std::fmt::Write as _;

use super::metrics::label;
use super::show::seconds;
use super::view::{ReportView, ResourceView};
use crate::escape::escape;
use crate::graph::NodeStatus;

/// The number of names in a list before the others are only counted.
const NAMES: usize = 200;

/// Returns the page of a report. `undo` is the result of [`undo`](crate::show::undo).
pub fn page(view: &ReportView, undo: Option<&str>) -> String {
    let number = view.head.as_ref().map(|head| head.run);
    let name = number.map_or_else(|| "Run".to_owned(), |number| format!("Run {number}"));
    let title = format!("{name} of {}: {}", view.host, view.status);
    let mut page = begin(&title, crate::graph::SHAPES);
    header(view, &name, undo, &mut page);
    timeline::section(view, &mut page);
    events::section(view, &mut page);
    graph::section(view, &mut page);
    logs::section(view, &mut page);
    resources(view, &mut page);
    figures(view, &mut page);
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

/// Returns the beginning of a page up to its first section. `styles` are rules that only this page needs.
pub(crate) fn begin(title: &str, styles: &str) -> String {
    let mut page = String::with_capacity(64 << 10);
    // Writing to a String cannot fail.
    let _ = write!(
        page,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>{css}{styles}</style>\n</head>\n<body>\n<main>\n",
        title = escape(title),
        css = style::CSS,
    );
    page
}

fn header(view: &ReportView, name: &str, undo: Option<&str>, page: &mut String) {
    let noop = if view.noop { "<span class=\"badge pending\">dry run</span>" } else { "" };
    let class = match view.status.as_str() {
        "failed" => "failed",
        "changed" => "changed",
        _ => "unchanged",
    };
    let _ = write!(
        page,
        "<header>\n<p class=\"host\">{}</p>\n<h1>{name} <span class=\"badge {class}\">{}</span>{noop}</h1>\n\
         <p class=\"quiet\"><time datetime=\"{}\">{}</time>, \
         {} in environment {}{}</p>\n",
        escape(&view.host),
        escape(&view.status),
        escape(&view.time),
        escape(&view.moment()),
        seconds(view.duration()),
        escape(&view.environment),
        if view.version.is_empty() { String::new() } else { format!(", version {}", escape(&view.version)) },
    );
    let fault = match view.is_interrupted() {
        true => Some("The run was interrupted before it had applied all resources."),
        false => (!view.is_complete).then_some("Nothing was applied: the run failed before the first resource."),
    };
    if let Some(fault) = fault {
        let _ = writeln!(page, "<p class=\"callout failed\">{fault}</p>");
    }
    page.push_str("<dl class=\"cards\">\n");
    let count = |mark: NodeStatus| view.resources.iter().filter(|resource| resource.mark == mark).count();
    let mut card = |name: &str, class: &str, figure: String| {
        let _ = writeln!(page, "<div class=\"card {class}\"><dt>{name}</dt><dd>{figure}</dd></div>");
    };
    card("Resources", "", thousands(view.resources.len()));
    let marks = [
        ("Changed", "changed", NodeStatus::Changed),
        ("Would change", "pending", NodeStatus::Pending),
        ("Failed", "failed", NodeStatus::Failed),
        ("Skipped", "skipped", NodeStatus::Skipped),
    ];
    for (name, class, mark) in marks {
        let number = count(mark);
        // Essential counts are shown even if they are zero.
        if number > 0 || (mark == NodeStatus::Changed && !view.noop) || mark == NodeStatus::Failed {
            card(name, if number > 0 { class } else { "" }, thousands(number));
        }
    }
    card("Duration", "", seconds(view.duration()));
    page.push_str("</dl>\n");
    if let Some(undo) = undo {
        let text = match undo.starts_with("marotte ") {
            true => format!("To undo it: <code>{}</code>", escape(undo)),
            false => format!("This run {undo}."),
        };
        let _ = writeln!(page, "<p class=\"quiet\">{text}</p>");
    }
    page.push_str("</header>\n");
}

/// Writes all resources by container; collapsed, since most of them are unchanged.
fn resources(view: &ReportView, page: &mut String) {
    if view.resources.is_empty() {
        return;
    }
    let total = thousands(view.resources.len());
    let _ = write!(
        page,
        "<section>\n<details>\n<summary><h2>All resources</h2> <span class=\"quiet\">{total}</span></summary>\n"
    );
    let mut container = None;
    for resource in &view.resources {
        let inside = inside(resource);
        if container.as_ref() != Some(&inside) {
            if container.is_some() {
                page.push_str("</ul>\n");
            }
            let title = if inside.is_empty() { "Top scope" } else { &inside };
            let _ = write!(page, "<h3>{}</h3>\n<ul class=\"plain\">\n", escape(title));
            container = Some(inside);
        }
        let mark = match resource.mark {
            NodeStatus::None => String::new(),
            mark => format!(" <span class=\"badge {0}\">{0}</span>", mark.name()),
        };
        let _ = writeln!(page, "<li><code>{}</code>{mark}</li>", escape(&resource.name));
    }
    page.push_str("</ul>\n</details>\n</section>\n");
}

fn figures(view: &ReportView, page: &mut String) {
    page.push_str("<section>\n<details>\n<summary><h2>Figures</h2></summary>\n<div class=\"columns\">\n");
    for (name, figures) in &view.metrics {
        let _ = write!(page, "<table>\n<caption>{}</caption>\n", escape(&label(name)));
        for (_, label, figure) in figures {
            let figure = if name == "time" { seconds(*figure) } else { format!("{figure:.0}") };
            let _ = writeln!(page, "<tr><th scope=\"row\">{}</th><td>{figure}</td></tr>", escape(label));
        }
        page.push_str("</table>\n");
    }
    let _ = write!(
        page,
        "</div>\n</details>\n</section>\n<footer class=\"quiet\">marotte {}</footer>\n",
        env!("CARGO_PKG_VERSION")
    );
}

/// Returns the containers of a resource except the outermost ones.
fn inside(resource: &ResourceView) -> String {
    let path = resource.path.split_last().map_or(&[][..], |(_, path)| path);
    let parts: Vec<&str> =
        path.iter().map(String::as_str).filter(|part| !matches!(*part, "Stage[main]" | "Main")).collect();
    parts.join(" › ")
}

/// Writes the end of a page.
pub(crate) fn end(page: &mut String) {
    let version = env!("CARGO_PKG_VERSION");
    let _ = write!(page, "<footer class=\"quiet\">marotte {version}</footer>\n</main>\n</body>\n</html>\n");
}

/// Ends a list and its section, with the number of entries beyond those that it contains.
pub(crate) fn end_list(number: usize, contained: usize, page: &mut String) {
    page.push_str("</ul>\n");
    if number > contained {
        let _ = writeln!(page, "<p class=\"quiet\">and {} more</p>", thousands(number - contained));
    }
    page.push_str("</section>\n");
}

/// Writes the names of nodes; collapsed if there are several.
pub(crate) fn node_names(nodes: &[String], page: &mut String) {
    if let [node] = nodes {
        let _ = writeln!(page, "<p class=\"quiet\">{}</p>", escape(node));
        return;
    }
    let shown: Vec<String> = nodes.iter().take(NAMES).map(|node| escape(node)).collect();
    let more = match nodes.len() > NAMES {
        true => format!(" and {} more", thousands(nodes.len() - NAMES)),
        false => String::new(),
    };
    let _ = writeln!(
        page,
        "<details><summary class=\"quiet\">{} nodes</summary><p class=\"quiet\">{}{more}</p></details>",
        thousands(nodes.len()),
        shown.join(", ")
    );
}

/// Writes a number with a thin space between thousands.
pub(crate) fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + 4);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated() {
        assert_eq!(thousands(7), "7");
        assert_eq!(thousands(1_234_567), "1\u{202f}234\u{202f}567");
    }
}
