//! Resource types that modules declare in Ruby. The declarations are parsed, never executed: they determine which attributes
//! and titles manifests may use, and take precedence over built-in types of the same name, since a module's release decides
//! which attributes its manifests use. Resources are always applied by components.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use catalog::schema::{Attribute, AttributeTrait, TitlePattern, TypeSchema};
use compiler::ruby_type::{self, UnreadCode};
use ownership::Checker;

use crate::settings::directories_in;
use crate::stamps::Stamps;

/// Maximum size of a file with a declaration, in bytes.
const MAX_SOURCE: u64 = 1 << 20;

/// Maximum number of files of a module that are searched for a constant.
const MAX_FILES: usize = 2000;

/// A type that a module declares in Ruby.
#[derive(Debug, Clone)]
pub struct RubyType {
    /// The declaration.
    pub schema: Arc<TypeSchema>,
    /// Its file.
    pub file: PathBuf,
    /// The code of the declaration that cannot be read.
    pub unread: Vec<UnreadCode>,
}

impl RubyType {
    /// Returns the schema of a built-in type with the namevars and title patterns of this declaration and the attributes of
    /// both. Attributes of earlier releases of the module therefore remain usable.
    #[must_use]
    pub fn over(&self, native: &TypeSchema) -> TypeSchema {
        let declared = &self.schema;
        let find = |name: &str| declared.attributes.iter().find(|attribute| attribute.name == name);
        let mut schema = TypeSchema { attributes: Vec::new(), ..native.clone() };
        for known in &native.attributes {
            match find(&known.name) {
                Some(attribute) => {
                    let is_namevar = attribute.is_namevar();
                    let traits = known.traits.iter().copied().filter(|one| *one != AttributeTrait::Namevar);
                    let traits = traits.chain(is_namevar.then_some(AttributeTrait::Namevar)).collect();
                    schema.attributes.push(Attribute { traits, ..known.clone() });
                }
                None => schema.attributes.push(known.clone()),
            }
        }
        let is_known = |attribute: &&Attribute| native.attributes.iter().all(|known| known.name != attribute.name);
        schema.attributes.extend(declared.attributes.iter().filter(is_known).cloned());
        schema.title_patterns = patterns_in(declared, &schema).unwrap_or_default();
        if schema.title_patterns.is_empty() && schema.namevars().count() > 1 {
            schema.title_patterns = patterns_in(native, &schema).unwrap_or_default();
        }
        schema
    }

    /// Returns the places of the code that cannot be read: "line 3: extend Elsewhere".
    #[must_use]
    pub fn unread_places(&self) -> String {
        let places = self.unread.iter().map(|unread| format!("line {}: {}", unread.line, unread.code));
        places.collect::<Vec<_>>().join("; ")
    }
}

/// Returns the title patterns of a schema with the attribute numbers of another one; `None` if it lacks an attribute.
fn patterns_in(from: &TypeSchema, to: &TypeSchema) -> Option<Vec<TitlePattern>> {
    let column = |index: &u16| {
        let name = &from.attributes.get(usize::from(*index))?.name;
        let place = to.attributes.iter().position(|attribute| attribute.name == *name)?;
        u16::try_from(place).ok()
    };
    let pattern = |known: &TitlePattern| {
        Some(TitlePattern {
            pattern: known.pattern.clone(),
            captures: known.captures.iter().map(column).collect::<Option<_>>()?,
        })
    };
    from.title_patterns.iter().map(pattern).collect()
}

/// The types declared by the modules of a module path. Files are read on first use.
#[derive(Debug)]
pub struct RubyTypes {
    modulepath: Vec<PathBuf>,
    checker: Arc<Checker>,
    /// Notes what is read.
    stamps: Option<Arc<Stamps>>,
    /// The files of declarations by the name of the type.
    files: OnceLock<BTreeMap<String, PathBuf>>,
    known: Mutex<BTreeMap<String, Option<RubyType>>>,
}

