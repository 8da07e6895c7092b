//! `hiera.yaml`: the levels of a hierarchy, each with its data function and the locations passed to it. Version 4 is
//! translated to version 5.

use datatype::{Builtins, Regex, Type, mismatch};
use syntax::MissingRuby;
use value::{Hash, Value};

use crate::issue;

/// Content of a `hiera.yaml`.
#[derive(Debug)]
pub(crate) struct HieraConfig {
    /// The version of the format.
    pub(crate) version: u8,
    /// The levels, by decreasing precedence.
    pub(crate) hierarchy: Vec<HierarchyLevel>,
    /// Levels that are searched if no other level has the key.
    pub(crate) default_hierarchy: Option<Vec<HierarchyLevel>>,
}

/// A level of a hierarchy.
#[derive(Clone, Debug)]
pub(crate) struct HierarchyLevel {
    /// The name of the level.
    pub(crate) name: String,
    /// The kind of the data function.
    pub(crate) kind: FunctionKind,
    /// The name of the data function.
    pub(crate) function: String,
    /// The base directory of its paths.
    pub(crate) datadir: String,
    /// The locations passed to the function.
    pub(crate) locations: Locations,
    /// The extension that is added to paths without it.
    pub(crate) extension: Option<&'static str>,
    /// Options for the function.
    pub(crate) options: Hash,
}

/// Kind of a data function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FunctionKind {
    /// The function returns all data at once.
    DataHash,
    /// The function returns the value of a root key.
    LookupKey,
    /// The function resolves all segments of a key.
    DataDig,
    /// The function returns all data at once without arguments, as in Puppet 4.3; not allowed in defaults.
    LegacyHash,
}

impl FunctionKind {
    /// The kinds that are also allowed in `defaults`.
    const ALL: [Self; 3] = [Self::DataHash, Self::LookupKey, Self::DataDig];

    /// Returns its key in a `hiera.yaml`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::DataHash => "data_hash",
            Self::LookupKey => "lookup_key",
            Self::DataDig => "data_dig",
            Self::LegacyHash => "v4_data_hash",
        }
    }
}

/// Locations of data; the strings may contain interpolations.
#[derive(Clone, Debug)]
pub(crate) enum Locations {
    /// No locations are configured.
    None,
    /// Paths of files.
    Paths(Vec<String>),
    /// Glob patterns of files.
    Globs(Vec<String>),
    /// URIs.
    Uris(Vec<String>),
    /// `mapped_paths`, a file for each element of a variable: the variable, the name bound to the element, the path
    /// template.
    Mapped([String; 3]),
}

