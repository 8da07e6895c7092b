//! Operators of the language.

/// A unary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOperator {
    /// `-`
    Minus,
    /// `!`
    Not,
    /// `*`: the elements of an array as separate values
    Splat,
}

/// A binary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOperator {
    /// `or`
    Or,
    /// `and`
    And,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `=~`
    Match,
    /// `!~`
    NotMatch,
    /// `in`
    In,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Modulo,
    /// `<<`
    LeftShift,
    /// `>>`
    RightShift,
}

impl BinaryOperator {
    /// Returns whether the operator matches a regular expression, which sets the numeric variables.
    pub fn is_match(self) -> bool {
        matches!(self, Self::Match | Self::NotMatch)
    }

    /// Returns the operator's source text.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Or => "or",
            Self::And => "and",
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessEqual => "<=",
            Self::Greater => ">",
            Self::GreaterEqual => ">=",
            Self::Match => "=~",
            Self::NotMatch => "!~",
            Self::In => "in",
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Modulo => "%",
            Self::LeftShift => "<<",
            Self::RightShift => ">>",
        }
    }
}

/// An assignment operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AssignmentOperator {
    /// `=`
    Set,
    /// `+=`, removed in Puppet 4
    Append,
    /// `-=`, removed in Puppet 4
    Delete,
}

impl AssignmentOperator {
    /// Returns the operator's source text.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Set => "=",
            Self::Append => "+=",
            Self::Delete => "-=",
        }
    }
}

/// The operator of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AttributeOperator {
    /// `=>`
    Set,
    /// `+>`
    Append,
}

impl AttributeOperator {
    /// Returns the operator's source text.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Set => "=>",
            Self::Append => "+>",
        }
    }
}

/// A relationship operator (chaining arrow).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RelationshipOperator {
    /// `->`: the left operand is applied before the right
    Before,
    /// `<-`: the left operand is applied after the right
    After,
    /// `~>`: like `->`, and changes on the left refresh the right
    Notify,
    /// `<~`: like `<-`, and changes on the right refresh the left
    Subscribe,
}

impl RelationshipOperator {
    /// Returns the operator's source text.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Before => "->",
            Self::After => "<-",
            Self::Notify => "~>",
            Self::Subscribe => "<~",
        }
    }
}
