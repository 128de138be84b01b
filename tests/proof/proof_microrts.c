/* Native equals real: games of the real microRTS, recorded cycle by cycle, are played again by the
 * native rules, and each state must come out to the byte.
 *
 *   proof_microrts [-n GAMES] [-s SEED] [-f FILE] [-v]
 *
 * Maps, bots and seats are drawn by the seed. A third as many games come on top in which one seat
 * or both order at random, legal or not. Only the ids of who is born are taken from the real game,
 * whose counter goes on over all games of a process. FILE: what tests/microrts/Recorder.java has
 * told before, instead of games. $UNDERSTUDY_MICRORTS is the folder of microrts.jar, maps/ and
 * lib/bots/ or bots/; without it or Java the proof is skipped. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/rng.h"
#include "game/microrts/rules.h"
#include "tests/measured.h"
#include "tests/microrts.h"

enum { GAMES = 210, RANDOM_GAMES = 70, SKIPPED = 77, SIZES = 5, CROWDS = 12, CROWD_SIDE = 8 };

static const struct {
    int cells, of_ten, cycles;
} sizes[SIZES] = {
    {100, 3, 2000}, {300, 3, 2500}, {1100, 2, 2500}, {4096, 1, 3000}, {16384, 1, 1500}};

static const char *const bots[] = {
    "ai.RandomBiasedAI",
    "ai.RandomAI",
    "ai.PassiveAI",
    "ai.abstraction.WorkerRush",
    "ai.abstraction.LightRush",
    "ai.abstraction.HeavyRush",
    "ai.abstraction.RangedRush",
    "ai.abstraction.WorkerRushPlusPlus",
    "ai.abstraction.WorkerDefense",
    "ai.abstraction.LightDefense",
    "ai.abstraction.HeavyDefense",
    "ai.abstraction.RangedDefense",
    "ai.abstraction.EconomyRush",
    "ai.abstraction.EconomyRushBurster",
    "ai.abstraction.EconomyMilitaryRush",
    "ai.abstraction.EMRDeterministico",
    "ai.abstraction.SimpleEconomyRush",
    "ai.abstraction.cRush.CRush_V1",
    "ai.abstraction.cRush.CRush_V2",
    "ai.abstraction.partialobservability.POWorkerRush",
    "ai.abstraction.partialobservability.POLightRush",
    "ai.abstraction.partialobservability.POHeavyRush",
    "ai.abstraction.partialobservability.PORangedRush",
    "mayariBot.jar:mayariBot.mayari",
    "Coac.jar:ai.coac.CoacAI",
};

/* Those look ahead, and their games are short: on small maps only. */
static const char *const searchers[] = {"ai.mcts.naivemcts.NaiveMCTS", "ai.montecarlo.MonteCarlo",
                                        "ai.portfolio.portfoliogreedysearch.PGSAI"};

typedef struct map_file {
    char *path;
    int size;
} map_file;

typedef struct proof {
    char home[1024], folder[64];
    mr_table table;
    US_LIST(map_file) map;
    int refused;
    us_rng rng;
    bool loud;

    /* the game that is read */
    char *game;
    mr_state *native, *jump, *real;
    mr_orders orders[MR_PLAYERS];
    bool wrong, playing;

    int64_t games, random_games, states, cycles, orders_seen, different, died, cut, same_ids,
        most_units;
    int64_t over, of_size[SIZES];
} proof;

_Noreturn static void skip(const char *why)
{
    printf("skipped %d games: %s\n", GAMES, why);
    exit(SKIPPED);
}

_Noreturn static void die(const us_error *err)
{
    char text[1024];
    fprintf(stderr, "%s\n", us_error_print(err, text, sizeof(text)));
    exit(2);
}

static void need(us_status status, const us_error *err)
{
    if (status != US_OK)
        die(err);
}

/* ---- maps */

static us_status read_map(const proof *p, const char *path, mr_map **out, us_error *err)
{
    char *text = NULL;
    size_t length = 0;
    US_TRY(us_file_read(path, 1 << 20, &text, &length, err));
    us_status status = mr_map_read_xml(path, text, length, &p->table, out, err);
    us_mem_free(text);
    return status;
}

