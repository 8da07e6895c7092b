//! Requests, certificates and revocation lists of this crate, read by Puppet.

use std::fs;

use identity::{Authority, AuthorityOptions, PrivateKey, Request, RequestOptions, SignOptions};

use crate::fixture::run;

/// Loads a request, and then the certificate and the authority as an agent does before it connects.
const SCRIPT: &str = r#"
begin
  require 'puppet'
rescue LoadError
  puts 'SKIPPED'
  exit
end
directory = ARGV.fetch(0)
read = ->(file) { File.read(File.join(directory, file)) }
Puppet.initialize_settings(['--confdir', File.join(directory, 'conf'), '--vardir', File.join(directory, 'var')])
Puppet::SSL::Oids.register_puppet_oids
request = Puppet::SSL::CertificateRequest.from_s(read['request.pem'])
puts request.fingerprint, request.subject_alt_names.inspect
puts request.custom_attributes.first.values.join(' '), request.request_extensions.first.values.join(' ')
certificate = Puppet::SSL::Certificate.from_s(read['ca/signed/web.example.com.pem'])
puts certificate.name, certificate.custom_extensions.first.values.join(' ')
bundle = OpenSSL::X509::Certificate.new(read['ca/ca_crt.pem'])
list = OpenSSL::X509::CRL.new(read['ca/ca_crl.pem'])
key = OpenSSL::PKey.read(read['key.pem'])
context = Puppet::SSL::SSLProvider.new.create_context(
  cacerts: [bundle], crls: [list], private_key: key, client_cert: certificate.content, revocation: :chain
)
puts context.client_chain.length
"#;

#[test]
#[expect(clippy::print_stderr, reason = "a skipped test reports it")]
fn puppet_reads_requests_and_accepts_certificates() {
    let directory = tempfile::tempdir().unwrap();
    let authority = Authority::create(&directory.path().join("ca"), &AuthorityOptions::new("Puppet CA: test")).unwrap();
    let key = PrivateKey::generate().unwrap();
    let options = RequestOptions {
        alternative_names: vec!["IP:192.0.2.1".to_owned()],
        attributes: vec![("challengePassword".to_owned(), "t_1".to_owned())],
        extensions: vec![("pp_role".to_owned(), "grün".to_owned())],
    };
    let request = Request::create(&key, &"web.example.com".parse().unwrap(), &options).unwrap();
    let allowed = SignOptions { allow_alternative_names: true, ..SignOptions::default() };
    authority.sign_request(&request, &allowed).unwrap();
    fs::write(directory.path().join("request.pem"), request.to_pem()).unwrap();
    fs::write(directory.path().join("key.pem"), &**key.to_pem()).unwrap();
    let path = directory.path().to_str().unwrap();
    let Some((success, text)) = run("ruby", &["-E", "UTF-8", "-e", SCRIPT, path]) else { return };
    if text.starts_with("SKIPPED") {
        eprintln!("SKIPPED: Puppet is not installed");
        return;
    }
    assert!(success, "{text}");
    let expected = [
        &*request.fingerprint(),
        r#"["DNS:web.example.com", "IP Address:192.0.2.1"]"#,
        "challengePassword t_1",
        "pp_role grün",
        "web.example.com",
        "pp_role grün",
        "2",
    ];
    assert_eq!(text.lines().collect::<Vec<_>>(), expected);
}
