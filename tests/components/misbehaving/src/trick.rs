//! Provider that performs one attack in one of its calls, as selected by its resource. It bypasses the SDK's
//! restricted interfaces and calls the host directly, which any component can do.

use std::env;
use std::fs;
use std::hint::black_box;
use std::time::Duration;

use marotte_sdk::prelude::*;
use marotte_sdk::regex::Regex;
use marotte_sdk::system::{Program, Want};
use marotte_sdk::{Edge, Relation, RunningSystem, Secret};

use crate::schema::{Call, Ensure, Hostile, HostileAttribute, HostileState, Trick};

/// Performs the selected attack.
#[derive(Debug, Default)]
pub struct TrickProvider;

impl Provider for TrickProvider {
    type Resource = Hostile;

    fn get(&mut self, _system: &impl ReadSystem, rows: &[Row<Hostile>]) -> Vec<Result<State<Hostile>>> {
        for_each_row(rows, |row| {
            play(row, Call::Get)?;
            Ok(HostileState { ensure: Some(Ensure::Absent) }.into())
        })
    }

    fn set(
        &mut self,
        _system: &impl WriteSystem,
        row: &Row<Hostile>,
        _is: &HostileState,
        _changed: &[HostileAttribute],
    ) -> Result<Applied<HostileAttribute>> {
        play(row, Call::Set)?;
        Ok(Applied::all())
    }
}

impl Canonicalize for Hostile {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        if row.trick == Trick::OwnGrant {
            row.path = row.other.clone();
        }
        if let Err(error) = play(row, Call::Canonicalize) {
            problems.error(row, None, error.message);
        }
    }
}

impl Relate for Hostile {
    fn relate(row: &Row<Self>, _system: &impl System) -> Vec<Relation> {
        match play(row, Call::Relate) {
            Ok(()) => vec![],
            Err(error) => vec![Relation { edge: Edge::Require, ..Relation::require("file", vec![error.message]) }],
        }
    }
}

impl Refresh for TrickProvider {
    fn refresh(&mut self, _system: &impl WriteSystem, row: &Row<Hostile>) -> Result<()> {
        play(row, Call::Refresh)
    }
}

impl Generate for TrickProvider {
    fn generate(&mut self, _system: &impl ReadSystem, rows: &[Row<Hostile>]) -> Result<Vec<Generated>> {
        let mut all = Vec::new();
        for row in rows.iter().filter(|row| row.call == Call::Generate) {
            if row.trick == Trick::Offspring {
                let child = Generated::new(row, "hostile", format!("{}+", row.title()));
                all.push(child.with("trick", "offspring").with("call", "generate"));
                continue;
            }
            play(row, Call::Generate)?;
        }
        Ok(all)
    }
}

impl Expand for TrickProvider {
    fn expand(&mut self, _system: &impl ReadSystem, row: &Row<Hostile>) -> Result<Vec<Generated>> {
        play(row, Call::Expand).map(|()| Vec::new())
    }
}

/// Panics before any row is passed.
#[derive(Debug)]
pub struct OpenProvider;

impl Open for OpenProvider {
    fn open(name: &str, _features: &[String]) -> Result<Self> {
        panic!("{name} does not open");
    }
}

impl Provider for OpenProvider {
    type Resource = crate::schema::HostileOpen;

    fn get(&mut self, _system: &impl ReadSystem, _rows: &[Row<Self::Resource>]) -> Vec<Result<State<Self::Resource>>> {
        Vec::new()
    }

    fn set(
        &mut self,
        _system: &impl WriteSystem,
        _row: &Row<Self::Resource>,
        _is: &crate::schema::HostileOpenState,
        _changed: &[crate::schema::HostileOpenAttribute],
    ) -> Result<Applied<crate::schema::HostileOpenAttribute>> {
        Err(Error::other("it never opened"))
    }
}

