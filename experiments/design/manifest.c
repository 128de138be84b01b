#include "experiments/design/manifest.h"

#include <string.h>

#include "base/file.h"
#include "base/sort.h"
#include "experiments/design/entrants.h"

/* ---- the lines, as tables. The first member says what a line is about. */

static const us_field head_fields[] = {
    {"experiment", US_FIELD_TEXT, offsetof(us_manifest, name)},
    {"version", US_FIELD_INT32, offsetof(us_manifest, version), .high = INT32_MAX},
    {"domain", US_FIELD_TEXT, offsetof(us_manifest, domain), .low = 1, .high = 64},
    {"program", US_FIELD_TEXT, offsetof(us_manifest, program)},
    {"engine", US_FIELD_HASH, offsetof(us_manifest, engine)},
    {"max_cycles", US_FIELD_INT32, offsetof(us_manifest, max_cycles), .low = 1, .high = INT32_MAX},
    {"fog", US_FIELD_BOOL, offsetof(us_manifest, fog), true},
    {"faction0", US_FIELD_TEXT, offsetof(us_manifest, faction[0]), true},
    {"faction1", US_FIELD_TEXT, offsetof(us_manifest, faction[1]), true},
    {"timeout_ms", US_FIELD_INT, offsetof(us_manifest, timeout_ms), true, .high = INT32_MAX},
    {"scope", US_FIELD_TEXT, offsetof(us_manifest, scope), true},
    {"model", US_FIELD_TEXT, offsetof(us_manifest, model), true},
    {"stopped", US_FIELD_TEXT, offsetof(us_manifest, stopped), true},
};

#define ENTRANT_FIELDS(what)                                                                     \
    {what, US_FIELD_TEXT, offsetof(us_entrant, name), .low = 1, .high = 256},                    \
        {"agent", US_FIELD_TEXT, offsetof(us_entrant, agent), .low = 1, .high = 4096},           \
        {"group", US_FIELD_TEXT, offsetof(us_entrant, group), true},                             \
        {"run", US_FIELD_INT, offsetof(us_entrant, run), true, .high = INT32_MAX, .absent = -1}, \
        {"size", US_FIELD_INT, offsetof(us_entrant, size), true, .absent = -1},                  \
        {"seen", US_FIELD_JSON, offsetof(us_entrant, seen), true},                               \
        {"identity", US_FIELD_HASH, offsetof(us_entrant, identity)},                             \
        {"play", US_FIELD_INT32, offsetof(us_entrant, play), true, .high = INT32_MAX},           \
    {                                                                                            \
        "probe", US_FIELD_HASH, offsetof(us_entrant, probe), true                                \
    }
static const us_field player_fields[] = {ENTRANT_FIELDS("player")};
static const us_field opponent_fields[] = {ENTRANT_FIELDS("opponent")};

static const us_field map_fields[] = {
    {"map", US_FIELD_TEXT, offsetof(us_manifest_map, name), .low = 1, .high = 256},
    {"family", US_FIELD_TEXT, offsetof(us_manifest_map, family)},
    {"path", US_FIELD_TEXT, offsetof(us_manifest_map, path), .low = 1, .high = 4096},
    {"hash", US_FIELD_HASH, offsetof(us_manifest_map, hash)},
};

typedef struct made_line {
    const char *name;
} made_line;
static const us_field made_fields[] = {
    {"made", US_FIELD_TEXT, offsetof(made_line, name), .low = 1, .high = 4096},
};

typedef struct game_line {
    us_row row; /* first */
    const char *player, *opponent, *map;
    uint64_t seed;
    int32_t seat;
} game_line;
static const us_field game_fields[] = {
    {"game", US_FIELD_HASH, offsetof(game_line, row.game)},
    {"player", US_FIELD_TEXT, offsetof(game_line, player)},
    {"opponent", US_FIELD_TEXT, offsetof(game_line, opponent)},
    {"map", US_FIELD_TEXT, offsetof(game_line, map)},
    {"seat", US_FIELD_INT32, offsetof(game_line, seat), .high = 1},
    {"seed", US_FIELD_U64, offsetof(game_line, seed)},
    US_ROW_FIELDS(true),
};

