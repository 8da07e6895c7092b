//! The rule of each import: only the files of the view can be read, and none of them can be written; the caller is asked about
//! all others.

use std::sync::mpsc;
use std::time::Duration;

use super::*;
use crate::files::MemoryFiles;
use crate::vm::{FromVm, ToVm};

/// Addresses in the memory of the tests.
const PATH: u32 = 0;
const LIST: u32 = 1000;
const BUFFER: u32 = 2000;
const RESULT: u32 = 4000;

/// A memory, and an instance that can read one file.
struct Fixture {
    bytes: Vec<u8>,
    state: State,
}

impl Fixture {
    fn new() -> Self {
        let files = [("/m/lib/a.rb".to_owned(), b"text of a".to_vec())];
        let state = State::new(Box::new(MemoryFiles::new(files)), 1 << 20, Duration::from_millis(1));
        Self { bytes: vec![0; 8192], state }
    }

    /// Calls a function of WASI.
    fn call(&mut self, function: impl FnOnce(&mut Guest<'_>, &mut State) -> Outcome) -> Outcome {
        function(&mut Guest::new(&mut self.bytes), &mut self.state)
    }

    /// Stores a path and returns its length.
    fn path(&mut self, path: &str) -> u32 {
        self.bytes[..path.len()].copy_from_slice(path.as_bytes());
        u32::try_from(path.len()).unwrap()
    }

    fn open(&mut self, path: &str, flags: u32, rights: u64) -> Result<u32, Errno> {
        let length = self.path(path);
        self.call(|guest, state| path_open(guest, state, ROOT, 0, PATH, length, flags, rights, 0, 0, RESULT))?;
        Ok(self.number(RESULT))
    }

    fn number(&mut self, address: u32) -> u32 {
        Guest::new(&mut self.bytes).u32(address).unwrap()
    }

    /// Stores a list with one buffer.
    fn buffer(&mut self, length: u32) {
        let mut guest = Guest::new(&mut self.bytes);
        guest.write_u32(LIST, BUFFER).unwrap();
        guest.write_u32(LIST + 4, length).unwrap();
    }

    fn text(&self, length: u32) -> &str {
        str::from_utf8(&self.bytes[BUFFER as usize..][..length as usize]).unwrap()
    }
}

/// The right to read.
const READ: u64 = 2;

#[test]
fn files_of_the_view_can_be_read() {
    let mut fixture = Fixture::new();
    let file = fixture.open("m/lib/a.rb", 0, READ).unwrap();
    fixture.buffer(100);
    fixture.call(|guest, state| fd_read(guest, state, file, LIST, 1, RESULT)).unwrap();
    assert_eq!((fixture.number(RESULT), fixture.text(9)), (9, "text of a"));
    fixture.call(|guest, state| fd_seek(guest, state, file, -1, 2, RESULT)).unwrap();
    fixture.call(|guest, state| fd_read(guest, state, file, LIST, 1, RESULT)).unwrap();
    assert_eq!((fixture.number(RESULT), fixture.text(1)), (1, "a"));
    fixture.call(|guest, state| fd_pread(guest, state, file, LIST, 1, 5, RESULT)).unwrap();
    assert_eq!((fixture.number(RESULT), fixture.text(4)), (4, "of a"));
    fixture.call(|guest, state| fd_tell(guest, state, file, RESULT)).unwrap();
    assert_eq!(fixture.number(RESULT), 9);
    fixture.call(|guest, state| fd_filestat_get(guest, state, file, RESULT)).unwrap();
    assert_eq!(fixture.number(RESULT + 32), 9, "the size");
    fixture.call(|guest, state| fd_close(guest, state, file)).unwrap();
    assert_eq!(fixture.call(|guest, state| fd_close(guest, state, file)), Err(Errno::BadDescriptor));
}

#[test]
fn directories_of_the_view_can_be_listed() {
    let mut fixture = Fixture::new();
    let directory = fixture.open("m", 2, READ).unwrap();
    fixture.call(|guest, state| fd_readdir(guest, state, directory, BUFFER, 100, 0, RESULT)).unwrap();
    assert_eq!(fixture.number(RESULT), 27);
    assert_eq!(&fixture.bytes[BUFFER as usize + 24..][..3], b"lib");
    fixture.call(|guest, state| fd_readdir(guest, state, directory, BUFFER, 100, 1, RESULT)).unwrap();
    assert_eq!(fixture.number(RESULT), 0, "after the last entry");
    assert_eq!(fixture.open("m/lib/a.rb", 2, READ), Err(Errno::NotDirectory));
}

#[test]
fn files_outside_of_the_view_do_not_exist() {
    let mut fixture = Fixture::new();
    for path in ["etc/passwd", "m/../etc/passwd", "../../etc/passwd", "m/lib/none.rb"] {
        assert_eq!(fixture.open(path, 0, READ), Err(Errno::NoEntry), "{path}");
        let length = fixture.path(path);
        let status = fixture.call(|guest, state| path_filestat_get(guest, state, ROOT, 0, PATH, length, RESULT));
        assert_eq!(status, Err(Errno::NoEntry), "{path}");
        let link = fixture.call(|guest, state| path_readlink(guest, state, ROOT, PATH, length, BUFFER, 9, RESULT));
        assert_eq!(link, Err(Errno::NoEntry), "{path}");
    }
    assert!(fixture.open("m/../m/./lib/a.rb", 0, READ).is_ok());
}

#[test]
fn nothing_can_be_written() {
    let mut fixture = Fixture::new();
    let read_only = Err(Errno::ReadOnly);
    for flags in [1, 8, 9] {
        assert_eq!(fixture.open("m/lib/a.rb", flags, READ), Err(Errno::ReadOnly));
        assert_eq!(fixture.open("new", flags, READ), Err(Errno::ReadOnly));
    }
    assert_eq!(fixture.open("m/lib/a.rb", 0, READ | 1 << 6), Err(Errno::ReadOnly));
    let file = fixture.open("m/lib/a.rb", 0, READ).unwrap();
    fixture.buffer(1);
    assert_eq!(fixture.call(|guest, state| fd_write(guest, state, file, LIST, 1, RESULT)), read_only);
    assert_eq!(fixture.call(|guest, state| fd_pwrite(guest, state, file, LIST, 1, 0, RESULT)), read_only);
    assert_eq!(fixture.call(|guest, state| fd_filestat_set_size(guest, state, file, 0)), read_only);
    let length = fixture.path("m/lib/a.rb");
    assert_eq!(fixture.call(|guest, state| path_unlink_file(guest, state, ROOT, PATH, length)), read_only);
    assert_eq!(fixture.call(|guest, state| path_create_directory(guest, state, ROOT, PATH, length)), read_only);
    assert_eq!(fixture.call(|guest, state| path_remove_directory(guest, state, ROOT, PATH, length)), read_only);
    assert_eq!(fixture.call(|guest, state| path_rename(guest, state, ROOT, PATH, length, ROOT, PATH, 1)), read_only);
    let link = fixture.call(|guest, state| path_link(guest, state, ROOT, 0, PATH, length, ROOT, PATH, 1));
    assert_eq!(link, Err(Errno::NotSupported));
    assert_eq!(fixture.call(|guest, state| path_symlink(guest, state, PATH, 1, ROOT, PATH, length)), read_only);
    let times = fixture.call(|guest, state| path_filestat_set_times(guest, state, ROOT, 0, PATH, length, 0, 0, 4));
    assert_eq!(times, read_only);
}

#[test]
fn unknown_descriptors_are_refused() {
    let mut fixture = Fixture::new();
    let refused = Err(Errno::BadDescriptor);
    assert_eq!(fixture.call(|guest, state| fd_read(guest, state, 9, LIST, 0, RESULT)), refused);
    assert_eq!(fixture.call(|guest, state| fd_write(guest, state, 9, LIST, 0, RESULT)), refused);
    assert_eq!(fixture.call(|guest, state| fd_readdir(guest, state, 9, BUFFER, 1, 0, RESULT)), refused);
    assert_eq!(fixture.call(|guest, state| fd_sync(guest, state, 9)), refused);
    assert_eq!(fixture.call(|guest, state| fd_datasync(guest, state, 9)), refused);
    assert_eq!(fixture.call(|guest, state| fd_advise(guest, state, 9, 0, 0, 0)), refused);
    assert_eq!(fixture.call(|guest, state| fd_fdstat_get(guest, state, 9, RESULT)), refused);
    assert_eq!(fixture.call(|guest, state| fd_fdstat_set_flags(guest, state, 9, 0)), refused);
    assert_eq!(fixture.call(|guest, state| fd_prestat_get(guest, state, 9, RESULT)), refused);
    assert_eq!(fixture.call(|guest, state| fd_prestat_dir_name(guest, state, 9, BUFFER, 1)), refused);
    assert_eq!(fixture.call(|guest, state| fd_renumber(guest, state, 1, 2)), Err(Errno::NotSupported));
    assert_eq!(fixture.call(|guest, state| fd_seek(guest, state, 1, 0, 0, RESULT)), Err(Errno::NotSeekable));
    let length = fixture.path("a");
    let opened = fixture.call(|guest, state| path_open(guest, state, 9, 0, PATH, length, 0, READ, 0, 0, RESULT));
    assert_eq!(opened, refused);
}

#[test]
fn addresses_outside_of_the_memory_are_refused() {
    let mut fixture = Fixture::new();
    let fault = Err(Errno::Fault);
    for address in [8192, u32::MAX - 3] {
        assert_eq!(fixture.call(|guest, state| random_get(guest, state, address, 8)), fault);
        assert_eq!(fixture.call(|guest, state| environ_get(guest, state, LIST, address)), fault);
        assert_eq!(fixture.call(|guest, state| environ_sizes_get(guest, state, address, RESULT)), fault);
        assert_eq!(fixture.call(|guest, state| clock_time_get(guest, state, 0, 0, address)), fault);
        assert_eq!(fixture.call(|guest, state| clock_res_get(guest, state, 0, address)), fault);
        assert_eq!(fixture.call(|guest, state| fd_write(guest, state, 1, address, 1, RESULT)), fault);
        assert_eq!(fixture.call(|guest, state| poll_oneoff(guest, state, address, BUFFER, 1, RESULT)), fault);
    }
}

#[test]
fn environment_has_no_variables_of_the_system() {
    let mut fixture = Fixture::new();
    fixture.call(|guest, state| environ_sizes_get(guest, state, RESULT, RESULT + 4)).unwrap();
    fixture.call(|guest, state| environ_get(guest, state, LIST, BUFFER)).unwrap();
    let length = fixture.number(RESULT + 4);
    assert_eq!(fixture.text(length).split_terminator('\0').collect::<Vec<_>>(), ENVIRONMENT);
}

#[test]
fn sleep_is_limited() {
    let mut fixture = Fixture::new();
    let mut guest = Guest::new(&mut fixture.bytes);
    // A relative time of an hour.
    guest.write_u64(BUFFER + 24, 3_600_000_000_000).unwrap();
    let start = std::time::Instant::now();
    fixture.call(|guest, state| poll_oneoff(guest, state, BUFFER, LIST, 1, RESULT)).unwrap();
    assert!(start.elapsed() < Duration::from_mins(1));
    assert_eq!(fixture.number(RESULT), 1);
}

/// Files that the caller is asked about.
struct Asked;

impl crate::RubyFiles for Asked {
    fn covers(&self, path: &str) -> bool {
        path.starts_with("/own")
    }

