"""Tests of details that new users asked for."""

from browser import begin, command, orders_of, place_for
from client import Studio
from page import Page
from recordings import demos


def test_a_building_that_does_not_fit_gives_no_order():
    studio = Studio()
    page = Page(studio)
    begin(studio, page, map="open-2", seat="0", file="it/mine.jsonl", **{"agent-1": "idle"})
    hall = [e for e in page.own(0) if e["attributes"]["hit_points"] > 300][0]
    worker = [e for e in page.own(0) if e["id"] != hall["id"]][0]
    farm = {"peasant": "farm", "peon": "pig-farm"}[worker["type"]]
    page.point_entity(worker["id"])
    page.idle()
    page.press(command(page, "build", farm))
    page.point_cell(hall["x"] + 1, hall["y"] + 1)
    page.idle()
    page.until("document.querySelector('.messages').textContent.includes(\"can't be done there\")")
    assert page.text("#label-count").startswith("0 orders"), page.text("#label-count")
    assert page.script("return document.querySelector('#map').dataset.armed") == "cmd-build-" + farm
    page.point_cell(*place_for(page, hall, farm, 2))
    page.idle()
    page.step(1)
    assert page.text("#label-count").startswith("1 order,"), page.text("#label-count")
    assert page.script("return document.querySelector('#map').dataset.armed") is None
    page.close()
    studio.stop()


def test_slots_keep_no_ids_of_another_game():
    studio = Studio()
    page = Page(studio)
    begin(studio, page, map="open-2", seat="0", file="", **{"agent-1": "idle"})
    unit = page.own(0)[0]["id"]
    page.click("#slot-edit-4")
    page.choose("#goal-name", "KillUnit")
    page.click("#goal-arg-unit-point")
    page.point_entity(unit)
    page.click("#goal-save-open")
    page.until("document.querySelector('#goals-open').textContent.includes('#%d')" % unit)
    assert "#%d" % unit in page.text("#slot-4")
    page.driver.refresh()
    page.until("document.querySelector('#slot-4')?.getAttribute('aria-pressed') === 'true'")
    assert page.text("#slot-4").endswith("KillUnit(unit: ?)"), page.text("#slot-4")
    assert "#%d" % unit in page.text("#goals-open")
    page.script("localStorage.clear()")
    page.close()
    studio.stop()


def test_a_demonstration_is_labeled_once_the_seat_is_given_back():
    studio = Studio()
    demos(studio)
    page = Page(studio, "#watch=it/demo.jsonl@600")
    page.until("document.querySelector('.watch')?.dataset.film === 'whole'")
    page.choose("#watch-seat", "1")
    page.click("#take-open")
    page.until("document.querySelector('#take-top')?.options.length > 2")
    page.choose("#take-top", page.script("return [...document.querySelector('#take-top').options].at(-1).value"))
    page.write("#take-record", "it/shown.jsonl")
    page.click("#take-start")
    page.find("#goal-panel")
    page.await_game()
    hall = max(page.own(1), key=lambda e: e["attributes"]["hit_points"])
    page.point_entity(hall["id"])
    page.idle()
    page.point_cell(hall["x"] + 6, hall["y"] + 1, button="right")
    page.idle()
    page.step(1)
    assert page.text("#label-count").startswith("1 order, 0 without a goal"), page.text("#label-count")
    page.script("document.querySelector('#give-open').scrollIntoView()")
    page.click("#give-open")
    page.find("#give-agent")
    assert page.script("return document.querySelector('#give-agent').value") == "expert:rush"
    page.choose("#give-agent", "idle")
    page.click("#give-now")
    page.find("#given-back-label")
    page.idle()
    page.click("#nav-home")
    page.until("document.querySelector(\"[data-file='it/shown.jsonl']\") !== null")
    assert "being recorded" not in page.text("[data-file='it/shown.jsonl']")
    page.click("[data-file='it/shown.jsonl'] a[href^='#label']")
    page.until("document.querySelector('#unlabeled-orders')?.dataset.unlabeled === '0'")
    page.idle()
    assert page.script("return document.querySelector('#label-banner').hidden")
    assert page.find("#label-add").is_enabled()
    page.close()
    studio.stop()


