//! Connections that are used again, and replaced when they are lost.

use std::collections::HashMap;
use std::error::Error as _;
use std::io;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use postgres::error::SqlState;
use postgres::types::ToSql;
use postgres::{Client, Error, Row, Statement, Transaction};
use thiserror::Error as ThisError;

use super::options::PostgresOptions;
use super::tls::Tls;
use crate::store::StoreError;

/// Maximum number of connections to one database.
const CONNECTIONS: usize = 16;

/// Maximum time to wait for a connection that others use.
const WAIT: Duration = Duration::from_secs(20);

/// Maximum time between statements of a change.
const IDLE: Duration = Duration::from_secs(60);

/// After a failure to connect, others fail at once for this long.
const PAUSE: Duration = Duration::from_secs(1);

/// Attempts with new connections after one was lost.
const ATTEMPTS: u32 = 3;

/// Settings of each connection. An acknowledged change is on the disk, and on that of a synchronous replica. Transactions of a
/// client whose machine is lost end after a minute.
const SETUP: &str = "SELECT set_config('TimeZone', 'UTC', false), set_config('DateStyle', 'ISO', false), \
    set_config('client_min_messages', 'error', false), set_config('jit', 'off', false), \
    set_config('tcp_keepalives_idle', '30', false), set_config('tcp_keepalives_interval', '10', false), \
    set_config('tcp_keepalives_count', '3', false), \
    set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on' \
    ELSE current_setting('synchronous_commit') END, false), \
    set_config('statement_timeout', $1, false), set_config('lock_timeout', $2, false), \
    set_config('idle_in_transaction_session_timeout', $3, false)";

/// What connections are used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Changes. A limit of time could end the wait for a synchronous replica, after which the database reports success.
    Write,
    /// Queries with a limit of time, if there is one.
    Read(Option<Duration>),
}

/// Connections to a database.
#[derive(Debug)]
pub(super) struct Pool {
    options: PostgresOptions,
    purpose: Purpose,
    state: Mutex<State>,
    returned: Condvar,
}

#[derive(Default)]
struct State {
    idle: Vec<Session>,
    /// The number of all connections.
    open: usize,
    /// The last failure to connect.
    failure: Option<(Instant, Failure)>,
}

/// Why a connection cannot be opened.
#[derive(Debug, Clone)]
struct Failure {
    reason: String,
    /// Whether the server answered that it does not accept the connection.
    is_refusal: bool,
}

impl Failure {
    fn of(error: &Error) -> Self {
        let later = [SqlState::CANNOT_CONNECT_NOW, SqlState::TOO_MANY_CONNECTIONS, SqlState::ADMIN_SHUTDOWN];
        let is_refusal = error.code().is_some_and(|code| !later.contains(code));
        Self { reason: message(error), is_refusal }
    }
}

impl std::fmt::Debug for State {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("State").field("open", &self.open).finish_non_exhaustive()
    }
}

/// A connection with its prepared statements.
pub(super) struct Session {
    pub(super) client: Client,
    pub(super) tls: Tls,
    /// Whether a query was cancelled. The server can receive that later, and would end the next one.
    pub(super) is_cancelled: bool,
    statements: HashMap<&'static str, Statement>,
}

/// A transaction with the prepared statements of its connection.
pub(super) struct Work<'a> {
    pub(super) transaction: Transaction<'a>,
    statements: &'a mut HashMap<&'static str, Statement>,
}

/// Values of parameters.
pub(super) type Values<'a> = &'a [&'a (dyn ToSql + Sync)];

impl Work<'_> {
    fn statement(&mut self, sql: &'static str) -> Result<Statement, Error> {
        if let Some(known) = self.statements.get(sql) {
            return Ok(known.clone());
        }
        let prepared = self.transaction.prepare(sql)?;
        self.statements.insert(sql, prepared.clone());
        Ok(prepared)
    }

    /// Runs a statement and returns the number of its rows.
    pub(super) fn execute(&mut self, sql: &'static str, values: Values<'_>) -> Result<u64, Error> {
        let statement = self.statement(sql)?;
        self.transaction.execute(&statement, values)
    }

    /// Returns the rows of a statement.
    pub(super) fn query(&mut self, sql: &'static str, values: Values<'_>) -> Result<Vec<Row>, Error> {
        let statement = self.statement(sql)?;
        self.transaction.query(&statement, values)
    }

    /// Returns the only row of a statement, if it has one.
    pub(super) fn query_opt(&mut self, sql: &'static str, values: Values<'_>) -> Result<Option<Row>, Error> {
        let statement = self.statement(sql)?;
        self.transaction.query_opt(&statement, values)
    }
}

impl Session {
    /// Runs a function in a transaction.
    pub(super) fn work<T>(
        &mut self,
        function: impl FnOnce(&mut Work<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut work = Work { transaction: self.client.transaction()?, statements: &mut self.statements };
        let result = function(&mut work)?;
        work.transaction.commit()?;
        Ok(result)
    }
}

impl Pool {
    pub(super) fn new(options: PostgresOptions, purpose: Purpose) -> Self {
        Self { options, purpose, state: Mutex::default(), returned: Condvar::new() }
    }

    /// Returns user, hosts and database, for messages.
    pub(super) fn name(&self) -> String {
        self.options.name()
    }