/* ---- in memory */

void us_manifest_init(us_manifest *manifest)
{
    *manifest = (us_manifest){.version = US_MANIFEST_VERSION,
                              .name = "",
                              .domain = "",
                              .program = "",
                              .arena = us_arena_new()};
}

void us_manifest_clear(us_manifest *manifest)
{
    us_arena_free(manifest->arena);
    us_mem_free(manifest->made);
    us_mem_free(manifest->player);
    us_mem_free(manifest->opponent);
    us_mem_free(manifest->map);
    us_mem_free(manifest->game);
    us_mem_free(manifest->row);
    *manifest = (us_manifest){0};
}

const char **us_manifest_add_file(us_manifest *m)
{
    m->made = us_array_grow(m->made, m->mades, &m->made_capacity, sizeof(*m->made));
    m->made[m->mades] = "";
    return &m->made[m->mades++];
}

static us_entrant *add_entrant(us_entrant **list, int *count, int *capacity)
{
    *list = us_array_grow(*list, *count, capacity, sizeof(**list));
    (*list)[*count] = (us_entrant){.run = -1, .size = -1};
    return &(*list)[(*count)++];
}

us_entrant *us_manifest_add_player(us_manifest *m)
{
    return add_entrant(&m->player, &m->players, &m->player_capacity);
}

us_entrant *us_manifest_add_opponent(us_manifest *m)
{
    return add_entrant(&m->opponent, &m->opponents, &m->opponent_capacity);
}

us_manifest_map *us_manifest_add_map(us_manifest *m)
{
    m->map = us_array_grow(m->map, m->maps, &m->map_capacity, sizeof(*m->map));
    m->map[m->maps] = (us_manifest_map){.name = ""};
    return &m->map[m->maps++];
}

us_fixture *us_manifest_add_game(us_manifest *m)
{
    int capacity = m->game_capacity;
    m->game = us_array_grow(m->game, (int)m->games, &capacity, sizeof(*m->game));
    m->row = us_array_grow(m->row, (int)m->games, &m->game_capacity, sizeof(*m->row));
    m->game[m->games] = (us_fixture){0};
    m->row[m->games] = (us_row){0};
    return &m->game[m->games++];
}

/* ---- writing */

static void write_line(const us_field *field, int fields, const void *item, us_str *out)
{
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_fields_write(field, fields, item, &writer);
    us_json_writer_end(&writer, '}');
}

static void write_game(const us_manifest *m, int64_t index, us_str *out)
{
    const us_fixture *game = &m->game[index];
    game_line line = {
        .row = m->row[index],
        .player = m->player[game->player].name,
        .opponent = m->opponent[game->opponent].name,
        .map = m->map[game->map].name,
        .seed = game->seed,
        .seat = game->seat,
    };
    line.row.game = game->id;
    write_line(game_fields, US_COUNT(game_fields), &line, out);
}

void us_manifest_print(const us_manifest *m, const int32_t *order, int64_t count, us_str *out)
{
    write_line(head_fields, US_COUNT(head_fields), m, out);
    for (int i = 0; i < m->mades && !order; i++)
        write_line(made_fields, US_COUNT(made_fields), &m->made[i], out);
    for (int i = 0; i < m->players; i++)
        write_line(player_fields, US_COUNT(player_fields), &m->player[i], out);
    for (int i = 0; i < m->opponents; i++)
        write_line(opponent_fields, US_COUNT(opponent_fields), &m->opponent[i], out);
    for (int i = 0; i < m->maps; i++)
        write_line(map_fields, US_COUNT(map_fields), &m->map[i], out);
    for (int64_t i = 0; i < (order ? count : m->games); i++)
        write_game(m, order ? order[i] : i, out);
}

us_status us_manifest_write(const us_manifest *m, const int32_t *order, int64_t count,
                            const char *path, us_error *err)
{
    US_AUTOSTR(text);
    us_manifest_print(m, order, count, &text);
    return us_file_write(path, text.text, text.length, err);
}

/* ---- before it is written */

