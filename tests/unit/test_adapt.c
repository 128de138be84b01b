#include "tests/unit/adapted_games.h"

#include <sqlite3.h>
#include <string.h>

#include "base/file.h"
#include "tests/unit/library_file.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

static us_hash parent_of(const us_template *of)
{
    us_hash hash = 0;
    CHECK(us_hash_parse(adapted_games_entry(of, "parent")->text[0], &hash));
    return hash;
}

/* ---- in place, or beside */

TEST(a_repaired_behavior_takes_the_place_of_its_parent)
{
    US_AUTO(adapted_games_end) adapted_games d = adapted_games_begin(adapted_games_idle, NULL);
    adapted_games_adapt(&d);
    REQUIRE(d.adapted.results == 1 && d.adapted.done == 1);
    const us_repair_result *result = &d.adapted.result[0];
    CHECK_INT(result->end, US_REPAIR_DONE);
    CHECK_INT(result->repair, 1); /* the first is for a step, and none is to blame */
    CHECK_CONTAINS(result->why, "repair 1, before: the repair is for a step");
    CHECK(!result->append);
    CHECK_STR(result->parent_name, "build base");
    CHECK_CONTAINS(result->goal, "WinWargus");
    CHECK(!strstr(result->before, "GetResources"));
    CHECK_CONTAINS(result->after, "goal GetResources(player: self, gold: 200)");
    const us_brl *library = d.adapted.library;
    CHECK_INT(library->count, 3);
    CHECK(!adapted_games_behavior(library, "build base"));
    const us_template *child = adapted_games_behavior(library, "build base ");
    REQUIRE(child);
    CHECK_STR(child->name, result->child_name);
    CHECK_HASH(us_template_hash(child), result->child);
    CHECK_HASH(parent_of(child), us_template_hash(adapted_games_behavior(d.library, "build base")));
    CHECK_STR(adapted_games_entry(child, "modop")->text[0], "beside: second");
    CHECK_CONTAINS(adapted_games_entry(child, "failure")->text[0], "idle: ");
    CHECK_CONTAINS(adapted_games_entry(child, "failure")->text[0],
                   " times in 2 of 2 games; not proved");
    CHECK(us_template_equal(adapted_games_behavior(library, "dream"),
                            adapted_games_behavior(d.library, "dream")));
}

/* What it tells must fit between quotes: it ends early, but not within a character. */
TEST(a_long_reason_is_kept_up_to_a_whole_character)
{
    US_AUTOSTR(text);
    us_str_add(&text, "/*{\"pattern\": 1, \"about\": \"y\", \"blame\": \"top\", \"repairs\": [\n"
                      "{\"modop\": \"after\", \"at\": \"root\", \"about\": \"a");
    for (int i = 0; i < 200; i++)
        us_str_add(&text, "\xc3\xa4");
    us_str_add(&text, "\", \"do\": \"act explore()\"}]}*/\n"
                      "SELECT game, seat, 300 AS cycle, 1 AS badness FROM seats WHERE seat = 0");
    US_AUTO(adapted_games_end) adapted_games d = adapted_games_begin(text.text, NULL);
    adapted_games_adapt(&d);
    const char *modop =
        adapted_games_entry(adapted_games_behavior(d.adapted.library, "build base "), "modop")
            ->text[0];
    CHECK(us_text_has_prefix(modop, "after: a\xc3\xa4"));
    CHECK_CONTAINS(modop, "\xc3\xa4...");
    CHECK_INT(strlen(modop), US_STRING_MAX - 1);
}

