//! Tests of `grants`.

use std::cell::RefCell;
use std::fs;
use std::os::unix::fs::symlink;

use catalog::Value;
use transaction::provider::Row;

use super::command::ArgumentList;
use super::*;
use crate::rows::Rows;
use crate::system::find::ExposedResources;
use crate::system::identity::Identity;

/// Returns the column of an attribute: 0 path, 1 source, 2 target.
fn column(name: &str) -> Option<u16> {
    ["path", "source", "target"].iter().position(|known| *known == name).and_then(|at| u16::try_from(at).ok())
}

fn grants(read: &[&str], write: &[&str]) -> ResolvedGrants {
    let list = |entries: &[&str]| entries.iter().map(|entry| format!("'{entry}'")).collect::<Vec<_>>().join(",");
    let manifest = format!(
        "[package]\nname='a/b'\nversion='1.0.0'\ninterface='0.1'\n[files]\nread=[{}]\nwrite=[{}]\n\
         [commands.nginx]\nfind=['nginx']\nquery=[['-t'],['-c','*'],['show','**']]\nmutate=[['-s','reload']]\n\
         [given]\nquery=['source']\nmutate=['target']\n",
        list(read),
        list(write)
    );
    ResolvedGrants::new(&Manifest::from_toml(&manifest).unwrap(), "file", &column).unwrap()
}

struct Machine {
    directory: tempfile::TempDir,
    paths: Paths,
    shown: ExposedResources,
    identity: RefCell<Identity>,
}

impl Machine {
    fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        for path in ["srv/www", "etc/nginx/conf.d", "run"] {
            fs::create_dir_all(directory.path().join(path)).unwrap();
        }
        fs::create_dir_all(directory.path().join("var")).unwrap();
        symlink("/run", directory.path().join("var/run")).unwrap();
        symlink("/etc", directory.path().join("srv/www/conf")).unwrap();
        symlink("/etc/passwd", directory.path().join("srv/www/link")).unwrap();
        fs::write(directory.path().join("etc/passwd"), "").unwrap();
        let paths = Paths::open(directory.path()).unwrap();
        Self { directory, paths, shown: ExposedResources::default(), identity: RefCell::default() }
    }

    fn check(
        &self,
        path: &str,
        follow: bool,
        row: Option<(u16, Value)>,
        predicate: impl Fn(&ResolvedPath<'_>) -> bool,
    ) -> bool {
        assert!(self.directory.path().exists());
        let rows = row.map(|slot| Row { id: 1, title: "x".into(), slots: vec![slot].into() });
        let rows = Rows::new(rows.iter());
        let found =
            if follow { self.paths.follow(path, Purpose::Read) } else { self.paths.locate(path, Purpose::Read) };
        let target = match found {
            Ok(target) => target,
            Err(crate::paths::PathError::Missing(Some(missing))) => missing.whole.clone(),
            Err(failed) => panic!("{path}: {failed}"),
        };
        let row = rows.find(1);
        predicate(&ResolvedPath {
            path,
            target: &target,
            followed: follow,
            row,
            paths: &self.paths,
            shown: &self.shown,
            identity: &self.identity,
        })
    }

    fn writes(&self, grants: &ResolvedGrants, path: &str, named: &str) -> bool {
        self.check(path, false, Some((0, named.into())), |place| grants.cover_write(place))
    }
}

#[test]
fn attribute_grants_exactly_its_path() {
    let (machine, grants) = (Machine::new(), grants(&[], &["@path"]));
    assert!(machine.writes(&grants, "/srv/www/x", "/srv/www/x"));
    assert!(machine.writes(&grants, "/srv/../srv/www/x", "/srv/www/x"), "another spelling of the path");
    assert!(machine.writes(&grants, "/var/run/x", "/run/x"));
    for other in
        ["/srv/www/y", "/srv/www/x/y", "/srv/www", "/etc/passwd", "/srv/www/conf/passwd", "/srv/www/../../etc/passwd"]
    {
        assert!(!machine.writes(&grants, other, "/srv/www/x"), "{other}");
    }
    assert!(!machine.check("/srv/www/x", false, None, |place| grants.cover_write(place)), "without a row");
    let listed = Value::Array(vec!["/a".into(), "/srv/www/x".into()]);
    assert!(machine.check("/srv/www/x", false, Some((0, listed)), |place| grants.cover_write(place)));
}

