//! Validation of combinations of attributes that exclude each other.

use marotte_sdk::prelude::*;

use crate::{Ensure, Source, Vcsrepo, VcsrepoAttribute};

impl Canonicalize for Vcsrepo {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        if let (Some(Ensure::Bare | Ensure::Mirror), Some(revision)) = (row.ensure, &row.revision) {
            let message = format!("Cannot set a revision ({}) on a bare repository", revision.0);
            problems.error(row, VcsrepoAttribute::Revision, message);
        }
        if row.ensure == Some(Ensure::Mirror) && row.source.is_none() {
            let message = "Cannot init repository with mirror option, try bare instead";
            problems.error(row, VcsrepoAttribute::Ensure, message);
        }
        if let Some(Source::Many(places)) = &row.source
            && !places.contains_key(&row.remote.0)
        {
            let message = format!("You must specify the URL for {} in the :source hash", row.remote.0);
            problems.error(row, VcsrepoAttribute::Source, message);
        }
    }
}
