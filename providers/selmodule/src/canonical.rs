//! Values implied by the attributes of a module before anything is read, and its automatic relationships.

use marotte_sdk::prelude::*;

use crate::{Ensure, Selmodule};

impl Canonicalize for Selmodule {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        // Puppet: a module about which no property says anything is not managed at all.
        if row.ensure.is_none() && row.syncversion.is_some() {
            row.ensure = Some(Ensure::Present);
        }
        if row.name.is_empty() || row.name.starts_with('-') || row.name.contains(['/', '\0', '\n']) {
            problems.error(row, crate::SelmoduleAttribute::Name, format!("'{}' is no name of a module", row.name));
        }
    }
}

impl Relate for Selmodule {
    fn relate(row: &Row<Self>, _system: &impl System) -> Vec<Relation> {
        vec![Relation::require("file", vec![row.file()])]
    }
}

impl Selmodule {
    /// Returns the file with the module.
    pub(crate) fn file(&self) -> String {
        match &self.selmodulepath {
            Some(path) => path.to_string(),
            None => format!("{}/{}.pp", self.selmoduledir.trim_end_matches('/'), self.name),
        }
    }
}
