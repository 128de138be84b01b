"""A studio for a test, and a client of its WebSocket, which may break the protocol."""

import atexit
import base64
import json
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import tempfile

TOKEN = "test"


class Skip(Exception):
    """The reason why a test cannot run here."""


class Closed(Exception):
    """The server has closed the connection."""


class Studio:
    """The program under test. It serves a folder of its own, named "it" in pages."""

    def __init__(self):
        self.folder = os.path.join(tempfile.mkdtemp(prefix="studio."), "it")
        os.mkdir(self.folder)
        self.log = open(os.path.join(self.folder, "..", "log"), "w+")
        self.start()

    def start(self):
        program = os.environ["UNDERSTUDY"]
        self.process = subprocess.Popen(
            [program, "studio", self.folder, "--token", TOKEN],
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
        )
        atexit.register(self.process.kill)
        address = self.process.stdout.readline()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/(\w+)/\n", address)
        if not found:
            raise AssertionError("no address: %r %s" % (address, self.log_text()))
        self.port = int(found.group(1))
        self.address = address.strip()

    def path(self, name):
        return os.path.join(self.folder, name)

    def log_text(self):
        self.log.flush()
        self.log.seek(0)
        return self.log.read()

    def run(self, *arguments):
        """Runs a command and returns its output. Fails unless it exits with 0."""
        done = subprocess.run(
            [os.environ["UNDERSTUDY"], *arguments], capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            raise AssertionError("%s: exit %d: %s" % (arguments, done.returncode, done.stderr))
        return done.stdout

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        """Ends the studio, which must exit with 0: sanitizers report by their exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=60)
        text = self.log_text()
        self.log.close()
        shutil.rmtree(os.path.dirname(self.folder))
        if code not in (0, -signal.SIGKILL):
            raise AssertionError("the studio ended with %d: %s" % (code, text))


def raw(port, request, within=5.0):
    """Sends bytes and returns the answer until the server closes or is silent."""
    answer = b""
    with socket.create_connection(("127.0.0.1", port), timeout=within) as line:
        line.settimeout(within)
        try:
            line.sendall(request)
            line.shutdown(socket.SHUT_WR)
            while True:
                piece = line.recv(65536)
                if not piece:
                    break
                answer += piece
        except OSError:
            pass
    return answer


def upgrade(port, path=None, origin=None, host=None, version="13"):
    """Returns the request that opens a WebSocket. "" omits that header."""
    lines = ["GET %s HTTP/1.1" % ("/%s/link" % TOKEN if path is None else path)]
    host = "127.0.0.1:%d" % port if host is None else host
    origin = "http://127.0.0.1:%d" % port if origin is None else origin
    if host:
        lines.append("Host: " + host)
    if origin:
        lines.append("Origin: " + origin)
    lines += ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: " + version]
    lines.append("Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)).decode())
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def frame(payload, opcode=1, final=True, mask=True, length=None):
    """Returns the bytes of a frame; length: a false length for its head."""
    declared = len(payload) if length is None else length
    head = bytes([(128 if final else 0) | opcode])
    flag = 128 if mask else 0
    if declared < 126:
        head += bytes([flag | declared])
    elif declared < 65536:
        head += bytes([flag | 126]) + struct.pack(">H", declared)
    else:
        head += bytes([flag | 127]) + struct.pack(">Q", declared)
    if not mask:
        return head + payload
    key = os.urandom(4)
    return head + key + bytes(byte ^ key[i % 4] for i, byte in enumerate(payload))


class Client:
    """A client on a WebSocket of its own."""

    def __init__(self, studio, **how):
        self.line = socket.create_connection(("127.0.0.1", studio.port), timeout=30)
        self.line.sendall(upgrade(studio.port, **how))
        self.got = b""
        while b"\r\n\r\n" not in self.got:
            self.more()
        head, self.got = self.got.split(b"\r\n\r\n", 1)
        if b" 101 " not in head:
            raise Closed(head.decode(errors="replace"))
        self.requests = 0
        self.reports = []
        self.film = []

    def more(self):
        piece = self.line.recv(65536)
        if not piece:
            raise Closed("the server closed the connection")
        self.got += piece

    def need(self, count):
        while len(self.got) < count:
            self.more()
        taken, self.got = self.got[:count], self.got[count:]
        return taken

    def send(self, text):
        self.line.sendall(frame(text.encode()))

    def receive(self):
        """Returns a whole message: (opcode, bytes)."""
        message, kind = b"", 0
        while True:
            first, second = self.need(2)
            length = second & 127
            if length == 126:
                length = struct.unpack(">H", self.need(2))[0]
            elif length == 127:
                length = struct.unpack(">Q", self.need(8))[0]
            payload = self.need(length)
            if first & 15 == 8:
                raise Closed("closed: %r" % payload)
            if first & 15 in (9, 10):
                continue
            kind = first & 15 or kind
            message += payload
            if first & 128:
                return kind, message

    def request(self, verb, **members):
        """Returns the members of the answer, or {"error": ...}. Reports in between go to self.reports."""
        self.requests += 1
        self.send(json.dumps({"do": verb, "n": self.requests, **members}))
        while True:
            kind, message = self.receive()
            if kind == 2:
                self.film.append(message)
                continue
            text = json.loads(message)
            if text.get("to") == self.requests:
                return text["ok"] if "ok" in text else {"error": text["error"]}
            self.reports.append(text)

    def close(self):
        self.line.close()
