/* Games of the real microRTS. Skipped where `make microrts` has not brought it. */
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "game/microrts/launcher.h"
#include "tests/microrts.h"
#include "tests/unit/imports.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

enum { WITHIN = 60000 };

/* False: the test is skipped, since there is no real microRTS. */
static bool open_both(mr_launcher **launcher, mr_link **link, bool xml)
{
    us_error err = {0};
    if (mr_launcher_open(launcher, &err) != US_OK) {
        us_test_skip("no real microRTS: make microrts");
        return false;
    }
    mr_link_def def = mr_link_def_default();
    def.xml = xml;
    def.connect = 60000;
    def.on_wait = mr_launcher_check_alive;
    def.context = *launcher;
    REQUIRE(mr_link_open(&def, link, &err) == US_OK);
    return true;
}

static mr_job job_of(const char *map, mr_link *link, int seat, const char *bot)
{
    mr_job job = {.map = map, .cycles = 300, .seed = 7};
    job.player[1 - seat] = bot;
    job.port = mr_link_port(link);
    return job;
}

static void report_failure(const char *what, const us_error *err)
{
    FAIL("%s: %s", what, err->text);
}

/* The game, and whether both ends tell the same of it. */
static void play_one(mr_launcher *launcher, mr_link *link, const mr_job *job, int seat)
{
    us_error err = {0};
    microrts_played played;
    mr_result result = {0};
    us_str_init(&result.state);
    if (mr_launcher_play(launcher, job, &err) != US_OK)
        report_failure(job->map, &err);
    microrts_play(link, 1, NULL, &played);
    if (played.status != US_OK)
        report_failure(job->map, &played.err);
    CHECK_INT(mr_link_player(link), seat);
    if (mr_launcher_await_result(launcher, WITHIN, &result, &err) != US_OK)
        report_failure(job->map, &err);
    CHECK_INT(played.winner, result.winner);
    CHECK_INT(played.turns, result.cycles);
    CHECK_INT(played.last, result.cycles - 1);
    mr_state *last = NULL;
    if (mr_state_open(mr_link_table(link), "last", 1, result.state.text, result.state.length, &last,
                      NULL, &err) != US_OK)
        report_failure("the last state", &err);
    else
        CHECK_INT(last->core->time, result.cycles);
    mr_state_free(last);
    us_str_clear(&result.state);
}

static void play_all(bool xml)
{
    static const struct {
        const char *map, *bot;
    } games[] = {
        {"8x8/basesWorkers8x8A", "ai.RandomBiasedAI"},
        {"16x16/basesWorkers16x16A.xml", "ai.abstraction.WorkerRush"},
        {"16x16/basesWorkers16x16A.xml", "ai.RandomBiasedAI"},
        {"8x8/basesWorkers8x8A", "ai.abstraction.WorkerRush"},
    };
    US_AUTOPTR(mr_launcher) launcher = NULL;
    US_AUTOPTR(mr_link) link = NULL;
    if (!open_both(&launcher, &link, xml))
        return;
    for (int i = 0; i < (xml ? 2 : US_COUNT(games)); i++) {
        mr_job job = job_of(games[i].map, link, i % 2, games[i].bot);
        job.xml = xml;
        play_one(launcher, link, &job, i % 2);
    }
}

TEST(games_are_played_one_after_the_other)
{
    play_all(false);
}

TEST(games_are_played_in_xml)
{
    play_all(true);
}

static int turns_of[2];

static void count_turn(const mr_link *link)
{
    turns_of[mr_link_player(link)]++;
}

