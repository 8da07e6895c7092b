//! Tests with wrong permissions, symbolic links, and files that are replaced while they are read.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt as _, symlink};

use tempfile::TempDir;

use super::*;

/// A directory `site` with a file `site.conf` that only the running user can change.
struct Site {
    scratch: TempDir,
    checker: Checker,
}

impl Site {
    fn new() -> Self {
        let site = Self { scratch: tempfile::tempdir().unwrap(), checker: Checker::default() };
        fs::create_dir(site.at("site")).unwrap();
        fs::write(site.at("site/site.conf"), "noop = true\n").unwrap();
        site.set_mode("site", 0o755);
        site.set_mode("site/site.conf", 0o644);
        site
    }

    fn at(&self, path: &str) -> PathBuf {
        self.scratch.path().join(path)
    }

    fn set_mode(&self, path: &str, mode: u32) {
        fs::set_permissions(self.at(path), Permissions::from_mode(mode)).unwrap();
    }

    fn open(&self, path: &str, rule: OwnershipRule) -> Result<File, CheckError> {
        self.checker.open(&self.at(path), rule)
    }

    #[track_caller]
    fn refuses(&self, path: &str, rule: OwnershipRule, remedy: &str, place: &str) {
        match self.open(path, rule) {
            Err(CheckError::Exposed(exposure)) => {
                assert_eq!(exposure.remedy(), format!("{remedy} {}", self.at(place).display()));
            }
            other => panic!("{path}: {other:?}"),
        }
    }
}

#[test]
fn trusted_file_is_read_and_missing_file_is_missing() {
    let site = Site::new();
    assert_eq!(site.checker.read(&site.at("site/site.conf"), OwnershipRule::Trusted).unwrap(), b"noop = true\n");
    for missing in ["site/none", "none/site.conf", "site/site.conf/x"] {
        assert!(site.open(missing, OwnershipRule::Trusted).unwrap_err().is_missing(), "{missing}");
    }
}

#[test]
fn trusted_file_writable_by_others_is_refused() {
    let site = Site::new();
    for mode in [0o666, 0o646] {
        site.set_mode("site/site.conf", mode);
        site.refuses("site/site.conf", OwnershipRule::Trusted, "chmod go-w", "site/site.conf");
    }
    let lax = Checker::new(false);
    assert!(lax.open(&site.at("site/site.conf"), OwnershipRule::Trusted).is_ok());
}

#[test]
fn trusted_file_below_exposed_directory_is_refused() {
    let site = Site::new();
    site.set_mode("site", 0o777);
    site.refuses("site/site.conf", OwnershipRule::Trusted, "chmod go-w", "site");
    site.set_mode("site", 0o1777);
    assert!(
        site.open("site/site.conf", OwnershipRule::Trusted).is_ok(),
        "other users cannot replace an entry of a sticky directory"
    );
}

#[test]
fn link_is_followed_and_its_target_is_checked() {
    let site = Site::new();
    fs::create_dir(site.at("conf")).unwrap();
    site.set_mode("conf", 0o755);
    symlink("../site/site.conf", site.at("conf/relative")).unwrap();
    symlink(site.at("site"), site.at("conf/directory")).unwrap();
    symlink("circle", site.at("conf/circle")).unwrap();
    for path in ["conf/relative", "conf/directory/site.conf", "conf/../site/./site.conf"] {
        assert!(site.open(path, OwnershipRule::Trusted).is_ok(), "{path}");
    }
    assert!(site.open("conf/circle", OwnershipRule::Trusted).is_err());
    site.set_mode("site", 0o777);
    site.refuses("conf/relative", OwnershipRule::Trusted, "chmod go-w", "site");
    site.refuses("conf/directory/site.conf", OwnershipRule::Code, "chmod o-w", "site");
}

#[test]
fn directory_at_the_end_may_not_be_sticky() {
    let site = Site::new();
    let check = |path: &str| site.checker.check_directory(&site.at(path), OwnershipRule::Trusted);
    check("site").unwrap();
    check("site/not/yet/made").unwrap();
    site.set_mode("site", 0o1777);
    assert!(matches!(check("site"), Err(CheckError::Exposed(_))));
    check("site/not/yet/made").unwrap();
    site.set_mode("site", 0o777);
    assert!(matches!(check("site/not/yet/made"), Err(CheckError::Exposed(_))));
}

