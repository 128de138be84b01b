/* Stacks of trees: the guard of the reactive behavior trees, row by row. */
#include "tests/unit/scripted_run.h"

/* Trees fire what the text says of them: cover reached, reloaded, nothing found. */
static const char guard[] =
    "brl 1\n\n"
    "slot ammo: number = 3\n\n"
    "tree Patrol {\n    do repeat sequence {\n        w: act move(cell: (1, 1))\n"
    "        x: act move(cell: (2, 2))\n    }\n}\n\n"
    "tree Investigate {\n    do sequence {\n        i: act move(cell: (5, 5))\n"
    "        j: act stop()\n    }\n}\n\n"
    "tree Attack {\n    do sequence memory none {\n        check gold(self) > 0\n"
    "        t: act stop()\n    }\n}\n\n"
    "tree TakeCover(reload: bool = false) {\n    do sequence {\n        c: act move(cell: (9, 9))\n"
    "    }\n}\n\n"
    "archetype Guard {\n    do stacks long, reactive {\n        call Patrol()\n"
    "        on created -> push reactive call Investigate()\n"          /* noise */
    "        on attacked -> push reactive call Attack()\n"              /* player seen */
    "        on status -> push reactive call TakeCover()\n"             /* under fire */
    "        on terrain -> pop reactive\n"                              /* fire stops */
    "        on failed -> push reactive call TakeCover(reload: true)\n" /* ammo out */
    "        on over -> flush reactive\n"
    "        on gone -> push long call Patrol()\n"
    "        on learned -> pop-to reactive call Investigate()\n    }\n}\n";

static void open_guard(scripted_run *k)
{
    scripted_run_open(k, guard);
    scripted_run_start(k, "Guard");
    scripted_run_gold(k, 1);
    scripted_run_script(k, "w", "RS");
}

static void expect(scripted_run *k, int event, const char *said)
{
    if (event < 0)
        scripted_run_tick(k);
    else
        scripted_run_emit(k, (us_event_kind)event);
    CHECK_STR(scripted_run_log(k), said);
}

/* Rows 0 to 5 of the table. */
static void until_reload(scripted_run *k)
{
    open_guard(k);
    expect(k, -1, "w>");
    expect(k, -1, "w. wS x>");               /* 0: on the way to the second way point */
    expect(k, US_EVENT_CREATED, "x( i>");    /* 1 */
    expect(k, US_EVENT_ATTACKED, "i( t>");   /* 2 */
    expect(k, US_EVENT_STATUS, "t( c>");     /* 3 */
    expect(k, -1, "c.");                     /* dormant trees get no ticks */
    expect(k, US_EVENT_TERRAIN, "c! t) t."); /* 4: Attack goes on */
    expect(k, US_EVENT_FAILED, "t( c>");     /* 5 */
}

TEST(the_guard_does_as_the_table_says)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    until_reload(&k);
    scripted_run_gold(&k, 0); /* 6: the target is cleared */
    expect(&k, -1, "c.");
    scripted_run_script(&k, "c", "S");
    expect(&k, -1, "c. cS t) t! i) i."); /* 7: reloaded; Attack finds no target */
    scripted_run_script(&k, "i", "S");
    scripted_run_script(&k, "j", "S");
    expect(&k, -1, "i. iS j> jS x) x."); /* 8 and 9: still on the same way */
    CHECK_INT(us_run_read_counts(k.run).frames, 2);
}

TEST(what_is_on_a_stack_is_not_pushed_twice)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    open_guard(&k);
    expect(&k, -1, "w>"); /* listens from now on */
    expect(&k, US_EVENT_CREATED, "w( i>");
    expect(&k, US_EVENT_ATTACKED, "i( t>");
    expect(&k, US_EVENT_STATUS, "t( c>");
    expect(&k, US_EVENT_CREATED, "c! t! i) i."); /* noise once more: the top goes first */
    CHECK_INT(us_run_read_counts(k.run).frames, 3);
}

