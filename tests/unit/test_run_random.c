/* Random trees, random answers, random worlds. Each seed says all of it. */
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/rng.h"
#include "tests/unit/scripted_run.h"

/* ---- random texts */

typedef struct writer {
    us_rng rng;
    us_str text;
    int labels, depth, left, hints;
    bool classic; /* only what the plain interpreter below knows */
} writer;

static int draw(writer *w, int bound)
{
    return (int)us_rng_next_below(&w->rng, (uint32_t)bound);
}

static void write_node(writer *w);

static void write_children(writer *w, int least, int most)
{
    us_str_add(&w->text, " {\n");
    for (int i = least + draw(w, most - least + 1); i > 0; i--)
        write_node(w);
    us_str_add(&w->text, "}\n");
}

static void write_leaf(writer *w)
{
    int kind = draw(w, w->classic ? 5 : 9);
    if (kind < 2)
        us_str_addf(&w->text, "check gold(self) %s %d\n", kind ? "<" : ">=", draw(w, 6));
    else if (kind < 5)
        us_str_addf(&w->text, "l%d: act stop()\n", w->labels++);
    else if (kind == 5)
        us_str_addf(&w->text, "l%d: goal Research(player: self, type: \"melee-weapon-1\")\n",
                    w->labels++);
    else if (kind == 6)
        us_str_addf(&w->text, "set mood = %d\n", draw(w, 3));
    else if (kind == 7)
        us_str_addf(&w->text, "emit %s\n", draw(w, 2) ? "ping" : "pong");
    else
        us_str_addf(&w->text, "call Sub(n: mood + %d)\n", draw(w, 3));
}

static void write_line(writer *w)
{
    static const char *const memory[] = {"none", "resume", "latch", "scan", "keep"};
    us_str_addf(&w->text, "%s memory %s", draw(w, 2) ? "sequence" : "selector", memory[draw(w, 5)]);
    write_children(w, 1, 4);
}

static void write_order(writer *w)
{
    int count = 2 + draw(w, 4), first = w->labels;
    w->labels += count;
    us_str_add(&w->text, "order {\n");
    for (int i = 0; i < count; i++) {
        us_str_addf(&w->text, "l%d: succeed ", first + i);
        write_node(w);
    }
    for (int i = draw(w, 6); i > 0; i--) {
        int a = draw(w, count), b = draw(w, count);
        if (a != b)
            us_str_addf(&w->text, "l%d before l%d\n", first + (a < b ? b : a),
                        first + (a < b ? a : b));
    }
    us_str_add(&w->text, "}\n");
}

static void write_machine(writer *w)
{
    us_str_add(&w->text, "machine {\nstate one {\n");
    write_node(w);
    write_node(w);
    us_str_add(&w->text, "on attacked -> goto two\non ping when gold(self) > 2 -> goto two\n"
                         "on failure -> goto failure\nwhen mood == 2 -> goto two\n}\n"
                         "state two {\n");
    write_node(w);
    us_str_addf(&w->text, "on %s -> goto one\non success -> goto success\n}\n}\n",
                draw(w, 2) ? "pong" : "gone");
}

static void write_beside(writer *w)
{
    if (draw(w, 2)) {
        us_str_add(&w->text, "monitor {\n");
        write_node(w);
        us_str_addf(&w->text, "when gold(self) == %d -> ", draw(w, 5));
        write_node(w);
        us_str_add(&w->text, "on ping -> ");
        write_node(w);
        us_str_add(&w->text, "}\n");
        return;
    }
    us_str_add(&w->text, "stacks s1, s2 {\n");
    write_node(w);
    us_str_add(&w->text, "on attacked -> push s2 call Sub(n: 1)\non ping -> push s1 call Two()\n"
                         "on gone -> pop s2\non pong -> flush s1\n"
                         "on created -> pop-to s2 call Sub(n: 2)\n}\n");
}

