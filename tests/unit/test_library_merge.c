#include <string.h>

#include "base/progress.h"
#include "retrieve/library_diff.h"
#include "retrieve/outcomes.h"
#include "tests/brl_text.h"
#include "tests/unit/library_file.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

/* A file with all that a merge must carry over: suffix cases, counts, games, a tree, a behavior
 * whose first case is a suffix case, and a case that was met in several places. */
static const char text[] = "brl 1\n"
                           "saw map \"00000000000000ab\" seed \"3\"\n"
                           "\n"
                           "tree Wait {\n"
                           "    do act stop()\n"
                           "    appendix {\n"
                           "        x: 1\n"
                           "    }\n"
                           "}\n"
                           "\n"
                           "behavior \"one\" achieves WinWargus(player: self) {\n"
                           "    seen at 7 in \"ridge-1\"\n"
                           "    do sequence {\n"
                           "        a: act stop()\n"
                           "        b: call Wait()\n"
                           "    }\n"
                           "    appendix {\n"
                           "        tries: 9\n"
                           "        successes: 4\n"
                           "        games: \"00000000000000aa\" \"00000000000000bb\"\n"
                           "        games.tries: 3 2\n"
                           "        games.successes: 1 2\n"
                           "        x: 4\n"
                           "        demo: \"a.jsonl\" \"0000000000000001\"\n"
                           "        map: \"00000000000000cd\"\n"
                           "        seed: \"5\"\n"
                           "    }\n"
                           "    case at 9 in \"ridge-1\"\n"
                           "    {\n"
                           "        x: 4\n"
                           "        demo: \"b.jsonl\" \"0000000000000002\"\n"
                           "    }\n"
                           "    case at 11 done a {\n"
                           "        x: 5\n"
                           "        demo: \"a.jsonl\" \"0000000000000001\"\n"
                           "    }\n"
                           "}\n"
                           "\n"
                           "behavior \"two\" achieves WinWargus(player: self) {\n"
                           "    do sequence {\n"
                           "        a: act stop()\n"
                           "        b: act stop()\n"
                           "    }\n"
                           "    case at 3 done a {\n"
                           "        x: 6\n"
                           "    }\n"
                           "}\n";

static void make(const char *name, const char *brl)
{
    us_library *library = library_file_open(name, US_LIBRARY_CREATE, brl_domain());
    library_file_put(library, brl);
    us_library_close(library);
}

static us_library_added merge(const char *to, const char *from)
{
    us_library_added added = {0};
    us_error err = {0};
    us_library *target = library_file_open(to, US_LIBRARY_CREATE, brl_domain());
    us_library *source = library_file_open(from, US_LIBRARY_READ, brl_domain());
    CHECK_INT(us_library_begin(target, &err), US_OK);
    CHECK_INT(us_library_merge(target, source, &added, &err), US_OK);
    CHECK_INT(us_library_commit(target, &err), US_OK);
    CHECK_STR(err.text, "");
    us_library_close(source);
    us_library_close(target);
    return added;
}

static void check_same_bytes(const char *a, const char *b)
{
    size_t one, other;
    US_AUTOFREE char *left = library_file_bytes(a, &one);
    US_AUTOFREE char *right = library_file_bytes(b, &other);
    CHECK(one == other && memcmp(left, right, one) == 0);
}

TEST(a_merge_gives_the_bytes_that_a_file_of_behaviors_gives)
{
    make("a.db", text);
    us_library *library = library_file_open("a.db", US_LIBRARY_READ, brl_domain());
    us_brl *brl = NULL;
    REQUIRE(us_library_get_all(library, &brl, NULL) == US_OK);
    US_AUTOSTR(all);
    US_AUTOSTR(streamed);
    us_brl_print(brl, &all);
    us_library_print_def def = {.games = true, .most = SIZE_MAX};
    us_library_printed printed = {0};
    CHECK_INT(us_library_print_all(library, &def, &streamed, &printed, NULL), US_OK);
    CHECK_STR(streamed.text, all.text);
    CHECK_INT((int64_t)printed.length, (int64_t)all.length);
    CHECK_INT(printed.items, 3);
    def.most = 100; /* counted, and dropped */
    us_str_reset(&streamed);
    CHECK_INT(us_library_print_all(library, &def, &streamed, &printed, NULL), US_OK);
    CHECK_INT((int64_t)printed.length, (int64_t)all.length);
    CHECK(streamed.length <= all.length - 100);
    us_brl_free(brl);
    us_library_close(library);
    make("b.db", all.text);
    us_library_added added = merge("c.db", "a.db");
    CHECK_INT(added.behaviors, 3);
    check_same_bytes("b.db", "c.db");
    CHECK(library_file_sound("c.db"));
    CHECK(library_file_equal("a.db", "c.db"));
}

