#include "base/file.h"
#include "tests/unit/scratch.h"
#include "tests/unit/small_world.h"
#include "traces/output.h"
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static const char first[] = "{\"understudy\":\"trace\",\"old\":1}\n";
static const char second[] = "{\"understudy\":\"trace\",\"new\":1}\n";

/* A trace and its states, in a folder of their own. */
typedef struct files {
    const char *folder, *trace, *states;
    small_world small;
    us_states_header header;
} files;

static void files_begin(files *f)
{
    small_begin(&f->small);
    f->header = (us_states_header){.domain = "small",
                                   .width = SMALL_WIDTH,
                                   .height = SMALL_HEIGHT,
                                   .seats = SMALL_SEATS,
                                   .planes = (1 << US_PLANES) - 1};
    f->folder = scratch("own");
    f->trace = scratch("own/t.jsonl");
    f->states = scratch("own/t.states");
    scratch_folder("own");
}

/* Nothing but these files may be left. */
static void files_end(files *f)
{
    unlink(f->trace);
    unlink(f->states);
    CHECK_INT(rmdir(f->folder), 0);
    small_end(&f->small);
}

static us_status put(files *f, const char *text, us_states_writer **writer, us_output *output)
{
    us_error err;
    us_status status = us_output_open(output, f->trace, "/nowhere.jsonl", &err);
    REQUIRE(status == US_OK);
    if (writer) {
        REQUIRE(us_output_begin_states(output, &f->header, f->small.domain, writer, &err) == US_OK);
        us_states_writer_add(*writer, &f->small.world);
    }
    if (text)
        status = us_output_finish(output, text, strlen(text), &err);
    us_output_close(output);
    return status;
}

static bool holds(const char *path, const char *text)
{
    US_AUTOFREE char *found = NULL;
    size_t length;
    if (us_file_read(path, 1 << 20, &found, &length, NULL) != US_OK)
        return false;
    bool same = us_text_equal(found, text);
    return same;
}

TEST(old_files_stay_until_all_is_there)
{
    static files f;
    us_output output;
    us_states_writer *writer = NULL;
    struct stat before, after;
    files_begin(&f);
    CHECK_INT(put(&f, first, &writer, &output), US_OK);
    CHECK(holds(f.trace, first) && us_states_is_file(f.states));
    REQUIRE(stat(f.states, &before) == 0);
    CHECK_INT(put(&f, NULL, &writer, &output), US_OK); /* given up */
    REQUIRE(stat(f.states, &after) == 0);
    CHECK(holds(f.trace, first) && before.st_ino == after.st_ino);
    CHECK_INT(put(&f, second, &writer, &output), US_OK);
    CHECK(holds(f.trace, second) && us_states_is_file(f.states));
    files_end(&f);
}

TEST(states_that_fail_leave_the_old_files)
{
    static files f;
    us_output output;
    us_states_writer *writer = NULL;
    struct stat before, after;
    files_begin(&f);
    CHECK_INT(put(&f, first, &writer, &output), US_OK);
    REQUIRE(stat(f.states, &before) == 0);
    us_entity *e = small_add(&f.small, 4, "redhand", 0, 1, 1);
    e->x = -1; /* no reader takes it */
    CHECK_INT(put(&f, second, &writer, &output), US_FAILED);
    REQUIRE(stat(f.states, &after) == 0);
    CHECK(holds(f.trace, first) && before.st_ino == after.st_ino);
    files_end(&f);
}

