#!/usr/bin/env python3
"""Proxy that ends TLS in front of puppetserver and logs every request and response as a JSON line.

    proxy.py LOG [PORT]

The proxy serves with the server's certificate and sends a request on with the client's own certificate and
key, which it finds by the certificate's name below the ssl directories given in `SSL_DIRECTORIES`.
"""

import base64
import http.client
import http.server
import json
import os
import ssl
import sys
import threading

ROOT = os.path.dirname(os.path.abspath(__file__))
SERVER_SSL = f"{ROOT}/ps/ssl"
SSL_DIRECTORIES = [f"{ROOT}/agent/ssl", SERVER_SSL]
LOCK = threading.Lock()


def text(body):
    """Returns a body as text or, where it is not UTF-8, as base64."""
    try:
        return {"text": body.decode()}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(body).decode()}


def upstream_context(name):
    """Returns the TLS context of a client with the certificate of this name, or with none."""
    context = ssl.create_default_context(cafile=f"{SERVER_SSL}/certs/ca.pem")
    for directory in SSL_DIRECTORIES if name else []:
        certificate = f"{directory}/certs/{name}.pem"
        if os.path.exists(certificate):
            context.load_cert_chain(certificate, f"{directory}/private_keys/{name}.pem")
            break
    return context


class Handler(http.server.BaseHTTPRequestHandler):
    """Forwards one connection's requests."""

    protocol_version = "HTTP/1.1"
    log_path = None

    def client_name(self):
        certificate = self.connection.getpeercert() or {}
        names = [value for part in certificate.get("subject", ()) for key, value in part if key == "commonName"]
        return names[0] if names else None

    def forward(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        name = self.client_name()
        connection = http.client.HTTPSConnection("localhost", 8140, context=upstream_context(name), timeout=120)
        connection.putrequest(self.command, self.path, skip_host=True, skip_accept_encoding=True)
        for key, value in self.headers.items():
            connection.putheader(key, value)
        connection.endheaders(body or None)
        response = connection.getresponse()
        content = response.read()
        entry = {"client": name, "method": self.command, "path": self.path, "headers": self.headers.items(),
                 "body": text(body), "status": response.status, "response_headers": response.getheaders(),
                 "response": text(content)}
        with LOCK, open(self.log_path, "a", encoding="utf-8") as log:
            log.write(json.dumps(entry) + "\n")
        self.send_response_only(response.status, response.reason)
        for key, value in response.getheaders():
            if key.lower() not in ("transfer-encoding", "content-length", "connection"):
                self.send_header(key, value)
        if response.status != 204:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_PUT = do_POST = do_HEAD = do_DELETE = forward

    def log_message(self, *_):
        pass


def main():
    Handler.log_path = sys.argv[1]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2]) if len(sys.argv) > 2 else 8141), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{SERVER_SSL}/certs/puppet.example.com.pem",
                            f"{SERVER_SSL}/private_keys/puppet.example.com.pem")
    context.load_verify_locations(f"{SERVER_SSL}/certs/ca.pem")
    context.verify_mode = ssl.CERT_OPTIONAL
    server.socket = context.wrap_socket(server.socket, server_side=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
