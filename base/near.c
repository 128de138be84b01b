#include "base/near.h"

#include <string.h>

us_near us_near_start(const char *text)
{
    us_near near = {.distance = 0};
    size_t length = strlen(text);
    if (length > 0 && length < US_NEAR_MAX) {
        memcpy(near.text, text, length + 1);
        near.distance = 2 + (int)length / 3; /* one less is near enough */
    }
    return near;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Of a whole candidate, or of whichever beginning of it is nearest. */
static int distance(const char *candidate, const char *text, bool beginning)
{
    int row[3][US_NEAR_MAX + 1] = {{0}}; /* of the matrix: now, one ago, two ago */
    int m = (int)strlen(text), nearest = m;
    for (int j = 0; j <= m; j++)
        row[0][j] = j;
    for (int i = 1; candidate[i - 1] && i < 2 * US_NEAR_MAX; i++) {
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

static bool take(us_near *near, const char *candidate, int apart)
{
    if (apart >= near->distance)
        return false;
    near->distance = apart;
    size_t length = strnlen(candidate, US_NEAR_MAX - 1);
    memcpy(near->best, candidate, length);
    near->best[length] = '\0';
    return true;
}

bool us_near_offer(us_near *near, const char *candidate)
{
    return near->distance > 0 && strlen(candidate) < US_NEAR_MAX &&
           take(near, candidate, distance(candidate, near->text, false));
}

bool us_near_offer_longer(us_near *near, const char *candidate)
{
    if (near->distance == 0)
        return false;
    int apart = distance(candidate, near->text, true);
    return apart <= (int)strlen(near->text) / 3 && take(near, candidate, apart);
}

enum { SOME = 8 };

void us_near_help(const char *text, us_near_name *name, const void *of, const char *all,
                  us_str *out)
{
    us_near near = us_near_start(text);
    for (int i = 0; name(of, i); i++)
        us_near_offer(&near, name(of, i));
    if (near.best[0]) {
        us_str_addf(out, "; did you mean \"%s\"?", near.best);
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
