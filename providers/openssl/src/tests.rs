//! Tests of the types with an `openssl` in memory, whose files contain the key and the names as text.

use marotte_sdk::fake::{Commands, FakeSystem, FileNode, ProviderTest, ended, input};
use marotte_sdk::system::Output;
use marotte_sdk::{Provider, Value};

use crate::{Certificates, Component, Keys, Parameters, Requests};

const CONFIG: &str = "\
[req]
prompt = no
distinguished_name = dn
[dn]
commonName = a.example
[v3_req]
subjectAltName = \"DNS: a.example, IP: 10.0.0.1\"
";

struct Site<P: Provider> {
    machine: FakeSystem,
    trial: ProviderTest<P>,
    ran: Commands,
}

/// Creates a system with a configuration and a private key.
fn site<P: Provider>() -> Site<P> {
    let machine = FakeSystem::new();
    machine.grant(include_str!("../provider.toml"));
    machine.account("root", 0).account("www", 33);
    machine.put("/ssl/a.cnf", FileNode::file(CONFIG)).put("/ssl/a.key", FileNode::file("key 1"));
    let disk = machine.clone();
    let ran = Commands::answering(&machine, move |command| {
        let words: Vec<&str> = command.args.iter().map(String::as_str).collect();
        openssl(&disk, &words, input(command).trim_end()).map_or_else(|message| ended(1, "", message), Ok)
    });
    Site { trial: ProviderTest::new::<Component>(&machine, "openssl"), machine, ran }
}

/// Runs a command with a password.
fn openssl(disk: &FakeSystem, words: &[&str], password: &str) -> Result<Output, &'static str> {
    let after =
        |option: &str| words.iter().position(|word| *word == option).and_then(|place| words.get(place + 1)).copied();
    let printed = |text: &str| ended(0, text, "").map_err(|_| "cannot print");
    let public = |key: &str| format!("-----BEGIN PUBLIC KEY-----\n{key}\n-----END PUBLIC KEY-----\n");
    let key = |option: &str| {
        let text = disk.text(after(option).unwrap_or_default());
        let (key, own) = text.split_once(" password ").map_or((text.as_str(), ""), |(key, own)| (key, own));
        if own == password { Ok(key.to_owned()) } else { Err("bad decrypt") }
    };
    let Some(file) = after("-out") else {
        return match words[0] {
            "pkey" => printed(&public(&key("-in")?)),
            _ if disk.text(after("-in").unwrap_or_default()).starts_with("-----") => {
                printed(&disk.text(after("-in").unwrap_or_default()))
            }
            _ => Err("unable to load"),
        };
    };
    let config = disk.text(after("-config").or_else(|| after("-extfile")).unwrap_or_default());
    let value = |name: &str| {
        let line = config.lines().find_map(|line| line.strip_prefix(name)?.trim().strip_prefix('='));
        line.unwrap_or_default().replace(['"', ' '], "")
    };
    let names = match after("-extensions") {
        Some(_) => format!(
            "X509v3 Subject Alternative Name: \n    {}\n",
            value("subjectAltName").replace("IP:", "IP Address:")
        ),
        None => String::new(),
    };
    let content = match words[0] {
        "genpkey" if words.contains(&"-pass") => format!("key new password {password}"),
        "genpkey" => "key new".to_owned(),
        "dhparam" => "parameters".to_owned(),
        "x509" if words.contains(&"-CA") => format!("{}{names}", public(&key("-CAkey")?)),
        "x509" => format!("{}{names}", public(&key("-signkey")?)),
        _ => format!("{}    commonName={}\n{names}", public(&key("-key")?), value("commonName")),
    };
    let node = disk.node(file).unwrap_or_else(|| FileNode::file(""));
    disk.put(file, FileNode { content: content.into_bytes(), ..node });
    printed("")
}

impl<P: Provider> Site<P>
where
    P::Resource: marotte_sdk::Resource,
{
    fn commands(&self) -> Vec<String> {
        let log = self.ran.log();
        log.iter().map(|command| command.line()).filter(|line| line.contains(" -out ")).collect()
    }
}

