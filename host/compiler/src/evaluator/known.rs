//! Known names of each kind, including names that module files could define, for suggestions.

use std::sync::Arc;

use value::{EvalError, FileLocation, Value};

use super::Evaluator;
use super::data_type::TYPE_NAMES;
use super::function::FunctionTable;
use crate::identity::{ResourceId, TypeId};
use crate::issue;
use crate::resource::capitalized;

/// Maximum depth of subdirectories searched in a module.
const MAXIMUM_DEPTH: usize = 8;

impl Evaluator<'_> {
    /// Adds the most similar class to the error for an unknown class.
    pub(crate) fn with_known_class(&mut self, fault: EvalError, name: &str) -> EvalError {
        let name = name.trim_start_matches("::");
        let (module, rest) = name.split_once("::").unwrap_or((name, "init"));
        let path = format!("manifests/{}.pp", rest.replace("::", "/"));
        let environment = self.environment();
        // A class that this file defines instead could not be included, since it would be searched in another file.
        if environment.find(FileLocation::Module(module), &path).is_some() {
            let directory = environment.find(FileLocation::Module(module), "").unwrap_or_default();
            return fault.with_hint(format!(
                "the file '{directory}/{path}' does not define '{name}'; rename the class in it, or the file"
            ));
        }
        let mut known = self.loadable(name, "manifests");
        // A file may define another class than its name suggests.
        known.retain(|name| self.find_class(name).is_ok_and(|class| class.is_some()));
        known.extend(self.definitions.class_names().map(str::to_owned));
        let fault = self.with_nearest(fault, name, known.iter().map(String::as_str));
        self.with_missing_file(fault, module, &path)
    }

    /// Adds the path at which a file of a module is expected to the error for a missing one, or the directories that do
    /// not contain the module.
    pub(crate) fn with_missing_file(&self, fault: EvalError, module: &str, path: &str) -> EvalError {
        let environment = self.environment();
        if let Some(directory) = environment.find(FileLocation::Module(module), "") {
            return match environment.find(FileLocation::Module(module), path) {
                Some(_) => fault,
                None => fault.with_hint(format!("the file '{directory}/{path}' does not exist")),
            };
        }
        match &*environment.modulepath() {
            [] => fault,
            directories => fault.with_hint(issue::missing_module(module, directories)),
        }
    }

    /// Adds the expected path to the error for a missing template, which is named `MODULE/PATH`.
    pub(crate) fn with_missing_template(&self, fault: EvalError, name: &str) -> EvalError {
        match name.split_once('/') {
            Some(("", _)) => fault,
            Some((module, path)) => self.with_missing_file(fault, module, &format!("templates/{path}")),
            None => {
                fault.with_hint(format!("name a template by its module and its path in 'templates': 'module/{name}'"))
            }
        }
    }

    /// Adds the most similar resource type to the error for an unknown one.
    pub(crate) fn with_known_resource_type(&mut self, fault: EvalError, name: &str) -> EvalError {
        let mut known = self.loadable(name.trim_start_matches("::"), "manifests");
        known.retain(|name| self.find_define(name).is_ok_and(|define| define.is_some()));
        known.extend(self.environment().type_names());
        known.extend(self.resources.type_keys().map(str::to_owned));
        known.extend(self.definitions.define_names().map(str::to_owned));
        self.with_nearest(fault, name, known.iter().map(String::as_str))
    }

    /// Adds the most similar data type, alias or resource type to the error for an unknown type.
    pub(crate) fn with_known_type(&mut self, fault: EvalError, name: &str) -> EvalError {
        let lower = name.to_lowercase();
        let mut known = self.loadable(&lower, "types");
        let mut defines = self.loadable(&lower, "manifests");
        defines.retain(|name| self.find_define(name).is_ok_and(|define| define.is_some()));
        known.extend(defines);
        known.extend(self.environment().type_names());
        known.extend(self.resources.type_keys().map(str::to_owned));
        known.extend(self.definitions.define_names().map(str::to_owned));
        let mut known: Vec<String> = known.iter().map(|name| capitalized(name)).collect();
        known.extend(self.definitions.alias_names().map(str::to_owned));
        self.with_nearest(fault, name, known.iter().map(String::as_str).chain(TYPE_NAMES))
    }

    /// Adds the most similar function to the error for an unknown function. `members` are also suggested.
    pub(crate) fn with_known_function<'n>(
        &self,
        fault: EvalError,
        name: &str,
        members: impl Iterator<Item = &'n str>,
    ) -> EvalError {
        let loadable = self.loadable(name, "functions");
        let built_in = FunctionTable::names().map(|name| -> &'n str { name });
        let mut known: Vec<String> = built_in.chain(members).map(str::to_owned).collect();
        known.extend(self.definitions.function_names().map(str::to_owned));
        known.extend(loadable);
        self.with_nearest(fault, name, known.iter().map(String::as_str))
    }

    /// Adds the most similar resource of the same type to the error for a missing reference. `referrer` is the resource
    /// that contains the reference, which is not meant.
    pub(crate) fn with_known_reference(
        &mut self,
        fault: EvalError,
        reference: &Value,
        referrer: Option<ResourceId>,
    ) -> EvalError {
        let Some(reference) = reference.as_reference() else { return fault };
        match self.find_resource_type(&reference.type_name) {
            Ok(Some(type_id)) => self.with_known_title(fault, type_id, &reference.title, referrer),
            _ => fault,
        }
    }

    /// Adds the most similar resource of the same type, other than `referrer`, or a general remedy to the error for a missing
    /// resource.
    pub(crate) fn with_known_title(
        &self,
        fault: EvalError,
        type_id: TypeId,
        title: &str,
        referrer: Option<ResourceId>,
    ) -> EvalError {
        let general = || "declare this resource, or correct the reference to it".to_owned();
        fault.with_hint(self.known_title_hint(type_id, title, referrer).unwrap_or_else(general))
    }

    /// Returns the hint with the most similar resource of a type, other than `referrer`; `None` if there is none.
    pub(crate) fn known_title_hint(
        &self,
        type_id: TypeId,
        title: &str,
        referrer: Option<ResourceId>,
    ) -> Option<String> {
        let others = self.resources.ids().filter(|id| Some(*id) != referrer);
        let resources = others.map(|id| self.resources.get(id));
        let titles: Vec<&Arc<str>> = resources.filter(|one| one.type_id == type_id).map(|one| &one.title).collect();
        let known = syntax::nearest(title, titles.into_iter().map(|title| &**title))?;
        Some(format!("did you mean {}['{known}']?", self.resources.get_type(type_id).name))
    }

    /// Returns the names that the files in a module directory should define, for modules whose name is similar to the
    /// first segment of `name`: `manifests/b/c.pp` of the module `a` defines `a::b::c`.
    fn loadable(&self, name: &str, directory: &str) -> Vec<String> {
        let module = name.split("::").next().unwrap_or(name);
        let modules = self.environment().modules();
        let mut names = Vec::new();
        for near in
            modules.iter().filter(|known| **known == module || syntax::nearest(module, [known.as_str()]).is_some())
        {
            if let Some(path) = self.environment().find(FileLocation::Module(near), directory) {
                self.add_names(&path, near, 0, &mut names);
            }
        }
        names
    }

    fn add_names(&self, directory: &str, prefix: &str, depth: usize, names: &mut Vec<String>) {
        for entry in self.environment().entries(directory) {
            if entry.is_directory {
                if depth < MAXIMUM_DEPTH && !entry.is_link {
                    let (directory, prefix) =
                        (format!("{directory}/{}", entry.name), format!("{prefix}::{}", entry.name));
                    self.add_names(&directory, &prefix, depth + 1, names);
                }
                continue;
            }
            match entry.name.strip_suffix(".pp") {
                Some("init") if depth == 0 => names.push(prefix.to_owned()),
                Some(stem) => names.push(format!("{prefix}::{stem}")),
                None => {}
            }
        }
    }
}
