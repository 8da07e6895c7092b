"""The recorded queries, by group. A query is a path below /pdb/query/v4 and parameters."""

import json
import random


def case(path, query=None, **parameters):
    if query is not None:
        parameters["query"] = query if isinstance(query, str) else json.dumps(query, ensure_ascii=False)
    for name in ("order_by", "counts_filter"):
        if name in parameters and not isinstance(parameters[name], str):
            parameters[name] = json.dumps(parameters[name])
    return {"path": path, "parameters": {name: str(value) for name, value in parameters.items()}}


def order(*fields):
    return [{"field": name, "order": way} for name, way in (field if isinstance(field, tuple) else (field, "asc") for field in fields)]


WEB1, DB1, WEB2, DB2, WEB3 = "web1.example.com", "db1.example.com", "web2.example.com", "db2.example.com", "WEB3.example.com"
COUNT = ["function", "count"]
LATEST = ["=", "latest_report?", True]


def puppetboard():
    """The shapes that Puppetboard sends."""
    time = "2026-03-02T00:00:00.000Z"
    desc = [{"field": "end_time", "order": "desc"}]
    return [
        case("environments"),
        case("nodes", order_by=order("certname")),
        case("nodes", ["and", ["=", "catalog_environment", "production"], ["=", "facts_environment", "production"]]),
        case("nodes", ["or", ["=", "catalog_environment", "testing"], ["=", "facts_environment", "staging"]]),
        case("nodes", ["and", ["=", "report_environment", "production"], ["<=", "report_timestamp", time]]),
        case("nodes", ["and", ["null?", "report_timestamp", True]]),
        case("nodes", ["and", ["=", "latest_report_status", "failed"], ["=", "report_environment", "production"]]),
        case("nodes", ["extract", [COUNT], ["and", ["=", "catalog_environment", "production"]]]),
        case("nodes", ["extract", [COUNT, "latest_report_status"], ["null?", "latest_report_status", False], ["group_by", "latest_report_status"]]),
        case("nodes", ["in", "certname", ["from", "resources", ["extract", ["certname"], ["and", ["=", "type", "Package"], ["=", "title", "nginx"]]]]]),
        case(f"nodes/{WEB1}"), case(f"nodes/{DB1}"), case("nodes/none.example.com"), case("nodes/gone.example.com"),
        case(f"nodes/{WEB1}/facts"), case(f"nodes/{WEB1}/facts/kernel"), case(f"nodes/{WEB1}/resources"),
        case(f"nodes/{WEB1}/resources/File"), case(f"nodes/{WEB1}/resources/Package/nginx"), case("nodes/none/facts"),
        case("event-counts", LATEST, summarize_by="certname"),
        case("event-counts", ["and", LATEST, ["=", "environment", "production"]], summarize_by="certname"),
        case("event-counts", ["and", LATEST, ["in", "certname", ["extract", "certname", ["select_nodes", ["=", "report_environment", "testing"]]]]], summarize_by="certname"),
        case("reports", order_by=desc, limit=100, offset=0, include_total="true"),
        case("reports", ["=", "certname", DB1], order_by=desc, limit=2, include_total="true"),
        case("reports", ["and", ["=", "certname", DB1], ["=", "environment", "testing"]], order_by=desc, limit=1, offset=1),
        case("reports", ["and", ["=", "environment", "production"], ["or", ["~", "certname", "web"], ["~", "puppet_version", "8"], ["~", "configuration_version", "^17"]]], order_by=desc),
        case("reports", ["extract", [COUNT, "status"], ["and", [">=", "producer_timestamp", time]], ["group_by", "status"]]),
        case("reports", ["and", ["=", "status", "changed"], ["=", "noop", False]], order_by=desc),
        case("reports", ["or", ["=", "noop", True], ["=", "noop_pending", True]]),
        case("reports", ["in", "hash", ["extract", "latest_report_hash", ["select_nodes", ["=", "certname", DB1]]]]),
        case("reports", ["in", "hash", ["from", "nodes", ["extract", "latest_report_hash", ["null?", "report_timestamp", False]]]]),
        case("reports", LATEST), case("reports", ["and", LATEST, ["=", "status", "failed"]]),
        case("events", ["=", "certname", DB1], order_by=order("timestamp", "resource_type", "resource_title", "property")),
        case("events", LATEST), case("events", ["=", "latest_report?", False]),
        case("facts", ["=", "name", "kernel"]), case("facts/kernel"), case("facts/kernel/Linux"), case("facts/nosuch"),
        case("facts/role", ["=", "environment", "testing"]),
        case("facts", ["and", ["=", "certname", WEB1], ["=", "environment", "production"]]),
        case("fact-names"), case("fact-paths", order_by=order("path")),
        case(f"catalogs/{WEB1}"), case("catalogs/none"), case(f"catalogs/{WEB1}/resources"), case(f"catalogs/{WEB1}/edges"),
        case("resources", ["extract", [COUNT]]), case("resources", ["extract", [COUNT], ["=", "environment", "production"]]),
        case("resources/File"), case("resources/File/%2Fetc%2Fnginx.conf"), case("resources/Package/nginx", ["=", "certname", DB1]),
        case("factsets"), case(f"factsets/{WEB1}"), case(f"factsets/{WEB1}/facts"), case("factsets/none"),
        case("environments/production"), case("environments/nosuch"), case("environments/production/facts"),
        case("environments/testing/facts/kernel"), case("environments/production/resources/Package"),
        case("environments/production/reports"), case("environments/testing/events"),
        case("producers"), case("producers/compiler1.example.com"), case("producers/none"),
        case("producers/compiler1.example.com/factsets"), case("producers/compiler1.example.com/reports"),
        case("producers/compiler2.example.com/catalogs"),
        case("inventory"), case("fact-contents"), case("edges"), case("catalogs"), case("resources"), case("reports"), case("events"),
        case("packages"), case("package-inventory"), case("catalog-inputs"), case("catalog-input-contents"),
    ]


def collectors():
    """The shapes of collectors of exported resources."""
    def collect(kind, filter=None):
        base = ["and", ["=", "type", kind], ["=", "exported", True], ["not", ["=", "certname", WEB1]]]
        return case("resources", [*base, filter] if filter else base)
    return [
        collect("Host"), collect("File", ["=", "tag", "fleet"]), collect("File", ["not", ["=", "tag", "fleet"]]),
        collect("File", ["and", ["=", "tag", "fleet"], ["not", ["=", "title", f"/srv/{DB1}"]]]),
        collect("Host", ["=", ["parameter", "ip"], "10.0.0.11"]), collect("Host", ["=", "title", DB1]),
        collect("Host", ["or", ["=", "tag", "FLEET"], ["=", "title", DB2]]), collect("Host", ["=", "tag", "class::a"]),
        collect("File", ["=", ["parameter", "ensure"], "file"]), collect("File", ["not", ["=", ["parameter", "ensure"], "file"]]),
    ]


