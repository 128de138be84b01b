#include "experiments/run/prover.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "domain/goal.h"
#include "learn/learn.h"
#include "retrieve/library.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"
#include "traces/trace.h"
#include "understudy/learn.h"

/* Two maps, both seats, an opponent that a learned library beats. */
static us_prove_game game[4];

static us_domain *skirmish(void)
{
    us_domain *domain = NULL;
    REQUIRE(us_domain_load_shipped("skirmish", &domain, NULL) == US_OK);
    return domain;
}

/* A trace of which only the first line is there. own: the library. */
static void write_trace(const char *name, const us_scenario_def *def, us_seat seat, const char *own,
                        const char *opponent)
{
    US_AUTOPTR(us_scenario) scenario = NULL;
    const char *agent[2];
    US_AUTOSTR(line);
    REQUIRE(us_scenario_open(def, &scenario, NULL) == US_OK);
    US_AUTOPTR(us_game) played = us_game_new(scenario, 5);
    agent[seat] = own;
    agent[1 - seat] = opponent;
    us_trace_header header = us_trace_header_from_game(played, def->map, agent);
    us_trace_header_write(&header, &line);
    us_str_add_char(&line, '\n');
    scratch_put(name, line.text);
}

static void record(const char *opponent)
{
    static const char *const names[] = {"1.jsonl", "2.jsonl", "3.jsonl", "4.jsonl"};
    for (int i = 0; i < US_COUNT(game); i++) {
        us_scenario_def def = us_scenario_def_default();
        def.map = i < 2 ? "open-1" : "choke-2";
        def.max_cycles = 16000;
        def.fog = i == 3;
        game[i] = (us_prove_game){.trace = scratch(names[i]), .seat = (us_seat)(i % 2)};
        write_trace(names[i], &def, game[i].seat, "library:gone.db", opponent);
    }
}

static void learn(const char *name)
{
    US_AUTOSTR(demo);
    us_learn_def def = us_learn_def_default();
    def.relax = true;
    REQUIRE(us_data_find_domain_file("skirmish", "demos/rush-open-1.jsonl", &demo, NULL) == US_OK);
    REQUIRE(us_learn_to_library((const char *const *)&demo.text, 1, &def, scratch(name), NULL,
                                NULL) == US_OK);
}

typedef struct roots {
    const char *goal;
    int64_t id[16];
    int count;
} roots;

static void find_root(void *context, const us_library_behavior *row)
{
    roots *r = context;
    if (r->count < US_COUNT(r->id) && us_text_equal(row->goal_type, r->goal))
        r->id[r->count++] = row->id;
}

/* What nothing begins with. */
static void cut_roots(const char *name)
{
    US_AUTOPTR(us_domain) domain = skirmish();
    US_AUTOPTR(us_library) library = NULL;
    roots r = {.goal = domain->goal[us_goal_default(domain).type].name};
    REQUIRE(us_library_open(scratch(name), US_LIBRARY_WRITE, domain, &library, NULL) == US_OK);
    REQUIRE(us_library_visit_behaviors(library, find_root, &r, NULL) == US_OK);
    CHECK(r.count > 0);
    REQUIRE(us_library_begin(library, NULL) == US_OK);
    for (int i = 0; i < r.count; i++)
        CHECK_INT(us_library_drop_behavior(library, r.id[i], NULL), US_OK);
    CHECK_INT(us_library_commit(library, NULL), US_OK);
}

static us_prover_def plain(void)
{
    return (us_prover_def){.game = game, .games = US_COUNT(game), .seed = 1, .workers = 2};
}

static us_prover *open_prover(const us_prover_def *def)
{
    us_prover *prover = NULL;
    us_error err = {0};
    if (us_prover_open(def, &prover, &err) != US_OK)
        FAIL("%s: %s", err.file, err.text);
    REQUIRE(prover);
    return prover;
}

