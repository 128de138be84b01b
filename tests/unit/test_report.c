#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "experiments/report/export.h"
#include "experiments/report/figures.h"
#include "experiments/report/sheet.h"
#include "experiments/report/svg.h"
#include "tests/unit/near_equal.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

/* ---- texts */

static void check_with(void (*add)(us_str *, const char *), const char *text, const char *expected)
{
    US_AUTOSTR(out);
    add(&out, text);
    CHECK_STR(out.text, expected);
}

TEST(a_field_stays_one_field_of_one_line)
{
    check_with(us_plot_print_field, "a\tb\nc\r\x01", "a b c  ");
    check_with(us_plot_print_field, "say \"no\"", "say 'no'");
    check_with(us_plot_print_field, "C:\\new", "C:\\\\new");
    check_with(us_plot_print_field, "bad \xff\xc3", "bad \xef\xbf\xbd\xef\xbf\xbd");
    check_with(us_plot_print_field, "\xe6\xbc\xa2 \xc3\xa9", "\xe6\xbc\xa2 \xc3\xa9");
}

TEST(a_title_of_a_script_is_only_a_title)
{
    check_with(us_plot_quote, "it's", "'it''s'");
    check_with(us_plot_quote, "`date` $(date) @x \"q\" \\", "'`date` $(date) @x \"q\" \\'");
    check_with(us_plot_quote, "a\n!rm x", "'a !rm x'");
    check_with(us_plot_quote, "", "''");
}

TEST(a_long_label_is_cut_between_characters)
{
    US_AUTOSTR(out);
    us_plot_print_short(&out, "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9", 4);
    CHECK_STR(out.text, "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9");
    us_str_reset(&out);
    us_plot_print_short(&out, "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9", 3);
    CHECK_STR(out.text, "\xc3\xa9\xc3\xa9\xe2\x80\xa6");
    CHECK_INT(us_plot_width("abc"), 3);
    CHECK_INT(us_plot_width("\xc3\xa9\xe2\x80\xa6"), 2);
    CHECK_INT(us_plot_width("\xe6\xbc\xa2"), 2);
}

/* ---- drawings */

static bool add_drawing(us_str *out, const char *svg)
{
    static const us_svg_color color[] = {{1, 2, 3, "var(--x)"}};
    us_svg_def def = {"n", "A & B", color, 1};
    return us_svg_embed(out, svg, strlen(svg), &def);
}

static void check_drawing(const char *inside, const char *expected)
{
    US_AUTOSTR(svg);
    US_AUTOSTR(out);
    US_AUTOSTR(whole);
    us_str_addf(&svg, "<?xml version='1.0'?>\n<svg width=\"9\" viewBox=\"0 0 9 9\">%s</svg>\n",
                inside);
    us_str_addf(&whole,
                "<svg role=\"img\" aria-labelledby=\"n-title\" viewBox=\"0 0 9 9\">"
                "<title id=\"n-title\">A &amp; B</title>\n%s</svg>\n",
                expected);
    CHECK(add_drawing(&out, svg.text));
    CHECK_STR(out.text, whole.text);
}

/* Nothing ends the bytes but their number: the sanitizers see who looks behind it. */
TEST(a_drawing_is_looked_for_within_the_text_alone)
{
    static const char text[] = "<?xml version='1.0'?>\n<svg width=\"9\">";
    us_svg_def def = {"n", "t", NULL, 0};
    US_AUTOSTR(out);
    for (size_t length = 0; length < sizeof text; length++) {
        US_AUTOFREE char *exact = us_mem_alloc(length + 1 - (length > 0));
        memcpy(exact, text, length);
        bool whole = length >= (size_t)(strstr(text, "<svg") - text) + 4;
        CHECK(us_svg_embed(&out, exact, length, &def) == whole);
        CHECK((out.length > 0) == whole);
        us_str_reset(&out);
    }
}

TEST(a_drawing_keeps_what_draws)
{
    check_drawing("<path d='M0,0  h2'/>", "<path d=\"M0,0  h2\"/>");
    check_drawing("<g fill=\"none\"><text>a &lt; b</text></g>",
                  "<g fill=\"none\"><text>a &lt; b</text></g>");
    check_drawing("<use xlink:href='#p' x='1'/>", "<use href=\"#n-p\" x=\"1\"/>");
    check_drawing("<circle id='p' r='1'/>", "<circle id=\"n-p\" r=\"1\"/>");
}

