#!/usr/bin/env python3
"""Recorder of puppetserver's answers to the requests listed in `groups.py`.

    record.py [--output DIRECTORY] [--group NAME]... [--keep-running]

Restores the server's directories from `ca-directory/`, starts puppetserver on 127.0.0.1:8140, sends the requests of
every group in order and writes one JSON file per group. The requests of all groups share one server, so a group's
answers can depend on the earlier requests. The group 'static' uses a server with the settings code-id-command and
code-content-command. `agent.json` and `cli.json` hold the requests of `puppet agent` and `puppetserver ca`, logged by
`proxy.py`.

Placeholders. Values that differ between two recordings are replaced, in all texts of responses and of the tools'
requests:

    $CODE               codedir (`code/`)
    $SERVER             directory of the server's own files (`ps/`)
    $AGENT              directory of the agent's own files (`agent/`)
    $TIME(FORM)         a time; FORM is its text with every digit replaced by 0 and names of days and months by 'Day'
                        and 'Mon'; times before 2026 are constants and stay
    $EPOCH              a time in seconds since 1970, also as part of a longer text and where JSON has a number
    $UUID               a UUID, unless a request of `groups.py` contains it
    $FILE(NAME)         the whole content of a file: `ca-directory/NAME` or `requests/NAME`
    $PEM(TEXT)          another certificate, certificate request or CRL, as openssl prints it without keys, signatures
                        and with times replaced
    $FINGERPRINT(BITS)  fingerprint of a certificate or request which is not in `ca-directory/` or `requests/`
    $ADDRESS            address of an object in a Ruby or Java text
    $ETAG               ETag of the classes of an environment, which depends on the codedir's path; in a request the one
                        of the last response that had one
    $FACTS, $REPORT     facts and report of the real agent (`agent.json`)
    $VALUE              a number or text of /status/v1/services that is a measurement or the machine's

A response `{"error": "TLS: certificate rejected"}` is a failed handshake. A body `{"same_as": NAME}` is equal to the
body of the earlier response NAME of the file. Lists of file metadata are sorted by `relative_path` and `path`, lists of
certificates by `name`: their order is the file system's. The headers Date and Content-Length are left out. A body with
Content-Encoding gzip is recorded decompressed.
"""

import argparse
import base64
import gzip
import hashlib
import http.client
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.parse

import groups

ROOT = os.path.dirname(os.path.abspath(__file__))
PS = f"{ROOT}/ps"
PEM = re.compile(r"-----BEGIN (CERTIFICATE REQUEST|CERTIFICATE|X509 CRL)-----.*?-----END \1-----\n?", re.S)
UUID = re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b")
TIMES = re.compile(
    r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:UTC| UTC|Z| ?[+-]\d\d:?\d\d)?"
    r"|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (?:[A-Z][a-z]{2}) \d{4} \d\d:\d\d:\d\d (?:GMT|UTC)"
    r"|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4} GMT")
EPOCH = re.compile(r"\b(?:1[789]|2[012])\d{8}\b")
ADDRESS = re.compile(r"\b0x[0-9a-f]{6,16}\b|(?<=[a-z]@)[0-9a-f]{6,8}\b")
FINGERPRINT = re.compile(r"\b(?:[0-9A-F]{2}:){19,63}[0-9A-F]{2}\b")


class Connection(http.client.HTTPSConnection):
    """Connection that sends any path and can use HTTP/1.0."""

    def _validate_path(self, url):
        pass

    def _encode_request(self, request):
        return request.encode("utf-8")


def pem_files():
    """Returns the PEM files of the repository: content to name."""
    files = {}
    for directory in ("ca-directory", "requests"):
        for parent, _, names in sorted(os.walk(f"{ROOT}/{directory}")):
            for name in sorted(names):
                path = os.path.join(parent, name)
                if name.endswith((".pem", ".json")) and "private" not in parent and "key" not in name:
                    with open(path, encoding="ascii") as file:
                        files.setdefault(file.read().strip(), os.path.relpath(path, f"{ROOT}/{directory}"))
    return files