static void write_choose(writer *w)
{
    static const char *const picks[] = {"first", "argmax", "proportional", "geometric share 60",
                                        "residual-idle"};
    static const char *const rechecks[] = {"entry", "tick", "event"};
    const char *pick = picks[draw(w, 5)];
    int recheck = draw(w, 3);
    us_str_addf(&w->text, "choose score %s pick %s recheck %s again %d hysteresis %d interrupt %d",
                w->hints ? "utility" : "hint", pick, rechecks[recheck], draw(w, 2), draw(w, 2),
                recheck ? draw(w, 9) : 0);
    if (!w->hints++) { /* labels are given once */
        us_str_add(&w->text, " {\nping: ");
        write_node(w);
        us_str_add(&w->text, "attacked: ");
        write_node(w);
        us_str_add(&w->text, "}\n");
        return;
    }
    us_str_add(&w->text, " {\n");
    for (int i = 1 + draw(w, 3); i > 0; i--) {
        us_str_addf(&w->text, "option(gold(self) * %d) ", draw(w, 9));
        write_node(w);
    }
    us_str_add(&w->text, "}\n");
}

static void write_decorator(writer *w)
{
    static const char *const words[] = {"invert ",   "succeed ",    "fail ",    "retry 2 ",
                                        "repeat 2 ", "until-fail ", "once ",    "limit 2 ",
                                        "guard g ",  "timeout 4 ",  "delay 2 ", "cooldown 3 "};
    us_str_add(&w->text, words[draw(w, w->classic ? 3 : US_COUNT(words))]);
    write_node(w);
}

static void write_node(writer *w)
{
    int kind = draw(w, w->classic ? 6 : 11);
    if (w->depth > 4 || w->left-- <= 0)
        kind = 0;
    w->depth++;
    if (kind == 0) {
        write_leaf(w);
    } else if (kind < 4) {
        write_line(w);
    } else if (kind == 4) {
        int count = 1 + draw(w, 2);
        us_str_addf(&w->text, "parallel succeed %d", count);
        us_str_add(&w->text, draw(w, 2) ? " fail early" : "");
        write_children(w, count, 4);
    } else if (kind == 5 || kind == 6) {
        write_decorator(w);
    } else if (kind == 7) {
        write_order(w);
    } else if (kind == 8) {
        write_machine(w);
    } else if (kind == 9) {
        write_choose(w);
    } else {
        write_beside(w);
    }
    w->depth--;
}

/* A file with Main, or NULL: it has a fault (something that can never be reached, mostly). */
static bool write_file(writer *w, uint64_t seed, bool classic)
{
    w->rng = us_rng_derive(seed, "run.random", classic);
    w->labels = w->depth = w->hints = 0;
    w->left = 25;
    w->classic = classic;
    us_str_reset(&w->text);
    us_str_add(&w->text, "brl 1\n\nslot mood: number = 0\n\ntree Main {\ndo ");
    write_node(w);
    us_str_add(&w->text, "}\n");
    if (!classic) {
        us_str_add(&w->text, "tree Sub(n: number) {\ndo sequence memory none {\ncheck n < 4\n");
        us_str_addf(&w->text, "l%d: act stop()\n}\n}\ntree Two {\ndo sequence {\nemit ping\n",
                    w->labels++);
        us_str_addf(&w->text, "l%d: act stop()\nemit pong\n}\n}\n", w->labels++);
        us_str_add(&w->text, "behavior \"fills\" achieves Research(player: self, type: "
                             "\"melee-weapon-1\") {\nwhile gold(self) < 5\ndo sequence {\n");
        us_str_addf(&w->text, "l%d: act stop()\n", w->labels++);
        us_str_add(&w->text, "set mood = mood + 1\n}\n}\n");
    }
    us_faults faults = {0};
    US_AUTOPTR(us_brl) brl = brl_read(w->text.text, &faults);
    bool sound = faults.count == 0;
    us_faults_clear(&faults);
    return sound;
}

/* ---- random answers: of the node reference and the cycle, not of how often somebody asked */

static uint32_t roll(const scripted_run *k, us_node_ref node_ref, uint32_t bound)
{
    us_hash hash = us_hash_add(us_hash_add(US_HASH_START, k->seed), (uint64_t)k->world.now);
    hash = us_hash_add(us_hash_add(hash, node_ref.frame), (uint64_t)node_ref.node);
    return (uint32_t)(hash >> 20) % bound;
}

static us_answer some_answer(scripted_run *k, us_node_ref node_ref, bool begins)
{
    (void)begins;
    uint32_t rolled = roll(k, node_ref, 20);
    const us_template *t = us_run_frame_template(k->run, node_ref.frame);
    bool goal = t->node[node_ref.node].kind == US_NODE_GOAL;
    if (goal && rolled > 4 && !us_run_node_frame(k->run, node_ref)) {
        us_fill fill = {.program = scripted_run_program(k, "fills")};
        us_run_fill(k->run, node_ref, &fill);
    }
    if (k->own) /* they wait, too */
        k->until = k->world.now + 1 + (us_cycle)(rolled % 3);
    return rolled < 3 ? US_FAILURE : rolled < 7 ? US_SUCCESS : US_RUNNING;
}

