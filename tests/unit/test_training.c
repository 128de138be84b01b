#include "experiments/run/training.h"

#include <string.h>

#include "base/file.h"
#include "learn/learn.h"
#include "retrieve/library.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"
#include "traces/reader.h"
#include "understudy/learn.h"

static const char *const maps[] = {"open-1", "choke-2"}, *const against[] = {"ai:raid", "idle"};

/* A library of one demonstration, and games that end soon. */
static us_training_def begin(const char *folder)
{
    const char *library = scratch("a.db");
    us_str demo;
    us_learn_def learn = us_learn_def_default();
    us_str_init(&demo);
    scratch_folder(folder);
    if (!us_file_exists(library)) {
        REQUIRE(us_data_find_domain_file("skirmish", "demos/rush-open-1.jsonl", &demo, NULL) ==
                US_OK);
        REQUIRE(us_learn_to_library((const char *const *)&demo.text, 1, &learn, library, NULL,
                                    NULL) == US_OK);
    }
    us_str_clear(&demo);
    return (us_training_def){
        .library = library,
        .domain = "skirmish",
        .map = maps,
        .maps = US_COUNT(maps),
        .against = against,
        .opponents = US_COUNT(against),
        .games = 9,
        .seed = 3,
        .max_cycles = 600,
        .workers = 2,
        .folder = scratch(folder),
    };
}

static us_training play(const us_training_def *def)
{
    us_training training = {.games = -1};
    us_error err = {0};
    if (us_training_play(def, &training, &err) != US_OK)
        FAIL("%s: %s", err.file, err.text);
    REQUIRE(training.games >= 0);
    return training;
}

TEST(each_game_is_recorded_where_it_should_be_played)
{
    static const struct {
        const char *map, *agent;
        us_seat seat;
    } rows[] = {{"open-1", "ai:raid", 0},  {"choke-2", "idle", 0}, {"open-1", "idle", 1},
                {"choke-2", "ai:raid", 1}, {"open-1", "idle", 0},  {"choke-2", "ai:raid", 0},
                {"open-1", "ai:raid", 1},  {"choke-2", "idle", 1}, {"open-1", "ai:raid", 0}};
    us_training_def def = begin("t");
    def.fog = true;
    us_training training = play(&def);
    REQUIRE(training.games == US_COUNT(rows));
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_trace *trace;
        REQUIRE(us_trace_open(training.game[i].trace, &trace, NULL) == US_OK);
        const us_trace_header *header = us_trace_get_header(trace);
        CHECK_STR(header->map, rows[i].map);
        CHECK_STR(training.game[i].map, rows[i].map);
        CHECK_INT(training.game[i].seat, rows[i].seat);
        CHECK_CONTAINS(header->seat[rows[i].seat].player, "library:");
        CHECK_STR(header->seat[1 - rows[i].seat].player, rows[i].agent);
        CHECK(header->seed == us_training_seed(3, 0, i));
        CHECK(header->fog && header->max_cycles == 600);
        us_trace_close(trace);
    }
    us_training_clear(&training);
}

TEST(traces_are_the_same_on_any_number_of_workers)
{
    us_hash hash[2][9];
    for (int i = 0; i < 2; i++) {
        us_training_def def = begin(i ? "t" : "u");
        def.workers = i ? 1 : 3;
        us_training training = play(&def);
        REQUIRE(training.games == 9);
        for (int g = 0; g < 9; g++)
            CHECK_INT(us_file_hash(training.game[g].trace, &hash[i][g], NULL), US_OK);
        us_training_clear(&training);
    }
    for (int g = 0; g < 9; g++)
        CHECK_HASH(hash[1][g], hash[0][g]);
}

/* Else a second round would find what the first one has repaired. */
TEST(no_seed_comes_twice)
{
    uint64_t seen[2 * 3 * 50] = {0};
    int count = 0;
    for (uint64_t seed = 1; seed <= 2; seed++)
        for (int round = 0; round < 3; round++)
            for (int game = 0; game < 50; game++) {
                uint64_t value = us_training_seed(seed, round, game);
                CHECK(value <= INT64_MAX);
                for (int i = 0; i < count; i++)
                    CHECK(seen[i] != value);
                seen[count++] = value;
            }
}

/* One opponent ends whoever plays, or itself in the game. */
TEST(what_crashes_is_counted_and_not_given_to_learn_from)
{
    static const char *const bad[][2] = {{"idle", "exec:kill -USR1 $PPID"},
                                         {"idle", "exec:read h; echo '{\"name\":\"it\"}'; read s"}};
    static const char *const good[] = {"/0000000.jsonl", "/0000003.jsonl", "/0000005.jsonl",
                                       "/0000006.jsonl"};
    for (int b = 0; b < US_COUNT(bad); b++) {
        us_training_def def = begin(b ? "u" : "t");
        us_test_row(bad[b][1]);
        def.against = bad[b];
        def.games = 8;
        us_training training = play(&def);
        REQUIRE(training.games == US_COUNT(good));
        CHECK_INT(training.seen_count - training.games, 4);
        for (int i = 0; i < US_COUNT(good); i++)
            CHECK_CONTAINS(training.game[i].trace, good[i]);
        us_training_clear(&training);
    }
}

TEST(a_worker_that_something_killed_ends_the_training)
{
    static const char *const killing[] = {"idle", "exec:kill -9 $PPID"};
    us_training_def def = begin("k");
    us_training training = {0};
    us_error err = {0};
    def.against = killing;
    def.games = 8;
    CHECK_INT(us_training_play(&def, &training, &err), US_INCOMPLETE);
    CHECK_CONTAINS(err.text, "something killed a worker during a game");
}

static bool at_once(void)
{
    return true;
}

TEST(a_stop_is_told)
{
    us_training_def def = begin("t");
    us_training training;
    us_error err = {0};
    def.stop = at_once;
    CHECK_INT(us_training_play(&def, &training, &err), US_INTERRUPTED);
    CHECK_CONTAINS(err.text, "interrupted: ");
}

TEST(what_cannot_be_opened_is_refused)
{
    static const char *const no_map[] = {"open-1", "no-such"}, *const nobody[] = {"ai:no"};
    for (int i = 0; i < 3; i++) {
        us_training_def def = begin(i == 0 ? "t" : i == 1 ? "u" : "v");
        us_training training;
        us_error err = {0};
        if (i == 0)
            def.map = no_map;
        if (i == 1) {
            def.against = nobody;
            def.opponents = 1;
        }
        if (i == 2)
            def.library = scratch("none.db");
        CHECK_INT(us_training_play(&def, &training, &err), US_BAD_INPUT);
        CHECK(err.text[0]);
    }
}
