//! An in-memory system with a few types: `file` can be prefetched, `exec` cannot, `service` refreshes,
//! `package` has two providers, `user` can be listed. It records every call and fails on request.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use catalog::Value;
use catalog::schema::{
    Attribute, AttributeTrait, AutoEdge, Choice, Edge, EdgeSource, Fallback, Hook, Meaning, Role, TitlePattern,
    TypeSchema, TypeTrait,
};
use transaction::provider::{
    Applied, ComponentMessage, FaultCode, Generated, Hooks, Instance, Problem, ProviderError, ProviderInfo, Providers,
    Rank, Row, RowRelations, RunContext, Slot, StaleStates, State, Verdict,
};

/// In-memory system.
#[derive(Default)]
pub(crate) struct Fake {
    schemas: BTreeMap<String, Arc<TypeSchema>>,
    pub(crate) providers: BTreeMap<String, Vec<ProviderInfo>>,
    /// Current states by type and title.
    pub(crate) current: BTreeMap<String, Vec<Slot>>,
    /// Calls that fail: `set File[/x]`, `get File[/x]`, `refresh Exec[a]`.
    pub(crate) faults: BTreeMap<String, ProviderError>,
    pub(crate) verdicts: BTreeMap<String, Vec<Verdict>>,
    /// The provider's message about a change, by resource: `File[/x]`.
    pub(crate) change_messages: BTreeMap<String, String>,
    /// States invalidated by each write in turn; no states once the queue is empty.
    pub(crate) stale: VecDeque<StaleStates>,
    pub(crate) messages: Vec<ComponentMessage>,
    /// Interrupts the run after the first change.
    pub(crate) interrupt: Arc<AtomicBool>,
    /// Problems reported by `canonicalize`: title of the row, attribute, message.
    pub(crate) problems: Vec<(String, Option<u16>, String)>,
    pub(crate) related: Vec<(String, Edge, String, String)>,
    /// Call that makes the `package` providers suitable.
    pub(crate) installer: Option<String>,
    pub(crate) calls: Vec<String>,
    pub(crate) run: RunContext,
    /// Generated resources by call.
    generated: BTreeMap<String, Vec<GeneratedResource>>,
}

/// Type, title and attributes of a generated resource.
type GeneratedResource = (String, String, Vec<(String, Value)>);

pub(crate) const CONTENT: u16 = 2;
pub(crate) const MODE: u16 = 3;

impl Fake {
    pub(crate) fn new() -> Self {
        let mut fake = Self::default();
        for schema in [file(), exec(), service(), package(), account(), user()] {
            let refresh = matches!(&*schema.name, "exec" | "service");
            let hooks = Hooks { refresh, instances: schema.name == "user", ..Hooks::default() };
            let info = |name: &str, features: &[&str]| ProviderInfo {
                name: name.into(),
                features: features.iter().map(|f| (*f).to_owned()).collect(),
                defaults: vec![],
                hooks,
                expand_with: vec![],
                reads_ahead: schema.name != "exec",
                rank: Rank { conditions: None, specificity: u32::from(name == "apt") },
                unsuitable: None,
            };
            let offered = match &*schema.name {
                "package" => vec![info("apt", &["versionable"]), info("dpkg", &[])],
                name => vec![info(name, &[])],
            };
            fake.providers.insert(schema.name.clone(), offered);
            fake.schemas.insert(schema.name.clone(), Arc::new(schema));
        }
        fake
    }

    /// Adds an existing resource with these attributes.
    pub(crate) fn with(mut self, type_name: &str, title: &str, attributes: &[(&str, Value)]) -> Self {
        let schema = &self.schemas[type_name];
        let mut slots: Vec<Slot> = attributes
            .iter()
            .map(|(name, value)| (u16::try_from(schema.column(name).unwrap()).unwrap(), value.clone()))
            .collect();
        slots.sort_by_key(|(column, _)| *column);
        self.current.insert(key(type_name, title), slots);
        self
    }

    /// Makes a call fail.
    pub(crate) fn failing(mut self, call: &str, message: &str) -> Self {
        let fault = ProviderError { code: FaultCode::Other, message: message.to_owned(), detail: None };
        self.faults.insert(call.to_owned(), fault);
        self
    }

