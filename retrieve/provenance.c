#include "retrieve/provenance.h"

#include <string.h>

#include "behavior/keys.h"

static const char *first_text(const us_case *about, const char *key)
{
    const us_entry *entry = us_case_find_entry(about, key);
    return entry && entry->texts > 0 ? entry->text[0] : NULL;
}

static void quote(us_str *out, const char *before, const char *text)
{
    us_str_addf(out, "%s\"%s\"", before, text);
}

static bool find_number(const us_case *about, const char *key, int64_t *out)
{
    const us_entry *entry = about ? us_case_find_entry(about, key) : NULL;
    if (entry && entry->count > 0)
        *out = us_entry_number(entry, 0);
    return entry && entry->count > 0;
}

static void add_number(us_str *out, const us_case *about, const char *key, const char *before)
{
    int64_t number;
    if (find_number(about, key, &number))
        us_str_addf(out, "%s %lld", before, (long long)number);
}

static void add_place(const us_case *about, const char *at, const char *in, us_str *out)
{
    if (about->cycle >= 0)
        us_str_addf(out, "%s %d", at, (int)about->cycle);
    if (about->map[0])
        quote(out, about->cycle >= 0 ? " in " : in, about->map);
}

void us_ancestry_print_repair(const char *modop, const char *failure, us_str *out)
{
    us_str_add(out, failure[0] ? failure : "repaired");
    if (modop[0])
        us_str_addf(out, "; so %s", modop);
}

/* Returns the length of a failure's name; its count stands behind the name. */
static size_t name_length(const us_ancestry *from, int repair)
{
    return strcspn(us_ancestry_failure(from, repair), ":");
}

static bool is_named(const us_ancestry *from, int repair)
{
    size_t length = name_length(from, repair);
    for (int i = 0; i < repair; i++)
        if (name_length(from, i) == length &&
            memcmp(us_ancestry_failure(from, i), us_ancestry_failure(from, repair), length) == 0)
            return true;
    return length == 0;
}

void us_ancestry_print(const us_case *about, const us_ancestry *from, us_str *out)
{
    us_str_add_hex(out, us_ancestry_parent(from, 0), 16);
    add_place(about, ", begun at", ", begun in ", out);
    us_str_add(out, "; ");
    us_str_addf(out, "%d repair%s", from->repairs, from->repairs == 1 ? "" : "s");
}

static void add_descent(const us_case *about, const us_ancestry *from, us_str *out)
{
    const char *before = " (";
    us_str_add(out, "from ");
    us_ancestry_print(about, from, out);
    for (int i = 0; i < from->repairs; i++) {
        if (is_named(from, i))
            continue;
        us_str_add(out, before);
        us_str_add_bytes(out, us_ancestry_failure(from, i), name_length(from, i));
        before = ", ";
    }
    us_str_add(out, before[0] == ',' ? ")" : "");
}

void us_provenance_print(const us_case *about, us_str *out)
{
    us_ancestry from = us_ancestry_from_case(about);
    const char *demo = first_text(about, US_KEY_DEMO), *parent = first_text(about, US_KEY_PARENT);
    const char *modop = us_ancestry_modop(&from, 0);
    if (from.adapted) {
        add_descent(about, &from, out);
        return;
    }
    if (demo)
        quote(out, "", demo);
    add_number(out, demo ? about : NULL, US_KEY_SEAT, " seat");
    add_number(out, demo ? about : NULL, US_KEY_INSTANCE, " goal");
    if (parent)
        us_str_addf(out, "%s%s", demo ? "; from " : "from ", parent);
    if (modop[0])
        us_str_addf(out, " by %s", modop);
    bool told = demo || parent || modop[0];
    add_place(about, told ? " at" : "at", told ? " in " : "in ", out);
    int64_t flag;
    if (find_number(about, US_KEY_ACHIEVED, &flag) && flag == 0)
        us_str_add(out, "; not reached");
    if (find_number(about, US_KEY_SUGGESTED, &flag) && flag != 0)
        us_str_add(out, "; suggested");
}

/* ---- ancestry */

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