static us_status check_line(const us_field *field, int fields, const char *what, const void *item,
                            us_error *err)
{
    union {
        us_manifest head;
        us_entrant entrant;
        us_manifest_map place;
    } again;
    US_AUTOSTR(text);
    US_AUTOSTR(scratch);
    us_error fault = {0};
    US_AUTOPTR(us_arena) arena = us_arena_new();
    write_line(field, fields, item, &text);
    us_line line = {.scratch = &scratch, .err = &fault};
    us_pull_init(&line.pull, text.text, text.length - 1);
    us_status status = text.length > US_LINE_MAX
                           ? us_error_set(&fault, US_BAD_INPUT, NULL, 0, 0,
                                          "expected %s of at most %d bytes", what, (int)US_LINE_MAX)
                           : us_fields_read(&line, field, fields, what, arena, &again);
    return status == US_OK ? US_OK : us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "%s", fault.text);
}

us_status us_manifest_check_head(const us_manifest *m, us_error *err)
{
    return check_line(head_fields, US_COUNT(head_fields), "a head", m, err);
}

static us_status check_seen(const us_entrant *entrant, us_error *err)
{
    US_AUTO(us_seen_games_clear) us_seen_games seen = {0};
    if (!entrant->seen)
        return US_OK;
    return us_seen_games_parse(entrant->seen, &seen, err);
}

us_status us_entrant_check(const us_entrant *entrant, us_error *err)
{
    US_TRY(check_seen(entrant, err));
    return check_line(player_fields, US_COUNT(player_fields), "a player", entrant, err);
}

us_status us_manifest_map_check(const us_manifest_map *place, us_error *err)
{
    return check_line(map_fields, US_COUNT(map_fields), "a map", place, err);
}

/* ---- reading */

/* A name in one of the folders for it, and not above. */
static bool is_made(const char *name)
{
    static const char *const below[] = {"libraries/", "maps/"};
    for (int i = 0; i < US_COUNT(below); i++)
        if (us_text_has_prefix(name, below[i])) {
            const char *file = name + strlen(below[i]);
            return file[0] && file[0] != '.' && !strchr(file, '/');
        }
    return false;
}

typedef struct reading {
    us_manifest *m;
    us_arena *scratch; /* of one line */
    bool headed;
    int player, opponent, map; /* of the last game */
    const char *reason;        /* of the last row */
} reading;

/* The index of a name, which is the first member of those in the list; -1: it is not there. Games
 * come in runs: it is mostly the last one's or the next. */
static int find(const void *list, size_t size, int count, const char *name, int last)
{
    for (int i = 0; i < count; i++) {
        int at = last + i < count ? last + i : last + i - count;
        const char *const *one = (const void *)((const char *)list + (size_t)at * size);
        if (strcmp(*one, name) == 0)
            return at;
    }
    return -1;
}

static us_status read_game(reading *r, us_line *line)
{
    us_manifest *m = r->m;
    game_line in = {.row = {0}};
    if (m->games >= US_MANIFEST_GAMES_MAX)
        return us_line_fail(line, "expected at most %d games", (int)US_MANIFEST_GAMES_MAX);
    US_TRY(us_fields_read(line, game_fields, US_COUNT(game_fields), "a game", r->scratch, &in));
    int player = find(m->player, sizeof(*m->player), m->players, in.player, r->player);
    int opponent = find(m->opponent, sizeof(*m->opponent), m->opponents, in.opponent, r->opponent);
    int map = find(m->map, sizeof(*m->map), m->maps, in.map, r->map);
    if (player < 0 || opponent < 0 || map < 0)
        return us_line_fail(line, "no %s \"%.64s\" above: expected a line of it",
                            player < 0     ? "player"
                            : opponent < 0 ? "opponent"
                                           : "map",
                            player < 0     ? in.player
                            : opponent < 0 ? in.opponent
                                           : in.map);
    if (in.row.cycles > m->max_cycles)
        return us_line_fail(line, "expected at most %d cycles, as the head says, found %d",
                            (int)m->max_cycles, (int)in.row.cycles);
    us_fixture *game = us_manifest_add_game(m);
    *game = (us_fixture){in.row.game,        in.seed,       (uint16_t)player,
                         (uint16_t)opponent, (uint16_t)map, (uint8_t)in.seat};
    if (in.row.reason && (!r->reason || strcmp(r->reason, in.row.reason) != 0))
        r->reason = us_arena_strdup(m->arena, in.row.reason);
    in.row.reason = in.row.reason ? r->reason : NULL;
    in.row.profile = us_arena_strdup(m->arena, in.row.profile);
    m->row[m->games - 1] = in.row;
    r->player = player;
    r->opponent = opponent;
    r->map = map;
    return US_OK;
}

