//! Tests of `paths`: the kernel's resolution and the fallback agree, and neither leaves the root.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::*;

struct Scratch {
    directory: tempfile::TempDir,
}

impl Scratch {
    /// Creates a root with links of every kind, in a directory with unreachable objects.
    fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let (root, outside) = (directory.path().join("root"), directory.path().join("outside"));
        fs::create_dir_all(root.join("run/app")).unwrap();
        fs::create_dir_all(root.join("var")).unwrap();
        fs::create_dir_all(root.join("a/b/c")).unwrap();
        fs::create_dir_all(&outside).unwrap();
        fs::write(root.join("a/file"), "inside").unwrap();
        fs::write(outside.join("secret"), "outside").unwrap();
        symlink("/run", root.join("var/run")).unwrap();
        symlink("../a", root.join("var/up")).unwrap();
        symlink("../../../../../../../../outside", root.join("var/climb")).unwrap();
        symlink(&outside, root.join("var/away")).unwrap();
        symlink("loop", root.join("var/loop")).unwrap();
        symlink("/var/run/app", root.join("a/b/twice")).unwrap();
        Self { directory }
    }

    fn root(&self) -> PathBuf {
        self.directory.path().join("root")
    }

    fn paths(&self, has_openat2: bool) -> Paths {
        let paths = Paths::open(&self.root()).unwrap();
        paths.has_openat2.set(has_openat2);
        paths
    }
}

/// Comparable result of a lookup.
#[derive(Debug, PartialEq)]
enum Outcome {
    Path(String),
    /// The first missing directory.
    Missing(String),
    Error(String),
}

fn outcome(found: Result<PathTarget, PathError>) -> Outcome {
    let text = |target: &PathTarget| String::from_utf8(target.real()).unwrap();
    match found {
        Ok(target) => Outcome::Path(text(&target)),
        Err(PathError::Missing(Some(missing))) => Outcome::Missing(text(&missing.first)),
        Err(other) => Outcome::Error(other.to_string()),
    }
}

#[test]
fn kernel_resolution_and_fallback_agree() {
    let scratch = Scratch::new();
    let (kernel, fallback) = (scratch.paths(true), scratch.paths(false));
    let paths = [
        "/",
        "/.",
        "/..",
        "//a//b/",
        "/a/b/c/../file",
        "/var/run/x",
        "/var/run",
        "/var/up/b/x",
        "/var/climb/secret",
        "/var/away/secret",
        "/var/loop/x",
        "/a/b/twice/x",
        "/a/file/x",
        "/none",
        "/none/x",
        "/none/x/y",
        "/a/none/../x",
        "/var/run/none/x",
        "/a/..",
        "/a/b/.",
        "relative",
        "",
    ];
    for path in paths {
        for purpose in [Purpose::Read, Purpose::Write] {
            let (left, right) = (outcome(kernel.locate(path, purpose)), outcome(fallback.locate(path, purpose)));
            assert_eq!(left, right, "{path}");
            assert_eq!(left, outcome(kernel.locate(path, purpose)), "a second time: {path}");
        }
        let (left, right) =
            (outcome(kernel.follow(path, Purpose::Read)), outcome(fallback.follow(path, Purpose::Read)));
        let is_path = |outcome: &Outcome| matches!(outcome, Outcome::Path(_));
        assert_eq!(is_path(&left), is_path(&right), "{path}: {left:?} {right:?}");
        if is_path(&left) {
            assert_eq!(left, right, "{path}");
        }
    }
}

#[test]
fn links_and_dots_stay_below_the_root() {
    let scratch = Scratch::new();
    let paths = scratch.paths(true);
    let real = |path: &str| outcome(paths.locate(path, Purpose::Read));
    assert_eq!(real("/var/run/x"), Outcome::Path("/run/x".into()));
    assert_eq!(real("/a/b/twice/x"), Outcome::Path("/run/app/x".into()));
    assert_eq!(real("/../../etc/passwd"), Outcome::Missing("/etc".into()));
    assert_eq!(real("/var/climb/secret"), Outcome::Missing("/var/climb".into()));
    assert!(!matches!(real("/var/away/secret"), Outcome::Path(_)));
    assert_eq!(outcome(paths.follow("/var/run", Purpose::Read)), Outcome::Path("/run".into()));
    assert_eq!(outcome(paths.locate("/var/run", Purpose::Read)), Outcome::Path("/var/run".into()));
}

#[test]
fn first_missing_directory_is_reported() {
    let scratch = Scratch::new();
    let paths = scratch.paths(true);
    let Err(PathError::Missing(Some(missing))) = paths.locate("/a/new/deep/er/file", Purpose::Read) else {
        panic!("the path exists")
    };
    assert_eq!(missing.first.real(), b"/a/new");
    assert_eq!(missing.whole.real(), b"/a/new/deep/er/file");
}

