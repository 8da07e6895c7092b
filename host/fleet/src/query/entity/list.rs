//! The list of entities.

use super::{Entity, Field, Fragment, Kind, Relationship, Text};

const fn field(name: &'static str, kind: Kind, sql: &'static str) -> Field {
    Field { name, kind, sql: Text::Common(sql), is_queryable: true, is_projectable: true, has_parts: false }
}

const fn text(name: &'static str, sql: &'static str) -> Field {
    field(name, Kind::Text, sql)
}

const fn time(name: &'static str, sql: &'static str) -> Field {
    field(name, Kind::Time, sql)
}

const fn number(name: &'static str, sql: &'static str) -> Field {
    field(name, Kind::Number, sql)
}

const fn boolean(name: &'static str, sql: &'static str) -> Field {
    field(name, Kind::Boolean, sql)
}

/// A field that only queries have.
const fn hidden(mut field: Field) -> Field {
    field.is_projectable = false;
    field
}

/// A field that only rows have.
const fn shown(name: &'static str, fragment: Fragment) -> Field {
    let sql = Text::Fragment(fragment);
    Field { name, kind: Kind::Json, sql, is_queryable: false, is_projectable: true, has_parts: false }
}

const fn document(name: &'static str, sql: Text, has_parts: bool) -> Field {
    Field { name, kind: Kind::Document, sql, is_queryable: true, is_projectable: true, has_parts }
}

const fn same(entity: &'static str, fields: &'static [&'static str]) -> Relationship {
    Relationship { entity, local: fields, foreign: fields }
}

const fn related(
    entity: &'static str,
    local: &'static [&'static str],
    foreign: &'static [&'static str],
) -> Relationship {
    Relationship { entity, local, foreign }
}

/// Columns without values have a type in each database.
const NO_TEXT: &str = "CAST(NULL AS TEXT)";
const NO_BOOLEAN: &str = "CAST(NULL AS BOOLEAN)";

const ENTITY: Entity = Entity {
    name: "",
    alias: "",
    fields: &[],
    from: Text::Common(""),
    latest: None,
    condition: None,
    is_distinct: false,
    is_single_value: false,
    relationships: &[],
    is_subquery: true,
    has_report_type: false,
};

const CERTNAME: &[&str] = &["certname"];

/// Relationships of the entities that belong to a node.
const NODE: &[Relationship] = &[
    same("factsets", CERTNAME),
    same("reports", CERTNAME),
    same("inventory", CERTNAME),
    same("catalogs", CERTNAME),
    same("catalog_input_contents", CERTNAME),
    same("catalog_inputs", CERTNAME),
    same("nodes", CERTNAME),
    same("facts", CERTNAME),
    same("fact_contents", CERTNAME),
    same("events", CERTNAME),
    same("edges", CERTNAME),
    same("resources", CERTNAME),
];
const ENVIRONMENT: &[Relationship] = &[related("environments", &["environment"], &["name"])];
const PRODUCER: &[Relationship] = &[related("producers", &["producer"], &["name"])];

/// All entities.
pub(crate) const ENTITIES: &[&Entity] = &[
    &NODES,
    &ENVIRONMENTS,
    &PRODUCERS,
    &FACTS,
    &FACT_NAMES,
    &FACT_PATHS,
    &FACT_CONTENTS,
    &FACTSETS,
    &INVENTORY,
    &CATALOGS,
    &RESOURCES,
    &EDGES,
    &REPORTS,
    &REPORT_LOGS,
    &REPORT_METRICS,
    &EVENTS,
    &CATALOG_INPUTS,
    &CATALOG_INPUT_CONTENTS,
    &PACKAGES,
    &PACKAGE_INVENTORY,
];

static NODES: Entity = Entity {
    name: "nodes",
    alias: "nodes",
    fields: &[
        text("certname", "node.certname"),
        time("deactivated", "node.deactivated"),
        time("expired", "node.expired"),
        text("facts_environment", "facts_environment.name"),
        time("catalog_timestamp", "node.catalog_received"),
        time("facts_timestamp", "node.facts_received"),
        time("report_timestamp", "report.end_time"),
        text("latest_report_hash", "report.hash"),
        boolean("latest_report_noop", "report.noop"),
        boolean("latest_report_noop_pending", "report.noop_pending"),
        text("latest_report_status", "report.status"),
        // As in PuppetDB without Puppet Enterprise.
        boolean("latest_report_corrective_change", NO_BOOLEAN),
        text("latest_report_job_id", "report.job_id"),
        text("cached_catalog_status", "report.cached_catalog_status"),
        text("catalog_environment", "catalog_environment.name"),
        text("report_environment", "report_environment.name"),
    ],
    from: Text::Fragment(Fragment::Nodes),
    relationships: &[NODE],
    ..ENTITY
};