impl RubyTypes {
    /// Returns the types of a module path.
    #[must_use]
    pub fn new(modulepath: Vec<PathBuf>, checker: Arc<Checker>) -> Self {
        Self { modulepath, checker, stamps: None, files: OnceLock::new(), known: Mutex::default() }
    }

    /// Notes the files and directories that are read.
    pub(crate) fn noting(self, stamps: Arc<Stamps>) -> Self {
        Self { stamps: Some(stamps), ..self }
    }

    fn note(&self, path: &Path) {
        if let Some(stamps) = &self.stamps {
            stamps.note(path);
        }
    }

    /// Returns the declaration of a type; `None` if no module declares it, or its file cannot be read.
    pub fn find(&self, type_name: &str) -> Option<RubyType> {
        let file = self.files.get_or_init(|| self.list()).get(type_name)?;
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known().get(type_name) {
            return known.clone();
        }
        let found = self.read(type_name, file);
        known().insert(type_name.to_owned(), found.clone());
        found
    }

    /// Returns the file of a provider in Ruby; `None` if no module has one.
    pub fn provider(&self, type_name: &str, name: &str) -> Option<PathBuf> {
        // A name with other letters could be a path.
        if !name.chars().all(is_name_part) {
            return None;
        }
        let file = format!("lib/puppet/provider/{type_name}/{name}.rb");
        let mut modules = self.modulepath.iter().flat_map(|directory| directories_in(directory));
        modules.find_map(|module| Some(module.join(&file)).filter(|file| file.is_file()))
    }

    /// Lists the files of declarations; of several modules that declare a type, the first on the module path counts.
    fn list(&self) -> BTreeMap<String, PathBuf> {
        let mut files = BTreeMap::new();
        for directory in &self.modulepath {
            for module in directories_in(directory) {
                let declarations = module.join("lib/puppet/type");
                self.note(&declarations);
                for entry in fs::read_dir(declarations).into_iter().flatten().flatten() {
                    let path = entry.path();
                    if path.extension().is_some_and(|extension| extension == "rb")
                        && let Some(name) = path.file_stem().and_then(|name| name.to_str())
                    {
                        files.entry(name.to_owned()).or_insert(path);
                    }
                }
            }
        }
        files
    }

    fn read(&self, type_name: &str, file: &Path) -> Option<RubyType> {
        let text = self.text(file)?;
        let library = file.ancestors().nth(3)?;
        let constants = |name: &str| self.defining(library, name);
        let declaration = ruby_type::read(&text, &constants).filter(|it| it.schema.name == type_name)?;
        let mut schema = declaration.schema;
        // Values are converted and checked by components.
        schema.attributes.iter_mut().for_each(|attribute| attribute.data_type.clear());
        Some(RubyType { schema: Arc::new(schema), file: file.to_owned(), unread: declaration.unread })
    }

    /// Returns the text of the file below a directory that defines a constant.
    fn defining(&self, library: &Path, name: &str) -> Option<String> {
        let mut directories = vec![library.to_path_buf()];
        let mut files = Vec::new();
        while let Some(directory) = directories.pop() {
            self.note(&directory);
            for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
                let path = entry.path();
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() => directories.push(path),
                    Ok(kind) if kind.is_file() && path.extension().is_some_and(|extension| extension == "rb") => {
                        files.push(path);
                    }
                    _ => {}
                }
            }
            if files.len() > MAX_FILES {
                return None;
            }
        }
        files.sort();
        let defines = |text: &String| {
            let (module, value) = (format!("module {name}"), format!("{name} ="));
            text.lines().map(str::trim_start).any(|line| {
                let is_module = line.strip_prefix(&module).is_some_and(|rest| !rest.starts_with(is_name_part));
                // `module A::B::Name`
                let is_nested =
                    line.strip_prefix("module ").is_some_and(|rest| rest.trim_end().ends_with(&format!("::{name}")));
                is_module || is_nested || line.starts_with(&value)
            })
        };
        files.iter().filter_map(|file| self.text(file)).find(defines)
    }

    fn text(&self, file: &Path) -> Option<String> {
        self.note(file);
        let mut bytes = Vec::new();
        self.checker.open_listed(file).ok()?.take(MAX_SOURCE).read_to_end(&mut bytes).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }
}

