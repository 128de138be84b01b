#include <string.h>

#include "experiments/run/games.h"
#include "experiments/run/results.h"
#include "experiments/run/sequence.h"
#include "experiments/run/slurm.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

/* ---- shards */

/* Games with these ids, of players A and B by turns, in an experiment that nobody plays. */
static void put_manifest(const char *const *id, int games)
{
    US_AUTOSTR(text);
    us_str_add(&text,
               "{\"experiment\":\"e\",\"version\":1,\"domain\":\"skirmish\",\"program\":\"\","
               "\"engine\":\"00000000000000aa\",\"max_cycles\":300}\n"
               "{\"player\":\"A\",\"agent\":\"random\",\"identity\":\"0000000000000001\"}\n"
               "{\"player\":\"B\",\"agent\":\"random\",\"identity\":\"0000000000000001\"}\n"
               "{\"opponent\":\"O\",\"agent\":\"idle\",\"identity\":\"0000000000000001\"}\n"
               "{\"map\":\"m\",\"family\":\"\",\"path\":\"p\",\"hash\":\"0000000000000001\"}\n");
    for (int i = 0; i < games; i++)
        us_str_addf(&text,
                    "{\"game\":\"000000000000000%s\",\"player\":\"%s\",\"opponent\":\"O\","
                    "\"map\":\"m\",\"seat\":0,\"seed\":\"%d\"}\n",
                    id[i], i % 2 ? "B" : "A", i / 2);
    scratch_put("manifest.jsonl", text.text);
}

/* Of equal games the first alone is in a shard, and what work would play there is what is said. */
TEST(shards_have_the_games_that_work_plays)
{
    static const char *const id[] = {"5", "3", "5", "1", "9", "3", "7", "2", "5"};
    US_AUTO(us_manifest_clear) us_manifest m;
    put_manifest(id, US_COUNT(id));
    scratch_folder("results");
    scratch_put("results/run.jsonl",
                "{\"game\":\"0000000000000003\",\"end\":\"crash\",\"us\":1}\n"
                "{\"game\":\"0000000000000009\",\"end\":\"crash\",\"us\":1}\n");
    REQUIRE(us_results_read(scratch(""), &m, NULL, NULL) == US_OK);
    for (int shards = 2; shards <= 12; shards++) {
        US_AUTOFREE us_shard *shard = us_shards_tally(&m, shards);
        int64_t games = 0, played = 0;
        for (int i = 0; i < shards; i++) {
            us_batch_state state;
            us_batch_def def = us_batch_def_default();
            def.folder = scratch("");
            def.dry = true;
            def.shard = i;
            def.shards = shards;
            CHECK_INT(us_batch_play(&def, &state, NULL), US_OK);
            CHECK_INT(shard[i].games, state.games.wanted);
            CHECK_INT(shard[i].played, state.games.before);
            games += shard[i].games;
            played += shard[i].played;
        }
        CHECK_INT(games, 6);
        CHECK_INT(played, 2);
    }
}

/* As the list of a job array, which has to fit into one argument. */
TEST(shards_with_games_left_are_a_list)
{
    static const struct {
        const char *left, *list; /* '+': has games left */
    } rows[] = {
        {"+", "0"}, {"+++", "0-2"}, {".+.", "1"}, {"+.++..+++", "0,2-3,6-8"}, {"....+", "4"},
    };
    enum { MANY = 100000 };
    US_AUTOFREE us_shard *many = US_NEW_ARRAY(us_shard, MANY);
    US_AUTOSTR(list);
    for (int r = 0; r < US_COUNT(rows); r++) {
        int count = (int)strlen(rows[r].left);
        for (int i = 0; i < count; i++)
            many[i] = (us_shard){3, rows[r].left[i] == '+' ? 2 : 3};
        us_submission_print_tasks(many, count, &list);
        CHECK_STR(list.text, rows[r].list);
    }
    for (int i = 0; i < MANY; i++)
        many[i] = (us_shard){1, i % 2 == 0};
    us_submission_print_tasks(many, MANY, &list);
    CHECK_STR(list.text, "1-99999");
}

