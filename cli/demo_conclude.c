#include <math.h>
#include <string.h>

#include "base/file.h"
#include "base/shell.h"
#include "cli/demo.h"
#include "cli/out.h"
#include "experiments/compare/repairs.h"
#include "experiments/design/planning.h"
#include "experiments/report/dotplot.h"
#include "experiments/run/games.h"
#include "experiments/run/results.h"
#include "studio/film.h"

/* The players, as people read of them, in the order of the picture. */
enum { EXPERT, LEARNED, ADAPTED, CLONING, RANDOM, PLAYERS };
static const char *const names[PLAYERS] = {"expert", "learned", "adapted", "cloning", "random"};

typedef struct conclusion {
    const us_demo_def *demo;
    us_manifest manifest;
    us_comparison all;    /* "learned" is the baseline */
    us_comparison helped; /* "adapted" against "learned" alone */
    us_estimate score[PLAYERS];
    int64_t games; /* of a player */
    us_repaired_library *repaired;
    int repaired_count;
    us_str summary; /* sentences, a line each */
} conclusion;

static us_str file_of(const conclusion *c, const char *name)
{
    return us_folder_make_path(c->demo->folder, name);
}

/* Returns the adapted library's repairs, or NULL if it has none. */
static const us_lineage *repairs_of(const conclusion *c)
{
    return c->repaired_count > 0 ? &c->repaired[0].lineage : NULL;
}

/* ---- reading */

static us_status read_scores(conclusion *c, us_error *err)
{
    for (int who = 0; who < PLAYERS; who++) {
        int side = 0;
        while (side < c->all.sides && !us_text_equal(c->all.side[side].name, names[who]))
            side++;
        if (side == c->all.sides)
            return us_error_set(err, US_MISMATCH, c->demo->experiment, 0, 0,
                                "no player \"%s\" in it", names[who]);
        c->score[who] = c->all.side[side].score;
        c->games = c->all.side[side].games;
    }
    return US_OK;
}

static us_status read_results(conclusion *c, us_error *err)
{
    us_comparison_def def = us_comparison_def_default();
    US_TRY(us_results_read(c->demo->experiment, &c->manifest, NULL, err));
    US_TRY(us_comparison_compute(&c->manifest, &def, &c->all, err));
    US_TRY(read_scores(c, err));
    def.baseline = names[LEARNED];
    def.challenger = names[ADAPTED];
    US_TRY(us_comparison_compute(&c->manifest, &def, &c->helped, err));
    return us_repaired_libraries_list(&c->manifest, c->demo->experiment, &c->all, &c->repaired,
                                      &c->repaired_count, err);
}

static void clear(conclusion *c)
{
    us_repaired_libraries_free(c->repaired, c->repaired_count);
    us_comparison_clear(&c->helped);
    us_comparison_clear(&c->all);
    us_manifest_clear(&c->manifest);
    us_str_clear(&c->summary);
}

/* ---- the summary */

/* Adds "61% (50 to 72)": the mean and its 95% interval. */
static void add_score(us_str *out, const us_estimate *score, bool first)
{
    us_str_addf(out, "%.0f%% (%s%.0f to %.0f)", score->mean * 100, first ? "95% interval: " : "",
                score->bounds.low * 100, score->bounds.high * 100);
}

/* Adds "+14 points (+7 to +21)". */
static void add_difference(us_str *out, const us_versus *v, bool first)
{
    us_str_addf(out, "%+.0f points (%s%+.0f to %+.0f)", v->effect.mean * 100,
                first ? "95% interval: " : "", v->effect.bounds.low * 100,
                v->effect.bounds.high * 100);
}

static void summarize_learning(const conclusion *c, us_str *out)
{
    const us_demo_def *d = c->demo;
    us_str_add(out, "An expert demonstrated ");
    us_str_add_count(out, d->demos, "game", "games");
    us_str_add(out, " that it won, on ");
    us_str_add_count(out, d->demo_maps, "map", "maps");
    us_str_add(out, " against ");
    us_str_add_count(out, d->demo_opponents, "opponent", "opponents");
    us_str_add(out, ". The library that was learned from them won ");
    add_score(out, &c->score[LEARNED], true);
    us_str_add(out, " of its games on ");
    us_str_add_count(out, d->maps, "map", "maps");
    us_str_add(out, " and against ");
    us_str_add_count(out, d->opponents, "opponent", "opponents");
    us_str_add(out, " that no demonstration shows. The expert itself won ");
    add_score(out, &c->score[EXPERT], false);
    us_str_add(out, " there, a random player ");
    add_score(out, &c->score[RANDOM], false);
    us_str_add(out, ".\n");
}

