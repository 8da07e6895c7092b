//! Tests of layouts: published artifacts are fetched unchanged; modified ones are rejected.

use std::os::unix::fs::symlink;
use std::sync::{Arc, Barrier};
use std::thread;

use super::*;
use crate::artifact::OciManifest;
use crate::key::PrivateKey;
use crate::repository::{PublishError, PublishOutcome, publish};
use crate::sample::{artifact, component, is_same, signed};
use crate::signature::Signature;
use crate::source::{ArtifactSource as _, FetchedArtifact};

fn version(text: &str) -> Version {
    Version::parse(text).unwrap()
}

/// Returns the paths and contents of all files of a directory, sorted.
fn files(directory: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(files(&path)),
            false => found.push((path.clone(), fs::read(&path).unwrap())),
        }
    }
    found.sort();
    found
}

#[test]
fn layout_contains_several_providers_and_versions() {
    let directory = tempfile::tempdir().unwrap();
    let layout = OciLayout::make(&directory.path().join("mirror")).unwrap();
    let all =
        [signed("acme/motd", "1.10.0", 2), signed("acme/motd", "1.9.0", 0), signed("other/motd", "0.1.0-rc.1", 1)];
    for one in &all {
        assert_eq!(publish(&layout, one).unwrap(), PublishOutcome::Newly);
    }
    let before = files(directory.path());
    for one in &all {
        assert_eq!(publish(&layout, one).unwrap(), PublishOutcome::Again);
    }
    assert_eq!(files(directory.path()), before);
    let layout = OciLayout::open(&directory.path().join("mirror")).unwrap();
    assert_eq!(layout.names().unwrap(), ["acme/motd", "other/motd"]);
    assert_eq!(layout.versions("acme/motd").unwrap(), [version("1.9.0"), version("1.10.0")]);
    assert_eq!(layout.versions("acme/mot").unwrap(), []);
    assert!(is_same(&layout.fetch("acme/motd", &version("1.10.0")).unwrap(), &all[0]));
    assert!(is_same(&layout.fetch("other/motd", &version("0.1.0-rc.1")).unwrap(), &all[2]));
    let missing = layout.fetch("acme/motd", &version("2.0.0")).unwrap_err().to_string();
    assert!(missing.ends_with("has no version 2.0.0 of the provider 'acme/motd'"), "{missing}");
}

#[test]
fn published_version_is_immutable_and_gains_signatures() {
    let directory = tempfile::tempdir().unwrap();
    let layout = OciLayout::make(directory.path()).unwrap();
    let (first, second) = (signed("acme/motd", "1.0.0", 1), signed("acme/motd", "1.0.0", 1));
    publish(&layout, &first).unwrap();
    let other = FetchedArtifact { artifact: artifact("acme/motd", "1.0.0", "changed"), signatures: Vec::new() };
    let before = files(directory.path());
    let taken = publish(&layout, &other).unwrap_err();
    assert!(matches!(&taken, PublishError::Taken { existing, .. } if *existing == first.artifact.digest()), "{taken}");
    assert_eq!(files(directory.path()), before);
    publish(&layout, &second).unwrap();
    let signatures = [first.signatures.clone(), second.signatures].concat();
    let both = FetchedArtifact { artifact: first.artifact, signatures };
    assert!(is_same(&layout.fetch("acme/motd", &version("1.0.0")).unwrap(), &both));
    let built = FetchedArtifact { artifact: artifact("acme/motd", "1.0.0+5", ""), signatures: Vec::new() };
    assert!(publish(&layout, &built).unwrap_err().to_string().contains("Version '1.0.0+5'"));
}

