#include <string.h>

#include "base/file.h"
#include "tests/unit/bad_inputs.h"
#include "tests/unit/imports.h"
#include "tests/unit/microrts_rows.h"

/* As the game writes it, to the byte. */
static const char line[] =
    "{'time':60,'pgs':{'width':4,'height':2,'terrain':'00010000',"
    "'players':[{'ID':0, 'resources':5},{'ID':1, 'resources':-2}],'units':["
    "{'type':'Resource', 'ID':4, 'player':-1, 'x':0, 'y':0, 'resources':20, 'hitpoints':1},"
    "{'type':'Base', 'ID':9, 'player':0, 'x':1, 'y':0, 'resources':0, 'hitpoints':10},"
    "{'type':'Worker', 'ID':22, 'player':1, 'x':3, 'y':1, 'resources':1, 'hitpoints':1},"
    "{'type':'Worker', 'ID':20, 'player':0, 'x':0, 'y':1, 'resources':0, 'hitpoints':1}]},"
    "'actions':[{'ID':22, 'time':52, 'action':{'type':1, 'parameter':3}},"
    "{'ID':9, 'time':50, 'action':{'type':4, 'parameter':2, 'unitType':'Worker'}},"
    "{'ID':20, 'time':57, 'action':{'type':5, 'x':3,'y':1}}]}";

static mr_state *open_state(const char *text, mr_orders *requested)
{
    mr_state *state = NULL;
    us_str changed;
    us_error err = {0};
    us_str_init(&changed);
    us_mutate(text, NULL, &changed);
    if (mr_state_open(microrts_rows_table(), "t", 1, changed.text, changed.length, &state,
                      requested, &err) != US_OK)
        FAIL("%d:%d: %s", err.line, err.column, err.text);
    us_str_clear(&changed);
    REQUIRE(state);
    return state;
}

TEST(a_line_is_read_and_written_to_the_byte)
{
    US_AUTOSTR(text);
    US_AUTOPTR(mr_state) s = open_state(line, NULL);
    CHECK(s->width == 4 && s->height == 2 && s->core->time == 60 && s->core->count == 4);
    CHECK(s->core->resources[0] == 5 && s->core->resources[1] == -2);
    CHECK(s->core->heads[0] == 2 && s->core->heads[1] == 1);
    CHECK(!mr_cell_is_free(s, 3, 0) && mr_cell_is_free(s, 2, 1) && mr_cell_is_free(s, 2, 0));
    CHECK_INT(mr_state_unit_at(s, 0, 1), 3);
    CHECK_INT(mr_state_reserver(s, 2, 1), 2);
    CHECK_INT(mr_state_reserver(s, 1, 1), 1);
    CHECK_INT(s->end[2], 62);
    CHECK_INT(s->end[1], 100);
    CHECK_INT(s->core->next_end, 62);
    CHECK_INT(s->core->next_id, 23);
    CHECK(s->running[2].rank < s->running[1].rank && s->running[1].rank < s->running[3].rank);
    CHECK(mr_unit_is_idle(s, 0));
    mr_state_print(s, &text);
    us_requote(&text, '"', '\'');
    CHECK_STR(text.text, line);
}

TEST(an_entry_of_a_trace_has_what_was_ordered)
{
    static const char entry[] =
        "{'time':3,'pgs':{'width':2,'height':1,'terrain':'00','players':[{'ID':0, 'resources':5},"
        "{'ID':1, 'resources':5}],'units':[{'type':'Light', 'ID':7, 'player':0, 'x':0, 'y':0, "
        "'resources':0, 'hitpoints':4}]},'actions':[{'unitID':7, 'action':{'type':0, "
        "'parameter':10}}]}";
    mr_orders requested = {0};
    US_AUTOSTR(text);
    us_error err = {0};
    mr_state *none = NULL, *s = open_state(entry, &requested);
    CHECK_INT(requested.count, 1);
    CHECK_INT(requested.item[0].id, 7);
    CHECK_INT(requested.item[0].action.parameter, 10);
    CHECK(mr_unit_is_idle(s, 0));
    us_mutate(entry, NULL, &text);
    CHECK_INT(
        mr_state_open(microrts_rows_table(), "t", 1, text.text, text.length, &none, NULL, &err),
        US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "an order, as traces have them");
    mr_state_free(s);
    us_mem_free(requested.item);
}

