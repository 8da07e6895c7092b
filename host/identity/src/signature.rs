//! Signatures: the structure that requests, certificates and revocation lists have in common, and verification.

use const_oid::ObjectIdentifier;
use der::asn1::{AnyRef, BitStringRef, UintRef};
use der::{Decode as _, Encode, Sequence};
use ring::signature::{self, UnparsedPublicKey, VerificationAlgorithm};
use spki::{AlgorithmIdentifierOwned, SubjectPublicKeyInfoOwned};

use crate::error::X509Error;
use crate::oid;
use crate::signer::SigningKey;

/// Signature of a private key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// The algorithm, as in certificates.
    pub algorithm: AlgorithmIdentifierOwned,
    /// The signature.
    pub bytes: Vec<u8>,
}

/// Signed content with its signature: the outermost structure of requests, certificates and revocation lists.
#[derive(Sequence)]
pub(crate) struct SignedData<'a> {
    content: AnyRef<'a>,
    algorithm: AlgorithmIdentifierOwned,
    signature: BitStringRef<'a>,
}

#[derive(Sequence)]
struct RsaPublicKey<'a> {
    modulus: UintRef<'a>,
    exponent: UintRef<'a>,
}

/// Numbers of bits of RSA keys that are accepted.
const RSA_BITS: std::ops::RangeInclusive<usize> = 2048..=8192;

/// Returns the DER of the signed structure.
pub(crate) fn sign(what: &'static str, content: &impl Encode, key: &dyn SigningKey) -> Result<Vec<u8>, X509Error> {
    let content = content.to_der().map_err(X509Error::der(what))?;
    let (algorithm, bytes) = (key.algorithm(), key.signature(&content)?);
    let signature = BitStringRef::from_bytes(&bytes).map_err(X509Error::der(what))?;
    let content = AnyRef::from_der(&content).map_err(X509Error::der(what))?;
    SignedData { content, algorithm, signature }.to_der().map_err(X509Error::der(what))
}

/// Verifies the signature of a request, certificate or revocation list.
pub(crate) fn verify(what: &'static str, der: &[u8], key: &SubjectPublicKeyInfoOwned) -> Result<(), X509Error> {
    let signed = SignedData::from_der(der).map_err(X509Error::der(what))?;
    // DER has a single encoding for each value, so these are the signed bytes.
    let content = signed.content.to_der().map_err(X509Error::der(what))?;
    check_key(key)?;
    // The signature does not cover the parameters, which these algorithms do not have.
    if signed.algorithm.parameters.as_ref().is_some_and(|parameters| !parameters.is_null()) {
        return Err(X509Error::Signature);
    }
    let signature = signed.signature.as_bytes().ok_or(X509Error::Signature)?;
    verify_bytes(&content, signature, signed.algorithm.oid, key)
}

/// Verifies the signature of a content.
pub(crate) fn verify_bytes(
    content: &[u8],
    signature: &[u8],
    oid: ObjectIdentifier,
    key: &SubjectPublicKeyInfoOwned,
) -> Result<(), X509Error> {
    let public = UnparsedPublicKey::new(algorithm(oid, key)?, key.subject_public_key.raw_bytes());
    public.verify(content, signature).map_err(|_| X509Error::Signature)
}

/// Returns the curve of a key, or `None` for RSA.
pub(crate) fn curve_of(key: &SubjectPublicKeyInfoOwned) -> Result<Option<ObjectIdentifier>, X509Error> {
    if key.algorithm.oid == oid::RSA { Ok(None) } else { curve(key).map(Some) }
}

/// Checks that a public key has a supported algorithm, curve and size.
pub(crate) fn check_key(key: &SubjectPublicKeyInfoOwned) -> Result<(), X509Error> {
    if key.algorithm.oid != oid::RSA {
        return curve(key).map(|_| ());
    }
    let numbers = RsaPublicKey::from_der(key.subject_public_key.raw_bytes()).map_err(X509Error::der("RSA key"))?;
    let modulus = numbers.modulus.as_bytes();
    let zeros = modulus.first().map_or(0, |byte| byte.leading_zeros() as usize);
    let bits = modulus.len() * 8 - zeros;
    if RSA_BITS.contains(&bits) { Ok(()) } else { Err(X509Error::RsaKeySize(bits)) }
}

/// Returns the curve of a key for ECDSA.
fn curve(key: &SubjectPublicKeyInfoOwned) -> Result<ObjectIdentifier, X509Error> {
    let unsupported = |oid: ObjectIdentifier| X509Error::KeyAlgorithm(oid.to_string());
    if key.algorithm.oid != oid::EC {
        return Err(unsupported(key.algorithm.oid));
    }
    let parameters = key.algorithm.parameters.as_ref().and_then(|any| any.decode_as::<ObjectIdentifier>().ok());
    let curve = parameters.ok_or_else(|| unsupported(key.algorithm.oid))?;
    if [oid::P256, oid::P384].contains(&curve) { Ok(curve) } else { Err(unsupported(curve)) }
}

fn algorithm(
    signature: ObjectIdentifier,
    key: &SubjectPublicKeyInfoOwned,
) -> Result<&'static dyn VerificationAlgorithm, X509Error> {
    let number = signature.to_string();
    let unsupported = |name: &str| Err(X509Error::SignatureAlgorithm(name.to_owned()));
    if key.algorithm.oid == oid::RSA {
        return match &*number {
            "1.2.840.113549.1.1.11" => Ok(&signature::RSA_PKCS1_2048_8192_SHA256),
            "1.2.840.113549.1.1.12" => Ok(&signature::RSA_PKCS1_2048_8192_SHA384),
            "1.2.840.113549.1.1.13" => Ok(&signature::RSA_PKCS1_2048_8192_SHA512),
            "1.2.840.113549.1.1.5" => unsupported("sha1WithRSAEncryption"),
            "1.2.840.113549.1.1.4" => unsupported("md5WithRSAEncryption"),
            other => unsupported(other),
        };
    }
    match (curve(key)?, &*number) {
        (oid::P256, "1.2.840.10045.4.3.2") => Ok(&signature::ECDSA_P256_SHA256_ASN1),
        (oid::P256, "1.2.840.10045.4.3.3") => Ok(&signature::ECDSA_P256_SHA384_ASN1),
        (oid::P384, "1.2.840.10045.4.3.2") => Ok(&signature::ECDSA_P384_SHA256_ASN1),
        (oid::P384, "1.2.840.10045.4.3.3") => Ok(&signature::ECDSA_P384_SHA384_ASN1),
        (_, "1.2.840.10045.4.1") => unsupported("ecdsa-with-SHA1"),
        (_, other) => unsupported(other),
    }
}
