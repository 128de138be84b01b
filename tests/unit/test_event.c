#include "domain/event.h"
#include "tests/unit/small_world.h"
#include "tests/unit/test.h"

TEST(a_list_keeps_its_events_in_order_while_it_grows)
{
    us_events events = {0};
    for (int i = 0; i < 1000; i++) {
        us_event event = {.kind = US_EVENT_STATUS, .entity = (us_id)i};
        us_events_add(&events, &event);
    }
    REQUIRE(events.count == 1000);
    for (int i = 0; i < 1000; i++)
        CHECK_INT(events.event[i].entity, i);
    us_events_clear(&events);
    CHECK(events.count == 0 && events.event == NULL);
}

TEST(an_event_of_the_list_can_be_added_to_it)
{
    US_AUTO(us_events_clear) us_events events = {0};
    us_event event = {.entity = 7};
    us_events_add(&events, &event);
    while (events.count < 300)
        us_events_add(&events, &events.event[0]);
    CHECK_INT(events.event[299].entity, 7);
}

TEST(an_emptied_list_allocates_no_more)
{
    US_AUTO(us_events_clear) us_events events = {0};
    us_event event = {0};
    us_events_reserve(&events, 100);
    us_events_reserve(&events, 10);
    CHECK_INT(events.capacity, 100);
    uint64_t before = us_mem_alloc_count();
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 100; i++)
            us_events_add(&events, &event);
        us_events_reset(&events);
        CHECK_INT(events.count, 0);
    }
    CHECK_INT(us_mem_alloc_count() - before, 0);
}

TEST(names_lead_back_to_their_kinds)
{
    for (int kind = 0; kind < US_EVENT_KINDS; kind++)
        CHECK_INT(us_event_kind_from_name(us_event_name((us_event_kind)kind)), kind);
    CHECK_INT(us_event_kind_from_name("exploded"), -1);
    CHECK_INT(us_event_kind_from_name(""), -1);
    CHECK_STR(us_event_name(US_EVENT_KINDS), "?");
}

/* Two copies of one world, to be told apart. */
typedef struct pair {
    small_world before, after;
    us_events events;
} pair;

static void fill(small_world *small)
{
    small_begin(small);
    small_add(small, 3, "redhand", 0, 1, 1);
    small_add(small, 5, "bluehand", 1, 2, 2);
    small_add(small, 8, "redhouse", 0, 4, 4)->flags = US_ENTITY_UNFINISHED;
    small_add(small, 9, "rock", US_NEUTRAL, 8, 8);
}

static void pair_begin(pair *p)
{
    fill(&p->before);
    fill(&p->after);
    us_domain_free(p->after.domain);
    p->after.domain = p->before.domain;
    p->after.world.domain = p->before.domain;
    p->after.world.now = 60;
    p->events = (us_events){0};
}

static void pair_end(pair *p)
{
    us_events_clear(&p->events);
    small_end(&p->before);
}

TEST(no_difference_gives_no_event)
{
    pair p;
    pair_begin(&p);
    p.after.entity[0].x++; /* no event speaks of a step */
    p.after.entity[0].attribute[0]--;
    us_world_diff(&p.before.world, &p.after.world, &p.events);
    CHECK_INT(p.events.count, 0);
    pair_end(&p);
}

TEST(what_came_and_went_is_told_with_its_place)
{
    pair p;
    pair_begin(&p);
    p.after.entity[0] = p.after.entity[1]; /* 3 went */
    p.after.entity[1] = p.after.entity[2];
    p.after.entity[2] = p.after.entity[3];
    p.after.world.count = 3;
    small_add(&p.after, 11, "bluehouse", 1, 7, 2);
    us_world_diff(&p.before.world, &p.after.world, &p.events);
    REQUIRE(p.events.count == 2);
    const us_event *came = &p.events.event[0];
    const us_event *went = &p.events.event[1];
    CHECK_INT(came->kind, US_EVENT_CREATED);
    CHECK_INT(came->cycle, 60);
    CHECK_INT(came->entity, 11);
    CHECK_INT(came->type, us_domain_find_type(p.before.domain, "bluehouse"));
    CHECK_INT(came->seat, 1);
    CHECK(came->x == 7 && came->y == 2);
    CHECK_INT(went->kind, US_EVENT_GONE);
    CHECK_INT(went->entity, 3);
    CHECK_INT(went->seat, 0);
    CHECK_INT(went->value, US_GONE_KILLED);
    CHECK(went->x == 1 && went->y == 1);
    pair_end(&p);
}

