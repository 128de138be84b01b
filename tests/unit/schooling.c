#include "tests/unit/schooling.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/test.h"
#include "traces/worlds.h"

/* Tells the scenes of all orders, with the world of their cycle and what happened before it. */
static void watch(schooling *s, us_worlds *worlds, int64_t **feature)
{
    us_events events = {0};
    us_cycle last = 0;
    const us_domain *domain = s->log.domain;
    for (int o = 0; o < s->lessons->orders; o++) {
        us_cycle cycle = s->log.line[s->lessons->order[o]].cycle;
        const us_world *world = NULL;
        us_events_reset(&events);
        if (cycle > last)
            REQUIRE(us_worlds_events(worlds, last, cycle, &events, NULL) == US_OK);
        us_scenes_events(s->scenes, events.event, events.count);
        last = cycle;
        REQUIRE(us_worlds_seen(worlds, cycle, s->lessons->seat, &world, NULL) == US_OK);
        us_view view = {world, s->lessons->seat};
        us_scenes_order(s->scenes, o, &view);
        for (int i = 0; i < s->lessons->count; i++) {
            if (s->lessons->lesson[i].from != o)
                continue;
            feature[i] = US_ARENA_ARRAY(s->arena, int64_t, domain->feature_count + 1);
            for (int f = 0; f < domain->feature_count; f++)
                feature[i][f] = us_expr_eval(domain->feature[f].value, &view, NULL);
        }
    }
    us_events_clear(&events);
}

static void fill_lessons(schooling *s)
{
    int lessons = s->lessons->count;
    for (int i = 0; i < lessons; i++) {
        const us_step *act = NULL;
        int acts = us_scenes_acts(s->scenes, i, &act);
        us_lesson_acts(s->lessons, i, act, acts);
        s->lessons->lesson[i].spares = us_scenes_spare(s->scenes, i, &s->lessons->lesson[i].spare);
    }
    us_lessons_order(s->lessons);
}

static bool is_new(const schooling *s, const us_template *made)
{
    for (int i = 0; i < s->brl->count; i++)
        if (us_text_equal(s->brl->item[i]->name, made->name))
            return false;
    return true;
}

static void build(schooling *s, int64_t *const *feature, bool literal)
{
    us_faults faults = {0};
    us_template *shared =
        us_build_finish(us_build_new(s->log.domain, US_TEMPLATE_TREE, "shared", NULL, &faults));
    us_faults_clear(&faults);
    s->brl = us_brl_new(s->log.domain, "learned.brl", shared);
    s->made = US_ARENA_ARRAY(s->arena, us_template *, s->lessons->count + 1);
    s->draft = US_ARENA_ARRAY(s->arena, us_draft *, s->lessons->count + 1);
    for (int i = 0; i < s->lessons->count; i++) {
        us_origin origin = {"demo.jsonl", 1, s->log.header->map, "test",
                            feature[s->lessons->lesson[i].whole]};
        if (s->lessons->lesson[i].steps == 0)
            continue;
        s->draft[i] = us_draft_new(s->lessons, i, s->scenes, literal, s->arena);
        us_template *made = us_draft_build(s->draft[i], s->lessons, &origin, &faults);
        REQUIRE(made);
        s->made[s->count++] = made;
        if (is_new(s, made))
            us_brl_add(s->brl, made);
    }
    us_brl_link(s->brl, &faults);
    us_brl_check(s->brl, &faults);
    if (faults.count) {
        us_str text;
        us_str_init(&text);
        us_faults_print(&faults, "learned.brl", &text);
        FAIL("%.2000s", text.text);
        us_str_clear(&text);
    }
    us_faults_clear(&faults);
}

void schooling_begin(schooling *s, const char *trace, const char *goals, bool literal)
{
    us_error err = {0};
    us_worlds *worlds = NULL;
    *s = (schooling){.arena = us_arena_new()};
    if (us_log_read(&s->log, trace, NULL, &err) != US_OK ||
        us_worlds_open(&s->log, trace, &worlds, &err) != US_OK ||
        us_annotation_load(goals, s->log.domain, NULL, &s->goals, &err) != US_OK)
        FAIL("%s", err.text);
    REQUIRE(s->goals && s->goals->count > 0);
    s->lessons = us_lessons_new(&s->log, s->goals, s->goals->goal[0].seat, US_NEST_LABELS);
    s->scenes = us_scenes_new(s->lessons, literal);
    int64_t **feature = US_ARENA_ARRAY(s->arena, int64_t *, s->lessons->count + 1);
    watch(s, worlds, feature);
    fill_lessons(s);
    build(s, feature, literal);
    us_worlds_close(worlds);
}

void schooling_end(schooling *s)
{
    for (int i = 0; i < s->count; i++) {
        bool kept = false;
        for (int k = 0; k < s->brl->count; k++)
            kept = kept || s->brl->item[k] == s->made[i];
        if (!kept)
            us_template_free(s->made[i]);
    }
    us_brl_free(s->brl);
    us_scenes_free(s->scenes);
    us_lessons_free(s->lessons);
    us_annotation_free(s->goals);
    us_log_clear(&s->log);
    us_arena_free(s->arena);
}

/* ---- without provenance */

bool schooling_is_provenance(const char *key)
{
    static const char *const keys[] = {"demo",     "seat",      "instance", "orders",
                                       "achieved", "suggested", "learner"};
    for (int i = 0; i < US_COUNT(keys); i++)
        if (us_text_equal(keys[i], key))
            return true;
    return us_text_starts(key, "order.") || us_text_starts(key, "orders.") ||
           us_text_starts(key, "instance.");
}

static void print_one(const us_template *template, us_str *out)
{
    us_template_print_body(template, template->name, out);
    for (int i = 0; i < template->case_count; i++) {
        for (int k = 0; k < template->cases[i].entry_count; k++) {
            const us_entry *entry = &template->cases[i].entry[k];
            if (schooling_is_provenance(entry->key))
                continue;
            us_str_addf(out, "%d %s:", i, entry->key);
            for (int n = 0; n < entry->count; n++)
                us_str_addf(out, " %lld", (long long)us_entry_number(entry, n));
            for (int n = 0; n < entry->texts; n++)
                us_str_addf(out, " \"%s\"", entry->text[n]);
            us_str_add_char(out, '\n');
        }
    }
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(((const us_str *)a)->text, ((const us_str *)b)->text);
}

void schooling_print(const schooling *s, us_str *out)
{
    us_str *text = US_NEW_ARRAY(us_str, s->count + 1);
    for (int i = 0; i < s->count; i++) {
        us_str_init(&text[i]);
        print_one(s->made[i], &text[i]);
    }
    qsort(text, (size_t)s->count, sizeof *text, compare_texts); /* total order */
    for (int i = 0; i < s->count; i++) {
        us_str_add(out, text[i].text);
        us_str_clear(&text[i]);
    }
    us_free(text);
}
