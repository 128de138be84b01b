"""run.py COUNTS WORD: runs the tests of the studio: each test_* of the modules here whose name, or
module name, contains WORD. UNDERSTUDY is the program under test. Writes "passed failed skipped" to
COUNTS. STUDIO_BRIEF=1 leaves out tests of pages."""

import importlib
import os
import sys
import time
import traceback

from client import Skip

MODULES = ["hostile", "safety", "kills", "limits", "browser", "recordings", "takeover", "usability", "film"]
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


def main():
    counts, word = sys.argv[1], sys.argv[2]
    passed = failed = skipped = 0
    why = os.environ.get("STUDIO_SKIP", "")
    for module, name, test in tests(word):
        sentence = name[5:].replace("_", " ")
        began = time.time()
        try:
            if why or isinstance(test, str):
                raise Skip(why or test)
            test()
            passed += 1
            if os.environ.get("V"):
                print("  ok   studio: %s (%.1f s)" % (sentence, time.time() - began), flush=True)
        except Skip as reason:
            skipped += 1
            print("  skip studio: %s: %s" % (sentence, reason), flush=True)
        except Exception:  # a test may fail in any way
            failed += 1
            print("  FAIL studio (%s): %s" % (module, sentence), flush=True)
            traceback.print_exc()
    with open(counts, "w") as file:
        file.write("%d %d %d\n" % (passed, failed, skipped))
    if passed + failed + skipped:
        print("studio: %d of %d" % (passed, passed + failed), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
