//! Generated code of a package: conversion of rows to and from structs, the calls listed in the schema, the
//! export and the two custom sections. Generated names have the macro's span, so that lints apply only to code
//! written by the author.

use marotte_contract::schema::{Fallback, Hook, PackageSchema};
use marotte_contract::{MANIFEST_SECTION, SCHEMA_SECTION};
use proc_macro2::{Literal, Span, TokenStream};
use quote::quote;
use serde_json::Value;
use syn::{Ident, Type};

use crate::manifest;
use crate::model::{Choices, Field, Member, Package, Provider, Resource, argument};
use crate::schema::has_checks;

/// Generates the module; without the exports if there is no valid manifest.
pub(crate) fn package(
    package: &Package,
    schema: &PackageSchema,
    manifest: Option<&manifest::ManifestSource>,
) -> TokenStream {
    let Package { module, items, resources, choices } = package;
    let (attrs, visibility, name) = (&module.attrs, &module.vis, &module.ident);
    let resources_code = resources.iter().map(|of| resource(package, of));
    let choices_code = choices.iter().map(enumeration);
    let package_code = package_impl(package, schema);
    let export = manifest.map(|manifest| export(schema, manifest));
    quote! {
        #(#attrs)*
        #visibility mod #name {
            #(#items)*
            #(#resources_code)*
            #(#choices_code)*
            #package_code
            #export
        }
    }
}

fn derived(ident: &Ident, suffix: &str) -> Ident {
    Ident::new(&format!("{ident}{suffix}"), Span::call_site())
}

fn resource(package: &Package, resource: &Resource) -> TokenStream {
    let Resource { ident, schema, fields, .. } = resource;
    let (attribute, state) = (derived(ident, "Attribute"), derived(ident, "State"));
    let type_name = &schema.name;
    let names: Vec<&str> = fields.iter().map(|field| field.schema.name.as_str()).collect();
    let names_code = attribute_names(resource, &attribute);
    let state_code = state_struct(package, resource, &state);
    let columns: Vec<Column<'_>> =
        fields.iter().enumerate().map(|(index, field)| Column::of_row(index, field)).collect();
    let record = record(ident, &columns);
    quote! {
        #names_code
        #state_code
        #record

        impl ::marotte_sdk::Resource for #ident {
            type Attribute = #attribute;
            type State = #state;
            const TYPE: &'static str = #type_name;
            const ATTRIBUTES: &'static [&'static str] = &[#(#names),*];
        }

        impl ::core::convert::From<#state> for ::marotte_sdk::State<#ident> {
            fn from(is: #state) -> Self {
                Self::new(is)
            }
        }
    }
}

/// Generates `FileAttribute`, with one variant for each field.
fn attribute_names(resource: &Resource, attribute: &Ident) -> TokenStream {
    let visibility = &resource.visibility;
    let variants: Vec<Ident> = resource.fields.iter().map(|field| variant(&field.ident)).collect();
    let names: Vec<&str> = resource.fields.iter().map(|field| field.schema.name.as_str()).collect();
    let docs = names.iter().map(|name| format!("The attribute `{name}`."));
    let indices: Vec<Literal> = (0..names.len()).map(Literal::usize_unsuffixed).collect();
    let doc = format!("The names of the attributes of `{}`.", resource.schema.name);
    quote! {
        #[doc = #doc]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #visibility enum #attribute { #(#[doc = #docs] #variants),* }

        impl ::marotte_sdk::AttributeName for #attribute {
            fn index(self) -> u16 {
                self as u16
            }

            fn from_index(index: u16) -> ::core::option::Option<Self> {
                match index {
                    #(#indices => ::core::option::Option::Some(Self::#variants),)*
                    _ => ::core::option::Option::None,
                }
            }

            fn name(self) -> &'static str {
                match self { #(Self::#variants => #names),* }
            }
        }
    }
}

fn variant(field: &Ident) -> Ident {
    let name = field.to_string();
    let words = name.trim_start_matches("r#").split('_').filter(|word| !word.is_empty());
    let camel: String = words
        .map(|word| {
            let (first, rest) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
            first.to_uppercase() + rest
        })
        .collect();
    Ident::new(&camel, Span::call_site())
}