#[test]
fn tree_grant_excludes_targets_of_links_outside_the_tree() {
    let (machine, grants) = (Machine::new(), grants(&[], &["@path/**"]));
    assert!(machine.writes(&grants, "/srv/www/deep/x", "/srv/www"));
    assert!(machine.writes(&grants, "/srv/www", "/srv/www"));
    assert!(!machine.writes(&grants, "/srv/www/conf/passwd", "/srv/www"));
    assert!(!machine.writes(&grants, "/srv/wwwx", "/srv/www"));
    assert!(!machine.writes(&grants, "/srv/www/../x", "/srv/www"));
}

#[test]
fn link_target_requires_its_own_grant() {
    let machine = Machine::new();
    let follows = |grants: &ResolvedGrants| {
        machine.check("/srv/www/link", true, Some((0, "/srv/www/link".into())), |place| grants.cover_read(place))
    };
    assert!(!follows(&grants(&["@path"], &[])));
    assert!(follows(&grants(&["@path->"], &[])));
    assert!(follows(&grants(&["/etc/passwd"], &[])));
    let tree = grants(&["@path->/**"], &[]);
    assert!(
        machine.check("/srv/www/conf/nginx/x", false, Some((0, "/srv/www/conf".into())), |place| {
            tree.cover_read(place)
        })
    );
}

#[test]
fn patterns_match_the_resolved_path() {
    let machine = Machine::new();
    let reads =
        |entry: &str, path: &str| machine.check(path, false, None, |place| grants(&[entry], &[]).cover_read(place));
    assert!(reads("/etc/nginx/**", "/etc/nginx/conf.d/a.conf"));
    assert!(reads("/etc/nginx/**", "/etc/nginx"));
    assert!(reads("/etc/nginx/*/*.conf", "/srv/www/conf/nginx/conf.d/a.conf"), "through a link to a covered directory");
    assert!(!reads("/srv/www/**", "/srv/www/conf/passwd"), "through a link to another directory");
    assert!(!reads("/etc/nginx/**", "/etc/nginxx"));
    assert!(!reads("/etc/nginx/*.conf", "/etc/nginx/conf.d/a.conf"));
    assert!(reads("/var/run/**", "/var/run/x"), "links in the grant are resolved");
    assert!(reads("/etc/passwd", "/etc/passwd") && !reads("/etc/passwd", "/etc/passwd-"));
}

#[test]
fn metadata_of_parent_directories_is_readable_but_not_their_content() {
    let (machine, grants) = (Machine::new(), grants(&[], &["@path", "/opt/app/**"]));
    let row = || Some((0, Value::from("/srv/www/new/x")));
    for directory in ["/", "/srv", "/srv/www", "/srv/www/new", "/opt"] {
        assert!(machine.check(directory, false, row(), |place| grants.cover_stat(place)), "{directory}");
        assert!(!machine.check(directory, false, row(), |place| grants.cover_read(place)), "{directory}");
    }
    assert!(!machine.check("/etc", false, row(), |place| grants.cover_stat(place)));
    assert!(!machine.check("/srv/www/n", false, row(), |place| grants.cover_stat(place)));
}

