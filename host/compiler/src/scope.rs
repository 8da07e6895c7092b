//! Scopes of variables. Top, node, class and define scopes are permanent; blocks, functions and regular expression
//! matches push local frames on top of them. This file is independent of expressions.
//!
//! A simple name is looked up in the local frames, the scope, the scopes of inherited classes and the outer scope,
//! which is always the node scope or the top scope. The outer scope is searched with its current local frames: as in
//! Puppet, a class included inside a block at top scope can read the block's parameters.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use value::Value;

use crate::attribute::Defaults;
use crate::identity::{CodeOrigin, ResourceId, ScopeId};

/// Kind of a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScopeKind {
    /// The top scope.
    Top,
    /// The scope of the node block.
    Node,
    /// The scope of a class.
    Class,
    /// The scope of an instance of a defined type.
    Define,
}

/// A permanent scope.
#[derive(Debug)]
pub(crate) struct Scope<'a> {
    /// The kind of scope.
    pub(crate) kind: ScopeKind,
    /// The scope in which it was created; resource defaults are inherited from it.
    pub(crate) parent: Option<ScopeId>,
    /// The enclosing node scope or top scope.
    outer: Option<ScopeId>,
    /// The scope of the class it inherits from.
    pub(crate) inherited: Option<ScopeId>,
    /// The class, defined type or node block evaluated in it.
    pub(crate) source: CodeOrigin,
    /// The resource that contains the resources declared in this scope.
    pub(crate) resource: ResourceId,
    /// The module that contains its code.
    pub(crate) module: Option<&'a str>,
    /// The resource defaults set in it.
    pub(crate) defaults: Defaults<'a>,
    variables: Variables<'a>,
}

/// Variables of a scope in the order of assignment. A small number is searched linearly, a larger one through an index.
#[derive(Debug, Default)]
struct Variables<'a> {
    entries: Vec<(&'a str, Value)>,
    index: Option<FxHashMap<&'a str, usize>>,
}

/// Number of variables that are searched without an index.
const INDEXED: usize = 12;

impl<'a> Variables<'a> {
    fn get(&self, name: &str) -> Option<&Value> {
        match &self.index {
            Some(index) => index.get(name).map(|&at| &self.entries[at].1),
            None => self.entries.iter().find(|(candidate, _)| *candidate == name).map(|(_, value)| value),
        }
    }

    fn insert(&mut self, name: &'a str, value: Value) {
        if let Some(index) = &mut self.index {
            index.insert(name, self.entries.len());
        } else if self.entries.len() == INDEXED {
            let places = self.entries.iter().enumerate().map(|(at, (name, _))| (*name, at));
            self.index = Some(places.chain([(name, INDEXED)]).collect());
        }
        self.entries.push((name, value));
    }
}

/// A local frame within a scope.
#[derive(Debug)]
struct Frame {
    kind: FrameKind,
    /// The number of bindings when the frame was pushed.
    bindings: usize,
}

#[derive(Debug)]
enum FrameKind {
    /// Variables of a block or function.
    Local,
    /// Parameters while their values are being computed; assignments are not allowed.
    Parameters,
    /// The match of a regular expression: `$0`, `$1` …
    Match(Captures),
}

/// The match of a regular expression.
#[derive(Clone, Debug)]
pub(crate) struct Captures {
    /// The searched text.
    pub(crate) text: Arc<str>,
    /// The bounds of the whole match and of each group.
    pub(crate) groups: datatype::Captures,
}

impl Captures {
    fn get(&self, index: usize) -> Value {
        self.groups.text(index, &self.text).map_or(Value::Undef, Value::from)
    }
}

/// A variable in a local frame. The value is missing for a parameter that has not been evaluated yet.
#[derive(Debug)]
struct Binding<'a> {
    name: &'a str,
    value: Option<Value>,
}

/// Evaluation of code in one scope.
#[derive(Clone, Copy, Debug)]
struct Context {
    scope: ScopeId,
    frames: usize,
    bindings: usize,
}

/// Result of a variable lookup.
#[derive(Debug, PartialEq)]
pub(crate) enum VariableLookup<'s> {
    /// The value of the variable.
    Value(&'s Value),
    /// A parameter that has not been evaluated yet.
    Unevaluated,
    /// The variable does not exist.
    Nothing,
}

/// Saved position of the local frames; see [`Scopes::restore`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrameMark {
    contexts: usize,
    frames: usize,
    guard: usize,
}

/// All scopes of a compilation and the current local frames.
#[derive(Debug)]
pub(crate) struct Scopes<'a> {
    scopes: Vec<Scope<'a>>,
    contexts: Vec<Context>,
    frames: Vec<Frame>,
    bindings: Vec<Binding<'a>>,
    /// The number of frames at the last mark. A match frame below it is not replaced.
    guard: usize,
}

