/* What tests of libraries share: files of behaviors with cases. Their names are as for scratch. */
#ifndef US_TESTS_UNIT_LIBRARY_FILE_H
#define US_TESTS_UNIT_LIBRARY_FILE_H

#include "retrieve/library.h"

void library_file_copy(const char *from, const char *to);
char *library_file_bytes(const char *name, size_t *length);

/* Appends a behavior NAME with `cases` whole cases and as many suffix cases; the numbers of their
 * features begin with `seed`. count: of features in each, -1: the domain's. */
void library_file_behavior(us_str *out, const us_domain *domain, const char *name, int cases,
                           int seed, int count);
/* A file of `count` behaviors NAME 0, NAME 1, ... The caller frees. */
char *library_file_many(const us_domain *domain, const char *name, int count, int cases);
/* A library of so many. */
void library_file_make(const char *name, int count);
us_library *library_file_open(const char *name, us_library_mode mode, const us_domain *domain);
/* Puts a file's text in, with begin and commit. */
us_library_added library_file_put(us_library *library, const char *text);
void library_file_age(const char *path, int version); /* the library becomes one of that version */
int library_file_sql(const char *name, const char *sql); /* how many rows it changed */
/* Both hold the same. */
bool library_file_equal(const char *a, const char *b);
bool library_file_sound(const char *name);

#endif