static us_status read_head(reading *r, us_line *line)
{
    us_manifest *m = r->m;
    US_TRY(us_fields_read(line, head_fields, US_COUNT(head_fields), "the head of an experiment",
                          m->arena, m));
    if (m->version != US_MANIFEST_VERSION)
        return us_line_fail(line, "expected version %d of the format, found %d",
                            US_MANIFEST_VERSION, (int)m->version);
    us_map_scope scope;
    if (m->scope && !us_map_scope_find(m->scope, &scope))
        return us_line_fail(line, "\"scope\": expected \"maps\" or \"these maps\", found \"%.64s\"",
                            m->scope);
    r->headed = true;
    return US_OK;
}

static us_status read_entrant(us_line *line, const us_field *field, const char *what,
                              us_arena *arena, us_entrant *list, int count, us_entrant *out)
{
    us_error fault = {0};
    US_TRY(us_fields_read(line, field, US_COUNT(player_fields), what, arena, out));
    if (check_seen(out, &fault) != US_OK)
        return us_line_fail(line, "\"seen\": %s", fault.text);
    if (find(list, sizeof(*list), count, out->name, 0) >= 0)
        return us_line_fail(line, "found %s \"%.64s\" again", what, out->name);
    return count < US_ENTRANTS_MAX
               ? US_OK
               : us_line_fail(line, "expected at most %d of its kind", (int)US_ENTRANTS_MAX);
}

static us_status read_map(reading *r, us_line *line)
{
    us_manifest_map in;
    us_manifest *m = r->m;
    US_TRY(us_fields_read(line, map_fields, US_COUNT(map_fields), "a map", m->arena, &in));
    if (find(m->map, sizeof(*m->map), m->maps, in.name, 0) >= 0)
        return us_line_fail(line, "found a map \"%.64s\" again", in.name);
    if (m->maps >= US_MANIFEST_MAPS_MAX)
        return us_line_fail(line, "expected at most %d maps", (int)US_MANIFEST_MAPS_MAX);
    *us_manifest_add_map(m) = in;
    return US_OK;
}

static us_status read_made(reading *r, us_line *line)
{
    made_line in;
    us_manifest *m = r->m;
    US_TRY(us_fields_read(line, made_fields, US_COUNT(made_fields), "a file that was made",
                          m->arena, &in));
    if (!is_made(in.name))
        return us_line_fail(line, "expected a file below libraries/ or maps/");
    if (m->mades >= US_MANIFEST_MADE_MAX)
        return us_line_fail(line, "expected at most %d files", (int)US_MANIFEST_MADE_MAX);
    *us_manifest_add_file(m) = in.name;
    return US_OK;
}

static us_status read_line(reading *r, us_line *line)
{
    us_manifest *m = r->m;
    us_pull start = line->pull;
    us_entrant entrant;
    bool object = us_pull_next(&line->pull) == US_PULL_OBJECT;
    if (!object || us_pull_next(&line->pull) != US_PULL_KEY)
        return us_line_reject(line, "an object with a member");
    bool head = us_pull_equal(&line->pull, "experiment"), game = us_pull_equal(&line->pull, "game");
    bool player = us_pull_equal(&line->pull, "player"), map = us_pull_equal(&line->pull, "map");
    bool made = us_pull_equal(&line->pull, "made");
    if (!head && !r->headed)
        return us_line_fail(line, "expected the head of an experiment first, which begins with "
                                  "{\"experiment\":");
    if (!head && !game && !player && !map && !made && !us_pull_equal(&line->pull, "opponent"))
        return us_line_reject(line, "\"player\", \"opponent\", \"map\" or \"game\" first");
    line->pull = start;
    if (head)
        return r->headed ? us_line_fail(line, "found a second head") : read_head(r, line);
    if (game)
        return read_game(r, line);
    if (m->games > 0)
        return us_line_fail(line, "expected players, opponents and maps before the games");
    if (made)
        return read_made(r, line);
    if (map)
        return read_map(r, line);
    US_TRY(player ? read_entrant(line, player_fields, "a player", m->arena, m->player, m->players,
                                 &entrant)
                  : read_entrant(line, opponent_fields, "an opponent", m->arena, m->opponent,
                                 m->opponents, &entrant));
    *(player ? us_manifest_add_player(m) : us_manifest_add_opponent(m)) = entrant;
    return US_OK;
}

