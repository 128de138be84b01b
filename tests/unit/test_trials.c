#include "experiments/run/trials.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "experiments/design/manifest.h"
#include "learn/learn.h"
#include "tests/unit/library_file.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"
#include "understudy/learn.h"

/* Two libraries play on small maps. */
static const char *const families[] = {"open"}, *const against[] = {"ai:raid", "expert:rush"};
static const int sizes[] = {32};

typedef struct trying {
    us_domain *domain;
    us_training_field field;
    us_trials_def def;
} trying;

static int wanted, calls; /* games that on_progress reported, and its calls */

static void on_progress(void *context, const us_game_pool_state *state)
{
    CHECK_STR(context, "the context");
    wanted = (int)state->wanted;
    calls++;
}

static int count_lines(const char *name)
{
    int lines = 0;
    US_AUTOFREE char *text = scratch_text(name);
    for (const char *at = text; *at; at++)
        lines += *at == '\n';
    return lines;
}

static bool has_five_games(void)
{
    return count_lines("part/games.jsonl") >= 5;
}

/* Writes the library of a demonstration, which is learned once for all tests. */
static void learn(int library, const char *demo, const char *name)
{
    static char *kept[2];
    static size_t length[2];
    US_AUTOSTR(path);
    us_learn_def def = us_learn_def_default();
    if (kept[library]) {
        REQUIRE(us_file_write(scratch(name), kept[library], length[library], NULL) == US_OK);
        return;
    }
    REQUIRE(us_data_find_domain_file("skirmish", demo, &path, NULL) == US_OK);
    REQUIRE(us_learn_to_library((const char *const *)&path.text, 1, &def, scratch(name), NULL,
                                NULL) == US_OK);
    kept[library] = library_file_bytes(name, &length[library]);
}

static trying begin(const char *folder)
{
    static char context[] = "the context";
    trying t = {0};
    REQUIRE(us_domain_load_shipped("skirmish", &t.domain, NULL) == US_OK);
    if (!us_file_exists(scratch("a.db"))) {
        learn(0, "demos/rush-open-1.jsonl", "a.db");
        learn(1, "demos/rush-choke-1.jsonl", "b.db");
    }
    scratch_folder(folder);
    t.field = (us_training_field){.domain = t.domain,
                                  .against = against,
                                  .opponents = US_COUNT(against),
                                  .family = families,
                                  .families = US_COUNT(families),
                                  .size = sizes,
                                  .sizes = US_COUNT(sizes),
                                  .seed = 3,
                                  .max_cycles = 8000};
    t.def = (us_trials_def){.library = scratch("a.db"),
                            .folder = scratch(folder),
                            .workers = 2,
                            .context = context,
                            .on_progress = on_progress};
    wanted = calls = 0;
    return t;
}

static void end(trying *t)
{
    us_domain_free(t->domain);
}

static us_trials *open_trials(trying *t)
{
    us_trials *trials = NULL;
    us_error err = {0};
    t->def.field = &t->field; /* where it lies now */
    if (us_trials_open(&t->def, &trials, &err) != US_OK)
        FAIL("%s:%d: %s", err.file, err.line, err.text);
    REQUIRE(trials);
    return trials;
}

enum { GAMES = 3, ALL = GAMES * 2 * 2 };

/* Each game of the field with both libraries and both seats. */
static void list_all(us_trial *list)
{
    for (int i = 0; i < ALL; i++)
        list[i] = (us_trial){.library = scratch(i % 2 ? "b.db" : "a.db"),
                             .game = i / 4,
                             .seat = (us_seat)(i / 2 % 2),
                             .points = -1};
}

static void play(us_trials *trials, us_trial *list, int count)
{
    us_error err = {0};
    wanted = calls = 0;
    if (us_trials_play(trials, list, count, &err) != US_OK)
        FAIL("%s: %s", err.file, err.text);
}

