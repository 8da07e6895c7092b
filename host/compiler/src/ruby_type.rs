//! Resource types declared in Ruby: the declaration is parsed, never executed. That is enough to compile manifests with
//! the type; applying its resources requires a component.

mod title;
mod value;
mod word;

use catalog::schema::{Attribute, AttributeTrait, Role, TitlePattern, TypeSchema};

use self::title::Title;
use self::value::Value;
use self::word::{Word, words};

/// Parses the declaration of a type; `None` if the file declares no type. Attributes come from `newparam`,
/// `newproperty` and `ensurable`, with the values of `newvalues` as data types; the namevar is the attribute
/// marked as such, or `name`. Only literal title patterns are read.
#[must_use]
pub fn read(text: &str) -> Option<TypeSchema> {
    let words = words(text);
    let mut reader = Reader {
        words: &words,
        at: 0,
        schema: None,
        list: Vec::new(),
        variable: None,
        current: 0..0,
        values: Some(Vec::new()),
        titles: Vec::new(),
    };
    while reader.at < words.len() {
        reader.step();
    }
    let titles = reader.titles;
    let mut schema = reader.schema?;
    let column = |name: &&str| {
        let place = schema.attributes.iter().position(|attribute| attribute.name == *name)?;
        u16::try_from(place).ok()
    };
    let pattern = |title: Title<'_>| {
        let captures = title.captures.iter().map(column).collect::<Option<_>>()?;
        Some(TitlePattern { pattern: title.pattern, captures })
    };
    let title_patterns: Option<Vec<TitlePattern>> = titles.into_iter().map(pattern).collect();
    schema.title_patterns = title_patterns.unwrap_or_default();
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
    /// The elements of the last array literal.
    list: Vec<&'a str>,
    /// The block variable of the last `each`, with the elements it iterates over.
    variable: Option<(&'a str, Vec<&'a str>)>,
    /// The indexes of the attributes being declared.
    current: std::ops::Range<usize>,
    /// The allowed values of these attributes; `None` if any value is allowed.
    values: Option<Vec<Value<'a>>>,
    titles: Vec<Title<'a>>,
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
            Word::Name("desc") => self.describe(),
            Word::Name("title_patterns") => self.titles = title::list(&self.words[self.at..]).unwrap_or_default(),
            Word::Name("newvalues" | "newvalue") => {
                let values = value::list(&self.words[self.at..]);
                self.take(values);
            }
            // A `validate` block replaces the list of values.
            Word::Name("validate") => self.take(None),
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

    /// Returns the first argument of a call.
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
        self.values = Some(Vec::new());
    }

    /// Adds allowed values to the current attribute; `None` allows any value.
    fn take(&mut self, values: Option<Vec<Value<'a>>>) {
        let Some(schema) = &mut self.schema else { return };
        self.values = self.values.take().zip(values).map(|(known, new)| [known, new].concat());
        let data_type = self.values.as_deref().map(value::data_type).unwrap_or_default();
        for attribute in &mut schema.attributes[self.current.clone()] {
            // Puppet checks each element of a property's value. `ensure` never has lists.
            let is_list = attribute.role == Role::Property && attribute.name != "ensure" && !data_type.is_empty();
            attribute.data_type =
                if is_list { format!("Variant[{data_type}, Array[{data_type}]]") } else { data_type.clone() };
        }
    }

    /// Sets the description of the current attributes.
    fn describe(&mut self) {
        let mut next = self.words[self.at..].iter().skip_while(|word| **word == Word::Sign('('));
        let docs = match next.next() {
            Some(Word::Text(text)) => text.split_whitespace().collect::<Vec<_>>().join(" "),
            _ => return,
        };
        let Some(schema) = &mut self.schema else { return };
        for attribute in &mut schema.attributes[self.current.clone()] {
            attribute.docs.clone_from(&docs);
        }
    }

    /// Marks the current attributes as namevars.
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
    fn type_declaration_is_parsed_without_execution() {
        let text = "require 'x'\nPuppet::Type.newtype(:shelf) do\n  @doc = 'newparam(:no)'\n  ensurable do\n    newvalue(:present) { provider.create }\n  end\n\
                    newparam(:path, :namevar => true) do\n desc <<~EOT\n newparam(:no)\n EOT\n  end\n  newproperty :books, array_matching: :all\n\
                    newparam('odd') { defaultto :newparam }\n autorequire(:file) { self[:path] }\n  [:red, 'x', :blue].each do |colour|\n newparam(colour) do\n end\n end\n\
                    %w{up down}.each { |way| newproperty(way) }\nend\n";
        let (name, attributes) = outline(text);
        assert_eq!(name, "shelf");
        assert_eq!(attributes, ["ensure=", "path!", "books=", "odd", "red", "blue", "up=", "down="]);
    }

    #[test]
    fn namevar_defaults_to_name() {
        assert_eq!(outline("newtype(:a) do\nnewparam(:name)\nnewparam(:b)\nend").1, ["name!", "b"]);
        assert_eq!(outline("newtype(:a) do\nnewparam(:name)\nnewparam(:b) do\nisnamevar\nend\nend").1, ["name", "b!"]);
    }

    #[test]
    fn allowed_values_become_the_data_type() {
        let text = "newtype(:a) do\n@doc = 'x'\nensurable do\n newvalue(:present) do\n end\n newvalue(:gone)\nend\n\
                    newparam(:name) do\n desc <<-EOT\n    The name\n    of it.\n  EOT\n end\n\
                    newproperty(:b) do\n desc 'On\n or off.'\n newvalues(:true, \"o'n\",\n %r{^/x$})\n end\n\
                    newparam(:c) do\n newvalues *%w(up down)\n munge do\n end\n end\n\
                    newparam(:d) do\n newvalues(*LIST)\n newvalue(:x)\n end\n\
                    newparam(:e) do\n newvalues(:x)\n validate do |value|\n end\n end\n\
                    newparam(:f) do\n newvalues(/^\\d+$/)\n end\n\
                    newparam(:g) do\n newvalues(/true|false/)\n end\n\
                    newparam(:h) do\n newvalues('5', 'five')\n end\nend\n";
        let schema = read(text).unwrap();
        let attributes: Vec<[&str; 3]> =
            schema.attributes.iter().map(|it| [&*it.name, &*it.data_type, &*it.docs]).collect();
        assert_eq!(
            attributes,
            [
                ["ensure", "Enum['present', 'gone']", ""],
                ["name", "", "The name of it."],
                [
                    "b",
                    "Variant[Variant[Enum['true', 'o\\'n'], Boolean, Pattern[/^\\/x$/]], \
                     Array[Variant[Enum['true', 'o\\'n'], Boolean, Pattern[/^\\/x$/]]]]",
                    "On or off.",
                ],
                ["c", "Enum['up', 'down']", ""],
                ["d", "", ""],
                ["e", "", ""],
                ["f", "Variant[Integer, Pattern[/^\\d+$/]]", ""],
                ["g", "Variant[Boolean, Pattern[/true|false/]]", ""],
                ["h", "Variant[Enum['5', 'five'], Integer]", ""],
            ]
        );
    }

    #[test]
    fn literal_title_patterns_are_parsed() {
        let declare = |titles: &str| {
            let text = format!(
                "newtype(:a) do\ndef self.title_patterns\n{titles}\nend\nnewparam(:name) do\nisnamevar\nend\nnewparam(:b) \
                 do\nisnamevar\nend\nend"
            );
            let titles = read(&text).unwrap().title_patterns.into_iter();
            titles.map(|title| (title.pattern, title.captures)).collect::<Vec<_>>()
        };
        let plain = "[\n[ %r{^(.*?)@(.*)$}m, [ [:name],\n [:b], ], ],\n[ /^([^@]+)$/, [ [:name] ] ]\n]";
        assert_eq!(declare(plain), [("(?m)^(.*?)@(.*)$".to_owned(), vec![0, 1]), ("^([^@]+)$".to_owned(), vec![0])]);
        for computed in [
            "[[/(.*)/, [[:name, lambda { |x| x }]]]]",
            "[[/(#{X})/, [[:name]]]]",
            "[[X, [[:name]]]]",
            "X.patterns(:name)",
            "[[/(.*)/, [[:c]]]]",
            "[[/(.*)/, [[:name]]",
        ] {
            assert_eq!(declare(computed), [], "{computed}");
        }
    }

    #[test]
    fn file_without_declaration_yields_none() {
        assert_eq!(read("module X\n  newparam(:a)\nend"), None);
        assert_eq!(read(""), None);
    }
}