static void some_events(scripted_run *k, us_rng *rng)
{
    static const us_event_kind kinds[] = {US_EVENT_ATTACKED, US_EVENT_GONE, US_EVENT_CREATED};
    if (us_rng_next_below(rng, 3) == 0)
        scripted_run_gold(k, (int)us_rng_next_below(rng, 7));
    us_event event = {.kind = (uint8_t)kinds[us_rng_next_below(rng, 3)]};
    us_view view = scripted_run_view(k);
    int events = us_rng_next_below(rng, 4) == 0;
    us_answer answer = us_run_tick(k->run, &view, &event, events);
    if (answer == US_SUCCESS || answer == US_FAILURE)
        scripted_run_start(k, "Main");
    us_str_addf(&k->log, " | ");
    k->world.now++;
}

/* What a tree says of its run. */
static us_hash run_file(const char *text, uint64_t seed, bool revisions, int ticks)
{
    US_AUTO(scripted_run_close) scripted_run k = {.seed = seed};
    us_rng rng = us_rng_derive(seed, "run.world", 0);
    scripted_run_open(&k, text);
    k.answer = some_answer;
    k.own = seed % 2 ? &k : NULL;
    if (!revisions)
        k.world.revision = NULL;
    scripted_run_start(&k, "Main");
    us_hash hash = US_HASH_START;
    for (int t = 0; t < ticks; t++) {
        some_events(&k, &rng);
        hash = us_hash_add_text(hash, k.log.text);
        us_str_reset(&k.log);
    }
    return hash;
}

TEST(each_start_has_one_end_or_halt_whoever_watches)
{
    writer w = {0};
    int sound = 0;
    us_str_init(&w.text);
    for (uint64_t seed = 1; seed <= 1500; seed++) {
        if (!write_file(&w, seed, false))
            continue;
        sound++;
        us_hash with = run_file(w.text.text, seed, true, 60);
        CHECK_HASH(run_file(w.text.text, seed, true, 60), with);
        if (!CHECK_HASH(run_file(w.text.text, seed, false, 60), with)) {
            FAIL("seed %d:\n%s", (int)seed, w.text.text);
            break;
        }
    }
    CHECK(sound > 300);
    us_str_clear(&w.text);
}

/* ---- a plain interpreter of the classic nodes: everything is asked in each tick */

enum { NODES = 512 };

typedef struct plain {
    scripted_run *kit;
    const us_template *t;
    bool running[NODES];
    us_answer ended[NODES];
    int index[NODES];
    us_str log;
} plain;

static void plain_log(plain *p, int node, const char *what)
{
    us_str_addf(&p->log, "%s%s%s", p->log.length ? " " : "", p->t->node[node].label, what);
}

static void plain_halt(plain *p, int node)
{
    const us_node *all = p->t->node;
    if (!p->running[node])
        return;
    for (int i = node + 1; i < all[node].end; i = all[i].end)
        plain_halt(p, i);
    if (all[node].kind == US_NODE_ACT)
        plain_log(p, node, "!");
    p->running[node] = false;
    if (all[node].memory != US_MEMORY_KEEP)
        p->index[node] = 0;
}

static void plain_halt_but(plain *p, int node, int but)
{
    const us_node *all = p->t->node;
    for (int i = node + 1; i < all[node].end; i = all[i].end)
        if (i != but)
            plain_halt(p, i);
}

static us_answer plain_tick(plain *p, int node);

static us_answer plain_act(plain *p, int node)
{
    plain_log(p, node, p->running[node] ? "." : ">");
    us_answer answer = some_answer(p->kit, (us_node_ref){1, node}, false);
    if (answer != US_RUNNING)
        plain_log(p, node, answer == US_SUCCESS ? "S" : "F");
    return answer;
}

