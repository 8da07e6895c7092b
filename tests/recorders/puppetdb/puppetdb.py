"""A real PuppetDB with its own PostgreSQL, both in a temporary directory and on 127.0.0.1."""

import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

BIN = pathlib.Path("/usr/lib/postgresql/15/bin")
JAR = "/usr/share/puppetdb/puppetdb.jar"

BOOTSTRAP = """\
puppetlabs.trapperkeeper.services.webserver.jetty9-service/jetty9-service
puppetlabs.trapperkeeper.services.webrouting.webrouting-service/webrouting-service
puppetlabs.trapperkeeper.services.authorization.authorization-service/authorization-service
puppetlabs.trapperkeeper.services.metrics.metrics-service/metrics-webservice
puppetlabs.trapperkeeper.services.status.status-service/status-service
puppetlabs.trapperkeeper.services.scheduler.scheduler-service/scheduler-service
puppetlabs.puppetdb.cli.services/puppetdb-service
puppetlabs.puppetdb.command/command-service
puppetlabs.puppetdb.pdb-routing/maint-mode-service
puppetlabs.puppetdb.pdb-routing/pdb-routing-service
puppetlabs.puppetdb.config/config-service
"""

# Without collection of garbage: no node expires, no report is deleted.
CONFIG = """\
[global]
vardir = {root}/var
logging-config = {root}/logback.xml

[puppetdb]
disable-update-checking = true

[jetty]
host = 127.0.0.1
port = {port}

[database]
subname = //127.0.0.1:{database}/puppetdb
username = puppetdb
password = puppetdb
gc-interval = 0
node-ttl = 0s
node-purge-ttl = 20000d
report-ttl = 20000d
resource-events-ttl = 20000d
migrate = true
"""

# A part of the section [jetty].
TLS = """\
ssl-host = 127.0.0.1
ssl-port = {port}
ssl-key = {ssl}/private_keys/{name}.pem
ssl-cert = {ssl}/certs/{name}.pem
ssl-ca-cert = {ssl}/certs/ca.pem

"""

AUTHORIZATION = """\
authorization: { version: 1, rules: [
  { name: everything, sort-order: 1, allow-unauthenticated: true, match-request: { path: "/", type: path } }
] }
"""

LOGBACK = """\
<configuration>
  <appender name="F1" class="ch.qos.logback.core.FileAppender">
    <file>{root}/puppetdb.log</file>
    <encoder><pattern>%d %-5p [%c{{2}}] %m%n</pattern></encoder>
  </appender>
  <root level="warn"><appender-ref ref="F1"/></root>
</configuration>
"""


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class PuppetDb:
    """Starts both programs and stops them at the end of a `with` statement. With a directory `ssl` and the name of a certificate in it,
    PuppetDB also listens on the port `tls_port`."""

    def __init__(self, ssl=None, name=None):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="puppetdb-", dir="/tmp"))
        os.chmod(self.root, 0o755)
        self.port, self.tls_port, self.database = free_port(), free_port(), free_port()
        self.ssl, self.name = ssl, name
        self.processes = []

    def __enter__(self):
        try:
            self.start_database()
            self.start_puppetdb()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for process in reversed(self.processes):
            process.send_signal(signal.SIGINT if process is self.processes[0] else signal.SIGTERM)
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self.root)

    def postgres(self, *command, **options):
        # PostgreSQL refuses to run as root.
        prefix = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
        return [*prefix, *map(str, command)]

    def start_database(self):
        data = self.root / "data"
        data.mkdir()
        if os.geteuid() == 0:
            shutil.chown(data, "postgres", "postgres")
        quiet = {"check": True, "stdout": subprocess.DEVNULL, "cwd": "/"}
        # The order of texts is that of their bytes.
        subprocess.run(self.postgres(BIN / "initdb", "-D", data, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8",
                                     "-U", "postgres"), **quiet)
        options = ["-c", f"port={self.database}", "-c", "listen_addresses=127.0.0.1", "-c",
                   "unix_socket_directories=", "-c", "fsync=off", "-c", "timezone=UTC"]
        log = open(self.root / "postgres.log", "w")
        self.processes.append(subprocess.Popen(self.postgres(BIN / "postgres", "-D", data, *options),
                                               stdout=log, stderr=log, cwd="/"))
        psql = [str(BIN / "psql"), "-h", "127.0.0.1", "-p", str(self.database), "-U", "postgres", "-q"]
        self.until(lambda: subprocess.run([*psql, "-c", "SELECT 1"], stdout=subprocess.DEVNULL,
                                          stderr=subprocess.DEVNULL).returncode == 0)
        for command in ["CREATE ROLE puppetdb LOGIN PASSWORD 'puppetdb'", "CREATE DATABASE puppetdb OWNER puppetdb"]:
            subprocess.run([*psql, "-c", command], check=True)
        subprocess.run([*psql, "-d", "puppetdb", "-c", "CREATE EXTENSION pg_trgm"], check=True)

    def start_puppetdb(self):
        """Starts PuppetDB, which keeps the data of an earlier one."""
        for name, text in [("bootstrap.cfg", BOOTSTRAP), ("logback.xml", LOGBACK)]:
            (self.root / name).write_text(text.format(root=self.root))
        for name in ["conf.d", "var"]:
            (self.root / name).mkdir(exist_ok=True)
        config = CONFIG.format(root=self.root, port=self.port, database=self.database)
        if self.ssl:
            config = config.replace("[database]", TLS.format(port=self.tls_port, ssl=self.ssl, name=self.name) + "[database]")
        (self.root / "conf.d/config.ini").write_text(config)
        (self.root / "conf.d/auth.conf").write_text(AUTHORIZATION)
        log = open(self.root / "out.log", "w")
        command = ["java", "-Xmx512m", "-cp", JAR, "clojure.main", "-m", "puppetlabs.puppetdb.core", "services",
                   "-c", str(self.root / "conf.d"), "-b", str(self.root / "bootstrap.cfg")]
        self.processes.append(subprocess.Popen(command, stdout=log, stderr=log, cwd=self.root,
                                               env={**os.environ, "TZ": "UTC"}))
        self.until(lambda: self.get("/status/v1/services/puppetdb-status")[0] == 200, 300)

    def stop_puppetdb(self):
        process = self.processes.pop()
        process.terminate()
        process.wait(60)

    def until(self, ready, seconds=60):
        end = time.monotonic() + seconds
        while True:
            try:
                if ready():
                    return
            except OSError:
                pass
            dead = [process for process in self.processes if process.poll() is not None]
            if dead or time.monotonic() > end:
                for name in ["postgres.log", "out.log", "puppetdb.log"]:
                    if (self.root / name).exists():
                        print(name, (self.root / name).read_text()[-3000:])
                raise SystemExit("a program did not start")
            time.sleep(0.5)

    def request(self, path, body=None, headers=None):
        """Returns status, headers and text of a reply."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data=body, headers=headers or {})
        try:
            with urllib.request.urlopen(request, timeout=120) as reply:
                return reply.status, dict(reply.headers), reply.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, dict(error.headers), error.read().decode()

    def get(self, path, **parameters):
        query = "?" + urllib.parse.urlencode(parameters) if parameters else ""
        return self.request(path + query)

    def command(self, command, version, payload, certname, timestamp):
        """Sends a command and waits until it is stored; returns the reply."""
        parameters = urllib.parse.urlencode({
            "command": command, "version": version, "certname": certname, "producer-timestamp": timestamp,
            "secondsToWaitForCompletion": 60})
        body = json.dumps(payload).encode()
        return self.request(f"/pdb/cmd/v1?{parameters}", body, {"Content-Type": "application/json"})
