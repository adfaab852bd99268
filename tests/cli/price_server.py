# SPDX-License-Identifier: MIT
"""A local HTTP or HTTPS server that answers as the test says: right, late, cut off, without end, elsewhere. As a proxy
it answers for whole addresses, and hands what goes to HTTPS on to the port that is asked for."""
import http.server
import select
import socket
import ssl
import threading
import time


class Answer:
    """What a path answers with, and what was asked of it."""

    def __init__(self, body=b"", status=200, headers=None, delay=0.0, promised=None, endless=False, etag=None):
        self.body = body.encode() if isinstance(body, str) else body
        self.status, self.headers, self.delay = status, headers or {}, delay
        self.promised, self.endless, self.etag = promised, endless, etag
        self.requests = []  # (method, path, headers, body)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.answer("")

    def do_POST(self):
        self.answer(self.rfile.read(int(self.headers["Content-Length"])).decode())

    def do_CONNECT(self):
        self.server.answers.setdefault(self.path, Answer()).requests.append((self.command, self.path, dict(self.headers), ""))
        self.close_connection = True
        with socket.create_connection(self.path.split(":")) as server:
            self.send_response(200)
            self.end_headers()
            ends = {self.connection: server, server: self.connection}
            while True:
                for end in select.select(list(ends), [], [], 10)[0] or [None]:
                    data = end.recv(65536) if end else b""
                    if not data:
                        return
                    ends[end].sendall(data)

    def answer(self, body):
        answer = self.server.answers.get(self.path.partition("?")[0], Answer(status=404))
        answer.requests.append((self.command, self.path, dict(self.headers), body))
        self.close_connection = True
        try:
            if answer.etag and self.headers.get("If-None-Match") == answer.etag:
                self.send_response(304)
                self.end_headers()
                return
            if answer.endless:
                self.send_without_end()
                return
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            if answer.etag:
                self.send_header("ETag", answer.etag)
            self.send_header("Content-Length", str(answer.promised or len(answer.body)))
            self.end_headers()
            time.sleep(answer.delay)
            self.wfile.write(answer.body)
        except (BrokenPipeError, ConnectionResetError):
            pass  # the program has heard enough

    def send_without_end(self):
        self.send_response(200)
        self.end_headers()
        block = b"x," * 32768
        for _ in range(4096):  # 256 MiB
            self.wfile.write(block)

    def log_message(self, *_):
        pass


class PriceServer:
    """certificate: a PEM file with certificate and key, for HTTPS."""

    def __init__(self, certificate=None):
        self.scheme = "https" if certificate else "http"
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.answers = {}
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
            self.server.handle_error = lambda *_: None  # a client that turns away
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True)
        self.thread.start()

    def url(self, path):
        return f"{self.scheme}://127.0.0.1:{self.server.server_port}{path}"

    def put(self, path, *arguments, **more):
        answer = self.server.answers[path] = Answer(*arguments, **more)
        return answer

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()
