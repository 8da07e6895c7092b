//! Tokens: the kinds that logos recognises, and the kinds that the lexer derives from them. A token is a kind
//! and a byte range; its text is read from the source only when the tree is built.

use logos::Logos;

/// The kinds of token. Kinds without a pattern are derived by the lexer from others, see `lexer.rs`.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[logos(skip r"[ \t\r]+")]
#[logos(skip(r"#[^\n]*", allow_greedy = true))]
#[repr(u8)]
pub(crate) enum TokenKind {
    // Operands.
    /// `apache::vhost`
    // Lower than the 4 of `if`: the priority of a literal is twice its length, and logos prefers the highest among
    // matches of equal length.
    #[regex(r"(::)?[a-z][0-9A-Za-z_]*(::[a-z][0-9A-Za-z_]*)*", priority = 2)]
    Name,
    /// A bare word that is not a valid name: it contains hyphens, or a segment that starts with `_`.
    #[regex(r"(::)?[a-z_]([0-9A-Za-z_-]*[0-9A-Za-z_])?(::[a-z_]([0-9A-Za-z_-]*[0-9A-Za-z_])?)*", priority = 1)]
    Word,
    #[regex(r"(::)?[A-Z][0-9A-Za-z_]*(::[A-Z][0-9A-Za-z_]*)*")]
    TypeName,
    /// `$name` in code, `$name` in a string, and the name in `${name}`.
    #[regex(r"\$(::)?([0-9A-Za-z_]+::)*[0-9A-Za-z_]+")]
    Variable,
    /// A lone `$`, which becomes a variable with an empty name.
    #[token("$")]
    Dollar,
    #[regex(r"[0-9]+")]
    Number,
    /// A string or heredoc text without interpolation.
    String,
    /// The part of a string before its first interpolation, between two interpolations, and after the last.
    StringStart,
    StringMiddle,
    StringEnd,
    /// The `@(tag)` of a heredoc; its text follows.
    Heredoc,
    Regex,

    // Keywords.
    #[token("and")]
    And,
    #[token("attr")]
    Attr,
    #[token("case")]
    Case,
    #[token("class")]
    Class,
    #[token("default")]
    Default,
    #[token("define")]
    Define,
    #[token("else")]
    Else,
    #[token("elsif")]
    Elsif,
    #[token("false")]
    False,
    #[token("function")]
    Function,
    #[token("if")]
    If,
    #[token("in")]
    In,
    #[token("inherits")]
    Inherits,
    #[token("node")]
    Node,
    #[token("or")]
    Or,
    #[token("private")]
    Private,
    #[token("true")]
    True,
    #[token("type")]
    Type,
    #[token("undef")]
    Undef,
    #[token("unless")]
    Unless,

    // Brackets.
    /// `[` directly after another token: an access.
    #[token("[")]
    Bracket,
    /// `[` after white space: an array.
    ListStart,
    #[token("]")]
    BracketEnd,
    #[token("{")]
    Brace,
    /// `{` after `?`.
    SelectorBrace,
    #[token("}")]
    BraceEnd,
    #[token("(")]
    Paren,
    /// `(` at the start of a line: never the start of a call's arguments.
    LineParen,
    #[token(")")]
    ParenEnd,
    #[token("<|")]
    Collect,
    #[token("|>")]
    CollectEnd,
    #[token("<<|")]
    CollectExported,
    #[token("|>>")]
    CollectExportedEnd,
    #[token("|")]
    Pipe,

    // Operators and separators.
    #[token("=")]
    Assign,
    #[token("+=")]
    Append,
    #[token("-=")]
    Delete,
    #[token("==")]
    Equal,
    #[token("!=")]
    NotEqual,
    #[token("=~")]
    Match,
    #[token("!~")]
    NotMatch,
    #[token("<")]
    Less,
    #[token("<=")]
    LessEqual,
    #[token(">")]
    Greater,
    #[token(">=")]
    GreaterEqual,
    #[token("=>")]
    Arrow,
    #[token("+>")]
    PlusArrow,
    #[token("<<")]
    LeftShift,
    #[token(">>")]
    RightShift,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    #[token("%")]
    Percent,
    #[token("!")]
    Not,
    #[token(".")]
    Dot,
    #[token("@")]
    At,
    #[token("@@")]
    AtAt,
    #[token(":")]
    Colon,
    #[token(",")]
    Comma,
    #[token(";")]
    Semicolon,
    #[token("?")]
    Question,
    #[token("->")]
    Before,
    #[token("<-")]
    After,
    #[token("~>")]
    Notify,
    #[token("<~")]
    Subscribe,

    // Templates.
    /// The start of a template, before its parameters.
    TemplateStart,
    RenderText,
    /// `<%=`
    RenderStart,
    /// `%>` or `-%>` of a `<%=`.
    RenderEnd,

    // For the lexer only; never passed to the parser.
    #[token("\n")]
    Newline,
    #[token("'")]
    SingleQuote,
    #[token("\"")]
    DoubleQuote,
    #[token("@(")]
    HeredocStart,
    #[token("/*")]
    CommentStart,
    #[token("-%>")]
    TrimClose,
    #[token("%>")]
    Close,
    #[token("::")]
    DoubleColon,

    // Ends.
    /// Text that is not a token.
    Unknown,
    /// Text that the lexer rejected with a message of its own.
    Rejected,
    End,
}

