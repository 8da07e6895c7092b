"""Requests of the recordings, by group and in order."""

import hashlib
import json
import os
import urllib.parse

ROOT = os.path.dirname(os.path.abspath(__file__))
NODE = "node1.example.com"
ADMIN = "admin.example.com"
AGENT = {"X-Puppet-Version": "7.23.0", "User-Agent": "Puppet/7.23.0 Ruby/3.1.2-p20 (x86_64-linux-gnu)"}
GZIP = {"Accept-Encoding": "gzip;q=1.0,deflate;q=0.6,identity;q=0.3"}
RICH = "application/vnd.puppet.rich+json, application/json, text/pson"
JSON = "application/json, text/pson"
FORM = "application/x-www-form-urlencoded"
# Replaced by the ETag of the last response that had one.
ETAG = "$ETAG"
UUID = "11111111-2222-3333-4444-555555555555"
PRODUCTION = "environment=production"


def request(name, method, path, client=NODE, body=None, version=None, measurements=False, **headers):
    """Returns a request. Keywords name headers (`content_type` is Content-Type)."""
    fields = {key.replace("_", "-").title(): value for key, value in headers.items() if value is not None}
    return {"name": name, "client": client, "method": method, "path": path, "headers": fields, "body": body,
            "version": version, "measurements": measurements}


def get(name, path, client=NODE, **options):
    return request(name, "GET", path, client, **{"accept": "application/json", **options})


def agent(name, method, path, client=NODE, body=None, accept=JSON, content_type=None, gzip=False):
    """Returns a request with the headers of the agent."""
    result = request(name, method, path, client, body)
    result["headers"] = {**AGENT, "Accept": accept}
    if content_type:
        result["headers"]["Content-Type"] = content_type
    if gzip:
        result["headers"].update(GZIP)
    return result


def read(path):
    with open(f"{ROOT}/{path}", encoding="utf-8") as file:
        return file.read()


def facts(name=NODE, **changes):
    values = {"os": {"name": "Debian", "family": "Debian", "release": {"full": "12.11", "major": "12", "minor": "11"}},
              "kernel": "Linux", "hostname": name.split(".")[0], "fqdn": name, "clientcert": name,
              "clientversion": "7.23.0",
              "clientnoop": False, "environment": "production", "m": "custom fact", "m_external": "external fact",
              **changes}
    return {"name": name, "values": values, "timestamp": "2026-01-01T10:00:00.123456789+00:00",
            "expiration": "2026-01-01T10:30:00.123456789+00:00"}


def form(name=NODE, environment="production", facts_text=None, **changes):
    """Returns the body of a catalog request in the agent's order; `None` as a value leaves a field out."""
    text = json.dumps(facts(name), separators=(",", ":")) if facts_text is None else facts_text
    fields = {"facts_format": "application/json", "facts": urllib.parse.quote(text, safe=""),
        "environment": environment,
              "configured_environment": environment, "check_environment": "true", "transaction_uuid": UUID,
              "job_uuid": "",
              "static_catalog": "true", "checksum_type": "sha256.sha384.sha512.sha224.md5", **changes}
    return urllib.parse.urlencode({key: value for key, value in fields.items() if value is not None})


def catalog(name, node=NODE, environment="production", client=None, accept=RICH, content_type=FORM, gzip=False,
    path=None,
            body=None, **changes):
    query = f"?environment={environment}" if environment is not None else ""
    body = form(node, environment, **changes) if body is None else body
    return agent(name, "POST", path or f"/puppet/v3/catalog/{node}{query}", client or node, body, accept, content_type,
        gzip)


def catalogs():
    node = f"/puppet/v3/node/{NODE}"
    facts_path = f"/puppet/v3/facts/{NODE}?{PRODUCTION}"
    facts_text = json.dumps(facts())
    return [
        catalog("as the agent does"),
        catalog("with gzip", gzip=True),
        catalog("accept rich JSON only", accept="application/vnd.puppet.rich+json"),
        catalog("accept JSON only", accept="application/json"),
        catalog("accept PSON only", accept="text/pson"),
        catalog("accept rich PSON", accept="application/vnd.puppet.rich+pson"),
        catalog("accept JSON before rich JSON", accept="application/json, application/vnd.puppet.rich+json"),
        catalog("accept with weights", accept="application/json;q=0.5, application/vnd.puppet.rich+json;q=0.9"),
        catalog("accept everything", accept="*/*"),
        catalog("accept msgpack", accept="application/x-msgpack"),
        catalog("static catalog off", static_catalog="false"),
        catalog("checksum type md5", checksum_type="md5"),
        catalog("checksum type unknown", checksum_type="sha999"),
        catalog("without checksum type", checksum_type=None),
        catalog("without check of the environment", check_environment="false"),
        catalog("without configured environment", configured_environment=None),
        catalog("without transaction", transaction_uuid=None, job_uuid=None),
        catalog("with a job", job_uuid="1"),
        catalog("facts in PSON format", facts_format="pson"),
        catalog("facts encoded once", facts=json.dumps(facts())),
        catalog("other node", "node2.example.com"),
        catalog("failing manifest", "broken.example.com"),
        catalog("failing manifest, PSON", "broken.example.com", accept="text/pson"),
        catalog("syntax error", environment="syntax"),
        catalog("syntax error without check of the environment", environment="syntax", check_environment="false"),
        catalog("environment dev", environment="dev"),
        catalog("environment dev without check of the environment", environment="dev", check_environment="false"),
        catalog("unknown environment with check", environment="nope"),
        catalog("unknown environment without check", environment="nope", check_environment="false"),
        catalog("environment in the body only", path=f"/puppet/v3/catalog/{NODE}"),
        catalog("environments in query and body differ", path=f"/puppet/v3/catalog/{NODE}?environment=dev"),
        catalog("missing fact", facts_text=json.dumps(facts(os={"name": "Debian"}))),
        catalog("facts with other certname", facts_text=json.dumps(facts("node2.example.com"))),
        catalog("facts with unusual values",
            facts_text=json.dumps(facts(umlaut="ä €", empty="", nothing=None, list=[1, 2.5, True]))),
        agent("GET with stored facts", "GET", f"/puppet/v3/catalog/{NODE}?{PRODUCTION}", accept=RICH),
        agent("GET with facts in the query", "GET", f"/puppet/v3/catalog/{NODE}?{form()}", accept=RICH),
        agent("GET with the stored facts of another request", "GET",
            f"/puppet/v3/catalog/node2.example.com?{PRODUCTION}", "node2.example.com", accept=RICH),
        agent("GET without stored facts", "GET", f"/puppet/v3/catalog/{ADMIN}?{PRODUCTION}", ADMIN, accept=RICH),
        agent("node", "GET", f"{node}?{PRODUCTION}&configured_environment=production&transaction_uuid={UUID}"),
        agent("node, PSON", "GET", f"{node}?{PRODUCTION}", accept="text/pson"),
        agent("node, rich JSON", "GET", f"{node}?{PRODUCTION}", accept="application/vnd.puppet.rich+json"),
        agent("node in environment dev", "GET", f"{node}?environment=dev&configured_environment=dev"),
        agent("node in unknown environment", "GET", f"{node}?environment=nope&configured_environment=nope"),
        agent("node in environment syntax", "GET", f"{node}?environment=syntax"),
        agent("facts", "PUT", facts_path, body=facts_text, content_type="application/json"),
        agent("facts as PSON", "PUT", facts_path, body=facts_text, content_type="text/pson"),
        agent("facts as text", "PUT", facts_path, body=facts_text, content_type="text/plain"),
        agent("facts without content type", "PUT", facts_path, body=facts_text),
        agent("facts as form", "PUT", facts_path, body=form(), content_type=FORM),
        agent("facts with other name", "PUT", facts_path, body=json.dumps(facts("node2.example.com")),
            content_type="application/json"),
        agent("facts in unknown environment", "PUT", f"/puppet/v3/facts/{NODE}?environment=nope", body=facts_text,
            content_type="application/json"),
        agent("facts without environment", "PUT", f"/puppet/v3/facts/{NODE}", body=facts_text,
            content_type="application/json"),
        agent("facts malformed", "PUT", facts_path, body="{", content_type="application/json"),
        agent("facts empty", "PUT", facts_path, body="", content_type="application/json"),
        agent("facts GET", "GET", facts_path),
    ]


