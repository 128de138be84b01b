#include "game/arena/rules.h"

static const struct {
    const char *type;
    ar_rule rule;
} rows[] = {
    {"ALIVE",
     {.step = 20, .sight = 14, .aim = 90, .fall = 4, .damage = 15, .pause = 30, .loud = 24}},
    {"PLAYER",
     {.step = 15, .sight = 16, .aim = 95, .fall = 3, .damage = 20, .pause = 24, .loud = 24}},
    {"THIEF",
     {.step = 16, .sight = 14, .aim = 80, .fall = 5, .damage = 12, .pause = 30, .loud = 24}},
    {"SNIPER",
     {.step = 24, .sight = 20, .aim = 98, .fall = 2, .damage = 40, .pause = 90, .loud = 32}},
    {"BRUTE",
     {.step = 17, .sight = 12, .aim = 85, .fall = 0, .damage = 30, .pause = 40, .loud = 6}},
};

ar_rule *ar_rules_new(const us_domain *domain)
{
    ar_rule *rule = US_NEW_ARRAY(ar_rule, domain->type_count);
    for (int t = 0; t < domain->type_count; t++) {
        for (us_type up = (us_type)t; up >= 0 && !rule[t].step; up = domain->type[up].parent)
            for (int i = 0; i < US_COUNT(rows); i++)
                if (us_text_equal(rows[i].type, domain->type[up].name))
                    rule[t] = rows[i].rule;
    }
    return rule;
}

us_hash ar_rules_hash(void)
{
    us_hash hash = us_hash_add(US_HASH_START, AR_RULES);
    for (int i = 0; i < US_COUNT(rows); i++) {
        const int16_t *number = (const int16_t *)(const void *)&rows[i].rule;
        for (int k = 0; k < (int)(sizeof(ar_rule) / sizeof(*number)); k++)
            hash = us_hash_add(hash, (uint64_t)number[k]);
    }
    return hash;
}

static int type_of(const us_domain *domain, const char *name)
{
    return us_domain_find_type(domain, name);
}

/* Checks the attribute ranges that the rules rely on. */
static us_status check_ranges(const us_domain *domain, const ar_words *w, us_error *err)
{
    const struct {
        int attribute, high;
    } fixed[] = {{w->aggressive, 100},
                 {w->defensive, 100},
                 {w->alarm, 100},
                 {w->strength, 2},
                 {w->facing, 7}};
    for (int a = 0; a < domain->attribute_count; a++) {
        const us_attribute *attribute = &domain->attribute[a];
        int least = 0, most = AR_ATTRIBUTE_MAX;
        for (int i = 0; i < US_COUNT(fixed); i++)
            if (fixed[i].attribute == a)
                least = most = fixed[i].high;
        if (attribute->low != 0 || attribute->high < least || attribute->high > most)
            return us_error_set(
                err, US_BAD_INPUT, domain->file, 0, 0,
                "the arena needs the attribute \"%s\" from 0 to %s%d, found %d to %d",
                attribute->name, least < most ? "at most " : "", most, (int)attribute->low,
                (int)attribute->high);
    }
    return US_OK;
}

us_status ar_words_find(const us_domain *domain, ar_words *w, us_error *err)
{
    const us_required_word words[] = {
        {us_domain_find_status, "status", "idle", &w->idle},
        {us_domain_find_status, "status", "moving", &w->moving},
        {us_domain_find_status, "status", "sneaking", &w->sneaking},
        {us_domain_find_status, "status", "attacking", &w->attacking},
        {us_domain_find_status, "status", "reloading", &w->reloading},
        {us_domain_find_status, "status", "stealing", &w->stealing},
        {us_domain_find_status, "status", "hiding", &w->hiding},
        {us_domain_find_status, "status", "searching", &w->searching},
        {us_domain_find_attribute, "attribute", "aggressive", &w->aggressive},
        {us_domain_find_attribute, "attribute", "defensive", &w->defensive},
        {us_domain_find_attribute, "attribute", "alarm", &w->alarm},
        {us_domain_find_attribute, "attribute", "carried", &w->carried},
        {us_domain_find_attribute, "attribute", "stock", &w->stock},
        {us_domain_find_attribute, "attribute", "ammo", &w->ammo},
        {us_domain_find_attribute, "attribute", "rounds", &w->rounds},
        {us_domain_find_attribute, "attribute", "magazine", &w->magazine},
        {us_domain_find_attribute, "attribute", "range", &w->range},
        {us_domain_find_attribute, "attribute", "strength", &w->strength},
        {us_domain_find_attribute, "attribute", "facing", &w->facing},
        {us_domain_find_resource, "resource", "loot", &w->loot},
        {us_domain_find_tally, "counter", "kills", &w->kills},
        {us_domain_find_tally, "counter", "losses", &w->losses},
        {us_domain_find_tally, "counter", "shots", &w->shots},
        {us_domain_find_tally, "counter", "bored", &w->bored},
        {us_domain_find_tally, "counter", "difficulty", &w->difficulty},
        {type_of, "type", "RESOURCE", &w->resource},
        {type_of, "type", "DOOR", &w->door},
        {type_of, "type", "AMMO", &w->ammo_box},
        {type_of, "type", "MEDKIT", &w->medkit},
        {type_of, "type", "EXIT", &w->exit},
        {type_of, "type", "BODY", &w->body},
        {us_domain_find_terrain, "terrain", "floor", &w->floor},
        {us_domain_find_terrain, "terrain", "cover", &w->cover},
        {us_domain_find_terrain, "terrain", "wall", &w->wall},
    };
    US_TRY(us_domain_require(domain, "the arena", words, US_COUNT(words), err));
    if (domain->factions.count != 2)
        return us_error_set(err, US_BAD_INPUT, domain->file, 0, 0,
                            "the arena needs two factions, found %d", domain->factions.count);
    return check_ranges(domain, w, err);
}
