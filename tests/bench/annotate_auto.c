/* How well suggestions meet the labels that experts give themselves.
 *
 *   build/release/tests/bench/annotate_auto [--maps 345] [--seed N] [--list GOAL]
 *   build/release/tests/bench/annotate_auto --generated N --map-seed S [--seed N] [--list GOAL]
 *
 * Each expert on a map of each family, for each number of a map, against five opponents in turn,
 * on either seat. A suggestion is right when it is the same goal with the same arguments as a
 * label of the same seat, and what both cover is at least half of what either covers: of the
 * orders, or ("by time") of the cycles from opening to closing. "With kind" asks for the same
 * kind, too. A Markdown table, by type of goal, and what is wrong with the others, by type and by
 * class: the numbers differ, it is part of one, it joins several, or it is something else.
 *
 * --maps: the numbers of the shipped maps: 123 is what the suggester was made with, 45 is what it
 * had not seen. --generated: N new maps of each family instead, of 64, 96, 48 and 80 cells in
 * turn, with map seeds from S on. --list names what was right (=), made up (+) and missed (-) of
 * one type of goal. The numbers depend on the arguments only. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "game/maps.h"
#include "players/players.h"
#include "players/skirmish/skirmish_players.h"
#include "tests/bench/bench.h"
#include "tests/measured.h"
#include "traces/labels.h"
#include "traces/recorder.h"
#include "traces/suggest.h"

static const char *const families[] = {"choke", "open", "ridge", "scattered"};
static const char *const opponents[] = {"ai:land-attack", "expert:balanced", "ai:boom",
                                        "expert:rush", "ai:footman-rush"};

static const int sizes[] = {64, 96, 48, 80};

/* What is wrong: of those with the same words but numbers, the most like it. */
enum { NUMBERS, PART, JOINED, OTHER, CLASSES };
static const char *const classes[CLASSES] = {"numbers", "part", "joined", "other"};

typedef struct tally {
    int labels, suggestions, right, same_kind, in_time;
    int missed[CLASSES], made_up[CLASSES];
} tally;

typedef struct bench {
    const char *maps, *list;
    uint64_t seed, map_seed;
    int games, generated, turn;
    tally by_goal[US_GOALS_MAX];
} bench;

/* Plays and records; what the players said of it returns. */
static us_annotation *play(const char *map, const char *const *agent, uint64_t seed,
                           const char *path, us_scenario **scenario)
{
    us_error err = {0};
    us_scenario_def def = us_scenario_def_default();
    us_match_def match_def = us_match_def_default();
    us_recorder *recorder;
    def.domain = "skirmish";
    def.map = map;
    bench_need(us_scenario_open(&def, scenario, &err), &err);
    match_def.scenario = *scenario;
    match_def.seed = seed;
    for (us_seat seat = 0; seat < 2; seat++)
        bench_need(us_agent_open(agent[seat], *scenario, seat, seed, &match_def.player[seat], &err),
                   &err);
    us_match *match = us_match_new(&match_def);
    us_trace_header header = us_trace_header_from_game(us_match_game(match), map, agent);
    bench_need(us_recorder_open(path, &header, (*scenario)->domain, &recorder, &err), &err);
    us_labels *labels = us_labels_new();
    us_observer observer[] = {us_recorder_observer(recorder), us_labels_observer(labels)};
    us_match_add_observer(match, &observer[0]);
    us_match_add_observer(match, &observer[1]);
    us_match_run(match, NULL);
    us_annotation *said = us_labels_make_annotation(labels, match, agent);
    bench_need(us_recorder_close(recorder, &err), &err);
    us_labels_free(labels);
    us_match_free(match);
    return said;
}

static void list(const bench *b, const us_annotation *annotation, const us_goal_instance *instance,
                 char sign, const char *class)
{
    const us_domain *domain = annotation->domain;
    if (!b->list || !us_text_equal(domain->goal[instance->goal.type].name, b->list))
        return;
    us_str text;
    us_str_init(&text);
    us_goal_print(domain, &instance->goal, &text);
    printf("  %c %-7s %d %s by %s, cycles %d-%d:", sign, class, instance->seat, text.text,
           instance->by, (int)instance->opened, (int)instance->closed);
    for (int i = 0; i < instance->spans; i++)
        printf(" %u-%u", (unsigned)instance->span[i].from, (unsigned)instance->span[i].to - 1);
    printf("\n");
    us_str_clear(&text);
}

/* ---- right or not */

static us_cycle first_order(const us_review *course, const us_goal_instance *instance)
{
    const us_review_order *first = us_review_find(course, instance->span[0].from);
    return first ? first->cycle : instance->opened;
}

