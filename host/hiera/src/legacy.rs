//! Data providers of Puppet 4.3: `data_provider` in the `metadata.json` of a module, and the setting
//! `environment_data_provider`. A `hiera.yaml` of version 5 overrides them.

use value::{EvalError, FileLocation, Strict};

use crate::issue;
use crate::layer::LayerId;
use crate::lookup::Lookup;

/// Source of a layer's data.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum LayerData {
    /// No legacy setting.
    Nowhere,
    /// No data.
    None,
    /// The hierarchy, by default the one used without a `hiera.yaml`.
    Hiera,
    /// The function with this name.
    Function(String),
}

impl Lookup<'_> {
    /// Returns the source of a layer's data. `version` is the version of its `hiera.yaml`, if it has one.
    ///
    /// # Errors
    /// Returns an error if the setting names an unknown provider.
    pub(crate) fn legacy_data(
        &mut self,
        id: &LayerId,
        directory: &str,
        version: Option<u8>,
    ) -> Result<LayerData, EvalError> {
        let (owner, name) = match id {
            LayerId::Global => return Ok(LayerData::Nowhere),
            LayerId::Environment => ("environment", self.host.settings().environment_data_provider.clone()),
            LayerId::Module(module) => (&**module, self.module_data_provider(module)?),
        };
        let Some(name) = name else { return Ok(LayerData::Nowhere) };
        let is_void = version.is_some_and(|version| version >= 5);
        if self.host.settings().strict != Strict::Off {
            let messages = match id.module() {
                Some(_) => issue::deprecated_module_data(&name, version),
                None => issue::deprecated_environment_data(&name, version, &format!("{directory}/hiera.yaml")),
            };
            for message in messages {
                self.host.warn_once(&format!("data_provider {owner}: {message}"), issue::warning(message));
            }
        }
        match name.as_str() {
            _ if is_void => Ok(LayerData::Nowhere),
            "none" => Ok(LayerData::None),
            "hiera" => Ok(LayerData::Hiera),
            "function" => {
                let function = format!("{owner}::data");
                if self.host.settings().strict != Strict::Off {
                    let warning = issue::warning(issue::legacy_data_function(&function));
                    self.host.warn_once("legacy_provider_function", warning);
                }
                Ok(LayerData::Function(function))
            }
            _ => {
                let kind = if id.module().is_some() { "module" } else { "environment" };
                Err(issue::unknown_data_provider(self.host.world().name(), kind, &name))
            }
        }
    }

    /// Returns the `data_provider` in the metadata of a module.
    fn module_data_provider(&mut self, module: &str) -> Result<Option<String>, EvalError> {
        let text = self.host.world().text(FileLocation::Module(module), "metadata.json");
        let Some(text) = text.map_err(|error| EvalError::new(error.to_string()))? else { return Ok(None) };
        let metadata: serde_json::Value = match serde_json::from_str(&text.text) {
            Ok(metadata) => metadata,
            Err(error) => {
                let message = issue::unreadable_metadata(module, &value::json_fault(&error));
                match self.host.settings().strict {
                    Strict::Off => {}
                    Strict::Warning => self.warn(message),
                    Strict::Error => return Err(EvalError::new(message)),
                }
                return Ok(None);
            }
        };
        Ok(match metadata.get("data_provider") {
            None | Some(serde_json::Value::Null) => None,
            Some(serde_json::Value::String(name)) => Some(name.clone()),
            Some(other) => Some(other.to_string()),
        })
    }
}
