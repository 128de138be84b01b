"""The studio in a real browser: a game is played, labeled, learned from and watched. The files on the
disk are compared with the keys and buttons that were pressed."""

import json

from client import Studio
from page import Page


def begin(studio, page, **chosen):
    """Starts a game on the home page; chosen: values of the form by id, without "new-"."""
    page.choose("#new-domain", chosen.pop("domain", "skirmish"))
    for name in ("map", "seat", "agent-0", "agent-1", "faction-0", "faction-1"):
        if name in chosen:
            page.choose("#new-" + name, chosen.pop(name))
    for name, text in chosen.items():
        page.write("#new-" + name, text)
    page.click("#new-start")
    page.await_game()


def orders_of(studio, name, seat):
    lines = json.loads(studio.run("trace", "show", "--json", "--seat", str(seat), studio.path(name)))
    return [line for line in lines if "order" in line]


def prepare_goal(page, slot, goal, **arguments):
    """Fills a slot by its form, and opens its goal."""
    page.click("#slot-edit-%d" % slot)
    page.choose("#goal-name", goal)
    for name, value in arguments.items():
        where = "#goal-arg-" + name
        if page.find(where).tag_name == "select":
            page.choose(where, value)
        else:
            page.write(where, value)
            page.press("\t")
    page.click("#goal-save-open")
    page.idle()


def nearest(page, place, kind):
    """Returns the nearest entity of a kind."""
    found = [e for e in page.state()["entities"].values() if kind in e["type"]]
    return min(found, key=lambda e: (abs(e["x"] - place["x"]) + abs(e["y"] - place["y"]), e["id"]))


def command(page, action, kind=None):
    """Returns the key of a command once it is available."""
    where = "[data-action='%s']%s" % (action, "[data-type='%s']" % kind if kind else "")
    page.until("document.querySelector(arguments[0] + '[data-reason=\"\"]') !== null", where)
    return page.script("return document.querySelector(arguments[0]).dataset.key.toLowerCase()", where)


def place_for(page, hall, kind, size):
    """Returns a free cell near the hall for a building of that size."""
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
    # A unit moves, by mouse.
    page.point_entity(workers[0]["id"])
    page.idle()
    assert page.script("return window.studio.selection()") == [workers[0]["id"]]
    x, y = hall["x"] + 6, hall["y"] + 5
    page.point_cell(x, y, button="right")
    page.idle()
    page.step(3)
    expected.append((0, "move", {"units": [workers[0]["id"]], "x": x, "y": y}))
    # A goal; a farm is placed by mouse, the hall trains a worker by keys.
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
    page.end_game()
    page.close()
    got = orders_of(studio, "mine.jsonl", 0)
    assert [(o["cycle"], o["order"], o["args"]) for o in got] == expected, (got, expected)
    assert all("refused" not in o for o in got), got
    with open(studio.path("mine.goals.json"), encoding="utf-8") as file:
        goals = json.load(file)["goals"]
    assert [g["goal"] for g in goals] == ["WinWargus", "BuildUnits"], goals
    labeled, ids = goals[1], [o["id"] for o in got]
    assert (labeled["opened"], labeled["closed"], labeled["achieved"]) == (3, ended, True), goals
    assert labeled["orders"] == [[ids[1], ids[-1] + 1]], (goals, ids)
    studio.run("annotate", "--check", studio.path("mine.jsonl"))
    watch_what_was_learned(studio, worker, len(workers))
    studio.stop()


def watch_what_was_learned(studio, kind, before):
    """A library learned from that game plays in the browser and repeats the demonstration."""
    studio.run("learn", studio.path("mine.jsonl"), "-o", studio.path("mine.db"))
    page = Page(studio)
    begin(studio, page, map="open-2", seat="-1", seed="9", file="it/its.jsonl",
          **{"agent-0": "library:it/mine.db", "agent-1": "idle"})
    step_until(page, lambda: len(page.own(0, kind)) > before, 6000)
    page.end_game()
    page.close()
    check_plan_icons(studio)
    trained = [o for o in orders_of(studio, "its.jsonl", 0) if o["order"] == "train"]
    assert trained and trained[0]["args"]["type"] == kind, trained