/* Opens trials, plays all, and closes them. */
static void play_all(trying *t, us_trial *list)
{
    US_AUTOPTR(us_trials) trials = open_trials(t);
    list_all(list);
    play(trials, list, ALL);
    CHECK_INT(us_trials_count(trials), ALL);
}

static void expect_same(const us_trial *a, const us_trial *b)
{
    CHECK_INT(a->points, b->points);
    CHECK_INT(a->margin, b->margin);
    CHECK_INT(a->crashed, b->crashed);
}

static void expect_all(const us_trial *a, const us_trial *b)
{
    for (int i = 0; i < ALL; i++)
        expect_same(&a[i], &b[i]);
}

TEST(results_depend_on_neither_workers_nor_order)
{
    us_trial one[ALL], two[ALL], turned[ALL];
    int kinds = 0;
    US_AUTO(end) trying t = begin("one");
    t.def.workers = 1;
    play_all(&t, one);
    CHECK_INT(wanted, ALL);
    for (int i = 0; i < ALL; i++) {
        bool is_new = true;
        CHECK(!one[i].crashed && one[i].points >= 0);
        CHECK(one[i].points == 2   ? one[i].margin > 0
              : one[i].points == 0 ? one[i].margin < 0
                                   : one[i].margin == 0);
        for (int k = 0; k < i; k++)
            is_new = is_new && one[k].margin != one[i].margin;
        kinds += is_new;
    }
    CHECK(kinds > 5); /* else equal results mean nothing */
    scratch_folder("two");
    t.def.workers = 2;
    t.def.folder = scratch("two");
    play_all(&t, two);
    expect_all(one, two);
    scratch_folder("turned");
    t.def.folder = scratch("turned");
    US_AUTOPTR(us_trials) trials = open_trials(&t);
    list_all(turned);
    for (int i = ALL - 4; i >= 0; i -= 4) /* a game at a time, the last one first */
        play(trials, &turned[i], 4);
    expect_all(one, turned);
}

/* Plays games of the field as training games, and returns their points. */
static void play_directly(const trying *t, const us_trial *list, int count, int *points)
{
    US_AUTO(us_training_clear) us_training made = {0};
    US_AUTOPTR(us_arena) arena = us_arena_new();
    us_training_game *game = US_ARENA_ARRAY(arena, us_training_game, count);
    const char **map = US_ARENA_ARRAY(arena, const char *, count);
    for (int i = 0; i < count; i++) {
        US_AUTOSTR(path);
        us_str_addf(&path, "%s/%d.map", t->def.folder, list[i].game);
        map[i] = us_arena_strndup(arena, path.text, path.length);
        game[i] = us_training_field_turn(&t->field, list[i].game);
        game[i].map = i;
        game[i].seat = list[i].seat;
        game[i].seed = us_trials_seed(&t->field, list[i].game);
    }
    us_training_def def = {.library = list[0].library,
                           .domain = "skirmish",
                           .map = map,
                           .against = t->field.against,
                           .maps = count,
                           .opponents = t->field.opponents,
                           .games = count,
                           .game = game,
                           .max_cycles = (int32_t)t->field.max_cycles,
                           .fog = t->field.fog,
                           .workers = 2,
                           .folder = scratch("traces")};
    REQUIRE(us_training_play(&def, &made, NULL) == US_OK);
    for (int i = 0; i < count; i++)
        points[i] = made.end[i] == US_ROW_WIN ? 2 : made.end[i] == US_ROW_DRAW;
}

