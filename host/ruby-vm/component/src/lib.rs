//! The component that runs resource types in Ruby. The host adds the schema and the grants of a module to it and runs the
//! module's Ruby code in an interpreter; the component passes calls of the contract to the interpreter, and answers the
//! questions of Ruby code with the imports of the contract. So types in Ruby have the rights of a component, and no others.

mod answers;
mod bindings;
mod files;
mod types;
mod values;

use std::cell::RefCell;
use std::collections::BTreeMap;

use bindings::exports::marotte::provider::providers::{
    Applied, Guest as Providers, GuestSession, Session, State, States, Verdict,
};
use bindings::exports::marotte::provider::types::{Canonical, Edge, Guest as Types, Related};
use bindings::marotte::provider::errors::{Code, Error, Problem, Severity};
use bindings::marotte::provider::values::{Row, Sheet, Table};
use bindings::marotte::ruby::interpreter;
use serde_json::{Value as Json, json};

use answers::{Answers, Phase};
use types::Columns;
use values::{ArenaBuilder, Secrets, encoded_rows, text};

/// The component.
#[derive(Debug)]
struct Component;

/// A session: the type and the provider.
#[derive(Debug)]
struct RubySession {
    type_name: String,
    provider: String,
    columns: Columns,
    /// Errors of comparisons, by row and attribute: only the attribute fails, when it is to be set.
    failed: RefCell<BTreeMap<(u32, String), Error>>,
}

/// Sends a request and answers the questions of Ruby code. Returns the value of the reply.
fn ask(request: &Json, answers: &Answers) -> Result<Json, Error> {
    let (mut is_question, mut message) = interpreter::call(&request.to_string())?;
    while is_question {
        (is_question, message) = interpreter::answer(&answers.answer(&message))?;
    }
    let mut reply: Json = serde_json::from_str(&message).map_err(|error| other(error.to_string()))?;
    match reply["error"].take() {
        Json::Null => Ok(reply["value"].take()),
        error => Err(of_ruby(&error)),
    }
}

/// Returns an error.
fn other(message: String) -> Error {
    Error { code: Code::Other, message, detail: None }
}

/// Returns the error for an exception of Ruby code. The detail contains its position.
fn of_ruby(error: &Json) -> Error {
    let frames: Vec<&str> = error["trace"].as_array().into_iter().flatten().filter_map(Json::as_str).take(4).collect();
    let class = text(&error["class"]);
    let detail = (!frames.is_empty()).then(|| format!("{class} at {}", frames.join(", called at ")));
    Error { code: Code::Other, message: text(&error["message"]).to_owned(), detail }
}

/// Returns the columns of a type with a provider.
fn columns(type_name: &str, provider: Option<&str>) -> Columns {
    Columns::of(&interpreter::schema(), type_name, provider)
}

impl Types for Component {
    fn describe() -> String {
        interpreter::schema()
    }

    fn canonicalize(type_name: String, provider: Option<String>, rows: Table) -> Canonical {
        let columns = columns(&type_name, provider.as_deref());
        let asked = encoded_rows(&rows, &columns, Secrets::Hidden).and_then(|encoded| {
            let request = json!({ "do": "canonicalize", "type": type_name, "provider": provider, "rows": encoded });
            ask(&request, &Answers::new(Phase::Catalog, None))
        });
        let reply = match asked {
            Ok(reply) => reply,
            Err(error) => {
                let problem = |row: &Row| Problem {
                    row: row.id,
                    attribute: None,
                    severity: Severity::Error,
                    message: error.message.clone(),
                };
                let problems = rows.rows.iter().map(problem).collect();
                return Canonical { rows: ArenaBuilder::default().table(Vec::new()), problems };
            }
        };
        let mut arena = ArenaBuilder::default();
        let mut canonical = Vec::new();
        // The host has converted the values of its own types.
        let changed = if columns.is_of_host() { &[][..] } else { &rows.rows };
        for row in changed {
            let found = reply["rows"].as_array().into_iter().flatten().find(|found| found["id"] == row.id);
            let Some(found) = found else { continue };
            let title = arena.span(values::title(&rows, row));
            let mut slots = arena.slots(&found["values"], &columns);
            // Secrets are not passed to Ruby code in this phase and remain unchanged.
            slots.extend(values::secret_slots(&rows, row, &mut arena));
            canonical.push(Row { id: row.id, title, slots });
        }
        let problems = reply["problems"].as_array().into_iter().flatten().map(|found| problem(found, &columns));
        Canonical { rows: arena.table(canonical), problems: problems.collect() }
    }

