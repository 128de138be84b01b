#include "experiments/run/practice.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "learn/learn.h"
#include "retrieve/library.h"
#include "tests/unit/library_file.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"
#include "understudy/learn.h"

static const char *const families[] = {"open", "choke"}, *const against[] = {"ai:raid", "idle"};
static const int sizes[] = {48, 32};
static us_domain *skirmish; /* of the test under way */

/* A library of one demonstration, and games that end soon. */
static us_practice_def begin(const char *name)
{
    US_AUTOSTR(demo);
    us_learn_def learn = us_learn_def_default();
    const char *library = scratch(name);
    if (!us_file_exists(scratch("learned.db"))) {
        REQUIRE(us_domain_load_shipped("skirmish", &skirmish, NULL) == US_OK);
        REQUIRE(us_data_find_domain_file("skirmish", "demos/rush-open-1.jsonl", &demo, NULL) ==
                US_OK);
        REQUIRE(us_learn_to_library((const char *const *)&demo.text, 1, &learn,
                                    scratch("learned.db"), NULL, NULL) == US_OK);
    }
    library_file_copy("learned.db", name);
    return (us_practice_def){.library = library,
                             .field = {.domain = skirmish,
                                       .against = against,
                                       .opponents = US_COUNT(against),
                                       .family = families,
                                       .families = US_COUNT(families),
                                       .size = sizes,
                                       .sizes = US_COUNT(sizes),
                                       .seed = 3,
                                       .max_cycles = 600},
                             .games = 7,
                             .round = 3,
                             .workers = 2};
}

static void end(void)
{
    us_domain_free(skirmish);
    skirmish = NULL;
}

static us_practice practice(const us_practice_def *def)
{
    us_practice made = {.played = -1};
    us_error err = {0};
    if (us_practice_run(def, &made, &err) != US_OK)
        FAIL("%s: %s", err.file, err.text);
    return made;
}

/* Practices, and checks the number of games that were played before and now. */
static void expect_games(const us_practice_def *def, int before, int played)
{
    us_practice made = practice(def);
    CHECK_INT(made.before, before);
    CHECK_INT(made.played, played);
    us_practice_clear(&made);
}

static bool same_bytes(const char *a, const char *b)
{
    size_t length[2] = {0, 0};
    char *text[2] = {library_file_bytes(a, &length[0]), library_file_bytes(b, &length[1])};
    bool same = length[0] == length[1] && memcmp(text[0], text[1], length[0]) == 0;
    us_mem_free(text[0]);
    us_mem_free(text[1]);
    return same;
}

static void expect_no_other_files(int files)
{
    us_names names = {0};
    REQUIRE(us_file_list_all(scratch(""), "", &names, NULL) == US_OK);
    CHECK_INT(names.count, files);
    us_names_free(&names);
}

static void count_game(void *context, const us_brl_game *game)
{
    int *count = context;
    *count += game->adapted;
}

static int count_seen(const char *path)
{
    us_library *library;
    int count = 0;
    REQUIRE(us_library_open(path, US_LIBRARY_READ, skirmish, &library, NULL) == US_OK);
    CHECK_INT(us_library_visit_games(library, count_game, &count, NULL), US_OK);
    us_library_close(library);
    return count;
}

TEST(the_key_has_all_that_defines_a_game)
{
    static const char *const others[] = {"ai:turtle", "idle"};
    us_practice_def def = begin("a.db"), other[7];
    us_hash key = us_practice_key(&def, 0, 0);
    for (int i = 0; i < US_COUNT(other); i++)
        other[i] = def;
    other[0].field.seed++;
    other[1].field.against = others;
    other[2].field.max_cycles++;
    other[3].field.fog = true;
    other[4].field.family = &families[1];
    other[4].field.families = 1;
    other[5].field.size = &sizes[1];
    other[5].field.sizes = 1;
    other[6].settings = "?article";
    for (int i = 0; i < US_COUNT(other); i++)
        CHECK(us_practice_key(&other[i], 0, 0) != key);
    CHECK(us_practice_key(&def, 1, 0) != key);
    us_practice_def same = def;
    same.games = 900;
    same.round = 1;
    same.workers = 1;
    same.timeout_ms = 9;
    same.library = "other.db";
    same.settings = "";
    CHECK_HASH(us_practice_key(&same, 0, 5), key); /* the generated map counts, no hash */
    def.field.map = others;
    def.field.maps = 1;
    CHECK(us_practice_key(&def, 0, 5) != us_practice_key(&def, 0, 6));
    CHECK(us_practice_seed(us_practice_key(&def, 0, 5)) !=
          us_practice_seed(us_practice_key(&def, 0, 6)));
    end();
}

