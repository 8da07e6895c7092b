//! The provider of `x509_request`.

use marotte_sdk::prelude::*;

use crate::attributes::{Wanted, current, directory, sibling};
use crate::tool::{passin, pem, public_key, query, run};
use crate::{Ensure, X509Request, X509RequestAttribute, X509RequestState};

/// The mode of a new request.
const MODE: u32 = 0o644;

/// Provider for certificate signing requests.
#[derive(Debug, Default)]
pub struct Requests;

impl Canonicalize for X509Request {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        row.ensure = row.ensure.or_else(|| wanted(row).default_ensure());
        if row.ensure != Some(Ensure::Present) {
            return;
        }
        // Puppet: these have defaults, files next to the request. Here, only files that the resource names are granted.
        if row.private_key.is_none() {
            let message = format!("private_key is a required attribute, for example '{}'", sibling(&row.path, ".key"));
            problems.error(row, X509RequestAttribute::PrivateKey, message);
        }
        if row.template.is_none() {
            let message = format!("template is a required attribute, for example '{}'", sibling(&row.path, ".cnf"));
            problems.error(row, X509RequestAttribute::Template, message);
        }
    }
}

impl Relate for X509Request {
    fn relate(row: &Row<Self>, _system: &impl System) -> Vec<Relation> {
        let key = row.private_key.as_deref().map(str::to_owned);
        let certificate = key.as_deref().map(|key| sibling(key, ""));
        let template = row.template.as_deref().map(str::to_owned);
        vec![
            Relation::require("x509_cert", certificate.into_iter().collect()),
            Relation::require("ssl_pkey", key.iter().cloned().collect()),
            Relation::require("file", [key, template, Some(directory(&row.path))].into_iter().flatten().collect()),
        ]
    }
}

impl Provider for Requests {
    type Resource = X509Request;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<X509Request>]) -> Vec<Result<State<X509Request>>> {
        for_each_row(rows, |row| {
            let file = current(system, &row.place(&*row.path))?;
            let Some(file) = file else { return Ok(X509RequestState::absent().into()) };
            if row.ensure == Some(Ensure::Present) && row.force.is_on() && !is_of_key(system, row)? {
                return Ok(X509RequestState::absent().into());
            }
            let ensure = Some(Ensure::Present);
            Ok(X509RequestState { ensure, owner: file.owner, group: file.group, mode: file.mode }.into())
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<X509Request>,
        _is: &X509RequestState,
        changed: &[X509RequestAttribute],
    ) -> Result<Applied<X509RequestAttribute>> {
        let ensure = row.ensure.filter(|_| changed.contains(&X509RequestAttribute::Ensure));
        wanted(row).apply(system, &row.path, ensure, |system, file| generate(system, row, file))?;
        Ok(Applied::all())
    }
}

impl Refresh for Requests {
    fn refresh(&mut self, system: &impl WriteSystem, row: &Row<X509Request>) -> Result<()> {
        if row.ensure == Some(Ensure::Absent) {
            return Ok(());
        }
        wanted(row).create(system, &row.path, |system, file| generate(system, row, file))
    }
}

fn wanted(row: &X509Request) -> Wanted<'_> {
    Wanted { owner: row.owner.as_deref(), group: row.group.as_deref(), mode: row.mode.as_ref(), new_mode: MODE }
}

/// Generates a request into a file.
fn generate(system: &impl WriteSystem, row: &Row<X509Request>, path: &str) -> Result<()> {
    let (key, template) = (row.private_key.as_deref().unwrap_or_default(), row.template.as_deref().unwrap_or_default());
    let nodes: &[&str] = if row.encrypted.is_on() { &[] } else { &["-nodes"] };
    let arguments = ["req", "-new", "-batch", "-config", template, "-key", key, "-out", path];
    let password = row.password.as_ref();
    run(system, row.id(), &[&arguments[..], passin(password), nodes].concat(), password)
}

/// Returns whether the request is one for the private key. An unreadable request is not.
fn is_of_key(system: &impl ReadSystem, row: &Row<X509Request>) -> Result<bool> {
    let key = row.private_key.as_deref().unwrap_or_default();
    let own = public_key(system, row.id(), key, row.password.as_ref())?;
    let output = query(system, row.id(), &["req", "-in", &row.path, "-noout", "-pubkey"], None)?;
    Ok(output.is_success() && pem(&output.text()) == Some(own.as_str()))
}
