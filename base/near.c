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

static int distance(const char *a, const char *b)
{
    int row[3][US_NEAR_MAX + 1] = {{0}}; /* of the matrix: now, one ago, two ago */
    int n = (int)strlen(a), m = (int)strlen(b);
    for (int j = 0; j <= m; j++)
        row[0][j] = j;
    for (int i = 1; i <= n; i++) {
        memcpy(row[2], row[1], sizeof(row[1]));
        memcpy(row[1], row[0], sizeof(row[0]));
        row[0][0] = i;
        for (int j = 1; j <= m; j++) {
            int best = least(row[1][j], row[0][j - 1]) + 1;
            best = least(best, row[1][j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                best = least(best, row[2][j - 2] + 1);
            row[0][j] = best;
        }
    }
    return row[0][m];
}

void us_near_offer(us_near *near, const char *candidate)
{
    size_t length = strlen(candidate);
    if (near->distance == 0 || length >= US_NEAR_MAX)
        return;
    int d = distance(near->text, candidate);
    if (d < near->distance) {
        near->distance = d;
        memcpy(near->best, candidate, length + 1);
    }
}