TEST(several_repairs_of_one_behavior_become_one_child)
{
    for (int append = 0; append < 2; append++) {
        US_AUTO(adapted_games_end)
        adapted_games d = adapted_games_begin(adapted_games_idle, adapted_games_late);
        us_test_row(append ? "append" : "substitute");
        d.def.append = append;
        adapted_games_adapt(&d);
        REQUIRE(d.adapted.done == 2);
        const us_brl *library = d.adapted.library;
        const us_template *parent = adapted_games_behavior(d.library, "build base");
        CHECK_INT(library->count, 3 + append);
        CHECK((adapted_games_behavior(library, "build base") != NULL) == append);
        if (append)
            CHECK(us_template_equal(adapted_games_behavior(library, "build base"), parent));
        const us_template *child = adapted_games_behavior(library, "build base ");
        CHECK_HASH(parent_of(child), us_template_hash(parent)); /* not what was made in between */
        REQUIRE(adapted_games_entry(child, "modop")->texts == 2 &&
                adapted_games_entry(child, "failure")->texts == 2);
        CHECK_STR(adapted_games_entry(child, "modop")->text[0], "beside: second");
        CHECK_STR(adapted_games_entry(child, "modop")->text[1], "after");
        CHECK_CONTAINS(adapted_games_entry(child, "failure")->text[1],
                       "late: 2 times in 2 of 2 games; not proved");
        CHECK_CONTAINS(d.adapted.result[1].before, "gold: 200"); /* of this repair alone */
        CHECK_CONTAINS(d.adapted.result[1].after, "act explore()");
        for (int i = 0; i < 2; i++) {
            const us_repair_result *result = &d.adapted.result[i];
            CHECK_INT(result->append, append);
            CHECK_STR(result->parent_name, "build base");
            CHECK_STR(result->child_name, child->name);
            CHECK_HASH(result->child, us_template_hash(child));
            CHECK(us_text_has_prefix(result->before, "behavior \"build base\" "));
            CHECK(us_text_has_prefix(result->after, "behavior \"build base\" "));
        }
    }
}

TEST(whether_to_append_is_chosen_for_each_behavior)
{
    static const struct {
        bool append;
        const char *those, *others; /* appended, substituted */
        bool appended;
    } rows[] = {
        {false, NULL, NULL, false},
        {true, NULL, NULL, true},
        {false, "WinWargus", NULL, true},
        {false, "build base", NULL, true},
        {false, "Research", NULL, false},
        {true, NULL, "WinWargus", false},
        {true, NULL, "build base", false},
        {true, NULL, "dream", true},
        {false, "build base", "WinWargus", true},
        {true, "WinWargus", "build base", false},
    };
    US_AUTO(adapted_games_end) adapted_games d = adapted_games_begin(adapted_games_idle, NULL);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].those ? rows[i].those : rows[i].others);
        d.def.append = rows[i].append;
        d.def.append_those = &rows[i].those;
        d.def.appends = rows[i].those != NULL;
        d.def.substitute_those = &rows[i].others;
        d.def.substitutes = rows[i].others != NULL;
        adapted_games_adapt(&d);
        CHECK_INT(d.adapted.library->count, rows[i].appended ? 4 : 3);
        CHECK_INT(d.adapted.result[0].append, rows[i].appended);
    }
}

/* The next one adapts what came of this one, which the caller clears. */
static us_adaptation append_first(adapted_games *d, int done)
{
    d->def.append = true;
    adapted_games_adapt(d);
    REQUIRE(d->adapted.done == done);
    us_adaptation first = d->adapted;
    d->adapted = (us_adaptation){0};
    d->def.library = first.library;
    return first;
}

/* By the same games: what would come of them is there. */
TEST(what_the_library_has_already_is_not_made_again)
{
    US_AUTO(adapted_games_end) adapted_games d = adapted_games_begin(adapted_games_idle, NULL);
    US_AUTO(us_adaptation_clear) us_adaptation first = append_first(&d, 1);
    for (int append = 0; append < 2; append++) {
        us_test_row(append ? "append" : "substitute");
        d.def.append = append;
        adapted_games_adapt(&d);
        CHECK_INT(d.adapted.done, 0);
        CHECK_INT(d.adapted.library->count, first.library->count);
        REQUIRE(d.adapted.results == 1);
        CHECK_INT(d.adapted.result[0].end, US_REPAIR_PRESENT);
        CHECK_CONTAINS(d.adapted.result[0].why, "repair 2, beside: the library has \"build base ");
        CHECK(!strstr(d.adapted.result[0].why, "repair 3"));
    }
    /* another repair of the same behavior is not there */
    d.def.append = true;
    d.def.without = 1U << US_MODOP_BESIDE;
    adapted_games_adapt(&d);
    CHECK_INT(d.adapted.done, 1);
    CHECK_INT(d.adapted.library->count, first.library->count + 1);
}

/* Of two repairs each is there, though no child has one alone. */
TEST(parts_of_a_child_are_not_made_beside_it)
{
    US_AUTO(adapted_games_end)
    adapted_games d = adapted_games_begin(adapted_games_idle, adapted_games_late);
    US_AUTO(us_adaptation_clear) us_adaptation first = append_first(&d, 2);
    adapted_games_adapt(&d);
    CHECK_INT(d.adapted.done, 0);
    CHECK_INT(d.adapted.library->count, first.library->count);
    REQUIRE(d.adapted.results == 2);
    for (int i = 0; i < 2; i++) {
        CHECK_INT(d.adapted.result[i].end, US_REPAIR_PRESENT);
        CHECK_CONTAINS(d.adapted.result[i].why, first.result[i].child_name);
    }
}

