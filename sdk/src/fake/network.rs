//! Network and environment of the fake system. Like the host, it refuses invalid requests and those that the
//! provider's manifest does not grant.

use marotte_contract::manifest::Manifest;
use marotte_contract::network::{HostGrant, Origin};

use super::FakeSystem;
use crate::system::{Attrs, Method, ReadSystem as _, Request, Response};
use crate::{Code, Error, Result};

pub(super) type Responder = Box<dyn FnMut(&Request) -> Result<Response>>;

impl FakeSystem {
    /// Sets the function that responds to requests. Without it, connections are refused. Redirects are not
    /// followed, since that is the task of the host.
    pub fn on_request(&self, responder: impl FnMut(&Request) -> Result<Response> + 'static) -> &Self {
        self.0.borrow_mut().responder = Some(Box::new(responder));
        self
    }

    /// Sets an environment variable.
    pub fn set_variable(&self, name: &str, value: &str) -> &Self {
        self.0.borrow_mut().variables.insert(name.to_owned(), value.to_owned());
        self
    }

    /// Sets the provider's manifest (`include_str!("../provider.toml")`): files, hosts, environment variables and
    /// resource types that it does not grant are refused. Without it, all are granted. Grants of an attribute
    /// (`@path`) cover the value in the row of a [`super::ProviderTest`], and all paths in calls without one; for
    /// hosts they cover all. Commands are always checked; without this call, against the file `provider.toml` in the
    /// directory of the package under test.
    ///
    /// # Panics
    /// Panics if the manifest is invalid.
    pub fn grant(&self, manifest: &str) -> &Self {
        let manifest = Manifest::from_toml(manifest).expect("a manifest that can be read");
        self.0.borrow_mut().manifest = Some(manifest);
        self
    }

    /// Sets whether requests that change something are refused.
    pub(super) fn only_asks(&self, only_asks: bool) {
        self.0.borrow_mut().only_asks = only_asks;
    }

    /// Returns an environment variable if the manifest grants it.
    pub(super) fn variable_granted(&self, name: &str) -> Option<String> {
        let state = self.0.borrow();
        let is_granted = |manifest: &Manifest| manifest.environment.read.iter().any(|pattern| matches(pattern, name));
        let value = state.variables.get(name)?;
        state.manifest.as_ref().is_none_or(is_granted).then(|| value.clone())
    }

    /// Returns whether the manifest grants access to the resources of a type.
    pub(super) fn may_find(&self, type_name: &str) -> bool {
        let state = self.0.borrow();
        state.manifest.as_ref().is_none_or(|manifest| manifest.resources.find.iter().any(|known| known == type_name))
    }

    /// Responds to a request if the host would allow it.
    pub(super) fn answer(&self, request: &Request) -> Result<Response> {
        self.check(request)?;
        if writes(request.method) {
            self.effect("send", &format!("{} {}", verb(request.method), request.url))?;
        }
        // Removed during the call, so that the responder can access the system.
        let Some(mut responder) = self.0.borrow_mut().responder.take() else {
            return Err(Error::new(Code::Io, format!("Could not request {}: Connection refused", request.url)));
        };
        let answer = responder(request);
        self.0.borrow_mut().responder.get_or_insert(responder);
        answer
    }

    /// Downloads a file.
    pub(super) fn download(&self, request: &Request, path: &str, digest: Option<(&str, &str)>) -> Result<()> {
        if request.method != Method::Get {
            return Err(Error::invalid("a file can only be downloaded with GET"));
        }
        let answer = self.answer(request)?;
        if answer.status != 200 {
            return Err(Error::other(format!("{} was answered {}", request.url, answer.status)));
        }
        if let Some((algorithm, wanted)) = digest {
            let body = vec![crate::system::Part::Bytes(answer.body.clone())];
            let found = self.digest_one(&body, algorithm)?;
            if !found.eq_ignore_ascii_case(wanted) {
                let message =
                    format!("The response of {} has the wrong digest {found} instead of {wanted}", request.url);
                return Err(Error::invalid(message));
            }
        }
        let is_staged = self.0.borrow().staged.iter().any(|(place, _)| place == path);
        if !is_staged {
            self.check_change(path, &Attrs::default(), false)?;
        }
        self.effect("fetch", path)?;
        self.0.borrow_mut().files.write(path, answer.body, &Attrs::default(), None)
    }

    fn check(&self, request: &Request) -> Result<()> {
        let origin = Origin::of(&request.url).map_err(|reason| Error::invalid(format!("no URL: {reason}")))?;
        let has_body = matches!(request.method, Method::Post | Method::Put | Method::Patch);
        if !has_body && !self.bytes(&request.body)?.is_empty() {
            return Err(Error::invalid(format!("a {} request cannot have a body", verb(request.method))));
        }
        let state = self.0.borrow();
        if writes(request.method) && state.only_asks {
            return Err(refused(request, "writing is not allowed while resources are read"));
        }
        let Some(manifest) = &state.manifest else { return Ok(()) };
        let covers = |entry: &String| match HostGrant::parse(entry) {
            Ok(HostGrant::Attribute { .. }) => true,
            Ok(grant) => grant.names(&origin),
            Err(_) => false,
        };
        let network = &manifest.network;
        if network.write.iter().any(covers) || !writes(request.method) && network.read.iter().any(covers) {
            return Ok(());
        }
        Err(refused(request, "no grant of its manifest covers it"))
    }
}

