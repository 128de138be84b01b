#include "tests/unit/scripted_planner.h"

#define RUSH  0x3fa1b2c3d4e5f601
#define SIEGE 0x00000000000000aa

enum { GOAL = US_NOTE_GOAL, BEHAVIOR = US_NOTE_BEHAVIOR, STEP = US_NOTE_STEP };

static const us_id some_units[] = {6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19};

#define NOTE(at, what, node_of, number) \
    .cycle = (at), .kind = US_NOTE_##what, .of = (node_of), .node = (number)

const us_note scripted_planner_script[] = {
    {NOTE(0, READY, GOAL, 1), .text = "WinWargus(player: self)", .what = "WinWargus"},
    {NOTE(0, RETRIEVED, BEHAVIOR, 2), .above = 1, .text = "rush from \"two\" barracks",
     .behavior = RUSH, .case_id = 5, .similarity = 930000001, .margin = 40000000, .other = "siege",
     .attempt = 1},
    {NOTE(0, STARTED, GOAL, 1)},
    {NOTE(0, STARTED, BEHAVIOR, 2), .behavior = RUSH},
    {NOTE(0, READY, GOAL, 3), .above = 2, .label = "a",
     .text = "BuildUnits(player: self, type: \"footman\", number: 6)", .what = "BuildUnits"},
    {NOTE(0, WAITING, STEP, 4), .above = 2, .label = "b", .text = "act attack(units: s1, at: s2)",
     .what = "attack", .why = "before it: a"},
    {NOTE(100, SUCCEEDED, GOAL, 3), .why = "it holds"},
    {NOTE(100, BOUND, STEP, 4), .slot = "s1", .unit = some_units, .units = 14},
    {NOTE(100, BOUND, STEP, 4), .slot = "s2", .cell = US_CELL(12, 5)},
    {NOTE(100, WAITING, STEP, 4), .why = "gold 400 of 600",
     .lacks = {US_LACKS_RESOURCE, "gold", 600}},
    {NOTE(200, FAILED, STEP, 4), .why = "no-way", .lacks = {.kind = US_LACKS_WAY}},
    {NOTE(200, FAILED, BEHAVIOR, 2), .behavior = RUSH, .why = "step 4: no-way",
     .lacks = {.kind = US_LACKS_WAY}},
    {NOTE(220, RETRIEVED, BEHAVIOR, 7), .above = 1, .text = "siege", .behavior = SIEGE,
     .similarity = 1000000000, .attempt = 2},
    {NOTE(220, STARTED, BEHAVIOR, 7), .behavior = SIEGE},
    {NOTE(220, STARTED, GOAL, 8), .above = 7, .text = "ResourceInfrastructure(farms: 4)",
     .what = "ResourceInfrastructure"},
    {NOTE(300, HELD, GOAL, 8)},
    {NOTE(400, WAITING, GOAL, 8), .why = "a farm fell", .lacks = {.kind = US_LACKS_TEST}},
    {NOTE(410, STARTED, GOAL, 8)},
    {NOTE(500, STARTED, STEP, 9), .above = 7, .label = "c", .text = "act build(unit: s1, at: s2)",
     .what = "build"},
    {NOTE(500, BOUND, STEP, 9), .slot = "s1", .unit = some_units, .units = 1},
    {NOTE(510, BOUND, STEP, 9), .slot = "s1", .unit = some_units + 1, .units = 1},
    {NOTE(520, BOUND, STEP, 9), .slot = "s2", .cell = -1},
    {NOTE(530, STOPPED, STEP, 9), .why = "its builder died",
     .lacks = {.kind = US_LACKS_LIFE, .item = "peasant"}},
    {NOTE(540, READY, STEP, 10), .above = 7, .label = "c", .text = "act build(unit: s1, at: s2)",
     .what = "build"},
};
const int scripted_planner_notes =
    sizeof(scripted_planner_script) / sizeof(scripted_planner_script[0]);

typedef struct planner {
    us_player player;
    us_player *inner;
    us_seat seat;
    int next; /* of the script */
    us_notes notes;
} planner;

static void planner_think(us_player *player, const us_view *view, const us_events *events,
                          us_orders *orders, us_wakeup *wakeup)
{
    planner *p = (planner *)player;
    us_cycle now = view->world->now;
    p->inner->kind->think(p->inner, view, events, orders, wakeup);
    us_notes_reset(&p->notes);
    for (; p->next < scripted_planner_notes && scripted_planner_script[p->next].cycle <= now;
         p->next++) {
        us_note *note = us_notes_add(&p->notes, &scripted_planner_script[p->next]);
        note->cycle = now;
        note->seat = p->seat;
    }
    if (p->next < scripted_planner_notes && wakeup->until > scripted_planner_script[p->next].cycle)
        wakeup->until = scripted_planner_script[p->next].cycle;
}

static void planner_on_order(us_player *player, const us_order *order, us_reason reason)
{
    us_player *inner = ((planner *)player)->inner;
    if (inner->kind->on_order)
        inner->kind->on_order(inner, order, reason);
}

static void planner_close(us_player *player)
{
    US_AUTOFREE planner *p = (planner *)player;
    us_player_close(p->inner);
    us_notes_clear(&p->notes);
}

static int planner_notes(us_player *player, const us_note **out)
{
    *out = ((planner *)player)->notes.note;
    return ((planner *)player)->notes.count;
}

static void planner_over(us_player *player, const us_view *view, const us_outcome *outcome)
{
    (void)outcome;
    planner *p = (planner *)player;
    us_notes_reset(&p->notes);
    if (p->next == scripted_planner_notes) {
        us_note end = {.cycle = view->world->now,
                       .seat = p->seat,
                       .kind = US_NOTE_STOPPED,
                       .of = US_NOTE_GOAL,
                       .node = 1,
                       .why = "over"};
        us_notes_add(&p->notes, &end);
    }
}

us_player *scripted_planner_new(us_player *inner, us_seat seat)
{
    static const us_player_kind kind = {.prefix = "planner",
                                        .think = planner_think,
                                        .on_order = planner_on_order,
                                        .close = planner_close,
                                        .notes = planner_notes,
                                        .over = planner_over};
    planner *p = US_NEW(planner);
    p->player.kind = &kind;
    p->inner = inner;
    p->seat = seat;
    return &p->player;
}