TEST(a_trial_is_the_game_of_its_setting)
{
    US_AUTO(end) trying t = begin("j");
    bool met[3] = {false};
    scratch_folder("traces");
    for (int row = 0; row < 2; row++) { /* without fog, and with it */
        us_trial list[2 * GAMES];
        int points[2 * GAMES];
        t.field.fog = row == 1;
        for (int i = 0; i < 2 * GAMES; i++)
            list[i] = (us_trial){.library = scratch(row ? "a.db" : "b.db"),
                                 .game = GAMES - 1 - i / 2,
                                 .seat = (us_seat)(i % 2)};
        us_trial both[] = {{.library = scratch("a.db")}, {.library = scratch("b.db")}};
        US_AUTOPTR(us_trials) trials = open_trials(&t);
        if (row == 0)
            play(trials, both, 2); /* libraries and maps in another order than below */
        for (int i = 0; i < 2; i++)
            play(trials, &list[i * GAMES], GAMES);
        play_directly(&t, list, 2 * GAMES, points);
        for (int i = 0; i < 2 * GAMES; i++) {
            CHECK_INT(list[i].points, points[i]);
            met[points[i]] = true;
        }
    }
    CHECK(met[0] + met[1] + met[2] > 1); /* else equal results mean nothing */
}

TEST(the_journal_has_all_games_that_were_played)
{
    us_trial first[ALL], again[ALL];
    US_AUTO(end) trying t = begin("j");
    play_all(&t, first);
    CHECK_INT(count_lines("j/games.jsonl"), ALL);
    US_AUTOFREE char *before = scratch_text("j/games.jsonl");
    US_AUTOPTR(us_trials) trials = open_trials(&t);
    CHECK_INT(us_trials_count(trials), ALL);
    list_all(again);
    play(trials, again, ALL);
    CHECK_INT(calls, 0); /* no game is played */
    CHECK_INT(us_trials_count(trials), ALL);
    expect_all(first, again);
    US_AUTOFREE char *after = scratch_text("j/games.jsonl");
    CHECK_STR(after, before);
}

TEST(a_torn_last_line_is_played_again)
{
    us_trial first[ALL], again[ALL];
    US_AUTO(end) trying t = begin("j");
    t.def.workers = 1; /* so that the journal has the order of the list */
    play_all(&t, first);
    US_AUTOFREE char *whole = scratch_text("j/games.jsonl");
    for (int cut = 1; cut < 30; cut += 14) { /* the newline alone; a half of the line */
        US_AUTOFREE char *torn = us_mem_strdup(whole);
        torn[strlen(torn) - (size_t)cut] = '\0';
        scratch_put("j/games.jsonl", torn);
        US_AUTOPTR(us_trials) trials = open_trials(&t);
        CHECK_INT(us_trials_count(trials), ALL - 1);
        list_all(again);
        play(trials, again, ALL);
        CHECK_INT(wanted, 1);
        expect_all(first, again);
        US_AUTOFREE char *mended = scratch_text("j/games.jsonl");
        CHECK_STR(mended, whole);
    }
}

TEST(a_line_of_the_journal_that_is_no_result_is_an_error_with_its_place)
{
    static const char good[] =
        "{\"key\":\"00000000000000aa\",\"points\":2,\"margin\":5,\"crashed\":true}\n";
    static const struct {
        const char *line, *error;
    } rows[] = {
        {"garbage", "expected"},
        {"", "expected"},
        {"{\"points\":2,\"margin\":5}", "key"},
        {"{\"key\":\"00000000000000ab\",\"points\":3,\"margin\":5}", "3"},
        {"{\"key\":\"00000000000000ab\",\"points\":2,\"margin\":1001}", "1001"},
        {"{\"key\":\"00000000000000ab\",\"points\":2,\"margin\":1,\"won\":1}", "won"},
    };
    US_AUTO(end) trying t = begin("j");
    t.def.field = &t.field;
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTOSTR(text);
        us_trials *trials = NULL;
        us_error err = {0};
        us_test_row(rows[i].line);
        us_str_addf(&text, "%s%s\n%s", good, rows[i].line, good);
        scratch_put("j/games.jsonl", text.text);
        CHECK_INT(us_trials_open(&t.def, &trials, &err), US_BAD_INPUT);
        CHECK_STR(err.file, scratch("j/games.jsonl"));
        CHECK_INT(err.line, 2);
        CHECK_CONTAINS(err.text, rows[i].error);
        CHECK(!trials);
        US_AUTOFREE char *left = scratch_text("j/games.jsonl");
        CHECK_STR(left, text.text);
    }
    scratch_put("j/games.jsonl", good);
    US_AUTOPTR(us_trials) trials = open_trials(&t);
    CHECK_INT(us_trials_count(trials), 1);
}

