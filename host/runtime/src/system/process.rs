//! The imports `process-query` and `process-mutate`: program, permission, credentials and working directory of a
//! command, and its effect on states read before.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use catalog::Value;
use launcher::{Capability, Launch, ProcessCredentials, SandboxSpec, StreamMode};
use transaction::provider::{ComponentMessage, Level};

use crate::bindings::marotte::provider::errors::{Code, Error};
use crate::bindings::marotte::provider::fs_types::Body;
use crate::bindings::marotte::provider::identity::Key;
use crate::bindings::marotte::provider::process_types::{Command, Given, Output, Program as WitProgram};
use crate::config::{CommandOutput, NoopGuards, RootCommands};
use crate::error;
use crate::gate::{Effect, ProgramRef};
use crate::grants::VariableOwner;
use crate::grants::command::ArgumentList;
use crate::paths::{PathError, Purpose};
use crate::system::command::{self, CommandText};
use crate::system::{CallContext, source};

/// Maximum length of the end of an output in an error message.
const DETAIL: usize = 1024;

/// Maximum length of a line of output that is passed while the command runs; a longer line is passed in pieces.
const MAX_LINE: usize = 4096;

/// Variables that select the locale of a command, in addition to those that begin with LC_. Every caller may set
/// them.
const LOCALE: [&str; 3] = ["LANG", "LANGUAGE", "TZ"];

/// A command that is permitted.
struct Ready {
    launch: Launch,
    /// Whether the command comes from a manifest instead of the component.
    given: bool,
    /// The sandbox if it is run as a query.
    sandbox: SandboxSpec,
    /// Whether the command contains a secret.
    secret: bool,
    /// The command for messages.
    shown: String,
}

/// Queries that run in the same sandbox, each with its index in the result.
struct Group {
    sandbox: Option<SandboxSpec>,
    queries: Vec<(usize, Ready)>,
}

impl Group {
    /// Adds a query to the group of its sandbox. Queries of one call may read the files of each other, since they
    /// belong to the same component.
    fn add(groups: &mut Vec<Self>, sandbox: Option<SandboxSpec>, at: usize, ready: Ready) {
        let same = groups.iter_mut().find(|group| match (&group.sandbox, &sandbox) {
            (Some(known), Some(new)) => known.differs_in_read_only(new),
            (known, new) => known.is_none() && new.is_none(),
        });
        match same {
            Some(group) => {
                if let (Some(known), Some(new)) = (&mut group.sandbox, sandbox) {
                    known.extend_read(new.read);
                }
                group.queries.push((at, ready));
            }
            None => groups.push(Self { sandbox, queries: vec![(at, ready)] }),
        }
    }
}

/// Passes the output of a command to a receiver, line by line. Dropping the value passes a last line without an end.
struct OutputLines {
    receive: CommandOutput,
    resource: String,
    /// The beginning of a line.
    rest: Vec<u8>,
}

impl OutputLines {
    fn add(&mut self, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.rest.extend_from_slice(piece);
            if piece.ends_with(b"\n") || self.rest.len() > MAX_LINE {
                self.pass();
            }
        }
    }

    fn pass(&mut self) {
        let line = std::mem::take(&mut self.rest);
        let line = String::from_utf8_lossy(&line);
        (self.receive)(&self.resource, line.trim_end_matches(['\r', '\n']));
    }
}

impl Drop for OutputLines {
    fn drop(&mut self) {
        if !self.rest.is_empty() {
            self.pass();
        }
    }
}

/// Purpose of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CommandUse {
    Query,
    Mutate,
}

