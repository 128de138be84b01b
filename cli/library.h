/* What the commands of `library` share. */
#ifndef US_CLI_LIBRARY_H
#define US_CLI_LIBRARY_H

#include "base/json.h"
#include "cli/options.h"
#include "retrieve/listed.h"
#include "retrieve/provenance.h"

/* The one that a file of behaviors is about whose first line names none. */
bool us_domain_is_preset(const us_domain *domain);

/* The domain that a file is about, a library or a file of behaviors. domain: what --domain says,
 * which goes first; NULL: the shipped one that the file names. A file of behaviors that names none
 * is about skirmish. The caller frees. */
us_status us_domain_of(const char *path, const char *domain, us_domain **out, us_error *err);
/* It begins as a file of behaviors does. out: the domain that it names in its first line, or "". */
bool us_file_about(const char *path, char out[US_NAME_MAX + 1]);
/* The first bytes are those of a database. */
bool us_file_is_library(const char *path);

/* A file that is read while the library is written is another one: what: what was expected. */
us_status us_library_apart(const us_library *library, const char *file, const char *what,
                           us_error *err);

typedef struct us_opened { /* zero-initialized is empty */
    us_domain *domain;     /* owned, unless it was told */
    us_library *library;
    bool borrowed;
} us_opened;

/* domain: what --domain says, or NULL: the shipped one that the library names, skirmish for a new
 * one. */
us_status us_opened_open(us_opened *opened, const char *path, us_library_mode mode,
                         const char *domain, us_error *err);
/* The same over a domain that is loaded already. */
us_status us_opened_join(us_opened *opened, const char *path, us_library_mode mode,
                         us_domain *domain, us_error *err);
void us_opened_close(us_opened *opened);

/* What a command does that reads the library its first argument names, and prints something of it:
 * tell appends that to out, and reads the library of one moment. domain: the index of its --domain.
 */
typedef us_status us_library_tell(const us_args *args, us_library *library, us_str *out,
                                  us_error *err);
us_status us_library_tell_of(const us_args *args, int domain, us_library_tell *tell, us_str *out,
                             us_error *err);

/* The row's name is text, or begins with it and a space. */
bool us_listed_is_just(const us_library_behavior *row, const char *text);
/* The row's name begins with text, or its hash or the last word of its name, where that is digits
 * of a hash, does (4 digits at least). */
bool us_listed_is(const us_library_behavior *row, const char *text);
/* The row with the name most like that text, the first of equals; NULL: none is. */
const us_library_behavior *us_listed_near(const us_listed *list, const char *text);

/* Texts of several lines: each to out as a printable line; lines is emptied. */
void us_out_lines(us_str *out, us_str *lines);
void us_added_write(const char *library, const us_library_added *added, us_str *out);
void us_added_note(const char *library, const us_library_added *added);

#endif
