"""Recordings survive a killed program, a full disk, and a closed or reopened page."""

import json
import os
import resource
import time

from client import Client, Closed, Studio

GAME = {"domain": "skirmish", "map": "open-2", "seed": 3, "seat": 0, "agents": [None, "ai:raid"]}


def play_a_little(client, orders):
    """Gives orders, some with labels; returns how many the game took once the last one applied."""
    client.request("goal.open", goal="DefeatPlayer", args={"player": 1})
    taken = 0
    for i in range(orders):
        answer = client.request("play.order", give={"order": "move", "args": {"units": [7, 8], "x": i % 30, "y": 9}})
        taken += "error" not in answer
        client.request("play.step", cycles=3)
    return taken


def test_a_kill_loses_no_order_and_no_label():
    studio = Studio()
    for round_number in range(6):
        name = "killed-%d.jsonl" % round_number
        client = Client(studio)
        client.request("play.open", **GAME, file="it/" + name)
        orders = 1 + 7 * round_number
        assert play_a_little(client, orders) == orders
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
    client = Client(studio)
    client.request("play.open", **GAME, file="it/full.jsonl")
    resource.prlimit(studio.process.pid, resource.RLIMIT_FSIZE, (4000, resource.RLIM_INFINITY))
    orders = 0
    while not any(report["say"] == "trouble" for report in client.reports):
        orders += play_a_little(client, 1)
        assert orders < 200, client.reports[-3:]
    for verb, members in [("play.step", {"cycles": 1}), ("play.end", {}), ("play.seat", {"agent": "idle"})]:
        assert "cannot write" in client.request(verb, **members)["error"]["text"], verb
    client.request("play.pace", cycles=600)
    client.request("ping")
    assert [report for report in client.reports if report["say"] == "state"][-1]["pace"] == 0, client.reports[-3:]
    client.request("goal.open", goal="BuildUnits", args={"player": 0, "type": "peasant", "number": 3}, back=2)
    resource.prlimit(studio.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert play_a_little(client, 5) == 5
    orders += 5
    assert client.request("play.end") == {"file": "it/full.jsonl"}
    trace = studio.path("full.jsonl")
    studio.run("trace", "check", trace)
    shown = json.loads(studio.run("trace", "show", "--seat", "0", "--json", trace))
    assert sum("order" in line for line in shown) == orders, (orders, shown)
    with open(studio.path("full.goals.json"), encoding="utf-8") as file:
        assert len(json.load(file)["goals"]) == 3
    studio.stop()


def test_labels_that_become_a_link_are_not_written_through_it():
    studio = Studio()
    client = Client(studio)
    client.request("play.open", **GAME, file="it/game.jsonl")
    play_a_little(client, 3)
    outside, labels = studio.path("../outside"), studio.path("game.goals.json")
    os.rename(labels, outside)
    os.symlink(outside, labels)
    with open(outside, "rb") as file:
        before = file.read()
    client.request("goal.close", id=2)
    client.request("ping")
    assert "leads out" in [report for report in client.reports if report["say"] == "trouble"][-1]["text"], client.reports[-3:]
    assert "leads out" in client.request("play.end")["error"]["text"]
    with open(outside, "rb") as file:
        assert file.read() == before
    os.unlink(labels)
    assert client.request("play.end") == {"file": "it/game.jsonl"}
    studio.run("annotate", "--check", studio.path("game.jsonl"))
    studio.stop()


def test_labels_whose_trace_has_gone_are_not_replaced():
    studio = Studio()
    client = Client(studio)
    client.request("play.open", **GAME, file="it/game.jsonl")
    play_a_little(client, 3)
    client.request("play.end")
    os.rename(studio.path("game.jsonl"), studio.path("elsewhere"))
    with open(studio.path("game.goals.json"), "rb") as file:
        labels = file.read()
    refused = client.request("play.open", **GAME, file="it/game.jsonl")
    assert "choose another name" in refused["error"]["text"], refused
    with open(studio.path("game.goals.json"), "rb") as file:
        assert file.read() == labels
    studio.stop()


def test_a_killed_recording_continues():
    studio = Studio()
    client = Client(studio)
    client.request("play.open", **GAME, file="it/first.jsonl")
    play_a_little(client, 10)
    studio.kill()
    studio.start()
    client = Client(studio)
    found = [t for t in client.request("home")["traces"] if t["file"] == "it/first.jsonl"]
    assert found and found[0]["labels"] and not found[0]["recording"], found
    game = client.request(
        "play.from", file="it/first.jsonl", cycle=20, seat=0, agents=[None, "ai:raid"], record="it/second.jsonl"
    )
    assert game.get("cycle") == 20, game
    client.request("play.step", cycles=5)
    client.request("play.end")
    studio.run("trace", "check", studio.path("second.jsonl"))
    studio.stop()


def test_a_page_that_lost_its_connection_joins_its_game_again():
    studio = Studio()
    client = Client(studio)
    game = client.request("play.open", **GAME, file="it/game.jsonl")
    play_a_little(client, 4)
    client.request("play.pace", cycles=30)
    client.close()
    again = Client(studio)
    deadline = time.time() + 10
    while True:
        joined = again.request("play.join", session=game["session"])
        if "error" not in joined:
            break
        assert time.time() < deadline, joined
    assert joined["cycle"] >= 12 and joined["pace"] == 0, joined
    again.request("play.step", cycles=1)
    goals = [report for report in again.reports if report["say"] == "goals"]
    assert goals and len(goals[-1]["goals"]) == 2, again.reports
    again.request("play.end")
    studio.run("annotate", "--check", studio.path("game.jsonl"))
    studio.stop()


def test_a_game_that_is_played_elsewhere_is_taken_only_when_asked():
    studio = Studio()
    first, second = Client(studio), Client(studio)
    game = first.request("play.open", **GAME)
    refused = second.request("play.join", session=game["session"])
    assert "another page" in refused["error"]["text"], refused
    assert "session" in second.request("play.join", session=game["session"], take=True)
    lost = first.request("play.step", cycles=1)
    assert "no game" in lost["error"]["text"], lost
    assert any(report["say"] == "taken" for report in first.reports)
    studio.stop()


def test_a_page_that_reads_nothing_does_not_stop_the_others():
    studio = Studio()
    deaf, other = Client(studio), Client(studio)
    deaf.request("play.open", **dict(GAME, map="open-4", agents=[None, "expert:rush"]))
    deaf.request("play.pace", cycles=20000)
    began = time.time()
    for _ in range(20):
        assert "folders" in other.request("home")
    assert time.time() - began < 10
    try:
        other.request("play.open", **GAME)
        assert other.request("play.step", cycles=100)["cycle"] == 100
    except Closed as gone:
        raise AssertionError("the other page was shut out") from gone
    studio.stop()