fn play(row: &Row<Hostile>, call: Call) -> Result<()> {
    if row.call != call {
        return Ok(());
    }
    let path = row.path.as_deref().unwrap_or("/nowhere");
    match row.trick {
        Trick::Nothing | Trick::Offspring => Ok(()),
        Trick::Panic => panic!("no luck in {call:?}"),
        Trick::Loop => stuck(),
        Trick::Search => {
            // The class has no literal that a search could look for first.
            Regex::new("(?:a?){20000}[^a]")?.is_match(&"a".repeat(1 << 20))?;
            Ok(())
        }
        Trick::Recursion => Err(Error::other(format!("{} deep", deeper(black_box(1))))),
        Trick::Hoard => hoard(),
        Trick::LogLines => loop {
            RunningSystem.notice(row, "one of an unlimited number of log messages");
        },
        Trick::LogLine => {
            RunningSystem.notice(row, &"x".repeat(40 << 20));
            Ok(())
        }
        Trick::Print => print(),
        Trick::Calls => loop {
            black_box(RunningSystem.fact("os.family"));
        },
        Trick::Sleep => {
            RunningSystem.sleep(Duration::from_secs(1 << 32));
            Ok(())
        }
        Trick::HugeError => Err(Error::other(format!("\x1b[2J\x1b]0;owned\x07{}", "no ".repeat(10 << 20 >> 1)))),
        Trick::EscapeError => Err(Error::other("\x1b[31mred\x1b[0m\rError: forged\u{9b}2J\u{202e}")),
        Trick::Environment => environment(),
        Trick::Files => fs::read_to_string("/etc/passwd").map(drop).map_err(|error| Error::other(error.to_string())),
        Trick::Reveal => row.password.as_ref().map_or(Ok(()), reveal),
        Trick::ForgedToken => write(path, &vec![Secret::from_token(4711).part(Form::Raw)]),
        Trick::SecretFlood => {
            let password = row.password.as_ref().ok_or_else(|| Error::invalid("a password is needed"))?;
            write(path, &vec![password.into(); 1_000_000])
        }
        Trick::Other => write(row.other.as_deref().unwrap_or("/nowhere"), &vec!["mine\n".into()]),
        Trick::ReadOther => {
            RunningSystem.read_text(&row.place(row.other.as_deref().unwrap_or("/nowhere")), 100).map(drop)
        }
        Trick::Mode => RunningSystem.set_attrs(path, &Attrs { mode: Some(0o666), ..Attrs::default() }, false),
        Trick::OwnCode => command(Command {
            env: vec![("LD_PRELOAD".into(), vec![path.into()])],
            ..Command::named("shell", &["-c", "true", "x"])
        }),
        Trick::OwnCommand => {
            let mut own = Command::given(row, HostileAttribute::Command);
            if let Program::Given(given) = &mut own.program {
                given.replace.push(("true".into(), format!("touch {path}")));
            }
            command(own)
        }
        Trick::OwnGrant | Trick::Write => write(path, &vec!["mine\n".into()]),
        Trick::Writes => writes(row.other.as_deref().unwrap_or(path)),
        Trick::Questions => {
            let places = vec![row.place("/"); 2_500_000];
            RunningSystem.stat(&places, false, Want::empty()).into_iter().try_for_each(|found| found.map(drop))
        }
        Trick::Stage => stage(path),
        Trick::SlowQuery => command(Command::named("sleep", &["infinity"])),
        Trick::FloodQuery => command(Command::named("yes", &[])),
        Trick::LyingQuery => {
            command(Command::named("shell", &["-c", "echo mine > \"$0\"", row.other.as_deref().unwrap_or_default()]))
        }
        Trick::ChattyQuery => command(Command::named("shell", &["-c", "exec 3<>\"$0\"", path])),
        Trick::OwnQuery => own_query(row),
        Trick::Backup => {
            write(path, &vec!["evil\n".into()])?;
            RunningSystem.write(path, &vec!["mine\n".into()], &Attrs::default(), row.other.as_deref())
        }
        Trick::Oracle => {
            let password = row.password.as_ref().ok_or_else(|| Error::invalid("a password is needed"))?;
            oracle(row, path, password.into())
        }
        Trick::Steal => steal(row, path),
        Trick::Rename => rename(path, row.other.as_deref().unwrap_or("/nowhere")),
        Trick::Parents => RunningSystem.make_directory(path, &Attrs::default(), true),
        Trick::OwnTool => {
            command(Command { env: vec![("PATH".into(), vec![path.into()])], ..Command::named("tool", &[]) })
        }
    }
}

fn own_query(row: &Row<Hostile>) -> Result<()> {
    let line = row.other.as_deref().unwrap_or_default();
    let output = RunningSystem.query_one(&Command::named("shell", &["-c", line, "x"]))?;
    RunningSystem.notice(row, &output.text());
    Ok(())
}

