//! The providers of a type for `describe`: requirements and features of each, and the feature table as in
//! Puppet's reference.

use std::fmt::Write as _;

use catalog::schema::{Condition, Feature, Hook, ProviderSchema, Test};

use super::text::{heading, wrapped};

/// Describes providers, which are sorted by name.
pub(super) fn describe(providers: &[&ProviderSchema]) -> String {
    let mut text = String::new();
    heading(&mut text, "Providers", '-');
    for provider in providers {
        let _ = writeln!(text, "\n- **{}**", provider.name);
        let mut line = |line: String| wrapped(&mut text, &line, "    ");
        if !provider.docs.is_empty() {
            line(provider.docs.clone());
        }
        if !provider.hooks.contains(&Hook::Get) {
            line("Not implemented yet.".to_owned());
        }
        let commands = provider.confine.iter().filter(|condition| condition.holds);
        let commands: Vec<String> = commands.filter_map(|condition| command(&condition.test)).collect();
        if !commands.is_empty() {
            line(format!("* Required binaries: {}.", commands.join(", ")));
        }
        for conditions in &provider.default_for {
            let conditions: Vec<String> = conditions.iter().map(condition).collect();
            line(format!("* Default for {}.", conditions.join(" and ")));
        }
        if !provider.features.is_empty() {
            let mut features: Vec<String> = provider.features.iter().map(|f| format!("`{}`", f.feature)).collect();
            features.sort();
            line(format!("* Supported features: {}.", features.join(", ")));
        }
    }
    text
}

/// Writes the feature table: a row for each provider, a column for each feature, and an X for each supported
/// feature.
pub(super) fn table(features: &[Feature], providers: &[&ProviderSchema]) -> String {
    let mut names: Vec<&str> = features.iter().map(|feature| feature.name.as_str()).collect();
    names.sort_unstable();
    let mut rows: Vec<Vec<&str>> = vec![["Provider"].into_iter().chain(names.iter().copied()).collect()];
    for provider in providers {
        let has = |name: &&str| provider.features.iter().any(|provided| provided.feature == **name);
        let marks = names.iter().map(|name| if has(name) { "*X*" } else { "" });
        rows.push([provider.name.as_str()].into_iter().chain(marks).collect());
    }
    let widths: Vec<usize> =
        (0..=names.len()).map(|column| rows.iter().map(|row| row[column].len()).max().unwrap_or(0)).collect();
    let line: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
    rows.insert(1, line.iter().map(String::as_str).collect());
    rows.iter().fold(String::new(), |mut text, row| {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        let _ = writeln!(text, "{} |", cells.join(" | "));
        text
    })
}

fn command(test: &Test) -> Option<String> {
    match test {
        Test::Command(name) => Some(format!("`{name}`")),
        Test::Fact(..) | Test::Path(_) | Test::Contains(..) => None,
    }
}

fn condition(condition: &Condition) -> String {
    let is = if condition.holds { "==" } else { "!=" };
    let exists = if condition.holds { "exists" } else { "does not exist" };
    match &condition.test {
        Test::Fact(fact, values) => format!("`{fact}` {is} `{}`", values.join(", ")),
        Test::Command(name) => format!("command `{name}` {exists}"),
        Test::Path(path) => format!("`{path}` {exists}"),
        Test::Contains(path, text) => format!("`{path}` {is} `*{text}*`"),
    }
}

#[cfg(test)]
mod tests {
    use catalog::schema::Provided;

    use super::*;

    fn provider(name: &str, features: &[&str]) -> ProviderSchema {
        let features = features.iter().map(|feature| Provided { feature: (*feature).to_owned(), when: Vec::new() });
        ProviderSchema { name: name.to_owned(), features: features.collect(), ..ProviderSchema::default() }
    }

    #[test]
    fn provider_features_are_formatted_as_a_table() {
        let feature = |name: &str| Feature { name: name.to_owned(), docs: String::new() };
        let (apt, dpkg) = (provider("apt", &["versionable", "holdable"]), provider("dpkg", &["holdable"]));
        let expected = "\
Provider | holdable | versionable |
-------- | -------- | ----------- |
apt      | *X*      | *X*         |
dpkg     | *X*      |             |
";
        assert_eq!(table(&[feature("versionable"), feature("holdable")], &[&apt, &dpkg]), expected);
    }

    #[test]
    fn provider_description_contains_requirements_and_defaults() {
        let fact = Condition { test: Test::Fact("os.family".into(), vec!["Debian".into()]), holds: true };
        let apt = ProviderSchema {
            docs: "Packages by apt.".into(),
            hooks: vec![Hook::Get],
            confine: vec![Condition { test: Test::Command("apt-get".into()), holds: true }],
            default_for: vec![vec![fact]],
            ..provider("apt", &["versionable", "holdable"])
        };
        let expected = "\n- **apt**
    Packages by apt.
    * Required binaries: `apt-get`.
    * Default for `os.family` == `Debian`.
    * Supported features: `holdable`, `versionable`.
";
        assert_eq!(describe(&[&apt]), format!("\nProviders\n---------\n{expected}"));
    }
}
