#include "game/skirmish/data.h"

#include "base/file.h"

us_status sk_words_find(const us_domain *domain, sk_words *w, us_error *err)
{
    const us_required_word words[] = {
        {us_domain_find_resource, "resource", "gold", &w->gold},
        {us_domain_find_resource, "resource", "wood", &w->wood},
        {us_domain_find_tally, "counter", "food_used", &w->food_used},
        {us_domain_find_tally, "counter", "food_supply", &w->food_supply},
        {us_domain_find_tally, "counter", "kills", &w->kills},
        {us_domain_find_tally, "counter", "losses", &w->losses},
        {us_domain_find_tally, "counter", "razed", &w->razed},
        {us_domain_find_tally, "counter", "score", &w->score},
        {us_domain_find_status, "status", "idle", &w->idle},
        {us_domain_find_status, "status", "moving", &w->moving},
        {us_domain_find_status, "status", "attacking", &w->attacking},
        {us_domain_find_status, "status", "gathering", &w->gathering},
        {us_domain_find_status, "status", "carrying", &w->carrying},
        {us_domain_find_status, "status", "building", &w->building},
        {us_domain_find_status, "status", "repairing", &w->repairing},
        {us_domain_find_status, "status", "training", &w->training},
        {us_domain_find_status, "status", "researching", &w->researching},
        {us_domain_find_status, "status", "upgrading", &w->upgrading},
        {us_domain_find_status, "status", "constructing", &w->constructing},
        {us_domain_find_status, "status", "dead", &w->dead},
        {us_domain_find_status, "status", "guarding", &w->guarding},
        {us_domain_find_attribute, "attribute", "carried", &w->carried},
        {us_domain_find_attribute, "attribute", "carries", &w->carries},
        {us_domain_find_attribute, "attribute", "stock", &w->stock},
        {us_domain_find_attribute, "attribute", "queue", &w->queue},
        {us_domain_find_attribute, "attribute", "orders", &w->orders},
        {us_domain_find_attribute, "attribute", "auto_repair", &w->auto_repair},
        {us_domain_find_attribute, "attribute", "rally", &w->rally},
        {us_domain_find_attribute, "attribute", "range", &w->range},
        {us_domain_find_attribute, "attribute", "min_range", &w->min_range},
        {us_domain_find_action, "action", "move", &w->move},
        {us_domain_find_action, "action", "attack", &w->attack},
        {us_domain_find_action, "action", "attack-move", &w->attack_move},
        {us_domain_find_action, "action", "attack-ground", &w->attack_ground},
        {us_domain_find_action, "action", "patrol", &w->patrol},
        {us_domain_find_action, "action", "follow", &w->follow},
        {us_domain_find_action, "action", "defend", &w->defend},
        {us_domain_find_action, "action", "harvest", &w->harvest},
        {us_domain_find_action, "action", "chop", &w->chop},
        {us_domain_find_action, "action", "return", &w->deliver},
        {us_domain_find_action, "action", "build", &w->build},
        {us_domain_find_action, "action", "repair", &w->repair},
        {us_domain_find_action, "action", "train", &w->train},
        {us_domain_find_action, "action", "research", &w->research},
        {us_domain_find_action, "action", "upgrade", &w->upgrade},
        {us_domain_find_action, "action", "cancel", &w->cancel},
        {us_domain_find_action, "action", "dismiss", &w->dismiss},
        {us_domain_find_action, "action", "auto-repair", &w->set_repair},
        {us_domain_find_action, "action", "rally", &w->set_rally},
        {us_domain_find_movement, "movement", "land", &w->land},
    };
    US_TRY(us_domain_require(domain, "skirmish", words, US_COUNT(words), err));
    if (domain->movements.count > 8)
        return us_error_set(err, US_BAD_INPUT, domain->file, 0, 0,
                            "skirmish takes at most 8 movement kinds, found %d",
                            domain->movements.count);
    return US_OK;
}

us_status sk_data_load_domain(us_domain **out, us_error *err)
{
    sk_words words;
    US_AUTOPTR(us_domain) domain = NULL;
    US_TRY(us_domain_load_shipped("skirmish", &domain, err));
    US_TRY(sk_words_find(domain, &words, err));
    *out = US_STEAL(domain);
    return US_OK;
}

us_status sk_data_load_rules(const us_domain *domain, sk_rules **out, us_error *err)
{
    US_AUTO(us_str_clear) us_str path;
    us_str_init(&path);
    US_TRY(us_data_find_domain_file("skirmish", "rules.json", &path, err));
    return sk_rules_load(path.text, domain, out, err);
}
