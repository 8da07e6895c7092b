//! Declaration of resources: from a type, a title and attributes to a resource with its tags, defaults, aliases and
//! container. Classes are evaluated immediately, defined types later.

use std::sync::Arc;

use catalog::schema::{TypeSchema, TypeTrait};
use syntax::Span;
use syntax::ast::ResourceForm;
use value::{EvalError, Value};

use super::{Resource, TypeKind, capitalized, is_tag};
use crate::attribute::Parameter;
use crate::evaluator::Evaluator;
use crate::identity::{ResourceId, ScopeId, TypeId};
use crate::issue;
use crate::resource::{Tags, TitlePatterns};

/// Arguments of a resource declaration.
#[derive(Debug)]
pub(crate) struct Declaration<'a> {
    /// The type.
    pub(crate) type_id: TypeId,
    /// The title as given.
    pub(crate) title: Arc<str>,
    /// The original title, if it wasn't a string.
    pub(crate) odd_title: Option<Value>,
    /// The attributes, with unique names.
    pub(crate) parameters: Vec<Parameter<'a>>,
    /// Whether it is virtual or exported.
    pub(crate) form: ResourceForm,
    /// The location of the declaration.
    pub(crate) span: Option<Span>,
}

impl<'a> Evaluator<'a> {
    /// Finds a resource type: of the engine, of a component, or a defined type, which is loaded if necessary.
    ///
    /// # Errors
    /// Returns an error if a manifest that should define the type does not parse.
    pub(crate) fn find_resource_type(&mut self, name: &str) -> Result<Option<TypeId>, EvalError> {
        let name = name.strip_prefix("::").unwrap_or(name);
        if let Some(known) = self.resources.find_type(name) {
            return Ok(Some(known));
        }
        let lower = name.to_lowercase();
        if lower != name
            && let Some(known) = self.resources.find_type(&lower)
        {
            return Ok(Some(known));
        }
        if !lower.contains(':')
            && let Some(schema) = self.environment().schema(&lower)
        {
            let key = self.name_of(&lower);
            return Ok(Some(self.resources.add_type(key, TypeKind::Native(schema))));
        }
        match self.find_define(&lower)? {
            Some(define) => {
                let key = &*self.definitions.get_define(define).node.name;
                // The type may have been added under another spelling of the name.
                let known = self.resources.find_type(key);
                Ok(Some(known.unwrap_or_else(|| self.resources.add_type(key, TypeKind::Define(define)))))
            }
            None => Ok(None),
        }
    }

    /// Declares a resource in the current scope.
    ///
    /// # Errors
    /// Returns an error if the resource is already declared, or an attribute is rejected immediately.
    pub(crate) fn declare(&mut self, declaration: Declaration<'a>) -> Result<ResourceId, EvalError> {
        if declaration.type_id == TypeId::CLASS {
            return self.declare_class(declaration);
        }
        let scope = self.scopes.current();
        let resource = self.new_resource(declaration, scope)?;
        let container = self.scopes.get(scope).resource;
        let is_stage = self.resources.get_type(resource.type_id).key == "stage";
        let id = self.add_resource(resource)?;
        if !is_stage {
            self.resources.edges.insert((container, id));
        }
        Ok(id)
    }

    fn declare_class(&mut self, mut declaration: Declaration<'a>) -> Result<ResourceId, EvalError> {
        let name = self.whole_class_name(&declaration.title)?;
        let Some(class) = self.find_class(&name)? else {
            let fault = EvalError::new(format!("Could not find declared class {}", declaration.title));
            return Err(self.with_known_class(fault, &declaration.title));
        };
        declaration.title = capitalized(&self.definitions.get_class(class).node.name).into();
        let id = self.add_class(class, declaration)?;
        self.evaluate_class(class, id)?;
        Ok(id)
    }

