//! The operators.

/// An operator before its only operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOperator {
    /// `-`
    Minus,
    /// `!`
    Not,
    /// `*`: the elements of an array, each by itself
    Splat,
}

/// An operator between two operands.
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
    /// Returns whether the operator matches a regex, which sets the numeric variables.
    pub fn is_match(self) -> bool {
        matches!(self, Self::Match | Self::NotMatch)
    }

    /// Returns the operator as written.
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

/// The operator of an assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AssignmentOperator {
    /// `=`
    Set,
    /// `+=`, which Puppet 4 removed
    Append,
    /// `-=`, which Puppet 4 removed
    Delete,
}

impl AssignmentOperator {
    /// Returns the operator as written.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Set => "=",
            Self::Append => "+=",
            Self::Delete => "-=",
        }
    }
}

/// How an attribute is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AttributeOperator {
    /// `=>`
    Set,
    /// `+>`
    Append,
}

impl AttributeOperator {
    /// Returns the operator as written.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Set => "=>",
            Self::Append => "+>",
        }
    }
}

/// The operator between two links of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RelationshipOperator {
    /// `->`: the left before the right
    Before,
    /// `<-`: the left after the right
    After,
    /// `~>`: like `->`, and changes refresh the right side
    Notify,
    /// `<~`: like `<-`, and changes refresh the left side
    Subscribe,
}

impl RelationshipOperator {
    /// Returns the operator as written.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Before => "->",
            Self::After => "<-",
            Self::Notify => "~>",
            Self::Subscribe => "<~",
        }
    }
}
