#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "retrieve/library_diff.h"
#include "retrieve/outcomes.h"
#include "retrieve/store.h"
#include "tests/brl_text.h"
#include "tests/unit/library_file.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

/* ---- reading */

typedef struct seen {
    int behaviors, cases, suffixes, origins;
    int64_t first_behavior, first_case, feature[2];
    bool above;
} seen;

static void see_behavior(void *context, const us_library_behavior *row)
{
    seen *s = context;
    if (row->kind != US_TEMPLATE_BEHAVIOR)
        return;
    CHECK_STR(row->goal_type, "WinWargus");
    CHECK_STR(row->goal_text, "WinWargus(player: self)");
    CHECK(row->goal > 0 && row->hash != 0);
    if (s->behaviors++ == 0)
        s->first_behavior = row->id;
}

static void note_first(void *context, const us_library_behavior *row)
{
    us_library_behavior *first = context;
    if (first->id == 0)
        first->id = row->id;
}

static void see_case(void *context, const us_library_case *row)
{
    seen *s = context;
    if (s->cases++ == 0)
        s->first_case = row->id;
    if (row->done[0]) {
        CHECK_STR(row->done, "a");
        s->above |= row->above == s->first_case;
        s->suffixes++;
    }
    if (s->cases == 1) {
        s->feature[0] = row->feature[0];
        s->feature[1] = row->feature[1];
    }
}

static void see_origin(void *context, const us_library_origin *row)
{
    seen *s = context;
    if (s->origins++ == 0) {
        CHECK_STR(row->about.map, "ridge-1");
        CHECK(us_case_find_entry(&row->about, "demo") != NULL);
        CHECK(us_case_find_entry(&row->about, "s1.place") == NULL);
    }
}

TEST(rows_are_read_in_one_pass_and_templates_when_asked_for)
{
    library_file_make("a.db", 3);
    US_AUTOPTR(us_library) library = library_file_open("a.db", US_LIBRARY_READ, brl_domain());
    us_template *template = NULL;
    US_AUTOPTR(us_arena) arena = us_arena_new();
    us_case one = {0};
    seen s = {0};
    REQUIRE(us_library_visit_behaviors(library, see_behavior, &s, NULL) == US_OK);
    REQUIRE(us_library_visit_cases(library, see_case, &s, NULL) == US_OK);
    REQUIRE(us_library_visit_origins(library, s.first_behavior, see_origin, &s, NULL) == US_OK);
    CHECK_INT(s.behaviors, 3);
    CHECK_INT(s.cases, 12);
    CHECK_INT(s.suffixes, 6);
    CHECK_INT(s.origins, 4);
    CHECK(s.above);
    CHECK_INT(s.feature[0], 0);
    CHECK_INT(s.feature[1], 3);
    REQUIRE(us_library_read_template(library, s.first_behavior, &template, NULL) == US_OK);
    CHECK_STR(template->name, "first 0");
    CHECK_INT(template->case_count, 0);
    REQUIRE(us_library_read_case(library, s.first_case, arena, &one, NULL) == US_OK);
    CHECK(us_case_find_entry(&one, "features")->count == brl_domain()->feature_count);
    CHECK(us_entry_number(us_case_find_entry(&one, "s1.place"), 1) == 2);
    CHECK(us_case_find_entry(&one, "demo") == NULL);
    CHECK(us_library_read_template(library, 999, &template, NULL) == US_BAD_INPUT);
    us_template_free(template);
}

TEST(a_behavior_that_calls_trees_is_read_with_their_parameters)
{
    seen s = {0};
    us_template *template = NULL;
    US_AUTOPTR(us_library) library = library_file_open("a.db", US_LIBRARY_CREATE, brl_domain());
    library_file_put(library, "brl 1\nslot ammo: number = 6\n"
                              "behavior \"x\" achieves WinWargus(player: self) { do call U(3) }\n"
                              "tree U(n: number) { do set ammo = n }\n");
    us_library_visit_behaviors(library, see_behavior, &s, NULL);
    REQUIRE(us_library_read_template(library, s.first_behavior, &template, NULL) == US_OK);
    CHECK_INT(template->shared, 1);
    CHECK_STR(template->node[0].arg[0].name, "n");
    us_template_free(template);
}