static void summarize_repairs(const conclusion *c, us_str *out)
{
    const us_lineage *lineage = repairs_of(c);
    us_str_addf(out, "In at most %d games on more maps, a search ", c->demo->budget);
    if (!lineage) {
        us_str_add(out, "found no change of the library that games prove to help.");
        return;
    }
    us_str_add(out, "found ");
    us_str_add_count(out, lineage->repairs, "change", "changes");
    us_str_add(out, " of the library that games prove to help");
    const char *text = lineage->item[0].repair[0], *colon = strstr(text, ": ");
    us_str_addf(out, ", such as \"%s\".", colon ? colon + 2 : text);
}

static void summarize_effect(const conclusion *c, us_str *out)
{
    const us_versus *v = &c->helped.versus[0];
    if (!repairs_of(c)) {
        us_str_add(out, " So the adapted library plays as the learned one.\n");
        return;
    }
    us_str_addf(out, " In this run they %s: the adapted library won ",
                v->conclusion == US_BETTER  ? "helped"
                : v->conclusion == US_WORSE ? "did harm"
                                            : "changed nothing that this many games can show");
    add_score(out, &c->score[ADAPTED], false);
    us_str_add(out, ", a difference of ");
    add_difference(out, v, false);
    us_str_add(out, ".\n");
}

/* Appends the text in lines of at most 80 characters, broken at spaces. */
static void wrap(const char *text, us_str *out)
{
    enum { LINE = 80 };
    size_t used = 0;
    for (size_t length; *text; text += length + (text[length] != '\0')) {
        length = strcspn(text, " \n");
        bool fits = used > 0 && used + 1 + length <= LINE;
        if (used > 0)
            us_str_add_char(out, fits ? ' ' : '\n');
        us_str_add_bytes(out, text, length);
        used = fits ? used + 1 + length : length;
        if (text[length] == '\n') {
            us_str_add_char(out, '\n');
            used = 0;
        }
    }
}

/* ---- picture, film, report */

/* Returns the place of the player's name in `names`; PLAYERS: none. */
static int find_name(const char *player)
{
    int who = 0;
    while (who < PLAYERS && !us_text_equal(player, names[who]))
        who++;
    return who;
}

/* Computes the share of the points on each map that a player played; `out` has room for `maps`
 * shares of each player. */
static void compute_shares(const us_manifest *m, double *out, int count[PLAYERS])
{
    US_AUTOFREE int *games = US_NEW_ARRAY(int, PLAYERS * m->maps + 1);
    for (int64_t i = 0; i < m->games; i++) {
        int who = find_name(m->player[m->game[i].player].name);
        if (who == PLAYERS || !us_row_is_scored(&m->row[i]))
            continue;
        out[who * m->maps + m->game[i].map] += us_row_points(&m->row[i]) / 2.0;
        games[who * m->maps + m->game[i].map]++;
    }
    for (int who = 0; who < PLAYERS; who++) {
        double *share = out + who * m->maps;
        count[who] = 0;
        for (int map = 0; map < m->maps; map++)
            if (games[who * m->maps + map] > 0)
                share[count[who]++] = share[map] / games[who * m->maps + map];
    }
}

/* Fills the rows of the picture. dots: room for a share of each map in each row. */
static void fill_rows(const conclusion *c, const char *learned, const char *adapted, double *dots,
                      us_dot_row row[PLAYERS])
{
    int count[PLAYERS];
    compute_shares(&c->manifest, dots, count);
    static const char *const title[PLAYERS] = {"The expert itself", "Learned library",
                                               "Adapted library", "The expert's orders",
                                               "Random player"};
    const char *about[PLAYERS] = {"it was demonstrated", learned, adapted, "without its goals",
                                  "any legal order"};
    for (int who = 0; who < PLAYERS; who++)
        row[who] = (us_dot_row){.name = title[who],
                                .about = about[who],
                                .mean = c->score[who].mean,
                                .low = c->score[who].bounds.low,
                                .high = c->score[who].bounds.high,
                                .dot = dots + who * c->manifest.maps,
                                .dots = count[who]};
}

/* The texts of the picture. */
enum { TITLE, FROM, REPAIRED, DOTS, CHANGE, TEXTS };