    fn read(&self, _: &str) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::NotFound.into())
    }

    fn status(&self, _: &str, _: bool) -> io::Result<FileStatus> {
        Err(io::ErrorKind::NotFound.into())
    }

    fn names(&self, _: &str) -> io::Result<Vec<String>> {
        Err(io::ErrorKind::NotFound.into())
    }

    fn target(&self, _: &str) -> io::Result<String> {
        Err(io::ErrorKind::NotFound.into())
    }
}

/// A caller that has the file `/srv/a` with the content "old", and collects the other questions.
fn caller(answers: mpsc::Sender<ToVm>, questions: mpsc::Receiver<FromVm>) -> Vec<String> {
    let mut asked = Vec::new();
    while let Ok(FromVm::Question(question)) = questions.recv() {
        let parts: serde_json::Value = serde_json::from_str(&question).unwrap();
        let answer = match (parts["do"].as_str().unwrap(), parts["path"].as_str().unwrap()) {
            ("stat", "/srv/a") => json!({ "value": { "kind": "file", "size": 3, "mtime": 7 } }),
            ("stat", "/srv/link") => json!({ "value": { "kind": "symlink", "size": 0, "mtime": 7, "target": "a" } }),
            ("stat", _) => json!({ "value": null }),
            ("file_read", _) => json!({ "value": "old" }),
            (_, "/refused") => json!({ "error": { "message": "no grant", "code": "refused" } }),
            _ => {
                asked.push(question);
                json!({ "value": null })
            }
        };
        if answers.send(ToVm::Answer(answer.to_string())).is_err() {
            break;
        }
    }
    asked
}