def files():
    base = "/puppet/v3/file_metadata/modules/m"
    many = "/puppet/v3/file_metadatas"
    content = "/puppet/v3/file_content"
    ignore = "ignore=.svn&ignore=CVS&ignore=.git&ignore=.hg"
    result = [agent("metadata as the agent does", "GET",
        f"{base}/a.txt?links=manage&checksum_type=sha256&source_permissions=ignore&{PRODUCTION}", gzip=True),
              agent("metadata without options", "GET", f"{base}/a.txt?{PRODUCTION}")]
    for checksum in ("md5", "md5lite", "sha1", "sha256", "sha256lite", "sha384", "sha512", "sha224", "mtime", "ctime",
        "none"):
        result.append(agent(f"metadata with checksum {checksum}", "GET",
            f"{base}/a.txt?{PRODUCTION}&checksum_type={checksum}"))
    for permissions in ("use", "ignore", "use_when_creating"):
        result.append(agent(f"metadata of executable, source_permissions {permissions}", "GET",
            f"{base}/run.sh?{PRODUCTION}&source_permissions={permissions}"))
    for links in ("follow", "manage"):
        result.append(agent(f"metadata of symbolic link, links {links}", "GET",
            f"{base}/link?{PRODUCTION}&links={links}"))
    for name, path in (("file with space", "with%20space.txt"), ("file with space as plus", "with+space.txt"),
        ("file with plus", "a+b.txt"),
                       ("file with encoded plus", "a%2Bb.txt"), ("file with umlaut", "%C3%A4.txt"),
                       ("file with raw umlaut", "ä.txt"),
                       ("empty file", "empty"), ("binary file", "binary"), ("directory", "sub"),
                       ("directory with slash", "sub/"),
                       ("file in directory", "sub/b.txt"), ("file in directory, encoded slash", "sub%2Fb.txt"),
                       ("missing", "missing.txt")):
        result.append(agent(f"metadata of {name}", "GET", f"{base}/{path}?{PRODUCTION}"))
        result.append(agent(f"content of {name}", "GET", f"{content}/modules/m/{path}?{PRODUCTION}",
            accept="application/octet-stream"))
    result += [
        agent("metadata of module's files directory", "GET", f"{base}?{PRODUCTION}"),
        agent("metadata of missing module", "GET", f"/puppet/v3/file_metadata/modules/none/a.txt?{PRODUCTION}"),
        agent("metadata, PSON", "GET", f"{base}/a.txt?{PRODUCTION}", accept="text/pson"),
        agent("metadata, rich JSON", "GET", f"{base}/a.txt?{PRODUCTION}", accept=RICH),
        agent("metadata in environment dev", "GET", "/puppet/v3/file_metadata/modules/n/n.txt?environment=dev"),
        agent("metadata in unknown environment", "GET", f"{base}/a.txt?environment=nope"),
        agent("metadata of fileserver.conf mount", "GET", f"/puppet/v3/file_metadata/extra/e.txt?{PRODUCTION}"),
        agent("content of fileserver.conf mount", "GET", f"{content}/extra/e.txt?{PRODUCTION}",
            accept="application/octet-stream"),
        agent("metadata of task", "GET", f"/puppet/v3/file_metadata/tasks/m/hi.sh?{PRODUCTION}"),
        agent("content of task", "GET", f"{content}/tasks/m/hi.sh?{PRODUCTION}", accept="application/octet-stream"),
        agent("content of script", "GET", f"{content}/scripts/m/script.sh?{PRODUCTION}",
            accept="application/octet-stream"),
        agent("metadatas of plugins directory as the agent does", "GET",
            f"{many}/plugins?recurse=false&links=manage&checksum_type=sha256&source_permissions=ignore&{PRODUCTION}",
            gzip=True),
        agent("metadatas of pluginfacts as the agent does", "GET",
            f"{many}/pluginfacts?recurse=true&max_files=-1&{ignore}&links=follow&checksum_type=sha256&source_permissions=use&{PRODUCTION}"),
        agent("metadatas of plugins as the agent does", "GET",
            f"{many}/plugins?recurse=true&max_files=-1&{ignore}&links=follow&checksum_type=sha256&source_permissions=ignore&{PRODUCTION}"),
        agent("metadatas of locales", "GET", f"{many}/locales?recurse=true&{PRODUCTION}"),
        agent("metadatas of plugins in environment dev", "GET", f"{many}/plugins?recurse=true&environment=dev"),
        agent("metadatas of pluginfacts in environment dev", "GET", f"{many}/pluginfacts?recurse=true&environment=dev"),
        agent("metadatas of plugins in unknown environment", "GET", f"{many}/plugins?recurse=true&environment=nope"),
        agent("metadatas as the agent does for a source", "GET",
            f"{many}/modules/m?recurse=true&max_files=0&links=manage&checksum_type=sha256&source_permissions=ignore&{PRODUCTION}"),
    ]
    for query in ("", "recurse=false", "recurse=true", "recurse=remote", "recurse=1", "recurse=true&recurselimit=1",
        "recurse=true&recurselimit=0", "recurselimit=1",
                  "recurse=true&ignore=sub", "recurse=true&ignore=sub&ignore=*.txt",
                  "recurse=true&ignore=%5B%22sub%22%5D", "recurse=true&ignore[]=sub",
                  "recurse=true&max_files=2", "recurse=true&max_files=-1", "recurse=true&max_files=0",
                  "recurse=true&links=follow",
                  "recurse=true&source_permissions=use", "recurse=true&checksum_type=none",
                  "recurse=true&checksum_type=mtime"):
        result.append(agent(f"metadatas with '{query}'", "GET",
            f"{many}/modules/m?{query}{'&' if query else ''}{PRODUCTION}"))
    result += [
        agent("metadatas of a file", "GET", f"{many}/modules/m/a.txt?recurse=true&{PRODUCTION}"),
        agent("metadatas of a missing directory", "GET", f"{many}/modules/m/missing?recurse=true&{PRODUCTION}"),
        agent("metadatas of a missing module", "GET", f"{many}/modules/none?recurse=true&{PRODUCTION}"),
        agent("metadatas of all modules", "GET", f"{many}/modules?recurse=true&{PRODUCTION}"),
        agent("content of plugin", "GET", f"{content}/plugins/facter/m.rb?{PRODUCTION}",
            accept="application/octet-stream", gzip=True),
        agent("content of plugin, deeper", "GET", f"{content}/plugins/puppet/functions/m/hello.rb?{PRODUCTION}",
            accept="application/octet-stream"),
        agent("content of plugin fact", "GET", f"{content}/pluginfacts/m.txt?{PRODUCTION}",
            accept="application/octet-stream"),
        agent("content of missing plugin", "GET", f"{content}/plugins/none.rb?{PRODUCTION}",
            accept="application/octet-stream"),
        agent("content of plugins directory", "GET", f"{content}/plugins?{PRODUCTION}",
            accept="application/octet-stream"),
        agent("content of symbolic link", "GET", f"{content}/modules/m/link?{PRODUCTION}",
            accept="application/octet-stream"),
        agent("content, accept everything", "GET", f"{content}/modules/m/a.txt?{PRODUCTION}", accept="*/*"),
        agent("content, accept JSON", "GET", f"{content}/modules/m/a.txt?{PRODUCTION}"),
        agent("content, accept binary", "GET", f"{content}/modules/m/a.txt?{PRODUCTION}", accept="binary"),
                agent("content with code_id", "GET", f"{content}/modules/m/a.txt?{PRODUCTION}&code_id=1",
                    accept="application/octet-stream"),
        agent("content in unknown environment", "GET", f"{content}/modules/m/a.txt?environment=nope",
            accept="application/octet-stream"),
        agent("static content without scripts", "GET",
            f"/puppet/v3/static_file_content/modules/m/files/a.txt?{PRODUCTION}&code_id=1",
            accept="application/octet-stream"),
        agent("static content without code_id", "GET",
            f"/puppet/v3/static_file_content/modules/m/files/a.txt?{PRODUCTION}", accept="application/octet-stream"),
        agent("static content without environment", "GET",
            "/puppet/v3/static_file_content/modules/m/files/a.txt?code_id=1", accept="application/octet-stream"),
        agent("static content outside of files", "GET",
            f"/puppet/v3/static_file_content/modules/m/manifests/init.pp?{PRODUCTION}&code_id=1",
            accept="application/octet-stream"),
    ]
    return result