static ENVIRONMENTS: Entity = Entity {
    name: "environments",
    alias: "environments",
    fields: &[text("name", "environment.name")],
    from: Text::Common("environment"),
    relationships: &[&[
        related("inventory", &["name"], &["environment"]),
        related("factsets", &["name"], &["environment"]),
        related("catalogs", &["name"], &["environment"]),
        related("reports", &["name"], &["environment"]),
        related("facts", &["name"], &["environment"]),
        related("fact_contents", &["name"], &["environment"]),
        related("events", &["name"], &["environment"]),
        related("resources", &["name"], &["environment"]),
    ]],
    ..ENTITY
};

static PRODUCERS: Entity = Entity {
    name: "producers",
    alias: "producers",
    fields: &[text("name", "producer.name")],
    from: Text::Common("producer"),
    relationships: &[&[
        related("factsets", &["name"], &["producer"]),
        related("catalogs", &["name"], &["producer"]),
        related("reports", &["name"], &["producer"]),
    ]],
    ..ENTITY
};

static FACTS: Entity = Entity {
    name: "facts",
    alias: "facts",
    fields: &[
        text("certname", "node.certname"),
        text("environment", "environment.name"),
        text("name", "fact.name"),
        field("value", Kind::Scalar, "fact.value"),
    ],
    from: Text::Common(
        "fact JOIN node ON node.id = fact.node_id \
         LEFT JOIN environment ON environment.id = node.facts_environment_id",
    ),
    relationships: &[NODE, ENVIRONMENT, &[same("fact_contents", &["certname", "name"])]],
    ..ENTITY
};

static FACT_NAMES: Entity = Entity {
    name: "fact_names",
    alias: "fact_names",
    fields: &[text("name", "fact_path.name")],
    from: Text::Common("fact_path"),
    is_distinct: true,
    is_single_value: true,
    is_subquery: false,
    ..ENTITY
};

static FACT_PATHS: Entity = Entity {
    name: "fact_paths",
    alias: "fact_paths",
    fields: &[
        text("type", "fact_path.type"),
        field("path", Kind::EncodedPath, "fact_path.path"),
        text("name", "fact_path.name"),
        hidden(number("depth", "fact_path.depth")),
    ],
    from: Text::Common("fact_path"),
    condition: Some("fact_path.type <> ''"),
    relationships: &[&[same("facts", &["name"]), same("fact_contents", &["path"])]],
    ..ENTITY
};

static FACT_CONTENTS: Entity = Entity {
    name: "fact_contents",
    alias: "fact_nodes",
    fields: &[
        text("certname", "node.certname"),
        text("environment", "environment.name"),
        field("path", Kind::Path, "content.path"),
        text("name", "content.name"),
        field("value", Kind::Scalar, "content.value"),
    ],
    from: Text::Fragment(Fragment::FactContents),
    relationships: &[NODE, ENVIRONMENT, &[same("facts", &["certname", "name"])]],
    ..ENTITY
};

static FACTSETS: Entity = Entity {
    name: "factsets",
    alias: "factsets",
    fields: &[
        time("timestamp", "node.facts_received"),
        document("facts", Text::Fragment(Fragment::FactsetFacts), false),
        text("certname", "node.certname"),
        text("hash", "node.facts_hash"),
        time("producer_timestamp", "node.facts_time"),
        text("producer", "producer.name"),
        text("environment", "environment.name"),
    ],
    from: Text::Common(
        "node LEFT JOIN environment ON environment.id = node.facts_environment_id \
         LEFT JOIN producer ON producer.id = node.facts_producer_id",
    ),
    condition: Some("node.facts_hash IS NOT NULL"),
    relationships: &[NODE, ENVIRONMENT, PRODUCER],
    ..ENTITY
};

