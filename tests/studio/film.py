"""Films: pages of recorded games that a browser opens from the disk, without a studio."""

import json
import os
import shutil
import subprocess
import tempfile

from page import Page


class Film:
    """A folder with a film; a page of it is opened as that of a studio is."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="film.")
        self.address = "file://" + self.path("film.html")

    def path(self, name):
        return os.path.join(self.folder, name)

    def run(self, *arguments):
        done = subprocess.run([os.environ["UNDERSTUDY"], *arguments], capture_output=True, text=True, check=True)
        return done.stdout

    def drop(self):
        shutil.rmtree(self.folder)


def scrub(page, cycle):
    page.script(
        "const s = document.getElementById('scrubber'); s.value = arguments[0]; s.dispatchEvent(new Event('input'))",
        cycle,
    )
    page.until("window.film.cycle() === arguments[0]", cycle)


def test_a_film_plays_from_the_disk():
    film = Film()
    film.run("learn", "--relax", "domains/skirmish/demos/rush-open-1.jsonl", "-o", film.path("one.db"))
    film.run("game", "play", "open-2", "--p0", "library:" + film.path("one.db"), "--p1", "ai:raid", "--seed", "3",
             "--max-cycles", "4000", "--trace", film.path("t.jsonl"))
    made = json.loads(film.run("trace", "film", film.path("t.jsonl"), "-o", film.path("film.html"), "--json"))
    page = Page(film, "", size=(1000, 760))
    page.until("window.film?.states() === arguments[0]", made["states"])
    assert page.script("return window.film.cycle()") == 0
    scrub(page, 2000)
    plan = json.loads(film.run("trace", "show", film.path("t.jsonl"), "--plan", "2000", "--seat", "0", "--json"))
    open_goals = [n["text"] for seat in plan for n in seat["nodes"] if n["of"] == "goal" and not n["over"]]
    shown = [text.split(" (")[0] if text.endswith(" times)") else text for text in page.script("return window.film.goals(0)")]
    assert set(open_goals) == set(shown), (open_goals, shown)
    page.until("document.querySelector('.film-seat[data-seat=\"0\"] li')?.textContent === arguments[0]", shown[0])
    assert "reports no goals" in page.text(".film-seat[data-seat='1']")
    page.click("#watch-play")
    page.until("window.film.cycle() > 2100")
    page.click("#watch-play")
    rest = page.script("return window.film.cycle()")
    frames = page.script("return window.film.frames()")
    page.until("window.film.frames() > arguments[0] + 3", frames)
    assert page.script("return window.film.cycle()") == rest
    scrub(page, made["cycles"])
    page.close()
    film.drop()


def test_a_film_has_no_serious_violation():
    film = Film()
    film.run("trace", "film", "domains/skirmish/demos/rush-open-1.jsonl", "-o", film.path("film.html"))
    page = Page(film, "")
    page.until("window.film?.states() > 1")
    assert page.violations() == []
    page.close()
    film.drop()


def test_a_film_runs_no_script_of_a_name():
    film = Film()
    film.run("game", "play", "open-2", "--p0", "idle", "--p1", "idle", "--max-cycles", "50", "--trace", film.path("t.jsonl"))
    name = "</script><script>window.bad = 1</script><img src=x onerror='window.bad = 1'>"
    with open(film.path("t.jsonl"), encoding="utf-8") as file:
        text = file.read()
    with open(film.path("t.jsonl"), "w", encoding="utf-8") as file:
        file.write(text.replace('"player":"idle"', '"player":%s' % json.dumps(name)))
    film.run("trace", "film", film.path("t.jsonl"), "-o", film.path("film.html"), "--title", name)
    page = Page(film, "")
    page.until("window.film?.states() > 1")
    assert page.script("return document.title") == name
    assert name in page.text(".film-seat[data-seat='0']")
    assert page.script("return window.bad === undefined && document.images.length === 0")
    page.close()
    film.drop()
