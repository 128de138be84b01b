#include "experiments/report/export.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "experiments/run/sequence.h"

static const char *const columns[] = {
    "game",   "player",  "group", "run",    "size",    "opponent", "map",    "family",
    "seat",   "seed",    "end",   "reason", "points",  "margin",   "cycles", "hash",
    "orders", "refused", "us",    "host",   "journal", "profile",  "idle",   "failed",
};

/* A game's row, each column as text; NULL: empty. Ends like the table of games in a database. */
typedef struct cells {
    const char *text[US_COUNT(columns)];
    bool number[US_COUNT(columns)]; /* or JSON */
    char digits[US_COUNT(columns)][24];
    us_str scratch;
} cells;

static void cells_clear(cells *c)
{
    us_str_clear(&c->scratch);
}

static void put_text(cells *c, int column, const char *text)
{
    c->text[column] = text;
    c->number[column] = false;
}

static void put_hash(cells *c, int column, us_hash hash)
{
    us_hash_print(hash, c->digits[column]);
    put_text(c, column, c->digits[column]);
}

/* value / 10^decimals */
static void put_number(cells *c, int column, int64_t value, int decimals)
{
    us_str_reset(&c->scratch);
    us_str_add_decimal(&c->scratch, value, decimals);
    memcpy(c->digits[column], c->scratch.text, c->scratch.length + 1);
    c->text[column] = c->digits[column];
    c->number[column] = true;
}

enum {
    GAME,
    PLAYER,
    GROUP,
    RUN,
    SIZE,
    OPPONENT,
    MAP,
    FAMILY,
    SEAT,
    SEED,
    END,
    REASON,
    POINTS,
    MARGIN,
    CYCLES,
    HASH,
    ORDERS,
    REFUSED,
    TIME,
    HOST,
    JOURNAL,
    PROFILE,
    IDLE,
    FAILED
};

static void fill_result(cells *c, const us_manifest *m, const us_row *row)
{
    for (int i = REASON; i <= FAILED; i++)
        c->text[i] = NULL;
    if (row->end == US_ROW_NONE)
        return;
    put_text(c, REASON, row->reason);
    if (us_row_is_scored(row)) {
        put_number(c, POINTS, (int64_t)us_row_points(row) * 5, 1);
        put_number(c, MARGIN, us_row_margin(row, m->max_cycles), 3);
    }
    put_number(c, CYCLES, row->cycles, 0);
    if (row->hash != 0)
        put_hash(c, HASH, row->hash);
    put_number(c, ORDERS, row->orders, 0);
    put_number(c, REFUSED, row->refused, 0);
    put_number(c, TIME, row->us, 0);
    put_text(c, HOST, row->host);
    put_text(c, JOURNAL, us_row_journal(row));
    c->text[PROFILE] = row->profile;
    c->number[PROFILE] = true;
    put_text(c, IDLE, us_row_idles[row->idle]);
    if (row->end == US_ROW_CRASH)
        put_text(c, FAILED, us_row_fails[row->failed]);
}

static void fill(cells *c, const us_manifest *m, int64_t index)
{
    const us_fixture *game = &m->game[index];
    const us_entrant *player = &m->player[game->player];
    put_hash(c, GAME, game->id);
    put_text(c, PLAYER, player->name);
    put_text(c, GROUP, player->group);
    c->text[RUN] = c->text[SIZE] = NULL;
    if (player->run >= 0)
        put_number(c, RUN, player->run, 0);
    if (player->size >= 0)
        put_number(c, SIZE, player->size, 0);
    put_text(c, OPPONENT, m->opponent[game->opponent].name);
    put_text(c, MAP, m->map[game->map].name);
    put_text(c, FAMILY, m->map[game->map].family);
    put_number(c, SEAT, game->seat, 0);
    snprintf(c->digits[SEED], sizeof(c->digits[SEED]), "%llu", (unsigned long long)game->seed);
    put_text(c, SEED, c->digits[SEED]);
    put_text(c, END, us_row_ends[m->row[index].end]);
    fill_result(c, m, &m->row[index]);
}

