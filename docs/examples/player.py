#!/usr/bin/env python3
"""Two players in Python: python3 player.py random | rusher.

understudy game play open-1 --p0 "exec:python3 docs/examples/player.py rusher" --p1 ai:passive

docs/PLAYERS.md has the protocol: a line of JSON in, a line of JSON out.
"""
import json
import random
import sys


class Random:
    """Sends its units to wherever."""

    def __init__(self, hello):
        self.hello = hello
        self.rng = random.Random(int(hello["seed"]) * 2 + hello["seat"])

    def think(self, state):
        mine = [e["id"] for e in state["entities"]
                if e["owner"] == self.hello["seat"] and e["type"] in ("peasant", "peon")]
        orders = [{"order": "attack-move",
                   "args": {"unit": self.rng.choice(mine),
                            "x": self.rng.randrange(self.hello["width"]),
                            "y": self.rng.randrange(self.hello["height"])}}] if mine else []
        return {"orders": orders, "until": state["cycle"] + 60}


class Rusher:
    """Farms, a barracks, and from four soldiers on all of them go for the nearest enemy."""

    NAMES = {"orc": ("pig-farm", "orc-barracks", "grunt", "peon"),
             "human": ("farm", "human-barracks", "footman", "peasant")}

    def __init__(self, hello):
        self.seat = hello["seat"]
        self.place = 0  # which place is tried for the next building
        self.trees = []

    def think(self, state):
        farm, barracks, soldier, worker = self.NAMES[state["seats"][self.seat]["faction"]]
        tallies = state["seats"][self.seat]["tallies"]
        entities = state["entities"]
        mine = [e for e in entities if e["owner"] == self.seat]
        theirs = [e for e in entities if e["owner"] not in (self.seat, -1)
                  and "inside" not in e]
        mines = [e for e in entities if e["type"] == "gold-mine"]
        halls = [e for e in mine if e["type"] in ("town-hall", "great-hall")]
        workers = [e for e in mine if e["type"] == worker]
        soldiers = [e for e in mine if e["type"] == soldier]
        if "terrain" in state:
            self.trees = [{"x": x, "y": y} for y, row in enumerate(state["terrain"])
                          for x, symbol in enumerate(row) if symbol == "T"]
        if any(told.get("refused") == "bad-place" for told in state.get("orders", [])):
            self.place += 1
        orders = []

        def give(order, unit, **args):
            orders.append({"order": order, "args": {"unit": unit["id"], **args}})

        def count(name):
            return sum(e["type"] == name for e in mine)

        # One building at a time, at the first place around the hall that is not refused.
        food = tallies.get("food_supply", 0) - tallies.get("food_used", 0)
        wanted = (farm if count(farm) == 0 else barracks if count(barracks) == 0 else
                  farm if food < 2 else None)
        builders = [w for w in workers if w.get("action") == "build"]
        sites = [e for e in mine if "unfinished" in e]
        if wanted and halls and workers and not builders and not sites:
            x, y = around(halls[0], self.place)
            give("build", workers[-1], type=wanted, x=x, y=y)
        for i, hand in enumerate(workers):
            if hand["status"] != "idle" or orders and hand is workers[-1]:
                continue
            if i % 3 == 2 and self.trees:
                tree = nearest(self.trees, hand)
                give("chop", hand, x=tree["x"], y=tree["y"])
            elif mines:
                give("harvest", hand, target=nearest(mines, hand)["id"])
        for house in mine if food > 0 else []:
            if house["type"] == barracks and "queue" not in house:
                give("train", house, type=soldier)
            elif house in halls and "queue" not in house and len(workers) < 10:
                give("train", house, type=worker)
        for one in soldiers if len(soldiers) >= 4 else []:
            if one["status"] == "idle" and theirs:
                give("attack", one, target=nearest(theirs, one)["id"])
        return {"orders": orders, "until": state["cycle"] + 30, "wake": ["finished"]}


def around(hall, number):
    """The place of that number: further and further away from the hall."""
    ring, side = 5 + number // 8, number % 8
    return (hall["x"] + (0, 1, 1, 1, 0, -1, -1, -1)[side] * ring,
            hall["y"] + (-1, -1, 0, 1, 1, 1, 0, -1)[side] * ring)


def nearest(things, to):
    return min(things, key=lambda e: max(abs(e["x"] - to["x"]), abs(e["y"] - to["y"])))


def main(players):
    """Plays as the player of that table whose name is the program's argument."""
    player = players[sys.argv[1]]
    hello = json.loads(sys.stdin.readline())
    print(json.dumps({"name": sys.argv[1]}), flush=True)
    player = player(hello)
    for line in sys.stdin:
        told = json.loads(line)
        if "end" not in told:
            print(json.dumps(player.think(told)), flush=True)


if __name__ == "__main__":
    main({"random": Random, "rusher": Rusher})
