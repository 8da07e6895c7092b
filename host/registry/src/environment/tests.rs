//! Tests of environments: published trees are pulled unchanged; what does not belong into an environment is refused.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, File, FileTimes, Permissions};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use ownership::Checker;
use tar::{Builder, EntryType, Header};

use super::layer::LAYER_TYPE;
use super::*;
use crate::artifact::{Descriptor, OciManifest, to_json};
use crate::digest::Digest;
use crate::key::PrivateKey;
use crate::layout::OciLayout;
use crate::policy::Policy;
use crate::repository::{PublishOutcome, Repository};
use crate::signature::Signature;
use crate::source::SourceError;

const FILES: [(&str, &str); 8] = [
    ("environment.conf", "modulepath = modules:site:$basemodulepath\n"),
    ("hiera.yaml", "version: 5\n"),
    ("data/common.yaml", "a: 1\n"),
    ("manifests/site.pp", "include web\n"),
    ("modules/stdlib/metadata.json", "{\"name\": \"puppetlabs-stdlib\", \"version\": \"9.6.0\"}"),
    ("modules/stdlib/files/run.sh", "#!/bin/sh\n"),
    ("modules/stdlib-extra/README", "not the module stdlib\n"),
    ("site/web/manifests/init.pp", "class web { }\n"),
];

/// Writes files, and sets the time of each to `seconds` after 1970.
fn write(directory: &Path, files: &[(&str, &str)], seconds: u64) {
    for (path, content) in files {
        let path = directory.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        File::options().write(true).open(&path).unwrap().set_times(FileTimes::new().set_modified(time)).unwrap();
    }
}

/// Writes an environment with an executable file, a link and an empty directory.
fn environment(directory: &Path) {
    write(directory, &FILES, 1000);
    fs::set_permissions(directory.join("modules/stdlib/files/run.sh"), Permissions::from_mode(0o755)).unwrap();
    symlink("../../modules/stdlib", directory.join("site/web/stdlib")).unwrap();
    fs::create_dir(directory.join("modules/stdlib/empty")).unwrap();
}

fn read(directory: &Path) -> Result<EnvironmentTree, EnvironmentError> {
    EnvironmentTree::read(directory, &Checker::default())
}

fn artifact(directory: &Path) -> EnvironmentArtifact {
    let directories = ["modules".to_owned(), "site".to_owned()];
    EnvironmentArtifact::new("production", &read(directory).unwrap(), &directories, Some("4f2a")).unwrap()
}

fn reference(place: &Path, tag: &str) -> EnvironmentReference {
    EnvironmentReference::parse(&format!("{}:production:{tag}", place.display())).unwrap()
}

/// Returns the content of a tree without owners and times.
fn entries(directory: &Path) -> EnvironmentTree {
    read(directory).unwrap()
}

/// A repository, published versions of an environment in it, and a directory of environments.
struct Stage {
    _directory: tempfile::TempDir,
    source: PathBuf,
    mirror: PathBuf,
    environments: PathBuf,
    layout: OciLayout,
    checker: Checker,
}

impl Stage {
    fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        let (source, mirror, environments) = (path("source"), path("mirror"), path("environments"));
        environment(&source);
        let layout = OciLayout::make(&mirror).unwrap();
        Self { source, mirror, environments, layout, checker: Checker::default(), _directory: directory }
    }

    /// Publishes the source with another file and returns the digest.
    fn publish(&self, content: &str) -> Digest {
        fs::write(self.source.join("manifests/site.pp"), content).unwrap();
        let artifact = artifact(&self.source);
        artifact.publish(&self.layout, &self.reference(), &[]).unwrap();
        artifact.digest()
    }

    fn reference(&self) -> EnvironmentReference {
        reference(&self.mirror, "latest")
    }

    fn store(&self) -> EnvironmentStore<'_> {
        EnvironmentStore::new(self.environments.clone(), &self.checker)
    }

    fn pull_from(&self, from: &dyn Repository) -> Result<PullOutcome, EnvironmentError> {
        let fetched = FetchedEnvironment::fetch(from, &self.reference())?;
        let store = self.store();
        let guard = store.lock(|| panic!("no other process has the lock"))?;
        guard.install((from, &self.reference()), &fetched, None, origin())
    }

    fn pull(&self) -> PullOutcome {
        self.pull_from(&self.layout).unwrap()
    }

    fn link(&self) -> PathBuf {
        self.environments.join("production")
    }
}

