//! Scopes: where variables live and how they are found. Top, node, class and define scopes have names or resources and
//! stay; inside of them blocks, functions and matches stack local frames. Knows nothing of expressions.
//!
//! A simple name is looked for in the local frames, the scope, the scopes of inherited classes and the scope around, which
//! is always the node's or the top. That outer scope is seen with the local frames that it has at this moment: a class that
//! is included inside a block at top scope sees the block's parameters, as in Puppet.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::resource::{CodeOrigin, Defaults, ResourceId};
use crate::value::Value;

/// Names a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ScopeId(u32);

impl ScopeId {
    /// The top scope.
    pub(crate) const TOP: Self = Self(0);
}

/// What a scope belongs to.
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

/// A scope that stays.
#[derive(Debug)]
pub(crate) struct Scope<'a> {
    /// The kind of scope.
    pub(crate) kind: ScopeKind,
    /// The scope that it was made in; resource defaults come from there.
    pub(crate) parent: Option<ScopeId>,
    /// The node scope or top scope around it.
    outer: Option<ScopeId>,
    /// The scope of the class that it inherits from.
    pub(crate) inherited: Option<ScopeId>,
    /// The class, define or node whose code runs in it.
    pub(crate) source: CodeOrigin,
    /// The resource that contains the resources declared in this scope.
    pub(crate) resource: ResourceId,
    /// The module of its code.
    pub(crate) module: Option<&'a str>,
    /// Defaults of resource types that are set in it.
    pub(crate) defaults: Defaults<'a>,
    variables: Variables<'a>,
}

/// Variables of a scope in the order of their assignment. Few are searched one by one, many through an index.
#[derive(Debug, Default)]
struct Variables<'a> {
    entries: Vec<(&'a str, Value)>,
    index: Option<FxHashMap<&'a str, usize>>,
}

/// From this many variables on there is an index.
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
    /// How many bindings there were before it.
    bindings: usize,
}

#[derive(Debug)]
enum FrameKind {
    /// Variables of a block or function.
    Local,
    /// Parameters while their values are being worked out; nothing can be assigned here.
    Parameters,
    /// What a regular expression matched: `$0`, `$1` …
    Match(Captures),
}

/// What a regular expression matched.
#[derive(Clone, Debug)]
pub(crate) struct Captures {
    /// The text in which it was looked for.
    pub(crate) text: Arc<str>,
    /// Where the whole match and each group begin and end.
    pub(crate) groups: datatype::Captures,
}

impl Captures {
    fn get(&self, index: usize) -> Value {
        self.groups.text(index, &self.text).map_or(Value::Undef, Value::from)
    }
}

/// A variable in a local frame; without a value for a parameter that has not got it yet.
#[derive(Debug)]
struct Binding<'a> {
    name: &'a str,
    value: Option<Value>,
}

/// One stretch of evaluation in one scope.
#[derive(Clone, Copy, Debug)]
struct Context {
    scope: ScopeId,
    frames: usize,
    bindings: usize,
}

/// What a search for a variable finds.
#[derive(Debug, PartialEq)]
pub(crate) enum VariableLookup<'s> {
    /// Its value.
    Value(&'s Value),
    /// It is a parameter whose value is not known yet.
    Unevaluated,
    /// There is no such variable.
    Nothing,
}

/// Where the local frames were at some moment; see [`Scopes::restore`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrameMark {
    contexts: usize,
    frames: usize,
    guard: usize,
}

/// All scopes of a compilation and the local frames of the moment.
#[derive(Debug)]
pub(crate) struct Scopes<'a> {
    scopes: Vec<Scope<'a>>,
    contexts: Vec<Context>,
    frames: Vec<Frame>,
    bindings: Vec<Binding<'a>>,
    /// How many frames there were at the last mark that counts.
    guard: usize,
}

impl<'a> Scopes<'a> {
    /// Returns the scopes of a new compilation: the top scope, which is current.
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

    /// Adds a scope inside another.
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

    /// Returns the node scope or top scope that a scope is in, or is.
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

