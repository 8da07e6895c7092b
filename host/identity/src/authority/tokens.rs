//! One-time tokens: a request whose challenge password is a token is signed automatically. Of a token only the digest is stored,
//! in the directory `tokens`.

use std::time::Duration;

use jiff::Timestamp;
use ring::digest;
use ring::rand::{SecureRandom as _, SystemRandom};

use super::{Authority, AuthorityError};
use crate::autosign::Glob;
use crate::error::X509Error;
use crate::request::Request;
use crate::time;

/// The number of random bytes of a token.
const BYTES: usize = 32;

/// The number of digits of the digest that identify a token.
const ID: usize = 16;

/// Content of a new token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenOptions {
    /// The names of nodes that may use it, as in `autosign.conf`: a name, `*.example.com` or `*`.
    pub names: String,
    /// How long it can be used.
    pub ttl: Duration,
}

/// Stored token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// The beginning of its digest.
    pub id: String,
    /// The names of nodes that may use it.
    pub names: String,
    /// The time after which it cannot be used.
    pub expires: Timestamp,
    digest: String,
}

/// Effect of the challenge password of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenUse {
    /// It is no token of this authority, or there is none.
    NoToken,
    /// It was a token for this node. It cannot be used again.
    Accepted,
    /// It was a token for other nodes. It cannot be used again, because anyone can read a waiting request.
    OtherNode,
    /// It was a token that had expired.
    Expired,
}

impl Token {
    /// Returns the content of its file.
    fn to_text(&self) -> String {
        format!("digest = {}\nnames = {}\nexpires = {}\n", self.digest, self.names, self.expires)
    }

    /// Parses the content of a file; `None` if it is malformed.
    fn parse(text: &str) -> Option<Self> {
        let value = |name: &str| {
            let mut pairs = text.lines().filter_map(|line| line.split_once(" = "));
            pairs.find(|(known, _)| *known == name).map(|(_, value)| value.to_owned())
        };
        let digest = value("digest")?;
        let id = digest.get(..ID)?.to_owned();
        Some(Self { id, names: value("names")?, expires: value("expires")?.parse().ok()?, digest })
    }
}

impl Authority {
    /// Creates a token and returns its text, which is not stored.
    ///
    /// # Errors
    /// Returns an error if the names contain white space or `#`, the system has no random numbers, or the file cannot be written.
    pub fn create_token(&self, options: &TokenOptions) -> Result<String, AuthorityError> {
        if options.names.is_empty() || options.names.contains(|letter: char| letter.is_whitespace() || letter == '#') {
            return Err(AuthorityError::TokenNames(options.names.clone()));
        }
        let mut bytes = [0; BYTES];
        SystemRandom::new().fill(&mut bytes).map_err(|_| X509Error::Signing)?;
        let text = hex::encode(bytes);
        let digest = digest_of(&text);
        let id = digest[..ID].to_owned();
        let expires = time::after(self.now(), options.ttl);
        let token = Token { id, names: options.names.clone(), expires, digest };
        let _lock = self.directory.lock()?;
        self.directory.write_token(&token.id, &token.to_text())?;
        Ok(text)
    }

    /// Returns the tokens that can be used, ordered by their ends. Deletes those that have expired.
    ///
    /// # Errors
    /// Returns an error if the directory cannot be read, or a file cannot be deleted.
    pub fn tokens(&self) -> Result<Vec<Token>, AuthorityError> {
        let _lock = self.directory.lock()?;
        let mut tokens = Vec::new();
        for id in self.directory.token_ids()? {
            match self.directory.token(&id)?.and_then(|text| Token::parse(&text)) {
                Some(token) if token.expires < self.now() => drop(self.directory.remove_token(&id)?),
                token => tokens.extend(token),
            }
        }
        tokens.sort_by_key(|token| (token.expires, token.id.clone()));
        Ok(tokens)
    }

    /// Deletes a token.
    ///
    /// # Errors
    /// Returns an error if there is no token with this ID.
    pub fn revoke_token(&self, id: &str) -> Result<(), AuthorityError> {
        let _lock = self.directory.lock()?;
        let is_id = id.len() == ID && id.bytes().all(|byte| byte.is_ascii_hexdigit());
        if is_id && self.directory.remove_token(id)? { Ok(()) } else { Err(AuthorityError::NoToken(id.to_owned())) }
    }

    /// Uses the token of a request, if it has one: the file is deleted first, so that no other request can use it, even if this
    /// process is killed. The directory has to be locked.
    pub(super) fn use_token(&self, request: &Request) -> Result<TokenUse, AuthorityError> {
        let Some(text) = request.challenge_password() else { return Ok(TokenUse::NoToken) };
        let digest = digest_of(&text);
        let token = self.directory.token(&digest[..ID])?.and_then(|text| Token::parse(&text));
        let Some(token) = token.filter(|token| token.digest == digest) else { return Ok(TokenUse::NoToken) };
        if !self.directory.remove_token(&token.id)? {
            return Ok(TokenUse::NoToken);
        }
        Ok(match Glob::parse(&token.names).matches(request.certname()) {
            _ if token.expires < self.now() => TokenUse::Expired,
            true => TokenUse::Accepted,
            false => TokenUse::OtherNode,
        })
    }
}

fn digest_of(text: &str) -> String {
    hex::encode(digest::digest(&digest::SHA256, text.as_bytes()))
}