TEST(a_result_that_the_journal_has_twice_counts_once)
{
    US_AUTO(end) trying t = begin("j");
    scratch_put("j/games.jsonl", "{\"key\":\"00000000000000ff\",\"points\":2,\"margin\":5}\n"
                                 "{\"key\":\"00000000000000aa\",\"points\":2,\"margin\":5}\n"
                                 "{\"key\":\"0000000000000011\",\"points\":2,\"margin\":5}\n"
                                 "{\"key\":\"00000000000000ff\",\"points\":2,\"margin\":5}\n");
    US_AUTOPTR(us_trials) trials = open_trials(&t);
    CHECK_INT(us_trials_count(trials), 3);
}

TEST(libraries_of_equal_content_share_their_games)
{
    US_AUTO(end) trying t = begin("j");
    us_trial list[4];
    library_file_copy("a.db", "copy.db");
    US_AUTOPTR(us_trials) trials = open_trials(&t);
    for (int i = 0; i < 4; i++)
        list[i] = (us_trial){.library = scratch(i % 2 ? "copy.db" : "a.db"), .game = i / 2};
    play(trials, list, 4);
    CHECK_INT(wanted, 2);
    CHECK_INT(us_trials_count(trials), 2);
    expect_same(&list[0], &list[1]);
    expect_same(&list[2], &list[3]);
    for (int i = 0; i < 4; i++)
        list[i].library = scratch("copy.db");
    play(trials, list, 4);
    CHECK_INT(calls, 0);
    list[0].library = scratch("b.db");
    play(trials, list, 1);
    CHECK_INT(wanted, 1);
    CHECK_INT(us_trials_count(trials), 3);
}

/* Whatever may decide a game is in its key. */
TEST(a_trial_in_another_setting_is_another_trial)
{
    static const char *const other_against[] = {"expert:rush", "ai:raid"}, *const choke[] = {
                                                                               "choke"};
    static const int larger[] = {64};
    US_AUTO(end) trying t = begin("j");
    us_trial trial = {.library = scratch("a.db"), .game = 0};
    t.field.max_cycles = 300;
    for (int row = 0; row < 8; row++) {
        us_training_field kept = t.field;
        trial.seat = row == 1;
        t.def.settings = row == 7 ? "?article" : NULL;
        if (row == 2)
            t.field.seed++;
        else if (row == 3)
            t.field.max_cycles++;
        else if (row == 4)
            t.field.fog = true;
        else if (row == 5)
            t.field.against = other_against;
        else if (row == 6)
            t.field.family = choke;
        US_AUTOPTR(us_trials) trials = open_trials(&t);
        play(trials, &trial, 1);
        CHECK_INT(wanted, 1);
        CHECK_INT(us_trials_count(trials), row + 1);
        play(trials, &trial, 1);
        CHECK_INT(calls, 0);
        t.field = kept;
    }
    t.field.size = larger;
    US_AUTOPTR(us_trials) trials = open_trials(&t);
    play(trials, &trial, 1);
    CHECK_INT(wanted, 1);
}

