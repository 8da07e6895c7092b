//! Extraction of archives: the program for each kind of archive, and the command given in the manifest.

use marotte_sdk::command::Invocation;
use marotte_sdk::prelude::*;

use crate::{Archive, Flags};

/// Replaces each `%s` in the command from the manifest with the quoted path of the archive, and each `%%`
/// with `%`. The grant contains the same text, so the component cannot run another script.
const SCRIPT: &str = r#"newline='
'
word= rest=$2
while [ -n "$rest" ]; do
  tail=${rest#?} letter=${rest%"${rest#?}"} rest=$tail
  case $letter in
    [A-Za-z0-9_.,:+/@-]) word=$word$letter ;;
    "$newline") word="$word'$newline'" ;;
    *) word="$word\\$letter" ;;
  esac
done
line= rest=$1
while case $rest in *%*) ;; *) false ;; esac; do
  line=$line${rest%%%*} rest=${rest#*%}
  case $rest in
    s*) line=$line$word rest=${rest#s} ;;
    %*) line=$line% rest=${rest#%} ;;
    *) line=$line% ;;
  esac
done
eval "$line$rest"
"#;

/// Programs by file name suffix: the suffixes, the program, its key in a hash of flags, and its default
/// flags.
const KINDS: &[(&[&str], &str, &str, &str)] = &[
    (&[".tar"], "tar", "tar", "xf"),
    (&[".tgz", ".tar.gz"], "tar", "tar", "xzf"),
    (&[".tbz", ".tar.bz2"], "tar", "tar", "xjf"),
    (&[".txz", ".tar.xz"], "tar", "tar", "xJf"),
    (&[".gz"], "gunzip", "gunzip", "-d"),
    (&[".zip", ".war", ".jar"], "unzip", "zip", "-o"),
];

/// Extracts the archive in its directory.
pub(crate) fn extract(system: &impl WriteSystem, row: &Row<Archive>) -> Result<()> {
    let Some(directory) = &row.extract_path else { return Err(Error::invalid("missing archive extract_path")) };
    let command = match &row.extract_command {
        Some(command) => own(row, command)?,
        None => usual(row)?,
    };
    if row.user.is_some() || row.group.is_some() {
        system.set_attrs(&row.path.0, &Attrs { mode: Some(0o644), ..Attrs::default() }, false)?;
    }
    let command = Command {
        row: row.id(),
        cwd: Some(directory.0.clone()),
        user: row.user.clone(),
        group: row.group.clone(),
        ..command
    };
    let invocation = Invocation::new(command);
    let invocation = match &row.extract_command {
        Some(line) => invocation.shown_as(line),
        None => invocation,
    };
    invocation.run(system).map(drop)
}

fn usual(row: &Archive) -> Result<Command> {
    let path = row.path.0.as_str();
    let kind = KINDS.iter().find(|(ends, ..)| ends.iter().any(|end| path.ends_with(end)));
    let Some((_, program, called, usual)) = kind else {
        return Err(Error::invalid(format!("Unknown filetype: {path}")));
    };
    let flags = row.extract_flags.as_ref().and_then(|flags| flags.of(called)).unwrap_or(usual);
    let mut arguments: Vec<&str> = flags.split_whitespace().collect();
    arguments.push(path);
    Ok(Command::named(program, &arguments))
}

fn own(row: &Archive, command: &str) -> Result<Command> {
    if !command.contains("%s") {
        return Err(Error::invalid("extract_command must contain %s, the placeholder for the path of the archive"));
    }
    if row.extract_flags.as_ref().is_some_and(|flags| *flags != Flags::Usual) {
        return Err(Error::invalid("extract_flags has no effect with extract_command"));
    }
    Ok(Command::named("sh", &["-c", SCRIPT, "sh", command, &row.path.0]))
}
