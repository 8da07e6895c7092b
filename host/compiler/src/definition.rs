//! Registry of definitions: classes, defined types, nodes, functions and type aliases, by name. It does not search
//! files; `loader.rs` adds missing definitions.

use std::rc::Rc;

use datatype::{CallableType, FunctionSignature, Type};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::ast::{Class, Define, Function, NodeBlock, Parameter, TypeAlias};
use syntax::{Diagnostic, Span};

use crate::identity::{ClassId, DefineId, FunctionId, ResourceId, ScopeId};
use crate::issue;

/// Types of parameters; `None` for untyped parameters.
pub(crate) type ParameterTypes = Rc<[Option<Type>]>;

/// A class.
#[derive(Debug)]
pub(crate) struct ClassDefinition<'a> {
    /// Syntax tree of the class.
    pub(crate) node: &'a Class,
    /// The module that contains the class.
    pub(crate) module: Option<&'a str>,
    /// Types of the parameters, once evaluated.
    pub(crate) types: Option<ParameterTypes>,
    /// Scope of the class, once its evaluation has begun.
    pub(crate) scope: Option<ScopeId>,
    /// Resource of the class, once declared.
    pub(crate) resource: Option<ResourceId>,
}

/// A defined type.
#[derive(Debug)]
pub(crate) struct DefineDefinition<'a> {
    /// Syntax tree of the defined type.
    pub(crate) node: &'a Define,
    /// The module that contains the defined type.
    pub(crate) module: Option<&'a str>,
    /// Types of the parameters, once evaluated.
    pub(crate) types: Option<ParameterTypes>,
}

/// A node block.
#[derive(Debug)]
pub(crate) struct NodeDefinition<'a> {
    /// Syntax tree of the node block.
    pub(crate) node: &'a NodeBlock,
    /// The module that contains the node block.
    pub(crate) module: Option<&'a str>,
}

/// Signature of a block or of a function written in the Puppet language.
#[derive(Debug)]
pub(crate) struct ClosureSignature {
    /// The parameters.
    pub(crate) signature: FunctionSignature,
    /// The signature as a type.
    pub(crate) callable: Rc<CallableType>,
    /// The return type, if declared.
    pub(crate) returns: Option<Type>,
}

/// A function.
#[derive(Debug)]
pub(crate) struct FunctionDefinition<'a> {
    /// Syntax tree of the function.
    pub(crate) node: &'a Function,
    /// The signature, once the parameter types have been evaluated.
    pub(crate) signature: Option<Rc<ClosureSignature>>,
}

/// All known definitions.
#[derive(Debug, Default)]
pub(crate) struct Definitions<'a> {
    classes: Vec<ClassDefinition<'a>>,
    class_names: FxHashMap<&'a str, ClassId>,
    defines: Vec<DefineDefinition<'a>>,
    define_names: FxHashMap<&'a str, DefineId>,
    nodes: Vec<NodeDefinition<'a>>,
    node_names: FxHashMap<&'a str, u32>,
    functions: Vec<FunctionDefinition<'a>>,
    function_names: FxHashMap<&'a str, FunctionId>,
    aliases: FxHashMap<&'a str, &'a TypeAlias>,
    /// Files already searched for, so that each is read only once.
    visited: FxHashSet<String>,
}

fn id(count: usize) -> u32 {
    u32::try_from(count).expect("fewer than 2^32 definitions fit into memory")
}

impl<'a> Definitions<'a> {
    /// Adds a class.
    ///
    /// # Errors
    /// Returns an error if a class or defined type of this name exists.
    pub(crate) fn add_class(&mut self, node: &'a Class, module: Option<&'a str>) -> Result<(), Box<Diagnostic>> {
        if let Some(first) = self.class(&node.name) {
            return Err(Box::new(issue::class_redefined(&node.name, node.span, self.get_class(first).node.span)));
        }
        if let Some(first) = self.node(&node.name) {
            let first = self.nodes[first as usize].node.span;
            return Err(Box::new(issue::node_redefined_as_class(&node.name, node.span, first)));
        }
        if let Some(first) = self.define(&node.name) {
            let first = self.get_define(first).node.span;
            return Err(Box::new(issue::define_redefined_as_class(&node.name, node.span, first)));
        }
        self.class_names.insert(&node.name, ClassId(id(self.classes.len())));
        self.classes.push(ClassDefinition { node, module, types: None, scope: None, resource: None });
        Ok(())
    }

    /// Adds a defined type with a name that no other defined type uses.
    ///
    /// # Errors
    /// Returns an error if a class of this name exists.
    pub(crate) fn add_define(&mut self, node: &'a Define, module: Option<&'a str>) -> Result<(), Box<Diagnostic>> {
        if let Some(first) = self.class(&node.name) {
            let first = self.get_class(first).node.span;
            return Err(Box::new(issue::class_redefined_as_define(&node.name, node.span, first)));
        }
        self.define_names.insert(&node.name, DefineId(id(self.defines.len())));
        self.defines.push(DefineDefinition { node, module, types: None });
        Ok(())
    }