TEST(faults_of_a_line_are_refused_with_their_place)
{
    static const us_mutation rows[] = {
        {"'time':60", "'time':-1", "5:9: expected time"},
        {"'time':60,", "", "5:656: a state ends without 'time'"},
        {"'time':60", "'tyme':60", "5:2: found 'tyme', expected a member of a state"},
        {"'width':4", "'width':129",
         "5:27: expected width, a whole number from 1 to 128, found '129'"},
        {"'width':4", "'width':5", "5:50: found a terrain of 8 cells, expected 10"},
        {"00010000", "0001A000", "5:50: found 'A' in the terrain, expected 0 or 1 per cell"},
        {"{'ID':0, 'res", "{'ID':1, 'res",
         "5:78: expected the player's ID, a whole number from 0 to 0"},
        {"'ID':0, 'resources':5", "'ID':0", "5:79: a player ends without 'resources'"},
        {",{'ID':1, 'resources':-2}", "", "5:95: expected a player, an object: there are two"},
        {"'type':'Base'", "'type':'Bays'", "5:225: expected a type of the table"},
        {"'ID':9, 'player'", "'ID':-9, 'player'",
         "5:238: expected ID, a whole number from 0 to 1073741824"},
        {"'ID':9, 'player'", "'ID':4, 'player'", "5:217: unit 4 is there a second time"},
        {"'player':0, 'x':1", "'player':3, 'x':1",
         "5:250: expected player, a whole number from -1 to 1"},
        {"'player':0, 'x':1", "'x':1", "5:284: a unit ends without 'player'"},
        {"'x':1, 'y':0", "'x':0, 'y':0", "5:217: unit 9 stands where another one does, at 0,0"},
        {"'x':1, 'y':0", "'x':3, 'y':0", "5:217: unit 9 stands where a wall is, at 3,0"},
        {"'x':1, 'y':0", "'x':4, 'y':0", "5:217: unit 9 stands outside, at 4,0 of 4x2"},
        {"{'ID':22, 'time'", "{'ID':23, 'time'", "5:477: an action of unit 23, which is not there"},
        {"{'ID':22, 'time'", "{'ID':4, 'time'", "5:477: an action of unit 4, which is nobody's"},
        {"{'ID':9, 'time'", "{'ID':22, 'time'", "5:534: unit 22 has a second action"},
        {"'time':52", "'time':61", "5:477: an action of cycle 61, in cycle 60"},
        {"'time':52, ", "", "5:477: expected 'ID', 'time' and 'action', or 'unitID'"},
        {"'type':1, 'parameter':3", "'type':1, 'parameter':1",
         "5:477: unit 22 does what nobody can do there"},
        {"'type':1, 'parameter':3", "'type':1, 'parameter':0",
         "5:477: unit 22 wants a cell that is taken"},
        {"'type':1, 'parameter':3", "'type':9, 'parameter':3",
         "5:477: unit 22 does what nobody can do there"},
        {"'type':1, 'parameter':3", "'type':1", "5:477: unit 22 does what nobody can do there"},
        {"'parameter':2, 'unitType'", "'parameter':3, 'unitType'",
         "5:534: unit 9 wants a cell that is taken"},
        {", 'unitType':'Worker'", "", "5:534: unit 9 produces nothing"},
        {"'x':3,'y':1}}]", "'x':4,'y':1}}]", "5:611: unit 20 attacks a place outside"},
        {"'y':1}}]}", "'y':1}}]}}", "5:667: expected the end of the text, found '}'"},
        {"'y':1}}]}", "'y':1}}]", "5:666: expected ',' or '}', found the end of the text"},
    };
    US_AUTOSTR(text);
    US_AUTOSTR(said);
    US_AUTOPTR(mr_state) s = open_state(line, NULL);
    us_hash before = mr_state_hash(s);
    for (int r = 0; r < US_COUNT(rows); r++) {
        mr_state *none = NULL;
        us_error err = {0};
        us_test_row(rows[r].put);
        REQUIRE(us_mutate(line, &rows[r], &text));
        CHECK_INT(
            mr_state_open(microrts_rows_table(), "t", 5, text.text, text.length, &none, NULL, &err),
            US_BAD_INPUT);
        CHECK(!none && err.column > 0);
        if (!us_error_has_message(&err, rows[r].message, &said))
            FAIL("%s, expected %s", said.text, rows[r].message);
        CHECK_INT(mr_state_read(s, "t", 5, text.text, text.length, NULL, &err), US_BAD_INPUT);
        CHECK_HASH(mr_state_hash(s), before);
    }
}

