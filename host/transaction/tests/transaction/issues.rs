//! Issues that reject a catalog, with Puppet's messages.

use catalog::Value;

use crate::fake::Fake;
use crate::site::{Site, list};

#[track_caller]
fn assert_issues(site: Site, expected: &[&str]) {
    assert_eq!(site.issues(&mut Fake::new()), expected);
}

#[test]
fn invalid_values() {
    assert_issues(
        Site::new().file("/x", &[("ensure", "maybe".into()), ("force", "perhaps".into()), ("mode", list(&[]))]),
        &[
            "Parameter ensure failed on File[/x]: Invalid value \"maybe\". Valid values are present, directory, absent. (file: site.pp, line: 1)",
            "Parameter force failed on File[/x]: Invalid value \"perhaps\". Valid values are true, false, yes, no. (file: site.pp, line: 1)",
            "Parameter mode failed on File[/x]: expects a String value, got Array (file: site.pp, line: 1)",
        ],
    );
    assert_issues(
        Site::new().notify("n", &[("loglevel", "loud".into()), ("noop", "maybe".into())]),
        &[
            "Parameter loglevel failed on Notify[n]: Invalid value \"loud\". Valid values are debug, info, notice, warning, err, alert, emerg, crit, verbose. (file: site.pp, line: 1)",
            "Parameter noop failed on Notify[n]: Invalid value \"maybe\". Valid values are true, false. (file: site.pp, line: 1)",
        ],
    );
}

#[test]
fn unknown_missing_and_duplicate_attributes() {
    assert_issues(
        Site::new().file("/x", &[("colour", "red".into()), ("force", true.into()), ("forced", true.into())]),
        &[
            "no parameter named 'colour' on File[/x] (file: site.pp, line: 1)",
            "'forced' is an alias of the attribute 'force', which File[/x] sets too (file: site.pp, line: 1)",
        ],
    );
    assert_issues(
        Site::new().file("/x", &[("ctime", "now".into())]),
        &["Parameter ctime failed on File[/x]: ctime is read-only (file: site.pp, line: 1)"],
    );
    assert_issues(
        Site::new().resource("account", "bob", &[]),
        &["Validation of Account[bob] failed: the attribute 'shell' is required (file: site.pp, line: 1)"],
    );
}

#[test]
fn dangling_references() {
    assert_issues(
        Site::new().notify("a", &[("require", "File[/nope]".into())]).class(
            "c",
            &[("before", list(&["Notify[a]", "Notify[ghost]"]))],
            |site| site,
        ),
        &[
            "Could not find dependency File[/nope] for Notify[a] (file: site.pp, line: 1)",
            "Could not find dependent Notify[ghost] for Class[C] (file: site.pp, line: 2)",
        ],
    );
}

#[test]
fn duplicate_names() {
    assert_issues(
        Site::new().file("one", &[("path", "/x".into())]).file("two", &[("path", "/x".into())]),
        &[
            "Cannot alias File[two] to [\"/x\"] at (file: site.pp, line: 2); resource [\"File\", \"/x\"] already declared (file: site.pp, line: 1) (file: site.pp, line: 2)",
        ],
    );
    assert_issues(
        Site::new().exec("a", &[("alias", "aa".into())]).exec("b", &[("alias", "aa".into())]),
        &[
            "Cannot alias Exec[b] to \"aa\" at (file: site.pp, line: 2); resource [\"Exec\", \"aa\"] already declared (file: site.pp, line: 1) (file: site.pp, line: 2)",
        ],
    );
    let package = |site: Site, title: &str, provider: &str| {
        site.resource("package", title, &[("name", "p".into()), ("provider", provider.into())])
    };
    assert_issues(package(package(Site::new(), "one", "apt"), "two", "dpkg"), &[]);
    assert_issues(
        package(package(Site::new(), "one", "apt"), "two", "apt"),
        &[
            "Cannot alias Package[two] to [\"p\", \"apt\"] at (file: site.pp, line: 2); resource [\"Package\", \"p\", \"apt\"] already declared (file: site.pp, line: 1) (file: site.pp, line: 2)",
        ],
    );
}

