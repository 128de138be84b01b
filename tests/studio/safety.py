"""What was played is not lost: the program is killed, a page is closed, a page comes back."""

import json
import os
import resource
import time

from link import Closed, Link, Studio

GAME = {"domain": "skirmish", "map": "open-2", "seed": 3, "seat": 0, "agents": [None, "ai:raid"]}


def play_a_little(link, orders):
    """So many orders, some with labels; returns how many were taken, when the last was applied."""
    link.ask("goal.open", goal="DefeatPlayer", args={"player": 1})
    taken = 0
    for i in range(orders):
        answer = link.ask("play.order", give={"order": "move", "args": {"units": [7, 8], "x": i % 30, "y": 9}})
        taken += "error" not in answer
        link.ask("play.step", cycles=3)
    return taken


def test_a_kill_loses_no_order_and_no_label():
    studio = Studio()
    for round_number in range(6):
        name = "killed-%d.jsonl" % round_number
        link = Link(studio)
        link.ask("play.open", **GAME, file="it/" + name)
        orders = 1 + 7 * round_number
        assert play_a_little(link, orders) == orders
        studio.kill()
        trace = studio.path(name)
        studio.run("trace", "check", trace)
        shown = json.loads(studio.run("trace", "show", "--seat", "0", "--json", trace))
        assert sum("order" in line for line in shown) == orders, (orders, shown)
        studio.run("annotate", "--check", trace)
        studio.start()
    studio.stop()


def test_a_full_disk_stops_the_game_until_there_is_room():
    studio = Studio()
    link = Link(studio)
    link.ask("play.open", **GAME, file="it/full.jsonl")
    resource.prlimit(studio.process.pid, resource.RLIMIT_FSIZE, (4000, resource.RLIM_INFINITY))
    orders = 0
    while not any(said["say"] == "trouble" for said in link.said):
        orders += play_a_little(link, 1)
        assert orders < 200, link.said[-3:]
    for verb, members in [("play.step", {"cycles": 1}), ("play.end", {}), ("play.seat", {"agent": "idle"})]:
        assert "cannot write" in link.ask(verb, **members)["error"]["text"], verb
    link.ask("play.pace", cycles=600)
    link.ask("ping")
    assert [said for said in link.said if said["say"] == "state"][-1]["pace"] == 0, link.said[-3:]
    link.ask("goal.open", goal="BuildUnits", args={"player": 0, "type": "peasant", "number": 3}, back=2)
    resource.prlimit(studio.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert play_a_little(link, 5) == 5
    orders += 5
    assert link.ask("play.end") == {"file": "it/full.jsonl"}
    trace = studio.path("full.jsonl")
    studio.run("trace", "check", trace)
    shown = json.loads(studio.run("trace", "show", "--seat", "0", "--json", trace))
    assert sum("order" in line for line in shown) == orders, (orders, shown)
    with open(studio.path("full.goals.json"), encoding="utf-8") as file:
        assert len(json.load(file)["goals"]) == 3
    studio.stop()


def test_labels_that_become_a_link_are_not_written_through_it():
    studio = Studio()
    link = Link(studio)
    link.ask("play.open", **GAME, file="it/game.jsonl")
    play_a_little(link, 3)
    outside, labels = studio.path("../outside"), studio.path("game.goals.json")
    os.rename(labels, outside)
    os.symlink(outside, labels)
    with open(outside, "rb") as file:
        before = file.read()
    link.ask("goal.close", id=2)
    link.ask("ping")
    assert "leads out" in [said for said in link.said if said["say"] == "trouble"][-1]["text"], link.said[-3:]
    assert "leads out" in link.ask("play.end")["error"]["text"]
    with open(outside, "rb") as file:
        assert file.read() == before
    os.unlink(labels)
    assert link.ask("play.end") == {"file": "it/game.jsonl"}
    studio.run("annotate", "--check", studio.path("game.jsonl"))
    studio.stop()


def test_labels_whose_trace_has_gone_are_not_replaced():
    studio = Studio()
    link = Link(studio)
    link.ask("play.open", **GAME, file="it/game.jsonl")
    play_a_little(link, 3)
    link.ask("play.end")
    os.rename(studio.path("game.jsonl"), studio.path("elsewhere"))
    with open(studio.path("game.goals.json"), "rb") as file:
        labels = file.read()
    refused = link.ask("play.open", **GAME, file="it/game.jsonl")
    assert "choose another name" in refused["error"]["text"], refused
    with open(studio.path("game.goals.json"), "rb") as file:
        assert file.read() == labels
    studio.stop()


def test_a_killed_recording_is_gone_on_with():
    studio = Studio()
    link = Link(studio)
    link.ask("play.open", **GAME, file="it/first.jsonl")
    play_a_little(link, 10)
    studio.kill()
    studio.start()
    link = Link(studio)
    found = [t for t in link.ask("home")["traces"] if t["file"] == "it/first.jsonl"]
    assert found and found[0]["labels"] and not found[0]["recording"], found
    game = link.ask(
        "play.from", file="it/first.jsonl", cycle=20, seat=0, agents=[None, "ai:raid"], record="it/second.jsonl"
    )
    assert game.get("cycle") == 20, game
    link.ask("play.step", cycles=5)
    link.ask("play.end")
    studio.run("trace", "check", studio.path("second.jsonl"))
    studio.stop()


def test_a_page_that_loses_its_line_comes_back_to_its_game():
    studio = Studio()
    link = Link(studio)
    game = link.ask("play.open", **GAME, file="it/game.jsonl")
    play_a_little(link, 4)
    link.ask("play.pace", cycles=30)
    link.close()
    again = Link(studio)
    deadline = time.time() + 10
    while True:
        joined = again.ask("play.join", session=game["session"])
        if "error" not in joined:
            break
        assert time.time() < deadline, joined
    assert joined["cycle"] >= 12 and joined["pace"] == 0, joined
    again.ask("play.step", cycles=1)
    goals = [said for said in again.said if said["say"] == "goals"]
    assert goals and len(goals[-1]["goals"]) == 2, again.said
    again.ask("play.end")
    studio.run("annotate", "--check", studio.path("game.jsonl"))
    studio.stop()


def test_a_game_that_is_played_elsewhere_is_taken_only_when_asked():
    studio = Studio()
    first, second = Link(studio), Link(studio)
    game = first.ask("play.open", **GAME)
    refused = second.ask("play.join", session=game["session"])
    assert "another page" in refused["error"]["text"], refused
    assert "session" in second.ask("play.join", session=game["session"], take=True)
    lost = first.ask("play.step", cycles=1)
    assert "no game" in lost["error"]["text"], lost
    assert any(said["say"] == "taken" for said in first.said)
    studio.stop()


def test_a_page_that_reads_nothing_does_not_stop_the_others():
    studio = Studio()
    deaf, other = Link(studio), Link(studio)
    deaf.ask("play.open", **dict(GAME, map="open-4", agents=[None, "expert:rush"]))
    deaf.ask("play.pace", cycles=20000)
    began = time.time()
    for _ in range(20):
        assert "folders" in other.ask("home")
    assert time.time() - began < 10
    try:
        other.ask("play.open", **GAME)
        assert other.ask("play.step", cycles=100)["cycle"] == 100
    except Closed as gone:
        raise AssertionError("the other page was shut out") from gone
    studio.stop()
