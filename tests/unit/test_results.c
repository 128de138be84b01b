#include <string.h>

#include "base/file.h"
#include "base/hash.h"
#include "experiments/run/results.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

/* Games 1, 2, and twice 3: the last by two players that are the same. */
static const char manifest[] =
    "{\"experiment\":\"e\",\"version\":1,\"domain\":\"skirmish\",\"program\":\"\","
    "\"engine\":\"00000000000000aa\",\"max_cycles\":300}\n"
    "{\"player\":\"A\",\"agent\":\"random\",\"identity\":\"0000000000000001\"}\n"
    "{\"player\":\"B\",\"agent\":\"random\",\"identity\":\"0000000000000001\"}\n"
    "{\"opponent\":\"O\",\"agent\":\"idle\",\"identity\":\"0000000000000001\"}\n"
    "{\"map\":\"m\",\"family\":\"\",\"path\":\"p\",\"hash\":\"0000000000000001\"}\n"
#define GAME(id, player)                                       \
    "{\"game\":\"000000000000000" id "\",\"player\":\"" player \
    "\",\"opponent\":\"O\",\"map\":\"m\",\"seat\":0,\"seed\":\"" id "\"}\n"
    GAME("3", "A") GAME("2", "A") GAME("3", "B") GAME("1", "A");

#define WIN(id, hash)                                                            \
    "{\"game\":\"000000000000000" id "\",\"end\":\"win\",\"reason\":\"defeat\"," \
    "\"cycles\":200,\"hash\":\"000000000000000" hash "\",\"us\":5}\n"
#define LOST(id, end, us) "{\"game\":\"000000000000000" id "\",\"end\":\"" end "\",\"us\":" us "}\n"

static us_status read_results(const char *first, const char *second, us_manifest *out,
                              us_leftovers *left, us_error *err)
{
    scratch_put("manifest.jsonl", manifest);
    scratch_folder("results");
    if (first)
        scratch_put("results/a.jsonl", first);
    if (second)
        scratch_put("results/b.jsonl", second);
    return us_results_read(scratch(""), out, left, err);
}

/* Of game 3, whatever else there is. */
TEST(a_finished_game_wins_over_a_lost_one)
{
    static const struct {
        const char *first, *second;
        us_row_end end;
        int64_t us;
    } rows[] = {
        {NULL, NULL, US_ROW_NONE, 0},
        {"", "", US_ROW_NONE, 0},
        {WIN("3", "9"), NULL, US_ROW_WIN, 5},
        {WIN("3", "9") LOST("3", "crash", "7"), NULL, US_ROW_WIN, 5},
        {LOST("3", "crash", "7") WIN("3", "9"), NULL, US_ROW_WIN, 5},
        {WIN("3", "9"), LOST("3", "timeout", "7"), US_ROW_WIN, 5},
        {LOST("3", "timeout", "7"), WIN("3", "9"), US_ROW_WIN, 5},
        {WIN("3", "9"), WIN("3", "9"), US_ROW_WIN, 5},
        {LOST("3", "timeout", "7"), LOST("3", "crash", "8"), US_ROW_CRASH, 8},
        {LOST("3", "crash", "8") LOST("3", "timeout", "7"), "", US_ROW_TIMEOUT, 7},
        {LOST("3", "crash", "8") "{\"game\":\"00000000000000", NULL, US_ROW_CRASH, 8}, /* cut */
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_manifest m;
        us_leftovers left = {77, 77};
        us_test_row(rows[i].first);
        REQUIRE(read_results(rows[i].first, rows[i].second, &m, &left, NULL) == US_OK);
        CHECK_INT(m.row[0].end, rows[i].end);
        CHECK_INT(m.row[0].us, rows[i].us);
        CHECK_INT(m.row[2].end, rows[i].end); /* its twin */
        CHECK(m.row[1].end == US_ROW_NONE && m.row[3].end == US_ROW_NONE);
        CHECK(left.strangers == 0 && left.damaged == 0);
        us_manifest_clear(&m);
        scratch_clean();
    }
}

TEST(two_states_of_one_game_are_a_mismatch)
{
    us_manifest m;
    us_leftovers left = {77, 77};
    us_error err = {0};
    memset(&m, 0x55, sizeof m);
    us_hash before = us_hash_add_bytes(0, &m, sizeof m);
    CHECK_INT(
        read_results(WIN("1", "8") WIN("9", "1"), WIN("2", "8") WIN("1", "9"), &m, &left, &err),
        US_MISMATCH);
    CHECK(us_hash_add_bytes(0, &m, sizeof m) == before && left.strangers == 77 &&
          left.damaged == 77);
    CHECK_STR(err.file, scratch("results/b.jsonl"));
    CHECK_INT(err.line, 2);
    CHECK_CONTAINS(err.text, "otherwise than elsewhere");
}

TEST(strangers_are_counted_and_left_out)
{
    US_AUTO(us_manifest_clear) us_manifest m;
    us_leftovers left;
    REQUIRE(read_results(WIN("8", "8") WIN("1", "8"), LOST("0", "crash", "1") WIN("9", "1"), &m,
                         &left, NULL) == US_OK);
    CHECK(left.strangers == 3 && left.damaged == 0);
    us_standing tally = us_results_compute_standing(&m);
    CHECK(tally.games == 4 && tally.played == 1 && tally.end[US_ROW_WIN] == 1 && tally.us == 5);
}

