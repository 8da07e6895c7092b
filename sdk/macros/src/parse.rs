//! Parsing of the module: structs, enums and their attributes. Unknown attributes are errors at their position.

mod terms;

use marotte_contract::schema::{
    Attribute, AttributeTrait, Choice, Edge, Feature, Hook, Meaning, ProviderSchema, Role, TypeSchema, TypeTrait,
    without_indentation,
};
use proc_macro2::Span;
use quote::ToTokens as _;
use syn::meta::ParseNestedMeta;
use syn::spanned::Spanned as _;
use syn::{
    Attribute as Attr, Error, Expr, Fields, Ident, Item, ItemEnum, ItemMod, ItemStruct, LitStr, Path, Result, Type,
};

use crate::model::{Choices, EdgeSource, Errors, Field, Member, Package, Provider, Resource, Variant, argument};
use terms::{assignments, conditions, json, list, text, texts};

/// Parses a module. Errors in its attributes are collected.
pub(crate) fn package(mut module: ItemMod, errors: &mut Errors) -> Result<Package> {
    let Some((_, mut items)) = module.content.take() else {
        return Err(Error::new_spanned(&module, "`package` needs an inline module, with its content between braces"));
    };
    if lacks_ensure(&items) {
        items.push(presence());
    }
    let mut resources = Vec::new();
    let mut choices = Vec::new();
    for item in &mut items {
        match item {
            Item::Struct(item) if has(&item.attrs, "resource") => resources.extend(resource(item, errors)),
            Item::Enum(item) if !has(&item.attrs, "plain") => choices.extend(errors.collect(enumeration(item))),
            Item::Enum(item) => item.attrs.retain(|attr| !attr.path().is_ident("plain")),
            _ => {}
        }
    }
    if resources.is_empty() && errors.is_empty() {
        return Err(Error::new(module.ident.span(), "the module has no struct with #[resource(name = \"..\")]"));
    }
    Ok(Package { module, items, resources, choices })
}

/// Returns whether a field has the type `Ensure` and the module does not define it.
fn lacks_ensure(items: &[Item]) -> bool {
    let is_ensure = |field: &syn::Field| {
        let value = argument(&field.ty, "Option").unwrap_or(&field.ty);
        matches!(value, Type::Path(path) if path.path.is_ident("Ensure"))
    };
    let wants = |item: &Item| matches!(item, Item::Struct(item) if item.fields.iter().any(is_ensure));
    let defines = |item: &Item| match item {
        Item::Enum(item) => item.ident == "Ensure",
        Item::Use(item) => item.to_token_stream().to_string().contains("Ensure"),
        _ => false,
    };
    items.iter().any(wants) && !items.iter().any(defines)
}

/// Returns the default `Ensure` enum.
fn presence() -> Item {
    syn::parse_quote! {
        /// Whether the resource should exist.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Ensure {
            /// The resource exists.
            Present,
            /// The resource does not exist.
            #[choice(absent)]
            Absent,
        }
    }
}

fn has(attrs: &[Attr], name: &str) -> bool {
    attrs.iter().any(|attr| attr.path().is_ident(name))
}

/// Removes and returns the attributes with these names.
fn take(attrs: &mut Vec<Attr>, names: &[&str]) -> Vec<Attr> {
    let (taken, kept) = attrs.drain(..).partition(|attr| names.iter().any(|name| attr.path().is_ident(name)));
    *attrs = kept;
    taken
}

/// Joins the lines of a doc comment.
fn docs(attrs: &[Attr]) -> String {
    let lines = attrs.iter().filter(|attr| attr.path().is_ident("doc")).filter_map(|attr| match &attr.meta {
        syn::Meta::NameValue(pair) => text(&pair.value).ok(),
        _ => None,
    });
    // Each line of a doc comment begins with the space after the slashes.
    let lines: Vec<String> = lines.map(|line| line.strip_prefix(' ').unwrap_or(&line).to_owned()).collect();
    without_indentation(&lines.join("\n"))
}

