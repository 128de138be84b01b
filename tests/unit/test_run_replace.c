#include "base/rng.h"
#include "tests/unit/scripted_run.h"

/* Replaces the template of the youngest frame, between ticks. restart: label of a step that begins
 * anew, or NULL. */
static us_status replace(scripted_run *k, const char *name, const char *restart, us_error *err)
{
    uint32_t frame[64];
    int to[256], frames = us_run_list_frames(k->run, frame, 64);
    us_view view = scripted_run_view(k);
    const us_program *program = scripted_run_program(k, name);
    const us_template *template = us_program_template(program);
    int at = restart ? us_template_find_node(template, restart) : -1;
    k->world.now--; /* in the cycle of the last tick, behind it */
    us_status status = us_run_replace(k->run, &view, frame[frames - 1], program, at, to, err);
    k->world.now++;
    for (int i = 0; status == US_OK && i < k->lives; i++)
        if (k->live[i].spot.frame == frame[frames - 1])
            k->live[i].spot.node = to[k->live[i].spot.node];
    return status;
}

static void open_two(scripted_run *k, const char *old, const char *new)
{
    US_AUTOSTR(rest);
    us_str_addf(&rest, "tree New {\n do %s\n}\n", new);
    scripted_run_tree(k, old, rest.text);
}

#define A "a: act stop()\n"
#define B "b: act stop()\n"
#define C "c: act stop()\n"
#define N "n: act stop()\n"

TEST(a_sequence_half_way_goes_on_and_what_was_passed_is_not_repeated)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    open_two(&k, "sequence {\n" A B C "}", "sequence {\n" N A B "m: act stop()\n" C "}");
    scripted_run_script(&k, "a", "S");
    scripted_run_script(&k, "b", "RRS");
    scripted_run_script(&k, "m", "S");
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a> aS b>");
    CHECK_INT(replace(&k, "New", NULL, NULL), US_OK);
    CHECK_STR(scripted_run_log(&k), "");
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "b.");
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "b. bS m> mS c>");
}

TEST(a_step_that_begins_anew_is_halted_and_what_comes_before_it_begins_first)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    open_two(&k, "sequence {\n" A B C "}", "sequence {\n" A "sequence {\n" N B "}\n" C "}");
    scripted_run_script(&k, "a", "S");
    scripted_run_script(&k, "n", "RS");
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a> aS b>");
    CHECK_INT(replace(&k, "New", "b", NULL), US_OK);
    CHECK_STR(scripted_run_log(&k), "b!");
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "n>");
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "n. nS b>");
}

TEST(a_parallel_keeps_what_is_over_and_what_runs)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    open_two(&k, "parallel {\n" A B C "}", "parallel {\n" A "parallel {\n" B N "}\n" C "}");
    scripted_run_script(&k, "a", "S");
    scripted_run_script(&k, "b", "RRS");
    scripted_run_script(&k, "c", "RRRS");
    scripted_run_script(&k, "n", "S");
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a> aS b> c>");
    CHECK_INT(replace(&k, "New", NULL, NULL), US_OK);
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "b. n> nS c.");
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "b. bS c.");
    CHECK_INT(scripted_run_tick(&k), US_SUCCESS);
    CHECK_STR(scripted_run_log(&k), "c. cS");
}

TEST(a_node_that_is_gone_is_halted_and_its_sequence_goes_on_behind_it)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    open_two(&k, "sequence {\n" A B C "}", "sequence {\n" A C "}");
    scripted_run_script(&k, "a", "S");
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a> aS b>");
    CHECK_INT(replace(&k, "New", NULL, NULL), US_OK);
    CHECK_STR(scripted_run_log(&k), "b!");
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "c>");
}

TEST(a_sequence_whose_last_step_is_gone_succeeds)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    open_two(&k, "sequence {\n" A B "}", "sequence {\n" A "}");
    scripted_run_script(&k, "a", "S");
    scripted_run_tick(&k);
    CHECK_INT(replace(&k, "New", NULL, NULL), US_OK);
    CHECK_INT(scripted_run_tick(&k), US_SUCCESS);
    CHECK_STR(scripted_run_log(&k), "a> aS b> b!");
}

