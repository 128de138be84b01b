#include "studio/film.h"

#include <string.h>

#include "base/file.h"
#include "studio/client.h"
#include "studio/ontology.h"
#include "studio/pages.h"
#include "traces/annotation.h"
#include "traces/label_tree.h"
#include "traces/pack.h"
#include "traces/plan_tree.h"
#include "traces/worlds.h"

enum {
    STATES = 8192,        /* at first, about; motion between them is drawn */
    STATES_MAX = 3 << 19, /* bytes of packed states: 1.5 MB, in base 64 a third more */
    GOALS_MAX = 10000,
    TEXTS_MAX = 2000, /* different ones */
    TEXT_MAX = 120,   /* bytes of one */
    LOOK = 256,       /* states between calls of stop */
    PLANES = 1 << US_PLANE_TERRAIN | 1 << US_PLANE_AMOUNT,
};

typedef struct film {
    const us_film_def *def;
    us_film_report *report;
    us_log log;
    us_worlds *worlds;
    int width, height;
    us_str states; /* packed */
    us_json_writer json;
    us_str texts[TEXTS_MAX]; /* of goals */
    int text_count;
} film;

/* ---- states */

static us_status pack(film *f, us_cycle every, us_error *err)
{
    US_AUTO(us_packer_clear) us_packer packer = {0};
    const us_world *world;
    us_cycle end = f->log.cycles, last = -1;
    unsigned planes = PLANES;
    us_states *stored = us_worlds_states(f->worlds);
    if (!us_worlds_can_replay(f->worlds) && stored)
        planes &= us_states_get_header(stored)->planes;
    US_TRY(us_worlds_at(f->worlds, 0, &world, err));
    f->width = world->width;
    f->height = world->height;
    f->report->every = every;
    f->report->states = 0;
    us_str_reset(&f->states);
    us_packer_init(&packer, f->log.domain, world->width, world->height, world->seats, planes);
    us_status status = US_OK;
    for (us_cycle at = 0; status == US_OK && f->states.length <= STATES_MAX; at += every) {
        at = at < end ? at : end;
        status = us_worlds_at(f->worlds, at, &world, err);
        if (status == US_OK && world->now > last) {
            last = world->now;
            status = us_packer_add(&packer, world, &f->states, err);
            f->report->states++;
        }
        if (status == US_OK && f->report->states % LOOK == 0 && f->def->stop && f->def->stop())
            status = us_error_set(err, US_INTERRUPTED, f->def->trace, 0, 0,
                                  "interrupted at cycle %d of %d", (int)at, (int)end);
        if (at == end)
            break;
    }
    return status;
}

static us_status pack_fitting(film *f, us_error *err)
{
    us_cycle every = f->def->every > 0 ? f->def->every : f->log.cycles / STATES + 1;
    US_TRY(pack(f, every, err));
    while (f->states.length > STATES_MAX && every <= f->log.cycles) {
        every *= 2;
        US_TRY(pack(f, every, err));
    }
    if (f->states.length > STATES_MAX)
        return us_error_set(err, US_BAD_INPUT, f->def->trace, 0, 0,
                            "its first and last state alone take %zu bytes, expected at most %d",
                            f->states.length, STATES_MAX);
    return US_OK;
}

/* The whole recording is compared with the game that is played again: a film of another game would
 * show goals that nobody pursued. */
static us_status open_worlds(film *f, us_error *err)
{
    us_error why;
    US_TRY(us_worlds_open(&f->log, f->def->trace, &f->worlds, err));
    us_worlds_set_stop(f->worlds, f->def->stop);
    us_status status = us_worlds_verify(f->worlds, f->log.cycles, &why);
    us_states *stored = us_worlds_states(f->worlds);
    if (status == US_MISMATCH && stored && us_states_count(stored) > 0)
        f->report->warning = why;
    else if (status != US_OK) {
        *err = why;
        return status;
    }
    return US_OK;
}

/* ---- goals: [seat, depth, opened, closed or -1, index of the text] */

static int index_of(film *f, const char *text)
{
    size_t length = us_text_fitting_size(text, strlen(text), TEXT_MAX);
    for (int i = 0; i < f->text_count; i++)
        if (f->texts[i].length == length && memcmp(f->texts[i].text, text, length) == 0)
            return i;
    if (f->text_count == TEXTS_MAX)
        return -1;
    us_str *new = &f->texts[f->text_count];
    us_str_init(new);
    us_str_add_bytes(new, text, length);
    return f->text_count++;
}

static void add_goal(film *f, int seat, int depth, us_cycle opened, us_cycle closed,
                     const char *text)
{
    int index = f->report->goals < GOALS_MAX ? index_of(f, text) : -1;
    if (index < 0) {
        f->report->goals_left++;
        return;
    }
    f->report->goals++;
    us_json_write_open(&f->json, '[');
    us_json_write_int(&f->json, seat);
    us_json_write_int(&f->json, depth);
    us_json_write_int(&f->json, opened);
    us_json_write_int(&f->json, closed);
    us_json_write_int(&f->json, index);
    us_json_write_close(&f->json, ']');
}

