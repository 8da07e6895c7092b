//! Password hash by MD5, as introduced by FreeBSD: `$1$`.

use md5::{Digest, Md5};

use super::append;

/// Returns the hash of a password. Only the first eight characters of the salt are used.
pub(super) fn hash(password: &[u8], salt: &str) -> String {
    let salt = &salt[..salt.len().min(8)];
    let inner = Md5::new().chain_update(password).chain_update(salt).chain_update(password).finalize();
    let mut digest = Md5::new().chain_update(password).chain_update("$1$").chain_update(salt);
    for part in password.chunks(inner.len()) {
        digest.update(&inner[..part.len()]);
    }
    let mut length = password.len();
    while length > 0 {
        digest.update(if length & 1 == 1 { b"\0" } else { &password[..1] });
        length >>= 1;
    }
    let mut bytes = digest.finalize();
    for turn in 0..1000 {
        let mut digest = Md5::new();
        digest.update(if turn & 1 == 1 { password } else { &bytes });
        if turn % 3 != 0 {
            digest.update(salt);
        }
        if turn % 7 != 0 {
            digest.update(password);
        }
        digest.update(if turn & 1 == 1 { &bytes } else { password });
        bytes = digest.finalize();
    }
    let mut text = format!("$1${salt}$");
    for place in 0..5 {
        // The last group takes its third byte from another position.
        let third = if place == 4 { 5 } else { place + 12 };
        append(&mut text, [bytes[place], bytes[place + 6], bytes[third]], 4);
    }
    append(&mut text, [0, 0, bytes[11]], 2);
    text
}