fn origin() -> VersionOrigin {
    VersionOrigin { reference: "test".into(), signer: None, serial: None }
}

#[test]
fn environment_digest_is_the_recorded_one_and_depends_on_files_only() {
    let directory = tempfile::tempdir().unwrap();
    let (one, other) = (directory.path().join("one"), directory.path().join("other"));
    environment(&one);
    environment(&other);
    write(&other, &FILES, 2000);
    fs::set_permissions(other.join("hiera.yaml"), Permissions::from_mode(0o600)).unwrap();
    write(&other, &[(".git/HEAD", "x"), ("modules/stdlib/.git", "gitdir: x"), (".r10k-deploy.json", "{}")], 1);
    assert_eq!(artifact(&one).digest(), artifact(&other).digest());
    // Another digest means that all environments are published, signed and pulled again: the format has changed.
    let recorded = "sha256:92ed8d6d0cb6d4ac0a86f1c2927ab6e2a7a9c99cb967d08cdda8575407c5d5f4";
    assert_eq!(artifact(&one).digest().to_string(), recorded);
    fs::set_permissions(other.join("hiera.yaml"), Permissions::from_mode(0o700)).unwrap();
    assert_ne!(artifact(&one).digest(), artifact(&other).digest(), "an executable file");
}

#[test]
fn environment_has_a_layer_for_each_module_and_for_data() {
    let stage = Stage::new();
    stage.publish("include web");
    let FetchedEnvironment { manifest, .. } = FetchedEnvironment::fetch(&stage.layout, &stage.reference()).unwrap();
    let paths: Vec<&str> = manifest.layers.iter().map(|layer| layer.path.as_str()).collect();
    assert_eq!(paths, [".", "data", "modules/stdlib", "modules/stdlib-extra", "site/web"]);
    let modules: Vec<_> =
        manifest.modules.iter().map(|module| (module.name.as_str(), module.version.as_deref())).collect();
    assert_eq!(modules, [("stdlib", Some("9.6.0")), ("stdlib-extra", None), ("web", None)]);
    assert_eq!((manifest.name.as_str(), manifest.commit.as_deref()), ("production", Some("4f2a")));
}

#[test]
fn entries_that_do_not_belong_into_an_environment_are_refused_by_name() {
    let check = |name: &str, words: &str, make: &dyn Fn(&Path)| {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join(name);
        make(&path);
        let message = read(directory.path()).unwrap_err().to_string();
        assert!(message.contains(name) && message.contains(words), "{message}");
    };
    check("absolute", "symbolic link to '/etc/passwd', outside of the environment", &|path| {
        symlink("/etc/passwd", path).unwrap();
    });
    check("above", "symbolic link to '../x', outside of the environment", &|path| symlink("../x", path).unwrap());
    check("socket", "it is a socket", &|path| drop(UnixListener::bind(path).unwrap()));
    check("pipe", "it is a pipe", &|path| {
        let mode = rustix::fs::Mode::from_raw_mode(0o644);
        rustix::fs::mknodat(rustix::fs::CWD, path, rustix::fs::FileType::Fifo, mode, 0).unwrap();
    });
    for (name, is_file) in [("writable.pp", true), ("writable", false)] {
        check(name, "writable", &|path| {
            if is_file {
                fs::write(path, "").unwrap()
            } else {
                fs::create_dir(path).unwrap()
            }
            fs::set_permissions(path, Permissions::from_mode(0o777)).unwrap();
        });
    }
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join(OsStr::from_bytes(b"latin-\xe9")), "").unwrap();
    assert!(read(directory.path()).unwrap_err().to_string().contains("its name is not UTF-8"));
}

