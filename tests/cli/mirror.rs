//! `marotte provider mirror`: copies providers to a directory, from a directory, a registry, or the sources in the
//! lock.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use marotte_tests::server::{Answer, Server};
use marotte_tests::{GENERATORS, INI_LINE};
use serde_json::Value;

use super::machine::Machine;

/// Creates a machine and a directory with two versions of one provider and one version of another.
fn stage() -> (Machine, String) {
    let machine = Machine::new();
    let source = machine.directory("source");
    for (from, name, version) in
        [(INI_LINE, "ini-line", "0.1.0"), (INI_LINE, "ini-line", "0.2.0"), (GENERATORS, "makers", "1.0.0")]
    {
        let file = machine.made("made.wasm", from, |manifest| {
            manifest["package"]["name"] = format!("example/{name}").into();
            manifest["package"]["version"] = version.into();
        });
        let _ = machine.run(&["provider", "publish", &file, &source], 0);
    }
    (machine, source)
}

/// Returns all files of an OCI layout, except those that differ each time.
fn files(directory: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let directory = Path::new(directory);
    let blobs =
        fs::read_dir(directory.join("blobs/sha256")).expect("a layout").map(|entry| entry.expect("a blob").path());
    let mut paths: Vec<PathBuf> = blobs.chain([directory.join("index.json"), directory.join("oci-layout")]).collect();
    paths.sort();
    let read =
        |path: &PathBuf| (path.strip_prefix(directory).expect("within").to_owned(), fs::read(path).expect("a file"));
    paths.iter().map(read).collect()
}

/// A registry with the content of a directory. Records the requested paths.
struct Registry {
    place: String,
    server: Server,
}

impl Registry {
    fn of(directory: &str, answer: impl Fn(&str, Vec<u8>) -> Answer + Send + 'static) -> Self {
        let directory = PathBuf::from(directory);
        let server = Server::start(move |path| match find(&directory, path) {
            Some(bytes) => answer(path, bytes),
            None => Answer::Status(404),
        });
        Self { place: format!("oci://127.0.0.1:{}/x", server.port()), server }
    }

    /// Returns the paths requested after the first `before` requests.
    fn requests(&self, before: usize) -> Vec<String> {
        let requests = self.server.requests();
        requests[before..].iter().map(|request| request.split(' ').nth(1).expect("a path").to_owned()).collect()
    }
}

/// Returns the response of a registry to a path: `/v2/x/NAME/tags/list`, `…/manifests/TAG`, `…/blobs/DIGEST`.
pub(super) fn find(directory: &Path, path: &str) -> Option<Vec<u8>> {
    let blob = |digest: &str| fs::read(directory.join("blobs/sha256").join(digest.strip_prefix("sha256:")?)).ok();
    let path = path.strip_prefix("/v2/x/")?;
    if let Some((_, digest)) = path.split_once("/blobs/") {
        return blob(digest);
    }
    let index: Value = serde_json::from_slice(&fs::read(directory.join("index.json")).ok()?).ok()?;
    let reference =
        |entry: &Value| entry["annotations"]["org.opencontainers.image.ref.name"].as_str().map(str::to_owned);
    if let Some((name, _)) = path.split_once("/tags/list") {
        let all = index["manifests"].as_array()?.iter().filter_map(reference);
        let tags: Vec<String> =
            all.filter_map(|known| Some(known.strip_prefix(&format!("{name}:"))?.to_owned())).collect();
        return Some(serde_json::json!({ "name": name, "tags": tags }).to_string().into_bytes());
    }
    let name = path.replace("/manifests/", ":");
    blob(
        index["manifests"].as_array()?.iter().find(|entry| reference(entry).as_deref() == Some(&name))?["digest"]
            .as_str()?,
    )
}

#[test]
fn directory_is_copied_with_its_signatures() {
    let (machine, source) = stage();
    let to = machine.directory("copy");
    let copied = machine.run(&["provider", "mirror", &to, "example/ini-line@^0.1", "--from", &source], 0);
    let _ = copied.says("Copied ").says("ini-line:0.1.0 (sha256:").is_silent_about("makers");
    let _ = machine.run(&["provider", "mirror", &to, "--from", &source], 0).says("ini-line:0.2.0").says("makers:1.0.0");
    // The copy is identical to the source.
    assert_eq!(files(&to), files(&source));
    let _ = machine
        .run(&["provider", "add", "example/ini-line", "--from", &to, "--accept-grants"], 0)
        .says("example/ini-line 0.2.0")
        .says("signed by ed25519:");
    let _ = machine.apply(2);
    let refused = machine.run(&["provider", "mirror", &to, "example/ini-line@^9", "--from", &source], 1);
    let _ = refused.complains("has no version ^9 of the provider 'example/ini-line'");
}

