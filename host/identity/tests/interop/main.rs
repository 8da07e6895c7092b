//! Interoperability with Puppet, puppetserver and OpenSSL: recorded data, and the programs if they are installed.

#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod fixture;
mod malformed;
mod openssl;
mod puppet;
mod recorded;
