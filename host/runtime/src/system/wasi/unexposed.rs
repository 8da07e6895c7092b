//! Stubs for unsupported WASI imports: standard libraries import functions that are never called. Calling one
//! terminates the call with an error message that contains its name.

use wasmtime::component::types::ComponentItem;
use wasmtime::component::{Component, Linker, ResourceType};

use super::VERSION;
use crate::error::CallStop;
use crate::instance::StoreData;

/// The resources of the supported interfaces.
const LENT: [&str; 6] = ["error", "pollable", "input-stream", "output-stream", "terminal-input", "terminal-output"];

/// Host type of the resources of unsupported interfaces.
enum UnexposedResource {}

/// Links the WASI imports of a component that are not linked yet.
///
/// # Errors
/// Returns an error if memory cannot be allocated.
pub(crate) fn link(linker: &mut Linker<StoreData>, component: &Component) -> wasmtime::Result<()> {
    let engine = component.engine().clone();
    for (import, item) in component.component_type().imports(&engine) {
        let ComponentItem::ComponentInstance(imported) = item.ty else { continue };
        let Some((interface, version)) = import.split_once('@').filter(|(name, _)| name.starts_with("wasi:")) else {
            continue;
        };
        // All 0.2.x versions resolve to the supported version; a stub under its own version would hide the
        // supported functions.
        let version = if version.starts_with("0.2.") { VERSION } else { version };
        let mut instance = linker.instance(&format!("{interface}@{version}"))?;
        for (export, item) in imported.exports(&engine) {
            // Existing definitions are kept; redefining them is an error, which is ignored.
            let _ = match item.ty {
                ComponentItem::ComponentFunc(_) => {
                    let name = format!("{interface}.{export}");
                    instance.func_new(export, move |_, _, _, _| Err(CallStop::Foreign(name.clone()).into()))
                }
                // Resources of supported interfaces are only aliases here.
                ComponentItem::Resource(_) if !LENT.contains(&export) => {
                    instance.resource(export, ResourceType::host::<UnexposedResource>(), |_, _| Ok(()))
                }
                _ => Ok(()),
            };
        }
    }
    Ok(())
}
