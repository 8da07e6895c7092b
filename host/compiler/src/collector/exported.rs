//! Resources exported by other nodes: the query of a collector, and the import into this catalog. As in Puppet, the database
//! compares values, also those of the collector's condition.

use std::sync::Arc;

use serde_json::{Map, Value as Json, json};
use value::{EvalError, Value, to_data};

use super::{CollectorTarget, Condition};
use crate::attribute::Parameter;
use crate::evaluator::Evaluator;
use crate::identity::{ResourceId, TypeId};
use crate::issue;
use crate::resource::Declaration;

/// Origin of a resource exported by another node.
#[derive(Debug, PartialEq)]
pub(super) struct Origin {
    node: String,
    title: Arc<str>,
}

/// A row of the query for exported resources.
struct ExportedResource {
    node: String,
    title: Arc<str>,
    parameters: Map<String, Json>,
}

impl Evaluator<'_> {
    /// Declares the exported resources of other nodes that a collector selects, on first use. Resources declared by
    /// another collector are skipped.
    ///
    /// # Errors
    /// Returns an error if the database does not answer or a resource of the same type and title is already declared.
    pub(super) fn import_exported(&mut self, index: usize) -> Result<Vec<ResourceId>, EvalError> {
        if std::mem::replace(&mut self.collectors.list[index].has_searched, true) {
            return Ok(Vec::new());
        }
        let collector = &self.collectors.list[index];
        let scope = collector.scope;
        let CollectorTarget::Query { type_id, condition, .. } = &collector.target else { return Ok(Vec::new()) };
        let type_id = *type_id;
        let query = query(&self.resources.get_type(type_id).name, &self.request.node, condition.as_ref())?;
        let rows = self.environment().query(&query.to_string()).map_err(|error| EvalError::new(error.to_string()))?;
        let exported: Option<Vec<ExportedResource>> = rows.into_iter().map(ExportedResource::of_row).collect();
        let exported =
            exported.ok_or_else(|| EvalError::new("The database of nodes sent rows that are not resources"))?;
        let mark = self.scopes.mark();
        self.scopes.enter(scope);
        let imported = exported.into_iter().filter_map(|one| self.import(type_id, one).transpose()).collect();
        self.scopes.restore(mark);
        imported
    }

    /// Declares a resource. As in Puppet, of its tags it keeps only those of the metaparameter `tag`.
    fn import(&mut self, type_id: TypeId, exported: ExportedResource) -> Result<Option<ResourceId>, EvalError> {
        let ExportedResource { node, title, parameters } = exported;
        let origin = Origin { node, title: Arc::clone(&title) };
        if let Some(known) = self.resources.find(type_id, &title) {
            if self.collectors.origins.get(&known) == Some(&origin) {
                return Ok(None);
            }
            let reference = catalog::ResourceRef::new(&self.resources.get_type(type_id).name, &title);
            return Err(issue::exported_twice(&reference).into());
        }
        let source = self.scopes.get(self.scopes.current()).source;
        let parameters = parameters.iter().map(|(name, value)| Parameter {
            name: self.name_of(name),
            // Plain data: an object with the type of a deferred function is a hash, as in Puppet. Otherwise a node could run
            // functions on other nodes.
            value: (&catalog::Value::from(value)).into(),
            source,
            span: None,
            appends: false,
        });
        let parameters = parameters.collect();
        let form = syntax::ast::ResourceForm::Regular;
        let id = self.declare(Declaration { type_id, title, odd_title: None, parameters, form, span: None })?;
        self.collectors.origins.insert(id, origin);
        Ok(Some(id))
    }
}

impl ExportedResource {
    /// Reads a row; `None` if it is not a resource.
    fn of_row(mut row: Json) -> Option<Self> {
        let parameters = match row["parameters"].take() {
            Json::Object(parameters) => parameters,
            Json::Null => Map::new(),
            _ => return None,
        };
        Some(Self { node: row["certname"].as_str()?.to_owned(), title: row["title"].as_str()?.into(), parameters })
    }
}

/// Returns the query for the resources of a type that other nodes export.
///
/// # Errors
/// Returns an error if the condition of the collector is not a condition.
fn query(type_name: &str, node: &str, condition: Option<&Condition>) -> Result<Json, EvalError> {
    let others = json!(["not", ["=", "certname", node]]);
    let mut all = vec![json!("and"), json!(["=", "type", type_name]), json!(["=", "exported", true]), others];
    if let Some(condition) = condition {
        all.push(condition.to_query()?);
    }
    let order = json!(["order_by", ["certname", "title"]]);
    Ok(json!(["from", "resources", all, order]))
}

impl Condition {
    /// Returns the condition in the query language of PuppetDB.
    fn to_query(&self) -> Result<Json, EvalError> {
        let is_tagged = |tag: &str| json!(["=", "tag", tag]);
        Ok(match self {
            Self::And(both) => json!(["and", both.0.to_query()?, both.1.to_query()?]),
            Self::Or(both) => json!(["or", both.0.to_query()?, both.1.to_query()?]),
            Self::Tagged(tags) => match &**tags {
                [tag] => is_tagged(tag),
                tags => ["or".into()].into_iter().chain(tags.iter().map(|tag| is_tagged(tag))).collect(),
            },
            Self::Equal(name, value) => equal(name, value)?,
            Self::Unequal(name, value) if **name == *"tag" => json!(["not", is_tagged(&value.text().to_lowercase())]),
            Self::Unequal(name, value) => json!(["not", equal(name, value)?]),
            Self::Value(value) => return Err(issue::no_condition(value).into()),
        })
    }
}

fn equal(name: &str, value: &Value) -> Result<Json, EvalError> {
    let value: Json = serde_json::from_str(&ruby::json::compact(&to_data(value))?).unwrap_or_default();
    Ok(match name {
        "title" => json!(["=", "title", value]),
        name => json!(["=", ["parameter", name], value]),
    })
}
