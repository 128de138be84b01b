#include <string.h>

#include "retrieve/library_diff.h"

typedef struct line {
    const char *text; /* behind the indentation */
    size_t length, indent;
    us_hash hash;
} line;

typedef US_LIST(line) lines;

/* The largest table of common lengths, in cells; larger ones are not made. */
enum { CELLS_MAX = 1 << 26 };

static lines split(const char *text)
{
    lines out = {0};
    while (*text) {
        size_t length = strcspn(text, "\n"), indent = strspn(text, " ");
        line one = {text + indent, length - indent, indent, 0};
        one.hash = us_hash_add_bytes(US_HASH_START, one.text, one.length);
        US_LIST_PUT(out, one);
        text += length + (text[length] == '\n');
    }
    return out;
}

static bool same(const line *a, const line *b)
{
    return a->hash == b->hash && a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

static void add(us_str *out, const char *sign, const line *one)
{
    us_str_add(out, sign);
    for (size_t i = 0; i < one->indent; i++)
        us_str_add_char(out, ' ');
    us_str_add_bytes(out, one->text, one->length);
    us_str_add_char(out, '\n');
}

/* common[i * (n + 1) + j]: length of the longest common subsequence of a from i on and b from j. */
static uint16_t *count_common(const line *a, int m, const line *b, int n)
{
    uint16_t *common = us_mem_alloc_array((size_t)(m + 1) * (size_t)(n + 1), sizeof *common);
    for (int i = m - 1; i >= 0; i--) {
        for (int j = n - 1; j >= 0; j--) {
            size_t at = (size_t)i * (size_t)(n + 1) + (size_t)j, below = at + (size_t)n + 1;
            uint16_t one = common[below], other = common[at + 1];
            common[at] = same(&a[i], &b[j]) ? (uint16_t)(common[below + 1] + 1)
                         : one > other      ? one
                                            : other;
        }
    }
    return common;
}

static void diff_middle(const line *a, int m, const line *b, int n, us_str *out)
{
    int i = 0, j = 0;
    bool small = m < UINT16_MAX && n < UINT16_MAX && (int64_t)(m + 1) * (n + 1) <= CELLS_MAX;
    US_AUTOFREE uint16_t *common = small && m > 0 && n > 0 ? count_common(a, m, b, n) : NULL;
    while (common && i < m && j < n) {
        size_t at = (size_t)i * (size_t)(n + 1) + (size_t)j;
        if (same(&a[i], &b[j])) {
            add(out, "  ", &b[j]);
            i++;
            j++;
        } else if (common[at + (size_t)n + 1] >= common[at + 1]) {
            add(out, "- ", &a[i++]);
        } else {
            add(out, "+ ", &b[j++]);
        }
    }
    while (i < m)
        add(out, "- ", &a[i++]);
    while (j < n)
        add(out, "+ ", &b[j++]);
}

void us_line_diff_print(const char *a, const char *b, us_str *out)
{
    lines left = split(a), right = split(b);
    int head = 0, tail = 0;
    while (head < left.count && head < right.count && same(&left.item[head], &right.item[head]))
        head++;
    while (tail < left.count - head && tail < right.count - head &&
           same(&left.item[left.count - 1 - tail], &right.item[right.count - 1 - tail]))
        tail++;
    for (int i = 0; i < head; i++)
        add(out, "  ", &right.item[i]);
    if (left.count + right.count > 2 * (head + tail))
        diff_middle(left.item + head, left.count - head - tail, right.item + head,
                    right.count - head - tail, out);
    for (int i = right.count - tail; i < right.count; i++)
        add(out, "  ", &right.item[i]);
    us_mem_free(left.item);
    us_mem_free(right.item);
}

static const char *line_behind(const char *at)
{
    const char *end = strchr(at, '\n');
    return end ? end + 1 : at + strlen(at);
}

static bool is_change(const char *at)
{
    return at[0] == '-' || at[0] == '+';
}

void us_line_diff_print_hunks(const char *diff, int context, us_str *out)
{
    bool left_out = false;
    int behind = context; /* lines since the last change */
    for (const char *at = diff; *at;) {
        const char *end = line_behind(at), *next = at;
        bool near = at == diff || is_change(at) || behind < context;
        for (int i = 0; i < context && *next && !near; i++) {
            next = line_behind(next);
            near = is_change(next);
        }
        if (near)
            us_str_add_bytes(out, at, (size_t)(end - at));
        else if (!left_out)
            us_str_add(out, "...\n");
        left_out = !near;
        behind = is_change(at) ? 0 : behind < context ? behind + 1 : context;
        at = end;
    }
}
