"""Live editing on page Play: a behavior that is at work takes another text, and is saved."""

from client import Client, Studio
from page import Page
from recordings import demos

NAME = "ResourceInfrastructure 3 9 2e4e6253b7"
BUILD = 'e: act build(unit: s3, type: "farmhouse", cell: s6)'
TRAIN = 'e: act train(unit: s5, type: "worker")'


def begin(studio):
    """A library plays up to cycle 1500, and a page watches it."""
    demos(studio)
    studio.run("learn", "--relax", studio.path("demo.jsonl"), "-o", studio.path("one.db"))
    client = Client(studio)
    game = client.request("play.open", domain="skirmish", map="open-1", seat=-1, seed=3, max_cycles=9000,
                          agents=["library:it/one.db", "ai:passive"], file="it/game.jsonl")
    client.request("play.step", cycles=1500)
    client.request("play.leave")
    client.close()
    return Page(studio, "#play=%d" % game["session"])


def change(page, old, new):
    page.script("const t = document.querySelector('#live-text');"
                "t.value = t.value.replace(arguments[0], arguments[1])", old, new)


def test_a_behavior_is_edited_while_the_game_goes_on():
    studio = Studio()
    page = begin(studio)
    page.await_game()
    page.click("#live-open")
    page.until("document.querySelectorAll('#live-behavior option').length > 1")
    chosen = page.script("return [...document.querySelectorAll('#live-behavior option')].map(o => o.text)"
                         ".find(text => text.startsWith(arguments[0]))", NAME)
    assert chosen, "the behavior is at work"
    page.choose("#live-behavior", NAME)
    page.until("document.querySelector('#live-text').value.includes(arguments[0])", BUILD)
    change(page, BUILD, "e: act fly()")
    page.click("#live-put")
    page.until("/^text:\\d+:\\d+: .*fly/.test(document.querySelector('#live-report').textContent)")
    change(page, "e: act fly()", TRAIN)
    page.click("#live-put")
    page.until("document.querySelector('#live-report').textContent.includes('takes the text')")
    page.click("#live-close")
    page.step(600)
    page.click("#live-open")
    page.until("[...document.querySelectorAll('#live-behavior option')].some(o => o.text.endsWith('(changed)'))")
    page.choose("#live-behavior", NAME)
    page.until("document.querySelector('#live-text').value.includes(arguments[0])", TRAIN)
    page.write("#live-file", "it/edited.brl")
    page.click("#live-save")
    page.until("document.querySelector('#live-report').textContent.includes('edited.brl is written, with ResourceInfrastructure 3 9 ')")
    page.click("#live-close")
    page.end_game()
    page.close()
    with open(studio.path("game.jsonl"), encoding="utf-8") as file:
        assert '"repair":"edit"' in file.read()
    studio.run("trace", "replay", studio.path("game.jsonl"))
    studio.run("library", "import", studio.path("edited.brl"), "-o", studio.path("one.db"))
    studio.run("library", "check", studio.path("one.db"))
    studio.stop()
