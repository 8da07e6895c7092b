"""Builds the schema document (`schema.rs` of the contract) from the author's description of the types, in which attributes are
referred to by name."""

# The methods that a type can implement.
TYPE_HOOKS = ("canonicalize", "relate")

# The methods that a provider can implement.
PROVIDER_HOOKS = ("generate", "expand", "precheck", "instances", "get", "set", "refresh")

_EDGES = ("require", "before", "notify", "subscribe")
_TYPE_FIELDS = (
    *("name", "docs", "attributes", "title_patterns", "features", "edges", "traits", "examples", "providers"),
    *TYPE_HOOKS,
)
_ATTRIBUTE_FIELDS = (
    *("role", "aliases", "traits", "data_type", "choices", "default", "same_as", "features", "docs", "deprecated"),
)
_PROVIDER_FIELDS = (
    *("docs", "features", "defaults", "confine", "default_for", "specificity", "prefetch", "expand_with"),
)


def document(types):
    """Returns the document of some types."""
    providers = [
        _provider(described["name"], name, provider)
        for described in types
        for name, provider in described.get("providers", {}).items()
    ]
    return {"version": 1, "types": [_type(described) for described in types], "providers": providers}


def column(described, name):
    """Returns the index of an attribute of a type."""
    names = list(described["attributes"])
    if name not in names:
        raise ValueError(f"the type '{described['name']}' has no attribute '{name}'")
    return names.index(name)


def _type(described):
    name = described["name"]
    _only(described, _TYPE_FIELDS, f"the type '{name}'")
    patterns = [
        {"pattern": pattern["pattern"], "captures": [column(described, capture) for capture in pattern["captures"]]}
        for pattern in described.get("title_patterns", [])
    ]
    return _present(
        name=name,
        docs=described.get("docs"),
        attributes=[_attribute(described, name, fields) for name, fields in described["attributes"].items()],
        title_patterns=patterns,
        features=[{"name": name, "docs": docs} for name, docs in described.get("features", {}).items()],
        edges=[_edge(described, edge) for edge in described.get("edges", [])],
        traits=described.get("traits"),
        hooks=[hook for hook in TYPE_HOOKS if hook in described],
        examples=described.get("examples"),
    )


def _attribute(described, name, fields):
    _only(fields, _ATTRIBUTE_FIELDS, f"the attribute '{name}'")
    kept = {key: value for key, value in fields.items() if key not in ("default", "same_as")}
    if "default" in fields:
        kept["default"] = {"constant": fields["default"]}
    if "same_as" in fields:
        kept["default"] = {"same_as": column(described, fields["same_as"])}
    return _present(name=name, **kept)


def _edge(described, fields):
    """`{"require": "file", "of": "path"}`, or `"ancestor_of": "path"`, or `"title": "/etc"`."""
    where = f"an edge of the type '{described['name']}'"
    _only(fields, (*_EDGES, "of", "ancestor_of", "title"), where)
    edge = next((known for known in _EDGES if known in fields), None)
    if edge is None:
        raise ValueError(f"{where} needs one of {', '.join(_EDGES)}")
    if "of" in fields:
        source = {"attribute": column(described, fields["of"])}
    elif "ancestor_of" in fields:
        source = {"ancestor": column(described, fields["ancestor_of"])}
    elif "title" in fields:
        source = {"title": fields["title"]}
    else:
        raise ValueError(f"{where} needs one of of, ancestor_of, title")
    return {"edge": edge, "target_type": fields[edge], "source": source}


def _provider(type_name, name, provider):
    """Describes a provider by the field `about` of its class."""
    about = getattr(provider, "about", {})
    _only(about, _PROVIDER_FIELDS, f"the provider '{name}'")
    hooks = [hook for hook in PROVIDER_HOOKS if callable(getattr(provider, hook, None))]
    if "get" not in hooks:
        raise ValueError(f"the provider '{name}' of '{type_name}' has no method 'get'; supported methods are {PROVIDER_HOOKS}")
    features = about.get("features", [])
    return _present(
        type_name=type_name,
        name=name,
        docs=about.get("docs"),
        features=[{"feature": feature} if isinstance(feature, str) else feature for feature in features],
        defaults=[list(pair) for pair in about.get("defaults", {}).items()],
        confine=about.get("confine"),
        default_for=about.get("default_for"),
        specificity=about.get("specificity"),
        hooks=hooks + (["prefetch"] if about.get("prefetch") else []),
        expand_with=about.get("expand_with"),
    )


def _only(fields, known, where):
    """Rejects unknown fields."""
    for field in fields:
        if field not in known:
            raise ValueError(f"{where} has an unknown field '{field}'; known fields are {', '.join(known)}")


def _present(**fields):
    """Removes empty values."""
    return {name: value for name, value in fields.items() if value is not None and value != []}