static void add_map(proof *p, const char *path)
{
    mr_map *map = NULL;
    us_error err = {0};
    if (read_map(p, path, &map, &err) != US_OK) {
        char text[1024];
        p->refused++;
        if (p->loud)
            printf("left out: %s\n", us_error_print(&err, text, sizeof(text)));
        return;
    }
    int size = 0;
    us_str copy;
    us_str_init(&copy);
    us_str_add(&copy, path);
    while (map->width * map->height > sizes[size].cells)
        size++;
    US_LIST_PUT(p->map, ((map_file){us_str_detach(&copy), size}));
    mr_map_free(map);
}

static void add_maps_of(proof *p, const char *folder)
{
    us_names names = {0};
    if (us_file_list(folder, ".xml", &names, NULL) != US_OK)
        return;
    for (int i = 0; i < names.count; i++) {
        us_str path;
        us_str_init(&path);
        us_str_addf(&path, "%s/%s", folder, names.name[i]);
        add_map(p, path.text);
        us_str_clear(&path);
    }
    us_names_free(&names);
}

/* The game's own, in their folders, then ours, written as the game reads them. */
static void find_maps(proof *p)
{
    us_names names = {0};
    us_error err = {0};
    us_str path, text;
    us_str_init(&path);
    us_str_init(&text);
    us_str_addf(&path, "%s/maps", p->home);
    add_maps_of(p, path.text);
    need(us_file_list_all(path.text, "", &names, &err), &err);
    for (int i = 0; i < names.count; i++) {
        us_str_reset(&path);
        us_str_addf(&path, "%s/maps/%s", p->home, names.name[i]);
        add_maps_of(p, path.text);
    }
    us_names_free(&names);
    us_str_reset(&path);
    need(us_data_find_domain_file("microrts", "maps/", &path, &err), &err);
    need(us_file_list(path.text, ".map", &names, &err), &err);
    for (int i = 0; i < names.count; i++) {
        mr_map *map = NULL;
        names.name[i][strlen(names.name[i]) - 4] = '\0';
        need(mr_map_load(names.name[i], &p->table, &map, &err), &err);
        us_str_reset(&text);
        mr_map_print_xml(map, &p->table, &text);
        us_str_reset(&path);
        us_str_addf(&path, "%s/%s.xml", p->folder, names.name[i]);
        need(us_file_write(path.text, text.text, text.length, &err), &err);
        add_map(p, path.text);
        mr_map_free(map);
    }
    us_names_free(&names);
    us_str_clear(&path);
    us_str_clear(&text);
}

/* Workers, soldiers, buildings and nearly empty resources that touch one another. */
static void make_crowd(proof *p, int n, us_str *path)
{
    mr_unit unit[CROWD_SIDE * CROWD_SIDE] = {{0}};
    uint8_t wall[CROWD_SIDE * CROWD_SIDE] = {0};
    mr_map map = {.wall = wall, .unit = unit};
    us_rng rng = us_rng_derive((uint64_t)n, "crowd", us_rng_next(&p->rng));
    us_error err = {0};
    us_str text;
    map.width = 4 + (int)us_rng_next_below(&rng, CROWD_SIDE - 3);
    map.height = 5 + (int)us_rng_next_below(&rng, CROWD_SIDE - 4);
    for (int player = 0; player < MR_PLAYERS; player++)
        map.resources[player] = (int32_t)us_rng_next_below(&rng, 13);
    for (int cell = 0; cell < map.width * map.height; cell++) {
        int kind = (int)us_rng_next_below(&rng, 24), type = kind % p->table.count;
        wall[cell] = kind == 23;
        if (kind > 13 && cell >= MR_PLAYERS)
            continue;
        mr_unit *u = &unit[map.count];
        *u = (mr_unit){.id = map.count++, .player = (int16_t)(cell % MR_PLAYERS)};
        u->type =
            (int16_t)(kind > 10 || cell < MR_PLAYERS ? mr_table_find_type(&p->table, "Worker", 6)
                                                     : type);
        bool resource = p->table.type[u->type].resource;
        u->player = (int16_t)(resource ? MR_NEUTRAL : u->player);
        u->resources = resource ? 1 : (int32_t)us_rng_next_below(&rng, 4) / 2;
        u->hit_points =
            1 + (int32_t)us_rng_next_below(&rng, (uint32_t)p->table.type[u->type].hit_points);
        u->x = (int16_t)(cell % map.width);
        u->y = (int16_t)(cell / map.width);
        wall[cell] = 0;
    }
    us_str_init(&text);
    mr_map_print_xml(&map, &p->table, &text);
    us_str_reset(path);
    us_str_addf(path, "%s/crowd-%d.xml", p->folder, n);
    need(us_file_write(path->text, text.text, text.length, &err), &err);
    us_str_clear(&text);
}