    pub(crate) fn schema_mut(&mut self, type_name: &str) -> &mut TypeSchema {
        Arc::make_mut(self.schemas.get_mut(type_name).unwrap())
    }

    pub(crate) fn provider_mut(&mut self, type_name: &str) -> &mut ProviderInfo {
        &mut self.providers.get_mut(type_name).unwrap()[0]
    }

    /// Returns the recorded calls of one kind.
    pub(crate) fn calls_of(&self, call: &str) -> Vec<&str> {
        self.calls.iter().filter_map(|recorded| recorded.strip_prefix(call)?.strip_prefix(' ')).collect()
    }

    /// Makes a resource generate another in a call: `generate Service[a]` or `expand Service[a]`.
    pub(crate) fn generating(mut self, call: &str, type_name: &str, title: &str, attributes: &[(&str, Value)]) -> Self {
        let parameters = attributes.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        self.generated.entry(call.to_owned()).or_default().push((type_name.to_owned(), title.to_owned(), parameters));
        let parent = catalog::ResourceRef::parse(call.split_once(' ').unwrap().1).unwrap();
        let hooks = &mut self.provider_mut(&parent.type_name.to_lowercase()).hooks;
        hooks.generate |= call.starts_with("generate");
        hooks.expand |= call.starts_with("expand");
        self
    }

    fn answer(&self, call: &str, type_name: &str, row: &Row) -> Result<Vec<Generated>, ProviderError> {
        let call = format!("{call} {}", key(type_name, &row.title));
        if let Some(fault) = self.faults.get(&call) {
            return Err(fault.clone());
        }
        let generated = self.generated.get(&call).into_iter().flatten();
        let resources = generated.map(|(type_name, title, parameters)| Generated {
            parent: row.id,
            type_name: type_name.clone(),
            title: title.clone(),
            parameters: parameters.clone(),
        });
        Ok(resources.collect())
    }

    fn state(&self, type_name: &str, row: &Row) -> State {
        let key = key(type_name, &row.title);
        let column = |name: &str| self.schemas[type_name].column(name).map(|column| u16::try_from(column).unwrap());
        let slots = match (self.current.get(&key), column("ensure"), column("returns")) {
            (Some(slots), _, _) => slots.clone(),
            (None, Some(ensure), _) => vec![(ensure, "absent".into())],
            (None, None, Some(returns)) => vec![(returns, "notrun".into())],
            (None, None, None) => vec![],
        };
        State { slots, verdicts: self.verdicts.get(&key).cloned().unwrap_or_default() }
    }
}

fn key(type_name: &str, title: &str) -> String {
    catalog::ResourceRef::new(type_name, title).to_string()
}

impl Providers for Fake {
    fn schema(&self, type_name: &str) -> Option<Arc<TypeSchema>> {
        self.schemas.get(type_name).cloned()
    }

    fn begin(&mut self, run: &RunContext) {
        self.run = run.clone();
    }

    fn allow_write_in_noop(&mut self, row: u32) {
        self.run.enforced.push(row);
    }

    fn providers(&mut self, type_name: &str) -> Vec<ProviderInfo> {
        let mut offered = self.providers[type_name].clone();
        if self.installer.as_ref().is_some_and(|installer| self.calls.contains(installer)) {
            offered.iter_mut().for_each(|provider| provider.unsuitable = None);
        }
        offered
    }

    fn canonicalize(
        &mut self,
        type_name: &str,
        provider: Option<&str>,
        rows: &mut Vec<Row>,
    ) -> Result<Vec<Problem>, ProviderError> {
        self.calls.push(format!("canonicalize {type_name} by {}", provider.unwrap_or("no provider")));
        let mut problems = vec![];
        for row in rows {
            for (_, attribute, message) in self.problems.iter().filter(|(title, _, _)| **title == *row.title) {
                let severity = transaction::provider::Severity::Error;
                problems.push(Problem { row: row.id, attribute: *attribute, severity, message: message.clone() });
            }
        }
        Ok(problems)
    }

    fn relate(&mut self, _type_name: &str, rows: &[Row]) -> Result<Vec<RowRelations>, ProviderError> {
        let related = |row: &Row| {
            let of_row = self.related.iter().filter(|(title, ..)| **title == *row.title);
            let id = row.id;
            of_row
                .map(move |(_, edge, target_type, title)| RowRelations {
                    row: id,
                    edge: *edge,
                    target_type: target_type.clone(),
                    titles: vec![title.clone()],
                })
                .collect::<Vec<_>>()
        };
        Ok(rows.iter().flat_map(related).collect())
    }