fn resource(item: &mut ItemStruct, errors: &mut Errors) -> Option<Resource> {
    let mut read = Resource {
        ident: item.ident.clone(),
        visibility: item.vis.clone(),
        schema: TypeSchema { docs: docs(&item.attrs), ..TypeSchema::default() },
        titles: Vec::new(),
        edges: Vec::new(),
        is_foreign: false,
        fields: Vec::new(),
        providers: Vec::new(),
        members: Vec::new(),
    };
    for attr in take(&mut item.attrs, &["resource", "provider", "member"]) {
        if attr.path().is_ident("resource") {
            errors.collect(attr.parse_nested_meta(|meta| resource_term(&mut read, &meta)));
        } else if attr.path().is_ident("member") {
            read.members.extend(errors.collect(member(&attr)));
        } else {
            read.providers.extend(errors.collect(provider(&attr)));
        }
    }
    if let Some(first) = read.members.first() {
        read.schema.name.clone_from(&first.name);
    }
    if read.schema.name.is_empty() {
        // After another error, the name may only not have been reached.
        if errors.is_empty() {
            errors.add(Error::new(item.ident.span(), "the type needs a name: #[resource(name = \"..\")]"));
        }
        read.schema.name = snake_case(&item.ident.to_string());
    }
    let Fields::Named(fields) = &mut item.fields else {
        errors.add(Error::new(item.ident.span(), "a resource type is a struct with named fields"));
        return None;
    };
    for item in &mut fields.named {
        read.fields.extend(field(item, errors));
    }
    Some(read)
}

fn member(attr: &Attr) -> Result<Member> {
    let mut read = Member::default();
    attr.parse_nested_meta(|meta| {
        let name = name_of(&meta)?;
        if let Some(edge) = edge(&name) {
            return read_edges(edge, &meta, &mut read.edges);
        }
        match name.as_str() {
            "name" => read.name = string(&meta)?,
            "docs" => read.docs = without_indentation(&string(&meta)?),
            "defaults" => {
                for (name, value) in assignments(&meta)? {
                    read.defaults.push((name, json(&value)?));
                }
            }
            _ => return Err(meta.error(format!("a member of a family has no '{name}'"))),
        }
        Ok(())
    })?;
    if read.name.is_empty() {
        Err(Error::new_spanned(attr, "the member needs a name: name = \"..\""))
    } else {
        Ok(read)
    }
}

fn edge(name: &str) -> Option<Edge> {
    match name {
        "require" => Some(Edge::Require),
        "before" => Some(Edge::Before),
        "notify" => Some(Edge::Notify),
        "subscribe" => Some(Edge::Subscribe),
        _ => None,
    }
}

fn read_edges(edge: Edge, meta: &ParseNestedMeta<'_>, edges: &mut Vec<(Edge, String, EdgeSource)>) -> Result<()> {
    for (target, source) in assignments(meta)? {
        edges.push((edge, target.to_string(), edge_source(&source)?));
    }
    Ok(())
}

fn resource_term(read: &mut Resource, meta: &ParseNestedMeta<'_>) -> Result<()> {
    let name = name_of(meta)?;
    if let Some(edge) = edge(&name) {
        return read_edges(edge, meta, &mut read.edges);
    }
    let schema = &mut read.schema;
    match name.as_str() {
        "name" => schema.name = string(meta)?,
        "title" => read.titles.push(title(meta)?),
        "example" => schema.examples.push(without_indentation(&string(meta)?)),
        "features" => {
            for (name, docs) in assignments(meta)? {
                let docs = without_indentation(&text(&docs)?);
                schema.features.push(Feature { name: name.to_string(), docs });
            }
        }
        "canonicalize" => schema.hooks.push(Hook::Canonicalize),
        "relate" => schema.hooks.push(Hook::Relate),
        "duplicates" => schema.traits.push(TypeTrait::Duplicates),
        "self_refresh" => schema.traits.push(TypeTrait::SelfRefresh),
        "parallel" => schema.traits.push(TypeTrait::Parallel),
        "foreign" => read.is_foreign = true,
        _ => return Err(meta.error(format!("a resource type has no '{name}'"))),
    }
    Ok(())
}

