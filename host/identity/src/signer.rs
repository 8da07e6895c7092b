//! Keys of authorities: read by this process, or known to another one that signs for it.

use std::fmt;
use std::io;
use std::sync::Arc;

use der::asn1::{Any, Null};
use spki::{AlgorithmIdentifierOwned, SubjectPublicKeyInfoOwned};

use crate::error::X509Error;
use crate::key::PrivateKey;
use crate::oid;
use crate::signature;

/// Signs for an authority whose key this process does not read, usually in another process.
pub trait ContentSigner: fmt::Debug + Send + Sync {
    /// Returns the signature of the content of a certificate or revocation list.
    ///
    /// # Errors
    /// Returns an error if the content was not signed.
    fn sign(&self, content: &[u8]) -> io::Result<Vec<u8>>;
}

/// Something that signs requests, certificates and revocation lists.
pub(crate) trait SigningKey {
    /// Returns the algorithm of signatures.
    fn algorithm(&self) -> AlgorithmIdentifierOwned;

    /// Signs the content of a structure.
    fn signature(&self, content: &[u8]) -> Result<Vec<u8>, X509Error>;
}

impl SigningKey for PrivateKey {
    fn algorithm(&self) -> AlgorithmIdentifierOwned {
        self.signature_algorithm()
    }

    fn signature(&self, content: &[u8]) -> Result<Vec<u8>, X509Error> {
        self.sign(content).map(|signature| signature.bytes)
    }
}

/// Key of an authority.
#[derive(Debug)]
pub(crate) enum AuthorityKey {
    /// A key that this process has read.
    Own(PrivateKey),
    /// The key for a certificate, which only the signer knows.
    Foreign {
        public_key: SubjectPublicKeyInfoOwned,
        algorithm: AlgorithmIdentifierOwned,
        signer: Arc<dyn ContentSigner>,
    },
}

impl AuthorityKey {
    /// Returns the key for a public key, with which only `signer` signs.
    pub(crate) fn foreign(
        public_key: &SubjectPublicKeyInfoOwned,
        signer: Arc<dyn ContentSigner>,
    ) -> Result<Self, X509Error> {
        let curve = signature::curve_of(public_key)?;
        let (oid, parameters) = match curve {
            None => (oid::RSA_SHA256, Some(Any::from(Null))),
            Some(oid::P384) => (oid::ECDSA_SHA384, None),
            Some(_) => (oid::ECDSA_SHA256, None),
        };
        let algorithm = AlgorithmIdentifierOwned { oid, parameters };
        Ok(Self::Foreign { public_key: public_key.clone(), algorithm, signer })
    }
}

impl SigningKey for AuthorityKey {
    fn algorithm(&self) -> AlgorithmIdentifierOwned {
        match self {
            Self::Own(key) => key.algorithm(),
            Self::Foreign { algorithm, .. } => algorithm.clone(),
        }
    }

    /// Signs the content. A signature of another process is verified.
    fn signature(&self, content: &[u8]) -> Result<Vec<u8>, X509Error> {
        match self {
            Self::Own(key) => key.signature(content),
            Self::Foreign { public_key, algorithm, signer } => {
                let bytes = signer.sign(content).map_err(|error| X509Error::Signer(error.to_string()))?;
                signature::verify_bytes(content, &bytes, algorithm.oid, public_key)?;
                Ok(bytes)
            }
        }
    }
}
