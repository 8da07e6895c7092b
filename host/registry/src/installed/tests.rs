//! Tests of installed providers: modified ones are rejected with the reason.

use std::fs;
use std::path::Path;

use marotte_contract::grants::Grants;
use ownership::Checker;
use semver::VersionReq;
use tempfile::TempDir;

use super::*;
use crate::artifact::{Artifact, Descriptor, MANIFEST_TYPE};
use crate::key::PrivateKey;
use crate::layout::OciLayout;
use crate::lock::{LockFile, LockGuard};
use crate::policy::{TrustRule, trust};
use crate::repository::{Repository as _, publish};
use crate::sample;
use crate::signature::Signature;
use crate::source::FetchedArtifact;

const GRANTS: &str = "[files]\nwrite = ['/etc/nginx/**']\n";

struct Machine {
    directory: TempDir,
    store: ProviderStore,
    lock: LockFile,
}

impl Machine {
    /// Creates a system with one signed provider, and a policy that trusts its signer.
    fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let store = ProviderStore::new(directory.path().join("store"));
        let mut machine = Self { directory, store, lock: LockFile::default() };
        let key = PrivateKey::generate().unwrap();
        trust(&machine.policy_file(), "acme", TrustRule::Signer(key.public()), &Checker::default()).unwrap();
        machine.add("acme/nginx", "1.2.0", Some(&key));
        machine
    }

    fn add(&mut self, name: &str, version: &str, key: Option<&PrivateKey>) -> LockedProvider {
        let entry = self.install(name, version, GRANTS, key);
        let changes = LockGuard::begin(&self.directory.path().join("providers.lock"), || ()).unwrap();
        let artifact = Artifact::of(name, sample::with(name, version, GRANTS, "")).unwrap();
        let mut accepted = self.accepted();
        accepted.accept([(&entry, artifact.package())], &changes).unwrap();
        accepted.settle(&self.lock, &changes).unwrap();
        entry
    }

    /// Adds a provider to the store and the lock, like anyone who can write the lock, without acceptance.
    fn install(&mut self, name: &str, version: &str, grants: &str, key: Option<&PrivateKey>) -> LockedProvider {
        let artifact = Artifact::of(name, sample::with(name, version, grants, "")).unwrap();
        let signed = key.map(|key| Signature::make(key, &artifact.digest()));
        let changes = LockGuard::begin(&self.directory.path().join("providers.lock"), || ()).unwrap();
        let entry = LockedProvider::of(&artifact, VersionReq::STAR, "/srv/mirror".into(), signed.clone()).unwrap();
        self.store.put(&FetchedArtifact { artifact, signatures: signed.into_iter().collect() }, &changes).unwrap();
        self.lock.put(entry.clone());
        self.lock.save(&changes).unwrap();
        self.store.sweep(&self.lock, &changes).unwrap();
        entry
    }

    fn policy_file(&self) -> PathBuf {
        self.directory.path().join("policy.toml")
    }

    fn accepted(&self) -> AcceptedProviders {
        self.store.accepted(&Checker::default()).unwrap()
    }

    fn entry(&self) -> LockedProvider {
        self.lock.entries()[0].clone()
    }

    fn verify(&self, entry: &LockedProvider) -> Result<Artifact, Box<dyn std::error::Error>> {
        let policy = Policy::load(&self.policy_file(), &Checker::default())?;
        Ok(verify(entry, &self.store, &policy, &self.accepted())?)
    }

    #[track_caller]
    fn refuses(&self, entry: &LockedProvider, words: &str) {
        let refused = self.verify(entry).unwrap_err().to_string();
        assert!(refused.contains(words) && refused.contains("acme"), "{refused}");
    }
}

#[test]
fn unchanged_provider_is_verified() {
    let machine = Machine::new();
    assert_eq!(machine.verify(&machine.entry()).unwrap().digest(), machine.entry().artifact);
    let lock = LockFile::load(&machine.directory.path().join("providers.lock"), &Checker::default()).unwrap();
    assert_eq!(lock.entries(), [machine.entry()]);
}

