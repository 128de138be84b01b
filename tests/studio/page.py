"""A page of the studio in a real browser, used by keys and mouse as a person does."""

import atexit
import json
import os
import shutil
import time

from client import Skip

try:
    from selenium import webdriver
    from selenium.common.exceptions import JavascriptException
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.ui import Select
except ImportError as missing:
    webdriver = None
    MISSING = str(missing)

AXE = os.path.join(os.path.dirname(__file__), "..", "..", "build", "axe", "axe.min.js")
WITHIN = 60  # seconds of a timeout, for a busy machine

UNTIL = """
    const told = [...arguments], done = told.pop(), look = function() { return %s; };
    (function again() {
        try {
            const value = look.apply(null, told);
            if (value)
                done({ value });
            else
                setTimeout(again, 10);
        } catch (error) {
            done({ error: String(error) });
        }
    })();
"""

_drivers = []


def driver():
    """Returns the browser that all tests share; raises Skip if there is none."""
    if webdriver is None:
        raise Skip(MISSING)
    chromium, chromedriver = shutil.which("chromium"), shutil.which("chromedriver")
    if not chromium or not chromedriver:
        raise Skip("no chromium, or no chromedriver")
    if not _drivers:
        options = webdriver.ChromeOptions()
        options.binary_location = chromium
        for flag in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1280,860", "--disable-gpu",
                     "--disable-extensions", "--disable-background-networking", "--no-first-run"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        _drivers.append(webdriver.Chrome(service=Service(chromedriver), options=options))
        _drivers[0].set_script_timeout(WITHIN)
        atexit.register(_drivers[0].quit)
    return _drivers[0]


class Page:
    """One page of a studio. Errors in the browser's log fail the test at close."""

    def __init__(self, studio, place="#home", size=(1280, 860)):
        self.driver = driver()
        self.driver.get_log("browser")
        self.driver.set_window_size(*size)
        self.driver.get("about:blank")
        self.driver.get(studio.address + place)
        self.actions = lambda: ActionChains(self.driver, duration=0)

    # ---- reading

    def script(self, text, *arguments):
        return self.driver.execute_script(text, *arguments)

    def until(self, text, *arguments):
        """Waits until the expression is true, and returns its value. The page itself looks again and again: a
        question from here costs more than most expressions."""
        deadline = time.monotonic() + WITHIN
        while True:
            try:
                got = self.driver.execute_async_script(UNTIL % text, *arguments)
            except JavascriptException as gone:  # the page was left while it looked
                if "unloaded" not in str(gone) and "navigation" not in str(gone) or time.monotonic() > deadline:
                    raise
                continue
            if "error" in got:
                raise AssertionError("%s: %s" % (text, got["error"]))
            return got["value"]

    def find(self, where):
        """Returns an element by its selector once it is visible."""
        self.until("document.querySelector(arguments[0])?.checkVisibility()", where)
        return self.driver.find_element(By.CSS_SELECTOR, where)

    def text(self, where):
        return self.find(where).text

    def idle(self):
        """Waits until all requests are answered and drawn."""
        self.driver.execute_async_script(
            "const done = arguments[0]; window.studio.idle().then(done);"
        )

    def cycle(self):
        return self.script("return window.studio.cycle()")

    def state(self):
        return json.loads(self.script("return JSON.stringify(window.studio.state())"))

    def own(self, seat, kind=None):
        """Returns the entities of a seat by id, or those of a type."""
        found = self.script(
            "return JSON.stringify(Object.values(window.studio.state().entities).filter("
            "e => e.owner === arguments[0] && (arguments[1] === null || e.type === arguments[1])))", seat, kind
        )
        return sorted(json.loads(found), key=lambda e: e["id"])

    # ---- acting

    def click(self, where):
        self.find(where).click()

    def choose(self, where, text):
        """Chooses the option with that text or value."""
        value = self.until("[...document.querySelector(arguments[0])?.options ?? []].filter("
                           "o => o.value === arguments[1] || o.text === arguments[1]).map(o => [o.value])[0]", where, text)
        Select(self.find(where)).select_by_value(value[0])

    def write(self, where, text):
        element = self.find(where)
        element.clear()
        element.send_keys(text)

    def press(self, *keys):
        """Presses keys one after the other; ("shift", "x") presses them together."""
        names = {"shift": Keys.SHIFT, "ctrl": Keys.CONTROL, "alt": Keys.ALT}
        actions = self.actions()
        for key in keys:
            held = [names[k] for k in key[:-1]] if isinstance(key, tuple) else []
            for name in held:
                actions.key_down(name)
            actions.send_keys(key[-1] if isinstance(key, tuple) else key)
            for name in reversed(held):
                actions.key_up(name)
        actions.perform()

    def point(self, place, button="left", held=None):
        """Clicks at a place of the window."""
        box = self.script("const b = document.documentElement.getBoundingClientRect(); return [b.width, b.height]")
        actions = self.actions()
        actions.w3c_actions.pointer_action.move_to_location(round(place["x"]), round(place["y"]))
        assert 0 <= place["x"] < box[0], place
        if held:
            actions.key_down(held)
        if button == "right":
            actions.context_click()
        else:
            actions.click()
        if held:
            actions.key_up(held)
        actions.perform()

    def point_cell(self, x, y, **how):
        self.point(self.script("return window.studio.cellToScreen(arguments[0], arguments[1])", x, y), **how)

    def point_entity(self, entity, **how):
        self.point(self.script("return window.studio.entityToScreen(arguments[0])", entity), **how)

    def step(self, cycles):
        """Steps the paused game by the keys of the page."""
        target = self.cycle() + cycles
        self.press(*[("shift", ".")] * (cycles // 10), *["."] * (cycles % 10))
        self.until("window.studio.cycle() === arguments[0]", target)
        self.idle()

    # ---- games

    def await_game(self):
        """Waits until the page shows some of the world."""
        self.until("window.studio.state() !== null && Object.keys(window.studio.state().entities).length > 0")
        self.idle()

    def end_game(self):
        self.click("#play-end")
        self.click("#ending-yes")
        self.find("#new-start")

    # ---- checking

    def errors(self):
        return [e["message"] for e in self.driver.get_log("browser") if e["level"] == "SEVERE"]

    def close(self):
        found = self.errors()
        self.driver.get("about:blank")
        assert not found, found

    def violations(self):
        """Returns the serious violations that axe finds: (rule, number, first element)."""
        if not os.path.exists(AXE):
            raise Skip("axe-core is missing: sh tools/axe.sh")
        with open(AXE, encoding="utf-8") as file:
            self.script(file.read())
        found = self.driver.execute_async_script(
            "const done = arguments[0]; axe.run().then(r => done(JSON.stringify(r.violations)))"
        )
        return [
            (v["id"], len(v["nodes"]), v["nodes"][0]["html"][:200])
            for v in json.loads(found)
            if v["impact"] in ("serious", "critical")
        ]
