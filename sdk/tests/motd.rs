//! Tests of the README's example: the provider works, and the README shows its current source.

#[path = "motd/lib.rs"]
pub mod example;

/// Returns the code blocks of a text.
fn blocks(text: &str) -> Vec<&str> {
    text.split("```").skip(1).step_by(2).filter_map(|block| block.split_once('\n')).map(|(_, code)| code).collect()
}

#[test]
fn readme_contains_the_example() {
    let readme = include_str!("../README.md");
    let (code, tests) = include_str!("motd/lib.rs").split_once("#[cfg(test)]").unwrap();
    for shown in [code.trim_end(), tests.trim_end(), include_str!("motd/provider.toml").trim_end()] {
        assert!(blocks(readme).iter().any(|block| block.contains(shown)), "not in the README:\n{shown}");
    }
}

#[test]
fn schema_matches_the_struct() {
    use marotte_sdk::export::Package as _;
    let schema = marotte_contract::schema::PackageSchema::from_json(example::schema::Component::SCHEMA).unwrap();
    let motd = &schema.types[0];
    assert_eq!(motd.docs, "The message shown at login.");
    let names: Vec<&str> = motd.attributes.iter().map(|attribute| attribute.name.as_str()).collect();
    assert_eq!(names, ["path", "ensure", "text"]);
    assert!(motd.attributes[0].is_namevar());
    assert_eq!(motd.attributes[2].data_type, "String");
    assert_eq!(motd.attributes[1].choices[1].value, "absent");
    assert_eq!(schema.providers[0].name, "plain");
}