def check_plan_icons(studio):
    """Each row of a plan has a drawn icon: fonts may lack such signs."""
    page = Page(studio, "#watch=it/its.jsonl@400")
    page.until("document.querySelectorAll('#plan-tree .plan-row').length > 0")
    signs = page.script(
        "return [...document.querySelectorAll('#plan-tree .plan-row')].map(row => "
        "row.querySelector('.plan-icon > svg.icon')?.getBoundingClientRect().width ?? 0)"
    )
    assert min(signs) > 4, signs
    assert page.violations() == []
    page.close()


def test_a_game_is_played_by_the_keyboard_alone():
    studio = Studio()
    page = Page(studio)
    page.find("#new-start")
    page.until("document.querySelector('#new-map').options.length > 0")
    page.script("document.querySelector('#new-start').focus()")
    page.press("\ue007")
    page.await_game()
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


def test_pages_have_no_serious_accessibility_violations():
    studio = Studio()
    for size in ((1280, 860), (1920, 1080)):
        page = Page(studio, size=size)
        page.find("#new-start")
        assert page.violations() == []
        begin(studio, page, map="open-2", seat="0", **{"agent-1": "idle"})
        page.point_entity(page.own(0)[0]["id"])
        page.idle()
        assert page.violations() == []
        page.press("?")
        page.find("#help")
        assert page.violations() == []
        page.close()
    studio.stop()


def test_a_lost_connection_leaves_a_recording_that_reads():
    studio = Studio()
    page = Page(studio)
    begin(studio, page, map="open-2", seat="0", file="it/lost.jsonl", **{"agent-1": "idle"})
    page.step(12)
    page.script("window.dispatchEvent(new Event('offline'))")
    port = studio.port
    studio.kill()
    page.until("!document.querySelector('#banner').hidden")
    assert studio.port == port
    page.driver.get_log("browser")  # the server is meant to be away
    page.driver.get("about:blank")
    studio.start()
    page = Page(studio)
    page.until("document.body.textContent.includes('it/lost.jsonl')")
    page.close()
    studio.run("trace", "check", studio.path("lost.jsonl"))
    studio.stop()


def slots(page):
    return page.script("return [...document.querySelectorAll('#slots li .slot')].map(s => s.getAttribute('aria-label'))")


def open_goals(page):
    """Returns the open goals except the game's own: text, orders, orders after the end."""
    return page.script(
        "return [...document.querySelectorAll('#goals-open > li')].slice(1).map(g => "
        "[g.querySelector('.goal-text').textContent, Number(g.dataset.orders), Number(g.dataset.ends)])"
    )


def give(page, unit, x, y, cycles=1):
    """Moves a unit by mouse."""
    page.point_entity(unit)
    page.point_cell(x, y, button="right")
    page.idle()
    page.step(cycles)