#[test]
fn fetch_rejects_any_changed_byte_of_a_blob() {
    let directory = tempfile::tempdir().unwrap();
    let layout = OciLayout::make(directory.path()).unwrap();
    let published = signed("acme/motd", "1.0.0", 1);
    publish(&layout, &published).unwrap();
    let blobs: Vec<_> = files(directory.path())
        .into_iter()
        .filter(|(path, _)| path.starts_with(directory.path().join("blobs")))
        .collect();
    // Manifest, config and component; the signature, with its manifest and config.
    assert_eq!(blobs.len(), 6);
    for (path, bytes) in blobs {
        let hex = path.file_name().unwrap().to_string_lossy().into_owned();
        let changes = (0..bytes.len()).map(|place| {
            let mut changed = bytes.clone();
            changed[place] ^= 1 << (place % 8);
            changed
        });
        let cut = bytes[..bytes.len() - 1].to_vec();
        let longer = [&*bytes, b" "].concat();
        for changed in changes.chain([cut, longer, Vec::new()]) {
            fs::write(&path, changed).unwrap();
            let fetched = layout.fetch("acme/motd", &version("1.0.0"));
            // The config of signatures is empty and is not read.
            if bytes == b"{}" {
                assert!(is_same(&fetched.unwrap(), &published));
                continue;
            }
            let message = fetched.unwrap_err().to_string();
            assert!(message.contains(&format!("where sha256:{hex}")), "{message}");
        }
        fs::remove_file(&path).unwrap();
        publish(&layout, &published).ok();
        fs::write(&path, bytes).unwrap();
    }
    assert!(is_same(&layout.fetch("acme/motd", &version("1.0.0")).unwrap(), &published));
}

#[test]
fn changed_index_never_yields_another_artifact() {
    let directory = tempfile::tempdir().unwrap();
    let layout = OciLayout::make(directory.path()).unwrap();
    let published = signed("acme/motd", "1.0.0", 1);
    publish(&layout, &published).unwrap();
    publish(&layout, &signed("acme/motd", "1.0.1", 0)).unwrap();
    let path = directory.path().join(INDEX);
    let bytes = fs::read(&path).unwrap();
    for place in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[place] ^= 1;
        fs::write(&path, changed).unwrap();
        if let Ok(fetched) = layout.fetch("acme/motd", &version("1.0.0")) {
            assert_eq!(fetched.artifact.digest(), published.artifact.digest(), "byte {place}");
        }
    }
}

#[test]
fn fetch_rejects_component_with_another_name_or_version() {
    let directory = tempfile::tempdir().unwrap();
    let layout = OciLayout::make(directory.path()).unwrap();
    let other = artifact("acme/other", "2.0.0", "");
    for blob in [other.documents().config(), other.component_bytes()] {
        layout.put_blob("acme/motd", blob).unwrap();
    }
    layout.put_manifest("acme/motd", "1.0.0", other.documents().manifest()).unwrap();
    let message = layout.fetch("acme/motd", &version("1.0.0")).unwrap_err().to_string();
    assert!(message.ends_with("the name of the component is acme/other, where acme/motd was expected"), "{message}");
    layout.put_manifest("acme/other", "1.0.0", other.documents().manifest()).unwrap();
    let message = layout.fetch("acme/other", &version("1.0.0")).unwrap_err().to_string();
    assert!(message.ends_with("the version of the component is 2.0.0, where 1.0.0 was expected"), "{message}");
}

#[test]
fn fetch_rejects_manifest_that_differs_from_its_component() {
    let directory = tempfile::tempdir().unwrap();
    let layout = OciLayout::make(directory.path()).unwrap();
    let one = artifact("acme/motd", "1.0.0", "");
    publish(&layout, &FetchedArtifact { artifact: one.clone(), signatures: Vec::new() }).unwrap();
    let text = String::from_utf8(one.documents().manifest().to_vec()).unwrap();
    for (changed, words) in [
        (text.replace("\"MIT\"", "\"BSD\""), "the digest of the manifest is"),
        (text.replace("application/wasm", "application/zip!"), "its layer is of the type 'application/zip!'"),
        ("{}".into(), "this is not the manifest of a provider"),
        ("[1]".into(), "this is not the manifest of a provider"),
    ] {
        layout.put_manifest("acme/motd", "1.0.0", changed.as_bytes()).unwrap();
        let message = layout.fetch("acme/motd", &version("1.0.0")).unwrap_err().to_string();
        assert!(message.contains(words), "{message}");
    }
}

