//! Provider that tries each way from the token of a secret to its bytes and logs the results of the host.

use marotte_sdk::Secret;
use marotte_sdk::prelude::*;

use crate::schema::{Ensure, Leak, Leaker, LeakerAttribute, LeakerState};

/// Attempts to read a secret.
#[derive(Debug, Default)]
pub struct LeakerProvider;

impl Provider for LeakerProvider {
    type Resource = Leaker;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Leaker>]) -> Vec<Result<State<Leaker>>> {
        for_each_row(rows, |row| {
            if row.how == Leak::Later {
                report(system, row, read(system, &row.place(row.path.as_str())));
                return Ok(LeakerState { ensure: Some(Ensure::Present) }.into());
            }
            Ok(LeakerState { ensure: Some(Ensure::Absent) }.into())
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Leaker>,
        _is: &LeakerState,
        _changed: &[LeakerAttribute],
    ) -> Result<Applied<LeakerAttribute>> {
        report(system, row, attempt(system, row));
        Ok(Applied::all())
    }
}

/// Logs a result with its characters separated, so that no secret in it is redacted.
fn report(system: &impl System, row: &Row<Leaker>, answer: Result<String>) {
    let spaced = |text: &str| text.chars().map(|letter| format!("{letter} ")).collect::<String>();
    match answer {
        Ok(answer) => system.notice(row, &format!("answer: {}", spaced(&answer))),
        Err(error) => system.notice(row, &format!("error: {}", error.message)),
    }
}

fn read(system: &impl ReadSystem, place: &Place) -> Result<String> {
    system.read(place, 0, 4096).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

fn attempt(system: &impl WriteSystem, row: &Row<Leaker>) -> Result<String> {
    let (path, secret) = (row.path.as_str(), secret(system, row)?);
    let (place, body) = (row.place(path), vec![secret.part(Form::Raw)]);
    let other = "/leak/other".to_owned();
    match row.how {
        Leak::Digest => system.digest_one(&body, "sha256"),
        Leak::Guess => guess(system, row, &body),
        Leak::Input => output(system, body),
        Leak::File => {
            write(system, path, &body)?;
            output(system, vec![place.into()])
        }
        Leak::Command => {
            write(system, path, &body)?;
            output(system, Body::new())
        }
        Leak::Line => {
            write(system, path, &vec!["a = ".into(), secret.part(Form::Line), "\n".into()])?;
            Ok(String::new())
        }
        Leak::Staged => {
            let staged = system.stage(Some(path), &body, &Attrs::default())?;
            let answer = read(system, &row.place(staged.path()));
            staged.commit(None)?;
            answer.or_else(|_| read(system, &place))
        }
        _ => {
            write(system, path, &body)?;
            read_back(system, row, &other)
        }
    }
}

fn read_back(system: &impl WriteSystem, row: &Row<Leaker>, other: &str) -> Result<String> {
    let place = row.place(row.path.as_str());
    match row.how {
        Leak::ReadText => system.read_text(&place, 4096),
        Leak::ReadDigest => system.digest_one(&vec![place.into()], "sha256"),
        Leak::Diff => system.diff(&place, &vec!["guess".into()]),
        Leak::Copy => {
            write(system, other, &vec![place.into()])?;
            read(system, &row.place(other))
        }
        Leak::Rename => {
            system.rename(&row.path, other)?;
            read(system, &row.place(other))
        }
        Leak::Backup => {
            system.write(&row.path, &vec!["clear".into()], &Attrs::default(), Some(".bak"))?;
            read(system, &row.place(format!("{}.bak", row.path)))
        }
        Leak::Replaced => {
            write(system, &row.path, &vec!["clear".into()])?;
            read(system, &place)
        }
        _ => read(system, &place),
    }
}

fn secret(system: &impl ReadSystem, row: &Row<Leaker>) -> Result<Secret> {
    let found = row.found.as_ref().and_then(|attribute| {
        let values = system.find("fetcher", std::slice::from_ref(attribute)).into_iter().flat_map(|found| found.values);
        values.into_iter().find_map(|(_, value)| match value {
            Value::Secret(secret) => Some(secret),
            _ => None,
        })
    });
    match (found, &row.secret) {
        (Some(secret), _) => Ok(secret),
        (None, Some(Text::Secret(secret))) => Ok(*secret),
        _ => Err(Error::invalid("no secret was given")),
    }
}

fn write(system: &impl WriteSystem, path: &str, body: &Body) -> Result<()> {
    system.write(path, body, &Attrs::default(), None)
}

/// Compares the secret with every four-digit number.
fn guess(system: &impl WriteSystem, row: &Row<Leaker>, body: &Body) -> Result<String> {
    write(system, &row.path, body)?;
    for guess in 0..10_000 {
        let guess = format!("{guess:04}");
        if system.equal_one(row.place(row.path.as_str()), vec![guess.as_str().into()])? {
            return Ok(guess);
        }
    }
    Ok(String::new())
}

fn output(system: &impl ReadSystem, stdin: Body) -> Result<String> {
    let command = Command { stdin, ..Command::named("cat", &[]) };
    let output = system.query_one(&command)?;
    let command = Command::named("env", &[]);
    let later = system.query_one(&command)?;
    Ok(format!("{}; {}", output.text(), later.text()))
}
