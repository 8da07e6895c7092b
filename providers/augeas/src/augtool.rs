//! Owns the provider: what would be saved is asked first, in a run that can write nothing, and only then is it saved.

use marotte_sdk::prelude::*;
use marotte_sdk::system::Output;

use crate::condition::Condition;
use crate::{Augeas, AugeasAttribute, AugeasState, Switch, line, script};

/// The command `augtool`.
#[derive(Debug, Default)]
pub struct Augtool;

fn command(row: &Row<Augeas>, lines: &[String]) -> Command {
    let script = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let mut command = Command::named("augtool", &[]);
    command.row = row.id();
    command.args = script::arguments(row);
    command.cwd = Some(row.root.to_string());
    command.stdin = vec![script.as_str().into()];
    command
}

/// Returns what augtool wrote, if nothing went wrong.
fn success(output: Output) -> Result<String> {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let text = output.text().into_owned();
    if output.is_success() && said.is_empty() {
        return Ok(text);
    }
    let message = if said.contains("saving failed") {
        "Save failed, see debug output for details".to_owned()
    } else {
        let told = said.lines().find(|line| !line.starts_with("error: Failed to execute"));
        told.or(said.lines().next()).unwrap_or("augtool failed").to_owned()
    };
    let mut error = Error::other(message);
    error.detail = Some(said + &text);
    Err(error)
}

fn ask(system: &impl Read, row: &Row<Augeas>, lines: &[String]) -> Result<String> {
    let answer = system.query(&[command(row, lines)]).pop();
    success(answer.unwrap_or_else(|| Err(Error::other("augtool says nothing")))?)
}

fn changes(row: &Augeas) -> Result<Vec<String>> {
    let lines = row.changes.iter().flat_map(|lines| &lines.0);
    let words = lines.map(|line| line::words(line, &row.context)).collect::<Result<Vec<_>>>()?;
    words.into_iter().filter(|words| !words.is_empty()).map(|words| refuse_questions(&words)).collect()
}

fn refuse_questions(words: &[String]) -> Result<String> {
    let command = words[0].as_str();
    if ["get", "values", "match", "size", "include", "not_include", "==", "!="].contains(&command) {
        return Err(Error::invalid(format!("Command '{command}' is not supported")));
    }
    Ok(script::change(words))
}

/// Tells whether there is anything to do.
fn needs_to_run(system: &impl Read, row: &Row<Augeas>) -> Result<bool> {
    if let Some(condition) = row.onlyif.as_ref().and_then(|lines| lines.0.iter().find(|line| !line.trim().is_empty())) {
        let condition = Condition::parse(condition, &row.context)?;
        let lines = [script::load(row), vec![condition.question()]].concat();
        if !condition.holds(&ask(system, row, &lines)?)? {
            return Ok(false);
        }
    }
    let changes = changes(row)?;
    if row.force == Switch::True {
        return Ok(true);
    }
    if changes.is_empty() {
        return Ok(false);
    }
    let dry = vec!["set /augeas/save noop".to_owned()];
    let end = ["save", "errors", "match /augeas/events/saved"].map(str::to_owned).to_vec();
    let said = ask(system, row, &[script::load(row), dry, changes, end].concat())?;
    let would_save = said.lines().any(|line| line.starts_with("/augeas/events/saved") && line.contains(" = "));
    Ok(would_save)
}

impl Provider for Augtool {
    type Resource = Augeas;

    fn get(&mut self, system: &impl Read, rows: &[Row<Augeas>]) -> Vec<Result<State<Augeas>>> {
        each(rows, |row| {
            if !needs_to_run(system, row)? {
                return Ok(AugeasState { returns: Some(Value::Integer(0)) }.into());
            }
            let state = State::new(AugeasState { returns: Some("need_to_run".into()) });
            let verdict = Verdict::differs(AugeasAttribute::Returns).showing("'need_to_run'", "0");
            Ok(state.with(verdict.change("executed successfully")))
        })
    }