TEST(what_was_put_is_got_back)
{
    library_file_make("a.db", 4);
    us_library *from = library_file_open("a.db", US_LIBRARY_READ, brl_domain());
    us_library *to = library_file_open("b.db", US_LIBRARY_CREATE, brl_domain());
    US_AUTOPTR(us_brl) brl = NULL;
    REQUIRE(us_library_get_all(from, &brl, NULL) == US_OK);
    US_AUTOFREE char *text = brl_text(brl);
    us_library_added added = library_file_put(to, text);
    CHECK_INT(added.behaviors, 4);
    CHECK_INT(added.cases, 16);
    added = library_file_put(to, text);
    CHECK_INT(added.behaviors + added.cases + added.origins, 0);
    us_library_close(from);
    us_library_close(to);
    CHECK(library_file_equal("a.db", "b.db"));
    CHECK(library_file_sound("b.db"));
}

/* The item alone in a library: back from there it has the same body and nothing new. */
static bool survives(const us_template *item)
{
    us_library_added added = {0}, again = {0};
    us_library_behavior first = {0};
    us_brl *back = NULL;
    US_AUTOSTR(before);
    US_AUTOSTR(after);
    US_AUTOPTR(us_library) library = library_file_open("a.db", US_LIBRARY_CREATE, brl_domain());
    REQUIRE(us_library_begin(library, NULL) == US_OK);
    bool taken = us_library_put(library, item, &added, NULL) == US_OK;
    if (taken) {
        REQUIRE(us_library_visit_behaviors(library, note_first, &first, NULL) == US_OK);
        REQUIRE(us_library_get_behavior(library, first.id, &back, NULL) == US_OK);
        us_template_print_body(item, item->name, &before);
        us_template_print_body(back->item[0], item->name, &after);
        CHECK_STR(after.text, before.text);
        CHECK(us_library_put(library, back->item[0], &again, NULL) == US_OK);
        CHECK_INT(again.behaviors + again.cases + again.origins, 0);
    }
    us_brl_free(back);
    return taken;
}

TEST(random_behaviors_survive)
{
    int taken = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        us_faults faults = {0};
        US_AUTOPTR(us_brl) brl = brl_random(seed, &faults);
        for (int i = 0; i < brl->count; i++)
            if (!brl->item[i]->broken)
                taken += survives(brl->item[i]);
        us_faults_clear(&faults);
    }
    CHECK(taken > 20);
}

/* ---- writing */

TEST(what_is_not_committed_was_never_there)
{
    us_library_added added = {0};
    us_error err = {0};
    us_names left;
    library_file_make("a.db", 1);
    library_file_copy("a.db", "before.db");
    US_AUTOFREE char *text = library_file_many(brl_domain(), "second", 3, 1);
    US_AUTOPTR(us_brl) brl = brl_read(text, NULL);
    us_library *library = library_file_open("a.db", US_LIBRARY_WRITE, brl_domain());
    REQUIRE(us_library_begin(library, NULL) == US_OK);
    REQUIRE(us_library_put_all(library, brl, &added, NULL) == US_OK);
    us_library_close(library);
    CHECK(library_file_equal("a.db", "before.db"));
    library = library_file_open("new.db", US_LIBRARY_CREATE, brl_domain());
    REQUIRE(us_library_begin(library, NULL) == US_OK);
    REQUIRE(us_library_put_all(library, brl, &added, NULL) == US_OK);
    us_library_close(library);
    CHECK(!us_file_exists(scratch("new.db")));
    us_library *two[2];
    for (int i = 0; i < 2; i++) {
        two[i] = library_file_open("new.db", US_LIBRARY_CREATE, brl_domain());
        REQUIRE(us_library_begin(two[i], NULL) == US_OK);
        REQUIRE(us_library_put(two[i], brl->item[i], &added, NULL) == US_OK);
    }
    CHECK(us_library_commit(two[1], &err) == US_OK);
    CHECK(us_library_commit(two[0], &err) == US_BAD_INPUT); /* who came first has the name */
    CHECK_CONTAINS(err.text, "another program has made it meanwhile");
    us_library_close(two[0]);
    us_library_close(two[1]);
    CHECK(library_file_sound("new.db"));
    REQUIRE(us_file_list(scratch(""), "", &left, NULL) == US_OK);
    CHECK_INT(left.count, 3); /* nothing was left behind but these files */
    us_names_free(&left);
}

