//! Node blocks: selection of the block for the node, and its evaluation.

use std::sync::Arc;

use syntax::Diagnostic;
use syntax::ast::{Expression, ExpressionKind, NodeBlock};
use value::{EvalError, NodeClass};

use crate::evaluator::Evaluator;
use crate::identity::{CodeOrigin, ResourceId, ScopeId, TypeId};
use crate::issue;
use crate::resource::Declaration;
use crate::scope::{Captures, ScopeKind};

/// The node block selected for a node.
struct Matched {
    /// The index of the node block.
    index: u32,
    /// The name of the node block in the catalog.
    name: String,
    /// The captures of its regular expression, if it has one.
    captures: Option<Captures>,
}

impl<'a> Evaluator<'a> {
    /// Registers a node block under each of its names.
    ///
    /// # Errors
    /// Returns an error if a name is already used by another node block or by a class.
    pub(crate) fn register_node(
        &mut self,
        node: &'a NodeBlock,
        module: Option<&'a str>,
    ) -> Result<(), Box<Diagnostic>> {
        let index = self.definitions.add_node(node, module);
        for host in &node.matches {
            let Some(name) = host_name(host).or_else(|| regex_source(host).map(regex_name)) else { continue };
            if name.is_empty() {
                return Err(Box::new(issue::node_without_name(node.span)));
            }
            let name = self.name_of(&name);
            if let Some(first) = self.definitions.node(name) {
                let first = self.definitions.nodes()[first as usize].node.span;
                return Err(Box::new(issue::node_redefined(name, node.span, first)));
            }
            if let Some(class) = self.definitions.class(name) {
                let class = self.definitions.get_class(class).node.span;
                return Err(Box::new(issue::class_redefined_as_node(name, node.span, class)));
            }
            self.definitions.name_node(name, index);
        }
        Ok(())
    }

    /// Evaluates the node block of the node. If there are any node blocks, each node must have one.
    ///
    /// # Errors
    /// Returns an error if no node block matches this node, or its evaluation fails.
    pub(crate) fn evaluate_node(&mut self) -> Result<Option<ScopeId>, EvalError> {
        if self.definitions.nodes().is_empty() {
            return Ok(None);
        }
        let Some(matched) = self.matching_node()? else {
            let fault = EvalError::from(issue::unknown_node(self.node_name()));
            let is_short = self.short_node()?.is_some();
            return Err(if is_short { fault.with_hint(issue::LANGUAGE_3) } else { fault });
        };
        let mut declared = Vec::new();
        for node in self.inherited_nodes(matched)? {
            let title: Arc<str> = node.name.as_str().into();
            let form = syntax::ast::ResourceForm::Regular;
            let id = self.declare(Declaration {
                type_id: TypeId::NODE,
                title: Arc::clone(&title),
                odd_title: None,
                parameters: Vec::new(),
                form,
                span: None,
            })?;
            let tags = self.resources.get(id).tags.clone();
            self.catalog_tags.merge(&tags);
            declared.push((node, id, title));
        }
        let mut around = ScopeId::TOP;
        for (node, id, title) in declared {
            around = self.evaluate_node_block(node, id, title, around)?;
        }
        Ok(Some(around))
    }

