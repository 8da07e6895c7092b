//! Enrolment of a node: the certificates of the authorities, the key, the certificate request and the signed
//! certificate, as Puppet's agent retrieves them. Each step is saved, so that an interrupted enrolment continues.

mod attributes;
mod authority;
mod files;
mod verification;

use std::fs;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use catalog::Level;
use engine::settings::types::RevocationCheck;
use engine::{Logger, Settings};
use identity::{Certificate, PrivateKey, Request, RequestOptions, RevocationList};

pub use files::{CertificateRequestFile, IdentityFiles};
pub use verification::VerifiedIdentity;

use crate::endpoint::Endpoint;
use crate::error::AgentError;
use crate::http::{self, RequestOptions as HttpOptions};
use authority::AuthorityClient;

/// Options of an enrolment.
#[derive(Debug, Clone)]
pub struct EnrolmentOptions {
    /// The certificate authority.
    pub authority: Endpoint,
    /// The fingerprint (SHA-256) that the certificates of the authority must have when they are retrieved; empty if
    /// they are trusted on first use.
    pub fingerprint: String,
    /// The certificates that must not be revoked.
    pub revocation: RevocationCheck,
    /// The time after which the revocation lists are retrieved again; `None`: never.
    pub refresh: Option<Duration>,
    /// Interval between requests for a certificate that is not signed yet; `None` or zero: do not wait.
    pub wait: Option<Duration>,
    /// Maximum time to wait; `None` is unlimited.
    pub longest_wait: Option<Duration>,
    /// Attributes, extensions and alternative names of the request.
    pub request: RequestOptions,
    http: HttpOptions,
    interrupt: Arc<AtomicBool>,
}

impl EnrolmentOptions {
    /// Reads the options from the settings and the file `csr_attributes`. The flag `interrupt` ends a wait.
    ///
    /// # Errors
    /// Returns an error if a setting does not name a server, or the file is not valid.
    pub fn new(settings: &Settings, interrupt: &Arc<AtomicBool>) -> Result<Self, AgentError> {
        let mut request = attributes::read(&settings.csr_attributes, &settings.checker)?;
        request.alternative_names.clone_from(&settings.dns_alt_names);
        if settings.hostcert_renewal_interval.is_some_and(|interval| !interval.is_zero()) {
            // As agents of Puppet 8 do. The authority can then issue a certificate with a shorter life.
            request.attributes.push((Request::RENEWAL_ATTRIBUTE.to_owned(), true.to_string()));
        }
        Ok(Self {
            authority: authority_of(settings)?,
            fingerprint: settings.ca_fingerprint.value.clone(),
            revocation: *settings.certificate_revocation,
            wait: *settings.waitforcert,
            longest_wait: *settings.maxwaitforcert,
            request,
            refresh: *settings.crl_refresh_interval,
            http: HttpOptions::of(settings, Arc::clone(interrupt))?,
            interrupt: Arc::clone(interrupt),
        })
    }
}

/// Returns the certificate authority: as in Puppet, the first server of `server_list` unless a setting names another one.
fn authority_of(settings: &Settings) -> Result<Endpoint, AgentError> {
    match settings.server_list.first() {
        Some(first) if settings.ca_server.is_default() && settings.server.is_default() => {
            Endpoint::parse(first, *settings.ca_port)
        }
        _ => Endpoint::parse(&settings.ca_server, *settings.ca_port),
    }
}

/// The enrolment of a node.
#[derive(Debug)]
pub struct Enrolment {
    files: IdentityFiles,
    options: EnrolmentOptions,
}

impl Enrolment {
    /// Returns the enrolment of the node that the files belong to.
    #[must_use]
    pub fn new(files: IdentityFiles, options: EnrolmentOptions) -> Self {
        Self { files, options }
    }

    /// Returns the verified identity of the node. Retrieves missing files, and waits for the certificate to be signed.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read or written, the authority cannot be reached or refuses a request, the
    /// certificate is not signed in time, or the identity is not valid.
    pub fn complete(&self, logger: &mut dyn Logger) -> Result<Arc<VerifiedIdentity>, AgentError> {
        let begun = Instant::now();
        self.retrieve_authorities(logger)?;
        loop {
            let key = self.key(logger)?;
            if self.files.load_certificate()?.is_none() {
                self.submit(&key, logger)?;
                if !self.download(&key, logger)? {
                    self.wait(begun, logger)?;
                    continue;
                }
            }
            return VerifiedIdentity::load(&self.files, self.options.revocation).map(Arc::new);
        }
    }