macro_rules! apply {
    ($site:expr, $path:expr, $attributes:expr) => {{
        let attributes: &[(&str, Value)] = $attributes;
        let default = [text("ensure", "present")];
        let is_given = attributes.iter().any(|(name, _)| *name == "ensure");
        let wanted = [if is_given { &[] } else { &default[..] }, attributes].concat();
        let wanted = $site.trial.prepare($path, &wanted).unwrap();
        $site.trial.apply(&wanted)
    }};
}

fn text(name: &'static str, value: &str) -> (&'static str, Value) {
    (name, value.into())
}

#[test]
fn key_is_generated_once_with_its_mode() {
    let mut site = site::<Keys>();
    assert_eq!(apply!(site, "/ssl/b.key", &[]), ["ensure: created"]);
    assert_eq!(apply!(site, "/ssl/b.key", &[("size", "4096".into())]), [""; 0]);
    assert_eq!(
        site.commands(),
        ["openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out /ssl/b.key.staged-1"]
    );
    assert_eq!(site.machine.node("/ssl/b.key").unwrap().mode, 0o600);
    let messages = apply!(site, "/ssl/b.key", &[text("mode", "0640"), text("group", "www")]);
    assert_eq!(messages, ["group: group changed 'root' to 'www'", "mode: mode changed '0600' to '0640'"]);
    assert_eq!(apply!(site, "/ssl/b.key", &[text("mode", "0640"), text("group", "www")]), [""; 0]);
    assert_eq!(apply!(site, "/ssl/b.key", &[text("ensure", "absent")]), ["ensure: removed"]);
}

#[test]
fn key_can_be_of_other_algorithms() {
    let mut site = site::<Keys>();
    assert_eq!(apply!(site, "/ssl/ec.key", &[text("authentication", "ec")]), ["ensure: created"]);
    assert_eq!(apply!(site, "/ssl/dsa.key", &[text("authentication", "dsa")]), ["ensure: created"]);
    let curve = "-pkeyopt ec_paramgen_curve:secp384r1 -pkeyopt ec_param_enc:named_curve";
    assert_eq!(
        site.commands(),
        [
            &format!("openssl genpkey -algorithm EC {curve} -out /ssl/ec.key.staged-1"),
            "openssl genpkey -genparam -algorithm DSA -pkeyopt dsa_paramgen_bits:2048 -out /tmp/file.staged-3",
            "openssl genpkey -paramfile /tmp/file.staged-3 -out /ssl/dsa.key.staged-2",
        ]
    );
}

#[test]
fn password_is_passed_through_standard_input() {
    let mut site = site::<Keys>();
    let secret = Value::Secret(site.machine.secret("hidden"));
    assert_eq!(apply!(site, "/ssl/b.key", &[("password", secret)]), ["ensure: created"]);
    assert_eq!(site.machine.text("/ssl/b.key"), "key new password <secret 1 as Form::Line>");
    assert!(site.commands()[0].contains(" -aes-256-cbc -pass stdin "), "{:?}", site.commands());
    assert!(!site.commands()[0].contains("hidden"));
}

#[test]
fn invalid_attributes_of_a_key_are_errors() {
    let site = site::<Keys>();
    let fault = |path: &str, attribute| site.trial.prepare(path, &[attribute]).err().unwrap().message;
    assert!(fault("b.key", text("ensure", "present")).contains("must be fully qualified, not 'b.key'"));
    assert!(fault("/b.key", text("size", "many")).contains("must be a positive integer: \"many\""));
    assert!(fault("/b.key", text("mode", "640")).contains("640 is not a valid file mode"));
}

