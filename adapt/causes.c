#include <string.h>

#include "adapt/claim.h"
#include "base/sort.h"

/* Failures come sorted by game, so that the last one says which seats were counted. */
typedef struct last_failure {
    int64_t game;
    uint32_t seats; /* bits: those of the game with an early failure */
} last_failure;

typedef struct gathering {
    const us_blame_def *def;
    us_causes *out;
    us_claim *claim;
    int claims;
    bool *used;         /* by pattern and column: some repair uses the value */
    int *slot;          /* causes by their keys: open addressing, index + 1 */
    int slots;          /* a power of two, at least twice the number of causes */
    last_failure *last; /* by cause */
} gathering;

/* ---- values that tell repairs apart */

/* Returns whether a repair of the pattern uses the column's value. */
static bool is_used(const us_failure_pattern *pattern, int column)
{
    char hole[US_PATTERN_NAME_MAX + 3];
    size_t length = strlen(pattern->column[column]);
    hole[0] = '{';
    memcpy(hole + 1, pattern->column[column], length);
    memcpy(hole + 1 + length, "}", 2);
    for (int i = 0; i < pattern->repairs; i++) {
        const us_repair *repair = &pattern->repair[i];
        for (int k = 0; k < repair->lines; k++)
            if (strstr(repair->line[k].text, hole))
                return true;
        for (int k = 0; k < repair->slots; k++)
            if (strstr(repair->slot[k].text, hole))
                return true;
        if (repair->when.text && strstr(repair->when.text, hole))
            return true;
    }
    return false;
}

static bool is_number(const char *text)
{
    const char *digits = text + (text[0] == '-');
    return digits[0] && digits[strspn(digits, "0123456789")] == '\0';
}

/* Returns the value as far as it distinguishes repairs: "" if no repair uses it, "0" for any
 * number, since a repair takes the numbers of the worst failure. */
static const char *value_of(const gathering *g, const us_failure *failure, int column)
{
    const char *value = failure->value[column];
    if (!value || !g->used[failure->pattern * US_PATTERN_COLUMNS_MAX + column])
        return "";
    return is_number(value) ? "0" : value;
}

static void list_used(gathering *g)
{
    const us_patterns *patterns = g->def->patterns;
    g->used = US_NEW_ARRAY(bool, patterns->count *US_PATTERN_COLUMNS_MAX + 1);
    for (int i = 0; i < patterns->count; i++)
        for (int k = 0; k < patterns->item[i]->columns; k++)
            g->used[i * US_PATTERN_COLUMNS_MAX + k] = is_used(patterns->item[i], k);
}

/* Returns whether a repair for one failure is a repair for the other. */
static bool same_values(const gathering *g, const us_failure *one, const us_failure *two)
{
    for (int i = 0; i < g->def->patterns->item[one->pattern]->columns; i++)
        if (strcmp(value_of(g, one, i), value_of(g, two, i)) != 0)
            return false;
    return true;
}

/* ---- causes */

static us_hash key_of(const gathering *g, const us_failure *failure, us_hash behavior,
                      const char *label)
{
    us_hash key = us_hash_add(us_hash_add(US_HASH_START, (uint64_t)failure->pattern), behavior);
    key = us_hash_add_text(key, label);
    for (int i = 0; i < g->def->patterns->item[failure->pattern]->columns; i++)
        key = us_hash_add_text(key, value_of(g, failure, i));
    return key;
}

/* The table is at most half full, so the search ends. */
static void put_slot(gathering *g, us_hash key, int cause)
{
    int at = (int)(key & (us_hash)(g->slots - 1));
    while (g->slot[at])
        at = (at + 1) & (g->slots - 1);
    g->slot[at] = cause + 1;
}

static int find_cause(gathering *g, const us_failure *failure, const us_suspect *who)
{
    us_causes *causes = g->out;
    us_hash key = key_of(g, failure, who->behavior, who->label);
    for (int at = (int)(key & (us_hash)(g->slots - 1)); g->slot[at];
         at = (at + 1) & (g->slots - 1)) {
        us_cause *cause = &causes->item[g->slot[at] - 1];
        if (cause->pattern == failure->pattern && cause->behavior == who->behavior &&
            strcmp(cause->label, who->label) == 0 && same_values(g, cause->worst, failure))
            return g->slot[at] - 1;
    }
    causes->item =
        us_array_grow(causes->item, causes->count, &causes->capacity, sizeof *causes->item);
    causes->item[causes->count] = (us_cause){.pattern = failure->pattern,
                                             .behavior = who->behavior,
                                             .label = who->label,
                                             .worst = failure,
                                             .node = who->node};
    put_slot(g, key, causes->count);
    return causes->count++;
}

void us_seat_results_count(us_seat_results *results, bool ended, bool won)
{
    results->won += ended && won;
    results->lost += ended && !won;
}

/* Counts the game and the seat of the claim, each once. */
static void count_game(us_cause *cause, last_failure *last, const us_claim *claim)
{
    const us_failure *failure = claim->failure;
    uint32_t seat = (uint32_t)1 << failure->seat;
    if (last->game != failure->game) {
        *last = (last_failure){.game = failure->game};
        cause->games++;
        cause->wins += claim->won;
    }
    if (claim->early && !(last->seats & seat)) {
        us_seat_results_count(&cause->failed, true, claim->won);
        last->seats |= seat;
    }
}