static us_proof ask(us_prover *prover, const char *parent, const char *repaired, const int *games,
                    int count, int pairs)
{
    const char *library[2] = {scratch(parent), scratch(repaired)};
    us_proof proof = {0};
    us_error err = {0};
    if (us_prover_prove(prover, library, games, count, pairs, &proof, &err) != US_OK)
        FAIL("%s: %s", err.file, err.text);
    return proof;
}

static bool same_proof(const us_proof *a, const us_proof *b)
{
    return a->pairs == b->pairs && a->score[0] == b->score[0] && a->score[1] == b->score[1] &&
           a->better == b->better && a->worse == b->worse && a->crashed[0] == b->crashed[0] &&
           a->crashed[1] == b->crashed[1];
}

/* It is played nevertheless: once, since it is the same under another name. */
TEST(equal_libraries_are_equal_pair_by_pair)
{
    record("ai:raid");
    learn("a.db");
    learn("b.db");
    us_prover_def def = plain();
    US_AUTOPTR(us_prover) prover = open_prover(&def);
    us_proof proof = ask(prover, "a.db", "b.db", NULL, 0, 8);
    CHECK_INT(proof.pairs, 8);
    CHECK_INT(proof.score[0], proof.score[1]);
    CHECK_INT(proof.better, 0);
    CHECK_INT(proof.worse, 0);
    CHECK(us_proof_is_successful(&proof));
    CHECK_INT(us_prover_count_games(prover), 8);
}

TEST(without_its_root_a_library_does_worse)
{
    record("ai:passive");
    learn("a.db");
    learn("cut.db");
    cut_roots("cut.db");
    us_prover_def def = plain();
    US_AUTOPTR(us_prover) prover = open_prover(&def);
    us_proof proof = ask(prover, "a.db", "cut.db", NULL, 0, 4);
    CHECK(proof.score[0] > proof.score[1]);
    CHECK(proof.worse > 0);
    CHECK_INT(proof.better, 0);
    CHECK_INT(proof.crashed[0] + proof.crashed[1], 0);
    CHECK(!us_proof_is_successful(&proof));
    us_proof back = ask(prover, "cut.db", "a.db", NULL, 0, 4);
    CHECK(us_proof_is_successful(&back));
    CHECK_INT(back.score[0], proof.score[1]);
    CHECK_INT(back.better, proof.worse);
    CHECK_INT(us_prover_count_games(prover), 8);
}

TEST(the_result_depends_neither_on_workers_nor_on_what_was_asked_before)
{
    static const int some[] = {3, 0};
    record("ai:raid");
    learn("a.db");
    learn("cut.db");
    cut_roots("cut.db");
    us_proof first[2];
    for (int workers = 1; workers <= 3; workers++) {
        us_prover_def def = plain();
        def.workers = workers;
        US_AUTOPTR(us_prover) prover = open_prover(&def);
        us_proof proof[2];
        int order = workers == 2;
        for (int i = 0; i < 2; i++)
            if (i == order)
                proof[1] = ask(prover, "a.db", "cut.db", some, 2, 5);
            else
                proof[0] = ask(prover, "a.db", "cut.db", NULL, 0, 6);
        for (int i = 0; i < 2; i++) {
            CHECK_INT(proof[i].pairs, i ? 5 : 6);
            CHECK(workers == 1 || same_proof(&proof[i], &first[i]));
            first[i] = proof[i];
        }
    }
}

TEST(a_game_is_played_once_for_a_library)
{
    static const int last[] = {2, 3};
    record("ai:passive");
    learn("a.db");
    learn("cut.db");
    cut_roots("cut.db");
    us_prover_def def = plain();
    US_AUTOPTR(us_prover) prover = open_prover(&def);
    us_proof before = ask(prover, "a.db", "cut.db", NULL, 0, 4);
    CHECK_INT(us_prover_count_games(prover), 8);
    us_proof again = ask(prover, "a.db", "cut.db", NULL, 0, 4);
    CHECK(same_proof(&before, &again));
    CHECK_INT(us_prover_count_games(prover), 8);
    ask(prover, "a.db", "cut.db", last, 2, 2); /* the same as above */
    CHECK_INT(us_prover_count_games(prover), 8);
    ask(prover, "a.db", "cut.db", last, 2, 4); /* a second turn of each */
    CHECK_INT(us_prover_count_games(prover), 12);
    learn("new.db"); /* as a.db */
    ask(prover, "new.db", "cut.db", NULL, 0, 4);
    CHECK_INT(us_prover_count_games(prover), 12);
}

