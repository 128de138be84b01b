#include "retrieve/goal_pattern.h"

#include <string.h>

#include "retrieve/similarity.h"

enum { FAR = 1000000 }; /* distances between two parameters are 0 to this */

static bool has(uint32_t bits, int param)
{
    return bits >> param & 1;
}

us_goal_pattern us_goal_pattern_from_behavior(const us_template *behavior)
{
    us_assert(behavior->goal >= 0);
    us_goal_pattern pattern = {.goal = us_goal_make(behavior->domain, behavior->goal)};
    pattern.goal.kind =
        us_goal_kind_from_pursue(behavior->domain, behavior->goal, behavior->pursue);
    for (int i = 0; i < US_GOAL_PARAMS_MAX; i++)
        pattern.kind[i] = US_NO_TYPE;
    for (int i = 0; i < behavior->goal_args; i++) {
        const us_arg *arg = &behavior->goal_arg[i];
        int64_t value = 0;
        if (arg->param < 0)
            continue;
        if (arg->expr && us_expr_is_constant(arg->expr, &value)) {
            us_goal_set_arg(&pattern.goal, arg->param, value);
            continue;
        }
        int slot = us_template_find_slot(behavior, arg->text);
        if (slot < 0) {
            pattern.unknown |= 1u << arg->param;
            continue;
        }
        pattern.free |= 1u << arg->param;
        pattern.kind[arg->param] = behavior->slot[slot].type;
    }
    return pattern;
}

bool us_goal_pattern_equal(const us_domain *domain, const us_goal_pattern *a,
                           const us_goal_pattern *b)
{
    return us_goal_equal(domain, &a->goal, &b->goal) && a->free == b->free &&
           a->unknown == b->unknown && memcmp(a->kind, b->kind, sizeof a->kind) == 0;
}

/* ---- text: the fixed goal, then free and unknown parameters */

void us_goal_pattern_print(const us_domain *domain, const us_goal_pattern *pattern, us_str *out)
{
    const us_goal_def *def = &domain->goal[pattern->goal.type];
    us_goal_print(domain, &pattern->goal, out);
    for (int p = 0; p < def->param_count; p++) {
        if (has(pattern->unknown, p))
            us_str_addf(out, "; %s: unknown", def->param[p].name);
        if (!has(pattern->free, p))
            continue;
        us_str_addf(out, "; %s: any", def->param[p].name);
        if (pattern->kind[p] >= 0)
            us_str_addf(out, " %s", domain->type[pattern->kind[p]].name);
    }
}

static int find_param(const us_goal_def *def, const char *name, size_t length)
{
    for (int p = 0; p < def->param_count; p++)
        if (strlen(def->param[p].name) == length && memcmp(def->param[p].name, name, length) == 0)
            return p;
    return -1;
}

/* Parses "NAME: any [TYPE]" or "NAME: unknown", up to ';' or the end. */
static us_status parse_other(const us_domain *domain, const us_source *source, const char *at,
                             us_goal_pattern *out, us_error *err)
{
    static const char any[] = ": any", unknown[] = ": unknown";
    uint32_t place = (uint32_t)(at - source->text);
    size_t name = strcspn(at, ":;"), length = strcspn(at, ";");
    int param = find_param(&domain->goal[out->goal.type], at, name);
    if (param >= 0 && length == name + strlen(unknown) &&
        memcmp(at + name, unknown, strlen(unknown)) == 0) {
        out->unknown |= 1u << param;
        return US_OK;
    }
    if (param < 0 || strncmp(at + name, any, strlen(any)) != 0)
        return us_source_fail(source, place, err,
                              "expected a parameter of %s and \": any\" or \": unknown\"",
                              domain->goal[out->goal.type].name);
    out->free |= 1u << param;
    const char *rest = at + name + strlen(any);
    if (rest == at + length)
        return US_OK;
    char type[64] = "";
    size_t size = (size_t)(at + length - rest) - 1;
    if (rest[0] == ' ' && size < sizeof type)
        memcpy(type, rest + 1, size);
    out->kind[param] = us_domain_find_type(domain, type);
    if (out->kind[param] < 0)
        return us_source_fail(source, place, err, "expected a type of the domain behind \"any\"");
    return US_OK;
}

us_status us_goal_pattern_parse(const us_domain *domain, const us_source *source,
                                us_goal_pattern *out, us_error *err)
{
    us_goal_pattern pattern = {0};
    for (int i = 0; i < US_GOAL_PARAMS_MAX; i++)
        pattern.kind[i] = US_NO_TYPE;
    const char *rest = strchr(source->text, ';');
    us_str head;
    us_str_init(&head);
    us_str_add_bytes(&head, source->text,
                     rest ? (size_t)(rest - source->text) : strlen(source->text));
    us_source goal = *source;
    goal.text = head.text;
    us_status status = us_goal_parse_partial(domain, &goal, &pattern.goal, err);
    us_str_clear(&head);
    for (; status == US_OK && rest; rest = strchr(rest, ';')) {
        rest += 1 + (rest[1] == ' ');
        status = parse_other(domain, source, rest, &pattern, err);
    }
    if (status == US_OK)
        *out = pattern;
    return status;
}