/* Else players, or seats, and machines would be told apart by nobody. */
TEST(pairs_are_in_one_shard_and_nothing_has_one_of_its_own)
{
    enum { SEEDS = 60 };
    US_AUTO(us_manifest_clear) us_manifest m;
    us_manifest_init(&m);
    for (int i = 0; i < SEEDS * 4; i++)
        *us_manifest_add_game(&m) = (us_fixture){.id = (us_hash)i + 1,
                                                 .seed = (uint64_t)(i / 4),
                                                 .seat = (uint8_t)(i / 2 % 2),
                                                 .player = (uint16_t)(i % 2)};
    for (int shards = 2; shards <= 6; shards++) {
        US_AUTOFREE int32_t *shard = us_shards_assign(&m, shards);
        int of_seat[2][6] = {{0}};
        for (int i = 0; i < SEEDS * 4; i++) {
            CHECK(i % 2 == 0 || shard[i] == shard[i - 1]);
            of_seat[m.game[i].seat][shard[i]]++;
        }
        for (int s = 0; s < shards; s++)
            for (int seat = 0; seat < 2; seat++)
                CHECK(of_seat[seat][s] * shards > SEEDS && of_seat[seat][s] * shards < SEEDS * 3);
    }
}

/* ---- words */

TEST(the_number_of_a_job_is_read)
{
    static const struct {
        const char *said, *id, *cluster; /* id NULL: it is none */
    } rows[] = {
        {"12\n", "12", ""},
        {"12", "12", ""},
        {"7;north\n", "7", "north"},
        {"7;\n", "7", ""},
        {"", NULL, NULL},
        {"\n", NULL, NULL},
        {"job 12\n", NULL, NULL},
        {"12 \n", NULL, NULL},
        {"-12\n", NULL, NULL},
        {"welcome\n13;north\n", "13", "north"},
        {"12\nbye\n", NULL, NULL},
        {"12;a\nb\n", NULL, NULL},
        {"12345678901234567890123456789012\n", NULL, NULL},
        {"1;0123456789012345678901234567890123456789012345678901234567890123\n", NULL, NULL},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        char id[US_JOB_ID_MAX], cluster[US_JOB_WORD_MAX];
        bool read = us_jobs_parse(rows[i].said, id, cluster);
        if (!CHECK_INT(read, rows[i].id != NULL))
            FAIL("of \"%s\"", rows[i].said);
        if (!read || !rows[i].id)
            continue;
        CHECK_STR(id, rows[i].id);
        CHECK_STR(cluster, rows[i].cluster);
    }
}

/* ---- the file */

TEST(jobs_are_read_as_they_were_written)
{
    us_jobs jobs = {.shards = 7, .work = "12", .merge = "13", .cluster = "north"}, again;
    scratch_folder("slurm");
    CHECK_INT(us_jobs_write(scratch(""), &jobs, NULL), US_OK);
    CHECK_INT(us_jobs_read(scratch(""), &again, NULL), US_OK);
    CHECK_INT(again.shards, 7);
    CHECK_STR(again.work, "12");
    CHECK_STR(again.merge, "13");
    CHECK_STR(again.cluster, "north");
    jobs.merge[0] = '\0';
    CHECK_INT(us_jobs_write(scratch(""), &jobs, NULL), US_OK);
    CHECK_INT(us_jobs_read(scratch(""), &again, NULL), US_OK);
    CHECK_STR(again.merge, "");
    scratch_clean();
    scratch_folder("slurm");
    CHECK_INT(us_jobs_read(scratch(""), &again, NULL), US_OK);
    CHECK_INT(again.shards, 0);
}

TEST(a_wrong_file_of_jobs_is_refused_with_its_place)
{
#define JOBS(engine, shards, work, merge)                                                       \
    "{\"engine\":\"" engine "\",\"shards\":" shards ",\"work\":\"" work "\",\"merge\":\"" merge \
    "\",\"cluster\":\"\"}"
    static const char *const rows[][2] = {
        {"", "expected a value"},
        {"[]", "expected an object"},
        {"{}", "shards"},
        {JOBS("pbs", "3", "1", "2"), "\"engine\": expected \"slurm\""},
        {JOBS("slurm", "0", "1", "2"), "shards"},
        {JOBS("slurm", "100001", "1", "2"), "shards"},
        {JOBS("slurm", "3", "", "2"), "\"work\": expected the number of a job"},
        {JOBS("slurm", "3", "1,2", "2"), "\"work\": expected the number of a job"},
        {JOBS("slurm", "3", "1", "--x"), "\"merge\": expected the number of a job"},
        {JOBS("slurm", "3", "12345678901234567890123456789012", "2"), "\"work\": expected"},
        {"{\"engine\":\"slurm\",\"shards\":3,\"jobs\":1}", "jobs"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_jobs jobs = {.shards = 77};
        us_error err = {0};
        scratch_folder("slurm");
        scratch_put("slurm/jobs.json", rows[i][0]);
        CHECK_INT(us_jobs_read(scratch(""), &jobs, &err), US_BAD_INPUT);
        CHECK_CONTAINS(err.text, rows[i][1]);
        CHECK_CONTAINS(err.file, "jobs.json");
        CHECK_INT(err.line, 1);
        CHECK_INT(jobs.shards, 77);
        scratch_clean();
    }
}