static bool meets_in_time(const us_review *course, const us_goal_instance *a,
                          const us_goal_instance *b)
{
    us_goal same = b->goal;
    us_cycle a_end = a->closed < 0 ? course->cycles : a->closed;
    us_cycle b_end = b->closed < 0 ? course->cycles : b->closed;
    us_cycle a_begin = first_order(course, a), b_begin = first_order(course, b);
    us_cycle from = a_begin > b_begin ? a_begin : b_begin;
    us_cycle to = a_end < b_end ? a_end : b_end;
    us_cycle first = a_begin < b_begin ? a_begin : b_begin;
    us_cycle last = a_end > b_end ? a_end : b_end;
    same.kind = a->goal.kind;
    return a->seat == b->seat && us_goal_equal(course->domain, &a->goal, &same) && to > from &&
           2 * (to - from) >= last - first;
}

/* The same but for its numbers. */
static bool is_like(const us_domain *domain, const us_goal *a, const us_goal *b)
{
    us_goal same = *b;
    same.kind = a->kind;
    same.given = a->given;
    for (int p = 0; a->type == b->type && p < domain->goal[a->type].param_count; p++) {
        if (domain->goal[a->type].param[p].kind == US_VALUE_NUMBER)
            same.arg[p] = a->arg[p];
    }
    return us_goal_equal(domain, a, &same);
}

static int classify(const us_review *course, const us_goal_instance *wrong,
                    const us_annotation *others)
{
    int class = OTHER;
    for (int k = 0; k < others->count; k++) {
        const us_goal_instance *other = &others->goal[k];
        int both = 0, own = 0, its = 0;
        if (other->seat != wrong->seat || !is_like(course->domain, &wrong->goal, &other->goal))
            continue;
        for (int i = 0; i < course->orders; i++) {
            const us_order *order = &course->order[i].order;
            bool here = order->seat == wrong->seat && us_goal_instance_has_order(wrong, order->id);
            bool there = order->seat == wrong->seat && us_goal_instance_has_order(other, order->id);
            both += here && there;
            own += here;
            its += there;
        }
        int found = both == 0                       ? OTHER
                    : 2 * both >= own + its - both  ? NUMBERS
                    : 2 * both >= own && own <= its ? PART
                                                    : JOINED;
        class = found < class ? found : class;
    }
    return class;
}

/* The right ones that no other suggestion has met before; met: by label. */
static bool meet(const us_review *course, const us_annotation *said, const us_goal_instance *made,
                 bool (*is_met)(const us_review *, const us_goal_instance *,
                                const us_goal_instance *),
                 bool *met, bool *same_kind)
{
    for (int k = 0; k < said->count; k++) {
        if (met[k] || !is_met(course, &said->goal[k], made))
            continue;
        met[k] = true;
        *same_kind = said->goal[k].goal.kind == made->goal.kind;
        return true;
    }
    return false;
}

static void compare(bench *b, const us_review *course, const us_annotation *said,
                    const us_annotation *made, us_seat seat)
{
    bool *met = US_NEW_ARRAY(bool, said->count + 1), *in_time = US_NEW_ARRAY(bool, said->count + 1);
    for (int i = 0; i < made->count; i++) {
        const us_goal_instance *one = &made->goal[i];
        tally *t = &b->by_goal[one->goal.type];
        bool same_kind = false, any = false;
        bool right = meet(course, said, one, us_review_is_same_goal, met, &same_kind);
        int class = right ? OTHER : classify(course, one, said);
        t->suggestions++;
        t->right += right;
        t->same_kind += same_kind;
        t->in_time += meet(course, said, one, meets_in_time, in_time, &any);
        t->made_up[class] += !right;
        list(b, made, one, right ? '=' : '+', right ? "" : classes[class]);
    }
    for (int k = 0; k < said->count; k++) {
        const us_goal_instance *one = &said->goal[k];
        b->by_goal[one->goal.type].labels += one->seat == seat;
        if (met[k] || one->seat != seat)
            continue;
        int class = classify(course, one, made);
        b->by_goal[one->goal.type].missed[class]++;
        list(b, said, one, '-', classes[class]);
    }
    us_mem_free(met);
    us_mem_free(in_time);
}

static void one_game(bench *b, const char *map, const char *const *agent)
{
    char path[] = "/tmp/annotate_auto.XXXXXX";
    us_scenario *scenario = NULL;
    us_review *course = NULL;
    us_error err = {0};
    int fd = mkstemp(path);
    if (fd < 0)
        exit(2);
    close(fd);
    us_annotation *said = play(map, agent, b->seed, path, &scenario);
    bench_need(us_review_open(path, NULL, &course, &err), &err);
    if (b->list)
        printf("%s: %s, %s\n", map, agent[0], agent[1]);
    for (us_seat seat = 0; seat < 2; seat++) {
        if (!us_text_has_prefix(agent[seat], "expert:"))
            continue;
        us_annotation *made = us_annotation_new(course->domain);
        bench_need(us_suggestions_make(course, path, NULL, seat, made, NULL, &err), &err);
        compare(b, course, said, made, seat);
        us_annotation_free(made);
    }
    b->games++;
    us_review_free(course);
    us_annotation_free(said);
    us_scenario_close(scenario);
    unlink(path);
}

static double part(int some, int all)
{
    return all ? (double)some / all : 0;
}

