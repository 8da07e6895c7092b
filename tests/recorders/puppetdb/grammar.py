"""Queries generated from a grammar, the same in each run: EACH queries with each operator at each endpoint, and queries in PQL.

The values of a comparison mostly have the type of the field; every eighth has another one, every thirtieth field does not exist, and every
fortieth query has a part too many, too few, or is no JSON.
"""

import json
import random

from queries import DB1, DB2, WEB1, WEB2, case, order

# The number of queries with an operator at an endpoint: 21 endpoints make more than 300 of each operator.
EACH = 15

# Times of receipt, which no function is applied to.
RECEIVED = ["timestamp", "facts_timestamp", "catalog_timestamp", "receive_time"]
TIMES = ["2026-03-01T10:02:00.000Z", "2026-03-02T10:02:00Z", "2026-03-02", "2020-01-01T00:00:00Z", "2099-01-01T00:00:00.000Z"]
NODES = [WEB1, DB1, WEB2, DB2, "catalog.example.com", "none.example.com"]
ENVIRONMENTS = ["production", "testing", "staging", "nosuch"]
PRODUCERS = ["compiler1.example.com", "compiler2.example.com", "nosuch"]
CERTNAME = ("certname", "text", NODES)
ENVIRONMENT = ("environment", "text", ENVIRONMENTS)
PRODUCER = ("producer", "text", PRODUCERS)
STATUS = ["changed", "unchanged", "failed", "nosuch"]
PATHS = [["os", "family"], ["kernel"], ["processors", "models", 0], ["networking", "interfaces", "eth0", "bindings", 1, "address"], ["nosuch"]]
SCALARS = ["Linux", "Debian", 2, 4, 0.25, True, False, "12", "database", 12345678901, -5]

