//! Owns what a component imports of WASI beyond what is lent: a language's library imports much that is never called. A call of it
//! ends with its name; what is lent stays as it is.

use wasmtime::component::types::ComponentItem;
use wasmtime::component::{Component, Linker, ResourceType};

use super::VERSION;
use crate::error::CallStop;
use crate::instance::StoreData;

/// The resources of the interfaces that are lent.
const LENT: [&str; 6] = ["error", "pollable", "input-stream", "output-stream", "terminal-input", "terminal-output"];

/// Stands for every resource of an interface that is not lent.
enum UnexposedResource {}

/// Links what is not there yet of the WASI interfaces that a component imports.
///
/// # Errors
/// There is no memory for it.
pub(crate) fn link(linker: &mut Linker<StoreData>, component: &Component) -> wasmtime::Result<()> {
    let engine = component.engine().clone();
    for (import, item) in component.component_type().imports(&engine) {
        let ComponentItem::ComponentInstance(imported) = item.ty else { continue };
        let Some((interface, version)) = import.split_once('@').filter(|(name, _)| name.starts_with("wasi:")) else {
            continue;
        };
        // Under the version that is lent, of which every 0.2 is found: under another name it would hide what is lent.
        let version = if version.starts_with("0.2.") { VERSION } else { version };
        let mut instance = linker.instance(&format!("{interface}@{version}"))?;
        for (export, item) in imported.exports(&engine) {
            // What is there already stays, which is the error.
            let _ = match item.ty {
                ComponentItem::ComponentFunc(_) => {
                    let name = format!("{interface}.{export}");
                    instance.func_new(export, move |_, _, _, _| Err(CallStop::Foreign(name.clone()).into()))
                }
                // Where it is lent elsewhere, here it is only named.
                ComponentItem::Resource(_) if !LENT.contains(&export) => {
                    instance.resource(export, ResourceType::host::<UnexposedResource>(), |_, _| Ok(()))
                }
                _ => Ok(()),
            };
        }
    }
    Ok(())
}
