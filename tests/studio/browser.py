"""The studio in a real browser: a game is played, labeled, learned from and watched, and what lies
on the disk is held against what was pressed."""

import json

from link import Studio
from page import Page


def begin(studio, page, **chosen):
    """A new game from the home page; chosen: fields of its form by id, "new-" left out."""
    page.choose("#new-domain", chosen.pop("domain", "skirmish"))
    for name in ("map", "seat", "agent-0", "agent-1"):
        if name in chosen:
            page.choose("#new-" + name, chosen.pop(name))
    for name, text in chosen.items():
        page.write("#new-" + name, text)
    page.click("#new-start")
    page.until("window.studio.state() !== null && Object.keys(window.studio.state().entities).length > 0")
    page.idle()


def orders_of(studio, name, seat):
    lines = json.loads(studio.run("trace", "show", "--json", "--seat", str(seat), studio.path(name)))
    return [line for line in lines if "order" in line]


def prepare_goal(page, slot, goal, **arguments):
    """Fills a slot by its form, and opens the goal."""
    page.click("#slot-edit-%d" % slot)
    page.choose("#goal-name", goal)
    for name, value in arguments.items():
        where = "#goal-arg-" + name
        if page.find(where).tag_name == "select":
            page.choose(where, value)
        else:
            page.write(where, value)
            page.press("\t")
    page.click("#goal-keep-open")
    page.idle()


def nearest(page, place, kind):
    """Of that kind the one that lies nearest."""
    found = [e for e in page.state()["entities"].values() if kind in e["type"]]
    return min(found, key=lambda e: (abs(e["x"] - place["x"]) + abs(e["y"] - place["y"]), e["id"]))


def command(page, action, kind=None):
    """The key of a command of the menu, once it can be had."""
    where = "[data-action='%s']%s" % (action, "[data-type='%s']" % kind if kind else "")
    page.until("document.querySelector(arguments[0] + '[data-reason=\"\"]') !== null", where)
    return page.script("return document.querySelector(arguments[0]).dataset.key.toLowerCase()", where)


def place_for(page, hall, kind, size):
    """A cell near the hall where the page says that it can be built: as a person looks for one."""
    for away in range(3, 9):
        for x, y in ((hall["x"] + away + 1, hall["y"]), (hall["x"], hall["y"] + away + 1)):
            taken = [e for e in page.state()["entities"].values()
                     if x - 2 < e["x"] < x + size + 1 and y - 2 < e["y"] < y + size + 1]
            if not taken:
                return x, y
    raise AssertionError("no place for " + kind)


