#include "players/skirmish/observation.h"

#include <string.h>

int32_t sp_lexicon_price(const sp_lexicon *words, us_type type)
{
    int32_t sum = 0;
    for (int r = 0; r < words->domain->resources.count; r++)
        sum += words->domain->type[type].cost[r];
    return sum;
}

static bool plainer(const sp_lexicon *words, us_type a, us_type b)
{
    int32_t price_a = sp_lexicon_price(words, a), price_b = sp_lexicon_price(words, b);
    if (price_a != price_b)
        return price_a < price_b;
    const us_type_def *da = &words->domain->type[a], *db = &words->domain->type[b];
    int needs_a = da->requires_count ? da->requires[0].count : 0;
    int needs_b = db->requires_count ? db->requires[0].count : 0;
    return needs_a != needs_b ? needs_a < needs_b : a < b;
}

us_type sp_lexicon_concrete_type(const sp_lexicon *words, us_type type)
{
    const us_domain *domain = words->domain;
    us_type exact = us_type_for_faction(domain, type, words->faction);
    if (exact != US_NO_TYPE && !domain->type[exact].abstract)
        return exact;
    us_type best = US_NO_TYPE;
    for (us_type t = 0; t < domain->type_count; t++) {
        const us_type_def *def = &domain->type[t];
        if (def->abstract || (def->faction >= 0 && def->faction != words->faction) ||
            !us_type_is_a(domain, t, type))
            continue;
        /* a type that is only made by an upgrade is not the first choice for its kind */
        const us_producer *row;
        bool made = false;
        int rows = us_domain_producers(domain, t, &row);
        for (int i = 0; i < rows; i++)
            made |= row[i].action != words->upgrade;
        if (made && (best == US_NO_TYPE || plainer(words, t, best)))
            best = t;
    }
    return best;
}

static bool has_role(const us_domain *domain, us_type type, const char *role)
{
    int index = us_domain_find_role(domain, role);
    return index >= 0 && (domain->type[type].roles >> index & 1);
}

static bool trains_fighters(const us_domain *domain, us_type type)
{
    const us_type_def *def = &domain->type[type];
    for (int i = 0; i < def->produces_count; i++) {
        for (int k = 0; k < def->produces[i].count; k++) {
            us_type made = def->produces[i].type[k];
            if (domain->type[made].kind == US_KIND_UNIT && has_role(domain, made, "fighter"))
                return true;
        }
    }
    return false;
}

static uint16_t sort_of(const sp_lexicon *words, us_type type)
{
    const us_domain *domain = words->domain;
    const us_type_def *def = &domain->type[type];
    uint32_t gold = 1u << words->gold, wood = 1u << words->wood;
    int sort = 0;
    if (def->abstract)
        return 0;
    if (def->kind == US_KIND_UNIT)
        sort |= SP_UNIT | (def->gathers & (gold | wood) ? SP_WORKER : 0) |
                (has_role(domain, type, "fighter") ? SP_FIGHTER : 0) |
                (has_role(domain, type, "siege") ? SP_ENGINE : 0) |
                (has_role(domain, type, "cavalry") ? SP_RIDER : 0) |
                (has_role(domain, type, "ranged") ? SP_RANGED : 0);
    if (def->kind == US_KIND_BUILDING)
        sort |= SP_BUILDING | (def->stores & gold ? SP_HALL : 0) |
                (def->stores & wood ? SP_MILL : 0) |
                (has_role(domain, type, "attacker") ? SP_GUN : 0) |
                (has_role(domain, type, "tower") ? SP_TOWER : 0) |
                (def->food_supply > 0 && !def->stores ? SP_FARM : 0) |
                (trains_fighters(domain, type) ? SP_TRAINS : 0);
    if (def->kind == US_KIND_RESOURCE && def->yields == words->gold)
        sort |= SP_MINE;
    return (uint16_t)sort;
}

/* The price is a good measure of strength among fighters; workers fight badly. */
static int16_t power_of(const sp_lexicon *words, us_type type)
{
    int sort = words->sort[type];
    int32_t price = sp_lexicon_price(words, type);
    if (sort & (SP_FIGHTER | SP_GUN))
        return (int16_t)(price / 6 * (sort & SP_RIDER ? 5 : 4) / 4);
    return (int16_t)(sort & SP_WORKER ? price / 10 : 0);
}

static us_status find(const us_domain *domain, int found, const char *name, int *out, us_error *err)
{
    if (found < 0)
        return us_error_set(
            err, US_MISMATCH, domain->file, 0, 0,
            "scripted players of skirmish need \"%s\", which this domain does not have", name);
    *out = found;
    return US_OK;
}

static us_status find_type(const sp_lexicon *words, const char *name, us_type *kind, us_type *out,
                           us_error *err)
{
    int index = 0;
    US_TRY(find(words->domain, us_domain_find_type(words->domain, name), name, &index, err));
    us_type made = sp_lexicon_concrete_type(words, (us_type)index);
    US_TRY(find(words->domain, made, name, &index, err));
    if (kind)
        *kind = us_domain_find_type(words->domain, name);
    *out = made;
    return US_OK;
}

