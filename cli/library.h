/* Shared parts of the `library` commands. */
#ifndef US_CLI_LIBRARY_H
#define US_CLI_LIBRARY_H

#include "base/json.h"
#include "cli/options.h"
#include "retrieve/library_list.h"
#include "retrieve/provenance.h"

/* Returns whether the domain is the default of a file of behaviors whose first line names none. */
bool us_domain_is_preset(const us_domain *domain);

/* Opens the domain of a library or file of behaviors. domain: the value of --domain, which comes
 * first; NULL: the shipped domain that the file names. A file of behaviors without a domain is of
 * the default one (us_domain_is_preset). The caller frees the domain. */
us_status us_file_open_domain(const char *path, const char *domain, us_domain **out, us_error *err);
/* Returns whether the file begins like a file of behaviors. out: the domain that its first line
 * names, or "". */
bool us_file_read_domain_name(const char *path, char out[US_NAME_MAX + 1]);
/* Returns whether the first bytes are those of a database. */
bool us_file_is_library(const char *path);

/* Checks that an input file is not the library that is being written. what: the kind of file
 * expected. */
us_status us_library_check_input(const us_library *library, const char *file, const char *what,
                                 us_error *err);

typedef struct us_library_handle { /* zero-initialized is empty */
    us_domain *domain;             /* owned unless borrowed */
    us_library *library;
    bool borrowed;
} us_library_handle;

/* domain: the value of --domain, or NULL: the shipped domain that the library names, the default
 * one for a new library. Close the handle even on failure. */
us_status us_library_handle_open(us_library_handle *opened, const char *path, us_library_mode mode,
                                 const char *domain, us_error *err);
/* The same with a loaded domain, which is borrowed. */
us_status us_library_handle_open_borrowed(us_library_handle *opened, const char *path,
                                          us_library_mode mode, us_domain *domain, us_error *err);
void us_library_handle_close(us_library_handle *opened);

/* Runs a command that reads the library of its first argument and prints something about it: `tell`
 * appends the output, and sees one snapshot of the library. domain: index of the option --domain.
 */
typedef us_status us_library_printer(const us_args *args, us_library *library, us_str *out,
                                     us_error *err);
us_status us_library_print_snapshot(const us_args *args, int domain, us_library_printer *tell,
                                    us_str *out, us_error *err);

/* Returns whether the row's name is text, or begins with text and a space. */
bool us_library_behavior_has_name(const us_library_behavior *row, const char *text);
/* Returns whether the row's name begins with text, or its hash does (4 digits at least), or the
 * last word of its name, if that consists of hash digits. */
bool us_library_behavior_has_prefix(const us_library_behavior *row, const char *text);
/* Returns the row whose name is most similar to text, the first of equals; NULL: none is similar.
 */
const us_library_behavior *us_library_list_find_similar(const us_library_list *list,
                                                        const char *text);

/* Appends each of the lines as a printable line, then empties `lines`. */
void us_out_add_lines(us_str *out, us_str *lines);
void us_library_added_write(const char *library, const us_library_added *added, us_str *out);
void us_library_added_log(const char *library, const us_library_added *added);

/* ---- library_notes.c: the origin of each step and case, for readers of a behavior */

/* Appends a line for each case, at most `most`, each after "#": its origin, and for a suffix case
 * the steps done before it. The end appends how many there are more. */
typedef struct us_library_case_notes {
    us_str *out;
    int most, count; /* cases that are printed at most; cases with an origin so far */
} us_library_case_notes;
void us_library_case_notes_add(us_library_case_notes *notes, const us_case *from);
void us_library_case_notes_end(const us_library_case_notes *notes);

/* Appends the behavior without cases. Comments after its lines give, from the first case, or NULL:
 * the orders or goal of a step, reasons, and positions of cells. */
void us_library_notes_print(const us_template *behavior, const us_case *first, us_str *out);

#endif
