//! Owns what a resource type written in Ruby says of itself: its declaration is read from the file, which is never run. That is enough
//! to compile with the type; to apply a resource of it takes a component.

mod word;

use catalog::schema::{Attribute, AttributeTrait, Role, TypeSchema};

use self::word::{Word, words};

/// Reads the declaration of a type; nothing where the file has none. Attributes are those of `newparam`, `newproperty` and
/// `ensurable`; the namevar is the one that says so, or `name`.
#[must_use]
pub fn read(text: &str) -> Option<TypeSchema> {
    let words = words(text);
    let mut reader = Reader { words: &words, at: 0, schema: None, list: Vec::new(), variable: None, current: 0..0 };
    while reader.at < words.len() {
        reader.step();
    }
    let mut schema = reader.schema?;
    if !schema.attributes.iter().any(Attribute::is_namevar)
        && let Some(name) = schema.attributes.iter_mut().find(|attribute| attribute.name == "name")
    {
        name.traits.push(AttributeTrait::Namevar);
    }
    Some(schema)
}

struct Reader<'a> {
    words: &'a [Word<'a>],
    at: usize,
    schema: Option<TypeSchema>,
    /// The names of the last list.
    list: Vec<&'a str>,
    /// What a block calls each of them.
    variable: Option<(&'a str, Vec<&'a str>)>,
    /// The attributes that are being declared.
    current: std::ops::Range<usize>,
}

impl<'a> Reader<'a> {
    fn step(&mut self) {
        let word = &self.words[self.at];
        self.at += 1;
        match word {
            Word::Name("newtype") => {
                if let Some(Word::Symbol(name) | Word::Text(name)) = self.argument() {
                    self.schema.get_or_insert_with(|| TypeSchema { name: (*name).to_owned(), ..TypeSchema::default() });
                }
            }
            Word::Name("newparam") => self.declare(Role::Parameter),
            Word::Name("newproperty") => self.declare(Role::Property),
            Word::Name("ensurable") => self.add(vec!["ensure"], Role::Property),
            Word::Name("isnamevar") => self.mark(),
            // `namevar: true`, `:namevar => true`
            Word::Symbol("namevar") => {
                let mut next = self.words[self.at..].iter().filter(|word| !matches!(word, Word::Sign('=' | '>')));
                if next.next() == Some(&Word::Name("true")) {
                    self.mark();
                }
            }
            Word::Sign('[') => self.list.clear(),
            Word::Symbol(name) => self.list.push(name),
            Word::Words(names) => self.list.clone_from(names),
            // `[:a, :b].each do |name|`
            Word::Name("each") => {
                let bars = self.words[self.at..].iter().take(4).position(|word| *word == Word::Sign('|'));
                if let Some(Word::Name(name)) = bars.and_then(|bar| self.words.get(self.at + bar + 1)) {
                    self.variable = Some((name, self.list.clone()));
                }
            }
            _ => {}
        }
    }

    /// Returns what a call begins its arguments with.
    fn argument(&self) -> Option<&'a Word<'a>> {
        let open = self.words.get(self.at)?;
        if *open == Word::Sign('(') { self.words.get(self.at + 1) } else { Some(open) }
    }

    fn declare(&mut self, role: Role) {
        match self.argument() {
            Some(Word::Symbol(name) | Word::Text(name)) => self.add(vec![name], role),
            Some(Word::Name(name)) => {
                let names = self.variable.as_ref().filter(|(variable, _)| variable == name);
                if let Some((_, names)) = names {
                    self.add(names.clone(), role);
                }
            }
            _ => {}
        }
    }

    fn add(&mut self, names: Vec<&str>, role: Role) {
        let Some(schema) = &mut self.schema else { return };
        let start = schema.attributes.len();
        let known = |schema: &TypeSchema, name: &str| schema.attributes.iter().any(|attribute| attribute.name == name);
        for name in names {
            if !known(schema, name) {
                schema.attributes.push(Attribute { name: name.to_owned(), role, ..Attribute::default() });
            }
        }
        self.current = start..schema.attributes.len();
    }

    /// Makes what is being declared part of the identity.
    fn mark(&mut self) {
        let Some(schema) = &mut self.schema else { return };
        for attribute in &mut schema.attributes[self.current.clone()] {
            if !attribute.is_namevar() {
                attribute.traits.push(AttributeTrait::Namevar);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(text: &str) -> (String, Vec<String>) {
        let schema = read(text).unwrap();
        let sign = |attribute: &Attribute| match (attribute.is_namevar(), attribute.role) {
            (true, _) => "!",
            (false, Role::Property) => "=",
            (false, _) => "",
        };
        let attributes = schema.attributes.iter().map(|it| format!("{}{}", it.name, sign(it)));
        (schema.name.clone(), attributes.collect())
    }

    #[test]
    fn a_declaration_is_read_without_running_it() {
        let text = "require 'x'\nPuppet::Type.newtype(:shelf) do\n  @doc = 'newparam(:no)'\n  ensurable do\n    newvalue(:present) { provider.create }\n  end\n\
                    newparam(:path, :namevar => true) do\n desc <<~EOT\n newparam(:no)\n EOT\n  end\n  newproperty :books, array_matching: :all\n\
                    newparam('odd') { defaultto :newparam }\n autorequire(:file) { self[:path] }\n  [:red, 'x', :blue].each do |colour|\n newparam(colour) do\n end\n end\n\
                    %w{up down}.each { |way| newproperty(way) }\nend\n";
        let (name, attributes) = outline(text);
        assert_eq!(name, "shelf");
        assert_eq!(attributes, ["ensure=", "path!", "books=", "odd", "red", "blue", "up=", "down="]);
    }

    #[test]
    fn the_namevar_is_name_where_nothing_else_is_said() {
        assert_eq!(outline("newtype(:a) do\nnewparam(:name)\nnewparam(:b)\nend").1, ["name!", "b"]);
        assert_eq!(outline("newtype(:a) do\nnewparam(:name)\nnewparam(:b) do\nisnamevar\nend\nend").1, ["name", "b!"]);
    }

    #[test]
    fn a_file_without_a_declaration_has_none() {
        assert_eq!(read("module X\n  newparam(:a)\nend"), None);
        assert_eq!(read(""), None);
    }
}