    /// Sends a certificate request, with the existing key or a new one.
    ///
    /// # Errors
    /// Returns an error as for [`Enrolment::complete`], also if the authority has another request or certificate of the
    /// node.
    pub fn submit_request(&self, logger: &mut dyn Logger) -> Result<(), AgentError> {
        self.retrieve_authorities(logger)?;
        let key = self.key(logger)?;
        let request = self.request(&key)?;
        self.client()?.put_request(self.files.certname.as_ref(), &request)?;
        self.files.write(&self.files.request, &request.to_pem())?;
        let (name, authority) = (&self.files.certname, &self.options.authority);
        logger.log(Level::Notice, "", &format!("Submitted certificate request for '{name}' to {authority}"));
        Ok(())
    }

    /// Retrieves the signed certificate and replaces the existing one. Returns whether it is signed.
    ///
    /// # Errors
    /// Returns an error as for [`Enrolment::complete`], or if there is no key.
    pub fn download_certificate(&self, logger: &mut dyn Logger) -> Result<bool, AgentError> {
        self.retrieve_authorities(logger)?;
        let missing = || AgentError::file(&self.files.key)(std::io::ErrorKind::NotFound.into());
        let key = self.files.load_key()?.ok_or_else(missing)?;
        self.download(&key, logger)
    }

    /// Requests a certificate with a later end for the same key, and replaces the existing one. Returns the new identity.
    ///
    /// # Errors
    /// Returns an error if the identity is not valid, the authority refuses or cannot be reached, or the new certificate
    /// is for another key.
    pub fn renew(&self, logger: &mut dyn Logger) -> Result<Arc<VerifiedIdentity>, AgentError> {
        let current = VerifiedIdentity::load(&self.files, self.options.revocation)?;
        let client = AuthorityClient::of_node(
            self.options.authority.clone(),
            self.options.http.clone(),
            current.client_config(),
        );
        let text = client.renew()?;
        let files = &self.files;
        let certificate = Certificate::from_pem(&text).map_err(AgentError::certificate(&files.certificate))?;
        let is_ours = match files.load_key()? {
            Some(key) => certificate.matches(&key)?,
            None => false,
        };
        if !is_ours || certificate.certname().ok().as_ref() != Some(&files.certname) {
            return Err(AgentError::KeyMismatch { name: files.certname.to_string(), hint: "" });
        }
        files.write(&files.certificate, &certificate.to_pem())?;
        let message =
            format!("Renewed the certificate of {}, which is valid until {}", files.certname, certificate.not_after());
        logger.log(Level::Notice, "", &message);
        VerifiedIdentity::load(files, self.options.revocation).map(Arc::new)
    }

    /// Retrieves the certificates of the authorities and their revocation lists, unless they exist; lists also if they are
    /// older than the settings allow.
    fn retrieve_authorities(&self, logger: &mut dyn Logger) -> Result<(), AgentError> {
        let files = &self.files;
        if files.read(&files.authorities)?.is_none() {
            let text = self.unverified_client()?.certificate("ca")?;
            let text = text.ok_or_else(|| AgentError::Response {
                status: 404,
                message: "CA certificate is missing from the server".to_owned(),
            })?;
            self.check_fingerprint(&text, logger)?;
            let certificates = Certificate::all_from_pem(&text).map_err(AgentError::certificate(&files.authorities))?;
            let bundle: String = certificates.iter().map(Certificate::to_pem).collect();
            files.write(&files.authorities, &bundle)?;
        }
        if self.options.revocation == RevocationCheck::Off {
            logger.log(Level::Info, "", "Certificate revocation is disabled, skipping CRL download");
        } else if files.read(&files.revocations)?.is_none() {
            self.retrieve_revocations()?;
        } else if self.options.refresh.is_some_and(|interval| files.are_revocations_older_than(interval)) {
            logger.log(Level::Info, "", "Refreshing CRL");
            // The existing lists are used until they expire.
            if let Err(error) = self.retrieve_revocations() {
                logger.log(
                    Level::Warning,
                    "",
                    &format!("Failed to refresh CRL, continuing with the existing one: {error}"),
                );
            }
        }
        Ok(())
    }

    fn retrieve_revocations(&self) -> Result<(), AgentError> {
        let path = &self.files.revocations;
        let text = self.client()?.revocations()?;
        RevocationList::all_from_pem(&text).map_err(AgentError::certificate(path))?;
        self.files.write(path, &text)
    }

    fn check_fingerprint(&self, bundle: &str, logger: &mut dyn Logger) -> Result<(), AgentError> {
        let letters = |text: &str| text.replace(':', "").to_ascii_uppercase();
        // Puppet computes the digest of the PEM text, openssl that of the certificate.
        let of_text = verification::fingerprint(bundle.as_bytes());
        let of_certificate =
            Certificate::from_pem(bundle).map_err(AgentError::certificate(&self.files.authorities))?.fingerprint();
        let expected = &self.options.fingerprint;
        if expected.is_empty() {
            let message = format!(
                "Trusting the CA of {} on first use, with fingerprint (SHA256) {of_certificate}; the setting \
                 'ca_fingerprint' verifies it",
                self.options.authority
            );
            logger.log(Level::Notice, "", &message);
            return Ok(());
        }
        if [&of_text, &of_certificate].iter().any(|found| letters(found) == letters(expected)) {
            logger.log(Level::Info, "", &format!("Verified CA bundle with digest (SHA256) {expected}"));
            return Ok(());
        }
        Err(AgentError::Fingerprint { actual: of_certificate, expected: expected.clone() })
    }