def operators():
    """Each operator on fields of each type."""
    cases = []
    for op in ["=", "~", "<", "<=", ">", ">=", "~>"]:
        cases += [
            case("nodes", [op, "certname", WEB1]), case("nodes", [op, "report_timestamp", "2026-03-02T10:02:00.000Z"]),
            case("nodes", [op, "latest_report_noop", True]), case("facts", [op, "value", "Linux"]), case("facts", [op, "value", 4]),
            case("facts", [op, "value", True]), case("facts", [op, "name", "kernel"]), case("facts", ["and", ["=", "name", "mixed"], [op, "value", 1]]),
            case("facts", ["and", ["=", "name", "load"], [op, "value", 0.25]]),
            case("inventory", [op, "facts.processorcount", 4]), case("inventory", [op, "facts.kernel", "Linux"]),
            case("inventory", [op, "facts.os.release.major", "11"]), case("inventory", [op, "facts.memory.system.capacity", 13.5]),
            case("inventory", [op, "facts.is_virtual", True]), case("inventory", [op, "facts.mixed", 1]),
            case("inventory", [op, "facts.networking.interfaces.eth0.bindings[1].address", "10.1.0.12"]),
            case("inventory", [op, "trusted.extensions.pp_role", "db"]), case("inventory", [op, "facts.trusted.certname", DB1]),
            case("inventory", [op, "certname", DB1]), case("inventory", [op, "facts.nosuch.deep", "x"]),
            case("resources", [op, "title", "nginx"]), case("resources", [op, "line", 5]), case("resources", [op, "tags", "nginx"]),
            case("resources", [op, "tag", "nginx"]), case("resources", [op, "exported", True]), case("resources", [op, "file", "/etc/puppetlabs/code/site.pp"]),
            case("resources", [op, ["parameter", "ensure"], "running"]), case("resources", [op, ["parameter", "port"], 81]),
            case("resources", [op, "parameters.ensure", "running"]), case("resources", [op, "parameters.port", 82]),
            case("resources", [op, "parameters.options.ssl", True]),
            case("reports", [op, "status", "failed"]), case("reports", [op, "end_time", "2026-03-01T10:02:00.000Z"]),
            case("reports", [op, "report_format", 12]), case("reports", [op, "noop", False]), case("reports", [op, "job_id", "42"]),
            case("events", [op, "timestamp", "2026-03-01T10:01:02.020Z"]), case("events", [op, "line", 5]),
            case("events", [op, "new_value", "running"]), case("events", [op, "old_value", "absent"]), case("events", [op, "containing_class", "Nginx"]),
            case("events", [op, "containment_path", "Nginx"]), case("events", [op, "property", "ensure"]),
            case("fact-contents", [op, "path", ["os", "family"]]), case("fact-contents", [op, "value", "Debian"]), case("fact-contents", [op, "value", 2]),
            case("fact-contents", [op, "name", "os"]), case("fact-paths", [op, "path", ["os", "release", "major"]]), case("fact-paths", [op, "type", "integer"]),
            case("fact-paths", [op, "depth", 1]), case("edges", [op, "source_type", "Class"]), case("edges", [op, "relationship", "before"]),
            case("catalogs", [op, "version", "v2"]), case("catalogs", [op, "producer_timestamp", "2026-03-02T09:31:00.000Z"]),
            case("environments", [op, "name", "production"]), case("producers", [op, "name", "compiler1.example.com"]),
            case("factsets", [op, "certname", DB1]), case("factsets", [op, "timestamp", "2020-01-01T00:00:00Z"]),
            case("factsets", [op, "producer_timestamp", "2026-03-01T09:01:00.000Z"]),
        ]
    return cases


def paths():
    """Paths of facts."""
    wanted = [["os", "family"], ["networking", "interfaces", "eth0", "bindings", 1, "address"], ["processors", "models", 0], ["processors", "models", "0"],
              ["trusted", "extensions", "1.3.6.1.4.1.34380.1.1.9"], ["hash", "1"], ["hash", 1], ["my.dotted"], ["deep", "a", "b", 0, "c", 2, "d"], []]
    cases = [case("fact-contents", ["=", "path", path]) for path in wanted] + [case("fact-paths", ["=", "path", path]) for path in wanted]
    patterns = [["os", ".*"], [".*", "family"], ["networking", "interfaces", ".*", "bindings", "\\d+", "address"], ["networking", ".*", ".*", "mtu"],
                ["processors", "models", ".*"], ["processors", "models", 0], ["proc.*", "count"], ["os"], [".*"], ["o", "f"], ["^os$", "^fam"], ["os", "release", "m.+r"],
                ["numbers", "\\d"], ["numbers", "[0-2]"], ["hash", ".*"], ["hash", "1"]]
    cases += [case(entity, ["~>", "path", path]) for entity in ("fact-contents", "fact-paths") for path in patterns]
    cases += [
        case("fact-contents", ["in", "path", ["array", [["os", "family"], ["kernel"]]]]), case("fact-paths", ["in", "path", ["array", [["os", "family"], ["kernel"]]]]),
        case("fact-contents", ["in", "path", ["extract", "path", ["select_fact_paths", ["~>", "path", ["os", ".*"]]]]]),
        case("facts", ["in", ["certname", "name"], ["extract", ["certname", "name"], ["select_fact_contents", ["and", ["=", "path", ["os", "family"]], ["=", "value", "RedHat"]]]]]),
        case("fact-contents", ["and", ["=", "certname", WEB1], ["~>", "path", ["memory", "system", ".*"]]]),
        case("fact-contents", ["=", "certname", DB2]), case("fact-contents", ["null?", "value", True]), case("fact-contents", ["null?", "environment", True]),
    ]
    for field in ["facts.os.family", "facts.my.dotted", 'facts."my.dotted"', "facts.empty_list", "facts.numbers", "facts.hash.1", 'facts.hash."key with space"',
                  "facts.numbers[1]", "facts.numbers.1", "facts.strings[2]", 'facts.match("kern.*")', 'facts.os.match("fam.*")', 'facts.networking.interfaces.match("eth.*").mtu',
                  'facts.match("no such")', "facts.deep.a.b[0].c[2].d", "facts.big", "facts.0digit"]:
        cases += [case("inventory", ["=", field, value]) for value in ("Debian", "dots", 2.5, "10", "Linux", 1500, "end", True)]
        cases += [case("inventory", ["null?", field, True]), case("inventory", ["null?", field, False])]
    cases += [
        case("inventory", ["=", "facts", "x"]), case("inventory", ["=", "facts.", "x"]), case("inventory", ["=", "facts..x", "x"]), case("inventory", ["=", "trusted.certname", WEB1]),
        case("inventory", ["~", "facts.ipaddress", "^10\\.0"]), case("inventory", [">", "facts.load", 0.5]), case("inventory", [">", "facts.mixed", 1]), case("inventory", ["<", "facts.mixed", 2]),
        case("inventory", ["extract", ["certname", "facts.os.family", "trusted.extensions"]]), case("inventory", ["extract", ["facts.os", "facts.nosuch"], ["=", "certname", WEB1]]),
        case("inventory", ["extract", "facts.kernel"]), case("inventory", ["extract", [COUNT, "facts.os.family"], ["group_by", "facts.os.family"]]),
        case("inventory", ["extract", ["facts.numbers[1]"]]), case("inventory", ["extract", ['facts."my.dotted"', "certname"], ["=", "certname", WEB1]]),
        case("resources", ["extract", ["certname", "parameters.ensure"], ["=", "type", "Package"]]), case("resources", ["extract", ["parameters.options.ssl", "title"]]),
        case("resources", ["=", "parameters.nosuch", 1]), case("resources", ["null?", "parameters.ensure", False]), case("resources", ["~", "parameters.mode", "^06"]),
    ]
    return cases