fn is_name_part(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

#[cfg(test)]
mod tests {
    use catalog::schema::Role;

    use super::*;

    fn module(files: &[(&str, &str)]) -> (tempfile::TempDir, RubyTypes) {
        let directory = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let file = directory.path().join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        let types = RubyTypes::new(vec![directory.path().to_owned()], Arc::new(Checker::new(false)));
        (directory, types)
    }

    fn names(schema: &TypeSchema) -> Vec<&str> {
        schema.attributes.iter().map(|attribute| attribute.name.as_str()).collect()
    }

    #[test]
    fn declarations_include_modules_in_other_files() {
        let (_directory, types) = module(&[
            (
                "a/lib/puppet/type/wall.rb",
                "Puppet::Type.newtype(:wall) do\n extend PuppetX::Stone\n newparam(:name)\nend\n",
            ),
            (
                "a/lib/puppet_x/stone.rb",
                "module PuppetX\n module StoneAge\n end\n module Stone\n def self.extended(it)\n it.newparam(:size)\n end\n end\nend\n",
            ),
            ("b/lib/puppet/type/wall.rb", "Puppet::Type.newtype(:wall) do\nend\n"),
            ("b/lib/puppet/type/odd.rb", "Puppet::Type.newtype(:other) do\nend\n"),
            ("c/lib/puppet/type/open.rb", "Puppet::Type.newtype(:open) do\n  newparam(:name)\n  extend Missing\nend\n"),
        ]);
        let wall = types.find("wall").unwrap();
        assert_eq!((names(&wall.schema), wall.unread.len()), (vec!["size", "name"], 0));
        assert!(wall.file.ends_with("a/lib/puppet/type/wall.rb"));
        assert!(types.find("odd").is_none() && types.find("nothing").is_none());
        assert_eq!(types.find("open").unwrap().unread_places(), "line 3: extend Missing");
    }

    #[test]
    fn providers_are_found_by_type_and_name() {
        let (_directory, types) =
            module(&[("a/lib/puppet/type/wall.rb", ""), ("b/lib/puppet/provider/package/pecl.rb", "")]);
        assert!(types.provider("package", "pecl").unwrap().ends_with("b/lib/puppet/provider/package/pecl.rb"));
        assert_eq!((types.provider("package", "pear"), types.provider("package", "../package/pecl")), (None, None));
    }

    #[test]
    fn declaration_adds_attributes_to_a_built_in_type() {
        let attribute = |name: &str, role| Attribute { name: name.to_owned(), role, ..Attribute::default() };
        let native = TypeSchema {
            name: "wall".into(),
            attributes: vec![
                Attribute { traits: vec![AttributeTrait::Namevar], ..attribute("name", Role::Parameter) },
                attribute("action", Role::Property),
                attribute("size", Role::Property),
            ],
            ..TypeSchema::default()
        };
        let text = |more: &str| {
            format!(
                "Puppet::Type.newtype(:wall) do\n newparam(:name)\n newproperty(:size)\n newparam(:dry)\n{more}\nend\n"
            )
        };
        let (_directory, types) = module(&[("a/lib/puppet/type/wall.rb", &text(""))]);
        assert_eq!(names(&types.find("wall").unwrap().over(&native)), ["name", "action", "size", "dry"]);
        let title =
            " newparam(:at, namevar: true)\n def self.title_patterns\n [[/(.*) at (.*)/, [[:name], [:at]]]]\n end\n";
        let named = text(title).replace("newparam(:name)", "newparam(:name, namevar: true)");
        let (_directory, types) = module(&[("a/lib/puppet/type/wall.rb", &named)]);
        let over = types.find("wall").unwrap().over(&native);
        assert_eq!((over.title_patterns[0].captures.clone(), over.namevars().count()), (vec![0, 4], 2));
    }
}