    /// Returns the key of the node, or creates it.
    fn key(&self, logger: &mut dyn Logger) -> Result<PrivateKey, AgentError> {
        if let Some(key) = self.files.load_key()? {
            return Ok(key);
        }
        let name = &self.files.certname;
        logger.log(Level::Info, "", &format!("Creating a new EC SSL key for {name} using curve prime256v1"));
        let key = PrivateKey::generate()?;
        self.files.write_key(&key)?;
        Ok(key)
    }

    fn request(&self, key: &PrivateKey) -> Result<Request, AgentError> {
        Ok(Request::create(key, &self.files.certname, &self.options.request)?)
    }

    /// Sends the certificate request. The authority may have a request or a certificate of this node already.
    fn submit(&self, key: &PrivateKey, logger: &mut dyn Logger) -> Result<(), AgentError> {
        let request = self.request(key)?;
        match self.client()?.put_request(self.files.certname.as_ref(), &request) {
            Ok(()) => {
                let name = &self.files.certname;
                logger.log(Level::Info, "", &format!("Creating a new SSL certificate request for {name}"));
                let fingerprint = format!("Certificate Request fingerprint (SHA256): {}", request.fingerprint());
                logger.log(Level::Info, "", &fingerprint);
                self.files.write(&self.files.request, &request.to_pem())
            }
            Err(AgentError::Response { status: 400, message }) => {
                logger.log(Level::Debug, "", &message);
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    /// Retrieves the certificate. Returns whether it is signed.
    fn download(&self, key: &PrivateKey, logger: &mut dyn Logger) -> Result<bool, AgentError> {
        let files = &self.files;
        let name = &files.certname;
        let Some(text) = self.client()?.certificate(name.as_ref())? else {
            logger.log(Level::Info, "", &format!("Certificate for {name} has not been signed yet"));
            return Ok(false);
        };
        let certificate = Certificate::from_pem(&text).map_err(AgentError::certificate(&files.certificate))?;
        if !certificate.matches(key)? {
            let hint = "; another key was used to request it. Remove the certificate from the authority ('marotte ca \
                        clean' or 'puppetserver ca clean'), then run 'marotte ssl clean'";
            return Err(AgentError::KeyMismatch { name: name.to_string(), hint });
        }
        logger.log(Level::Info, "", &format!("Downloaded certificate for {name} from {}", self.options.authority));
        files.write(&files.certificate, &certificate.to_pem())?;
        // It is not needed any more; a remaining one does no harm.
        let _ = fs::remove_file(&files.request);
        Ok(true)
    }

    fn wait(&self, begun: Instant, logger: &mut dyn Logger) -> Result<(), AgentError> {
        let ended = |reason| AgentError::NotSigned { name: self.files.certname.to_string(), reason };
        let Some(pause) = self.options.wait.filter(|pause| !pause.is_zero()) else {
            return Err(ended("Exiting now because the waitforcert setting is set to 0."));
        };
        if self.options.longest_wait.is_some_and(|longest| begun.elapsed() >= longest) {
            return Err(ended("Exiting now because the maxwaitforcert timeout has been exceeded."));
        }
        let name = &self.files.certname;
        let message = format!(
            "Couldn't fetch certificate from CA server; you might still need to sign this agent's certificate ({name})."
        );
        logger.log(Level::Notice, "", &message);
        logger.log(Level::Info, "", &format!("Will try again in {} seconds.", pause.as_secs()));
        match http::wait(pause, &self.options.interrupt) {
            true => Ok(()),
            false => Err(ended("The wait was interrupted.")),
        }
    }

    fn unverified_client(&self) -> Result<AuthorityClient, AgentError> {
        AuthorityClient::unverified(self.options.authority.clone(), self.options.http.clone())
    }

    /// Returns a client that verifies the server with the certificates of the authorities. As in Puppet, revocation is
    /// not checked, since the lists may have to be retrieved.
    fn client(&self) -> Result<AuthorityClient, AgentError> {
        let files = &self.files;
        let missing = || AgentError::file(&files.authorities)(std::io::ErrorKind::NotFound.into());
        let authorities = files.read(&files.authorities)?.ok_or_else(missing)?;
        AuthorityClient::verified(self.options.authority.clone(), self.options.http.clone(), &authorities)
    }
}
