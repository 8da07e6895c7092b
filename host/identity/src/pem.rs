//! PEM texts. Lines of any length and text between the blocks are accepted, as in the bundles of puppetserver.

use der::pem::{LineEnding, decode_vec, encode_string};
use zeroize::Zeroizing;

use crate::error::X509Error;

const LINE: usize = 64;

/// One block of a PEM text.
pub(crate) struct Block {
    pub(crate) label: String,
    pub(crate) bytes: Zeroizing<Vec<u8>>,
}

/// Returns all blocks of a text.
pub(crate) fn blocks(text: &str) -> Result<Vec<Block>, X509Error> {
    let mut rest = text;
    let mut found = Vec::new();
    while let Some((_, start)) = rest.split_once("-----BEGIN ") {
        let (label, body) = start.split_once("-----").ok_or(X509Error::Pem)?;
        let (body, after) = body.split_once(&format!("-----END {label}-----")).ok_or(X509Error::Pem)?;
        found.push(Block { label: label.to_owned(), bytes: decode(label, body)? });
        rest = after;
    }
    Ok(found)
}

fn decode(label: &str, body: &str) -> Result<Zeroizing<Vec<u8>>, X509Error> {
    let mut text = Zeroizing::new(format!("-----BEGIN {label}-----\n"));
    let letters = body.chars().filter(|letter| !letter.is_ascii_whitespace());
    for (index, letter) in letters.enumerate() {
        if index > 0 && index % LINE == 0 {
            text.push('\n');
        }
        text.push(letter);
    }
    text.push_str(&format!("\n-----END {label}-----\n"));
    let (_, bytes) = decode_vec(text.as_bytes()).map_err(|_| X509Error::Pem)?;
    Ok(Zeroizing::new(bytes))
}

/// Returns the bytes of all blocks with one of these labels.
pub(crate) fn all_labelled(text: &str, labels: &[&'static str]) -> Result<Vec<Vec<u8>>, X509Error> {
    let found = blocks(text)?.into_iter().filter(|block| labels.contains(&&*block.label));
    let found: Vec<_> = found.map(|mut block| std::mem::take(&mut *block.bytes)).collect();
    if found.is_empty() { Err(X509Error::NoPem(labels.first().copied().unwrap_or_default())) } else { Ok(found) }
}

/// Returns the bytes of the first block with one of these labels.
pub(crate) fn first_labelled(text: &str, labels: &[&'static str]) -> Result<Vec<u8>, X509Error> {
    Ok(all_labelled(text, labels)?.swap_remove(0))
}

/// Returns the PEM text of a structure.
pub(crate) fn encode(label: &str, bytes: &[u8]) -> String {
    // Fails only for labels that are not ASCII.
    encode_string(label, LineEnding::LF, bytes).unwrap_or_default()
}

/// Returns the PEM text of a secret, which is zeroized when it is dropped.
pub(crate) fn encode_secret(label: &str, bytes: &[u8]) -> Zeroizing<String> {
    Zeroizing::new(encode(label, bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pem_accepts_long_lines_and_text_between_blocks() {
        let bytes = [7; 100];
        let text = encode("CERTIFICATE", &bytes);
        let body: String = text.lines().filter(|line| !line.starts_with('-')).collect();
        let text = format!("Subject: x\r\n-----BEGIN X-----\r\n{body}\r\n-----END X-----\r\nmore\n{text}");
        let found = blocks(&text).unwrap();
        assert_eq!(found.iter().map(|block| &*block.label).collect::<Vec<_>>(), ["X", "CERTIFICATE"]);
        assert!(found.iter().all(|block| *block.bytes == bytes));
        assert_eq!(first_labelled(&text, &["CERTIFICATE"]).unwrap(), bytes);
        assert_eq!(all_labelled(&text, &["X509 CRL"]), Err(X509Error::NoPem("X509 CRL")));
    }

    #[test]
    fn pem_rejects_malformed_blocks() {
        for text in ["-----BEGIN X", "-----BEGIN X-----\nAA==", "-----BEGIN X-----\n!\n-----END X-----"] {
            assert_eq!(blocks(text).err(), Some(X509Error::Pem));
        }
    }
}
