/* What a tree may say of who runs it, and of the event that it answers. */
#include <string.h>

#include "tests/unit/scripted_run.h"

static us_expr *compiled(const char *text, us_value_kind kind, const us_scope *scope)
{
    us_source source = {.file = "text", .text = text, .line = 1, .column = 1};
    us_expr *expr = NULL;
    us_error err;
    if (us_expr_compile(brl_domain(), scope, kind, &source, &expr, &err) != US_OK)
        FAIL("%s: %s", text, err.text);
    REQUIRE(expr);
    return expr;
}

static int64_t evaluate(const us_view *view, const char *text, us_value_kind kind)
{
    us_expr *expr = compiled(text, kind, NULL);
    int64_t value = us_expr_eval(expr, view, NULL);
    us_expr_free(expr);
    return value;
}

/* An own one and a foe; somebody is struck. */
static void open_stage(scripted_run *k, const char *text)
{
    scripted_run_open(k, text);
    us_type peasant = us_domain_find_type(brl_domain(), "peasant");
    k->entity[0] =
        (us_entity){.id = 1, .type = peasant, .product = US_NO_TYPE, .action = -1, .x = 3, .y = 4};
    k->entity[0].attribute[0] = 25;
    k->entity[1] = (us_entity){
        .id = 2, .type = peasant, .owner = 1, .product = US_NO_TYPE, .action = -1, .x = 9, .y = 9};
    k->world.count = 2;
}

static us_event struck(us_id by, int x, int y, int value)
{
    return (us_event){.kind = US_EVENT_ATTACKED,
                      .entity = 1,
                      .other = by,
                      .x = (int16_t)x,
                      .y = (int16_t)y,
                      .value = value};
}

static us_answer tick_of(scripted_run *k, us_id actor, const us_event *event, int events)
{
    us_view view = {.world = &k->world, .actor = actor};
    us_answer answer = us_run_tick(k->run, &view, event, events);
    k->world.now++;
    return answer;
}

static const char still[] = "brl 1\n\ntree Main {\n    do act stop()\n}\n";

TEST(who_asks_and_what_happened_can_be_named)
{
    scripted_run k = {0};
    open_stage(&k, still);
    us_event event = struck(2, 7, 5, 12);
    us_view view = {.world = &k.world, .actor = 1, .event = &event}, seat = {.world = &k.world};
    static const struct {
        const char *text;
        us_value_kind kind;
        int64_t value, nobody; /* asked for the one, and of a seat without an event */
    } rows[] = {
        {"this", US_VALUE_ENTITY, 1, 0},
        {"that", US_VALUE_ENTITY, 2, 0},
        {"there", US_VALUE_CELL, US_CELL(7, 5), -1},
        {"told", US_VALUE_NUMBER, 12, 0},
        {"this.hit_points", US_VALUE_NUMBER, 25, 0},
        {"exists(this)", US_VALUE_BOOL, 1, 0},
        {"hostile(this, that)", US_VALUE_BOOL, 1, 0},
        {"distance(this, there)", US_VALUE_NUMBER, 4, 1 << 16},
        {"that == that", US_VALUE_BOOL, 1, 0},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].text);
        CHECK_INT(evaluate(&view, rows[i].text, rows[i].kind), rows[i].value);
        if (rows[i].nobody != 1 << 16)
            CHECK_INT(evaluate(&seat, rows[i].text, rows[i].kind), rows[i].nobody);
    }
    scripted_run_close(&k);
}

TEST(a_slot_of_that_name_goes_first)
{
    scripted_run k = {0};
    open_stage(&k, still);
    us_view view = {.world = &k.world, .actor = 1};
    us_slot slot = {"this", US_VALUE_NUMBER};
    us_expr *expr = compiled("this + 1", US_VALUE_NUMBER, &(us_scope){&slot, 1});
    us_value value = {.number = 41};
    CHECK_INT(us_expr_eval(expr, &view, &(us_binding){&value, NULL}), 42);
    us_str text;
    us_str_init(&text);
    us_expr_print(expr, &text);
    CHECK_STR(text.text, "this + 1");
    us_str_clear(&text);
    us_expr_free(expr);
    scripted_run_close(&k);
}