    fn set(
        &mut self,
        system: &impl Write,
        row: &Row<Augeas>,
        _is: &AugeasState,
        _changed: &[AugeasAttribute],
    ) -> Result<Applied<AugeasAttribute>> {
        // A change that can't be made must keep all others from being saved: augtool itself would go on.
        if row.force == Switch::True {
            let dry = vec!["set /augeas/save noop".to_owned()];
            ask(system, row, &[script::load(row), dry, changes(row)?, vec!["save".to_owned()]].concat())?;
        }
        let end = ["save", "errors"].map(str::to_owned).to_vec();
        let lines = [script::load(row), changes(row)?, end].concat();
        success(system.mutate(&command(row, &lines))?)?;
        Ok(Applied::all())
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use marotte_sdk::fake::{Fake, Trial};

    use super::*;
    use crate::Component;

    /// Answers scripts by what they end with, and keeps them.
    fn machine(saved: &'static str, stderr: &'static str) -> (Fake, Rc<RefCell<Vec<String>>>) {
        let scripts = Rc::new(RefCell::new(Vec::new()));
        let machine = Fake::new();
        let kept = Rc::clone(&scripts);
        machine.on_command(move |command| {
            let Some(Part::Text(script)) = command.stdin.first() else { panic!("a script") };
            let last = script.lines().last().unwrap_or_default();
            let stdout = match last {
                "match /augeas/events/saved" => saved,
                last if last.starts_with("get ") => "/files/etc/hosts/1/ipaddr = ::1\n",
                _ => "Saved 1 file(s)\n",
            };
            kept.borrow_mut().push(format!("{}\n{script}", command.args.join(" ")));
            let status = i32::from(!stderr.is_empty());
            Ok(Output { status, stdout: stdout.into(), stderr: stderr.into(), truncated: false })
        });
        (machine, scripts)
    }

    fn row(more: &[(&'static str, Value)]) -> Vec<(&'static str, Value)> {
        let incl = [("incl", "/etc/hosts".into()), ("lens", "Hosts.lns".into())];
        [&incl[..], &[("changes", "set 1/canonical 'a b'\n\nrm 2".into())], more].concat()
    }

    #[test]
    fn what_would_be_saved_is_saved() {
        let (machine, scripts) = machine("/augeas/events/saved = /files/etc/hosts\n", "");
        let mut trial: Trial<Augtool> = Trial::new::<Component>(&machine, "augeas");
        let wanted = trial.prepare("x", &row(&[])).unwrap();
        assert_eq!(trial.noop(&wanted), ["returns: current_value 'need_to_run', should be 0 (noop)"]);
        assert_eq!(trial.apply(&wanted), ["returns: executed successfully"]);
        let load = "--noload --root . --noautoload\nset /augeas/load/Xfm/lens \"Hosts.lns\"\nset /augeas/load/Xfm/incl \
                    \"/etc/hosts\"\nload\n";
        let changes = "set /files/etc/hosts/1/canonical \"a b\"\nrm /files/etc/hosts/2\nsave\nerrors\n";
        let dry = format!("{load}set /augeas/save noop\n{changes}match /augeas/events/saved\n");
        assert_eq!(*scripts.borrow(), [dry.clone(), dry, format!("{load}{changes}")]);
    }

    #[test]
    fn nothing_is_done_where_nothing_would_be_saved() {
        let (machine, scripts) = machine("  (no matches)\n", "");
        let mut trial: Trial<Augtool> = Trial::new::<Component>(&machine, "augeas");
        let wanted = trial.prepare("x", &row(&[])).unwrap();
        assert_eq!(trial.apply(&wanted), [""; 0]);
        assert_eq!(scripts.borrow().len(), 1);
        let force = trial.prepare("x", &row(&[("force", "true".into())])).unwrap();
        assert_eq!(trial.apply(&force), ["returns: executed successfully"]);
    }

    #[test]
    fn a_condition_comes_first() {
        let (machine, scripts) = machine("/augeas/events/saved = /files/etc/hosts\n", "");
        let mut trial: Trial<Augtool> = Trial::new::<Component>(&machine, "augeas");
        let not = trial.prepare("x", &row(&[("onlyif", "get 1/ipaddr != ::1".into())])).unwrap();
        assert_eq!(trial.apply(&not), [""; 0]);
        assert!(scripts.borrow()[0].ends_with("load\nget /files/etc/hosts/1/ipaddr\n"));
        let then = trial.prepare("x", &row(&[("onlyif", "get 1/ipaddr == ::1".into())])).unwrap();
        assert_eq!(trial.apply(&then).len(), 1);
    }

    #[test]
    fn what_augtool_complains_of_is_an_error() {
        let said = |stderr: &'static str| {
            let (machine, _) = machine("", stderr);
            let mut trial: Trial<Augtool> = Trial::new::<Component>(&machine, "augeas");
            let wanted = trial.prepare("x", &row(&[])).unwrap();
            trial.apply(&wanted).remove(0)
        };
        let failed = "error: Failed to execute command\nsaving failed (run 'errors' for details)\n";
        assert_eq!(said(failed), "Could not evaluate: Save failed, see debug output for details");
        assert_eq!(said("error: Failed to execute command\nx: y\n"), "Could not evaluate: x: y");
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let (machine, _) = machine("", "");
        let mut trial: Trial<Augtool> = Trial::new::<Component>(&machine, "augeas");
        let lens = trial.prepare("x", &[("lens", "Hosts.lns".into())]).err().unwrap();
        assert_eq!(lens, "You must specify both the lens and incl parameters, or neither.");
        let mut fails = |changes: &str| {
            let wanted = trial.prepare("x", &[("changes", changes.into())]).unwrap();
            trial.apply(&wanted).remove(0)
        };
        assert_eq!(fails("frob x"), "Could not evaluate: Unknown command frob");
        assert_eq!(fails("match a size > 0"), "Could not evaluate: Command 'match' is not supported");
    }
}