TEST(both_seats_may_be_ours)
{
    US_AUTOPTR(mr_launcher) launcher = NULL;
    US_AUTOPTR(mr_link) link = NULL;
    us_error err = {0};
    microrts_played played;
    mr_result result = {0};
    if (!open_both(&launcher, &link, false))
        return;
    mr_job job = job_of("8x8/basesWorkers8x8A", link, 0, NULL);
    us_str_init(&result.state);
    for (int i = 0; i < 2; i++) {
        memset(turns_of, 0, sizeof turns_of);
        us_str_reset(&result.state);
        REQUIRE(mr_launcher_play(launcher, &job, &err) == US_OK);
        microrts_play(link, (uint64_t)i, count_turn, &played);
        if (played.status != US_OK)
            report_failure("both seats", &played.err);
        CHECK(mr_launcher_await_result(launcher, WITHIN, &result, &err) == US_OK);
        CHECK_INT(turns_of[0], result.cycles);
        CHECK_INT(turns_of[1], result.cycles);
        CHECK_INT(played.winner, result.winner);
    }
    us_str_clear(&result.state);
}

/* ---- chance */

static us_hash last_of(mr_launcher *launcher, uint64_t seed, const char *bot)
{
    us_error err = {0};
    mr_result result = {0};
    mr_job job = {.map = "8x8/basesWorkers8x8A", .player = {bot, "ai.RandomBiasedAI"}};
    job.cycles = 400;
    job.seed = seed;
    us_str_init(&result.state);
    us_status status = mr_launcher_play(launcher, &job, &err);
    if (status == US_OK)
        status = mr_launcher_await_result(launcher, WITHIN, &result, &err);
    if (status != US_OK)
        report_failure(bot, &err);
    us_hash hash = us_hash_add_bytes(0, result.state.text, result.state.length);
    us_str_clear(&result.state);
    return hash;
}

TEST(equal_seeds_play_equal_games)
{
    us_error err = {0};
    mr_launcher *launcher = NULL;
    US_AUTOPTR(mr_launcher) other = NULL;
    if (mr_launcher_open(&launcher, &err) != US_OK) {
        us_test_skip("no real microRTS: make microrts");
        return;
    }
    REQUIRE(mr_launcher_open(&other, &err) == US_OK);
    us_hash first = last_of(launcher, 1, "ai.RandomBiasedAI");
    CHECK(last_of(launcher, 2, "ai.RandomBiasedAI") != first);
    last_of(launcher, 3, "ai.coac.CoacAI"); /* of a jar of its own */
    CHECK_HASH(last_of(launcher, 1, "ai.RandomBiasedAI"), first);
    CHECK_HASH(last_of(other, 1, "ai.RandomBiasedAI"), first); /* in another Java, too */
    mr_launcher_close(launcher);
}

/* ---- records */

TEST(a_recorded_game_is_a_trace_that_is_read)
{
    static const char *const names[] = {"game.xml", "game.zip"};
    US_AUTOPTR(mr_launcher) launcher = NULL;
    us_error err = {0};
    if (mr_launcher_open(&launcher, &err) != US_OK) {
        us_test_skip("no real microRTS: make microrts");
        return;
    }
    scratch_folder("records");
    for (int i = 0; i < US_COUNT(names); i++) {
        mr_result result = {0};
        mr_job job = {.map = "8x8/basesWorkers8x8A",
                      .player = {"ai.abstraction.LightRush", "ai.RandomBiasedAI"},
                      .cycles = 300,
                      .seed = 5,
                      .every = i == 1};
        US_AUTOFREE char *path = us_mem_strdup(scratch("records"));
        US_AUTOSTR(file);
        us_str_addf(&file, "%s/%s", path, names[i]);
        job.trace = file.text;
        us_str_init(&result.state);
        CHECK(mr_launcher_play(launcher, &job, &err) == US_OK);
        if (mr_launcher_await_result(launcher, WITHIN, &result, &err) != US_OK)
            report_failure(names[i], &err);
        us_imported imported = us_imported_file("microrts", file.text, 1);
        if (imported.status != US_OK)
            report_failure(names[i], &imported.err);
        CHECK(imported.report.orders > 20);
        CHECK(i == 0 ? imported.report.states < result.cycles
                     : imported.report.states == result.cycles + 1);
        us_imported_clear(&imported);
        us_str_clear(&result.state);
    }
}

