#include "tests/unit/learned_demo.h"

#include <stdlib.h>
#include <string.h>

#include "learn/learner.h"
#include "tests/unit/test.h"

static bool is_new(const learned_demo *s, const us_template *made)
{
    for (int i = 0; i < s->brl->count; i++)
        if (us_text_equal(s->brl->item[i]->name, made->name))
            return false;
    return true;
}

static void build(learned_demo *s, us_moments *moments)
{
    us_faults faults = {0};
    us_template *shared =
        us_builder_finish(us_builder_new(s->log.domain, US_TEMPLATE_TREE, "shared", NULL, &faults));
    us_faults_clear(&faults);
    s->brl = us_brl_new(s->log.domain, "learned.brl", shared);
    s->made = US_ARENA_ARRAY(s->arena, us_template *, s->episodes->count + 1);
    s->draft = US_ARENA_ARRAY(s->arena, us_draft *, s->episodes->count + 1);
    for (int i = 0; i < s->episodes->count; i++) {
        const us_moment *began = us_moments_ask(moments, s->episodes->episode[i].began);
        us_origin origin = {"demo.jsonl", 1, s->log.header->map, 0, "test", began->feature};
        if (s->episodes->episode[i].steps == 0)
            continue;
        s->draft[i] = us_draft_new(s->extractor, i, s->arena);
        us_template *made = us_draft_build(s->draft[i], &origin, &faults);
        REQUIRE(made);
        s->made[s->count++] = made;
        if (is_new(s, made))
            us_brl_add(s->brl, made);
    }
    us_brl_link(s->brl, &faults);
    us_brl_check(s->brl, &faults);
    if (faults.count) {
        US_AUTOSTR(text);
        us_faults_print(&faults, "learned.brl", &text);
        FAIL("%.2000s", text.text);
    }
    us_faults_clear(&faults);
}

void learned_demo_begin(learned_demo *s, const char *trace, const char *goals, bool literal)
{
    us_error err = {0};
    us_learn_def def = us_learn_def_default();
    us_learn_result out = {.brl = NULL};
    us_demo demo = {.file = trace, .labels = goals, .def = &def, .out = &out};
    *s = (learned_demo){.arena = us_arena_new()};
    if (us_log_read(&s->log, trace, NULL, &err) != US_OK ||
        us_worlds_open(&s->log, trace, &demo.worlds, &err) != US_OK ||
        us_annotation_load(goals, s->log.domain, NULL, &s->goals, &err) != US_OK)
        FAIL("%s", err.text);
    REQUIRE(s->goals && s->goals->count > 0);
    us_annotation_sort(s->goals);
    demo.log = &s->log;
    demo.annotation = s->goals;
    s->episodes = us_goal_episodes_new(&s->log, s->goals, s->goals->goal[0].seat,
                                       &(us_goal_episodes_def){.literal = literal});
    s->extractor = us_step_extractor_new(s->episodes);
    us_moments moments;
    if (us_demo_extract_steps(&demo, s->extractor, NULL, s->arena, &moments, &err) != US_OK)
        FAIL("%s", err.text);
    build(s, &moments);
    us_remarks_clear(&out.remarks);
    us_worlds_close(demo.worlds);
}

void learned_demo_end(learned_demo *s)
{
    for (int i = 0; i < s->count; i++) {
        bool kept = false;
        for (int k = 0; k < s->brl->count; k++)
            kept = kept || s->brl->item[k] == s->made[i];
        if (!kept)
            us_template_free(s->made[i]);
    }
    us_brl_free(s->brl);
    us_step_extractor_free(s->extractor);
    us_goal_episodes_free(s->episodes);
    us_annotation_free(s->goals);
    us_log_clear(&s->log);
    us_arena_free(s->arena);
}

/* ---- without provenance */

bool learned_demo_is_provenance(const char *key)
{
    static const char *const keys[] = {"demo",     "map",       "seat",    "instance", "orders",
                                       "achieved", "suggested", "learner", "seed"};
    for (int i = 0; i < US_COUNT(keys); i++)
        if (us_text_equal(keys[i], key))
            return true;
    return us_text_has_prefix(key, "order.") || us_text_has_prefix(key, "orders.") ||
           us_text_has_prefix(key, "instance.");
}

static void print_one(const us_template *template, us_str *out)
{
    us_template_print_body(template, template->name, out);
    for (int i = 0; i < template->case_count; i++) {
        for (int k = 0; k < template->cases[i].entry_count; k++) {
            const us_entry *entry = &template->cases[i].entry[k];
            if (learned_demo_is_provenance(entry->key))
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

void learned_demo_print(const learned_demo *s, us_str *out)
{
    US_AUTOFREE us_str *text = US_NEW_ARRAY(us_str, s->count + 1);
    for (int i = 0; i < s->count; i++) {
        us_str_init(&text[i]);
        print_one(s->made[i], &text[i]);
    }
    qsort(text, (size_t)s->count, sizeof *text, compare_texts); /* total order */
    for (int i = 0; i < s->count; i++) {
        us_str_add(out, text[i].text);
        us_str_clear(&text[i]);
    }
}