#[test]
fn duplicate_names_are_allowed_by_the_duplicates_trait() {
    assert_issues(Site::new().exec("a", &[("command", "x".into())]).exec("b", &[("command", "x".into())]), &[]);
}

#[test]
fn references_by_alias_and_namevar() {
    let site = Site::new()
        .file("motd", &[("path", "/etc/motd".into()), ("alias", "message".into())])
        .notify("n", &[("require", list(&["File[message]", "File[/etc/motd]", "File[motd]"]))]);
    assert_issues(site, &[]);
}

#[test]
fn unknown_provider_and_missing_feature() {
    assert_issues(
        Site::new().resource("package", "p", &[("provider", "nosuch".into())]).resource(
            "package",
            "q",
            &[("provider", "dpkg".into()), ("ensure", "1.0".into())],
        ),
        &[
            "Parameter provider failed on Package[p]: Invalid package provider 'nosuch' (file: site.pp, line: 1)",
            "Parameter ensure failed on Package[q]: Provider dpkg must have features 'versionable' to set 'ensure' to '1.0' (file: site.pp, line: 2)",
        ],
    );
}

#[test]
fn issues_of_the_types_own_code() {
    let mut fake = Fake::new();
    fake.problems = vec![("/x".into(), Some(3), "no mode".into()), ("/x".into(), None, "no luck".into())];
    assert_eq!(
        Site::new().file("/x", &[]).issues(&mut fake),
        [
            "Parameter mode failed on File[/x]: no mode (file: site.pp, line: 1)",
            "Validation of File[/x] failed: no luck (file: site.pp, line: 1)"
        ]
    );
}

#[test]
fn unknown_audited_attribute_is_an_issue() {
    let issues = |audit: Value| Site::new().file("/x", &[("audit", audit)]).issues(&mut Fake::new()).concat();
    let message = "Parameter audit failed on File[/x]: Cannot audit color: not a valid attribute for File[/x]";
    assert_eq!(issues(list(&["mode", "color"])), format!("{message} (file: site.pp, line: 1)"));
    assert_eq!(issues("all".into()), "");
}

#[test]
fn invalid_schedule_is_an_issue() {
    let issues = |name: &str, value: Value| {
        Site::new().resource("schedule", "s", &[(name, value)]).issues(&mut Fake::new()).concat()
    };
    let message = "Parameter range failed on Schedule[s]: Invalid range value 'soon' (file: site.pp, line: 1)";
    assert_eq!(issues("range", "soon".into()), message);
    assert_eq!(issues("range", "2 - 4".into()), "");
}

#[test]
fn purging_of_unsupported_types_is_an_issue() {
    let issues = |type_name: &str, attributes: &[(&str, Value)]| {
        let attributes = [&[("purge", true.into())], attributes].concat();
        Site::new().resource("resources", type_name, &attributes).issues(&mut Fake::new()).concat()
    };
    assert_eq!(issues("file", &[]), "");

    let position = "(file: site.pp, line: 1)";
    assert_eq!(
        issues("nosuch", &[]),
        format!("Parameter name failed on Resources[nosuch]: Could not find resource type 'nosuch' {position}")
    );
    assert_eq!(
        issues("notify", &[]),
        format!(
            "Parameter purge failed on Resources[notify]: Purging is only supported on types that accept 'ensure' {position}"
        )
    );
}

#[test]
fn invalid_schema_is_an_issue() {
    let mut fake = Fake::new();
    fake.schema_mut("file").title_patterns[0].pattern = "(".into();
    let issues = Site::new().file("/x", &[]).issues(&mut fake);
    assert!(issues[0].starts_with("The schema of type 'file' has an invalid title pattern '(': "), "{issues:?}");
}