/// Error in a `hiera.yaml`.
#[derive(Debug)]
pub(crate) enum ConfigFault {
    /// The configuration has the wrong type.
    Plain {
        /// The message.
        message: String,
        /// A hint.
        hint: Option<String>,
    },
    /// An invalid entry, with its line if known.
    Located {
        /// The issue code and the message.
        kind: (&'static str, String),
        /// The line.
        line: Option<u32>,
        /// The backend that needs Ruby.
        missing: Option<MissingRuby>,
    },
}

impl ConfigFault {
    /// Returns an error at a line.
    pub(crate) fn at(kind: (&'static str, String), line: Option<u32>) -> Self {
        Self::Located { kind, line, missing: None }
    }

    /// Returns the error for a backend that needs Ruby.
    fn of_backend(name: &str, kind: (&'static str, String), line: Option<u32>) -> Self {
        Self::Located { kind, line, missing: Some(MissingRuby::HieraBackend(name.into())) }
    }
}

/// Returns the version of a configuration.
pub(crate) fn version(config: &Value) -> i64 {
    match entry(config, "version") {
        None | Some(Value::Undef) => 3,
        Some(Value::Integer(version)) => *version,
        #[expect(clippy::cast_possible_truncation, reason = "as in Ruby; no supported version is this large")]
        Some(Value::Float(version)) => *version as i64,
        Some(other) => {
            let text = other.text();
            let digits = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
            text[..digits].parse().unwrap_or_default()
        }
    }
}

/// Returns whether a configuration has the keys of version 5, but no `version`, so that it is read as version 3.
pub(crate) fn lacks_version(config: &Value) -> bool {
    let is_level = |level: &Value| matches!(level, Value::Hash(_));
    let has_levels = ["hierarchy", "default_hierarchy"]
        .iter()
        .any(|key| list(config, key).is_some_and(|levels| levels.iter().any(is_level)));
    entry(config, "version").is_none() && (has_levels || entry(config, "defaults").is_some())
}

impl Default for HieraConfig {
    /// Returns the configuration that is used if there is no `hiera.yaml`.
    fn default() -> Self {
        Self {
            version: 5,
            hierarchy: vec![HierarchyLevel {
                name: "Common".to_owned(),
                kind: FunctionKind::DataHash,
                function: "yaml_data".to_owned(),
                datadir: "data".to_owned(),
                locations: Locations::Paths(vec!["common.yaml".to_owned()]),
                extension: None,
                options: Hash::default(),
            }],
            default_hierarchy: None,
        }
    }
}

const LOCATION_KEYS: [&str; 7] = ["path", "paths", "glob", "globs", "uri", "uris", "mapped_paths"];

/// Returns the type of a `hiera.yaml` of version 5.
fn type_of_version_5() -> String {
    let text = "String[1]";
    let options = "Optional[options]=>Hash[Pattern[/\\A[A-Za-z](:?[0-9A-Za-z_-]*[0-9A-Za-z])?\\z/],Data]";
    let functions = format!("Optional[data_hash]=>{text},Optional[lookup_key]=>{text},Optional[data_dig]=>{text}");
    let hierarchy = format!(
        "Array[Struct[{{name=>{text},{options},{functions},Optional[hiera3_backend]=>{text},Optional[v4_data_hash]=>{text},\
         Optional[path]=>{text},Optional[paths]=>Array[{text},1],Optional[glob]=>{text},Optional[globs]=>Array[{text},1],\
         Optional[uri]=>{text},Optional[uris]=>Array[{text},1],Optional[mapped_paths]=>Array[{text},3,3],\
         Optional[datadir]=>{text}}}]]"
    );
    format!(
        "Struct[{{version=>Integer[5,5],Optional[defaults]=>Struct[{{{functions},Optional[datadir]=>{text},{options}}}],\
         Optional[hierarchy]=>{hierarchy},Optional[plan_hierarchy]=>{hierarchy},Optional[default_hierarchy]=>{hierarchy}}}]"
    )
}

const TYPE_OF_VERSION_4: &str = "Struct[{version=>Integer[4,4],Optional[datadir]=>String[1],Optional[hierarchy]=>\
     Array[Struct[{backend=>String[1],name=>String[1],Optional[datadir]=>String[1],Optional[path]=>String[1],\
     Optional[paths]=>Array[String[1]]}]]}]";

fn check_type(expected: &str, config: &Value, path: &str, text: &str) -> Result<(), ConfigFault> {
    let expected = Type::parse(expected, &mut Builtins).expect("the type literal is valid");
    let subject = format!("The Lookup Configuration at '{path}' has wrong type,");
    mismatch::assert_instance(&subject, &expected, config).map_err(|mismatch| ConfigFault::Plain {
        message: mismatch.into(),
        hint: misspelt_key(config, text).or_else(|| unnamed_level(config)),
    })
}

/// The keys of a configuration.
const KEYS: [&str; 5] = ["version", "defaults", "hierarchy", "plan_hierarchy", "default_hierarchy"];

/// The keys of a level.
const KEYS_OF_LEVEL: [&str; 14] = [
    "name",
    "path",
    "paths",
    "glob",
    "globs",
    "uri",
    "uris",
    "mapped_paths",
    "datadir",
    "options",
    "data_hash",
    "lookup_key",
    "data_dig",
    "hiera3_backend",
];

/// Returns a hint if a level has no name.
fn unnamed_level(config: &Value) -> Option<String> {
    let number = list(config, "hierarchy")?.iter().position(|level| entry(level, "name").is_none())? + 1;
    Some(format!("give each level of the hierarchy a name, for example 'name: \"Level {number}\"'"))
}

/// Returns a hint if a key that does not exist is similar to one that does.
fn misspelt_key(config: &Value, text: &str) -> Option<String> {
    let levels = ["hierarchy", "plan_hierarchy", "default_hierarchy"].into_iter().filter_map(|key| list(config, key));
    let levels = levels.flatten().chain(entry(config, "defaults")).map(|level| (level, &KEYS_OF_LEVEL[..]));
    let mut hashes = std::iter::once((config, &KEYS[..])).chain(levels);
    let (key, near) = hashes.find_map(|(hash, known)| {
        let keys = hash.as_hash()?.keys().filter_map(Value::as_str);
        let mut unknown = keys.filter(|key| !known.contains(key));
        unknown.find_map(|key| Some((key, syntax::nearest(key, known.iter().copied())?)))
    })?;
    let pattern = format!(r#"(?:^|[\s{{,-])['"]?{}['"]?\s*:"#, datatype::regex::escape(key));
    let line = line_matching(text, &pattern, 1).map_or_else(String::new, |line| format!(" in line {line}"));
    Some(format!("'{key}'{line}: did you mean '{near}'?"))
}

impl HieraConfig {
    /// Parses a configuration of version 5.
    pub(crate) fn version_5(
        config: &Value,
        path: &str,
        text: &str,
        is_module: bool,
        is_global: bool,
    ) -> Result<Self, ConfigFault> {
        check_type(&type_of_version_5(), config, path, text)?;
        let reader = Reader { text, is_global };
        let defaults = entry(config, "defaults").filter(|defaults| !defaults.is_undef());
        // A configuration without `defaults` uses those of the built-in configuration.
        let built_in: Value = [("data_hash", "yaml_data")].into_iter().collect::<Hash>().into();
        let defaults = defaults.unwrap_or(&built_in);
        check_defaults(defaults)?;
        let hierarchy = match list(config, "hierarchy") {
            Some(levels) => reader.levels(levels, defaults)?,
            None => Self::default().hierarchy,
        };
        if let Some(levels) = list(config, "plan_hierarchy") {
            levels.iter().try_for_each(|level| reader.check_level(level, defaults))?;
        }
        let default_hierarchy = match list(config, "default_hierarchy") {
            Some(_) if !is_module => {
                let line = line_matching(text, r"(?:^|\s+)default_hierarchy:", 1);
                return Err(ConfigFault::at(issue::default_hierarchy_not_in_module(), line));
            }
            Some(levels) => Some(reader.levels(levels, defaults)?),
            None => None,
        };
        Ok(Self { version: 5, hierarchy, default_hierarchy })
    }

    /// Returns the configuration of a layer whose data comes from a single function, as in Puppet 4.3.
    pub(crate) fn of_legacy_function(function: &str) -> Self {
        let level = HierarchyLevel {
            name: format!("Legacy function '{function}'"),
            kind: FunctionKind::LegacyHash,
            function: function.to_owned(),
            datadir: "data".to_owned(),
            locations: Locations::None,
            extension: None,
            options: Hash::default(),
        };
        Self { version: 5, hierarchy: vec![level], default_hierarchy: None }
    }

    /// Parses a configuration of version 4.
    pub(crate) fn version_4(config: &Value, path: &str, text: &str) -> Result<Self, ConfigFault> {
        check_type(TYPE_OF_VERSION_4, config, path, text)?;
        let datadir = texts_of(config, "datadir").map_or("data".to_owned(), |datadir| datadir);
        let common: Value =
            Value::array([[("name", "common"), ("backend", "yaml")].into_iter().collect::<Hash>().into()]);
        let levels = list(config, "hierarchy").or(common.as_array()).unwrap_or_default();
        let reader = Reader { text, is_global: false };
        let mut hierarchy: Vec<HierarchyLevel> = Vec::with_capacity(levels.len());
        for level in levels {
            let name = texts_of(level, "name").unwrap_or_default();
            reader.check_name(&name, &hierarchy)?;
            let backend = texts_of(level, "backend").unwrap_or_default();
            let extension = match backend.as_str() {
                "yaml" => ".yaml",
                "json" => ".json",
                "hocon" => ".conf",
                _ => {
                    let line = line_matching(text, &format!(r"[^\w]{backend}(?:[^\w]|$)"), 1);
                    let kind = issue::backend_without_provider(&backend);
                    return Err(ConfigFault::of_backend(&backend, kind, line));
                }
            };
            let one = texts_of(level, "path").unwrap_or_else(|| name.clone());
            let paths = list(level, "paths").map_or_else(|| vec![one], texts);
            hierarchy.push(HierarchyLevel {
                name,
                kind: FunctionKind::DataHash,
                function: format!("{backend}_data"),
                datadir: texts_of(level, "datadir").unwrap_or_else(|| datadir.clone()),
                locations: Locations::Paths(paths),
                extension: Some(extension),
                options: Hash::default(),
            });
        }
        Ok(Self { version: 4, hierarchy, default_hierarchy: None })
    }
}

fn check_defaults(defaults: &Value) -> Result<(), ConfigFault> {
    if FunctionKind::ALL.iter().filter(|kind| entry(defaults, kind.name()).is_some()).count() > 1 {
        return Err(ConfigFault::at(issue::several_default_data_functions(), None));
    }
    check_options(defaults, None)
}

fn check_options(owner: &Value, name: Option<&str>) -> Result<(), ConfigFault> {
    let Some(options) = entry(owner, "options") else { return Ok(()) };
    match ["path", "uri"].into_iter().find(|key| entry(options, key).is_some()) {
        Some(key) => Err(ConfigFault::at(issue::reserved_option(key, name), None)),
        None => Ok(()),
    }
}

/// Parser of levels; it searches the text for the line of an invalid entry.
struct Reader<'t> {
    text: &'t str,
    is_global: bool,
}

impl Reader<'_> {
    fn levels(&self, levels: &[Value], defaults: &Value) -> Result<Vec<HierarchyLevel>, ConfigFault> {
        levels.iter().try_for_each(|level| self.check_level(level, defaults))?;
        let mut read: Vec<HierarchyLevel> = Vec::with_capacity(levels.len());
        for level in levels {
            let level = self.level(level, defaults)?;
            self.check_name(&level.name, &read)?;
            read.push(level);
        }
        Ok(read)
    }

    fn level(&self, level: &Value, defaults: &Value) -> Result<HierarchyLevel, ConfigFault> {
        let name = texts_of(level, "name").unwrap_or_default();
        if let Some(backend) = texts_of(level, "hiera3_backend") {
            let kind = issue::hiera3_backend_needs_ruby(&backend);
            return Err(ConfigFault::of_backend(&backend, kind, self.line("hiera3_backend:")));
        }
        let named = |owner: &Value, kind: FunctionKind| Some((kind, texts_of(owner, kind.name())?));
        let function = |owner: &Value| FunctionKind::ALL.into_iter().find_map(|kind| named(owner, kind));
        let own = function(level).or_else(|| named(level, FunctionKind::LegacyHash));
        let function = own.or_else(|| function(defaults));
        let (kind, function) = function.ok_or_else(|| ConfigFault::at(issue::missing_data_function(&name), None))?;
        let datadir = texts_of(level, "datadir").or_else(|| texts_of(defaults, "datadir"));
        let options = entry(level, "options").or_else(|| entry(defaults, "options"));
        Ok(HierarchyLevel {
            name,
            kind,
            function,
            datadir: datadir.unwrap_or_else(|| "data".to_owned()),
            locations: locations(level),
            extension: None,
            options: options.and_then(Value::as_hash).cloned().unwrap_or_default(),
        })
    }

    fn check_level(&self, level: &Value, defaults: &Value) -> Result<(), ConfigFault> {
        let name = texts_of(level, "name").unwrap_or_default();
        let has = |key: &str| entry(level, key).is_some();
        let own = ["data_hash", "lookup_key", "data_dig", "hiera3_backend", "v4_data_hash"];
        let has_default = FunctionKind::ALL.iter().any(|kind| entry(defaults, kind.name()).is_some());
        match own.into_iter().filter(|key| has(key)).count() {
            0 if !has_default => return Err(ConfigFault::at(issue::missing_data_function(&name), None)),
            0 | 1 => {}
            _ => return Err(ConfigFault::at(issue::several_data_functions(&name), None)),
        }
        if let Some(backend) = texts_of(level, "hiera3_backend") {
            let line = self.line("hiera3_backend:");
            if !self.is_global {
                return Err(ConfigFault::at(issue::hiera3_backend_not_global(), line));
            }
            if matches!(backend.as_str(), "yaml" | "json" | "hocon") {
                return Err(ConfigFault::at(issue::hiera3_backend_is_data_hash(&backend), line));
            }
        }
        if LOCATION_KEYS.into_iter().filter(|key| has(key)).count() > 1 {
            return Err(ConfigFault::at(issue::several_locations(&name), None));
        }
        check_options(level, Some(&name))
    }

    fn check_name(&self, name: &str, before: &[HierarchyLevel]) -> Result<(), ConfigFault> {
        if !before.iter().any(|level| level.name == name) {
            return Ok(());
        }
        let pattern = format!(r#"\s+name:\s+['"]?{}(?:[^\w]|$)"#, datatype::regex::escape(name));
        let first = line_matching(self.text, &pattern, 1);
        let second = first.and_then(|first| line_matching(self.text, &pattern, first + 1));
        let (first, line) = if second.is_some() { (first, second) } else { (None, first) };
        Err(ConfigFault::at(issue::hierarchy_name_twice(name, first), line))
    }

    fn line(&self, key: &str) -> Option<u32> {
        line_matching(self.text, &format!(r"\s+{key}"), 1)
    }
}

fn locations(level: &Value) -> Locations {
    let several = |key: &str| list(level, key).map(texts);
    let one = |key: &str| texts_of(level, key).map(|text| vec![text]);
    if let Some(paths) = several("paths").or_else(|| one("path")) {
        return Locations::Paths(paths);
    }
    if let Some(globs) = several("globs").or_else(|| one("glob")) {
        return Locations::Globs(globs);
    }
    if let Some(uris) = several("uris").or_else(|| one("uri")) {
        return Locations::Uris(uris);
    }
    match several("mapped_paths").map(<[String; 3]>::try_from) {
        Some(Ok(mapped)) => Locations::Mapped(mapped),
        _ => Locations::None,
    }
}

fn entry<'v>(of: &'v Value, key: &str) -> Option<&'v Value> {
    of.as_hash()?.text(key)
}

fn list<'v>(of: &'v Value, key: &str) -> Option<&'v [Value]> {
    entry(of, key)?.as_array()
}

