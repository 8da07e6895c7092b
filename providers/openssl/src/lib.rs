//! The resource types `ssl_pkey`, `x509_cert`, `x509_request` and `dhparam`: files that `openssl` generates.

mod attributes;
mod certificate;
mod config;
mod key;
mod parameters;
mod request;
mod schema;
#[cfg(test)]
mod tests;
mod tool;
mod value;

pub use certificate::Certificates;
pub use key::Keys;
pub use parameters::Parameters;
pub use request::Requests;
pub use schema::*;
pub use value::{FileMode, Number};