/* ---- distances between parameters */

static int64_t number_distance(int64_t a, int64_t b)
{
    /* Relative to the larger: 4 and 6 are as far apart as 40 and 60. */
    uint64_t size_a = a < 0 ? -(uint64_t)a : (uint64_t)a;
    uint64_t size_b = b < 0 ? -(uint64_t)b : (uint64_t)b;
    uint64_t larger = size_a > size_b ? size_a : size_b;
    uint64_t apart = a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
    if (larger == 0)
        return 0;
    for (; larger > UINT64_MAX / FAR; larger /= 2)
        apart /= 2;
    return apart >= larger ? FAR : (int64_t)(apart * FAR / larger);
}

static int level(const us_domain *domain, us_type type)
{
    int count = 1;
    while ((type = domain->type[type].parent) >= 0)
        count++;
    return count;
}

/* The distance falls with the depth of the common ancestor. A type that is a kind of the other has
 * distance 0: it serves it, or stands for it. */
static int64_t type_distance(const us_domain *domain, us_type a, us_type b)
{
    if (a < 0 || b < 0)
        return a == b ? 0 : FAR;
    us_type same = us_type_for_faction(domain, b, domain->type[a].faction);
    b = domain->type[a].faction >= 0 && same >= 0 ? same : b;
    if (us_type_is_a(domain, a, b) || us_type_is_a(domain, b, a))
        return 0;
    us_type common = us_type_common_ancestor(domain, a, b);
    if (common < 0)
        return FAR;
    return FAR - FAR * 2 * level(domain, common) / (level(domain, a) + level(domain, b));
}

typedef struct pair {
    const us_goal *goal;
    const us_goal_pattern *pattern;
    int mine, theirs; /* parameters */
    us_type target;
} pair;

static int64_t distance(const us_domain *domain, us_value_kind kind, const pair *p)
{
    bool given = has(p->goal->given, p->mine), fixed = has(p->pattern->goal.given, p->theirs);
    bool free = has(p->pattern->free, p->theirs);
    int64_t a = p->goal->arg[p->mine].number, b = p->pattern->goal.arg[p->theirs].number;
    us_type kin = p->pattern->kind[p->theirs];
    if (has(p->pattern->unknown, p->theirs))
        return FAR;
    if (free && (kind != US_VALUE_ENTITY || kin < 0 || p->target < 0))
        return 0;
    if (free)
        return type_distance(domain, p->target, kin);
    if (!given || !fixed) /* an omitted number is 0 */
        return kind == US_VALUE_NUMBER ? number_distance(a, b) : given == fixed ? 0 : FAR;
    switch (kind) {
    case US_VALUE_NUMBER:
        return number_distance(a, b);
    case US_VALUE_TYPE:
        return type_distance(domain, (us_type)a, (us_type)b);
    default:
        return a == b ? 0 : FAR;
    }
}

/* Whether both give a type: it counts as a factor, like the types of the goals themselves. */
static bool has_type_pair(us_value_kind kind, const pair *p)
{
    return kind == US_VALUE_TYPE && has(p->goal->given, p->mine) &&
           has(p->pattern->goal.given, p->theirs);
}

/* Whether the goal kinds must count. If both are as their types declare them, the likeness of the
 * goal types covers them. */
static bool kinds_differ(const us_goal *goal, const us_goal_def *mine,
                         const us_goal_pattern *pattern, const us_goal_def *theirs)
{
    bool declared = goal->kind == mine->kind && pattern->goal.kind == theirs->kind;
    return goal->kind != pattern->goal.kind && !declared;
}

int64_t us_goal_pattern_similarity(const us_domain *domain, const us_goal *goal,
                                   const us_type *target, const us_goal_pattern *pattern,
                                   int64_t *kind)
{
    const us_goal_def *mine = &domain->goal[goal->type];
    const us_goal_def *theirs = &domain->goal[pattern->goal.type];
    int64_t percent = domain->goal_likeness[goal->type * domain->goal_count + pattern->goal.type];
    int64_t alike = FAR / 100 * percent;
    uint64_t sum = 0;
    int count = 0;
    for (int i = 0; i < mine->param_count; i++) {
        int k = find_param(theirs, mine->param[i].name, strlen(mine->param[i].name));
        if (k < 0 || theirs->param[k].kind != mine->param[i].kind)
            continue;
        pair p = {goal, pattern, i, k, target ? target[i] : US_NO_TYPE};
        int64_t far = distance(domain, mine->param[i].kind, &p);
        if (has_type_pair(mine->param[i].kind, &p)) {
            alike = alike * (FAR - far) / FAR;
            continue;
        }
        sum += (uint64_t)(far * far);
        count++;
    }
    if (kinds_differ(goal, mine, pattern, theirs)) { /* one more, at half the distance */
        sum += (uint64_t)(FAR / 2) * (FAR / 2);
        count++;
    }
    if (kind)
        *kind = alike * (US_SIMILARITY_ONE / FAR);
    int64_t apart = count ? (int64_t)us_integer_sqrt(sum / (uint64_t)count) : 0;
    return alike * (FAR - apart) / FAR * (US_SIMILARITY_ONE / FAR);
}