/* ---- what may go wrong */

TEST(what_cant_begin_is_told)
{
    static const struct {
        const char *map, *bot, *text;
    } rows[] = {
        {"8x8/nowhere", "ai.PassiveAI", "no such map: 8x8/nowhere"},
        {"8x8/basesWorkers8x8A", "ai.NoSuchBot", "no such bot: ai.NoSuchBot"},
        {"8x8/basesWorkers8x8A", "LightRush", "did you mean ai.abstraction.LightRush?"},
        {"8x8/basesWorkers8x8A", "ai.CoacAI", "did you mean ai.coac.CoacAI?"},
        {"8x8/basesWorkers8x8A", "rts.GameState", "no bot: rts.GameState"},
        {"8x8/basesWorkers8x8A", "ai.core.AI", "unit type table alone: ai.core.AI"},
    };
    US_AUTOPTR(mr_launcher) launcher = NULL;
    US_AUTOPTR(mr_link) link = NULL;
    if (!open_both(&launcher, &link, false))
        return;
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_error err = {0};
        mr_job job = job_of(rows[i].map, link, 0, rows[i].bot);
        CHECK_INT(mr_launcher_play(launcher, &job, &err), US_FAILED);
        CHECK_CONTAINS(err.text, rows[i].text);
    }
    mr_job job = job_of("8x8/basesWorkers8x8A", link, 1, "ai.PassiveAI");
    play_one(launcher, link, &job, 1);
}

/* A line of a process: its number, its name, its state, its parent. 0: there is none. */
static pid_t java_of(pid_t parent)
{
    pid_t found = 0;
    DIR *processes = opendir("/proc");
    for (struct dirent *each; processes && (each = readdir(processes)) != NULL;) {
        char path[300], text[300] = "", *end;
        long pid = strtol(each->d_name, &end, 10);
        snprintf(path, sizeof path, "/proc/%ld/stat", pid);
        FILE *file = pid > 0 && !*end ? fopen(path, "r") : NULL;
        if (file && fgets(text, sizeof text, file)) {
            char *name = strstr(text, "(java) ");
            if (name && strtol(name + strlen("(java) S "), NULL, 10) == (long)parent)
                found = (pid_t)pid;
        }
        if (file)
            fclose(file);
    }
    if (processes)
        closedir(processes);
    return found;
}

static void kill_at_fifty(const mr_link *link)
{
    if (mr_link_state(link)->core->time == 50)
        kill(java_of(getpid()), SIGKILL);
}

/* Also while it is waited for to connect. */
TEST(a_java_that_is_killed_is_noticed_and_started_again)
{
    us_error err = {0};
    microrts_played played;
    mr_result result = {0};
    mr_launcher *launcher = NULL;
    mr_link *link = NULL;
    mr_link_turn turn;
    if (!open_both(&launcher, &link, false))
        return;
    us_str_init(&result.state);
    mr_job job = job_of("16x16/basesWorkers16x16A", link, 0, "ai.abstraction.WorkerRush");
    REQUIRE(mr_launcher_play(launcher, &job, &err) == US_OK);
    CHECK(java_of(getpid()) > 0);
    microrts_play(link, 1, kill_at_fifty, &played);
    CHECK_INT(played.status, US_FAILED);
    CHECK_INT(played.last, 50);
    CHECK_INT(mr_launcher_await_result(launcher, WITHIN, &result, &err), US_FAILED);
    CHECK_CONTAINS(err.text, "signal 9");
    CHECK_INT(mr_link_next(link, &turn, &err), US_FAILED);
    CHECK_CONTAINS(err.text, "has died");
    us_str_clear(&result.state);
    play_one(launcher, link, &job, 0);
    mr_link_close(link);
    mr_launcher_close(launcher);
    CHECK_INT(java_of(getpid()), 0);
}