impl<'a> Scopes<'a> {
    /// Creates the scopes of a compilation, with the top scope as current scope.
    pub(crate) fn new() -> Self {
        let top = Scope {
            kind: ScopeKind::Top,
            parent: None,
            outer: None,
            inherited: None,
            source: CodeOrigin::MAIN,
            resource: ResourceId::MAIN,
            module: None,
            defaults: Defaults::default(),
            variables: Variables::default(),
        };
        let context = Context { scope: ScopeId::TOP, frames: 0, bindings: 0 };
        Self { scopes: vec![top], contexts: vec![context], frames: Vec::new(), bindings: Vec::new(), guard: 0 }
    }

    /// Adds a scope inside another scope.
    pub(crate) fn add(
        &mut self,
        kind: ScopeKind,
        parent: ScopeId,
        inherited: Option<ScopeId>,
        source: CodeOrigin,
        resource: ResourceId,
    ) -> ScopeId {
        let outer = self.global(parent);
        let id = ScopeId(u32::try_from(self.scopes.len()).expect("a compilation has fewer than 2^32 scopes"));
        self.scopes.push(Scope {
            kind,
            parent: Some(parent),
            outer: Some(outer),
            inherited,
            source,
            resource,
            module: None,
            defaults: Defaults::default(),
            variables: Variables::default(),
        });
        id
    }

    /// Returns the node scope or top scope that encloses a scope, which can be the scope itself.
    pub(crate) fn global(&self, id: ScopeId) -> ScopeId {
        let scope = &self.scopes[id.0 as usize];
        match scope.kind {
            ScopeKind::Top | ScopeKind::Node => id,
            ScopeKind::Class | ScopeKind::Define => scope.outer.unwrap_or(ScopeId::TOP),
        }
    }