#[test]
fn pulled_environment_has_the_published_files() {
    let stage = Stage::new();
    let digest = stage.publish("include web");
    assert_eq!(stage.pull(), PullOutcome::Replaced(None));
    assert_eq!(entries(&stage.link()), entries(&stage.source));
    let tree = current(&stage.link()).unwrap();
    assert_eq!((tree.digest, tree.directory.is_dir()), (digest, true));
    let mode = |path: &str| fs::metadata(tree.directory.join(path)).unwrap().permissions().mode() & 0o7777;
    assert_eq!((mode("modules"), mode("hiera.yaml"), mode("modules/stdlib/files/run.sh")), (0o755, 0o644, 0o755));
    assert_eq!(stage.pull(), PullOutcome::Unchanged);
    let found = stage.store().environments().unwrap();
    assert_eq!(found, [stage.store().find("production").unwrap().unwrap()]);
    assert_eq!((found[0].current, found[0].versions.len()), (Some(digest), 1));
}

#[test]
fn last_three_versions_are_kept_and_an_earlier_one_can_become_the_current_one() {
    let stage = Stage::new();
    let digests: Vec<Digest> = (0..5)
        .map(|number| {
            let digest = stage.publish(&format!("# {number}"));
            assert!(matches!(stage.pull(), PullOutcome::Replaced(_)));
            digest
        })
        .collect();
    let kept = |digest: &Digest| stage.store().tree("production", digest).is_dir();
    assert_eq!(digests.iter().map(kept).collect::<Vec<_>>(), [false, false, true, true, true]);
    let layers = fs::read_dir(stage.environments.join(".pulled/production/layers")).unwrap().count();
    assert_eq!(layers, 7, "four that never changed, and three of the rest");
    let content = |digest: &Digest| {
        let path = content_path(std::slice::from_ref(&stage.environments), "production", digest, "manifests/site.pp");
        path.map(|path| fs::read_to_string(path).unwrap())
    };
    assert_eq!((content(&digests[2]), content(&digests[1])), (Some("# 2".to_owned()), None));
    stage.publish("# 2");
    assert_eq!(stage.pull(), PullOutcome::Replaced(Some(digests[4])));
    assert_eq!(fs::read_to_string(stage.link().join("manifests/site.pp")).unwrap(), "# 2");
    assert_eq!(stage.store().find("production").unwrap().unwrap().versions.len(), 3);
}

/// Counts the blobs that are fetched, and fails after a number of them.
struct Counted<'a> {
    layout: &'a OciLayout,
    blobs: RefCell<Vec<Digest>>,
    most: usize,
}

impl Repository for Counted<'_> {
    fn place(&self) -> String {
        self.layout.place()
    }
    fn reference(&self, name: &str, tag: &str) -> String {
        self.layout.reference(name, tag)
    }
    fn tags(&self, name: &str) -> Result<Vec<String>, SourceError> {
        self.layout.tags(name)
    }
    fn manifest(&self, name: &str, tag: &str) -> Result<Option<Vec<u8>>, SourceError> {
        self.layout.manifest(name, tag)
    }
    fn manifest_by_digest(&self, name: &str, digest: &Digest) -> Result<Option<Vec<u8>>, SourceError> {
        self.layout.manifest_by_digest(name, digest)
    }
    fn blob(&self, name: &str, blob: &Descriptor) -> Result<Vec<u8>, SourceError> {
        if self.blobs.borrow().len() == self.most {
            return Err(SourceError::Remote { reference: "x".into(), reason: "gone".into() });
        }
        self.blobs.borrow_mut().push(blob.digest);
        self.layout.blob(name, blob)
    }
    fn has(&self, name: &str, blob: &Descriptor) -> Result<bool, SourceError> {
        self.layout.has(name, blob)
    }
    fn put_blob(&self, name: &str, bytes: &[u8]) -> Result<(), SourceError> {
        self.layout.put_blob(name, bytes)
    }
    fn put_manifest(&self, name: &str, tag: &str, bytes: &[u8]) -> Result<(), SourceError> {
        self.layout.put_manifest(name, tag, bytes)
    }
}

