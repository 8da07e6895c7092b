//! Reading: current state of the files of many rows, with as few system calls as possible. Contents are compared
//! by the host and digested only where a message needs a digest.

use marotte_sdk::prelude::*;
use marotte_sdk::system::Want;

use super::Posix;
use crate::attribute::{Identity, Mode};
use crate::checksum::{self, of_file, shown_of_file, timestamp};
use crate::desired::{Content, Desired, ensure_name, ensure_of, kind_name};
use crate::identity::IdentityKind;
use crate::label::{self, Label};
use crate::mode::{Permissions, octal, without_acl};
use crate::remote::{self, Version};
use crate::schema::{Checksum, Ensure, File, FileAttribute, FileState, Links, SourcePermissions};
use crate::source::{self, Purpose};

/// Placeholder for secrets.
pub(super) const REDACTED: &str = "[redacted]";

/// Warning logged once if permissions are copied from a source.
const SOURCE_PERMISSIONS: &str =
    "The `source_permissions` parameter is deprecated. Explicitly set `owner`, `group`, and `mode`.";

/// The state of one row before its content is compared.
struct Look {
    desired: Desired,
    metadata: Option<Metadata>,
    contents: Contents,
}

/// The result of comparing the content of one row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Contents {
    /// The content is not managed.
    Unmanaged,
    /// The host compares the contents; the index of the pair in the call.
    Asked(usize),
    /// The content is compared by its digest.
    ByDigest,
    /// The file is at least as new as its source.
    Same,
    /// The sizes differ, or the file is older than its source.
    Different,
}

impl Posix {
    pub(super) fn retrieve(&mut self, system: &impl ReadSystem, rows: &[Row<File>]) -> Vec<Result<State<File>>> {
        let wants_permissions = |row: &&Row<File>| {
            row.source_permissions.is_some_and(|permissions| permissions != SourcePermissions::Ignore)
        };
        if let Some(row) = rows.iter().find(wants_permissions).filter(|_| !self.has_deprecated) {
            self.has_deprecated = true;
            system.warning(row, SOURCE_PERMISSIONS);
        }
        let metadata = stat(system, rows);
        let exists = |index: usize| matches!(&metadata[index], Ok(Some(metadata)) if metadata.kind == Kind::File);
        let origins = if rows.iter().any(|row| row.source.is_some()) {
            source::find(system, rows, Purpose::Compare, exists)
        } else {
            rows.iter().map(|_| None).collect()
        };
        let mut pairs = Vec::new();
        let mut looks = Vec::with_capacity(rows.len());
        for ((row, origin), metadata) in rows.iter().zip(origins).zip(metadata) {
            looks.push(look(row, origin, metadata, &mut pairs));
        }
        let equal = if pairs.is_empty() { Vec::new() } else { system.equal(&pairs) };
        drop(pairs);
        rows.iter().zip(looks).map(|(row, look)| self.state(system, row, &look?, &equal)).collect()
    }

    fn state(
        &mut self,
        system: &impl ReadSystem,
        row: &Row<File>,
        look: &Look,
        equal: &[Result<bool>],
    ) -> Result<State<File>> {
        let Some(metadata) = &look.metadata else {
            let mut state = with_ensure(row, look, State::new(FileState::absent()));
            if let Some(content) = &look.desired.content {
                state.verdicts.iter_mut().try_for_each(|verdict| show(system, row, content, verdict))?;
            }
            return Ok(state);
        };
        let mut state = with_ensure(
            row,
            look,
            State::new(FileState { ensure: Some(ensure_of(metadata.kind)), ..FileState::default() }),
        );
        if row.ensure == Some(Ensure::Present) && row.content.is_some() && metadata.kind != Kind::File {
            let kind = kind_name(metadata.kind);
            system
                .warning(row, &format!("Ensure set to :present but file type is {kind} so no content will be synced"));
        }
        if look.desired.ensure == Some(Ensure::Absent) && metadata.kind == Kind::File {
            let nothing = Content::Body(Body::new());
            state.verdicts.iter_mut().try_for_each(|verdict| show(system, row, &nothing, verdict))?;
        }
        content(system, row, look, equal, &mut state)?;
        target(row, look, metadata, &mut state);
        self.owner(system, row, look, metadata, &mut state);
        self.group(system, row, look, metadata, &mut state);
        mode(row, look, metadata, &mut state);
        labels(row, metadata, &mut state);
        if row.is_audited(FileAttribute::Type) {
            state.is.r#type = Some(kind_name(metadata.kind).to_owned());
        }
        if row.is_audited(FileAttribute::Ctime) {
            state.is.ctime = Some(timestamp(metadata.ctime_ns));
        }
        if row.is_audited(FileAttribute::Mtime) {
            state.is.mtime = Some(timestamp(metadata.mtime_ns));
        }
        Ok(state)
    }

