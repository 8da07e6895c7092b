//! Compares a reply with the recorded one.

use serde_json::Value as Json;

/// Fields with the time at which a command was received.
const RECEIVED: [&str; 5] =
    ["receive_time", "report_receive_time", "facts_timestamp", "catalog_timestamp", "timestamp"];

/// Messages before lists of names, whose order is that of a hash in PuppetDB.
const LISTS: [&str; 3] = ["Acceptable fields are ", "Known queryable objects are ", "Supported columns are "];

/// Errors of Clojure, with which PuppetDB replies where it does not check a query.
const CLOJURE: [&str; 3] = ["No implementation of method", "Don't know how to create", "Wrong number of args"];

/// Returns the difference from a recorded reply.
pub(crate) fn difference(case: &Json, status: u16, records: Option<u64>, content: &str) -> Option<String> {
    let recorded = case["status"].as_u64().unwrap();
    let text = case["text"].as_str().unwrap_or_default();
    // Errors inside of PuppetDB: errors of Clojure, of its database, or of its own checks.
    if recorded == 500 || CLOJURE.iter().any(|start| text.starts_with(start)) {
        return (status != 400)
            .then(|| format!("{status} instead of 400 for '{}':\n{content}", text.lines().next().unwrap_or_default()));
    }
    if u64::from(status) != recorded {
        return Some(format!("{status} instead of {recorded}\n{content}\ninstead of\n{}", shown(case)));
    }
    if case["records"].as_u64() != records {
        return Some(format!("{records:?} rows instead of {}", case["records"]));
    }
    if case["body"].is_null() {
        let (expected, found) = (message(text), message(content));
        return (expected != found).then(|| format!("{found}\ninstead of\n{expected}"));
    }
    let found: Json = match serde_json::from_str(content) {
        Ok(found) => found,
        Err(error) => return Some(format!("{error} in {content}")),
    };
    let is_catalog = is_about_catalogs(case);
    let (mut expected, mut found) =
        (normal(&case["body"], is_catalog), normal(&select(&found, &case["fields"]), is_catalog));
    let order = Order::of(case);
    if order.keys(&expected) != order.keys(&found) {
        return Some(format!("Another order:\n{}\ninstead of\n{}", lines(&found), lines(&expected)));
    }
    if !order.is_total {
        // Which of the rows with the same keys are in a part of the rows is left open.
        if order.is_part {
            return (rows(&expected) != rows(&found))
                .then(|| format!("{} rows instead of {}", rows(&found), rows(&expected)));
        }
        sort(&mut expected);
        sort(&mut found);
    }
    (!same(&expected, &found))
        .then(|| format!("{}\ninstead of\n{}", without(&found, &expected), without(&expected, &found)))
}

fn rows(value: &Json) -> usize {
    value.as_array().map_or(1, Vec::len)
}

/// The requested order of rows.
struct Order {
    /// The fields that rows are ordered by.
    fields: Vec<String>,
    /// Whether no two rows can have the same values in them.
    is_total: bool,
    /// Whether the reply has a part of the rows.
    is_part: bool,
}

impl Order {
    fn of(case: &Json) -> Self {
        let parameters = &case["parameters"];
        let query = parameters["query"].as_str().unwrap_or_default();
        let path = case["path"].as_str().unwrap();
        let text = parameters["order_by"].as_str().unwrap_or("[]");
        let keys: Vec<Json> = serde_json::from_str(text).unwrap_or_default();
        let mut fields: Vec<String> = keys.iter().filter_map(|key| key["field"].as_str()).map(str::to_owned).collect();
        if path == "fact-names" {
            return Self { fields: Vec::new(), is_total: true, is_part: false };
        }
        if path.is_empty()
            && fields.is_empty()
            && query.contains("certname")
            && (query.contains("order_by") || query.contains("order by certname"))
        {
            fields.push("certname".to_owned());
        }
        let is_node = ["nodes", "factsets", "catalogs", "inventory"].contains(&path)
            || path.is_empty() && query.contains("nodes");
        let is_total = is_node && fields.iter().any(|field| field == "certname");
        let has = |word: &str| {
            let is_in_query = query.contains(&format!("\"{word}\"")) || query.contains(&format!("{word} "));
            parameters[word].is_string() || path.is_empty() && is_in_query
        };
        Self { fields, is_total, is_part: has("limit") || has("offset") }
    }

    /// Returns the values of the fields, row by row; none for fields that the rows do not have.
    fn keys(&self, reply: &Json) -> Vec<String> {
        let Json::Array(rows) = reply else { return Vec::new() };
        let value = |row: &Json, field: &String| row.get(field).map(key);
        let key = |row: &Json| self.fields.iter().filter_map(|field| value(row, field)).collect::<Vec<_>>().join("|");
        rows.iter().map(key).collect()
    }
}

