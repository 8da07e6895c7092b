//! Starts every child process of the program: commands of resources and providers, external facts, scripts of
//! the configuration, credential helpers and build tools.
//!
//! A [`Launch`] describes one child. [`Launch::run`] starts it by these steps, in this order, and supervises it
//! to its end:
//!
//! 1. `clone` with a shared address space (as `vfork`), all signals blocked;
//! 2. `setsid`: no controlling terminal, a process group of its own;
//! 3. standard streams; every other file descriptor is closed on `execve`;
//! 4. working directory, umask, resource limits;
//! 5. credentials: supplementary groups, group and user as one value ([`ProcessCredentials`]);
//! 6. for queries ([`Sandbox`]): capabilities, `no_new_privs`, Landlock, seccomp; the namespaces belong to the
//!    thread that calls `clone`;
//! 7. `execve` of the target program with the target environment.
//!
//! With an [`IsolatedSystem`], a process in its namespaces takes these steps.
//!
//! This program is never re-executed with an environment chosen by others, and only the few system calls in
//! `child.rs` run in the child before `execve`. A test of the workspace rejects other ways to start a process.

mod capabilities;
mod child;
mod credentials;
mod files;
mod isolation;
mod launch;
mod namespaces;
mod own_process;
mod protections;
mod sandbox;
mod selftest;
mod supervise;
mod syscalls;

pub use capabilities::Capability;
pub use credentials::ProcessCredentials;
pub use isolation::{ISOLATION_ARGUMENT, IsolatedSystem, IsolationError, isolation_main};
pub use launch::{Launch, Output, StreamMode, find_program, inherited_environment, set_variable};
pub use own_process::{harden, is_ignored};
pub use protections::{Mechanism, MissingProtections, Protection, Protections};
pub use sandbox::{BASE_READ, Sandbox, SandboxError, SandboxSpec};
pub use selftest::{Attempt, SELF_TEST_ARGUMENT, attempt_main, self_test};
pub use supervise::{interrupt_commands, stop_commands};
