//! Node blocks: which one is the node's, and its evaluation.

use std::sync::Arc;

use syntax::ast::{Expression, ExpressionKind, Node};

use crate::evaluator::Evaluator;
use crate::fault::Fault;
use crate::issue;
use crate::resource::{Declaration, ResourceId, Source, TypeId};
use crate::scope::{Captures, ScopeId, ScopeKind};

/// The node block that a node belongs to.
struct Matched {
    /// Its place among the node blocks.
    index: u32,
    /// The name that it goes by in the catalog.
    name: String,
    /// What its regular expression matched.
    captures: Option<Captures>,
}

impl<'a> Evaluator<'a> {
    /// Checks that no name is used by two node blocks.
    ///
    /// # Errors
    /// One is.
    pub(crate) fn check_nodes(&self) -> Result<(), Fault> {
        let mut seen = rustc_hash::FxHashMap::default();
        for definition in self.definitions.nodes() {
            for host in &definition.node.matches {
                let Some(name) = host_name(host).or_else(|| regex_source(host).map(regex_name)) else { continue };
                if let Some(first) = seen.insert(name.clone(), definition.node.span) {
                    return Err(issue::node_redefined(&name, definition.node.span, first).into());
                }
                if let Some(class) = self.definitions.class(&name) {
                    let class = self.definitions.get_class(class).node.span;
                    return Err(issue::class_redefined_as_node(&name, definition.node.span, class).into());
                }
            }
        }
        Ok(())
    }

    /// Evaluates the node block of the node. Once there is any, each node must have one.
    ///
    /// # Errors
    /// There is none for this node, or its evaluation fails.
    pub(crate) fn evaluate_node(&mut self) -> Result<Option<ScopeId>, Fault> {
        if self.definitions.nodes().is_empty() {
            return Ok(None);
        }
        let Some(matched) = self.matching_node()? else { return Err(issue::unknown_node(self.node_name()).into()) };
        let definition = &self.definitions.nodes()[matched.index as usize];
        let (node, module): (&'a Node, _) = (definition.node, definition.module);
        let title: Arc<str> = matched.name.as_str().into();
        let form = syntax::ast::ResourceForm::Regular;
        let declaration =
            Declaration { type_id: TypeId::NODE, title: Arc::clone(&title), parameters: Vec::new(), form, span: None };
        let id = self.declare(declaration)?;
        let tags = self.resources.get(id).tags.clone();
        self.catalog_tags.merge(&tags);
        self.begin(id);
        let source = Source::Node(matched.index);
        let scope = self.scopes.add(ScopeKind::Node, ScopeId::TOP, None, source, id);
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
        Ok(Some(scope))
    }

    /// Finds the node block: by name, else the first whose regular expression matches, else the default.
    fn matching_node(&self) -> Result<Option<Matched>, Fault> {
        let wanted = self.node_name().to_lowercase();
        let blocks = || {
            let numbered = (0_u32..).zip(self.definitions.nodes());
            numbered.flat_map(|(index, definition)| definition.node.matches.iter().map(move |host| (index, host)))
        };
        let named = |name: &str| blocks().find(|(_, host)| host_name(host).as_deref() == Some(name));
        if let Some((index, _)) = named(&wanted) {
            return Ok(Some(Matched { index, name: wanted, captures: None }));
        }
        for (index, host) in blocks() {
            let Some(source) = regex_source(host) else { continue };
            let text: Arc<str> = wanted.as_str().into();
            let regex = datatype::Regex::new(source).map_err(|error| Fault::new(error.to_string()))?;
            let found = regex.captures_at(&text, 0).map_err(|error| Fault::new(error.to_string()))?;
            if let Some(groups) = found {
                let captures = Some(Captures { text, groups });
                return Ok(Some(Matched { index, name: regex_name(source), captures }));
            }
        }
        Ok(named("default").map(|(index, _)| Matched { index, name: "default".to_owned(), captures: None }))
    }

    /// Evaluates the classes that a node classifier assigns.
    ///
    /// # Errors
    /// One is not there, or its evaluation fails.
    pub(crate) fn evaluate_node_classes(&mut self, node_scope: Option<ScopeId>) -> Result<(), Fault> {
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

    fn declare_assigned(&mut self, class: &'a crate::NodeClass) -> Result<ResourceId, Fault> {
        if self.find_class(&class.name)?.is_none() {
            return Err(self.unknown_class(&class.name));
        }
        let source = self.scopes.get(self.scopes.current()).source;
        let parameters = class.parameters.iter().map(|(name, value)| crate::resource::Parameter {
            name: name.as_str(),
            value: value.into(),
            source,
            span: None,
            appends: false,
        });
        let (parameters, title) = (parameters.collect(), class.name.as_str().into());
        let form = syntax::ast::ResourceForm::Regular;
        self.declare(Declaration { type_id: TypeId::CLASS, title, parameters, form, span: None })
    }
}

/// Returns the name that a block is for, in lower case.
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

/// Returns the name of a block with a regular expression: Puppet drops what is not in host names.
fn regex_name(source: &str) -> String {
    let is_kept = |letter: &char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | ':' | '.');
    let name: String = source.to_lowercase().chars().filter(is_kept).collect();
    format!("__node_regexp__{}", name.trim_start_matches('.'))
}
