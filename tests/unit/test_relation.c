#include "learn/relation.h"
#include "tests/unit/test.h"

static const struct {
    us_interval a, b;
    us_relation relation;
    const char *name;
    us_position standing;
} rows[] = {
    {{1, 3}, {5, 8}, US_BEFORE, "before", US_FIRST},
    {{1, 5}, {5, 8}, US_MEETS, "meets", US_FIRST},
    {{1, 6}, {5, 8}, US_OVERLAPS, "overlaps", US_BESIDE},
    {{5, 6}, {5, 8}, US_STARTS, "starts", US_BELOW},
    {{6, 7}, {5, 8}, US_DURING, "during", US_BELOW},
    {{6, 8}, {5, 8}, US_FINISHES, "finishes", US_BELOW},
    {{5, 8}, {5, 8}, US_EQUALS, "equals", US_EQUAL},
    {{5, 8}, {6, 8}, US_FINISHED_BY, "finished by", US_ABOVE},
    {{5, 8}, {6, 7}, US_CONTAINS, "contains", US_ABOVE},
    {{5, 8}, {5, 6}, US_STARTED_BY, "started by", US_ABOVE},
    {{5, 8}, {1, 6}, US_OVERLAPPED_BY, "overlapped by", US_BESIDE},
    {{5, 8}, {1, 5}, US_MET_BY, "met by", US_THEN},
    {{5, 8}, {1, 3}, US_AFTER, "after", US_THEN},
};

TEST(two_intervals_have_one_of_thirteen_relations)
{
    CHECK_INT(US_COUNT(rows), 13);
    CHECK_INT(US_RELATIONS, 13);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].name);
        CHECK_INT(rows[i].relation, i);
        CHECK_INT(us_relation_compute(rows[i].a, rows[i].b), rows[i].relation);
        CHECK_INT(us_relation_position(rows[i].relation), rows[i].standing);
    }
}

static us_position turned(us_position standing)
{
    static const us_position other[] = {
        [US_FIRST] = US_THEN,  [US_THEN] = US_FIRST,  [US_BELOW] = US_ABOVE,
        [US_ABOVE] = US_BELOW, [US_EQUAL] = US_EQUAL, [US_BESIDE] = US_BESIDE};
    return other[standing];
}

/* All pairs of intervals within six ordinals: each relation is there, and turned it is the
 * converse. */
TEST(the_relation_of_b_to_a_is_the_converse)
{
    int seen[US_RELATIONS] = {0};
    for (int code = 0; code < 7 * 7 * 7 * 7; code++) {
        us_interval a = {code % 7, code / 7 % 7}, b = {code / 49 % 7, code / 343};
        if (a.from >= a.to || b.from >= b.to)
            continue;
        us_relation one = us_relation_compute(a, b), other = us_relation_compute(b, a);
        seen[one]++;
        CHECK_INT(other, US_AFTER - one);
        CHECK_INT(us_relation_position(other), turned(us_relation_position(one)));
    }
    for (int i = 0; i < US_RELATIONS; i++) {
        us_test_row(rows[i].name);
        CHECK(seen[i] > 0);
    }
}