static INVENTORY: Entity = Entity {
    name: "inventory",
    alias: "inventory",
    fields: &[
        text("certname", "node.certname"),
        time("timestamp", "node.facts_received"),
        text("environment", "environment.name"),
        document("facts", Text::Fragment(Fragment::Facts), true),
        document("trusted", Text::Fragment(Fragment::Trusted), true),
    ],
    from: Text::Common("node LEFT JOIN environment ON environment.id = node.facts_environment_id"),
    condition: Some("node.facts_hash IS NOT NULL"),
    relationships: &[NODE],
    ..ENTITY
};

static CATALOGS: Entity = Entity {
    name: "catalogs",
    alias: "catalogs",
    fields: &[
        text("version", "node.catalog_version"),
        text("certname", "node.certname"),
        text("hash", "node.catalog_hash"),
        text("transaction_uuid", "node.catalog_transaction_uuid"),
        text("catalog_uuid", "node.catalog_uuid"),
        text("code_id", "node.catalog_code_id"),
        text("job_id", "node.catalog_job_id"),
        text("environment", "environment.name"),
        time("producer_timestamp", "node.catalog_time"),
        text("producer", "producer.name"),
        shown("resources", Fragment::CatalogResources),
        shown("edges", Fragment::CatalogEdges),
    ],
    from: Text::Common(
        "node LEFT JOIN environment ON environment.id = node.catalog_environment_id \
         LEFT JOIN producer ON producer.id = node.catalog_producer_id",
    ),
    condition: Some("node.catalog_hash IS NOT NULL"),
    relationships: &[NODE, ENVIRONMENT, PRODUCER],
    ..ENTITY
};

static RESOURCES: Entity = Entity {
    name: "resources",
    alias: "resources",
    fields: &[
        text("certname", "node.certname"),
        text("environment", "environment.name"),
        text("resource", "resource.hash"),
        text("type", "resource.type"),
        text("title", "resource.title"),
        hidden(field("tag", Kind::Texts, "resource.tags")),
        field("tags", Kind::Texts, "resource.tags"),
        boolean("exported", "resource.exported"),
        text("file", "resource.file"),
        number("line", "resource.line"),
        document("parameters", Text::Common("parameters.parameters"), true),
    ],
    from: Text::Common(
        "resource JOIN node ON node.id = resource.node_id \
         JOIN parameters ON parameters.hash = resource.hash \
         LEFT JOIN environment ON environment.id = node.catalog_environment_id",
    ),
    relationships: &[&[same("catalogs", CERTNAME), same("nodes", CERTNAME)], ENVIRONMENT],
    ..ENTITY
};

static EDGES: Entity = Entity {
    name: "edges",
    alias: "edges",
    fields: &[
        text("certname", "edge.certname"),
        text("relationship", "edge.relationship"),
        text("source_title", "edge.source_title"),
        text("source_type", "edge.source_type"),
        text("target_title", "edge.target_title"),
        text("target_type", "edge.target_type"),
    ],
    from: Text::Fragment(Fragment::Edges),
    relationships: &[NODE],
    ..ENTITY
};

const REPORT_FROM: Text = Text::Common(
    "report JOIN node ON node.id = report.node_id LEFT JOIN environment ON environment.id = report.environment_id \
     LEFT JOIN producer ON producer.id = report.producer_id",
);

static REPORTS: Entity = Entity {
    name: "reports",
    alias: "reports",
    fields: &[
        text("hash", "report.hash"),
        text("certname", "node.certname"),
        boolean("noop_pending", "report.noop_pending"),
        text("puppet_version", "report.puppet_version"),
        number("report_format", "report.report_format"),
        text("configuration_version", "report.configuration_version"),
        time("start_time", "report.start_time"),
        time("end_time", "report.end_time"),
        time("producer_timestamp", "report.producer_timestamp"),
        text("producer", "producer.name"),
        boolean("corrective_change", NO_BOOLEAN),
        shown("metrics", Fragment::Metrics),
        shown("logs", Fragment::Logs),
        time("receive_time", "report.receive_time"),
        text("transaction_uuid", "report.transaction_uuid"),
        text("catalog_uuid", "report.catalog_uuid"),
        boolean("noop", "report.noop"),
        text("code_id", "report.code_id"),
        text("job_id", "report.job_id"),
        text("cached_catalog_status", "report.cached_catalog_status"),
        text("environment", "environment.name"),
        text("status", "report.status"),
        text("type", "report.type"),
        hidden(boolean("latest_report?", NO_BOOLEAN)),
        shown("resource_events", Fragment::ResourceEvents),
    ],
    from: REPORT_FROM,
    latest: Some(Fragment::LatestReports),
    relationships: &[NODE, ENVIRONMENT, PRODUCER, &[related("events", &["hash"], &["report"])]],
    has_report_type: true,
    ..ENTITY
};