def fingerprints(files):
    """Returns the fingerprints of the known certificates and requests in the form of the CA's answers."""
    known = set()
    for content in files:
        for match in PEM.finditer(content):
            data = base64.b64decode("".join(match.group(0).strip().split("\n")[1:-1]))
            for algorithm in ("sha1", "sha256", "sha512"):
                digest = hashlib.new(algorithm, data).hexdigest().upper()
                known.add(":".join(digest[i:i + 2] for i in range(0, len(digest), 2)))
    return known


class Normal:
    """Replaces volatile values by placeholders."""

    def __init__(self):
        self.files = pem_files()
        self.fingerprints = fingerprints(self.files)
        self.uuids = set(UUID.findall(json.dumps(groups.ALL, default=str)))

    def text(self, text):
        if text.strip() in self.files:
            return f"$FILE({self.files[text.strip()]})"
        text = PEM.sub(self.pem, text)
        for path, name in ((f"{ROOT}/code", "$CODE"), (PS, "$SERVER"), (f"{ROOT}/agent", "$AGENT")):
            text = text.replace(path, name).replace(urllib.parse.quote(path, safe=""), name)
        text = TIMES.sub(self.time, text)
        text = UUID.sub(lambda match: match[0] if match[0] in self.uuids else "$UUID", text)
        text = EPOCH.sub("$EPOCH", text)
        text = ADDRESS.sub("$ADDRESS", text)
        return FINGERPRINT.sub(self.fingerprint, text)

    def time(self, match):
        years = re.findall(r"\b\d{4}\b", match[0])
        if years and int(years[0]) < 2026:
            return match[0]
        form = re.sub(r"\d", "0", match[0])
        form = re.sub(r"^(Mon|Tue|Wed|Thu|Fri|Sat|Sun),", "Day,", form)
        form = re.sub(r"(\.0+)", lambda fraction: fraction[0], form)
        return f"$TIME({re.sub(r'(?<= )[A-Z][a-z]{2}(?= )|^[A-Z][a-z]{2}(?= )', 'Mon', form)})"

    def fingerprint(self, match):
        return match[0] if match[0] in self.fingerprints else f"$FINGERPRINT({match[0].count(':') * 8 + 8})"

    def pem(self, match):
        if match[0].strip() in self.files:
            return f"$FILE({self.files[match[0].strip()]})\n"
        command = {"CERTIFICATE": ["x509"], "CERTIFICATE REQUEST": ["req"], "X509 CRL": ["crl"]}[match[1]]
        options = ["-certopt", "no_pubkey,no_sigdump"] if command == ["x509"] else []
        options = ["-reqopt", "no_pubkey,no_sigdump"] if command == ["req"] else options
        run = subprocess.run(["openssl", *command, "-noout", "-text", *options], input=match[0], text=True,
                             capture_output=True, check=False)
        if run.returncode:
            return match[0]
        lines = [line for line in run.stdout.rstrip().split("\n")
            if not re.match(r"^\s+(?:[0-9a-f]{2}:){8,}|^\s+(?:[0-9A-F]{2}:){19}[0-9A-F]{2}$",
            line)]
        text = re.sub(r"\n *Signature Value:.*", "", "\n".join(lines), flags=re.S)
        return f"$PEM({text})\n"

    def value(self, value):
        if isinstance(value, dict):
            return {self.text(key): self.value(element) for key, element in value.items()}
        if isinstance(value, list):
            elements = [self.value(element) for element in value]
            if elements and all(isinstance(element, dict) and "relative_path" in element for element in elements):
                elements.sort(key=lambda element: (str(element["relative_path"]), str(element["path"])))
            if elements and all(isinstance(element, dict) and "fingerprints" in element for element in elements):
                elements.sort(key=lambda element: element["name"])
            return elements
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, (int, float)) and not isinstance(value, bool) and 1_700_000_000 <= value < 2_300_000_000:
            return "$EPOCH"
        return value

    def body(self, body, content_type=""):
        """Returns a body as JSON, text or base64."""
        try:
            text = body.decode()
        except UnicodeDecodeError:
            return {"base64": base64.b64encode(body).decode()}
        if re.search(r"json|pson", content_type or "") and text:
            try:
                return {"json": self.value(json.loads(text))}
            except ValueError:
                pass
        return {"text": self.text(text)}