TEST(arguments_that_are_written_out_make_another_tree)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    open_guard(&k);
    expect(&k, -1, "w>");
    expect(&k, US_EVENT_STATUS, "w( c>"); /* under fire */
    expect(&k, US_EVENT_FAILED, "c( c>"); /* and out of ammunition */
    expect(&k, US_EVENT_FAILED, "c.");
    CHECK_INT(us_run_read_counts(k.run).frames, 4);
    expect(&k, US_EVENT_STATUS, "c! c) c."); /* until the fire stops, with its preset: there */
    for (int n = 0; n < 100; n++) {
        scripted_run_emit(&k, n % 3 == 0   ? US_EVENT_FAILED
                              : n % 3 == 1 ? US_EVENT_CREATED
                                           : US_EVENT_STATUS);
        CHECK(us_run_read_counts(k.run).frames <= 5); /* three calls push what these events push */
    }
}

TEST(arguments_that_events_tell_make_no_other_tree)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_open(&k,
                      "brl 1\n\nslot times: number = 0\n\ntree Rest {\n    do r: act stop()\n}\n\n"
                      "tree Go(n: number) {\n    do g: act stop()\n}\n\n"
                      "archetype A {\n    do stacks one {\n        call Rest()\n"
                      "        on over -> sequence {\n            set times = times + 1\n"
                      "            push one call Go(n: times)\n        }\n    }\n}\n");
    scripted_run_start(&k, "A");
    expect(&k, -1, "r>");
    expect(&k, US_EVENT_OVER, "r( g>");
    for (int n = 0; n < 100; n++)
        expect(&k, US_EVENT_OVER, "g.");
    CHECK_INT(us_run_read_counts(k.run).frames, 3);
}

TEST(a_flush_brings_the_long_stack_back)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    until_reload(&k);
    expect(&k, US_EVENT_OVER, "c! t! i! x) x.");
}

TEST(a_push_of_the_default_tree_flushes_what_is_above)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    until_reload(&k);
    expect(&k, US_EVENT_GONE, "c! t! i! x) x.");
}

TEST(pop_to_leaves_the_tree_on_top)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    until_reload(&k);
    expect(&k, US_EVENT_LEARNED, "c! t! i) i.");
}

TEST(what_the_archetype_does_not_listen_to_changes_nothing)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    until_reload(&k);
    expect(&k, US_EVENT_DEFEATED, "c.");
}

TEST(a_default_tree_that_ends_begins_anew)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_open(&k, "brl 1\n\narchetype A {\n    do stacks one {\n        sequence {\n"
                          "            a: act stop()\n            b: act stop()\n        }\n"
                          "        on over -> flush one\n    }\n}\n");
    scripted_run_start(&k, "A");
    scripted_run_script(&k, "a", "S");
    scripted_run_script(&k, "b", "RS");
    expect(&k, -1, "a> aS b>");
    expect(&k, US_EVENT_OVER, "b. bS");
    expect(&k, -1, "a> aS b>");
}

TEST(trees_push_onto_their_own_stack)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_open(&k,
                      "brl 1\n\ntree Sub {\n    do s: act stop()\n}\n\n"
                      "tree Main {\n    do sequence {\n        a: act stop()\n"
                      "        push one call Sub()\n        b: act stop()\n        c: act stop()\n"
                      "    }\n}\n\n"
                      "archetype A {\n    do stacks one {\n        call Main()\n"
                      "        on over -> flush one\n    }\n}\n");
    scripted_run_start(&k, "A");
    scripted_run_script(&k, "a", "S");
    scripted_run_script(&k, "s", "RS");
    scripted_run_script(&k, "b", "RS");
    expect(&k, -1, "a> aS b> b( s>"); /* what was under way in this tick is dormant at its end */
    expect(&k, -1, "s. sS b) b. bS c>");
}

TEST(dormant_trees_hear_nothing)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_open(
        &k, "brl 1\n\ntree Sub {\n    do s: act stop()\n}\n\n"
            "tree Main {\n    do machine {\n        state one {\n            a: act stop()\n"
            "            on gone -> goto two\n        }\n        state two {\n"
            "            b: act stop()\n            on over -> goto one\n        }\n    }\n}\n\n"
            "archetype A {\n    do stacks one {\n        call Main()\n"
            "        on created -> push one call Sub()\n    }\n}\n");
    scripted_run_start(&k, "A");
    scripted_run_script(&k, "s", "RRS");
    expect(&k, -1, "a>");
    expect(&k, US_EVENT_CREATED, "a( s>");
    expect(&k, US_EVENT_GONE, "s.");
    expect(&k, -1, "s. sS a) a.");
    expect(&k, US_EVENT_GONE, "a! b>");
}