#[test]
fn only_changed_layers_are_fetched() {
    let stage = Stage::new();
    let counted = Counted { layout: &stage.layout, blobs: RefCell::default(), most: usize::MAX };
    stage.publish("# 1");
    stage.pull_from(&counted).unwrap();
    assert_eq!(counted.blobs.take().len(), 6, "config and five layers");
    stage.publish("# 2");
    stage.pull_from(&counted).unwrap();
    assert_eq!(counted.blobs.take().len(), 2, "config and the layer with the manifests");
}

#[test]
fn failed_pull_leaves_the_previous_version_and_the_next_one_completes() {
    let stage = Stage::new();
    let before = stage.publish("# 1");
    stage.pull();
    fs::write(stage.source.join("data/common.yaml"), "a: 2\n").unwrap();
    let after = stage.publish("# 2");
    for most in 0..3 {
        let counted = Counted { layout: &stage.layout, blobs: RefCell::default(), most };
        assert!(stage.pull_from(&counted).is_err(), "{most}");
        assert_eq!(current(&stage.link()).unwrap().digest, before);
        assert_eq!(fs::read_to_string(stage.link().join("manifests/site.pp")).unwrap(), "# 1");
    }
    // What a killed process leaves.
    let home = stage.environments.join(".pulled/production");
    fs::create_dir_all(home.join(".draft/modules")).unwrap();
    fs::create_dir_all(home.join(".removed/x")).unwrap();
    symlink("x", home.join(".link")).unwrap();
    let layers: Vec<_> = fs::read_dir(home.join("layers")).unwrap().flatten().collect();
    layers.iter().for_each(|layer| fs::write(layer.path(), "damaged").unwrap());
    assert_eq!(stage.pull(), PullOutcome::Replaced(Some(before)));
    assert_eq!(current(&stage.link()).unwrap().digest, after);
    assert_eq!(entries(&stage.link()), entries(&stage.source));
    let left: BTreeSet<_> = fs::read_dir(&home).unwrap().flatten().map(|entry| entry.file_name()).collect();
    assert!(left.iter().all(|name| !name.to_str().unwrap().starts_with('.')), "{left:?}");
}

#[test]
fn environment_that_was_not_pulled_is_not_replaced() {
    let stage = Stage::new();
    stage.publish("# 1");
    fs::create_dir_all(stage.link()).unwrap();
    for is_directory in [true, false] {
        let message = stage.pull_from(&stage.layout).unwrap_err().to_string();
        assert!(message.contains("exists and was not pulled: move it away"), "{message}");
        if is_directory {
            fs::remove_dir(stage.link()).unwrap();
            symlink("elsewhere", stage.link()).unwrap();
        }
    }
    assert_eq!(fs::read_link(stage.link()).unwrap(), Path::new("elsewhere"));
}

#[test]
fn store_that_other_users_can_change_is_refused() {
    let stage = Stage::new();
    stage.publish("# 1");
    stage.pull();
    let home = stage.environments.join(".pulled/production");
    fs::set_permissions(&home, Permissions::from_mode(0o777)).unwrap();
    assert!(stage.pull_from(&stage.layout).unwrap_err().to_string().contains("writable"));
}

/// Type, name and content of an entry, or the target of a link.
type HostileEntry = (EntryType, &'static str, &'static str);

/// Adds an entry with any name to an archive.
fn raw_entry(archive: &mut Builder<Vec<u8>>, kind: EntryType, name: &str, content: &str) {
    let mut header = Header::new_gnu();
    header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
    header.set_entry_type(kind);
    header.set_mode(0o644);
    if kind == EntryType::Symlink || kind == EntryType::Link {
        header.set_link_name_literal(content).unwrap();
        header.set_size(0);
    } else {
        header.set_size(content.len() as u64);
    }
    header.set_cksum();
    archive.append(&header, if header.entry_size().unwrap() == 0 { &[] } else { content.as_bytes() }).unwrap();
}

