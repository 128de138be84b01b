#!/usr/bin/env python3
"""Three opponents of skirmish that nothing was tuned or practiced against: python3 strangers.py waves | archers | pest.

    understudy game play open-1 --p0 library:lib.db --p1 "exec:python3 tests/opponents/strangers.py waves"

waves gathers eight soldiers, sends all that it has, and gathers anew. archers builds a lumber mill, shoots what comes
near, and sets out with ten. pest sends two soldiers after the workers as soon as it has them, again and again.
tests/opponents/strangers.json is an experiment that plays libraries and experts against them. docs/PLAYERS.md has the
protocol.
"""
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "docs" / "examples"))
from player import around, main, nearest  # noqa: E402

NAMES = {
    "human": dict(farm="farm", barracks="human-barracks", mill="human-lumber-mill", soldier="footman", archer="archer",
                  worker="peasant", hall="town-hall"),
    "orc": dict(farm="pig-farm", barracks="orc-barracks", mill="orc-lumber-mill", soldier="grunt", archer="axethrower",
                worker="peon", hall="great-hall"),
}
FIGHTERS = ("footman", "grunt", "archer", "axethrower")


def far(a, b):
    return max(abs(a["x"] - b["x"]), abs(a["y"] - b["y"]))


class Stranger:
    workers, shoots = 10, False

    def __init__(self, hello):
        self.seat, self.trees, self.tried, self.out = hello["seat"], [], 0, set()

    def think(self, state):
        self.words = NAMES[state["seats"][self.seat]["faction"]]
        self.mine = [e for e in state["entities"] if e["owner"] == self.seat]
        self.theirs = [e for e in state["entities"] if e["owner"] not in (self.seat, -1) and "inside" not in e]
        self.mines = [e for e in state["entities"] if e["type"] == "gold-mine"]
        self.tallies, self.orders = state["seats"][self.seat]["tallies"], []
        if "terrain" in state:
            self.trees = [{"x": x, "y": y} for y, row in enumerate(state["terrain"])
                          for x, symbol in enumerate(row) if symbol == "T"]
        self.tried += any(told.get("refused") == "bad-place" for told in state.get("orders", []))
        self.army = [e for e in self.mine if e["type"] in FIGHTERS]
        self.build()
        self.work()
        self.train()
        self.fight()
        return {"orders": self.orders, "until": state["cycle"] + 30}

    def give(self, order, unit, **args):
        self.orders.append({"order": order, "args": {"unit": unit["id"], **args}})

    def own(self, word):
        return [e for e in self.mine if e["type"] == self.words[word]]

    def room(self):
        return self.tallies.get("food_supply", 0) - self.tallies.get("food_used", 0)

    def build(self):
        workers, halls = self.own("worker"), self.own("hall")
        wanted = ("hall" if not halls else "farm" if not self.own("farm") else
                  "barracks" if not self.own("barracks") else
                  "mill" if self.shoots and not self.own("mill") else
                  "farm" if self.room() < 3 else
                  "barracks" if len(self.own("barracks")) < 2 and self.tallies["gold"] > 1500 else None)
        busy = any(w.get("action") == "build" for w in workers) or any("unfinished" in e for e in self.mine)
        if not wanted or not workers or busy:
            return
        heart = halls[0] if halls else nearest(self.mines, workers[0]) if self.mines else workers[0]
        x, y = around(heart, self.tried)
        self.give("build", workers[-1], type=self.words[wanted], x=max(0, x), y=max(0, y))

    def work(self):
        for i, hand in enumerate(self.own("worker")):
            if hand["status"] != "idle" or any(o["args"]["unit"] == hand["id"] for o in self.orders):
                continue
            if i % 3 == 2 and self.trees:
                tree = nearest(self.trees, hand)
                self.give("chop", hand, x=tree["x"], y=tree["y"])
            elif self.mines:
                self.give("harvest", hand, target=nearest(self.mines, hand)["id"])

    def train(self):
        kind = "archer" if self.shoots and self.own("mill") else "soldier"
        for house in self.mine if self.room() > 0 else []:
            if house["type"] == self.words["barracks"] and "queue" not in house:
                self.give("train", house, type=self.words[kind])
            elif house in self.own("hall") and "queue" not in house and len(self.own("worker")) < self.workers:
                self.give("train", house, type=self.words["worker"])

    def send(self, units, at):
        for unit in units:
            if unit["status"] == "idle" and at:
                aim = nearest(at, unit)
                self.give("attack-move", unit, x=aim["x"], y=aim["y"])

    def guard(self, units):
        home = [e for e in self.mine if e["type"] not in FIGHTERS]
        self.send(units, [foe for foe in self.theirs if home and far(foe, nearest(home, foe)) < 10])


class Waves(Stranger):
    def fight(self):
        home = [e for e in self.army if e["id"] not in self.out]
        if len(home) >= 8:
            self.out |= {e["id"] for e in home}
        self.send([e for e in self.army if e["id"] in self.out], self.theirs)
        self.guard([e for e in self.army if e["id"] not in self.out])


class Archers(Stranger):
    workers, shoots = 14, True

    def fight(self):
        if len(self.army) >= 10:
            self.send(self.army, self.theirs)
        else:
            self.guard(self.army)


class Pest(Stranger):
    workers = 8

    def fight(self):
        hands = [e for e in self.theirs if e["type"] in ("peasant", "peon")]
        self.send(self.army if len(self.army) >= 2 else [], hands or self.theirs)


if __name__ == "__main__":
    main({"waves": Waves, "archers": Archers, "pest": Pest})