/* Nothing but games follows the first game, a line each. */
static us_status check_doubles(const us_manifest *m, const us_lines *lines, us_error *err)
{
    int64_t at = us_manifest_find_duplicate_key(m);
    return at < 0 ? US_OK
                  : us_error_set(
                        err, US_BAD_INPUT, lines->file, (int)(lines->line - m->games + at + 1), 1,
                        "found a second game of the same player, opponent, map, seat and seed");
}

/* Reads line by line, to the end, or until `found` is true: whole manifests are long. */
static us_status read_until(reading *r, us_lines *lines, bool (*found)(const us_manifest *m),
                            us_error *err)
{
    US_AUTOSTR(scratch);
    while (!(found && found(r->m))) {
        const char *text;
        size_t length;
        bool whole;
        US_TRY(us_lines_next(lines, &text, &length, &whole, err));
        if (!text)
            break;
        us_mark mark = us_arena_mark(r->scratch);
        us_line line = {
            .file = lines->file, .number = lines->line, .scratch = &scratch, .err = err};
        us_pull_init(&line.pull, text, length);
        US_TRY(read_line(r, &line));
        us_arena_release(r->scratch, mark);
    }
    return US_OK;
}

static us_status read_lines(reading *r, us_lines *lines, us_error *err)
{
    US_TRY(read_until(r, lines, NULL, err));
    if (!r->headed)
        return us_error_set(err, US_BAD_INPUT, lines->file, 1, 1,
                            "expected the head of an experiment, found an empty file");
    if (r->m->players == 0 || r->m->opponents == 0 || r->m->maps == 0)
        return us_error_set(err, US_BAD_INPUT, lines->file, lines->line, 1,
                            "expected at least a player, an opponent and a map");
    US_TRY(check_doubles(r->m, lines, err));
    int again = us_manifest_number_runs(r->m);
    if (again < 0)
        return US_OK;
    const us_entrant *player = &r->m->player[again];
    return us_error_set(err, US_BAD_INPUT, lines->file, 0, 0,
                        "player \"%.64s\": expected another run, the group \"%.64s\" has %lld "
                        "already",
                        player->name, player->group, (long long)player->run);
}

static us_status read_opened(us_lines *lines, us_manifest *out, us_error *err)
{
    US_AUTOPTR(us_arena) scratch = us_arena_new();
    US_AUTO(us_manifest_clear) us_manifest m;
    us_manifest_init(&m);
    reading r = {.m = &m, .scratch = scratch};
    US_TRY(read_lines(&r, lines, err));
    *out = m;
    m = (us_manifest){0};
    return US_OK;
}

us_status us_manifest_read(const char *path, us_manifest *out, us_error *err)
{
    US_AUTO(us_lines_close) us_lines lines = {.fd = -1};
    US_TRY(us_lines_open(&lines, path, err));
    return read_opened(&lines, out, err);
}

us_status us_manifest_parse(const char *file, const char *text, size_t length, us_manifest *out,
                            us_error *err)
{
    US_AUTO(us_lines_close) us_lines lines;
    us_lines_open_text(&lines, file, text, length);
    return read_opened(&lines, out, err);
}

static bool any_game(const us_manifest *m)
{
    return m->games > 0;
}

static bool any_played(const us_manifest *m)
{
    return m->games > 0 && m->row[m->games - 1].end != US_ROW_NONE;
}