def logic():
    """and, or, not, in, null?, subqueries."""
    return [
        case("nodes", ["and", ["=", "certname", WEB1], ["=", "report_environment", "production"]]), case("nodes", ["or", ["=", "certname", WEB1], ["=", "certname", DB1]]),
        case("nodes", ["not", ["=", "certname", WEB1]]), case("nodes", ["NOT", ["=", "certname", WEB1]]), case("nodes", ["AND", ["=", "certname", WEB1]]),
        case("nodes", ["and"]), case("nodes", ["or"]), case("nodes", ["not"]), case("nodes", ["not", ["=", "certname", "a"], ["=", "certname", "b"]]),
        case("nodes", ["and", []]), case("nodes", ["and", ["and", ["not", ["or", ["=", "certname", WEB1]]]]]), case("nodes", ["not", ["not", ["~", "certname", "web"]]]),
        case("nodes", ["null?", "deactivated", True]), case("nodes", ["null?", "deactivated", False]), case("nodes", ["null?", "latest_report_status", False]),
        case("nodes", ["null?", "nosuch", False]), case("nodes", ["null?", "certname"]), case("nodes", ["null?", "certname", "x"]), case("nodes", ["=", "deactivated", None]),
        case("nodes", ["=", "node_state", "active"]), case("nodes", ["=", "node_state", "inactive"]), case("nodes", ["=", "node_state", "any"]), case("nodes", ["=", "node_state", "x"]),
        case("nodes", ["=", ["node", "active"], True]), case("nodes", ["=", ["node", "active"], False]), case("facts", ["and", ["=", "name", "role"], ["=", ["node", "active"], False]]),
        case("facts", ["and", ["=", "name", "role"], ["=", "node_state", "any"]]), case("nodes", ["or", ["=", ["node", "active"], True], ["=", ["node", "active"], False]]),
        case("nodes", ["=", ["fact", "kernel"], "Darwin"]), case("nodes", ["~", ["fact", "ipaddress"], "10.0.0.1[12]"]), case("nodes", [">", ["fact", "processorcount"], 2]),
        case("nodes", ["<=", ["fact", "processorcount"], 2]), case("nodes", [">", ["fact", "processorcount"], "2"]), case("nodes", ["=", ["fact", "is_virtual"], False]),
        case("nodes", ["=", ["fact", "processorcount"], 4]), case("nodes", ["in", ["fact", "kernel"], ["array", ["Darwin", "AIX"]]]), case("nodes", ["in", ["fact", "processorcount"], ["array", [1, "2"]]]),
        case("nodes", ["in", "certname", ["array", [WEB1, DB1, "x"]]]), case("nodes", ["in", "certname", ["array", []]]), case("nodes", ["in", "certname", ["array", "x"]]),
        case("nodes", ["in", "nosuch", ["array", ["x"]]]), case("nodes", ["in", "report_timestamp", ["array", ["2026-03-02T10:02:00.000Z"]]]), case("resources", ["in", "line", ["array", [1, 3]]]),
        case("facts", ["in", "value", ["array", ["Linux", 4, True]]]), case("facts", ["in", "name", ["array", ["kernel", "role"]]]), case("resources", ["in", "tags", ["array", ["nginx"]]]),
        case("reports", ["in", "noop", ["array", ["true"]]]), case("nodes", ["in", "certname", ["extract", "certname", ["select_facts", ["and", ["=", "name", "kernel"], ["=", "value", "Darwin"]]]]]),
        case("nodes", ["in", "certname", ["extract", ["certname"], ["select_resources", ["and", ["=", "type", "Notify"], ["=", "title", "odd"]]]]]),
        case("nodes", ["in", "certname", ["from", "reports", ["extract", "certname", ["=", "status", "failed"]]]]), case("nodes", ["in", ["certname"], ["from", "events", ["extract", ["certname"], ["=", "status", "failure"]]]]),
        case("nodes", ["in", "certname", ["from", "nodes", ["extract", "certname"], ["order_by", ["certname"]], ["limit", 2]]]), case("nodes", ["in", "certname", ["from", "nodes", ["extract", "certname"], ["order_by", [["certname", "desc"]]], ["limit", 1], ["offset", 1]]]),
        case("facts", ["in", ["certname", "name"], ["from", "facts", ["extract", ["certname", "name"], ["=", "value", "Darwin"]]]]), case("nodes", ["in", "nosuch", ["from", "nodes", ["extract", "certname"]]]),
        case("nodes", ["in", "certname", ["from", "nosuch", ["extract", "certname"]]]), case("nodes", ["in", "certname", ["extract", "certname", ["select_nosuch", ["=", "x", "y"]]]]), case("nodes", ["in", "certname", ["extract", "nosuch", ["select_facts", ["=", "name", "kernel"]]]]),
        case("nodes", ["in", "certname", ["extract", "certname", ["select-facts", ["=", "name", "kernel"]]]]), case("nodes", ["in", "certname", ["extract", "certname", ["select_facts", ["=", "nosuch", "kernel"]]]]),
        case("nodes", ["in", "certname"]), case("nodes", ["in", "certname", ["=", "certname", "x"]]), case("nodes", ["in", "certname", ["extract", ["certname", "name"], ["select_facts", ["=", "name", "kernel"]]]]),
        case("nodes", ["in", "certname", ["extract", "certname", ["select_inventory", ["=", "facts.os.family", "RedHat"]]]]), case("nodes", ["in", "certname", ["extract", "certname", ["select_nodes", ["=", "report_environment", "testing"]]]]),
        case("environments", ["in", "name", ["extract", "environment", ["select_reports", ["=", "status", "failed"]]]]), case("environments", ["in", "name", ["extract", "environment", ["select_catalogs", ["=", "certname", WEB1]]]]),
        case("nodes", ["subquery", "facts", ["=", "name", "role"]]), case("nodes", ["subquery", "resources", ["=", "type", "Notify"]]), case("nodes", ["subquery", "reports", ["=", "status", "failed"]]),
        case("nodes", ["subquery", "events", ["=", "status", "failure"]]), case("nodes", ["subquery", "fact_contents", ["and", ["=", "path", ["os", "family"]], ["=", "value", "RedHat"]]]), case("nodes", ["subquery", "edges", ["=", "relationship", "before"]]),
        case("nodes", ["subquery", "catalogs", ["=", "version", "v2"]]), case("nodes", ["subquery", "factsets", ["=", "environment", "staging"]]), case("nodes", ["subquery", "inventory", ["=", "facts.kernel", "Darwin"]]), case("nodes", ["subquery", "environments", ["=", "name", "x"]]),
        case("nodes", ["subquery", "nosuch", ["=", "name", "x"]]), case("reports", ["subquery", "events", ["=", "status", "failure"]]), case("reports", ["subquery", "environments", ["=", "name", "testing"]]), case("reports", ["subquery", "producers", ["=", "name", "compiler1.example.com"]]),
        case("reports", ["subquery", "nodes", ["=", "certname", DB1]]), case("events", ["subquery", "reports", ["=", "status", "failed"]]), case("events", ["subquery", "nodes", ["=", "certname", DB1]]), case("facts", ["subquery", "environments", ["=", "name", "testing"]]),
        case("facts", ["and", ["=", "name", "kernel"], ["subquery", "fact_contents", ["=", "value", "Linux"]]]), case("resources", ["subquery", "nodes", ["=", "certname", DB1]]), case("resources", ["subquery", "catalogs", ["=", "version", "1"]]), case("resources", ["subquery", "facts", ["=", "name", "role"]]),
        case("environments", ["subquery", "reports", ["=", "status", "failed"]]), case("environments", ["subquery", "facts", ["=", "name", "role"]]), case("environments", ["subquery", "resources", ["=", "type", "Notify"]]), case("producers", ["subquery", "catalogs", ["=", "certname", DB1]]),
        case("producers", ["subquery", "reports", ["=", "certname", DB1]]), case("producers", ["subquery", "factsets", ["=", "certname", DB1]]), case("edges", ["subquery", "nodes", ["=", "certname", DB1]]), case("factsets", ["subquery", "producers", ["=", "name", "compiler2.example.com"]]),
        case("fact-paths", ["subquery", "facts", ["=", "value", "Linux"]]), case("fact-paths", ["subquery", "fact_contents", ["=", "certname", DB2]]), case("catalogs", ["subquery", "environments", ["=", "name", "staging"]]), case("inventory", ["subquery", "nodes", ["=", "certname", DB1]]),
        case("nodes", ["in", "certname", ["from", "facts", ["extract", "value", ["=", "name", "fqdn"]]]]), case("nodes", ["in", "certname", ["from", "facts", ["extract", "value", ["=", "name", "mixed"]]]]),
        case("facts", ["in", "value", ["from", "nodes", ["extract", "certname"]]]), case("facts", ["in", "value", ["extract", "name", ["select_environments", ["~", "name", ""]]]]),
    ]


