//! Answers to the questions of facts about the system: commands, programs, files, users and groups.

use std::cell::OnceCell;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStringExt as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use std::{env, fs};

use launcher::{Launch, Protections, Sandbox, SandboxSpec, StreamMode};
use nix::unistd::{Group, User};
use ruby::interpreter::{decode_bytes, encode_bytes};
use rustix::io::Errno;
use serde_json::{Value as Json, json};

use super::files::FACT_DIRECTORIES;

/// Variables of this process that commands get.
const PASSED: [&str; 3] = ["HOME", "PATH", "TZ"];

/// The directories that are searched if there is no PATH.
const PATH: &str = "/usr/sbin:/usr/bin:/sbin:/bin";

/// Maximum number of bytes kept of each output stream.
const MAXIMUM_OUTPUT: usize = 8 << 20;

/// Answers about this system.
pub(super) struct SystemAnswers {
    /// The longest time that a command may take.
    pub(super) timeout: Duration,
    /// Whether commands are refused if the kernel lacks a protection.
    pub(super) requires_protections: bool,
    /// The kernel's protections, which take some time to determine.
    protections: OnceCell<Protections>,
}

impl SystemAnswers {
    pub(super) fn new(timeout: Duration, requires_protections: bool) -> Self {
        Self { timeout, requires_protections, protections: OnceCell::new() }
    }

    /// Answers a question; `None` if it is unknown.
    ///
    /// # Errors
    /// Returns an error if a command cannot be run.
    pub(super) fn answer(&self, question: &Json) -> Option<Result<Json, String>> {
        let text = |key: &str| question[key].as_str().unwrap_or_default();
        Some(match text("do") {
            "execute" => self.execute(question),
            "which" => {
                let path = question["path"].as_str().map_or_else(search_path, OsString::from);
                let program = launcher::find_program(OsStr::new(text("name")), Some(&path));
                Ok(program.map(|program| program.display().to_string()).into())
            }
            "stat" => Ok(stat(text("path"), question["follow"] == true)),
            "user" => {
                let found = match question["id"].as_u64().and_then(|id| u32::try_from(id).ok()) {
                    Some(id) => User::from_uid(id.into()),
                    None => User::from_name(text("name")),
                };
                Ok(found.ok().flatten().map_or(Json::Null, |user| {
                    json!({
                        "name": user.name, "uid": user.uid.as_raw(), "gid": user.gid.as_raw(), "home": user.dir,
                        "shell": user.shell, "gecos": user.gecos.to_string_lossy(),
                    })
                }))
            }
            "group" => {
                let found = match question["id"].as_u64().and_then(|id| u32::try_from(id).ok()) {
                    Some(id) => Group::from_gid(id.into()),
                    None => Group::from_name(text("name")),
                };
                Ok(found.ok().flatten().map_or(
                    Json::Null,
                    |group| json!({ "name": group.name, "gid": group.gid.as_raw(), "members": group.mem }),
                ))
            }
            _ => return None,
        })
    }

    /// Runs a command that can read what facts can read, and change nothing.
    fn execute(&self, question: &Json) -> Result<Json, String> {
        let words = question["command"].as_array().into_iter().flatten();
        let mut words: Vec<OsString> =
            words.map(|word| OsString::from_vec(decode_bytes(word).unwrap_or_default())).collect();
        if question["shell"] == true {
            words = [OsString::from("/bin/sh"), "-c".into()].into_iter().chain(words).collect();
        }
        let [program, arguments @ ..] = &*words else { return Err("there is no command".to_owned()) };
        if !question["user"].is_null() || !question["group"].is_null() {
            return Err("facts cannot run commands as another user".to_owned());
        }
        let path = search_path();
        let Some(program) = launcher::find_program(program, Some(&path)) else {
            return Ok(json!({ "errno": Errno::NOENT.raw_os_error() }));
        };
        let sandbox = self.sandbox()?;
        let mut environment: Vec<(OsString, OsString)> =
            PASSED.iter().filter_map(|name| Some((OsString::from(*name), env::var_os(name)?))).collect();
        launcher::set_variable(&mut environment, "PATH", path);
        launcher::set_variable(&mut environment, "TMPDIR", sandbox.scratch());
        for name in ["LC_ALL", "LANG"] {
            launcher::set_variable(&mut environment, name, "C");
        }
        for (name, value) in question["environment"].as_object().into_iter().flatten() {
            match value.as_str() {
                Some(value) => launcher::set_variable(&mut environment, name, value),
                None => environment.retain(|(known, _)| known.to_str() != Some(name.as_str())),
            }
        }
        let wanted = question["timeout"].as_f64().filter(|seconds| *seconds > 0.0);
        let wanted = wanted.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let mut launch = Launch::new(program, arguments.iter().cloned(), environment);
        launch.directory = question["directory"].as_str().map(PathBuf::from);
        launch.input = decode_bytes(&question["input"]).unwrap_or_default();
        launch.errors = if question["merge"] == true { StreamMode::Merged } else { StreamMode::Captured };
        launch.umask = question["umask"].as_u64().and_then(|mask| u32::try_from(mask).ok());
        launch.timeout = wanted.map_or(self.timeout, |wanted| wanted.min(self.timeout));
        (launch.limit, launch.stop_at_limit) = (MAXIMUM_OUTPUT, true);
        let output =
            sandbox.run(vec![launch]).pop().ok_or("the command was not run")?.map_err(|error| error.to_string())?;
        if output.truncated {
            return Err(format!("the command wrote more than {} MB", MAXIMUM_OUTPUT >> 20));
        }
        Ok(json!({
            "status": output.status, "output": encode_bytes(&output.stdout), "error": encode_bytes(&output.stderr),
            "pid": output.pid, "timed_out": output.timed_out,
        }))
    }