static void plan_crowds(proof *p, int games, us_str *out)
{
    us_str path;
    us_str_init(&path);
    for (int n = 0; n < games; n++) {
        if (n % CROWDS == 0)
            make_crowd(p, n / CROWDS, &path);
        us_str_addf(out, "%s\tfuzz\tfuzz\t%d\t250\n", path.text,
                    (int)us_rng_next_below(&p->rng, 1000000));
    }
    us_str_clear(&path);
}

/* ---- which games */

static const char *draw_bot(proof *p, int size)
{
    if (size == 0 && us_rng_next_bool(&p->rng, 1, 12))
        return searchers[us_rng_next_below(&p->rng, US_COUNT(searchers))];
    return bots[us_rng_next_below(&p->rng, US_COUNT(bots))];
}

static void plan_bot(const proof *p, const char *bot, us_str *out)
{
    if (strchr(bot, ':'))
        us_str_addf(out, "\t%s/lib/bots/%s", p->home, bot);
    else
        us_str_addf(out, "\t%s", bot);
}

static void plan_game(proof *p, int n, bool random, us_str *out)
{
    int size = 0, fit = 0, slot = n % 10;
    while (slot >= sizes[size].of_ten)
        slot -= sizes[size++].of_ten;
    for (int i = 0; i < p->map.count; i++)
        fit += p->map.item[i].size == size;
    if (fit == 0)
        return;
    int which = (int)us_rng_next_below(&p->rng, (uint32_t)fit), i = 0;
    for (;; i++)
        if (p->map.item[i].size == size && which-- == 0)
            break;
    us_str_add(out, p->map.item[i].path);
    int fuzz = random ? 1 + (int)us_rng_next_below(&p->rng, 3) : 0;
    for (int seat = 0; seat < MR_PLAYERS; seat++)
        plan_bot(p, fuzz >> seat & 1 ? "fuzz" : draw_bot(p, size), out);
    us_str_addf(out, "\t%d\t%d\n", (int)us_rng_next_below(&p->rng, 1000000), sizes[size].cycles);
}

/* ---- one recorded game */

static void differ(proof *p, const us_error *err)
{
    if (!p->wrong)
        printf("DIFFERENT: %s, cycle %d: %s\n", p->game, (int)p->real->core->time, err->text);
    p->wrong = true;
}

static void begin_game(proof *p, const char *line)
{
    mr_map *map = NULL;
    us_error err = {0};
    us_mem_free(p->game);
    us_str copy;
    us_str_init(&copy);
    us_str_add(&copy, line);
    p->game = us_str_detach(&copy);
    us_str_init(&copy);
    us_str_add_bytes(&copy, line, strcspn(line, "\t"));
    need(read_map(p, copy.text, &map, &err), &err);
    us_str_clear(&copy);
    mr_state_free(p->native);
    mr_state_free(p->jump);
    mr_state_free(p->real);
    p->native = mr_state_new(map, &p->table);
    p->jump = mr_state_new(map, &p->table);
    p->real = mr_state_new(map, &p->table);
    p->wrong = false;
    p->playing = true;
    int size = 0;
    while (map->width * map->height > sizes[size].cells)
        size++;
    p->of_size[size]++;
    mr_map_free(map);
    p->games += strstr(line, "\tfuzz") == NULL;
    p->random_games += strstr(line, "\tfuzz") != NULL;
}

static void same_bytes(proof *p, const char *text, size_t length)
{
    us_str mine;
    us_error err = {.text = "the line has other bytes"};
    us_str_init(&mine);
    mr_state_print(p->native, &mine);
    if (mine.length != length || memcmp(mine.text, text, length) != 0)
        differ(p, &err);
    us_str_clear(&mine);
}

