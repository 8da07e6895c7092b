//! Encryption of values for several recipients, with the same result each time.

use std::collections::BTreeMap;

use aes::Aes256;
use aes::cipher::block_padding::Pkcs7;
use aes::cipher::{BlockModeEncrypt as _, KeyIvInit as _};
use cms::content_info::{CmsVersion, ContentInfo};
use cms::enveloped_data::{
    EncryptedContentInfo, EnvelopedData, KeyAgreeRecipientIdentifier, KeyAgreeRecipientInfo, KeyTransRecipientInfo,
    OriginatorIdentifierOrKey, OriginatorPublicKey, RecipientEncryptedKey, RecipientIdentifier, RecipientInfo,
    RecipientInfos,
};
use der::asn1::{Any, BitString, Null, OctetString, SetOfVec};
use der::{Decode as _, DerOrd as _, Encode as _, Tag};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{RngCore as _, SeedableRng as _};
use ring::hmac;
use rsa::{Pkcs1v15Encrypt, RsaPublicKey};
use spki::AlgorithmIdentifierOwned;
use zeroize::Zeroizing;

use crate::agreement::{Agreement, shared_p256, shared_p384};
use crate::error::EncryptError;
use crate::key::DecryptionKey;
use crate::key_wrap;
use crate::oid;
use crate::recipient::{Recipient, RecipientKey};

/// Separates the keys of this purpose from others that may be derived from a private key.
const PURPOSE: &[u8] = b"marotte: randomness of sealed values, version 1";

/// The position of a value.
#[derive(Clone, Copy, Debug)]
pub struct ValuePlace<'a> {
    /// The path of the file.
    pub path: &'a str,
    /// The number of encrypted values before it in the file.
    pub index: usize,
}

/// Encrypts values for several recipients.
///
/// Keys, initialization vectors and paddings are not random, but computed from a secret, so that a file that is published twice has
/// the same bytes. The seed of each message is the HMAC-SHA-256 of everything the message depends on: place, plaintext, and the
/// certificates of the recipients. Its key is derived from the private key of the publisher. HMAC-SHA-256 and `ChaCha20` are
/// pseudorandom functions, so without the private key the result cannot be distinguished from random numbers, and messages that
/// differ in any of these inputs have independent keys. The same inputs give the same message, from which one learns only that
/// the value has not changed; two equal values in different places differ.
pub struct Encryption {
    secret: hmac::Key,
}

impl Encryption {
    /// Creates an encryption whose random numbers are derived from the private key of the publisher.
    ///
    /// # Errors
    /// Returns an error if the private key cannot be encoded.
    pub fn new(publisher: &DecryptionKey) -> Result<Self, EncryptError> {
        let key = hmac::Key::new(hmac::HMAC_SHA256, &publisher.secret_bytes()?);
        let secret = hmac::sign(&key, PURPOSE);
        Ok(Self { secret: hmac::Key::new(hmac::HMAC_SHA256, secret.as_ref()) })
    }

    /// Encrypts a value for at least one recipient. Returns the text `ENC[PKCS7,…]`. The order of the recipients and repeated ones
    /// do not affect the result.
    ///
    /// # Errors
    /// Returns an error if the key of a recipient is too short.
    pub fn encrypt(
        &self,
        place: ValuePlace<'_>,
        plain: &[u8],
        recipients: &[&Recipient],
    ) -> Result<String, EncryptError> {
        let sorted: BTreeMap<_, _> = recipients.iter().map(|recipient| (recipient.fingerprint, *recipient)).collect();
        let recipients: Vec<&Recipient> = sorted.into_values().collect();
        let mut random = self.random(place, plain, &recipients);
        let mut key = Zeroizing::new([0; 32]);
        let mut vector = [0; 16];
        random.fill_bytes(&mut *key);
        random.fill_bytes(&mut vector);
        let infos = recipient_infos(&recipients, &*key, &mut random)?;
        let is_pkcs7 = infos.iter().all(|info| matches!(info, RecipientInfo::Ktri(_)));
        let encryptor = cbc::Encryptor::<Aes256>::new((&*key).into(), (&vector).into());
        let enveloped = EnvelopedData {
            version: if is_pkcs7 { CmsVersion::V0 } else { CmsVersion::V2 },
            originator_info: None,
            recip_infos: RecipientInfos(sorted_set(infos)?),
            encrypted_content: EncryptedContentInfo {
                content_type: oid::DATA,
                content_enc_alg: AlgorithmIdentifierOwned {
                    oid: oid::AES_256_CBC,
                    parameters: Some(Any::new(Tag::OctetString, vector)?),
                },
                encrypted_content: Some(OctetString::new(encryptor.encrypt_padded_vec::<Pkcs7>(plain))?),
            },
            unprotected_attrs: None,
        };
        let content = Any::from_der(&enveloped.to_der()?)?;
        let message = ContentInfo { content_type: oid::ENVELOPED_DATA, content }.to_der()?;
        Ok(format!("ENC[PKCS7,{}]", datatype::base64::encode(&message)))
    }