def step_until(page, what, cycles):
    for _ in range(cycles // 50):
        page.step(50)
        if what():
            return
    raise AssertionError("not within %d cycles" % cycles)


def test_a_game_played_with_mouse_and_keys_is_on_the_disk_as_it_was_played():
    studio = Studio()
    page = Page(studio)
    begin(studio, page, map="open-2", seat="0", seed="3", file="it/mine.jsonl", **{"agent-1": "idle"})
    hall = [e for e in page.own(0) if e["attributes"]["hit_points"] > 300][0]
    workers = [e for e in page.own(0) if e["id"] != hall["id"]]
    worker, mine = workers[0]["type"], nearest(page, hall, "mine")
    farm = {"peasant": "farm", "peon": "pig-farm"}[worker]
    expected = []
    # By mouse: somebody goes somewhere.
    page.point_entity(workers[0]["id"])
    page.idle()
    assert page.script("return window.studio.selection()") == [workers[0]["id"]]
    x, y = hall["x"] + 6, hall["y"] + 5
    page.point_cell(x, y, button="right")
    page.idle()
    page.step(3)
    expected.append((0, "move", {"units": [workers[0]["id"]], "x": x, "y": y}))
    # A goal; a farm is put down with the mouse, the hall makes somebody by keys.
    prepare_goal(page, 7, "BuildUnits", type=worker, number="1")
    x, y = place_for(page, hall, farm, 2)
    page.press(command(page, "build", farm))
    page.point_cell(x, y)
    page.idle()
    page.step(1)
    expected.append((3, "build", {"unit": workers[0]["id"], "type": farm, "x": x, "y": y}))
    step_until(page, lambda: page.own(0, farm) and page.own(0, farm)[0]["flags"] == 0, 3000)
    page.point_entity(hall["id"])
    page.idle()
    expected.append((page.cycle(), "train", {"unit": hall["id"], "type": worker}))
    page.press(command(page, "train", worker))
    page.idle()
    page.step(1)
    # Two others gather, called by a group.
    page.point_entity(workers[1]["id"])
    page.point_entity(workers[2]["id"], held="\ue008")
    page.press(("ctrl", "5"), "\ue00c", ("alt", "5"))
    page.idle()
    chosen = page.script("return window.studio.selection()")
    assert sorted(chosen) == sorted([workers[1]["id"], workers[2]["id"]]), chosen
    expected.append((page.cycle(), "harvest", {"units": chosen, "target": mine["id"]}))
    page.point_entity(mine["id"], button="right")
    page.idle()
    page.step(1)
    # The goal is reached, and closed by its digit.
    step_until(page, lambda: len(page.own(0, worker)) > len(workers), 3000)
    page.press("7")
    page.idle()
    page.until("document.querySelector('[data-goal=\"2\"][data-open=false][data-achieved=true]')")
    ended = page.cycle()
    page.click("#play-end")
    page.click("#ending-yes")
    page.find("#new-start")
    page.close()
    told = orders_of(studio, "mine.jsonl", 0)
    assert [(o["cycle"], o["order"], o["args"]) for o in told] == expected, (told, expected)
    assert all("refused" not in o for o in told), told
    with open(studio.path("mine.goals.json"), encoding="utf-8") as file:
        goals = json.load(file)["goals"]
    assert [g["goal"] for g in goals] == ["WinWargus", "BuildUnits"], goals
    labeled, ids = goals[1], [o["id"] for o in told]
    assert (labeled["opened"], labeled["closed"], labeled["achieved"]) == (3, ended, True), goals
    assert labeled["orders"] == [[ids[1], ids[-1] + 1]], (goals, ids)
    studio.run("annotate", "--check", studio.path("mine.jsonl"))
    watch_what_was_learned(studio, worker, len(workers))
    studio.stop()


def watch_what_was_learned(studio, kind, before):
    """A library of that game plays, in the browser, and does what was demonstrated."""
    studio.run("learn", studio.path("mine.jsonl"), "-o", studio.path("mine.db"))
    page = Page(studio)
    begin(studio, page, map="open-2", seat="-1", seed="9", file="it/its.jsonl",
          **{"agent-0": "library:it/mine.db", "agent-1": "idle"})
    step_until(page, lambda: len(page.own(0, kind)) > before, 6000)
    page.click("#play-end")
    page.click("#ending-yes")
    page.find("#new-start")
    page.close()
    trained = [o for o in orders_of(studio, "its.jsonl", 0) if o["order"] == "train"]
    assert trained and trained[0]["args"]["type"] == kind, trained


def test_a_game_is_played_by_the_keyboard_alone():
    studio = Studio()
    page = Page(studio)
    page.find("#new-start")
    page.until("document.querySelector('#new-map').options.length > 0")
    page.script("document.querySelector('#new-start').focus()")
    page.press("\ue007")
    page.until("window.studio.state() !== null && Object.keys(window.studio.state().entities).length > 0")
    page.idle()
    page.press("\ue007")  # the cursor is at home: what is there is selected
    page.idle()
    assert len(page.script("return window.studio.selection()")) == 1
    page.press("\ue00c", ",")
    page.idle()
    unit = page.script("return window.studio.selection()")
    assert len(unit) == 1
    before = page.state()["entities"][str(unit[0])]
    page.press(("shift", "\ue014"), ("shift", "\ue015"), ("ctrl", "\ue007"))
    page.idle()
    page.step(60)
    after = page.state()["entities"][str(unit[0])]
    assert (before["x"], before["y"]) != (after["x"], after["y"]) or after["action"], after
    page.close()
    studio.stop()


def test_pages_shut_nobody_out():
    studio = Studio()
    for size in ((1280, 860), (1920, 1080)):
        page = Page(studio, size=size)
        page.find("#new-start")
        assert page.barriers() == []
        begin(studio, page, map="open-2", seat="0", **{"agent-1": "idle"})
        page.point_entity(page.own(0)[0]["id"])
        page.idle()
        assert page.barriers() == []
        page.press("?")
        page.find("#help")
        assert page.barriers() == []
        page.close()
    studio.stop()


def test_a_lost_line_is_taken_up_again():
    studio = Studio()
    page = Page(studio)
    begin(studio, page, map="open-2", seat="0", file="it/lost.jsonl", **{"agent-1": "idle"})
    page.step(12)
    page.script("window.dispatchEvent(new Event('offline'))")
    port = studio.port
    studio.kill()
    page.until("!document.querySelector('#banner').hidden")
    assert studio.port == port
    page.driver.get_log("browser")  # that nobody answers is what was meant
    page.driver.get("about:blank")
    studio.start()
    page = Page(studio)
    page.until("document.body.textContent.includes('it/lost.jsonl')")
    page.close()
    studio.run("trace", "check", studio.path("lost.jsonl"))
    studio.stop()

