"""The commands that the recorded queries are about: deterministic, with every kind of fact, resource, event and report."""

import uuid

NAMESPACE = uuid.UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")
PRODUCERS = ["compiler1.example.com", "compiler2.example.com"]


def identifier(text):
    return str(uuid.uuid5(NAMESPACE, text))


def time(day, hour, minute=0, second="00.000"):
    return f"2026-03-{day:02}T{hour:02}:{minute:02}:{second}Z"


def facts_of(number, name):
    """Returns the facts of a node."""
    family, system = [("Debian", "Debian"), ("RedHat", "CentOS"), ("Debian", "Ubuntu")][number % 3]
    facts = {
        "os": {"family": family, "name": system, "architecture": "amd64",
               "release": {"major": str(9 + number), "full": f"{9 + number}.{number}"}},
        "kernel": "Linux",
        "kernelversion": f"5.{number}.0",
        "networking": {"fqdn": name, "ip": f"10.0.0.{10 + number}", "interfaces": {
            "lo": {"mtu": 65536, "bindings": [{"address": "127.0.0.1"}]},
            "eth0": {"mtu": 1500, "bindings": [{"address": f"10.0.0.{10 + number}", "netmask": "255.255.255.0"},
                                               {"address": f"10.1.0.{10 + number}", "netmask": "255.255.0.0"}]}}},
        "processors": {"count": 2 ** (number % 4), "models": ["Xeon", "Xeon"][:1 + number % 2]},
        "memory": {"system": {"total_bytes": 4 * 1024 ** 3 + number, "capacity": 12.5 + number}},
        "processorcount": 2 ** (number % 4),
        "load": 0.25 * number,
        "is_virtual": number % 2 == 0,
        "ipaddress": f"10.0.0.{10 + number}",
        "fqdn": name,
        "rack": f"{number:03}",
        "trusted": {"authenticated": "remote", "certname": name, "domain": "example.com",
                    "extensions": {"pp_role": ["web", "db"][number % 2], "1.3.6.1.4.1.34380.1.1.9": "x"}},
    }
    # Facts of some nodes only, and facts with a type that depends on the node.
    if number % 2:
        facts["role"] = "database"
        facts["mixed"] = number
    else:
        facts["mixed"] = f"text {number}"
    if number == 0:
        facts |= {"nothing": None, "empty_list": [], "empty_hash": {}, "my.dotted": "dots", "unicode": "grüße ☃",
                  "quote": 'say "hi"', "backslash": "a\\b", "big": 12345678901, "negative": -5, "exponent": 1.5e-7,
                  "lines": "first\nsecond", "deep": {"a": {"b": [{"c": [1, 2, {"d": "end"}]}]}}}
    if number == 3:
        facts |= {"zero": 0, "no": False, "numbers": [1, 2.5, -3], "strings": ["a", "b", "10"], "0digit": "x",
                  "hash": {"1": "one", "key with space": True, "null": None}}
    return facts


def resource(kind, title, parameters=None, tags=(), exported=False, file="/etc/puppetlabs/code/site.pp", line=None):
    own = {kind.lower(), *tags}
    if title.isidentifier():
        own.add(title.lower())
    found = {"type": kind, "title": title, "parameters": parameters or {}, "tags": sorted(own),
             "exported": exported, "file": file if line else None, "line": line}
    # The terminus leaves out what is not known.
    return {key: value for key, value in found.items() if value is not None}


def edge(source, target, relationship):
    parts = [dict(zip(("type", "title"), side)) for side in (source, target)]
    return {"source": parts[0], "target": parts[1], "relationship": relationship}