def reports():
    path = f"/puppet/v3/report/{NODE}?{PRODUCTION}"
    report = read("requests/report.json")
    small = json.dumps({"host": NODE, "time": "2026-01-01T10:00:00.000000000+00:00", "report_format": 12})
    yaml = "--- !ruby/object:Puppet::Transaction::Report\nhost: node1.example.com\nreport_format: 12\nlogs: []\nmetrics: {}\nresource_statuses: {}\n"
    octets = "application/octet-stream"
    bucket = "/puppet/v3/file_bucket_file"
    md5 = hashlib.md5(b"\xff\x00").hexdigest()
    sha = "961b6dd3ede3cb8ecbaacbd68de040cd78eb2ed5889130cceb4c49268ea4d506"  # of 'a' and 'b'
    text = "bucket\n"
    sha_text = "277c4325c479b89399cdf199f6b07b876877c679897640e1d737e213e1af8b20"
    def put(name, body, content_type="application/json", target=path, client=NODE, accept=JSON):
        return agent(name, "PUT", target, client, body, accept, content_type)
    return [
        put("as the agent does", report),
        put("accept rich JSON", report, accept=RICH),
        put("accept PSON", report, accept="text/pson"),
        put("accept YAML", report, accept="text/yaml"),
        put("as PSON", report, "text/pson"),
        put("as application/x-pson", report, "application/x-pson"),
        put("as pson", report, "pson"),
        put("as YAML", yaml, "text/yaml"),
        put("as yaml", yaml, "yaml"),
        put("as rich JSON", report, "application/vnd.puppet.rich+json"),
        put("as text", report, "text/plain"),
        put("as octet stream", report, octets),
        put("as JSON with charset", report, "application/json; charset=utf-8"),
        put("without content type", report, None),
        put("with few keys", small),
        put("empty object", "{}"),
        put("array", "[]"),
        put("malformed", "{\"host\":"),
        put("empty", ""),
        put("not UTF-8", b"{\"host\": \"\xff\"}"),
        put("host of another node in the body", report.replace(NODE, "node2.example.com")),
        put("for another node", report, target=f"/puppet/v3/report/node2.example.com?{PRODUCTION}"),
        put("without environment", report, target=f"/puppet/v3/report/{NODE}"),
        put("in unknown environment", report, target=f"/puppet/v3/report/{NODE}?environment=nope"),
        put("in environment syntax", report, target=f"/puppet/v3/report/{NODE}?environment=syntax"),
        agent("POST", "POST", path, body=report, content_type="application/json"),
        agent("GET", "GET", path),
        agent("bucket HEAD before", "HEAD", f"{bucket}/sha256/{sha_text}?{PRODUCTION}", accept=octets),
        agent("bucket GET before", "GET", f"{bucket}/sha256/{sha_text}?{PRODUCTION}", accept=octets),
        agent("bucket PUT", "PUT", f"{bucket}/sha256/{sha_text}//tmp/bucket.txt?{PRODUCTION}", body=text, accept=octets,
            content_type=octets),
        agent("bucket PUT again", "PUT", f"{bucket}/sha256/{sha_text}//tmp/bucket.txt?{PRODUCTION}", body=text,
            accept=octets, content_type=octets),
        agent("bucket HEAD", "HEAD", f"{bucket}/sha256/{sha_text}//tmp/bucket.txt?{PRODUCTION}", accept=octets),
        agent("bucket HEAD with other path", "HEAD", f"{bucket}/sha256/{sha_text}//tmp/other.txt?{PRODUCTION}",
            accept=octets),
        agent("bucket HEAD without path", "HEAD", f"{bucket}/sha256/{sha_text}?{PRODUCTION}", accept=octets),
        agent("bucket GET", "GET", f"{bucket}/sha256/{sha_text}?{PRODUCTION}", accept=octets),
        agent("bucket GET by another node", "GET", f"{bucket}/sha256/{sha_text}?{PRODUCTION}", "node2.example.com",
            accept=octets),
        agent("bucket GET, accept JSON", "GET", f"{bucket}/sha256/{sha_text}?{PRODUCTION}"),
        agent("bucket GET, accept text", "GET", f"{bucket}/sha256/{sha_text}?{PRODUCTION}", accept="text/plain"),
        agent("bucket PUT empty", "PUT",
            f"{bucket}/sha256/e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855//tmp/empty?{PRODUCTION}",
            body="", accept=octets, content_type=octets),
        agent("bucket PUT binary", "PUT", f"{bucket}/md5/{md5}//tmp/binary?{PRODUCTION}", body=b"\xff\x00",
            accept=octets, content_type=octets),
        agent("bucket PUT md5", "PUT",
            f"{bucket}/md5/{hashlib.md5(b'md5' + bytes([10])).hexdigest()}//tmp/md5?{PRODUCTION}", body="md5\n",
            accept=octets, content_type=octets),
        agent("bucket PUT with other digest", "PUT", f"{bucket}/sha256/{sha}//tmp/x?{PRODUCTION}", body="other\n",
            accept=octets, content_type=octets),
        agent("bucket HEAD of the other digest", "HEAD", f"{bucket}/sha256/{sha}?{PRODUCTION}", accept=octets),
        agent("bucket GET of the content's own digest", "GET",
            f"{bucket}/sha256/{hashlib.sha256(b'other' + bytes([10])).hexdigest()}?{PRODUCTION}", accept=octets),
        agent("bucket PUT as text", "PUT", f"{bucket}/sha256/{sha}//tmp/x?{PRODUCTION}", body="x", accept=octets,
            content_type="text/plain"),
        agent("bucket GET diff", "GET", f"{bucket}/sha256/{sha_text}?{PRODUCTION}&diff_with={sha_text}", accept=octets),
        agent("bucket GET list", "GET", f"{bucket}/sha256/?{PRODUCTION}&list_all=true", accept=octets),
        agent("bucket without environment", "GET", f"{bucket}/sha256/{sha_text}", accept=octets),
        agent("bucket POST", "POST", f"{bucket}/sha256/{sha_text}?{PRODUCTION}", body=text, accept=octets,
            content_type=octets),
        agent("bucket DELETE", "DELETE", f"{bucket}/sha256/{sha_text}?{PRODUCTION}", accept=octets),
    ]


