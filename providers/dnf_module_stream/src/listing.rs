//! The table that `dnf module list` prints: columns with a header, for each repository.

/// The streams of a module.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Streams {
    pub(crate) default: Option<String>,
    pub(crate) enabled: Option<String>,
}

impl Streams {
    /// Parses the table. After the name of a stream, `[d]` marks the default and `[e]` the enabled stream.
    pub(crate) fn parse(table: &str) -> Self {
        let mut streams = Self::default();
        let mut column = None;
        for line in table.lines() {
            let mut words = line.split_whitespace();
            match (words.next(), words.next(), column) {
                (Some("Name"), Some("Stream"), _) => {
                    column = line
                        .find("Stream")
                        .and_then(|start| Some((start, start + line.get(start..)?.find("Profiles")?)));
                }
                // The tables of repositories are separated by empty lines.
                (None, _, _) => column = None,
                (Some(_), _, Some((start, end))) => streams.note(line, start, end),
                (Some(_), _, None) => {}
            }
        }
        streams
    }

    fn note(&mut self, line: &str, start: usize, end: usize) {
        let cell: String = line.chars().skip(start).take(end - start).collect();
        let Some(name) = cell.split_whitespace().next() else { return };
        if cell.contains("[d]") {
            self.default = Some(name.to_owned());
        }
        if cell.contains("[e]") {
            self.enabled = Some(name.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_contains_default_and_enabled_stream() {
        let table = "Rocky Linux 8 - AppStream\n\
                     Name      Stream       Profiles                                 Summary      \n\
                     mariadb   10.3 [d]     client, galera, server [d]               MariaDB Module\n\
                     mariadb   10.5 [e]     client, galera, server [d] [e]           MariaDB Module\n\n\
                     Other\nName     Stream   Profiles Summary\nmariadb  11.4     server [d]\n\n\
                     Hint: [d]efault, [e]nabled, [x]disabled, [i]nstalled\n";
        let streams = Streams::parse(table);
        assert_eq!((streams.default.as_deref(), streams.enabled.as_deref()), (Some("10.3"), Some("10.5")));
    }

    #[test]
    fn stream_can_be_both_or_neither() {
        let of =
            |cell: &str| Streams::parse(&format!("Name   Stream    Profiles Summary\nperl   {cell:10}common [d]\n"));
        let both = of("5.26 [d][e]");
        assert_eq!((both.default.as_deref(), both.enabled.as_deref()), (Some("5.26"), None));
        let wide = "Name   Stream      Profiles Summary\nperl   5.26 [d][e] common [d]\n";
        assert_eq!(Streams::parse(wide).enabled.as_deref(), Some("5.26"));
        assert_eq!(of("5.30 [x]"), Streams::default());
        assert_eq!(Streams::parse(""), Streams::default());
    }
}
