//! Linking: every import of the contract is added to a linker by [`GatedLinker::expose`], which consults the gate
//! before the function runs. Imports that are not available in this run are linked to a stub that refuses.

use wasmtime::component::{ComponentNamedList, Lift, Linker, Lower, Resource, ResourceType};
use wasmtime::{Engine, StoreContextMut};

use crate::arena::result::ResultArena;
use crate::bindings::marotte::provider::errors::Error;
use crate::bindings::marotte::provider::fs_read::Entry;
use crate::bindings::marotte::provider::fs_types::{Body, Metadata, Place, Want};
use crate::bindings::marotte::provider::fs_write::{Attrs, Staged};
use crate::bindings::marotte::provider::http_types::{Request, Response};
use crate::bindings::marotte::provider::identity::{Group, Key, User};
use crate::bindings::marotte::provider::log::Level;
use crate::bindings::marotte::provider::process_types::{Command, Output};
use crate::bindings::marotte::provider::values::{ArenaResult, Sheet, TableResult};
use crate::error::CallStop;
use crate::gate::{Effect, GateRefusal, HostImport, PhaseRule, import};
use crate::instance::StoreData;
use crate::system::wasi;

/// Set of host functions in a linker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum LinkProfile {
    /// Functions without access to the system.
    Pure,
    /// These, and functions that only read: the profile of a noop run without enforced resources.
    ReadOnly,
    /// All functions.
    Full,
}

impl LinkProfile {
    /// Returns whether an import with this rule is linked to its implementation.
    pub(crate) fn exposes(self, rule: PhaseRule) -> bool {
        match rule {
            PhaseRule::Pure => true,
            PhaseRule::Read => self != Self::Pure,
            PhaseRule::Write => self == Self::Full,
        }
    }
}

/// Creates a linker.
///
/// # Errors
/// Returns an error only if two imports have the same name.
pub(crate) fn linker(engine: &Engine, profile: LinkProfile) -> wasmtime::Result<Linker<StoreData>> {
    let mut gated = GatedLinker { linker: Linker::new(engine), profile };
    wasi::link(&mut gated.linker)?;
    gated.pure()?;
    gated.reading()?;
    gated.writing()?;
    Ok(gated.linker)
}

/// Result type of a host function, which can be a refusal.
trait HostResult: Sized {
    /// The result in the component ABI: an empty tuple for a function without a result, otherwise a tuple of one.
    type Wire: ComponentNamedList + Lower + 'static;

    /// Converts the result to the component ABI.
    fn into_wire(self) -> Self::Wire;

    /// Returns a refusal: as an error if the result type has one, otherwise by terminating the call.
    fn refused(refusal: GateRefusal) -> wasmtime::Result<Self>;
}

impl<T> HostResult for Result<T, Error>
where
    Self: Lower + Lift + 'static,
{
    type Wire = (Self,);

    fn into_wire(self) -> Self::Wire {
        (self,)
    }

    fn refused(refusal: GateRefusal) -> wasmtime::Result<Self> {
        Ok(Err(refusal.into()))
    }
}

macro_rules! ends_the_call {
    ($([$($generic:ident)?] $answer:ty;)*) => {
        $(impl$(<$generic>)? HostResult for $answer
        where
            Self: Lower + Lift + 'static,
        {
            type Wire = (Self,);

            fn into_wire(self) -> Self::Wire {
                (self,)
            }

            fn refused(refusal: GateRefusal) -> wasmtime::Result<Self> {
                Err(CallStop::Refused(refusal.0).into())
            }
        })*
    };
}

impl HostResult for () {
    type Wire = ();

    fn into_wire(self) -> Self::Wire {}

    fn refused(refusal: GateRefusal) -> wasmtime::Result<Self> {
        Err(CallStop::Refused(refusal.0).into())
    }
}

ends_the_call! {
    [] String;
    [] TableResult;
    [T] Vec<T>;
    [T] Option<T>;
}