#[test]
fn locked_providers_are_copied_with_the_locked_digests() {
    let (machine, source) = stage();
    let to = machine.directory("copy");
    let _ = machine.run(&["provider", "mirror", &to], 1).complains("The lock has no providers to copy");
    let _ = machine.run(&["provider", "add", "example/ini-line@=0.1.0", "--from", &source, "--accept-grants"], 0);
    let _ = machine.run(&["provider", "mirror", &to], 0).says("ini-line:0.1.0").is_silent_about("0.2.0");
    let missing = machine.run(&["provider", "mirror", &to, "example/makers"], 1);
    let _ = missing.complains("'example/makers' is not in the lock; give its source with --from");
    // A component of the same version with another digest does not match the lock.
    let _ = machine.run(&["provider", "mirror", &machine.directory("other"), "example/ini-line"], 0);
    fs::remove_dir_all(&source).unwrap();
    let file = machine.made("made.wasm", INI_LINE, |manifest| {
        manifest["package"]["license"] = "MIT-0".into();
    });
    let _ = machine.run(&["provider", "publish", &file, &source], 0);
    let third = machine.directory("third");
    let refused = machine.run(&["provider", "mirror", &third], 1);
    let _ = refused.complains("has the digest sha256:").complains("but the lock has sha256:");
    assert!(!Path::new(&third).join("blobs").exists());
}

#[test]
fn registry_is_copied_incrementally() {
    let (machine, source) = stage();
    let registry = Registry::of(&source, |_, bytes| Answer::Body(bytes));
    let (to, from) = (machine.directory("copy"), registry.place.clone());
    let without = machine.run(&["provider", "mirror", &to, "--from", &from], 1);
    let _ = without.complains("Registries do not list their providers").complains("acme/motd --from oci://");
    let mirror = ["provider", "mirror", &to, "example/ini-line", "example/makers", "--from", &from];
    let _ = machine.run(&mirror, 0).says("Copied ").is_silent_about("Already exists");
    let before = registry.server.requests().len();
    let again = machine.run(&mirror, 0).says("Already exists: ");
    assert!(!again.stdout.contains("Copied"), "{}", again.stdout);
    let requests = registry.requests(before);
    // Only tags, manifests and signatures are requested, all of which are small.
    assert!(requests.iter().all(|path| !is_large(&source, path)), "{requests:?}");
    // A new version with a signature.
    let newer = machine.made("made.wasm", INI_LINE, |manifest| {
        manifest["package"]["version"] = "0.3.0".into();
    });
    let _ = machine.run(&["provider", "publish", &newer, &source], 0);
    let makers = machine.made("makers.wasm", GENERATORS, |manifest| {
        manifest["package"]["name"] = "example/makers".into();
        manifest["package"]["version"] = "1.0.0".into();
    });
    let other = machine.directory("other.pem");
    let _ = machine.run(&["provider", "keygen", &other], 0);
    let _ = machine.run(&["provider", "sign", &makers, "--key", &other], 0);
    let _ = machine.run(&["provider", "publish", &makers, &source], 0);
    let before = registry.server.requests().len();
    let _ = machine.run(&mirror, 0).says("Copied ").says("ini-line:0.3.0").says("Already exists: ");
    assert_eq!(registry.requests(before).iter().filter(|path| is_large(&source, path)).count(), 1);
    let signed = |place: &str| files(place).iter().filter(|(_, bytes)| bytes.starts_with(b"{\"key\"")).count();
    assert_eq!((signed(&source), signed(&to)), (5, 4), "all but the one of the version that was never copied");
}

/// Returns whether a path is the path of a component.
fn is_large(source: &str, path: &str) -> bool {
    path.contains("/blobs/") && find(Path::new(source), path).is_some_and(|bytes| bytes.len() > 10_000)
}