def measurements(value, key=""):
    """Replaces the measurements of the debug level of the status by `$VALUE`."""
    if isinstance(value, dict):
        return {name: measurements(element, name) for name, element in value.items()}
    if isinstance(value, list):
        return ["$VALUE"]
    if isinstance(value, bool) or key in ("state", "detail_level", "service_version", "service_status_version",
        "service_name"):
        return value
    return "$VALUE" if isinstance(value, (int, float, str)) else value


def context(client):
    """Returns the TLS context of a client: a certificate's name or None."""
    result = ssl.create_default_context(cafile=f"{PS}/ssl/certs/ca.pem")
    if client:
        result.load_cert_chain(f"{PS}/ssl/certs/{client}.pem", f"{PS}/ssl/private_keys/{client}.pem")
    return result


def send(request, etag=""):
    """Sends a request and returns the response's status, headers and body."""
    connection = Connection("localhost", 8140, context=context(request["client"]), timeout=180)
    if request.get("version") == "1.0":
        connection._http_vsn, connection._http_vsn_str = 10, "HTTP/1.0"
    body = request["body"]
    data = body.encode() if isinstance(body, str) else body
    headers = dict(request["headers"])
    connection.putrequest(request["method"], request["path"], skip_host="Host" in headers, skip_accept_encoding=True)
    for key, value in headers.items():
        connection.putheader(key, value.replace("$ETAG", etag))
    if data is not None and "Content-Length" not in headers:
        connection.putheader("Content-Length", str(len(data)))
    connection.endheaders(data)
    response = connection.getresponse()
    return response.status, response.reason, response.getheaders(), response.read()


def recorded_request(normal, request):
    entry = {"name": request["name"], "client": request["client"], "method": request["method"]}
    if request.get("version"):
        entry["version"] = request["version"]
    entry["path"], entry["headers"] = request["path"], request["headers"]
    body = request["body"]
    if body is not None:
        data = body.encode() if isinstance(body, str) else body
        kept = normal.body(data)
        # Times of the requests' bodies are constant.
        entry["body"] = kept if "text" not in kept or kept["text"].startswith("$FILE(") else {"text": data.decode()}
    return entry


def recorded_response(normal, status, headers, body):
    fields = {}
    for key, value in headers:
        if key.lower() not in ("date", "content-length"):
            fields[key] = re.sub(r"^[0-9a-f]+", "$ETAG", value) if key.lower() == "etag" else normal.text(value)
    if fields.get("Content-Encoding") == "gzip":
        body = gzip.decompress(body)
    response = {"status": status, "headers": fields}
    if body:
        response["body"] = normal.body(body, fields.get("Content-Type"))
    return response


def record_group(normal, name):
    entries = []
    bodies = {}
    etag = ""
    for request in groups.ALL[name]:
        entry = recorded_request(normal, request)
        try:
            status, _, headers, body = send(request, etag)
            etag = {key.lower(): value for key, value in headers}.get("etag", etag).removesuffix("--gzip")
            entry["response"] = recorded_response(normal, status, headers, body)
        except (ssl.SSLError, ConnectionError):
            # With TLS 1.3 the client receives the server's alert or the end of the connection.
            entry["response"] = {"error": "TLS: certificate rejected"}
        if request.get("measurements"):
            entry["response"]["body"] = {"json": measurements(entry["response"]["body"]["json"])}
        text = json.dumps(entry["response"].get("body"))
        if len(text) > 1000 and bodies.setdefault(text, entry["name"]) != entry["name"]:
            entry["response"]["body"] = {"same_as": bodies[text]}
        entries.append(entry)
    return entries


def logged_requests(normal, log):
    """Returns the requests of the proxy's log in the form of the recordings."""
    entries = []
    with open(log, encoding="utf-8") as lines:
        for line in lines:
            entry = json.loads(line)
            body = entry["body"].get("text")
            headers = {key: value for key, value in entry["headers"] if key not in ("Content-Length", "Host")}
            if body and "/catalog/" in entry["path"]:
                body = re.sub(r"(?<=&facts=)[^&]*", "$FACTS", body)
            if body and "/report/" in entry["path"]:
                body = "$REPORT"
            result = {"client": entry["client"], "method": entry["method"], "path": normal.text(entry["path"]),
                      "headers": {key: normal.text(value) for key, value in headers.items()}}
            if body or "base64" in entry["body"]:
                result["body"] = {"text": normal.text(body)} if body else entry["body"]
            response = entry["response"]
            content = base64.b64decode(response["base64"]) if "base64" in response else response["text"].encode()
            result["response"] = recorded_response(normal, entry["status"], entry["response_headers"], content)
            entries.append(result)
    return entries


