//! Password hash by bcrypt: `$2b$`.

use blowfish::Blowfish;
use value::EvalError;

/// Cost and salt of bcrypt.
pub(super) struct Settings {
    cost: u32,
    salt: [u8; 16],
}

/// The alphabet of bcrypt, whose order differs from all other formats.
const ALPHABET: &[u8; 64] = b"./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// Number of characters in an encoded salt.
const LETTERS: usize = 22;

/// Maximum cost. Each increment doubles the time; at this cost a hash takes seconds.
const MAXIMUM: u32 = 16;

impl Settings {
    /// Parses the cost and the salt; the rest of the text is ignored.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (cost, letters) = text.split_once('$')?;
        let is_cost = cost.len() == 2 && cost.bytes().all(|byte| byte.is_ascii_digit());
        let letters = letters.as_bytes().get(..LETTERS).filter(|_| is_cost)?;
        let mut bits = 0_u128;
        for (place, letter) in letters.iter().enumerate() {
            let digit = ALPHABET.iter().position(|known| known == letter)? as u128;
            // Only two bits of the last character are used.
            bits = if place + 1 < LETTERS { bits << 6 | digit } else { bits << 2 | digit >> 4 };
        }
        Some(Self { cost: cost.parse().ok()?, salt: bits.to_be_bytes() })
    }
}

/// Returns the hash of a password.
///
/// # Errors
/// Returns an error if the cost is out of range, or if the prefix denotes an old variant whose result for this password
/// differs.
pub(super) fn hash(prefix: &str, password: &[u8], settings: &Settings) -> Result<String, EvalError> {
    let cost = settings.cost;
    if !(4..=31).contains(&cost) {
        return Err(EvalError::new("Invalid argument - crypt"));
    }
    if cost > MAXIMUM {
        return Err(EvalError::new(format!(
            "pw_hash(): a cost of {cost} takes too long; at most {MAXIMUM} is supported"
        )));
    }
    if matches!(prefix, "2a" | "2x") && !password.is_ascii() {
        let what = "the old variants of bcrypt only support ASCII passwords";
        return Err(EvalError::new(format!("pw_hash(): {what}")));
    }
    let mut key = password[..password.len().min(72)].to_vec();
    if key.len() < 72 {
        key.push(0);
    }
    let mut text = format!("${prefix}${cost:02}$");
    append(&mut text, &settings.salt, LETTERS);
    append(&mut text, &digest(&key, settings)[..23], 31);
    Ok(text)
}

fn digest(key: &[u8], settings: &Settings) -> [u8; 24] {
    let mut state: Blowfish = Blowfish::bc_init_state();
    state.salted_expand_key(&settings.salt, key);
    for _ in 0..1_u32 << settings.cost {
        state.bc_expand_key(key);
        state.bc_expand_key(&settings.salt);
    }
    let mut bytes = *b"OrpheanBeholderScryDoubt";
    for block in bytes.chunks_mut(8) {
        let word = |half: &[u8]| half.iter().fold(0_u32, |word, byte| word << 8 | u32::from(*byte));
        let mut words = [word(&block[..4]), word(&block[4..])];
        for _ in 0..64 {
            words = state.bc_encrypt(words);
        }
        block[..4].copy_from_slice(&words[0].to_be_bytes());
        block[4..].copy_from_slice(&words[1].to_be_bytes());
    }
    bytes
}

/// Encodes bytes as a number of base64 characters, most significant bits first.
fn append(text: &mut String, bytes: &[u8], letters: usize) {
    for place in 0..letters {
        let (byte, shift) = (place * 6 / 8, place * 6 % 8);
        let pair = u16::from(bytes[byte]) << 8 | u16::from(bytes.get(byte + 1).copied().unwrap_or(0));
        text.push(char::from(ALPHABET[usize::from(pair >> (10 - shift) & 0x3f)]));
    }
}