#[test]
fn removed_directory_is_not_taken_from_the_cache_after_a_write() {
    let scratch = Scratch::new();
    let paths = scratch.paths(true);
    let target = paths.locate("/a/b/c/x", Purpose::Read).unwrap();
    fs::remove_dir(scratch.root().join("a/b/c")).unwrap();
    assert_eq!(stat(&target).unwrap().map(|stat| stat.st_size), None);
    assert!(paths.locate("/a/b/c/x", Purpose::Write).is_err(), "writes do not use the cache");
    paths.forget();
    assert!(paths.locate("/a/b/c/x", Purpose::Read).is_err());
}

#[test]
fn path_on_the_system_is_below_the_root() {
    let scratch = Scratch::new();
    let paths = scratch.paths(true);
    assert_eq!(
        paths.on_system(b"/a/file"),
        scratch.root().canonicalize().unwrap().join("a/file").as_os_str().as_bytes()
    );
    assert!(!paths.is_system_root());
    let machine = Paths::open(Path::new("/")).unwrap();
    assert_eq!(machine.on_system(b"/etc"), b"/etc");
    assert!(machine.is_system_root());
}

/// A directory is repeatedly exchanged with a symbolic link to an outside directory while both resolvers access it.
#[test]
fn directory_exchanged_during_a_lookup_never_leads_outside_the_root() {
    let scratch = Scratch::new();
    let root = scratch.root();
    fs::create_dir(root.join("swap")).unwrap();
    fs::write(root.join("swap/secret"), "inside").unwrap();
    symlink(scratch.directory.path().join("outside"), root.join("other")).unwrap();
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                let flags = rustix::fs::RenameFlags::EXCHANGE;
                let (left, right) = (root.join("swap"), root.join("other"));
                rustix::fs::renameat_with(rustix::fs::CWD, &left, rustix::fs::CWD, &right, flags).unwrap();
            }
        });
        let (kernel, fallback) = (scratch.paths(true), scratch.paths(false));
        let end = Instant::now() + Duration::from_millis(300);
        let mut reached = 0;
        while Instant::now() < end {
            for paths in [&kernel, &fallback] {
                for purpose in [Purpose::Read, Purpose::Write] {
                    paths.forget();
                    let Ok(target) = paths.locate("/swap/secret", purpose) else { continue };
                    let Ok(opened) = crate::system::files::open_at(&target) else { continue };
                    assert_eq!(std::io::read_to_string(opened.file).unwrap(), "inside");
                    reached += 1;
                }
            }
        }
        stop.store(true, Ordering::Relaxed);
        assert!(reached > 0);
    });
}

#[test]
#[expect(clippy::print_stderr, reason = "a test that is skipped reports it")]
fn link_in_a_directory_of_another_user_is_followed_only_to_objects_of_that_user() {
    const OTHER: u32 = 65534;
    if !rustix::process::geteuid().is_root() {
        eprintln!("SKIPPED: only root can change the owner of files");
        return;
    }
    let scratch = Scratch::new();
    let root = scratch.root();
    let give = |path: &str| std::os::unix::fs::chown(root.join(path), Some(OTHER), Some(OTHER)).unwrap();
    fs::create_dir_all(root.join("home/own")).unwrap();
    fs::create_dir_all(root.join("home/managed")).unwrap();
    fs::create_dir_all(root.join("private")).unwrap();
    symlink("/private", root.join("home/moved")).unwrap();
    symlink("own", root.join("home/current")).unwrap();
    ["home", "home/own"].into_iter().for_each(give);
    let paths = scratch.paths(true);
    let located = |path: &str, purpose| paths.locate(path, purpose).map(|target| target.real());
    let refused = located("/home/moved/conf", Purpose::Write).unwrap_err();
    assert!(matches!(refused, PathError::Unsafe { controller: Controller::User(OTHER), .. }), "{refused}");
    assert!(refused.to_string().contains("'/home/moved' is controlled by the user with the ID 65534"), "{refused}");
    assert_eq!(located("/home/moved/conf", Purpose::Read).unwrap(), b"/private/conf");
    assert_eq!(located("/home/current/conf", Purpose::Write).unwrap(), b"/home/own/conf");
    assert_eq!(located("/home/managed/conf", Purpose::Write).unwrap(), b"/home/managed/conf", "a directory of root");
}

#[test]
fn link_in_a_world_writable_directory_is_not_followed_for_a_change() {
    use std::os::unix::fs::PermissionsExt as _;

    let scratch = Scratch::new();
    let root = scratch.root();
    fs::create_dir_all(root.join("shared")).unwrap();
    fs::create_dir_all(root.join("private")).unwrap();
    symlink("/private", root.join("shared/moved")).unwrap();
    let set_mode = |mode| fs::set_permissions(root.join("shared"), fs::Permissions::from_mode(mode)).unwrap();
    let paths = scratch.paths(true);
    let located = |purpose| paths.locate("/shared/moved/conf", purpose).map(|target| target.real());
    set_mode(0o777);
    let refused = located(Purpose::Write).unwrap_err();
    assert!(refused.to_string().contains("'/shared/moved' is controlled by any user"), "{refused}");
    assert_eq!(located(Purpose::Read).unwrap(), b"/private/conf");
    for mode in [0o1777, 0o775] {
        set_mode(mode);
        assert_eq!(located(Purpose::Write).unwrap(), b"/private/conf", "{mode:o}");
    }
}