/// Returns the lines of a reply without the rows that another one has too; all lines if only the order differs.
fn without(reply: &Json, other: &Json) -> String {
    let (Json::Array(rows), Json::Array(others)) = (reply, other) else { return lines(reply) };
    let rows: Vec<&Json> = rows.iter().filter(|row| !others.iter().any(|other| same(row, other))).collect();
    if rows.is_empty() { lines(reply) } else { rows.iter().map(|row| format!("{row}\n")).collect() }
}

fn shown(case: &Json) -> String {
    case["text"].as_str().map_or_else(|| lines(&case["body"]), str::to_owned)
}

fn lines(value: &Json) -> String {
    match value {
        Json::Array(rows) => rows.iter().map(|row| format!("{row}\n")).collect(),
        other => other.to_string(),
    }
}

/// Returns the rows with these fields alone, if they were recorded so.
fn select(value: &Json, fields: &Json) -> Json {
    let (Json::Array(rows), Json::Array(fields)) = (value, fields) else { return value.clone() };
    let is_wanted = |name: &str| fields.iter().any(|field| field == name);
    let row = |row: &Json| match row {
        Json::Object(members) => Json::Object(
            members
                .iter()
                .filter(|(name, _)| is_wanted(name))
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect(),
        ),
        other => other.clone(),
    };
    rows.iter().map(row).collect()
}

/// Returns whether the rows are catalogs, whose hash in PuppetDB depends on the order of sets in Clojure.
fn is_about_catalogs(case: &Json) -> bool {
    let query = case["parameters"]["query"].as_str().unwrap_or_default();
    let path = case["path"].as_str().unwrap();
    path.contains("catalogs") || query.starts_with("catalogs") || query.starts_with("[\"from\", \"catalogs\"")
}

/// Returns a value without times of receipt, and with the lists in documents sorted.
fn normal(value: &Json, is_catalog: bool) -> Json {
    match value {
        Json::Array(values) => values.iter().map(|value| normal(value, is_catalog)).collect(),
        Json::Object(members) => {
            let member = |(name, value): (&String, &Json)| {
                // Only the time of an event is from its command.
                let is_hash = is_catalog && name == "hash";
                let is_received = is_hash
                    || RECEIVED.contains(&name.as_str())
                        && !(name == "timestamp" && members.contains_key("resource_title"));
                let mut value = match value {
                    Json::String(text) if is_received => Json::from(format!("text of {} letters", text.len())),
                    other => normal(other, is_catalog),
                };
                if ["data", "tags", "inputs"].contains(&name.as_str()) {
                    sort(&mut value);
                }
                (name.clone(), value)
            };
            Json::Object(members.iter().map(member).collect())
        }
        other => other.clone(),
    }
}

fn sort(value: &mut Json) {
    if let Json::Array(values) = value {
        values.sort_by_cached_key(key);
    }
}

/// Returns a text of a value with sorted members.
fn key(value: &Json) -> String {
    match value {
        Json::Object(members) => {
            let mut members: Vec<String> =
                members.iter().map(|(name, value)| format!("{name}:{}", key(value))).collect();
            members.sort_unstable();
            format!("{{{}}}", members.join(","))
        }
        Json::Array(values) => format!("[{}]", values.iter().map(key).collect::<Vec<_>>().join(",")),
        Json::Number(number) => format!("{:.12e}", number.as_f64().unwrap()),
        other => other.to_string(),
    }
}

/// Returns whether values are equal; numbers by their value.
fn same(left: &Json, right: &Json) -> bool {
    match (left, right) {
        (Json::Number(left), Json::Number(right)) => {
            let (left, right) = (left.as_f64().unwrap(), right.as_f64().unwrap());
            (left - right).abs() <= 1e-9 * left.abs().max(right.abs())
        }
        (Json::Array(left), Json::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| same(left, right))
        }
        (Json::Object(left), Json::Object(right)) => {
            left.len() == right.len()
                && left.iter().all(|(name, left)| right.get(name).is_some_and(|right| same(left, right)))
        }
        (left, right) => left == right,
    }
}

/// Returns a message without what depends on the libraries of PuppetDB.
fn message(text: &str) -> String {
    for start in
        ["ERROR: invalid regular expression", "Json parse error", "No matching clause", "Path array element wasn"]
    {
        if text.starts_with(start) {
            return start.to_owned();
        }
    }
    // The first one in a map of Clojure is named.
    if let Some((start, _)) = text.split_once("query parameter '").filter(|(start, _)| *start == "Unsupported ") {
        return start.to_owned();
    }
    // Which rule fails is told by the position; the list of what is expected is that of a parser's rules.
    if text.starts_with("PQL parse error") {
        return text.lines().next().unwrap_or_default().to_owned();
    }
    match LISTS.iter().find_map(|list| text.split_once(list)) {
        Some((head, names)) => {
            let mut names: Vec<&str> =
                names.split('\'').filter(|name| name.chars().any(char::is_alphanumeric) && *name != ", and ").collect();
            names.retain(|name| !name.trim_matches([',', ' ']).is_empty() && *name != " and ");
            names.sort_unstable();
            format!("{head}{}", names.join(" "))
        }
        None => text.to_owned(),
    }
}
