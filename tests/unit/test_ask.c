/* Queries in play: which behavior, when it is asked again, and what becomes of what runs. */
#include "plan/ask.h"

#include <string.h>

#include "base/file.h"
#include "base/rng.h"
#include "retrieve/query.h"
#include "tests/unit/arenakit.h"

enum { QUERIES = 128 };

/* A run whose queries are answered; acts run until the test ends them. */
typedef struct stage {
    arena_world a;
    us_brl *brl;
    us_shelf *shelf;
    us_answerer *asker;
    us_program *root;
    us_run *run;
    us_id actor;
    us_demand asking[QUERIES]; /* by query that runs; frame 0: free */
    us_answer acts;            /* what acts answer */
    int begun;                 /* acts that began */
    const char *why;           /* of the query that failed last */
    int watched;               /* place in asking: its answers are told */
    int64_t alike[8];          /* by node that was asked for its score */
} stage;

static us_demand *find(stage *s, us_spot spot)
{
    for (int i = 0; i < QUERIES; i++)
        if (s->asking[i].spot.frame == spot.frame && s->asking[i].spot.node == spot.node)
            return &s->asking[i];
    return NULL;
}

static us_answer fail(stage *s, us_demand *asking, const char *why)
{
    s->why = why;
    asking->spot.frame = 0;
    return US_FAILURE;
}

static us_answer answer(stage *s, us_demand *asking, us_upshot asked)
{
    const char *why;
    bool filled = us_run_inside(s->run, asking->spot) != 0;
    if (asked == US_ASKED_SAME)
        return US_RUNNING;
    if (filled)
        us_answerer_torn(s->asker);
    us_run_clear(s->run, asking->spot);
    if (asked == US_ASKED_NOTHING)
        return fail(s, asking, asking->why);
    const us_program *program = us_answerer_program(s->asker, asking->behavior);
    return us_ask_fill(s->asker, s->run, asking, program, &why) ? US_RUNNING : fail(s, asking, why);
}

static bool is_query(us_run *run, us_spot spot)
{
    return us_run_template(run, spot.frame)->node[spot.node].kind == US_NODE_QUERY;
}

static us_answer begin(void *context, us_run *run, us_spot spot, us_cycle *until)
{
    stage *s = context;
    if (!is_query(run, spot)) {
        s->begun++;
        *until = US_NEVER;
        return s->acts;
    }
    us_demand *asking = find(s, (us_spot){0, 0});
    REQUIRE(asking);
    us_upshot asked = us_ask_begin(s->asker, run, spot, asking, until);
    return answer(s, asking, asked);
}

static us_answer go(void *context, us_run *run, us_spot spot, us_cycle *until)
{
    stage *s = context;
    if (!is_query(run, spot)) {
        *until = US_NEVER;
        return s->acts;
    }
    us_demand *asking = find(s, spot);
    REQUIRE(asking);
    us_answer ended = us_run_inside(run, spot) ? US_ANSWER_NONE : us_run_ended(run, spot);
    if (ended != US_ANSWER_NONE) {
        asking->spot.frame = 0;
        return ended;
    }
    us_upshot asked = us_ask_again(s->asker, run, asking, until);
    return answer(s, asking, asked);
}

static void stop(void *context, us_run *run, us_spot spot, us_stop how)
{
    stage *s = context;
    if (how == US_HALT && is_query(run, spot))
        find(s, spot)->spot.frame = 0;
}

static int64_t score(void *context, us_run *run, us_spot spot)
{
    stage *s = context;
    REQUIRE(spot.node < US_COUNT(s->alike));
    return us_ask_score(s->alike[spot.node] = us_ask_similarity(s->asker, run, spot));
}

static const us_host host = {.begin = begin, .go = go, .stop = stop, .score = score};

static void open_with(stage *s, const char *text)
{
    memset(s, 0, sizeof *s);
    s->acts = US_RUNNING;
    arena_world_open(&s->a);
    s->brl = arena_world_read(&s->a, text, &s->shelf);
    s->asker = us_answerer_new(s->a.domain, s->shelf);
    s->actor = arena_world_add(&s->a, "THIEF", 1, 5, 5);
    for (int i = 0; i < s->brl->count; i++)
        if (s->brl->item[i]->kind == US_TEMPLATE_TREE)
            s->root = us_program_new(s->brl->item[i]);
    REQUIRE(s->root);
    s->run = us_run_new(&(us_run_def){&host, s, 1});
}

