#include "base/file.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"
#include "traces/aside.h"
#include "traces/recorder.h"
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static const char labels[] = "{\"understudy\":\"goals\",\"version\":1}\n";
static const char others[] = "{\"understudy\":\"goals\",\"version\":1,\"by\":\"me\"}\n";

static bool holds(const char *path, const char *text)
{
    US_AUTOFREE char *found = NULL;
    size_t length;
    return us_file_read(path, 1 << 20, &found, &length, NULL) == US_OK &&
           us_text_equal(found, text);
}

static void write_text(const char *path, const char *text)
{
    REQUIRE(us_file_write(path, text, strlen(text), NULL) == US_OK);
}

typedef struct place { /* of a trace, in a folder of its own */
    const char *folder, *trace, *labels, *kept, *kept_2;
} place;

static void place_begin(place *p)
{
    scratch_folder("aside");
    *p = (place){scratch("aside"), scratch("aside/t.jsonl"), scratch("aside/t.goals.json"),
                 scratch("aside/t.goals.OLD.json"), scratch("aside/t.goals.OLD.2.json")};
}

static void place_end(const place *p)
{
    const char *const files[] = {p->trace, p->labels, p->kept, p->kept_2};
    for (int i = 0; i < US_COUNT(files); i++)
        unlink(files[i]);
    CHECK_INT(rmdir(p->folder), 0); /* nothing else is left */
}

static void set_aside(const place *p, bool finish, const char *kept)
{
    US_AUTO(us_aside_clear) us_aside aside = {.folder = -1};
    us_error err = {0};
    REQUIRE(us_aside_begin(p->trace, &aside, &err) == US_OK);
    CHECK(kept ? us_text_equal(aside.kept, kept) : !aside.kept);
    if (finish)
        CHECK_INT(us_aside_finish(&aside, &err), US_OK);
}

TEST(labels_get_a_name_that_is_free)
{
    place p;
    place_begin(&p);
    set_aside(&p, true, NULL);
    write_text(p.labels, labels);
    set_aside(&p, true, p.kept);
    CHECK(!us_file_exists(p.labels) && holds(p.kept, labels));
    write_text(p.labels, others);
    set_aside(&p, true, p.kept_2);
    CHECK(!us_file_exists(p.labels) && holds(p.kept, labels) && holds(p.kept_2, others));
    write_text(p.labels, others); /* the same once more need no third name */
    set_aside(&p, true, p.kept_2);
    CHECK(!us_file_exists(p.labels));
    place_end(&p);
}

TEST(labels_stay_if_their_trace_stays)
{
    place p;
    place_begin(&p);
    write_text(p.labels, labels);
    set_aside(&p, false, p.kept);
    CHECK(holds(p.labels, labels) && !us_file_exists(p.kept));
    write_text(p.kept, labels); /* as a killed run leaves them */
    set_aside(&p, false, p.kept);
    CHECK(holds(p.labels, labels) && holds(p.kept, labels));
    place_end(&p);
}

TEST(equal_labels_of_a_new_game_need_no_copy)
{
    place p;
    place_begin(&p);
    for (int same = 0; same < 2; same++) {
        US_AUTO(us_aside_clear) us_aside aside = {.folder = -1};
        write_text(p.labels, labels);
        REQUIRE(us_aside_begin(p.trace, &aside, NULL) == US_OK);
        REQUIRE(us_aside_finish(&aside, NULL) == US_OK);
        us_aside_drop_equal(&aside); /* no labels yet */
        CHECK(aside.kept && holds(p.kept, labels));
        write_text(p.labels, same ? labels : others);
        us_aside_drop_equal(&aside);
        CHECK(us_file_exists(p.kept) == !same);
        CHECK(same ? !aside.kept : aside.kept != NULL);
        unlink(p.kept);
        unlink(p.labels);
    }
    place_end(&p);
}

