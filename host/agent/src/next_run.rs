//! Runs that jobs of the server assign: a thread holds a request and reports them.

use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use engine::Settings;
use engine::log::Silent;
use identity::Certname;

use crate::daemon::DaemonEvent;
use crate::disabled::DisabledFile;
use crate::enrolment::{Enrolment, EnrolmentOptions, IdentityFiles};
use crate::error::AgentError;
use crate::server::PuppetServer;
use crate::splay;

/// The longest time for which the server holds a request.
const HOLD: Duration = Duration::from_secs(300);

/// A reply takes up to this long after the server has ended the wait.
const REPLY: Duration = Duration::from_secs(30);

/// The pause after a failure: between this and twice this time, so that the nodes of a server that was restarted do not all come back
/// at once.
const PAUSE: Duration = Duration::from_secs(30);

/// The pause after the reply of a server without jobs.
const WITHOUT_JOBS: Duration = Duration::from_secs(30 * 60);

/// A run that a job assigns to this node.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Deserialize)]
pub struct NextRun {
    /// The identifier of the job, which the report contains.
    pub job_id: String,
    /// Whether it is a dry run.
    #[serde(default)]
    pub noop: bool,
    /// The environment, in place of that of the node.
    #[serde(default)]
    pub environment: Option<String>,
    /// The tags to which the run is limited.
    #[serde(default)]
    pub tags: Vec<String>,
}

impl NextRun {
    /// Returns the flags of the agent for the run.
    #[must_use]
    pub fn flags(&self) -> Vec<String> {
        let mut flags = vec!["--job-id".to_owned(), self.job_id.clone()];
        if self.noop {
            flags.push("--noop".to_owned());
        }
        if let Some(environment) = &self.environment {
            flags.extend(["--environment".to_owned(), environment.clone()]);
        }
        if !self.tags.is_empty() {
            flags.extend(["--tags".to_owned(), self.tags.join(",")]);
        }
        flags
    }
}

/// Starts the thread. It reads the settings before each request.
pub(crate) fn receive(
    settings: Arc<Mutex<Settings>>,
    certname: Certname,
    events: Sender<DaemonEvent>,
) -> std::io::Result<()> {
    let work = move || {
        loop {
            let settings = settings.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let pause = match request(&settings, &certname) {
                Ok(Some(run)) => match events.send(DaemonEvent::Job(run)) {
                    Ok(()) => Duration::ZERO,
                    Err(_) => return,
                },
                Ok(None) => Duration::ZERO,
                Err(error) if matches!(error.status(), Some(403..=405)) => WITHOUT_JOBS,
                Err(_) => PAUSE + splay::random_part(Some(PAUSE)),
            };
            thread::sleep(pause);
        }
    };
    thread::Builder::new().name("jobs".into()).spawn(work).map(drop)
}

/// Requests the next run; `None` if there is none yet.
///
/// # Errors
/// Returns an error if this node has no certificate yet, is disabled, or the server does not answer.
fn request(settings: &Settings, certname: &Certname) -> Result<Option<NextRun>, AgentError> {
    let files = IdentityFiles::new(settings, certname.clone());
    let is_enabled = DisabledFile::new(settings).reason()?.is_none();
    // The first run requests the certificate.
    if files.load_certificate()?.is_none() || !is_enabled {
        thread::sleep(PAUSE);
        return Ok(None);
    }
    let interrupt = Arc::default();
    let mut options = EnrolmentOptions::new(settings, &interrupt)?;
    options.wait = None;
    let identity = Enrolment::new(files, options).complete(&mut Silent)?;
    let server = PuppetServer::connect(settings, &identity, &interrupt)?;
    let patience = settings.http_read_timeout.map_or(HOLD, |time| HOLD.min(time.saturating_sub(REPLY)));
    loop {
        if let Some(run) = server.next_run(patience)? {
            return Ok(Some(run));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_of_a_run_name_its_job() {
        let run = NextRun { job_id: "7".to_owned(), ..NextRun::default() };
        assert_eq!(run.flags(), ["--job-id", "7"]);
        let run = NextRun {
            job_id: "8".to_owned(),
            noop: true,
            environment: Some("test".to_owned()),
            tags: vec!["a".to_owned(), "b".to_owned()],
        };
        assert_eq!(run.flags(), ["--job-id", "8", "--noop", "--environment", "test", "--tags", "a,b"]);
    }
}