static us_answer tick(stage *s)
{
    us_view view = {&s->a.world, 1, s->actor, NULL};
    if (us_run_count(s->run).frames == 0)
        us_run_start(s->run, s->root, NULL, 0);
    us_answer got = us_run_tick(s->run, &view, NULL, 0);
    s->a.world.now++;
    return got;
}

static void close_stage(stage *s)
{
    us_view view = {&s->a.world, 1, s->actor, NULL};
    us_run_halt(s->run, &view);
    us_run_free(s->run);
    us_program_free(s->root);
    us_answerer_free(s->asker);
    us_shelf_free(s->shelf);
    us_brl_free(s->brl);
    arena_world_close(&s->a);
}

/* What fills the first query. */
static const char *runs(const stage *s)
{
    return s->asking[0].spot.frame && s->asking[0].behavior >= 0
               ? us_shelf_name(s->shelf, s->asking[0].behavior)
               : "";
}

/* ---- the published example */

static void set_moment(stage *s, const int moment[5])
{
    static const char *const own[] = {"aggressive", "defensive", "alarm"};
    for (int i = 0; i < 3; i++)
        arena_world_set(&s->a, s->actor, own[i], moment[i]);
    arena_world_tally(&s->a, 0, "bored", moment[3]);
    arena_world_tally(&s->a, 0, "difficulty", moment[4]);
}

static const int moments[2][5] = {{30, 10, 20, 60, 50}, {70, 30, 50, 30, 50}};

static void open_paper(stage *s, const char *tree)
{
    us_str path, text;
    us_error err;
    char *page;
    size_t length;
    us_str_init(&path);
    us_str_init(&text);
    REQUIRE(us_data_file("arena", "paper.brl", &path, &err) == US_OK);
    REQUIRE(us_file_read(path.text, 1 << 20, &page, &length, &err) == US_OK);
    us_str_add_bytes(&text, page, length);
    us_str_add(&text, tree);
    open_with(s, text.text);
    us_free(page);
    us_str_clear(&path);
    us_str_clear(&text);
}

static const char steal[] =
    "\nbehavior \"Walk up\" (entity: entity) is Move {\n    do act move(cell: near(entity))\n}\n"
    "\ntree Main {\n    slot victim: entity\n    do sequence {\n"
    "        set victim = first(enemy, \"PLAYER\")\n"
    "        query Attack(entity: victim) without \"Steal resources\" recheck event\n    }\n}\n";

static void the_published_choices_are_made_in_play(void)
{
    stage s;
    open_paper(&s, steal);
    us_id victim = arena_world_add(&s.a, "PLAYER", 0, 20, 20);
    set_moment(&s, moments[0]);
    CHECK_INT(tick(&s), US_RUNNING);
    CHECK_STR(runs(&s), "Persistent seek and attack");
    CHECK_INT((s.asking[0].similarity + 5000000) / 10000000, 93);
    uint32_t frame = us_run_inside(s.run, s.asking[0].spot);
    CHECK_INT(us_run_binding(s.run, frame).value[0].number, victim);
    CHECK_INT(s.begun, 1); /* it goes to the victim */
    CHECK_INT(tick(&s), US_RUNNING);
    CHECK_INT(us_run_inside(s.run, s.asking[0].spot), frame);
    set_moment(&s, moments[1]);
    tick(&s);
    CHECK_STR(runs(&s), "Attack nearest");
    CHECK_INT((s.asking[0].similarity + 5000000) / 10000000, 94);
    us_ask_counts counts = us_answerer_count(s.asker);
    CHECK_INT(counts.teardowns, 1);
    close_stage(&s);
}

static void what_runs_stays_while_it_is_the_answer(void)
{
    stage s;
    open_paper(&s, steal);
    arena_world_add(&s.a, "PLAYER", 0, 20, 20);
    set_moment(&s, moments[0]);
    tick(&s);
    uint32_t frame = us_run_inside(s.run, s.asking[0].spot);
    arena_world_set(&s.a, s.actor, "aggressive", 31); /* asked, and the same */
    tick(&s);
    CHECK_INT(us_answerer_count(s.asker).queries, 2);
    CHECK_INT(us_run_inside(s.run, s.asking[0].spot), frame);
    CHECK_INT(s.begun, 1);
    arena_world_set(&s.a, s.actor, "hit_points", 3); /* nothing that it reads */
    tick(&s);
    CHECK_INT(us_answerer_count(s.asker).queries, 2);
    close_stage(&s);
}

