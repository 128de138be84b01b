#include <string.h>

#include "base/file.h"
#include "tests/unit/bad_inputs.h"
#include "tests/unit/imports.h"
#include "tests/unit/microrts_rows.h"

/* As the game tells it, but short. */
#define NUMBERS                                                                         \
    "'maxDamage':1, 'attackRange':1, 'produceTime':50, 'moveTime':10, 'attackTime':5, " \
    "'harvestTime':20, 'returnTime':10, 'harvestAmount':1, 'sightRadius':3, "

static const char utt[] =
    "{'moveConflictResolutionStrategy':1,'unitTypes':["
    "{'ID':0, 'name':'Base', 'cost':10, 'hp':9, 'minDamage':1, " NUMBERS
    "'isResource':false, 'isStockpile':true, 'canHarvest':false, 'canMove':false, "
    "'canAttack':false, 'produces':['Worker'], 'producedBy':['Worker']}, "
    "{'ID':1, 'name':'Worker', 'cost':1, 'hp':2, 'minDamage':1, " NUMBERS
    "'isResource':false, 'isStockpile':false, 'canHarvest':true, 'canMove':true, "
    "'canAttack':true, 'produces':['Base'], 'producedBy':['Base']}]}";

static const char rules[] =
    "{'rules': 'microrts', 'unit_table': 2, 'conflicts': 1, 'types': [\n"
    " {'name': 'Base', 'cost': 10, 'hit_points': 9, 'produce_time': 50, 'sight': 3,\n"
    "  'attack_time': 5, 'harvest_time': 20, 'stockpile': true, 'produces': ['Worker']},\n"
    " {'name': 'Worker', 'hit_points': 2, 'produce_time': 50, 'attack_time': 5, 'sight': 3,\n"
    "  'harvest_time': 20, 'can_harvest': true, 'can_move': true, 'can_attack': true,\n"
    "  'produces': ['Base']}]}\n";

static us_status read_table(const char *text, const us_mutation *change, mr_table *out,
                            us_error *err)
{
    US_AUTOSTR(changed);
    REQUIRE(us_mutate(text, change, &changed));
    us_status status = text == utt ? mr_table_read("t", 7, changed.text, changed.length, out, err)
                                   : mr_table_parse("t", changed.text, changed.length, out, err);
    return status;
}

TEST(the_message_and_the_rules_say_the_same)
{
    mr_table theirs, ours;
    REQUIRE(read_table(utt, NULL, &theirs, NULL) == US_OK);
    REQUIRE(read_table(rules, NULL, &ours, NULL) == US_OK);
    CHECK_INT(theirs.count, 2);
    CHECK_INT(theirs.type[0].hit_points, 9);
    CHECK_INT(theirs.type[1].harvest_time, 20);
    CHECK_INT(theirs.type[1].move_time, 10);
    CHECK(theirs.type[0].stockpile && !theirs.type[1].stockpile && theirs.type[1].can_move);
    CHECK_INT(theirs.type[0].produces, 2);
    CHECK_INT(theirs.type[0].produced_by, 2);
    CHECK_INT(theirs.type[1].produces, 1);
    CHECK_INT(mr_table_compare(&theirs, &ours, NULL), US_OK);
    CHECK_HASH(mr_table_hash(&theirs), mr_table_hash(&ours));
    CHECK_INT(mr_table_check_native(&theirs, NULL), US_OK);
}

TEST(the_first_difference_is_named)
{
    static const us_mutation rows[] = {
        {"Strategy':1", "Strategy':3", "conflict policy is 3, expected 1"},
        {"'cost':10", "'cost':11", "Base: cost is 11, expected 10"},
        {"'hp':2", "'hp':3", "Worker: hit_points is 3, expected 2"},
        {"'moveTime':10", "'moveTime':8", "Base: move_time is 8, expected 10"},
        {"'canHarvest':true", "'canHarvest':false", "Worker: can_harvest is 0, expected 1"},
        {"'produces':['Worker']", "'produces':[]", "Base: expected produces Worker"},
        {"'producedBy':['Base']", "'producedBy':['Base','Worker']",
         "Worker: found produced by Worker"},
    };
    mr_table ours;
    REQUIRE(read_table(rules, NULL, &ours, NULL) == US_OK);
    for (int r = 0; r < US_COUNT(rows); r++) {
        mr_table theirs;
        us_error err = {0};
        us_test_row(rows[r].put);
        REQUIRE(read_table(utt, &rows[r], &theirs, NULL) == US_OK);
        CHECK_INT(mr_table_compare(&theirs, &ours, &err), US_MISMATCH);
        CHECK_STR(err.text, rows[r].message);
        CHECK(mr_table_hash(&theirs) != mr_table_hash(&ours));
    }
    mr_table less = ours;
    us_error err = {0};
    less.count = 1;
    CHECK_INT(mr_table_compare(&less, &ours, &err), US_MISMATCH);
    CHECK_STR(err.text, "number of types is 1, expected 2");
    less = ours;
    memcpy(less.type[1].name, "Peon", 5);
    CHECK_INT(mr_table_compare(&less, &ours, &err), US_MISMATCH);
    CHECK_STR(err.text, "type 1 is Peon, expected Worker");
}