/// Generates `FileState`, with an optional current value for each property.
fn state_struct(package: &Package, resource: &Resource, state: &Ident) -> TokenStream {
    let visibility = &resource.visibility;
    let known: Vec<(usize, &Field)> =
        resource.fields.iter().enumerate().filter(|(_, field)| field.is_state()).collect();
    let columns: Vec<Column<'_>> = known.iter().map(|(index, field)| Column::of_state(*index, field)).collect();
    let idents = columns.iter().map(|column| column.ident);
    let types = columns.iter().map(|column| column.rust);
    let docs = known.iter().map(|(_, field)| format!("The current value of `{}`.", field.schema.name));
    let record = record(state, &columns);
    let presence = presence(package, &known, state);
    let doc = format!("Current state of a `{}`.", resource.schema.name);
    quote! {
        #[doc = #doc]
        #[derive(Debug, Clone, Default, PartialEq)]
        #visibility struct #state {
            #(#[doc = #docs] pub #idents: ::core::option::Option<#types>),*
        }
        #presence
        #record
    }
}

/// Generates `FileState::absent` and `FileState::present`, if `ensure` has such values.
fn presence(package: &Package, known: &[(usize, &Field)], state: &Ident) -> TokenStream {
    let ensure = known.iter().map(|(_, field)| *field).find(|field| field.ident == "ensure");
    let Some((rust, choices)) = ensure.and_then(|field| {
        let rust = field.is.as_ref().unwrap_or(&field.inner);
        Some((rust, package.choices(rust)?))
    }) else {
        return TokenStream::new();
    };
    let constructor = |value: &str, name: &str, doc: &str| {
        let variant = &choices.variants.iter().find(|variant| variant.ident == value && !variant.is_other)?.ident;
        let name = Ident::new(name, Span::call_site());
        Some(quote! {
            #[doc = #doc]
            #[must_use]
            #[allow(clippy::needless_update, reason = "`ensure` may be the only field")]
            pub fn #name() -> Self {
                Self {
                    ensure: ::core::option::Option::Some(<#rust>::#variant),
                    ..<Self as ::core::default::Default>::default()
                }
            }
        })
    };
    let constructors = [
        constructor("Absent", "absent", "Creates the state of a resource that does not exist."),
        constructor("Present", "present", "Creates the state of a resource that exists."),
    ];
    let constructors = constructors.iter().flatten();
    quote! { impl #state { #(#constructors)* } }
}

/// A field of a struct that represents a row or state.
struct Column<'a> {
    index: Literal,
    ident: &'a Ident,
    rust: &'a Type,
    kind: Kind<'a>,
}

enum Kind<'a> {
    Optional,
    Required,
    Defaulted(Option<&'a Value>),
}

impl<'a> Column<'a> {
    fn of_row(index: usize, field: &'a Field) -> Self {
        let kind = match &field.schema.default {
            _ if field.is_optional => Kind::Optional,
            Some(Fallback::Constant(value)) => Kind::Defaulted(Some(value)),
            None if argument(&field.inner, "Vec").is_some() => Kind::Defaulted(None),
            Some(Fallback::SameAs(_)) | None => Kind::Required,
        };
        Self { index: Literal::usize_unsuffixed(index), ident: &field.ident, rust: &field.inner, kind }
    }

    fn of_state(index: usize, field: &'a Field) -> Self {
        let rust = field.is.as_ref().unwrap_or(&field.inner);
        Self { index: Literal::usize_unsuffixed(index), ident: &field.ident, rust, kind: Kind::Optional }
    }

