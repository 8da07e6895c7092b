//! Suggestions for unknown types and attributes.

use catalog::Metaparameter;
use runtime::Runtime;

/// Returns the end of an error message: the most similar type if the type is unknown, otherwise the name most similar
/// to the first unknown attribute. `settings` are the arguments `attribute=value`.
pub(super) fn hint(runtime: &Runtime, type_name: &str, settings: &[String]) -> String {
    let near = match runtime.registry().schema(type_name) {
        None => syntax::nearest(type_name, runtime.registry().type_names()).map(str::to_owned),
        Some(schema) => {
            let attributes = schema
                .attributes
                .iter()
                .flat_map(|attribute| [&attribute.name].into_iter().chain(&attribute.aliases).map(String::as_str));
            let known: Vec<&str> = attributes.chain(Metaparameter::ALL.map(Metaparameter::name)).collect();
            let given = settings.iter().filter_map(|setting| Some(setting.split_once('=')?.0));
            let unknown = given.into_iter().find(|name| !known.contains(name));
            unknown.and_then(|name| syntax::nearest(name, known.iter().copied())).map(str::to_owned)
        }
    };
    near.map_or_else(String::new, |near| format!("; did you mean '{near}'?"))
}