TEST(a_new_monitor_around_a_running_body_runs_its_daemon)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    open_two(&k, "sequence {\n" A B "}",
             "monitor {\n sequence {\n" A B "}\n when gold(self) > 10 -> " N "}");
    scripted_run_script(&k, "a", "S");
    scripted_run_script(&k, "n", "S");
    scripted_run_tick(&k);
    CHECK_INT(replace(&k, "New", NULL, NULL), US_OK);
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a> aS b> b.");
    scripted_run_gold(&k, 11);
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "b. n> nS");
    scripted_run_gold(&k, 5);
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "b.");
}

TEST(a_daemon_that_runs_runs_on_beside_another)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    open_two(&k, "monitor {\n" A "when gold(self) > 10 -> " B "}",
             "monitor {\n" A "when gold(self) > 10 -> " B "when gold(self) > 20 -> " N "}");
    scripted_run_script(&k, "b", "RRRS");
    scripted_run_gold(&k, 15);
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a> b>");
    CHECK_INT(replace(&k, "New", NULL, NULL), US_OK);
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a. b.");
    scripted_run_gold(&k, 25);
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a. b. n>");
}

TEST(a_daemon_that_is_gone_is_halted_and_heard_no_more)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    open_two(&k, "monitor {\n" A "on attacked -> " B "when gold(self) > 10 -> " C "}",
             "monitor {\n" A "when gold(self) > 10 -> " C "}");
    scripted_run_tick(&k);
    scripted_run_emit(&k, US_EVENT_ATTACKED);
    CHECK_STR(scripted_run_log(&k), "a> a. b>");
    CHECK_INT(replace(&k, "New", NULL, NULL), US_OK);
    CHECK_STR(scripted_run_log(&k), "b!");
    scripted_run_emit(&k, US_EVENT_ATTACKED);
    scripted_run_gold(&k, 11);
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a. a. c>");
}

TEST(a_running_leaf_whose_line_changed_begins_anew_and_one_that_is_over_stays_over)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    open_two(&k, "parallel {\n" A B "}",
             "parallel {\n a: act train(unit: near(self.producer), type: \"peasant\")\n"
             " b: act train(unit: near(self.producer), type: \"footman\")\n}");
    scripted_run_script(&k, "a", "S");
    scripted_run_tick(&k);
    CHECK_INT(replace(&k, "New", NULL, NULL), US_OK);
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a> aS b> b! b>");
}

TEST(new_decorators_count_from_the_replacement_on)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    open_two(&k, "sequence {\n" A B "}", "sequence {\n timeout 3 {\n" A "}\n retry 2 {\n" B "}\n}");
    scripted_run_tick(&k);
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a> a.");
    CHECK_INT(replace(&k, "New", NULL, NULL), US_OK);
    CHECK_INT(scripted_run_tick(&k), US_RUNNING);
    CHECK_INT(scripted_run_tick(&k), US_RUNNING);
    CHECK_INT(scripted_run_tick(&k), US_FAILURE);
    CHECK_STR(scripted_run_log(&k), "a. a. a!");
}

TEST(a_sequence_that_asks_again_keeps_its_checks)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    open_two(&k, "selector memory none {\n sequence {\n check gold(self) > 10\n" A "}\n" B "}",
             "selector memory none {\n sequence {\n check gold(self) > 10\n" A "}\n"
             " sequence {\n check gold(self) > 5\n" N "}\n" B "}");
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "b>");
    CHECK_INT(replace(&k, "New", NULL, NULL), US_OK);
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "b.");
    scripted_run_gold(&k, 6);
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "n> b!");
    scripted_run_gold(&k, 11);
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a> n!");
}

