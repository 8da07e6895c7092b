//! How to connect: the URL of a database, with the parameters that libpq has.

use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::str::FromStr as _;
use std::time::Duration;
use std::{fmt, fs, io};

use percent_encoding::percent_decode_str;
use postgres::Config;
use postgres::config::{Host, SslMode, TargetSessionAttrs};
use thiserror::Error;

use super::tls::{self, Tls, TlsError, TlsFiles, Verification};

/// Maximum time to connect to one address.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// A connection without a reply for this long is lost.
const LOST: Duration = Duration::from_secs(30);

/// When a server that sends nothing is asked whether it is there, how long it may take, and how often.
const KEEPALIVES: (Duration, Duration, u32) = (LOST, Duration::from_secs(10), 3);

/// The default of the driver for the first of these.
const DRIVER_IDLE: Duration = Duration::from_secs(2 * 60 * 60);

/// Schemes of URLs.
const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];

/// How to connect to a PostgreSQL database.
#[derive(Clone)]
pub struct PostgresOptions {
    pub(super) config: Config,
    pub(super) tls: Tls,
}

impl fmt::Debug for PostgresOptions {
    /// Writes the name alone, which has no password.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.name())
    }
}

/// A URL cannot be used.
#[derive(Debug, Error)]
pub enum PostgresUrlError {
    /// It is not the URL of a database.
    #[error("The URL of the database is not valid: {0}")]
    Url(#[source] postgres::Error),
    /// A parameter has a wrong value.
    #[error("The URL of the database has the parameter '{name}' with the value '{value}', which is not {expected}")]
    Value {
        /// The parameter.
        name: &'static str,
        /// Its value.
        value: String,
        /// The possible values.
        expected: &'static str,
    },
    /// Certificates or a key cannot be used.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// The file with passwords cannot be read.
    #[error("The file with passwords '{}' cannot be read: {reason}", path.display())]
    Passwords {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: io::Error,
    },
    /// Other users can read the file with passwords.
    #[error("Other users can read the file with passwords '{0}'; correct it with: chmod 600 '{0}'")]
    PublicPasswords(PathBuf),
}

impl PostgresOptions {
    /// Returns whether a text is the URL of a PostgreSQL database.
    pub fn is_url(text: &str) -> bool {
        SCHEMES.iter().any(|scheme| text.starts_with(scheme))
    }

    /// Reads a URL. `variable` returns the value of an environment variable: `PGPASSWORD`, `PGPASSFILE`, `PGUSER` and
    /// `HOME`.
    ///
    /// # Errors
    /// Returns an error without passwords if a part is not valid, or a file cannot be read.
    pub fn of_url(url: &str, variable: &dyn Fn(&str) -> Option<OsString>) -> Result<Self, PostgresUrlError> {
        let mut parameters = Parameters::default();
        let url = parameters.take(url);
        let mut config = Config::from_str(&url).map_err(PostgresUrlError::Url)?;
        let variable_text = |name: &str| variable(name).and_then(|value| value.into_string().ok());
        if config.get_user().is_none()
            && let Some(user) = variable_text("PGUSER")
        {
            config.user(&user);
        }
        let tls = parameters.tls(&mut config)?;
        if config.get_password().is_none() {
            let home = variable("HOME").map(PathBuf::from);
            let password = match variable_text("PGPASSWORD") {
                Some(password) => Some(password),
                None => match parameters.passfile.or_else(|| variable("PGPASSFILE").map(PathBuf::from)) {
                    Some(path) => password(&path, &config, true)?,
                    None => home.map_or(Ok(None), |home| password(&home.join(".pgpass"), &config, false))?,
                },
            };
            if let Some(password) = password {
                config.password(password);
            }
        }
        defaults(&mut config);
        Ok(Self { config, tls })
    }

    /// Requires a server that can be written, as after the promotion of a replica, unless the URL says otherwise.
    pub(super) fn writable(mut self) -> Self {
        if self.config.get_target_session_attrs() == TargetSessionAttrs::Any {
            self.config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        }
        self
    }