static us_status find_words(sp_lexicon *w, us_error *err)
{
    const us_domain *d = w->domain;
    struct {
        int *out;
        const char *name;
    } actions[] = {{&w->move, "move"},
                   {&w->stop, "stop"},
                   {&w->attack, "attack"},
                   {&w->attack_move, "attack-move"},
                   {&w->attack_ground, "attack-ground"},
                   {&w->harvest, "harvest"},
                   {&w->chop, "chop"},
                   {&w->give, "return"},
                   {&w->build, "build"},
                   {&w->repair, "repair"},
                   {&w->train, "train"},
                   {&w->research, "research"},
                   {&w->upgrade, "upgrade"}};
    for (int i = 0; i < US_COUNT(actions); i++)
        US_TRY(find(d, us_domain_find_action(d, actions[i].name), actions[i].name, actions[i].out,
                    err));
    US_TRY(find(d, us_domain_find_resource(d, "gold"), "gold", &w->gold, err));
    US_TRY(find(d, us_domain_find_resource(d, "wood"), "wood", &w->wood, err));
    US_TRY(find(d, us_domain_find_resource(d, "oil"), "oil", &w->oil, err));
    US_TRY(find(d, us_domain_find_tally(d, "food_used"), "food_used", &w->food_used, err));
    US_TRY(find(d, us_domain_find_tally(d, "food_supply"), "food_supply", &w->food_supply, err));
    US_TRY(find(d, us_domain_find_attribute(d, "stock"), "stock", &w->stock, err));
    US_TRY(find(d, us_domain_find_attribute(d, "queue"), "queue", &w->queue, err));
    US_TRY(find(d, us_domain_find_status(d, "idle"), "idle", &w->idle, err));
    US_TRY(find(d, us_domain_find_status(d, "attacking"), "attacking", &w->attacking, err));
    US_TRY(find(d, us_domain_find_attribute(d, "carried"), "carried", &w->carried, err));
    return find(d, us_domain_find_movement(d, "land"), "land", &w->land, err);
}

static void find_args(sp_lexicon *words)
{
    for (int a = 0; a < words->domain->action_count; a++) {
        const us_action_def *def = &words->domain->action[a];
        words->cell_arg[a] = words->entity_arg[a] = words->type_arg[a] = -1;
        for (int p = def->param_count - 1; p >= 0; p--) {
            if (def->param[p].kind == US_VALUE_CELL)
                words->cell_arg[a] = (int8_t)p;
            else if (def->param[p].kind == US_VALUE_ENTITY)
                words->entity_arg[a] = (int8_t)p;
            else if (def->param[p].kind == US_VALUE_TYPE)
                words->type_arg[a] = (int8_t)p;
        }
    }
}

static void add_equivalents(const sp_lexicon *words, bool *in, us_type type)
{
    const us_domain *domain = words->domain;
    for (us_type t = 0; t < domain->type_count; t++) {
        const us_type_def *def = &domain->type[t];
        if (in[t] || def->abstract || !us_type_is_a(domain, t, type))
            continue;
        in[t] = true;
        for (int i = 0; i < def->produces_count; i++) {
            for (int k = 0; def->produces[i].action == words->upgrade && k < def->produces[i].count;
                 k++)
                add_equivalents(words, in, def->produces[i].type[k]);
        }
    }
}

/* A keep still counts as the hall that was wanted. */
static void find_equivalents(sp_lexicon *words, us_arena *arena)
{
    int types = words->domain->type_count;
    words->equivalents = US_ARENA_ARRAY(arena, us_type *, types);
    words->equivalent_count = US_ARENA_ARRAY(arena, int, types);
    words->upgrades = US_ARENA_ARRAY(arena, us_type, types);
    for (us_type t = 0; t < types; t++) {
        us_mark mark = us_arena_mark(arena);
        bool *in = US_ARENA_ARRAY(arena, bool, types);
        us_type kin[US_TYPES_MAX] = {0};
        int count = 0;
        add_equivalents(words, in, t);
        for (us_type k = 0; k < types; k++) {
            if (in[k])
                kin[count++] = k;
        }
        us_arena_release(arena, mark);
        words->equivalents[t] = US_ARENA_ARRAY(arena, us_type, count + 1);
        memcpy(words->equivalents[t], kin, (size_t)count * sizeof(us_type));
        words->equivalent_count[t] = count;
        const us_type_def *def = &words->domain->type[t];
        if (def->kind == US_KIND_UPGRADE && !def->abstract && def->tally >= 0)
            words->upgrades[words->upgrade_count++] = t;
    }
}

us_status sp_lexicon_init(sp_lexicon *words, const us_domain *domain, int faction, us_arena *arena,
                          us_error *err)
{
    *words = (sp_lexicon){.domain = domain, .faction = faction};
    US_TRY(find_words(words, err));
    find_args(words);
    US_TRY(find_type(words, "worker", &words->worker_kind, &words->worker, err));
    US_TRY(find_type(words, "farmhouse", &words->farm_kind, &words->farm, err));
    US_TRY(find_type(words, "hall", &words->hall_kind, &words->hall, err));
    US_TRY(find_type(words, "infantry", NULL, &words->soldier, err));
    US_TRY(find_type(words, "siege", NULL, &words->siege, err));
    US_TRY(find_type(words, "lumber-mill", NULL, &words->mill, err));
    words->sort = US_ARENA_ARRAY(arena, uint16_t, domain->type_count);
    words->power = US_ARENA_ARRAY(arena, int16_t, domain->type_count);
    find_equivalents(words, arena);
    us_type melee = us_domain_find_type(domain, "melee-weapon");
    for (us_type t = 0; t < domain->type_count; t++) {
        words->sort[t] = sort_of(words, t);
        words->power[t] = power_of(words, t);
        const us_type_def *def = &domain->type[t];
        bool melts = melee != US_NO_TYPE && us_type_is_a(domain, t, melee);
        if (def->kind == US_KIND_UPGRADE && !def->abstract && words->weapons < SP_UPGRADES_MAX &&
            (melts || has_role(domain, t, "armor")))
            words->weapon[words->weapons++] = t;
    }
    return US_OK;
}
