/* Domains for pages: all names and numbers that pages draw, by index. */
#ifndef US_STUDIO_ONTOLOGY_H
#define US_STUDIO_ONTOLOGY_H

#include "base/json.h"
#include "domain/domain.h"

/* Writes members into the open object. */
void us_ontology_write(const us_domain *domain, us_json_writer *writer);
/* Returns the reason of a refused order: a sentence without its period. */
const char *us_reason_text(int reason);

#endif