def extracts():
    """extract, functions, group_by."""
    def f(*parts):
        return ["function", *parts]
    return [
        case("nodes", ["extract", "certname"]), case("nodes", ["extract", ["certname", "report_environment"], ["~", "certname", "web"]]), case("nodes", ["extract", ["nosuch"]]), case("nodes", ["extract", ["nosuch", "other"], ["=", "certname", "x"]]),
        case("nodes", ["extract", []]), case("nodes", ["extract", [COUNT]]), case("nodes", ["extract", [f("count", "report_timestamp")]]), case("nodes", ["extract", [COUNT, "report_environment"], ["group_by", "report_environment"]]),
        case("nodes", ["extract", [COUNT, "report_environment"]]), case("nodes", ["extract", ["certname"], ["group_by", "report_environment"]]), case("nodes", ["extract", [COUNT, "nosuch"], ["group_by", "nosuch"]]), case("nodes", ["extract", [f("nosuch")]]),
        case("nodes", ["extract", ["report_environment", COUNT], ["~", "certname", "example"], ["group_by", "report_environment"]]), case("nodes", ["extract", ["report_environment", "latest_report_status", COUNT], ["group_by", "report_environment", "latest_report_status"]]),
        case("facts", ["extract", [f("avg", "value")], ["=", "name", "processorcount"]]), case("facts", ["extract", [f("sum", "value")], ["=", "name", "processorcount"]]), case("facts", ["extract", [f("min", "value"), f("max", "value")], ["=", "name", "processorcount"]]),
        case("facts", ["extract", [f("avg", "value"), "environment"], ["=", "name", "processorcount"], ["group_by", "environment"]]), case("facts", ["extract", [f("count", "value"), "name"], ["group_by", "name"]]), case("facts", ["extract", [COUNT, "value"], ["=", "name", "kernel"], ["group_by", "value"]]),
        case("facts", ["extract", [f("sum", "value")], ["=", "name", "kernel"]]), case("facts", ["extract", [f("avg", "value")], ["=", "name", "load"]]), case("facts", ["extract", ["certname", "value"], ["=", "name", "os"]]), case("facts", ["extract", "value", ["=", "certname", "facts.example.com"]]),
        case("reports", ["extract", [f("max", "end_time"), "certname"], ["group_by", "certname"]]), case("reports", ["extract", [f("min", "producer_timestamp")]]), case("reports", ["extract", [f("avg", "report_format")]]), case("reports", ["extract", [f("sum", "report_format"), "status"], ["group_by", "status"]]),
        case("reports", ["extract", [f("to_string", "producer_timestamp", "YYYY-MM-DD"), COUNT], ["group_by", f("to_string", "producer_timestamp", "YYYY-MM-DD")]]), case("reports", ["extract", [f("to_string", "producer_timestamp", "FMDAY"), "certname"], ["=", "certname", DB1]]),
        case("reports", ["extract", [f("to_string", "producer_timestamp", "DAY HH24:MI:SS.MS"), "certname"], ["=", "certname", DB1]]), case("reports", ["extract", [f("to_string", "producer_timestamp", "YYYY-MM-DD\"T\"HH12 AM Mon DDD D WW Q")], ["=", "certname", WEB1]]),
        case("reports", ["extract", ["certname", "status", "hash"], ["=", "certname", DB1]]), case("reports", ["extract", ["metrics"], ["=", "certname", DB1]]), case("reports", ["extract", ["logs", "resource_events"], ["=", "certname", WEB2]]), case("reports", ["extract", ["type", "certname"], ["~", "type", "plan"]]),
        case("reports", ["extract", [COUNT], ["=", "type", "any"]]), case("reports", ["=", "type", "plan"]), case("reports", ["extract", ["latest_report?"]]), case("reports", ["extract", [COUNT, "status", "environment"], ["group_by", "status", "environment"]]),
        case("events", ["extract", [COUNT, "status"], ["group_by", "status"]]), case("events", ["extract", ["certname", "resource_title", "containment_path"], ["=", "status", "failure"]]), case("events", ["extract", [f("max", "timestamp")]]), case("events", ["extract", [COUNT, "containing_class"], LATEST, ["group_by", "containing_class"]]),
        case("events", ["extract", ["new_value", "old_value"], ["=", "certname", DB1]]), case("resources", ["extract", [COUNT, "type"], ["group_by", "type"]]), case("resources", ["extract", ["type", "title", "tags"], ["=", "certname", WEB1]]), case("resources", ["extract", [f("max", "line"), "type"], ["group_by", "type"]]),
        case("resources", ["extract", [f("sum", "line"), f("avg", "line"), f("min", "line")]]), case("resources", ["extract", ["tag"]]), case("resources", ["extract", [COUNT, "exported"], ["group_by", "exported"]]), case("resources", ["extract", ["parameters"], ["=", "type", "Host"]]), case("resources", ["extract", ["resource", "title"], ["=", "type", "Host"]]),
        case("catalogs", ["extract", ["certname", "version", "hash"]]), case("catalogs", ["extract", ["edges"], ["=", "certname", WEB1]]), case("catalogs", ["extract", ["resources"], ["=", "certname", "catalog.example.com"]]), case("catalogs", ["extract", [COUNT, "environment"], ["group_by", "environment"]]),
        case("factsets", ["extract", ["certname", "hash", "environment"]]), case("factsets", ["extract", ["facts"], ["=", "certname", "facts.example.com"]]), case("fact-contents", ["extract", [COUNT, "name"], ["group_by", "name"]]), case("fact-contents", ["extract", ["path", "value"], ["=", "certname", "facts.example.com"]]),
        case("fact-paths", ["extract", ["path", "type"], ["=", "name", "os"]]), case("fact-paths", ["extract", [COUNT, "type"], ["group_by", "type"]]), case("fact-paths", ["extract", ["depth"]]), case("edges", ["extract", [COUNT, "relationship"], ["group_by", "relationship"]]), case("edges", ["extract", ["source_title", "target_title"], ["=", "certname", WEB1]]),
        case("inventory", ["extract", ["certname", "trusted"], ["=", "certname", WEB1]]), case("environments", ["extract", "name"]), case("environments", ["extract", [COUNT]]), case("producers", ["extract", ["name"], ["~", "name", "1"]]), case("nodes", ["extract", ["certname"], ["and", ["=", "certname", WEB1], ["nosuch", "a"]]]),
        case("reports", ["=", f("count"), 1]), case("nodes", ["extract", [COUNT, "report_environment"], [">", f("count"), 1], ["group_by", "report_environment"]]), case("facts", ["=", f("jsonb_typeof", "value"), "number"]), case("nodes", ["extract", [f("count", "certname", "x")]]), case("nodes", ["extract", [f("count", "nosuch")]]),
    ]


