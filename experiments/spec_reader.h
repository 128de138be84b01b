/* A spec that is being read, private to the sources of specs. */
#ifndef US_EXPERIMENTS_SPEC_READER_H
#define US_EXPERIMENTS_SPEC_READER_H

#include "experiments/spec.h"

typedef struct us_spec_reader {
    us_spec *spec;
    const us_json_node *root;
    const char **key, **value; /* set from outside, each key once; value trees: spec->more */
    us_error *err;
} us_spec_reader;

us_status us_spec_reader_expect(const us_spec_reader *r, const us_json_node *node,
                                us_json_kind kind, const char *expected);
/* Checks a list of at least one and at most US_SPEC_LIST_MAX entries. */
us_status us_spec_reader_check_list(const us_spec_reader *r, const us_json_node *node,
                                    const char *what);
/* Checks a name, which is used in results, file names and messages. */
us_status us_spec_reader_check_name(const us_spec_reader *r, const us_json_node *node,
                                    const char *name);
/* Checks an agent for games of an experiment. */
us_status us_spec_reader_check_agent(const us_spec_reader *r, const us_json_node *node,
                                     const char *agent);
/* Read such a list of texts or maps. *count and *maps are 0 before. */
us_status us_spec_reader_read_texts(const us_spec_reader *r, const us_json_node *list,
                                    const char *what, const char ***out, int *count);
us_status us_spec_reader_read_maps(const us_spec_reader *r, const us_json_node *list,
                                   us_spec_map **out, int *maps);

/* Reads all libraries: spec_libraries.c. */
us_status us_spec_reader_read_libraries(const us_spec_reader *r, const us_json_node *list);

#endif
