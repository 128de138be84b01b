#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "retrieve/outcomes.h"
#include "retrieve/retrieve.h"
#include "tests/brl_text.h"
#include "tests/unit/library_file.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

/* The shipped domain with another feature in front, and without its last `fewer`. */
static us_domain *grown(void)
{
    US_AUTOSTR(path);
    US_AUTOSTR(text);
    us_domain *domain = NULL;
    us_error err = {0};
    US_AUTOFREE char *bytes = NULL;
    size_t length;
    REQUIRE(us_data_find_domain_file("skirmish", "domain.json", &path, NULL) == US_OK);
    REQUIRE(us_file_read(path.text, 1 << 26, &bytes, &length, NULL) == US_OK);
    const char *list = strstr(bytes, "\"features\": [");
    REQUIRE(list);
    list += strlen("\"features\": [");
    us_str_add_bytes(&text, bytes, (size_t)(list - bytes));
    us_str_add(&text, "{\"name\": \"new-one\", \"group\": \"terrain\", \"about\": \"x\", "
                      "\"value\": \"width\", \"low\": 0, \"high\": 9},");
    us_str_add(&text, list);
    if (us_domain_parse("grown.json", text.text, text.length, &domain, &err) != US_OK)
        us_assert_fail(err.text, __FILE__, __LINE__);
    return domain;
}

TEST(a_library_grows_with_its_domain_and_keeps_its_ranges)
{
    int count;
    US_AUTOPTR(us_domain) domain = grown();
    library_file_make("a.db", 1);
    us_library *library = library_file_open("a.db", US_LIBRARY_READ, domain);
    us_library_features(library, &count);
    CHECK_INT(count, domain->feature_count - 1); /* reading changes nothing */
    us_library_close(library);
    library = library_file_open("a.db", US_LIBRARY_WRITE, domain);
    US_AUTOSTR(text);
    us_str_add(&text, "brl 1\n");
    library_file_behavior(&text, domain, "second", 1, 5, -1);
    library_file_put(library, text.text);
    const us_library_feature *feature = us_library_features(library, &count);
    CHECK_INT(count, domain->feature_count);
    CHECK_STR(feature[count - 1].name, "new-one");
    CHECK_INT(feature[count - 1].index, 0);
    CHECK_STR(feature[0].name, domain->feature[1].name);
    US_AUTOPTR(us_brl) brl = NULL;
    REQUIRE(us_library_get_all(library, &brl, NULL) == US_OK);
    US_AUTOFREE char *all = brl_text(brl);
    CHECK_CONTAINS(all,
                   "feature.map-width: 0\n"); /* of the first, which knows nothing of new-one */
    CHECK_CONTAINS(all, "features: 5 8 11");  /* of the second, in the order of the domain */
    us_library_close(library);
    library = library_file_open("b.db", US_LIBRARY_CREATE, domain);
    CHECK_INT(library_file_put(library, all).cases, 6);
    us_library_close(library);
}

static const us_library_feature *feature_of(us_library *library, const char *name)
{
    int count;
    const us_library_feature *feature = us_library_features(library, &count);
    for (int i = 0; i < count; i++)
        if (us_text_equal(feature[i].name, name))
            return &feature[i];
    return NULL;
}

static void check_feature(us_library *library, const char *name, int64_t low, int64_t high,
                          int64_t weight)
{
    const us_library_feature *feature = feature_of(library, name);
    REQUIRE(feature != NULL);
    CHECK_INT(feature->low, low);
    CHECK_INT(feature->high, high);
    CHECK_INT(feature->weight, weight);
}

/* As library export and library import do. The caller frees the text. */
static char *exported(const char *name)
{
    us_brl *brl = NULL;
    US_AUTOPTR(us_library) library = library_file_open(name, US_LIBRARY_READ, brl_domain());
    REQUIRE(us_library_get_all(library, &brl, NULL) == US_OK);
    char *text = brl_text(brl);
    us_brl_free(brl);
    return text;
}

static void imported(const char *name, const char *text)
{
    US_AUTOPTR(us_library) library = library_file_open(name, US_LIBRARY_CREATE, brl_domain());
    library_file_put(library, text);
}

/* Adds an attempt of the only behavior, with these features of the domain. */
static void add_attempt(us_library *library, us_hash game, const int32_t *feature)
{
    US_AUTOPTR(us_brl) brl = NULL;
    us_outcome_counts counts = {0};
    REQUIRE(us_library_get_all(library, &brl, NULL) == US_OK);
    us_attempt attempt = {us_template_hash(brl->item[0]), 0, 3, US_WON, feature};
    us_outcomes out = {.game = game,
                       .domain = "skirmish",
                       .attempt = &attempt,
                       .attempts = 1,
                       .features = us_library_domain(library)->feature_count};
    REQUIRE(us_library_begin(library, NULL) == US_OK);
    REQUIRE(us_library_put_outcomes(library, "t.jsonl", &out, &counts, NULL) == US_OK);
    REQUIRE(us_library_commit(library, NULL) == US_OK);
    CHECK_INT(counts.attempts, 1);
}

