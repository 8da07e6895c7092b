// Builds the schema document (`schema.rs` of the contract) from the author's description of the types, in which
// attributes are referred to by name.

/** The methods that a type can implement. */
export const TYPE_HOOKS = ["canonicalize", "relate"];

/** The methods that a provider can implement. */
export const PROVIDER_HOOKS = ["generate", "expand", "precheck", "instances", "get", "set", "refresh"];

const EDGES = ["require", "before", "notify", "subscribe"];
const TYPE_FIELDS = ["name", "docs", "attributes", "titlePatterns", "features", "edges", "traits", "examples", "providers", ...TYPE_HOOKS];
const ATTRIBUTE_FIELDS = ["role", "aliases", "traits", "dataType", "choices", "default", "sameAs", "features", "docs", "deprecated"];
const PROVIDER_FIELDS = ["docs", "features", "defaults", "confine", "defaultFor", "specificity", "prefetch", "expandWith"];

/** Returns the document of a list of types. */
export function document(types) {
  const providers = types.flatMap((type) =>
    Object.entries(type.providers ?? {}).map(([name, provider]) => describeProvider(type.name, name, provider)),
  );
  return { version: 1, types: types.map(describeType), providers };
}

function describeType(type) {
  only(type, TYPE_FIELDS, `the type '${type.name}'`);
  const names = Object.keys(type.attributes);
  const column = (name) => {
    const index = names.indexOf(name);
    if (index < 0) throw new Error(`the type '${type.name}' has no attribute '${name}'`);
    return index;
  };
  return present({
    name: type.name,
    docs: type.docs,
    attributes: names.map((name) => describeAttribute(name, type.attributes[name], column)),
    title_patterns: type.titlePatterns?.map(({ pattern, captures }) => ({ pattern, captures: captures.map(column) })),
    features: Object.entries(type.features ?? {}).map(([name, docs]) => ({ name, docs })),
    edges: type.edges?.map((edge) => describeEdge(type.name, edge, column)),
    traits: type.traits,
    hooks: TYPE_HOOKS.filter((hook) => type[hook] !== undefined),
    examples: type.examples,
  });
}

function describeAttribute(name, attribute, column) {
  only(attribute, ATTRIBUTE_FIELDS, `the attribute '${name}'`);
  const { role, aliases, traits, dataType, choices, sameAs, features, docs, deprecated } = attribute;
  let fallback;
  if (attribute.default !== undefined) fallback = { constant: attribute.default };
  if (sameAs !== undefined) fallback = { same_as: column(sameAs) };
  return present({ name, aliases, role, traits, data_type: dataType, choices, default: fallback, features, docs, deprecated });
}

/** `{ require: "file", of: "path" }`, or `ancestorOf: "path"`, or `title: "/etc"`. */
function describeEdge(type, description, column) {
  only(description, [...EDGES, "of", "ancestorOf", "title"], `an edge of the type '${type}'`);
  const edge = EDGES.find((known) => description[known] !== undefined);
  if (edge === undefined) throw new Error(`an edge of the type '${type}' needs one of ${EDGES.join(", ")}`);
  const { of, ancestorOf, title } = description;
  let source;
  if (of !== undefined) source = { attribute: column(of) };
  else if (ancestorOf !== undefined) source = { ancestor: column(ancestorOf) };
  else if (title !== undefined) source = { title };
  else throw new Error(`an edge of the type '${type}' needs one of of, ancestorOf, title`);
  return { edge, target_type: description[edge], source };
}

/** Describes a provider by the static field `about` of its class. */
function describeProvider(type_name, name, provider) {
  const about = provider.about ?? {};
  only(about, PROVIDER_FIELDS, `the provider '${name}'`);
  const hooks = PROVIDER_HOOKS.filter((hook) => typeof provider.prototype[hook] === "function");
  return present({
    type_name,
    name,
    docs: about.docs,
    features: about.features?.map((feature) => (typeof feature === "string" ? { feature } : feature)),
    defaults: Object.entries(about.defaults ?? {}),
    confine: about.confine,
    default_for: about.defaultFor,
    specificity: about.specificity,
    hooks: about.prefetch ? [...hooks, "prefetch"] : hooks,
    expand_with: about.expandWith,
  });
}

/** Rejects unknown fields. */
function only(object, known, where) {
  const unknown = Object.keys(object).find((field) => !known.includes(field));
  if (unknown !== undefined) throw new Error(`${where} has an unknown field '${unknown}'; known fields are ${known.join(", ")}`);
}

/** Removes undefined values and empty arrays. */
function present(object) {
  const is = ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(object).filter(is));
}