TEST(a_new_library_is_written_whoever_has_it_afterwards)
{
    us_error err = {0};
    us_library_added added = {0};
    US_AUTOFREE char *text = library_file_many(brl_domain(), "first", 2, 1);
    US_AUTOPTR(us_brl) brl = brl_read(text, NULL);
    us_library *library = library_file_open("new.db", US_LIBRARY_CREATE, brl_domain());
    REQUIRE(us_library_begin(library, NULL) == US_OK);
    REQUIRE(us_library_put_all(library, brl, &added, NULL) == US_OK);
    CHECK(us_library_commit(library, NULL) == US_OK);
    const char *moved = scratch("moved.db");
    REQUIRE(rename(scratch("new.db"), moved) == 0);
    CHECK(us_library_begin(library, &err) == US_BAD_INPUT); /* told by what needs it, not before */
    CHECK_CONTAINS(err.text, "cannot open");
    REQUIRE(rename(moved, scratch("new.db")) == 0);
    CHECK(us_library_begin(library, NULL) == US_OK);
    CHECK(us_library_put_all(library, brl, &added, NULL) == US_OK);
    CHECK(us_library_commit(library, NULL) == US_OK);
    us_library_close(library);
    CHECK(library_file_sound("new.db"));
}

TEST(a_second_writer_waits_a_little_and_is_told_why)
{
    us_error err = {0};
    library_file_make("a.db", 1);
    us_library *one = library_file_open("a.db", US_LIBRARY_WRITE, brl_domain());
    US_AUTOPTR(us_library) two = library_file_open("a.db", US_LIBRARY_WRITE, brl_domain());
    REQUIRE(us_library_begin(one, NULL) == US_OK);
    CHECK_INT(us_library_begin(two, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "locked by another process");
    us_library *reader = library_file_open("a.db", US_LIBRARY_READ, brl_domain());
    us_library_close(reader);
    us_library_close(one);
}

/* Another process could begin to write it now. */
static bool free_to_write(const char *name)
{
    pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        enum { RESERVED = 0x40000001 }; /* the byte that SQLite's writers lock */
        struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = RESERVED};
        lock.l_len = 1;
        int fd = open(scratch(name), O_RDWR);
        _exit(fd >= 0 && fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type == F_UNLCK ? 1 : 0);
    }
    int how = 0;
    REQUIRE(waitpid(child, &how, 0) == child);
    return WIFEXITED(how) && WEXITSTATUS(how) == 1;
}

TEST(reading_what_is_being_written_leaves_it_locked_for_others)
{
    library_file_make("a.db", 1);
    us_library *writer = library_file_open("a.db", US_LIBRARY_WRITE, brl_domain());
    CHECK(free_to_write("a.db"));
    REQUIRE(us_library_begin(writer, NULL) == US_OK);
    CHECK(!free_to_write("a.db"));
    us_library *reader = library_file_open("a.db", US_LIBRARY_READ, brl_domain());
    us_library_close(reader);
    CHECK(!free_to_write("a.db"));
    us_library_close(writer);
    CHECK(free_to_write("a.db"));
}

/* Puts `text` into `name` and is killed by the system at the first byte written beyond `limit` of
 * any file. Returns whether it was. */
