//! The SQL of SQLite, with the functions of `functions.rs`.

use serde_json::Value as Json;

use crate::query::QueryError;
use crate::query::entity::{Fragment, Kind};
use crate::query::select::{Comparison, Function, Parameter};
use crate::regex;
use crate::sql::{Dialect, add_parameter};

/// SQLite.
pub(super) struct Sqlite;

impl Dialect for Sqlite {
    fn placeholder(&self, number: usize, _parameter: &Parameter) -> String {
        format!("?{number}")
    }

    fn check_pattern(&self, pattern: &str) -> Result<(), QueryError> {
        regex::compile(pattern).map(drop).map_err(|error| QueryError::Regex(error.to_string()))
    }

    fn fragment(&self, fragment: Fragment) -> &'static str {
        match fragment {
            Fragment::Facts => {
                "(SELECT json_group_object(fact.name, json(fact.value)) FROM fact WHERE fact.node_id = node.id)"
            }
            Fragment::Trusted => "(SELECT fact.value FROM fact WHERE fact.node_id = node.id AND fact.name = 'trusted')",
            Fragment::FactsetFacts => FACTSET_FACTS,
            Fragment::Metrics => METRICS,
            Fragment::Logs => LOGS,
            Fragment::MetricsData => "unpack(report.metrics)",
            Fragment::LogsData => "unpack(report.logs)",
            Fragment::ResourceEvents => RESOURCE_EVENTS,
            Fragment::CatalogResources => CATALOG_RESOURCES,
            Fragment::CatalogEdges => CATALOG_EDGES,
            Fragment::Nodes => NODES,
            Fragment::LatestReports => LATEST_REPORTS,
            Fragment::LatestEvents => LATEST_EVENTS,
            Fragment::FactContents => FACT_CONTENTS,
            Fragment::Edges => EDGES,
            Fragment::CatalogInputs => CATALOG_INPUTS,
        }
    }

    fn limit(&self, limit: Option<u64>, offset: Option<u64>) -> String {
        match (limit, offset) {
            (None, None) => String::new(),
            (limit, offset) => {
                let limit = limit.map_or("-1".to_owned(), |limit| limit.to_string());
                format!(" LIMIT {limit} OFFSET {}", offset.unwrap_or(0))
            }
        }
    }

    fn order_key(&self, kind: Kind, operand: &str) -> String {
        match kind {
            Kind::Scalar | Kind::Document | Kind::Json => format!("json_key({operand})"),
            Kind::Path | Kind::Texts => format!("path_key({operand})"),
            _ => operand.to_owned(),
        }
    }

    fn matches(&self, text: &str, pattern: &str) -> String {
        format!("matches({text}, {pattern})")
    }

    fn has_text(&self, texts: &str, value: &str) -> String {
        format!("EXISTS (SELECT 1 FROM json_each({texts}) item WHERE item.value = {value})")
    }

    fn has_match(&self, texts: &str, pattern: &str) -> String {
        format!("EXISTS (SELECT 1 FROM json_each({texts}) item WHERE matches(item.value, {pattern}))")
    }

    fn json_compare(&self, left: &str, comparison: Comparison, value: &str) -> String {
        format!("json_key({left}) {} json_key({value})", comparison.sql())
    }

    fn json_contains(&self, document: &str, value: &str) -> String {
        format!("json_contains({document}, {value})")
    }

    fn json_has(&self, member: &str, value: &str) -> String {
        format!("json_has({member}, {value})")
    }

    fn json_at(&self, document: &str, path: &[Json], parameters: &mut Vec<Parameter>) -> String {
        let path = add_parameter(self, parameters, Parameter::Json(path.to_vec().into()));
        format!("json_at({document}, {path})")
    }

    fn json_at_texts(&self, document: &str, path: &str) -> String {
        format!("json_at_texts({document}, {path})")
    }

    fn fact_at_path(&self) -> &'static str {
        "json_at_encoded(fact.value, fact_path.path)"
    }

    fn json_text(&self, json: &str) -> String {
        format!("json_text({json})")
    }

    fn json_kind(&self, json: &str) -> String {
        format!("json_kind({json})")
    }

    fn json_number(&self, json: &str) -> String {
        format!("json_number({json})")
    }

    fn number_column(&self, function: Function, operand: &str) -> String {
        format!("{}({operand})", function.sql())
    }

    fn parameter_matches(&self, parameters: &str, name_pattern: &str, pattern: &str) -> String {
        format!("parameter_matches({parameters}, {name_pattern}, {pattern})")
    }

    fn path_is(&self, operand: &str, path: &str) -> String {
        format!("json_key({operand}) = json_key({path})")
    }

    fn path_matches(&self, operand: &str, patterns: &str) -> String {
        format!("path_matches({operand}, {patterns})")
    }

    fn path_encoded(&self, operand: &str) -> String {
        format!("path_encoded({operand})")
    }

    fn to_char(&self, time: &str, format: &str) -> String {
        format!("to_char({time}, {format})")
    }
}

