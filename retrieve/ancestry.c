#include "retrieve/ancestry.h"

#include "behavior/keys.h"

static int texts_of(const us_entry *entry)
{
    return entry ? (int)entry->texts : 0;
}

us_ancestry us_ancestry_from_case(const us_case *about)
{
    us_ancestry of = {.parent = us_case_find_entry(about, US_KEY_PARENT),
                      .modop = us_case_find_entry(about, US_KEY_MODOP),
                      .failure = us_case_find_entry(about, US_KEY_FAILURE),
                      .map = us_case_find_entry(about, US_KEY_MAP),
                      .seed = us_case_find_entry(about, US_KEY_SEED)};
    int modops = texts_of(of.modop), failures = texts_of(of.failure);
    int maps = texts_of(of.map), seeds = texts_of(of.seed);
    of.repairs = modops > failures ? modops : failures;
    of.games = maps < seeds ? maps : seeds;
    of.adapted = failures > 0 && us_ancestry_parent(&of, 0) != 0;
    return of;
}

us_ancestry us_ancestry_from_behavior(const us_template *behavior)
{
    for (int i = 0; i < behavior->case_count; i++) {
        us_ancestry of = us_ancestry_from_case(&behavior->cases[i]);
        if (of.adapted)
            return of;
    }
    return (us_ancestry){0};
}

us_hash us_ancestry_parent(const us_ancestry *of, int repair)
{
    int parents = texts_of(of->parent);
    us_hash hash;
    if (parents == 0)
        return 0;
    return us_hash_parse(of->parent->text[repair < parents ? repair : parents - 1], &hash) ? hash
                                                                                           : 0;
}

static const char *text_at(const us_entry *entry, int i)
{
    return i < texts_of(entry) ? entry->text[i] : "";
}

const char *us_ancestry_modop(const us_ancestry *of, int repair)
{
    return text_at(of->modop, repair);
}

const char *us_ancestry_failure(const us_ancestry *of, int repair)
{
    return text_at(of->failure, repair);
}