def run_logged(normal, commands):
    """Runs commands that send requests to the proxy and returns, for each, its arguments, output and requests."""
    log = f"{ROOT}/proxy.log"
    results = []
    with subprocess.Popen([sys.executable, f"{ROOT}/proxy.py", log, "8141"]) as proxy:
        try:
            subprocess.run(["curl", "-ks", "--retry", "20", "--retry-connrefused", "--retry-delay", "1", "-o",
                "/dev/null",
                            "https://localhost:8141/status/v1/simple"], check=False)
            for name, arguments, options in commands:
                if os.path.exists(log):
                    os.remove(log)
                run = subprocess.run(["nice", "-n", "19", *arguments], capture_output=True, text=True, check=False)
                if options.get("silent"):
                    continue
                result = {"name": name, "command": [normal.text(argument) for argument in arguments],
                    "code": run.returncode}
                if options.get("output"):
                    result["stdout"], result["stderr"] = normal.text(run.stdout), normal.text(run.stderr)
                result["requests"] = logged_requests(normal, log) if os.path.exists(log) else []
                results.append(result)
        finally:
            proxy.terminate()
    if os.path.exists(log):
        os.remove(log)
    return results


def record_agent(normal):
    for directory in ("ssl", "var", "public", "log", "run"):
        shutil.rmtree(f"{ROOT}/agent/{directory}", ignore_errors=True)
    agent = ["puppet", "agent", "--confdir", f"{ROOT}/agent", "--config", f"{ROOT}/agent/puppet.conf", "--onetime",
             "--no-daemonize", "--no-usecacheonfailure", "--waitforcert", "0"]
    sign = ["puppetserver", "ca", "sign", "--certname", "agent.example.com", "--config", f"{PS}/puppet/puppet.conf"]
    tool = ["--confdir", f"{ROOT}/agent", "--config", f"{ROOT}/agent/puppet.conf"]
    bucket = ["puppet", "filebucket", *tool, "--remote", "--server", "localhost", "--masterport", "8141"]
    with open(f"{ROOT}/code/extra/e.txt", "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    results = run_logged(normal, [
        ("first run without a signed certificate", agent, {}),
        ("sign", sign, {"silent": True}),
        ("first run with a signed certificate", agent, {}),
        ("empty vardir", ["rm", "-r", f"{ROOT}/agent/var", f"{ROOT}/agent/public"], {"silent": True}),
        ("first run with an empty vardir", agent, {}),
        ("second run", agent, {}),
        ("run with server_list and a refresh of the CRL",
            [*agent, "--noop", "--server_list", "localhost:8141", "--crl_refresh_interval", "1s"], {}),
        ("run in an unknown environment", [*agent, "--noop", "--environment", "nope"], {}),
        ("run in an environment with a syntax error", [*agent, "--noop", "--environment", "syntax"], {}),
        ("facts upload", ["puppet", "facts", "upload", *tool], {}),
        ("filebucket backup", [*bucket, "backup", f"{ROOT}/code/extra/e.txt"], {}),
        ("filebucket backup of stored content", [*bucket, "backup", f"{ROOT}/code/extra/e.txt"], {}),
        ("filebucket get", [*bucket, "get", digest], {}),
    ])
    shutil.rmtree("/tmp/m", ignore_errors=True)
    for result in results:
        for request in result["requests"]:
            if "/facts/" in request["path"]:
                request["body"] = {"text": "$FACTS"}
            if "/node/" in request["path"] and "parameters" in request["response"]["body"]["json"]:
                request["response"]["body"]["json"]["parameters"] = "$FACTS"
    return results