static us_answer plain_line(plain *p, int node)
{
    const us_node *all = p->t->node, *line = &all[node];
    us_answer on = line->kind == US_NODE_SEQUENCE ? US_SUCCESS : US_FAILURE;
    bool anew = line->memory == US_MEMORY_NONE || line->memory == US_MEMORY_SCAN;
    bool stays = line->memory == US_MEMORY_LATCH || line->memory == US_MEMORY_KEEP;
    int begin = anew || p->index[node] == 0 ? node + 1 : p->index[node];
    us_answer state = on;
    for (int i = begin; i < line->end && state == on; i = all[i].end) {
        bool ran = p->running[i];
        state = plain_tick(p, i);
        p->index[node] = i;
        if (line->memory == US_MEMORY_KEEP && state == on && !ran && all[i].end < line->end) {
            p->index[node] = all[i].end;
            state = US_RUNNING;
        }
    }
    plain_halt_but(p, node, state == US_RUNNING ? p->index[node] : -1);
    if (state == US_SUCCESS || (state == US_FAILURE && !stays))
        p->index[node] = 0;
    return state;
}

static us_answer plain_parallel(plain *p, int node)
{
    const us_node *all = p->t->node, *at = &all[node];
    int good = 0, bad = 0, children = 0;
    us_answer answer = US_RUNNING;
    for (int i = node + 1; i < at->end; i = all[i].end, children++)
        p->ended[i] = p->running[node] ? p->ended[i] : US_ANSWER_NONE;
    for (int i = node + 1; i < at->end && answer == US_RUNNING; i = all[i].end) {
        us_answer child = p->ended[i] ? p->ended[i] : plain_tick(p, i);
        p->ended[i] = child == US_RUNNING ? US_ANSWER_NONE : child;
        good += child == US_SUCCESS;
        bad += child == US_FAILURE;
        int need = at->count ? at->count : children;
        if (good >= need)
            answer = US_SUCCESS;
        else if (good + bad == children || (at->fail == US_FAIL_EARLY && children - bad < need))
            answer = US_FAILURE;
    }
    if (answer != US_RUNNING)
        plain_halt_but(p, node, -1);
    return answer;
}

static us_answer plain_tick(plain *p, int node)
{
    const us_node *at = &p->t->node[node];
    us_view view = scripted_run_view(p->kit);
    us_answer answer;
    if (at->kind == US_NODE_CHECK) {
        answer = us_expr_is_true(at->arg[0].expr, &view, NULL) ? US_SUCCESS : US_FAILURE;
    } else if (at->kind == US_NODE_ACT) {
        answer = plain_act(p, node);
    } else if (at->kind == US_NODE_SEQUENCE || at->kind == US_NODE_SELECTOR) {
        answer = plain_line(p, node);
    } else if (at->kind == US_NODE_PARALLEL) {
        answer = plain_parallel(p, node);
    } else {
        answer = plain_tick(p, node + 1);
        if (answer != US_RUNNING && at->kind == US_NODE_SUCCEED)
            answer = US_SUCCESS;
        else if (answer != US_RUNNING && at->kind == US_NODE_FAIL)
            answer = US_FAILURE;
        else if (answer != US_RUNNING && at->kind == US_NODE_INVERT)
            answer = answer == US_SUCCESS ? US_FAILURE : US_SUCCESS;
    }
    p->running[node] = answer == US_RUNNING;
    return answer;
}

static bool same_as_plain(const char *text, uint64_t seed)
{
    US_AUTO(scripted_run_close) scripted_run k = {.seed = seed};
    us_rng rng = us_rng_derive(seed, "run.world", 0);
    scripted_run_open(&k, text);
    k.answer = some_answer;
    us_run_start(k.run, scripted_run_program(&k, "Main"), NULL, 0);
    static plain p;
    p = (plain){.kit = &k, .t = us_program_template(scripted_run_program(&k, "Main"))};
    REQUIRE(p.t->node_count <= NODES);
    us_str_init(&p.log);
    us_answer answer = US_RUNNING;
    bool same = true;
    for (int t = 0; t < 40 && same && answer == US_RUNNING; t++) {
        if (us_rng_next_below(&rng, 3) == 0)
            scripted_run_gold(&k, (int)us_rng_next_below(&rng, 7));
        us_answer expected = plain_tick(&p, 0);
        answer = scripted_run_tick(&k);
        same = CHECK_INT(answer, expected);
        same = CHECK_STR(scripted_run_log(&k), p.log.text ? p.log.text : "") && same;
        us_str_reset(&p.log);
    }
    us_str_clear(&p.log);
    return same;
}