/// Publishes an environment whose layers have any content.
fn publish_layers(stage: &Stage, layers: &[(&str, Vec<u8>)]) {
    let config = br#"{"name":"production","modules":[]}"#;
    let descriptor = |(path, bytes): &(&str, Vec<u8>)| {
        let mut descriptor = Descriptor::of(LAYER_TYPE, bytes);
        descriptor.annotations.insert("org.opencontainers.image.title".to_owned(), (*path).to_owned());
        descriptor
    };
    let mut manifest: OciManifest = serde_json::from_slice(artifact(&stage.source).documents().manifest()).unwrap();
    manifest.config = Descriptor {
        annotations: manifest.config.annotations.clone(),
        ..Descriptor::of(&manifest.config.media_type, config)
    };
    manifest.layers = layers.iter().map(descriptor).collect();
    stage.layout.put_blob("production", config).unwrap();
    layers.iter().for_each(|(_, bytes)| stage.layout.put_blob("production", bytes).unwrap());
    stage.layout.put_manifest("production", "latest", &to_json(&manifest)).unwrap();
}

#[test]
fn layers_with_entries_that_leave_the_tree_are_refused() {
    let stage = Stage::new();
    let outside = stage.environments.parent().unwrap().join("outside");
    let hostile: &[(&str, &[HostileEntry])] = &[
        ("is not a plain relative path", &[(EntryType::Regular, "../outside", "x")]),
        ("is not a plain relative path", &[(EntryType::Regular, "/outside", "x")]),
        ("outside of the environment", &[(EntryType::Symlink, "l", "../../..")]),
        ("outside of the environment", &[(EntryType::Symlink, "l", "/")]),
        ("its parent is not a directory", &[(EntryType::Symlink, "l", "d"), (EntryType::Regular, "l/x", "x")]),
        ("it occurs twice", &[(EntryType::Symlink, "l", "d"), (EntryType::Regular, "l", "x")]),
        ("it occurs twice", &[(EntryType::Directory, "d", ""), (EntryType::Symlink, "d", "e")]),
        ("its type in the archive is '1'", &[(EntryType::Link, "l", "/etc/passwd")]),
        ("its type in the archive is '3'", &[(EntryType::Char, "l", "")]),
        ("its type in the archive is 'x'", &[(EntryType::XHeader, "l", "x")]),
        ("'..' follows a name", &[(EntryType::Symlink, "l", "d/../../x")]),
        ("is not a plain relative path", &[(EntryType::Directory, "", "")]),
    ];
    for (words, entries) in hostile {
        let mut archive = Builder::new(Vec::new());
        entries.iter().for_each(|(kind, name, content)| raw_entry(&mut archive, *kind, name, content));
        let layer = zstd::bulk::compress(&archive.into_inner().unwrap(), 1).unwrap();
        publish_layers(&stage, &[(".", layer)]);
        let message = stage.pull_from(&stage.layout).unwrap_err().to_string();
        assert!(message.contains(words), "{entries:?}: {message}");
        assert!(!outside.exists() && !stage.link().exists(), "{entries:?}");
    }
}

#[test]
fn damaged_or_oversized_layers_are_refused() {
    let stage = Stage::new();
    let pull = |layers: &[(&str, Vec<u8>)]| {
        publish_layers(&stage, layers);
        stage.pull_from(&stage.layout).unwrap_err().to_string()
    };
    assert!(pull(&[(".", b"not zstd".to_vec())]).contains("the layer is damaged"));
    // A name of a gigabyte compresses to almost nothing.
    let mut header = Header::new_gnu();
    header.set_entry_type(EntryType::GNULongName);
    header.set_size(1 << 30);
    header.set_cksum();
    let mut bytes = header.as_bytes().to_vec();
    bytes.resize(bytes.len() + (32 << 20), b'n');
    let message = pull(&[(".", zstd::bulk::compress(&bytes, 1).unwrap())]);
    assert!(message.contains("damaged") || message.contains("too long"), "{message}");
    let mut header = Header::new_gnu();
    header.set_path("large").unwrap();
    header.set_size(MAX_CONTENT + 1);
    header.set_cksum();
    let message = pull(&[(".", zstd::bulk::compress(header.as_bytes(), 1).unwrap())]);
    assert_eq!(message, "The environment has more than 1073741824 bytes");
    let mut archive = Builder::new(Vec::new());
    raw_entry(&mut archive, EntryType::Directory, "other", "");
    let layer = zstd::bulk::compress(&archive.into_inner().unwrap(), 1).unwrap();
    let message = pull(&[("modules/web", layer)]);
    assert!(message.contains("its layer is that of 'modules/web'"), "{message}");
}

