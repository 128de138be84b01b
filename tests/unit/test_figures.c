#include <string.h>

#include "experiments/report/figures.h"
#include "tests/unit/test.h"

/* So many players and maps, one opponent, a game each: the first player wins all of them. */
static void fill(us_manifest *m, int players, int maps)
{
    US_AUTOSTR(name);
    us_manifest_init(m);
    m->name = "many";
    m->domain = "skirmish";
    m->max_cycles = 1000;
    *us_manifest_add_opponent(m) =
        (us_entrant){.name = "o", .agent = "random", .run = -1, .size = -1};
    for (int i = 0; i < maps; i++) {
        us_str_reset(&name);
        us_str_addf(&name, "map %d", i);
        *us_manifest_add_map(m) = (us_manifest_map){
            .name = us_arena_strndup(m->arena, name.text, name.length), .family = "f", .path = "x"};
    }
    for (int p = 0; p < players; p++) {
        us_str_reset(&name);
        us_str_addf(&name, "player %d", p);
        *us_manifest_add_player(m) =
            (us_entrant){.name = us_arena_strndup(m->arena, name.text, name.length),
                         .agent = "random",
                         .run = -1,
                         .size = -1,
                         .identity = (us_hash)p + 1};
        for (int i = 0; i < maps; i++) {
            us_fixture *game = us_manifest_add_game(m);
            *game = (us_fixture){.player = (uint16_t)p, .map = (uint16_t)i};
            game->id = us_fixture_id(m, game);
            m->row[m->games - 1] =
                (us_row){.game = game->id, .end = p == 0 ? US_ROW_WIN : US_ROW_LOSS, .cycles = 100};
        }
    }
}

static void compare(const us_manifest *m, us_comparison *c)
{
    us_comparison_def def = us_comparison_def_default();
    def.draws = 10;
    REQUIRE(us_comparison_compute(m, &def, c, NULL) == US_OK);
}

static int count_of(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)); at += strlen(part))
        count++;
    return count;
}

/* A forest of that many comparisons and maps; the caller clears it. */
static void draw_forest(int comparisons, int maps, us_figure *f)
{
    US_AUTO(us_manifest_clear) us_manifest m;
    US_AUTO(us_comparison_clear) us_comparison c;
    fill(&m, comparisons + 1, maps);
    compare(&m, &c);
    us_figure_init(f);
    CHECK(us_figure_make_forest(f, &c));
    CHECK_INT(count_of(f->data.text, "\t1\tmap "), comparisons * maps);
    for (int i = 0; i < maps; i++) {
        US_AUTOSTR(label);
        us_str_addf(&label, "\t1\tmap %d, o\t", i);
        CHECK_INT(count_of(f->data.text, label.text), comparisons);
    }
    CHECK_INT(count_of(f->data.text, "\n\n\n# row"), f->drawings - 1);
    CHECK_INT(count_of(f->script.text, "\nplot "), f->drawings);
}

TEST(a_forest_leaves_out_no_map)
{
    us_figure f;
    draw_forest(8, 9, &f); /* 80 rows */
    CHECK_INT(f.drawings, 1);
    CHECK(!strstr(f.about.text, "drawings"));
    us_figure_clear(&f);
    draw_forest(13, 9, &f); /* 8 comparisons and 5 */
    CHECK_INT(f.drawings, 2);
    CHECK_INT(count_of(f.data.text, "\t0\tplayer "), 13);
    CHECK_CONTAINS(f.data.text, "\n\n\n# row\tkind\tlabel\teffect\tlow\thigh\ttext\n"
                                "0.0\t0\tplayer 9 against player 0\t");
    CHECK_CONTAINS(f.script.text, "set output 'forest.'.form");
    CHECK_CONTAINS(f.script.text, "set output 'forest_2.'.form");
    CHECK_CONTAINS(f.script.text, "plot 'forest.tsv' index 1 using");
    CHECK_CONTAINS(f.about.text, "The rows go on over 2 drawings.");
    us_figure_clear(&f);
}