/* Six of them: four once, two with a second seed. They are the same for both libraries. */
TEST(it_tells_which_games_the_libraries_saw)
{
    static const int last[] = {2, 3};
    int count, other = 0;
    record("ai:passive");
    learn("a.db");
    us_prover_def def = plain();
    US_AUTOPTR(us_prover) prover = open_prover(&def);
    us_mem_free(us_prover_list_games(prover, &count));
    CHECK_INT(count, 0);
    ask(prover, "a.db", "a.db", NULL, 0, 4);
    ask(prover, "a.db", "a.db", last, 2, 4);
    US_AUTOFREE us_brl_game *saw = us_prover_list_games(prover, &count);
    CHECK_INT(count, 6);
    for (int i = 0; i < count; i++) {
        CHECK(saw[i].seeded && saw[i].adapted && saw[i].map != 0);
        CHECK(saw[i].seed > 1000); /* not those of demonstrations */
        for (int k = 0; k < i; k++)
            CHECK(saw[k].seed != saw[i].seed);
        other += saw[i].map != saw[0].map;
    }
    CHECK(other == 2 || other == 4);
}

static int64_t enough;

static void count_played(void *context, const us_game_pool_state *state)
{
    us_game_pool_state *last = context;
    *last = *state;
}

static us_game_pool_state told;

static bool stop_at(void)
{
    return told.given >= enough;
}

/* What was played until then is not played again. */
TEST(a_stop_keeps_what_was_played)
{
    record("ai:passive");
    learn("a.db");
    learn("cut.db");
    cut_roots("cut.db");
    us_prover_def def = plain();
    def.workers = 1;
    def.context = &told;
    def.on_progress = count_played;
    def.stop = stop_at;
    US_AUTOPTR(us_prover) prover = open_prover(&def);
    const char *library[2] = {scratch("a.db"), scratch("cut.db")};
    us_proof proof = {.pairs = -1};
    us_error err = {0};
    told = (us_game_pool_state){0};
    enough = 1;
    CHECK_INT(us_prover_prove(prover, library, NULL, 0, 4, &proof, &err), US_INTERRUPTED);
    CHECK_CONTAINS(err.text, "interrupted: ");
    CHECK_INT(proof.pairs, -1);
    int64_t played = us_prover_count_games(prover);
    CHECK(played >= 1 && played < 8);
    enough = 1000;
    proof = ask(prover, "a.db", "cut.db", NULL, 0, 4);
    CHECK_INT(proof.pairs, 4);
    CHECK_INT(us_prover_count_games(prover), 8);
    CHECK_INT(told.before, played);
    CHECK_INT(told.wanted, 8);
    CHECK_INT(told.played, 8 - played);
}

/* Gives no order, and is there until the end. */
#define IDLES "echo '{\"name\":\"it\"}'; while read s; do echo '{\"until\":9999999}'; done"

/* The opponent lets itself be beaten; without mercy it ends who plays. */
TEST(a_game_that_crashes_is_lost)
{
    US_AUTOSTR(opponent);
    us_str_addf(&opponent, "exec:read h; test -e %s || kill -9 $PPID; " IDLES, scratch("mercy"));
    record(opponent.text);
    learn("a.db");
    learn("cut.db");
    cut_roots("cut.db");
    scratch_put("mercy", "");
    us_prover_def def = plain();
    def.programs = true;
    US_AUTOPTR(us_prover) prover = open_prover(&def);
    us_proof proof = ask(prover, "a.db", "a.db", NULL, 0, 3);
    CHECK_INT(proof.score[0], 6);
    CHECK_INT(proof.crashed[0], 0);
    unlink(scratch("mercy"));
    proof = ask(prover, "a.db", "cut.db", NULL, 0, 3);
    CHECK_INT(proof.score[0], 6);
    CHECK_INT(proof.score[1], 0);
    CHECK_INT(proof.worse, 3);
    CHECK_INT(proof.crashed[0], 0);
    CHECK_INT(proof.crashed[1], 3);
}

