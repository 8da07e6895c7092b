//! What names resources, types, scopes and definitions in a compilation.

/// Identifies a resource by its index in the order of declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ResourceId(pub(crate) u32);

impl ResourceId {
    /// `Stage[main]`
    pub(crate) const STAGE: Self = Self(0);
    /// `Class[Settings]`
    pub(crate) const SETTINGS: Self = Self(1);
    /// `Class[main]`
    pub(crate) const MAIN: Self = Self(2);

    /// Returns the index in the order of declaration.
    pub(crate) fn to_usize(self) -> usize {
        self.0 as usize
    }
}

/// Identifies a resource type of this compilation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TypeId(pub(crate) u32);

impl TypeId {
    /// Classes.
    pub(crate) const CLASS: Self = Self(0);
    /// Node blocks.
    pub(crate) const NODE: Self = Self(1);
}

/// Origin of a value, which determines whether it can be overridden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum CodeOrigin {
    /// Code outside of classes, defined types and nodes.
    Main,
    /// A node block.
    Node(u32),
    /// A class.
    Class(ClassId),
    /// A defined type.
    Define(DefineId),
}

impl CodeOrigin {
    /// Code outside of classes, defined types and nodes.
    pub(crate) const MAIN: Self = Self::Main;
}

/// Identifies a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ScopeId(pub(crate) u32);

impl ScopeId {
    /// The top scope.
    pub(crate) const TOP: Self = Self(0);
}

/// Identifies a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ClassId(pub(crate) u32);

/// Identifies a defined type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct DefineId(pub(crate) u32);

/// Identifies a function written in the Puppet language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FunctionId(pub(crate) u32);