static void who_is_gone_keeps_the_type_that_he_had(void)
{
    stage s;
    open_paper(&s, steal);
    us_id victim = arena_world_add(&s.a, "PLAYER", 0, 20, 20);
    set_moment(&s, moments[0]);
    tick(&s);
    arena_world_remove(&s.a, victim);
    CHECK_INT(tick(&s), US_RUNNING); /* what runs finds out by itself */
    set_moment(&s, moments[1]);
    s.acts = US_SUCCESS;
    tick(&s);
    CHECK_INT(us_answerer_count(s.asker).teardowns, 1);
    close_stage(&s);
}

static void how_the_behavior_ends_the_query_ends(void)
{
    stage s;
    open_with(&s, "brl 1 arena\n\nbehavior \"b\" is Attack {\n    do act hide()\n}\n\n"
                  "tree Main {\n    do query Attack()\n}\n");
    tick(&s);
    CHECK_STR(runs(&s), "b");
    s.acts = US_SUCCESS;
    us_run_wake(s.run, (us_spot){us_run_inside(s.run, s.asking[0].spot), 0});
    CHECK_INT(tick(&s), US_SUCCESS);
    s.acts = US_FAILURE;
    CHECK_INT(tick(&s), US_FAILURE);
    close_stage(&s);
}

/* ---- what can't be answered */

