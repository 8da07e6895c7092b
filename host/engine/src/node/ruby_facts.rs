//! The files of modules that define facts in Ruby. Modules are searched when a fact is used that may be one of them.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The files of a module path that define facts in Ruby.
#[derive(Debug, Default)]
pub struct RubyFactFiles {
    modulepath: Vec<PathBuf>,
    index: OnceCell<Index>,
}

/// The files, and the names of facts that they add. The files are not executed.
#[derive(Debug, Default)]
struct Index {
    files: Vec<PathBuf>,
    /// The numbers of the files that add a fact, or are named after it.
    by_name: BTreeMap<String, BTreeSet<usize>>,
    /// The numbers of files that add facts whose names are computed.
    computed: BTreeSet<usize>,
}

impl RubyFactFiles {
    /// Returns the files of a module path.
    #[must_use]
    pub fn of(modulepath: Vec<PathBuf>) -> Self {
        Self { modulepath, index: OnceCell::new() }
    }

    /// Returns the module path.
    #[must_use]
    pub fn modulepath(&self) -> &[PathBuf] {
        &self.modulepath
    }

    /// Returns all files.
    #[must_use]
    pub fn all(&self) -> Vec<&Path> {
        self.index().files.iter().map(PathBuf::as_path).collect()
    }

    /// Returns the file that defines a fact: the file named after it, or one that adds it by its name.
    #[must_use]
    pub fn file(&self, name: &str) -> Option<&Path> {
        let index = self.index();
        let files = index.by_name.get(name)?;
        let named = |at: &&usize| index.files[**at].file_stem().is_some_and(|stem| stem == name);
        files.iter().find(named).or_else(|| files.first()).map(|at| &*index.files[*at])
    }

    /// Returns the files that add a fact by its name.
    #[must_use]
    pub fn adding(&self, name: &str) -> Vec<&Path> {
        let index = self.index();
        index.by_name.get(name).into_iter().flatten().map(|at| &*index.files[*at]).collect()
    }

    /// Returns the files that add facts with computed names.
    #[must_use]
    pub fn computing(&self) -> Vec<&Path> {
        let index = self.index();
        index.computed.iter().map(|at| &*index.files[*at]).collect()
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| {
            let mut index = Index::default();
            for module in super::modules(&self.modulepath) {
                index.add_directory(&module.join("lib/facter"));
            }
            index
        })
    }
}

impl Index {
    /// Adds the files directly in a directory; Facter loads files in subdirectories only through these.
    fn add_directory(&mut self, directory: &Path) {
        let entries = fs::read_dir(directory).into_iter().flatten().flatten();
        let is_ruby = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "rb") && path.is_file();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_ruby).collect();
        paths.sort();
        for path in paths {
            let at = self.files.len();
            // An unreadable file can still be found by its name.
            let text = fs::read(&path).unwrap_or_default();
            let (names, computes) = added(&String::from_utf8_lossy(&text));
            let stem = path.file_stem().map(|stem| stem.to_string_lossy().to_lowercase());
            for name in names.into_iter().chain(stem) {
                self.by_name.entry(name).or_default().insert(at);
            }
            if computes {
                self.computed.insert(at);
            }
            self.files.push(path);
        }
    }
}

/// Returns the warning about facts that were used but need the interpreter.
pub(crate) fn warning(missed: &BTreeMap<String, PathBuf>) -> String {
    let each: Vec<_> = missed.iter().map(|(name, file)| format!("'{name}' ({})", file.display())).collect();
    let facts = each.join(", ");
    let remedy = "install the interpreter with 'marotte ruby add FILE', or replace";
    let place = "in a directory facts.d of a module or of this system";
    match each.len() {
        1 => {
            format!(
                "The fact {facts} is written in Ruby, so it has no value; {remedy} it with an external fact {place}"
            )
        }
        _ => format!(
            "The facts {facts} are written in Ruby, so they have no values; {remedy} them with external facts {place}"
        ),
    }
}

/// Returns the names of the facts that a text adds: `Facter.add(:name` or `Facter.define_fact(:name`, with a string instead of the
/// symbol or without the parenthesis; and whether it adds facts with other expressions as names.
fn added(text: &str) -> (Vec<String>, bool) {
    let (mut names, mut computes) = (Vec::new(), text.contains("Facter.collection"));
    let declarations = ["Facter.add", "Facter.define_fact"].into_iter().flat_map(|method| text.split(method).skip(1));
    for rest in declarations {
        if rest.starts_with(|next: char| next.is_alphanumeric() || next == '_') {
            continue;
        }
        let rest = rest.trim_start_matches(|next: char| next == '(' || next.is_whitespace());
        let literal = rest.trim_start_matches(['\'', '"', ':']);
        let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.' | '-');
        let end = literal.find(|letter| !is_part(letter)).unwrap_or(literal.len());
        let (name, after) = literal.split_at(end);
        if name.is_empty() || literal.len() == rest.len() || after.starts_with("#{") {
            computes = true;
        } else {
            names.push(name.to_lowercase());
        }
    }
    (names, computes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_facts_are_found_in_their_declarations() {
        for text in
            ["Facter.add(:a) do", "Facter.add('A') {", "Facter.add \"a\", type: :x do", "x\nFacter.add( :a, :b)"]
        {
            assert_eq!(added(text), (vec!["a".to_owned()], false), "{text}");
        }
        assert_eq!(added("Facter.define_fact(:a)\nFacter.add('b.c')").0, ["b.c", "a"]);
        for text in ["Facter.add(a)", "Facter.add(\"a_#{name}\")", "Facter.add(\"#{name}\")", "Facter.add name do"] {
            assert_eq!(added(text), (vec![], true), "{text}");
        }
        for text in ["Facter.value(:a)", "# a", "Facter.added(:a)"] {
            assert_eq!(added(text), (vec![], false), "{text}");
        }
    }

    #[test]
    fn files_are_found_by_the_name_of_a_fact() {
        let directory = tempfile::tempdir().unwrap();
        let facts = directory.path().join("acme/lib/facter");
        fs::create_dir_all(facts.join("util")).unwrap();
        for (name, text) in [
            ("role.rb", "Facter.add(:role)"),
            ("more.rb", "Facter.add(:role)\nFacter.add(:site)"),
            ("all.rb", "names.each { |name| Facter.add(name) }"),
            ("util/no.rb", "Facter.add(:no)"),
        ] {
            fs::write(facts.join(name), text).unwrap();
        }
        let files = RubyFactFiles::of(vec![directory.path().to_owned()]);
        let names = |found: Vec<&Path>| -> Vec<String> {
            found.iter().map(|file| file.file_name().unwrap().to_string_lossy().into_owned()).collect()
        };
        assert_eq!(names(files.file("role").into_iter().collect()), ["role.rb"]);
        assert_eq!(names(files.file("site").into_iter().collect()), ["more.rb"]);
        assert_eq!(files.file("no"), None);
        assert_eq!(names(files.adding("role")), ["more.rb", "role.rb"]);
        assert_eq!(files.adding("no"), Vec::<&Path>::new());
        assert_eq!(names(files.computing()), ["all.rb"]);
        assert_eq!(names(files.all()), ["all.rb", "more.rb", "role.rb"]);
    }
}