def environments():
    result = []
    for client in (NODE, ADMIN):
        short = client.split(".", maxsplit=1)[0]
        result += [
            get(f"environments, {short}", "/puppet/v3/environments", client),
            get(f"environment, {short}", "/puppet/v3/environment/production", client),
            get(f"environment_classes, {short}", f"/puppet/v3/environment_classes?{PRODUCTION}", client),
            get(f"environment_modules, {short}", f"/puppet/v3/environment_modules?{PRODUCTION}", client),
            get(f"environment_transports, {short}", f"/puppet/v3/environment_transports?{PRODUCTION}", client),
            get(f"tasks, {short}", f"/puppet/v3/tasks?{PRODUCTION}", client),
            get(f"task, {short}", f"/puppet/v3/tasks/m/hi?{PRODUCTION}", client),
            get(f"plans, {short}", f"/puppet/v3/plans?{PRODUCTION}", client),
        ]
    etag = "11e2a0a2a3aa8bd2"
    return result + [
        get("environments, PSON", "/puppet/v3/environments", accept="text/pson"),
        get("environments with environment parameter", f"/puppet/v3/environments?{PRODUCTION}"),
        get("environments, without Accept", "/puppet/v3/environments", accept=None),
        get("environments with slash", "/puppet/v3/environments/"),
        get("classes, If-None-Match of other content", f"/puppet/v3/environment_classes?{PRODUCTION}", ADMIN,
            if_none_match=etag),
        get("classes, If-None-Match equal", f"/puppet/v3/environment_classes?{PRODUCTION}", ADMIN, if_none_match=ETAG),
        get("classes, If-None-Match equal with gzip suffix", f"/puppet/v3/environment_classes?{PRODUCTION}", ADMIN,
            if_none_match=f"{ETAG}--gzip"),
        get("classes, If-None-Match in quotes", f"/puppet/v3/environment_classes?{PRODUCTION}", ADMIN,
            if_none_match=f'"{ETAG}"'),
        get("classes with gzip", f"/puppet/v3/environment_classes?{PRODUCTION}", ADMIN, accept_encoding="gzip"),
        get("classes, accept PSON", f"/puppet/v3/environment_classes?{PRODUCTION}", ADMIN, accept="text/pson"),
        get("classes of environment dev", "/puppet/v3/environment_classes?environment=dev", ADMIN),
        get("classes of environment syntax", "/puppet/v3/environment_classes?environment=syntax", ADMIN),
        get("classes of unknown environment", "/puppet/v3/environment_classes?environment=nope", ADMIN),
        get("classes of invalid environment", "/puppet/v3/environment_classes?environment=no-pe", ADMIN),
        get("classes without environment", "/puppet/v3/environment_classes", ADMIN),
        get("modules of all environments", "/puppet/v3/environment_modules", ADMIN),
        get("modules of environment dev", "/puppet/v3/environment_modules?environment=dev", ADMIN),
        get("modules of unknown environment", "/puppet/v3/environment_modules?environment=nope", ADMIN),
        get("modules of invalid environment", "/puppet/v3/environment_modules?environment=no-pe", ADMIN),
        get("transports of unknown environment", "/puppet/v3/environment_transports?environment=nope", ADMIN),
        get("tasks of unknown environment", "/puppet/v3/tasks?environment=nope", ADMIN),
        get("tasks without environment", "/puppet/v3/tasks", ADMIN),
        get("missing task", f"/puppet/v3/tasks/m/none?{PRODUCTION}", ADMIN),
        get("task of missing module", f"/puppet/v3/tasks/none/hi?{PRODUCTION}", ADMIN),
        get("environment unknown", "/puppet/v3/environment/nope", ADMIN),
        get("classes before the flush", f"/puppet/v3/environment_classes?{PRODUCTION}", ADMIN),
        request("flush the environment cache", "DELETE", "/puppet-admin-api/v1/environment-cache", ADMIN),
        request("flush one environment", "DELETE", f"/puppet-admin-api/v1/environment-cache?{PRODUCTION}", ADMIN),
        request("flush unknown environment", "DELETE", "/puppet-admin-api/v1/environment-cache?environment=nope",
            ADMIN),
        request("GET the environment cache", "GET", "/puppet-admin-api/v1/environment-cache", ADMIN),
        get("classes after the flush, If-None-Match equal", f"/puppet/v3/environment_classes?{PRODUCTION}", ADMIN,
            if_none_match=ETAG),
        request("catalog v4", "POST", "/puppet/v4/catalog", ADMIN,
            json.dumps({"certname": NODE, "environment": "production",
            "persistence": {"facts": False, "catalog": False}, "facts": {"values": facts()["values"]},
            "trusted_facts": {"values": {}}}), content_type="application/json"),
        request("catalog v4, missing fields", "POST", "/puppet/v4/catalog", ADMIN, "{}",
            content_type="application/json"),
        request("catalog v4, malformed", "POST", "/puppet/v4/catalog", ADMIN, "{", content_type="application/json"),
        request("catalog v4, failing manifest", "POST", "/puppet/v4/catalog", ADMIN,
            json.dumps({"certname": "broken.example.com", "environment": "production",
            "persistence": {"facts": False, "catalog": False}, "facts": {"values": {}},
            "trusted_facts": {"values": {}}}), content_type="application/json"),
    ]