TEST(a_drawing_takes_the_colors_of_the_page)
{
    check_drawing("<path stroke='rgb(  1,  2,  3)'/>", "<path stroke=\"var(--x)\"/>");
    check_drawing("<path stroke='rgb(1,2,4)'/>", "<path stroke=\"rgb(1,2,4)\"/>");
    check_drawing("<path fill='black'/>", "<path fill=\"currentColor\"/>");
    check_drawing("<path fill='white'/>", "<path fill=\"var(--paper)\"/>");
}

TEST(a_drawing_brings_nothing_else)
{
    check_drawing("<title>t</title><desc>d</desc>", "");
    check_drawing("<script>alert(1)</script><style>*{}</style>", "");
    check_drawing("<filter id='f'><feFlood/></filter><image href='x.png'/>", "");
    check_drawing("<foreignObject><path d='M0'/></foreignObject>", "");
    check_drawing("<path onclick='x()' d='M0' style='fill:red'/>", "<path d=\"M0\"/>");
    check_drawing("<use href='http://a/b'/><path fill='url(#f)'/>", "<use/><path/>");
    check_drawing("<path d='\"><b>'/>", "<path/>");
    check_drawing("<!-- <path/> --><g color='red'> <g> </g> </g>", "<g color=\"red\">  </g>");
}

TEST(what_is_no_drawing_adds_nothing)
{
    US_AUTOSTR(out);
    CHECK(!add_drawing(&out, ""));
    CHECK(!add_drawing(&out, "<html></html>"));
    CHECK_STR(out.text, "");
    static const char *const cut[] = {"<svg",        "<svg viewBox='", "<svg><g", "<svg><g a",
                                      "<svg><g a='", "<svg><!-- ",     "<svg></", "<svg>text"};
    for (int i = 0; i < US_COUNT(cut); i++) {
        us_str_reset(&out);
        CHECK(add_drawing(&out, cut[i]));
    }
}

/* ---- gnuplot, played by scripts */

static void make_gnuplot(const char *script)
{
    scratch_put("gnuplot", script);
    REQUIRE(chmod(scratch("gnuplot"), 0755) == 0);
}

static us_status run_gnuplot(int within, us_error *err)
{
    US_AUTOFREE char *before =
        us_mem_strdup(us_env_get("PATH") ? us_env_get("PATH") : "/usr/bin:/bin");
    setenv("PATH", scratch(""), 1);
    us_status status = us_gnuplot_run(scratch(""), "x.gp", "svg", within, NULL, err);
    setenv("PATH", before, 1);
    return status;
}

TEST(gnuplot_runs_in_the_folder_of_its_script)
{
    us_error err;
    make_gnuplot("#!/bin/sh\n[ \"$1\" = x.gp ] && read x || : > made\n");
    CHECK_INT(run_gnuplot(60000, &err), US_OK);
    CHECK(us_file_exists(scratch("made")));
}

TEST(gnuplot_that_fails_says_why)
{
    us_error err;
    make_gnuplot("#!/bin/sh\necho first >&2\necho 'the reason' >&2\necho >&2\nexit 3\n");
    CHECK_INT(run_gnuplot(60000, &err), US_FAILED);
    CHECK_STR(err.text, "gnuplot ended with status 3: the reason");
    make_gnuplot("#!/bin/sh\nkill -9 $$\n");
    CHECK_INT(run_gnuplot(60000, &err), US_FAILED);
    CHECK_STR(err.text, "gnuplot was ended by signal 9");
}

TEST(gnuplot_that_hangs_is_ended)
{
    us_error err;
    make_gnuplot("#!/bin/sh\nPATH=/usr/bin:/bin\nsleep 1000 &\nsleep 1000\n");
    CHECK_INT(run_gnuplot(300, &err), US_FAILED);
    CHECK_CONTAINS(err.text, "took longer");
}

