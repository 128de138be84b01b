"""Requests that the server must refuse, without harm: paths, hosts, origins, tokens, methods, oversized
and malformed heads and frames. A good request follows each of them."""

import itertools
import os
import random
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from client import TOKEN, Client, Closed, Studio, frame, raw, upgrade

SECRET = b"a secret file"


def good(studio):
    """The studio still answers as it should."""
    page = raw(studio.port, request(studio, "/%s/" % TOKEN))
    assert page.startswith(b"HTTP/1.1 200") and b"<html" in page, page[:200]
    client = Client(studio)
    assert "folders" in client.request("home")
    client.close()


def request(studio, path, method="GET", host=None, more="", version="HTTP/1.1"):
    host = "127.0.0.1:%d" % studio.port if host is None else host
    host = "Host: %s\r\n" % host if host else ""
    text = "%s %s %s\r\n%s%sConnection: close\r\n\r\n" % (method, path, version, host, more)
    return text.encode("latin-1", "replace")


def paths(studio):
    """The server serves files of pages alone."""
    names = ["..", "../", "../../etc/passwd", "%2e%2e/", "%2e%2e%2fsecret", "..%2fsecret", ".%2e/x"]
    names += ["./..", "//", "///etc/passwd", "/etc/passwd", "secret", "it/secret", "index.html/x"]
    names += ["\\..\\secret", "%00", "index.html%00.js", "INDEX.HTML", "file/it/secret", "a" * 900]
    names += ["?x", "../" * 50 + "etc/passwd", "%c0%ae%c0%ae/secret", "..;/secret", "~root", "*"]
    for name in names:
        yield request(studio, "/%s/%s" % (TOKEN, name))
    for path in ["", "*", "http://127.0.0.1/x", "/", "//%s/" % TOKEN, "/%s" % TOKEN, "x", "/x/../%s/" % "no"]:
        yield request(studio, path)


def reports(studio):
    """Of the folders, the server serves only reports and their figures."""
    outside = os.path.join(studio.folder, "..", "outside")
    os.mkdir(outside)
    os.mkdir(studio.path("folder.html"))
    for name in [studio.path("report.txt"), studio.path(".hidden.html"), outside + "/x.html"]:
        with open(name, "wb") as file:
            file.write(SECRET)
    os.mkfifo(studio.path("fifo.html"))
    os.symlink("secret", studio.path("inside.txt"))
    os.symlink("../outside/x.html", studio.path("link.html"))
    os.symlink("../outside", studio.path("far"))
    os.symlink("/dev/zero", studio.path("zero.svg"))
    with open(studio.path("large.html"), "wb") as file:
        file.truncate(1 << 30)
    names = ["", "/", "it", "it/", "it/.", "it/..", "it/../..", "it/../secret", "it/../outside/x.html"]
    names += ["it/%2e%2e/outside/x.html", "it/..%2foutside%2fx.html", "it/./../outside/x.html", "../index.html"]
    names += ["it/secret", "it/report.txt", "it/inside.txt", "it/.hidden.html", "it/%2ehidden.html", "it//secret"]
    names += ["it/link.html", "it/far/x.html", "it/zero.svg", "it/fifo.html", "it/folder.html", "it/large.html"]
    names += ["it/secret%00.html", "it/secret%00", "it/secret?.html", "it/secret#.html", "it/secret;.html"]
    names += ["/etc/passwd", "it/" + "a/" * 400 + "x.html", "it/" + "a" * 900 + ".html", "it\\secret.html"]
    names += ["shipped/skirmish/domain.json", "shipped/../../README.html", "nowhere/x.html", "IT/secret.html"]
    for name in names:
        yield request(studio, "/%s/report/%s" % (TOKEN, name))
    for path in ["/report/it/x.html", "/no/report/it/x.html", "/%s/report" % TOKEN, "/%s/reports/it/x.html" % TOKEN]:
        yield request(studio, path)


def tokens(studio):
    wrong = ["", "t", "tes", "tests", "TEST", "test ", "%74est1", "0", "null", "x" * 64, "x" * 600]
    wrong += ["test%00", "te/st", "../test1", "..", "test;x", "test?"]
    for token in wrong:
        yield request(studio, "/%s/index.html" % token)
        yield upgrade(studio.port, path="/%s/link" % token)


def hosts(studio):
    port = studio.port
    wrong = ["", "evil.example", "evil.example:%d" % port, "127.0.0.1", "127.0.0.1:1", "0.0.0.0:%d" % port]
    wrong += ["127.0.0.1:%d.evil.example" % port, "localhost.evil.example:%d" % port, "[::1]:%d" % port]
    wrong += ["127.0.0.1:%d@evil.example" % port, "a" * 300]
    for host in wrong:
        yield request(studio, "/%s/" % TOKEN, host=host)
        yield upgrade(port, host=host)


def origins(studio):
    port = studio.port
    wrong = ["", "null", "http://evil.example", "https://127.0.0.1:%d" % port, "file://", "http://127.0.0.1"]
    wrong += ["http://127.0.0.1:%d.evil.example" % port, "http://evil.example/http://127.0.0.1:%d" % port]
    wrong += ["http://127.0.0.1:%d/" % port, "http://127.0.0.1:1", "http://localhost:%d@evil" % port, "*"]
    for origin in wrong:
        yield upgrade(port, origin=origin)