static void one_state(proof *p, const char *text, size_t length)
{
    us_error err = {0};
    need(mr_state_read(p->real, p->game, 0, text, length, NULL, &err), &err);
    if (p->real->core->time > 0) {
        if (p->orders[0].count + p->orders[1].count > 0) {
            mr_state_advance(p->jump, p->native->core->time);
            if (p->jump->core->count == p->native->core->count)
                mr_state_copy_ids(p->jump, p->native);
        }
        for (int player = 0; player < MR_PLAYERS && !p->wrong; player++) {
            if (mr_state_issue(p->native, &p->orders[player], &err) != US_OK)
                differ(p, &err);
            if (mr_state_issue(p->jump, &p->orders[player], &err) != US_OK)
                differ(p, &err);
        }
        mr_state_advance_cycle(p->native);
        p->cycles++;
    }
    if (p->wrong)
        return;
    p->states++;
    if (mr_state_compare(p->native, p->real, MR_IDS_RENAMED, &err) != US_OK) {
        differ(p, &err);
        return;
    }
    p->same_ids += mr_state_compare(p->native, p->real, MR_IDS_SAME, NULL) == US_OK;
    mr_state_copy_ids(p->native, p->real);
    same_bytes(p, text, length);
    if (p->real->core->count > p->most_units)
        p->most_units = p->real->core->count;
}

static void end_game(proof *p, const char *line)
{
    us_error err = {.text = "it ends otherwise when cycles are passed over"};
    p->playing = false;
    mr_state_advance(p->jump, p->native->core->time);
    if (!p->wrong && mr_state_hash(p->jump) != mr_state_hash(p->native))
        differ(p, &err);
    if (!p->wrong && line && strtol(line, NULL, 10) != mr_state_winner(p->native)) {
        snprintf(err.text, sizeof(err.text), "player %d wins, expected %s",
                 mr_state_winner(p->native), line);
        differ(p, &err);
    }
    p->over += mr_state_is_over(p->native);
    p->different += p->wrong;
    if (p->loud && line)
        printf("%s: %d cycles, %d units, winner %s\n", p->game, (int)p->native->core->time,
               (int)p->native->core->count, line);
}

static void one_line(proof *p, char *line, size_t length)
{
    us_error err = {0};
    mr_table told;
    if (strncmp(line, "table ", 6) == 0) {
        need(mr_table_read("the game's table", 1, line + 6, length - 6, &told, &err), &err);
        need(mr_table_compare(&told, &p->table, &err), &err);
    } else if (strncmp(line, "game ", 5) == 0) {
        begin_game(p, line + 5);
    } else if (line[0] == '0' && line[1] == ' ') {
        one_state(p, line + 2, length - 2);
    } else if ((line[0] == '1' || line[0] == '2') && line[1] == ' ') {
        mr_orders *orders = &p->orders[line[0] - '1'];
        orders->count = 0;
        need(mr_orders_read(&p->table, p->game, 0, line + 2, length - 2, orders, &err), &err);
        p->orders_seen += orders->count;
    } else if (strncmp(line, "end ", 4) == 0) {
        end_game(p, line + 4);
    } else if (strncmp(line, "died ", 5) == 0) {
        p->died++;
        p->playing = false;
        printf("%s: the real game %s\n", p->game, line);
    } else if (strncmp(line, "cut ", 4) == 0) {
        p->cut++;
        end_game(p, NULL);
        if (p->loud)
            printf("%s: a bot died: %s\n", p->game, line);
    }
}

/* ---- all of it */

static void replay(proof *p, FILE *in)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    while ((length = getline(&line, &room, in)) > 0) {
        if (line[length - 1] != '\n')
            break;
        line[--length] = '\0';
        one_line(p, line, (size_t)length);
    }
    free(line);
    if (p->playing) {
        p->died++;
        printf("%s: the process has ended\n", p->game);
    }
    p->playing = false;
}

/* The games from that line of the plan on. Returns how many it has begun. */
static int play_from(proof *p, const char *plan)
{
    us_error err = {0};
    us_str command;
    int64_t before = p->games + p->random_games;
    us_str_init(&command);
    us_str_addf(&command, "%s/plan", p->folder);
    need(us_file_write(command.text, plan, strlen(plan), &err), &err);
    us_str_reset(&command);
    us_str_addf(&command,
                "javac -nowarn -cp '%s/microrts.jar' -d '%s' tests/microrts/Recorder.java && "
                "exec java -XX:+UseSerialGC -cp '%s:%s/microrts.jar' Recorder < '%s/plan'",
                p->home, p->folder, p->folder, p->home, p->folder);
    FILE *in = popen(command.text, "r");
    us_assert(in);
    replay(p, in);
    pclose(in);
    us_str_clear(&command);
    return (int)(p->games + p->random_games - before);
}