#[test]
fn index_determines_the_copied_providers_and_their_digests() {
    let (machine, source) = stage();
    let (to, index) = (machine.directory("copy"), machine.directory("index.json"));
    let _ = machine.run(&["provider", "index", &source, "-o", &index], 0);
    let _ = machine.run(&["provider", "publish", "--index", &index, &source], 0);
    let registry = Registry::of(&source, |_, bytes| Answer::Body(bytes));
    let copied = machine.run(&["provider", "mirror", &to, "--from", &registry.place], 0);
    let _ = copied.says("ini-line:0.2.0").says("makers:1.0.0").is_silent_about("0.1.0");
    // An index with another digest.
    let text = fs::read_to_string(&index).unwrap();
    let other: Value = serde_json::from_str(&text).unwrap();
    let digest = other["providers"][0]["digest"].as_str().unwrap();
    let changed = format!("{}{}", &digest[..digest.len() - 1], if digest.ends_with('0') { '1' } else { '0' });
    fs::write(&index, text.replace(digest, &changed)).unwrap();
    let _ = machine.run(&["provider", "publish", "--index", &index, &source], 0);
    let refused = machine.run(&["provider", "mirror", &machine.directory("other"), "--from", &registry.place], 1);
    let _ = refused.complains(&format!("but its index has {changed}"));
}

/// Damage to a blob during the transfer.
type Damage = fn(Vec<u8>) -> Answer;

#[test]
fn damaged_source_is_reported_and_the_copy_stays_intact() {
    let (machine, source) = stage();
    let damage = Arc::new(Mutex::new(None::<Damage>));
    let wanted = Arc::clone(&damage);
    let registry = Registry::of(&source, move |path, bytes| {
        let damage = wanted.lock().unwrap().filter(|_| path.contains("/blobs/") && bytes.len() > 10_000);
        damage.map_or_else(|| Answer::Body(bytes.clone()), |damage| damage(bytes.clone()))
    });
    let to = machine.directory("copy");
    let mirror =
        |name: &str, code: i32| machine.run(&["provider", "mirror", &to, name, "--from", &registry.place], code);
    let _ = mirror("example/makers", 0);
    let whole = files(&to);
    let damages: [(Damage, &str); 2] = [
        (|bytes| Answer::Half(bytes), "has "),
        (
            |mut bytes| {
                bytes[5000] ^= 1;
                Answer::Body(bytes)
            },
            "the digest of the component is sha256:",
        ),
    ];
    for (how, words) in damages {
        *damage.lock().unwrap() = Some(how);
        let refused = mirror("example/ini-line", 1);
        assert!(refused.stderr.contains("example/ini-line") && refused.stderr.contains(words), "{}", refused.stderr);
        assert_eq!(files(&to), whole);
    }
    *damage.lock().unwrap() = None;
    let _ = mirror("example/ini-line", 0).says("Copied ");
    // Damaged content of the copy is restored from the source.
    let copied = files(&to);
    let (component, bytes) = copied.iter().find(|(_, bytes)| bytes.len() > 10_000).unwrap();
    fs::write(Path::new(&to).join(component), &bytes[1..]).unwrap();
    let _ = mirror("example/ini-line", 0);
    let _ = mirror("example/makers", 0);
    assert_eq!(files(&to), copied);
}

#[test]
fn killed_copy_is_completed_by_the_next() {
    let (machine, source) = stage();
    for round in 0..40 {
        let to = machine.directory(&format!("copy{round}"));
        let mirror = ["provider", "mirror", &to, "--from", &source];
        machine.kill(round, &mirror);
        if Path::new(&to).join("oci-layout").exists() {
            // The content that it refers to is complete.
            let index: Value = serde_json::from_slice(&fs::read(Path::new(&to).join("index.json")).unwrap()).unwrap();
            for entry in index["manifests"].as_array().unwrap() {
                let digest = entry["digest"].as_str().unwrap();
                let manifest: Value =
                    serde_json::from_slice(&find(Path::new(&to), &format!("/v2/x/a/blobs/{digest}")).unwrap()).unwrap();
                let blobs = manifest["layers"].as_array().unwrap().iter().chain([&manifest["config"]]);
                for blob in blobs {
                    let path = format!("/v2/x/a/blobs/{}", blob["digest"].as_str().unwrap());
                    let bytes = find(Path::new(&to), &path).unwrap_or_else(|| panic!("{round}: no {path}"));
                    assert_eq!(bytes.len() as u64, blob["size"].as_u64().unwrap(), "{round}: {path}");
                }
            }
        }
        let _ = machine.run(&mirror, 0);
        let expected = machine.directory("expected");
        let _ = machine.run(&["provider", "mirror", &expected, "--from", &source], 0);
        assert_eq!(files(&to), files(&expected), "{round}");
    }
}
