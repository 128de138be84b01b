/* Shared parts of the two ways of retrieval, by goal and by class. */
#ifndef US_CLI_RETRIEVE_H
#define US_CLI_RETRIEVE_H

#include "base/json.h"
#include "base/spelling.h"
#include "cli/options.h"
#include "retrieve/retrieve.h"

enum {
    US_RETRIEVE_GOAL,
    US_RETRIEVE_STATE,
    US_RETRIEVE_SEAT,
    US_RETRIEVE_MAP,
    US_RETRIEVE_WEIGHTS,
    US_RETRIEVE_WEIGH,
    US_RETRIEVE_OUTCOMES,
    US_RETRIEVE_CONDITIONS,
    US_RETRIEVE_CLASS,
    US_RETRIEVE_PARAM,
    US_RETRIEVE_DESCRIPTOR,
    US_RETRIEVE_W,
    US_RETRIEVE_ATTRIBUTE,
    US_RETRIEVE_RENORMALIZE,
    US_RETRIEVE_RUNNING,
    US_RETRIEVE_HYSTERESIS,
    US_RETRIEVE_EXCLUDE,
    US_RETRIEVE_K,
    US_RETRIEVE_EXPLAIN,
    US_RETRIEVE_DOMAIN,
    US_RETRIEVE_JSON,
};

enum { US_SIMILARITY_DECIMALS = 9 }; /* US_SIMILARITY_ONE is 1 */

/* A case base over a library or a file of behaviors. Zero-initialized is empty. */
typedef struct us_opened_case_base {
    us_domain *domain;
    us_library *library; /* or: */
    us_brl *brl;
    us_case_base *case_base;
} us_opened_case_base;

/* Fails with "OPTION: no WHAT "NAME"; did you mean ...", with suggestions from `at`. Returns
 * US_BAD_INPUT. */
us_status us_retrieve_fail_unknown(const char *option, const char *what, const char *name,
                                   us_spelling_name *at, const void *from, us_error *err);
/* Finds the behavior of that name. Errors name the option. */
us_status us_retrieve_find_behavior(const us_case_base *case_base, const char *option,
                                    const char *name, int *out, us_error *err);
/* Splits "NAME=VALUE", the value of an option: name (of `size` bytes) and *value. */
us_status us_retrieve_split_pair(const char *option, const char *text, const char *form, char *name,
                                 size_t size, const char **value, us_error *err);
/* Parses a number from 0 to 1 with at most 9 decimals. */
us_status us_similarity_parse(const char *option, const char *text, int64_t *out, us_error *err);
void us_similarity_print(us_str *out, int64_t part); /* "0.9012": four decimals, rounded */
void us_similarity_write(us_json_writer *writer, const char *key, int64_t part);

us_status us_retrieve_by_goal(const us_args *args, us_opened_case_base *shelved, us_str *out,
                              us_error *err);
us_status us_retrieve_by_class(const us_args *args, us_opened_case_base *shelved, us_str *out,
                               us_error *err);

#endif