TEST(attempts_keep_features_that_the_domain_has_dropped)
{
    us_case_base *case_base = NULL;
    us_error err = {0};
    int32_t feature[US_FEATURES_MAX] = {7, 5};
    US_AUTOPTR(us_domain) domain = grown();
    library_file_make("a.db", 1);
    us_library *library = library_file_open("a.db", US_LIBRARY_WRITE, domain);
    add_attempt(library, 1, feature);
    feature[0] = US_FEATURE_MISSING;
    add_attempt(library, 2, feature);
    us_library_close(library);
    US_AUTOFREE char *text = exported("a.db"); /* by a domain without new-one */
    CHECK_CONTAINS(text, "attempts.features: \"new-one\"\n");
    imported("b.db", text);
    CHECK(library_file_equal("a.db", "b.db"));
    US_AUTOPTR(us_brl) brl = brl_read(text, NULL);
    CHECK_INT(us_case_base_from_brl(brl, &case_base, NULL), US_OK);
    us_case_base_free(case_base);
    US_AUTOFREE char *headless = us_mem_strdup(text);
    char *head = strstr(headless, "feature new-one");
    REQUIRE(head != NULL);
    memset(head, ' ', strcspn(head, "\n"));
    US_AUTOPTR(us_brl) without = brl_read(headless, NULL);
    CHECK_INT(us_case_base_from_brl(without, &case_base, &err), US_MISMATCH);
    CHECK_CONTAINS(err.text, "entry attempts.features: expected features that the head");
}

TEST(features_that_no_attempt_knows_are_left_out)
{
    int32_t feature[US_FEATURES_MAX] = {US_FEATURE_MISSING, 5};
    US_AUTOPTR(us_domain) domain = grown();
    library_file_make("a.db", 1);
    us_library *library = library_file_open("a.db", US_LIBRARY_WRITE, domain);
    add_attempt(library, 1, feature);
    us_library_close(library);
    US_AUTOFREE char *text = exported("a.db");
    CHECK_CONTAINS(text, "attempts.states: 0 3 2 5 0");
    CHECK(!strstr(text, "attempts.features"));
}

TEST(ranges_and_weights_are_exported_and_imported)
{
    US_AUTOFREE char *plain = library_file_many(brl_domain(), "first", 1, 1);
    US_AUTOSTR(text);
    us_str_add(&text, "brl 1\n\nfeature gold: -5 to 777\nfeature wood: 3 to 3 weight 30\n"
                      "feature bygone: 0 to 9 weight 0\n");
    us_str_add(&text, plain + strlen("brl 1\n"));
    us_str_add(&text, "\nbehavior \"old\" achieves WinWargus(player: self) {\n    do act stop()\n"
                      "    appendix {\n        feature.gold: 4\n        feature.bygone: 7\n"
                      "    }\n}\n");
    imported("a.db", text.text);
    CHECK(library_file_sound("a.db"));
    US_AUTOFREE char *first = exported("a.db");
    CHECK_CONTAINS(first, "\nfeature gold: -5 to 777\nfeature wood: 3 to 3 weight 30\n");
    CHECK_CONTAINS(first, "\nfeature bygone: 0 to 9 weight 0\n");
    CHECK_CONTAINS(first, "        feature.bygone: 7\n");
    imported("b.db", first);
    CHECK(library_file_equal("a.db", "b.db"));
    US_AUTOFREE char *second = exported("b.db");
    CHECK_STR(second, first);
}

TEST(a_new_library_measures_as_its_first_file_does)
{
    imported("a.db", "brl 1\nfeature gold: 0 to 7\nfeature wood: 0 to 8 weight 30\n");
    imported("a.db", "brl 1\nfeature gold: 0 to 9\nfeature bygone: 1 to 2 weight 3\n");
    US_AUTOPTR(us_library) library = library_file_open("a.db", US_LIBRARY_READ, brl_domain());
    check_feature(library, "gold", 0, 7, 100);
    check_feature(library, "wood", 0, 8, 30);
    check_feature(library, "bygone", 1, 2, 3); /* it had none of that name */
}

TEST(what_no_feature_is_called_is_refused)
{
    us_error err = {0};
    US_AUTO(us_faults_clear) us_faults faults = {0};
    us_library_added added = {0};
    us_builder *builder = us_builder_new(brl_domain(), US_TEMPLATE_BEHAVIOR, "made", NULL, &faults);
    us_builder_add_entry(builder, "feature.golf", &(int64_t){3}, 1);
    US_AUTOPTR(us_template) behavior = us_builder_finish(builder);
    US_AUTOPTR(us_library) library = library_file_open("a.db", US_LIBRARY_CREATE, brl_domain());
    REQUIRE(us_library_begin(library, NULL) == US_OK);
    CHECK(us_library_put(library, behavior, &added, &err) == US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "entry feature.golf: expected a feature that the library has");
}

TEST(more_features_than_a_state_has_room_for_are_refused)
{
    static const char more[] =
        "WITH RECURSIVE n (i) AS (SELECT (SELECT max(id) + 1 FROM features) UNION ALL "
        "SELECT i + 1 FROM n WHERE i < 256) INSERT INTO features (id, name, low, high) "
        "SELECT i, 'f' || i, 0, 9 FROM n";
    us_library *library = NULL;
    us_error err = {0};
    library_file_make("a.db", 1);
    library_file_sql("a.db", more);
    CHECK_INT(us_library_open(scratch("a.db"), US_LIBRARY_READ, brl_domain(), &library, &err),
              US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "too many");
}