def paging():
    by = order("certname")
    cases = []
    for entity, field in [("nodes", "certname"), ("reports", "producer_timestamp"), ("facts", "name"), ("resources", "title"), ("events", "timestamp"), ("fact-contents", "certname"), ("edges", "source_title"),
                          ("catalogs", "certname"), ("factsets", "producer_timestamp"), ("environments", "name"), ("producers", "name"), ("fact-paths", "path"), ("inventory", "certname"), ("fact-names", "name")]:
        cases += [case(entity, order_by=order((field, "desc")), include_total="true"), case(entity, order_by=order(field, "nosuch")), case(entity, limit=0), case(entity, ["=", "nosuch", 1], limit=1)]
    return cases + [
        case("nodes", order_by=by, limit=2), case("nodes", order_by=by, limit=2, offset=2), case("nodes", order_by=by, offset=5), case("nodes", order_by=by, limit=2, include_total="true"), case("nodes", order_by=by, limit=100, offset=100, include_total="true"),
        case("nodes", limit="x"), case("nodes", limit=-1), case("nodes", offset=-1), case("nodes", offset="x"), case("nodes", limit=1.5), case("nodes", order_by="x"), case("nodes", order_by='{"field":"certname"}'), case("nodes", order_by="[1]"), case("nodes", order_by=[{"order": "asc"}]), case("nodes", order_by="[]"),
        case("nodes", order_by=[{"field": "certname", "order": "up"}]), case("nodes", order_by=[{"field": "certname", "order": "DESC"}]), case("nodes", order_by=[{"field": "certname", "x": 1}]), case("nodes", order_by=[{"field": "certname"}]), case("nodes", include_total="yes", order_by=by),
        case("nodes", order_by=order(("report_environment", "desc"), "certname")), case("nodes", order_by=order("report_timestamp", "certname")), case("nodes", order_by=order(("report_timestamp", "desc"), "certname")), case("facts", ["=", "name", "mixed"], order_by=order("value")), case("facts", ["=", "name", "kernel"], order_by=order("value", "certname")),
        case("facts", order_by=order("name", "certname"), limit=5, offset=10), case("resources", order_by=order("certname", "type", "title"), limit=10, include_total="true"), case("resources", order_by=order(("line", "desc"), "certname", "title")), case("reports", order_by=order(("end_time", "desc"), "certname"), limit=3),
        case("events", order_by=order(("timestamp", "desc"), "certname", "resource_title", "property", "status"), limit=4), case("nodes", ["extract", [COUNT, "report_environment"], ["group_by", "report_environment"]], order_by=order("report_environment")), case("nodes", ["extract", ["certname"]], order_by=order("certname")),
        case("nodes", pretty="true", order_by=by, limit=1), case("nodes", nosuch=1), case("nodes", summarize_by="certname"), case("nodes", "["), case("nodes", "x"), case("nodes", "{}"), case("nodes", "[]"), case("nodes", '["=","certname","a"] ["=","certname","b"]'), case("nodes", "1"), case("nodes", '"x"'), case("nodes", '["=", "certname", "a"'),
        case("nosuch"), case("nodes/web1.example.com/nosuch"), case("reports/nosuch/events"), case("reports/nosuch/logs"), case("reports/nosuch/metrics"), case("resources", order_by=order("tag")), case("reports", order_by=order("metrics")), case("inventory", order_by=order("facts.kernel")),
    ]


