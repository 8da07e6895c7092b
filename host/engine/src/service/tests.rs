//! Tests with trees of other systems.

use super::*;

fn config(every: &str) -> ServiceConfig {
    let command = ["/usr/local/bin/marotte", "apply", "--repo", "/srv/site"].map(str::to_owned).to_vec();
    let flags = ["--repo", "/srv/site"].map(str::to_owned).to_vec();
    ServiceConfig { schedule: Schedule::new(every, None).unwrap(), command, flags }
}

/// Returns a tree with these directories.
fn tree(directories: &[&str]) -> (tempfile::TempDir, Service) {
    let root = tempfile::tempdir().unwrap();
    directories.iter().for_each(|directory| fs::create_dir_all(root.path().join(directory)).unwrap());
    let service = Service::of(root.path());
    (root, service)
}

fn install(service: &Service, every: &str) -> Vec<bool> {
    let files = service.files(&config(every)).unwrap();
    service.install(&files).unwrap();
    files.iter().map(|file| file.is_current).collect()
}

#[test]
fn service_install_writes_and_enables_units() {
    let (root, service) = tree(&["usr/lib/systemd/system"]);
    assert!(service.installed().unwrap().is_none());
    assert_eq!(install(&service, "30m"), [false, false]);
    assert_eq!(install(&service, "30m"), [true, true], "installing again changes nothing");
    let units = root.path().join(UNITS);
    let unit = fs::read_to_string(units.join(SERVICE)).unwrap();
    assert!(unit.starts_with("# marotte service install --every 30m --splay 10m --repo /srv/site\n"), "{unit}");
    assert!(unit.contains("\nExecStart=/usr/local/bin/marotte apply --repo /srv/site\n"), "{unit}");
    let timer = fs::read_to_string(units.join(TIMER)).unwrap();
    assert!(timer.contains("\nOnCalendar=*:0/30\n") && timer.contains("\nRandomizedDelaySec=600s\n"), "{timer}");
    assert_eq!(fs::read_link(units.join(ENABLED)).unwrap(), Path::new("/etc/systemd/system/marotte.timer"));
    assert_eq!(install(&service, "1h"), [false, false]);
    let installed = service.installed().unwrap().unwrap();
    assert_eq!(
        (installed.scheduler, installed.schedule.text().as_str()),
        (Scheduler::Systemd, "every 1h, delayed by up to 20m")
    );
    assert_eq!(installed.command, "marotte service install --every 1h --splay 20m --repo /srv/site");
}

#[test]
fn service_install_without_systemd_writes_a_cron_entry() {
    let (root, service) = tree(&["etc/cron.d"]);
    assert_eq!(install(&service, "30m"), [false]);
    let entry = fs::read_to_string(root.path().join(CRON)).unwrap();
    assert!(entry.ends_with("-59/30 * * * * root /usr/local/bin/marotte apply --repo /srv/site --quiet\n"), "{entry}");
    assert_eq!(service.installed().unwrap().unwrap().scheduler, Scheduler::Cron);
    // The system is upgraded to systemd.
    fs::create_dir_all(root.path().join("lib/systemd/system")).unwrap();
    assert_eq!(install(&service, "30m"), [false, false]);
    assert!(!root.path().join(CRON).exists());
}

#[test]
fn service_uninstall_removes_only_its_files() {
    let (root, service) = tree(&["usr/lib/systemd/system", "etc/cron.d"]);
    install(&service, "30m");
    fs::write(root.path().join("etc/cron.d/other"), "x").unwrap();
    assert_eq!(service.uninstall().unwrap(), [service.unit(SERVICE), service.unit(TIMER)]);
    assert!(fs::symlink_metadata(service.unit(ENABLED)).is_err() && root.path().join("etc/cron.d/other").exists());
    assert!(service.uninstall().unwrap().is_empty());
    assert!(service.installed().unwrap().is_none());
}

#[test]
fn service_install_refuses_files_of_others() {
    let (_root, service) = tree(&["usr/lib/systemd/system"]);
    fs::create_dir_all(service.unit("")).unwrap();
    fs::write(service.unit(SERVICE), "[Unit]\n").unwrap();
    let error = service.files(&config("30m")).unwrap_err().to_string();
    assert!(error.ends_with("was not written by 'marotte service install': remove it first"), "{error}");
    assert!(service.uninstall().unwrap().is_empty());
}

#[test]
fn service_install_refuses_systems_without_scheduler_and_control_characters() {
    let (_root, service) = tree(&[]);
    let error = service.files(&config("30m")).unwrap_err().to_string();
    assert!(error.starts_with("This system has neither systemd nor the directory /etc/cron.d"), "{error}");
    let (_root, service) = tree(&["etc/cron.d"]);
    let mut config = config("30m");
    config.command.push("a\n* * * * * root sh".to_owned());
    let error = service.files(&config).unwrap_err().to_string();
    assert!(error.starts_with("'a\\n* * * * * root sh' contains a control character"), "{error}");
}
