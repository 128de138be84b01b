#include "tests/unit/scripted_run.h"

#include <string.h>

enum { SIDE = 16 };

static const char *label_of(const scripted_run *k, us_node_ref spot)
{
    const us_template *t = us_run_frame_template(k->run, spot.frame);
    REQUIRE(t);
    return t->node[spot.node].label[0] ? t->node[spot.node].label : "_";
}

static void log_event(scripted_run *k, us_node_ref spot, const char *what)
{
    if (!k->quiet)
        us_str_addf(&k->log, "%s%s%s", k->log.length ? " " : "", label_of(k, spot), what);
}

scripted_run_leaf *scripted_run_leaf_at(scripted_run *k, us_node_ref spot)
{
    for (int i = k->lives - 1; i >= 0; i--)
        if (k->live[i].spot.frame == spot.frame && k->live[i].spot.node == spot.node)
            return &k->live[i];
    return NULL;
}

static void leaf_gone(scripted_run *k, scripted_run_leaf *leaf)
{
    *leaf = k->live[--k->lives];
}

static const char *script_of(const scripted_run *k, us_node_ref spot)
{
    for (int i = k->scripts - 1; i >= 0; i--)
        if (strcmp(k->script[i].label, label_of(k, spot)) == 0)
            return k->script[i].answers;
    return NULL;
}

static us_answer answer_of(scripted_run *k, us_node_ref spot, bool begins, us_cycle *until)
{
    scripted_run_leaf *leaf = scripted_run_leaf_at(k, spot);
    const char *script = script_of(k, spot);
    int asked = leaf->asked++;
    us_answer answer = US_RUNNING;
    if (k->pause)
        *until = k->world.now + k->pause;
    if (script) {
        int last = (int)strlen(script) - 1;
        char a = script[asked < last ? asked : last];
        answer = a == 'S' ? US_SUCCESS : a == 'F' ? US_FAILURE : US_RUNNING;
    } else if (k->answer) {
        k->until = *until;
        answer = k->answer(k, spot, begins);
        *until = k->until;
    }
    if (answer != US_RUNNING) {
        k->ends++;
        log_event(k, spot, answer == US_SUCCESS ? "S" : "F");
        leaf_gone(k, scripted_run_leaf_at(k, spot));
    }
    return answer;
}

static us_answer begin(void *context, us_run *run, us_node_ref spot, us_cycle *until)
{
    scripted_run *k = context;
    CHECK(run == k->run);
    CHECK_INT(*until, k->world.now + 1);
    if (scripted_run_leaf_at(k, spot))
        FAIL("%s begins, and runs already", label_of(k, spot));
    REQUIRE(k->lives < KIT_LIVE);
    k->live[k->lives++] = (scripted_run_leaf){.spot = spot};
    k->begins++;
    log_event(k, spot, ">");
    return answer_of(k, spot, true, until);
}

static us_answer go(void *context, us_run *run, us_node_ref spot, us_cycle *until)
{
    scripted_run *k = context;
    scripted_run_leaf *leaf = scripted_run_leaf_at(k, spot);
    (void)run;
    if (!leaf || leaf->asleep)
        FAIL("%s is asked, and %s", label_of(k, spot), leaf ? "is dormant" : "doesn't run");
    REQUIRE(leaf);
    k->goes++;
    log_event(k, spot, ".");
    return answer_of(k, spot, false, until);
}

static void stop(void *context, us_run *run, us_node_ref spot, us_stop how)
{
    static const char *const sign[] = {"!", "(", ")"};
    scripted_run *k = context;
    scripted_run_leaf *leaf = scripted_run_leaf_at(k, spot);
    (void)run;
    if (!leaf || (how != US_HALT && leaf->asleep != (how == US_RESUME)))
        FAIL("%s%s, and %s", label_of(k, spot), sign[how], leaf ? "is so" : "doesn't run");
    REQUIRE(leaf);
    log_event(k, spot, sign[how]);
    k->halts += how == US_HALT;
    if (how == US_HALT)
        leaf_gone(k, leaf);
    else
        leaf->asleep = how == US_SUSPEND;
}

static const us_program *tree(void *context, us_run *run, us_node_ref spot, const char *name)
{
    (void)run;
    (void)spot;
    return scripted_run_program(context, name);
}

static int64_t score(void *context, us_run *run, us_node_ref spot)
{
    scripted_run *k = context;
    (void)run;
    return k->score ? k->score(k, spot) : 0;
}

const us_program *scripted_run_program(scripted_run *k, const char *name)
{
    for (int i = 0; i < k->brl->count; i++)
        if (strcmp(k->brl->item[i]->name, name) == 0)
            return k->program[i];
    return NULL;
}