def counts():
    start, end = "2026-03-01T00:00:00Z", "2026-03-04T00:00:00Z"
    cases = []
    for by in ("certname", "resource", "containing_class", "nosuch"):
        cases += [case("event-counts", LATEST, summarize_by=by), case("event-counts", ["~", "certname", "example"], summarize_by=by, count_by="certname"), case("aggregate-event-counts", LATEST, summarize_by=by),
                  case("event-counts", ["=", "status", "failure"], summarize_by=by), case("aggregate-event-counts", ["=", "certname", DB1], summarize_by=by, count_by="certname")]
    return cases + [
        case("event-counts"), case("event-counts", summarize_by="certname"), case("aggregate-event-counts"), case("event-counts", LATEST, summarize_by="certname", counts_filter=[">", "failures", 0]), case("event-counts", LATEST, summarize_by="certname", counts_filter=["=", "successes", 2]),
        case("event-counts", LATEST, summarize_by="certname", counts_filter=[">", "nosuch", 0]), case("event-counts", LATEST, summarize_by="certname", counts_filter=["nosuch", "failures", 0]), case("event-counts", LATEST, summarize_by="certname", count_by="nosuch"),
        case("event-counts", LATEST, summarize_by="certname", counts_filter=["and", [">", "failures", 0], [">", "skips", 0]]), case("event-counts", LATEST, summarize_by="certname", order_by=order(("failures", "desc"), "certname")), case("event-counts", LATEST, summarize_by="certname", order_by=order("nosuch")),
        case("event-counts", ["~", "certname", "example"], summarize_by="resource", order_by=order("resource_type", "resource_title"), limit=2, offset=1), case("event-counts", LATEST, summarize_by="certname", include_total="true", limit=1, order_by=order("certname")), case("event-counts", ["=", "nosuch", 1], summarize_by="certname"),
        case("aggregate-event-counts", LATEST, summarize_by="certname,resource"), case("aggregate-event-counts", LATEST, summarize_by="certname,nosuch"), case("aggregate-event-counts", ["=", "certname", "nosuch"], summarize_by="certname"), case("aggregate-event-counts", LATEST, summarize_by="resource", counts_filter=[">", "failures", 0]),
        case("event-counts", ["and", LATEST, ["=", "report", "nosuch"]], summarize_by="certname"), case("event-counts", ["and", LATEST, ["~", "resource_title", "nginx"]], summarize_by="resource", count_by="certname"),
        case("events", ["=", "certname", DB1], distinct_resources="true"), case("events", ["=", "certname", DB1], distinct_start_time=start, distinct_end_time=end), case("events", ["=", "certname", DB1], distinct_resources="true", distinct_start_time="x", distinct_end_time=end),
    ]


def wrong():
    """Queries that are wrong in other ways."""
    wrong = [
        ["nosuch", "certname", "x"], ["=", "nosuch", "x"], ["=", "certname"], ["="], ["=", "certname", "x", "y"], ["=", 1, "x"], ["=", None, "x"], ["=", "certname", 1], ["=", "certname", True], ["=", "certname", ["x"]], ["=", "certname", {"a": 1}],
        ["~", "certname", "("], ["~", "certname", "[a"], ["~", "certname", 1], ["~", "nosuch", "x"], [">", "certname", "x"], [">", "nosuch", 1], [">", "report_timestamp", "x"], ["=", "report_timestamp", "x"], [">", "report_timestamp", 1], ["=", "latest_report_noop", "x"],
        ["~>", "certname", ["x"]], ["~>", "nosuch", ["x"]], ["null?", "certname", 1], ["null?"], ["in"], ["in", "certname", "x"], ["in", "certname", []], ["extract"], ["extract", "certname", ["nosuch"]], ["extract", {"a": 1}], ["extract", ["certname"], ["=", "nosuch", "x"]],
        ["from", "nodes"], ["from", "nodes", ["=", "certname", WEB1]], ["group_by", "certname"], ["limit", 1], ["subquery"], ["subquery", "facts"], ["function", "count"], [["=", "certname", "x"]], ["and", ["=", "certname", "x"], "y"], ["and", "y"], ["or", ["nosuch"]],
        ["not", ["nosuch", "x"]], ["not", "x"], ["=", ["fact", "x"]], ["=", ["nosuch", "x"], "y"], ["=", ["parameter", "x"], "y"], ["=", ["node", "active"], "x"], ["=", ["fact"], "x"], ["=", "latest_report?", True], ["=", "certname", ""], ["=", "", "x"], ["=", "certname.x", "y"],
    ]
    cases = [case("nodes", query) for query in wrong]
    for entity in ("facts", "resources", "reports", "events", "catalogs", "edges", "factsets", "environments", "fact-contents", "fact-paths", "inventory", "producers"):
        cases += [case(entity, query) for query in (["nosuch", "certname", "x"], ["=", "nosuch", "x"], ["=", "certname"], ["extract", ["nosuch"]], ["in", "nosuch", ["from", "nodes", ["extract", "certname"]]], ["~", "certname", "("], [">", "certname", "x"], ["and"])]
    cases += [
        case("resources", ["=", "line", "x"]), case("resources", [">", "line", "x"]), case("resources", ["=", ["parameter"], "x"]), case("resources", ["=", "exported", "x"]), case("resources", ["=", "tag", 1]), case("resources", ["~", "tag", "("]), case("reports", ["=", "report_format", "x"]),
        case("reports", ["=", "metrics", "x"]), case("reports", ["=", "hash", 1]), case("reports", ["=", "transaction_uuid", "x"]), case("reports", ["=", "noop", "yes"]), case("events", ["=", "timestamp", "x"]), case("events", [">", "timestamp", "yesterday"]), case("events", ["=", "line", "x"]),
        case("facts", [">", "value", "x"]), case("facts", ["=", "value", None]), case("facts", ["=", "value", [1]]), case("facts", ["~", "value", "("]), case("facts", ["~", "value", 1]), case("fact-contents", ["=", "path", "x"]), case("fact-contents", ["~>", "path", "x"]), case("fact-contents", ["~>", "path", ["("]]),
        case("fact-paths", ["=", "path", "x"]), case("catalogs", ["=", "resources", "x"]), case("factsets", ["=", "facts", "x"]), case("edges", ["=", "source", "x"]), case("inventory", ["=", "facts.kernel", ["Linux"]]), case("inventory", ["=", "facts.kernel", None]), case("inventory", [">", "facts.kernel", "x"]),
    ]
    return cases


def root():
    """The endpoint without an entity."""
    return [case("", query) for query in [
        ["from", "nodes"], ["from", "nodes", ["=", "certname", WEB1]], ["from", "facts", ["extract", ["certname", "value"], ["=", "name", "kernel"]]], ["from", "nodes", ["limit", 1], ["order_by", ["certname"]]], ["from", "nodes", ["extract", "certname"], ["order_by", [["certname", "desc"]]], ["limit", 2], ["offset", 1]],
        ["from", "fact_paths", ["=", "name", "kernel"]], ["from", "fact_contents", ["=", "path", ["os", "family"]]], ["from", "nosuch"], ["from"], ["from", 1], ["=", "certname", "x"], [], ["from", "nodes", "x"], ["from", "nodes", ["=", "nosuch", "x"]], ["from", "nodes", ["limit", "x"]], ["from", "nodes", ["limit"]],
        ["from", "nodes", ["limit", 1], ["limit", 2]], ["from", "nodes", ["order_by", ["nosuch"]]], ["from", "nodes", ["order_by", "certname"]], ["from", "nodes", ["order_by", [["certname", "x"]]]], ["from", "nodes", ["offset", 1]], ["from", "nodes", ["limit", -1]], ["from", "inventory", ["=", "facts.kernel", "Darwin"]], ["from", "fact_names"], ["from", "event_counts", LATEST],
        ["from", "reports", ["=", "status", "failed"], ["order_by", [["end_time", "desc"]]]], ["from", "events", ["=", "status", "failure"]], ["from", "catalogs", ["=", "certname", WEB1]], ["from", "edges", ["=", "certname", WEB1]], ["from", "factsets", ["=", "certname", "facts.example.com"]], ["from", "environments"], ["from", "producers"], ["from", "packages"], ["from", "package_inventory"],
        ["from", "nodes", ["and", ["=", "node_state", "any"], ["~", "certname", "gone"]]], ["from", "nodes", ["=", "node_state", "inactive"]], ["from", "fact-paths", ["=", "name", "kernel"]],
    ]] + [case(""), case("", ["from", "nodes"], limit=1, order_by=order("certname")), case("", ["from", "nodes", ["=", "certname", WEB1]], ast_only="true"), case("", "nodes { certname = 'x' }", ast_only="true"), case("", "nodes {}", order_by=order("certname"), limit=2, include_total="true")]