TEST(without_gnuplot_it_says_so)
{
    us_error err;
    char *before = us_mem_strdup(us_env_get("PATH") ? us_env_get("PATH") : "/usr/bin:/bin");
    setenv("PATH", "/nowhere", 1);
    CHECK_INT(us_gnuplot_run(scratch(""), "x.gp", "svg", 60000, NULL, &err), US_NO_ENGINE);
    setenv("PATH", before, 1);
    us_mem_free(before);
    CHECK_STR(err.text, "gnuplot is not in PATH");
}

/* ---- what figures show */

/* Two players, "base" and "new" (two runs of a group, of one demonstration each), on two maps
 * against one opponent, seeds 1 to 3, seat 0. */
static void fill_manifest(us_manifest *m)
{
    static const char *const name[] = {"base", "new-1-0", "new-1-1"};
    us_manifest_init(m);
    m->name = "an experiment";
    m->domain = "skirmish";
    m->max_cycles = 1000;
    for (int p = 0; p < 3; p++) {
        us_entrant *player = us_manifest_add_player(m);
        *player = (us_entrant){.name = name[p],
                               .agent = "random",
                               .group = p > 0 ? "new-1" : NULL,
                               .run = p - 1,
                               .size = p > 0 ? 1 : -1,
                               .identity = (us_hash)p + 1};
    }
    *us_manifest_add_opponent(m) =
        (us_entrant){.name = "o\"\t<", .agent = "random", .run = -1, .size = -1};
    for (int i = 0; i < 2; i++)
        *us_manifest_add_map(m) =
            (us_manifest_map){.name = i ? "two" : "one,\\", .family = "f", .path = "x"};
    for (int map = 0; map < 2; map++)
        for (uint64_t seed = 1; seed <= 3; seed++)
            for (int p = 0; p < 3; p++) {
                us_fixture *game = us_manifest_add_game(m);
                *game = (us_fixture){.seed = seed, .player = (uint16_t)p, .map = (uint16_t)map};
                game->id = us_fixture_id(m, game);
                m->row[m->games - 1] = (us_row){.game = game->id,
                                                .end = p == 0     ? US_ROW_WIN
                                                       : map == 0 ? US_ROW_LOSS
                                                                  : US_ROW_DRAW,
                                                .cycles = p == 0 ? 200 : 1000,
                                                .reason = "defeat, or \"so\"",
                                                .hash = 7};
            }
}

static const us_sheet *sheet_of(us_sheet *const *list, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(list[i]->name, name) == 0)
            return list[i];
    FAIL("no table %s", name);
    REQUIRE(false);
    return NULL;
}

static void free_sheets(us_sheet **list, int count)
{
    for (int i = 0; i < count; i++)
        us_sheet_free(list[i]);
}

TEST(a_forest_has_a_row_for_each_cell)
{
    US_AUTO(us_manifest_clear) us_manifest m;
    us_comparison c;
    us_figure f;
    us_comparison_def def = us_comparison_def_default();
    fill_manifest(&m);
    REQUIRE(us_comparison_compute(&m, &def, &c, NULL) == US_OK);
    us_figure_init(&f);
    CHECK(us_figure_make_forest(&f, &c));
    CHECK_STR(f.name, "forest");
    CHECK_CONTAINS(f.data.text, "0.0\t0\tnew-1 against base\t-0.750000\t");
    CHECK_CONTAINS(f.data.text, "\t1\tone,\\\\, o' <\t-1.000000\t-1.000000\t");
    CHECK_CONTAINS(f.data.text, "\t1\ttwo, o' <\t-0.500000\t");
    CHECK_CONTAINS(f.script.text, "set output 'forest.'.form");
    CHECK_CONTAINS(f.about.text, "with its 95% interval for that map alone.");
    CHECK_CONTAINS(f.about.text, "Each diamond: the effect over all maps and opponents, with its "
                                 "interval for maps like these.");
    int lines = 0;
    for (const char *at = f.data.text; *at; at++)
        lines += *at == '\n';
    CHECK_INT(lines, 4);
    us_figure_clear(&f);
    us_comparison_clear(&c);
    def.scope = US_MAP_SCOPE_THESE;
    REQUIRE(us_comparison_compute(&m, &def, &c, NULL) == US_OK);
    us_figure_init(&f);
    CHECK(us_figure_make_forest(&f, &c));
    CHECK_CONTAINS(f.about.text, "with its interval for these maps alone.");
    us_figure_clear(&f);
    us_comparison_clear(&c);
}

