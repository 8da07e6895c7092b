//! Owns the imports `process-query` and `process-mutate`: which command is meant, whether it may run, as whom and where, and
//! what its run means for what was read before.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use catalog::Value;

use crate::bindings::marotte::provider::errors::{Code, Error};
use crate::bindings::marotte::provider::fs_types::Body;
use crate::bindings::marotte::provider::identity::Key;
use crate::bindings::marotte::provider::process_types::{Command, Given, Output, Program as WitProgram};
use crate::config::{Guards, RootCommands};
use crate::error;
use crate::gate::{Effect, Program};
use crate::grants::Whose;
use crate::paths::{PathError, Purpose};
use crate::system::command::{self, Text};
use crate::system::sandbox::{self, Network};
use crate::system::spawn::{Finished, Prepared};
use crate::system::{Scope, source};

/// As much of the end of an output is told with a fault.
const DETAIL: usize = 1024;

/// Which language a command speaks is for who runs it to say, as are all variables that begin with LC_.
const LOCALE: [&str; 3] = ["LANG", "LANGUAGE", "TZ"];

/// A command that may run.
struct Ready {
    prepared: Prepared,
    /// It is the manifest's, not the component's.
    given: bool,
    /// Whether its grant lets it speak to other machines.
    network: Network,
    /// A secret is in it.
    secret: bool,
    /// The command as it may be shown.
    shown: String,
}

/// What a command is run for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    Query,
    Mutate,
}