/// Writes a part of a file and logs the results of all ways to read it.
fn oracle(row: &Row<Hostile>, path: &str, part: Part) -> Result<()> {
    let body: Body = vec![part];
    let hex = |bytes: Vec<u8>| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let result_or_error = |result: Result<String>| result.unwrap_or_else(|error| format!("({})", error.message));
    write(path, &body)?;
    let place = row.place(path);
    let read = result_or_error(RunningSystem.read(&place, 0, 1000).map(hex));
    let text = result_or_error(RunningSystem.read_text(&place, 1000).map(|text| hex(text.into_bytes())));
    let digest = result_or_error(RunningSystem.digest_one(&body, "sha256"));
    let guess =
        result_or_error(RunningSystem.equal_one(place.clone(), vec!["1234".into()]).map(|equal| equal.to_string()));
    let output = Command::named("shell", &["-c", "od -An -tx1 \"$0\" | tr -d ' \\n'", path]);
    let output = result_or_error(RunningSystem.query_one(&output).map(|output| output.text().into_owned()));
    RunningSystem.notice(row, &format!("read {read}, text {text}, digest {digest}, guess {guess}, command {output}"));
    Ok(())
}

/// Writes the passwords of other resources to its own file.
fn steal(row: &Row<Hostile>, path: &str) -> Result<()> {
    for found in RunningSystem.find("hostile", &["password".to_owned()]) {
        for (_, value) in found.values {
            if let (true, Value::Secret(secret)) = (found.title != row.title(), value) {
                oracle(row, path, (&Text::Secret(secret)).into())?;
            }
        }
    }
    Ok(())
}

/// Renames a file without a grant to a granted path, and a granted file to a path without a grant.
fn rename(own: &str, other: &str) -> Result<()> {
    RunningSystem.rename(other, own).or_else(|first| {
        RunningSystem
            .rename(own, other)
            .map_err(|second| Error::other(format!("{}; {}", first.message, second.message)))
    })
}

fn stuck() -> ! {
    let mut turns = 0_u64;
    loop {
        turns = black_box(turns.wrapping_add(1));
    }
}

#[expect(unconditional_recursion, reason = "exhausts the stack")]
fn deeper(depth: u64) -> u64 {
    deeper(black_box(depth) + 1) + 1
}

#[expect(clippy::print_stdout, reason = "floods standard output")]
fn print() -> ! {
    loop {
        println!("one of an unlimited number of printed lines");
    }
}

fn hoard() -> ! {
    let mut hoard = Vec::new();
    loop {
        hoard.push(black_box(vec![1_u8; 1 << 20]));
    }
}

/// Fails unless environment variables or arguments of the host are visible.
fn environment() -> Result<()> {
    match env::vars().count() + env::args().count() {
        0 => Err(Error::other("nothing is to be seen here")),
        _ => Ok(()),
    }
}

fn reveal(password: &Text) -> Result<()> {
    match password {
        Text::Clear(_) => Ok(()),
        Text::Secret(secret) => RunningSystem.reveal(*secret).map(drop),
    }
}

fn write(path: &str, body: &Body) -> Result<()> {
    RunningSystem.write(path, body, &Attrs::default(), None)
}

/// Writes repeatedly while another process exchanges directories of the path, and fails with a summary.
fn writes(path: &str) -> Result<()> {
    const ALL: usize = 5000;
    let refused = (0..ALL).filter(|_| write(path, &vec!["mine\n".into()]).is_err()).count();
    Err(Error::other(format!("{refused} refused, {} written", ALL - refused)))
}

fn stage(path: &str) -> Result<()> {
    let mut kept = Vec::new();
    loop {
        let staged = RunningSystem.stage(Some(path), &Body::new(), &Attrs::default())?;
        black_box(staged.path());
        kept.push(staged);
    }
}

fn command(command: Command) -> Result<()> {
    let name = match &command.program {
        marotte_sdk::system::Program::Named(name) => name.clone(),
        marotte_sdk::system::Program::Given(_) => "given".into(),
    };
    let merged = Command { merge_stderr: true, ..command };
    let output = RunningSystem.query_one(&merged)?;
    if output.truncated {
        return Err(Error::other(format!("'{name}' printed more than {} bytes", output.stdout.len())));
    }
    output.success(&name).map(drop)
}
