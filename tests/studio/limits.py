"""Limits of the studio: a page beyond them gets a reason, and the other pages go on."""

import os
import resource
import struct
import time

from client import Client, Closed, Skip, Studio, frame
from page import Page

PAGES = 64
FULL = "64 pages of this studio are open"
GAME = {"domain": "skirmish", "map": "open-2", "seed": 3, "seat": 0, "agents": [None, "ai:raid"]}
ROOM = 24 << 20  # bytes of address space beyond what the studio has when it starts to play


def closing(client):
    """Returns the code and the reason with which the server closes the connection."""
    while True:
        first, second = client.need(2)
        length = second & 127
        payload = client.need(struct.unpack(">H", client.need(2))[0] if length == 126 else length)
        if first & 15 == 8:
            return struct.unpack(">H", payload[:2])[0], payload[2:].decode()


def test_the_65th_page_is_closed_with_a_reason():
    studio = Studio()
    clients = [Client(studio) for _ in range(PAGES)]
    for _ in range(3):
        late = Client(studio)
        late.send('{"do":"home","n":1}')
        code, reason = closing(late)
        assert code == 1013 and FULL in reason and "close one" in reason, (code, reason)
        late.close()
    assert all("folders" in client.request("home") for client in clients[:3] + clients[-3:])
    clients.pop().close()
    for _ in range(50):  # the server notices the closed connection a little later
        try:
            assert "folders" in Client(studio).request("home")
            break
        except (Closed, OSError):
            pass
    else:
        raise AssertionError("no room for the 64th page")
    studio.stop()


def test_a_message_that_is_too_large_is_told_as_the_reason():
    studio = Studio()
    client = Client(studio)
    client.line.sendall(frame(b"x" * 300000))
    code, reason = closing(client)
    assert code == 1009 and "at most 256 KiB" in reason, (code, reason)
    client = Client(studio)
    client.line.sendall(frame(b"{}", opcode=2))
    code, reason = closing(client)
    assert code == 1003 and "binary" in reason, (code, reason)
    studio.stop()


def test_a_page_beyond_the_limit_shows_why_and_opens_once_there_is_room():
    studio = Studio()
    clients = [Client(studio) for _ in range(PAGES)]
    page = Page(studio)
    page.until("document.querySelector('#connection').textContent.includes(arguments[0])", FULL)
    assert FULL in page.text("#page-error"), page.text("#page-error")
    assert "folders" in clients[0].request("home")
    clients.pop().close()
    page.until("document.querySelector('#connection').dataset.state === 'open' && "
               "document.querySelector('#new-start')?.checkVisibility()")
    assert page.script("return document.querySelector('#page-error')") is None
    page.close()
    studio.stop()


def address_space(studio):
    with open("/proc/%d/statm" % studio.process.pid, encoding="ascii") as file:
        return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")


def order_and_step(client, number):
    give = {"order": "move", "args": {"units": [7, 8], "x": number % 30, "y": 9}}
    assert client.request("play.order", give=give) == {}
    assert "cycle" in client.request("play.step", cycles=5)


def play_on(client, name, between):
    """Plays a recorded game, and calls a function between its orders."""
    assert "session" in client.request("play.open", **GAME, file="it/" + name)
    client.request("goal.open", goal="DefeatPlayer", args={"player": 1})
    for number in range(40):
        order_and_step(client, number)
        between()
    assert client.request("play.end") == {"file": "it/" + name}


def test_memory_that_runs_out_ends_requests_and_no_game():
    if "asan" in os.environ["UNDERSTUDY"] or "tsan" in os.environ["UNDERSTUDY"]:
        raise Skip("sanitizers need address space without a limit")
    studio = Studio()
    first = Client(studio)
    demos = [demo["file"] for demo in first.request("home")["traces"] if demo["file"].startswith("shipped/")]
    assert len(demos) > 5, demos
    hogs, refused, answered = [], [], 0

    def hog():
        """Another page watches and labels demonstrations."""
        nonlocal answered
        try:
            if len(hogs) < 30:
                hogs.append(None)
                hogs[-1] = Client(studio)
            page = hogs[-1]
            for verb in ("watch.open", "label.open"):
                answer = page.request(verb, file=demos[(len(hogs) + answered) % len(demos)])
                if "error" in answer:
                    refused.append(answer["error"]["text"])
                else:
                    answered += 1
        except (Closed, OSError):  # the sockets have no memory for this page
            hogs.pop()

    play_on(first, "undisturbed.jsonl", lambda: None)
    resource.prlimit(studio.process.pid, resource.RLIMIT_AS, (address_space(studio) + ROOM, resource.RLIM_INFINITY))
    play_on(first, "disturbed.jsonl", hog)
    assert answered > 0 and refused, (answered, refused)
    assert all("memory" in text for text in refused), set(refused)
    for page in hogs:
        page.close()
    deadline = time.time() + 20
    while "error" in (answer := first.request("watch.open", file=demos[0])):
        assert time.time() < deadline, answer
        time.sleep(0.1)
    for kind in (".jsonl", ".goals.json"):
        with open(studio.path("undisturbed" + kind), "rb") as one, open(studio.path("disturbed" + kind), "rb") as two:
            assert one.read() == two.read(), kind
    studio.stop()