def catalog_of(number, name, version):
    """Returns resources and edges of a node."""
    main, package, conf, service = ("Class", "Main"), ("Package", "nginx"), ("File", "/etc/nginx.conf"), ("Service", "nginx")
    resources = [
        resource("Stage", "main", {"name": "main"}),
        resource("Class", "Settings"),
        resource("Class", "Main", {"name": "main"}),
        resource("Class", "Nginx", {"port": 80 + number, "servers": ["a", "b"], "options": {"ssl": True, "ciphers": None}},
                 ["nginx"], line=1),
        resource("Package", "nginx", {"ensure": ["installed", "latest", "1.22.1-9"][number % 3]}, ["class", "nginx"], line=3),
        resource("File", "/etc/nginx.conf", {"ensure": "file", "owner": "root", "mode": "0644", "backup": False,
                                             "content": f"worker {number};\n"}, ["class", "nginx", "config"], line=5),
        resource("Service", "nginx", {"ensure": "running", "enable": True}, ["class", "nginx"], line=9),
        resource("Exec", "reload", {"command": "/bin/true", "refreshonly": True, "tries": 3, "try_sleep": 0.5},
                 ["class", "nginx"], line=12),
        resource("Host", name, {"ip": f"10.0.0.{10 + number}"}, ["fleet"], exported=True, line=20),
        resource("File", f"/srv/{name}", {"ensure": "file", "content": name, "tag": "fleet"}, ["fleet", "class::a"],
                 exported=True, line=21),
    ]
    if number % 2:
        resources.append(resource("Notify", "odd", {"message": f"version {version}"}, line=30,
                                  file="/etc/puppetlabs/code/modules/odd/manifests/init.pp"))
    edges = [
        edge(("Stage", "main"), main, "contains"), edge(("Stage", "main"), ("Class", "Settings"), "contains"),
        edge(main, ("Class", "Nginx"), "contains"), edge(("Class", "Nginx"), package, "contains"),
        edge(("Class", "Nginx"), conf, "contains"), edge(("Class", "Nginx"), service, "contains"),
        edge(package, conf, "before"), edge(conf, package, "required-by"), edge(conf, service, "notifies"),
        edge(service, ("Exec", "reload"), "notifies"), edge(("Exec", "reload"), service, "subscription-of"),
    ]
    return resources, edges


def event(status, when, name="file_changed", **values):
    found = {"status": status, "timestamp": when, "property": None, "new_value": None, "old_value": None,
             "message": None, "corrective_change": False, "name": name}
    return found | values


def report_resource(kind, title, when, events=(), path=None, skipped=False, line=5):
    return {"skipped": skipped, "timestamp": when, "resource_type": kind, "resource_title": title,
            "file": "/etc/puppetlabs/code/site.pp" if line else None, "line": line,
            "containment_path": path or ["Stage[main]", "Nginx", f"{kind}[{title}]"], "corrective_change": False,
            "events": list(events)}


def resources_of(outcome, day, number):
    """Returns the resources of a report with an outcome."""
    when = [time(day, 10, 1, f"{second:02}.{second:02}0") for second in range(60)]
    if outcome == "unchanged":
        return []
    if outcome == "noop":
        return [report_resource("File", "/etc/nginx.conf", when[1], [
            event("noop", when[2], property="content", old_value="{sha256}aa", new_value="{sha256}bb",
                  message="current_value '{sha256}aa', should be '{sha256}bb' (noop)")]),
                report_resource("Service", "nginx", when[3], [event("noop", when[3], "service_changed", property="ensure",
                                old_value="stopped", new_value="running", message="would have started")])]
    found = [
        report_resource("File", "/etc/nginx.conf", when[1], [
            event("success", when[2], "content_changed", property="content", old_value="{sha256}aa",
                  new_value="{sha256}bb", message="content changed '{sha256}aa' to '{sha256}bb'"),
            event("success", when[2], "mode_changed", property="mode", old_value="0600", new_value="0644",
                  message="mode changed '0600' to '0644'", corrective_change=number == 1)]),
        report_resource("Exec", "reload", when[4], [event("success", when[5], "refresh", property="returns",
                        old_value="notrun", new_value=["0"], message="executed successfully")]),
        report_resource("Schedule", "daily", when[6], path=["Schedule[daily]"], line=None),
    ]
    if outcome == "failed":
        found += [
            report_resource("Package", "nginx", when[7], [event("failure", when[8], "package_changed", property="ensure",
                            old_value="absent", new_value={"version": 1, "also": [True, None]},
                            message="Could not install: grüße ☃")]),
            report_resource("Service", "nginx", when[9], [event("failure", when[9], "service_changed", property="ensure",
                            old_value=5, new_value=True, message="Skipped because of failed dependencies")]),
            report_resource("User", "app", when[10], skipped=True, path=["Stage[main]", "App::Users", "App", "User[app]"]),
            report_resource("Notify", "plain", when[11], [event("success", when[11], "defined", property=None,
                            old_value=None, new_value=None, message=None)], path=["Stage[main]", "Notify[plain]"]),
        ]
    return found


