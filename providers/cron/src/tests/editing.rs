//! Tests of changes to crontabs.

use marotte_sdk::Value;

use super::{Site, texts};

#[test]
fn new_job_is_appended_with_its_name() {
    let mut site = Site::new(&[("root", "MAILTO=x\n5 4 * * * /bin/other job\n")]);
    let attributes = [("command", "/bin/a".into()), ("minute", texts(&["0", "30"])), ("hour", "*/2".into())];
    assert_eq!(site.apply("a", &attributes), ["ensure: created"]);
    assert_eq!(site.text("root"), "MAILTO=x\n5 4 * * * /bin/other job\n# Puppet Name: a\n0,30 */2 * * * /bin/a\n");
}

#[test]
fn crontab_is_created_for_a_user_without_one() {
    let mut site = Site::new(&[]);
    let environment = texts(&["PATH=/bin", "X=y"]);
    let attributes = [
        ("command", "/bin/b %x".into()),
        ("special", "daily".into()),
        ("user", "web".into()),
        ("environment", environment),
    ];
    assert_eq!(site.apply("b", &attributes), ["ensure: created"]);
    assert_eq!(site.text("web"), "# Puppet Name: b\nPATH=/bin\nX=y\n@daily /bin/b %x\n");
    assert_eq!(site.calls.borrow()[..2], ["-u web -l", "-u web -l"]);
}

#[test]
fn only_differing_values_are_changed() {
    let before = "# Puppet Name: c\nA=1\nB=2\n  7  *\t* 1,12 1   /bin/c  --x\n# end\n";
    let mut site = Site::new(&[("root", before)]);
    let insync = [("command", "/bin/c  --x".into()), ("environment", texts(&["B=2", "A=1"])), ("minute", 7.into())];
    assert_eq!(site.apply("c", &insync), [""; 0]);
    assert_eq!(site.text("root"), before);
    assert_eq!(site.apply("c", &[("weekday", "Tue".into())]), ["weekday: weekday changed ['1'] to ['2']"]);
    assert_eq!(site.text("root"), "# Puppet Name: c\nA=1\nB=2\n7 * * 1,12 2 /bin/c  --x\n# end\n");
}

#[test]
fn values_are_added_and_removed() {
    let mut site = Site::new(&[("root", "# Puppet Name: b\nPATH=/bin\nX=y\n@daily /bin/b\n")]);
    let attributes = [("special", "absent".into()), ("minute", 3.into()), ("environment", "absent".into())];
    let changes = [
        "special: undefined 'special' from 'daily'",
        "minute: defined 'minute' as ['3']",
        "environment: environment changed ['PATH=/bin', 'X=y'] to absent",
    ];
    assert_eq!(site.apply("b", &attributes), changes);
    assert_eq!(site.text("root"), "# Puppet Name: b\n3 * * * * /bin/b\n");
    let changes = ["environment: defined 'environment' as A=1,B=2"];
    assert_eq!(site.apply("b", &[("environment", texts(&["A=1", "B=2"]))]), changes);
    assert_eq!(site.apply("b", &[("minute", "absent".into())]), ["minute: undefined 'minute' from ['3']"]);
    assert_eq!(site.text("root"), "# Puppet Name: b\nA=1\nB=2\n* * * * * /bin/b\n");
}

#[test]
fn unnamed_line_matches_by_command_and_times() {
    let before = "0 0 * * 1 /bin/adopt\n0 1 * * 1 /bin/adopt\n";
    let mut site = Site::new(&[("root", before)]);
    let attributes = |hour: i64| -> Vec<(&str, Value)> {
        vec![("command", "/bin/adopt".into()), ("weekday", 1.into()), ("minute", 0.into()), ("hour", hour.into())]
    };
    assert_eq!(site.apply("x", &attributes(1)), [""; 0]);
    assert_eq!(site.apply("y", &attributes(2)), ["ensure: created"]);
    let with_absent: Vec<_> = attributes(0).into_iter().chain([("special", "absent".into())]).collect();
    assert_eq!(site.apply("z", &with_absent), ["ensure: created"]);
    let gone: Vec<_> = attributes(1).into_iter().chain([("ensure", "absent".into())]).collect();
    assert_eq!(site.apply("x", &gone), ["ensure: removed"]);
    let after =
        "0 0 * * 1 /bin/adopt\n# Puppet Name: y\n0 2 * * 1 /bin/adopt\n# Puppet Name: z\n0 0 * * 1 /bin/adopt\n";
    assert_eq!(site.text("root"), after);
}

#[test]
fn removal_includes_name_and_settings_only() {
    let before = "# a note\n\n# Puppet Name: a\nX=1\n0 0 * * * /bin/a\n# Puppet Name: a\n0 1 * * * /bin/a2\n# Puppet Name: b\n@daily /bin/b\n";
    let mut site = Site::new(&[("root", before)]);
    assert_eq!(site.apply("a", &[("ensure", "absent".into())]), ["ensure: removed"]);
    assert_eq!(site.text("root"), "# a note\n\n# Puppet Name: b\n@daily /bin/b\n");
    assert_eq!(site.apply("a", &[("ensure", "absent".into())]), [""; 0]);
}

#[test]
fn other_lines_are_preserved() {
    let before = "# Puppet Name: lost\nX=1\n# Puppet Name: a\n# in between\n0 0 * * * /bin/a\nnonsense\n\"A B\"=c\n# Puppet Name: end\n";
    let mut site = Site::new(&[("root", before)]);
    assert_eq!(site.apply("a", &[("hour", 1.into())]), ["hour: hour changed ['0'] to ['1']"]);
    let after = "# Puppet Name: lost\nX=1\n# in between\n# Puppet Name: a\n0 1 * * * /bin/a\nnonsense\n\"A B\"=c\n# Puppet Name: end\n";
    assert_eq!(site.text("root"), after);
}

#[test]
fn names_and_commands_can_have_any_characters() {
    let mut site = Site::new(&[]);
    for name in ["a b", "it's \"quoted\"", "-e", "žluť", "Puppet Name: x"] {
        let attributes = [("command", format!("/bin/echo '{name}' %\\% #").into()), ("hour", 3.into())];
        assert_eq!(site.apply(name, &attributes), ["ensure: created"], "{name}");
    }
    assert_eq!(site.text("root").lines().count(), 10);
}