type LogLine = (Level, Option<u32>, Option<u16>, String);

struct GatedLinker {
    linker: Linker<StoreData>,
    profile: LinkProfile,
}

impl GatedLinker {
    /// Links one function of the contract. All functions are linked by this method.
    fn expose<P, R>(
        &mut self,
        import: &'static HostImport,
        call: impl Fn(&mut StoreData, P) -> wasmtime::Result<R> + Send + Sync + 'static,
    ) -> wasmtime::Result<()>
    where
        P: ComponentNamedList + Lift + 'static,
        R: HostResult,
    {
        let is_exposed = self.profile.exposes(import.rule);
        let mut instance = self.linker.instance(&interface(import))?;
        instance.func_wrap(import.function, move |mut store: StoreContextMut<'_, StoreData>, arguments: P| {
            let answer = store.data_mut().hosted(|state| match admit(state, import) {
                Ok(()) if is_exposed => call(state, arguments),
                Ok(()) => R::refused(GateRefusal(format!("{import} is not available in this run"))),
                Err(refusal) => R::refused(refusal),
            })?;
            Ok(answer?.into_wire())
        })
    }

    fn pure(&mut self) -> wasmtime::Result<()> {
        self.expose(&import::LOG_EMIT, |state, (level, row, attribute, text): LogLine| {
            let limit = state.limits.log_bytes;
            Ok(state.with(|scope| scope.emit(level, row, attribute, text, limit))?)
        })?;
        self.expose(&import::FACTS_GET, |state, (path,): (String,)| -> wasmtime::Result<Option<ArenaResult>> {
            let facts = state.machine.borrow().facts.clone();
            let mut answer = ResultArena::new(&mut state.secrets);
            Ok(facts(&path).and_then(|fact| answer.value(&fact)).map(|_| answer.finish()))
        })?;
        self.expose(&import::REGEX_CHECK, |state, (pattern,): (String,)| Ok(state.check_pattern(&pattern)?))?;
        self.expose(&import::REGEX_IS_MATCH, |state, (pattern, texts): (String, Vec<String>)| {
            Ok(state.match_pattern(&pattern, texts)?)
        })?;
        self.expose(&import::REGEX_CAPTURES, |state, (pattern, text, start): (String, String, u32)| {
            Ok(state.capture_pattern(&pattern, text, start)?)
        })?;
        self.expose(&import::RUBY_SCHEMA, |state, (): ()| {
            Ok(state.caller.interpreter.as_ref().map(|known| known.schema.clone()).unwrap_or_default())
        })?;
        self.expose(
            &import::RUBY_CALL,
            |state, (request,): (String,)| -> wasmtime::Result<Result<(bool, String), Error>> {
                Ok(state.with_interpreter(|interpreter, print| interpreter.call(request, print)))
            },
        )?;
        self.expose(
            &import::RUBY_ANSWER,
            |state, (answer,): (String,)| -> wasmtime::Result<Result<(bool, String), Error>> {
                Ok(state.with_interpreter(|interpreter, print| interpreter.answer(answer, print)))
            },
        )?;
        self.expose(&import::RUBY_PROGRAM, |state, (name,): (String,)| -> wasmtime::Result<Option<String>> {
            Ok(state.with(|scope| scope.find_program(&name)))
        })?;
        self.expose(&import::RUBY_VISIBLE, |state, (type_name,): (Option<String>,)| {
            Ok(state.visible(type_name.as_deref()))
        })?;
        self.expose(&import::CATALOG_FIND, |state, (type_name, columns): (String, Vec<String>)| {
            state.find(&type_name, &columns).map_err(|refusal| CallStop::Refused(refusal.0).into())
        })
    }

    fn reading(&mut self) -> wasmtime::Result<()> {
        self.expose(&import::IDENTITY_FIND_USER, |state, (key,): (Key,)| -> wasmtime::Result<Option<User>> {
            Ok(state.with(|scope| scope.find_user(&key)))
        })?;
        self.expose(&import::IDENTITY_FIND_GROUP, |state, (key,): (Key,)| -> wasmtime::Result<Option<Group>> {
            Ok(state.with(|scope| scope.find_group(&key)))
        })?;
        self.expose(&import::IDENTITY_USERS, |state, (): ()| Ok(state.with(|scope| scope.users())))?;
        self.expose(&import::IDENTITY_GROUPS, |state, (): ()| Ok(state.with(|scope| scope.groups())))?;
        self.expose(
            &import::FS_STAT,
            |state,
             (places, follow, want): (Vec<Place>, bool, Want)|
             -> wasmtime::Result<Vec<Result<Option<Metadata>, Error>>> {
                Ok(state.with(|scope| scope.stat(&places, follow, want)))
            },
        )?;
        self.expose(&import::FS_READ, |state, (place, offset, limit): (Place, u64, u32)| {
            Ok(state.with(|scope| scope.read(&place, offset, limit)))
        })?;
        self.expose(&import::FS_READ_TEXT, |state, (place, limit): (Place, u32)| {
            Ok(state.with(|scope| scope.read_text(&place, limit)))
        })?;
        self.expose(&import::FS_DIGEST, |state, (bodies, algorithm): (Vec<Body>, String)| {
            Ok(state.with(|scope| scope.digest(bodies, &algorithm)))
        })?;
        self.expose(&import::FS_EQUAL, |state, (pairs,): (Vec<(Place, Body)>,)| {
            Ok(state.with(|scope| scope.equal(pairs)))
        })?;
        self.expose(&import::FS_DIFF, |state, (place, body): (Place, Body)| {
            Ok(state.with(|scope| scope.diff(&place, body)))
        })?;
        self.expose(
            &import::FS_WALK,
            |state,
             (root, depth, follow, ignore, limit): (Place, u32, bool, Vec<String>, u32)|
             -> wasmtime::Result<Result<Vec<Entry>, Error>> {
                Ok(state.with(|scope| scope.walk(&root, depth, follow, &ignore, limit)))
            },
        )?;
        self.expose(&import::SECRETS_REVEAL, |state, (token,): (u32,)| -> wasmtime::Result<Result<String, Error>> {
            Ok(state.with(|scope| scope.reveal(token)))
        })?;
        self.expose(
            &import::HTTP_SEND,
            |state, (request,): (Request,)| -> wasmtime::Result<Result<Response, Error>> {
                state.usage.request(&state.limits)?;
                Ok(state.with(|scope| scope.send(request)))
            },
        )?;
        self.expose(&import::RUBY_CHANGE, |state, (change,): (Sheet,)| Ok(state.change(&change)))?;
        self.expose(&import::RUBY_PROVIDER_GET, |state, (resource, attribute): (Sheet, String)| {
            Ok(state.get_by_provider(&resource, &attribute))
        })?;
        self.expose(
            &import::PROCESS_QUERY,
            |state, (commands,): (Vec<Command>,)| -> wasmtime::Result<Vec<Result<Output, Error>>> {
                Ok(state.with(|scope| scope.query(commands)))
            },
        )
    }

    fn writing(&mut self) -> wasmtime::Result<()> {
        self.expose(&import::FS_WRITE, |state, (path, body, attrs, backup): (String, Body, Attrs, Option<String>)| {
            Ok(state.with(|scope| scope.write(&path, body, &attrs, backup.as_deref())))
        })?;
        self.staging()?;
        self.expose(
            &import::DOWNLOAD_FETCH,
            |state,
             (request, path, digest): (Request, String, Option<(String, String)>)|
             -> wasmtime::Result<Result<(), Error>> {
                state.usage.request(&state.limits)?;
                let staged = state.staged_at(&path);
                let fetched =
                    state.with(|scope| scope.fetch(request, &path, digest, staged.as_ref().map(|(_, it)| it)));
                if let Some((number, staged)) = staged {
                    state.put_staged(number, staged);
                }
                Ok(fetched)
            },
        )?;
        self.expose(&import::FS_MAKE_DIRECTORY, |state, (path, attrs, parents): (String, Attrs, bool)| {
            Ok(state.with(|scope| scope.make_directory(&path, &attrs, parents)))
        })?;
        self.expose(&import::FS_MAKE_SYMLINK, |state, (target, path, attrs): (String, String, Attrs)| {
            Ok(state.with(|scope| scope.make_symlink(&target, &path, &attrs)))
        })?;
        self.expose(&import::FS_SET_ATTRS, |state, (path, attrs, follow): (String, Attrs, bool)| {
            Ok(state.with(|scope| scope.set_attrs(&path, &attrs, follow)))
        })?;
        self.expose(&import::FS_RENAME, |state, (source, path): (String, String)| {
            Ok(state.with(|scope| scope.rename(&source, &path)))
        })?;
        self.expose(&import::FS_REMOVE, |state, (path, recursive, backup): (String, bool, Option<String>)| {
            Ok(state.with(|scope| scope.remove(&path, recursive, backup.as_deref())))
        })?;
        self.expose(&import::RUBY_PROVIDER_SET, |state, (resource, attributes): (Sheet, Vec<String>)| {
            Ok(state.set_by_provider(&resource, &attributes))
        })?;
        self.expose(&import::RUBY_PROVIDER_REFRESH, |state, (resource,): (Sheet,)| {
            Ok(state.refresh_by_provider(&resource))
        })?;
        self.expose(&import::PROCESS_MUTATE, |state, (command,): (Command,)| {
            Ok(state.with(|scope| scope.mutate(command)))
        })
    }

    fn staging(&mut self) -> wasmtime::Result<()> {
        let name = interface(&import::FS_STAGE);
        // Only existing staged files can be dropped, so this needs no permission.
        self.linker.instance(&name)?.resource("staged", ResourceType::host::<Staged>(), |mut store, number| {
            let state: &mut StoreData = store.data_mut();
            if let Some(staged) = state.take_staged(number) {
                state.with(|scope| scope.discard(&staged));
            }
            Ok(())
        })?;
        self.expose(
            &import::FS_STAGE,
            |state,
             (path, body, attrs): (Option<String>, Body, Attrs)|
             -> wasmtime::Result<Result<Resource<Staged>, Error>> {
                let staged = state.with(|scope| scope.stage(path.as_deref(), body, &attrs));
                Ok(staged.map(|staged| Resource::new_own(state.keep_staged(staged))))
            },
        )?;
        self.expose(&import::FS_STAGED_PATH, |state, (staged,): (Resource<Staged>,)| {
            let number = staged.rep();
            let staged =
                state.take_staged(number).ok_or(CallStop::Foreign("staged.path for an unknown file".into()))?;
            let path = state.with(|scope| scope.staged_path(&staged));
            state.put_staged(number, staged);
            Ok(path)
        })?;
        self.expose(
            &import::FS_STAGED_COMMIT,
            |state, (staged, backup): (Resource<Staged>, Option<String>)| -> wasmtime::Result<Result<(), Error>> {
                let number = staged.rep();
                let mut staged =
                    state.take_staged(number).ok_or(CallStop::Foreign("staged.commit for an unknown file".into()))?;
                let committed = state.with(|scope| scope.commit(&mut staged, backup.as_deref()));
                state.put_staged(number, staged);
                Ok(committed)
            },
        )
    }
}

fn admit(state: &StoreData, import: &'static HostImport) -> Result<(), GateRefusal> {
    state.machine.borrow().gate.check(&state.caller, state.phase, Effect::Call(import))
}

/// Returns the name of an import's interface with its version.
pub(crate) fn interface(import: &HostImport) -> String {
    let version = import.package.split_once('@').map_or("", |(_, version)| version);
    format!("{}@{version}", import.full_interface())
}
