#include "experiments/report/timeline_game.h"

#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/sort.h"
#include "experiments/work.h"
#include "players/identity.h"
#include "traces/annotation.h"

/* ---- which */

static int by_key(const void *a, const void *b)
{
    return us_fixture_compare(a, b);
}

int64_t us_timeline_game_choose(const us_comparison *c, const us_manifest *m)
{
    if (c->count == 0)
        return -1;
    const us_side *baseline = &c->side[c->versus[0].baseline];
    const us_side *challenger = &c->side[c->versus[0].challenger];
    us_fixture *won = US_NEW_ARRAY(us_fixture, m->games + 1);
    int64_t wins = 0, first = -1, found = -1;
    for (int64_t i = 0; i < m->games; i++)
        if (m->row[i].end == US_ROW_WIN &&
            us_side_has_player(baseline, &m->player[m->game[i].player]))
            won[wins++] = m->game[i];
    us_array_sort(won, (size_t)wins, sizeof(*won), by_key);
    for (int64_t i = 0; i < m->games && found < 0; i++) {
        if (!us_row_is_finished(&m->row[i]) ||
            !us_side_has_player(challenger, &m->player[m->game[i].player]))
            continue;
        first = first < 0 ? i : first;
        if (m->row[i].end == US_ROW_LOSS &&
            us_array_find(&m->game[i], won, (int)wins, sizeof(*won), by_key))
            found = i;
    }
    us_mem_free(won);
    return found >= 0 ? found : first;
}

us_status us_timeline_game_find(const us_manifest *m, const char *id, int64_t *out, us_error *err)
{
    us_hash hash;
    if (!us_hash_parse(id, &hash))
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                            "expected the id of a game, 16 hex digits, found \"%.64s\"", id);
    for (int64_t i = 0; i < m->games; i++) {
        if (m->game[i].id != hash)
            continue;
        if (!us_row_is_finished(&m->row[i]))
            return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                                "the game %.16s was not played to its end", id);
        *out = i;
        return US_OK;
    }
    return us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "the experiment has no game %.16s", id);
}

/* ---- again */

static us_status read_bars(const us_manifest *m, int64_t index, const char *trace, us_bars *out,
                           us_error *err)
{
    const us_fixture *game = &m->game[index];
    us_domain *domain = NULL;
    US_TRY(us_domain_load_shipped(m->domain, &domain, err));
    us_status status = us_bars_read(trace, domain, m->row[index].cycles, out, err);
    if (status == US_OK) {
        out->seat[game->seat] = m->player[game->player].name;
        out->seat[1 - game->seat] = m->opponent[game->opponent].name;
    }
    us_domain_free(domain);
    return status;
}

us_status us_timeline_game_play(const us_manifest *m, const char *folder, int64_t game,
                                const char *beside, bool (*stop)(void), us_bars *out, us_error *err)
{
    const us_fixture *fixture = &m->game[game];
    us_str trace, labels;
    us_row row;
    if (!us_agent_is_deterministic(m->player[fixture->player].agent) ||
        !us_agent_is_deterministic(m->opponent[fixture->opponent].agent))
        return us_error_set(err, US_FAILED, NULL, 0, 0,
                            "another program plays in it, which a report does not call");
    us_str_init(&trace);
    us_str_init(&labels);
    us_file_temp_path(beside, &trace);
    us_annotation_path(trace.text, &labels);
    us_work *work = us_work_new(m, folder);
    us_status status = us_work_play(work, game, stop, trace.text, &row, err);
    if (status == US_OK && row.hash != m->row[game].hash)
        status = us_error_set(err, US_MISMATCH, NULL, 0, 0,
                              "the game ended in another state than when the experiment was run");
    if (status == US_OK)
        status = read_bars(m, game, trace.text, out, err);
    us_work_free(work);
    unlink(trace.text);
    unlink(labels.text);
    us_str_clear(&trace);
    us_str_clear(&labels);
    return status;
}
