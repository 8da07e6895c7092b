//! Random queries: each is answered or refused, and none fails in the database.

use serde_json::{Value as Json, json};

/// Entities as in subqueries, each with fields and values that they can have.
const ENTITIES: [(&str, &[(&str, &str)]); 14] = [
    (
        "nodes",
        &[
            ("certname", TEXT),
            ("deactivated", TIME),
            ("report_timestamp", TIME),
            ("latest_report_noop", "true"),
            ("latest_report_status", TEXT),
            ("node_state", "\"any\""),
        ],
    ),
    ("environments", &[("name", TEXT)]),
    ("producers", &[("name", TEXT)]),
    ("facts", &[("certname", TEXT), ("name", TEXT), ("value", TEXT), ("value", "2"), ("environment", TEXT)]),
    ("fact_paths", &[("type", TEXT), ("path", PATH), ("name", TEXT), ("depth", "1")]),
    ("fact_contents", &[("certname", TEXT), ("path", PATH), ("name", TEXT), ("value", "true")]),
    ("factsets", &[("certname", TEXT), ("timestamp", TIME), ("hash", TEXT), ("producer", TEXT), ("facts", TEXT)]),
    (
        "inventory",
        &[
            ("certname", TEXT),
            ("facts.os.family", TEXT),
            ("facts.numbers[1]", "2.5"),
            ("facts.match(\"o.*\").family", TEXT),
            ("facts.hash.1", TEXT),
            ("trusted.extensions.pp_role", TEXT),
            ("facts", TEXT),
            ("timestamp", TIME),
        ],
    ),
    (
        "catalogs",
        &[("certname", TEXT), ("version", TEXT), ("producer_timestamp", TIME), ("hash", TEXT), ("environment", TEXT)],
    ),
    (
        "resources",
        &[
            ("certname", TEXT),
            ("type", TEXT),
            ("title", TEXT),
            ("tag", TEXT),
            ("tags", TEXT),
            ("exported", "true"),
            ("line", "5"),
            ("parameters.ensure", TEXT),
            ("parameters", TEXT),
            ("resource", TEXT),
        ],
    ),
    ("edges", &[("certname", TEXT), ("source_type", TEXT), ("relationship", TEXT)]),
    (
        "reports",
        &[
            ("certname", TEXT),
            ("hash", TEXT),
            ("status", TEXT),
            ("noop", "false"),
            ("end_time", TIME),
            ("report_format", "12"),
            ("latest_report?", "true"),
            ("corrective_change", "true"),
            ("type", "\"any\""),
        ],
    ),
    (
        "events",
        &[
            ("certname", TEXT),
            ("report", TEXT),
            ("new_value", TEXT),
            ("timestamp", TIME),
            ("line", "5"),
            ("containment_path", TEXT),
            ("latest_report?", "true"),
            ("property", TEXT),
        ],
    ),
    ("catalog_input_contents", &[("certname", TEXT), ("name", TEXT), ("type", TEXT)]),
];

const TEXT: &str = "\"^[a-z]+\"";
const TIME: &str = "\"2026-03-01T10:00:00Z\"";
const PATH: &str = "[\"os\", \"family\"]";

const OPERATORS: [&str; 9] = ["=", "=", "~", "<", ">=", ">", "~>", "null?", "in"];

type Fields = &'static [(&'static str, &'static str)];

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
        let (entity, fields) = self.one(&ENTITIES);
        let mut query = self.condition(fields, 3);
        if self.below(3) == 0 {
            query = self.extract(fields, query);
        }
        let mut parameters = vec![("query".to_owned(), query.to_string())];
        if self.below(3) == 0 {
            let order = json!([{"field": self.one(fields).0, "order": self.one(&["asc", "desc"])}]);
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
        (entity.replace('_', "-"), parameters)
    }

    fn extract(&mut self, fields: Fields, condition: Json) -> Json {
        let field = self.one(fields).0;
        let function = self.one(&["count", "avg", "sum", "min", "max"]);
        match self.below(4) {
            0 => json!(["extract", [field, self.one(fields).0], condition]),
            1 => json!(["extract", [["function", "count"], field], condition, ["group_by", field]]),
            2 => json!(["extract", [["function", function, field]], condition]),
            _ => json!(["extract", field, condition]),
        }
    }

    fn condition(&mut self, fields: Fields, depth: usize) -> Json {
        match self.below(if depth == 0 { 6 } else { 11 }) {
            6 => json!(["and", self.condition(fields, depth - 1), self.condition(fields, depth - 1)]),
            7 => json!(["or", self.condition(fields, depth - 1), self.condition(fields, depth - 1)]),
            8 => json!(["not", self.condition(fields, depth - 1)]),
            9 => {
                let (entity, others) = self.one(&ENTITIES);
                json!(["subquery", entity, self.condition(others, depth - 1)])
            }
            10 => {
                let (entity, others) = self.one(&ENTITIES);
                // Mostly fields of the same type.
                let (left, right) = if self.below(4) == 0 {
                    (self.one(fields).0, self.one(others).0)
                } else {
                    ("certname", "certname")
                };
                json!(["in", left, ["from", entity, ["extract", right, self.condition(others, depth - 1)]]])
            }
            5 => json!([
                self.one(&OPERATORS),
                [self.one(&["fact", "parameter", "node"]), "kernel"],
                self.value("\"Linux\"")
            ]),
            _ => self.comparison(fields),
        }
    }

    fn comparison(&mut self, fields: Fields) -> Json {
        let (field, right) = self.one(fields);
        let value = self.value(right);
        match self.one(&OPERATORS) {
            "null?" => json!(["null?", field, self.below(2) == 0]),
            "in" => json!(["in", field, ["array", [value, self.value(right)]]]),
            operator => json!([operator, field, value]),
        }
    }

    /// Returns mostly the right value.
    fn value(&mut self, right: &str) -> Json {
        let wrong = ["null", "true", "7", "1.5", "[\"os\", 1]", "{\"a\": 1}", TEXT, TIME];
        let text = if self.below(8) == 0 { self.one(&wrong) } else { right };
        serde_json::from_str(text).unwrap()
    }
}