TEST(a_profile_falls_where_margins_are)
{
    US_AUTO(us_manifest_clear) us_manifest m;
    US_AUTO(us_comparison_clear) us_comparison c;
    US_AUTO(us_figure_clear) us_figure f;
    us_comparison_def def = us_comparison_def_default();
    fill_manifest(&m);
    REQUIRE(us_comparison_compute(&m, &def, &c, NULL) == US_OK);
    us_figure_init(&f);
    CHECK(us_figure_make_profile(&f, &c, &m));
    /* wins after a fifth of the time; losses at the end and draws, as many of each */
    CHECK_CONTAINS(f.data.text, "-1.000\t1.000000\n0.900\t0.000000\n1.000\t0.000000\n\n\n");
    CHECK_CONTAINS(f.data.text,
                   "-1.000\t1.000000\n-0.500\t0.500000\n0.000\t0.000000\n1.000\t0.000000\n\n\n");
    us_sheet *all[US_COMPARE_SHEETS_MAX];
    int sheets = us_comparison_make_sheets(&c, &m, all);
    const us_sheet *sheet = sheet_of(all, sheets, "profile");
    CHECK_INT(us_sheet_rows(sheet), 2 * US_PROFILE_POINTS);
    CHECK(us_sheet_get_cell(sheet, US_PROFILE_POINTS + 1, 1)->real == -0.5);
    CHECK(us_sheet_get_cell(sheet, US_PROFILE_POINTS + 1, 2)->real == 1);
    CHECK(us_sheet_get_cell(sheet, US_PROFILE_POINTS + 2, 2)->real == 0.5); /* at least -0.25 */
    CHECK(us_sheet_get_cell(sheet, 7, 1)->real == 0.9);
    CHECK(us_sheet_get_cell(sheet, 7, 2)->real == 1);
    free_sheets(all, sheets);
}

TEST(a_curve_is_named_by_its_group_without_the_size)
{
    us_manifest m;
    us_figure f;
    US_AUTO(us_comparison_clear)
    us_comparison c = {.arena = us_arena_new(), .def = us_comparison_def_default()};
    fill_manifest(&m);
    us_figure_init(&f);
    CHECK(!us_figure_make_curve(&f, &c, &m)); /* two libraries of one size */
    m.player[2].group = "new-2";
    m.player[2].size = 2;
    CHECK(us_figure_make_curve(&f, &c, &m));
    CHECK_CONTAINS(f.data.text, "\n1\t0.250000\t0.250000\t0.250000\t1\t-\t-\n2\t0.250000\t");
    CHECK_CONTAINS(f.about.text, "for these games, over the libraries of one size");
    CHECK_CONTAINS(f.script.text, "title 'new'\n");
    us_figure_clear(&f);
    us_manifest_clear(&m);
}

/* Over maps a single library has one, too. */
TEST(a_bar_of_a_curve_is_the_interval_of_its_mean)
{
    US_AUTO(us_manifest_clear) us_manifest m;
    us_figure f;
    US_AUTO(us_comparison_clear) us_comparison c;
    us_comparison_def def = us_comparison_def_default();
    fill_manifest(&m);
    m.player[2].group = "new-2";
    m.player[2].size = 2;
    REQUIRE(us_comparison_compute(&m, &def, &c, NULL) == US_OK);
    us_figure_init(&f);
    CHECK(us_figure_make_curve(&f, &c, &m));
    /* its maps have 0 and 1/2 of a game */
    CHECK_CONTAINS(f.data.text, "\n1\t0.250000\t0.250000\t0.250000\t1\t0.000000\t1.000000\n");
    CHECK_CONTAINS(f.script.text, "'' index 0 using 1:2:6:7 with yerrorbars");
    CHECK_CONTAINS(f.script.text, "set datafile missing '-'");
    CHECK_CONTAINS(f.about.text, "Each bar: the 95% interval of a mean, for maps like these");
    us_figure_clear(&f);
}