TEST(a_state_takes_up_the_next_one_of_the_same_ground)
{
    static const us_mutation other = {"00010000", "00000000", ""};
    US_AUTOSTR(text);
    us_error err = {0};
    mr_state *a = open_state(line, NULL), *b = microrts_rows_state("W.#.\n.#.w\n", 5);
    us_mutate(line, NULL, &text);
    CHECK_INT(mr_state_read(b, "t", 1, text.text, text.length, NULL, &err), US_MISMATCH);
    CHECK_CONTAINS(err.text, "no wall at 2,0, unlike before");
    mr_state_free(b);
    b = microrts_rows_state("w.R#\n...W\n", 5);
    microrts_rows_do(b, 0, 0, mr_action_go(MR_MOVE, MR_DOWN));
    CHECK_INT(mr_state_read(b, "t", 1, text.text, text.length, NULL, &err), US_OK);
    CHECK_HASH(mr_state_hash(a), mr_state_hash(b));
    CHECK_INT(mr_state_compare(a, b, MR_IDS_SAME, NULL), US_OK);
    for (int cell = 0; cell < a->stride * (a->height + 2); cell++)
        CHECK_INT(b->at[cell], a->at[cell]);
    mr_state_advance_cycle(a);
    mr_state_advance_cycle(a);
    microrts_rows_cycles(b, 2);
    CHECK_INT(mr_state_unit_at(a, 2, 1), 2);
    CHECK_HASH(mr_state_hash(a), mr_state_hash(b));
    mr_state_free(b);
    us_mutate(line, &other, &text);
    CHECK_INT(mr_state_read(a, "t", 1, text.text, text.length, NULL, &err), US_MISMATCH);
    CHECK_CONTAINS(err.text, "no wall at 3,0, unlike before");
    b = microrts_rows_state("w.W#\n", 5);
    CHECK_INT(mr_state_read(b, "t", 1, text.text, text.length, NULL, &err), US_MISMATCH);
    CHECK_CONTAINS(err.text, "a state of 4x2 cells, expected 4x1");
    mr_state_free(a);
    mr_state_free(b);
}

TEST(the_first_difference_is_named)
{
    static const us_mutation rows[] = {
        {"'time':60", "'time':61", "time is 60, expected 61"},
        {"'resources':5}", "'resources':6}", "player 0 has 5 resources, expected 6"},
        {"'Base', 'ID':9", "'Light', 'ID':9", "unit 1 is Base 9, expected Light 9"},
        {"'player':0, 'x':1", "'player':1, 'x':1", "unit 1 (Base 9): player is 0, expected 1"},
        {"'x':1, 'y':0", "'x':2, 'y':0", "unit 1 (Base 9): x is 1, expected 2"},
        {"'x':0, 'y':1, ", "'x':0, 'y':1, ", NULL},
        {"'resources':20", "'resources':19", "unit 0 (Resource 4): resources is 20, expected 19"},
        {"'hitpoints':10", "'hitpoints':9", "unit 1 (Base 9): hit points is 10, expected 9"},
        {"'time':57", "'time':56", "unit 3 (Worker 20): when it began is 57, expected 56"},
        {"'type':1, 'parameter':3", "'type':0, 'parameter':3",
         "unit 2 (Worker 22): what it does is 1, expected 0"},
        {"'type':1, 'parameter':3", "'type':1, 'parameter':3, 'unitType':'Base'",
         "unit 2 (Worker 22): the type to produce is -1, expected 1"},
        {"'x':3,'y':1}}]", "'x':2,'y':1}}]", "unit 3 (Worker 20): the attack's x is 3, expected 2"},
        {",{'ID':20, 'time':57, 'action':{'type':5, 'x':3,'y':1}}", "",
         "unit 3 (Worker 20): what it does is 5, expected -1"},
        {",{'type':'Worker', 'ID':20, 'player':0, 'x':0, 'y':1, 'resources':0, 'hitpoints':1}]},"
         "'actions':[",
         "]},'actions':[", NULL},
    };
    US_AUTOPTR(mr_state) a = open_state(line, NULL);
    US_AUTOSTR(text);
    for (int r = 0; r < US_COUNT(rows); r++) {
        us_error err = {0};
        US_AUTOPTR(mr_state) b = NULL;
        us_test_row(rows[r].put);
        REQUIRE(us_mutate(line, &rows[r], &text));
        if (mr_state_open(microrts_rows_table(), "t", 1, text.text, text.length, &b, NULL, NULL) !=
            US_OK)
            continue;
        CHECK_INT(mr_state_compare(a, b, MR_IDS_SAME, &err), rows[r].message ? US_FAILED : US_OK);
        CHECK_STR(err.text, rows[r].message ? rows[r].message : "");
        CHECK_INT(mr_state_hash(a) == mr_state_hash(b), !rows[r].message);
    }
}

