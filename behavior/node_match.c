#include "behavior/node_match.h"

#include <string.h>

#include "base/hash.h"

/* Cells of the table; beyond it, changed stretches do not match. */
enum { CELLS_MAX = 1 << 22 };

typedef struct matching {
    const us_template *from, *to;
    us_hash *old_line, *new_line; /* by node */
    int *node;                    /* by new node */
    bool *taken;                  /* by old node */
} matching;

static us_hash hash_line(const us_template *of, int node)
{
    US_AUTOSTR(line);
    us_node_print(of, node, &line);
    return us_hash_add_text(us_hash_add(US_HASH_START, of->node[node].kind), line.text);
}

bool us_nodes_are_equal(const us_template *a, int node, const us_template *b, int other)
{
    return hash_line(a, node) == hash_line(b, other);
}

static bool are_alike(const matching *m, int old, int new)
{
    const char *a = m->from->node[old].label, *b = m->to->node[new].label;
    return m->old_line[old] == m->new_line[new] && (!a[0] || !b[0] || us_text_equal(a, b));
}

static void put(matching *m, int old, int new)
{
    m->node[new] = old;
    m->taken[old] = true;
}

/* Matches the longest common subsequence of two stretches of lines. */
static void match_stretch(matching *m, int old, int old_count, int new, int new_count)
{
    int width = new_count + 1;
    if (old_count == 0 || new_count == 0 || old_count > CELLS_MAX / width - 1)
        return;
    US_AUTOFREE uint16_t *longest = US_NEW_ARRAY(uint16_t, (size_t)(old_count + 1) * (size_t)width);
    for (int i = 1; i <= old_count; i++)
        for (int k = 1; k <= new_count; k++) {
            uint16_t up = longest[(i - 1) * width + k], left = longest[i * width + k - 1];
            longest[i * width + k] = are_alike(m, old + i - 1, new + k - 1)
                                         ? longest[(i - 1) * width + k - 1] + 1
                                     : up > left ? up
                                                 : left;
        }
    for (int i = old_count, k = new_count; i > 0 && k > 0;) {
        if (are_alike(m, old + i - 1, new + k - 1))
            put(m, old + --i, new + --k);
        else if (longest[(i - 1) * width + k] >= longest[i * width + k - 1])
            i--;
        else
            k--;
    }
}

static void match_lines(matching *m)
{
    int old = m->from->node_count, new = m->to->node_count, begun = 0;
    while (old > 0 && new > 0 && are_alike(m, old - 1, new - 1))
        put(m, --old, --new);
    while (begun < old && begun < new &&are_alike(m, begun, begun)) {
        put(m, begun, begun);
        begun++;
    }
    match_stretch(m, begun, old - begun, begun, new - begun);
}

static void match_labels(matching *m)
{
    for (int i = 0; i < m->to->node_count; i++) {
        const us_node *node = &m->to->node[i];
        int old =
            m->node[i] < 0 && node->label[0] ? us_template_find_node(m->from, node->label) : -1;
        if (old >= 0 && !m->taken[old] && m->from->node[old].kind == node->kind)
            put(m, old, i);
    }
}

/* Matches a node around matched ones with the nearest free node around them. */
static void match_around(matching *m, int new)
{
    int below = new + 1, old = -1;
    while (below < m->to->node[new].end && m->node[below] < 0)
        below++;
    if (below < m->to->node[new].end)
        old = m->from->node[m->node[below]].parent;
    for (; old >= 0 && !m->taken[old]; old = m->from->node[old].parent)
        if (m->from->node[old].kind == m->to->node[new].kind) {
            put(m, old, new);
            return;
        }
}

void us_nodes_match(const us_template *from, const us_template *to, int *node)
{
    US_AUTOFREE us_hash *old_line = US_NEW_ARRAY(us_hash, from->node_count + 1);
    US_AUTOFREE us_hash *new_line = US_NEW_ARRAY(us_hash, to->node_count + 1);
    US_AUTOFREE bool *taken = US_NEW_ARRAY(bool, from->node_count + 1);
    matching m = {from, to, old_line, new_line, node, taken};
    for (int i = 0; i < from->node_count; i++)
        old_line[i] = hash_line(from, i);
    for (int i = 0; i < to->node_count; i++) {
        new_line[i] = hash_line(to, i);
        node[i] = -1;
    }
    match_lines(&m);
    match_labels(&m);
    for (int i = to->node_count - 1; i >= 0; i--)
        if (node[i] < 0)
            match_around(&m, i);
}
