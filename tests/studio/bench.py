"""bench.py: how smooth the studio is, in a real browser: prints what was asked and measured. Run by
`make bench-studio`; UNDERSTUDY is the program."""

import os
import statistics
import sys
import time

from link import Studio
from page import Page

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
UNITS = 400


def crowd(path):
    """open-4, 128x128, with so many units: soldiers of both seats on free ground, far apart."""
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


def tell(what, asked, values, unit):
    print("%s: asked %s, measured %s %s" % (what, asked, ", ".join("%.4g" % v for v in values), unit), flush=True)


def over(page, seconds):
    """Cycles and frames in that time, by the browser's clock."""
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
    """Milliseconds from a key to the frame that shows what came of it."""
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


def main():
    studio = Studio()
    crowd(studio.path("crowd.map"))
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
    units = len(page.state()["entities"])
    for name, asked in (("1x", 30), ("20x", 600)):
        page.click("#speed-" + name)
        time.sleep(1)
        runs = [over(page, 3) for _ in range(3)]
        page.click("#speed-pause")
        page.idle()
        what = "a live game at %s, %d entities on 128x128" % (name, units)
        tell(what, "%d cycles/s" % asked, [statistics.median(r[0] for r in runs)], "cycles/s")
        tell(what, "60 frames/s", [statistics.median(r[1] for r in runs)], "frames/s")
    page.point_entity(page.own(0, "peasant")[0]["id"])
    page.idle()
    page.click("#speed-1x")
    times = effect_times(page, 15)
    tell("from a key to its effect on the screen, at 1x", "below 100 ms", [statistics.median(times), max(times)], "ms (median, worst)")
    page.close()
    studio.stop()


if __name__ == "__main__":
    sys.exit(main())
