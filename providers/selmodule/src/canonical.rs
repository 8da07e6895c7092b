//! Implied values and automatic relationships of a module.

use marotte_sdk::prelude::*;

use crate::{Ensure, Selmodule};

impl Canonicalize for Selmodule {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        // Puppet: without any managed property, `ensure` has no default.
        if row.ensure.is_none() && row.syncversion.is_some() {
            row.ensure = Some(Ensure::Present);
        }
        if row.name.is_empty() || row.name.starts_with('-') || row.name.contains(['/', '\0', '\n']) {
            problems.error(row, crate::SelmoduleAttribute::Name, format!("'{}' is not a module name", row.name));
        }
    }
}

impl Relate for Selmodule {
    fn relate(row: &Row<Self>, _system: &impl System) -> Vec<Relation> {
        vec![Relation::require("file", vec![row.file()])]
    }
}

impl Selmodule {
    /// Returns the path of the module file.
    pub(crate) fn file(&self) -> String {
        match &self.selmodulepath {
            Some(path) => path.to_string(),
            None => format!("{}/{}.pp", self.selmoduledir.trim_end_matches('/'), self.name),
        }
    }
}