def test_a_game_that_is_over_leads_to_its_labels():
    studio = Studio()
    page = Page(studio)
    begin(studio, page, domain="microrts", map="bases-8", seat="0", file="it/lost.jsonl",
          **{"agent-1": "ai:worker-rush"})
    page.click("#speed-20x")
    page.until("document.querySelector('#over-label')?.checkVisibility()")
    page.click("#over-label")
    page.until("document.querySelector('.label-file')?.textContent === 'it/lost.jsonl'")
    page.idle()
    assert page.script("return document.querySelector('#label-banner').hidden")
    page.driver.get(studio.address + "#play=1")
    page.find("#play-refused")
    assert page.script("return document.querySelector('#play-take')") is None
    page.close()
    studio.stop()


def test_own_games_come_before_those_that_are_shipped():
    studio = Studio()
    demos(studio)
    page = Page(studio)
    begin(studio, page, map="open-2", seat="-1", file="", **{"agent-0": "expert:knights", "agent-1": "ai:raid"})
    page.click("#nav-home")
    page.until("document.querySelector('#traces [data-file]') !== null")
    files = page.script("return [...document.querySelectorAll('#traces [data-file]')].map(e => e.dataset.file)")
    assert files[0] == "it/demo.jsonl" and len(files) > 1, files
    above = page.script("return document.querySelector('#sessions').getBoundingClientRect().top < "
                        "document.querySelector('#new-game').getBoundingClientRect().top")
    assert above
    page.close()
    studio.stop()


def test_the_bar_of_a_watched_game_fits_a_small_window():
    studio = Studio()
    page = Page(studio, size=(1280, 860))
    begin(studio, page, map="open-2", seat="-1", file="", **{"agent-0": "expert:knights", "agent-1": "ai:tower-push"})
    page.script("for (const b of document.querySelectorAll('.resource b')) b.textContent = '12345';"
                "document.querySelector('#clock').lastChild.textContent = 'cycle 23456'")
    wide = page.script("return [document.documentElement.scrollWidth, innerWidth,"
                       "document.querySelector('#play-end').getBoundingClientRect().right,"
                       "document.querySelector('#connection').getBoundingClientRect().left]")
    assert wide[0] <= wide[1] and wide[2] <= wide[3], wide
    names = page.script("return [...document.querySelectorAll('.seat-name')].map(e => [e.scrollWidth, e.clientWidth])")
    assert all(inner <= outer for inner, outer in names), names
    page.close()
    studio.stop()


def test_a_repair_is_read_side_by_side_from_the_left():
    studio = Studio()
    demos(studio)
    studio.run("learn", "--relax", studio.path("demo.jsonl"), "-o", studio.path("one.db"))
    studio.run("game", "play", "open-2", "--p0", "library:" + studio.path("one.db"), "--p1", "ai:raid",
               "--trace", studio.path("t.jsonl"))
    studio.run("adapt", studio.path("one.db"), studio.path("t.jsonl"), "--least", "1", "-o", studio.path("two.db"))
    page = Page(studio, "#compare=library:it/one.db|it/two.db")
    page.until("document.querySelectorAll('.diff .line').length > 4")
    got = page.script("return [...document.querySelectorAll('.diff .line')].filter(e => e.textContent)"
                       ".map(e => [getComputedStyle(e).textAlign, parseFloat(getComputedStyle(e).paddingLeft)])")
    assert {align for align, _ in got} <= {"left", "start"}, got
    assert len({indent for _, indent in got}) > 1, got
    page.close()
    studio.stop()


def small(page, x, y):
    """Returns the place of a map cell on the small map."""
    return page.script(
        "const b = document.querySelector('#minimap').getBoundingClientRect(), s = window.studio.state();"
        "const one = b.width / Math.max(s.width, s.height);"
        "return {x: b.left + (arguments[0] + 0.5) * one, y: b.top + (arguments[1] + 0.5) * one}", x, y)


