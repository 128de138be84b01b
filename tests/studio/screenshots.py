"""screenshots.py FOLDER: takes a picture of each page of the studio for the docs (make screenshots).
Check the pictures before a commit."""

import base64
import json
import os
import shutil
import sys

from browser import begin
from client import Studio
from page import Page

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
DEMOS = os.path.join(ROOT, "domains", "skirmish", "demos")


def keep(page, folder, name):
    page.idle()
    shot = page.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "jpeg", "quality": 84})
    with open(os.path.join(folder, "studio-%s.jpg" % name), "wb") as file:
        file.write(base64.b64decode(shot["data"]))


def bring(studio):
    """Makes some games and two libraries, learned in different ways."""
    for name in ("rush-open-1", "hand-open-1", "siege-ridge-1"):
        for end in (".jsonl", ".goals.json"):
            shutil.copy(os.path.join(DEMOS, name + end), studio.path(name + end))
    studio.run("learn", studio.path("rush-open-1.jsonl"), "-o", studio.path("original.db"))
    studio.run("learn", "--relax", studio.path("rush-open-1.jsonl"), "-o", studio.path("relaxed.db"))
    studio.run("game", "play", "open-3", "--p0", "library:" + studio.path("relaxed.db"), "--p1", "ai:raid",
               "--seed", "2", "--trace", studio.path("played.jsonl"))


def main():
    folder = sys.argv[1]
    studio = Studio()
    bring(studio)
    page = Page(studio, size=(1280, 860))
    page.find("#new-start")
    keep(page, folder, "home")
    begin(studio, page, map="ridge-3", seat="0", seed="4", file="it/mine.jsonl", **{"agent-1": "expert:economy"})
    hall = max(page.own(0), key=lambda e: e["attributes"]["hit_points"])
    page.point_entity(page.own(0, next(e["type"] for e in page.own(0) if e["id"] != hall["id"]))[0]["id"])
    page.idle()
    page.press("1")
    page.point_cell(hall["x"] + 5, hall["y"] + 6, button="right")
    page.step(30)
    keep(page, folder, "play")
    page = Page(studio, "#watch=it/played.jsonl@6000", size=(1280, 860))
    page.until("document.querySelector('.watch')?.dataset.film === 'whole'")
    page.until("document.querySelectorAll('#plan-tree [role=treeitem]').length > 0")
    keep(page, folder, "watch")
    page = Page(studio, "#label=it/hand-open-1.jsonl", size=(1280, 860))
    page.until("/[0-9]/.test(document.querySelector('#preview-count')?.textContent ?? '')")
    page.press("n")
    keep(page, folder, "label")
    page = Page(studio, "#compare=library%3Ait%2Foriginal.db%7Cit%2Frelaxed.db", size=(1280, 860))
    page.find("#diff, #tree")
    keep(page, folder, "compare")
    studio.stop()
    print(json.dumps(sorted(name for name in os.listdir(folder) if name.startswith("studio-"))))


if __name__ == "__main__":
    main()
