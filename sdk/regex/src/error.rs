//! Errors of patterns and searches, with the messages of Ruby's engine where it has one.

use std::fmt;

/// Reason why a pattern cannot be translated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PatternError {
    UnmatchedParenthesis,
    GroupNesting,
    EndInGroup,
    AbsenceOperator,
    ConditionalGroup,
    OpenParenthesis,
    GroupOption,
    ShortEscape,
    GraphemeCluster,
    Backreference,
    NumberedCall,
    RepeatTarget,
    ClassNesting,
    EndInClass,
    EmptyRange,
    UnclosedProperty,
    HexEscape,
    UnicodeEscape,
    ShortControl,
    CodePoint,
    GroupName(String),
    UndefinedGroup(String),
    UndefinedName(String),
    PosixBracket(String),
    /// The name of a property, without its braces.
    Property(String),
}

impl fmt::Display for PatternError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::GroupName(name) => return write!(formatter, "invalid group name <{name}>"),
            Self::UndefinedGroup(name) => return write!(formatter, "undefined group <{name}> reference"),
            Self::UndefinedName(name) => return write!(formatter, "undefined name <{name}> reference"),
            Self::PosixBracket(name) => return write!(formatter, "invalid POSIX bracket type [:{name}:]"),
            Self::Property(name) => return write!(formatter, "invalid character property name {{{name}}}"),
            Self::UnmatchedParenthesis => "unmatched close parenthesis",
            Self::GroupNesting => "groups are nested too deeply",
            Self::EndInGroup => "end pattern in group",
            Self::AbsenceOperator => "absence operators are not supported",
            Self::ConditionalGroup => "conditional groups are not supported",
            Self::OpenParenthesis => "end pattern with unmatched parenthesis",
            Self::GroupOption => "undefined group option",
            Self::ShortEscape => "too short escape sequence",
            Self::GraphemeCluster => "\\X is not supported",
            Self::Backreference => "invalid backref number/name",
            Self::NumberedCall => "numbered backref/call is not allowed. (use name)",
            Self::RepeatTarget => "target of repeat operator is not specified",
            Self::ClassNesting => "character classes are nested too deeply",
            Self::EndInClass => "premature end of char-class",
            Self::EmptyRange => "empty range in char class",
            Self::UnclosedProperty => "invalid character property name",
            Self::HexEscape => "invalid hex escape",
            Self::UnicodeEscape => "invalid Unicode escape",
            Self::ShortControl => "too short control sequence",
            Self::CodePoint => "invalid code point value",
        })
    }
}

/// Reason why a pattern cannot be compiled for backtracking, or why a text cannot be searched with it.
#[derive(Clone, Debug)]
pub(super) enum BacktrackError {
    Compile(Box<fancy_regex::Error>),
    /// The pattern has more bytes than this.
    PatternLength(usize),
    /// The text is so long that a search could take too many steps.
    TextLength(u64),
}

impl fmt::Display for BacktrackError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Compile(error) => error.fmt(formatter),
            Self::PatternLength(limit) => write!(formatter, "the pattern has more than {limit} bytes"),
            Self::TextLength(length) => {
                write!(formatter, "a search in a text of {length} bytes could take too many steps")
            }
        }
    }
}

impl From<fancy_regex::Error> for BacktrackError {
    fn from(error: fancy_regex::Error) -> Self {
        Self::Compile(Box::new(error))
    }
}