# Fields with their type and values.
ENTITIES = {
    "nodes": [CERTNAME, ("report_timestamp", "time", TIMES), ("catalog_timestamp", "time", TIMES[3:]), ("facts_timestamp", "time", TIMES[3:]),
              ("deactivated", "time", TIMES), ("expired", "time", TIMES), ("latest_report_noop", "boolean", [True, False]),
              ("latest_report_noop_pending", "boolean", [True, False]), ("latest_report_status", "text", STATUS),
              ("latest_report_job_id", "text", ["42", "7"]), ("cached_catalog_status", "text", ["not_used", "explicitly_requested"]),
              ("report_environment", "text", ENVIRONMENTS), ("facts_environment", "text", ENVIRONMENTS),
              ("catalog_environment", "text", ENVIRONMENTS), ("latest_report_corrective_change", "boolean", [True, False])],
    "facts": [CERTNAME, ENVIRONMENT, ("name", "text", ["kernel", "role", "mixed", "load", "os"]), ("value", "scalar", SCALARS)],
    "fact_contents": [CERTNAME, ENVIRONMENT, ("name", "text", ["kernel", "os", "memory"]), ("value", "scalar", SCALARS), ("path", "path", PATHS)],
    "fact_paths": [("name", "text", ["kernel", "os", "memory"]), ("type", "text", ["string", "integer", "float", "boolean"]), ("path", "path", PATHS),
                   ("depth", "number", [0, 1, 3])],
    "fact_names": [("name", "text", ["kernel", "os", "memory", "x"])],
    "factsets": [CERTNAME, ENVIRONMENT, PRODUCER, ("timestamp", "time", TIMES[3:]), ("producer_timestamp", "time", ["2026-03-01T09:02:00.000Z", *TIMES]),
                 ("hash", "text", ["x", "0"])],
    "inventory": [CERTNAME, ENVIRONMENT, ("timestamp", "time", TIMES[3:]), ("facts.os.family", "inside", ["Debian", "RedHat", 1]),
                  ("facts.mixed", "inside", [1, 3, "text 0"]), ("facts.load", "inside", [0.5, 0.25, 1]), ("facts.is_virtual", "inside", [True, False]),
                  ("facts.processors.models[0]", "inside", ["Xeon"]), ("facts.networking.interfaces.eth0.bindings[1].address", "inside", ["10.1.0.12"]),
                  ("trusted.extensions.pp_role", "inside", ["db", "web"]), ("facts.os.match(\"fam.*\")", "inside", ["Debian", "RedHat"]),
                  ("facts.numbers[1]", "inside", [2.5, 3]), ("facts.nosuch.deep", "inside", ["x", 1]), ("facts.hash.1", "inside", ["one"])],
    "catalogs": [CERTNAME, ENVIRONMENT, PRODUCER, ("version", "text", ["v1", "v2", "1"]), ("producer_timestamp", "time", ["2026-03-02T09:31:00.000Z", *TIMES]),
                 ("code_id", "text", ["abc123"]), ("job_id", "text", ["7"]), ("transaction_uuid", "text", ["x"]), ("catalog_uuid", "text", ["x"])],
    "resources": [CERTNAME, ENVIRONMENT, ("type", "text", ["File", "Package", "Host", "Class", "Notify"]), ("title", "text", ["nginx", "odd", "Main", "/etc/nginx.conf"]),
                  ("tag", "tag", ["fleet", "nginx", "class::a", "none"]), ("tags", "tag", ["nginx", "none"]), ("exported", "boolean", [True, False]),
                  ("file", "text", ["/etc/puppetlabs/code/site.pp", "/x"]), ("line", "number", [3, 5, 9, 20]),
                  ("parameters.ensure", "inside", ["file", "running", "installed"]), ("parameters.port", "inside", [80, 81, "80"]),
                  ("parameters.options.ssl", "inside", [True, False]), (["parameter", "ensure"], "parameter", ["file", "running", "latest"]),
                  (["parameter", "port"], "parameter", [80, 81]), (["parameter", "nosuch"], "parameter", ["x"])],
    "edges": [CERTNAME, ("relationship", "text", ["contains", "before", "notifies"]), ("source_type", "text", ["Class", "Stage", "File"]),
              ("source_title", "text", ["main", "Main", "nginx"]), ("target_type", "text", ["Class", "Package"]), ("target_title", "text", ["nginx", "Main"])],
    "reports": [CERTNAME, ENVIRONMENT, PRODUCER, ("status", "text", STATUS), ("noop", "boolean", [True, False]), ("noop_pending", "boolean", [True, False]),
                ("puppet_version", "text", ["7.23.0", "8.1.0"]), ("report_format", "number", [12, 10]), ("configuration_version", "text", ["1700000001", "plan"]),
                ("start_time", "time", TIMES), ("end_time", "time", TIMES), ("producer_timestamp", "time", TIMES), ("job_id", "text", ["42"]),
                ("code_id", "text", ["abc123"]), ("cached_catalog_status", "text", ["not_used", "explicitly_requested"]),
                ("type", "text", ["agent", "plan", "any"]), ("latest_report?", "latest", [True, False]), ("corrective_change", "boolean", [True, False]),
                ("receive_time", "time", TIMES[3:]), ("hash", "text", ["x"])],
    "events": [CERTNAME, ENVIRONMENT, ("status", "text", ["success", "failure", "noop", "skipped"]), ("timestamp", "time", ["2026-03-01T10:01:02.020Z", *TIMES]),
               ("run_start_time", "time", TIMES), ("run_end_time", "time", TIMES), ("resource_type", "text", ["File", "Exec", "Service"]),
               ("resource_title", "text", ["nginx", "reload"]), ("property", "text", ["ensure", "mode", "returns"]), ("new_value", "text", ["running", "0644", "true"]),
               ("old_value", "text", ["stopped", "absent", "5"]), ("message", "text", ["executed successfully", "x"]), ("file", "text", ["/etc/puppetlabs/code/site.pp"]),
               ("line", "number", [5, 6]), ("containing_class", "text", ["Nginx", "App::Users"]), ("containment_path", "tag", ["Nginx", "Stage[main]"]),
               ("configuration_version", "text", ["1700000001"]), ("latest_report?", "latest", [True]), ("corrective_change", "boolean", [True, False]),
               ("name", "text", ["content_changed", "refresh"]), ("report", "text", ["x"])],
    "environments": [("name", "text", ENVIRONMENTS)],
    "producers": [("name", "text", PRODUCERS)],
    "catalog_inputs": [CERTNAME, ("catalog_uuid", "text", ["x"]), ("producer_timestamp", "time", ["2026-03-02T09:00:00.000Z", *TIMES])],
    "catalog_input_contents": [CERTNAME, ("catalog_uuid", "text", ["x"]), ("producer_timestamp", "time", ["2026-03-02T09:00:00.000Z", *TIMES]),
                               ("name", "text", ["nginx::port", "common"]), ("type", "text", ["hiera"])],
    "packages": [("package_name", "text", ["nginx"]), ("version", "text", ["1"]), ("provider", "text", ["apt"])],
    "package_inventory": [CERTNAME, ("package_name", "text", ["nginx"]), ("version", "text", ["1"]), ("provider", "text", ["apt"])],
}
# Endpoints whose rows have the fields of another entity.
COUNTS = {"event_counts": "events", "aggregate_event_counts": "events", "": "nodes"}
ENDPOINTS = [*ENTITIES, *COUNTS]
# Paths below an object, with the entity of their rows.
BELOW = {"facts": [f"nodes/{WEB1}/facts", "environments/testing/facts", f"factsets/{DB1}/facts", "facts/kernel"],
         "resources": [f"nodes/{DB1}/resources", "environments/production/resources", f"catalogs/{WEB1}/resources", "resources/File", "resources/Package/nginx"],
         "reports": ["environments/production/reports", "producers/compiler2.example.com/reports"], "events": ["environments/testing/events"],
         "factsets": ["producers/compiler1.example.com/factsets"], "catalogs": ["producers/compiler2.example.com/catalogs"]}