static void summarize_figure(const conclusion *c, us_str text[TEXTS])
{
    const us_lineage *lineage = repairs_of(c);
    for (int i = 0; i < TEXTS; i++)
        us_str_init(&text[i]);
    us_str_add(&text[TITLE], "Games won on ");
    us_str_add_count(&text[TITLE], c->demo->maps, "map", "maps");
    us_str_add(&text[TITLE], " that nobody demonstrated");
    us_str_add(&text[FROM], "from ");
    us_str_add_count(&text[FROM], c->demo->demos, "game", "games");
    us_str_add(&text[FROM], " of the expert");
    us_str_add_count(&text[REPAIRED], lineage ? lineage->repairs : 0, "change", "changes");
    us_str_add(&text[REPAIRED], " by a search");
    us_str_add(&text[DOTS], "A small dot is a map: the mean of its games in both seats against ");
    us_str_add_count(&text[DOTS], c->demo->opponents, "opponent", "opponents");
    us_str_add(&text[DOTS], " that no demonstration shows.");
    us_str_add(&text[CHANGE], lineage ? "Adapted above learned: " : "No change was kept.");
    if (lineage) {
        add_difference(&text[CHANGE], &c->helped.versus[0], true);
        us_str_add_char(&text[CHANGE], '.');
    }
}

static us_status draw_picture(const conclusion *c, us_error *err)
{
    us_dot_row row[PLAYERS];
    us_str text[TEXTS];
    US_AUTO(us_str_clear) us_str path = file_of(c, "picture.svg");
    US_AUTOFREE double *dots = US_NEW_ARRAY(double, PLAYERS * c->manifest.maps);
    US_AUTOSTR(out);
    summarize_figure(c, text);
    fill_rows(c, text[FROM].text, text[REPAIRED].text, dots, row);
    us_dot_plot plot = {
        .title = text[TITLE].text,
        .axis = "games won; a draw counts as half a win",
        .note = {text[DOTS].text, "A line is the 95% interval of the mean, for maps like these.",
                 text[CHANGE].text},
        .row = row,
        .rows = PLAYERS,
    };
    us_dot_plot_draw(&plot, &out);
    us_status status = us_file_write(path.text, out.text, out.length, err);
    for (int i = 0; i < TEXTS; i++)
        us_str_clear(&text[i]);
    return status;
}

/* Returns the first game that the learned library won; if it won none, its first game. */
static int64_t choose_game(const us_manifest *m)
{
    int64_t first = -1;
    for (int64_t i = 0; i < m->games; i++) {
        if (!us_text_equal(m->player[m->game[i].player].name, names[LEARNED]) ||
            !us_row_is_finished(&m->row[i]))
            continue;
        if (m->row[i].end == US_ROW_WIN)
            return i;
        first = first < 0 ? i : first;
    }
    return first;
}

static us_status make_film(const conclusion *c, us_error *err)
{
    int64_t game = choose_game(&c->manifest);
    US_AUTO(us_str_clear) us_str trace = file_of(c, "film.jsonl"), page = file_of(c, "film.html");
    us_film_def def = {.trace = trace.text,
                       .out = page.text,
                       .title = "The learned library plays on a map that nobody demonstrated",
                       .stop = us_interrupt_is_pending};
    us_film_report report;
    us_row row;
    if (game < 0)
        return us_error_set(err, US_FAILED, c->demo->experiment, 0, 0,
                            "the learned library finished no game, so there is no film");
    US_AUTOPTR(us_work) work = us_work_new(&c->manifest, c->demo->experiment);
    US_TRY(us_work_play(work, game, us_interrupt_is_pending, trace.text, &row, err));
    const char *path = c->manifest.map[c->manifest.game[game].map].path;
    US_AUTO(us_str_clear) us_str map = us_folder_make_path(c->demo->experiment, path);
    def.map = map.text;
    return us_film_write(&def, &report, err);
}

static us_status write_report(const conclusion *c, us_error *err)
{
    US_AUTO(us_str_clear) us_str path = file_of(c, "report.html");
    us_report_def def = {
        .folder = c->demo->experiment,
        .out = path.text,
        .compare = us_comparison_def_default(),
        .command = c->demo->args->program,
        .note = us_out_log_text,
        .stop = us_interrupt_is_pending,
    };
    return us_report_write(&def, err);
}

/* ---- results */

static void write_file(us_json_writer *writer, const conclusion *c, const char *key,
                       const char *name)
{
    US_AUTO(us_str_clear) us_str path = file_of(c, name);
    us_json_write_key_string(writer, key, path.text);
}

static void write_estimate(us_json_writer *writer, const us_estimate *e)
{
    us_json_write_key_decimal(writer, "mean", llround(e->mean * 1000), 3);
    us_json_write_key_decimal(writer, "low", llround(e->bounds.low * 1000), 3);
    us_json_write_key_decimal(writer, "high", llround(e->bounds.high * 1000), 3);
}

