//! The SQL of PostgreSQL, with the functions of `version_1.sql`.

use serde_json::Value as Json;

use crate::query::QueryError;
use crate::query::entity::{Fragment, Kind};
use crate::query::select::{Comparison, Function, Parameter};
use crate::sql::{Dialect, add_parameter};

/// PostgreSQL.
pub(super) struct Postgres;

impl Dialect for Postgres {
    fn placeholder(&self, number: usize, parameter: &Parameter) -> String {
        let kind = match parameter {
            Parameter::Text(_) => "text",
            Parameter::Integer(_) | Parameter::Time(_) => "bigint",
            Parameter::Real(_) => "double precision",
            Parameter::Boolean(_) => "boolean",
            Parameter::Json(_) => "jsonb",
        };
        format!("${number}::{kind}")
    }

    /// The database reports wrong ones with the messages that PuppetDB passes on.
    fn check_pattern(&self, _pattern: &str) -> Result<(), QueryError> {
        Ok(())
    }

    fn fragment(&self, fragment: Fragment) -> &'static str {
        match fragment {
            Fragment::Facts => {
                "(SELECT jsonb_object_agg(fact.name, fact.value) FROM fact WHERE fact.node_id = node.id)"
            }
            Fragment::Trusted => "(SELECT fact.value FROM fact WHERE fact.node_id = node.id AND fact.name = 'trusted')",
            Fragment::FactsetFacts => FACTSET_FACTS,
            Fragment::Metrics => METRICS,
            Fragment::Logs => LOGS,
            Fragment::MetricsData => "report.metrics",
            Fragment::LogsData => "report.logs",
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
        let limit = limit.map_or(String::new(), |limit| format!(" LIMIT {limit}"));
        limit + &offset.map_or(String::new(), |offset| format!(" OFFSET {offset}"))
    }

    fn order_key(&self, kind: Kind, operand: &str) -> String {
        match kind {
            Kind::Path | Kind::Texts => format!("texts_key({operand}) COLLATE \"C\""),
            _ => operand.to_owned(),
        }
    }

    // Letters and digits of a pattern are those of the locale of the database.
    fn matches(&self, text: &str, pattern: &str) -> String {
        format!("({text}) COLLATE \"default\" ~ {pattern}")
    }

    fn has_text(&self, texts: &str, value: &str) -> String {
        format!("{texts} ? {value}")
    }

    fn has_match(&self, texts: &str, pattern: &str) -> String {
        format!("EXISTS (SELECT 1 FROM jsonb_array_elements_text({texts}) item(value) WHERE item.value ~ {pattern})")
    }

    fn json_compare(&self, left: &str, comparison: Comparison, value: &str) -> String {
        format!("{left} {} {value}", comparison.sql())
    }

    fn json_contains(&self, document: &str, value: &str) -> String {
        format!("{document} @> {value}")
    }

    fn json_has(&self, member: &str, value: &str) -> String {
        format!("jsonb_build_array({member}) @> jsonb_build_array({value})")
    }

    fn json_at(&self, document: &str, path: &[Json], parameters: &mut Vec<Parameter>) -> String {
        let mut found = document.to_owned();
        for step in path {
            let step = match (step.as_str(), step.as_i64().and_then(|index| i32::try_from(index).ok())) {
                (Some(name), _) => add_parameter(self, parameters, Parameter::Text(name.to_owned())),
                (None, Some(index)) => index.to_string(),
                (None, None) => "NULL::integer".to_owned(),
            };
            found = format!("({found} -> {step})");
        }
        found
    }

    fn json_at_texts(&self, document: &str, path: &str) -> String {
        format!("({document} #> texts_key({path}))")
    }

    fn fact_at_path(&self) -> &'static str {
        "(fact.value #> fact_path.steps)"
    }

    fn json_text(&self, json: &str) -> String {
        format!("({json} #>> '{{}}')")
    }

    fn json_kind(&self, json: &str) -> String {
        format!("jsonb_typeof({json})")
    }

    fn json_number(&self, json: &str) -> String {
        format!("({json} #>> '{{}}')::numeric")
    }

    fn number_column(&self, function: Function, operand: &str) -> String {
        format!("to_jsonb({}({operand}))", function.sql())
    }

    fn parameter_matches(&self, parameters: &str, name_pattern: &str, pattern: &str) -> String {
        format!(
            "EXISTS (SELECT 1 FROM jsonb_each({parameters}) member \
             WHERE member.key ~ {name_pattern} AND json_canonical(member.value) ~ {pattern})"
        )
    }

    fn path_is(&self, operand: &str, path: &str) -> String {
        format!("{operand} = {path}")
    }

    fn path_matches(&self, operand: &str, patterns: &str) -> String {
        format!("path_matches({operand}, {patterns})")
    }

    fn path_encoded(&self, operand: &str) -> String {
        format!("path_encoded({operand})")
    }

    fn to_char(&self, time: &str, format: &str) -> String {
        format!("to_char(to_timestamp({time} / 1000.0), {format})")
    }
}

