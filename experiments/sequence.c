#include "experiments/sequence.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "experiments/planning.h"

#define STOPPED "stopped.json"

typedef struct pair {
    int32_t game[2]; /* baseline's, challenger's */
} pair;

struct us_sequence {
    const us_manifest *manifest;
    int player[2];
    pair *pair; /* in the order of the manifest */
    int pairs, looked;
    us_sprt sprt;
};

static us_status find_players(const us_manifest *m, const bool *wanted, int *out, us_error *err)
{
    bool *there = US_NEW_ARRAY(bool, m->players + 1);
    int count = 0;
    for (int64_t i = 0; i < m->games; i++)
        if (wanted[i])
            there[m->game[i].player] = true;
    for (int p = 0; p < m->players; p++) {
        if (!there[p])
            continue;
        if (count < 2)
            out[count] = p;
        count++;
    }
    us_free(there);
    return count == 2 ? US_OK
                      : us_fail(err, US_BAD_INPUT, NULL, 0, 0,
                                "--sprt: expected the games of two players, found those of %d: "
                                "choose with --only player=NAME",
                                count);
}

us_status us_sequence_new(const us_manifest *m, const bool *wanted, const us_sprt_def *def,
                          us_sequence **out, us_error *err)
{
    int player[2] = {0, 0};
    US_TRY(find_players(m, wanted, player, err));
    us_sequence *s = US_NEW(us_sequence);
    *s = (us_sequence){.manifest = m,
                       .player = {player[0], player[1]},
                       .pair = US_NEW_ARRAY(pair, m->games + 1),
                       .sprt = us_sprt_start(def)};
    int32_t last[2] = {-1, -1}; /* games of one key stand together */
    for (int64_t i = 0; i < m->games; i++) {
        const us_fixture *game = &m->game[i];
        int which = game->player == player[0] ? 0 : game->player == player[1] ? 1 : -1;
        if (!wanted[i] || which < 0)
            continue;
        last[which] = (int32_t)i;
        int32_t other = last[1 - which];
        if (other >= 0 && us_fixture_compare(game, &m->game[other]) == 0)
            s->pair[s->pairs++] = (pair){{last[0], last[1]}};
    }
    *out = s;
    return US_OK;
}

void us_sequence_free(us_sequence *s)
{
    if (!s)
        return;
    us_free(s->pair);
    us_free(s);
}

bool us_sequence_look(us_sequence *s)
{
    const us_row *row = s->manifest->row;
    while (s->sprt.state == US_SPRT_RUNNING && s->looked < s->pairs) {
        const us_row *one = &row[s->pair[s->looked].game[0]];
        const us_row *other = &row[s->pair[s->looked].game[1]];
        if (one->end == US_ROW_NONE || other->end == US_ROW_NONE)
            break;
        us_sprt_add(&s->sprt, (us_row_points(other) - us_row_points(one)) / 2.0);
        s->looked++;
    }
    return s->sprt.state != US_SPRT_RUNNING;
}

const us_sprt *us_sequence_state(const us_sequence *s)
{
    return &s->sprt;
}

/* ---- what was decided */

static int64_t games_that_count(const us_sequence *s)
{
    int64_t most = -1;
    for (int i = 0; i < s->looked; i++)
        for (int k = 0; k < 2; k++)
            if (s->pair[i].game[k] > most)
                most = s->pair[i].game[k];
    return most + 1;
}

us_status us_sequence_write(const us_sequence *s, const char *folder, us_error *err)
{
    us_str text, path, line;
    us_json_writer writer;
    const us_manifest *m = s->manifest;
    us_str_init(&text);
    us_str_init(&path);
    us_str_init(&line);
    us_str_addf(&line,
                "A sequential test of %+.3f against %+.3f of a game stopped after %d pairs: %s. "
                "Effects of pairs that stopped so lie too far from 0.",
                s->sprt.def.delta0, s->sprt.def.delta1, s->sprt.pairs,
                s->sprt.state == US_SPRT_DELTA0   ? "the smaller one is taken"
                : s->sprt.state == US_SPRT_DELTA1 ? "the larger one is taken"
                                                  : "undecided");
    us_write_init(&writer, &text);
    us_write_open(&writer, '{');
    us_write_key_int(&writer, "games", games_that_count(s));
    us_write_key_string(&writer, "baseline", m->player[s->player[0]].name);
    us_write_key_string(&writer, "player", m->player[s->player[1]].name);
    us_write_key_string(&writer, "decided", us_sprt_state_name(s->sprt.state));
    us_write_key_string(&writer, "text", line.text);
    us_write_close(&writer, '}');
    us_str_add_char(&text, '\n');
    us_folder_path(folder, STOPPED, &path);
    us_status status = us_file_write(path.text, text.text, text.length, err);
    us_str_clear(&text);
    us_str_clear(&path);
    us_str_clear(&line);
    return status;
}

static us_status read_stopped(const char *path, us_arena *arena, int64_t *games, const char **text,
                              us_error *err)
{
    us_json *doc;
    const char *told = "";
    int64_t count = 0;
    US_TRY(us_json_load(path, &doc, err));
    const us_json_node *root = us_json_root(doc);
    us_status status = us_json_need_int(root, "games", 0, US_MANIFEST_GAMES_MAX, &count, err);
    if (status == US_OK)
        status = us_json_need_string(root, "text", &told, err);
    if (status == US_OK) {
        *text = us_arena_text(arena, told, strlen(told));
        *games = count < *games ? count : *games;
    }
    us_json_free(doc);
    return status;
}

us_status us_sequence_read(const char *folder, us_arena *arena, int64_t *games, const char **text,
                           us_error *err)
{
    us_str path;
    us_status status = US_OK;
    *text = NULL;
    us_str_init(&path);
    us_folder_path(folder, STOPPED, &path);
    if (us_file_exists(path.text))
        status = read_stopped(path.text, arena, games, text, err);
    us_str_clear(&path);
    return status;
}

us_status us_sequence_forget(const char *folder, us_error *err)
{
    us_str path;
    us_str_init(&path);
    us_folder_path(folder, STOPPED, &path);
    us_status status = US_OK;
    if (unlink(path.text) != 0 && errno != ENOENT)
        status = us_fail(err, US_BAD_INPUT, path.text, 0, 0, "cannot remove it");
    us_str_clear(&path);
    return status;
}
