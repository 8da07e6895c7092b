//! Input for augtool: its arguments, and commands quoted so that augtool parses them into the same words.

use crate::{Augeas, Switch};

/// Returns the arguments. No files are loaded before the script requests it. The root is the working
/// directory, which the host may place anywhere.
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

/// Returns the commands that load the files.
pub(crate) fn load(row: &Augeas) -> Vec<String> {
    let mut lines = Vec::new();
    if let (Some(lens), Some(incl)) = (&row.lens, &row.incl) {
        lines.push(format!("set /augeas/load/Xfm/lens {}", text(lens)));
        lines.push(format!("set /augeas/load/Xfm/incl {}", text(incl)));
    } else if let Some(context) =
        row.context.strip_prefix("/files/").filter(|path| !path.contains(['\'', '"', '[', ']']))
    {
        // Loads only files of lenses that cover the context, or of all lenses if none does.
        let directory = format!("'/{}/'", context.trim_end_matches('/'));
        let below = "glob(incl) + regexp('/.*')";
        let others =
            format!("/augeas/load/*[{directory} !~ {below}][count(/augeas/load/*[{directory} =~ {below}]) > 0]");
        lines.push(format!("rm {}", path(&others)));
    }
    lines.push("load".to_owned());
    lines
}

/// Returns the query for the lenses that would write a file, or `None` if its name cannot be quoted.
pub(crate) fn transforms_of(file: &str) -> Option<String> {
    let quote = ['\'', '"'].into_iter().find(|quote| !file.contains(*quote))?;
    let name = format!("{quote}{file}{quote}");
    Some(format!("match {}", path(&format!("/augeas/load/*[{name} =~ glob(incl)][{name} !~ glob(excl)]"))))
}

/// Joins lines, each followed by a newline.
pub(crate) fn text_of(lines: &[String]) -> Vec<u8> {
    lines.iter().flat_map(|line| line.bytes().chain([b'\n'])).collect()
}

/// Quotes the content of a file. Returns `None` if it contains a control character, which augtool would pass
/// to its line editor.
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

/// Formats a change for augtool.
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

/// Quotes a text.
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

/// Formats a path. Within brackets, whitespace and quotes are part of the path expression; existing escapes
/// are preserved.
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
                    // Only words need this escape; within the path it denotes the character itself.
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
    fn content_is_quoted_byte_for_byte() {
        assert_eq!(quoted(b"a\t\"\\\xff\n").unwrap(), b"\"a\\t\\\"\\\\\xff\\n\"");
        assert_eq!(quoted(b"a\r\n"), None);
        let question = "match /augeas/load/*[\"/etc/it's\" =~ glob(incl)][\"/etc/it's\" !~ glob(excl)]";
        assert_eq!(transforms_of("/etc/it's").as_deref(), Some(question));
    }

    #[test]
    fn words_are_quoted() {
        assert_eq!(written(&["set", "/a b/c", "x \"y\" \\ 'z'\nrm /"]), r#"set /a\ b/c "x \"y\" \\ 'z'\nrm /""#);
        assert_eq!(written(&["remove", "/a[. = 'b c']/d\ne"]), r"rm /a[. = 'b c']/d\ne");
        assert_eq!(written(&["insert", "l", "before", "/a\\/b\\ c"]), r#"ins "l" "before" /a\/b\ c"#);
        assert_eq!(written(&["defnode", "v", "/a", "x"]), r#"defnode "v" /a "x""#);
        assert_eq!(written(&["move", "/a", "/b"]), "mv /a /b");
    }
}