TEST(a_second_merge_of_the_same_adds_nothing)
{
    make("a.db", text);
    merge("b.db", "a.db");
    us_library_added added = merge("b.db", "a.db");
    CHECK_INT(added.behaviors, 0);
    CHECK_INT(added.cases, 0);
    CHECK_INT(added.origins, 0);
    added = merge("a.db", "a.db"); /* into itself */
    CHECK_INT(added.origins, 0);
    CHECK(library_file_equal("a.db", "b.db"));
}

/* A case that was met `origins` times, from demonstration `first` on. */
static void print_met(us_str *out, int first, int origins)
{
    us_str_reset(out);
    us_str_add(out, "brl 1\n\nbehavior \"one\" achieves WinWargus(player: self) {\n"
                    "    do act stop()\n");
    for (int i = first; i < first + origins; i++)
        us_str_addf(out,
                    "    case at %d {\n        x: 1\n        demo: \"g%d.jsonl\" \"%016x\"\n"
                    "        order.1: \"%d\"\n    }\n",
                    i % 7, i, (unsigned)i + 1, i);
    us_str_add(out, "}\n");
}

TEST(a_case_gets_each_origin_once_whatever_their_number)
{
    enum { MANY = 3000 };
    US_AUTOSTR(brl);
    print_met(&brl, 0, MANY);
    make("a.db", brl.text);
    print_met(&brl, MANY / 2, MANY);
    make("b.db", brl.text);
    int64_t start = us_clock_ms();
    us_library_added added = merge("a.db", "b.db");
    CHECK(us_clock_ms() - start < 20000); /* a scan of all origins for each one takes minutes */
    CHECK_INT(added.cases, 0);
    CHECK_INT(added.origins, MANY / 2);
    CHECK(library_file_sound("a.db"));
}

TEST(an_origin_is_the_same_if_only_the_name_of_its_trace_differs)
{
    static const struct {
        const char *entries;
        int origins; /* new beside demo "a.jsonl" of hash 1 at seat 0 */
    } rows[] = {
        {"demo: \"a.jsonl\" \"0000000000000001\"\n        seat: 0", 0},
        {"demo: \"other.jsonl\" \"0000000000000001\"\n        seat: 0", 0},
        {"demo: \"a.jsonl\" \"0000000000000001\"\n        seat: 0\n        order.3: \"x\"", 0},
        {"demo: \"a.jsonl\" \"0000000000000001\"\n        seat: 0\n        seed: \"8\"", 0},
        {"demo: \"a.jsonl\" \"0000000000000002\"\n        seat: 0", 1},
        {"demo: \"a.jsonl\" \"0000000000000001\"\n        seat: 1", 1},
        {"demo: \"a.jsonl\"\n        seat: 0", 1},
        {"seat: 0", 1},
    };
    static const char form[] = "brl 1\n\nbehavior \"one\" achieves WinWargus(player: self) {\n"
                               "    do act stop()\n    case at 5 {\n        x: 1\n        %s\n"
                               "    }\n}\n";
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].entries);
        scratch_clean();
        US_AUTOSTR(first);
        US_AUTOSTR(second);
        us_str_addf(&first, form, rows[0].entries);
        us_str_addf(&second, form, rows[i].entries);
        make("a.db", first.text);
        make("b.db", second.text);
        CHECK_INT(merge("a.db", "b.db").origins, rows[i].origins);
        CHECK_INT(merge("a.db", "b.db").origins, 0);
    }
}

static bool stop(void)
{
    return true;
}

TEST(an_interrupted_merge_leaves_both_libraries)
{
    us_long_work_host host = {.stop = stop};
    us_library_added added = {0};
    us_error err = {0};
    make("a.db", text);
    make("b.db", text);
    us_library *to = library_file_open("a.db", US_LIBRARY_WRITE, brl_domain());
    us_library *from = library_file_open("b.db", US_LIBRARY_READ, brl_domain());
    REQUIRE(us_library_begin(to, &err) == US_OK);
    us_long_work_set_host(&host);
    CHECK_INT(us_library_merge(to, from, &added, &err), US_INTERRUPTED);
    us_long_work_set_host(NULL);
    CHECK_INT(added.origins, 0);
    us_library_close(from);
    us_library_close(to);
    CHECK(library_file_sound("a.db"));
    check_same_bytes("a.db", "b.db");
}