    fn precheck(&mut self, type_name: &str, _provider: &str, rows: &[&Row]) -> Result<Vec<Problem>, ProviderError> {
        let failing = |row: &&&Row| self.faults.contains_key(&format!("precheck {}", key(type_name, &row.title)));
        let problem = |row: &&Row| Problem {
            row: row.id,
            attribute: None,
            severity: transaction::provider::Severity::Error,
            message: "the check failed".to_owned(),
        };
        Ok(rows.iter().filter(failing).map(problem).collect())
    }

    fn get(&mut self, type_name: &str, _provider: &str, rows: &[&Row]) -> Vec<Result<State, ProviderError>> {
        let titles: Vec<&str> = rows.iter().map(|row| &*row.title).collect();
        self.calls.push(format!("get {}", titles.join(" ")));
        let answer = |row: &&Row| match self.faults.get(&format!("get {}", key(type_name, &row.title))) {
            Some(fault) => Err(fault.clone()),
            None => Ok(self.state(type_name, row)),
        };
        rows.iter().map(answer).collect()
    }

    fn set(
        &mut self,
        type_name: &str,
        _provider: &str,
        row: &Row,
        _current: &State,
        changed: &[u16],
    ) -> Result<Vec<Applied>, ProviderError> {
        self.interrupt.store(true, Ordering::Relaxed);
        let schema = self.schemas[type_name].clone();
        let names: Vec<&str> = changed.iter().map(|column| &*schema.attributes[usize::from(*column)].name).collect();
        let key = key(type_name, &row.title);
        self.calls.push(format!("set {key} {}", names.join(" ")));
        if let Some(fault) = self.faults.get(&format!("set {key}")) {
            return Err(fault.clone());
        }
        let slots =
            row.slots.iter().filter(|(column, _)| schema.attributes[usize::from(*column)].role == Role::Property);
        self.current.insert(key.clone(), slots.cloned().collect());
        let applied = |column: &u16| {
            let name = &schema.attributes[usize::from(*column)].name;
            let outcome = match self.faults.get(&format!("set {key} {name}")) {
                Some(fault) => Err(fault.clone()),
                None => Ok(self.change_messages.get(&key).cloned()),
            };
            Applied { attribute: *column, outcome }
        };
        Ok(changed.iter().map(applied).collect())
    }

    fn refresh(&mut self, type_name: &str, _provider: &str, row: &Row) -> Result<(), ProviderError> {
        let call = format!("refresh {}", key(type_name, &row.title));
        self.calls.push(call.clone());
        self.faults.get(&call).map_or(Ok(()), |fault| Err(fault.clone()))
    }

    fn instances(&mut self, type_name: &str, _: &str) -> Result<Vec<Instance>, ProviderError> {
        let prefix = key(type_name, "");
        let of_type = self.current.iter().filter_map(|(key, slots)| {
            let title = key.strip_prefix(prefix.strip_suffix(']')?)?.strip_suffix(']')?;
            Some(Instance { title: title.to_owned(), state: State { slots: slots.clone(), verdicts: vec![] } })
        });
        Ok(of_type.collect())
    }

    fn generate(&mut self, type_name: &str, _: &str, rows: &[&Row]) -> Result<Vec<Generated>, ProviderError> {
        let titles: Vec<&str> = rows.iter().map(|row| &*row.title).collect();
        self.calls.push(format!("generate {}", titles.join(" ")));
        let answers = rows.iter().map(|row| self.answer("generate", type_name, row));
        Ok(answers.collect::<Result<Vec<_>, _>>()?.concat())
    }

    fn expand(&mut self, type_name: &str, _: &str, row: &Row) -> Result<Vec<Generated>, ProviderError> {
        self.calls.push(format!("expand {}", row.title));
        self.answer("expand", type_name, row)
    }

    fn take_messages(&mut self) -> Vec<ComponentMessage> {
        std::mem::take(&mut self.messages)
    }

    fn take_stale(&mut self) -> StaleStates {
        self.stale.pop_front().unwrap_or_default()
    }
}

