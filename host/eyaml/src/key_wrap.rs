//! AES key wrap (RFC 3394): encrypts a key with another one, and detects another key or a changed message.

use aes::cipher::{Block, BlockCipherDecrypt, BlockCipherEncrypt, BlockSizeUser, KeyInit, typenum::U16};
use aes::{Aes128, Aes192, Aes256};
use zeroize::Zeroizing;

/// The initial value, which is also the integrity check.
const INITIAL: [u8; 8] = [0xA6; 8];

const ROUNDS: u64 = 6;

/// Encrypts a key whose length is a multiple of 8 bytes with a key of 16, 24 or 32 bytes. `None` for other lengths.
pub(crate) fn wrap(wrapping: &[u8], key: &[u8]) -> Option<Vec<u8>> {
    match wrapping.len() {
        16 => wrap_with(&Aes128::new_from_slice(wrapping).ok()?, key),
        24 => wrap_with(&Aes192::new_from_slice(wrapping).ok()?, key),
        _ => wrap_with(&Aes256::new_from_slice(wrapping).ok()?, key),
    }
}

/// Decrypts a key. `None` if it was encrypted with another key, or changed.
pub(crate) fn unwrap(wrapping: &[u8], wrapped: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
    match wrapping.len() {
        16 => unwrap_with(&Aes128::new_from_slice(wrapping).ok()?, wrapped),
        24 => unwrap_with(&Aes192::new_from_slice(wrapping).ok()?, wrapped),
        _ => unwrap_with(&Aes256::new_from_slice(wrapping).ok()?, wrapped),
    }
}

fn wrap_with<C: BlockCipherEncrypt + BlockSizeUser<BlockSize = U16>>(cipher: &C, key: &[u8]) -> Option<Vec<u8>> {
    if key.len() < 16 || !key.len().is_multiple_of(8) {
        return None;
    }
    let mut check = INITIAL;
    let mut registers = key.to_vec();
    let mut step = 0u64;
    for _ in 0..ROUNDS {
        for register in registers.chunks_exact_mut(8) {
            step += 1;
            let mut block = Block::<C>::default();
            block[..8].copy_from_slice(&check);
            block[8..].copy_from_slice(register);
            cipher.encrypt_block(&mut block);
            check.copy_from_slice(&block[..8]);
            mix(&mut check, step);
            register.copy_from_slice(&block[8..]);
        }
    }
    Some([&check[..], &registers].concat())
}

fn unwrap_with<C>(cipher: &C, wrapped: &[u8]) -> Option<Zeroizing<Vec<u8>>>
where
    C: BlockCipherDecrypt + BlockSizeUser<BlockSize = U16>,
{
    if wrapped.len() < 24 || !wrapped.len().is_multiple_of(8) {
        return None;
    }
    let mut check = [0; 8];
    check.copy_from_slice(&wrapped[..8]);
    let mut registers = Zeroizing::new(wrapped[8..].to_vec());
    let mut step = ROUNDS * (registers.len() as u64 / 8);
    for _ in 0..ROUNDS {
        for register in registers.rchunks_exact_mut(8) {
            mix(&mut check, step);
            step -= 1;
            let mut block = Block::<C>::default();
            block[..8].copy_from_slice(&check);
            block[8..].copy_from_slice(register);
            cipher.decrypt_block(&mut block);
            check.copy_from_slice(&block[..8]);
            register.copy_from_slice(&block[8..]);
        }
    }
    (check == INITIAL).then_some(registers)
}

fn mix(check: &mut [u8; 8], step: u64) {
    for (byte, mask) in check.iter_mut().zip(step.to_be_bytes()) {
        *byte ^= mask;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        let digit = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).unwrap();
        (0..text.len()).step_by(2).map(digit).collect()
    }

    /// The examples of RFC 3394, 4.1, 4.3 and 4.6.
    #[test]
    fn key_wrap_gives_the_results_of_its_standard() {
        let cases = [
            (16, 16, "1FA68B0A8112B447AEF34BD8FB5A7B829D3E862371D2CFE5"),
            (32, 16, "64E8C3F9CE0F5BA263E9777905818A2A93C8191E7D6E8AE7"),
            (24, 24, "031D33264E15D33268F24EC260743EDCE1C6C7DDEE725A936BA814915C6762D2"),
            (32, 32, "28C9F404C4B810F4CBCCB35CFB87F8263F5786E2D80ED326CBC7F0E71A99F43BFB988B9B7A02DD21"),
        ];
        let data = bytes("00112233445566778899AABBCCDDEEFF000102030405060708090A0B0C0D0E0F");
        for (wrapping, length, expected) in cases {
            let wrapping: Vec<u8> = (0..wrapping).collect();
            let wrapped = wrap(&wrapping, &data[..length]).unwrap();
            assert_eq!(wrapped, bytes(expected));
            assert_eq!(unwrap(&wrapping, &wrapped).as_deref().map(Vec::as_slice), Some(&data[..length]));
        }
    }

    #[test]
    fn key_wrap_detects_changes_and_wrong_lengths() {
        let mut wrapped = wrap(&[1; 32], &[2; 32]).unwrap();
        assert!(unwrap(&[3; 32], &wrapped).is_none());
        wrapped[20] ^= 1;
        assert!(unwrap(&[1; 32], &wrapped).is_none());
        assert!(unwrap(&[1; 32], &[0; 16]).is_none() && unwrap(&[1; 31], &wrapped).is_none());
        assert!(wrap(&[1; 32], &[2; 31]).is_none() && wrap(&[1; 5], &[2; 32]).is_none());
    }
}