    /// Returns user, hosts and database, for messages.
    pub(super) fn name(&self) -> String {
        let user = self.config.get_user().map_or(String::new(), |user| format!("{user}@"));
        let ports = self.config.get_ports();
        let host = |(index, host): (usize, &Host)| {
            let port = ports.get(index).or(ports.first()).map_or(String::new(), |port| format!(":{port}"));
            match host {
                Host::Tcp(name) => format!("{name}{port}"),
                Host::Unix(path) => format!("{}{port}", path.display()),
            }
        };
        let hosts: Vec<String> = self.config.get_hosts().iter().enumerate().map(host).collect();
        format!("postgres://{user}{}/{}", hosts.join(","), self.config.get_dbname().unwrap_or_default())
    }
}

/// Returns the URL of a database without its password.
pub fn url_without_password(url: &str) -> String {
    if !PostgresOptions::is_url(url) {
        return url.to_owned();
    }
    let (head, query) = url.split_once('?').map_or((url, None), |(head, query)| (head, Some(query)));
    let start = head.find("://").map_or(0, |at| at + 3);
    let mut found = match (head.rfind('@'), head[start..].find(':').map(|at| start + at)) {
        (Some(end), Some(colon)) if colon < end => format!("{}:[redacted]{}", &head[..colon], &head[end..]),
        _ => head.to_owned(),
    };
    for (index, parameter) in query.into_iter().flat_map(|query| query.split('&')).enumerate() {
        found.push(if index == 0 { '?' } else { '&' });
        found.push_str(if parameter.starts_with("password=") { "password=[redacted]" } else { parameter });
    }
    found
}

fn defaults(config: &mut Config) {
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(CONNECT_TIMEOUT);
    }
    if config.get_tcp_user_timeout().is_none() {
        config.tcp_user_timeout(LOST);
    }
    if config.get_application_name().is_none() {
        config.application_name("marotte");
    }
    if config.get_hosts().is_empty() {
        config.host_path("/var/run/postgresql");
    }
    if config.get_keepalives_idle() == DRIVER_IDLE {
        config.keepalives_idle(KEEPALIVES.0);
    }
    if config.get_keepalives_interval().is_none() {
        config.keepalives_interval(KEEPALIVES.1);
    }
    if config.get_keepalives_retries().is_none() {
        config.keepalives_retries(KEEPALIVES.2);
    }
}

/// Parameters that the driver does not have.
#[derive(Debug, Default)]
struct Parameters {
    sslmode: Option<String>,
    files: TlsFiles,
    passfile: Option<PathBuf>,
}

impl Parameters {
    /// Takes the parameters from a URL and returns the rest.
    fn take(&mut self, url: &str) -> String {
        let Some((head, query)) = url.split_once('?') else { return url.to_owned() };
        let mut rest = Vec::new();
        for parameter in query.split('&') {
            let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
            let value = percent_decode_str(value).decode_utf8_lossy().into_owned();
            match name {
                "sslmode" => self.sslmode = Some(value),
                "sslrootcert" => self.files.authorities = Some(value.into()),
                "sslcert" => self.files.certificate = Some(value.into()),
                "sslkey" => self.files.key = Some(value.into()),
                "passfile" => self.passfile = Some(value.into()),
                _ => rest.push(parameter),
            }
        }
        if rest.is_empty() { head.to_owned() } else { format!("{head}?{}", rest.join("&")) }
    }

    fn tls(&self, config: &mut Config) -> Result<Tls, PostgresUrlError> {
        let has_authorities = self.files.authorities.is_some();
        let (mode, verification) = match self.sslmode.as_deref() {
            Some("disable") => (SslMode::Disable, Verification::Nothing),
            // As in libpq, the authorities are used where they are given.
            None | Some("allow" | "prefer") => (SslMode::Prefer, Verification::Nothing),
            Some("require") if has_authorities => (SslMode::Require, Verification::Authority),
            Some("require") => (SslMode::Require, Verification::Nothing),
            Some("verify-ca") => (SslMode::Require, Verification::Authority),
            Some("verify-full") => (SslMode::Require, Verification::AuthorityAndName),
            Some(other) => {
                return Err(PostgresUrlError::Value {
                    name: "sslmode",
                    value: other.to_owned(),
                    expected: "one of disable, allow, prefer, require, verify-ca, verify-full",
                });
            }
        };
        config.ssl_mode(mode);
        match mode {
            SslMode::Disable => Ok(tls::configure(verification, &TlsFiles::default())?),
            _ => Ok(tls::configure(verification, &self.files)?),
        }
    }
}

/// Returns the password of a file with lines `HOST:PORT:DATABASE:USER:PASSWORD`.
fn password(path: &PathBuf, config: &Config, is_required: bool) -> Result<Option<String>, PostgresUrlError> {
    let fault = |reason| PostgresUrlError::Passwords { path: path.clone(), reason };
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound && !is_required => return Ok(None),
        Err(error) => return Err(fault(error)),
    };
    let mode = fs::metadata(path).map_err(fault)?.permissions().mode();
    if mode & 0o077 != 0 {
        return Err(PostgresUrlError::PublicPasswords(path.clone()));
    }
    let host = match config.get_hosts().first() {
        Some(Host::Tcp(name)) => name.clone(),
        _ => "localhost".to_owned(),
    };
    let user = config.get_user().unwrap_or_default();
    let port = config.get_ports().first().copied().unwrap_or(5432).to_string();
    let wanted = [host.as_str(), port.as_str(), config.get_dbname().unwrap_or(user), user];
    let found = text.lines().filter(|line| !line.starts_with('#')).find_map(|line| {
        let fields = fields(line);
        let (names, password) = fields.split_at_checked(4)?;
        let is_same = names.iter().zip(wanted).all(|(name, wanted)| name == "*" || name == wanted);
        is_same.then(|| password.join(":"))
    });
    Ok(found)
}