fn texts(values: &[Value]) -> Vec<String> {
    values.iter().map(|value| value.text().to_string()).collect()
}

fn texts_of(of: &Value, key: &str) -> Option<String> {
    entry(of, key).filter(|value| !value.is_undef()).map(|value| value.text().to_string())
}

/// Returns the number of the line of a `hiera.yaml` that names a data function of a kind.
pub(crate) fn line_of_function(text: &str, kind: &str, function: &str) -> Option<u32> {
    let function = datatype::regex::escape(function);
    line_matching(text, &format!(r#"(?:^|[\s{{,-]):?['"]?{kind}['"]?\s*:\s*['"]?{function}(?:['"\s,}}]|$)"#), 1)
}

/// Returns the number of the first line at or after `from` that matches a pattern. Lines are counted from 1 and
/// comments are ignored.
fn line_matching(text: &str, pattern: &str, from: u32) -> Option<u32> {
    let pattern = Regex::new(pattern).ok()?;
    text.split_inclusive('\n')
        .zip(1..)
        .skip_while(|(_, number)| *number < from)
        .find_map(|(line, number)| pattern.is_match(without_comment(line)).unwrap_or_default().then_some(number))
}

pub(crate) fn without_comment(line: &str) -> &str {
    let mut quote = None;
    for (at, letter) in line.char_indices() {
        match letter {
            '"' | '\'' if quote == Some(letter) => quote = None,
            '"' | '\'' if quote.is_none() => quote = Some(letter),
            '#' => return &line[..at],
            _ => {}
        }
    }
    line
}
