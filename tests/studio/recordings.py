"""Pages that show files of the folders: watching, labeling, comparing."""

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess

from browser import begin, step_until
from client import Studio
from page import Page

DEMO = "rush-open-1"


def demos(studio):
    """Copies a demonstration into the studio's folder."""
    for end in (".jsonl", ".goals.json"):
        shutil.copy("domains/skirmish/demos/%s%s" % (DEMO, end), studio.path("demo" + end))


def test_a_recorded_game_is_watched_with_its_plan_at_any_cycle():
    studio = Studio()
    demos(studio)
    studio.run("learn", "--relax", studio.path("demo.jsonl"), "-o", studio.path("one.db"))
    played = json.loads(studio.run("game", "play", "open-2", "--p0", "library:" + studio.path("one.db"), "--p1",
                                   "ai:raid", "--seed", "3", "--trace", studio.path("t.jsonl"), "--json"))
    page = Page(studio, "#watch=it/t.jsonl@300")
    page.until("document.querySelector('.watch')?.dataset.film === 'whole'")
    page.idle()
    assert page.cycle() == 300
    page.until("document.querySelectorAll('#plan-tree [role=treeitem]').length > 0")
    page.press("]")
    page.idle()
    failed = page.cycle()
    plan = json.loads(studio.run("trace", "show", studio.path("t.jsonl"), "--plan", str(failed), "--all", "--json"))
    nodes = [node for seat in plan for node in seat["nodes"]]
    assert any(node["state"] == "failed" and node["since"] == failed for node in nodes), failed
    page.press("\ue010")  # End
    page.idle()
    assert page.cycle() == played["cycles"], (page.cycle(), played)
    page.press("\ue011", ".", ".")  # Home
    page.idle()
    assert page.cycle() == 2
    assert page.violations() == []
    page.close()
    studio.stop()


def test_a_squad_is_watched_in_a_recording_and_while_a_game_goes_on():
    studio = Studio()
    demos(studio)
    studio.run("learn", "--relax", studio.path("demo.jsonl"), "-o", studio.path("one.db"))
    studio.run("game", "play", "open-2", "--p0", "library:" + studio.path("one.db"), "--p1", "ai:raid", "--seed", "3",
               "--trace", studio.path("t.jsonl"))
    with open(studio.path("t.jsonl"), encoding="utf-8") as file:
        lines = [line for line in map(json.loads, file) if "squad" in line]
    out = next(line for line in lines if line.get("target"))
    page = Page(studio, "#watch=it/t.jsonl@%d" % out["cycle"])
    page.until("document.querySelector('.watch')?.dataset.film === 'whole'")
    page.until("document.querySelector('#plan-squads .squad')?.dataset.phase === arguments[0]", out["squad"])
    assert "%d unit" % out["units"] in page.text("#plan-squads .squad"), page.text("#plan-squads")
    assert "%s %d at" % (out["what"].replace("-", " "), out["target"]) in page.text("#plan-squads .squad")
    page.press("\ue011")  # Home
    page.until("document.querySelector('#plan-squads .squad')?.dataset.phase === 'forming'")
    assert "no fighters" in page.text("#plan-squads .squad")
    assert page.violations() == []
    page.close()
    page = Page(studio)
    begin(studio, page, map="open-2", seat="-1", seed="3", file="", **{"agent-0": "library:it/one.db",
                                                                       "agent-1": "ai:raid"})
    page.step(30)
    page.until("document.querySelector('#squads .squad')?.dataset.why === 'no fighters'")
    step_until(page, lambda: page.script("return document.querySelector('#squads .squad').dataset.phase") == "marching",
               20000)
    assert "unit" in page.text("#squads .squad")
    assert page.violations() == []
    page.end_game()
    page.close()
    studio.stop()


def labels(studio):
    with open(studio.path("demo.goals.json"), encoding="utf-8") as file:
        return json.load(file)["goals"]


def settle(page, studio, what):
    """Waits until the labels on the disk pass the test."""
    for _ in range(500):
        page.idle()
        if what(labels(studio)):
            return
    raise AssertionError(labels(studio))


def suggested(goals):
    return [goal for goal in goals if goal.get("suggested")]


