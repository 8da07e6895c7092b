//! Integration with systemd: a listening socket that it passes (socket activation), and messages about the state of the
//! server (`sd_notify`). Without systemd, neither has an effect.
#![expect(unsafe_code, reason = "a file descriptor that was passed is known by its number alone")]

use std::env;
use std::io;
use std::net::TcpListener;
use std::os::fd::{BorrowedFd, FromRawFd as _, OwnedFd, RawFd};
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::net::{SocketAddr, UnixDatagram};

use rustix::io::{FdFlags, fcntl_getfd, fcntl_setfd};
use rustix::time::{ClockId, clock_gettime};
use socket2::{Domain, Socket, Type};
use thiserror::Error;

/// The number of the first descriptor that is passed.
const FIRST: RawFd = 3;

/// Reason why a socket that was passed cannot be used.
#[derive(Debug, Error)]
pub enum ActivationError {
    /// A variable is not a number.
    #[error("The environment variable {name} is not a number: '{value}'")]
    Number {
        /// The name of the variable.
        name: &'static str,
        /// Its value.
        value: String,
    },
    /// More than one descriptor was passed.
    #[error("systemd passed {0} sockets, but the server uses one: name one address in the socket unit")]
    Count(u32),
    /// The descriptor is closed or is none of a socket.
    #[error("The file descriptor {number} that systemd passed is not a socket")]
    Socket {
        /// The number of the descriptor.
        number: RawFd,
        /// The error of the system.
        #[source]
        source: io::Error,
    },
    /// The socket is of another kind.
    #[error(
        "The file descriptor {0} that systemd passed is not a TCP socket: the socket unit needs ListenStream= with a port"
    )]
    Kind(RawFd),
    /// The socket does not listen.
    #[error("The file descriptor {0} that systemd passed does not listen: the socket unit needs Accept=no")]
    Listening(RawFd),
}

/// Returns the listening socket that systemd passed; `None` if it passed none. May be called once.
///
/// # Errors
/// Returns an error if the variables are not valid, or the descriptor is not a listening TCP socket.
pub fn passed_listener() -> Result<Option<TcpListener>, ActivationError> {
    let variable = |name: &str| env::var(name).ok();
    let Some(number) = passed_descriptor(variable, std::process::id())? else { return Ok(None) };
    // SAFETY: it is only read whether the descriptor is open.
    let flags = fcntl_getfd(unsafe { BorrowedFd::borrow_raw(number) });
    flags.map_err(|error| ActivationError::Socket { number, source: error.into() })?;
    // SAFETY: the descriptor is open, and was passed to this process for this use alone.
    let descriptor = unsafe { OwnedFd::from_raw_fd(number) };
    listener(descriptor, number).map(Some)
}

/// Returns the number of the descriptor that was passed to the process with this ID.
fn passed_descriptor(
    variable: impl Fn(&str) -> Option<String>,
    process: u32,
) -> Result<Option<RawFd>, ActivationError> {
    let number = |name: &'static str| {
        let invalid = |value: String| ActivationError::Number { name, value };
        variable(name).map(|value| value.parse::<u32>().map_err(|_| invalid(value))).transpose()
    };
    // The variables of a parent process are inherited.
    if number("LISTEN_PID")? != Some(process) {
        return Ok(None);
    }
    match number("LISTEN_FDS")?.unwrap_or(0) {
        0 => Ok(None),
        1 => Ok(Some(FIRST)),
        count => Err(ActivationError::Count(count)),
    }
}

