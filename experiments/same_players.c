#include "experiments/same_players.h"

#include "base/sort.h"

enum { TOLD_MAX = 3 }; /* players that are several runs */

typedef struct same_run {
    us_hash identity;
    int64_t run;
} same_run;

static int by_identity(const void *a, const void *b)
{
    const same_run *x = a, *y = b;
    if (x->identity != y->identity)
        return x->identity < y->identity ? -1 : 1;
    return (x->run > y->run) - (x->run < y->run);
}

static bool same_group(const us_entrant *a, const us_entrant *b)
{
    return a->group && b->group && us_text_equal(a->group, b->group);
}

/* "0 to 6, 9", of numbers in order. */
static void print_runs(const same_run *list, int count, us_str *out)
{
    for (int i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && list[end].run == list[end - 1].run + 1;)
            end++;
        us_str_addf(out, "%s%lld", i > 0 ? ", " : "", (long long)list[i].run);
        if (end - i > 1)
            us_str_addf(out, "%s%lld", end - i > 2 ? " to " : ", ", (long long)list[end - 1].run);
    }
}

void us_same_players_print_runs(const us_manifest *m, const char *group, us_str *out)
{
    same_run *list = US_NEW_ARRAY(same_run, m->players + 1);
    int count = 0, different = 0, told = 0;
    for (int i = 0; i < m->players; i++)
        if (m->player[i].group && us_text_equal(m->player[i].group, group))
            list[count++] = (same_run){m->player[i].identity, m->player[i].run};
    us_array_sort(list, (size_t)count, sizeof(*list), by_identity);
    for (int i = 0, end; i < count; i = end, different++) {
        for (end = i + 1; end < count && list[end].identity == list[i].identity;)
            end++;
        if (end - i < 2 || ++told > TOLD_MAX)
            continue;
        us_str_addf(out, told == 1 ? "\"%s\": " : ", ", group);
        us_str_add(out, "runs ");
        print_runs(list + i, end - i, out);
        us_str_add(out, " are the same player");
    }
    if (told > 0)
        us_str_addf(out,
                    "%s; of its %d runs %d %s different, and each counts as one that was made "
                    "anew%s.",
                    told > TOLD_MAX ? ", ..." : "", count, different, different == 1 ? "is" : "are",
                    different == 1 ? ", unless all play alike" : "");
    us_mem_free(list);
}

/* Returns the first earlier player of the same identity. NULL: there is none, or an earlier run of
 * the same group has that identity. */
static const us_entrant *find_other(const us_manifest *m, int of)
{
    const us_entrant *found = NULL;
    for (int i = 0; i < of; i++) {
        if (m->player[i].identity != m->player[of].identity)
            continue;
        if (same_group(&m->player[i], &m->player[of]))
            return NULL;
        found = found ? found : &m->player[i];
    }
    return found;
}

void us_same_players_report(const us_manifest *m, void (*note)(const char *what))
{
    us_str text;
    us_str_init(&text);
    for (int i = 0; i < m->players; i++) {
        const us_entrant *player = &m->player[i], *other = find_other(m, i);
        bool first = player->group != NULL;
        for (int k = 0; first && k < i; k++)
            first = !same_group(&m->player[k], player);
        us_str_reset(&text);
        if (first)
            us_same_players_print_runs(m, player->group, &text);
        if (text.length > 0)
            note(text.text);
        us_str_reset(&text);
        if (other)
            us_str_addf(&text, "\"%s\" is the same player as \"%s\": its games are those",
                        player->name, other->name);
        if (other)
            note(text.text);
    }
    us_str_clear(&text);
}