#[test]
fn fetch_rejects_signatures_of_another_artifact() {
    let directory = tempfile::tempdir().unwrap();
    let layout = OciLayout::make(directory.path()).unwrap();
    let (one, other) = (signed("acme/motd", "1.0.0", 1), signed("acme/motd", "1.1.0", 1));
    publish(&layout, &one).unwrap();
    publish(&layout, &other).unwrap();
    let tag = |fetched: &FetchedArtifact| format!("sha256-{}.marotte", fetched.artifact.digest().hex());
    let foreign = layout.manifest("acme/motd", &tag(&other)).unwrap().unwrap();
    layout.put_manifest("acme/motd", &tag(&one), &foreign).unwrap();
    let message = layout.fetch("acme/motd", &version("1.0.0")).unwrap_err().to_string();
    assert!(
        message.contains("the subject of the signatures is") && message.contains(&one.artifact.digest().to_string()),
        "{message}"
    );
}

#[test]
fn directory_with_other_content_is_left_unchanged() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("letter"), "dear").unwrap();
    let message = OciLayout::make(directory.path()).unwrap_err().to_string();
    assert!(message.contains("is neither empty nor an OCI layout; choose another one"), "{message}");
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    fs::write(directory.path().join("oci-layout"), r#"{"imageLayoutVersion":"2.0.0"}"#).unwrap();
    assert!(OciLayout::make(directory.path()).unwrap_err().to_string().contains("version '2.0.0'"));
}

#[test]
fn files_left_by_a_killed_writer_are_replaced() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join(DRAFT), "half").unwrap();
    fs::write(directory.path().join(INDEX), "half").unwrap();
    let layout = OciLayout::make(directory.path()).unwrap();
    fs::write(directory.path().join(DRAFT), "half").unwrap();
    publish(&layout, &signed("acme/motd", "1.0.0", 1)).unwrap();
    assert!(!directory.path().join(DRAFT).exists());
    assert!(layout.fetch("acme/motd", &version("1.0.0")).is_ok());
}

#[test]
fn index_entries_of_other_programs_are_kept() {
    let directory = tempfile::tempdir().unwrap();
    let layout = OciLayout::make(directory.path()).unwrap();
    let path = directory.path().join(INDEX);
    let foreign = r#"{"schemaVersion":2,"annotations":{"who":"someone"},"manifests":[{"digest":"sha512:0","size":1}]}"#;
    fs::write(&path, foreign).unwrap();
    publish(&layout, &signed("acme/motd", "1.0.0", 0)).unwrap();
    let index: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    assert_eq!(index["annotations"]["who"], "someone");
    assert_eq!(index["manifests"][0]["digest"], "sha512:0");
    assert_eq!(index["manifests"][1]["annotations"][REFERENCE], "acme/motd:1.0.0");
}

#[test]
fn concurrent_writers_lose_no_entries() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().to_owned();
    let writers: Vec<_> = (0..3)
        .map(|number| {
            let path = path.clone();
            thread::spawn(move || {
                let layout = OciLayout::make(&path).unwrap();
                for patch in 0..3 {
                    publish(&layout, &signed(&format!("acme/p{number}"), &format!("1.0.{patch}"), 1)).unwrap();
                }
            })
        })
        .collect();
    writers.into_iter().for_each(|writer| writer.join().unwrap());
    let layout = OciLayout::open(&path).unwrap();
    for number in 0..3 {
        let name = format!("acme/p{number}");
        let versions = layout.versions(&name).unwrap();
        assert_eq!(versions.len(), 3);
        for version in versions {
            assert_eq!(layout.fetch(&name, &version).unwrap().signatures.len(), 1);
        }
    }
}