def test_goals_end_at_the_chosen_order_and_slots_change_fast():
    studio = Studio()
    page = Page(studio)
    begin(studio, page, map="open-2", seat="0", seed="3", file="it/ends.jsonl",
          **{"agent-1": "idle", "faction-0": "orc", "faction-1": "human"})
    assert slots(page) == [
        "1: BuildUnits(peon, number: 3)", "2: BuildUnits(grunt, number: 4)",
        "3: BuildUnits(pig-farm, number: 1)", "4: BuildUnits(orc-barracks, number: 1)",
        "5: ResourceInfrastructure(farms: 4, peasants: 4)", "6: GetResources(gold: 500)",
        "7: DefeatPlayer(enemy)", "8: KillUnitType(enemy, peasant)", "9: Research(battle-axe-1)",
    ], slots(page)
    hall = [e for e in page.own(0) if e["attributes"]["hit_points"] > 300][0]
    unit = [e for e in page.own(0) if e["id"] != hall["id"]][0]["id"]
    x, y = hall["x"] - 4, hall["y"] - 3
    # Three orders are for the first goal; it ends before the last two of them.
    page.press("1")
    for i in range(3):
        give(page, unit, x, y + i)
    page.press(("shift", "1"))
    give(page, unit, x, y + 4)
    page.press(("shift", "1"))
    assert open_goals(page) == [["BuildUnits(peon, number: 3)", 4, 3]], open_goals(page)
    # Its slot is refilled with another number, by mouse and keys: the old one is still there.
    page.click("#slot-1-number-more")
    page.script("document.querySelector('#slot-1').focus()")
    page.press("+", "+", "-")
    assert slots(page)[0] == "1: BuildUnits(peon, number: 5)"
    assert page.find("#slot-1").get_attribute("aria-pressed") == "false"
    page.press("1")
    page.until("document.querySelector('[data-goal=\"3\"][data-open=true]')")
    give(page, unit, x, y)
    page.click("#goal-close-2")
    page.until("document.querySelector('[data-goal=\"2\"][data-open=false]')")
    page.press("\ue003")  # Backspace closes the one opened last
    page.until("document.querySelector('[data-goal=\"3\"][data-open=false]')")
    page.press("7")
    page.until("document.querySelector('[data-goal=\"4\"]')")
    assert open_goals(page) == [["DefeatPlayer(enemy)", 0, 0]], open_goals(page)
    field_keeps_the_focus(page, unit, x, y)
    page.end_game()
    page.close()
    ids = [o["id"] for o in orders_of(studio, "ends.jsonl", 0)]
    with open(studio.path("ends.goals.json"), encoding="utf-8") as file:
        goals = {g["id"]: g["orders"] for g in json.load(file)["goals"]}
    assert len(ids) == 6, ids
    assert goals[2] == [[ids[0], ids[0] + 1]], (goals, ids)
    assert goals[3] == [[ids[4], ids[4] + 1]], (goals, ids)
    assert goals[4] == [[ids[2], ids[5] + 1]], (goals, ids)
    studio.stop()


def field_keeps_the_focus(page, unit, x, y):
    """The number of orders of a goal applies on Enter, and its field keeps the focus."""
    field = page.find("#goal-back-4")
    field.click()
    page.press(("ctrl", "a"), "3")
    page.idle()
    assert open_goals(page)[0][1] == 0, "nothing was settled yet"
    page.press("\ue007")
    page.until("document.querySelector('[data-goal=\"4\"]').dataset.orders === '3'")
    assert page.script("return document.activeElement === arguments[0] && arguments[0].isConnected", field)
    page.press(("ctrl", "a"), "99", "\ue007")  # there are not so many
    assert field.get_attribute("value") == "3"
    give(page, unit, x, y + 1)
    assert field == page.find("#goal-back-4") and open_goals(page)[0][1] == 4
    assert field.get_attribute("value") == "4"


