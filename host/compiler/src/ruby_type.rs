//! Resource types declared in Ruby: the declaration is parsed, never executed. That is enough to compile manifests with
//! the type; applying its resources requires a component.

mod resource_api;
mod title;
mod value;
mod word;

use catalog::schema::{Attribute, AttributeTrait, Fallback, Role, TitlePattern, TypeSchema};

use self::title::NamedTitle;
use self::value::Value;
use self::word::{Word, Words};

/// Maximum depth of modules that are included in modules.
const MAX_DEPTH: usize = 4;

/// A type declared in Ruby.
#[derive(Debug, Clone, PartialEq)]
pub struct RubyDeclaration {
    /// The type, as far as it could be read.
    pub schema: TypeSchema,
    /// The code that can declare attributes, but cannot be read without executing it.
    pub unread: Vec<UnreadCode>,
}

/// Code that cannot be read without executing it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadCode {
    /// The number of the line.
    pub line: usize,
    /// The line.
    pub code: String,
}

/// Finds the text of the file that defines a constant of Ruby, by the last part of its name.
pub type ConstantLookup<'a> = dyn Fn(&str) -> Option<String> + 'a;

/// Parses the declaration of a type; `None` if the file declares no type. Attributes come from `newparam`, `newproperty` and
/// `ensurable`, with the values of `newvalues` as data types, from modules and blocks that the declaration includes, and from
/// the argument of `register_type` (Resource API). The namevar is the attribute marked as such, or `name`. Only literal title
/// patterns are read. `constants` finds the files of included modules and blocks.
#[must_use]
pub fn read(text: &str, constants: &ConstantLookup<'_>) -> Option<RubyDeclaration> {
    let words = Words::of(text);
    let mut reader = Reader::new(&words, constants, 0);
    reader.read_all();
    let (titles, unread) = (reader.titles, reader.unread);
    let mut schema = reader.schema?;
    let column = |name: &&str| {
        let place = schema.attributes.iter().position(|attribute| attribute.name == *name)?;
        u16::try_from(place).ok()
    };
    let pattern = |title: NamedTitle<'_>| {
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
    Some(RubyDeclaration { schema, unread })
}

struct Reader<'a> {
    words: &'a [Word<'a>],
    source: &'a Words<'a>,
    constants: &'a ConstantLookup<'a>,
    /// The number of modules in which this text is included.
    depth: usize,
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
    titles: Vec<NamedTitle<'a>>,
    unread: Vec<UnreadCode>,
}

impl<'a> Reader<'a> {
    fn new(source: &'a Words<'a>, constants: &'a ConstantLookup<'a>, depth: usize) -> Self {
        Self {
            words: &source.list,
            source,
            constants,
            depth,
            at: 0,
            schema: None,
            list: Vec::new(),
            variable: None,
            current: 0..0,
            values: Some(Vec::new()),
            titles: Vec::new(),
            unread: Vec::new(),
        }
    }

    fn read_all(&mut self) {
        while self.at < self.words.len() {
            self.step();
        }
    }