#[test]
fn changed_blobs_and_other_artifacts_are_refused() {
    let stage = Stage::new();
    let digest = stage.publish("# 1");
    let manifest = FetchedEnvironment::fetch(&stage.layout, &stage.reference()).unwrap().manifest;
    let blob = |digest: &Digest| stage.mirror.join("blobs/sha256").join(digest.hex());
    let layer = blob(&manifest.layers[1].digest);
    let mut bytes = fs::read(&layer).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&layer, bytes).unwrap();
    let message = stage.pull_from(&stage.layout).unwrap_err().to_string();
    assert!(message.contains("was expected"), "{message}");
    let reference = stage.reference().at(digest);
    fs::write(blob(&digest), "{}").unwrap();
    let message = FetchedEnvironment::fetch(&stage.layout, &reference).unwrap_err().to_string();
    assert!(message.contains("the digest of the manifest"), "{message}");
    let message = FetchedEnvironment::fetch(&stage.layout, &reference.at(Digest::of(b"x"))).unwrap_err().to_string();
    assert!(message.ends_with("does not exist"), "{message}");
}

#[test]
fn published_tag_moves_to_a_new_version_and_gains_signatures() {
    let stage = Stage::new();
    let (first, second) = (PrivateKey::generate().unwrap(), PrivateKey::generate().unwrap());
    let one = artifact(&stage.source);
    let publish = |artifact: &EnvironmentArtifact, key: &PrivateKey| {
        let signature = Signature::make(key, &artifact.digest());
        artifact.publish(&stage.layout, &stage.reference(), &[signature]).unwrap()
    };
    assert_eq!(publish(&one, &first), PublishOutcome::Newly);
    assert_eq!(publish(&one, &second), PublishOutcome::Again);
    let fetched = FetchedEnvironment::fetch(&stage.layout, &stage.reference()).unwrap();
    assert_eq!(fetched.signatures.len(), 2);
    assert!(fetched.signatures.iter().all(|signature| signature.is_of(&one.digest())));
    fs::write(stage.source.join("manifests/site.pp"), "# 2").unwrap();
    let two = artifact(&stage.source);
    assert_eq!(publish(&two, &first), PublishOutcome::Newly);
    assert_eq!(FetchedEnvironment::fetch(&stage.layout, &stage.reference()).unwrap().manifest.digest, two.digest());
    let old = FetchedEnvironment::fetch(&stage.layout, &stage.reference().at(one.digest())).unwrap();
    assert_eq!(old.manifest.digest, one.digest());
}

#[test]
fn channel_selects_a_version_and_its_serial_never_goes_back() {
    let stage = Stage::new();
    let key = PrivateKey::generate().unwrap();
    let at = reference(&stage.mirror, "stable");
    let names = ("production", "stable");
    let digest = stage.publish("# 1");
    let step = |percent: &str| ChannelStep { digest, percent: percent.parse().unwrap() };
    let mut published: Vec<FetchedChannel> = Vec::new();
    for _ in 0..2 {
        let previous = published.last();
        let channel = Channel::with_rollout(previous.map(|last| &last.channel), names, step("100")).unwrap();
        let seen = previous.map(|last| last.digest);
        let sign = |digest: &Digest| Signature::make(&key, digest);
        FetchedChannel::publish(&channel, &stage.layout, &at, seen.as_ref(), sign).unwrap();
        let lost = FetchedChannel::publish(&channel, &stage.layout, &at, Some(&Digest::of(b"x")), sign);
        assert!(lost.unwrap_err().to_string().contains("changed by another process"));
        published.push(FetchedChannel::fetch(&stage.layout, &at).unwrap().unwrap());
    }
    let store = stage.store();
    let guard = store.lock(|| ()).unwrap();
    let fetched = FetchedEnvironment::fetch(&stage.layout, &stage.reference()).unwrap();
    let install = |channel: &FetchedChannel| {
        guard.check_channel(channel)?;
        guard.install((&stage.layout, &stage.reference()), &fetched, Some(channel), origin())
    };
    install(&published[0]).unwrap();
    install(&published[1]).unwrap();
    install(&published[1]).unwrap();
    let older = install(&published[0]).unwrap_err().to_string();
    assert!(older.contains("has the serial 1, but this system has already applied serial 2"), "{older}");
    let mut other = published[1].clone();
    other.digest = Digest::of(b"other");
    let ambiguous = install(&other).unwrap_err().to_string();
    assert!(ambiguous.contains("with other content"), "{ambiguous}");
    assert_eq!(store.find("production").unwrap().unwrap().channels["stable"], 2);
}