/* A bot may end the process: what is left is played by another one. */
static void play(proof *p, int games, int random_games)
{
    us_str text;
    us_str_init(&text);
    find_maps(p);
    for (int n = 0; n < games + games / 10 + 1; n++) /* some are cut short */
        plan_game(p, n, false, &text);
    for (int n = 0; n < random_games; n++)
        plan_game(p, n, true, &text);
    plan_crowds(p, 10 * random_games, &text);
    for (const char *at = text.text; *at;) {
        int begun = play_from(p, at);
        if (begun == 0) {
            printf("Java plays nothing\n");
            break;
        }
        for (; begun > 0; begun--)
            at = strchr(at, '\n') + 1;
    }
    us_str_clear(&text);
}

static void print_summary(const proof *p)
{
    printf("%d maps, %d left out; %lld games of bots and %lld with random orders, %lld to the end: "
           "%lld cycles, %lld states, %lld orders, at most %lld units\n",
           p->map.count, p->refused, (long long)p->games, (long long)p->random_games,
           (long long)p->over, (long long)p->cycles, (long long)p->states,
           (long long)p->orders_seen, (long long)p->most_units);
    printf("cells up to");
    for (int size = 0; size < SIZES; size++)
        printf(" %d: %lld games%s", sizes[size].cells, (long long)p->of_size[size],
               size + 1 < SIZES ? "," : "\n");
    printf("%lld games differ, of %lld the real game died, %lld were cut short by their bots; "
           "%lld states have the ids, too\n",
           (long long)p->different, (long long)p->died, (long long)p->cut, (long long)p->same_ids);
    test_measured("microrts-states", (double)(p->games - p->cut), "%lld states",
                  (long long)p->states);
    test_measured("microrts-states-wrong", (double)p->different, "%lld states",
                  (long long)p->states);
}

int main(int argc, char **argv)
{
    proof p = {.folder = "/tmp/proof_microrts.XXXXXX"};
    const char *home = microrts_home(), *file = NULL;
    int games = GAMES, random_games = RANDOM_GAMES, option;
    uint64_t seed = 1;
    us_error err = {0};
    while ((option = getopt(argc, argv, "n:r:s:f:v")) != -1) {
        if (option == 'n')
            games = (int)strtol(optarg, NULL, 10);
        else if (option == 'r')
            random_games = (int)strtol(optarg, NULL, 10);
        else if (option == 's')
            seed = strtoull(optarg, NULL, 10);
        else if (option == 'f')
            file = optarg;
        else if (option == 'v')
            p.loud = true;
        else
            return 2;
    }
    need(mr_table_load(&p.table, &err), &err);
    p.rng = us_rng_derive(seed, "proof.microrts", 0);
    if (file) {
        FILE *in = strcmp(file, "-") == 0 ? stdin : fopen(file, "r");
        us_assert(in);
        replay(&p, in);
    } else {
        if (!home)
            skip("no Java, or no real microRTS (make microrts)");
        snprintf(p.home, sizeof(p.home), "%s", home);
        us_assert(mkdtemp(p.folder));
        play(&p, games, random_games);
        us_str command;
        us_str_init(&command);
        us_str_addf(&command, "rm -rf '%s'", p.folder);
        us_assert(system(command.text) == 0);
        us_str_clear(&command);
    }
    print_summary(&p);
    bool fine = p.different == 0 && p.died == 0 && (file || p.games - p.cut >= games);
    for (int i = 0; i < p.map.count; i++)
        us_mem_free(p.map.item[i].path);
    us_mem_free(p.map.item);
    us_mem_free(p.game);
    mr_state_free(p.native);
    mr_state_free(p.jump);
    mr_state_free(p.real);
    us_mem_free(p.orders[0].item);
    us_mem_free(p.orders[1].item);
    return fine ? 0 : 1;
}
