#!/usr/bin/env python3
"""Two players in Python: python3 player.py random | rusher.

understudy game play open-1 --p0 "exec:python3 docs/examples/player.py rusher" --p1 ai:passive
"""
import json
import random
import sys


def say(value):
    print(json.dumps(value), flush=True)


class Random:
    """Sends its units to wherever."""

    def __init__(self, hello):
        self.hello = hello
        self.rng = random.Random(int(hello["seed"]))

    def think(self, state):
        mine = [e for e in state["entities"] if e["owner"] == self.hello["seat"]]
        if not mine:
            return {"until": state["cycle"] + 300}
        order = {"order": "attack-move",
                 "args": {"units": [self.rng.choice(mine)["id"]],
                          "x": self.rng.randrange(self.hello["width"]),
                          "y": self.rng.randrange(self.hello["height"])}}
        return {"orders": [order], "until": state["cycle"] + 60}


class Rusher:
    """Gathers gold and strikes with all its workers: simple, and quick."""

    def __init__(self, hello):
        self.seat = hello["seat"]
        self.size = 1

    def think(self, state):
        entities = state["entities"]
        mine = [e for e in entities if e["owner"] == self.seat]
        theirs = [e for e in entities if e["owner"] not in (self.seat, -1)]
        halls = [e for e in mine if e["type"] in ("town-hall", "great-hall")]
        workers = [e for e in mine if e["type"] in ("peasant", "peon")]
        mines = [e for e in entities if e["type"] == "gold-mine"]
        orders = []
        if halls and len(workers) < 10 and state["tallies"]["gold"] >= 400:
            kind = "peasant" if halls[0]["type"] == "town-hall" else "peon"
            orders.append({"order": "train", "args": {"unit": halls[0]["id"], "type": kind}})
        idle = [e for e in workers if e["status"] == "idle"]
        if len(workers) >= 10 and theirs:
            target = min(theirs, key=lambda e: e["id"])
            orders.append({"order": "attack-move",
                           "args": {"units": [w["id"] for w in workers],
                                    "x": target["x"], "y": target["y"]}})
        elif mines:
            for worker in idle:
                near = min(mines, key=lambda m: (abs(m["x"] - worker["x"]) +
                                                 abs(m["y"] - worker["y"]), m["id"]))
                orders.append({"order": "harvest",
                               "args": {"unit": worker["id"], "target": near["id"]}})
        return {"orders": orders, "until": state["cycle"] + 60, "wake": ["finished"]}


def main():
    hello = json.loads(sys.stdin.readline())
    player = {"random": Random, "rusher": Rusher}[sys.argv[1]](hello)
    say({"name": sys.argv[1]})
    for line in sys.stdin:
        say(player.think(json.loads(line)))


if __name__ == "__main__":
    main()