#[test]
fn concurrent_publication_of_a_version_fails_for_one_client() {
    for round in 0..20 {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().to_owned();
        let barrier = Arc::new(Barrier::new(2));
        let publishers = ["one", "other"].map(|more| {
            let (path, barrier) = (path.clone(), Arc::clone(&barrier));
            thread::spawn(move || {
                let layout = OciLayout::make(&path).unwrap();
                let published =
                    FetchedArtifact { artifact: artifact("acme/motd", "1.0.0", more), signatures: Vec::new() };
                barrier.wait();
                publish(&layout, &published).map(|_| published.artifact.digest())
            })
        });
        let ended = publishers.map(|publisher| publisher.join().unwrap());
        let existing = OciLayout::open(&path).unwrap().fetch("acme/motd", &version("1.0.0")).unwrap().artifact.digest();
        let (done, refused): (Vec<_>, Vec<_>) = ended.into_iter().partition(Result::is_ok);
        assert_eq!(done.into_iter().map(Result::unwrap).collect::<Vec<_>>(), [existing], "{round}");
        assert!(matches!(&*refused, [Err(PublishError::Taken { .. })]), "{round}: {refused:?}");
    }
}

#[test]
fn concurrent_signers_lose_no_signatures() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().to_owned();
    let one = artifact("acme/motd", "1.0.0", "");
    let signers: Vec<_> = (0..8)
        .map(|_| {
            let (path, artifact) = (path.clone(), one.clone());
            thread::spawn(move || {
                let signature = Signature::make(&PrivateKey::generate().unwrap(), &artifact.digest());
                let layout = OciLayout::make(&path).unwrap();
                publish(&layout, &FetchedArtifact { artifact, signatures: vec![signature] }).unwrap();
            })
        })
        .collect();
    signers.into_iter().for_each(|signer| signer.join().unwrap());
    let layout = OciLayout::open(&path).unwrap();
    assert_eq!(layout.fetch("acme/motd", &version("1.0.0")).unwrap().signatures.len(), 8);
}

#[test]
fn signatures_of_another_program_are_ignored() {
    let directory = tempfile::tempdir().unwrap();
    let layout = OciLayout::make(directory.path()).unwrap();
    let one = signed("acme/motd", "1.0.0", 1);
    let foreign = OciManifest::new(
        Descriptor::of("application/vnd.oci.image.config.v1+json", b"{}"),
        vec![Descriptor::of("application/vnd.dev.cosign.simplesigning.v1+json", b"{}")],
    );
    let foreign = serde_json::to_vec(&foreign).unwrap();
    let hex = one.artifact.digest().hex();
    for tag in [format!("sha256-{hex}.sig"), format!("sha256-{hex}.marotte")] {
        layout.put_manifest("acme/motd", &tag, &foreign).unwrap();
    }
    publish(&layout, &one).unwrap();
    assert!(is_same(&layout.fetch("acme/motd", &version("1.0.0")).unwrap(), &one));
    assert_eq!(layout.manifest("acme/motd", &format!("sha256-{hex}.sig")).unwrap().unwrap(), foreign);
    layout.put_manifest("acme/motd", &format!("sha256-{hex}.marotte"), &foreign).unwrap();
    assert_eq!(layout.fetch("acme/motd", &version("1.0.0")).unwrap().signatures, []);
}

#[test]
fn special_or_oversized_file_is_not_read() {
    let directory = tempfile::tempdir().unwrap();
    let layout = OciLayout::make(directory.path()).unwrap();
    let published = signed("acme/motd", "1.0.0", 0);
    publish(&layout, &published).unwrap();
    let path = directory.path().join(blob_path(&published.artifact.component_digest()));
    fs::remove_file(&path).unwrap();
    symlink("/dev/zero", &path).unwrap();
    assert!(layout.fetch("acme/motd", &version("1.0.0")).unwrap_err().to_string().contains("it is not a file"));
    fs::remove_file(&path).unwrap();
    fs::write(&path, vec![0; component("acme/motd", "1.0.0", "").len() * 1000]).unwrap();
    assert!(
        layout.fetch("acme/motd", &version("1.0.0")).unwrap_err().to_string().contains("the digest of the component")
    );
}