TEST(the_games_of_trials_are_listed_once_and_sorted)
{
    us_trial list[ALL];
    int games;
    US_AUTO(end) trying t = begin("j");
    t.field.max_cycles = 300;
    US_AUTOPTR(us_trials) trials = open_trials(&t);
    US_AUTOFREE us_brl_game *none = us_trials_list_games(trials, &games);
    CHECK_INT(games, 0);
    list_all(list);
    play(trials, list, ALL);
    US_AUTOFREE us_brl_game *game = us_trials_list_games(trials, &games);
    REQUIRE(games == GAMES); /* both libraries and seats have the map and the seed of the game */
    for (int i = 0; i < games; i++) {
        int found = 0;
        CHECK(game[i].adapted && game[i].seeded && game[i].map != 0);
        CHECK(i == 0 || game[i - 1].map < game[i].map);
        for (int k = 0; k < GAMES; k++)
            found += game[i].seed == us_trials_seed(&t.field, k);
        CHECK_INT(found, 1);
    }
    us_trials *later = open_trials(&t); /* the journal of another search: only games of this one */
    US_AUTOFREE us_brl_game *of_later = us_trials_list_games(later, &games);
    CHECK_INT(games, 0);
    play(later, list, 1);
    US_AUTOFREE us_brl_game *again = us_trials_list_games(later, &games);
    CHECK_INT(games, 1);
    us_trials_close(later);
}

TEST(seeds_have_63_bits_and_differ_by_field_and_game)
{
    enum { SEEDS = 200 };
    us_training_field field = {.seed = 3}, other = {.seed = 4};
    uint64_t seed[SEEDS], all = 0;
    for (int i = 0; i < SEEDS; i++) {
        seed[i] = us_trials_seed(i % 2 ? &field : &other, i / 2);
        all |= seed[i];
        for (int k = 0; k < i; k++)
            CHECK(seed[k] != seed[i]);
    }
    CHECK_HASH(all, INT64_MAX);
    CHECK_HASH(us_trials_seed(&field, 7), us_trials_seed(&field, 7));
}

TEST(interrupted_trials_continue)
{
    us_trial list[ALL], whole[ALL];
    us_error err = {0};
    US_AUTO(end) trying t = begin("whole");
    play_all(&t, whole);
    scratch_folder("part");
    t.def.folder = scratch("part");
    t.def.workers = 1;
    t.def.stop = has_five_games;
    us_trials *trials = open_trials(&t);
    list_all(list);
    CHECK_INT(us_trials_play(trials, list, ALL, &err), US_INTERRUPTED);
    int64_t done = us_trials_count(trials);
    CHECK(done >= 5 && done < ALL);
    us_trials_close(trials);
    CHECK_INT(count_lines("part/games.jsonl"), done);
    t.def.stop = NULL;
    play_all(&t, list);
    CHECK_INT(wanted, ALL - done);
    expect_all(whole, list);
}

TEST(a_note_is_in_the_journal_and_is_no_game)
{
    us_trial list[ALL];
    int games;
    US_AUTO(end) trying t = begin("j");
    us_trials *trials = open_trials(&t);
    CHECK_INT(us_trials_find_note(trials, 7), 0);
    CHECK_INT(us_trials_note(trials, 7, 11400, NULL), US_OK);
    CHECK_INT(us_trials_find_note(trials, 7), 11400);
    us_trials_close(trials);
    play_all(&t, list);
    CHECK_INT(wanted, ALL);
    CHECK_INT(count_lines("j/games.jsonl"), ALL + 1);
    trials = open_trials(&t);
    CHECK_INT(us_trials_find_note(trials, 7), 11400);
    CHECK_INT(us_trials_find_note(trials, 8), 0);
    CHECK_INT(us_trials_count(trials), ALL);
    US_AUTOFREE us_brl_game *game = us_trials_list_games(trials, &games);
    CHECK_INT(games, 0); /* of another search */
    us_trials_close(trials);
}