static void add_claim(gathering *g, us_claim *claim)
{
    const us_failure *failure = claim->failure;
    const us_suspect *who = &claim->suspect[claim->at];
    claim->cause = find_cause(g, failure, who);
    us_cause *cause = &g->out->item[claim->cause];
    cause->failures++;
    cause->badness += failure->badness;
    cause->way[claim->at > 0 ? US_BLAMED_ABOVE : claim->way]++;
    if (failure->badness > cause->worst->badness) {
        cause->worst = failure;
        cause->node = who->node;
    }
    count_game(cause, &g->last[claim->cause], claim);
    cause->repaired += failure->repaired != 0;
    cause->won += failure->repaired && claim->won;
}

static int by_weight(const void *left, const void *right)
{
    const us_cause *a = left, *b = right;
    if (a->noise != b->noise)
        return a->noise - b->noise;
    if (a->games != b->games)
        return b->games - a->games;
    if (a->failures != b->failures)
        return a->failures < b->failures ? 1 : -1;
    if (a->pattern != b->pattern)
        return a->pattern - b->pattern;
    if (a->behavior != b->behavior)
        return a->behavior < b->behavior ? -1 : 1;
    int order = strcmp(a->label, b->label);
    return order ? order : a->worst < b->worst ? -1 : a->worst > b->worst;
}

static int by_behavior(const void *left, const void *right)
{
    const us_behavior_use *a = left, *b = right;
    return (a->behavior > b->behavior) - (a->behavior < b->behavior);
}

static void group_claims(gathering *g)
{
    us_causes *causes = g->out;
    causes->count = 0;
    memset(g->last, 0, (size_t)g->claims * sizeof *g->last);
    memset(g->slot, 0, (size_t)g->slots * sizeof *g->slot);
    for (int i = 0; i < g->claims; i++)
        add_claim(g, &g->claim[i]);
    for (int i = 0; i < causes->count; i++) {
        us_cause *cause = &causes->item[i];
        us_behavior_use wanted = {.behavior = cause->behavior};
        const us_behavior_use *use =
            us_array_find(&wanted, causes->use, causes->uses, sizeof wanted, by_behavior);
        cause->active = use->games;
        cause->all = use->results;
        cause->noise = cause->games < g->def->least ||
                       (int64_t)cause->games * 100 < (int64_t)cause->active * g->def->percent;
    }
}

static int suspects_left(const us_claim *claim)
{
    return claim->suspects - claim->at - 1;
}

/* Moves the claims of noise to their next suspects: only those of the causes with the most suspects
 * left, so that what they join is judged with them. Returns false if no claim moved. */
static bool move_noise(gathering *g)
{
    int most = 0;
    US_AUTOFREE int *left = US_NEW_ARRAY(int, g->out->count + 1); /* by cause */
    for (int i = 0; i < g->claims; i++) {
        const us_claim *claim = &g->claim[i];
        if (g->out->item[claim->cause].noise && suspects_left(claim) > left[claim->cause])
            left[claim->cause] = suspects_left(claim);
    }
    for (int i = 0; i < g->out->count; i++)
        most = left[i] > most ? left[i] : most;
    for (int i = 0; i < g->claims && most > 0; i++) {
        us_claim *claim = &g->claim[i];
        claim->at += left[claim->cause] == most && suspects_left(claim) > 0;
    }
    return most > 0;
}

static void sort_causes(gathering *g)
{
    us_causes *causes = g->out;
    US_AUTOFREE int64_t *total = US_NEW_ARRAY(int64_t, g->def->patterns->count + 1);
    for (int i = 0; i < causes->count; i++)
        total[causes->item[i].pattern] += causes->item[i].badness;
    for (int i = 0; i < causes->count; i++) {
        us_cause *cause = &causes->item[i];
        int64_t all = total[cause->pattern];
        if (all > 0)
            cause->share = (cause->badness * 100 + all / 2) / all;
    }
    if (causes->count > 0)
        us_array_sort(causes->item, (size_t)causes->count, sizeof *causes->item, by_weight);
}

void us_causes_gather(const us_blame_def *def, us_claim *claim, int claims, us_causes *out)
{
    gathering g = {.def = def, .out = out, .claim = claim, .claims = claims, .slots = 64};
    while (g.slots < 2 * (claims + 1))
        g.slots *= 2;
    g.slot = US_NEW_ARRAY(int, g.slots);
    g.last = US_NEW_ARRAY(last_failure, claims + 1); /* no more causes than claims */
    list_used(&g);
    do
        group_claims(&g);
    while (move_noise(&g));
    sort_causes(&g);
    us_mem_free(g.used);
    us_mem_free(g.last);
    us_mem_free(g.slot);
}

/* ---- causes and results */

/* Returns the chance that at least so many of the lost games would have the failure, if it fell on
 * games by lot: Fisher's exact test, one-sided. */
static double chance_of(const us_cause *cause)
{
    int lost = cause->all.lost, won = cause->all.won,
        failed = cause->failed.lost + cause->failed.won;
    double term = 1, sum = 0, tail = 0;
    for (int i = failed > won ? failed - won : 0; i <= lost && i <= failed; i++) {
        sum += term;
        tail += i >= cause->failed.lost ? term : 0;
        term *= (double)(lost - i) * (failed - i) / ((double)(i + 1) * (won - failed + i + 1));
        if (sum > 1e200) { /* only ratios count */
            term /= sum;
            tail /= sum;
            sum = 1;
        }
    }
    return tail / sum;
}

bool us_cause_compares(const us_cause *cause)
{
    return cause->all.won > 0 && cause->all.lost > 0 && cause->repaired == 0;
}

bool us_cause_explains_losses(const us_cause *cause, int chance)
{
    return !us_cause_compares(cause) || chance_of(cause) * 100 <= chance;
}
