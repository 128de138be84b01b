#include "behavior/slot_description.h"
#include "tests/brl_text.h"
#include "tests/unit/test.h"

#include <string.h>

/* ---- keys */

TEST(a_key_tells_what_stands_in_its_form)
{
    static const struct {
        const char *key, *form, *part; /* NULL: it has another form */
    } rows[] = {
        {"features", US_KEY_FEATURES, ""},
        {"features.a", US_KEY_FEATURES, NULL},
        {"feature.a", US_KEY_FEATURE, "a"},
        {"features", US_KEY_FEATURE, NULL},
        {"pace.a", US_KEY_PACE, "a"},
        {"pace.A.B", US_KEY_PACE, "A.B"},
        {"pace", US_KEY_PACE, NULL},
        {"s1.place", US_KEY_PLACE, "s1.place"},
        {"place", US_KEY_PLACE, NULL},
        {"when.2.steps", US_KEY_WHEN_STEPS, "2.steps"},
        {"when.steps", US_KEY_WHEN_STEPS, NULL},
        {"why.when.2", US_KEY_WHEN_STEPS, NULL},
        {"window.s1", US_KEY_WINDOW, NULL},
        {"window.s1", US_KEY_WINDOW_ONCE, "s1"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        const char *part = us_key_part(rows[i].key, rows[i].form);
        us_test_row(rows[i].key);
        if (part && rows[i].part)
            CHECK_STR(part, rows[i].part);
        else
            CHECK(!part && !rows[i].part);
    }
    us_test_row(NULL);
}

TEST(a_key_of_no_form_tells_what_was_seen)
{
    static const struct {
        const char *key;
        us_key_kind kind;
    } rows[] = {
        {"features", US_KEY_STATE},    {"feature.a", US_KEY_STATE}, {"s1.window", US_KEY_SEEN},
        {"when.1.steps", US_KEY_SEEN}, {"next", US_KEY_SEEN},       {"anything", US_KEY_SEEN},
        {"games.more", US_KEY_SEEN},   {"feature", US_KEY_SEEN},    {"order.7", US_KEY_ORIGIN},
        {"orders", US_KEY_ORIGIN},     {"orders.a", US_KEY_ORIGIN}, {"instance.a", US_KEY_ORIGIN},
        {"modop", US_KEY_ORIGIN},      {"tries", US_KEY_COUNT},     {"games.tries", US_KEY_COUNT},
        {"games", US_KEY_COUNT},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].key);
        CHECK_INT(us_key_kind_from_text(rows[i].key), rows[i].kind);
    }
    us_test_row(NULL);
}

TEST(what_is_written_under_a_key_is_found_under_it)
{
    static const char text[] =
        "brl 1\n\nbehavior \"b\" achieves DefeatPlayer(player: enemy) {\n"
        "    do act stop()\n"
        "    appendix { pace.A: 1 pace.AB: 2 pace: 3 pace-A.a: 4 when.2.steps: "
        "\"A\" why.A.B: \"y\" }\n}\n";
    US_AUTOPTR(us_brl) brl = brl_read(text, NULL);
    US_AUTOPTR(us_arena) arena = us_arena_new();
    us_entries entries = us_entries_from_case(brl->item[0]->cases, arena);
    US_AUTOSTR(key);
    CHECK_INT(us_entry_number(us_entries_find(&entries, US_KEY_PACE, "A"), 0), 1);
    CHECK_INT(us_entry_number(us_entries_find(&entries, US_KEY_PACE, "AB"), 0), 2);
    CHECK(!us_entries_find(&entries, US_KEY_PACE, "B"));
    CHECK(!us_entries_find(&entries, US_KEY_WHEN, NULL));
    const char *steps = us_key_format_number(US_KEY_WHEN_STEPS, 2, &key);
    CHECK_STR(us_entries_find(&entries, steps, NULL)->text[0], "A");
    CHECK_STR(us_case_find_entry(brl->item[0]->cases, us_key_format(US_KEY_PACE, "A", &key))->key,
              "pace.A");
    CHECK_STR(us_entries_find(&entries, us_key_format_edge("A", "B", &key), NULL)->text[0], "y");
}

/* ---- descriptions */