static void make_world(scripted_run *k)
{
    const us_domain *domain = brl_domain();
    static const int8_t faction[2] = {0, 1};
    static const uint8_t alive[2] = {1, 1};
    k->tally = US_NEW_ARRAY(int32_t, 2 * domain->tallies.count);
    k->revision = US_NEW_ARRAY(uint32_t, us_revision_count(domain, 2));
    k->census = US_NEW_ARRAY(uint16_t, us_census_size(domain, 2));
    k->plane = US_NEW_ARRAY(uint8_t, SIDE * SIDE);
    k->world = (us_world){.domain = domain,
                          .width = SIDE,
                          .height = SIDE,
                          .entity = k->entity,
                          .seats = 2,
                          .tally = k->tally,
                          .faction = faction,
                          .alive = alive,
                          .revision = k->revision,
                          .census = k->census};
    for (int i = 0; i < US_PLANES; i++)
        k->world.plane[i] = k->plane;
    us_type peasant = us_domain_find_type(domain, "peasant");
    k->entity[0] = (us_entity){.id = 1, .type = peasant, .product = US_NO_TYPE, .action = -1};
    k->world.count = 1;
    us_world_compute_census(&k->world, k->census);
}

void scripted_run_open(scripted_run *k, const char *text)
{
    static const us_host host = {begin, go, stop, tree, score, NULL};
    uint64_t seed = k->seed;
    bool quiet = k->quiet;
    *k = (scripted_run){.seed = seed, .quiet = quiet};
    make_world(k);
    us_str_init(&k->log);
    k->live = US_NEW_ARRAY(scripted_run_leaf, KIT_LIVE);
    k->brl = brl_read(text, NULL);
    REQUIRE(k->brl->count <= KIT_PROGRAMS);
    for (int i = 0; i < k->brl->count; i++)
        k->program[i] = us_program_new(k->brl->item[i]);
    k->run = us_run_new(&(us_run_def){&host, k, k->seed});
}

void scripted_run_start(scripted_run *k, const char *name)
{
    REQUIRE(scripted_run_program(k, name));
    us_run_start(k->run, scripted_run_program(k, name), NULL, 0);
}

void scripted_run_tree(scripted_run *k, const char *body, const char *rest)
{
    us_str text;
    us_str_init(&text);
    us_str_addf(&text, "brl 1\n\ntree Main {\n    do %s\n}\n%s", body, rest);
    scripted_run_open(k, text.text);
    us_str_clear(&text);
    scripted_run_start(k, "Main");
}

us_view scripted_run_view(const scripted_run *k)
{
    return (us_view){&k->world, 0};
}

void scripted_run_close(scripted_run *k)
{
    us_view view = scripted_run_view(k);
    us_run_halt(k->run, &view);
    CHECK_INT(k->lives, 0);
    CHECK_INT(k->begins, k->ends + k->halts);
    CHECK_INT(us_run_read_counts(k->run).frames, 0);
    CHECK_INT(us_run_read_counts(k->run).bytes, 0);
    CHECK(!us_run_has_watches(k->run));
    us_run_free(k->run);
    for (int i = 0; i < k->brl->count; i++)
        us_program_free(k->program[i]);
    us_brl_free(k->brl);
    us_str_clear(&k->log);
    us_mem_free(k->live);
    us_mem_free(k->tally);
    us_mem_free(k->revision);
    us_mem_free(k->census);
    us_mem_free(k->plane);
}

void scripted_run_script(scripted_run *k, const char *label, const char *answers)
{
    for (int i = 0; i < k->scripts; i++) {
        if (strcmp(k->script[i].label, label) != 0)
            continue;
        k->script[i].answers = answers;
        return;
    }
    REQUIRE(k->scripts < KIT_SCRIPTS);
    k->script[k->scripts].label = label;
    k->script[k->scripts++].answers = answers;
}

us_answer scripted_run_tick(scripted_run *k)
{
    us_view view = scripted_run_view(k);
    us_answer answer = us_run_tick(k->run, &view, NULL, 0);
    k->world.now++;
    return answer;
}

us_answer scripted_run_emit(scripted_run *k, us_event_kind kind)
{
    us_view view = scripted_run_view(k);
    us_event event = {.cycle = k->world.now, .kind = (uint8_t)kind};
    us_answer answer = us_run_tick(k->run, &view, &event, 1);
    k->world.now++;
    return answer;
}

const char *scripted_run_log(scripted_run *k)
{
    static char said[2048];
    REQUIRE(k->log.length < sizeof said);
    memcpy(said, k->log.text ? k->log.text : "", k->log.length + (k->log.length > 0));
    said[k->log.length] = '\0';
    us_str_reset(&k->log);
    return said;
}

void scripted_run_gold(scripted_run *k, int gold)
{
    int tally = us_domain_find_tally(brl_domain(), "gold");
    k->tally[tally] = gold;
    k->revision[US_REVISION_TALLY]++;
    k->revision[US_REVISION_ANY]++;
}

us_node_ref scripted_run_node_ref(scripted_run *k, const char *label)
{
    uint32_t frame[64];
    int count = us_run_list_frames(k->run, frame, US_COUNT(frame));
    for (int i = (count < US_COUNT(frame) ? count : US_COUNT(frame)) - 1; i >= 0; i--) {
        int node = us_template_find_node(us_run_frame_template(k->run, frame[i]), label);
        if (node >= 0)
            return (us_node_ref){frame[i], node};
    }
    FAIL("no frame has a node %s", label);
    return (us_node_ref){0, 0};
}