    fn step(&mut self) {
        let word = &self.words[self.at];
        self.at += 1;
        match word {
            Word::Name("newtype") => {
                if let Some(Word::Symbol(name) | Word::Text(name)) = self.argument() {
                    self.schema.get_or_insert_with(|| TypeSchema { name: (*name).to_owned(), ..TypeSchema::default() });
                }
            }
            Word::Name("register_type") => self.register(),
            Word::Name("newparam") => self.declare(Role::Parameter),
            Word::Name("newproperty") => self.declare(Role::Property),
            Word::Name("ensurable") => self.add(vec!["ensure"], Role::Property),
            Word::Name("isnamevar") => self.mark(),
            Word::Name("desc") => self.describe(),
            Word::Name("defaultto") => self.set_default(),
            Word::Name("extend" | "include" | "instance_eval" | "class_eval") => self.include(),
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
                // The list of any other expression is not known.
                let is_literal = self
                    .at
                    .checked_sub(3)
                    .is_some_and(|before| matches!(self.words[before], Word::Sign(']') | Word::Words(_)));
                if !is_literal {
                    self.list.clear();
                }
                let bars = self.words[self.at..].iter().take(4).position(|word| *word == Word::Sign('|'));
                if let Some(Word::Name(name)) = bars.and_then(|bar| self.words.get(self.at + bar + 1)) {
                    self.variable = Some((name, self.list.clone()));
                }
            }
            _ => {}
        }
    }

    /// Reads a type of the Resource API.
    fn register(&mut self) {
        match resource_api::read(&self.words[self.at..]) {
            Some(registered) if self.schema.is_none() => {
                if !registered.is_complete {
                    self.note_unread();
                }
                (self.schema, self.titles) = (Some(registered.schema), registered.titles);
                self.at = self.words.len();
            }
            _ => {}
        }
    }

    /// Reads the module or block that is included in the declaration: `extend X::Y`, `instance_eval(&X::Y)`.
    fn include(&mut self) {
        if self.schema.is_none() {
            return;
        }
        let path: Vec<&str> = self.words[self.at..]
            .iter()
            .skip_while(|word| matches!(word, Word::Sign('(' | '&' | ':')))
            .take_while(|word| matches!(word, Word::Name(_) | Word::Sign(':')))
            .filter_map(|word| if let Word::Name(name) = word { Some(*name) } else { None })
            .collect();
        let Some(name) = path.last().filter(|name| name.starts_with(|letter: char| letter.is_ascii_uppercase())) else {
            return self.note_unread();
        };
        // Puppet's own modules declare no attributes, and a module in this file is read with the file.
        let is_here = |pair: &[Word<'_>]| pair[0] == Word::Name("module") && pair[1] == Word::Name(name);
        if path[0] == "Puppet" || self.words.windows(2).any(is_here) {
            return;
        }
        match (self.constants)(name).filter(|_| self.depth < MAX_DEPTH) {
            Some(text) => self.read_constant(name, &text),
            None => self.note_unread(),
        }
    }

    /// Reads the definition of a module or block in another file.
    fn read_constant(&mut self, name: &str, text: &str) {
        let words = Words::of(text);
        let is_assigned = |at: usize| {
            let is_name = |word: &Word<'_>| matches!(word, Word::Name(name) if name.starts_with(|letter: char| letter.is_ascii_uppercase()));
            words.list.get(at).is_some_and(is_name)
                && words.list.get(at + 1) == Some(&Word::Sign('='))
                && !matches!(words.list.get(at + 2), Some(Word::Sign('=' | '>' | '~')))
        };
        let start = words.list.iter().position(|word| *word == Word::Name(name)).unwrap_or_default();
        // The value of a constant ends at the next one.
        let end = match is_assigned(start) {
            true => (start + 1..words.list.len()).find(|at| is_assigned(*at)).unwrap_or(words.list.len()),
            false => words.list.len(),
        };
        let mut reader = Reader::new(&words, self.constants, self.depth + 1);
        reader.words = &words.list[start..end];
        reader.schema = self.schema.take();
        reader.read_all();
        self.schema = reader.schema;
        if !reader.unread.is_empty() {
            self.note_unread();
        }
    }

    /// Records that the last token begins code that cannot be read.
    fn note_unread(&mut self) {
        let (line, code) = self.source.line(self.at.saturating_sub(1));
        self.unread.push(UnreadCode { line, code: code.to_owned() });
    }

    /// Sets the default value of the current attributes if it is a literal.
    fn set_default(&mut self) {
        let mut next = self.words[self.at..].iter().filter(|word| !matches!(word, Word::Sign('(' | '{')));
        let value = match next.next() {
            Some(Word::Symbol(text) | Word::Text(text)) => Fallback::Constant((*text).into()),
            Some(Word::Name(flag @ ("true" | "false"))) => Fallback::Constant((*flag == "true").into()),
            _ => return,
        };
        let Some(schema) = &mut self.schema else { return };
        for attribute in &mut schema.attributes[self.current.clone()] {
            attribute.default = Some(value.clone());
        }
    }

    /// Returns the first argument of a call.
    fn argument(&self) -> Option<&'a Word<'a>> {
        let mut words = self.words[self.at..].iter().skip_while(|word| **word == Word::End);
        match words.next()? {
            Word::Sign('(') => words.find(|word| **word != Word::End),
            first => Some(first),
        }
    }

    fn declare(&mut self, role: Role) {
        match self.argument() {
            Some(Word::Symbol(name) | Word::Text(name)) => self.add(vec![name], role),
            Some(Word::Name(name)) => {
                let names = self.variable.as_ref().filter(|(variable, _)| variable == name);
                match names {
                    Some((_, names)) if !names.is_empty() => self.add(names.clone(), role),
                    _ => self.note_unread(),
                }
            }
            _ => self.note_unread(),
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

    fn schema_of(text: &str) -> Option<TypeSchema> {
        super::read(text, &|_| None).map(|declaration| declaration.schema)
    }

    fn outline(text: &str) -> (String, Vec<String>) {
        outline_of(&schema_of(text).unwrap())
    }

    fn outline_of(schema: &TypeSchema) -> (String, Vec<String>) {
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
        let schema = schema_of(text).unwrap();
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
            let titles = schema_of(&text).unwrap().title_patterns.into_iter();
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
    fn included_modules_and_blocks_are_read() {
        let text = "Puppet::Type.newtype(:a) do\n  extend RestResource\n  include Puppet::Util\n  \
                    instance_eval(&PuppetX::Common::HOST_PARAMS)\n  newparam(\n    :last,\n    boolean: true\n  )\nend\n";
        let files = |name: &str| {
            let text = match name {
                "RestResource" => {
                    "module RestResource\n def self.extended(type)\n type.newparam(:port) do\n defaultto 'x'\n end\n end\nend"
                }
                "HOST_PARAMS" => {
                    "module PuppetX\n OTHER = Proc.new do\n newparam(:no)\n end\n HOST_PARAMS = Proc.new do\n ensurable\n \
                     newparam(:name)\n end\n THIRD = proc do\n newparam(:neither)\n end\nend"
                }
                _ => return None,
            };
            Some(text.to_owned())
        };
        let declaration = super::read(text, &files).unwrap();
        assert_eq!(outline_of(&declaration.schema).1, ["port", "ensure=", "name!", "last"]);
        assert_eq!(declaration.unread, []);
        assert_eq!(declaration.schema.attributes[0].default, Some(Fallback::Constant("x".into())));
    }

    #[test]
    fn code_that_cannot_be_read_is_named_with_its_line() {
        let text = "Puppet::Type.newtype(:a) do\n  newparam(:name)\n  extend Elsewhere\n  NAMES.each { |name| newproperty(name) }\nend\n";
        let unread = super::read(text, &|_| None).unwrap().unread;
        let unread: Vec<(usize, &str)> = unread.iter().map(|code| (code.line, &*code.code)).collect();
        assert_eq!(unread, [(3, "extend Elsewhere"), (4, "NAMES.each { |name| newproperty(name) }")]);
    }

    #[test]
    fn type_of_the_resource_api_is_read() {
        let text = "require 'puppet/resource_api'\n\nPuppet::ResourceApi.register_type(\n  name: 'wall',\n  docs: <<-DOCS,\n    Rules: of a\n    wall.\n  DOCS\n  \
                    features: ['simple_get_filter', 'canonicalize'],\n  title_patterns: [\n    {\n      pattern: %r{^(?<table>[^:]+):(?<name>.+)$},\n      desc: 'both',\n    \
                    },\n  ],\n  attributes: {\n    ensure: {\n      type: 'Enum[present, absent]',\n      default: 'present',\n      desc: <<-D\n        Whether.\n      D\n    \
                    },\n    name: { type: 'Pattern[/(^\\d+)/]', behaviour: :namevar },\n    'table' => {\n      :type => 'String', :behavior => :namevar },\n    \
                    dry: { type: \"Optional[Boolean]\", behaviour: :parameter, default: false },\n    size: { type: 'Integer', behaviour: :read_only, desc: 'a ' \\\n 'b' },\n  },\n)\n";
        let declaration = super::read(text, &|_| None).unwrap();
        let schema = &declaration.schema;
        assert_eq!(
            outline_of(schema),
            ("wall".to_owned(), ["ensure=", "name!", "table!", "dry", "size"].map(str::to_owned).to_vec())
        );
        assert_eq!((&*schema.docs, &*schema.attributes[0].docs), ("Rules: of a wall.", "Whether."));
        assert_eq!(schema.attributes[0].default, Some(Fallback::Constant("present".into())));
        assert_eq!(schema.attributes[3].data_type, "Optional[Boolean]");
        assert_eq!(schema.title_patterns[0].captures, [2, 1]);
        assert_eq!(declaration.unread, []);
        let partial = "Puppet::ResourceApi.register_type(name: 'a', attributes: ATTRIBUTES)";
        assert_eq!(super::read(partial, &|_| None).unwrap().unread.len(), 1);
    }

    #[test]
    fn file_without_declaration_yields_none() {
        assert_eq!(schema_of("module X\n  newparam(:a)\nend"), None);
        assert_eq!(schema_of(""), None);
    }
}