def test_labels_are_changed_and_changed_back():
    studio = Studio()
    demos(studio)
    before = labels(studio)
    page = Page(studio, "#label=it/demo.jsonl")
    page.find("#lanes")
    page.until("/[0-9]/.test(document.querySelector('#preview-count')?.textContent ?? '')")
    page.click("#label-suggest")
    settle(page, studio, suggested)
    more = labels(studio)
    assert len(more) > len(before)
    assert page.violations() == []
    page.click("#label-reject-all")
    settle(page, studio, lambda goals: not suggested(goals))
    page.click("#label-undo")
    settle(page, studio, lambda goals: goals == more)
    page.click("#label-undo")
    settle(page, studio, lambda goals: goals == before)
    page.close()
    studio.run("annotate", "--check", studio.path("demo.jsonl"))
    studio.stop()


def test_suggestions_are_learned_from_once_they_are_accepted():
    studio = Studio()
    demos(studio)
    with open(studio.path("demo.goals.json"), "w", encoding="utf-8") as file:
        file.write('{"understudy":"goals","version":1,"domain":"skirmish","goals":[\n]}\n')
    page = Page(studio, "#label=it/demo.jsonl")
    page.find("#lanes")
    page.choose("#label-seat", "1")
    page.until("document.querySelector('#label-seat')?.value === '1'")
    page.click("#label-suggest")
    settle(page, studio, suggested)
    count = len(suggested(labels(studio)))
    assert count == len(labels(studio)) > 3, labels(studio)
    page.until("document.querySelector('#preview-withheld')?.textContent.startsWith(arguments[0] + ' ')", count)
    assert page.text("#preview-count") == "no behaviors"
    assert not page.script("return Boolean(document.querySelector('#preview-lost'))")
    refused = subprocess.run([os.environ["UNDERSTUDY"], "learn", studio.path("demo.jsonl"), "-o", studio.path("no.db")],
                             capture_output=True, text=True)
    assert refused.returncode == 2 and "%d goals, all of them suggestions" % count in refused.stderr, refused
    page.click("[data-suggested='true']")
    page.click("#goal-accept")
    settle(page, studio, lambda goals: len(suggested(goals)) == count - 1)
    page.until("document.querySelector('#preview-withheld')?.textContent.startsWith(arguments[0] + ' ')", count - 1)
    page.click("#label-accept-all")
    settle(page, studio, lambda goals: not suggested(goals))
    assert len(labels(studio)) == count
    page.until("!document.querySelector('#preview-withheld')")
    page.until("/[0-9]/.test(document.querySelector('#preview-count')?.textContent ?? '')")
    studio.run("learn", studio.path("demo.jsonl"), "-o", studio.path("yes.db"))
    page.choose("#label-seat", "0")
    page.until("document.querySelector('#preview-lost')?.textContent.includes('--seat 0')")
    page.close()
    studio.stop()


def test_two_libraries_are_compared():
    studio = Studio()
    demos(studio)
    studio.run("learn", studio.path("demo.jsonl"), "-o", studio.path("one.db"))
    studio.run("learn", "--relax", studio.path("demo.jsonl"), "-o", studio.path("two.db"))
    page = Page(studio, "#compare=library%3Ait%2Fone.db%7Cit%2Ftwo.db")
    page.find("#diff, #tree")
    page.idle()
    assert page.violations() == []
    page.close()
    studio.stop()


