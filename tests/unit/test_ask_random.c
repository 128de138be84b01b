/* Queries in play on random libraries, held against retrieval. */
#include "base/rng.h"
#include "retrieve/query.h"
#include "tests/unit/query_run.h"

static const char *const classes[] = {"Attack", "Defend", "Confront", "Hunt", "Move", "Behavior"};
static const char *const types[] = {"ENTITY", "ALIVE", "PLAYER", "NPC", "GUARD", "THIEF"};
static const char *const keys[] = {"this.aggressive", "this.defensive",   "this.alarm",
                                   "player.bored",    "world.difficulty", "this.strength"};

static void add_descriptors(us_rng *rng, us_str *text)
{
    const char *between = "    described (";
    for (int i = 0; i < US_COUNT(keys); i++) {
        if (us_rng_next_bool(rng, 1, 4))
            continue;
        us_str_addf(text, "%s%s: ", between, keys[i]);
        if (i == 5)
            us_str_add(text, us_rng_next_bool(rng, 1, 2) ? "\"medium\"" : "\"high\"");
        else
            us_str_addf(text, "0.%02d", us_rng_next_below(rng, 100));
        between = ", ";
    }
    us_str_add(text, between[0] == ',' ? ")\n" : "");
}

static void add_library(us_rng *rng, int behaviors, us_str *text)
{
    us_str_add(text, "brl 1 arena\n\n");
    for (int i = 0; i < behaviors; i++) {
        bool entity = us_rng_next_bool(rng, 5, 6);
        us_str_addf(text, "behavior \"b%d\" (who: %s", i, entity ? "entity" : "number");
        if (entity && us_rng_next_bool(rng, 2, 3))
            us_str_addf(text, " \"%s\"", types[us_rng_next_below(rng, US_COUNT(types))]);
        us_str_addf(text, ") is %s", classes[us_rng_next_below(rng, US_COUNT(classes))]);
        us_str_add(text, us_rng_next_bool(rng, 1, 3) ? ", Transport {\n" : " {\n");
        add_descriptors(rng, text);
        us_str_add(text, "    do act hide()\n}\n\n");
    }
}

static void add_query(us_rng *rng, int behaviors, const char *recheck, us_str *text)
{
    us_str_addf(text, "query %s(who: nearest(this, enemy))",
                classes[us_rng_next_below(rng, US_COUNT(classes))]);
    if (us_rng_next_bool(rng, 1, 2))
        us_str_addf(
            text, " describe (this.alarm, %s, player.bored: told + %d, this.strength: \"medium\")",
            keys[us_rng_next_below(rng, 2)], us_rng_next_below(rng, 130) - 15);
    if (us_rng_next_bool(rng, 1, 2))
        us_str_addf(text, " without \"b%d\", \"b%d\"", us_rng_next_below(rng, behaviors),
                    us_rng_next_below(rng, behaviors));
    us_str_add(text, recheck);
    if (us_rng_next_bool(rng, 1, 3))
        us_str_addf(text, " hysteresis %d", us_rng_next_below(rng, 10));
    if (us_rng_next_bool(rng, 1, 3))
        us_str_add(text, " weights renormalize");
    us_str_add_char(text, '\n');
}

static void change(us_rng *rng, arena_world *a, us_id actor, us_id *foe)
{
    static const char *const own[] = {"aggressive", "defensive", "alarm", "hit_points"};
    int what = us_rng_next_below(rng, 40);
    if (what < 4)
        arena_world_set(a, actor, own[what], 5 * us_rng_next_below(rng, 20));
    else if (what == 4)
        arena_world_tally(a, us_rng_next_below(rng, 2), "bored", 5 * us_rng_next_below(rng, 20));
    else if (what == 5)
        arena_world_tally(a, us_rng_next_below(rng, 2), "difficulty",
                          5 * us_rng_next_below(rng, 20));
    else if (what == 6 && *foe) {
        arena_world_remove(a, *foe);
        *foe = 0;
    } else if (what == 7 && !*foe)
        *foe = arena_world_add(a, us_rng_next_bool(rng, 1, 2) ? "PLAYER" : "GUARD", 0, 9, 9);
    else if (what == 8)
        arena_world_move(a, actor, us_rng_next_below(rng, 60), 4);
}

/* What us_case_base_retrieve_class says of what is asked in that view, of behaviors that serve the
 * class. */
