//! Requests to other hosts, with their credentials.

use marotte_sdk::Text;
use marotte_sdk::prelude::*;
use marotte_sdk::system::{Method, Request};

use crate::value::{Source, find_digest};
use crate::{Archive, Checksum};

/// Maximum size of a list of checksums.
const LIST: u32 = 8 << 20;

/// Creates the request for a URL.
pub(crate) fn request(system: &impl ReadSystem, row: &Row<Archive>, url: &str) -> Result<Request> {
    let mut request = Request { row: row.id(), ..Request::new(Method::Get, url) };
    if let (Some(name), Some(password)) = (&row.username, &row.password) {
        let pair = format!("{}:{}", seen(system, name)?, seen(system, password)?);
        request
            .headers
            .push(("Authorization".to_owned(), vec![format!("Basic {}", base64(pair.as_bytes())).as_str().into()]));
    }
    if let Some(cookie) = &row.cookie {
        request.headers.push(("Cookie".to_owned(), vec![cookie.into()]));
    }
    for (name, value) in row.headers.iter().flat_map(|headers| &headers.0) {
        request.headers.push((name.clone(), vec![value.as_str().into()]));
    }
    Ok(request)
}

/// Returns the expected checksum of the file, or `None` if not specified.
pub(crate) fn checksum(system: &impl ReadSystem, row: &Row<Archive>) -> Result<Option<String>> {
    if let Some(Checksum::Digest(digest)) = &row.checksum {
        return Ok(Some(digest.clone()));
    }
    let Some(source) = &row.checksum_url else { return Ok(None) };
    let list = content(system, row, source)?;
    match find_digest(&list, 32, |byte| byte.is_ascii_hexdigit()) {
        Some(digest) => Ok(Some(digest.to_owned())),
        None => Err(Error::other(format!("There is no checksum in {}", source.0))),
    }
}

fn content(system: &impl ReadSystem, row: &Row<Archive>, source: &Source) -> Result<String> {
    if !source.is_remote() {
        // File names in the list may have any encoding.
        return system.read_lossy(&row.place(source.0.as_str()), LIST);
    }
    let answer = system.send(&request(system, row, &source.0)?)?;
    if answer.status != 200 {
        return Err(Error::other(format!("HTTP Error Code {}\nURL: {}", answer.status, source.0)));
    }
    Ok(String::from_utf8_lossy(&answer.body).into_owned())
}

fn seen(system: &impl ReadSystem, text: &Text) -> Result<String> {
    match text {
        Text::Clear(text) => Ok(text.clone()),
        Text::Secret(secret) => system.reveal(*secret),
    }
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let at = |offset: usize| chunk.get(offset).copied().map_or(0, u32::from);
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for index in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * index) & 63) as usize];
            text.push(if index > chunk.len() { '=' } else { char::from(letter) });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_of_credentials_is_padded() {
        for (text, encoded) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("a:\u{fc}\u{fc}", "YTrDvMO8")]
        {
            assert_eq!(base64(text.as_bytes()), encoded);
        }
    }
}