#[test]
fn certificate_is_replaced_if_names_or_key_differ() {
    let mut site = site::<Certificates>();
    let own = [text("private_key", "/ssl/a.key"), text("template", "/ssl/a.cnf"), ("days", 30.into())];
    assert_eq!(apply!(site, "/ssl/a.crt", &own), ["ensure: created"]);
    assert_eq!(apply!(site, "/ssl/a.crt", &own), [""; 0]);
    assert_eq!(
        site.commands(),
        ["openssl req -new -batch -x509 -config /ssl/a.cnf -days 30 -key /ssl/a.key -out /ssl/a.crt.staged-1"]
    );
    site.machine.put("/ssl/a.cnf", FileNode::file(CONFIG.replace("= a.example", "= b.example")));
    assert_eq!(apply!(site, "/ssl/a.crt", &own), ["ensure: created"]);
    assert_eq!(apply!(site, "/ssl/a.crt", &own), [""; 0]);
    // Another key is only an error with `force`.
    site.machine.put("/ssl/a.key", FileNode::file("key 2"));
    assert_eq!(apply!(site, "/ssl/a.crt", &own), [""; 0]);
    let forced = [&own[..], &[("force", true.into())]].concat();
    assert_eq!(apply!(site, "/ssl/a.crt", &forced), ["ensure: created"]);
    assert_eq!(apply!(site, "/ssl/a.crt", &forced), [""; 0]);
    assert_eq!(apply!(site, "/ssl/a.crt", &[text("ensure", "absent")]), ["ensure: removed"]);
}

#[test]
fn alternative_names_are_compared_and_set_as_extensions() {
    let mut site = site::<Certificates>();
    let own = [text("private_key", "/ssl/a.key"), text("template", "/ssl/a.cnf"), ("req_ext", true.into())];
    assert_eq!(apply!(site, "/ssl/a.crt", &own), ["ensure: created"]);
    assert_eq!(apply!(site, "/ssl/a.crt", &own), [""; 0]);
    assert!(site.commands()[0].ends_with(" -extensions v3_req"), "{:?}", site.commands());
    site.machine.put("/ssl/a.cnf", FileNode::file(CONFIG.replace("10.0.0.1", "10.0.0.2").replace("v3_req", "req_ext")));
    assert_eq!(apply!(site, "/ssl/a.crt", &own), ["ensure: created"]);
    assert!(site.commands()[1].ends_with(" -extensions req_ext"), "{:?}", site.commands());
    assert_eq!(apply!(site, "/ssl/a.crt", &own), [""; 0]);
}

#[test]
fn request_is_signed_by_an_authority_or_its_own_key() {
    let mut site = site::<Certificates>();
    site.machine.put("/ssl/ca.key", FileNode::file("key ca password <secret 1 as Form::Line>"));
    let secret = Value::Secret(site.machine.secret("hidden"));
    let csr = [text("template", "/ssl/a.cnf"), text("csr", "/ssl/a.csr")];
    let authority = [text("ca", "/ssl/ca.crt"), text("cakey", "/ssl/ca.key"), ("cakey_password", secret)];
    let signed = [&csr[..], &authority].concat();
    assert_eq!(apply!(site, "/ssl/a.crt", &signed), ["ensure: created"]);
    assert_eq!(apply!(site, "/ssl/a.crt", &signed), [""; 0]);
    let own = [&csr[..], &[text("private_key", "/ssl/a.key"), ("req_ext", true.into())]].concat();
    assert_eq!(apply!(site, "/ssl/b.crt", &own), ["ensure: created"]);
    let request = "openssl x509 -req -days 3650 -in /ssl/a.csr -out";
    let authority = "-CAcreateserial -CA /ssl/ca.crt -CAkey /ssl/ca.key -extfile /ssl/a.cnf -passin stdin";
    let extensions = "-signkey /ssl/a.key -extfile /ssl/a.cnf -extensions v3_req";
    assert_eq!(
        site.commands(),
        [format!("{request} /ssl/a.crt.staged-1 {authority}"), format!("{request} /ssl/b.crt.staged-2 {extensions}")]
    );
}

