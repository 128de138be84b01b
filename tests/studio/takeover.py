"""Taking over a seat of a recorded game, and giving it back: the new recording has the recorded orders
up to that cycle, and the person's orders from there on."""

import json

from browser import orders_of
from client import Studio
from page import Page
from recordings import demos

FROM, GOAL = 60, "ResourceInfrastructure"


def record(studio):
    """Records a game of a library that was learned from one demonstration."""
    demos(studio)
    studio.run("learn", "--relax", studio.path("demo.jsonl"), "-o", studio.path("one.db"))
    studio.run("game", "play", "open-2", "--p0", "library:" + studio.path("one.db"), "--p1", "ai:raid",
               "--seed", "3", "--max-cycles", "3000", "--trace", studio.path("t.jsonl"))


def take_over(page, top):
    """Takes the first seat for its innermost goal of that type; the other keeps its recorded orders."""
    page.click("#take-open")
    page.choose("#take-seat", "0")
    page.until("document.querySelectorAll('#take-top option').length > 1")
    names = page.script("return [...document.querySelectorAll('#take-top option')].map(o => o.text.trim())")
    page.choose("#take-top", str(max(i for i, name in enumerate(names) if top in name) - 1))
    page.choose("#take-agent-1", "")
    page.write("#take-record", "it/mine.jsonl")
    page.click("#take-start")
    page.find("#give-open")
    page.await_game()


def test_a_seat_is_taken_over_within_a_game_and_given_back():
    studio = Studio()
    record(studio)
    page = Page(studio, "#watch=it/t.jsonl@%d" % FROM)
    page.until("document.querySelector('.watch')?.dataset.film === 'whole'")
    page.idle()
    watched = page.state()
    take_over(page, GOAL)
    assert page.cycle() == FROM, page.cycle()
    assert page.state()["entities"] == watched["entities"], "the game goes on from where it was watched"
    hall = [e for e in page.own(0) if e["attributes"]["hit_points"] > 300][0]
    pressed = []
    for away in (4, 5):
        out = [e["id"] for e in page.own(0) if e["type"] == "peasant" and not e["flags"]]
        x, y = hall["x"] - 2, hall["y"] + away
        page.press("\ue00c")
        page.point_entity(out[0])
        page.idle()
        assert page.script("return window.studio.selection()") == out[:1], out
        pressed.append((page.cycle(), "move", {"units": out[:1], "x": x, "y": y}))
        page.point_cell(x, y, button="right")
        page.idle()
        page.step(5)
    ended = page.cycle()
    page.click("#give-open")
    page.choose("#give-agent", "library:it/one.db")
    page.click("#give-now")
    page.until("!document.querySelector('#give-open')?.checkVisibility() && window.studio.cycle() === arguments[0]", ended)
    page.step(200)
    page.close()
    check_recording(studio, pressed, ended)
    studio.stop()


def check_recording(studio, pressed, ended):
    """The recording ends at the cycle at which the seat was given back."""
    facts = lambda lines: [(o["cycle"], o["order"], o["args"]) for o in lines]
    before = lambda lines: [line for line in facts(lines) if line[0] < FROM]
    mine, game = ([orders_of(studio, name, seat) for seat in (0, 1)] for name in ("mine.jsonl", "t.jsonl"))
    assert facts(mine[0]) == before(game[0]) + pressed, mine[0]
    assert facts(mine[1]) == [line for line in facts(game[1]) if line[0] < ended], mine[1]
    studio.run("trace", "check", studio.path("mine.jsonl"))
    with open(studio.path("mine.goals.json"), encoding="utf-8") as file:
        (goal,) = json.load(file)["goals"]
    ids = [o["id"] for o in mine[0] if o["cycle"] >= FROM]
    assert (goal["goal"], goal["opened"], goal["closed"]) == (GOAL, FROM, ended), goal
    assert goal["orders"] == [[ids[0], ids[-1] + 1]] and not goal.get("achieved"), (goal, ids)
    learned = studio.run("learn", studio.path("mine.jsonl"), "-o", studio.path("two.db"))
    assert learned.startswith("%s: 1 behavior" % studio.path("mine.jsonl")), learned
