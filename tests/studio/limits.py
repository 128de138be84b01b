"""Limits of the studio: a page beyond them gets a reason, and the other pages go on."""

import struct

from client import Client, Closed, Studio, frame
from page import Page

PAGES = 64
FULL = "64 pages of this studio are open"


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
