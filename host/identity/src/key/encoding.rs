//! Encodings of private keys: PKCS#8, and the older PKCS#1 and SEC1.

use const_oid::ObjectIdentifier;
use der::asn1::{AnyRef, BitStringRef, OctetStringRef};
use der::{Decode as _, Encode as _, Sequence};
use spki::AlgorithmIdentifierRef;
use zeroize::Zeroizing;

use crate::error::X509Error;
use crate::oid;

#[derive(Sequence)]
struct Pkcs8<'a> {
    version: u8,
    algorithm: AlgorithmIdentifierRef<'a>,
    key: OctetStringRef<'a>,
    #[asn1(context_specific = "0", tag_mode = "IMPLICIT", optional = "true")]
    attributes: Option<AnyRef<'a>>,
}

#[derive(Sequence)]
struct Sec1<'a> {
    version: u8,
    secret: OctetStringRef<'a>,
    #[asn1(context_specific = "0", tag_mode = "EXPLICIT", optional = "true")]
    curve: Option<ObjectIdentifier>,
    #[asn1(context_specific = "1", tag_mode = "EXPLICIT", optional = "true")]
    public: Option<BitStringRef<'a>>,
}

/// Contents of a PKCS#8 key.
pub(super) struct KeyContents<'a> {
    /// The curve, or `None` for RSA.
    pub(super) curve: Option<ObjectIdentifier>,
    /// The key as PKCS#1 or SEC1.
    pub(super) key: &'a [u8],
}

const WHAT: &str = "private key";

/// Parses a PKCS#8 key.
pub(super) fn unwrap(bytes: &[u8]) -> Result<KeyContents<'_>, X509Error> {
    let parsed = Pkcs8::from_der(bytes).map_err(X509Error::der(WHAT))?;
    let unsupported = || X509Error::KeyAlgorithm(parsed.algorithm.oid.to_string());
    let curve = match parsed.algorithm.oid {
        oid::RSA => None,
        oid::EC => Some(parsed.algorithm.parameters_oid().map_err(|_| unsupported())?),
        _ => return Err(unsupported()),
    };
    Ok(KeyContents { curve, key: parsed.key.as_bytes() })
}

/// Returns the secret and the public part of a SEC1 key.
pub(super) fn ec_parts(bytes: &[u8]) -> Result<(&[u8], &[u8]), X509Error> {
    let parsed = Sec1::from_der(bytes).map_err(X509Error::der(WHAT))?;
    let public = parsed.public.and_then(|bits| bits.as_bytes());
    let public = public.ok_or_else(|| X509Error::PrivateKey("it does not contain its public key".to_owned()))?;
    Ok((parsed.secret.as_bytes(), public))
}

/// Returns a PKCS#1 key as PKCS#8.
pub(super) fn wrap_rsa(bytes: &[u8]) -> Result<Zeroizing<Vec<u8>>, X509Error> {
    wrap(AlgorithmIdentifierRef { oid: oid::RSA, parameters: Some(AnyRef::NULL) }, bytes)
}

/// Returns a SEC1 key as PKCS#8, where the curve is part of the algorithm.
pub(super) fn wrap_ec(bytes: &[u8]) -> Result<Zeroizing<Vec<u8>>, X509Error> {
    let mut parsed = Sec1::from_der(bytes).map_err(X509Error::der(WHAT))?;
    let missing = || X509Error::PrivateKey("it does not contain its curve".to_owned());
    let curve = parsed.curve.take().ok_or_else(missing)?;
    let inner = Zeroizing::new(parsed.to_der().map_err(X509Error::der(WHAT))?);
    wrap(AlgorithmIdentifierRef { oid: oid::EC, parameters: Some(AnyRef::from(&curve)) }, &inner)
}

fn wrap(algorithm: AlgorithmIdentifierRef<'_>, key: &[u8]) -> Result<Zeroizing<Vec<u8>>, X509Error> {
    let key = OctetStringRef::new(key).map_err(X509Error::der(WHAT))?;
    let whole = Pkcs8 { version: 0, algorithm, key, attributes: None };
    Ok(Zeroizing::new(whole.to_der().map_err(X509Error::der(WHAT))?))
}