    fn relate(type_name: String, rows: Table) -> Vec<Related> {
        let ids: Vec<u32> = rows.rows.iter().map(|row| row.id).collect();
        let request = json!({ "do": "relate", "type": type_name, "rows": ids });
        // Errors of these rules were reported when the rows were converted.
        let reply = ask(&request, &Answers::new(Phase::Catalog, None)).unwrap_or_default();
        let related = |found: &Json| {
            let edge = match text(&found["edge"]) {
                "require" => Edge::Require,
                "before" => Edge::Before,
                "notify" => Edge::Notify,
                "subscribe" => Edge::Subscribe,
                _ => return None,
            };
            Some(Related {
                row: number(&found["id"])?,
                edge,
                target_type: text(&found["type"]).to_owned(),
                titles: found["titles"].as_array()?.iter().map(|title| text(title).to_owned()).collect(),
            })
        };
        reply.as_array().into_iter().flatten().filter_map(related).collect()
    }
}

fn number(json: &Json) -> Option<u32> {
    u32::try_from(json.as_u64()?).ok()
}

fn problem(found: &Json, columns: &Columns) -> Problem {
    let attribute = columns.number(text(&found["attribute"]));
    let message = found["message"].as_str().unwrap_or_else(|| text(&found["error"]["message"]));
    // The host adds these words again.
    let rest = match attribute {
        Some(_) => {
            let start = format!("Parameter {} failed on ", text(&found["attribute"]));
            message.strip_prefix(&start).and_then(|rest| rest.split_once("]: "))
        }
        None => message.strip_prefix("Validation of ").and_then(|rest| rest.split_once("] failed: ")),
    };
    Problem {
        row: number(&found["id"]).unwrap_or_default(),
        attribute,
        severity: Severity::Error,
        message: rest.map_or(message, |(_, rest)| rest).to_owned(),
    }
}

impl Providers for Component {
    type Session = RubySession;
}

impl RubySession {
    /// Sends a request about rows.
    fn ask(&self, question: &str, rows: &Table, answers: &Answers, parts: Json) -> Result<Json, Error> {
        let encoded = encoded_rows(rows, &self.columns, Secrets::Revealed)?;
        let mut request = json!({ "do": question, "type": self.type_name, "provider": self.provider, "rows": encoded });
        if let (Some(request), Json::Object(parts)) = (request.as_object_mut(), parts) {
            request.extend(parts);
        }
        ask(&request, answers)
    }

    fn reading(&self, rows: &Table) -> Answers {
        Answers::new(Phase::Read, only(rows))
    }

    /// Returns resources that a type adds, by type.
    fn added(&self, question: &str, desired: &Table) -> Result<Vec<Sheet>, Error> {
        let reply = self.ask(question, desired, &self.reading(desired), json!({}))?;
        let added = || reply.as_array().into_iter().flatten();
        match added().find(|found| !found["error"].is_null()) {
            // The host asks for the resources of the other rows again.
            Some(found) => {
                let error = of_ruby(&found["error"]);
                // The host adds these words again.
                let message = error.message.strip_prefix("Failed to generate additional resources using '");
                let message = message.and_then(|rest| rest.split_once("': ")).map(|(_, rest)| rest.to_owned());
                Err(Error { message: message.unwrap_or(error.message), ..error })
            }
            None => added().map(values::sheet).collect(),
        }
    }
}

/// Returns the only row.
fn only(rows: &Table) -> Option<u32> {
    match &*rows.rows {
        [row] => Some(row.id),
        _ => None,
    }
}