static void print_table(const bench *b, const us_domain *domain)
{
    printf(
        "%d games\n\n| goal | labels | suggestions | precision | recall | with kind | by time |\n"
        "| --- | --- | --- | --- | --- | --- | --- |\n",
        b->games);
    for (int type = 0; type < domain->goal_count; type++) {
        const tally *t = &b->by_goal[type];
        printf("| %s | %d | %d | %.2f | %.2f | %.2f / %.2f | %.2f / %.2f |\n",
               domain->goal[type].name, t->labels, t->suggestions, part(t->right, t->suggestions),
               part(t->right, t->labels), part(t->same_kind, t->suggestions),
               part(t->same_kind, t->labels), part(t->in_time, t->suggestions),
               part(t->in_time, t->labels));
    }
    printf(
        "\n| wrong | made up: numbers | part | joined | other | missed: numbers | part | joined | "
        "other |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
    for (int type = 0; type < domain->goal_count; type++) {
        const tally *t = &b->by_goal[type];
        printf("| %s |", domain->goal[type].name);
        for (int k = 0; k < CLASSES; k++)
            printf(" %d |", t->made_up[k]);
        for (int k = 0; k < CLASSES; k++)
            printf(" %d |", t->missed[k]);
        printf("\n");
    }
}

static void print_scores(const bench *b, const us_domain *domain)
{
    static const char *const goal[] = {"BuildUnits", "Research", "ResourceInfrastructure"};
    test_measured("annotated", b->games, "%s maps", b->generated > 0 ? "generated" : "shipped");
    for (int i = 0; i < US_COUNT(goal); i++) {
        const tally *t = &b->by_goal[us_domain_find_goal(domain, goal[i])];
        test_measured("precision", part(t->right, t->suggestions), "%s", goal[i]);
        test_measured("recall", part(t->right, t->labels), "%s", goal[i]);
    }
}

/* Each expert on that map. */
static void games_on(bench *b, const char *map)
{
    const char *expert;
    for (int e = 0; (expert = us_expert_name(e)) != NULL; e++, b->turn++) {
        char agent[48];
        snprintf(agent, sizeof(agent), "expert:%s", expert);
        const char *other = opponents[b->turn % US_COUNT(opponents)];
        const char *seats[2] = {b->turn % 2 ? other : agent, b->turn % 2 ? agent : other};
        b->seed++;
        one_game(b, map, seats);
    }
}

static void on_shipped(bench *b)
{
    for (const char *number = b->maps; *number; number++) {
        for (int f = 0; f < US_COUNT(families); f++) {
            char map[32];
            snprintf(map, sizeof(map), "%s-%c", families[f], *number);
            games_on(b, map);
        }
    }
}

static void on_generated(bench *b, const us_map_tools *tools)
{
    for (int i = 0; i < b->generated * US_COUNT(families); i++) {
        us_map_request request = {families[i % US_COUNT(families)],
                                  sizes[i / US_COUNT(families) % US_COUNT(sizes)],
                                  b->map_seed + (uint64_t)i, US_MAP_FAIR};
        char path[] = "/tmp/annotate_auto.XXXXXX.map";
        us_error err = {0};
        us_str text;
        us_str_init(&text);
        bench_need(tools->generate(&request, NULL, &text, &err), &err);
        int fd = mkstemps(path, 4);
        if (fd < 0)
            exit(2);
        close(fd);
        bench_need(us_file_write(path, text.text, text.length, &err), &err);
        games_on(b, path);
        unlink(path);
        us_str_clear(&text);
    }
}

static _Noreturn void misused(const char *argument)
{
    fprintf(stderr,
            "annotate_auto: %s: expected --maps, --generated, --map-seed, --seed or --list "
            "with a value\n",
            argument);
    exit(2);
}

static void read_arguments(bench *b, int argc, char **argv)
{
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc)
            misused(argv[i]);
        else if (us_text_equal(argv[i], "--maps"))
            b->maps = argv[i + 1];
        else if (us_text_equal(argv[i], "--seed"))
            b->seed = strtoull(argv[i + 1], NULL, 10);
        else if (us_text_equal(argv[i], "--generated"))
            b->generated = (int)strtol(argv[i + 1], NULL, 10);
        else if (us_text_equal(argv[i], "--map-seed"))
            b->map_seed = strtoull(argv[i + 1], NULL, 10);
        else if (us_text_equal(argv[i], "--list"))
            b->list = argv[i + 1];
        else
            misused(argv[i]);
    }
}

int main(int argc, char **argv)
{
    bench b = {.maps = "345", .seed = 1001, .map_seed = 1};
    us_scenario_def def = us_scenario_def_default();
    us_scenario *scenario = NULL;
    us_error err = {0};
    read_arguments(&b, argc, argv);
    def.domain = "skirmish";
    def.map = "open-1";
    bench_need(us_scenario_open(&def, &scenario, &err), &err);
    if (b.generated > 0)
        on_generated(&b, scenario->kind->maps);
    else
        on_shipped(&b);
    print_table(&b, scenario->domain);
    print_scores(&b, scenario->domain);
    us_scenario_close(scenario);
    return 0;
}