    /// Evaluates a node block in a scope inside the top scope, or inside the scope of the node block it inherits from.
    fn evaluate_node_block(
        &mut self,
        matched: Matched,
        id: ResourceId,
        title: Arc<str>,
        around: ScopeId,
    ) -> Result<ScopeId, EvalError> {
        let definition = &self.definitions.nodes()[matched.index as usize];
        let (node, module): (&'a NodeBlock, _) = (definition.node, definition.module);
        self.begin(id);
        let source = CodeOrigin::Node(matched.index);
        let scope = self.scopes.add(ScopeKind::Node, around, None, source, id);
        self.class_names.push(Arc::clone(&title));
        let tag = self.tag_names.tag(&title);
        self.catalog_tags.insert(tag);
        self.set_names(scope, id, module, title);
        let mark = self.scopes.mark();
        self.scopes.enter(scope);
        if let Some(captures) = matched.captures {
            self.scopes.set_match(captures);
        }
        let result = self.nested(|evaluator| evaluator.execute_block(&node.body));
        self.scopes.restore(mark);
        result.map_err(|fault| fault.traced(|| format!("in node '{}'", matched.name), Some(node.span)))?;
        Ok(scope)
    }

    /// Returns a node block preceded by its ancestors, outermost first.
    fn inherited_nodes(&self, matched: Matched) -> Result<Vec<Matched>, EvalError> {
        let mut nodes = vec![matched];
        loop {
            let node = self.definitions.nodes()[nodes[nodes.len() - 1].index as usize].node;
            let Some(parent) = &node.parent else { break };
            let name = host_name(parent).unwrap_or_default();
            let Some(index) = self.definitions.node(&name) else {
                let environment = self.environment().name();
                return Err(issue::unknown_parent_node(&name, environment, node.span, parent.position()).into());
            };
            if nodes.iter().any(|known| known.index == index) {
                return Err(issue::cyclic_node_inheritance(&name, parent.position()).into());
            }
            nodes.push(Matched { index, name, captures: None });
        }
        nodes.reverse();
        Ok(nodes)
    }

    /// Returns whether a node block inherits from another one, directly or indirectly.
    pub(crate) fn is_child_node(&self, node: u32, parent: u32) -> bool {
        let mut seen = vec![node];
        loop {
            let definition = &self.definitions.nodes()[seen[seen.len() - 1] as usize];
            let name = definition.node.parent.as_ref().and_then(host_name);
            match name.and_then(|name| self.definitions.node(&name)) {
                Some(index) if index == parent => return true,
                Some(index) if !seen.contains(&index) => seen.push(index),
                _ => return false,
            }
        }
    }

    /// Returns the match expressions of all node blocks, with the index of the block.
    fn hosts(&self) -> impl Iterator<Item = (u32, &'a Expression)> {
        let numbered = (0_u32..).zip(self.definitions.nodes());
        numbered.flat_map(|(index, definition)| definition.node.matches.iter().map(move |host| (index, host)))
    }

    /// Finds the node block: by name, otherwise the first with a matching regular expression, otherwise the default.
    /// Puppet 3 also tries the node name without its last components, longest first.
    fn matching_node(&mut self) -> Result<Option<Matched>, EvalError> {
        let full = self.node_name().to_lowercase();
        if let Some(matched) = self.node_of(&full)? {
            return Ok(Some(matched));
        }
        if self.is_puppet3()
            && let Some(matched) = self.short_node()?
        {
            let span = self.definitions.nodes()[matched.index as usize].node.span;
            self.deprecate(issue::deprecated_short_node_name(&matched.name, &full, span));
            return Ok(Some(matched));
        }
        Ok(self.definitions.node("default").map(|index| Matched { index, name: "default".to_owned(), captures: None }))
    }

    /// Finds the node block for the longest matching prefix of the node name, shortened at dots.
    fn short_node(&self) -> Result<Option<Matched>, EvalError> {
        let full = self.node_name().to_lowercase();
        let mut name = full.as_str();
        while let Some((shorter, _)) = name.rsplit_once('.') {
            if let Some(matched) = self.node_of(shorter)? {
                return Ok(Some(matched));
            }
            name = shorter;
        }
        Ok(None)
    }

    /// Finds the node block for a name: by the name itself, otherwise the first with a matching regular expression.
    fn node_of(&self, name: &str) -> Result<Option<Matched>, EvalError> {
        if let Some(index) = self.definitions.node(name) {
            return Ok(Some(Matched { index, name: name.to_owned(), captures: None }));
        }
        for (index, host) in self.hosts() {
            let Some(source) = regex_source(host) else { continue };
            let text: Arc<str> = name.into();
            let regex = datatype::Regex::new(source).map_err(|error| EvalError::new(error.to_string()))?;
            let found = regex.captures_at(&text, 0).map_err(|error| EvalError::new(error.to_string()))?;
            if let Some(groups) = found {
                let captures = Some(Captures { text, groups });
                return Ok(Some(Matched { index, name: regex_name(source), captures }));
            }
        }
        Ok(None)
    }

    /// Evaluates the classes assigned by a node classifier.
    ///
    /// # Errors
    /// Returns an error if a class does not exist, or its evaluation fails.
    pub(crate) fn evaluate_node_classes(&mut self, node_scope: Option<ScopeId>) -> Result<(), EvalError> {
        let request = self.request;
        let mark = self.scopes.mark();
        self.scopes.enter(node_scope.unwrap_or(ScopeId::TOP));
        let (with, without): (Vec<_>, Vec<_>) = request.classes.iter().partition(|class| !class.parameters.is_empty());
        for class in with {
            self.declare_assigned(class)?;
        }
        let names: Vec<Arc<str>> = without.iter().map(|class| class.name.as_str().into()).collect();
        self.include(&names)?;
        self.scopes.restore(mark);
        Ok(())
    }

    fn declare_assigned(&mut self, class: &'a NodeClass) -> Result<ResourceId, EvalError> {
        if self.find_class(&class.name)?.is_none() {
            return Err(self.unknown_class(&class.name));
        }
        let source = self.scopes.get(self.scopes.current()).source;
        let parameters = class.parameters.iter().map(|(name, value)| crate::attribute::Parameter {
            name: name.as_str(),
            value: value.into(),
            source,
            span: None,
            appends: false,
        });
        let (parameters, title) = (parameters.collect(), class.name.as_str().into());
        let form = syntax::ast::ResourceForm::Regular;
        self.declare(Declaration { type_id: TypeId::CLASS, title, odd_title: None, parameters, form, span: None })
    }
}

/// Returns the name matched by an expression, in lower case.
fn host_name(host: &Expression) -> Option<String> {
    match &host.kind {
        ExpressionKind::Default => Some("default".to_owned()),
        ExpressionKind::String(name) | ExpressionKind::Name(name) => Some(name.to_lowercase()),
        _ => None,
    }
}

fn regex_source(host: &Expression) -> Option<&str> {
    match &host.kind {
        ExpressionKind::Regex(source) => Some(source),
        _ => None,
    }
}

/// Returns the name of a block with a regular expression: Puppet removes characters that are invalid in host names.
fn regex_name(source: &str) -> String {
    let is_kept = |letter: &char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | ':' | '.');
    let name: String = source.to_lowercase().chars().filter(is_kept).collect();
    format!("__node_regexp__{}", name.trim_start_matches('.'))
}