/* As a run leaves them that is killed before or after the new trace takes its place. */
TEST(labels_under_both_names_are_those_of_the_former_trace)
{
    static const char old[] = "{\"understudy\":\"trace\",\"old\":1}\n";
    const struct timespec tick = {0, 20000000}; /* file systems have coarse clocks */
    place p;
    us_error err = {0};
    place_begin(&p);
    write_text(p.trace, old);
    write_text(p.labels, labels);
    nanosleep(&tick, NULL);
    REQUIRE(us_file_link(p.labels, p.kept));
    CHECK_INT(us_aside_check(p.labels, &err), US_OK);
    CHECK_INT(us_aside_check(p.kept, &err), US_OK);
    nanosleep(&tick, NULL);
    write_text(p.trace, old);
    CHECK_INT(us_aside_check(p.labels, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "labels of the trace that was there before");
    CHECK_CONTAINS(err.text, p.kept);
    CHECK_INT(us_aside_check(p.kept, &err), US_OK);
    write_text(p.labels, labels); /* own labels of the new trace */
    CHECK_INT(us_aside_check(p.labels, &err), US_OK);
    place_end(&p);
}

TEST(a_file_of_another_kind_is_in_the_way)
{
    place p;
    us_aside aside = {.folder = -1};
    us_error err = {0};
    place_begin(&p);
    write_text(p.labels, "mine");
    CHECK_INT(us_aside_begin(p.trace, &aside, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "in the way");
    CHECK(holds(p.labels, "mine") && !us_file_exists(p.kept));
    place_end(&p);
}

/* ---- recording over a labeled trace */

typedef struct recording {
    us_scenario *scenario;
    us_game *game;
    us_trace_header header;
} recording;

static void recording_begin(recording *r)
{
    static const char *const agents[] = {"random", "random"};
    us_scenario_def def = us_scenario_def_default();
    def.map = "open-2";
    REQUIRE(us_scenario_open(&def, &r->scenario, NULL) == US_OK);
    r->game = us_game_new(r->scenario, 1);
    r->header = us_trace_header_from_game(r->game, "open-2", agents);
}

static void recording_end(recording *r)
{
    us_game_free(r->game);
    us_scenario_close(r->scenario);
}

TEST(a_recording_replaces_a_trace_when_its_header_is_there)
{
    static const char old[] = "{\"understudy\":\"trace\",\"old\":1}\n";
    place p;
    recording r;
    us_recorder *recorder = NULL;
    us_trace *trace = NULL;
    us_error err = {0};
    place_begin(&p);
    recording_begin(&r);
    write_text(p.trace, old);
    write_text(p.labels, labels);
    REQUIRE(us_recorder_open(p.trace, &r.header, r.scenario->domain, &recorder, &err) == US_OK);
    REQUIRE(us_trace_open(p.trace, &trace, &err) == US_OK); /* readable while it is recorded */
    us_trace_close(trace);
    CHECK(!us_file_exists(p.labels) && holds(p.kept, labels));
    CHECK_STR(us_recorder_settle_kept(recorder), p.kept);
    CHECK_INT(us_recorder_close(recorder, &err), US_OK);
    recording_end(&r);
    place_end(&p);
}

/* No byte of the header can be written: a full disk. */
TEST(a_recording_that_cannot_begin_leaves_the_old_pair)
{
    static const char old[] = "{\"understudy\":\"trace\",\"old\":1}\n";
    place p;
    recording r;
    us_recorder *recorder = NULL;
    us_error err = {0};
    struct rlimit before, none;
    place_begin(&p);
    recording_begin(&r);
    write_text(p.trace, old);
    write_text(p.labels, labels);
    REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    for (rlim_t most = 0; most < 300; most += 100) {
        none = (struct rlimit){most, before.rlim_max};
        REQUIRE(setrlimit(RLIMIT_FSIZE, &none) == 0);
        us_status status =
            us_recorder_open(p.trace, &r.header, r.scenario->domain, &recorder, &err);
        REQUIRE(setrlimit(RLIMIT_FSIZE, &before) == 0);
        CHECK_INT(status, US_FAILED);
        CHECK_CONTAINS(err.text, "cannot write: ");
        CHECK_STR(err.file, p.trace);
        CHECK(holds(p.trace, old) && holds(p.labels, labels) && !us_file_exists(p.kept));
    }
    signal(SIGXFSZ, handler);
    recording_end(&r);
    place_end(&p);
}
