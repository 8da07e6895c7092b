//! Input for augtool: its initial arguments, and lines that it parses back into the same words.

use crate::{Augeas, Switch};

/// Returns the arguments: nothing is loaded before the script says so, and the root is the directory that it runs in, wherever the
/// host puts that.
pub(crate) fn arguments(row: &Augeas) -> Vec<String> {
    let mut arguments = vec!["--noload".to_owned(), "--root".to_owned(), ".".to_owned()];
    if row.incl.is_some() {
        arguments.push("--noautoload".to_owned());
    }
    if row.type_check == Switch::True {
        arguments.push("--typecheck".to_owned());
    }
    let directories = row.load_path.iter().flat_map(|lines| &lines.0).flat_map(|line| line.split(':'));
    for directory in directories.filter(|directory| !directory.is_empty()) {
        arguments.extend(["--include".to_owned(), directory.to_owned()]);
    }
    arguments
}

/// Returns the lines that load the files.
pub(crate) fn load(row: &Augeas) -> Vec<String> {
    let mut lines = Vec::new();
    if let (Some(lens), Some(incl)) = (&row.lens, &row.incl) {
        lines.push(format!("set /augeas/load/Xfm/lens {}", text(lens)));
        lines.push(format!("set /augeas/load/Xfm/incl {}", text(incl)));
    } else if let Some(context) =
        row.context.strip_prefix("/files/").filter(|path| !path.contains(['\'', '"', '[', ']']))
    {
        // Only lenses that may have read something there; all of them where none may.
        let directory = format!("'/{}/'", context.trim_end_matches('/'));
        let beneath = "glob(incl) + regexp('/.*')";
        let others =
            format!("/augeas/load/*[{directory} !~ {beneath}][count(/augeas/load/*[{directory} =~ {beneath}]) > 0]");
        lines.push(format!("rm {}", path(&others)));
    }
    lines.push("load".to_owned());
    lines
}

/// Returns the question which lenses would write a file; `None` where its name can't be put into one.
pub(crate) fn transforms_of(file: &str) -> Option<String> {
    let quote = ['\'', '"'].into_iter().find(|quote| !file.contains(*quote))?;
    let name = format!("{quote}{file}{quote}");
    Some(format!("match {}", path(&format!("/augeas/load/*[{name} =~ glob(incl)][{name} !~ glob(excl)]"))))
}

/// Writes lines one after the other.
pub(crate) fn text_of(lines: &[String]) -> Vec<u8> {
    lines.iter().flat_map(|line| line.bytes().chain([b'\n'])).collect()
}

/// Writes the content of a file as a quoted text. `None` if augtool would take a character for a command of
/// its line editor.
pub(crate) fn quoted(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut quoted = vec![b'"'];
    for byte in bytes {
        match byte {
            b'\n' => quoted.extend(b"\\n"),
            b'\t' => quoted.extend(b"\\t"),
            b'"' | b'\\' => quoted.extend([b'\\', *byte]),
            0..=31 | 127 => return None,
            other => quoted.push(*other),
        }
    }
    quoted.push(b'"');
    Some(quoted)
}

/// Writes a change as augtool reads it.
pub(crate) fn change(words: &[String]) -> String {
    let Some((command, given)) = words.split_first() else { return String::new() };
    let is_path = |place: usize| match command.as_str() {
        "ins" | "insert" => place == 2,
        "defvar" | "defnode" => place == 1,
        "mv" | "move" => true,
        _ => place == 0,
    };
    let given = given.iter().enumerate().map(|(place, word)| if is_path(place) { path(word) } else { text(word) });
    let short = match command.as_str() {
        "remove" => "rm",
        "insert" => "ins",
        "move" => "mv",
        other => other,
    };
    std::iter::once(short.to_owned()).chain(given).collect::<Vec<_>>().join(" ")
}

/// Writes a text between quotes.
fn text(word: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in word.chars() {
        match letter {
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '"' | '\\' => quoted.extend(['\\', letter]),
            other => quoted.push(other),
        }
    }
    quoted + "\""
}

/// Writes a path. Within brackets blanks and quotes are the path's own; what a path itself escapes stays escaped.
pub(crate) fn path(word: &str) -> String {
    let mut written = String::new();
    let mut brackets = 0_usize;
    let mut letters = word.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\n' => written.push_str("\\n"),
            '\t' => written.push_str("\\t"),
            '\\' => match letters.next_if(|next| "[]|/=()!,".contains(*next)) {
                Some(next) => written.extend(['\\', next]),
                None => match letters.next_if(|next| next.is_whitespace() || "'\"".contains(*next)) {
                    // Only words need this; in the path itself it stands for the letter.
                    Some(next) => written.extend(['\\', next]),
                    None => written.push_str("\\\\"),
                },
            },
            ' ' | '\'' | '"' if brackets == 0 => written.extend(['\\', letter]),
            other => {
                match other {
                    '[' => brackets += 1,
                    ']' => brackets = brackets.saturating_sub(1),
                    _ => {}
                }
                written.push(other);
            }
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(words: &[&str]) -> String {
        change(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn what_is_in_a_file_is_told_byte_for_byte() {
        assert_eq!(quoted(b"a\t\"\\\xff\n").unwrap(), b"\"a\\t\\\"\\\\\xff\\n\"");
        assert_eq!(quoted(b"a\r\n"), None);
        let question = "match /augeas/load/*[\"/etc/it's\" =~ glob(incl)][\"/etc/it's\" !~ glob(excl)]";
        assert_eq!(transforms_of("/etc/it's").as_deref(), Some(question));
    }

    #[test]
    fn words_stay_words() {
        assert_eq!(written(&["set", "/a b/c", "x \"y\" \\ 'z'\nrm /"]), r#"set /a\ b/c "x \"y\" \\ 'z'\nrm /""#);
        assert_eq!(written(&["remove", "/a[. = 'b c']/d\ne"]), r"rm /a[. = 'b c']/d\ne");
        assert_eq!(written(&["insert", "l", "before", "/a\\/b\\ c"]), r#"ins "l" "before" /a\/b\ c"#);
        assert_eq!(written(&["defnode", "v", "/a", "x"]), r#"defnode "v" /a "x""#);
        assert_eq!(written(&["move", "/a", "/b"]), "mv /a /b");
    }
}