#[test]
fn verify_rejects_any_changed_byte_of_the_component() {
    let machine = Machine::new();
    let entry = machine.entry();
    let path = machine.store.path(&entry.component);
    let good = fs::read(&path).unwrap();
    for place in 0..good.len() {
        let mut bad = good.clone();
        bad[place] ^= 1 << (place % 8);
        fs::write(&path, bad).unwrap();
        machine.refuses(&entry, "the digest of the component is sha256:");
    }
    for length in [0, 1, good.len() - 1] {
        fs::write(&path, &good[..length]).unwrap();
        machine.refuses(&entry, &path.display().to_string());
    }
    fs::remove_file(&path).unwrap();
    machine.refuses(&entry, "in the lock, but not installed: install the locked providers with `marotte provider add`");
}

#[test]
fn verify_rejects_any_changed_field_of_the_lock() {
    let mut machine = Machine::new();
    let other = Digest::of(b"other");
    let good = machine.entry();
    let untrusted = PrivateKey::generate().unwrap();
    let forged = Signature::make(&untrusted, &good.artifact);
    let cases = [
        (LockedProvider { name: "acme/apache".into(), ..good.clone() }, "its name is acme/nginx, expected acme/apache"),
        (LockedProvider { version: "1.2.1".parse().unwrap(), ..good.clone() }, "its version is 1.2.0, expected 1.2.1"),
        (LockedProvider { requirement: "^2".parse().unwrap(), ..good.clone() }, "its version is 1.2.0, expected ^2"),
        (LockedProvider { artifact: other, ..good.clone() }, "the digest of its manifest is"),
        (LockedProvider { component: other, ..good.clone() }, "not installed"),
        (LockedProvider { schema: other, ..good.clone() }, "the digest of its schema is"),
        (LockedProvider { grants: other, ..good.clone() }, "the digest of its grants is"),
        (LockedProvider { signed: None, ..good.clone() }, "is not signed; `marotte provider trust sha256:"),
        (LockedProvider { signed: Some(forged), ..good.clone() }, "THE SIGNING KEY OF 'acme' HAS CHANGED"),
    ];
    for (changed, words) in cases {
        machine.refuses(&changed, words);
    }
    // Another component of the store with this provider's name.
    let second = machine.add("acme/apache", "1.2.0", None);
    machine.refuses(&LockedProvider { component: second.component, ..good.clone() }, "its name is acme/apache");
    // The signature of another artifact.
    let elsewhere = Signature::make(&untrusted, &second.artifact);
    machine.refuses(&LockedProvider { signed: Some(elsewhere), ..good }, "does not match the provider 'acme/nginx'");
}

#[test]
fn metadata_is_read_and_verified_without_the_rest_of_the_component() {
    let machine = Machine::new();
    let entry = machine.entry();
    let read = |entry: &LockedProvider| read_metadata(entry, &machine.store).map_err(|error| error.to_string());
    let artifact = machine.verify(&entry).unwrap();
    let (schema, manifest) = read(&entry).unwrap();
    assert_eq!((&schema, &manifest), (&artifact.package().schema, &artifact.package().manifest));
    let path = machine.store.path(&entry.component);
    let good = fs::read(&path).unwrap();
    for place in 0..good.len() {
        let mut bad = good.clone();
        bad[place] ^= 1 << (place % 8);
        fs::write(&path, bad).unwrap();
        if let Ok((read_schema, read_manifest)) = read(&entry) {
            assert_eq!(
                (read_schema, Grants::from(&read_manifest)),
                (schema.clone(), Grants::from(&manifest)),
                "byte {place}"
            );
        }
    }
    fs::write(&path, &good[..good.len() - 1]).unwrap();
    assert!(read(&entry).unwrap_err().contains("acme/nginx"));
    fs::write(&path, &good).unwrap();
    let other = Digest::of(b"other");
    for (changed, words) in [
        (
            LockedProvider { name: "acme/apache".into(), ..entry.clone() },
            "its name is acme/nginx, expected acme/apache",
        ),
        (LockedProvider { version: "1.2.1".parse().unwrap(), ..entry.clone() }, "its version is 1.2.0, expected 1.2.1"),
        (LockedProvider { schema: other, ..entry.clone() }, "the digest of its schema is"),
        (LockedProvider { grants: other, ..entry.clone() }, "the digest of its grants is"),
        (LockedProvider { component: other, ..entry }, "not installed"),
    ] {
        let refused = read(&changed).unwrap_err();
        assert!(refused.contains(words), "{refused}");
    }
}