def methods(studio):
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "HEAD", "TRACE", "CONNECT", "PATCH", "FOO", "get", ""]:
        yield request(studio, "/%s/" % TOKEN, method=method, more="Content-Length: 0\r\n")
    yield request(studio, "/%s/" % TOKEN, method="POST", more="Content-Length: 99999999999\r\n")
    yield request(studio, "/%s/" % TOKEN, method="POST", more="Transfer-Encoding: chunked\r\n") + b"zz\r\n"


def heads(studio):
    """Bytes that are no request, or too large a request."""
    yield b""
    yield b"\x00" * 500
    yield b"\r\n" * 50
    yield b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(256))
    yield b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\x00" * 40
    yield b"GET"
    yield b"GET / HTTP/9.9\r\n\r\n"
    yield b"GET /" + b"a" * 70000 + b" HTTP/1.1\r\n\r\n"
    yield request(studio, "/x/", more="X: " + "y" * 100000 + "\r\n")
    yield request(studio, "/x/", more="".join("X%d: y\r\n" % i for i in range(5000)))
    yield request(studio, "/x/", more=": : :\r\n \r\n\tx\r\n")
    yield request(studio, "/x/", more="Host: a\r\nHost: b\r\n")
    for version in ["", "0", "8", "14", "x" * 100]:
        yield upgrade(studio.port, version=version, path="/no/link")


def messages():
    """Messages of a client that knows the token, which no page sends."""
    deep = "[" * 5000 + "]" * 5000
    texts = ["", "{", "null", "[]", "\x00", '"', deep, '{"do":' + deep + "}", "{}" * 1000, "\ufffe"]
    texts += ['{"do":"%s","n":1}' % verb for verb in ["", "x" * 1000, "home\\u0000", "play.", "__proto__"]]
    texts += ['{"do":"play.open","n":1,"domain":"%s","map":"x"}' % name for name in ["../skirmish", "/etc", "x" * 5000]]
    texts += ['{"do":"home","n":%s}' % number for number in ["1e999", "-1", "0.5", '"1"', "9" * 400]]
    for text in texts:
        yield [frame(text.encode("utf-8", "surrogatepass"))]


def frames():
    """Frames that break the protocol, or a limit."""
    hello = b'{"do":"home","n":1}'
    yield [frame(hello, mask=False)]
    yield [frame(hello, opcode=2)]
    yield [frame(b"\xff\xfe\xfd")]
    yield [frame(hello, opcode=3)]
    yield [frame(hello, opcode=15)]
    yield [frame(b"x" * 200, opcode=9)]
    yield [frame(hello, opcode=9, final=False)]
    yield [frame(hello, opcode=0)]
    yield [frame(b"{", final=False), frame(b"{", final=False), frame(hello)]
    yield [frame(b"x" * 300000)]
    yield [frame(b"x" * 1000, final=False)] + [frame(b"x" * 1000, opcode=0, final=False)] * 400
    yield [frame(hello, length=2**63 - 1)]
    yield [frame(hello, length=2**32)]
    yield [frame(hello, length=100)]
    yield [frame(b"", opcode=8)]
    yield [frame(b"\x03", opcode=8)]
    yield [frame(b"\x00\x00" + b"x" * 120, opcode=8)]
    yield [bytes([0xC1, 0x80, 1, 2, 3, 4])]
    yield [bytes([0xF1, 0x85, 1, 2, 3, 4]) + b"abcde"]
    yield [frame(hello)] * 100
    yield [frame(b'{"do":"ping","n":1}')] * 2000
    seed = random.Random(7)
    for _ in range(40):
        yield [bytes(seed.randrange(256) for _ in range(seed.randrange(1, 400)))]


def send_rudely(studio, pieces):
    """Opens a WebSocket, sends bytes on it, and reads until the server is silent."""
    client = Client(studio)
    client.line.settimeout(0.3)
    try:
        for piece in pieces:
            client.line.sendall(piece)
        while True:
            client.receive()
    except (Closed, OSError, ValueError):
        pass
    client.close()


def test_requests_that_may_not_be_served_are_not():
    studio = Studio()
    with open(studio.path("secret"), "wb") as file:
        file.write(SECRET)
    sent = 0
    # The server is silent after most of them: they wait side by side.
    with ThreadPoolExecutor(16) as side_by_side:
        for make in (paths, reports, tokens, hosts, origins, methods, heads):
            requests = list(make(studio))
            answers = side_by_side.map(lambda request: raw(studio.port, request, within=0.5), requests)
            for bytes_sent, answer in zip(requests, answers):
                status = answer.split(b"\r\n", 1)[0]
                assert b" 101" not in status and SECRET not in answer, (bytes_sent[:200], answer[:200])
                if b" 200" in status:
                    # Slashes and dots may be an odd way to write the first page's path.
                    first = b"<html" in answer and b"/%s/" % TOKEN.encode() in bytes_sent
                    assert first, (bytes_sent[:200], answer[:200])
                sent += 1
            good(studio)
        for _ in side_by_side.map(lambda pieces: send_rudely(studio, pieces), itertools.chain(messages(), frames())):
            sent += 1
    good(studio)
    assert sent >= 200, sent
    studio.stop()
    return sent