    fn owner(
        &mut self,
        system: &impl ReadSystem,
        row: &Row<File>,
        look: &Look,
        metadata: &Metadata,
        state: &mut State<File>,
    ) {
        let Some(identity) = look.desired.owner(row) else {
            if row.is_audited(FileAttribute::Owner) {
                state.is.owner = Some(Identity::Id(metadata.uid));
            }
            return;
        };
        let id = self.identities.id(system, IdentityKind::User, identity);
        if id.is_some_and(|id| id != metadata.uid) && !self.identities.is_privileged(system) {
            if !self.has_warned {
                self.has_warned = true;
                system.warning(row, "Cannot manage ownership unless running as root");
            }
            state.verdicts.push(Verdict::insync(FileAttribute::Owner));
            return;
        }
        let verdict = self.belongs(system, FileAttribute::Owner, IdentityKind::User, (identity, &id), metadata.uid);
        state.is.owner = Some(if verdict.is_none() { identity.clone() } else { Identity::Id(metadata.uid) });
        state.verdicts.extend(verdict);
    }

    fn group(
        &mut self,
        system: &impl ReadSystem,
        row: &Row<File>,
        look: &Look,
        metadata: &Metadata,
        state: &mut State<File>,
    ) {
        let Some(identity) = look.desired.group(row) else {
            if row.is_audited(FileAttribute::Group) {
                state.is.group = Some(Identity::Id(metadata.gid));
            }
            return;
        };
        let id = self.identities.id(system, IdentityKind::Group, identity);
        let verdict = self.belongs(system, FileAttribute::Group, IdentityKind::Group, (identity, &id), metadata.gid);
        state.is.group = Some(if verdict.is_none() { identity.clone() } else { Identity::Id(metadata.gid) });
        state.verdicts.extend(verdict);
    }

    /// Compares an owner or group; `None` if it is the desired one.
    fn belongs(
        &mut self,
        system: &impl ReadSystem,
        attribute: FileAttribute,
        of: IdentityKind,
        (identity, id): (&Identity, &Option<u32>),
        is: u32,
    ) -> Option<Verdict<FileAttribute>> {
        if *id == Some(is) {
            return None;
        }
        let is = self.identities.shown(system, of, is);
        let should = match (id, identity) {
            (Some(id), _) | (None, Identity::Id(id)) => self.identities.shown(system, of, *id),
            (None, Identity::Name(name)) => format!("'{name}'"),
        };
        let change = format!("{} changed {is} to {should}", attribute.name());
        Some(Verdict::differs(attribute).showing(is, should).change(change))
    }
}

/// Returns the metadata of all files, with one call for the files that need the same options.
fn stat(system: &impl ReadSystem, rows: &[Row<File>]) -> Vec<Result<Option<Metadata>>> {
    let way = |row: &Row<File>| (row.links == Some(Links::Follow), needs_acl(row));
    let mut answers = [(false, false), (false, true), (true, false), (true, true)].map(|(follow, acl)| {
        let same = rows.iter().filter(|row| way(row) == (follow, acl));
        let places: Vec<Place> = same.map(|row| row.place(row.path.as_str())).collect();
        let want = Want::TARGET | Want::SELINUX | if acl { Want::ACL } else { Want::empty() };
        let found = if places.is_empty() { Vec::new() } else { system.stat(&places, follow, want) };
        ((follow, acl), found.into_iter())
    });
    let mut next = |row| answers.iter_mut().find(|(of, _)| *of == way(row)).and_then(|(_, found)| found.next());
    rows.iter().map(|row| next(row).unwrap_or(Ok(None))).collect()
}

