/* Any bytes as a library: an error, or a library that can be read to its end, checked, and
 * compared with itself. What is sound goes into a file of behaviors. A case base of it answers. */
#include "retrieve/evaluate.h"
#include "retrieve/library_diff.h"
#include "retrieve/library_prune.h"
#include "retrieve/query.h"
#include "tests/fuzz/shipped.h"
#include "understudy/library.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct first {
    int64_t behavior, in_case;
} first;

static void see_behavior(void *context, const us_library_behavior *row)
{
    first *f = context;
    us_assert(row->name && row->goal_type && row->goal_text);
    if (f->behavior == 0)
        f->behavior = row->id;
}

static void see_case(void *context, const us_library_case *row)
{
    first *f = context;
    us_assert(row->done && row->feature);
    if (f->in_case == 0)
        f->in_case = row->id;
}

static void see_origin(void *context, const us_library_origin *row)
{
    (void)context;
    us_assert(row->about.map && row->about.cycle >= -1);
}

static void read_rows(us_library *library)
{
    first f = {0};
    us_case found;
    us_template *template = NULL;
    us_arena *arena = us_arena_new();
    us_library_visit_behaviors(library, see_behavior, &f, NULL);
    us_library_visit_cases(library, see_case, &f, NULL);
    us_library_visit_origins(library, f.behavior, see_origin, NULL, NULL);
    us_library_read_case(library, f.in_case, arena, &found, NULL);
    if (us_library_read_template(library, f.behavior, &template, NULL) == US_OK)
        us_template_free(template);
    us_arena_free(arena);
}

static void read_whole(us_library *library)
{
    us_library_changes changes = {0};
    us_library_faults faults = {0};
    us_prune_def def = {.tries = 1, .below = 50, .sure = true, .footprint = true};
    us_prune_plan plan = {0};
    us_brl *brl = NULL;
    us_str text;
    us_str_init(&text);
    if (us_library_check(library, &faults, NULL) == US_OK)
        us_library_faults_clear(&faults);
    if (us_library_compare(library, library, &changes, NULL) == US_OK)
        us_library_changes_clear(&changes);
    if (us_prune_plan_make(library, &def, &plan, NULL) == US_OK)
        us_prune_plan_clear(&plan);
    if (us_library_get_all(library, &brl, NULL) == US_OK)
        us_brl_print(brl, &text);
    us_brl_free(brl);
    us_str_clear(&text);
}

static us_goal whatever_goal(void)
{
    static const char text[] = "DefeatPlayer(player: enemy)";
    us_source source = {.file = "goal", .text = text, .line = 1, .column = 1};
    us_goal goal = {0};
    us_assert(us_goal_parse(shipped_domain(), &source, &goal, NULL) == US_OK);
    return goal;
}

/* The goal is asked with the first case's state. */
static void ask(us_library *library)
{
    enum { K = 5 };
    us_case_base *case_base;
    us_hit hit[K];
    us_class_hit classed[K];
    us_groups groups = {0};
    us_evaluation told;
    us_goal goal = whatever_goal();
    us_query query = us_query_default(&goal);
    us_class_query by_class = us_class_query_default("Economy");
    int hits = 0;
    us_error err = {0};
    if (us_case_base_load(library, &case_base, &err) != US_OK) {
        us_assert(err.text[0]);
        return;
    }
    if (us_case_base_case_count(case_base) > 0)
        query.feature = us_case_base_get_case(case_base, 0).feature;
    if (us_case_base_retrieve(case_base, &query, K, hit, &hits, NULL) == US_OK)
        us_assert(hits >= 0 && hits <= K);
    if (us_case_base_retrieve_class(case_base, &by_class, K, classed, &hits, NULL) == US_OK)
        us_assert(hits >= 0 && hits <= K);
    if (us_groups_read(library, case_base, &groups, NULL) == US_OK) {
        us_evaluation_run(case_base, &groups, ~0U, &told, NULL);
        us_groups_clear(&groups);
    }
    us_case_base_free(case_base);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    us_library *library = NULL;
    us_error err = {0};
    if (us_library_open_bytes("fuzz", data, size, shipped_domain(), &library, &err) != US_OK) {
        us_assert(err.text[0]);
        return 0;
    }
    read_rows(library);
    read_whole(library);
    ask(library);
    us_library_close(library);
    return 0;
}
