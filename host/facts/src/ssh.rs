//! The fact `ssh`: the public keys of this host.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use catalog::Value;
use sha1::Digest as _;

use crate::system::SystemProbe;
use crate::value::hash;

const DIRECTORIES: [&str; 5] = ["/etc/ssh", "/usr/local/etc/ssh", "/etc", "/usr/local/etc", "/etc/opt/ssh"];

pub(crate) fn gather(machine: &SystemProbe) -> Option<Value> {
    let mut keys: Vec<(Value, Value)> = Vec::new();
    for directory in DIRECTORIES {
        for name in ["rsa", "dsa", "ecdsa", "ed25519"] {
            let text = machine.read(&format!("{directory}/ssh_host_{name}_key.pub"));
            // The last one found applies.
            if let Some((name, key)) = text.as_deref().and_then(key) {
                keys.retain(|(known, _)| known.as_str() != Some(name));
                keys.push((name.into(), key));
            }
        }
    }
    (!keys.is_empty()).then_some(Value::Hash(keys))
}

/// Parses a public key: its type, the key in base64, and a comment.
fn key(text: &str) -> Option<(&'static str, Value)> {
    let mut words = text.split_whitespace();
    let (kind, key) = (words.next()?, words.next()?);
    let (name, number) = match kind {
        "ssh-rsa" => ("rsa", 1),
        "ssh-dss" => ("dsa", 2),
        "ecdsa-sha2-nistp256" => ("ecdsa", 3),
        "ssh-ed25519" => ("ed25519", 4),
        _ => return None,
    };
    let bytes = STANDARD.decode(key).ok()?;
    let (sha1, sha256) = (hex::encode(sha1::Sha1::digest(&bytes)), hex::encode(sha2::Sha256::digest(&bytes)));
    let fingerprints = hash([
        ("sha1", Some(format!("SSHFP {number} 1 {sha1}").into())),
        ("sha256", Some(format!("SSHFP {number} 2 {sha256}").into())),
    ]);
    Some((name, hash([("fingerprints", Some(fingerprints)), ("key", Some(key.into())), ("type", Some(kind.into()))])))
}
