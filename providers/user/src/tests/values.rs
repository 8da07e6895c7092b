//! Tests of valid values, their canonical form, and automatic relationships.

use marotte_sdk::Relate as _;
use marotte_sdk::system::CatalogResource;

use super::*;
use crate::{Ensure, Id, User};

#[test]
fn invalid_values_are_rejected_with_puppets_messages() {
    let site = Site::new();
    let refused = |name: &str, value: Value| site.refusal(&[(name, value)]);
    assert!(refused("uid", "--5".into()).ends_with("invalid value for Integer(): \"--5\""));
    assert!(refused("uid", "089".into()).ends_with("invalid value for Integer(): \"089\""));
    assert!(refused("uid", Value::Float(1.5)).contains("expects a number or a name, got Float"));
    assert!(refused("password_min_age", "x".into()).contains("Password minimum age must be provided as a number."));
    assert!(refused("password_max_age", true.into()).contains("Password maximum age must be provided as a number."));
    assert!(
        refused("password_warn_days", "1.0".into()).contains("Password warning days must be provided as a number.")
    );
    let array = "Group names must be provided as an array, not a comma-separated list.";
    assert!(refused("groups", "a,b".into()).contains(array));
    assert!(refused("groups", texts(&["a", "12"])).contains("Group names must be provided, not GID numbers."));
    assert!(refused("groups", texts(&[""])).contains("Group names must not be empty."));
    let dates = "Expiry dates must be YYYY-MM-DD or the string \"absent\"";
    for value in ["2011", "2031-1-01", "2031-01-01x", "soon"] {
        assert!(refused("expiry", value.into()).contains(dates), "{value}");
    }
    assert!(refused("purge_ssh_keys", "foo".into()).contains("Paths to keyfiles must be absolute, not foo"));
    let each = "Each entry for purge_ssh_keys must be a string, not a Integer";
    assert!(refused("purge_ssh_keys", vec![number(1)].into()).contains(each));
    let other = "purge_ssh_keys must be true, false, or an array of file names, not 3";
    assert!(refused("purge_ssh_keys", number(3)).contains(other));
}

#[test]
fn numbers_are_parsed_like_ruby() {
    let site = Site::new();
    let uid = |text: &str| site.trial.prepare("ann", &[("uid", text.into())]).unwrap().row.uid.clone();
    assert_eq!(uid("5000"), Some(Id::Number(5000)));
    assert_eq!(uid("010"), Some(Id::Number(8)));
    assert_eq!(uid("-1"), Some(Id::Number(-1)));
    assert_eq!(uid("0"), Some(Id::Number(0)));
    assert_eq!(uid("ann"), Some(Id::Name("ann".into())));
}

#[test]
fn ensure_defaults_to_present_with_any_property() {
    let site = Site::new();
    let ensure = |attributes: &[(&str, Value)]| site.trial.prepare("ann", attributes).unwrap().row.ensure;
    assert_eq!(ensure(&[("comment", "x".into())]), Some(Ensure::Present));
    assert_eq!(ensure(&[("groups", texts(&[]))]), Some(Ensure::Present));
    assert_eq!(ensure(&[absent(), ("comment", "x".into())]), Some(Ensure::Absent));
    assert_eq!(ensure(&[("managehome", true.into())]), None);
}

#[test]
fn primary_group_is_required_by_name_or_number() {
    let site = Site::new();
    let group = |title: &str, gid: Value| CatalogResource { id: 9, title: title.to_owned(), values: vec![(0, gid)] };
    site.machine.declare("group", group("www", number(33))).declare("group", group("wheel", "10".into()));
    let before = |gid: Value| {
        let wanted = site.trial.prepare("ann", &[("gid", gid)]).unwrap();
        let relations = User::relate(&wanted.row, &site.machine);
        relations.into_iter().flat_map(|relation| relation.titles).collect::<Vec<_>>()
    };
    assert_eq!(before("www".into()), ["www"]);
    assert_eq!(before(number(33)), ["www"]);
    assert_eq!(before("10".into()), ["wheel"]);
    assert_eq!(before(number(11)), [""; 0]);
}