/* ---- forms */

void us_export_print_csv(const us_manifest *m, us_str *out)
{
    US_AUTO(cells_clear) cells c = {.scratch = us_str_empty()};
    for (int i = 0; i < US_COUNT(columns); i++)
        us_str_addf(out, "%s%s", i > 0 ? "," : "", columns[i]);
    us_str_add(out, "\r\n");
    for (int64_t g = 0; g < m->games; g++) {
        fill(&c, m, g);
        for (int i = 0; i < US_COUNT(columns); i++) {
            if (i > 0)
                us_str_add_char(out, ',');
            if (c.text[i] && c.number[i])
                us_csv_add_number(out, c.text[i]);
            else if (c.text[i])
                us_csv_add(out, c.text[i]);
        }
        us_str_add(out, "\r\n");
    }
}

void us_export_print_json(const us_manifest *m, us_str *out)
{
    US_AUTO(cells_clear) cells c = {.scratch = us_str_empty()};
    us_str_add_char(out, '[');
    for (int64_t g = 0; g < m->games; g++) {
        us_str_add(out, g > 0 ? ",\n" : "\n");
        us_json_writer writer = us_json_writer_begin(out, '{');
        fill(&c, m, g);
        for (int i = 0; i < US_COUNT(columns); i++) {
            us_json_write_key(&writer, columns[i]);
            if (!c.text[i])
                us_json_write_null(&writer);
            else if (c.number[i])
                us_json_write_raw(&writer, c.text[i]);
            else
                us_json_write_string(&writer, c.text[i]);
        }
        us_json_write_close(&writer, '}');
    }
    us_str_add(out, "\n]\n");
}

/* ---- verdicts and tables */

typedef struct marks {
    const char *begin, *end_title, *begin_list, *item, *end_list;
    void (*add)(us_str *out, const char *text);
} marks;

void us_export_print_paper(const us_manifest *m, const us_comparison *c, us_paper_form form,
                           us_str *out)
{
    static const marks markdown = {"# ", "", "", "- ", "", us_markdown_add};
    static const marks latex = {US_LATEX_FIRST "\\section*{", "}",
                                "\\begin{itemize}\n",         "\\item ",
                                "\\end{itemize}\n",           us_latex_add};
    const marks *k = form == US_PAPER_LATEX ? &latex : &markdown;
    us_sheet *sheet[US_COMPARE_SHEETS_MAX];
    int sheets = us_comparison_make_sheets(c, m, sheet);
    us_str_add(out, k->begin);
    k->add(out, m->name);
    us_str_addf(out, "%s\n", k->end_title);
    for (int i = 0; i < c->verdicts; i++) {
        us_str_add(out, "\n");
        k->add(out, c->versus[i].verdict);
        us_str_add(out, "\n");
    }
    if (c->notes > 0)
        us_str_addf(out, "\n%s", k->begin_list);
    for (int i = 0; i < c->notes; i++) {
        us_str_add(out, k->item);
        k->add(out, c->note[i]);
        us_str_add(out, "\n");
    }
    us_str_add(out, c->notes > 0 ? k->end_list : "");
    for (int i = 0; i < sheets; i++) {
        us_str_add(out, "\n");
        us_sheet_print(sheet[i], form == US_PAPER_LATEX ? US_FORM_LATEX : US_FORM_MARKDOWN, out);
        us_sheet_free(sheet[i]);
    }
}

/* ---- JSON */

