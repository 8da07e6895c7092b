//! `describe --list`: the types with a summary each.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::Arc;

use catalog::schema::TypeSchema;
use runtime::Runtime;

use super::data;
use super::text::{WIDTH, summary};
use crate::console::Console;

/// A component with more types than this is a group of its own in the list of types.
const GROUP: usize = 20;

/// The types of a component.
struct TypeGroup<'a> {
    /// The name of the component; `None` for types of the engine.
    component: Option<&'a str>,
    /// The types by name.
    types: Vec<&'a TypeSchema>,
}

/// Lists types: as text grouped by component, or as data.
pub(super) fn run(runtime: &Runtime, types: &[Arc<TypeSchema>], console: &mut Console) {
    if console.is_structured() {
        return console.print_data(&types.iter().map(|schema| data::summary(schema, runtime)).collect());
    }
    let mut groups: Vec<TypeGroup<'_>> = Vec::new();
    for schema in types {
        let component = data::component(runtime, &schema.name);
        match groups.iter_mut().find(|group| group.component == component) {
            Some(group) => group.types.push(schema),
            None => groups.push(TypeGroup { component, types: vec![schema] }),
        }
    }
    console.print_untrusted(&to_text(&groups, console.width()));
}

/// Lists types with a summary each, cut at a width. Types of a component with many types are listed with their names
/// only, after the other types.
fn to_text(groups: &[TypeGroup<'_>], width: Option<usize>) -> String {
    let mut text = String::from("These are the types known to marotte:\n");
    let (large, small): (Vec<_>, Vec<_>) = groups.iter().partition(|group| group.types.len() > GROUP);
    let mut types: Vec<&TypeSchema> = small.into_iter().flat_map(|group| group.types.iter().copied()).collect();
    types.sort_by(|a, b| a.name.cmp(&b.name));
    let column = types.iter().map(|schema| schema.name.len()).max().unwrap_or_default();
    for schema in types {
        let summary = summary(&schema.docs);
        let room = width.map_or(usize::MAX, |width| width.saturating_sub(column + 3).max(20));
        let _ = writeln!(text, "{:column$} - {}", schema.name, shortened(&summary, room));
    }
    for group in large {
        let names: Vec<&str> = group.types.iter().map(|schema| schema.name.as_str()).collect();
        let component = group.component.unwrap_or_default();
        let (count, example) = (names.len(), summary(&group.types[0].docs));
        let title = format!("{count} similar types of {component}, for example: {example}");
        let width = width.unwrap_or(WIDTH);
        let _ = writeln!(text, "\n{}", textwrap::fill(&title, width));
        let options = textwrap::Options::new(width).initial_indent("    ").subsequent_indent("    ");
        let _ = writeln!(text, "{}", textwrap::fill(&names.join(", "), options));
    }
    text
}

/// Cuts a text that is longer than `room`, after a word.
fn shortened(text: &str, room: usize) -> Cow<'_, str> {
    const END: &str = " ...";
    if text.chars().count() <= room {
        return text.into();
    }
    let kept: String = text.chars().take(room.saturating_sub(END.len())).collect();
    let words = kept.rsplit_once(' ').map_or(kept.as_str(), |(words, _)| words);
    format!("{words}{END}").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schema(name: &str, docs: &str) -> TypeSchema {
        TypeSchema { name: name.to_owned(), docs: docs.to_owned(), ..TypeSchema::default() }
    }

    #[test]
    fn list_cuts_summaries_at_the_width() {
        let schema = schema("file", "Manages files and their\nparent directories. More.");
        let groups = [TypeGroup { component: None, types: vec![&schema] }];
        let head = "These are the types known to marotte:\n";
        assert_eq!(to_text(&groups, None), format!("{head}file - Manages files and their parent directories\n"));
        assert_eq!(to_text(&groups, Some(36)), format!("{head}file - Manages files and their ...\n"));
    }

    #[test]
    fn list_groups_the_types_of_a_component_with_many_types() {
        let schemas: Vec<TypeSchema> = (0..=GROUP).map(|number| schema(&format!("t{number}"), "Sets. x")).collect();
        let (types, other) = (schemas.iter().collect(), schema("file", "Manages files."));
        let groups =
            [TypeGroup { component: Some("a/b"), types }, TypeGroup { component: Some("a/c"), types: vec![&other] }];
        let listed = to_text(&groups, Some(80));
        assert!(
            listed.starts_with(
                "These are the types known to marotte:\nfile - Manages files\n\n21 similar types of a/b, "
            )
        );
        assert!(listed.contains("\n    t0, t1, t2,"), "{listed}");
    }
}
