#include "learn/relation.h"

static const struct {
    const char *name;
    us_position position;
} about[US_RELATIONS] = {
    [US_BEFORE] = {"before", US_FIRST},
    [US_MEETS] = {"meets", US_FIRST},
    [US_OVERLAPS] = {"overlaps", US_BESIDE},
    [US_STARTS] = {"starts", US_BELOW},
    [US_DURING] = {"during", US_BELOW},
    [US_FINISHES] = {"finishes", US_BELOW},
    [US_EQUALS] = {"equals", US_EQUAL},
    [US_FINISHED_BY] = {"finished by", US_ABOVE},
    [US_CONTAINS] = {"contains", US_ABOVE},
    [US_STARTED_BY] = {"started by", US_ABOVE},
    [US_OVERLAPPED_BY] = {"overlapped by", US_BESIDE},
    [US_MET_BY] = {"met by", US_THEN},
    [US_AFTER] = {"after", US_THEN},
};

/* 0: less, 1: equal, 2: greater. */
static int compare(int a, int b)
{
    return a < b ? 0 : a == b ? 1 : 2;
}

us_relation us_relation_compute(us_interval a, us_interval b)
{
    /* Intervals that overlap: by their beginnings, then by their ends. */
    static const us_relation shared[3][3] = {
        {US_OVERLAPS, US_FINISHED_BY, US_CONTAINS},
        {US_STARTS, US_EQUALS, US_STARTED_BY},
        {US_DURING, US_FINISHES, US_OVERLAPPED_BY},
    };
    static const us_relation apart[2] = {US_BEFORE, US_MEETS}, behind[2] = {US_AFTER, US_MET_BY};
    us_assert(a.from < a.to && b.from < b.to);
    if (a.to <= b.from)
        return apart[compare(a.to, b.from)];
    if (b.to <= a.from)
        return behind[compare(b.to, a.from)];
    return shared[compare(a.from, b.from)][compare(a.to, b.to)];
}

us_position us_relation_position(us_relation relation)
{
    us_assert(relation >= 0 && relation < US_RELATIONS);
    return about[relation].position;
}