#[test]
fn rollout_is_raised_for_a_known_serial_and_stopped_for_any() {
    let stage = Stage::new();
    let key = PrivateKey::generate().unwrap();
    let (at, policy) = (reference(&stage.mirror, "stable"), Policy::default());
    let rollout = Rollout { channel: &at, name: "production", key: &key };
    let publish = |content: &str| {
        fs::write(stage.source.join("manifests/site.pp"), content).unwrap();
        let artifact = artifact(&stage.source);
        let signatures = [Signature::make(&key, &artifact.digest())];
        artifact.publish(&stage.layout, &stage.reference(), &signatures).unwrap();
        artifact.digest()
    };
    let (old, new) = (publish("# 1"), publish("# 2"));
    let step = |digest, percent: &str| ChannelStep { digest, percent: percent.parse().unwrap() };
    let current = || rollout.current(&stage.layout, &policy).unwrap();
    rollout.assign(step(old, "100"), None, &stage.layout, &policy).unwrap();
    let first = current();
    rollout.assign(step(new, "5"), first.as_ref(), &stage.layout, &policy).unwrap();
    let lost = rollout.assign(step(new, "50"), first.as_ref(), &stage.layout, &policy).unwrap_err().to_string();
    assert!(lost.contains("changed by another process"), "{lost}");
    assert_eq!(rollout.raise(step(new, "20"), 2, &stage.layout, &policy).unwrap().serial, 3);
    let moved = rollout.raise(step(new, "50"), 2, &stage.layout, &policy).unwrap_err().to_string();
    assert_eq!(moved, "The channel has the serial 3, not 2: another process has changed it");
    let stopped = rollout.stop(&new, &old, &stage.layout, &policy).unwrap().unwrap();
    assert_eq!((stopped.serial, &stopped.steps), (4, &vec![step(old, "100")]));
    assert_eq!(current().unwrap().channel, stopped);
    assert_eq!(rollout.stop(&new, &old, &stage.layout, &policy).unwrap(), None);
    let other = PrivateKey::generate().unwrap();
    let stranger = Rollout { key: &other, ..rollout };
    assert!(matches!(stranger.stop(&old, &new, &stage.layout, &policy), Err(PullError::Refused(_))));
    assert_eq!(current().unwrap().channel, stopped);
}

#[test]
fn channels_and_environments_are_not_mistaken_for_each_other() {
    let stage = Stage::new();
    let digest = stage.publish("# 1");
    let at = reference(&stage.mirror, "stable");
    let step = ChannelStep { digest, percent: Percentage::ALL };
    let channel = Channel::with_rollout(None, ("production", "stable"), step).unwrap();
    let key = PrivateKey::generate().unwrap();
    FetchedChannel::publish(&channel, &stage.layout, &at, None, |digest| Signature::make(&key, digest)).unwrap();
    let message = FetchedEnvironment::fetch(&stage.layout, &at).unwrap_err().to_string();
    assert!(message.ends_with("is a channel, not an environment: a channel is pulled with --channel"), "{message}");
    let message = FetchedChannel::fetch(&stage.layout, &stage.reference()).unwrap_err().to_string();
    assert!(message.ends_with("is an environment, not a channel"), "{message}");
    let message = artifact(&stage.source).publish(&stage.layout, &at, &[]).unwrap_err().to_string();
    assert!(message.contains("is a channel"), "{message}");
    assert!(FetchedChannel::fetch(&stage.layout, &reference(&stage.mirror, "none")).unwrap().is_none());
}