    /// Returns a scope to be changed.
    pub(crate) fn get_mut(&mut self, id: ScopeId) -> &mut Scope<'a> {
        &mut self.scopes[id.0 as usize]
    }

    /// Returns the scope in which code runs at this moment.
    pub(crate) fn current(&self) -> ScopeId {
        self.context().scope
    }

    fn context(&self) -> Context {
        *self.contexts.last().expect("the context of the top scope is never left")
    }

    /// Marks the position of local frames. Later match variables are dropped by [`Scopes::restore`].
    pub(crate) fn mark(&mut self) -> FrameMark {
        let mark = FrameMark { contexts: self.contexts.len(), frames: self.frames.len(), guard: self.guard };
        self.guard = self.frames.len();
        mark
    }

    /// Leaves all scopes and local frames that were entered since the mark. Variables that were set in a frame that
    /// stays, stay.
    pub(crate) fn restore(&mut self, mark: FrameMark) {
        self.contexts.truncate(mark.contexts);
        if let Some(frame) = self.frames[mark.frames..].iter().find(|frame| !matches!(frame.kind, FrameKind::Match(_)))
        {
            self.bindings.truncate(frame.bindings);
        }
        self.frames.truncate(mark.frames);
        self.guard = mark.guard;
    }

    /// Goes on in a scope, without any of the current local frames.
    pub(crate) fn enter(&mut self, scope: ScopeId) {
        self.guard = self.frames.len();
        self.contexts.push(Context { scope, frames: self.frames.len(), bindings: self.bindings.len() });
    }

    /// Adds a local frame for variables.
    pub(crate) fn push_local(&mut self) {
        self.frames.push(Frame { kind: FrameKind::Local, bindings: self.bindings.len() });
    }

    /// Adds a local frame for parameters that have no values yet. See [`Scopes::fill`] and [`Scopes::unlock`].
    pub(crate) fn push_parameters(&mut self, names: impl Iterator<Item = &'a str>) {
        self.frames.push(Frame { kind: FrameKind::Parameters, bindings: self.bindings.len() });
        self.bindings.extend(names.map(|name| Binding { name, value: None }));
    }

    /// Gives the parameter at a position of the innermost frame its value.
    pub(crate) fn fill(&mut self, position: usize, value: Value) {
        let base = self.frames.last().map_or(0, |frame| frame.bindings);
        self.bindings[base + position].value = Some(value);
    }

    /// Returns the value of the parameter at a position of the innermost frame.
    pub(crate) fn filled(&self, position: usize) -> Option<&Value> {
        let base = self.frames.last().map_or(0, |frame| frame.bindings);
        self.bindings[base + position].value.as_ref()
    }

    /// Makes the innermost frame, of parameters that all have their values, one in which variables can be set.
    pub(crate) fn unlock(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.kind = FrameKind::Local;
        }
    }

    /// Sets a variable of the innermost local frame that is known to be free.
    pub(crate) fn bind(&mut self, name: &'a str, value: Value) {
        self.bindings.push(Binding { name, value: Some(value) });
    }

    /// Makes a match the one that `$0` and its like are about, until the frames around are left.
    pub(crate) fn set_match(&mut self, captures: Captures) {
        // A newer match hides all of an older one, which comes back only where frames in between are left.
        let replaces = self.frames.len() > self.guard;
        match self.frames.last_mut() {
            Some(Frame { kind: FrameKind::Match(old), .. }) if replaces => *old = captures,
            _ => self.frames.push(Frame { kind: FrameKind::Match(captures), bindings: self.bindings.len() }),
        }
    }

    /// Returns whether a variable of this name can no longer be set here.
    pub(crate) fn is_bound(&self, name: &str) -> bool {
        match self.local_frame() {
            Some(frame) => self.bindings[frame.bindings..].iter().any(|binding| binding.name == name),
            None => self.get(self.current()).variables.get(name).is_some(),
        }
    }

    /// Returns whether parameters are being worked out, so that nothing can be assigned.
    pub(crate) fn is_locked(&self) -> bool {
        self.local_frame().is_some_and(|frame| matches!(frame.kind, FrameKind::Parameters))
    }

    /// Returns whether code runs in the top scope itself, not in a block or function inside of it.
    pub(crate) fn is_top(&self) -> bool {
        self.local_frame().is_none() && self.current() == ScopeId::TOP
    }

    fn local_frame(&self) -> Option<&Frame> {
        let frames = &self.frames[self.context().frames..];
        frames.iter().rev().find(|frame| !matches!(frame.kind, FrameKind::Match(_)))
    }

    /// Sets a variable where code runs at this moment; the caller has made sure that it is free.
    pub(crate) fn set(&mut self, name: &'a str, value: Value) {
        if self.local_frame().is_some() {
            self.bind(name, value);
        } else {
            let current = self.current();
            self.set_in(current, name, value);
        }
    }

    /// Sets a variable of a scope itself.
    pub(crate) fn set_in(&mut self, scope: ScopeId, name: &'a str, value: Value) {
        self.get_mut(scope).variables.insert(name, value);
    }

    /// Finds a variable by its simple name from where code runs at this moment.
    pub(crate) fn find(&self, name: &str) -> VariableLookup<'_> {
        self.find_through(name, |scope| scope.inherited.or(scope.outer))
    }

    /// Finds a variable as the old language does: by way of the scopes in which each scope was declared first.
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

    /// Finds a variable in a scope, then in those around it, with the local frames that those have at this moment.
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
            let Some(around) = next(scope) else { return VariableLookup::Nothing };
            id = around;
            if let Some((from, to)) = self.live_bindings(id) {
                match self.local(name, from, to) {
                    VariableLookup::Nothing => {}
                    found => return found,
                }
            }
        }
    }

    /// Returns which bindings are the local ones of a scope that code runs in further out.
    fn live_bindings(&self, scope: ScopeId) -> Option<(usize, usize)> {
        let at = self.contexts.iter().rposition(|context| context.scope == scope)?;
        let to = self.contexts.get(at + 1).map_or(self.bindings.len(), |next| next.bindings);
        Some((self.contexts[at].bindings, to))
    }

    /// Finds a variable of a scope, or of a scope it inherits from, for `$a::b`.
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

    /// Returns the scope that has a variable, which is looked for by its simple name as [`Scopes::find`] does.
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

    /// Returns the scope that defines a variable: the given one or one that it inherits from.
    pub(crate) fn owner_in(&self, scope: ScopeId, name: &str) -> Option<ScopeId> {
        let mut id = scope;
        while self.get(id).variables.get(name).is_none() {
            id = self.get(id).inherited?;
        }
        Some(id)
    }

    /// Replaces values of the variables of a scope, including local ones, if there are replacements.
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

    /// Returns what a group of the last match matched.
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

    /// Returns the variables that can be seen by their simple names, inner ones in place of outer ones.
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

    /// Lets go of the variables of a scope whose code has run and which nothing refers to by name.
    pub(crate) fn forget(&mut self, scope: ScopeId) {
        self.get_mut(scope).variables = Variables::default();
    }
}
