"""run.py COUNTS WORD: runs the tests of the studio: each test_* of the modules here whose name, or
module name, contains WORD. UNDERSTUDY is the program under test. Writes "passed failed skipped" to
COUNTS. STUDIO_BRIEF=1 leaves out tests of pages.

LANES processes, each with a browser of its own, take the tests from one list: much of a test is
waiting. Results are printed in the order of the list."""

import importlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import traceback

from client import Skip

LANES = 2
MODULES = ["hostile", "safety", "kills", "limits", "browser", "recordings", "takeover", "usability", "film",
           "liveedit"]
BRIEF = {  # of these modules only
    "limits": ["test_the_65th_page_is_closed_with_a_reason", "test_a_message_that_is_too_large_is_told_as_the_reason",
              "test_memory_that_runs_out_ends_requests_and_no_game"],
    "browser": ["test_a_game_played_with_mouse_and_keys_is_on_the_disk_as_it_was_played"],
    "recordings": ["test_a_recorded_game_is_watched_with_its_plan_at_any_cycle", "test_labels_are_changed_and_changed_back",
              "test_two_libraries_are_compared"],
    "usability": ["test_a_demonstration_is_labeled_once_the_seat_is_given_back"],
}


def tests(word):
    for name in MODULES:
        try:
            module = importlib.import_module(name)
        except ModuleNotFoundError as missing:
            if missing.name == name:
                continue
            yield name, "test_" + name, str(missing)
            continue
        for member, value in list(vars(module).items()):
            if os.environ.get("STUDIO_BRIEF") and member not in BRIEF.get(name, [member]):
                continue
            if member.startswith("test_") and (word in name or word in member or word in "studio"):
                yield name, member, value


def run_one(module, name, test):
    """Returns "ok", "skip" or "FAIL", and the lines to print."""
    sentence = name[5:].replace("_", " ")
    why = os.environ.get("STUDIO_SKIP", "")
    began = time.time()
    try:
        if why or isinstance(test, str):
            raise Skip(why or test)
        test()
        return "ok", "  ok   studio: %s (%.1f s)\n" % (sentence, time.time() - began) if os.environ.get("V") else ""
    except Skip as reason:
        return "skip", "  skip studio: %s: %s\n" % (sentence, reason)
    except Exception:  # a test may fail in any way
        return "FAIL", "  FAIL studio (%s): %s\n%s" % (module, sentence, traceback.format_exc())


def end_on_signal(lanes):
    """A lane that is asked to end stops its browser and its studios: they are registered with atexit."""
    def end(*_):
        for lane in lanes:
            lane.terminate()
        sys.exit(130)

    signal.signal(signal.SIGTERM, end)


def run_lane(word, folder):
    """Runs the tests that no other lane has taken. Leaves the result of each in a file of its number."""
    end_on_signal([])
    for number, (module, name, test) in enumerate(tests(word)):
        try:
            os.close(os.open(os.path.join(folder, "%d.taken" % number), os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            continue
        result = run_one(module, name, test)
        with open(os.path.join(folder, str(number)), "w", encoding="utf-8") as file:
            json.dump(result, file)


def main():
    counts, word = sys.argv[1], sys.argv[2]
    if len(sys.argv) > 3:
        run_lane(word, sys.argv[3])
        return 0
    count = {"ok": 0, "FAIL": 0, "skip": 0}
    listed = list(tests(word))
    with tempfile.TemporaryDirectory(prefix="studio.") as folder:
        lanes = [subprocess.Popen([sys.executable, *sys.argv, folder]) for _ in range(min(LANES, len(listed)))]
        end_on_signal(lanes)
        for lane in lanes:
            lane.wait()
        for number, (module, name, _) in enumerate(listed):
            try:
                with open(os.path.join(folder, str(number)), encoding="utf-8") as file:
                    result, text = json.load(file)
            except FileNotFoundError:
                result, text = "FAIL", "  FAIL studio (%s): %s: ended with its lane\n" % (module, name)
            count[result] += 1
            sys.stdout.write(text)
    with open(counts, "w") as file:
        file.write("%d %d %d\n" % (count["ok"], count["FAIL"], count["skip"]))
    if listed:
        print("studio: %d of %d" % (count["ok"], count["ok"] + count["FAIL"]), flush=True)
    return 1 if count["FAIL"] else 0


if __name__ == "__main__":
    sys.exit(main())