static void refuse(const char *text, const us_mutation *row, int count)
{
    US_AUTOSTR(said);
    for (int r = 0; r < count; r++) {
        mr_table table = {.count = 77};
        us_error err = {0};
        us_test_row(row[r].put);
        CHECK_INT(read_table(text, &row[r], &table, &err), US_BAD_INPUT);
        CHECK_INT(table.count, 77);
        if (!us_error_has_message(&err, row[r].message, &said))
            FAIL("%s, expected %s", said.text, row[r].message);
    }
}

TEST(faults_of_a_table_are_refused_with_their_place)
{
    static const us_mutation messages[] = {
        {"{'moveC", "['moveC", "7:34: expected"},
        {"'moveConflictResolutionStrategy':1,", "",
         "7:1: member 'moveConflictResolutionStrategy' is missing: expected an integer"},
        {"Strategy':1", "Strategy':4", "7:35: member 'moveConflictResolutionStrategy'"},
        {"'cost':10", "'cost':-1", "7:81: member 'cost': expected an integer from 0 to 1000000"},
        {"'cost':10, ", "", "7:50: member 'cost' is missing: expected an integer"},
        {"'cost':10", "'price':10", "7:74: unknown member 'price': expected 'cost', 'hp', "},
        {"'ID':0", "'ID':1", "7:56: found ID 1, expected 0: types are numbered in order"},
        {"'name':'Worker'", "'name':'Base'", "7:421: found Base a second time, expected it once"},
        {"'name':'Base'", "'name':''", "7:66: found a name of 0 letters, expected 1 to 31"},
        {"'name':'Base'", "'name':'B2345678901234567890123456789012'",
         "7:66: found a name of 32 letters, expected 1 to 31"},
        {"'name':'Base'", "'name':'B s'", "7:66: expected a name of letters, digits and _"},
        {"'isStockpile':true", "'isStockpile':1", "7:294: member 'isStockpile'"},
        {"'produces':['Worker']", "'produces':['Peon']",
         "7:368: found 'Peon', expected a type of the table"},
        {"'produces':['Worker']", "'produces':[1]", "7:368: expected a type's name, found 1"},
    };
    static const us_mutation files[] = {
        {"'microrts'", "'chess'", "1:11: expected 'microrts'"},
        {"'unit_table': 2, ", "", "1:1: member 'unit_table' is missing: expected an integer"},
        {"'conflicts': 1", "'conflicts': 0", "1:53: member 'conflicts'"},
        {"'types': [", "'types': [7, ", "1:66: expected a type, an object, found 7"},
        {"'stockpile': true", "'stockpiles': true", "3:41: unknown member 'stockpiles'"},
        {"'sight': 3", "'sight': 3000000",
         "2:77: member 'sight': expected an integer from 0 to 1000000"},
    };
    refuse(utt, messages, US_COUNT(messages));
    refuse(rules, files, US_COUNT(files));
}

TEST(what_the_native_rules_do_not_play_is_said)
{
    static const us_mutation rows[] = {
        {"Strategy':1", "Strategy':2", "conflict policy 2: the native rules play policy 1 only"},
        {"'minDamage':1", "'minDamage':0",
         "Base: damage from 0 to 1: the native rules play without chance"},
    };
    for (int r = 0; r < US_COUNT(rows); r++) {
        mr_table table;
        us_error err = {0};
        REQUIRE(read_table(utt, &rows[r], &table, NULL) == US_OK);
        CHECK_INT(mr_table_check_native(&table, &err), US_MISMATCH);
        CHECK_STR(err.text, rows[r].message);
    }
}

/* The game's tables 1 and 3 differ from the second, which is ours. */
TEST(the_shipped_rules_are_table_2_of_the_game)
{
    static const char *const said[] = {"Base: produce_time is 250, expected 200", "",
                                       "Base: produce_time is 10, expected 200"};
    US_AUTOSTR(path);
    US_AUTOSTR(name);
    CHECK_INT(microrts_rows_table()->count, 7);
    CHECK_INT(microrts_rows_table()->type[microrts_rows_type("Heavy")].cost, 3);
    const mr_type *plain = &microrts_rows_table()->type[microrts_rows_type("Resource")];
    CHECK(plain->cost == 1 && plain->hit_points == 1 && plain->min_damage == 1);
    CHECK(plain->max_damage == 1 && plain->range == 1 && plain->harvest_amount == 1);
    CHECK(plain->produce_time == 10 && plain->move_time == 10 && plain->attack_time == 10);
    CHECK(plain->harvest_time == 10 && plain->return_time == 10 && plain->sight == 0);
    for (int v = 1; v <= 3; v++) {
        US_AUTOFREE char *bytes = NULL;
        size_t length = 0;
        mr_table table;
        us_error err = {0};
        us_str_reset(&name);
        us_str_addf(&name, "microrts/utt_v%d.json", v);
        if (!us_sample(name.text, &path)) {
            us_test_skip("no samples beside the checkout");
            break;
        }
        REQUIRE(us_file_read(path.text, 1 << 20, &bytes, &length, NULL) == US_OK);
        REQUIRE(mr_table_read("t", 1, bytes, length, &table, NULL) == US_OK);
        CHECK_INT(mr_table_compare(&table, microrts_rows_table(), &err),
                  v == 2 ? US_OK : US_MISMATCH);
        CHECK_STR(err.text, said[v - 1]);
    }
}
