//! Selection of providers, and resources without a suitable one.

use catalog::schema::Fallback;
use transaction::ApplyOptions;

use crate::fake::Fake;
use crate::site::{Site, lines};

fn unsuitable(mut fake: Fake, names: &[&str]) -> Fake {
    for provider in fake.providers.get_mut("package").unwrap() {
        if names.contains(&&*provider.name) {
            provider.unsuitable = Some("its command is missing".into());
        }
    }
    fake
}

fn packages() -> Site {
    Site::new().resource("package", "p", &[]).resource("package", "q", &[("provider", "dpkg".into())])
}

#[test]
fn first_suitable_provider_is_selected_unless_one_is_named() {
    let prepared = packages().prepare(&mut Fake::new()).unwrap();
    let selected = |prepared: &transaction::Prepared| {
        prepared.order().into_iter().filter_map(|i| prepared.provider(i).map(str::to_owned)).collect::<Vec<_>>()
    };
    assert_eq!(selected(&prepared), ["apt", "dpkg"]);
    let prepared = packages().prepare(&mut unsuitable(Fake::new(), &["apt"])).unwrap();
    assert_eq!(selected(&prepared), ["dpkg", "dpkg"]);
}

#[test]
fn resources_without_a_provider_fail_and_dependents_are_skipped() {
    let mut fake = unsuitable(Fake::new(), &["apt", "dpkg"]);
    let site = packages().notify("n", &[("require", "Package[p]".into())]).notify("other", &[]);
    let report = site.apply(&mut fake, &ApplyOptions::default());
    assert_eq!(
        lines(&report),
        [
            "other",
            "Notify[other]/message: defined 'message' as 'other'",
            "err Package[q]: Provider dpkg is not functional on this host",
            "Notify[n]: Dependency Package[p] has failures: true",
            "warning Notify[n]: Skipping because of failed dependencies",
            "info Class[Main]: Unscheduling all events on Class[Main]",
            "err Could not find a suitable provider for package"
        ]
    );
    assert_eq!(report.metrics().failed, 2);
}

#[test]
fn provider_installed_by_an_earlier_resource_is_found() {
    let mut fake = unsuitable(Fake::new(), &["apt", "dpkg"]);
    fake.installer = Some("set Exec[install] returns".into());
    let before = ("before", "Package[q]".into());
    let site = Site::new()
        .resource("package", "p", &[])
        .resource("package", "q", &[("provider", "dpkg".into())])
        .exec("install", &[before]);
    assert_eq!(
        site.log(&mut fake),
        [
            "Exec[install]/returns: returns changed 'notrun' to ['0']",
            "Package[q]/ensure: created",
            "Package[p]/ensure: created"
        ]
    );
}

#[test]
fn issue_of_a_late_provider_fails_the_resource() {
    let mut fake = unsuitable(Fake::new(), &["apt", "dpkg"]);
    fake.installer = Some("set Exec[install] returns".into());
    for provider in fake.providers.get_mut("package").unwrap() {
        provider.hooks.canonicalize = true;
    }
    let prepared = Site::new().exec("install", &[]).resource("package", "p", &[]).prepare(&mut fake).unwrap();
    fake.problems.push(("p".into(), None, "no such release".into()));
    let (mut listener, watch) = (crate::site::RecordingObserver::default(), crate::site::SteppingClock::default());
    let report = transaction::apply(prepared, &mut fake, &ApplyOptions::default(), &mut listener, &watch);
    assert_eq!(lines(&report)[1], "err Package[p]: Could not evaluate: no such release");
}

#[test]
fn attribute_with_a_missing_feature_is_not_managed() {
    let site = || {
        Site::new().resource("package", "p", &[("flags", "-f".into()), ("provider", "dpkg".into())]).resource(
            "package",
            "q",
            &[("flags", "-f".into())],
        )
    };
    let prepared = site().prepare(&mut Fake::new()).unwrap();
    let has_flags = |position: usize| {
        let index = prepared.order()[position];
        prepared.values(index).any(|(name, _)| name == "flags")
    };
    assert!(!has_flags(0) && has_flags(1));
    let unmanaged: Vec<&str> = prepared.unmanaged().iter().map(|issue| issue.message.as_str()).collect();
    let reason = "Provider dpkg does not support features versionable; not managing attribute flags";
    assert_eq!(unmanaged, [format!("Parameter flags failed on Package[p]: {reason}")]);
}

#[test]
fn default_value_with_a_missing_feature_is_not_mentioned() {
    let mut fake = Fake::new();
    let flags = fake.schema_mut("package").attributes.iter_mut().find(|attribute| attribute.name == "flags").unwrap();
    flags.default = Some(Fallback::Constant("-d".into()));
    let prepared = Site::new().resource("package", "p", &[("provider", "dpkg".into())]).prepare(&mut fake).unwrap();
    assert_eq!(prepared.unmanaged().len(), 0);
    assert!(!prepared.values(prepared.order()[0]).any(|(name, _)| name == "flags"));
}

#[test]
fn late_provider_without_a_required_feature_fails_the_resource() {
    let mut fake = unsuitable(Fake::new(), &["apt", "dpkg"]);
    fake.installer = Some("set Exec[install] returns".into());
    fake.provider_mut("package").features.clear();
    let site =
        Site::new().exec("install", &[]).resource("package", "p", &[("ensure", "1.0".into()), ("flags", "-f".into())]);
    let log = site.log(&mut fake);
    let expected = "Provider apt must have features 'versionable' to set 'ensure' to '1.0'";
    assert_eq!(log[1], format!("err Package[p]: Could not evaluate: {expected}"));
}