def test_fast_clicks_select_each_unit_and_keys_select_kinds():
    studio = Studio()
    page = Page(studio)
    begin(studio, page, map="open-2", seat="0", seed="3", **{"agent-1": "idle"})
    chosen = lambda: sorted(page.script("return window.studio.selection()"))
    hall = [e for e in page.own(0) if e["attributes"]["hit_points"] > 300][0]["id"]
    workers = [e["id"] for e in page.own(0) if e["id"] != hall]
    places = [page.script("return window.studio.entityToScreen(arguments[0])", id) for id in workers]
    actions = page.actions()
    actions.key_down("\ue008")
    pointer, key = actions.w3c_actions.pointer_action, actions.w3c_actions.key_action
    for place in places:  # each moves on a little before it is released
        pointer.move_to_location(round(place["x"]), round(place["y"]))
        pointer.pointer_down()
        pointer.move_to_location(round(place["x"]), round(place["y"]) + 7)
        pointer.pointer_up()
        for _ in range(4):
            key.pause(0)
    actions.key_up("\ue008")
    actions.perform()
    assert chosen() == sorted(workers), chosen()
    for place, after in ((places[0], workers[:1]), (places[1], workers[1:2])):
        page.point(place)
        assert chosen() == after, "a press elsewhere is no second one"
    actions = page.actions()
    actions.w3c_actions.pointer_action.move_to_location(round(places[0]["x"]), round(places[0]["y"]))
    actions.double_click().perform()
    assert chosen() == sorted(workers), chosen()
    page.press("\ue00c", "\ue034")  # F4: the hall makes nothing
    assert chosen() == [hall]
    page.press("\ue00c", "\ue033")  # F3: idle units
    assert chosen() == sorted(workers), chosen()
    page.press("\ue00c", "\ue032")  # F2: workers are no fighters
    assert chosen() == []
    # The page updates what is below a mouse that rests.
    page.point(places[0])
    page.idle()
    there = page.state()["entities"][str(workers[0])]
    assert "peasant" in page.text("#cell-info")
    page.press(command(page, "explore"))
    page.step(60)
    now = page.state()["entities"][str(workers[0])]
    assert (now["x"], now["y"]) != (there["x"], there["y"]), now
    assert "peasant" not in page.text("#cell-info"), page.text("#cell-info")
    page.close()
    studio.stop()


def test_pages_fit_a_small_window():
    studio = Studio()
    fits = (
        "const e = document.querySelector(arguments[0]);"
        "return e.scrollWidth <= e.clientWidth && e.scrollHeight <= e.clientHeight"
    )
    for seat in ("0", "-1"):
        page = Page(studio, size=(1280, 720 + 139))
        agents = {"agent-%d" % i: "expert:balanced" for i in (0, 1) if str(i) != seat}
        begin(studio, page, map="open-2", seat=seat, **agents)
        assert page.script(fits, ".hud")
        end, dot = page.script(
            "return ['#play-end', '#connection'].map(w => document.querySelector(w).getBoundingClientRect())"
        )
        assert end["right"] < dot["left"] and dot["right"] <= 1280, (end, dot)
        if seat == "0":
            page.press("\ue033")
            page.until("document.querySelectorAll('.command').length >= 22")
            assert page.script(fits, ".grids")
        page.close()
    studio.stop()


def test_attacks_out_of_view_and_the_end_of_a_game_are_reported():
    studio = Studio()
    page = Page(studio)
    begin(studio, page, domain="microrts", map="two-bases-12", seat="0", **{"agent-1": "ai:worker-rush"})
    place = page.script("return window.studio.cellToScreen(12, 5)")
    color = page.script(
        "const map = document.querySelector('#map'), box = map.getBoundingClientRect();"
        "return [...map.getContext('2d').getImageData(arguments[0] - box.left, arguments[1] - box.top, 1, 1).data]",
        place["x"], place["y"],
    )
    assert color == [12, 16, 21, 255], "nothing is painted beyond the edge"
    page.press("+", "+", "+", "+")
    for _ in range(9):
        page.press(("alt", "\ue015"))
    page.script(
        "window.heard = []; new MutationObserver(all => all.forEach(m => m.addedNodes.forEach(n => "
        "window.heard.push(n.textContent)))).observe(document.querySelector('#messages'), { childList: true })"
    )
    over = "document.querySelector('#over-end') !== null"
    for _ in range(60):
        page.press(("shift", "."), ("shift", "."), ("shift", "."), ("shift", "."), ("shift", "."))
        page.idle()
        if page.script("return " + over):
            break
    page.until(over)
    got = page.script("return window.heard")
    assert any("under attack out of view" in text for text in got), got
    cycle = page.cycle()
    page.press(".")
    page.until("window.heard.includes('The game is over')")
    assert page.cycle() == cycle
    assert page.script("return [...document.querySelectorAll('.speed button')].every(b => b.disabled)")
    page.close()
    studio.stop()