impl CallContext<'_> {
    /// `programs.find` of the interface for Ruby code
    pub(crate) fn find_program(&self, name: &str) -> Option<String> {
        let found = command::find(name, Some(&self.machine.commands.path()))?;
        found.to_str().map(str::to_owned)
    }

    /// `process-query.run`
    pub(crate) fn query(&mut self, commands: Vec<Command>) -> Vec<Result<Output, Error>> {
        let mut answers: Vec<Option<Result<Output, Error>>> = Vec::with_capacity(commands.len());
        let mut groups: Vec<Group> = Vec::new();
        for (at, command) in commands.into_iter().enumerate() {
            let row = command.row;
            let reader = self.reader(row);
            match self.prepare(command, CommandUse::Query) {
                Ok(mut ready) => {
                    let shown = self.secrets.redact(ready.shown.clone());
                    self.trace("query", row, &shown);
                    self.log_command(row, &shown);
                    self.note_secret_use(&ready);
                    // Prefetched states remain valid until a command runs, as in Puppet.
                    if !self.caller.prefetches {
                        self.machine.record.queried(reader);
                    }
                    let sandbox = self.restrictions(&mut ready, row);
                    Group::add(&mut groups, sandbox, at, ready);
                    answers.push(None);
                }
                Err(refused) => answers.push(Some(Err(refused))),
            }
        }
        for Group { sandbox, mut queries } in groups {
            let launches: Vec<Launch> =
                queries.iter_mut().map(|(_, ready)| std::mem::take(&mut ready.launch)).collect();
            let outputs = self.machine.commands.wait(|commands| commands.run_queries(launches, sandbox.as_ref()));
            for ((at, ready), output) in queries.into_iter().zip(outputs) {
                answers[at] = Some(output.and_then(|output| self.answer(output, ready.secret)));
            }
        }
        let lost = || Err(error::error(Code::Other, "the query was not run"));
        answers.into_iter().map(|answer| answer.unwrap_or_else(lost)).collect()
    }

    /// `process-mutate.run`
    pub(crate) fn mutate(&mut self, command: Command) -> Result<Output, Error> {
        let mut ready = self.prepare(command, CommandUse::Mutate)?;
        ready.launch.stop_at_limit = false;
        self.note_secret_use(&ready);
        // The command may rely on every file written before it.
        let shown = self.secrets.redact(std::mem::take(&mut ready.shown));
        let row = self.writing().unwrap_or(0);
        self.trace("run", row, &shown);
        self.log_command(row, &shown);
        self.writer().note_command(shown)?;
        self.machine.journal.sync();
        let mut lines = self.output_lines(row, ready.secret);
        let finished = self.machine.commands.wait(|_| match &mut lines {
            Some(lines) => ready.launch.run_with(&mut |bytes| lines.add(bytes)),
            None => ready.launch.run(),
        });
        drop(lines);
        self.writer().note_end_of_command();
        if finished.is_ok() {
            self.machine.record.wrote_anything();
            self.machine.identity.borrow_mut().forget();
            self.machine.paths.forget();
            self.machine.journal.effect();
        }
        self.answer(finished.map_err(|failed| error::io("run", "the command", &failed))?, ready.secret)
    }

    /// Logs a command at the level debug, as Puppet does.
    fn log_command(&mut self, row: u32, shown: &str) {
        if self.machine.is_debugging {
            let row = Some(row).filter(|row| *row != 0);
            let text = format!("Executing: {shown}");
            self.machine.log.add(ComponentMessage { level: Level::Debug, row, attribute: None, text });
        }
    }

    /// Returns the receiver of the output of a command. The output of a command with secrets is not passed: a secret may
    /// extend over several lines, each of which would then not be recognised.
    fn output_lines(&self, row: u32, is_secret: bool) -> Option<OutputLines> {
        let receive = self.machine.command_output.clone().filter(|_| !is_secret && self.secrets.is_empty())?;
        Some(OutputLines { receive, resource: self.resource(row), rest: Vec::new() })
    }

    fn note_secret_use(&self, ready: &Ready) {
        if ready.secret {
            self.note_use();
        }
    }

    fn answer(&self, mut output: launcher::Output, is_secret: bool) -> Result<Output, Error> {
        self.redact_output(&mut output, is_secret);
        answer(output, is_secret)
    }

    /// Returns the sandbox of a query. Queries of the component always run in a sandbox. Commands from manifests
    /// are unrestricted in an enforcing run, as in Puppet. In a noop run they can read everything and change
    /// nothing, except through services reached by sockets or the network. Isolated commands can change only the tree.
    fn restrictions(&self, ready: &mut Ready, row: u32) -> Option<SandboxSpec> {
        if ready.launch.isolation.is_some() {
            return None;
        }
        let gate = &self.machine.gate;
        let is_enforced = self.machine.commands.root_commands != RootCommands::Queries
            && (!gate.is_noop() || gate.enter_write(row).is_ok());
        let credentials = ready.launch.credentials.clone();
        match (ready.given, is_enforced, self.machine.commands.guards) {
            (false, _, _) => Some(SandboxSpec { credentials, ..std::mem::take(&mut ready.sandbox) }),
            (true, true, _) | (true, false, NoopGuards::Free) => None,
            (true, false, NoopGuards::Restricted | NoopGuards::Skip) => Some(SandboxSpec {
                read: None,
                network: true,
                unix_sockets: true,
                host_processes: true,
                capabilities: Vec::new(),
                credentials,
            }),
        }
    }

    fn prepare(&mut self, command: Command, usage: CommandUse) -> Result<Ready, Error> {
        let mut ready = match &command.program {
            WitProgram::Named(name) => self.named(name, &command, usage)?,
            WitProgram::Given(given) => self.given(given, &command, usage)?,
        };
        self.allow_in_root(&ready, usage)?;
        self.note_program(&ready.launch.program.clone(), command.row);
        ready.launch.directory = self.directory(command.cwd.as_deref(), ready.given)?;
        ready.launch.input = self.bytes(command.stdin, &mut ready.secret)?;
        let own = self.machine.commands.limits();
        let most = if ready.given || usage == CommandUse::Mutate { own.command } else { own.query };
        ready.launch.timeout = match (command.timeout_ms, ready.given) {
            (0, _) => most,
            // The author of the manifest chooses the timeout of its commands.
            (milliseconds, true) => Duration::from_millis(u64::from(milliseconds)),
            (milliseconds, false) => most.min(Duration::from_millis(u64::from(milliseconds))),
        };
        ready.launch.limit = own.output;
        ready.launch.isolation.clone_from(&self.machine.commands.isolation);
        ready.launch.errors = if command.merge_stderr { StreamMode::Merged } else { StreamMode::Captured };
        ready.launch.stop_at_limit = true;
        let (user, group) = (command.user.as_deref(), command.group.as_deref());
        self.set_credentials(&mut ready, user, group)?;
        ready.launch.umask = command.umask;
        if !ready.given && usage == CommandUse::Query {
            ready.sandbox = self.sandbox(&command.program, &ready.launch, command.row);
        }
        Ok(ready)
    }

    fn named(&mut self, name: &str, command: &Command, usage: CommandUse) -> Result<Ready, Error> {
        let row = self.rows.find(command.row).or_else(|| self.rows.only());
        let arguments = ArgumentList { words: &command.args, row, staged: &self.staged_paths() };
        self.allow(ProgramRef::Named(name, arguments), usage)?;
        let mut environment = self.machine.commands.named_environment(&self.caller.grants, name);
        let grant = self.caller.grants.command(name).ok_or_else(|| not_found(name))?;
        // Before the component's variables are added, since its PATH would select the program.
        let path = command::variable(&environment, "PATH");
        let program = grant.program(row, path).ok_or_else(|| not_found(name))?;
        let secret = self.add_variables(VariableOwner::Named(name), &mut environment, &command.env)?;
        let arguments: Vec<OsString> =
            std::iter::once(program.clone().into_os_string()).chain(command.args.iter().map(OsString::from)).collect();
        Ok(Ready {
            shown: shown(&arguments),
            launch: Launch { program, arguments, environment, ..Launch::default() },
            given: false,
            sandbox: SandboxSpec::default(),
            secret,
        })
    }

    fn given(&mut self, given: &Given, command: &Command, usage: CommandUse) -> Result<Ready, Error> {
        let invalid = |reason: String| error::error(Code::Invalid, reason);
        let attribute = self.attribute_name(given.attribute)?;
        self.allow(ProgramRef::Given(&attribute), usage)?;
        if !command.args.is_empty() {
            return Err(invalid(format!("the command in '{attribute}' has its own arguments")));
        }
        let (mut text, is_secret) = self.given_text(given, command.row, &attribute)?;
        let mut secret = is_secret;
        for (from, to) in &given.replace {
            self.allow_replacement(from, to, command.row)?;
            text.replace(from, to);
        }
        let mut environment = self.machine.commands.given_environment(&self.caller.grants);
        secret |= self.add_variables(VariableOwner::Given, &mut environment, &command.env)?;
        let path = command::variable(&environment, "PATH");
        let word_shown = |word: &str| if is_secret { "[redacted]".to_owned() } else { word.to_owned() };
        if !given.shell {
            check_program(text.program(), path, &word_shown)?;
        }
        let words = text.words(given.shell);
        let first = words.first().ok_or_else(|| invalid(format!("the attribute '{attribute}' contains no command")))?;
        if first.starts_with('/') {
            // The program may be created later, after this row.
            self.note_program(Path::new(first), command.row);
        }
        let program = command::find(first, path).ok_or_else(|| not_found(&word_shown(first)))?;
        let arguments: Vec<OsString> = words.iter().map(OsString::from).collect();
        let shown = if is_secret { "[redacted]".to_owned() } else { shown(&arguments) };
        let launch = Launch { program, arguments, environment, ..Launch::default() };
        Ok(Ready { launch, given: true, sandbox: SandboxSpec::default(), secret, shown })
    }

    fn allow(&self, program: ProgramRef<'_>, usage: CommandUse) -> Result<(), Error> {
        let effect = match usage {
            CommandUse::Query => Effect::Query(program),
            CommandUse::Mutate => Effect::Mutate(program),
        };
        self.machine.gate.check(self.caller, self.phase, effect)?;
        let skips = self.machine.commands.guards == NoopGuards::Skip;
        if skips && usage == CommandUse::Query && self.machine.gate.is_noop() && matches!(program, ProgramRef::Given(_))
        {
            let message = format!("{program} is not run in a noop run: noop_guards is 'skip'");
            return Err(error::error(Code::Refused, message));
        }
        Ok(())
    }

    /// Checks whether a command may be run with another root. The author of a manifest is responsible for its
    /// commands; `useradd`, in contrast, must not change this system if the users of an image are managed.
    fn allow_in_root(&mut self, ready: &Ready, usage: CommandUse) -> Result<(), Error> {
        let Some(root) = &self.machine.commands.root else { return Ok(()) };
        if self.machine.commands.isolation.is_some() {
            return Ok(());
        }
        let refused = match self.machine.commands.root_commands {
            RootCommands::All => None,
            RootCommands::Given if ready.given || usage == CommandUse::Query => None,
            RootCommands::Queries if usage == CommandUse::Query => None,
            RootCommands::Given => {
                let shown = self.secrets.redact(ready.shown.clone());
                Some(format!("'{shown}' would change this system and not {}: root_commands is 'given'", root.display()))
            }
            RootCommands::Queries => {
                let shown = self.secrets.redact(ready.shown.clone());
                Some(format!("'{shown}' could change this system and not only {}", root.display()))
            }
            RootCommands::None => Some("commands are not run when the root is not /: root_commands is 'none'".into()),
        };
        if let Some(message) = refused {
            self.machine.commands.has_refused_in_root = true;
            return Err(error::error(Code::Refused, message));
        }
        if let Some(text) = self.machine.commands.root_warning() {
            self.warn(text);
        }
        Ok(())
    }

    fn attribute_name(&self, column: u16) -> Result<String, Error> {
        self.caller
            .attribute_name(column)
            .map(str::to_owned)
            .ok_or_else(|| error::error(Code::Invalid, format!("there is no attribute {column}")))
    }

    fn given_text(&self, given: &Given, row: u32, attribute: &str) -> Result<(CommandText, bool), Error> {
        let missing = || error::error(Code::Invalid, format!("the attribute '{attribute}' contains no command"));
        let row = self.rows.find(row).or_else(|| self.rows.only()).ok_or_else(missing)?;
        let own = self.caller.columns.attribute(given.attribute).map_err(|_| missing())?;
        let mut secret = false;
        let mut value = revealed(row.value(own).ok_or_else(missing)?, &mut secret);
        if let (Some(element), Value::Array(elements)) = (given.element, value) {
            value = revealed(elements.get(usize::from(element)).ok_or_else(missing)?, &mut secret);
        }
        let text = match value {
            Value::Array(words) => {
                let words: Option<Vec<String>> = words.iter().map(|word| word_of(word, &mut secret)).collect();
                CommandText::List(words.filter(|words| !words.is_empty()).ok_or_else(missing)?)
            }
            other => CommandText::Line(word_of(other, &mut secret).ok_or_else(missing)?),
        };
        Ok((text, secret))
    }

    /// Checks a replacement in a command from a manifest. Only the placeholder for the staged file may be replaced
    /// by its path; otherwise the component could build the command.
    fn allow_replacement(&self, from: &str, to: &str, row: u32) -> Result<(), Error> {
        let row = self.rows.find(row).or_else(|| self.rows.only());
        if self.caller.grants.is_placeholder(from, row) && self.staged_number(to).is_some() {
            return Ok(());
        }
        let message = format!(
            "{} may not replace '{from}' with '{to}': only a placeholder can be replaced, and only with the path of a staged file",
            self.caller
        );
        Err(error::error(Code::Refused, message))
    }

    fn add_variables(
        &mut self,
        whose: VariableOwner<'_>,
        environment: &mut Vec<(OsString, OsString)>,
        variables: &[(String, Body)],
    ) -> Result<bool, Error> {
        let mut secret = false;
        for (name, body) in variables {
            let mut value = self.bytes(body.clone(), &mut secret)?;
            // The whole setting `NAME=value` is secret, so the component cannot split it.
            let name = match (name.is_empty(), value.iter().position(|byte| *byte == b'=')) {
                (false, _) => name.clone(),
                (true, place) => {
                    let rest = value.split_off(place.map_or(0, |place| place + 1));
                    let name = std::mem::replace(&mut value, rest);
                    String::from_utf8_lossy(name.strip_suffix(b"=").unwrap_or_default()).into_owned()
                }
            };
            if name.is_empty() || name.contains(['=', '\0']) {
                return Err(error::error(Code::Invalid, format!("'{name}' is not a variable name")));
            }
            let is_free = LOCALE.contains(&name.as_str()) || name.starts_with("LC_");
            if !is_free && !self.caller.grants.cover_variable(whose, name.as_bytes()) {
                let message =
                    format!("{} may not set the variable '{name}': no grant of its manifest covers it", self.caller);
                return Err(error::error(Code::Refused, message));
            }
            if value.contains(&0) {
                return Err(error::error(Code::Invalid, format!("the variable '{name}' contains a zero byte")));
            }
            command::set(environment, &name, OsString::from_vec(value));
        }
        Ok(secret)
    }

    fn bytes(&mut self, body: Body, secret: &mut bool) -> Result<Vec<u8>, Error> {
        let content = self.content(body)?;
        *secret |= content.secret;
        content.to_bytes()
    }

    /// Returns the working directory, which is also below the root.
    fn directory(&self, wanted: Option<&str>, given: bool) -> Result<Option<PathBuf>, Error> {
        let Some(wanted) = wanted else {
            let nowhere = self.machine.commands.root.is_none() && given;
            return Ok(if nowhere { None } else { Some(self.on_system(b"/")) });
        };
        let missing = || error::error(Code::NotFound, format!("Working directory {wanted} does not exist!"));
        if source::is_url(wanted) {
            return Err(missing());
        }
        match self.machine.paths.follow(wanted, Purpose::Read) {
            Ok(target) => {
                let directory = self.on_system(&target.real());
                if directory.is_dir() { Ok(Some(directory)) } else { Err(missing()) }
            }
            Err(PathError::Missing(_)) => Err(missing()),
            Err(failed) => Err(error::path("work in", wanted, &failed)),
        }
    }

    fn on_system(&self, real: &[u8]) -> PathBuf {
        OsString::from_vec(self.machine.paths.on_system(real)).into()
    }

    /// Returns the sandbox of a query of the component according to its grants.
    fn sandbox(&self, program: &WitProgram, launch: &Launch, row: u32) -> SandboxSpec {
        let grants = &self.caller.grants;
        let WitProgram::Named(name) = program else { return SandboxSpec::default() };
        let Some(grant) = grants.command(name) else { return SandboxSpec::default() };
        let row = self.rows.find(row).or_else(|| self.rows.only());
        let home = command::variable(&launch.environment, "HOME").map(PathBuf::from);
        let machine = &*self.machine;
        let mut read = grants.readable(row, &machine.paths, &machine.shown, &machine.identity);
        read.extend(grant.readable(row, home.as_deref()));
        // The component has written these files itself.
        read.extend(self.staged_paths().into_iter().map(|staged| PathBuf::from(staged.path)));
        read.push(launch.program.clone());
        read.extend(prefix(&launch.program));
        read.sort_unstable();
        read.dedup();
        SandboxSpec {
            read: Some(read),
            network: grant.network,
            unix_sockets: grant.sockets,
            host_processes: grant.processes,
            capabilities: grant.capabilities.iter().map(|capability| kernel_capability(*capability)).collect(),
            credentials: launch.credentials.clone(),
        }
    }

    /// Sets user and group of a command. An ID without an entry is an error, as in Puppet, since a command that
    /// runs as another user or group must not keep the supplementary groups of the current user.
    fn set_credentials(&mut self, ready: &mut Ready, user: Option<&str>, group: Option<&str>) -> Result<(), Error> {
        let group = match group {
            Some(group) => Some(self.group_id(group)?),
            None => None,
        };
        let Some(user) = user else {
            ready.launch.credentials = group.map(|gid| ProcessCredentials { uid: None, gid, groups: vec![gid] });
            return Ok(());
        };
        let found = self.machine.identity.borrow_mut().find_user(&self.machine.paths, &key(user));
        let Some(found) = found else {
            return Err(error::error(Code::NotFound, format!("Could not find user {user}")));
        };
        let groups = self.machine.identity.borrow_mut().groups_of(&self.machine.paths, &found);
        if !ready.given {
            command::set(&mut ready.launch.environment, "HOME", &found.home);
        }
        ready.launch.credentials =
            Some(ProcessCredentials { uid: Some(found.uid), gid: group.unwrap_or(found.gid), groups });
        Ok(())
    }

    fn group_id(&mut self, group: &str) -> Result<u32, Error> {
        let key = key(group);
        let found = self.machine.identity.borrow_mut().find_group(&self.machine.paths, &key);
        found
            .map(|found| found.gid)
            .ok_or_else(|| error::error(Code::NotFound, format!("Could not find group {group}")))
    }
}