TEST(ids_count_only_where_they_are_asked_for)
{
    us_error err = {0};
    mr_state *a = open_state(line, NULL), *b = open_state(line, NULL);
    b->unit[3].id = 31;
    CHECK_INT(mr_state_compare(a, b, MR_IDS_SAME, &err), US_FAILED);
    CHECK_STR(err.text, "unit 3 (Worker 20): its id is 20, expected 31");
    CHECK_INT(mr_state_compare(a, b, MR_IDS_RENAMED, NULL), US_OK);
    CHECK_HASH(mr_state_hash(a), mr_state_hash(b));
    mr_state_copy_ids(a, b);
    CHECK_INT(mr_state_compare(a, b, MR_IDS_SAME, NULL), US_OK);
    /* the order in which actions end counts always */
    uint64_t rank = b->running[2].rank;
    b->running[2].rank = b->running[3].rank;
    b->running[3].rank = rank;
    CHECK_INT(mr_state_compare(a, b, MR_IDS_RENAMED, &err), US_FAILED);
    CHECK_CONTAINS(err.text, "ends its action before");
    mr_state_free(a);
    mr_state_free(b);
}

TEST(a_copy_is_the_same_and_goes_on_alike)
{
    mr_state *a = microrts_rows_state("WB.$\n..bw\n", 5),
             *b = microrts_rows_state("WBww\nwwbw\n", 9);
    microrts_rows_do(a, 0, 0, mr_action_go(MR_MOVE, MR_DOWN));
    microrts_rows_do(a, 1, 0, mr_action_produce(MR_RIGHT, microrts_rows_type("Worker")));
    mr_state_copy(b, a);
    CHECK_INT(mr_state_compare(a, b, MR_IDS_SAME, NULL), US_OK);
    mr_state_advance(a, 60);
    mr_state_advance(b, 60);
    CHECK_INT(b->core->count, 6);
    CHECK_HASH(mr_state_hash(a), mr_state_hash(b));
    mr_state_free(a);
    mr_state_free(b);
}

TEST(a_reply_is_read_as_it_is_written)
{
    static const char reply[] =
        "[{'unitID':22, 'unitAction':{'type':1, 'parameter':3}} ,"
        "{'unitID':9, 'unitAction':{'type':4, 'parameter':2, 'unitType':'Worker'}} ,"
        "{'unitID':20, 'unitAction':{'type':5, 'x':3,'y':1}} ,"
        "{'unitID':21, 'unitAction':{'type':0}}]";
    mr_orders orders = {0};
    US_AUTOSTR(text);
    US_AUTOSTR(said);
    us_error err = {0};
    us_mutate(reply, NULL, &text);
    REQUIRE(mr_orders_read(microrts_rows_table(), "t", 1, text.text, text.length, &orders, NULL) ==
            US_OK);
    CHECK_INT(orders.count, 4);
    CHECK(orders.item[2].action.x == 3 && orders.item[2].action.y == 1);
    CHECK_INT(orders.item[3].action.parameter, MR_NONE);
    us_str_reset(&text);
    mr_orders_print(&orders, microrts_rows_table(), &text);
    us_requote(&text, '"', '\'');
    CHECK_STR(text.text, reply);
    us_str_reset(&text);
    us_str_add(&text, "[{\"ID\":22, \"time\":3, \"action\":{\"type\":0}}]");
    CHECK_INT(mr_orders_read(microrts_rows_table(), "t", 1, text.text, text.length, &orders, &err),
              US_BAD_INPUT);
    CHECK(us_error_has_message(&err, "1:2: expected 'unitID' and its action", &said));
    CHECK_INT(orders.count, 4);
    us_mem_free(orders.item);
}

/* Lines that a real game told, and what its agent answered. */
TEST(captured_lines_are_read_and_written_to_the_byte)
{
    static const char *const name[] = {"ok", "illegal", "omit_idle", "dupunit", "none_noparam"};
    US_AUTOSTR(path);
    US_AUTOSTR(sample);
    US_AUTOSTR(text);
    int states = 0;
    for (int i = 0; i < US_COUNT(name); i++) {
        US_AUTOFREE char *bytes = NULL;
        size_t length = 0;
        us_str_reset(&sample);
        us_str_addf(&sample, "microrts/captures/%s.log", name[i]);
        if (!us_sample(sample.text, &path)) {
            us_test_skip("no samples beside the checkout");
            break;
        }
        us_test_row(name[i]);
        REQUIRE(us_file_read(path.text, 1 << 24, &bytes, &length, NULL) == US_OK);
        for (char *at = bytes, *end; (end = strchr(at, '\n')) != NULL; at = end + 1) {
            mr_state *state = NULL;
            *end = '\0';
            if (!us_text_has_prefix(at, "S<- {\"time\":"))
                continue;
            REQUIRE(mr_state_open(microrts_rows_table(), "t", 1, at + 4, strlen(at + 4), &state,
                                  NULL, NULL) == US_OK);
            us_str_reset(&text);
            mr_state_print(state, &text);
            CHECK_STR(text.text, at + 4);
            mr_state_free(state);
            states++;
        }
    }
    CHECK(states == 0 || states > 100);
}