/* We leave: Java tells that it was our fault, and the next game is played. */
TEST(a_player_that_leaves_loses_one_game)
{
    us_error err = {0};
    US_AUTOPTR(mr_launcher) launcher = NULL;
    mr_link *link = NULL;
    mr_link_turn turn;
    mr_result result = {0};
    if (!open_both(&launcher, &link, false))
        return;
    us_str_init(&result.state);
    mr_job job = job_of("8x8/basesWorkers8x8A", link, 1, "ai.RandomBiasedAI");
    REQUIRE(mr_launcher_play(launcher, &job, &err) == US_OK);
    REQUIRE(mr_link_next(link, &turn, &err) == US_OK);
    mr_link_close(link);
    CHECK_INT(mr_launcher_await_result(launcher, WITHIN, &result, &err), US_FAILED);
    CHECK_CONTAINS(err.text, "microRTS: player 1: ");
    us_str_clear(&result.state);
    mr_link_def def = mr_link_def_default();
    REQUIRE(mr_link_open(&def, &link, &err) == US_OK);
    job.port = mr_link_port(link);
    play_one(launcher, link, &job, 1);
    mr_link_close(link);
}

TEST(what_is_missing_is_told_with_what_brings_it)
{
    us_error err = {0};
    mr_launcher *launcher = NULL;
    const char *before = getenv("UNDERSTUDY_MICRORTS"), *path = getenv("PATH");
    US_AUTOFREE char *old_path = us_mem_strdup(path ? path : "");
    US_AUTOFREE char *old = us_mem_strdup(before ? before : "");
    scratch_folder("home");
    scratch_folder("home/launcher");
    US_AUTOFREE char *home = us_mem_strdup(scratch("home"));
    setenv("UNDERSTUDY_MICRORTS", home, 1);
    CHECK_INT(mr_launcher_open(&launcher, &err), US_NO_ENGINE);
    CHECK_CONTAINS(err.text, "no microrts.jar there: `make microrts` brings");
    CHECK_STR(err.file, home);
    scratch_put("home/microrts.jar", "");
    CHECK_INT(mr_launcher_open(&launcher, &err), US_NO_ENGINE);
    CHECK_CONTAINS(err.text, "no launcher/Launcher.class there: `make microrts` compiles");
    scratch_put("home/launcher/Launcher.class", "");
    setenv("PATH", home, 1);
    CHECK_INT(mr_launcher_open(&launcher, &err), US_NO_ENGINE);
    CHECK_CONTAINS(err.text, "no java, which");
    scratch_folder("home/java");
    CHECK_INT(mr_launcher_open(&launcher, &err), US_NO_ENGINE);
    CHECK_CONTAINS(err.text, "no java, which");
    rmdir(scratch("home/java"));
    scratch_put("home/java", "#!/bin/sh\nexit 3\n");
    CHECK_INT(chmod(scratch("home/java"), 0644), 0);
    CHECK_INT(mr_launcher_open(&launcher, &err), US_NO_ENGINE);
    CHECK_CONTAINS(err.text, "no java, which");
    setenv("UNDERSTUDY_MICRORTS", "a:b", 1);
    CHECK_INT(mr_launcher_open(&launcher, &err), US_NO_ENGINE);
    CHECK_CONTAINS(err.text, "a ':' in its path");
    setenv("UNDERSTUDY_MICRORTS", home, 1);
    CHECK(launcher == NULL);

    /* A java that is none. */
    mr_job job = {.map = "m", .player = {"a", "b"}};
    CHECK_INT(chmod(scratch("home/java"), 0755), 0);
    CHECK_INT(mr_launcher_open(&launcher, &err), US_OK);
    CHECK_INT(mr_launcher_play(launcher, &job, &err), US_FAILED);
    CHECK_CONTAINS(err.text, "Java, which plays the real microRTS: it ended with status 3");
    mr_launcher_close(launcher);
    setenv("PATH", old_path, 1);
    setenv("UNDERSTUDY_MICRORTS", old, 1);
}