PQL = r'''
nodes {}
nodes{}
  nodes   {   }
nodes { certname = "web1.example.com" }
nodes { certname = 'web1.example.com' }
nodes[certname] { certname ~ "^web" }
nodes[certname, report_environment] { }
nodes[] { certname = "web1.example.com" }
nodes[certname] { certname ~ "web" and report_environment = "production" }
nodes[certname] { certname ~ "web" or certname ~ "db1" }
nodes[certname] { !(certname ~ "web") }
nodes[certname] { ! certname ~ "web" }
nodes[certname] { certname != "web1.example.com" }
nodes[certname] { certname !~ "web" }
nodes[certname] { certname = "a" or certname = "web1.example.com" and report_environment = "production" }
nodes[certname] { (certname = "a" or certname = "web1.example.com") and report_environment = "testing" }
nodes[certname] { !certname = "web1.example.com" and !certname = "db1.example.com" }
nodes[certname] { deactivated is null }
nodes[certname] { deactivated is not null }
nodes[certname] { latest_report_status is not null order by certname }
nodes[certname] { report_timestamp > "2026-03-02" }
nodes[certname] { report_timestamp <= "2026-03-01T10:02:00Z" }
nodes[certname] { facts_timestamp > "2020-01-01" }
nodes[certname] { latest_report_noop = true }
nodes[certname] { latest_report_noop = false }
nodes[certname] { order by certname }
nodes[certname] { order by certname desc }
nodes[certname] { order by certname asc limit 2 }
nodes[certname] { limit 1 order by certname }
nodes[certname] { order by report_environment desc, certname limit 3 offset 1 }
nodes[certname] { certname ~ "example" order by certname limit 2 offset 1 }
nodes[certname] { limit 1 }
nodes[count()] {}
nodes[count(certname)] { certname ~ "web" }
nodes[count(), report_environment] { group by report_environment }
nodes[report_environment, count()] { certname ~ "example" group by report_environment }
nodes[report_environment] { group by report_environment }
nodes[certname] { node_state = "inactive" }
nodes[certname] { node_state = "any" }
facts { name = "kernel" }
facts[value] { name = "kernel" }
facts[certname, value] { name = "processorcount" and value > 2 }
facts[certname, value] { name = "processorcount" and value = 4 }
facts[certname] { name = "is_virtual" and value = true }
facts[avg(value), min(value), max(value), sum(value)] { name = "processorcount" }
facts[name, count()] { name in ["kernel", "role"] group by name }
facts[certname, value] { name = "load" and value >= 0.25 and value < 1.0 }
facts[certname, value] { name = "negative" and value = -5 }
facts[certname, value] { name = "exponent" and value = 1.5E-7 }
facts { name = "kernel" and certname in nodes[certname] { report_environment = "testing" } }
inventory { facts.os.family = "RedHat" }
inventory[certname] { facts.os.family = "Debian" order by certname limit 5 }
inventory[certname, facts.os.release.major] { facts.kernel = "Linux" }
inventory[certname] { facts.processorcount >= 4 }
inventory[certname] { facts.networking.interfaces.eth0.bindings[1].address = "10.1.0.12" }
inventory[certname] { facts."my.dotted" = "dots" }
inventory[certname] { facts.os.match("fam.*") = "RedHat" }
inventory[certname] { trusted.extensions.pp_role = "db" }
inventory[certname] { facts.role is null }
inventory[certname] { facts.ipaddress ~ "^10\\.0\\.0\\.1[12]$" }
inventory[count(), facts.os.family] { group by facts.os.family }
resources { type = "Package" and title = "nginx" }
resources[certname, title] { type = "Host" and exported = true }
resources[certname] { parameters.ensure = "running" and type = "Service" }
resources[certname, parameters.ensure] { type = "Package" }
resources[certname] { tag = "fleet" }
resources[type, count()] { group by type }
resources[certname, title] { type = "File" and title in ["/etc/nginx.conf", "/x"] and line in [5, 6] }
reports { certname = "db1.example.com" order by end_time desc limit 1 }
reports[certname, status] { latest_report? = true }
reports[certname] { latest_report? = true and status = "failed" }
reports[status, count()] { group by status }
reports[max(end_time)] {}
reports[certname, hash] { hash in nodes[latest_report_hash] { certname = "db1.example.com" } }
reports[to_string(producer_timestamp, 'YYYY-MM-DD'), count()] { group by to_string(producer_timestamp, 'YYYY-MM-DD') }
events[certname, resource_title] { status = "failure" }
events[count(), status] { latest_report? = true group by status }
catalogs[certname, version] { environment = "production" }
edges[source_title, target_title] { relationship = "before" and certname = "web1.example.com" }
environments {}
environments[name] { name ~ "prod" }
factsets[certname, environment] {}
fact_paths[path] { path ~> ["os", ".*"] }
fact_contents[certname, value] { path = ["os", "family"] }
fact_contents[value] { path ~> ["networking", ".*", "lo", "mtu"] }
packages {}
package_inventory { certname = "web1.example.com" }
nodes[certname] { certname in resources[certname] { type = "Notify" } }
nodes[certname] { certname in ["web1.example.com", "db1.example.com"] }
nodes[certname] { [certname] in facts[certname] { name = "role" } }
nodes[certname] { facts { name = "role" and value = "database" } }
nodes[certname] { resources { type = "Notify" } and facts { name = "kernel" } }
nodes[certname] { reports { status = "failed" } }
nodes[certname] { ! facts { name = "role" } }
nodes[certname] { facts { } }
facts[certname] { [certname, name] in fact_contents[certname, name] { value = "RedHat" } }
inventory[certname] { facts.unicode = "grüße ☃" }
inventory[certname] { facts.quote = "say \"hi\"" }
inventory[certname] { facts.quote = 'say "hi"' }
inventory[certname] { facts.backslash = "a\\b" }
inventory[certname] { facts.backslash = 'a\b' }
inventory[certname] { facts.lines = "first\nsecond" }
nodes[certname] { certname = 'it\'s' }
nodes
nodes[
nodes {
nodes }
nodes { certname }
nodes { certname = }
nodes { certname = web1 }
nodes { certname = "x }
nodes { = "x" }
nodes { certname == "x" }
nodes { certname = "x" and }
nodes { certname = "x" certname = "y" }
nodes { and certname = "x" }
nodes { (certname = "x" }
nodes[certname { }
nodes[certname,] { }
nodes[nosuch] { }
nodes { nosuch = "x" }
nosuch { }
producers { }
fact_names { }
event_counts { }
nodes { limit }
nodes { limit x }
nodes { limit 0 }
nodes { order by }
nodes { order certname }
nodes { order by nosuch }
nodes { group by }
nodes[nosuch()] { }
nodes { certname ~ "(" }
nodes { certname > "x" }
nodes { certname ~> ["x"] }
nodes { certname in "x" }
nodes { certname in [] }
nodes { certname is nil }
nodes { certname in facts { name = "role" } }
nodes { latest_report_noop = yes }
nodes { certname = "web1.example.com" } nodes { }
NODES { }
nodes { certname = "web1.example.com" AND certname = "x" }
nodes { certname="web1.example.com"and report_environment="production" }
nodes[certname]{certname="web1.example.com"}
nodes[certname]{certname~"web" and(report_environment="production")}
nodes[certname] { certname ~ "web" order by certname, }
nodes[certname] { certname ~ "web" limit 2 group by certname }
'''


