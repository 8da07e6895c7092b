//! A server with an authority of its own, nodes and an environment.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use identity::{Authority, AuthorityOptions, PrivateKey, Request, RequestOptions, SignOptions};

use server::{ServerOptions, UpstreamLimits, UpstreamOptions, UpstreamRole};

use super::client::{Clients, RawReply, RawRequest};
use super::process;

/// The manifest of the environment.
const SITE: &str = "\
node 'ruby.example.com' { notify { legacy::answer(): } }
node 'type.example.com' { notice(Legacy::Odd[1]) }
node 'hiera.example.com' { notice(lookup('key')) }
node 'query.example.com' { notice(puppetdb_query('nodes {}')) }
node 'template.example.com' { notice(inline_template('<%= Process.pid %>')) }
node 'text.example.com' { fail(\"Unknown function: 'legacy::answer'.\") }
node 'administrator.example.com' { notify { \"${trusted['extensions']}\": } }
node 'slow.example.com' { Integer[1, 1500000].each |$x| { } }
node 'broken.example.com' { fail('as intended') }
node 'plain.example.com' {
  file { '/etc/x': mode => '0644', content => Sensitive('s3cret') }
  notify { \"${facts['color']} ${trusted['certname']}\": }
}
";

/// A server and its directory.
pub(crate) struct Fixture {
    pub(crate) directory: PathBuf,
    clients: Clients,
    messages: Arc<Mutex<Vec<String>>>,
    _scratch: tempfile::TempDir,
}

/// The identities of a test, and the directory of a server that is not started yet.
pub(crate) struct Identities {
    scratch: tempfile::TempDir,
    authority: Authority,
    /// Further settings.
    settings: Vec<(String, String)>,
}

impl Identities {
    /// Creates an authority, and certificates for the servers and the nodes.
    pub(crate) fn new() -> Self {
        let scratch = tempfile::tempdir().unwrap();
        let authority = Authority::create(&scratch.path().join("ca"), &AuthorityOptions::new("Test")).unwrap();
        let made = Self { scratch, authority, settings: Vec::new() };
        for directory in ["certs", "private_keys"] {
            fs::create_dir_all(made.ssl().join(directory)).unwrap();
        }
        fs::write(made.ssl().join("certs/ca.pem"), made.authority.certificate_bundle_pem().unwrap()).unwrap();
        made.issue("puppet.example.com");
        made.issue("old.example.com");
        for name in ["ruby", "type", "hiera", "query", "template", "text", "slow", "broken", "plain", "administrator"] {
            made.issue(&format!("{name}.example.com"));
        }
        made.write_revocations();
        made
    }

    /// Creates a key and a certificate, which is valid for this system too.
    pub(crate) fn issue(&self, name: &str) {
        let key = PrivateKey::generate().unwrap();
        let alternative_names = vec!["DNS:localhost".to_owned()];
        let request = RequestOptions { alternative_names, ..RequestOptions::default() };
        let request = Request::create(&key, &name.parse().unwrap(), &request).unwrap();
        let is_ca_client = name == "administrator.example.com";
        let sign = SignOptions { allow_alternative_names: true, is_ca_client, ..SignOptions::default() };
        let certificate = self.authority.sign_request(&request, &sign).unwrap();
        fs::write(self.ssl().join(format!("certs/{name}.pem")), certificate.to_pem()).unwrap();
        fs::write(self.ssl().join(format!("private_keys/{name}.pem")), key.to_pem().as_bytes()).unwrap();
    }

    pub(crate) fn revoke(&self, name: &str) {
        self.authority.revoke(&name.parse().unwrap()).unwrap();
        self.write_revocations();
    }

    fn write_revocations(&self) {
        fs::write(self.ssl().join("crl.pem"), self.authority.revocation_lists_pem().unwrap()).unwrap();
    }

    /// Sets a shell script as the value of a setting.
    pub(crate) fn set_program(&mut self, setting: &str, script: &str) {
        let path = self.scratch.path().join(setting);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        self.settings.push((setting.to_owned(), path.display().to_string()));
    }

    pub(crate) fn ssl(&self) -> PathBuf {
        self.scratch.path().join("ssl")
    }

    /// Starts a server that forwards requests to the server at `url`.
    pub(crate) fn start(self, role: UpstreamRole, url: &str, limits: UpstreamLimits) -> Fixture {
        let directory = self.scratch.path().to_owned();
        write_code(&directory.join("code"));
        let settings = process::settings(&directory, self.settings);
        let upstream = UpstreamOptions { role, address: url.parse().unwrap(), limits, directory: directory.join("up") };
        let options = ServerOptions::new(&settings, "puppet.example.com", Some(upstream));
        let options = ServerOptions { compile_threads: 1, compile_queue: 2, ..options };
        let (address, received) = process::start(settings, options);
        let messages: Arc<Mutex<Vec<String>>> = Arc::default();
        let of_thread = Arc::clone(&messages);
        thread::spawn(move || received.iter().for_each(|message| of_thread.lock().unwrap().push(message.text)));
        Fixture { clients: Clients::new(address, &directory.join("ssl")), directory, messages, _scratch: self.scratch }
    }
}

fn write_code(code: &Path) {
    let environment = code.join("environments/production");
    let ruby = environment.join("modules/legacy/lib/puppet");
    for directory in ["functions/legacy", "datatypes/legacy"] {
        fs::create_dir_all(ruby.join(directory)).unwrap();
    }
    fs::create_dir_all(environment.join("manifests")).unwrap();
    fs::write(environment.join("manifests/site.pp"), SITE).unwrap();
    fs::write(ruby.join("functions/legacy/answer.rb"), "# a function\n").unwrap();
    fs::write(ruby.join("functions/legacy/backend.rb"), "# a backend\n").unwrap();
    fs::write(ruby.join("datatypes/legacy/odd.rb"), "# a data type\n").unwrap();
    let hierarchy = "version: 5\nhierarchy:\n  - name: vault\n    lookup_key: legacy::backend\n";
    fs::write(environment.join("hiera.yaml"), hierarchy).unwrap();
}

impl Fixture {
    /// Sends a request of a node.
    pub(crate) fn send(&self, node: &str, line: &str, headers: &[(&str, &str)], content: Option<&str>) -> RawReply {
        let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        self.clients.send(&RawRequest {
            client: Some(format!("{node}.example.com")),
            line: format!("{line} HTTP/1.1"),
            headers,
            content: content.map(|content| content.as_bytes().to_vec()),
        })
    }

    /// Requests the catalog of a node as an agent does.
    pub(crate) fn catalog(&self, node: &str) -> RawReply {
        let facts =
            format!("%7B%22name%22%3A%22{node}.example.com%22%2C%22values%22%3A%7B%22color%22%3A%22red%22%7D%7D");
        let facts = facts.replace('%', "%25");
        let content = format!("environment=production&facts_format=application%2Fjson&facts={facts}");
        let line = format!("POST /puppet/v3/catalog/{node}.example.com?environment=production");
        let headers = [
            ("Accept", "application/vnd.puppet.rich+json, application/json"),
            ("Content-Type", "application/x-www-form-urlencoded"),
            ("Accept-Encoding", "gzip"),
            ("X-Client-DN", "CN=plain.example.com"),
            ("X-Client-Verify", "SUCCESS"),
            ("x-client-cert", "forged"),
            ("Authorization", "Bearer forged"),
        ];
        self.send(node, &line, &headers, Some(&content))
    }

    /// Waits until a message was logged.
    pub(crate) fn wait_for(&self, text: &str) {
        for _ in 0..1000 {
            if self.messages.lock().unwrap().iter().any(|message| message.contains(text)) {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("'{text}' was not logged: {:#?}", self.messages.lock().unwrap());
    }
}