#[test]
fn policy_is_checked_at_each_use() {
    let machine = Machine::new();
    let entry = machine.entry();
    let path = machine.policy_file();
    let good = fs::read_to_string(&path).unwrap();
    fs::write(&path, format!("sources = ['oci://ghcr.io/*']\n{good}")).unwrap();
    let refused = machine.verify(&entry).unwrap_err().to_string();
    assert!(refused.contains("does not allow providers from '/srv/mirror'"), "{refused}");
    fs::write(&path, format!("{good}[namespace.acme.maximum.files]\nwrite = ['/etc/nginx/*']\n")).unwrap();
    machine.refuses(
        &entry,
        "requests grants beyond the maximum of the policy for the namespace 'acme': write /etc/nginx/**",
    );
    fs::write(&path, format!("{good}[namespace.acme.maximum.files]\nwrite = ['/etc/**']\n")).unwrap();
    assert!(machine.verify(&entry).is_ok());
    fs::write(&path, good.replace("acme", "other")).unwrap();
    machine.refuses(&entry, "--namespace acme");
    fs::remove_file(&path).unwrap();
    machine.refuses(&entry, "--namespace acme");
    trust(&path, "acme", TrustRule::Artifact(entry.artifact), &Checker::default()).unwrap();
    assert!(machine.verify(&LockedProvider { signed: None, ..entry }).is_ok());
}

#[test]
fn lock_cannot_downgrade_an_accepted_provider() {
    let mut machine = Machine::new();
    let key = PrivateKey::generate().unwrap();
    trust(&machine.policy_file(), "acme", TrustRule::Signer(key.public()), &Checker::default()).unwrap();
    let old = machine.entry();
    machine.add("acme/nginx", "1.3.0", Some(&key));
    assert!(machine.verify(&machine.entry()).is_ok());
    machine.refuses(&old, "is older than 1.3.0, which was accepted on this system: `marotte provider add --downgrade`");
    assert!(inspect(&old, &machine.store, &Policy::load(&machine.policy_file(), &Checker::default()).unwrap()).is_ok());
    // A deliberate downgrade accepts the older version.
    machine.add("acme/nginx", "1.2.5", Some(&key));
    assert!(machine.verify(&machine.entry()).is_ok());
}

#[test]
fn lock_cannot_extend_accepted_grants() {
    let mut machine = Machine::new();
    let key = PrivateKey::generate().unwrap();
    trust(&machine.policy_file(), "acme", TrustRule::Signer(key.public()), &Checker::default()).unwrap();
    let same = machine.install("acme/nginx", "1.3.0", GRANTS, Some(&key));
    assert!(machine.verify(&same).is_ok(), "it requests the accepted grants only");
    let narrow = machine.install("acme/nginx", "1.3.1", "[files]\nwrite = ['/etc/nginx/conf.d/*']\n", Some(&key));
    assert!(machine.verify(&narrow).is_ok());
    let wide = machine.install("acme/nginx", "1.3.2", "[files]\nwrite = ['/etc/**']\n", Some(&key));
    machine.refuses(
        &wide,
        "that were not accepted on this system: write /etc/**. Review and accept them with `marotte provider add`",
    );
    let new = machine.install("acme/apache", "1.0.0", "", Some(&key));
    machine.refuses(&new, "was not accepted on this system: review and accept its grants with `marotte provider add`");
}

