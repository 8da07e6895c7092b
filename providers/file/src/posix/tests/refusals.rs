//! Tests of values that are rejected before anything is read.

use marotte_sdk::system::CatalogResource;

use super::*;

#[test]
fn invalid_values_are_rejected_with_puppets_messages() {
    assert_eq!(refused("relative/path", &[]), "File paths must be fully qualified, not 'relative/path'");
    assert!(refused("/x", &[("mode", text("99x"))]).contains("The file mode specification is invalid: \"99x\""));
    assert!(
        refused("/x", &[("links", text("maybe"))])
            .contains("Invalid value \"maybe\". Valid values are follow, manage.")
    );
    assert_eq!(refused("/x", &[("group", text(""))]), "Invalid group name '\"\"'");
    assert_eq!(refused("/x", &[("type", text("file"))]), "type is read-only");
    assert_eq!(refused("/x", &[("source", vec!["x"].into())]), "Cannot use relative URLs 'x'");
    assert!(refused("/x", &[("content", text("{md5}d41d8cd98f00b204e9800998ecf8427e"))]).contains("filebucket"));
}

#[test]
fn conflicting_attributes_are_rejected() {
    let more = "You cannot specify more than one of content, source, target";
    assert_eq!(refused("/x", &[("content", text("x")), ("source", vec!["/y"].into())]), more);
    assert_eq!(refused("/x", &[("content", text("x")), ("ensure", text("/y"))]), more);
    let refused_with = |checksum, what: (&'static str, Value)| refused("/x", &[("checksum", text(checksum)), what]);
    assert_eq!(refused_with("none", ("content", text("x"))), "You cannot specify content when using checksum 'none'");
    assert_eq!(
        refused_with("none", ("source", vec!["/y"].into())),
        "You cannot specify source when using checksum 'none'"
    );
    assert_eq!(
        refused("/x", &[("content", text("x")), ("checksum_value", text("x"))]),
        "Checksum value 'x' is not a valid checksum type sha256"
    );
    assert_eq!(
        refused("/x", &[("recurselimit", Value::Integer(1))]),
        "Possible error: recurselimit is set but not recurse, no recursion will happen"
    );
}

#[test]
fn invalid_recursion_is_rejected() {
    let remote = refused("/x", &[("recurse", text("remote"))]);
    assert_eq!(remote, "You cannot specify a remote recursion without a source");
    assert!(refused("/x", &[("recurse", text("inf"))]).contains("Valid values are true, false, remote."));
    assert!(refused("/x", &[("ignore", Value::Integer(5))]).ends_with("Ignore must be a string or an Array"));
    assert_eq!(refused("/x", &[("staging_location", text("t"))]), "File paths must be fully qualified, not 't'");
}

#[test]
fn filebucket_must_be_in_the_catalog() {
    let machine = machine();
    let keep =
        |bucket: &str| trial(&machine).prepare("/x", &[("backup", text(bucket))]).err().map(|error| error.message);
    assert_eq!(keep("main").unwrap(), "Could not find filebucket main specified in backup");
    assert_eq!((keep("puppet"), keep(".old"), keep("true")), (None, None, None));
    machine.declare("filebucket", CatalogResource { id: 9, title: "main".into(), values: Vec::new() });
    assert_eq!(keep("main"), None);
}

#[test]
fn unsupported_values_are_rejected() {
    let machine = machine();
    machine.set_fact("os.selinux.enabled", true);
    let refused = trial(&machine).prepare("/x", &[("selrange", text("SystemHigh"))]).err().unwrap().message;
    assert_eq!(refused, "selrange => SystemHigh is not supported; specify the stored range, such as s0:c0.c1023");
}

#[test]
fn attributes_without_effect_are_accepted() {
    let passing = [
        ("recurse", false.into()),
        ("staging_location", text("/f")),
        ("purge", false.into()),
        ("source_permissions", text("ignore")),
        ("ignore", vec!["*.bak"].into()),
        ("sourceselect", text("all")),
        ("max_files", Value::Integer(7)),
        ("seltype", text("tmp_t")),
        ("selinux_ignore_defaults", true.into()),
        ("ensure", text("present")),
    ];
    settles(&machine(), "/f/a", &passing);
}