/// Returns the installation prefix of a program: `/srv/app` for `/srv/app/bin/tool`; `None` for the root directory
/// and home directories.
fn prefix(program: &Path) -> Option<PathBuf> {
    let directory = program.parent().filter(|directory| directory.ends_with("bin") || directory.ends_with("sbin"))?;
    let prefix =
        directory.parent().filter(|prefix| prefix.parent().is_some_and(|above| above != Path::new("/home")))?;
    (prefix != Path::new("/root")).then(|| prefix.to_path_buf())
}

fn kernel_capability(granted: marotte_contract::manifest::Capability) -> Capability {
    match granted {
        marotte_contract::manifest::Capability::NetAdmin => Capability::NetAdmin,
        marotte_contract::manifest::Capability::NetRaw => Capability::NetRaw,
    }
}

fn key(text: &str) -> Key {
    text.parse().map_or_else(|_| Key::Name(text.to_owned()), Key::Id)
}

fn revealed<'a>(value: &'a Value, secret: &mut bool) -> &'a Value {
    match value {
        Value::Sensitive(hidden) => {
            *secret = true;
            hidden.reveal()
        }
        other => other,
    }
}

fn word_of(value: &Value, secret: &mut bool) -> Option<String> {
    match revealed(value, secret) {
        Value::String(text) => Some(text.to_string()),
        number @ (Value::Integer(_) | Value::Float(_) | Value::Boolean(_)) => Some(number.to_string()),
        _ => None,
    }
}