    fn read(&self, slots: &Ident) -> TokenStream {
        let Self { index, ident, rust, kind } = self;
        match kind {
            Kind::Optional => quote! {
                let #ident = if #slots.may_have(#index) {
                    #slots.optional::<#rust>(#index)
                } else {
                    ::core::option::Option::Some(::core::option::Option::None)
                };
            },
            Kind::Required => quote! { let #ident = #slots.required::<#rust>(#index); },
            Kind::Defaulted(default) => {
                let default = default.map_or_else(|| value(&Value::Array(Vec::new())), value);
                quote! { let #ident = #slots.defaulted::<#rust>(#index, || #default); }
            }
        }
    }

    fn write(&self) -> TokenStream {
        let Self { index, ident, kind, .. } = self;
        let push = quote! { values.push((#index, ::marotte_sdk::AttributeValue::into_value(value))); };
        match kind {
            Kind::Optional => quote! { if let ::core::option::Option::Some(value) = self.#ident { #push } },
            Kind::Required | Kind::Defaulted(_) => quote! { { let value = self.#ident; #push } },
        }
    }
}

fn record(of: &Ident, columns: &[Column<'_>]) -> TokenStream {
    let idents: Vec<&Ident> = columns.iter().map(|column| column.ident).collect();
    // Hygienic name that cannot collide with an attribute.
    let slots = &Ident::new("slots", Span::mixed_site());
    let reads = columns.iter().map(|column| column.read(slots));
    let writes = columns.iter().map(Column::write);
    let count = Literal::usize_unsuffixed(columns.len());
    // All fields are read before the first invalid one returns, so that every invalid attribute is reported.
    quote! {
        impl ::marotte_sdk::Record for #of {
            fn read(#slots: &mut ::marotte_sdk::FieldValues<'_>) -> ::core::option::Option<Self> {
                #(#reads)*
                ::core::option::Option::Some(Self { #(#idents: #idents?),* })
            }

            fn into_values(self) -> ::std::vec::Vec<(u16, ::marotte_sdk::Value)> {
                let mut values = ::std::vec::Vec::with_capacity(#count);
                #(#writes)*
                values
            }
        }
    }
}

fn value(json: &Value) -> TokenStream {
    match json {
        Value::Bool(boolean) => quote! { ::marotte_sdk::Value::Boolean(#boolean) },
        Value::Number(number) if number.is_i64() => {
            let number = Literal::i64_suffixed(number.as_i64().unwrap_or_default());
            quote! { ::marotte_sdk::Value::Integer(#number) }
        }
        Value::Number(number) => {
            let number = Literal::f64_suffixed(number.as_f64().unwrap_or_default());
            quote! { ::marotte_sdk::Value::Float(#number) }
        }
        Value::String(text) => {
            quote! { ::marotte_sdk::Value::Text(::std::string::String::from(#text)) }
        }
        Value::Array(values) => {
            let values = values.iter().map(value);
            quote! { ::marotte_sdk::Value::Array(::std::vec![#(#values),*]) }
        }
        // The attribute parser never produces these values.
        Value::Null | Value::Object(_) => quote! { ::marotte_sdk::Value::Undef },
    }
}

fn enumeration(choices: &Choices) -> TokenStream {
    let ident = &choices.ident;
    let named: Vec<_> = choices.variants.iter().filter(|variant| !variant.is_other).collect();
    let idents: Vec<&Ident> = named.iter().map(|variant| &variant.ident).collect();
    let values: Vec<&str> = named.iter().map(|variant| variant.schema.value.as_str()).collect();
    let aliases = named.iter().map(|variant| &variant.schema.aliases);
    let spellings: Vec<TokenStream> =
        values.iter().zip(aliases).map(|(value, aliases)| quote! { #value #(| #aliases)* }).collect();
    let valid = values.join(", ");
    let other = choices.variants.iter().find(|variant| variant.is_other).map(|variant| &variant.ident);
    let fallback = match other {
        Some(other) => quote! { _ => ::core::result::Result::Ok(Self::#other(spelling)) },
        None => quote! {
            _ => ::core::result::Result::Err(
                ::std::format!("Invalid value {spelling:?}. Valid values are {}.", #valid).into(),
            )
        },
    };
    let back = other.map(|other| quote! { Self::#other(text) => text, });
    quote! {
        impl ::marotte_sdk::AttributeValue for #ident {
            fn from_value(value: ::marotte_sdk::Value) -> ::core::result::Result<Self, ::marotte_sdk::InvalidValue> {
                let spelling = ::marotte_sdk::export::spelling(value)?;
                match spelling.as_str() {
                    #(#spellings => ::core::result::Result::Ok(Self::#idents),)*
                    #fallback,
                }
            }

            fn into_value(self) -> ::marotte_sdk::Value {
                ::marotte_sdk::Value::Text(match self {
                    #(Self::#idents => ::std::string::String::from(#values),)*
                    #back
                })
            }
        }
    }
}

fn package_impl(package: &Package, schema: &PackageSchema) -> TokenStream {
    let json = schema.to_json();
    let with_hook = |hook: Hook| {
        package
            .resources
            .iter()
            .filter(move |resource| resource.schema.hooks.contains(&hook))
            .map(|resource| (resource.names(), &resource.ident))
    };
    let canonical = with_hook(Hook::Canonicalize).map(|(names, ident)| {
        quote! { #(#names)|* => ::marotte_sdk::export::canonicalize::<#ident>(provider, &rows, &::marotte_sdk::RunningSystem), }
    });
    let is_declared = |resource: &Resource| resource.schema.hooks.contains(&Hook::Canonicalize);
    let checked =
        package.resources.iter().filter(|resource| !is_declared(resource) && has_checks(package, resource)).map(
            |resource| {
                let (names, ident) = (resource.names(), &resource.ident);
                quote! { #(#names)|* => ::marotte_sdk::export::check::<#ident>(&rows), }
            },
        );
    let relate = with_hook(Hook::Relate).map(|(names, ident)| {
        quote! { #(#names)|* => ::marotte_sdk::export::relate::<#ident>(&rows, &::marotte_sdk::RunningSystem), }
    });
    let sessions = package
        .resources
        .iter()
        .flat_map(|resource| resource.providers.iter().filter_map(move |provider| session(resource, provider)));
    quote! {
        /// The exported component.
        pub struct Component;

        impl ::marotte_sdk::export::Package for Component {
            const SCHEMA: &'static str = #json;

            fn canonicalize(
                type_name: &str,
                provider: ::core::option::Option<&str>,
                rows: ::marotte_sdk::export::Table,
            ) -> ::marotte_sdk::export::Canonical {
                match type_name {
                    #(#canonical)*
                    #(#checked)*
                    _ => ::marotte_sdk::export::unchanged(provider, &rows),
                }
            }

            fn relate(
                type_name: &str,
                rows: ::marotte_sdk::export::Table,
            ) -> ::std::vec::Vec<::marotte_sdk::export::Related> {
                match type_name {
                    #(#relate)*
                    _ => ::marotte_sdk::export::unrelated(&rows),
                }
            }

            fn open(
                type_name: &str,
                provider: &str,
                features: &[::std::string::String],
            ) -> ::marotte_sdk::Result<::std::boxed::Box<dyn ::marotte_sdk::export::Session>> {
                match (type_name, provider) {
                    #(#sessions)*
                    _ => ::core::result::Result::Err(::marotte_sdk::export::unknown(type_name, provider)),
                }
            }
        }
    }
}

/// Generates the arm of `open` for a provider, with the calls that it implements; `None` without an implementing
/// struct.
fn session(resource: &Resource, provider: &Provider) -> Option<TokenStream> {
    let (type_names, name, by) = (resource.names(), &provider.schema.name, provider.by.as_ref()?);
    let (of, open) = (&resource.ident, open(resource, by));
    let calls = provider.schema.hooks.iter().filter_map(|hook| {
        let (call, answer) = match hook {
            Hook::Precheck => ("precheck", quote! { ::std::vec::Vec<::marotte_sdk::export::Problem> }),
            Hook::Refresh => ("refresh", quote! { ::marotte_sdk::Result<()> }),
            Hook::Generate | Hook::Expand => (
                if *hook == Hook::Generate { "generate" } else { "expand" },
                quote! { ::marotte_sdk::Result<::std::vec::Vec<::marotte_sdk::export::Sheet>> },
            ),
            Hook::Instances => {
                return Some(quote! {
                    fn instances(&mut self) -> ::marotte_sdk::Result<::marotte_sdk::export::Table> {
                        ::marotte_sdk::export::instances(&mut self.0, &::marotte_sdk::RunningSystem)
                    }
                });
            }
            Hook::Get | Hook::Set | Hook::Prefetch | Hook::Canonicalize | Hook::Relate => return None,
        };
        let call = Ident::new(call, Span::call_site());
        Some(quote! {
            fn #call(&mut self, desired: ::marotte_sdk::export::Table) -> #answer {
                ::marotte_sdk::export::#call(&mut self.0, &::marotte_sdk::RunningSystem, &desired)
            }
        })
    });
    Some(quote! {
        (#(#type_names)|*, #name) => {
            struct Session(#by);

            // Check that the provider implements `Provider` for the type on which it is declared.
            const _: fn() = || {
                fn serves<P: ::marotte_sdk::Provider<Resource = #of>>() {}
                serves::<#by>();
            };

            impl ::marotte_sdk::export::Session for Session {
                fn get(
                    &mut self,
                    desired: ::marotte_sdk::export::Table,
                ) -> ::marotte_sdk::Result<::marotte_sdk::export::States> {
                    ::marotte_sdk::export::get(&mut self.0, &::marotte_sdk::RunningSystem, &desired)
                }

                fn set(
                    &mut self,
                    desired: ::marotte_sdk::export::Table,
                    current: ::marotte_sdk::export::Table,
                    changed: ::std::vec::Vec<u16>,
                ) -> ::marotte_sdk::Result<::std::vec::Vec<::marotte_sdk::export::WireApplied>> {
                    ::marotte_sdk::export::set(&mut self.0, &::marotte_sdk::RunningSystem, &desired, &current, &changed)
                }

                #(#calls)*
            }

            #open
            ::core::result::Result::Ok(::std::boxed::Box::new(Session(opened)))
        }
    })
}

/// Generates code that opens a provider and passes the member of a family.
fn open(resource: &Resource, by: &syn::Path) -> TokenStream {
    let open = quote! { <#by as ::marotte_sdk::Open>::open(provider, features)? };
    if resource.members.is_empty() {
        return quote! { let opened = #open; };
    }
    let members = resource.members.iter().map(|Member { name, defaults, .. }| {
        let texts = defaults.iter().filter_map(|(field, value)| {
            let field = resource.fields.iter().find(|known| known.ident == *field)?;
            let (name, text) = (&field.schema.name, value.as_str()?);
            Some(quote! { (#name, #text) })
        });
        quote! { #name => ::marotte_sdk::Member { name: #name, defaults: &[#(#texts),*] }, }
    });
    quote! {
        let member = match type_name {
            #(#members)*
            _ => return ::core::result::Result::Err(::marotte_sdk::export::unknown(type_name, provider)),
        };
        let mut opened = #open;
        ::marotte_sdk::Provider::serve(&mut opened, &member);
    }
}

/// Generates the exports and sections, only for components: on other targets the names of the exports do not
/// link.
fn export(schema: &PackageSchema, manifest: &manifest::ManifestSource) -> TokenStream {
    let sections = [(SCHEMA_SECTION, schema.to_json()), (MANIFEST_SECTION, manifest.text.clone())];
    let sections = sections.iter().map(|(section, content)| {
        let bytes = Literal::byte_string(content.as_bytes());
        let length = Literal::usize_unsuffixed(content.len());
        quote! {
            const _: () = {
                #[used]
                #[unsafe(link_section = #section)]
                static SECTION: [u8; #length] = *#bytes;
            };
        }
    });
    let path = &manifest.path;
    quote! {
        // Rebuild the component when the manifest changes.
        const _: &str = ::core::include_str!(#path);

        #[cfg(target_arch = "wasm32")]
        const _: () = {
            type Exported = ::marotte_sdk::export::Component<Component>;
            ::marotte_sdk::export::export_component!(Exported with_types_in ::marotte_sdk::bindings);
            #(#sections)*
        };
    }
}
