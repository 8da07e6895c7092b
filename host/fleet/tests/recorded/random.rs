//! Random queries: each is answered or refused, and none fails in the database.

use serde_json::{Value as Json, json};

/// Entities as in paths.
const ENTITIES: [&str; 17] = [
    "nodes",
    "environments",
    "producers",
    "facts",
    "fact-names",
    "fact-paths",
    "fact-contents",
    "factsets",
    "inventory",
    "catalogs",
    "resources",
    "edges",
    "reports",
    "events",
    "packages",
    "package-inventory",
    "catalog-input-contents",
];

const FIELDS: [&str; 40] = [
    "certname",
    "environment",
    "name",
    "value",
    "path",
    "type",
    "title",
    "tag",
    "tags",
    "exported",
    "line",
    "file",
    "parameters",
    "parameters.ensure",
    "facts",
    "facts.os.family",
    "facts.numbers[1]",
    "facts.match(\"o.*\").family",
    "facts.hash.1",
    "trusted.extensions.pp_role",
    "hash",
    "status",
    "noop",
    "latest_report?",
    "end_time",
    "timestamp",
    "report_timestamp",
    "deactivated",
    "producer",
    "depth",
    "resource",
    "containment_path",
    "new_value",
    "source_type",
    "relationship",
    "version",
    "latest_report_hash",
    "node_state",
    "corrective_change",
    "report",
];

const OPERATORS: [&str; 9] = ["=", "~", "<", "<=", ">", ">=", "~>", "null?", "in"];

const SUBQUERIES: [&str; 12] = [
    "nodes",
    "facts",
    "fact_contents",
    "fact_paths",
    "resources",
    "reports",
    "events",
    "catalogs",
    "inventory",
    "environments",
    "edges",
    "factsets",
];

/// A generator of numbers that are the same in each run.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn one<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// Returns a path and its parameters.
    pub(crate) fn request(&mut self) -> (String, Vec<(String, String)>) {
        let path = self.one(&ENTITIES).to_owned();
        let mut query = self.condition(3);
        if self.below(3) == 0 {
            query = self.extract(query);
        }
        let mut parameters = vec![("query".to_owned(), query.to_string())];
        if self.below(3) == 0 {
            let order = json!([{"field": self.one(&FIELDS), "order": self.one(&["asc", "desc"])}]);
            parameters.push(("order_by".to_owned(), order.to_string()));
        }
        for name in ["limit", "offset"] {
            if self.below(4) == 0 {
                parameters.push((name.to_owned(), (self.below(5) + 1).to_string()));
            }
        }
        if self.below(4) == 0 {
            parameters.push(("include_total".to_owned(), "true".to_owned()));
        }
        (path, parameters)
    }

    fn extract(&mut self, condition: Json) -> Json {
        let field = self.one(&FIELDS);
        let function = self.one(&["count", "avg", "sum", "min", "max"]);
        match self.below(4) {
            0 => json!(["extract", [field, self.one(&FIELDS)], condition]),
            1 => json!(["extract", [["function", "count"], field], condition, ["group_by", field]]),
            2 => json!(["extract", [["function", function, field]], condition]),
            _ => json!(["extract", field, condition]),
        }
    }

    fn condition(&mut self, depth: usize) -> Json {
        match self.below(if depth == 0 { 6 } else { 11 }) {
            6 => json!(["and", self.condition(depth - 1), self.condition(depth - 1)]),
            7 => json!(["or", self.condition(depth - 1), self.condition(depth - 1)]),
            8 => json!(["not", self.condition(depth - 1)]),
            9 => json!(["subquery", self.one(&SUBQUERIES), self.condition(depth - 1)]),
            10 => {
                let (field, entity) = (self.one(&FIELDS), self.one(&SUBQUERIES));
                json!(["in", field, ["from", entity, ["extract", self.one(&FIELDS), self.condition(depth - 1)]]])
            }
            5 => json!([self.one(&OPERATORS), [self.one(&["fact", "parameter", "node"]), "kernel"], self.value()]),
            4 => json!(["in", self.one(&FIELDS), ["array", [self.value(), self.value()]]]),
            _ => json!([self.one(&OPERATORS), self.one(&FIELDS), self.value()]),
        }
    }

    fn value(&mut self) -> Json {
        match self.below(10) {
            0 => json!(null),
            1 => json!(self.below(2) == 0),
            2 => json!(self.below(100)),
            3 => json!(1.5),
            4 => json!(["os", "family"]),
            5 => json!(["os", 1]),
            6 => json!("2026-03-01T10:00:00Z"),
            7 => json!({"a": 1}),
            8 => json!("web1.example.com"),
            _ => json!("^[a-z]+"),
        }
    }
}