fn writes(method: Method) -> bool {
    !matches!(method, Method::Get | Method::Head)
}

fn verb(method: Method) -> &'static str {
    match method {
        Method::Get => "GET",
        Method::Head => "HEAD",
        Method::Post => "POST",
        Method::Put => "PUT",
        Method::Patch => "PATCH",
        Method::Delete => "DELETE",
    }
}

fn refused(request: &Request, why: &str) -> Error {
    let (verb, url) = (verb(request.method), &request.url);
    Error::new(Code::Refused, format!("the provider may not request {verb} {url}: {why}"))
}

/// Matches a name against a pattern in which `*` matches any string.
fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((before, after)) => name.strip_prefix(before).is_some_and(|rest| {
            rest.char_indices().map(|(at, _)| at).chain([rest.len()]).any(|at| matches(after, &rest[at..]))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::{System as _, WriteSystem as _};

    const MANIFEST: &str = "[package]\nname = 'a/b'\nversion = '1.0.0'\ninterface = '0.1'\n\
        [files]\nwrite = ['/tmp/x']\n[network]\nread = ['ask.example']\nwrite = ['http://change.example:8080']\n\
        [environment]\nread = ['*_proxy']\n[resources]\nfind = ['user']\n";

    fn machine() -> FakeSystem {
        let machine = FakeSystem::new();
        machine.on_request(|request| {
            let status = if request.url.ends_with("/missing") { 404 } else { 200 };
            Ok(Response { status, headers: Vec::new(), body: b"abc".to_vec() })
        });
        machine.grant(MANIFEST);
        machine
    }

    fn code(answer: Result<Response>) -> Option<Code> {
        answer.err().map(|error| error.code)
    }

    #[test]
    fn request_requires_a_grant() {
        let machine = machine();
        assert_eq!(machine.send(&Request::new(Method::Get, "https://ask.example/x")).unwrap().body, b"abc");
        assert_eq!(code(machine.send(&Request::new(Method::Post, "https://ask.example/x"))), Some(Code::Refused));
        assert_eq!(code(machine.send(&Request::new(Method::Get, "https://other.example/"))), Some(Code::Refused));
        assert_eq!(code(machine.send(&Request::new(Method::Get, "https://me@ask.example/"))), Some(Code::Invalid));
        assert!(machine.send(&Request::new(Method::Post, "http://change.example:8080/x")).is_ok());
        machine.only_asks(true);
        assert_eq!(
            code(machine.send(&Request::new(Method::Post, "http://change.example:8080/x"))),
            Some(Code::Refused)
        );
        assert_eq!(machine.effects(), ["send POST http://change.example:8080/x"]);
    }

    #[test]
    fn request_fails_if_an_error_is_injected() {
        let machine = machine();
        machine.fail("send", Error::new(Code::Timeout, "too late"));
        assert_eq!(code(machine.send(&Request::new(Method::Get, "https://ask.example/"))), Some(Code::Timeout));
        assert!(machine.send(&Request::new(Method::Get, "https://ask.example/")).is_ok());
    }

    #[test]
    fn download_is_written_only_with_the_correct_digest() {
        let machine = machine();
        let fetch = |url: &str, digest| machine.fetch(&Request::new(Method::Get, url), "/tmp/x", digest);
        assert!(fetch("https://ask.example/missing", None).is_err());
        assert!(fetch("https://ask.example/", Some(("md5", "00"))).unwrap_err().message.contains("digest"));
        assert_eq!(machine.node("/tmp/x"), None);
        machine.put("/tmp", crate::fake::FileNode::directory());
        fetch("https://ask.example/", Some(("md5", "900150983cd24fb0d6963f7d28e17f72"))).unwrap();
        assert_eq!(machine.text("/tmp/x"), "abc");
    }

    #[test]
    fn variable_and_type_require_a_grant() {
        let machine = machine();
        machine.set_variable("http_proxy", "p").set_variable("SECRET", "s");
        assert_eq!((machine.variable("http_proxy").as_deref(), machine.variable("SECRET")), (Some("p"), None));
        let user = crate::system::CatalogResource { id: 1, title: "ann".into(), values: Vec::new() };
        machine.declare("user", user.clone()).declare("group", user);
        assert_eq!(machine.find("user", &[]).len(), 1);
        let asked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| machine.find("group", &[])));
        assert!(asked.is_err(), "the host traps the component");
    }
}
