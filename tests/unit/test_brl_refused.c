/* What was read once, though some of it was without meaning, and what is too much. */
#include <stdio.h>

#include "tests/brl_text.h"
#include "tests/unit/test.h"

#define DO(of) "brl 1\ntree T(n: number, who: entity) {\ndo " of "\n}\n"
#define GO(to) DO("act move(cell: " to ")")
#define OFFSET "3:19: behind the place of near(...) stands its offset"
#define HEAD   "brl 1\nbehavior \"b\" achieves DefeatPlayer(player: enemy)"

/* The only fault of each. */
static const struct {
    us_fault_kind kind;
    const char *text, *said;
} rows[] = {
    {US_FAULT_EXPRESSION, GO("near(enemy.hall, banana)"),
     OFFSET ": two whole numbers of cells from -1000 to 1000; write near(PLACE) or near(PLACE, DX, "
            "DY)"},
    {US_FAULT_EXPRESSION, GO("near(enemy.hall, 2000, 2)"), OFFSET},
    {US_FAULT_EXPRESSION, GO("near(enemy.hall, n + 1, 2)"), OFFSET},
    {US_FAULT_EXPRESSION, GO("near(enemy.hall, 3)"), OFFSET},
    {US_FAULT_EXPRESSION, GO("near(enemy.hall, 1, 2, 3)"), OFFSET},
    {US_FAULT_EXPRESSION, GO("near(enemy.hall,)"), OFFSET},
    {US_FAULT_EXPRESSION, GO("near(who, 2, -1001)"), OFFSET},
    {US_FAULT_NAME,
     DO("machine {\nstate a {\nact stop()\non success -> goto success\n}\n"
        "state success { act stop() }\n}"),
     "8:1: no rule could go to a state \"success\": that ends the machine; give it another name"},
    {US_FAULT_SEMAPHORE, DO("parallel lock a, b, a { act stop() }"),
     "3:4: the semaphore a is taken twice by one node, which waits for itself; leave one out"},
    {US_FAULT_SYNTAX, DO("parallel succeed 1 fail 1 succeed 1 { act stop() }"),
     "3:30: `succeed` is given twice; leave one of them out"},
    {US_FAULT_SYNTAX, DO("sequence memory none memory latch { act stop() }"),
     "3:25: `memory` is given twice; leave one of them out"},
    {US_FAULT_ARGUMENT, HEAD " is Attack, Attack {\ndo act stop()\n}\n",
     "2:44: class Attack is given twice; leave one of them out"},
    {US_FAULT_SHAPE, HEAD " {\nseen at 3\nseen in \"m\"\ndo act stop()\n}\n",
     "4:6: this is a second `seen`; write `case` for what was seen elsewhere"},
};

TEST(what_has_no_meaning_is_refused)
{
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTO(us_faults_clear) us_faults faults = {0};
        char line[512] = "";
        us_test_row(rows[i].text);
        us_brl_free(brl_read(rows[i].text, &faults));
        if (faults.count)
            snprintf(line, sizeof line, "%d:%d: %s; %s", faults.fault[0].line,
                     faults.fault[0].column, faults.fault[0].what, faults.fault[0].fix);
        CHECK_CONTAINS(line, rows[i].said);
        CHECK_INT(faults.count, 1);
        CHECK_INT(faults.count ? faults.fault[0].kind : US_FAULT_KINDS, rows[i].kind);
    }
    us_test_row(NULL);
}

TEST(slots_of_a_file_are_not_in_too_many_items)
{
    enum { SLOTS = 250, ITEMS = 1050, MOST = (1 << 18) / SLOTS };
    us_faults faults = {0};
    US_AUTOSTR(text);
    us_str_add(&text, "brl 1\n");
    for (int i = 0; i < SLOTS; i++)
        us_str_addf(&text, "slot s%d: number = 1\n", i);
    for (int i = 0; i < ITEMS; i++)
        us_str_addf(&text, "tree T%d { do act stop() }\n", i);
    US_AUTOPTR(us_brl) brl = brl_read(text.text, &faults);
    CHECK_INT(brl->count, MOST);
    REQUIRE(faults.count == 1);
    CHECK_INT(faults.fault[0].line, 1 + SLOTS + MOST + 1);
    CHECK_STR(faults.fault[0].what, "too many items for a file of 250 slots: each has them, and "
                                    "262144 are the most");
    us_faults_clear(&faults);
}

TEST(too_many_nodes_of_a_template_are_said_once)
{
    us_faults faults = {0};
    US_AUTOSTR(text);
    us_str_add(&text, "brl 1\ntree T {\ndo sequence {\n");
    for (int i = 0; i < 4200; i++)
        us_str_add(&text, "act stop()\n");
    us_str_add(&text, "}\n}\n");
    US_AUTOPTR(us_brl) brl = brl_read(text.text, &faults);
    CHECK_INT(faults.count, 1);
    us_faults_clear(&faults);
}

TEST(a_list_of_faults_ends)
{
    US_AUTO(us_faults_clear) us_faults faults = {0};
    US_AUTOSTR(text);
    us_str_add(&text, "brl 1\ntree T {\n    do sequence {\n");
    for (int i = 0; i < 1000; i++)
        us_str_add(&text, "        act nothing()\n        frob\n");
    us_str_add(&text, "    }\n}\n");
    us_brl_free(brl_read(text.text, &faults));
    CHECK_INT(faults.count, US_FAULTS_MAX);
    CHECK(faults.more < 3000);
    CHECK(us_faults_is_full(&faults));
}
