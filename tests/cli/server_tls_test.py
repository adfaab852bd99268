# SPDX-License-Identifier: MIT
"""serve-test over TLS and through proxies. The certificate is one of this test alone, for "localhost"."""
import os
import socket
import ssl
import threading
import unittest

from model_server import ServerTest, streamed
from program import ERROR, OK, SOURCE_DIR, environment

CERTIFICATE = os.path.join(SOURCE_DIR, "tests", "servers", "localhost.pem")


class Proxy:
    """Hands on what comes after CONNECT, or a request for a whole address; keeps the first lines."""

    def __init__(self, target, answer=b"HTTP/1.1 200 Connection established\r\n\r\n"):
        self.target, self.answer, self.lines = target, answer, []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client = self.listener.accept()[0]
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        head = b""
        while b"\r\n\r\n" not in head:
            head += client.recv(4096)
        self.lines.append(head.split(b"\r\n")[0].decode())
        server = socket.create_connection(self.target)
        if head.startswith(b"CONNECT"):
            client.sendall(self.answer)
        else:
            server.sendall(head)
        threading.Thread(target=self.copy, args=(client, server), daemon=True).start()
        self.copy(server, client)

    def copy(self, source, sink):
        try:
            while data := source.recv(65536):
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            pass


class ServerTls(ServerTest):
    def serve_tls(self):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(CERTIFICATE)
        return self.serve(streamed, context=context)

    def trusting(self):
        return environment(SSL_CERT_FILE=CERTIFICATE, WGF_API_KEY="sk-secret")

    def test_a_server_with_tls_is_measured(self):
        url = self.serve_tls()
        done = self.load(url, env=self.trusting(), requests=20)
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertEqual(self.metric("failed_requests")["value"], 0)
        self.assertEqual(self.metric("output.token_count")["value"], 2)
        self.assertEqual(set(self.server.keys), {"Bearer sk-secret"})
        self.assertEqual(self.result()["target"]["address"], url)
        for tag in "connect_time", "handshake_time":
            self.assertEqual(len(self.metric(tag)["samples"]), 2)
        self.assertGreater(min(self.metric("handshake_time")["samples"]), 0.1)  # keys are exchanged

    def test_who_cannot_be_trusted_is_told_nothing(self):
        url = self.serve_tls()
        self.assert_error(self.load(url, env=environment(WGF_API_KEY="sk-secret")), ERROR, "self-signed")
        self.assert_error(self.load(url.replace("localhost", "127.0.0.1"), env=self.trusting()), ERROR, "IP address mismatch")
        self.assertEqual(self.server.keys, [])
        plain = self.serve(streamed)
        self.assert_error(self.load(plain.replace("http:", "https:"), env=self.trusting()), ERROR, "wrong version number")

    def test_a_proxy_is_asked_for_a_tunnel_or_for_the_whole_address(self):
        url = self.serve_tls()
        proxy = Proxy(self.server.server_address)
        done = self.load(url, "--proxy", proxy.url, env=self.trusting())
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertEqual(set(proxy.lines), {f"CONNECT {url.removeprefix('https://')} HTTP/1.1"})
        self.assertEqual(self.metric("failed_requests")["value"], 0)
        plain = self.serve(streamed)
        proxy = Proxy(self.server.server_address)
        done = self.load(plain, "--proxy", proxy.url)
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn(f"GET {plain}/v1/models HTTP/1.1", proxy.lines)
        self.assertIn(f"POST {plain}/v1/completions HTTP/1.1", proxy.lines)

    def test_a_proxy_that_refuses_is_one_line(self):
        url = self.serve_tls()
        proxy = Proxy(self.server.server_address, b"HTTP/1.1 403 Forbidden\r\n\r\n")
        done = self.load(url, "--proxy", proxy.url, env=self.trusting())
        self.assert_error(done, ERROR, "403 Forbidden")


if __name__ == "__main__":
    unittest.main()