static void write_json(const conclusion *c, us_str *out)
{
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_json_write_key_string(&writer, "folder", c->demo->folder);
    us_json_write_key_string(&writer, "experiment", c->demo->experiment);
    write_file(&writer, c, "report", "report.html");
    write_file(&writer, c, "picture", "picture.svg");
    write_file(&writer, c, "film", "film.html");
    us_json_write_key_string(&writer, "summary", c->summary.text);
    us_json_write_key_open(&writer, "scores", '[');
    for (int who = 0; who < PLAYERS; who++) {
        us_json_write_open(&writer, '{');
        us_json_write_key_string(&writer, "player", names[who]);
        write_estimate(&writer, &c->score[who]);
        us_json_write_close(&writer, '}');
    }
    us_json_write_close(&writer, ']');
    us_json_write_key_open(&writer, "verdicts", '[');
    for (int i = 0; i < c->all.verdicts; i++) {
        const us_versus *v = &c->all.versus[i];
        us_json_write_open(&writer, '{');
        us_json_write_key_string(&writer, "player", c->all.side[v->challenger].name);
        us_json_write_key_string(&writer, "baseline", c->all.side[v->baseline].name);
        us_json_write_key_string(&writer, "verdict", us_conclusion_name(v->conclusion));
        us_json_write_key_string(&writer, "text", v->verdict);
        us_json_write_key_string(&writer, "care", v->care);
        us_json_write_close(&writer, '}');
    }
    us_json_write_close(&writer, ']');
    us_json_writer_end(&writer, '}');
}

static void print_scores(const conclusion *c, us_str *out)
{
    us_str_addf(out,
                "Games won of %lld, a draw as half a win, with 95%% intervals for maps like "
                "these\n",
                (long long)c->games);
    for (int who = 0; who < PLAYERS; who++)
        us_str_addf(out, "  %-8s %4.0f%%  %3.0f to %3.0f\n", names[who], c->score[who].mean * 100,
                    c->score[who].bounds.low * 100, c->score[who].bounds.high * 100);
}

static void print_repairs(const conclusion *c, us_str *out)
{
    const us_lineage *lineage = repairs_of(c);
    us_str_add(out, "\nRepairs\n");
    if (!lineage) {
        us_str_add(out, "  None: games prove no change to help.\n");
        return;
    }
    if (c->repaired[0].how[0])
        us_out_add_linef(out, "  %s", c->repaired[0].how);
    for (int k = 0; k < lineage->count; k++)
        for (int r = 0; r < lineage->item[k].repairs; r++)
            us_out_add_linef(out, "  %s: %s; %s", lineage->item[k].goal,
                             lineage->item[k].failure[r], lineage->item[k].repair[r]);
}

static void add_path(const char *folder, const char *file, us_str *line)
{
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(folder, file);
    us_shell_quote_path(path.text, line);
}

static void print_next(const char *program, const char *command, const char *folder,
                       const char *file, us_str *line)
{
    us_str_add(line, "  ");
    us_shell_quote_path(program, line);
    us_str_addf(line, " %s ", command);
    add_path(folder, file, line);
}

static void print_text(const conclusion *c, us_str *out)
{
    const char *program = c->demo->args->program, *folder = c->demo->folder;
    US_AUTOSTR(line);
    print_scores(c, out);
    print_repairs(c, out);
    us_str_add(out, "\nSummary\n");
    wrap(c->summary.text, out);
    us_str_add(out, "\nOpen in a browser\n");
    us_out_add_linef(out, "  %s/picture.svg  these scores, map by map", folder);
    us_out_add_linef(out, "  %s/film.html    a game of the learned library", folder);
    us_out_add_linef(out, "  %s/report.html  all numbers and repairs", folder);
    us_str_add(out, "\nNext\n");
    us_out_add_next(out, "  ", program, "experiment compare", c->demo->experiment);
    print_next(program, "library show", c->demo->experiment, "libraries/learned.db", &line);
    us_str_add(&line, " DefeatPlayer");
    us_out_add_line(out, &line);
    print_next(program, "trace film", folder, "demos/game-1.jsonl", &line);
    us_str_add(&line, " -o ");
    add_path(folder, "expert.html", &line);
    us_out_add_line(out, &line);
}

us_status us_demo_conclude(const us_demo_def *demo, us_str *out, us_error *err)
{
    US_AUTO(clear) conclusion c = {.demo = demo};
    us_str_init(&c.summary);
    US_TRY(read_results(&c, err));
    summarize_learning(&c, &c.summary);
    summarize_repairs(&c, &c.summary);
    summarize_effect(&c, &c.summary);
    US_TRY(draw_picture(&c, err));
    US_TRY(make_film(&c, err));
    US_TRY(write_report(&c, err));
    if (demo->json)
        write_json(&c, out);
    else
        print_text(&c, out);
    return US_OK;
}