const RESOURCE_EVENTS: &str = "json_build_object('data', (SELECT json_agg(json_build_object(\
    'status', event.status, 'timestamp', to_timestamp(event.timestamp / 1000.0), \
    'resource_type', event.resource_type, 'resource_title', event.resource_title, 'property', event.property, \
    'corrective_change', NULL, 'new_value', event.new_value::json, 'old_value', event.old_value::json, \
    'message', event.message, 'file', event.file, 'line', event.line, 'containment_path', event.containment_path, \
    'containing_class', event.containing_class, 'name', event.name)) FROM event WHERE event.report_id = report.id), \
    'href', '/pdb/query/v4/reports/' || report.hash || '/events')";

const CATALOG_RESOURCES: &str = "json_build_object('data', (SELECT json_agg(json_build_object(\
    'resource', resource.hash, 'type', resource.type, 'title', resource.title, 'tags', resource.tags, \
    'exported', resource.exported, 'file', resource.file, 'line', resource.line, \
    'parameters', parameters.parameters)) FROM resource JOIN parameters ON parameters.hash = resource.hash \
    WHERE resource.node_id = node.id), 'href', '/pdb/query/v4/catalogs/' || node.certname || '/resources')";

const CATALOG_EDGES: &str = "json_build_object('data', (SELECT json_agg(json_build_object(\
    'source_type', relation.value ->> 0, 'source_title', relation.value ->> 1, 'target_type', relation.value ->> 2, \
    'target_title', relation.value ->> 3, 'relationship', relation.value ->> 4)) \
    FROM catalog_edges, jsonb_array_elements(catalog_edges.edges) relation(value) \
    WHERE catalog_edges.node_id = node.id), 'href', '/pdb/query/v4/catalogs/' || node.certname || '/edges')";

const FACTSET_FACTS: &str = "jsonb_build_object('data', coalesce((SELECT jsonb_agg(jsonb_build_object(\
    'name', fact.name, 'value', fact.value)) FROM fact WHERE fact.node_id = node.id), '[]'), \
    'href', '/pdb/query/v4/factsets/' || node.certname || '/facts')";

const METRICS: &str = "json_build_object('data', report.metrics, \
    'href', '/pdb/query/v4/reports/' || report.hash || '/metrics')";

const LOGS: &str = "json_build_object('data', report.logs, \
    'href', '/pdb/query/v4/reports/' || report.hash || '/logs')";

const FACT_CONTENTS: &str = "(SELECT fact.node_id, fact.name, leaf.path, leaf.value \
    FROM fact, LATERAL fact_leaves(fact.name, fact.value) leaf) content \
    JOIN node ON node.id = content.node_id \
    LEFT JOIN environment ON environment.id = node.facts_environment_id";

const EDGES: &str = "(SELECT node.id AS node_id, node.certname AS certname, \
    (relation.value ->> 0) COLLATE \"C\" AS source_type, (relation.value ->> 1) COLLATE \"C\" AS source_title, \
    (relation.value ->> 2) COLLATE \"C\" AS target_type, (relation.value ->> 3) COLLATE \"C\" AS target_title, \
    (relation.value ->> 4) COLLATE \"C\" AS relationship \
    FROM catalog_edges JOIN node ON node.id = catalog_edges.node_id, \
    jsonb_array_elements(catalog_edges.edges) relation(value)) edge JOIN node ON node.id = edge.node_id";

const CATALOG_INPUTS: &str = "(SELECT node.id AS node_id, (input.value ->> 0) COLLATE \"C\" AS type, \
    (input.value ->> 1) COLLATE \"C\" AS name FROM node, jsonb_array_elements(node.inputs) input(value)) input \
    JOIN node ON node.id = input.node_id";

// `OFFSET 0` keeps the look-up of each report by its key, which leads to one partition: joined otherwise, all reports are read.
const NODES: &str = "node LEFT JOIN LATERAL (SELECT * FROM report stored WHERE stored.id = node.latest_report_id OFFSET 0) report ON TRUE \
    LEFT JOIN environment facts_environment ON facts_environment.id = node.facts_environment_id \
    LEFT JOIN environment catalog_environment ON catalog_environment.id = node.catalog_environment_id \
    LEFT JOIN environment report_environment ON report_environment.id = report.environment_id";

const LATEST_REPORTS: &str = "node CROSS JOIN LATERAL (SELECT * FROM report stored \
    WHERE stored.id = node.latest_report_id OFFSET 0) report \
    LEFT JOIN environment ON environment.id = report.environment_id \
    LEFT JOIN producer ON producer.id = report.producer_id";

const LATEST_EVENTS: &str = "node CROSS JOIN LATERAL (SELECT * FROM report stored \
    WHERE stored.id = node.latest_report_id OFFSET 0) report \
    JOIN event ON event.report_id = report.id LEFT JOIN environment ON environment.id = report.environment_id";
