/* The numbers of microRTS: a unit type table and the conflict policy. They come from the game's own
 * message (`utt`) or from our rules file, which must agree. Immutable once read.
 *
 * A type is an index into the table, which is the game's ID. */
#ifndef US_GAME_MICRORTS_TABLE_H
#define US_GAME_MICRORTS_TABLE_H

#include "base/error.h"
#include "base/hash.h"
#include "base/str.h"

enum {
    MR_TYPES_MAX = 32,
    MR_NAME_SIZE = 32,
    MR_CANCEL_BOTH = 1, /* the only policy of the native rules */
};

typedef struct mr_type {
    char name[MR_NAME_SIZE];
    int32_t cost, hit_points, min_damage, max_damage, range, sight;
    int32_t produce_time, move_time, attack_time, harvest_time, return_time; /* in cycles */
    int32_t harvest_amount;
    bool resource, stockpile, can_harvest, can_move, can_attack;
    uint32_t produces, produced_by; /* bit per type */
} mr_type;

typedef struct mr_table {
    int32_t conflicts; /* the game's number of its policy, such as MR_CANCEL_BOTH */
    int count;
    mr_type type[MR_TYPES_MAX];
} mr_table;

/* Reads the game's message: the line of JSON after `utt`. file and line name it in errors. */
us_status mr_table_read(const char *file, int line, const char *text, size_t length, mr_table *out,
                        us_error *err);
/* Reads the text of a rules file such as domains/microrts/rules.json. */
us_status mr_table_parse(const char *file, const char *text, size_t length, mr_table *out,
                         us_error *err);
/* Loads domains/microrts/rules.json. */
us_status mr_table_load(mr_table *out, us_error *err);

/* Compares all numbers. Returns the first difference as error: "Worker: cost is 2, expected 1". */
us_status mr_table_compare(const mr_table *found, const mr_table *expected, us_error *err);
/* Returns US_MISMATCH if the native rules cannot play by the table: random damage, another policy.
 */
us_status mr_table_check_native(const mr_table *table, us_error *err);

int mr_table_find_type(const mr_table *table, const char *name, size_t length); /* -1: none */
us_hash mr_table_hash(const mr_table *table);

#endif