#[test]
fn run_during_a_change_finds_both_versions_accepted() {
    let mut machine = Machine::new();
    let key = PrivateKey::generate().unwrap();
    trust(&machine.policy_file(), "acme", TrustRule::Signer(key.public()), &Checker::default()).unwrap();
    let old = machine.entry();
    let wide = "[files]\nwrite = ['/etc/**']\n";
    let new = machine.install("acme/nginx", "1.3.0", wide, Some(&key));
    let artifact = Artifact::of("acme/nginx", sample::with("acme/nginx", "1.3.0", wide, "")).unwrap();
    let changes = LockGuard::begin(&machine.directory.path().join("providers.lock"), || ()).unwrap();
    let mut accepted = machine.accepted();
    accepted.accept([(&new, artifact.package())], &changes).unwrap();
    assert!(machine.verify(&old).is_ok() && machine.verify(&new).is_ok());
    let mut killed = accepted.clone();
    accepted.settle(&machine.lock, &changes).unwrap();
    assert!(machine.verify(&old).is_err() && machine.verify(&new).is_ok());
    assert_eq!(machine.accepted(), accepted);
    // An interrupted command leaves the earlier version in the lock.
    machine.lock.put(old.clone());
    killed.settle(&machine.lock, &changes).unwrap();
    assert!(machine.verify(&old).is_ok());
}

#[test]
fn interrupted_change_between_artifacts_of_one_version_leaves_the_locked_one_accepted() {
    let mut machine = Machine::new();
    let key = PrivateKey::generate().unwrap();
    trust(&machine.policy_file(), "acme", TrustRule::Signer(key.public()), &Checker::default()).unwrap();
    let old = machine.entry();
    let wide = "[files]\nwrite = ['/etc/**']\n";
    let new = machine.install("acme/nginx", "1.2.0", wide, Some(&key));
    let artifact = Artifact::of("acme/nginx", sample::with("acme/nginx", "1.2.0", wide, "")).unwrap();
    let changes = LockGuard::begin(&machine.directory.path().join("providers.lock"), || ()).unwrap();
    let accepted = || {
        let mut accepted = machine.accepted();
        accepted.accept([(&new, artifact.package())], &changes).unwrap();
        accepted
    };
    let (mut completed, mut killed) = (accepted(), accepted());
    completed.settle(&machine.lock, &changes).unwrap();
    assert!(machine.verify(&new).is_ok());
    machine.lock.put(old.clone());
    killed.settle(&machine.lock, &changes).unwrap();
    let record = machine.accepted();
    let narrow = Artifact::of("acme/nginx", sample::with("acme/nginx", "1.2.0", GRANTS, "")).unwrap();
    assert_eq!(record.check(&old, narrow.package()), Ok(()));
    assert!(matches!(record.check(&new, artifact.package()), Err(AcceptanceError::Wider { .. })));
}

#[test]
fn record_and_policy_writable_by_others_are_refused() {
    use std::os::unix::fs::PermissionsExt as _;
    let machine = Machine::new();
    let open_up = |path: &Path, mode: u32| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    let record = machine.directory.path().join("store/accepted.toml");
    open_up(&record, 0o666);
    let refused = machine.store.accepted(&Checker::default()).unwrap_err().to_string();
    assert!(refused.contains("chmod go-w") && refused.contains("accepted.toml"), "{refused}");
    assert!(machine.store.accepted(&Checker::new(false)).is_ok());
    let lock = machine.directory.path().join("providers.lock");
    for path in [&machine.policy_file(), &lock] {
        open_up(path, 0o666);
    }
    let refused = Policy::load(&machine.policy_file(), &Checker::default()).unwrap_err().to_string();
    assert!(refused.contains("chmod go-w") && refused.contains("policy.toml"), "{refused}");
    let refused = LockFile::load(&lock, &Checker::default()).unwrap_err().to_string();
    assert!(refused.contains("chmod go-w") && refused.contains("providers.lock"), "{refused}");
}

