//! Relationships: the declared ones, then the automatic ones, in catalog order.

use catalog::graph::{AutomaticRelations, RelationshipGraph, explicit_relationships};
use catalog::schema::{Edge, EdgeSource};
use catalog::{ResourceIndex, Value};

use super::Preparation;
use crate::Level;
use crate::issue;
use crate::resource_table::ResourceView;
use crate::run_logger::LogOrigin;

impl Preparation<'_, '_> {
    /// Builds the graph, unless a reference is dangling. `children` lists generated resources with their parents.
    /// Messages about relationships among the first `related_before` resources were already logged.
    pub(super) fn relate_all(
        &mut self,
        children: &[(ResourceIndex, ResourceIndex)],
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
        for (parent, child) in children {
            automatic.add_generated(*parent, *child);
        }
        for position in 0..self.indices.len() {
            let index = self.indices[position];
            self.relate(index, &mut automatic, [Edge::Require, Edge::Subscribe], related_before);
            self.relate(index, &mut automatic, [Edge::Before, Edge::Notify], related_before);
        }
        let mut graph = RelationshipGraph::new(&self.catalog, &self.containers, automatic.into_relationships());
        self.ordering.arrange(&mut graph, &self.catalog);
        for (parent, child) in children {
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
        let Some(ResourceView { entry, kind, .. }) = self.resources.get(index) else { return };
        let (catalog, logger) = (&self.catalog, &mut *self.logger);
        let is_debug_enabled = logger.wants(Level::Debug);
        let mut log = |edge: Edge, added: Option<catalog::graph::AddedRelation>| {
            let is_new =
                |added: &catalog::graph::AddedRelation| index.to_usize().max(added.other.to_usize()) >= related_before;
            let Some(added) = added.filter(|added| is_debug_enabled && is_new(added)) else { return };
            logger.write(Level::Debug, LogOrigin::Resource(catalog, index), || {
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
                EdgeSource::Title(title) => log(*edge, automatic.add(catalog, index, *edge, type_name, title)),
                EdgeSource::Attribute(column) => each_text(entry.row.value(*column), |title| {
                    log(*edge, automatic.add(catalog, index, *edge, type_name, title));
                }),
                EdgeSource::Ancestor(column) => each_text(entry.row.value(*column), |path| {
                    log(*edge, automatic.add_ancestor(catalog, index, *edge, type_name, path));
                }),
            }
        }
        for related in self.related.get(&entry.row.id).into_iter().flatten().filter(|r| wanted.contains(&r.edge)) {
            let type_name = catalog::ResourceRef::new(&related.target_type, "").type_name;
            for title in &related.titles {
                log(related.edge, automatic.add(catalog, index, related.edge, &type_name, title));
            }
        }
    }
}

/// Passes each string in a value to the callback. Integers are converted to strings.
fn each_text(value: Option<&Value>, mut callback: impl FnMut(&str)) {
    for element in value.map(Value::elements).unwrap_or_default() {
        match element {
            Value::String(text) => callback(text),
            Value::Integer(number) => callback(&number.to_string()),
            _ => {}
        }
    }
}