def metric(category, name, value):
    return {"category": category, "name": name, "value": value}


def log(level, message, when, source="Puppet", file=None, line=None):
    return {"level": level, "message": message, "source": source, "tags": [level, "site"], "time": when,
            "file": file, "line": line}


def report(name, number, day, outcome, **changes):
    resources = resources_of(outcome, day, number)
    status = {"noop": "unchanged"}.get(outcome, outcome)
    found = {
        "certname": name, "puppet_version": ["7.23.0", "8.1.0"][number % 2], "report_format": 12,
        "configuration_version": str(1700000000 + day), "start_time": time(day, 10, 0), "end_time": time(day, 10, 2),
        "producer_timestamp": time(day, 10, 3, "01.500"), "producer": PRODUCERS[number % 2],
        "corrective_change": number == 1, "resources": resources, "noop": outcome == "noop",
        "noop_pending": outcome == "noop", "transaction_uuid": identifier(f"{name} {day}"),
        "catalog_uuid": identifier(f"catalog {name} {day}"), "code_id": [None, "abc123"][number % 2], "job_id": None,
        "cached_catalog_status": "not_used", "environment": ["production", "testing"][number % 2], "status": status,
        "metrics": [metric("resources", "total", 10 + number), metric("resources", "changed", len(resources)),
                    metric("time", "total", 1.25 + number), metric("events", "total", 2)],
        "logs": [log("notice", f"Applied catalog in {number}.5 seconds", time(day, 10, 2)),
                 log("err", "it failed", time(day, 10, 1), "/Stage[main]/Nginx/Package[nginx]", "/a.pp", 3)][:1 + (outcome == "failed")],
    }
    return found | changes


def command(name, version, certname, timestamp, payload):
    return {"command": name, "version": version, "certname": certname, "producer_timestamp": timestamp, "payload": payload}


NODES = ["web1.example.com", "db1.example.com", "web2.example.com", "db2.example.com", "WEB3.example.com"]