def wrong():
    md = "/puppet/v3/file_metadata/modules/m/a.txt"
    sha = "277c4325c479b89399cdf199f6b07b876877c679897640e1d737e213e1af8b20"
    result = []
    for path in ("/", "/puppet", "/puppet/", "/puppet/v3", "/puppet/v3/", "/puppet/v3/none",
        f"/puppet/v3/none/x?{PRODUCTION}", "/puppet/v2/catalog/x", "/puppet/v4",
                 "/puppet/v3/status/x", f"/puppet/v3/status/x?{PRODUCTION}", "/v2.0/environments",
                 f"/production/catalog/{NODE}", f"/production/node/{NODE}", "/production/status/x",
                 "/production/file_metadata/modules/m/a.txt",
                 "/production/certificate/ca", "/production/certificate_revocation_list/ca", "/puppet-ca",
                 "/puppet-ca/v1", "/puppet-ca/v1/none", "/puppet-ca/v2/certificate/ca",
                 "/puppet-admin-api/v1/environment-cache",
                 "/puppet-admin-api/v1/jruby-pool", "/puppet-admin-api/v1/jruby-pool/thread-dump", "/metrics/v1/mbeans",
                 "/metrics/v2/list", "/favicon.ico", "/status", "/status/v1", "/status/v2/simple",
                 f"/puppet/v3/resource/x?{PRODUCTION}", f"/puppet/v3/resource_type/x?{PRODUCTION}",
                 f"/puppet/v3/compile?{PRODUCTION}", f"/puppet/v3/key/x?{PRODUCTION}",
                 f"/puppet/v3/certificate/ca?{PRODUCTION}",
                 f"/puppet/v3/facts_search/search?{PRODUCTION}", f"/puppet/v3/catalogs/{NODE}?{PRODUCTION}",
                 f"/puppet/v3/nodes/{NODE}?{PRODUCTION}", f"/puppet/v3/file_contents/modules/m/a.txt?{PRODUCTION}",
                 f"/Puppet/v3/node/{NODE}?{PRODUCTION}"):
        result.append(get(f"path {path}", path))
    for path in ("/puppet/v3/nowhere", "/status/v1/simple", "/puppet-ca/v1/certificate/ca"):
        for client in (NODE, None):
            result.append(request(f"POST {path} as {client}", "POST", path, client, "x", content_type="text/plain"))
    for method, path in (("POST", f"/puppet/v3/node/{NODE}?{PRODUCTION}"),
        ("PUT", f"/puppet/v3/node/{NODE}?{PRODUCTION}"), ("DELETE", f"/puppet/v3/node/{NODE}?{PRODUCTION}"),
                         ("PUT", f"/puppet/v3/catalog/{NODE}?{PRODUCTION}"),
                         ("DELETE", f"/puppet/v3/catalog/{NODE}?{PRODUCTION}"),
                         ("HEAD", f"/puppet/v3/catalog/{NODE}?{PRODUCTION}"),
                         ("POST", f"{md}?{PRODUCTION}"), ("PUT", f"{md}?{PRODUCTION}"),
                         ("DELETE", f"{md}?{PRODUCTION}"), ("HEAD", f"{md}?{PRODUCTION}"),
                         ("POST", f"/puppet/v3/file_content/modules/m/a.txt?{PRODUCTION}"),
                         ("HEAD", f"/puppet/v3/file_content/modules/m/a.txt?{PRODUCTION}"),
                         ("POST", "/puppet/v3/environments"), ("DELETE", f"/puppet/v3/report/{NODE}?{PRODUCTION}"),
                         ("OPTIONS", f"/puppet/v3/node/{NODE}?{PRODUCTION}"),
                         ("PATCH", f"/puppet/v3/node/{NODE}?{PRODUCTION}"),
                         ("TRACE", f"/puppet/v3/node/{NODE}?{PRODUCTION}"),
                         ("BREW", f"/puppet/v3/node/{NODE}?{PRODUCTION}")):
        result.append(request(f"{method} {path}", method, path, body="" if method in ("POST", "PUT") else None,
            accept="application/json"))
    for name, path in (("node", f"/puppet/v3/node/{NODE}"), ("catalog", f"/puppet/v3/catalog/{NODE}"), ("metadata", md),
        ("metadatas", "/puppet/v3/file_metadatas/plugins"),
                       ("content", "/puppet/v3/file_content/modules/m/a.txt")):
        result += [get(f"{name} without environment", path),
            get(f"{name} with empty environment", f"{path}?environment="),
            get(f"{name} in unknown environment", f"{path}?environment=nope"),
                   get(f"{name} in invalid environment", f"{path}?environment=a-b"),
                   get(f"{name} in environment with path", f"{path}?environment=../production"),
                   get(f"{name} with two environments", f"{path}?environment=dev&environment=production")]
    for name, path in (("dots", f"modules/m/../m/a.txt"), ("dots above files", "modules/m/../manifests/init.pp"),
        ("dots above root", "modules/m/../../../../../../../../etc/passwd"),
        ("encoded dots", "modules/m/%2e%2e/manifests/init.pp"),
                       ("encoded dots and slash", "modules/m/..%2fmanifests%2finit.pp"),
                       ("encoded dots twice", "modules/m/%252e%252e/manifests/init.pp"),
                       ("dots as module", "modules/../m/a.txt"), ("single dot", "modules/m/./a.txt"),
                       ("double slash", "modules//m/a.txt"), ("double slash inside", "modules/m//a.txt"),
                       ("leading double slash", "/modules/m/a.txt"),
                       ("backslash", "modules/m/..%5cmanifests%5cinit.pp"), ("NUL", "modules/m/a.txt%00"),
                       ("newline", "modules/m/a%0a.txt"),
                       ("invalid UTF-8", "modules/m/%ff.txt"), ("invalid percent", "modules/m/%zz.txt"),
                       ("unknown mount", "nowhere/a.txt"), ("mount without path", "modules"),
                       ("mount with slash", "modules/"), ("module only", "modules/m"), ("no mount", ""),
                       ("upper case mount", "Modules/m/a.txt"), ("invalid mount", "mod-ules/a.txt"),
                       ("invalid module name", "modules/M/a.txt"), ("absolute path", "/etc/passwd"),
                       ("private mount", "private/a.txt")):
        result.append(get(f"metadata with {name}", f"/puppet/v3/file_metadata/{path}?{PRODUCTION}"))
        result.append(get(f"content with {name}", f"/puppet/v3/file_content/{path}?{PRODUCTION}",
            accept="application/octet-stream"))
    for name, path in (("double slash before version", f"//puppet/v3/node/{NODE}?{PRODUCTION}"),
        ("double slash inside", f"/puppet//v3/node/{NODE}?{PRODUCTION}"),
        ("double slash before name", f"/puppet/v3/node//{NODE}?{PRODUCTION}"),
                       ("trailing slash", f"/puppet/v3/node/{NODE}/?{PRODUCTION}"),
                       ("dots", f"/puppet/v3/node/../node/{NODE}?{PRODUCTION}"),
                       ("encoded dots", f"/puppet/v3/node/%2e%2e/node/{NODE}?{PRODUCTION}"),
                       ("dots to another node", f"/puppet/v3/node/{NODE}/../node2.example.com?{PRODUCTION}"),
                       ("encoded slash", f"/puppet/v3%2Fnode/{NODE}?{PRODUCTION}"),
                       ("name encoded", f"/puppet/v3/node/node1%2Eexample.com?{PRODUCTION}"),
                       ("semicolon", f"/puppet/v3/node/{NODE};x=1?{PRODUCTION}"),
                       ("fragment", f"/puppet/v3/node/{NODE}?{PRODUCTION}#x"),
                       ("without name", f"/puppet/v3/node/?{PRODUCTION}"),
                       ("without name and slash", f"/puppet/v3/node?{PRODUCTION}"),
                       ("upper case name", f"/puppet/v3/node/Node1.example.com?{PRODUCTION}"),
                       ("name with encoded slash", f"/puppet/v3/node/a%2Fb?{PRODUCTION}"),
                       ("name with space", f"/puppet/v3/node/a%20b?{PRODUCTION}"),
                       ("full URL as path", f"https://localhost:8140/puppet/v3/node/{NODE}?{PRODUCTION}"),
                       ("unencoded space", f"/puppet/v3/node/{NODE} x?{PRODUCTION}"), ("asterisk", "*")):
        result.append(get(f"node with {name}", path))
    other = "node2.example.com"
    result += [get("node of another node", f"/puppet/v3/node/{other}?{PRODUCTION}"),
        get("node of the admin by a node", f"/puppet/v3/node/{ADMIN}?{PRODUCTION}"),
        get("node of a node by the admin", f"/puppet/v3/node/{NODE}?{PRODUCTION}", ADMIN),
               catalog("catalog of another node", other, client=NODE),
               catalog("catalog of a node by the admin", NODE, client=ADMIN),
               agent("facts of another node", "PUT", f"/puppet/v3/facts/{other}?{PRODUCTION}", NODE,
                   json.dumps(facts(other)), content_type="application/json"),
               agent("report of another node", "PUT", f"/puppet/v3/report/{other}?{PRODUCTION}", NODE, "{}",
                   content_type="application/json")]
    for client in (None, "revoked.example.com"):
        for method, path, body in (("GET", f"/puppet/v3/node/{NODE}?{PRODUCTION}", None),
            ("POST", f"/puppet/v3/catalog/{NODE}?{PRODUCTION}", "x=1"),
            ("PUT", f"/puppet/v3/facts/{NODE}?{PRODUCTION}", "{}"),
            ("PUT", f"/puppet/v3/report/{NODE}?{PRODUCTION}", "{}"),
                                   ("GET", f"{md}?{PRODUCTION}", None),
                                   ("GET", f"/puppet/v3/file_metadatas/plugins?{PRODUCTION}", None),
                                   ("GET", f"/puppet/v3/file_content/modules/m/a.txt?{PRODUCTION}", None),
                                   ("GET", f"/puppet/v3/static_file_content/x?{PRODUCTION}&code_id=1", None),
                                   ("GET", f"/puppet/v3/file_bucket_file/sha256/{sha}?{PRODUCTION}", None),
                                   ("GET", "/puppet/v3/environments", None),
                                   ("GET", f"/puppet/v3/environment_classes?{PRODUCTION}", None),
                                   ("GET", f"/puppet/v3/tasks?{PRODUCTION}", None),
                                   ("POST", "/puppet/v4/catalog", "{}"),
                                   ("GET", "/puppet-ca/v1/certificate_statuses/all", None),
                                   ("GET", f"/puppet-ca/v1/certificate_status/{NODE}", None),
                                   ("GET", "/puppet-ca/v1/expirations", None),
                                   ("GET", "/puppet-ca/v1/certificate/ca", None), ("GET", "/status/v1/simple", None),
                                   ("DELETE", "/puppet-admin-api/v1/environment-cache", None),
                                   ("GET", "/metrics/v2/list", None)):
            result.append(request(f"{'no certificate' if client is None else 'revoked certificate'}: {method} {path}",
                method, path, client, body, accept="application/json"))
            if client and len([r for r in result if r["client"] == client]) >= 2:
                break
    result += [
        request("forged header X-Client-DN", "GET", f"/puppet/v3/node/{NODE}?{PRODUCTION}", None,
            accept="application/json", x_client_verify="SUCCESS", x_client_dn=f"CN={NODE}"),
        catalog("catalog without facts", facts=None), catalog("catalog without facts_format", facts_format=None),
        catalog("catalog with malformed facts", facts_text="{"), catalog("catalog with empty facts", facts=""),
        catalog("catalog with facts null", facts_text="null"), catalog("catalog with facts array", facts_text="[]"),
        catalog("catalog with facts without values", facts_text=json.dumps({"name": NODE})),
        catalog("catalog with facts without name", facts_text=json.dumps({"values": {}})),
        catalog("catalog with unsupported facts_format", facts_format="text/csv"),
        catalog("catalog with facts_format yaml", facts_format="yaml", facts_text="--- {}"),
        catalog("catalog with facts_format b64_zlib_yaml", facts_format="b64_zlib_yaml"),
        catalog("catalog with empty body", body=""), catalog("catalog with unsupported Accept", accept="text/csv"),
        catalog("catalog with invalid Accept", accept="nonsense"),
        catalog("catalog without content type", content_type=None),
        catalog("catalog with JSON content type", content_type="application/json"),
        catalog("catalog with JSON body", content_type="application/json", body=json.dumps({"facts": facts()})),
        catalog("catalog with text content type", content_type="text/plain"),
        catalog("catalog with multipart content type", content_type="multipart/form-data; boundary=x",
            body="--x--\r\n"),
        catalog("catalog with invalid percent",
            body="facts_format=application%2Fjson&facts=%zz&environment=production"),
        catalog("catalog with not UTF-8 facts",
            body="facts_format=application%2Fjson&facts=%ff&environment=production"),
        catalog("catalog with bad static_catalog", static_catalog="maybe"),
        catalog("catalog with bad transaction_uuid", transaction_uuid="not a uuid"),
        catalog("catalog with environment empty in query and body", environment=""),
        catalog("catalog with invalid environment", environment="a-b", check_environment="false"),
        catalog("catalog without environment at all", environment=None, configured_environment=None,
            check_environment=None),
        catalog("catalog in environment with path in query and body", environment="../../etc",
            check_environment="false"),
    ]
    result += [catalog("catalog of a name in upper case", "Node1.example.com", client=NODE),
        agent("report of a name in upper case", "PUT", f"/puppet/v3/report/Node1.example.com?{PRODUCTION}", NODE, "{}",
        content_type="application/json")]
    without_accept = catalog("catalog without Accept")
    del without_accept["headers"]["Accept"]
    result.append(without_accept)
    for name, path in (("bad checksum_type", f"{md}?{PRODUCTION}&checksum_type=sha999"),
        ("empty checksum_type", f"{md}?{PRODUCTION}&checksum_type="), ("bad links", f"{md}?{PRODUCTION}&links=maybe"),
        ("bad source_permissions", f"{md}?{PRODUCTION}&source_permissions=maybe"),
                       ("bad recurse", f"/puppet/v3/file_metadatas/modules/m?{PRODUCTION}&recurse=maybe"),
                       ("negative recurselimit",
                           f"/puppet/v3/file_metadatas/modules/m?{PRODUCTION}&recurse=true&recurselimit=-1"),
                       ("recurselimit as text",
                           f"/puppet/v3/file_metadatas/modules/m?{PRODUCTION}&recurse=true&recurselimit=x"),
                       ("max_files as text",
                           f"/puppet/v3/file_metadatas/modules/m?{PRODUCTION}&recurse=true&max_files=x"),
                       ("bad ignore", f"/puppet/v3/file_metadatas/modules/m?{PRODUCTION}&recurse=true&ignore=%5B"),
                       ("unknown parameter", f"{md}?{PRODUCTION}&unknown=1"),
                       ("parameter ip", f"{md}?{PRODUCTION}&ip=1.2.3.4&node=other"),
                       ("parameter without value", f"{md}?{PRODUCTION}&links"),
                       ("query with invalid percent", f"{md}?{PRODUCTION}&links=%zz"),
                       ("query not UTF-8", f"{md}?{PRODUCTION}&links=%ff")):
        result.append(get(f"file with {name}", path))
    for accept in ("text/csv", "nonsense", "application/octet-stream", "text/yaml", "yaml", "pson", "json", "s",
        "text/html", "application/json;q=0", ""):
        result.append(get(f"metadata, Accept '{accept}'", f"{md}?{PRODUCTION}", accept=accept))
    result += [get("metadata without Accept", f"{md}?{PRODUCTION}", accept=None),
        get("content without Accept", f"/puppet/v3/file_content/modules/m/a.txt?{PRODUCTION}", accept=None),
        get("node without Accept", f"/puppet/v3/node/{NODE}?{PRODUCTION}", accept=None),
        get("node, Accept everything", f"/puppet/v3/node/{NODE}?{PRODUCTION}", accept="*/*")]
    for name, path in (("unknown algorithm", f"crc32/{sha}"), ("digest too short", "sha256/abc"),
        ("digest with other characters", f"sha256/{'z' * 64}"), ("upper case digest", f"sha256/{sha.upper()}"),
        ("no digest", "sha256/"), ("no algorithm", sha), ("dots", "sha256/../../x"),
        ("md5 digest as sha256", f"sha256/{'0' * 32}")):
        result.append(agent(f"bucket GET with {name}", "GET", f"/puppet/v3/file_bucket_file/{path}?{PRODUCTION}",
            accept="application/octet-stream"))
        result.append(agent(f"bucket PUT with {name}", "PUT", f"/puppet/v3/file_bucket_file/{path}?{PRODUCTION}",
            body="x", accept="application/octet-stream", content_type="application/octet-stream"))
    result += [
        get("query of 5000 characters", f"{md}?{PRODUCTION}&x={'a' * 5000}"),
        get("query of 20000 characters", f"{md}?{PRODUCTION}&x={'a' * 20000}"),
        get("header of 20000 characters", f"{md}?{PRODUCTION}", x_long="a" * 20000),
        get("file name of 300 characters", f"/puppet/v3/file_metadata/modules/m/{'a' * 300}?{PRODUCTION}"),
        get("HTTP/1.0", f"{md}?{PRODUCTION}", version="1.0", host="localhost"),
        get("HTTP/1.0 without Host", f"{md}?{PRODUCTION}", version="1.0"),
        get("unknown Host", f"{md}?{PRODUCTION}", host="other.example.com:1"),
        get("Connection close", f"{md}?{PRODUCTION}", connection="close"),
        get("GET with body", f"{md}?{PRODUCTION}", body="x=1", content_type=FORM),
        get("Expect 100-continue with another value", f"{md}?{PRODUCTION}", expect="200-maybe"),
        get("Accept-Encoding unknown", f"{md}?{PRODUCTION}", accept_encoding="br"),
        get("Accept-Language de", f"/puppet/v3/node/{other}?{PRODUCTION}", accept_language="de"),
        get("X-Puppet-Version old", f"{md}?{PRODUCTION}", x_puppet_version="2.7.0"),
        get("X-HTTP-Method-Override", f"/puppet/v3/node/{NODE}?{PRODUCTION}", x_http_method_override="DELETE"),
        get("Range", f"/puppet/v3/file_content/modules/m/a.txt?{PRODUCTION}", range="bytes=0-0",
            accept="application/octet-stream"),
        get("If-None-Match any", f"{md}?{PRODUCTION}", if_none_match="*"),
        request("gzip as request's encoding", "PUT", f"/puppet/v3/report/{NODE}?{PRODUCTION}", body=b"\x1f\x8b\x08\x00",
            content_type="application/json", content_encoding="gzip", accept="application/json"),
    ]
    return result


