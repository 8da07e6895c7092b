//! Types defined by a case in Ruby, which are replaced by test components. `tests/components/customtypes/cases.toml`
//! maps names of cases to components, regardless of the location of the case.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use catalog::schema::TypeSchema;
use engine::ruby::{RubyPackage, RubyStore, TrustOptions, start_for_types};
use runtime::{ComponentSource, RubyStart, Runtime, RuntimeConfig};

use super::Case;

/// The directory of the guests.
const DIRECTORY: &str = env!("TEST_COMPONENT_CUSTOM_TYPES");

/// Table of guests and the cases whose types they replace.
const CASES: &str = include_str!("../../components/customtypes/cases.toml");

/// The types of a case.
#[derive(Clone, Default)]
pub struct Custom {
    pub(super) components: Vec<ComponentSource>,
    pub(super) types: Vec<Arc<TypeSchema>>,
    pub(super) ruby: Option<RubyStart>,
}

impl Custom {
    /// Returns the guests of a case.
    ///
    /// # Errors
    /// Returns an error if a guest cannot be read.
    pub fn of(case: &Case) -> Result<Self, String> {
        let table = table()?;
        let guests = table.get(&case.category).into_iter().flatten();
        let guests = guests.filter(|(_, cases)| cases.contains(&case.name)).map(|(guest, _)| guest);
        let components = guests.map(|guest| component(guest)).collect::<Result<Vec<_>, _>>()?;
        if components.is_empty() { Ok(Self::default()) } else { Self::with(components, None) }
    }

    /// Returns the types of a case's modules as `module trust` makes them: the Ruby code runs in the installed interpreter.
    ///
    /// # Errors
    /// Returns an error if a type cannot be used.
    pub fn in_ruby(case: &Case, store: &RubyStore) -> Result<Self, String> {
        let modules = vec![case.directory.join("modules")];
        let mut components = Vec::new();
        for entry in fs::read_dir(&modules[0]).map_err(|error| error.to_string())? {
            let name = entry.map_err(|error| error.to_string())?.file_name().display().to_string();
            let package = RubyPackage::of_module(store, &modules, &name, &TrustOptions::default(), &|_| None);
            let package = package.map_err(|error| format!("{error:#}"))?;
            components.push(ComponentSource::new(name, package.component));
        }
        let store = store.clone();
        let start: RubyStart = Arc::new(move |code| {
            start_for_types(&store, &modules, code, Vec::new()).map_err(|error| format!("{error:#}"))
        });
        Self::with(components, Some(start))
    }

    fn with(components: Vec<ComponentSource>, ruby: Option<RubyStart>) -> Result<Self, String> {
        let runtime = Runtime::new(RuntimeConfig::new(components.clone())).map_err(|error| error.to_string())?;
        Ok(Self { types: runtime.types().cloned().collect(), components, ruby })
    }

    /// Returns whether guests replace the types of a case.
    ///
    /// # Errors
    /// Returns an error if the table is malformed.
    pub fn stands_for(case: &Case) -> Result<bool, String> {
        let path = format!("{}/{}", case.category, case.name);
        Ok(Self::cases()?.contains(&path))
    }

    /// Returns the cases with guests: `CATEGORY/NAME`.
    ///
    /// # Errors
    /// Returns an error if the table is malformed.
    pub fn cases() -> Result<Vec<String>, String> {
        let table = table()?;
        let names = table
            .iter()
            .flat_map(|(category, guests)| guests.values().flatten().map(move |name| format!("{category}/{name}")));
        Ok(names.collect())
    }
}

/// Names of cases by category and guest.
type Table = BTreeMap<String, BTreeMap<String, Vec<String>>>;

fn table() -> Result<Table, String> {
    toml::from_str(CASES).map_err(|error| format!("customtypes/cases.toml: {error}"))
}

fn component(guest: &str) -> Result<ComponentSource, String> {
    let path = Path::new(DIRECTORY).join(guest).with_extension("wasm");
    let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(ComponentSource::new(guest, bytes))
}