#[test]
fn source_grant_compares_the_text_of_the_attribute() {
    let grants = grants(&["@source", "@source/**"], &[]);
    let slots = vec![(1, Value::from("puppet:///modules/ntp/conf"))];
    let rows = Rows::new([Row { id: 1, title: "x".into(), slots: slots.into() }].iter());
    let shown = ExposedResources::default();
    let covers = |url: &str| grants.cover_source(&SourceAccess { url, row: rows.find(1), shown: &shown });
    assert!(covers("puppet:///modules/ntp/conf"));
    assert!(covers("puppet:///modules/ntp/conf/a/b"));
    assert!(!covers("puppet:///modules/ntp/conf2"));
    assert!(!covers("puppet:///modules/ntp/conf/../secret"));
    let of_no_row = SourceAccess { url: "puppet:///modules/ntp/conf", row: None, shown: &shown };
    assert!(!grants.cover_source(&of_no_row));
}

#[test]
fn commands_are_granted_with_their_arguments() {
    let grants = grants(&[], &[]);
    let words = |list: &[&str]| list.iter().map(|word| (*word).to_owned()).collect::<Vec<String>>();
    let run = |program: &str, list: &[&str], as_query: bool| {
        let words = words(list);
        let program = ProgramRef::Named(program, ArgumentList { words: &words, row: None, staged: &[] });
        if as_query { grants.cover_query(program) } else { grants.cover_mutate(program) }
    };
    let query = |list: &[&str]| run("nginx", list, true);
    assert!(query(&["-t"]) && query(&["-c", "/x"]) && query(&["show"]) && query(&["show", "a", "b"]));
    assert!(!query(&["-s", "reload"]) && !query(&["-t", "-q"]) && !query(&["-c"]) && !query(&[]));
    assert!(run("nginx", &["-s", "reload"], false));
    assert!(run("nginx", &["-t"], false), "queries are permitted in the write phase");
    assert!(!run("rm", &["-t"], false));
    assert!(grants.cover_query(ProgramRef::Given("source")) && !grants.cover_query(ProgramRef::Given("target")));
    assert!(grants.cover_mutate(ProgramRef::Given("target")) && !grants.cover_mutate(ProgramRef::Given("path")));
}

#[test]
fn invalid_entry_is_rejected() {
    let entry = |entry: &str| Entry::parse(entry, &column, &["other".to_owned()]).map(|found| found.is_some());
    for wrong in [
        "etc/passwd",
        "",
        "@",
        "@a b",
        "/etc/../x",
        "@path->x",
        "@unknown.source",
        "@path~",
        "@path~/",
        "@path~/../x",
        "@~/x",
    ] {
        assert!(entry(wrong).is_err(), "{wrong}");
    }
    assert_eq!(entry("@other"), Ok(false), "attribute of another type");
    assert_eq!(entry("@other.source->/**"), Ok(true), "path in an attribute of another resource");
}

#[test]
fn globs_match_names() {
    for (pattern, name, fits) in [
        ("*", "x", true),
        ("*.conf", "a.conf", true),
        ("a*b*c", "aXbYc", true),
        ("a?c", "abc", true),
        ("a?c", "ac", false),
        ("*.d", "x.dd", false),
    ] {
        assert_eq!(glob(pattern.as_bytes(), name.as_bytes()), fits, "{pattern} {name}");
    }
}

#[test]
fn paths_of_exposed_resources_are_granted() {
    let machine = Machine::new();
    let manifest = Manifest::from_toml(
        "[package]\nname='a/b'\nversion='1.0.0'\ninterface='0.1'\n[files]\nread=['@part.source']\n[resources]\nfind=['part']\n",
    );
    let grants = ResolvedGrants::new(&manifest.unwrap(), "file", &column).unwrap();
    let reads = |machine: &Machine| machine.check("/etc/passwd", false, None, |place| grants.cover_read(place));
    assert!(!reads(&machine));
    let schema = r#"{"name":"part","attributes":[{"name":"name","traits":["namevar"]},{"name":"source"}]}"#;
    let source = Value::Array(vec!["puppet:///modules/m/x".into(), "/etc/passwd".into()]);
    let row = Row { id: 7, title: "x".into(), slots: vec![(1, source)].into() };
    machine.shown.show(&std::sync::Arc::new(serde_json::from_str(schema).unwrap()), vec![row]);
    assert!(reads(&machine));
    assert!(!machine.check("/etc/nginx", false, None, |place| grants.cover_read(place)));
    let source = |url| SourceAccess { url, row: None, shown: &machine.shown };
    assert!(
        grants.cover_source(&source("puppet:///modules/m/x")) && !grants.cover_source(&source("puppet:///modules/m/y"))
    );
}

