/* What tests of libraries share: files of behaviors with cases. Their names are as for scratch. */
#ifndef US_TESTS_UNIT_LIBKIT_H
#define US_TESTS_UNIT_LIBKIT_H

#include "retrieve/library.h"

void lib_copy(const char *from, const char *to);
char *lib_bytes(const char *name, size_t *length);

/* Appends a behavior NAME with `cases` whole cases and as many suffix cases; the numbers of their
 * features begin with `seed`. count: of features in each, -1: the domain's. */
void lib_behavior(us_str *out, const us_domain *domain, const char *name, int cases, int seed,
                  int count);
/* A file of `count` behaviors NAME 0, NAME 1, ... The caller frees. */
char *lib_many(const us_domain *domain, const char *name, int count, int cases);
/* A library of so many. */
void lib_make(const char *name, int count);
us_library *lib_open(const char *name, us_library_mode mode, const us_domain *domain);
/* Puts a file's text in, with begin and commit. */
us_library_added lib_put(us_library *library, const char *text);
void lib_age(const char *path, int version);    /* the library becomes one of that version */
int lib_sql(const char *name, const char *sql); /* how many rows it changed */
/* Both hold the same. */
bool lib_equal(const char *a, const char *b);
bool lib_sound(const char *name);

#endif