def commands():
    """Returns all commands in the order in which they are sent."""
    found = []
    for number, name in enumerate(NODES):
        environment, producer = ["production", "testing"][number % 2], PRODUCERS[number % 2]
        found.append(command("replace_facts", 5, name, time(1, 9, number), {
            "certname": name, "environment": environment, "producer": producer, "producer_timestamp": time(1, 9, number),
            "values": facts_of(number, name)}))
        for version in (1, 2):
            resources, edges = catalog_of(number, name, version)
            found.append(command("replace_catalog", 9, name, time(version, 9, 30 + number), {
                "certname": name, "version": f"v{version}", "environment": environment, "producer": producer,
                "transaction_uuid": identifier(f"{name} {version}"), "catalog_uuid": identifier(f"catalog {name} {version}"),
                "code_id": [None, "abc123"][number % 2], "job_id": [None, "7"][number % 2],
                "producer_timestamp": time(version, 9, 30 + number), "resources": resources, "edges": edges}))
        outcomes = [["changed", "unchanged"], ["changed", "failed"], ["noop", "noop"], ["unchanged"], ["failed", "changed"]][number]
        for day, outcome in enumerate(outcomes, 1):
            one = report(name, number, day, outcome)
            found.append(command("store_report", 8, name, one["producer_timestamp"], one))
    # A report that comes late, a plan's report, a report that comes twice.
    late = report(NODES[1], 1, 1, "failed", start_time=time(1, 1), end_time=time(1, 1, 1), producer_timestamp=time(1, 1, 2),
                  transaction_uuid=identifier("late"), job_id="42", cached_catalog_status="explicitly_requested")
    plan = report(NODES[0], 0, 3, "changed", type="plan", transaction_uuid=identifier("plan"), configuration_version="plan")
    again = report(NODES[3], 3, 1, "unchanged")
    found += [command("store_report", 8, one["certname"], one["producer_timestamp"], one) for one in (late, plan, again)]
    # Nodes with one kind of data only.
    only = ["facts.example.com", "catalog.example.com", "report.example.com"]
    found.append(command("replace_facts", 5, only[0], time(4, 1), {
        "certname": only[0], "environment": "staging", "producer": None, "producer_timestamp": time(4, 1),
        "values": {"kernel": "Darwin", "os": {"family": "Darwin"}, "trusted": {}}}))
    found.append(command("replace_catalog", 9, only[1], time(4, 2), {
        "certname": only[1], "version": "1", "environment": "staging", "producer": None, "transaction_uuid": None,
        "catalog_uuid": None, "code_id": None, "producer_timestamp": time(4, 2),
        "resources": [resource("Class", "Main"), resource("Host", "shared", {"ip": "::1"}, ["fleet"], exported=True)],
        "edges": []}))
    one = report(only[2], 5, 4, "unchanged", environment="reporting", producer=None, transaction_uuid=None,
                 catalog_uuid=None, code_id=None, status=None, noop=None, noop_pending=None, cached_catalog_status=None,
                 corrective_change=None, metrics=[], logs=[])
    found.append(command("store_report", 8, only[2], one["producer_timestamp"], one))
    # A node that is gone, and one that came back.
    for name in ("gone.example.com", "back.example.com"):
        found.append(command("replace_facts", 5, name, time(5, 1), {
            "certname": name, "environment": "production", "producer": PRODUCERS[0], "producer_timestamp": time(5, 1),
            "values": {"kernel": "Linux", "role": "gone"}}))
        resources, edges = catalog_of(6, name, 1)
        found.append(command("replace_catalog", 9, name, time(5, 2), {
            "certname": name, "version": "v1", "environment": "production", "producer": PRODUCERS[0],
            "transaction_uuid": identifier(name), "catalog_uuid": identifier(f"catalog {name}"), "code_id": None,
            "job_id": None, "producer_timestamp": time(5, 2), "resources": resources, "edges": edges}))
        one = report(name, 6, 5, "failed")
        found.append(command("store_report", 8, name, one["producer_timestamp"], one))
        found.append(command("deactivate_node", 3, name, time(6, 1), {"certname": name, "producer_timestamp": time(6, 1)}))
    found.append(command("replace_facts", 5, "back.example.com", time(7, 1), {
        "certname": "back.example.com", "environment": "production", "producer": PRODUCERS[0], "producer_timestamp": time(7, 1),
        "values": {"kernel": "Linux", "role": "back"}}))
    # Older facts than the stored ones are ignored; a catalog with its inputs.
    found.append(command("replace_facts", 5, NODES[0], time(1, 8), {
        "certname": NODES[0], "environment": "production", "producer": PRODUCERS[0], "producer_timestamp": time(1, 8),
        "values": {"kernel": "older"}}))
    found.append(command("replace_catalog_inputs", 1, NODES[0], time(2, 9), {
        "certname": NODES[0], "producer_timestamp": time(2, 9), "catalog_uuid": identifier(f"catalog {NODES[0]} 2"),
        "inputs": [["hiera", "nginx::port"], ["hiera", "common"]]}))
    return found