/* ---- how much is repaired */

TEST(no_more_is_repaired_than_was_asked_for)
{
    US_AUTO(adapted_games_end)
    adapted_games d = adapted_games_begin(adapted_games_idle, adapted_games_late);
    d.def.most = 1;
    adapted_games_adapt(&d);
    REQUIRE(d.adapted.results == 2);
    CHECK_INT(d.adapted.done, 1);
    CHECK_INT(d.adapted.result[0].end, US_REPAIR_DONE);
    CHECK_INT(d.adapted.result[1].end, US_REPAIR_OMITTED);
    d.def.most = 0;
    d.def.least = 3;
    adapted_games_adapt(&d);
    REQUIRE(d.adapted.results == 2);
    CHECK_INT(d.adapted.done, 0);
    CHECK_INT(d.adapted.result[1].end, US_REPAIR_NOISE);
}

/* Whatever decides them: the first game is won, the second is not. */
static void set_results(const adapted_games *d)
{
    REQUIRE(sqlite3_exec(us_games_db(d->games), "UPDATE seats SET score = 1000 * (game = 1)", NULL,
                         NULL, NULL) == SQLITE_OK);
}

TEST(a_cause_that_is_as_frequent_in_won_games_is_not_repaired)
{
    static const char once[] =
        "/*{\"pattern\": 1, \"about\": \"z\", \"blame\": \"top\", \"repairs\": [\n"
        "{\"modop\": \"after\", \"at\": \"root\", \"do\": \"act explore()\"}]}*/\n"
        "SELECT game, seat, 300 AS cycle, 1 AS badness FROM seats WHERE seat = 0 AND game = 2";
    US_AUTO(adapted_games_end) adapted_games d = adapted_games_begin(adapted_games_idle, once);
    set_results(&d);
    d.def.least = 1;
    d.def.chance = 50; /* one of one, and none of one: the chance is 1 / 2 */
    adapted_games_adapt(&d);
    REQUIRE(d.adapted.results == 2);
    CHECK_INT(d.adapted.done, 1);
    CHECK_INT(d.adapted.result[0].end, US_REPAIR_UNRELATED);
    CHECK_STR(us_repair_end_name(d.adapted.result[0].end), "unrelated");
    CHECK_INT(d.adapted.result[1].end, US_REPAIR_DONE);
    d.def.chance = 49;
    adapted_games_adapt(&d);
    CHECK_INT(d.adapted.done, 0);
    CHECK(us_template_equal(adapted_games_behavior(d.adapted.library, "build base"),
                            adapted_games_behavior(d.library, "build base")));
    d.def.chance = 100;
    adapted_games_adapt(&d);
    CHECK_INT(d.adapted.done, 2);
}

TEST(where_nothing_fails_the_library_stays)
{
    US_AUTO(adapted_games_end) adapted_games d = adapted_games_begin(adapted_games_never, NULL);
    adapted_games_adapt(&d);
    CHECK_INT(d.adapted.results, 0);
    REQUIRE(d.adapted.library->count == 3);
    for (int i = 0; i < 2; i++)
        CHECK(us_template_equal(d.adapted.library->item[i], d.library->item[i]));
}

TEST(the_games_are_noted_as_seen)
{
    US_AUTO(adapted_games_end) adapted_games d = adapted_games_begin(adapted_games_never, NULL);
    adapted_games_adapt(&d);
    CHECK_INT(d.library->games, 0);
    REQUIRE(d.adapted.library->games == 2);
    for (int i = 0, game = 0; i < d.training.games; i++) {
        if (d.training.game[i].seat != 0)
            continue;
        const us_brl_game *seen = &d.adapted.library->game[game++];
        CHECK(seen->adapted && seen->seeded && seen->map != 0);
        CHECK(seen->seed == us_training_seed(3, 0, i));
    }
}

/* ---- writing */