static int by_retrieval(const query_run *s, const us_active_query *asking, int running,
                        const us_view *view)
{
    const us_template *t = us_run_frame_template(s->run, asking->node_ref.frame);
    const us_node *node = &t->node[asking->node_ref.node];
    us_class_query query = us_class_query_default(node->name);
    us_query_value value[US_DESCRIPTORS_MAX];
    us_query_param param = {"who", asking->type[0], US_VALUE_ENTITY};
    for (int i = 0; i < node->arg_count; i++)
        if (node->arg[i].descriptor)
            value[query.values++] =
                (us_query_value){node->arg[i].name, us_expr_eval(node->arg[i].expr, view, NULL), 0};
    for (int i = 0, all = query.values == 0; all && i < s->a.domain->descriptor_count; i++) {
        const us_descriptor *d = &s->a.domain->descriptor[i];
        if (d->value)
            value[query.values++] =
                (us_query_value){d->name, us_expr_eval(d->value, view, NULL), 0};
    }
    for (int i = 0; i < query.values; i++)
        value[i].weight = us_class_query_share(US_SIMILARITY_ONE, query.values, i);
    query.value = value;
    query.param = &param;
    query.params = 1;
    query.excluded = node->list;
    query.excluded_count = node->list_count;
    query.ties = s->ties;
    query.renormalize = node->weights == US_WEIGHTS_RENORMALIZE;
    query.hysteresis = node->hysteresis * (US_SIMILARITY_ONE / 100);
    query.running = running >= 0 ? us_case_base_behavior_name(s->case_base, running) : NULL;
    int hits = 0, all = us_case_base_behavior_count(s->case_base);
    US_AUTOFREE us_class_hit *hit = US_NEW_ARRAY(us_class_hit, all);
    REQUIRE(us_case_base_retrieve_class(s->case_base, &query, all, hit, &hits, NULL) == US_OK);
    int found = -1;
    for (int i = 0; i < hits && found < 0; i++)
        if (hit[i].unfit == US_FITS && hit[i].functionality > 0)
            found = hit[i].behavior;
    return found;
}

enum { LIBRARIES = 120, STEPS = 200 };

typedef struct tally {
    int64_t looked, asked, failed, told;
} tally;

static tally seen;

/* Whatever is asked is answered as retrieval does. */
static void hold_against_retrieval(query_run *s, const us_active_query *asking, int ran,
                                   us_answer answer)
{
    const us_view *view = us_run_view(s->run);
    int expected = by_retrieval(s, asking, ran, view);
    int got = answer == US_RUNNING ? asking->behavior : -1;
    if (expected != got)
        FAIL("cycle %d: %d, by retrieval %d", view->world->now, got, expected);
    seen.failed += answer == US_FAILURE;
    seen.told += view->event != NULL;
    s->asked = true;
}

/* As a whole tree, or where an event is answered. */
static void add_main(us_rng *rng, int behaviors, bool rule, us_str *text)
{
    us_str_add(text, "tree Main {\n    do ");
    if (rule)
        us_str_add(text, "monitor {\n        act stand()\n        on noise -> timeout 20 ");
    add_query(rng, behaviors, " recheck event", text);
    us_str_add(text, rule ? "    }\n}\n" : "}\n");
}

static void one_library(int number)
{
    us_rng rng = us_rng_derive(11, "ask", (uint64_t)number / 2);
    US_AUTOSTR(text);
    US_AUTO(query_run_close) query_run s;
    int behaviors = 1 + us_rng_next_below(&rng, 40);
    add_library(&rng, behaviors, &text);
    add_main(&rng, behaviors, number % 2, &text);
    query_run_open_drawing(&s, text.text, number % 3 ? us_ties_make((uint64_t)number, 7, 1) : 0);
    s.answered = hold_against_retrieval;
    us_id foe = arena_world_add(&s.a, "PLAYER", 0, 9, 9);
    for (int i = 0; i < STEPS; i++) {
        us_view view = {&s.a.world, 1, s.actor, NULL};
        us_event event = query_run_noise(&s, us_rng_next_below(&rng, 100));
        change(&rng, &s.a, s.actor, &foe);
        query_run_on_events(&s, &event, us_rng_next_bool(&rng, 1, 8));
        const us_active_query *asking = &s.asking[0];
        if (asking->node_ref.frame && !s.asked) { /* it would be the same if it were asked */
            int expected = by_retrieval(&s, asking, asking->behavior, &view);
            if (expected != asking->behavior)
                FAIL("library %d, step %d: %d, by retrieval %d in\n%s", number, i, asking->behavior,
                     expected, text.text);
        }
        seen.looked++;
    }
    seen.asked += us_query_engine_get_counts(s.asker).queries;
}

TEST(answers_are_those_of_retrieval_in_every_cycle)
{
    seen = (tally){0};
    for (int i = 0; i < LIBRARIES; i++)
        one_library(i);
    CHECK(seen.asked > LIBRARIES);
    CHECK(seen.failed > LIBRARIES);
    CHECK(seen.told > LIBRARIES);
    CHECK(seen.asked * 2 < seen.looked); /* also those where nothing fits, asked in every cycle */
}
