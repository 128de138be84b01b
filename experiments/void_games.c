#include "experiments/void_games.h"

typedef struct tally {
    int64_t games;
    const us_row *first;
} tally;

enum { OPPONENTS, GAMES, KINDS };

static void say_one(const tally *t, int kind, const char *opponent, us_str *out)
{
    us_str_reset(out);
    us_str_add_count(out, t->games, "game", "games");
    us_str_addf(out,
                " against \"%s\" ha%s no result, because %s failed, and count%s in no score and no "
                "pair. The first failure: %s",
                opponent, t->games == 1 ? "s" : "ve",
                kind == OPPONENTS ? "the opponent's program"
                                  : "both programs, or the game outside this program,",
                t->games == 1 ? "s" : "", t->first->reason ? t->first->reason : "not known");
}

void us_void_games_report(const us_manifest *m, void *context,
                          void (*say)(void *context, const char *sentence))
{
    us_str text;
    tally *list = US_NEW_ARRAY(tally, m->opponents * KINDS + 1);
    us_str_init(&text);
    for (int64_t i = 0; i < m->games; i++) {
        const us_row *row = &m->row[i];
        int kind = row->failed == US_ROW_FAILED_OPPONENT ? OPPONENTS : GAMES;
        tally *t = &list[m->game[i].opponent * KINDS + kind];
        if (!us_row_is_void(row))
            continue;
        t->games++;
        t->first = t->first ? t->first : row;
    }
    for (int i = 0; i < m->opponents * KINDS; i++) {
        if (list[i].games == 0)
            continue;
        say_one(&list[i], i % KINDS, m->opponent[i / KINDS].name, &text);
        say(context, text.text);
    }
    us_str_clear(&text);
    us_mem_free(list);
}