    /// Adds a node block and returns its index.
    pub(crate) fn add_node(&mut self, node: &'a NodeBlock, module: Option<&'a str>) -> u32 {
        self.nodes.push(NodeDefinition { node, module });
        id(self.nodes.len() - 1)
    }

    /// Registers an unused lowercase name for a node block.
    pub(crate) fn name_node(&mut self, name: &'a str, index: u32) {
        self.node_names.insert(name, index);
    }

    /// Finds a node block by its lowercase name.
    pub(crate) fn node(&self, name: &str) -> Option<u32> {
        self.node_names.get(name).copied()
    }

    /// Adds a function. Returns the location of the first definition as the error if the name is already defined.
    pub(crate) fn add_function(&mut self, node: &'a Function) -> Result<(), Span> {
        if let Some(first) = self.function(&node.name) {
            return Err(self.get_function(first).node.span);
        }
        self.function_names.insert(&node.name, FunctionId(id(self.functions.len())));
        self.functions.push(FunctionDefinition { node, signature: None });
        Ok(())
    }

    /// Adds a type alias. Returns the location of the first definition as the error if the name is already defined.
    pub(crate) fn add_alias(&mut self, node: &'a TypeAlias, key: &'a str) -> Result<(), Span> {
        self.aliases.insert(key, node).map_or(Ok(()), |first| Err(first.name_span))
    }

    /// Finds a class by its lowercase name.
    pub(crate) fn class(&self, name: &str) -> Option<ClassId> {
        self.class_names.get(name).copied()
    }

    /// Finds a defined type by its lowercase name.
    pub(crate) fn define(&self, name: &str) -> Option<DefineId> {
        self.define_names.get(name).copied()
    }

    /// Finds a function by its name.
    pub(crate) fn function(&self, name: &str) -> Option<FunctionId> {
        self.function_names.get(name).copied()
    }

    /// Finds a type alias by its lowercase name.
    pub(crate) fn alias(&self, name: &str) -> Option<&'a TypeAlias> {
        self.aliases.get(name).copied()
    }

    /// Returns a class.
    pub(crate) fn get_class(&self, id: ClassId) -> &ClassDefinition<'a> {
        &self.classes[id.0 as usize]
    }

    /// Returns a mutable reference to a class.
    pub(crate) fn get_class_mut(&mut self, id: ClassId) -> &mut ClassDefinition<'a> {
        &mut self.classes[id.0 as usize]
    }

    /// Returns a defined type.
    pub(crate) fn get_define(&self, id: DefineId) -> &DefineDefinition<'a> {
        &self.defines[id.0 as usize]
    }

    /// Returns a mutable reference to a defined type.
    pub(crate) fn get_define_mut(&mut self, id: DefineId) -> &mut DefineDefinition<'a> {
        &mut self.defines[id.0 as usize]
    }

    /// Creates a function.
    pub(crate) fn get_function(&self, id: FunctionId) -> &FunctionDefinition<'a> {
        &self.functions[id.0 as usize]
    }

    /// Returns a mutable reference to a function.
    pub(crate) fn get_function_mut(&mut self, id: FunctionId) -> &mut FunctionDefinition<'a> {
        &mut self.functions[id.0 as usize]
    }

    /// Returns the node blocks in the order of their definition.
    pub(crate) fn nodes(&self) -> &[NodeDefinition<'a>] {
        &self.nodes
    }

    /// Returns the names of all known classes.
    pub(crate) fn class_names(&self) -> impl Iterator<Item = &'a str> {
        self.classes.iter().map(|class| &*class.node.name)
    }

    /// Returns the names of all known defined types.
    pub(crate) fn define_names(&self) -> impl Iterator<Item = &'a str> {
        self.defines.iter().map(|define| &*define.node.name)
    }

    /// Returns the names of all known type aliases.
    pub(crate) fn alias_names(&self) -> impl Iterator<Item = &'a str> {
        self.aliases.values().map(|alias| &*alias.name)
    }

    /// Returns the names of all known functions.
    pub(crate) fn function_names(&self) -> impl Iterator<Item = &'a str> {
        self.functions.iter().map(|function| &*function.node.name)
    }

    /// Records that a file is searched for. Returns whether this is the first search.
    pub(crate) fn visit(&mut self, file: &str) -> bool {
        !self.visited.contains(file) && self.visited.insert(file.to_owned())
    }
}

/// A definition whose parameters are passed by name: a class or a defined type.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ParametrizedDefinition<'a> {
    /// A class.
    Class(ClassId, &'a Class),
    /// A defined type.
    Define(DefineId, &'a Define),
}

impl<'a> ParametrizedDefinition<'a> {
    /// Returns the parameters.
    pub(crate) fn parameters(self) -> &'a [Parameter] {
        match self {
            Self::Class(_, class) => &class.parameters,
            Self::Define(_, define) => &define.parameters,
        }
    }
}