    fn sandbox(&self) -> Result<Arc<Sandbox>, String> {
        let protections = self.protections.get_or_init(Protections::detect);
        let read = FACT_DIRECTORIES.iter().map(PathBuf::from).filter(|directory| directory.exists());
        let spec = SandboxSpec { read: Some(read.collect()), ..SandboxSpec::default() };
        let number = getrandom::u64().map_err(|error| error.to_string())?;
        let name = format!("marotte-fact-{number:x}");
        let sandbox = Sandbox::new(&spec, protections, &env::temp_dir(), &name, self.requires_protections);
        sandbox.map(Arc::new).map_err(|refused| {
            let hint = "; the setting noop_guards = free runs it with the available protections";
            let hint = if matches!(refused, launcher::SandboxError::Missing(_)) { hint } else { "" };
            format!("a command of a fact is not run: {refused}{hint}")
        })
    }
}

fn search_path() -> OsString {
    env::var_os("PATH").filter(|path| !path.is_empty()).unwrap_or_else(|| PATH.into())
}

/// Returns the metadata of a file as an answer; null for a missing file.
fn stat(path: &str, follow: bool) -> Json {
    let found = if follow { fs::metadata(path) } else { fs::symlink_metadata(path) };
    let Ok(found) = found else { return Json::Null };
    let kind = match found.file_type() {
        kind if kind.is_file() => "file",
        kind if kind.is_dir() => "directory",
        kind if kind.is_symlink() => "symlink",
        _ => "other",
    };
    let target = fs::read_link(path).ok().filter(|_| !follow);
    json!({
        "kind": kind, "mode": found.mode() & 0o7777, "uid": found.uid(), "gid": found.gid(), "size": found.len(),
        "mtime": found.mtime(), "target": target,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers() -> SystemAnswers {
        SystemAnswers::new(Duration::from_secs(10), false)
    }

    fn answer(question: Json) -> Result<Json, String> {
        answers().answer(&question).unwrap()
    }

    #[test]
    fn commands_return_their_output_and_status() {
        let done =
            answer(json!({ "do": "execute", "command": ["echo a; echo b >&2; exit 3"], "shell": true })).unwrap();
        assert_eq!([&done["status"], &done["output"], &done["error"]], [&json!(3), &json!("a\n"), &json!("b\n")]);
        let bytes = answer(json!({ "do": "execute", "command": ["printf", "\\377"] })).unwrap();
        assert_eq!(bytes["output"], json!(["b", "/w=="]));
        let missing = answer(json!({ "do": "execute", "command": ["no-such-program"] })).unwrap();
        assert_eq!(missing["errno"], 2);
        let other = answer(json!({ "do": "execute", "command": ["id"], "user": "nobody" })).unwrap_err();
        assert_eq!(other, "facts cannot run commands as another user");
    }

    #[test]
    fn commands_cannot_write() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("new").display().to_string();
        let done = answer(json!({ "do": "execute", "command": ["touch", file] })).unwrap();
        if Protections::detect().landlock() > 0 {
            assert_ne!(done["status"], 0);
            assert!(!directory.path().join("new").exists());
        }
    }

    #[test]
    fn commands_need_all_protections_unless_configured_otherwise() {
        let strict = SystemAnswers::new(Duration::from_secs(10), true);
        let none = Protections::detect().without(0, false, false);
        assert!(strict.protections.set(none).is_ok());
        let refused = strict.answer(&json!({ "do": "execute", "command": ["true"] })).unwrap().unwrap_err();
        assert!(refused.contains("noop_guards = free"), "{refused}");
    }

    #[test]
    fn users_groups_files_and_programs_are_found() {
        assert_eq!(answer(json!({ "do": "user", "name": "root" })).unwrap()["uid"], 0);
        assert_eq!(answer(json!({ "do": "user", "id": 0 })).unwrap()["name"], "root");
        assert_eq!(answer(json!({ "do": "group", "id": 0 })).unwrap()["name"], "root");
        assert_eq!(answer(json!({ "do": "user", "name": "no one" })).unwrap(), Json::Null);
        assert_eq!(answer(json!({ "do": "stat", "path": "/etc", "follow": true })).unwrap()["kind"], "directory");
        assert_eq!(answer(json!({ "do": "stat", "path": "/none", "follow": true })).unwrap(), Json::Null);
        assert!(answer(json!({ "do": "which", "name": "sh" })).unwrap().is_string());
        assert_eq!(answer(json!({ "do": "which", "name": "no-such-program" })).unwrap(), Json::Null);
        assert!(answers().answer(&json!({ "do": "write" })).is_none());
    }
}
