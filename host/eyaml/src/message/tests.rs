//! Tests of messages: of this crate, of the openssl program (recorded by `tests/recorders/sealed.sh`), and damaged ones.

use identity::Certificate;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng as _;

use super::*;
use crate::encryption::{Encryption, ValuePlace};
use crate::recipient::{Recipient, RecipientKey};
use crate::text::parts;

const PLAIN: &[u8] = "s3cret é".as_bytes();

const RSA_AND_P256: &[u8] = include_bytes!("../../tests/data/rsa-and-p256.der");

macro_rules! node {
    ($name:literal) => {
        (
            include_str!(concat!("../../tests/data/", $name, ".key")),
            include_str!(concat!("../../tests/data/", $name, ".pem")),
        )
    };
}

fn certificate(text: &str) -> Certificate {
    Certificate::from_pem(text).unwrap()
}

/// Returns the key of a node without its certificate.
fn bare((key, _): (&str, &str)) -> DecryptionKey {
    DecryptionKey::from_pem(key).unwrap()
}

fn named(node: (&str, &str)) -> DecryptionKey {
    bare(node).with_certificate(&certificate(node.1))
}

fn recipient((_, pem): (&str, &str)) -> Recipient {
    Recipient::try_from(&certificate(pem)).unwrap()
}

fn publisher() -> Encryption {
    Encryption::new(&bare(node!("rsa2"))).unwrap()
}

fn place(index: usize) -> ValuePlace<'static> {
    ValuePlace { path: "data/common.yaml", index }
}

fn encrypted(nodes: &[(&str, &str)]) -> String {
    let recipients: Vec<Recipient> = nodes.iter().map(|node| recipient(*node)).collect();
    publisher().encrypt(place(0), PLAIN, &recipients.iter().collect::<Vec<_>>()).unwrap()
}

fn message(text: &str) -> EncryptedMessage {
    EncryptedMessage::of_part(&parts(text)[0]).unwrap().unwrap()
}

fn der(text: &str) -> Vec<u8> {
    datatype::base64::decode_lenient(text.strip_prefix("ENC[PKCS7,").unwrap())
}

#[track_caller]
fn opens(message: &EncryptedMessage, key: &DecryptionKey) {
    assert_eq!(message.decrypt(key).unwrap().as_slice(), PLAIN);
}

#[track_caller]
fn refuses(message: &EncryptedMessage, key: &DecryptionKey) {
    assert!(matches!(message.decrypt(key), Err(DecryptError::OtherKey)));
}

#[test]
fn message_is_decrypted_by_each_recipient_and_no_other_key() {
    let text = encrypted(&[node!("rsa1"), node!("p256"), node!("p384")]);
    let message = message(&text);
    assert_eq!(message.recipients(), 3);
    for node in [node!("rsa1"), node!("p256"), node!("p384")] {
        assert!(message.names(&certificate(node.1)));
        opens(&message, &named(node));
        opens(&message, &bare(node));
    }
    for node in [node!("rsa2"), node!("other256")] {
        assert!(!message.names(&certificate(node.1)));
        refuses(&message, &named(node));
        refuses(&message, &bare(node));
    }
}

#[test]
fn message_of_openssl_is_decrypted_by_rsa_and_curves() {
    let message = EncryptedMessage::from_der(RSA_AND_P256).unwrap();
    for node in [node!("rsa1"), node!("p256")] {
        opens(&message, &named(node));
        opens(&message, &bare(node));
    }
    refuses(&message, &named(node!("rsa2")));
    refuses(&message, &named(node!("other256")));
    refuses(&message, &bare(node!("p384")));
    let cases: [(&[u8], (&str, &str)); 3] = [
        (include_bytes!("../../tests/data/p384-aes128.der"), node!("p384")),
        (include_bytes!("../../tests/data/sha256.der"), node!("p256")),
        (include_bytes!("../../tests/data/sha512.der"), node!("p384")),
    ];
    for (bytes, node) in cases {
        opens(&EncryptedMessage::from_der(bytes).unwrap(), &named(node));
    }
}

#[test]
fn key_is_read_from_the_older_forms_of_pem() {
    let message = EncryptedMessage::from_der(RSA_AND_P256).unwrap();
    for text in [include_str!("../../tests/data/rsa1.pkcs1.key"), include_str!("../../tests/data/p256.sec1.key")] {
        opens(&message, &DecryptionKey::from_pem(text).unwrap());
    }
    let error = DecryptionKey::from_pem(node!("rsa1").1).unwrap_err().to_string();
    assert!(error.contains("PRIVATE KEY"), "{error}");
}

#[test]
fn encryption_gives_equal_messages_for_equal_inputs_alone() {
    let (first, second) = (recipient(node!("rsa1")), recipient(node!("p256")));
    let encrypt =
        |index, plain: &[u8], recipients: &[&Recipient]| publisher().encrypt(place(index), plain, recipients).unwrap();
    let text = encrypt(0, PLAIN, &[&first, &second]);
    assert_eq!(encrypt(0, PLAIN, &[&second, &first, &second]), text);
    let others = [
        encrypt(1, PLAIN, &[&first, &second]),
        encrypt(0, b"other", &[&first, &second]),
        encrypt(0, PLAIN, &[&first]),
        Encryption::new(&bare(node!("p384"))).unwrap().encrypt(place(0), PLAIN, &[&first, &second]).unwrap(),
    ];
    let vector = |text: &str| {
        let info = ContentInfo::from_der(&der(text)).unwrap();
        let enveloped = EnvelopedData::from_der(&info.content.to_der().unwrap()).unwrap();
        enveloped.encrypted_content.content_enc_alg.parameters.unwrap()
    };
    for (at, other) in others.iter().enumerate() {
        assert_ne!(vector(other), vector(&text), "{at}");
    }
}