const RESOURCE_EVENTS: &str = "json_object('data', json((SELECT nullif(json_group_array(json_object(\
    'status', event.status, 'timestamp', json_time(event.timestamp), 'resource_type', event.resource_type, \
    'resource_title', event.resource_title, 'property', event.property, 'corrective_change', NULL, \
    'new_value', json(event.new_value), 'old_value', json(event.old_value), 'message', event.message, \
    'file', event.file, 'line', event.line, 'containment_path', json(event.containment_path), \
    'containing_class', event.containing_class, 'name', event.name)), '[]') FROM event \
    WHERE event.report_id = report.id)), 'href', '/pdb/query/v4/reports/' || report.hash || '/events')";

const CATALOG_RESOURCES: &str = "json_object('data', json((SELECT nullif(json_group_array(json_object(\
    'resource', resource.hash, 'type', resource.type, 'title', resource.title, 'tags', json(resource.tags), \
    'exported', json(iif(resource.exported, 'true', 'false')), 'file', resource.file, 'line', resource.line, \
    'parameters', json(parameters.parameters))), '[]') FROM resource \
    JOIN parameters ON parameters.hash = resource.hash WHERE resource.node_id = node.id)), \
    'href', '/pdb/query/v4/catalogs/' || node.certname || '/resources')";

const CATALOG_EDGES: &str = "json_object('data', json((SELECT nullif(json_group_array(json_object(\
    'source_type', relation.value ->> 0, 'source_title', relation.value ->> 1, 'target_type', relation.value ->> 2, \
    'target_title', relation.value ->> 3, 'relationship', relation.value ->> 4)), '[]') \
    FROM catalog_edges, json_each(unpack(catalog_edges.edges)) relation WHERE catalog_edges.node_id = node.id)), \
    'href', '/pdb/query/v4/catalogs/' || node.certname || '/edges')";

const FACTSET_FACTS: &str = "json_object('data', json((SELECT json_group_array(json_object('name', fact.name, 'value', json(fact.value))) \
    FROM fact WHERE fact.node_id = node.id)), \
    'href', '/pdb/query/v4/factsets/' || node.certname || '/facts')";

const METRICS: &str = "json_object('data', json(unpack(report.metrics)), \
    'href', '/pdb/query/v4/reports/' || report.hash || '/metrics')";

const LOGS: &str = "json_object('data', json(unpack(report.logs)), \
    'href', '/pdb/query/v4/reports/' || report.hash || '/logs')";

const FACT_CONTENTS: &str = "(SELECT node_id, name, json_extract(leaf.value, '$.path') AS path, \
    json_extract(leaf.value, '$.value') AS value FROM fact, json_each(fact_leaves(fact.name, fact.value)) leaf) content \
    JOIN node ON node.id = content.node_id \
    LEFT JOIN environment ON environment.id = node.facts_environment_id";

const EDGES: &str = "(SELECT node.id AS node_id, node.certname AS certname, relation.value ->> 0 AS source_type, \
    relation.value ->> 1 AS source_title, relation.value ->> 2 AS target_type, \
    relation.value ->> 3 AS target_title, relation.value ->> 4 AS relationship \
    FROM catalog_edges, json_each(unpack(catalog_edges.edges)) relation \
    JOIN node ON node.id = catalog_edges.node_id) edge JOIN node ON node.id = edge.node_id";

const CATALOG_INPUTS: &str = "(SELECT node.id AS node_id, input.value ->> 0 AS type, input.value ->> 1 AS name \
    FROM node, json_each(node.inputs) input WHERE node.inputs IS NOT NULL) input \
    JOIN node ON node.id = input.node_id";

const NODES: &str = "node LEFT JOIN report ON report.id = node.latest_report_id \
    LEFT JOIN environment facts_environment ON facts_environment.id = node.facts_environment_id \
    LEFT JOIN environment catalog_environment ON catalog_environment.id = node.catalog_environment_id \
    LEFT JOIN environment report_environment ON report_environment.id = report.environment_id";

const LATEST_REPORTS: &str = "node JOIN report ON report.id = node.latest_report_id \
    LEFT JOIN environment ON environment.id = report.environment_id \
    LEFT JOIN producer ON producer.id = report.producer_id";

const LATEST_EVENTS: &str = "node JOIN report ON report.id = node.latest_report_id \
    JOIN event ON event.report_id = report.id LEFT JOIN environment ON environment.id = report.environment_id";