/* The beginning of a file. Clear *out in any case. */
static us_status read_some(const char *path, bool (*found)(const us_manifest *m), us_manifest *out)
{
    US_AUTO(us_lines_close) us_lines lines = {.fd = -1};
    us_manifest_init(out);
    US_TRY(us_lines_open(&lines, path, NULL));
    US_AUTOPTR(us_arena) scratch = us_arena_new();
    reading r = {.m = out, .scratch = scratch};
    return read_until(&r, &lines, found, NULL);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void us_manifest_list_files(const char *path, us_names *out)
{
    US_AUTO(us_manifest_clear) us_manifest m = {0};
    *out = (us_names){NULL, 0};
    read_some(path, any_game, &m);
    out->name = US_NEW_ARRAY(char *, m.mades + 1);
    for (int i = 0; i < m.mades; i++)
        out->name[out->count++] = us_mem_strdup(m.made[i]);
    us_array_sort(out->name, (size_t)out->count, sizeof(*out->name), by_name);
}

bool us_manifest_has_results(const char *path)
{
    US_AUTO(us_manifest_clear) us_manifest m = {0};
    if (!us_file_exists(path))
        return false;
    return read_some(path, any_played, &m) != US_OK || any_played(&m);
}

/* ---- manifest runs */

/* Returns whether the group of the player has a run of that number among the first players. */
static bool has_run(const us_manifest *m, int players, const us_entrant *of, int64_t run)
{
    for (int i = 0; i < players; i++)
        if (&m->player[i] != of && m->player[i].group && m->player[i].run == run &&
            strcmp(m->player[i].group, of->group) == 0)
            return true;
    return false;
}

int us_manifest_number_runs(us_manifest *m)
{
    for (int p = 0; p < m->players; p++) {
        us_entrant *player = &m->player[p];
        if (!player->group || player->run >= 0)
            continue;
        for (int i = 0; i < m->players; i++)
            if (m->player[i].group && m->player[i].run > player->run &&
                strcmp(m->player[i].group, player->group) == 0)
                player->run = m->player[i].run;
        player->run++;
    }
    for (int p = 0; p < m->players; p++)
        if (m->player[p].group && has_run(m, p, &m->player[p], m->player[p].run))
            return p;
    return -1;
}

/* ---- row */

const char *const us_row_ends[US_ROW_ENDS + 1] = {"none", "win",   "draw",
                                                  "loss", "crash", "timeout"};

const char *const us_row_fails[US_ROW_FAILS + 1] = {"unknown", "player", "opponent", "game"};

const char *const us_row_idles[US_ROW_IDLES + 1] = {"nobody", "player", "opponent", "both"};

static const us_field fields[] = {
    {"game", US_FIELD_HASH, offsetof(us_row, game)},
    US_ROW_FIELDS(false),
};

int us_row_margin(const us_row *row, int32_t max_cycles)
{
    int64_t share = max_cycles > 0 ? (int64_t)row->cycles * 500 / max_cycles : 0;
    int late = share < 500 ? (int)share : 500;
    switch (row->end) {
    case US_ROW_WIN:
        return 1000 - late;
    case US_ROW_LOSS:
        return late - 1000;
    case US_ROW_CRASH:
    case US_ROW_TIMEOUT:
        return -1000;
    default:
        return 0;
    }
}

const char *us_row_journal(const us_row *row)
{
    const char *slash = row->journal ? strrchr(row->journal, '/') : NULL;
    return slash ? slash + 1 : row->journal;
}

void us_row_write(const us_row *row, us_str *out)
{
    us_row most = *row;
    most.us = most.us < US_ROW_SUM_MAX ? most.us : US_ROW_SUM_MAX;
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_fields_write(fields, US_COUNT(fields), &most, &writer);
    us_json_write_close(&writer, '}');
}

us_status us_row_read(const char *file, int number, const char *text, size_t length,
                      us_arena *arena, us_row *out, us_error *err)
{
    US_AUTOSTR(scratch);
    *out = (us_row){0};
    us_line line = {.file = file, .number = number, .scratch = &scratch, .err = err};
    us_pull_init(&line.pull, text, length);
    US_TRY(us_fields_read(&line, fields, US_COUNT(fields), "a result", arena, out));
    if (out->end == US_ROW_NONE)
        return us_line_fail(&line, "expected a game that was played");
    return US_OK;
}

/* ---- fixtures */

int us_fixture_compare(const us_fixture *a, const us_fixture *b)
{
    if (a->seed != b->seed)
        return a->seed < b->seed ? -1 : 1;
    if (a->map != b->map)
        return a->map < b->map ? -1 : 1;
    if (a->opponent != b->opponent)
        return a->opponent < b->opponent ? -1 : 1;
    return a->seat == b->seat ? 0 : a->seat < b->seat ? -1 : 1;
}

us_hash us_fixture_id(const us_manifest *m, const us_fixture *game)
{
    us_hash hash = us_hash_add_text(US_HASH_START, m->domain);
    hash = us_hash_add(hash, m->engine);
    hash = us_hash_add(hash, (uint64_t)m->max_cycles);
    hash = us_hash_add(hash, m->fog);
    for (int seat = 0; seat < 2; seat++)
        hash = us_hash_add_text(hash, m->faction[seat] ? m->faction[seat] : "");
    hash = us_hash_add(hash, m->map[game->map].hash);
    const us_entrant *player = &m->player[game->player], *opponent = &m->opponent[game->opponent];
    hash = us_hash_add(hash, player->identity);
    hash = us_hash_add(hash, opponent->identity);
    if (player->play > 0 || opponent->play > 0)
        hash = us_hash_add(us_hash_add(hash, (uint64_t)player->play), (uint64_t)opponent->play);
    hash = us_hash_add(hash, game->seat);
    return us_hash_add(hash, game->seed);
}

/* Radix sort by bytes of the id: stable, so that equals stay in their order. */
int32_t *us_manifest_sort_games(const us_manifest *m)
{
    int32_t *order = US_NEW_ARRAY(int32_t, m->games + 1),
            *other = US_NEW_ARRAY(int32_t, m->games + 1);
    for (int32_t i = 0; i < m->games; i++)
        order[i] = i;
    for (int shift = 0; shift < 64; shift += 8) {
        int64_t start[257] = {0};
        for (int64_t i = 0; i < m->games; i++)
            start[(m->game[i].id >> shift & 255) + 1]++;
        for (int b = 0; b < 256; b++)
            start[b + 1] += start[b];
        for (int64_t i = 0; i < m->games; i++)
            other[start[m->game[order[i]].id >> shift & 255]++] = order[i];
        int32_t *swap = order;
        order = other;
        other = swap;
    }
    us_mem_free(other);
    return order;
}

int32_t *us_manifest_find_equals(const us_manifest *m)
{
    US_AUTOFREE int32_t *order = us_manifest_sort_games(m);
    int32_t *first = US_NEW_ARRAY(int32_t, m->games + 1);
    for (int64_t i = 0; i < m->games; i++) {
        bool same = i > 0 && m->game[order[i]].id == m->game[order[i - 1]].id;
        first[order[i]] = same ? first[order[i - 1]] : order[i];
    }
    return first;
}

int32_t *us_manifest_find_firsts(const us_manifest *m)
{
    US_AUTOFREE int32_t *order = us_manifest_sort_games(m);
    int32_t *first = US_NEW_ARRAY(int32_t, m->games + 1);
    US_AUTOFREE int32_t *seen =
        US_NEW_ARRAY(int32_t, m->players + 1); /* 1 + a game, the last first one */
    for (int64_t i = 0; i < m->games; i++) {
        int32_t at = order[i], *last = &seen[m->game[at].player];
        if (!*last || m->game[*last - 1].id != m->game[at].id)
            *last = at + 1;
        first[at] = *last - 1;
    }
    return first;
}

static bool same_game(const us_fixture *a, const us_fixture *b)
{
    return a->player == b->player && us_fixture_compare(a, b) == 0;
}

int64_t us_manifest_find_duplicate_key(const us_manifest *m)
{
    uint64_t size = 16;
    int64_t i = 0;
    while (size < (uint64_t)m->games * 2)
        size *= 2;
    US_AUTOFREE int32_t *slot =
        US_NEW_ARRAY(int32_t, size); /* 1 + a game, at its key's hash or behind */
    for (; i < m->games; i++) {
        const us_fixture *game = &m->game[i];
        us_hash hash = us_hash_add(US_HASH_START, game->seed);
        hash = us_hash_add(hash, (uint64_t)game->map << 40 | (uint64_t)game->opponent << 24 |
                                     (uint64_t)game->seat << 16 | game->player);
        uint64_t at = hash & (size - 1);
        while (slot[at] && !same_game(&m->game[slot[at] - 1], game))
            at = (at + 1) & (size - 1);
        if (slot[at])
            break;
        slot[at] = (int32_t)i + 1;
    }
    return i < m->games ? i : -1;
}

/* ---- atlas */

us_map_scope us_map_scope_resolve(const us_manifest *m, us_map_scope wanted)
{
    us_map_scope scope = wanted;
    if (scope == US_MAP_SCOPE_UNSAID && (!m->scope || !us_map_scope_find(m->scope, &scope)))
        scope = US_MAP_SCOPE_MAPS;
    return scope;
}

typedef struct kin {
    const char *family;
    int map;
} kin;

static int by_family(const void *a, const void *b)
{
    const kin *x = a, *y = b;
    int order = strcmp(x->family, y->family);
    return order != 0 ? order : (x->map > y->map) - (x->map < y->map);
}

us_atlas us_atlas_make(const us_manifest *m, us_arena *arena)
{
    int *family = US_ARENA_ARRAY(arena, int, m->maps + 1);
    us_atlas atlas = {family, m->maps, 0, m->opponents};
    US_AUTOFREE kin *list = US_NEW_ARRAY(kin, m->maps + 1);
    for (int i = 0; i < m->maps; i++)
        list[i] = (kin){m->map[i].family, i};
    us_array_sort(list, (size_t)m->maps, sizeof(*list), by_family);
    for (int i = 0; i < m->maps; i++) {
        atlas.families += i == 0 || strcmp(list[i].family, list[i - 1].family) != 0;
        family[list[i].map] = atlas.families - 1;
    }
    return atlas;
}

/* The k-th map of n stands at (2k + 1) / 2n of the way. */
typedef struct turn {
    int64_t at, of;
    int map;
} turn;

static int by_turn(const void *a, const void *b)
{
    const turn *x = a, *y = b;
    int64_t one = x->at * y->of, other = y->at * x->of;
    if (one != other)
        return one < other ? -1 : 1;
    return (x->map > y->map) - (x->map < y->map);
}

void us_atlas_rank(const us_atlas *atlas, int *rank)
{
    US_AUTOFREE int *count = US_NEW_ARRAY(int, atlas->families + 1);
    US_AUTOFREE turn *list = US_NEW_ARRAY(turn, atlas->maps + 1);
    for (int i = 0; i < atlas->maps; i++)
        list[i] = (turn){2 * count[atlas->family[i]]++ + 1, 0, i};
    for (int i = 0; i < atlas->maps; i++)
        list[i].of = count[atlas->family[i]];
    us_array_sort(list, (size_t)atlas->maps, sizeof(*list), by_turn);
    for (int i = 0; i < atlas->maps; i++)
        rank[list[i].map] = i;
}

/* ---- scope */

static const char *const names[] = {NULL, "maps", "these maps"};

const char *us_map_scope_name(us_map_scope scope)
{
    return names[scope];
}

const char *us_map_scope_option(us_map_scope scope)
{
    return scope == US_MAP_SCOPE_THESE ? "these-maps" : names[scope];
}

bool us_map_scope_find(const char *name, us_map_scope *out)
{
    for (us_map_scope s = US_MAP_SCOPE_MAPS; s <= US_MAP_SCOPE_THESE; s++)
        if (us_text_equal(name, names[s])) {
            *out = s;
            return true;
        }
    if (!us_text_equal(name, us_map_scope_option(US_MAP_SCOPE_THESE)))
        return false;
    *out = US_MAP_SCOPE_THESE;
    return true;
}

void us_map_scope_print(us_map_scope scope, int maps, us_str *out)
{
    if (maps == 1)
        us_str_add(out, "on this map alone");
    else if (scope == US_MAP_SCOPE_MAPS)
        us_str_addf(out, "on maps like these (%d maps)", maps);
    else
        us_str_addf(out, "on these %d maps alone", maps);
}