    /// Returns a scope.
    pub(crate) fn get(&self, id: ScopeId) -> &Scope<'a> {
        &self.scopes[id.0 as usize]
    }

    /// Returns a mutable scope.
    pub(crate) fn get_mut(&mut self, id: ScopeId) -> &mut Scope<'a> {
        &mut self.scopes[id.0 as usize]
    }

    /// Returns the current scope.
    pub(crate) fn current(&self) -> ScopeId {
        self.context().scope
    }

    fn context(&self) -> Context {
        *self.contexts.last().expect("the context of the top scope is never removed")
    }

    /// Marks the position of local frames. Later match variables are dropped by [`Scopes::restore`].
    pub(crate) fn mark(&mut self) -> FrameMark {
        let mark = FrameMark { contexts: self.contexts.len(), frames: self.frames.len(), guard: self.guard };
        self.guard = self.frames.len();
        mark
    }

    /// Leaves all scopes and local frames entered since the mark. Variables set since then in an older frame are kept.
    pub(crate) fn restore(&mut self, mark: FrameMark) {
        self.contexts.truncate(mark.contexts);
        if let Some(frame) = self.frames[mark.frames..].iter().find(|frame| !matches!(frame.kind, FrameKind::Match(_)))
        {
            self.bindings.truncate(frame.bindings);
        }
        self.frames.truncate(mark.frames);
        self.guard = mark.guard;
    }

    /// Enters a scope without the current local frames.
    pub(crate) fn enter(&mut self, scope: ScopeId) {
        self.guard = self.frames.len();
        self.contexts.push(Context { scope, frames: self.frames.len(), bindings: self.bindings.len() });
    }

    /// Pushes a local frame for variables.
    pub(crate) fn push_local(&mut self) {
        self.frames.push(Frame { kind: FrameKind::Local, bindings: self.bindings.len() });
    }

    /// Pushes a local frame for parameters without values. See [`Scopes::fill`] and [`Scopes::unlock`].
    pub(crate) fn push_parameters(&mut self, names: impl Iterator<Item = &'a str>) {
        self.frames.push(Frame { kind: FrameKind::Parameters, bindings: self.bindings.len() });
        self.bindings.extend(names.map(|name| Binding { name, value: None }));
    }

    /// Sets the value of a parameter in the innermost frame.
    pub(crate) fn fill(&mut self, position: usize, value: Value) {
        let base = self.frames.last().map_or(0, |frame| frame.bindings);
        self.bindings[base + position].value = Some(value);
    }

    /// Returns the value of a parameter in the innermost frame.
    pub(crate) fn filled(&self, position: usize) -> Option<&Value> {
        let base = self.frames.last().map_or(0, |frame| frame.bindings);
        self.bindings[base + position].value.as_ref()
    }

    /// Allows assignments in the innermost frame, after all its parameters have been filled.
    pub(crate) fn unlock(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.kind = FrameKind::Local;
        }
    }

    /// Sets a new variable in the innermost local frame.
    pub(crate) fn bind(&mut self, name: &'a str, value: Value) {
        self.bindings.push(Binding { name, value: Some(value) });
    }

    /// Sets the match for `$0`, `$1` … until the enclosing frame is left.
    pub(crate) fn set_match(&mut self, captures: Captures) {
        // A newer match hides the older one completely; the older one is only needed after frames in between are left.
        let replaces = self.frames.len() > self.guard;
        match self.frames.last_mut() {
            Some(Frame { kind: FrameKind::Match(old), .. }) if replaces => *old = captures,
            _ => self.frames.push(Frame { kind: FrameKind::Match(captures), bindings: self.bindings.len() }),
        }
    }

    /// Returns whether a variable is already set in the current frame or scope.
    pub(crate) fn is_bound(&self, name: &str) -> bool {
        match self.local_frame() {
            Some(frame) => self.bindings[frame.bindings..].iter().any(|binding| binding.name == name),
            None => self.get(self.current()).variables.get(name).is_some(),
        }
    }

    /// Returns whether parameters are being evaluated, so that assignments are not allowed.
    pub(crate) fn is_locked(&self) -> bool {
        self.local_frame().is_some_and(|frame| matches!(frame.kind, FrameKind::Parameters))
    }

    /// Returns whether the current code is directly in the top scope, outside of blocks and functions.
    pub(crate) fn is_top(&self) -> bool {
        self.local_frame().is_none() && self.current() == ScopeId::TOP
    }

    fn local_frame(&self) -> Option<&Frame> {
        let frames = &self.frames[self.context().frames..];
        frames.iter().rev().find(|frame| !matches!(frame.kind, FrameKind::Match(_)))
    }

    /// Sets a new variable in the current frame or scope. The caller checks that it isn't set.
    pub(crate) fn set(&mut self, name: &'a str, value: Value) {
        if self.local_frame().is_some() {
            self.bind(name, value);
        } else {
            let current = self.current();
            self.set_in(current, name, value);
        }
    }

    /// Sets a variable of a scope, ignoring local frames.
    pub(crate) fn set_in(&mut self, scope: ScopeId, name: &'a str, value: Value) {
        self.get_mut(scope).variables.insert(name, value);
    }

    /// Finds a variable by its simple name from the current code.
    pub(crate) fn find(&self, name: &str) -> VariableLookup<'_> {
        self.find_through(name, |scope| scope.inherited.or(scope.outer))
    }

    /// Finds a variable as Puppet 3 does: through the scopes in which each scope was first declared.
    pub(crate) fn find_dynamically(&self, name: &str) -> VariableLookup<'_> {
        self.find_through(name, |scope| scope.parent)
    }

    fn find_through(&self, name: &str, next: impl Fn(&Scope<'a>) -> Option<ScopeId>) -> VariableLookup<'_> {
        let context = self.context();
        match self.local(name, context.bindings, self.bindings.len()) {
            VariableLookup::Nothing => self.find_from(context.scope, name, next),
            found => found,
        }
    }

    fn local(&self, name: &str, from: usize, to: usize) -> VariableLookup<'_> {
        match self.bindings[from..to].iter().rev().find(|binding| binding.name == name) {
            Some(Binding { value: Some(value), .. }) => VariableLookup::Value(value),
            Some(Binding { value: None, .. }) => VariableLookup::Unevaluated,
            None => VariableLookup::Nothing,
        }
    }

    /// Finds a variable in a scope, then in its outer scopes with their current local frames.
    fn find_from(
        &self,
        start: ScopeId,
        name: &str,
        next: impl Fn(&Scope<'a>) -> Option<ScopeId>,
    ) -> VariableLookup<'_> {
        let mut id = start;
        loop {
            let scope = self.get(id);
            if let Some(value) = scope.variables.get(name) {
                return VariableLookup::Value(value);
            }
            let Some(outer) = next(scope) else { return VariableLookup::Nothing };
            id = outer;
            if let Some((from, to)) = self.live_bindings(id) {
                match self.local(name, from, to) {
                    VariableLookup::Nothing => {}
                    found => return found,
                }
            }
        }
    }

    /// Returns the range of the local bindings of a scope whose evaluation is in progress.
    fn live_bindings(&self, scope: ScopeId) -> Option<(usize, usize)> {
        let at = self.contexts.iter().rposition(|context| context.scope == scope)?;
        let to = self.contexts.get(at + 1).map_or(self.bindings.len(), |next| next.bindings);
        Some((self.contexts[at].bindings, to))
    }

    /// Finds a variable of a scope or of a scope it inherits from, for `$a::b`.
    pub(crate) fn find_in(&self, scope: ScopeId, name: &str) -> Option<&Value> {
        let mut id = scope;
        loop {
            let scope = self.get(id);
            match scope.variables.get(name) {
                Some(value) => return Some(value),
                None => id = scope.inherited?,
            }
        }
    }

    /// Returns the value of a parameter of the class that owns a scope, while the defaults of its parameters are evaluated.
    pub(crate) fn find_parameter(&self, scope: ScopeId, name: &str) -> Option<&Value> {
        if self.current() != scope {
            return None;
        }
        let frame = self.frames.iter().rfind(|frame| matches!(frame.kind, FrameKind::Parameters))?;
        self.bindings[frame.bindings..].iter().find(|binding| binding.name == name)?.value.as_ref()
    }

    /// Returns the scope that defines a variable, searching as [`Scopes::find`] does.
    pub(crate) fn owner(&self, name: &str) -> Option<ScopeId> {
        let context = self.context();
        let mut id = context.scope;
        let mut local = Some((context.bindings, self.bindings.len()));
        loop {
            let is_local =
                local.is_some_and(|(from, to)| !matches!(self.local(name, from, to), VariableLookup::Nothing));
            let scope = self.get(id);
            if is_local || scope.variables.get(name).is_some() {
                return Some(id);
            }
            id = scope.inherited.or(scope.outer)?;
            local = self.live_bindings(id);
        }
    }

    /// Returns the scope that defines a variable: the given one or a scope it inherits from.
    pub(crate) fn owner_in(&self, scope: ScopeId, name: &str) -> Option<ScopeId> {
        let mut id = scope;
        while self.get(id).variables.get(name).is_none() {
            id = self.get(id).inherited?;
        }
        Some(id)
    }

    /// Replaces values of the variables of a scope, including local ones. The function returns `None` for unchanged
    /// values.
    pub(crate) fn replace(&mut self, scope: ScopeId, other: &dyn Fn(&Value) -> Option<Value>) {
        let change = |value: &mut Value| {
            if let Some(new) = other(value) {
                *value = new;
            }
        };
        self.get_mut(scope).variables.entries.iter_mut().for_each(|(_, value)| change(value));
        if let Some((from, to)) = self.live_bindings(scope) {
            self.bindings[from..to].iter_mut().filter_map(|binding| binding.value.as_mut()).for_each(change);
        }
    }

    /// Returns a group of the last match.
    pub(crate) fn captured(&self, group: usize) -> Value {
        let mut to = self.frames.len();
        let mut scope = None;
        for context in self.contexts.iter().rev() {
            if scope.is_none_or(|wanted| wanted == context.scope) {
                let matched = self.frames[context.frames..to].iter().rev().find_map(|frame| match &frame.kind {
                    FrameKind::Match(captures) => Some(captures),
                    FrameKind::Local | FrameKind::Parameters => None,
                });
                if let Some(captures) = matched {
                    return captures.get(group);
                }
                let here = self.get(context.scope);
                let Some(next) = here.inherited.or(here.outer) else { break };
                scope = Some(next);
            }
            to = context.frames;
        }
        Value::Undef
    }

    /// Returns the variables visible by their simple names; inner ones hide outer ones.
    pub(crate) fn visible(&self) -> indexmap::IndexMap<&'a str, Value, rustc_hash::FxBuildHasher> {
        let mut chain = vec![self.current()];
        while let Some(next) = {
            let scope = self.get(chain[chain.len() - 1]);
            scope.inherited.or(scope.outer)
        } {
            chain.push(next);
        }
        let mut visible = indexmap::IndexMap::default();
        for scope in chain.into_iter().rev() {
            visible.extend(self.get(scope).variables.entries.iter().cloned());
        }
        let local = &self.bindings[self.context().bindings..];
        visible.extend(local.iter().filter_map(|binding| Some((binding.name, binding.value.clone()?))));
        visible
    }

    /// Returns the names of the variables of a scope.
    pub(crate) fn names(&self, scope: ScopeId) -> impl Iterator<Item = &'a str> {
        self.get(scope).variables.entries.iter().map(|(name, _)| *name)
    }

    /// Drops the variables of a scope whose evaluation has ended and that cannot be accessed by name.
    pub(crate) fn forget(&mut self, scope: ScopeId) {
        self.get_mut(scope).variables = Variables::default();
    }
}
