#include "experiments/sequence.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "experiments/planning.h"
#include "experiments/repeats.h"

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
    us_repeats *repeats;
};

/* In the order of the manifest, where games of one key stand together; each game once. The caller
 * frees. */
static pair *list_pairs(const us_manifest *m, const int *player, int *count)
{
    int32_t *first = us_manifest_firsts(m);
    pair *list = US_NEW_ARRAY(pair, m->games + 1);
    int32_t last[2] = {-1, -1};
    *count = 0;
    for (int64_t i = 0; i < m->games; i++) {
        const us_fixture *game = &m->game[i];
        int which = game->player == player[0] ? 0 : game->player == player[1] ? 1 : -1;
        if (which < 0 || first[i] != i)
            continue;
        last[which] = (int32_t)i;
        int32_t other = last[1 - which];
        if (other >= 0 && us_fixture_compare(game, &m->game[other]) == 0)
            list[(*count)++] = (pair){{last[0], last[1]}};
    }
    us_free(first);
    return list;
}

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
    *s = (us_sequence){.manifest = m, .player = {player[0], player[1]}, .sprt = us_sprt_start(def)};
    s->pair = list_pairs(m, player, &s->pairs);
    s->repeats = us_repeats_new(m->maps * m->opponents);
    *out = s;
    return US_OK;
}

void us_sequence_free(us_sequence *s)
{
    if (!s)
        return;
    us_repeats_free(s->repeats);
    us_free(s->pair);
    us_free(s);
}

bool us_sequence_look(us_sequence *s)
{
    const us_manifest *m = s->manifest;
    while (s->sprt.state == US_SPRT_RUNNING && s->looked < s->pairs) {
        const us_fixture *game = &m->game[s->pair[s->looked].game[0]];
        const us_row *one = &m->row[s->pair[s->looked].game[0]];
        const us_row *other = &m->row[s->pair[s->looked].game[1]];
        if (one->end == US_ROW_NONE || other->end == US_ROW_NONE)
            break;
        us_repeats_test(s->repeats, &s->sprt, game->map * m->opponents + game->opponent, game->seat,
                        us_course_of_pair(one->course, other->course),
                        (us_row_points(other) - us_row_points(one)) / 2.0);
        s->looked++;
    }
    return s->sprt.state != US_SPRT_RUNNING;
}

int64_t us_sequence_end(const us_sequence *s)
{
    us_assert(s->looked > 0);
    const pair *last = &s->pair[s->looked - 1];
    return 1 + (last->game[0] > last->game[1] ? last->game[0] : last->game[1]);
}

/* ---- what was decided */

static void say(const us_sequence *s, us_str *out)
{
    const us_manifest *m = s->manifest;
    us_str_addf(out,
                "A sequential test of \"%s\" against \"%s\" (%g or %g of a game) stopped after "
                "%d pairs: %s. Games of these two behind them don't count, and an effect of pairs "
                "that stopped so lies too far from 0.",
                m->player[s->player[1]].name, m->player[s->player[0]].name, s->sprt.def.delta0,
                s->sprt.def.delta1, s->looked,
                s->sprt.state == US_SPRT_DELTA0   ? "the smaller one is taken"
                : s->sprt.state == US_SPRT_DELTA1 ? "the larger one is taken"
                                                  : "undecided");
}

bool us_sequence_is(const us_sequence *s, const char *stopped)
{
    us_str line;
    us_str_init(&line);
    say(s, &line);
    bool is = strcmp(line.text, stopped) == 0;
    us_str_clear(&line);
    return is;
}

us_status us_sequence_write(const us_sequence *s, const char *folder, us_error *err)
{
    us_str text, path, line;
    const us_manifest *m = s->manifest;
    us_str_init(&text);
    us_str_init(&path);
    us_str_init(&line);
    say(s, &line);
    us_json_writer writer = us_write_begin(&text, '{');
    us_write_key_string(&writer, "baseline", m->player[s->player[0]].name);
    us_write_key_string(&writer, "player", m->player[s->player[1]].name);
    us_write_key_int(&writer, "pairs", s->looked);
    us_write_key_string(&writer, "decided", us_sprt_state_name(s->sprt.state));
    us_write_key_string(&writer, "text", line.text);
    us_write_end(&writer, '}');
    us_folder_path(folder, STOPPED, &path);
    us_status status = us_file_write(path.text, text.text, text.length, err);
    us_str_clear(&text);
    us_str_clear(&path);
    us_str_clear(&line);
    return status;
}

/* ---- what counts */

static us_status need_player(const us_json_node *root, const char *key, const us_manifest *m,
                             int *out, us_error *err)
{
    const char *name;
    US_TRY(us_json_need_string(root, key, &name, err));
    for (int p = 0; p < m->players; p++) {
        if (strcmp(m->player[p].name, name) == 0) {
            *out = p;
            return US_OK;
        }
    }
    return us_json_fail(us_json_find(root, key), err, "there is no player \"%.64s\"", name);
}