/* It does not start a second time, or goes away in the game: no library is better or worse for
 * that.
 */
TEST(where_the_other_player_fails_nothing_is_proved)
{
    static const char *const fails[] = {"exit 3; read h; " IDLES,
                                        "{ read h; echo '{\"name\":\"it\"}'; exit 4; }; " IDLES};
    for (int i = 0; i < US_COUNT(fails); i++) {
        US_AUTOSTR(opponent);
        us_str_addf(&opponent, "exec:test -e %s || %s", scratch("well"), fails[i]);
        scratch_put("well", "");
        record(opponent.text);
        learn("a.db");
        us_prover_def def = plain();
        def.programs = true;
        US_AUTOPTR(us_prover) prover = open_prover(&def);
        unlink(scratch("well"));
        const char *library[2] = {scratch("a.db"), scratch("a.db")};
        us_proof proof;
        us_error err = {0};
        us_test_row(fails[i]);
        CHECK_INT(us_prover_prove(prover, library, NULL, 0, 2, &proof, &err), US_FAILED);
        CHECK_CONTAINS(err.file, ".jsonl");
        CHECK_CONTAINS(err.text, "its other player failed, so that nothing can be proved: exec:");
        CHECK_CONTAINS(err.text, i ? "it ended with status 4" : "it ended with status 3");
        CHECK_INT(us_prover_count_games(prover), 0);
    }
}

TEST(a_proof_holds_where_games_of_both_sides_were_played)
{
    static const struct {
        us_proof proof;
        bool holds;
    } rows[] = {
        {{.pairs = 4, .score = {4, 4}}, true},
        {{.pairs = 4, .score = {4, 5}}, true},
        {{.pairs = 4, .score = {4, 3}}, false},
        {{.pairs = 4, .score = {0, 2}, .crashed = {3, 1}}, true},
        {{.pairs = 4, .score = {0, 0}, .crashed = {4, 4}}, false},
        {{.pairs = 4, .score = {0, 2}, .crashed = {4, 0}}, false},
        {{.pairs = 4, .score = {0, 0}, .crashed = {0, 4}}, false},
    };
    for (int i = 0; i < US_COUNT(rows); i++)
        CHECK_INT(us_proof_is_successful(&rows[i].proof), rows[i].holds);
}

TEST(what_cannot_be_played_again_is_refused_with_its_trace)
{
    static const struct {
        const char *from, *to, *said;
        us_status status;
    } rows[] = {
        {"\"rules_hash\":\"", "\"rules_hash\":\"0", "16 hex", US_BAD_INPUT},
        {"\"open-1\"", "\"open-2\"", "recorded with another map", US_MISMATCH},
        {"\"open-1\"", "\"no-map\"", "no-map", US_BAD_INPUT},
        {"\"ai:raid\"", "\"ai:nobody\"", "against \"ai:nobody\": ", US_BAD_INPUT},
        {"gone.db\"", "gone.db?pase=off\"", "pase", US_BAD_INPUT},
        {"\"ai:raid\"", "\"exec:true\"", "would start: \"exec:true\"", US_BAD_INPUT},
        {"\"ai:raid\"", "\"library:no.db\"", "against \"library:no.db\": no.db: ", US_BAD_INPUT},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_prover *prover = NULL;
        us_error err = {0};
        us_test_row(rows[i].to);
        record("ai:raid");
        char *text = scratch_text("2.jsonl"), *at = strstr(text, rows[i].from);
        us_str changed;
        us_str_init(&changed);
        REQUIRE(at);
        us_str_add_bytes(&changed, text, (size_t)(at - text));
        us_str_add(&changed, rows[i].to);
        us_str_add(&changed, at + strlen(rows[i].from));
        scratch_put("2.jsonl", changed.text);
        us_prover_def def = plain();
        CHECK_INT(us_prover_open(&def, &prover, &err), rows[i].status);
        CHECK(prover == NULL);
        CHECK_STR(err.file, scratch("2.jsonl"));
        CHECK_CONTAINS(err.text, rows[i].said);
        us_str_clear(&changed);
        us_mem_free(text);
        scratch_clean();
    }
}