/// Performs the checks of Puppet before a command from a manifest is run.
fn check_program(program: &str, path: Option<&std::ffi::OsStr>, shown: &dyn Fn(&str) -> String) -> Result<(), Error> {
    if !program.starts_with('/') {
        return command::find(program, path).map(drop).ok_or_else(|| not_found(&shown(program)));
    }
    let Ok(found) = Path::new(program).metadata() else { return Err(not_found(&shown(program))) };
    if !found.is_file() {
        let kind = if found.is_dir() { "directory" } else { "special file" };
        return Err(error::error(Code::Invalid, format!("'{}' is a {kind}, not a file", shown(program))));
    }
    match command::find(program, path) {
        Some(_) => Ok(()),
        None => Err(error::error(Code::Denied, format!("'{}' is not executable", shown(program)))),
    }
}

/// Formats a command for messages, with quotes where a shell needs them.
fn shown(arguments: &[OsString]) -> String {
    let word = |word: &OsString| {
        let word = word.to_string_lossy();
        let is_plain = |letter: char| letter.is_alphanumeric() || "_-+=.,:/@%^".contains(letter);
        if !word.is_empty() && word.chars().all(is_plain) {
            return word.into_owned();
        }
        format!("'{}'", word.replace('\'', "'\\''"))
    };
    arguments.iter().map(word).collect::<Vec<_>>().join(" ")
}

fn not_found(program: &str) -> Error {
    error::error(Code::NotFound, format!("Could not find command '{program}'"))
}

fn answer(finished: launcher::Output, secret: bool) -> Result<Output, Error> {
    if finished.timed_out {
        let shown_output = if finished.stderr.is_empty() { &finished.stdout } else { &finished.stderr };
        let tail = &shown_output[shown_output.len().saturating_sub(DETAIL)..];
        let detail = (!secret && !tail.is_empty()).then(|| String::from_utf8_lossy(tail).into_owned());
        return Err(Error { code: Code::Timeout, message: "Command exceeded timeout".into(), detail });
    }
    Ok(Output {
        status: finished.status,
        stdout: finished.stdout,
        stderr: finished.stderr,
        truncated: finished.truncated,
    })
}