static us_status add_labels(film *f, bool labeled[US_SEATS_MAX], us_error *err)
{
    US_AUTOPTR(us_annotation) labels = NULL;
    us_label_tree tree;
    US_AUTOSTR(text);
    us_annotation_path(f->def->trace, &text);
    us_status status = US_OK;
    if (us_file_exists(text.text))
        status = us_annotation_load(text.text, f->log.domain, NULL, &labels, err);
    if (labels) {
        us_label_tree_init(&tree, labels);
        for (int i = 0; i < labels->count; i++) {
            const us_goal_instance *goal = &labels->goal[tree.order[i]];
            us_str_reset(&text);
            us_goal_print(f->log.domain, &goal->goal, &text);
            labeled[goal->seat] = true;
            add_goal(f, goal->seat, tree.place[tree.order[i]].depth, goal->opened,
                     goal->closed < goal->opened ? -1 : goal->closed, text.text);
        }
        us_label_tree_clear(&tree);
    }
    return status;
}

static void add_plan(film *f, int seat, const us_plan_tree *plan)
{
    for (int at = us_plan_tree_next(plan, US_PLAN_NONE, true); at != US_PLAN_NONE;
         at = us_plan_tree_next(plan, at, true)) {
        const us_plan_node *node = &plan->node[at];
        int depth = 0;
        if (node->of != US_NOTE_GOAL)
            continue;
        for (int above = node->above; above != US_PLAN_NONE; above = plan->node[above].above)
            depth += plan->node[above].of == US_NOTE_GOAL;
        add_goal(f, seat, depth, node->opened, node->closed, node->text);
    }
}

static us_status add_goals(film *f, us_error *err)
{
    bool labeled[US_SEATS_MAX] = {false};
    US_AUTO(us_plans_clear) us_plans plans = {0};
    us_plans_def def = {.path = f->def->trace, .domain = f->log.domain, .to = INT32_MAX};
    us_json_write_key_open(&f->json, "goals", '[');
    US_TRY(add_labels(f, labeled, err));
    US_TRY(us_plans_read(&def, &plans, err));
    for (int seat = 0; seat < US_SEATS_MAX; seat++)
        if (!labeled[seat])
            add_plan(f, seat, &plans.plan[seat]);
    us_json_write_close(&f->json, ']');
    us_json_write_key_open(&f->json, "texts", '[');
    for (int i = 0; i < f->text_count; i++)
        us_json_write_string(&f->json, f->texts[i].text);
    us_json_write_close(&f->json, ']');
    return US_OK;
}

/* ---- the page */

static us_status write_json(film *f, us_str *out, us_error *err)
{
    const us_trace_header *header = f->log.header;
    us_json_writer *w = &f->json;
    f->json = us_json_writer_begin(out, '{');
    us_json_write_key_string(w, "map", header->map);
    us_json_write_key_int(w, "width", f->width);
    us_json_write_key_int(w, "height", f->height);
    us_json_write_key_int(w, "seats", header->seats);
    us_json_write_key_open(w, "players", '[');
    for (int seat = 0; seat < header->seats; seat++)
        us_json_write_string(w, header->seat[seat].player);
    us_json_write_close(w, ']');
    us_json_write_key_int(w, "cycles", f->log.cycles);
    us_json_write_key_int(w, "every", f->report->every);
    us_outcome_write(&f->log.outcome, w);
    us_json_write_key_open(w, "domain", '{');
    us_ontology_write(f->log.domain, w);
    us_json_write_close(w, '}');
    US_TRY(add_goals(f, err));
    US_AUTOSTR(text);
    us_str_add_base64(&text, f->states.text, f->states.length);
    us_json_write_key_string(w, "states", text.text);
    us_json_writer_end(w, '}');
    return US_OK;
}

static us_status write_page(film *f, us_error *err)
{
    static const char *const styles[] = {"style.css", "game.css", "watch.css", "film.css", NULL};
    US_AUTOSTR(json);
    US_AUTOSTR(page);
    US_TRY(write_json(f, &json, err));
    us_str_add(&page, US_FILM_FIRST);
    us_bundle_head(&page, f->def->title ? f->def->title : f->def->trace, styles);
    us_str_add(&page, "<body>\n<header id=\"bar\"></header>\n<main id=\"page\"></main>\n"
                      "<noscript>This page needs JavaScript.</noscript>\n");
    us_bundle_data(&page, "game", &json);
    us_bundle_modules(&page, "filmpage.js");
    us_str_add(&page, "</body>\n</html>\n");
    f->report->bytes = page.length;
    return us_file_write(f->def->out, page.text, page.length, err);
}

static void film_free(film *f)
{
    us_worlds_close(f->worlds);
    us_log_clear(&f->log);
    for (int i = 0; i < f->text_count; i++)
        us_str_clear(&f->texts[i]);
    us_str_clear(&f->states);
    us_mem_free(f);
}
US_AUTOPTR_DEFINE(film, film_free);

us_status us_film_write(const us_film_def *def, us_film_report *out, us_error *err)
{
    US_AUTOPTR(film) f = US_NEW(film);
    *out = (us_film_report){.states = 0};
    f->def = def;
    f->report = out;
    us_str_init(&f->states);
    US_TRY(us_file_check_replaceable(def->out, US_FILM_FIRST, "a film", err));
    US_TRY(us_log_read(&f->log, def->trace, def->map, err));
    out->cycles = f->log.cycles;
    US_TRY(open_worlds(f, err));
    US_TRY(pack_fitting(f, err));
    return write_page(f, err);
}