/* A map that lies elsewhere now is found where the caller says. */
TEST(a_map_may_have_moved)
{
    us_str path;
    char *text;
    size_t length;
    us_scenario_def def = us_scenario_def_default();
    us_str_init(&path);
    REQUIRE(us_data_find_domain_file("skirmish", "maps/open-1.map", &path, NULL) == US_OK);
    REQUIRE(us_file_read(path.text, 1 << 20, &text, &length, NULL) == US_OK);
    us_str_clear(&path);
    scratch_put("old.map", text);
    def.map = scratch("old.map");
    def.max_cycles = 300;
    write_trace("t.jsonl", &def, 0, "library:gone.db", "");
    scratch_put("new.map", text);
    unlink(scratch("old.map"));
    us_mem_free(text);
    learn("a.db");
    us_prove_game one = {.trace = scratch("t.jsonl")};
    us_prover_def prove = {.game = &one, .games = 1, .seed = 1, .workers = 1};
    US_AUTOPTR(us_prover) prover = NULL;
    CHECK_INT(us_prover_open(&prove, &prover, NULL), US_BAD_INPUT);
    one.map = scratch("new.map");
    prover = open_prover(&prove);
    us_proof proof = ask(prover, "a.db", "a.db", NULL, 0, 1);
    CHECK_INT(proof.score[0], 1); /* the limit of cycles comes early */
}

/* By the settings of the published system the library needs more cycles than there are to win, with
 * its own it doesn't. */
TEST(each_game_is_played_with_the_settings_that_its_library_had)
{
    static const struct {
        const char *settings[2];
        int score;
    } rows[] = {
        {{"", ""}, 4},
        {{"", "?article"}, 3},
        {{"?article", ""}, 3},
        {{"?article", "?article"}, 2},
    };
    learn("a.db");
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_prove_game two[2];
        us_scenario_def def = us_scenario_def_default();
        def.map = "open-1";
        def.max_cycles = 9500;
        us_test_row(rows[i].settings[1]);
        for (int k = 0; k < 2; k++) {
            char name[32], own[64];
            snprintf(name, sizeof name, "%d.jsonl", k);
            snprintf(own, sizeof own, "library:gone.db%s", rows[i].settings[k]);
            write_trace(name, &def, 0, own, "ai:passive");
            two[k] = (us_prove_game){.trace = scratch(name)};
        }
        us_prover_def prove = {.game = two, .games = 2, .seed = 1, .workers = 2};
        US_AUTOPTR(us_prover) prover = open_prover(&prove);
        us_proof proof = ask(prover, "a.db", "a.db", NULL, 0, 2);
        CHECK_INT(proof.score[0], rows[i].score);
        CHECK_INT(proof.score[1], rows[i].score);
        CHECK_INT(us_prover_count_games(prover), 2);
    }
}

TEST(a_library_that_is_none_is_refused)
{
    record("ai:raid");
    learn("a.db");
    us_prover_def def = plain();
    US_AUTOPTR(us_prover) prover = open_prover(&def);
    const char *library[2] = {scratch("a.db"), scratch("no.db")};
    us_proof proof;
    us_error err = {0};
    CHECK_INT(us_prover_prove(prover, library, NULL, 0, 4, &proof, &err), US_BAD_INPUT);
    CHECK_STR(err.file, library[1]);
    CHECK_INT(us_prover_count_games(prover), 0);
}