    fn random(&self, place: ValuePlace<'_>, plain: &[u8], recipients: &[&Recipient]) -> ChaCha20Rng {
        let mut context = hmac::Context::with_key(&self.secret);
        // Lengths precede the parts of variable length: no two inputs are the same sequence of bytes.
        for part in [place.path.as_bytes(), plain] {
            context.update(&(part.len() as u64).to_be_bytes());
            context.update(part);
        }
        context.update(&(place.index as u64).to_be_bytes());
        recipients.iter().for_each(|recipient| context.update(&recipient.fingerprint));
        let mut seed = Zeroizing::new([0; 32]);
        seed.copy_from_slice(context.sign().as_ref());
        ChaCha20Rng::from_seed(*seed)
    }
}

/// Encrypts the key of the content for each recipient. Those with the same curve share an ephemeral key.
fn recipient_infos(
    recipients: &[&Recipient],
    key: &[u8],
    random: &mut ChaCha20Rng,
) -> Result<Vec<RecipientInfo>, EncryptError> {
    let mut infos = Vec::new();
    let (mut on_p256, mut on_p384) = (Vec::new(), Vec::new());
    for recipient in recipients {
        match &recipient.key {
            RecipientKey::Rsa(public) => infos.push(transport(recipient, public, key, random)?),
            RecipientKey::P256(public) => on_p256.push((*recipient, public)),
            RecipientKey::P384(public) => on_p384.push((*recipient, public)),
        }
    }
    macro_rules! agreement {
        ($recipients:ident, $curve:ident, $shared:ident) => {
            if !$recipients.is_empty() {
                use $curve::elliptic_curve::sec1::ToEncodedPoint as _;
                let ephemeral = $curve::SecretKey::random(random);
                let keys = $recipients
                    .into_iter()
                    .map(|(recipient, public)| wrapped(recipient, &$shared(&ephemeral, public), key))
                    .collect::<Result<_, _>>()?;
                infos.push(agreement(ephemeral.public_key().to_encoded_point(false).as_bytes(), keys)?);
            }
        };
    }
    agreement!(on_p256, p256, shared_p256);
    agreement!(on_p384, p384, shared_p384);
    Ok(infos)
}

fn transport(
    recipient: &Recipient,
    public: &RsaPublicKey,
    key: &[u8],
    random: &mut ChaCha20Rng,
) -> Result<RecipientInfo, EncryptError> {
    let failed = |_| EncryptError::Recipient { subject: recipient.subject.clone() };
    let encrypted = public.encrypt(random, Pkcs1v15Encrypt, key).map_err(failed)?;
    Ok(RecipientInfo::Ktri(KeyTransRecipientInfo {
        version: CmsVersion::V0,
        rid: RecipientIdentifier::IssuerAndSerialNumber(recipient.identifier.clone()),
        key_enc_alg: AlgorithmIdentifierOwned { oid: oid::RSA, parameters: Some(Any::from(Null)) },
        enc_key: OctetString::new(encrypted)?,
    }))
}

fn wrapped(recipient: &Recipient, secret: &[u8], key: &[u8]) -> Result<RecipientEncryptedKey, EncryptError> {
    let wrapping = Agreement::standard().wrapping_key(secret);
    let wrapped = wrapping.and_then(|wrapping| key_wrap::wrap(&wrapping, key));
    let wrapped = wrapped.ok_or_else(|| EncryptError::Recipient { subject: recipient.subject.clone() })?;
    Ok(RecipientEncryptedKey {
        rid: KeyAgreeRecipientIdentifier::IssuerAndSerialNumber(recipient.identifier.clone()),
        enc_key: OctetString::new(wrapped)?,
    })
}

fn agreement(ephemeral: &[u8], keys: Vec<RecipientEncryptedKey>) -> Result<RecipientInfo, EncryptError> {
    Ok(RecipientInfo::Kari(KeyAgreeRecipientInfo {
        version: CmsVersion::V3,
        originator: OriginatorIdentifierOrKey::OriginatorKey(OriginatorPublicKey {
            // The curve is that of the recipients.
            algorithm: AlgorithmIdentifierOwned { oid: oid::EC, parameters: None },
            public_key: BitString::from_bytes(ephemeral)?,
        }),
        ukm: None,
        key_enc_alg: Agreement::standard().algorithm()?,
        recipient_enc_keys: keys,
    }))
}

/// Returns a set. The library sorts in quadratic time, but needs linear time for sorted elements.
fn sorted_set(infos: Vec<RecipientInfo>) -> Result<SetOfVec<RecipientInfo>, EncryptError> {
    let encoded = infos.into_iter().map(|info| Ok((info.to_der()?, info)));
    let mut encoded = encoded.collect::<der::Result<Vec<_>>>()?;
    encoded.sort_by(|(left, _), (right, _)| left.der_cmp(right).unwrap_or_else(|_| left.cmp(right)));
    let infos: Vec<RecipientInfo> = encoded.into_iter().map(|(_, info)| info).collect();
    Ok(SetOfVec::try_from(infos)?)
}