    /// Creates a resource with its own tags and the defaults of its scope.
    pub(super) fn new_resource(
        &mut self,
        declaration: Declaration<'a>,
        scope: ScopeId,
    ) -> Result<Resource<'a>, EvalError> {
        let Declaration { type_id, title, odd_title, mut parameters, form, span } = declaration;
        let mut tags = Tags::default();
        tags.add(self.resources.get_type(type_id).key, &mut self.tag_names);
        // Puppet: only a string title becomes a tag.
        if odd_title.is_none() && is_tag(&title) {
            self.add_lowered_tag(&mut tags, &title);
        }
        for default in self.defaults(type_id, scope) {
            if !parameters.iter().any(|parameter| parameter.name == default.name) {
                parameters.push(default);
            }
        }
        for parameter in parameters.iter().filter(|parameter| parameter.name == "tag") {
            self.add_tags(&mut tags, &parameter.value)?;
        }
        Ok(Resource {
            type_id,
            title,
            odd_title,
            has_plain_title: false,
            parameters,
            tags,
            scope,
            source: self.scopes.get(scope).source,
            span,
            is_exported: form == ResourceForm::Exported,
            is_virtual: form != ResourceForm::Regular,
            is_evaluated: false,
            is_checked: false,
        })
    }

    fn add_lowered_tag(&mut self, tags: &mut Tags, name: &str) {
        if name.chars().any(char::is_uppercase) {
            tags.add(&name.to_lowercase(), &mut self.tag_names);
        } else {
            tags.add(name, &mut self.tag_names);
        }
    }

    /// Adds the tags in a value: a string, or nested arrays of strings.
    ///
    /// # Errors
    /// Returns an error if a string is not a valid tag.
    pub(crate) fn add_tags(&mut self, tags: &mut Tags, value: &Value) -> Result<(), EvalError> {
        let mut names = Vec::new();
        value.flatten_into(&mut names);
        for name in names.iter().filter(|name| !name.is_undef()) {
            let name = name.text();
            if !is_tag(&name) {
                return Err(EvalError::new(format!("Invalid tag '{}'", name.to_lowercase())));
            }
            self.add_lowered_tag(tags, &name);
        }
        Ok(())
    }

    /// Adds a resource to the catalog.
    ///
    /// # Errors
    /// Returns an error if a resource with the same title, alias or namevars exists.
    pub(super) fn add_resource(&mut self, resource: Resource<'a>) -> Result<ResourceId, EvalError> {
        let type_id = resource.type_id;
        if let Some(first) = self.resources.titled(type_id, &resource.title) {
            return Err(self.duplicate(&resource, first));
        }
        let has_stage = type_id != TypeId::CLASS && resource.value("stage").is_some();
        let id = self.resources.push(resource);
        self.add_aliases(id)?;
        if has_stage {
            let reference = self.resources.reference(id);
            return Err(EvalError::new(format!(
                "Only classes can set 'stage'; normal resources like {reference} cannot change run stage"
            )));
        }
        Ok(id)
    }

    fn duplicate(&self, resource: &Resource<'a>, first: ResourceId) -> EvalError {
        let known = self.resources.get(first);
        let reference = format!("{}[{}]", self.resources.get_type(resource.type_id).name, resource.title);
        let place = self.place_text(known.span);
        let first_span = known.span.or_else(|| self.included_at.get(&first).copied());
        issue::duplicate_declaration(&reference, &place, resource.span, first_span).into()
    }

    /// Adds a resource to the index by its `alias` and its namevars.
    fn add_aliases(&mut self, id: ResourceId) -> Result<(), EvalError> {
        let resource = self.resources.get(id);
        let type_id = resource.type_id;
        if let Some(alias) = resource.value("alias").cloned() {
            let mut aliases = Vec::new();
            alias.flatten_into(&mut aliases);
            for alias in aliases.into_iter().filter(|alias| !alias.is_undef()) {
                self.add_alias(id, [alias.clone()].into(), alias)?;
            }
        }
        self.complete_titles(type_id);
        let resource = self.resources.get(id);
        let known_type = self.resources.get_type(type_id);
        let allows_duplicates = match &known_type.kind {
            TypeKind::Native(schema) => schema.has(TypeTrait::Duplicates),
            TypeKind::Class | TypeKind::Node => true,
            TypeKind::Define(_) => false,
        };
        if allows_duplicates {
            return Ok(());
        }
        // Common case: the title is the only namevar.
        let is_titled = known_type.titles.is_plain()
            && !resource.parameters.iter().any(|p| p.name == "name" || p.name == known_type.titles.namevar());
        if is_titled {
            return Ok(());
        }
        let Some(parsed) = known_type.titles.parse(&resource.title) else {
            let title = Value::from(&*resource.title).inspect();
            return Err(EvalError::new(format!("No set of title patterns matched the title {title}.")));
        };
        let identity = known_type.titles.identity(&parsed, |name| resource.value(name).cloned());
        let has_plain_title = *parsed == [(known_type.titles.namevar(), &*resource.title)];
        self.resources.get_mut(id).has_plain_title = has_plain_title;
        let key = Value::array(&*identity);
        self.add_alias(id, identity, key)
    }

    /// Adds the title patterns that only code computes when the first resource of a type is declared. Collectors do not need them.
    fn complete_titles(&mut self, type_id: TypeId) {
        let known = self.resources.get_type(type_id);
        let TypeKind::Native(schema) = &known.kind else { return };
        if known.members.len() > 1 || !known.titles.is_incomplete() {
            return;
        }
        if let Some(title_patterns) = self.environment().title_patterns(known.key) {
            let titles = TitlePatterns::new(&TypeSchema { title_patterns, ..TypeSchema::clone(schema) });
            self.resources.set_titles(type_id, titles);
        }
    }

    /// Adds one more identity of a resource to the index. `key` is its name in the message if another resource has it.
    fn add_alias(&mut self, id: ResourceId, identity: Box<[Value]>, key: Value) -> Result<(), EvalError> {
        let type_id = self.resources.get(id).type_id;
        // Puppet keeps titles and single namevars in one table, so a namevar also clashes with the title of another
        // resource.
        let known = match &*identity {
            [Value::String(name)] => self.resources.titled(type_id, name),
            _ => self.resources.identified(type_id, &identity),
        };
        match known {
            Some(known) if known == id => {}
            Some(known) => return Err(self.alias_taken(id, &key, known)),
            None => match &*identity {
                [Value::String(name)] => self.resources.add_title(type_id, name, id),
                _ => self.resources.add_identity(type_id, identity, id),
            },
        }
        Ok(())
    }

    fn alias_taken(&self, id: ResourceId, key: &Value, known: ResourceId) -> EvalError {
        let reference = self.resources.reference(id);
        let mut taken = vec![Value::from(&*reference.type_name)];
        key.flatten_into(&mut taken);
        let place = self.place_text(self.resources.get(id).span);
        let known_span = self.resources.get(known).span;
        let at = if place.is_empty() { String::new() } else { format!(" at {place}") };
        let known_place = self.place_text(known_span);
        let known_place = if known_place.is_empty() { known_place } else { format!(" {known_place}") };
        EvalError::new(format!(
            "Cannot alias {reference} to {}{at}; resource {} already declared{known_place}",
            key.inspect(),
            Value::from(taken).inspect()
        ))
    }

    /// Formats a location for messages: `(file: F, line: N)`.
    pub(crate) fn place_text(&self, span: Option<Span>) -> String {
        let Some((file, position)) = span.and_then(|span| self.sources.locate(span)) else { return String::new() };
        match file {
            "" => format!("(line: {})", position.line),
            file => format!("(file: {file}, line: {})", position.line),
        }
    }
}