TEST(what_is_asked_of_the_actor_reads_its_states)
{
    scripted_run k = {0};
    open_stage(&k, still);
    us_view view = {.world = &k.world, .actor = 1};
    us_expr *expr = compiled("this.hit_points", US_VALUE_NUMBER, NULL);
    int revisions = us_revision_count(brl_domain(), 2);
    uint64_t *mark = US_NEW_ARRAY(uint64_t, revisions);
    bool time = false;
    us_expr_add_reads(expr, &view, NULL, &(us_reads){mark, 1, &time, NULL});
    CHECK(mark[us_revision_states(&k.world, 0, k.entity[0].type)]);
    CHECK(!mark[us_revision_states(&k.world, 1, k.entity[0].type)]);
    CHECK(!time);
    us_mem_free(mark);
    us_expr_free(expr);
    scripted_run_close(&k);
}

static bool reads_time(const us_view *view, const char *text, us_value_kind kind)
{
    us_expr *expr = compiled(text, kind, NULL);
    uint64_t *mark = US_NEW_ARRAY(uint64_t, us_revision_count(brl_domain(), 2));
    bool time = false;
    us_expr_add_reads(expr, view, NULL, &(us_reads){mark, 1, &time, NULL});
    CHECK(us_expr_has_dynamic_reads(expr));
    us_mem_free(mark);
    us_expr_free(expr);
    return time;
}

TEST(what_an_event_tells_is_asked_again_once_it_is_over)
{
    scripted_run k = {0};
    open_stage(&k, still);
    us_event event = struck(2, 7, 5, 12);
    us_view during = {.world = &k.world, .event = &event}, after = {.world = &k.world};
    static const struct {
        const char *text;
        us_value_kind kind;
    } rows[] = {{"told > 5", US_VALUE_BOOL},
                {"exists(that)", US_VALUE_BOOL},
                {"distance(there, (1, 1))", US_VALUE_NUMBER}};
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].text);
        CHECK(reads_time(&during, rows[i].text, rows[i].kind));
        CHECK(!reads_time(&after, rows[i].text, rows[i].kind));
    }
    scripted_run_close(&k);
}

TEST(a_check_of_what_was_told_holds_in_that_cycle)
{
    scripted_run k = {0};
    open_stage(&k, "brl 1\n\ntree Main {\n    do monitor {\n        act stop()\n"
                   "        on attacked -> sequence memory none {\n            check told > 5\n"
                   "            m: act move(cell: (1, 1))\n        }\n    }\n}\n");
    scripted_run_start(&k, "Main");
    tick_of(&k, 1, NULL, 0);
    us_event strong = struck(2, 7, 5, 12);
    tick_of(&k, 1, &strong, 1);
    scripted_run_log(&k);
    CHECK_INT(us_run_next_cycle(k.run), k.world.now);
    tick_of(&k, 1, NULL, 0);
    CHECK_CONTAINS(scripted_run_log(&k), "m!");
    scripted_run_close(&k);
}

static const char watchful[] =
    "brl 1\n\n"
    "slot foe: entity\n\n"
    "tree Stay {\n    do act stop()\n}\n\n"
    "tree Look(place: cell, much: number) {\n    do sequence {\n"
    "        l: act move(cell: place)\n        m: act move(cell: there)\n    }\n}\n\n"
    "archetype Guard {\n    do stacks long, reactive {\n        call Stay()\n"
    "        on attacked when told > 5 -> sequence {\n            set foe = that\n"
    "            push reactive call Look(place: there, much: told)\n        }\n    }\n}\n";

static int64_t held(scripted_run *k, const char *label, const char *slot)
{
    us_node_ref spot = scripted_run_node_ref(k, label);
    int at = us_template_find_slot(us_run_frame_template(k->run, spot.frame), slot);
    REQUIRE(at >= 0);
    return us_run_frame_binding(k->run, spot.frame).value[at].number;
}

TEST(a_rule_binds_what_its_event_tells)
{
    scripted_run k = {0};
    open_stage(&k, watchful);
    scripted_run_start(&k, "Guard");
    tick_of(&k, 1, NULL, 0);
    us_event weak = struck(2, 7, 5, 2);
    tick_of(&k, 1, &weak, 1);
    CHECK_STR(scripted_run_log(&k), "_> _."); /* the condition asks the event */
    us_event strong = struck(2, 7, 5, 12);
    tick_of(&k, 1, &strong, 1);
    CHECK_INT(held(&k, "l", "place"), US_CELL(7, 5));
    CHECK_INT(held(&k, "l", "much"), 12);
    CHECK_INT(held(&k, "l", "foe"), 2);
    scripted_run_close(&k);
}