TEST(maps_seats_and_opponents_take_turns)
{
    enum { GAMES = 2 * 2 * 2 * US_COUNT(against) };
    us_practice_def def = begin("a.db");
    bool met[GAMES] = {false};
    uint64_t seed[GAMES];
    for (int g = 0; g < GAMES; g++) {
        us_training_game turn = us_training_field_turn(&def.field, g);
        us_map_request request = us_training_field_request(&def.field, g);
        int family = us_text_equal(request.family, "choke"), small = request.size == 32;
        bool *place = &met[((turn.opponent * 2 + turn.seat) * 2 + family) * 2 + small];
        CHECK(!*place);
        *place = true;
        seed[g] = request.seed;
        for (int other = 0; other < g; other++)
            CHECK(seed[other] != seed[g]);
    }
    end();
}

TEST(outcomes_are_recorded_under_the_key_of_the_game)
{
    us_practice_def def = begin("a.db");
    us_practice made = practice(&def);
    CHECK(made.counts.tries > 0);
    CHECK_INT(made.all.wins + made.all.draws + made.all.losses, 7);
    CHECK_INT(made.score[0].draws + made.score[1].draws, made.all.draws);
    CHECK_INT(count_seen(def.library), 7);
    CHECK(library_file_sound("a.db"));
    for (int g = 0; g < def.games; g++) {
        char key[17], sql[128];
        us_hash_print(us_practice_key(&def, g, 0), key);
        snprintf(sql, sizeof sql, "UPDATE outcomes SET tries = tries WHERE game = '%s'", key);
        CHECK(library_file_sql("a.db", sql) > 0);
    }
    us_practice_clear(&made);
    end();
}

TEST(a_game_is_practiced_once)
{
    us_practice_def def = begin("a.db");
    expect_games(&def, 0, 7);
    library_file_copy("a.db", "b.db");
    expect_games(&def, 7, 0);
    CHECK(same_bytes("a.db", "b.db"));
    def.games = 9;
    expect_games(&def, 7, 2);
    def.field.seed++;
    expect_games(&def, 0, 9);
    end();
}

TEST(a_round_of_another_size_plays_the_missing_games)
{
    us_practice_def def = begin("a.db");
    def.games = 3;
    expect_games(&def, 0, 3);
    def.games = 7;
    def.round = 2;
    expect_games(&def, 3, 4);
    def.round = 100;
    expect_games(&def, 7, 0);
    CHECK_INT(count_seen(def.library), 7);
    end();
}

static int64_t played, stop_after;

static void on_progress(void *context, const us_game_pool_state *state)
{
    (void)context;
    played = state->played;
}

static bool stop(void)
{
    return played >= stop_after;
}

TEST(an_interrupted_practice_continues_to_the_same_library)
{
    us_practice_def def = begin("a.db");
    us_practice made;
    us_error err = {0};
    expect_games(&def, 0, 7);
    def = begin("b.db");
    def.workers = 1;
    def.on_progress = on_progress;
    def.stop = stop;
    played = 0;
    stop_after = 5; /* in the second round */
    CHECK_INT(us_practice_run(&def, &made, &err), US_INTERRUPTED);
    CHECK_CONTAINS(err.text, "has practiced 3 of 7 games");
    CHECK_INT(count_seen(def.library), 3);
    stop_after = 100;
    expect_games(&def, 3, 4);
    CHECK_INT(played, 4);
    CHECK(same_bytes("a.db", "b.db"));
    expect_no_other_files(3);
    end();
}

/* Another program, which begins to write during the first round, and ends when it is waited for. */
static us_library *writer;
static bool stubborn, given_up;
static int waits;

static void lock_it(void *context, const us_game_pool_state *state)
{
    if (writer || waits > 0 || state->played == 0)
        return;
    REQUIRE(us_library_open(context, US_LIBRARY_WRITE, skirmish, &writer, NULL) == US_OK);
    REQUIRE(us_library_begin(writer, NULL) == US_OK);
}