TEST(changes_of_an_entity_say_what_it_was)
{
    pair p;
    pair_begin(&p);
    p.after.entity[1].status = 1;
    p.after.entity[2].flags = 0;
    p.after.entity[0].type = us_domain_find_type(p.before.domain, "beast");
    us_world_diff(&p.before.world, &p.after.world, &p.events);
    REQUIRE(p.events.count == 3);
    CHECK_INT(p.events.event[0].kind, US_EVENT_FINISHED);
    CHECK_INT(p.events.event[0].entity, 8);
    CHECK_INT(p.events.event[1].kind, US_EVENT_CONVERTED);
    CHECK_INT(p.events.event[1].type, us_domain_find_type(p.before.domain, "beast"));
    CHECK_INT(p.events.event[1].value, us_domain_find_type(p.before.domain, "redhand"));
    CHECK_INT(p.events.event[2].kind, US_EVENT_STATUS);
    CHECK_INT(p.events.event[2].entity, 5);
    CHECK_INT(p.events.event[2].value, 1);
    CHECK_INT(p.events.event[2].extra, 0);
    pair_end(&p);
}

TEST(seats_learn_and_fall_and_terrain_changes)
{
    pair p;
    pair_begin(&p);
    small_tally(&p.after, 1, "blue-iron", 1);
    small_tally(&p.before, 0, "red-iron", 1);
    small_tally(&p.after, 0, "red-iron", 2); /* known already */
    small_tally(&p.after, 0, "kills", 4);    /* not something to know */
    p.after.plane[US_PLANE_TERRAIN][2 * SMALL_WIDTH + 5] = 2;
    p.after.plane[US_PLANE_TERRAIN][SMALL_WIDTH * SMALL_HEIGHT - 1] = 1;
    p.after.alive[1] = 0;
    us_world_diff(&p.before.world, &p.after.world, &p.events);
    REQUIRE(p.events.count == 4);
    const us_event *e = p.events.event;
    CHECK_INT(e[0].kind, US_EVENT_LEARNED);
    CHECK_INT(e[0].seat, 1);
    CHECK_INT(e[0].type, us_domain_find_type(p.before.domain, "blue-iron"));
    CHECK_INT(e[1].kind, US_EVENT_TERRAIN);
    CHECK(e[1].x == 5 && e[1].y == 2 && e[1].value == 2 && e[1].extra == 0);
    CHECK(e[2].x == SMALL_WIDTH - 1 && e[2].y == SMALL_HEIGHT - 1);
    CHECK_INT(e[3].kind, US_EVENT_DEFEATED);
    CHECK_INT(e[3].seat, 1);
    pair_end(&p);
}

TEST(events_come_by_kind_then_by_id)
{
    pair p;
    pair_begin(&p);
    for (int i = 0; i < p.after.world.count; i++)
        p.after.entity[i].status = 1;
    p.after.entity[2].flags = 0;
    small_add(&p.after, 12, "beast", US_NEUTRAL, 0, 0);
    us_world_diff(&p.before.world, &p.after.world, &p.events);
    REQUIRE(p.events.count == 6);
    for (int i = 1; i < p.events.count; i++) {
        const us_event *a = &p.events.event[i - 1];
        const us_event *b = &p.events.event[i];
        CHECK(a->kind < b->kind || (a->kind == b->kind && a->entity < b->entity));
    }
    pair_end(&p);
}