#[test]
fn difference_lists_changed_modules_and_files() {
    let directory = tempfile::tempdir().unwrap();
    let (one, other) = (directory.path().join("one"), directory.path().join("other"));
    environment(&one);
    environment(&other);
    let directories = ["modules".to_owned(), "site".to_owned()];
    let difference = || {
        let (before, after) = (read(&one).unwrap(), read(&other).unwrap());
        TreeDifference::between((&before.modules(&directories), &before), (&after.modules(&directories), &after))
    };
    assert!(difference().is_empty());
    write(
        &other,
        &[("modules/stdlib/metadata.json", "{\"version\": \"9.7.0\"}"), ("site/db/x", ""), ("data/new", "")],
        1,
    );
    fs::remove_dir_all(other.join("modules/stdlib-extra")).unwrap();
    fs::set_permissions(other.join("modules/stdlib/files/run.sh"), Permissions::from_mode(0o644)).unwrap();
    let found = difference();
    let modules: Vec<String> = found
        .modules
        .iter()
        .map(|module| format!("{} {:?} {:?} {:?}", module.path, module.change, module.before, module.after))
        .collect();
    assert_eq!(
        modules,
        [
            "modules/stdlib Changed Some(\"9.6.0\") Some(\"9.7.0\")",
            "modules/stdlib-extra Removed None None",
            "site/db Added None None"
        ]
    );
    let files: Vec<String> = found.files.iter().map(|file| format!("{} {:?}", file.path, file.change)).collect();
    assert_eq!(
        files,
        [
            "data/new Added",
            "modules/stdlib-extra Removed",
            "modules/stdlib-extra/README Removed",
            "modules/stdlib/files/run.sh Changed",
            "modules/stdlib/metadata.json Changed",
            "site/db Added",
            "site/db/x Added"
        ]
    );
}

#[test]
fn fetched_tree_equals_the_published_directory() {
    let stage = Stage::new();
    // A path that does not fit in the header of an archive, and a link with such a target.
    let long = format!("modules/stdlib/{}/{}", "a".repeat(90), "b".repeat(200));
    write(&stage.source, &[(&long, "x")], 1);
    symlink(long.replace("modules/stdlib/", ""), stage.source.join("modules/stdlib/long")).unwrap();
    symlink("./files//run.sh", stage.source.join("modules/stdlib/spelled")).unwrap();
    stage.publish("# 1");
    let manifest = FetchedEnvironment::fetch(&stage.layout, &stage.reference()).unwrap().manifest;
    let fetched = EnvironmentTree::fetch(&stage.layout, &stage.reference(), &manifest, |_| true).unwrap();
    let read = read(&stage.source).unwrap();
    assert!(TreeDifference::between((&[], &read), (&[], &fetched)).is_empty());
    assert_eq!(fetched.entries().len(), read.entries().len());
    stage.pull();
    assert_eq!(entries(&stage.link()), read);
}

#[test]
fn other_links_are_not_pulled_environments() {
    let directory = tempfile::tempdir().unwrap();
    let hex = "a".repeat(64);
    for (target, is_pulled) in [
        (format!(".pulled/production/sha256-{hex}"), true),
        (format!(".pulled/test/sha256-{hex}"), false),
        (format!(".pulled/production/sha256-{hex}/modules"), false),
        (format!("../.pulled/production/sha256-{hex}"), false),
        (format!("/.pulled/production/sha256-{hex}"), false),
        (".pulled/production/sha256-12".to_owned(), false),
        ("versions/1".to_owned(), false),
    ] {
        let link = directory.path().join("production");
        let _ = fs::remove_file(&link);
        symlink(&target, &link).unwrap();
        assert_eq!(current(&link).is_some(), is_pulled, "{target}");
    }
    assert_eq!(current(directory.path()), None);
    let digest = Digest::of(b"x");
    for path in ["../x", "/x", "a/../../x", "."] {
        assert_eq!(content_path(&[directory.path().to_owned()], "production", &digest, path), None, "{path}");
    }
}