TEST(a_sequence_without_memory_whose_running_step_is_gone_begins_with_its_first)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    open_two(&k, "sequence memory none {\n" A B "}", "sequence memory none {\n" A "}");
    scripted_run_script(&k, "a", "S");
    scripted_run_tick(&k);
    CHECK_INT(replace(&k, "New", NULL, NULL), US_OK);
    CHECK_STR(scripted_run_log(&k), "a> aS b> b!");
    CHECK_INT(scripted_run_tick(&k), US_SUCCESS);
    CHECK_STR(scripted_run_log(&k), "a> aS");
}

TEST(a_choice_that_changed_begins_anew_and_an_unchanged_one_runs_on)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    open_two(&k, "parallel {\n choose {\n" A B "}\n choose {\n" C "}\n}",
             "parallel {\n choose {\n" A "}\n" N " choose {\n" C "}\n}");
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a> c>");
    CHECK_INT(replace(&k, "New", NULL, NULL), US_OK);
    CHECK_STR(scripted_run_log(&k), "a!");
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a> n> c.");
}

static const char slots_text[] = "brl 1\n"
                                 "tree Main {\n slot m: number\n slot u: group\n do sequence {\n"
                                 " set m = gold(self)\n" A " check m == 7\n" B "}\n}\n"
                                 "tree New {\n slot m: number\n slot u: group\n"
                                 " slot x: number = 3\n do sequence {\n"
                                 " set m = gold(self)\n" A " check m + x == 10\n" C "}\n}\n"
                                 "tree Other {\n slot u: group\n slot m: number\n do " A "}\n"
                                 "tree Fewer {\n slot m: number\n do " A "}\n";

TEST(slots_keep_their_values_and_new_ones_get_theirs)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_open(&k, slots_text);
    scripted_run_gold(&k, 7);
    scripted_run_start(&k, "Main");
    scripted_run_script(&k, "a", "RRS");
    scripted_run_tick(&k);
    us_id group[] = {3, 4};
    us_run_bind(k.run, 1, 1, (us_value){.id = group, .count = 2});
    scripted_run_gold(&k, 9);
    CHECK_INT(replace(&k, "New", NULL, NULL), US_OK);
    us_binding binding = us_run_frame_binding(k.run, 1);
    CHECK_INT(binding.value[0].number, 7);
    CHECK_INT(binding.value[1].count, 2);
    CHECK_INT(binding.value[1].id[1], 4);
    CHECK_INT(binding.value[2].number, 3);
    CHECK(us_run_is_bound(k.run, 1, 1) && us_run_is_bound(k.run, 1, 2));
    scripted_run_tick(&k);
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a> a. a. aS c>");
    /* twice: the memory of the first replacement is given back */
    CHECK_INT(replace(&k, "New", NULL, NULL), US_OK);
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "c.");
}

TEST(what_has_other_slots_or_another_goal_is_refused_and_the_run_goes_on)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    us_error err = {0};
    scripted_run_open(&k, slots_text);
    scripted_run_start(&k, "Main");
    scripted_run_tick(&k);
    CHECK_INT(replace(&k, "Other", NULL, &err), US_FAILED);
    CHECK_CONTAINS(err.text, "slot");
    CHECK_INT(replace(&k, "Fewer", NULL, &err), US_FAILED);
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a> a.");
}