/// Returns whether an access control list may grant more than the desired permissions. If the mode has the
/// desired bits, its group bits limit the list, so it cannot grant more if others have the same permissions.
fn needs_acl(row: &Row<File>) -> bool {
    match row.mode.as_ref().map(|mode| &mode.permissions) {
        Some(Permissions::Octal(bits)) => (bits >> 3) & !bits & 0o7 != 0,
        Some(Permissions::Symbolic(_)) => true,
        None => row.source_permissions == Some(SourcePermissions::Use),
    }
}

/// Combines the desired state of one row with its current state, and the content comparison if one is needed.
fn look(
    row: &Row<File>,
    origin: Option<Result<source::Origin>>,
    metadata: Result<Option<Metadata>>,
    pairs: &mut Vec<(Place, Body)>,
) -> Result<Look> {
    let metadata = metadata?;
    let desired = Desired::new(row, origin.transpose()?, metadata.is_some())?;
    let contents = match (&metadata, &desired.content) {
        (Some(metadata), Some(content)) if desired.manages_content_of(row, metadata.kind) => {
            compare(row, &desired, content, metadata, pairs)
        }
        _ => Contents::Unmanaged,
    };
    Ok(Look { desired, metadata, contents })
}

/// Compares the content of one row as far as its metadata suffice.
fn compare(
    row: &Row<File>,
    desired: &Desired,
    content: &Content,
    metadata: &Metadata,
    pairs: &mut Vec<(Place, Body)>,
) -> Contents {
    let of_time = |is_new_enough| if is_new_enough { Contents::Same } else { Contents::Different };
    if row.checksum_value.is_some() {
        return Contents::ByDigest;
    }
    let body = match content {
        Content::Remote(remote) => {
            return match remote.version {
                Version::Digest(..) => Contents::ByDigest,
                Version::Modified(seconds) => of_time(metadata.mtime_ns.div_euclid(1_000_000_000) >= seconds),
                Version::Content(_) | Version::Unknown => Contents::Different,
            };
        }
        Content::Body(body) => body,
    };
    if row.checksum.is_some_and(Checksum::is_lite) {
        Contents::ByDigest
    } else if let Some(is_new_enough) = desired.is_new_enough(row, metadata) {
        of_time(is_new_enough)
    } else if desired.size.is_some_and(|size| size != metadata.size) {
        Contents::Different
    } else {
        pairs.push((row.place(row.path.as_str()), body.clone()));
        Contents::Asked(pairs.len() - 1)
    }
}

/// Adds a verdict on `ensure` if it differs from the host's comparison.
fn with_ensure(row: &Row<File>, look: &Look, state: State<File>) -> State<File> {
    let (Some(is), Some(should)) = (&state.is.ensure, &look.desired.ensure) else { return state };
    if look.desired.is_satisfied_by(row, is) {
        let is_seen = row.ensure.as_ref().is_none_or(|ensure| ensure == is);
        return if is_seen { state } else { state.with(Verdict::insync(FileAttribute::Ensure)) };
    }
    let verdict = Verdict::differs(FileAttribute::Ensure);
    let verdict = if look.desired.is_secret {
        verdict.showing(REDACTED, REDACTED)
    } else {
        verdict.showing(format!("'{}'", ensure_name(is)), format!("'{}'", ensure_name(should)))
    };
    state.with(verdict)
}

/// Compares the content of a row that manages or audits it.
fn content(
    system: &impl ReadSystem,
    row: &Row<File>,
    look: &Look,
    equal: &[Result<bool>],
    state: &mut State<File>,
) -> Result<()> {
    let attribute = managing(row);
    let is_managed = match look.contents {
        Contents::Unmanaged => {
            if row.content.is_some() || row.checksum_value.is_some() {
                state.verdicts.push(Verdict::insync(attribute));
            }
            false
        }
        Contents::Asked(place) => match &equal.get(place) {
            Some(Ok(true)) => {
                if row.content.is_some() {
                    state.verdicts.push(Verdict::insync(attribute));
                }
                false
            }
            Some(Ok(false)) | None => true,
            Some(Err(error)) => {
                let message = format!("Could not read file {}: {}", row.title(), error.message);
                return Err(error.clone().reword(message));
            }
        },
        Contents::Same => false,
        Contents::ByDigest | Contents::Different => true,
    };
    let Some(metadata) = look.metadata.as_ref().filter(|metadata| metadata.kind == Kind::File) else { return Ok(()) };
    if is_managed {
        differing(system, row, look, metadata, state)
    } else if row.is_audited(FileAttribute::Content) {
        state.is.content = Some(of_file(system, row, metadata)?);
        Ok(())
    } else {
        Ok(())
    }
}

