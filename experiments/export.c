#include "experiments/export.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "experiments/sequence.h"

static const char *const columns[] = {
    "game",   "player",  "group", "run",    "size",    "opponent", "map",    "family",
    "seat",   "seed",    "end",   "reason", "points",  "margin",   "cycles", "hash",
    "orders", "refused", "us",    "host",   "journal", "profile",  "idle",   "failed",
};

/* A game's row, each column as text; NULL: empty. */
typedef struct cells {
    const char *text[US_COUNT(columns)];
    bool number[US_COUNT(columns)]; /* or JSON */
    char digits[US_COUNT(columns)][24];
    us_str scratch;
} cells;

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
    FAILED,
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
    cells c = {.number = {false}};
    us_str_init(&c.scratch);
    for (int i = 0; i < US_COUNT(columns); i++)
        us_str_addf(out, "%s%s", i > 0 ? "," : "", columns[i]);
    us_str_add(out, "\r\n");
    for (int64_t g = 0; g < m->games; g++) {
        fill(&c, m, g);
        for (int i = 0; i < US_COUNT(columns); i++) {
            if (i > 0)
                us_str_add_char(out, ',');
            if (c.text[i])
                us_csv_add(out, c.text[i]);
        }
        us_str_add(out, "\r\n");
    }
    us_str_clear(&c.scratch);
}

void us_export_print_json(const us_manifest *m, us_str *out)
{
    cells c = {.number = {false}};
    us_str_init(&c.scratch);
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
    us_str_clear(&c.scratch);
}

/* ---- verdicts and tables */

/* How a form marks headings and lists. */
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

static void write_real(us_json_writer *writer, const char *key, double value)
{
    if (isfinite(value))
        us_json_write_key_decimal(writer, key, llround(value * 1e6), 6);
    else
        us_json_write_key_null(writer, key);
}

/* joint: the interval of the verdict, at a level that holds for all comparisons. */
static void write_effect(const us_comparison *c, const us_versus *v, us_json_writer *writer)
{
    write_real(writer, "effect", v->effect.mean);
    write_real(writer, "low", v->effect.bounds.low);
    write_real(writer, "high", v->effect.bounds.high);
    write_real(writer, "level", c->def.level);
    write_real(writer, "df", us_estimate_degrees(&v->effect));
    write_real(writer, "joint_low", v->together.low);
    write_real(writer, "joint_high", v->together.high);
    write_real(writer, "joint_level", 1 - (1 - c->def.level) / c->count);
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
    us_str text;
    us_str_init(&text);
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
    us_str_clear(&text);
}
