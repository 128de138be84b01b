#include "experiments/idle_players.h"

typedef struct idler { /* its finished games, and those in which it idled */
    int64_t games, idle;
} idler;

static void say_all(const idler *list, const us_entrant *entrant, int count, const char *what,
                    void *context, void (*say)(void *context, const char *sentence))
{
    us_str text;
    us_str_init(&text);
    for (int i = 0; i < count; i++) {
        if (list[i].idle == 0)
            continue;
        us_str_reset(&text);
        us_str_addf(
            &text,
            "%s \"%s\" did nothing of its own in %lld of %lld games: the game took no order "
            "of it, or none of its tree or behaviors. Those results tell nothing of what it can "
            "do.",
            what, entrant[i].name, (long long)list[i].idle, (long long)list[i].games);
        say(context, text.text);
    }
    us_str_clear(&text);
}

void us_idle_players_report(const us_manifest *m, void *context,
                            void (*say)(void *context, const char *sentence))
{
    idler *player = US_NEW_ARRAY(idler, m->players + 1);
    idler *opponent = US_NEW_ARRAY(idler, m->opponents + 1);
    for (int64_t i = 0; i < m->games; i++) {
        const us_row *row = &m->row[i];
        if (!us_row_is_finished(row))
            continue;
        player[m->game[i].player].games++;
        player[m->game[i].player].idle += (row->idle & US_ROW_PLAYER) != 0;
        opponent[m->game[i].opponent].games++;
        opponent[m->game[i].opponent].idle += (row->idle & US_ROW_OPPONENT) != 0;
    }
    say_all(player, m->player, m->players, "Player", context, say);
    say_all(opponent, m->opponent, m->opponents, "Opponent", context, say);
    us_mem_free(player);
    us_mem_free(opponent);
}