COMPARISONS = ["=", "~", "<", "<=", ">", ">=", "~>"]
OPERATORS = [*COMPARISONS, "and", "or", "not", "null?", "in array", "in extract", "in from", "subquery", "extract", "function", "group_by",
             "order_by", "limit", "offset", "include_total"]
# Operators that a type has; others are an error.
POSSIBLE = {"text": ["=", "~"], "time": ["=", "<", "<=", ">", ">="], "number": ["=", "<", "<=", ">", ">="], "boolean": ["="], "scalar": COMPARISONS[:6],
            "inside": COMPARISONS[:6], "path": ["=", "~>"], "tag": ["=", "~"], "parameter": ["=", "~"], "latest": ["="]}
OTHER = ["x", 1, 1.5, True, None, ["a"], {"a": 1}, "2026-03-02T10:02:00.000Z"]
PATTERNS = ["^web", "example", "[0-9]+", "e$", "^[A-Z]", ".*", "o|i", "\\.", "nosuch", "^$"]


class Grammar:
    def __init__(self, seed):
        self.source = random.Random(seed)

    def chance(self, share):
        return self.source.random() < share

    def one(self, values):
        return self.source.choice(list(values))

    def field(self, entity, operator=None):
        """Returns a field, mostly one that has the operator."""
        fields = ENTITIES[entity]
        fitting = [field for field in fields if operator is None or operator in POSSIBLE[field[1]]]
        return self.one(fitting if fitting and self.chance(0.8) else fields)

    def name(self, entity):
        """Returns the name of a field that rows have."""
        if self.chance(1 / 30):
            return "nosuch"
        hidden = ("depth", "tag", "latest_report?")
        return self.one(name for name, kind, _ in ENTITIES[entity] if name not in hidden and kind not in ("parameter", "inside"))

    def value(self, operator, kind, values):
        if self.chance(1 / 8):
            return self.one(OTHER)
        if operator == "~>":
            return self.one([["os", ".*"], [".*", "family"], ["processors", "models", 0], ["n.*", ".*", "lo", "mtu"], ["kernel"], ["[a-k].*"]])
        return self.one(PATTERNS) if operator == "~" else self.one(values)

    def comparison(self, entity, operator=None):
        operator = operator or self.one(["=", "=", "=", "~", "<", "<=", ">", ">="])
        field, kind, values = self.field(entity, operator)
        if self.chance(1 / 30):
            field = "nosuch"
        found = [operator, field, self.value(operator, kind, values)]
        if entity == "nodes" and self.chance(0.1):
            found = [operator, ["fact", self.one(["kernel", "processorcount", "mixed", "nosuch"])], self.value(operator, "scalar", SCALARS)]
        if self.chance(1 / 40):
            found = self.one([found[:2], [*found, "more"], [operator], found[::-1]])
        return found

    def condition(self, entity, operator, depth):
        """Returns a condition with an operator, at some depth."""
        if depth > 0 and self.chance(0.4):
            inner = self.condition(entity, operator, depth - 1)
            return self.one([["and", inner, self.comparison(entity)], ["or", self.comparison(entity), inner], ["not", inner]])
        if operator in COMPARISONS:
            return self.comparison(entity, operator)
        if operator in ("and", "or"):
            return [operator, *(self.condition(entity, self.one(["=", "~", "null?", "not", "in array"]), depth - 1) for _ in range(self.one([1, 2, 2, 3])))]
        if operator == "not":
            return ["not", self.condition(entity, self.one(["=", "~", "<", "and", "or", "null?"]), max(depth - 1, 0))]
        if operator == "null?":
            return ["null?", self.field(entity)[0] if self.chance(0.95) else "nosuch", self.chance(0.5)]
        if operator == "in array":
            field, kind, values = self.field(entity, "=")
            return ["in", field, ["array", [self.value("=", kind, values) for _ in range(self.one([1, 2, 3]))]]]
        return self.subquery(entity, operator, depth)

    def subquery(self, entity, operator, depth):
        other = self.one(name for name in ENTITIES if name != "fact_names" or self.chance(0.1))
        inner = self.condition(other, self.one(["=", "=", "~", "and", "null?"]), depth - 1)
        if operator == "subquery":
            return ["subquery", other, inner]
        both = [name for name, _, _ in ENTITIES[entity] if isinstance(name, str) and name in {other_name for other_name, _, _ in ENTITIES[other] if isinstance(other_name, str)}
                and "." not in name and name not in ("tag", "tags", "latest_report?")]
        field = self.one(both) if both and self.chance(0.9) else self.name(entity)
        foreign = field if both and self.chance(0.95) else self.name(other)
        if operator == "in extract":
            return ["in", field, ["extract", foreign if self.chance(0.5) else [foreign], [f"select_{other}", inner]]]
        found = ["from", other, ["extract", foreign if self.chance(0.5) else [foreign], inner]]
        if self.chance(0.2):
            found += [["order_by", [foreign]], ["limit", self.one([1, 2, 50])]]
        return ["in", field, found]

    def functions(self, entity):
        function = self.one(["count", "count", "avg", "sum", "min", "max"])
        numbers = [name for name, kind, _ in ENTITIES[entity] if kind in ("number", "scalar") and name != "depth"]
        if function == "count" and self.chance(0.6):
            return ["function", "count"]
        name = self.one(numbers) if numbers and self.chance(0.8) else self.name(entity)
        return ["function", function, "certname" if name in RECEIVED else name]

    def query(self, entity, operator):
        """Returns a query with an operator."""
        if operator in ("extract", "function", "group_by"):
            inner = self.condition(entity, self.one(["=", "~", "and", "or", "not", "null?", "in from"]), 1)
            rest = [inner] if self.chance(0.7) else []
            if operator == "extract":
                names = [self.name(entity) for _ in range(self.one([1, 2, 3]))]
                return ["extract", names[0] if len(names) == 1 and self.chance(0.5) else list(dict.fromkeys(names)), *rest]
            if operator == "function":
                return ["extract", [self.functions(entity)], *rest]
            names = list(dict.fromkeys(self.name(entity) for _ in range(self.one([1, 1, 2]))))
            groups = names if self.chance(0.95) else [self.name(entity)]
            return ["extract", [self.functions(entity), *names], *rest, ["group_by", *groups]]
        if operator in ("order_by", "limit", "offset", "include_total"):
            if self.chance(0.3):
                return None
            return self.query(entity, self.one(["extract", "=", "~", "and", "not"]))
        return self.condition(entity, operator, 2)

    def paging(self, entity, operator):
        found = {}
        if operator == "order_by" or operator in ("limit", "offset") and self.chance(0.7):
            names = list(dict.fromkeys(self.name(entity) for _ in range(self.one([1, 1, 2]))))
            found["order_by"] = order(*((name, self.one(["asc", "desc"])) for name in names))
        if operator == "limit" or operator == "offset" and self.chance(0.5):
            found["limit"] = self.one([1, 2, 3, 7, 100]) if self.chance(0.9) else self.one([0, -1, "x", ""])
        if operator == "offset":
            found["offset"] = self.one([0, 1, 2, 5, 1000]) if self.chance(0.9) else self.one([-1, "x", "1.5"])
        if operator == "include_total":
            found["include_total"] = self.one(["true", "true", "true", "false", ""])
            if self.chance(0.5):
                found["limit"] = self.one([1, 2, 5])
        return found

    def case(self, endpoint, operator):
        entity = COUNTS.get(endpoint, endpoint)
        if endpoint == "":
            entity = self.one(name for name in ENTITIES if name != "fact_names")
        query, parameters = self.query(entity, operator), self.paging(entity, operator)
        path = endpoint.replace("_", "-")
        if endpoint == "":
            query = ["from", entity] + ([query] if query else [])
        elif endpoint in BELOW and self.chance(0.2):
            path = self.one(BELOW[endpoint])
        if endpoint in ("event_counts", "aggregate_event_counts"):
            parameters["summarize_by"] = self.one(["certname", "resource", "containing_class"])
            if "order_by" in parameters:
                parameters["order_by"] = order(self.one(["failures", "successes", "noops", "skips", parameters["summarize_by"]]))
            if self.chance(0.2):
                parameters["count_by"] = self.one(["certname", "resource"])
            if self.chance(0.2) and endpoint == "event_counts":
                parameters["counts_filter"] = [self.one(["=", ">", "<", ">=", "<="]), self.one(["failures", "successes", "noops", "skips"]), self.one([0, 1, 2])]
        if query is not None and self.chance(1 / 60):
            text = json.dumps(query)
            query = self.one([text[:-1], text + "]", text.replace('"', "", 1), text + text])
        return case(path, query, **parameters)

    def pql(self):
        """Returns a query in PQL."""
        entity = self.one(name for name in ENTITIES if name not in ("fact_names", "producers"))
        names = [self.name(entity) for _ in range(self.one([0, 1, 2]))]
        kind, end = self.one(["rows", "rows", "rows", "count"]), ""
        if kind == "count":
            names, end = ["count()", *names[:1]], f" group by {names[0]}" if names else ""
        elif self.chance(0.5):
            end = f" order by {self.one(names) if names else self.name(entity)}{self.one(['', ' asc', ' desc'])}"
            end += self.one(["", " limit 2", " limit 1 offset 1"])
        inner = self.expression(entity, self.one([0, 1, 2]))
        return f"{entity}[{', '.join(dict.fromkeys(names))}] {{ {inner}{end} }}" if names else f"{entity} {{ {inner}{end} }}"

    def expression(self, entity, depth):
        if depth > 0:
            left, right = self.expression(entity, depth - 1), self.expression(entity, depth - 1)
            return self.one([f"{left} and {right}", f"({left} or {right})", f"!({left})", f"{left} or {right}"])
        if self.chance(0.15):
            other = self.one(name for name in ENTITIES if name != "fact_names" and any(field[0] == "certname" for field in ENTITIES[name]))
            inner = self.expression(other, 0)
            return self.one([f"certname in {other}[certname] {{ {inner} }}", f"{other} {{ {inner} }}"])
        operator = self.one(["=", "=", "!=", "~", "!~", "<", ">=", "in", "is null", "is not null"])
        field, kind, values = self.one(field for field in ENTITIES[entity] if isinstance(field[0], str))
        text = lambda value: json.dumps(value, ensure_ascii=False)
        if operator.startswith("is"):
            return f"{field} {operator}"
        if operator == "in":
            return f"{field} in [{', '.join(text(self.one(values)) for _ in range(2))}]"
        return f"{field} {operator} {text(self.value('~' if '~' in operator else '=', kind, values))}"


def different(count, generate, seen):
    """Returns queries that differ from each other and from the seen ones; fewer if there are no more."""
    found = []
    for _ in range(100 * count):
        if len(found) == count:
            break
        query = generate()
        text = json.dumps(query, sort_keys=True)
        if text not in seen:
            seen.add(text)
            found.append(query)
    return found


def operators():
    """Returns EACH queries of each operator at each endpoint."""
    grammar, seen, found = Grammar(27), set(), []
    for endpoint in ENDPOINTS:
        for operator in OPERATORS:
            found += different(EACH, lambda: grammar.case(endpoint, operator), seen)
    return found


def pql():
    """Returns 100 queries in PQL."""
    grammar = Grammar(28)
    return different(100, lambda: case("", grammar.pql()), set())