def test_a_report_runs_no_script_and_no_other_site_can_frame_it():
    studio = Studio()
    text = b"<!DOCTYPE html><script>alert(1)</script>" + b"x" * 300000
    with open(studio.path("report.html"), "wb") as file:
        file.write(text)
    with open(studio.path("empty.svg"), "wb"):
        pass
    head, body = raw(studio.port, request(studio, "/%s/report/it/report.html" % TOKEN)).split(b"\r\n\r\n", 1)
    assert head.startswith(b"HTTP/1.1 200") and body == text, head
    policy = [line for line in head.split(b"\r\n") if line.lower().startswith(b"content-security-policy:")]
    assert len(policy) == 1 and b"sandbox;" in policy[0] and b"default-src 'none'" in policy[0], head
    assert b"frame-ancestors 'self'" in policy[0] and b"script" not in policy[0], head
    empty = raw(studio.port, request(studio, "/%s/report/it/empty.svg" % TOKEN))
    assert empty.startswith(b"HTTP/1.1 200") and empty.endswith(b"\r\n\r\n"), empty
    cut = socket.create_connection(("127.0.0.1", studio.port))
    cut.sendall(request(studio, "/%s/report/it/report.html" % TOKEN))
    cut.recv(100)
    cut.close()
    good(studio)
    studio.stop()


def test_a_file_that_becomes_a_link_is_not_served():
    studio = Studio()
    outside, inside, kept = studio.path("../outside.html"), studio.path("x.html"), studio.path("kept")
    for name, text in [(outside, SECRET), (inside, b"fine")]:
        with open(name, "wb") as file:
            file.write(text)
    over = threading.Event()

    def swap():
        while not over.is_set():
            os.rename(inside, kept)
            os.symlink(outside, inside)
            os.unlink(inside)
            os.rename(kept, inside)

    swapping = threading.Thread(target=swap)
    swapping.start()
    answers = [raw(studio.port, request(studio, "/%s/report/it/x.html" % TOKEN)) for _ in range(300)]
    over.set()
    swapping.join()
    assert not any(SECRET in answer for answer in answers)
    studio.stop()


def test_a_page_that_does_not_read_answers_is_served_after_others():
    studio = Studio()
    rude, other = Client(studio), Client(studio)
    rude.line.settimeout(0.5)
    question = frame(b'{"do":"domain","n":1,"domain":"skirmish"}')
    try:
        for _ in range(20000):
            rude.line.sendall(question)
    except OSError:
        pass
    began = time.time()
    for _ in range(5):
        assert "folders" in other.request("home")
    assert time.time() - began < 10
    with open("/proc/%d/statm" % studio.process.pid, encoding="ascii") as file:
        assert int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") < 600 << 20
    rude.close()
    studio.stop()


def test_labels_that_lie_elsewhere_are_not_shown():
    studio = Studio()
    client = Client(studio)
    client.request("play.open", domain="skirmish", map="open-2", seat=0, agents=[None, "idle"], file="it/g.jsonl")
    client.request("play.order", give={"order": "move", "args": {"units": [7], "x": 1, "y": 9}})
    client.request("play.step", cycles=9)
    client.request("play.end")
    client.request("watch.open", file="it/g.jsonl")
    assert client.request("watch.labels")["total"] == 1
    os.rename(studio.path("g.goals.json"), studio.path("../out.goals.json"))
    os.symlink("../out.goals.json", studio.path("g.goals.json"))
    client.request("watch.open", file="it/g.jsonl")
    assert client.request("watch.labels")["total"] == 0
    assert "leads out" in client.request("label.open", file="it/g.jsonl")["error"]["text"]
    studio.stop()


def test_the_number_of_waiting_orders_is_limited():
    studio = Studio()
    client = Client(studio)
    client.request("play.open", domain="skirmish", map="open-2", seat=0, agents=[None, "idle"])
    give = {"order": "move", "args": {"units": [7], "x": 1, "y": 9}}
    given = 0
    while "error" not in (answer := client.request("play.order", give=give)):
        given += 1
        assert given < 2000
    assert "wait for the next cycle" in answer["error"]["text"], answer
    assert client.request("play.step", cycles=1) == {"cycle": 1}
    assert client.request("play.order", give=give) == {} and given >= 100
    studio.stop()


def test_many_connections_at_once_leave_room_for_others():
    studio = Studio()
    idle = [socket.create_connection(("127.0.0.1", studio.port)) for _ in range(200)]
    clients = []
    try:
        for _ in range(100):
            clients.append(Client(studio))
    except Closed:
        pass
    assert len(clients) >= 30
    for line in idle:
        line.close()
    for client in clients:
        client.close()
    deadline = time.time() + 20
    while True:
        try:
            good(studio)
            break
        except (AssertionError, Closed, OSError):
            assert time.time() < deadline, "it does not come back"
            time.sleep(0.1)
    studio.stop()