# Entities as in subqueries, with fields and values that they have.
TIME = "2026-03-02T10:02:00.000Z"
RANDOM = {
    "nodes": [("certname", WEB1), ("report_timestamp", TIME), ("latest_report_noop", True), ("latest_report_status", "failed"), ("report_environment", "testing"), ("facts_environment", "staging")],
    "facts": [("certname", DB1), ("name", "kernel"), ("name", "mixed"), ("value", "Linux"), ("value", 2), ("value", True), ("environment", "testing")],
    "fact_contents": [("certname", DB1), ("path", ["os", "family"]), ("name", "os"), ("value", "RedHat"), ("value", 4)],
    "factsets": [("certname", DB1), ("producer_timestamp", "2026-03-01T09:02:00.000Z"), ("environment", "production"), ("producer", "compiler1.example.com")],
    "inventory": [("certname", DB1), ("facts.os.family", "RedHat"), ("facts.mixed", 1), ("facts.load", 0.5), ("facts.is_virtual", True), ("trusted.extensions.pp_role", "db"), ("facts.networking.interfaces.eth0.bindings[1].address", "10.1.0.12")],
    "catalogs": [("certname", DB1), ("version", "v2"), ("producer_timestamp", "2026-03-02T09:31:00.000Z"), ("environment", "testing")],
    "resources": [("certname", DB1), ("type", "File"), ("title", "nginx"), ("tag", "fleet"), ("exported", True), ("line", 5), ("parameters.ensure", "file"), (["parameter", "ensure"], "running")],
    "edges": [("certname", DB1), ("source_type", "Class"), ("relationship", "before"), ("target_title", "nginx")],
    "reports": [("certname", DB1), ("status", "failed"), ("noop", False), ("end_time", TIME), ("report_format", 12), ("latest_report?", True), ("environment", "testing"), ("type", "plan")],
    "events": [("certname", DB1), ("status", "failure"), ("new_value", "running"), ("timestamp", "2026-03-02T10:01:05.050Z"), ("line", 5), ("containing_class", "Nginx"), ("latest_report?", True), ("resource_type", "File")],
}


def random_queries():
    """Nested conditions, the same in each run."""
    source = random.Random(2)

    def comparison(entity):
        field, value = source.choice(RANDOM[entity])
        operators = ["=", "=", "="]
        if isinstance(value, str) and field != "latest_report?":
            operators += ["~"] if "T" not in value[10:11] else [">", "<="]
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            operators += [">", "<="]
        operator = source.choice(operators)
        if source.random() < 0.1 and isinstance(field, str) and "." not in field and field != "latest_report?":
            return ["null?", field, source.random() < 0.5]
        if source.random() < 0.1 and field in ("certname", "name", "status", "type", "title", "environment"):
            return ["in", field, ["array", [value, source.choice(["x", WEB2, "os", "failed"])]]]
        return [operator, field, value]

    def condition(entity, depth):
        kind = source.randrange(4 if depth == 0 else 10)
        if kind < 4:
            return comparison(entity)
        if kind < 6:
            return ["and", condition(entity, depth - 1), condition(entity, depth - 1)]
        if kind < 7:
            return ["or", condition(entity, depth - 1), condition(entity, depth - 1)]
        if kind < 8:
            return ["not", condition(entity, depth - 1)]
        other = source.choice([name for name in RANDOM if name != entity])
        if kind < 9 and "resources" not in (entity, other):
            return ["subquery", other, condition(other, depth - 1)]
        if source.random() < 0.5:
            return ["in", "certname", ["extract", "certname", [f"select_{other}", condition(other, depth - 1)]]]
        return ["in", "certname", ["from", other, ["extract", ["certname"], condition(other, depth - 1)]]]

    cases = []
    for number in range(1200):
        entity = list(RANDOM)[number % len(RANDOM)]
        cases.append(case(entity.replace("_", "-"), ["extract", [COUNT, "certname"], condition(entity, 3), ["group_by", "certname"]]))
    return cases


def pql():
    cases = [case("", line) for line in PQL.splitlines() if line.strip()]
    return cases + [case("", "nodes[certname]\n{\n  certname ~ 'web'\n  and report_environment = 'production'\n}\n"), case("", "nodes {\n  certname = \n}"), case("", ""), case("", " ")]


def wrong_commands():
    """Commands with wrong parameters."""
    node = {"certname": "x.example.com", "producer_timestamp": "2026-03-09T00:00:00Z"}
    right = {"command": "deactivate_node", "version": "3", "certname": "x.example.com"}

    def send(body=node, **changes):
        parameters = {name: value for name, value in {**right, **changes}.items() if value is not None}
        return {"parameters": parameters, "body": body if isinstance(body, str) else json.dumps(body)}

    old = {"command": None, "version": None, "certname": None}
    return [
        send(), send(command="deactivate node"), send(version=None), send(certname=None), send(version=None, certname=None), send(nosuch="1"),
        send(command="nosuch"), send(command="nosuch", version="x"), send(version="x"), send(version="2"), send(version="1.5"), send(certname=""),
        send(certname="  "), send(command="replace_catalog", version="5"), send(command="replace_facts", version="3"), send(command="store_report", version="4"),
        send(command="replace_catalog_inputs", version="0"), send(**{"producer-timestamp": "2026-03-09T00:00:00Z"}), send(checksum="x"),
        send({"command": "deactivate node", "version": 3, "payload": node}, **old), send({"command": "deactivate node", "version": 3}, **old),
        send({"command": "deactivate node", "version": 3, "payload": "x"}, **old), send({"version": 3, "payload": node}, **old), send("x", **old), send({}, **old),
        send({"command": "nosuch", "version": 3, "payload": node}, **old), send({"command": "deactivate node", "version": 1, "payload": node}, **old),
        send({"command": "deactivate node", "version": 3, "payload": {}}, **old),
    ]


GROUPS = {"puppetboard": puppetboard, "collectors": collectors, "operators": operators, "paths": paths, "logic": logic, "extracts": extracts,
          "paging": paging, "counts": counts, "wrong": wrong, "root": root, "pql": pql,
          "random": random_queries}