/* A behavior of slots "one" and "two", with what is said of them. */
static us_template *written(const us_slot_description *one, const us_slot_description *two)
{
    US_AUTO(us_faults_clear) us_faults faults = {0};
    us_builder *builder = us_builder_new(brl_domain(), US_TEMPLATE_BEHAVIOR, "b", NULL, &faults);
    us_slot_row row = us_slot_row_default("one", one->kind);
    us_node node = us_node_default(US_NODE_ACT);
    us_builder_set_goal(builder, "WinWargus");
    us_builder_add_arg(builder, US_ARGS_GOAL, "player", "self");
    row.owner = one->owner;
    us_builder_add_slot(builder, &row);
    row = us_slot_row_default("two", two->kind);
    us_builder_add_slot(builder, &row);
    us_slot_description_write(one, "one", builder);
    us_slot_description_write(two, "two", builder);
    node.name = "stop";
    us_builder_open_node(builder, &node);
    us_builder_close_node(builder);
    us_template *made = us_builder_finish(builder);
    for (int i = 0; i < faults.count; i++)
        FAIL("%s", faults.fault[i].what);
    return made;
}

static void check_same(const us_slot_description *was, const us_slot_description *is)
{
    CHECK_INT(is->kind, was->kind);
    CHECK_INT(is->owner, was->owner);
    CHECK_INT(is->placed, was->placed);
    CHECK_INT(is->along, was->along);
    CHECK_INT(is->across, was->across);
    CHECK_INT(is->nears, was->nears);
    CHECK(memcmp(is->near, was->near, sizeof is->near) == 0);
    CHECK_INT(is->windowed, was->windowed);
    CHECK(memcmp(is->window, was->window, sizeof is->window) == 0);
    CHECK_INT(is->status, was->status);
    CHECK_INT(is->percent, was->percent);
    CHECK_INT(is->number, was->number);
}

TEST(what_is_written_of_a_slot_is_read_again)
{
    const us_domain *domain = brl_domain();
    us_slot_description all, part[6], nothing;
    us_slot_description_init(US_VALUE_GROUP, &all);
    us_slot_description_init(US_VALUE_CELL, &nothing);
    all.owner = US_SEAT_SELF;
    for (int i = 0; i < US_COUNT(part); i++)
        part[i] = all;
    part[0].placed = all.placed = true;
    part[0].along = all.along = -US_PLACE_MAX;
    part[0].across = all.across = 7;
    part[1].nears = all.nears = domain->nearness_count;
    part[1].near[0] = all.near[0] = domain->nearness[0].high;
    part[2].windowed = all.windowed = true;
    for (int i = 0; i < US_WINDOW; i++)
        part[2].window[i] = all.window[i] = (int8_t)(i % (domain->terrain_count + 1) - 1);
    part[3].percent = all.percent = 0;
    part[4].number = all.number = 12;
    part[5].status = all.status = domain->statuses.count - 1;
    for (int i = 0; i <= US_COUNT(part); i++) {
        const us_slot_description *was = i < US_COUNT(part) ? &part[i] : &all;
        us_slot_description is;
        US_AUTOPTR(us_template) made = written(was, &nothing);
        US_AUTOPTR(us_arena) arena = us_arena_new();
        us_entries entries = us_entries_from_case(made->cases, arena);
        CHECK_INT(made->cases[0].entry_count, i < US_COUNT(part) ? 1 : US_COUNT(part));
        us_slot_description_read(made, us_template_find_slot(made, "one"), &entries, &is);
        check_same(was, &is);
        us_slot_description_read(made, us_template_find_slot(made, "two"), &entries, &is);
        check_same(&nothing, &is);
    }
}

TEST(an_argument_without_a_place_of_its_name_is_told_where_its_text_stands)
{
    US_AUTO(us_faults_clear) us_faults faults = {0};
    us_builder *builder = us_builder_new(brl_domain(), US_TEMPLATE_TREE, "T", NULL, &faults);
    us_node node = us_node_default(US_NODE_ACT);
    node.name = "stop";
    us_builder_open_node(builder, &node);
    us_builder_set_place(builder, 7, 3);
    us_builder_set_name_place(builder, 6, 9);
    us_builder_add_arg(builder, US_ARGS_NODE, "one", "1");
    us_builder_add_arg(builder, US_ARGS_NODE, "two", "2");
    us_builder_close_node(builder);
    us_template_free(us_builder_finish(builder));
    REQUIRE(faults.count == 2);
    CHECK(faults.fault[0].line == 6 && faults.fault[0].column == 9);
    CHECK(faults.fault[1].line == 7 && faults.fault[1].column == 3);
}