/* joint: the interval of the verdict, at a level that holds for all comparisons. */
static void write_effect(const us_comparison *c, const us_versus *v, us_json_writer *writer)
{
    us_json_write_key_real(writer, "effect", v->effect.mean);
    us_json_write_key_real(writer, "low", v->effect.bounds.low);
    us_json_write_key_real(writer, "high", v->effect.bounds.high);
    us_json_write_key_real(writer, "level", c->def.level);
    us_json_write_key_real(writer, "df", us_estimate_degrees(&v->effect));
    us_json_write_key_real(writer, "joint_low", v->together.low);
    us_json_write_key_real(writer, "joint_high", v->together.high);
    us_json_write_key_real(writer, "joint_level", 1 - (1 - c->def.level) / c->count);
    if (c->def.sprt) {
        us_json_write_key_open(writer, "sequential", '{');
        us_sequence_write_sprt(&v->sprt, c->def.scope, writer);
        us_json_write_close(writer, '}');
    }
}

static void write_verdict(const us_comparison *c, const us_versus *v, us_json_writer *writer)
{
    us_json_write_open(writer, '{');
    us_json_write_key_string(writer, "player", c->side[v->challenger].name);
    us_json_write_key_string(writer, "baseline", c->side[v->baseline].name);
    us_json_write_key_string(writer, "verdict", us_conclusion_name(v->conclusion));
    if (v->conclusion != US_SAME) {
        us_json_write_key_string(writer, "scope", us_map_scope_name(v->scope));
        us_json_write_key_int(writer, "maps", v->maps);
    }
    us_json_write_key_bool(writer, "stopped", v->stopped);
    if (v->repeats > 0)
        us_json_write_key_int(writer, "repeats", v->repeats);
    if (v->alike > 0)
        us_json_write_key_int(writer, "alike", v->alike);
    if (v->conclusion != US_SAME)
        write_effect(c, v, writer);
    us_json_write_key_string(writer, "text", v->verdict);
    us_json_write_close(writer, '}');
}

void us_export_write_comparison(const us_manifest *m, const us_comparison *c,
                                us_sheet *const *sheet, int sheets, us_json_writer *writer)
{
    US_AUTOSTR(text);
    us_json_write_key_string(writer, "experiment", m->name);
    us_json_write_key_hash(writer, "engine", m->engine);
    us_json_write_key_string(writer, "program", m->program);
    us_json_write_key_string(writer, "scope", us_map_scope_name(c->def.scope));
    us_json_write_key_string(writer, "stopped", m->stopped); /* the decision of a sequential test */
    us_json_write_key_open(writer, "verdicts", '[');
    for (int i = 0; i < c->verdicts; i++)
        write_verdict(c, &c->versus[i], writer);
    us_json_write_close(writer, ']');
    us_json_write_key_strings(writer, "notes", c->note, c->notes);
    for (int i = 0; i < sheets; i++) {
        us_str_reset(&text);
        us_sheet_print(sheet[i], US_FORM_JSON, &text);
        us_json_write_key(writer, sheet[i]->name);
        us_json_write_raw(writer, text.text);
    }
}

/* ---- the schema of a database */

