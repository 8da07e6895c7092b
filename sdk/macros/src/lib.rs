//! The attribute macro `package`: turns Rust structs and enums into a validated schema document and the code that
//! converts rows to and from the structs. Everything is computed at compile time.

mod data_type;
mod generate;
mod manifest;
mod model;
mod newtype;
mod parse;
mod schema;

use std::path::Path;

use model::Errors;
use proc_macro::TokenStream;
use syn::{ItemMod, parse_macro_input};

/// Turns a module of structs and enums into the package of a component.
///
/// Structs with `#[resource(..)]` are types, their fields are attributes, and the module's enums are sets of
/// values. The doc comments become the documentation that `describe` shows. The file `provider.toml` next to
/// `Cargo.toml` contains the requested grants. All of it is checked at compile time.
///
/// On the struct:
///
/// | attribute | meaning |
/// |---|---|
/// | `#[resource(name = "file")]` | the type's name |
/// | `title = "^(.*)$" => (path)` | a title pattern, whose groups set these fields; the first match is used |
/// | `require(file = ancestor(path), user = owner, class = "x")` | relationships; or `before`, `notify`, `subscribe` |
/// | `features(name = "docs", ..)` | features that providers may have |
/// | `duplicates`, `self_refresh`, `parallel` | flags of the schema |
/// | `canonicalize`, `relate` | the type implements these traits |
/// | `example = "..."` | Puppet code |
/// | `#[member(name = "x_config", docs = "..", defaults(path = "/etc/x.conf"), require(class = "x"))]` | a member of a family of types, instead of a name |
/// | `foreign` | the type of another component: the fields are the attributes that the providers support |
/// | `#[provider(name = "posix", by = super::Posix)]` | a provider, and the struct that implements it |
/// | `unbuilt` | instead of `by`: a provider without an implementation, never suitable |
/// | `refresh`, `precheck`, `instances`, `generate`, `expand`, `prefetch` | traits that the provider implements |
/// | `expand(recurse)` | the provider implements `Expand`, called only for rows that set one of these attributes |
/// | `features("a", b(path("/x")))` | features of the provider, optionally with conditions |
/// | `confine(fact("os.family", "Debian"), not(path("/x")))` | suitability; or `command("x")`, `contains("/f", "x")` |
/// | `default_for(fact(..), ..)` | conditions for being the default; repeat for alternatives |
/// | `defaults(attribute = "value")`, `specificity = 5`, `docs = "..."` | properties of the provider |
///
/// On a field: `#[property(..)]`, `#[parameter(..)]` (the default) or `#[read_only(..)]` with `namevar`,
/// `required`, `sensitive`, `unordered`, `any_of`, `name = "type"`, `data_type = "..."`, `default = ..`,
/// `same_as = field`, `features("a")`, `aliases("b")`, `deprecated = "..."`, `event = "name_of_event"`, and for a
/// property whose current value is of another Rust type `is = Type`.
///
/// On a variant of an enum: `#[choice(..)]` with `name = "on_failure"`, `aliases("b")`, `features("a")`,
/// `absent`, `fresh`, `event = "name_of_event"`; a variant with a `String` represents all other values, or those
/// that match `pattern = "^[0-9]+$"`. A module that uses `Ensure` without defining it gets a default one: `Present`
/// or `Absent`.
#[proc_macro_attribute]
pub fn package(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let module = parse_macro_input!(item as ItemMod);
    let source = proc_macro::Span::call_site().local_file();
    expand(&arguments.into(), module, source.as_deref()).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Derives `AttributeValue` for a struct with one unnamed field, which is also the value for the host.
///
/// `#[value(parse = Self::parse)]` names a function that returns the struct or an `InvalidValue` for a `Value`.
/// `#[value(parse = number, error = "it must be a number")]` names one that returns the struct or `None` for a
/// `&Value`. Without the attribute, the field is converted.
#[proc_macro_derive(AttributeValue, attributes(value))]
pub fn attribute_value(item: TokenStream) -> TokenStream {
    let input = parse_macro_input!(item as syn::DeriveInput);
    newtype::derive(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}

fn expand(
    arguments: &proc_macro2::TokenStream,
    module: ItemMod,
    source: Option<&Path>,
) -> syn::Result<proc_macro2::TokenStream> {
    if !arguments.is_empty() {
        return Err(syn::Error::new_spanned(arguments, "`package` takes no arguments"));
    }
    let name = module.ident.clone();
    let mut errors = Errors::default();
    let package = parse::package(module, &mut errors)?;
    let schema = schema::package(&package, &mut errors);
    let manifest = manifest::read(&schema, source).map_err(|error| syn::Error::new(name.span(), error));
    let manifest = errors.collect(manifest);
    if let Some(manifest) = &manifest {
        manifest::check_commands(&package, &manifest.parsed, &mut errors);
    }
    let generated = generate::package(&package, &schema, manifest.as_ref());
    let errors = errors.into_error().map(syn::Error::into_compile_error);
    Ok(quote::quote! { #generated #errors })
}

#[cfg(test)]
mod tests {
    use marotte_contract::schema::{AttributeTrait, EdgeSource, Fallback, Hook, Meaning, PackageSchema, Role, Test};
    use syn::parse_quote;

    use super::*;

    fn described(module: ItemMod) -> syn::Result<PackageSchema> {
        let mut errors = Errors::default();
        let package = parse::package(module, &mut errors)?;
        let schema = schema::package(&package, &mut errors);
        errors.into_error().map_or(Ok(schema), Err)
    }

    fn refused(module: ItemMod) -> String {
        described(module).unwrap_err().to_string()
    }

    #[test]
    fn schema_is_derived_from_a_struct() {
        let schema = described(parse_quote! {
            mod package {
                /// Does a thing.
                ///
                /// And more.
                #[resource(
                    name = "thing",
                    title = "^(.*):(.*)$" => (kind, path),
                    require(file = ancestor(path), user = owner, class = "base"),
                    notify(service = "thingd"),
                    features(sharp = "It cuts.", shiny = "It shines."),
                    duplicates, canonicalize, relate,
                    example = "thing { 'a': }"
                )]
                #[provider(
                    name = "blunt", by = super::Blunt, refresh, specificity = 3, defaults(count = 5),
                    confine(fact("os.family", "Debian", "Suse"), not(path("/no"))),
                    default_for(command("thing")), default_for(contains("/proc/1/comm", "systemd")),
                    features("sharp", shiny(path("/dev/shine")))
                )]
                pub struct Thing {
                    #[property]
                    ensure: Option<Ensure>,
                    #[parameter(namevar)]
                    path: String,
                    #[parameter(namevar, name = "kind", aliases("sort"))]
                    kind: String,
                    #[property(same_as = path, features("sharp"), event = "thing_assigned")]
                    owner: Option<String>,
                    #[property(unordered)]
                    tags: Vec<String>,
                    #[property(any_of, deprecated = "No more.")]
                    names: Vec<String>,
                    #[parameter(default = -3, required)]
                    count: i64,
                    #[read_only]
                    r#type: Option<String>,
                    anything: Option<Odd>,
                }
                enum Ensure {
                    Present,
                    #[choice(absent, aliases("gone"))]
                    NotThere,
                    #[choice(fresh, features("sharp"), event = "thing_renewed")]
                    New,
                    Other(String),
                }
            }
        })
        .unwrap();
        let thing = &schema.types[0];
        assert_eq!(thing.docs, "Does a thing.\n\nAnd more.");
        let names: Vec<&str> = thing.attributes.iter().map(|attribute| attribute.name.as_str()).collect();
        assert_eq!(names, ["ensure", "path", "kind", "owner", "tags", "names", "count", "type", "anything"]);
        assert_eq!(thing.title_patterns[0].captures, [2, 1]);
        assert_eq!(thing.edges[0].source, EdgeSource::Ancestor(1));
        assert_eq!(thing.edges[2].source, EdgeSource::Title("base".into()));
        assert_eq!(thing.edges.len(), 4);
        assert_eq!(thing.hooks, [Hook::Canonicalize, Hook::Relate]);
        let attribute = |name| thing.attribute(name).unwrap();
        assert_eq!(attribute("owner").default, Some(Fallback::SameAs(1)));
        assert_eq!(attribute("count").default, Some(Fallback::Constant((-3).into())));
        assert_eq!(attribute("tags").traits, [AttributeTrait::Unordered, AttributeTrait::WholeArray]);
        assert_eq!(attribute("tags").data_type, "Array[String]");
        assert_eq!(attribute("names").traits, []);
        assert_eq!(attribute("type").role, Role::ReadOnly);
        assert_eq!(attribute("anything").data_type, "");
        assert_eq!(attribute("sort").name, "kind");
        let choices = &attribute("ensure").choices;
        assert_eq!(
            choices.iter().map(|choice| choice.value.as_str()).collect::<Vec<_>>(),
            ["present", "not_there", "new", "*"]
        );
        assert_eq!((choices[1].meaning, choices[2].meaning), (Meaning::Absent, Meaning::Fresh));
        assert_eq!(attribute("owner").event.as_deref(), Some("thing_assigned"));
        assert_eq!((choices[1].event.as_deref(), choices[2].event.as_deref()), (None, Some("thing_renewed")));
        let provider = &schema.providers[0];
        assert_eq!(provider.hooks, [Hook::Get, Hook::Set, Hook::Refresh]);
        assert_eq!(provider.default_for.len(), 2);
        assert!(!provider.confine[1].holds);
        assert_eq!(provider.features[1].when[0].test, Test::Path("/dev/shine".into()));
    }

    #[test]
    fn type_with_fallible_conversion_is_canonicalized() {
        let hooks = |module: ItemMod| described(module).unwrap().types[0].hooks.clone();
        let plain = parse_quote! {
            mod package {
                #[resource(name = "thing")]
                pub struct Thing {
                    #[parameter(namevar)]
                    name: String,
                    #[property]
                    ensure: Option<Ensure>,
                    #[property]
                    sizes: Option<Vec<u16>>,
                    #[property]
                    kinds: Option<Vec<Ensure>>,
                }
                enum Ensure { Present, Absent }
            }
        };
        assert_eq!(hooks(plain), []);
        let of_its_own = parse_quote! {
            mod package {
                #[resource(name = "thing", relate)]
                pub struct Thing {
                    #[parameter(namevar)]
                    name: String,
                    #[property]
                    addresses: Option<Vec<super::Address>>,
                }
            }
        };
        assert_eq!(hooks(of_its_own), [Hook::Canonicalize, Hook::Relate]);
    }

    #[test]
    fn ensure_defaults_to_present_and_absent() {
        let choices = |module: ItemMod| {
            let package = parse::package(module, &mut Errors::default()).unwrap();
            package.choices.iter().map(|choices| choices.ident.to_string()).collect::<Vec<_>>()
        };
        let resource: syn::ItemStruct = parse_quote! {
            #[resource(name = "thing")]
            #[provider(name = "only", by = super::Only)]
            struct Thing { #[parameter(namevar)] name: String, #[property(default = "present")] ensure: Option<Ensure> }
        };
        let schema = described(parse_quote! { mod package { #resource } }).unwrap();
        let ensure = &schema.types[0].attributes[1];
        let values: Vec<_> = ensure.choices.iter().map(|choice| (choice.value.as_str(), &choice.meaning)).collect();
        assert_eq!(values, [("present", &Meaning::Ordinary), ("absent", &Meaning::Absent)]);
        assert_eq!(choices(parse_quote! { mod package { #resource enum Ensure { On, Off } } }), ["Ensure"]);
        assert_eq!(choices(parse_quote! { mod package { use super::{Ensure, Other}; #resource } }), [""; 0]);
    }

    #[test]
    fn family_describes_several_types_by_one_struct() {
        let schema = described(parse_quote! {
            mod package {
                /// A setting.
                #[resource(require(file = path), example = "{type} { 'a': }")]
                #[member(name = "a_config", docs = "Settings of a.", defaults(path = "/etc/a"), require(class = "a"))]
                #[member(name = "b_config", defaults(path = "/etc/b"))]
                #[provider(name = "ini", by = super::Ini)]
                struct Setting { #[parameter(namevar)] name: String, #[parameter] path: String }
            }
        })
        .unwrap();
        let [a, b] = schema.types.as_slice() else { panic!("two types") };
        assert_eq!((a.docs.as_str(), b.docs.as_str()), ("Settings of a.\n\nA setting.", "A setting."));
        assert_eq!((a.edges.len(), b.edges.len()), (2, 1));
        assert_eq!(b.examples, ["b_config { 'a': }"]);
        let default = |schema: &marotte_contract::schema::TypeSchema| schema.attributes[1].default.clone();
        assert_eq!(default(a), Some(Fallback::Constant("/etc/a".into())));
        assert_eq!(default(b), Some(Fallback::Constant("/etc/b".into())));
        let of: Vec<&str> = schema.providers.iter().map(|provider| provider.type_name.as_str()).collect();
        assert_eq!(of, ["a_config", "b_config"]);
        let nameless = refused(parse_quote! {
            mod package { #[resource()] #[member()] struct Thing { #[parameter(namevar)] a: String } }
        });
        assert!(nameless.contains("the member needs a name"));
    }

    #[test]
    fn foreign_type_lists_supported_attributes() {
        let schema = described(parse_quote! {
            mod package {
                #[resource(name = "package", foreign)]
                #[provider(name = "apt", by = super::Apt)]
                struct Package { #[parameter(namevar)] name: String, #[property] ensure: Option<String> }
            }
        })
        .unwrap();
        assert_eq!(schema.types, []);
        assert_eq!(schema.providers[0].attributes, ["name", "ensure"]);
    }

    #[test]
    fn unbuilt_provider_has_no_hooks() {
        let schema = described(parse_quote! {
            mod package {
                #[resource(name = "thing", features(sharp = "It cuts."))]
                #[provider(name = "blunt", unbuilt, features("sharp"))]
                struct Thing { #[parameter(namevar)] name: String }
            }
        })
        .unwrap();
        assert_eq!(schema.providers[0].hooks, []);
        assert_eq!(schema.providers[0].features[0].feature, "sharp");
    }

    #[test]
    fn error_names_the_invalid_item() {
        assert!(refused(parse_quote! { mod package { struct Thing; } }).contains("no struct with #[resource"));
        assert!(refused(parse_quote! { mod package { #[resource()] struct Thing {} } }).contains("needs a name"));
        let unknown = refused(parse_quote! { mod package { #[resource(name = "x", colour)] struct Thing {} } });
        assert_eq!(unknown, "a resource type has no 'colour'");
        let no_namevar = refused(parse_quote! { mod package { #[resource(name = "x")] struct Thing { a: String } } });
        assert_eq!(no_namevar, "type 'x': no attribute is the namevar");
        let reserved = refused(parse_quote! {
            mod package { #[resource(name = "x")] struct Thing { #[parameter(namevar)] before: String } }
        });
        assert!(reserved.contains("'before' is reserved"));
        let field = refused(parse_quote! {
            mod package {
                #[resource(name = "x", require(file = nothere))]
                struct Thing { #[parameter(namevar)] a: String }
            }
        });
        assert_eq!(field, "the struct 'Thing' has no field 'nothere'");
        let by = refused(parse_quote! {
            mod package { #[resource(name = "x")] #[provider(name = "y")] struct Thing { #[parameter(namevar)] a: String } }
        });
        assert!(by.contains("which struct implements it?"));
        let both = refused(parse_quote! {
            mod package {
                #[resource(name = "x")]
                #[provider(name = "y", by = Y, unbuilt)]
                struct Thing { #[parameter(namevar)] a: String }
            }
        });
        assert_eq!(both, "`unbuilt` means that no struct implements it");
        let condition = refused(parse_quote! {
            mod package {
                #[resource(name = "x")]
                #[provider(name = "y", by = Y, confine(moon("full")))]
                struct Thing { #[parameter(namevar)] a: String }
            }
        });
        assert!(condition.contains("contains(\"/x\", \"text\")"));
        let late = refused(parse_quote! {
            mod package {
                #[resource(name = "x")]
                struct Thing { #[parameter(namevar)] a: String, #[property] b: String, #[property] ensure: String }
            }
        });
        assert_eq!(late, "type 'x': 'ensure' must be the first property");
    }

    #[test]
    fn values_and_features_are_checked_with_their_types() {
        let of = |attribute: proc_macro2::TokenStream| {
            refused(parse_quote! {
                mod package {
                    #[resource(name = "x")]
                    struct Thing { #[parameter(namevar)] a: String, #attribute }
                }
            })
        };
        assert_eq!(
            of(quote::quote! { #[parameter(data_type = "Integr[1, 36500]")] b: Option<i64> }),
            "there is no data type 'Integr'"
        );
        assert_eq!(
            of(quote::quote! { #[parameter(data_type = "Integer[1, 9]", default = 10)] b: i64 }),
            "the default does not have the data type Integer[1, 9]"
        );
        assert_eq!(
            of(quote::quote! { #[parameter(default = "yes")] b: bool }),
            "the default does not have the data type Boolean"
        );
        assert_eq!(
            of(quote::quote! { #[property(default = "there")] ensure: Ensure }),
            "the default is not one of the values present, absent"
        );
        let feature = refused(parse_quote! {
            mod package {
                #[resource(name = "x", features(sharp = "It cuts."))]
                #[provider(name = "y", by = Y, features("shrap"))]
                struct Thing { #[parameter(namevar)] a: String }
            }
        });
        assert_eq!(feature, "the type has no feature 'shrap'");
    }

    #[test]
    fn condition_on_a_command_requires_its_section_of_the_manifest() {
        let mut errors = Errors::default();
        let package = parse::package(
            parse_quote! {
                mod package {
                    #[resource(name = "x", features(sharp = "It cuts."))]
                    #[provider(
                        name = "y", by = Y, confine(command("opensssl"), not(command("openssl"))),
                        default_for(command("opnssl")), features(sharp(command("openssl")))
                    )]
                    #[provider(name = "z", unbuilt, confine(command("other")))]
                    struct Thing { #[parameter(namevar)] a: String }
                }
            },
            &mut errors,
        );
        let text =
            "[package]\nname = 'a/b'\nversion = '1.0.0'\ninterface = '0.1'\n[commands.openssl]\nfind = ['openssl']\n";
        let manifest = marotte_contract::manifest::Manifest::from_toml(text).unwrap();
        manifest::check_commands(&package.unwrap(), &manifest, &mut errors);
        let found: Vec<String> = errors.into_error().unwrap().into_iter().map(|error| error.to_string()).collect();
        assert_eq!(
            found,
            ["provider.toml has no section [commands.opensssl]", "provider.toml has no section [commands.opnssl]"]
        );
    }

    #[test]
    fn module_is_generated_in_spite_of_errors() {
        let expanded = expand(
            &proc_macro2::TokenStream::new(),
            parse_quote! {
                mod schema {
                    #[resource(name = "x", colour)]
                    #[provider(name = "y", by = Y, moon)]
                    struct Thing { #[parameter(namevar)] a: String, #[property(blue)] b: String }
                }
            },
            None,
        );
        let text = expanded.unwrap().to_string();
        for wanted in ["a resource type has no 'colour'", "a provider has no 'moon'", "an attribute has no 'blue'"] {
            assert!(text.contains(wanted), "{wanted}");
        }
        assert!(text.contains("struct ThingState") && text.contains("enum ThingAttribute"), "{text}");
    }
}
