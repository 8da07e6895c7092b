//! Answers to the questions of Ruby code. Every access to the system is an import of the contract, which the host checks
//! against the grants of the component and the phase of the call.

use serde_json::{Map, Value as Json, json};

use crate::bindings::marotte::provider::errors::{Code, Error};
use crate::bindings::marotte::provider::identity::{self, Key};
use crate::bindings::marotte::provider::process_types::{Command, Output, Program};
use crate::bindings::marotte::provider::{catalog, facts, fs_types, log, process_mutate, process_query};
use crate::bindings::marotte::ruby::{catalog_types, programs, provider_mutate, provider_query, resources};
use crate::values::{of_arena, text};
use crate::{files, other, values};

/// The number of the error for a missing file.
const MISSING: u32 = 2;

/// What a call of the component may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Nothing outside of the catalog.
    Catalog,
    /// Read.
    Read,
    /// Read and change.
    Write,
}

/// The answers during a call.
#[derive(Debug)]
pub(crate) struct Answers {
    pub(crate) phase: Phase,
    /// The row for which the call is made, if there is only one.
    row: Option<u32>,
}

impl Answers {
    pub(crate) fn new(phase: Phase, row: Option<u32>) -> Self {
        Self { phase, row }
    }

    /// Returns the answer to a question: a value or an error.
    pub(crate) fn answer(&self, question: &str) -> String {
        let answer = match serde_json::from_str(question) {
            Ok(question) => self.answered(&question),
            Err(error) => Err(other(error.to_string())),
        };
        match answer {
            Ok(value) => json!({ "value": value }),
            Err(error) => {
                let message = match error.detail {
                    Some(detail) => format!("{}: {detail}", error.message),
                    None => error.message,
                };
                json!({ "error": { "message": message, "code": code(error.code), "class": "" } })
            }
        }
        .to_string()
    }

    fn answered(&self, question: &Json) -> Result<Json, Error> {
        let name = text(&question["name"]);
        match text(&question["do"]) {
            // Every system has this user, and defaults of attributes often name it.
            "user" if self.phase == Phase::Catalog && (question["id"] == 0 || name == "root") => Ok(json!({
                "name": "root", "uid": 0, "gid": 0, "home": "/root", "shell": "/bin/sh", "gecos": "root",
            })),
            // The system is not accessible while resources are validated: only programs exist.
            "stat" if self.phase == Phase::Catalog => Ok(files::status_of_program(text(&question["path"]))),
            "user" | "group" if self.phase == Phase::Catalog => Ok(Json::Null),
            "users" | "groups" if self.phase == Phase::Catalog => Ok(json!([])),
            "log" => {
                log::emit(level(text(&question["level"])), self.row, None, text(&question["message"]));
                Ok(Json::Null)
            }
            "fact" => Ok(facts::get(name).map_or(Json::Null, |fact| of_arena(&fact))),
            "find_resources" => Ok(found_resources(question)),
            "change_resource" if self.phase == Phase::Read => {
                let sheet = values::sheet(question)?;
                resources::change(&sheet).map(|()| Json::Null)
            }
            "call_provider" if self.phase != Phase::Catalog => self.call_provider(question),
            "execute" if self.phase != Phase::Catalog => self.execute(question),
            "which" => Ok(programs::find(name).map_or(Json::Null, Json::from)),
            // The library has an answer of its own for the current user.
            "user" if question["current"] == true => Ok(Json::Null),
            "user" => Ok(identity::find_user(&key(question)).map_or(Json::Null, of_user)),
            "group" => Ok(identity::find_group(&key(question)).map_or(Json::Null, of_group)),
            "users" => Ok(identity::users().into_iter().map(of_user).collect()),
            "groups" => Ok(identity::groups().into_iter().map(of_group).collect()),
            question if self.phase == Phase::Catalog => {
                let message = format!("the system is not accessible while resources are validated ('{question}')");
                Err(Error { code: Code::Refused, message, detail: None })
            }
            other_question => files::answer(other_question, question, self.row()).unwrap_or_else(|| {
                Err(other(format!("the question '{other_question}' cannot be answered for a resource")))
            }),
        }
    }

    fn row(&self) -> u32 {
        self.row.unwrap_or_default()
    }

    /// Calls the default provider of a resource of another type: reads an attribute, sets attributes, or refreshes it.
    fn call_provider(&self, question: &Json) -> Result<Json, Error> {
        let mut desired = values::sheet(question)?;
        for row in &mut desired.rows.rows {
            row.id = self.row();
        }
        match text(&question["action"]) {
            "get" => {
                let value = provider_query::get(&desired, text(&question["attribute"]))?;
                Ok(value.map_or(Json::Null, |value| of_arena(&value)))
            }
            "set" => provider_mutate::set(&desired, &[text(&question["attribute"]).to_owned()]).map(|()| Json::Null),
            _ => provider_mutate::refresh(&desired).map(|()| Json::Null),
        }
    }

