#include "game/arena/state.h"

static int within(int value, int high)
{
    return value < 0 ? 0 : value > high ? high : value;
}

void ar_mood_change(ar_game *g, int i, int attribute, int by)
{
    ar_entity_set_attribute(g, i, attribute, within(g->entity[i].attribute[attribute] + by, 100));
}

void ar_mood_relax(ar_game *g, int i)
{
    const ar_words *w = g->words;
    const int moods[] = {w->aggressive, w->defensive, w->alarm};
    for (int m = 0; m < US_COUNT(moods); m++) {
        int off = g->mind[i].base[m] - g->entity[i].attribute[moods[m]];
        ar_mood_change(g, i, moods[m], off > 5 ? 5 : off < -5 ? -5 : off);
    }
}

static void add_boredom(ar_game *g, int by)
{
    int bored = g->tally[g->words->bored];
    ar_tally_add(g, 0, g->words->bored, within(bored + by, 100) - bored);
}

void ar_boredom_reduce(ar_game *g, int amount)
{
    g->core->quiet = g->core->now;
    add_boredom(g, -amount);
}

void ar_boredom_update(ar_game *g)
{
    if (g->core->now - g->core->quiet < AR_DULL)
        return;
    g->core->quiet = g->core->now;
    add_boredom(g, 5);
}
