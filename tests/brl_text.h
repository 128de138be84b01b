/* What tests of behaviors share: the shipped domain, and texts to templates and back. */
#ifndef US_TESTS_BRL_TEXT_H
#define US_TESTS_BRL_TEXT_H

#include "behavior/brl.h"
#include "behavior/patch.h"

/* Loaded once and kept. */
const us_domain *brl_domain(void);

/* A whole file. faults may be NULL: then there must be none. */
us_brl *brl_read(const char *text, us_faults *faults);
/* A file with a tree T that does BODY, and a tree U; sound. The caller frees it. */
us_brl *brl_tree(const char *body);
/* Canonical text; the caller frees with us_mem_free. */
char *brl_text(const us_brl *brl);
char *brl_template_text(const us_template *template);

/* A random file, sound or not, made by the builder alone. */
us_brl *brl_random(uint64_t seed, us_faults *faults);

#endif