#[test]
fn sweep_removes_unreferenced_blobs_and_keeps_referenced_ones() {
    let mut machine = Machine::new();
    let old = machine.entry();
    let blobs = machine.directory.path().join("store/blobs/sha256");
    let count = |directory: &Path| fs::read_dir(directory).unwrap().count();
    let before = count(&blobs);
    fs::write(blobs.join(Digest::of(b"leftover").hex()), "leftover").unwrap();
    fs::write(machine.directory.path().join("store/.draft"), "half").unwrap();
    let new = machine.add("acme/nginx", "1.3.0", None);
    assert!(count(&blobs) <= 2 * before, "the unreferenced blob still exists");
    assert!(!machine.directory.path().join("store/.draft").exists());
    assert!(machine.store.path(&old.component).exists() && machine.store.path(&new.component).exists());
    assert_eq!(machine.store.versions("acme/nginx").unwrap().len(), 2);
    // The same version with other bytes, as during development.
    let artifact = Artifact::of("x", sample::with("acme/nginx", "1.3.0", "", "other")).unwrap();
    let changes = LockGuard::begin(&machine.directory.path().join("providers.lock"), || ()).unwrap();
    let again = FetchedArtifact { artifact, signatures: Vec::new() };
    machine.store.put(&again, &changes).unwrap();
    machine.store.sweep(&machine.lock, &changes).unwrap();
    // As long as the lock refers to a component, it is kept.
    assert!(machine.verify(&machine.entry()).is_err() && machine.store.path(&new.component).exists());
    machine.lock.remove("acme/nginx");
    machine.store.sweep(&machine.lock, &changes).unwrap();
    assert!(!machine.store.path(&new.component).exists());
    machine.store.remove("acme/nginx", &changes).unwrap();
    machine.store.sweep(&machine.lock, &changes).unwrap();
    assert_eq!((count(&blobs), machine.store.versions("acme/nginx").unwrap().len()), (0, 0));
}

#[test]
fn store_belongs_to_one_lock() {
    let mut machine = Machine::new();
    let changes = |name: &str| LockGuard::begin(&machine.directory.path().join(name), || ()).unwrap();
    let other = changes("other/providers.lock");
    let refused = |result: Result<(), SourceError>| {
        let message = result.unwrap_err().to_string();
        assert!(message.contains("the store of the lock '") && message.contains("provider_store"), "{message}");
    };
    refused(machine.store.check_owner(&other));
    refused(machine.store.remove("acme/nginx", &other));
    refused(machine.store.sweep(&LockFile::default(), &other));
    let artifact = Artifact::of("x", sample::with("acme/nginx", "1.3.0", "", "")).unwrap();
    assert!(machine.store.put(&FetchedArtifact { artifact, signatures: Vec::new() }, &other).is_err());
    assert!(machine.verify(&machine.entry()).is_ok());
    // Different paths of the same lock are equivalent.
    let detour = changes("other/../providers.lock");
    machine.store.check_owner(&detour).unwrap();
    drop(detour);
    // If the lock does not exist any more, another one can use the store.
    fs::remove_file(machine.directory.path().join("providers.lock")).unwrap();
    machine.store.check_owner(&other).unwrap();
    drop(other);
    machine.add("acme/nginx", "1.4.0", None);
}

#[test]
fn sweep_keeps_content_of_other_programs() {
    let mut machine = Machine::new();
    let elsewhere = ProviderStore::new(machine.directory.path().join("images"));
    let images = OciLayout::make(&machine.directory.path().join("images")).unwrap();
    publish(&images, &sample::signed("acme/image", "1.0.0", 0)).unwrap();
    let changes = LockGuard::begin(&machine.directory.path().join("providers.lock"), || ()).unwrap();
    let message = elsewhere.sweep(&LockFile::default(), &changes).unwrap_err().to_string();
    assert!(message.contains("it is an OCI layout that is not a store"), "{message}");
    drop(changes);
    // A nested index refers to the manifests that it lists.
    let store = OciLayout::open(&machine.directory.path().join("store")).unwrap();
    let image = sample::signed("acme/image", "1.0.0", 0).artifact;
    let blobs = [image.documents().config(), image.component_bytes(), image.documents().manifest()];
    blobs.iter().for_each(|blob| store.put_blob("acme/image", blob).unwrap());
    let listed = serde_json::json!({ "schemaVersion": 2, "manifests": [Descriptor::of(MANIFEST_TYPE, blobs[2])] });
    store.put_manifest("acme/image", "latest", listed.to_string().as_bytes()).unwrap();
    machine.add("acme/nginx", "1.3.0", None);
    for blob in blobs {
        assert!(machine.store.path(&Digest::of(blob)).exists());
    }
}
