/* Names in BRL, and suggestions for unknown ones. */
#ifndef US_BEHAVIOR_NAMES_H
#define US_BEHAVIOR_NAMES_H

#include "behavior/fault.h"
#include "domain/domain.h"

enum {
    US_NAME_MAX = 63,    /* bytes of a name in BRL */
    US_STRING_MAX = 250, /* bytes between quotes in BRL */
    US_KEY_DIGITS = 18,  /* of a number in a key */
};

static inline bool us_brl_is_digit(int c)
{
    return c >= '0' && c <= '9';
}
static inline bool us_brl_is_letter(int c) /* begins a name */
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool us_brl_is_name(const char *name);   /* a letter or '_', then letters, digits, '-' and '_' */
bool us_brl_is_key(const char *key);     /* "a.b-c.3": names, or numbers behind a dot */
bool us_brl_is_string(const char *text); /* may stand in quotes */

/* Writes the fix for an unknown name to out and returns it: `write "x"` if the name x is near, else
 * `instead`. */
enum { US_FIX_SIZE = 160 };
typedef const char *us_name_at(const void *from, int i); /* NULL beyond the last */
const char *us_name_suggest(const char *name, us_name_at *names, const void *from,
                            const char *instead, char out[US_FIX_SIZE]);

/* Adds the fault `WHAT "NAME"` about an unknown name, with that fix. */
void us_faults_add_unknown(us_faults *faults, int line, int column, const char *what,
                           const char *name, us_name_at *names, const void *from,
                           const char *instead);

/* Add a fault for a name that the domain doesn't declare. If it declares none at all, any name is
 * valid. us_descriptor_check_name returns the index, or -1. */
void us_class_check_name(us_faults *faults, const us_domain *domain, const char *name, int line,
                         int column);
int us_descriptor_check_name(us_faults *faults, const us_domain *domain, const char *key, int line,
                             int column);
/* Reads the value of a descriptor as people write it, and checks its range. An unknown key gets no
 * fault here. If the result is false, *out is unchanged. */
bool us_descriptor_check_value(us_faults *faults, const us_domain *domain, const char *key,
                               const char *text, int line, int column, int64_t *out);

#endif