def test_the_story_of_a_library_is_read_with_the_rest_folded():
    studio = Studio()
    demos(studio)
    studio.run("learn", "--relax", studio.path("demo.jsonl"), "-o", studio.path("one.db"))
    studio.run("adapt", studio.path("one.db"), "--budget", "100", "--against", "ai:raid", "--family", "open", "--size",
               "32", "--max-cycles", "3000", "-o", studio.path("two.db"))
    with sqlite3.connect(studio.path("two.db")) as library:
        story = json.loads(library.execute("SELECT story FROM adaptations").fetchone()[0])
        story["causes"][0]["about"] = "<img src=x onerror=alert(1)>"
        library.execute("UPDATE adaptations SET story = ?", [json.dumps(story)])
    library.close()
    page = Page(studio, "#compare=library%3Ait%2Ftwo.db")
    page.click("#library-story > summary")
    assert "1. " in page.text("#library-story .entry h5")
    assert "<img src=x onerror=alert(1)>" in page.script("return document.querySelector('#library-story').textContent")
    assert not page.script("return document.querySelector('#library-story img')")
    full = page.script("return document.querySelectorAll('#library-story .entry h5').length")
    assert 0 < full <= 10, full
    text = studio.run("library", "story", studio.path("two.db"), "--all")
    entries = re.findall(r"(?m)^\d+\. .*$", text)
    shown = page.script("return [...document.querySelectorAll('#library-story .entry > :first-child')].map(e => "
                        "e.textContent).filter(t => /^\\d/.test(t))")
    assert shown == entries, (shown, entries)
    assert not page.script("return document.querySelector('#library-story details .entry').checkVisibility()")
    page.click("#library-story details.rest > summary")
    assert page.script("return document.querySelector('#library-story details .entry').checkVisibility()")
    assert page.violations() == []
    page.close()
    page = Page(studio, "#compare=library%3Ait%2Fone.db")
    page.find("#tree")
    page.idle()
    assert page.script("return document.querySelector('#library-story').hidden")
    page.close()
    studio.stop()


def plan_experiment(studio):
    """Plans an experiment: two players, one opponent, two maps."""
    with open(studio.path("e.json"), "w", encoding="utf-8") as file:
        json.dump({"experiment": 1, "name": "rush or boom", "players": ["ai:footman-rush", "ai:passive"],
                   "opponents": ["ai:boom"], "maps": [{"family": "open", "seed": 500, "count": 2}],
                   "games": 10, "max_cycles": 12000}, file)
    studio.run("experiment", "plan", studio.path("e.json"), "-o", studio.path("e"))


def run_stopped(studio):
    """Runs the remaining games, and stops the run in between."""
    run = subprocess.Popen([os.environ["UNDERSTUDY"], "experiment", "run", studio.path("e"), "--resume", "-j1"],
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while int(re.search(r"(\d+) of 80", studio.run("experiment", "status", studio.path("e"))).group(1)) < 44:
        assert run.poll() is None
    run.send_signal(signal.SIGSTOP)
    return run


def test_an_experiment_is_followed_while_it_runs_and_reported():
    studio = Studio()
    plan_experiment(studio)
    page = Page(studio, "#compare=experiment:it/e/manifest.jsonl")
    state = "document.querySelector('#experiment-state')"
    page.until(state + "?.textContent === 'not running: 0 of 80 games played'")
    assert page.text("#experiment-title") == "rush or boom"
    assert page.text("#report-state") == "There are no results yet."
    assert not page.find("#report-write").is_enabled()
    studio.run("experiment", "run", studio.path("e"), "--only", "player=ai:passive")
    page.until(state + ".textContent === 'not running: 40 of 80 games played'")
    run = run_stopped(studio)
    page.until(state + ".dataset.state === 'running'")
    run.send_signal(signal.SIGCONT)
    assert run.wait() == 0
    page.until(state + ".textContent === 'done: 80 of 80 games played'")
    assert page.violations() == []
    (verdict,) = json.loads(studio.run("experiment", "compare", studio.path("e"), "--json"))["verdicts"]
    page.click("#verdict-texts summary")
    assert verdict["text"] in page.text("#verdict-texts")
    assert "on maps like these (2 maps)" in verdict["text"]
    assert page.text("#effects td.scope") == "maps like these (2)"
    page.click("#report-write")
    page.until("document.querySelector('#report-page') !== null")
    with open(studio.path("e/report.html"), encoding="utf-8") as file:
        written = file.read()
    page.driver.switch_to.frame(page.find("#report-page"))
    title = page.until("document.querySelector('h1')?.textContent")
    page.driver.switch_to.default_content()
    assert "<h1>%s</h1>" % title in written, title
    page.close()
    studio.stop()


def test_a_page_that_is_left_while_it_opens_does_not_disturb_the_next():
    studio = Studio()
    demos(studio)
    page = Page(studio)
    page.find("#new-start")
    go = ("addEventListener('hashchange', () => { location.hash = arguments[1]; }, { once: true });"
          "location.hash = arguments[0];")
    page.script(go, "#watch=it/demo.jsonl", "#label=it/demo.jsonl")
    page.until("document.querySelector('.map-caption')?.textContent.startsWith('Cycle')")
    assert page.script("return document.querySelector('.watch')") is None
    before = labels(studio)
    page.click("#lane-3")
    page.press("\ue017")
    settle(page, studio, lambda goals: len(goals) == len(before) - 1)
    page.script(go, "#watch=it/demo.jsonl", "#home")
    page.find("#new-start")
    page.idle()
    assert page.script("return document.querySelector('.watch, #watch-faults')") is None
    page.script("location.hash = '#watch=100%'")  # a malformed address
    page.find("#watch-refused")
    page.close()
    studio.stop()


DROPPABLE_SOCKET = """window.WebSocket = class extends WebSocket {
    constructor(address) {
        super(window.down ? address + "/none" : address);
        window.line = this;
    }
};"""


class DroppablePage(Page):
    """A page whose connection can be cut. Errors of connections that do not open are expected."""

    def __init__(self, studio, place):
        super().__init__(studio)
        script = self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": DROPPABLE_SOCKET})
        self.driver.get("about:blank")
        self.driver.get(studio.address + place)
        self.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)

    def cut(self):
        self.script("window.down = true; window.line.close()")
        self.until("document.querySelector('#connection').dataset.state === 'lost'")

    def restore(self):
        self.script("window.down = false")
        self.until("document.querySelector('#connection').dataset.state === 'open'")
        self.idle()

    def errors(self):
        return [text for text in super().errors() if "link/none" not in text]


