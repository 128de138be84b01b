#include "retrieve/library_prune.h"

#include <string.h>

#include "base/rng.h"
#include "retrieve/case_base.h"
#include "tests/brl_text.h"
#include "tests/unit/library_file.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

enum { BEHAVIORS = 5, EACH = 30, CASES = BEHAVIORS * EACH };

/* Two features of whole cases, none of every tenth. Near states mostly have the same answer. */
static char *random_text(us_rng *rng)
{
    us_str text;
    us_str_init(&text);
    us_str_add(&text, "brl 1\n");
    for (int i = 0; i < BEHAVIORS; i++) {
        us_str_addf(
            &text, "\nbehavior \"b%d\" achieves WinWargus(player: self) {\n    do act stop()\n", i);
        for (int k = 0; k < EACH; k++) {
            int gold = i * 1000 + (int)us_rng_next_below(rng, 1500);
            us_str_addf(&text, "    case {\n        number: %d\n", k);
            if (k % 10 != 9)
                us_str_addf(&text, "        feature.gold: %d\n        feature.wood: %d\n", gold,
                            (int)us_rng_next_below(rng, 300));
            us_str_add(&text, "    }\n");
        }
        us_str_add(&text, "}\n");
    }
    return us_str_detach(&text);
}

typedef struct plain {
    const us_case_base *case_base;
    uint16_t place[CASES][US_FEATURES_MAX];
    uint64_t unlike[CASES];
    int covers[CASES], order[CASES];
    bool goes[CASES];
} plain;

static bool alike(const plain *p, int a, int b)
{
    return us_case_base_get_case(p->case_base, a).behavior ==
           us_case_base_get_case(p->case_base, b).behavior;
}

static bool known(const plain *p, int i)
{
    return us_case_base_get_case(p->case_base, i).feature != NULL;
}

static uint64_t apart(const plain *p, int a, int b)
{
    uint64_t all = 0;
    for (int i = 0; i < us_case_base_space(p->case_base)->count; i++) {
        int64_t d = (int64_t)p->place[a][i] - p->place[b][i];
        all += (uint64_t)(d * d);
    }
    return all;
}

static bool covers(const plain *p, int a, int b)
{
    if (!known(p, a) || !known(p, b))
        return alike(p, a, b) && known(p, a) == known(p, b);
    return alike(p, a, b) && apart(p, a, b) < p->unlike[b];
}

/* Every pair is looked at, as the manual says it. */
static void find_plainly(plain *p)
{
    int count = us_case_base_case_count(p->case_base);
    for (int i = 0; i < count; i++)
        if (known(p, i))
            us_space_compute_coordinates(us_case_base_space(p->case_base),
                                         us_case_base_get_case(p->case_base, i).feature,
                                         p->place[i]);
    for (int i = 0; i < count; i++) {
        p->unlike[i] = UINT64_MAX;
        for (int k = 0; k < count; k++)
            if (known(p, i) && known(p, k) && !alike(p, i, k) && apart(p, i, k) < p->unlike[i])
                p->unlike[i] = apart(p, i, k);
    }
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++)
            p->covers[i] += covers(p, i, k);
    for (int i = 0; i < count; i++) {
        int at = i;
        for (; at > 0 && p->covers[p->order[at - 1]] < p->covers[i]; at--)
            p->order[at] = p->order[at - 1];
        p->order[at] = i;
    }
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++)
            p->goes[p->order[i]] |= !p->goes[p->order[k]] && covers(p, p->order[k], p->order[i]);
}

TEST(the_footprint_is_what_every_pair_says)
{
    static plain p;
    us_rng rng = us_rng_derive(3, "prune", 0);
    us_prune_def def = {.footprint = true};
    us_case_base *case_base = NULL;
    for (int round = 0; round < 8; round++) {
        us_prune_plan plan = {0};
        char *text = random_text(&rng);
        int going = 0;
        us_library *library = library_file_open("a.db", US_LIBRARY_CREATE, brl_domain());
        library_file_put(library, text);
        REQUIRE(us_case_base_load(library, &case_base, NULL) == US_OK);
        memset(&p, 0, sizeof p);
        p.case_base = case_base;
        REQUIRE(us_case_base_case_count(case_base) == CASES);
        find_plainly(&p);
        REQUIRE(us_prune_plan_make(library, &def, &plan, NULL) == US_OK);
        for (int i = 0; i < CASES; i++) {
            if (!p.goes[i])
                continue;
            REQUIRE(going < plan.case_count);
            CHECK_INT(plan.cases[going++], us_case_base_get_case(case_base, i).id);
        }
        CHECK_INT(plan.case_count, going);
        CHECK(going > CASES / 10 && going < CASES - BEHAVIORS);
        us_prune_plan_clear(&plan);
        us_case_base_free(case_base);
        us_library_close(library);
        us_mem_free(text);
        scratch_clean();
    }
}
