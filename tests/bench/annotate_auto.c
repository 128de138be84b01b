/* How well suggestions meet the labels that experts give themselves.
 *
 *   build/release/tests/bench/annotate_auto [--maps 345] [--seed N] [--list GOAL]
 *
 * Each expert on a map of each family, for each number of a map, against three opponents in turn,
 * on either seat. A suggestion is right when it is the same goal with the same arguments as a
 * label of the same seat, and the orders that both cover are at least half of those that either
 * covers. A Markdown table, by type of goal. --maps: the numbers of the shipped maps: 12 is what
 * the suggester was made with, 345 (the preset) is what it had not seen. --list names what was
 * missed (-) and made up (+) of one type of goal. The numbers depend on the arguments only. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "players/players.h"
#include "players/skirmish/skirmish_players.h"
#include "traces/labels.h"
#include "traces/recorder.h"
#include "traces/suggest.h"

static const char *const families[] = {"choke", "open", "ridge", "scattered"};
static const char *const opponents[] = {"ai:land-attack", "expert:balanced", "ai:boom",
                                        "expert:rush", "ai:footman-rush"};

typedef struct tally {
    int labels, suggestions, right, same_kind;
} tally;

typedef struct bench {
    const char *maps, *list;
    uint64_t seed;
    int games;
    tally by_goal[US_GOALS_MAX];
} bench;

static _Noreturn void stop(const us_error *err)
{
    char text[1024];
    fprintf(stderr, "annotate_auto: %s\n", us_error_print(err, text, sizeof(text)));
    exit(2);
}

static void need(us_status status, const us_error *err)
{
    if (status != US_OK)
        stop(err);
}

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
    need(us_scenario_open(&def, scenario, &err), &err);
    match_def.scenario = *scenario;
    match_def.seed = seed;
    for (us_seat seat = 0; seat < 2; seat++)
        need(us_agent_open(agent[seat], *scenario, seat, seed, &match_def.player[seat], &err),
             &err);
    us_match *match = us_match_new(&match_def);
    us_trace_header header = us_trace_header_of(us_match_game(match), map, agent);
    need(us_recorder_open(path, &header, (*scenario)->domain, &recorder, &err), &err);
    us_labels *labels = us_labels_new();
    us_observer observer[] = {us_recorder_observer(recorder), us_labels_observer(labels)};
    us_match_observe(match, &observer[0]);
    us_match_observe(match, &observer[1]);
    us_match_run(match, NULL);
    us_annotation *said = us_labels_tell(labels, match, agent);
    need(us_recorder_close(recorder, &err), &err);
    us_labels_free(labels);
    us_match_free(match);
    return said;
}

static void list(const bench *b, const us_annotation *annotation, const us_goal_instance *instance,
                 char sign)
{
    const us_domain *domain = annotation->domain;
    if (!b->list || !us_text_equal(domain->goal[instance->goal.type].name, b->list))
        return;
    us_str text;
    us_str_init(&text);
    us_goal_print(domain, &instance->goal, &text);
    printf("  %c %d %s by %s, cycles %d-%d:", sign, instance->seat, text.text, instance->by,
           (int)instance->opened, (int)instance->closed);
    for (int i = 0; i < instance->spans; i++)
        printf(" %u-%u", (unsigned)instance->span[i].from, (unsigned)instance->span[i].to - 1);
    printf("\n");
    us_str_clear(&text);
}

static void compare(bench *b, const us_review *course, const us_annotation *said,
                    const us_annotation *made, us_seat seat)
{
    bool *met = US_NEW_ARRAY(bool, said->count + 1);
    for (int i = 0; i < made->count; i++) {
        tally *t = &b->by_goal[made->goal[i].goal.type];
        bool right = false;
        t->suggestions++;
        for (int k = 0; k < said->count && !right; k++) {
            right = !met[k] && us_instance_matches(course, &said->goal[k], &made->goal[i]);
            met[k] |= right;
            t->same_kind += right && said->goal[k].goal.kind == made->goal[i].goal.kind;
        }
        t->right += right;
        list(b, made, &made->goal[i], right ? '=' : '+');
    }
    for (int k = 0; k < said->count; k++) {
        b->by_goal[said->goal[k].goal.type].labels += said->goal[k].seat == seat;
        if (!met[k] && said->goal[k].seat == seat)
            list(b, said, &said->goal[k], '-');
    }
    us_free(met);
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
    need(us_review_open(path, NULL, &course, &err), &err);
    if (b->list)
        printf("%s: %s, %s\n", map, agent[0], agent[1]);
    for (us_seat seat = 0; seat < 2; seat++) {
        if (!us_text_starts(agent[seat], "expert:"))
            continue;
        us_annotation *made = us_annotation_new(course->domain);
        need(us_suggest(course, path, NULL, seat, made, NULL, &err), &err);
        compare(b, course, said, made, seat);
        us_annotation_free(made);
    }
    b->games++;
    us_review_free(course);
    us_annotation_free(said);
    us_scenario_close(scenario);
    unlink(path);
}

static void print_table(const bench *b, const us_domain *domain)
{
    printf("%d games\n\n| goal | labels | suggestions | right | precision | recall | F1 | same "
           "kind |\n"
           "| --- | --- | --- | --- | --- | --- | --- | --- |\n",
           b->games);
    for (int type = 0; type < domain->goal_count; type++) {
        const tally *t = &b->by_goal[type];
        double precision = t->suggestions ? (double)t->right / t->suggestions : 0;
        double recall = t->labels ? (double)t->right / t->labels : 0;
        double f1 = t->labels + t->suggestions ? 2.0 * t->right / (t->labels + t->suggestions) : 0;
        printf("| %s | %d | %d | %d | %.2f | %.2f | %.2f | %d |\n", domain->goal[type].name,
               t->labels, t->suggestions, t->right, precision, recall, f1, t->same_kind);
    }
}

int main(int argc, char **argv)
{
    bench b = {.maps = "345", .seed = 1001};
    for (int i = 1; i + 1 < argc; i += 2) {
        if (us_text_equal(argv[i], "--maps"))
            b.maps = argv[i + 1];
        else if (us_text_equal(argv[i], "--seed"))
            b.seed = strtoull(argv[i + 1], NULL, 10);
        else if (us_text_equal(argv[i], "--list"))
            b.list = argv[i + 1];
    }
    const char *const *expert;
    int experts = us_expert_names(&expert), turn = 0;
    for (const char *number = b.maps; *number; number++) {
        for (int f = 0; f < US_COUNT(families); f++) {
            for (int e = 0; e < experts; e++, turn++) {
                char map[32], agent[48];
                snprintf(map, sizeof(map), "%s-%c", families[f], *number);
                snprintf(agent, sizeof(agent), "expert:%s", expert[e]);
                const char *other = opponents[turn % US_COUNT(opponents)];
                const char *seats[2] = {turn % 2 ? other : agent, turn % 2 ? agent : other};
                b.seed++;
                one_game(&b, map, seats);
            }
        }
    }
    us_scenario_def def = us_scenario_def_default();
    us_scenario *scenario = NULL;
    us_error err = {0};
    def.domain = "skirmish";
    def.map = "open-1";
    need(us_scenario_open(&def, &scenario, &err), &err);
    print_table(&b, scenario->domain);
    us_scenario_close(scenario);
    return 0;
}