impl TokenKind {
    /// Returns whether the kind is a keyword.
    pub(crate) fn is_keyword(self) -> bool {
        (Self::And as u8..=Self::Unless as u8).contains(&(self as u8))
    }

    /// Returns whether a token of this kind is a string or a part of one.
    pub(crate) fn is_text(self) -> bool {
        matches!(
            self,
            Self::String | Self::StringStart | Self::StringMiddle | Self::StringEnd | Self::Regex | Self::RenderText
        )
    }

    /// Returns the name of the kind in a message about expected tokens.
    pub(crate) fn describe(self) -> &'static str {
        match self {
            Self::Name => "a name",
            Self::Word => "a bare word",
            Self::TypeName => "a type name",
            Self::Variable | Self::Dollar => "a variable",
            Self::Number => "a number",
            Self::String | Self::StringStart => "a string",
            Self::StringMiddle | Self::StringEnd => "the end of the interpolation, '}'",
            Self::Heredoc => "a heredoc",
            Self::Regex => "a regular expression",
            Self::And => "'and'",
            Self::Attr => "'attr'",
            Self::Case => "'case'",
            Self::Class => "'class'",
            Self::Default => "'default'",
            Self::Define => "'define'",
            Self::Else => "'else'",
            Self::Elsif => "'elsif'",
            Self::False => "'false'",
            Self::Function => "'function'",
            Self::If => "'if'",
            Self::In => "'in'",
            Self::Inherits => "'inherits'",
            Self::Node => "'node'",
            Self::Or => "'or'",
            Self::Private => "'private'",
            Self::True => "'true'",
            Self::Type => "'type'",
            Self::Undef => "'undef'",
            Self::Unless => "'unless'",
            Self::Bracket | Self::ListStart => "'['",
            Self::BracketEnd => "']'",
            Self::Brace | Self::SelectorBrace => "'{'",
            Self::BraceEnd => "'}'",
            Self::Paren | Self::LineParen => "'('",
            Self::ParenEnd => "')'",
            Self::Collect => "'<|'",
            Self::CollectEnd => "'|>'",
            Self::CollectExported => "'<<|'",
            Self::CollectExportedEnd => "'|>>'",
            Self::Pipe => "'|'",
            Self::Assign => "'='",
            Self::Append => "'+='",
            Self::Delete => "'-='",
            Self::Equal => "'=='",
            Self::NotEqual => "'!='",
            Self::Match => "'=~'",
            Self::NotMatch => "'!~'",
            Self::Less => "'<'",
            Self::LessEqual => "'<='",
            Self::Greater => "'>'",
            Self::GreaterEqual => "'>='",
            Self::Arrow => "'=>'",
            Self::PlusArrow => "'+>'",
            Self::LeftShift => "'<<'",
            Self::RightShift => "'>>'",
            Self::Plus => "'+'",
            Self::Minus => "'-'",
            Self::Star => "'*'",
            Self::Slash => "'/'",
            Self::Percent => "'%'",
            Self::Not => "'!'",
            Self::Dot => "'.'",
            Self::At => "'@'",
            Self::AtAt => "'@@'",
            Self::Colon => "':'",
            Self::Comma => "','",
            Self::Semicolon => "';'",
            Self::Question => "'?'",
            Self::Before => "'->'",
            Self::After => "'<-'",
            Self::Notify => "'~>'",
            Self::Subscribe => "'<~'",
            Self::TemplateStart => "a template",
            Self::RenderText => "text",
            Self::RenderStart => "'<%='",
            Self::RenderEnd | Self::Close | Self::TrimClose => "'%>'",
            Self::Newline => "a line break",
            Self::SingleQuote => "\"'\"",
            Self::DoubleQuote => "'\"'",
            Self::HeredocStart => "'@('",
            Self::CommentStart => "'/*'",
            Self::DoubleColon => "'::'",
            Self::Unknown | Self::Rejected => "something else",
            Self::End => "the end of the file",
        }
    }
}

/// Flags of a token in addition to its kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TokenFlags(u8);

impl TokenFlags {
    pub(crate) const NONE: Self = Self(0);
    /// The text differs from the source: see [`Tokens::text`].
    pub(crate) const COOKED: Self = Self(1);
    /// The text belongs to a heredoc, so it has no quotes around it.
    pub(crate) const HEREDOC: Self = Self(2);
    /// The token is the first on its line.
    pub(crate) const FIRST: Self = Self(4);

    pub(crate) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// A token: a range of bytes with a kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) lo: u32,
    pub(crate) hi: u32,
    pub(crate) kind: TokenKind,
    pub(crate) flags: TokenFlags,
}

/// The parser compares tokens by kind only.
impl PartialEq for Token {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

impl Token {
    /// Returns the range of the text inside the quotes of a string or part of a string.
    pub(crate) fn inner(self) -> std::ops::Range<usize> {
        let (lo, hi) = (self.lo as usize, self.hi as usize);
        let quoted = !self.flags.has(TokenFlags::HEREDOC);
        let before = usize::from(quoted && matches!(self.kind, TokenKind::String | TokenKind::StringStart));
        let after = usize::from(quoted && matches!(self.kind, TokenKind::String | TokenKind::StringEnd));
        lo + before..hi - after
    }
}