static bool put_until(const char *name, us_library_mode mode, const char *text, long limit)
{
    pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        struct rlimit most = {(rlim_t)limit, (rlim_t)limit}, none = {0, 0};
        us_library_added added = {0};
        us_library *library = NULL;
        us_brl *brl = brl_read(text, NULL);
        signal(SIGXFSZ, SIG_DFL);
        setrlimit(RLIMIT_CORE, &none);
        setrlimit(RLIMIT_FSIZE, &most);
        bool good = us_library_open(scratch(name), mode, brl_domain(), &library, NULL) == US_OK &&
                    us_library_begin(library, NULL) == US_OK &&
                    us_library_put_all(library, brl, &added, NULL) == US_OK &&
                    us_library_commit(library, NULL) == US_OK;
        _exit(good ? 0 : 1);
    }
    int how = 0;
    REQUIRE(waitpid(child, &how, 0) == child);
    CHECK(WIFSIGNALED(how) || WEXITSTATUS(how) == 0);
    return WIFSIGNALED(how);
}

TEST(killed_at_a_hundred_points_a_library_is_as_before_or_as_after)
{
    enum { POINTS = 50 };
    int killed = 0, before = 0;
    size_t length;
    US_AUTOFREE char *text = library_file_many(brl_domain(), "second", 30, 8);
    library_file_make("before.db", 20);
    library_file_copy("before.db", "after.db");
    us_library *library = library_file_open("after.db", US_LIBRARY_WRITE, brl_domain());
    library_file_put(library, text);
    us_library_close(library);
    library = library_file_open("alone.db", US_LIBRARY_CREATE, brl_domain());
    library_file_put(library, text);
    us_library_close(library);
    us_mem_free(library_file_bytes("after.db", &length));
    for (int i = 0; i < POINTS; i++) {
        long limit = (long)length * i / (POINTS - 1) + i % 3;
        library_file_copy("before.db", "a.db");
        killed += put_until("a.db", US_LIBRARY_WRITE, text, limit);
        CHECK(library_file_sound("a.db"));
        bool same = library_file_equal("a.db", "before.db");
        before += same;
        CHECK(same || library_file_equal("a.db", "after.db"));
        unlink(scratch("new.db"));
        killed += put_until("new.db", US_LIBRARY_CREATE, text, limit);
        CHECK(!us_file_exists(scratch("new.db")) || library_file_equal("new.db", "alone.db"));
    }
    CHECK(killed > POINTS && before > POINTS / 3 && before < POINTS);
}

/* ---- files that are none */

TEST(any_cut_of_a_library_is_an_error)
{
    size_t length;
    library_file_make("a.db", 2);
    US_AUTOFREE char *bytes = library_file_bytes("a.db", &length);
    for (size_t cut = 0; cut < length; cut += cut < 4096 ? 97 : 4096) {
        us_library *library = NULL;
        us_error err = {0};
        us_error other = {0};
        us_status status = us_library_open_bytes("cut", bytes, cut, brl_domain(), &library, &err);
        CHECK(status == US_BAD_INPUT && err.text[0]);
        us_library_close(status == US_OK ? library : NULL);
        REQUIRE(us_file_write(scratch("cut.db"), bytes, cut, NULL) == US_OK);
        status =
            us_library_open(scratch("cut.db"), US_LIBRARY_WRITE, brl_domain(), &library, &other);
        CHECK(status == US_BAD_INPUT && other.text[0]);
        us_library_close(status == US_OK ? library : NULL);
    }
}

TEST(a_schema_that_is_not_ours_is_refused)
{
    static const char *const changes[] = {
        "CREATE TRIGGER t AFTER INSERT ON cases BEGIN DELETE FROM goals; END",
        "DROP TABLE outcomes; CREATE VIEW outcomes AS SELECT 1 AS behavior",
        "DROP INDEX details_hash",
        "ALTER TABLE origins ADD COLUMN more TEXT",
    };
    for (int i = 0; i < US_COUNT(changes); i++) {
        us_test_row(changes[i]);
        us_library *library = NULL;
        us_error err = {0};
        library_file_make("a.db", 1);
        library_file_sql("a.db", changes[i]);
        CHECK_INT(us_library_open(scratch("a.db"), US_LIBRARY_READ, brl_domain(), &library, &err),
                  US_BAD_INPUT);
        CHECK_CONTAINS(err.text, "expected a library, found one");
        scratch_clean();
    }
}

/* ---- lines and outcomes */