/// Returns the attribute that reports changes of the content.
fn managing(row: &Row<File>) -> FileAttribute {
    if row.checksum_value.is_some() && row.source.is_some() {
        FileAttribute::ChecksumValue
    } else {
        FileAttribute::Content
    }
}

/// Adds a verdict on content that differs or is compared by its digest.
fn differing(
    system: &impl ReadSystem,
    row: &Row<File>,
    look: &Look,
    metadata: &Metadata,
    state: &mut State<File>,
) -> Result<()> {
    let attribute = managing(row);
    let Some(content) = &look.desired.content else { return Ok(()) };
    let verdict = Verdict::differs(attribute);
    let mut verdict = if look.desired.is_secret {
        verdict.showing(REDACTED, REDACTED).change(format!("changed {REDACTED} to {REDACTED}"))
    } else {
        let is = current(system, row, look, content, metadata)?;
        let should = look.desired.sum(system, row, content)?;
        let is_same = is == should;
        state.is.content = Some(is.clone());
        if attribute == FileAttribute::ChecksumValue {
            state.is.checksum_value = is.split_once('}').map(|(_, digest)| digest.to_owned());
        }
        if is_same {
            state.verdicts.push(Verdict::insync(attribute));
            return Ok(());
        }
        let shown = |sum: &str| match attribute {
            FileAttribute::ChecksumValue => format!("'{}'", sum.split_once('}').map_or(sum, |(_, digest)| digest)),
            _ => format!("'{sum}'"),
        };
        let (is, should) = (shown(&is), shown(&should));
        let change = format!("{} changed {is} to {should}", attribute.name());
        verdict.showing(is, should).change(change)
    };
    show(system, row, content, &mut verdict)?;
    state.verdicts.push(verdict);
    Ok(())
}

/// Adds the difference between current and desired content to a verdict, unless the row hides it.
fn show(
    system: &impl ReadSystem,
    row: &Row<File>,
    content: &Content,
    verdict: &mut Verdict<FileAttribute>,
) -> Result<()> {
    if row.show_diff != Some(false) {
        // The log adds a final newline.
        let diff = diff(system, row, content)?;
        verdict.diff = Some(diff.trim_end_matches('\n').to_owned()).filter(|diff| !diff.is_empty());
    }
    Ok(())
}

/// Returns the checksum of the current content, of the same kind as that of the desired content.
fn current(
    system: &impl ReadSystem,
    row: &Row<File>,
    look: &Look,
    content: &Content,
    metadata: &Metadata,
) -> Result<String> {
    let version = match content {
        Content::Remote(remote) if row.checksum_value.is_none() => &remote.version,
        _ if look.contents == Contents::ByDigest => return of_file(system, row, metadata),
        _ => return shown_of_file(system, row, metadata),
    };
    match version {
        Version::Digest(checksum, _) => {
            checksum::digest(system, &vec![row.place(row.path.as_str()).into()], checksum.name())
        }
        Version::Modified(_) => Ok(checksum::of_time(Checksum::Mtime, metadata.mtime_ns)),
        Version::Content(_) | Version::Unknown => shown_of_file(system, row, metadata),
    }
}

/// Returns the difference between current and desired content; empty if differences are not shown.
fn diff(system: &impl ReadSystem, row: &Row<File>, content: &Content) -> Result<String> {
    let place = row.place(row.path.as_str());
    let remote = match content {
        Content::Body(body) => return system.diff(&place, body),
        Content::Remote(remote) => remote,
    };
    // Nothing is downloaded if differences are not shown.
    let marker: Body = vec!["\u{0}".into()];
    if system.diff(&place, &marker)?.is_empty() {
        return Ok(String::new());
    }
    match remote::content(system, row, &remote.url) {
        Ok(content) => system.diff(&place, &vec![Part::Bytes(content)]),
        Err(error) => {
            system.debug(row, &format!("The difference is not shown: {}", error.message));
            Ok(String::new())
        }
    }
}