TEST(visiting_less_changes_no_answer)
{
    writer w = {0};
    int sound = 0;
    us_str_init(&w.text);
    for (uint64_t seed = 1; seed <= 6000; seed++) {
        if (!write_file(&w, seed, true))
            continue;
        sound++;
        if (!same_as_plain(w.text.text, seed)) {
            FAIL("seed %d:\n%s", (int)seed, w.text.text);
            break;
        }
    }
    CHECK(sound > 1000);
    us_str_clear(&w.text);
}

/* ---- what it costs: work and memory, not time */

static void write_wide(us_str *out, int children)
{
    us_str_add(out, "parallel {\n");
    for (int i = 0; i < children; i++)
        us_str_addf(out, "sequence {\n l%d: act stop()\n act stop()\n }\n", i);
    us_str_add(out, "}");
}

TEST(only_what_has_a_reason_is_visited)
{
    US_AUTO(scripted_run_close) scripted_run k = {.quiet = true};
    US_AUTOSTR(body);
    write_wide(&body, 300);
    scripted_run_tree(&k, body.text, "");
    k.pause = 100000;
    scripted_run_tick(&k);
    us_run_counts before = us_run_read_counts(k.run);
    CHECK_INT(before.visits, 601);
    for (int i = 0; i < 100; i++)
        scripted_run_tick(&k);
    CHECK_INT(us_run_read_counts(k.run).visits, before.visits);
    us_run_wake(k.run, scripted_run_node_ref(&k, "l150"));
    scripted_run_tick(&k);
    CHECK_INT(us_run_read_counts(k.run).visits, before.visits + 3); /* and the two above it */
    CHECK_INT(k.goes, 1);
}

static us_answer run_on(void *context, us_run *run, us_node_ref node_ref, us_cycle *until)
{
    (void)context;
    (void)run;
    (void)node_ref;
    *until = 0; /* the next cycle is the earliest */
    return US_RUNNING;
}

static void ignore(void *context, us_run *run, us_node_ref node_ref, us_stop how)
{
    (void)context;
    (void)run;
    (void)node_ref;
    (void)how;
}

TEST(a_thousand_agents_share_a_template)
{
    enum { AGENTS = 1000 };
    static const us_host host = {.begin = run_on, .go = run_on, .stop = ignore};
    static us_run *run[AGENTS];
    US_AUTO(scripted_run_close) scripted_run k = {.quiet = true};
    US_AUTOSTR(body);
    write_wide(&body, 100);
    scripted_run_tree(&k, body.text, "");
    us_view view = scripted_run_view(&k);
    size_t bytes = 0;
    for (int i = 0; i < AGENTS; i++) {
        run[i] = us_run_new(&(us_run_def){&host, NULL, (uint64_t)i});
        us_run_start(run[i], scripted_run_program(&k, "Main"), NULL, 0);
    }
    for (int t = 0; t < 3; t++, k.world.now++)
        for (int i = 0; i < AGENTS; i++)
            CHECK_INT(us_run_tick(run[i], &view, NULL, 0), US_RUNNING);
    for (int i = 0; i < AGENTS; i++) {
        bytes += us_run_read_counts(run[i]).bytes;
        CHECK_INT(us_run_read_counts(run[i]).visits, 3 * 201);
        us_run_free(run[i]);
    }
    CHECK(bytes <= (size_t)32 * 301 * AGENTS);
}

/* Of trees that have all kinds of nodes: frames, watchers, events and slots come and go. */
TEST(a_long_run_does_not_grow)
{
    writer w = {0};
    us_str_init(&w.text);
    int runs = 0;
    for (uint64_t seed = 1; runs < 12; seed++) {
        if (!write_file(&w, seed, false))
            continue;
        runs++;
        US_AUTO(scripted_run_close) scripted_run k = {.seed = seed, .quiet = true};
        us_rng rng = us_rng_derive(seed, "run.world", 0);
        scripted_run_open(&k, w.text.text);
        k.answer = some_answer;
        scripted_run_start(&k, "Main");
        uint64_t allocations = 0;
        for (int t = 0; t < 24000; t++) {
            if (t == 12000)
                allocations = us_mem_alloc_count();
            some_events(&k, &rng);
            us_str_reset(&k.log);
        }
        CHECK_INT(us_mem_alloc_count(), allocations);
    }
    us_str_clear(&w.text);
}
