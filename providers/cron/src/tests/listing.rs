//! Tests of listing and purging jobs.

use marotte_sdk::fake::FileNode;

use super::Site;

fn site() -> Site {
    let tables = [
        ("root", "5 4 * * * /bin/one  job\n# Puppet Name: named\nA=1\n@daily /bin/n\n@reboot /bin/r\n"),
        ("web", "# Puppet Name: theirs\n0 0 * * * /bin/w\n"),
    ];
    let site = Site::new(&tables);
    for name in ["root", "web", ".keep_cron-0"] {
        site.machine.put(&format!("/var/spool/cron/crontabs/{name}"), FileNode::file(""));
    }
    site
}

#[test]
fn jobs_of_all_users_are_listed() {
    let mut site = site();
    let found = site.trial.instances().unwrap();
    let titles: Vec<&str> = found.iter().map(|found| found.title.as_str()).collect();
    assert_eq!(titles, ["unmanaged:/bin/one_job-1", "named", "unmanaged:/bin/r-2", "theirs"]);
    assert_eq!(found[3].is.user.as_deref(), Some("web"));
    assert_eq!(found[0].is.command.as_ref().map(|line| line.0.as_str()), Some("/bin/one  job"));
}

#[test]
fn listed_jobs_can_be_purged() {
    let mut site = site();
    for title in site.trial.instances().unwrap().into_iter().map(|found| found.title).collect::<Vec<_>>() {
        assert_eq!(site.apply(&title, &[("ensure", "absent".into())]), ["ensure: removed"], "{title}");
    }
    assert_eq!((site.text("root"), site.text("web")), (String::new(), String::new()));
}

#[test]
fn system_without_crontabs_has_no_jobs() {
    let mut site = Site::new(&[]);
    assert!(site.trial.instances().unwrap().is_empty());
}
