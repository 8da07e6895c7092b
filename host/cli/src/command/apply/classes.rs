//! Classes of `--loadclasses`.

use anyhow::Result;
use catalog::Level;
use engine::{Engine, Session};
use ownership::CheckError;

use crate::console::Console;

/// Adds the classes of the setting `classfile` to those of the run. Returns whether the file could be read; if not,
/// logs it.
///
/// # Errors
/// Returns an error if other users can change the file.
pub(super) fn add_classes(engine: &Engine, session: &mut Session<'_>, console: &mut Console) -> Result<bool> {
    match engine.listed_classes() {
        Ok(classes) => {
            session.request.classes.extend(classes);
            Ok(true)
        }
        Err(exposed @ CheckError::Exposed(_)) => Err(exposed.into()),
        Err(_) => {
            console.log(Level::Err, "", &format!("{} is not readable", engine.settings().classfile.display()));
            Ok(false)
        }
    }
}