/* Comments below are kept in the file: `sqlite3 results.db .schema` shows them. */
static const char *const schema =
    "CREATE TABLE experiment ( -- one row\n"
    "    id INTEGER PRIMARY KEY CHECK (id = 1),\n"
    "    name TEXT NOT NULL,\n"
    "    domain TEXT NOT NULL,\n"
    "    program TEXT, -- that planned it: version, commit\n"
    "    engine TEXT NOT NULL, -- hash of the game's rules and of how a short game goes\n"
    "    max_cycles INTEGER NOT NULL, -- of a game; one that lasts so long is a draw\n"
    "    scope TEXT, -- what verdicts are about: maps, these maps; NULL: an older plan has none\n"
    "    stopped TEXT -- what a sequential test decided; games that it left out are not here\n"
    ") STRICT;\n"

    "CREATE TABLE players (\n"
    "    id INTEGER PRIMARY KEY,\n"
    "    name TEXT NOT NULL UNIQUE,\n"
    "    agent TEXT NOT NULL, -- as it was opened: library:FILE, expert:NAME\n"
    "    group_name TEXT, -- whose replicate it is\n"
    "    run INTEGER, -- which replicate\n"
    "    size INTEGER, -- how many demonstrations it learned from\n"
    "    identity TEXT NOT NULL -- hash of what it is\n"
    ") STRICT;\n"

    "CREATE TABLE opponents (\n"
    "    id INTEGER PRIMARY KEY,\n"
    "    name TEXT NOT NULL UNIQUE,\n"
    "    agent TEXT NOT NULL,\n"
    "    identity TEXT NOT NULL\n"
    ") STRICT;\n"

    "CREATE TABLE maps (\n"
    "    id INTEGER PRIMARY KEY,\n"
    "    name TEXT NOT NULL UNIQUE,\n"
    "    family TEXT,\n"
    "    hash TEXT NOT NULL -- of what it holds\n"
    ") STRICT;\n"

    "CREATE TABLE games (\n"
    "    id INTEGER PRIMARY KEY, -- place in the manifest, from 1\n"
    "    game TEXT NOT NULL, -- hash of all that decides the game, 16 hex digits\n"
    "    player INTEGER NOT NULL REFERENCES players (id),\n"
    "    opponent INTEGER NOT NULL REFERENCES opponents (id),\n"
    "    map INTEGER NOT NULL REFERENCES maps (id),\n"
    "    seat INTEGER NOT NULL, -- the player's: 0 or 1\n"
    "    seed TEXT NOT NULL, -- decimal, 64 bits without sign\n"
    "    end TEXT NOT NULL, -- none (not played), win, draw, loss, crash, timeout\n"
    "    reason TEXT, -- NULL here and below: not played, or not told\n"
    "    points REAL, -- win 1, draw 0.5, else 0; NULL of a game without a result\n"
    "    margin REAL, -- how clearly: 1 a win at once, 0 a draw, -1 a loss at once; or NULL\n"
    "    cycles INTEGER,\n"
    "    hash TEXT, -- of the last state\n"
    "    orders INTEGER,\n"
    "    refused INTEGER, -- orders that the game did not take\n"
    "    us INTEGER, -- microseconds by the clock\n"
    "    host TEXT, -- that played it\n"
    "    journal TEXT, -- the file below results/ that has it\n"
    "    profile TEXT, -- JSON\n"
    "    idle TEXT, -- which did nothing of its own: nobody, player, opponent, both\n"
    "    failed TEXT -- whose program, where end is crash: unknown, player, opponent, game\n"
    ") STRICT;\n";

/* Indexes and views, made after the rows. */
static const char *const finish =
    "CREATE INDEX games_player ON games (player, map, opponent);\n"
    "CREATE VIEW results AS SELECT -- all of a game in one row\n"
    "    g.game, p.name AS player, p.group_name, p.run, p.size, o.name AS opponent,\n"
    "    m.name AS map, m.family, g.seat, g.seed, g.end, g.reason, g.points, g.margin,\n"
    "    g.cycles, g.hash, g.orders, g.refused, g.us, g.host, g.journal, g.profile, g.idle,\n"
    "    g.failed\n"
    "FROM games AS g JOIN players AS p ON p.id = g.player\n"
    "JOIN opponents AS o ON o.id = g.opponent JOIN maps AS m ON m.id = g.map;\n";

/* ---- a database */

enum {
    LOOK = 4096,        /* games between looks whether we are to stop */
    MARK_OFFSET = 68,   /* of application_id in the head of a database */
    SCHEMA_VERSION = 1, /* user_version */
    HEAD = 100,         /* bytes of it */
};

typedef struct filing {
    sqlite3 *db;
    const char *path; /* as errors call it */
    us_error *err;
} filing;

static us_status fail(const filing *f)
{
    us_status status = sqlite3_errcode(f->db) == SQLITE_NOMEM ? US_NO_MEMORY : US_FAILED;
    return us_error_set(f->err, status, f->path, 0, 0, "cannot write: %s", sqlite3_errmsg(f->db));
}

static us_status execute(const filing *f, const char *sql)
{
    return sqlite3_exec(f->db, sql, NULL, NULL, NULL) == SQLITE_OK ? US_OK : fail(f);
}