#[test]
fn failed_command_leaves_the_certificate_unchanged() {
    let mut site = site::<Certificates>();
    site.machine.put("/ssl/a.key", FileNode::file("key 1 password hidden"));
    site.machine.put("/ssl/a.crt", FileNode::file("old"));
    let own = [text("private_key", "/ssl/a.key"), text("template", "/ssl/a.cnf")];
    let message = apply!(site, "/ssl/a.crt", &own).remove(0);
    assert!(
        message.starts_with("ensure: change from 'absent' to 'present' failed: Execution of '/usr/bin/openssl req")
    );
    assert!(message.ends_with("returned 1: bad decrypt"), "{message}");
    assert_eq!(site.machine.text("/ssl/a.crt"), "old");
}

#[test]
fn required_attributes_of_a_certificate_are_named() {
    let site = site::<Certificates>();
    let fault = |attributes: &[(&str, Value)]| {
        let attributes = [&[text("ensure", "present")], attributes].concat();
        site.trial.prepare("/ssl/a.crt", &attributes).err().unwrap().message
    };
    let (key, template) = (text("private_key", "/ssl/a.key"), text("template", "/ssl/a.cnf"));
    let message = "template is a required attribute, for example '/ssl/a.cnf'";
    assert_eq!(fault(std::slice::from_ref(&key)), message);
    let message = "private_key is a required attribute, for example '/ssl/a.key'";
    assert_eq!(fault(std::slice::from_ref(&template)), message);
    assert_eq!(fault(&[key, template, text("ca", "/ssl/ca"), text("cakey", "/ssl/k")]), "'ca' requires 'csr'");
}

#[test]
fn certificate_request_is_replaced_with_force_and_on_refresh() {
    let mut site = site::<Requests>();
    let own = [text("private_key", "/ssl/a.key"), text("template", "/ssl/a.cnf"), ("force", true.into())];
    assert_eq!(apply!(site, "/ssl/a.csr", &own), ["ensure: created"]);
    assert_eq!(apply!(site, "/ssl/a.csr", &own), [""; 0]);
    site.machine.put("/ssl/a.key", FileNode::file("key 2"));
    assert_eq!(apply!(site, "/ssl/a.csr", &own), ["ensure: created"]);
    let wanted = site.trial.prepare("/ssl/a.csr", &[&own[..], &[("encrypted", false.into())]].concat()).unwrap();
    site.trial.refresh(&wanted).unwrap();
    let request = "openssl req -new -batch -config /ssl/a.cnf -key /ssl/a.key -out /ssl/a.csr.staged";
    assert_eq!(site.commands(), [format!("{request}-1"), format!("{request}-2"), format!("{request}-3 -nodes")]);
}

#[test]
fn parameters_are_generated_once() {
    let mut site = site::<Parameters>();
    let fast = [("size", 2048.into()), ("fastmode", true.into()), text("owner", "www")];
    assert_eq!(apply!(site, "/ssl/dh.pem", &fast), ["ensure: created"]);
    assert_eq!(apply!(site, "/ssl/dh.pem", &fast), [""; 0]);
    assert_eq!(site.commands(), ["openssl dhparam -dsaparam -out /ssl/dh.pem.staged-1 2048"]);
    assert_eq!(site.machine.node("/ssl/dh.pem").unwrap().mode, 0o644);
    let wanted = site.trial.prepare("/ssl/other.pem", &[text("mode", "0600")]).unwrap();
    assert_eq!(site.trial.apply(&wanted), ["ensure: created"]);
}

#[test]
fn resource_without_ensure_does_nothing_unless_it_has_a_property() {
    let mut site = site::<Keys>();
    let wanted = site.trial.prepare("/ssl/b.key", &[("size", 1024.into())]).unwrap();
    assert_eq!(site.trial.apply(&wanted), [""; 0]);
    let wanted = site.trial.prepare("/ssl/b.key", &[text("mode", "0600")]).unwrap();
    assert_eq!(site.trial.apply(&wanted), ["ensure: created"]);
}