TEST(trees_differ_by_their_nodes_not_by_their_depth)
{
    US_AUTOSTR(out);
    us_line_diff_print("do {\n    a\n    b\n    c\n}\n",
                       "do {\n    sequence {\n        a\n        x\n"
                       "    }\n    c\n}\n",
                       &out);
    CHECK_STR(out.text, "  do {\n+     sequence {\n          a\n-     b\n+         x\n+     }\n"
                        "      c\n  }\n");
    us_str_reset(&out);
    us_line_diff_print_hunks("  a\n  b\n  c\n  d\n- e\n+ E\n  f\n  g\n  h\n", 2, &out);
    CHECK_STR(out.text, "  a\n...\n  c\n  d\n- e\n+ E\n  f\n  g\n...\n");
    us_str_reset(&out);
    us_line_diff_print_hunks("  a\n  b\n  c\n", 2, &out);
    CHECK_STR(out.text, "  a\n...\n");
    us_str_reset(&out);
    us_line_diff_print("", "a\n", &out);
    us_line_diff_print("a\n", "", &out);
    us_line_diff_print("a\nb", "a\nb", &out);
    CHECK_STR(out.text, "+ a\n- a\n  a\n  b\n");
}

TEST(outcomes_are_added_up_and_other_lines_passed_over)
{
#define BB "\"behavior\":2,\"hash\":\"00000000000000bb\""
    static const char text[] =
        "{\"understudy\":\"trace\",\"version\":1,\"seats\":[{}],\"domain\":\"arena\"}\n"
        "{\"cycle\":1,\"seat\":0,\"plan\":\"failed\"," BB ",\"why\":\"no-way\"}\n"
        "{\"plan\":\"succeeded\",\"behavior\":7,\"hash\":\"00000000000000aa\",\"x\":{\"plan\":1}}\n"
        "not even \"JSON\"\n"
        "{\"plan\":\"started\"," BB "}\n"
        "{\"plan\":\"stopped\"," BB "}\n"
        "{\"plan\":\"failed\",\"goal\":2}\n"
        "{\"plan\":\"failed\",\"text\":\"behavior\"}\n"
        "{\"behavior\":[],\"hash\":7}\n"
        "{" BB ",\"plan\":\"succeeded\"}\n"
        "{" BB ",\"plan\":\"suc";
    static const char *const wrong[] = {
        "{\"behavior\":7,\"plan\":\"failed\"}\n",
        "{\"behavior\":7,\"plan\":\"failed\",\"hash\":7}\n",
        "{\"behavior\":7,\"plan\":\"failed\",\"hash\":\"00000000000000b\"}\n",
        "{" BB ",\n",
        "[\"behavior\"]\n",
        "{" BB ",\"plan\":\"failed\"} 7\n",
    };
#undef BB
    us_outcomes outcomes = {0};
    REQUIRE(us_outcomes_parse("t", text, strlen(text), NULL, &outcomes, NULL) == US_OK);
    CHECK_STR(outcomes.domain, "arena");
    CHECK_INT(outcomes.count, 2);
    CHECK_HASH(outcomes.sum[0].behavior, 0xaa);
    CHECK_INT(outcomes.sum[1].tries, 2);
    CHECK_INT(outcomes.sum[1].successes, 1);
    us_outcomes_clear(&outcomes);
    for (int i = 0; i < US_COUNT(wrong); i++) {
        us_error err = {0};
        us_test_row(wrong[i]);
        CHECK_INT(us_outcomes_parse("t", wrong[i], strlen(wrong[i]), NULL, &outcomes, &err),
                  US_BAD_INPUT);
        CHECK_INT(err.line, 1);
        CHECK(err.column > 0);
    }
}

TEST(a_last_line_counts_when_it_is_whole)
{
    static const char line[] = "{\"plan\":\"failed\",\"behavior\":3,\"hash\":\"00000000000000bb\"}";
    for (size_t length = 0; length < sizeof line; length++) {
        US_AUTO(us_outcomes_clear) us_outcomes outcomes = {0};
        REQUIRE(us_outcomes_parse("t", line, length, NULL, &outcomes, NULL) == US_OK);
        CHECK_INT(outcomes.count, length == sizeof line - 1);
    }
}