/* What the figure draws: the mean of a size, an interval, the worst and the best. */
TEST(a_curve_has_a_row_for_each_size)
{
    US_AUTO(us_manifest_clear) us_manifest m;
    US_AUTO(us_comparison_clear) us_comparison c;
    us_sheet *all[US_COMPARE_SHEETS_MAX];
    us_comparison_def def = us_comparison_def_default();
    fill_manifest(&m);
    m.player[0].size = 4;
    for (int64_t i = 0; i < m.games; i++) /* the scores of the two runs: 1/4 and 3/4 */
        if (m.game[i].player == 2)
            m.row[i].end = m.game[i].map == 0 ? US_ROW_DRAW : US_ROW_WIN;
    REQUIRE(us_comparison_compute(&m, &def, &c, NULL) == US_OK);
    int sheets = us_comparison_make_sheets(&c, &m, all);
    const us_sheet *sheet = sheet_of(all, sheets, "curve");
    REQUIRE(us_sheet_rows(sheet) == 2);
    CHECK_STR(us_sheet_get_cell(sheet, 0, 0)->text, "base");
    CHECK_INT(us_sheet_get_cell(sheet, 0, 1)->count, 4);
    CHECK(us_sheet_get_cell(sheet, 0, 5)->real < 0.2 &&
          us_sheet_get_cell(sheet, 0, 6)->real == 1); /* two maps */
    CHECK_STR(us_sheet_get_cell(sheet, 1, 0)->text, "new");
    CHECK_INT(us_sheet_get_cell(sheet, 1, 2)->count, 2);
    CHECK_INT(us_sheet_get_cell(sheet, 1, 3)->count, 12);
    CHECK_NEAR(us_sheet_get_cell(sheet, 1, 4)->real, 0.5, 1e-12);
    CHECK(us_sheet_get_cell(sheet, 1, 5)->real == 0 && us_sheet_get_cell(sheet, 1, 6)->real == 1);
    CHECK_NEAR(us_sheet_get_cell(sheet, 1, 7)->real, 0.25, 1e-12);
    CHECK_NEAR(us_sheet_get_cell(sheet, 1, 8)->real, 0.75, 1e-12);
    sheet = sheet_of(all, sheets, "libraries");
    REQUIRE(us_sheet_rows(sheet) == 3);
    CHECK_STR(us_sheet_get_cell(sheet, 2, 0)->text, "new-1-1");
    CHECK_NEAR(us_sheet_get_cell(sheet, 2, 3)->real, 0.75, 1e-12);
    free_sheets(all, sheets);
}

/* So many players, each with a game; each a curve. */
static void fill_crowd(us_manifest *m, int players)
{
    us_manifest_init(m);
    m->name = "a crowd";
    m->domain = "skirmish";
    m->max_cycles = 1000;
    *us_manifest_add_opponent(m) =
        (us_entrant){.name = "o", .agent = "random", .run = -1, .size = -1};
    *us_manifest_add_map(m) = (us_manifest_map){.name = "m", .family = "f", .path = "x"};
    for (int p = 0; p < players; p++) {
        us_str name;
        us_str_init(&name);
        us_str_addf(&name, "player %d", p);
        *us_manifest_add_player(m) =
            (us_entrant){.name = us_arena_strndup(m->arena, name.text, name.length),
                         .agent = "random",
                         .run = -1,
                         .size = 2};
        us_str_clear(&name);
        us_manifest_add_game(m)->player = (uint16_t)p;
        m->row[p] = (us_row){.end = US_ROW_WIN, .cycles = 100};
    }
}

TEST(what_a_figure_leaves_out_is_told)
{
    static const char bars[] = "The first 80 players; 3 more are in the table alone.";
    US_AUTO(us_manifest_clear) us_manifest m;
    US_AUTO(us_comparison_clear) us_comparison c;
    US_AUTO(us_figure_clear) us_figure f;
    us_comparison_def def = us_comparison_def_default();
    fill_crowd(&m, 83);
    def.draws = 10;
    REQUIRE(us_comparison_compute(&m, &def, &c, NULL) == US_OK);
    us_figure_init(&f);
    CHECK(us_figure_make_scores(&f, &c));
    CHECK_CONTAINS(f.about.text, bars);
}

/* ---- ratings */