def csr(name):
    return read(f"requests/{name}.pem")


def ca():
    base = "/puppet-ca/v1"
    text = {"accept": "text/plain"}
    def put_request(name, certname, file, client=None, body=None, **headers):
        return request(name, "PUT", f"{base}/certificate_request/{certname}", client,
            csr(file) if body is None else body, **{"accept": "text/plain", "content_type": "text/plain", **headers})
    def status(name, certname, state=None, client=ADMIN, body=None, **headers):
        body = json.dumps({"desired_state": state, **(body or {})}) if not isinstance(body, str) else body
        return request(name, "PUT", f"{base}/certificate_status/{certname}", client, body,
            **{"accept": "application/json", "content_type": "application/json", **headers})
    def show(name, certname, client=ADMIN, **headers):
        return get(name, f"{base}/certificate_status/{certname}", client, **headers)
    def clean(name, body, client=ADMIN):
        return request(name, "PUT", f"{base}/clean", client, body, accept="application/json",
            content_type="application/json")
    new = "new1.example.com"
    result = []
    for client in (None, NODE, ADMIN):
        short = client.split(".", maxsplit=1)[0] if client else "no certificate"
        result += [
            get(f"CA certificate, {short}", f"{base}/certificate/ca", client, **text),
            get(f"certificate of a node, {short}", f"{base}/certificate/{NODE}", client, **text),
            get(f"certificate of unknown name, {short}", f"{base}/certificate/nobody.example.com", client, **text),
            get(f"CRL, {short}", f"{base}/certificate_revocation_list/ca", client, **text),
            get(f"request of unknown name, {short}", f"{base}/certificate_request/nobody.example.com", client, **text),
            show(f"status of a node, {short}", NODE, client),
            get(f"statuses, {short}", f"{base}/certificate_statuses/all", client),
            get(f"expirations, {short}", f"{base}/expirations", client),
            clean(f"clean of unknown name, {short}", json.dumps({"certnames": ["nobody.example.com"]}), client),
            status(f"sign unknown name, {short}", "nobody.example.com", "signed", client),
            status(f"revoke unknown name, {short}", "nobody.example.com", "revoked", client),
            request(f"delete unknown name, {short}", "DELETE", f"{base}/certificate_status/nobody.example.com", client,
                accept="application/json"),
            request(f"delete request of unknown name, {short}", "DELETE",
                f"{base}/certificate_request/nobody.example.com", client),
            request(f"replace the CRL, {short}", "PUT", f"{base}/certificate_revocation_list", client, "nonsense",
                content_type="text/plain"),
            request(f"sign, {short}", "POST", f"{base}/sign", client, json.dumps({"certnames": ["nobody.example.com"]}),
                content_type="application/json"),
            request(f"sign all, {short}", "POST", f"{base}/sign/all", client, "{}", content_type="application/json"),
            request(f"renewal, {short}", "POST", f"{base}/certificate_renewal", client, "", content_type="text/plain"),
        ]
    result += [
        get("CRL, If-Modified-Since long ago", f"{base}/certificate_revocation_list/ca", None,
            if_modified_since="Thu, 01 Jan 2015 00:00:00 GMT", **text),
        get("CRL, If-Modified-Since in the future", f"{base}/certificate_revocation_list/ca", None,
            if_modified_since="Fri, 01 Jan 2100 00:00:00 GMT", **text),
        get("CRL, If-Modified-Since malformed", f"{base}/certificate_revocation_list/ca", None,
            if_modified_since="yesterday", **text),
        get("CRL of another name", f"{base}/certificate_revocation_list/other", None, **text),
        get("CRL, accept JSON", f"{base}/certificate_revocation_list/ca", None),
        get("CA certificate, accept JSON", f"{base}/certificate/ca", None),
        get("CA certificate, without Accept", f"{base}/certificate/ca", None, accept=None),
        get("CA certificate with environment", f"{base}/certificate/ca?{PRODUCTION}", None, **text),
        get("CA certificate, If-Modified-Since in the future", f"{base}/certificate/ca", None,
            if_modified_since="Fri, 01 Jan 2100 00:00:00 GMT", **text),
        get("certificate with slash in name", f"{base}/certificate/a/b", None, **text),
        get("certificate with dots", f"{base}/certificate/..%2fca_key", None, **text),
        get("certificate of revoked name", f"{base}/certificate/revoked.example.com", None, **text),
        get("certificate with upper case name", f"{base}/certificate/Node1.example.com", None, **text),
        get("certificate without name", f"{base}/certificate/", None, **text),
        put_request("request: new", new, "new1"), put_request("request: again", new, "new1"),
        put_request("request: same name, other key", new, "other-key-new1"),
        get("request: read", f"{base}/certificate_request/{new}", None, **text),
        get("request: certificate before signing", f"{base}/certificate/{new}", None, **text),
        show("status of a request", new), get("statuses with a request", f"{base}/certificate_statuses/all", ADMIN),
        put_request("request: name with a certificate", NODE, "node1-again"),
        put_request("request: name with a certificate, by the node itself", NODE, "node1-again", NODE),
        put_request("request: revoked name", "revoked.example.com", "revoked-again"),
        show("status of a revoked name with a request", "revoked.example.com"),
        get("request: of revoked name", f"{base}/certificate_request/revoked.example.com", None, **text),
        put_request("request: malformed", "new2.example.com", None, body="nonsense"),
        put_request("request: empty", "new2.example.com", None, body=""),
        put_request("request: a certificate", "new2.example.com", None,
            body=read("ca-directory/ca/signed/node1.example.com.pem")),
        put_request("request: two requests", "new2.example.com", None, body=csr("new2") + csr("new3")),
        put_request("request: cut", "new2.example.com", None, body=csr("new2")[:300]),
        put_request("request: other name than in the path", "new2.example.com", "new3"),
        put_request("request: upper case", "Upper.example.com", "upper"),
        put_request("request: upper case, lower case in the path", "upper.example.com", "upper"),
        put_request("request: without name", "no-name.example.com", "no-name"),
        put_request("request: wildcard", "*.example.com", "wildcard"),
        put_request("request: underscore", "a_b.example.com", "underscore"),
        put_request("request: bad signature", "new5.example.com", "bad-signature"),
        put_request("request: alternative names", "alt.example.com", "alt"),
        put_request("request: authorization extension", "auth.example.com", "auth"),
        put_request("request: role extension", "role.example.com", "role"),
        put_request("request: unknown extension", "unknown-extension.example.com", "unknown-extension"),
        put_request("request: CA extension", "ca-true.example.com", "ca-true"),
        put_request("request: challenge password", "challenge.example.com", "challenge"),
        put_request("request: elliptic curve", "ec.example.com", "ec"),
        put_request("request: small key", "small.example.com", "small"),
        put_request("request: without content type", "new2.example.com", "new2", content_type=None),
        put_request("request: JSON content type, accept JSON", "new3.example.com", "new3",
            content_type="application/json", accept="application/json"),
        put_request("request: POST", "new4.example.com", "new4"),
        put_request("request: second", "new4.example.com", "new4"),
        put_request("request: with environment", f"new5.example.com?{PRODUCTION}", "new5"),
        get("statuses", f"{base}/certificate_statuses/all", ADMIN),
        get("statuses, requested", f"{base}/certificate_statuses/all?state=requested", ADMIN),
        get("statuses, signed", f"{base}/certificate_statuses/all?state=signed", ADMIN),
        get("statuses, revoked", f"{base}/certificate_statuses/all?state=revoked", ADMIN),
        get("statuses, unknown state", f"{base}/certificate_statuses/all?state=lost", ADMIN),
        get("statuses, any key", f"{base}/certificate_statuses/any_key", ADMIN),
        get("statuses without key", f"{base}/certificate_statuses/", ADMIN),
        get("statuses without slash", f"{base}/certificate_statuses", ADMIN),
        get("statuses, PSON", f"{base}/certificate_statuses/all", ADMIN, accept="text/pson"),
        get("statuses, YAML", f"{base}/certificate_statuses/all", ADMIN, accept="text/yaml"),
        get("statuses, without Accept", f"{base}/certificate_statuses/all", ADMIN, accept=None),
        show("status, PSON", NODE, accept="text/pson"), show("status, accept everything", NODE, accept="*/*"),
        show("status, text", NODE, accept="text/plain"), show("status, YAML", NODE, accept="text/yaml"),
        show("status, without Accept", NODE, accept=None), show("status of unknown name", "nobody.example.com"),
        show("status with upper case name", "Node1.example.com"), show("status of the admin", ADMIN),
        show("status of ca", "ca"),
        status("sign: a request", new, "signed"), get("sign: certificate", f"{base}/certificate/{new}", None, **text),
        get("sign: request afterwards", f"{base}/certificate_request/{new}", None, **text), show("sign: status", new),
        status("sign: again", new, "signed"), put_request("sign: request for the signed name, same key", new, "new1"),
        status("sign: with time to live", "new3.example.com", "signed", body={"cert_ttl": 3600}),
        get("sign: certificate with time to live", f"{base}/certificate/new3.example.com", None, **text),
        status("sign: with time to live as text", "new4.example.com", "signed", body={"cert_ttl": "1d"}),
        status("sign: with negative time to live", "new4.example.com", "signed", body={"cert_ttl": -1}),
        status("sign: alternative names", "alt.example.com", "signed"),
        status("sign: authorization extension", "auth.example.com", "signed"),
        status("sign: role extension", "role.example.com", "signed"),
        get("sign: certificate with role", f"{base}/certificate/role.example.com", None, **text),
        show("sign: status with role", "role.example.com"),
        status("sign: unknown extension", "unknown-extension.example.com", "signed"),
        status("sign: CA extension", "ca-true.example.com", "signed"),
        status("sign: challenge password", "challenge.example.com", "signed"),
        status("sign: elliptic curve", "ec.example.com", "signed"),
        get("sign: certificate with elliptic curve", f"{base}/certificate/ec.example.com", None, **text),
        status("sign: small key", "small.example.com", "signed"),
        status("state: unknown", new, "lost"), status("state: missing", new, body="{}"),
        status("state: malformed", new, body="{"), status("state: empty body", new, body=""),
        status("state: array", new, body="[]"),
        status("state: content type text", new, "revoked", content_type="text/plain"),
        status("state: content type PSON", "new2.example.com", "signed", content_type="text/pson"),
        status("state: without content type", "new5.example.com", "signed", content_type=None),
        request("state: POST", "POST", f"{base}/certificate_status/{new}", ADMIN, "{}",
            content_type="application/json"),
        status("revoke: a request", "alt.example.com", "revoked"), status("revoke: a certificate", new, "revoked"),
        show("revoke: status", new), status("revoke: again", new, "revoked"),
        get("revoke: CRL", f"{base}/certificate_revocation_list/ca", None, **text),
        status("sign: a revoked certificate", new, "signed"), status("revoke: by a node", NODE, "revoked", NODE),
        status("sign: by a node", "new4.example.com", "signed", NODE),
        put_request("revoke: request for the revoked name", new, "new1"),
        get("revoke: certificate", f"{base}/certificate/{new}", None, **text),
        request("delete: a certificate", "DELETE", f"{base}/certificate_status/{new}", ADMIN,
            accept="application/json"),
        request("delete: again", "DELETE", f"{base}/certificate_status/{new}", ADMIN, accept="application/json"),
        request("delete: a request", "DELETE", f"{base}/certificate_status/auth.example.com", ADMIN,
            accept="application/json"),
        request("delete: request endpoint", "DELETE", f"{base}/certificate_request/alt.example.com", ADMIN),
        request("delete: by a node", "DELETE", f"{base}/certificate_status/role.example.com", NODE),
        show("delete: status", new), put_request("delete: request afterwards", new, "new1"),
        clean("clean: one", json.dumps({"certnames": ["role.example.com"]})),
        clean("clean: two, one unknown", json.dumps({"certnames": ["ec.example.com", "nobody.example.com"]})),
        clean("clean: a request", json.dumps({"certnames": [new]})),
        clean("clean: async", json.dumps({"certnames": ["small.example.com"], "async": False})),
        clean("clean: empty list", json.dumps({"certnames": []})), clean("clean: no list", "{}"),
        clean("clean: malformed", "{"), clean("clean: by a node", json.dumps({"certnames": [NODE]}), NODE),
        clean("clean: extra key", json.dumps({"certnames": ["new3.example.com"], "x": 1})),
        clean("clean: text as list", json.dumps({"certnames": "new3.example.com"})),
        get("CRL at the end", f"{base}/certificate_revocation_list/ca", None, **text),
        get("statuses at the end", f"{base}/certificate_statuses/all", ADMIN),
        get("expirations at the end", f"{base}/expirations", NODE),
    ]
    for entry in result:
        if entry["name"] == "request: POST":
            entry["method"] = "POST"
    return result


