//! Classes of `--loadclasses`.

use anyhow::Result;
use catalog::Level;
use engine::{Engine, Session};
use ownership::CheckError;

use crate::console::Console;

/// Adds the classes in `classfile` to the run. Returns `false` if the file cannot be read, with the error in the log.
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