#[test]
fn home_directory_is_granted_by_user_name() {
    let (machine, grants) = (Machine::new(), grants(&[], &["@path~/.ssh/*"]));
    fs::create_dir_all(machine.directory.path().join("home/eve/.ssh")).unwrap();
    symlink("/etc", machine.directory.path().join("home/eve/.ssh/etc")).unwrap();
    symlink("/home", machine.directory.path().join("data")).unwrap();
    fs::write(machine.directory.path().join("etc/passwd"), "eve:x:7:8::/data/eve:/bin/sh\n").unwrap();
    assert!(machine.writes(&grants, "/home/eve/.ssh/keys", "eve"), "the home directory is reached through a link");
    assert!(machine.writes(&grants, "/data/eve/.ssh/keys", "eve"));
    for (path, user) in [
        ("/home/eve/.ssh/keys", "adam"),
        ("/home/eve/.ssh/etc/passwd", "eve"),
        ("/home/eve/.bashrc", "eve"),
        ("/home/eve/.ssh", "eve"),
        ("/etc/passwd", "eve"),
    ] {
        assert!(!machine.writes(&grants, path, user), "{path} of {user}");
    }
    let looks = |path| machine.check(path, false, Some((0, "eve".into())), |place| grants.cover_stat(place));
    assert!(looks("/data") && looks("/data/eve") && looks("/data/eve/.ssh") && !looks("/data/eve/mail"));
}

#[test]
fn links_in_a_tree_are_followed_only_with_a_grant() {
    let machine = Machine::new();
    let reads = |grants: &ResolvedGrants, path: &str, follow| {
        machine.check(path, follow, Some((1, "/srv/www".into())), |place| grants.cover_read(place))
    };
    let (tree, links) = (grants(&["@source/**"], &[]), grants(&["@source->/**"], &[]));
    for (path, follow) in [("/srv/www/link", true), ("/srv/www/conf/nginx", false)] {
        assert!(!reads(&tree, path, follow), "{path}");
        assert!(reads(&links, path, follow), "{path}");
    }
    for path in ["/etc/passwd", "/srv/www/../../etc/passwd"] {
        assert!(!reads(&links, path, false), "{path}");
    }
}

#[test]
fn queries_can_open_the_paths_in_an_attribute() {
    let manifest = "[package]\nname='a/b'\nversion='1.0.0'\ninterface='0.1'\n\
                    [commands.pip]\nfind=['pip']\nread=['@source']\nquery=[['list']]\n";
    let grants = ResolvedGrants::new(&Manifest::from_toml(manifest).unwrap(), "file", &column).unwrap();
    let readable = |value: Value| {
        let row = Row { id: 1, title: "x".into(), slots: vec![(1, value)].into() };
        let rows = Rows::new([row].iter());
        grants.commands["pip"].readable(rows.find(1), None)
    };
    let pair = Value::Hash(vec![("--find-links".into(), "/srv/index".into())]);
    let options = Value::Array(vec!["--no-index".into(), pair, "--cert=/etc/ca".into(), "-f".into(), "/srv/b".into()]);
    let expected = ["/srv/index", "/etc/ca", "/srv/b"].map(PathBuf::from);
    assert_eq!(readable(options), expected);
    assert_eq!(readable("file:///srv/c".into()), [PathBuf::from("/srv/c")]);
    assert_eq!(readable("https://example.org/a=/etc".into()), Vec::<PathBuf>::new());
}