def test_a_game_is_watched_while_the_connection_is_lost():
    studio = Studio()
    demos(studio)
    page = DroppablePage(studio, "#watch=it/demo.jsonl@100")
    page.until("document.querySelector('.watch')?.dataset.film === 'whole'")
    page.cut()
    page.find("#banner")
    page.press(".", ".")
    page.until("window.studio.cycle() === 102")
    os.rename(studio.path("demo.jsonl"), studio.path("gone.jsonl"))
    page.restore()
    page.until("document.querySelector('#banner').textContent.includes('cannot open')")
    page.press(".")
    page.until("window.studio.cycle() === 103")
    page.cut()
    os.rename(studio.path("gone.jsonl"), studio.path("demo.jsonl"))
    page.restore()
    page.until("document.querySelector('#banner').hidden")
    page.press("\ue010")
    page.until("window.studio.cycle() > 9000")
    page.close()
    studio.stop()


def test_labels_do_not_change_while_the_connection_is_lost():
    studio = Studio()
    demos(studio)
    before = labels(studio)
    page = DroppablePage(studio, "#label=it/demo.jsonl")
    page.click("#lane-3")
    page.cut()
    page.press("\ue017")
    page.until("document.querySelector('#label-message').textContent.includes('nothing was changed')")
    page.restore()
    assert labels(studio) == before
    page.until("document.querySelector('.map-caption').textContent.startsWith('Cycle')")
    page.click("#lane-3")
    page.press("\ue017")
    settle(page, studio, lambda goals: len(goals) == len(before) - 1)
    page.close()
    studio.stop()


def test_typed_text_stays_when_findings_arrive():
    studio = Studio()
    demos(studio)
    goals = labels(studio)
    for goal in goals:
        if goal["id"] == 3:
            del goal["closed"], goal["achieved"]
    with open(studio.path("demo.goals.json"), "w", encoding="utf-8") as file:
        json.dump({"understudy": "goals", "version": 1, "domain": "skirmish", "goals": goals}, file)
    page = Page(studio, "#label=it/demo.jsonl")
    page.click("#lane-3")
    field = page.find("#label-arg-number")
    page.script("arguments[0].focus(); arguments[0].select()", field)
    page.press("7")
    page.find("#goal-note")
    assert field.get_attribute("value") == "7" and field == page.find("#label-arg-number")
    page.click("#label-apply")
    settle(page, studio, lambda goals: goals[2]["args"]["number"] == 7)
    page.press("\ue00c")
    page.until("/^Order 2 is/.test(document.querySelector('#label-goal p').textContent)")
    page.press("\ue014")
    page.until("/^Order (?!2 )/.test(document.querySelector('#label-goal p').textContent)")
    page.close()
    studio.stop()