impl Scope<'_> {
    /// `process-query.run`
    pub(crate) fn query(&mut self, commands: Vec<Command>) -> Vec<Result<Output, Error>> {
        let mut answers: Vec<Option<Result<Output, Error>>> = Vec::with_capacity(commands.len());
        let (mut closed, mut open, mut free) = (Vec::new(), Vec::new(), Vec::new());
        for (at, command) in commands.into_iter().enumerate() {
            let row = command.row;
            let reader = self.reader(row);
            match self.prepare(command, Use::Query) {
                Ok(ready) => {
                    self.trace("query", row, &self.secrets.blot(ready.shown.clone()));
                    // What one reading for the whole run found out is as sure as in Puppet: until a command runs.
                    if !self.caller.prefetches {
                        self.machine.record.queried(reader);
                    }
                    match self.restriction(&ready, row) {
                        Some(Network::Closed) => closed.push((at, ready)),
                        Some(Network::Open) => open.push((at, ready)),
                        None => free.push((at, ready)),
                    }
                    answers.push(None);
                }
                Err(refused) => answers.push(Some(Err(refused))),
            }
        }
        for (mut group, restriction) in [(closed, Some(Network::Closed)), (open, Some(Network::Open)), (free, None)] {
            if group.is_empty() {
                continue;
            }
            let commands: Vec<Prepared> =
                group.iter_mut().map(|(_, ready)| std::mem::take(&mut ready.prepared)).collect();
            let finished = self.machine.commands.wait(|machine| match restriction {
                Some(network) => machine.run_restricted(commands, network),
                None => sandbox::run_all(&commands),
            });
            for ((at, ready), finished) in group.into_iter().zip(finished) {
                answers[at] = Some(answer(finished, ready.secret));
            }
        }
        let lost = || Err(error::error(Code::Other, "the query was not run"));
        answers.into_iter().map(|answer| answer.unwrap_or_else(lost)).collect()
    }

    /// `process-mutate.run`
    pub(crate) fn mutate(&mut self, command: Command) -> Result<Output, Error> {
        let mut ready = self.prepare(command, Use::Mutate)?;
        ready.prepared.stop_at_limit = false;
        // It may rely on every file that was written before it.
        let shown = self.secrets.blot(std::mem::take(&mut ready.shown));
        let row = self.writing().unwrap_or(0);
        self.trace("run", row, &shown);
        self.writer().note_command(shown)?;
        self.machine.journal.sync();
        let finished = self.machine.commands.wait(|_| crate::system::spawn::run(&ready.prepared));
        self.writer().note_end_of_command();
        if finished.is_ok() {
            self.machine.record.wrote_anything();
            self.machine.identity.borrow_mut().forget();
            self.machine.paths.forget();
            self.machine.journal.effect();
        }
        answer(finished, ready.secret)
    }

    /// Queries of the component's own always run where they cannot write, and speak to other machines only if their grant says so.
    /// What the manifest gives is its author's: in an enforcing run it is as free as in Puppet.
    fn restriction(&self, ready: &Ready, row: u32) -> Option<Network> {
        let is_enforced = !self.machine.gate.is_noop() || self.machine.gate.enter_write(row).is_ok();
        match (ready.given, is_enforced, self.machine.commands.guards) {
            (false, _, _) => Some(ready.network),
            (true, true, _) | (true, false, Guards::Free) => None,
            (true, false, Guards::Restricted | Guards::Skip) => Some(Network::Open),
        }
    }

    fn prepare(&mut self, command: Command, usage: Use) -> Result<Ready, Error> {
        let mut ready = match &command.program {
            WitProgram::Named(name) => self.named(name, &command, usage)?,
            WitProgram::Given(given) => self.given(given, &command, usage)?,
        };
        self.allow_in_root(&ready, usage)?;
        self.note_program(&ready.prepared.program.clone(), command.row);
        ready.prepared.folder = self.folder(command.cwd.as_deref(), ready.given)?;
        ready.prepared.input = self.bytes(command.stdin, &mut ready.secret)?;
        let own = self.machine.commands.limits();
        let most = if ready.given || usage == Use::Mutate { own.command } else { own.query };
        ready.prepared.timeout = match (command.timeout_ms, ready.given) {
            (0, _) => most,
            // How long a command of the manifest may take is for its author to say.
            (milliseconds, true) => Duration::from_millis(u64::from(milliseconds)),
            (milliseconds, false) => most.min(Duration::from_millis(u64::from(milliseconds))),
        };
        ready.prepared.limit = own.output;
        ready.prepared.merge = command.merge_stderr;
        ready.prepared.stop_at_limit = true;
        let (user, group) = (command.user.as_deref(), command.group.as_deref());
        self.become_other(&mut ready, user, group, command.umask)?;
        Ok(ready)
    }

    fn named(&mut self, name: &str, command: &Command, usage: Use) -> Result<Ready, Error> {
        let row = self.rows.find(command.row).or_else(|| self.rows.only());
        self.allow(Program::Named(name, &command.args, row), usage)?;
        let mut environment = self.machine.commands.named_environment(&self.caller.grants, name);
        let grant = self.caller.grants.command(name).ok_or_else(|| not_found(name))?;
        let network = if grant.network { Network::Open } else { Network::Closed };
        // Before the component has its say: with a PATH of its own it would choose what runs.
        let path = command::variable(&environment, "PATH");
        let program = grant.program(row, path).ok_or_else(|| not_found(name))?;
        let secret = self.add_variables(Whose::Named(name), &mut environment, &command.env)?;
        let arguments: Vec<OsString> =
            std::iter::once(program.clone().into_os_string()).chain(command.args.iter().map(OsString::from)).collect();
        Ok(Ready {
            shown: shown(&arguments),
            prepared: Prepared { program, arguments, environment, ..Prepared::default() },
            given: false,
            network,
            secret,
        })
    }

    fn given(&mut self, given: &Given, command: &Command, usage: Use) -> Result<Ready, Error> {
        let invalid = |reason: String| error::error(Code::Invalid, reason);
        let attribute = self.attribute_name(given.attribute)?;
        self.allow(Program::Given(&attribute), usage)?;
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
        secret |= self.add_variables(Whose::Given, &mut environment, &command.env)?;
        let path = command::variable(&environment, "PATH");
        let word_shown = |word: &str| if is_secret { "[redacted]".to_owned() } else { word.to_owned() };
        if !given.shell {
            check_program(text.program(), path, &word_shown)?;
        }
        let words = text.words(given.shell);
        let first = words.first().ok_or_else(|| invalid(format!("the attribute '{attribute}' holds no command")))?;
        if first.starts_with('/') {
            // It may come to be there later, which is too late for this row.
            self.note_program(Path::new(first), command.row);
        }
        let program = command::find(first, path).ok_or_else(|| not_found(&word_shown(first)))?;
        let arguments: Vec<OsString> = words.iter().map(OsString::from).collect();
        let shown = if is_secret { "[redacted]".to_owned() } else { shown(&arguments) };
        let prepared = Prepared { program, arguments, environment, ..Prepared::default() };
        Ok(Ready { prepared, given: true, network: Network::Open, secret, shown })
    }

    fn allow(&self, program: Program<'_>, usage: Use) -> Result<(), Error> {
        let effect = match usage {
            Use::Query => Effect::Query(program),
            Use::Mutate => Effect::Mutate(program),
        };
        self.machine.gate.check(self.caller, self.phase, effect)?;
        let skips = self.machine.commands.guards == Guards::Skip;
        if skips && usage == Use::Query && self.machine.gate.is_noop() && matches!(program, Program::Given(_)) {
            let message = format!("{program} is not run in a noop run: noop_guards is 'skip'");
            return Err(error::error(Code::Refused, message));
        }
        Ok(())
    }

    /// What the manifest gives to be run is its author's to know. `useradd` is not: who names an image means its users.
    fn allow_in_root(&mut self, ready: &Ready, usage: Use) -> Result<(), Error> {
        let Some(root) = &self.machine.commands.root else { return Ok(()) };
        let refused = match self.machine.commands.root_commands {
            RootCommands::All => None,
            RootCommands::Given if ready.given || usage == Use::Query => None,
            RootCommands::Given => {
                let shown = self.secrets.blot(ready.shown.clone());
                Some(format!(
                    "'{shown}' would change this machine and not {}: root_commands is 'given'",
                    root.display()
                ))
            }
            RootCommands::None => Some("no command is run when the root is not /: root_commands is 'none'".into()),
        };
        if let Some(message) = refused {
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

    fn given_text(&self, given: &Given, row: u32, attribute: &str) -> Result<(Text, bool), Error> {
        let missing = || error::error(Code::Invalid, format!("the attribute '{attribute}' holds no command"));
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
                Text::List(words.filter(|words| !words.is_empty()).ok_or_else(missing)?)
            }
            other => Text::Line(word_of(other, &mut secret).ok_or_else(missing)?),
        };
        Ok((text, secret))
    }

    /// In a command of the manifest nothing but the path of a file on trial takes the place of anything, and only of what stands for
    /// it: else the command would be the component's.
    fn allow_replacement(&self, from: &str, to: &str, row: u32) -> Result<(), Error> {
        let row = self.rows.find(row).or_else(|| self.rows.only());
        if self.caller.grants.is_placeholder(from, row) && self.staged_number(to).is_some() {
            return Ok(());
        }
        let message = format!(
            "{} may not put '{to}' in place of '{from}': only the path of a file on trial is put in, for what stands for it",
            self.caller
        );
        Err(error::error(Code::Refused, message))
    }

    fn add_variables(
        &mut self,
        whose: Whose<'_>,
        environment: &mut Vec<(OsString, OsString)>,
        variables: &[(String, Body)],
    ) -> Result<bool, Error> {
        let mut secret = false;
        for (name, body) in variables {
            let mut value = self.bytes(body.clone(), &mut secret)?;
            // A setting that is a secret as a whole: the component can't split it.
            let name = match (name.is_empty(), value.iter().position(|byte| *byte == b'=')) {
                (false, _) => name.clone(),
                (true, place) => {
                    let rest = value.split_off(place.map_or(0, |place| place + 1));
                    let name = std::mem::replace(&mut value, rest);
                    String::from_utf8_lossy(name.strip_suffix(b"=").unwrap_or_default()).into_owned()
                }
            };
            if name.is_empty() || name.contains(['=', '\0']) {
                return Err(error::error(Code::Invalid, format!("'{name}' is no name of a variable")));
            }
            let is_free = LOCALE.contains(&name.as_str()) || name.starts_with("LC_");
            if !is_free && !self.caller.grants.cover_variable(whose, name.as_bytes()) {
                let message =
                    format!("{} may not set the variable '{name}': no grant of its manifest covers it", self.caller);
                return Err(error::error(Code::Refused, message));
            }
            if value.contains(&0) {
                return Err(error::error(Code::Invalid, format!("the variable '{name}' has a zero byte in it")));
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

    /// The working folder is beneath the root, too.
    fn folder(&self, wanted: Option<&str>, given: bool) -> Result<Option<PathBuf>, Error> {
        let Some(wanted) = wanted else {
            let nowhere = self.machine.commands.root.is_none() && given;
            return Ok(if nowhere { None } else { Some(self.on_machine(b"/")) });
        };
        let missing = || error::error(Code::NotFound, format!("Working directory {wanted} does not exist!"));
        if source::is_url(wanted) {
            return Err(missing());
        }
        match self.machine.paths.follow(wanted, Purpose::Read) {
            Ok(target) => {
                let folder = self.on_machine(&target.real());
                if folder.is_dir() { Ok(Some(folder)) } else { Err(missing()) }
            }
            Err(PathError::Missing(_)) => Err(missing()),
            Err(failed) => Err(error::path("work in", wanted, &failed)),
        }
    }

    fn on_machine(&self, real: &[u8]) -> PathBuf {
        OsString::from_vec(self.machine.paths.on_machine(real)).into()
    }

    /// Another user, group or umask: the binary runs itself first, since only a process of its own can change them.
    fn become_other(
        &mut self,
        ready: &mut Ready,
        user: Option<&str>,
        group: Option<&str>,
        umask: Option<u32>,
    ) -> Result<(), Error> {
        if user.is_none() && group.is_none() && umask.is_none() {
            return Ok(());
        }
        let mut options: Vec<String> = Vec::new();
        if let Some(umask) = umask {
            options.extend(["--umask".into(), format!("{:o}", umask & 0o777)]);
        }
        let mut gid = match group {
            Some(group) => Some(self.group_id(group)?),
            None => None,
        };
        if let Some(user) = user {
            let key = key(user);
            let found = self.machine.identity.borrow_mut().find_user(&self.machine.paths, &key);
            let uid = match (&found, &key) {
                (Some(found), _) => found.uid,
                (None, Key::Id(uid)) => *uid,
                (None, Key::Name(_)) => {
                    return Err(error::error(Code::NotFound, format!("Could not find user {user}")));
                }
            };
            if let Some(found) = &found {
                gid = gid.or(Some(found.gid));
                let groups = self.machine.identity.borrow_mut().groups_of(&self.machine.paths, found);
                let groups: Vec<String> = groups.iter().map(u32::to_string).collect();
                options.extend(["--groups".into(), groups.join(",")]);
                if !ready.given {
                    command::set(&mut ready.prepared.environment, "HOME", &found.home);
                }
            }
            options.extend(["--uid".into(), uid.to_string()]);
        }
        if let Some(gid) = gid {
            options.extend(["--gid".into(), gid.to_string()]);
        }
        let prepared = &mut ready.prepared;
        let executable = self.machine.commands.executable.clone();
        let program = std::mem::replace(&mut prepared.program, executable.clone());
        let arguments = std::mem::take(&mut prepared.arguments);
        prepared.arguments = [executable.into_os_string(), "__exec".into()]
            .into_iter()
            .chain(options.into_iter().map(OsString::from))
            .chain(["--".into(), program.into_os_string()])
            .chain(arguments)
            .collect();
        Ok(())
    }

    fn group_id(&mut self, group: &str) -> Result<u32, Error> {
        let key = key(group);
        match (self.machine.identity.borrow_mut().find_group(&self.machine.paths, &key), &key) {
            (Some(found), _) => Ok(found.gid),
            (None, Key::Id(gid)) => Ok(*gid),
            (None, Key::Name(_)) => Err(error::error(Code::NotFound, format!("Could not find group {group}"))),
        }
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
        Value::String(text) => Some(text.clone()),
        number @ (Value::Integer(_) | Value::Float(_) | Value::Boolean(_)) => Some(number.to_string()),
        _ => None,
    }
}

/// What Puppet checks before it runs a command of the manifest.
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

/// A command as it may be shown; words that are no single word to a shell are in quotes.
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

fn answer(finished: std::io::Result<Finished>, secret: bool) -> Result<Output, Error> {
    let finished = finished.map_err(|failed| error::io("run", "the command", &failed))?;
    if finished.timed_out {
        let said = if finished.stderr.is_empty() { &finished.stdout } else { &finished.stderr };
        let tail = &said[said.len().saturating_sub(DETAIL)..];
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