def test_orders_are_given_on_the_small_map():
    studio = Studio()
    page = Page(studio)
    begin(studio, page, map="open-2", seat="0", file="it/small.jsonl", **{"agent-1": "idle"})
    worker = min((e for e in page.own(0) if e["attributes"]["hit_points"] < 300), key=lambda e: e["id"])
    page.point_entity(worker["id"])
    page.idle()
    page.point(small(page, 10, 5), button="right")
    page.idle()
    page.step(1)
    page.press("m")
    page.point(small(page, 15, 20))
    page.idle()
    page.step(1)
    page.end_game()
    page.close()
    got = [(o["order"], o["args"]) for o in orders_of(studio, "small.jsonl", 0)]
    one = [worker["id"]]
    assert got == [("move", {"units": one, "x": 10, "y": 5}), ("move", {"units": one, "x": 15, "y": 20})], got
    studio.stop()


def test_a_unit_for_a_goal_is_chosen_by_keyboard():
    studio = Studio()
    page = Page(studio)
    begin(studio, page, map="open-2", seat="0", file="", **{"agent-1": "idle"})
    page.script("document.querySelector('#slot-edit-9').focus()")
    page.press("\ue007")
    page.choose("#goal-name", "KillUnit")
    page.script("document.querySelector('#goal-arg-unit-point').focus()")
    page.press("\ue007", "\ue007")  # the cursor is at home
    page.until("document.activeElement.id === 'goal-save'")
    page.press("\ue007")
    page.until("/#[0-9]+/.test(document.querySelector('#slot-9').textContent)")
    page.script("localStorage.clear()")
    page.close()
    studio.stop()


def test_a_new_goal_has_the_arguments_of_its_orders():
    studio = Studio()
    demos(studio)
    page = Page(studio, "#label=it/demo.jsonl")
    page.until("document.querySelector('.order-line') !== null")
    page.idle()
    trained = page.script("return [...document.querySelectorAll('.order-line .order-text')].find("
                          "e => e.textContent.startsWith('train '))")
    kind = trained.text[len("train "):]
    trained.click()
    page.idle()
    page.press("a")
    page.choose("#label-name", "BuildUnits")
    page.until("document.querySelector('#label-arg-type').selectedOptions[0].text === arguments[0]", kind)
    assert page.text("#label-goal h2") == "New goal for 1 order"
    assert page.text("#label-seat").startswith("Seat 1: "), page.text("#label-seat")
    page.close()
    studio.stop()


def test_the_place_of_a_fault_in_a_recording_is_reported():
    studio = Studio()
    demos(studio)
    with open(studio.path("demo.jsonl"), encoding="utf-8") as file:
        lines = file.readlines()
    broken = next(i for i, line in enumerate(lines) if '"order":"train"' in line)
    lines[broken] = lines[broken].replace('"order":"train"', '"order":"fly"')
    with open(studio.path("demo.jsonl"), "w", encoding="utf-8") as file:
        file.writelines(lines)
    page = Page(studio, "#label=it/demo.jsonl")
    got = page.text("#page-error")
    assert "demo.jsonl:%d:" % (broken + 1) in got and "fly" in got, got
    page.close()
    studio.stop()


def test_the_form_of_a_new_game_remembers_the_last():
    studio = Studio()
    page = Page(studio)
    begin(studio, page, domain="arena", map="maze-1", seat="1", file="", **{"agent-0": "idle"})
    page.end_game()
    page.until("document.querySelector('#new-map')?.value === 'maze-1'")
    page.idle()
    assert page.script("return ['domain', 'seat', 'agent-0'].map(n => document.querySelector('#new-' + n).value)") == [
        "arena", "1", "idle"]
    page.click("#new-start")
    page.find("#goal-panel")
    page.close()
    studio.stop()