TEST(of_several_events_of_a_kind_the_first_counts)
{
    scripted_run k = {0};
    open_stage(&k, watchful);
    scripted_run_start(&k, "Guard");
    tick_of(&k, 1, NULL, 0);
    us_event both[] = {struck(2, 7, 5, 12), struck(1, 1, 1, 30)};
    tick_of(&k, 1, both, 2);
    CHECK_INT(held(&k, "l", "place"), US_CELL(7, 5));
    CHECK_INT(held(&k, "l", "foe"), 2);
    scripted_run_close(&k);
}

static int64_t place_seen; /* by the host, as the leaf begins and later */

static us_answer see_place(scripted_run *k, us_node_ref spot, bool begins)
{
    const us_template *t = us_run_frame_template(k->run, spot.frame);
    const us_node *node = &t->node[spot.node];
    us_binding binding = us_run_frame_binding(k->run, spot.frame);
    (void)begins;
    if (node->arg_count)
        place_seen = us_expr_eval(node->arg[0].expr, us_run_view(k->run), &binding);
    return US_RUNNING;
}

TEST(a_state_that_an_event_led_to_begins_with_it)
{
    scripted_run k = {0};
    open_stage(&k, "brl 1\n\ntree Main {\n    do machine {\n        state calm {\n"
                   "            act stop()\n            on attacked -> goto alert\n        }\n"
                   "        state alert {\n            g: act move(cell: there)\n        }\n"
                   "    }\n}\n");
    k.answer = see_place;
    scripted_run_start(&k, "Main");
    tick_of(&k, 1, NULL, 0);
    us_event event = struck(2, 7, 5, 12);
    tick_of(&k, 1, &event, 1);
    CHECK_INT(place_seen, US_CELL(7, 5));
    tick_of(&k, 1, NULL, 0); /* later there is no event any more */
    CHECK_INT(place_seen, -1);
    scripted_run_close(&k);
}

TEST(who_fires_an_event_tells_of_itself)
{
    scripted_run k = {0};
    open_stage(&k,
               "brl 1\n\nslot by: entity\nslot at: cell\n\ntree Stay {\n    do sequence {\n"
               "        a: act stop()\n        emit done-it\n        b: act stop()\n    }\n}\n\n"
               "archetype Guard {\n    do stacks long {\n        call Stay()\n"
               "        on done-it -> sequence {\n            set by = that\n"
               "            set at = there\n        }\n    }\n}\n");
    scripted_run_script(&k, "a", "S");
    scripted_run_start(&k, "Guard");
    tick_of(&k, 1, NULL, 0);
    CHECK_INT(held(&k, "b", "by"), 1);
    CHECK_INT(held(&k, "b", "at"), US_CELL(3, 4));
    scripted_run_close(&k);
}

TEST(what_others_tell_comes_with_who_told_it)
{
    scripted_run k = {0};
    open_stage(&k, "brl 1\n\nslot by: entity\n\ntree Stay {\n    do parallel {\n"
                   "        b: act stop()\n        emit help within 9\n    }\n}\n\n"
                   "archetype Guard {\n    do stacks long {\n        call Stay()\n"
                   "        on help -> set by = that\n    }\n}\n");
    scripted_run_start(&k, "Guard");
    tick_of(&k, 1, NULL, 0);
    tick_of(&k, 1, NULL, 0);
    CHECK_INT(held(&k, "b", "by"), 0); /* it is not its own listener */
    us_event event = {.entity = 1, .other = 2, .x = 9, .y = 9};
    us_run_emit(k.run, "help", &event);
    tick_of(&k, 1, NULL, 0);
    CHECK_INT(held(&k, "b", "by"), 2);
    scripted_run_close(&k);
}

TEST(whom_it_is_told_is_checked)
{
    static const struct {
        const char *emit, *what;
    } rows[] = {
        {"emit help to 5", "can't be told"},
        {"emit help to (1, 2)", "can't be told"},
        {"emit help within this", "number"},
        {"emit help to", "missing"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_str text;
        us_faults faults = {0};
        us_str_init(&text);
        us_str_addf(&text, "brl 1\n\ntree Main {\n    do %s\n}\n", rows[i].emit);
        us_test_row(rows[i].emit);
        us_brl_free(brl_read(text.text, &faults));
        REQUIRE(faults.count > 0);
        CHECK_CONTAINS(faults.fault[0].what, rows[i].what);
        us_faults_clear(&faults);
        us_str_clear(&text);
    }
}