TEST(a_damaged_line_costs_its_own_result_alone)
{
    static const char *const rows[] = {
        "\n",
        "{\"game\":1}\n",
        LOST("2", "none", "9"),
        "{\"game\":\"0000000000000002\",\"end\":\"win\n",
        "\x01\xff\x02 {\"game\":\n",
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_manifest m;
        us_leftovers left;
        us_str text;
        us_test_row(rows[i]);
        us_str_init(&text);
        us_str_addf(&text, "%s%s%s", WIN("1", "8"), rows[i], WIN("3", "8"));
        REQUIRE(read_results(text.text, NULL, &m, &left, NULL) == US_OK);
        CHECK(left.strangers == 0 && left.damaged == 1);
        CHECK(m.row[0].end == US_ROW_WIN && m.row[3].end == US_ROW_WIN);
        CHECK_INT(m.row[1].end, US_ROW_NONE);
        us_manifest_clear(&m);
        us_str_clear(&text);
        scratch_clean();
    }
}

/* Also where it lies at a border of what is read at once, and where nothing ends it. */
TEST(a_line_that_is_too_long_is_a_damaged_line)
{
    static const int lengths[] = {US_LINE_MAX, US_LINE_MAX + 1, US_LINE_MAX + 65536,
                                  3 * US_LINE_MAX - 77};
    for (int i = 0; i < 2 * US_COUNT(lengths); i++) {
        us_manifest m;
        us_leftovers left;
        us_str text;
        bool ended = i % 2 == 0;
        us_str_init(&text);
        us_str_add(&text, WIN("1", "8"));
        for (int k = 0; k < lengths[i / 2]; k++)
            us_str_add_char(&text, 'x');
        us_str_add(&text, ended ? "\n" WIN("3", "8") : "");
        REQUIRE(read_results(text.text, WIN("2", "8"), &m, &left, NULL) == US_OK);
        CHECK(left.strangers == 0 && left.damaged == ended);
        CHECK(m.row[1].end == US_ROW_WIN && m.row[3].end == US_ROW_WIN);
        CHECK_INT(m.row[0].end, ended ? US_ROW_WIN : US_ROW_NONE);
        us_manifest_clear(&m);
        us_str_clear(&text);
        scratch_clean();
    }
}

TEST(a_folder_of_something_else_is_refused)
{
    us_manifest m;
    us_error err = {0};
    CHECK_INT(us_results_read(scratch(""), &m, NULL, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "expected the folder of an experiment");
    CHECK_INT(us_results_check_folder(scratch(""), NULL), US_BAD_INPUT);
}

/* By id, once with their twins, and without the clock. */
TEST(merged_results_are_the_same_however_they_came)
{
    us_manifest m;
    int64_t missing = 0;
    REQUIRE(read_results(WIN("3", "9") LOST("1", "crash", "7"), NULL, &m, NULL, NULL) == US_OK);
    CHECK_INT(us_results_merge(scratch(""), &m, &missing, NULL), US_OK);
    CHECK_INT(missing, 1);
    CHECK_INT(m.row[0].us, 5); /* what the file doesn't tell the manifest still does */
    CHECK_INT(us_results_compute_standing(&m).us, 5 + 5 + 7);
    CHECK_STR(m.row[0].journal, scratch("results/a.jsonl"));
    us_manifest_clear(&m);
    US_AUTOFREE char *first = scratch_text("results.jsonl");
    CHECK(strstr(first, "\"us\"") == NULL);
    const char *one = strstr(first, "\"0000000000000001\",\"player\":\"A\",\"opponent\"");
    const char *three = strstr(first, "\"0000000000000003\",\"player\":\"A\",\"opponent\"");
    const char *twin = strstr(first, "\"0000000000000003\",\"player\":\"B\",\"opponent\"");
    CHECK(one && three && twin && one < three && three < twin);
    CHECK(strstr(first, "\"0000000000000002\",\"player\":\"A\",\"opponent\"") == NULL);
    scratch_clean();
    REQUIRE(read_results(LOST("1", "crash", "99"), LOST("3", "timeout", "1") WIN("3", "9"), &m,
                         NULL, NULL) == US_OK);
    CHECK_INT(us_results_merge(scratch(""), &m, &missing, NULL), US_OK);
    us_manifest_clear(&m);
    US_AUTOFREE char *second = scratch_text("results.jsonl");
    CHECK_STR(second, first);
}

TEST(a_result_beyond_the_limit_is_a_damaged_line)
{
    US_AUTO(us_manifest_clear) us_manifest m;
    us_leftovers left;
    static const char late[] =
        "{\"game\":\"0000000000000002\",\"end\":\"win\",\"cycles\":2000000000}\n";
    REQUIRE(read_results(WIN("1", "8"), late, &m, &left, NULL) == US_OK);
    CHECK_INT(left.damaged, 1);
    CHECK_INT(us_results_compute_standing(&m).played, 1);
}