#[test]
fn replaced_file_is_refused() {
    let site = Site::new();
    let path = site.at("site/site.conf");
    let opened = File::open(&path).unwrap();
    fs::write(site.at("site/new"), "").unwrap();
    site.set_mode("site/new", 0o644);
    fs::rename(site.at("site/new"), &path).unwrap();
    assert!(matches!(site.checker.check_file(&opened, &path, OwnershipRule::Trusted), Err(CheckError::Replaced(_))));
}

#[test]
fn code_is_refused_where_everybody_can_write() {
    let site = Site::new();
    site.set_mode("site/site.conf", 0o666);
    site.refuses("site/site.conf", OwnershipRule::Code, "chmod o-w", "site/site.conf");
    site.set_mode("site/site.conf", 0o664);
    assert!(site.open("site/site.conf", OwnershipRule::Code).is_ok());
    let fresh = Site::new();
    fresh.set_mode("site", 0o777);
    fresh.refuses("site/site.conf", OwnershipRule::Code, "chmod o-w", "site");
}

#[test]
fn code_in_accepted_directory_is_still_checked() {
    let site = Site::new();
    assert!(site.open("site/site.conf", OwnershipRule::Code).is_ok());
    assert!(site.checker.is_accepted(&site.at("site/other.pp")));
    fs::write(site.at("site/other.pp"), "").unwrap();
    site.set_mode("site/other.pp", 0o666);
    site.refuses("site/other.pp", OwnershipRule::Code, "chmod o-w", "site/other.pp");
    fs::create_dir(site.at("exposed")).unwrap();
    fs::write(site.at("exposed/x.pp"), "").unwrap();
    site.set_mode("exposed/x.pp", 0o644);
    site.set_mode("exposed", 0o777);
    symlink("../exposed/x.pp", site.at("site/link.pp")).unwrap();
    site.refuses("site/link.pp", OwnershipRule::Code, "chmod o-w", "exposed");
}

#[test]
fn directory_in_accepted_directory_is_checked_separately() {
    let site = Site::new();
    site.checker.check_directory(&site.at("site"), OwnershipRule::Code).unwrap();
    for (name, mode) in [("plain", 0o775), ("exposed", 0o777)] {
        fs::create_dir_all(site.at("site").join(name).join("inner")).unwrap();
        fs::write(site.at("site").join(name).join("inner/x.pp"), "").unwrap();
        site.set_mode(&format!("site/{name}/inner"), 0o755);
        site.set_mode(&format!("site/{name}/inner/x.pp"), 0o644);
        site.set_mode(&format!("site/{name}"), mode);
    }
    assert!(site.open("site/plain/inner/x.pp", OwnershipRule::Code).is_ok());
    assert!(site.checker.is_accepted(&site.at("site/plain/x.pp")));
    site.refuses("site/exposed/inner/x.pp", OwnershipRule::Code, "chmod o-w", "site/exposed");
    symlink("exposed/inner", site.at("site/link")).unwrap();
    site.refuses("site/link/x.pp", OwnershipRule::Code, "chmod o-w", "site/exposed");
}

#[test]
fn listed_code_is_refused_in_sticky_directory() {
    let site = Site::new();
    assert!(site.checker.open_listed(&site.at("site/site.conf")).is_ok());
    let fresh = Site::new();
    fresh.set_mode("site", 0o1777);
    assert!(fresh.checker.open(&fresh.at("site/site.conf"), OwnershipRule::Code).is_ok(), "it was named");
    assert!(matches!(fresh.checker.open_listed(&fresh.at("site/site.conf")), Err(CheckError::Exposed(_))));
}

#[test]
fn devices_and_inherited_descriptors_are_accepted() {
    let checker = Checker::default();
    for rule in [OwnershipRule::Trusted, OwnershipRule::Code] {
        assert!(checker.open(Path::new("/dev/null"), rule).is_ok());
    }
    let (reader, writer) = std::io::pipe().unwrap();
    drop(writer);
    let path = format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&reader));
    assert!(checker.open(Path::new(&path), OwnershipRule::Code).is_ok());
}