    /// Runs a function with a connection, and again with another one if it was lost. The function receives whether it
    /// may not run again, which it can set.
    pub(super) fn run<T>(
        &self,
        mut function: impl FnMut(&mut Session, &mut bool) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut attempts = 0;
        loop {
            let mut session = self.take()?;
            let mut is_final = false;
            let result = function(&mut session, &mut is_final);
            attempts += 1;
            match &result {
                Err(StoreError::Database(error)) if is_lost(&**error) => {
                    // The others were to the same server.
                    self.close(session);
                    if is_final || attempts >= ATTEMPTS {
                        return result;
                    }
                }
                Err(StoreError::Database(error)) if is_conflict(&**error) && !is_final && attempts < ATTEMPTS => {
                    self.give_back(session);
                }
                _ => {
                    self.give_back(session);
                    return result;
                }
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self) -> Result<Session, StoreError> {
        let mut state = self.state();
        let end = Instant::now() + WAIT;
        loop {
            if let Some(session) = state.idle.pop() {
                return Ok(session);
            }
            if let Some((at, failure)) = &state.failure
                && at.elapsed() < PAUSE
            {
                return Err(self.failed(failure.clone()));
            }
            if state.open < CONNECTIONS {
                break;
            }
            let rest = end.saturating_duration_since(Instant::now());
            if rest.is_zero() {
                let reason = format!("all {CONNECTIONS} connections are in use");
                return Err(self.failed(Failure { reason, is_refusal: false }));
            }
            (state, _) = self.returned.wait_timeout(state, rest).unwrap_or_else(PoisonError::into_inner);
        }
        state.open += 1;
        drop(state);
        let connected = self.connect();
        let mut state = self.state();
        match connected {
            Ok(session) => {
                state.failure = None;
                Ok(session)
            }
            Err(error) => {
                state.open -= 1;
                let failure = Failure::of(&error);
                state.failure = Some((Instant::now(), failure.clone()));
                self.returned.notify_one();
                Err(self.failed(failure))
            }
        }
    }

    fn failed(&self, Failure { reason, is_refusal }: Failure) -> StoreError {
        let path = self.name();
        match is_refusal {
            true => StoreError::Open { path, reason },
            false => StoreError::Unreachable { path, reason },
        }
    }

    fn connect(&self) -> Result<Session, Error> {
        let mut client = self.options.config.connect(self.options.tls.clone())?;
        let milliseconds = |time: Duration| time.as_millis().to_string();
        let unlimited = || "0".to_owned();
        let (statement, lock, idle) = match self.purpose {
            Purpose::Write => (unlimited(), milliseconds(WAIT), milliseconds(IDLE)),
            Purpose::Read(limit) => (limit.map_or_else(unlimited, milliseconds), unlimited(), unlimited()),
        };
        client.query(SETUP, &[&statement, &lock, &idle])?;
        Ok(Session { client, tls: self.options.tls.clone(), is_cancelled: false, statements: HashMap::new() })
    }

    fn give_back(&self, session: Session) {
        let mut state = self.state();
        if !session.is_cancelled && !session.client.is_closed() {
            state.idle.push(session);
        } else {
            state.open -= 1;
        }
        drop(state);
        self.returned.notify_one();
    }

    /// Closes a lost connection and the idle ones.
    fn close(&self, session: Session) {
        let mut state = self.state();
        let idle = std::mem::take(&mut state.idle);
        state.open -= 1 + idle.len();
        drop(state);
        drop((session, idle));
        self.returned.notify_all();
    }
}

impl Drop for Pool {
    /// Closes the connections in a thread of its own: closing blocks, and the last owner can be an asynchronous task.
    fn drop(&mut self) {
        let idle = std::mem::take(&mut self.state().idle);
        if idle.is_empty() {
            return;
        }
        // A failure ends the connections with the process.
        if let Ok(thread) = thread::Builder::new().spawn(move || drop(idle)) {
            let _ = thread.join();
        }
    }
}

/// Returns whether an error means that the connection cannot be used any more: the server is gone, shuts down, or is a replica now.
fn is_lost(error: &(dyn std::error::Error + Send + Sync + 'static)) -> bool {
    let Some(DatabaseError(error)) = error.downcast_ref() else { return false };
    let is_io = error.source().is_some_and(|source| source.is::<io::Error>());
    let is_down = error.code().is_some_and(|code| {
        [
            SqlState::ADMIN_SHUTDOWN,
            SqlState::CRASH_SHUTDOWN,
            SqlState::CANNOT_CONNECT_NOW,
            SqlState::READ_ONLY_SQL_TRANSACTION,
        ]
        .contains(code)
    });
    error.is_closed() || is_io || is_down
}

/// Returns whether a transaction failed because of another one, so that it can run again.
fn is_conflict(error: &(dyn std::error::Error + Send + Sync + 'static)) -> bool {
    let code = error.downcast_ref().and_then(|DatabaseError(error)| error.code());
    // Parameters or a node can be removed by a sweep at the same time.
    let conflicts =
        [SqlState::T_R_DEADLOCK_DETECTED, SqlState::T_R_SERIALIZATION_FAILURE, SqlState::FOREIGN_KEY_VIOLATION];
    code.is_some_and(|code| conflicts.contains(code))
}

/// An error of the database with its reasons, without values of parameters.
#[derive(Debug, ThisError)]
#[error("{}", message(.0))]
pub(super) struct DatabaseError(#[source] pub(super) Error);

impl From<Error> for StoreError {
    fn from(error: Error) -> Self {
        Self::Database(DatabaseError(error).into())
    }
}

fn message(error: &Error) -> String {
    match (error.as_db_error(), error.source()) {
        (Some(reported), _) => format!("{}: {}", reported.severity(), reported.message()),
        (None, Some(source)) => format!("{error}: {source}"),
        (None, None) => error.to_string(),
    }
}