def record_cli(normal):
    with open(f"{PS}/puppet/puppet.conf", encoding="utf-8") as file:
        text = file.read().replace("serverport = 8140", "serverport = 8141\nca_server = localhost\nca_port = 8141")
    # The tool keeps the files it generates in its own ssl directory.
    shutil.rmtree(f"{PS}/cli-ssl", ignore_errors=True)
    shutil.copytree(f"{PS}/ssl", f"{PS}/cli-ssl")
    with open(f"{PS}/puppet/cli.conf", "w", encoding="utf-8") as file:
        file.write(text.replace(f"{PS}/ssl", f"{PS}/cli-ssl"))
    tool = lambda *arguments: ["puppetserver", "ca", *arguments, "--config", f"{PS}/puppet/cli.conf"]
    name = lambda certname: ("--certname", certname)
    output = {"output": True}
    return run_logged(normal, [
        ("list", tool("list"), output),
        ("list all", tool("list", "--all"), output),
        ("list all as JSON", tool("list", "--all", "--format", "json"), output),
        ("list one", tool("list", *name("node1.example.com")), output),
        ("list an unknown name", tool("list", *name("nobody.example.com")), output),
        ("generate", tool("generate", *name("cli1.example.com")), output),
        ("generate again", tool("generate", *name("cli1.example.com")), output),
        ("generate with a time to live", tool("generate", "--ttl", "1d", *name("cli2.example.com")), output),
        ("generate with alternative names",
            tool("generate", "--subject-alt-names", "other.example.com", *name("cli3.example.com")), output),
        ("sign an unknown name", tool("sign", *name("nobody.example.com")), output),
        ("sign all without requests", tool("sign", "--all"), output),
        ("revoke", tool("revoke", *name("cli1.example.com")), output),
        ("revoke again", tool("revoke", *name("cli1.example.com")), output),
        ("revoke an unknown name", tool("revoke", *name("nobody.example.com")), output),
        ("clean", tool("clean", *name("cli1.example.com")), output),
        ("clean two names", tool("clean", "--certname", "cli2.example.com,nobody.example.com"), output),
        ("prune", tool("prune"), output),
    ])


def restore():
    """Restores the server's directories."""
    for directory in ("ca", "ssl", "var", "run", "tmp", "log"):
        shutil.rmtree(f"{PS}/{directory}", ignore_errors=True)
    for directory in ("var", "run", "tmp", "log"):
        os.makedirs(f"{PS}/{directory}")
    for directory in ("ca", "ssl"):
        shutil.copytree(f"{ROOT}/ca-directory/{directory}", f"{PS}/{directory}")
    os.makedirs(f"{PS}/ca/requests", exist_ok=True)


def start():
    subprocess.run([f"{PS}/start.sh"], check=True)


def stop():
    """Stops the server and waits until its port is closed."""
    with open(f"{PS}/run/pid", encoding="ascii") as file:
        os.kill(int(file.read()), signal.SIGTERM)
    while True:
        try:
            socket.create_connection(("127.0.0.1", 8140)).close()
        except OSError:
            return
        time.sleep(1)


def write_static_settings():
    with open(f"{PS}/server/conf.d/versioned-code.conf", "w", encoding="ascii") as file:
        file.write(f'versioned-code: {{\n    code-id-command: {PS}/code-id.sh\n'
                   f'    code-content-command: {PS}/code-content.sh\n}}\n')


def remove_static_settings():
    if os.path.exists(f"{PS}/server/conf.d/versioned-code.conf"):
        os.remove(f"{PS}/server/conf.d/versioned-code.conf")


def main():
    arguments = argparse.ArgumentParser(description="Record puppetserver's answers")
    arguments.add_argument("--output", default=f"{ROOT}/recordings", help="Directory of the recordings")
    arguments.add_argument("--group", action="append", help="Record this group only (can be repeated)")
    arguments.add_argument("--keep-running", action="store_true", help="Use and keep a running server")
    options = arguments.parse_args()
    os.makedirs(options.output, exist_ok=True)
    if not options.keep_running:
        restore()
        remove_static_settings()
        start()
    normal = Normal()
    try:
        for name in options.group or [*[name for name in groups.ALL if name != "static"], "agent", "cli", "static"]:
            if name == "static" and not options.keep_running:
                stop()
                restore()
                write_static_settings()
                start()
            if name == "agent":
                entries = record_agent(normal)
            elif name == "cli":
                entries = record_cli(normal)
            else:
                entries = record_group(normal, name)
            with open(f"{options.output}/{name}.json", "w", encoding="utf-8") as file:
                json.dump(entries, file, indent=1, ensure_ascii=False)
                file.write("\n")
            print(name, len(entries), flush=True)
    finally:
        if not options.keep_running:
            stop()
            remove_static_settings()


if __name__ == "__main__":
    main()
