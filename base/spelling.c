#include "base/spelling.h"

#include <string.h>

us_spelling us_spelling_start(const char *text)
{
    us_spelling spelling = {.distance = 0};
    size_t length = strlen(text);
    if (length > 0 && length < US_SPELLING_MAX) {
        memcpy(spelling.text, text, length + 1);
        spelling.distance = 2 + (int)length / 3; /* the best distance must be smaller */
    }
    return spelling;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Returns the distance to the whole candidate, or to the nearest of its beginnings. */
static int distance(const char *candidate, const char *text, bool beginning)
{
    int row[3][US_SPELLING_MAX + 1] = {{0}}; /* matrix rows: this, the last, the one before */
    int m = (int)strlen(text), nearest = m;
    for (int j = 0; j <= m; j++)
        row[0][j] = j;
    for (int i = 1; candidate[i - 1] && i < 2 * US_SPELLING_MAX; i++) {
        memcpy(row[2], row[1], sizeof(row[1]));
        memcpy(row[1], row[0], sizeof(row[0]));
        row[0][0] = i;
        for (int j = 1; j <= m; j++) {
            int best = least(row[1][j], row[0][j - 1]) + 1;
            best = least(best, row[1][j - 1] + (candidate[i - 1] != text[j - 1]));
            if (i > 1 && j > 1 && candidate[i - 1] == text[j - 2] &&
                candidate[i - 2] == text[j - 1])
                best = least(best, row[2][j - 2] + 1);
            row[0][j] = best;
        }
        nearest = least(nearest, row[0][m]);
    }
    return beginning ? nearest : row[0][m];
}

static bool take(us_spelling *spelling, const char *candidate, int apart)
{
    if (apart >= spelling->distance)
        return false;
    spelling->distance = apart;
    size_t length = strnlen(candidate, US_SPELLING_MAX - 1);
    memcpy(spelling->best, candidate, length);
    spelling->best[length] = '\0';
    return true;
}

bool us_spelling_add(us_spelling *spelling, const char *candidate)
{
    return spelling->distance > 0 && strlen(candidate) < US_SPELLING_MAX &&
           take(spelling, candidate, distance(candidate, spelling->text, false));
}

bool us_spelling_add_longer(us_spelling *spelling, const char *candidate)
{
    if (spelling->distance == 0)
        return false;
    int apart = distance(candidate, spelling->text, true);
    return apart <= (int)strlen(spelling->text) / 3 && take(spelling, candidate, apart);
}

enum { SOME = 8 };

void us_spelling_print_hint(const char *text, us_spelling_name *name, const void *of,
                            const char *all, us_str *out)
{
    us_spelling spelling = us_spelling_start(text);
    for (int i = 0; name(of, i); i++)
        us_spelling_add(&spelling, name(of, i));
    if (spelling.best[0]) {
        us_str_addf(out, "; did you mean \"%s\"?", spelling.best);
        return;
    }
    if (!all)
        return;
    us_str_addf(out, "; %s", all);
    int count = 0;
    for (int i = 0; name(of, i); i++)
        if (name(of, i)[0] && ++count <= SOME)
            us_str_addf(out, "%s %.63s", count > 1 ? "," : "", name(of, i));
    us_str_add(out, count == 0 ? " none" : count > SOME ? ", ..." : "");
}