TEST(a_comparison_too_large_for_a_drawing_goes_on_in_the_next)
{
    US_AUTO(us_figure_clear) us_figure f;
    draw_forest(2, 100, &f); /* 79 maps and 21, both times */
    CHECK_INT(f.drawings, 4);
    CHECK_INT(count_of(f.data.text, "\t0\tplayer 1 against player 0\t"), 2);
    CHECK_CONTAINS(f.data.text, "\tplayer 2 against player 0\t");
}

/* Learned from so many demonstrations, as a point of a curve. */
static void set_size(us_entrant *player, const char *group, int64_t size)
{
    player->group = group;
    player->run = 0;
    player->size = size;
}

TEST(a_curve_has_two_sizes_or_more)
{
    US_AUTO(us_manifest_clear) us_manifest m;
    US_AUTO(us_comparison_clear) us_comparison c;
    US_AUTO(us_figure_clear) us_figure f;
    fill(&m, 5, 1);
    set_size(&m.player[1], "other-4", 4);
    set_size(&m.player[2], "rising-2", 2);
    set_size(&m.player[3], "rising-8", 8);
    compare(&m, &c);
    us_figure_init(&f);
    CHECK(us_figure_make_curve(&f, &c, &m));
    CHECK_CONTAINS(f.script.text, "set xtics (2,8)");
    CHECK_CONTAINS(f.script.text, "title 'rising'\n");
    CHECK(!strstr(f.script.text, "other"));
    CHECK(!strstr(f.data.text, "\n4\t"));
    CHECK_CONTAINS(f.about.text, "Curves of one size are in the table alone.");
}

TEST(curves_that_are_left_out_are_told)
{
    US_AUTO(us_manifest_clear) us_manifest m;
    US_AUTO(us_comparison_clear)
    us_comparison c = {.arena = us_arena_new(), .def = us_comparison_def_default()};
    US_AUTO(us_figure_clear) us_figure f;
    fill(&m, 20, 1);
    for (int i = 0; i < 20; i++) { /* ten curves of two sizes */
        US_AUTOSTR(group);
        us_str_addf(&group, "c%d-%d", i / 2, i % 2 + 1);
        set_size(&m.player[i], us_arena_strndup(m.arena, group.text, group.length), i % 2 + 1);
    }
    us_figure_init(&f);
    CHECK(us_figure_make_curve(&f, &c, &m));
    CHECK_CONTAINS(f.about.text, "The first 8 curves; 2 more are in the table alone.");
}

/* Each of many sizes would leave no room for those that they are held against. */
TEST(margins_are_of_the_baseline_and_the_model_first)
{
    static const char *const group[] = {"c-1", "c-2", "c-3", "c-4", "c-5", "c-6", "c-7", "c-8"};
    US_AUTO(us_manifest_clear) us_manifest m;
    US_AUTO(us_comparison_clear) us_comparison c;
    US_AUTO(us_figure_clear) us_figure f;
    us_comparison_def def = us_comparison_def_default();
    fill(&m, 11, 1);
    for (int i = 0; i < US_COUNT(group); i++)
        set_size(&m.player[i], group[i], i + 1);
    m.model = "player 9";
    def.baseline = "player 10";
    def.draws = 10;
    REQUIRE(us_comparison_compute(&m, &def, &c, NULL) == US_OK);
    us_figure_init(&f);
    CHECK(us_figure_make_profile(&f, &c, &m));
    CHECK_INT(count_of(f.script.text, " title "), US_FIGURE_LINES_MAX);
    for (int i = 8; i < 11; i++)
        CHECK_CONTAINS(f.script.text, m.player[i].name);
    CHECK_CONTAINS(f.script.text, "title 'c-5'\n");
    CHECK(!strstr(f.script.text, "c-6"));
    CHECK_CONTAINS(f.about.text, "3 more are in the table alone.");
}