TEST(what_fills_a_goal_runs_on_and_alive_conditions_are_those_of_the_new_text)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_open(
        &k,
        "brl 1\n"
        "tree Main {\n do sequence {\n g: goal Research(player: self, type: \"melee-weapon-1\")\n"
        " h: act stop()\n }\n}\n"
        "tree New {\n do sequence {\n" N
        " g: goal Research(player: self, type: \"melee-weapon-1\")\n }\n}\n"
        "behavior \"in\" achieves Research(player: self, type: \"melee-weapon-1\") {\n"
        " when gold(self) < 100\n while gold(self) >= 5\n do " A "}\n"
        "behavior \"other\" achieves Research(player: self, type: \"melee-weapon-1\") {\n"
        " when gold(self) < 100\n while gold(self) >= 50\n do " A "}\n");
    scripted_run_gold(&k, 60);
    scripted_run_start(&k, "Main");
    scripted_run_tick(&k);
    us_fill fill = {.program = scripted_run_program(&k, "in")};
    us_run_fill(k.run, scripted_run_node_ref(&k, "g"), &fill);
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "g> g. a>");
    scripted_run_gold(&k, 200); /* the precondition is not asked again */
    CHECK_INT(replace(&k, "other", NULL, NULL), US_OK);
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "g. a.");
    int to[16];
    us_view view = scripted_run_view(&k);
    CHECK_INT(us_run_replace(k.run, &view, 1, scripted_run_program(&k, "New"), -1, to, NULL),
              US_OK);
    for (int i = 0; i < k.lives; i++)
        if (k.live[i].spot.frame == 1)
            k.live[i].spot.node = to[k.live[i].spot.node];
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "g. a.");
    scripted_run_gold(&k, 49);
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "g. a! g.");
    CHECK_INT(us_run_node_last_answer(k.run, scripted_run_node_ref(&k, "g")), US_FAILURE);
}

/* Random bodies of the same steps. The kit checks that each leaf that begins ends once. */
static void print_random(us_rng *rng, us_str *out, int *next, int depth)
{
    static const char *const around[] = {
        "monitor",
        "retry 2",
        "repeat 2",
        "delay 2",
        "timeout 4",
        "once",
        "limit 2",
        "cooldown 3",
        "invert",
        "sequence",
        "selector",
        "sequence memory none",
        "parallel",
        "order",
        "choose",
        "selector memory none",
        "selector memory latch",
    };
    enum { OF_ONE = 9 }; /* of these kinds have one child */
    int kind = depth == 0 || us_rng_next_below(rng, 3) == 0
                   ? -1
                   : (int)us_rng_next_below(rng, US_COUNT(around));
    if (kind < 0) {
        us_str_addf(out, "s%d: act stop()\n", (*next)++);
        if (us_rng_next_below(rng, 4) == 0)
            (*next)++;
        return;
    }
    us_str_addf(out, "%s {\n", around[kind]);
    int children = kind < OF_ONE ? 1 : 1 + (int)us_rng_next_below(rng, 3);
    for (int i = 0; i < children; i++)
        print_random(rng, out, next, depth - 1);
    if (kind == 0) {
        us_str_add(out, "when gold(self) > 50 -> ");
        print_random(rng, out, next, depth - 1);
    }
    us_str_add(out, "}\n");
}

static us_answer answer_random(scripted_run *k, us_node_ref spot, bool begins)
{
    (void)spot, (void)begins;
    uint32_t drawn = us_rng_next_below(k->own, 8);
    return drawn < 5 ? US_RUNNING : drawn < 7 ? US_SUCCESS : US_FAILURE;
}

TEST(any_tree_may_take_the_place_of_any_other)
{
    for (uint64_t seed = 0; seed < 400; seed++) {
        us_rng rng = us_rng_derive(seed, "replace", 0);
        US_AUTOSTR(text);
        us_str_add(&text, "brl 1\n");
        for (int i = 0; i < 4; i++) {
            int next = 0;
            us_str_addf(&text, "tree %c {\n do ", 'P' + i);
            print_random(&rng, &text, &next, 3);
            us_str_add(&text, "}\n");
        }
        US_AUTO(scripted_run_close) scripted_run k = {0};
        k.own = &rng;
        k.answer = answer_random;
        k.quiet = true;
        scripted_run_open(&k, text.text);
        us_answer answer = US_ANSWER_NONE;
        for (int turn = 0; turn < 60; turn++) {
            if (answer != US_RUNNING)
                scripted_run_start(&k, "P");
            answer = scripted_run_tick(&k);
            scripted_run_gold(&k, (int)us_rng_next_below(&rng, 100));
            char name[2] = {(char)('P' + us_rng_next_below(&rng, 4)), '\0'};
            if (answer == US_RUNNING && us_rng_next_below(&rng, 3) == 0)
                CHECK_INT(replace(&k, name, NULL, NULL), US_OK);
        }
    }
}