TEST(what_is_written_reads_back)
{
    for (int append = 0; append < 2; append++) {
        US_AUTO(adapted_games_end)
        adapted_games d = adapted_games_begin(adapted_games_idle, adapted_games_late);
        us_test_row(append ? "append" : "substitute");
        d.def.append = append;
        adapted_games_adapt(&d);
        const char *from = scratch("library.db");
        REQUIRE(us_adaptation_write(NULL, d.adapted.library, from, scratch("out.db"), NULL) ==
                US_OK);
        US_AUTOPTR(us_brl) back = adapted_games_read(d.domain, "out.db");
        CHECK_INT(back->count, 3 + append);
        CHECK_INT(back->games, 2);
        for (int i = 0; i < d.adapted.library->count; i++) {
            const us_template *wanted = d.adapted.library->item[i];
            const us_template *found = us_brl_find(back, US_TEMPLATE_BEHAVIOR, wanted->name);
            REQUIRE(found);
            CHECK_HASH(us_template_hash(found), us_template_hash(wanted));
            if (us_brl_find(d.library, US_TEMPLATE_BEHAVIOR, wanted->name))
                CHECK(us_template_equal(found, wanted));
        }
        const us_template *child = adapted_games_behavior(back, "build base ");
        const us_template *wanted = adapted_games_behavior(d.adapted.library, "build base ");
        CHECK_HASH(parent_of(child), parent_of(wanted));
        static const char *const told[] = {"modop", "failure", "map", "seed"};
        for (int i = 0; i < US_COUNT(told); i++) {
            const us_entry *is = adapted_games_entry(child, told[i]),
                           *was = adapted_games_entry(wanted, told[i]);
            REQUIRE(is->texts == was->texts);
            for (int k = 0; k < (int)is->texts; k++)
                CHECK_STR(is->text[k], was->text[k]);
        }
        CHECK_INT(us_entry_number(
                      adapted_games_entry(adapted_games_behavior(back, "dream"), "games.tries"), 0),
                  5);
    }
}

TEST(an_older_library_is_written_as_one_of_today)
{
    us_names names;
    US_AUTO(adapted_games_end) adapted_games d = adapted_games_begin(adapted_games_idle, NULL);
    adapted_games_adapt(&d);
    scratch_folder("new");
    const char *from = scratch("library.db");
    library_file_age(from, 2);
    REQUIRE(us_adaptation_write(d.library, d.adapted.library, from, scratch("new/out.db"), NULL) ==
            US_OK);
    us_brl *back = adapted_games_read(d.domain, "new/out.db");
    CHECK(adapted_games_behavior(back, "build base ") != NULL);
    us_brl_free(back);
    REQUIRE(us_file_list(scratch("new"), "", &names, NULL) == US_OK);
    CHECK_INT(names.count, 1);
    CHECK(!us_file_exists(scratch("library.db.v2.bak"))); /* that was only read */
    us_names_free(&names);
}

TEST(a_library_is_written_whole_or_not_at_all)
{
    size_t length, now;
    char *after;
    US_AUTOFREE char *bytes = NULL;
    US_AUTO(adapted_games_end) adapted_games d = adapted_games_begin(adapted_games_idle, NULL);
    adapted_games_adapt(&d);
    const char *from = scratch("library.db");
    REQUIRE(us_file_read(from, 1 << 24, &bytes, &length, NULL) == US_OK);
    CHECK_INT(us_adaptation_write(NULL, d.adapted.library, from, scratch("no/out.db"), &d.err),
              US_BAD_INPUT);
    CHECK_INT(us_adaptation_write(NULL, d.adapted.library, scratch("none.db"), from, &d.err),
              US_BAD_INPUT);
    scratch_put("bad.db", "this is no library");
    CHECK(us_adaptation_write(NULL, d.adapted.library, scratch("bad.db"), from, &d.err) != US_OK);
    scratch_folder("folder");
    CHECK_INT(us_adaptation_write(NULL, d.adapted.library, from, scratch("folder"), &d.err),
              US_BAD_INPUT);
    REQUIRE(us_file_read(from, 1 << 24, &after, &now, NULL) == US_OK);
    CHECK(now == length && memcmp(bytes, after, length) == 0);
    us_mem_free(after);
    /* in its own place */
    REQUIRE(us_adaptation_write(NULL, d.adapted.library, from, NULL, NULL) == US_OK);
    US_AUTOPTR(us_brl) back = adapted_games_read(d.domain, "library.db");
    CHECK(adapted_games_behavior(back, "build base ") &&
          !adapted_games_behavior(back, "build base"));
}
