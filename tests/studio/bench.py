"""bench.py: measures the speed of the studio in a real browser. Prints the values and adds them to the
sheet that $UNDERSTUDY_SHEET names (tests/measured.h). bench.sh runs it."""

import json
import os
import statistics
import sys

from client import Skip, Studio
from page import Page, driver

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
UNITS = 400


def crowd(path):
    """Writes a map: open-4, 128x128, with UNITS units: soldiers of both seats on free ground, far apart."""
    with open(os.path.join(ROOT, "domains/skirmish/maps/open-4.map"), encoding="utf-8") as file:
        lines = file.read().splitlines()
    ground = next(i for i, line in enumerate(lines) if line.startswith("terrain") or line == "rows")
    rows = lines[ground + 1 :]
    taken = {(int(x), int(y)) for _, _, _, x, y, *_ in (line.split() for line in lines if line.startswith("entity"))}
    free = [
        (x, y)
        for y in range(0, 128, 3)
        for x in range(0, 128, 3)
        if rows[y][x] in ".," and all(abs(x - a) > 6 or abs(y - b) > 6 for a, b in taken)
    ]
    made = []
    for i in range(UNITS - 10):
        x, y = free[i * len(free) // (UNITS - 10)]
        made.append("entity %s %d %d %d" % (("footman", 0, x, y) if y < 64 else ("grunt", 1, x, y)))
    lines[0:ground] = [line.replace("open-4", "crowd") for line in lines[0:ground]] + made
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def report(name, value, unit, of):
    print("%-14s %8.4g %-9s %s" % (name, value, unit, of), flush=True)
    if os.environ.get("UNDERSTUDY_SHEET"):
        with open(os.environ["UNDERSTUDY_SHEET"], "a", encoding="utf-8") as sheet:
            sheet.write("%s\t%.9g\t%s\n" % (name, value, of))


def over(page, seconds):
    """Returns cycles and frames per second, by the browser's clock."""
    return page.driver.execute_async_script(
        """const done = arguments[1], studio = window.studio;
        const began = performance.now(), cycle = studio.cycle(), frames = studio.frames();
        setTimeout(() => {
            const passed = (performance.now() - began) / 1000;
            done([(studio.cycle() - cycle) / passed, (studio.frames() - frames) / passed]);
        }, arguments[0] * 1000);""",
        seconds,
    )


def effect_times(page, rounds):
    """Milliseconds from a key to the frame that shows its effect."""
    return page.driver.execute_async_script(
        """const done = arguments[1], studio = window.studio, times = [];
        const unit = studio.selection()[0];
        const round = left => {
            if (left === 0) { done(times); return; }
            const before = JSON.stringify(studio.state().entities[unit].action);
            const began = performance.now();
            document.dispatchEvent(new KeyboardEvent("keydown",
                { key: before === '"stand"' ? "s" : "t", bubbles: true }));
            const look = () => {
                if (JSON.stringify(studio.state().entities[unit].action) !== before)
                    requestAnimationFrame(() => { times.push(performance.now() - began);
                        setTimeout(() => round(left - 1), 120); });
                else
                    requestAnimationFrame(look);
            };
            look();
        };
        round(arguments[0]);""",
        rounds,
    )


def open_crowd(studio):
    page = Page(studio)
    page.choose("#new-domain", "skirmish")
    page.until("document.querySelector('#new-map').options.length > 0")
    page.script(
        "const o = document.createElement('option'); o.value = o.textContent = 'it/crowd.map';"
        "document.querySelector('#new-map').append(o)"
    )
    page.choose("#new-map", "it/crowd.map")
    page.choose("#new-seat", "0")
    page.choose("#new-agent-1", "ai:boom")
    page.click("#new-start")
    page.until("window.studio.state() !== null && Object.keys(window.studio.state().entities).length > 0")
    page.idle()
    return page


def bench_live(studio):
    crowd(studio.path("crowd.map"))
    page = open_crowd(studio)
    units = len(page.state()["entities"])
    for name, speed in (("studio-pace", "1x"), ("studio-fast", "20x")):
        page.click("#speed-" + speed)
        over(page, 1)
        runs = [over(page, 3) for _ in range(3)]
        page.click("#speed-pause")
        page.idle()
        of = "%s, %d entities on 128x128" % (speed, units)
        report(name, statistics.median(run[0] for run in runs), "cycles/s", of)
        report("studio-frames", statistics.median(run[1] for run in runs), "frames/s", of)
    page.point_entity(page.own(0, "peasant")[0]["id"])
    page.idle()
    page.click("#speed-1x")
    times = effect_times(page, 15)
    report("studio-effect", statistics.median(times), "ms", "median of %d orders, %d entities" % (len(times), units))
    page.close()


def bench_recorded(studio):
    for opponent in ("expert:economy", "expert:siege"):
        name = opponent.split(":")[1] + ".jsonl"
        game = json.loads(studio.run("game", "play", "choke-4", "--p0", opponent, "--p1", "ai:turtle",
                                     "--max-cycles", "30000", "--trace", studio.path(name), "--json"))
        page = Page(studio)
        page.find("#new-start")
        times = []
        for _ in range(3):
            page.script("location.hash = '#home'")
            page.find("#new-start")
            times.append(page.driver.execute_async_script(OPEN, "it/" + name))
        of = "%d cycles, %s" % (game["cycles"], opponent)
        report("studio-open", statistics.median(times) / 1000, "s", of)
        page.until("document.querySelector('.watch')?.dataset.film === 'whole'")
        page.idle()
        report("studio-scrub", page.driver.execute_async_script(SCRUB), "frames/s", of)
        page.close()


OPEN = """const done = arguments[1], began = performance.now();
location.hash = "#watch=" + arguments[0];
const look = () => (window.studio.state() !== null && window.studio.frames() > 0)
    ? done(performance.now() - began) : requestAnimationFrame(look);
look();"""

# From end to end of the game and back, another cycle in each frame, for three seconds.
SCRUB = """const done = arguments[0], slider = document.querySelector("input[type=range]");
const began = performance.now(), last = Number(slider.max);
let frames = 0, seen = -1;
const turn = () => {
    const passed = performance.now() - began, cycle = window.studio.cycle();
    frames += cycle !== seen ? 1 : 0;
    seen = cycle;
    if (passed >= 3000) {
        done(frames / passed * 1000);
        return;
    }
    const part = passed / 1500;
    slider.value = String(Math.round(last * (part < 1 ? part : 2 - part)));
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    requestAnimationFrame(turn);
};
turn();"""


def main():
    try:
        driver()
    except Skip as why:
        print("the studio is not timed: %s" % why)
        return 0
    studio = Studio()
    bench_live(studio)
    bench_recorded(studio)
    studio.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