/// Parses `"pattern" => (field, field)`.
fn title(meta: &ParseNestedMeta<'_>) -> Result<(String, Vec<Ident>)> {
    let pattern: LitStr = meta.value()?.parse()?;
    meta.input.parse::<syn::Token![=>]>()?;
    let fields;
    syn::parenthesized!(fields in meta.input);
    let fields = fields.parse_terminated(<Ident as syn::parse::Parse>::parse, syn::Token![,])?;
    Ok((pattern.value(), fields.into_iter().collect()))
}

fn edge_source(source: &Expr) -> Result<EdgeSource> {
    match source {
        Expr::Lit(_) => Ok(EdgeSource::Title(text(source)?)),
        Expr::Path(path) => Ok(EdgeSource::Field(path.path.require_ident()?.clone())),
        Expr::Call(call) if matches!(&*call.func, Expr::Path(path) if path.path.is_ident("ancestor")) => {
            match call.args.first() {
                Some(Expr::Path(path)) if call.args.len() == 1 => {
                    Ok(EdgeSource::Ancestor(path.path.require_ident()?.clone()))
                }
                _ => Err(Error::new_spanned(call, "`ancestor` takes the field that contains the path")),
            }
        }
        other => Err(Error::new_spanned(other, "expected a title in quotes, a field, or ancestor(field)")),
    }
}

fn provider(attr: &Attr) -> Result<Provider> {
    let mut schema = ProviderSchema { hooks: vec![Hook::Get, Hook::Set], ..ProviderSchema::default() };
    let (mut commands, mut features) = (Vec::new(), Vec::new());
    let mut by: Option<Path> = None;
    let mut is_unbuilt = false;
    attr.parse_nested_meta(|meta| {
        let name = name_of(&meta)?;
        match name.as_str() {
            "name" => schema.name = string(&meta)?,
            "by" => by = Some(meta.value()?.parse()?),
            "unbuilt" => is_unbuilt = true,
            "docs" => schema.docs = without_indentation(&string(&meta)?),
            "specificity" => schema.specificity = meta.value()?.parse::<syn::LitInt>()?.base10_parse()?,
            "features" => {
                let list = list(&meta)?;
                schema.features = terms::provided(&list)?;
                features.extend(terms::feature_names(&list));
                commands.extend(terms::command_names(&list));
            }
            "confine" => {
                let list = list(&meta)?;
                schema.confine.extend(conditions(&list)?);
                commands.extend(terms::command_names(&list));
            }
            "default_for" => {
                let list = list(&meta)?;
                schema.default_for.push(conditions(&list)?);
                commands.extend(terms::command_names(&list));
            }
            "defaults" => {
                for (name, value) in assignments(&meta)? {
                    schema.defaults.push((name.to_string(), json(&value)?));
                }
            }
            "refresh" => schema.hooks.push(Hook::Refresh),
            "precheck" => schema.hooks.push(Hook::Precheck),
            "instances" => schema.hooks.push(Hook::Instances),
            "generate" => schema.hooks.push(Hook::Generate),
            "expand" => {
                schema.hooks.push(Hook::Expand);
                if meta.input.peek(syn::token::Paren) {
                    schema.expand_with = terms::names(&list(&meta)?)?;
                }
            }
            "prefetch" => schema.hooks.push(Hook::Prefetch),
            _ => return Err(meta.error(format!("a provider has no '{name}'"))),
        }
        Ok(())
    })?;
    if schema.name.is_empty() {
        return Err(Error::new_spanned(attr, "the provider needs a name: name = \"..\""));
    }
    match (&by, is_unbuilt) {
        (Some(_), false) => {}
        (None, true) => schema.hooks.clear(),
        (Some(_), true) => return Err(Error::new_spanned(attr, "`unbuilt` means that no struct implements it")),
        (None, false) => return Err(Error::new_spanned(attr, "which struct implements it? by = super::TheStruct")),
    }
    Ok(Provider { by, schema, commands, features })
}

