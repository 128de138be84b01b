/* A game that only keeps count, to test what lies around games: it notes the orders it takes,
 * refuses those whose first argument is negative, and tells the events it is told to. Its
 * domain is that of small.h. */
#ifndef US_TESTS_UNIT_COUNTING_GAME_H
#define US_TESTS_UNIT_COUNTING_GAME_H

#include "game/game.h"

enum { TOY_SIDE = 4, TOY_ORDERS_MAX = 4096 };

typedef struct counting_game_event {
    us_cycle cycle;
    uint8_t kind;
    us_seat seat;
    int16_t x, y;
} counting_game_event;

typedef struct counting_game_scenario {
    us_scenario base;
    const counting_game_event *event; /* by cycle; ended by kind US_EVENT_KINDS */
} counting_game_scenario;

typedef struct counting_game_order {
    us_cycle cycle;
    uint32_t id;
    us_seat seat;
    int32_t arg;
} counting_game_order;

typedef struct counting_game {
    us_game base;
    us_cycle now;
    us_hash hash;
    us_outcome outcome;
    counting_game_order order[TOY_ORDERS_MAX];
    int orders;
    us_world world;
    us_entity entity[1];
    uint8_t plane[US_PLANES][TOY_SIDE * TOY_SIDE];
    int32_t tally[64];
    int8_t faction[US_SEATS_MAX];
    uint8_t alive[US_SEATS_MAX];
    uint32_t revision[256];
    uint16_t census[128]; /* of nobody */
} counting_game;

/* Draw at max_cycles. event is borrowed and may be NULL. In fog, seat 0 sees cell 0,0 only. */
counting_game_scenario counting_game_open(const counting_game_event *event, int seats,
                                          us_cycle max_cycles);
void counting_game_close(counting_game_scenario *scenario);

#endif