impl GuestSession for RubySession {
    fn open(type_name: String, provider: String, _features: Vec<String>) -> Result<Session, Error> {
        let columns = columns(&type_name, Some(&provider));
        let request = json!({ "do": "open", "type": type_name, "provider": provider });
        let found = ask(&request, &Answers::new(Phase::Read, None))?;
        if found["suitable"] == false {
            let reasons: Vec<&str> =
                found["reasons"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
            return Err(other(format!("the provider '{provider}' cannot be used here: {}", reasons.join("; "))));
        }
        Ok(Session::new(Self { type_name, provider, columns, failed: RefCell::default() }))
    }

    fn precheck(&self, desired: Table) -> Vec<Problem> {
        match self.ask("precheck", &desired, &self.reading(&desired), json!({})) {
            Ok(reply) => reply.as_array().into_iter().flatten().map(|found| problem(found, &self.columns)).collect(),
            Err(error) => desired
                .rows
                .iter()
                .map(|row| Problem {
                    row: row.id,
                    attribute: None,
                    severity: Severity::Error,
                    message: error.message.clone(),
                })
                .collect(),
        }
    }

    fn instances(&self) -> Result<Table, Error> {
        let request = json!({ "do": "instances", "type": self.type_name, "provider": self.provider });
        let reply = ask(&request, &Answers::new(Phase::Read, None))?;
        let mut arena = ArenaBuilder::default();
        let mut rows = Vec::new();
        for found in reply.as_array().into_iter().flatten() {
            let title = arena.span(text(&found["title"]));
            let slots = arena.slots(&found["values"], &self.columns);
            rows.push(Row { id: 0, title, slots });
        }
        Ok(arena.table(rows))
    }

    fn get(&self, desired: Table) -> Result<States, Error> {
        let reply = self.ask("get", &desired, &self.reading(&desired), json!({}))?;
        let mut arena = ArenaBuilder::default();
        let mut states = Vec::with_capacity(desired.rows.len());
        for row in &desired.rows {
            let found = reply.as_array().into_iter().flatten().find(|found| found["id"] == row.id);
            states.push(match found {
                None => Err(other("Ruby code returned no state".to_owned())),
                Some(found) if !found["error"].is_null() => Err(of_ruby(&found["error"])),
                Some(found) => {
                    let verdicts = found["verdicts"].as_array().into_iter().flatten();
                    let verdicts = verdicts.filter_map(|verdict| self.verdict(row.id, verdict)).collect();
                    Ok(State { slots: arena.slots(&found["values"], &self.columns), verdicts })
                }
            });
        }
        Ok(States { arena: arena.finish(), states })
    }

    fn generate(&self, desired: Table) -> Result<Vec<Sheet>, Error> {
        self.added("generate", &desired)
    }

    fn expand(&self, desired: Table) -> Result<Vec<Sheet>, Error> {
        self.added("expand", &desired)
    }

    fn set(&self, desired: Table, _current: Table, changed: Vec<u16>) -> Result<Vec<Applied>, Error> {
        let mut names: Vec<&str> = changed.iter().filter_map(|column| self.columns.name(*column)).collect();
        let mut all = Vec::new();
        if let Some(row) = only(&desired) {
            let mut failed = self.failed.borrow_mut();
            for (column, name) in changed.iter().filter_map(|column| Some((*column, self.columns.name(*column)?))) {
                if let Some(error) = failed.remove(&(row, name.to_owned())) {
                    all.push(Applied { attribute: column, outcome: Err(error) });
                    names.retain(|known| *known != name);
                }
            }
        }
        if names.is_empty() && !all.is_empty() {
            return Ok(all);
        }
        let answers = Answers::new(Phase::Write, only(&desired));
        let reply = self.ask("set", &desired, &answers, json!({ "changed": names }))?;
        let found = || reply.as_array().into_iter().flatten();
        // An error of `flush` concerns the whole resource.
        if let Some(whole) = found().find(|found| found["attribute"].is_null()) {
            return Err(of_ruby(&whole["error"]));
        }
        let applied = |found: &Json| {
            let outcome = match &found["error"] {
                Json::Null => Ok(found["message"].as_str().map(str::to_owned)),
                error => Err(of_ruby(error)),
            };
            Some(Applied { attribute: self.columns.number(text(&found["attribute"]))?, outcome })
        };
        all.extend(found().filter_map(applied));
        Ok(all)
    }

    fn refresh(&self, desired: Table) -> Result<(), Error> {
        self.ask("refresh", &desired, &Answers::new(Phase::Write, only(&desired)), json!({})).map(drop)
    }
}

impl RubySession {
    fn verdict(&self, row: u32, found: &Json) -> Option<Verdict> {
        if !found["error"].is_null() {
            let attribute = (row, text(&found["attribute"]).to_owned());
            self.failed.borrow_mut().insert(attribute, of_ruby(&found["error"]));
        }
        let shown = |key: &str| found[key].as_str().map(str::to_owned);
        Some(Verdict {
            attribute: self.columns.number(text(&found["attribute"]))?,
            insync: found["insync"] == true,
            is: shown("is"),
            should: shown("should"),
            change: shown("change"),
            diff: shown("diff"),
        })
    }
}