/* ---- rows */

static void bind_text(sqlite3_stmt *to, int column, const char *text)
{
    sqlite3_bind_text(to, column, text, -1, SQLITE_STATIC); /* NULL binds NULL */
}

/* "": nothing. */
static void bind_hash(sqlite3_stmt *to, int column, us_hash hash)
{
    char text[17];
    us_hash_print(hash, text);
    sqlite3_bind_text(to, column, text, 16, SQLITE_TRANSIENT);
}

static void bind_count(sqlite3_stmt *to, int column, int64_t value)
{
    if (value >= 0)
        sqlite3_bind_int64(to, column, value);
    else
        sqlite3_bind_null(to, column);
}

static us_status put(const filing *f, sqlite3_stmt *row)
{
    int code = sqlite3_step(row);
    sqlite3_reset(row);
    return code == SQLITE_DONE ? US_OK : fail(f);
}

typedef us_status put_rows(const filing *f, const us_manifest *m, sqlite3_stmt *row);

static us_status insert(const filing *f, const us_manifest *m, const char *sql, put_rows *rows)
{
    sqlite3_stmt *row = NULL;
    if (sqlite3_prepare_v2(f->db, sql, -1, &row, NULL) != SQLITE_OK)
        return fail(f);
    us_status status = rows(f, m, row);
    sqlite3_finalize(row);
    return status;
}

static us_status put_experiment(const filing *f, const us_manifest *m, sqlite3_stmt *row)
{
    bind_text(row, 1, m->name);
    bind_text(row, 2, m->domain);
    bind_text(row, 3, m->program);
    bind_hash(row, 4, m->engine);
    bind_count(row, 5, m->max_cycles);
    bind_text(row, 6, m->scope);
    bind_text(row, 7, m->stopped);
    return put(f, row);
}

static us_status put_players(const filing *f, const us_manifest *m, sqlite3_stmt *row)
{
    for (int i = 0; i < m->players; i++) {
        const us_entrant *player = &m->player[i];
        bind_count(row, 1, i + 1);
        bind_text(row, 2, player->name);
        bind_text(row, 3, player->agent);
        bind_text(row, 4, player->group);
        bind_count(row, 5, player->run);
        bind_count(row, 6, player->size);
        bind_hash(row, 7, player->identity);
        US_TRY(put(f, row));
    }
    return US_OK;
}

static us_status put_opponents(const filing *f, const us_manifest *m, sqlite3_stmt *row)
{
    for (int i = 0; i < m->opponents; i++) {
        bind_count(row, 1, i + 1);
        bind_text(row, 2, m->opponent[i].name);
        bind_text(row, 3, m->opponent[i].agent);
        bind_hash(row, 4, m->opponent[i].identity);
        US_TRY(put(f, row));
    }
    return US_OK;
}

static us_status put_maps(const filing *f, const us_manifest *m, sqlite3_stmt *row)
{
    for (int i = 0; i < m->maps; i++) {
        bind_count(row, 1, i + 1);
        bind_text(row, 2, m->map[i].name);
        bind_text(row, 3, m->map[i].family);
        bind_hash(row, 4, m->map[i].hash);
        US_TRY(put(f, row));
    }
    return US_OK;
}

/* Columns from the seat on are those of a cells' row: SQLite converts a text to the column's type.
 */
static us_status put_games(const filing *f, const us_manifest *m, sqlite3_stmt *row)
{
    US_AUTO(cells_clear) cells c = {.scratch = us_str_empty()};
    for (int64_t i = 0; i < m->games; i++) {
        const us_fixture *game = &m->game[i];
        fill(&c, m, i);
        bind_count(row, 1, i + 1);
        bind_text(row, 2, c.text[GAME]);
        bind_count(row, 3, game->player + 1);
        bind_count(row, 4, game->opponent + 1);
        bind_count(row, 5, game->map + 1);
        for (int column = SEAT; column <= FAILED; column++)
            bind_text(row, 6 + column - SEAT, c.text[column]);
        US_TRY(put(f, row));
    }
    return US_OK;
}

