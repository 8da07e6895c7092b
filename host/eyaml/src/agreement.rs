//! Key agreement on an elliptic curve (RFC 5753): the shared secret of an ephemeral key and a recipient's key, and the key derived
//! from it (X9.63), which encrypts the key of the content.

use const_oid::ObjectIdentifier;
use der::asn1::OctetStringRef;
use der::{Decode as _, Encode as _, Sequence};
use sha1::Sha1;
use sha2::{Digest, Sha224, Sha256, Sha384, Sha512};
use spki::AlgorithmIdentifierOwned;
use zeroize::Zeroizing;

use crate::oid;

/// The input of the derivation besides the shared secret.
#[derive(Sequence)]
struct SharedInfo<'a> {
    key: AlgorithmIdentifierOwned,
    #[asn1(context_specific = "0", tag_mode = "EXPLICIT", optional = "true")]
    material: Option<OctetStringRef<'a>>,
    #[asn1(context_specific = "2", tag_mode = "EXPLICIT")]
    bits: OctetStringRef<'a>,
}

/// How a key is derived, and how it encrypts another one.
#[derive(Clone, Debug)]
pub(crate) struct Agreement<'m> {
    hash: ObjectIdentifier,
    wrapping: AlgorithmIdentifierOwned,
    material: Option<&'m [u8]>,
}

impl<'m> Agreement<'m> {
    /// Returns the agreement of messages that this program creates: SHA-256 and AES-256.
    pub(crate) fn standard() -> Self {
        let wrapping = AlgorithmIdentifierOwned { oid: oid::AES_256_WRAP, parameters: None };
        Self { hash: oid::ECDH_SHA256, wrapping, material: None }
    }

    /// Returns the agreement of a message; `None` if it is not supported.
    pub(crate) fn of(algorithm: &AlgorithmIdentifierOwned, material: Option<&'m [u8]>) -> Option<Self> {
        let wrapping = algorithm.parameters.as_ref()?.to_der().ok()?;
        let wrapping = AlgorithmIdentifierOwned::from_der(&wrapping).ok()?;
        Some(Self { hash: algorithm.oid, wrapping, material })
    }

    /// Returns the algorithm in a message.
    pub(crate) fn algorithm(&self) -> der::Result<AlgorithmIdentifierOwned> {
        let parameters = der::Any::from_der(&self.wrapping.to_der()?)?;
        Ok(AlgorithmIdentifierOwned { oid: self.hash, parameters: Some(parameters) })
    }

    /// Derives the wrapping key from a shared secret; `None` if an algorithm is not supported.
    pub(crate) fn wrapping_key(&self, secret: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
        let length: u8 = match self.wrapping.oid {
            oid::AES_128_WRAP => 16,
            oid::AES_192_WRAP => 24,
            oid::AES_256_WRAP => 32,
            _ => return None,
        };
        let bits = (u32::from(length) * 8).to_be_bytes();
        let info = SharedInfo {
            key: self.wrapping.clone(),
            material: self.material.map(OctetStringRef::new).transpose().ok()?,
            bits: OctetStringRef::new(&bits).ok()?,
        };
        let (info, length) = (info.to_der().ok()?, usize::from(length));
        match self.hash {
            oid::ECDH_SHA1 => Some(derived::<Sha1>(secret, &info, length)),
            oid::ECDH_SHA224 => Some(derived::<Sha224>(secret, &info, length)),
            oid::ECDH_SHA256 => Some(derived::<Sha256>(secret, &info, length)),
            oid::ECDH_SHA384 => Some(derived::<Sha384>(secret, &info, length)),
            oid::ECDH_SHA512 => Some(derived::<Sha512>(secret, &info, length)),
            _ => None,
        }
    }
}

/// Derives a key by X9.63: hashes of the secret, a counter and the information.
fn derived<D: Digest>(secret: &[u8], info: &[u8], length: usize) -> Zeroizing<Vec<u8>> {
    // Without reallocation, which would leave a part of the key in memory.
    let mut key = Zeroizing::new(Vec::with_capacity(length + 64));
    for counter in 1u32.. {
        if key.len() >= length {
            break;
        }
        let mut hash = D::new();
        hash.update(secret);
        hash.update(counter.to_be_bytes());
        hash.update(info);
        key.extend_from_slice(&hash.finalize());
    }
    key.truncate(length);
    key
}

macro_rules! shared_secret {
    ($name:ident, $curve:ident, $doc:literal) => {
        #[doc = $doc]
        pub(crate) fn $name(secret: &$curve::SecretKey, public: &$curve::PublicKey) -> Zeroizing<Vec<u8>> {
            use $curve::elliptic_curve::point::AffineCoordinates as _;
            let scalar = secret.to_nonzero_scalar();
            let point = (public.to_projective() * scalar.as_ref()).to_affine();
            Zeroizing::new(point.x().to_vec())
        }
    };
}

shared_secret!(shared_p256, p256, "Returns the shared secret of two keys for P-256.");
shared_secret!(shared_p384, p384, "Returns the shared secret of two keys for P-384.");
