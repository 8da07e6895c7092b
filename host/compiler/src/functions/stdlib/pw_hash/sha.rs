//! Password hash by SHA-256 and SHA-512, as in glibc: `$5$` and `$6$`, with 5,000 rounds.

use sha2::Digest;

use super::append;

const ROUNDS: usize = 5_000;

/// Returns the hash of a password. Only the first sixteen characters of the salt are used.
pub(super) fn hash<D: Digest>(password: &[u8], salt: &str) -> String {
    let salt = &salt.as_bytes()[..salt.len().min(16)];
    let inner = D::new().chain_update(password).chain_update(salt).chain_update(password).finalize();
    let mut digest = D::new().chain_update(password).chain_update(salt);
    for part in password.chunks(inner.len()) {
        digest.update(&inner[..part.len()]);
    }
    let mut length = password.len();
    while length > 0 {
        digest.update(if length & 1 == 1 { &inner } else { password });
        length >>= 1;
    }
    let mut bytes = digest.finalize().to_vec();
    let stretched_password = stretched::<D>(password, password.len());
    let stretched_salt = stretched::<D>(salt, 16 + usize::from(bytes[0]));
    for turn in 0..ROUNDS {
        let mut digest = D::new();
        digest.update(if turn & 1 == 1 { &stretched_password } else { &bytes });
        if turn % 3 != 0 {
            digest.update(&stretched_salt);
        }
        if turn % 7 != 0 {
            digest.update(&stretched_password);
        }
        digest.update(if turn & 1 == 1 { &bytes } else { &stretched_password });
        bytes = digest.finalize().to_vec();
    }
    let prefix = if bytes.len() == 32 { '5' } else { '6' };
    let mut text = format!("${prefix}${}$", String::from_utf8_lossy(salt));
    write(&bytes, &mut text);
    text
}

/// Returns the digest of the text repeated `times` times, repeated or truncated to the length of the text.
fn stretched<D: Digest>(text: &[u8], times: usize) -> Vec<u8> {
    let mut digest = D::new();
    for _ in 0..times {
        digest.update(text);
    }
    digest.finalize().iter().copied().cycle().take(text.len()).collect()
}

/// Encodes the bytes in groups of three, one from each third of the digest, in rotating order.
fn write(bytes: &[u8], text: &mut String) {
    let (third, turns) = if bytes.len() == 32 { (10, [0, 2, 1]) } else { (21, [0, 1, 2]) };
    for place in 0..third {
        let row = [bytes[place], bytes[place + third], bytes[place + 2 * third]];
        let first = turns[place % 3];
        append(text, [row[first], row[(first + 1) % 3], row[(first + 2) % 3]], 4);
    }
    match bytes {
        [.., second, first] if bytes.len() == 32 => append(text, [0, *first, *second], 3),
        [.., last] => append(text, [0, 0, *last], 2),
        [] => {}
    }
}