TEST(an_opponent_that_crashes_is_an_error)
{
    static const char *const broken[] = {"idle", "exec:/bin/false"};
    us_trial list[4];
    us_error err = {0};
    US_AUTO(end) trying t = begin("j");
    t.field.against = broken;
    t.field.max_cycles = 300;
    us_trials *trials = open_trials(&t);
    for (int i = 0; i < 4; i++)
        list[i] = (us_trial){.library = scratch("a.db"), .game = i};
    CHECK_INT(us_trials_play(trials, list, 4, &err), US_FAILED);
    CHECK_CONTAINS(err.text, "the opponent of a game failed, so that nothing can be proved: ");
    us_trials_close(trials);
    US_AUTOFREE char *text = scratch_text("j/games.jsonl");
    CHECK(!strstr(text, "crashed")); /* no loss of it is remembered */
}

TEST(a_worker_that_something_killed_is_no_loss)
{
    static const char *const killing[] = {"idle", "exec:kill -9 $PPID"};
    us_trial list[4];
    us_error err = {0};
    US_AUTO(end) trying t = begin("j");
    t.field.against = killing;
    t.field.max_cycles = 300;
    us_trials *trials = open_trials(&t);
    for (int i = 0; i < 4; i++)
        list[i] = (us_trial){.library = scratch("a.db"), .game = i};
    CHECK_INT(us_trials_play(trials, list, 4, &err), US_INCOMPLETE);
    CHECK_CONTAINS(err.text, "something killed a worker during a game");
    us_trials_close(trials);
    US_AUTOFREE char *text = scratch_text("j/games.jsonl");
    CHECK(!strstr(text, "crashed"));
}

TEST(a_library_that_changes_after_its_first_use_is_noticed)
{
    US_AUTOSTR(agent);
    us_error err = {0};
    US_AUTO(end) trying t = begin("j");
    us_trial trial = {.library = scratch("a.db"), .game = 0};
    library_file_copy("a.db", "rival.db");
    us_str_addf(&agent, "library:%s", scratch("rival.db"));
    const char *const opponents[] = {agent.text};
    t.field.against = opponents;
    t.field.opponents = 1;
    t.field.max_cycles = 300;
    US_AUTOPTR(us_trials) trials = open_trials(&t);
    play(trials, &trial, 1);
    library_file_copy("b.db", "rival.db");
    trial.game++;
    CHECK_INT(us_trials_play(trials, &trial, 1, &err), US_MISMATCH);
    CHECK_INT(us_trials_count(trials), 1);
}

TEST(itself_is_the_library_of_the_trials)
{
    static const char *const itself[] = {US_TRAINING_ITSELF};
    US_AUTOSTR(agent);
    US_AUTO(end) trying t = begin("j");
    us_trial trial = {.library = scratch("b.db"), .game = 1}, other = trial;
    us_str_addf(&agent, "library:%s", scratch("a.db"));
    const char *const named[] = {agent.text};
    t.field.against = itself;
    t.field.opponents = 1;
    us_trials *trials = open_trials(&t);
    play(trials, &trial, 1);
    CHECK_INT(wanted, 1);
    us_trials_close(trials);
    t.field.against = named;
    trials = open_trials(&t);
    play(trials, &other, 1);
    CHECK_INT(calls, 0); /* the same game */
    expect_same(&trial, &other);
    us_trials_close(trials);
}

TEST(named_maps_are_played_where_they_lie)
{
    static const char *const maps[] = {"open-1", "choke-2"};
    us_trial list[4];
    int games;
    us_names names = {0};
    US_AUTO(end) trying t = begin("j");
    t.field.map = maps;
    t.field.maps = 2;
    t.field.opponents = 1;
    t.field.max_cycles = 300;
    for (int i = 0; i < 4; i++)
        list[i] = (us_trial){.library = scratch("a.db"), .game = i};
    us_trials *trials = open_trials(&t);
    play(trials, list, 4);
    CHECK_INT(wanted, 4);
    us_mem_free(us_trials_list_games(trials, &games));
    CHECK_INT(games, 4); /* equal maps with other seeds are other games */
    us_trials_close(trials);
    REQUIRE(us_file_list(scratch("j"), "", &names, NULL) == US_OK);
    CHECK_INT(names.count, 1); /* the journal */
    us_names_free(&names);
}