/// Splits a line at colons; a backslash precedes colons and backslashes in fields.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match (letter, fields.last_mut()) {
            (':', _) => fields.push(String::new()),
            ('\\', Some(field)) => field.extend(letters.next()),
            (letter, Some(field)) => field.push(letter),
            (_, None) => {}
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(url: &str, variables: &[(&str, &str)]) -> Result<PostgresOptions, PostgresUrlError> {
        let variable = |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into());
        PostgresOptions::of_url(url, &variable)
    }

    #[test]
    fn postgres_url_has_parameters_of_libpq() {
        let url = "postgresql://puppet:s%3acret@db1:5433,db2/fleet?sslmode=require&target_session_attrs=any";
        let options = read(url, &[]).unwrap();
        assert_eq!(options.name(), "postgres://puppet@db1:5433,db2:5432/fleet");
        assert_eq!(options.config.get_password(), Some(&b"s:cret"[..]));
        assert_eq!(options.config.get_ssl_mode(), SslMode::Require);
        assert!(!format!("{options:?}").contains("cret"));
        assert_eq!(options.writable().config.get_target_session_attrs(), TargetSessionAttrs::ReadWrite);
        let socket = read("postgres:///fleet?host=/run/db&user=u&sslmode=disable", &[]).unwrap();
        assert_eq!(socket.name(), "postgres://u@/run/db/fleet");
    }

    #[test]
    fn postgres_url_with_wrong_parameter_is_refused_without_the_password() {
        for (url, expected) in [
            ("postgres://u:secret@h/d?sslmode=yes", "sslmode"),
            ("postgres://u:secret@h/d?nosuch=1", "nosuch"),
            ("postgres://u:secret@h:port/d", "port"),
            ("postgres://u:secret@h/d?sslmode=verify-full", "sslrootcert"),
            ("postgres://u:secret@h/d?sslrootcert=/nonexistent/file", "/nonexistent/file"),
        ] {
            let error = read(url, &[]).unwrap_err();
            let mut text = error.to_string();
            let mut source = std::error::Error::source(&error);
            while let Some(inner) = source {
                text += &format!(" {inner}");
                source = inner.source();
            }
            assert!(text.contains(expected) && !text.contains("secret"), "{url}: {text}");
        }
    }

    #[test]
    fn postgres_url_is_shown_without_its_password() {
        for (url, expected) in [
            ("postgres://u:p@s:s@h:5/d?a=b", "postgres://u:[redacted]@h:5/d?a=b"),
            ("postgres://u@h:5/d?a=b&password=x", "postgres://u@h:5/d?a=b&password=[redacted]"),
            ("postgres:///d?host=/run", "postgres:///d?host=/run"),
            ("sqlite:/a:b@c", "sqlite:/a:b@c"),
        ] {
            assert_eq!(url_without_password(url), expected);
        }
    }

    #[test]
    fn postgres_password_comes_from_variable_or_file() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("passwords");
        fs::write(&path, "# comment\nother:*:*:*:no\ndb:5432:fleet:u:a\\:b\\\\c\n*:*:*:*:any\n").unwrap();
        let file = path.to_str().unwrap();
        let found = |url: &str, variables: &[(&str, &str)]| {
            let options = read(url, variables)?;
            Ok::<_, PostgresUrlError>(
                options.config.get_password().map(|bytes| String::from_utf8(bytes.into()).unwrap()),
            )
        };
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        let variables = [("PGPASSFILE", file)];
        assert!(matches!(found("postgres://u@db/fleet", &variables), Err(PostgresUrlError::PublicPasswords(_))));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        assert_eq!(found("postgres://u@db/fleet", &variables).unwrap().as_deref(), Some("a:b\\c"));
        assert_eq!(found("postgres://u@elsewhere/fleet", &variables).unwrap().as_deref(), Some("any"));
        let url = format!("postgres://u@db/fleet?passfile={file}");
        assert_eq!(found(&url, &[]).unwrap().as_deref(), Some("a:b\\c"));
        let both = [("PGPASSFILE", file), ("PGPASSWORD", "first")];
        assert_eq!(found("postgres://u@db/fleet", &both).unwrap().as_deref(), Some("first"));
        assert_eq!(found("postgres://u@db/fleet", &[("HOME", "/nonexistent")]).unwrap(), None);
    }
}