/// Puppet's value of `target` for files that are not links.
const NO_LINK: &str = "notlink";

/// Compares the target of a link.
fn target(row: &Row<File>, look: &Look, metadata: &Metadata, state: &mut State<File>) {
    let is_audited = row.is_audited(FileAttribute::Target);
    let Some(should) = &look.desired.target else {
        if is_audited {
            state.is.target = Some(metadata.target.clone().unwrap_or_else(|| NO_LINK.to_owned()));
        }
        return;
    };
    let is = metadata.target.as_deref().unwrap_or(NO_LINK);
    if look.desired.manages_target(row) && is != should {
        let verdict = Verdict::differs(FileAttribute::Target).showing(format!("'{is}'"), format!("'{should}'"));
        state.verdicts.push(verdict.change(format!("target changed '{is}' to '{should}'")));
    } else if row.target.as_deref().is_some_and(|target| target != is) {
        state.verdicts.push(Verdict::insync(FileAttribute::Target));
    }
    state.is.target = Some(is.to_owned());
}

/// Compares the permissions.
fn mode(row: &Row<File>, look: &Look, metadata: &Metadata, state: &mut State<File>) {
    let Some(mode) = look.desired.mode(row) else {
        if row.is_audited(FileAttribute::Mode) {
            state.is.mode = Some(Mode::new(metadata.mode & 0o7777));
        }
        return;
    };
    let current = without_acl(metadata);
    state.is.mode = Some(Mode::new(current));
    // Puppet: the permissions of a link are ignored.
    if metadata.kind == Kind::Symlink {
        state.verdicts.push(Verdict::insync(FileAttribute::Mode));
        return;
    }
    let is = octal(current);
    let has_acl = metadata.acl_group.is_some();
    let verdict = match mode.permissions.bits(current, metadata.kind == Kind::Directory) {
        Ok(bits) if bits == current && !has_acl => {
            if mode.text == is || row.mode.is_none() {
                return;
            }
            Verdict::insync(FileAttribute::Mode)
        }
        Ok(bits) => {
            let (should, note) = match &mode.permissions {
                Permissions::Octal(_) => (octal(bits), String::new()),
                Permissions::Symbolic(text) => (text.clone(), format!(" ({text})")),
            };
            let list = if has_acl { " with an access control list" } else { "" };
            let change = format!("mode changed '{is}'{list} to '{}'{note}", octal(bits));
            Verdict::differs(FileAttribute::Mode).showing(format!("'{is}'{list}"), format!("'{should}'")).change(change)
        }
        // The error is reported when the mode is set.
        Err(_) => Verdict::differs(FileAttribute::Mode).showing(format!("'{is}'"), format!("'{}'", mode.text)),
    };
    state.verdicts.push(verdict);
}

/// Compares the parts of the label. On systems without labels they are in sync.
fn labels(row: &Row<File>, metadata: &Metadata, state: &mut State<File>) {
    let Some((label, policy)) = Label::found(metadata) else {
        let given = label::PARTS.into_iter().filter(|part| label::given(row, *part).is_some());
        state.verdicts.extend(given.map(Verdict::insync));
        return;
    };
    for part in label::PARTS {
        let is = label.part(part);
        let should = label::wanted(row, part, policy.as_ref());
        if should.is_some() || row.is_audited(part) {
            let slot = match part {
                FileAttribute::Seluser => &mut state.is.seluser,
                FileAttribute::Selrole => &mut state.is.selrole,
                FileAttribute::Seltype => &mut state.is.seltype,
                _ => &mut state.is.selrange,
            };
            *slot = is.map(str::to_owned);
        }
        if let Some(should) = should.filter(|should| is != Some(should)) {
            let is = is.unwrap_or_default();
            let change = format!("{} changed '{is}' to '{should}'", part.name());
            state
                .verdicts
                .push(Verdict::differs(part).showing(format!("'{is}'"), format!("'{should}'")).change(change));
        }
    }
}