/// Checks that a descriptor is a listening TCP socket.
fn listener(descriptor: OwnedFd, number: RawFd) -> Result<TcpListener, ActivationError> {
    let socket = Socket::from(descriptor);
    let failed = |source: io::Error| ActivationError::Socket { number, source };
    let (domain, kind) = (socket.domain().map_err(failed)?, socket.r#type().map_err(failed)?);
    if kind != Type::STREAM || ![Domain::IPV4, Domain::IPV6].contains(&domain) {
        return Err(ActivationError::Kind(number));
    }
    if !socket.is_listener().map_err(failed)? {
        return Err(ActivationError::Listening(number));
    }
    // Children must not inherit it.
    fcntl_setfd(&socket, FdFlags::CLOEXEC).map_err(|error| failed(error.into()))?;
    Ok(socket.into())
}

/// Sends messages about the state of the server to systemd.
#[derive(Debug)]
pub(crate) struct Notifier(Option<(UnixDatagram, SocketAddr)>);

impl Notifier {
    /// Returns the notifier for the socket in `NOTIFY_SOCKET`.
    ///
    /// # Errors
    /// Returns an error if the variable names no socket.
    pub(crate) fn from_environment() -> io::Result<Self> {
        match env::var("NOTIFY_SOCKET") {
            Ok(name) if !name.is_empty() => Self::new(&name),
            _ => Ok(Self(None)),
        }
    }

    /// Returns the notifier for a socket: an absolute path, or `@` and the name of an abstract one.
    fn new(name: &str) -> io::Result<Self> {
        let address = match name.strip_prefix('@') {
            Some(name) => SocketAddr::from_abstract_name(name)?,
            None if name.starts_with('/') => SocketAddr::from_pathname(name)?,
            None => {
                let message = format!("the environment variable NOTIFY_SOCKET names no Unix domain socket: '{name}'");
                return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
            }
        };
        Ok(Self(Some((UnixDatagram::unbound()?, address))))
    }

    /// Reports that the server answers requests.
    pub(crate) fn ready(&self, status: &str) {
        self.send(&format!("READY=1\nSTATUS={status}"));
    }

    /// Reports that the server reads its files again. [`Notifier::ready`] has to follow.
    pub(crate) fn reloading(&self, status: &str) {
        let now = clock_gettime(ClockId::Monotonic);
        let microseconds = i128::from(now.tv_sec) * 1_000_000 + i128::from(now.tv_nsec) / 1000;
        self.send(&format!("RELOADING=1\nMONOTONIC_USEC={microseconds}\nSTATUS={status}"));
    }

    /// Reports that the server stops.
    pub(crate) fn stopping(&self, status: &str) {
        self.send(&format!("STOPPING=1\nSTATUS={status}"));
    }

    fn send(&self, message: &str) {
        if let Some((socket, address)) = &self.0 {
            // As in systemd's own functions, the server works without the receiver.
            let _ = socket.send_to_addr(message.as_bytes(), address);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{TcpStream, UdpSocket};
    use std::os::unix::net::UnixListener;

    use super::*;

    fn passed(variables: &[(&str, &str)]) -> Result<Option<RawFd>, String> {
        let variable =
            |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        passed_descriptor(variable, 42).map_err(|error| error.to_string())
    }

    #[test]
    fn activation_requires_the_id_of_this_process() {
        assert_eq!(passed(&[]), Ok(None));
        assert_eq!(passed(&[("LISTEN_FDS", "1")]), Ok(None));
        assert_eq!(passed(&[("LISTEN_PID", "41"), ("LISTEN_FDS", "1")]), Ok(None));
        assert_eq!(passed(&[("LISTEN_PID", "42"), ("LISTEN_FDS", "0")]), Ok(None));
        assert_eq!(passed(&[("LISTEN_PID", "42"), ("LISTEN_FDS", "1")]), Ok(Some(3)));
        assert!(passed(&[("LISTEN_PID", "42"), ("LISTEN_FDS", "2")]).unwrap_err().contains("2 sockets"));
        for (name, value) in [("LISTEN_PID", "x"), ("LISTEN_FDS", "-1")] {
            let error = passed(&[(name, value), ("LISTEN_PID", "42")]).unwrap_err();
            assert_eq!(error, format!("The environment variable {name} is not a number: '{value}'"));
        }
    }

    #[test]
    fn activation_accepts_listening_tcp_sockets_alone() {
        let directory = tempfile::tempdir().unwrap();
        let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = tcp.local_addr().unwrap();
        let stream = TcpStream::connect(address).unwrap();
        assert_eq!(listener(tcp.into(), 3).unwrap().local_addr().unwrap(), address);
        let error = |descriptor: OwnedFd| listener(descriptor, 3).unwrap_err();
        assert!(matches!(error(stream.into()), ActivationError::Listening(3)));
        assert!(matches!(error(UdpSocket::bind("127.0.0.1:0").unwrap().into()), ActivationError::Kind(3)));
        let local = UnixListener::bind(directory.path().join("socket")).unwrap();
        assert!(matches!(error(local.into()), ActivationError::Kind(3)));
        let file = std::fs::File::open("/dev/null").unwrap();
        assert!(matches!(error(file.into()), ActivationError::Socket { number: 3, .. }));
    }

    #[test]
    fn notifier_sends_states_to_both_kinds_of_sockets() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("notify");
        let abstract_name = format!("marotte-test-{}", std::process::id());
        let address = SocketAddr::from_abstract_name(&abstract_name).unwrap();
        let receivers = [UnixDatagram::bind(&path).unwrap(), UnixDatagram::bind_addr(&address).unwrap()];
        let names = [path.display().to_string(), format!("@{abstract_name}")];
        for (receiver, name) in receivers.iter().zip(names) {
            let received = || {
                let mut buffer = [0; 256];
                let length = receiver.recv(&mut buffer).unwrap();
                String::from_utf8_lossy(&buffer[..length]).into_owned()
            };
            let notifier = Notifier::new(&name).unwrap();
            notifier.ready("ready");
            assert_eq!(received(), "READY=1\nSTATUS=ready");
            notifier.reloading("reads");
            let text = received();
            let time = text.strip_prefix("RELOADING=1\nMONOTONIC_USEC=").unwrap().strip_suffix("\nSTATUS=reads");
            assert!(time.unwrap().parse::<u64>().unwrap() > 0);
            notifier.stopping("stops");
            assert_eq!(received(), "STOPPING=1\nSTATUS=stops");
        }
        assert!(Notifier::new("relative").is_err());
        Notifier(None).ready("");
    }
}
