//! YAML as Ruby's Psych and libyaml read and write it.

mod emitter;
mod reader;
mod scalar;
mod style;

pub use emitter::{YamlLayout, dump, float, push_key, push_text, push_value};
pub use reader::{Dates, FromYaml, ReadOptions, YamlError, parse, parse_with_duplicates};