static REPORT_LOGS: Entity = Entity {
    name: "report_logs",
    alias: "logs",
    fields: &[
        shown("logs", Fragment::LogsData),
        hidden(text("hash", "report.hash")),
        hidden(text("type", "report.type")),
    ],
    from: REPORT_FROM,
    is_single_value: true,
    is_subquery: false,
    has_report_type: true,
    ..ENTITY
};

static REPORT_METRICS: Entity = Entity {
    name: "report_metrics",
    alias: "metrics",
    fields: &[
        shown("metrics", Fragment::MetricsData),
        hidden(text("hash", "report.hash")),
        hidden(text("type", "report.type")),
    ],
    from: REPORT_FROM,
    is_single_value: true,
    is_subquery: false,
    has_report_type: true,
    ..ENTITY
};

/// Events; the statements for event counts use the fields too.
static EVENTS: Entity = Entity {
    name: "events",
    alias: "events",
    fields: &[
        text("certname", "node.certname"),
        text("configuration_version", "report.configuration_version"),
        time("run_start_time", "report.start_time"),
        time("run_end_time", "report.end_time"),
        time("report_receive_time", "report.receive_time"),
        text("report", "report.hash"),
        text("status", "event.status"),
        boolean("corrective_change", NO_BOOLEAN),
        time("timestamp", "event.timestamp"),
        text("resource_type", "event.resource_type"),
        text("resource_title", "event.resource_title"),
        text("property", "event.property"),
        field("new_value", Kind::Serialized, "event.new_value"),
        field("old_value", Kind::Serialized, "event.old_value"),
        text("message", "event.message"),
        text("file", "event.file"),
        number("line", "event.line"),
        field("containment_path", Kind::Texts, "event.containment_path"),
        text("containing_class", "event.containing_class"),
        text("environment", "environment.name"),
        hidden(boolean("latest_report?", NO_BOOLEAN)),
        text("name", "event.name"),
    ],
    from: Text::Common(
        "event JOIN report ON report.id = event.report_id JOIN node ON node.id = report.node_id \
         LEFT JOIN environment ON environment.id = report.environment_id",
    ),
    latest: Some(Fragment::LatestEvents),
    relationships: &[NODE, &[related("reports", &["report"], &["hash"])], ENVIRONMENT],
    ..ENTITY
};

static CATALOG_INPUTS: Entity = Entity {
    name: "catalog_inputs",
    alias: "catalog_inputs",
    fields: &[
        text("certname", "node.certname"),
        time("producer_timestamp", "node.inputs_time"),
        text("catalog_uuid", "node.inputs_uuid"),
        field("inputs", Kind::Texts, "node.inputs"),
    ],
    from: Text::Common("node"),
    condition: Some("node.inputs IS NOT NULL"),
    relationships: &[NODE],
    ..ENTITY
};

static CATALOG_INPUT_CONTENTS: Entity = Entity {
    name: "catalog_input_contents",
    alias: "catalog_input_contents",
    fields: &[
        text("certname", "node.certname"),
        time("producer_timestamp", "node.inputs_time"),
        text("catalog_uuid", "node.inputs_uuid"),
        text("name", "input.name"),
        text("type", "input.type"),
    ],
    from: Text::Fragment(Fragment::CatalogInputs),
    relationships: &[NODE],
    ..ENTITY
};

/// Packages are not stored: only agents of Puppet Enterprise send them.
static PACKAGES: Entity = Entity {
    name: "packages",
    alias: "packages",
    fields: &[text("package_name", NO_TEXT), text("version", NO_TEXT), text("provider", NO_TEXT)],
    from: Text::Common("node"),
    condition: Some("FALSE"),
    ..ENTITY
};

static PACKAGE_INVENTORY: Entity = Entity {
    name: "package_inventory",
    alias: "package_inventory",
    fields: &[
        text("certname", "node.certname"),
        text("package_name", NO_TEXT),
        text("version", NO_TEXT),
        text("provider", NO_TEXT),
    ],
    from: Text::Common("node"),
    condition: Some("FALSE"),
    relationships: &[NODE],
    ..ENTITY
};