def static():
    """Returns the requests to a server with the settings code-id-command and code-content-command."""
    octets = "application/octet-stream"
    path = "/puppet/v3/static_file_content"
    result = [catalog("static catalog as the agent does"), catalog("not a static catalog", static_catalog="false"),
        catalog("static catalog without checksum type", checksum_type=None),
        catalog("static catalog with checksum md5", checksum_type="md5"),
              catalog("static catalog with unknown checksum", checksum_type="sha999"),
              catalog("static catalog, accept JSON", accept="application/json"),
              catalog("static catalog of environment dev", environment="dev"),
              catalog("static catalog of environment statics", environment="statics"),
              catalog("static catalog of environment statics, md5", environment="statics", checksum_type="md5"),
              catalog("static catalog of environment statics, missing source", "node2.example.com", environment="statics"),
              catalog("static catalog of environment without static catalogs", environment="unversioned"),
              catalog("static catalog of another node", "node2.example.com"),
              agent("GET of a catalog", "GET", f"/puppet/v3/catalog/{NODE}?{PRODUCTION}", accept=RICH),
              agent("GET of a static catalog", "GET", f"/puppet/v3/catalog/{NODE}?{form()}", accept=RICH),
              get("environments", "/puppet/v3/environments"), get("tasks", f"/puppet/v3/tasks?{PRODUCTION}"),
              get("task", f"/puppet/v3/tasks/m/hi?{PRODUCTION}")]
    for name, file, code in (("file", "modules/m/files/a.txt", "code-production-1"),
        ("executable", "modules/m/files/run.sh", "code-production-1"),
        ("binary", "modules/m/files/binary", "code-production-1"),
        ("empty file", "modules/m/files/empty", "code-production-1"),
                             ("file with space", "modules/m/files/with%20space.txt", "code-production-1"),
                             ("file with plus", "modules/m/files/a+b.txt", "code-production-1"),
                             ("file with umlaut", "modules/m/files/%C3%A4.txt", "code-production-1"),
                             ("file in a directory", "modules/m/files/sub/b.txt", "code-production-1"),
                             ("plugin", "modules/m/lib/facter/m.rb", "code-production-1"),
                             ("task", "modules/m/tasks/hi.sh", "code-production-1"),
                             ("script", "modules/m/scripts/script.sh", "code-production-1"),
                             ("plugin fact", "modules/m/facts.d/m.txt", "code-production-1"),
                             ("manifest", "modules/m/manifests/init.pp", "code-production-1"),
                             ("template", "modules/m/templates/content.epp", "code-production-1"),
                             ("site manifest", "manifests/site.pp", "code-production-1"),
                             ("missing file", "modules/m/files/none", "code-production-1"),
                             ("directory", "modules/m/files/sub", "code-production-1"),
                             ("other code_id", "modules/m/files/a.txt", "code-production-0"),
                             ("invalid code_id", "modules/m/files/a.txt", "a%20b"),
                             ("empty code_id", "modules/m/files/a.txt", ""),
                             ("dots", "modules/m/files/../manifests/init.pp", "code-production-1"),
                             ("encoded dots", "modules/m/files/%2e%2e/manifests/init.pp", "code-production-1"),
                             ("double slash", "modules/m/files//a.txt", "code-production-1"),
                             ("no path", "", "code-production-1")):
        result.append(agent(f"static content: {name}", "GET", f"{path}/{file}?code_id={code}&{PRODUCTION}",
            accept=octets))
    return result + [
        agent("static content: unknown environment", "GET",
            f"{path}/modules/m/files/a.txt?code_id=code-nope-1&environment=nope", accept=octets),
        agent("static content: accept JSON", "GET",
            f"{path}/modules/m/files/a.txt?code_id=code-production-1&{PRODUCTION}"),
        request("static content: without Accept", "GET",
            f"{path}/modules/m/files/a.txt?code_id=code-production-1&{PRODUCTION}"),
        agent("static content: no certificate", "GET",
            f"{path}/modules/m/files/a.txt?code_id=code-production-1&{PRODUCTION}", None, accept=octets),
    ]