/* Between the writing and the naming of the states they are lost. */
TEST(states_that_get_no_name_leave_the_old_files)
{
    static files f;
    us_output output;
    us_states_writer *writer = NULL;
    struct stat before, after;
    us_error err = {0};
    files_begin(&f);
    CHECK_INT(put(&f, first, &writer, &output), US_OK);
    REQUIRE(stat(f.states, &before) == 0);
    REQUIRE(us_output_open(&output, f.trace, "/nowhere.jsonl", &err) == US_OK);
    REQUIRE(us_output_begin_states(&output, &f.header, f.small.domain, &writer, &err) == US_OK);
    us_states_writer_add(writer, &f.small.world);
    REQUIRE(unlink(output.during.text) == 0);
    us_str_add_char(&output.during, 'x');
    CHECK_INT(us_output_finish(&output, second, strlen(second), &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "cannot store the states there: ");
    us_output_close(&output);
    REQUIRE(stat(f.states, &after) == 0);
    CHECK(holds(f.trace, first) && before.st_ino == after.st_ino);
    files_end(&f);
}

TEST(labels_of_another_game_are_kept_beside_its_successor)
{
    static const char labels[] = "{\"understudy\":\"goals\",\"version\":1}\n";
    static const char others[] = "{\"understudy\":\"goals\",\"version\":1,\"more\":1}\n";
    static const char cut[] = "{\"understudy\":\"trace\",\"old\":1,\"left_out\":[1]}\n";
    static const char more[] = "{\"understudy\":\"trace\",\"old\":1}\n"
                               "{\"cycle\":0,\"id\":1,\"seat\":0}\n"
                               "{\"cycle\":3,\"id\":2,\"seat\":1}\n";
    static const char less[] = "{\"understudy\":\"trace\",\"old\":1,\"left_out\":[0]}\n"
                               "{\"cycle\":3,\"id\":2,\"seat\":1}\n";
    static const char unlike[] = "{\"understudy\":\"trace\",\"old\":1}\n"
                                 "{\"cycle\":0,\"id\":1,\"seat\":0}\n"
                                 "{\"cycle\":4,\"id\":2,\"seat\":1}\n";
    static files f;
    us_output output;
    us_error err = {0};
    const char *path = scratch("own/t.goals.json");
    const char *kept = scratch("own/t.goals.OLD.json");
    const char *more_kept = scratch("own/t.goals.OLD.2.json");
    files_begin(&f);
    CHECK(us_file_write(path, labels, strlen(labels), NULL) == US_OK);
    CHECK_INT(put(&f, first, NULL, &output), US_OK); /* no trace was there */
    CHECK_INT(put(&f, cut, NULL, &output), US_OK);   /* one of the same game */
    CHECK_INT(put(&f, first, NULL, &output), US_OK);
    CHECK_INT(put(&f, more, NULL, &output), US_OK);
    CHECK_INT(put(&f, less, NULL, &output), US_OK);
    CHECK(holds(path, labels) && !us_file_exists(kept));
    CHECK_INT(put(&f, unlike, NULL, &output), US_OK);
    CHECK(!us_file_exists(path) && holds(kept, labels));
    CHECK(us_file_write(path, labels, strlen(labels), NULL) == US_OK);
    CHECK_INT(put(&f, second, NULL, &output), US_OK);
    CHECK(!us_file_exists(path) && holds(kept, labels) && !us_file_exists(more_kept));
    CHECK(us_file_write(path, others, strlen(others), NULL) == US_OK);
    CHECK_INT(put(&f, first, NULL, &output), US_OK);
    CHECK(!us_file_exists(path) && holds(kept, labels) && holds(more_kept, others));
    CHECK_INT(put(&f, second, NULL, &output), US_OK);
    CHECK(us_file_write(path, "mine", 4, NULL) == US_OK);
    REQUIRE(us_output_open(&output, f.trace, "/nowhere.jsonl", &err) == US_OK);
    CHECK_INT(us_output_finish(&output, first, strlen(first), &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "in the way");
    us_output_close(&output);
    CHECK(holds(f.trace, second) && holds(path, "mine"));
    unlink(path);
    unlink(kept);
    unlink(more_kept);
    files_end(&f);
}

/* The states of this program can't be replaced by a folder's. */
TEST(a_trace_goes_back_if_its_states_fail)
{
    static files f;
    us_output output;
    us_states_writer *writer = NULL;
    us_error err = {0};
    files_begin(&f);
    for (int there = 0; there < 2; there++) {
        if (there)
            CHECK_INT(put(&f, first, NULL, &output), US_OK);
        REQUIRE(us_output_open(&output, f.trace, "/nowhere.jsonl", &err) == US_OK);
        REQUIRE(us_output_begin_states(&output, &f.header, f.small.domain, &writer, &err) == US_OK);
        us_states_writer_add(writer, &f.small.world);
        us_str_reset(&output.states);
        us_str_add(&output.states, f.folder);
        CHECK_INT(us_output_finish(&output, second, strlen(second), &err), US_BAD_INPUT);
        CHECK_CONTAINS(err.text, "cannot store the states there: ");
        us_output_close(&output);
        CHECK(there ? holds(f.trace, first) : !us_file_exists(f.trace));
    }
    files_end(&f);
}

/* A file-size limit that the states keep and the trace doesn't. */
TEST(a_trace_that_fails_last_leaves_the_old_files)
{
    static files f;
    us_output output;
    us_states_writer *writer = NULL;
    struct stat before, after;
    struct rlimit old, small;
    US_AUTOSTR(text);
    us_str_add(&text, second);
    while (text.length < 1 << 16)
        us_str_add(&text, "{\"cycle\":1}\n");
    files_begin(&f);
    for (int states = 0; states < 2; states++) {
        CHECK_INT(put(&f, first, &writer, &output), US_OK);
        REQUIRE(stat(f.states, &before) == 0);
        REQUIRE(getrlimit(RLIMIT_FSIZE, &old) == 0);
        void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
        small = (struct rlimit){1 << 14, old.rlim_max};
        REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
        CHECK_INT(put(&f, text.text, states ? &writer : NULL, &output), US_BAD_INPUT);
        REQUIRE(setrlimit(RLIMIT_FSIZE, &old) == 0);
        signal(SIGXFSZ, handler);
        REQUIRE(stat(f.states, &after) == 0);
        CHECK(holds(f.trace, first) && before.st_ino == after.st_ino);
    }
    files_end(&f);
}

TEST(a_trace_without_states_takes_the_old_ones_away)
{
    static files f;
    us_output output;
    us_states_writer *writer = NULL;
    files_begin(&f);
    CHECK_INT(put(&f, first, &writer, &output), US_OK);
    CHECK_INT(put(&f, second, NULL, &output), US_OK);
    CHECK(holds(f.trace, second) && !us_file_exists(f.states));
    files_end(&f);
}

TEST(states_lie_beside_their_trace)
{
    US_AUTOSTR(path);
    us_states_path("a/b.jsonl", &path);
    CHECK_STR(path.text, "a/b.states");
    us_str_reset(&path);
    us_states_path("trace", &path);
    CHECK_STR(path.text, "trace.states.zst");
}

TEST(no_two_traces_share_their_states)
{
    static const char *const traces[] = {
        "t",        "t.jsonl",       "t.json",       ".jsonl",
        "t.states", "t.jsonl.jsonl", "t.states.zst", "t.states.jsonl"};
    US_AUTOSTR(a);
    US_AUTOSTR(b);
    for (int i = 0; i < US_COUNT(traces); i++)
        for (int k = 0; k < i; k++) {
            us_str_reset(&a);
            us_str_reset(&b);
            us_states_path(traces[i], &a);
            us_states_path(traces[k], &b);
            CHECK(!us_text_equal(a.text, b.text));
        }
}

TEST(states_belong_to_players_limit_and_start)
{
    static files f;
    us_output output;
    us_states_writer *writer = NULL;
    us_states *states = NULL;
    us_error err = {0};
    us_trace_header trace = {.seats = SMALL_SEATS, .max_cycles = 900};
    trace.seat[1].player = "random";
    files_begin(&f);
    f.header.game = us_states_hash_game(&trace);
    CHECK_INT(put(&f, first, &writer, &output), US_OK);
    REQUIRE(us_states_open(f.states, f.small.domain, &states, NULL) == US_OK);
    CHECK_INT(us_states_check_trace(states, &trace, NULL), US_OK);
    trace.left_out = 1;
    CHECK_INT(us_states_check_trace(states, &trace, NULL), US_OK);
    us_trace_header others[4] = {trace, trace, trace, trace};
    others[0].seat[1].player = "idle";
    others[1].from = "t.jsonl@60";
    others[2].max_cycles = 60;
    others[3].seed = 7;
    for (int i = 0; i < US_COUNT(others); i++)
        CHECK_INT(us_states_check_trace(states, &others[i], &err), US_MISMATCH);
    CHECK_CONTAINS(err.text, "another seed");
    us_states_close(states);
    files_end(&f);
}
