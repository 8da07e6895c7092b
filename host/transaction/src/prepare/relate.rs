//! Relationships: the declared ones, then the automatic ones, in catalog order.

use catalog::graph::{AutomaticRelations, RelationshipGraph, explicit_relationships};
use catalog::schema::{Edge, EdgeSource};
use catalog::{ResourceIndex, Value};

use super::Preparation;
use crate::Level;
use crate::issue;
use crate::run_logger::LogOrigin;

impl Preparation<'_, '_> {
    /// Builds the graph, unless a reference is dangling. `asked` lists generated resources with their
    /// parents; warnings about relationships among the first `related_before` resources were logged before.
    pub(super) fn relate_all(
        &mut self,
        asked: &[(ResourceIndex, ResourceIndex)],
        related_before: usize,
    ) -> Option<RelationshipGraph> {
        let declared = match explicit_relationships(&self.catalog) {
            Ok(declared) => declared,
            Err(dangling) => {
                self.issues.extend(dangling.iter().map(|d| issue::missing_resource(&self.catalog, d)));
                return None;
            }
        };
        let mut automatic = AutomaticRelations::new(declared);
        for (parent, child) in asked {
            automatic.add_generated(*parent, *child);
        }
        for place in 0..self.indices.len() {
            let index = self.indices[place];
            self.relate(index, &mut automatic, [Edge::Require, Edge::Subscribe], related_before);
            self.relate(index, &mut automatic, [Edge::Before, Edge::Notify], related_before);
        }
        let mut graph = RelationshipGraph::new(&self.catalog, &self.containers, automatic.into_relationships());
        self.ordering.arrange(&mut graph, &self.catalog);
        for (parent, child) in asked {
            graph.place_behind(*parent, *child);
        }
        Some(graph)
    }

    fn relate(
        &mut self,
        index: ResourceIndex,
        automatic: &mut AutomaticRelations,
        wanted: [Edge; 2],
        related_before: usize,
    ) {
        let Some(entry) = &self.entries[index.to_usize()] else { return };
        let kind = &self.kinds[self.groups[entry.group].kind];
        let (catalog, scribe) = (&self.catalog, &mut *self.scribe);
        let is_telling = scribe.wants(Level::Debug);
        let mut tell = |edge: Edge, added: Option<catalog::graph::AddedRelation>| {
            let is_new =
                |added: &catalog::graph::AddedRelation| index.to_usize().max(added.other.to_usize()) >= related_before;
            let Some(added) = added.filter(|added| is_telling && is_new(added)) else { return };
            scribe.write(Level::Debug, LogOrigin::Resource(catalog, index), || {
                let other = catalog.label(added.other);
                match (added.is_skipped, edge) {
                    (true, _) => format!("Skipping automatic relationship with {other}"),
                    (false, Edge::Require) => format!("Adding autorequire relationship with {other}"),
                    (false, Edge::Subscribe) => format!("Adding autosubscribe relationship with {other}"),
                    (false, Edge::Before) => format!("Adding autobefore relationship with {other}"),
                    (false, Edge::Notify) => format!("Adding autonotify relationship with {other}"),
                }
            });
        };
        for (edge, type_name, source) in kind.edges.iter().filter(|(edge, _, _)| wanted.contains(edge)) {
            match source {
                EdgeSource::Title(title) => tell(*edge, automatic.add(catalog, index, *edge, type_name, title)),
                EdgeSource::Attribute(column) => each_text(entry.row.value(*column), |title| {
                    tell(*edge, automatic.add(catalog, index, *edge, type_name, title));
                }),
                EdgeSource::Ancestor(column) => each_text(entry.row.value(*column), |path| {
                    tell(*edge, automatic.add_ancestor(catalog, index, *edge, type_name, path));
                }),
            }
        }
        for related in self.related.get(&entry.row.id).into_iter().flatten().filter(|r| wanted.contains(&r.edge)) {
            let type_name = catalog::ResourceRef::new(&related.target_type, "").type_name;
            for title in &related.titles {
                tell(related.edge, automatic.add(catalog, index, related.edge, &type_name, title));
            }
        }
    }
}

/// Passes each string in a value to the callback. Integers are converted to strings.
fn each_text(value: Option<&Value>, mut found: impl FnMut(&str)) {
    for element in value.map(Value::elements).unwrap_or_default() {
        match element {
            Value::String(text) => found(text),
            Value::Integer(number) => found(&number.to_string()),
            _ => {}
        }
    }
}