def status():
    base = "/status/v1"
    result = [get(f"{path}", f"{base}/{path}", None) for path in ("simple", "simple/", "simple/server", "simple/master",
        "simple/ca", "simple/pe-master", "simple/status-service", "simple/none", "services/server", "services/ca",
        "services/none", "services/status-service",
                                                                  "services/server?level=critical",
                                                                  "services/server?level=none",
                                                                  "services/server?service_status_version=1",
                                                                  "services/server?service_status_version=9",
                                                                  "services?level=critical", "services?level=info",
                                                                  "services?level=none", "services?timeout=5",
                                                                  "services?timeout=x", "none", "")]
    result.append(get("services", f"{base}/services", None))
    for level in ("info", "debug"):
        result.append(get(f"services, {level}, measurements replaced", f"{base}/services?level={level}", None,
            measurements=True))
    result += [get("simple with certificate", f"{base}/simple"),
        get("simple, accept text", f"{base}/simple", None, accept="text/plain"),
        get("simple without Accept", f"{base}/simple", None, accept=None),
        request("simple HEAD", "HEAD", f"{base}/simple", None),
        request("simple POST", "POST", f"{base}/simple", None, ""),
               get("metrics v1", "/metrics/v1/mbeans", ADMIN), get("metrics v2", "/metrics/v2/version", NODE),
               get("metrics v2 without certificate", "/metrics/v2/version", None),
               get("metrics v2, admin", "/metrics/v2/read/java.lang:type=Memory/none", ADMIN)]
    return result


ALL = {"catalogs": catalogs(), "files": files(), "reports": reports(), "environments": environments(), "wrong": wrong(),
    "status": status(), "ca": ca(),
       "static": static()}
