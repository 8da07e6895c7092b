//! Manages single lines of INI files: `ini_line { '/etc/app.ini:server/port': value => '8080' }`.

use marotte_sdk::prelude::*;
use schema::{Ensure, IniLine, IniLineAttribute, IniLineState};

/// The schema of the type.
#[marotte_sdk::package]
pub mod schema {
    /// A line in an INI file.
    #[resource(name = "ini_line", require(file = path), example = "ini_line { 'server/port': value => '8080' }")]
    #[resource(title = "^(/.+):(.*)/(.+)$" => (path, section, key), title = "^(.*)/(.+)$" => (section, key))]
    #[provider(name = "text", by = super::Text, instances)]
    pub struct IniLine {
        /// The file; created if missing.
        #[parameter(namevar, default = "/etc/app.ini")]
        pub path: String,
        /// The section of the line; empty for lines before the first section.
        #[parameter(namevar)]
        pub section: String,
        /// The text before the equals sign.
        #[parameter(namevar)]
        pub key: String,
        /// Whether the line should exist.
        #[property(default = "present")]
        pub ensure: Ensure,
        /// The text after the equals sign.
        #[property]
        pub value: Option<String>,
    }
}

/// The provider that reads and writes INI files line by line.
#[derive(Debug, Default)]
pub struct Text;

fn read(system: &impl ReadSystem, place: &Place) -> Result<Vec<String>> {
    let text = system.find_text(place, 1 << 20)?.unwrap_or_default();
    Ok(text.lines().map(str::to_owned).collect())
}

/// Returns the section, key and value of each line; the key is empty for other lines.
fn entries(lines: &[String]) -> Vec<[&str; 3]> {
    let mut section = "";
    let entries = lines.iter().map(|line| line.trim()).map(|line| {
        let name = line.strip_prefix('[').and_then(|line| line.strip_suffix(']'));
        section = name.unwrap_or(section);
        let pair = line.split_once('=').filter(|_| name.is_none() && !line.starts_with(['#', ';']));
        let (key, value) = pair.unwrap_or_default();
        [section, key.trim(), value.trim()]
    });
    entries.collect()
}

fn state(value: Option<&str>) -> IniLineState {
    let ensure = if value.is_some() { Ensure::Present } else { Ensure::Absent };
    IniLineState { ensure: Some(ensure), value: value.map(str::to_owned) }
}

impl Provider for Text {
    type Resource = IniLine;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<IniLine>]) -> Vec<Result<State<IniLine>>> {
        for_each_row(rows, |row| {
            let lines = read(system, &row.place(row.path.as_str()))?;
            let is = entries(&lines).into_iter().find(|[section, key, _]| *section == row.section && *key == row.key);
            Ok(state(is.map(|[.., value]| value)).into())
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<IniLine>,
        _is: &IniLineState,
        _changed: &[IniLineAttribute],
    ) -> Result<Applied<IniLineAttribute>> {
        let mut lines = read(system, &row.place(row.path.as_str()))?;
        let line = format!("{} = {}", row.key, row.value.as_deref().unwrap_or_default());
        let all = entries(&lines);
        let last = all.iter().rposition(|[section, ..]| *section == row.section);
        match all.iter().position(|[section, key, _]| *section == row.section && *key == row.key) {
            Some(here) if row.ensure == Ensure::Absent => drop(lines.remove(here)),
            Some(here) => lines[here] = line,
            None if row.section.is_empty() || last.is_some() => lines.insert(last.map_or(0, |last| last + 1), line),
            None => lines.extend([format!("[{}]", row.section), line]),
        }
        let text = lines.join("\n") + "\n";
        system.write(&row.path, &vec![text.as_str().into()], &Attrs::default(), None)?;
        Ok(Applied::all())
    }
}

impl Instances for Text {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<IniLine>>> {
        let lines = read(system, &Place { row: 0, path: "/etc/app.ini".to_owned() })?;
        let lines = entries(&lines).into_iter().filter(|[_, key, _]| !key.is_empty());
        let of = |[section, key, value]: [&str; 3]| (format!("{section}/{key}"), state(Some(value)));
        Ok(lines.map(of).map(|(title, is)| Instance { title, is }).collect())
    }
}

#[cfg(test)]
mod tests {
    use marotte_sdk::fake::{FakeSystem, FileNode, ProviderTest};

    use super::*;

    #[test]
    fn line_is_added_to_its_section() {
        let machine = FakeSystem::new();
        machine.put("/etc/app.ini", FileNode::file("top = 1\n[server]\nport = 80\n# note\n[client]\nname = x\n"));
        let mut trial: ProviderTest<Text> = ProviderTest::new::<schema::Component>(&machine, "text");
        let mut apply = |section: &str, key: &str, attributes: &[(&str, Value)]| {
            let identity = [("path", "/etc/app.ini".into()), ("section", section.into()), ("key", key.into())];
            let wanted = trial.want("x", &[&identity[..], attributes].concat()).unwrap();
            let messages = trial.apply(&wanted);
            assert_eq!(trial.apply(&wanted), [""; 0]);
            messages
        };
        assert_eq!(apply("server", "port", &[("value", "8080".into())]), ["value: value changed '80' to '8080'"]);
        assert_eq!(apply("server", "host", &[("value", "h".into())]), ["ensure: created"]);
        assert_eq!(apply("new", "key", &[("value", "v".into())]), ["ensure: created"]);
        assert_eq!(apply("", "top", &[("ensure", "absent".into())]), ["ensure: removed"]);
        let text = "[server]\nport = 8080\n# note\nhost = h\n[client]\nname = x\n[new]\nkey = v\n";
        assert_eq!(machine.text("/etc/app.ini"), text);
    }

    #[test]
    fn instances_list_the_lines_of_the_default_file() {
        let machine = FakeSystem::new();
        machine.put("/etc/app.ini", FileNode::file("top = 1\n[server]\n; no = line\nport=80\n"));
        let mut trial: ProviderTest<Text> = ProviderTest::new::<schema::Component>(&machine, "text");
        let titles: Vec<String> = trial.instances().unwrap().into_iter().map(|found| found.title).collect();
        assert_eq!(titles, ["/top", "server/port"]);
    }
}
