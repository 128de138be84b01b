"""kills.py COUNT: kills the studio COUNT times while a person plays and labels. Each time the files must hold
every order and every label that a report "goals" with "saved": true counted. UNDERSTUDY is the program under
test. The test here does so a few times; tests/proof/studio_kills.sh does so 500 times."""

import json
import os
import random
import sys
import time

from client import Client, Closed, Studio

GAME = {"domain": "skirmish", "map": "open-2", "seed": 3, "seat": 0, "agents": [None, "ai:raid"]}
GOALS = [
    {"goal": "DefeatPlayer", "args": {"player": 1}},
    {"goal": "BuildUnits", "args": {"player": 0, "type": "peasant", "number": 9}},
    {"goal": "GetResources", "args": {"player": "self", "gold": 90000}},
]


def last_saved(client):
    for report in reversed(client.reports):
        if report["say"] == "goals" and report["saved"]:
            return report
    return None


def hear(client, until):
    """Receives reports until that time, by the monotonic clock."""
    while (left := until - time.monotonic()) > 0:
        client.line.settimeout(left)
        try:
            kind, message = client.receive()
        except TimeoutError:
            break
        if kind == 1:
            client.reports.append(json.loads(message))
    client.line.settimeout(30)


def order(client, draw):
    give = {"order": "move", "args": {"units": [7, 8], "x": draw.randrange(30), "y": 9}}
    client.request("play.order", give=give)


def hear_saved(client):
    """Receives reports until one says that all labels up to now are saved."""
    began = len(client.reports)
    while not any(r["say"] == "goals" and r["saved"] for r in client.reports[began:]):
        kind, message = client.receive()
        if kind == 1:
            client.reports.append(json.loads(message))


def play(client, name, draw):
    """Plays at a pace, with orders under open goals. Returns at a moment of its choice: just after a report
    of saved labels, or anywhere between."""
    client.request("play.open", **GAME, file="it/" + name)
    client.request("play.pace", cycles=draw.choice([30, 300, 3000]))
    goals = GOALS[:]
    draw.shuffle(goals)
    for _ in range(draw.randrange(1, 5)):
        if goals and draw.randrange(2):
            client.request("goal.open", **goals.pop())
        for _ in range(draw.randrange(1, 4)):
            order(client, draw)
            hear(client, time.monotonic() + draw.random() * 0.05)
    if draw.randrange(2):
        order(client, draw)
        hear_saved(client)
    else:
        hear(client, time.monotonic() + draw.random() * 0.7)


def held(goal, given):
    """Counts the orders within the ranges of a goal of the file. A range ends before its end."""
    return sum(any(first <= i < last for first, last in goal["orders"]) for i in given)


def read_trace(path):
    """Returns the ids of the first seat's orders. The last line may be cut."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")[:-1]
    ids = [line["id"] for line in map(json.loads, lines) if "order" in line and line["seat"] == 0]
    return set(ids)


def check(studio, name, told):
    """Compares the files with the last report that said saved; None: there was none. Returns the number of
    labels that the report promised."""
    if not told or not told["orders"]:
        return 0
    with open(studio.path(name.replace(".jsonl", ".goals.json")), encoding="utf-8") as file:
        found = {goal["id"]: goal for goal in json.load(file)["goals"]}
    given = read_trace(studio.path(name))
    assert len(given) >= told["orders"], (name, told, sorted(given))
    promised = [goal for goal in told["goals"] if goal["orders"]]
    for goal in promised:
        assert goal["id"] in found, (name, goal, found)
        assert held(found[goal["id"]], given) >= goal["orders"], (name, goal, found[goal["id"]], given)
    return len(promised)


def kill_often(count, seed=1):
    """Returns how many kills came after a report of saved labels, and how many labels these promised."""
    draw = random.Random(seed)
    studio = Studio()
    landed = labels = 0
    for i in range(count):
        name = "killed-%d.jsonl" % i
        client = Client(studio)
        play(client, name, draw)
        studio.kill()
        try:
            while True:  # what the server had sent by then was told
                kind, message = client.receive()
                if kind == 1:
                    client.reports.append(json.loads(message))
        except (Closed, OSError):
            pass
        promised = check(studio, name, last_saved(client))
        landed += promised > 0
        labels += promised
        client.close()
        if i % 25 == 0:
            studio.run("trace", "check", studio.path(name))
        studio.start()
    studio.stop()
    return landed, labels


def test_a_kill_loses_no_label_that_was_told_as_saved():
    landed, labels = kill_often(8)
    assert landed >= 4, (landed, labels)


if __name__ == "__main__":
    kills = int(sys.argv[1])
    after, promises = kill_often(kills)
    assert after >= kills // 2, "only %d of %d kills came after a report of saved labels" % (after, kills)
    print("%d kills of the studio, %d of them after a report of saved labels: all %d labels and all their orders "
          "are on the disk" % (kills, after, promises))