#[test]
fn damaged_message_is_an_error() {
    let bytes = der(&encrypted(&[node!("p256")]));
    for length in [0, 1, 20, bytes.len() / 2, bytes.len() - 1] {
        let result = EncryptedMessage::from_der(&bytes[..length]);
        assert!(matches!(result, Err(DecryptError::UnreadableMessage(_))), "{length}");
    }
    let key = named(node!("p256"));
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        // CBC does not protect the content: that is done by the signature of the artifact. Nothing may panic.
        let plain = EncryptedMessage::from_der(&changed).and_then(|message| message.decrypt(&key));
        let content = bytes.len() - 16;
        assert!(at < content || plain.is_err() || plain.is_ok_and(|plain| plain.as_slice() != PLAIN), "{at}");
    }
    let mut wrapped = bytes.clone();
    let at = wrapped.len() - 16 - 50;
    wrapped[at - 25] ^= 1;
    assert!(EncryptedMessage::from_der(&wrapped).and_then(|message| message.decrypt(&key)).is_err());
}

#[test]
fn other_contents_and_methods_are_refused_by_name() {
    assert!(matches!(EncryptedMessage::parse("GPG", "aa"), Err(DecryptError::Method(method)) if method == "GPG"));
    let data = ContentInfo { content_type: oid::DATA, content: der::Any::null() }.to_der().unwrap();
    assert!(matches!(EncryptedMessage::from_der(&data), Err(DecryptError::NotEnveloped)));
}

/// Returns the message of the test with other recipients before the real one. `random` are keys of the right length.
fn with_recipients(count: usize, node: (&str, &str), random: &[u8]) -> EncryptedMessage {
    let mut message = message(&encrypted(&[node]));
    let mut infos: Vec<RecipientInfo> = message.enveloped.recip_infos.0.iter().cloned().collect();
    let RecipientInfo::Ktri(real) = infos[0].clone() else { panic!("the node has an RSA key") };
    for number in 0..count {
        let mut other = real.clone();
        let RecipientIdentifier::IssuerAndSerialNumber(name) = &mut other.rid else { panic!("a number") };
        name.serial_number =
            x509_cert::serial_number::SerialNumber::new(&[1, (number >> 8) as u8, number as u8]).unwrap();
        other.enc_key = der::asn1::OctetString::new(random).unwrap();
        infos.push(RecipientInfo::Ktri(other));
    }
    message.enveloped.recip_infos.0 = infos.try_into().unwrap();
    message
}

#[test]
fn known_certificate_costs_one_operation_for_a_thousand_recipients() {
    let message = with_recipients(1000, node!("rsa1"), &[7; 256]);
    assert_eq!(message.recipients(), 1001);
    let key = named(node!("rsa1"));
    opens(&message, &key);
    assert_eq!(key.operations.get(), 1);
}

#[test]
fn renewed_certificate_is_learned_from_the_first_message() {
    let message = with_recipients(5, node!("rsa1"), &[7; 256]);
    // The certificate of another node stands for one with another serial number.
    let key = bare(node!("rsa1")).with_certificate(&certificate(node!("rsa2").1));
    assert!(!message.names(&certificate(node!("rsa2").1)) && message.names(&certificate(node!("rsa1").1)));
    opens(&message, &key);
    key.operations.set(0);
    opens(&message, &key);
    assert_eq!(key.operations.get(), 1);
}

#[test]
fn recipient_with_valid_padding_by_chance_does_not_end_the_search() {
    let RecipientKey::Rsa(public) = recipient(node!("rsa1")).key else { panic!("the node has an RSA key") };
    let mut random = ChaCha20Rng::seed_from_u64(1);
    for length in [5, 32] {
        let wrong = public.encrypt(&mut random, rsa::Pkcs1v15Encrypt, &vec![9; length]).unwrap();
        opens(&with_recipients(3, node!("rsa1"), &wrong), &bare(node!("rsa1")));
    }
}

#[test]
fn curves_cost_one_operation_for_all_recipients() {
    let message = message(&encrypted(&[node!("p256"), node!("other256"), node!("p384")]));
    let key = bare(node!("other256"));
    opens(&message, &key);
    // One for each curve at most.
    assert!(key.operations.get() <= 2);
}

/// The keys and the message were created with openssl for this test only, as hiera-eyaml does.
#[test]
fn message_of_one_recipient_is_only_decrypted_with_its_own_key() {
    let key = |text: &str| DecryptionKey::from_pem(text).unwrap();
    let content = include_str!("../../tests/eyaml/message.base64");
    let message = EncryptedMessage::parse("pkcs7", content).unwrap();
    opens(&message, &key(include_str!("../../tests/eyaml/private_key.pkcs7.pem")));
    refuses(&message, &key(include_str!("../../tests/eyaml/other_key.pkcs7.pem")));
}