static void on_wait(void *context, const char *library)
{
    CHECK_STR(library, context);
    waits++;
    given_up = stubborn;
    if (!stubborn)
        us_library_close(US_STEAL(writer));
}

static bool has_given_up(void)
{
    return given_up;
}

static us_practice_def locked(const char *name, bool for_long)
{
    us_practice_def def = begin(name);
    def.context = (void *)(uintptr_t)def.library;
    def.on_progress = lock_it;
    def.on_wait = on_wait;
    def.stop = has_given_up;
    writer = NULL;
    waits = 0;
    stubborn = for_long;
    given_up = false;
    return def;
}

TEST(a_round_is_recorded_after_a_lock_of_another_program)
{
    us_practice_def def = begin("a.db");
    expect_games(&def, 0, 7);
    def = locked("b.db", false);
    expect_games(&def, 0, 7);
    CHECK_INT(waits, 1);
    CHECK(same_bytes("a.db", "b.db"));
    end();
}

TEST(an_interrupt_ends_the_wait_for_a_lock)
{
    us_practice_def def = locked("a.db", true);
    us_practice made;
    us_error err = {0};
    CHECK_INT(us_practice_run(&def, &made, &err), US_INTERRUPTED);
    CHECK_CONTAINS(err.text, "has practiced 0 of 7 games");
    CHECK_INT(waits, 1);
    us_library_close(writer);
    CHECK(same_bytes("a.db", "learned.db"));
    expect_no_other_files(2);
    end();
}

TEST(a_round_without_any_result_leaves_the_library_as_it_was)
{
    static const char *const broken[] = {"exec:false"};
    us_practice_def def = begin("a.db");
    us_practice made;
    us_error err = {0};
    def.field.against = broken;
    def.field.opponents = 1;
    def.games = def.round = US_PRACTICE_SUSPICIOUS;
    CHECK_INT(us_practice_run(&def, &made, &err), US_FAILED);
    CHECK_CONTAINS(err.text, "none of 8 games of a round was played to its end");
    CHECK(same_bytes("a.db", "learned.db"));
    expect_no_other_files(2);
    end();
}

TEST(a_crashed_game_leaves_no_outcomes_and_is_not_repeated)
{
    static const char *const mixed[] = {"idle", "exec:false"};
    us_practice_def def = begin("a.db");
    def.field.against = mixed;
    us_practice made = practice(&def);
    CHECK_INT(made.played, 7);
    CHECK(made.crashed > 0);
    CHECK_INT(made.score[1].wins + made.score[1].draws + made.score[1].losses, 0);
    CHECK_INT(count_seen(def.library), 7);
    us_practice_clear(&made);
    expect_games(&def, 7, 0);
    end();
}

TEST(named_maps_and_the_library_itself_are_played)
{
    static const char *const maps[] = {"open-1", "choke-2"}, *const itself[] = {US_TRAINING_ITSELF};
    us_practice_def def = begin("a.db");
    def.field.map = maps;
    def.field.maps = 2;
    def.field.against = itself;
    def.field.opponents = 1;
    def.games = 3;
    us_practice made = practice(&def);
    CHECK_INT(made.played, 3);
    CHECK_INT(made.crashed, 0);
    CHECK(made.counts.tries > 0);
    us_practice_clear(&made);
    expect_games(&def, 3, 0); /* although the library, its opponent, has changed */
    end();
}

TEST(a_map_or_a_player_that_cannot_be_opened_is_an_error_before_the_first_game)
{
    static const char *const maps[] = {"open-1", "no-map"}, *const agents[] = {"idle",
                                                                               "ai:light-rush"};
    static const int odd[] = {48, 47};
    us_practice_def def = begin("a.db"), other[3] = {def, def, def};
    us_practice made;
    us_error err = {0};
    other[0].field.map = maps;
    other[0].field.maps = 2;
    other[1].field.against = agents;
    other[2].field.size = odd;
    for (int i = 0; i < US_COUNT(other); i++)
        CHECK_INT(us_practice_run(&other[i], &made, &err), US_BAD_INPUT);
    CHECK(same_bytes("a.db", "learned.db"));
    expect_no_other_files(2);
    end();
}