/* Two players against an opponent each: nothing joins the two pairs. */
TEST(ratings_that_no_games_join_are_told_apart)
{
    US_AUTO(us_manifest_clear) us_manifest m;
    US_AUTO(us_comparison_clear) us_comparison c;
    us_sheet *all[US_COMPARE_SHEETS_MAX];
    us_comparison_def def = us_comparison_def_default();
    fill_crowd(&m, 2);
    *us_manifest_add_opponent(&m) =
        (us_entrant){.name = "other", .agent = "random", .run = -1, .size = -1};
    def.unmatched = true;
    REQUIRE(us_comparison_compute(&m, &def, &c, NULL) == US_OK);
    int sheets = us_comparison_make_sheets(&c, &m, all);
    const us_sheet *sheet = sheet_of(all, sheets, "ratings");
    CHECK_INT(sheet->columns, 6); /* one group, and one who never played */
    CHECK_INT(us_sheet_rows(sheet), 3);
    CHECK_NEAR(us_sheet_get_cell(sheet, 0, 1)->real * 2 + us_sheet_get_cell(sheet, 2, 1)->real, 0,
               1e-6);
    free_sheets(all, sheets);
    m.game[1].opponent = 1;
    sheets = us_comparison_make_sheets(&c, &m, all);
    sheet = sheet_of(all, sheets, "ratings");
    REQUIRE(sheet->columns == 7 && us_sheet_rows(sheet) == 4);
    CHECK_STR(sheet->column[6].name, "set");
    static const int group[] = {1, 2, 1, 2};
    for (int i = 0; i < 4; i++)
        CHECK_INT(us_sheet_get_cell(sheet, i, 6)->count, group[i]);
    for (int i = 0; i < 2; i++)
        CHECK_NEAR(us_sheet_get_cell(sheet, i, 1)->real + us_sheet_get_cell(sheet, i + 2, 1)->real,
                   0, 1e-6);
    free_sheets(all, sheets);
}

TEST(a_timeline_has_a_row_for_each_kind_of_goal)
{
    us_bar bar[] = {{0, "Win", 0, 100, 0},
                    {0, "Build", 5, 9, 1},
                    {0, "Build", 9, 9, -1},
                    {1, "Win", 0, 100, 1}};
    us_bars bars = {.bar = bar, .count = 4, .cycles = 100, .seat = {"a", "b"}};
    US_AUTO(us_figure_clear) us_figure f;
    us_figure_init(&f);
    CHECK(us_figure_make_timeline(&f, &bars));
    CHECK_STR(f.data.text,
              "# row\tkind\tlabel\n0\t0\ta\n1\t1\tWin\n2\t1\tBuild\n3\t0\tb\n4\t1\tWin\n"
              "\n\n# row\tkind\tfrom\tto\n1\t1\t0\t100\n2\t0\t5\t9\n2\t1\t9\t10\n"
              "4\t2\t0\t100\n");
}

/* ---- export */

TEST(an_exported_row_has_every_column)
{
    US_AUTO(us_manifest_clear) us_manifest m;
    US_AUTOSTR(out);
    fill_manifest(&m);
    m.row[0].end = US_ROW_NONE;
    for (int64_t i = 0; i < m.games; i++) {
        m.row[i].host = "node7";
        m.row[i].journal = "x/results/run.jsonl";
        m.row[i].idle = US_ROW_OPPONENT;
    }
    us_export_print_csv(&m, &out);
    CHECK_CONTAINS(
        out.text,
        "game,player,group,run,size,opponent,map,family,seat,seed,end,reason,"
        "points,margin,cycles,hash,orders,refused,us,host,journal,profile,idle,failed\r\n");
    CHECK_CONTAINS(out.text, ",base,,,,\"o\"\"\t<\",\"one,\\\",f,0,1,none,,,,,,,,,,,,,\r\n");
    CHECK_CONTAINS(
        out.text, ",new-1-0,new-1,0,1,\"o\"\"\t<\",\"one,\\\",f,0,1,loss,"
                  "\"defeat, or "
                  "\"\"so\"\"\",0,-0.5,1000,0000000000000007,0,0,0,node7,run.jsonl,,opponent,\r\n");
    us_str_reset(&out);
    us_export_print_json(&m, &out);
    CHECK_CONTAINS(out.text, "\"player\":\"base\",\"group\":null,\"run\":null");
    CHECK_CONTAINS(out.text, "\"end\":\"draw\",\"reason\":\"defeat, or \\\"so\\\"\",\"points\":0.5,"
                             "\"margin\":0,\"cycles\":1000");
}