/* The first game behind so many pairs of the two players; -1: there are not so many. */
static int64_t find_behind(const us_manifest *m, const int *player, int64_t pairs)
{
    int count;
    pair *list = list_pairs(m, player, &count);
    int64_t behind = -1;
    if (pairs <= count) {
        const pair *last = &list[pairs - 1];
        behind = 1 + (last->game[0] > last->game[1] ? last->game[0] : last->game[1]);
    }
    us_free(list);
    return behind;
}

static void leave_out(us_manifest *m, const int *player, int64_t behind)
{
    int64_t kept = 0;
    for (int64_t i = 0; i < m->games; i++) {
        int own = m->game[i].player;
        if (i >= behind && (own == player[0] || own == player[1]))
            continue;
        m->game[kept] = m->game[i];
        m->row[kept++] = m->row[i];
    }
    m->games = kept;
}

static us_status need_decision(const us_json_node *root, us_sprt *out, us_error *err)
{
    const char *name;
    int64_t pairs;
    int state = US_SPRT_DELTA0;
    const us_sprt_def *def = &out->def;
    US_TRY(us_json_need_int(root, "pairs", 0, US_MANIFEST_GAMES_MAX, &pairs, err));
    US_TRY(us_json_need_string(root, "decided", &name, err));
    if (!us_sprt_due(def, pairs))
        return us_json_fail(us_json_find(root, "pairs"), err,
                            "expected as many pairs as a test looks at: %d, %d, and so on",
                            def->first, def->first + def->batch);
    while (state < US_SPRT_CAPPED && strcmp(us_sprt_state_name(state), name) != 0)
        state++;
    if (strcmp(us_sprt_state_name(state), name) != 0)
        return us_json_fail(us_json_find(root, "decided"), err,
                            "expected \"delta0\", \"delta1\" or \"capped\"");
    if (state == US_SPRT_CAPPED && pairs != def->cap)
        return us_json_fail(us_json_find(root, "decided"), err,
                            "a test is undecided only after %d pairs", def->cap);
    out->state = state;
    out->pairs = (int)pairs;
    return US_OK;
}

/* What the other members say, with the two numbers that stand there alone. */
static us_status need_text(const us_json_node *root, us_sequence *s, const char **out,
                           us_error *err)
{
    const char *text, *at;
    char *end;
    US_TRY(us_json_need_string(root, "text", &text, err));
    at = strstr(text, "\" (");
    for (const char *next; at && (next = strstr(at + 1, "\" ("));)
        at = next;
    if (at) {
        s->sprt.def.delta0 = strtod(at + 3, &end);
        if (us_text_starts(end, " or "))
            s->sprt.def.delta1 = strtod(end + 4, NULL);
    }
    if (!(s->sprt.def.delta0 < s->sprt.def.delta1) || !us_sequence_is(s, text))
        return us_json_fail(us_json_find(root, "text"), err,
                            "expected the sentence that says what was decided");
    *out = text;
    return US_OK;
}

static us_status apply(const us_json_node *root, us_manifest *m, us_error *err)
{
    static const char *const keys[] = {"baseline", "player", "pairs", "decided", "text", NULL};
    us_sprt_def def = us_sprt_def_default();
    us_sequence s = {.manifest = m, .sprt = us_sprt_start(&def)};
    const char *text = NULL;
    US_TRY(need_player(root, "baseline", m, &s.player[0], err));
    US_TRY(us_json_only(root, keys, err));
    US_TRY(need_player(root, "player", m, &s.player[1], err));
    if (s.player[0] == s.player[1])
        return us_json_fail(us_json_find(root, "player"), err, "expected another player");
    US_TRY(need_decision(root, &s.sprt, err));
    int64_t behind = find_behind(m, s.player, s.sprt.pairs);
    if (behind < 0)
        return us_json_fail(us_json_find(root, "pairs"), err,
                            "the two players have not so many pairs");
    s.looked = s.sprt.pairs;
    US_TRY(need_text(root, &s, &text, err));
    leave_out(m, s.player, behind);
    m->stopped = us_arena_keep(m->arena, text);
    return US_OK;
}

us_status us_sequence_apply(const char *folder, us_manifest *m, us_error *err)
{
    us_json *doc = NULL;
    us_status status = US_OK;
    us_error why = {0};
    struct stat info;
    us_str path = us_folder_file(folder, STOPPED);
    if (lstat(path.text, &info) == 0) { /* a link to nothing is a decision that is lost */
        status = us_json_load(path.text, &doc, &why);
        if (status == US_OK)
            status = apply(us_json_root(doc), m, &why);
        us_json_free(doc);
    }
    us_str_clear(&path);
    return status == US_OK
               ? US_OK
               : us_fail(err, status, why.file, why.line, why.column,
                         "%.200s; nobody can tell which results count: remove the file, so that "
                         "all do, and experiment run --resume with the same --sprt decides the "
                         "same again",
                         why.text);
}