fn attribute(name: &str, role: Role) -> Attribute {
    Attribute { name: name.into(), role, ..Attribute::default() }
}

fn namevar(name: &str) -> Attribute {
    Attribute { traits: vec![AttributeTrait::Namevar], ..attribute(name, Role::Parameter) }
}

fn choice(value: &str) -> Choice {
    Choice { value: value.into(), ..Choice::default() }
}

fn file() -> TypeSchema {
    let ensure = Attribute {
        choices: vec![
            Choice { aliases: vec!["file".into()], ..choice("present") },
            Choice { event: Some("directory_created".into()), ..choice("directory") },
            choice("absent"),
        ],
        ..attribute("ensure", Role::Property)
    };
    let edge = |target: &str, source| AutoEdge { edge: Edge::Require, target_type: target.into(), source };
    TypeSchema {
        name: "file".into(),
        attributes: vec![
            ensure,
            namevar("path"),
            Attribute { choices: vec![choice("absent"), choice("*")], ..attribute("content", Role::Property) },
            Attribute { data_type: "String".into(), ..attribute("mode", Role::Property) },
            attribute("owner", Role::Property),
            attribute("ctime", Role::ReadOnly),
            Attribute {
                data_type: "Boolean".into(),
                aliases: vec!["forced".into()],
                ..attribute("force", Role::Parameter)
            },
        ],
        title_patterns: vec![TitlePattern { pattern: "(/|.*[^/])/*".into(), captures: vec![1] }],
        edges: vec![edge("file", EdgeSource::Ancestor(1)), edge("account", EdgeSource::Attribute(4))],
        hooks: vec![Hook::Canonicalize],
        ..TypeSchema::default()
    }
}

fn exec() -> TypeSchema {
    TypeSchema {
        name: "exec".into(),
        attributes: vec![
            namevar("command"),
            Attribute {
                default: Some(Fallback::Constant("0".into())),
                traits: vec![AttributeTrait::WholeArray],
                event: Some("executed_command".into()),
                ..attribute("returns", Role::Property)
            },
            attribute("unless", Role::Parameter),
        ],
        traits: vec![TypeTrait::Duplicates],
        ..TypeSchema::default()
    }
}

fn service() -> TypeSchema {
    let ensure = Attribute {
        choices: vec![
            choice("stopped"),
            Choice { aliases: vec!["true".into()], meaning: Meaning::Fresh, ..choice("running") },
        ],
        ..attribute("ensure", Role::Property)
    };
    TypeSchema {
        name: "service".into(),
        attributes: vec![ensure, namevar("name"), attribute("enable", Role::Property)],
        ..TypeSchema::default()
    }
}

fn package() -> TypeSchema {
    let ensure = Attribute {
        choices: vec![
            choice("present"),
            choice("absent"),
            Choice { meaning: Meaning::Absent, ..choice("purged") },
            Choice { features: vec!["versionable".into()], ..choice("*") },
        ],
        default: Some(Fallback::Constant("present".into())),
        ..attribute("ensure", Role::Property)
    };
    TypeSchema {
        name: "package".into(),
        attributes: vec![
            ensure,
            namevar("name"),
            namevar("provider"),
            Attribute { features: vec!["versionable".into()], ..attribute("flags", Role::Property) },
            Attribute { traits: vec![AttributeTrait::WholeArray], ..attribute("options", Role::Property) },
        ],
        title_patterns: vec![TitlePattern { pattern: "(?m)(.*)".into(), captures: vec![1] }],
        ..TypeSchema::default()
    }
}

fn account() -> TypeSchema {
    let password = Attribute { traits: vec![AttributeTrait::Sensitive], ..attribute("password", Role::Property) };
    let shell = Attribute { traits: vec![AttributeTrait::Required], ..attribute("shell", Role::Property) };
    TypeSchema {
        name: "account".into(),
        attributes: vec![namevar("name"), password, shell],
        hooks: vec![Hook::Relate],
        ..TypeSchema::default()
    }
}

fn user() -> TypeSchema {
    let ensure =
        Attribute { choices: vec![choice("present"), choice("absent")], ..attribute("ensure", Role::Property) };
    TypeSchema {
        name: "user".into(),
        attributes: vec![ensure, namevar("name"), attribute("uid", Role::Property)],
        ..TypeSchema::default()
    }
}