fn field(item: &mut syn::Field, errors: &mut Errors) -> Option<Field> {
    let ident = item.ident.clone()?;
    let (is_optional, inner) = match argument(&item.ty, "Option") {
        Some(inner) => (true, inner.clone()),
        None => (false, item.ty.clone()),
    };
    let name = ident.to_string().trim_start_matches("r#").to_owned();
    let mut read = Field {
        schema: Attribute { name, docs: docs(&item.attrs), ..Attribute::default() },
        ident,
        data_type_span: None,
        default_span: None,
        same_as: None,
        is_optional,
        is_any_of: false,
        inner,
        is: None,
    };
    for attr in take(&mut item.attrs, &["property", "parameter", "read_only"]) {
        read.schema.role = match () {
            () if attr.path().is_ident("property") => Role::Property,
            () if attr.path().is_ident("read_only") => Role::ReadOnly,
            () => Role::Parameter,
        };
        if matches!(attr.meta, syn::Meta::List(_)) {
            errors.collect(attr.parse_nested_meta(|meta| field_term(&mut read, &meta)));
        }
    }
    Some(read)
}

fn field_term(read: &mut Field, meta: &ParseNestedMeta<'_>) -> Result<()> {
    let name = name_of(meta)?;
    let schema = &mut read.schema;
    match name.as_str() {
        "namevar" => schema.traits.push(AttributeTrait::Namevar),
        "required" => schema.traits.push(AttributeTrait::Required),
        "sensitive" => schema.traits.push(AttributeTrait::Sensitive),
        "unordered" => schema.traits.push(AttributeTrait::Unordered),
        "any_of" => read.is_any_of = true,
        "name" => schema.name = string(meta)?,
        "data_type" => {
            let text: LitStr = meta.value()?.parse()?;
            (schema.data_type, read.data_type_span) = (text.value(), Some(text.span()));
        }
        "default" => {
            let value: Expr = meta.value()?.parse()?;
            read.default_span = Some(value.span());
            schema.default = Some(marotte_contract::schema::Fallback::Constant(json(&value)?));
        }
        "same_as" => read.same_as = Some(meta.value()?.parse()?),
        "features" => schema.features = texts(&list(meta)?)?,
        "aliases" => schema.aliases = texts(&list(meta)?)?,
        "deprecated" => schema.deprecated = Some(string(meta)?),
        "event" => schema.event = Some(string(meta)?),
        "is" => read.is = Some(meta.value()?.parse::<Type>()?),
        _ => return Err(meta.error(format!("an attribute has no '{name}'"))),
    }
    Ok(())
}

fn enumeration(item: &mut ItemEnum) -> Result<Choices> {
    let mut variants = Vec::new();
    for variant in &mut item.variants {
        let is_other = match &variant.fields {
            Fields::Unit => false,
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => true,
            _ => return Err(Error::new_spanned(variant, "a variant must have no fields, or be `Other(String)`")),
        };
        let value = if is_other { "*".to_owned() } else { snake_case(&variant.ident.to_string()) };
        let mut schema = Choice { value, docs: docs(&variant.attrs), ..Choice::default() };
        for attr in take(&mut variant.attrs, &["choice"]) {
            attr.parse_nested_meta(|meta| {
                let name = name_of(&meta)?;
                match name.as_str() {
                    "name" => schema.value = string(&meta)?,
                    "aliases" => schema.aliases = texts(&list(&meta)?)?,
                    "features" => schema.features = texts(&list(&meta)?)?,
                    "pattern" if is_other => schema.pattern = string(&meta)?,
                    "absent" => schema.meaning = Meaning::Absent,
                    "fresh" => schema.meaning = Meaning::Fresh,
                    "event" => schema.event = Some(string(&meta)?),
                    _ => return Err(meta.error(format!("a choice has no '{name}'"))),
                }
                Ok(())
            })?;
        }
        if is_other && variants.iter().any(|known: &Variant| known.is_other) {
            return Err(Error::new_spanned(variant, "another variant already represents all other values"));
        }
        variants.push(Variant { ident: variant.ident.clone(), schema, is_other });
    }
    Ok(Choices { ident: item.ident.clone(), variants })
}

fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    snake
}

fn name_of(meta: &ParseNestedMeta<'_>) -> Result<String> {
    Ok(meta
        .path
        .require_ident()
        .map_err(|_| Error::new(Span::call_site(), "expected a single identifier"))?
        .to_string())
}

fn string(meta: &ParseNestedMeta<'_>) -> Result<String> {
    Ok(meta.value()?.parse::<LitStr>()?.value())
}