/// Calls a function with a fixture whose files a caller has, and returns what the caller was asked to change.
fn changes(call: impl FnOnce(&mut Fixture)) -> Vec<String> {
    let (to_caller, questions) = mpsc::channel();
    let (answers, from_caller) = mpsc::channel();
    let thread = std::thread::spawn(move || caller(answers, questions));
    let mut fixture = Fixture::new();
    fixture.state = State::new(Box::new(Asked), 1 << 20, Duration::from_millis(1));
    fixture.state.files.connect(&std::rc::Rc::new((to_caller, from_caller)));
    call(&mut fixture);
    drop(fixture);
    thread.join().unwrap()
}

/// Flags of `path_open`, and the right to write.
const CREATE: u32 = 1;
const EXCLUSIVE: u32 = 4;
const TRUNCATE: u32 = 8;
const WRITE: u64 = 1 << 6;

impl Fixture {
    /// Writes a text.
    fn write(&mut self, file: u32, text: &str) -> Outcome {
        self.bytes[BUFFER as usize..][..text.len()].copy_from_slice(text.as_bytes());
        self.buffer(u32::try_from(text.len()).unwrap());
        self.call(|guest, state| fd_write(guest, state, file, LIST, 1, RESULT))
    }

    fn close(&mut self, file: u32) -> Outcome {
        self.call(|guest, state| fd_close(guest, state, file))
    }
}