    /// Runs a command: as a query while state is read.
    fn execute(&self, question: &Json) -> Result<Json, Error> {
        let mut words = strings(&question["command"])?;
        if question["shell"] == true {
            words = ["/bin/sh".to_owned(), "-c".to_owned()].into_iter().chain(words).collect();
        }
        let (program, arguments) = words.split_first().ok_or_else(|| other("there is no command".to_owned()))?;
        // The manifest names commands by the last part of their path.
        let program = program.rsplit('/').next().unwrap_or(program);
        let optional = |key: &str| question[key].as_str().map(str::to_owned).filter(|text| !text.is_empty());
        let empty = Map::new();
        let variables = question["environment"].as_object().unwrap_or(&empty);
        let body = |text: &str| vec![fs_types::Part::Text(text.to_owned())];
        let command = Command {
            row: self.row(),
            program: Program::Named(program.to_owned()),
            args: arguments.to_vec(),
            // Commands get few variables of the host; those without a value are to be removed.
            env: variables.iter().filter_map(|(name, value)| Some((name.clone(), body(value.as_str()?)))).collect(),
            stdin: if question["input"].is_null() { Vec::new() } else { vec![files::part(&question["input"])] },
            cwd: optional("directory"),
            user: optional("user"),
            group: optional("group"),
            umask: question["umask"].as_u64().and_then(|mask| u32::try_from(mask).ok()),
            timeout_ms: question["timeout"].as_f64().map_or(0, |seconds| (seconds * 1000.0) as u32),
            merge_stderr: question["merge"] == true,
        };
        let output = match self.phase {
            Phase::Write => process_mutate::run(&command),
            Phase::Catalog | Phase::Read => {
                let lost = || Err(other("the query was not run".to_owned()));
                process_query::run(&[command]).into_iter().next().unwrap_or_else(lost)
            }
        };
        let Output { status, stdout, stderr, .. } = match output {
            Err(Error { code: Code::NotFound, .. }) => return Ok(json!({ "errno": MISSING })),
            Err(Error { code: Code::Timeout, .. }) => return Ok(json!({ "timed_out": true })),
            output => output?,
        };
        Ok(json!({ "status": status, "output": files::content(stdout), "error": files::content(stderr) }))
    }
}

/// Returns the words of a command.
fn strings(json: &Json) -> Result<Vec<String>, Error> {
    let word = |word: &Json| {
        let word = word.as_str().map(str::to_owned);
        word.ok_or_else(|| other("arguments of commands must be UTF-8".to_owned()))
    };
    json.as_array().into_iter().flatten().map(word).collect()
}

/// Returns the resources of a type of this component with a title, or all of them.
fn found_resources(question: &Json) -> Json {
    let wanted = question["type"].as_str().map(str::to_lowercase);
    let mut found = Vec::new();
    for (type_name, columns) in catalog_types::visible(wanted.as_deref()) {
        found.extend(values::resources(&catalog::find(&type_name, &columns), &type_name, &columns));
    }
    if let Some(title) = question["title"].as_str() {
        found.retain(|resource| resource["title"] == title);
    }
    found.into()
}

fn of_user(user: identity::User) -> Json {
    json!({
        "name": user.name, "uid": user.uid, "gid": user.gid, "home": user.home, "shell": user.shell, "gecos": user.gecos,
    })
}

fn of_group(group: identity::Group) -> Json {
    json!({ "name": group.name, "gid": group.gid, "members": group.members })
}

fn key(question: &Json) -> Key {
    match question["id"].as_u64().and_then(|id| u32::try_from(id).ok()) {
        Some(id) => Key::Id(id),
        None => Key::Name(text(&question["name"]).to_owned()),
    }
}

fn level(name: &str) -> log::Level {
    match name {
        "debug" => log::Level::Debug,
        "info" => log::Level::Info,
        "notice" => log::Level::Notice,
        "warning" => log::Level::Warning,
        _ => log::Level::Err,
    }
}

/// Returns the name of an error code in the contract.
fn code(code: Code) -> &'static str {
    match code {
        Code::Invalid => "invalid",
        Code::NotFound => "not-found",
        Code::Exists => "exists",
        Code::Denied => "denied",
        Code::Refused => "refused",
        Code::Timeout => "timeout",
        Code::Io => "io",
        Code::Other => "other",
    }
}
