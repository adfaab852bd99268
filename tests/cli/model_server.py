# SPDX-License-Identifier: MIT
"""Servers of the OpenAI API that answer as a test says, and what serve-test made of them."""
import http.server
import json
import threading

from program import ProgramTest

EVENT = 'data: {"choices":[{"index":0,"text":" a"}]}\n\n'
END = 'data: {"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":2}}\n\ndata: [DONE]\n\n'


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers every POST as the server's `answer` says, given the request's number; GET with one model."""
    protocol_version = "HTTP/1.1"

    def send(self, status, body, kind="application/json", **headers):
        data = body.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        self.server.get(self)

    def do_POST(self):
        self.server.bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.keys.append(self.headers.get("Authorization"))
        with self.server.lock:
            number = self.server.asked
            self.server.asked += 1
        self.server.answer(self, number)

    def log_message(self, *_):
        pass


def one_model(handler):
    handler.send(200, '{"data":[{"id":"m","owned_by":"test"}]}')


def streamed(handler, number):
    handler.send(200, EVENT * 2 + END, "text/event-stream")


class ServerTest(ProgramTest):
    def serve(self, answer, get=one_model, context=None):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        if context:
            server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
            server.handle_error = lambda *_: None  # who does not trust it leaves
        server.daemon_threads = True
        server.answer, server.get, server.asked, server.lock = answer, get, 0, threading.Lock()
        server.keys, server.bodies, server.busy = [], [], threading.Lock()
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.server = server
        return f"https://localhost:{server.server_address[1]}" if context else f"http://127.0.0.1:{server.server_address[1]}"

    def load(self, url, *arguments, requests=10, env=None):
        return self.run_program("serve-test", "--url", url, "--concurrency", "2", "--requests", str(requests),
                                "--input-tokens", "8", "--output-tokens", "4", "-o", "run.json", "--force", *arguments,
                                env=env)

    def result(self):
        with open(self.path("run.json"), encoding="utf-8") as file:
            return json.load(file)["results"][0]

    def metric(self, tag):
        return next(one for one in self.result()["metrics"] if one["tag"] == tag)

    def warnings(self):
        return {one["code"]: one.get("args", {}) for one in self.result()["warnings"]}
