#include "tests/unit/converted_demo.h"

#include <string.h>

#include "tests/unit/bad_inputs.h"
#include "tests/unit/test.h"

#define HEAD                                                                   \
    "{'understudy':'trace','version':1,'source':'test 1','domain':'skirmish'," \
    "'seats':[{'player':'a','faction':'human'},{'player':'b','faction':'orc'}]}\n"
void converted_demo_open(converted_demo *book, const char *orders, const char *goals, bool literal)
{
    us_str text;
    US_AUTOSTR(whole);
    us_trace *trace = NULL;
    us_error err = {0};
    us_str_init(&text);
    us_str_add(&whole, HEAD);
    us_str_add(&whole, orders);
    us_mutate(whole.text, NULL, &text);
    if (us_trace_open_text("t", text.text, text.length, &trace, &err) != US_OK ||
        us_log_read_trace(&book->log, trace, NULL, &err) != US_OK)
        FAIL("%s", err.text);
    REQUIRE(book->log.domain);
    us_str_clear(&text);
    us_str_init(&text);
    us_mutate(goals, NULL, &text);
    if (us_annotation_parse("g", text.text, text.length, book->log.domain, NULL, &book->goals,
                            &err) != US_OK)
        FAIL("%s", err.text);
    book->episodes = us_goal_episodes_new(&book->log, book->goals, 0,
                                          &(us_goal_episodes_def){.literal = literal});
    book->extractor = us_step_extractor_new(book->episodes);
    book->arena = us_arena_new();
    us_str_clear(&text);
}

void converted_demo_close(converted_demo *book)
{
    us_step_extractor_free(book->extractor);
    us_goal_episodes_free(book->episodes);
    us_annotation_free(book->goals);
    us_log_clear(&book->log);
    us_arena_free(book->arena);
}

enum { WORKERS = 15, SIDE = 32 };

/* Who stands where, in id order. */
static int people(const converted_demo *book, us_entity *entity, bool late)
{
    static const struct {
        us_id id;
        const char *type;
        us_seat owner;
        int16_t x, y;
    } rows[] = {
        {16, "footman", 0, 6, 9},
        {21, "grunt", 1, 20, 20},
        {22, "great-hall", 1, 26, 25},
        {23, "gold-mine", US_NEUTRAL, 9, 2},
    };
    const us_domain *domain = book->log.domain;
    int count = 0;
    for (us_id id = 1; id <= WORKERS; id++)
        entity[count++] = (us_entity){.id = id,
                                      .type = us_domain_find_type(domain, id == 3   ? "town-hall"
                                                                          : id > 12 ? "footman"
                                                                                    : "peasant"),
                                      .x = id == 3 ? 2 : (int16_t)(2 + id),
                                      .y = id == 3 ? 6 : 4};
    for (int i = late ? 0 : 1; i < US_COUNT(rows); i++)
        entity[count++] = (us_entity){.id = rows[i].id,
                                      .type = us_domain_find_type(domain, rows[i].type),
                                      .owner = rows[i].owner,
                                      .x = rows[i].x,
                                      .y = rows[i].y};
    for (int i = 0; i < count; i++) {
        entity[i].product = US_NO_TYPE;
        entity[i].action = -1;
        memcpy(entity[i].attribute, domain->type[entity[i].type].attribute,
               sizeof entity[i].attribute);
    }
    return count;
}

void converted_demo_see(converted_demo *book, const converted_demo_work *work,
                        const us_event *event, int ordinal)
{
    static uint8_t terrain[SIDE * SIDE];
    us_entity entity[WORKERS + 8];
    int8_t action[WORKERS], faction[2] = {0, 1};
    int32_t tally[2 * US_NAMES_MAX] = {0};
    uint8_t alive[2] = {1, 1};
    memset(action, -1, sizeof action);
    for (int o = 0; o < book->episodes->orders; o++) {
        const us_order *order = &book->log.orders.order[book->episodes->order[o]];
        const us_log_line *line = &book->log.line[book->episodes->order[o]];
        us_world world = {.domain = book->log.domain,
                          .now = line->cycle,
                          .width = SIDE,
                          .height = SIDE,
                          .entity = entity,
                          .count = people(book, entity, event && o >= ordinal),
                          .plane = {[US_PLANE_TERRAIN] = terrain},
                          .seats = 2,
                          .tally = tally,
                          .faction = faction,
                          .alive = alive};
        us_view view = {&world, 0};
        for (int i = 0; i < WORKERS && work; i++)
            if (line->cycle < work->until[i + 1])
                entity[i].action = action[i];
        if (event && o == ordinal)
            us_step_extractor_add_events(book->extractor, event, 1);
        us_step_extractor_add_order(book->extractor, o, &view);
        for (int i = 0; i < order->unit_count && line->refused == US_REASON_NONE; i++)
            if (order->unit[i] <= WORKERS)
                action[order->unit[i] - 1] = order->action;
    }
}

void converted_demo_print(const converted_demo *book, int episode, us_str *out)
{
    const us_step *step;
    const int *spare;
    int steps = us_step_extractor_list_acts(book->extractor, episode, &step);
    int spares = us_step_extractor_list_spare(book->extractor, episode, &spare);
    us_str_reset(out);
    for (int i = 0; i < steps; i++) {
        us_str_addf(out, "%s%s ", i ? "; " : "",
                    book->log.domain->action[step[i].order->action].name);
        for (int k = 0; k < step[i].units; k++)
            us_str_addf(out, "%s%u", k ? "," : "", step[i].unit[k]);
        for (int k = 0; k < step[i].sources; k++)
            us_str_addf(out, "%s%u", k ? " " : " [",
                        book->log.orders.order[book->episodes->order[step[i].source[k]]].id);
        us_str_add_char(out, ']');
    }
    for (int i = 0; i < spares; i++)
        us_str_addf(out, "%s%u", i ? " " : " | ",
                    book->log.orders.order[book->episodes->order[spare[i]]].id);
}