static void what_nothing_answers_fails_with_a_reason(void)
{
    static const char two[] =
        "brl 1 arena\n\nbehavior \"b\" (who: entity \"PLAYER\", n: number = 1) is Attack {\n"
        "    do act hide()\n}\n\ntree Main {\n    slot it: entity\n    do sequence {\n"
        "        set it = this\n        %s\n    }\n}\n";
    static const struct {
        const char *query, *why;
    } rows[] = {
        {"query Hunt()", "no behavior is of that class"},
        {"query Attack(who: it)", "takes what is passed"}, /* a thief */
        {"query Attack(who: nearest(it, enemy))", "takes what is passed"},
        {"query Attack() without \"b\"", "excluded"},
        {"query Attack(n: it)", "another kind"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        stage s;
        us_str text;
        us_str_init(&text);
        const char *gap = strstr(two, "%s");
        us_str_addf(&text, "%.*s%s%s", (int)(gap - two), two, rows[i].query, gap + 2);
        us_test_row(rows[i].query);
        open_with(&s, text.text);
        CHECK_INT(tick(&s), US_FAILURE);
        REQUIRE(s.why);
        CHECK_CONTAINS(s.why, rows[i].why);
        close_stage(&s);
        us_str_clear(&text);
    }
}

static void a_query_that_leads_into_itself_has_an_end(void)
{
    stage s;
    open_with(&s,
              "brl 1 arena\n\nbehavior \"b\" is Attack {\n    do machine {\n"
              "        state a {\n            query Attack()\n            on failure -> goto c\n"
              "        }\n        state c {\n            query Attack() recheck tick\n"
              "            on failure -> goto a\n        }\n    }\n}\n\n"
              "tree Main {\n    do query Attack() recheck event\n}\n");
    us_answer got = US_RUNNING;
    memset(s.asking, 0, sizeof s.asking);
    for (int i = 0; i < 3; i++)
        got = tick(&s);
    CHECK(got == US_RUNNING || got == US_FAILURE);
    CHECK_CONTAINS(s.why, "too deep");
    CHECK(us_run_count(s.run).frames <= 64);
    close_stage(&s);
}

static void the_more_similar_answer_is_chosen(void)
{
    stage s;
    open_with(&s, "brl 1 arena\nbehavior \"b\" is Attack {\ndescribed (this.alarm: 0.1)\n"
                  "do act hide()\n}\ntree Main {\ndo choose score similarity pick argmax {\n"
                  "query Hunt()\nquery Attack() describe (this.alarm)\n}\n}\n");
    us_query_value value = {"this.alarm", 20, US_SIMILARITY_ONE};
    us_class_query query = us_class_query_default("Attack");
    query.value = &value;
    query.values = 1;
    arena_world_set(&s.a, s.actor, "alarm", 20);
    tick(&s);
    CHECK_STR(runs(&s), "b");
    CHECK_INT(s.alike[1], 0); /* nothing is of that class */
    CHECK_INT(s.alike[2], us_class_compare(&query, s.brl->item[0]).similarity);
    close_stage(&s);
}

/* ---- hysteresis and threshold */

static const char pair[] = "brl 1 arena\n\n"
                           "behavior \"low\" is Attack {\n    described (this.alarm: 0.2)\n"
                           "    do act hide()\n}\n\n"
                           "behavior \"high\" is Attack {\n    described (this.alarm: 0.8)\n"
                           "    do act hide()\n}\n\ntree Main {\n    do query Attack() describe "
                           "(this.alarm) recheck event %s\n}\n";

static void open_pair(stage *s, const char *settings)
{
    us_str text;
    us_str_init(&text);
    const char *gap = strstr(pair, "%s");
    us_str_addf(&text, "%.*s%s%s", (int)(gap - pair), pair, settings, gap + 2);
    open_with(s, text.text);
    us_str_clear(&text);
}

static const char *at_alarm(stage *s, int alarm)
{
    arena_world_set(&s->a, s->actor, "alarm", alarm);
    tick(s);
    return runs(s);
}

static void what_runs_stays_within_the_hysteresis(void)
{
    stage s;
    open_pair(&s, "hysteresis 2");
    CHECK_STR(at_alarm(&s, 40), "low");
    CHECK_STR(at_alarm(&s, 51), "low"); /* 0.49 - 0.48 of 0.5 is 0.01 */
    CHECK_STR(at_alarm(&s, 52), "low"); /* 0.02 */
    CHECK_INT(s.asking[0].margin, -20000000);
    CHECK_STR(at_alarm(&s, 53), "high");
    CHECK_STR(at_alarm(&s, 49), "high");
    CHECK_STR(at_alarm(&s, 47), "low");
    close_stage(&s);
    open_pair(&s, "");
    CHECK_STR(at_alarm(&s, 50), "low"); /* of equals the first */
    CHECK_STR(at_alarm(&s, 51), "high");
    CHECK_STR(at_alarm(&s, 50), "low");
    close_stage(&s);
}

static void below_the_threshold_nobody_asks(void)
{
    stage s;
    open_pair(&s, "threshold 10");
    CHECK_STR(at_alarm(&s, 45), "low");
    CHECK_STR(at_alarm(&s, 54), "low"); /* it has moved by 0.09 */
    CHECK_INT(us_answerer_count(s.asker).queries, 1);
    CHECK_STR(at_alarm(&s, 55), "high");
    CHECK_INT(us_answerer_count(s.asker).queries, 2);
    CHECK_STR(at_alarm(&s, 47), "high"); /* counted from when it was asked last */
    close_stage(&s);
}

static void on_entry_it_is_asked_once(void)
{
    stage s;
    open_with(&s, "brl 1 arena\n\nbehavior \"b\" is Attack {\n    do act hide()\n}\n\n"
                  "tree Main {\n    do query Attack()\n}\n");
    for (int i = 0; i < 5; i++)
        at_alarm(&s, 10 * i);
    CHECK_INT(us_answerer_count(s.asker).queries, 1);
    CHECK(!us_run_watches(s.run));
    close_stage(&s);
}

/* ---- on random libraries */

static const char *const classes[] = {"Attack", "Defend", "Confront", "Hunt", "Move", "Behavior"};
static const char *const types[] = {"ENTITY", "ALIVE", "PLAYER", "NPC", "GUARD", "THIEF"};
static const char *const keys[] = {"this.aggressive", "this.defensive",   "this.alarm",
                                   "player.bored",    "world.difficulty", "this.strength"};

static void add_descriptors(us_rng *rng, us_str *text)
{
    const char *between = "    described (";
    for (int i = 0; i < US_COUNT(keys); i++) {
        if (us_rng_chance(rng, 1, 4))
            continue;
        us_str_addf(text, "%s%s: ", between, keys[i]);
        if (i == 5)
            us_str_add(text, us_rng_chance(rng, 1, 2) ? "\"medium\"" : "\"high\"");
        else
            us_str_addf(text, "0.%02d", us_rng_below(rng, 100));
        between = ", ";
    }
    us_str_add(text, between[0] == ',' ? ")\n" : "");
}

static void add_library(us_rng *rng, int behaviors, us_str *text)
{
    us_str_add(text, "brl 1 arena\n\n");
    for (int i = 0; i < behaviors; i++) {
        us_str_addf(text, "behavior \"b%d\" (who: entity", i);
        if (us_rng_chance(rng, 2, 3))
            us_str_addf(text, " \"%s\"", types[us_rng_below(rng, US_COUNT(types))]);
        us_str_addf(text, ") is %s", classes[us_rng_below(rng, US_COUNT(classes))]);
        us_str_add(text, us_rng_chance(rng, 1, 3) ? ", Transport {\n" : " {\n");
        add_descriptors(rng, text);
        us_str_add(text, "    do act hide()\n}\n\n");
    }
}

static void add_query(us_rng *rng, int behaviors, const char *recheck, us_str *text)
{
    us_str_addf(text, "query %s(who: nearest(this, enemy))",
                classes[us_rng_below(rng, US_COUNT(classes))]);
    if (us_rng_chance(rng, 1, 2))
        us_str_addf(text, " describe (this.alarm, %s, player.bored: told + %d, this.strength: 1)",
                    keys[us_rng_below(rng, 2)], us_rng_below(rng, 130) - 15);
    if (us_rng_chance(rng, 1, 2))
        us_str_addf(text, " without \"b%d\", \"b%d\"", us_rng_below(rng, behaviors),
                    us_rng_below(rng, behaviors));
    us_str_add(text, recheck);
    if (us_rng_chance(rng, 1, 3))
        us_str_addf(text, " hysteresis %d", us_rng_below(rng, 10));
    if (us_rng_chance(rng, 1, 3))
        us_str_add(text, " weights renormalize");
    us_str_add_char(text, '\n');
}

static void change(us_rng *rng, arena_world *a, us_id actor, us_id *foe)
{
    static const char *const own[] = {"aggressive", "defensive", "alarm", "hit_points"};
    int what = us_rng_below(rng, 40);
    if (what < 4)
        arena_world_set(a, actor, own[what], 5 * us_rng_below(rng, 20));
    else if (what == 4)
        arena_world_tally(a, us_rng_below(rng, 2), "bored", 5 * us_rng_below(rng, 20));
    else if (what == 5)
        arena_world_tally(a, us_rng_below(rng, 2), "difficulty", 5 * us_rng_below(rng, 20));
    else if (what == 6 && *foe) {
        arena_world_remove(a, *foe);
        *foe = 0;
    } else if (what == 7 && !*foe)
        *foe = arena_world_add(a, us_rng_chance(rng, 1, 2) ? "PLAYER" : "GUARD", 0, 9, 9);
    else if (what == 8)
        arena_world_move(a, actor, us_rng_below(rng, 60), 4);
}

/* What us_class_retrieve says of what is asked now, of behaviors that serve the class. */
static int by_retrieval(const stage *s, const us_demand *asking, int running)
{
    us_run *run = s->run;
    const us_template *t = us_run_template(run, asking->spot.frame);
    const us_node *node = &t->node[asking->spot.node];
    us_view view = {&s->a.world, 1, s->actor, NULL};
    us_class_query query = us_class_query_default(node->name);
    us_query_value value[US_DESCRIPTORS_MAX];
    us_query_param param = {"who", asking->type[0]};
    for (int i = 0; i < node->arg_count; i++)
        if (node->arg[i].descriptor)
            value[query.values++] = (us_query_value){
                node->arg[i].name, us_expr_eval(node->arg[i].expr, &view, NULL), 0};
    for (int i = 0, all = query.values == 0; all && i < s->a.domain->descriptor_count; i++) {
        const us_descriptor *d = &s->a.domain->descriptor[i];
        if (d->value)
            value[query.values++] =
                (us_query_value){d->name, us_expr_eval(d->value, &view, NULL), 0};
    }
    for (int i = 0; i < query.values; i++)
        value[i].weight = us_class_share(US_SIMILARITY_ONE, query.values, i);
    query.value = value;
    query.param = &param;
    query.params = 1;
    query.excluded = node->list;
    query.excluded_count = node->list_count;
    query.renormalize = node->weights == US_WEIGHTS_RENORMALIZE;
    query.hysteresis = node->hysteresis * (US_SIMILARITY_ONE / 100);
    query.running = running >= 0 ? us_shelf_name(s->shelf, running) : NULL;
    int hits = 0, all = us_shelf_behaviors(s->shelf);
    us_class_hit *hit = US_NEW_ARRAY(us_class_hit, all);
    REQUIRE(us_class_retrieve(s->shelf, &query, all, hit, &hits, NULL) == US_OK);
    int found = -1;
    for (int i = 0; i < hits && found < 0; i++)
        if (hit[i].unfit == US_FITS && hit[i].functionality > 0)
            found = hit[i].behavior;
    us_free(hit);
    return found;
}

enum { LIBRARIES = 60, STEPS = 200 };

static void one_library(int number, int64_t *looked, int64_t *asked)
{
    us_rng rng = us_rng_derive(11, "ask", (uint64_t)number);
    us_str text;
    stage s;
    us_id foe = 0;
    us_str_init(&text);
    int behaviors = 1 + us_rng_below(&rng, 40);
    add_library(&rng, behaviors, &text);
    us_str_add(&text, "tree Main {\n    do ");
    add_query(&rng, behaviors, " recheck event", &text);
    us_str_add(&text, "}\n");
    open_with(&s, text.text);
    foe = arena_world_add(&s.a, "PLAYER", 0, 9, 9);
    int running = -1;
    for (int i = 0; i < STEPS; i++) {
        change(&rng, &s.a, s.actor, &foe);
        us_demand before = s.asking[0];
        running = before.spot.frame ? before.behavior : -1;
        us_answer got = tick(&s);
        if (got == US_RUNNING) {
            int expected = by_retrieval(&s, &s.asking[0], running);
            if (expected != s.asking[0].behavior)
                FAIL("library %d, step %d: %d, by retrieval %d in\n%s", number, i,
                     s.asking[0].behavior, expected, text.text);
            REQUIRE(expected == s.asking[0].behavior);
        }
        ++*looked;
    }
    *asked += us_answerer_count(s.asker).queries;
    close_stage(&s);
    us_str_clear(&text);
}

static void answers_are_those_of_retrieval_in_every_cycle(void)
{
    int64_t looked = 0, asked = 0;
    for (int i = 0; i < LIBRARIES; i++)
        one_library(i, &looked, &asked);
    CHECK(asked > LIBRARIES);
    CHECK(asked * 2 < looked); /* also those where nothing fits, which are asked in every cycle */
}

static void asking_allocates_nothing_once_it_has_been_asked(void)
{
    stage s;
    open_pair(&s, "");
    for (int i = 0; i < 8; i++)
        at_alarm(&s, i % 2 ? 10 : 90);
    uint64_t before = us_alloc_count();
    for (int i = 0; i < 100; i++)
        at_alarm(&s, i % 2 ? 10 : 90);
    CHECK_INT(us_alloc_count() - before, 0);
    CHECK_INT(us_answerer_count(s.asker).teardowns, 107);
    close_stage(&s);
}

static const us_test tests[] = {
    {"the more similar answer is chosen", the_more_similar_answer_is_chosen},
    {"the published choices are made in play", the_published_choices_are_made_in_play},
    {"what runs stays while it is the answer", what_runs_stays_while_it_is_the_answer},
    {"who is gone keeps the type that he had", who_is_gone_keeps_the_type_that_he_had},
    {"how the behavior ends, the query ends", how_the_behavior_ends_the_query_ends},
    {"what nothing answers fails with a reason", what_nothing_answers_fails_with_a_reason},
    {"a query that leads into itself has an end", a_query_that_leads_into_itself_has_an_end},
    {"what runs stays within the hysteresis", what_runs_stays_within_the_hysteresis},
    {"below the threshold nobody asks", below_the_threshold_nobody_asks},
    {"on entry it is asked once", on_entry_it_is_asked_once},
    {"answers are those of retrieval in every cycle",
     answers_are_those_of_retrieval_in_every_cycle},
    {"asking allocates nothing once it has been asked",
     asking_allocates_nothing_once_it_has_been_asked},
    {0},
};
const us_test_suite suite_ask = {"queries in play", tests};