#[test]
fn caller_writes_a_changed_file_when_it_is_closed() {
    let asked = changes(|fixture| {
        let file = fixture.open("srv/new", CREATE | TRUNCATE, WRITE).unwrap();
        fixture.write(file, "one ").unwrap();
        fixture.write(file, "two").unwrap();
        fixture.close(file).unwrap();
        let file = fixture.open("srv/a", 0, WRITE).unwrap();
        fixture.call(|guest, state| fd_seek(guest, state, file, 3, 0, RESULT)).unwrap();
        fixture.write(file, "er").unwrap();
        fixture.call(|guest, state| fd_filestat_set_size(guest, state, file, 4)).unwrap();
        fixture.close(file).unwrap();
        let unchanged = fixture.open("srv/a", 0, WRITE).unwrap();
        fixture.close(unchanged).unwrap();
    });
    assert_eq!(
        asked,
        [
            r#"{"do":"file_write","path":"/srv/new","content":""}"#,
            r#"{"do":"file_write","path":"/srv/new","content":"one two"}"#,
            r#"{"do":"file_write","path":"/srv/a","content":"olde"}"#,
        ]
    );
}

#[test]
fn caller_changes_directories_and_links() {
    let asked = changes(|fixture| {
        let length = fixture.path("srv/a");
        fixture.call(|guest, state| path_unlink_file(guest, state, ROOT, PATH, length)).unwrap();
        fixture.call(|guest, state| path_create_directory(guest, state, ROOT, PATH, length)).unwrap();
        fixture.call(|guest, state| path_remove_directory(guest, state, ROOT, PATH, length)).unwrap();
        fixture.call(|guest, state| path_rename(guest, state, ROOT, PATH, length, ROOT, PATH, 3)).unwrap();
        fixture.call(|guest, state| path_symlink(guest, state, PATH, 3, ROOT, PATH, length)).unwrap();
        let times = fixture.call(|guest, state| path_filestat_set_times(guest, state, ROOT, 0, PATH, length, 0, 9, 4));
        times.unwrap();
        let length = fixture.path("srv/link");
        fixture.call(|guest, state| path_readlink(guest, state, ROOT, PATH, length, BUFFER, 9, RESULT)).unwrap();
        assert_eq!((fixture.number(RESULT), fixture.text(1)), (1, "a"));
    });
    let names: Vec<&str> =
        asked.iter().filter_map(|question| question.split("\"do\":\"").nth(1)?.split('"').next()).collect();
    let expected = ["file_remove", "directory_make", "directory_remove", "file_rename", "file_symlink", "file_times"];
    assert_eq!(names, expected);
}

#[test]
fn refusals_of_the_caller_are_errors_of_the_call() {
    let asked = changes(|fixture| {
        assert_eq!(fixture.open("refused", CREATE, WRITE), Err(Errno::Access));
        assert_eq!(fixture.open("srv/a", CREATE | EXCLUSIVE, WRITE), Err(Errno::Exists));
        assert_eq!(fixture.open("srv/none", 0, WRITE), Err(Errno::NoEntry));
        assert_eq!(fixture.open("own/new", CREATE, WRITE), Err(Errno::ReadOnly));
        let length = fixture.path("refused");
        let removed = fixture.call(|guest, state| path_unlink_file(guest, state, ROOT, PATH, length));
        assert_eq!(removed, Err(Errno::Access));
    });
    assert_eq!(asked, [""; 0]);
}

#[test]
fn rule_of_each_import_is_tested() {
    let (_, linked) = include_str!("../wasi.rs").split_once("link! { linker,").unwrap();
    let (linked, _) = linked.split_once("\n    }\n").unwrap();
    let names: Vec<&str> = linked.lines().filter_map(|line| Some(line.trim().split_once('(')?.0)).collect();
    // The interpreter imports 35 functions; `proc_exit` ends the instance, which the attack `exit!` in tests/ruby/attacks shows.
    assert_eq!(names.len(), 34);
    for name in names {
        assert!(include_str!("tests.rs").contains(&format!("{name}(guest, state")), "{name}");
    }
}
