//! Comments that belong to a setting: `# NAME: TEXT` in the line above it.

use marotte_sdk::limits;
use marotte_sdk::prelude::*;
use marotte_sdk::records::{RecordLine as _, destination};

use crate::setting::Assignment;
use crate::{Switch, Sysctl, SysctlAttribute};

/// Adds the current comment to a state, if the comment is managed. `path` is the file with the setting.
///
/// # Errors
/// Returns an error if the file cannot be read.
pub(crate) fn judge(
    system: &impl ReadSystem,
    row: &Row<Sysctl>,
    path: &str,
    mut state: State<Sysctl>,
) -> Result<State<Sysctl>> {
    if row.comment.is_none() {
        return Ok(state);
    }
    if row.persist == Some(Switch::False) {
        return Ok(state.with(Verdict::insync(SysctlAttribute::Comment)));
    }
    let text = system.find_text(&row.place(path), limits::CONFIG_FILE)?.unwrap_or_default();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let place = place(&lines, &row.name).and_then(|place| comment_place(&lines, place, &row.name));
    let comment = place.and_then(|place| comment(lines[place], &row.name));
    state.is.comment = Some(comment.unwrap_or_default().to_owned());
    Ok(state)
}

/// Writes the comment of a setting, if it is managed and differs.
///
/// # Errors
/// Returns an error if the file cannot be read or written.
pub(crate) fn write(system: &impl WriteSystem, row: &Row<Sysctl>) -> Result<()> {
    let Some(wanted) = row.comment.as_deref().filter(|_| row.persist != Some(Switch::False)) else { return Ok(()) };
    let text = system.find_text(&row.place(&*row.target), limits::CONFIG_FILE)?.unwrap_or_default();
    let changed = with_comment(&text, &row.name, wanted);
    if changed == text {
        return Ok(());
    }
    let path = destination(system, row.id(), row.target.to_string())?;
    system.write(&path, &vec![changed.into()], &Attrs::default(), None)
}

/// Returns a text in which a setting has a comment, or none if the comment is empty.
fn with_comment(text: &str, name: &str, wanted: &str) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let Some(place) = place(&lines, name) else { return text.to_owned() };
    let line = format!("# {name}: {wanted}\n");
    match comment_place(&lines, place, name) {
        Some(old) if wanted.is_empty() => drop(lines.remove(old)),
        Some(old) if comment(lines[old], name) != Some(wanted) => lines[old] = &line,
        None if !wanted.is_empty() => lines.insert(place, &line),
        _ => {}
    }
    lines.concat()
}

/// Returns the position of a setting, the last one of its name.
fn place(lines: &[&str], name: &str) -> Option<usize> {
    lines.iter().rposition(|line| Assignment::parse(line).is_some_and(|setting| setting.name == name))
}

/// Returns the position of the comment that belongs to a setting. Blank lines may be between them.
fn comment_place(lines: &[&str], place: usize, name: &str) -> Option<usize> {
    let above = lines[..place].iter().rposition(|line| !line.trim().is_empty())?;
    comment(lines[above], name).map(|_| above)
}

/// Returns the text of a line that is the comment of a setting.
fn comment<'l>(line: &'l str, name: &str) -> Option<&'l str> {
    let text = line.trim().strip_prefix(['#', ';'])?;
    Some(text.trim_start_matches(['#', ';']).trim_start().strip_prefix(name)?.strip_prefix(':')?.trim())
}

#[cfg(test)]
mod tests {
    use marotte_sdk::fake::{FakeSystem, FileNode, ProviderTest};

    use crate::{Component, Parsed};

    const TEXT: &str = "# net.x: old\n\nnet.x = 1\n# other\nnet.y = 2\n";

    /// Applies a comment twice, checks that the second run makes no changes, and returns the message and the file.
    fn applied(name: &str, comment: &str) -> (String, String) {
        let machine = FakeSystem::new();
        machine.put("/etc/sysctl.conf", FileNode::file(TEXT));
        let mut trial: ProviderTest<Parsed> = ProviderTest::new::<Component>(&machine, "parsed");
        let wanted = trial.prepare(name, &[("val", "2".into()), ("comment", comment.into())]).unwrap();
        let messages = trial.apply(&wanted);
        assert_eq!(trial.apply(&wanted), [""; 0]);
        (messages.join("; "), machine.text("/etc/sysctl.conf"))
    }

    #[test]
    fn comment_is_added_changed_and_removed() {
        let added = "# net.x: old\n\nnet.x = 1\n# other\n# net.y: new\nnet.y=2\n";
        assert_eq!(applied("net.y", "new"), ("comment: comment changed '' to 'new'".to_owned(), added.to_owned()));
        let changed = "# net.x: new\n\nnet.x=2\n# other\nnet.y = 2\n";
        let message = "val: val changed '1' to '2'; comment: comment changed 'old' to 'new'";
        assert_eq!(applied("net.x", " new "), (message.to_owned(), changed.to_owned()));
        assert_eq!(applied("net.x", "").1, "\nnet.x=2\n# other\nnet.y = 2\n");
        assert_eq!(applied("net.z", "new"), ("ensure: created".to_owned(), format!("{TEXT}# net.z: new\nnet.z=2\n")));
    }

    #[test]
    fn comment_with_several_lines_is_an_error() {
        let machine = FakeSystem::new();
        let trial: ProviderTest<Parsed> = ProviderTest::new::<Component>(&machine, "parsed");
        let fault = trial.prepare("a", &[("comment", "x\ny".into())]).err().unwrap().message;
        assert_eq!(fault, "comment cannot include newlines");
    }
}
