//! The lattice of Puppet data types, and operations on types and values, one operation per file. Values of
//! any implementation are accepted through [`Subject`]; nothing here evaluates code or accesses the system.

pub mod base64;
pub mod convert;
pub mod mismatch;

mod alias;
mod assignable;
mod callable;
mod common;
mod display;
mod equality;
mod generalize;
mod infer;
mod init;
mod instance;
mod issue;
mod iterable;
mod literal;
mod normalize;
mod object;
mod parameterize;
mod parse;
mod parts;
mod semver;
mod signature;
mod subject;
mod timespan;
mod timestamp;
mod types;
mod uri;

#[cfg(test)]
mod tests;

pub use alias::{Alias, Aliases, BuiltinAlias};
pub use display::quote;
pub use issue::{IssueSubject, TypeIssue, article};
pub use literal::Literal;
pub use marotte_regex as regex;
pub use marotte_regex::{Captures, Regex, RegexError};
pub use object::{Attribute, AttributeKind, ObjectExtension, ObjectFunction, ObjectType, TypeParameter, TypeSetType};
pub use parameterize::{Parameterized, parameterize};
pub use parse::{Builtins, Resolver};
pub use semver::{SemVer, SemVerRange};
pub use signature::{FunctionSignature, SignatureBlock, SignatureParameter};
pub use subject::{Subject, SubjectView};
pub use timespan::{Timespan, TimespanError, TimespanFields, TimespanFormat};
pub use timestamp::{Timestamp, TimestampError, zone_offset};
pub use types::{
    ArrayType, CallableType, EnumType, FloatRange, HashType, InitType, IntegerRange, ResourceType, RuntimeType, Size,
    StructElement, StructType, TimeRange, TupleType, Type, capitalized,
};
pub use uri::{Uri, UriError, UriPattern};

/// Maximum nesting depth of types, and of values compared with types. Beyond it nothing is assignable or an
/// instance, so that an error is reported instead of a stack overflow.
pub const MAX_DEPTH: usize = 128;