/* ---- the file */

static int asked_to_stop(void *stop)
{
    bool (*const *ask)(void) = stop;
    return (*ask)();
}

static us_status fill_file(const filing *f, const us_manifest *m)
{
    static const struct {
        const char *sql;
        put_rows *rows;
    } part[] = {
        {"INSERT INTO experiment VALUES (1, ?, ?, ?, ?, ?, ?, ?)", put_experiment},
        {"INSERT INTO players VALUES (?, ?, ?, ?, ?, ?, ?)", put_players},
        {"INSERT INTO opponents VALUES (?, ?, ?, ?)", put_opponents},
        {"INSERT INTO maps VALUES (?, ?, ?, ?)", put_maps},
        {"INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
         put_games},
    };
    char pragmas[96];
    snprintf(pragmas, sizeof(pragmas), "PRAGMA application_id = %d; PRAGMA user_version = %d;",
             US_EXPORT_MARK, SCHEMA_VERSION);
    /* Nobody sees the file before it is whole: there is nothing to roll back to. */
    US_TRY(execute(f, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"));
    US_TRY(execute(f, pragmas));
    US_TRY(execute(f, "BEGIN"));
    US_TRY(execute(f, schema));
    for (int i = 0; i < US_COUNT(part); i++)
        US_TRY(insert(f, m, part[i].sql, part[i].rows));
    US_TRY(execute(f, finish));
    return execute(f, "COMMIT");
}

/* The file is made beside the path; errors name the path. */
static us_status make_file(const us_manifest *m, const char *beside, const char *path,
                           bool (*stop)(void), us_error *err)
{
    filing f = {.path = path, .err = err};
    int code = sqlite3_open_v2(beside, &f.db, SQLITE_OPEN_READWRITE, NULL);
    if (code != SQLITE_OK) {
        us_status status = code == SQLITE_NOMEM ? US_NO_MEMORY : US_BAD_INPUT;
        us_error_set(err, status, path, 0, 0, "cannot make the file: %s",
                     f.db ? sqlite3_errmsg(f.db) : "out of memory");
        sqlite3_close(f.db);
        return status;
    }
    if (stop)
        sqlite3_progress_handler(f.db, LOOK, asked_to_stop, &stop);
    us_status status = fill_file(&f, m);
    if (status != US_OK && stop && stop())
        status = us_error_set(err, US_INTERRUPTED, NULL, 0, 0, "interrupted: nothing was exported");
    if (sqlite3_close(f.db) != SQLITE_OK && status == US_OK)
        status = us_error_set(err, US_FAILED, path, 0, 0, "cannot close the file");
    return status;
}

/* A library is such a file, too, and is not to be lost by a slip. */
static us_status check_place(const char *path, us_error *err)
{
    static const unsigned char mark[4] = {US_EXPORT_MARK >> 24 & 255, US_EXPORT_MARK >> 16 & 255,
                                          US_EXPORT_MARK >> 8 & 255, US_EXPORT_MARK & 255};
    char head[HEAD];
    US_TRY(us_file_check_replaceable(path, US_SQLITE_FIRST, "a database of results", err));
    size_t length = us_file_read_head(path, head, sizeof(head));
    if (length > 0 && (length < HEAD || memcmp(head + MARK_OFFSET, mark, sizeof(mark)) != 0))
        return us_error_set(err, US_BAD_INPUT, path, 0, 0,
                            "expected a new file, or a database of results to replace");
    return US_OK;
}

us_status us_export_write_sqlite(const us_manifest *m, const char *path, bool (*stop)(void),
                                 us_error *err)
{
    US_AUTO(us_sibling_close) us_sibling sibling = {.fd = -1};
    US_TRY(check_place(path, err));
    US_TRY(us_sibling_open(path, &sibling, err));
    US_TRY(make_file(m, sibling.name, path, stop, err));
    return us_sibling_put(&sibling, err);
}
